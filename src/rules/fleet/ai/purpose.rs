//! Purposes: what each ship is out for this turn.
//!
//! **Invariant:** a purpose follows from the picture, the ship and those before it, so that it can be told.

use std::cmp::Reverse;

use bevy::prelude::World;

use crate::battle::grid::TileId;
use crate::battle::unit::{Title, UnitId, part};
use crate::content::mode::AiMode;
use crate::rules::fleet::ai::{Contact, Mind, Own, WHOLE, percent_of};
use crate::rules::fleet::content::DryShips;
use crate::rules::fleet::damage::Guard;
use crate::rules::fleet::forces::{ADJACENT, Forces};
use crate::rules::fleet::order::Action;
use crate::rules::fleet::{hangar, stats};

/// What a ship is out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Stays where it is.
    Hold,
    /// Goes home to land, or keeps away from enemies.
    Withdraw,
    /// Leaves the battle over the edge of the board.
    Leave(TileId),
    /// Stands between the carrier and what may come, in the lane of an enemy if one is known.
    Guard(TileId, Option<UnitId>),
    /// Attacks a carrier.
    Strike(UnitId),
    /// Stays with a ship that strikes.
    Escort(UnitId),
    /// Attacks a ship.
    Attack(UnitId),
    /// Lends fire control to those that fight.
    Network,
    /// Looks at a hex.
    Search(TileId),
    /// Goes to where the enemy is looked for, together with the others.
    Advance(TileId),
    /// Keeps back with the others, since the odds are bad.
    Gather(TileId),
}

impl Purpose {
    /// Whether ships go out with it, all together.
    pub(super) fn goes_out(self) -> bool {
        matches!(self, Self::Advance(_) | Self::Strike(_) | Self::Escort(_))
    }
}

impl Mind<'_> {
    /// Gives every ship its purpose.
    pub(super) fn assign(&mut self) {
        let mut searched = Vec::new();
        let scout = self.scout();
        for index in 0..self.ships.len() {
            let purpose = self.purpose_of(index, scout, &mut searched);
            self.ships[index].purpose = purpose;
        }
        self.give_escorts();
        self.set_pace();
        // Those of the network stay at it until their own turn comes, so that others can count on it.
        for index in 0..self.ships.len() {
            let id = self.ships[index].id;
            if self.forces.lends(id) {
                self.forces[id].stance.action = Action::Defend;
            }
        }
    }

    fn purpose_of(
        &mut self,
        index: usize,
        scout: Option<UnitId>,
        searched: &mut Vec<TileId>,
    ) -> Purpose {
        let own = self.ships[index];
        let leaves = self.forces.options.dry_ships == DryShips::LeaveByEdge;
        if leaves && hangar::is_dry_for_good(&self.forces, own.id) {
            let is_open = |tile| tile == own.start || self.forces.can_enter(own.id, tile);
            return Purpose::Leave(hangar::nearest_edge(&self.forces, own.start, is_open));
        }
        if self.mode == AiMode::Hold || own.temper.holds {
            return Purpose::Hold;
        }
        let is_spent = match self.is_charging(own.id, own.start) {
            true => self.forces[own.id].now.ammo == 0,
            false => self.is_spent(own.id) || self.needs_refit(&own),
        };
        if self.mode == AiMode::Retreat || is_spent {
            return Purpose::Withdraw;
        }
        let is_guard = own.temper.guards && self.home.is_some()
            || !(self.figures.roams && self.sees_far(own.id))
                && self.guards_wanted() > self.guards_before(index);
        let stays = is_guard || !self.goes_out(&own);
        if let Some(contact) = self.prey(&own, stays) {
            return self.purpose_against(&own, self.contacts[contact], is_guard);
        }
        if is_guard || !self.figures.roams {
            return self.guard();
        }
        if self.gathers() || stays {
            return Purpose::Gather(self.rally());
        }
        let is_scout = scout == Some(own.id) || self.mode == AiMode::Search;
        if is_scout
            && !self.forces.lends(own.id)
            && let Some(tile) = self.stalest(own.start, searched)
        {
            searched.push(tile);
            return Purpose::Search(tile);
        }
        // Those of the network go along: they see farther than most.
        self.front.map_or_else(|| self.guard(), Purpose::Advance)
    }

    /// Returns what a ship that has an enemy to attack is out for: the attack, if the odds are good.
    fn purpose_against(&mut self, own: &Own, contact: Contact, is_guard: bool) -> Purpose {
        let odds = self.figures.odds_percent * WHOLE / own.temper.offense.max(1);
        // Whom quiet turns will beat waits for nobody, or it would come and go until they do.
        let is_bold = self.posture.boldness > 0 || self.is_beside(own, &contact);
        match is_bold || self.superiority(contact.tile) >= odds {
            _ if self.forces.lends(own.id) && self.has_others(own.id) => Purpose::Network,
            true if contact.is_carrier => Purpose::Strike(contact.id),
            true => Purpose::Attack(contact.id),
            false if is_guard => self.guard(),
            false => Purpose::Gather(self.rally()),
        }
    }

    /// Whether any other ship fights that one of the network could serve; alone it fights itself.
    fn has_others(&self, lender: UnitId) -> bool {
        let mut others = self.others(lender);
        others.any(|own| !self.forces.lends(own.id) && self.forces[own.id].now.ammo > 0)
    }

    /// Whether ships still gather at the carrier, where its guns and those of the network help them
    /// against whoever comes at once.
    fn gathers(&self) -> bool {
        self.forces.turn <= self.figures.gather_turns && self.home.is_some()
    }

    /// Returns how many ships stay as guards.
    fn guards_wanted(&self) -> usize {
        let most = self.ships.len() / self.figures.guard_one_in.max(1);
        most.min(self.figures.guards)
    }

    /// Counts the guards among the ships before one.
    fn guards_before(&self, index: usize) -> usize {
        let before = self.ships[..index].iter();
        let is_guard = |purpose| matches!(purpose, Purpose::Guard(..));
        before.filter(|own| is_guard(own.purpose)).count()
    }

    /// Whether a ship is dry, unarmed, or as badly hurt as its mode withdraws from.
    pub(super) fn is_spent(&self, ship: UnitId) -> bool {
        let (hull, ammo) = self.fitness(ship);
        let retreat = || percent_of(self.temper(ship).retreat, self.figures.retreat_percent);
        ammo == 0
            || hull < WHOLE && self.home.is_some() && self.forces.docks(ship) && hull <= retreat()
    }

    /// Whether a ship that is not quite fit has the time to be repaired and rearmed: no enemy ship is
    /// known about it or the carrier.
    fn needs_refit(&self, own: &Own) -> bool {
        let may = self.forces.docks(own.id) && !own.is_launched && own.temper.retreat > 0;
        let Some(home) = self.home().filter(|_| may) else {
            return false;
        };
        let is_near = |tile| self.has_ship_within(tile, self.ai().refit_within);
        // So near to the enemy it is too late to turn back.
        let is_far = self.is_ahead(own.start) && self.posture.goes_on;
        let (hull, ammo) = self.fitness(own.id);
        let least = match self.posture.sets_out {
            true => self.ai().refit_percent,
            false => WHOLE,
        };
        hull.min(ammo) < least && !is_far && !is_near(own.start) && !is_near(home)
    }

    /// Returns the ship that goes ahead to look: the one with the best eyes, of equal ones the fastest,
    /// if any sees far enough.
    fn scout(&self) -> Option<UnitId> {
        let able = self.ships.iter().filter(|own| {
            !self.forces.lends(own.id) && self.sees_far(own.id) && !self.is_spent(own.id)
        });
        let best = able.max_by_key(|own| (self.forces.detect(own.id), Reverse(own.rank)));
        best.map(|own| own.id)
    }

    /// Whether a ship is beside an enemy carrier: it has come to strike it, and turning away costs as much.
    fn is_beside(&self, own: &Own, contact: &Contact) -> bool {
        contact.is_carrier && self.distance(own.start, contact.tile) == ADJACENT
    }

    /// Returns the known enemy a ship has most from attacking: by the forecast, by how near it is, and
    /// more so one that is near the carrier; those that stay look at these alone, and at whoever comes
    /// within their reach.
    fn prey(&mut self, own: &Own, stays: bool) -> Option<usize> {
        let (ship, from) = (own.id, own.start);
        let mut best: Option<(i64, usize)> = None;
        let reach = u32::from(self.forces.weapon(ship).range + self.forces.moves(ship));
        let (attack, _) = stats::totals(&self.forces, ship);
        for index in 0..self.contacts.len() {
            let contact = self.contacts[index];
            if own.temper.hunts && !contact.is_carrier {
                continue;
            }
            let is_threat = self.is_threat(&contact);
            let is_close = self.distance(from, contact.tile) <= reach;
            let is_close = is_close && !contact.is_carrier && contact.is_armed
                || self.is_beside(own, &contact);
            if (stays || self.gathers() || !self.figures.roams) && !is_threat && !is_close {
                continue;
            }
            let points = self.appeal(own, attack, &contact, is_threat);
            if points > 0 && best.is_none_or(|(most, _)| points > most) {
                best = Some((points, index));
            }
        }
        best.map(|(_, index)| index)
    }

    /// Whether an enemy is so near the carrier that it may attack that soon.
    pub(super) fn is_threat(&self, contact: &Contact) -> bool {
        let is_near = |home| self.distance(home, contact.tile) <= self.figures.guard_within;
        contact.is_armed && self.home().is_some_and(is_near)
    }

    fn appeal(&mut self, own: &Own, attack: i32, contact: &Contact, is_threat: bool) -> i64 {
        let odds = self.odds_at(contact, own.id, attack);
        let ai = self.ai();
        let weight = match contact.is_carrier {
            true => ai.carrier_damage,
            false => ai.damage,
        };
        let mut worth = percent_of(odds.average, weight);
        if is_threat {
            worth += percent_of(worth, self.figures.screen);
        }
        let far = i64::from(self.distance(own.start, contact.tile));
        worth * contact.confidence / (far + ai.near_hexes)
    }

    /// Compares what own ships near a hex and known enemies near it could do to each other, in percent:
    /// damage by the forecast times hull, on both sides.
    fn superiority(&mut self, center: TileId) -> i64 {
        let within = self.ai().rally_within;
        let near = self.contacts.iter().copied();
        let near = near.filter(|contact| self.distance(contact.tile, center) <= within);
        let near: Vec<_> = near.collect();
        // Against a carrier all come together first.
        let is_strike = near.iter().all(|contact| contact.is_carrier);
        let is_about = |own: &&Own| is_strike || self.distance(own.start, center) <= within + 1;
        let own = self.ships.iter().filter(is_about).map(|own| own.id);
        let own: Vec<_> = own.filter(|&id| !self.is_spent(id)).collect();
        let (Some(face), Some(&own_face)) = (near.first(), own.first()) else {
            return WHOLE;
        };
        let (mut ours, mut hull) = (0, 0);
        for &ship in &own {
            let (attack, _) = stats::totals(&self.forces, ship);
            ours += i64::from(self.odds_at(face, ship, attack).average);
            hull += i64::from(self.forces[ship].now.hull.now);
        }
        let (mut theirs, mut hostile) = (0, 0);
        let (_, defense) = stats::totals(&self.forces, own_face);
        let guard = Guard::of(&self.forces, own_face);
        for contact in near.iter().filter(|contact| contact.is_armed) {
            let odds = self.odds_by(contact, own_face, defense, guard);
            theirs += percent_of(odds.average, contact.confidence);
            hostile += percent_of(contact.guard.hull, contact.confidence);
        }
        match theirs * hostile {
            0 => i64::MAX,
            other => ours * hull * WHOLE / other,
        }
    }

    /// Returns the post of a guard: in the lane between the carrier and the nearest enemy that is known,
    /// else towards where the enemy is looked for; beside the posts of others.
    fn guard(&self) -> Purpose {
        let Some(home) = self.home() else {
            return Purpose::Hold;
        };
        let armed = self.contacts.iter().filter(|contact| contact.is_armed);
        let nearest = armed.min_by_key(|one| (self.distance(home, one.tile), one.id));
        let towards = nearest.map(|contact| contact.tile).or(self.front);
        let within = self.ai().screen_within;
        let far = |tile: TileId| towards.map_or(0, |goal| self.distance(tile, goal));
        let is_taken = |tile| {
            let mut ships = self.ships.iter();
            ships.any(|own| matches!(own.purpose, Purpose::Guard(post, _) if post == tile))
        };
        let around =
            self.forces.grid.tiles().filter(|&tile| {
                (1..=within).contains(&self.distance(home, tile)) && !is_taken(tile)
            });
        let post = around.min_by_key(|&tile| {
            let detour = far(tile) + self.distance(home, tile);
            (detour, far(tile), self.chance_of(tile))
        });
        Purpose::Guard(post.unwrap_or(home), nearest.map(|contact| contact.id))
    }

    /// Returns where ships gather: at the carrier, without one in the middle of the others.
    fn rally(&self) -> TileId {
        let starts = || self.ships.iter().map(|own| own.start);
        let far = |tile: TileId| {
            let all: u32 = starts().map(|start| self.distance(start, tile)).sum();
            (all, self.chance_of(tile))
        };
        let middle = || starts().min_by_key(|&tile| far(tile));
        self.home().or_else(middle).unwrap_or_default()
    }

    /// Gives each heavy ship that strikes the nearest light one as its escort.
    fn give_escorts(&mut self) {
        let strikes = |own: &Own| matches!(own.purpose, Purpose::Strike(_));
        let heavy = self.ai().striker_attack;
        let is_heavy = |forces: &Forces, own: &Own| {
            forces.ship_type(own.id).map_or(0, |kind| kind.attack) >= heavy
        };
        for index in 0..self.ships.len() {
            let striker = self.ships[index];
            if !strikes(&striker) || !is_heavy(&self.forces, &striker) {
                continue;
            }
            let ships = self.ships.iter().enumerate();
            let light = ships.filter(|(_, own)| strikes(own) && !is_heavy(&self.forces, own));
            let nearest =
                light.min_by_key(|(at, own)| (self.distance(own.start, striker.start), *at));
            if let Some((at, _)) = nearest {
                self.ships[at].purpose = Purpose::Escort(striker.id);
            }
        }
    }

    /// Returns the turns a ship takes from one hex to another, on the straight way.
    pub(super) fn turns_to(&self, ship: UnitId, from: TileId, to: TileId) -> u32 {
        self.distance(from, to).div_ceil(self.pace_of(ship))
    }

    /// Sets how far ahead of the others a ship may go, in turns, so that all arrive together: most of
    /// them, docked ones that will follow included, are not to be left behind.
    fn set_pace(&mut self) {
        let Some(front) = self.front else { return };
        let out = self.ships.iter().filter(|own| own.purpose.goes_out());
        let out = out.map(|own| (own.id, own.start));
        let docked = (self.home().into_iter())
            .flat_map(|home| self.fit_docked().map(move |ship| (ship, home)));
        let ways = out.chain(docked);
        let mut far: Vec<_> = (ways.map(|(ship, from)| self.turns_to(ship, from, front))).collect();
        far.sort_unstable_by_key(|&far| Reverse(far));
        let share = far.len() * self.ai().pace_percent / 100;
        let behind = far.get(share.min(far.len().saturating_sub(1)));
        self.pace = behind.map_or(0, |far| far.saturating_sub(self.figures.lead));
    }

    /// Returns where a purpose leads, and how near is near enough.
    pub(super) fn goal(&self, own: UnitId, purpose: Purpose) -> Option<(TileId, u32)> {
        let reach = match self.forces.options.single_occupancy {
            true => u32::from(self.forces.weapon(own).range),
            false => 0,
        };
        let contact = |id| self.contacts.iter().find(|contact| contact.id == id);
        match purpose {
            Purpose::Hold | Purpose::Network => None,
            Purpose::Withdraw => {
                let is_served = self.forces.docks(own) || self.forces.options.rearm_beside;
                Some((self.home()?, if is_served { 1 } else { 2 }))
            }
            Purpose::Leave(tile) | Purpose::Guard(tile, _) | Purpose::Search(tile) => {
                Some((tile, 0))
            }
            Purpose::Strike(id) => {
                Some((contact(id)?.tile, self.forces.content.figures.carrier.reach))
            }
            Purpose::Attack(id) => {
                let contact = contact(id)?;
                // One that is out of sight has to be found again.
                let within = if contact.is_seen { reach } else { reach.min(1) };
                Some((contact.tile, within))
            }
            Purpose::Escort(id) => Some((self.forces[id].tile?, 1)),
            Purpose::Advance(tile) => Some((tile, 1)),
            Purpose::Gather(tile) => Some((tile, self.ai().screen_within)),
        }
    }

    /// Says a purpose in words.
    pub(super) fn purpose_in_words(&self, world: &World, purpose: Purpose) -> String {
        let name = |id: UnitId| part::<Title>(world, id).0.as_str();
        match purpose {
            Purpose::Hold => "hold".into(),
            Purpose::Withdraw => "withdraw".into(),
            Purpose::Leave(_) => "leave the battle".into(),
            Purpose::Guard(_, None) => "screen the carrier".into(),
            Purpose::Guard(_, Some(id)) => format!("block the path of {}", name(id)),
            Purpose::Strike(id) => format!("strike {}", name(id)),
            Purpose::Escort(id) => format!("escort {}", name(id)),
            Purpose::Attack(id) => format!("attack {}", name(id)),
            Purpose::Network => "lend fire control".into(),
            Purpose::Search(_) => "search".into(),
            Purpose::Advance(_) => "advance together".into(),
            Purpose::Gather(_) => "gather".into(),
        }
    }
}
