//! Steps at a table: Targets under fire are named, both players tell what their anti-armor fire does (clarification
//! 17).
//!
//! **Invariant:** own Targets keep their shown names while the user corrects which hexes are under fire.

use std::collections::BTreeSet;

use crate::battle::dice::Dice;
use crate::battle::grid::TileId;
use crate::battle::unit::Side;
use crate::rules::operations::event::{Event, Volley};
use crate::rules::operations::field::Field;
use crate::rules::operations::order::Choice;
use crate::rules::operations::plan::barrage::{name, payment, shuffle};
use crate::rules::operations::plan::{Answer, Plan, Task};
use crate::rules::operations::progress::{Hits, Step};
use crate::rules::operations::table::{Entry, Question, Told};

impl Plan {
    /// Makes a plan that goes on to the next cycle without combat.
    pub(in crate::rules::operations) fn no_combat() -> Self {
        Self::of([Task::NextCycle])
    }

    /// Makes a plan that names own Targets in hexes under fire.
    pub(in crate::rules::operations) fn under_fire(tiles: BTreeSet<TileId>) -> Self {
        Self::of([Task::UnderFire(tiles)])
    }

    /// Makes a plan that ends the exchange of Targets.
    pub(in crate::rules::operations) fn end_targets() -> Self {
        Self::of([Task::Begin(Step::Planning)])
    }

    /// Makes a plan that ends barrages: own hexes that the enemy hit pay for it (§2).
    pub(in crate::rules::operations) fn end_barrages(field: &Field, user: Side) -> Self {
        let figures = &field.content.figures.capability;
        let cost = match field.progress.phasing == user {
            true => figures.barraged,
            false => figures.defend,
        };
        let hits = field.progress.hits.iter();
        let hit = hits.filter(|(_, hits)| **hits != Hits::default());
        let targets = hit.map(|(target, _)| &field.progress.targets[target.index()]);
        let own = targets.filter(|target| target.side == user);
        let tiles: BTreeSet<_> = own.map(|target| target.tile).collect();
        let mut tasks = Vec::new();
        for tile in tiles {
            let stack = field.stack(tile, user).map(|unit| unit.id);
            tasks.extend(payment(field, stack, cost));
        }
        tasks.push(Task::Begin(Step::Results));
        Self::of(tasks)
    }

    /// Makes a plan that ends the combat segment once its report was read.
    pub(in crate::rules::operations) fn end_segment() -> Self {
        Self::of([Task::Emit(Box::new(Event::SegmentOver)), Task::NextCycle])
    }

    /// Names own Targets in hexes under fire; those that have names keep them.
    pub(super) fn name_targets(
        &mut self,
        field: &Field,
        dice: &mut Dice,
        tiles: BTreeSet<TileId>,
    ) -> Event {
        let user = field.table().map_or(Side(0), |(_, user)| user);
        let mut targets = Vec::new();
        for (tile, mut there) in field.targets_in(user, &tiles) {
            let known = field.progress.targets.iter();
            let known = known.filter(|one| one.side == user && one.tile == tile);
            let known: Vec<_> = known.cloned().collect();
            if known.is_empty() {
                shuffle(&mut there, dice);
                name(field, &mut there);
                targets.extend(there);
            } else {
                targets.extend(known);
            }
        }
        Event::Table(Told::UnderFire { tiles, targets })
    }

    /// Asks what the enemy's anti-armor fire does, and takes its attackers' hexes for the terrain.
    pub(super) fn exchange_fire(
        &mut self,
        field: &Field,
        tile: TileId,
        rolls: &[u8],
        [attack, defense]: [&mut Volley; 2],
    ) -> Result<(), (Side, Choice)> {
        let Some((_, user)) = field.table() else {
            return Ok(());
        };
        let attacks = field.progress.phasing == user;
        let (own, enemy) = match attacks {
            true => (attack, defense),
            false => (defense, attack),
        };
        let answer = match self.answer.take() {
            Some(Answer::Entry(Entry::Fire { damage, from })) => Some((damage, from)),
            _ => None,
        };
        if !attacks {
            let given = answer.as_ref().map(|(_, from)| from);
            let from = given.filter(|from| !from.is_empty()).cloned();
            let from = from.unwrap_or_else(|| field.attackers_beside(&[tile]));
            let from: Vec<_> = from.into_iter().collect();
            *own = field.volley(own.units.clone(), &[tile], &from, own.die);
        }
        let Some((damage, _)) = answer else {
            self.tasks.push(Task::AntiArmor(tile, rolls.to_vec()));
            let damage = own.damage;
            let question = Question::Fire { tile, damage };
            return Err((user, Choice::Table(question)));
        };
        enemy.damage = damage;
        Ok(())
    }
}

/// Notes for the enemy what anti-armor fire did, at a table.
pub(super) fn told(field: &Field, tile: TileId, [attack, defense]: [&Volley; 2]) -> Vec<Task> {
    let Some((_, user)) = field.table() else {
        return Vec::new();
    };
    let (own, enemy) = match field.progress.phasing == user {
        true => (attack.damage, defense.damage),
        false => (defense.damage, attack.damage),
    };
    vec![Task::Emit(Box::new(Event::Table(Told::Damage {
        tile,
        own,
        enemy,
    })))]
}
