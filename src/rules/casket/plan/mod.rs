//! Carries orders out step by step, and what follows by itself: turns, rounds, the end.
//!
//! **Invariant:** decides and rolls; writes nothing. All of it reckons on a [`Duel`], so that the computer can
//! carry orders out on its own copies by the same code.

#![expect(
    missing_docs,
    reason = "fields of tasks say by name and type what they hold"
)]

pub mod assault;
pub mod deed;
mod turn;

pub(super) use self::turn::BURNING;

use serde::{Deserialize, Serialize};

use crate::battle::dice::{Label, Roll};
use crate::battle::grid::{Direction, TileId};
use crate::battle::phase::Ending;
use crate::battle::unit::{Side, UnitId};
use crate::rules::casket::content::{Effect, Overflow};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::event::{Cause, Event, How};
use crate::rules::casket::machine::{CardNo, Part};
use crate::rules::casket::order::{Choice, Source, Threat};
use crate::rules::casket::plan::assault::Assault;
use crate::rules::casket::plan::deed::Deed;
use crate::rules::casket::{planner, score};

/// Something that is still to be done.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Task {
    /// Something happens that is decided already.
    Emit(Box<Event>),
    /// A card is played that was paid.
    Play(Box<Deed>, Source, u8),
    /// An effect of a card or table happens.
    Effect(Box<Deed>, Box<Effect>),
    /// A card attacks the targets that it was aimed at.
    Attack(Box<Deed>),
    /// An attack on one target goes on.
    Assault(Box<Assault>),
    /// A casket commits a reaction, or none: the answer to a question.
    Reacted { unit: UnitId, no: Option<CardNo> },
    /// A guard takes an attack, or none: the answer to a question.
    Guarded(Option<UnitId>),
    /// A unit takes damage that ignores Defence.
    Harm {
        unit: UnitId,
        points: u16,
        part: Option<Part>,
        by: Option<UnitId>,
    },
    /// A casket loses cards.
    Lose {
        unit: UnitId,
        points: u16,
        by: Option<UnitId>,
    },
    /// A casket loses these cards and the rest from the deck: the answer to a question.
    Paid {
        unit: UnitId,
        hand: Vec<CardNo>,
        points: u16,
    },
    /// A casket gains Heat; it may react to that.
    Gain {
        unit: UnitId,
        points: u8,
        cause: Cause,
        is_asked: bool,
    },
    /// A casket draws cards.
    Draw {
        unit: UnitId,
        left: u8,
        drawn: Vec<CardNo>,
    },
    /// A casket shuffles its deck before the first round.
    Shuffle(UnitId),
    /// A unit goes these steps as far as it can, the last one first.
    March {
        unit: UnitId,
        path: Vec<Direction>,
        how: How,
    },
    /// A unit makes a basic step.
    Step {
        unit: UnitId,
        to: TileId,
        how: How,
        sp: u8,
    },
    /// Units that are broken are disabled.
    Judge,
    /// The next round begins.
    BeginRound,
    /// The turn of the next unit begins.
    NextTurn,
    /// Boil-Over is asked for, where it is due.
    BoilOver(UnitId),
    /// A casket that boils over skips its turn, or does not.
    BoiledOver { unit: UnitId, skips: bool },
    /// Heat of damage cards, and a foe that steers.
    Warm(UnitId),
    /// A foe is asked what a casket does that it steers.
    Steer(UnitId),
    /// A unit that no side orders acts.
    Rampage(UnitId),
    /// A Backfire is rolled, where it is due.
    Backfire(UnitId),
    /// The hex on which a turn ends does what it does.
    Ground(UnitId),
    /// A casket draws or discards to the size of its hand.
    DrawUp(UnitId),
    /// A fire burns a unit.
    Burn(UnitId),
    /// Ice turns a unit.
    Slip(UnitId),
    /// Terrain spreads and clears, and what happens at the end of a round.
    EndRound,
    /// A fire spreads from a hex.
    Spread(TileId),
    /// Smoke clears, perhaps.
    Clear(TileId),
    /// Whether the battle is over is judged at the end of a round.
    RoundOver,
    /// The battle ends.
    End(Ending),
}

/// What is still to be done, the next last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Plan(pub(super) Vec<Task>);

/// What a plan does next.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Something happens.
    Event(Event),
    /// A side is asked.
    Ask(Side, Choice),
    /// Nothing is left.
    Done,
}

impl Task {
    /// Makes the task of something that is decided.
    pub(super) fn emit(event: Event) -> Self {
        Self::Emit(Box::new(event))
    }
}

impl Plan {
    /// Begins to carry out a task.
    pub(super) fn of(task: Task) -> Self {
        Self(vec![task])
    }

    /// Has a task done before all others.
    pub(super) fn before(mut self, task: Task) -> Self {
        self.0.push(task);
        self
    }

    /// Has another plan carried out before this one.
    pub(super) fn with(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// Has tasks done next, in order.
    pub(super) fn push_all(
        &mut self,
        tasks: impl IntoIterator<Item = Task, IntoIter: DoubleEndedIterator>,
    ) {
        self.0.extend(tasks.into_iter().rev());
    }

    /// Passes, and all that the end of a turn brings (§2).
    pub(super) fn end_of_turn(unit: UnitId) -> Self {
        let mut plan = Self::of(Task::emit(Event::TurnEnded { unit }));
        plan.push_all([
            Task::emit(Event::Passed { unit }),
            Task::Backfire(unit),
            Task::Judge,
            Task::Ground(unit),
            Task::Judge,
            Task::DrawUp(unit),
        ]);
        plan
    }

    /// Returns what happens by itself now: an end, the next turn, the next round; nothing while a side has to
    /// order.
    pub(super) fn closing(duel: &Duel) -> Option<Self> {
        if duel.is_over {
            return None;
        }
        if !duel.progress.in_round {
            let mut plan = Self::of(Task::BeginRound);
            if !duel.progress.is_dealt {
                let caskets = duel.all().iter().map(|machine| machine.id);
                let caskets = caskets.filter(|&id| duel.is_casket(id));
                plan.push_all(caskets.map(Task::Shuffle).collect::<Vec<_>>());
            }
            return Some(plan);
        }
        if let Some(ending) = score::ending(duel) {
            return Some(Self::of(Task::End(ending)));
        }
        match duel.progress.acting {
            Some(unit) if !duel.get(unit).is_up() => {
                Some(Self::of(Task::emit(Event::TurnEnded { unit })))
            }
            Some(unit) if duel.is_berserk(unit) => Some(Self::of(Task::Rampage(unit))),
            Some(_) => None,
            None => Some(match duel.progress.order.first() {
                Some(_) => Self::of(Task::NextTurn),
                None => Self::of(Task::EndRound),
            }),
        }
    }

    /// Decides the next step.
    pub(super) fn next(&mut self, duel: &Duel, dice: &mut impl Roll) -> Next {
        while let Some(task) = self.0.pop() {
            if let Some(next) = self.carry_out(task, duel, dice) {
                return next;
            }
        }
        Next::Done
    }

    fn carry_out(&mut self, task: Task, duel: &Duel, dice: &mut impl Roll) -> Option<Next> {
        let event = match task {
            Task::Emit(event) => Some(*event),
            Task::Play(deed, source, sp) => Some(self.play(*deed, source, sp, duel)),
            Task::Effect(deed, effect) => self.effect(&deed, &effect, duel, dice),
            Task::Attack(deed) => {
                self.attack(&deed, duel);
                None
            }
            Task::Assault(assault) => return self.assault(*assault, duel, dice),
            Task::Reacted { unit, no } => self.reacted(unit, no, duel),
            Task::Guarded(guard) => self.guarded(guard, duel),
            Task::Harm {
                unit,
                points,
                part,
                by,
            } => {
                self.harm(unit, points, part, by, duel);
                None
            }
            Task::Lose { unit, points, by } => return self.lose(unit, points, by, duel, dice),
            Task::Paid { unit, hand, points } => {
                let deck = usize::from(points) - hand.len();
                Some(lost(duel, unit, hand, deck, 0, self.blame(unit)))
            }
            Task::Gain {
                unit,
                points,
                cause,
                is_asked,
            } => {
                return self.gain(unit, points, cause, is_asked, duel);
            }
            Task::Draw { unit, left, drawn } => self.draw(unit, left, drawn, duel, dice),
            Task::Shuffle(unit) => {
                let left = duel.hand_size(unit);
                self.0.push(Task::Draw {
                    unit,
                    left,
                    drawn: Vec::new(),
                });
                Some(shuffled(duel, unit, true, dice))
            }
            Task::March { unit, path, how } => self.march(unit, path, how, duel),
            Task::Step { unit, to, how, sp } => {
                if turn::burns_on_entry(duel) && duel.tile_state(to).fire > 0 {
                    self.0.push(Task::Judge);
                    self.0.push(Task::Burn(unit));
                }
                Some(Event::Moved { unit, to, how, sp })
            }
            Task::Judge => self.judge(duel),
            Task::BeginRound => {
                self.0.push(Task::NextTurn);
                Some(turn::begin_round(duel, dice))
            }
            Task::NextTurn => {
                let next = duel.progress.order.first().copied();
                next.map(|unit| self.begin_turn(unit, duel))
            }
            Task::BoilOver(unit) => return self.boil_over(unit, duel),
            Task::BoiledOver { unit, skips } => Some(self.boiled_over(unit, skips, duel)),
            Task::Warm(unit) => return self.warm(unit, duel, dice),
            Task::Steer(unit) => return self.steer(unit, duel),
            Task::Rampage(unit) => {
                self.rampage(unit, duel);
                None
            }
            Task::Backfire(unit) => self.backfire(unit, duel, dice),
            Task::Ground(unit) => self.ground(unit, duel),
            Task::Burn(unit) => {
                self.burn(unit, duel);
                None
            }
            Task::Slip(unit) => turn::slip(unit, duel, dice),
            Task::DrawUp(unit) => return self.draw_up(unit, duel),
            Task::EndRound => Some(self.end_round(duel)),
            Task::Spread(tile) => turn::spread(tile, duel, dice),
            Task::Clear(tile) => turn::clear(tile, duel, dice),
            Task::RoundOver => {
                let ending = score::ending(duel).or_else(|| score::at_round_end(duel));
                ending.map(Event::Ended)
            }
            Task::End(ending) => Some(Event::Ended(ending)),
        };
        event.map(Next::Event)
    }

    /// Returns who is to blame for what a unit loses now: the attacker of the assault that goes on.
    fn blame(&self, unit: UnitId) -> Option<UnitId> {
        self.0.iter().rev().find_map(|task| match task {
            Task::Assault(assault) if assault.blow.target == unit => Some(assault.blow.attacker),
            _ => None,
        })
    }

    /// Asks the side of a unit; the computer answers for a unit that no side orders (clarification 17).
    fn ask(&mut self, duel: &Duel, choice: Choice) -> Option<Next> {
        let unit = choice.unit();
        if !duel.is_berserk(unit) {
            return Some(Next::Ask(duel.get(unit).side, choice));
        }
        let answer = planner::answer(duel, &choice);
        let resumed = duel.answer(self, &choice, &answer);
        *self = resumed.unwrap_or_default();
        None
    }

    /// Has a casket lose cards, as its side chooses (§7).
    fn lose(
        &mut self,
        unit: UnitId,
        points: u16,
        by: Option<UnitId>,
        duel: &Duel,
        dice: &mut impl Roll,
    ) -> Option<Next> {
        let machine = duel.get(unit);
        if points == 0 || !machine.is_up() {
            return None;
        }
        if !duel.is_casket(unit) {
            return Some(Next::Event(Event::Struck { unit, points, by }));
        }
        let piles = machine.piles();
        let (hand, deck) = (piles.hand.len(), piles.deck.len());
        let owed = usize::from(points);
        if owed >= hand + deck {
            let wasted = (owed - hand - deck) as u16;
            return Some(Next::Event(self.all_lost(unit, wasted, by, duel, dice)));
        }
        if hand == 0 {
            return Some(Next::Event(lost(duel, unit, Vec::new(), owed, 0, by)));
        }
        self.ask(duel, Choice::Lose(unit, points))
    }

    /// Has a casket lose all that it has; where the switch says so, what is left is paid from a new deck (C7).
    fn all_lost(
        &mut self,
        unit: UnitId,
        wasted: u16,
        by: Option<UnitId>,
        duel: &Duel,
        dice: &mut impl Roll,
    ) -> Event {
        let piles = duel.get(unit).piles();
        let reshuffles = duel.content.figures.switches.overflow == Overflow::Reshuffles;
        if reshuffles && !piles.discard.is_empty() && wasted > 0 {
            // What it has now is lost first, into a pile that is shuffled with the rest.
            self.0.push(Task::Lose {
                unit,
                points: wasted,
                by,
            });
            let mut event = shuffled(duel, unit, false, dice);
            if let Event::Reshuffled { deck, .. } = &mut event {
                deck.retain(|no| !piles.hand.contains(no));
            }
            self.0.push(Task::emit(event));
            return lost(duel, unit, piles.hand.clone(), piles.deck.len(), 0, by);
        }
        lost(duel, unit, piles.hand.clone(), piles.deck.len(), wasted, by)
    }

    /// Has a unit take damage that ignores Defence, and mark a component (§7). What it absorbs, it absorbs of
    /// this, too (ours): damage is damage.
    fn harm(
        &mut self,
        unit: UnitId,
        points: u16,
        part: Option<Part>,
        by: Option<UnitId>,
        duel: &Duel,
    ) {
        if points == 0 || !duel.get(unit).is_up() {
            return;
        }
        let least = u16::from(duel.content.figures.switches.absorb_to_minimum);
        let absorbed = deed::absorbing(duel, unit).max(0).cast_unsigned();
        let absorbed = absorbed.min(points - least);
        let (points, damage) = (points - absorbed, points - absorbed);
        let mut tasks = Vec::new();
        if absorbed > 0 {
            let points = absorbed;
            tasks.push(Task::emit(Event::Absorbed { unit, points }));
        }
        if let Some(part) = part.filter(|_| duel.is_casket(unit) && points > 0) {
            let before = duel.get(unit).body().part(part).damage;
            let merit = score::for_part(duel, (unit, part), (before, damage), by);
            tasks.push(Task::emit(Event::Marked {
                unit,
                part,
                damage,
                by,
            }));
            tasks.extend(merit.map(Task::emit));
        }
        tasks.push(Task::Lose { unit, points, by });
        self.push_all(tasks);
    }

    /// Has a casket gain Heat, unless a reaction makes that a loss (§9, Cold Reserve).
    fn gain(
        &mut self,
        unit: UnitId,
        points: u8,
        cause: Cause,
        is_asked: bool,
        duel: &Duel,
    ) -> Option<Next> {
        if points == 0 || !duel.get(unit).is_up() || !duel.is_casket(unit) {
            return None;
        }
        let threat = Threat::Heat(points);
        let may_react = || duel.is_asked_anyway(unit) || !duel.reactions(unit, &threat).is_empty();
        if !is_asked && may_react() {
            self.0.push(Task::Gain {
                unit,
                points,
                cause,
                is_asked: true,
            });
            return self.ask(duel, Choice::React(unit, threat));
        }
        let (by, dice) = (points.into(), Vec::new());
        Some(Next::Event(Event::Heated {
            unit,
            by,
            cause,
            dice,
        }))
    }

    /// Draws cards, one after another; the deck is reshuffled where it is empty (§3).
    fn draw(
        &mut self,
        unit: UnitId,
        left: u8,
        mut drawn: Vec<CardNo>,
        duel: &Duel,
        dice: &mut impl Roll,
    ) -> Option<Event> {
        let piles = duel.get(unit).piles();
        if !duel.get(unit).is_up() || !duel.is_casket(unit) {
            return None;
        }
        let rest = &piles.deck[..piles.deck.len().saturating_sub(drawn.len())];
        let count = usize::from(left).min(rest.len());
        drawn.extend(rest.iter().rev().take(count));
        let left = left - count as u8;
        if left > 0 && !piles.discard.is_empty() {
            self.0.push(Task::Draw {
                unit,
                left,
                drawn: Vec::new(),
            });
            self.0.push(Task::emit(shuffled(duel, unit, false, dice)));
        }
        (!drawn.is_empty()).then_some(Event::Drew { unit, cards: drawn })
    }

    /// Has a unit go on with its steps; it stops where it cannot.
    fn march(
        &mut self,
        unit: UnitId,
        mut path: Vec<Direction>,
        how: How,
        duel: &Duel,
    ) -> Option<Event> {
        let direction = path.pop()?;
        let machine = duel.get(unit);
        if !machine.is_up() {
            return None;
        }
        let flies = how == How::Flew;
        // Whoever passes others has to get beyond them.
        let mut at = machine.tile();
        let mut steps = vec![direction];
        loop {
            at = duel.step(at, *steps.last()?)?;
            let is_free = duel.at(at).is_none_or(|other| other.id == unit);
            if is_free && !(flies && duel.ground(at).wall) {
                break;
            }
            if how == How::Pushed || !duel.may_pass(unit, at, flies, false) {
                return None;
            }
            steps.push(path.pop()?);
        }
        if !flies && duel.ground(at).wall {
            return None;
        }
        if !path.is_empty() {
            self.0.push(Task::March { unit, path, how });
        }
        if turn::burns_on_entry(duel) && duel.tile_state(at).fire > 0 {
            self.0.push(Task::Burn(unit));
        }
        Some(Event::Moved {
            unit,
            to: at,
            how,
            sp: 0,
        })
    }

    /// Disables units that are broken, one after another (§7).
    fn judge(&mut self, duel: &Duel) -> Option<Event> {
        let broken = duel
            .standing()
            .find(|machine| duel.is_broken(machine.id))?
            .id;
        self.0.push(Task::Judge);
        let by = duel.get(broken).body().hurt_by;
        if let Some(event) = score::for_disabled(duel, broken, by) {
            self.0.push(Task::emit(event));
        }
        Some(Event::Disabled { unit: broken, by })
    }

    /// Has a unit act that no side orders, as the computer chooses (clarification 17).
    fn rampage(&mut self, unit: UnitId, duel: &Duel) {
        let order = planner::rampage(duel, unit);
        let plan = duel.check(unit, &order);
        let plan = plan.unwrap_or_else(|_| Self::end_of_turn(unit));
        self.0.extend(plan.0);
    }
}

/// Makes the event of a loss: cards of the hand, and so many from the top of the deck.
fn lost(
    duel: &Duel,
    unit: UnitId,
    hand: Vec<CardNo>,
    deck: usize,
    wasted: u16,
    by: Option<UnitId>,
) -> Event {
    let piles = duel.get(unit).piles();
    let deck = piles.deck.iter().rev().take(deck).copied().collect();
    Event::Lost {
        unit,
        hand,
        deck,
        wasted,
        by,
    }
}

/// Shuffles the discard pile of a casket and the damage cards that it owes into a deck; before the first round,
/// its deck (§3, §7; clarification 10).
fn shuffled(duel: &Duel, unit: UnitId, is_first: bool, dice: &mut impl Roll) -> Event {
    let piles = duel.get(unit).piles();
    let wounds = match is_first {
        true => Vec::new(),
        false => turn::owed(duel, unit, dice),
    };
    let mut deck = match is_first {
        true => piles.deck.clone(),
        false => piles.discard.clone(),
    };
    let first = piles.cards.len();
    deck.extend((first..first + wounds.len()).map(|at| CardNo(at as u8)));
    for last in (1..deck.len()).rev() {
        let at = dice.die(Label::Shuffle, last as u32 + 1) as usize - 1;
        deck.swap(at, last);
    }
    Event::Reshuffled { unit, wounds, deck }
}
