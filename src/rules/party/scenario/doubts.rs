//! What a mission of the party may say and hardly means: goals that are met at the start or out of reach,
//! who is shut in, and who finds no place.
//!
//! **Invariant:** all of the party can get to the goal of a mission that passes; doors count as open.

use std::collections::BTreeSet;

use crate::battle::grid::TileId;
use crate::battle::map::MapId;
use crate::battle::unit::UnitId;
use crate::content::problem::Place;
use crate::content::terrain::Obstacle;
use crate::content::tree::Node;
use crate::mission::{BoardSetup, Loader, Parts, SideSetup, Through, shut_in};
use crate::rules::kit::formation::part_on;
use crate::rules::kit::ways::ring;
use crate::rules::party::content::PartyContent;
use crate::rules::party::scenario::{Area, Goal, Map, Scenario, UnitSetup};

/// Most hexes of a zone that are tried for an arrival.
const TRIED: usize = 16;

/// Notes what a mission hardly means: `written` are the place of its goal, and its sides.
pub(super) fn check(
    loader: &mut Loader,
    scenario: &Scenario,
    boards: &[BoardSetup],
    sides: &[SideSetup],
    written: (Place, &Node),
) {
    check_goal(loader, scenario, boards, written.0);
    for (at, (area, board)) in scenario.areas.iter().zip(boards).enumerate() {
        let Ok(map) = u8::try_from(at).map(MapId) else {
            return;
        };
        let seen = Seen {
            scenario,
            area,
            board,
            map,
            sides: written.1,
        };
        seen.check_flight(loader);
        seen.check_shut_in(loader, sides);
        seen.check_crowd(loader);
        seen.check_arrivals(loader);
    }
}

/// Notes a goal that is met at the start, or that somebody of the party cannot get to.
fn check_goal(loader: &mut Loader, scenario: &Scenario, boards: &[BoardSetup], place: Place) {
    let (zone, what) = match (&scenario.goal, scenario.areas.first()) {
        (Goal::Reach(zone), _) => (zone, "the goal"),
        (Goal::Escape, Some(area)) => (&area.escape, "`escape`"),
        _ => return,
    };
    let (Some(board), Some(party)) = (boards.first(), scenario.sides.first()) else {
        return;
    };
    // A zone without hexes was reported when it was read.
    if zone.is_empty() {
        return;
    }
    let begins = |unit: &&UnitSetup| unit.map == MapId::FIRST && unit.tile.is_some();
    let party: Vec<_> = party.iter().filter(begins).collect();
    let catalog = loader.catalog.clone();
    let parts = Parts::of(&catalog, board, Through::Ways, &BTreeSet::new());
    let there = parts.of_all(zone.iter().copied());
    let is_in = |unit: &&&UnitSetup| unit.tile.is_some_and(|tile| zone.contains(&tile));
    let is_barred = |unit: &&&UnitSetup| {
        let part = unit.tile.and_then(|tile| parts.at(tile));
        part.is_none_or(|part| !there.contains(&part))
    };
    let barred: Vec<_> = party.iter().filter(is_barred).collect();
    if let Some(first) = barred.first() {
        let who = and_more(&first.name, barred.len() - 1);
        let message = format!("{who} cannot reach any hex of {what}");
        loader.reader.problem(place, message);
    }
    if !party.is_empty() && party.iter().all(|unit| is_in(&unit)) {
        let message = format!("{what} is already reached at the start: the whole party is there");
        loader.reader.doubt(place, message);
    }
    let harsh = zone.iter().filter_map(|tile| {
        let terrain = catalog.terrain(board.tiles.get(tile.index())?.terrain);
        let is_harsh =
            terrain.hazard_damage > 0 || terrain.poisons || terrain.obstacle == Obstacle::Blocks;
        is_harsh.then(|| terrain.name.to_lowercase())
    });
    let harsh: Vec<_> = harsh.collect();
    if let Some(terrain) = harsh.first().filter(|_| harsh.len() == zone.len()) {
        let message = format!("the zone of {what} consists only of {terrain}");
        loader.reader.doubt(place, message);
    }
}

/// A map that is looked at.
struct Seen<'m> {
    scenario: &'m Scenario,
    area: &'m Area,
    board: &'m BoardSetup,
    map: MapId,
    /// Sides as they are written.
    sides: &'m Node,
}

impl Seen<'_> {
    /// Returns where the hex of a character is written, by its side and its number there.
    fn place(&self, side: usize, at: usize) -> Place {
        let units = self
            .sides
            .items()
            .get(side)
            .and_then(|side| side.field("units"));
        let unit = units.and_then(|units| units.items().get(at));
        unit.map_or(self.sides.place, |unit| {
            unit.field("at").unwrap_or(unit).place
        })
    }

    /// Lists the characters that begin on the map, with their sides and numbers there.
    fn units(&self) -> Vec<(usize, usize, &UnitSetup, TileId)> {
        let sides = self.scenario.sides.iter().enumerate();
        let units = sides
            .flat_map(|(side, units)| (0..).zip(units).map(move |(at, unit)| (side, at, unit)));
        let here = units.filter(|(.., unit)| unit.map == self.map);
        here.filter_map(|(side, at, unit)| Some((side, at, unit, unit.tile?)))
            .collect()
    }

    /// Returns the hexes on which the party arrives, if it does not begin here.
    fn entrance(&self) -> &[TileId] {
        match &self.area.start {
            Some([party, _]) => party,
            None => &self.area.gate,
        }
    }

    /// Notes an escape that cannot be got to from where the party arrives.
    fn check_flight(&self, loader: &mut Loader) {
        let (from, to) = (self.entrance(), &self.area.escape);
        if from.is_empty() || to.is_empty() {
            return;
        }
        let parts = Parts::of(&loader.catalog, self.board, Through::Ways, &BTreeSet::new());
        let there = parts.of_all(to.iter().copied());
        let arrives = parts.of_all(from.iter().copied());
        if !arrives.is_subset(&there) {
            let message = format!(
                "the party cannot flee from {}: parts of `start` have no path to `escape`",
                self.name()
            );
            loader.reader.doubt(self.sides.place, message);
        }
    }

    /// Names the map.
    fn name(&self) -> String {
        match self.map {
            MapId::FIRST => "the map".into(),
            MapId(number) => format!("map {number} of the journey"),
        }
    }

    /// Notes characters that no enemy can get to or see.
    fn check_shut_in(&self, loader: &mut Loader, sides: &[SideSetup]) {
        let through = match self.area.map {
            // Who travels is met on a hex.
            Map::Overland => Through::Ways,
            Map::Combat | Map::Local => Through::Sight,
        };
        let units = self.units();
        let arrive = self.entrance().iter().map(|&tile| (0, tile));
        let foe = (1..sides.len()).find(|&side| !sides[side].neutral);
        let foes = self.area.start.iter().flat_map(|[_, foes]| foes);
        let foes = foe
            .into_iter()
            .flat_map(|foe| foes.clone().map(move |&tile| (foe, tile)));
        let begin = units.iter().map(|&(side, .., tile)| (side, tile));
        let all: Vec<_> = begin.chain(arrive).chain(foes).collect();
        let parts = Parts::of(&loader.catalog, self.board, through, &BTreeSet::new());
        for group in shut_in(&parts, sides, &all) {
            let found: Vec<_> = group.iter().filter_map(|&at| units.get(at)).collect();
            let (who, place) = match found.first() {
                Some(&&(side, at, unit, _)) => {
                    let who = and_more(&unit.name, found.len() - 1);
                    (who, self.place(side, at))
                }
                None => {
                    let who = format!("some arrival hexes of {}", self.name());
                    (who, self.sides.place)
                }
            };
            let message = match through {
                Through::Ways => format!("no enemy can reach {who}"),
                _ => format!("no enemy can reach or see {who}"),
            };
            loader.reader.doubt(place, message);
        }
    }

    /// Notes characters that share hexes and find no place once combat begins.
    fn check_crowd(&self, loader: &mut Loader) {
        if self.area.map == Map::Overland {
            return;
        }
        let catalog = loader.catalog.clone();
        let figures = &catalog.part::<PartyContent>().figures;
        let grid = self.board.grid;
        let most = match figures.displace_widens {
            true => grid.width.saturating_add(grid.height),
            false => figures.displace_radius,
        };
        let units = self.units();
        let seats = (0..).map(UnitId).zip(&units);
        let seats: Vec<_> = seats.map(|(id, &(.., tile))| (id, tile, tile)).collect();
        let can_stand = |tile| self.board.can_stand(&catalog, tile);
        let (_, left_out) = part_on(grid, can_stand, &seats, most);
        if let Some(first) = left_out.first() {
            let &(side, at, unit, _) = &units[usize::from(first.0)];
            let who = and_more(&unit.name, left_out.len() - 1);
            let message = format!(
                "{who} never appear: their start hexes are occupied, and no hex nearby is free"
            );
            loader.reader.doubt(self.place(side, at), message);
        }
    }

    /// Notes characters that find no place when both sides arrive on a combat map, wherever that is drawn.
    fn check_arrivals(&self, loader: &mut Loader) {
        let Some([own, foes]) = &self.area.start else {
            return;
        };
        let counts = self.arriving();
        let grid = self.board.grid;
        let tried = |zone: &[TileId]| {
            let apart = zone.len() / TRIED + 1;
            zone.iter().copied().step_by(apart).collect::<Vec<_>>()
        };
        let opposite = tried(foes);
        let draws = tried(own).into_iter().flat_map(|at| {
            let others = opposite.iter().copied().filter(move |&other| other != at);
            others.map(move |other| [at, other])
        });
        let catalog = loader.catalog.clone();
        let figures = &catalog.part::<PartyContent>().figures;
        let parts = Parts::of(&catalog, self.board, Through::Ways, &BTreeSet::new());
        let seated: BTreeSet<_> = self.units().iter().map(|&(.., tile)| tile).collect();
        let left_out = draws.map(|[at, other]| {
            let facing = grid.direction_towards(at, other);
            let mut taken = seated.clone();
            let groups = [
                (at, facing, counts[0]),
                (other, facing.opposite(), counts[1]),
            ];
            let members = groups.into_iter().flat_map(|(anchor, facing, count)| {
                (0..count).map(move |member| (anchor, facing, member))
            });
            let lost = members.filter(|&(anchor, facing, member)| {
                let wanted = grid.hex(anchor) + figures.formation.offset(member, facing);
                let near = (0..=figures.place_radius).flat_map(|radius| ring(wanted, radius));
                let mut tiles = near.filter_map(|hex| grid.tile(hex));
                let free = tiles.find(|&tile| {
                    parts.at(tile) == parts.at(anchor)
                        && self.board.can_stand(&catalog, tile)
                        && !taken.contains(&tile)
                });
                !free.is_some_and(|tile| taken.insert(tile))
            });
            lost.count()
        });
        let left_out = left_out.min().unwrap_or(0);
        if left_out > 0 {
            let all = usize::from(counts[0]) + usize::from(counts[1]);
            let message = format!(
                "{left_out} of {all} characters never appear: there is no room for them on {}",
                self.name()
            );
            loader.reader.doubt(self.sides.place, message);
        }
    }

    /// Counts the characters of the party and of its enemies that arrive on a combat map: of a journey,
    /// those of the largest group that may be met.
    fn arriving(&self) -> [u16; 2] {
        let count = |units: &mut dyn Iterator<Item = &UnitSetup>| {
            u16::try_from(units.count()).unwrap_or(u16::MAX)
        };
        let sides = &self.scenario.sides;
        match &self.scenario.journey {
            Some(journey) => {
                let largest = journey.bands.iter().map(|band| band.members.len()).max();
                let party = count(&mut sides.iter().take(1).flatten());
                [
                    party,
                    u16::try_from(largest.unwrap_or(0)).unwrap_or(u16::MAX),
                ]
            }
            None => {
                let arrives = |unit: &&UnitSetup| unit.tile.is_none();
                let mut own = sides.iter().take(1).flatten().filter(arrives);
                let mut foes = sides.iter().skip(1).flatten().filter(arrives);
                [count(&mut own), count(&mut foes)]
            }
        }
    }
}

/// Names somebody, and how many there are beside.
fn and_more(name: &str, more: usize) -> String {
    match more {
        0 => name.to_owned(),
        _ => format!("{name} and {more} more"),
    }
}
