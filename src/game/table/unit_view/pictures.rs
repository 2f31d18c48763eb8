//! The pictures tokens are made of, painted when they are first needed; how a figure looks in other poses is
//! painted in the background before it moves.
//!
//! **Invariant:** all are of the palette in force; another palette has them painted again.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on};

use super::{Figure, Look, Tokens};
use crate::game::PutAway;
use crate::game::shell::settings::Settings;
use crate::game::table::art::{self, Badge, Pose, Relation, Stock};
use crate::game::table::palette::{Meaning, Palette};

/// What is painted when it is first needed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Picture {
    Figure(Figure, Relation),
    /// What a ship carries.
    Stock(Stock),
    /// The plate under a figure, with a number, and whether that has to be readable beside a figure that looks
    /// to the left.
    Plate(Relation, u8, bool),
    /// Its outline, for a ghost.
    Ghost(Relation),
}

/// Pictures of tokens and of what else is sprinkled over the board.
#[derive(Resource)]
pub struct TokenArt {
    palette: Palette,
    painted: BTreeMap<Picture, Handle<Image>>,
    /// What is painted in the background.
    ahead: BTreeMap<Picture, Task<Image>>,
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
    app.add_systems(PreStartup, load)
        .add_systems(
            Update,
            (
                repaint
                    .before(super::dress::dress)
                    .run_if(resource_changed::<Settings>),
                paint_ahead,
                take_painted.run_if(|art: Res<TokenArt>| !art.ahead.is_empty()),
            )
                .chain(),
        )
        .add_systems(PutAway, forget_figures);
}

fn load(mut commands: Commands, settings: Res<Settings>, mut images: ResMut<Assets<Image>>) {
    let palette = settings.palette;
    let mut add = |picture| images.add(art::image_with_copies(&picture));
    commands.insert_resource(TokenArt {
        palette,
        painted: BTreeMap::new(),
        ahead: BTreeMap::new(),
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
    art.ahead.clear();
    let aim = art::frame_picture("Aim", art.palette.color(Meaning::Aim));
    art.aim = images.add(art::image_with_copies(&aim));
    tokens.renew();
    looks.iter_mut().for_each(|mut look| look.set_changed());
}

impl TokenArt {
    /// Returns a picture in the palette in force.
    pub fn get(&mut self, images: &mut Assets<Image>, picture: Picture) -> Handle<Image> {
        let palette = self.palette;
        let painted = self.painted.entry(picture);
        painted
            .or_insert_with_key(|picture| images.add(image(picture, palette)))
            .clone()
    }
}

/// Paints a picture in a palette.
fn image(picture: &Picture, palette: Palette) -> Image {
    let color = |relation: Relation| palette.color(relation.meaning());
    art::image_with_copies(&match *picture {
        Picture::Figure(ref figure, relation) => figure.picture(color(relation)),
        Picture::Stock(stock) => art::stock_picture(stock),
        Picture::Plate(relation, number, looks_left) => {
            art::plate_picture(relation, color(relation), number, looks_left)
        }
        Picture::Ghost(relation) => art::ghost_picture(relation, color(relation)),
    })
}

/// Has tokens that changed painted as they will look when they walk or take cover.
fn paint_ahead(mut art: ResMut<TokenArt>, looks: Query<&Look, Changed<Look>>) {
    let (poses, palette) = ([0, 1, 2, 3].map(Pose::Step), art.palette);
    let moves =
        |look: &&Look| look.ghost.is_none() && matches!(look.figure, Figure::Fighter { .. });
    for look in looks.iter().filter(moves) {
        for pose in poses.into_iter().chain([Pose::Kneel]) {
            let picture = Picture::Figure(look.figure.clone().posed(pose), look.relation);
            if !art.painted.contains_key(&picture) && !art.ahead.contains_key(&picture) {
                let wanted = picture.clone();
                let task = async move { image(&wanted, palette) };
                let task = AsyncComputeTaskPool::get().spawn(task);
                art.ahead.insert(picture, task);
            }
        }
    }
}

/// Forgets who took part in a battle that is over: others look otherwise.
fn forget_figures(mut art: ResMut<TokenArt>) {
    art.painted
        .retain(|picture, _| !matches!(picture, Picture::Figure(..)));
    art.ahead.clear();
}

/// Takes over what was painted in the background.
fn take_painted(mut art: ResMut<TokenArt>, mut images: ResMut<Assets<Image>>) {
    let TokenArt { ahead, painted, .. } = &mut *art;
    for (picture, task) in ahead.extract_if(.., |_, task| task.is_finished()) {
        // Whoever could not wait for it has painted it.
        painted
            .entry(picture)
            .or_insert_with(|| images.add(block_on(task)));
    }
}
