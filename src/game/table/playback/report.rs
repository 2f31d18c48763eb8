//! What sides are told of orders, event by event as they land.
//!
//! **Invariant:** a side is told what it knew when the event had landed; nobody rebuilds the past.

use bevy::prelude::*;

use super::scene;
use crate::battle::journal::{Journal, replay};
use crate::battle::order::Opening;
use crate::battle::step::HumanSides;
use crate::battle::unit::Side;
use crate::battle::watch::{Watched, Watcher};
use crate::game::kit::CombatLog;
use crate::game::rules::playable::{Account, Playable, Teller};
use crate::game::table::board_view::{BoardView, viewer};
use crate::mission::Mission;
use crate::save::{JournalError, JournalFile};

/// What a side is told of an order.
pub struct Report {
    /// Orders given by then.
    orders: usize,
    side: Side,
    pub told: Account,
}

impl Report {
    /// Returns whom it tells.
    pub(super) fn side(&self) -> Side {
        self.side
    }

    /// Writes the lines down; they wait to be read if scenes tell when.
    pub(super) fn write(&mut self, log: &mut CombatLog, waits: bool) {
        for (line, place) in std::mem::take(&mut self.told.lines) {
            log.push(self.side, line, place, self.orders);
            if waits {
                log.hold_back();
            }
        }
        log.keep(self.side, self.orders, self.told.recap.take());
    }
}

/// Reports that are not yet shown.
#[derive(Resource, Default)]
pub struct Reports(pub(super) Vec<Report>);

/// Has some sides told of what happens, order by order.
pub struct Reporter<R: Playable> {
    sides: Vec<Side>,
    /// Who tells of the order that is carried out, and what was told so far.
    telling: Vec<(R::Teller, Account)>,
    reports: Vec<Report>,
}

impl<R: Playable> Reporter<R> {
    /// Tells some sides.
    pub fn new(sides: Vec<Side>) -> Self {
        Self {
            sides,
            telling: Vec::new(),
            reports: Vec::new(),
        }
    }

    /// Tells everybody at the screen.
    pub fn to_all(world: &World) -> Self {
        Self::new(world.resource::<HumanSides>().0.clone())
    }

    /// Tells the side that looks.
    pub fn to_viewer(world: &World) -> Self {
        Self::new(vec![viewer(world.resource::<HumanSides>())])
    }

    /// Has what was told be shown.
    pub fn hand_in(self, world: &mut World) {
        world.resource_mut::<Reports>().0.extend(self.reports);
    }

    /// Lists what was told, order by order.
    pub fn told(self) -> impl Iterator<Item = Account> {
        self.reports.into_iter().map(|report| report.told)
    }

    /// Tells of events that happened before anybody watched.
    fn tell_opening(&mut self, world: &World) {
        for event in &world.resource::<Opening<R>>().0 {
            self.before(world, event);
            self.after(world, event);
        }
        self.ordered(world, Side::FIRST);
    }
}

impl<R: Playable> Watcher<R> for Reporter<R> {
    fn before(&mut self, world: &World, _: &R::Event) {
        if self.telling.is_empty() {
            let begin = |&side| (R::Teller::begin(world, side), Account::default());
            self.telling = self.sides.iter().map(begin).collect();
        }
    }

    fn after(&mut self, world: &World, event: &R::Event) {
        for (teller, told) in &mut self.telling {
            let known = told.scenes.len();
            teller.tell(world, event, told);
            scene::rewind_health(&mut told.scenes[known..]);
        }
    }

    fn ordered(&mut self, world: &World, _: Side) {
        let orders = world.resource::<Journal<R>>().entries.len();
        for (&side, (teller, mut told)) in self.sides.iter().zip(self.telling.drain(..)) {
            teller.end(world, &mut told);
            self.reports.push(Report { orders, side, told });
        }
    }
}

/// Does something by which orders may be carried out, and keeps what is told of them.
pub(super) fn reported<R: Playable>(world: &mut World, act: impl FnOnce(&mut World)) {
    let reporter = Reporter::<R>::to_all(world);
    Watched::<R>::begin(world, reporter);
    act(world);
    if let Some(reporter) = Watched::<R>::end::<Reporter<R>>(world) {
        reporter.hand_in(world);
    }
}

/// Keeps what is told of what happened by itself before the first order.
pub fn report_opening<R: Playable>(world: &mut World) {
    let mut reporter = Reporter::<R>::to_all(world);
    reporter.tell_opening(world);
    reporter.hand_in(world);
}

/// Plays a journal in a world of its own, so far, and writes the logs of some sides.
///
/// # Errors
/// The first order that is refused or leads elsewhere.
pub fn log_of<R: Playable>(
    journal: &JournalFile<R>,
    mission: &Mission,
    until: usize,
    sides: &[Side],
) -> Result<CombatLog, JournalError> {
    let mut world = World::new();
    world.insert_resource(BoardView {
        grid: mission.board.grid,
    });
    R::set_up(&mut world, mission, journal.seed);
    let mut reporter = Reporter::<R>::new(sides.to_vec());
    reporter.tell_opening(&world);
    let entries = &journal.entries[..until.min(journal.entries.len())];
    replay::<R>(&mut world, entries, &mut reporter).map_err(JournalError::Diverges)?;
    let mut log = CombatLog::default();
    for mut report in reporter.reports {
        report.write(&mut log, false);
    }
    Ok(log)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rules::sample::{self, Sampled};

    #[test]
    fn the_log_of_a_journal_tells_each_side_what_it_saw() {
        let (source, mission, mut world) = sample::skirmish();
        sample::play(&mut world, usize::MAX, |_| {});
        let journal = JournalFile::<Sampled>::collect(&world, source, sample::SEED, false);
        let read = |until, side| {
            let log = log_of(&journal, &mission, until, &[Side(side)]);
            log.unwrap_or_else(|error| panic!("{error}"))
        };
        assert_eq!(read(0, 0).len(), 0);
        let (own, enemy) = (read(usize::MAX, 0), read(usize::MAX, 1));
        assert!(own.len() > 30 && enemy.len() > 30);
        assert!(read(journal.entries.len() / 2, 0).len() < own.len());
        assert!(
            own.texts().ne(enemy.texts()),
            "the sides see different things"
        );
    }
}
