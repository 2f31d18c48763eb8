//! What hexes are worth to stacks that move: objectives, assaults to come, danger, supply.
//!
//! **Invariant:** worth is counted in hundredths of a victory point; nothing is looked at that the side does not
//! know.

use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::content::mode::AiMode;
use crate::rules::operations::content::Facility;
use crate::rules::operations::field::Field;
use crate::rules::operations::planner::Eye;
use crate::rules::operations::planner::scene::{Force, Scene, strain};

/// How far enemies threaten an objective.
const THREAT: u32 = 4;
/// What a hex in reach of supply is worth to a unit that is out of ammunition.
const SUPPLY: i64 = 60;
/// What a Barrage is worth that a gun can fire from a hex, for each ten raw points.
const BARRAGE: i64 = 12;
/// What an objective in the same hex draws, in halves of its worth.
const DRAW: i64 = 6;
/// Tenths of a hex that an objective draws less beside it where enemies stand on it.
const BESIDE: i64 = 2;
/// What it draws that an own objective is held, in halves of its worth.
const RELIEF: i64 = 8;
/// What each point of cover is worth where enemies are near.
const COVER: i64 = 15;
/// What each battalion in a hex is worth up to as many as are wanted.
const COMPANY: i64 = 10;
/// Percent of the enemies in reach of a hex that are taken to come.
const REACHED: i64 = 80;

/// An enemy hex: where it is, who is there, own units beside it elsewhere, what terrain adds.
type Target = (TileId, Force, Force, i16);

/// What a hex is worth to a stack.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Worth {
    /// What it is worth whatever comes of the combat there.
    pub alone: i64,
    /// What the place is worth to those who keep it.
    pub place: i64,
    /// What the combat there is worth, at a first glance.
    pub fight: i64,
    /// Whether a duty to attack would not be met, at a first glance.
    pub fails: bool,
}

impl Worth {
    /// Corrects what a combat was taken for at a first glance by what a look at it found.
    pub(super) fn settle(&mut self, points: i64, fails: bool) {
        // What assignment would leave alone now is still worth to be near to, as long as no duty is failed.
        self.fight = match fails {
            true => self.fight.min(points),
            false if self.fails => points,
            false => self.fight,
        };
        self.fails = fails;
    }

    /// Adds it up.
    pub(super) fn sum(self) -> i64 {
        // Who fails a duty is driven away again.
        let place = if self.fails { 0 } else { self.place };
        self.alone + self.fight + place
    }
}

/// What fighting from a hex comes to.
struct Fight {
    worth: i64,
    /// Whether anybody fights at all.
    fights: bool,
    /// Whether a duty to attack would not be met.
    fails: bool,
}

/// What hexes are worth to a side.
pub(super) struct Map<'e, 'w> {
    scene: Scene<'e, 'w>,
    mode: AiMode,
    /// Objectives and other hexes that draw the side, with their weight.
    goals: Vec<(TileId, i64)>,
    /// Own objectives that enemies are near, with the raw offense of those and what the objective is worth.
    threatened: Vec<(TileId, u16, i64)>,
    /// Where ammunition is taken from.
    sources: Vec<TileId>,
}

impl<'e, 'w> Map<'e, 'w> {
    /// Looks at a battle.
    pub(super) fn of(eye: &Eye<'e, 'w>) -> Self {
        let (field, side) = (eye.field, eye.side);
        let scene = Scene::of(field, side);
        let weight = eye.weight();
        let objectives = field.scenario.objectives.iter();
        let (mut goals, mut threatened) = (Vec::new(), Vec::new());
        for (objective, holder) in objectives.zip(&field.progress.holders) {
            let points = i64::from(objective.points) * weight;
            if *holder != side {
                goals.push((objective.tile, points));
                continue;
            }
            let near = scene.foes.iter().filter(|(tile, _)| {
                let distance = field.grid.distance(**tile, objective.tile);
                distance <= THREAT
            });
            let offense = near.fold(0_u16, |sum, (_, force)| sum.saturating_add(force.offense));
            if offense > 0 {
                threatened.push((objective.tile, offense, points));
            }
        }
        let hunts = matches!(eye.mode, AiMode::Aggressive | AiMode::Search);
        let attacks = field.scenario.attacker == side;
        if goals.is_empty() && threatened.is_empty() && (hunts && attacks) {
            goals.extend(scene.foes.keys().map(|&tile| (tile, weight)));
        }
        Self {
            sources: sources(eye),
            mode: eye.mode,
            scene,
            goals,
            threatened,
        }
    }

    /// Returns how many battalions stay in a hex whatever else they could do.
    pub(super) fn garrison(&self, tile: TileId) -> usize {
        let is_threatened = self.threatened.iter().any(|(one, ..)| *one == tile);
        if is_threatened { 2 } else { 0 }
    }

    /// Returns what it is worth to a stack to end in a hex, after it paid so many half Capability Points by unit.
    pub(super) fn worth(&self, units: &[UnitId], tile: TileId, costs: &[u16]) -> Worth {
        let field = self.scene.field;
        let combat = units.iter().filter(|&&id| field.is_combat(id));
        let stack = combat.fold(Force::default(), |sum, &id| sum.and(self.scene.force(id)));
        let mut worth = Worth::default();
        if self.mode == AiMode::Retreat {
            worth.alone = 50 * self.distance(tile);
            return worth;
        }
        if stack.units == 0 {
            worth.alone = self.rear(units, tile);
            return worth;
        }
        let friends = self.scene.friends(tile, units);
        let all = stack.and(friends);
        let fight = self.attack(units, all, friends, tile);
        let guns = i64::from(all.barrage.saturating_sub(friends.barrage));
        let barrage = if self.is_beside(tile) {
            BARRAGE * guns / 10
        } else {
            0
        };
        worth.alone = barrage + self.danger(friends, tile) - self.danger(all, tile)
            + self.supply(stack, tile)
            + self.company(stack, friends)
            - self.strain(units, costs, false);
        worth.fight = fight.worth;
        if fight.fights {
            worth.fight -= self.strain(units, costs, true) - self.strain(units, costs, false);
        }
        worth.fails = fight.fails;
        match all.bound {
            // Guns follow those who can protect them.
            0 => worth.alone -= self.exposed(tile),
            _ => {
                worth.place =
                    self.draw(tile) + self.relief(stack, friends, tile) + self.cover(tile);
                worth.alone += self.rest(units, costs, tile);
            }
        }
        worth
    }

    /// Whether enemies are beside a hex.
    pub(super) fn is_beside(&self, tile: TileId) -> bool {
        let mut near = self.scene.field.grid.neighbors(tile);
        near.any(|(_, near)| self.scene.foes.contains_key(&near))
    }

    /// Returns what it costs a stack in cohesion to have come to a hex, and to fight there.
    fn strain(&self, units: &[UnitId], costs: &[u16], fights: bool) -> i64 {
        let field = self.scene.field;
        let figures = &field.content.figures.capability;
        let combat = if fights {
            figures.attack + figures.defend
        } else {
            0
        };
        let each = units
            .iter()
            .zip(costs)
            .map(|(&id, &cost)| strain(field, id, cost + 2 * u16::from(combat)));
        each.sum()
    }

    /// Returns what it is worth to tired units to stay where no enemy is near: they rest at the end of the stage.
    fn rest(&self, units: &[UnitId], costs: &[u16], tile: TileId) -> i64 {
        let field = self.scene.field;
        if self.distance(tile) <= 1 {
            return 0;
        }
        let figures = &field.content.figures;
        let each = units.iter().zip(costs).map(|(&id, &cost)| {
            let body = field.get(id).body();
            let gains = (-body.cohesion).clamp(0, figures.cohesion.rest);
            let is_fresh = body.spent + cost == 0;
            i64::from(gains) * figures.planner.cohesion / if is_fresh { 1 } else { 2 }
        });
        each.sum()
    }

    /// Returns what cover is worth where enemies are near.
    fn cover(&self, tile: TileId) -> i64 {
        match self.distance(tile) {
            distance if distance <= i64::from(THREAT) => {
                -COVER * i64::from(self.scene.terrain(tile, None))
            }
            _ => 0,
        }
    }

    /// Returns what it costs guns to stand without protection: the more, the further away it is.
    fn exposed(&self, tile: TileId) -> i64 {
        let fighters = self.scene.own.iter().filter(|(_, force)| force.bound > 0);
        let distances = fighters.map(|(&near, _)| self.scene.field.grid.distance(near, tile));
        60 + 25 * i64::from(distances.min().unwrap_or(0))
    }

    /// Returns what a hex is worth by the objectives near it.
    fn draw(&self, tile: TileId) -> i64 {
        let pull = |&(goal, points): &(TileId, i64)| {
            let distance = 10 * i64::from(self.scene.field.grid.distance(goal, tile));
            // Beside an enemy it is the assault that counts.
            let is_taken = distance == 10 && self.scene.foes.contains_key(&goal);
            let distance = distance + if is_taken { BESIDE } else { 0 };
            points * 10 * DRAW / (distance + 20)
        };
        self.goals.iter().map(pull).max().unwrap_or(0)
    }

    /// Returns what it is worth that a stack helps to hold an own objective: as much as is missing there, less
    /// the further away it is.
    fn relief(&self, stack: Force, friends: Force, tile: TileId) -> i64 {
        let field = self.scene.field;
        let help = |&(goal, offense, points): &(TileId, u16, i64)| {
            let distance = i64::from(field.grid.distance(goal, tile));
            let there = match distance {
                0 => friends.defense,
                _ => self.scene.own.get(&goal).map_or(0, |force| force.defense),
            };
            let needs = i64::from(offense.saturating_sub(there));
            let brings = i64::from(stack.defense).min(needs);
            let share = brings * 100 / i64::from(offense.max(1));
            points * share / 100 * RELIEF / (distance + 2)
        };
        self.threatened.iter().map(help).max().unwrap_or(0)
    }

    /// Returns what assaults from a hex promise, the best of those that are optional and all that are a duty.
    fn attack(&self, units: &[UnitId], all: Force, friends: Force, tile: TileId) -> Fight {
        let (scene, field) = (&self.scene, self.scene.field);
        let foe = Field::foe(scene.side);
        let (mut duties, mut options): (Vec<Target>, Vec<Target>) = Default::default();
        for (direction, near) in field.grid.neighbors(tile) {
            let Some(&defense) = scene.foes.get(&near) else {
                continue;
            };
            let is_open = field
                .crossing(tile, direction)
                .is_none_or(|crossing| crossing.motor_assault);
            let is_duty =
                all.bound > 0 && field.controls(foe, near) && field.zone_reaches(foe, near, tile);
            let others = self.others(near, tile, units);
            let terrain = scene.terrain(near, Some(tile));
            if is_duty {
                duties.push((near, defense, others, terrain));
            } else if is_open {
                options.push((near, defense, others, terrain));
            }
        }
        let part = all.share(100 / duties.len().max(1) as i64);
        let promise = |force: Force, &(near, defense, others, terrain): &Target| {
            let both = force.and(others);
            let least = -scene.shirked(both.units);
            match both.offense {
                0 => least,
                _ => scene
                    .promise(both, defense, terrain, self.goal(near))
                    .max(least),
            }
        };
        // What others do without the stack is not its merit.
        let before = |one: &Target| match one.2.and(friends).offense {
            0 => 0,
            _ => promise(friends, one),
        };
        let must = duties.iter().map(|one| promise(part, one) - before(one));
        let may = options
            .iter()
            .map(|one| promise(all, one).max(0) - before(one).max(0));
        let may = may.max().unwrap_or(0).max(0);
        let fails = duties.iter().any(|one| {
            let least = -scene.shirked(part.units + one.2.units);
            promise(part, one) <= least
        });
        let worth = match duties.is_empty() {
            true => may,
            false => must.sum::<i64>(),
        };
        Fight {
            worth,
            fights: worth != 0 || !duties.is_empty(),
            fails,
        }
    }

    /// Returns own units beside an enemy hex that are neither in a hex nor among some.
    fn others(&self, near: TileId, tile: TileId, but: &[UnitId]) -> Force {
        let (scene, field) = (&self.scene, self.scene.field);
        let mut sum = Force::default();
        for (_, around) in field.grid.neighbors(near) {
            if around == tile || !scene.own.contains_key(&around) {
                continue;
            }
            sum = sum.and(scene.friends(around, but));
        }
        sum
    }

    /// Returns what an objective in a hex is worth that the side does not hold.
    fn goal(&self, tile: TileId) -> i64 {
        let goal = self.goals.iter().find(|(goal, _)| *goal == tile);
        goal.map_or(0, |(_, points)| *points)
    }

    /// Returns what enemies may expect of assaulting a force in a hex: those beside it in full, others in reach
    /// of it in part.
    fn danger(&self, all: Force, tile: TileId) -> i64 {
        let (scene, field) = (&self.scene, self.scene.field);
        let mut attack = Force::default();
        for (&near, &force) in &scene.foes {
            let distance = field.grid.distance(near, tile);
            if distance <= 1 {
                attack = attack.and(force);
            } else if distance <= force.reach + 1 {
                attack = attack.and(force.share(REACHED));
            }
        }
        if attack.offense == 0 || all.units == 0 {
            return 0;
        }
        let terrain = scene.terrain(tile, None);
        scene.promise(attack, all, terrain, self.held(tile)).max(0)
    }

    /// Returns what an objective in a hex is worth that the side would lose.
    fn held(&self, tile: TileId) -> i64 {
        let field = self.scene.field;
        let mut goals = field.scenario.objectives.iter();
        let goal = goals.find(|one| one.tile == tile);
        let points = goal.map_or(0, |one| i64::from(one.points));
        points * field.content.figures.planner.objective
    }

    /// Returns what it is worth to units without ammunition that a hex is in reach of supply.
    fn supply(&self, stack: Force, tile: TileId) -> i64 {
        let field = self.scene.field;
        let range = i64::from(field.content.figures.supply.range);
        let distances = self
            .sources
            .iter()
            .map(|&one| field.grid.distance(one, tile));
        let Some(distance) = distances.min().filter(|_| stack.dry > 0) else {
            return 0;
        };
        let beyond = (i64::from(distance) - range).max(0);
        stack.dry * (SUPPLY - 15 * beyond)
    }

    /// Returns what company is worth: two battalions control the hexes around them, and tanks need infantry.
    fn company(&self, stack: Force, friends: Force) -> i64 {
        let figures = &self.scene.field.content.figures.planner;
        let most = i64::from(figures.stack);
        let together = (stack.units + friends.units).min(most);
        let lone = stack.bound + friends.bound == 0;
        COMPANY * together - if lone { 20 } else { 0 }
    }

    /// Returns how far the next enemy is from a hex.
    fn distance(&self, tile: TileId) -> i64 {
        let foes = self.scene.foes.keys();
        let distances = foes.map(|&foe| self.scene.field.grid.distance(foe, tile));
        i64::from(distances.min().unwrap_or(0))
    }

    /// Returns what a hex is worth to headquarters and trucks: near those whom they supply, away from enemies.
    fn rear(&self, units: &[UnitId], tile: TileId) -> i64 {
        let (scene, field) = (&self.scene, self.scene.field);
        let range = u32::from(field.content.figures.supply.range);
        let mut supplied = 0;
        let mut near = u32::MAX;
        for unit in field.of_side(scene.side) {
            if field.is_combat(unit.id) && !units.contains(&unit.id) {
                let distance = field.grid.distance(unit.tile(), tile);
                near = near.min(distance);
                supplied += i64::from(distance <= range);
            }
        }
        let near = if near == u32::MAX { 0 } else { i64::from(near) };
        let foe = if scene.foes.is_empty() {
            3
        } else {
            self.distance(tile).min(3)
        };
        120 * foe - 20 * near + 10 * supplied
    }
}

/// Lists the hexes where a side takes ammunition from: dumps, and trucks that have some.
fn sources(eye: &Eye) -> Vec<TileId> {
    let field = eye.field;
    let facilities = field
        .scenario
        .facilities
        .iter()
        .zip(&field.progress.facilities);
    let dumps = facilities.filter(|(setup, state)| {
        let is_own = setup.kind == Facility::Dump && setup.side == eye.side;
        is_own && !state.gone && state.stock > 0
    });
    let dumps = dumps.map(|(setup, _)| setup.tile);
    let trucks = field
        .of_side(eye.side)
        .filter(|unit| unit.body().rounds > 0);
    dumps.chain(trucks.map(|unit| unit.tile())).collect()
}
