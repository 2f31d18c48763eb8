//! What the hex pointed at tells: the path to it, what standing there would be like, the line of sight;
//! and the drawing of it.
//!
//! **Invariant:** worked out when the hex, the choice or the battle changed, and drawn only then.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::reach::{Reached, gait};
use crate::{
    battle::{
        grid::{Direction, TileId},
        step::HumanSides,
        unit::UnitId,
    },
    content::terrain::Cover,
    game::{
        Screen,
        rules::battlescape::{hud::Insight, input::Selection},
        shell::{session::Moment, settings::Settings},
        table::{
            board_view::{BoardView, Marks, viewer},
            input::Hover,
            palette::Meaning,
            unit_view::TokenArt,
        },
    },
    rules::battlescape::{
        content::Gait,
        ground::EntryHarm,
        panel::{
            outlook::{Outlook, outlook},
            sightline::{sight_between, way},
            tool::Tool,
        },
        side_view::SideView,
    },
};

/// The way of the chosen unit to the hex pointed at, and what standing there would be like.
#[derive(Resource, Default)]
pub struct Ahead {
    /// Directions of the path to it, by the way points.
    pub directions: Vec<Direction>,
    /// What standing there would be like, if the chosen unit can go there.
    pub outlook: Option<Outlook>,
    /// What it was worked out for.
    key: Option<Key>,
}

/// What bears on what a hex tells.
type Key = (
    Moment,
    Option<TileId>,
    Option<UnitId>,
    Tool,
    Gait,
    Vec<TileId>,
    bool,
);

/// What is drawn of the hex pointed at: its outline and the path.
#[derive(Component)]
#[require(DespawnOnExit<Screen> = DespawnOnExit(Screen::Battle))]
pub struct OfHover;

/// Works out what the hex pointed at tells, when something changed.
pub fn tell(world: &mut World) {
    let selection = world.resource::<Selection>().clone();
    let tile = world.resource::<Hover>().tile;
    let has_reach = world.resource::<Reached>().is_known();
    let key = Some((
        Moment::of(world),
        tile,
        selection.unit,
        selection.tool,
        selection.gait,
        selection.way.clone(),
        has_reach,
    ));
    if world.resource::<Ahead>().key == key {
        return;
    }
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
    let (mut directions, mut outlook_there, mut area) = (Vec::new(), None, Vec::new());
    if let (Some(tile), Some(id)) = (tile, selection.unit) {
        let is_aimed = selection.tool != Tool::Weapon
            || view.unit_at(tile).is_some_and(|on| view.is_enemy(on));
        let radius = selection.tool.radius(view, id);
        if is_aimed && radius > 0 {
            area = view.area(tile, radius);
        }
        if selection.tool == Tool::Weapon && has_reach {
            let reached = world.resource::<Reached>();
            let gait = gait(world, view, id);
            if let Some(path) = reached.path_to(tile) {
                outlook_there = Some(outlook(view, id, gait, &path));
                directions = path;
            } else if view.unit(id).tile == tile {
                outlook_there = Some(outlook(view, id, gait, &[]));
            }
        }
    }
    let mut marks = world.resource_mut::<Marks>();
    let (mut cover, mut flanks) = (Vec::new(), Vec::new());
    if let Some(there) = &outlook_there {
        let open: BTreeSet<_> = there.flanks().map(|side| side.number()).collect();
        for side in Direction::ALL {
            match there.cover[usize::from(side.number())] {
                _ if open.contains(&side.number()) => flanks.push((there.tile, side)),
                Cover::None => {}
                kind => cover.push((there.tile, side, kind)),
            }
        }
    }
    if (&marks.cover, &marks.flanks, &marks.area) != (&cover, &flanks, &area) {
        (marks.cover, marks.flanks, marks.area) = (cover, flanks, area);
    }
    let mut ahead = world.resource_mut::<Ahead>();
    (ahead.directions, ahead.outlook, ahead.key) = (directions, outlook_there, key);
    mark_sight_line(world);
}

/// Marks the line of sight of the sight tool, if it is in use.
fn mark_sight_line(world: &mut World) {
    let from = world.resource::<Insight>().sight_from;
    let tile = world.resource::<Hover>().tile;
    let line = from.zip(tile).map(|(from, to)| {
        let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
        let answer = sight_between(view, from, to);
        let blocker = answer.line.blocker.filter(|_| !answer.line.open);
        (way(view, from, to), blocker)
    });
    if world.resource::<Marks>().line != line {
        world.resource_mut::<Marks>().line = line;
    }
}

/// Begins or ends looking along lines of sight from the hex pointed at, or the chosen unit.
pub fn toggle_sight_line(world: &mut World) {
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
    let unit = world.resource::<Selection>().unit;
    let start = world.resource::<Hover>().tile;
    let start = start.or_else(|| unit.map(|id| view.unit(id).tile));
    let mut insight = world.resource_mut::<Insight>();
    insight.sight_from = match insight.sight_from {
        Some(_) => None,
        None => start,
    };
    world.resource_mut::<Ahead>().key = None;
}

/// Draws the outline of the hex pointed at and the path to it, with TU step by step.
pub fn draw(
    mut commands: Commands,
    (hover, ahead): (Res<Hover>, Res<Ahead>),
    board: Res<BoardView>,
    art: Res<TokenArt>,
    settings: Res<Settings>,
    selection: Res<Selection>,
    old: Query<Entity, With<OfHover>>,
) {
    if !hover.is_changed() && !ahead.is_changed() {
        return;
    }
    old.iter()
        .for_each(|entity| commands.entity(entity).despawn());
    let color = |meaning| {
        let [red, green, blue] = settings.palette.color(meaning);
        Color::srgb_u8(red, green, blue)
    };
    let mut outline = |tile, color| {
        commands.spawn((
            OfHover,
            Sprite {
                image: art.outline.clone(),
                color,
                ..default()
            },
            Transform::from_translation(board.center(tile).extend(22.0))
                .with_rotation(Quat::from_rotation_z(board.turn())),
        ));
    };
    for &point in &selection.way {
        outline(point, color(Meaning::Path));
    }
    let Some(tile) = hover.tile else { return };
    outline(tile, Color::WHITE);
    let Some(outlook) = &ahead.outlook else {
        return;
    };
    let mut lost = 0;
    for (i, step) in outlook.way.iter().enumerate() {
        let is_watched = !step.watchers.is_empty();
        let is_harmed = step.harm != EntryHarm::default();
        let color = match is_watched || is_harmed {
            true => color(Meaning::PathWatched),
            false => color(Meaning::Path),
        };
        let center = board.center(step.tile);
        commands.spawn((
            OfHover,
            Sprite {
                image: art.steps[usize::from(is_watched || is_harmed)].clone(),
                color,
                custom_size: Some(Vec2::splat(34.0)),
                ..default()
            },
            Transform::from_translation(center.extend(22.1)),
        ));
        let is_last = i + 1 == outlook.way.len();
        let size = if is_last { 24.0 } else { 14.0 };
        let mark = if is_watched { "!" } else { "" };
        lost += step.harm.losses.iter().map(|(_, lost)| lost).sum::<u16>();
        let harm = match (is_harmed || is_last, lost, step.harm.poisons) {
            (true, 1.., _) => format!("\n−{lost} HP"),
            (true, 0, true) => "\npoison".to_owned(),
            _ => String::new(),
        };
        commands.spawn((
            OfHover,
            Text2d::new(format!("{}{mark}{harm}", step.sum)),
            TextFont {
                font_size: FontSize::Px(size),
                ..default()
            },
            TextColor(color),
            Transform::from_translation((center + Vec2::new(0.0, 24.0)).extend(22.2)),
        ));
    }
}
