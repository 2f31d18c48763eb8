//! `hexscape replay`: plays a journal again and verifies it.

use std::{path::PathBuf, process::ExitCode};

use bevy::prelude::World;
use clap::Args;
use hexscape::{
    battle::{journal, order::Opening, watch::Watcher},
    headless,
    playing::Game,
    save::{self, JournalError, JournalFile},
    summary::Summary,
    with_rules,
};

use super::{
    output::{fail, say},
    tell_decision, tell_events,
};

/// Plays a journal again and verifies every fingerprint
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status 1 and the first order that is altered, refused or leads \
elsewhere, if there is one.

Examples:
  hexscape replay battle.journal
  hexscape replay battle.journal --until 120"
)]
pub struct Replay {
    /// Journal or save file
    journal: PathBuf,
    /// Stops after so many orders
    #[arg(long, value_name = "ORDER")]
    until: Option<usize>,
    /// Prints what happens, order by order, and what a computer would have weighed
    #[arg(long)]
    log: bool,
}

impl Replay {
    /// Plays the journal.
    pub fn run(self) -> ExitCode {
        match save::rules_of(&self.journal) {
            Ok(rules) => with_rules!(rules, R => self.play::<R>()).unwrap_or_else(fail),
            Err(error) => fail(error),
        }
    }

    fn play<R: Game>(&self) -> Result<ExitCode, JournalError> {
        let file = JournalFile::<R>::read(&self.journal)?;
        let mission = file.mission()?;
        let orders = file.entries.len();
        let until = self.until.unwrap_or(orders);
        if until > orders {
            return Ok(fail(format_args!(
                "{}: --until {until} is beyond its {orders} orders (allowed: 0 to {orders})",
                self.journal.display()
            )));
        }
        let mut world = World::new();
        if self.log {
            R::set_up(&mut world, &mission, file.seed);
            tell_events::<R>(&world, &world.resource::<Opening<R>>().0);
            for entry in &file.entries[..until] {
                tell_decision::<R>(&world, entry);
                let entry = std::slice::from_ref(entry);
                let mut landed = Landed::<R>(Vec::new());
                journal::replay::<R>(&mut world, entry, &mut landed)
                    .map_err(JournalError::Diverges)?;
                tell_events::<R>(&world, &landed.0);
            }
        } else {
            file.replay(&mut world, &mission, until, &mut ())?;
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

/// Gathers the events of an order.
struct Landed<R: Game>(Vec<R::Event>);

impl<R: Game> Watcher<R> for Landed<R> {
    fn after(&mut self, _: &World, event: &R::Event) {
        self.0.push(event.clone());
    }
}
