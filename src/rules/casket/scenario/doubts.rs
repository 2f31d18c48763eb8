//! What a mission says that cannot be played, or that it hardly means, once all of it was read.
//!
//! **Invariant:** in a mission that passes, the first side fights, has an enemy, and can win.

use crate::battle::grid::TileId;
use crate::content::problem::Place;
use crate::content::tree::Node;
use crate::mission::{BoardSetup, Loader, Parts, SideSetup, are_hostile, shut_in};
use crate::rules::casket::content::CasketContent;
use crate::rules::casket::scenario::{Goal, Scenario, Written};

/// Notes what is wrong with a mission as a whole, and what it hardly means.
pub(super) fn check(
    loader: &mut Loader,
    scenario: &Scenario,
    board: &BoardSetup,
    sides: &[SideSetup],
    written: &Written,
) {
    check_fighters(loader, scenario, sides, written);
    check_points(loader, scenario, sides, written);
    check_zones(loader, scenario, board, written);
    check_shut_in(loader, scenario, board, sides, written);
    check_end(loader, scenario, written);
}

/// Notes a first side that cannot fight, and one without an enemy.
fn check_fighters(
    loader: &mut Loader,
    scenario: &Scenario,
    sides: &[SideSetup],
    written: &Written,
) {
    let acts = |side: usize| {
        let mut own = scenario
            .units
            .iter()
            .filter(|unit| unit.side.index() == side);
        own.any(|unit| unit.build.acts())
    };
    let first = written.sides.items().first();
    let place = first.map_or(written.sides.place, |node| node.place);
    if !acts(0) {
        let message = "the first side needs a casket or a monster";
        loader.reader.problem(place, message);
    }
    let is_rival = |side: &usize| are_hostile(&sides[0], &sides[*side]) && acts(*side);
    let has_rival = !sides.is_empty() && (1..sides.len()).any(|side| is_rival(&side));
    if !has_rival && scenario.hunted.is_empty() {
        let message = "the first side has no enemy that acts";
        loader.reader.problem(written.sides.place, message);
    }
}

/// Notes a battle for victory points that nobody can get, and points that decide nothing.
fn check_points(loader: &mut Loader, scenario: &Scenario, sides: &[SideSetup], written: &Written) {
    let catalog = loader.catalog.clone();
    let score = &catalog.part::<CasketContent>().figures.score;
    let for_zones = score.objective > 0 && !scenario.zones.is_empty();
    let zones = written
        .zones
        .first()
        .map_or(written.goal, |node| node.place);
    if scenario.goal == Goal::Points {
        if !for_zones && score.casket == 0 && score.part == 0 {
            let message = "no side can score victory points: there are no objectives, and the figures in `score` are 0";
            loader.reader.problem(written.goal, message);
        } else if !scenario.zones.is_empty() && score.objective == 0 {
            let message = "objectives give no victory points: `score.objective` is 0";
            loader.reader.doubt(zones, message);
        } else if scenario.zones.is_empty() && sides.len() > 2 {
            let message = "if only disabled foes give victory points, exactly two sides must fight";
            loader.reader.doubt(written.goal, message);
        }
    } else if !scenario.zones.is_empty() {
        let message = "objectives have no effect without `goal: Points`";
        loader.reader.doubt(zones, message);
    }
}

/// Notes objectives that are one hex twice, and those that a unit cannot reach.
fn check_zones(loader: &mut Loader, scenario: &Scenario, board: &BoardSetup, written: &Written) {
    let parts = parts(loader, board);
    let begin = scenario.units.iter().filter(|unit| unit.build.acts());
    let reached = parts.of_all(begin.map(|unit| unit.tile));
    for (at, zone) in scenario.zones.iter().enumerate() {
        let place = written
            .zones
            .get(at)
            .map_or(written.goal, |node| node.place);
        let name = scenario.zone_names.get(at).map_or("", String::as_str);
        let there = parts.of_all(zone.iter().copied());
        if there.is_disjoint(&reached) {
            loader
                .reader
                .doubt(place, format!("no unit can reach the objective {name:?}"));
        }
        let is_shared = |other: &Vec<TileId>| other.iter().any(|tile| zone.contains(tile));
        if let Some(other) = scenario.zones[..at].iter().position(is_shared) {
            let other = &scenario.zone_names[other];
            let message =
                format!("the objectives {other:?} and {name:?} share hexes, which count twice");
            loader.reader.doubt(place, message);
        }
    }
}

/// Parts the board by what walls mean here; those that can be destroyed count as open.
fn parts(loader: &Loader, board: &BoardSetup) -> Parts {
    let content = loader.catalog.part::<CasketContent>();
    let is_open = |tile: TileId| {
        let ground = content.ground(board.tiles[tile.index()].terrain);
        !ground.wall || ground.breaks.is_some()
    };
    Parts::by(board.grid, is_open, |_, _, _| false)
}

/// Notes units that no enemy can reach.
fn check_shut_in(
    loader: &mut Loader,
    scenario: &Scenario,
    board: &BoardSetup,
    sides: &[SideSetup],
    written: &Written,
) {
    let parts = parts(loader, board);
    let units: Vec<_> = scenario
        .units
        .iter()
        .map(|unit| (unit.side.index(), unit.tile))
        .collect();
    for group in shut_in(&parts, sides, &units) {
        let Some(&first) = group.first() else {
            continue;
        };
        let message = format!(
            "no enemy can reach {}",
            and_more(&scenario.units[first].name, group.len() - 1)
        );
        let place = place_of(written.sides, scenario, first);
        loader.reader.doubt(place, message);
    }
}

/// Notes a last round that comes before anything can be decided.
fn check_end(loader: &mut Loader, scenario: &Scenario, written: &Written) {
    let catalog = loader.catalog.clone();
    let score = &catalog.part::<CasketContent>().figures.score;
    let holds = u16::from(score.hold_rounds);
    if scenario.goal == Goal::Points && !scenario.zones.is_empty() && scenario.rounds < holds {
        let message = format!(
            "the last round is {}, and an objective has to be held for {holds}",
            scenario.rounds
        );
        loader.reader.doubt(written.goal, message);
    }
    if scenario.goal == Goal::Survive && !scenario.hunted.is_empty() {
        let message = "with `goal: Survive` nothing has to be destroyed; leave out `destroy`";
        loader.reader.doubt(written.goal, message);
    }
}

/// Returns where the hex of a unit is written.
fn place_of(sides: &Node, scenario: &Scenario, at: usize) -> Place {
    let side = scenario.units[at].side;
    let before = scenario.units[..at].iter().filter(|unit| unit.side == side);
    let units = sides
        .items()
        .get(side.index())
        .and_then(|side| side.field("units"));
    let unit = units.and_then(|units| units.items().get(before.count()));
    unit.map_or(sides.place, |unit| unit.field("at").unwrap_or(unit).place)
}

/// Names somebody, and how many there are beside.
fn and_more(name: &str, more: usize) -> String {
    match more {
        0 => name.to_owned(),
        _ => format!("{name} and {more} more"),
    }
}
