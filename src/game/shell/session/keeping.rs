//! Saving the battle at the window: when the player asks, by itself, and before it is left.
//!
//! **Invariant:** no save of another battle is replaced without asking. A battle that has begun is saved
//! as it is before another replaces it and before the program ends.

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::{Request, Session};
use crate::battle::journal::Journal;
use crate::battle::phase::{Phase, Turn, Verdict};
use crate::battle::step::HumanSides;
use crate::battle::unit::Side;
use crate::game::editor;
use crate::game::rules::playable::{Playable, rules};
use crate::game::shell::folders;
use crate::game::shell::menus::{Question, ask};
use crate::game::shell::watching::Watching;
use crate::game::table::board_view::viewer;
use crate::game::table::playback::Playback;
use crate::playing::{Game, Setting};
use crate::save::{self, BattleId, JournalFile, SaveKind, SaveLabel};
use crate::with_rules;

/// Whether there are any saves.
pub fn has_saves() -> bool {
    folders::saves().is_ok_and(|folder| save::has_saves(&folder))
}

/// Loads the newest save of a battle that is not over, to go on with it.
pub fn load_newest(world: &mut World) {
    load_found(world, |folder, _| newest(folder));
}

/// Returns the newest save of a battle that is not over.
///
/// The newest save of a battle decides. A battle resumed from an earlier turn saves again, and so counts as running.
pub fn newest(folder: &Path) -> Option<PathBuf> {
    let mut over = Vec::new();
    save::newest_in(folder, |label| match label.outcome {
        Some(_) => {
            over.push(label.battle);
            false
        }
        None => label.battle.is_none() || !over.contains(&label.battle),
    })
}

/// Says which battle [`load_newest`] goes on with, if there is any.
pub fn newest_told() -> Option<String> {
    let file = newest(&folders::saves().ok()?)?;
    let label = save::label(&file).ok()?;
    Some(format!("{}, turn {}", label.mission, label.turn))
}

/// Loads the newest save of the battle that was just fought, or of any.
pub(super) fn load_last(world: &mut World) {
    load_found(world, |folder, battle| {
        newest_of(folder, battle, |label| label.outcome.is_none())
    });
}

/// Loads the newest save that the player made: of this battle, or of any.
pub fn quick_load(world: &mut World) {
    load_found(world, |folder, battle| {
        newest_of(folder, battle, |label| label.kind != SaveKind::Auto)
    });
}

/// Returns the newest wanted save of a battle, or else of any.
fn newest_of(
    folder: &Path,
    battle: Option<BattleId>,
    is_wanted: fn(&SaveLabel) -> bool,
) -> Option<PathBuf> {
    let is_of_battle = |label: &SaveLabel| label.battle == battle && is_wanted(label);
    let own = battle.and_then(|_| save::newest_in(folder, is_of_battle));
    own.or_else(|| save::newest_in(folder, is_wanted))
}

/// Loads the save that is found in the folder of saves, for the battle that is fought.
fn load_found(world: &mut World, find: impl Fn(&Path, Option<BattleId>) -> Option<PathBuf>) {
    let battle = world.get_resource::<BattleId>().copied();
    let found = folders::saves().map(|folder| find(&folder, battle));
    let mut session = world.resource_mut::<Session>();
    match found {
        Ok(Some(file)) => session.request = Some(Request::Load(file)),
        Ok(None) => session.notice = Some(("no save to load".into(), true)),
        Err(error) => session.notice = Some((error, true)),
    }
}

/// Returns why the player cannot save now, if so.
pub fn save_refusal(world: &World) -> Option<&'static str> {
    if world.resource::<Session>().is_ironman {
        return Some("an ironman battle is saved automatically each turn");
    }
    with_rules!(rules(world), R => R::refuses_saves(world))
}

/// Saves to the slot of the battle and turn.
pub fn quick_save(world: &mut World) {
    if world.resource::<Session>().mission.is_none() {
        return;
    }
    if let Some(why) = save_refusal(world) {
        world.resource_mut::<Session>().notice = Some((why.to_owned(), true));
        return;
    }
    let label = with_rules!(rules(world), R => {
        let side = viewer(world.resource::<HumanSides>());
        SaveLabel::of::<R>(world, side, SaveKind::Quick, false)
    });
    let folder = match folders::saves() {
        Ok(folder) => folder,
        Err(error) => {
            world.resource_mut::<Session>().notice = Some((error, true));
            return;
        }
    };
    let file = save::quick_slot(&folder, &label);
    let kind = SaveKind::Quick;
    match save::may_replace(&file, &label) {
        true => world.resource_mut::<Session>().request = Some(Request::Save { file, kind }),
        false => ask(world, Question::overwrite(file, kind)),
    }
}

pub(super) fn save<R: Playable>(
    world: &mut World,
    file: &Path,
    kind: SaveKind,
) -> Result<(), String> {
    if let Some(why) = save_refusal(world) {
        return Err(why.into());
    }
    let session = world.resource::<Session>();
    let source = session.source.clone().ok_or("no battle to save")?;
    let side = viewer(world.resource::<HumanSides>());
    let mut saved = JournalFile::<R>::save(world, source, side, kind, false);
    if let Some(label) = &mut saved.label {
        label.draft = R::draft(world);
        // A replay is looked at through the eyes of every side.
        if world.contains_resource::<Watching>() {
            label.people = world.resource::<Setting>().mission.people();
        }
    }
    saved.write(file).map_err(|error| error.to_string())?;
    // Only the player's own names of files mean something to the player.
    let told = match &saved.label {
        Some(label) if kind != SaveKind::Named => {
            format!("saved: {}, turn {}", label.mission, label.turn)
        }
        _ => {
            let name = file.file_stem().unwrap_or_default();
            format!("saved as {}", name.to_string_lossy())
        }
    };
    world.resource_mut::<Session>().notice = Some((told, false));
    Ok(())
}

/// What was last saved by itself.
#[derive(Default)]
pub(super) struct Autosaved(Option<(u32, u16, Side, bool)>);

/// Saves by itself when a phase of a player begins, and when a battle ends.
pub(super) fn autosave(world: &World, mut last: Local<Autosaved>) -> Result<(), String> {
    with_rules!(rules(world), R => autosave_by::<R>(world, &mut last))
        .map_err(|error| format!("autosave failed: {error}"))
}

fn autosave_by<R: Playable>(world: &World, last: &mut Autosaved) -> Result<(), String> {
    let phase = *world.resource::<State<Phase>>().get();
    let session = world.resource::<Session>();
    let is_over = phase == Phase::Over;
    if !(phase == Phase::Player || is_over)
        || !world.resource::<Playback>().is_empty()
        || world.contains_resource::<Watching>()
    {
        return Ok(());
    }
    let turn = world.resource::<Turn>();
    let now = (session.generation, turn.number, turn.active, is_over);
    // Restoring a state begins no turn.
    let is_new = last
        .0
        .is_none_or(|(_, number, side, over)| (number, side, over) != (now.1, now.2, now.3));
    let is_other = last.0.is_none_or(|(generation, ..)| generation != now.0);
    last.0 = Some(now);
    let has_begun = !world.resource::<Journal<R>>().entries.is_empty();
    let is_due = is_new && (has_begun || !is_other);
    let Some(source) = session.source.as_ref().filter(|_| is_due) else {
        return Ok(());
    };
    let (folder, side) = (folders::saves()?, viewer(world.resource::<HumanSides>()));
    let saved = save::autosave::<R>(world, source.clone(), &folder, side, session.is_ironman);
    saved.map(drop).map_err(|error| error.to_string())
}

/// Makes an autosave of the battle as it is, with what the player has planned. There is none without a
/// battle and while a replay is watched.
pub fn snapshot<R: Playable>(world: &World) -> Option<JournalFile<R>> {
    let session = world.resource::<Session>();
    let source = session.source.clone()?;
    if !world.contains_resource::<Verdict>() || world.contains_resource::<Watching>() {
        return None;
    }
    let side = viewer(world.resource::<HumanSides>());
    let mut saved = JournalFile::<R>::save(world, source, side, SaveKind::Auto, session.is_ironman);
    if let Some(label) = &mut saved.label {
        label.draft = R::draft(world);
    }
    Some(saved)
}

/// Saves the battle as it is, unless it is over or nothing was ordered or planned.
///
/// # Errors
/// Why it cannot be saved.
pub(super) fn keep_battle(world: &World) -> Result<(), String> {
    with_rules!(rules(world), R => keep_battle_by::<R>(world))
        .map_err(|error| format!("the battle cannot be saved: {error}"))
}

fn keep_battle_by<R: Playable>(world: &World) -> Result<(), String> {
    let Some(saved) = snapshot::<R>(world) else {
        return Ok(());
    };
    let label = saved.label.as_ref();
    let is_planned = label.is_some_and(|label| label.draft.is_some());
    let is_over = label.is_some_and(|label| label.outcome.is_some());
    if is_over || (saved.entries.is_empty() && !is_planned) {
        return Ok(());
    }
    let kept = save::keep(&saved, &folders::saves()?);
    kept.map(drop).map_err(|error| error.to_string())
}

/// Saves the battle before the program ends.
pub(super) fn keep_at_exit(world: &World) {
    if let Err(why) = keep_battle(world) {
        error!("{why}");
    }
}

impl Request {
    /// Whether the battle that is fought has to be saved first, because it is replaced or left.
    pub(super) fn needs_save(&self, world: &World) -> bool {
        match self {
            Self::Film | Self::LoadLast | Self::Save { .. } | Self::Undo => false,
            // A test of a mission ends where the mission is edited.
            Self::Leave => !editor::is_tried(world),
            _ => true,
        }
    }
}
