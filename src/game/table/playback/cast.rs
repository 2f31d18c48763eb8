//! What scenes are acted out with: tokens, effects, words, sounds and the camera.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::particle::{EFFECTS_Z, EffectArt, Luck, Particle};
use super::scene::Tone;
use super::spray::{Given, particles};
use super::text::Said;
use crate::battle::unit::UnitId;
use crate::game::rules::playable::Playable;
use crate::game::shell::session::Session;
use crate::game::shell::settings::Settings;
use crate::game::table::art::Effect;
use crate::game::table::camera::Rig;
use crate::game::table::sound::{Cue, PlacedCue};
use crate::game::table::unit_view::{Company, Motion};
use crate::with_rules;

/// From this speed on everything is played back too fast for shaking to be felt, percent.
const TOO_FAST: u16 = 400;

/// What scenes are acted out with.
#[derive(SystemParam)]
pub(super) struct Cast<'w, 's> {
    pub commands: Commands<'w, 's>,
    pub art: ResMut<'w, EffectArt>,
    pub company: Company<'w, 's>,
    pub rig: ResMut<'w, Rig>,
    pub settings: Res<'w, Settings>,
    session: Res<'w, Session>,
    words: MessageWriter<'w, Said>,
    placed: MessageWriter<'w, PlacedCue>,
    pub cues: MessageWriter<'w, Cue>,
}

impl Cast<'_, '_> {
    /// Lets words float over a place.
    pub fn say(&mut self, at: Vec2, text: impl Into<String>, tone: Tone) {
        let text = text.into();
        self.words.write(Said { at, text, tone });
    }

    /// Lets something be heard from a place.
    pub fn sound(&mut self, at: Vec2, cue: Cue) {
        self.placed.write(PlacedCue { cue, at });
    }

    /// Shakes the camera, 1 at the most.
    pub fn shake(&mut self, strength: f32) {
        if self.settings.animation_percent < TOO_FAST {
            self.rig.shake(strength);
        }
    }

    /// Moves a unit's token, if it has one.
    pub fn motion(&mut self, unit: UnitId, change: impl FnOnce(&mut Motion)) {
        if let Some((_, _, mut motion)) = self.company.get(unit) {
            change(&mut motion);
        }
    }

    /// Shows that somebody lost hit points, or got some back.
    pub fn harm(&mut self, unit: UnitId, at: Vec2, change: i32, is_crit: bool) {
        let points = self.points(change.unsigned_abs());
        let (text, tone) = match change {
            0 => ("blocked".to_owned(), Tone::Miss),
            1.. => (format!("+{points}"), Tone::Good),
            _ if is_crit => (format!("-{points}!"), Tone::Crit),
            _ => (format!("-{points}"), Tone::Damage),
        };
        self.say(at, text, tone);
        let Some((_, mut look, mut motion)) = self.company.get(unit) else {
            return;
        };
        if change < 0 {
            motion.hurt();
        }
        if change != 0
            && let Some(health) = &mut look.health
        {
            let left = (i32::from(health.now) + change).clamp(0, i32::from(health.max));
            health.now = u16::try_from(left).unwrap_or_default();
        }
    }

    /// Writes how much health that is.
    pub fn points(&self, health: u32) -> String {
        with_rules!(self.session.rules, R => R::points(health))
    }

    /// Shows an effect of the file of effects.
    pub fn effect(&mut self, name: &str, at: Vec2, given: Given) {
        let mut luck = self.luck();
        for (effect, off, turn, particle) in particles(name, given, &mut luck) {
            self.one(effect, at + off, turn, particle);
        }
    }

    /// Returns luck for the looks of one effect.
    pub fn luck(&mut self) -> Luck {
        self.art.luck()
    }

    /// Spawns one particle.
    pub fn one(&mut self, effect: Effect, at: Vec2, turn: f32, particle: Particle) {
        self.at_height(effect, at.extend(EFFECTS_Z), turn, particle);
    }

    pub fn at_height(&mut self, effect: Effect, at: Vec3, turn: f32, particle: Particle) {
        let color = particle.colors[0].with_alpha(0.0);
        let sprite = self.art.sprite(effect, particle.size[0], color);
        let place = Transform::from_translation(at).with_rotation(Quat::from_rotation_z(turn));
        self.commands.spawn((sprite, place, particle));
    }
}
