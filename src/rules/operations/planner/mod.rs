//! The computer player of operations (§12): what it orders in each step, and how it answers what is asked.
//!
//! It weighs candidates by the rules' own functions: barrages by the exact chances of the table, assaults by the
//! exact distribution of their results, moves by what they cost and where they lead.
//!
//! **Invariant:** it sees what its side knows ([`Field::known_to`]) and draws no dice of the battle.

mod advance;
mod ahead;
mod answers;
mod assign;
mod clash;
mod fire;
mod prospects;
mod scene;
mod worth;

use std::collections::BTreeSet;

use bevy::prelude::World;

use crate::battle::grid::TileId;
use crate::battle::order::Pending;
use crate::battle::unit::{Side, UnitId};
use crate::content::mode::AiMode;
use crate::playing::{Advice, Setting, Weighed};
use crate::rules::operations::assault::{self, cohesion_base};
use crate::rules::operations::field::{Field, Rating};
use crate::rules::operations::order::Order;
use crate::rules::operations::planner::prospects::Prospects;
use crate::rules::operations::progress::{Role, Step};
use crate::rules::operations::unit::Stance;
use crate::rules::operations::{Operations, log, table};

/// Times that an objective is worth more where the side would not win without it.
const PRESSED: i64 = 8;

/// Half Capability Points that a step out of contact costs besides, on open ground.
const STEP: u16 = 4;

/// An order that the computer weighed.
#[derive(Clone, Debug)]
struct Weight {
    order: Order,
    points: i64,
    line: String,
}

impl Weight {
    fn new(order: Order, points: i64, line: impl Into<String>) -> Self {
        Self {
            order,
            points,
            line: line.into(),
        }
    }
}

/// Says what the computer would order for a side now, and why.
pub fn advise(world: &World, side: Side, tells: bool) -> Advice<Order> {
    let field = Field::known_to(world, side);
    let weighed = weigh(world, &field, side);
    told(world, &field, weighed, tells)
}

/// Weighs what a side can order now.
fn weigh(world: &World, field: &Field, side: Side) -> Vec<Weight> {
    let eye = Eye::of(world, field, side);
    let waiting = world.resource::<Pending<Operations>>().0.as_ref();
    let choice = waiting.map(|waiting| &waiting.choice);
    if let Some(order) = table::offers::quiet(field, side, choice) {
        let why = "the computer cannot know what the enemy does at the real map";
        return vec![Weight::new(order, 0, why)];
    }
    match waiting {
        Some(waiting) => answers::weigh(&eye, &waiting.choice, waiting.plan.percent()),
        None => eye.weigh(),
    }
}

/// Lists what the computer weighs for a side, the best first, of equals in the order in which they are weighed.
pub(super) fn ranked(world: &World, side: Side) -> Vec<Order> {
    let field = Field::known_to(world, side);
    let mut weighed = weigh(world, &field, side);
    weighed.sort_by_key(|one| std::cmp::Reverse(one.points));
    weighed.into_iter().map(|one| one.order).collect()
}

/// Lists a step out of reach of the enemy for each stack that may be assaulted.
pub(super) fn escapes(world: &World, side: Side) -> Vec<Order> {
    let field = Field::known_to(world, side);
    let eye = Eye::of(world, &field, side);
    let tiles = field.progress.contacts.keys();
    let escapes = tiles.filter_map(|&tile| eye.escape(&eye.free_to_leave(tile)));
    escapes.collect()
}

/// Takes the order of most points, the first of equals.
fn told(world: &World, field: &Field, weighed: Vec<Weight>, tells: bool) -> Advice<Order> {
    let best = weighed.iter().map(|one| one.points).max();
    let chosen = weighed.iter().position(|one| Some(one.points) == best);
    let chosen = chosen.expect("a side that owes an order has a candidate");
    let order = weighed[chosen].order.clone();
    if !tells {
        return Advice::new(order, String::new(), Vec::new());
    }
    let step = field.progress.step.to_string();
    let words = log::order(world, &order);
    let weighed = weighed.into_iter().enumerate().map(|(at, one)| Weighed {
        order: log::order(world, &one.order),
        purpose: if one.line.is_empty() {
            step.clone()
        } else {
            one.line
        },
        points: one.points.clamp(-1_000_000, 1_000_000) as i32,
        is_chosen: at == chosen,
    });
    Advice::new(order, words, weighed.collect())
}

/// A battle as the computer sees it for a side.
struct Eye<'f, 'w> {
    field: &'f Field<'w>,
    side: Side,
    mode: AiMode,
    /// Whether the side has to do better in the rest of the battle than it did so far.
    is_pressed: bool,
}

/// Returns whether a side would not win as the battle stands, though half of the stages are over.
fn is_pressed(field: &Field, side: Side) -> bool {
    let (attacker, defender) = field.points();
    let lead = match field.scenario.attacker == side {
        true => attacker - defender,
        false => defender - attacker,
    };
    let is_late = 2 * field.stage > field.scenario.stages;
    is_late && lead < i32::from(field.content.figures.victory.marginal)
}

impl<'f, 'w> Eye<'f, 'w> {
    /// Looks at a battle as a side knows it.
    fn of(world: &World, field: &'f Field<'w>, side: Side) -> Self {
        let mission = &world.resource::<Setting>().mission;
        Self {
            field,
            side,
            mode: mission.sides[side.index()].controller.mode(),
            is_pressed: is_pressed(field, side),
        }
    }
}

impl Eye<'_, '_> {
    /// Returns what a victory point of an objective is worth that the side does not hold: more where it would not
    /// win without it.
    fn weight(&self) -> i64 {
        let weight = self.field.content.figures.planner.objective;
        weight * if self.is_pressed { PRESSED } else { 1 }
    }

    /// Returns what it is worth that the enemy leaves a hex, for the objective there.
    fn stake(&self, tile: TileId) -> i64 {
        self.goal(tile) * self.weight()
    }

    /// Returns what it costs to leave a hex, for the objective there.
    fn held(&self, tile: TileId) -> i64 {
        self.goal(tile) * self.field.content.figures.planner.objective
    }

    /// Returns the victory points of an objective in a hex.
    fn goal(&self, tile: TileId) -> i64 {
        let mut goals = self.field.scenario.objectives.iter();
        let goal = goals.find(|one| one.tile == tile);
        goal.map_or(0, |one| i64::from(one.points))
    }

    fn weigh(&self) -> Vec<Weight> {
        match self.field.progress.step {
            Step::Initiative | Step::SegmentEnd | Step::Contacts | Step::Targets => Vec::new(),
            Step::Movement => advance::weigh(self),
            Step::Position => vec![self.position()],
            Step::Firing => vec![self.hold()],
            Step::Planning => vec![fire::plan(self)],
            Step::Barrage => vec![Weight::new(Order::FireAll, 0, "resolves all Barrages")],
            Step::Results => {
                let held = self.field.proposed();
                vec![Weight::new(Order::Confirm(held), 0, "as proposed")]
            }
            Step::Retreat => self.withdraw(),
            Step::Assign => vec![assign::assign(self)],
            Step::AntiArmor => self.fire_at_armor(),
            Step::Assault => self.assault(),
        }
    }

    /// Places guns (§12): anti-tank guns Forward; artillery Back where no infantry stands with it, or where
    /// the enemy would assault at a high differential.
    fn position(&self) -> Weight {
        let field = self.field;
        let figures = &field.content.figures.planner;
        let stance = |id: UnitId| {
            let tile = field.get(id).tile();
            let mut stack = field.stack(tile, self.side);
            let has_infantry = stack.any(|unit| field.class(unit.id).is_infantry());
            let is_artillery = field.can_barrage(id);
            let threat = self.threat(tile).unwrap_or(i16::MIN);
            match is_artillery && (!has_infantry || threat >= figures.back) {
                true => Stance::Back,
                false => Stance::Forward,
            }
        };
        let stances = field.guns(self.side).into_iter().map(|id| (id, stance(id)));
        Weight::new(Order::Position(stances.collect()), 0, "")
    }

    /// Keeps the last round of guns that need not fire (§12).
    fn hold(&self) -> Weight {
        let field = self.field;
        let has_duty = field.progress.contacts.values().any(|&is_duty| is_duty);
        let is_low = |id: &UnitId| field.get(*id).body().ammo <= 1;
        let gunners = field.gunners(self.side).into_iter();
        let held: BTreeSet<_> = gunners.filter(|id| is_low(id) && !has_duty).collect();
        Weight::new(Order::Hold(held), 0, "")
    }

    /// Returns the adjusted differential at which all enemies beside a hex would assault it, if any could;
    /// morale counts as equal.
    fn threat(&self, tile: TileId) -> Option<i16> {
        let mut field = self.field.clone();
        let foe = Field::foe(self.side);
        let mut roles = std::collections::BTreeMap::new();
        for (_, near) in field.grid.neighbors(tile) {
            for unit in field
                .stack(near, foe)
                .filter(|unit| field.is_combat(unit.id))
            {
                let role = Role {
                    anti_armor: vec![0; unit.body().toe.len()],
                    target: Some(tile),
                    second: None,
                };
                if field.raw(unit.id, Rating::Offense) > 0 {
                    roles.insert(unit.id, role);
                }
            }
        }
        if roles.is_empty() {
            return None;
        }
        for unit in field
            .stack(tile, self.side)
            .filter(|unit| field.is_combat(unit.id))
        {
            let anti_armor = vec![0; unit.body().toe.len()];
            roles.insert(
                unit.id,
                Role {
                    anti_armor,
                    ..Role::default()
                },
            );
        }
        let progress = field.progress.to_mut();
        progress.phasing = foe;
        progress.roles = roles;
        Some(field.assault_on(&[tile]).before_morale())
    }

    /// Retreats before an assault that is likely to succeed (§12), else stands.
    fn withdraw(&self) -> Vec<Weight> {
        let field = self.field;
        let figures = &field.content.figures.planner;
        let mut weights = vec![Weight::new(Order::Done, 0, "stands")];
        let prospects = Prospects::of(&field.content.tables, &field.content.figures);
        let tiles = field.progress.contacts.keys().copied();
        for tile in tiles {
            let units = self.free_to_leave(tile);
            let mut goals = field.scenario.objectives.iter();
            let can_hold = units.iter().any(|&id| field.is_combat(id));
            let is_goal = can_hold && goals.any(|one| one.tile == tile);
            let is_held = field.progress.held.contains(&tile);
            let Some(threat) = self.threat(tile).filter(|_| !units.is_empty()) else {
                continue;
            };
            let leaves = match self.mode {
                AiMode::Hold => false,
                AiMode::Retreat => true,
                _ => {
                    threat >= figures.retreat
                        && !is_goal
                        && !is_held
                        && self.is_cheaper(&prospects, &units, threat)
                }
            };
            if leaves && let Some(order) = self.escape(&units) {
                let points = i64::from(threat) + 100;
                let line = format!("expects an assault at {threat:+}");
                weights.push(Weight::new(order, points, line));
            }
        }
        weights
    }

    /// Lists the units of a hex that can leave it.
    fn free_to_leave(&self, tile: TileId) -> Vec<UnitId> {
        let field = self.field;
        let units = field.stack(tile, self.side).map(|unit| unit.id);
        let free = units.filter(|&id| !field.get(id).body().pinned && !field.is_broken(id));
        free.filter(|&id| field.build(id).cpa > 0).collect()
    }

    /// Whether units save more by leaving before an assault than leaving costs them in cohesion.
    fn is_cheaper(&self, prospects: &Prospects, units: &[UnitId], threat: i16) -> bool {
        let field = self.field;
        let figures = &field.content.figures;
        let half_points = 2 * u16::from(figures.capability.contact) + STEP;
        let price = units
            .iter()
            .map(|&id| scene::strain(field, id, half_points));
        let toe = units.iter().filter(|&&id| field.is_combat(id));
        let toe = toe.map(|&id| field.get(id).body().strength()).sum();
        let saved = prospects.at(threat, 0).enemy(toe) * figures.planner.own_toe / 1000;
        saved + scene::EMPTIED > price.sum::<i64>()
    }

    /// Finds a step out of the reach of the enemy.
    fn escape(&self, units: &[UnitId]) -> Option<Order> {
        let field = self.field;
        let steps = crate::battle::grid::Direction::ALL.into_iter();
        let found = steps.filter_map(|direction| {
            let order = Order::Move(units.to_vec(), vec![direction]);
            super::check::check(field, self.side, &order).ok()?;
            let from = field.get(*units.first()?).tile();
            let to = field.grid.neighbor(from, direction)?;
            let is_free = !field.is_beside_enemy(self.side, to);
            is_free.then_some((self.safety(to), order))
        });
        found
            .max_by_key(|(safety, _)| *safety)
            .map(|(_, order)| order)
    }

    /// Returns how far a hex is from all enemies.
    fn safety(&self, tile: TileId) -> u32 {
        let foes = self.field.of_side(Field::foe(self.side));
        let distances = foes.map(|unit| self.field.grid.distance(unit.tile(), tile));
        distances.min().unwrap_or(0)
    }

    /// Fires at armor where units are assigned to that and armor is seen, first where an assault follows (§12).
    fn fire_at_armor(&self) -> Vec<Weight> {
        let field = self.field;
        let assaulted = |tile: TileId| {
            let mut assaults = field.progress.assaults.iter();
            assaults.any(|one| one.tiles.contains(&tile))
        };
        let fires = |tile: &TileId| {
            !field.armor_gunners(*tile, self.side).is_empty()
                && !field.hittable(&field.defenders_in(&[*tile])).is_empty()
        };
        let targets = field.armor_targets().into_iter().filter(fires);
        let weights = targets.map(|tile| {
            let points = 1 + i64::from(assaulted(tile));
            Weight::new(Order::AntiArmor(tile), points, "")
        });
        let stop = Weight::new(Order::CeaseFire, 0, "no unit is left to fire at armor");
        weights.chain([stop]).collect()
    }

    /// Resolves assaults, the most promising first, and calls off those that are neither a duty nor likely to
    /// succeed (§12).
    fn assault(&self) -> Vec<Weight> {
        let field = self.field;
        let optional = field.content.figures.planner.optional;
        let mut weights = Vec::new();
        for assault in &field.progress.assaults {
            let setting = field.assault_on(&assault.tiles);
            let expected = self.differential(field, &setting);
            let tile = assault.tiles[0];
            let line = format!("expects {expected:+}");
            // What is weighed heavier than its odds was chosen so.
            let is_wanted =
                self.is_pressed && assault.tiles.iter().any(|&tile| self.stake(tile) > 0);
            match assault.optional && expected < optional && !is_wanted {
                true => weights.push(Weight::new(Order::CallOff(tile), 1000, line)),
                false => {
                    weights.push(Weight::new(Order::Assault(tile), expected.into(), line));
                }
            }
        }
        weights
    }

    /// Returns the differential that the side expects of an assault of its own; morale counts as equal, but for
    /// low cohesion.
    fn differential(&self, field: &Field, setting: &assault::Setting) -> i16 {
        let ((_, cohesion), _) = field.morale_of(&setting.attackers);
        setting.before_morale() + cohesion_base(&field.content.tables, cohesion.min(0))
    }
}
