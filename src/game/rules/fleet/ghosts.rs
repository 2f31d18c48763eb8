//! The plan on the board: paths, ghosts of ships where they end, whom they would attack, links, and the
//! hex pointed at.
//!
//! **Invariant:** drawn anew only when the plot or the hex pointed at changed.

use bevy::{prelude::*, sprite::Text2dShadow};

use super::{
    draft::{Draft, is_planning, own},
    looks,
    plot::{Link, Overlays, Plot},
    words::{BoardWords, SCALE},
};
use crate::{
    battle::{
        grid::{Direction, TileId},
        knowledge::Knowledge,
        unit::UnitId,
    },
    game::{
        Screen,
        kit::CombatLog,
        rules::playable::place_of,
        shell::settings::Settings,
        table::{
            art::{HEX, Hull, Relation},
            board_view::BoardView,
            input::Hover,
            palette::Meaning,
            unit_view::TokenArt,
        },
    },
    rules::fleet::{
        forecast::WHOLE,
        order::{Action, Stance},
        panel::outlook::Outlook,
    },
};

/// Over the marks on hexes, under the tokens.
const LINES_Z: f32 = 9.0;
/// Over the fog.
const GHOSTS_Z: f32 = 22.0;
/// Width and height of a ghost in the world.
const GHOST: f32 = 100.0;

/// What is drawn of the plan.
#[derive(Component)]
#[require(DespawnOnExit<Screen> = DespawnOnExit(Screen::Battle))]
pub(super) struct OfPlan;

/// A line, a picture or a word to draw.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Stroke {
    Line {
        from: Vec2,
        to: Vec2,
        width: f32,
        color: Color,
        height: f32,
    },
    Step {
        at: Vec2,
        is_risky: bool,
        color: Color,
    },
    Ghost {
        at: Vec2,
        angle: f32,
        hull: Hull,
    },
    Word {
        at: Vec2,
        text: String,
        color: Color,
        size: f32,
        /// Whether it is said elsewhere, too.
        is_minor: bool,
    },
    Outline {
        at: Vec2,
    },
}

/// What the drawing depends on: the plot, the hex pointed at, whether plans are made, what is dragged.
type Drawn = (u32, Option<TileId>, bool, Option<UnitId>);

/// Draws the plan anew, when it changed.
pub(super) fn draw(world: &mut World, mut seen: Local<Option<Drawn>>) {
    let now = (
        world.resource::<Plot>().revision,
        world.resource::<Hover>().tile,
        is_planning(world),
        world.resource::<Draft>().dragged,
    );
    if seen.replace(now) == Some(now) {
        return;
    }
    let mut old = world.query_filtered::<Entity, With<OfPlan>>();
    let old: Vec<_> = old.iter(world).collect();
    for entity in old {
        world.despawn(entity);
    }
    for stroke in strokes(world) {
        put(world, stroke);
    }
}

fn color(world: &World, meaning: Meaning) -> Color {
    let [red, green, blue] = world.resource::<Settings>().palette.color(meaning);
    Color::srgb_u8(red, green, blue)
}

/// Lists what there is to draw.
pub(super) fn strokes(world: &World) -> Vec<Stroke> {
    let (plot, board) = (world.resource::<Plot>(), world.resource::<BoardView>());
    let draft = world.resource::<Draft>();
    let mut strokes = Vec::new();
    if is_planning(world) {
        for outlook in &plot.outlooks {
            course(world, outlook, draft.chosen, &mut strokes);
        }
        preview(world, &mut strokes);
        trails(world, &mut strokes);
    }
    let seen = Color::srgb(0.42, 0.86, 0.96).with_alpha(0.75);
    rim(board, &plot.detected, seen, 0.97, &mut strokes);
    let aim = color(world, Meaning::Aim).with_alpha(0.85);
    rim(board, &plot.arc, aim, 0.9, &mut strokes);
    if world.resource::<Overlays>().links {
        plot.links
            .iter()
            .for_each(|link| network(board, link, &mut strokes));
    }
    if let Some(tile) = world.resource::<Hover>().tile {
        let at = board.center(tile);
        strokes.push(Stroke::Outline { at });
    }
    strokes
}

/// Draws who lends a ship fire control, as arrows to it, and what that comes to.
fn network(board: &BoardView, link: &Link, strokes: &mut Vec<Stroke>) {
    let color = Color::srgb(0.45, 0.9, 1.0).with_alpha(0.9);
    let to = board.center(link.to);
    for &from in &link.from {
        let from = board.center(from);
        // Over the tokens: ships that are linked stand side by side.
        let (start, tip) = (from.lerp(to, 0.24), from.lerp(to, 0.68));
        let back = (from - to).normalize_or_zero() * 22.0;
        let barbs = [0.6, -0.6].map(|turn| tip + Vec2::from_angle(turn).rotate(back));
        for (from, to) in [(start, tip), (barbs[0], tip), (barbs[1], tip)] {
            strokes.push(Stroke::Line {
                from,
                to,
                width: 6.0,
                color,
                height: GHOSTS_Z + 0.1,
            });
        }
    }
    strokes.push(Stroke::Word {
        at: to + Vec2::new(0.0, 30.0),
        text: format!("ATK {:+}", link.lent),
        color: Color::srgb(0.7, 0.96, 1.0),
        size: 14.0,
        is_minor: false,
    });
}

/// Draws the edge of a part of the board, as far inside of it as the share of a hex that is left.
fn rim(board: &BoardView, tiles: &[TileId], color: Color, share: f32, strokes: &mut Vec<Stroke>) {
    for &tile in tiles {
        for side in Direction::ALL {
            let next = board.grid.neighbor(tile, side);
            if next.is_some_and(|next| tiles.contains(&next)) {
                continue;
            }
            let out = Vec2::from_angle(board.angle(side)) * HEX.x / 2.0 * share;
            let along = out.perp().normalize_or_zero() * HEX.y / 4.0;
            let middle = board.center(tile) + out;
            strokes.push(Stroke::Line {
                from: middle - along,
                to: middle + along,
                width: 3.2,
                color,
                height: LINES_Z - 0.2,
            });
        }
    }
}

/// Draws where a unit goes, what that risks, and whom it would attack from there.
fn course(world: &World, outlook: &Outlook, chosen: Option<UnitId>, strokes: &mut Vec<Stroke>) {
    let board = world.resource::<BoardView>();
    let course = &outlook.course;
    let is_chosen = chosen == Some(course.unit);
    let alpha = if is_chosen { 1.0 } else { 0.62 };
    let path = color(world, Meaning::Path).with_alpha(alpha);
    let watched = color(world, Meaning::PathWatched).with_alpha(alpha);
    let start = board.center(course.start.unwrap_or(course.end));
    let mut from = start;
    let is_risky = |tile: TileId| outlook.risks.iter().find(|risk| risk.hex == tile);
    for &tile in &course.path {
        let to = board.center(tile);
        let risk = is_risky(tile);
        let color = if risk.is_some() { watched } else { path };
        strokes.push(Stroke::Line {
            from,
            to,
            width: if is_chosen { 6.0 } else { 4.0 },
            color: color.with_alpha(0.75 * alpha),
            height: LINES_Z,
        });
        strokes.push(Stroke::Step {
            at: to,
            is_risky: risk.is_some(),
            color,
        });
        from = to;
    }
    for risk in &outlook.risks {
        let at = board.center(risk.hex) + Vec2::new(0.0, 46.0);
        strokes.push(Stroke::Word {
            at,
            text: format!(
                "if it is ready: -{}.{}, lost {}",
                risk.forecast.average / 100,
                risk.forecast.average / 10 % 10,
                percent(risk.forecast.destroyed)
            ),
            color: watched,
            size: 15.0,
            is_minor: !is_chosen,
        });
    }
    // Where somebody may intercept, the risk says it all.
    if let Some(hex) = course.blocked.filter(|&hex| is_risky(hex).is_none()) {
        let to = board.center(hex);
        strokes.push(Stroke::Line {
            from,
            to: from.lerp(to, 0.6),
            width: 4.0,
            color: watched.with_alpha(0.6 * alpha),
            height: LINES_Z,
        });
        strokes.push(Stroke::Word {
            at: from.lerp(to, 0.62),
            text: "blocked".into(),
            color: watched,
            size: 16.0,
            is_minor: !is_chosen,
        });
    }
    let end = board.center(course.end);
    let is_new = looks::token_tile(world, course.unit) != Some(course.end);
    if is_new {
        strokes.push(Stroke::Ghost {
            at: end,
            angle: board.angle(course.facing),
            hull: looks::hull(world, course.unit),
        });
    }
    if let Some(word) = word(course.stance) {
        strokes.push(Stroke::Word {
            at: end + Vec2::new(0.0, -44.0),
            text: word.into(),
            color: path,
            size: 15.0,
            is_minor: !is_chosen,
        });
    }
    if let Some(attack) = &outlook.attack {
        let to = board.center(place_of(world, attack.target));
        let aim = color(world, Meaning::Aim).with_alpha(0.85 * alpha);
        let way = (to - end).normalize_or_zero();
        strokes.push(Stroke::Line {
            from: end + way * 40.0,
            to: to - way * 48.0,
            width: if is_chosen { 4.0 } else { 2.4 },
            color: aim,
            height: GHOSTS_Z - 0.2,
        });
        for side in [Direction::new(1), Direction::new(5)] {
            let turn = 0.5 * if side.number() == 1 { 1.0 } else { -1.0 };
            let barb = Vec2::from_angle(way.to_angle() + std::f32::consts::PI + turn);
            strokes.push(Stroke::Line {
                from: to - way * 48.0,
                to: to - way * 48.0 + barb * 15.0,
                width: 3.4,
                color: aim,
                height: GHOSTS_Z - 0.2,
            });
        }
    }
}

/// Draws what enemies were seen to do in the last turn: the hexes they came over, and the rest in words.
fn trails(world: &World, strokes: &mut Vec<Stroke>) {
    let board = world.resource::<BoardView>();
    let known = world.resource::<Knowledge>().of(own(world));
    let Some(recap) = world.resource::<CombatLog>().recap(own(world)) else {
        return;
    };
    let color = color(world, Meaning::EnemySide);
    for deeds in &recap.deeds {
        let last = known.sightings.get(deeds.unit.index());
        let Some(last) = last.and_then(|sighting| *sighting) else {
            continue;
        };
        for step in deeds.path.windows(2) {
            // Nobody knows how it went while it was out of sight.
            if board.grid.distance(step[0], step[1]) != 1 {
                continue;
            }
            let (from, to) = (board.center(step[0]), board.center(step[1]));
            strokes.push(Stroke::Line {
                from: from.lerp(to, 0.12),
                to: from.lerp(to, 0.88),
                width: 3.0,
                color: color.with_alpha(0.4),
                height: LINES_Z - 0.3,
            });
        }
        if !deeds.text.is_empty() {
            strokes.push(Stroke::Word {
                at: board.center(last.tile) + Vec2::new(0.0, -58.0),
                text: deeds.text.replace(", ", "\n"),
                color: color.mix(&Color::WHITE, 0.45),
                size: 11.5,
                is_minor: world.resource::<Hover>().tile != Some(last.tile),
            });
        }
    }
}

/// Returns the word for what a ship does.
fn word(stance: Stance) -> Option<&'static str> {
    match (stance.action, stance.fire) {
        (Action::Attack, true) => Some("attack"),
        (Action::Attack, false) => Some("attack\nholds fire"),
        (Action::Defend, true) => Some("defend"),
        (Action::Defend, false) => Some("defend\nholds fire"),
        (Action::Land, _) => Some("land"),
        (Action::Move | Action::None, true) => Some("fires"),
        (Action::Move | Action::None, false) => None,
    }
}

/// Draws the way to the hex pointed at.
fn preview(world: &World, strokes: &mut Vec<Stroke>) {
    let (plot, board) = (world.resource::<Plot>(), world.resource::<BoardView>());
    let draft = world.resource::<Draft>();
    let Some(tile) = world.resource::<Hover>().tile else {
        return;
    };
    let (Some(path), Some(unit)) = (plot.reach.get(&tile), draft.chosen) else {
        return;
    };
    let start = plot.of(unit).and_then(|outlook| outlook.course.start);
    let color = color(world, Meaning::Path).with_alpha(0.5);
    let mut from = board.center(start.unwrap_or_else(|| place_of(world, unit)));
    for &step in path {
        let to = board.center(step);
        strokes.push(Stroke::Line {
            from: from.lerp(to, 0.22),
            to: from.lerp(to, 0.78),
            width: 3.0,
            color,
            height: LINES_Z - 0.1,
        });
        from = to;
    }
    if draft.dragged == Some(unit) {
        strokes.push(Stroke::Ghost {
            at: from,
            angle: path.last().map_or(0.0, |_| {
                let before = path.len().checked_sub(2).map(|at| path[at]).or(start);
                let before = board.center(before.unwrap_or_else(|| place_of(world, unit)));
                (from - before).to_angle()
            }),
            hull: looks::hull(world, unit),
        });
    }
}

/// Writes a share as percent.
pub fn percent(share: u16) -> String {
    let whole = u32::from(WHOLE);
    let tenths = (u32::from(share) * 1000 + whole / 2) / whole;
    match tenths {
        0 if share > 0 => "<0.1%".into(),
        tenths if tenths.is_multiple_of(10) => format!("{}%", tenths / 10),
        tenths => format!("{}.{}%", tenths / 10, tenths % 10),
    }
}

fn put(world: &mut World, stroke: Stroke) {
    match stroke {
        Stroke::Line {
            from,
            to,
            width,
            color,
            height,
        } => {
            let way = to - from;
            let place = Transform::from_translation(from.midpoint(to).extend(height))
                .with_rotation(Quat::from_rotation_z(way.to_angle()));
            let sprite = Sprite::from_color(color, Vec2::new(way.length(), width));
            world.spawn((OfPlan, sprite, place));
        }
        Stroke::Step {
            at,
            is_risky,
            color,
        } => {
            let image = world.resource::<TokenArt>().steps[usize::from(is_risky)].clone();
            let sprite = Sprite {
                image,
                color,
                custom_size: Some(Vec2::splat(30.0)),
                ..default()
            };
            let place = Transform::from_translation(at.extend(LINES_Z + 0.2));
            world.spawn((OfPlan, sprite, place));
        }
        Stroke::Ghost { at, angle, hull } => {
            let image = world.resource_scope(|world, mut art: Mut<TokenArt>| {
                let mut images = world.resource_mut::<Assets<Image>>();
                art.ship(&mut images, hull, Relation::Own)
            });
            let sprite = Sprite {
                image,
                color: Color::srgba(1.0, 1.0, 1.0, 0.62),
                custom_size: Some(Vec2::splat(GHOST)),
                ..default()
            };
            let place = Transform::from_translation(at.extend(GHOSTS_Z - 0.5))
                .with_rotation(Quat::from_rotation_z(angle));
            world.spawn((OfPlan, sprite, place));
        }
        Stroke::Word {
            at,
            text,
            color,
            size,
            is_minor,
        } => {
            world.spawn((
                OfPlan,
                BoardWords { is_minor },
                Text2d::new(text),
                TextLayout::justify(Justify::Center),
                TextFont {
                    font_size: FontSize::Px(size / SCALE),
                    ..default()
                },
                TextColor(color),
                Text2dShadow {
                    offset: Vec2::new(2.0, -2.0),
                    color: Color::srgba(0.0, 0.0, 0.0, 0.9),
                },
                Transform::from_translation(at.extend(GHOSTS_Z + 0.3))
                    .with_scale(Vec3::splat(SCALE)),
            ));
        }
        Stroke::Outline { at } => {
            let (image, turn) = (
                world.resource::<TokenArt>().outline.clone(),
                world.resource::<BoardView>().turn(),
            );
            let sprite = Sprite { image, ..default() };
            let place = Transform::from_translation(at.extend(GHOSTS_Z))
                .with_rotation(Quat::from_rotation_z(turn));
            world.spawn((OfPlan, sprite, place));
        }
    }
}
