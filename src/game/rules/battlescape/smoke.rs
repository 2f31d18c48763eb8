//! What the scripted run does in battles of squads.

use bevy::prelude::*;

use super::{
    hud::Insight,
    input::{Selection, fire, give, next_target},
    setup,
};
use crate::{
    battle::{journal::Journal, path::Reach, step::HumanSides},
    game::{
        Menu, Screen,
        kit::keys::{KeyAction, perform},
        shell::{
            menus::{close_all, open_menu},
            session::{Request, Session},
            smoke::{Act, is_calm, is_menu, is_screen, mission, nothing, open_mission},
            watching::{Watching, seek},
        },
        table::{board_view::viewer, input::point_at, playback::Playback},
    },
    mission::AS_WRITTEN,
    rules::battlescape::{
        Battlescape, ai, content::Gait, event::Mark, order::Order, side_view::SideView,
    },
};

/// Missions that are opened: by day, by night, and a short one that is played to its end.
const DAY: &str = "first_contact";
const NIGHT: &str = "vigil";
const SHORT: &str = "first_steps";

/// Lists the acts, in order.
pub(super) fn acts() -> Vec<Act> {
    vec![
        Act {
            name: "squad",
            begin: |world| {
                close_all(world);
                if let Some(file) = mission(world, DAY) {
                    setup::open(world, file, Some(7), AS_WRITTEN);
                }
            },
            is_there: |world| is_screen(world, Screen::SetUp),
            meanwhile: nothing,
        },
        Act {
            name: "editor",
            begin: |world| {
                let file = mission(world, DAY);
                world.resource_mut::<Session>().request = Some(Request::Edit(file));
            },
            is_there: |world| is_screen(world, Screen::Editor),
            meanwhile: nothing,
        },
        Act {
            name: "battle",
            begin: |world| open_mission(world, DAY),
            is_there: is_calm,
            meanwhile: nothing,
        },
        Act {
            name: "moved",
            begin: walk,
            is_there: |world| is_calm(world) && orders(world) > 0,
            meanwhile: nothing,
        },
        Act {
            name: "insight",
            begin: |world| {
                for action in [
                    KeyAction::SCAN,
                    KeyAction::ADVICE,
                    KeyAction::DANGER,
                    KeyAction::SIGHT_LINE,
                ] {
                    perform(world, action);
                }
                let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
                let beside = view.own_on_board().last().map(|id| view.unit(id).tile);
                if let Some(tile) = beside {
                    point_at(world, tile);
                }
            },
            is_there: is_calm,
            meanwhile: nothing,
        },
        Act {
            name: "everything",
            begin: |world| {
                while world.resource_mut::<Insight>().close() {}
                open_menu(world, Menu::Everything);
            },
            is_there: |world| is_menu(world, Menu::Everything),
            meanwhile: nothing,
        },
        Act {
            name: "pause",
            begin: |world| {
                close_all(world);
                open_menu(world, Menu::Pause);
            },
            is_there: |world| is_menu(world, Menu::Pause),
            meanwhile: nothing,
        },
        Act {
            name: "",
            begin: |world| {
                close_all(world);
                perform(world, KeyAction::QUICK_SAVE);
            },
            is_there: |world| {
                is_calm(world) && matches!(&world.resource::<Session>().notice, Some((_, false)))
            },
            meanwhile: nothing,
        },
        Act {
            name: "saves",
            begin: |world| open_menu(world, Menu::Saves),
            is_there: |world| is_menu(world, Menu::Saves),
            meanwhile: nothing,
        },
        Act {
            name: "question",
            begin: |world| {
                close_all(world);
                perform(world, KeyAction::END_TURN);
            },
            is_there: |world| is_menu(world, Menu::Question),
            meanwhile: nothing,
        },
        Act {
            name: "aimed",
            begin: close_all,
            is_there: |world| is_calm(world) && world.resource::<Selection>().target.is_some(),
            meanwhile: |world| aim_or_wait(world, true),
        },
        Act {
            name: "fired",
            begin: fire,
            is_there: |world| is_calm(world) && has_fired(world),
            meanwhile: nothing,
        },
        Act {
            name: "replay",
            begin: |world| world.resource_mut::<Session>().request = Some(Request::WatchThis),
            is_there: |world| world.contains_resource::<Watching>(),
            meanwhile: nothing,
        },
        Act {
            name: "reasons",
            begin: |world| {
                let last = world.resource::<Watching>().reel.orders().saturating_sub(1);
                seek(world, last);
                world.resource_mut::<Watching>().shows_reasons = true;
            },
            is_there: |world| world.resource::<Watching>().reasons().is_some(),
            meanwhile: nothing,
        },
        Act {
            name: "",
            begin: |world| world.resource_mut::<Session>().request = Some(Request::PlayOnFromHere),
            is_there: is_calm,
            meanwhile: nothing,
        },
        Act {
            name: "night",
            begin: |world| open_mission(world, NIGHT),
            is_there: is_calm,
            meanwhile: nothing,
        },
        Act {
            name: "",
            begin: |world| {
                world.resource_mut::<Session>().wants_hot_seat = true;
                open_mission(world, DAY);
            },
            is_there: is_calm,
            meanwhile: nothing,
        },
        Act {
            name: "hand-over",
            begin: |world| give(world, Order::EndTurn),
            is_there: |world| is_menu(world, Menu::HandOver),
            meanwhile: nothing,
        },
        Act {
            name: "",
            begin: |world| {
                world.resource_mut::<Session>().wants_hot_seat = false;
                open_mission(world, SHORT);
            },
            is_there: is_calm,
            meanwhile: nothing,
        },
        Act {
            name: "end",
            begin: nothing,
            is_there: |world| is_screen(world, Screen::End),
            meanwhile: |world| aim_or_wait(world, false),
        },
    ]
}

fn orders(world: &World) -> usize {
    let journal = world.get_resource::<Journal<Battlescape>>();
    journal.map_or(0, |journal| journal.entries.len())
}

fn has_fired(world: &World) -> bool {
    (world.resource::<Journal<Battlescape>>().entries.iter())
        .any(|entry| matches!(entry.order, Order::Attack(..)))
}

/// Walks the first unit as far as it keeps TU to fire.
fn walk(world: &mut World) {
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
    let mut reach = Reach::default();
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
    if !is_calm(world) {
        return;
    }
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
    let order = ai::decide(world, side);
    world.resource_mut::<Playback>().clear();
    give(world, order);
}

#[test]
fn all_missions_that_are_opened_are_shipped() {
    crate::game::shell::smoke::assert_listed(&[DAY, NIGHT, SHORT]);
}
