//! A place in a battle to think on from: a copy of all that changes, to go back to at little cost.
//!
//! **Invariant:** going back leads to the very state that was marked, revisions and what the fingerprint
//! still owes included, whatever was ordered quietly between, and writes only the units and hexes that
//! differ. A mark is of one battle that is set up, and of its mission as it held then: it is no save.

use bevy::prelude::*;

use crate::battle::board::{Board, BoardMark};
use crate::battle::dice::{Dice, DiceState};
use crate::battle::fingerprint::Fingerprint;
use crate::battle::knowledge::{Knowledge, KnowledgeMark};
use crate::battle::map::{self, Course, Maps};
use crate::battle::order::{BattleDice, Draft, Pending};
use crate::battle::phase::{Turn, Verdict};
use crate::battle::ranks::Ranks;
use crate::battle::rules::{Rules, Waiting};
use crate::battle::show_tiles;
use crate::battle::state::OwnState;
use crate::battle::unit::{self, Roster, RosterMark, Side, UnitId};

/// The state of a battle at one moment, to go back to.
#[derive(Clone, Debug)]
pub struct Bookmark<R: Rules> {
    turn: Turn,
    verdict: Verdict,
    dice: DiceState,
    waiting: Option<Waiting<R>>,
    draft: Vec<(Side, R::Order)>,
    extra: R::Extra,
    units: Vec<Option<R::UnitState>>,
    course: Course,
    board: BoardMark,
    knowledge: KnowledgeMark,
    roster: RosterMark,
    print: Fingerprint,
}

impl<R: Rules> Bookmark<R> {
    /// Marks the present state, while no plan runs.
    ///
    /// # Panics
    /// If the dice are a tape of a test.
    pub fn take(world: &mut World) -> Self {
        let mut mark = Self {
            turn: Turn::default(),
            verdict: Verdict::default(),
            dice: state_of_dice(world),
            waiting: None,
            draft: Vec::new(),
            extra: R::Extra::read(world),
            units: Vec::new(),
            course: Course::default(),
            board: BoardMark::default(),
            knowledge: KnowledgeMark::default(),
            roster: RosterMark::default(),
            print: Fingerprint::default(),
        };
        mark.retake_rest(world);
        mark
    }

    /// Marks the present state instead, in the storage of the old mark.
    pub fn retake(&mut self, world: &mut World) {
        self.dice = state_of_dice(world);
        self.extra = R::Extra::read(world);
        self.retake_rest(world);
    }

    fn retake_rest(&mut self, world: &mut World) {
        Ranks::<R>::note(world);
        self.turn = *world.resource();
        self.verdict = *world.resource();
        (self.waiting).clone_from(&world.resource::<Pending<R>>().0);
        (self.draft).clone_from(&world.resource::<Draft<R>>().0);
        (self.units).clone_from(world.resource::<Ranks<R>>().all());
        self.course = world.resource::<Maps>().course();
        world.resource::<Board>().mark(&mut self.board);
        world.resource::<Knowledge>().mark(&mut self.knowledge);
        world.resource::<Roster>().mark_to(&mut self.roster);
        self.print.copy(world.resource());
    }

    /// Goes back to the state that was marked.
    pub fn go_back(&self, world: &mut World) {
        Ranks::<R>::note(world);
        *world.resource_mut() = self.turn;
        *world.resource_mut() = self.verdict;
        world.resource_mut::<BattleDice>().0 = Some(Dice::restore(self.dice));
        (world.resource_mut::<Pending<R>>().0).clone_from(&self.waiting);
        (world.resource_mut::<Draft<R>>().0).clone_from(&self.draft);
        let is_other_map = map::resume(world, &self.course);
        self.extra.write(world);
        self.put_units(world);
        if is_other_map {
            // What hangs on the map and not on units; what it changes of the rest is put right below.
            R::settle(world);
        }
        self.put_board(world);
        world.resource_mut::<Fingerprint>().copy(&self.print);
        world.resource_mut::<Roster>().go_back(&self.roster);
    }

    /// Gives the units that differ the state they had.
    fn put_units(&self, world: &mut World) {
        for (id, state) in (0..).map(UnitId).zip(&self.units) {
            if let Some(state) = state
                && world.resource::<Ranks<R>>().all()[id.index()].as_ref() != Some(state)
            {
                R::restore_unit(world, id, state);
                world.resource_mut::<Ranks<R>>().set(id, state.clone());
            }
            let side = self.roster.sides[id.index()];
            if world.resource::<Roster>().side(id) != side {
                unit::enlist(world, id, side);
            }
        }
    }

    /// Has the board look as it did, with all who stood there and all that was known of it.
    fn put_board(&self, world: &mut World) {
        let mut board = std::mem::take(&mut *world.resource_mut::<Board>());
        let differing = board.go_back(&self.board);
        let mut knowledge = world.resource_mut::<Knowledge>();
        knowledge.go_back(&self.knowledge, &board, &differing);
        show_tiles(world, &board, &differing);
        *world.resource_mut::<Board>() = board;
    }
}

fn state_of_dice(world: &World) -> DiceState {
    let dice = world.resource::<BattleDice>().0.as_ref();
    (dice.and_then(Dice::state)).expect("battles are played with seeded dice and no plan runs")
}
