//! Signs on the board: noises and blips, one's own mines, objects, things on the ground, flares, glows;
//! and the zones of the mission.
//!
//! **Invariant:** shows what the player's side knows.

use bevy::prelude::*;

use crate::battle::board::Board;
use crate::battle::grid::TileId;
use crate::game::kit::guide;
use crate::game::kit::overlay::{self, Shape, Stroke, color};
use crate::game::rules::playable::is_played;
use crate::game::shell::session::Moment;
use crate::game::shell::settings::Settings;
use crate::game::table::art::Sign;
use crate::game::table::board_view::{BoardView, Marks};
use crate::game::table::palette::{Meaning, Palette};
use crate::game::{AtBattle, Screen};
use crate::rules::battlescape::Battlescape;
use crate::rules::battlescape::scenario::Objective;
use crate::rules::battlescape::scenario::script::ObjectKind;
use crate::rules::battlescape::side_view::SideView;

/// Adds the signs.
pub fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            mark_zones.run_if(in_state(AtBattle).and_then(resource_exists::<Board>)),
            overlay::follow(drawn_for, strokes).run_if(in_state(Screen::Battle)),
        )
            .run_if(is_played::<Battlescape>),
    );
}

/// Lists the signs on the board, and where in their hexes.
fn signs(view: SideView) -> Vec<(TileId, Sign, Vec2)> {
    let objects = view.objects().map(|(tile, object)| {
        let sign = match object.kind {
            ObjectKind::Console => Sign::Console,
            ObjectKind::Cage => Sign::Cage,
            ObjectKind::Generator => Sign::Generator,
            ObjectKind::Container => Sign::Container,
        };
        (tile, sign)
    });
    let traces = view.traces().map(|trace| match trace.is_blip {
        true => (trace.tile, Sign::Blip),
        false => (trace.tile, Sign::Noise),
    });
    let signs = objects
        .chain(view.mines().map(|tile| (tile, Sign::Mine)))
        .chain(view.lights().map(|light| (light.tile, Sign::Flare)))
        .chain(view.glows().map(|tile| (tile, Sign::Glow)))
        .chain(traces);
    let mut signs: Vec<_> = signs.map(|(tile, sign)| (tile, sign, Vec2::ZERO)).collect();
    let mut littered: Vec<_> = view.littered().collect();
    littered.sort_unstable();
    littered.dedup();
    let aside = Vec2::new(24.0, -28.0);
    signs.extend(littered.into_iter().map(|tile| (tile, Sign::Things, aside)));
    signs
}

/// Returns what the signs depend on.
fn drawn_for(world: &World) -> (Moment, Palette) {
    (Moment::of(world), world.resource::<Settings>().palette)
}

/// Draws the signs.
fn strokes(world: &World) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let signs = signs(super::look(world)).into_iter();
    let strokes = signs.map(|(tile, sign, off)| {
        let (size, height) = match sign {
            Sign::Things => (40.0, 20.5),
            // Shines through the fog.
            Sign::Glow => (110.0, 45.0),
            _ => (60.0, 20.5),
        };
        let color = match sign {
            Sign::Noise => color(world, Meaning::Noise),
            _ => Color::WHITE,
        };
        Stroke::new(
            board.center(tile) + off,
            height,
            color,
            Shape::Sign { sign, size },
        )
    });
    strokes.collect()
}

/// Marks exits, goals and places of a battle, and where its guide sends a unit.
fn mark_zones(world: &mut World, mut seen: Local<Option<(Moment, Vec<TileId>)>>) {
    let now = (Moment::of(world), guide::zone(world).to_vec());
    if seen.as_ref() == Some(&now) {
        return;
    }
    let view = SideView::new(world, now.0.side());
    let exits = view.exits().to_vec();
    let mut goals = match view.objective() {
        Objective::Reach { zone, .. } | Objective::Hold { zone, .. } => zone.clone(),
        Objective::Control { zones } => zones.concat(),
        _ => Vec::new(),
    };
    goals.extend(&now.1);
    let is_free = |&tile: &TileId| {
        view.unit_at(tile).is_none() && view.layers().entry_percent(tile).is_some()
    };
    let places = view.deployment().iter().copied().filter(is_free).collect();
    let mut marks = world.resource_mut::<Marks>();
    (marks.exits, marks.goals, marks.places) = (exits, goals, places);
    *seen = Some(now);
}
