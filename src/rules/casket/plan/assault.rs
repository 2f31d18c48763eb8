//! An attack of a card on one target: guard, reaction, hits, damage, and what follows (§4).
//!
//! **Invariant:** one reaction per trigger; it meets the first hit that lands, and only a natural 6 on that hit
//! returns it (clarifications 1 to 3).

use serde::{Deserialize, Serialize};

use crate::battle::dice::{Label, Roll};
use crate::battle::unit::UnitId;
use crate::rules::casket::attack::{Blow, Odds};
use crate::rules::casket::content::{Area, Card, CardId, Effect, Kind, Trait};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::event::{Attack, Cause, Event};
use crate::rules::casket::machine::{CardNo, Part};
use crate::rules::casket::order::{Choice, Threat};
use crate::rules::casket::plan::deed::{Deed, absorbing, blow_of, is_absorbing};
use crate::rules::casket::plan::{Next, Plan, Task};
use crate::rules::casket::score;

/// An attack on one target that goes on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Assault {
    /// What attacks whom.
    pub blow: Blow,
    /// The card that is played.
    pub deed: Deed,
    /// Hits that are still to be struck.
    pub hits: u8,
    /// Hits that landed.
    pub landed: u8,
    /// Damage of them.
    pub damage: u16,
    /// What they mark.
    pub marks: Vec<(Part, u16)>,
    /// The reaction.
    pub reaction: Option<Reaction>,
    /// How far it is.
    pub stage: Stage,
    /// Whether it strikes others besides the target of the card.
    pub is_besides: bool,
    /// Whether it answers an attack; nobody reacts to it.
    pub is_counter: bool,
}

/// A reaction that was committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reaction {
    /// The card.
    pub no: CardNo,
    /// Which it is.
    pub card: CardId,
    /// Whether the first hit has not landed yet.
    pub is_pending: bool,
}

/// How far an attack is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// Somebody may take it for the target.
    Guard,
    /// The target may react.
    React,
    /// Hits are rolled.
    Hit,
    /// Damage is done.
    Damage,
    /// What the reaction costs.
    After,
}

impl Assault {
    /// Begins an attack of a card on a target.
    pub(super) fn of(deed: &Deed, card: &Card, target: UnitId, base: i16, hits: u8) -> Self {
        let stage = match card.area {
            Area::Single => Stage::Guard,
            _ => Stage::React,
        };
        Self {
            blow: blow_of(deed, card.kind, target, base),
            deed: deed.clone(),
            hits,
            landed: 0,
            damage: 0,
            marks: Vec::new(),
            reaction: None,
            stage,
            is_besides: false,
            is_counter: false,
        }
    }

    fn threat(&self) -> Threat {
        Threat::Attack(self.blow)
    }
}

impl Plan {
    /// Returns the attack that goes on, if one does.
    pub(in crate::rules::casket) fn blow(&self) -> Option<&Blow> {
        self.0.iter().rev().find_map(|task| match task {
            Task::Assault(assault) => Some(&assault.blow),
            _ => None,
        })
    }

    /// Goes on with an attack.
    pub(super) fn assault(
        &mut self,
        mut assault: Assault,
        duel: &Duel,
        dice: &mut impl Roll,
    ) -> Option<Next> {
        let target = assault.blow.target;
        match assault.stage {
            Stage::Guard => {
                assault.stage = Stage::React;
                let guards = guards(duel, &assault);
                self.0.push(Task::Assault(Box::new(assault)));
                match guards.is_empty() {
                    true => None,
                    false => self.ask(duel, Choice::Guard(target, guards)),
                }
            }
            Stage::React => {
                assault.stage = Stage::Hit;
                let threat = assault.threat();
                let may_react =
                    || duel.is_asked_anyway(target) || !duel.reactions(target, &threat).is_empty();
                let asks = !assault.is_counter && may_react();
                self.0.push(Task::Assault(Box::new(assault)));
                match asks {
                    true => self.ask(duel, Choice::React(target, threat)),
                    false => None,
                }
            }
            Stage::Hit => self.hit(assault, duel, dice).map(Next::Event),
            Stage::Damage => {
                self.damage(assault, duel);
                None
            }
            Stage::After => {
                self.after(&assault, duel);
                None
            }
        }
    }

    /// Commits a reaction to what waits (§4), or none.
    pub(super) fn reacted(
        &mut self,
        unit: UnitId,
        no: Option<CardNo>,
        duel: &Duel,
    ) -> Option<Event> {
        let no = no?;
        let card = duel.get(unit).piles().get(no).card;
        let effects = &duel.card(card).effects;
        match self.0.last_mut()? {
            Task::Assault(assault) => {
                for effect in effects {
                    match effect {
                        Effect::Reduce(points) => assault.blow.reduced += i16::from(*points),
                        Effect::Evade(points) => assault.blow.evaded += i16::from(*points),
                        _ => {}
                    }
                }
                assault.reaction = Some(Reaction {
                    no,
                    card,
                    is_pending: true,
                });
                let counter = counter(duel, assault, no);
                self.0.extend(counter);
            }
            Task::Gain { points, .. } => {
                let cools = effects.iter().find_map(|effect| match effect {
                    Effect::CoolInstead(points) => Some(*points),
                    _ => None,
                });
                if let Some(cools) = cools {
                    *points = 0;
                    let by = -i16::from(cools.min(duel.get(unit).body().heat));
                    let (cause, dice) = (Cause::Reaction, Vec::new());
                    let event = Event::Heated {
                        unit,
                        by,
                        cause,
                        dice,
                    };
                    let tasks = put_away(duel, unit, no);
                    self.push_all(tasks);
                    // What is at Heat 0 has none to lose.
                    if by != 0 {
                        self.0.push(Task::emit(event));
                    }
                }
            }
            _ => return None,
        }
        Some(Event::Reacted { unit, no, card })
    }

    /// Has a guard take the attack that waits, or none (§9, Guardian's Defiance).
    pub(super) fn guarded(&mut self, guard: Option<UnitId>, _: &Duel) -> Option<Event> {
        let unit = guard?;
        let Some(Task::Assault(assault)) = self.0.last_mut() else {
            return None;
        };
        let ally = std::mem::replace(&mut assault.blow.target, unit);
        let attacker = assault.blow.attacker;
        // What else the card does to its target, it does to the guard.
        for task in &mut self.0 {
            if let Task::Effect(deed, _) = task
                && deed.unit == attacker
                && deed.aiming.target == Some(ally)
            {
                deed.aiming.target = Some(unit);
            }
        }
        let given = Trait::Guard;
        self.0.push(Task::emit(Event::Spent { unit, given }));
        Some(Event::Guarded { unit, ally })
    }

    /// Rolls one hit.
    fn hit(&mut self, mut assault: Assault, duel: &Duel, dice: &mut impl Roll) -> Option<Event> {
        let [attacker, target] = [assault.blow.attacker, assault.blow.target];
        let stands = duel.get(attacker).is_up() && duel.get(target).is_up();
        if assault.hits == 0 || !stands {
            assault.stage = Stage::Damage;
            self.0.push(Task::Assault(Box::new(assault)));
            return None;
        }
        assault.hits -= 1;
        let mut odds = duel.odds(&assault.blow);
        let roll = odds.to_hit.as_ref().map(|_| dice.die(Label::Hit, 6) as u8);
        let (hit, critical) = roll.map_or((true, false), |roll| odds.judge(roll));
        let mut events = Vec::new();
        let blow = assault.blow;
        if hit && let Some(reaction) = assault.reaction.filter(|one| one.is_pending) {
            if critical {
                // It comes too late: it returns to hand, without effect or cost.
                assault.blow.reduced = 0;
                assault.blow.evaded = 0;
                assault.reaction = None;
                odds = duel.odds(&assault.blow);
                let (unit, no, card) = (target, reaction.no, reaction.card);
                events.push(Event::Returned { unit, no, card });
            } else {
                assault.reaction = Some(Reaction {
                    is_pending: false,
                    ..reaction
                });
                events.extend(gifts(duel, target, reaction.card));
                // What else lands meets no reaction; evasion is for all shots.
                assault.blow.reduced = 0;
            }
        }
        let damage = if hit { odds.harm(critical) } else { 0 };
        let attack = Attack {
            blow: Blow { ..blow },
            odds,
            roll,
            hit,
            critical,
            damage,
        };
        if hit {
            assault.landed += 1;
            self.absorb(&mut assault, &attack.odds, damage, duel, &mut events);
        }
        self.0.push(Task::Assault(Box::new(assault)));
        self.push_all(events.into_iter().map(Task::emit).collect::<Vec<_>>());
        Some(Event::Attacked(Box::new(attack)))
    }

    /// Takes what a target absorbs off the damage of a hit, and notes the rest.
    fn absorb(
        &self,
        assault: &mut Assault,
        odds: &Odds,
        damage: u16,
        duel: &Duel,
        events: &mut Vec<Event>,
    ) {
        let unit = assault.blow.target;
        let least = match duel.content.figures.switches.absorb_to_minimum {
            true => odds.least.max(0).cast_unsigned().min(damage),
            false => 0,
        };
        let given = events.iter().filter_map(|event| match event {
            Event::Given { given, .. } => is_absorbing(*given),
            _ => None,
        });
        let all = absorbing(duel, unit).saturating_add(given.sum());
        // Earlier hits of the same card took their share already, which landed by their events.
        let absorbed = all.max(0).cast_unsigned().min(damage - least);
        if absorbed > 0 {
            events.push(Event::Absorbed {
                unit,
                points: absorbed,
            });
        }
        let left = damage - absorbed;
        assault.damage += left;
        if let Some(part) = odds.marks.filter(|_| left > 0) {
            assault.marks.push((part, left));
        }
    }

    /// Does the damage of all hits, marks components, and has hits do what else they do.
    fn damage(&mut self, mut assault: Assault, duel: &Duel) {
        let unit = assault.blow.target;
        let by = Some(assault.blow.attacker);
        let mut tasks = Vec::new();
        // A reaction that met no hit has its lasting effects all the same.
        if let Some(reaction) = assault.reaction.filter(|one| one.is_pending) {
            tasks.extend(gifts(duel, unit, reaction.card).into_iter().map(Task::emit));
        }
        let mut before = duel.get(unit).body().parts;
        for &(part, damage) in &assault.marks {
            tasks.push(Task::emit(Event::Marked {
                unit,
                part,
                damage,
                by,
            }));
            let wear = &mut before[part.index()].damage;
            let merit = score::for_part(duel, (unit, part), (*wear, damage), by);
            tasks.extend(merit.map(Task::emit));
            *wear = wear.saturating_add(damage);
        }
        let points = assault.damage;
        tasks.push(Task::Lose { unit, points, by });
        if assault.landed > 0 && !assault.is_besides && !assault.is_counter {
            let mut deed = assault.deed.clone();
            deed.aiming.target = Some(unit);
            deed.cause = Cause::Attack;
            let card = duel.card(assault.blow.card);
            tasks.extend(
                card.on_hit
                    .iter()
                    .map(|effect| Task::Effect(Box::new(deed.clone()), Box::new(effect.clone()))),
            );
        }
        assault.stage = Stage::After;
        tasks.push(Task::Assault(Box::new(assault)));
        self.push_all(tasks);
    }

    /// Pays what a reaction costs after the attack, and puts it away (§4).
    fn after(&mut self, assault: &Assault, duel: &Duel) {
        let Some(reaction) = assault.reaction else {
            return;
        };
        let tasks = put_away(duel, assault.blow.target, reaction.no);
        self.push_all(tasks);
    }
}

/// Lists what a reaction costs afterwards, and where it goes then (§4).
fn put_away(duel: &Duel, unit: UnitId, no: CardNo) -> Vec<Task> {
    let id = duel.get(unit).piles().get(no).card;
    let card = duel.card(id);
    let deed = Deed::to_itself(unit, id, Cause::Reaction);
    let effect = |effect: &Effect| Task::Effect(Box::new(deed.clone()), Box::new(effect.clone()));
    let mut tasks: Vec<_> = card.after.iter().map(effect).collect();
    if card.heat > 0 {
        tasks.push(Task::Gain {
            unit,
            points: card.heat,
            cause: Cause::Reaction,
            is_asked: false,
        });
    }
    tasks.push(Task::emit(Event::Settled { unit, no }));
    if duel.content.figures.switches.reactives_redraw {
        let (left, drawn) = (1, Vec::new());
        tasks.push(Task::Draw { unit, left, drawn });
    }
    tasks
}

/// Lists who may take an attack for its target: adjacent allies of it that guard.
fn guards(duel: &Duel, assault: &Assault) -> Vec<UnitId> {
    let target = assault.blow.target;
    if assault.is_counter || !duel.get(target).is_up() {
        return Vec::new();
    }
    let side = duel.get(target).side;
    duel.neighbors(target)
        .filter(|machine| machine.side == side && machine.id != assault.blow.attacker)
        .filter(|machine| duel.has(machine.id, Trait::Guard))
        .map(|machine| machine.id)
        .collect()
}

/// Makes the attack by which a reaction answers an attack, if it does.
fn counter(duel: &Duel, assault: &Assault, no: CardNo) -> Option<Task> {
    let [attacker, target] = [assault.blow.attacker, assault.blow.target];
    let physical = duel.get(target).piles().get(no);
    let card = duel.card(physical.card);
    let damage = card.effects.iter().find_map(|effect| match effect {
        Effect::Counter(damage) => Some(*damage),
        _ => None,
    })?;
    let is_near = duel
        .grid
        .distance(duel.get(attacker).tile(), duel.get(target).tile())
        == 1;
    let mut deed = Deed::to_itself(target, physical.card, Cause::Reaction);
    deed.physical = physical;
    let mut counter = Assault::of(&deed, card, attacker, damage.into(), 1);
    counter.blow.kind = Kind::Melee;
    counter.stage = Stage::Hit;
    counter.is_counter = true;
    is_near.then(|| Task::Assault(Box::new(counter)))
}

/// Lists what a reaction gives its casket.
fn gifts(duel: &Duel, unit: UnitId, card: CardId) -> Vec<Event> {
    let deed = Deed::to_itself(unit, card, Cause::Reaction);
    let gift = |effect: &Effect| match effect {
        Effect::Give(_, given, span) => Some(Event::Given {
            unit: deed.unit,
            given: *given,
            until: super::deed::until(*span),
        }),
        _ => None,
    };
    duel.card(card).effects.iter().filter_map(gift).collect()
}
