//! A plan that is made in secret: edited, taken back and cleared at will until it is confirmed.
//!
//! **Invariant:** nobody but the side that plans sees it; nothing of it reaches the battle before it is
//! confirmed.

use bevy::prelude::World;

use crate::{
    battle::{phase::Turn, step::HumanSides, unit::Side},
    game::{shell::session::Session, table::board_view::viewer},
};

/// The battle, side and turn that a plan is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occasion(u32, Side, u16);

impl Occasion {
    /// Returns the present one.
    pub fn of(world: &World) -> Self {
        let generation = world.resource::<Session>().generation;
        let side = viewer(world.resource::<HumanSides>());
        Self(generation, side, world.resource::<Turn>().number)
    }
}

/// The plan of the side that looks, as far as it is made.
#[derive(Clone, Debug, Default)]
pub struct SecretPlan<P> {
    pub plan: P,
    /// Whether it is looked over before it is confirmed.
    pub is_reviewing: bool,
    /// Plans to go back to.
    before: Vec<P>,
    /// Grows with every change.
    revision: u64,
    of: Option<Occasion>,
}

impl<P: Clone + Default + PartialEq> SecretPlan<P> {
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

    /// Begins anew when another turn, side or battle begins; whether that is so.
    pub fn follow(&mut self, now: Occasion) -> bool {
        let is_other = self.of != Some(now);
        if is_other {
            self.begin(now, P::default(), Vec::new());
        }
        is_other
    }

    /// Takes up a plan that was made before; all of it can be taken back.
    pub fn take_up(&mut self, now: Occasion, plan: P) {
        self.begin(now, plan, vec![P::default()]);
    }

    fn begin(&mut self, now: Occasion, plan: P, before: Vec<P>) {
        *self = Self {
            plan,
            is_reviewing: false,
            before,
            revision: self.revision + 1,
            of: Some(now),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_taken_back_one_by_one_and_what_changes_nothing_is_none() {
        let mut plan = SecretPlan::<u8>::default();
        plan.edit(|plan| *plan = 1);
        plan.is_reviewing = true;
        plan.edit(|plan| *plan = 1);
        assert!(plan.is_reviewing, "nothing was changed");
        plan.edit(|plan| *plan = 2);
        assert!(!plan.is_reviewing && plan.is_changed());
        assert!(plan.take_back() && plan.plan == 1);
        assert!(plan.take_back() && plan.plan == 0);
        assert!(!plan.take_back());
    }

    #[test]
    fn another_turn_begins_it_anew_and_what_is_taken_up_can_be_taken_back() {
        let mut plan = SecretPlan::<u8>::default();
        let turn = |number| Occasion(1, Side(0), number);
        assert!(plan.follow(turn(1)));
        plan.edit(|plan| *plan = 1);
        assert!(!plan.follow(turn(1)) && plan.plan == 1);
        assert!(plan.follow(turn(2)) && plan.plan == 0 && !plan.is_changed());
        plan.take_up(turn(3), 7);
        assert!(!plan.follow(turn(3)) && plan.plan == 7);
        assert!(plan.take_back() && plan.plan == 0);
    }
}
