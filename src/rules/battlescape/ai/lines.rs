//! Lines between hexes that were traced before, kept while the side's knowledge stays as it was.
//!
//! Whoever fires again from where it stands weighs the same hexes again.
//!
//! **Invariant:** a kept line is the one that would be traced now.

use crate::battle::{grid::TileId, revision::Revision, sight::Sightline, unit::Side};

/// What a line is drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Fire of the side's own, along hexes in sight.
    Fire,
    /// Danger from others, by what the side remembers.
    Danger,
}

/// What lines depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    /// Who looks.
    pub side: Side,
    /// What it knows.
    pub knowledge: Revision,
    /// Where units stand, if they block lines.
    pub units: Option<Revision>,
}

/// The lines traced last, some of them.
#[derive(Debug, Default)]
pub(super) struct Lines {
    stamp: Option<Stamp>,
    /// Number of the stamp; lines of other stamps do not count.
    epoch: u64,
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// Epoch, purpose and both ends; 0 is empty.
    key: u64,
    line: Sightline,
}

impl Lines {
    /// Number of lines that are kept, as a power of two: 80 KiB.
    const SLOTS: u32 = 11;

    /// Forgets all lines unless this holds as before.
    pub fn fit(&mut self, stamp: Stamp) {
        if self.stamp != Some(stamp) {
            self.stamp = Some(stamp);
            self.epoch += 1;
            self.slots.resize(1 << Self::SLOTS, Slot::default());
        }
    }

    /// Returns the line between two hexes, which `trace` draws if it is not known.
    pub fn get(
        &mut self,
        purpose: Purpose,
        from: TileId,
        to: TileId,
        trace: impl FnOnce() -> Sightline,
    ) -> Sightline {
        // Boards have less than 2^20 hexes, and nobody thinks 2^23 times about one.
        let ends = u64::from(from.0) << 20 | u64::from(to.0);
        let key = self.epoch << 41 | (purpose as u64) << 40 | ends;
        let place =
            (ends + purpose as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - Self::SLOTS);
        let slot = &mut self.slots[place as usize];
        if slot.key != key {
            *slot = Slot { key, line: trace() };
        }
        slot.line
    }
}
