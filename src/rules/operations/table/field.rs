//! What rules reckon with at a table, and how a field takes what was told (clarification 17).
//!
//! **Invariant:** changes a field by [`Told`] alone; all else are plain questions.

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::rules::operations::assault::Reckoning;
use crate::rules::operations::content::TargetClass;
use crate::rules::operations::field::Field;
use crate::rules::operations::progress::{Behind, Hits, Step, Target};
use crate::rules::operations::table::{Enemy, Opposition, Report, Told};

impl Field<'_> {
    /// Returns the side that plays at a real map, with the side of the program's user.
    pub fn table(&self) -> Option<(Side, Side)> {
        let side = self.scenario.table?;
        Some((side, Self::foe(side)))
    }

    /// Whether a side is the one at a real map.
    pub fn is_at_table(&self, side: Side) -> bool {
        self.scenario.table == Some(side)
    }

    /// Returns what is entered of a side's units in a hex.
    pub fn entered(&self, side: Side, tile: TileId) -> Option<&Enemy> {
        let enemies = &self.progress.table.enemies;
        enemies.get(&tile).filter(|_| self.is_at_table(side))
    }

    /// Whether a side has units in a hex, be it that they are entered.
    pub fn is_in(&self, side: Side, tile: TileId) -> bool {
        self.stack(tile, side).next().is_some() || self.entered(side, tile).is_some()
    }

    /// Lists entered hexes with combat units beside some hexes, those that can be in all of them first of all.
    pub fn attackers_beside(&self, tiles: &[TileId]) -> BTreeSet<TileId> {
        let enemies = self.progress.table.enemies.iter();
        let fighting = enemies.filter(|(_, enemy)| enemy.combat);
        let beside = |near: TileId| {
            tiles
                .iter()
                .all(|&tile| self.grid.distance(near, tile) == 1)
        };
        fighting
            .map(|(tile, _)| *tile)
            .filter(|&tile| beside(tile))
            .collect()
    }

    /// Returns what the player at a real map told of the assault that is resolved, and its side.
    pub fn opposition(&self) -> Option<(Side, &Opposition)> {
        let told = self.progress.table.opposition.as_ref()?;
        Some((self.scenario.table?, told))
    }

    /// Whether an assault is a probe, be it that the player at a real map tells so.
    pub(in crate::rules::operations) fn probes(&self, attackers: &[UnitId]) -> bool {
        match self.opposition() {
            Some((side, told)) if side == self.progress.phasing => told.probe,
            _ => self.is_probe(attackers),
        }
    }

    /// Lists contacts at a table while its player phases: own hexes beside enemy combat units, and whether their
    /// zones of control cover some.
    pub(in crate::rules::operations) fn contacts_at_table(
        &self,
        user: Side,
    ) -> BTreeMap<TileId, bool> {
        let mut contacts = BTreeMap::new();
        let enemies = self.progress.table.enemies.iter();
        for (&tile, _) in enemies.filter(|(_, enemy)| enemy.combat) {
            for (_, near) in self.grid.neighbors(tile) {
                if self.stack(near, user).next().is_some() {
                    let controls = self.controls(user, near) && self.zone_reaches(user, near, tile);
                    *contacts.entry(near).or_insert(false) |= controls;
                }
            }
        }
        contacts
    }

    /// Whether the user owes an order in the present step; nothing where the step is played as always.
    pub(in crate::rules::operations) fn is_due_at_table(&self, user: Side) -> Option<bool> {
        let progress = &*self.progress;
        match progress.step {
            Step::Contacts
            | Step::Targets
            | Step::Barrage
            | Step::Results
            | Step::Retreat
            | Step::SegmentEnd => Some(true),
            Step::Initiative => Some(false),
            Step::Movement => Some(progress.phasing == user),
            Step::AntiArmor => Some(!self.armor_targets().is_empty()),
            Step::Assault => Some(!progress.assaults.is_empty()),
            Step::Position | Step::Firing | Step::Planning | Step::Assign => None,
        }
    }

    /// Lists the hexes at which anti-armor fire is left at a table: where own units fire, or can be hit.
    pub(in crate::rules::operations) fn armor_targets_at_table(&self, user: Side) -> Vec<TileId> {
        let progress = &*self.progress;
        let is_left = |tile: &TileId| {
            let units = match user == progress.phasing {
                true => self.attackers_of(*tile),
                false => self.defenders_in(&[*tile]),
            };
            let fires = !self.armor_gunners(*tile, user).is_empty();
            !progress.fired.contains(tile) && (fires || !self.hittable(&units).is_empty())
        };
        progress.contacts.keys().copied().filter(is_left).collect()
    }

    /// Returns battalions that are no guns in a hex by the Targets that the enemy named there.
    pub(in crate::rules::operations) fn battalions_told(&self, side: Side, tile: TileId) -> u16 {
        let fights = |class| matches!(class, TargetClass::Infantry | TargetClass::Armor);
        let targets = self.progress.targets.iter();
        let there = targets.filter(|one| {
            let is_there = one.side == side && one.tile == tile && fights(one.class);
            is_there && matches!(one.behind, Behind::Entered { .. })
        });
        there.count() as u16
    }

    /// Writes what happened at a table.
    pub(in crate::rules::operations) fn land_told(&mut self, told: &Told) {
        let Some((side, user)) = self.table() else {
            return;
        };
        let progress = self.progress.to_mut();
        match told {
            Told::Marked { enemies, contacts } => {
                progress.table.enemies.clone_from(enemies);
                progress.contacts.clone_from(contacts);
                if matches!(progress.step, Step::Position | Step::Firing | Step::Targets) {
                    let is_there =
                        |one: &Target| one.side == user || enemies.contains_key(&one.tile);
                    progress.targets.retain(is_there);
                }
            }
            Told::UnderFire { tiles, targets } => {
                progress.table.under_fire.clone_from(tiles);
                progress.targets.retain(|one| one.side != user);
                progress.targets.extend(targets.iter().cloned());
            }
            Told::Sighted { targets } => {
                let is_entered = |one: &Target| matches!(one.behind, Behind::Entered { .. });
                progress
                    .targets
                    .retain(|one| one.side != side || !is_entered(one));
                progress.targets.extend(targets.iter().cloned());
            }
            Told::Hit { target, hits } => match *hits == Hits::default() {
                true => drop(progress.hits.remove(target)),
                false => drop(progress.hits.insert(*target, *hits)),
            },
            Told::Damage { tile, own, enemy } => {
                progress.table.damage.insert(*tile, (*own, *enemy));
            }
            Told::Opposed { opposition, .. } => {
                progress.table.opposition = Some(opposition.clone());
            }
            Told::Loses { percent, raw } => {
                self.report(|report| report.loses = (*percent, *raw));
            }
            Told::Captured { percent, raw } => {
                self.report(|report| report.captured = (*percent, *raw));
            }
            // What it costs is worked out with the losses.
            Told::Stays { .. } => {}
            Told::Gone { tile, to } => {
                let left = progress.table.enemies.remove(tile);
                if let (Some(left), Some(to)) = (left, to) {
                    let there = progress.table.enemies.entry(*to).or_insert(left);
                    there.zone |= left.zone;
                    there.combat |= left.combat;
                }
            }
        }
    }

    /// Notes an assault for the report, if one side plays at a real map.
    pub(in crate::rules::operations) fn land_assaulted(&mut self, reckoning: &Reckoning) {
        let Some((side, _)) = self.table() else {
            return;
        };
        let attacker = self.progress.phasing;
        let setting = &reckoning.setting;
        let enemy = match side == attacker {
            true => setting.attack,
            false => setting.defense,
        };
        self.progress.to_mut().table.reports.push(Report {
            tiles: setting.tiles.clone(),
            attacker,
            probe: setting.probe,
            adjusted: reckoning.adjusted,
            results: reckoning.results,
            dice: reckoning.dice,
            enemy,
            loses: (0, 0),
            captured: (0, 0),
            given: (0, 0),
            engaged: false,
        });
    }

    /// Changes the report of the last assault, if there is one.
    pub(in crate::rules::operations) fn report(&mut self, change: impl FnOnce(&mut Report)) {
        if self.scenario.table.is_none() {
            return;
        }
        if let Some(report) = self.progress.to_mut().table.reports.last_mut() {
            change(report);
        }
    }

    /// Forgets what was entered for a combat segment that is over; the enemy stands where it is.
    pub(in crate::rules::operations) fn clear_table(&mut self) {
        if self.scenario.table.is_none() {
            return;
        }
        let table = &mut self.progress.to_mut().table;
        table.under_fire.clear();
        table.damage.clear();
        table.reports.clear();
        for enemy in table.enemies.values_mut() {
            enemy.retreated = false;
        }
    }
}
