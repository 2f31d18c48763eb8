//! What a hex is worth to a unit: what it could do to the enemy from there, and what they to it.
//!
//! **Invariant:** integers; ties go to the lower hex, target and mode.

use crate::{
    battle::{
        grid::{Direction, TileId},
        path::Reach,
        sight,
        unit::UnitId,
    },
    content::{
        battlescape::ai::{AiFigures, ModeFigures},
        battlescape::{FireMode, Weapon, WeaponClass},
        terrain::Cover,
    },
    rules::battlescape::{
        ai::{
            field::Field,
            threat::{exposure, threat},
        },
        attack::{self, CERTAIN, ForecastCache},
        side_view::SideView,
        soldier::UnitState,
    },
};

/// Weighs hexes for one unit.
pub(super) struct Weigher<'a, 'w> {
    pub view: SideView<'w>,
    pub id: UnitId,
    pub state: UnitState,
    pub figures: &'w AiFigures,
    pub mode: &'w ModeFigures,
    pub enemies: &'a [(UnitId, UnitState)],
    pub odds: &'a mut ForecastCache,
    pub field: Option<&'a Field>,
    /// Whether a comrade near by is trying to get away.
    pub covers: bool,
}

/// What a hex is worth.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Worth {
    /// Points.
    pub score: i32,
    /// Best attack from there.
    pub attack: Option<(UnitId, FireMode)>,
}

/// Whether a hex has cover of its own or beside it.
pub(super) fn has_cover(view: SideView, tile: TileId) -> bool {
    Direction::ALL
        .iter()
        .any(|&side| view.cover_towards(tile, side) != Cover::None)
}

/// What the ground of a hex does to a unit that stops there, in points.
pub(super) fn hazard(view: SideView, id: UnitId, tile: TileId) -> u32 {
    let state = view.layers().state(tile);
    let terrain = view.rulebook().0.terrain(state.terrain);
    let (flies, breathes) = (view.kind(id).flies, !view.armor(id).no_poison);
    let ground = !flies && (terrain.hazard_damage > 0 || (terrain.poisons && breathes));
    40 * (u32::from(state.fire > 0 && !flies) + u32::from(ground))
        + 25 * u32::from(state.gas > 0 && breathes)
}

/// Whether a unit is hurt so much that its mode has it look to its safety first.
pub(super) fn is_retreating(state: &UnitState, mode: &ModeFigures) -> bool {
    u32::from(state.health.now) * 100
        <= u32::from(state.health.max) * u32::from(mode.retreat_percent)
}

impl Weigher<'_, '_> {
    /// Weighs a hex the unit would stand on with so many TU left.
    pub fn weigh(&mut self, tile: TileId, tu: u16, is_here: bool) -> Worth {
        let (offense, attack) = self.offense(tile, tu, is_here);
        let (offense_weight, caution) = match is_retreating(&self.state, self.mode) {
            true => (self.mode.offense / 3, self.mode.caution * 2),
            false => (self.mode.offense, self.mode.caution),
        };
        let grid = self.view.grid();
        let nearest = (self.enemies.iter())
            .map(|(_, enemy)| grid.distance(tile, enemy.tile))
            .min()
            .unwrap_or(0);
        let weapon = self.view.weapon(self.id);
        let is_melee = weapon.class == WeaponClass::Melee && !weapon.modes.is_empty();
        let closing = if is_melee { 10 } else { self.mode.closing };
        let goal = self
            .field
            .and_then(|field| field.steps(tile))
            .map_or(0, |steps| {
                -self.figures.objective_weight * i32::try_from(steps.min(500)).unwrap_or(500)
            });
        let hazard = hazard(self.view, self.id, tile) as i32;
        let score = offense * offense_weight / 100
            - self.danger(tile) * caution / 100
            - closing * i32::try_from(nearest).unwrap_or(i32::MAX / 100)
            + goal
            - hazard;
        Worth { score, attack }
    }

    /// Finds the best hex in reach, by full weight among the most promising ones.
    ///
    /// Whoever has somewhere to go and is fit to fight stops where it can attack, or nearer to its
    /// goal or enemy: hidden where it came from, it would come out again at once.
    pub fn best_position(
        &mut self,
        reach: &Reach,
        mut weighed: Option<&mut Vec<(TileId, Worth)>>,
    ) -> Option<(TileId, Worth)> {
        let grid = self.view.grid();
        let preferred = match self.view.weapon(self.id).class {
            // Who looks for safety wants to be far away.
            _ if self.mode.closing < 0 => 30,
            WeaponClass::Melee => 1,
            WeaponClass::Pistol | WeaponClass::Smg => 4,
            WeaponClass::Rifle | WeaponClass::Heavy => 6,
            WeaponClass::Sniper => 10,
        };
        let spots: Vec<_> = self.enemies.iter().map(|(_, enemy)| enemy.tile).collect();
        let mut promising: Vec<(i32, TileId)> = (reach.tiles().iter())
            .filter(|&&tile| tile != self.state.tile)
            .map(|&tile| {
                let mut points = 0_i32;
                if let Some((near, enemy)) = spots
                    .iter()
                    .map(|&spot| (grid.distance(tile, spot), spot))
                    .min()
                {
                    let off = (near as i32 - preferred).abs();
                    let facing = grid.direction_towards(tile, enemy);
                    let cover = self.view.cover_towards(tile, facing);
                    points += 15 * i32::from(cover as u8) - 4 * off;
                }
                if let Some(steps) = self.field.and_then(|field| field.steps(tile)) {
                    points -= self.figures.objective_weight * steps.min(500) as i32;
                }
                let spent = reach.cost(tile).unwrap_or(0) / 400;
                (points - spent as i32, tile)
            })
            .collect();
        promising.sort_unstable_by_key(|&(points, tile)| (std::cmp::Reverse(points), tile));
        promising.truncate(self.figures.candidates);
        let far = |tile| match self.field {
            Some(field) => field.steps(tile),
            None => spots.iter().map(|&spot| grid.distance(tile, spot)).min(),
        };
        let here = far(self.state.tile).unwrap_or(u32::MAX);
        let has_goal = self.mode.roams || self.field.is_some();
        let may_hide = !has_goal || is_retreating(&self.state, self.mode);
        let presses: Vec<_> = (promising.iter())
            .map(|&(_, tile)| may_hide || far(tile).is_some_and(|steps| steps < here))
            .collect();
        let mut best: Option<(TileId, Worth)> = None;
        for ((_, tile), presses) in promising.into_iter().zip(presses) {
            let cost = self.view.walk_tu(self.id, reach.cost(tile).unwrap_or(0));
            let left = u32::from(self.state.tu.now).saturating_sub(cost);
            let worth = self.weigh(tile, u16::try_from(left).unwrap_or(0), false);
            if let Some(weighed) = &mut weighed {
                weighed.push((tile, worth));
            }
            let is_better = best.is_none_or(|(other, so_far)| {
                (worth.score, std::cmp::Reverse(tile)) > (so_far.score, std::cmp::Reverse(other))
            });
            if is_better && (presses || worth.attack.is_some()) {
                best = Some((tile, worth));
            }
        }
        best
    }

    /// Expected harm to the enemy with the TU left, in points, and the best attack.
    fn offense(
        &mut self,
        tile: TileId,
        tu: u16,
        is_here: bool,
    ) -> (i32, Option<(UnitId, FireMode)>) {
        let grid = self.view.grid();
        let weapon = self.view.weapon(self.id);
        let reach = u32::from(attack::reach(self.view.figures(), weapon));
        let radius = self.view.weapon_radius(self.id);
        let stand = match self.state.stance.0 {
            Cover::Full if is_here => self.view.figures().tu.stand,
            _ => 0,
        };
        let tu = tu.saturating_sub(stand);
        let mut best = (0, None);
        for &(target, ref enemy) in self.enemies {
            let distance = grid.distance(tile, enemy.tile);
            if distance > reach {
                continue;
            }
            for mode in attack::modes(weapon) {
                let Some(cost) = self.view.mode_cost(self.id, mode) else {
                    continue;
                };
                let rounds = u16::from(cost.rounds);
                let shots = tu / cost.tu.max(1);
                if shots == 0 || (weapon.magazine > 0 && self.state.arms.rounds < rounds) {
                    continue;
                }
                if radius > 0 && self.is_near_friend(enemy.tile, tile, radius) {
                    continue;
                }
                let Ok(shot) = self.view.shot(self.id, tile, target, mode) else {
                    continue;
                };
                let Ok(odds) = self.odds.odds(self.view.figures(), weapon, &shot) else {
                    continue;
                };
                if odds.chance < self.mode.min_hit {
                    continue;
                }
                let threat = threat(
                    &self.figures.threat,
                    self.view.kind(target).level,
                    distance,
                    shot.cover,
                    shot.smoke > 0,
                );
                if threat < self.figures.threat.ignore_below {
                    continue;
                }
                let focus = match threat > self.figures.threat.focus_above {
                    true => self.figures.threat.focus_percent,
                    false => 100,
                };
                let health = u64::from(enemy.health.now.max(1));
                // Percent of the target's health all shots of this turn should take, and the kill.
                let share =
                    (u64::from(odds.mean_thousandths) * u64::from(shots) / 10 / health).min(150);
                let kill = u64::from(odds.kill) * 50 / u64::from(CERTAIN);
                let pin = self.pin(enemy, weapon, mode, cost.rounds);
                let value =
                    (share + kill + pin) * u64::from(focus) * u64::from(50 + threat) / 12_500;
                let value = i32::try_from(value).unwrap_or(i32::MAX / 1000);
                if value > best.0 {
                    best = (value, Some((target, mode)));
                }
            }
        }
        best
    }

    /// What it is worth to keep an enemy's head down, in percent of its health.
    fn pin(&self, enemy: &UnitState, weapon: &Weapon, mode: FireMode, rounds: u8) -> u64 {
        let figures = &self.view.figures().suppression;
        let is_fresh = enemy.nerve.suppressed == 0;
        let sprays = matches!(mode, FireMode::Burst | FireMode::Auto);
        let each = match weapon.class {
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

    /// Whether an area around a hex strikes a friend, or the unit itself where it would stand.
    fn is_near_friend(&self, center: TileId, stand: TileId, radius: u8) -> bool {
        let grid = self.view.grid();
        let near = |tile| grid.distance(center, tile) <= u32::from(radius);
        let mut friends = self.view.own_on_board().filter(|&id| id != self.id);
        near(stand) || friends.any(|id| near(self.view.unit(id).tile))
    }

    /// How exposed the hex is to enemies in sight, in points.
    fn danger(&self, tile: TileId) -> i32 {
        let grid = self.view.grid();
        let mut danger = 0;
        for &(enemy, ref state) in self.enemies {
            let from = state.tile;
            let weapon = self.view.weapon(enemy);
            let reach = u32::from(attack::reach(self.view.figures(), weapon));
            let distance = grid.distance(from, tile);
            // One that has to come close can walk a few hexes first.
            let walk = if weapon.class == WeaponClass::Melee {
                8
            } else {
                0
            };
            if distance > reach + walk {
                continue;
            }
            let line = self.view.line(from, tile);
            if !line.open && walk == 0 {
                continue;
            }
            let cover = sight::cover_of_shot(self.view.layers(), tile, &line).cover;
            let exposed = exposure(&self.figures.threat, cover, line.smoke > 0);
            let level = self.figures.threat.levels[&self.view.kind(enemy).level];
            danger += exposed * (50 + level) / 150;
        }
        i32::try_from(danger).unwrap_or(i32::MAX / 1000)
    }
}
