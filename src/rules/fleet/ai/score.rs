//! What a candidate is worth: harm done and suffered, the way, the network, lanes, hazards.
//!
//! **Invariant:** all weights come from content.

use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::rules::fleet::ai::candidates::Candidate;
use crate::rules::fleet::ai::purpose::Purpose;
use crate::rules::fleet::ai::spots::Spot;
use crate::rules::fleet::ai::{Contact, Mind, WHOLE, percent_of};
use crate::rules::fleet::damage::Guard;
use crate::rules::fleet::fight::Arc;
use crate::rules::fleet::forces::ADJACENT;
use crate::rules::fleet::order::Action;
use crate::rules::fleet::stats;

/// What holds for all candidates of a ship.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// The goal, and how near is near enough.
    goal: Option<(TileId, u32)>,
    /// Distance of each contact to the nearest other own ship.
    pub(super) nearest: Vec<u32>,
    /// Whether each contact is detected by another own unit.
    pub(super) spotted: Vec<bool>,
    /// Hexes in which the ship itself detects others.
    pub(super) detect: u32,
    /// Whether the ship keeps with the others.
    has_pace: bool,
    /// Whether it goes for the enemy's carrier by now.
    presses: bool,
    /// Hexes by which it may be ahead of them all the same, since it sees far.
    ahead: u32,
    is_spent: bool,
    /// Whether it has somewhere to go, and nobody to wait for.
    is_under_way: bool,
    /// Whether it is in the way of others that are launched next.
    makes_way: bool,
    /// What protects it.
    pub(super) guard: Guard,
    /// What its weapon can hit.
    pub(super) arc: Arc,
    /// Whether its attacks splash.
    pub(super) has_torpedoes: bool,
}

/// What holds for all candidates on a spot.
#[derive(Clone, Copy, Debug)]
pub(super) struct OnSpot {
    pub(super) ship: UnitId,
    pub(super) spot: Spot,
    /// Effective ATK and DEF without an action.
    pub(super) attack: i32,
    pub(super) defense: i32,
    /// Whether a known enemy may attack there.
    pub(super) is_threatened: bool,
    /// Whether a known enemy can detect it there.
    pub(super) is_spotted: bool,
}

impl Mind<'_> {
    /// Works out what holds for all candidates of a ship.
    pub(super) fn set_scope(&mut self, index: usize) {
        let own = self.ships[index];
        let Scope {
            mut nearest,
            mut spotted,
            ..
        } = std::mem::take(&mut self.scope);
        nearest.clear();
        nearest.extend(self.expected().map(|contact| {
            let tiles = self.others(own.id).filter_map(|other| self.tile_of(other));
            let far = tiles.map(|tile| self.far(tile, contact));
            far.min().unwrap_or(u32::MAX)
        }));
        spotted.clear();
        spotted.extend(self.contacts.iter().map(|contact| {
            let mut others = self.forces.of_side(self.side);
            others.any(|other| {
                let is_in_sight = |tile| self.far(tile, contact) <= self.forces.detect(other.id);
                other.id != own.id && other.tile.is_some_and(is_in_sight)
            })
        }));
        let goal = match own.purpose {
            Purpose::Network => self.served(own.id),
            purpose => self.goal(own.id, purpose),
        };
        let goes = own.purpose.goes_out() || own.purpose == Purpose::Network;
        let is_near = self.pace <= self.ai().charge_within;
        if let Some((goal, _)) = goal {
            self.memory.distances.measure(self.ground, goal);
        }
        self.scope = Scope {
            goal,
            nearest,
            spotted,
            detect: self.forces.detect(own.id),
            // Nobody waits once all are near enough, nor for ever for those that cannot come.
            has_pace: goes && !is_near && !self.forces.turn.is_multiple_of(self.ai().patience),
            presses: goes && is_near,
            ahead: match self.sees_far(own.id) {
                true => self.ai().picket,
                false => 0,
            },
            is_spent: self.is_spent(own.id),
            is_under_way: matches!(
                own.purpose,
                Purpose::Withdraw | Purpose::Leave(_) | Purpose::Search(_) | Purpose::Strike(_)
            ),
            makes_way: own.purpose != Purpose::Withdraw && self.has_more(),
            guard: Guard::of(&self.forces, own.id),
            arc: Arc::of(&self.forces, own.id),
            has_torpedoes: self.forces.has_torpedoes(own.id),
        };
    }

    /// Whether a ship sees farther than most.
    pub(super) fn sees_far(&self, ship: UnitId) -> bool {
        self.forces.detect(ship) >= self.ai().scout_detect
    }

    /// Returns the nearest own ship that fights or means to, for a ship of the network to be beside; if
    /// there is none, where the enemy is looked for or the carrier.
    fn served(&self, lender: UnitId) -> Option<(TileId, u32)> {
        let from = self.forces[lender].tile?;
        let fights = self
            .others(lender)
            .filter(|own| !self.forces.lends(own.id) && own.purpose != Purpose::Withdraw);
        let tiles = fights.filter_map(|own| self.tile_of(own));
        let nearest = tiles.min_by_key(|&tile| (self.distance(from, tile), self.chance_of(tile)));
        let otherwise = match self.figures.roams {
            true if self.posture.sets_out => self.front,
            _ => self.home(),
        };
        nearest.or(otherwise).map(|tile| (tile, ADJACENT))
    }

    /// Gives candidates of a ship on a spot their points.
    pub(super) fn weigh(&mut self, index: usize, spot: usize, candidates: &mut [Candidate]) {
        let place = self.place_on(index, spot);
        let base = self.position(index, &place);
        // Most candidates on a spot act alike.
        let mut suffering = None;
        for candidate in candidates {
            if candidate.lands {
                candidate.points = self.landing(index) + base;
                continue;
            }
            let (offense, aim) = self.offense(&place, candidate);
            candidate.aim = aim;
            let action = candidate.stance.action;
            let suffered = match suffering {
                _ if !place.is_threatened => 0,
                Some((same, known)) if same == action => known,
                _ => self.suffering(&place, action),
            };
            suffering = Some((action, suffered));
            let temper = self.ships[index].temper;
            let caution = percent_of(temper.caution, WHOLE - self.posture.boldness);
            candidate.points = base
                + percent_of(percent_of(offense, temper.offense), self.figures.offense)
                - percent_of(percent_of(suffered, caution), self.figures.caution)
                + self.lane(&place, candidate)
                + self.network(&place, candidate);
        }
    }

    /// Puts a ship on a spot to see what it is worth there, and back again.
    fn place_on(&mut self, index: usize, spot: usize) -> OnSpot {
        let own = self.ships[index];
        let spot = self.spots[spot];
        let is_near = |one: &Contact| self.far(spot.tile, one) <= one.range + one.moves + 1;
        let is_threatened = self.expected().any(is_near);
        let mut place = OnSpot {
            ship: own.id,
            spot,
            attack: 0,
            defense: 0,
            is_threatened,
            is_spotted: self.forces.options.blind_fire || self.is_spotted(spot.tile),
        };
        if is_threatened || self.is_shaken {
            let before = self.forces[own.id];
            let vessel = &mut self.forces[own.id];
            (vessel.tile, vessel.stance.action) = (Some(spot.tile), Action::None);
            (place.attack, place.defense) = stats::totals(&self.forces, own.id);
            self.forces[own.id] = before;
        }
        place
    }

    /// Whether a known enemy, or the one presumed, can detect a hex this turn.
    fn is_spotted(&self, tile: TileId) -> bool {
        let mut known = self.expected();
        known.any(|contact| self.far(tile, contact) <= contact.detect + contact.moves)
    }

    /// Returns the points of being on a spot, whatever the ship does there.
    fn position(&self, index: usize, place: &OnSpot) -> i64 {
        let (ai, tile, own) = (self.ai(), place.spot.tile, self.ships[index]);
        let damage = self.forces.hazard_at(tile).damage;
        let is_lost = damage > 0 && self.forces[own.id].now.hull.now <= damage;
        let is_in_the_way = self.scope.makes_way && self.forces.are_beside(Some(tile), self.home());
        let is_stuck = self.is_dead_end(&place.spot) && !matches!(own.purpose, Purpose::Leave(_));
        let mut points = self.progress(place)
            - i64::from(is_in_the_way) * ai.way
            - i64::from(is_stuck) * ai.dead_end
            - i64::from(damage) * ai.mines
            - i64::from(is_lost) * ai.lose * WHOLE;
        if let (true, Some(front)) = (self.scope.has_pace, self.front) {
            let far = self.turns_to(own.id, tile, front);
            // Who is ahead waits, but does not turn back.
            let start = self.turns_to(own.id, own.start, front);
            let ahead = self.pace.saturating_sub(self.scope.ahead).min(start);
            points -= i64::from(ahead.saturating_sub(far)) * ai.pace;
        }
        if own.purpose == Purpose::Withdraw && self.home.is_none() {
            let away = self.nearest(tile).map_or(0, |(far, _)| far);
            points += i64::from(away.min(self.figures.guard_within)) * self.closing();
        }
        if place.is_threatened {
            points += self.support(own.id, tile) * ai.support;
            points -= i64::from(self.is_aside(place)) * ai.facing;
        }
        points
    }

    /// Returns the points for how far a spot is from the goal, if there is one.
    fn progress(&self, place: &OnSpot) -> i64 {
        let Some((goal, within)) = self.scope.goal else {
            return 0;
        };
        let (
            Spot {
                tile,
                facing,
                steps,
                ..
            },
            closing,
        ) = (place.spot, self.closing());
        let far = self.memory.distances.steps(self.ground, goal, tile);
        let far = far.saturating_sub(within);
        let mut points = -i64::from(far) * closing;
        if far > 0 && self.forces.has_queue() {
            // Who faces away has a long turn before it.
            let heading = self.forces.grid.direction_towards(tile, goal);
            points -= i64::from(facing.turns_to(heading)) * self.ai().turning;
            if self.scope.is_under_way && steps == 0 && !place.is_threatened {
                // The way about may begin in the wrong direction; to stay leads nowhere.
                points -= closing * 2;
            }
        }
        points
    }

    /// Returns the points for each hex nearer to the goal.
    fn closing(&self) -> i64 {
        let ai = self.ai();
        let closing = percent_of(ai.closing, self.figures.closing);
        // The longer it takes, the less there is to wait for.
        let haste = ai.haste * i64::from(self.forces.turn);
        match self.scope.presses {
            true => percent_of(closing, ai.press + haste),
            false => closing,
        }
    }

    /// Counts the own ships about a hex.
    fn support(&self, ship: UnitId, tile: TileId) -> i64 {
        let ai = self.ai();
        let tiles = self.others(ship).filter_map(|own| self.tile_of(own));
        let near = tiles.filter(|&at| self.distance(at, tile) <= ai.support_within);
        near.count().min(ai.support_most) as i64
    }

    /// Whether the nearest enemy is outside the arc of the ship's weapon.
    fn is_aside(&self, place: &OnSpot) -> bool {
        let Spot { tile, facing, .. } = place.spot;
        let arc = self.scope.arc;
        let known = self.contacts.iter();
        let nearest = known.min_by_key(|contact| (self.far(tile, contact), contact.id));
        nearest.is_some_and(|contact| {
            self.far(tile, contact) <= arc.range
                && !arc.faces(&self.forces.grid, tile, facing, contact.tile)
        })
    }

    /// Returns the points for landing: only the dry, the hurt and those that withdraw have anything from
    /// it.
    fn landing(&self, index: usize) -> i64 {
        let withdraws = self.ships[index].purpose == Purpose::Withdraw || self.scope.is_spent;
        match withdraws {
            true => self.ai().land,
            false => -self.ai().land,
        }
    }

    /// Returns the points for standing in the lanes of enemies to the carrier, to intercept them.
    fn lane(&self, place: &OnSpot, candidate: &Candidate) -> i64 {
        let Some(home) = self.home() else { return 0 };
        if !candidate.stance.action.intercepts() || self.forces[place.ship].now.ammo == 0 {
            return 0;
        }
        let tile = place.spot.tile;
        let from_home = self.distance(tile, home);
        let lanes = self.hostile_ships().filter(|contact| {
            let (way, off) = (self.far(home, contact), self.far(tile, contact));
            off > 0 && off + from_home == way && self.is_threat(contact)
        });
        percent_of(lanes.count() as i64 * self.ai().lane, self.figures.screen)
    }

    /// Returns the points for lending fire control to the ships beside it that fight.
    fn network(&self, place: &OnSpot, candidate: &Candidate) -> i64 {
        if !self.forces.lends(place.ship) || candidate.stance.action != Action::Defend {
            return 0;
        }
        let served = self.others(place.ship).filter(|own| {
            let vessel = &self.forces[own.id];
            vessel.stance.fire && self.forces.are_beside(vessel.tile, Some(place.spot.tile))
        });
        served.count() as i64 * self.ai().network
    }
}
