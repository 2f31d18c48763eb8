//! Lines between hexes that were traced before, kept while the side remembers the ground as it was.
//!
//! **Invariant:** a kept line is the one that would be traced now.

use crate::{
    battle::{grid::TileId, revision::Revision, sight::Sightline, unit::Side},
    rules::battlescape::side_view::SideView,
};

/// The lines traced last, some of them.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// Who looks and what it remembers.
    stamp: Option<(Side, Revision)>,
    /// Number of the stamp; lines of other stamps do not count.
    epoch: u64,
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// Epoch and both ends, the lower first; 0 is empty.
    key: u64,
    /// From the lower end.
    line: Sightline,
}

impl Lines {
    /// Number of lines that are kept, as a power of two: 192 KiB.
    const SLOTS: u32 = 12;

    /// Forgets all lines unless the side remembers the ground as before.
    pub fn fit(&mut self, view: SideView) {
        let stamp = Some((view.side(), view.memory()));
        if self.stamp != stamp {
            self.stamp = stamp;
            self.epoch += 1;
            self.slots.resize(1 << Self::SLOTS, Slot::default());
        }
    }

    /// Returns the line of sight between two hexes by what the side remembers; what blocks it is left
    /// out.
    pub fn sight(&mut self, view: SideView, from: TileId, to: TileId) -> Sightline {
        // A line is the same from both ends.
        let (low, high) = (from.min(to), from.max(to));
        // Boards have less than 2^20 hexes, and no battle changes 2^24 times.
        let ends = u64::from(low.0) << 20 | u64::from(high.0);
        let key = self.epoch << 40 | ends;
        let place = ends.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - Self::SLOTS);
        let slot = &mut self.slots[place as usize];
        if slot.key != key {
            let line = view.line(low, high);
            *slot = Slot { key, line };
        }
        match from == low {
            true => slot.line,
            false => slot.line.reversed(),
        }
    }
}
