//! The scripted run that proves the window works: it visits every screen, moves a unit, fires, saves,
//! watches the replay, and takes a picture of each. Started by the hidden option `--smoke FOLDER`.
//!
//! **Invariant:** a screen that does not come, any bad news on it, words over words
//! ([`Lines::overlaps`](super::legibility::Lines::overlaps)), and a mission that begins with too few hexes of its
//! board on show ([`Sight::share`]) fail the run. What is drawn around a board does not count.

use std::path::{Path, PathBuf};

use bevy::app::AppExit;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk};
use bevy::window::PrimaryWindow;
use bevy_egui::egui::{Order, Pos2};

use crate::game::rules::playable::{Playable, rules};
use crate::game::shell::legibility::{self, Painted};
use crate::game::shell::menus::open_menu;
use crate::game::shell::session::{Request, Session};
use crate::game::table::board_view::BoardView;
use crate::game::table::camera::Rig;
use crate::game::table::input::is_players;
use crate::game::{Menu, Options, Screen, kit};
use crate::mission::{AS_WRITTEN, RuleSet};
use crate::with_rules;

/// Where the script stands.
#[derive(Resource, Default)]
struct Script {
    /// What there is to do, in order.
    acts: Vec<Act>,
    frame: u32,
    /// Frame in which the present act began.
    act_began: u32,
    act: usize,
    /// Frames for which the act has been complete.
    settled: u32,
}

/// How many faults pictures showed; all are told before the run fails.
#[derive(Resource, Default)]
struct Faults(usize);

/// One act of the script.
#[derive(Clone)]
pub struct Act {
    /// Name of its picture; none takes no picture.
    name: String,
    /// What it does.
    begin: fn(&mut World),
    /// The mission that it begins then, if it begins one of the list.
    file: Option<PathBuf>,
    /// Whether the act is complete.
    is_there: fn(&World) -> bool,
    /// What is done again and again until it has.
    meanwhile: fn(&mut World),
    /// Whether its picture is measured: a mission begins.
    is_measured: bool,
}

impl Act {
    /// Does something, and waits until the player may order again.
    pub fn new(name: &str, begin: fn(&mut World)) -> Self {
        Self {
            name: name.to_owned(),
            begin,
            file: None,
            is_there: is_calm,
            meanwhile: |_| {},
            is_measured: false,
        }
    }

    /// Begins a mission, whose board has to have the window.
    pub fn mission(name: &str, begin: fn(&mut World)) -> Self {
        Self {
            is_measured: true,
            ..Self::new(name, begin)
        }
    }

    /// Begins a mission of the list.
    fn of_file(file: &Path) -> Self {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        Self {
            file: Some(file.to_owned()),
            ..Self::mission(&format!("begin-{name}"), |_| {})
        }
    }

    /// Waits for something else.
    pub fn until(self, is_there: fn(&World) -> bool) -> Self {
        Self { is_there, ..self }
    }

    /// Does something again and again until then.
    pub fn meanwhile(self, meanwhile: fn(&mut World)) -> Self {
        Self { meanwhile, ..self }
    }
}

/// Sizes of the window: for the whole script, and for the beginnings of missions at its end, pixels.
const SIZE: Vec2 = Vec2::new(1440.0, 900.0);
const SMALL: Vec2 = Vec2::new(1280.0, 720.0);
/// Frames between an act and its picture, so that it is drawn. Without a graphics card each frame takes a
/// tenth of a second.
const SETTLE: u32 = 5;
/// Frames after which a picture is taken although something fades.
const LONGEST_FADE: u32 = 120;
/// Frames after which an incomplete act fails the run.
const PATIENCE: u32 = 8_000;

/// Whether a menu is open.
pub fn is_menu(world: &World, menu: Menu) -> bool {
    *world.resource::<State<Menu>>().get() == menu
}

/// Whether a screen is shown, with no menu over it.
pub fn is_screen(world: &World, screen: Screen) -> bool {
    *world.resource::<State<Screen>>().get() == screen && is_menu(world, Menu::None)
}

/// Whether the player may order.
pub fn is_calm(world: &World) -> bool {
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

/// Makes the window a small one.
fn shrink(world: &mut World) {
    let mut windows = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
    if let Ok(mut window) = windows.single_mut(world) {
        window.resolution.set(SMALL.x, SMALL.y);
    }
}

/// Lists the acts: those of the shell, those of each rule set, and the beginnings of all missions, once more in
/// a small window, too.
fn acts(missions: &[PathBuf]) -> Vec<Act> {
    let guided = Act::mission("guided", |world| {
        let mut session = world.resource_mut::<Session>();
        let guided = session.guided();
        session.request = guided.map(|file| Request::open(file, Some(7), AS_WRITTEN));
    });
    let mut acts = vec![
        Act::new("title", |_| {}).until(|world| is_screen(world, Screen::Title)),
        // From the guided mission to the list of all.
        Act::new("", |world| press(world, KeyCode::Tab, Key::Tab))
            .until(|world| is_screen(world, Screen::Title)),
        Act::new("missions", |world| press(world, KeyCode::Enter, Key::Enter))
            .until(|world| is_screen(world, Screen::Missions)),
        Act::new("help", |world| press(world, KeyCode::F1, Key::F1))
            .until(|world| is_menu(world, Menu::Help)),
        Act::new("encyclopedia", |world| press(world, KeyCode::F2, Key::F2))
            .until(|world| is_menu(world, Menu::Book)),
        Act::new("settings", |world| open_menu(world, Menu::Settings))
            .until(|world| is_menu(world, Menu::Settings)),
        guided,
    ];
    for rules in RuleSet::all() {
        acts.extend(with_rules!(rules, R => R::acts()));
    }
    acts.extend(missions.iter().map(|file| Act::of_file(file)));
    let measured: Vec<Act> = (acts.iter())
        .filter(|act| act.is_measured)
        .cloned()
        .collect();
    acts.push(Act::new("", shrink));
    acts.extend(measured);
    acts
}

/// Adds the script, which rests unless it was asked for.
pub fn plugin(app: &mut App) {
    app.init_resource::<Script>()
        .init_resource::<Faults>()
        .add_plugins(legibility::plugin)
        .add_systems(
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
    if script.acts.is_empty() {
        let listed = world.resource::<Session>().listed.iter();
        let missions: Vec<_> = listed.map(|entry| entry.file.clone()).collect();
        script.acts = acts(&missions);
    }
    let Some(act) = script.acts.get(script.act).cloned() else {
        // The last picture is written by then.
        if waited > 2 * SETTLE {
            world.write_message(match world.resource::<Faults>().0 {
                0 => AppExit::Success,
                _ => AppExit::from_code(1),
            });
        }
        world.insert_resource(script);
        return;
    };
    if waited == 1 {
        info!("smoke: act {} {}", script.act, act.name);
        (act.begin)(world);
        if let Some(file) = &act.file {
            let request = Request::open(file.clone(), Some(7), AS_WRITTEN);
            world.resource_mut::<Session>().request = Some(request);
        }
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
    if !is_there && waited > SETTLE {
        (act.meanwhile)(world);
    }
    script.settled = if is_there { script.settled + 1 } else { 0 };
    // Panels that fade in are pale only for a moment.
    let is_steady = world.resource::<Painted>().is_steady || script.settled > LONGEST_FADE;
    if script.settled > SETTLE && is_steady {
        script.settled = 0;
        if !act.name.is_empty() {
            shoot(world, script.act, &folder, &act);
        }
        script.act += 1;
        // The picture is taken in the next frames.
        script.act_began = script.frame + 2;
    }
    world.insert_resource(script);
}

fn shoot(world: &mut World, number: usize, folder: &Path, act: &Act) {
    let sight = act.is_measured.then(|| Sight::of(world));
    let lines = world.resource::<Painted>().lines();
    let is_small = world.resource::<Rig>().window().y < SIZE.y;
    let name = format!("{}{}", act.name, if is_small { "-small" } else { "" });
    let file: PathBuf = folder.join(format!("{number:03}-{name}.png"));
    let mut save = save_to_disk(file);
    world
        .commands()
        .spawn(Screenshot::primary_window())
        .observe(
            move |shot: On<ScreenshotCaptured>, mut all: ResMut<Faults>| {
                for fault in lines.faults().into_iter().chain(lines.pale(&shot.image)) {
                    error!("smoke: {name}: {fault}");
                    all.0 += 1;
                }
                if let Some(sight) = &sight {
                    let (board, least) = (sight.share(&shot.image), sight.least(is_small));
                    info!("smoke: {name}: {board}% lit board");
                    if board < least {
                        error!("smoke: {name}: it should be {least}%");
                        all.0 += 1;
                    }
                }
                save(shot);
            },
        );
    world.flush();
}

/// Side of the squares that a picture is measured by, pixels.
const SQUARE: u32 = 8;
/// How bright the brightest channel of drawn ground is at least; the void is at 16.
const LIT: u8 = 24;

/// What of the window shows the board.
struct Sight {
    /// Squares on hexes of the board that no panel touches.
    squares: Vec<UVec2>,
    /// What the rules ask of a board that is shown as a whole, percent; else it depends on the window.
    least: Option<usize>,
}

impl Sight {
    fn of(world: &mut World) -> Self {
        let rig = world.resource::<Rig>();
        let (size, shown) = (rig.window(), rig.visible_rect());
        let panels = panels(world);
        let board = world.resource::<BoardView>();
        let columns = (size.x as u32 / SQUARE).max(1);
        let all = (0..columns * (size.y as u32 / SQUARE))
            .map(|at| UVec2::new(at % columns, at / columns) * SQUARE);
        let free = all.filter(|corner| {
            let area = Rect::from_corners(corner.as_vec2(), (corner + SQUARE).as_vec2());
            let share = area.center() / size;
            let place = Vec2::new(share.x, 1.0 - share.y) * shown.size() + shown.min;
            let is_free = panels.iter().all(|panel| panel.intersect(area).is_empty());
            is_free && board.tile_at(place).is_some()
        });
        Self {
            squares: free.collect(),
            least: with_rules!(rules(world), R => R::SHOWS_ALL.then_some(R::LEAST_BOARD)),
        }
    }

    /// Returns how much of a window the board has to cover at least, percent.
    fn least(&self, is_small: bool) -> usize {
        match (self.least, is_small) {
            (Some(least), _) => least,
            (None, true) => 65,
            (None, false) => 70,
        }
    }

    /// Returns how much of a picture shows lit hexes of the board under no panel, percent. Squares are lit in
    /// which something is brighter than the void: ground that was never seen is where it is drawn.
    fn share(&self, image: &Image) -> usize {
        let is_lit = |corner: UVec2| {
            let pixels = (0..SQUARE * SQUARE).filter_map(|at| {
                let place = corner + UVec2::new(at % SQUARE, at / SQUARE);
                image.pixel_bytes(place.extend(0)).ok()
            });
            let mut channels = pixels.flat_map(|pixel| pixel.iter().take(3));
            channels.any(|&channel| channel >= LIT)
        };
        let lit = (self.squares.iter()).filter(|&&corner| is_lit(corner));
        let all = (image.width() / SQUARE * (image.height() / SQUARE)).max(1) as usize;
        lit.count() * 100 / all
    }
}

/// Lists the rectangles that panels cover, pixels.
fn panels(world: &mut World) -> Vec<Rect> {
    let Some(context) = kit::context(world) else {
        return Vec::new();
    };
    let pixels = context.pixels_per_point();
    let layers = context.memory(|memory| memory.areas().visible_layer_ids());
    let panels = layers
        .into_iter()
        .filter(|layer| layer.order != Order::Background);
    let rects = panels.filter_map(|layer| context.memory(|memory| memory.area_rect(layer.id)));
    let corner = |at: Pos2| Vec2::new(at.x, at.y) * pixels;
    rects
        .map(|rect| Rect::from_corners(corner(rect.min), corner(rect.max)))
        .collect()
}

/// Returns the file of a mission on the list, by its name.
pub fn mission(world: &World, name: &str) -> Option<PathBuf> {
    let listed = world.resource::<Session>().listed.iter();
    let mut files = listed.map(|entry| &entry.file);
    let is_it = |file: &&PathBuf| file.file_stem().is_some_and(|stem| stem == name);
    let found = files.find(is_it).cloned();
    if found.is_none() {
        error!("smoke: there is no mission {name}");
    }
    found
}

/// Opens a mission of the list.
pub fn open_mission(world: &mut World, name: &str) {
    let file = mission(world, name);
    world.resource_mut::<Session>().request =
        file.map(|file| Request::open(file, Some(7), AS_WRITTEN));
}

/// Fails unless missions of these names are on the list.
#[cfg(test)]
pub fn assert_listed(names: &[&str]) {
    let mut world = World::new();
    world.insert_resource(Session {
        listed: super::session::list_missions(&[]),
        ..Session::default()
    });
    for name in names {
        assert!(mission(&world, name).is_some(), "{name}");
    }
}

#[test]
fn only_what_is_brighter_than_the_void_and_under_no_panel_is_lit_board() {
    use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
    let size = Extent3d {
        width: 80,
        height: 80,
        ..default()
    };
    let (usage, format) = (default(), TextureFormat::Rgba8UnormSrgb);
    let filled =
        |pixel: [u8; 4]| Image::new_fill(size, TextureDimension::D2, &pixel, format, usage);
    // A panel has the left half, the board the lower half of the other.
    let squares = (0..50).map(|at| UVec2::new(5 + at % 5, at / 5) * SQUARE);
    let sight = Sight {
        squares: squares.filter(|corner| corner.y >= 40).collect(),
        least: Some(60),
    };
    let (void, map) = ([10, 12, 16, 255], [30, 34, 28, 255]);
    assert_eq!(sight.share(&filled(void)), 0);
    assert_eq!(sight.share(&filled(map)), 25);
    assert_eq!([false, true].map(|is_small| sight.least(is_small)), [60; 2]);
}
