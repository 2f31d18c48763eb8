//! The fingerprint of a battle: one number that two equal battles share.
//!
//! It is kept incrementally: tiles and fog toggle their share as they change, units are hashed
//! again when they were written, and the small rest (turn, verdict, dice, waiting plan) is hashed
//! on demand.
//!
//! **Invariant:** equal on any platform, thread count and build profile; the hash is our own.

use std::hash::{Hash, Hasher};

use bevy::prelude::*;

/// A hasher whose result does not depend on platform, process or Rust version.
#[derive(Clone, Copy, Debug)]
pub struct StableHasher(u64);

impl Default for StableHasher {
    fn default() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }
}

impl StableHasher {
    /// Mixes one word in.
    #[inline]
    fn mix(&mut self, word: u64) {
        self.0 = avalanche(self.0 ^ word);
    }
}

/// Spreads every bit of a word over all others (the finalizer of `SplitMix64`).
#[inline]
fn avalanche(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

impl Hasher for StableHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
        self.mix(bytes.len() as u64);
    }
    fn write_u8(&mut self, i: u8) {
        self.mix(u64::from(i));
    }
    fn write_u16(&mut self, i: u16) {
        self.mix(u64::from(i));
    }
    fn write_u32(&mut self, i: u32) {
        self.mix(u64::from(i));
    }
    fn write_u64(&mut self, i: u64) {
        self.mix(i);
    }
    fn write_usize(&mut self, i: usize) {
        self.mix(i as u64);
    }
    fn write_i8(&mut self, i: i8) {
        self.mix(i64::from(i) as u64);
    }
    fn write_i16(&mut self, i: i16) {
        self.mix(i64::from(i) as u64);
    }
    fn write_i32(&mut self, i: i32) {
        self.mix(i64::from(i) as u64);
    }
    fn write_i64(&mut self, i: i64) {
        self.mix(i as u64);
    }
    fn write_isize(&mut self, i: isize) {
        self.mix(i as u64);
    }
}

/// Hashes one value the same way everywhere.
pub fn stable_hash(value: &impl Hash) -> u64 {
    let mut hasher = StableHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The incremental part of the fingerprint.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Fingerprint {
    units: Vec<u64>,
    value: u64,
}

impl Fingerprint {
    /// Becomes another one, reusing storage.
    pub(super) fn copy(&mut self, from: &Self) {
        self.units.clone_from(&from.units);
        self.value = from.value;
    }

    /// Forgets everything; for set-up and snapshot restore.
    pub fn clear(&mut self) {
        self.units.clear();
        self.value = 0;
    }

    /// Returns the share of one fact of a kind (2^8) about a place: a change that adds it or, given
    /// twice, takes it out again.
    #[inline]
    pub fn fact(kind: u8, place: u32, value: u64) -> u64 {
        let word = (u64::from(kind) << 56) ^ u64::from(place);
        avalanche(avalanche(word) ^ value)
    }

    /// Takes over a change, which may combine many by exclusive or.
    #[inline]
    pub fn change(&mut self, change: u64) {
        self.value ^= change;
    }

    /// Replaces the share of a unit by the hash of its present state.
    pub fn set_unit(&mut self, index: usize, hash: u64) {
        if self.units.len() <= index {
            self.units.resize(index + 1, 0);
        }
        let share = avalanche(hash ^ (index as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93));
        self.value ^= self.units[index] ^ share;
        self.units[index] = share;
    }

    /// Returns the incremental value.
    pub fn value(&self) -> u64 {
        self.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_changed_twice_leaves_no_trace() {
        let mut print = Fingerprint::default();
        print.change(Fingerprint::fact(1, 7, 3));
        assert_ne!(print.value(), 0);
        print.change(Fingerprint::fact(1, 7, 3));
        assert_eq!(print.value(), 0);
    }

    #[test]
    fn units_that_swap_states_change_the_fingerprint() {
        let mut print = Fingerprint::default();
        print.set_unit(0, 10);
        print.set_unit(1, 20);
        let before = print.value();
        print.set_unit(0, 20);
        print.set_unit(1, 10);
        assert_ne!(print.value(), before);
        print.set_unit(0, 10);
        print.set_unit(1, 20);
        assert_eq!(print.value(), before);
    }
}
