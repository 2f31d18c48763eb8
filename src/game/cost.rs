//! What a frame costs in the main world, for the figures in the README. Started by the hidden option
//! `--frames N` of `hexscape play`: so many frames idle, so many while computers play, then it quits.
//!
//! **Invariant:** measures and changes nothing but who plays.

use std::time::Instant;

use bevy::{app::AppExit, prelude::*};
use bevy_egui::EguiPrimaryContextPass;

use crate::{
    battle::step::HumanSides,
    game::{
        Options,
        board_view::viewer,
        hud::PanelSystems,
        input::{give, is_players},
        playback::Playback,
    },
    rules::battlescape::ai,
};

/// Frames before anything is measured: pictures are painted and shaders compiled then.
const WARM_UP: usize = 60;

/// What was measured, microseconds a frame.
#[derive(Resource, Default)]
struct Cost {
    began: Option<Instant>,
    pass_began: Option<Instant>,
    /// The egui pass of this frame.
    pass: u128,
    frames: usize,
    /// Of the main world and of the egui pass, while nothing moves and while something does.
    idle: [Vec<u128>; 2],
    moving: [Vec<u128>; 2],
}

/// Adds the measuring, which rests unless it was asked for.
pub fn plugin(app: &mut App) {
    let is_wanted = |options: Res<Options>| options.frames.is_some();
    app.init_resource::<Cost>()
        .add_systems(First, begin.run_if(is_wanted))
        .add_systems(PreUpdate, play_on.run_if(is_wanted))
        .add_systems(Last, end.run_if(is_wanted))
        .add_systems(
            EguiPrimaryContextPass,
            (
                (|mut cost: ResMut<Cost>| cost.pass_began = Some(Instant::now()))
                    .before(PanelSystems)
                    .run_if(is_wanted),
                (|mut cost: ResMut<Cost>| {
                    let began = cost.pass_began.take();
                    cost.pass += began.map_or(0, |began| began.elapsed().as_micros());
                })
                .after(PanelSystems)
                .run_if(is_wanted),
            ),
        );
}

fn begin(mut cost: ResMut<Cost>) {
    cost.began = Some(Instant::now());
    cost.pass = 0;
}

/// Lets the computer play for the person, once idle frames are measured.
fn play_on(world: &mut World) {
    let wanted = world.resource::<Options>().frames.unwrap_or(0);
    let cost = world.resource::<Cost>();
    if cost.frames < WARM_UP + wanted || !is_players(world) {
        return;
    }
    let side = viewer(world.resource::<HumanSides>());
    let order = ai::decide(world, side);
    give(world, order);
}

fn note(times: &mut [Vec<u128>; 2], micros: [u128; 2]) {
    for (times, micros) in times.iter_mut().zip(micros) {
        times.push(micros);
    }
}

fn end(world: &mut World) {
    let wanted = world.resource::<Options>().frames.unwrap_or(0);
    let is_moving = !world.resource::<Playback>().is_empty();
    let mut cost = world.resource_mut::<Cost>();
    let Some(began) = cost.began.take() else {
        return;
    };
    let pass = cost.pass;
    let micros = [began.elapsed().as_micros().saturating_sub(pass), pass];
    cost.frames += 1;
    if cost.frames > WARM_UP && cost.frames <= WARM_UP + wanted {
        note(&mut cost.idle, micros);
    } else if is_moving && cost.frames > WARM_UP + wanted {
        note(&mut cost.moving, micros);
    }
    if cost.moving[0].len() < wanted {
        return;
    }
    let median = |times: &mut Vec<u128>| {
        times.sort_unstable();
        times[times.len() / 2]
    };
    let [idle, idle_pass] = cost.idle.each_mut().map(median);
    let [moving, pass] = cost.moving.each_mut().map(median);
    println!("main world, egui pass apart: {idle} µs idle, {moving} µs while something moves");
    println!("egui pass: {idle_pass} µs idle, {pass} µs while something moves");
    world.write_message(AppExit::Success);
}
