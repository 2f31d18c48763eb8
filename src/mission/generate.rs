//! Boards made from a seed: forest, village, crash site and base interior.
//!
//! **Invariant:** every hex that can be entered is connected with every other (doors count as open),
//! both deployment zones are clear, and the ways from them to the middle differ by at most
//! [`UNFAIR_PERCENT`]. The same order and seed make the same board.

mod base;
mod canvas;
mod crash_site;
mod forest;
mod village;

use std::collections::BTreeMap;

use crate::battle::grid::{Grid, Layout, TileId};
use crate::content::Catalog;
use crate::content::declare::choices;
use crate::mission::BoardSetup;

use self::canvas::{Canvas, Palette};

/// Ways to the middle may differ by so much, percent of the shorter one.
pub const UNFAIR_PERCENT: u32 = 25;

/// Boards tried before a symmetric one is made, which is always fair.
const TRIES: u64 = 24;

/// Smallest board side that has room for everything.
pub const MIN_SIDE: u16 = 16;

choices! {
    /// What is made.
    pub enum Landscape {
        /// Groves, hills, ponds and a track.
        Forest,
        /// Houses along a crossing of roads.
        Village,
        /// A wreck at the end of its furrow in the woods.
        CrashSite,
        /// Rooms, doors and corridors.
        BaseInterior,
    }
}

impl Landscape {
    /// Returns the name of the zone that makes the scene what it is.
    pub fn place(self) -> &'static str {
        match self {
            Self::Forest => "clearing",
            Self::Village => "houses",
            Self::CrashSite => "wreck",
            Self::BaseInterior => "core",
        }
    }
}

/// Hexes that the place of a scene has at least.
pub const PLACE_LEAST: usize = 8;

/// An order for a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardPlan {
    /// What is made.
    pub scene: Landscape,
    /// Layout.
    pub layout: Layout,
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// How much stands about, percent of the usual.
    pub density: u16,
    /// Whether one half is the other turned by half a circle.
    pub mirrored: bool,
    /// Turns for which a hex on fire burns, and how dense its smoke is.
    pub fire: (u8, u8),
}

/// A board with the zones the generator knows of.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The board.
    pub board: BoardSetup,
    /// Zones by name: `west`, `east`, `north` and `south` to deploy, the same with ` edge` to leave,
    /// `center`, and the place the scene is named for.
    pub zones: BTreeMap<String, Vec<TileId>>,
}

/// Makes a board.
///
/// # Errors
/// Keys of terrain that the content lacks.
pub fn generate(
    plan: &BoardPlan,
    seed: u64,
    catalog: &Catalog,
) -> Result<Generated, Vec<&'static str>> {
    let palette = Palette::of(catalog)?;
    let grid = Grid::new(plan.layout, plan.width, plan.height);
    let paint = |attempt: u64, mirrored: bool| {
        // The golden ratio keeps the attempts of neighboring seeds apart.
        let seed = seed.wrapping_add(attempt.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut canvas = Canvas::new(grid, palette, catalog, plan, seed);
        match plan.scene {
            Landscape::Forest => forest::paint(&mut canvas),
            Landscape::Village => village::paint(&mut canvas),
            Landscape::CrashSite => crash_site::paint(&mut canvas),
            Landscape::BaseInterior => base::paint(&mut canvas),
        }
        canvas.finish(mirrored);
        canvas
    };
    let try_all = |attempts: std::ops::Range<u64>, mirrored: bool, needs_fairness: bool| {
        attempts.into_iter().find_map(|attempt| {
            let canvas = paint(attempt, mirrored);
            let is_good = canvas.has_place(plan.scene.place());
            (is_good && (canvas.is_fair() || !needs_fairness)).then_some(canvas)
        })
    };
    let canvas = try_all(0..TRIES, plan.mirrored, true)
        .or_else(|| try_all(TRIES..2 * TRIES, true, false))
        .unwrap_or_else(|| paint(2 * TRIES, true));
    Ok(canvas.into_board())
}
