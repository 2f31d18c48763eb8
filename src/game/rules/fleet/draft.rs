//! The plan that is being made, and what the next click is for.

use bevy::prelude::*;

use super::assessment::Assessment;
use super::{edits, on_show};
use crate::battle::grid::TileId;
use crate::battle::phase::Turn;
use crate::battle::unit::{Roster, UnitId};
use crate::game::kit::draft;
use crate::game::kit::planning::{DraftOf, Planned};
use crate::game::rules::playable::{own_side, place_of};
use crate::game::table::playback::Whereabouts;
use crate::rules::fleet::Fleet;
use crate::rules::fleet::forces::Forces;
use crate::rules::fleet::order::{Order, ShipOrder, SidePlan};

pub use crate::rules::fleet::is_carrier;

/// What the next click on the board is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Orders the chosen unit.
    #[default]
    Order,
    /// Has the chosen unit begin elsewhere.
    Deploy,
    /// Chooses where a docked ship comes out.
    Launch(UnitId),
}

/// The plan of the side that looks, and the unit that is ordered.
pub type Draft = DraftOf<Fleet>;

impl Planned for Fleet {
    type Orders = SidePlan;
    type Tool = Tool;

    fn commit(plan: SidePlan) -> Order {
        Order::Commit(plan)
    }

    fn committed(order: Order) -> Option<SidePlan> {
        match order {
            Order::Commit(plan) => Some(plan),
            Order::PlayOn | Order::Renew(_) => None,
        }
    }

    fn completed(mut given: SidePlan, other: SidePlan) -> SidePlan {
        let is_placed =
            |unit: UnitId, given: &SidePlan| given.deployments.iter().any(|one| one.unit == unit);
        let placed = other.deployments.into_iter();
        let placed: Vec<_> = placed.filter(|one| !is_placed(one.unit, &given)).collect();
        given.deployments.extend(placed);
        let is_launched =
            |unit: UnitId, given: &SidePlan| given.launches.iter().any(|one| one.ship == unit);
        let launched = other.launches.into_iter();
        let launched: Vec<_> = launched
            .filter(|one| !is_launched(one.ship, &given))
            .collect();
        given.launches.extend(launched);
        given.carrier = given.carrier.or(other.carrier);
        for (ship, order) in other.ships {
            given.ships.entry(ship).or_insert(order);
        }
        given
    }

    fn units(world: &World) -> Vec<UnitId> {
        own_units(world)
    }

    fn takes_part(world: &World, unit: UnitId) -> bool {
        !is_docked(world, unit) || world.resource::<Draft>().is_launched(unit)
    }

    fn start(world: &World, unit: UnitId) -> Option<TileId> {
        let placed = world.resource::<Draft>().placed(unit);
        let start = placed.unwrap_or_else(|| place_of(world, unit));
        (!is_docked(world, unit)).then_some(start)
    }

    fn click(world: &mut World, tile: TileId) {
        edits::click_on(world, tile);
    }

    fn second_click(world: &mut World, tile: TileId) {
        edits::second_click(world, tile);
    }

    fn refusal(world: &World) -> Option<String> {
        Assessment::now(world).refusal.clone()
    }
}

impl Draft {
    /// Changes the order of a ship; one that orders nothing is left out.
    pub fn edit_ship(&mut self, ship: UnitId, change: impl FnOnce(&mut ShipOrder)) {
        self.edit(|plan| {
            let mut order = plan.ships.remove(&ship).unwrap_or_default();
            change(&mut order);
            if order != ShipOrder::default() {
                plan.ships.insert(ship, order);
            }
        });
    }

    /// Returns what a ship is ordered so far.
    pub fn order(&self, ship: UnitId) -> ShipOrder {
        self.plan.ships.get(&ship).cloned().unwrap_or_default()
    }

    /// Whether a ship is ordered anything: to act, to come out, or to begin elsewhere.
    pub fn is_ordered(&self, unit: UnitId) -> bool {
        self.plan.ships.contains_key(&unit) || self.is_launched(unit) || self.placed(unit).is_some()
    }

    /// Whether a docked ship is to be launched.
    pub fn is_launched(&self, ship: UnitId) -> bool {
        self.plan.launches.iter().any(|launch| launch.ship == ship)
    }

    /// Returns where a unit is to begin, if elsewhere.
    pub fn placed(&self, unit: UnitId) -> Option<TileId> {
        let mut placed = self.plan.deployments.iter();
        placed.find(|one| one.unit == unit).map(|one| one.tile)
    }
}

/// Returns all units as the side that looks knows them.
pub fn known(world: &World) -> Forces<'_> {
    Forces::known_to(world, own_side(world))
}

/// Whether the player plans now.
pub fn is_planning(world: &World) -> bool {
    draft::is_planning::<Fleet>(world)
}

/// Lists the units of the side that looks which can be ordered: the carrier first, then ships on the
/// board, then docked ones.
pub fn own_units(world: &World) -> Vec<UnitId> {
    let own = world.resource::<Roster>().of_side(own_side(world));
    let mut units: Vec<_> = own.filter(|&id| rank(world, id).is_some()).collect();
    units.sort_by_key(|&id| (rank(world, id), id));
    units
}

/// Lists the docked ships of the side that looks, by berth.
pub fn docked_units(world: &World) -> Vec<UnitId> {
    let mut units = own_units(world);
    units.retain(|&unit| is_docked(world, unit));
    units
}

/// Returns how a unit is ranked among those that can be ordered, or could until the event on show; none
/// cannot.
fn rank(world: &World, id: UnitId) -> Option<u8> {
    match on_show::unit(world, id).place {
        Whereabouts::Board if is_carrier(world, id) => Some(0),
        Whereabouts::Board => Some(1),
        Whereabouts::Docked => Some(2),
        Whereabouts::Awaited | Whereabouts::Gone => None,
    }
}

/// Whether a unit is docked.
pub fn is_docked(world: &World, id: UnitId) -> bool {
    rank(world, id) == Some(2)
}

/// Begins a plan anew when another turn, side or battle begins, and keeps the choice on a unit that can
/// be ordered.
pub fn follow(world: &mut World) {
    if world.contains_resource::<Turn>() {
        // Ships first: the carrier is chosen when it is wanted.
        Draft::follow(world, &own_units(world), 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::kit::planning::{take_up, text};
    use crate::game::rules::fleet::hidden_tests::{missions, window};
    use crate::rules::fleet::order::Action;

    #[test]
    fn a_ship_that_is_ordered_nothing_is_left_out_of_the_plan() {
        let (mut draft, ship) = (Draft::default(), UnitId(3));
        draft.edit_ship(ship, |order| order.action = Action::Defend);
        assert_eq!(draft.order(ship).action, Action::Defend);
        draft.edit_ship(ship, |order| *order = ShipOrder::default());
        assert!(draft.plan.ships.is_empty() && draft.is_changed());
    }

    #[test]
    fn a_plan_of_a_save_is_taken_up_and_one_that_does_not_fit_is_told() {
        let mission = missions()[0].build(1).expect("it is shipped");
        let mut world = window(&mission, 1);
        follow(&mut world);
        assert_eq!(text::<Fleet>(&world), None, "nothing is planned yet");
        let ship = own_units(&world)[1];
        let mut draft = world.resource_mut::<Draft>();
        draft.edit_ship(ship, |order| order.action = Action::Defend);
        let (written, plan) = (
            text::<Fleet>(&world),
            world.resource::<Draft>().plan.clone(),
        );
        let written = written.expect("it is planned");

        let mut later = window(&mission, 1);
        take_up::<Fleet>(&mut later, &written).expect("it is the same battle");
        follow(&mut later);
        let mut draft = later.resource_mut::<Draft>();
        assert_eq!(draft.plan, plan, "it does not begin anew");
        assert!(draft.take_back() && draft.plan == SidePlan::default());

        let stranger = written.replace(&format!("({})", ship.0), "(999)");
        assert_ne!(stranger, written);
        for wrong in [stranger.as_str(), "(", ""] {
            let why = take_up::<Fleet>(&mut later, wrong).expect_err(wrong);
            assert!(!why.is_empty());
            assert_eq!(later.resource::<Draft>().plan, SidePlan::default());
        }
    }
}
