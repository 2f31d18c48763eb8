//! Writes events into a field.
//!
//! **Invariant:** the only writer of a [`Field`]; neither rolls nor decides.

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::grid::TileId;
use crate::battle::unit::{Presence, Side, UnitId};
use crate::rules::kit::seal::Seal;
use crate::rules::operations::content::{Facility, Trucks};
use crate::rules::operations::event::{Barrage, Event, Exit, How};
use crate::rules::operations::field::Field;
use crate::rules::operations::loss::{Cause, Loss};
use crate::rules::operations::progress::{Assault, Captives, Step};
use crate::rules::operations::unit::Condition;

impl Field<'_> {
    /// Writes one event.
    pub fn land(&mut self, event: &Event) {
        match event {
            Event::StageBegan { stage, first, .. } => {
                self.stage = *stage;
                self.progress.to_mut().first = *first;
            }
            Event::HalfBegan { half, phasing } => self.land_half(*half, *phasing),
            Event::CycleBegan { cycle } => self.progress.to_mut().cycle = *cycle,
            Event::StepBegan { step, contacts } => self.land_step(*step, contacts),
            Event::Went {
                units,
                to,
                costs,
                how,
            } => self.land_went(units, *to, costs, *how),
            Event::Rode { unit, rides, cost } => {
                self.spend(*unit, *cost);
                let body = &mut self.get_mut(*unit).now.body;
                body.riding = *rides;
                body.moved += cost;
            }
            Event::Blown { facility } => {
                let state = &mut self.progress.to_mut().facilities[usize::from(*facility)];
                state.gone = true;
                state.stock = 0;
            }
            Event::Sealed { side, secret } => {
                self.progress.to_mut().seals[side.index()].close(secret.clone());
            }
            Event::Placed { stances } => {
                for (&unit, &stance) in stances {
                    self.get_mut(unit).now.body.stance = Some(stance);
                }
            }
            Event::Exchanged {
                silent,
                firing,
                targets,
            } => {
                let progress = self.progress.to_mut();
                progress.silent.clone_from(silent);
                progress.firing.clone_from(firing);
                progress.targets.clone_from(targets);
            }
            Event::Planned { fires } => self.progress.to_mut().fires.clone_from(fires),
            Event::Fired(barrage) => self.land_fired(barrage),
            Event::Shot { units } => self.land_shot(units),
            Event::Paid { costs } => {
                for &(unit, cost) in costs {
                    self.spend(unit, cost);
                    self.get_mut(unit).now.body.fought += cost;
                }
            }
            Event::Confirmed { held } => self.progress.to_mut().held.clone_from(held),
            Event::SegmentOver => self.land_segment_over(),
            Event::Supplied {
                unit,
                rounds,
                dump,
                trucks,
            } => {
                self.get_mut(*unit).now.body.ammo += rounds;
                let rounds = u16::from(*rounds);
                if let Some(dump) = dump {
                    let state = &mut self.progress.to_mut().facilities[usize::from(*dump)];
                    state.stock = state.stock.saturating_sub(rounds);
                }
                if let Some(trucks) = trucks {
                    let body = &mut self.get_mut(*trucks).now.body;
                    body.rounds = body.rounds.saturating_sub(rounds);
                }
            }
            Event::Escaped { tile, points } => {
                let captives = &mut self.progress.to_mut().captives;
                for one in captives.iter_mut().filter(|one| one.tile == *tile) {
                    one.prisoners = one.prisoners.saturating_sub(*points);
                }
                captives.retain(|one| one.prisoners > 0);
            }
            Event::StageOver { .. } => self.land_stage_over(),
            Event::DiceTyped { side, typed } => {
                let progress = self.progress.to_mut();
                match typed {
                    true => progress.typed.insert(*side),
                    false => progress.typed.remove(side),
                };
            }
            Event::Ended(_) => self.is_over = true,
            Event::Table(told) => self.land_told(told),
            _ => self.land_fight(event),
        }
    }

    /// Writes one event of losses, anti-armor fire and assaults.
    fn land_fight(&mut self, event: &Event) {
        match event {
            Event::Pinned { units } => {
                for &unit in units {
                    self.get_mut(unit).now.body.pinned = true;
                }
            }
            Event::Struck { facility, hits } => self.land_struck(*facility, *hits),
            Event::TruckLost { unit, cargo } => self.land_truck(*unit, *cargo),
            Event::Lost { side, cause, loss } => {
                debug_assert_ne!(*cause, Cause::Captured);
                self.lose(*side, loss);
            }
            Event::Removed { units, how } => self.land_removed(units, *how),
            Event::Assigned { roles, assaults } => {
                let progress = self.progress.to_mut();
                progress.roles.clone_from(roles);
                progress.assaults.clone_from(assaults);
            }
            Event::ArmorFired { tile, .. } => {
                self.progress.to_mut().fired.insert(*tile);
            }
            Event::Flagged { loss } => {
                let flagged = &mut self.progress.to_mut().flagged;
                add(flagged, loss);
            }
            Event::ArmorLost { loss } => self.land_armor_lost(loss),
            Event::Met { tile } => {
                self.progress.to_mut().met.insert(*tile);
            }
            Event::CalledOff { tile } => {
                let progress = self.progress.to_mut();
                progress.assaults.retain(|one| !one.tiles.contains(tile));
            }
            Event::Assaulted(reckoning) => self.land_assaulted(reckoning),
            Event::AssaultOver { tiles } => {
                let progress = self.progress.to_mut();
                let is_left = |one: &Assault| !one.tiles.iter().all(|tile| tiles.contains(tile));
                progress.assaults.retain(is_left);
                if self.scenario.table.is_some() {
                    self.progress.to_mut().table.opposition = None;
                }
            }
            Event::Engaged { units } => {
                for &unit in units {
                    self.get_mut(unit).now.body.engaged = true;
                }
                self.report(|report| report.engaged = true);
            }
            Event::Cohesion { units, change, .. } => {
                for &unit in units {
                    self.change_cohesion(unit, *change);
                }
            }
            Event::Captured {
                side,
                loss,
                prisoners,
                replacements,
                ..
            } => {
                if self.is_at_table(*side) {
                    self.report(|report| report.given = (*prisoners, *replacements));
                }
                let tally = &mut self.progress.to_mut().tallies[Self::foe(*side).index()];
                let points = total(loss);
                tally.destroyed = tally.destroyed.saturating_sub(points);
                tally.captured += points;
            }
            Event::Escorted {
                side,
                tile,
                prisoners,
                guards,
            } => {
                self.land_escorted(*side, *tile, *prisoners, guards);
            }
            Event::Replaced { unit, points } => {
                self.get_mut(*unit).now.body.replacements += points;
            }
            _ => {}
        }
    }

    fn land_half(&mut self, half: u8, phasing: Side) {
        let progress = self.progress.to_mut();
        progress.half = half;
        progress.cycle = 0;
        progress.phasing = phasing;
        self.each_up(|body| body.moved = 0);
    }

    fn land_step(&mut self, step: Step, contacts: &BTreeMap<TileId, bool>) {
        let beside: BTreeSet<_> = match step {
            Step::Retreat => {
                let waiting = self.of_side(self.progress.waiting());
                let beside = waiting.filter(|unit| self.is_beside_enemy(unit.side, unit.tile()));
                beside.map(|unit| unit.id).collect()
            }
            _ => BTreeSet::new(),
        };
        let progress = self.progress.to_mut();
        progress.step = step;
        progress.contacts.clone_from(contacts);
        progress.beside = beside;
        progress.halted.clear();
        let waiting = progress.waiting();
        progress
            .seals
            .iter_mut()
            .for_each(|seal| *seal = Seal::default());
        if step == Step::Retreat {
            // What the phasing side has moved counts on in its next cycle (§2).
            let own: Vec<_> = self.of_side(waiting).map(|unit| unit.id).collect();
            for id in own {
                self.get_mut(id).now.body.moved = 0;
            }
        }
    }

    fn land_went(&mut self, units: &[UnitId], to: TileId, costs: &[u16], how: How) {
        for (&id, &cost) in units.iter().zip(costs) {
            self.spend(id, cost);
            let unit = self.get_mut(id);
            unit.now.tile = to;
            let body = &mut unit.now.body;
            body.moved += cost;
            // Whoever goes on has broken off.
            body.engaged = false;
        }
        let Some(&first) = units.first() else { return };
        let side = self.get(first).side;
        if matches!(how, How::Moved | How::Withdrew) && self.holds_movers(side, to, units) {
            self.progress.to_mut().halted.extend(units);
        }
        // Whoever retreats beside the enemy takes no part if it is attacked there (§7).
        let under_fire = self.is_controlled(side, to) || self.is_beside_enemy(side, to);
        let retreated_in = how != How::Moved && under_fire;
        for &id in units {
            let body = &mut self.get_mut(id).now.body;
            if how != How::Moved {
                body.retreated_in = retreated_in;
            }
        }
        if retreated_in {
            // They take no part in what follows (§7, clarification 5).
            let roles = &mut self.progress.to_mut().roles;
            roles.retain(|id, _| !units.contains(id));
        }
        if units.iter().any(|&id| self.is_combat(id)) {
            let scenario = self.scenario;
            let progress = self.progress.to_mut();
            progress.wrecks.remove(&to);
            for (objective, holder) in scenario.objectives.iter().zip(&mut progress.holders) {
                if objective.tile == to {
                    *holder = side;
                }
            }
        }
    }

    fn land_fired(&mut self, barrage: &Barrage) {
        let progress = self.progress.to_mut();
        let hits = progress.hits.entry(barrage.target).or_default();
        hits.points = hits.points.saturating_add(barrage.hits.points);
        hits.pinned |= barrage.hits.pinned;
        hits.lost += barrage.hits.lost;
        hits.trucks += barrage.hits.trucks;
        let mut fires = progress.fires.iter_mut();
        let own = fires.find(|one| one.side == barrage.side && one.plan.target == barrage.target);
        if let Some(own) = own {
            own.resolved.insert(barrage.number);
        }
    }

    fn land_shot(&mut self, units: &[UnitId]) {
        self.progress.to_mut().active.extend(units);
        for &unit in units {
            let body = &mut self.get_mut(unit).now.body;
            body.ammo = body.ammo.saturating_sub(1);
        }
    }

    fn land_struck(&mut self, facility: u8, hits: u16) {
        let at = usize::from(facility);
        let kind = self.scenario.facilities[at].kind;
        let each = u16::from(self.content.figures.fort_hits);
        let state = &mut self.progress.to_mut().facilities[at];
        state.hits += hits;
        match kind {
            Facility::Fortification => {
                while state.hits >= each && state.level > 0 {
                    state.hits -= each;
                    state.level -= 1;
                }
            }
            Facility::Dump => {
                // A quarter for each hit, rounded up (clarification 19).
                for _ in 0..hits {
                    state.stock -= state.stock.div_ceil(4);
                }
            }
            _ => {}
        }
    }

    fn land_truck(&mut self, unit: UnitId, cargo: u8) {
        let each = u16::from(self.content.figures.supply.truck);
        let body = &mut self.get_mut(unit).now.body;
        let mut list = body.trucks.list();
        if let Some(trucks) = list.get_mut(usize::from(cargo)) {
            *trucks = trucks.saturating_sub(1);
        }
        body.trucks = Trucks::of(list);
        body.rounds = body.rounds.min(each * u16::from(body.trucks.ammo));
        if body.trucks.men == 0 {
            body.riding = false;
        }
    }

    fn land_removed(&mut self, units: &[UnitId], how: Exit) {
        for &id in units {
            let unit = self.get(id);
            let (side, points) = (unit.side, unit.body().strength());
            let unit = self.get_mut(id);
            unit.now.presence = Presence::Dead;
            unit.now.health.now = 0;
            unit.now.body.toe.fill(0);
            let tally = &mut self.progress.to_mut().tallies[side.index()];
            match how {
                Exit::Destroyed => tally.destroyed += points,
                Exit::Surrendered | Exit::Overrun => tally.captured += points,
            }
        }
    }

    fn land_armor_lost(&mut self, loss: &Loss) {
        let sides = [Side(0), Side(1)];
        for side in sides {
            let own: Loss = loss
                .iter()
                .filter(|(id, _)| self.get(**id).side == side)
                .map(|(id, points)| (*id, points.clone()))
                .collect();
            for (&id, points) in &own {
                let tile = self.get(id).tile();
                let count: u16 = points.iter().map(|&one| u16::from(one)).sum();
                *self.progress.to_mut().wrecks.entry(tile).or_default() += count;
                // What fires at armor is lost first, so that assaults stay as they were planned.
                if let Some(role) = self.progress.to_mut().roles.get_mut(&id) {
                    for (apart, lost) in role.anti_armor.iter_mut().zip(points) {
                        *apart = apart.saturating_sub(*lost);
                    }
                }
            }
            self.lose(side, &own);
        }
        self.progress.to_mut().flagged.clear();
    }

    fn land_escorted(&mut self, side: Side, tile: TileId, prisoners: u16, guards: &Loss) {
        for (&id, points) in guards {
            let body = &mut self.get_mut(id).now.body;
            for (toe, more) in body.toe.iter_mut().zip(points) {
                *toe = toe.saturating_sub(*more);
            }
            let strength = body.strength();
            self.get_mut(id).now.health.now = strength;
        }
        self.progress.to_mut().captives.push(Captives {
            tile,
            side,
            prisoners,
            guards: total(guards),
        });
    }

    fn land_segment_over(&mut self) {
        self.clear_table();
        self.each_up(|body| {
            body.pinned = false;
            body.retreated_in = false;
            body.fought = 0;
        });
        let progress = self.progress.to_mut();
        progress.contacts.clear();
        progress.silent.clear();
        progress.firing.iter_mut().for_each(BTreeSet::clear);
        progress.targets.clear();
        progress.fires.clear();
        progress.hits.clear();
        progress.held.clear();
        progress.beside.clear();
        progress.roles.clear();
        progress.fired.clear();
        progress.flagged.clear();
        progress.assaults.clear();
        progress.met.clear();
        progress.active.clear();
    }

    fn land_stage_over(&mut self) {
        self.each_up(|body| {
            body.spent = 0;
            body.moved = 0;
            body.engaged = false;
        });
        self.progress.to_mut().step = Step::Initiative;
    }

    /// Puts units into a hex and makes them pay, to look ahead along a path.
    pub(super) fn pass(&mut self, units: &[UnitId], to: TileId, costs: &[u16]) {
        for (&id, &cost) in units.iter().zip(costs) {
            self.spend(id, cost);
            let now = &mut self.get_mut(id).now;
            now.tile = to;
            now.body.moved += cost;
        }
    }

    /// Takes points off units.
    fn lose(&mut self, side: Side, loss: &Loss) {
        for (&id, points) in loss {
            let unit = self.get_mut(id);
            for (toe, lost) in unit.now.body.toe.iter_mut().zip(points) {
                *toe = toe.saturating_sub(*lost);
            }
            unit.now.health.now = unit.now.body.strength();
        }
        self.progress.to_mut().tallies[side.index()].destroyed += total(loss);
    }

    /// Spends half Capability Points of a unit, which costs cohesion beyond its allowance.
    fn spend(&mut self, id: UnitId, cost: u16) {
        let lost = self.overspent(id, cost);
        self.get_mut(id).now.body.spent += cost;
        self.change_cohesion(id, -lost);
    }

    fn change_cohesion(&mut self, id: UnitId, change: i16) {
        let figures = &self.content.figures.cohesion;
        let body = &mut self.get_mut(id).now.body;
        body.cohesion = (body.cohesion + change).clamp(figures.broken, figures.most);
    }

    /// Changes every unit on the board.
    fn each_up(&mut self, mut change: impl FnMut(&mut Condition)) {
        let ids: Vec<_> = self.standing().map(|unit| unit.id).collect();
        for id in ids {
            change(&mut self.get_mut(id).now.body);
        }
    }
}

/// Returns the number of points.
fn total(loss: &Loss) -> u16 {
    loss.values().flatten().map(|&one| u16::from(one)).sum()
}

/// Adds points to others.
fn add(sum: &mut Loss, more: &Loss) {
    for (&id, points) in more {
        let types = points.len();
        let own = sum.entry(id).or_insert_with(|| vec![0; types]);
        own.iter_mut()
            .zip(points)
            .for_each(|(own, more)| *own += more);
    }
}
