//! The plan that is being made: edited, taken back and cleared at will until it is confirmed.
//!
//! **Invariant:** nobody but the side that plans sees it; nothing of it reaches the battle before it is
//! confirmed.

use bevy::prelude::*;

use super::tallies;
use crate::{
    battle::{
        board::Board,
        grid::TileId,
        knowledge::Knowledge,
        phase::Turn,
        rules::Rules,
        step::HumanSides,
        unit::{Roster, Side, UnitId, part},
    },
    game::{
        shell::session::Session,
        table::{board_view::viewer, input::is_players, playback::Whereabouts},
    },
    rules::fleet::{
        Fleet,
        craft::Class,
        order::{Order, ShipOrder, SidePlan},
    },
};

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

/// The plan of the side that looks, as far as it is made.
#[derive(Resource, Clone, Debug, Default)]
pub struct Draft {
    /// The plan.
    pub plan: SidePlan,
    /// The unit that is ordered.
    pub chosen: Option<UnitId>,
    /// What the next click is for.
    pub tool: Tool,
    /// Whether the plan is looked over before it is confirmed.
    pub is_reviewing: bool,
    /// The unit that is dragged.
    pub dragged: Option<UnitId>,
    /// Plans to go back to.
    before: Vec<SidePlan>,
    /// Grows with every change.
    revision: u64,
    /// The battle, side and turn it is for.
    of: Option<(u32, Side, u16)>,
}

impl Draft {
    /// Changes the plan.
    pub fn edit(&mut self, change: impl FnOnce(&mut SidePlan)) {
        let before = self.plan.clone();
        change(&mut self.plan);
        if self.plan != before {
            self.before.push(before);
            self.revision += 1;
            self.is_reviewing = false;
        }
    }

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

    /// Takes the last change back; whether there was one.
    pub fn take_back(&mut self) -> bool {
        let Some(before) = self.before.pop() else {
            return false;
        };
        self.plan = before;
        self.revision += 1;
        self.is_reviewing = false;
        true
    }

    /// Whether there is a change to take back.
    pub fn is_changed(&self) -> bool {
        !self.before.is_empty()
    }

    /// Returns a number that grows with every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns what a ship is ordered so far.
    pub fn order(&self, ship: UnitId) -> ShipOrder {
        self.plan.ships.get(&ship).cloned().unwrap_or_default()
    }

    /// Whether a ship is ordered anything: to act, to come out, or to begin elsewhere.
    pub fn is_ordered(&self, unit: UnitId) -> bool {
        let mut placed = self.plan.deployments.iter();
        self.plan.ships.contains_key(&unit)
            || self.is_launched(unit)
            || placed.any(|one| one.unit == unit)
    }

    /// Whether a docked ship is to be launched.
    pub fn is_launched(&self, ship: UnitId) -> bool {
        self.plan.launches.iter().any(|launch| launch.ship == ship)
    }
}

/// Returns the side that looks.
pub fn own(world: &World) -> Side {
    viewer(world.resource::<HumanSides>())
}

/// Whether the player plans now.
pub fn is_planning(world: &World) -> bool {
    is_players(world) && Fleet::owes(world, own(world))
}

/// Returns why the plan as it is cannot be confirmed, in words.
pub fn refusal(world: &World) -> Option<String> {
    let order = Order::Commit(world.resource::<Draft>().plan.clone());
    let checked = Fleet::begin(world, own(world), &order, None);
    checked.err().map(|refusal| refusal.to_string())
}

/// Writes the plan down as it is made so far; nothing if nothing is planned.
pub fn text(world: &World) -> Option<String> {
    let plan = &world.resource::<Draft>().plan;
    let is_made = Fleet::owes(world, own(world)) && *plan != SidePlan::default();
    is_made.then(|| ron::to_string(plan).ok()).flatten()
}

/// Takes up a plan that was written down.
///
/// # Errors
/// Why it does not fit the battle.
pub fn take_up(world: &mut World, text: &str) -> Result<(), String> {
    let plan: SidePlan = ron::from_str(text).map_err(|error| error.to_string())?;
    let order = Order::Commit(plan.clone());
    let checked = Fleet::begin(world, own(world), &order, None);
    checked.map_err(|refusal| refusal.to_string())?;
    let of = Some(key(world));
    let mut draft = world.resource_mut::<Draft>();
    *draft = Draft {
        plan,
        of,
        chosen: draft.chosen,
        before: vec![SidePlan::default()],
        revision: draft.revision + 1,
        ..Draft::default()
    };
    Ok(())
}

/// Returns the battle, side and turn that a plan is for.
fn key(world: &World) -> (u32, Side, u16) {
    let generation = world.resource::<Session>().generation;
    (generation, own(world), world.resource::<Turn>().number)
}

/// Lists the units of the side that looks which can be ordered: the carrier first, then ships on the
/// board, then docked ones.
pub fn own_units(world: &World) -> Vec<UnitId> {
    let own = world.resource::<Roster>().of_side(own(world));
    let mut units: Vec<_> = own.filter(|&id| rank(world, id).is_some()).collect();
    units.sort_by_key(|&id| (rank(world, id), id));
    units
}

/// Lists the units on a hex that the side sees, by id: several where ships may share one.
pub fn units_at(world: &World, tile: TileId) -> Vec<UnitId> {
    let side = own(world);
    let known = world.resource::<Knowledge>().of(side);
    let roster = world.resource::<Roster>();
    let there = world.resource::<Board>().occupants(tile);
    let mut seen: Vec<_> = there
        .filter(|&unit| roster.side(unit) == side || known.sees_unit(unit))
        .collect();
    seen.sort_unstable();
    seen
}

/// Returns how a unit is ranked among those that can be ordered, or could until the event on show; none
/// cannot.
fn rank(world: &World, id: UnitId) -> Option<u8> {
    match tallies::shown(world, id).place {
        Whereabouts::Board if part::<Class>(world, id).is_carrier() => Some(0),
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
    if world.get_resource::<Turn>().is_none() {
        return;
    }
    let of = key(world);
    let units = own_units(world);
    let mut draft = world.resource_mut::<Draft>();
    if draft.of != Some(of) {
        let chosen = draft.chosen;
        let revision = draft.revision + 1;
        *draft = Draft {
            of: Some(of),
            chosen,
            revision,
            ..Draft::default()
        };
    }
    if draft.chosen.is_none_or(|id| !units.contains(&id)) {
        // Ships first: the carrier is chosen when it is wanted.
        let chosen = units.get(1).or(units.first()).copied();
        if draft.chosen != chosen {
            draft.chosen = chosen;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::rules::fleet::secrets::{missions, window},
        rules::fleet::order::Action,
    };

    #[test]
    fn changes_are_taken_back_one_by_one_and_what_changes_nothing_is_none() {
        let mut draft = Draft::default();
        let ship = UnitId(3);
        draft.edit_ship(ship, |order| order.action = Action::Defend);
        draft.edit_ship(ship, |order| order.action = Action::Defend);
        draft.edit_ship(ship, |order| order.fire = Some(false));
        assert_eq!(draft.order(ship).fire, Some(false));
        assert!(draft.take_back());
        assert_eq!(draft.order(ship).action, Action::Defend);
        assert_eq!(draft.order(ship).fire, None);
        draft.edit_ship(ship, |order| *order = ShipOrder::default());
        assert!(draft.plan.ships.is_empty(), "no order is none");
        assert!(draft.take_back() && draft.take_back());
        assert!(!draft.take_back() && draft.plan == SidePlan::default());
    }

    #[test]
    fn a_plan_of_a_save_is_taken_up_and_one_that_does_not_fit_is_told() {
        let mission = missions()[0].build(1).expect("it is shipped");
        let mut world = window(&mission, 1);
        follow(&mut world);
        assert_eq!(text(&world), None, "nothing is planned yet");
        let ship = own_units(&world)[1];
        let mut draft = world.resource_mut::<Draft>();
        draft.edit_ship(ship, |order| order.action = Action::Defend);
        let (written, plan) = (text(&world), world.resource::<Draft>().plan.clone());
        let written = written.expect("it is planned");

        let mut later = window(&mission, 1);
        take_up(&mut later, &written).expect("it is the same battle");
        follow(&mut later);
        let mut draft = later.resource_mut::<Draft>();
        assert_eq!(draft.plan, plan, "it does not begin anew");
        assert!(draft.take_back() && draft.plan == SidePlan::default());

        let stranger = written.replace(&format!("({})", ship.0), "(999)");
        assert_ne!(stranger, written);
        for wrong in [stranger.as_str(), "(", ""] {
            let why = take_up(&mut later, wrong).expect_err(wrong);
            assert!(!why.is_empty());
            assert_eq!(later.resource::<Draft>().plan, SidePlan::default());
        }
    }
}
