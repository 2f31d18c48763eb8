//! What is on the board of the draft: ground, units, zones, the hexes a click would work on.
//!
//! **Invariant:** shows the draft as it is; nothing is hidden from its author.

use std::collections::BTreeMap;

use bevy::{prelude::*, sprite::Anchor};

use super::{
    Editor,
    hand::{Tool, usual_facing},
    pictures::{hex_picture, token},
};
use crate::{
    battle::{
        grid::{Direction, Grid, TileId},
        knowledge::Sight,
    },
    content::{Catalog, silhouette::Silhouette, terrain::HexsideId},
    game::table::{
        art::{self, Effect, HEX, Sign},
        board_view::{BoardView, HexLook, Marks, Scenery},
    },
    mission::edit::{At, Goal, Sheet},
    rules::battlescape::content::BattlescapeContent,
};

/// Marks all entities of the editor's board.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece {
    /// Follows the draft.
    Of,
    /// Follows the pointer.
    Under,
    /// Follows the size of the board.
    Lines,
}

/// What is shown already.
#[derive(Resource, Default)]
pub(super) struct Shown {
    grid: Option<Grid>,
    lined: Option<Grid>,
    ground: u32,
    pieces: Option<(u32, Option<(usize, usize)>, Option<String>, Tool)>,
    marks: Option<(u32, Vec<TileId>, Option<Direction>, Tool)>,
}

/// Pictures of what lies on the board.
#[derive(Resource)]
pub(super) struct Art {
    outline: Handle<Image>,
    hex: Handle<Image>,
    wedge: Handle<Image>,
    ring: Handle<Image>,
    edge: Handle<Image>,
    tokens: BTreeMap<(String, usize), Handle<Image>>,
    signs: BTreeMap<Sign, Handle<Image>>,
}

/// Heights of the layers over the ground.
const LINES_Z: f32 = 3.5;
const ZONES_Z: f32 = 8.0;
const UNITS_Z: f32 = 10.0;
const MARKS_Z: f32 = 22.0;

pub(super) fn load(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    let mut add = |picture: &tiny_skia::Pixmap| images.add(art::image(picture));
    let signs = Sign::ALL.map(|sign| (sign, add(&art::sign_picture(sign))));
    commands.insert_resource(Art {
        outline: add(&art::outline_picture()),
        hex: add(&hex_picture()),
        wedge: add(&art::wedge_picture([0xFF, 0xF3, 0xD8])),
        ring: add(&art::ring_picture([242, 217, 138])),
        edge: add(&art::effect_picture(Effect::Glow)),
        tokens: BTreeMap::new(),
        signs: signs.into(),
    });
}

/// Takes the draft off the board, and the view back to its usual distance.
pub(super) fn remove(
    mut commands: Commands,
    mut scenery: ResMut<Scenery>,
    mut marks: ResMut<Marks>,
    old: Query<Entity, With<Piece>>,
    mut lenses: Query<&mut Projection, With<Camera2d>>,
) {
    for mut projection in &mut lenses {
        if let Projection::Orthographic(lens) = &mut *projection {
            lens.scale = 1.0;
        }
    }
    old.iter()
        .for_each(|entity| commands.entity(entity).despawn());
    scenery.clear();
    *marks = Marks::default();
}

/// Fills the scenery with the draft's board.
pub(super) fn fill(editor: Res<Editor>, mut scenery: ResMut<Scenery>, mut shown: ResMut<Shown>) {
    let Some(page) = &editor.page else {
        return;
    };
    let board = &page.draft.sheet().board;
    let grid = page
        .made
        .as_ref()
        .filter(|_| !board.is_drawn)
        .map_or(board.grid, |made| made.grid);
    if shown.grid != Some(grid) || scenery.grid() != grid {
        scenery.begin(grid, &page.catalog, false);
        shown.grid = Some(grid);
        shown.ground = 0;
    }
    if shown.ground == page.revision {
        return;
    }
    shown.ground = page.revision;
    let mut hexsides = vec![[HexsideId::default(); 6]; grid.len()];
    let mut set = |tile: TileId, side: Direction, kind: HexsideId| {
        hexsides[tile.index()][usize::from(side.number())] = kind;
        if let Some(beyond) = grid.neighbor(tile, side) {
            hexsides[beyond.index()][usize::from(side.opposite().number())] = kind;
        }
    };
    if let Some(made) = page.made.as_ref().filter(|_| !board.is_drawn) {
        for &(tile, side, kind) in &made.hexsides {
            set(tile, side, kind);
        }
        for tile in grid.tiles() {
            let state = made.tiles[tile.index()];
            scenery.set(
                tile,
                HexLook {
                    terrain: state.terrain,
                    elevation: made.elevation[tile.index()],
                    sight: Sight::Visible,
                    fire: state.fire,
                    smoke: state.smoke,
                    hexsides: hexsides[tile.index()],
                    ..HexLook::default()
                },
            );
        }
        return;
    }
    for (tile, side, kind) in &board.hexsides {
        if let Some(kind) = hexside_named(&page.catalog, kind) {
            set(*tile, *side, kind);
        }
    }
    let smoke: BTreeMap<_, _> = board.smoke.iter().copied().collect();
    for tile in grid.tiles() {
        let terrain = board
            .terrain(tile)
            .and_then(|key| page.catalog.terrain_named(key));
        scenery.set(
            tile,
            HexLook {
                terrain: terrain.unwrap_or_default(),
                elevation: i8::try_from(board.height(tile)).unwrap_or(0),
                sight: Sight::Visible,
                fire: u8::from(board.fire.contains(&tile)),
                smoke: smoke.get(&tile).copied().unwrap_or(0),
                hexsides: hexsides[tile.index()],
                ..HexLook::default()
            },
        );
    }
}

fn hexside_named(catalog: &Catalog, key: &str) -> Option<HexsideId> {
    let at = catalog
        .hexsides
        .iter()
        .position(|hexside| hexside.key == key)?;
    u8::try_from(at).ok().map(HexsideId)
}

/// Whether a zone is one of the objective.
fn is_goal(sheet: &Sheet, name: &str) -> bool {
    match &sheet.goal {
        Some(Goal::Reach { zone, .. } | Goal::Hold { zone, .. }) => zone == name,
        Some(Goal::Control(zones)) => zones.iter().any(|zone| zone == name),
        _ => false,
    }
}

/// Boards of more hexes are shown without lines between them.
const MOST_LINED: usize = 10_000;

/// Draws faint lines between hexes, so that every one can be told from its neighbors.
pub(super) fn lines(
    mut commands: Commands,
    board: Res<BoardView>,
    art: Res<Art>,
    mut shown: ResMut<Shown>,
    old: Query<(Entity, &Piece)>,
) {
    if shown.lined == Some(board.grid) {
        return;
    }
    shown.lined = Some(board.grid);
    old.iter()
        .filter(|(_, piece)| **piece == Piece::Lines)
        .for_each(|(entity, _)| commands.entity(entity).despawn());
    let turn = Quat::from_rotation_z(board.turn());
    let tiles = board
        .grid
        .tiles()
        .take_while(|_| board.grid.len() <= MOST_LINED);
    for tile in tiles {
        commands.spawn((
            Piece::Lines,
            Sprite {
                image: art.outline.clone(),
                color: Color::srgba(0.0, 0.0, 0.0, 0.16),
                ..default()
            },
            Transform::from_translation(board.center(tile).extend(LINES_Z)).with_rotation(turn),
        ));
    }
}

/// Returns the color of a zone by what it is for.
pub(super) fn zone_color(sheet: &Sheet, name: &str) -> Color {
    match () {
        () if sheet.exits.as_deref() == Some(name) => Color::srgb(0.45, 0.85, 0.5),
        () if is_goal(sheet, name) => Color::srgb(0.98, 0.8, 0.3),
        () if sheet.deployment.as_deref() == Some(name) => Color::srgb(0.4, 0.65, 0.98),
        () => Color::srgb(0.86, 0.86, 0.9),
    }
}

/// Shows units, objects and zones anew when the draft or the choice has changed.
pub(super) fn units(
    mut commands: Commands,
    editor: Res<Editor>,
    board: Res<BoardView>,
    mut art: ResMut<Art>,
    mut images: ResMut<Assets<Image>>,
    mut shown: ResMut<Shown>,
    mut zone_marks: ResMut<Marks>,
    old: Query<(Entity, &Piece)>,
) {
    let Some(page) = &editor.page else {
        return;
    };
    let key = (
        page.revision,
        editor.chosen,
        editor.hand.zone.clone(),
        editor.hand.tool,
    );
    if shown.pieces.as_ref() == Some(&key) || board.grid != page.draft.sheet().board.grid {
        return;
    }
    shown.pieces = Some(key);
    old.iter()
        .filter(|(_, piece)| **piece == Piece::Of)
        .for_each(|(entity, _)| commands.entity(entity).despawn());
    let sheet = page.draft.sheet();
    let grid = sheet.board.grid;
    let hexes = |wanted: &dyn Fn(&str) -> bool| -> Vec<TileId> {
        let zones = sheet.zones.iter().filter(|zone| wanted(&zone.name));
        zones.flat_map(|zone| zone.hexes.iter().copied()).collect()
    };
    let marks = Marks {
        exits: hexes(&|name| sheet.exits.as_deref() == Some(name)),
        goals: hexes(&|name| is_goal(sheet, name)),
        places: hexes(&|name| sheet.deployment.as_deref() == Some(name)),
        ..Marks::default()
    };
    zone_marks.set_if_neq(marks);
    let turn = Quat::from_rotation_z(board.turn());
    let is_zoning = editor.hand.tool == Tool::Zone;
    // The board marks those that the battle does something with; here are all of them.
    for zone in sheet.zones.iter().filter(|_| is_zoning) {
        let is_chosen = editor.hand.zone.as_ref() == Some(&zone.name);
        let alpha = if is_chosen { 0.3 } else { 0.12 };
        let color = zone_color(sheet, &zone.name);
        for &tile in &zone.hexes {
            commands.spawn((
                Piece::Of,
                Sprite {
                    image: art.hex.clone(),
                    color: color.with_alpha(alpha),
                    ..default()
                },
                Transform::from_translation(board.center(tile).extend(ZONES_Z)).with_rotation(turn),
            ));
        }
        if let Some(&tile) = zone.hexes.first() {
            let place = board.center(tile) + Vec2::new(-HEX.x / 2.0, HEX.y * 0.3);
            commands.spawn(label(
                &zone.name,
                place.extend(MARKS_Z),
                30.0,
                color,
                Anchor::CENTER_LEFT,
            ));
        }
    }
    for (_, kind, at) in &sheet.objects {
        let sign = match kind.as_str() {
            "Console" => Sign::Console,
            "Cage" => Sign::Cage,
            "Generator" => Sign::Generator,
            _ => Sign::Container,
        };
        if let Some(tile) = at.tile(grid) {
            commands.spawn((
                Piece::Of,
                Sprite {
                    image: art.signs[&sign].clone(),
                    custom_size: Some(Vec2::splat(60.0)),
                    ..default()
                },
                Transform::from_translation(board.center(tile).extend(UNITS_Z - 0.5)),
            ));
        }
    }
    if editor.hand.tool == Tool::Height {
        for tile in grid.tiles() {
            let level = sheet.board.height(tile);
            if level > 0 {
                let place = board.center(tile).extend(MARKS_Z - 1.0);
                commands.spawn(label(
                    &level.to_string(),
                    place,
                    26.0,
                    Color::WHITE,
                    Anchor::CENTER,
                ));
            }
        }
    }
    for (side, draft) in sheet.sides.iter().enumerate() {
        for (index, unit) in draft.units.iter().enumerate() {
            let Some(tile) = unit.at.tile(grid) else {
                continue;
            };
            let kind = page
                .catalog
                .part::<BattlescapeContent>()
                .units
                .iter()
                .find(|kind| kind.key == unit.kind);
            let picture = art
                .tokens
                .entry((unit.kind.clone(), side))
                .or_insert_with(|| {
                    let silhouette = kind.map_or(Silhouette::Soldier, |kind| kind.silhouette);
                    images.add(art::image(&token(silhouette, side)))
                });
            let is_later = unit.group.is_some();
            let color = Color::srgba(1.0, 1.0, 1.0, if is_later { 0.5 } else { 1.0 });
            let token = Sprite {
                image: picture.clone(),
                color,
                custom_size: Some(Vec2::splat(88.0)),
                ..default()
            };
            let sprite = |image: &Handle<Image>, size: f32| Sprite {
                image: image.clone(),
                color,
                custom_size: Some(Vec2::splat(size)),
                ..default()
            };
            let facing = unit.facing.unwrap_or(usual_facing(side));
            let order = (side * 100 + index) as f32 * 0.0001;
            let center = board.center(tile).extend(UNITS_Z + order);
            let mut entity =
                commands.spawn((Piece::Of, token, Transform::from_translation(center)));
            entity.with_child((
                sprite(&art.wedge, 94.0),
                Transform::from_xyz(0.0, 0.0, 0.00001)
                    .with_rotation(Quat::from_rotation_z(board.angle(facing))),
            ));
            if editor.chosen == Some((side, index)) {
                entity.with_child((
                    sprite(&art.ring, 104.0),
                    Transform::from_xyz(0.0, 0.0, 0.00002),
                ));
            }
            if let Some(name) = &unit.name {
                let place = Vec3::new(0.0, -44.0, 0.00003);
                let text = label(
                    name,
                    place,
                    16.0,
                    Color::srgb(0.98, 0.93, 0.78),
                    Anchor::CENTER,
                );
                entity.with_child((text.1, text.2, text.3, text.4, text.5));
            }
        }
    }
}

fn label(
    text: &str,
    place: Vec3,
    size: f32,
    color: Color,
    anchor: Anchor,
) -> (Piece, Text2d, TextFont, TextColor, Anchor, Transform) {
    let font = TextFont {
        font_size: FontSize::Px(size),
        ..default()
    };
    let place = Transform::from_translation(place);
    (
        Piece::Of,
        Text2d::new(text),
        font,
        TextColor(color),
        anchor,
        place,
    )
}

/// Outlines the hexes that a click would work on.
pub(super) fn marks(
    mut commands: Commands,
    editor: Res<Editor>,
    board: Res<BoardView>,
    art: Res<Art>,
    mut shown: ResMut<Shown>,
    old: Query<(Entity, &Piece)>,
) {
    let Some(page) = &editor.page else {
        return;
    };
    let side = editor.side.filter(|_| editor.hand.tool == Tool::Side);
    let hexes = editor.reach();
    let key = (page.revision, hexes, side, editor.hand.tool);
    if shown.marks.as_ref() == Some(&key) || board.grid != page.draft.sheet().board.grid {
        return;
    }
    old.iter()
        .filter(|(_, piece)| **piece == Piece::Under)
        .for_each(|(entity, _)| commands.entity(entity).despawn());
    let turn = Quat::from_rotation_z(board.turn());
    for &tile in &key.1 {
        commands.spawn((
            Piece::Under,
            Sprite {
                image: art.outline.clone(),
                ..default()
            },
            Transform::from_translation(board.center(tile).extend(MARKS_Z)).with_rotation(turn),
        ));
    }
    if let (Some(side), Some(tile)) = (side, editor.cursor) {
        let aside = Vec2::from_angle(board.angle(side)) * HEX.x * 0.5;
        commands.spawn((
            Piece::Under,
            Sprite {
                image: art.edge.clone(),
                color: Color::srgb(1.0, 0.85, 0.4),
                custom_size: Some(Vec2::new(22.0, 74.0)),
                ..default()
            },
            Transform::from_translation((board.center(tile) + aside).extend(MARKS_Z + 0.1))
                .with_rotation(Quat::from_rotation_z(board.angle(side))),
        ));
    }
    shown.marks = Some(key);
}

/// Says where a unit starts.
pub(super) fn place_text(at: &At) -> String {
    match at {
        At::Hex(column, row) => format!("({column}, {row})"),
        At::Zone(zone) => format!("anywhere in {zone}"),
    }
}
