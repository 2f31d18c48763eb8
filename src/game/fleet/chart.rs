//! The chart over space: the edges of hexes, and what hazards do to ships in them.
//!
//! **Invariant:** tells of hexes the side knows; drawn anew only when it learned of others.

use bevy::{prelude::*, sprite::Text2dShadow};

use super::draft::own;
use crate::{
    battle::{board::Board, grid::TileId, knowledge::Knowledge},
    content::fleet::Hazard,
    game::{Screen, board_view::BoardView, session::Moment, unit_view::TokenArt},
    rules::{Setting, fleet::setup},
};

/// Over the ground, under the marks.
const CHART_Z: f32 = 3.5;

/// What is drawn of the chart.
#[derive(Component)]
#[require(DespawnOnExit<Screen> = DespawnOnExit(Screen::Battle))]
pub(super) struct OfChart;

/// A hex of the chart, and what is written on it.
type Entry = (TileId, Option<String>);

/// Draws the chart anew, when there is another.
pub(super) fn draw(world: &mut World, mut seen: Local<Option<(Moment, Vec<Entry>)>>) {
    if !world.contains_resource::<Board>() || !world.contains_resource::<Setting>() {
        return;
    }
    let mut drawn = world.query_filtered::<Entity, With<OfChart>>();
    let is_gone = drawn.iter(world).next().is_none();
    let moment = Moment::of(world);
    let before = seen.as_ref().filter(|_| !is_gone);
    if before.is_some_and(|(then, _)| *then == moment) {
        return;
    }
    let entries = entries(world);
    let is_same = before.is_some_and(|(_, known)| *known == entries);
    *seen = Some((moment, entries.clone()));
    if is_same {
        return;
    }
    let mut old = world.query_filtered::<Entity, With<OfChart>>();
    let old: Vec<_> = old.iter(world).collect();
    for entity in old {
        world.despawn(entity);
    }
    for (tile, text) in &entries {
        put(world, *tile, text.as_deref());
    }
}

/// Lists the known hexes.
fn entries(world: &World) -> Vec<Entry> {
    let known = world.resource::<Knowledge>().of(own(world));
    let grid = world.resource::<Board>().grid;
    let catalog = &world.resource::<Setting>().mission.catalog;
    let known_tiles = grid.tiles().filter(|&tile| known.layers.is_known(tile));
    let entry = |tile| {
        let terrain = known.layers.terrain(tile);
        let hazard = setup::content(world).hazard(terrain);
        let name = &catalog.terrain(terrain).name;
        (tile, words(name, hazard))
    };
    known_tiles.map(entry).collect()
}

/// Says what a hazard does; nothing if it does nothing.
fn words(name: &str, hazard: Hazard) -> Option<String> {
    let mut told = vec![name.to_lowercase()];
    for (what, value) in [("ATK", hazard.accuracy), ("DEF", hazard.defense)] {
        if value != 0 {
            told.push(format!("{what} {value:+}"));
        }
    }
    if hazard.damage > 0 {
        told.push(format!("-{} hull a turn", hazard.damage));
    }
    (told.len() > 1).then(|| format!("{}\n{}", told[0], told[1..].join("  ")))
}

fn put(world: &mut World, tile: TileId, text: Option<&str>) {
    let board = world.resource::<BoardView>();
    let (at, turn) = (board.center(tile), board.turn());
    let image = world.resource::<TokenArt>().outline.clone();
    let sprite = Sprite {
        image,
        color: Color::srgba(0.55, 0.68, 0.9, 0.16),
        ..default()
    };
    let place =
        Transform::from_translation(at.extend(CHART_Z)).with_rotation(Quat::from_rotation_z(turn));
    world.spawn((OfChart, sprite, place));
    let Some(text) = text else { return };
    world.spawn((
        OfChart,
        Text2d::new(text),
        TextLayout::justify(Justify::Center),
        TextFont {
            font_size: FontSize::Px(22.0),
            ..default()
        },
        TextColor(Color::srgba(0.92, 0.90, 1.0, 0.85)),
        Text2dShadow {
            offset: Vec2::new(1.5, -1.5),
            color: Color::srgba(0.0, 0.0, 0.0, 0.8),
        },
        Transform::from_translation((at + Vec2::new(0.0, -27.0)).extend(CHART_Z + 0.1))
            .with_scale(Vec3::splat(0.58)),
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hazards_are_told_with_what_they_do_and_open_space_is_not() {
        assert_eq!(words("Open space", Hazard::default()), None);
        let nebula = Hazard {
            accuracy: -1,
            defense: 1,
            damage: 0,
        };
        let told = words("Nebula", nebula);
        assert_eq!(told.as_deref(), Some("nebula\nATK -1  DEF +1"));
    }
}
