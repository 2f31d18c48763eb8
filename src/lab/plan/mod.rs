//! Plans: which cases are played, and with which seeds.
//!
//! A [`Request`] is what a user asks for, by arguments or file; a [`RunPlan`] is every case of it, checked.
//!
//! **Invariant:** all cases have the same seeds. The order of cases is that of missions, then variants,
//! modes, skills, difficulty, who begins and settings in the order they were given, the last varying fastest.
//! **Invariant:** every case of a plan loads.

mod blocks;
mod cases;
mod file;
mod missions;
mod modes;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::battle::fingerprint::stable_hash;
use crate::content::problem::{Problems, suggest};
use crate::headless::vocabulary;
use crate::lab::case::{Case, Factor, Keep, Run};
use crate::lab::settings::{self, DEFAULT, FigureSetting, SettingError};
use crate::lab::words::of_them;
use crate::mission::{MissionSource, Variation, name_of};
use crate::plain::plain;

pub use self::blocks::{Block, Blocks};
pub use self::file::{BATTLES, read_plan};
pub use self::modes::{Modes, OfSides, PerSide, Skills};

/// Most battles of a plan.
pub const MOST_BATTLES: u64 = 100_000_000;
/// Most cases of a plan.
pub const MOST_CASES: usize = 10_000;
/// Enemies in percent, least and most.
pub const DIFFICULTIES: std::ops::RangeInclusive<u16> = 25..=400;

/// What a user asks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// Mission files, folders of them, or patterns such as `missions/*.ron`.
    pub missions: Vec<String>,
    /// Folder that relative paths start from.
    pub folder: PathBuf,
    /// Battles of each case.
    pub battles: u64,
    /// First seed.
    pub seed: u64,
    /// Folders of content packs laid over the content.
    pub packs: Vec<PathBuf>,
    /// Enemies in percent.
    pub difficulty: Vec<u16>,
    /// Modes of computer sides: every list is a factor, see [`Modes`].
    pub modes: Vec<Vec<String>>,
    /// How well computers play: every list is a factor, see [`Skills`].
    pub skill: Vec<Vec<String>>,
    /// Who has the first phase: names of sides, `alternate`, or `default`; with commas between several.
    pub first: Vec<String>,
    /// Figures that are varied, every one a factor.
    pub settings: Vec<FigureSetting>,
    /// Named sets of figures.
    pub variants: Vec<Variant>,
    /// What is kept of each battle.
    pub keep: Keep,
}

/// A named set of figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// Keys and values of settings.
    pub values: Vec<(String, String)>,
}

/// Why a plan makes no sense.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// Missions that are not there, or twice.
    #[error("{0}")]
    Missions(String),
    /// Files that do not read or load.
    #[error(transparent)]
    Problems(#[from] Problems),
    /// A case that does not load.
    #[error("{}: {why}", plain(label))]
    Case {
        /// The case.
        label: String,
        /// What is wrong with it.
        why: String,
    },
    /// A setting that makes no sense.
    #[error(transparent)]
    FigureSetting(#[from] SettingError),
    /// A word or number that is out of place.
    #[error("{0}")]
    Word(String),
}

/// Cases and seeds, checked.
#[derive(Clone, Debug)]
pub struct RunPlan {
    bases: Vec<Base>,
    cases: Vec<Planned>,
    first_seed: u64,
    battles: u64,
    keep: Keep,
}

/// A mission as it is written.
#[derive(Clone, Debug)]
struct Base {
    source: MissionSource,
    /// Its name, with that of its file if another mission of the plan has the same.
    name: String,
    /// Names of its sides, and whether each fights.
    sides: Vec<(String, bool)>,
}

impl Base {
    fn all(sources: Vec<MissionSource>, seed: u64) -> Result<Vec<Self>, PlanError> {
        let base = |source: MissionSource| {
            let mission = source.build(seed)?;
            let sides = mission.sides.into_iter();
            Ok(Self {
                name: mission.name,
                sides: sides.map(|side| (side.name, !side.neutral)).collect(),
                source,
            })
        };
        let bases = sources.into_iter().map(base);
        let mut bases = bases.collect::<Result<Vec<_>, PlanError>>()?;
        let names: Vec<_> = bases.iter().map(|base| base.name.clone()).collect();
        for base in &mut bases {
            if names.iter().filter(|name| **name == base.name).count() > 1 {
                base.name = format!("{} ({})", base.name, file_name(&base.source.file));
            }
        }
        Ok(bases)
    }

    /// Checks that a side of this name is in the mission.
    fn check_side(&self, side: &str) -> Result<(), PlanError> {
        let names = || self.sides.iter().map(|(name, _)| name.as_str());
        if names().any(|name| name == side) {
            return Ok(());
        }
        let (file, hint) = (&self.source.file, suggest(side, names()));
        Err(PlanError::Word(format!(
            "{file}: has no side {side:?}{hint}"
        )))
    }
}

fn file_name(path: &str) -> String {
    let name = Path::new(path).file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// One case: what is changed of which mission.
#[derive(Clone, Debug, Default)]
struct Planned {
    mission: usize,
    difficulty: u16,
    variation: Variation,
    /// Figures and their values, those of the variant first.
    values: Vec<(String, String)>,
    factors: Vec<Factor>,
    /// Arguments of `hexscape sim` that vary the mission so.
    arguments: Vec<String>,
}

impl RunPlan {
    /// Works out and checks the cases of a request; missions that name no packs of their own take the
    /// content of `content`.
    ///
    /// # Errors
    /// The first thing that makes no sense.
    pub fn new(request: &Request, content: &Path) -> Result<Self, PlanError> {
        cases::check_numbers(request)?;
        let sources = missions::read(request, content)?;
        let bases = Base::all(sources, request.seed)?;
        for Base { source, .. } in &bases {
            let keys = request.settings.iter().map(|setting| &setting.key);
            let of_variants = request.variants.iter().flat_map(|variant| &variant.values);
            for key in keys.chain(of_variants.map(|(key, _)| key)) {
                settings::check_key(&source.content, key)?;
            }
        }
        let cases = cases::expand(request, &bases)?;
        let total = u128::from(request.battles) * cases.len() as u128;
        if total > u128::from(MOST_BATTLES) {
            return Err(PlanError::Word(format!(
                "{} of {} are {total}; a run has at most {MOST_BATTLES}",
                of_them(cases.len() as u64, "case"),
                of_them(request.battles, "battle")
            )));
        }
        Ok(Self {
            bases,
            cases,
            first_seed: request.seed,
            battles: request.battles,
            keep: request.keep,
        })
    }

    /// Returns what the mission of a case is built from: exactly what `hexscape sim` plays.
    pub fn source(&self, case: usize) -> Result<MissionSource, PlanError> {
        let planned = &self.cases[case];
        let mut source = self.bases[planned.mission]
            .source
            .clone()
            .at(planned.difficulty);
        source.variation = planned.variation.clone();
        let values: Vec<_> = planned.pairs().collect();
        settings::lay_over(&mut source, &values)?;
        Ok(source)
    }

    /// Builds every case once and describes the run.
    ///
    /// # Errors
    /// Cases that do not load, with the setting that is to blame if one is.
    pub fn describe(&self) -> Result<Run, PlanError> {
        let labels = self.labels();
        let mut cases = Vec::with_capacity(self.cases.len());
        for (index, (planned, label)) in self.cases.iter().zip(labels).enumerate() {
            let source = self.source(index)?;
            let mission = match source.build(self.first_seed) {
                Ok(mission) => mission,
                Err(problems) => return Err(self.blame(index, label, problems)),
            };
            let file = name_of(source.file.as_ref());
            let mut replay = vec!["hexscape sim".to_owned(), quoted(&file)];
            replay.extend(planned.arguments.iter().map(|argument| quoted(argument)));
            let vocabulary = vocabulary(&mission);
            let label = match label.is_empty() {
                true => mission.name,
                false => label,
            };
            cases.push(Case {
                mission: self.bases[planned.mission].name.clone(),
                file: source.file,
                label,
                vocabulary,
                factors: planned.factors.clone(),
                replay: replay.join(" "),
            });
        }
        Ok(Run {
            cases,
            first_seed: self.first_seed,
            battles: self.battles,
            keep: self.keep,
        })
    }

    /// Finds the setting that keeps a case from loading.
    fn blame(&self, index: usize, label: String, problems: Problems) -> PlanError {
        let planned = &self.cases[index];
        let bare = Self {
            cases: vec![Planned {
                values: Vec::new(),
                ..planned.clone()
            }],
            ..self.clone()
        };
        let builds = |plan: &Self| {
            plan.source(0)
                .is_ok_and(|source| source.build(self.first_seed).is_ok())
        };
        if !builds(&bare) {
            return PlanError::Problems(problems);
        }
        for (key, value) in planned.pairs() {
            let mut alone = bare.clone();
            alone.cases[0].values = vec![(key.to_owned(), value.to_owned())];
            let problems = alone.source(0).map(|source| source.build(self.first_seed));
            if let Ok(Err(problems)) = problems {
                return PlanError::Case {
                    label: format!("{key}={value}"),
                    why: problems.messages(),
                };
            }
        }
        let why = problems.messages();
        PlanError::Case {
            label,
            why: format!("these settings conflict: {why}"),
        }
    }

    /// Returns what tells each case apart: the factors that vary.
    fn labels(&self) -> Vec<String> {
        let mut values = BTreeMap::<&str, Vec<&str>>::new();
        for factor in self.cases.iter().flat_map(|case| &case.factors) {
            let known = values.entry(&factor.name).or_default();
            if !known.contains(&factor.value.as_str()) {
                known.push(&factor.value);
            }
        }
        let told = |factor: &&Factor| values[factor.name.as_str()].len() > 1;
        // The file of a key is plain from the rest of it, unless another ends alike.
        let short = |name: &str| {
            let rest = name.split_once('.').map_or(name, |(_, rest)| rest);
            let same = values.keys().filter(|other| other.ends_with(rest));
            let is_told = same.count() == 1;
            if is_told { rest } else { name }.to_owned()
        };
        let word = |factor: &Factor| match (factor.name.as_str(), &factor.value) {
            (MISSION | VARIANT, value) => value.clone(),
            // Such a value says of which side it is.
            (name, value) if is_of_sides(name) && value.contains(':') => value.clone(),
            (name, value) => format!("{} {value}", short(name)),
        };
        let label = |case: &Planned| {
            let words: Vec<_> = case.factors.iter().filter(told).map(word).collect();
            words.join(", ")
        };
        self.cases.iter().map(label).collect()
    }

    /// Returns how the plan is cut into blocks.
    pub fn blocks(&self) -> Blocks {
        Blocks::new(self.cases.len() as u64, self.battles)
    }

    /// Returns a hash of all that bears on the battles of a case; paths do not.
    pub fn hash_of(&self, case: usize) -> u64 {
        let source = self.source(case).expect("every case was described");
        let file = file_name(&source.file);
        // Names of pack folders are paths, too.
        let mut content = source.content;
        for pack in &mut content.packs {
            pack.name.clear();
        }
        stable_hash(&MissionSource {
            file,
            content,
            ..source
        })
    }
}

impl Planned {
    fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_str()))
    }
}

/// Has computers play sides of a mission at a skill, all that fight or some of them.
///
/// # Errors
/// Words and sides that there are not.
pub fn skilled(source: MissionSource, skills: &str) -> Result<MissionSource, PlanError> {
    let mut base = Base::all(vec![source], 0)?.remove(0);
    let mut variation = std::mem::take(&mut base.source.variation);
    let names: Vec<_> = base.sides.iter().map(|(name, _)| name.as_str()).collect();
    let skills = Skills::parse(skills, &names).map_err(PlanError::Word)?;
    skills.apply(&base, &mut variation)?;
    base.source.variation = variation;
    Ok(base.source)
}

/// Changes one mission as a case of a plan would be: modes, who begins, figures of one value each.
///
/// # Errors
/// Words and keys that name nothing, and settings of several values.
pub fn vary(
    source: MissionSource,
    modes: Option<&str>,
    first: Option<&str>,
    settings: &[FigureSetting],
) -> Result<MissionSource, PlanError> {
    let mut base = Base::all(vec![source], 0)?.remove(0);
    let names: Vec<_> = base.sides.iter().map(|(name, _)| name.as_str()).collect();
    let first = first.map(|text| match modes::sides_of(text, &names)[..] {
        [name] => name,
        _ => text,
    });
    let mut variation = Variation {
        first: first.filter(|first| *first != DEFAULT).map(str::to_owned),
        ..Variation::default()
    };
    if let Some(text) = modes {
        let modes = Modes::parse(text, &names).map_err(PlanError::Word)?;
        modes.apply(&base, &mut variation)?;
    }
    base.source.variation = variation;
    let mut values = Vec::new();
    for FigureSetting { key, values: given } in settings {
        settings::check_key(&base.source.content, key)?;
        let [value] = given.as_slice() else {
            let why = format!(
                "{key}: one value is needed here, these are {}",
                given.join(", ")
            );
            return Err(PlanError::Word(why));
        };
        values.push((key.as_str(), value.as_str()));
    }
    settings::lay_over(&mut base.source, &values)?;
    Ok(base.source)
}

/// Name of the factor that missions are.
pub const MISSION: &str = "mission";
/// Name of the factor that named sets of figures are.
pub const VARIANT: &str = "variant";
/// Name of the factor that sides which begin are.
pub const FIRST: &str = "first";
/// What names of factors that modes are begin with.
pub const MODES: &str = "modes";
/// What names of factors that skills are begin with.
pub const SKILL: &str = "skill";

/// Whether a factor, by its name, sets modes or skills, for all sides or for one.
pub fn is_of_sides(factor: &str) -> bool {
    let what = factor.split_once(" of ").map_or(factor, |(what, _)| what);
    [MODES, SKILL].contains(&what)
}

/// Writes an argument so that a shell takes it as one.
fn quoted(argument: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./=:,+".contains(letter);
    match !argument.is_empty() && argument.chars().all(is_plain) {
        true => argument.to_owned(),
        false => format!("'{}'", argument.replace('\'', "'\\''")),
    }
}

/// Returns the error that a word is none of those allowed.
fn unknown<'a>(what: &str, found: &str, allowed: impl IntoIterator<Item = &'a str>) -> String {
    format!("{what} {found:?} is unknown{}", suggest(found, allowed))
}
