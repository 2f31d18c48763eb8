//! Battles under trial: after every order all that must hold is looked at.
//!
//! **Invariant:** an order that is refused changes nothing, and is refused for what the side was told
//! beforehand.

use std::{collections::BTreeSet, fmt::Display};

use bevy::prelude::World;
use hexscape::{
    battle::{
        board::Board,
        knowledge::Knowledge,
        order::{UndoStack, fingerprint, submit, undo},
        phase::{Turn, Verdict},
        rules::Rules,
        side_count,
        snapshot::Snapshot,
        unit::{Presence, Roster, Side, side_of},
    },
    mission::Mission,
    rules::battlescape::{
        Battlescape,
        event::Event,
        gear::Carried,
        order::{Order, Refusal},
        setup::set_up,
        side_view::SideView,
        soldier::{Rulebook, UnitState},
    },
};

/// Orders that pass between two looks at what a loaded state shows.
const APART: usize = 16;

/// A battle whose every order is checked.
pub struct Trial<'a> {
    /// The battle.
    pub world: World,
    /// Orders that passed.
    pub passed: usize,
    mission: &'a Mission,
    seed: u64,
    /// Fingerprint before each order that passed.
    prints: Vec<u64>,
}

impl<'a> Trial<'a> {
    /// Sets a battle up in which orders can be taken back.
    pub fn new(mission: &'a Mission, seed: u64) -> Self {
        let mut world = World::new();
        set_up(&mut world, mission, seed);
        world.resource_mut::<UndoStack<Battlescape>>().enable();
        Self {
            world,
            passed: 0,
            mission,
            seed,
            prints: Vec::new(),
        }
    }

    /// Returns the side whose phase it is.
    pub fn side(&self) -> Side {
        self.world.resource::<Turn>().active
    }

    /// Whether the battle has an outcome.
    pub fn is_over(&self) -> bool {
        self.world.resource::<Verdict>().0.is_some()
    }

    /// Gives an order, and looks at what it led to.
    pub fn give(&mut self, order: Order) -> Result<Vec<Event>, Refusal> {
        let (side, seed) = (self.side(), self.seed);
        let before = fingerprint::<Battlescape>(&mut self.world);
        let told = SideView::new(&self.world, side).check(&order);
        let done = submit::<Battlescape>(&mut self.world, side, order.clone());
        let refusal = done.as_ref().err();
        assert_eq!(told.as_ref().err(), refusal, "seed {seed}: {order:?}");
        if let Some(refusal) = refusal {
            let after = fingerprint::<Battlescape>(&mut self.world);
            assert_eq!(after, before, "seed {seed}: {order:?}: {refusal}");
            return done;
        }
        self.passed += 1;
        self.prints.push(before);
        check(&self.world, &format_args!("seed {seed}, after {order:?}"));
        if self.passed.is_multiple_of(APART) {
            check_restored(&mut self.world, self.mission, seed, &order);
        }
        done
    }

    /// Has the computer give an order; returns it with what it led to.
    pub fn decide(&mut self) -> (Order, Vec<Event>) {
        let side = self.side();
        let order = Battlescape::decide(&mut self.world, side);
        let events = self.give(order.clone());
        let events =
            events.unwrap_or_else(|refusal| panic!("seed {}: {order:?}: {refusal}", self.seed));
        (order, events)
    }

    /// Takes the last order back; returns whether it could be.
    pub fn take_back(&mut self) -> bool {
        let depth = self.world.resource::<UndoStack<Battlescape>>().depth();
        let is_undone = undo::<Battlescape>(&mut self.world);
        assert_eq!(is_undone, depth > 0, "seed {}", self.seed);
        if is_undone {
            let expected = self.prints.pop().expect("one for each order");
            let found = fingerprint::<Battlescape>(&mut self.world);
            assert_eq!(found, expected, "seed {}: taken back", self.seed);
            check(&self.world, &format_args!("seed {}, taken back", self.seed));
        }
        is_undone
    }
}

/// What must hold after every order.
pub fn check(world: &World, about: &dyn Display) {
    let board = world.resource::<Board>();
    let content = world.resource::<Rulebook>().content();
    let figures = &content.figures;
    let mut seats = BTreeSet::new();
    for id in world.resource::<Roster>().ids() {
        let state = UnitState::read(world, id);
        let told = || format!("{about}, {id:?}: {state:?}");
        assert!(state.health.now <= state.health.max, "{}", told());
        let most = u32::from(figures.tu.per_turn) + u32::from(figures.tu.carry_max);
        // Overdrive may grant more for a turn.
        assert!(
            u32::from(state.tu.now) <= 2 * most && state.tu.carried <= figures.tu.carry_max,
            "{}",
            told()
        );
        assert!(state.energy.now <= state.energy.max, "{}", told());
        assert!(state.nerve.morale <= 100, "{}", told());
        assert!(
            state.nerve.suppression <= figures.suppression.most,
            "{}",
            told()
        );
        assert!(
            state.nerve.suppressed <= figures.suppression.turns,
            "{}",
            told()
        );
        let weapon = content.weapon(state.arms.weapon);
        assert!(state.arms.rounds <= weapon.magazine, "{}", told());
        let is_sound = |thing: &Carried| !matches!(thing, Carried::Item { charges: 0, .. });
        assert!(
            state.pack.slots.iter().flatten().all(is_sound),
            "{}",
            told()
        );
        assert_eq!(side_of(world, id), state.loyalty.side, "{}", told());
        let is_on_board = state.presence == Presence::OnBoard;
        assert_eq!(is_on_board, board.seat(id).is_some(), "{}", told());
        if is_on_board {
            assert!(
                state.health.now > 0,
                "the dead are off the board: {}",
                told()
            );
            assert!(seats.insert(state.tile), "two on a hex: {}", told());
            assert_eq!(board.first_occupant(state.tile), Some(id), "{}", told());
            let can_stand = board.layers.entry_percent(state.tile).is_some();
            assert!(can_stand, "stands where nobody can: {}", told());
        } else {
            assert_ne!(board.first_occupant(state.tile), Some(id), "{}", told());
        }
    }
    for tile in board.grid.tiles() {
        assert!(
            board.layers.state(tile).smoke <= 3,
            "{about}: smoke of {tile:?}"
        );
        for side in 0..side_count(world) {
            let known = world.resource::<Knowledge>().of(Side(side));
            if known.sees(tile) {
                let (seen, true_state) = (known.layers.state(tile), board.layers.state(tile));
                assert_eq!(seen, true_state, "{about}: a visible hex is known as it is");
            }
        }
    }
}

/// Whoever loads the state has the same fingerprint and sees what is seen now: sight never lags
/// behind what happened.
pub fn check_restored(world: &mut World, mission: &Mission, seed: u64, order: &Order) {
    let snapshot = Snapshot::<Battlescape>::take(world);
    let mut other = World::new();
    set_up(&mut other, mission, seed);
    snapshot.restore(&mut other);
    let prints = [&mut *world, &mut other].map(fingerprint::<Battlescape>);
    assert_eq!(prints[0], prints[1], "seed {seed}: loaded after {order:?}");
    let (now, then) = (world.resource::<Knowledge>(), other.resource::<Knowledge>());
    for tile in world.resource::<Board>().grid.tiles() {
        for side in (0..side_count(world)).map(Side) {
            let sees = now.of(side).sees(tile);
            assert_eq!(
                sees,
                then.of(side).sees(tile),
                "seed {seed}: {side:?}, {tile:?} after {order:?}"
            );
        }
    }
}
