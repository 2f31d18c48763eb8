//! Lines between hexes that were traced before, kept while the side remembers the ground as it was.
//!
//! **Invariant:** a kept line is the one that would be traced now.

use crate::battle::grid::TileId;
use crate::battle::revision::Revision;
use crate::battle::sight::{Nudge, Sightline};
use crate::battle::unit::Side;
use crate::rules::battlescape::side_view::SideView;

/// The lines traced last, some of them.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// What each side remembers, and the epoch of the lines traced by that.
    memories: Vec<(Side, Revision, u64)>,
    /// The epoch whose lines count now; those of others do not.
    epoch: u64,
    /// The last epoch that began.
    latest: u64,
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// Epoch and both ends, the lower first; 0 is empty.
    key: u64,
    /// From the lower end.
    line: Packed,
}

/// A line in few bytes, so that many stay near the processor.
///
/// From the lowest bit: whether it is open, its nudge, trees and smoke (8 each), first and last hex
/// (20 each); hexes without a first hex between them have all ones there.
#[derive(Clone, Copy, Debug, Default)]
struct Packed(u64);

/// Boards have less than 2^20 hexes.
const HEX_BITS: u32 = 20;
/// What is left of a key beside both ends.
const EPOCH_BITS: u32 = u64::BITS - 2 * HEX_BITS;
const NO_HEX: u64 = (1 << HEX_BITS) - 1;

impl Packed {
    fn pack(line: &Sightline) -> Self {
        let hex = |tile: Option<TileId>| tile.map_or(NO_HEX, |tile| tile.0.into());
        let fields = [
            (hex(line.last), HEX_BITS),
            (hex(line.first), HEX_BITS),
            (line.smoke.into(), 8),
            (line.trees.into(), 8),
            (line.nudge as u64, 1),
            (line.open.into(), 1),
        ];
        let all = fields.into_iter();
        Self(all.fold(0, |packed, (field, bits)| packed << bits | field))
    }

    /// Returns the line but for what blocks it.
    fn unpack(self) -> Sightline {
        let field = |from: u32, bits: u32| self.0 >> from & ((1 << bits) - 1);
        let hex = |from: u32| match field(from, HEX_BITS) {
            NO_HEX => None,
            hex => Some(TileId(hex as u32)),
        };
        Sightline {
            open: field(0, 1) != 0,
            nudge: match field(1, 1) {
                0 => Nudge::Plus,
                _ => Nudge::Minus,
            },
            trees: field(2, 8) as u8,
            smoke: field(10, 8) as u8,
            first: hex(18),
            last: hex(18 + HEX_BITS),
            blocker: None,
        }
    }
}

impl Lines {
    /// Number of lines that are kept, as a power of two: 64 KiB.
    const SLOTS: u32 = 12;

    /// Has those lines count that were traced by what the side remembers now.
    pub fn fit(&mut self, view: SideView) {
        let (side, memory) = (view.side(), view.memory());
        let known = self.memories.iter().find(|(other, ..)| *other == side);
        self.epoch = match known {
            Some(&(_, before, epoch)) if before == memory => epoch,
            _ => {
                self.begin_epoch();
                self.memories.retain(|(other, ..)| *other != side);
                self.memories.push((side, memory, self.latest));
                self.latest
            }
        };
    }

    /// Begins an epoch of which there are no lines yet.
    fn begin_epoch(&mut self) {
        self.latest += 1;
        // Battles in the same arena go on for ever, and no old line may come to count again.
        if self.latest >> EPOCH_BITS > 0 {
            self.latest = 1;
            self.memories.clear();
            self.slots.clear();
        }
        self.slots.resize(1 << Self::SLOTS, Slot::default());
    }

    /// Returns the line of sight between two hexes by what the side remembers; what blocks it is left
    /// out.
    pub fn sight(&mut self, view: SideView, from: TileId, to: TileId) -> Sightline {
        // A line is the same from both ends.
        let (low, high) = (from.min(to), from.max(to));
        let ends = u64::from(low.0) << HEX_BITS | u64::from(high.0);
        let key = self.epoch << (2 * HEX_BITS) | ends;
        let place = ends.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - Self::SLOTS);
        let slot = &mut self.slots[place as usize];
        if slot.key != key {
            let line = Packed::pack(&view.line(low, high));
            *slot = Slot { key, line };
        }
        let line = slot.line.unpack();
        match from == low {
            true => line,
            false => line.reversed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_counts_again_once_the_epochs_are_used_up() {
        let mut lines = Lines {
            latest: (1 << EPOCH_BITS) - 2,
            ..Lines::default()
        };
        lines.begin_epoch();
        assert_eq!(lines.latest, (1 << EPOCH_BITS) - 1);
        lines.slots[7].key = 1 << (2 * HEX_BITS) | 9;
        lines.begin_epoch();
        assert_eq!(lines.latest, 1);
        assert!(lines.slots.iter().all(|slot| slot.key == 0));
    }

    #[test]
    fn a_line_comes_out_as_it_went_in() {
        let hexes = [
            None,
            Some(TileId(0)),
            Some(TileId(1)),
            Some(TileId((1 << 20) - 2)),
        ];
        for (open, nudge) in [(true, Nudge::Minus), (false, Nudge::Plus)] {
            for (trees, smoke) in [(0, 0), (1, 255), (255, 2)] {
                for (first, last) in hexes.into_iter().flat_map(|a| hexes.map(|b| (a, b))) {
                    let line = Sightline {
                        open,
                        trees,
                        smoke,
                        first,
                        last,
                        blocker: None,
                        nudge,
                    };
                    assert_eq!(Packed::pack(&line).unpack(), line);
                }
            }
        }
    }
}
