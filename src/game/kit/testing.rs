//! A window without a screen, for tests: what it shows of a battle can be read and compared.

use bevy::prelude::*;
use bevy_egui::egui;

use super::{
    CombatLog, Minimap, PanelOptions, overlays::Overlays, panels::draw_panels, tutorial::Lessons,
};
use crate::{
    battle::{
        board::Board, knowledge::Knowledge, order::submit_watched, phase::Phase, step::HumanSides,
        unit::Side,
    },
    content,
    game::{
        rules::playable::{Account, Playable},
        shell::{session::Session, settings::Settings},
        table::{
            board_view::{BoardView, Marks},
            camera::Rig,
            input::Hover,
            playback::{OnShow, Playback, Reporter, Scene},
            unit_view::Tokens,
        },
    },
    mission::{Mission, MissionSource, RuleSet},
};

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
    world
}

/// Gives an order; returns what the own side is told of it.
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

/// Lists what is written in a shape.
fn texts(shape: &egui::Shape) -> Vec<String> {
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
