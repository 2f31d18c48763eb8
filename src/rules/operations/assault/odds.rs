//! What an assault may come to: exact chances of every result (§10, §11).
//!
//! **Invariant:** chances are counted in equal parts; those of one list add up to [`PARTS`].

use std::collections::BTreeMap;

use crate::rules::operations::assault::{Setting, adjusted_morale, results};
use crate::rules::operations::barrage::rank;
use crate::rules::operations::content::{Figures, Tables};

/// Equal parts of all that can happen: two dice of morale and two of the assault on each side.
pub const PARTS: u64 = 36 * 36 * 36 * 36;

/// Morale of a side before dice: morale, cohesion, and whether its leader is there.
pub type Mood = ((i16, i16), bool);

/// Chances of an assault, in [`PARTS`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Odds {
    /// By adjusted differential.
    pub differentials: BTreeMap<i16, u64>,
    /// By percent that attackers lose.
    pub attacker: BTreeMap<u8, u64>,
    /// By percent that defenders lose.
    pub defender: BTreeMap<u8, u64>,
    /// By hexes that defenders retreat.
    pub retreat: [u64; 4],
    /// Both are Engaged.
    pub engaged: u64,
    /// Losses of attackers are captured.
    pub attacker_captured: u64,
    /// Losses of defenders are captured.
    pub defender_captured: u64,
    /// An overrun.
    pub overrun: u64,
}

/// Returns the chances of an assault; `moods` are those of attackers and defenders.
pub fn odds(tables: &Tables, figures: &Figures, setting: &Setting, moods: [Mood; 2]) -> Odds {
    let mut odds = Odds::default();
    let base = setting.before_morale();
    for (difference, ways) in morale_differences(tables, figures, moods) {
        let adjusted = base + difference;
        // Ways of four dice of the assault.
        *odds.differentials.entry(adjusted).or_default() += ways * 36 * 36;
        if adjusted >= figures.assault.overrun {
            odds.overrun += ways * 36 * 36;
        }
        each_pair(|mine| {
            // The results of a side do not depend on the dice of the other.
            let found = results(tables, figures, adjusted, [mine, mine]);
            let part = ways * 36;
            *odds.attacker.entry(found.attacker).or_default() += part;
            *odds.defender.entry(found.defender).or_default() += part;
            odds.retreat[usize::from(found.retreat.min(3))] += part;
            odds.attacker_captured += part * u64::from(found.attacker_captured);
            odds.defender_captured += part * u64::from(found.defender_captured);
        });
        // Engagement is the attacker's dice, retreat the defender's.
        let (mut engaging, mut staying) = (0, 0);
        each_pair(|dice| {
            let found = results(tables, figures, adjusted, [dice, dice]);
            engaging += u64::from(found.engaged && !setting.probe);
            staying += u64::from(found.retreat == 0);
        });
        odds.engaged += ways * engaging * staying;
    }
    odds
}

/// Lists differences of morale with their ways, out of 36 × 36.
pub(in crate::rules::operations) fn morale_differences(
    tables: &Tables,
    figures: &Figures,
    moods: [Mood; 2],
) -> BTreeMap<i16, u64> {
    let each = moods.map(|(mood, leader)| {
        let mut ways: BTreeMap<i16, u64> = BTreeMap::new();
        each_pair(|dice| {
            let adjusted = adjusted_morale(tables, figures, mood, rank(dice), leader);
            *ways.entry(adjusted).or_default() += 1;
        });
        ways
    });
    let [attacker, defender] = &each;
    let mut differences = BTreeMap::new();
    for (one, ways) in attacker {
        for (other, more) in defender {
            *differences.entry(one - other).or_default() += ways * more;
        }
    }
    differences
}

/// Calls with every pair of dice.
fn each_pair(mut with: impl FnMut([u8; 2])) {
    for tens in 1..=6 {
        for units in 1..=6 {
            with([tens, units]);
        }
    }
}

impl Odds {
    /// Returns the average percent of a list of chances, in tenths.
    pub fn average_tenths(chances: &BTreeMap<u8, u64>) -> u64 {
        let sum: u64 = chances
            .iter()
            .map(|(&percent, ways)| u64::from(percent) * ways)
            .sum();
        10 * sum / PARTS
    }
}
