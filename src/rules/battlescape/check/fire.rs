//! Checks orders to attack, and to be ready to.
//!
//! **Invariant:** whether a target can be hit is judged by the shot the attack would be.

use super::{Checked, Ordered};
use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::content::terrain::Cover;
use crate::rules::battlescape::content::{FireMode, Weapon};
use crate::rules::battlescape::event::{Event, Mark};
use crate::rules::battlescape::order::Refusal;
use crate::rules::battlescape::plan::Task;
use crate::rules::battlescape::soldier::Suppression;
use crate::rules::battlescape::{attack, shot};

impl<'w> Ordered<'w> {
    fn weapon(&self) -> &'w Weapon {
        self.content().weapon(self.state.arms.weapon)
    }

    pub(super) fn attack(&self, target: UnitId, mode: FireMode) -> Checked {
        if !self.units.contains(target) {
            return Err(Refusal::TargetNotVisible);
        }
        if self.units.side(target) == self.side {
            return Err(Refusal::TargetIsFriend);
        }
        shot::shot(self.world(), self.id, self.state.tile, target, mode, false)?;
        self.attack_on(Mark::Unit(target), mode)
    }

    pub(super) fn fire_at(&self, tile: TileId, mode: FireMode) -> Checked {
        if tile.index() >= self.units.board().grid.len() {
            return Err(Refusal::OffBoard);
        }
        shot::shot_at_hex(self.world(), self.id, self.state.tile, tile, mode, None)?;
        self.attack_on(Mark::Hex(tile), mode)
    }

    /// Pays for an attack that can be made.
    fn attack_on(&self, target: Mark, mode: FireMode) -> Checked {
        let (rounds, has) = (self.state.arms.rounds, self.state.tu.now);
        let tu = attack::readiness(self.figures(), self.weapon(), mode, rounds, has)?.tu;
        Ok(self.begins(vec![Task::Fire {
            unit: self.id,
            target,
            mode,
            reaction: false,
            tu,
        }]))
    }

    pub(super) fn reload(&self) -> Checked {
        let (magazine, arms) = (self.weapon().magazine, self.state.arms);
        if magazine == 0 {
            return Err(Refusal::NeedsNoAmmo);
        }
        if arms.rounds >= magazine {
            return Err(Refusal::MagazineFull);
        }
        let rounds = (magazine - arms.rounds).min(arms.spare) + arms.rounds;
        if rounds == arms.rounds {
            return Err(Refusal::NoSpareRounds);
        }
        let (unit, tu) = (self.id, self.pay(self.figures().tu.reload)?);
        Ok(self.acts(Event::Reloaded { unit, rounds, tu }))
    }

    pub(super) fn ready(&self) -> Checked {
        let (weapon, figures) = (self.weapon(), self.figures());
        if !weapon.modes.contains(&FireMode::Snap) {
            return Err(Refusal::CannotReact(weapon.class));
        }
        if self.state.readiness.ready {
            return Err(Refusal::AlreadyReady);
        }
        if self.state.arms.rounds == 0 {
            return Err(Refusal::EmptyMagazine);
        }
        if self.state.stance.0 == Cover::Full && figures.cover.full_blocks_fire {
            return Err(Refusal::InFullCover);
        }
        let (unit, tu) = (self.id, self.pay(figures.tu.ready)?);
        Ok(self.acts(Event::Readied { unit, tu }))
    }

    pub(super) fn ready_suppression(&self) -> Checked {
        let weapon = self.weapon();
        let sprays = |mode| weapon.modes.contains(&mode);
        if !sprays(FireMode::Burst) && !sprays(FireMode::Auto) {
            return Err(Refusal::CannotSuppress(weapon.class));
        }
        if self.state.readiness.suppression == Suppression::Next {
            return Err(Refusal::AlreadyReady);
        }
        let (unit, tu) = (self.id, self.pay(self.figures().tu.ready_suppression)?);
        Ok(self.acts(Event::SuppressionReadied { unit, tu }))
    }
}
