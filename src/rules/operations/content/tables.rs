//! Tables of results: barrage, anti-armor, assault, morale and captures.
//!
//! **Invariant:** `read` checks that bands follow each other without a gap.

use crate::content::declare::figures;

/// Columns of the assault tables (§11).
pub const COLUMNS: usize = 12;

/// One number for each column of the assault tables.
pub type Column = [u8; COLUMNS];

figures! {
    /// Tables of results.
    #[derive(Default)]
    pub struct Tables {
        /// Rows of the barrage table, by points (§6).
        pub barrage: Vec<BarrageRow>,
        /// Damage in tenths of the points, by die (§9).
        pub anti_armor: [u8; 6] [0..=100],
        /// Differential from which each column of the assault tables holds, but the first (§11).
        pub differentials: [i16; 11] [-100..=100],
        /// Percent that attackers lose, by die and column (§11).
        pub attacker: [[u8; 12]; 6] [0..=100],
        /// Sum of two dice up to which an assault ends Engaged; 0 is never.
        pub engaged: [u8; 12] [0..=12],
        /// Sum of two dice up to which losses of attackers are captured; 0 is never.
        pub attacker_captured: [u8; 12] [0..=12],
        /// Percent that defenders lose, by die and column (§11).
        pub defender: [[u8; 12]; 6] [0..=100],
        /// Sums of two dice up to which defenders retreat 1, 2 and 3 hexes; 0 is never.
        pub retreat: [[u8; 12]; 3] [0..=12],
        /// Sum of two dice up to which losses of defenders are captured; 0 is never.
        pub defender_captured: [u8; 12] [0..=12],
        /// Percent of the losses that are captured, by die (§11).
        pub captured: [u8; 6] [0..=100],
        /// Cohesion from which each morale of the next figure holds, falling; below the last is the last morale (§10).
        pub cohesion: [i16; 8] [-100..=100],
        /// Morale adjustments by cohesion.
        pub adjustment: [i16; 9] [-10..=10],
    }

    /// A row of the barrage table: rolls from which results hold, ranked 1 to 36; 0 is never.
    #[derive(Default)]
    pub struct BarrageRow {
        /// Fewest points of the row.
        pub points: u16 [0..=1000],
        /// Infantry: Pinned, 1 and 2 points.
        pub infantry: [u8; 3] [0..=36],
        /// Armor: Pinned, 1 and 2 points.
        pub armor: [u8; 3] [0..=36],
        /// Guns: 1 and 2 points; they are never Pinned.
        pub gun: [u8; 2] [0..=36],
        /// Trucks: 1 and 2.
        pub truck: [u8; 2] [0..=36],
    }
}
