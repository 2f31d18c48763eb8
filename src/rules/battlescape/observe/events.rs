//! What each event says.
//!
//! **Invariant:** every act is opened by one event and told its effects by those that follow it.

use bevy::prelude::World;

use super::{Onlooker, Opened, Wound, words};
use crate::{
    battle::{board::Board, grid::TileId, sight},
    content::terrain::Cover,
    lab::record::Act,
    rules::battlescape::{
        attack::{Arc as Flank, Attack, Modifier},
        event::{Cause, Event, Mark},
        soldier::Rulebook,
    },
};

impl Onlooker {
    /// Notes one event.
    pub(super) fn note_one(&mut self, world: &World, event: &Event) {
        match event {
            Event::Stepped { unit, to, .. } => {
                let known = &mut self.units[unit.index()];
                known.tile = *to;
                self.sides[known.side.index()].hexes += 1;
            }
            Event::Deployed { unit, tile } | Event::Displaced { unit, tile } => {
                self.units[unit.index()].tile = *tile;
            }
            Event::Arrived { unit, tile } => {
                let known = &mut self.units[unit.index()];
                (known.tile, known.came) = (*tile, true);
                self.alive[known.home.index()] += 1;
            }
            Event::Left { unit, .. } => self.alive[self.units[unit.index()].home.index()] -= 1,
            Event::Fired {
                unit,
                target,
                mode,
                reaction,
                attack,
                ..
            } => {
                let weapon = self.words.weapon(self.units[unit.index()].weapon);
                let mut act = self.act(*unit, weapon, words::mode(*mode), *target);
                act.reaction = *reaction;
                act.promised = Some(u16::from(attack.aim.chance) * 10);
                (act.cover, act.arc) = (cover_of(attack), arc_of(attack));
                act.own_cover = own_cover(world, act.from, act.at);
                self.units[unit.index()].opened = Opened::Volley(act);
            }
            Event::Shot {
                unit,
                target,
                round,
                ricochet,
            } => {
                let Opened::Volley(act) = self.units[unit.index()].opened else {
                    return;
                };
                let wound = round.wound;
                let index = self.open(Act {
                    target: self.aimed_at(*target),
                    hit: Some(round.hit.passed),
                    critical: wound.is_some_and(|wound| wound.is_crit()),
                    ..act
                });
                if let (Mark::Unit(target), Some(wound)) = (target, wound) {
                    self.hurt(*target, index, wound.dealt);
                }
                if let Some((victim, _, points)) = ricochet.and_then(|ricochet| ricochet.victim) {
                    self.hurt(victim, index, points.into());
                }
            }
            Event::Threw {
                unit,
                item,
                tile,
                attack,
                ..
            } => {
                let means = self.words.item(*item);
                let mut act = self.act(*unit, means, words::THROW, Mark::Hex(*tile));
                act.promised = Some(u16::from(attack.aim.chance) * 10);
                act.own_cover = own_cover(world, act.from, act.at);
                let index = self.open(act);
                self.units[unit.index()].opened = Opened::One(index);
                self.restock(world, *unit);
            }
            Event::Burst {
                by,
                landing,
                harms,
                tiles,
                ..
            } => {
                let harmed = harms.iter().map(|harm| (harm.unit, u32::from(harm.dealt)));
                self.burst(*by, landing.hit.passed, landing.is_crit(), harmed);
                for (tile, state) in tiles {
                    self.grounds[tile.index()] = state.terrain.0;
                }
            }
            Event::MineLaid { unit, mine, .. } => {
                let act = self.act(
                    *unit,
                    self.words.item(mine.item),
                    words::LAY,
                    Mark::Hex(mine.tile),
                );
                self.open(act);
                self.restock(world, *unit);
            }
            Event::MineTripped { mine, .. } => self.mine = Some(self.words.item(mine.item)),
            Event::Helped {
                unit, slot, target, ..
            } => {
                self.use_item(*unit, *slot, Mark::Unit(*target));
                self.restock(world, *unit);
            }
            Event::Scanned { unit, slot, .. } => {
                let own = self.units[unit.index()].tile;
                self.use_item(*unit, *slot, Mark::Hex(own));
                self.restock(world, *unit);
            }
            Event::Cast {
                unit,
                ability,
                target,
                resisted,
                ..
            } => {
                let mut act = self.act(*unit, self.words.ability(*ability), words::CAST, *target);
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
            } => match *cause {
                Cause::Psi(by) => {
                    if let Opened::One(index) = self.units[by.index()].opened {
                        self.hurt(*unit, index, (*damage).into());
                    }
                }
                cause => {
                    self.units[unit.index()].wound = Wound {
                        means: Some(self.words.hazard(cause)),
                        by: *by,
                        act: None,
                    }
                }
            },
            Event::Died { unit, by } => self.died(world, *unit, *by),
            Event::Moved { unit, .. }
            | Event::Switched { unit, .. }
            | Event::Interacted { unit, .. } => self.restock(world, *unit),
            Event::Controlled { unit, by } => {
                self.units[unit.index()].side = self.units[by.index()].side;
            }
            Event::Freed { unit } => {
                let known = &mut self.units[unit.index()];
                known.side = known.home;
            }
            Event::Joined { unit, side } => {
                let known = &mut self.units[unit.index()];
                self.alive[known.home.index()] -= 1;
                self.alive[side.index()] += 1;
                (known.home, known.side) = (*side, *side);
            }
            Event::TerrainHit { tile, state, .. }
            | Event::TerrainChanged { tile, state }
            | Event::BurnedDown { tile, state, .. } => {
                self.grounds[tile.index()] = state.terrain.0;
            }
            Event::DoorMoved { tile, becomes, .. } => self.grounds[tile.index()] = becomes.0,
            Event::TookCover { unit, .. } => self.tally(*unit).took_cover += 1,
            Event::WentProne { unit, .. } => self.tally(*unit).went_prone += 1,
            Event::Readied { unit, .. } => self.tally(*unit).readied += 1,
            Event::Panicked { unit, .. } => self.tally(*unit).panics += 1,
            Event::Pinned { units } => {
                for (unit, _) in units {
                    self.tally(*unit).pinned += 1;
                }
            }
            Event::Spotted { side, unit, tile } => self.spotted(world, *side, *unit, *tile),
            Event::PhaseEnded { side } => self.carried_over(world, *side),
            Event::TurnBegan { turn } => {
                self.look_around(world, true);
                self.standing.push(self.alive.clone());
                self.turn = *turn;
            }
            Event::Ended { .. } => {
                self.look_around(world, true);
                self.standing.push(self.alive.clone());
            }
            _ => {}
        }
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
fn own_cover(world: &World, from: TileId, at: TileId) -> u8 {
    let board = world.resource::<Board>();
    let figures = &world.resource::<Rulebook>().figures().sight;
    let line = sight::trace(&board.grid, &board.layers, at, from, figures, |_| true);
    match sight::cover_of_shot(&board.layers, from, &line).cover {
        Cover::None => 0,
        Cover::Half => 1,
        Cover::Full => 2,
    }
}
