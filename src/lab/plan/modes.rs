//! AI modes as users write them: `Aggressive`, `Squad:Cautious`, `Squad:Cautious+Sectoids:Hold`.
//!
//! **Invariant:** a mode without a side holds for all sides that fight.

use crate::content::mode::AiMode;
use crate::lab::plan::{Base, MODES, PlanError, unknown};
use crate::lab::settings::DEFAULT;
use crate::mission::Variation;

/// Modes of some sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modes(Vec<(Option<String>, AiMode)>);

impl Modes {
    /// Reads modes; `default` changes none.
    ///
    /// # Errors
    /// Words that are no modes, and sides named twice.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut found: Vec<(Option<String>, AiMode)> = Vec::new();
        for item in text.split('+').filter(|_| text != DEFAULT) {
            let (side, word) = match item.rsplit_once(':') {
                Some((side, word)) => (Some(side.trim().to_owned()), word.trim()),
                None => (None, item.trim()),
            };
            let known = AiMode::CHOICES.iter().find(|(name, _)| *name == word);
            let names = AiMode::CHOICES.iter().map(|(name, _)| *name);
            let (_, mode) = known.ok_or_else(|| unknown("mode", word, names))?;
            if found.iter().any(|(other, _)| *other == side) {
                let whom = side.unwrap_or("all sides".into());
                return Err(format!("{text:?} gives {whom} two modes"));
            }
            found.push((side, *mode));
        }
        Ok(Self(found))
    }

    /// Writes the modes into a variation of a mission.
    ///
    /// # Errors
    /// Sides that already have one, or that the mission does not have.
    pub(super) fn apply(&self, base: &Base, variation: &mut Variation) -> Result<(), PlanError> {
        let (of_one, of_all): (Vec<_>, Vec<_>) =
            self.0.iter().partition(|(side, _)| side.is_some());
        // What is said of one side goes before what is said of all.
        for (side, mode) in of_one.into_iter().chain(of_all) {
            let Some(side) = side else {
                for (name, _) in base.sides.iter().filter(|(_, fights)| *fights) {
                    variation.modes.entry(name.clone()).or_insert(*mode);
                }
                continue;
            };
            base.check_side(side)?;
            if variation.modes.insert(side.clone(), *mode).is_some() {
                return Err(PlanError::Word(format!(
                    "the mode of {side} is given twice"
                )));
            }
        }
        Ok(())
    }

    /// Returns the one side that all these modes are of, if there is one.
    fn only_side(&self) -> Option<&str> {
        match self.0.as_slice() {
            [(side, _)] => side.as_deref(),
            _ => None,
        }
    }
}

/// Returns the name of the factor that some modes are: `modes`, or `modes of SIDE`.
pub(super) fn factor(list: &[Modes]) -> String {
    let mut sides = list
        .iter()
        .filter(|modes| !modes.0.is_empty())
        .map(Modes::only_side);
    let first = sides.next().flatten();
    match first.filter(|first| sides.all(|side| side == Some(first))) {
        Some(side) => format!("{MODES} of {side}"),
        None => MODES.into(),
    }
}
