//! The side of a target that an attack comes from.
//!
//! **Invariant:** three of six directions are the front, two the sides, one the back.

use serde::{Deserialize, Serialize};

use crate::battle::grid::Direction;
use crate::rules::kit::words::worded;

worded! {
    /// The side of a target that an attack comes from.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Arc {
        #[default]
        Front = "front",
        Side = "side",
        Back = "back",
    }
}

/// Returns the side of a target that faces a direction from which an attack in another one comes.
pub fn arc(facing: Direction, attack: Direction) -> Arc {
    match facing.turns_to(attack) {
        0 => Arc::Back,
        1 => Arc::Side,
        _ => Arc::Front,
    }
}
