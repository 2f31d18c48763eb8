//! How much a unit can take, and what damage costs its side.
//!
//! **Invariant:** in points of the planner's figures; only what is public counts.

use crate::battle::unit::UnitId;
use crate::rules::casket::content::PlannerFigures;
use crate::rules::casket::duel::Duel;
use crate::rules::casket::machine::{Build, Part, State};

/// How much a unit can take.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules::casket) struct Frail {
    /// Cards in hand and deck, or hit points.
    pub life: u16,
    parts: Option<[u16; 4]>,
    /// What it costs its side to lose it.
    pub kill: i64,
    most: u16,
}

impl Frail {
    pub(in crate::rules::casket) fn of(duel: &Duel, unit: UnitId) -> Self {
        let figures = &duel.content.figures.planner;
        let machine = duel.get(unit);
        let scenario = duel.scenario;
        let is_key = scenario.protect.contains(&unit) || scenario.hunted.contains(&unit);
        let kill = match duel.build(unit) {
            Build::Casket { .. } => figures.kill,
            Build::Monster(id) => {
                figures.kill / 4 + figures.life * i64::from(duel.content.monster(*id).hp)
            }
            Build::Objective(_) if is_key => figures.kill,
            Build::Objective(_) => figures.kill / 8,
        };
        let body = machine.body();
        Self {
            life: machine.now.health.now,
            parts: duel
                .is_casket(unit)
                .then(|| body.parts.map(|wear| wear.damage)),
            kill: if is_key { kill * 3 / 2 } else { kill },
            most: machine.now.health.max.max(1),
        }
    }

    /// Returns what more damage costs its side.
    pub(in crate::rules::casket) fn cost(&self, duel: &Duel, lost: u16, more: &[u16; 4]) -> i64 {
        let figures = &duel.content.figures.planner;
        if lost == 0 {
            return 0;
        }
        if lost >= self.life {
            return self.kill;
        }
        let Some(parts) = &self.parts else {
            // The more is gone, the less is left to be done.
            let share = self.kill * i64::from(lost) * 2 / (3 * i64::from(self.most));
            return share + figures.life * i64::from(lost);
        };
        let chassis = Part::Chassis.index();
        let disabled = duel.content.figures.parts.from[3];
        if parts[chassis] + more[chassis] >= disabled.into() {
            return self.kill;
        }
        let mut cost = life(figures, self.life) - life(figures, self.life - lost);
        cost += figures.chassis * i64::from(more[chassis]);
        for (&before, &more) in parts.iter().zip(more) {
            if more > 0 {
                let [then, now] = [before, before + more].map(|damage| duel.state_of(damage));
                cost += worn(figures, now) - worn(figures, then) + i64::from(more) * 4;
            }
        }
        cost
    }

    /// Returns what each damage that may be done later counts for. It is never more than what is done at once, so
    /// that nobody waits for a better chance.
    pub(super) fn each(&self, duel: &Duel) -> i64 {
        let figures = &duel.content.figures.planner;
        match &self.parts {
            None => self.cost(duel, 1.min(self.life.saturating_sub(1)), &[0; 4]),
            Some(parts) => {
                let is_worn = duel.state_of(parts[Part::Chassis.index()]) >= State::Degraded;
                figures.chassis
                    + if is_worn {
                        figures.degrade
                    } else {
                        figures.life
                    }
            }
        }
    }

    /// Returns what an estimate of damage costs, in hundredths: it may as well be half of it, or half more.
    pub(super) fn risk(&self, duel: &Duel, hundredths: i64) -> i64 {
        let at = |hundredths: i64| {
            let whole = (hundredths / 100).clamp(0, 60) as u16;
            let rest = hundredths % 100;
            let cost = |damage: u16| {
                let mut more = [0; 4];
                more[Part::Chassis.index()] = damage;
                self.cost(duel, damage, &more)
            };
            (cost(whole) * (100 - rest) + cost(whole + 1) * rest) / 100
        };
        (at(hundredths / 2) + 2 * at(hundredths) + at(hundredths * 3 / 2)) / 4
    }
}

pub(super) fn worn(figures: &PlannerFigures, state: State) -> i64 {
    match state {
        State::Degraded => figures.degrade,
        State::Disabled => figures.disable,
        _ => 0,
    }
}

/// Returns what so many cards of life are worth; the last ones count most.
pub(super) fn life(figures: &PlannerFigures, cards: u16) -> i64 {
    let few = i64::from(cards.min(10));
    few * figures.life + (i64::from(cards) - few) * figures.spare
}
