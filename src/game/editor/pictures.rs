//! Pictures of terrain and units for the panels, made when they are first shown.
//!
//! **Invariant:** the same pictures as on the board.

use std::fmt::Debug;
use std::hash::Hash;

use bevy::prelude::Resource;
use bevy_egui::egui;
use tiny_skia::{Pixmap, Transform as Shift};

use crate::battle::grid::Orientation;
use crate::content::terrain::Terrain;
use crate::game::kit::theme;
use crate::game::rules::playable::Playable;
use crate::game::table::art::{self, Relation, Sheet};
use crate::game::table::palette::Palette;
use crate::game::table::unit_view::Figure;
use crate::with_rules;

use super::Page;

/// What stands on the ground, for pictures of it; painted when it is first needed.
#[derive(Resource, Default)]
pub(super) struct Props(Option<Sheet>);

impl Props {
    /// Returns the picture of a kind of terrain.
    pub(super) fn terrain(
        &mut self,
        context: &egui::Context,
        terrain: &Terrain,
        height: f32,
    ) -> egui::Image<'static> {
        shown(context, &terrain.key, height, || {
            let sheet = self
                .0
                .get_or_insert_with(|| art::standing_sheet(Orientation::Pointy));
            art::swatch(terrain, sheet)
        })
    }
}

/// Returns the token of a kind of unit, by its post and key, on a side.
pub(super) fn unit(
    context: &egui::Context,
    page: &Page,
    kind: (usize, &str),
    side: usize,
    height: f32,
) -> egui::Image<'static> {
    let figure = figure(page, kind);
    shown(context, (&figure, side), height, || {
        let token = token(figure.as_ref(), side);
        let mut picture = token.plate;
        let paint = tiny_skia::PixmapPaint::default();
        if let Some(figure) = token.figure {
            picture.draw_pixmap(0, 0, figure.as_ref(), &paint, Shift::identity(), None);
        }
        picture
    })
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
        plate: art::plate_picture(relation, color, 0, false),
        figure: figure.map(|figure| figure.picture(color)),
        turns: figure.is_some_and(Figure::turns),
    }
}

/// Returns a picture at a height, painted if it is not kept by that key.
fn shown(
    context: &egui::Context,
    key: impl Hash + Debug,
    height: f32,
    paint: impl FnOnce() -> Pixmap,
) -> egui::Image<'static> {
    let texture = theme::texture(context, key, paint);
    let size = texture.size_vec2();
    egui::Image::new((
        texture.id(),
        egui::vec2(size.x * height / size.y.max(1.0), height),
    ))
}
