//! Saving the battle at the window: when the player asks, and by itself.

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::Session;
use crate::battle::journal::Journal;
use crate::battle::phase::{Phase, Turn};
use crate::battle::step::HumanSides;
use crate::battle::unit::Side;
use crate::game::rules::playable::{Playable, rules};
use crate::game::shell::folders;
use crate::game::shell::watching::Watching;
use crate::game::table::board_view::viewer;
use crate::game::table::playback::Playback;
use crate::save::{self, JournalFile, SaveKind};
use crate::with_rules;

/// Lists saves, the newest first.
pub fn saves() -> Vec<PathBuf> {
    let Ok(folder) = folders::saves() else {
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

pub(super) fn save<R: Playable>(world: &mut World, file: &Path) -> Result<(), String> {
    let session = world.resource::<Session>();
    if session.is_ironman {
        return Err("an iron battle is saved by itself, at every turn".into());
    }
    if let Some(why) = R::refuses_saves(world) {
        return Err(why.into());
    }
    let source = session.source.clone().ok_or("there is no battle to save")?;
    let side = viewer(world.resource::<HumanSides>());
    let mut saved = JournalFile::<R>::save(world, source, side, SaveKind::Named, false);
    if let Some(label) = &mut saved.label {
        label.draft = R::draft(world);
    }
    saved.write(file).map_err(|error| error.to_string())?;
    let name = file
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    world.resource_mut::<Session>().notice = Some((format!("saved as {name}"), false));
    Ok(())
}

/// What was last saved by itself.
#[derive(Default)]
pub(super) struct Autosaved(Option<(u32, u16, Side, bool)>);

/// Saves by itself when a phase of a player begins, and when an iron battle ends.
pub(super) fn autosave(world: &World, mut last: Local<Autosaved>) -> Result<(), String> {
    with_rules!(rules(world), R => autosave_by::<R>(world, &mut last))
        .map_err(|error| format!("no autosave: {error}"))
}

fn autosave_by<R: Playable>(world: &World, last: &mut Autosaved) -> Result<(), String> {
    let phase = *world.resource::<State<Phase>>().get();
    let session = world.resource::<Session>();
    let is_over = phase == Phase::Over && session.is_ironman;
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
