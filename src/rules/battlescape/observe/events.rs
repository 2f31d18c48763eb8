//! What each event says.
//!
//! **Invariant:** every act is opened by one event and told its effects by those that follow it.

use bevy::prelude::World;

use super::{Onlooker, Opened, Wound, words};
use crate::battle::board::Board;
use crate::battle::grid::TileId;
use crate::battle::phase::Turn;
use crate::battle::sight;
use crate::battle::unit::{self, Roster, UnitId};
use crate::chronicle::record::Act;
use crate::chronicle::recorder::place;
use crate::content::terrain::Cover;
use crate::rules::battlescape::attack::{Arc as Flank, Attack, Modifier, Round};
use crate::rules::battlescape::event::{Cause, Event, Mark, Ricochet};
use crate::rules::battlescape::soldier::{Arms, Rulebook};

impl Onlooker {
    /// Notes an event that is about to be written.
    pub(super) fn note(&mut self, world: &World, event: &Event) {
        match event {
            Event::Stepped { unit, .. } => self.tally(world, *unit).hexes += 1,
            Event::TookCover { unit, .. } => self.tally(world, *unit).took_cover += 1,
            Event::WentProne { unit, .. } => self.tally(world, *unit).went_prone += 1,
            Event::Readied { unit, .. } => self.tally(world, *unit).readied += 1,
            Event::Panicked { unit, .. } => self.tally(world, *unit).panics += 1,
            Event::Pinned { units } => {
                for (unit, _) in units {
                    self.tally(world, *unit).pinned += 1;
                }
            }
            Event::Died { unit, by } => self.died(world, *unit, *by),
            Event::PhaseEnded { side } => {
                let own = world.resource::<Roster>().of_side(*side);
                self.rested.extend(own.map(|id| (*side, id)));
            }
            Event::Spotted { .. } => self.ask_later(world, event),
            Event::TurnBegan { .. } | Event::Ended { .. } => {
                self.count_standing(world);
                self.ask_later(world, event);
            }
            _ => self.note_act(world, event),
        }
    }

    fn ask_later(&mut self, world: &World, event: &Event) {
        let turn = world.resource::<Turn>().number;
        self.sights.push((turn, event.clone()));
    }

    /// Notes what somebody does, and what comes of it.
    fn note_act(&mut self, world: &World, event: &Event) {
        match event {
            Event::Fired {
                unit,
                target,
                mode,
                reaction,
                attack,
                ..
            } => {
                let weapon = self.words.weapon(unit::part::<Arms>(world, *unit).weapon);
                let mut act = self.act(world, *unit, weapon, words::mode(*mode), *target);
                act.reaction = *reaction;
                act.promised = Some(u16::from(attack.aim.chance) * 10);
                (act.cover, act.arc) = (cover_of(attack), arc_of(attack));
                self.units[unit.index()].opened = Opened::Volley(act);
            }
            Event::Shot {
                unit,
                target,
                round,
                ricochet,
            } => self.shot(world, *unit, *target, round, *ricochet),
            Event::Threw {
                unit,
                item,
                tile,
                attack,
                ..
            } => {
                let means = self.words.item(*item);
                let mut act = self.act(world, *unit, means, words::THROW, Mark::Hex(*tile));
                act.promised = Some(u16::from(attack.aim.chance) * 10);
                let index = self.open(act);
                self.units[unit.index()].opened = Opened::One(index);
            }
            Event::Burst {
                by, landing, harms, ..
            } => self.burst(world, *by, landing, harms),
            Event::MineLaid { unit, mine, .. } => {
                let means = self.words.item(mine.item);
                let act = self.act(world, *unit, means, words::LAY, Mark::Hex(mine.tile));
                self.open(act);
            }
            Event::MineTripped { mine, .. } => self.mine = Some(self.words.item(mine.item)),
            Event::Helped {
                unit, slot, target, ..
            } => self.use_item(world, *unit, *slot, Mark::Unit(*target)),
            Event::Scanned { unit, slot, .. } => {
                self.use_item(world, *unit, *slot, Mark::Hex(place(world, *unit)));
            }
            Event::Cast {
                unit,
                ability,
                target,
                resisted,
                ..
            } => {
                let means = self.words.ability(*ability);
                let mut act = self.act(world, *unit, means, words::CAST, *target);
                act.promised = resisted.map(|(chance, _)| u16::from(chance) * 10);
                act.hit = resisted.map(|(_, check)| check.passed);
                let index = self.open(act);
                self.units[unit.index()].opened = Opened::One(index);
            }
            Event::Hurt {
                unit,
                cause,
                damage,
                by,
            } => self.hurt_without_attack(world, *unit, *cause, *damage, *by),
            _ => {}
        }
    }

    /// Notes a round of a volley: an act of its own.
    fn shot(
        &mut self,
        world: &World,
        unit: UnitId,
        target: Mark,
        round: &Round,
        ricochet: Option<Ricochet>,
    ) {
        let Opened::Volley(act) = self.units[unit.index()].opened else {
            return;
        };
        let wound = round.wound;
        let index = self.open(Act {
            target: self.aimed_at(target),
            hit: Some(round.hit.passed),
            critical: wound.is_some_and(|wound| wound.is_crit()),
            ..act
        });
        if let (Mark::Unit(target), Some(wound)) = (target, wound) {
            self.hurt(world, target, index, wound.dealt);
        }
        if let Some((victim, _, points)) = ricochet.and_then(|ricochet| ricochet.victim) {
            self.hurt(world, victim, index, points.into());
        }
    }

    /// Notes damage by an ability, or by what is nobody's act.
    fn hurt_without_attack(
        &mut self,
        world: &World,
        unit: UnitId,
        cause: Cause,
        damage: u16,
        by: Option<UnitId>,
    ) {
        if let Cause::Psi(caster) = cause {
            if let Opened::One(index) = self.units[caster.index()].opened {
                self.hurt(world, unit, index, damage.into());
            }
            return;
        }
        self.units[unit.index()].wound = Wound {
            means: Some(self.words.hazard(cause)),
            by,
            act: None,
        };
    }
}

/// Cover that counts against an attack: what is left of it after the arc step.
fn cover_of(attack: &Attack) -> u8 {
    if attack.aim.modifier(Modifier::FullCover) != 0 {
        2
    } else {
        let is_some = attack.aim.modifier(Modifier::HalfCover) != 0;
        u8::from(is_some || attack.impact.cover_percent < 100)
    }
}

fn arc_of(attack: &Attack) -> u8 {
    match attack.aim.arc {
        Flank::Front => 0,
        Flank::Side => 1,
        Flank::Rear => 2,
    }
}

/// Cover the shooter would have against a shot back.
pub(super) fn own_cover(world: &World, from: TileId, at: TileId) -> u8 {
    let board = world.resource::<Board>();
    let figures = &world.resource::<Rulebook>().figures().sight;
    let line = sight::trace(&board.grid, &board.layers, at, from, figures, |_| true);
    match sight::cover_of_shot(&board.layers, from, &line).cover {
        Cover::None => 0,
        Cover::Half => 1,
        Cover::Full => 2,
    }
}
