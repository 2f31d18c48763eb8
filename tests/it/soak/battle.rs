//! The battles of a soak: which they are, and how one is played and checked.
//!
//! **Invariant:** a battle follows from its number alone.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use hexscape::battle::fingerprint::stable_hash;
use hexscape::battle::phase::Verdict;
use hexscape::content::mode::AiMode;
use hexscape::content::{Catalog, assets_folder};
use hexscape::headless::{Arena, Report};
use hexscape::lab::plan::vary;
use hexscape::mission::{self, Mission, MissionSource, RuleSet};
use hexscape::playing::Game;
use hexscape::save::JournalFile;
use hexscape::with_rules;

use crate::trial::{Trial, Tried};

/// One battle in so many is checked order by order.
const CHECKED: u64 = 50;
/// One battle in so many is played a second time, and from its journal.
const REPLAYED: u64 = 200;
/// Difficulties in percent.
const DIFFICULTIES: [u16; 4] = [100, 75, 125, 150];
/// Turns of a mission without a limit.
const TURNS: u16 = 100;

/// A mission that is shipped.
pub struct Stock {
    file: PathBuf,
    source: MissionSource,
    catalog: Catalog,
    /// Names of the sides that fight.
    sides: Vec<String>,
    /// The mission with other modes of its computers, by these.
    varied: Mutex<BTreeMap<String, MissionSource>>,
}

impl Stock {
    /// Reads all missions that are shipped, or those of one rule set.
    pub fn all(rules: Option<RuleSet>) -> Vec<Self> {
        let folder = assets_folder().expect("the assets are beside the crate");
        let files = mission::files(&folder.join("missions"));
        let read = |file: PathBuf| {
            let source = MissionSource::read(&file, &folder.join("content"))?;
            let catalog = source.content.catalog("content")?;
            let mission = source.build_on(&catalog, 1)?;
            let sides = mission.sides.iter().filter(|side| !side.neutral);
            Ok(Self {
                sides: sides.map(|side| side.name.clone()).collect(),
                file,
                source,
                catalog,
                varied: Mutex::default(),
            })
        };
        let files = files.into_iter().filter(|file| {
            let text = std::fs::read_to_string(file).expect("missions can be read");
            let asks = |set: &RuleSet| text.contains(&format!("rules: {}", set.name()));
            rules.is_none_or(|rules| asks(&rules))
        });
        let sound = |stock: Result<Self, hexscape::content::problem::Problems>| {
            stock.unwrap_or_else(|problems| panic!("{problems}"))
        };
        files.map(read).map(sound).collect()
    }

    /// Returns the mission with these modes of its computers.
    fn with(&self, modes: Option<&String>) -> MissionSource {
        let Some(modes) = modes else {
            return self.source.clone();
        };
        let vary = || vary(self.source.clone(), Some(modes), None, &[]);
        let vary = || vary().unwrap_or_else(|error| panic!("{error}"));
        let mut varied = self.varied.lock().expect("nobody fails while holding it");
        varied.entry(modes.clone()).or_insert_with(vary).clone()
    }
}

/// One battle.
pub struct Battle<'a> {
    /// Its number.
    pub number: u64,
    /// Its seed.
    pub seed: u64,
    /// Which of the stock its mission is.
    pub mission: usize,
    stock: &'a Stock,
    difficulty: u16,
    /// Modes of the computers, where they are not those of the mission.
    modes: Option<String>,
    is_checked: bool,
    is_replayed: bool,
}

/// What a battle came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Done {
    /// Orders.
    pub orders: u64,
    /// Fingerprint of the last state.
    pub fingerprint: u64,
    /// Whether it was checked order by order.
    pub is_checked: bool,
    /// Whether it was played again.
    pub is_replayed: bool,
}

/// Draws one of so many from the number of a battle.
fn draw(number: u64, what: u64, many: u64) -> u64 {
    stable_hash(&(number, what)) % many
}

impl<'a> Battle<'a> {
    /// Returns the battle of a number.
    pub fn of(stocks: &'a [Stock], number: u64) -> Self {
        let count = stocks.len() as u64;
        let mission = (number % count) as usize;
        let stock = &stocks[mission];
        let draw = |what, many| draw(number, what, many);
        let mode = |(side, name): (u64, &String)| {
            let mode = AiMode::ALL[draw(4 + side, 6) as usize];
            format!("{name}:{mode:?}")
        };
        let modes = (0..).zip(&stock.sides).map(mode).collect::<Vec<_>>();
        Self {
            number,
            seed: number / count + 1,
            mission,
            stock,
            difficulty: DIFFICULTIES[draw(0, 4) as usize],
            // Every fourth battle as the mission is written.
            modes: (draw(1, 4) > 0).then(|| modes.join("+")),
            is_checked: draw(2, CHECKED) == 0,
            is_replayed: draw(3, REPLAYED) == 0,
        }
    }

    /// Returns the command that plays it again.
    pub fn command(&self) -> String {
        let name = self.stock.file.file_name().unwrap_or_default();
        let file = Path::new("assets/missions").join(name);
        let modes = self.modes.as_ref();
        let modes = modes.map_or_else(String::new, |modes| format!(" --modes '{modes}'"));
        format!(
            "hexscape sim {} --seed {} --difficulty {}{modes}",
            file.display(),
            self.seed,
            self.difficulty
        )
    }

    fn source(&self) -> MissionSource {
        self.stock.with(self.modes.as_ref()).at(self.difficulty)
    }
}

/// Plays a battle to its end, with all that its number asks for.
pub fn play(arena: &mut Arena, battle: &Battle) -> Done {
    let source = battle.source();
    let mission = source.build_on(&battle.stock.catalog, battle.seed);
    let mission = mission.unwrap_or_else(|problems| panic!("{problems}"));
    arena.set_up(&mission, battle.seed);
    let report = arena.play(battle.seed);
    let limit = mission.turn_limit.unwrap_or(TURNS);
    assert!(report.ending.is_some(), "it has no outcome: {report:?}");
    assert!(report.turns <= limit + 1, "it goes on and on: {report:?}");
    let done = Done {
        orders: report.orders as u64,
        fingerprint: report.fingerprint,
        is_checked: battle.is_checked,
        is_replayed: battle.is_replayed,
    };
    if done.is_replayed {
        with_rules!(mission.rules, R => play_again::<R>(arena, &mission, source, &report));
    }
    if done.is_checked {
        with_rules!(mission.rules, R => check::<R>(&mission, &report));
    }
    done
}

/// Plays a battle in another arena, and from the text of its journal.
fn play_again<R: Game>(
    arena: &mut Arena,
    mission: &Mission,
    source: MissionSource,
    report: &Report,
) {
    let journal = JournalFile::<R>::collect(arena.world_mut(), source, report.seed, false);
    let mut other = Arena::default();
    other.set_up(mission, report.seed);
    assert_eq!(other.play(report.seed), *report, "played a second time");
    let read = JournalFile::<R>::from_bytes("soak".as_ref(), journal.to_text().as_bytes());
    let read = read.unwrap_or_else(|error| panic!("{error}"));
    // Every order leads to the fingerprint it led to.
    (read.replay(other.world_mut(), mission, usize::MAX, &mut ()))
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read.entries.len(), report.orders);
}

/// Plays a battle order by order with a look at everything in between: it is the same battle.
fn check<R: Tried>(mission: &Mission, report: &Report) {
    let mut trial = Trial::<R>::new(mission, report.seed);
    while !trial.is_over() {
        trial.decide();
        assert!(trial.passed <= report.orders, "checked, it goes on");
    }
    let found = hexscape::headless::report::<R>(&mut trial.world, report.seed);
    assert_eq!(found, *report, "checked order by order");
    assert!(trial.world.resource::<Verdict>().0 == report.ending);
}
