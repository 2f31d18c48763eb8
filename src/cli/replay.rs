//! `hexscape replay`: plays a journal again and verifies it.

#[cfg(feature = "desktop")]
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bevy::prelude::World;
use clap::Args;
use hexscape::battle::journal;
use hexscape::files::write_whole;
use hexscape::mission::RuleSet;
use hexscape::plain::shown;
use hexscape::playing::Game;
use hexscape::save::{self, JournalError, JournalFile};
use hexscape::summary::Summary;
#[cfg(feature = "desktop")]
use hexscape::{
    battle::unit::Side,
    game::{
        Playable,
        film::{self, FilmError, Shown},
    },
};
use hexscape::{headless, with_rules};

use super::output::{fail, say};
use super::{Told, tell_decision, tell_opening};
#[cfg(feature = "desktop")]
use super::{
    output::{tidy_when_stopped, wrong},
    sim::progress,
};

/// Replays a journal and verifies every fingerprint
#[derive(Debug, Args)]
#[command(
    after_help = "Exits with status 1 and names the first order that was altered, is refused or diverges, if there is one.

Examples:
  hexscape replay battle.journal
  hexscape replay battle.journal --until 120
  hexscape replay segment.hexsave --lists for_my_opponent
  hexscape replay battle.journal --picture turn3.png --turn 3
  hexscape replay battle.journal --picture battle.apng --side 1"
)]
pub struct Replay {
    /// Journal or save file
    journal: PathBuf,
    /// Stops after this many orders
    #[arg(long, value_name = "ORDER")]
    until: Option<usize>,
    /// Prints every order with its events and what a computer would have considered
    #[arg(long)]
    log: bool,
    /// Writes the lists that a player at a real map is handed at the end, as text files in this folder
    #[arg(long, value_name = "FOLDER")]
    lists: Option<PathBuf>,
    /// Writes a picture of the board (.png) or a film of the battle (.apng, plays in browsers)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["until", "log", "lists"])]
    picture: Option<PathBuf>,
    /// Turn to show: its start, or a film of it [default: the end, or a film of the whole battle]
    #[arg(long, requires = "picture")]
    turn: Option<u16>,
    /// Side whose view is shown, counted from 0
    #[arg(long, requires = "picture", default_value_t = 0)]
    side: u8,
    /// Width of the picture in pixels
    #[arg(long, requires = "picture", value_name = "PIXELS", default_value_t = 960,
          value_parser = clap::value_parser!(u32).range(160..=4096))]
    width: u32,
}

impl Replay {
    /// Plays the journal.
    pub fn run(self) -> ExitCode {
        match (save::rules_of(&self.journal), &self.picture) {
            (Ok(rules), Some(picture)) => self.paint(rules, picture),
            (Ok(rules), None) => with_rules!(rules, R => self.play::<R>())
                .unwrap_or_else(|error| fail(error.of(&self.journal))),
            (Err(error), _) => fail(error),
        }
    }

    /// Paints the journal.
    #[cfg(feature = "desktop")]
    fn paint(&self, rules: RuleSet, picture: &Path) -> ExitCode {
        with_rules!(rules, R => self.paint_by::<R>(picture))
    }

    #[cfg(feature = "desktop")]
    fn paint_by<R: Playable>(&self, picture: &Path) -> ExitCode {
        tidy_when_stopped();
        let ending = picture.extension().and_then(OsStr::to_str);
        let is_film = match ending {
            Some("png") => false,
            Some("apng") => true,
            _ => {
                return wrong(format_args!(
                    "{}: the name must end in .png (picture) or .apng (film)",
                    shown(picture)
                ));
            }
        };
        let file = match JournalFile::<R>::read(&self.journal) {
            Ok(file) => file,
            Err(error) => return fail(error),
        };
        let look = Shown {
            side: Side(self.side),
            turn: self.turn,
            is_film,
            width: self.width,
        };
        let mut bar = None;
        let painted = film::paint::<R>(file, &look, |done, all| {
            let bar = bar.get_or_insert_with(|| progress(all as u64, "orders"));
            bar.set_position(done as u64);
        });
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        match painted {
            Ok(bytes) => match write_whole(picture, &bytes) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => fail(error),
            },
            Err(FilmError::Journal(error)) if error.parts() => fail(error.of(&self.journal)),
            Err(error) => fail(format_args!("{}: {error}", shown(&self.journal))),
        }
    }

    /// Says that this build paints nothing.
    #[cfg(not(feature = "desktop"))]
    fn paint(&self, _: RuleSet, _: &Path) -> ExitCode {
        fail("this build of Hexscape has no pictures; build it with the feature `desktop`")
    }

    fn play<R: Game>(&self) -> Result<ExitCode, JournalError> {
        let file = JournalFile::<R>::read(&self.journal)?;
        let mission = file.mission()?;
        let orders = file.entries.len();
        let until = self.until.unwrap_or(orders);
        if until > orders {
            return Ok(fail(format_args!(
                "{}: --until {until} is beyond its {orders} orders (allowed: 0 to {orders})",
                shown(&self.journal)
            )));
        }
        let mut world = World::new();
        if self.log {
            R::set_up(&mut world, &mission, file.seed);
            tell_opening::<R>(&world);
            for entry in &file.entries[..until] {
                tell_decision::<R>(&mut world, entry);
                let entry = std::slice::from_ref(entry);
                let mut told = Told::default();
                journal::replay::<R>(&mut world, entry, &mut told)
                    .map_err(JournalError::Diverges)?;
                told.print();
            }
        } else {
            file.replay(&mut world, &mission, until, &mut ())?;
        }
        if let Some(folder) = &self.lists
            && let Err(error) = write_lists::<R>(&world, folder)
        {
            return Ok(fail(error));
        }
        let report = headless::report::<R>(&mut world, file.seed);
        say(format_args!(
            "{} of {orders} orders verified",
            report.orders
        ));
        say(Summary::new(&mission, &report).line());
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes what is handed over to a player at a real map, each list whole or not at all.
fn write_lists<R: Game>(world: &World, folder: &Path) -> Result<(), String> {
    let lists = R::handouts(world);
    if lists.is_empty() {
        say("nothing is to be handed over");
        return Ok(());
    }
    let made = std::fs::create_dir_all(folder);
    made.map_err(|error| format!("{}: {error}", shown(folder)))?;
    for (name, text) in lists {
        let file = folder.join(name);
        write_whole(&file, text.as_bytes()).map_err(|error| error.to_string())?;
        say(format_args!("wrote {}", shown(&file)));
    }
    Ok(())
}
