//! How scenes are acted out by tokens, effects, words and sounds.
//!
//! **Invariant:** a scene that is skipped leaves nothing behind; looks are set right once the queue is
//! empty.

use bevy::prelude::*;

use super::Playback;
use super::cast::Cast;
use super::flight::Flying;
use super::on_show::OnShow;
use super::particle::Particle;
use super::scene::{Burst, Flesh, Fumes, Scene, Shot, Tone, Walk};
use super::text::Floating;
use super::timeline::Stage;
use crate::battle::unit::UnitId;
use crate::game::kit::CombatLog;
use crate::game::kit::cards::motion::CardsInFlight;
use crate::game::shell::session::Session;
use crate::game::table::art::{Arm, ArmShape, Round, Stock};
use crate::game::table::sound::Cue;
use crate::game::table::unit_view::{Look, Motion, Tokens};

/// Takes away what flies and floats, and has all tokens set right, when what was to be shown is forgotten.
pub(super) fn sweep(
    mut commands: Commands,
    mut playback: ResMut<Playback>,
    mut tokens: ResMut<Tokens>,
    passing: Query<Entity, Or<(With<Particle>, With<Flying>, With<Floating>)>>,
) {
    if playback.is_swept {
        playback.is_swept = false;
        passing
            .iter()
            .for_each(|one| commands.entity(one).despawn());
        tokens.renew();
    }
}

/// Lets what was told be read to its end once nothing is left to show.
pub(super) fn rest(
    mut playback: ResMut<Playback>,
    mut session: ResMut<Session>,
    mut log: ResMut<CombatLog>,
) {
    if !playback.is_empty() {
        return;
    }
    (playback.banner, playback.stage) = (None, None);
    if let Some(remark) = playback.remark.take() {
        session.notice = Some((remark, false));
    }
    if log.waits() {
        log.read_all();
    }
}

/// Shows the scenes whose turn it is. Exclusive, so that tokens which one scene brings are there for what
/// comes next in the same frame.
pub(super) fn play(world: &mut World) {
    // A hitch must not skip what is to be seen.
    let seconds = world.resource::<Time>().delta_secs().min(0.1);
    let mut left = Some(seconds * world.resource::<Playback>().pace());
    while let Some(seconds) = left {
        let stepped = world.run_system_cached_with(step, seconds);
        left = stepped.expect("what scenes need is there");
    }
}

/// Has what is on show go on for so many seconds; returns those that are left for what comes then.
fn step(
    In(left): In<f32>,
    time: Res<Time>,
    mut playback: ResMut<Playback>,
    log: ResMut<CombatLog>,
    on_show: ResMut<OnShow>,
    cast: Cast,
) -> Option<f32> {
    let mut timeline = std::mem::take(&mut playback.timeline);
    let mut showing = Window {
        seconds: time.delta_secs(),
        playback: &mut playback,
        log,
        on_show,
        cast,
    };
    let left = timeline.step(left, &mut showing);
    playback.timeline = timeline;
    left
}

/// The window, in which scenes are acted out.
struct Window<'a, 'w, 's> {
    /// Of the frame.
    seconds: f32,
    playback: &'a mut Playback,
    log: ResMut<'w, CombatLog>,
    on_show: ResMut<'w, OnShow>,
    cast: Cast<'w, 's>,
}

impl Stage for Window<'_, '_, '_> {
    fn rests_on(&self, place: Vec2) -> bool {
        self.cast.rig.rests_on(place, self.cast.settings.follow)
    }

    fn waits_for(&mut self, place: Vec2) -> bool {
        let (follow, speed) = (self.cast.settings.follow, self.playback.pace());
        (self.cast.rig).attend(place, follow, speed, self.seconds)
    }

    fn begin(&mut self, scene: &Scene) {
        match scene {
            Scene::Banner { text, .. } => self.playback.banner = Some(text.clone()),
            Scene::Stage(name) => self.playback.stage = Some(name),
            Scene::Cards(motions) => {
                let motions = motions.clone();
                self.playback.cards = Some(CardsInFlight {
                    motions,
                    passed: 0.0,
                });
            }
            Scene::Read => self.log.read(),
            _ => self.on_show.note(scene),
        }
        self.cast.begin(scene);
    }

    fn progress(&mut self, scene: &Scene, passed: f32, step: f32) {
        if let (Scene::Cards(_), Some(cards)) = (scene, &mut self.playback.cards) {
            cards.passed = passed;
        }
        self.cast.progress(scene, passed, step);
    }

    fn finish(&mut self, scene: &Scene, next: Option<&Scene>) {
        self.cast.finish(scene, next);
        self.playback.banner = None;
        self.playback.cards = None;
    }
}

impl OnShow {
    /// Notes what changes on cards, bars and fog.
    fn note(&mut self, scene: &Scene) {
        match scene {
            Scene::Card { unit, shown } => {
                self.units.insert(*unit, *shown);
            }
            Scene::Figures { unit, figures } => {
                self.figures.insert(*unit, figures.clone());
            }
            Scene::Sight(tiles) => {
                if let Some(lookout) = &mut self.lookout {
                    lookout.see(tiles);
                }
            }
            _ => {}
        }
    }
}

impl Cast<'_, '_> {
    fn begin(&mut self, scene: &Scene) {
        match scene {
            Scene::Walk(walk) => self.set_off(walk),
            Scene::Turn { unit, angle, .. } => {
                self.motion(*unit, |motion| motion.turn_to(*angle));
            }
            Scene::Shot(shot) => self.shoot(shot),
            Scene::Lob {
                from,
                to,
                is_rocket,
            } => {
                if *is_rocket {
                    self.sound(*from, Cue::Rocket);
                }
                self.lob(*from, *to, *is_rocket);
            }
            Scene::Burst {
                at,
                kind,
                is_veiled,
            } => {
                self.burst(*at, *kind, *is_veiled);
                self.sound(*at, burst_cue(*kind));
            }
            Scene::Harm {
                unit,
                at,
                change,
                is_crit,
            } => self.harm(*unit, *at, *change, *is_crit),
            Scene::Note { at, text, tone } => self.say(*at, text, *tone),
            Scene::Warning { at, is_own } => self.warn(*at, *is_own),
            Scene::Psi {
                from,
                to,
                is_resisted,
            } => {
                self.psi(*from, *to, *is_resisted);
                self.sound(*from, Cue::Psi);
            }
            Scene::Debris {
                at,
                ground,
                is_heavy,
            } => self.dust(*at, *ground, *is_heavy),
            Scene::Fumes { at, kind } => self.rise(*at, *kind),
            Scene::Reveal {
                unit,
                at,
                angle,
                look,
                is_contact,
            } => {
                self.appear(*unit, *at, *angle, look, 1.0);
                self.motion(*unit, |motion| motion.hide(1.0));
                if *is_contact {
                    self.ring(*at, 190.0, 0.5, Color::srgb(1.0, 0.66, 0.36));
                    self.say(*at, "contact!", Tone::Bad);
                    self.sound(*at, Cue::Alert);
                }
            }
            Scene::Fade { unit, at, fall } => {
                if let Some(flesh) = fall {
                    self.die(*unit, *at, *flesh);
                }
            }
            Scene::Heard { at, cue } => self.sound(*at, *cue),
            Scene::Banner { cue, .. } => {
                self.cues.write_batch(*cue);
            }
            Scene::Card { unit, shown } => self.reload(*unit, shown.ammo),
            Scene::Stage(_)
            | Scene::Read
            | Scene::Cards(_)
            | Scene::Figures { .. }
            | Scene::Sight(_) => {}
        }
    }

    /// Has a shooter turn and recoil, and its round fly.
    fn shoot(&mut self, shot: &Shot) {
        let way = (shot.to - shot.from).normalize_or(Vec2::X);
        let push = way * if shot.is_blow() { 34.0 } else { -7.0 };
        if let Some(shooter) = shot.shooter {
            self.motion(shooter, |motion| {
                motion.turn_to(way.to_angle());
                motion.push(push);
            });
        }
        self.sound(shot.from, shot_cue(shot.arm));
        self.fire(shot);
    }

    /// Warns of a unit that is about to fire out of turn.
    fn warn(&mut self, at: Vec2, is_own: bool) {
        let (color, tone) = match is_own {
            true => (Color::srgb(1.0, 0.92, 0.6), Tone::Good),
            false => (Color::srgb(1.0, 0.4, 0.24), Tone::Bad),
        };
        self.ring(at, 230.0, 0.5, color);
        self.say(at, "reaction fire!", tone);
        self.sound(at, Cue::Alert);
    }

    /// Has flames or fumes rise.
    fn rise(&mut self, at: Vec2, kind: Fumes) {
        match kind {
            Fumes::Fire => {
                self.flames(at, 26.0, 12);
                self.sound(at, Cue::Fire);
            }
            Fumes::Poison => self.motes(at, Color::srgb(0.7, 0.9, 0.25)),
            Fumes::Relief => {
                self.motes(at, Color::srgb(0.5, 1.0, 0.62));
                self.sound(at, Cue::Heal);
            }
        }
    }

    /// Shows on a token how many shots are left.
    fn reload(&mut self, unit: UnitId, ammo: u8) {
        if let Some((_, mut look, _)) = self.company.get(unit)
            && let Some(stock) = look.stock.filter(|stock| stock.ammo != ammo)
        {
            look.stock = Some(Stock { ammo, ..stock });
        }
    }

    fn progress(&mut self, scene: &Scene, t: f32, passed: f32) {
        match scene {
            Scene::Walk(walk) => {
                if let Some((mut place, _, mut motion)) = self.company.get(walk.unit) {
                    place.translation = walk.from.lerp(walk.to, t).extend(place.translation.z);
                    motion.walk(Some(passed));
                    motion.hide(match () {
                        () if walk.is_appearing => 1.0 - t,
                        () if walk.is_vanishing => t,
                        () => 0.0,
                    });
                }
            }
            Scene::Reveal { unit, .. } => self.motion(*unit, |motion| motion.hide(1.0 - t)),
            Scene::Fade { unit, fall, .. } => self.motion(*unit, |motion| match fall {
                Some(_) => motion.fall(t),
                None => motion.hide(t),
            }),
            _ => {}
        }
    }

    fn finish(&mut self, scene: &Scene, next: Option<&Scene>) {
        if let Scene::Walk(walk) = scene {
            let walks_on = matches!(next, Some(Scene::Walk(next)) if next.unit == walk.unit);
            if !walks_on {
                self.motion(walk.unit, |motion| motion.walk(None));
            }
        }
    }

    /// Has a unit begin a step; one that was not on show gets its token.
    fn set_off(&mut self, walk: &Walk) {
        if let Some(look) = &walk.look {
            self.appear(walk.unit, walk.from, walk.angle, look, 0.0);
        }
        self.motion(walk.unit, |motion| motion.turn_to(walk.angle));
        if let Some(ground) = walk.ground {
            self.sound(walk.to, ground.step());
        }
    }

    /// Puts a unit on show, hidden by a share, that has no token, or only that of a memory, or one that went
    /// out of sight.
    fn appear(&mut self, unit: UnitId, at: Vec2, angle: f32, look: &Look, hidden: f32) {
        let shown = self.company.get(unit);
        let is_shown =
            shown.is_some_and(|(_, look, motion)| look.ghost.is_none() && motion.alpha() > 0.0);
        if !is_shown {
            let mut motion = Motion::resting(angle, angle);
            motion.hide(hidden);
            self.company.place(unit, at, look.clone(), motion);
            self.motion(unit, |motion| motion.turn_to(angle));
        }
    }

    fn die(&mut self, unit: UnitId, at: Vec2, flesh: Flesh) {
        if let Some((_, mut look, _)) = self.company.get(unit) {
            // Bars and signs go with it.
            look.health = None;
            look.pips.clear();
            look.name.clear();
            (look.is_chosen, look.is_aimed_at) = (false, false);
        }
        match flesh {
            Flesh::Machine => {
                self.sparks(at, 1.5, Color::srgb(1.0, 0.7, 0.3), 20);
                self.flames(at, 34.0, 16);
                self.sound(at, Cue::Explosion);
            }
            Flesh::Light => {
                self.motes(at, Color::srgb(0.7, 0.94, 1.0));
                self.ring(at, 240.0, 0.6, Color::srgb(0.7, 0.94, 1.0));
                self.sound(at, Cue::Psi);
            }
            Flesh::Human | Flesh::Alien => self.sound(at, Cue::Death),
        }
    }
}

fn shot_cue(arm: Arm) -> Cue {
    match (arm.round, arm.shape) {
        _ if arm.is_blow() => Cue::Melee,
        (Round::Arrow, _) => Cue::Throw,
        (Round::Beam, _) => Cue::Laser,
        (Round::Bolt, _) => Cue::Plasma,
        (Round::Acid, _) => Cue::Acid,
        (Round::Bullet, ArmShape::Pistol | ArmShape::Short) => Cue::Pistol,
        (Round::Bullet, ArmShape::Heavy | ArmShape::Tube) => Cue::Heavy,
        (Round::Bullet, _) => Cue::Rifle,
    }
}

fn burst_cue(kind: Burst) -> Cue {
    match kind {
        Burst::Blast => Cue::Explosion,
        Burst::Cloud | Burst::Smoke => Cue::Smoke,
        Burst::Fire => Cue::Fire,
        Burst::Flash => Cue::Flash,
        Burst::Light => Cue::Throw,
    }
}
