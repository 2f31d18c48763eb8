//! AI modes and skills as users write them: `Aggressive`, `Squad:Cautious`, `Squad:Cautious+Sectoids:Hold`, and
//! lists of them with commas between; names of sides, which may hold any of these marks.
//!
//! **Invariant:** a mode without a side holds for all sides that fight. A name that a mission has is
//! found whole before marks in it count; in quotes any name is.

use std::collections::BTreeMap;

use crate::content::mode::{AiMode, Skill};
use crate::lab::plan::{Base, MODES, PlanError, SKILL, unknown};
use crate::lab::settings::DEFAULT;
use crate::mission::{ALTERNATE, Variation};

/// What can be set for each side of a mission, by a word.
pub trait PerSide: Copy + PartialEq + 'static {
    /// What it is called.
    const CALLED: &'static str;
    /// Name of the factor that it is.
    const FACTOR: &'static str;

    /// Finds one by its word.
    fn named(word: &str) -> Option<Self>;

    /// Lists all words.
    fn words() -> Vec<String>;

    /// Returns those that a variation sets, by name of the side.
    fn set_in(variation: &mut Variation) -> &mut BTreeMap<String, Self>;
}

impl PerSide for AiMode {
    const CALLED: &'static str = "mode";
    const FACTOR: &'static str = MODES;

    fn named(word: &str) -> Option<Self> {
        let mut known = Self::CHOICES.iter();
        let known = known.find(|(name, _)| *name == word);
        known.map(|(_, mode)| *mode)
    }

    fn words() -> Vec<String> {
        let words = Self::CHOICES.iter();
        words.map(|(name, _)| (*name).to_owned()).collect()
    }

    fn set_in(variation: &mut Variation) -> &mut BTreeMap<String, Self> {
        &mut variation.modes
    }
}

impl PerSide for Skill {
    const CALLED: &'static str = "skill";
    const FACTOR: &'static str = SKILL;

    fn named(word: &str) -> Option<Self> {
        let mut known = Self::CHOICES.iter();
        let known = known.find(|(name, _)| name.eq_ignore_ascii_case(word));
        known.map(|(_, skill)| *skill)
    }

    fn words() -> Vec<String> {
        let words = Self::CHOICES.iter();
        words.map(|(name, _)| name.to_lowercase()).collect()
    }

    fn set_in(variation: &mut Variation) -> &mut BTreeMap<String, Self> {
        &mut variation.skills
    }
}

/// What is set for some sides; without a name, for all that fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfSides<T>(Vec<(Option<String>, T)>);

/// Modes of some sides.
pub type Modes = OfSides<AiMode>;

/// Skills of some sides.
pub type Skills = OfSides<Skill>;

impl<T: PerSide> OfSides<T> {
    /// Reads a list, each with its text; `default` changes none. `names` are those of sides.
    ///
    /// # Errors
    /// Words that are none of those there are, and sides named twice.
    pub fn list<'t>(text: &'t str, names: &[&str]) -> Result<Vec<(&'t str, Self)>, String> {
        let mut all = Vec::new();
        let (mut rest, mut found) = (text, Self(Vec::new()));
        let mut begin = 0;
        loop {
            let (side, after) = side_of(rest, names);
            let end = after.find([',', '+']).unwrap_or(after.len());
            let at = text.len() - after.len() + end;
            let item = text[begin..at].trim();
            if item != DEFAULT {
                found.note(side, after[..end].trim(), item)?;
            }
            rest = text.get(at + 1..).unwrap_or_default();
            if !text[at..].starts_with('+') {
                all.push((item, found));
                found = Self(Vec::new());
                begin = at + 1;
            }
            if at == text.len() {
                return Ok(all);
            }
        }
    }

    /// Reads what is no list.
    ///
    /// # Errors
    /// As [`Self::list`], and more of them than one.
    pub fn parse(text: &str, names: &[&str]) -> Result<Self, String> {
        let mut all = Self::list(text, names)?;
        match (all.pop(), all.as_slice()) {
            (Some((_, modes)), []) => Ok(modes),
            _ => Err(format!(
                "{text:?} is a list of {}s; only one is allowed here",
                T::CALLED
            )),
        }
    }

    /// Adds what is set for a side, or for all, in a text.
    fn note(&mut self, side: Option<&str>, word: &str, text: &str) -> Result<(), String> {
        let words = T::words();
        let known = T::named(word);
        let set = known.ok_or_else(|| {
            let words = words.iter().map(String::as_str);
            unknown(T::CALLED, word, words)
        })?;
        if self.0.iter().any(|(other, _)| other.as_deref() == side) {
            let whom = side.unwrap_or("all sides");
            return Err(format!("{text:?} sets two {}s for {whom}", T::CALLED));
        }
        self.0.push((side.map(str::to_owned), set));
        Ok(())
    }

    /// Writes them into a variation of a mission.
    ///
    /// # Errors
    /// Sides that already have one, or that the mission does not have.
    pub(super) fn apply(&self, base: &Base, variation: &mut Variation) -> Result<(), PlanError> {
        let (of_one, of_all): (Vec<_>, Vec<_>) =
            self.0.iter().partition(|(side, _)| side.is_some());
        // What is said of one side goes before what is said of all.
        let all = T::set_in(variation);
        for (side, set) in of_one.into_iter().chain(of_all) {
            let Some(side) = side else {
                for (name, _) in base.sides.iter().filter(|(_, fights)| *fights) {
                    all.entry(name.clone()).or_insert(*set);
                }
                continue;
            };
            base.check_side(side)?;
            if all.insert(side.clone(), *set).is_some() {
                return Err(PlanError::Word(format!(
                    "the {} of {side} is given twice",
                    T::CALLED
                )));
            }
        }
        Ok(())
    }

    /// Returns the one side that all of them are of, if there is one.
    fn only_side(&self) -> Option<&str> {
        match self.0.as_slice() {
            [(side, _)] => side.as_deref(),
            _ => None,
        }
    }
}

/// Returns the name of the factor that a list is: `modes`, or `modes of SIDE`.
pub(super) fn factor<T: PerSide>(list: &[OfSides<T>]) -> String {
    let mut sides = list
        .iter()
        .filter(|one| !one.0.is_empty())
        .map(OfSides::only_side);
    let first = sides.next().flatten();
    match first.filter(|first| sides.all(|side| side == Some(first))) {
        Some(side) => format!("{} of {side}", T::FACTOR),
        None => T::FACTOR.into(),
    }
}

/// Whether a text may be modes of sides whose names hold marks, which only the mission can tell.
pub(super) fn may_name_sides(text: &str) -> bool {
    let count = |mark| text.matches(mark).count();
    text.contains('"') || count(':') > 0 && (count(',') > 0 || count(':') != count('+') + 1)
}

/// Splits the side off the first mode of a list, if one is named.
fn side_of<'t>(text: &'t str, names: &[&str]) -> (Option<&'t str>, &'t str) {
    let text = text.trim_start();
    let split = |name: &str| {
        let rest = text.strip_prefix(name)?.trim_start().strip_prefix(':')?;
        Some((name.len(), rest))
    };
    let known = names.iter().filter_map(|name| split(name));
    if let Some((length, rest)) = known.max_by_key(|(length, _)| *length) {
        return (Some(&text[..length]), rest);
    }
    if let Some((name, rest)) = quoted(text)
        && let Some(rest) = rest.trim_start().strip_prefix(':')
    {
        return (Some(name), rest);
    }
    let end = text.find([',', '+']).unwrap_or(text.len());
    match text[..end].rfind(':') {
        Some(at) => (Some(text[..at].trim()), &text[at + 1..]),
        None => (None, text),
    }
}

/// Reads names of sides, or `alternate` or `default`, with commas between; `names` are those of sides.
pub(super) fn sides_of<'t>(text: &'t str, names: &[&str]) -> Vec<&'t str> {
    let mut found = Vec::new();
    let mut rest = Some(text);
    while let Some(text) = rest {
        let text = text.trim_start();
        let (name, after) = side_in(text, names);
        found.push(name);
        rest = after;
    }
    found
}

/// Splits the first name off a list of them.
fn side_in<'t>(text: &'t str, names: &[&str]) -> (&'t str, Option<&'t str>) {
    // What follows a name: nothing, or a comma and the rest.
    let split = |length: usize| {
        let after = text[length..].trim_start();
        match after.strip_prefix(',') {
            Some(rest) => Some(Some(rest)),
            None => after.is_empty().then_some(None),
        }
    };
    let known = names.iter().copied().chain([ALTERNATE, DEFAULT]);
    let known = known.filter(|name| text.starts_with(name));
    let known = known.filter_map(|name| Some((name.len(), split(name.len())?)));
    if let Some((length, rest)) = known.max_by_key(|(length, _)| *length) {
        return (&text[..length], rest);
    }
    if let Some((name, _)) = quoted(text)
        && let Some(rest) = split(name.len() + 2)
    {
        return (name, rest);
    }
    match text.split_once(',') {
        Some((name, rest)) => (name.trim(), Some(rest)),
        None => (text.trim(), None),
    }
}

/// Returns a name in quotes, and what follows it.
fn quoted(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix('"')?.split_once('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 3] = ["Bleu, 1er: A+B", "Bleu", "Rot = böse"];

    #[track_caller]
    fn check_modes(text: &str, expected: &[(&str, &[(Option<&str>, AiMode)])]) {
        let read = Modes::list(text, &NAMES).unwrap_or_else(|why| panic!("{why}"));
        let read: Vec<(_, Vec<_>)> = (read.iter())
            .map(|(text, modes)| {
                let modes = modes.0.iter();
                (
                    *text,
                    modes.map(|(side, mode)| (side.as_deref(), *mode)).collect(),
                )
            })
            .collect();
        let expected: Vec<_> = (expected.iter())
            .map(|(text, modes)| (*text, modes.to_vec()))
            .collect();
        assert_eq!(read, expected);
    }

    #[test]
    fn names_with_separators_are_found_whole() {
        use AiMode::{Aggressive, Hold};
        let name = Some("Bleu, 1er: A+B");
        check_modes("Hold", &[("Hold", &[(None, Hold)])]);
        check_modes("default", &[("default", &[])]);
        check_modes(
            "Hold, default,Bleu:Hold + Rot = böse : Aggressive",
            &[
                ("Hold", &[(None, Hold)]),
                ("default", &[]),
                (
                    "Bleu:Hold + Rot = böse : Aggressive",
                    &[(Some("Bleu"), Hold), (Some("Rot = böse"), Aggressive)],
                ),
            ],
        );
        check_modes(
            "Bleu, 1er: A+B:Hold+Bleu:Aggressive,Aggressive",
            &[
                (
                    "Bleu, 1er: A+B:Hold+Bleu:Aggressive",
                    &[(name, Hold), (Some("Bleu"), Aggressive)],
                ),
                ("Aggressive", &[(None, Aggressive)]),
            ],
        );
        // A name that no mission has can be told apart in quotes.
        check_modes(
            "\"x, y+z:\":Hold,Hold",
            &[
                ("\"x, y+z:\":Hold", &[(Some("x, y+z:"), Hold)]),
                ("Hold", &[(None, Hold)]),
            ],
        );
        assert!(Modes::list("Hold,", &NAMES).is_err());
        assert!(Modes::list("Bleu:Hold+Bleu:Aggressive", &NAMES).is_err());
        assert!(Modes::parse("Hold,Aggressive", &NAMES).is_err());
    }

    #[test]
    fn skills_are_read_in_any_case_and_for_each_side() {
        let read = Skills::list("veteran, Bleu:Quick+Rot = böse:VETERAN", &NAMES);
        let of = |side: &str, skill| (Some(side.to_owned()), skill);
        let both = [of("Bleu", Skill::Quick), of("Rot = böse", Skill::Veteran)];
        let expected = vec![
            ("veteran", OfSides(vec![(None, Skill::Veteran)])),
            ("Bleu:Quick+Rot = böse:VETERAN", OfSides(both.into())),
        ];
        assert_eq!(read, Ok(expected));
        let error = Skills::parse("vetran", &NAMES).unwrap_err();
        assert!(error.contains("veteran"), "{error}");
        let error = Skills::parse("quick,veteran", &NAMES).unwrap_err();
        assert!(error.contains("list of skills"), "{error}");
        assert!(Skills::parse("Bleu:quick+Bleu:veteran", &NAMES).is_err());
    }

    #[test]
    fn lists_of_sides_are_split_between_names() {
        let check =
            |text, expected: &[&str]| assert_eq!(sides_of(text, &NAMES), expected, "{text}");
        check("Bleu, 1er: A+B", &["Bleu, 1er: A+B"]);
        check("Bleu, Rot = böse", &["Bleu", "Rot = böse"]);
        check(
            "alternate,Bleu, 1er: A+B,default",
            &["alternate", "Bleu, 1er: A+B", "default"],
        );
        check("\"Bleu, 1er: A+B\",Bleu", &["Bleu, 1er: A+B", "Bleu"]);
        check("\"Grün, 2\"", &["Grün, 2"]);
        check("nobody,Bleus", &["nobody", "Bleus"]);
    }
}
