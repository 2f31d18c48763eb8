//! What is on the board of the draft: ground, units, zones, the hexes a click would work on.
//!
//! **Invariant:** shows the draft as it is; nothing is hidden from its author.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::sprite::Anchor;

use super::hand::{Tool, usual_facing};
use super::pictures::{figure, token};
use super::{Editor, Page};
use crate::battle::grid::{Direction, Grid, TileId};
use crate::battle::knowledge::Sight;
use crate::content::Catalog;
use crate::content::terrain::HexsideId;
use crate::game::table::art::{self, Effect, HEX, Sign};
use crate::game::table::board_view::{BoardView, HexLook, Marks, Scenery};
use crate::game::table::unit_view::Figure;
use crate::mission::BoardSetup;
use crate::mission::edit::{At, Drawing, Role, Sheet, UnitDraft};

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
    is_begun: bool,
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
    /// By figure and side.
    tokens: BTreeMap<(Option<Figure>, usize), Token>,
    signs: BTreeMap<Sign, Handle<Image>>,
}

/// The pictures of a token.
#[derive(Clone)]
struct Token {
    plate: Handle<Image>,
    figure: Option<Handle<Image>>,
    /// Whether the figure is turned with its facing.
    turns: bool,
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
        outline: add(&art::picture("marks", "outline", 1.0, 0)),
        hex: add(&art::picture("marks", "painted", 1.0, 0)),
        wedge: add(&art::frame_picture("Wedge", [0xFF, 0xF3, 0xD8])),
        ring: add(&art::frame_picture("Ring", [242, 217, 138])),
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
    mut art: ResMut<Art>,
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
    art.tokens.clear();
}

/// Fills the scenery with the draft's board.
pub(super) fn fill(editor: Res<Editor>, mut scenery: ResMut<Scenery>, mut shown: ResMut<Shown>) {
    let page = &editor.page;
    let board = &page.draft.sheet().board;
    let grid = page
        .made
        .as_ref()
        .filter(|_| !board.is_drawn)
        .map_or(board.grid, |made| made.grid);
    // Another mission has content of its own, and may have a board as large.
    if !shown.is_begun || !scenery.is_of(grid, &page.catalog) {
        scenery.begin(grid, &page.catalog, false);
        *shown = Shown {
            is_begun: true,
            lined: shown.lined,
            ..Shown::default()
        };
    }
    if shown.ground == page.revision {
        return;
    }
    shown.ground = page.revision;
    match page.made.as_ref().filter(|_| !board.is_drawn) {
        Some(made) => fill_made(&mut scenery, made),
        None => fill_drawn(&mut scenery, &page.catalog, board),
    }
}

/// Shows a board that a seed makes.
fn fill_made(scenery: &mut Scenery, made: &BoardSetup) {
    let hexsides = hexsides(made.grid, made.hexsides.iter().copied());
    for tile in made.grid.tiles() {
        let state = made.tiles[tile.index()];
        let look = HexLook {
            terrain: state.terrain,
            elevation: made.elevation[tile.index()],
            fire: state.fire,
            smoke: state.smoke,
            hexsides: hexsides[tile.index()],
            sight: Sight::Visible,
            ..HexLook::default()
        };
        scenery.set(tile, look);
    }
}

/// Shows a board that is drawn.
fn fill_drawn(scenery: &mut Scenery, catalog: &Catalog, board: &Drawing) {
    let known = board.hexsides.iter().filter_map(|(tile, side, kind)| {
        let kind = catalog.hexside_named(kind)?;
        Some((*tile, *side, kind))
    });
    let hexsides = hexsides(board.grid, known);
    let smoke: BTreeMap<_, _> = board.smoke.iter().copied().collect();
    for tile in board.grid.tiles() {
        let terrain = board.terrain(tile);
        let terrain = terrain.and_then(|key| catalog.terrain_named(key));
        let look = HexLook {
            terrain: terrain.unwrap_or_default(),
            elevation: board.height(tile),
            fire: u8::from(board.fire.contains(&tile)),
            smoke: smoke.get(&tile).copied().unwrap_or(0),
            hexsides: hexsides[tile.index()],
            sight: Sight::Visible,
            ..HexLook::default()
        };
        scenery.set(tile, look);
    }
}

/// Lists what is on the sides of each hex, whichever hex it is told for.
fn hexsides(
    grid: Grid,
    told: impl Iterator<Item = (TileId, Direction, HexsideId)>,
) -> Vec<[HexsideId; 6]> {
    let mut hexsides = vec![[HexsideId::default(); 6]; grid.len()];
    for (tile, side, kind) in told {
        hexsides[tile.index()][usize::from(side.number())] = kind;
        if let Some(beyond) = grid.neighbor(tile, side) {
            hexsides[beyond.index()][usize::from(side.opposite().number())] = kind;
        }
    }
    hexsides
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
    clear(&mut commands, &old, Piece::Lines);
    let tiles = board
        .grid
        .tiles()
        .take_while(|_| board.grid.len() <= MOST_LINED);
    for tile in tiles {
        let color = Color::srgba(0.0, 0.0, 0.0, 0.16);
        let place = board.center(tile).extend(LINES_Z);
        let line = picture(&art.outline, color, None, place, board.turn());
        commands.spawn((Piece::Lines, line));
    }
}

/// Returns the color of a zone by what it is for.
pub(super) fn role_color(roles: &[(Role, String)], name: &str) -> Color {
    let own = roles.iter().filter(|(_, zone)| zone == name);
    match own.map(|(role, _)| *role).min() {
        Some(Role::Exit) => Color::srgb(0.45, 0.85, 0.5),
        Some(Role::Goal) => Color::srgb(0.98, 0.8, 0.3),
        Some(Role::Start) => Color::srgb(0.4, 0.65, 0.98),
        None => Color::srgb(0.86, 0.86, 0.9),
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
    let page = &editor.page;
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
    clear(&mut commands, &old, Piece::Of);
    let sheet = page.draft.sheet();
    let roles = page.zones_in_use();
    zone_marks.set_if_neq(marks_of(sheet, &roles));
    match editor.hand.tool {
        Tool::Zone => {
            let chosen = editor.hand.zone.as_deref();
            show_zones(&mut commands, &board, &art, sheet, &roles, chosen);
        }
        Tool::Height => show_heights(&mut commands, &board, sheet),
        _ => {}
    }
    show_objects(&mut commands, &board, &art, sheet);
    for (side, draft) in sheet.sides.iter().enumerate() {
        for (index, unit) in draft.units.iter().enumerate() {
            let Some(tile) = unit.tile(sheet.board.grid) else {
                continue;
            };
            let order = (side * 100 + index) as f32 * 0.0001;
            let center = board.center(tile).extend(UNITS_Z + order);
            let token = token_of(&mut art, &mut images, page, unit, side);
            let is_chosen = editor.chosen == Some((side, index));
            let is_later = unit.is_later(sheet.outline);
            let facing = board.angle(unit.facing.unwrap_or(usual_facing(side)));
            let name = unit.name.as_deref();
            let mut entity = commands.spawn((
                Piece::Of,
                sprite(&token.plate, 88.0, is_later),
                Transform::from_translation(center),
            ));
            dress(
                &mut entity,
                &art,
                &token,
                (facing, is_later, is_chosen),
                name,
            );
        }
    }
}

/// Returns the hexes of zones that the board marks in battles, too.
fn marks_of(sheet: &Sheet, roles: &[(Role, String)]) -> Marks {
    // Players are shown where their own side begins.
    let most = |role| if role == Role::Start { 1 } else { roles.len() };
    let hexes = |wanted: Role| -> Vec<TileId> {
        let zones = roles.iter().filter(|(role, _)| *role == wanted);
        let zones = zones.take(most(wanted));
        let zones = zones.filter_map(|(_, name)| sheet.zone(name));
        zones.flat_map(|zone| zone.hexes.iter().copied()).collect()
    };
    Marks {
        exits: hexes(Role::Exit),
        goals: hexes(Role::Goal),
        places: hexes(Role::Start),
        ..Marks::default()
    }
}

/// Shows all zones with their names; the board marks only those that the battle does something with.
fn show_zones(
    commands: &mut Commands,
    board: &BoardView,
    art: &Art,
    sheet: &Sheet,
    roles: &[(Role, String)],
    chosen: Option<&str>,
) {
    for zone in &sheet.zones {
        let alpha = if chosen == Some(&zone.name) {
            0.3
        } else {
            0.12
        };
        let color = role_color(roles, &zone.name);
        for &tile in &zone.hexes {
            let place = board.center(tile).extend(ZONES_Z);
            let color = color.with_alpha(alpha);
            let hex = picture(&art.hex, color, None, place, board.turn());
            commands.spawn((Piece::Of, hex));
        }
        if let Some(&tile) = zone.hexes.first() {
            let place = board.center(tile) + Vec2::new(-HEX.x / 2.0, HEX.y * 0.3);
            let place = place.extend(MARKS_Z);
            let name = label(&zone.name, place, 30.0, color, Anchor::CENTER_LEFT);
            commands.spawn((Piece::Of, name));
        }
    }
}

fn show_objects(commands: &mut Commands, board: &BoardView, art: &Art, sheet: &Sheet) {
    for (_, kind, at) in &sheet.objects {
        let sign = Sign::ALL
            .into_iter()
            .find(|sign| format!("{sign:?}") == *kind);
        if let Some(tile) = at.tile(sheet.board.grid) {
            let image = &art.signs[&sign.unwrap_or(Sign::Container)];
            let place = board.center(tile).extend(UNITS_Z - 0.5);
            let size = Some(Vec2::splat(60.0));
            let sign = picture(image, Color::WHITE, size, place, 0.0);
            commands.spawn((Piece::Of, sign));
        }
    }
}

fn show_heights(commands: &mut Commands, board: &BoardView, sheet: &Sheet) {
    for tile in sheet.board.grid.tiles() {
        let level = sheet.board.height(tile);
        if level != 0 {
            let place = board.center(tile).extend(MARKS_Z - 1.0);
            let text = level.to_string();
            let text = label(&text, place, 26.0, Color::WHITE, Anchor::CENTER);
            commands.spawn((Piece::Of, text));
        }
    }
}

/// Returns the pictures of a unit's token, painted when they are first needed.
fn token_of(
    art: &mut Art,
    images: &mut Assets<Image>,
    page: &Page,
    unit: &UnitDraft,
    side: usize,
) -> Token {
    let figure = figure(page, (unit.post, &unit.kind));
    let paint = |(figure, side): &(Option<Figure>, usize)| {
        let token = token(figure.as_ref(), *side);
        Token {
            plate: images.add(art::image(&token.plate)),
            figure: (token.figure).map(|figure| images.add(art::image(&figure))),
            turns: token.turns,
        }
    };
    let painted = art.tokens.entry((figure, side));
    painted.or_insert_with_key(paint).clone()
}

/// A picture of a token; of who comes later, a pale one.
fn sprite(image: &Handle<Image>, size: f32, is_later: bool) -> Sprite {
    Sprite {
        image: image.clone(),
        color: Color::srgba(1.0, 1.0, 1.0, if is_later { 0.5 } else { 1.0 }),
        custom_size: Some(Vec2::splat(size)),
        ..default()
    }
}

/// Puts a figure, its facing and its name on a plate.
fn dress(
    plate: &mut EntityCommands,
    art: &Art,
    token: &Token,
    (facing, is_later, is_chosen): (f32, bool, bool),
    name: Option<&str>,
) {
    let turned = Quat::from_rotation_z(facing);
    if let Some(figure) = &token.figure {
        let turn = if token.turns { turned } else { Quat::IDENTITY };
        let place = Transform::from_xyz(0.0, 0.0, 0.00001).with_rotation(turn);
        plate.with_child((sprite(figure, 88.0, is_later), place));
    }
    let place = Transform::from_xyz(0.0, 0.0, 0.00002).with_rotation(turned);
    plate.with_child((sprite(&art.wedge, 94.0, is_later), place));
    if is_chosen {
        let place = Transform::from_xyz(0.0, 0.0, 0.00003);
        plate.with_child((sprite(&art.ring, 104.0, is_later), place));
    }
    if let Some(name) = name {
        let place = Vec3::new(0.0, -44.0, 0.00004);
        let color = Color::srgb(0.98, 0.93, 0.78);
        plate.with_child(label(name, place, 16.0, color, Anchor::CENTER));
    }
}

fn label(text: &str, place: Vec3, size: f32, color: Color, anchor: Anchor) -> impl Bundle + use<> {
    let font_size = FontSize::Px(size);
    (
        Text2d::new(text),
        TextFont {
            font_size,
            ..default()
        },
        TextColor(color),
        anchor,
        Transform::from_translation(place),
    )
}

/// A picture that lies on the board, turned by an angle.
fn picture(
    image: &Handle<Image>,
    color: Color,
    custom_size: Option<Vec2>,
    place: Vec3,
    angle: f32,
) -> impl Bundle + use<> {
    let place = Transform::from_translation(place);
    (
        Sprite {
            image: image.clone(),
            color,
            custom_size,
            ..default()
        },
        place.with_rotation(Quat::from_rotation_z(angle)),
    )
}

/// Takes all of a kind off the board.
fn clear(commands: &mut Commands, old: &Query<(Entity, &Piece)>, kind: Piece) {
    for (entity, _) in old.iter().filter(|(_, piece)| **piece == kind) {
        commands.entity(entity).despawn();
    }
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
    let page = &editor.page;
    let side = editor.side.filter(|_| editor.hand.tool == Tool::Side);
    let hexes = editor.reach();
    let key = (page.revision, hexes, side, editor.hand.tool);
    if shown.marks.as_ref() == Some(&key) || board.grid != page.draft.sheet().board.grid {
        return;
    }
    clear(&mut commands, &old, Piece::Under);
    for &tile in &key.1 {
        let place = board.center(tile).extend(MARKS_Z);
        let mark = picture(&art.outline, Color::WHITE, None, place, board.turn());
        commands.spawn((Piece::Under, mark));
    }
    if let (Some(side), Some(tile)) = (side, editor.cursor) {
        let aside = Vec2::from_angle(board.angle(side)) * HEX.x * 0.5;
        let place = (board.center(tile) + aside).extend(MARKS_Z + 0.1);
        let (color, size) = (Color::srgb(1.0, 0.85, 0.4), Vec2::new(22.0, 74.0));
        let mark = picture(&art.edge, color, Some(size), place, board.angle(side));
        commands.spawn((Piece::Under, mark));
    }
    shown.marks = Some(key);
}

/// Says where a unit starts.
pub(super) fn place_text(sheet: &Sheet, unit: &UnitDraft) -> String {
    let later = match unit.is_later(sheet.outline) {
        true => ", later",
        false => "",
    };
    match &unit.at {
        Some(At::Hex(column, row)) => format!("at ({column}, {row}){later}"),
        Some(At::Zone(zone)) => format!("anywhere in {zone}{later}"),
        None if unit.is_later(sheet.outline) => "comes later".into(),
        None => (sheet.post(unit)).map_or(String::new(), |post| post.nowhere.to_owned()),
    }
}
