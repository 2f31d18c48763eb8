//! The battle at the window: which mission and seed, how it is started, saved and loaded.
//!
//! **Invariant:** whatever goes wrong here is a sentence on the screen; a save is never lost.

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use crate::{
    battle::{
        journal::Journal,
        grid::TileId,
        order::UndoStack,
        step::{HumanSides, OrderDone, OrderGiven, Reporting, begin_mirroring},
        unit::{Side, UnitId},
    },
    content::{
        self,
        battlescape::{FireMode, Gait},
    },
    game::{Menu, Options, Screen, Start, hud::CombatLog, playback::Playback},
    mission::{Controller, Mission, MissionSource, difficulty::AS_WRITTEN},
    rules::battlescape::{
        Battlescape, debrief::Debrief, event::Mark, objective::PLAYER, panel::tool::Tool,
        setup::set_up,
    },
    save::JournalFile,
};

/// A mission on the title screen.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its file.
    pub file: PathBuf,
    /// Name and briefing, or what is wrong with it.
    pub mission: Result<(String, String), String>,
}

/// The battle at the window.
#[derive(Resource, Default)]
pub struct Session {
    /// Missions to choose from.
    pub listed: Vec<Listed>,
    /// Text of the seed field; empty for a new seed.
    pub seed_text: String,
    /// Difficulties on offer, percent.
    pub levels: Vec<u16>,
    /// Difficulty chosen for the next mission, percent.
    pub difficulty: Option<u16>,
    /// What the mission is built from.
    pub source: Option<MissionSource>,
    /// The mission.
    pub mission: Option<Mission>,
    /// Seed of the battle.
    pub seed: u64,
    /// What the last battle came to.
    pub debrief: Option<Debrief>,
    /// Sentence to show, and whether it is bad news.
    pub notice: Option<(String, bool)>,
    /// What is done before the next frame.
    pub request: Option<Request>,
    /// Counts battles begun and states restored; views rebuild when it grows.
    pub generation: u32,
}

/// Something that replaces the battle or its state.
#[derive(Clone, Debug)]
pub enum Request {
    /// Opens a mission.
    Open {
        /// Its file.
        file: PathBuf,
        /// Seed, or a new one.
        seed: Option<u64>,
        /// Enemies in percent of those the mission is written with.
        difficulty: u16,
        /// Content packs, in order.
        packs: Vec<PathBuf>,
    },
    /// Starts the same mission again.
    Again {
        /// Whether with a new seed.
        new_seed: bool,
    },
    /// Opens a journal or save.
    Load(PathBuf),
    /// Saves the battle.
    Save(PathBuf),
    /// Takes the last order back.
    Undo,
    /// Goes to the mission list.
    Leave,
}

/// The unit the player has chosen and what is being aimed.
#[derive(Resource, Clone, Debug, Default)]
pub struct Selection {
    /// How the unit moves, where its posture leaves a choice.
    pub gait: Gait,
    /// Own unit.
    pub unit: Option<UnitId>,
    /// What the next click is for.
    pub tool: Tool,
    /// What is aimed at.
    pub target: Option<Mark>,
    /// Mode of fire.
    pub mode: Option<FireMode>,
    /// Mode that TU are kept back for.
    pub reserve: Option<FireMode>,
    /// Hex that the next click goes to although TU are kept back.
    pub insists_on: Option<TileId>,
}

/// Adds the session.
pub fn plugin(app: &mut App) {
    app.init_resource::<Session>()
        .init_resource::<Selection>()
        .add_systems(Startup, open_start)
        .add_systems(PreUpdate, serve);
}

/// Returns the folder of saves, which is made if it is missing.
pub fn saves_folder() -> Result<PathBuf, String> {
    let folders = directories::ProjectDirs::from("", "", "hexscape")
        .ok_or("this system names no folder for saves")?;
    let folder = folders.data_dir().join("saves");
    std::fs::create_dir_all(&folder)
        .map_err(|error| format!("cannot make the folder {}: {error}", folder.display()))?;
    Ok(folder)
}

/// Lists saves, the newest first.
pub fn saves() -> Vec<PathBuf> {
    let Ok(folder) = saves_folder() else {
        return Vec::new();
    };
    let mut found: Vec<_> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let time = path.metadata().ok()?.modified().ok()?;
            (path.extension()? == "hexsave").then_some((time, path))
        })
        .collect();
    found.sort_by(|a, b| b.cmp(a));
    found.into_iter().map(|(_, path)| path).collect()
}

fn open_start(options: Res<Options>, mut session: ResMut<Session>) {
    session.listed = list_missions();
    let content = content::load_default();
    session.levels = content.map_or(vec![AS_WRITTEN], |content| {
        content.battlescape.ai.difficulty.levels
    });
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
            packs: packs.clone(),
        }),
        Start::Journal(file) => Some(Request::Load(file.clone())),
    };
}

fn list_missions() -> Vec<Listed> {
    let folder = match content::assets_folder() {
        Ok(folder) => folder.join("missions"),
        Err(error) => {
            return vec![Listed {
                file: PathBuf::from("assets"),
                mission: Err(error),
            }];
        }
    };
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "ron"))
        .collect();
    files.sort();
    let mut listed: Vec<_> = (files.into_iter())
        .map(|file| match read(&file, &[], 0, AS_WRITTEN) {
            Ok((_, mission)) => {
                let listed = Ok((mission.name, mission.briefing));
                (
                    mission.number,
                    Listed {
                        file,
                        mission: listed,
                    },
                )
            }
            Err(problem) => (
                u16::MAX,
                Listed {
                    file,
                    mission: Err(problem),
                },
            ),
        })
        .collect();
    listed.sort_by_key(|(number, _)| *number);
    listed.into_iter().map(|(_, listed)| listed).collect()
}

fn read(
    file: &Path,
    packs: &[PathBuf],
    seed: u64,
    difficulty: u16,
) -> Result<(MissionSource, Mission), String> {
    let content = content::assets_folder()?.join("content");
    let source = MissionSource::read(file, &content).map_err(|problems| problems.to_string())?;
    let mut source = source.at(difficulty);
    source.content = (source.content.with_packs(packs)).map_err(|problems| problems.to_string())?;
    let mission = source
        .build(seed)
        .map_err(|problems| problems.to_string())?;
    Ok((source, mission))
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
    let result = match request {
        Request::Open {
            file,
            seed,
            difficulty,
            packs,
        } => {
            let seed = seed.unwrap_or_else(new_seed);
            read(&file, &packs, seed, difficulty).map(|(source, mission)| {
                begin(world, source, mission, seed);
            })
        }
        Request::Again { new_seed: is_new } => {
            let session = world.resource::<Session>();
            let seed = if is_new { new_seed() } else { session.seed };
            let source = session.source.clone();
            let source = source.ok_or_else(|| "no mission was played yet".to_owned());
            source.and_then(|source| {
                let mission = source
                    .build(seed)
                    .map_err(|problems| problems.to_string())?;
                begin(world, source, mission, seed);
                Ok(())
            })
        }
        Request::Load(file) => load(world, &file),
        Request::Save(file) => save(world, &file),
        Request::Undo => {
            if crate::battle::order::undo::<Battlescape>(world) {
                let orders = world.resource::<Journal<Battlescape>>().entries.len();
                world.resource_mut::<CombatLog>().take_back(orders);
                refresh(world);
                Ok(())
            } else {
                Err("nothing to take back: the last order rolled dice or revealed something".into())
            }
        }
        Request::Leave => {
            world.resource_mut::<NextState<Screen>>().set(Screen::Title);
            world.resource_mut::<NextState<Menu>>().set(Menu::None);
            Ok(())
        }
    };
    if let Err(error) = result {
        world.resource_mut::<Session>().notice = Some((error, true));
    }
}

fn begin(world: &mut World, source: MissionSource, mission: Mission, seed: u64) {
    prepare(world, &mission);
    set_up(world, &mission, seed);
    let mut session = world.resource_mut::<Session>();
    session.source = Some(source);
    session.mission = Some(mission);
    session.seed = seed;
    session.notice = None;
    refresh(world);
    enter(world);
}

/// Makes the people's sides known; side 0 is always played at the window.
fn prepare(world: &mut World, mission: &Mission) {
    let humans = (0..)
        .zip(&mission.sides)
        .filter(|(index, side)| {
            *index == PLAYER.0 || matches!(side.controller, Controller::Human { .. })
        })
        .map(|(index, _)| Side(index))
        .collect();
    world.insert_resource(HumanSides(humans));
    world.insert_resource(Reporting(true));
    world.resource_mut::<CombatLog>().take_back(0);
    world.init_resource::<UndoStack<Battlescape>>();
    world.resource_mut::<UndoStack<Battlescape>>().enable();
    world
        .resource_mut::<Messages<OrderGiven<Battlescape>>>()
        .clear();
    world
        .resource_mut::<Messages<OrderDone<Battlescape>>>()
        .clear();
}

/// Lets the views follow a state that did not come about by events.
fn refresh(world: &mut World) {
    begin_mirroring(world);
    world.resource_mut::<Playback>().clear();
    world.resource_mut::<Session>().generation += 1;
}

fn enter(world: &mut World) {
    *world.resource_mut::<Selection>() = Selection::default();
    world
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Battle);
    world.resource_mut::<NextState<Menu>>().set(Menu::None);
}

fn load(world: &mut World, file: &Path) -> Result<(), String> {
    let saved = JournalFile::read(file).map_err(|error| error.to_string())?;
    let mission = saved.mission().map_err(|error| error.to_string())?;
    // Played in a world of its own first: a save that does not hold must not harm this battle.
    saved
        .restore(&mut World::new(), &mission)
        .map_err(|error| error.to_string())?;
    prepare(world, &mission);
    saved
        .restore(world, &mission)
        .map_err(|error| error.to_string())?;
    world.resource_mut::<UndoStack<Battlescape>>().clear();
    let mut session = world.resource_mut::<Session>();
    session.source = Some(saved.source);
    session.mission = Some(mission);
    session.seed = saved.seed;
    session.notice = Some(("loaded".into(), false));
    refresh(world);
    enter(world);
    Ok(())
}

fn save(world: &mut World, file: &Path) -> Result<(), String> {
    let session = world.resource::<Session>();
    let source = session.source.clone().ok_or("there is no battle to save")?;
    let saved = JournalFile::collect(world, source, session.seed, true);
    saved.write(file).map_err(|error| error.to_string())?;
    let name = file
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    world.resource_mut::<Session>().notice = Some((format!("saved as {name}"), false));
    Ok(())
}
