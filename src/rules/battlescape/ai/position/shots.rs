//! What a unit could do to enemies from a hex: the best target and mode by the odds of its shots.

use hexx::Hex;

use super::{Watched, Weigher};
use crate::battle::grid::{self, Direction, Grid, TileId};
use crate::battle::unit::UnitId;
use crate::content::terrain::Cover;
use crate::rules::battlescape::ai::threat::threat;
use crate::rules::battlescape::attack::{self, CERTAIN};
use crate::rules::battlescape::content::{FireMode, WeaponClass};
use crate::rules::battlescape::shot::Gunsight;
use crate::rules::battlescape::soldier::UnitState;

impl Weigher<'_, '_> {
    /// Expected harm to the enemy with the TU left, in points, and the best attack.
    pub(super) fn best_attack(
        &mut self,
        tile: TileId,
        hex: Hex,
        tu: u16,
        is_here: bool,
    ) -> (i32, Option<(UnitId, FireMode)>) {
        let (mut most, mut attack) = (0, None);
        self.sightlines.clear();
        self.sightlines.resize(self.foes.len(), None);
        if let Some(tu) = self.tu_to_fire(tu, is_here) {
            for (place, foe) in self.foes.iter().enumerate() {
                let (value, mode) = self.offense(place, (tile, hex), tu);
                if value > most {
                    (most, attack) = (value, mode.map(|mode| (foe.id, mode)));
                }
            }
        }
        (most, attack)
    }

    /// Returns the TU left to fire with once the unit stands, if they pay for any mode.
    pub(super) fn tu_to_fire(&self, tu: u16, is_here: bool) -> Option<u16> {
        let stand = match self.state.stance.0 {
            Cover::Full if is_here => self.view.figures().tu.stand,
            _ => 0,
        };
        let tu = tu.saturating_sub(stand);
        self.modes
            .iter()
            .any(|(_, cost)| cost.tu <= tu)
            .then_some(tu)
    }

    /// Expected harm to one foe, in points, and the mode that brings most.
    fn offense(
        &mut self,
        place: usize,
        (tile, hex): (TileId, Hex),
        tu: u16,
    ) -> (i32, Option<FireMode>) {
        let nothing = (0, None);
        let foe = &self.foes[place];
        let distance = grid::length(foe.hex - hex);
        let strikes_itself = self.radius > 0 && distance <= u32::from(self.radius);
        let aim = &self.targets[place];
        if aim.is_near_friend
            || strikes_itself
            || !self.gunsight.bears(&self.shooter, tile, &aim.target)
        {
            return nothing;
        }
        let to = foe.state.tile;
        let line = self.line(place, tile);
        let line = (self.gunsight).line_along(&self.shooter, tile, to, &line);
        if !line.open {
            return nothing;
        }
        let aim = &self.targets[place];
        let rings =
            *(aim.rings).get_or_init(|| self.gunsight.scatter_rings(&self.shooter, &aim.target));
        let is_seen = self.is_seen(place, tile);
        let aim = &self.targets[place];
        let shot = (self.gunsight).aim(&self.shooter, tile, &aim.target, &line, rings, is_seen);
        let (content, weapon) = (self.view.rulebook().content(), self.state.arms.weapon);
        let pair = *aim.pair.get_or_init(|| self.odds.pair(weapon, &shot));
        let stand = self.odds.stand(content, pair, weapon, &shot);
        let threat = threat(
            &self.figures.threat,
            foe.kind.level,
            distance,
            shot.cover,
            shot.smoke > 0,
        );
        if threat < self.figures.threat.ignore_below {
            return nothing;
        }
        let focus = match threat > self.figures.threat.focus_above {
            true => self.figures.threat.focus_percent,
            false => 100,
        };
        let strays = match self.radius {
            0 => 0,
            radius => aim.strays + strays(&self.view.grid(), to, tile, radius, self.scatter),
        };
        let mut best = nothing;
        for &(mode, cost) in &self.modes {
            let shots = tu / cost.tu.max(1);
            if shots == 0 {
                continue;
            }
            let Some(odds) = self.odds.of(content, &stand, mode, self.mode.min_hit) else {
                continue;
            };
            let health = u64::from(foe.state.health.now.max(1));
            // Percent of the target's health all shots of this turn should take, and the kill.
            let share =
                (u64::from(odds.mean_thousandths) * u64::from(shots) / 10 / health).min(150);
            // What misses do to comrades counts twice, as that of grenades does.
            let chance = u64::from(self.odds.chance(&stand, mode)).max(1);
            let astray = 2 * share * (100 - chance.min(100)) / chance * u64::from(strays) / 100;
            let kill = u64::from(odds.kill) * 50 / u64::from(CERTAIN);
            let pin = self.pin(&foe.state, mode, cost.rounds);
            let sum = (share + kill + pin).saturating_sub(astray);
            let value = sum * foe.worth * u64::from(focus) * u64::from(50 + threat) / 1_250_000;
            let value = i32::try_from(value).unwrap_or(i32::MAX / 1000);
            if value > best.0 {
                best = (value, Some(mode));
            }
        }
        best
    }

    /// Whether the side of a foe would see the unit on a hex, by those of it that are in sight (§15.23).
    fn is_seen(&mut self, place: usize, tile: TileId) -> bool {
        let target = &self.targets[place].target;
        if let Some(is_seen) = Gunsight::is_seen_here(&self.shooter, tile, target) {
            return is_seen;
        }
        if self.watched.tile != Some(tile) {
            self.watched = Watched {
                tile: Some(tile),
                ..Watched::default()
            };
        }
        let side = 1 << target.side().0;
        if self.watched.asked & side == 0 {
            self.watched.asked |= side;
            let light = self.gunsight.light(tile);
            let is_seen = (0..self.targets.len()).any(|other| {
                let eyes = &self.targets[other].target;
                let may_see =
                    1 << eyes.side().0 == side && self.gunsight.may_see(eyes, tile, light);
                may_see && {
                    let line = self.line(other, tile);
                    let eyes = &self.targets[other].target;
                    self.gunsight.would_see(eyes, tile, &line, light)
                }
            });
            self.watched.seen_by |= if is_seen { side } else { 0 };
        }
        self.watched.seen_by & side != 0
    }

    /// What it is worth to keep an enemy's head down, in percent of its health.
    fn pin(&self, enemy: &UnitState, mode: FireMode, rounds: u8) -> u64 {
        let figures = &self.view.figures().suppression;
        let is_fresh = enemy.nerve.suppressed == 0;
        let sprays = matches!(mode, FireMode::Burst | FireMode::Auto);
        let each = match self.weapon.class {
            WeaponClass::Melee => return 0,
            WeaponClass::Heavy => figures.near + figures.heavy,
            _ => figures.near,
        };
        let points = enemy
            .nerve
            .suppression
            .saturating_add(each.saturating_mul(rounds));
        if !is_fresh || !sprays || points < figures.from {
            return 0;
        }
        let value = self.figures.special.pin_value;
        match self.covers {
            true => 2 * u64::from(value),
            false => u64::from(value),
        }
    }

    /// Whether the unit has too few TU left for any attack.
    pub(super) fn is_spent(&self) -> bool {
        let tu = self.state.tu.now;
        self.modes.iter().all(|(_, cost)| cost.tu > tu)
    }
}

/// Returns how many of the hexes, in percent, where a miss may come down are so near to another that an area
/// strikes it.
pub(super) fn strays(grid: &Grid, target: TileId, other: TileId, radius: u8, scatter: u8) -> u32 {
    if grid.distance(target, other) > u32::from(radius) + u32::from(scatter) {
        return 0;
    }
    let misses = (Direction::ALL.into_iter())
        .flat_map(|direction| (1..=scatter).map(move |apart| (direction, apart)));
    let misses = misses.map(|(way, apart)| attack::area::scattered(grid, target, way, apart));
    let near = misses.filter(|&miss| grid.distance(miss, other) <= u32::from(radius));
    100 * near.count() as u32 / (6 * u32::from(scatter)).max(1)
}
