//! The minimap: the board as the side knows it, in small; a click goes there.
//!
//! **Invariant:** while something is played back it shows units where their tokens are, on the ground as
//! it was known before.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::egui::{
    self, Color32, ColorImage, Sense, Stroke, TextureHandle, TextureOptions, vec2,
};

use crate::battle::board::Board;
use crate::battle::grid::{Grid, Orientation, TileId};
use crate::battle::knowledge::{Knowledge, Sight};
use crate::battle::unit::{Roster, Side};
use crate::game::kit::keys::KeyAction;
use crate::game::kit::piece::Ask;
use crate::game::kit::theme;
use crate::game::kit::{PanelOptions, key_of};
use crate::game::rules::playable;
use crate::game::shell::session::{Moment, Session};
use crate::game::shell::settings::Settings;
use crate::game::table::art::{self, Relation};
use crate::game::table::board_view::{BoardView, Marks};
use crate::game::table::camera::Rig;
use crate::game::table::palette::{Meaning, Palette};
use crate::game::table::playback::Playback;
use crate::game::table::unit_view::{Look, Motion, Tokens};

/// Width of the minimap, points.
pub const WIDTH: f32 = 168.0;
/// Height of the minimap, points.
const HEIGHT: f32 = 92.0;

/// What it takes of the upper right corner with its frame, points.
const CORNER: [f32; 2] = [WIDTH + 24.0, HEIGHT + 48.0];

/// How often panels are drawn before a new picture is on the screen for sure.
const FRAMES: u8 = 3;

/// The picture, and what it shows.
#[derive(Resource, Default)]
pub struct Minimap {
    picture: Option<TextureHandle>,
    of: Option<Shown>,
    /// The picture as it was painted last.
    painted: Option<ColorImage>,
    /// A newer picture, and how often panels are still drawn before it is ready.
    next: Option<(TextureHandle, u8)>,
    /// Colors of the hexes without units.
    ground: Vec<[u8; 3]>,
}

/// What the picture shows.
#[derive(Clone, Debug, PartialEq)]
struct Shown {
    moment: Moment,
    palette: Palette,
    /// Units on show, while something is played back.
    tokens: Option<BTreeMap<TileId, Meaning>>,
}

/// Paints a board in small, hex by hex, so many pixels wide each.
pub fn map_picture(grid: Grid, pixels: usize, color: impl Fn(TileId) -> [u8; 3]) -> ColorImage {
    let (columns, rows) = (usize::from(grid.width), usize::from(grid.height));
    let half = pixels / 2;
    let (width, height) = match grid.layout.orientation() {
        Orientation::Pointy => (columns * pixels + half, rows * pixels),
        Orientation::Flat => (columns * pixels, rows * pixels + half),
    };
    let mut image = ColorImage::filled([width, height], Color32::TRANSPARENT);
    for tile in grid.tiles() {
        let (column, row) = grid.to_offset(tile);
        let shift = |line| half * usize::from(grid.layout.is_shifted(line));
        let (across, down) = (shift(row), shift(column));
        let (column, row) = (column as usize, row as usize);
        let (left, top) = match grid.layout.orientation() {
            Orientation::Pointy => (column * pixels + across, row * pixels),
            Orientation::Flat => (column * pixels, row * pixels + down),
        };
        let [red, green, blue] = color(tile);
        let color = Color32::from_rgb(red, green, blue);
        for y in top..top + pixels {
            image.pixels[y * width + left..][..pixels].fill(color);
        }
    }
    image
}

/// Paints the minimap anew when something happened.
pub fn renew(world: &mut World, context: &egui::Context) {
    let grid = world.resource::<Board>().grid;
    take_over(&mut world.resource_mut::<Minimap>());
    let plays = !world.resource::<Playback>().is_empty();
    let has_ground = world.resource::<Minimap>().ground.len() == grid.len();
    let of = Shown {
        moment: Moment::of(world),
        palette: world.resource::<Settings>().palette,
        tokens: (plays && has_ground).then(|| tokens(world)),
    };
    if world.resource::<Minimap>().of.as_ref() == Some(&of) {
        return;
    }
    let (palette, side) = (of.palette, of.moment.side());
    if of.tokens.is_none() {
        let ground = grid
            .tiles()
            .map(|tile| ground_color(world, side, palette, tile));
        world.resource_mut::<Minimap>().ground = ground.collect();
    }
    let pixels = (512 / usize::from(grid.width.max(grid.height)).max(1)).clamp(2, 8);
    let ground = &world.resource::<Minimap>().ground;
    let image = map_picture(grid, pixels & !1, |tile| {
        let unit = match &of.tokens {
            Some(tokens) => tokens.get(&tile).copied(),
            None => unit_meaning(world, side, tile),
        };
        unit.map_or(ground[tile.index()], |meaning| palette.color(meaning))
    });
    let mut minimap = world.resource_mut::<Minimap>();
    let before = minimap.of.take().map(|before| before.moment);
    let goes_on = before.is_some_and(|before| of.moment.goes_on_from(before));
    minimap.of = Some(of);
    if minimap.painted.as_ref() == Some(&image) {
        return;
    }
    minimap.painted = Some(image.clone());
    let picture = context.load_texture("minimap", image, TextureOptions::LINEAR);
    match goes_on && minimap.picture.is_some() {
        // A new texture is blank at first: the old one stands until then.
        true => minimap.next = Some((picture, FRAMES)),
        // Nobody sees what another side saw.
        false => (minimap.picture, minimap.next) = (Some(picture), None),
    }
}

/// Shows the newer picture once it is ready.
fn take_over(minimap: &mut Minimap) {
    match minimap.next.take() {
        Some((picture, 0)) => minimap.picture = Some(picture),
        Some((picture, frames)) => minimap.next = Some((picture, frames - 1)),
        None => {}
    }
}

/// Lists where tokens are, and what their sides are to the player.
fn tokens(world: &World) -> BTreeMap<TileId, Meaning> {
    let board = world.resource::<BoardView>();
    let shown = world.resource::<Tokens>().all().filter_map(|token| {
        let (look, motion) = (world.get::<Look>(token)?, world.get::<Motion>(token)?);
        let tile = board.tile_at(world.get::<Transform>(token)?.translation.xy())?;
        let is_there = look.ghost.is_none() && motion.alpha() > 0.5;
        let meaning = match look.relation {
            Relation::Own => Meaning::OwnSide,
            Relation::Neutral => Meaning::NeutralSide,
            Relation::Enemy | Relation::Third => Meaning::EnemySide,
        };
        is_there.then_some((tile, meaning))
    });
    shown.collect()
}

/// Returns what the side of the unit seen on a hex is to the player.
fn unit_meaning(world: &World, side: Side, tile: TileId) -> Option<Meaning> {
    let unit = playable::unit_at(world, tile)?;
    let roster = world.resource::<Roster>();
    Some(match roster.side(unit) {
        own if own == side => Meaning::OwnSide,
        other if roster.are_hostile(side, other) => Meaning::EnemySide,
        _ => Meaning::NeutralSide,
    })
}

fn ground_color(world: &World, side: Side, palette: Palette, tile: TileId) -> [u8; 3] {
    if world.resource::<Marks>().exits.contains(&tile) {
        return palette.color(Meaning::Exit);
    }
    let dark = |color: [u8; 3], percent: u16| {
        color.map(|channel| (u16::from(channel) * percent / 100).min(255) as u8)
    };
    let known = world.resource::<Knowledge>().of(side);
    let mission = world.resource::<Session>().mission.as_ref();
    match (known.sight(tile), mission) {
        (Sight::Hidden, _) | (_, None) => [38, 38, 36],
        (sight, Some(mission)) => {
            let layers = &known.layers;
            let terrain = mission.catalog.terrain(layers.terrain(tile));
            let color = match layers.fire(tile) {
                0 => art::ground_color(terrain),
                _ => [236, 122, 28],
            };
            dark(color, if sight == Sight::Visible { 130 } else { 62 })
        }
    }
}

/// Shows the minimap, or what unfolds it.
pub fn show(world: &World, ui: &mut egui::Ui, asks: &mut Vec<Ask>) {
    let is_folded = world.resource::<PanelOptions>().no_minimap;
    let text = format!("map [{}]", key_of(world, KeyAction::MINIMAP));
    let fold = ui.selectable_label(!is_folded, egui::RichText::new(text).size(theme::SMALLEST));
    if fold.on_hover_text(KeyAction::MINIMAP.text()).clicked() {
        asks.push(Ask::Key(KeyAction::MINIMAP));
    }
    if !is_folded && !covers_unit(world, ui) {
        map(world, ui, asks);
    }
}

/// Whether a unit stands where the map would lie, on a board that a hand of cards lies on: there the board is small,
/// and units are worth more than the map.
fn covers_unit(world: &World, ui: &egui::Ui) -> bool {
    let rig = world.resource::<Rig>();
    let Some(tokens) = world.get_resource::<Tokens>().filter(|_| rig.has_hand()) else {
        return false;
    };
    let screen = ui.ctx().content_rect();
    let corner = screen.right_top() + vec2(-CORNER[0], CORNER[1]);
    let places = tokens
        .all()
        .filter_map(|token| world.get::<Transform>(token));
    let shown = places.filter_map(|place| rig.token_on_screen(place.translation.xy()));
    is_in_corner(shown, corner)
}

/// Whether one of some rectangles reaches into the upper right corner of the window.
fn is_in_corner(mut tokens: impl Iterator<Item = Rect>, corner: egui::Pos2) -> bool {
    tokens.any(|token| token.max.x > corner.x && token.min.y < corner.y)
}

/// Shows the map itself.
fn map(world: &World, ui: &mut egui::Ui, asks: &mut Vec<Ask>) {
    let Some(picture) = world.resource::<Minimap>().picture.clone() else {
        return;
    };
    let seen = world.resource::<Rig>().visible_rect();
    let board = world.resource::<BoardView>();
    let bounds = board.bounds();
    let size = picture.size_vec2();
    let scale = (WIDTH / size.x).min(HEIGHT / size.y);
    let (space, _) = ui.allocate_exact_size(vec2(WIDTH, size.y * scale), Sense::hover());
    let rect = egui::Rect::from_center_size(space.center(), size * scale);
    let response = ui.interact(rect, ui.id().with("map"), Sense::click_and_drag());
    let painter = ui.painter().with_clip_rect(rect);
    let whole = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
    painter.image(picture.id(), rect, whole, Color32::WHITE);
    if bounds.is_empty() {
        return;
    }
    // Hex centers span the picture but for half a hex at each side.
    let to_map = |place: Vec2| {
        let share = (place - bounds.min) / bounds.size().max(Vec2::ONE);
        egui::pos2(
            rect.left() + share.x * rect.width(),
            rect.bottom() - share.y * rect.height(),
        )
    };
    let frame = egui::Rect::from_two_pos(to_map(seen.min), to_map(seen.max));
    let stroke = Stroke::new(1.2, Color32::from_rgb(240, 232, 205));
    painter.rect_stroke(frame, 1.0, stroke, egui::StrokeKind::Inside);
    if let Some(pointer) = response.interact_pointer_pos()
        && (response.clicked() || response.dragged())
    {
        let share = vec2(
            (pointer.x - rect.left()) / rect.width(),
            (rect.bottom() - pointer.y) / rect.height(),
        );
        let place = bounds.min + Vec2::new(share.x, share.y) * bounds.size();
        if let Some(tile) = board.tile_at(place) {
            asks.push(Ask::Look(tile));
        }
    }
    response.on_hover_text("Click to look there");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::grid::Layout;

    #[test]
    fn a_unit_in_the_upper_right_corner_is_not_under_the_map() {
        let corner = egui::pos2(1230.0, 140.0);
        let token =
            |x: f32, y: f32| Rect::from_center_half_size(Vec2::new(x, y), Vec2::splat(40.0));
        for (place, expected) in [
            ((1300.0, 60.0), true),
            ((1200.0, 160.0), true),
            ((1180.0, 60.0), false),
            ((1300.0, 190.0), false),
        ] {
            let tokens = [token(300.0, 300.0), token(place.0, place.1)];
            assert_eq!(
                is_in_corner(tokens.into_iter(), corner),
                expected,
                "{place:?}"
            );
        }
    }

    #[test]
    fn the_shifted_lines_of_a_layout_are_shifted_on_the_picture() {
        for (layout, size, corners) in [
            (Layout::PointyOddRows, [14, 8], [(0, 0), (2, 4)]),
            (Layout::PointyEvenRows, [14, 8], [(2, 0), (0, 4)]),
            (Layout::FlatOddColumns, [12, 10], [(0, 0), (0, 4)]),
            (Layout::FlatEvenColumns, [12, 10], [(0, 2), (0, 6)]),
        ] {
            let grid = Grid::new(layout, 3, 2);
            let image = map_picture(grid, 4, |tile| [tile.0 as u8 + 1, 0, 0]);
            assert_eq!(image.size, size, "{layout:?}");
            let rows = [0, 3].map(|tile: u8| {
                let is_it = |pixel: &Color32| pixel.a() > 0 && pixel.r() == tile + 1;
                let first = image.pixels.iter().position(is_it).expect("it is painted");
                (first % size[0], first / size[0])
            });
            assert_eq!(rows, corners, "{layout:?}");
        }
    }
}
