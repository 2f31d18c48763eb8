//! What assaults promise: the odds of all dice, summed up by column once, so that a differential costs little.
//!
//! **Invariant:** the sums are those of [`odds`](crate::rules::operations::assault::odds::odds), to the last part.

use crate::rules::operations::assault::odds::{PARTS, morale_differences};
use crate::rules::operations::assault::{cohesion_base, column};
use crate::rules::operations::content::{COLUMNS, Figures, Tables};

/// What one column comes to over all pairs of dice: percents that both sides lose, and pairs that make the defender
/// retreat.
type Sums = [u64; 3];

/// What an assault promises on average.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Promise {
    /// Percent that the attacker loses, times [`PARTS`].
    attacker: u64,
    /// Percent that the defender loses, times [`PARTS`].
    defender: u64,
    /// Chances that the defender retreats, in [`PARTS`].
    retreat: u64,
}

impl Promise {
    fn of(sum: u64, points: u16) -> i64 {
        (u128::from(sum) * u128::from(points) * 10 / u128::from(PARTS)) as i64
    }

    /// Returns what the attacker loses of so many points, in thousandths of a point.
    pub(super) fn own(self, points: u16) -> i64 {
        Self::of(self.attacker, points)
    }

    /// Returns what the defender loses of so many points, in thousandths of a point.
    pub(super) fn enemy(self, points: u16) -> i64 {
        Self::of(self.defender, points)
    }

    /// Returns the chance that the defender retreats, in thousandths.
    pub(super) fn retreat(self) -> i64 {
        (self.retreat * 1000 / PARTS) as i64
    }
}

/// What assaults promise by their differential before morale, and by what low cohesion takes from the attacker.
pub(super) struct Prospects<'w> {
    tables: &'w Tables,
    columns: [Sums; COLUMNS],
    /// Differences of morale with their ways, by what low cohesion of the attacker takes.
    moods: Vec<(i16, Vec<(i16, u64)>)>,
}

impl<'w> Prospects<'w> {
    /// Sums the tables up.
    pub(super) fn of(tables: &'w Tables, figures: &Figures) -> Self {
        let mut moods: Vec<(i16, Vec<(i16, u64)>)> = Vec::new();
        for cohesion in (figures.cohesion.broken..=0).rev() {
            let base = cohesion_base(tables, cohesion);
            if moods.iter().all(|(known, _)| *known != base) {
                let both = [((0, cohesion), false), ((0, 0), false)];
                let ways = morale_differences(tables, figures, both);
                moods.push((base, ways.into_iter().collect()));
            }
        }
        Self {
            tables,
            columns: std::array::from_fn(|column| sums(tables, column)),
            moods,
        }
    }

    /// Returns what an assault promises at a differential before morale to attackers of some cohesion.
    pub(super) fn at(&self, differential: i16, cohesion: i16) -> Promise {
        let base = cohesion_base(self.tables, cohesion.min(0));
        let found = self.moods.iter().find(|(known, _)| *known == base);
        let mut promise = Promise::default();
        for &(difference, ways) in found.map(|(_, ways)| ways).into_iter().flatten() {
            let column = column(self.tables, differential + difference);
            let [attacker, defender, retreat] = self.columns[column];
            promise.attacker += ways * 36 * attacker;
            promise.defender += ways * 36 * defender;
            promise.retreat += ways * 36 * retreat;
        }
        promise
    }
}

/// Sums a column up over all pairs of dice.
fn sums(tables: &Tables, column: usize) -> Sums {
    let percents = |rows: &[[u8; COLUMNS]; 6]| {
        let rows = rows.iter().map(|row| 6 * u64::from(row[column]));
        rows.sum()
    };
    let most = tables.retreat.iter().map(|row| row[column]).max();
    let pairs = (1..=6_u8).flat_map(|one| (1..=6_u8).map(move |other| one + other));
    let retreats = pairs.filter(|&sum| most.is_some_and(|most| sum <= most));
    [
        percents(&tables.attacker),
        percents(&tables.defender),
        retreats.count() as u64,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::load_default;
    use crate::rules::operations::assault::Setting;
    use crate::rules::operations::assault::odds::odds;
    use crate::rules::operations::content::OperationsContent;

    #[test]
    fn sums_of_columns_are_the_odds_of_all_dice() {
        let catalog = load_default().expect("the shipped content is sound");
        let content = catalog.share_part::<OperationsContent>();
        let (tables, figures) = (&content.tables, &content.figures);
        let prospects = Prospects::of(tables, figures);
        for differential in -20..=20 {
            for cohesion in [2, 0, -1, -3, -7, -11, -15, -25] {
                let setting = Setting {
                    tiles: Vec::new(),
                    attackers: Vec::new(),
                    defenders: Vec::new(),
                    attack: Default::default(),
                    defense: Default::default(),
                    probe: false,
                    basic: differential,
                    terms: Vec::new(),
                };
                let moods = [((0, cohesion.min(0)), false), ((0, 0), false)];
                let exact = odds(tables, figures, &setting, moods);
                let sum = |chances: &std::collections::BTreeMap<u8, u64>| {
                    let parts = chances
                        .iter()
                        .map(|(&percent, ways)| u64::from(percent) * ways);
                    parts.sum::<u64>()
                };
                let promise = Promise {
                    attacker: sum(&exact.attacker),
                    defender: sum(&exact.defender),
                    retreat: exact.retreat[1..].iter().sum(),
                };
                let found = prospects.at(differential, cohesion);
                assert_eq!(found, promise, "{differential:+} at {cohesion}");
            }
        }
    }
}
