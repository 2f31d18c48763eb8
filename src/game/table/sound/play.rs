//! Plays cues, surroundings and music.
//!
//! **Invariant:** volumes follow the settings at once; far sounds are faint, and no more than a few of
//! a kind are heard at one time; nothing is rendered while nobody hears it.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, poll_once};

use super::mixer::{Samples, packed};
use super::output::Output;
use super::{Ambience, Cue, Lasting, PlacedCue, Theme, render, render_ambience, render_theme};
use crate::battle::knowledge::{Knowledge, Sight};
use crate::battle::step::HumanSides;
use crate::battle::unit::Roster;
use crate::game::Screen;
use crate::game::shell::settings::Settings;
use crate::game::table::board_view::{BoardView, Scenery, viewer};
use crate::game::table::camera::Rig;

/// Most sounds of one kind at one time.
const MOST_OF_A_KIND: usize = 4;
/// Beyond so many half windows from the middle nothing is heard.
const FAR: f32 = 3.0;
/// Seconds between two looks at what is near the camera.
const LOOK_AROUND: f32 = 0.5;

/// The speakers, as far as the window has some.
#[derive(Resource)]
pub struct Speakers(Output);

impl Speakers {
    /// Says why nothing is heard; none where a sound server takes what is played.
    pub fn silence(&self) -> Option<String> {
        self.0.lock().silence.clone()
    }
}

/// Sounds, once they are rendered.
#[derive(Resource, Default)]
struct Sounds {
    cues: BTreeMap<Cue, Samples>,
    cueing: Option<Task<Vec<(Cue, Samples)>>>,
    /// A sound that lasts, being rendered.
    coming: Option<(Lasting, Task<Samples>)>,
    /// Differs the pitch of steps and shots a little.
    count: u32,
}

/// How loud each sound that lasts should be, from 0 to 1; all others are silent.
#[derive(Resource, Default)]
struct Wanted(BTreeMap<Lasting, f32>);

/// Opens the speakers and adds what plays on them.
pub fn plugin(app: &mut App) {
    app.insert_resource(Speakers(Output::open()))
        .init_resource::<Sounds>()
        .init_resource::<Wanted>()
        .add_systems(
            Update,
            (render_cues, play, choose_theme, look_around, last)
                .chain()
                .run_if(|speakers: Res<Speakers>| speakers.0.lock().silence.is_none()),
        );
}

/// Renders all cues, the first time that somebody hears them.
fn render_cues(mut sounds: ResMut<Sounds>) {
    if !sounds.cues.is_empty() {
        return;
    }
    let task = sounds.cueing.get_or_insert_with(|| {
        let render = async { Cue::ALL.map(|cue| (cue, packed(&render(cue)))).into() };
        AsyncComputeTaskPool::get().spawn(render)
    });
    if let Some(cues) = block_on(poll_once(task)) {
        sounds.cues = cues.into_iter().collect();
        sounds.cueing = None;
    }
}

fn play(
    mut cues: MessageReader<Cue>,
    mut placed: MessageReader<PlacedCue>,
    rig: Res<Rig>,
    settings: Res<Settings>,
    speakers: Res<Speakers>,
    mut sounds: ResMut<Sounds>,
) {
    let view = rig.visible_rect();
    let near = placed.read().map(|PlacedCue { cue, at }| {
        let off = ((at - view.center()).abs() / view.half_size()).max_element();
        let loudness = 1.0 - (off - 0.6).max(0.0) / (FAR - 0.6);
        (*cue, loudness.clamp(0.0, 1.0))
    });
    let volume = share(settings.master) * share(settings.effects);
    for (cue, loudness) in cues.read().map(|cue| (*cue, 1.0)).chain(near) {
        let mixer = &mut speakers.0.lock().mixer;
        if volume * loudness <= 0.0 || mixer.count(cue) >= MOST_OF_A_KIND {
            continue;
        }
        sounds.count = sounds.count.wrapping_add(1);
        let speed = match is_of_the_interface(cue) {
            true => 1.0,
            false => 0.95 + 0.025 * (sounds.count % 5) as f32,
        };
        if let Some(samples) = sounds.cues.get(&cue) {
            mixer.play(cue, samples.clone(), speed, volume * loudness);
        }
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

/// Chooses the music by the screen, and in a battle by whether the player sees an enemy.
fn choose_theme(
    screen: Res<State<Screen>>,
    humans: Res<HumanSides>,
    roster: Option<Res<Roster>>,
    knowledge: Option<Res<Knowledge>>,
    mut wanted: ResMut<Wanted>,
) {
    let in_danger = || {
        let side = viewer(&humans);
        roster.zip(knowledge).is_some_and(|(roster, knowledge)| {
            let known = knowledge.of(side);
            let mut ids = roster.ids();
            ids.any(|id| roster.are_hostile(side, roster.side(id)) && known.sees_unit(id))
        })
    };
    let theme = match screen.get() {
        Screen::Battle if in_danger() => Theme::Danger,
        Screen::Battle | Screen::SetUp => Theme::Planning,
        Screen::End => Theme::End,
        Screen::Title | Screen::Missions | Screen::Editor => Theme::Title,
    };
    for other in Theme::ALL {
        let loudness = f32::from(u8::from(other == theme));
        wanted.0.insert(Lasting::Theme(other), loudness);
    }
}

/// Sets how loud the surroundings should be by what is near the camera.
fn look_around(
    mut since: Local<f32>,
    time: Res<Time>,
    screen: Res<State<Screen>>,
    rig: Res<Rig>,
    board: Res<BoardView>,
    scenery: Res<Scenery>,
    mut wanted: ResMut<Wanted>,
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
    for kind in Ambience::ALL {
        let loudness = match kind {
            _ if !is_battle => 0.0,
            Ambience::Day => f32::from(u8::from(!is_night)),
            Ambience::Night => f32::from(u8::from(is_night)),
            Ambience::Fire => (fires / 4.0).min(1.0),
            Ambience::Water => (waters / 24.0).min(1.0),
        };
        wanted.0.insert(Lasting::Ambience(kind), loudness);
    }
}

/// Renders what should last and is not there yet, one after the other, and sets how loud each is.
fn last(
    settings: Res<Settings>,
    speakers: Res<Speakers>,
    wanted: Res<Wanted>,
    mut sounds: ResMut<Sounds>,
) {
    let volume = |sound: Lasting| {
        let of_kind = match sound {
            Lasting::Ambience(_) => settings.ambience,
            Lasting::Theme(_) => settings.music,
        };
        let loudness = wanted.0.get(&sound).copied().unwrap_or(0.0);
        share(settings.master) * share(of_kind) * loudness
    };
    let mixer = &mut speakers.0.lock().mixer;
    mixer.set_volumes(volume);
    if let Some((sound, task)) = &mut sounds.coming {
        if let Some(samples) = block_on(poll_once(task)) {
            mixer.keep(*sound, samples);
            sounds.coming = None;
        }
        return;
    }
    let mut missing = wanted.0.keys().filter(|&&sound| !mixer.keeps(sound));
    if let Some(&sound) = missing.find(|&&sound| volume(sound) > 0.0) {
        let render = async move {
            packed(&match sound {
                Lasting::Ambience(ambience) => render_ambience(ambience),
                Lasting::Theme(theme) => render_theme(theme),
            })
        };
        sounds.coming = Some((sound, AsyncComputeTaskPool::get().spawn(render)));
    }
}
