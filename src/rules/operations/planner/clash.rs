//! A combat before it is fought: who could assault what, what each assault is worth, and which duties are left.
//!
//! Movement makes one of the field as it would be after a move, assignment of the field as it is: both reckon with
//! the same facts by the same functions.
//!
//! **Invariant:** worth is counted in hundredths of a victory point; differentials are those of
//! [`Field::assault_on`](crate::rules::operations::field::Field::assault_on).

mod forces;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

pub(super) use self::forces::split;
use self::forces::{Fighter, Hex, Stack, mix, share, stack};
use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::content::mode::AiMode;
use crate::rules::operations::assault::{
    Mix, average, basic, cohesion_base, raw_term, size_term, strengths,
};
use crate::rules::operations::barrage::fort_effects;
use crate::rules::operations::content::Size;
use crate::rules::operations::field::{Field, Rating};
use crate::rules::operations::planner::Eye;
use crate::rules::operations::planner::prospects::Prospects;
use crate::rules::operations::planner::scene::EMPTIED;
use crate::rules::operations::progress::Role;

/// What it costs to carry out an assault that one need not and that promises nothing.
const UNWANTED: i64 = 400;

/// What a unit attacks: nothing, a hex, or two that are assaulted together, by their numbers.
pub(super) type Aim = Option<(usize, Option<usize>)>;

/// What an assignment comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Outcome {
    /// What it is worth.
    pub points: i64,
    /// What is added while assignments are compared on the way: parts of duties of stacks that fail them.
    pub partly: i64,
    /// Stacks that fail a duty, by number.
    pub failing: BTreeSet<usize>,
}

/// Assaults that can be assigned.
pub(super) struct Clash<'e, 'w> {
    field: &'e Field<'w>,
    prospects: &'e Prospects<'w>,
    mode: AiMode,
    /// Whether the enemy can still leave and guns can still fire: it is looked at from movement.
    is_ahead: bool,
    /// Units that can be assigned, by stack.
    pub fighters: Vec<Fighter>,
    /// Own stacks beside enemies.
    pub stacks: Vec<Stack>,
    /// Enemy hexes beside own units.
    pub hexes: Vec<Hex<'w>>,
}

impl<'e, 'w> Clash<'e, 'w> {
    /// Looks at the contacts of a field as the phasing side sees it.
    pub(super) fn of(
        eye: &Eye,
        field: &'e Field<'w>,
        prospects: &'e Prospects<'w>,
        is_ahead: bool,
    ) -> Self {
        let mut clash = Self {
            field,
            prospects,
            mode: eye.mode,
            is_ahead,
            fighters: Vec::new(),
            stacks: Vec::new(),
            hexes: Vec::new(),
        };
        let contacts = &field.progress.contacts;
        let tiles: Vec<_> = contacts.keys().copied().collect();
        let beside = |tile: TileId| tiles.iter().any(|&one| field.grid.distance(one, tile) == 1);
        let own = field.of_side(eye.side).map(|unit| unit.tile());
        let own: BTreeSet<_> = own.filter(|&tile| beside(tile)).collect();
        clash.stacks = own.iter().map(|&tile| stack(eye, field, tile)).collect();
        for (&tile, &is_duty) in contacts {
            let is_duty = is_duty && !field.progress.held.contains(&tile);
            let hex = clash.hex(eye, tile, is_duty);
            clash.hexes.push(hex);
        }
        for (number, &origin) in own.iter().enumerate() {
            for unit in field.stack(origin, eye.side) {
                let fighter = clash.fighter(unit.id, number);
                clash.fighters.extend(fighter);
            }
        }
        if is_ahead {
            for at in 0..clash.hexes.len() {
                clash.hexes[at].leaves |= clash.would_leave(at);
            }
        }
        clash
    }

    /// Takes a unit that can be assigned.
    fn fighter(&self, id: UnitId, stack: usize) -> Option<Fighter> {
        let field = self.field;
        if !field.withheld(id).is_empty() {
            return None;
        }
        let tiles = self.hexes.iter().enumerate();
        let reach = tiles.filter(|(_, hex)| field.check_attack(id, hex.tile).is_ok());
        let (body, build) = (field.get(id).body(), field.build(id));
        Some(Fighter {
            id,
            stack,
            reach: reach.map(|(at, _)| at).collect(),
            class: build.class,
            size: (build.size, build.stacking),
            cohesion: body.cohesion,
            is_low: body.ammo <= 1,
            shares: [false, true].map(|has_armor| share(field, id, has_armor)),
        })
    }

    /// Takes an enemy hex; all who can are taken to defend it.
    fn hex(&self, eye: &Eye, tile: TileId, is_duty: bool) -> Hex<'w> {
        let field = self.field;
        let foe = Field::foe(eye.side);
        let by_units = field.content.figures.switches.support_by_units;
        let mut hex = Hex {
            tile,
            is_duty,
            bound: Vec::new(),
            raw: 0,
            toe: 0,
            mix: Mix::default(),
            largest: None,
            largest_idle: None,
            defends: false,
            is_pinned: true,
            has_armor: false,
            terrain: 0,
            sides: Vec::new(),
            battalions: field.battalions(tile, foe),
            goal: eye.stake(tile),
            broken: 0,
            leaves: false,
        };
        let mut is_stuck = false;
        for unit in field.stack(tile, foe) {
            hex.has_armor |= field.has_armor(unit.id);
            is_stuck |= unit.body().pinned;
            if !field.is_combat(unit.id) {
                continue;
            }
            let (body, build) = (unit.body(), field.build(unit.id));
            let size = Some((build.size, build.stacking));
            let raw = field.raw(unit.id, Rating::Defense);
            let is_idle = body.pinned || body.retreated_in;
            hex.is_pinned &= body.pinned;
            hex.largest_idle = hex.largest_idle.max(size);
            if field.is_broken(unit.id) {
                hex.broken = hex.broken.saturating_add(body.strength());
            } else if is_idle {
                hex.toe = hex.toe.saturating_add(body.strength());
            } else if raw > 0 {
                hex.defends = true;
                hex.raw = hex.raw.saturating_add(raw);
                hex.toe = hex.toe.saturating_add(body.strength());
                hex.largest = hex.largest.max(size);
                mix(&mut hex.mix, build.class, body.strength(), by_units);
            }
        }
        hex.is_pinned &= hex.largest_idle.is_some();
        // A hex that nobody defends retreats, unless somebody is Pinned in it.
        hex.leaves = !hex.defends && !is_stuck;
        let [.., fort] = fort_effects(&field.content.figures, field.fort(tile));
        hex.terrain = field.ground(tile).assault + fort;
        let sides = self.stacks.iter().map(|stack| {
            let direction = field.direction(stack.tile, tile)?;
            let crossing = field.crossing(stack.tile, direction)?;
            let hexside = field.hexside(stack.tile, direction)?;
            (crossing.assault != 0).then_some((hexside.key.as_str(), crossing.assault))
        });
        hex.sides = sides.collect();
        if is_duty {
            let bound = field.bound_to(eye.side, tile);
            let tiles: BTreeSet<_> = bound.into_iter().map(|id| field.get(id).tile()).collect();
            let stacks = self.stacks.iter().enumerate();
            let stacks = stacks.filter(|(_, stack)| tiles.contains(&stack.tile));
            hex.bound = stacks.map(|(number, _)| number).collect();
        }
        hex
    }

    /// Whether the enemy would leave a hex rather than be assaulted by all who can: as the computer does.
    fn would_leave(&self, at: usize) -> bool {
        let hex = &self.hexes[at];
        let mut goals = self.field.scenario.objectives.iter();
        if goals.any(|one| one.tile == hex.tile) {
            return false;
        }
        let fighters = 0..self.fighters.len();
        let all: Vec<_> = fighters
            .filter(|&one| self.fighters[one].reach.contains(&at))
            .collect();
        let assault = self.assault(&[at], &all);
        !all.is_empty() && assault.differential >= self.field.content.figures.planner.retreat
    }

    /// Whether two enemy hexes are adjacent.
    pub(super) fn are_adjacent(&self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|at| self.hexes[at].tile);
        self.field.grid.distance(one, other) == 1
    }

    /// Returns the role of a fighter that attacks something.
    pub(super) fn role(&self, fighter: usize, aim: (usize, Option<usize>)) -> Option<Role> {
        let (one, second) = (&self.hexes[aim.0], aim.1.map(|at| &self.hexes[at]));
        // Units fire at the hex that they name first.
        let (first, second) = match second {
            Some(second) if second.has_armor && !one.has_armor => (second, Some(one)),
            _ => (one, second),
        };
        let share = self.fighters[fighter].shares[usize::from(first.has_armor)].as_ref()?;
        Some(Role {
            anti_armor: share.anti_armor.clone(),
            target: Some(first.tile),
            second: second.map(|hex| hex.tile),
        })
    }

    /// Reckons the assault of some fighters on a hex or two.
    pub(super) fn assault(&self, hexes: &[usize], fighters: &[usize]) -> Assault {
        let (field, figures) = (self.field, &self.field.content.figures);
        let hexes: Vec<_> = hexes.iter().map(|&at| &self.hexes[at]).collect();
        let has_armor = hexes.iter().any(|hex| hex.has_armor);
        let by_units = figures.switches.support_by_units;
        let mut sum = Assault::default();
        let mut mixes: Vec<(usize, Mix)> = Vec::new();
        let (mut raw, mut largest) = (0_u16, None);
        let mut cohesions: Vec<(Size, i16)> = Vec::new();
        for &number in fighters {
            let fighter = &self.fighters[number];
            let share = fighter.shares[usize::from(has_armor)].as_ref();
            let Some(share) = share.filter(|share| share.toe > 0) else {
                continue;
            };
            raw = raw.saturating_add(share.raw);
            sum.toe = sum.toe.saturating_add(share.toe);
            sum.is_low |= fighter.is_low;
            largest = largest.max(Some(fighter.size));
            cohesions.push((fighter.size.0, fighter.cohesion));
            let known = mixes.iter().position(|(stack, _)| *stack == fighter.stack);
            let at = known.unwrap_or_else(|| {
                mixes.push((fighter.stack, Mix::default()));
                mixes.len() - 1
            });
            mix(&mut mixes[at].1, fighter.class, share.toe, by_units);
        }
        if sum.toe == 0 {
            return sum;
        }
        let origins: Vec<_> = mixes.iter().map(|(stack, _)| *stack).collect();
        let mixes: Vec<_> = mixes.into_iter().map(|(_, mix)| mix).collect();
        let against: Vec<_> = hexes.iter().map(|hex| hex.mix).collect();
        let defense = hexes
            .iter()
            .fold(0_u16, |sum, hex| sum.saturating_add(hex.raw));
        let [one, other] = strengths(figures, [raw, defense], [&mixes, &against]);
        sum.basic = basic(&one, &other);
        let defends = hexes.iter().any(|hex| hex.defends);
        let is_pinned = !defends && hexes.iter().all(|hex| hex.is_pinned);
        let strong = match is_pinned {
            true => figures.assault.pinned,
            false => raw_term(figures, one.raw, other.raw),
        };
        let sizes = hexes.iter().map(|hex| match defends {
            true => hex.largest,
            false => hex.largest_idle,
        });
        let sizes = largest.zip(sizes.max().flatten());
        let size = sizes.map_or(0, |(one, other)| size_term(figures, one, other));
        let terrain = hexes.iter().map(|hex| hex.terrain + sides(hex, &origins));
        sum.before_morale = sum.basic + terrain.min().unwrap_or(0) + strong + size;
        let most = cohesions.iter().map(|(size, _)| *size).max();
        let tied = cohesions.iter().filter(|(size, _)| Some(*size) == most);
        let tied: Vec<_> = tied.map(|(_, cohesion)| *cohesion).collect();
        sum.cohesion = average(&tied);
        let base = cohesion_base(&field.content.tables, sum.cohesion.min(0));
        sum.differential = sum.before_morale + base;
        let all = origins.iter().map(|&stack| self.stacks[stack].toe);
        let is_probe = 2 * u32::from(sum.toe) < all.sum();
        sum.meets = !is_probe || sum.basic >= figures.assault.probe;
        sum
    }

    /// Returns what an assault is worth: losses of both sides, and that hexes are emptied.
    fn assault_worth(&self, hexes: &[usize], assault: &Assault) -> i64 {
        let figures = &self.field.content.figures.planner;
        if assault.toe == 0 {
            return -UNWANTED;
        }
        let hexes = hexes.iter().map(|&at| &self.hexes[at]);
        let is_optional = hexes.clone().all(|hex| !hex.is_duty);
        let goal: i64 = hexes.clone().map(|hex| hex.goal).sum::<i64>() + EMPTIED;
        let leaves = hexes.clone().all(|hex| hex.leaves);
        let defends = hexes.clone().any(|hex| hex.defends);
        let broken: u16 = match defends {
            true => 0,
            false => hexes.clone().map(|hex| hex.broken).sum(),
        };
        let toe = hexes.fold(0_u16, |sum, hex| sum.saturating_add(hex.toe));
        let promise = self.prospects.at(assault.before_morale, assault.cohesion);
        let mut points = match leaves {
            true => goal,
            false => {
                let theirs = promise.enemy(toe) * figures.enemy_toe;
                let ours = promise.own(assault.toe) * figures.own_toe;
                (theirs - ours + promise.retreat() * goal) / 1000
            }
        };
        // What surrenders is captured, which counts twice.
        points += 2 * i64::from(broken) * figures.enemy_toe;
        if assault.is_low && assault.differential <= figures.withhold {
            points -= UNWANTED / 2;
        }
        let promises = assault.differential >= figures.optional;
        if is_optional && (!promises || self.mode == AiMode::Hold) {
            points -= UNWANTED;
        }
        points
    }

    /// Returns what it comes to if fighters attack what they aim at.
    pub(super) fn outcome(&self, aims: &[Aim]) -> Outcome {
        let mut groups: Vec<((usize, Option<usize>), Vec<usize>)> = Vec::new();
        let mut fights = vec![false; self.stacks.len()];
        for (fighter, aim) in aims.iter().enumerate() {
            let Some(aim) = *aim else { continue };
            fights[self.fighters[fighter].stack] = true;
            match groups.iter_mut().find(|(known, _)| *known == aim) {
                Some((_, group)) => group.push(fighter),
                None => groups.push((aim, vec![fighter])),
            }
        }
        let fighting = self
            .stacks
            .iter()
            .zip(&fights)
            .filter(|(_, fights)| **fights);
        let mut outcome = Outcome {
            points: -fighting.map(|(stack, _)| stack.effort).sum::<i64>(),
            ..Outcome::default()
        };
        let mut met = vec![false; self.hexes.len()];
        for ((one, second), fighters) in groups {
            let both = [one, second.unwrap_or(one)];
            let hexes = if second.is_some() {
                &both[..]
            } else {
                &both[..1]
            };
            let assault = self.assault(hexes, &fighters);
            outcome.points += self.assault_worth(hexes, &assault);
            for &at in hexes {
                met[at] |= assault.meets;
            }
        }
        self.hold_off(&mut met);
        let mut duties = vec![(0, 0); self.stacks.len()];
        for (hex, met) in self.hexes.iter().zip(met) {
            for &stack in &hex.bound {
                duties[stack].0 += 1;
                duties[stack].1 += i64::from(met);
            }
        }
        for (number, (stack, (all, met))) in self.stacks.iter().zip(duties).enumerate() {
            if met < all {
                outcome.failing.insert(number);
                outcome.points -= stack.shirk;
                outcome.partly += stack.shirk * met / (2 * all);
            }
        }
        outcome
    }

    /// Counts hexes as met that guns can hold off before anybody has to assault them.
    fn hold_off(&self, met: &mut [bool]) {
        if !self.is_ahead {
            return;
        }
        let mut used = vec![false; self.stacks.len()];
        for (hex, met) in self.hexes.iter().zip(met) {
            if *met || !hex.is_duty {
                continue;
            }
            let near = |stack: &Stack| self.field.grid.distance(stack.tile, hex.tile) == 1;
            let stacks = self.stacks.iter().enumerate();
            let guns = stacks.filter(|(at, stack)| !used[*at] && near(stack) && stack.barrage > 0);
            let guns: Vec<_> = guns.collect();
            let raw: u16 = guns.iter().map(|(_, stack)| stack.barrage).sum();
            if self.field.actual(raw) > hex.battalions {
                *met = true;
                let at: Vec<_> = guns.into_iter().map(|(at, _)| at).collect();
                at.into_iter().for_each(|at| used[at] = true);
            }
        }
    }
}

/// An assault before it is fought.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Assault {
    /// The differential before morale.
    pub before_morale: i16,
    /// The differential with what low cohesion takes.
    pub differential: i16,
    /// Whether it meets a duty to attack.
    pub meets: bool,
    basic: i16,
    cohesion: i16,
    toe: u16,
    is_low: bool,
}

/// Returns what hexsides add to an assault from some stacks: each kind once, up and down apart.
fn sides(hex: &Hex, origins: &[usize]) -> i16 {
    let crossed = origins.iter().filter_map(|&stack| hex.sides[stack]);
    let crossed: BTreeSet<_> = crossed.collect();
    crossed.into_iter().map(|(_, value)| value).sum()
}
