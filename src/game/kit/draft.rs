//! The plan of the side that looks, made in secret, and what the player has in hand for it.
//!
//! **Invariant:** begins anew when another turn, side or battle begins; nobody but the side that plans sees
//! it, and nothing of it reaches the battle before it is confirmed.

use bevy::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::battle::phase::Turn;
use crate::battle::rules::Rules;
use crate::battle::unit::{Side, UnitId};
use crate::content::ron_text;
use crate::game::rules::playable::own_side;
use crate::game::shell::session::Session;
use crate::game::table::input::is_players;

/// The battle, side and turn that a plan is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Occasion(u32, Side, u16);

impl Occasion {
    /// Returns the present one.
    fn of(world: &World) -> Self {
        let generation = world.resource::<Session>().generation;
        Self(generation, own_side(world), world.resource::<Turn>().number)
    }
}

/// A plan of type `P`, as far as it is made, and the tool `T` that the next click uses.
#[derive(Resource, Clone, Debug, Default)]
pub struct Draft<P: Send + Sync + 'static, T: Send + Sync + 'static> {
    pub plan: P,
    /// Whether it is looked over before it is confirmed.
    pub is_reviewing: bool,
    /// The unit that is ordered.
    pub chosen: Option<UnitId>,
    /// What the next click is for.
    pub tool: T,
    /// The unit that is dragged.
    pub dragged: Option<UnitId>,
    /// Plans to go back to.
    before: Vec<P>,
    /// Grows with every change.
    revision: u64,
    of: Option<Occasion>,
}

impl<P, T> Draft<P, T>
where
    P: Clone + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync,
    T: Default + Send + Sync,
{
    /// Changes the plan.
    pub fn edit(&mut self, change: impl FnOnce(&mut P)) {
        let before = self.plan.clone();
        change(&mut self.plan);
        if self.plan != before {
            self.before.push(before);
            self.note_change();
        }
    }

    /// Takes the last change back; whether there was one.
    pub fn take_back(&mut self) -> bool {
        let Some(before) = self.before.pop() else {
            return false;
        };
        self.plan = before;
        self.note_change();
        true
    }

    fn note_change(&mut self) {
        self.revision += 1;
        self.is_reviewing = false;
    }

    /// Whether there is a change to take back.
    pub fn is_changed(&self) -> bool {
        !self.before.is_empty()
    }

    /// Returns a number that grows with every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Begins anew when another turn, side or battle begins, and keeps the choice on one of some units;
    /// another is chosen by its place if it is gone.
    pub fn follow(world: &mut World, units: &[UnitId], first: usize) {
        let now = Occasion::of(world);
        let mut draft = world.resource_mut::<Self>();
        if draft.of != Some(now) {
            draft.begin(now, P::default(), Vec::new());
        }
        if draft.chosen.is_none_or(|id| !units.contains(&id)) {
            draft.chosen = units.get(first).or(units.first()).copied();
        }
    }

    fn begin(&mut self, now: Occasion, plan: P, before: Vec<P>) {
        (self.plan, self.before, self.of) = (plan, before, Some(now));
        (self.tool, self.dragged) = (T::default(), None);
        self.note_change();
    }

    /// Writes the plan down as it is made so far; nothing if nothing is planned.
    pub fn text(&self) -> Option<String> {
        let is_made = self.plan != P::default();
        is_made.then(|| ron_text::to_text(&self.plan))
    }

    /// Takes up a plan that was written down, if it is not refused; all of it can be taken back.
    ///
    /// # Errors
    /// Why it does not fit the battle.
    pub fn take_up(
        world: &mut World,
        text: &str,
        refusal: impl Fn(&World, &P) -> Option<String>,
    ) -> Result<(), String> {
        let plan: P = ron::from_str(text).map_err(|error| error.to_string())?;
        if let Some(refusal) = refusal(world, &plan) {
            return Err(refusal);
        }
        let now = Occasion::of(world);
        (world.resource_mut::<Self>()).begin(now, plan, vec![P::default()]);
        Ok(())
    }
}

/// Whether the player plans now.
pub fn is_planning<R: Rules>(world: &World) -> bool {
    is_players(world) && R::owes(world, own_side(world))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::step::HumanSides;

    #[test]
    fn changes_are_taken_back_one_by_one_and_what_changes_nothing_is_none() {
        let mut draft = Draft::<u8, ()>::default();
        draft.edit(|plan| *plan = 1);
        draft.is_reviewing = true;
        draft.edit(|plan| *plan = 1);
        assert!(draft.is_reviewing, "no changes");
        draft.edit(|plan| *plan = 2);
        assert!(!draft.is_reviewing && draft.is_changed());
        assert!(draft.take_back() && draft.plan == 1);
        assert!(draft.take_back() && draft.plan == 0);
        assert!(!draft.take_back());
    }

    #[test]
    fn another_turn_begins_it_anew_and_what_is_taken_up_can_be_taken_back() {
        let mut world = World::new();
        world.insert_resource(Session::default());
        world.insert_resource(HumanSides(vec![Side::FIRST]));
        world.insert_resource(Draft::<u8, ()>::default());
        let begin = |world: &mut World, number| {
            world.insert_resource(Turn {
                number,
                ..Turn::default()
            });
            Draft::<u8, ()>::follow(world, &[], 0);
            world.resource::<Draft<u8, ()>>().plan
        };
        assert_eq!(begin(&mut world, 1), 0);
        (world.resource_mut::<Draft<u8, ()>>()).edit(|plan| *plan = 1);
        assert_eq!(begin(&mut world, 1), 1);
        assert_eq!(begin(&mut world, 2), 0);
        Draft::<u8, ()>::take_up(&mut world, "7", |_, _| None).expect("it is a plan");
        assert_eq!(begin(&mut world, 2), 7);
        let mut draft = world.resource_mut::<Draft<u8, ()>>();
        assert!(draft.take_back() && draft.plan == 0);
    }
}
