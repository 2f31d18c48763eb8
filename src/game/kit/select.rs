//! Going from one unit or target to the next.

/// Returns what comes so many places after what is chosen, around the end; the first if nothing is.
pub fn after<T: Copy + PartialEq>(all: &[T], chosen: Option<T>, step: isize) -> Option<T> {
    let at = all.iter().position(|&one| Some(one) == chosen);
    let count = all.len().cast_signed();
    let next = at.map_or(0, |at| (at.cast_signed() + step).rem_euclid(count));
    all.get(next.cast_unsigned()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_goes_around_the_end_and_the_first_comes_where_nothing_is_chosen() {
        assert_eq!(after(&[4, 5, 6], Some(6), 1), Some(4));
        assert_eq!(after(&[4, 5, 6], Some(4), -1), Some(6));
        assert_eq!(after(&[4, 5, 6], None, -1), Some(4));
        assert_eq!(after::<u8>(&[], None, 1), None);
    }
}
