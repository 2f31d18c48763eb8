//! A walk through the window without a renderer: screens, missions of all rules, and ways out of them, in
//! random order; whatever outlives its screen is met by the next.

use std::mem::ManuallyDrop;
use std::time::Instant;

use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::extract_plugin::ExtractPlugin;
use bevy::render::settings::WgpuSettings;
use bevy::render::{RenderApp, RenderPlugin};
use bevy::winit::WinitPlugin;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::battle::Tile;
use crate::battle::board::Board;
use crate::battle::grid::TileId;
use crate::battle::rules::Rules;
use crate::battle::step::HumanSides;
use crate::battle::unit::{Roster, Side};
use crate::game::kit::context;
use crate::game::kit::keys::{KeyAction, perform};
use crate::game::rules::playable::{Playable, rules};
use crate::game::shell::menus::{close_all, open_menu};
use crate::game::shell::session::{Request, Session};
use crate::game::table::board_view::{BoardView, viewer};
use crate::game::table::film::{self, Shown};
use crate::game::table::input::{Hover, OnPanels, give_order, is_players, point_at};
use crate::game::table::playback::Playback;
use crate::game::*;
use crate::mission::AS_WRITTEN;
use crate::save::JournalFile;
use crate::with_rules;

/// Builds the window on a machine that draws nothing. It is not taken down, since egui's last textures are
/// taken over by nobody, and egui panics over that.
pub(in crate::game) fn blind(start: Start) -> ManuallyDrop<App> {
    let nothing = RenderPlugin {
        render_creation: WgpuSettings {
            backends: None,
            ..default()
        }
        .into(),
        ..default()
    };
    let plugins = DefaultPlugins
        .build()
        .set(nothing)
        .disable::<WinitPlugin>()
        .disable::<LogPlugin>();
    let mut app = app(Options::new(start), plugins);
    // Without a renderer Bevy leaves out the world that is drawn, which takes over what comes and goes.
    app.add_plugins(ExtractPlugin::default());
    let drawn = app.remove_sub_app(RenderApp);
    // Nothing is to look for a renderer in it.
    app.finish();
    app.cleanup();
    app.insert_sub_app(RenderApp, drawn.expect("it was just added"));
    ManuallyDrop::new(app)
}

/// Goes a few frames on.
pub(in crate::game) fn go_on(app: &mut App, frames: usize) {
    for _ in 0..frames {
        app.update();
    }
}

pub(in crate::game) fn screen(world: &World) -> Screen {
    *world.resource::<State<Screen>>().get()
}

/// Opens a mission on the list by the name of its file.
pub(in crate::game) fn open(app: &mut App, name: &str) {
    let listed = app.world().resource::<Session>().listed.iter();
    let mut files = listed.map(|entry| entry.file.clone());
    let file = files.find(|file| file.file_stem().is_some_and(|stem| stem == name));
    ask(app, open_file(file.expect("it is shipped"), 7));
    assert_eq!(screen(app.world()), Screen::Battle, "{name}");
}

fn open_file(file: PathBuf, seed: u64) -> Request {
    Request::open(file, Some(seed), AS_WRITTEN)
}

pub(in crate::game) fn ask(app: &mut App, request: Request) {
    app.world_mut().resource_mut::<Session>().request = Some(request);
    go_on(app, 3);
}

/// Goes through what a random player could do in a battle.
fn dabble(world: &mut World, dice: &mut ChaCha8Rng) {
    let tiles = world.resource::<BoardView>().grid.len() as u32;
    let tile = TileId(dice.random_range(0..tiles.max(1)));
    let actions: Vec<_> = KeyAction::all().collect();
    match dice.random_range(0..6) {
        0 => perform(world, *actions.choose(dice).expect("there are keys")),
        1 => {
            point_at(world, tile);
            perform(world, KeyAction::SIGHT_LINE);
        }
        2 => {
            point_at(world, tile);
            perform(world, KeyAction::ACT);
        }
        3 => world.resource_mut::<Playback>().clear(),
        _ if is_players(world) => with_rules!(rules(world), R => {
            let side = viewer(world.resource::<HumanSides>());
            let order = R::decide(world, side);
            give_order::<R>(world, order);
        }),
        _ => {}
    }
}

/// Nothing of a battle is there but in a battle, and one battle does not find the tiles of another.
#[track_caller]
fn check(world: &mut World, story: &[String]) {
    let tiles = world.query::<&Tile>().iter(world).count();
    let board = world.get_resource::<Board>().map(|board| board.grid.len());
    let is_battle = matches!(screen(world), Screen::Battle | Screen::End);
    assert_eq!(board.is_some(), is_battle, "{story:#?}");
    assert_eq!(world.contains_resource::<Roster>(), is_battle, "{story:#?}");
    assert_eq!(tiles, board.unwrap_or(0), "{story:#?}");
}

#[test]
fn the_editor_between_two_battles_leaves_no_tiles_for_a_third_to_trip_over() {
    let mut app = blind(Start::Title);
    go_on(&mut app, 3);
    open(&mut app, "first_steps");
    ask(&mut app, Request::Leave);
    ask(&mut app, Request::Edit(None));
    assert_eq!(screen(app.world()), Screen::Editor);
    app.world_mut()
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Missions);
    go_on(&mut app, 3);
    open(&mut app, "first_contact");
    ask(&mut app, Request::Leave);
    open(&mut app, "cold_start");
    check(app.world_mut(), &[]);
}

#[test]
fn changed_files_are_noticed_when_a_battle_is_fought_again() {
    let mut app = blind(Start::Title);
    go_on(&mut app, 3);
    let assets = crate::content::assets_folder().expect("the assets are beside the crate");
    let text = std::fs::read_to_string(assets.join("missions/first_contact.ron"));
    let text = text.expect("it is shipped");
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("first_contact.ron");
    std::fs::write(&file, &text).expect("the folder can be written");
    ask(&mut app, open_file(file.clone(), 7));
    let changed = text.replace("turn_limit: 25", "turn_limit: 19");
    assert_ne!(changed, text);
    std::fs::write(&file, changed).expect("the folder can be written");
    ask(&mut app, Request::Again { new_seed: false });
    for _ in 0..5 {
        app.world_mut().resource_mut::<Playback>().clear();
        app.update();
    }
    let mission = app.world().resource::<Session>().mission.as_ref();
    assert_eq!(mission.and_then(|mission| mission.turn_limit), Some(19));
}

#[test]
fn every_key_can_be_pressed_at_once_when_a_battle_begins() {
    let mut app = blind(Start::Title);
    go_on(&mut app, 3);
    for entry in app.world().resource::<Session>().listed.clone() {
        for action in KeyAction::all() {
            if screen(app.world()) != Screen::Battle {
                ask(&mut app, open_file(entry.file.clone(), 7));
            }
            let world = app.world_mut();
            let tiles = world.resource::<BoardView>().grid.len() as u32;
            point_at(world, TileId(tiles - 1));
            perform(world, action);
            close_all(world);
        }
        ask(&mut app, Request::Leave);
    }
}

/// Paints the battle on show by its journal alone, as a shared picture is.
fn paint<R: Playable>(world: &World) -> Result<Vec<u8>, String> {
    let session = world.resource::<Session>();
    let source = session.source.clone().expect("there is a battle");
    let journal = JournalFile::<R>::collect(world, source, session.seed, false);
    let shown = Shown {
        side: Side(0),
        turn: None,
        is_film: false,
        width: 200,
    };
    film::paint(journal, &shown, |_, _| {}).map_err(|error| error.to_string())
}

#[test]
fn a_battle_of_every_mission_is_painted_without_its_window() {
    let mut app = blind(Start::Title);
    go_on(&mut app, 3);
    for entry in app.world().resource::<Session>().listed.clone() {
        ask(&mut app, open_file(entry.file.clone(), 7));
        let world = app.world();
        let painted = with_rules!(rules(world), R => paint::<R>(world));
        assert!(painted.is_ok(), "{}: {painted:?}", entry.file.display());
    }
}

#[test]
fn a_battle_that_is_left_as_the_seat_is_handed_over_leaves_no_menu_behind() {
    let mut app = blind(Start::Title);
    go_on(&mut app, 3);
    for menu in [Menu::HandOver, Menu::Everything] {
        for is_open in [false, true] {
            open(&mut app, "first_contact");
            if is_open {
                open_menu(app.world_mut(), menu);
                go_on(&mut app, 2);
            }
            let world = app.world_mut();
            world.resource_mut::<NextState<Menu>>().set(menu);
            (world.resource_mut::<NextState<Screen>>()).set(Screen::Title);
            go_on(&mut app, 3);
            assert_eq!(screen(app.world()), Screen::Title);
            assert_eq!(*app.world().resource::<State<Menu>>().get(), Menu::None);
        }
    }
}

/// What is there at the title.
#[derive(Clone, Copy, Debug)]
struct Left {
    entities: usize,
    /// Pictures that the panels hold.
    pictures: usize,
}

/// Pictures that panels hold at the most once all is closed: icons, boards of missions, and what was shown
/// lately.
const MOST_PICTURES: usize = 400;

/// Goes back to the title, and counts what is there then.
fn left_at_title(app: &mut App) -> Left {
    close_all(app.world_mut());
    (app.world_mut().resource_mut::<NextState<Screen>>()).set(Screen::Title);
    go_on(app, 6);
    let context = context(app.world_mut()).expect("there is a window");
    let manager = context.tex_manager();
    Left {
        entities: app.world().entities().count_spawned() as usize,
        pictures: manager.read().num_allocated(),
    }
}

/// Returns a whole number that the environment sets, if it does.
fn wanted(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is a whole number, not {text}")),
    )
}

/// With `WANDER_SECONDS` one window is walked through for so long, by the dice of `WANDER_SEED`, else several
/// for some steps each.
#[test]
fn whatever_way_is_gone_through_screens_and_missions_nothing_outlives_its_own() {
    let seconds = wanted("WANDER_SECONDS");
    let first = wanted("WANDER_SEED").unwrap_or(0);
    let begun = Instant::now();
    let is_long = |steps: usize| match seconds {
        Some(seconds) => begun.elapsed().as_secs() >= seconds,
        None => steps >= 25,
    };
    let windows = if seconds.is_some() { 1 } else { 4 };
    for seed in first..first + windows {
        let mut at_title = Vec::new();
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        let mut app = blind(Start::Title);
        go_on(&mut app, 3);
        let listed = app.world().resource::<Session>().listed.clone();
        let mut story = vec![format!("seed {seed}")];
        for steps in 0.. {
            if is_long(steps) {
                break;
            }
            if steps % 20 == 12 {
                at_title.push(left_at_title(&mut app));
            }
            let file = listed
                .choose(&mut dice)
                .expect("there are missions")
                .file
                .clone();
            let is_battle = screen(app.world()) == Screen::Battle;
            let step = dice.random_range(0..15);
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            story.push(format!("{step} {name} {:?}", screen(app.world())));
            let world = app.world_mut();
            match step {
                0..4 => {
                    let request = open_file(file, dice.random_range(0..100));
                    world.resource_mut::<Session>().request = Some(request);
                }
                4..6 if is_battle => {
                    world.resource_mut::<Session>().request = Some(Request::Leave);
                }
                4 => world
                    .resource_mut::<NextState<Screen>>()
                    .set(Screen::Missions),
                5 => world.resource_mut::<NextState<Screen>>().set(Screen::Title),
                6 => world.resource_mut::<Session>().request = Some(Request::Edit(None)),
                7 => world.resource_mut::<Session>().request = Some(Request::Edit(Some(file))),
                8 => {
                    let again = Request::Again { new_seed: true };
                    world.resource_mut::<Session>().request = Some(again);
                }
                9 if is_battle => {
                    world.resource_mut::<Session>().request = Some(Request::WatchThis);
                }
                10 if is_battle => {
                    world.resource_mut::<Session>().request = Some(Request::PlayOnFromHere);
                }
                11 if is_battle => {
                    world.resource_mut::<NextState<Screen>>().set(Screen::End);
                }
                12 => open_menu(world, Menu::Book),
                13 => world.resource_mut::<Session>().request = Some(Request::WatchComputers),
                _ if is_battle => {
                    perform(world, KeyAction::QUICK_SAVE);
                    go_on(&mut app, 2);
                    perform(app.world_mut(), KeyAction::QUICK_LOAD);
                }
                _ => close_all(world),
            }
            go_on(&mut app, 2);
            close_all(app.world_mut());
            for _ in 0..6 {
                app.update();
                if screen(app.world()) == Screen::Battle {
                    dabble(app.world_mut(), &mut dice);
                }
            }
            close_all(app.world_mut());
            go_on(&mut app, 2);
            check(app.world_mut(), &story);
            // The last steps tell enough.
            story.drain(1..story.len().saturating_sub(40).max(1));
        }
        check_left(seed, &at_title);
    }
}

/// Whether no more and more is left each time at the title.
#[track_caller]
fn check_left(seed: u64, at_title: &[Left]) {
    let pictures = at_title.iter().map(|left| left.pictures).max();
    // The first time not all that stays has been made.
    let entities = at_title.iter().skip(1).map(|left| left.entities);
    let (least, most) = (entities.clone().min(), entities.max());
    println!(
        "seed {seed}: {} visits to the title, {least:?} to {most:?} entities, up to {pictures:?} pictures",
        at_title.len()
    );
    if let (Some(least), Some(most)) = (least, most) {
        assert!(most <= least + 60, "entities at the title: {at_title:?}");
    }
    let are_few = pictures.is_none_or(|count| count < MOST_PICTURES);
    assert!(are_few, "pictures of panels at the title: {at_title:?}");
}

#[test]
fn a_panel_is_no_hex_as_soon_as_the_pointer_is_on_it() {
    let mut app = blind(Start::Title);
    go_on(&mut app, 3);
    open(&mut app, "first_steps");
    go_on(&mut app, 3);
    let mut point = |x, y| {
        let world = app.world_mut();
        let mut windows = world.query::<&mut Window>();
        let mut window = windows.single_mut(world).expect("there is one window");
        window.set_physical_cursor_position(Some(bevy::math::DVec2::new(x, y)));
        // Panels hear of it by a message later than the window knows.
        app.update();
        let world = app.world();
        (
            world.resource::<OnPanels>().0,
            world.resource::<Hover>().tile,
        )
    };
    let (is_on_panels, tile) = point(720.0, 450.0);
    assert!(!is_on_panels && tile.is_some(), "the middle of the board");
    let (is_on_panels, _) = point(60.0, 60.0);
    assert!(is_on_panels, "the cards");
    let (is_on_panels, tile) = point(720.0, 450.0);
    assert!(!is_on_panels && tile.is_some(), "the board again");
}
