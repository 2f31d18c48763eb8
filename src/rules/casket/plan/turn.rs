//! Rounds and turns: initiative, what begins and ends them, terrain (§2, §6, §8).
//!
//! **Invariant:** the steps of a turn are those of the reference, (a) to (h), in that order.

use crate::battle::board::TileState;
use crate::battle::dice::{Label, Roll};
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{Side, UnitId};
use crate::rules::casket::content::{CardId, DamageCards, FireBurns, MonsterId, Trait};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::event::{Cause, Event, Initiative};
use crate::rules::casket::machine::{Build, CardNo, Part, Physical};
use crate::rules::casket::order::Choice;
use crate::rules::casket::plan::deed::Deed;
use crate::rules::casket::plan::{Next, Plan, Task};
use crate::rules::casket::score;

/// Turns for which a hex burns, as the board counts them: until water puts it out.
pub(in crate::rules::casket) const BURNING: u8 = u8::MAX;

/// Rolls for initiative; ties roll again among themselves (§2, clarification 11).
pub(super) fn begin_round(duel: &Duel, dice: &mut impl Roll) -> Event {
    let acting = duel
        .standing()
        .filter(|machine| duel.build(machine.id).acts());
    let mut order: Vec<_> = acting
        .map(|machine| Initiative {
            unit: machine.id,
            rolls: Vec::new(),
            modifier: duel.initiative(machine.id),
        })
        .collect();
    roll_off(&mut order, dice, 0);
    Event::RoundBegan {
        number: duel.round + u16::from(duel.progress.is_dealt),
        order,
    }
}

/// Most rolls by which ties are broken; whoever is still equal goes by id.
const MOST_ROLLS: usize = 50;

/// Has units roll and sorts them, highest first; those that tie roll again.
fn roll_off(group: &mut [Initiative], dice: &mut impl Roll, depth: usize) {
    if group.len() < 2 && depth > 0 || depth > MOST_ROLLS {
        return;
    }
    for one in group.iter_mut() {
        one.rolls.push(dice.die(Label::Initiative, 6) as u8);
    }
    let sum = |one: &Initiative| i16::from(one.rolls.last().copied().unwrap_or(0)) + one.modifier;
    group.sort_by_key(|one| std::cmp::Reverse(sum(one)));
    let mut first = 0;
    while first < group.len() {
        let tied = group[first..]
            .iter()
            .take_while(|one| sum(one) == sum(&group[first]))
            .count();
        if tied > 1 {
            roll_off(&mut group[first..first + tied], dice, depth + 1);
        }
        first += tied;
    }
}

/// Most physical cards of a casket, which are numbered by bytes; further damage cards stay away.
const MOST_CARDS: usize = 250;

/// Lists the damage cards that a casket brings into its deck when it reshuffles (§7, clarification 10).
pub(super) fn owed(duel: &Duel, unit: UnitId, dice: &mut impl Roll) -> Vec<Physical> {
    let mut wounds = Vec::new();
    for part in [Part::RightArm, Part::LeftArm, Part::Chassis, Part::Legs] {
        let Some(tier) = duel.state(unit, part).tier() else {
            continue;
        };
        let kinds: Vec<CardId> = duel.content.damage_cards(part.limb(), tier).collect();
        for _ in 0..duel.owed_by(unit, part) {
            if duel.get(unit).piles().cards.len() + wounds.len() >= MOST_CARDS {
                break;
            }
            let at = match kinds.len() {
                0 => break,
                1 => 0,
                count => dice.die(Label::Wound, count as u32) as usize - 1,
            };
            wounds.push(Physical {
                card: kinds[at],
                arm: Some(part),
            });
        }
    }
    wounds
}

impl Duel<'_> {
    /// Returns how many damage cards a component still brings at the next reshuffle (§7, C6).
    pub fn owed_by(&self, unit: UnitId, part: Part) -> u8 {
        let wear = self.get(unit).body().part(part);
        let figures = &self.content.figures;
        let count = match figures.switches.damage_cards {
            DamageCards::HalfDamage => (wear.damage / 2).min(20) as u8,
            DamageCards::ByTier => {
                let from = &figures.parts.from;
                let reached = from.iter().filter(|&&least| wear.damage >= least.into());
                match reached.count() {
                    0 => 0,
                    tier => figures.parts.cards[tier - 1],
                }
            }
        };
        count.saturating_sub(wear.issued)
    }
}

/// Turns a casket that ends its turn on ice, if it slips, and says what it rolled (§6).
pub(super) fn slip(unit: UnitId, duel: &Duel, dice: &mut impl Roll) -> Option<Event> {
    if !duel.get(unit).is_up() {
        return None;
    }
    let roll = dice.die(Label::Fx, 6) as u8;
    // Who keeps its footing, or slips to where it faced, shows its roll all the same.
    let facing = match roll >= duel.content.figures.ground.ice_holds {
        true => duel.get(unit).now.facing,
        false => Direction::new(dice.die(Label::Fx, 6) as u8 - 1),
    };
    let (sp, roll) = (0, Some(roll));
    Some(Event::Turned {
        unit,
        facing,
        sp,
        roll,
    })
}

/// Has a fire spread to a random neighbor, unless that is water, a wall, or burns (§6).
pub(super) fn spread(tile: TileId, duel: &Duel, dice: &mut impl Roll) -> Option<Event> {
    let roll = dice.die(Label::Spread, 6) as u8;
    let to = duel.step(tile, Direction::new(roll - 1))?;
    let (ground, state) = (duel.ground(to), duel.tile_state(to));
    let catches = !ground.water && !ground.wall && state.fire == 0;
    catches.then_some(Event::Ground {
        tile: to,
        state: TileState {
            fire: BURNING,
            ..state
        },
        roll: Some(roll),
    })
}

/// Has smoke clear, perhaps (§6).
pub(super) fn clear(tile: TileId, duel: &Duel, dice: &mut impl Roll) -> Option<Event> {
    let roll = dice.die(Label::Spread, 6) as u8;
    let state = duel.tile_state(tile);
    let clears = roll >= duel.content.figures.ground.smoke_clears && state.smoke > 0;
    clears.then_some(Event::Ground {
        tile,
        state: TileState { smoke: 0, ..state },
        roll: Some(roll),
    })
}

impl Plan {
    /// Begins the turn of a unit: (a) to (c).
    pub(super) fn begin_turn(&mut self, unit: UnitId, duel: &Duel) -> Event {
        if duel.get(unit).is_up() {
            self.push_all([
                Task::BoilOver(unit),
                Task::Judge,
                Task::Warm(unit),
                Task::Judge,
            ]);
        }
        Event::TurnBegan { unit }
    }

    /// Asks a casket that boils over whether it skips its turn (§8).
    pub(super) fn boil_over(&mut self, unit: UnitId, duel: &Duel) -> Option<Next> {
        let is_hot = duel.get(unit).body().heat >= duel.content.figures.heat.boil_over;
        match is_hot && duel.is_casket(unit) {
            true => self.ask(duel, Choice::BoilOver(unit)),
            false => None,
        }
    }

    /// Has a casket skip its turn and lose its Heat, or take damage (§8, clarification 11).
    pub(super) fn boiled_over(&mut self, unit: UnitId, skips: bool, duel: &Duel) -> Event {
        if skips {
            self.0.clear();
            self.push_all([
                Task::Ground(unit),
                Task::Judge,
                Task::DrawUp(unit),
                Task::emit(Event::TurnEnded { unit }),
            ]);
        } else {
            let points = duel.content.figures.heat.boil_damage.into();
            let part = Some(Part::Chassis);
            self.0.push(Task::Harm {
                unit,
                points,
                part,
                by: None,
            });
        }
        Event::BoiledOver { unit, skips }
    }

    /// Warms a casket by its damage cards, draws a monster's attack, and has a foe steer.
    pub(super) fn warm(&mut self, unit: UnitId, duel: &Duel, dice: &mut impl Roll) -> Option<Next> {
        if !duel.get(unit).is_up() {
            return None;
        }
        if let Build::Monster(monster) = duel.build(unit) {
            return Some(Next::Event(draw_strike(duel, unit, *monster, dice)));
        }
        let points = duel.heat_per_turn(unit);
        let cause = Cause::Wound;
        self.0.push(Task::Steer(unit));
        self.0.push(Task::Gain {
            unit,
            points,
            cause,
            is_asked: false,
        });
        None
    }

    /// Asks the side of the nearest foe what a casket does that it steers (§8, Strayed).
    pub(super) fn steer(&mut self, unit: UnitId, duel: &Duel) -> Option<Next> {
        let side = nearest_foe(duel, unit)?;
        let steers =
            duel.get(unit).is_up() && !duel.is_berserk(unit) && duel.has(unit, Trait::Steered);
        steers.then_some(Next::Ask(side, Choice::Steer(unit)))
    }

    /// Rolls a Backfire, where more than the Safe SP was spent: (f).
    pub(super) fn backfire(
        &mut self,
        unit: UnitId,
        duel: &Duel,
        dice: &mut impl Roll,
    ) -> Option<Event> {
        let machine = duel.get(unit);
        let is_due = duel.is_casket(unit) && machine.body().spent > duel.safe_sp(unit);
        if !machine.is_up() || !is_due {
            return None;
        }
        let roll = dice.die(Label::Backfire, 6) as u8;
        let sum = i16::from(roll) + duel.backfire_modifier(unit);
        let row = duel.backfire_row(unit, sum)?;
        let deed = Deed::to_itself(unit, CardId::default(), Cause::Backfire);
        let effects = duel.backfire_effects(unit, row).iter();
        let tasks =
            effects.map(|effect| Task::Effect(Box::new(deed.clone()), Box::new(effect.clone())));
        self.push_all(tasks.collect::<Vec<_>>());
        Some(Event::Backfired {
            unit,
            roll,
            sum,
            row,
        })
    }

    /// Has the hex of a unit do what it does at the end of a turn: (g).
    pub(super) fn ground(&mut self, unit: UnitId, duel: &Duel) -> Option<Event> {
        let machine = duel.get(unit);
        if !machine.is_up() {
            return None;
        }
        let (figures, tile) = (&duel.content.figures.ground, machine.tile());
        let ground = duel.ground(tile);
        if duel.tile_state(tile).fire > 0 {
            self.burn(unit, duel);
        }
        let cools = match () {
            () if !duel.is_casket(unit) => 0,
            () if ground.water => figures.water_cools,
            () if ground.ice => figures.ice_cools,
            () => 0,
        };
        if ground.ice && duel.is_casket(unit) {
            self.0.push(Task::Slip(unit));
        }
        let by = -i16::from(cools.min(machine.body().heat));
        let cause = if ground.water {
            Cause::Water
        } else {
            Cause::Ice
        };
        let dice = Vec::new();
        (by < 0).then_some(Event::Heated {
            unit,
            by,
            cause,
            dice,
        })
    }

    /// Has a fire burn a unit (§6).
    pub(super) fn burn(&mut self, unit: UnitId, duel: &Duel) {
        let figures = &duel.content.figures.ground;
        self.push_all([
            Task::Harm {
                unit,
                points: figures.fire_damage.into(),
                part: None,
                by: None,
            },
            Task::Gain {
                unit,
                points: figures.fire_heat,
                cause: Cause::Fire,
                is_asked: false,
            },
        ]);
    }

    /// Has a casket draw or discard to the size of its hand: (h).
    pub(super) fn draw_up(&mut self, unit: UnitId, duel: &Duel) -> Option<Next> {
        let machine = duel.get(unit);
        if !machine.is_up() || !duel.is_casket(unit) {
            return None;
        }
        let (held, size) = (
            machine.piles().hand.len(),
            usize::from(duel.hand_size(unit)),
        );
        match held.checked_sub(size) {
            Some(0) => None,
            Some(over) => self.ask(duel, Choice::Keep(unit, over as u8)),
            None => {
                let left = (size - held) as u8;
                let drawn = Vec::<CardNo>::new();
                self.0.push(Task::Draw { unit, left, drawn });
                None
            }
        }
    }

    /// Ends a round: terrain, abilities, objectives (§2).
    pub(super) fn end_round(&mut self, duel: &Duel) -> Event {
        let mut tasks = Vec::new();
        let all: Vec<_> = duel.grid.tiles().collect();
        let is_wet = |tile: TileId| {
            duel.grid
                .neighbors(tile)
                .any(|(_, other)| duel.ground(other).water)
        };
        let burning: Vec<_> = all
            .iter()
            .copied()
            .filter(|&tile| duel.tile_state(tile).fire > 0)
            .collect();
        for &tile in burning.iter().filter(|&&tile| is_wet(tile)) {
            let state = TileState {
                fire: 0,
                ..duel.tile_state(tile)
            };
            tasks.push(Task::emit(Event::Ground {
                tile,
                state,
                roll: None,
            }));
        }
        let spreading = burning.into_iter().filter(|&tile| !is_wet(tile));
        tasks.extend(spreading.map(Task::Spread));
        let smoking = all
            .into_iter()
            .filter(|&tile| duel.tile_state(tile).smoke > 0);
        tasks.extend(smoking.map(Task::Clear));
        for machine in duel.standing() {
            let unit = machine.id;
            let wound = duel.wounds_in_discard(unit).next();
            if let Some(no) = wound.filter(|_| duel.has(unit, Trait::Mends)) {
                tasks.push(Task::emit(Event::Repaired {
                    unit,
                    cards: vec![no],
                }));
            }
        }
        tasks.extend(score::for_objectives(duel).into_iter().map(Task::emit));
        tasks.push(Task::RoundOver);
        self.push_all(tasks);
        Event::RoundEnded
    }
}

/// Draws the attack of a monster for this turn, by weight (clarification 18).
fn draw_strike(duel: &Duel, unit: UnitId, monster: MonsterId, dice: &mut impl Roll) -> Event {
    let attacks = &duel.content.monster(monster).attacks;
    let weights: u32 = attacks.iter().map(|strike| u32::from(strike.weight)).sum();
    let roll = match attacks.len() {
        1 => 1,
        _ => dice.die(Label::Intent, weights.max(1)),
    };
    let mut left = roll;
    let drawn = attacks.iter().find(|strike| {
        let is_it = left <= u32::from(strike.weight);
        left = left.saturating_sub(strike.weight.into());
        is_it
    });
    Event::StrikeDrawn {
        unit,
        roll: roll.min(255) as u8,
        card: drawn.map_or_else(CardId::default, |strike| strike.card),
    }
}

/// Returns the side of the foe nearest to a unit, the lowest id of equals.
fn nearest_foe(duel: &Duel, unit: UnitId) -> Option<Side> {
    let tile = duel.get(unit).tile();
    let orders = |id: UnitId| duel.is_casket(id) && !duel.is_berserk(id);
    let foes = duel.foes(unit).filter(|machine| orders(machine.id));
    let nearest = foes.min_by_key(|machine| (duel.grid.distance(machine.tile(), tile), machine.id));
    nearest.map(|machine| machine.side)
}

/// Whether a fire burns whoever enters it (C10).
pub(super) fn burns_on_entry(duel: &Duel) -> bool {
    duel.content.figures.switches.fire == FireBurns::Crossing
}
