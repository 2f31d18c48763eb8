//! Checks orders to move and to take a stance.
//!
//! **Invariant:** a way leads over hexes the side knows, past the units it knows of.

use crate::{
    battle::{
        board::{Board, Layers},
        grid::{Direction, TileId},
        knowledge::{Knowledge, SideKnowledge},
        path::{self, MoveCost, RunningCost},
        unit::{Facing, Health, Position, Roster, Side, UnitId, Units},
    },
    content::terrain::Cover,
    rules::battlescape::{
        check::{act, afford, pay},
        content::{Armor, Figures, Gait},
        event::Event,
        order::Refusal,
        plan::{self, Task},
        shot,
        soldier::{Condition, Footing, Makeups, Rulebook, Stance, UnitState},
    },
};

/// Returns the running cost of a move that a unit starts now (§3, §8, §12).
pub fn running_cost(figures: &Figures, health: Health, armor: Armor) -> RunningCost {
    let status = Condition::of(health, figures).path_percent(figures);
    RunningCost::new(status, u32::from(armor.path_percent))
}

/// What a side knows of the way before its units.
pub(super) struct Ways<'w> {
    side: Side,
    id: UnitId,
    board: &'w Board,
    roster: &'w Roster,
    pub known: &'w SideKnowledge,
    cost: MoveCost,
}

impl<'w> Ways<'w> {
    pub fn of(units: Units<'w>, side: Side, id: UnitId, gait: Gait) -> Self {
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
    pub fn is_occupied(&self, tile: TileId) -> bool {
        (self.board.first_occupant(tile)).is_some_and(|other| {
            other != self.id
                && (self.roster.side(other) == self.side || self.known.sees_unit(other))
        })
    }

    /// Checks one step; returns where it leads and its cost in hundredths of TU.
    pub fn step(&self, from: TileId, direction: Direction) -> Result<(TileId, u32), Refusal> {
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

pub(super) fn walk(
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

pub(super) fn go_prone(units: Units, id: UnitId) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    if units.part::<Footing>(id).prone {
        return Err(Refusal::AlreadyProne);
    }
    let tu = world.resource::<Rulebook>().figures().tu.go_prone;
    pay(units, id, tu)?;
    Ok(act(units, Event::WentProne { unit: id, tu }, id))
}

pub(super) fn turn(units: Units, id: UnitId, facing: Direction) -> Result<Vec<Task>, Refusal> {
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

pub(super) fn take_cover(
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
        if let Some(left @ 0) = UnitState::now(units, id).steps_left(figures) {
            return Err(Refusal::Suppressed { left });
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

pub(super) fn stand(units: Units, id: UnitId) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let is_prone = units.part::<Footing>(id).prone;
    if units.part::<Stance>(id).0 == Cover::None && !is_prone {
        return Err(Refusal::AlreadyStanding);
    }
    let tu = world.resource::<Rulebook>().figures().tu.stand;
    pay(units, id, tu)?;
    Ok(act(units, Event::Stood { unit: id, tu }, id))
}
