//! Pointer and selection, and the orders they give.
//!
//! **Invariant:** orders leave as [`OrderGiven`] and nothing else.

use bevy::prelude::*;
use bevy_egui::input::egui_wants_any_pointer_input;

use crate::{
    battle::{
        board::Board,
        grid::{Direction, TileId},
        path::Reach,
        phase::Phase,
        step::{HumanSides, OrderGiven},
        unit::UnitId,
    },
    content::battlescape::{FireMode, Gait},
    game::{
        Menu, Screen,
        board_view::{BoardView, Marks, viewer},
        camera::{self, look_at},
        keys,
        playback::Playback,
        session::{Selection, Session},
        tool::{self, Begin, Tool},
        unit_view::TokenArt,
    },
    rules::battlescape::{Battlescape, attack, event::Mark, order::Order, side_view::SideView},
};

/// What the pointer is on.
#[derive(Resource, Default)]
pub struct Hover {
    /// Hex under the pointer.
    pub tile: Option<TileId>,
    /// Steps of the path to it, with the TU each pays.
    pub path: Vec<(TileId, u16)>,
    /// Directions of the path.
    pub directions: Vec<Direction>,
    /// Readied enemies that could fire at some step.
    pub watchers: usize,
    /// Hexes the tool in hand would affect there, with their rings.
    pub area: Vec<(TileId, u8)>,
}

/// What the reach of the selected unit was worked out for.
#[derive(Resource, Default)]
struct Reached {
    key: Option<(UnitId, TileId, u16, Gait, usize)>,
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
                draw_hover,
            )
                .chain()
                .run_if(in_state(Screen::Battle).and_then(in_state(Menu::None))),
        )
        .add_systems(Update, keys::escape.run_if(in_state(Screen::Battle)));
}

/// Whether the player may order now.
pub fn is_players(phase: &State<Phase>, playback: &Playback) -> bool {
    *phase.get() == Phase::Player && playback.is_empty()
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

/// Marks hexes in reach by what can still be fired afterwards.
fn mark_reach(world: &mut World) {
    if world.get_resource::<Board>().is_none() {
        return;
    }
    let is_players = is_players(
        world.resource::<State<Phase>>(),
        world.resource::<Playback>(),
    );
    let chosen = world.resource::<Selection>().unit.filter(|_| is_players);
    world.resource_scope(|world, mut reached: Mut<Reached>| {
        let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
        let Some(id) = chosen.filter(|&id| !view.unit(id).ended.0) else {
            reached.key = None;
            let mut marks = world.resource_mut::<Marks>();
            if !marks.reach.is_empty() {
                marks.reach.clear();
            }
            return;
        };
        let state = view.unit(id);
        let orders = world
            .resource::<crate::battle::journal::Journal<Battlescape>>()
            .entries
            .len();
        let gait = gait(world, view, id);
        let key = Some((id, state.tile, state.tu.now, gait, orders));
        if reached.key == key {
            return;
        }
        reached.key = key;
        view.reach(id, gait, state.tu.now, &mut reached.reach);
        let mut costs: Vec<_> = (FireMode::ALL.into_iter())
            .filter_map(|mode| view.mode_cost(id, mode))
            .map(|cost| u32::from(cost.tu))
            .collect();
        costs.sort_unstable();
        let marks = (reached.reach.tiles().iter())
            .filter(|&&tile| tile != state.tile)
            .map(|&tile| {
                let paid = view.walk_tu(id, reached.reach.cost(tile).unwrap_or(0));
                let left = u32::from(state.tu.now).saturating_sub(paid);
                let modes = costs.iter().filter(|&&cost| cost <= left).count();
                (tile, u8::try_from(modes.min(3)).unwrap_or(0))
            })
            .collect();
        world.resource_mut::<Marks>().reach = marks;
    });
}

fn point(world: &mut World) {
    if world.get_resource::<Board>().is_none() {
        return;
    }
    let mut windows = world.query::<&Window>();
    let cursor = windows.single(world).ok().and_then(Window::cursor_position);
    let mut cameras = world.query_filtered::<(&Camera, &GlobalTransform), With<Camera2d>>();
    let Ok((camera, transform)) = cameras.single(world) else {
        return;
    };
    let place = cursor.and_then(|cursor| camera.viewport_to_world_2d(transform, cursor).ok());
    let tile = place.and_then(|place| world.resource::<BoardView>().tile_at(place));
    hover(world, tile);
}

/// Works out what pointing at a hex tells.
pub fn hover(world: &mut World, tile: Option<TileId>) {
    let mut hover = Hover { tile, ..default() };
    let selection = world.resource::<Selection>();
    let (chosen, tool) = (selection.unit, selection.tool);
    let reached = world.resource::<Reached>();
    if let (Some(tile), Some(id)) = (tile, chosen) {
        let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
        let is_aimed =
            tool != Tool::Weapon || view.unit_at(tile).is_some_and(|on| view.is_enemy(on));
        let radius = tool.radius(view, id);
        if is_aimed && radius > 0 {
            hover.area = view.area(tile, radius);
        }
    }
    if tool == Tool::Weapon
        && let (Some(tile), Some(id), Some(_)) = (tile, chosen, reached.key)
    {
        let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
        if let Some(path) = reached.reach.path_to(&view.grid(), tile) {
            hover.path = view.step_costs(id, gait(world, view, id), &path);
            hover.watchers = (hover.path.iter())
                .flat_map(|&(tile, _)| view.watchers(tile))
                .collect::<std::collections::BTreeSet<_>>()
                .len();
            hover.directions = path;
        }
    }
    *world.resource_mut::<Hover>() = hover;
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

/// The step that brings the unit out of contact: away from the enemy, if there is one.
pub fn way_out(view: SideView, id: UnitId) -> Order {
    let facing = view.unit(id).facing;
    let step = |way: Direction| Order::Move(id, Gait::Disengage, vec![way]);
    (0..6)
        .map(|turn| step(facing.turned([3, 2, 4, 1, 5, 0][turn])))
        .find(|order| view.check(order).is_ok())
        .unwrap_or_else(|| step(facing.turned(3)))
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
    if world.get_resource::<Board>().is_none()
        || !is_players(
            world.resource::<State<Phase>>(),
            world.resource::<Playback>(),
        )
    {
        return;
    }
    let own = viewer(world.resource::<HumanSides>());
    let view = SideView::new(world, own);
    let selection = world.resource::<Selection>().clone();
    if selection.tool != Tool::Weapon {
        let mark = tool::mark_at(view, selection.tool, tile);
        match mark {
            Some(mark) if selection.target == Some(mark) => fire(world),
            Some(mark) => world.resource_mut::<Selection>().target = Some(mark),
            None => {}
        }
        return;
    }
    match view.unit_at(tile) {
        Some(unit) if view.unit_side(unit) == own => choose(world, unit),
        Some(unit) if selection.target == Some(Mark::Unit(unit)) => fire(world),
        Some(unit) => world.resource_mut::<Selection>().target = Some(Mark::Unit(unit)),
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

/// Fires at what is aimed at, or uses the tool on it.
pub fn fire(world: &mut World) {
    let Some(order) = tool::chosen_order(world) else {
        return;
    };
    let mut selection = world.resource_mut::<Selection>();
    if selection.tool != Tool::Weapon {
        (selection.tool, selection.target) = (Tool::Weapon, None);
    }
    give(world, order);
}

fn turn_to(world: &mut World, tile: TileId) {
    if !is_players(
        world.resource::<State<Phase>>(),
        world.resource::<Playback>(),
    ) {
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

/// Aims at the next enemy in sight.
pub fn next_target(world: &mut World) {
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
    let enemies: Vec<_> = view.enemies().collect();
    if enemies.is_empty() {
        world.resource_mut::<Session>().notice = Some(("no enemy is in sight".into(), true));
        return;
    }
    let now = world.resource::<Selection>().target;
    let at = enemies.iter().position(|id| Some(Mark::Unit(*id)) == now);
    let target = enemies[at.map_or(0, |at| (at + 1) % enemies.len())];
    let tile = view.unit(target).tile;
    world.resource_mut::<Selection>().target = Some(Mark::Unit(target));
    look_at(world, tile);
}

/// The side the unit would take cover to: towards the enemy aimed at, the hex pointed at, or ahead.
pub fn cover_side(world: &World, view: SideView, id: UnitId) -> Direction {
    let state = view.unit(id);
    let grid = view.grid();
    // Events may have taken the target out of sight in this very frame.
    let target = world
        .resource::<Selection>()
        .target
        .and_then(|mark| match mark {
            Mark::Unit(target) => view.is_visible(target).then(|| view.unit(target).tile),
            Mark::Hex(tile) => Some(tile),
        });
    let aimed = target.filter(|&tile| tile != state.tile);
    let pointed = world
        .resource::<Hover>()
        .tile
        .filter(|&tile| tile != state.tile);
    let wanted = aimed.or(pointed).map_or(state.facing, |tile| {
        grid.direction_towards(state.tile, tile)
    });
    // Where there is no cover on that side, the nearest side that has it.
    (0..6)
        .map(|turn| wanted.turned([0, 1, 5, 2, 4, 3][turn]))
        .find(|&side| view.check(&Order::TakeCover(id, None, side)).is_ok())
        .unwrap_or(wanted)
}

/// The object or person next to the unit that it can interact with.
pub fn interaction(view: SideView, id: UnitId) -> Order {
    let here = view.unit(id).tile;
    let around = view.grid().neighbors(here).map(|(_, tile)| tile);
    std::iter::once(here)
        .chain(around)
        .map(|tile| Order::Interact(id, tile))
        .find(|order| view.check(order).is_ok())
        .unwrap_or(Order::Interact(id, here))
}

/// The door beside the unit, the one ahead first.
pub fn door_side(view: SideView, id: UnitId) -> Direction {
    let facing = view.unit(id).facing;
    (0..6)
        .map(|turn| facing.turned([0, 1, 5, 2, 4, 3][turn]))
        .find(|&side| view.check(&Order::Door(id, side)).is_ok())
        .unwrap_or(facing)
}

/// Draws the outline of the hex pointed at and the path to it, with TU step by step.
fn draw_hover(
    mut commands: Commands,
    hover: Res<Hover>,
    board: Res<BoardView>,
    art: Res<TokenArt>,
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
    for &(tile, ring) in &hover.area {
        commands.spawn((
            OfHover,
            Sprite {
                image: art.dot.clone(),
                color: Color::srgba(1.0, 0.55, 0.25, 0.42 - 0.09 * f32::from(ring.min(4))),
                custom_size: Some(Vec2::splat(120.0)),
                ..default()
            },
            Transform::from_translation(board.center(tile).extend(21.9)),
        ));
    }
    let mut sum = 0;
    let color = match hover.watchers {
        0 => Color::srgb(0.96, 0.9, 0.68),
        _ => Color::srgb(1.0, 0.52, 0.38),
    };
    for (i, &(tile, tu)) in hover.path.iter().enumerate() {
        sum += tu;
        let center = board.center(tile);
        commands.spawn((
            OfHover,
            Sprite {
                image: art.dot.clone(),
                color,
                custom_size: Some(Vec2::splat(26.0)),
                ..default()
            },
            Transform::from_translation(center.extend(22.1)),
        ));
        let is_last = i + 1 == hover.path.len();
        let size = if is_last { 24.0 } else { 14.0 };
        commands.spawn((
            OfHover,
            Text2d::new(sum.to_string()),
            TextFont {
                font_size: FontSize::Px(size),
                ..default()
            },
            TextColor(color),
            Transform::from_translation((center + Vec2::new(0.0, 24.0)).extend(22.2)),
        ));
    }
}
