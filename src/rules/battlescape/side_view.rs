//! What one side may look at: the only way in for the AI and the window.
//!
//! **Invariant:** nothing here depends on what the side does not know.

use bevy::prelude::World;

use crate::{
    battle::{
        board::{Board, Layers},
        dice::Exact,
        grid::{Direction, Grid, TileId},
        knowledge::{Knowledge, SideKnowledge, Sight, Sighting},
        path::{Reach, RunningCost},
        phase::{Turn, Verdict},
        ranks::Ranks,
        revision::Revision,
        tile_set::TileSet,
        unit::{self, Position, Side, Title, UnitId, Units},
    },
    content::{
        battlescape::items::{AbilityId, Item, ItemKind},
        battlescape::{Armor, Figures, FireMode, Gait, ModeCost, UnitKind, Weapon},
        terrain::Cover,
    },
    rules::battlescape::{
        Battlescape, ability,
        attack::{self, Forecast},
        check,
        gear::{Carried, Light, Pack, Props, Trace},
        objective::{Goal, PLAYER, Plot, Progress},
        order::{Order, Refusal},
        plan,
        scenario::{
            Objective,
            script::{Object, Secondary},
        },
        shot::{self, Gunsight},
        soldier::{Conditions, Makeups, Rulebook, UnitState},
    },
};

/// An enemy that a unit sees, and what it could do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scanned {
    /// The enemy.
    pub enemy: UnitId,
    /// Hexes to it.
    pub distance: u32,
    /// Modes that can be fired now, and their chances to hit in percent.
    pub shots: Vec<(FireMode, u8)>,
}

/// A side's view of a battle.
#[derive(Clone, Copy)]
pub struct SideView<'w> {
    world: &'w World,
    side: Side,
    // Asked for most, so looked up once.
    units: Units<'w>,
    board: &'w Board,
    knowledge: &'w SideKnowledge,
    rulebook: &'w Rulebook,
    makeups: &'w Makeups,
    ranks: Option<&'w Ranks<Battlescape>>,
}

impl<'w> SideView<'w> {
    /// Looks at a battle for a side.
    pub fn new(world: &'w World, side: Side) -> Self {
        let units = Units::of(world);
        Self {
            world,
            side,
            units,
            board: units.board(),
            knowledge: world.resource::<Knowledge>().of(side),
            rulebook: world.resource(),
            makeups: world.resource(),
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

    /// Returns the turn and whose phase it is.
    pub fn turn(self) -> Turn {
        *self.world.resource::<Turn>()
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
        &self.world.resource::<Goal>().primary
    }

    /// Returns the last turn, if there is one.
    pub fn turn_limit(self) -> Option<u16> {
        let is_unlimited = self.world.resource::<Progress>().unlimited;
        self.world
            .resource::<Goal>()
            .turn_limit
            .filter(|_| !is_unlimited)
    }

    /// Returns for how many turns in a row the zone was held.
    pub fn held(self) -> u16 {
        self.world.resource::<Progress>().held
    }

    /// Returns the exit hexes.
    pub fn exits(self) -> &'w [TileId] {
        &self.world.resource::<Goal>().exits
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
            state.pack = Default::default();
            state.arms.spare = 0;
            state.readiness.suppression = Default::default();
            state.ended = Default::default();
        }
        state
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

    /// Returns the forecast of an attack by one's own unit from a hex, which need not be its own.
    ///
    /// # Errors
    /// Why the attack is impossible; TU are not looked at.
    pub fn forecast(
        self,
        shooter: UnitId,
        from: TileId,
        target: UnitId,
        mode: FireMode,
    ) -> Result<Forecast, Refusal> {
        if !self.is_visible(target) {
            return Err(Refusal::TargetNotVisible);
        }
        let shot = shot::shot(self.world, shooter, from, target, mode, false)?;
        Ok(attack::forecast(
            self.figures(),
            self.weapon(shooter),
            &shot,
        )?)
    }

    /// Returns the forecast of fire by one's own unit from a hex at another, against whoever may stand
    /// there without armor.
    ///
    /// # Errors
    /// Why the attack is impossible; TU are not looked at.
    pub fn forecast_at(
        self,
        shooter: UnitId,
        from: TileId,
        tile: TileId,
        mode: FireMode,
    ) -> Result<Forecast, Refusal> {
        let shot = shot::shot_at_hex(self.world, shooter, from, tile, mode, None)?;
        Ok(attack::forecast(
            self.figures(),
            self.weapon(shooter),
            &shot,
        )?)
    }

    /// Returns the item in a slot of one's own unit.
    pub fn item(self, id: UnitId, slot: u8) -> Option<&'w Item> {
        match self.units.part::<Pack>(id).get(slot)? {
            Carried::Item { item, .. } => Some(self.rulebook().content().item(item)),
            Carried::Weapon { .. } => None,
        }
    }

    /// Returns the rings a unit's weapon affects around the hex it strikes.
    pub fn weapon_radius(self, id: UnitId) -> u8 {
        attack::Area::of(self.figures(), self.weapon(id)).map_or(0, |area| area.radius)
    }

    /// Returns what throwing the grenade in a slot of one's own unit costs, TU.
    pub fn throw_tu(self, id: UnitId, slot: u8) -> u16 {
        check::throw_tu(self.units, id, slot)
    }

    /// Returns the forecast of a grenade thrown by one's own unit from a hex at another: against the
    /// known unit there, or whoever stands there without armor.
    ///
    /// # Errors
    /// Why it cannot be thrown; TU are not looked at.
    pub fn forecast_throw(
        self,
        thrower: UnitId,
        from: TileId,
        slot: u8,
        tile: TileId,
    ) -> Result<Forecast, Refusal> {
        let item = self.item(thrower, slot).ok_or(Refusal::EmptySlot)?;
        let ItemKind::Grenade(charge) = item.kind else {
            return Err(Refusal::NotThrowable);
        };
        shot::can_throw(self.world, thrower, from, tile)?;
        let target = self.unit_at(tile);
        let tu = self.throw_tu(thrower, slot);
        let shot = shot::throw_forecast(self.world, thrower, from, tile, &charge);
        let attack = plan::items::prepare_throw(self.world, &shot, &charge, target, tu);
        let health = target.map_or(0, |target| self.unit(target).health.now);
        Ok(attack.forecast(health, &mut Exact::default()))
    }

    /// Returns the chance that an ability of one's own unit gets through to a unit in sight, percent;
    /// `None` has no mind to reach.
    pub fn ability_chance(self, id: UnitId, ability: AbilityId, target: UnitId) -> Option<u8> {
        let ability = self.rulebook().content().ability(ability);
        (self.is_visible(target))
            .then(|| ability::chance(self.world, id, ability, target))
            .flatten()
    }

    /// Lists the hexes within some rings of a place, with their rings: walls that are known are struck
    /// but not passed.
    pub fn area(self, center: TileId, radius: u8) -> Vec<(TileId, u8)> {
        attack::area::reached(&self.grid(), self.layers(), center, radius)
    }

    /// Lists things that lie on a hex in sight.
    pub fn litter(self, tile: TileId) -> impl Iterator<Item = Carried> + 'w {
        let things = self.world.resource::<Props>().get();
        let is_seen = self.knowledge.sees(tile);
        let here = move |(at, _): &&(TileId, Carried)| is_seen && *at == tile;
        things.litter.iter().filter(here).map(|(_, thing)| *thing)
    }

    /// Lists the hexes in sight on which things lie.
    pub fn littered(self) -> impl Iterator<Item = TileId> + 'w {
        let things = self.world.resource::<Props>().get();
        let known = self.knowledge;
        let tiles = things.litter.iter().map(|(tile, _)| *tile);
        tiles.filter(move |&tile| known.sees(tile))
    }

    /// Lists the side's own mines.
    pub fn mines(self) -> impl Iterator<Item = TileId> + 'w {
        let things = self.world.resource::<Props>().get();
        let own = things
            .mines
            .iter()
            .filter(move |mine| mine.side == self.side);
        own.map(|mine| mine.tile)
    }

    /// Lists flares in sight.
    pub fn lights(self) -> impl Iterator<Item = Light> + 'w {
        let things = self.world.resource::<Props>().get();
        let known = self.knowledge;
        (things.lights.iter().copied()).filter(move |light| known.sees(light.tile))
    }

    /// Lists burning hexes out of sight, which show through the fog as glows (§6).
    pub fn glows(self) -> impl Iterator<Item = TileId> + 'w {
        let (truth, known) = (&self.board.layers, self.knowledge);
        (self.board.grid.tiles()).filter(move |&tile| truth.fire(tile) > 0 && !known.sees(tile))
    }

    /// Lists what one's own unit sees and could shoot from where it stands: each enemy in its sight,
    /// nearest first, with the chance of every mode it could pay for (the free Scan of §2).
    pub fn scan(self, id: UnitId) -> Vec<Scanned> {
        let state = self.unit(id);
        let knowledge = self.world.resource::<Knowledge>();
        let mut found: Vec<_> = (self.enemies())
            .filter(|&enemy| knowledge.unit_sees(id, self.unit(enemy).tile))
            .map(|enemy| {
                let chance = |mode: FireMode| {
                    self.check(&Order::Attack(id, enemy, mode)).ok()?;
                    let forecast = self.forecast(id, state.tile, enemy, mode).ok()?;
                    Some((mode, forecast.attack.aim.chance))
                };
                Scanned {
                    enemy,
                    distance: self.grid().distance(state.tile, self.unit(enemy).tile),
                    shots: attack::modes(self.weapon(id)).filter_map(chance).collect(),
                }
            })
            .collect();
        found.sort_by_key(|one| (one.distance, one.enemy));
        found
    }

    /// Lists what the side heard or measured this turn.
    pub fn traces(self) -> impl Iterator<Item = Trace> + 'w {
        let things = self.world.resource::<Props>().get();
        let own = things
            .traces
            .iter()
            .filter(move |trace| trace.side == self.side);
        own.copied()
    }

    /// Returns TU and rounds of a mode of a unit's weapon; `None` if it lacks the mode.
    pub fn mode_cost(self, id: UnitId, mode: FireMode) -> Option<ModeCost> {
        attack::mode_cost(self.figures(), self.weapon(id), mode).ok()
    }

    /// Returns how the side looks at its shots.
    pub fn gunsight(self) -> Gunsight<'w> {
        Gunsight::of(
            self.units,
            self.knowledge,
            self.rulebook.content(),
            self.makeups,
        )
    }

    /// Returns the cover a unit could take on a hex towards a side.
    pub fn cover_towards(self, tile: TileId, facing: Direction) -> Cover {
        check::cover_towards(self.board, &self.knowledge.layers, tile, facing)
    }

    /// Returns the cover a unit could take on a hex towards a neighbor of it, if that is on the board.
    pub fn cover_beside(self, tile: TileId, next: Option<TileId>) -> Cover {
        check::cover_beside(&self.knowledge.layers, tile, next)
    }

    /// Whether the battle is fought at night.
    pub fn is_night(self) -> bool {
        self.world.resource::<Conditions>().night
    }

    /// Whether the side fights nobody.
    pub fn is_neutral(self) -> bool {
        self.units.roster().is_neutral(self.side)
    }

    /// Whether the side sees a hex now.
    pub fn sees(self, tile: TileId) -> bool {
        self.knowledge().sees(tile)
    }

    /// Returns the gait of one's own unit when nothing special is asked for.
    pub fn gait(self, id: UnitId) -> Gait {
        match self.read(id, |state| state.footing.prone) {
            true => Gait::Crawl,
            false => Gait::Walk,
        }
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

    /// Returns how many hexes one's own unit may still move if it is Suppressed.
    pub fn steps_left(self, id: UnitId) -> Option<u8> {
        self.read(id, |state| state.steps_left(self.figures()))
    }

    /// Floods the hexes one's own unit can move to in a gait with so many TU.
    pub fn reach(self, id: UnitId, gait: Gait, tu: u16, reach: &mut Reach) {
        let budget = self.running_cost(id).budget(tu);
        let board = self.board;
        let start = self.read(id, |state| state.tile);
        let walk = shot::move_cost(self.figures(), gait, self.kind(id).flies);
        let left = self.steps_left(id);
        reach.flood(board, self.layers(), &walk, start, budget, |tile| {
            (board.first_occupant(tile)).is_some_and(|other| self.is_visible(other))
                || left.is_some_and(|left| board.grid.distance(start, tile) > u32::from(left))
        });
        if let Some(left) = left {
            reach.limit_steps(usize::from(left));
        }
    }

    /// Returns how what a walk of one's own unit costs is counted.
    pub fn running_cost(self, id: UnitId) -> RunningCost {
        let health = self.read(id, |state| state.health);
        check::running_cost(self.figures(), health, self.armor(id))
    }

    /// Returns what each step of a path costs one's own unit in a gait, in TU.
    pub fn step_costs(self, id: UnitId, gait: Gait, path: &[Direction]) -> Vec<(TileId, u16)> {
        let board = self.board;
        let walk = shot::move_cost(self.figures(), gait, self.kind(id).flies);
        let mut cost = self.running_cost(id);
        let mut at = self.units.part::<Position>(id).0;
        let mut steps = Vec::new();
        for &direction in path {
            let step = crate::battle::path::step_cost(board, self.layers(), &walk, at, direction);
            let (Some(step), Some(to)) = (step, board.grid.neighbor(at, direction)) else {
                break;
            };
            at = to;
            steps.push((to, cost.pay(step)));
        }
        steps
    }

    /// Lists visible enemies that could fire at a unit on a hex: readied ones that the hex lies in
    /// sight and range of, as far as the side can tell.
    pub fn watchers(self, tile: TileId) -> Vec<UnitId> {
        self.enemies()
            .filter(|&id| {
                let state = self.unit(id);
                state.readiness.ready && self.could_fire_at(id, tile)
            })
            .collect()
    }

    /// Whether a visible enemy could hit a unit on a hex from where it stands.
    pub fn could_fire_at(self, enemy: UnitId, tile: TileId) -> bool {
        let from = self.unit(enemy).tile;
        let reach = attack::reach(self.figures(), self.weapon(enemy));
        self.grid().distance(from, tile) <= u32::from(reach)
            && shot::line_of_fire(
                self.board,
                self.knowledge,
                &self.figures().sight,
                from,
                tile,
            )
            .open
    }

    /// Whether sight passes between two hexes, by what the side remembers.
    pub fn line(self, from: TileId, to: TileId) -> crate::battle::sight::Sightline {
        let grid = self.grid();
        let figures = &self.figures().sight;
        crate::battle::sight::trace(&grid, self.layers(), from, to, figures, |_| true)
    }

    /// Returns the AI mode of one's own unit: what the script told its side last, else its own.
    pub fn mode(self, id: UnitId) -> crate::mission::AiMode {
        let told = self.world.resource::<Progress>().modes[self.side.index()];
        told.unwrap_or_else(|| {
            let controllers = self.world.resource::<super::setup::Controllers>();
            controllers.mode(self.side, id)
        })
    }

    /// Returns where one's own unit goes on its patrol this turn, if it has a route: from stop to stop,
    /// one a turn.
    pub fn patrol_stop(self, id: UnitId) -> Option<TileId> {
        let controllers = self.world.resource::<super::setup::Controllers>();
        let route = &controllers.patrols[id.index()];
        let turn = usize::from(self.turn().number);
        (!route.is_empty()).then(|| route[turn % route.len()])
    }

    /// Lists the objects that can still be interacted with, on hexes that were seen.
    pub fn objects(self) -> impl Iterator<Item = (TileId, &'w Object)> + 'w {
        let objects = &self.world.resource::<Plot>().0.objects;
        let known = &self.knowledge.layers;
        (objects.iter())
            .filter(move |object| known.is_known(object.tile) && !known.state(object.tile).spent)
            .map(|object| (object.tile, object))
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
            true => &self.world.resource::<Goal>().deployment,
            false => &[],
        }
    }

    /// Lists orders the side may give now, each of which passes the check.
    pub fn legal_orders(self) -> Vec<Order> {
        super::legal::orders(self.world, self.side)
    }
}
