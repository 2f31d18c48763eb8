//! Plays cues and ambience.
//!
//! **Invariant:** volumes follow the settings at once; far sounds are faint, and no more than a few of
//! a kind are heard at one time.

use std::{collections::BTreeMap, sync::Arc};

use bevy::{
    audio::{AudioPlayer, AudioSink, AudioSinkPlayback, AudioSource, PlaybackSettings, Volume},
    prelude::*,
    tasks::{AsyncComputeTaskPool, Task, block_on, poll_once},
};

use super::{Ambience, Cue, PlacedCue, RATE, render, render_ambience};
use crate::{
    battle::knowledge::Sight,
    game::{
        Screen,
        shell::settings::Settings,
        table::{
            board_view::{BoardView, Scenery},
            camera::Rig,
        },
    },
};

/// Most sounds of one kind at one time.
const MOST_OF_A_KIND: usize = 4;
/// Beyond so many half windows from the middle nothing is heard.
const FAR: f32 = 3.0;
/// Seconds between two looks at what is near the camera.
const LOOK_AROUND: f32 = 0.5;

/// Sounds, once they are rendered.
#[derive(Resource, Default)]
struct Sounds {
    cues: BTreeMap<Cue, Handle<AudioSource>>,
    /// Differs the pitch of steps and shots a little.
    count: u32,
}

/// Sounds that are still being rendered.
#[derive(Resource)]
struct Rendering(Task<(Vec<(Cue, Vec<u8>)>, Vec<(Ambience, Vec<u8>)>)>);

/// A cue that is heard.
#[derive(Component)]
struct Heard(Cue);

/// An ambience, and how loud it should be.
#[derive(Component)]
struct Surroundings {
    kind: Ambience,
    wanted: f32,
    now: f32,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Sounds>()
        .add_systems(Startup, begin_rendering)
        .add_systems(
            Update,
            (
                take_rendered.run_if(resource_exists::<Rendering>),
                play,
                look_around,
                fade,
            )
                .chain(),
        );
}

fn begin_rendering(mut commands: Commands) {
    let task = AsyncComputeTaskPool::get().spawn(async {
        let cues = Cue::ALL.map(|cue| (cue, wav(&render(cue))));
        let ambiences = Ambience::ALL.map(|kind| (kind, wav(&render_ambience(kind))));
        (cues.into(), ambiences.into())
    });
    commands.insert_resource(Rendering(task));
}

fn take_rendered(
    mut commands: Commands,
    mut rendering: ResMut<Rendering>,
    mut sounds: ResMut<Sounds>,
    mut sources: ResMut<Assets<AudioSource>>,
) {
    let Some((cues, ambiences)) = block_on(poll_once(&mut rendering.0)) else {
        return;
    };
    commands.remove_resource::<Rendering>();
    let mut add = |bytes: Vec<u8>| {
        sources.add(AudioSource {
            bytes: Arc::from(bytes),
        })
    };
    for (cue, bytes) in cues {
        sounds.cues.insert(cue, add(bytes));
    }
    for (kind, bytes) in ambiences {
        let surroundings = Surroundings {
            kind,
            wanted: 0.0,
            now: 0.0,
        };
        let silent = PlaybackSettings::LOOP.with_volume(Volume::SILENT);
        commands.spawn((AudioPlayer(add(bytes)), silent, surroundings));
    }
}

/// Samples as a sound file of 16-bit mono.
fn wav(samples: &[f32]) -> Vec<u8> {
    let data = u32::try_from(samples.len() * 2).expect("sounds are short");
    let mut bytes = Vec::with_capacity(samples.len() * 2 + 44);
    bytes.extend(b"RIFF");
    bytes.extend((data + 36).to_le_bytes());
    bytes.extend(b"WAVEfmt ");
    bytes.extend(16_u32.to_le_bytes());
    // Plain samples, one channel.
    bytes.extend(1_u16.to_le_bytes());
    bytes.extend(1_u16.to_le_bytes());
    bytes.extend(RATE.to_le_bytes());
    bytes.extend((RATE * 2).to_le_bytes());
    bytes.extend(2_u16.to_le_bytes());
    bytes.extend(16_u16.to_le_bytes());
    bytes.extend(b"data");
    bytes.extend(data.to_le_bytes());
    for sample in samples {
        bytes.extend(((sample.clamp(-1.0, 1.0) * 32_767.0) as i16).to_le_bytes());
    }
    bytes
}

fn play(
    mut commands: Commands,
    mut cues: MessageReader<Cue>,
    mut placed: MessageReader<PlacedCue>,
    rig: Res<Rig>,
    settings: Res<Settings>,
    playing: Query<&Heard>,
    mut sounds: ResMut<Sounds>,
) {
    let view = rig.visible_rect();
    let near = placed.read().map(|PlacedCue { cue, at }| {
        let off = ((at - view.center()).abs() / view.half_size()).max_element();
        let loudness = 1.0 - (off - 0.6).max(0.0) / (FAR - 0.6);
        (*cue, loudness.clamp(0.0, 1.0))
    });
    let volume = share(settings.master) * share(settings.effects);
    let mut heard: Vec<Cue> = playing.iter().map(|heard| heard.0).collect();
    for (cue, loudness) in cues.read().map(|cue| (*cue, 1.0)).chain(near) {
        let same = heard.iter().filter(|heard| **heard == cue).count();
        if volume * loudness <= 0.0 || same >= MOST_OF_A_KIND {
            continue;
        }
        sounds.count = sounds.count.wrapping_add(1);
        let speed = 0.95 + 0.025 * (sounds.count % 5) as f32;
        let Some(source) = sounds.cues.get(&cue).cloned() else {
            continue;
        };
        let settings = PlaybackSettings::DESPAWN
            .with_volume(Volume::Linear(volume * loudness))
            .with_speed(if is_of_the_interface(cue) { 1.0 } else { speed });
        commands.spawn((AudioPlayer(source), settings, Heard(cue)));
        heard.push(cue);
    }
}

fn is_of_the_interface(cue: Cue) -> bool {
    matches!(
        cue,
        Cue::Click | Cue::Confirm | Cue::Refuse | Cue::Turn | Cue::Victory | Cue::Defeat
    )
}

fn share(percent: u8) -> f32 {
    let share = f32::from(percent) / 100.0;
    share * share
}

/// Sets how loud the surroundings should be by what is near the camera.
fn look_around(
    mut since: Local<f32>,
    time: Res<Time>,
    screen: Res<State<Screen>>,
    rig: Res<Rig>,
    board: Res<BoardView>,
    scenery: Res<Scenery>,
    mut surroundings: Query<&mut Surroundings>,
) {
    *since += time.delta_secs();
    if *since < LOOK_AROUND {
        return;
    }
    *since = 0.0;
    let is_battle = *screen.get() == Screen::Battle;
    let view = rig.visible_rect();
    let (mut fires, mut waters) = (0.0_f32, 0.0_f32);
    if is_battle && scenery.catalog().is_some() {
        for tile in scenery.grid().tiles() {
            let look = scenery.look(tile);
            if look.sight == Sight::Hidden || !view.contains(board.center(tile)) {
                continue;
            }
            if look.fire > 0 {
                fires += 1.0;
            }
            if scenery.terrain(tile).key.contains("water") {
                waters += 1.0;
            }
        }
    }
    let is_night = scenery.is_night();
    for mut one in &mut surroundings {
        one.wanted = match one.kind {
            _ if !is_battle => 0.0,
            Ambience::Day => f32::from(u8::from(!is_night)),
            Ambience::Night => f32::from(u8::from(is_night)),
            Ambience::Fire => (fires / 4.0).min(1.0),
            Ambience::Water => (waters / 24.0).min(1.0),
        };
    }
}

/// Brings the surroundings to their loudness bit by bit.
fn fade(
    time: Res<Time>,
    settings: Res<Settings>,
    mut surroundings: Query<(&mut Surroundings, &mut AudioSink)>,
) {
    let volume = share(settings.master) * share(settings.ambience);
    for (mut one, mut sink) in &mut surroundings {
        let left = one.wanted - one.now;
        one.now += left * (1.0 - (-1.5 * time.delta_secs()).exp());
        sink.set_volume(Volume::Linear(one.now * volume));
    }
}
