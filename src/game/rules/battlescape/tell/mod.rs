//! What the player's side sees of an event, as scenes and as lines in the log.
//!
//! **Invariant:** nothing is told of a unit or hex out of sight but what a rule lets through: noises,
//! the glow of explosions, shots out of the dark.

mod attack;
mod effects;
mod moves;

use bevy::prelude::*;

use self::attack::Air;
use super::eyes::Eyes;
use crate::battle::grid::TileId;
use crate::battle::unit::{Position, Side, UnitId, part};
use crate::game::rules::playable::{Account, Teller};
use crate::game::table::playback::Scene;
use crate::rules::battlescape::event::{Event, Mark, Ricochet, Theme};
use crate::rules::battlescape::log::Log;

/// What a side sees of an event, and what it reads of it.
type Seen = (Vec<Scene>, Vec<String>);

/// Tells a side of an order.
pub struct SquadTeller {
    side: Side,
    air: Air,
    /// Rounds of a burst that are told, but not read so far.
    unread: usize,
}

impl Teller<Event> for SquadTeller {
    fn begin(_: &World, side: Side) -> Self {
        Self {
            side,
            air: Air::default(),
            unread: 0,
        }
    }

    fn tell(&mut self, world: &World, event: &Event, told: &mut Account) {
        let is_shot = matches!(event, Event::Shot { .. });
        if !is_shot {
            self.read(told);
        }
        let eyes = Eyes::new(world, self.side);
        let (scenes, lines) = self.seen(eyes, event);
        let place = place(world, event);
        told.scenes.extend(scenes);
        self.unread += lines.len();
        let lines = lines.into_iter().map(|line| (line, place));
        told.lines.extend(lines);
        // The rounds of a burst are in the air together: they are read when the last has landed.
        if !is_shot {
            self.read(told);
        }
    }

    fn end(mut self, _: &World, told: &mut Account) {
        self.read(told);
    }
}

impl SquadTeller {
    /// Has what was told be read.
    fn read(&mut self, told: &mut Account) {
        let read = std::iter::repeat_n(Scene::Read, std::mem::take(&mut self.unread));
        told.scenes.extend(read);
    }

    /// Returns what the side sees of an event, and its lines in the log.
    fn seen(&mut self, eyes: Eyes, event: &Event) -> Seen {
        let lines = Log::new(eyes.world).lines(&only_seen(event, |unit| eyes.sees(unit)));
        match event.theme() {
            Theme::Move => moves::tell(eyes, event, lines),
            Theme::Attack => self.air.tell(eyes, event, lines),
            _ => effects::tell(eyes, event, lines),
        }
    }
}

/// Returns the hex an event is about.
fn place(world: &World, event: &Event) -> Option<TileId> {
    match event {
        Event::Shot { target, .. } => Some(match *target {
            Mark::Unit(unit) => part::<Position>(world, unit).0,
            Mark::Hex(tile) => tile,
        }),
        Event::Burst { center, .. } => Some(*center),
        Event::Fired { unit, .. } | Event::Died { unit, .. } | Event::Hurt { unit, .. } => {
            Some(part::<Position>(world, *unit).0)
        }
        Event::TerrainHit { tile, .. } | Event::Spotted { tile, .. } => Some(*tile),
        _ => None,
    }
}

/// Leaves out what an event did to units that are not seen.
fn only_seen(event: &Event, sees: impl Fn(UnitId) -> bool) -> Event {
    let mut event = event.clone();
    match &mut event {
        Event::Burst { harms, .. } => harms.retain(|harm| sees(harm.unit)),
        Event::Pinned { units } => units.retain(|&(unit, _)| sees(unit)),
        Event::Suppressed { units } => units.retain(|&unit| sees(unit)),
        Event::MoraleShifted { units } => units.retain(|&(unit, _)| sees(unit)),
        Event::Shot { ricochet, .. } => {
            let is_seen = |ricochet: &Ricochet| ricochet.victim.is_none_or(|(id, ..)| sees(id));
            *ricochet = ricochet.filter(is_seen);
        }
        _ => {}
    }
    event
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::battle::phase::Verdict;
    use crate::battle::rules::Rules;
    use crate::game::kit::testing::{give, shipped};
    use crate::game::rules::battlescape::sample;
    use crate::game::shell::settings::Settings;
    use crate::game::table::board_view::BoardView;
    use crate::game::table::playback::{Clock, impatience};
    use crate::rules::battlescape::Battlescape;
    use crate::rules::battlescape::setup::set_up;

    /// Returns how long each phase of the enemy is shown in a battle, at the usual speed, and how many of its
    /// units are seen to do something.
    fn enemy_phases(name: &str, seed: u64) -> Vec<(f32, usize)> {
        let mission = shipped(name).build(seed).expect("it is sound");
        let mut world = World::new();
        world.insert_resource(BoardView {
            grid: mission.board.grid,
        });
        set_up(&mut world, &mission, seed);
        let speed = f32::from(Settings::default().animation_percent) / 100.0;
        let (mut phases, mut clock, mut seen) = (Vec::new(), Clock::default(), BTreeSet::new());
        let mut in_a_row = 0;
        while world.resource::<Verdict>().0.is_none() {
            let side = [Side(0), Side(1)]
                .into_iter()
                .find(|&side| Battlescape::owes(&world, side));
            let side = side.expect("a battle without an ending waits for a side");
            let order = Battlescape::decide(&mut world, side);
            let unit = order.unit();
            let scenes = give::<Battlescape>(&mut world, side, order).scenes;
            if side == Side(1) {
                let begun = clock.seconds;
                in_a_row += u16::from(!scenes.is_empty());
                clock.show(scenes, speed * impatience(in_a_row));
                seen.extend(unit.filter(|_| clock.seconds > begun));
            } else if clock.seconds > 0.0 {
                clock.finish(speed * impatience(in_a_row));
                let seconds = std::mem::take(&mut clock).seconds;
                phases.push((seconds, std::mem::take(&mut seen).len()));
                in_a_row = 0;
            }
        }
        phases
    }

    #[test]
    fn a_phase_of_the_enemy_is_shown_in_eight_seconds() {
        let phases = (1..=12).flat_map(|seed| enemy_phases("first_contact", seed));
        let phases: Vec<_> = phases.collect();
        // First Contact has four or five of them.
        let most = phases.iter().map(|(_, units)| *units).max();
        let longest = phases
            .iter()
            .map(|(seconds, _)| *seconds)
            .fold(0.0, f32::max);
        assert!(most >= Some(4), "{most:?} units at once");
        assert!(longest <= 8.0, "{longest} s");
    }

    #[test]
    fn a_shot_is_read_once_it_was_seen_with_its_dice_in_a_line_of_their_own() {
        let (_, _, mut world) = sample::skirmish();
        let mut shots = 0;
        sample::play(&mut world, usize::MAX, |told| {
            let (mut seen, mut read, mut outcomes) = (0, 0, 0);
            for scene in &told.scenes {
                match scene {
                    Scene::Shot(_) => seen += 1,
                    Scene::Read => {
                        let line = &told.lines[read].0;
                        read += 1;
                        if ["A miss", "A hit", "A critical", "Blocked", "Armor absorbs"]
                            .iter()
                            .any(|start| line.starts_with(start))
                        {
                            outcomes += 1;
                            assert!(outcomes <= seen, "{line} is read before it was seen");
                            let dice = &told.lines[read].0;
                            assert!(dice.starts_with("  rolled "), "{line}: {dice}");
                        }
                    }
                    _ => {}
                }
            }
            assert_eq!(read, told.lines.len(), "{:?}", told.lines);
            assert_eq!(outcomes, seen, "{:?}", told.lines);
            shots += seen;
        });
        assert!(shots > 20, "{shots} shots");
    }
}
