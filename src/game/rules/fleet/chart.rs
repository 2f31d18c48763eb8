//! The chart over space: the edges of hexes, and what hazards do to ships in them.
//!
//! **Invariant:** tells of hexes the side knows.

use bevy::prelude::*;

use crate::battle::board::Board;
use crate::battle::knowledge::Knowledge;
use crate::game::kit::overlay::{GROUND_Z, Stroke};
use crate::game::rules::playable::own_side;
use crate::game::table::board_view::BoardView;
use crate::rules::fleet::content::Hazard;
use crate::rules::fleet::setup;

/// Draws the known hexes, and what is to be known of each.
pub(super) fn strokes(world: &World) -> Vec<Stroke> {
    let known = world.resource::<Knowledge>().of(own_side(world));
    let board = world.resource::<BoardView>();
    let tiles = world.resource::<Board>().grid.tiles();
    let mut strokes = Vec::new();
    for tile in tiles.filter(|&tile| known.layers.is_known(tile)) {
        let at = board.center(tile);
        let edge = Stroke::outline(at, Color::srgba(0.55, 0.68, 0.9, 0.16));
        strokes.push(edge.above(GROUND_Z));
        let terrain = known.layers.terrain(tile);
        let hazard = setup::content(world).hazard(terrain);
        strokes.extend(sign(hazard).into_iter().map(|line| Stroke {
            at: at + line.at,
            ..line.above(GROUND_Z + 0.05)
        }));
        if let Some(text) = words(hazard) {
            let color = Color::srgba(0.92, 0.90, 1.0, 0.85);
            let below = at + Vec2::new(0.0, -27.0);
            let words = Stroke::words(below, text, 12.5, color).minor_if(true);
            strokes.push(words.above(GROUND_Z + 0.1));
        }
    }
    strokes
}

/// Says what a hazard does; nothing if it does nothing. Inspection tells its name.
fn words(hazard: Hazard) -> Option<String> {
    let mut told = Vec::new();
    for (what, value) in [("ATK", hazard.accuracy), ("DEF", hazard.defense)] {
        if value != 0 {
            told.push(format!("{what} {value:+}"));
        }
    }
    if hazard.damage > 0 {
        told.push(format!("−{} hull a turn", hazard.damage));
    }
    (!told.is_empty()).then(|| told.join(" · "))
}

/// Returns the lines, around the middle of its hex, of the sign of a hazard that its ground alone does not
/// tell: spiked spheres where hull suffers, bolts where aim suffers and there is nothing to hide behind.
fn sign(hazard: Hazard) -> Vec<Stroke> {
    match hazard {
        _ if hazard.damage > 0 => [(-24.0, 22.0), (20.0, 32.0), (28.0, 2.0)]
            .into_iter()
            .flat_map(|at| sphere(Vec2::from(at)))
            .collect(),
        _ if hazard.accuracy < 0 && hazard.defense <= 0 => {
            [(-26.0, 24.0), (4.0, 34.0), (30.0, 14.0)]
                .into_iter()
                .flat_map(|at| bolt(Vec2::from(at)))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Draws a bolt downwards.
fn bolt(top: Vec2) -> Vec<Stroke> {
    let color = Color::srgba(0.55, 0.86, 1.0, 0.8);
    let points = [(0.0, 0.0), (-9.0, -12.0), (3.0, -14.0), (-8.0, -30.0)];
    let points = points.map(|point| top + Vec2::from(point));
    let steps = points.windows(2);
    steps
        .map(|step| Stroke::line(step[0], step[1], 3.0, color))
        .collect()
}

/// Draws a sphere with spikes.
fn sphere(middle: Vec2) -> Vec<Stroke> {
    let color = Color::srgba(1.0, 0.45, 0.36, 0.8);
    let spike = |turn: u8| {
        let way = Vec2::from_angle(std::f32::consts::PI * f32::from(turn) / 4.0) * 11.0;
        Stroke::line(middle - way, middle + way, 2.4, color)
    };
    let half = Vec2::new(6.0, 0.0);
    let body = Stroke::line(middle - half, middle + half, 12.0, color.with_alpha(1.0));
    (0..4).map(spike).chain([body]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hazard(accuracy: i16, defense: i16, damage: u16) -> Hazard {
        Hazard {
            accuracy,
            defense,
            damage,
        }
    }

    #[test]
    fn hazards_are_told_with_what_they_do_and_open_space_is_not() {
        assert_eq!(words(Hazard::default()), None);
        let told = words(hazard(-1, 1, 0));
        assert_eq!(told.as_deref(), Some("ATK -1 · DEF +1"));
    }

    #[test]
    fn hazards_on_like_ground_differ_by_their_signs() {
        for (unsigned, name) in [
            (hazard(0, 0, 0), "open space"),
            (hazard(-1, 1, 0), "nebula"),
            (hazard(0, 1, 0), "asteroids"),
        ] {
            assert!(sign(unsigned).is_empty(), "{name}");
        }
        let (storm, mines) = (sign(hazard(-2, 0, 0)), sign(hazard(0, 0, 1)));
        assert!(!storm.is_empty() && !mines.is_empty() && storm != mines);
    }
}
