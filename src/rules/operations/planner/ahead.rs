//! The combat that follows a move: the field as it would be, and what the side would assign there.
//!
//! **Invariant:** what a move counts on is what assignment reckons with on the same field.

use crate::battle::grid::TileId;
use crate::battle::unit::{Presence, UnitId};
use crate::rules::operations::field::{Field, Unit};
use crate::rules::operations::planner::Eye;
use crate::rules::operations::planner::assign::best;
use crate::rules::operations::planner::clash::Clash;
use crate::rules::operations::planner::prospects::Prospects;
use crate::rules::operations::progress::Step;

/// Where units would be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place<'p> {
    /// Out of the battle.
    Away,
    /// In a hex, after each paid so many half Capability Points.
    At(TileId, &'p [u16]),
}

/// A combat that would follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Combat {
    /// What it is worth to the side.
    pub points: i64,
    /// Whether the units fail a duty to attack.
    pub fails: bool,
}

/// A look ahead from movement.
pub(super) struct Ahead<'e, 'f, 'w> {
    eye: &'e Eye<'f, 'w>,
    prospects: Prospects<'w>,
    /// The field as combat would begin.
    field: Field<'w>,
    /// Hexes where units would fail a duty to attack if nobody moved any more.
    failing: Vec<TileId>,
}

impl<'e, 'f, 'w> Ahead<'e, 'f, 'w> {
    /// Begins to look ahead.
    pub(super) fn of(eye: &'e Eye<'f, 'w>) -> Self {
        let mut field = eye.field.clone();
        // Guns are placed anew before they fire.
        let own: Vec<_> = field.of_side(eye.side).map(|unit| unit.id).collect();
        for id in own {
            field.get_mut(id).now.body.stance = None;
        }
        let progress = field.progress.to_mut();
        progress.step = Step::Assign;
        progress.held.clear();
        progress.roles.clear();
        Self {
            prospects: Prospects::of(&field.content.tables, &field.content.figures),
            eye,
            field,
            failing: Vec::new(),
        }
    }

    /// Looks at the combat that follows if nobody moves any more; returns what it is worth.
    pub(super) fn begin(&mut self) -> i64 {
        let (outcome, failing) = self.outcome();
        self.failing = failing;
        outcome
    }

    /// Whether units of a hex would fail a duty to attack if nobody moved any more.
    pub(super) fn fails_now(&self, tile: TileId) -> bool {
        self.failing.contains(&tile)
    }

    /// Returns what combat is worth on the field as it stands, and the hexes that fail a duty.
    fn outcome(&mut self) -> (i64, Vec<TileId>) {
        let contacts = self.field.contacts(self.eye.side);
        self.field.progress.to_mut().contacts = contacts;
        let clash = Clash::of(self.eye, &self.field, &self.prospects, true);
        let (_, outcome) = best(&clash);
        let failing = outcome.failing.iter();
        let failing = failing.map(|&stack| clash.stacks[stack].tile);
        (outcome.points, failing.collect())
    }

    /// Returns the combat that follows if some units of a hex are in a place.
    pub(super) fn combat(&mut self, units: &[UnitId], place: Place) -> Combat {
        let before: Vec<Unit> = units.iter().map(|&id| self.field.get(id).clone()).collect();
        match place {
            Place::Away => {
                for &id in units {
                    self.field.get_mut(id).now.presence = Presence::Reserve;
                }
            }
            Place::At(tile, costs) => self.field.pass(units, tile, costs),
        }
        let (points, failing) = self.outcome();
        let fails = failing.contains(&self.tile(units));
        for unit in before {
            let id = unit.id;
            *self.field.get_mut(id) = unit;
        }
        Combat { points, fails }
    }

    /// Returns the hex that units stand in.
    pub(super) fn tile(&self, units: &[UnitId]) -> TileId {
        let tile = units.first().map(|&id| self.field.get(id).tile());
        tile.unwrap_or_default()
    }

    /// Returns the column and row of a hex.
    pub(super) fn offset(&self, tile: TileId) -> (i32, i32) {
        self.field.grid.to_offset(tile)
    }
}
