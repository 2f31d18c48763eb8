//! The search for what a unit does: sequences of orders, the best of each length kept.
//!
//! **Invariant:** each order of a sequence passes the check, and its outcome comes from the rules; damage of others
//! does not land on the copies but is kept with all its results, so that a chance is weighed as a chance.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use crate::battle::dice::{Check, Label, Pool, Roll};
use crate::battle::fingerprint::stable_hash;
use crate::battle::unit::UnitId;
use crate::content::mode::AiMode;
use crate::rules::casket::content::Trait;
use crate::rules::casket::duel::Duel;
use crate::rules::casket::event::{Attack, Event};
use crate::rules::casket::machine::Frame;
use crate::rules::casket::order::Order;
use crate::rules::casket::plan::{Next, Plan};
use crate::rules::casket::planner::moves::candidates;
use crate::rules::casket::planner::spread::{Guess, Spread};
use crate::rules::casket::planner::threat::kind_index;
use crate::rules::casket::planner::worth::Outlook;
use crate::rules::casket::planner::{Bounds, answers, tale};

/// An order, and what it is worth with what follows it.
#[derive(Clone, Debug)]
pub(super) struct Weight {
    /// The order.
    pub order: Order,
    /// Points.
    pub points: i64,
    /// What is expected, in words.
    pub line: String,
}

/// Dice that roll what is to be expected: shots hit, and all else falls in the middle.
#[derive(Clone, Copy, Debug, Default)]
struct Expected;

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

    fn die(&mut self, label: Label, sides: u32) -> u32 {
        match label {
            // What a hit does besides happens; that it may miss is in the weights.
            Label::Hit => 5.min(sides),
            _ => (sides / 2 + 1).clamp(1, sides),
        }
    }
}

/// A sequence that was begun.
struct Line<'d> {
    root: usize,
    duel: Duel<'d>,
    spreads: Vec<Spread>,
    length: u8,
}

/// How much of what a unit can do in a turn is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Search {
    /// Sequences kept at each depth.
    pub beam: usize,
    /// Most orders that are planned ahead.
    pub depth: u8,
    /// How far it goes.
    pub bounds: Bounds,
}

impl Search {
    /// As the figures say.
    pub(super) fn full(duel: &Duel, bounds: Bounds) -> Self {
        let figures = &duel.content.figures.planner;
        Self {
            beam: figures.beam.into(),
            depth: figures.depth,
            bounds,
        }
    }
}

/// Weighs what a unit can order now.
pub(super) fn weigh(
    duel: &Duel,
    unit: UnitId,
    mode: AiMode,
    search: Search,
    tells: bool,
) -> Vec<Weight> {
    let look = Outlook::of(duel, unit, mode);
    let mut roots: Vec<Weight> = Vec::new();
    let start = Line {
        root: 0,
        duel: duel.clone(),
        spreads: Vec::new(),
        length: 0,
    };
    if duel.check(unit, &Order::Pass).is_ok() {
        roots.push(Weight {
            order: Order::Pass,
            points: look.worth(duel, &start.spreads),
            line: told(&look, &start, tells),
        });
    }
    let mut seen = BTreeSet::new();
    seen.insert(key(&look, &start));
    let mut open = vec![start];
    for _ in 0..search.depth {
        let mut next: Vec<(i64, Line)> = Vec::new();
        for line in &open {
            for order in candidates(&look, &line.duel) {
                let Some(mut longer) = go_on(&look, line, &order, search.bounds) else {
                    continue;
                };
                if !seen.insert(key(&look, &longer)) {
                    continue;
                }
                let points = look.worth(&longer.duel, &longer.spreads) - i64::from(longer.length);
                if line.length == 0 {
                    longer.root = roots.len();
                    let line = told(&look, &longer, tells);
                    roots.push(Weight {
                        order,
                        points,
                        line,
                    });
                } else if points > roots[longer.root].points {
                    roots[longer.root].points = points;
                    roots[longer.root].line = told(&look, &longer, tells);
                }
                if longer.duel.progress.acting == Some(unit) && longer.duel.get(unit).is_up() {
                    next.push((points, longer));
                }
            }
        }
        next.sort_by_key(|(points, _)| std::cmp::Reverse(*points));
        next.truncate(search.beam);
        open = next.into_iter().map(|(_, line)| line).collect();
        if open.is_empty() {
            break;
        }
    }
    if roots.is_empty() {
        // Something is always legal; the lists know it.
        let legal = crate::rules::casket::legal::of_unit(duel, unit);
        roots.extend(legal.into_iter().map(|order| Weight {
            order,
            points: 0,
            line: String::new(),
        }));
    }
    roots
}

fn told(look: &Outlook, line: &Line, tells: bool) -> String {
    match tells {
        true => tale::line(look, &line.duel, &line.spreads),
        false => String::new(),
    }
}

/// Returns what tells sequences apart: two that lead to the same are one.
fn key(look: &Outlook, line: &Line) -> u64 {
    stable_hash(&Position { look, line })
}

/// What a sequence leads to, as far as it tells it from others.
struct Position<'p, 'd> {
    look: &'p Outlook<'d>,
    line: &'p Line<'d>,
}

impl Hash for Position<'_, '_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let duel = &self.line.duel;
        let own = duel.get(self.look.unit);
        // How many orders led there does not matter.
        let Frame {
            heat,
            taint,
            spent,
            parts,
            lasting,
            used,
            reshuffles,
            moved,
            hexes,
            attacked,
            orders: _,
            hurt_by,
            strike,
        } = own.body();
        (own.now.facing, heat, taint, spent, parts, lasting, used).hash(state);
        (reshuffles, moved, hexes, attacked, hurt_by, strike).hash(state);
        // Nor in which order the hand was drawn.
        let mut held = [0_u64; 4];
        for no in &own.piles().hand {
            held[no.index() / 64] |= 1 << (no.index() % 64);
        }
        held.hash(state);
        for machine in duel.all() {
            machine.tile().hash(state);
        }
        self.line.spreads.hash(state);
    }
}

/// Carries an order out on a copy.
fn go_on<'d>(
    look: &Outlook<'d>,
    line: &Line<'d>,
    order: &Order,
    bounds: Bounds,
) -> Option<Line<'d>> {
    let plan = line.duel.check(look.unit, order).ok()?;
    let mut longer = Line {
        root: line.root,
        duel: line.duel.clone(),
        spreads: line.spreads.clone(),
        length: line.length + 1,
    };
    run(look, &mut longer.duel, &mut longer.spreads, plan);
    let duel = &longer.duel;
    let is_past = || duel.get(look.unit).body().spent > duel.safe_sp(look.unit);
    (bounds == Bounds::None || !is_past()).then_some(longer)
}

/// Returns what an order is worth to the unit that gives it, whatever it does next.
pub(super) fn worth_of(look: &Outlook, duel: &Duel, order: &Order) -> Option<i64> {
    let plan = duel.check(look.unit, order).ok()?;
    let (mut after, mut spreads) = (duel.clone(), Vec::new());
    run(look, &mut after, &mut spreads, plan);
    Some(look.worth(&after, &spreads))
}

/// Carries a plan out on a duel. What attacks do to others is kept as spreads.
fn run(look: &Outlook, duel: &mut Duel, spreads: &mut Vec<Spread>, mut plan: Plan) {
    let mut dice = Expected;
    let mut hits = Hits::default();
    // A plan of one order is short; a longer one is cut off.
    for _ in 0..400 {
        match plan.next(duel, &mut dice) {
            Next::Event(event) => {
                if let Event::Attacked(attack) = &event {
                    hits.strike(look, duel, spreads, attack);
                }
                if lands(look.unit, &event) {
                    duel.land(&event);
                }
            }
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

/// Whether an event changes the copy: what others lose is kept as a spread instead.
fn lands(own: UnitId, event: &Event) -> bool {
    match event {
        Event::Lost { unit, .. } | Event::Struck { unit, .. } | Event::Marked { unit, .. } => {
            *unit == own
        }
        _ => true,
    }
}

/// Who was hit last, so that the hits of one card meet one reaction.
#[derive(Default)]
struct Hits(Option<UnitId>);

impl Hits {
    fn strike(&mut self, look: &Outlook, duel: &Duel, spreads: &mut Vec<Spread>, attack: &Attack) {
        let target = attack.blow.target;
        if target == look.unit {
            return;
        }
        let at = spreads.iter().position(|spread| spread.unit == target);
        let at = at.unwrap_or_else(|| {
            spreads.push(Spread::of(target));
            spreads.len() - 1
        });
        let spread = &mut spreads[at];
        let is_first = self.0 != Some(target);
        self.0 = Some(target);
        let mut guess = Guess::default();
        if let Some(foe) = look.foe(target).filter(|_| is_first) {
            let expected = foe.reactions[kind_index(attack.blow.kind)];
            let spent = 100 * u64::from(spread.triggers);
            guess.percent = expected.saturating_sub(spent).min(100) * 3 / 4;
            guess.points = 2;
            spread.triggers += 1;
        }
        let absorbs = duel.get(target).body().lasting.iter();
        let absorbed: i16 = absorbs
            .filter(|one| one.is_active())
            .map(|one| match one.given {
                Trait::Absorb(points) => points,
                _ => 0,
            })
            .sum();
        spread.strike(&attack.odds, guess, absorbed.max(0).cast_unsigned());
    }
}
