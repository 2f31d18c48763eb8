//! What a token shows of a unit.
//!
//! **Invariant:** made of what the player's side knows of the unit, nothing else.

use bevy::prelude::*;
use tiny_skia::Pixmap;

use crate::{
    battle::unit::Health,
    game::table::art::{self, Arm, Drawing, Pip, Pose, Relation, Stock},
};

/// Most pips on a token; the rest is less urgent.
pub const PIPS: usize = 5;

/// The figure on a token.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Figure {
    /// Somebody on foot, or a beast.
    Fighter {
        drawing: Drawing,
        /// What it carries.
        arm: Arm,
        /// How it holds itself at rest.
        pose: Pose,
    },
    /// A ship, seen from above.
    Ship(Drawing),
}

impl Figure {
    /// Paints it in the color of its side.
    pub fn picture(&self, color: [u8; 3]) -> Pixmap {
        match self {
            Self::Fighter { drawing, arm, pose } => {
                art::figure_picture(drawing, *arm, color, *pose)
            }
            Self::Ship(drawing) => art::ship_picture(drawing, color),
        }
    }
}

/// What a token shows.
#[derive(Component, Clone, Debug, PartialEq)]
pub struct Look {
    pub figure: Figure,
    /// What its side is to the player.
    pub relation: Relation,
    /// Hit points, where they are known.
    pub health: Option<Health>,
    /// What a ship has left to fire and to burn, where that is known.
    pub stock: Option<Stock>,
    /// Pips, the most urgent first.
    pub pips: Vec<Pip>,
    /// Name of an own unit, number of another; shown from near by.
    pub name: String,
    /// The turn it was last seen in, when it is out of sight.
    pub ghost: Option<u16>,
    /// Whether it is the chosen unit.
    pub is_chosen: bool,
    pub is_aimed_at: bool,
}
