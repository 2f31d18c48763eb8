//! Close assault: strength, modifiers, results, and what they demand (§10, §11).
//!
//! **Invariant:** what is shown before an assault and what is fought come from the same functions.

pub mod odds;
mod strength;
mod terms;

use serde::{Deserialize, Serialize};

pub use self::strength::{Mix, Strength, basic, strengths};
pub use self::terms::{
    Morale, Term, What, adjusted_morale, average, cohesion_base, raw_term, size_term,
};
use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::rules::operations::content::{COLUMNS, Figures, Tables};
use crate::rules::operations::field::Field;

/// An assault before dice are rolled for it: who takes part and what they bring.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Setting {
    /// Its hex or hexes.
    pub tiles: Vec<TileId>,
    /// Units that assault.
    pub attackers: Vec<UnitId>,
    /// Units that defend.
    pub defenders: Vec<UnitId>,
    /// Strength of the attackers.
    pub attack: Strength,
    /// Strength of the defenders.
    pub defense: Strength,
    /// Whether it is a probe (§8).
    pub probe: bool,
    /// Difference of both strengths.
    pub basic: i16,
    /// Modifiers but morale.
    pub terms: Vec<Term>,
}

impl Setting {
    /// Returns the differential with its modifiers, morale apart.
    pub fn before_morale(&self) -> i16 {
        let terms = self.terms.iter().map(|term| term.value);
        self.basic + terms.sum::<i16>()
    }
}

/// An assault as it was resolved.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reckoning {
    /// What it began with.
    pub setting: Setting,
    /// Morale of attackers and defenders.
    pub morale: [Morale; 2],
    /// The adjusted differential.
    pub adjusted: i16,
    /// Dice of attackers and defenders.
    pub dice: [[u8; 2]; 2],
    /// What came of it.
    pub results: Results,
}

/// What the tables say of an assault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Results {
    /// Percent that attackers lose.
    pub attacker: u8,
    /// Percent that defenders lose.
    pub defender: u8,
    /// Whether both are Engaged, unless the defender retreats.
    pub engaged: bool,
    /// Hexes that the defender retreats.
    pub retreat: u8,
    /// Whether losses of attackers are captured.
    pub attacker_captured: bool,
    /// Whether losses of defenders are captured.
    pub defender_captured: bool,
    /// Whether it is an overrun.
    pub overrun: bool,
}

/// Returns the column of a differential, from 0 (§11).
pub fn column(tables: &Tables, adjusted: i16) -> usize {
    let reached = tables.differentials.iter();
    let column = reached.filter(|&&from| adjusted >= from).count();
    column.min(COLUMNS - 1)
}

/// Looks up what the dice of both sides do at a differential (§11).
pub fn results(tables: &Tables, figures: &Figures, adjusted: i16, dice: [[u8; 2]; 2]) -> Results {
    let column = column(tables, adjusted);
    let row = |side: usize| usize::from(dice[side][0] - 1);
    let sum = |side: usize| dice[side][0] + dice[side][1];
    let reaches = |side: usize, most: u8| most > 0 && sum(side) <= most;
    let far = tables.retreat.iter();
    let retreat = far.filter(|row| reaches(1, row[column])).count() as u8;
    Results {
        attacker: tables.attacker[row(0)][column],
        defender: tables.defender[row(1)][column],
        engaged: reaches(0, tables.engaged[column]),
        retreat,
        attacker_captured: reaches(0, tables.attacker_captured[column]),
        defender_captured: reaches(1, tables.defender_captured[column]),
        overrun: adjusted >= figures.assault.overrun,
    }
}

/// Returns the raw points that a percentage takes: attackers and the overrun round up, defenders down.
pub fn raw_lost(base: u16, percent: u16, rounds_up: bool) -> u16 {
    let product = u32::from(base) * u32::from(percent.min(100));
    let lost = match rounds_up {
        true => product.div_ceil(100),
        false => product / 100,
    };
    lost as u16
}

/// Returns the percent that defenders lose: more for each hex that they do not retreat, 100 at most
/// (clarification 10).
pub fn total_percent(figures: &Figures, percent: u8, ignored: u8) -> u16 {
    let more = u16::from(figures.assault.ignored) * u16::from(ignored);
    (u16::from(percent) + more).min(100)
}

/// Returns the vulnerability that guns lose after so many raw points: half of them, rounded up (§11).
pub fn vulnerability(raw_lost: u16) -> u16 {
    raw_lost.div_ceil(2)
}

/// Shares an amount among hexes by what they contributed: largest remainder, the first of equals.
pub fn shares(amount: u16, contributed: &[u16]) -> Vec<u16> {
    let total: u32 = contributed.iter().map(|&one| u32::from(one)).sum();
    if total == 0 {
        return vec![0; contributed.len()];
    }
    let exact = |&one: &u16| u32::from(amount) * u32::from(one);
    let mut shares: Vec<_> = contributed
        .iter()
        .map(|one| (exact(one) / total) as u16)
        .collect();
    let given: u16 = shares.iter().sum();
    let mut order: Vec<_> = (0..contributed.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(exact(&contributed[at]) % total));
    for &at in order.iter().take(usize::from(amount - given)) {
        shares[at] += 1;
    }
    shares
}

/// Whether so many points of a base are a defeat (S4).
pub fn is_defeat(figures: &Figures, lost: u16, base: u16) -> bool {
    let (lost, base) = (u32::from(lost) * 100, u32::from(base));
    let most = u32::from(figures.assault.defeat) * base;
    match figures.switches.defeat_at_percentage {
        true => base > 0 && lost >= most,
        false => lost > most,
    }
}

impl Field<'_> {
    /// Sets up the assault on a hex or two by the roles that are assigned.
    pub fn assault_on(&self, tiles: &[TileId]) -> Setting {
        let attackers = self.assaulting(tiles);
        let defenders = self.defending(tiles);
        let (attack, defense) = self.strengths(&attackers, &defenders);
        let basic = basic(&attack, &defense);
        let probe = self.probes(&attackers);
        let mut setting = Setting {
            tiles: tiles.to_vec(),
            attackers,
            defenders,
            attack,
            defense,
            probe,
            basic,
            terms: Vec::new(),
        };
        setting.terms = self.terms(&setting);
        setting
    }

    /// Lists units that assault some hexes.
    pub fn assaulting(&self, tiles: &[TileId]) -> Vec<UnitId> {
        let mut units = Vec::new();
        for &tile in tiles {
            let attack = self.attackers_of(tile).into_iter();
            units.extend(attack.filter(|&id| self.assault_points(id).iter().any(|&one| one > 0)));
        }
        units.sort_unstable();
        units.dedup();
        units
    }

    /// Lists units that defend some hexes: those that are assigned to, in order of the hexes.
    pub fn defending(&self, tiles: &[TileId]) -> Vec<UnitId> {
        let foe = Self::foe(self.progress.phasing);
        let stacks = tiles.iter().flat_map(|&tile| self.stack(tile, foe));
        let ids = stacks.map(|unit| unit.id);
        ids.filter(|&id| self.assault_points(id).iter().any(|&one| one > 0))
            .collect()
    }

    /// Lists all units of the defender in some hexes.
    pub fn defenders_in(&self, tiles: &[TileId]) -> Vec<UnitId> {
        let foe = Self::foe(self.progress.phasing);
        let stacks = tiles.iter().flat_map(|&tile| self.stack(tile, foe));
        stacks.map(|unit| unit.id).collect()
    }

    /// Whether an assault is a probe: its points are less than half of all combat TOE in the hexes that it
    /// comes from (clarification 8).
    pub fn is_probe(&self, attackers: &[UnitId]) -> bool {
        let side = self.progress.phasing;
        let assault: u32 = attackers
            .iter()
            .flat_map(|&id| self.assault_points(id))
            .map(u32::from)
            .sum();
        let mut origins: Vec<_> = attackers.iter().map(|&id| self.get(id).tile()).collect();
        origins.sort_unstable();
        origins.dedup();
        let stacks = origins.iter().flat_map(|&tile| self.stack(tile, side));
        let combat = stacks.filter(|unit| self.is_combat(unit.id));
        let all: u32 = combat.map(|unit| u32::from(unit.body().strength())).sum();
        2 * assault < all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_round_up_for_attackers_and_down_for_defenders() {
        assert_eq!(raw_lost(79, 15, true), 12);
        assert_eq!(raw_lost(76, 15, false), 11);
        assert_eq!(raw_lost(76, 40, true), 31);
        assert_eq!(raw_lost(76, 140, true), 76);
    }

    #[test]
    fn losses_are_shared_by_the_largest_remainder() {
        assert_eq!(shares(12, &[49, 30]), [7, 5]);
        assert_eq!(shares(1, &[10, 10]), [1, 0]);
        assert_eq!(shares(3, &[0, 0]), [0, 0]);
    }
}
