//! What the scripted run does in battles of squads.

use std::task::Poll;

use bevy::prelude::*;

use super::hud::Insight;
use super::input::{Selection, fire, give, next_target};
use super::{look, setup};
use crate::battle::journal::Journal;
use crate::battle::path::Reach;
use crate::game::kit::advice;
use crate::game::kit::keys::{KeyAction, perform};
use crate::game::shell::menus::{close_all, open_menu};
use crate::game::shell::session::{Request, Session};
use crate::game::shell::smoke::{Act, is_calm, is_menu, is_screen, mission, open_mission};
use crate::game::shell::watching::{Watching, seek};
use crate::game::table::input::point_at;
use crate::game::table::playback::Playback;
use crate::game::{Menu, Screen};
use crate::mission::AS_WRITTEN;
use crate::rules::battlescape::content::Gait;
use crate::rules::battlescape::event::Mark;
use crate::rules::battlescape::order::Order;
use crate::rules::battlescape::{Battlescape, ai};

/// Missions that are opened: by day, by night, and a short one that is played to its end.
const DAY: &str = "first_contact";
const NIGHT: &str = "vigil";
const SHORT: &str = "first_steps";

/// Lists the acts, in order.
pub(super) fn acts() -> Vec<Act> {
    before_the_battle()
        .chain(a_turn())
        .chain(afterwards())
        .collect()
}

/// Sets a squad up and opens the editor.
fn before_the_battle() -> impl Iterator<Item = Act> {
    let set_up = Act::new("squad", |world| {
        close_all(world);
        if let Some(file) = mission(world, DAY) {
            setup::open(world, file, Some(7), AS_WRITTEN);
        }
    });
    let edit = Act::new("editor", |world| {
        let file = mission(world, DAY);
        world.resource_mut::<Session>().request = Some(Request::Edit(file));
    });
    [
        set_up.until(|world| is_screen(world, Screen::SetUp)),
        edit.until(|world| is_screen(world, Screen::Editor)),
    ]
    .into_iter()
}

/// Plays a turn: moves, looks, opens the menus, saves and fires.
fn a_turn() -> impl Iterator<Item = Act> {
    let everything = Act::new("everything", |world| {
        while world.resource_mut::<Insight>().close() || advice::close(world) {}
        open_menu(world, Menu::Everything);
    });
    let pause = Act::new("pause", |world| {
        close_all(world);
        open_menu(world, Menu::Pause);
    });
    let save = Act::new("", |world| {
        close_all(world);
        perform(world, KeyAction::QUICK_SAVE);
    });
    let question = Act::new("question", |world| {
        close_all(world);
        perform(world, KeyAction::END_TURN);
    });
    [
        Act::mission("battle", |world| open_mission(world, DAY)),
        Act::new("moved", walk).until(|world| is_calm(world) && orders(world) > 0),
        Act::new("insight", open_insight),
        everything.until(|world| is_menu(world, Menu::Everything)),
        pause.until(|world| is_menu(world, Menu::Pause)),
        save.until(|world| is_calm(world) && is_saved(world)),
        Act::new("saves", |world| open_menu(world, Menu::Saves))
            .until(|world| is_menu(world, Menu::Saves)),
        question.until(|world| is_menu(world, Menu::Question)),
        Act::new("aimed", close_all)
            .until(|world| is_calm(world) && world.resource::<Selection>().target.is_some())
            .meanwhile(|world| aim_or_wait(world, true)),
        Act::new("fired", fire).until(|world| is_calm(world) && has_fired(world)),
    ]
    .into_iter()
}

/// Watches the replay, sees the night, hands the seat over and plays a short battle to its end.
fn afterwards() -> impl Iterator<Item = Act> {
    let reasons = Act::new("reasons", |world| {
        let last = world.resource::<Watching>().reel.orders().saturating_sub(1);
        seek(world, last);
        world.resource_mut::<Watching>().shows_reasons = true;
    });
    [
        Act::new("replay", |world| request(world, Request::WatchThis))
            .until(|world| world.contains_resource::<Watching>()),
        reasons
            .until(|world| matches!(world.resource::<Watching>().reasons(), Poll::Ready(Some(_)))),
        Act::new("", |world| request(world, Request::PlayOnFromHere)),
        Act::mission("night", |world| open_mission(world, NIGHT)),
        Act::new("", |world| {
            world.resource_mut::<Session>().wants_hot_seat = true;
            open_mission(world, DAY);
        }),
        Act::new("hand-over", |world| give(world, Order::EndTurn))
            .until(|world| is_menu(world, Menu::HandOver)),
        Act::new("", |world| {
            world.resource_mut::<Session>().wants_hot_seat = false;
            open_mission(world, SHORT);
        }),
        Act::new("end", |_| {})
            .until(|world| is_screen(world, Screen::End))
            .meanwhile(|world| aim_or_wait(world, false)),
    ]
    .into_iter()
}

fn is_saved(world: &World) -> bool {
    matches!(&world.resource::<Session>().notice, Some((_, false)))
}

fn request(world: &mut World, request: Request) {
    world.resource_mut::<Session>().request = Some(request);
}

/// Opens what there is to know, and points at the last unit.
fn open_insight(world: &mut World) {
    for action in [
        KeyAction::SCAN,
        KeyAction::ADVICE,
        KeyAction::DANGER,
        KeyAction::SIGHT_LINE,
    ] {
        perform(world, action);
    }
    let view = look(world);
    let beside = view.own_on_board().last().map(|id| view.unit(id).tile);
    if let Some(tile) = beside {
        point_at(world, tile);
    }
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
    let view = look(world);
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
    let view = look(world);
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
    let order = ai::decide(world, view.side());
    world.resource_mut::<Playback>().clear();
    give(world, order);
}

#[test]
fn all_missions_that_are_opened_are_shipped() {
    crate::game::shell::smoke::assert_listed(&[DAY, NIGHT, SHORT]);
}
