//! Battles under trial: after every order all that must hold is looked at.
//!
//! **Invariant:** an order that is refused changes nothing, and is refused for what the side was told
//! beforehand.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::marker::PhantomData;

use bevy::prelude::World;
use hexscape::battle::board::Board;
use hexscape::battle::knowledge::Knowledge;
use hexscape::battle::order::{Pending, UndoStack, fingerprint, submit, undo};
use hexscape::battle::phase::{Turn, Verdict};
use hexscape::battle::rules::Rules;
use hexscape::battle::side_count;
use hexscape::battle::snapshot::Snapshot;
use hexscape::battle::state::UnitParts;
use hexscape::battle::unit::{Health, Presence, Roster, Side, part, side_of};
use hexscape::mission::Mission;
use hexscape::playing::Game;
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::gear::Carried;
use hexscape::rules::battlescape::side_view::SideView;
use hexscape::rules::battlescape::soldier::{Rulebook, UnitState};
use hexscape::rules::casket::{self, Casket};
use hexscape::rules::fleet::{self, Fleet};
use hexscape::rules::operations::{self, Operations};
use hexscape::rules::party::{self, Party};

/// Orders that pass between two looks at what a loaded state shows.
const APART: usize = 16;

/// A rule set whose battles are put on trial.
pub trait Tried: Game {
    /// Returns the side that orders next.
    fn side(world: &World) -> Side;

    /// Returns why an order would be refused, as the side is told beforehand.
    fn told(world: &World, side: Side, order: &Self::Order) -> Option<Self::Refusal>;

    /// Looks at what must hold after every order, beside what holds for all rule sets.
    fn look(world: &World, about: &dyn Display);

    /// Whether units may stand for a moment that have nothing left.
    fn lingers(_: &World) -> bool {
        false
    }
}

/// A battle whose every order is checked.
pub struct Trial<'a, R: Tried> {
    /// The battle.
    pub world: World,
    /// Orders that passed.
    pub passed: usize,
    mission: &'a Mission,
    seed: u64,
    /// Fingerprint before each order that passed.
    prints: Vec<u64>,
    rules: PhantomData<R>,
}

impl<'a, R: Tried> Trial<'a, R> {
    /// Sets a battle up in which orders can be taken back.
    pub fn new(mission: &'a Mission, seed: u64) -> Self {
        let mut world = World::new();
        R::set_up(&mut world, mission, seed);
        world.resource_mut::<UndoStack<R>>().enable();
        Self {
            world,
            passed: 0,
            mission,
            seed,
            prints: Vec::new(),
            rules: PhantomData,
        }
    }

    /// Returns the side that orders next.
    pub fn side(&self) -> Side {
        R::side(&self.world)
    }

    /// Whether the battle has an outcome.
    pub fn is_over(&self) -> bool {
        self.world.resource::<Verdict>().0.is_some()
    }

    /// Gives an order, and looks at what it led to.
    pub fn give(&mut self, order: R::Order) -> Result<Vec<R::Event>, R::Refusal> {
        let (side, seed) = (self.side(), self.seed);
        let before = fingerprint::<R>(&mut self.world);
        let told = R::told(&self.world, side, &order);
        let done = submit::<R>(&mut self.world, side, order.clone());
        let refusal = done.as_ref().err();
        assert_eq!(told.as_ref(), refusal, "seed {seed}: {order:?}");
        if let Some(refusal) = refusal {
            let after = fingerprint::<R>(&mut self.world);
            assert_eq!(after, before, "seed {seed}: {order:?}: {refusal}");
            return done;
        }
        self.passed += 1;
        self.prints.push(before);
        check::<R>(&self.world, &format_args!("seed {seed}, after {order:?}"));
        if self.passed.is_multiple_of(APART) {
            check_restored::<R>(&mut self.world, self.mission, seed, &order);
        }
        done
    }

    /// Has the computer give an order; returns it with what it led to.
    pub fn decide(&mut self) -> (R::Order, Vec<R::Event>) {
        let side = self.side();
        let order = R::decide(&mut self.world, side);
        let events = self.give(order.clone());
        let events =
            events.unwrap_or_else(|refusal| panic!("seed {}: {order:?}: {refusal}", self.seed));
        (order, events)
    }

    /// Takes the last order back; returns whether it could be.
    pub fn take_back(&mut self) -> bool {
        let depth = self.world.resource::<UndoStack<R>>().depth();
        let is_undone = undo::<R>(&mut self.world);
        assert_eq!(is_undone, depth > 0, "seed {}", self.seed);
        if is_undone {
            let expected = self.prints.pop().expect("one for each order");
            let found = fingerprint::<R>(&mut self.world);
            assert_eq!(found, expected, "seed {}: taken back", self.seed);
            check::<R>(&self.world, &format_args!("seed {}, taken back", self.seed));
        }
        is_undone
    }
}

/// What must hold after every order, whatever the rule set.
pub fn check<R: Tried>(world: &World, about: &dyn Display) {
    let board = world.resource::<Board>();
    for id in world.resource::<Roster>().ids() {
        let health: Health = *part(world, id);
        let told = || format!("{about}, {id:?}: {:?}", R::UnitState::read(world, id));
        assert!(health.now <= health.max, "{}", told());
        let is_on_board = *part::<Presence>(world, id) == Presence::OnBoard;
        assert_eq!(is_on_board, board.seat(id).is_some(), "{}", told());
        assert!(
            health.now > 0 || !is_on_board || R::lingers(world),
            "the dead are off the board: {}",
            told()
        );
    }
    R::look(world, about);
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

impl Tried for Battlescape {
    fn side(world: &World) -> Side {
        world.resource::<Turn>().active
    }

    fn told(world: &World, side: Side, order: &Self::Order) -> Option<Self::Refusal> {
        SideView::new(world, side).check(order).err()
    }

    fn look(world: &World, about: &dyn Display) {
        let board = world.resource::<Board>();
        let content = world.resource::<Rulebook>().content();
        let figures = &content.figures;
        let mut seats = BTreeSet::new();
        for id in world.resource::<Roster>().ids() {
            let state = UnitState::read(world, id);
            let told = || format!("{about}, {id:?}: {state:?}");
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
            if is_on_board {
                assert!(seats.insert(state.tile), "two on a hex: {}", told());
                assert_eq!(board.first_occupant(state.tile), Some(id), "{}", told());
                let can_stand = board.layers.entry_percent(state.tile).is_some();
                assert!(can_stand, "stands where nobody can: {}", told());
            } else {
                assert_ne!(board.first_occupant(state.tile), Some(id), "{}", told());
            }
        }
    }
}

impl Tried for Fleet {
    fn side(world: &World) -> Side {
        let mut sides = (0..side_count(world)).map(Side);
        let owing = sides.find(|&side| Self::owes(world, side));
        owing.unwrap_or_default()
    }

    fn told(world: &World, side: Side, order: &Self::Order) -> Option<Self::Refusal> {
        Self::begin(world, side, order, None).err()
    }

    fn look(world: &World, about: &dyn Display) {
        let content = fleet::setup::content(world);
        let board = world.resource::<Board>();
        for id in world.resource::<Roster>().ids() {
            let state = fleet::craft::UnitState::read(world, id);
            let told = || format!("{about}, {id:?}: {state:?}");
            assert!(state.morale.0 <= 100, "{}", told());
            let is_dead = state.presence == Presence::Dead;
            assert_eq!(state.hull.now == 0, is_dead, "{}", told());
            if let fleet::craft::Class::Ship(kind) = *part(world, id) {
                let ship = content.ship(kind);
                let weapon = part::<fleet::craft::Armament>(world, id).0;
                assert!(state.stores.ammo <= ship.ammo, "{}", told());
                let most = content.weapon(weapon).cooldown;
                assert!(state.gun.remaining <= most, "{}", told());
            }
        }
        for tile in board.grid.tiles() {
            let there: Vec<_> = board.occupants(tile).collect();
            let blocks = content.options.single_occupancy
                || there.iter().any(|&id| fleet::is_carrier(world, id));
            assert!(there.len() < 2 || !blocks, "{about}: {there:?} on {tile:?}");
        }
        for side in (0..side_count(world)).map(Side) {
            let forces = fleet::forces::Forces::of(world);
            let carrier = forces.carrier_of(side).map(|carrier| carrier.id);
            let berths = carrier.and_then(|id| forces.carrier_kind(id));
            let berths = berths.map_or(0, |kind| usize::from(kind.hangar));
            let docked = fleet::hangar::docked(&forces, side).count();
            assert!(docked <= berths, "{about}: {docked} in {berths} berths");
        }
    }
}

impl Tried for Party {
    fn side(world: &World) -> Side {
        let mut sides = (0..side_count(world)).map(Side);
        let owing = sides.find(|&side| Self::owes(world, side));
        owing.unwrap_or_default()
    }

    fn told(world: &World, side: Side, order: &Self::Order) -> Option<Self::Refusal> {
        let waiting = world.resource::<Pending<Self>>().0.as_ref();
        Self::begin(world, side, order, waiting).err()
    }

    fn look(world: &World, about: &dyn Display) {
        let board = world.resource::<Board>();
        let fights = world.resource::<party::progress::Progress>().fights();
        for id in world.resource::<Roster>().ids() {
            let state = party::character::UnitState::read(world, id);
            let told = || format!("{about}, {id:?}: {state:?}");
            let is_dead = state.presence == Presence::Dead;
            assert_eq!(state.health.now == 0, is_dead, "{}", told());
            assert!(
                state.effects.0.iter().all(|one| one.turns > 0),
                "{}",
                told()
            );
            if let Some(tile) = board.seat(id) {
                let can_stand = board.layers.entry_percent(tile).is_some();
                assert!(can_stand, "stands where nobody can: {}", told());
                let is_alone = board.occupants(tile).count() == 1;
                assert!(is_alone || !fights, "shares its hex: {}", told());
            }
        }
    }
}

impl Tried for Casket {
    fn side(world: &World) -> Side {
        let mut sides = (0..side_count(world)).map(Side);
        let owing = sides.find(|&side| Self::owes(world, side));
        owing.unwrap_or_default()
    }

    fn told(world: &World, side: Side, order: &Self::Order) -> Option<Self::Refusal> {
        let waiting = world.resource::<Pending<Self>>().0.as_ref();
        Self::begin(world, side, order, waiting).err()
    }

    fn look(world: &World, about: &dyn Display) {
        let duel = casket::duel::Duel::of(world);
        let figures = &duel.content.figures;
        let mut taken = BTreeSet::new();
        for machine in duel.all() {
            let (id, body) = (machine.id, machine.body());
            let told = || format!("{about}, {}: {machine:?}", duel.name(id));
            assert!(machine.piles().is_sound(), "{}", told());
            assert!(body.taint <= figures.most_taint, "{}", told());
            assert!(body.heat <= 200, "{}", told());
            if let Some(class) = duel.class(id) {
                let most_of = |figures: [i16; 3]| figures.into_iter().max().unwrap_or(0);
                let more = i16::from(figures.red_line) + most_of(figures.taint.safe);
                let most = i16::from(class.safe) + more;
                assert!(i16::from(body.spent) <= most, "{}", told());
                let life = machine.piles().life();
                assert_eq!(usize::from(machine.now.health.now), life, "{}", told());
            }
            if machine.is_up() {
                assert!(taken.insert(machine.tile()), "two on a hex: {}", told());
                let ground = duel.ground(machine.tile());
                assert!(!ground.wall, "stands in a wall: {}", told());
            }
        }
    }

    /// A question may be open before it is judged who is disabled.
    fn lingers(world: &World) -> bool {
        world.resource::<Pending<Self>>().0.is_some()
    }
}

impl Tried for Operations {
    fn side(world: &World) -> Side {
        let mut sides = (0..side_count(world)).map(Side);
        let owing = sides.find(|&side| Self::owes(world, side));
        owing.unwrap_or_default()
    }

    fn told(world: &World, side: Side, order: &Self::Order) -> Option<Self::Refusal> {
        let waiting = world.resource::<Pending<Self>>().0.as_ref();
        Self::begin(world, side, order, waiting).err()
    }

    fn look(world: &World, about: &dyn Display) {
        let field = operations::field::Field::of(world);
        let (figures, progress) = (&field.content.figures, &*field.progress);
        let mut points = [0; 2];
        for (unit, setup) in field.all().iter().zip(&field.scenario.units) {
            let (id, body) = (unit.id, unit.body());
            let build = field.build(id);
            let told = || format!("{about}, {}: {unit:?}", field.name(id));
            let fits = body
                .toe
                .iter()
                .zip(&build.full)
                .all(|(now, full)| now <= full);
            assert!(fits, "{}", told());
            assert!(body.ammo <= build.ammo, "{}", told());
            let bounds = figures.cohesion.broken..=figures.cohesion.most;
            assert!(bounds.contains(&body.cohesion), "{}", told());
            let trucks = body.trucks.list().into_iter().zip(setup.trucks.list());
            assert!(
                trucks.into_iter().all(|(now, full)| now <= full),
                "{}",
                told()
            );
            let most = u16::from(body.trucks.ammo) * u16::from(figures.supply.truck);
            assert!(body.rounds <= most, "{}", told());
            assert!(body.moved <= body.spent, "{}", told());
            if field.class(id).is_combat() {
                points[unit.side.index()] += body.strength();
            }
        }
        for tile in field.grid.tiles() {
            let stacked = [Side(0), Side(1)].map(|side| field.stacked(tile, side));
            let limit = u16::from(field.ground(tile).stacking);
            assert!(
                stacked.iter().all(|&one| one <= limit),
                "{about}: {stacked:?} on {tile:?}"
            );
            let [one, other] = [Side(0), Side(1)].map(|side| field.stack(tile, side).next());
            let are_apart = one.is_none() || other.is_none();
            assert!(
                are_apart || Self::lingers(world),
                "{about}: both sides on {tile:?}"
            );
        }
        for (at, tally) in progress.tallies.iter().enumerate() {
            let side = Side(at as u8);
            let guards = progress.captives.iter().filter(|one| one.side == side);
            let guards: u16 = guards.map(|one| one.guards).sum();
            let all = points[at] + tally.destroyed + tally.captured + guards;
            assert_eq!(
                all, tally.start,
                "{about}: points of {side:?} are conserved"
            );
        }
    }

    /// A question may be open before units without points are taken off.
    fn lingers(world: &World) -> bool {
        world.resource::<Pending<Self>>().0.is_some()
    }
}

/// Whoever loads the state has the same fingerprint and sees what is seen now: sight never lags
/// behind what happened.
pub fn check_restored<R: Game>(world: &mut World, mission: &Mission, seed: u64, order: &R::Order) {
    let snapshot = Snapshot::<R>::take(world);
    let mut other = World::new();
    R::set_up(&mut other, mission, seed);
    snapshot.restore(&mut other);
    let prints = [&mut *world, &mut other].map(fingerprint::<R>);
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
