//! Whose turn it is in a step, victory, and what follows a step.
//!
//! **Invariant:** a side that is due has a legal order; a battle in which nobody is due goes on by itself.

use std::collections::BTreeSet;

use crate::battle::grid::TileId;
use crate::battle::phase::{Ending, Outcome, Reason};
use crate::battle::unit::Side;
use crate::rules::operations::field::{Field, sum};
use crate::rules::operations::progress::{Step, TargetNo};

impl Field<'_> {
    /// Whether a side owes an order in the present step.
    pub fn is_due(&self, side: Side) -> bool {
        let progress = &*self.progress;
        let phases = side == progress.phasing;
        if let Some((at_table, user)) = self.table() {
            if side == at_table {
                return false;
            }
            if let Some(is_due) = self.is_due_at_table(user) {
                return is_due && side == user;
            }
        }
        let is_sealed = || progress.seals[side.index()].is_closed();
        match progress.step {
            _ if side.0 > 1 => false,
            Step::Initiative | Step::SegmentEnd | Step::Contacts | Step::Targets => false,
            Step::Movement => phases,
            Step::Position => !is_sealed() && !self.guns(side).is_empty(),
            Step::Firing => !is_sealed() && !self.gunners(side).is_empty(),
            Step::Planning => !is_sealed() && self.can_plan(side),
            Step::Barrage => self.unresolved(side).next().is_some(),
            Step::Results => phases && !self.proposals().is_empty(),
            Step::Retreat => !phases && !progress.contacts.is_empty(),
            Step::Assign => !is_sealed() && self.has_fighters(side),
            Step::AntiArmor => phases && !self.armor_targets().is_empty(),
            Step::Assault => phases && !progress.assaults.is_empty(),
        }
    }

    /// Whether a side has units that fire and something that they could fire at.
    fn can_plan(&self, side: Side) -> bool {
        let fires = |id| !self.progress.silent.contains(&id);
        let mut gunners = self.gunners(side).into_iter().filter(|&id| fires(id));
        gunners.any(|id| {
            let tile = self.get(id).tile();
            let mut targets = self.progress.targets.iter();
            targets.any(|one| one.side != side && self.grid.distance(one.tile, tile) == 1)
        })
    }

    /// Whether a side has combat units in combat.
    fn has_fighters(&self, side: Side) -> bool {
        let mut own = self.of_side(side);
        own.any(|unit| self.is_combat(unit.id) && self.is_in_combat(unit.id))
    }

    /// Lists the Barrages of a side that are not resolved.
    pub fn unresolved(&self, side: Side) -> impl Iterator<Item = (TargetNo, u8)> {
        let own = self
            .progress
            .fires
            .iter()
            .filter(move |one| one.side == side);
        own.flat_map(|one| {
            let count = one.plan.barrages.len() as u8;
            let left = (0..count).filter(|number| !one.resolved.contains(number));
            left.map(|number| (one.plan.target, number))
        })
    }

    /// Lists the contacts that the phasing side hit, with the points; it may hold them off.
    pub fn proposals(&self) -> Vec<(TileId, u16)> {
        let foe = self.progress.waiting();
        let tiles = self.progress.contacts.keys().copied();
        let points = tiles.map(|tile| (tile, self.points_on(tile, foe)));
        points.filter(|(_, points)| *points > 0).collect()
    }

    /// Returns the actual points that barrages applied to targets of a side in a hex.
    pub fn points_on(&self, tile: TileId, side: Side) -> u16 {
        let hits = self.progress.hits.iter();
        let there = hits.filter(|(target, _)| {
            let target = &self.progress.targets[target.index()];
            target.tile == tile && target.side == side
        });
        sum(there.map(|(_, hits)| hits.points))
    }

    /// Lists the hexes that are held off as the program proposes it (S1, S7, clarification 12).
    pub fn proposed(&self) -> BTreeSet<TileId> {
        let foe = self.progress.waiting();
        let by_targets = self.content.figures.switches.held_off_by_targets;
        let is_held = |tile: TileId, points: u16| match by_targets {
            true => {
                let targets = self.progress.targets.iter();
                let there = targets.filter(|one| one.tile == tile && one.side == foe);
                usize::from(points) > there.count()
            }
            false => self.is_held_off(tile, foe, points),
        };
        let proposals = self.proposals().into_iter();
        proposals
            .filter(|&(tile, points)| is_held(tile, points))
            .map(|(tile, _)| tile)
            .collect()
    }

    /// Lists the hexes at which anti-armor fire is left: those that are attacked, where either side shows armor,
    /// and where none was resolved. Whether anybody is assigned to it or has armor left is not looked at, since a
    /// step that is skipped or a refusal would tell it (ours).
    pub fn armor_targets(&self) -> Vec<TileId> {
        if let Some((_, user)) = self.table() {
            return self.armor_targets_at_table(user);
        }
        let progress = &*self.progress;
        let tiles = progress.contacts.keys().copied();
        let is_left = |tile: &TileId| {
            let attackers = self.attackers_of(*tile);
            let mut origins = attackers.iter().map(|&id| self.get(id).tile());
            let is_open = !progress.fired.contains(tile) && !attackers.is_empty();
            is_open
                && (self.shows_armor(*tile, progress.waiting())
                    || origins.any(|origin| self.shows_armor(origin, progress.phasing)))
        };
        tiles.filter(is_left).collect()
    }

    /// Returns victory points of the attacker and of the defender (§13).
    pub fn points(&self) -> (i32, i32) {
        let figures = &self.content.figures.victory;
        let attacker = self.scenario.attacker;
        let objectives = self.scenario.objectives.iter().zip(&self.progress.holders);
        let held = objectives.filter(|(_, holder)| **holder == attacker);
        let held: i32 = held.map(|(objective, _)| i32::from(objective.points)).sum();
        let losses = |side: Side| {
            let tally = &self.progress.tallies[side.index()];
            i32::from(tally.destroyed) * i32::from(figures.destroyed)
                + i32::from(tally.captured) * i32::from(figures.captured)
        };
        let defender = Self::foe(attacker);
        (
            held + losses(defender),
            i32::from(self.scenario.head_start) + losses(attacker),
        )
    }

    /// Returns TOE points of combat units of a side.
    pub fn combat_toe(&self, side: Side) -> u16 {
        let units = self.of_side(side).filter(|unit| self.is_combat(unit.id));
        sum(units.map(|unit| unit.body().strength()))
    }

    /// Whether so many combat TOE points of a side are left that it fights on (§13).
    pub fn fights_on(&self, side: Side) -> bool {
        let start = u32::from(self.progress.tallies[side.index()].start);
        if self.is_at_table(side) {
            return true;
        }
        let left = u32::from(self.combat_toe(side));
        let least = u32::from(self.content.figures.victory.broken);
        left > 0 && left * 100 >= start * least
    }

    /// Returns how the battle ends as a stage ends, if it does (§13).
    pub fn ending(&self) -> Option<Ending> {
        let sides = [Side(0), Side(1)];
        let broken = sides.map(|side| !self.fights_on(side));
        let (winner, reason) = match broken {
            [false, false] if self.stage < self.scenario.stages => return None,
            [false, true] => (Some(Side(0)), Reason::Decided),
            [true, false] => (Some(Side(1)), Reason::Decided),
            [true, true] => (self.winner_by_points(), Reason::Decided),
            [false, false] => (self.winner_by_points(), Reason::Time),
        };
        let outcome = match winner {
            Some(Side::FIRST) => Outcome::Victory,
            Some(_) if broken[0] => Outcome::Defeat,
            _ => Outcome::MissionFailed,
        };
        let rivals = winner.filter(|side| *side != Side::FIRST);
        let rivals = rivals.map(|side| (side, 1));
        Some(Ending::decide(outcome, reason, self.stage, rivals))
    }

    /// Returns who wins by victory points, if anybody does.
    fn winner_by_points(&self) -> Option<Side> {
        // Losses of a player at a real map are unknown, so nobody wins by points here (ours).
        if self.table().is_some() {
            return None;
        }
        let figures = &self.content.figures.victory;
        let (attacker, defender) = self.points();
        let difference = attacker - defender;
        match difference {
            _ if difference >= i32::from(figures.marginal) => Some(self.scenario.attacker),
            _ if difference >= i32::from(figures.draw) => None,
            _ => Some(Self::foe(self.scenario.attacker)),
        }
    }
}
