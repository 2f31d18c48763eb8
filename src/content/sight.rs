//! Sight: figures that every rule set has, since the core looks by them.

use crate::content::declare::{choices, figures};

figures! {
    /// Sight of units (rules of squads §6).
    #[derive(Default)]
    pub struct SightFigures {
        /// Vision lost per tree on the line, hexes.
        pub tree_penalty: u8 [0..=100],
        /// Trees on a line that block it.
        pub trees_block: u8 [1..=3],
        /// Vision percent left when smoke lies on the line.
        pub smoke_percent: u16 [0..=100],
        /// Vision percent left at night, unless night-sighted.
        pub night_percent: u16 [0..=100],
        /// Vision gained at night to hexes under a flare, hexes.
        pub light_bonus: u8 [0..=24],
        /// C26: what a difference in height does.
        pub height: HeightSight,
        /// C27: whether visible units block lines of fire.
        pub units_block: bool,
        /// C29: how often smoke on a line applies its percentage.
        pub smoke: SmokeSight,
    }
}

choices! {
    /// What a difference in height does to sight (C26).
    #[derive(Default)]
    pub enum HeightSight {
        /// Only obstacles above the straight line of sight block.
        #[default]
        EyeLine,
        /// Only adjacent hexes are visible across a difference in height.
        Level,
    }

    /// How often smoke on a line applies its percentage of vision (C29).
    #[derive(Default)]
    pub enum SmokeSight {
        /// Once.
        #[default]
        Once,
        /// For each hex of smoke.
        PerHex,
    }
}
