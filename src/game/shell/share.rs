//! Pictures of the window and films of battles, for others to look at.
//!
//! **Invariant:** a film shows what the side that looks saw; nothing waits while one is painted.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use crate::battle::phase::Turn;
use crate::battle::step::HumanSides;
use crate::files::write_whole;
use crate::game::rules::playable::{Playable, rules};
use crate::game::shell::folders;
use crate::game::shell::session::Session;
use crate::game::shell::watching::Watching;
use crate::game::table::board_view::viewer;
use crate::game::table::film::{self, Shown};
use crate::save::JournalFile;
use crate::with_rules;

/// Pixels that a film is wide.
const WIDTH: u32 = 960;

/// How far a film is: orders painted, and how many there are.
#[derive(Clone, Default)]
pub struct Progress(Arc<[AtomicUsize; 2]>);

impl Progress {
    fn note(&self, done: usize, all: usize) {
        self.0[0].store(done, Ordering::Relaxed);
        self.0[1].store(all, Ordering::Relaxed);
    }

    fn text(&self) -> String {
        let [done, all] = [0, 1].map(|at| self.0[at].load(Ordering::Relaxed));
        match all {
            0 => "Recording the film".to_owned(),
            _ => format!("Film: {done} of {all} orders rendered"),
        }
    }
}

/// Paints a film; returns the bytes of its file.
pub type Painting = Box<dyn FnOnce() -> Result<Vec<u8>, String> + Send>;

/// The film that is being painted.
#[derive(Resource)]
struct Filming {
    file: PathBuf,
    progress: Progress,
    painting: Task<Result<(), String>>,
}

/// Adds pictures and films.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, follow.run_if(resource_exists::<Filming>));
}

/// Makes what paints a film of a journal.
pub fn painting<R: Playable>(file: JournalFile<R>, shown: Shown, progress: Progress) -> Painting {
    Box::new(move || {
        let painted = film::paint(file, &shown, |done, all| progress.note(done, all));
        painted.map_err(|error| error.to_string())
    })
}

/// Begins a film of the battle on show, or of one turn of it.
pub fn begin_film(world: &mut World, turn: Option<u16>) {
    if let Err(error) = with_rules!(rules(world), R => begin_by::<R>(world, turn)) {
        world.resource_mut::<Session>().notice = Some((error, true));
    }
}

fn begin_by<R: Playable>(world: &mut World, turn: Option<u16>) -> Result<(), String> {
    if world.contains_resource::<Filming>() {
        return Err("a film is already being made".to_owned());
    }
    let shown = Shown {
        side: viewer(world.resource::<HumanSides>()),
        turn,
        is_film: true,
        width: WIDTH,
    };
    let progress = Progress::default();
    let painting = match world.get_resource::<Watching>() {
        Some(watching) => watching.reel.film(shown, progress.clone()),
        None => {
            let session = world.resource::<Session>();
            let source = session.source.clone().ok_or("no battle is running")?;
            let journal = JournalFile::<R>::collect(world, source, session.seed, false);
            painting(journal, shown, progress.clone())
        }
    };
    let file = free_name(world, "apng")?;
    let to = file.clone();
    let painting = AsyncComputeTaskPool::get().spawn(async move {
        let bytes = painting()?;
        write_whole(&to, &bytes).map_err(|error| error.to_string())
    });
    world.insert_resource(Filming {
        file,
        progress,
        painting,
    });
    Ok(())
}

/// Shows the progress of the film, and where it is once it is written.
fn follow(mut commands: Commands, mut filming: ResMut<Filming>, mut session: ResMut<Session>) {
    let notice = match check_ready(&mut filming.painting) {
        None => (filming.progress.text(), false),
        Some(written) => {
            commands.remove_resource::<Filming>();
            match written {
                Ok(()) => (format!("Film saved: {}", filming.file.display()), false),
                Err(error) => (error, true),
            }
        }
    };
    if session.notice.as_ref() != Some(&notice) {
        session.notice = Some(notice);
    }
}

/// Writes what the window shows as a picture.
pub fn take_picture(world: &mut World) {
    let file = match free_name(world, "png") {
        Ok(file) => file,
        Err(error) => {
            world.resource_mut::<Session>().notice = Some((error, true));
            return;
        }
    };
    (world.commands().spawn(Screenshot::primary_window())).observe(
        move |shot: On<ScreenshotCaptured>, mut session: ResMut<Session>| {
            session.notice = Some(match save(&shot.image, &file) {
                Ok(()) => (format!("Picture saved: {}", file.display()), false),
                Err(error) => (error, true),
            });
        },
    );
    world.flush();
}

fn save(image: &Image, file: &Path) -> Result<(), String> {
    let picture = image.clone().try_into_dynamic();
    let picture = picture.map_err(|error| error.to_string())?.to_rgb8();
    let mut bytes = Vec::new();
    film::write_pixels(picture.dimensions(), picture.as_raw(), &mut bytes)
        .map_err(|error| error.to_string())?;
    write_whole(file, &bytes).map_err(|error| error.to_string())
}

/// Writes text of a battle to a file of its own, and tells where it is.
pub fn save_text(world: &mut World, what: &str, text: &str) {
    let saved = folders::texts().and_then(|folder| {
        let file = free_name_in(world, &folder, (&format!("-{what}"), "txt"));
        let written = write_whole(&file, text.as_bytes());
        written.map(|()| file).map_err(|error| error.to_string())
    });
    world.resource_mut::<Session>().notice = Some(match saved {
        Ok(file) => (format!("Saved: {}", file.display()), false),
        Err(error) => (error, true),
    });
}

/// Returns a name that no picture has: the mission, the turn, and a number if need be.
fn free_name(world: &World, ending: &str) -> Result<PathBuf, String> {
    Ok(free_name_in(world, &folders::pictures()?, ("", ending)))
}

/// Returns such a name in a folder, with something behind the turn and an ending.
fn free_name_in(world: &World, folder: &Path, (what, ending): (&str, &str)) -> PathBuf {
    let session = world.resource::<Session>();
    let mission = session
        .mission
        .as_ref()
        .map_or("hexscape", |mission| &mission.name);
    let turn = world.get_resource::<Turn>().map_or(0, |turn| turn.number);
    let stem = format!("{}-turn-{turn}{what}", plain(mission));
    let names = (1..).map(|number| match number {
        1 => format!("{stem}.{ending}"),
        _ => format!("{stem}-{number}.{ending}"),
    });
    let mut files = names.map(|name| folder.join(name));
    let free = files.find(|file| !file.exists());
    free.expect("numbers do not end")
}

/// Writes a name so that any system takes it for that of a file.
fn plain(name: &str) -> String {
    let letter = |c: char| if c.is_alphanumeric() { c } else { '-' };
    name.chars().map(letter).collect()
}
