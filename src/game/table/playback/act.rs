//! How scenes are acted out by tokens, effects, words and sounds.
//!
//! **Invariant:** a scene that is skipped leaves nothing behind; looks are set right once the queue is
//! empty.

use std::collections::VecDeque;

use bevy::prelude::*;

use super::{
    Playback, effects,
    flight::{self, Flying},
    on_show::OnShow,
    particle::Particle,
    scene::{Burst, Flesh, Fumes, Scene, Shot, Tone, Walk},
    text::{self, Floating},
};
use crate::{
    battle::unit::UnitId,
    game::{
        kit::CombatLog,
        shell::session::Session,
        table::{
            art::{Arm, ArmShape, Round, Stock},
            camera,
            sound::{self, Cue},
            unit_view::{Look, Motion, Tokens, place_token},
        },
    },
};

/// Shows the scenes whose turn it is.
pub(super) fn play(world: &mut World) {
    if world.resource::<Playback>().is_swept {
        sweep(world);
    }
    if world.resource::<Playback>().is_empty() {
        let mut playback = world.resource_mut::<Playback>();
        if playback.banner.is_some() || playback.stage.is_some() {
            (playback.banner, playback.stage) = (None, None);
        }
        if let Some(remark) = world.resource_mut::<Playback>().remark.take() {
            world.resource_mut::<Session>().notice = Some((remark, false));
        }
        if world.resource::<CombatLog>().waits() {
            world.resource_mut::<CombatLog>().read_all();
        }
        return;
    }
    let seconds = world.resource::<Time>().delta_secs();
    world.resource_scope(|world, mut playback: Mut<Playback>| {
        // A hitch must not skip what is to be seen.
        let mut left = seconds.min(0.1) * playback.speed;
        while let Some(scene) = playback.scenes.front().cloned() {
            if !playback.started {
                if let Some(place) = scene.place()
                    && camera::attend(world, place, playback.speed)
                {
                    return;
                }
                playback.started = true;
                playback.elapsed = 0.0;
                match &scene {
                    Scene::Banner { text, .. } => playback.banner = Some(text.clone()),
                    Scene::Stage(name) => playback.stage = Some(name),
                    _ => {}
                }
                begin(world, &scene);
            }
            let length = scene.seconds(next(&playback.scenes)).max(0.0001);
            let used = left.min(length - playback.elapsed);
            playback.elapsed += used;
            left -= used;
            progress(world, &scene, playback.elapsed / length, used / length);
            if playback.elapsed < length - 0.0005 {
                return;
            }
            playback.scenes.pop_front();
            playback.started = false;
            playback.banner = None;
            let next = playback.scenes.iter().find(|scene| !scene.is_silent());
            finish(world, &scene, next);
        }
    });
}

/// Returns the scene after the first that is seen on the board.
fn next(scenes: &VecDeque<Scene>) -> Option<&Scene> {
    scenes.iter().skip(1).find(|scene| !scene.is_silent())
}

/// Takes away what flies and floats, and has all tokens set right.
pub(super) fn sweep(world: &mut World) {
    world.resource_mut::<Playback>().is_swept = false;
    let mut passing =
        world.query_filtered::<Entity, Or<(With<Particle>, With<Flying>, With<Floating>)>>();
    let gone: Vec<_> = passing.iter(world).collect();
    for entity in gone {
        world.despawn(entity);
    }
    world.resource_mut::<Tokens>().renew();
}

fn motion<T>(world: &mut World, unit: UnitId, change: impl FnOnce(&mut Motion) -> T) -> Option<T> {
    let token = world.resource::<Tokens>().get(unit)?;
    let mut motion = world.get_mut::<Motion>(token)?;
    Some(change(&mut motion))
}

fn begin(world: &mut World, scene: &Scene) {
    match scene {
        Scene::Walk(walk) => set_off(world, walk),
        Scene::Turn { unit, angle, .. } => {
            motion(world, *unit, |motion| motion.turn_to(*angle));
        }
        Scene::Shot(shot) => fire(world, shot),
        Scene::Lob {
            from,
            to,
            is_rocket,
        } => {
            if *is_rocket {
                sound::at(world, *from, Cue::Rocket);
            }
            flight::lob(world, *from, *to, *is_rocket);
        }
        Scene::Burst {
            at,
            kind,
            is_veiled,
        } => {
            effects::burst(world, *at, *kind, *is_veiled);
            sound::at(world, *at, burst_cue(*kind));
        }
        Scene::Harm {
            unit,
            at,
            change,
            is_crit,
        } => {
            flight::harm(world, *unit, *at, *change, *is_crit);
        }
        Scene::Note { at, text, tone } => text::say(world, *at, text, *tone),
        Scene::Warning { at, is_own } => warn(world, *at, *is_own),
        Scene::Psi {
            from,
            to,
            is_resisted,
        } => {
            effects::psi(world, *from, *to, *is_resisted);
            sound::at(world, *from, Cue::Psi);
        }
        Scene::Debris {
            at,
            ground,
            is_heavy,
        } => {
            effects::dust(world, *at, *ground, *is_heavy);
        }
        Scene::Fumes { at, kind } => rise(world, *at, *kind),
        Scene::Reveal {
            unit,
            at,
            angle,
            look,
            is_contact,
        } => {
            appear(world, *unit, *at, *angle, look);
            motion(world, *unit, |motion| motion.hide(1.0));
            if *is_contact {
                effects::ring(world, *at, 190.0, 0.5, Color::srgb(1.0, 0.66, 0.36));
                text::say(world, *at, "contact!", Tone::Bad);
                sound::at(world, *at, Cue::Alert);
            }
        }
        Scene::Fade { unit, at, fall } => {
            if let Some(flesh) = fall {
                die(world, *unit, *at, *flesh);
            }
        }
        Scene::Heard { at, cue } => sound::at(world, *at, *cue),
        Scene::Banner { cue, .. } => {
            cue.map(|cue| world.write_message(cue));
        }
        Scene::Stage(_)
        | Scene::Read
        | Scene::Card { .. }
        | Scene::Figures { .. }
        | Scene::Sight(_) => note(world, scene),
    }
}

/// Notes what changes on cards, bars, log and fog, without anything that moves.
fn note(world: &mut World, scene: &Scene) {
    match scene {
        Scene::Read => world.resource_mut::<CombatLog>().read(),
        Scene::Card { unit, shown } => {
            let mut on_show = world.resource_mut::<OnShow>();
            on_show.units.insert(*unit, *shown);
            reload(world, *unit, shown.ammo);
        }
        Scene::Figures { unit, figures } => {
            let mut on_show = world.resource_mut::<OnShow>();
            on_show.figures.insert(*unit, figures.clone());
        }
        Scene::Sight(tiles) => {
            if let Some(lookout) = &mut world.resource_mut::<OnShow>().lookout {
                lookout.see(tiles);
            }
        }
        _ => {}
    }
}

/// Has a shooter turn and recoil, and its round fly.
fn fire(world: &mut World, shot: &Shot) {
    let way = (shot.to - shot.from).normalize_or(Vec2::X);
    let push = way * if shot.is_blow() { 34.0 } else { -7.0 };
    if let Some(shooter) = shot.shooter {
        motion(world, shooter, |motion| {
            motion.turn_to(way.to_angle());
            motion.push(push);
        });
    }
    sound::at(world, shot.from, shot_cue(shot.arm));
    flight::fire(world, shot);
}

/// Warns of a unit that is about to fire out of turn.
fn warn(world: &mut World, at: Vec2, is_own: bool) {
    let (color, tone) = match is_own {
        true => (Color::srgb(1.0, 0.92, 0.6), Tone::Good),
        false => (Color::srgb(1.0, 0.4, 0.24), Tone::Bad),
    };
    effects::ring(world, at, 230.0, 0.5, color);
    text::say(world, at, "reaction fire!", tone);
    sound::at(world, at, Cue::Alert);
}

/// Has flames or fumes rise.
fn rise(world: &mut World, at: Vec2, kind: Fumes) {
    match kind {
        Fumes::Fire => {
            effects::flames(world, at, 26.0, 12);
            sound::at(world, at, Cue::Fire);
        }
        Fumes::Poison => effects::motes(world, at, Color::srgb(0.7, 0.9, 0.25)),
        Fumes::Relief => {
            effects::motes(world, at, Color::srgb(0.5, 1.0, 0.62));
            sound::at(world, at, Cue::Heal);
        }
    }
}

/// Shows on a token how many shots are left.
fn reload(world: &mut World, unit: UnitId, ammo: u8) {
    let token = world.resource::<Tokens>().get(unit);
    if let Some(mut look) = token.and_then(|token| world.get_mut::<Look>(token))
        && let Some(stock) = look.stock.filter(|stock| stock.ammo != ammo)
    {
        look.stock = Some(Stock { ammo, ..stock });
    }
}

fn progress(world: &mut World, scene: &Scene, t: f32, passed: f32) {
    match scene {
        Scene::Walk(walk) => {
            let Some(token) = world.resource::<Tokens>().get(walk.unit) else {
                return;
            };
            if let Some(mut place) = world.get_mut::<Transform>(token) {
                place.translation = walk.from.lerp(walk.to, t).extend(place.translation.z);
            }
            motion(world, walk.unit, |motion| {
                motion.walk(Some(passed));
                motion.hide(match () {
                    () if walk.is_appearing => 1.0 - t,
                    () if walk.is_vanishing => t,
                    () => 0.0,
                });
            });
        }
        Scene::Reveal { unit, .. } => {
            motion(world, *unit, |motion| motion.hide(1.0 - t));
        }
        Scene::Fade { unit, fall, .. } => {
            motion(world, *unit, |motion| match fall {
                Some(_) => motion.fall(t),
                None => motion.hide(t),
            });
        }
        _ => {}
    }
}

fn finish(world: &mut World, scene: &Scene, next: Option<&Scene>) {
    if let Scene::Walk(walk) = scene {
        let walks_on = matches!(next, Some(Scene::Walk(next)) if next.unit == walk.unit);
        if !walks_on {
            motion(world, walk.unit, |motion| motion.walk(None));
        }
    }
}

/// Has a unit begin a step; one that was not on show gets its token.
fn set_off(world: &mut World, walk: &Walk) {
    if let Some(look) = &walk.look {
        appear(world, walk.unit, walk.from, walk.angle, look);
    }
    motion(world, walk.unit, |motion| motion.turn_to(walk.angle));
    if let Some(ground) = walk.ground {
        sound::at(world, walk.to, ground.step());
    }
}

/// Puts a unit on show that has no token, or only that of a memory, or one that went out of sight.
fn appear(world: &mut World, unit: UnitId, at: Vec2, angle: f32, look: &Look) {
    let token = world.resource::<Tokens>().get(unit);
    let is_shown = token.is_some_and(|token| {
        let is_memory = world
            .get::<Look>(token)
            .is_some_and(|look| look.ghost.is_some());
        let is_there = world
            .get::<Motion>(token)
            .is_some_and(|motion| motion.alpha() > 0.0);
        !is_memory && is_there
    });
    if !is_shown {
        place_token(world, unit, at, angle, look.clone());
        motion(world, unit, |motion| motion.turn_to(angle));
    }
}

fn die(world: &mut World, unit: UnitId, at: Vec2, flesh: Flesh) {
    if let Some(token) = world.resource::<Tokens>().get(unit)
        && let Some(mut look) = world.get_mut::<Look>(token)
    {
        // Bars and signs go with it.
        look.health = None;
        look.pips.clear();
        look.name.clear();
        (look.is_chosen, look.is_aimed_at) = (false, false);
    }
    match flesh {
        Flesh::Machine => {
            effects::sparks(world, at, 1.5, Color::srgb(1.0, 0.7, 0.3), 20);
            effects::flames(world, at, 34.0, 16);
            sound::at(world, at, Cue::Explosion);
        }
        Flesh::Light => {
            effects::motes(world, at, Color::srgb(0.7, 0.94, 1.0));
            effects::ring(world, at, 240.0, 0.6, Color::srgb(0.7, 0.94, 1.0));
            sound::at(world, at, Cue::Psi);
        }
        Flesh::Human | Flesh::Alien => sound::at(world, at, Cue::Death),
    }
}

fn shot_cue(arm: Arm) -> Cue {
    match (arm.round, arm.shape) {
        (_, ArmShape::Claws) => Cue::Melee,
        (Round::Beam, _) => Cue::Laser,
        (Round::Bolt, _) => Cue::Plasma,
        (Round::Acid, _) => Cue::Acid,
        (Round::Bullet, ArmShape::Pistol | ArmShape::Short) => Cue::Pistol,
        (Round::Bullet, ArmShape::Heavy | ArmShape::Tube) => Cue::Heavy,
        (Round::Bullet, ArmShape::Rifle | ArmShape::Long | ArmShape::None) => Cue::Rifle,
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
