//! How a token stands this moment: where it turns to, its stride, recoil, pain and fall.
//!
//! **Invariant:** a token at rest is not touched.

use std::f32::consts::{PI, TAU};

use bevy::prelude::*;

use crate::game::table::playback::Playback;

/// Radians a token turns in a second.
const TURN: f32 = 9.0;
/// Hexes walked in one round of the four moments of a step.
const FRAMES_A_HEX: f32 = 4.0;

/// How a token stands this moment.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct Motion {
    angle: f32,
    goal: f32,
    /// Hexes walked, while it walks.
    stride: Option<f32>,
    /// Where it is pushed by recoil or thrown forward by a blow.
    nudge: Vec2,
    /// How much it glows with pain, 0 to 1.
    pain: f32,
    /// How far it fell, 0 to 1.
    fall: f32,
    /// How much of it is there to be seen.
    hidden: f32,
}

impl Motion {
    /// A token that turns from one angle to another and does nothing else.
    pub fn resting(angle: f32, goal: f32) -> Self {
        Self {
            angle,
            goal,
            ..Self::default()
        }
    }

    /// Whether it rests and faces an angle.
    pub fn is_at_rest(&self, angle: f32) -> bool {
        *self == Self::resting(self.angle, angle)
    }

    /// Returns the angle it faces now.
    pub fn angle(&self) -> f32 {
        self.angle
    }

    /// Has it turn to an angle.
    pub fn turn_to(&mut self, angle: f32) {
        self.goal = angle;
    }

    /// Has it walk: so much of a hex since the last call, or stop.
    pub fn walk(&mut self, hexes: Option<f32>) {
        self.stride = hexes.map(|hexes| self.stride.unwrap_or(0.0) + hexes);
    }

    /// Pushes it; it comes back by itself.
    pub fn push(&mut self, by: Vec2) {
        self.nudge = by;
    }

    /// Has it glow with pain.
    pub fn hurt(&mut self) {
        self.pain = 1.0;
    }

    /// Lets it fall and fade, 0 to 1.
    pub fn fall(&mut self, share: f32) {
        self.fall = share;
    }

    /// Hides it by a share, 0 to 1.
    pub fn hide(&mut self, share: f32) {
        self.hidden = share;
    }

    /// Which of the four moments of a step it is in, if it walks.
    pub(super) fn frame(&self) -> Option<u8> {
        self.stride
            .map(|stride| (stride * FRAMES_A_HEX) as u32 as u8 % 4)
    }

    /// How far its figure is off its plate: the bob of its walk, recoil and fall.
    pub(super) fn offset(&self) -> Vec2 {
        let bob = (self.stride).map_or(0.0, |stride| (stride * TAU).sin().abs() * 3.0);
        self.nudge + Vec2::new(0.0, bob - 12.0 * self.fall)
    }

    /// How far recoil or a blow pushes it.
    pub(super) fn nudge(&self) -> Vec2 {
        self.nudge
    }

    /// How far its figure leans, radians.
    pub(super) fn lean(&self) -> f32 {
        let way = if self.is_mirrored() { 1.0 } else { -1.0 };
        -way * self.fall * 1.35
    }

    /// Whether its figure looks to the left.
    pub(super) fn is_mirrored(&self) -> bool {
        looks_left(self.angle)
    }

    pub(super) fn pain(&self) -> f32 {
        self.pain
    }

    /// Returns how much of it is there to be seen, 0 to 1.
    pub fn alpha(&self) -> f32 {
        (1.0 - self.hidden) * (1.0 - self.fall)
    }

    fn is_idle(&self) -> bool {
        self.angle == self.goal && self.nudge == Vec2::ZERO && self.pain == 0.0
    }

    fn ease(&mut self, seconds: f32) {
        let left = angle_between(self.angle, self.goal);
        let step = TURN * seconds;
        if left.abs() <= step {
            self.angle = self.goal;
        } else {
            self.angle += step * left.signum();
        }
        self.nudge *= (-12.0 * seconds).exp();
        if self.nudge.length() < 0.3 {
            self.nudge = Vec2::ZERO;
        }
        self.pain = (self.pain - 2.6 * seconds).max(0.0);
    }
}

/// Whether a figure that faces so looks to the left; straight up and down keep to the right.
pub fn looks_left(angle: f32) -> bool {
    angle.cos() < -0.1
}

/// The shortest way from one angle to another, radians.
fn angle_between(from: f32, to: f32) -> f32 {
    (to - from + PI).rem_euclid(TAU) - PI
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, ease.before(super::dress::dress));
}

fn ease(time: Res<Time>, playback: Res<Playback>, mut tokens: Query<&mut Motion>) {
    let seconds = time.delta_secs() * playback.speed.max(1.0);
    for mut motion in &mut tokens {
        if !motion.is_idle() {
            motion.ease(seconds);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_turns_the_short_way_and_then_rests() {
        let mut motion = Motion::resting(3.0, -3.0);
        motion.ease(0.01);
        assert!(motion.angle() > 3.0, "over the far side, not all around");
        for _ in 0..10 {
            motion.ease(0.01);
        }
        assert!(motion.is_at_rest(-3.0) && motion.is_idle());
    }

    #[test]
    fn recoil_and_pain_pass_and_a_walk_goes_through_every_moment_of_a_step() {
        let mut motion = Motion::default();
        motion.push(Vec2::new(9.0, 0.0));
        motion.hurt();
        for _ in 0..60 {
            motion.ease(1.0 / 60.0);
        }
        assert!(motion.is_idle(), "{motion:?}");
        let mut frames: Vec<_> = (0..8)
            .map(|_| {
                motion.walk(Some(0.13));
                motion.frame()
            })
            .collect();
        frames.dedup();
        assert_eq!(frames, [0, 1, 2, 3, 0].map(Some));
        motion.walk(None);
        assert_eq!(motion.frame(), None);
    }
}
