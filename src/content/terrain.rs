//! Terrain kinds and hexside features: what a hex costs to enter, hides and protects.
//!
//! **Invariant:** figures are data; the geometry in `battle` knows only these properties, no names.

use serde::{Deserialize, Serialize};

use crate::content::declare::choices;

/// Index of a terrain kind in [`Catalog::terrains`](crate::content::Catalog::terrains).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct TerrainId(pub u8);

/// Index of a hexside feature in [`Catalog::hexsides`](crate::content::Catalog::hexsides); 0 is none.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct HexsideId(pub u8);

choices! {
    /// What stands in a hex as far as sight is concerned (rules of squads §6 and §10).
    #[derive(Default)]
    pub enum Obstacle {
        /// Nothing: the top is the elevation.
        #[default]
        Open,
        /// A low obstacle: the top is the elevation + ½.
        Low,
        /// A tall obstacle: the top is the elevation + 1½.
        Tall,
        /// Bush or tree: hides partly; −3 vision each, a third one blocks.
        Partial,
        /// Blocks outright at any height (deep water).
        Blocks,
    }

    /// Protection by an obstacle.
    #[derive(Default)]
    pub enum Cover {
        /// No protection.
        #[default]
        None,
        /// Half cover.
        Half,
        /// Full cover.
        Full,
    }
}

/// One terrain kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terrain {
    /// Key in content and mission files, such as `low_wall`.
    pub key: String,
    /// Name shown to people, such as "Low wall".
    pub name: String,
    /// Move cost multiplier in percent (100 = ×1); `None` cannot be entered.
    pub move_percent: Option<u16>,
    /// What it does to lines of sight.
    pub obstacle: Obstacle,
    /// Cover it gives.
    pub cover: Cover,
    /// Whether it covers only a unit standing in it, not the hex behind it (rubble).
    pub cover_own_hex_only: bool,
    /// Whether fire can catch here.
    pub flammable: bool,
    /// Damage on entry and in each resolution (lava), hit points; 0 for none.
    pub hazard_damage: u16,
    /// Whether ground poisons on entry and in each resolution (acid).
    pub poisons: bool,
    /// Hit points until it breaks; `None` cannot be broken.
    pub health: Option<u8>,
    /// What is left of it then.
    pub breaks_to: Option<TerrainId>,
    /// What is left of it when a fire on it goes out; `None` outlasts fires.
    pub burns_to: Option<TerrainId>,
    /// For a door: the kind it turns into when opened or closed.
    pub door_to: Option<TerrainId>,
}

/// One hexside feature (fence, stream): lies between two hexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hexside {
    /// Key in content and mission files; `none` for the plain side.
    pub key: String,
    /// Name shown to people.
    pub name: String,
    /// Move surcharge in percent of the base cost of a hex (100 = as much as one plain hex);
    /// `None` cannot be crossed.
    pub surcharge_percent: Option<u16>,
}
