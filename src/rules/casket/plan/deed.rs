//! Cards that are played, and their effects one by one.
//!
//! **Invariant:** an effect does what its word says, whatever card it is on.

use serde::{Deserialize, Serialize};

use crate::battle::dice::{Label, Roll};
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::UnitId;
use crate::rules::casket::attack::Blow;
use crate::rules::casket::content::{Area, CardId, Effect, Kind, Span, Trait, Who};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::event::{Cause, Event, How};
use crate::rules::casket::machine::{Part, Physical, Until};
use crate::rules::casket::order::{Aiming, Source};
use crate::rules::casket::plan::assault::Assault;
use crate::rules::casket::plan::{Plan, Task};

/// Who does something, by which card, to whom.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deed {
    /// Who.
    pub unit: UnitId,
    /// By which card and arm.
    pub physical: Physical,
    /// What it was aimed at.
    pub aiming: Aiming,
    /// What changes Heat by it.
    pub cause: Cause,
}

impl Deed {
    /// A card that is played.
    pub(in crate::rules::casket) fn of(unit: UnitId, physical: Physical, aiming: Aiming) -> Self {
        Self {
            unit,
            physical,
            aiming,
            cause: Cause::Card,
        }
    }

    /// Something that a casket does to itself, or a table to it.
    pub(super) fn to_itself(unit: UnitId, card: CardId, cause: Cause) -> Self {
        Self {
            unit,
            physical: Physical::universal(card),
            aiming: Aiming::default(),
            cause,
        }
    }
}

impl Plan {
    /// Plays a card: its moves, its attacks, its effects, its Heat, and where it goes then (§3, clarification 9).
    pub(super) fn play(&mut self, deed: Deed, source: Source, sp: u8, duel: &Duel) -> Event {
        let Deed { unit, physical, .. } = deed;
        let card = duel.card(physical.card);
        let event = Event::Played {
            unit,
            source,
            card: physical.card,
            sp,
            target: deed.aiming.target,
            tile: deed.aiming.tile,
        };
        let each = |effects: &[Effect]| -> Vec<Task> {
            let effect =
                |effect: &Effect| Task::Effect(Box::new(deed.clone()), Box::new(effect.clone()));
            effects.iter().map(effect).collect()
        };
        let mut tasks = each(&card.first);
        if card.is_attack() {
            tasks.push(Task::Attack(Box::new(deed.clone())));
        }
        tasks.extend(each(&card.effects));
        tasks.extend(used_up(duel, &deed).map(Task::emit));
        if card.heat > 0 {
            tasks.push(Task::Gain {
                unit,
                points: card.heat,
                cause: Cause::Card,
                is_asked: false,
            });
        }
        if let Source::Hand(no) = source {
            tasks.push(Task::emit(Event::Settled { unit, no }));
            tasks.push(Task::Draw {
                unit,
                left: 1,
                drawn: Vec::new(),
            });
        }
        tasks.push(Task::Judge);
        self.push_all(tasks);
        event
    }

    /// Has a card attack: each target that it was aimed at, or all in its area.
    pub(super) fn attack(&mut self, deed: &Deed, duel: &Duel) {
        let card = duel.card(deed.physical.card);
        let base = i16::from(card.damage.unwrap_or(0));
        let aiming = &deed.aiming;
        if card.area != Area::Single {
            let from = duel.get(deed.unit).tile();
            let struck = duel.struck(deed.unit, card, from, aiming);
            let assaults = struck.into_iter().map(|(target, base)| {
                Task::Assault(Box::new(Assault::of(deed, card, target, base, card.hits)))
            });
            let assaults: Vec<_> = assaults.collect();
            self.push_all(assaults);
            return;
        }
        let Some(target) = aiming.target else {
            if let Some(tile) = aiming.tile {
                self.0
                    .push(batter(duel, deed, tile, base * i16::from(card.hits)));
            }
            return;
        };
        let other = aiming
            .second
            .filter(|&second| card.split && second != target);
        let tasks: Vec<_> = match other {
            Some(second) => [(target, card.hits - 1), (second, 1)]
                .into_iter()
                .map(|(target, hits)| Assault::of(deed, card, target, base, hits))
                .map(|assault| Task::Assault(Box::new(assault)))
                .collect(),
            None => vec![Task::Assault(Box::new(Assault::of(
                deed, card, target, base, card.hits,
            )))],
        };
        self.push_all(tasks);
    }

    /// Has one effect happen.
    pub(super) fn effect(
        &mut self,
        deed: &Deed,
        effect: &Effect,
        duel: &Duel,
        dice: &mut impl Roll,
    ) -> Option<Event> {
        let unit = deed.unit;
        if !duel.get(unit).is_up() && effect.who() != Some(Who::Target) {
            return None;
        }
        match effect {
            Effect::Heat(who, points) => self.each(duel, deed, *who, |unit| Task::Gain {
                unit,
                points: *points,
                cause: deed.cause,
                is_asked: false,
            }),
            Effect::Cool(who, count, points) => {
                let whom = one(duel, deed, *who)?;
                let event = cooled(duel, whom, deed.cause, (*count, *points), dice);
                return event;
            }
            Effect::Vent(who) => self.each(duel, deed, *who, |unit| {
                let by = -i16::from(duel.get(unit).body().heat);
                let (cause, dice) = (deed.cause, Vec::new());
                Task::emit(Event::Heated {
                    unit,
                    by,
                    cause,
                    dice,
                })
            }),
            Effect::Taint(who, by) => {
                let caskets = whom(duel, deed, *who).into_iter();
                let caskets = caskets.filter(|&unit| duel.is_casket(unit));
                let tasks = caskets.map(|unit| Task::emit(Event::Tainted { unit, by: *by }));
                self.push_all(tasks.collect::<Vec<_>>());
            }
            Effect::Draw(who, cards) => self.each(duel, deed, *who, |unit| Task::Draw {
                unit,
                left: *cards,
                drawn: Vec::new(),
            }),
            Effect::DiscardHand => {
                let hand = duel.get(unit).piles().hand.clone();
                let (deck, is_random) = (Vec::new(), false);
                return (!hand.is_empty()).then_some(Event::Discarded {
                    unit,
                    hand,
                    deck,
                    is_random,
                });
            }
            Effect::DiscardRandom(who, cards) => {
                return discarded(duel, one(duel, deed, *who)?, *cards, dice);
            }
            Effect::Repair(who, _) => {
                let unit = one(duel, deed, *who)?;
                // What else the card did may have shuffled them away.
                let wounds: Vec<_> = duel.wounds_in_discard(unit).collect();
                let named = deed.aiming.repair.iter().copied();
                let cards: Vec<_> = named.filter(|no| wounds.contains(no)).collect();
                return (!cards.is_empty()).then_some(Event::Repaired { unit, cards });
            }
            Effect::Give(who, given, span) => self.each(duel, deed, *who, |unit| {
                let (given, until) = (*given, until(*span));
                Task::emit(Event::Given { unit, given, until })
            }),
            Effect::Harm(who, points, spot) => self.each(duel, deed, *who, |unit| Task::Harm {
                unit,
                points: (*points).into(),
                part: Part::of(*spot),
                by: None,
            }),
            Effect::Move(step) => {
                let how = if step.flies { How::Flew } else { How::Walked };
                let path = deed.aiming.path.iter().rev().copied().collect();
                self.0.push(Task::March { unit, path, how });
            }
            Effect::Turn(_) => {
                let facing = deed.aiming.facing?;
                return turned(duel, unit, facing);
            }
            Effect::Spin(sixths) => {
                let facing = duel.get(unit).now.facing.turned(*sixths);
                return turned(duel, unit, facing);
            }
            Effect::Teleport(count) => return teleported(duel, unit, *count, dice),
            Effect::Push(hexes) => self.push_away(duel, deed, *hexes),
            Effect::Second(damage) => {
                if let Some(target) = deed.aiming.second {
                    self.strike_besides(duel, deed, target, *damage);
                }
            }
            Effect::Splash(damage) => {
                let target = deed.aiming.target?;
                let tile = duel.get(target).tile();
                let around = duel.standing().filter(|machine| {
                    machine.id != unit
                        && machine.id != target
                        && duel.grid.distance(machine.tile(), tile) == 1
                });
                let spares = duel.content.figures.switches.areas_spare_allies;
                let around: Vec<_> = around
                    .map(|machine| machine.id)
                    .filter(|&id| !spares || duel.are_foes(unit, id))
                    .collect();
                for id in around.into_iter().rev() {
                    self.strike_besides(duel, deed, id, *damage);
                }
            }
            Effect::Roll(rows) => {
                let roll = dice.die(Label::Fx, 6) as u8;
                let row = rows.iter().find(|row| roll <= row.up_to);
                let effects = row.map_or(&[][..], |row| &row.effects);
                let tasks: Vec<_> = effects
                    .iter()
                    .map(|effect| Task::Effect(Box::new(deed.clone()), Box::new(effect.clone())))
                    .collect();
                self.push_all(tasks);
                return Some(Event::Rolled { unit, roll });
            }
            // What reactions do is part of the attack or gain that they answer.
            Effect::Reduce(_) | Effect::Evade(_) | Effect::Counter(_) | Effect::CoolInstead(_) => {}
        }
        None
    }

    /// Has a task done for each unit that an effect is for.
    fn each(&mut self, duel: &Duel, deed: &Deed, who: Who, task: impl Fn(UnitId) -> Task) {
        let units = whom(duel, deed, who);
        self.push_all(units.into_iter().map(task).collect::<Vec<_>>());
    }

    /// Has another unit take an attack of a card, with a base damage of its own (clarification 12).
    fn strike_besides(&mut self, duel: &Duel, deed: &Deed, target: UnitId, damage: u8) {
        if duel.get(target).is_up() {
            let card = duel.card(deed.physical.card);
            let mut assault = Assault::of(deed, card, target, damage.into(), 1);
            assault.blow.called = None;
            assault.is_besides = true;
            self.0.push(Task::Assault(Box::new(assault)));
        }
    }

    /// Pushes the target of a card straight away; what is in the way stops it (§6).
    fn push_away(&mut self, duel: &Duel, deed: &Deed, hexes: u8) {
        let Some(target) = deed.aiming.target else {
            return;
        };
        let [from, to] = [deed.unit, target].map(|id| duel.get(id).tile());
        let direction = duel.grid.direction_towards(from, to);
        let movable = duel.get(target).is_up() && duel.build(target).acts();
        if movable {
            let path = vec![direction; hexes.into()];
            let how = How::Pushed;
            self.0.push(Task::March {
                unit: target,
                path,
                how,
            });
        }
    }
}

/// Lists the traits that a card uses up which attacks: for all its targets and hits alike. Terrain takes nothing
/// of them.
fn used_up<'d>(duel: &'d Duel, deed: &Deed) -> impl Iterator<Item = Event> + use<'d> {
    let (unit, card) = (deed.unit, duel.card(deed.physical.card));
    let source = duel.content.source_of(deed.physical.card);
    let is_on_unit = card.area != Area::Single || deed.aiming.target.is_some();
    let attacks = card.is_attack() && is_on_unit;
    let is_used = move |given: Trait| match given {
        Trait::NextDamage(piece, _) => Some(piece) == source,
        other => other.is_spent_by_attack(),
    };
    let lasting = duel.get(unit).body().lasting.iter();
    lasting
        .filter(move |one| attacks && one.is_active() && is_used(one.given))
        .map(move |one| Event::Spent {
            unit,
            given: one.given,
        })
}

/// Makes the task of an attack on terrain: it hits by itself, without Defence (§6).
fn batter(duel: &Duel, deed: &Deed, tile: TileId, base: i16) -> Task {
    let mut state = duel.tile_state(tile);
    let damage = base.max(1).cast_unsigned();
    let wear = u16::from(state.wear) + damage;
    let broken = duel
        .ground(tile)
        .breaks
        .filter(|&(hp, _)| wear >= hp.into());
    (state.terrain, state.wear) = match broken {
        Some((_, rubble)) => (rubble, 0),
        None => (state.terrain, wear.min(u8::MAX.into()) as u8),
    };
    Task::emit(Event::Battered {
        tile,
        by: deed.unit,
        damage,
        state,
        breaks: broken.is_some(),
    })
}

/// Lists whom an effect is for, on the board, by id.
pub(super) fn whom(duel: &Duel, deed: &Deed, who: Who) -> Vec<UnitId> {
    let unit = deed.unit;
    let is_up = |id: &UnitId| duel.get(*id).is_up();
    match who {
        Who::Own => vec![unit],
        Who::Target => {
            let target = deed.aiming.target.unwrap_or(unit);
            vec![target].into_iter().filter(is_up).collect()
        }
        Who::Allies => duel
            .neighbors(unit)
            .filter(|machine| !duel.are_foes(unit, machine.id) && duel.is_casket(machine.id))
            .filter(|machine| machine.side == duel.get(unit).side)
            .map(|machine| machine.id)
            .collect(),
        Who::Foes => duel
            .neighbors(unit)
            .filter(|machine| duel.are_foes(unit, machine.id))
            .map(|machine| machine.id)
            .collect(),
    }
}

fn one(duel: &Duel, deed: &Deed, who: Who) -> Option<UnitId> {
    whom(duel, deed, who).first().copied()
}

pub(super) fn until(span: Span) -> Until {
    match span {
        Span::Turn => Until::Turn,
        Span::OwnTurn => Until::OwnTurn,
        Span::NextTurn => Until::NextTurn,
        Span::Round => Until::Rounds(1),
        Span::NextRound => Until::Rounds(2),
        Span::Battle => Until::Battle,
    }
}

/// Rolls three-sided dice: half of six-sided ones, rounded up (clarification 11).
fn three_sided(count: u8, dice: &mut impl Roll) -> Vec<u8> {
    let roll = |_| dice.die(Label::Cool, 6) as u8;
    (0..count).map(roll).collect()
}

/// Returns the sum of three-sided dice by the six-sided ones that were rolled.
pub(super) fn sum_of(dice: &[u8]) -> i16 {
    dice.iter().map(|&die| i16::from(die.div_ceil(2))).sum()
}

/// Lowers Heat, at most to 0.
fn cooled(
    duel: &Duel,
    unit: UnitId,
    cause: Cause,
    (count, points): (u8, u8),
    dice: &mut impl Roll,
) -> Option<Event> {
    let dice = three_sided(count, dice);
    let heat = i16::from(duel.get(unit).body().heat);
    let by = -(sum_of(&dice) + i16::from(points)).min(heat);
    (by < 0 || !dice.is_empty()).then_some(Event::Heated {
        unit,
        by,
        cause,
        dice,
    })
}

/// Discards random cards of the hand; where it is empty, the top of the deck (C5).
fn discarded(duel: &Duel, unit: UnitId, cards: u8, dice: &mut impl Roll) -> Option<Event> {
    let piles = duel.get(unit).piles();
    let mut left = piles.hand.clone();
    let mut hand = Vec::new();
    let mut deck = Vec::new();
    for _ in 0..cards {
        match left.len() {
            0 => {
                let next = piles.deck.iter().rev().nth(deck.len());
                deck.extend(next.copied());
            }
            1 => hand.push(left.remove(0)),
            count => {
                let at = dice.die(Label::Fx, count as u32) as usize - 1;
                hand.push(left.remove(at));
            }
        }
    }
    let is_random = true;
    (!hand.is_empty() || !deck.is_empty()).then_some(Event::Discarded {
        unit,
        hand,
        deck,
        is_random,
    })
}

fn turned(duel: &Duel, unit: UnitId, facing: Direction) -> Option<Event> {
    let is_other = duel.get(unit).now.facing != facing;
    let (sp, roll) = (0, None);
    (is_other && duel.get(unit).is_up()).then_some(Event::Turned {
        unit,
        facing,
        sp,
        roll,
    })
}

/// Has a casket jump in a random direction; where it cannot land, it lands before.
fn teleported(duel: &Duel, unit: UnitId, count: u8, dice: &mut impl Roll) -> Option<Event> {
    let direction = Direction::new(dice.die(Label::Fx, 6) as u8 - 1);
    let hexes = sum_of(&three_sided(count, dice));
    let mut at = duel.get(unit).tile();
    let mut to = None;
    for _ in 0..hexes {
        at = match duel.step(at, direction) {
            Some(next) => next,
            None => break,
        };
        if duel.at(at).is_none() && !duel.ground(at).wall {
            to = Some(at);
        }
    }
    let (to, how, sp) = (to?, How::Teleported, 0);
    Some(Event::Moved { unit, to, how, sp })
}

/// Makes a blow of a card.
pub(super) fn blow_of(deed: &Deed, kind: Kind, target: UnitId, base: i16) -> Blow {
    Blow {
        attacker: deed.unit,
        target,
        card: deed.physical.card,
        arm: deed.physical.arm,
        base,
        called: deed.aiming.called,
        kind,
        evaded: 0,
        reduced: 0,
    }
}

/// Returns how much damage a unit absorbs.
pub fn absorbing(duel: &Duel, unit: UnitId) -> i16 {
    let lasting = duel.get(unit).body().lasting.iter();
    lasting.filter_map(|one| is_absorbing(one.given)).sum()
}

/// Returns whether a trait that was given lasts for a number of hits only.
pub(super) fn is_absorbing(given: Trait) -> Option<i16> {
    match given {
        Trait::Absorb(points) => Some(points),
        _ => None,
    }
}
