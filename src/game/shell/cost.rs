//! What a frame costs in the main world, for the figures in the manual. Started by the hidden option
//! `--frames N` of `hexscape play`: so many frames idle, so many while computers play, then it quits.
//!
//! What is counted is time of the processor that runs the main world, all its systems one after
//! another on one thread, Bevy's own among them: what else the machine does, such as drawing in
//! software, does not count. What Bevy runs between the end of egui's pass and its output counts as
//! egui's.
//!
//! **Invariant:** measures and changes nothing but who plays.

use std::time::Duration;

use bevy::app::{AppExit, MainScheduleOrder};
use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;
use bevy_egui::{EguiPostUpdateSet, EguiPrimaryContextPass};

use crate::battle::rules::Rules;
use crate::battle::step::HumanSides;
use crate::game::Options;
use crate::game::rules::playable::rules;
use crate::game::table::board_view::viewer;
use crate::game::table::input::{give_order, is_players};
use crate::game::table::playback::Playback;
use crate::with_rules;

/// Frames before anything is measured: pictures are painted and shaders compiled then.
const WARM_UP: usize = 60;

/// What was measured, microseconds a frame.
#[derive(Resource, Default)]
struct Cost {
    began: Option<Duration>,
    pass_began: Option<Duration>,
    /// The egui pass of this frame, with what egui makes of it.
    pass: u128,
    frames: usize,
    /// Of the main world and of the egui pass, while nothing moves and while something does.
    idle: [Vec<u128>; 2],
    moving: [Vec<u128>; 2],
}

/// Adds the measuring, which rests unless it was asked for.
pub fn plugin(app: &mut App) {
    let is_wanted = |options: Res<Options>| options.frames.is_some();
    if app.world().resource::<Options>().frames.is_some() {
        on_one_thread(app);
    }
    app.init_resource::<Cost>()
        .add_systems(First, begin.run_if(is_wanted))
        .add_systems(PreUpdate, play_on.run_if(is_wanted))
        .add_systems(Last, end.run_if(is_wanted))
        .add_systems(
            PostUpdate,
            (
                (|mut cost: ResMut<Cost>| cost.pass_began = Some(processor_time()))
                    .before(EguiPostUpdateSet::EndPass),
                (|mut cost: ResMut<Cost>| {
                    let began = cost.pass_began.take();
                    cost.pass += began.map_or(0, since);
                })
                .after(EguiPostUpdateSet::PostProcessOutput),
            )
                .run_if(is_wanted),
        );
}

/// Returns how long this thread has run.
#[cfg(unix)]
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.cast_unsigned(), time.tv_nsec as u32)
}

/// Returns how long the program has run: what is nearest to the time of the thread here.
#[cfg(not(unix))]
fn processor_time() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// Returns the microseconds since then.
fn since(then: Duration) -> u128 {
    processor_time().saturating_sub(then).as_micros()
}

/// Runs the systems of a frame one after another, on the thread whose time is taken.
fn on_one_thread(app: &mut App) {
    let alone = |schedule: &mut Schedule| {
        schedule.set_executor(SingleThreadedExecutor::new());
    };
    for label in app.world().resource::<MainScheduleOrder>().labels.clone() {
        app.edit_schedule(label, alone);
    }
    app.edit_schedule(EguiPrimaryContextPass, alone);
}

fn begin(mut cost: ResMut<Cost>) {
    cost.began = Some(processor_time());
    cost.pass = 0;
}

/// Plays for the person by computer, once idle frames are measured.
fn play_on(world: &mut World) {
    let wanted = world.resource::<Options>().frames.unwrap_or(0);
    let cost = world.resource::<Cost>();
    if cost.frames < WARM_UP + wanted || !is_players(world) {
        return;
    }
    let side = viewer(world.resource::<HumanSides>());
    with_rules!(rules(world), R => {
        let order = R::decide(world, side);
        give_order::<R>(world, order);
    });
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
    let micros = [since(began).saturating_sub(pass), pass];
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
