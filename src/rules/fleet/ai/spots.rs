//! Spots: where a ship can come to this turn, and on which way.
//!
//! **Invariant:** every way passes the check; the first spot is where the ship begins.

use crate::battle::grid::{Direction, TileId};
use crate::rules::fleet::ai::memory::Ground;
use crate::rules::fleet::ai::purpose::Purpose;
use crate::rules::fleet::ai::{Mind, Own};
use crate::rules::fleet::forces::Vessel;
use crate::rules::fleet::order::Maneuver;
use crate::rules::fleet::queue;

/// Where a ship can come to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) tile: TileId,
    pub(super) facing: Direction,
    /// Steps to it.
    pub(super) steps: u8,
    /// The spot before it; the first one is before itself.
    before: usize,
    /// The maneuver that leads to it, with an intent queue.
    pub(super) maneuver: Maneuver,
}

/// All facings, one bit each.
const ANY_FACING: u8 = 0b11_1111;

/// Returns the facings for which a hex is a spot once it is one with this: with an intent queue each is
/// another.
fn facings(facing: Direction, has_queue: bool) -> u8 {
    match has_queue {
        true => 1 << facing.number(),
        false => ANY_FACING,
    }
}

impl Mind<'_> {
    /// Lists where a ship can come to by hexes that are free as far as is known and as the others are
    /// planned, the nearest ones first.
    pub(super) fn find_spots(&mut self, index: usize) {
        let own = self.ships[index];
        let has_queue = self.forces.has_queue();
        let most = match (self.figures.moves, has_queue) {
            _ if own.temper.holds && own.purpose == Purpose::Hold => 0,
            (false, _) => 0,
            (true, true) => queue::usable(&self.forces, own.id),
            (true, false) => self.forces.moves(own.id),
        };
        let mut closed = std::mem::take(&mut self.closed);
        self.close_hexes(&own, has_queue, &mut closed);
        let mut spots = std::mem::take(&mut self.spots);
        spots.clear();
        spots.push(Spot {
            tile: own.start,
            facing: own.facing,
            steps: 0,
            before: 0,
            maneuver: Maneuver::Hold,
        });
        let mut at = 0;
        while at < spots.len() {
            if spots[at].steps < most && !self.is_stop(&spots[at]) {
                self.add_steps(at, &mut spots, &mut closed, has_queue);
            }
            at += 1;
        }
        self.spots = spots;
        self.closed = closed;
    }

    /// Marks the hexes a ship may not be on, as far as is known and as the others are planned: those that
    /// move before it are gone by then, those after it are not. Where it begins is a spot already.
    fn close_hexes(&self, own: &Own, has_queue: bool, closed: &mut Vec<u8>) {
        closed.clear();
        closed.resize(self.forces.grid.len(), 0);
        let single = self.forces.options.single_occupancy;
        let blocks = |other: &&Vessel| other.id != own.id && (single || other.class.is_carrier());
        let there = self.forces.all().filter(blocks);
        for tile in there.filter_map(|other| other.tile) {
            closed[tile.index()] = ANY_FACING;
        }
        let stays = |other: &&Own| {
            let is_later = other.is_planned && other.rank > own.rank;
            single && other.id != own.id && is_later
        };
        for other in self.ships.iter().filter(stays) {
            closed[other.start.index()] = ANY_FACING;
        }
        closed[own.start.index()] |= facings(own.facing, has_queue);
    }

    /// Adds the hexes one step from a spot that are no spots yet; with an intent queue the same hex counts
    /// with each facing.
    fn add_steps(&self, before: usize, spots: &mut Vec<Spot>, closed: &mut [u8], has_queue: bool) {
        let Spot {
            tile,
            facing,
            steps,
            ..
        } = spots[before];
        let is_turned = self.luck % 2 == 1;
        let turned = |number: u8| if is_turned { 6 - number } else { number };
        let ways = (0..3).filter_map(|number| {
            let maneuver = Maneuver::ADVANCES[usize::from(turned(number) % 3)];
            Some((maneuver, maneuver.heading(facing)?))
        });
        // No direction comes first in all turns.
        let first = (self.luck / 2 % 6) as u8;
        let all = (0..6).map(|number| {
            let heading = Direction::new(first + turned(number));
            (Maneuver::Hold, heading)
        });
        let ways = ways.filter(|_| has_queue).chain(all.filter(|_| !has_queue));
        for (maneuver, heading) in ways {
            let Some(next) = self.forces.grid.neighbor(tile, heading) else {
                continue;
            };
            let new = facings(heading, has_queue);
            if closed[next.index()] & new == 0 {
                closed[next.index()] |= new;
                spots.push(Spot {
                    tile: next,
                    facing: heading,
                    steps: steps + 1,
                    before,
                    maneuver,
                });
            }
        }
    }

    /// Whether a ship with an intent queue never gets off a spot again: all it can fly to from there, as it
    /// faces, is off the board, and a turn-move that is blocked does not turn it.
    pub(super) fn is_dead_end(&self, spot: &Spot) -> bool {
        let leads_on = |maneuver: Maneuver| {
            let heading = maneuver.heading(spot.facing);
            heading.is_some_and(|heading| self.forces.grid.neighbor(spot.tile, heading).is_some())
        };
        self.forces.has_queue() && !Maneuver::ADVANCES.into_iter().any(leads_on)
    }

    /// Returns what ways lead over: around carriers and, as far as that is shorter, around mines.
    pub(super) fn ground(&self) -> Ground {
        let detour = self.ai().detour;
        let kinds = self.forces.content.hazards.iter();
        let mined: Vec<_> = kinds.filter(|(_, hazard)| hazard.damage > 0).collect();
        let costs = self.forces.grid.tiles().map(|tile| {
            let terrain = self.forces.terrain(tile);
            let is_mined = mined.iter().any(|(kind, _)| *kind == terrain);
            1 + detour * u16::from(is_mined)
        });
        let carriers = self.contacts.iter();
        let carriers = carriers.filter(|one| one.is_carrier && one.is_seen);
        let closed = carriers.map(|carrier| carrier.tile).chain(self.home());
        Ground {
            closed: closed.collect(),
            costs: costs.collect(),
        }
    }

    /// Whether a ship that comes to a spot is stopped there by an enemy it shares the hex with.
    fn is_stop(&self, spot: &Spot) -> bool {
        let mut seen = self.contacts.iter().filter(|contact| contact.is_seen);
        spot.steps > 0 && seen.any(|contact| contact.tile == spot.tile)
    }

    /// Returns the spot after so many steps on the way to another; that one, if there are no more.
    pub(super) fn spot_after(&self, steps: u8, spot: usize) -> &Spot {
        let mut at = spot;
        while self.spots[at].steps > steps {
            at = self.spots[at].before;
        }
        &self.spots[at]
    }

    /// Lists the spots on the way to one, that one included.
    pub(super) fn steps_to(&self, spot: usize) -> Vec<Spot> {
        let mut at = spot;
        let mut steps = Vec::with_capacity(usize::from(self.spots[spot].steps));
        while self.spots[at].steps > 0 {
            steps.push(self.spots[at]);
            at = self.spots[at].before;
        }
        steps.reverse();
        steps
    }
}
