//! Pictures of terrain and units for the panels, made when they are first shown.
//!
//! **Invariant:** the same pictures as on the board.

use std::collections::BTreeMap;

use bevy::{math::Vec2, prelude::Resource};
use bevy_egui::egui;
use tiny_skia::{
    Color, FillRule, FilterQuality, Paint, Path, PathBuilder, Pattern, Pixmap, PixmapRef, Rect,
    Shader, SpreadMode, Transform as Shift,
};

use crate::{
    battle::grid::Layout,
    content::terrain::{Obstacle, Terrain},
    game::{
        rules::playable::Playable,
        table::{
            art::{self, LAYERS, Masonry, Prop, Relation, SHEET, Sheet, Stamp, Standing},
            palette::Palette,
            unit_view::Figure,
        },
    },
    with_rules,
};

use super::Page;

/// Pictures by what they show.
#[derive(Resource, Default)]
pub(super) struct Pictures {
    terrains: BTreeMap<String, egui::TextureHandle>,
    /// Tokens by figure and side.
    tokens: BTreeMap<(Option<Figure>, usize), egui::TextureHandle>,
    /// What stands on the ground; painted when it is first needed.
    sheet: Option<Sheet>,
}

impl Pictures {
    /// Returns the picture of a kind of terrain.
    pub(super) fn terrain(
        &mut self,
        context: &egui::Context,
        terrain: &Terrain,
        height: f32,
    ) -> egui::Image<'static> {
        let sheet = self
            .sheet
            .get_or_insert_with(|| art::standing_sheet(Layout::PointyOddRows));
        let key = terrain.key.clone();
        shown(&mut self.terrains, context, key, height, || {
            swatch(terrain, sheet)
        })
    }

    /// Returns the token of a kind of unit, by its post and key, on a side.
    pub(super) fn unit(
        &mut self,
        context: &egui::Context,
        page: &Page,
        kind: (usize, &str),
        side: usize,
        height: f32,
    ) -> egui::Image<'static> {
        let figure = figure(page, kind);
        let key = (figure.clone(), side);
        shown(&mut self.tokens, context, key, height, || {
            let token = token(figure.as_ref(), side);
            let mut picture = token.plate;
            let paint = tiny_skia::PixmapPaint::default();
            if let Some(figure) = token.figure {
                picture.draw_pixmap(0, 0, figure.as_ref(), &paint, Shift::identity(), None);
            }
            picture
        })
    }
}

/// The pictures a token is made of.
pub(super) struct Token {
    /// The plate, in the color and shape of its side.
    pub(super) plate: Pixmap,
    /// Who is on it; nobody, if the kind is unknown.
    pub(super) figure: Option<Pixmap>,
    /// Whether the figure is turned with its facing.
    pub(super) turns: bool,
}

/// Returns the figure of a kind of unit, by its post and key; `None` if the kind is unknown.
pub(super) fn figure(page: &Page, (post, key): (usize, &str)) -> Option<Figure> {
    with_rules!(page.draft.rules(), R => R::figure(&page.catalog, post, key))
}

/// Paints the token of a figure on a side.
pub(super) fn token(figure: Option<&Figure>, side: usize) -> Token {
    let relation = Relation::ALL[side.min(Relation::ALL.len() - 1)];
    let color = Palette::Normal.color(relation.meaning());
    Token {
        plate: art::plate_picture(relation, color),
        figure: figure.map(|figure| figure.picture(color)),
        turns: matches!(figure, Some(Figure::Ship(_))),
    }
}

/// Returns a picture at a height, made if it is not yet.
fn shown<K: Ord>(
    made: &mut BTreeMap<K, egui::TextureHandle>,
    context: &egui::Context,
    key: K,
    height: f32,
    paint: impl FnOnce() -> Pixmap,
) -> egui::Image<'static> {
    let texture = made.entry(key).or_insert_with(|| {
        let picture = paint();
        let size = [picture.width() as usize, picture.height() as usize];
        let image = egui::ColorImage::from_rgba_premultiplied(size, picture.data());
        context.load_texture("picture", image, egui::TextureOptions::LINEAR)
    });
    let size = texture.size_vec2();
    egui::Image::new((
        texture.id(),
        egui::vec2(size.x * height / size.y.max(1.0), height),
    ))
}

/// Paints a hex of a terrain kind with what stands on it, as the board shows it.
fn swatch(terrain: &Terrain, sheet: &Sheet) -> Pixmap {
    let mut picture = Pixmap::new(art::PICTURE.x, art::PICTURE.y).expect("the size is not zero");
    // What has no ground of its own stands on grass.
    let surface = usize::from(art::surface(terrain)).min(LAYERS) % LAYERS;
    let mut pixels = art::surface_picture(surface);
    pixels.chunks_exact_mut(4).for_each(|pixel| pixel[3] = 255);
    let side = u32::try_from(art::SURFACE).expect("surfaces are small");
    if let Some(ground) = PixmapRef::from_bytes(&pixels, side, side) {
        let shader = Pattern::new(
            ground,
            SpreadMode::Repeat,
            FilterQuality::Bilinear,
            1.0,
            Shift::identity(),
        );
        fill_hex(&mut picture, shader);
        // Water is tinted by the board's light; here by its color from afar.
        let [red, green, blue] = art::ground_color(terrain);
        let alpha = match (art::standing(terrain), terrain.obstacle) {
            (Standing::Nothing, Obstacle::Blocks) => 215,
            (Standing::Nothing, _) => 120,
            _ => 0,
        };
        fill_hex(
            &mut picture,
            Shader::SolidColor(Color::from_rgba8(red, green, blue, alpha)),
        );
    }
    for piece in pieces(art::standing(terrain)) {
        let stamp = sheet.stamps.get(&piece).and_then(|stamps| stamps.first());
        if let Some(stamp) = stamp {
            stamp_on(&mut picture, sheet, stamp);
        }
    }
    picture
}

/// Lists the pictures that make up what stands there, the lowest first.
fn pieces(standing: Standing) -> Vec<Prop> {
    let run = |masonry: Masonry| {
        vec![
            Prop::ArmFace(masonry, 3),
            Prop::ArmFace(masonry, 0),
            Prop::PostFace(masonry),
            Prop::ArmTop(masonry, 3),
            Prop::ArmTop(masonry, 0),
            Prop::PostTop(masonry),
        ]
    };
    let with = |piece: Prop| {
        let mut all = run(Masonry::Stone);
        all.push(piece);
        all
    };
    match standing {
        Standing::Nothing => Vec::new(),
        Standing::Tree => vec![Prop::Shade, Prop::Tree],
        Standing::Bush => vec![Prop::Bush],
        Standing::LowWall => run(Masonry::Low),
        Standing::Wall => run(Masonry::Stone),
        Standing::WoodWall => run(Masonry::Wood),
        Standing::Window => with(Prop::Window(Masonry::Stone, 0)),
        Standing::Door => with(Prop::Door(Masonry::Stone, 0)),
        Standing::OpenDoor => with(Prop::OpenDoor(Masonry::Stone, 0)),
        Standing::Crate => vec![Prop::Crate],
        Standing::Rubble => vec![Prop::Heap],
        Standing::Rocks => vec![Prop::Rocks],
    }
}

/// Draws a picture of the sheet with its foot in the middle.
fn stamp_on(picture: &mut Pixmap, sheet: &Sheet, stamp: &Stamp) {
    let Some(source) = PixmapRef::from_bytes(&sheet.pixels, SHEET, SHEET) else {
        return;
    };
    let [low, high] = stamp.uv.map(|uv| uv * SHEET as f32);
    let middle = art::PICTURE.as_vec2() / 2.0;
    let corner = Vec2::new(middle.x + stamp.corner.x, middle.y - stamp.corner.y);
    let scale = stamp.size / (high - low);
    let shift = Shift::from_translate(-low.x, -low.y)
        .post_scale(scale.x, scale.y)
        .post_translate(corner.x, corner.y);
    let area = Rect::from_xywh(corner.x, corner.y, stamp.size.x, stamp.size.y);
    if let Some(area) = area {
        let paint = Paint {
            shader: Pattern::new(source, SpreadMode::Pad, FilterQuality::Bilinear, 1.0, shift),
            ..Paint::default()
        };
        picture.fill_rect(area, &paint, Shift::identity(), None);
    }
}

fn hex_path() -> Option<Path> {
    let middle = art::PICTURE.as_vec2() / 2.0;
    let mut path = PathBuilder::new();
    for corner in 0..6_u8 {
        let angle = (f32::from(corner) * 60.0 + 30.0).to_radians();
        let place = middle + Vec2::from_angle(angle) * 50.0;
        match corner {
            0 => path.move_to(place.x, place.y),
            _ => path.line_to(place.x, place.y),
        }
    }
    path.close();
    path.finish()
}

fn fill_hex(picture: &mut Pixmap, shader: Shader) {
    if let Some(path) = hex_path() {
        let paint = Paint {
            anti_alias: true,
            shader,
            ..Paint::default()
        };
        picture.fill_path(&path, &paint, FillRule::Winding, Shift::identity(), None);
    }
}
