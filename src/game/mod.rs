//! The window: screens, board and unit views, playback, input and panels.
//!
//! **Invariant:** nothing here changes a battle but by orders through
//! [`OrderGiven`](crate::battle::step::OrderGiven) and by undo, load and set-up; everything is looked
//! at as the player's side knows it. What all battles share names no rule set: each has a folder in
//! `rules`, which rests while another is played.

mod editor;
mod kit;
mod rules;
mod shell;
mod table;

use std::io::{self, IsTerminal};
use std::panic;
use std::path::PathBuf;
use std::process::ExitCode;

use bevy::app::{PluginGroupBuilder, TerminalCtrlCHandlerPlugin};
use bevy::asset::AssetPlugin;
use bevy::ecs::schedule::ScheduleLabel;
use bevy::log::tracing_subscriber::fmt;
use bevy::log::{BoxedFmtLayer, LogPlugin};
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::window::{Monitor, PresentMode, PrimaryMonitor, WindowResolution};
use bevy_egui::EguiPlugin;

pub use self::kit::standard::EventLog;
pub use self::rules::playable::Playable;
pub use self::table::{film, sound};

use crate::battle::put_away;

/// What the window opens with.
#[derive(Clone, Debug)]
pub enum Start {
    /// The title screen.
    Title,
    /// A mission.
    Mission {
        /// Its file.
        file: PathBuf,
        /// Seed; a new one if none is given.
        seed: Option<u64>,
        /// Number of enemies, in percent of the mission's own.
        difficulty: u16,
        /// Content packs, in order.
        packs: Vec<PathBuf>,
    },
    /// A journal or save to play on from.
    Journal(PathBuf),
    /// The board editor, with a mission or a new one.
    Edit(Option<PathBuf>),
    /// The board editor, with a new mission that is to become a file.
    EditNew(PathBuf),
}

/// How the program was started.
#[derive(Resource, Clone, Debug)]
pub struct Options {
    /// What to open with.
    pub start: Start,
    /// File for the mission summary.
    pub result: Option<PathBuf>,
    /// Folder for the screenshots of the scripted smoke run.
    pub smoke: Option<PathBuf>,
    /// Frames over which the cost of a frame is measured.
    pub frames: Option<usize>,
    /// Width and height of the window in logical pixels; as usual if `None`.
    pub window: Option<[u32; 2]>,
}

impl Options {
    /// Opens with something, and is as usual otherwise.
    pub fn new(start: Start) -> Self {
        Self {
            start,
            result: None,
            smoke: None,
            frames: None,
            window: None,
        }
    }
}

/// Usual width and height of the window in logical pixels.
const WINDOW: [u32; 2] = [1440, 900];

/// Which screen is shown.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// The first screen.
    #[default]
    Title,
    /// Mission list.
    Missions,
    /// Units are changed before a mission, or built for later.
    SetUp,
    /// A battle.
    Battle,
    /// Outcome of the battle.
    End,
    /// A mission being made.
    Editor,
}

/// Whether there is a battle: one is fought, or its end is looked at. Another may take its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AtBattle;

impl ComputedStates for AtBattle {
    type SourceStates = Screen;

    // Another battle in place of the first is no way out.
    const ALLOW_SAME_STATE_TRANSITIONS: bool = false;

    fn compute(screen: Screen) -> Option<Self> {
        matches!(screen, Screen::Battle | Screen::End).then_some(Self)
    }
}

/// Whatever belongs to a battle puts itself away: it is left, or another takes its place.
///
/// Who keeps anything of a battle adds a system here, so that nothing of it is found by another screen
/// or the next battle.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct PutAway;

/// Which menu lies over the screen.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Menu {
    /// No menu.
    #[default]
    None,
    /// The pause menu.
    Pause,
    /// Settings.
    Settings,
    /// Saves.
    Saves,
    /// Help.
    Help,
    /// Encyclopedia.
    Book,
    /// Everything the chosen unit can do.
    Everything,
    /// A question.
    Question,
    /// Another person sits down.
    HandOver,
}

/// Status when no window can be opened.
const NO_DISPLAY: u8 = 3;

/// Opens the window and runs until it is closed. Status 3 with a reason if there is no display.
pub fn run(options: Options) -> ExitCode {
    if let Some(reason) = missing_display() {
        eprintln!("cannot open a window: {reason}");
        return ExitCode::from(NO_DISPLAY);
    }
    shell::crash::watch_panics();
    // The window library panics when it cannot connect; say so in words.
    let quiet = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let text = info.to_string();
        if text.contains("event loop") || text.contains("Unable to find a GPU") {
            eprintln!(
                "cannot open a window: no display or graphics driver was found; start Hexscape in a \
                 desktop session, or use `hexscape sim`"
            );
            std::process::exit(i32::from(NO_DISPLAY));
        }
        quiet(info);
    }));
    if let Err(error) = shell::crash::watch_signals() {
        eprintln!("signals end Hexscape without saving: {error}");
    }
    // Bevy's own handler does not save a battle that is busy, and ends at once at a second signal.
    let plugins = DefaultPlugins
        .build()
        .disable::<TerminalCtrlCHandlerPlugin>();
    let mut app = app(options, plugins);
    app.add_systems(Update, TerminalCtrlCHandlerPlugin::exit_on_flag);
    match app.add_plugins(sound::speakers).run() {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(code) => ExitCode::from(code.get()),
    }
}

/// Builds the window on plugins of Bevy.
fn app(options: Options, plugins: PluginGroupBuilder) -> App {
    let [width, height] = options.window.unwrap_or(WINDOW);
    let is_usual = options.window.is_none();
    let mut app = App::new();
    app.add_plugins(
        plugins
            .set(AssetPlugin::default())
            .set(LogPlugin {
                fmt_layer: |_| Some(log_lines()),
                ..default()
            })
            .set(ImagePlugin::default_linear())
            .set(WindowPlugin {
                primary_window: Some(Window {
                    title: "Hexscape".into(),
                    resolution: WindowResolution::new(width, height),
                    present_mode: PresentMode::AutoVsync,
                    ..default()
                }),
                ..default()
            }),
    );
    if !app.is_plugin_added::<StatesPlugin>() {
        app.add_plugins(StatesPlugin);
    }
    app.add_plugins(EguiPlugin::default())
        // Nothing here runs at a fixed rate; a second is the least that Bevy can do about it.
        .insert_resource(Time::<Fixed>::from_seconds(1.0))
        .insert_resource(ClearColor(Color::srgb_u8(10, 12, 16)))
        .insert_resource(options)
        .init_state::<Screen>()
        .init_state::<Menu>()
        .add_computed_state::<AtBattle>()
        .init_schedule(PutAway)
        .add_systems(PutAway, put_away)
        .add_systems(OnExit(AtBattle), |world: &mut World| {
            world.run_schedule(PutAway);
        })
        .add_plugins((
            shell::settings::plugin,
            kit::theme::plugin,
            shell::session::plugin,
            (shell::share::plugin, shell::results::plugin),
            table::board_view::plugin,
            table::unit_view::plugin,
            table::playback::plugin,
            table::camera::plugin,
            sound::plugin,
            table::input::plugin,
            kit::plugin,
            shell::screens::plugin,
            shell::menus::plugin,
            editor::plugin,
            rules::plugin,
        ))
        .add_plugins((
            shell::crash::plugin,
            shell::smoke::plugin,
            shell::cost::plugin,
        ));
    if is_usual {
        app.add_systems(Update, fit_monitor);
    }
    app
}

/// Makes the window no larger than the monitor that it opens on, once that is known.
fn fit_monitor(
    mut windows: Query<&mut Window>,
    primary: Query<&Monitor, With<PrimaryMonitor>>,
    all: Query<&Monitor>,
    mut is_done: Local<bool>,
) {
    if *is_done {
        return;
    }
    let monitor = primary.iter().chain(&all).next();
    let (Some(monitor), Some(mut window)) = (monitor, windows.iter_mut().next()) else {
        return;
    };
    *is_done = true;
    let most = UVec2::new(monitor.physical_width, monitor.physical_height);
    let size = window.resolution.physical_size();
    if most.cmpgt(UVec2::ZERO).all() && size.cmpgt(most).any() {
        let size = size.min(most);
        window.resolution.set_physical_resolution(size.x, size.y);
        // Whoever manages windows knows what of the monitor is free.
        window.set_maximized(true);
    }
}

/// Writes lines of the log to standard error: in colors on a terminal, if nobody asked for none, and
/// without their codes in a file.
fn log_lines() -> BoxedFmtLayer {
    let lines = fmt::Layer::default().with_writer(io::stderr);
    match io::stderr().is_terminal() {
        true => Box::new(lines),
        false => Box::new(lines.with_ansi(false)),
    }
}

/// Says why no window can be opened, where that can be told beforehand.
fn missing_display() -> Option<&'static str> {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    (cfg!(target_os = "linux") && !is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")).then_some(
        "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set); start Hexscape in a \
         desktop session, or use `hexscape sim`",
    )
}
