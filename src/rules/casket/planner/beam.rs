//! The search for what a unit does: sequences of orders, the best of each length kept.
//!
//! **Invariant:** each order of a sequence passes the check; its outcome comes from the rules.

use crate::battle::dice::{Check, Label, Pool, Roll};
use crate::battle::unit::UnitId;
use crate::content::mode::AiMode;
use crate::rules::casket::content::Effect;
use crate::rules::casket::duel::Duel;
use crate::rules::casket::legal;
use crate::rules::casket::order::Order;
use crate::rules::casket::plan::{Next, Plan};
use crate::rules::casket::planner::{answers, worth};

/// An order, and what it is worth with what follows it.
#[derive(Clone, Debug)]
pub(super) struct Weight {
    /// The order.
    pub order: Order,
    /// Points.
    pub points: i64,
    /// What follows, in words.
    pub line: String,
}

/// Dice that roll what is to be expected: the middle, a little more and a little less in turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Expected(u32);

impl Roll for Expected {
    fn chance(&mut self, _: Label, percent: u8) -> Check {
        Check {
            roll: 50,
            passed: percent >= 50,
        }
    }

    fn sum(&mut self, label: Label, count: u8, sides: u8) -> Pool {
        let mut pool = Pool::default();
        pool.sum = (0..count).map(|_| self.die(label, sides.into())).sum();
        pool
    }

    fn die(&mut self, _: Label, sides: u32) -> u32 {
        self.0 += 1;
        (sides / 2 + self.0 % 2).clamp(1, sides)
    }
}

/// A sequence that was begun.
#[derive(Clone)]
struct Line<'d> {
    first: Option<Order>,
    duel: Duel<'d>,
    length: u8,
}

/// Weighs what a unit can order now.
pub(super) fn weigh(duel: &Duel, unit: UnitId, mode: AiMode) -> Vec<Weight> {
    let figures = &duel.content.figures.planner;
    let mut best: Vec<Weight> = Vec::new();
    let mut open = vec![Line {
        first: None,
        duel: duel.clone(),
        length: 0,
    }];
    for _ in 0..figures.depth {
        let mut next: Vec<(i64, Line)> = Vec::new();
        for line in &open {
            for order in legal::of_unit(&line.duel, unit) {
                let Some((points, longer)) = go_on(line, unit, &order, mode) else {
                    continue;
                };
                let first = longer.first.clone().unwrap_or(Order::Pass);
                note(&mut best, first, points);
                if order != Order::Pass && longer.duel.progress.acting == Some(unit) {
                    next.push((points, longer));
                }
            }
        }
        next.sort_by_key(|(points, line)| (std::cmp::Reverse(*points), line.length));
        next.truncate(figures.beam.into());
        open = next.into_iter().map(|(_, line)| line).collect();
        if open.is_empty() {
            break;
        }
    }
    if best.is_empty() {
        note(&mut best, Order::Pass, 0);
    }
    best
}

fn note(best: &mut Vec<Weight>, order: Order, points: i64) {
    match best.iter_mut().find(|one| one.order == order) {
        Some(one) => one.points = one.points.max(points),
        None => best.push(Weight {
            order,
            points,
            line: String::new(),
        }),
    }
}

/// Carries an order out on a copy; returns what the position is worth then, the turn ended there.
fn go_on<'d>(
    line: &Line<'d>,
    unit: UnitId,
    order: &Order,
    mode: AiMode,
) -> Option<(i64, Line<'d>)> {
    let mut duel = line.duel.clone();
    let plan = duel.check(unit, order).ok()?;
    run(&mut duel, plan);
    let first = line.first.clone().or_else(|| Some(order.clone()));
    let longer = Line {
        first,
        duel,
        length: line.length + 1,
    };
    let risk = backfire(&longer.duel, unit);
    let points = worth::of(&longer.duel, unit, mode) - risk - i64::from(longer.length);
    Some((points, longer))
}

/// Carries a plan out on a duel, with dice that roll what is to be expected.
pub(super) fn run(duel: &mut Duel, mut plan: Plan) {
    let mut dice = Expected::default();
    // A plan of one order is short; a longer one is cut off.
    for _ in 0..400 {
        match plan.next(duel, &mut dice) {
            Next::Event(event) => duel.land(&event),
            Next::Ask(_, choice) => {
                let order = answers::quick(duel, &choice);
                match duel.answer(&plan, &choice, &order) {
                    Ok(resumed) => plan = resumed,
                    Err(_) => break,
                }
            }
            Next::Done => break,
        }
    }
}

/// Returns what a Backfire costs on average, if the turn ended now: points times its chance (§8).
fn backfire(duel: &Duel, unit: UnitId) -> i64 {
    let machine = duel.get(unit);
    if !machine.is_up() || machine.body().spent <= duel.safe_sp(unit) || !duel.is_casket(unit) {
        return 0;
    }
    let modifier = duel.backfire_modifier(unit);
    let sum: i64 = (1..=6)
        .filter_map(|roll| duel.backfire_row(unit, roll + modifier))
        .map(|row| {
            let effects = duel.backfire_effects(unit, row).iter();
            effects.map(|effect| cost_of(duel, effect)).sum::<i64>()
        })
        .sum();
    sum / 6
}

/// Returns what an effect of a Backfire costs, in points.
fn cost_of(duel: &Duel, effect: &Effect) -> i64 {
    let figures = &duel.content.figures.planner;
    match effect {
        Effect::Heat(_, points) => -figures.heat * 3 * i64::from(*points),
        Effect::Taint(_, points) => -figures.taint * i64::from(*points),
        Effect::Harm(_, points, _) => -figures.own_harm * i64::from(*points) * 3 / 2,
        Effect::DiscardRandom(_, cards) => -figures.own_harm * i64::from(*cards),
        Effect::Roll(rows) => {
            let mut from = 0_i64;
            let mut sum = 0;
            for row in rows {
                let share = i64::from(row.up_to.min(6)) - from;
                from = i64::from(row.up_to.min(6));
                let effects = row.effects.iter().map(|one| cost_of(duel, one));
                sum += share * effects.sum::<i64>();
            }
            sum / 6
        }
        Effect::Give(..) => 60,
        _ => 40,
    }
}
