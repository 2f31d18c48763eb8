//! Who stands where while scenes are played, and what flashes meanwhile.

use std::collections::BTreeMap;

use bevy::math::Vec2;

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::UnitId;
use crate::game::table::art::Effect;
use crate::game::table::board_view::BoardView;
use crate::game::table::playback::{Burst, End, Fumes, Scene, Shot, Walk};
use crate::game::table::unit_view::Look;

const SHOT: [u8; 3] = [0xFF, 0xE9, 0xA8];
const MISSED: [u8; 3] = [0xB8, 0xBE, 0xC8];
const THROWN: [u8; 3] = [0xD8, 0xD0, 0xB0];
const MIND: [u8; 3] = [0xC8, 0x7C, 0xF0];
const WOUND: [u8; 3] = [0xFF, 0x4A, 0x3C];
const CURE: [u8; 3] = [0x7C, 0xE0, 0x8C];

/// A token in its place.
#[derive(Clone, PartialEq)]
pub struct Actor {
    /// In the world.
    pub at: Vec2,
    /// Where it faces, radians.
    pub angle: f32,
    pub look: Look,
}

/// What is seen for a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spark {
    Line {
        from: Vec2,
        to: Vec2,
        color: [u8; 3],
    },
    Effect {
        effect: Effect,
        color: [u8; 3],
        at: Vec2,
        /// In units of the world.
        width: f32,
    },
}

impl Spark {
    fn effect(effect: Effect, color: [u8; 3], at: Vec2, width: f32) -> Self {
        Self::Effect {
            effect,
            color,
            at,
            width,
        }
    }
}

/// The tokens on show.
#[derive(Default)]
pub struct Stage(BTreeMap<UnitId, Actor>);

impl Stage {
    /// Shows these tokens and no others; whether any of them is new or another one now.
    pub fn set(
        &mut self,
        board: &BoardView,
        looks: Vec<(UnitId, TileId, Direction, Look)>,
    ) -> bool {
        let actors = looks.into_iter().map(|(unit, tile, facing, look)| {
            let (at, angle) = (board.center(tile), board.angle(facing));
            (unit, Actor { at, angle, look })
        });
        let now: BTreeMap<_, _> = actors.collect();
        let is_new = self.0 != now;
        self.0 = now;
        is_new
    }

    /// Lists the tokens.
    pub fn actors(&self) -> impl Iterator<Item = &Actor> {
        self.0.values()
    }

    /// Changes what a scene changes; returns what flashes, and for how many milliseconds it is to be looked
    /// at. What cannot be seen on a still picture is passed by.
    pub fn play(&mut self, scene: &Scene) -> Option<(Vec<Spark>, u16)> {
        let shown = match scene {
            Scene::Walk(walk) => {
                self.walk(walk);
                (Vec::new(), 90)
            }
            Scene::Turn { unit, at, angle } => {
                let actor = self.0.get_mut(unit)?;
                (actor.at, actor.angle) = (*at, *angle);
                return None;
            }
            Scene::Shot(shot) => (round(shot), 110),
            Scene::Lob { from, to, .. } => {
                let (from, to, color) = (*from, *to, THROWN);
                let thrown = Spark::effect(Effect::Grenade, [0xFF; 3], to, 40.0);
                (vec![Spark::Line { from, to, color }, thrown], 200)
            }
            Scene::Burst { at, kind, .. } => (burst(*kind, *at), 280),
            Scene::Harm {
                unit, at, change, ..
            } => {
                if let Some(health) = self
                    .0
                    .get_mut(unit)
                    .and_then(|actor| actor.look.health.as_mut())
                {
                    let now = i32::from(health.now).saturating_add(*change);
                    health.now = u16::try_from(now.clamp(0, health.max.into())).unwrap_or(0);
                }
                let color = if *change < 0 { WOUND } else { CURE };
                (vec![Spark::effect(Effect::Ring, color, *at, 130.0)], 200)
            }
            Scene::Psi { from, to, .. } => {
                let to = (*to)?;
                let line = Spark::Line {
                    from: *from,
                    to,
                    color: MIND,
                };
                (
                    vec![line, Spark::effect(Effect::Ring, MIND, to, 120.0)],
                    280,
                )
            }
            Scene::Fumes { at, kind } => {
                let (effect, color) = match kind {
                    Fumes::Fire => (Effect::Flame, [0xFF, 0x9A, 0x38]),
                    Fumes::Poison => (Effect::Puff, [0x8E, 0xC6, 0x4A]),
                    Fumes::Relief => (Effect::Glow, CURE),
                };
                (vec![Spark::effect(effect, color, *at, 80.0)], 140)
            }
            Scene::Reveal {
                unit,
                at,
                angle,
                look,
                ..
            } => {
                let actor = Actor {
                    at: *at,
                    angle: *angle,
                    look: (**look).clone(),
                };
                self.0.insert(*unit, actor);
                (vec![Spark::effect(Effect::Ring, SHOT, *at, 150.0)], 240)
            }
            Scene::Fade { unit, at, fall } => {
                self.0.remove(unit);
                let gone = fall.map(|_| Spark::effect(Effect::Flash, WOUND, *at, 110.0));
                (gone.into_iter().collect(), 240)
            }
            Scene::Note { .. }
            | Scene::Warning { .. }
            | Scene::Debris { .. }
            | Scene::Heard { .. }
            | Scene::Banner { .. }
            | Scene::Stage(_)
            | Scene::Read
            | Scene::Cards(_)
            | Scene::Card { .. }
            | Scene::Figures { .. }
            | Scene::Sight(_) => return None,
        };
        Some(shown)
    }

    fn walk(&mut self, walk: &Walk) {
        if walk.is_vanishing {
            self.0.remove(&walk.unit);
            return;
        }
        let new = walk.look.as_ref().map(|look| Actor {
            at: walk.to,
            angle: walk.angle,
            look: (**look).clone(),
        });
        if let Some(actor) = self.0.get_mut(&walk.unit) {
            (actor.at, actor.angle) = (walk.to, walk.angle);
        } else if let Some(actor) = new {
            self.0.insert(walk.unit, actor);
        }
    }
}

fn round(shot: &Shot) -> Vec<Spark> {
    let (color, end) = match &shot.end {
        End::Hit { is_blocked, .. } => {
            let color = if *is_blocked { MISSED } else { SHOT };
            let struck = Spark::effect(Effect::Flash, color, shot.to, 90.0);
            (SHOT, Some(struck))
        }
        End::Miss { .. } => {
            let dust = Spark::effect(Effect::Puff, MISSED, shot.to, 44.0);
            (MISSED, Some(dust))
        }
        End::Lost => (MISSED, None),
    };
    let (from, to) = (shot.from, shot.to);
    let line = Spark::Line { from, to, color };
    std::iter::once(line).chain(end).collect()
}

fn burst(kind: Burst, at: Vec2) -> Vec<Spark> {
    let (effect, color, width) = match kind {
        Burst::Blast => (Effect::Flash, [0xFF, 0xB0, 0x50], 300.0),
        Burst::Fire => (Effect::Flame, [0xFF, 0x8A, 0x30], 220.0),
        Burst::Cloud => (Effect::Puff, [0x8E, 0xC6, 0x4A], 280.0),
        Burst::Smoke => (Effect::Puff, [0xC4, 0xC8, 0xCC], 280.0),
        Burst::Flash | Burst::Light => (Effect::Glow, [0xFF, 0xFF, 0xF0], 300.0),
    };
    let ring = Spark::effect(Effect::Ring, color, at, width * 0.9);
    vec![Spark::effect(effect, color, at, width), ring]
}
