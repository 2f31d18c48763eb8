//! Posture: whether the fleet goes out together or draws itself up at its carrier first.
//!
//! **Invariant:** follows from what the side has and knows now; nothing is kept from turn to turn.

use std::cmp::Reverse;

use crate::{
    battle::{
        dice::{Dice, Label, Roll},
        grid::TileId,
        unit::{Side, UnitId},
    },
    rules::fleet::{
        ai::{
            Mind, Own,
            picture::{Contact, WHOLE},
        },
        damage::{Blow, Guard},
        hangar,
        order::Action,
        queue,
        scenario::{Scenario, Time},
        stats,
        upkeep::PLAYER,
    },
};

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
        let carrier = self.contacts.iter().find(|contact| contact.is_carrier);
        let is_ready = self.readiness() >= self.needed(self.figures.ready_percent);
        let Some(carrier) = carrier.copied().or(self.presumed) else {
            (self.posture.sets_out, self.posture.goes_on) = (is_ready, true);
            return;
        };
        let out = self.ships.iter().map(|own| own.id);
        let mut ships: Vec<_> = out.filter(|&ship| !self.is_spent(ship)).collect();
        let least = self.needed(self.figures.siege_percent);
        // Who turns back under fire has nothing from it, so that it takes more than a lucky hit.
        let on = least * i64::from(self.ai().goes_on_percent) / WHOLE;
        self.posture.goes_on = self.would_take(&carrier, &ships, on);
        ships.extend(hangar::docked(&self.muster, self.side).filter(|&ship| self.is_fit(ship)));
        self.posture.sets_out = is_ready && self.would_take(&carrier, &ships, least);
    }

    /// Returns what is left of a demand: it falls each turn, so that nobody waits for ever.
    fn needed(&self, percent: u16) -> i64 {
        let fallen = i64::from(self.figures.resolve) * i64::from(self.muster.turn);
        i64::from(percent) * (WHOLE - fallen).max(0) / WHOLE
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
        let moves = match self.muster.options.sub_phases {
            1 => self.muster.moves(ship),
            _ => queue::usable(&self.muster, ship),
        };
        u32::from(moves).max(1)
    }

    /// Whether a ship is about to attack a carrier, so that damage is no reason to turn back.
    pub(super) fn is_charging(&self, ship: UnitId, from: TileId) -> bool {
        let mut carriers = self.contacts.iter().filter(|contact| contact.is_carrier);
        let reach = u32::from(self.muster.content.figures.carrier.reach) + self.pace_of(ship);
        self.posture.goes_on
            && carriers.any(|carrier| self.muster.distance(from, carrier.tile) <= reach)
    }

    /// Whether a hex is nearer to where the enemy is looked for than to the own carrier.
    pub(super) fn is_ahead(&self, tile: TileId) -> bool {
        let Some((_, home)) = self.home else {
            return true;
        };
        (self.front).is_some_and(|front| {
            self.muster.distance(tile, front) < self.muster.distance(tile, home)
        })
    }

    /// Whether time is against the side and so short that it has to go out with what there is: the last
    /// turn or an enemy's drive is near, or nothing has happened for half of the turns after which time
    /// is up.
    fn is_pressed_for_time(&self) -> bool {
        let scenario = Scenario::of(self.muster.mission);
        let soon = |left: u16| left <= self.ai().hurry_turns;
        let full = self.muster.content.figures.drive_turns;
        let mut drives = (0..)
            .map(Side)
            .zip(&scenario.fleets)
            .filter(|(side, fleet)| fleet.drive && self.muster.are_hostile(self.side, *side));
        let charge = |side| self.muster.progress().of(side).drive;
        let limit = self.muster.mission.turn_limit.filter(|_| self.has_to_win());
        limit.is_some_and(|limit| soon(limit.saturating_sub(self.muster.turn)))
            || self.has_to_win() && self.is_quiet()
            || drives.any(|(side, _)| soon(full.saturating_sub(charge(side))))
    }

    /// Whether the side loses when time is up.
    fn has_to_win(&self) -> bool {
        match Scenario::of(self.muster.mission).objectives.time {
            Time::Enemies => self.side == PLAYER && !self.muster.side(self.side).drive,
            // Of equal hulls the first side's is the less; others have it if they lost any.
            Time::MostHull => self.side == PLAYER || self.is_battered(),
        }
    }

    /// Returns the percent of its caution that the side drops since quiet turns will beat it, from half of
    /// them on: the fewer are left, the more. Hull that is saved is worth nothing then, unless it decides.
    fn boldness(&self) -> i64 {
        let turns = self.muster.content.figures.quiet.turns;
        let quiet = self.muster.progress().quiet;
        match self.has_to_win() && self.is_quiet() {
            true => i64::from(quiet) * WHOLE / i64::from(turns.max(1)),
            false => 0,
        }
    }

    /// Whether nothing has happened for half of the turns after which time is up.
    fn is_quiet(&self) -> bool {
        let turns = self.muster.content.figures.quiet.turns;
        turns > 0 && self.muster.progress().quiet.saturating_mul(2) >= turns
    }

    /// Whether any own ship or the carrier lost hull, or was destroyed.
    fn is_battered(&self) -> bool {
        let mut own = (self.muster.all()).filter(|vessel| vessel.side == self.side);
        own.any(|vessel| vessel.now.hull.now < vessel.now.hull.max)
    }

    /// Returns how much of their hull and shots the ships have that can be made fit, in percent; what is
    /// scarcer counts.
    fn readiness(&self) -> i64 {
        let (mut now, mut full) = (0, 0);
        for vessel in self.muster.all() {
            let is_there = vessel.tile.is_some() || vessel.docked;
            let Some(kind) = self.muster.ship_type(vessel.id) else {
                continue;
            };
            let lasts = kind.docks() || !self.is_spent(vessel.id);
            if vessel.side != self.side || !is_there || kind.ammo == 0 || !lasts {
                continue;
            }
            let hull = i64::from(vessel.now.hull.max);
            let whole = i64::from(vessel.now.hull.now) * WHOLE / hull.max(1);
            let loaded = i64::from(vessel.now.ammo) * WHOLE / i64::from(kind.ammo);
            now += hull * whole.min(loaded);
            full += hull;
        }
        if full == 0 { 0 } else { now / full }
    }

    /// Whether ships would destroy a carrier by what attacks do on average: each turn they attack it and
    /// it, and whoever is known to be about it, shoots at the sturdiest.
    fn would_take(&mut self, carrier: &Contact, ships: &[UnitId], least: i64) -> bool {
        let mut strikers: Vec<_> = ships
            .iter()
            .filter_map(|&ship| self.striker(ship, carrier))
            .collect();
        strikers.sort_by_key(|one| Reverse(one.hull * WHOLE / one.takes.max(1)));
        if least == 0 {
            return true;
        }
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
        let actions = &self.muster.content.figures.actions;
        let vessel = *self.muster.get(ship);
        let moves = self.pace_of(ship);
        // One that nobody has seen has to be found first.
        let unseen = u32::from(self.presumed.is_some());
        let blow = |mind: &mut Self, by, at, attack, defense, guard| {
            let blow = Blow::of(&mind.muster, by, at, attack, defense);
            i64::from(mind.book.odds(blow, guard).average)
        };
        self.muster.get_mut(ship).stance.action = Action::None;
        let attack = stats::attack_total(&self.muster, ship) + i32::from(actions.attack.attack);
        let defense = stats::defense_total(&self.muster, ship);
        self.muster.get_mut(ship).stance = vessel.stance;
        let deals = blow(
            self,
            ship,
            carrier.id,
            attack,
            carrier.defense,
            carrier.guard,
        );
        let guard = Guard::of(&self.muster, ship);
        let takes = match carrier.is_armed {
            true => blow(self, carrier.id, ship, carrier.attack, defense, guard),
            false => 0,
        };
        // It fires at nobody it does not detect; ships about it may do that for it.
        let range = match self.muster.options.blind_fire {
            true => carrier.range,
            false => carrier.range.min(carrier.detect + 1),
        };
        (vessel.now.ammo > 0 && deals > 0).then_some(Striker {
            hull: i64::from(vessel.now.hull.now) * WHOLE,
            ammo: vessel.now.ammo,
            deals,
            takes,
            nears: range.div_ceil(moves).saturating_sub(1) + unseen,
        })
    }

    /// Returns how many shots a turn are to be expected about a carrier, in percent of one: its own and
    /// those of ships known near it.
    fn guns_about(&self, carrier: &Contact) -> i64 {
        let within = u32::from(self.ai().rally_within);
        let near = self.contacts.iter().filter(|contact| {
            let far = self.muster.distance(contact.tile, carrier.tile);
            !contact.is_carrier && contact.is_armed && far <= within
        });
        let ships: i64 = near.map(|contact| contact.confidence).sum();
        let own = if carrier.is_armed { WHOLE } else { 0 };
        own + ships
    }

    /// Returns the side's hand in the choice between equals: one of many, drawn anew each turn.
    pub(super) fn draw_luck(seed: u64, side: Side, turn: u16) -> u32 {
        let stream = LUCK | u64::from(side.0) << 16 | u64::from(turn);
        Dice::seeded(seed, stream).die(Label::Ai, HANDS)
    }

    /// Returns what a ship draws this turn.
    pub(super) fn chance_of_unit(&self, ship: UnitId) -> u32 {
        (u32::from(ship.0) ^ self.luck).wrapping_mul(SPREAD) >> 8
    }

    /// Returns the place of a hex among equal ones.
    pub(super) fn chance_of(&self, tile: TileId) -> u32 {
        (tile.0 ^ self.luck).wrapping_mul(SPREAD).rotate_left(15)
    }
}

/// Streams of luck under a battle's seed, apart from that of its dice.
const LUCK: u64 = 0xF1EE_7000_0000_0000;
/// Hands there are.
const HANDS: u32 = 1 << 16;
/// Spreads neighbors far apart.
const SPREAD: u32 = 0x9E37_79B1;
