//! Every combination of what a request varies.
//!
//! **Invariant:** nothing is there twice, so no two cases are the same.

use super::{
    Base, DIFFICULTIES, FIRST, MISSION, MOST_CASES, OfSides, PerSide, PlanError, Planned, Request,
    VARIANT, modes,
};
use crate::content::mode::{AiMode, Skill};
use crate::lab::case::Factor;
use crate::lab::settings::DEFAULT;
use crate::mission::{ALTERNATE, AS_WRITTEN};
use crate::plain::shown;

/// Checks numbers and names of a request that need no files.
pub(super) fn check_numbers(request: &Request) -> Result<(), PlanError> {
    let wrong = |why: String| Err(PlanError::Word(why));
    if request.battles == 0 {
        return wrong("no battles: at least 1 is needed".into());
    }
    if request.seed.checked_add(request.battles - 1).is_none() {
        return wrong(format!(
            "there are not {} seeds from {} on",
            request.battles, request.seed
        ));
    }
    for percent in &request.difficulty {
        if !DIFFICULTIES.contains(percent) {
            let (least, most) = (DIFFICULTIES.start(), DIFFICULTIES.end());
            return wrong(format!(
                "{percent} is not a difficulty (allowed: {least} to {most} percent)"
            ));
        }
    }
    let keys = request.settings.iter().map(|setting| setting.key.as_str());
    let names = request.variants.iter().map(|variant| variant.name.as_str());
    let percents: Vec<_> = request.difficulty.iter().map(u16::to_string).collect();
    for (what, list) in [
        ("setting", keys.collect::<Vec<_>>()),
        ("variant", names.collect()),
        ("difficulty", percents.iter().map(String::as_str).collect()),
        (
            "first side",
            request.first.iter().map(String::as_str).collect(),
        ),
    ] {
        if let Some(twice) = first_twice(&list) {
            return wrong(format!("{what} {twice} is given twice"));
        }
    }
    for variant in &request.variants {
        let varied = |(key, _): &&(String, String)| {
            request.settings.iter().any(|setting| setting.key == *key)
        };
        if let Some((key, _)) = variant.values.iter().find(varied) {
            return wrong(format!(
                "{key} is both varied and set by variant {:?}",
                variant.name
            ));
        }
    }
    Ok(())
}

fn first_twice<'a>(list: &[&'a str]) -> Option<&'a str> {
    (1..list.len())
        .find(|&at| list[..at].contains(&list[at]))
        .map(|at| list[at])
}

/// Lists the cases of a request.
pub(super) fn expand(request: &Request, bases: &[Base]) -> Result<Vec<Planned>, PlanError> {
    let mut cases = missions(request, bases);
    let names: Vec<_> = (request.variants.iter())
        .map(|variant| variant.name.clone())
        .collect();
    vary(&mut cases, VARIANT, &names, |case, name| {
        let variant = request.variants.iter().find(|variant| variant.name == name);
        for (key, value) in variant.into_iter().flat_map(|variant| &variant.values) {
            case.set(key, value);
        }
        Ok(())
    })?;
    vary_sides::<AiMode>(&mut cases, &request.modes, "--modes", bases)?;
    vary_sides::<Skill>(&mut cases, &request.skill, "--skill", bases)?;
    let percents = match request.difficulty.is_empty() {
        true => vec![AS_WRITTEN.to_string()],
        false => request.difficulty.iter().map(u16::to_string).collect(),
    };
    vary(&mut cases, "difficulty", &percents, |case, percent| {
        case.difficulty = percent.parse().expect("written from a number");
        if case.difficulty != AS_WRITTEN {
            case.say("--difficulty", percent);
        }
        Ok(())
    })?;
    let first: Vec<_> = (request.first.iter())
        .flat_map(|text| modes::sides_of(text, &side_names(bases)))
        .map(str::to_owned)
        .collect();
    vary(&mut cases, FIRST, &first, |case, first| {
        if first != DEFAULT {
            if first != ALTERNATE {
                bases[case.mission].check_side(first)?;
            }
            case.variation.first = Some(first.to_owned());
            case.say("--first", first);
        }
        Ok(())
    })?;
    for setting in &request.settings {
        vary(&mut cases, &setting.key, &setting.values, |case, value| {
            case.set(&setting.key, value);
            Ok(())
        })?;
    }
    Ok(cases)
}

/// Lists the names of the sides of all missions.
fn side_names(bases: &[Base]) -> Vec<&str> {
    let sides = bases.iter().flat_map(|base| &base.sides);
    sides.map(|(name, _)| name.as_str()).collect()
}

/// Lists the missions as they are written, with the packs, which change every case alike.
fn missions(request: &Request, bases: &[Base]) -> Vec<Planned> {
    let case = |(mission, base): (usize, &Base)| {
        let mut case = Planned {
            mission,
            difficulty: AS_WRITTEN,
            factors: vec![Factor {
                name: MISSION.into(),
                value: base.name.clone(),
            }],
            ..Planned::default()
        };
        for pack in &request.packs {
            case.say("--pack", &shown(pack));
        }
        case
    };
    bases.iter().enumerate().map(case).collect()
}

/// Plays every case with each value of a factor.
fn vary(
    cases: &mut Vec<Planned>,
    name: &str,
    values: &[String],
    change: impl Fn(&mut Planned, &str) -> Result<(), PlanError>,
) -> Result<(), PlanError> {
    if values.is_empty() {
        return Ok(());
    }
    if cases.len() * values.len() > MOST_CASES {
        let why = format!("a run has at most {MOST_CASES} cases");
        return Err(PlanError::Word(why));
    }
    let mut varied = Vec::with_capacity(cases.len() * values.len());
    for case in cases.iter() {
        for value in values {
            let mut case = case.clone();
            case.factors.push(Factor {
                name: name.to_owned(),
                value: value.clone(),
            });
            change(&mut case, value)?;
            varied.push(case);
        }
    }
    *cases = varied;
    Ok(())
}

/// Plays every case with each of what is set for sides, in lists.
fn vary_sides<T: PerSide>(
    cases: &mut Vec<Planned>,
    lists: &[Vec<String>],
    flag: &str,
    bases: &[Base],
) -> Result<(), PlanError> {
    let mut named = Vec::new();
    let sides = side_names(bases);
    for list in lists {
        let read = list.iter().map(|text| OfSides::<T>::list(text, &sides));
        let read: Vec<_> = read.collect::<Result<_, _>>().map_err(PlanError::Word)?;
        let (list, all): (Vec<_>, Vec<_>) = (read.into_iter().flatten())
            .map(|(text, one)| (text.to_owned(), one))
            .unzip();
        let name = modes::factor(&all);
        if named.contains(&name) {
            let why = format!("{name} are given twice; list all in one, comma-separated");
            return Err(PlanError::Word(why));
        }
        // Written otherwise they may be the same.
        if let Some(twice) = (1..all.len()).find(|&at| all[..at].contains(&all[at])) {
            let twice = &list[twice];
            return Err(PlanError::Word(format!("{name}: {twice} is given twice")));
        }
        vary(cases, &name, &list, |case, text| {
            let one = OfSides::<T>::parse(text, &sides).map_err(PlanError::Word)?;
            one.apply(&bases[case.mission], &mut case.variation)?;
            if text != DEFAULT {
                case.say(flag, text);
            }
            Ok(())
        })?;
        named.push(name);
    }
    Ok(())
}

impl Planned {
    /// Adds an argument to the command that plays the case again.
    fn say(&mut self, flag: &str, value: &str) {
        self.arguments.extend([flag.to_owned(), value.to_owned()]);
    }

    fn set(&mut self, key: &str, value: &str) {
        if value != DEFAULT {
            self.values.push((key.to_owned(), value.to_owned()));
            self.say("--set", &format!("{key}={value}"));
        }
    }
}
