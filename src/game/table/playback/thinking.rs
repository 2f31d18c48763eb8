//! How long computers think in a frame, and which of them the player waits for.
//!
//! **Invariant:** nothing is shown of a thought that is over soon, and what is shown stays for a while, so that nothing
//! flickers.

use std::time::{Duration, Instant};

use bevy::prelude::*;

use super::Playback;
use crate::battle::ahead::thinker;
use crate::battle::phase::Phase;
use crate::battle::unit::Side;
use crate::game::rules::playable::rules;
use crate::game::shell::watching::Watching;
use crate::with_rules;

/// Least and most time of a frame in which computers think, and the share of the last frame that they take between.
const TIME: (Duration, Duration, f32) =
    (Duration::from_millis(9), Duration::from_millis(1500), 0.4);

/// Returns until when computers may think in this frame: for a share of a frame, so that the window stays fluid, and
/// where frames take long anyway, thinking does not take for ever.
pub fn until(world: &World) -> Instant {
    let (least, most, share) = TIME;
    let time = world.get_resource::<Time>();
    let last = time.map_or(Duration::ZERO, Time::delta);
    Instant::now() + last.mul_f32(share).clamp(least, most)
}

/// Seconds after which a thought is shown.
const SOON: f32 = 0.3;
/// Seconds in which the sign comes and goes.
const FADING: f32 = 0.25;
/// Seconds for which the sign stays after a thought: the next may follow.
const STAYS: f32 = 0.35;

/// The computer that the player waits for while nothing else is shown.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Thinking {
    /// Who thinks, or thought last.
    side: Option<Side>,
    /// Seconds of this thought, or of those that followed each other while the sign was shown.
    waited: f32,
    /// Seconds since the last thought.
    idle: f32,
    /// How much of the sign is shown.
    strength: f32,
}

impl Thinking {
    /// Returns who is shown to think, how strongly from 0 to 1, and for how many seconds by now.
    pub fn shown(&self) -> Option<(Side, f32, f32)> {
        let side = self.side.filter(|_| self.strength > 0.0)?;
        Some((side, self.strength, self.waited))
    }

    /// Goes on for so many seconds, in which this side thought, or none.
    fn pass(&mut self, thinker: Option<Side>, seconds: f32) {
        match thinker {
            Some(side) => {
                if self.side != Some(side) && self.strength == 0.0 {
                    self.waited = 0.0;
                }
                self.side = Some(side);
                self.idle = 0.0;
            }
            None => self.idle += seconds,
        }
        let is_shown = self.strength > 0.0;
        if thinker.is_some() || is_shown {
            self.waited += seconds;
        } else {
            self.waited = 0.0;
        }
        let is_due = match thinker {
            Some(_) => self.waited >= SOON,
            None => is_shown && self.idle < STAYS,
        };
        let change = seconds / FADING;
        self.strength = match is_due {
            true => (self.strength + change).min(1.0),
            false => (self.strength - change).max(0.0),
        };
        if self.strength == 0.0 && thinker.is_none() {
            self.waited = 0.0;
        }
    }
}

/// Follows who thinks.
pub(super) fn follow(world: &mut World) {
    let is_waiting = *world.resource::<State<Phase>>().get() == Phase::Ai
        && world.resource::<Playback>().is_empty()
        && !world.contains_resource::<Watching>();
    let thinker = match is_waiting {
        true => with_rules!(rules(world), R => thinker::<R>(world)),
        false => None,
    };
    let seconds = world.resource::<Time>().delta_secs();
    world.resource_mut::<Thinking>().pass(thinker, seconds);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Passes frames of a tenth of a second; returns for how many the sign is shown.
    fn shown(thinking: &mut Thinking, thinker: Option<Side>, frames: usize) -> usize {
        let pass = |_: &usize| {
            thinking.pass(thinker, 0.1);
            thinking.shown().is_some()
        };
        (0..frames).filter(pass).count()
    }

    #[test]
    fn short_thoughts_are_not_shown_and_others_do_not_flicker() {
        let mut thinking = Thinking::default();
        let foe = Some(Side(1));
        for _ in 0..5 {
            assert_eq!(shown(&mut thinking, foe, 2), 0, "a short thought");
            assert_eq!(shown(&mut thinking, None, 1), 0);
        }
        assert_eq!(shown(&mut thinking, foe, 7), 5);
        assert_eq!(thinking.shown().map(|(side, ..)| side), foe);
        assert_eq!(shown(&mut thinking, None, 3), 3, "the next may follow");
        assert_eq!(shown(&mut thinking, foe, 2), 2, "and is shown at once");
        let last = shown(&mut thinking, None, 10);
        assert!((4..8).contains(&last), "{last}");
        assert_eq!(thinking.waited, 0.0);
    }
}
