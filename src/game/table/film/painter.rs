//! Paints the board with what stands and moves on it, without a window and a graphics processor.
//!
//! **Invariant:** shows what [`Scenery`] and looks say, in the pictures that the window draws, too.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::math::Vec2;
use tiny_skia::{
    Color, FillRule, FilterQuality, LineCap, Paint, Path, PathBuilder, Pattern, Pixmap, Rect,
    Shader, SpreadMode, Stroke, Transform,
};

use super::stage::{Actor, Spark};
use crate::battle::grid::{Direction, Orientation, TileId};
use crate::battle::knowledge::Sight;
use crate::content::terrain::Terrain;
use crate::game::table::art::{self, Effect, HEX, Prop, Stamp};
use crate::game::table::board_view::{BoardView, Placed, Scenery, props};
use crate::game::table::palette::{Meaning, Palette};
use crate::game::table::unit_view::{Figure, Look, looks_left};

/// Width and height of a token in the world.
const TOKEN: f32 = 108.0;
/// Room around the hexes, in units of the world.
const RIM: f32 = 12.0;
/// Height of the bar that tells how far a film is, in pixels.
const BAR: f32 = 6.0;
/// Color of what nobody has seen, and of the space around the board.
const UNKNOWN: [u8; 4] = [0x1C, 0x22, 0x2C, 0xFF];
/// Laid over what is remembered, over each level below or above the middle one, and over the night.
const REMEMBERED: [u8; 4] = [0x1C, 0x22, 0x2C, 0x90];
const LOWER: [u8; 4] = [0, 0, 0, 0x1C];
const HIGHER: [u8; 4] = [0xFF, 0xFF, 0xF0, 0x14];
const NIGHT: [u8; 4] = [0x08, 0x0C, 0x28, 0x70];

/// A picture of which every pixel stands for so many of the drawing it was made from.
struct Small {
    picture: Pixmap,
    /// Pixels of the drawing for one of the picture, across and down.
    factor: f32,
}

impl Small {
    /// Makes a picture smaller by a power of two, so that what is drawn still smaller keeps its lines.
    fn of(drawing: Pixmap, pixels_for_one: f32) -> Self {
        let mut small = Self {
            picture: drawing,
            factor: 1.0,
        };
        while small.factor * 2.0 <= pixels_for_one && small.picture.width() > 8 {
            small.picture = halved(&small.picture);
            small.factor *= 2.0;
        }
        small
    }
}

fn halved(picture: &Pixmap) -> Pixmap {
    let (width, height) = (picture.width() / 2, picture.height() / 2);
    let mut half = Pixmap::new(width.max(1), height.max(1)).expect("the size is not zero");
    let across = picture.width() as usize * 4;
    let from = picture.data();
    for (index, pixel) in half.data_mut().chunks_exact_mut(4).enumerate() {
        let (x, y) = (index % width as usize * 8, index / width as usize * 2);
        for (channel, value) in pixel.iter_mut().enumerate() {
            let at = y * across + x + channel;
            let four = [at, at + 4, at + across, at + across + 4];
            let sum: u16 = four.iter().map(|&at| u16::from(from[at])).sum();
            *value = (sum / 4) as u8;
        }
    }
    half
}

/// Colors a white picture.
fn colored(mut picture: Pixmap, [red, green, blue]: [u8; 3]) -> Pixmap {
    let times = |value: u8, by: u8| (u16::from(value) * u16::from(by) / 255) as u8;
    for pixel in picture.data_mut().chunks_exact_mut(4) {
        for (value, by) in pixel.iter_mut().zip([red, green, blue]) {
            *value = times(*value, by);
        }
    }
    picture
}

fn solid([red, green, blue, alpha]: [u8; 4]) -> Paint<'static> {
    let mut paint = Paint {
        anti_alias: true,
        ..Paint::default()
    };
    paint.set_color_rgba8(red, green, blue, alpha);
    paint
}

/// What stands on the ground of boards of one orientation, painted once for many painters.
pub struct Stock {
    orientation: Orientation,
    picture: Pixmap,
    stamps: BTreeMap<Prop, Vec<Stamp>>,
}

impl Stock {
    /// Paints it.
    pub fn new(orientation: Orientation) -> Self {
        let art::Sheet { pixels, stamps } = art::standing_sheet(orientation);
        Self {
            orientation,
            picture: square(pixels, art::SHEET),
            stamps,
        }
    }

    /// Returns the orientation of its boards.
    pub fn orientation(&self) -> Orientation {
        self.orientation
    }
}

/// Takes pixels for a picture as wide as high.
fn square(pixels: Vec<u8>, side: u32) -> Pixmap {
    let size = tiny_skia::IntSize::from_wh(side, side);
    let picture = size.and_then(|size| Pixmap::from_vec(pixels, size));
    picture.expect("a square has as many pixels as it says")
}

/// Paints one board again and again.
pub struct Painter {
    board: BoardView,
    palette: Palette,
    /// Pixels for a unit of the world.
    scale: f32,
    /// The upper left corner in the world.
    corner: Vec2,
    size: (u32, u32),
    surfaces: BTreeMap<u8, Small>,
    standing: Small,
    stock: Arc<Stock>,
    tokens: BTreeMap<String, Small>,
    effects: BTreeMap<(Effect, [u8; 3]), Small>,
    /// The board without units, as it was painted last.
    ground: Pixmap,
}

impl Painter {
    /// Gets ready to paint a board so many pixels wide.
    pub fn new(stock: Arc<Stock>, board: BoardView, width: u32, palette: Palette) -> Self {
        let bounds = board.bounds();
        let half = (HEX.max_element() / 2.0 + RIM) * Vec2::ONE;
        let (low, high) = (bounds.min - half, bounds.max + half);
        let scale = width as f32 / (high.x - low.x);
        let height = ((high.y - low.y) * scale + BAR).ceil() as u32;
        Self {
            board,
            palette,
            scale,
            corner: Vec2::new(low.x, high.y),
            size: (width, height),
            surfaces: BTreeMap::new(),
            standing: Small::of(stock.picture.clone(), 1.5 / scale),
            stock,
            tokens: BTreeMap::new(),
            effects: BTreeMap::new(),
            ground: Pixmap::new(width, height).expect("the size is not zero"),
        }
    }

    /// Returns width and height of all pictures in pixels.
    pub fn size(&self) -> (u32, u32) {
        self.size
    }

    /// From the world to pixels.
    fn place(&self, at: Vec2) -> Vec2 {
        Vec2::new(at.x - self.corner.x, self.corner.y - at.y) * self.scale
    }

    /// Returns the outline of a hex in pixels, a little wider so that no seams show.
    fn outline(&self, tile: TileId) -> Path {
        let middle = self.place(self.board.center(tile));
        let mut path = PathBuilder::new();
        for (index, side) in Direction::ALL.into_iter().enumerate() {
            let angle = self.board.angle(side) + std::f32::consts::FRAC_PI_6;
            let corner =
                middle + Vec2::new(angle.cos(), -angle.sin()) * (HEX.y / 2.0 + 0.6) * self.scale;
            match index {
                0 => path.move_to(corner.x, corner.y),
                _ => path.line_to(corner.x, corner.y),
            }
        }
        path.close();
        path.finish().expect("six corners make an outline")
    }

    /// Paints the board without units.
    pub fn paint_ground(&mut self, scenery: &Scenery) {
        let mut ground = std::mem::replace(
            &mut self.ground,
            Pixmap::new(1, 1).expect("the size is not zero"),
        );
        let [red, green, blue, _] = UNKNOWN;
        ground.fill(Color::from_rgba8(red, green, blue, 255));
        let mut tiles: Vec<_> = scenery.grid().tiles().collect();
        tiles.sort_by(|&a, &b| self.board.center(b).y.total_cmp(&self.board.center(a).y));
        for &tile in &tiles {
            self.paint_hex(&mut ground, scenery, tile);
        }
        let mut placed = Vec::new();
        for &tile in &tiles {
            props(scenery, self.board.center(tile), tile, &mut placed);
        }
        let (shades, things): (Vec<_>, Vec<_>) = placed.iter().partition(|one| one.is_shade());
        for one in shades.into_iter().chain(things) {
            self.stamp(&mut ground, one);
        }
        for &tile in &tiles {
            self.paint_air(&mut ground, scenery, tile);
        }
        self.ground = ground;
    }

    fn paint_hex(&mut self, on: &mut Pixmap, scenery: &Scenery, tile: TileId) {
        let look = scenery.look(tile);
        let outline = self.outline(tile);
        let mut fill = |paint: &Paint| {
            on.fill_path(
                &outline,
                paint,
                FillRule::Winding,
                Transform::identity(),
                None,
            );
        };
        if look.is_known() {
            let terrain = ground_of(scenery, tile);
            let scale = self.scale;
            let surface = self.surface(art::layer(terrain).unwrap_or(art::STONE));
            let grown = scale * surface.factor;
            fill(&Paint {
                shader: Pattern::new(
                    surface.picture.as_ref(),
                    SpreadMode::Repeat,
                    FilterQuality::Bilinear,
                    1.0,
                    Transform::from_scale(grown, grown),
                ),
                anti_alias: true,
                ..Paint::default()
            });
            let [red, green, blue] = art::ground_color(terrain);
            fill(&solid([red, green, blue, 0x70]));
            let overlay = if look.elevation < 0 { LOWER } else { HIGHER };
            // What is far up or down differs less from level to level.
            let levels = look.elevation.unsigned_abs();
            for _ in 0..levels.min(5) + levels.saturating_sub(5).div_ceil(5) {
                fill(&solid(overlay));
            }
        }
        let grid = Stroke {
            width: 1.0_f32.max(1.4 * self.scale),
            ..Stroke::default()
        };
        let line = solid([0, 0, 0, if look.is_known() { 0x2C } else { 0x48 }]);
        on.stroke_path(&outline, &line, &grid, Transform::identity(), None);
    }

    /// Paints what lies over a hex and what stands there: night, fog, fire and smoke.
    fn paint_air(&mut self, on: &mut Pixmap, scenery: &Scenery, tile: TileId) {
        let look = scenery.look(tile);
        if !look.is_known() {
            return;
        }
        let outline = self.outline(tile);
        let mut fill = |color: [u8; 4]| {
            let paint = solid(color);
            on.fill_path(
                &outline,
                &paint,
                FillRule::Winding,
                Transform::identity(),
                None,
            );
        };
        if scenery.is_night() && !look.is_lit && look.fire == 0 {
            fill(NIGHT);
        }
        if look.sight != Sight::Visible {
            fill(REMEMBERED);
        }
        let middle = self.board.center(tile);
        if look.fire > 0 {
            for aside in [
                Vec2::new(-18.0, -6.0),
                Vec2::new(16.0, 2.0),
                Vec2::new(0.0, 16.0),
            ] {
                self.effect(
                    on,
                    Effect::Flame,
                    [0xFF, 0x9A, 0x38],
                    middle + aside,
                    46.0,
                    1.0,
                );
            }
        }
        let clouds = [
            (look.smoke, [0xC4, 0xC8, 0xCC]),
            (look.gas, [0x8E, 0xC6, 0x4A]),
        ];
        for (density, color) in clouds {
            if density > 0 {
                let strength = (0.35 + 0.15 * f32::from(density.min(3))).min(0.8);
                self.effect(on, Effect::Puff, color, middle, 120.0, strength);
            }
        }
    }

    /// Returns a surface of the ground in the size it is painted in.
    fn surface(&mut self, surface: u8) -> &Small {
        let scale = self.scale;
        self.surfaces.entry(surface).or_insert_with(|| {
            let mut pixels = art::surface_picture(usize::from(surface));
            // In place of alpha they tell how far each spot stands out.
            pixels.chunks_exact_mut(4).for_each(|pixel| pixel[3] = 255);
            Small::of(square(pixels, art::SURFACE as u32), 1.0 / scale)
        })
    }

    /// Paints what stands on a hex.
    fn stamp(&self, on: &mut Pixmap, one: &Placed) {
        let Some(variants) = self.stock.stamps.get(&one.prop) else {
            return;
        };
        let stamp = &variants[one.variant as usize % variants.len()];
        let side = self.standing.picture.width() as f32;
        let [low, high] = stamp.uv.map(|uv| uv * side);
        let fit = stamp.size / (high - low);
        let foot = self.place(one.at);
        let shader = Pattern::new(
            self.standing.picture.as_ref(),
            SpreadMode::Pad,
            FilterQuality::Bilinear,
            one.strength,
            Transform::from_translate(-low.x, -low.y).post_scale(fit.x, fit.y),
        );
        let place = Transform::from_translate(stamp.corner.x, -stamp.corner.y)
            .post_rotate(-one.turn.to_degrees())
            .post_scale(one.scale * self.scale, one.scale * self.scale)
            .post_translate(foot.x, foot.y);
        if let Some(area) = Rect::from_xywh(0.0, 0.0, stamp.size.x, stamp.size.y) {
            on.fill_rect(area, &textured(shader), place, None);
        }
    }

    /// Paints a colored effect so wide.
    fn effect(
        &mut self,
        on: &mut Pixmap,
        effect: Effect,
        color: [u8; 3],
        at: Vec2,
        width: f32,
        strength: f32,
    ) {
        let scale = self.scale;
        let small = (self.effects.entry((effect, color))).or_insert_with(|| {
            let picture = colored(art::effect_picture(effect), color);
            let wide = picture.width() as f32;
            Small::of(picture, wide / (width * scale))
        });
        let side = small.picture.width() as f32;
        let middle = Vec2::new(at.x - self.corner.x, self.corner.y - at.y) * scale;
        draw(
            on,
            &small.picture,
            middle,
            width * scale / side,
            0.0,
            strength,
        );
    }

    /// Paints a whole picture: the board, units, what flies and flashes, and how far the film is, from 0 to
    /// 1, with a notch where each turn begins.
    pub fn paint<'a>(
        &mut self,
        actors: impl Iterator<Item = &'a Actor>,
        sparks: &[Spark],
        progress: Option<(f32, &[f32])>,
    ) -> Pixmap {
        let mut picture = self.ground.clone();
        let mut actors: Vec<_> = actors.collect();
        actors.sort_by(|a, b| b.at.y.total_cmp(&a.at.y));
        for actor in actors {
            self.paint_token(&mut picture, actor);
        }
        for spark in sparks {
            self.paint_spark(&mut picture, spark);
        }
        if let Some((share, notches)) = progress {
            self.paint_progress(&mut picture, share, notches);
        }
        picture
    }

    fn paint_token(&mut self, on: &mut Pixmap, actor: &Actor) {
        let Actor { at, angle, look } = actor;
        let color = self.palette.color(look.relation.meaning());
        let is_ghost = look.ghost.is_some();
        let number = if is_ghost { 0 } else { look.number };
        let is_left = number > 0 && look.figure.looks_aside() && looks_left(*angle);
        let plate = || match is_ghost {
            true => art::ghost_picture(look.relation, color),
            false => art::plate_picture(look.relation, color, number, is_left),
        };
        let kind = format!("plate {:?} {is_ghost} {number} {is_left}", look.relation);
        let has_plate = look.figure.has_plate();
        if is_ghost || has_plate {
            self.paint_part(on, kind, *at, 0.0, 1.0, plate);
        }
        if !is_ghost {
            self.paint_health(on, *at, look);
        }
        let facing = -angle.to_degrees();
        if !is_ghost && has_plate && !matches!(look.figure, Figure::Ship(_)) {
            let wedge = || art::frame_picture("Wedge", [0xFF, 0xF3, 0xD8]);
            self.paint_part(on, "wedge".to_owned(), *at, facing, 1.0, wedge);
        }
        let turned = if look.figure.turns() { facing } else { 0.0 };
        let strength = if is_ghost { 0.42 } else { 1.0 };
        let kind = format!("{:?} {:?}", look.figure, look.relation);
        let figure = || look.figure.picture(color);
        self.paint_part(on, kind, *at, turned, strength, figure);
    }

    /// Paints one picture of a token, painted when it is first needed.
    fn paint_part(
        &mut self,
        on: &mut Pixmap,
        kind: String,
        at: Vec2,
        degrees: f32,
        strength: f32,
        picture: impl FnOnce() -> Pixmap,
    ) {
        let shown = art::TOKEN as f32 / (TOKEN * self.scale);
        let middle = self.place(at);
        let part = (self.tokens.entry(kind)).or_insert_with(|| Small::of(picture(), shown));
        draw(
            on,
            &part.picture,
            middle,
            part.factor / shown,
            degrees,
            strength,
        );
    }

    fn paint_health(&self, on: &mut Pixmap, at: Vec2, look: &Look) {
        let Some(health) = look.health else { return };
        let share = f32::from(health.now) / f32::from(health.max.max(1));
        let color = match share {
            share if share <= 0.25 => [0xF5, 0x54, 0x40, 0xFF],
            share if share <= 0.6 => [0xFA, 0xC7, 0x4C, 0xFF],
            _ => [0x80, 0xE0, 0x80, 0xFF],
        };
        let (middle, radius) = (self.place(at), 43.5 * self.scale);
        let steps = (share * 48.0).ceil() as usize;
        let mut path = PathBuilder::new();
        for step in 0..=steps {
            let angle = step as f32 / 48.0 * std::f32::consts::TAU;
            let point = middle + Vec2::new(angle.sin(), -angle.cos()) * radius;
            match step {
                0 => path.move_to(point.x, point.y),
                _ => path.line_to(point.x, point.y),
            }
        }
        if let Some(path) = path.finish() {
            let stroke = Stroke {
                width: (3.75 * self.scale).max(1.2),
                ..Stroke::default()
            };
            on.stroke_path(&path, &solid(color), &stroke, Transform::identity(), None);
        }
    }

    fn paint_spark(&mut self, on: &mut Pixmap, spark: &Spark) {
        match *spark {
            Spark::Line { from, to, color } => {
                let (from, to) = (self.place(from), self.place(to));
                let mut path = PathBuilder::new();
                path.move_to(from.x, from.y);
                path.line_to(to.x, to.y);
                let Some(path) = path.finish() else { return };
                let [red, green, blue] = color;
                for (width, alpha) in [(9.0, 0x50), (3.6, 0xF0)] {
                    let stroke = Stroke {
                        width: (width * self.scale).max(1.0),
                        line_cap: LineCap::Round,
                        ..Stroke::default()
                    };
                    let paint = solid([red, green, blue, alpha]);
                    on.stroke_path(&path, &paint, &stroke, Transform::identity(), None);
                }
            }
            Spark::Effect {
                effect,
                color,
                at,
                width,
            } => self.effect(on, effect, color, at, width, 0.95),
        }
    }

    fn paint_progress(&self, on: &mut Pixmap, share: f32, notches: &[f32]) {
        let (width, height) = (self.size.0 as f32, self.size.1 as f32);
        let mut fill = |from: f32, to: f32, color: [u8; 4]| {
            let (left, right) = (from * width, (to * width).max(from * width + 1.0));
            if let Some(area) = Rect::from_ltrb(left, height - BAR, right, height) {
                on.fill_rect(area, &solid(color), Transform::identity(), None);
            }
        };
        fill(0.0, 1.0, [0, 0, 0, 0xB0]);
        let [red, green, blue] = self.palette.color(Meaning::Path);
        fill(0.0, share, [red, green, blue, 0xFF]);
        for &notch in notches {
            fill(notch, notch, [0, 0, 0, 0xFF]);
        }
    }
}

/// Returns the terrain whose ground a hex has: that beside it, where a wall or the like stands on any.
fn ground_of(scenery: &Scenery, tile: TileId) -> &Terrain {
    let own = scenery.terrain(tile);
    if art::layer(own).is_some() {
        return own;
    }
    let near = scenery.grid().neighbors(tile).map(|(_, near)| near);
    let near = near.filter(|&near| scenery.look(near).is_known());
    let near = near.map(|near| scenery.terrain(near));
    near.filter(|terrain| art::layer(terrain).is_some())
        .min_by_key(|terrain| art::surface(terrain))
        .unwrap_or(own)
}

fn textured(shader: Shader) -> Paint {
    Paint {
        shader,
        anti_alias: false,
        ..Paint::default()
    }
}

/// Draws a picture around its middle.
fn draw(on: &mut Pixmap, picture: &Pixmap, middle: Vec2, scale: f32, degrees: f32, strength: f32) {
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    let place = Transform::from_translate(-width / 2.0, -height / 2.0)
        .post_rotate(degrees)
        .post_scale(scale, scale)
        .post_translate(middle.x, middle.y);
    let paint = tiny_skia::PixmapPaint {
        opacity: strength,
        quality: FilterQuality::Bilinear,
        ..Default::default()
    };
    on.draw_pixmap(0, 0, picture.as_ref(), &paint, place, None);
}
