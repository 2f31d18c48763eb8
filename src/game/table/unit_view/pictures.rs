//! The pictures tokens are made of, painted when they are first needed.
//!
//! **Invariant:** all are of the palette in force; another palette has them painted again.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::{Look, Tokens};
use crate::{
    content::silhouette::Silhouette,
    game::{
        shell::settings::Settings,
        table::{
            art::{self, Arm, Badge, Hull, Pose, Relation, Stock},
            palette::{Meaning, Palette},
        },
    },
};

/// Pictures of tokens and of what else is sprinkled over the board.
#[derive(Resource)]
pub struct TokenArt {
    palette: Palette,
    figures: BTreeMap<(u8, Arm, Relation, Pose), Handle<Image>>,
    plates: BTreeMap<(Relation, bool), Handle<Image>>,
    ships: BTreeMap<(Hull, Relation), Handle<Image>>,
    stocks: BTreeMap<Stock, Handle<Image>>,
    pub(super) wedge: Handle<Image>,
    pub(super) ring: Handle<Image>,
    pub(super) aim: Handle<Image>,
    pub(super) arcs: Handle<Image>,
    pub(super) pips: Handle<Image>,
    /// Outline of the hex pointed at.
    pub outline: Handle<Image>,
    /// A step of the way, and one that is watched, to be tinted.
    pub steps: [Handle<Image>; 2],
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreStartup, load).add_systems(
        Update,
        repaint
            .before(super::dress::dress)
            .run_if(resource_changed::<Settings>),
    );
}

fn load(mut commands: Commands, settings: Res<Settings>, mut images: ResMut<Assets<Image>>) {
    let palette = settings.palette;
    let mut add = |picture| images.add(art::image_with_copies(&picture));
    commands.insert_resource(TokenArt {
        palette,
        figures: BTreeMap::new(),
        plates: BTreeMap::new(),
        ships: BTreeMap::new(),
        stocks: BTreeMap::new(),
        wedge: add(art::wedge_picture([0xFF, 0xF3, 0xD8])),
        ring: add(art::ring_picture([0xF6, 0xE2, 0xA4])),
        aim: add(art::aim_picture(palette.color(Meaning::Aim))),
        arcs: add(art::arc_sheet()),
        pips: add(art::pip_sheet()),
        outline: add(art::outline_picture()),
        steps: [Badge::Step, Badge::Watched].map(|badge| add(art::badge_picture(badge))),
    });
}

/// Forgets what was painted in another palette.
fn repaint(
    settings: Res<Settings>,
    mut art: ResMut<TokenArt>,
    mut images: ResMut<Assets<Image>>,
    mut tokens: ResMut<Tokens>,
    mut looks: Query<&mut Look>,
) {
    if art.palette == settings.palette {
        return;
    }
    art.palette = settings.palette;
    art.figures.clear();
    art.plates.clear();
    art.ships.clear();
    let aim = art::aim_picture(art.palette.color(Meaning::Aim));
    art.aim = images.add(art::image_with_copies(&aim));
    tokens.renew();
    looks.iter_mut().for_each(|mut look| look.set_changed());
}

impl TokenArt {
    /// Returns the color of a side in the palette in force.
    fn color(&self, relation: Relation) -> [u8; 3] {
        self.palette.color(relation.meaning())
    }

    /// Returns the picture of a figure.
    pub(super) fn figure(
        &mut self,
        images: &mut Assets<Image>,
        kind: Silhouette,
        arm: Arm,
        relation: Relation,
        pose: Pose,
    ) -> Handle<Image> {
        let color = self.color(relation);
        let key = (kind as u8, arm, relation, pose);
        let paint = || art::image_with_copies(&art::figure_picture(kind, arm, color, pose));
        (self.figures.entry(key))
            .or_insert_with(|| images.add(paint()))
            .clone()
    }

    /// Returns the picture of a ship.
    pub fn ship(
        &mut self,
        images: &mut Assets<Image>,
        hull: Hull,
        relation: Relation,
    ) -> Handle<Image> {
        let color = self.color(relation);
        let paint = || art::image_with_copies(&art::ship_picture(hull, color));
        (self.ships.entry((hull, relation)))
            .or_insert_with(|| images.add(paint()))
            .clone()
    }

    /// Returns the picture of what a ship carries.
    pub(super) fn stock(&mut self, images: &mut Assets<Image>, stock: Stock) -> Handle<Image> {
        let paint = || art::image_with_copies(&art::stock_picture(stock));
        (self.stocks.entry(stock))
            .or_insert_with(|| images.add(paint()))
            .clone()
    }

    /// Returns the picture of a plate, or of its outline for a ghost.
    pub(super) fn plate(
        &mut self,
        images: &mut Assets<Image>,
        relation: Relation,
        is_ghost: bool,
    ) -> Handle<Image> {
        let color = self.color(relation);
        let paint = || match is_ghost {
            true => art::ghost_picture(relation, color),
            false => art::plate_picture(relation, color),
        };
        (self.plates.entry((relation, is_ghost)))
            .or_insert_with(|| images.add(art::image_with_copies(&paint())))
            .clone()
    }
}
