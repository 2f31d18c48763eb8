//! Checks orders by what the ordering side knows, and makes their plans.
//!
//! **Invariant:** terrain is what the side remembers, units are those it sees; nothing hidden shows
//! in whether an order passes, or why not.

mod items;

pub(super) use self::items::throw_tu;

use bevy::prelude::World;

use crate::{
    battle::{
        board::{Board, Layers},
        grid::{Direction, TileId},
        journal::Journal,
        knowledge::{Knowledge, SideKnowledge},
        path::{self, MoveCost, RunningCost},
        phase::{Outcome, Turn, Verdict},
        unit::{Facing, Health, Position, Presence, Roster, Side, UnitId, Units, units_on_board},
    },
    content::{
        battlescape::{Armor, Figures, FireMode, Gait},
        terrain::Cover,
    },
    rules::battlescape::{
        Battlescape, attack,
        event::{Event, Mark},
        gear::Carried,
        nerve::{Shock, Stunned, is_conscious},
        objective::{Goal, PLAYER, Plot},
        order::{Order, Refusal},
        plan::{self, Plan, Task},
        renewal,
        scenario::Objective,
        shot,
        soldier::{
            self, Arms, Condition, Ended, Footing, Loyalty, Makeups, Readiness, Rulebook, Stance,
            Suppression, TimeUnits, UnitState,
        },
    },
};

/// Checks an order and makes the plan that carries it out.
pub(super) fn begin(world: &World, side: Side, order: &Order) -> Result<Plan, Refusal> {
    if let Order::PlayOn = order {
        return play_on(world, side);
    }
    if world.resource::<Verdict>().0.is_some() {
        return Err(Refusal::BattleOver);
    }
    if world.resource::<Turn>().active != side {
        return Err(Refusal::NotYourPhase);
    }
    if let Order::Renew(source) = order {
        renewal::check(world, source)?;
        let source = source.clone();
        return Ok(Plan::of([Task::Emit(Event::Renewed { source })]));
    }
    let Some(id) = order.unit() else {
        return Ok(Plan::of([Task::Emit(Event::PhaseEnded { side })]));
    };
    let units = Units::of(world);
    let state = own_unit(units, side, id)?;
    if !is_conscious(state.health, state.shock) {
        return Err(Refusal::Unconscious);
    }
    if state.shock.stunned == Stunned::Now {
        return Err(Refusal::Stunned);
    }
    if state.ended.0 {
        return Err(Refusal::UnitEnded);
    }
    if world.resource::<Rulebook>().figures().tu.strict_order
        && let Some(first) = first_in_order(units, side)
        && first != id
    {
        return Err(Refusal::OutOfOrder(first));
    }
    let tasks = match order {
        Order::Move(_, gait, path) => walk(units, side, id, *gait, path)?,
        Order::GoProne(_) => go_prone(units, id)?,
        Order::Turn(_, facing) => turn(units, id, *facing)?,
        Order::Attack(_, target, mode) => attack(units, side, id, *target, *mode)?,
        Order::FireAt(_, tile, mode) => fire_at(units, id, *tile, *mode)?,
        Order::TakeCover(_, step, facing) => take_cover(units, side, id, *step, *facing)?,
        Order::Stand(_) => stand(units, id)?,
        Order::Reload(_) => reload(units, id)?,
        Order::Ready(_) => ready(units, id)?,
        Order::ReadySuppression(_) => ready_suppression(units, id)?,
        Order::Throw(_, slot, tile) => items::throw(units, id, *slot, *tile)?,
        Order::Prime(_, slot) => items::prime(units, id, *slot)?,
        Order::Toss(_, slot, tile) => items::toss(units, side, id, *slot, *tile)?,
        Order::Lay(_, slot, tile) => items::lay(units, side, id, *slot, *tile)?,
        Order::Use(_, slot, target) => items::use_on(units, id, *slot, *target)?,
        Order::Switch(_, slot) => items::switch(units, id, *slot)?,
        Order::PickUp(_, number) => items::pick_up(units, id, *number)?,
        Order::Drop(_, slot) => items::drop_thing(units, id, *slot)?,
        Order::Cast(_, ability, target) => items::cast(units, side, id, *ability, *target)?,
        Order::Door(_, direction) => door(units, side, id, *direction)?,
        Order::Interact(_, tile) => interact(units, id, *tile)?,
        Order::Deploy(_, tile) => deploy(units, side, id, *tile)?,
        Order::Leave(_) => leave(units, id)?,
        Order::EndUnit(_) => return Ok(Plan::of([Task::Emit(Event::UnitEnded { unit: id })])),
        Order::EndTurn | Order::PlayOn | Order::Renew(_) => {
            unreachable!("orders of a whole side are done above")
        }
    };
    Ok(Plan::of(tasks))
}

fn play_on(world: &World, side: Side) -> Result<Plan, Refusal> {
    let failed = world
        .resource::<Verdict>()
        .0
        .is_some_and(|e| e.outcome == Outcome::MissionFailed);
    if side != PLAYER || !failed || units_on_board(world, PLAYER).next().is_none() {
        return Err(Refusal::CannotPlayOn);
    }
    let [turn, phase] = plan::next_turn(world);
    Ok(Plan::of([Task::Emit(Event::PlayedOn), turn, phase]))
}

/// Returns the first unit of a side, in squad order, that still acts this turn (C24).
pub(super) fn first_in_order(units: Units, side: Side) -> Option<UnitId> {
    units.ids().find(|&id| {
        let shock = *units.part::<Shock>(id);
        units.side(id) == side
            && *units.part::<Presence>(id) == Presence::OnBoard
            && is_conscious(*units.part(id), shock)
            && shock.stunned != Stunned::Now
            && !units.part::<Ended>(id).0
    })
}

/// Returns the state of a unit on the board that is a side's own.
fn own_unit(units: Units, side: Side, id: UnitId) -> Result<UnitState, Refusal> {
    if !units.contains(id) {
        return Err(Refusal::UnknownUnit(id));
    }
    if units.side(id) != side {
        return Err(Refusal::NotYourUnit(id));
    }
    let state = UnitState::now(units, id);
    match state.presence {
        Presence::OnBoard => Ok(state),
        Presence::Escaped | Presence::Dead | Presence::Reserve => Err(Refusal::NotOnBoard(id)),
    }
}

fn pay(units: Units, id: UnitId, needs: u16) -> Result<(), Refusal> {
    afford(units.part::<TimeUnits>(id).now, needs)
}

fn afford(has: u16, needs: u16) -> Result<(), Refusal> {
    match needs > has {
        true => Err(Refusal::NeedsTu { needs, has }),
        false => Ok(()),
    }
}

/// An act and the reactions it calls forth.
fn act(units: Units, event: Event, id: UnitId) -> Vec<Task> {
    let world = units.world();
    let mut tasks = vec![Task::Emit(event)];
    tasks.extend(plan::reactions(world, id));
    tasks
}

/// Returns the running cost of a move that a unit starts now (§3, §8, §12).
pub fn running_cost(figures: &Figures, health: Health, armor: Armor) -> RunningCost {
    let status = Condition::of(health, figures).path_percent(figures);
    RunningCost::new(status, u32::from(armor.path_percent))
}

/// What a side knows of the way before its units.
struct Ways<'w> {
    side: Side,
    id: UnitId,
    board: &'w Board,
    roster: &'w Roster,
    known: &'w SideKnowledge,
    cost: MoveCost,
}

impl<'w> Ways<'w> {
    fn of(units: Units<'w>, side: Side, id: UnitId, gait: Gait) -> Self {
        let world = units.world();
        let content = world.resource::<Rulebook>().content();
        let kind = world.resource::<Makeups>().kind(content, id);
        Self {
            side,
            id,
            board: units.board(),
            roster: units.roster(),
            known: world.resource::<Knowledge>().of(side),
            cost: shot::move_cost(&content.figures, gait, kind.flies),
        }
    }

    /// Whether the side knows of another unit standing on a hex: its own, or one in sight.
    fn is_occupied(&self, tile: TileId) -> bool {
        (self.board.first_occupant(tile)).is_some_and(|other| {
            other != self.id
                && (self.roster.side(other) == self.side || self.known.sees_unit(other))
        })
    }

    /// Checks one step; returns where it leads and its cost in hundredths of TU.
    fn step(&self, from: TileId, direction: Direction) -> Result<(TileId, u32), Refusal> {
        let layers = &self.known.layers;
        let to = (self.board.grid.neighbor(from, direction)).ok_or(Refusal::OffBoard)?;
        if !layers.is_known(to) {
            return Err(Refusal::UnknownHex(to));
        }
        let cost = path::step_cost(self.board, layers, &self.cost, from, direction)
            .ok_or(Refusal::Impassable(to))?;
        if self.is_occupied(to) {
            return Err(Refusal::Occupied(to));
        }
        Ok((to, cost))
    }
}

fn walk(
    units: Units,
    side: Side,
    id: UnitId,
    gait: Gait,
    path: &[Direction],
) -> Result<Vec<Task>, Refusal> {
    if path.is_empty() {
        return Err(Refusal::EmptyPath);
    }
    let world = units.world();
    let content = world.resource::<Rulebook>().content();
    let state = UnitState::now(units, id);
    match (gait, state.footing.prone) {
        (Gait::Crawl, false) => return Err(Refusal::NotProne),
        (Gait::Walk | Gait::Run | Gait::Crouch | Gait::Disengage, true) => {
            return Err(Refusal::MustCrawl);
        }
        _ => {}
    }
    let least = content.figures.tu.run_least;
    if gait == Gait::Run && path.len() < usize::from(least) {
        return Err(Refusal::RunTooShort { least });
    }
    let is_short = |left: &u8| path.len() > usize::from(*left);
    if let Some(left) = state.steps_left(&content.figures).filter(is_short) {
        return Err(Refusal::Suppressed { left });
    }
    if gait == Gait::Disengage {
        disengages(units, side, id, path)?;
    }
    let mut at = state.tile;
    let mut sum = 0;
    let ways = Ways::of(units, side, id, gait);
    for &direction in path {
        let (to, cost) = ways.step(at, direction)?;
        at = to;
        sum += cost;
    }
    let cost = match gait {
        // A fixed price, however hurt or laden the unit is.
        Gait::Disengage => RunningCost::new(100, 100),
        _ => {
            let armor = world.resource::<Makeups>().armor(content, id);
            running_cost(&content.figures, state.health, armor)
        }
    };
    let needs = u16::try_from(cost.total(sum)).unwrap_or(u16::MAX);
    afford(state.tu.now, needs)?;
    Ok(vec![Task::Walk {
        unit: id,
        gait,
        path: path.to_vec(),
        done: 0,
        cost,
    }])
}

/// Checks that a path is one step out of contact with the enemies in sight.
fn disengages(units: Units, side: Side, id: UnitId, path: &[Direction]) -> Result<(), Refusal> {
    let world = units.world();
    let board = units.board();
    let (roster, known) = (units.roster(), world.resource::<Knowledge>().of(side));
    let has_contact = |tile| {
        (board.grid.neighbors(tile))
            .filter_map(|(_, next)| board.first_occupant(next))
            .any(|other| roster.are_hostile(roster.side(other), side) && known.sees_unit(other))
    };
    let from = units.part::<Position>(id).0;
    if !has_contact(from) {
        return Err(Refusal::NotInContact);
    }
    match *path {
        [direction] => {
            let to = (board.grid.neighbor(from, direction)).ok_or(Refusal::OffBoard)?;
            match has_contact(to) {
                true => Err(Refusal::StillInContact),
                false => Ok(()),
            }
        }
        _ => Err(Refusal::StillInContact),
    }
}

fn go_prone(units: Units, id: UnitId) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    if units.part::<Footing>(id).prone {
        return Err(Refusal::AlreadyProne);
    }
    let tu = world.resource::<Rulebook>().figures().tu.go_prone;
    pay(units, id, tu)?;
    Ok(act(units, Event::WentProne { unit: id, tu }, id))
}

fn turn(units: Units, id: UnitId, facing: Direction) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let turns = units.part::<Facing>(id).0.turns_to(facing);
    if turns == 0 {
        return Err(Refusal::AlreadyFacing);
    }
    let tu = world.resource::<Rulebook>().figures().tu.turn * u16::from(turns);
    pay(units, id, tu)?;
    Ok(act(
        units,
        Event::Turned {
            unit: id,
            facing,
            tu,
        },
        id,
    ))
}

fn attack(
    units: Units,
    side: Side,
    id: UnitId,
    target: UnitId,
    mode: FireMode,
) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    if !units.roster().contains(target) {
        return Err(Refusal::TargetNotVisible);
    }
    let from = units.part::<Position>(id).0;
    if units.side(target) == side {
        return Err(Refusal::TargetIsFriend);
    }
    shot::shot(world, id, from, target, mode, false)?;
    attack_on(units, id, Mark::Unit(target), mode)
}

fn fire_at(units: Units, id: UnitId, tile: TileId, mode: FireMode) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    if tile.index() >= units.board().grid.len() {
        return Err(Refusal::OffBoard);
    }
    let from = units.part::<Position>(id).0;
    shot::shot_at_hex(world, id, from, tile, mode, None)?;
    attack_on(units, id, Mark::Hex(tile), mode)
}

/// Pays for an attack that can be made.
fn attack_on(units: Units, id: UnitId, target: Mark, mode: FireMode) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let figures = world.resource::<Rulebook>().figures();
    let rounds = units.part::<Arms>(id).rounds;
    let has = units.part::<TimeUnits>(id).now;
    let tu = attack::readiness(figures, soldier::weapon(world, id), mode, rounds, has)?.tu;
    let mut tasks = vec![Task::Fire {
        unit: id,
        target,
        mode,
        reaction: false,
        tu,
    }];
    tasks.extend(plan::reactions(world, id));
    Ok(tasks)
}

/// Returns the cover a unit on a hex can take towards a side, by what its own side remembers: the
/// better of its own hex and the next one (§6, §15.7).
pub fn cover_towards(board: &Board, layers: &Layers, tile: TileId, facing: Direction) -> Cover {
    cover_beside(layers, tile, board.grid.neighbor(tile, facing))
}

/// Returns the cover a unit on a hex can take towards a neighbor of it, if that is on the board.
pub fn cover_beside(layers: &Layers, tile: TileId, next: Option<TileId>) -> Cover {
    let own = layers.own_cover(tile);
    let next = next.filter(|&next| layers.is_known(next));
    next.map_or(own, |next| own.max(layers.cover_behind(next)))
}

fn take_cover(
    units: Units,
    side: Side,
    id: UnitId,
    step: Option<Direction>,
    facing: Direction,
) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let figures = world.resource::<Rulebook>().figures();
    let from = units.part::<Position>(id).0;
    let mut tasks = Vec::new();
    let mut tile = from;
    if let Some(direction) = step {
        if !figures.cover.step {
            return Err(Refusal::NoCoverThere);
        }
        let gait = match units.part::<Footing>(id).prone {
            true => Gait::Crawl,
            false => Gait::Walk,
        };
        tile = Ways::of(units, side, id, gait).step(from, direction)?.0;
        // The step is part of the action and free (C37).
        let cost = RunningCost::new(0, 0);
        tasks.push(Task::Walk {
            unit: id,
            gait,
            path: vec![direction],
            done: 0,
            cost,
        });
    } else if units.part::<Stance>(id).0 != Cover::None && units.part::<Facing>(id).0 == facing {
        return Err(Refusal::AlreadyInCover);
    }
    let layers = &world.resource::<Knowledge>().of(side).layers;
    let cover = cover_towards(units.board(), layers, tile, facing);
    if cover == Cover::None {
        return Err(Refusal::NoCoverThere);
    }
    let tu = figures.tu.take_cover;
    pay(units, id, tu)?;
    tasks.push(Task::Cover {
        unit: id,
        at: tile,
        facing,
        cover,
        tu,
    });
    tasks.extend(plan::reactions(world, id));
    Ok(tasks)
}

fn stand(units: Units, id: UnitId) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let is_prone = units.part::<Footing>(id).prone;
    if units.part::<Stance>(id).0 == Cover::None && !is_prone {
        return Err(Refusal::AlreadyStanding);
    }
    let tu = world.resource::<Rulebook>().figures().tu.stand;
    pay(units, id, tu)?;
    Ok(act(units, Event::Stood { unit: id, tu }, id))
}

fn reload(units: Units, id: UnitId) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let magazine = soldier::weapon(world, id).magazine;
    if magazine == 0 {
        return Err(Refusal::NeedsNoAmmo);
    }
    if units.part::<Arms>(id).rounds >= magazine {
        return Err(Refusal::MagazineFull);
    }
    let arms = *units.part::<Arms>(id);
    let rounds = (magazine - arms.rounds).min(arms.spare) + arms.rounds;
    if rounds == arms.rounds {
        return Err(Refusal::NoSpareRounds);
    }
    let tu = world.resource::<Rulebook>().figures().tu.reload;
    pay(units, id, tu)?;
    Ok(act(
        units,
        Event::Reloaded {
            unit: id,
            rounds,
            tu,
        },
        id,
    ))
}

fn ready(units: Units, id: UnitId) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let weapon = soldier::weapon(world, id);
    if !weapon.modes.contains(&FireMode::Snap) {
        return Err(Refusal::CannotReact(weapon.class));
    }
    if units.part::<Readiness>(id).ready {
        return Err(Refusal::AlreadyReady);
    }
    if units.part::<Arms>(id).rounds == 0 {
        return Err(Refusal::EmptyMagazine);
    }
    let figures = world.resource::<Rulebook>().figures();
    if units.part::<Stance>(id).0 == Cover::Full && figures.cover.full_blocks_fire {
        return Err(Refusal::InFullCover);
    }
    pay(units, id, figures.tu.ready)?;
    Ok(act(
        units,
        Event::Readied {
            unit: id,
            tu: figures.tu.ready,
        },
        id,
    ))
}

fn ready_suppression(units: Units, id: UnitId) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let weapon = soldier::weapon(world, id);
    let sprays = |mode| weapon.modes.contains(&mode);
    if !sprays(FireMode::Burst) && !sprays(FireMode::Auto) {
        return Err(Refusal::CannotSuppress(weapon.class));
    }
    if units.part::<Readiness>(id).suppression == Suppression::Next {
        return Err(Refusal::AlreadyReady);
    }
    let tu = world.resource::<Rulebook>().figures().tu.ready_suppression;
    pay(units, id, tu)?;
    Ok(act(units, Event::SuppressionReadied { unit: id, tu }, id))
}

fn door(units: Units, side: Side, id: UnitId, direction: Direction) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let board = units.board();
    let from = units.part::<Position>(id).0;
    let tile = board
        .grid
        .neighbor(from, direction)
        .ok_or(Refusal::OffBoard)?;
    let layers = &world.resource::<Knowledge>().of(side).layers;
    let rulebook = world.resource::<Rulebook>();
    let becomes = Some(tile)
        .filter(|&tile| layers.is_known(tile))
        .and_then(|tile| rulebook.0.terrain(layers.terrain(tile)).door_to)
        .ok_or(Refusal::NoDoor)?;
    if Ways::of(units, side, id, Gait::Walk).is_occupied(tile) {
        return Err(Refusal::DoorBlocked);
    }
    let tu = rulebook.figures().tu.door;
    pay(units, id, tu)?;
    let mut tasks = vec![Task::Door {
        unit: id,
        tile,
        becomes,
        facing: direction,
        tu,
    }];
    tasks.extend(plan::reactions(world, id));
    Ok(tasks)
}

/// Finds the object on a hex that was not used yet, as far as a side knows.
pub(super) fn object_at(world: &World, layers: &Layers, tile: TileId) -> Option<u8> {
    let objects = &world.resource::<Plot>().0.objects;
    (0_u8..)
        .zip(objects)
        .find(|(_, object)| object.tile == tile && !layers.state(tile).spent)
        .map(|(index, _)| index)
}

fn interact(units: Units, id: UnitId, tile: TileId) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let board = units.board();
    let own = units.side(id);
    let known = world.resource::<Knowledge>().of(own);
    if tile.index() >= board.grid.len() || !known.layers.is_known(tile) {
        return Err(Refusal::NothingToInteract);
    }
    if board.grid.distance(units.part::<Position>(id).0, tile) > 1 {
        return Err(Refusal::NotAdjacent);
    }
    let tu = world.resource::<Rulebook>().figures().tu.interact;
    if let Some(index) = object_at(world, &known.layers, tile) {
        pay(units, id, tu)?;
        let content = world.resource::<Rulebook>().content();
        let object = &world.resource::<Plot>().0.objects[usize::from(index)];
        let items = (object.items.iter())
            .map(|&item| Carried::Item {
                item,
                charges: content.item(item).charges,
            })
            .collect();
        let event = Event::Interacted {
            unit: id,
            object: index,
            items,
            tu,
        };
        return Ok(act(units, event, id));
    }
    // Somebody to be rescued comes along.
    let Objective::Rescue { unit: target } = world.resource::<Goal>().primary else {
        return Err(Refusal::NothingToInteract);
    };
    let is_there = board.seat(target) == Some(tile) && known.sees(tile);
    if !is_there || own != PLAYER || units.side(target) == PLAYER {
        return Err(Refusal::NothingToInteract);
    }
    pay(units, id, tu)?;
    let called = Event::Called {
        unit: id,
        target,
        tu,
    };
    let mut tasks = vec![
        Task::Emit(called),
        Task::Emit(Event::Joined {
            unit: target,
            side: PLAYER,
        }),
    ];
    tasks.extend(plan::reactions(world, id));
    Ok(tasks)
}

/// Whether side 0 may still place its units: nothing else was ordered yet.
pub(super) fn is_deploying(world: &World) -> bool {
    let entries = &world.resource::<Journal<Battlescape>>().entries;
    let is_early = |order: &Order| matches!(order, Order::Deploy(..) | Order::Renew(_));
    !world.resource::<Goal>().deployment.is_empty()
        && entries.iter().all(|entry| is_early(&entry.order))
}

fn deploy(units: Units, side: Side, id: UnitId, tile: TileId) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    if side != PLAYER || !is_deploying(world) {
        return Err(Refusal::DeploymentOver);
    }
    if !world.resource::<Goal>().deployment.contains(&tile) {
        return Err(Refusal::NotInDeployment);
    }
    // Nobody else stands in the zone, and its side was shown it: see the mission loader and set-up.
    let ways = Ways::of(units, side, id, Gait::Walk);
    if ways.known.layers.entry_percent(tile).is_none() {
        return Err(Refusal::Impassable(tile));
    }
    if ways.is_occupied(tile) {
        return Err(Refusal::Occupied(tile));
    }
    Ok(vec![Task::Emit(Event::Deployed { unit: id, tile })])
}

fn leave(units: Units, id: UnitId) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let tile = units.part::<Position>(id).0;
    // Who is controlled does not count as one's own out there.
    let belongs = units.part::<Loyalty>(id).home == PLAYER;
    if !belongs || units.side(id) != PLAYER || !world.resource::<Goal>().exits.contains(&tile) {
        return Err(Refusal::NotAnExit);
    }
    let tu = world.resource::<Rulebook>().figures().tu.leave;
    pay(units, id, tu)?;
    Ok(vec![Task::Emit(Event::Left { unit: id, tu })])
}
