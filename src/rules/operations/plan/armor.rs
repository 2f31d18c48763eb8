//! Assignments are opened, and armor is fired at (C8 to C10).
//!
//! **Invariant:** flagged armor fires and is fired at as before until the step is over.

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::dice::Dice;
use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::rules::operations::event::Event;
use crate::rules::operations::field::Field;
use crate::rules::operations::order::Throw;
use crate::rules::operations::plan::barrage::payment;
use crate::rules::operations::plan::{Plan, Task, Turn, table};
use crate::rules::operations::progress::{Assault, Role, Secret};

impl Plan {
    /// Opens what both sides assigned, and lists the assaults that follow from it.
    pub(super) fn open_roles(&mut self, field: &Field) -> Option<Event> {
        let mut roles = BTreeMap::new();
        for seal in &field.progress.seals {
            if let Some(Secret::Roles(own)) = seal.plan() {
                roles.extend(own.clone());
            }
        }
        let assaults = assaults(field, &roles);
        Some(Event::Assigned { roles, assaults })
    }

    /// Resolves anti-armor fire at a hex: attackers and defenders roll a die each and fire at once.
    pub(super) fn fire_at_armor(
        &mut self,
        field: &Field,
        dice: &mut Dice,
        tile: TileId,
        mut rolls: Vec<u8>,
    ) -> Turn {
        let (phasing, waiting) = (field.progress.phasing, field.progress.waiting());
        let attackers = field.armor_gunners(tile, phasing);
        let defenders = field.armor_gunners(tile, waiting);
        for (at, (side, units)) in [(phasing, &attackers), (waiting, &defenders)]
            .into_iter()
            .enumerate()
        {
            if rolls.len() > at {
                continue;
            }
            if units.is_empty() {
                rolls.push(0);
                continue;
            }
            let again = rolls.clone();
            let who = (side, Throw::AntiArmor);
            let thrown = self.throw((field, dice), who, || Task::AntiArmor(tile, again))?;
            rolls.push(thrown[0]);
        }
        let origins = |units: &[UnitId]| {
            let tiles: BTreeSet<_> = units.iter().map(|&id| field.get(id).tile()).collect();
            tiles.into_iter().collect::<Vec<_>>()
        };
        let attacked = field.attackers_of(tile);
        let (from, back) = (origins(&attackers), origins(&attacked));
        let mut attack = field.volley(attackers.clone(), &from, &[tile], rolls[0]);
        let mut defense = field.volley(defenders.clone(), &[tile], &back, rolls[1]);
        self.exchange_fire(field, tile, &rolls, [&mut attack, &mut defense])?;
        let figures = &field.content.figures.capability;
        let mut tasks = table::told(field, tile, [&attack, &defense]);
        let firing: Vec<_> = attackers.iter().chain(&defenders).copied().collect();
        if firing.is_empty() {
            return Ok(Some(Event::ArmorFired {
                tile,
                attack,
                defense,
            }));
        }
        tasks.push(Task::Emit(Box::new(Event::Shot { units: firing })));
        // A hex that fires and is fired at pays once.
        for &origin in from.iter().chain(&back).collect::<BTreeSet<_>>() {
            let stack = field.stack(origin, phasing).map(|unit| unit.id);
            tasks.extend(payment(field, stack, figures.attack));
        }
        let stack = field.stack(tile, waiting).map(|unit| unit.id);
        tasks.extend(payment(field, stack, figures.defend));
        tasks.push(Task::Flag(
            waiting,
            field.defenders_in(&[tile]),
            attack.damage,
        ));
        tasks.push(Task::Flag(phasing, attacked, defense.damage));
        self.tasks.first(tasks);
        Ok(Some(Event::ArmorFired {
            tile,
            attack,
            defense,
        }))
    }

    /// Asks a side which armor it gives up for damage.
    pub(super) fn flag(
        &mut self,
        field: &Field,
        side: Side,
        units: &[UnitId],
        damage: u16,
    ) -> Turn {
        let hit = field.hittable(units);
        let demand = field.armor_demand(&hit, damage);
        let loss = self.lose(side, demand, || Task::Flag(side, units.to_vec(), damage))?;
        Ok((!loss.is_empty()).then_some(Event::Flagged { loss }))
    }

    /// Destroys flagged armor.
    pub(super) fn apply_armor(&mut self, field: &Field) -> Option<Event> {
        let loss = field.progress.flagged.clone();
        (!loss.is_empty()).then_some(Event::ArmorLost { loss })
    }
}

/// Lists the assaults that roles make up, by their first hexes; both hexes of a dual-hex assault are one.
fn assaults(field: &Field, roles: &BTreeMap<UnitId, Role>) -> Vec<Assault> {
    let phasing = field.progress.phasing;
    if field.is_at_table(phasing) {
        // Its player tells which of them it attacks.
        let contacts = field.progress.contacts.keys();
        let assault = |&tile: &TileId| Assault {
            tiles: vec![tile],
            optional: true,
        };
        return contacts.map(assault).collect();
    }
    let mut found: Vec<Assault> = Vec::new();
    for (&id, role) in roles {
        let unit = field.get(id);
        let points = unit.body().toe.iter().enumerate();
        let apart = |at: usize| role.anti_armor.get(at).copied().unwrap_or(0);
        let assaults = points.clone().any(|(at, &toe)| toe > apart(at));
        let Some(target) = role.target.filter(|_| unit.side == phasing && assaults) else {
            continue;
        };
        let mut tiles: Vec<_> = [Some(target), role.second].into_iter().flatten().collect();
        tiles.sort_unstable();
        if found.iter().any(|one| one.tiles == tiles) {
            continue;
        }
        let is_duty = |tile: &TileId| {
            let is_duty = field.progress.contacts.get(tile).copied().unwrap_or(false);
            is_duty && !field.progress.held.contains(tile)
        };
        let optional = !tiles.iter().any(is_duty);
        found.push(Assault { tiles, optional });
    }
    found.sort_by(|one, other| one.tiles.cmp(&other.tiles));
    found
}
