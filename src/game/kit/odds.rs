//! Chances as panels show them: shares in percent, and how much damage is how likely.
//!
//! **Invariant:** writes down what a forecast says; works no odds out.

use std::collections::BTreeMap;

use super::piece::{Column, Ink, Piece, Pieces, faint, say};
use super::theme::icon::Icon;

/// How much of its health a unit may lose.
#[derive(Clone, Copy, Debug)]
pub struct Distribution<'a> {
    /// What is lost, such as "hull".
    pub health: &'static str,
    /// Hundredths of it that are lost on average.
    pub average: u32,
    /// The share of each loss.
    pub lost: &'a BTreeMap<u16, u16>,
    /// The share of all in which the unit is destroyed.
    pub destroyed: u16,
    /// The share that is certain.
    pub whole: u16,
}

impl Distribution<'_> {
    /// Returns what is lost on average, the chance to destroy, which is in a color if it is likely, and the
    /// shares as columns.
    pub fn pieces(&self, likely: Ink) -> [Piece; 2] {
        let text = format!(
            "average {}.{} {} · no damage {}",
            self.average / 100,
            self.average / 10 % 10,
            self.health,
            percent(self.share(0), self.whole)
        );
        [
            summary(
                likely,
                text,
                [self.destroyed, self.whole],
                "chance to destroy",
            ),
            Piece::Chart(46.0, self.columns()),
        ]
    }

    fn share(&self, lost: u16) -> u16 {
        self.lost.get(&lost).copied().unwrap_or(0)
    }

    /// Returns a column for each loss.
    fn columns(&self) -> Vec<Column> {
        let last = self.lost.keys().next_back().copied().unwrap_or(0);
        let column = |lost: u16| Column {
            share: u32::from(self.share(lost)) * 1000 / u32::from(self.whole.max(1)),
            ink: match lost {
                _ if lost == last && self.destroyed > 0 => Ink::Bad,
                0 => Ink::Faint,
                _ => Ink::Accent,
            },
            label: format!("-{lost}"),
            about: format!(
                "{lost} {} lost: {}",
                self.health,
                percent(self.share(lost), self.whole)
            ),
        };
        (0..=last).map(column).collect()
    }
}

/// Returns the parts of a chance, percent, as a table; and what it is held to, where that is not their sum.
pub fn parts(
    parts: impl IntoIterator<Item = (impl Into<String>, i32)>,
    sum: i32,
    chance: u8,
) -> Vec<Piece> {
    let cells = parts.into_iter().flat_map(|(name, value)| {
        let value = say(format!("{value:+}")).ink(Ink::good_if(value >= 0));
        [say(name).size(12.5), value.size(12.0)]
    });
    let cells: Vec<_> = cells.collect();
    let table = Piece::Table {
        name: "modifiers",
        heads: Vec::new(),
        rows: cells.chunks(4).map(<[_]>::to_vec).collect(),
    };
    let is_held = sum != i32::from(chance);
    let held = is_held.then(|| faint(format!("sum {sum}%, limited to {chance}%")).into());
    [table].into_iter().chain(held).collect()
}

/// Returns the average loss and the chance to destroy the target, in a color if that chance is a half or more.
pub fn summary(likely: Ink, lost: String, [destroyed, whole]: [u16; 2], about: &str) -> Piece {
    let is_likely = destroyed * 2 >= whole;
    let ink = if is_likely { likely } else { Ink::Text };
    let destroyed = say(percent(destroyed, whole)).ink(ink).strong();
    let line = [
        say(lost).size(12.5).into(),
        Piece::Icon(Icon::Skull, ink),
        destroyed.about(about).into(),
    ];
    Piece::Line(Pieces(line.into()))
}

/// Writes a share of a whole as percent.
pub fn percent(share: u16, whole: u16) -> String {
    let whole = u32::from(whole);
    let tenths = (u32::from(share) * 1000 + whole / 2) / whole;
    match tenths {
        0 if share > 0 => "<0.1%".into(),
        tenths if tenths.is_multiple_of(10) => format!("{}%", tenths / 10),
        tenths => format!("{}.{}%", tenths / 10, tenths % 10),
    }
}
