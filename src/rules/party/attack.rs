//! Attacks (§5): chances part by part, damage, and the forecast, which is the fight under exact dice.
//!
//! **Invariant:** the fight rolls what [`Odds`] say and nothing else; forecast, log, script and planner
//! read the same odds.

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use crate::battle::dice::{Exact, Label, Roll};
use crate::battle::grid::{Direction, Grid, TileId};
use crate::battle::unit::{Facing, Health, Position, UnitId, Units};
use crate::rules::kit::arc::{Arc, arc};
use crate::rules::kit::words::worded;
use crate::rules::party::character::{Effects, Gear, Sheet};
use crate::rules::party::content::{Figures, PartyContent, Skill, Weapon, WeaponId};
use crate::rules::party::setup;

worded! {
    /// What a part of a chance comes from.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Source {
        Base = "base",
        Weapon(skill: Skill) = "{}" (skill.key()),
        Bonus = "weapon bonus",
        Dodge = "dodge",
        Effects = "effects",
        Difficulty = "difficulty",
        Halved = "armed against unarmed, halved",
    }
}

/// A chance in percent, with what it is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Chance {
    /// What it comes from, each in percent.
    pub parts: Vec<(Source, i32)>,
}

impl Chance {
    /// Adds a part that counts.
    pub(super) fn add(&mut self, source: Source, percent: i32) {
        if percent != 0 {
            self.parts.push((source, percent));
        }
    }

    /// Returns all parts together.
    pub fn total(&self) -> i32 {
        self.parts.iter().map(|(_, percent)| percent).sum()
    }
}

/// What a hit rolls, before armor: dice, and what is added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Blow {
    /// Dice; none rolls nothing.
    pub count: u8,
    /// Sides of each.
    pub sides: u8,
    /// Added to the dice: the least of a range, bonus and skill.
    pub added: i32,
    /// Armor rating of the target, percent.
    pub armor: i32,
}

/// Everything that bears on an attack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Odds {
    /// Weapon it is made with; none is unarmed.
    pub weapon: Option<WeaponId>,
    /// The chance to hit (`CtH`).
    pub to_hit: Chance,
    /// The chance to dodge or parry (`CtDP`).
    pub parry: Chance,
    /// Where it comes from.
    pub arc: Arc,
    /// What that adds, percent.
    pub facing: i32,
    /// The actual chance to hit (`ACtH`), percent.
    pub chance: u8,
    /// What a hit rolls.
    pub blow: Blow,
}

/// What a hit did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hit {
    /// The dice together.
    pub rolled: u8,
    /// Damage, hundredths of a hit point.
    pub damage: u16,
}

/// Who fights, as one value.
#[derive(Clone, Copy)]
pub struct Fighter<'w> {
    /// What it is.
    pub sheet: &'w Sheet,
    /// What it carries.
    pub gear: &'w Gear,
    /// Effects on it.
    pub effects: &'w Effects,
    /// Which way it faces.
    pub facing: Direction,
    /// Where it is.
    pub tile: TileId,
}

impl<'w> Fighter<'w> {
    /// Reads a character.
    pub fn of(world: &'w World, id: UnitId) -> Self {
        let units = Units::of(world);
        Self {
            sheet: units.part(id),
            gear: units.part(id),
            effects: units.part(id),
            facing: units.part::<Facing>(id).0,
            tile: units.part::<Position>(id).0,
        }
    }

    /// Returns its weapon; none fights unarmed.
    pub fn weapon<'c>(&self, content: &'c PartyContent) -> Option<&'c Weapon> {
        self.gear.weapon.map(|weapon| content.weapon(weapon))
    }

    /// Whether it attacks from afar, and never beside.
    pub fn is_ranged(&self, content: &PartyContent) -> bool {
        self.weapon(content).is_some_and(|weapon| weapon.ranged)
    }

    /// Returns a level in a skill as it counts.
    pub(super) fn level(&self, content: &PartyContent, skill: Skill) -> i32 {
        self.sheet
            .skills
            .level(skill)
            .min(content.figures.max_skill)
            .into()
    }

    /// Returns what an attack costs, AP (§4).
    pub fn attack_cost(&self, content: &PartyContent) -> u8 {
        let costs = &content.figures.costs;
        let (skill, levels) = match self.weapon(content) {
            Some(weapon) => (weapon.skill, &costs.weapon_levels),
            None => (Skill::Unarmed, &costs.unarmed_levels),
        };
        let level = self.level(content, skill);
        let off = levels
            .iter()
            .filter(|&&from| level >= i32::from(from))
            .count();
        let cost = usize::from(costs.attack).saturating_sub(off);
        (cost as u8).max(costs.least_attack)
    }

    /// Returns its armor rating, percent.
    pub fn armor(&self, content: &PartyContent) -> i32 {
        let worn = self
            .gear
            .worn
            .iter()
            .map(|&piece| i32::from(content.piece(piece).rating));
        worn.sum::<i32>() + self.effects.sum(content, |effect| effect.armor)
    }
}

/// Returns the odds of one character's attack on another from where it is.
pub fn odds(world: &World, attacker: UnitId, target: UnitId) -> Odds {
    let grid = world.resource::<crate::battle::board::Board>().grid;
    let fighters = [attacker, target].map(|id| Fighter::of(world, id));
    reckon(setup::content(world), &grid, fighters)
}

/// Reckons the odds of an attack of the first on the second.
pub fn reckon(content: &PartyContent, grid: &Grid, [attacker, target]: [Fighter; 2]) -> Odds {
    let figures = &content.figures;
    let weapon = attacker.weapon(content);
    let to_hit = to_hit(content, &attacker);
    let parry = parry(content, &attacker, &target);
    let arc = match weapon.is_some_and(|weapon| weapon.ranged) {
        true => Arc::Front,
        false => arc(
            target.facing,
            grid.direction_towards(attacker.tile, target.tile),
        ),
    };
    let mut odds = Odds {
        weapon: attacker.gear.weapon,
        blow: blow(content, &attacker, &target),
        to_hit,
        parry,
        ..Odds::default()
    };
    odds.turn(figures, arc);
    odds
}

impl Odds {
    /// Has the attack come from a side of the target.
    pub fn turn(&mut self, figures: &Figures, arc: Arc) {
        self.arc = arc;
        self.facing = i32::from(match arc {
            Arc::Front => 0,
            Arc::Side => figures.side_bonus,
            Arc::Back => figures.back_bonus,
        });
        let chance = self.to_hit.total() + self.facing - self.parry.total();
        let (least, most) = (figures.least_chance.into(), figures.most_chance.into());
        self.chance = chance.clamp(least, most) as u8;
    }
}

/// Returns the chance to hit (`CtH`), facing apart.
fn to_hit(content: &PartyContent, attacker: &Fighter) -> Chance {
    let Figures {
        percent_per_level,
        base_levels,
        ..
    } = content.figures;
    let each = i32::from(percent_per_level);
    let mut chance = Chance::default();
    chance.add(Source::Base, i32::from(base_levels) * each);
    match attacker.weapon(content) {
        Some(weapon) => {
            let level = attacker.level(content, weapon.skill);
            chance.add(Source::Weapon(weapon.skill), level * each);
            chance.add(Source::Bonus, i32::from(weapon.bonus) * each);
        }
        None => {
            // One and a half times the level, and what is left is cut off.
            let level = attacker.level(content, Skill::Unarmed);
            chance.add(Source::Weapon(Skill::Unarmed), level * each * 3 / 2);
        }
    }
    let (add, percent) = modifiers(content, attacker, |effect| {
        (effect.to_hit, effect.to_hit_percent)
    });
    modify(&mut chance, add, &percent);
    chance
}

/// Returns the chance of the target to dodge or parry (`CtDP`).
fn parry(content: &PartyContent, attacker: &Fighter, target: &Fighter) -> Chance {
    let each = i32::from(content.figures.percent_per_level);
    let (weapon, held) = (attacker.weapon(content), target.weapon(content));
    let mut chance = Chance::default();
    let dodge = target.level(content, Skill::Dodge);
    chance.add(Source::Dodge, dodge * each);
    let parries = match (weapon, held) {
        // Nobody parries a shot, nor with a bow.
        (Some(Weapon { ranged: true, .. }), _)
        | (_, Some(Weapon { ranged: true, .. }))
        | (Some(_), None) => None,
        (_, Some(held)) => Some(held.skill),
        (None, None) => Some(Skill::Unarmed),
    };
    if let Some(skill) = parries {
        let level = target.level(content, skill);
        chance.add(Source::Weapon(skill), level * each);
    }
    let (add, percent) = modifiers(content, target, |effect| {
        (effect.parry, effect.parry_percent)
    });
    modify(&mut chance, add, &percent);
    if weapon.is_none() && held.is_some() {
        let total = chance.total();
        chance.add(Source::Halved, total.div_euclid(2) - total);
    }
    chance
}

/// Returns what effects add to a chance, and by what percents they multiply it.
fn modifiers(
    content: &PartyContent,
    fighter: &Fighter,
    of: impl Fn(&crate::rules::party::content::Effect) -> (i16, u16),
) -> (i32, Vec<u16>) {
    let all = fighter.effects.0.iter();
    let (add, percent): (Vec<_>, Vec<_>) = all.map(|one| of(content.effect(one.effect))).unzip();
    (add.into_iter().map(i32::from).sum(), percent)
}

/// Most percent that a chance is reckoned with.
const MOST_PERCENT: i32 = 100_000;

/// Adds, then multiplies, halves rounded up (clarification 8).
fn modify(chance: &mut Chance, add: i32, percents: &[u16]) {
    let before = chance.total();
    let after = percents.iter().fold(before + add, |total, &percent| {
        let total = total.clamp(-MOST_PERCENT, MOST_PERCENT);
        (total * i32::from(percent) + 50).div_euclid(100)
    });
    chance.add(Source::Effects, after - before);
}

/// Returns what a hit rolls.
fn blow(content: &PartyContent, attacker: &Fighter, target: &Fighter) -> Blow {
    let armor = target.armor(content);
    match attacker.weapon(content) {
        Some(weapon) => {
            let (count, sides, added) = weapon.damage.dice(content.figures.range_rolls_most);
            let level = attacker.level(content, weapon.skill);
            Blow {
                count,
                sides,
                added: added + i32::from(weapon.bonus) + level,
                armor,
            }
        }
        None => {
            let level = attacker.level(content, Skill::Unarmed);
            Blow {
                count: u8::from(level > 0),
                sides: level.max(1) as u8,
                // 0 to one less than the level: a die, less one.
                added: 1 + level / 2 - i32::from(level > 0),
                armor,
            }
        }
    }
}

impl Blow {
    /// Rolls it.
    fn roll(&self, figures: &Figures, dice: &mut impl Roll) -> Hit {
        let rolled = match self.count {
            0 => 0,
            count => dice.sum(Label::Dmg, count, self.sides).sum,
        };
        Hit {
            rolled: rolled as u8,
            damage: self.damage(figures, rolled as i32),
        }
    }

    /// Returns the damage of dice that show so much, hundredths of a hit point.
    pub fn damage(&self, figures: &Figures, rolled: i32) -> u16 {
        let damage = (rolled + self.added).max(0) * (100 - self.armor).max(0);
        damage.clamp(figures.least_damage.into(), u16::MAX.into()) as u16
    }
}

/// Strikes by these odds: the roll from 0 to 99, and what a hit did (§5).
pub fn strike(odds: &Odds, figures: &Figures, dice: &mut impl Roll) -> (u8, Option<Hit>) {
    let check = dice.chance(Label::Hit, odds.chance);
    let hit = check.passed.then(|| odds.blow.roll(figures, dice));
    (check.roll - 1, hit)
}

/// What an attack may come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// The chance, part by part.
    pub odds: Odds,
    /// What it costs, AP.
    pub cost: u8,
    /// Damage in hundredths, rising, each with its share of [`Exact::ONE`]; 0 is a miss.
    pub damage: Vec<(u16, u64)>,
    /// The share in which the target dies.
    pub kill: u64,
}

impl Forecast {
    /// Returns the damage to expect, hundredths.
    pub fn expected(&self) -> u32 {
        let sum: u128 = (self.damage.iter())
            .map(|&(damage, share)| u128::from(damage) * u128::from(share))
            .sum();
        (sum / u128::from(Exact::ONE)) as u32
    }

    /// Returns the chance to kill, permille.
    pub fn kill_permille(&self) -> u16 {
        permille(self.kill)
    }
}

/// Returns a share of [`Exact::ONE`] in permille, rounded down.
pub fn permille(share: u64) -> u16 {
    // Exact dice round down at every draw: 65 of 100 come to a hair less than 650 permille.
    const LOST: u64 = 1 << 20;
    (u128::from(share + LOST) * 1000 / u128::from(Exact::ONE)) as u16
}

/// Returns what an attack would come to: the fight under exact dice.
pub fn forecast(world: &World, attacker: UnitId, target: UnitId) -> Forecast {
    let content = setup::content(world);
    let cost = Fighter::of(world, attacker).attack_cost(content);
    let health = Units::of(world).part::<Health>(target).now;
    foresee(
        &content.figures,
        odds(world, attacker, target),
        cost,
        health,
    )
}

/// Plays an attack of these odds under exact dice, on a target with so many hit points, hundredths.
pub fn foresee(figures: &Figures, odds: Odds, cost: u8, health: u16) -> Forecast {
    let mut damage = std::collections::BTreeMap::new();
    Exact::default().enumerate(
        |dice| strike(&odds, figures, dice).1.map_or(0, |hit| hit.damage),
        |dealt, share| *damage.entry(dealt).or_default() += share,
    );
    let kill = damage.range(health.max(1)..).map(|(_, share)| share).sum();
    Forecast {
        odds,
        cost,
        damage: damage.into_iter().collect(),
        kill,
    }
}
