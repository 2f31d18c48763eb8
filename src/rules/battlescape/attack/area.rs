//! Attacks that strike an area: blasts and chemical clouds (§5, §15.3, §15.4).
//!
//! **Invariant:** the dice of an area attack are rolled here and nowhere else; what they do to each
//! unit follows from them without further dice.

use hexx::Hex;
use serde::{Deserialize, Serialize};

use crate::battle::board::Layers;
use crate::battle::dice::{Check, Label, Pool, Roll};
use crate::battle::grid::{Direction, Grid, TileId};
use crate::rules::battlescape::attack::{Attack, Impact, pct};
use crate::rules::battlescape::content::{
    AreaFigures, Armor, BlastFigures, CritStage, DamageType, Figures, MatrixStage, Weapon,
};

/// Farthest ring of any area.
pub const MAX_RING: u8 = 6;

/// Outside the area.
const OUTSIDE: u8 = u8::MAX;

/// The rings of a target no miss can harm.
pub const NOWHERE: [[u8; 2]; 6] = [[OUTSIDE; 2]; 6];

/// What a weapon or item does around the hex it strikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Area {
    /// Rings around the center.
    pub radius: u8,
    /// Percent lost per ring.
    pub ring_percent: u16,
    /// Whether it explodes: ignores cover, arc and stance, breaks terrain.
    pub explodes: bool,
    /// Share of the center's critical damage that replaces that of ring 1, percent.
    pub splash_percent: u16,
    /// Largest scatter of a miss, hexes.
    pub scatter: u8,
    /// Ring of the target around each hex a miss may scatter to, by direction and distance.
    pub rings: [[u8; 2]; 6],
}

impl Area {
    /// Returns the area a weapon strikes, if it strikes one; rings of the target are not known yet.
    pub fn of(figures: &Figures, weapon: &Weapon) -> Option<Self> {
        match (weapon.blast, weapon.damage_type) {
            (radius @ 1.., _) => Some(Self::blast(&figures.blast, radius)),
            (0, DamageType::Chemical) => Some(Self::cloud(&figures.area)),
            _ => None,
        }
    }

    /// Returns the area of an explosion.
    pub fn blast(figures: &BlastFigures, radius: u8) -> Self {
        Self {
            radius,
            ring_percent: figures.ring_percent,
            explodes: true,
            splash_percent: figures.splash_percent,
            scatter: figures.scatter,
            rings: NOWHERE,
        }
    }

    /// Returns the area of a chemical hit.
    pub fn cloud(figures: &AreaFigures) -> Self {
        Self {
            radius: figures.radius,
            ring_percent: figures.ring_percent,
            explodes: false,
            splash_percent: 0,
            scatter: figures.scatter,
            rings: NOWHERE,
        }
    }

    /// Returns the percent of damage left in a ring; `None` is outside.
    pub fn percent(&self, ring: u8) -> Option<u16> {
        (ring <= self.radius)
            .then(|| 100_u16.saturating_sub(self.ring_percent * u16::from(ring)))
            .filter(|&percent| percent > 0)
    }

    /// Notes in which ring a target is for every hex a miss may scatter to.
    pub fn aim_at(&mut self, grid: &Grid, layers: &Layers, target: TileId) {
        for (direction, rings) in Direction::ALL.into_iter().zip(&mut self.rings) {
            for (distance, ring) in (1..).zip(rings) {
                let center = scattered(grid, target, direction, distance);
                *ring = ring_of(grid, layers, center, self.radius, target).unwrap_or(OUTSIDE);
            }
        }
    }
}

/// Returns where a miss lands that scatters so far: as far as the board goes.
pub fn scattered(grid: &Grid, from: TileId, direction: Direction, distance: u8) -> TileId {
    (0..distance).fold(from, |at, _| grid.neighbor(at, direction).unwrap_or(at))
}

/// Lists the hexes an area reaches from its center with their rings, nearest first: walls are
/// struck but not passed.
///
/// # Panics
/// If the radius is above 63 hexes; content keeps to 50.
pub fn reached(grid: &Grid, layers: &Layers, center: TileId, radius: u8) -> Vec<(TileId, u8)> {
    let rings = usize::from(radius);
    let mut found = Vec::with_capacity(3 * rings * (rings + 1) + 1);
    // The hexes looked at, a row of bits by each axial coordinate from the center.
    let mut known = vec![0_u128; 2 * rings + 1];
    let corner = grid.hex(center) - Hex::new(radius.into(), radius.into());
    let mut is_new = |hex: Hex| {
        let at = hex - corner;
        let (row, bit) = (&mut known[at.x as usize], 1 << at.y);
        let is_new = *row & bit == 0;
        *row |= bit;
        is_new
    };
    is_new(grid.hex(center));
    found.push((center, 0));
    let mut next = 0;
    while let Some(&(tile, ring)) = found.get(next) {
        next += 1;
        if ring == radius || (ring > 0 && layers.stops_blasts(tile)) {
            continue;
        }
        let from = grid.hex(tile);
        let beside = Direction::ALL.map(|direction| from + direction.step());
        let beside = beside.into_iter().filter(|&hex| is_new(hex));
        found.extend(beside.filter_map(|hex| Some((grid.tile(hex)?, ring + 1))));
    }
    found
}

/// Returns the ring of an area that a hex is in; `None` if the area does not reach it.
pub fn ring_of(
    grid: &Grid,
    layers: &Layers,
    center: TileId,
    radius: u8,
    tile: TileId,
) -> Option<u8> {
    let apart = grid.distance(center, tile);
    if apart > u32::from(radius) {
        return None;
    }
    // Most hexes are reached the shortest way, which is quickly found where they are near.
    if apart <= NEAR && is_open(grid, layers, center, tile) {
        return u8::try_from(apart).ok();
    }
    let mut all = reached(grid, layers, center, radius).into_iter();
    all.find_map(|(found, ring)| (found == tile).then_some(ring))
}

/// Rings in which a shortest way is looked for.
const NEAR: u32 = 3;

/// Whether no wall is on some shortest way from the center of an area to a hex.
fn is_open(grid: &Grid, layers: &Layers, center: TileId, tile: TileId) -> bool {
    let apart = grid.distance(center, tile);
    apart <= 1
        || grid.neighbors(tile).any(|(_, before)| {
            grid.distance(center, before) < apart
                && !layers.stops_blasts(before)
                && is_open(grid, layers, center, before)
        })
}

/// Where an area attack struck and how hard, as the dice said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Landing {
    /// Roll to hit.
    pub hit: Check,
    /// Direction (0 to 5) and hexes of a miss.
    pub scatter: Option<(u8, u8)>,
    /// Step 1: the dice.
    pub dice: Pool,
    /// Step 2: after mode and strength.
    pub after_mode: u32,
    /// Roll for a critical hit: of a hit on a unit that armor does not stop.
    pub crit: Option<Check>,
}

impl Landing {
    /// Whether the hit was critical.
    pub fn is_crit(&self) -> bool {
        self.crit.is_some_and(|crit| crit.passed)
    }
}

/// What an area does to one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Splash {
    /// Damage that armor let through, or of a blocked hit.
    pub dealt: u32,
    /// Whether armor stopped it.
    pub blocked: bool,
}

/// Rolls where an attack on a hex lands (§4, §15.2).
pub fn scatter<R: Roll>(dice: &mut R, chance: u8, most: u8) -> (Check, Option<(u8, u8)>) {
    let hit = dice.chance(Label::Hit, chance);
    let miss = (!hit.passed && most > 0).then(|| {
        let direction = dice.die(Label::Scatter, 6) - 1;
        let distance = dice.die(Label::Scatter, u32::from(most));
        (direction as u8, distance as u8)
    });
    (hit, miss)
}

impl Attack {
    /// Rolls one round of an area attack; `at_unit` tells whether a unit stands where it is aimed.
    ///
    /// # Panics
    /// If the attack has no area.
    pub fn land<R: Roll>(&self, dice: &mut R, at_unit: bool) -> Landing {
        let area = self.area.expect("an area attack has an area");
        let (hit, scatter) = scatter(dice, self.aim.chance, area.scatter);
        self.impact.land(dice, hit, scatter, at_unit)
    }

    /// Returns what a landing does to the target of the attack.
    pub fn splash_of_target(&self, landing: &Landing) -> Splash {
        let area = self.area.expect("an area attack has an area");
        match landing.scatter {
            None => self.impact.center(landing),
            Some((direction, distance)) => {
                let ring = area.rings[usize::from(direction)][usize::from(distance) - 1];
                self.impact.ring(&area, landing, ring, None)
            }
        }
    }
}

impl Impact {
    /// Returns the figures against another unit of this protection, without arc, cover and stance.
    pub fn against(&self, figures: &Figures, damage_type: DamageType, armor: Armor) -> Self {
        let rules = &figures.damage;
        let kind = rules.types.get(&damage_type);
        let row = rules.matrix.get(&armor.class);
        let rating = pct(
            u32::from(armor.rating),
            kind.map_or(100, |kind| kind.ar_percent),
        );
        Self {
            arc_percent: 100,
            cover_percent: 100,
            matrix_percent: row
                .and_then(|row| row.get(&damage_type))
                .copied()
                .unwrap_or(100),
            armor: rating,
            bare_armor: rating,
            ..*self
        }
    }

    /// Rolls the damage of an area round that landed.
    pub fn land<R: Roll>(
        &self,
        dice: &mut R,
        hit: Check,
        scatter: Option<(u8, u8)>,
        at_unit: bool,
    ) -> Landing {
        let pool = match self.dice.count {
            0 => Pool::default(),
            count => dice.sum(Label::Dmg, count, self.dice.sides),
        };
        let mut landing = Landing {
            hit,
            scatter,
            dice: pool,
            after_mode: self.step_two(pool.sum),
            crit: None,
        };
        let hurts = self.dice.count > 0;
        // Before armor it may decide whether armor stops the hit (C11).
        let counts = match self.crit_stage {
            CritStage::BeforeArmor => true,
            CritStage::AfterArmor => !self.center(&landing).blocked,
        };
        if hurts && scatter.is_none() && at_unit && counts {
            landing.crit = Some(dice.chance(Label::Crit, self.crit_chance));
        }
        landing
    }

    /// Returns what a landing does to the unit it was aimed at, hit squarely.
    pub fn center(&self, landing: &Landing) -> Splash {
        let x = pct(
            pct(landing.after_mode, self.arc_percent),
            self.cover_percent,
        );
        let percent = |stage| match landing.is_crit() && self.crit_stage == stage {
            true => self.crit_percent,
            false => 100,
        };
        let mut splash = self.through(x, self.armor, percent(CritStage::BeforeArmor));
        if !splash.blocked {
            splash.dealt = pct(splash.dealt, percent(CritStage::AfterArmor));
        }
        splash
    }

    /// Returns what a landing does to a unit in a ring, without arc, cover and stance; `center` is
    /// what it did to the unit in the center.
    pub fn ring(&self, area: &Area, landing: &Landing, ring: u8, center: Option<Splash>) -> Splash {
        let Some(percent) = area.percent(ring) else {
            return Splash {
                dealt: 0,
                blocked: false,
            };
        };
        if let (1, true, true, Some(center)) = (ring, area.explodes, landing.is_crit(), center) {
            // Half of what the center took, without further armor.
            return Splash {
                dealt: pct(center.dealt, area.splash_percent),
                blocked: false,
            };
        }
        self.through(pct(landing.after_mode, percent), self.bare_armor, 100)
    }

    /// Returns what a glancing round does that rolled this much.
    pub fn glance(&self, sum: u32, percent: u16) -> Splash {
        self.through(pct(self.step_two(sum), percent), self.bare_armor, 100)
    }

    /// Takes damage through matrix and armor, with an early critical hit right before the armor, as
    /// [`Impact::wound`] does.
    fn through(&self, x: u32, armor: u32, early_percent: u16) -> Splash {
        let pierce = |x| pct(x, early_percent).saturating_sub(armor);
        let through = match self.matrix_stage {
            MatrixStage::BeforeArmor => pierce(pct(x, self.matrix_percent)),
            MatrixStage::AfterArmor => pct(pierce(x), self.matrix_percent),
        };
        match through {
            0 => Splash {
                dealt: u32::from(self.blocked),
                blocked: true,
            },
            dealt => Splash {
                dealt,
                blocked: false,
            },
        }
    }
}
