//! What is laid over the board: roads and forts below the counters, ways, plans and assaults above them.
//!
//! **Invariant:** lists strokes; decides nothing.

use bevy::prelude::*;

use super::desk::{Desk, Row, asked, known, may_order};
use super::{fans, fire, forecast, roads, table};
use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::game::kit::overlay::{Fit, GROUND_Z, Stroke, arrow, color};
use crate::game::kit::overlays::Overlays;
use crate::game::rules::playable::own_side;
use crate::game::shell::session::Moment;
use crate::game::table::art::Badge;
use crate::game::table::board_view::BoardView;
use crate::game::table::input::Hover;
use crate::game::table::palette::Meaning;
use crate::rules::operations::content::Facility;
use crate::rules::operations::field::Field;
use crate::rules::operations::log::halves;
use crate::rules::operations::order::Choice;
use crate::rules::operations::progress::Step;

/// Over a counter, beside its pile.
const ABOVE: Vec2 = Vec2::new(0.0, 52.0);

/// Returns what the drawing depends on.
pub(super) fn drawn_for(world: &World) -> impl PartialEq + use<> {
    (
        Moment::of(world),
        (world.resource::<Hover>().tile, fans::open(world)),
        Desk::of(world),
        may_order(world),
        world.resource::<Overlays>().clone(),
    )
}

/// Draws the hex pointed at, and what the draft comes to.
pub(super) fn strokes(world: &World) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let (field, desk) = (known(world), Desk::of(world));
    let mut strokes = Vec::new();
    let tile = world.resource::<Hover>().tile;
    strokes.extend(tile.map(|tile| Stroke::cursor(board.center(tile))));
    strokes.extend(fans::strokes(world, &field));
    strokes.extend(table::strokes(world, &field, &desk));
    if !may_order(world) {
        return strokes;
    }
    if let Some(Choice::Retreat { units, .. }) = asked(world) {
        let from = units.first().map(|&id| field.get(id).tile());
        strokes.extend(retreat(world, from, &desk.draft.path));
        return strokes;
    }
    match field.progress.step {
        Step::Movement | Step::Retreat => {
            strokes.extend(
                tile.into_iter()
                    .flat_map(|tile| way(world, &field, &desk, tile)),
            );
        }
        Step::Planning => strokes.extend(fires(world, &field, &desk)),
        Step::Assign => strokes.extend(roles(world, &field, &desk)),
        Step::Assault | Step::AntiArmor => strokes.extend(attacks(world, &field)),
        Step::Results => strokes.extend(held(world, &desk)),
        _ => {}
    }
    let is_combat = field.progress.step.is_combat();
    let duties = field
        .progress
        .contacts
        .iter()
        .filter(|(_, is_duty)| is_combat && **is_duty);
    for (&tile, _) in duties {
        // Zones of control cover units of the phasing side from here.
        strokes.push(Stroke::outline(
            board.center(tile),
            color(world, Meaning::Danger),
        ));
    }
    strokes
}

/// Draws a retreat so far.
fn retreat(world: &World, from: Option<TileId>, path: &[TileId]) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let color = color(world, Meaning::Path);
    let mut strokes = Vec::new();
    let mut at = from;
    for &tile in path {
        if let Some(from) = at {
            let line = Stroke::line(board.center(from), board.center(tile), 5.0, color);
            strokes.push(line);
        }
        strokes.push(Stroke::step(board.center(tile), false, color));
        at = Some(tile);
    }
    strokes
}

/// Draws the way to a hex with its cost, and what it costs in cohesion.
fn way(world: &World, field: &Field, desk: &Desk, tile: TileId) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let (Some(way), Some(&first)) = (desk.ways.get(&tile), desk.band.first()) else {
        return Vec::new();
    };
    let lost = way.lost.iter().copied().max().unwrap_or(0);
    let is_dear = lost > 0 || way.refusal.is_some();
    let meaning = if is_dear {
        Meaning::PathWatched
    } else {
        Meaning::Path
    };
    let color = color(world, meaning);
    let mut at = field.get(first).tile();
    let mut strokes = Vec::new();
    for &direction in &way.path {
        if let Some(next) = field.grid.neighbor(at, direction) {
            strokes.push(Stroke::line(
                board.center(at),
                board.center(next),
                4.0,
                color,
            ));
            strokes.push(Stroke::step(board.center(next), is_dear, color));
            at = next;
        }
    }
    let mut text = format!("{} CP", halves(way.most()));
    let off: u16 = desk
        .band
        .iter()
        .map(|&id| field.break_off(id))
        .max()
        .unwrap_or(0);
    if off > 0 {
        text += &format!(" ({} breaking off)", halves(off));
    }
    if lost > 0 {
        text += &format!(", cohesion −{lost}");
    }
    if way.refusal.is_some() {
        text += ", full";
    }
    strokes.push(Stroke::words(board.center(tile) + ABOVE, text, 20.0, color));
    strokes
}

/// Draws planned Barrages: lines from guns to targets, and what each hex gets.
fn fires(world: &World, field: &Field, desk: &Desk) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let side = own_side(world);
    let now = fire::target(field, desk, side);
    let mut strokes = Vec::new();
    for plan in &desk.draft.plans {
        let Some(target) = field.progress.targets.get(plan.target.index()) else {
            continue;
        };
        let is_now = Some(plan.target) == now;
        let color = color(world, if is_now { Meaning::Aim } else { Meaning::Area });
        let width = if is_now { 5.0 } else { 3.0 };
        let mut from: Vec<TileId> = (plan.barrages.iter().flatten())
            .map(|&id: &UnitId| field.get(id).tile())
            .collect();
        from.sort_unstable();
        from.dedup();
        for tile in from {
            strokes.extend(shaft(board, tile, target.tile, width, color));
        }
    }
    let foe = Field::foe(side);
    for (tile, points) in fire::points_on(field, &desk.draft.plans) {
        let is_held = side == field.progress.phasing && field.is_held_off(tile, foe, points);
        let text = if is_held {
            format!("{points} · held off")
        } else {
            points.to_string()
        };
        let words = Stroke::words(
            board.center(tile) + ABOVE,
            text,
            19.0,
            color(world, Meaning::Aim),
        );
        strokes.push(if is_held {
            words.marked(Badge::Step)
        } else {
            words
        });
    }
    if let Some(target) = now.and_then(|no| field.progress.targets.get(no.index())) {
        strokes.push(Stroke::outline(
            board.center(target.tile),
            color(world, Meaning::Aim),
        ));
    }
    strokes
}

/// Draws an arrow from hex to hex that leaves both counters in sight.
fn shaft(board: &BoardView, from: TileId, to: TileId, width: f32, color: Color) -> [Stroke; 3] {
    let [from, to] = [from, to].map(|tile| board.center(tile));
    let ends = [from.lerp(to, 0.24), from.lerp(to, 0.72)];
    arrow(ends[0], ends[1], width, 15.0, color).map(|stroke| stroke.above(21.0))
}

/// Draws the roles of the draft: arrows to attacked hexes, with the differential so far.
fn roles(world: &World, field: &Field, desk: &Desk) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let side = own_side(world);
    let mut strokes = Vec::new();
    let mut ways: Vec<(TileId, TileId)> = Vec::new();
    for (&id, role) in &desk.draft.roles {
        let targets = [role.target, role.second].into_iter().flatten();
        ways.extend(targets.map(|target| (field.get(id).tile(), target)));
    }
    ways.sort_unstable();
    ways.dedup();
    for &(from, to) in &ways {
        strokes.extend(shaft(board, from, to, 6.0, color(world, Meaning::Aim)));
    }
    let mut targets: Vec<_> = ways.into_iter().map(|(_, to)| to).collect();
    targets.sort_unstable();
    targets.dedup();
    for tile in targets {
        let ahead = forecast::assigned(field, side, &desk.draft.roles, &[tile]);
        let setting = ahead.assault_on(&[tile]);
        if !setting.attackers.is_empty() {
            let text = forecast::before_morale(field, &setting);
            let at = board.center(tile) + ABOVE;
            strokes.push(Stroke::words(at, text, 24.0, color(world, Meaning::Aim)));
        }
    }
    strokes
}

/// Draws assaults that are to be resolved.
fn attacks(world: &World, field: &Field) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let mut ways: Vec<(TileId, TileId)> = Vec::new();
    for (&id, role) in &field.progress.roles {
        let targets = [role.target, role.second].into_iter().flatten();
        ways.extend(targets.map(|target| (field.get(id).tile(), target)));
    }
    ways.sort_unstable();
    ways.dedup();
    let color = color(world, Meaning::Aim);
    ways.into_iter()
        .flat_map(|(from, to)| shaft(board, from, to, 5.0, color))
        .collect()
}

/// Writes which hexes are held off.
fn held(world: &World, desk: &Desk) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let color = color(world, Meaning::Cover);
    let words = |tile: &TileId| Stroke::words(board.center(*tile) + ABOVE, "held off", 18.0, color);
    let mut strokes: Vec<_> = desk.draft.held.iter().map(words).collect();
    if let Some(Row::Hex(tile)) = desk.row {
        strokes.push(Stroke::outline(board.center(tile), color));
    }
    strokes
}

/// Returns what the ground depends on: facilities may be lost, objectives change hands.
pub(super) fn ground_for(world: &World) -> impl PartialEq + use<> {
    let field = Field::of(world);
    let facilities = field.progress.facilities.clone();
    (
        facilities,
        field.progress.holders.clone(),
        own_side(world),
        world.resource::<BoardView>().grid,
    )
}

/// Draws roads and tracks, forts, dumps and the names of objectives.
pub(super) fn ground(world: &World) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let field = Field::of(world);
    let mut strokes = Vec::new();
    strokes.extend(roads::walls(board, &field));
    strokes.extend(roads::strokes(board, &field));
    for (facility, state) in field
        .scenario
        .facilities
        .iter()
        .zip(&field.progress.facilities)
    {
        if state.gone {
            continue;
        }
        let at = board.center(facility.tile);
        match facility.kind {
            Facility::Fortification if state.level > 0 => strokes.extend(fort(at, state.level)),
            Facility::Fortification | Facility::Road => {}
            kind => {
                let words = Stroke::words(
                    at - ABOVE * 0.8,
                    kind.name(),
                    15.0,
                    Color::srgb(0.93, 0.86, 0.7),
                );
                strokes.push(words.fit(Fit::Board).above(GROUND_Z + 0.4));
            }
        }
    }
    for (one, holder) in field
        .scenario
        .objectives
        .iter()
        .zip(&field.progress.holders)
    {
        let meaning = match *holder == own_side(world) {
            true => Meaning::OwnSide,
            false => Meaning::EnemySide,
        };
        let text = format!("{} · {}", one.name, one.points);
        let at = board.center(one.tile) - ABOVE * 1.02;
        strokes.push(Stroke::words(at, text, 15.0, color(world, meaning)).minor_if(true));
    }
    strokes
}

/// Draws walls around a fortified hex, one ring for each level.
fn fort(at: Vec2, level: u8) -> Vec<Stroke> {
    let wall = Color::srgba(0.2, 0.16, 0.12, 0.9);
    let ring = |ring: u8| {
        let far = 45.0 - 6.0 * f32::from(ring);
        let corner =
            move |side: u8| at + Vec2::from_angle((60.0 * f32::from(side)).to_radians()) * far;
        (0..6).map(move |side| {
            Stroke::line(corner(side), corner(side + 1), 3.2, wall).above(GROUND_Z + 0.2)
        })
    };
    (0..level.min(3)).flat_map(ring).collect()
}
