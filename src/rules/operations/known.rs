//! What a side knows: a field in which enemy units are what they are taken for.
//!
//! Everybody sees where units are, their class and size, marks such as Pinned, and which hexes exert zones of
//! control, as players at a table tell each other. Strength, ammunition, cohesion and names are secret unless
//! a unit is identified.
//!
//! **Invariant:** two battles that differ only in what a side does not know give it the same field.

use std::collections::BTreeSet;

use bevy::prelude::World;

use crate::battle::unit::{Side, UnitId};
use crate::rules::operations::content::{Class, Trucks};
use crate::rules::operations::field::Field;
use crate::rules::operations::progress::{Behind, Target};
use crate::rules::operations::table::Table;
use crate::rules::operations::unit::{Build, Condition};

impl<'w> Field<'w> {
    /// Takes a battle as a side knows it.
    pub fn known_to(world: &'w World, side: Side) -> Self {
        let mut field = Self::of(world);
        field.hide_from(side);
        field
    }

    /// Replaces what a side does not know by what it takes it for.
    pub fn hide_from(&mut self, side: Side) {
        let foe = Self::foe(side);
        let entered = self.progress.table.enemies.keys().copied();
        let zones: BTreeSet<_> = self
            .of_side(foe)
            .map(|unit| unit.tile())
            .chain(entered)
            .filter(|&tile| self.controls(foe, tile))
            .collect();
        let targets = self.guessed_targets(foe);
        let hidden: Vec<_> = self
            .all()
            .iter()
            .filter(|unit| unit.side == foe)
            .map(|unit| unit.id)
            .collect();
        for id in hidden {
            let build = self.guessed_build(id);
            let body = self.guessed_body(id, &build);
            self.set_build(id, build);
            let unit = self.get_mut(id);
            unit.now.health.now = body.strength().max(1);
            unit.now.health.max = unit.now.health.now;
            unit.now.body = body;
        }
        let mut known = self.progress.known_to(side);
        known.targets = targets;
        if self.is_at_table(side) {
            known.table = Table::default();
        }
        known.silent.retain(|&id| self.get(id).side == side);
        known.fires.retain(|one| one.side == side);
        for (id, role) in &mut known.roles {
            if self.get(*id).side == foe {
                role.anti_armor = vec![0; self.get(*id).body().toe.len()];
            }
        }
        known.flagged.retain(|&id, _| self.get(id).side == side);
        // How strong the enemy began would betray how strong it is.
        let tally = &mut known.tallies[foe.index()];
        let lost = tally.destroyed.saturating_add(tally.captured);
        tally.start = self.combat_toe(foe).saturating_add(lost);
        self.progress = std::borrow::Cow::Owned(known);
        self.set_zones(foe, zones);
    }

    /// Returns what an enemy unit is taken for.
    fn guessed_build(&self, id: UnitId) -> Build {
        let build = self.build(id);
        if self.get(id).body().identified {
            return build.clone();
        }
        let estimate = self.content.estimates.get(&build.class);
        let toe = estimate.map(|toe| toe.0.as_slice()).unwrap_or_default();
        let battalions = build.size.battalions().max(1);
        let points = toe.iter().map(|&(_, points)| {
            let points = u16::from(points) * battalions;
            points.min(u16::from(u8::MAX)) as u8
        });
        Build {
            kind: Default::default(),
            types: toe.iter().map(|&(one, _)| one).collect(),
            full: points.collect(),
            morale: 0,
            ammo: 5,
            parent: None,
            leader: false,
            dummy: false,
            bracketed: build.class == Class::Headquarters,
            ..build.clone()
        }
    }

    /// Returns the state that an enemy unit is taken to be in.
    fn guessed_body(&self, id: UnitId, build: &Build) -> Condition {
        let body = self.get(id).body();
        if body.identified {
            return Condition {
                ammo: build.ammo,
                stance: None,
                rounds: 0,
                ..body.clone()
            };
        }
        Condition {
            toe: build.full.clone(),
            cohesion: if self.is_broken(id) { body.cohesion } else { 0 },
            ammo: build.ammo,
            trucks: Trucks::default(),
            pinned: body.pinned,
            engaged: body.engaged,
            retreated_in: body.retreated_in,
            riding: body.riding,
            ..Condition::default()
        }
    }

    /// Returns the targets with some unit of the right class behind those of the enemy.
    fn guessed_targets(&self, foe: Side) -> Vec<Target> {
        let mut used = BTreeSet::new();
        let targets = self.progress.targets.iter().cloned();
        let guess = |mut target: Target| {
            if let (Behind::Unit(unit), true) = (target.behind, target.side == foe) {
                let class = self.class(unit);
                let mut stack = self.stack(target.tile, foe);
                let found =
                    stack.find(|one| self.class(one.id) == class && !used.contains(&one.id));
                let found = found.map_or(unit, |one| one.id);
                used.insert(found);
                target.behind = Behind::Unit(found);
            }
            target
        };
        targets.map(guess).collect()
    }
}
