//! Posture: whether the fleet goes out together or draws itself up at its carrier first; and how traits
//! steer a ship, as they steer what others draw (§12, clarification 17).
//!
//! **Invariant:** follows from what the side has and knows now; nothing is kept from turn to turn. A ship
//! without traits is as its side's mode.

use std::cmp::Reverse;

use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::rules::fleet::ai::{Contact, Mind, Own, WHOLE, in_percent, percent_of};
use crate::rules::fleet::damage::Guard;
use crate::rules::fleet::order::Action;
use crate::rules::fleet::scenario::Time;
use crate::rules::fleet::upkeep::PLAYER;
use crate::rules::fleet::{intents, queue, stats};

/// Whether ships go out.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Posture {
    /// Whether ships that are at home set out.
    pub(super) sets_out: bool,
    /// Whether those that are on their way go on.
    pub(super) goes_on: bool,
    /// Percent of its caution that a side drops which quiet turns will beat.
    pub(super) boldness: i64,
}

/// Most that a trait makes of anything, in percent.
const MOST: i64 = 500;
/// How far the weight to retreat sways caution, in percent.
const SWAY: (i64, i64) = (50, 150);

/// How traits steer a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Temper {
    /// Weight of damage dealt, percent.
    pub(super) offense: i64,
    /// Weight of damage taken, percent.
    pub(super) caution: i64,
    /// Percent of the hull up to which it retreats; 0 never does while it has a shot.
    pub(super) retreat: i64,
    /// Whether it stays where it is this turn.
    pub(super) holds: bool,
    /// Whether it guards the carrier.
    pub(super) guards: bool,
    /// Whether it attacks nothing but carriers.
    pub(super) hunts: bool,
}

impl Temper {
    /// That of a ship without traits.
    const EVEN: Self = Self {
        offense: WHOLE,
        caution: WHOLE,
        retreat: WHOLE,
        holds: false,
        guards: false,
        hunts: false,
    };
}

/// A ship in an attack on a carrier.
#[derive(Clone, Copy, Debug)]
struct Striker {
    /// Hundredths of hull.
    hull: i64,
    ammo: u8,
    /// Hundredths of hull an attack of it takes from the carrier on average.
    deals: i64,
    /// Hundredths of hull a shot of the carrier takes from it.
    takes: i64,
    /// Shots at it before its first attack.
    nears: u32,
}

impl Mind<'_> {
    /// Decides whether ships go out: together, with what they need, and in a strength that can destroy
    /// the carrier they go for.
    pub(super) fn set_posture(&mut self) {
        self.posture.boldness = self.boldness();
        // Without a carrier there is nothing to wait for: nobody is repaired or rearmed.
        if self.home.is_none() || self.is_pressed_for_time() {
            (self.posture.sets_out, self.posture.goes_on) = (true, true);
            return;
        }
        let is_ready = self.readiness() >= self.needed(self.figures.ready_percent);
        let Some(carrier) = self.carrier_known().copied().or(self.presumed) else {
            (self.posture.sets_out, self.posture.goes_on) = (is_ready, true);
            return;
        };
        let out = self.ships.iter().map(|own| own.id);
        let mut ships: Vec<_> = out.filter(|&ship| !self.is_spent(ship)).collect();
        let out = ships.len();
        ships.extend(self.fit_docked());
        let strikers = ships.into_iter().map(|ship| self.striker(ship, &carrier));
        let strikers: Vec<_> = strikers.collect();
        let least = self.needed(self.figures.siege_percent);
        // Who turns back under fire has nothing from it, so that it takes more than a lucky hit.
        let on = percent_of(least, self.ai().goes_on_percent);
        self.posture.goes_on = self.would_take(&carrier, &strikers[..out], on);
        self.posture.sets_out = is_ready && self.would_take(&carrier, &strikers, least);
    }

    /// Returns what is left of a demand: it falls each turn, so that nobody waits for ever.
    fn needed(&self, percent: i64) -> i64 {
        let fallen = self.figures.resolve * i64::from(self.forces.turn);
        percent_of(percent, (WHOLE - fallen).max(0))
    }

    /// Whether a ship goes out, or on if it is out already.
    pub(super) fn goes_out(&self, own: &Own) -> bool {
        match self.is_ahead(own.start) {
            true => self.posture.goes_on || self.posture.sets_out,
            false => self.posture.sets_out,
        }
    }

    /// Returns the hexes a ship comes forward in a turn.
    pub(super) fn pace_of(&self, ship: UnitId) -> u32 {
        let moves = match self.forces.has_queue() {
            true => queue::usable(&self.forces, ship),
            false => self.forces.moves(ship),
        };
        u32::from(moves).max(1)
    }

    /// Whether a ship is about to attack a carrier, so that damage is no reason to turn back.
    pub(super) fn is_charging(&self, ship: UnitId, from: TileId) -> bool {
        let mut carriers = self.contacts.iter().filter(|contact| contact.is_carrier);
        let reach = self.forces.content.figures.carrier.reach + self.pace_of(ship);
        self.posture.goes_on && carriers.any(|carrier| self.distance(from, carrier.tile) <= reach)
    }

    /// Whether a hex is nearer to where the enemy is looked for than to the own carrier.
    pub(super) fn is_ahead(&self, tile: TileId) -> bool {
        self.home().is_none_or(|home| {
            let is_nearer = |front| self.distance(tile, front) < self.distance(tile, home);
            self.front.is_some_and(is_nearer)
        })
    }

    /// Whether time is against the side and so short that it has to go out with what there is: the last
    /// turn or an enemy's drive is near, or nothing has happened for half of the turns after which time
    /// is up.
    fn is_pressed_for_time(&self) -> bool {
        let soon = |left: u16| left <= self.ai().hurry_turns;
        let full = self.forces.content.figures.drive_turns;
        let fleets = (0..).map(Side).zip(&self.forces.scenario.fleets);
        let mut drives =
            fleets.filter(|(side, fleet)| fleet.drive && self.forces.are_hostile(self.side, *side));
        let charge = |side| self.forces.progress().of(side).drive;
        let limit = self.forces.mission.turn_limit.filter(|_| self.has_to_win());
        limit.is_some_and(|limit| soon(limit.saturating_sub(self.forces.turn)))
            || self.has_to_win() && self.is_quiet()
            || drives.any(|(side, _)| soon(full.saturating_sub(charge(side))))
    }

    /// Whether the side does not win when time is up, as far as it knows.
    fn has_to_win(&self) -> bool {
        match self.forces.scenario.objectives.time {
            Time::Enemies => self.side == PLAYER && !self.forces.side(self.side).drive,
            // Equal hull wins for nobody, and what others have left is not known.
            Time::MostHull => true,
        }
    }

    /// Returns the percent of its caution that the side drops since quiet turns will beat it, from half of
    /// them on: the fewer are left, the more. Hull that is saved is worth nothing to whoever is beaten.
    fn boldness(&self) -> i64 {
        let turns = self.forces.content.figures.quiet.turns;
        let quiet = self.forces.progress().quiet;
        match self.has_to_win() && self.is_quiet() {
            true => in_percent(quiet, turns),
            false => 0,
        }
    }

    /// Whether nothing has happened for half of the turns after which time is up.
    fn is_quiet(&self) -> bool {
        let turns = self.forces.content.figures.quiet.turns;
        turns > 0 && self.forces.progress().quiet.saturating_mul(2) >= turns
    }

    /// Returns how much of their hull and shots the ships have that can be made fit, in percent; what is
    /// scarcer counts.
    fn readiness(&self) -> i64 {
        let (mut now, mut full) = (0, 0);
        for vessel in self.forces.of_side(self.side) {
            let ammo = self.forces.full_ammo(vessel.id);
            let lasts = || self.forces.docks(vessel.id) || !self.is_spent(vessel.id);
            if !vessel.is_alive() || ammo == 0 || !lasts() {
                continue;
            }
            let (fitness, most) = (self.fitness(vessel.id), i64::from(vessel.now.hull.max));
            now += most * fitness.0.min(fitness.1);
            full += most;
        }
        if full == 0 { 0 } else { now / full }
    }

    /// Whether ships would destroy a carrier by what attacks do on average: each turn they attack it and
    /// it, and whoever is known to be about it, shoots at the sturdiest.
    fn would_take(&self, carrier: &Contact, ships: &[Option<Striker>], least: i64) -> bool {
        if least == 0 {
            return true;
        }
        let mut strikers: Vec<_> = ships.iter().copied().flatten().collect();
        strikers.sort_by_key(|one| Reverse(one.hull * WHOLE / one.takes.max(1)));
        let guns = self.guns_about(carrier);
        let mut hull = i64::from(carrier.guard.hull) * least;
        let longest = strikers.iter().map(|one| one.nears + u32::from(one.ammo));
        for turn in 0..longest.max().unwrap_or(0) {
            for one in &mut strikers {
                if turn >= one.nears && one.hull > 0 && one.ammo > 0 {
                    hull -= one.deals;
                    one.ammo -= 1;
                }
            }
            if hull <= 0 {
                return true;
            }
            let mut shots = guns;
            for one in strikers.iter_mut().filter(|one| one.hull > 0) {
                let suffered = (one.takes * shots / WHOLE).min(one.hull);
                one.hull -= suffered;
                shots -= suffered * WHOLE / one.takes.max(1);
            }
        }
        false
    }

    /// Takes up a ship for an attack on a carrier, if it is any use.
    fn striker(&mut self, ship: UnitId, carrier: &Contact) -> Option<Striker> {
        let vessel = self.forces[ship];
        // One that nobody has seen has to be found first.
        let unseen = u32::from(self.presumed.is_some());
        self.forces[ship].stance.action = Action::None;
        let bonus = stats::by_action(&self.forces, Action::Attack).attack;
        let (attack, defense) = stats::totals(&self.forces, ship);
        self.forces[ship].stance = vessel.stance;
        let guard = Guard::of(&self.forces, ship);
        let deals = self
            .odds_at(carrier, ship, attack + i32::from(bonus))
            .average;
        let takes = match carrier.is_armed {
            true => self.odds_by(carrier, ship, defense, guard).average,
            false => 0,
        };
        // It fires at nobody it does not detect; ships about it may do that for it.
        let range = match self.forces.options.blind_fire {
            true => carrier.range,
            false => carrier.range.min(carrier.detect + 1),
        };
        (vessel.now.ammo > 0 && deals > 0).then_some(Striker {
            hull: i64::from(vessel.now.hull.now) * WHOLE,
            ammo: vessel.now.ammo,
            deals: deals.into(),
            takes: takes.into(),
            nears: range.div_ceil(self.pace_of(ship)).saturating_sub(1) + unseen,
        })
    }

    /// Returns how many shots a turn are to be expected about a carrier, in percent of one: its own and
    /// those of ships known near it.
    fn guns_about(&self, carrier: &Contact) -> i64 {
        let within = self.ai().rally_within;
        let armed = self.hostile_ships().filter(|one| one.is_armed);
        let near = armed.filter(|one| self.distance(one.tile, carrier.tile) <= within);
        let ships: i64 = near.map(|contact| contact.confidence).sum();
        let own = if carrier.is_armed { WHOLE } else { 0 };
        own + ships
    }

    /// Returns how its traits steer a ship.
    ///
    /// Weights that a trait has instead of the usual ones are drawn from, by the luck of the turn; what
    /// others add to the usual ones sways the ship by as much.
    pub(super) fn temper(&self, ship: UnitId) -> Temper {
        if self.forces.traits(ship).is_empty() {
            return Temper::EVEN;
        }
        let hunts = intents::hunts_carriers(&self.forces, ship);
        let now = intents::weights(&self.forces, ship);
        let mut quirks = self.forces.quirks(ship);
        if quirks.any(|quirk| quirk.instead.is_some()) {
            let weights = now.by_intent().into_iter();
            let all: i64 = weights.map(|(_, weight)| i64::from(weight)).sum();
            let draw = i64::from(self.chance_of_unit(ship)) % all.max(1);
            return Temper {
                holds: draw < i64::from(now.hold),
                hunts,
                ..Temper::EVEN
            };
        }
        let usual = self.forces.content.figures.intents.weights;
        let share = |now: i16, usual: i16| match usual {
            ..=0 => WHOLE,
            usual => in_percent(now, usual).min(MOST),
        };
        let retreat = share(now.retreat, usual.retreat);
        Temper {
            offense: share(now.attack, usual.attack),
            caution: retreat.clamp(SWAY.0, SWAY.1),
            retreat,
            guards: now.hold > usual.hold,
            hunts,
            ..Temper::EVEN
        }
    }
}
