//! What a case found, in sentences, most important first.
//!
//! **Invariant:** a sentence claims no more than its interval does.

use super::CaseFindings;
use super::openings::CommonOpening;
use super::side::SideFindings;
use crate::chronicle::record::Sort;
use crate::lab::stats::special::normal_two_sided;
use crate::lab::words::{count, fixed, listed, number, of_them, percent, points, share, signed};

/// Below this chance something is called out of the ordinary.
const UNLIKELY: f64 = 0.001;

impl CaseFindings {
    /// Lists the sides that fight: all but those that neither act nor win.
    pub fn fighting(&self) -> impl Iterator<Item = &SideFindings> {
        let fights = |side: &&SideFindings| side.wins > 0 || !side.means.is_empty();
        self.sides.iter().filter(fights)
    }

    /// Returns who wins how often: `Squad wins 58.3% (57.3 to 59.2)`.
    pub fn verdict(&self) -> String {
        let Some(side) = self.sides.first() else {
            return "no sides".to_owned();
        };
        match &side.win_rate {
            Some(rate) => format!("{} wins {}", side.name, percent(rate)),
            None => "no battle reached an outcome".to_owned(),
        }
    }

    /// Returns the verdict and what else stands out, one sentence each.
    pub fn headlines(&self) -> Vec<String> {
        let mut said = vec![self.verdict() + &self.leaning()];
        said.extend(self.outcomes_in_words());
        if let Some(turns) = &self.turns {
            said.push(format!(
                "A battle takes {} turns (middle half {} to {}, all {} to {})",
                fixed(turns.median.value, 0),
                turns.lower_quartile,
                turns.upper_quartile,
                turns.least,
                turns.most
            ));
        }
        said.extend(self.losses_in_words());
        said.extend(self.openings.iter().map(CommonOpening::sentence));
        said.extend(self.first_in_words());
        said.extend(self.calibration_in_words());
        said.extend(self.broken_promises());
        said
    }

    /// Returns whether a duel is even, in a sentence.
    fn leaning(&self) -> String {
        let fighting: Vec<_> = self.fighting().collect();
        match (
            fighting.as_slice(),
            self.sides.first().and_then(|side| side.win_rate),
        ) {
            ([first, _], Some(rate)) if first.name == self.sides[0].name => {
                let leaning = match () {
                    () if rate.low > 0.5 => "more often than not",
                    () if rate.high < 0.5 => "less often than not",
                    () => "which may be chance",
                };
                format!(", {leaning}")
            }
            _ => String::new(),
        }
    }

    fn outcomes_in_words(&self) -> Option<String> {
        let outcomes = self.outcomes;
        let told: Vec<_> = [
            (outcomes.victory, "end in victory"),
            (outcomes.defeat, "in defeat"),
            (outcomes.mission_failed, "with the mission failed"),
            (outcomes.broken_off, "without outcome"),
        ]
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, what)| format!("{} {what}", count(number)))
        .collect();
        (!told.is_empty())
            .then(|| format!("Of {} {}", of_them(self.battles, "battle"), listed(&told)))
    }

    fn losses_in_words(&self) -> Option<String> {
        let told: Vec<_> = (self.fighting())
            .filter_map(|side| {
                let (dead, began) = (side.dead?, side.began?);
                let decimals = usize::from(began.fract() != 0.0);
                let (mean, began) = (fixed(dead.mean.value, 1), fixed(began, decimals));
                Some(format!("{} {mean} of {began}", side.name))
            })
            .collect();
        (!told.is_empty()).then(|| format!("Units lost on average: {}", listed(&told)))
    }

    fn first_in_words(&self) -> Option<String> {
        let side = self.sides.first()?;
        let Some(advantage) = side.first.advantage else {
            let (odd, even) = (side.first.odd?, side.first.even?);
            return Some(format!(
                "{} wins {} of odd seeds and {} of even ones{}",
                side.name,
                share(odd.value),
                share(even.value),
                match side.first.halves_chance < UNLIKELY {
                    true => ", hardly by chance: look into it",
                    false => ", as expected by chance",
                }
            ));
        };
        let told = match advantage.holds(0.0) {
            true => ", which may be chance",
            false => "",
        };
        Some(format!(
            "Moving first is worth {} points to {}{told}",
            points(&advantage),
            side.name
        ))
    }

    fn calibration_in_words(&self) -> Option<String> {
        let verdict = self.calibration?;
        Some(format!(
            "Promised chances {}: {} promised, {} came true over {} (z {}, chi-square {} on {})",
            match verdict.is_kept(UNLIKELY) {
                true => "are kept",
                false => "are NOT kept",
            },
            share(verdict.promised),
            share(verdict.observed),
            of_them(verdict.rolls, "roll"),
            signed(verdict.z, 1),
            fixed(verdict.chi_square, 0),
            verdict.degrees
        ))
    }

    /// Names weapons, items and abilities whose promised chances are not kept; the more there are to
    /// look at, the more it takes.
    fn broken_promises(&self) -> Option<String> {
        let all = || {
            self.sides
                .iter()
                .flat_map(|side| side.means.iter().map(move |of| (side, of)))
        };
        let level = UNLIKELY / all().count().max(1) as f64;
        let told: Vec<_> = all()
            .filter_map(|(side, of)| {
                let z = of.z.filter(|&z| normal_two_sided(z) < level)?;
                let (promised, hit) = (share(of.promised?), share(of.hit?.value));
                Some(format!(
                    "{} of {} (promised {promised}, hit {hit}, z {})",
                    of.name,
                    side.name,
                    signed(z, 1)
                ))
            })
            .collect();
        (!told.is_empty()).then(|| format!("Promises not kept by: {}", listed(&told)))
    }

    /// Returns what a side's most revealing weapon is, if one is.
    pub fn most_telling(side: &SideFindings) -> Option<String> {
        let weapons = side.means.iter().filter(|of| of.sort == Some(Sort::Weapon));
        let most = weapons
            .filter_map(|of| Some((of, of.contribution?)))
            .filter(|(_, contribution)| contribution.low > 0.0)
            .max_by(|(_, a), (_, b)| a.low.total_cmp(&b.low))?;
        Some(format!(
            "With a kill by {}, {} wins {} points more often than without",
            most.0.name,
            side.name,
            number(&most.1.times(100.0))
        ))
    }
}
