//! Content: definitions read from RON, checked as a whole, and handed out as one [`Catalog`].
//!
//! **Invariant:** nothing here touches a Bevy world; a [`Catalog`] is immutable once built and every
//! id inside it resolves.

pub mod battlescape;
pub mod terrain;

use crate::content::{
    battlescape::BattlescapeContent,
    terrain::{Hexside, HexsideId, Terrain, TerrainId},
};

/// Every definition of one set of content files.
#[derive(Clone, Debug, PartialEq)]
pub struct Catalog {
    /// Terrain kinds; a [`TerrainId`] is an index into this list.
    pub terrains: Vec<Terrain>,
    /// Hexside features; a [`HexsideId`] is an index into this list (entry 0 is the plain side).
    pub hexsides: Vec<Hexside>,
    /// Units, weapons, armor and rule figures of the battlescape.
    pub battlescape: BattlescapeContent,
}

impl Catalog {
    /// Returns the definition of a terrain kind.
    pub fn terrain(&self, id: TerrainId) -> &Terrain {
        &self.terrains[usize::from(id.0)]
    }

    /// Returns the definition of a hexside feature.
    pub fn hexside(&self, id: HexsideId) -> &Hexside {
        &self.hexsides[usize::from(id.0)]
    }

    /// Finds a terrain kind by its key in the content files.
    pub fn terrain_named(&self, key: &str) -> Option<TerrainId> {
        position(self.terrains.iter().map(|t| t.key.as_str()), key).map(TerrainId)
    }
}

fn position<'a>(mut keys: impl Iterator<Item = &'a str>, key: &str) -> Option<u8> {
    keys.position(|k| k == key)
        .and_then(|i| u8::try_from(i).ok())
}
