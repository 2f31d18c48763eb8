//! Checks orders to move and to take a stance.
//!
//! **Invariant:** a way leads over hexes the side knows, past the units it knows of.

use super::{Checked, Ordered};
use crate::battle::board::{Board, Layers};
use crate::battle::grid::{Direction, TileId};
use crate::battle::path::{self, MoveCost, RunningCost};
use crate::battle::unit::Health;
use crate::content::terrain::Cover;
use crate::rules::battlescape::content::{Armor, Figures, Gait};
use crate::rules::battlescape::event::Event;
use crate::rules::battlescape::order::Refusal;
use crate::rules::battlescape::plan::Task;
use crate::rules::battlescape::shot;
use crate::rules::battlescape::soldier::{Condition, Makeups};

/// Returns the running cost of a move that a unit starts now (§3, §8, §12).
pub fn running_cost(figures: &Figures, health: Health, armor: Armor) -> RunningCost {
    let status = Condition::of(health, figures).path_percent(figures);
    RunningCost::new(status, u32::from(armor.path_percent))
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

impl Ordered<'_> {
    /// Whether the side knows of another unit standing on a hex: its own, or one in sight.
    pub(super) fn is_occupied(&self, tile: TileId) -> bool {
        (self.units.board().first_occupant(tile)).is_some_and(|other| {
            other != self.id && (self.units.side(other) == self.side || self.known.sees_unit(other))
        })
    }

    /// Returns what hexes cost the unit in a gait.
    fn gait_cost(&self, gait: Gait) -> MoveCost {
        shot::move_cost(self.figures(), gait, self.kind_of(self.id).flies)
    }

    /// Checks one step; returns where it leads and its cost in hundredths of TU.
    fn step(
        &self,
        cost: &MoveCost,
        from: TileId,
        direction: Direction,
    ) -> Result<(TileId, u32), Refusal> {
        let (board, layers) = (self.units.board(), &self.known.layers);
        let to = (board.grid.neighbor(from, direction)).ok_or(Refusal::OffBoard)?;
        if !layers.is_known(to) {
            return Err(Refusal::UnknownHex(to));
        }
        let cost = path::step_cost(board, layers, cost, from, direction);
        let cost = cost.ok_or(Refusal::Impassable(to))?;
        match self.is_occupied(to) {
            true => Err(Refusal::Occupied(to)),
            false => Ok((to, cost)),
        }
    }

    pub(super) fn walk(&self, gait: Gait, path: &[Direction]) -> Checked {
        if path.is_empty() {
            return Err(Refusal::EmptyPath);
        }
        match (gait, self.state.footing.prone) {
            (Gait::Crawl, false) => return Err(Refusal::NotProne),
            (Gait::Walk | Gait::Run | Gait::Crouch | Gait::Disengage, true) => {
                return Err(Refusal::MustCrawl);
            }
            _ => {}
        }
        let (state, figures) = (&self.state, self.figures());
        let least = figures.tu.run_least;
        if gait == Gait::Run && path.len() < usize::from(least) {
            return Err(Refusal::RunTooShort { least });
        }
        let is_short = |left: &u8| path.len() > usize::from(*left);
        if let Some(left) = state.steps_left(figures).filter(is_short) {
            return Err(Refusal::Suppressed { left });
        }
        if gait == Gait::Disengage {
            self.disengages(path)?;
        }
        let (mut at, mut sum) = (state.tile, 0);
        let gait_cost = self.gait_cost(gait);
        for &direction in path {
            let (to, cost) = self.step(&gait_cost, at, direction)?;
            (at, sum) = (to, sum + cost);
        }
        let cost = match gait {
            // A fixed price, however hurt or laden the unit is.
            Gait::Disengage => RunningCost::new(100, 100),
            _ => {
                let makeups = self.world().resource::<Makeups>();
                running_cost(
                    figures,
                    state.health,
                    makeups.armor(self.content(), self.id),
                )
            }
        };
        self.pay(u16::try_from(cost.total(sum)).unwrap_or(u16::MAX))?;
        Ok(vec![Task::Walk {
            unit: self.id,
            gait,
            path: path.to_vec(),
            done: 0,
            cost,
        }])
    }

    /// Checks that a path is one step out of contact with the enemies in sight.
    fn disengages(&self, path: &[Direction]) -> Result<(), Refusal> {
        let (board, roster) = (self.units.board(), self.units.roster());
        let is_contact = |other| {
            roster.are_hostile(roster.side(other), self.side) && self.known.sees_unit(other)
        };
        let has_contact = |tile| {
            let mut beside = board.grid.neighbors(tile);
            beside.any(|(_, next)| board.first_occupant(next).is_some_and(is_contact))
        };
        if !has_contact(self.state.tile) {
            return Err(Refusal::NotInContact);
        }
        let [direction] = *path else {
            return Err(Refusal::StillInContact);
        };
        let to = board.grid.neighbor(self.state.tile, direction);
        match has_contact(to.ok_or(Refusal::OffBoard)?) {
            true => Err(Refusal::StillInContact),
            false => Ok(()),
        }
    }

    pub(super) fn go_prone(&self) -> Checked {
        if self.state.footing.prone {
            return Err(Refusal::AlreadyProne);
        }
        let (unit, tu) = (self.id, self.pay(self.figures().tu.go_prone)?);
        Ok(self.acts(Event::WentProne { unit, tu }))
    }

    pub(super) fn turn(&self, facing: Direction) -> Checked {
        let turns = self.state.facing.turns_to(facing);
        if turns == 0 {
            return Err(Refusal::AlreadyFacing);
        }
        let tu = self.pay(self.figures().tu.turn * u16::from(turns))?;
        let unit = self.id;
        Ok(self.acts(Event::Turned { unit, facing, tu }))
    }

    pub(super) fn take_cover(&self, step: Option<Direction>, facing: Direction) -> Checked {
        let (state, figures) = (&self.state, self.figures());
        let mut tasks = Vec::new();
        let mut tile = state.tile;
        if let Some(direction) = step {
            if !figures.cover.step {
                return Err(Refusal::NoCoverThere);
            }
            if let Some(left @ 0) = state.steps_left(figures) {
                return Err(Refusal::Suppressed { left });
            }
            let gait = match state.footing.prone {
                true => Gait::Crawl,
                false => Gait::Walk,
            };
            tile = self.step(&self.gait_cost(gait), tile, direction)?.0;
            // The step is part of the action and free (C37).
            let cost = RunningCost::new(0, 0);
            tasks.push(Task::Walk {
                unit: self.id,
                gait,
                path: vec![direction],
                done: 0,
                cost,
            });
        } else if state.stance.0 != Cover::None && state.facing == facing {
            return Err(Refusal::AlreadyInCover);
        }
        let cover = cover_towards(self.units.board(), &self.known.layers, tile, facing);
        if cover == Cover::None {
            return Err(Refusal::NoCoverThere);
        }
        tasks.push(Task::Cover {
            unit: self.id,
            at: tile,
            facing,
            cover,
            tu: self.pay(figures.tu.take_cover)?,
        });
        Ok(self.begins(tasks))
    }

    pub(super) fn stand(&self) -> Checked {
        if self.state.stance.0 == Cover::None && !self.state.footing.prone {
            return Err(Refusal::AlreadyStanding);
        }
        let (unit, tu) = (self.id, self.pay(self.figures().tu.stand)?);
        Ok(self.acts(Event::Stood { unit, tu }))
    }
}
