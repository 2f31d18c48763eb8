//! How difficulty changes a mission: more or fewer ships of the enemies.
//!
//! **Invariant:** nobody gets better figures; ships with a name of their own are never left out, and
//! the number of ships is the same for the same mission and difficulty.

use super::{FleetSide, Start, UnitSetup};
use crate::battle::grid::TileId;
use crate::mission::difficulty::{Troop, doubles, is_enemy, thin_out, wanted};
use crate::mission::{AS_WRITTEN, BoardSetup, SideSetup};
use crate::rules::fleet::content::FleetContent;

impl Troop for UnitSetup {
    fn name(&mut self) -> &mut String {
        &mut self.name
    }

    fn is_named(&self) -> bool {
        self.is_named
    }
}

/// Fits the enemies of side 0 to a difficulty, percent.
pub(super) fn fit(
    content: &FleetContent,
    sides: &[SideSetup],
    fleets: &mut [FleetSide],
    board: &BoardSetup,
    percent: u16,
) {
    if percent == AS_WRITTEN {
        return;
    }
    let units = fleets.iter().flat_map(FleetSide::units);
    let places = units.filter_map(|unit| unit.start.place());
    let mut taken: Vec<TileId> = places.map(|(tile, _)| tile).collect();
    for (side, fleet) in sides.iter().zip(fleets).skip(1) {
        if !is_enemy(side) {
            continue;
        }
        let count = fleet.ships.len();
        let wanted = wanted(count, percent);
        // A fleet without a carrier keeps a ship to fly.
        thin_out(&mut fleet.ships, wanted.max(1));
        let double = doubles(&fleet.ships);
        for number in 0..wanted.saturating_sub(count) {
            let mut ship = double(number);
            ship.start = start(content, fleet, &ship, board, &mut taken);
            fleet.ships.push(ship);
        }
    }
}

/// Returns where one more ship begins: as the one it doubles, in a free berth or on the nearest free
/// hex; without either it waits.
fn start(
    content: &FleetContent,
    fleet: &FleetSide,
    ship: &UnitSetup,
    board: &BoardSetup,
    taken: &mut Vec<TileId>,
) -> Start {
    if ship.start == Start::Docked {
        let docked = fleet.ships.iter().filter(|one| one.start == Start::Docked);
        if docked.count() < fleet.berths(content).unwrap_or(0).into() {
            return Start::Docked;
        }
    }
    let home = fleet
        .carrier
        .as_ref()
        .filter(|_| ship.start == Start::Docked);
    let Some((near, facing)) = home.unwrap_or(ship).start.place() else {
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
