//! The chart over space: the edges of hexes, and what hazards do to ships in them.
//!
//! **Invariant:** tells of hexes the side knows; drawn anew only when it learned of others.

use bevy::{prelude::*, sprite::Text2dShadow};

use super::{draft::own, words::BoardWords};
use crate::{
    battle::{board::Board, grid::TileId, knowledge::Knowledge},
    game::{
        Screen,
        shell::session::Moment,
        table::{board_view::BoardView, unit_view::TokenArt},
    },
    playing::Setting,
    rules::fleet::{content::Hazard, setup},
};

/// Over the ground, under the marks.
const CHART_Z: f32 = 3.5;

/// What is drawn of the chart.
#[derive(Component)]
#[require(DespawnOnExit<Screen> = DespawnOnExit(Screen::Battle))]
pub(super) struct OfChart;

/// A hex of the chart.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    tile: TileId,
    /// What is written on it.
    text: Option<String>,
    sign: Option<Sign>,
}

/// What is drawn over the ground of a hazard that ground alone does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    /// Bolts: aim suffers, and there is nothing to hide behind.
    Bolts,
    /// Spiked spheres: hull suffers.
    Spikes,
}

/// Draws the chart anew, when there is another.
pub(super) fn draw(world: &mut World, mut seen: Local<Option<(Moment, Vec<Entry>)>>) {
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
    for entry in &entries {
        put(world, entry);
    }
}

/// Lists the known hexes.
pub(super) fn entries(world: &World) -> Vec<Entry> {
    let known = world.resource::<Knowledge>().of(own(world));
    let grid = world.resource::<Board>().grid;
    let catalog = &world.resource::<Setting>().mission.catalog;
    let known_tiles = grid.tiles().filter(|&tile| known.layers.is_known(tile));
    let entry = |tile| {
        let terrain = known.layers.terrain(tile);
        let hazard = setup::content(world).hazard(terrain);
        let name = &catalog.terrain(terrain).name;
        Entry {
            tile,
            text: words(name, hazard),
            sign: sign(hazard),
        }
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

/// Returns the sign of a hazard.
fn sign(hazard: Hazard) -> Option<Sign> {
    match hazard {
        _ if hazard.damage > 0 => Some(Sign::Spikes),
        _ if hazard.accuracy < 0 && hazard.defense <= 0 => Some(Sign::Bolts),
        _ => None,
    }
}

/// Lists the lines of a sign around the middle of its hex, with width and color.
fn lines(sign: Sign) -> Vec<(Vec2, Vec2, f32, Color)> {
    let mut lines = Vec::new();
    match sign {
        Sign::Bolts => {
            let color = Color::srgba(0.55, 0.86, 1.0, 0.8);
            for at in [(-26.0, 24.0), (4.0, 34.0), (30.0, 14.0)] {
                let top = Vec2::from(at);
                let points = [(0.0, 0.0), (-9.0, -12.0), (3.0, -14.0), (-8.0, -30.0)];
                let points = points.map(|point| top + Vec2::from(point));
                for step in points.windows(2) {
                    lines.push((step[0], step[1], 3.0, color));
                }
            }
        }
        Sign::Spikes => {
            let color = Color::srgba(1.0, 0.45, 0.36, 0.8);
            for at in [(-24.0, 22.0), (20.0, 32.0), (28.0, 2.0)] {
                let middle = Vec2::from(at);
                for turn in 0..4_u8 {
                    let way = Vec2::from_angle(std::f32::consts::PI * f32::from(turn) / 4.0);
                    lines.push((middle - way * 11.0, middle + way * 11.0, 2.4, color));
                }
                let half = Vec2::new(6.0, 0.0);
                lines.push((middle - half, middle + half, 12.0, color.with_alpha(1.0)));
            }
        }
    }
    lines
}

fn put(world: &mut World, entry: &Entry) {
    let board = world.resource::<BoardView>();
    let (at, turn) = (board.center(entry.tile), board.turn());
    let image = world.resource::<TokenArt>().outline.clone();
    let sprite = Sprite {
        image,
        color: Color::srgba(0.55, 0.68, 0.9, 0.16),
        ..default()
    };
    let place =
        Transform::from_translation(at.extend(CHART_Z)).with_rotation(Quat::from_rotation_z(turn));
    world.spawn((OfChart, sprite, place));
    for (from, to, width, color) in entry.sign.into_iter().flat_map(lines) {
        let way = to - from;
        let place = (at + from.midpoint(to)).extend(CHART_Z + 0.05);
        let place =
            Transform::from_translation(place).with_rotation(Quat::from_rotation_z(way.to_angle()));
        let sprite = Sprite::from_color(color, Vec2::new(way.length() + width / 2.0, width));
        world.spawn((OfChart, sprite, place));
    }
    let Some(text) = &entry.text else { return };
    world.spawn((
        OfChart,
        BoardWords { is_minor: true },
        Text2d::new(text),
        TextLayout::justify(Justify::Center),
        TextFont {
            font_size: FontSize::Px(25.0),
            ..default()
        },
        TextColor(Color::srgba(0.92, 0.90, 1.0, 0.85)),
        Text2dShadow {
            offset: Vec2::new(1.5, -1.5),
            color: Color::srgba(0.0, 0.0, 0.0, 0.8),
        },
        Transform::from_translation((at + Vec2::new(0.0, -27.0)).extend(CHART_Z + 0.1)),
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

    #[test]
    fn hazards_on_like_ground_differ_by_their_signs() {
        let hazard = |accuracy, defense, damage| {
            sign(Hazard {
                accuracy,
                defense,
                damage,
            })
        };
        assert_eq!(hazard(0, 0, 0), None, "open space");
        assert_eq!(hazard(-1, 1, 0), None, "nebula");
        assert_eq!(hazard(0, 1, 0), None, "asteroids");
        assert_eq!(hazard(-2, 0, 0), Some(Sign::Bolts), "ion storm");
        assert_eq!(hazard(0, 0, 1), Some(Sign::Spikes), "mines");
    }
}
