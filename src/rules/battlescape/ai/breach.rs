//! Fire at what an enemy hides behind.
//!
//! **Invariant:** an obstacle is fired at only where breaking it is forecast to bring more than the shots
//! it costs.

use crate::battle::grid::TileId;
use crate::battle::sight;
use crate::battle::unit::UnitId;
use crate::rules::battlescape::ai::{Mind, Purpose};
use crate::rules::battlescape::attack::pct;
use crate::rules::battlescape::content::FireMode;
use crate::rules::battlescape::order::Order;

/// Certain, in the unit chances of volleys are counted in.
const SURE: u64 = 1000;

impl Mind<'_, '_> {
    /// Fires at the obstacle that covers the target of an attack, for the shots that follow: those of the
    /// unit itself, and those of comrades who have yet to act and shoot past the same obstacle.
    pub(super) fn breach(&mut self, target: UnitId, mode: FireMode) -> Option<Order> {
        let (view, here) = (self.view, self.state.tile);
        let foe = view.unit(target);
        let tile = self.shelter(here, foe.tile)?;
        if view.weapon_radius(self.id) > 0 {
            return None;
        }
        let covered = view.forecast(self.id, here, target, mode).ok()?;
        let bared = view.forecast_bared(self.id, here, target, mode).ok()?;
        let (covered, cost) = (covered.mean_thousandths(), covered.attack.cost.tu.max(1));
        let bared = u64::from(bared.mean_thousandths());
        let follow = (self.own.iter())
            .filter(|(id, state)| {
                *id != self.id
                    && state.can_act()
                    && self.shelter(state.tile, foe.tile) == Some(tile)
            })
            .map(|(_, state)| u64::from(state.tu.now / cost))
            .sum::<u64>();
        let most = u64::from(foe.health.now) * 1000;
        let worth = |each: u64, shots: u64| (each * shots).min(most);
        let covered = u64::from(covered);
        let plain = worth(covered, follow + u64::from(self.state.tu.now / cost));
        let mut best: Option<(u64, Order)> = None;
        for mode in FireMode::ALL {
            let order = Order::FireAt(self.id, tile, mode);
            if view.check(&order).is_err() {
                continue;
            }
            let Some((chance, tu)) = self.chance_to_break(tile, mode) else {
                continue;
            };
            let shots = follow + u64::from(self.state.tu.now.saturating_sub(tu) / cost);
            let value =
                (chance * worth(bared, shots) + (SURE - chance) * worth(covered, shots)) / SURE;
            if value > plain && best.as_ref().is_none_or(|(most, _)| value > *most) {
                best = Some((value, order));
            }
        }
        let (value, order) = best?;
        self.offer(order, (value / 1000) as i32, Purpose::Breach)
    }

    /// Returns the hex whose obstacle covers a unit on a hex against fire from another one, if it can be
    /// fired at.
    fn shelter(&self, from: TileId, to: TileId) -> Option<TileId> {
        let line = self.view.line(from, to);
        let by = sight::cover_of_shot(self.view.layers(), to, &line).by?;
        (line.open && by != to).then_some(by)
    }

    /// Returns the chance that an attack of the unit breaks the obstacle on a hex, in thousandths, and the
    /// TU it costs.
    fn chance_to_break(&self, tile: TileId, mode: FireMode) -> Option<(u64, u16)> {
        let view = self.view;
        let state = view.layers().state(tile);
        let terrain = view.rulebook().catalog().terrain(state.terrain);
        terrain.breaks_to?;
        let health = u32::from(terrain.health?).saturating_sub(state.wear.into());
        let forecast = (view.forecast_at(self.id, self.state.tile, tile, mode)).ok()?;
        let attack = &forecast.attack;
        let weapon = view.weapon(self.id);
        let dice = u32::from(weapon.dice.count) * (u32::from(weapon.dice.sides) + 1) / 2;
        let each = pct(dice, attack.impact.mode_percent).max(1);
        let needed = health.div_ceil(each);
        let chance = u64::from(attack.aim.chance);
        let rounds = u32::from(attack.cost.rounds.max(1));
        Some((at_least(needed, rounds, chance), attack.cost.tu))
    }
}

/// Returns the chance of at least so many hits in so many rounds of a chance in percent, in thousandths.
fn at_least(hits: u32, rounds: u32, chance: u64) -> u64 {
    // Chances of 0, 1, 2 … hits so far; the last holds all that are enough.
    let mut odds = vec![0_u64; hits as usize + 1];
    odds[0] = SURE * SURE;
    for _ in 0..rounds {
        for at in (0..odds.len()).rev() {
            let gained = if at > 0 {
                odds[at - 1] * chance / 100
            } else {
                0
            };
            let kept = if at == hits as usize {
                odds[at]
            } else {
                odds[at] * (100 - chance) / 100
            };
            odds[at] = kept + gained;
        }
    }
    odds[hits as usize] / SURE
}

#[cfg(test)]
mod tests {
    use super::at_least;

    #[test]
    fn chances_of_several_hits_are_those_of_independent_rounds() {
        for (hits, rounds, chance, expected) in [
            (0, 3, 40, 1000),
            (1, 1, 40, 400),
            (1, 2, 50, 750),
            (2, 2, 50, 250),
            (2, 3, 50, 500),
            (3, 2, 95, 0),
        ] {
            let found = at_least(hits, rounds, chance);
            assert!(
                found.abs_diff(expected) <= 1,
                "{hits} of {rounds} at {chance}: {found}"
            );
        }
    }
}
