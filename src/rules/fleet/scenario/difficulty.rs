//! How difficulty changes a mission: more or fewer ships of the enemies.
//!
//! **Invariant:** nobody gets better figures; ships with a name of their own are never left out, and
//! the number of ships is the same for the same mission and difficulty.

use super::{FleetSide, ShipSetup, Start};
use crate::{
    battle::grid::TileId,
    mission::{AS_WRITTEN, BoardSetup, Controller, SideSetup},
    rules::fleet::content::FleetContent,
};

/// Fits the enemies of side 0 to a difficulty, percent.
pub(super) fn fit(
    content: &FleetContent,
    sides: &[SideSetup],
    fleets: &mut [FleetSide],
    named: &[Vec<bool>],
    board: &BoardSetup,
    percent: u16,
) {
    if percent == AS_WRITTEN {
        return;
    }
    let mut taken: Vec<TileId> = fleets.iter().flat_map(begins_on).collect();
    for (index, side) in sides.iter().enumerate().skip(1) {
        let is_enemy = !matches!(side.controller, Controller::Human { .. }) && !side.neutral;
        if !is_enemy {
            continue;
        }
        let fleet = &mut fleets[index];
        let count = fleet.ships.len();
        let is_named = |at: usize| named[index].get(at).copied().unwrap_or(true);
        let wanted = (count * usize::from(percent) + 50) / 100;
        let mut at = count;
        // A fleet without a carrier keeps a ship to fly.
        while at > 0 && fleet.ships.len() > wanted.max(1) {
            at -= 1;
            if !is_named(at) {
                fleet.ships.remove(at);
            }
        }
        // Those without a name are the rank and file; where all are named, any may have a double.
        let file: Vec<_> = (0..count).filter(|&at| !is_named(at)).collect();
        let file = if file.is_empty() {
            (0..count).collect()
        } else {
            file
        };
        for number in 0..wanted.saturating_sub(count) {
            let mut ship = fleet.ships[file[number % file.len()]].clone();
            ship.name = format!("{} ({})", ship.name, number / file.len() + 2);
            ship.start = start(content, fleet, &ship, board, &mut taken);
            fleet.ships.push(ship);
        }
    }
}

/// Lists the hexes on which units of a side begin.
fn begins_on(fleet: &FleetSide) -> Vec<TileId> {
    let ships = fleet.ships.iter().filter_map(|ship| match ship.start {
        Start::Board { tile, .. } => Some(tile),
        Start::Docked | Start::Waiting => None,
    });
    let carrier = fleet.carrier.iter().map(|carrier| carrier.tile);
    carrier.chain(ships).collect()
}

/// Returns where one more ship begins: as the one it doubles, in a free berth or on the nearest free
/// hex; without either it waits.
fn start(
    content: &FleetContent,
    fleet: &FleetSide,
    ship: &ShipSetup,
    board: &BoardSetup,
    taken: &mut Vec<TileId>,
) -> Start {
    let carrier = fleet.carrier.as_ref();
    let near = match ship.start {
        Start::Waiting => return Start::Waiting,
        Start::Docked => {
            let berths = carrier.map_or(0, |carrier| content.carrier(carrier.kind).hangar);
            let docked = fleet
                .ships
                .iter()
                .filter(|ship| ship.start == Start::Docked);
            if docked.count() < usize::from(berths) {
                return Start::Docked;
            }
            carrier.map(|carrier| (carrier.tile, carrier.facing))
        }
        Start::Board { tile, facing } => Some((tile, facing)),
    };
    let Some((near, facing)) = near else {
        return Start::Waiting;
    };
    let free = board.grid.tiles().filter(|tile| !taken.contains(tile));
    match free.min_by_key(|&tile| (board.grid.distance(near, tile), tile)) {
        Some(tile) => {
            taken.push(tile);
            Start::Board { tile, facing }
        }
        None => Start::Waiting,
    }
}
