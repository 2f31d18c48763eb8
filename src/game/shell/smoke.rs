//! The scripted run that proves the window works: it visits every screen, moves a unit, fires, saves,
//! watches the replay, and takes a picture of each. Started by the hidden option `--smoke FOLDER`.
//!
//! **Invariant:** a screen that does not come, and any bad news on it, fails the run.

use std::path::{Path, PathBuf};

use bevy::{
    app::AppExit,
    input::{
        ButtonState,
        keyboard::{Key, KeyboardInput},
    },
    prelude::*,
    render::view::screenshot::{Screenshot, save_to_disk},
    window::PrimaryWindow,
};

use crate::{
    battle::{journal::Journal, phase::Turn, step::HumanSides},
    game::{
        Menu, Options, Screen,
        kit::{
            Insight,
            keys::{bindings::Deed, perform},
        },
        shell::{
            menus::{close_all, open_menu},
            session::{Request, Selection, Session},
            watching::Watching,
        },
        table::{
            board_view::viewer,
            input::{fire, give, is_players, next_target, point_at},
            playback::Playback,
        },
    },
    rules::battlescape::{
        Battlescape, content::Gait, event::Mark, order::Order, side_view::SideView,
    },
};

/// Where the script stands.
#[derive(Resource, Default)]
struct Script {
    frame: u32,
    /// Frame in which the present act began.
    act_began: u32,
    act: usize,
    /// Frames for which the act has come to pass.
    settled: u32,
}

/// One act of the script.
struct Act {
    /// Name of its picture; none takes no picture.
    name: &'static str,
    /// What it does.
    begin: fn(&mut World),
    /// Whether what it did has come to pass.
    is_there: fn(&World) -> bool,
}

/// Frames between an act and its picture, so that it is drawn.
const SETTLE: u32 = 10;
/// Frames after which an act that does not come to pass fails the run.
const PATIENCE: u32 = 8_000;

/// Missions that are opened, by the names of their files: one of squads, one by night, one of fleets,
/// and a short one that is played to its end.
const SQUADS: &str = "first_contact";
const NIGHT: &str = "vigil";
const FLEETS: &str = "cold_start";
const SHORT: &str = "first_steps";

fn nothing(_: &mut World) {}

fn is_menu(world: &World, menu: Menu) -> bool {
    *world.resource::<State<Menu>>().get() == menu
}

fn is_screen(world: &World, screen: Screen) -> bool {
    *world.resource::<State<Screen>>().get() == screen && is_menu(world, Menu::None)
}

fn is_calm(world: &World) -> bool {
    is_screen(world, Screen::Battle) && is_players(world)
}

/// Presses a key, as the window would tell of it.
fn press(world: &mut World, key_code: KeyCode, logical_key: Key) {
    let mut windows = world.query_filtered::<Entity, With<PrimaryWindow>>();
    let Ok(window) = windows.single(world) else {
        return;
    };
    for state in [ButtonState::Pressed, ButtonState::Released] {
        world.write_message(KeyboardInput {
            key_code,
            logical_key: logical_key.clone(),
            state,
            text: None,
            repeat: false,
            window,
        });
    }
}

/// The acts, in order.
const ACTS: [Act; 31] = [
    Act {
        name: "title",
        begin: nothing,
        is_there: |world| is_screen(world, Screen::Title),
    },
    Act {
        name: "",
        // From the guided mission to the list of all.
        begin: |world| press(world, KeyCode::Tab, Key::Tab),
        is_there: |world| is_screen(world, Screen::Title),
    },
    Act {
        name: "missions",
        begin: |world| press(world, KeyCode::Enter, Key::Enter),
        is_there: |world| is_screen(world, Screen::Missions),
    },
    Act {
        name: "help",
        begin: |world| press(world, KeyCode::F1, Key::F1),
        is_there: |world| is_menu(world, Menu::Help),
    },
    Act {
        name: "encyclopedia",
        begin: |world| press(world, KeyCode::F2, Key::F2),
        is_there: |world| is_menu(world, Menu::Book),
    },
    Act {
        name: "settings",
        begin: |world| open_menu(world, Menu::Settings),
        is_there: |world| is_menu(world, Menu::Settings),
    },
    Act {
        name: "squad",
        begin: |world| {
            close_all(world);
            if let Some(file) = mission(world, SQUADS) {
                crate::game::shell::screens::open_set_up(world, file, Some(7));
            }
        },
        is_there: |world| is_screen(world, Screen::SetUp),
    },
    Act {
        name: "editor",
        begin: |world| {
            let file = mission(world, SQUADS);
            world.resource_mut::<Session>().request = Some(Request::Edit(file));
        },
        is_there: |world| is_screen(world, Screen::Editor),
    },
    Act {
        name: "guided",
        begin: |world| {
            let open = (world.resource::<Session>().guided()).map(|file| Request::Open {
                file,
                seed: Some(7),
                difficulty: 100,
                packs: Vec::new(),
            });
            world.resource_mut::<Session>().request = open;
        },
        is_there: is_calm,
    },
    Act {
        name: "battle",
        begin: |world| open_mission(world, SQUADS),
        is_there: is_calm,
    },
    Act {
        name: "moved",
        begin: walk,
        is_there: |world| is_calm(world) && orders(world) > 0,
    },
    Act {
        name: "insight",
        begin: |world| {
            for deed in [Deed::Scan, Deed::Advice, Deed::Danger, Deed::SightLine] {
                perform(world, deed);
            }
            let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
            let beside = view.own_on_board().last().map(|id| view.unit(id).tile);
            if let Some(tile) = beside {
                point_at(world, tile);
            }
        },
        is_there: is_calm,
    },
    Act {
        name: "everything",
        begin: |world| {
            while world.resource_mut::<Insight>().close() {}
            open_menu(world, Menu::Everything);
        },
        is_there: |world| is_menu(world, Menu::Everything),
    },
    Act {
        name: "pause",
        begin: |world| {
            close_all(world);
            open_menu(world, Menu::Pause);
        },
        is_there: |world| is_menu(world, Menu::Pause),
    },
    Act {
        name: "",
        begin: |world| {
            close_all(world);
            perform(world, Deed::QuickSave);
        },
        is_there: |world| {
            is_calm(world) && matches!(&world.resource::<Session>().notice, Some((_, false)))
        },
    },
    Act {
        name: "saves",
        begin: |world| open_menu(world, Menu::Saves),
        is_there: |world| is_menu(world, Menu::Saves),
    },
    Act {
        name: "question",
        begin: |world| {
            close_all(world);
            perform(world, Deed::EndTurn);
        },
        is_there: |world| is_menu(world, Menu::Question),
    },
    Act {
        name: "aimed",
        begin: close_all,
        is_there: |world| is_calm(world) && world.resource::<Selection>().target.is_some(),
    },
    Act {
        name: "fired",
        begin: fire,
        is_there: |world| is_calm(world) && has_fired(world),
    },
    Act {
        name: "replay",
        begin: |world| world.resource_mut::<Session>().request = Some(Request::WatchThis),
        is_there: |world| world.contains_resource::<Watching>(),
    },
    Act {
        name: "reasons",
        begin: |world| {
            let last = world.resource::<Watching>().reel.orders().saturating_sub(1);
            crate::game::shell::watching::seek(world, last);
            world.resource_mut::<Watching>().shows_reasons = true;
        },
        is_there: |world| world.resource::<Watching>().reasons().is_some(),
    },
    Act {
        name: "",
        begin: |world| world.resource_mut::<Session>().request = Some(Request::PlayOnFromHere),
        is_there: is_calm,
    },
    Act {
        name: "night",
        begin: |world| open_mission(world, NIGHT),
        is_there: is_calm,
    },
    Act {
        name: "fleet",
        begin: |world| open_mission(world, FLEETS),
        is_there: is_calm,
    },
    Act {
        name: "fleet-plan",
        begin: |world| {
            for deed in [Deed::FillIn, Deed::Rings, Deed::Links] {
                perform(world, deed);
            }
        },
        is_there: is_calm,
    },
    Act {
        name: "fleet-review",
        begin: |world| perform(world, Deed::EndTurn),
        is_there: is_calm,
    },
    Act {
        name: "fleet-resolved",
        begin: |world| perform(world, Deed::EndTurn),
        is_there: |world| is_calm(world) && world.resource::<Turn>().number > 1,
    },
    Act {
        name: "",
        begin: |world| {
            world.resource_mut::<Session>().wants_hot_seat = true;
            open_mission(world, SQUADS);
        },
        is_there: is_calm,
    },
    Act {
        name: "hand-over",
        begin: |world| give(world, Order::EndTurn),
        is_there: |world| is_menu(world, Menu::HandOver),
    },
    Act {
        name: "",
        begin: |world| {
            world.resource_mut::<Session>().wants_hot_seat = false;
            open_mission(world, SHORT);
        },
        is_there: is_calm,
    },
    Act {
        name: "end",
        begin: nothing,
        is_there: |world| is_screen(world, Screen::End),
    },
];

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
    let waited = script.frame.saturating_sub(script.act_began);
    let Some(act) = ACTS.get(script.act) else {
        // The last picture is written by then.
        if waited > 2 * SETTLE {
            world.write_message(AppExit::Success);
        }
        world.insert_resource(script);
        return;
    };
    if waited == 1 {
        info!("smoke: act {} {}", script.act, act.name);
        (act.begin)(world);
    }
    if let Some((text, true)) = &world.resource::<Session>().notice {
        error!("smoke: bad news in act {} {}: {text}", script.act, act.name);
        world.write_message(AppExit::from_code(1));
    }
    if waited > PATIENCE {
        error!("smoke: waits in vain in act {} {}", script.act, act.name);
        world.write_message(AppExit::from_code(1));
    }
    let is_there = (act.is_there)(world);
    // What takes turns to come is played by the computer meanwhile.
    let wants_turns = ["aimed", "end"].contains(&act.name);
    if wants_turns && !is_there && is_calm(world) && waited > SETTLE {
        aim_or_wait(world, act.name == "aimed");
    }
    script.settled = if is_there { script.settled + 1 } else { 0 };
    if script.settled > SETTLE {
        script.settled = 0;
        if !act.name.is_empty() {
            shoot(world, script.act, &folder, act.name);
        }
        script.act += 1;
        // The picture is taken in the next frames.
        script.act_began = script.frame + 2;
    }
    world.insert_resource(script);
}

fn shoot(world: &mut World, number: usize, folder: &Path, name: &str) {
    let file: PathBuf = folder.join(format!("{number:02}-{name}.png"));
    world
        .commands()
        .spawn(Screenshot::primary_window())
        .observe(save_to_disk(file));
    world.flush();
}

fn orders(world: &World) -> usize {
    let journal = world.get_resource::<Journal<Battlescape>>();
    journal.map_or(0, |journal| journal.entries.len())
}

fn has_fired(world: &World) -> bool {
    (world.resource::<Journal<Battlescape>>().entries.iter())
        .any(|entry| matches!(entry.order, Order::Attack(..)))
}

/// Returns the file of a mission on the list, by its name.
fn mission(world: &World, name: &str) -> Option<PathBuf> {
    let listed = world.resource::<Session>().listed.iter();
    let mut files = listed.map(|entry| &entry.file);
    let is_it = |file: &&PathBuf| file.file_stem().is_some_and(|stem| stem == name);
    let found = files.find(is_it).cloned();
    if found.is_none() {
        error!("smoke: there is no mission {name}");
    }
    found
}

fn open_mission(world: &mut World, name: &str) {
    let open = mission(world, name).map(|file| Request::Open {
        file,
        seed: Some(7),
        difficulty: 100,
        packs: Vec::new(),
    });
    world.resource_mut::<Session>().request = open;
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
        let path = reach.path_to(*farthest)?;
        (!path.is_empty()).then_some(Order::Move(id, Gait::Walk, path))
    });
    if let Some(order) = order {
        give(world, order);
    }
}

/// Aims at an enemy some unit can shoot, if that is wanted, or lets the computer give the next order.
fn aim_or_wait(world: &mut World, wants_aim: bool) {
    let side = viewer(world.resource::<HumanSides>());
    let view = SideView::new(world, side);
    let attack = view.own_on_board().filter(|_| wants_aim).find_map(|id| {
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
        return;
    }
    let order = crate::rules::battlescape::ai::decide(world, side);
    world.resource_mut::<Playback>().clear();
    give(world, order);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::shell::session::list_missions;

    #[test]
    fn all_missions_that_are_opened_are_shipped() {
        let mut world = World::new();
        world.insert_resource(Session {
            listed: list_missions(),
            ..Session::default()
        });
        for name in [SQUADS, NIGHT, FLEETS, SHORT] {
            assert!(mission(&world, name).is_some(), "{name}");
        }
    }
}
