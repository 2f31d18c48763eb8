//! A set of hexes: one bit each, with the stretch of words that may hold any.
//!
//! **Invariant:** words outside the span are zero, so that sets of few neighboring hexes are quick
//! to compare even on a large board.

use std::ops::Range;

use crate::battle::grid::TileId;

/// Hexes of one board.
#[derive(Debug, Default)]
pub struct TileSet {
    words: Vec<u64>,
    span: Range<usize>,
}

impl Clone for TileSet {
    fn clone(&self) -> Self {
        Self {
            words: self.words.clone(),
            span: self.span.clone(),
        }
    }

    /// Copies the words that may hold hexes, and uses the storage again.
    fn clone_from(&mut self, from: &Self) {
        if self.words.len() == from.words.len() {
            self.clear();
            let span = from.span.clone();
            self.words[span.clone()].copy_from_slice(&from.words[span.clone()]);
            self.span = span;
        } else {
            self.words.clone_from(&from.words);
            self.span = from.span.clone();
        }
    }
}

impl TileSet {
    /// Makes an empty set for boards of so many hexes.
    pub fn new(tiles: usize) -> Self {
        let mut set = Self::default();
        set.reset(tiles);
        set
    }

    /// Empties the set and fits it to boards of so many hexes, reusing storage.
    pub fn reset(&mut self, tiles: usize) {
        self.words.clear();
        self.words.resize(tiles.div_ceil(64), 0);
        self.span = 0..0;
    }

    /// Fits the set to boards of so many hexes; of another size it becomes empty.
    pub fn fit(&mut self, tiles: usize) {
        if self.words.len() != tiles.div_ceil(64) {
            self.reset(tiles);
        }
    }

    /// Takes all hexes out.
    pub fn clear(&mut self) {
        let span = std::mem::take(&mut self.span);
        self.words[span].fill(0);
    }

    /// Whether a hex is in the set.
    #[inline]
    pub fn contains(&self, tile: TileId) -> bool {
        self.words[tile.index() / 64] >> (tile.index() % 64) & 1 != 0
    }

    /// Whether no hex is in the set.
    pub fn is_empty(&self) -> bool {
        self.words[self.span.clone()].iter().all(|&word| word == 0)
    }

    /// Returns the number of hexes in the set.
    pub fn len(&self) -> usize {
        let words = &self.words[self.span.clone()];
        words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Puts a hex in.
    #[inline]
    pub fn insert(&mut self, tile: TileId) {
        self.put(tile.index() / 64, 1 << (tile.index() % 64));
    }

    /// Takes a hex out.
    #[inline]
    pub fn remove(&mut self, tile: TileId) {
        self.take(tile.index() / 64, 1 << (tile.index() % 64));
    }

    /// Puts a hex in or takes it out.
    #[inline]
    pub fn set(&mut self, tile: TileId, is_in: bool) {
        match is_in {
            true => self.insert(tile),
            false => self.remove(tile),
        }
    }

    /// Puts in the hexes of a word.
    #[inline]
    pub fn put(&mut self, word: usize, bits: u64) {
        if self.span.is_empty() {
            self.span = word..word + 1;
        } else {
            self.span = self.span.start.min(word)..self.span.end.max(word + 1);
        }
        self.words[word] |= bits;
    }

    /// Takes the hexes of a word out.
    #[inline]
    pub(super) fn take(&mut self, word: usize, bits: u64) {
        self.words[word] &= !bits;
    }

    /// Puts in up to 64 hexes in a row, one for each bit from the lowest.
    #[inline]
    pub fn put_row(&mut self, first: usize, bits: u64) {
        if bits == 0 {
            return;
        }
        let (word, shift) = (first / 64, first % 64);
        self.put(word, bits << shift);
        let rest = if shift == 0 { 0 } else { bits >> (64 - shift) };
        if rest != 0 {
            self.put(word + 1, rest);
        }
    }

    /// Returns up to 64 hexes in a row, one for each bit from the lowest.
    #[inline]
    pub(super) fn row(&self, first: usize, count: usize) -> u64 {
        let (word, shift) = (first / 64, first % 64);
        let mut bits = self.words[word] >> shift;
        if shift + count > 64 {
            bits |= self.words[word + 1] << (64 - shift);
        }
        bits & (u64::MAX >> (64 - count))
    }

    /// Puts words, at least one, behind all that were put in before, from the `first` on.
    pub(super) fn put_words(&mut self, first: usize, words: &[u64]) {
        let end = first + words.len();
        let start = if self.span.is_empty() {
            first
        } else {
            self.span.start
        };
        self.span = start..end;
        self.words[first..end].copy_from_slice(words);
    }

    /// Puts in the hexes that are in one of two sets of the same board and not in the other.
    pub(super) fn put_differences(&mut self, one: &Self, other: &Self) {
        let (one_span, other_span) = (one.span(), other.span());
        let first = one_span.start.min(other_span.start);
        for word in first..one_span.end.max(other_span.end) {
            match one.words[word] ^ other.words[word] {
                0 => {}
                bits => self.put(word, bits),
            }
        }
    }

    /// Returns one word.
    #[inline]
    pub fn word(&self, word: usize) -> u64 {
        self.words[word]
    }

    /// Returns the number of words of the whole board.
    #[inline]
    pub(super) fn word_count(&self) -> usize {
        self.words.len()
    }

    /// Returns the words that may hold any hexes.
    #[inline]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Lists the hexes in order.
    pub fn iter(&self) -> impl Iterator<Item = TileId> + '_ {
        let span = self.span.clone();
        span.flat_map(|word| tiles_of(word, self.words[word]))
    }
}

/// Lists the hexes of a word.
pub fn tiles_of(word: usize, mut bits: u64) -> impl Iterator<Item = TileId> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros())?;
        bits &= bits - 1;
        Some(TileId((word * 64) as u32 + bit))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let mut set = TileSet::new(300);
        assert!(set.is_empty());
        let tiles = [3, 63, 64, 200, 299].map(TileId);
        for &tile in tiles.iter().rev() {
            set.insert(tile);
        }
        assert_eq!(set.iter().collect::<Vec<_>>(), tiles);
        assert_eq!(set.len(), tiles.len());
        assert!(set.contains(TileId(200)) && !set.contains(TileId(201)));
        set.clear();
        assert_eq!(set.iter().next(), None);
        assert!(!set.contains(TileId(3)));
    }

    #[test]
    fn a_row_may_run_over_the_end_of_a_word() {
        for first in 0..130 {
            let mut set = TileSet::new(256);
            set.put_row(first, 0b1011_0000_0000_0001);
            assert_eq!(set.row(first, 64), 0b1011_0000_0000_0001);
            assert_eq!(set.row(first + 1, 12), 0b1000_0000_0000);
            let expected = [0, 12, 13, 15].map(|bit| TileId((first + bit) as u32));
            assert_eq!(set.iter().collect::<Vec<_>>(), expected);
        }
    }
}
