//! The pictures tokens are made of, painted when they are first needed.
//!
//! **Invariant:** all are of the palette in force; another palette has them painted again.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::{Look, Tokens};
use crate::game::{
    shell::settings::Settings,
    table::{
        art::{self, Arm, Badge, Drawing, Pose, Relation, Stock},
        palette::{Meaning, Palette},
    },
};

/// What is painted when it is first needed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Picture {
    /// A figure with what it carries.
    Figure(Drawing, Arm, Relation, Pose),
    Ship(Drawing, Relation),
    /// What a ship carries.
    Stock(Stock),
    /// The plate under a figure.
    Plate(Relation),
    /// Its outline, for a ghost.
    Ghost(Relation),
}

/// Pictures of tokens and of what else is sprinkled over the board.
#[derive(Resource)]
pub struct TokenArt {
    palette: Palette,
    painted: BTreeMap<Picture, Handle<Image>>,
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
        painted: BTreeMap::new(),
        wedge: add(art::frame_picture("Wedge", [0xFF, 0xF3, 0xD8])),
        ring: add(art::frame_picture("Ring", [0xF6, 0xE2, 0xA4])),
        aim: add(art::frame_picture("Aim", palette.color(Meaning::Aim))),
        arcs: add(art::arc_sheet()),
        pips: add(art::pip_sheet()),
        outline: add(art::picture("marks", "outline", 1.0, 0)),
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
    art.painted.clear();
    let aim = art::frame_picture("Aim", art.palette.color(Meaning::Aim));
    art.aim = images.add(art::image_with_copies(&aim));
    tokens.renew();
    looks.iter_mut().for_each(|mut look| look.set_changed());
}

impl TokenArt {
    /// Returns a picture in the palette in force.
    pub fn get(&mut self, images: &mut Assets<Image>, picture: Picture) -> Handle<Image> {
        let palette = self.palette;
        let color = |relation: Relation| palette.color(relation.meaning());
        let paint = |picture: &Picture| match *picture {
            Picture::Figure(ref drawing, arm, relation, pose) => {
                art::figure_picture(drawing, arm, color(relation), pose)
            }
            Picture::Ship(ref drawing, relation) => art::ship_picture(drawing, color(relation)),
            Picture::Stock(stock) => art::stock_picture(stock),
            Picture::Plate(relation) => art::plate_picture(relation, color(relation)),
            Picture::Ghost(relation) => art::ghost_picture(relation, color(relation)),
        };
        let painted = self.painted.entry(picture);
        painted
            .or_insert_with_key(|picture| images.add(art::image_with_copies(&paint(picture))))
            .clone()
    }
}
