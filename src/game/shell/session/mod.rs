//! The battle at the window: which mission and seed, how it is started, saved and loaded.
//!
//! **Invariant:** whatever goes wrong here is a sentence on the screen; a save is never lost.

mod keeping;
mod missions;
mod moment;
mod reload;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::window::ExitSystems;

#[cfg(test)]
pub use self::keeping::newest;
use self::keeping::{autosave, save};
pub use self::keeping::{
    has_saves, load_newest, newest_told, quick_load, quick_save, save_refusal, snapshot,
};
pub use self::missions::{Brief, Listed, list as list_missions, read as read_mission, with_packs};
pub use self::moment::Moment;
pub use self::reload::Offer;
use crate::battle::board::Board;
use crate::battle::journal::Journal;
use crate::battle::order::{UndoStack, undo};
use crate::battle::step::{HumanSides, Reporting, begin_mirroring};
use crate::battle::unit::Side;
use crate::game::kit::CombatLog;
use crate::game::rules::playable::{Playable, rules};
use crate::game::shell::menus::{close_all, open_after_load};
use crate::game::shell::packs::{self, Packs};
use crate::game::shell::share;
use crate::game::shell::watching::Watching;
use crate::game::table::board_view::BoardView;
use crate::game::table::camera::Rig;
use crate::game::table::playback::{Playback, follow_map, log_of, report_opening};
use crate::game::{AtBattle, Options, PutAway, Screen, Start, editor};
use crate::headless::Arena;
use crate::mission::{AS_WRITTEN, Mission, MissionSource, RuleSet};
use crate::playing::Setting;
use crate::reload::Held;
use crate::replay::Replay;
use crate::save::{BattleId, JournalError, JournalFile, SaveKind, rules_of};
use crate::{content, with_rules};

/// The battle at the window.
#[derive(Resource, Default)]
pub struct Session {
    /// Missions to choose from.
    pub listed: Vec<Listed>,
    /// Folders of the packs that missions are begun with, in order.
    pub packs: Vec<PathBuf>,
    /// Difficulties on offer, percent.
    pub levels: Vec<u16>,
    /// Difficulty chosen for the next mission, percent.
    pub difficulty: Option<u16>,
    /// What the mission is built from.
    pub source: Option<MissionSource>,
    pub mission: Option<Mission>,
    /// Rules of the battle that is played, or was last.
    pub rules: RuleSet,
    /// Seed of the battle.
    pub seed: u64,
    /// Sentence to show, and whether it is bad news.
    pub notice: Option<(String, bool)>,
    /// What is done before the next frame.
    pub request: Option<Request>,
    /// Counts battles begun and states restored; views rebuild when it grows.
    pub generation: u32,
    /// Whether the next mission is to be an iron battle.
    pub wants_ironman: bool,
    /// Whether the battle has one save only, written by itself.
    pub is_ironman: bool,
    /// Whether two people are to play the next mission in turns at this screen.
    pub wants_hot_seat: bool,
}

impl Session {
    /// Shows bad news, after what is shown already.
    pub fn warn(&mut self, news: &str) {
        let text = match self.notice.take() {
            Some((text, _)) => format!("{text}\n{news}"),
            None => news.to_owned(),
        };
        self.notice = Some((text, true));
    }

    /// Returns the file of the mission that teaches the game.
    pub fn guided(&self) -> Option<PathBuf> {
        let guided = self.listed.iter().find(|entry| entry.is_guided);
        guided.map(|entry| entry.file.clone())
    }

    /// Reads a mission to look at it, as seed 0 draws it.
    ///
    /// # Errors
    /// All problems of mission and content, in lines.
    pub fn preview(&self, file: &Path, difficulty: u16) -> Result<Mission, String> {
        missions::read(file, &self.packs, 0, difficulty).map(|(_, mission)| mission)
    }
}

/// Something that replaces the battle or its state.
#[derive(Clone, Debug)]
pub enum Request {
    /// Opens a mission.
    Open {
        file: PathBuf,
        /// Seed, or a new one.
        seed: Option<u64>,
        /// Enemies in percent of those the mission is written with.
        difficulty: u16,
        /// Content packs, in order; those that are switched on if none are named.
        packs: Option<Vec<PathBuf>>,
    },
    /// Opens a mission from what was made of it.
    Begin {
        /// What it is built from.
        source: Box<MissionSource>,
        /// Seed, or a new one.
        seed: Option<u64>,
    },
    /// Opens the board editor, for a mission file or a new board.
    Edit(Option<PathBuf>),
    /// Begins a mission in the board editor that is to become a file.
    EditNew(PathBuf),
    /// Watches the journal of a file.
    Watch(PathBuf),
    /// Watches the battle that was just fought.
    WatchThis,
    /// Makes a film of the battle that was just fought.
    Film,
    /// Starts a mission between computers, and watches it.
    WatchComputers,
    /// Plays on from where a replay stands.
    PlayOnFromHere,
    /// Starts the same mission again.
    Again { new_seed: bool },
    /// Opens a journal or save.
    Load(PathBuf),
    /// Opens the newest save of the battle that was just fought, or of any.
    LoadLast,
    /// Saves the battle.
    Save {
        /// The file, which is replaced if it exists.
        file: PathBuf,
        kind: SaveKind,
    },
    /// Takes the last order back.
    Undo,
    /// Goes to the mission list.
    Leave,
}

impl Request {
    /// Opens a mission with the packs that are switched on.
    pub fn open(file: PathBuf, seed: Option<u64>, difficulty: u16) -> Self {
        Self::Open {
            file,
            seed,
            difficulty,
            packs: None,
        }
    }
}

/// Adds the session. What serves requests, saves and takes changed files over is exclusive, since it sets up
/// and restores whole battles of any rules.
pub fn plugin(app: &mut App) {
    app.init_resource::<Session>()
        .init_resource::<Packs>()
        .add_systems(Startup, (packs::look, open_start).chain())
        .add_systems(PreUpdate, serve)
        .add_systems(
            Update,
            (
                reload::look.run_if(in_state(Screen::Battle)),
                autosave.pipe(tell).run_if(in_state(AtBattle)),
            ),
        )
        .add_systems(
            Last,
            keeping::keep_at_exit
                .after(ExitSystems)
                .run_if(on_message::<AppExit>),
        )
        .add_systems(Update, expire_notice)
        .add_systems(PutAway, put_away);
}

fn put_away(mut commands: Commands, mut session: ResMut<Session>) {
    (session.source, session.mission) = (None, None);
    session.is_ironman = false;
    commands.remove_resource::<Watching>();
    commands.remove_resource::<BattleId>();
    commands.remove_resource::<reload::Files>();
    commands.remove_resource::<Offer>();
}

/// Seconds for which a notice stands.
const NOTICE_SECONDS: f32 = 7.0;

/// Takes a notice away once it was read.
fn expire_notice(
    time: Res<Time>,
    mut session: ResMut<Session>,
    mut shown: Local<(Option<(String, bool)>, f32)>,
) {
    if session.notice.is_none() && shown.0.is_none() {
        return;
    }
    if session.notice != shown.0 {
        *shown = (session.notice.clone(), 0.0);
        return;
    }
    shown.1 += time.delta_secs();
    if shown.1 > NOTICE_SECONDS {
        session.notice = None;
    }
}

/// Lists the difficulties that any rule set offers, percent.
fn offered_levels() -> Vec<u16> {
    let Ok(catalog) = content::load_default() else {
        return vec![AS_WRITTEN];
    };
    let sets = RuleSet::all().iter();
    let levels: BTreeSet<_> = sets.flat_map(|set| set.levels(&catalog)).copied().collect();
    levels.into_iter().collect()
}

fn open_start(options: Res<Options>, mut session: ResMut<Session>) {
    session.levels = offered_levels();
    session.request = match &options.start {
        Start::Title => None,
        Start::Mission {
            file,
            seed,
            difficulty,
            packs,
        } => Some(Request::Open {
            file: file.clone(),
            seed: *seed,
            difficulty: *difficulty,
            packs: Some(packs.clone()),
        }),
        Start::Journal(file) => Some(Request::Load(file.clone())),
        Start::Edit(file) => Some(Request::Edit(file.clone())),
        Start::EditNew(file) => Some(Request::EditNew(file.clone())),
    };
}

/// A seed nobody asked for: the time will do, the battle journals it.
fn new_seed() -> u64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(1, |time| time.as_nanos() as u64 % 1_000_000)
}

fn serve(world: &mut World) {
    let Some(request) = world.resource_mut::<Session>().request.take() else {
        return;
    };
    let kept = match request.needs_save(world) {
        true => keeping::keep_battle(world),
        false => Ok(()),
    };
    let is_leaving = matches!(request, Request::Leave);
    let result = match kept {
        // A player who cannot save can still leave.
        Err(_) if is_leaving => perform(world, request).and(kept),
        Err(why) => Err(why),
        Ok(()) => perform(world, request),
    };
    if let Err(error) = result {
        world.resource_mut::<Session>().notice = Some((error, true));
        // One battle made room for another that did not come about.
        let is_gone = world.resource::<Session>().mission.is_none();
        if is_gone && world.contains_resource::<State<AtBattle>>() {
            leave(world);
        }
    }
}

/// Does what was asked for.
fn perform(world: &mut World, request: Request) -> Result<(), String> {
    match request {
        Request::Open {
            file,
            seed,
            difficulty,
            packs,
        } => {
            let seed = seed.unwrap_or_else(new_seed);
            let packs = packs.unwrap_or_else(|| world.resource::<Session>().packs.clone());
            missions::read(&file, &packs, seed, difficulty)
                .map(|(source, mission)| begin(world, source, mission, seed, Held::Read))
        }
        Request::Begin { source, seed } => {
            let seed = seed.unwrap_or_else(new_seed);
            let built = source.build(seed).map_err(|problems| problems.to_string());
            built.map(|mission| begin(world, *source, mission, seed, Held::Read))
        }
        Request::Edit(file) => editor::open(world, file.as_deref()),
        Request::EditNew(file) => editor::begin(world, file),
        Request::Watch(file) => rules_of(&file)
            .map_err(|error| error.to_string())
            .and_then(|rules| with_rules!(rules, R => watch_file::<R>(world, &file))),
        Request::WatchThis => with_rules!(rules(world), R => watch_this::<R>(world)),
        Request::Film => {
            share::begin_film(world, None);
            Ok(())
        }
        Request::WatchComputers => watch_computers(world),
        Request::PlayOnFromHere => play_on(world),
        Request::Again { new_seed: is_new } => {
            let session = world.resource::<Session>();
            let seed = if is_new { new_seed() } else { session.seed };
            let source = session.source.clone();
            let source = source.ok_or_else(|| "no mission has been played yet".to_owned());
            source.and_then(|source| {
                let built = source.build(seed).map_err(|problems| problems.to_string());
                // What was taken over from changed files in the battle before is taken over again.
                built.map(|mission| begin(world, source, mission, seed, Held::Unread))
            })
        }
        Request::Load(file) => rules_of(&file)
            .map_err(|error| error.to_string())
            .and_then(|rules| with_rules!(rules, R => load::<R>(world, &file))),
        Request::LoadLast => {
            keeping::load_last(world);
            Ok(())
        }
        Request::Save { file, kind } => {
            with_rules!(rules(world), R => save::<R>(world, &file, kind))
        }
        Request::Undo => with_rules!(rules(world), R => take_back::<R>(world)),
        Request::Leave => {
            leave(world);
            Ok(())
        }
    }
}

/// Goes to where the battle was begun from.
fn leave(world: &mut World) {
    let home = editor::home(world);
    world.resource_mut::<NextState<Screen>>().set(home);
    close_all(world);
}

/// Takes the last order back.
fn take_back<R: Playable>(world: &mut World) -> Result<(), String> {
    if undo::<R>(world) {
        let orders = world.resource::<Journal<R>>().entries.len();
        world.resource_mut::<CombatLog>().take_back(orders);
        refresh(world);
        if let Some(mut rig) = world.get_resource_mut::<Rig>() {
            rig.stay();
        }
        return Ok(());
    }
    let undo = world.resource::<UndoStack<R>>();
    let why = undo.locked().unwrap_or("nothing to undo");
    Err(format!("cannot undo: {why}"))
}

/// Begins a battle, and watching the files of its mission.
fn begin(world: &mut World, source: MissionSource, mission: Mission, seed: u64, held: Held) {
    let file = PathBuf::from(&source.file);
    with_rules!(mission.rules, R => begin_by::<R>(world, source, mission, seed));
    reload::watch_files(world, file, held);
}

fn begin_by<R: Playable>(world: &mut World, source: MissionSource, mission: Mission, seed: u64) {
    prepare::<R>(world, &mission);
    if world.resource::<Session>().wants_hot_seat {
        let fighters = (0..).zip(&mission.sides).filter(|(_, side)| !side.neutral);
        let people = fighters.map(|(index, _)| Side(index)).collect();
        world.insert_resource(HumanSides(people));
    }
    R::set_up(world, &mission, seed);
    world.insert_resource(BattleId::new_random());
    let mut session = world.resource_mut::<Session>();
    session.source = Some(source);
    session.mission = Some(mission);
    session.seed = seed;
    session.notice = None;
    session.is_ironman = session.wants_ironman;
    enter(world);
    report_opening::<R>(world);
}

/// Removes the battle before, and sets the sides that people play.
fn prepare<R: Playable>(world: &mut World, mission: &Mission) {
    world.run_schedule(PutAway);
    world.insert_resource(HumanSides(mission.people()));
    world.insert_resource(Reporting(true));
    world.resource_mut::<Session>().rules = RuleSet::of::<R>();
    world.init_resource::<UndoStack<R>>();
    world.resource_mut::<UndoStack<R>>().enable();
}

/// Updates the views after the state changed without events.
pub fn refresh(world: &mut World) {
    follow_map(world);
    adopt_board(world);
    begin_mirroring(world);
    world.resource_mut::<Playback>().clear();
    world.resource_mut::<Session>().generation += 1;
}

/// Uses this battle's board for the places of hexes at once: reports of its opening are shown there, and views
/// follow only in the next frame.
pub fn adopt_board(world: &mut World) {
    let grid = world.get_resource::<Board>().map(|board| board.grid);
    if let (Some(grid), Some(mut view)) = (grid, world.get_resource_mut::<BoardView>())
        && view.grid != grid
    {
        view.grid = grid;
    }
}

/// Goes to a battle that was set up.
fn enter(world: &mut World) {
    world
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Battle);
    close_all(world);
    refresh(world);
}

fn load<R: Playable>(world: &mut World, file: &Path) -> Result<(), String> {
    let saved = JournalFile::<R>::read(file).map_err(|error| error.to_string())?;
    let draft = saved.label.as_ref().and_then(|label| label.draft.clone());
    resume(world, saved).map_err(|error| error.of(file).to_string())?;
    let taken_up = draft.map_or(Ok(()), |draft| R::take_up_draft(world, &draft));
    let notice = match taken_up {
        Ok(()) => ("loaded".into(), false),
        Err(why) => (format!("loaded without its plan: {why}"), true),
    };
    world.resource_mut::<Session>().notice = Some(notice);
    Ok(())
}

/// Goes on with a battle that was kept.
///
/// # Errors
/// Why it cannot be restored.
pub fn resume<R: Playable>(world: &mut World, saved: JournalFile<R>) -> Result<(), JournalError> {
    let mission = saved.mission()?;
    // Played in worlds of their own first: a save that does not hold must not harm this battle.
    saved.restore(&mut World::new(), &mission)?;
    let sides: Vec<_> = (0..mission.sides.len())
        .map(|side| Side(side as u8))
        .collect();
    let log = log_of(&saved, &mission, usize::MAX, &sides)?;
    prepare::<R>(world, &mission);
    world.insert_resource(log);
    saved.restore(world, &mission)?;
    let label = saved.label.as_ref();
    let is_ironman = label.is_some_and(|label| label.ironman);
    if let Some(label) = label.filter(|label| !label.people.is_empty()) {
        world.insert_resource(HumanSides(label.people.clone()));
    }
    match label.and_then(|label| label.battle) {
        Some(battle) => world.insert_resource(battle),
        // An iron battle of an older version goes on in the file that it has.
        None if is_ironman => {}
        None => world.insert_resource(BattleId::new_random()),
    }
    let mut session = world.resource_mut::<Session>();
    let file = PathBuf::from(&saved.source.file);
    session.source = Some(saved.source);
    session.seed = saved.seed;
    session.is_ironman = is_ironman;
    adopt_mission(world);
    enter(world);
    open_after_load(world);
    reload::watch_files(world, file, Held::Read);
    Ok(())
}

/// Takes the mission over as it holds now, renewals included.
fn adopt_mission(world: &mut World) {
    let mission = world.resource::<Setting>().mission.clone();
    world.resource_mut::<Session>().mission = Some(Mission::clone(&mission));
}

/// Reports what went wrong.
pub fn tell(In(result): In<Result<(), String>>, mut session: ResMut<Session>) {
    if let Err(error) = result {
        session.notice = Some((error, true));
    }
}

/// Watches the battle that was fought.
fn watch_this<R: Playable>(world: &mut World) -> Result<(), String> {
    let session = world.resource::<Session>();
    let source = session.source.clone().ok_or("no battle is running")?;
    let journal = JournalFile::<R>::collect(world, source, session.seed, false);
    let replay = Replay::new(journal).map_err(|error| error.to_string())?;
    watch(world, replay)
}

/// Watches the journal of a file.
fn watch_file<R: Playable>(world: &mut World, file: &Path) -> Result<(), String> {
    let replay = JournalFile::<R>::read(file).and_then(Replay::new);
    let replay = replay.map_err(|error| error.of(file).to_string())?;
    watch(world, replay)
}

/// Starts a random mission between computers, and watches it from its beginning.
fn watch_computers(world: &mut World) -> Result<(), String> {
    let seed = new_seed();
    let session = world.resource::<Session>();
    let listed = session.listed.iter();
    let whole: Vec<_> = listed.filter(|entry| entry.mission.is_ok()).collect();
    let any = seed as usize % whole.len().max(1);
    let file = whole
        .get(any)
        .ok_or("no playable mission was found")?
        .file
        .clone();
    let (source, mission) = missions::read(&file, &session.packs, seed, AS_WRITTEN)?;
    with_rules!(mission.rules, R => watch_fight::<R>(world, source, &mission, seed))
}

fn watch_fight<R: Playable>(
    world: &mut World,
    source: MissionSource,
    mission: &Mission,
    seed: u64,
) -> Result<(), String> {
    let mut arena = Arena::default();
    arena.set_up(mission, seed);
    arena.play(seed);
    let journal = JournalFile::<R>::collect(arena.world_mut(), source, seed, false);
    let replay = Replay::new(journal).map_err(|error| error.to_string())?;
    watch(world, replay)?;
    world.resource_mut::<Watching>().is_playing = true;
    Ok(())
}

/// Opens a replay at its beginning.
///
/// # Errors
/// Why it cannot be set up.
fn watch<R: Playable>(world: &mut World, mut replay: Replay<R>) -> Result<(), String> {
    let mission = replay.mission().clone();
    prepare::<R>(world, &mission);
    let sides = (0..mission.sides.len()).map(|side| Side(side as u8));
    world.insert_resource(HumanSides(sides.collect()));
    replay.seek(world, 0).map_err(|error| error.to_string())?;
    let mut session = world.resource_mut::<Session>();
    session.source = Some(replay.file().source.clone());
    session.seed = replay.file().seed;
    session.mission = Some(mission);
    session.is_ironman = false;
    session.notice = None;
    world.insert_resource(Watching::new(replay));
    enter(world);
    Ok(())
}

/// Turns a replay into a battle that is played on from where it stands.
fn play_on(world: &mut World) -> Result<(), String> {
    let watching = world.get_resource::<Watching>();
    let branch = watching.ok_or("no replay is running")?.reel.branch();
    branch(world)
}
