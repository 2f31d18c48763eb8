//! The scripted run that proves the window works: it opens a mission, moves a unit, fires, saves
//! screenshots and quits. Started by the hidden option `--smoke FOLDER`.

use std::path::PathBuf;

use bevy::{
    app::AppExit,
    prelude::*,
    render::view::screenshot::{Screenshot, save_to_disk},
};

use crate::{
    battle::{journal::Journal, step::HumanSides},
    content::battlescape::Gait,
    game::{
        Options, Screen,
        board_view::viewer,
        input::{give, is_players, next_target},
        playback::Playback,
        session::Selection,
    },
    rules::battlescape::{Battlescape, event::Mark, order::Order, side_view::SideView},
};

/// Where the script stands.
#[derive(Resource, Default)]
struct Script {
    frame: u32,
    /// Frame in which the present act began.
    act_began: u32,
    act: usize,
    shots: u32,
}

/// Frames between an act and its picture, so that it is drawn.
const SETTLE: u32 = 12;
/// Frames after which an act that does not come to pass fails the run.
const PATIENCE: u32 = 2_000;

/// Adds the script, which rests unless it was asked for.
pub fn plugin(app: &mut App) {
    app.init_resource::<Script>().add_systems(
        Last,
        act.run_if(|options: Res<Options>| options.smoke.is_some()),
    );
}

fn act(world: &mut World) {
    let Some(folder) = world.resource::<Options>().smoke.clone() else {
        return;
    };
    let mut script = world.remove_resource::<Script>().unwrap_or_default();
    script.frame += 1;
    let waited = script.frame - script.act_began;
    if waited > PATIENCE {
        error!("the smoke run waits in vain in act {}", script.act);
        world.write_message(AppExit::from_code(1));
    }
    let is_calm = *world.resource::<State<Screen>>().get() == Screen::Battle && is_players(world);
    let orders = world
        .get_resource::<Journal<Battlescape>>()
        .map_or(0, |journal| journal.entries.len());
    let is_due = is_calm && waited > SETTLE;
    let next = match script.act {
        // The mission is open: its first picture.
        0 if is_calm && waited > 4 * SETTLE => {
            shoot(world, &mut script, &folder, "open");
            true
        }
        1 if is_due => {
            walk(world);
            true
        }
        2 if is_due && orders > 0 => {
            shoot(world, &mut script, &folder, "moved");
            true
        }
        // Turns pass until an enemy can be shot at.
        3 if is_due => aim_or_wait(world),
        4 if is_due => {
            shoot(world, &mut script, &folder, "aimed");
            true
        }
        5 if waited > SETTLE => {
            crate::game::input::fire(world);
            true
        }
        6 if is_due => {
            shoot(world, &mut script, &folder, "fired");
            true
        }
        7 if waited > 2 * SETTLE => {
            let has_fired = (world.resource::<Journal<Battlescape>>().entries.iter())
                .any(|entry| matches!(entry.order, Order::Attack(..)));
            let code = u8::from(!has_fired);
            world.write_message(AppExit::from_code(code));
            true
        }
        _ => false,
    };
    if next {
        script.act += 1;
        script.act_began = script.frame;
    }
    world.insert_resource(script);
}

fn shoot(world: &mut World, script: &mut Script, folder: &std::path::Path, name: &str) {
    let file: PathBuf = folder.join(format!("{}-{name}.png", script.shots));
    script.shots += 1;
    world
        .commands()
        .spawn(Screenshot::primary_window())
        .observe(save_to_disk(file));
    world.flush();
}

/// Walks the first unit as far as it keeps TU to fire.
fn walk(world: &mut World) {
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
    let mut reach = crate::battle::path::Reach::default();
    let order = view.own_on_board().find_map(|id| {
        view.reach(id, Gait::Walk, 40, &mut reach);
        let grid = view.grid();
        let from = view.unit(id).tile;
        let farthest = reach
            .tiles()
            .iter()
            .max_by_key(|&&tile| grid.distance(from, tile))?;
        let path = reach.path_to(&grid, *farthest)?;
        (!path.is_empty()).then_some(Order::Move(id, Gait::Walk, path))
    });
    if let Some(order) = order {
        give(world, order);
    }
}

/// Aims at an enemy some unit can shoot, or lets the computer play the phase; whether one is aimed at.
fn aim_or_wait(world: &mut World) -> bool {
    let side = viewer(world.resource::<HumanSides>());
    let view = SideView::new(world, side);
    let attack = view.own_on_board().find_map(|id| {
        view.enemies().find_map(|target| {
            let modes = &view.weapon(id).modes;
            let mode = modes
                .iter()
                .find(|&&mode| view.check(&Order::Attack(id, target, mode)).is_ok())?;
            Some((id, target, *mode))
        })
    });
    if let Some((unit, target, mode)) = attack {
        next_target(world, 1);
        *world.resource_mut::<Selection>() = Selection {
            unit: Some(unit),
            target: Some(Mark::Unit(target)),
            mode: Some(mode),
            ..default()
        };
        return true;
    }
    let order = crate::rules::battlescape::ai::decide(world, side);
    world.resource_mut::<Playback>().clear();
    give(world, order);
    false
}
