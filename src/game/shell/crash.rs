//! What is left when the window dies: the battle in a save, and a report that says what happened and where
//! the save is.
//!
//! The battle is recorded after every order and change of plan, since it cannot be read any more after a
//! panic.
//!
//! **Invariant:** only the first fault is reported, since it brings the others with it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use std::{panic, thread};

use bevy::app::{AppExit, TerminalCtrlCHandlerPlugin};
use bevy::prelude::*;
use bevy::render::error_handler::{RenderError, RenderErrorHandler, RenderErrorPolicy};

use crate::content::picture::JUDGING;
use crate::files::write_whole;
use crate::game::rules::playable::{Playable, rules};
use crate::game::shell::folders;
use crate::game::shell::session::{Moment, Session, snapshot};
use crate::game::{AtBattle, PutAway};
use crate::save;
use crate::with_rules;

/// The battle as it was after the last order.
struct Taken {
    mission: String,
    seed: u64,
    /// Writes the battle into a folder of saves and returns the file; a replay is not written.
    write: Option<Write>,
}

/// Writes a battle into a folder of saves; returns the file.
type Write = Box<dyn Fn(&Path) -> Result<PathBuf, String> + Send>;

/// The battle that is fought, for whoever reports the end of the program.
static TAKEN: Mutex<Option<Taken>> = Mutex::new(None);

/// Whether a fault was reported.
static IS_REPORTED: AtomicBool = AtomicBool::new(false);

/// Saves the battle and writes a report after a fault.
pub fn plugin(app: &mut App) {
    app.add_systems(Last, take_down.run_if(in_state(AtBattle)))
        .add_systems(PutAway, || keep(None))
        .insert_resource(RenderErrorHandler(leave));
}

/// Reports panics of any thread, after they were printed as usual.
pub fn watch_panics() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        // The answer is reported where the picture is.
        if thread::current().name() == Some(JUDGING) {
            return;
        }
        usual(info);
        report(&info.to_string());
    }));
}

/// Reports that the graphics device failed, and ends the program.
fn leave(error: &RenderError, world: &mut World, _: &mut World) -> RenderErrorPolicy {
    report(&format!(
        "the graphics device failed ({:?}): {}",
        error.ty, error.description
    ));
    world.write_message(AppExit::error());
    RenderErrorPolicy::StopRendering
}

fn keep(taken: Option<Taken>) {
    if let Ok(mut place) = TAKEN.lock() {
        *place = taken;
    }
}

/// Takes the battle down when orders were given or taken back, or the player planned something else.
fn take_down(world: &World, mut last: Local<Option<(Moment, Option<String>)>>) {
    let draft = with_rules!(rules(world), R => R::draft(world));
    let now = Some((Moment::of(world), draft));
    if *last != now {
        *last = now;
        with_rules!(rules(world), R => take_down_by::<R>(world));
    }
}

fn take_down_by<R: Playable>(world: &World) {
    let session = world.resource::<Session>();
    let Some(mission) = &session.mission else {
        return;
    };
    let write = snapshot::<R>(world).map(|saved| -> Write {
        Box::new(move |folder| save::keep::<R>(&saved, folder).map_err(|error| error.to_string()))
    });
    keep(Some(Taken {
        mission: mission.name.clone(),
        seed: session.seed,
        write,
    }));
}

/// How long the program has to end by itself after it is asked to.
const PATIENCE: Duration = Duration::from_secs(3);

/// Ends the program when a signal asks for it, after the battle is saved. A terminal that closes sends
/// several signals at once, so only one that comes later ends a program that does not answer.
///
/// # Errors
/// Why signals end the program without saving.
pub fn watch_signals() -> Result<(), ctrlc::Error> {
    let mut asked: Option<Instant> = None;
    ctrlc::set_handler(move || match asked {
        None => {
            asked = Some(Instant::now());
            TerminalCtrlCHandlerPlugin::gracefully_exit();
            // The window may be busy for longer than the system waits.
            thread::spawn(|| {
                thread::sleep(PATIENCE);
                save_taken();
            });
        }
        Some(asked) if asked.elapsed() < PATIENCE => {}
        Some(_) => {
            save_taken();
            TerminalCtrlCHandlerPlugin::gracefully_exit();
        }
    })
}

/// Saves the battle as it was taken down last, from any thread.
fn save_taken() {
    let taken = TAKEN.lock();
    let taken = taken.as_ref().ok().and_then(|taken| taken.as_ref());
    let Some(write) = taken.and_then(|taken| taken.write.as_ref()) else {
        return;
    };
    if let Err(error) = folders::saves().and_then(|saves| write(&saves)) {
        eprintln!("the battle cannot be saved: {error}");
    }
}

/// Saves the battle and writes the report, and says on standard error where it is.
fn report(fault: &str) {
    if IS_REPORTED.swap(true, Ordering::SeqCst) {
        return;
    }
    // Whoever panicked may be at it.
    let taken = TAKEN.try_lock();
    let taken = taken.as_ref().ok().and_then(|taken| taken.as_ref());
    let told = folders::saves().and_then(|saves| {
        let text = text(fault, taken, &saves);
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let seconds = now.map_or(0, |now| now.as_secs());
        let file = folders::crashes()?.join(format!("crash-{seconds}.txt"));
        write_whole(&file, text.as_bytes()).map_err(|error| error.to_string())?;
        Ok(file)
    });
    match told {
        Ok(file) => eprintln!("Hexscape stopped; the report is in {}", file.display()),
        Err(error) => eprintln!("Hexscape stopped, and no report could be written: {error}"),
    }
}

/// Writes what is to be reported, after the battle was saved in a folder.
fn text(fault: &str, taken: Option<&Taken>, saves: &Path) -> String {
    let mut text = format!("Hexscape {}\n", env!("CARGO_PKG_VERSION"));
    let mut line = |name: &str, value: &str| {
        writeln!(text, "{name}: {value}").expect("text takes what is written");
    };
    line("system", std::env::consts::OS);
    match taken {
        None => line("battle", "none"),
        Some(taken) => {
            line("mission", &taken.mission);
            line("seed", &taken.seed.to_string());
            match taken.write.as_ref().map(|write| write(saves)) {
                Some(Ok(file)) => line("journal", &file.display().to_string()),
                Some(Err(error)) => line("journal", &format!("not saved: {error}")),
                None => line("journal", "none (a replay was running)"),
            }
        }
    }
    line("fault", fault);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::step::HumanSides;
    use crate::battle::unit::Side;
    use crate::game::rules::sample::{self, Sampled};
    use crate::save::JournalFile;

    #[test]
    fn a_report_names_version_seed_and_fault_and_the_save_it_names_holds() {
        let (source, mission, mut world) = sample::skirmish();
        sample::play(&mut world, 5, |_| {});
        world.insert_resource(HumanSides(vec![Side(0)]));
        world.insert_resource(Session {
            source: Some(source),
            mission: Some(mission),
            seed: sample::SEED,
            ..Session::default()
        });
        take_down_by::<Sampled>(&world);
        let saves = tempfile::tempdir().expect("there is room");
        let taken = TAKEN.lock().expect("nobody panicked over it");
        let text = text("index out of bounds", taken.as_ref(), saves.path());
        for line in [
            concat!("Hexscape ", env!("CARGO_PKG_VERSION")),
            "seed: 3",
            "fault: index out of bounds",
        ] {
            assert!(text.lines().any(|other| other == line), "{text}");
        }
        let journal = text.lines().find_map(|line| line.strip_prefix("journal: "));
        let saved = JournalFile::<Sampled>::read(Path::new(journal.expect("it was saved")));
        let saved = saved.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(saved.entries.len(), 5);
        let mission = saved.mission().expect("it is sound");
        assert!(saved.restore(&mut World::new(), &mission).is_ok());
        let text = super::text("early", None, saves.path());
        assert!(text.contains("battle: none"), "{text}");
    }
}
