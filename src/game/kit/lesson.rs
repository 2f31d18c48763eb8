//! A step of a tutorial as it is shown: how far one is, what to do, and how to go on.

use super::piece::{Button, Ink, Piece, Pieces, faint, say};

/// A step of a tutorial.
pub struct Lesson {
    /// Of what it is a step.
    pub heading: &'static str,
    /// Its number from 1, and how many there are.
    pub place: (usize, usize),
    /// What to do; a lesson that is folded has its heading alone.
    pub text: String,
    /// Ways on, the last at the right end.
    pub ways: Vec<Button>,
}

impl Lesson {
    /// Returns how it is shown.
    pub fn pieces(self) -> Pieces {
        let (at, count) = self.place;
        let heading = say(self.heading).ink(Ink::Accent).size(12.5);
        let place = faint(format!("{at} of {count}"));
        let ways = self.ways.into_iter().rev().map(Piece::from).collect();
        let mut pieces = Pieces::default();
        pieces.line([heading.into(), place.into(), Piece::Right(ways)]);
        if !self.text.is_empty() {
            pieces.add(say(self.text).size(15.0));
        }
        pieces
    }
}
