//! Changed mission and content files, taken over into the battle while it is played.
//!
//! **Invariant:** the battle changes by an order only; what cannot be taken over is offered as a
//! restart, and mistakes are told with file and line.

use std::path::PathBuf;

use bevy::prelude::*;

use crate::game::rules::playable::{Playable, rules};
use crate::game::shell::session::{Request, Session, adopt_mission};
use crate::game::shell::watching::Watching;
use crate::game::table::input::{give_order, is_players};
use crate::mission::MissionSource;
use crate::playing::{Setting, why_later};
use crate::reload::{Held, Reload, Watch, judge};
use crate::{content, with_rules};

/// The files of the battle's mission.
#[derive(Resource)]
pub(super) struct Files {
    watch: Watch,
    /// A change that waits until it can be ordered.
    waiting: Option<Box<MissionSource>>,
    /// The edition of the mission the session shows.
    edition: u64,
}

/// What is wrong with changed files, or what they would need.
#[derive(Resource, Clone, Debug, Default)]
pub struct Offer {
    /// Problems, one a line.
    pub problems: Option<String>,
    /// What the battle would have to begin anew for, and from what.
    pub restart: Option<(Vec<String>, Box<MissionSource>)>,
}

/// Begins watching the files of a mission.
pub(super) fn watch_files(world: &mut World, file: PathBuf, held: Held) {
    let content = content::assets_folder().map(|folder| folder.join("content"));
    let (Some(source), Ok(content)) = (&world.resource::<Session>().source, content) else {
        return;
    };
    if !file.is_file() {
        return;
    }
    let watch = Watch::new(source, file, content, held);
    let edition = world.resource::<Setting>().edition;
    world.insert_resource(Files {
        watch,
        waiting: None,
        edition,
    });
    world.insert_resource(Offer::default());
}

/// Looks whether files changed, and takes over what can be.
pub(super) fn look(world: &mut World) {
    if world.contains_resource::<Watching>() || !world.contains_resource::<Files>() {
        return;
    }
    with_rules!(rules(world), R => look_by::<R>(world));
}

fn look_by<R: Playable>(world: &mut World) {
    world.resource_scope(|world, mut files: Mut<Files>| {
        if files.watch.has_changed() {
            let found = files.watch.read();
            let begun = world.resource::<Session>().source.clone();
            let Some(begun) = begun else { return };
            let mut offer = Offer::default();
            files.waiting = None;
            match judge::<R>(world, &begun, found) {
                Reload::Nothing => {}
                Reload::InPlace(source) => files.waiting = Some(source),
                Reload::Restart { why, source } => offer.restart = Some((why, source)),
                Reload::Problems(problems) => offer.problems = Some(problems.to_string()),
            }
            world.insert_resource(offer);
        }
        let can_order = is_players(world) && why_later::<R>(world).is_none();
        let waiting = files.waiting.take_if(|_| can_order);
        if let Some(order) = waiting.and_then(R::renewal) {
            give_order::<R>(world, order);
        }
        let edition = world.resource::<Setting>().edition;
        if edition != files.edition {
            files.edition = edition;
            adopt_mission(world);
            let text = "changed files were applied".to_owned();
            world.resource_mut::<Session>().notice = Some((text, false));
        }
    });
}

impl Offer {
    /// Begins the battle anew from the changed files.
    pub fn accept(world: &mut World) {
        let offer = world.remove_resource::<Self>().unwrap_or_default();
        if let Some((_, source)) = offer.restart {
            let seed = Some(world.resource::<Session>().seed);
            world.resource_mut::<Session>().request = Some(Request::Begin { source, seed });
        }
    }
}
