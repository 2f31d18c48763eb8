//! What the ground is to the ear and eye: how steps sound on it and what flies when it is struck.
//!
//! **Invariant:** told by the terrain alone; looks at no battle.

use bevy::prelude::*;

use crate::content::terrain::Terrain;
use crate::game::table::sound::Cue;

/// A kind of ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Grass, earth and what grows.
    Soil,
    /// Sand and mud.
    Sand,
    /// Floors, roads, rubble and stone.
    Stone,
    /// Planks, crates and trunks.
    Wood,
    Glass,
    /// Water and other liquids.
    Water,
}

impl Ground {
    /// Returns the ground of a terrain kind, by the words in its key.
    pub fn of(terrain: &Terrain) -> Self {
        let words: Vec<_> = terrain.key.split('_').collect();
        let is = |names: &[&str]| words.iter().any(|word| names.contains(word));
        match () {
            () if is(&["water", "lava", "acid"]) => Self::Water,
            () if is(&["sand", "mud"]) => Self::Sand,
            () if is(&["window", "glass"]) => Self::Glass,
            () if is(&["wood", "door", "crate", "tree", "bush", "fence"]) => Self::Wood,
            () if is(&["wall", "floor", "road", "rubble", "rock"]) => Self::Stone,
            () => Self::Soil,
        }
    }

    /// Color of what flies when it is struck.
    pub(super) fn dust(self) -> Color {
        match self {
            Self::Soil => Color::srgb(0.46, 0.38, 0.24),
            Self::Sand => Color::srgb(0.78, 0.68, 0.46),
            Self::Stone => Color::srgb(0.62, 0.61, 0.58),
            Self::Wood => Color::srgb(0.52, 0.37, 0.22),
            Self::Glass => Color::srgb(0.78, 0.92, 0.96),
            Self::Water => Color::srgb(0.72, 0.86, 0.95),
        }
    }

    /// How a step on it sounds.
    pub(super) fn step(self) -> Cue {
        match self {
            Self::Soil => Cue::StepSoil,
            Self::Sand => Cue::StepSand,
            Self::Stone | Self::Glass | Self::Wood => Cue::StepStone,
            Self::Water => Cue::StepWater,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ground_is_known_by_the_words_of_its_key() {
        let ground = |key: &str| {
            Ground::of(&Terrain {
                key: key.into(),
                ..Terrain::default()
            })
        };
        assert_eq!(ground("shallow_water"), Ground::Water);
        assert_eq!(ground("wood_wall"), Ground::Wood);
        assert_eq!(ground("low_wall"), Ground::Stone);
        assert_eq!(ground("grass"), Ground::Soil);
        assert_eq!(ground("moss_of_another_pack"), Ground::Soil);
    }
}
