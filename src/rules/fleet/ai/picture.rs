//! The picture: which enemies are known, how sure that is, and where others may be.
//!
//! **Invariant:** of enemies out of sight nothing counts but their type and where they were seen last;
//! they are taken to be fresh.

use std::cmp::Reverse;

use crate::battle::grid::TileId;
use crate::battle::unit::{Health, UnitId};
use crate::rules::fleet::ai::{Mind, WHOLE, percent_of};
use crate::rules::fleet::craft::Class;
use crate::rules::fleet::damage::Guard;
use crate::rules::fleet::forces::Condition;
use crate::rules::fleet::order::Action;
use crate::rules::fleet::{siege, stats};

/// An enemy that is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact {
    pub(super) id: UnitId,
    /// Its place among the known ones; the presumed one comes after them.
    pub(super) number: usize,
    /// Where it is, or was seen last.
    pub(super) tile: TileId,
    pub(super) is_seen: bool,
    /// How sure it is to be about there, in percent.
    pub(super) confidence: i64,
    /// How likely it is to be found there in a fight, in percent.
    pub(super) chance: i64,
    pub(super) is_carrier: bool,
    /// Whether it can hurt anybody.
    pub(super) is_armed: bool,
    pub(super) moves: u32,
    pub(super) range: u32,
    /// Detection range, hexes.
    pub(super) detect: u32,
    /// Effective ATK when it attacks.
    pub(super) attack: i32,
    /// Effective DEF when it does not defend.
    pub(super) defense: i32,
    pub(super) guard: Guard,
    /// Hundredths of hull that planned attacks are expected to take from it.
    pub(super) aimed: u32,
    /// Attackers it shoots down as point defense, less those that are planned.
    pub(super) point_defense: u8,
    /// Most hull of them.
    pub(super) point_defense_hull: u16,
}

impl Mind<'_> {
    /// Takes up what the side knows of enemies.
    pub(super) fn look(&mut self) {
        let ids: Vec<_> = (self.forces.all())
            .filter(|vessel| self.forces.are_hostile(self.side, vessel.side))
            .map(|vessel| vessel.id)
            .collect();
        for id in ids {
            let Some(sighting) = self.known.sightings[id.index()] else {
                continue;
            };
            let is_seen = self.known.sees_unit(id);
            // What was seen as the last turn resolved is as fresh as can be.
            let age = self.forces.turn.saturating_sub(sighting.turn + 1);
            let confidence = if is_seen {
                WHOLE
            } else {
                self.confidence(id, age)
            };
            if confidence > 0 {
                let contact = self.contact(id, sighting.tile, is_seen, confidence);
                self.contacts.push(contact);
            }
        }
        self.front = self.front();
        self.presumed = self.presume();
        self.survey();
    }

    /// Measures how far every hex is from every contact.
    fn survey(&mut self) {
        let distances = &mut self.memory.distances;
        distances.turn_to(self.forces.grid);
        for contact in self.contacts.iter().chain(&self.presumed) {
            let from_all = distances.straight(contact.tile);
            self.distances.extend_from_slice(from_all);
        }
    }

    /// Returns the distance of a hex from a contact.
    pub(super) fn far(&self, tile: TileId, contact: &Contact) -> u32 {
        u32::from(self.distances[contact.number * self.forces.grid.len() + tile.index()])
    }

    /// Presumes a carrier like the own one where the enemy is looked for, as long as none is known.
    fn presume(&mut self) -> Option<Contact> {
        let (home, _) = self.home?;
        if self.carrier_known().is_some() {
            return None;
        }
        let confidence = self.ai().presume_percent;
        let presumed = self.contact(home, self.front?, true, confidence);
        self.forces[home].stance.action = Action::None;
        Some(presumed)
    }

    /// Returns how sure it is that an enemy is still about where it was seen so many turns ago.
    fn confidence(&self, id: UnitId, age: u16) -> i64 {
        let fade = match self.forces.is_carrier(id) {
            true => self.ai().fade_carrier,
            false => self.ai().fade,
        };
        (WHOLE - i64::from(age) * fade).max(0)
    }

    fn contact(&mut self, id: UnitId, tile: TileId, is_seen: bool, confidence: i64) -> Contact {
        if !is_seen {
            self.forces[id].now = self.fresh(id);
        }
        // Whoever can shoot is taken to attack; who would defend cannot be known.
        self.forces[id].stance.action = Action::Attack;
        let forces = &self.forces;
        let vessel = &forces[id];
        let (attack, defense) = stats::totals(forces, id);
        let kind = forces.carrier_kind(id);
        let (range, moves) = match kind {
            Some(_) => (forces.content.figures.carrier.range, 0),
            None => (forces.weapon(id).range.into(), forces.moves(id)),
        };
        Contact {
            id,
            number: self.contacts.len(),
            tile,
            is_seen,
            confidence,
            chance: match is_seen || kind.is_some() {
                true => confidence,
                false => percent_of(confidence, self.ai().unseen_percent),
            },
            is_carrier: kind.is_some(),
            is_armed: match kind {
                Some(kind) => kind.attack > 0,
                None => vessel.now.ammo > 0,
            },
            moves: u32::from(moves),
            range,
            detect: forces.detect(id),
            attack,
            defense,
            guard: Guard::of(forces, id),
            aimed: 0,
            point_defense: kind.map_or(0, |kind| kind.point_defense),
            point_defense_hull: siege::point_defense_hull(forces, id),
        }
    }

    /// Returns the condition of a fresh ship or carrier of the type of an enemy.
    fn fresh(&self, id: UnitId) -> Condition {
        let content = self.forces.content;
        let (hull, ammo) = match self.forces[id].class {
            Class::Ship(ship) => (content.ship(ship).hull, content.ship(ship).ammo),
            Class::Carrier(carrier) => (content.carrier(carrier).hull, 0),
        };
        Condition {
            hull: Health {
                now: hull,
                max: hull,
            },
            ammo,
            morale: content.figures.morale.start,
            ..Condition::default()
        }
    }

    /// Returns the known enemy that is nearest to a hex, by distance and id.
    pub(super) fn nearest(&self, from: TileId) -> Option<(u32, &Contact)> {
        let known = self.contacts.iter();
        let known = known.map(|contact| (self.distance(from, contact.tile), contact));
        known.min_by_key(|(distance, contact)| (*distance, contact.id))
    }

    /// Returns where the enemy is looked for: its carrier, else what is known of it, else the other side
    /// of the board as long as that was not seen empty.
    fn front(&self) -> Option<TileId> {
        let known = || Some(self.nearest(self.home()?)?.1.tile);
        let unseen = || {
            let beyond = self.beyond()?;
            match self.unseen_for(beyond) > self.ai().stale {
                true => Some(beyond),
                false => self.stalest(beyond, &[]),
            }
        };
        let carrier = self.carrier_known().map(|contact| contact.tile);
        carrier
            .or_else(|| self.lair())
            .or_else(known)
            .or_else(unseen)
    }

    /// Returns the hex that lies opposite the carrier, or the middle of the board without one.
    fn beyond(&self) -> Option<TileId> {
        let grid = self.forces.grid;
        let (right, bottom) = (i32::from(grid.width) - 1, i32::from(grid.height) - 1);
        match self.home() {
            Some(home) => {
                let (column, row) = grid.to_offset(home);
                grid.from_offset(right - column, bottom - row)
            }
            None => grid.from_offset(right / 2, bottom / 2),
        }
    }

    /// Lists the hexes in which the side was hit lately by enemies it did not see.
    pub(super) fn ambushes(&self) -> impl Iterator<Item = TileId> + '_ {
        let memory = self.ai().memory;
        let all = self.forces.progress().of(self.side).ambushes.0.iter();
        let recent = all.filter(move |one| self.forces.turn.saturating_sub(one.turn) <= memory);
        recent.map(|one| one.tile)
    }

    /// Returns where a carrier most likely is that shot at the side unseen: within its range of most of
    /// the hexes where that was, out of sight, and then nearest to where the enemy comes from.
    fn lair(&self) -> Option<TileId> {
        self.home?;
        let hit: Vec<_> = self.ambushes().collect();
        if hit.is_empty() {
            return None;
        }
        let range = self.forces.content.figures.carrier.range;
        let beyond = self.beyond()?;
        let hidden = (self.forces.grid.tiles()).filter(|&tile| !self.known.sees(tile));
        let likely = hidden.filter_map(|tile| {
            let near = hit.iter().filter(|&&at| self.distance(at, tile) <= range);
            let count = near.count();
            let far = || self.distance(tile, beyond);
            (count > 0).then(|| (Reverse(count), far(), self.chance_of(tile), tile))
        });
        likely.min().map(|(.., tile)| tile)
    }

    /// Returns for how many turns a hex has been out of sight: space out of sight grows unknown again.
    pub(super) fn unseen_for(&self, tile: TileId) -> u16 {
        match self.known.sees(tile) {
            true => 0,
            // A hex never seen went out of sight before the first turn.
            false => self.forces.turn.saturating_sub(self.known.left_sight(tile)) + 1,
        }
    }

    /// Returns the hex most worth looking at from another: long out of sight, not far, apart from those
    /// others look at.
    pub(super) fn stalest(&self, from: TileId, others: &[TileId]) -> Option<TileId> {
        let ai = self.ai();
        let is_apart = |other, tile| self.distance(tile, other) >= ai.search_apart;
        let open = (self.forces.grid.tiles())
            .filter(|&tile| others.iter().all(|&other| is_apart(other, tile)));
        let worth = |tile: TileId| {
            let stale = i64::from(self.unseen_for(tile).min(ai.search_memory));
            stale * ai.search_stale - i64::from(self.distance(tile, from)) * ai.search_near
        };
        let best = open.filter(|&tile| self.unseen_for(tile) > 0);
        best.max_by_key(|&tile| (worth(tile), self.chance_of(tile), tile))
    }
}
