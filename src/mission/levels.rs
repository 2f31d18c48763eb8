//! Heights of ground, one character a hex in mission files: `.` or `0` to `9`, then `A` to `U` for 10 to
//! 30, and `a` to `i` for −1 to −9.
//!
//! **Invariant:** every height that is written reads as itself.

use std::ops::RangeInclusive;

/// Heights that ground may have, in levels.
pub const LEVELS: RangeInclusive<i8> = -9..=30;

/// What the drawing of heights may hold, in words.
pub(crate) const ALLOWED: &str = ". and 0 to 9, A to U for 10 to 30, a to i for -1 to -9";

/// Returns the height that a character stands for.
pub fn level_of(c: char) -> Option<i8> {
    let level = match c {
        '.' => 0,
        '0'..='9' => c as i32 - '0' as i32,
        'A'..='Z' => 10 + c as i32 - 'A' as i32,
        'a'..='z' => -1 - (c as i32 - 'a' as i32),
        _ => return None,
    };
    i8::try_from(level)
        .ok()
        .filter(|level| LEVELS.contains(level))
}

/// Returns the character for a height; beyond [`LEVELS`], that for the nearest one.
pub fn level_char(level: i8) -> char {
    let level = level.clamp(*LEVELS.start(), *LEVELS.end());
    let from = |first: u8, steps: i8| char::from(first.saturating_add(steps.unsigned_abs()));
    match level {
        0 => '.',
        1..=9 => from(b'0', level),
        10.. => from(b'A', level - 10),
        _ => from(b'a', -1 - level),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_height_has_a_character_of_its_own() {
        for level in LEVELS {
            assert_eq!(level_of(level_char(level)), Some(level));
        }
        let drawn: String = LEVELS.map(level_char).collect();
        assert_eq!(drawn, "ihgfedcba.123456789ABCDEFGHIJKLMNOPQRSTU");
    }

    #[test]
    fn heights_one_beyond_either_end_are_none() {
        assert_eq!(['V', 'j', '-', '²', '٣'].map(level_of), [None; 5]);
        assert_eq!([level_char(31), level_char(-10)], ['U', 'i']);
        assert_eq!([level_char(i8::MAX), level_char(i8::MIN)], ['U', 'i']);
    }
}
