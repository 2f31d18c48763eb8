//! A window without a screen, for tests: what it shows of a battle can be read and compared.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui;

use super::keys::KeyAction;
use super::overlays::Overlays;
use super::panels::draw_panels;
use super::planning::{DraftOf, Planned};
use super::theme::SMALLEST;
use super::turn_report::TurnReport;
use super::tutorial::Lessons;
use super::{CombatLog, Minimap, PanelOptions, guide, on_show};
use crate::battle::board::Board;
use crate::battle::dice::{Dice, Label, Roll};
use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::order::{submit, submit_watched};
use crate::battle::phase::{Phase, Verdict};
use crate::battle::step::HumanSides;
use crate::battle::unit::{Side, UnitId};
use crate::content;
use crate::game::rules::playable::{Account, Playable};
use crate::game::shell::session::Session;
use crate::game::shell::settings::Settings;
use crate::game::table::board_view::{BoardView, Marks};
use crate::game::table::camera::Rig;
use crate::game::table::input::Hover;
use crate::game::table::playback::{OnShow, Playback, Reporter, Scene};
use crate::game::table::unit_view::Tokens;
use crate::mission::{Mission, MissionSource, RuleSet};

/// The side whose window it is.
pub const OWN: Side = Side::FIRST;

/// Reads a shipped mission.
pub fn shipped(name: &str) -> MissionSource {
    let folder = content::assets_folder().expect("the assets are beside the crate");
    let file = folder.join(format!("missions/{name}.ron"));
    let source = MissionSource::read(&file, &folder.join("content"));
    source.unwrap_or_else(|problems| panic!("{problems}"))
}

/// A battle with all that every window keeps beside it.
pub fn window<R: Playable>(mission: &Mission, seed: u64) -> World {
    let mut world = World::new();
    R::set_up(&mut world, mission, seed);
    world.insert_resource(HumanSides(vec![OWN]));
    world.insert_resource(Session {
        mission: Some(mission.clone()),
        rules: RuleSet::of::<R>(),
        seed,
        ..Session::default()
    });
    world.insert_resource(BoardView {
        grid: mission.board.grid,
    });
    world.insert_resource(State::new(Phase::Player));
    world.insert_resource(PanelOptions {
        dice: true,
        log: true,
        no_minimap: true,
        hidden: false,
    });
    world.insert_resource(Settings::default());
    world.init_resource::<Lessons>();
    world.init_resource::<Overlays>();
    world.init_resource::<Marks>();
    world.init_resource::<CombatLog>();
    world.init_resource::<Minimap>();
    world.init_resource::<Rig>();
    world.init_resource::<Hover>();
    world.init_resource::<Playback>();
    world.init_resource::<OnShow>();
    world.init_resource::<Tokens>();
    guide::init(&mut world);
    world
}

/// Submits an order; returns what the own side is shown of it.
pub fn give<R: Playable>(world: &mut World, side: Side, order: R::Order) -> Account {
    let mut reporter = Reporter::<R>::new(vec![OWN]);
    submit_watched(world, side, order, &mut reporter).expect("it was decided");
    reporter.told().next().expect("something happened")
}

/// Draws the panels; returns what is written on them, and pictures they made.
pub fn draw<R: Playable>(
    world: &mut World,
    context: &egui::Context,
) -> (Vec<String>, Vec<egui::ImageData>) {
    // In the first pass panels find their sizes and show nothing.
    let mut drawn = egui::FullOutput::default();
    for _ in 0..2 {
        drawn.textures_delta.clear();
        drawn = context.run_ui(egui::RawInput::default(), |ui| {
            draw_panels::<R>(world, ui.ctx());
        });
    }
    let pictures = std::mem::take(&mut drawn.textures_delta.set).into_values();
    drawn.textures_delta.clear();
    let shapes = std::mem::take(&mut drawn.shapes);
    (
        shapes.iter().flat_map(|one| texts(&one.shape)).collect(),
        pictures
            .flat_map(|deltas| deltas.into_iter().map(|delta| delta.image))
            .collect(),
    )
}

/// Fails if something on the panels is written too small, or if what begins with one of these words is cut off.
pub fn assert_legible<R: Playable>(world: &mut World, whole: &[&str]) {
    let context = egui::Context::default();
    let mut drawn = egui::FullOutput::default();
    for _ in 0..2 {
        drawn.textures_delta.clear();
        drawn = context.run_ui(egui::RawInput::default(), |ui| {
            draw_panels::<R>(world, ui.ctx());
        });
    }
    drawn.textures_delta.clear();
    let shapes = std::mem::take(&mut drawn.shapes);
    let galleys: Vec<_> = shapes.iter().flat_map(|one| galleys(&one.shape)).collect();
    assert!(!galleys.is_empty(), "something is written");
    for galley in &galleys {
        let text = galley.text();
        for section in &galley.job.sections {
            let size = section.format.font_id.size;
            assert!(size >= SMALLEST, "{size} points: {text}");
        }
        let is_whole = whole.iter().any(|begin| text.starts_with(begin));
        assert!(!(is_whole && galley.elided), "it is cut off: {text}");
    }
    for begin in whole {
        let is_told = galleys
            .iter()
            .any(|galley| galley.text().starts_with(begin));
        assert!(is_told, "nothing begins with {begin}");
    }
}

fn galleys(shape: &egui::Shape) -> Vec<Arc<egui::Galley>> {
    match shape {
        egui::Shape::Text(text) => vec![text.galley.clone()],
        egui::Shape::Vec(shapes) => shapes.iter().flat_map(galleys).collect(),
        _ => Vec::new(),
    }
}

/// Lists what is written in a shape.
pub fn texts(shape: &egui::Shape) -> Vec<String> {
    match shape {
        egui::Shape::Text(text) => vec![text.galley.text().to_owned()],
        egui::Shape::Vec(shapes) => shapes.iter().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

/// Returns what is on show once all scenes are over; the fog then is as the battle has it, and every line was
/// read.
#[track_caller]
pub fn after_all_scenes(world: &World, told: &Account, place: &str) -> OnShow {
    let mut shown = told.before.clone().expect("it is shown");
    for scene in &told.scenes {
        match scene {
            Scene::Card { unit, shown: now } => {
                shown.units.insert(*unit, *now);
            }
            Scene::Figures { unit, figures } => {
                shown.figures.insert(*unit, figures.clone());
            }
            Scene::Sight(tiles) => {
                let lookout = shown.lookout.as_mut().expect("stock was taken");
                lookout.see(tiles);
            }
            _ => {}
        }
    }
    let known = world.resource::<Knowledge>().of(OWN);
    let lookout = shown.lookout.as_ref().expect("stock was taken");
    for tile in world.resource::<Board>().grid.tiles() {
        assert_eq!(lookout.sight(tile), known.sight(tile), "{place}, {tile:?}");
    }
    let read = told.scenes.iter().filter(|one| matches!(one, Scene::Read));
    assert_eq!(
        read.count(),
        told.lines.len(),
        "every line is read: {place}"
    );
    shown
}

/// A rule set whose windows are compared: what its side cannot know must not show.
pub trait Compared: Planned + TurnReport {
    /// What can be laid over the board.
    const OVERLAYS: &'static [KeyAction];

    /// Lists missions to play.
    fn missions() -> Vec<MissionSource>;

    /// Begins a battle with all that its window keeps beside it.
    fn window(mission: &Mission, seed: u64) -> World;

    /// Changes what the own side cannot know of the others' units.
    fn stir(world: &mut World, draws: &mut Dice);

    /// Returns a tool for a unit, of four.
    fn tool(number: u32, unit: UnitId) -> Self::Tool;

    /// Works out what the window shows.
    fn work_out(world: &mut World);

    /// Writes down what was worked out, and what is drawn on the board.
    fn drawn(world: &World) -> String;
}

/// How many cases are tried; `SECRET_CASES=10000` has more of them tried.
pub fn cases() -> u64 {
    let deeper = std::env::var("SECRET_CASES").ok();
    deeper.map_or(60, |count| count.parse().expect("a number"))
}

/// Whether a battle is over.
pub fn is_over(world: &World) -> bool {
    world.resource::<Verdict>().0.is_some()
}

/// Returns the order that a computer would give for a side, if it owes one.
fn owed<R: Compared>(world: &mut World, side: Side) -> Option<R::Order> {
    R::owes(world, side).then(|| R::decide(world, side))
}

/// Submits the orders that computers would give for both sides, in both worlds.
pub fn play_turn<R: Compared>(worlds: &mut [World; 2]) {
    for side in [Side(0), Side(1)] {
        let Some(order) = owed::<R>(&mut worlds[0], side) else {
            continue;
        };
        for world in worlds.iter_mut() {
            let told = give::<R>(world, side, order.clone());
            let mut log = world.resource_mut::<CombatLog>();
            for (line, place) in told.lines {
                log.push(OWN, line, place, 1);
            }
            log.keep(OWN, 1, told.recap);
        }
    }
}

/// Everything the window shows: tokens, what is drawn on the board, panels, what is read on them as they are
/// drawn, marks, and the minimap.
#[derive(PartialEq)]
pub struct Screenful {
    pub looks: String,
    pub texts: Vec<String>,
    drawn: String,
    panels: String,
    marks: Marks,
    pictures: Vec<egui::ImageData>,
}

/// Returns what the window shows.
pub fn show<R: Compared>(world: &mut World, context: &egui::Context) -> Screenful {
    R::work_out(world);
    let (texts, pictures) = draw::<R>(world, context);
    Screenful {
        looks: format!("{:?}", R::looks(world)),
        texts,
        drawn: R::drawn(world),
        panels: format!("{:?}", R::panels(world)),
        marks: world.resource::<Marks>().clone(),
        pictures,
    }
}

/// Looks at one thing after another in both windows: every own unit, hexes here and there, every tool.
fn compare<R: Compared>(
    worlds: &mut [World; 2],
    contexts: &[egui::Context; 2],
    draws: &mut Dice,
    case: u64,
) {
    let units = R::units(&worlds[0]);
    let tiles = worlds[0].resource::<Board>().grid.len() as u32;
    let Some(plan) = R::committed(R::decide(&mut worlds[0], OWN)) else {
        return;
    };
    for look in 0..4 {
        let mut pick = |count: u32| draws.die(Label::Ai, count) - 1;
        let chosen = units[pick(units.len() as u32) as usize];
        let (tile, tool, is_inspecting) = (TileId(pick(tiles)), pick(4), pick(2) == 0);
        let told = [0, 1].map(|at| {
            let world = &mut worlds[at];
            world.resource_mut::<Hover>().tile = Some(tile);
            let mut overlays = Overlays::default();
            let inspect = is_inspecting.then_some(KeyAction::INSPECT);
            let wanted = R::OVERLAYS.iter().copied().chain(inspect);
            wanted.for_each(|one| overlays.toggle(one));
            world.insert_resource(overlays);
            R::work_out(world);
            let mut draft = world.resource_mut::<DraftOf<R>>();
            draft.edit(|one| {
                if look > 0 {
                    one.clone_from(&plan);
                }
            });
            (draft.chosen, draft.tool) = (Some(chosen), R::tool(tool, chosen));
            draft.is_reviewing = look == 3;
            show::<R>(world, &contexts[at])
        });
        let place = format!("case {case}, look {look}, {chosen:?} at {tile:?}");
        let [one, other] = &told;
        assert_eq!(one.texts, other.texts, "{place}");
        assert_eq!(one.panels, other.panels, "{place}");
        assert_eq!(one.looks, other.looks, "{place}");
        assert_eq!(one.drawn, other.drawn, "{place}");
        assert!(one == other, "marks or minimap: {place}");
        assert!(one.texts.len() > 20, "{place}: nothing is drawn");
    }
}

/// Checks that what the own side cannot know, and plans of others that are sealed, change nothing on the
/// screen.
pub fn check_secrets<R: Compared>() {
    let missions = R::missions();
    let contexts = [egui::Context::default(), egui::Context::default()];
    let mut compared = 0;
    for case in 0..cases() {
        let source = &missions[case as usize % missions.len()];
        let mission = source.build(case).expect("it is shipped");
        let mut worlds = [R::window(&mission, case), R::window(&mission, case)];
        let mut draws = Dice::seeded(case, 31);
        for _ in 0..case / missions.len() as u64 % 6 {
            if !is_over(&worlds[0]) {
                play_turn::<R>(&mut worlds);
            }
        }
        if is_over(&worlds[0]) {
            continue;
        }
        R::stir(&mut worlds[1], &mut draws);
        let foe = Side(1);
        if let Some(order) = owed::<R>(&mut worlds[1], foe).filter(|_| case % 2 == 0) {
            submit::<R>(&mut worlds[1], foe, order).expect("it was decided");
        }
        compare::<R>(&mut worlds, &contexts, &mut draws, case);
        compared += 1;
    }
    assert!(compared * 2 > cases(), "most battles go on");
}

/// Checks that after all scenes cards and bars say what the battle says.
pub fn check_shown<R: Compared>() {
    let missions = R::missions();
    for case in 0..cases() {
        let mission = missions[case as usize % missions.len()].build(case);
        let mut world = R::window(&mission.expect("it is shipped"), case);
        for turn in 0..8 {
            for side in [Side(0), Side(1)] {
                let Some(order) = owed::<R>(&mut world, side) else {
                    continue;
                };
                let place = format!("case {case}, turn {turn}");
                let told = give::<R>(&mut world, side, order);
                let shown = after_all_scenes(&world, &told, &place);
                let now = on_show::now::<R>(&world, OWN);
                assert_eq!(shown.units, now.units, "{place}");
                assert_eq!(shown.figures, now.figures, "{place}");
            }
        }
    }
}
