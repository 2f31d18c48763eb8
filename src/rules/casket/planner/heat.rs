//! What Heat costs, and what passing the Red Line costs on average.
//!
//! **Invariant:** Heat levels and Backfire rows are those of the rules ([`costs`](crate::rules::casket::costs)).

use crate::battle::unit::UnitId;
use crate::rules::casket::content::{Effect, Trait, Who};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::machine::Part;
use crate::rules::casket::planner::frail::Frail;
use crate::rules::casket::planner::worth::Outlook;

impl Outlook<'_> {
    /// Returns what a Backfire costs on average, if the turn ended now (§8).
    pub(super) fn backfire(&self, duel: &Duel) -> i64 {
        let unit = self.unit;
        let machine = duel.get(unit);
        if !machine.is_up() || machine.body().spent <= duel.safe_sp(unit) {
            return 0;
        }
        let modifier = duel.backfire_modifier(unit);
        let frail = Frail::of(duel, unit);
        let sum: i64 = (1..=6)
            .filter_map(|roll| duel.backfire_row(unit, roll + modifier))
            .map(|row| {
                let effects = duel.backfire_effects(unit, row).iter();
                effects
                    .map(|effect| cost_of(duel, unit, &frail, effect))
                    .sum::<i64>()
            })
            .sum();
        sum / 6
    }
}

/// Returns what so much Heat costs at the start of a turn.
pub(super) fn heat_cost(duel: &Duel, heat: u8) -> i64 {
    let figures = &duel.content.figures.planner;
    let level = duel.heat_level(heat) as i64;
    let boils = heat >= duel.content.figures.heat.boil_over;
    let boil = if boils { figures.boil } else { 0 };
    figures.heat * i64::from(heat) + figures.heat_level * level * level + boil
}

/// Returns what an effect of a Backfire costs, in points.
fn cost_of(duel: &Duel, unit: UnitId, frail: &Frail, effect: &Effect) -> i64 {
    let figures = &duel.content.figures.planner;
    let heat = duel.get(unit).body().heat;
    match effect {
        Effect::Heat(Who::Own, points) => {
            heat_cost(duel, heat.saturating_add(*points)) - heat_cost(duel, heat)
        }
        Effect::Taint(Who::Own, points) => figures.taint * i64::from(*points),
        Effect::Harm(_, points, spot) => {
            let mut more = [0; 4];
            if let Some(part) = Part::of(*spot) {
                more[part.index()] = (*points).into();
            }
            frail.cost(duel, (*points).into(), &more)
        }
        Effect::DiscardRandom(_, cards) => (figures.life + figures.card) * i64::from(*cards),
        Effect::Roll(rows) => {
            let (mut from, mut sum) = (0, 0);
            for row in rows {
                let to = i64::from(row.up_to.min(6));
                let effects = row.effects.iter();
                let effects = effects.map(|one| cost_of(duel, unit, frail, one));
                sum += (to - from).max(0) * effects.sum::<i64>();
                from = to;
            }
            sum / 6
        }
        Effect::Give(_, given, _) => match given {
            Trait::VentOrHarm(points) => figures.chassis * i64::from(*points) / 3,
            Trait::Steered => figures.chassis,
            Trait::Damage(points) => -figures.card * i64::from(*points),
            _ => figures.chassis / 2,
        },
        Effect::Spin(_) | Effect::Teleport(_) => figures.chassis / 2,
        _ => 0,
    }
}
