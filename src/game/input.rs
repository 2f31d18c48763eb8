//! Pointer, hex cursor and selection, and the orders they give.
//!
//! **Invariant:** orders leave as [`OrderGiven`] and nothing else.

use bevy::prelude::*;
use bevy_egui::input::egui_wants_any_pointer_input;

use crate::{
    battle::{
        board::Board,
        grid::{Direction, TileId},
        journal::Journal,
        path::Reach,
        phase::Phase,
        step::{HumanSides, OrderGiven},
        unit::UnitId,
    },
    content::{
        battlescape::{FireMode, Gait},
        terrain::Cover,
    },
    game::{
        Menu, Screen,
        board_view::{BoardView, Marks, viewer},
        camera::{self, look_at},
        hud::Insight,
        keys,
        palette::Meaning,
        playback::Playback,
        session::{Selection, Session},
        settings::Settings,
        unit_view::TokenArt,
        watching::Watching,
    },
    rules::battlescape::{
        Battlescape, attack,
        event::Mark,
        order::Order,
        panel::{
            outlook::{Outlook, outlook},
            sightline::{sight_between, way},
            tool::{self, Begin, Tool},
        },
        side_view::SideView,
    },
};

/// What the pointer or the hex cursor is on.
#[derive(Resource, Default)]
pub struct Hover {
    /// The hex.
    pub tile: Option<TileId>,
    /// Whether the keys brought it there; the pointer takes over when it moves.
    pub by_keys: bool,
    /// Directions of the path to it.
    pub directions: Vec<Direction>,
    /// What standing there would be like, if the chosen unit can go there.
    pub outlook: Option<Outlook>,
    /// What it was worked out for.
    key: Option<HoverKey>,
}

/// What bears on what a hex tells.
type HoverKey = (Option<TileId>, Option<UnitId>, Tool, Gait, usize, u32, bool);

/// What the reach of the selected unit was worked out for.
#[derive(Resource, Default)]
struct Reached {
    key: Option<(UnitId, TileId, u16, Gait, Option<FireMode>, usize, u32)>,
    reach: Reach,
}

/// Entities of the path and outline.
#[derive(Component)]
struct OfHover;

/// Adds input.
pub fn plugin(app: &mut App) {
    app.init_resource::<Hover>()
        .init_resource::<Reached>()
        .add_systems(Startup, |mut commands: Commands| {
            commands.spawn(Camera2d);
        })
        .add_systems(
            Update,
            (
                camera::zoom_and_drag.run_if(not(egui_wants_any_pointer_input)),
                camera::pan,
                camera::center_on_start,
                choose_unit,
                mark_reach,
                point.run_if(not(egui_wants_any_pointer_input)),
                click.run_if(not(egui_wants_any_pointer_input)),
                keys::keys,
                hover,
                draw_hover,
            )
                .chain()
                .run_if(in_state(Screen::Battle).and_then(in_state(Menu::None))),
        )
        .add_systems(Update, keys::anywhere);
}

/// Whether the player may order now.
pub fn is_players(world: &World) -> bool {
    *world.resource::<State<Phase>>().get() == Phase::Player
        && world.resource::<Playback>().is_empty()
        && !world.contains_resource::<Watching>()
}

/// Keeps the selection on a unit that can still act, and the aim on an enemy in sight.
fn choose_unit(world: &mut World) {
    if world.get_resource::<Board>().is_none() {
        return;
    }
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
    let mut selection = world.resource::<Selection>().clone();
    let can_act = |id: UnitId| view.own_on_board().any(|own| own == id);
    if selection.unit.is_none_or(|id| !can_act(id)) {
        selection.unit = view.own_on_board().next();
    }
    if let Some(Mark::Unit(id)) = selection.target
        && !view.is_visible(id)
    {
        selection.target = None;
    }
    if let Some(id) = selection.unit {
        let mut modes = attack::modes(view.weapon(id));
        let has = |mode| attack::modes(view.weapon(id)).any(|other| other == mode);
        if selection.mode.is_none_or(|mode| !has(mode)) {
            selection.mode = modes.next();
        }
    }
    *world.resource_mut::<Selection>() = selection;
}

/// Counts the orders of the battle.
fn orders(world: &World) -> usize {
    let journal = world.get_resource::<Journal<Battlescape>>();
    journal.map_or(0, |journal| journal.entries.len())
}

/// Marks hexes in reach by what can still be fired afterwards.
fn mark_reach(world: &mut World) {
    if world.get_resource::<Board>().is_none() {
        return;
    }
    let is_players = is_players(world);
    let chosen = world.resource::<Selection>().unit.filter(|_| is_players);
    world.resource_scope(|world, mut reached: Mut<Reached>| {
        let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
        // While units are placed, a click places them.
        let is_placing = !view.deployment().is_empty();
        let Some(id) = chosen.filter(|&id| !is_placing && !view.unit(id).ended.0) else {
            reached.key = None;
            let mut marks = world.resource_mut::<Marks>();
            if !marks.reach.is_empty() {
                marks.reach.clear();
            }
            return;
        };
        let state = view.unit(id);
        let gait = gait(world, view, id);
        let reserve = world.resource::<Selection>().reserve;
        let generation = world.resource::<Session>().generation;
        let key = Some((
            id,
            state.tile,
            state.tu.now,
            gait,
            reserve,
            orders(world),
            generation,
        ));
        if reached.key == key {
            return;
        }
        reached.key = key;
        view.reach(id, gait, state.tu.now, &mut reached.reach);
        let kept = reserved_tu(world, view, id);
        let mut costs: Vec<_> = (FireMode::ALL.into_iter())
            .filter_map(|mode| view.mode_cost(id, mode))
            .map(|cost| u32::from(cost.tu))
            .collect();
        costs.sort_unstable();
        costs.dedup();
        let marks = (reached.reach.tiles().iter())
            .filter(|&&tile| tile != state.tile)
            .filter_map(|&tile| {
                let paid = view.walk_tu(id, reached.reach.cost(tile).unwrap_or(0));
                let left = u32::from(state.tu.now).saturating_sub(paid);
                if left < u32::from(kept) {
                    return None;
                }
                let modes = costs.iter().filter(|&&cost| cost <= left).count();
                Some((tile, u8::try_from(modes.min(3)).unwrap_or(0)))
            })
            .collect();
        world.resource_mut::<Marks>().reach = marks;
    });
}

/// Returns the TU that are kept back for a shot of a unit.
pub fn reserved_tu(world: &World, view: SideView, id: UnitId) -> u16 {
    let mode = world.resource::<Selection>().reserve;
    mode.and_then(|mode| view.mode_cost(id, mode))
        .map_or(0, |cost| cost.tu)
}

/// Keeps TU back for the next mode of the weapon in hand, or none.
pub fn next_reserve(world: &mut World) {
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
    let selection = world.resource::<Selection>();
    let Some(id) = selection.unit else { return };
    let modes: Vec<_> = attack::modes(view.weapon(id))
        .filter(|&mode| mode.base() == mode)
        .collect();
    let next = match selection.reserve {
        None => modes.first().copied(),
        Some(mode) => {
            let at = modes.iter().position(|&other| other == mode);
            at.and_then(|at| modes.get(at + 1).copied())
        }
    };
    world.resource_mut::<Selection>().reserve = next;
}

/// Follows the pointer, once it moves.
fn point(world: &mut World, mut before: Local<Option<Vec2>>) {
    let mut windows = world.query::<&Window>();
    let cursor = windows.single(world).ok().and_then(Window::cursor_position);
    let has_moved = std::mem::replace(&mut *before, cursor) != cursor;
    if world.resource::<Hover>().by_keys && !has_moved {
        return;
    }
    let mut cameras = world.query_filtered::<(&Camera, &GlobalTransform), With<Camera2d>>();
    let Ok((camera, transform)) = cameras.single(world) else {
        return;
    };
    let place = cursor.and_then(|cursor| camera.viewport_to_world_2d(transform, cursor).ok());
    let tile = place.and_then(|place| world.resource::<BoardView>().tile_at(place));
    if world.resource::<Hover>().tile != tile {
        world.resource_mut::<Hover>().tile = tile;
    }
    if world.resource::<Hover>().by_keys {
        world.resource_mut::<Hover>().by_keys = false;
    }
}

/// Moves the hex cursor by columns and rows; it starts at the chosen unit.
pub fn move_cursor(world: &mut World, columns: i32, rows: i32) {
    if world.get_resource::<Board>().is_none() {
        return;
    }
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
    let grid = view.grid();
    let chosen = world.resource::<Selection>().unit;
    let start = (world.resource::<Hover>().tile)
        .or_else(|| chosen.map(|id| view.unit(id).tile))
        .unwrap_or_default();
    let (column, row) = grid.to_offset(start);
    if let Some(tile) = grid.from_offset(column + columns, row + rows) {
        point_at(world, tile);
    }
}

/// Puts the hex cursor on a hex, and the view where it is seen.
pub fn point_at(world: &mut World, tile: TileId) {
    let mut hover = world.resource_mut::<Hover>();
    hover.tile = Some(tile);
    hover.by_keys = true;
    camera::keep_in_sight(world, tile);
}

/// Works out what the hex pointed at tells, when something changed.
fn hover(world: &mut World) {
    if world.get_resource::<Board>().is_none() {
        return;
    }
    let selection = world.resource::<Selection>().clone();
    let tile = world.resource::<Hover>().tile;
    let has_reach = world.resource::<Reached>().key.is_some();
    let key = Some((
        tile,
        selection.unit,
        selection.tool,
        selection.gait,
        orders(world),
        world.resource::<Session>().generation,
        has_reach,
    ));
    if world.resource::<Hover>().key == key {
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
            if let Some(path) = reached.reach.path_to(&view.grid(), tile) {
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
        let open: std::collections::BTreeSet<_> =
            there.flanks().map(|side| side.number()).collect();
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
    let mut hover = world.resource_mut::<Hover>();
    (hover.directions, hover.outlook, hover.key) = (directions, outlook_there, key);
    draw_sight_line(world);
}

/// Marks the line of sight of the sight tool, if it is in use.
fn draw_sight_line(world: &mut World) {
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
    world.resource_mut::<Hover>().key = None;
}

/// Returns how the unit moves: as was chosen, unless it lies prone.
pub fn gait(world: &World, view: SideView, id: UnitId) -> Gait {
    match view.gait(id) {
        Gait::Walk => world.resource::<Selection>().gait,
        other => other,
    }
}

/// Chooses the next gait for moves to come.
pub fn next_gait(world: &mut World) {
    let mut selection = world.resource_mut::<Selection>();
    selection.gait = match selection.gait {
        Gait::Walk => Gait::Run,
        Gait::Run => Gait::Crouch,
        Gait::Crouch | Gait::Crawl | Gait::Disengage => Gait::Walk,
    };
}

/// Gives an order of the player's side.
pub fn give(world: &mut World, order: Order) {
    let side = viewer(world.resource::<HumanSides>());
    world.resource_mut::<Session>().notice = None;
    world.write_message(OrderGiven::<Battlescape> { side, order });
}

fn click(world: &mut World) {
    let buttons = world.resource::<ButtonInput<MouseButton>>();
    let (left, right) = (
        buttons.just_pressed(MouseButton::Left),
        buttons.just_pressed(MouseButton::Right),
    );
    let Some(tile) = world.resource::<Hover>().tile else {
        return;
    };
    if left {
        click_on(world, tile);
    } else if right {
        turn_to(world, tile);
    }
}

/// Left click: choose a unit, aim at an enemy, fire at the one aimed at, walk.
pub fn click_on(world: &mut World, tile: TileId) {
    if world.get_resource::<Board>().is_none() || !is_players(world) {
        return;
    }
    let own = viewer(world.resource::<HumanSides>());
    let view = SideView::new(world, own);
    let selection = world.resource::<Selection>().clone();
    let aim = |world: &mut World, mark: Mark| {
        let is_second = selection.target == Some(mark);
        world.resource_mut::<Selection>().target = Some(mark);
        if is_second || !world.resource::<Settings>().confirm {
            fire(world);
        }
    };
    if selection.tool != Tool::Weapon {
        if let Some(mark) = tool::mark_at(view, selection.tool, tile) {
            aim(world, mark);
        }
        return;
    }
    match view.unit_at(tile) {
        Some(unit) if view.unit_side(unit) == own => choose(world, unit),
        Some(unit) => aim(world, Mark::Unit(unit)),
        None => {
            if let (Some(id), true) = (selection.unit, view.deployment().contains(&tile)) {
                give(world, Order::Deploy(id, tile));
                return;
            }
            if selection.target.is_some() {
                world.resource_mut::<Selection>().target = None;
                return;
            }
            let directions = world.resource::<Hover>().directions.clone();
            if let (Some(id), false) = (selection.unit, directions.is_empty()) {
                let gait = gait(world, view, id);
                let left = (world.resource::<Hover>().outlook.as_ref())
                    .map_or(u16::MAX, |there| there.tu_left);
                let kept = reserved_tu(world, view, id);
                if left < kept && selection.insists_on != Some(tile) {
                    let text = format!(
                        "that leaves {left} TU, and {kept} are kept back for a shot: again to go \
                         all the same"
                    );
                    world.resource_mut::<Selection>().insists_on = Some(tile);
                    world.resource_mut::<Session>().notice = Some((text, true));
                    return;
                }
                world.resource_mut::<Selection>().insists_on = None;
                give(world, Order::Move(id, gait, directions));
            }
        }
    }
}

/// Chooses a unit, with its weapon ready.
pub fn choose(world: &mut World, unit: UnitId) {
    let mut selection = world.resource_mut::<Selection>();
    selection.unit = Some(unit);
    selection.target = None;
    selection.tool = Tool::Weapon;
}

/// Takes up a tool to aim.
pub fn take_up(world: &mut World, tool: Tool) {
    let mut selection = world.resource_mut::<Selection>();
    selection.target = None;
    selection.tool = match selection.tool == tool {
        true => Tool::Weapon,
        false => tool,
    };
}

/// Uses what is in a slot of the chosen unit's pack.
pub fn use_slot(world: &mut World, slot: u8) {
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
    let Some(unit) = world.resource::<Selection>().unit else {
        return;
    };
    match tool::begin(view, unit, slot) {
        Some(Begin::Aim(tool)) => take_up(world, tool),
        Some(Begin::Give(order)) => give(world, order),
        None => {}
    }
}

/// Returns the order the selection amounts to, if it is complete.
fn chosen_order(world: &World) -> Option<Order> {
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
    let selection = world.resource::<Selection>();
    let (unit, mark) = (selection.unit?, selection.target?);
    selection.tool.order(view, unit, selection.mode, mark)
}

/// Fires at what is aimed at, or uses the tool on it.
pub fn fire(world: &mut World) {
    let Some(order) = chosen_order(world) else {
        return;
    };
    let mut selection = world.resource_mut::<Selection>();
    if selection.tool != Tool::Weapon {
        (selection.tool, selection.target) = (Tool::Weapon, None);
    }
    give(world, order);
}

/// Turns the chosen unit to a hex.
pub fn turn_to(world: &mut World, tile: TileId) {
    if !is_players(world) {
        return;
    }
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
    if let Some(id) = world.resource::<Selection>().unit {
        let from = view.unit(id).tile;
        if from != tile {
            let facing = view.grid().direction_towards(from, tile);
            give(world, Order::Turn(id, facing));
        }
    }
}

/// Chooses the next own unit that can still act, or the one before.
pub fn cycle(world: &mut World, step: isize) {
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
    let units: Vec<_> = view
        .own_on_board()
        .filter(|&id| !view.unit(id).ended.0)
        .collect();
    if units.is_empty() {
        return;
    }
    let now = world.resource::<Selection>().unit;
    let at = units.iter().position(|id| Some(*id) == now);
    let count = units.len().cast_signed();
    let next = at.map_or(0, |at| (at.cast_signed() + step).rem_euclid(count));
    let id = units[next.cast_unsigned()];
    let tile = view.unit(id).tile;
    choose(world, id);
    look_at(world, tile);
}

/// Aims at the next enemy in sight, or the one before, nearest first.
pub fn next_target(world: &mut World, step: isize) {
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
    let mut enemies: Vec<_> = view.enemies().collect();
    let selection = world.resource::<Selection>();
    if let Some(id) = selection.unit {
        let (grid, from) = (view.grid(), view.unit(id).tile);
        enemies.sort_by_key(|&enemy| (grid.distance(from, view.unit(enemy).tile), enemy));
    }
    if enemies.is_empty() {
        world.resource_mut::<Session>().notice = Some(("no enemy is in sight".into(), true));
        return;
    }
    let now = selection.target;
    let at = enemies.iter().position(|id| Some(Mark::Unit(*id)) == now);
    let next = match at {
        Some(at) => (at.cast_signed() + step).rem_euclid(enemies.len().cast_signed()),
        None => 0,
    };
    let target = enemies[next.cast_unsigned()];
    let tile = view.unit(target).tile;
    world.resource_mut::<Selection>().target = Some(Mark::Unit(target));
    point_at(world, tile);
}

/// Draws the outline of the hex pointed at and the path to it, with TU step by step.
fn draw_hover(
    mut commands: Commands,
    hover: Res<Hover>,
    board: Res<BoardView>,
    art: Res<TokenArt>,
    settings: Res<Settings>,
    old: Query<Entity, With<OfHover>>,
) {
    if !hover.is_changed() {
        return;
    }
    old.iter()
        .for_each(|entity| commands.entity(entity).despawn());
    let Some(tile) = hover.tile else { return };
    commands.spawn((
        OfHover,
        Sprite {
            image: art.outline.clone(),
            ..default()
        },
        Transform::from_translation(board.center(tile).extend(22.0))
            .with_rotation(Quat::from_rotation_z(board.turn())),
    ));
    let Some(outlook) = &hover.outlook else {
        return;
    };
    let color = |meaning| {
        let [red, green, blue] = settings.palette.color(meaning);
        Color::srgb_u8(red, green, blue)
    };
    for (i, step) in outlook.way.iter().enumerate() {
        let is_watched = !step.watchers.is_empty();
        let color = match is_watched {
            true => color(Meaning::PathWatched),
            false => color(Meaning::Path),
        };
        let center = board.center(step.tile);
        commands.spawn((
            OfHover,
            Sprite {
                image: art.dot.clone(),
                color,
                custom_size: Some(Vec2::splat(if is_watched { 40.0 } else { 26.0 })),
                ..default()
            },
            Transform::from_translation(center.extend(22.1)),
        ));
        let is_last = i + 1 == outlook.way.len();
        let size = if is_last { 24.0 } else { 14.0 };
        let mark = if is_watched { "!" } else { "" };
        commands.spawn((
            OfHover,
            Text2d::new(format!("{}{mark}", step.sum)),
            TextFont {
                font_size: FontSize::Px(size),
                ..default()
            },
            TextColor(color),
            Transform::from_translation((center + Vec2::new(0.0, 24.0)).extend(22.2)),
        ));
    }
}
