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
use crate::files::write_whole;
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
        let Some(key) = key(file, pack) else {
            return false;
        };
        let is_better = (self.0.get(&key)).is_none_or(|&best| result.beats(best));
        if is_better {
            self.0.insert(key, result);
        }
        is_better
    }
}

fn key(file: &Path, pack: Option<&str>) -> Option<String> {
    let name = file.file_name()?.to_string_lossy();
    Some(match pack {
        Some(pack) => format!("{pack}/{name}"),
        None => name.into_owned(),
    })
}

/// Whether the file of results holds nothing that would be lost if it were replaced.
#[derive(Resource)]
struct MayReplace(bool);

/// Adds the results.
pub fn plugin(app: &mut App) {
    let Own {
        value: results,
        problem,
        may_replace,
    } = load();
    app.insert_resource(results)
        .insert_resource(MayReplace(may_replace))
        .add_systems(Startup, move |mut session: ResMut<Session>| {
            if let Some(problem) = &problem {
                session.warn(problem);
            }
        });
}

fn load() -> Own<Results> {
    match folders::results() {
        Some(file) => read(&file),
        None => Own {
            value: Results::default(),
            problem: None,
            may_replace: true,
        },
    }
}

/// Reads results; those that cannot be read are kept beside their file.
fn read(file: &Path) -> Own<Results> {
    folders::read_own(file, "results begin anew", |text| {
        ron::from_str(text).map_err(|error| {
            let at = error.span.start;
            format!("{}:{}: {}", at.line, at.col, error.code)
        })
    })
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
    let may_replace = world.get_resource::<MayReplace>().map(|may| may.0);
    let mut results = world.resource_mut::<Results>();
    if !results.note(&file, pack.as_deref(), result) {
        return Ok(());
    }
    let Some(file) = folders::results() else {
        return Ok(());
    };
    if may_replace.is_some_and(|may| !may) {
        return Err(format!(
            "{} cannot be read and is left as it is",
            file.display()
        ));
    }
    let text = ron_text::to_pretty_text(&*results, PrettyConfig::new());
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    }
    write_whole(&file, text.as_bytes()).map_err(|error| error.to_string())
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
}
