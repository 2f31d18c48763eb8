//! Terrain kinds and hexside features: what a hex costs to enter, hides and protects.
//!
//! **Invariant:** figures are data; the geometry in `battle` knows only these properties, no names.

use crate::content::Catalog;
use crate::content::declare::choices;
use crate::content::definition::{Text, ids, records};

ids! { Catalog:
    terrains: Terrain = TerrainId, terrain, terrain_named;
    hexsides: Hexside = HexsideId, hexside, hexside_named;
}

choices! {
    /// What a hex does to sight (rules of squads §6 and §10).
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

records! {
    /// One terrain kind.
    #[derive(Default)]
    pub struct Terrain: "terrain" {
        /// Key in content and mission files, such as `low_wall`.
        pub key: String [Text::Name],
        /// Name shown to people, such as "Low wall".
        pub name: String [Text::Name],
        /// Move cost multiplier in percent (100 = ×1); `None` cannot be entered.
        pub move_percent in "move": Option<u16> [50..=300],
        /// What it does to lines of sight.
        pub obstacle: Obstacle = Obstacle::Open,
        /// Cover it gives.
        pub cover: Cover = Cover::None,
        /// Whether it covers only a unit standing in it, not the hex behind it (rubble).
        pub cover_own_hex_only: bool = false,
        /// Whether fire can catch here.
        pub flammable: bool = false,
        /// Damage on entry and in each resolution (lava), hit points; 0 for none.
        pub hazard_damage: u16 [0..=1000] = 0,
        /// Whether ground poisons on entry and in each resolution (acid).
        pub poisons: bool = false,
        /// Hit points until it breaks; `None` cannot be broken.
        pub health: Option<u8> [1..=250] = None,
        /// For a door: the kind it turns into when opened or closed.
        pub door_to: Option<TerrainId> = None,
        /// What is left of it once it breaks.
        pub breaks_to: Option<TerrainId> = None,
        /// What is left of it when a fire on it goes out; `None` outlasts fires.
        pub burns_to: Option<TerrainId> = None,
    }

    /// One hexside feature (fence, stream): lies between two hexes.
    pub struct Hexside: "hexside" {
        /// Key in content and mission files; `none` for the plain side.
        pub key: String [Text::Name],
        /// Name shown to people.
        pub name: String [Text::Name],
        /// Move surcharge in percent of the base cost of a hex (100 = as much as one plain hex);
        /// `None` cannot be crossed.
        pub surcharge_percent in "surcharge": Option<u16> [0..=300],
    }
}
