//! The best result of each mission, kept beside the saves.
//!
//! **Invariant:** a file that cannot be read is told of and kept beside.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

use bevy::prelude::*;
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};

use crate::battle::phase::{Outcome, Verdict};
use crate::content::ron_text;
use crate::game::shell::folders::{self, Own};
use crate::game::shell::session::Listed;
use crate::game::shell::session::Session;
use crate::game::shell::watching::Watching;

/// How a mission ended best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Best {
    /// Whether it was won.
    pub won: bool,
    /// Enemies in percent of those the mission is written with.
    pub difficulty: u16,
    /// The turn in which it ended.
    pub turn: u16,
    /// The seed of the battle.
    pub seed: u64,
}

impl Best {
    /// Whether it is better than another: won, against more enemies, sooner.
    fn beats(self, other: Self) -> bool {
        let rank = |best: Self| (best.won, best.difficulty, Reverse(best.turn));
        rank(self) > rank(other)
    }
}

/// The best result of each mission, by its pack if it is from one, and the name of its file.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Results(BTreeMap<String, Best>);

impl Results {
    /// Returns how a mission ended best, if it was played to its end.
    pub fn of(&self, mission: &Listed) -> Option<Best> {
        let key = key(&mission.file, mission.pack.as_deref())?;
        self.0.get(&key).copied()
    }

    /// Notes how a mission of a pack, or of none, ended; whether it ended better than ever.
    fn note(&mut self, file: &Path, pack: Option<&str>, result: Best) -> bool {
        key(file, pack).is_some_and(|key| self.take(key, result))
    }

    /// Takes a result over if it is the best; whether it is.
    fn take(&mut self, key: String, result: Best) -> bool {
        let is_better = (self.0.get(&key)).is_none_or(|&best| result.beats(best));
        if is_better {
            self.0.insert(key, result);
        }
        is_better
    }

    /// Takes over what is better in others.
    fn merge(&mut self, others: Self) {
        for (key, result) in others.0 {
            self.take(key, result);
        }
    }
}

fn key(file: &Path, pack: Option<&str>) -> Option<String> {
    let name = file.file_name()?.to_string_lossy();
    Some(match pack {
        Some(pack) => format!("{pack}/{name}"),
        None => name.into_owned(),
    })
}

/// What an unreadable file of results leads to.
const THEN: &str = "results were reset";

/// Adds the results.
pub fn plugin(app: &mut App) {
    let Own { value, problem, .. } = folders::load_own(folders::results(), THEN, parse);
    app.insert_resource::<Results>(value).add_systems(
        Startup,
        move |mut session: ResMut<Session>| {
            if let Some(problem) = &problem {
                session.warn(problem);
            }
        },
    );
}

fn parse(text: &str) -> Result<Results, String> {
    ron::from_str(text).map_err(|error| {
        let at = error.span.start;
        format!("{}:{}: {}", at.line, at.col, error.code)
    })
}

/// Writes results down, and takes over what other windows have written since.
///
/// # Errors
/// What went wrong; results that could be written are.
fn keep(results: &mut Results, file: &Path) -> Result<(), String> {
    let changed = folders::change_own(file, THEN, parse, |theirs| {
        results.merge(theirs.unwrap_or_default());
        ron_text::to_pretty_text(results, PrettyConfig::new())
    });
    changed.and_then(|problem| problem.map_or(Ok(()), Err))
}

/// Notes how the battle ended that was fought.
///
/// # Errors
/// Why it could not be written down.
pub fn note_end(world: &mut World) -> Result<(), String> {
    let session = world.resource::<Session>();
    let (Some(ending), Some(source)) = (world.resource::<Verdict>().0, &session.source) else {
        return Ok(());
    };
    if world.contains_resource::<Watching>() {
        return Ok(());
    }
    let file = Path::new(&source.file).to_owned();
    let listed = session.listed.iter().find(|listed| listed.file == file);
    let pack = listed.and_then(|listed| listed.pack.clone());
    let result = Best {
        won: ending.outcome == Outcome::Victory,
        difficulty: session
            .mission
            .as_ref()
            .map_or(0, |mission| mission.difficulty),
        turn: ending.turn,
        seed: session.seed,
    };
    let mut results = world.resource_mut::<Results>();
    if !results.note(&file, pack.as_deref(), result) {
        return Ok(());
    }
    folders::results().map_or(Ok(()), |file| keep(&mut results, &file))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOST: Best = Best {
        won: false,
        difficulty: 150,
        turn: 3,
        seed: 1,
    };
    const WON: Best = Best {
        won: true,
        difficulty: 100,
        turn: 12,
        seed: 2,
    };

    fn listed(file: &str, pack: Option<&str>) -> Listed {
        Listed {
            file: file.into(),
            is_guided: false,
            is_own: false,
            pack: pack.map(str::to_owned),
            mission: Err("not read".to_owned()),
        }
    }

    #[test]
    fn a_win_beats_a_loss_more_enemies_fewer_and_sooner_later() {
        let mut results = Results::default();
        let file = Path::new("/some/where/vigil.ron");
        assert!(results.note(file, None, LOST));
        assert!(results.note(file, None, WON));
        assert!(!results.note(file, None, LOST), "a loss after a win");
        assert!(!results.note(file, None, Best { turn: 13, ..WON }));
        assert!(results.note(file, None, Best { turn: 11, ..WON }));
        let harder = Best {
            difficulty: 125,
            turn: 20,
            ..WON
        };
        assert!(results.note(file, None, harder));
        assert_eq!(results.of(&listed("vigil.ron", None)), Some(harder));
        assert_eq!(results.of(&listed("other.ron", None)), None);
        let of_pack = listed("vigil.ron", Some("Night watch"));
        assert_eq!(results.of(&of_pack), None, "its namesake of a pack");
        assert!(results.note(file, Some("Night watch"), LOST));
        assert_eq!(results.of(&of_pack), Some(LOST));
        assert_eq!(results.of(&listed("vigil.ron", None)), Some(harder));
    }

    #[test]
    fn results_are_read_as_written_and_torn_ones_are_kept_beside() {
        let folder = tempfile::tempdir().expect("there is room");
        let file = folder.path().join("results.ron");
        let mut results = Results::default();
        results.note(&file, None, WON);
        let text = ron_text::to_text(&results);
        std::fs::write(&file, &text).expect("there is room");
        let read = |file: &Path| folders::load_own(Some(file.to_owned()), THEN, parse);
        let sound = read(&file);
        assert_eq!((sound.value, sound.problem), (results, None));
        let torn = &text[..text.len() / 2];
        std::fs::write(&file, torn).expect("there is room");
        let Own { value, problem, .. } = read(&file);
        assert_eq!(value, Results::default());
        let problem = problem.expect("it is told");
        assert!(problem.contains("results.ron.bad"), "{problem}");
        let kept = std::fs::read_to_string(folder.path().join("results.ron.bad"));
        assert_eq!(kept.expect("it is kept"), torn);
    }

    #[test]
    fn two_windows_keep_the_results_of_each_other() {
        let folder = tempfile::tempdir().expect("there is room");
        let file = folder.path().join("results.ron");
        let [mut one, mut other] = [Results::default(), Results::default()];
        one.note(Path::new("vigil.ron"), None, WON);
        one.note(Path::new("ridge.ron"), None, LOST);
        assert_eq!(keep(&mut one, &file), Ok(()));
        other.note(Path::new("ford.ron"), None, LOST);
        other.note(Path::new("vigil.ron"), None, LOST);
        assert_eq!(keep(&mut other, &file), Ok(()));
        one.note(Path::new("ridge.ron"), None, WON);
        assert_eq!(keep(&mut one, &file), Ok(()));
        let best = |name: &str| one.of(&listed(name, None));
        assert_eq!(best("vigil.ron"), Some(WON), "the better of both");
        assert_eq!(best("ridge.ron"), Some(WON));
        assert_eq!(best("ford.ron"), Some(LOST));
        let text = std::fs::read_to_string(&file).expect("it is there");
        assert_eq!(parse(&text), Ok(one));
    }
}
