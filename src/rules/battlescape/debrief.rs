//! What a battle comes to: deeds and experience of every unit, what is salvaged and what is lost (§2).
//!
//! **Invariant:** drawn from the events of the journal played again and from the state they lead to;
//! nothing is kept for it while a battle is fought.

use bevy::prelude::World;
use serde::Serialize;

use crate::battle::phase::{Ending, Outcome, Verdict};
use crate::battle::unit::{self, Health, Presence, Roster, Side, UnitId};
use crate::battle::watch::Watcher;
use crate::playing::Debriefing;
use crate::rules::battlescape::Battlescape;
use crate::rules::battlescape::attack::Round;
use crate::rules::battlescape::content::BattlescapeContent;
use crate::rules::battlescape::content::nerve::ExperienceFigures;
use crate::rules::battlescape::event::{Event, Mark, Ricochet};
use crate::rules::battlescape::gear::{self, Carried, Props};
use crate::rules::battlescape::objective::{PLAYER, Plot, Progress};
use crate::rules::battlescape::soldier::{self, Loyalty, Rulebook, Worn};

/// What one unit did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Service {
    /// Name.
    pub name: String,
    /// Name of its kind.
    pub kind: String,
    /// Its own side.
    pub side: u8,
    /// `standing`, `escaped` or `dead`.
    pub fate: &'static str,
    /// Enemies it killed.
    pub kills: u32,
    /// Enemies it hurt that others killed.
    pub assists: u32,
    /// Rounds fired.
    pub shots: u32,
    /// Rounds that hit.
    pub hits: u32,
    /// Rounds that should have hit by the chances it had, hundredths.
    pub expected_hits_percent: u32,
    /// Hit points it took from enemies.
    pub dealt: u32,
    /// Hit points it lost.
    pub taken: u32,
    /// Experience.
    pub experience: u32,
    /// Rank that this experience gives.
    pub rank: String,
}

/// A kind of thing that is brought home, or lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lot {
    /// Name.
    pub name: String,
    /// How many.
    pub count: u32,
    /// What all of them are worth, credits.
    pub value: u32,
}

/// The outcome of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Debrief {
    /// Secondary objectives, and whether each was reached.
    pub secondary: Vec<(String, bool)>,
    /// What each unit did, by id.
    pub units: Vec<Service>,
    /// Equipment found on the ground after a victory.
    pub salvage: Vec<Lot>,
    /// Equipment of side 0 that is gone: that of the dead, and after a defeat that of all left behind.
    pub lost: Vec<Lot>,
}

impl Debrief {
    /// Returns what the salvage is worth, credits.
    pub fn salvage_value(&self) -> u32 {
        self.salvage.iter().map(|lot| lot.value).sum()
    }

    /// Returns what was lost, credits.
    pub fn lost_value(&self) -> u32 {
        self.lost.iter().map(|lot| lot.value).sum()
    }
}

impl Debriefing for Debrief {
    type Rules = Battlescape;
    type Witness = Chronicle;

    fn begin(world: &World) -> Chronicle {
        Chronicle::begin(world)
    }

    fn close(chronicle: Chronicle, world: &World) -> Self {
        chronicle.close(world)
    }
}

/// Gathers deeds from events.
pub struct Chronicle {
    units: Vec<Service>,
    /// Hit points each unit took from each other.
    hurt_by: Vec<Vec<u32>>,
    /// Who killed whom, in order; the first of each side draws first blood.
    kills: Vec<(UnitId, UnitId)>,
    /// Chance of the attack that is rolled, percent.
    chance: u8,
    /// What every unit brought.
    brought: Vec<Vec<Carried>>,
}

impl Chronicle {
    fn begin(world: &World) -> Self {
        let ids: Vec<_> = world.resource::<Roster>().ids().collect();
        let service = |&id: &UnitId| Service {
            name: unit::part::<unit::Title>(world, id).0.clone(),
            kind: soldier::kind(world, id).name.clone(),
            side: unit::part::<Loyalty>(world, id).home.0,
            ..Service::default()
        };
        Self {
            units: ids.iter().map(service).collect(),
            hurt_by: vec![vec![0; ids.len()]; ids.len()],
            kills: Vec::new(),
            chance: 0,
            brought: ids.iter().map(|&id| gear::carried(world, id)).collect(),
        }
    }

    fn hurt(&mut self, unit: UnitId, by: Option<UnitId>, points: u32) {
        self.units[unit.index()].taken += points;
        let Some(by) = by else { return };
        if self.units[by.index()].side != self.units[unit.index()].side {
            self.units[by.index()].dealt += points;
            self.hurt_by[unit.index()][by.index()] += points;
        }
    }

    /// Notes a round of an attack.
    fn shot(&mut self, unit: UnitId, target: Mark, round: &Round, ricochet: Option<Ricochet>) {
        let service = &mut self.units[unit.index()];
        service.shots += 1;
        service.hits += u32::from(round.hit.passed);
        service.expected_hits_percent += u32::from(self.chance);
        if let (Mark::Unit(target), Some(wound)) = (target, round.wound) {
            self.hurt(target, Some(unit), wound.dealt);
        }
        if let Some((victim, _, points)) = ricochet.and_then(|ricochet| ricochet.victim) {
            self.hurt(victim, Some(unit), u32::from(points));
        }
    }

    /// Notes a kill, unless it is one of a comrade or of somebody neutral.
    fn kill(&mut self, world: &World, unit: UnitId, by: UnitId) {
        let home = |id: UnitId| Side(self.units[id.index()].side);
        let obeyed = unit::part::<Loyalty>(world, unit).side;
        // Under another mind it was a comrade of both sides (§15.25).
        let was_comrade = [home(unit), obeyed].contains(&home(by));
        if !was_comrade && !world.resource::<Roster>().is_neutral(home(unit)) {
            self.kills.push((by, unit));
        }
    }

    fn close(mut self, world: &World) -> Debrief {
        let content = world.resource::<Rulebook>().content();
        let ending = world.resource::<Verdict>().0;
        let figures = &content.figures.experience;
        for &(by, victim) in &self.kills {
            let worth = figures.of_kill(soldier::kind(world, victim).level);
            let service = &mut self.units[by.index()];
            service.kills += 1;
            service.experience += worth;
            for (index, &points) in self.hurt_by[victim.index()].iter().enumerate() {
                if points > 0 && index != by.index() {
                    let helper = &mut self.units[index];
                    helper.assists += 1;
                    helper.experience += worth * u32::from(figures.assist_percent) / 100;
                }
            }
        }
        if let Some(&(by, _)) = self.kills.first() {
            self.units[by.index()].experience += u32::from(figures.first_blood);
        }
        let won = ending.and_then(|ending| ending.winner);
        let ids: Vec<_> = world.resource::<Roster>().ids().collect();
        let lives = |id: UnitId| *unit::part::<Presence>(world, id) != Presence::Dead;
        for &id in &ids {
            let winners = ids.iter().filter(|&&other| {
                lives(other) && won.is_some_and(|side| self.units[other.index()].side == side.0)
            });
            let share = u32::from(figures.objective) / winners.count().max(1) as u32;
            let service = &mut self.units[id.index()];
            service.fate = match unit::part::<Presence>(world, id) {
                Presence::Dead => "dead",
                Presence::Escaped => "escaped",
                Presence::OnBoard => "standing",
                Presence::Reserve => "never came",
            };
            if lives(id) && *unit::part::<Presence>(world, id) != Presence::Reserve {
                service.experience += u32::from(figures.survive);
                if service.taken == 0 {
                    service.experience += u32::from(figures.unhurt);
                }
                if won.is_some_and(|side| side.0 == service.side) {
                    service.experience += share;
                }
            }
            service.rank = figures.rank(service.experience).to_owned();
        }
        let done = world.resource::<Progress>().done;
        let secondary = &world.resource::<Plot>().0.secondary;
        let secondary = (0_u8..).zip(secondary);
        Debrief {
            secondary: secondary
                .map(|(index, one)| (one.name.clone(), done >> index & 1 == 1))
                .collect(),
            salvage: salvage(world, content, ending),
            lost: self.lost(world, content, &ids, ending),
            units: self.units,
        }
    }

    /// Lists what side 0 brought and does not bring home.
    fn lost(
        &self,
        world: &World,
        content: &BattlescapeContent,
        ids: &[UnitId],
        ending: Option<Ending>,
    ) -> Vec<Lot> {
        // After a victory the field is theirs, and what the dead carried is salvage.
        let is_field_lost = ending.is_none_or(|ending| ending.outcome != Outcome::Victory);
        let gone = ids.iter().filter(|&&id| {
            let presence = *unit::part::<Presence>(world, id);
            self.units[id.index()].side == PLAYER.0
                && is_field_lost
                && (presence == Presence::Dead || is_out(world, id))
        });
        let mut lots = Vec::new();
        for &id in gone {
            for thing in &self.brought[id.index()] {
                put(&mut lots, thing.name_and_value(content));
            }
        }
        for &id in ids {
            // Suits do not outlive their wearers.
            let is_own = self.units[id.index()].side == PLAYER.0;
            let is_dead = *unit::part::<Presence>(world, id) == Presence::Dead;
            if let (true, true, Some(suit)) = (is_own, is_dead, unit::part::<Worn>(world, id).0) {
                let suit = content.suit(suit);
                put(&mut lots, (&suit.name, suit.value));
            }
        }
        lots
    }
}

impl Watcher<Battlescape> for Chronicle {
    fn before(&mut self, world: &World, event: &Event) {
        match event {
            Event::Fired { attack, .. } => self.chance = attack.aim.chance,
            Event::Shot {
                unit,
                target,
                round,
                ricochet,
            } => self.shot(*unit, *target, round, *ricochet),
            Event::Burst { by, harms, .. } => {
                for harm in harms {
                    self.hurt(harm.unit, *by, u32::from(harm.dealt));
                }
            }
            Event::Hurt {
                unit, damage, by, ..
            } => self.hurt(*unit, *by, u32::from(*damage)),
            Event::Died { unit, by: Some(by) } => self.kill(world, *unit, *by),
            _ => {}
        }
    }
}

/// Whether a unit is left lying on a field that is lost.
fn is_out(world: &World, id: UnitId) -> bool {
    *unit::part::<Presence>(world, id) == Presence::OnBoard
        && !super::nerve::is_conscious(*unit::part::<Health>(world, id), *unit::part(world, id))
}

/// Lists what lies about after a victory.
fn salvage(world: &World, content: &BattlescapeContent, ending: Option<Ending>) -> Vec<Lot> {
    let mut lots = Vec::new();
    if ending.is_some_and(|ending| ending.outcome == Outcome::Victory) {
        for (_, thing) in &world.resource::<Props>().get().litter {
            put(&mut lots, thing.name_and_value(content));
        }
    }
    lots
}

fn put(lots: &mut Vec<Lot>, (name, value): (&str, u16)) {
    let value = u32::from(value);
    match lots.iter_mut().find(|lot| lot.name == name) {
        Some(lot) => {
            lot.count += 1;
            lot.value += value;
        }
        None => lots.push(Lot {
            name: name.to_owned(),
            count: 1,
            value,
        }),
    }
}

impl ExperienceFigures {
    /// Returns what a kill is worth (§2).
    pub fn of_kill(&self, level: crate::rules::battlescape::content::ThreatLevel) -> u32 {
        let rank = level as u32 + 1;
        (u32::from(self.kill_per_rank) * rank).min(u32::from(self.kill_most))
    }

    /// Returns the rank that so much experience gives.
    pub fn rank(&self, experience: u32) -> &str {
        let mut highest = self.ranks.iter().rev();
        highest
            .find(|rank| u32::from(rank.from) <= experience)
            .map_or("", |rank| rank.name.as_str())
    }
}
