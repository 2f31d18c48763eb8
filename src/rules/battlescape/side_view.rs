//! What one side may look at: the only way in for the AI and the window.
//!
//! **Invariant:** nothing here depends on what the side does not know.

mod shots;
mod things;
mod ways;

use bevy::prelude::World;

pub use self::shots::Scanned;
pub use self::ways::UNHARMED;
use crate::battle::board::{Board, Layers};
use crate::battle::grid::{Direction, Grid, TileId};
use crate::battle::knowledge::{Knowledge, SideKnowledge, Sight, Sighting};
use crate::battle::order::BattleDice;
use crate::battle::phase::{Turn, Verdict};
use crate::battle::ranks::Ranks;
use crate::battle::revision::Revision;
use crate::battle::tile_set::TileSet;
use crate::battle::unit::{self, Health, Side, Title, UnitId, Units};
use crate::rules::battlescape::content::{Armor, Figures, UnitKind, Weapon};
use crate::rules::battlescape::nerve::is_conscious;
use crate::rules::battlescape::objective::{Goal, PLAYER, Plot, Progress};
use crate::rules::battlescape::order::{Order, Refusal, orders_given};
use crate::rules::battlescape::scenario::Objective;
use crate::rules::battlescape::scenario::script::Secondary;
use crate::rules::battlescape::soldier::{Conditions, Makeups, Rulebook, UnitState};
use crate::rules::battlescape::{Battlescape, check};

/// A side's view of a battle.
#[derive(Clone, Copy)]
pub struct SideView<'w> {
    world: &'w World,
    side: Side,
    // Asked for most, so looked up once.
    units: Units<'w>,
    board: &'w Board,
    all_knowledge: &'w Knowledge,
    /// What the side itself knows.
    knowledge: &'w SideKnowledge,
    rulebook: &'w Rulebook,
    makeups: &'w Makeups,
    goal: &'w Goal,
    ranks: Option<&'w Ranks<Battlescape>>,
}

impl<'w> SideView<'w> {
    /// Looks at a battle for a side.
    pub fn new(world: &'w World, side: Side) -> Self {
        let units = Units::of(world);
        let all_knowledge = world.resource::<Knowledge>();
        Self {
            world,
            side,
            units,
            board: units.board(),
            all_knowledge,
            knowledge: all_knowledge.of(side),
            rulebook: world.resource(),
            makeups: world.resource(),
            goal: world.resource(),
            ranks: world.get_resource(),
        }
    }

    /// Returns the side that looks.
    pub fn side(self) -> Side {
        self.side
    }

    fn knowledge(self) -> &'w SideKnowledge {
        self.knowledge
    }

    /// Returns layout and size of the board.
    pub fn grid(self) -> Grid {
        self.board.grid
    }

    /// Returns the board as the side remembers it.
    pub fn layers(self) -> &'w Layers {
        &self.knowledge().layers
    }

    /// Returns what the side knows of a hex.
    pub fn sight(self, tile: TileId) -> Sight {
        self.knowledge().sight(tile)
    }

    /// Returns the hexes the side sees now.
    pub fn visible(self) -> &'w TileSet {
        self.knowledge.visible()
    }

    /// Returns the hexes that ever went out of the side's sight.
    pub fn ever_left(self) -> &'w TileSet {
        self.knowledge.ever_left()
    }

    /// Returns the turn in which a hex last went out of the side's sight; 0 is never.
    pub fn left_sight(self, tile: TileId) -> u16 {
        self.knowledge().left_sight(tile)
    }

    /// Returns the hexside feature between two neighbors, once one of them was seen.
    pub fn hexside(self, tile: TileId, direction: Direction) -> crate::content::terrain::HexsideId {
        let board = self.board;
        let other = board.grid.neighbor(tile, direction);
        let is_known = |tile| self.layers().is_known(tile);
        if is_known(tile) || other.is_some_and(is_known) {
            board.hexside(tile, direction)
        } else {
            Default::default()
        }
    }

    /// Counts the orders that a unit was given in this phase.
    pub fn orders_given(self, id: UnitId) -> usize {
        orders_given(self.world, id)
    }

    /// Returns the turn and whose phase it is.
    pub fn turn(self) -> Turn {
        *self.world.resource::<Turn>()
    }

    /// Returns a number that is the same whenever it is asked for in a turn of the side, and another one in
    /// another battle. Computers choose by it between what is as good; no rule asks for it.
    pub fn whim(self, about: u64) -> u32 {
        let dice = self.world.get_resource::<BattleDice>();
        let state = dice.and_then(|dice| dice.0.as_ref()?.state());
        let seed = state.map_or(0, |state| state.seed);
        let turn = u64::from(self.turn().number) << 8 | u64::from(self.side.0);
        let mixed = [turn, about].into_iter().fold(mix(seed), |so_far, part| {
            mix(so_far ^ part.wrapping_mul(0x9E37_79B9_7F4A_7C15))
        });
        (mixed >> 32) as u32
    }

    /// Returns how the battle ended, if it did.
    pub fn verdict(self) -> Verdict {
        *self.world.resource::<Verdict>()
    }

    /// Returns definitions and figures in force.
    pub fn rulebook(self) -> &'w Rulebook {
        self.rulebook
    }

    /// Returns the rule figures in force.
    pub fn figures(self) -> &'w Figures {
        self.rulebook().figures()
    }

    /// Returns side 0's objective, which everybody knows.
    pub fn objective(self) -> &'w Objective {
        &self.goal.primary
    }

    /// Returns the last turn, if there is one.
    pub fn turn_limit(self) -> Option<u16> {
        let is_unlimited = self.world.resource::<Progress>().unlimited;
        self.goal.turn_limit.filter(|_| !is_unlimited)
    }

    /// Whether an enemy has to stand in the zone of the objective, too, seen or not: units of side 0 have stood
    /// in it since before the last turn ended, and yet it did not count as held then.
    pub fn is_contested(self) -> bool {
        let stayed = |zone: &[TileId]| {
            let mut own = self.own_on_board().map(|id| self.unit(id));
            own.any(|unit| {
                let is_able = is_conscious(unit.health, unit.shock);
                is_able && unit.footing.moved == 0 && zone.contains(&unit.tile)
            })
        };
        let is_told = self.side == PLAYER && self.turn().number > 1;
        is_told
            && match self.objective() {
                Objective::Hold { zone, .. } => {
                    self.world.resource::<Progress>().held == 0 && stayed(zone)
                }
                Objective::Control { zones } => zones.iter().all(|zone| stayed(zone)),
                _ => false,
            }
    }

    /// Returns the exit hexes.
    pub fn exits(self) -> &'w [TileId] {
        &self.goal.exits
    }

    /// Whether a unit may be looked at: one's own always, another while it is in sight.
    pub fn is_visible(self, id: UnitId) -> bool {
        self.units.side(id) == self.side || self.knowledge().sees_unit(id)
    }

    /// Lists the side's own units, the dead and escaped among them.
    pub fn own(self) -> impl Iterator<Item = UnitId> + 'w {
        self.units.roster().of_side(self.side)
    }

    /// Lists the side's own units on the board.
    pub fn own_on_board(self) -> impl Iterator<Item = UnitId> + 'w {
        unit::units_on_board(self.world, self.side)
    }

    /// Lists the enemies in sight.
    pub fn enemies(self) -> impl Iterator<Item = UnitId> + 'w {
        let knowledge = self.knowledge();
        self.units
            .roster()
            .ids()
            .filter(move |&id| knowledge.sees_unit(id) && self.is_enemy(id))
    }

    /// Whether a unit's side and this one fight each other.
    pub fn is_enemy(self, id: UnitId) -> bool {
        self.units
            .roster()
            .are_hostile(self.side, self.units.side(id))
    }

    /// Lists where enemies now out of sight were last seen.
    pub fn last_seen(self) -> impl Iterator<Item = (UnitId, Sighting)> + 'w {
        let knowledge = self.knowledge();
        self.units.roster().ids().filter_map(move |id| {
            let sighting = knowledge.sightings[id.index()]?;
            (!knowledge.sees_unit(id)).then_some((id, sighting))
        })
    }

    /// Returns where a unit stands, or where it was last seen.
    pub fn whereabouts(self, id: UnitId) -> Option<TileId> {
        let seen = self.is_visible(id).then(|| self.unit(id).tile);
        let last = self.last_seen().find(|(other, _)| *other == id);
        seen.or(last.map(|(_, sighting)| sighting.tile))
    }

    /// Returns the state of a unit.
    ///
    /// TU and energy of other sides, what their units carry and whether they are done are not the
    /// viewer's business and read as none.
    ///
    /// # Panics
    /// If the unit is not visible.
    pub fn unit(self, id: UnitId) -> UnitState {
        assert!(
            self.is_visible(id),
            "unit {} is not in sight of side {}",
            id.0,
            self.side.0
        );
        let mut state = self.read(id, |state| *state);
        if self.unit_side(id) != self.side {
            state.tu = Default::default();
            state.energy = Default::default();
            state.footing.left = Default::default();
            state.pack = Default::default();
            state.arms.spare = 0;
            state.readiness.suppression = Default::default();
            state.ended = Default::default();
        }
        state
    }

    /// Returns the hit points of a visible unit.
    pub fn health(self, id: UnitId) -> Health {
        self.read(id, |state| state.health)
    }

    /// Reads something of the state of a unit.
    fn read<T>(self, id: UnitId, read: impl FnOnce(&UnitState) -> T) -> T {
        let known = self
            .ranks
            .and_then(|ranks| ranks.get(self.units.roster(), id));
        match known {
            Some(state) => read(state),
            None => read(&UnitState::of(self.units, id)),
        }
    }

    /// Whether one's own unit obeys orders this turn.
    pub fn can_act(self, id: UnitId) -> bool {
        self.unit(id).can_act()
    }

    /// Returns the side of a unit that is or was in sight.
    pub fn unit_side(self, id: UnitId) -> Side {
        self.units.side(id)
    }

    /// Returns the kind of a unit that is or was in sight.
    pub fn kind(self, id: UnitId) -> &'w UnitKind {
        self.makeups.kind(self.rulebook.content(), id)
    }

    /// Returns the name of a unit that is or was in sight.
    pub fn name(self, id: UnitId) -> &'w str {
        &self.units.part::<Title>(id).0
    }

    /// Returns the weapon of a visible unit.
    pub fn weapon(self, id: UnitId) -> &'w Weapon {
        let weapon = self.read(id, |state| state.arms.weapon);
        self.rulebook.content().weapon(weapon)
    }

    /// Returns the armor of a visible unit.
    pub fn armor(self, id: UnitId) -> Armor {
        self.makeups.armor(self.rulebook.content(), id)
    }

    /// Returns the known unit on a hex.
    pub fn unit_at(self, tile: TileId) -> Option<UnitId> {
        let found = self.board.first_occupant(tile)?;
        self.is_visible(found).then_some(found)
    }

    /// Checks an order without carrying it out.
    ///
    /// # Errors
    /// The refusal the order would meet.
    pub fn check(self, order: &Order) -> Result<(), Refusal> {
        check::begin(self.world, self.side, order).map(drop)
    }

    /// Whether the battle is fought at night.
    pub fn is_night(self) -> bool {
        self.world.resource::<Conditions>().night
    }

    /// Whether the side fights nobody.
    pub fn is_neutral(self) -> bool {
        self.units.roster().is_neutral(self.side)
    }

    /// Whether the suppression of a unit, if there is any, is over when enemies move. The last turn of it ends with this
    /// one, so that is so for sides whose enemies are first to move in the next.
    pub fn could_react(self, id: UnitId) -> bool {
        match self.unit(id).nerve.suppressed {
            0 => true,
            1 => self.is_preceded_by_enemies(),
            _ => false,
        }
    }

    /// Whether a side that fights this one moves before it in a turn.
    pub fn is_preceded_by_enemies(self) -> bool {
        let roster = self.units.roster();
        (0..self.side.0).any(|side| roster.are_hostile(self.side, Side(side)))
    }

    /// Whether the side sees a hex now.
    pub fn sees(self, tile: TileId) -> bool {
        self.knowledge().sees(tile)
    }

    /// Returns what changes whenever what the side knows does, and whenever a unit comes to a hex or
    /// leaves one.
    pub fn revisions(self) -> (Revision, Revision) {
        (self.knowledge.revision(), self.board.revision())
    }

    /// Returns what changes whenever the side remembers the ground otherwise.
    pub fn memory(self) -> Revision {
        self.knowledge.memory()
    }

    /// Returns the AI mode of one's own unit: what the script told its side last, else its own.
    pub fn mode(self, id: UnitId) -> crate::content::mode::AiMode {
        self.modes()(id)
    }

    /// Tells the AI modes of one's own units, as [`mode`](Self::mode) does.
    pub fn modes(self) -> impl Fn(UnitId) -> crate::content::mode::AiMode {
        let told = self.world.resource::<Progress>().modes[self.side.index()];
        let controllers = self.world.resource::<super::setup::Controllers>();
        move |id| told.unwrap_or_else(|| controllers.mode(self.side, id))
    }

    /// Returns where one's own unit goes on its patrol this turn, if it has a route: from stop to stop,
    /// one a turn.
    pub fn patrol_stop(self, id: UnitId) -> Option<TileId> {
        let controllers = self.world.resource::<super::setup::Controllers>();
        let route = &controllers.patrols[id.index()];
        let turn = usize::from(self.turn().number);
        (!route.is_empty()).then(|| route[turn % route.len()])
    }

    /// Lists the secondary objectives, and whether each is complete.
    pub fn secondary(self) -> impl Iterator<Item = (&'w Secondary, bool)> + 'w {
        let done = self.world.resource::<Progress>().done;
        let all = &self.world.resource::<Plot>().0.secondary;
        (0_u8..)
            .zip(all)
            .map(move |(index, one)| (one, done >> index & 1 == 1))
    }

    /// Returns the hexes on which units may still be placed.
    pub fn deployment(self) -> &'w [TileId] {
        let is_open = self.side == PLAYER && check::is_deploying(self.world);
        match is_open {
            true => &self.goal.deployment,
            false => &[],
        }
    }

    /// Lists orders the side may give now, each of which passes the check.
    pub fn legal_orders(self) -> Vec<Order> {
        super::legal::orders(self.world, self.side)
    }
}

/// Mixes the bits of a number (the last step of `SplitMix64`).
fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}
