//! What happened, shown one thing after another: steps, shots, numbers, deaths.
//!
//! **Invariant:** decides nothing; only what the player's side saw is shown.

use std::collections::VecDeque;

use bevy::prelude::*;

use crate::{
    battle::{
        board::Board,
        grid::TileId,
        journal::Journal,
        knowledge::Knowledge,
        phase::Phase,
        step::{HumanSides, OrderDone, Showing, step},
        unit::{Position, Side, UnitId, part, side_of},
    },
    content::battlescape::DamageType,
    game::{
        Menu, Screen,
        board_view::{BoardView, viewer},
        hud::CombatLog,
        session::{Selection, Session},
        unit_view::{TokenArt, Tokens},
        watching::{self, Watching},
    },
    rules::battlescape::{
        Battlescape,
        event::{BurstKind, Event, Mark, Ricochet},
        log::Log,
        soldier,
    },
};

/// Something to show.
#[derive(Clone, Debug)]
enum Scene {
    /// A token goes to the next hex.
    Step { unit: UnitId, to: Vec2, angle: f32 },
    /// A round flies.
    Shot {
        from: Vec2,
        to: Vec2,
        kind: DamageType,
        text: String,
        is_hit: bool,
    },
    /// A number floats over a hex.
    Note {
        at: Vec2,
        text: String,
        is_bad: bool,
    },
    /// An area attack lands.
    Burst { at: Vec2, kind: BurstKind },
    /// A token fades away.
    Fade { unit: UnitId },
    /// A banner across the screen.
    Banner { text: String },
}

impl Scene {
    /// Seconds it takes at normal speed.
    fn seconds(&self) -> f32 {
        match self {
            Self::Step { .. } => 0.13,
            Self::Shot { .. } => 0.24,
            Self::Burst { .. } => 0.55,
            Self::Note { .. } => 0.3,
            Self::Fade { .. } => 0.45,
            Self::Banner { .. } => 0.8,
        }
    }
}

/// Scenes still to be shown.
#[derive(Resource)]
pub struct Playback {
    scenes: VecDeque<Scene>,
    elapsed: f32,
    started: bool,
    start: Vec2,
    /// Speed factor.
    pub speed: f32,
    /// Banner on show.
    pub banner: Option<String>,
}

impl Default for Playback {
    fn default() -> Self {
        Self {
            scenes: VecDeque::new(),
            elapsed: 0.0,
            started: false,
            start: Vec2::ZERO,
            speed: 1.0,
            banner: None,
        }
    }
}

impl Playback {
    /// Whether everything was shown.
    pub fn is_empty(&self) -> bool {
        self.scenes.is_empty()
    }

    /// Forgets what was still to be shown.
    pub fn clear(&mut self) {
        self.scenes.clear();
        self.elapsed = 0.0;
        self.started = false;
        self.banner = None;
    }
}

/// Something that goes away after so many seconds; text floats up and fades.
#[derive(Component)]
struct Floating {
    left: f32,
}

/// Adds playback and the steps of the battle.
pub fn plugin(app: &mut App) {
    app.init_resource::<Playback>().add_systems(
        Update,
        (advance, queue, play, float)
            .chain()
            .run_if(in_state(Screen::Battle).and_then(in_state(Menu::None))),
    );
}

/// Most steps of the battle in one frame while nothing of them can be seen.
const MAX_STEPS: usize = 40;

/// Takes steps of the battle while nothing is left to show.
fn advance(world: &mut World) {
    if world.get_resource::<Board>().is_none() {
        return;
    }
    if world.contains_resource::<Watching>() {
        world.resource_mut::<Showing>().0 = true;
        watching::advance(world);
        return queue(world);
    }
    for _ in 0..MAX_STEPS {
        let is_showing = !world.resource::<Playback>().is_empty();
        world.resource_mut::<Showing>().0 = is_showing;
        if is_showing {
            return;
        }
        step(world);
        queue(world);
        let phase = *world.resource::<State<Phase>>().get();
        if matches!(phase, Phase::Player | Phase::Over) {
            break;
        }
    }
    let is_over = *world.resource::<State<Phase>>().get() == Phase::Over;
    if is_over && world.resource::<Playback>().is_empty() {
        world.resource_mut::<NextState<Screen>>().set(Screen::End);
    }
}

/// Queues what orders led to.
fn queue(world: &mut World) {
    let done: Vec<_> = world
        .resource_mut::<Messages<OrderDone<Battlescape>>>()
        .drain()
        .collect();
    for done in done {
        match done {
            OrderDone::Refused { refusal, .. } => {
                world.resource_mut::<Session>().notice = Some((refusal.to_string(), true));
            }
            OrderDone::Events { events, .. } => {
                let own = viewer(world.resource::<HumanSides>());
                let orders = world.resource::<Journal<Battlescape>>().entries.len();
                for event in &events {
                    let (scenes, line) = scenes(world, own, event);
                    world.resource_mut::<Playback>().scenes.extend(scenes);
                    if let Some(line) = line {
                        let place = place(world, event);
                        world
                            .resource_mut::<CombatLog>()
                            .push(own, line, place, orders);
                    }
                }
            }
        }
    }
}

/// The hex an event is about.
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

/// Returns what the side sees of an event, and its line in the log.
fn scenes(world: &World, own: Side, event: &Event) -> (Vec<Scene>, Option<String>) {
    let board = world.resource::<BoardView>();
    let known = world.resource::<Knowledge>().of(own);
    let center = |tile: TileId| board.center(tile);
    let at = |unit: UnitId| part::<Position>(world, unit).0;
    let is_own = |unit: UnitId| side_of(world, unit) == own;
    let sees = |unit: UnitId| is_own(unit) || known.sees(at(unit));
    let shown = only_seen(event, sees);
    let line = Log::new(world).line(&shown);
    let spot = |mark: Mark| match mark {
        Mark::Unit(unit) => at(unit),
        Mark::Hex(tile) => tile,
    };
    let sees_mark = |mark: Mark| match mark {
        Mark::Unit(unit) => sees(unit),
        Mark::Hex(tile) => known.sees(tile),
    };
    let note = |unit: UnitId, text: &str, is_bad: bool| {
        vec![Scene::Note {
            at: center(at(unit)),
            text: text.into(),
            is_bad,
        }]
    };
    match event {
        Event::Stepped {
            unit,
            from,
            to,
            facing,
            ..
        } => {
            let is_seen = is_own(*unit) || known.sees(*from) || known.sees(*to);
            let step = Scene::Step {
                unit: *unit,
                to: center(*to),
                angle: board.angle(*facing),
            };
            (if is_seen { vec![step] } else { Vec::new() }, None)
        }
        Event::Shot {
            unit,
            target,
            round,
            ..
        } => {
            if !sees(*unit) && !sees_mark(*target) {
                return (Vec::new(), None);
            }
            let text = match &round.wound {
                None => "miss".into(),
                Some(wound) if wound.is_crit() => format!("-{}!", wound.dealt),
                Some(wound) => format!("-{}", wound.dealt),
            };
            // A shooter that is not seen fires from somewhere beyond the fog.
            let to = center(spot(*target));
            let from = if sees(*unit) {
                center(at(*unit))
            } else {
                to + Vec2::new(0.0, 340.0)
            };
            let kind = soldier::weapon(world, *unit).damage_type;
            let is_hit = round.hit.passed;
            (
                vec![Scene::Shot {
                    from,
                    to,
                    kind,
                    text,
                    is_hit,
                }],
                line,
            )
        }
        Event::Burst {
            kind,
            center: place,
            harms,
            ..
        } => {
            if !known.sees(*place) && harms.iter().all(|harm| !sees(harm.unit)) {
                // Explosions and fires show through the fog as glows (§6).
                let glows = matches!(kind, BurstKind::Blast | BurstKind::Fire);
                let glow = glows.then(|| Scene::Burst {
                    at: center(*place),
                    kind: *kind,
                });
                return (glow.into_iter().collect(), None);
            }
            let mut scenes = vec![Scene::Burst {
                at: center(*place),
                kind: *kind,
            }];
            let seen = harms.iter().filter(|harm| sees(harm.unit));
            scenes.extend(seen.map(|harm| Scene::Note {
                at: center(at(harm.unit)),
                text: format!("-{}", harm.dealt),
                is_bad: true,
            }));
            (scenes, line)
        }
        Event::TerrainHit { tile, .. } if known.sees(*tile) => (Vec::new(), line),
        Event::Pinned { units } if units.iter().any(|&(unit, _)| sees(unit)) => (Vec::new(), line),
        Event::MoraleShifted { units } if units.iter().any(|&(unit, _)| sees(unit)) => {
            (Vec::new(), line)
        }
        Event::Panicked { unit, .. } if sees(*unit) => (note(*unit, "panic!", true), line),
        Event::NerveTested {
            unit,
            panic: Some(_),
            ..
        } if sees(*unit) => (note(*unit, "loses its nerve", true), line),
        Event::Told { .. } => (
            line.iter()
                .map(|text| Scene::Banner { text: text.clone() })
                .collect(),
            line,
        ),
        Event::Arrived { unit, .. } | Event::Joined { unit, .. } if sees(*unit) => {
            (note(*unit, "arrives", !is_own(*unit)), line)
        }
        Event::TerrainChanged { tile, .. } if known.sees(*tile) => (Vec::new(), line),
        Event::Lit { light } if known.sees(light.tile) => (Vec::new(), line),
        Event::Interacted { unit, .. } | Event::Called { unit, .. } if sees(*unit) => {
            (Vec::new(), line)
        }
        Event::Threw { unit, .. }
        | Event::Cast { unit, .. }
        | Event::Switched { unit, .. }
        | Event::Moved { unit, .. }
            if sees(*unit) =>
        {
            (Vec::new(), line)
        }
        Event::Primed { unit, .. } if is_own(*unit) => (note(*unit, "primed", false), line),
        Event::MineLaid { unit, .. } if is_own(*unit) => (note(*unit, "mine laid", false), line),
        Event::MineTripped { mine, .. } if known.sees(mine.tile) => (Vec::new(), line),
        Event::Helped { target, health, .. } if sees(*target) => {
            (note(*target, &format!("+{health}"), false), line)
        }
        Event::Scanned { unit, .. } if is_own(*unit) => (note(*unit, "scan", false), line),
        Event::Controlled { unit, .. } if sees(*unit) => {
            (note(*unit, "controlled!", !is_own(*unit)), line)
        }
        Event::Freed { unit } if sees(*unit) => (note(*unit, "free", false), line),
        Event::Rallied { unit, .. } if sees(*unit) => (note(*unit, "rallied", false), line),
        Event::Hastened { unit, tu } if sees(*unit) => {
            (note(*unit, &format!("+{tu} TU"), false), line)
        }
        Event::Heard { traces } => {
            let own_traces = traces.iter().filter(|trace| trace.side == own);
            let scenes: Vec<_> = (own_traces)
                .map(|trace| Scene::Note {
                    at: center(trace.tile),
                    text: "a noise".into(),
                    is_bad: true,
                })
                .collect();
            let line = (!scenes.is_empty()).then(|| "Something is heard".to_owned());
            (scenes, line)
        }
        Event::Poisoned { unit, .. } if sees(*unit) => (note(*unit, "poisoned", true), line),
        Event::WentProne { unit, .. } if sees(*unit) => (note(*unit, "prone", false), line),
        Event::SuppressionReadied { unit, .. } if is_own(*unit) => {
            (note(*unit, "suppression ready", false), line)
        }
        Event::PanicOver { unit } | Event::CameRound { unit } | Event::StunRolled { unit, .. }
            if sees(*unit) =>
        {
            (Vec::new(), line)
        }
        Event::Fired {
            unit,
            target,
            reaction,
            ..
        } => {
            if !sees(*unit) && !sees_mark(*target) {
                return (Vec::new(), None);
            }
            let line = if sees(*unit) {
                line
            } else {
                Some("Shots out of the dark".into())
            };
            if *reaction && sees(*unit) {
                return (note(*unit, "reaction fire", !is_own(*unit)), line);
            }
            (Vec::new(), line)
        }
        Event::Died { unit, by } => {
            if !sees(*unit) {
                return (Vec::new(), None);
            }
            let is_told = by.is_none_or(sees);
            let name = &part::<crate::battle::unit::Title>(world, *unit).0;
            let line = if is_told {
                line
            } else {
                Some(format!("{name} is killed"))
            };
            (vec![Scene::Fade { unit: *unit }], line)
        }
        Event::Hurt { unit, damage, .. } if sees(*unit) => {
            (note(*unit, &format!("-{damage}"), true), line)
        }
        Event::Spotted { side, unit, .. } if *side == own => (
            note(*unit, "contact!", true),
            Some(format!("Contact: {}", name(world, *unit))),
        ),
        Event::PhaseBegan { side } => {
            let text = if *side == own {
                "Your phase"
            } else {
                "Enemy phase"
            };
            (vec![Scene::Banner { text: text.into() }], None)
        }
        Event::TurnBegan { turn } => (
            vec![Scene::Banner {
                text: format!("Turn {turn}"),
            }],
            line,
        ),
        Event::TookCover { unit, .. } if sees(*unit) => (note(*unit, "cover", false), line),
        Event::Readied { unit, .. } if sees(*unit) => (note(*unit, "watching", false), line),
        Event::Reloaded { unit, .. } if is_own(*unit) => (note(*unit, "reload", false), line),
        Event::Bumped { unit, .. } if sees(*unit) => (note(*unit, "blocked", true), line),
        Event::Left { unit, .. } if sees(*unit) => (vec![Scene::Fade { unit: *unit }], line),
        Event::DoorMoved { unit, .. }
        | Event::CaughtFire { unit, .. }
        | Event::Stood { unit, .. }
            if sees(*unit) =>
        {
            (Vec::new(), line)
        }
        Event::FireRolled {
            ignites: Some(tile),
            ..
        } if known.sees(*tile) => (Vec::new(), line),
        Event::Ended { .. }
        | Event::PlayedOn
        | Event::Endangered { .. }
        | Event::SecondaryDone { .. }
        | Event::ObjectiveJudged { .. } => (Vec::new(), line),
        _ => (Vec::new(), None),
    }
}

/// Leaves out what an event did to units that are not seen.
fn only_seen(event: &Event, sees: impl Fn(UnitId) -> bool) -> Event {
    let mut event = event.clone();
    match &mut event {
        Event::Burst { harms, .. } => harms.retain(|harm| sees(harm.unit)),
        Event::Pinned { units } => units.retain(|&(unit, _)| sees(unit)),
        Event::MoraleShifted { units } => units.retain(|&(unit, _)| sees(unit)),
        Event::Shot { ricochet, .. } => {
            let is_seen = |ricochet: &Ricochet| ricochet.victim.is_none_or(|(id, ..)| sees(id));
            *ricochet = ricochet.filter(is_seen);
        }
        _ => {}
    }
    event
}

fn name(world: &World, unit: UnitId) -> String {
    part::<crate::battle::unit::Title>(world, unit).0.clone()
}

/// Shows the scene whose turn it is.
fn play(
    mut commands: Commands,
    time: Res<Time>,
    mut playback: ResMut<Playback>,
    tokens: Res<Tokens>,
    art: Res<TokenArt>,
    mut places: Query<&mut Transform>,
    mut sprites: Query<&mut Sprite>,
    mut selection: ResMut<Selection>,
) {
    let playback = &mut *playback;
    let Some(scene) = playback.scenes.front().cloned() else {
        playback.banner = None;
        return;
    };
    let token = |unit: UnitId| tokens.entities.get(&unit).copied();
    if !std::mem::replace(&mut playback.started, true) {
        playback.elapsed = 0.0;
        match &scene {
            Scene::Step { unit, .. } => {
                let place = token(*unit).and_then(|token| places.get(token).ok());
                playback.start = place.map_or(Vec2::ZERO, |place| place.translation.truncate());
            }
            Scene::Shot {
                from,
                to,
                kind,
                is_hit,
                ..
            } => {
                let miss = Vec2::new(34.0, 26.0);
                let end = if *is_hit { *to } else { *to + miss };
                let (color, thickness) = match kind {
                    DamageType::Kinetic => (Color::srgb(1.0, 0.92, 0.62), 4.0),
                    DamageType::Laser => (Color::srgb(1.0, 0.3, 0.26), 5.0),
                    DamageType::Plasma => (Color::srgb(0.45, 1.0, 0.55), 9.0),
                    DamageType::Chemical => (Color::srgb(0.75, 0.9, 0.25), 9.0),
                };
                let middle = (*from + end) / 2.0;
                let angle = (end - *from).to_angle();
                let sprite = Sprite {
                    color,
                    custom_size: Some(Vec2::new(from.distance(end), thickness)),
                    ..default()
                };
                let place = Transform::from_translation(middle.extend(15.0))
                    .with_rotation(Quat::from_rotation_z(angle));
                // Goes by itself, also when the rest is skipped.
                let left = scene.seconds() / playback.speed;
                commands.spawn((sprite, place, Floating { left }));
                let flash = Sprite {
                    image: art.dot.clone(),
                    color,
                    custom_size: Some(Vec2::splat(46.0)),
                    ..default()
                };
                let at = Transform::from_translation(from.extend(15.1));
                commands.spawn((flash, at, Floating { left: 0.12 }));
            }
            Scene::Burst { at, kind } => {
                let (color, size) = match kind {
                    BurstKind::Blast => (Color::srgb(1.0, 0.7, 0.3), 420.0),
                    BurstKind::Cloud => (Color::srgba(0.7, 0.85, 0.25, 0.8), 460.0),
                    BurstKind::Smoke => (Color::srgba(0.75, 0.77, 0.8, 0.8), 460.0),
                    BurstKind::Fire => (Color::srgb(1.0, 0.5, 0.2), 320.0),
                    BurstKind::Flash => (Color::srgb(1.0, 1.0, 0.95), 560.0),
                    BurstKind::Light => (Color::srgb(1.0, 0.95, 0.75), 300.0),
                };
                for (share, left) in [(1.0, 0.5), (0.55, 0.35)] {
                    let sprite = Sprite {
                        image: art.dot.clone(),
                        color,
                        custom_size: Some(Vec2::splat(size * share)),
                        ..default()
                    };
                    let place = Transform::from_translation(at.extend(15.0 + share));
                    let left = left / playback.speed;
                    commands.spawn((sprite, place, Floating { left }));
                }
            }
            Scene::Banner { text } => playback.banner = Some(text.clone()),
            Scene::Note { .. } | Scene::Fade { .. } => {}
        }
    }
    playback.elapsed += time.delta_secs() * playback.speed;
    let t = (playback.elapsed / scene.seconds()).min(1.0);
    match &scene {
        Scene::Step { unit, to, angle } => {
            if let Some(mut place) = token(*unit).and_then(|token| places.get_mut(token).ok()) {
                let z = place.translation.z;
                place.translation = playback.start.lerp(*to, t).extend(z);
                let _ = angle;
            }
        }
        Scene::Fade { unit } => {
            if let Some(mut sprite) = token(*unit).and_then(|token| sprites.get_mut(token).ok()) {
                sprite.color = Color::srgba(1.0, 0.45, 0.4, 1.0 - t);
            }
        }
        _ => {}
    }
    if t < 1.0 {
        return;
    }
    match &scene {
        Scene::Shot {
            to, text, is_hit, ..
        } => {
            float_text(&mut commands, *to, text, *is_hit);
        }
        Scene::Note { at, text, is_bad } => float_text(&mut commands, *at, text, *is_bad),
        Scene::Fade { unit } if selection.target == Some(Mark::Unit(*unit)) => {
            selection.target = None;
        }
        _ => {}
    }
    playback.scenes.pop_front();
    playback.started = false;
    playback.banner = None;
}

fn float_text(commands: &mut Commands, at: Vec2, text: &str, is_bad: bool) {
    let color = if is_bad {
        Color::srgb(1.0, 0.55, 0.4)
    } else {
        Color::srgb(0.95, 0.92, 0.8)
    };
    commands.spawn((
        Text2d::new(text),
        TextFont {
            font_size: FontSize::Px(25.0),
            ..default()
        },
        TextColor(color),
        Transform::from_translation((at + Vec2::new(0.0, 30.0)).extend(30.0)),
        Floating { left: 0.9 },
    ));
}

fn float(
    mut commands: Commands,
    time: Res<Time>,
    mut floating: Query<(
        Entity,
        &mut Floating,
        &mut Transform,
        Option<&mut TextColor>,
    )>,
) {
    for (entity, mut floating, mut place, color) in &mut floating {
        floating.left -= time.delta_secs();
        if floating.left <= 0.0 {
            commands.entity(entity).despawn();
            continue;
        }
        if let Some(mut color) = color {
            place.translation.y += 42.0 * time.delta_secs();
            color.0.set_alpha(floating.left.min(0.5) * 2.0);
        }
    }
}
