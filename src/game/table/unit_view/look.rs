//! What a token shows of a unit.
//!
//! **Invariant:** made of what the player's side knows of the unit, nothing else.

use bevy::prelude::*;
use tiny_skia::Pixmap;

use crate::battle::unit::Health;
use crate::game::table::art::{
    self, Arm, Arms, Counter, Drawing, Person, Pip, Pose, Relation, Stock,
};

/// Most pips on a token; the rest is less urgent.
pub const PIPS: usize = 5;

/// The figure on a token.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Figure {
    /// Somebody on foot, or a beast.
    Fighter {
        drawing: Drawing,
        /// What it carries.
        arm: Arm,
        /// How it holds itself at rest.
        pose: Pose,
        /// Who it is, as far as the drawing shows that.
        person: Person,
    },
    /// A ship, seen from above.
    Ship(Drawing),
    /// A machine, seen from above, with what it holds.
    Machine { drawing: Drawing, arms: Arms },
    /// A counter of a formation, which lies flat and is never turned.
    Counter(Counter),
}

impl Figure {
    /// Returns the figure of somebody on foot who stands.
    pub fn fighter(drawing: Drawing, arm: Arm, person: Person) -> Self {
        let person = drawing.shows(person);
        Self::Fighter {
            drawing,
            arm,
            pose: Pose::Stand,
            person,
        }
    }

    /// Whether it is seen from above and turned with its facing; fighters stand upright and look to one side,
    /// counters lie as they lie.
    pub fn turns(&self) -> bool {
        matches!(self, Self::Ship(_) | Self::Machine { .. })
    }

    /// Whether it is mirrored where it looks to the left.
    pub fn looks_aside(&self) -> bool {
        matches!(self, Self::Fighter { .. })
    }

    /// Whether it lies on a plate and points somewhere.
    pub fn has_plate(&self) -> bool {
        !matches!(self, Self::Counter(_))
    }

    /// Has it hold itself in a way; ships and machines hold themselves in one way only.
    pub fn posed(mut self, to: Pose) -> Self {
        if let Self::Fighter { pose, .. } = &mut self {
            *pose = to;
        }
        self
    }

    /// Paints it in the color of its side.
    pub fn picture(&self, color: [u8; 3]) -> Pixmap {
        match self {
            Self::Fighter {
                drawing,
                arm,
                pose,
                person,
            } => art::figure_picture(drawing, *arm, color, *pose, *person),
            Self::Ship(drawing) => art::ship_picture(drawing, color),
            Self::Machine { drawing, arms } => art::machine_picture(drawing, *arms, color),
            Self::Counter(counter) => art::counter_picture(*counter, color),
        }
    }

    /// Paints head and shoulders, the whole ship, or the whole machine with its front up, in the color of its
    /// side.
    pub fn portrait(&self, color: [u8; 3]) -> Pixmap {
        match self {
            Self::Fighter {
                drawing,
                arm,
                person,
                ..
            } => art::portrait_picture(drawing, *arm, color, *person),
            Self::Ship(drawing) => art::ship_picture(drawing, color),
            Self::Machine { drawing, arms } => art::upright_picture(drawing, *arms, color),
            Self::Counter(counter) => art::counter_picture(*counter, color),
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
    /// What is written beside it; shown from near by.
    pub name: String,
    /// What tells it from its like, written on its plate; 0 is not.
    pub number: u8,
    /// The turn it was last seen in, when it is out of sight.
    pub ghost: Option<u16>,
    /// Whether it is the chosen unit.
    pub is_chosen: bool,
    pub is_aimed_at: bool,
}
