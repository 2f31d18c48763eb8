//! A journal gone through forwards and backwards: the model of a replay screen.
//!
//! The whole journal is played once to find its turns and to keep the state every so many orders; any
//! position is then the nearest kept state and a few orders more.
//!
//! **Invariant:** after a seek the world is in the very state the journaled battle was in after that
//! order, whatever was in it before.

use std::task::Poll;

use bevy::prelude::World;

use crate::battle::ahead::{look_ahead_bit_by_bit, looks_ahead};
use crate::battle::journal::{Divergence, Entry, Journal, replay};
use crate::battle::knowledge::show_fog;
use crate::battle::order::submit_watched;
use crate::battle::phase::{Turn, Verdict};
use crate::battle::snapshot::Snapshot;
use crate::battle::unit::Side;
use crate::battle::watch::Watcher;
use crate::mission::Mission;
use crate::playing::{Advice, Foresight, Game, Weighed, foresee};
use crate::save::{JournalError, JournalFile, take_over};

/// Orders between two states that are kept, at least.
const APART: usize = 48;
/// Hexes of all states that are kept, about: some 40 bytes each on a board of two sides.
const KEPT_HEXES: usize = 48 << 12;

/// Where a phase begins in a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhaseStart {
    /// Orders given before it.
    pub order: usize,
    /// Turn.
    pub turn: u16,
    /// Side whose phase begins.
    pub side: Side,
    /// Whether the turn begins with it.
    pub begins_turn: bool,
}

/// Why a computer would give its next order, from what its side knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reasons {
    /// The side.
    pub side: Side,
    /// What it would order, in words.
    pub choice: String,
    /// Whether that is the order that was given: else a person decided.
    pub is_given: bool,
    /// All that was weighed, the chosen one first, then by points; nothing if it looked ahead.
    pub weighed: Vec<Weighed>,
    /// What it thought ahead, if it did.
    pub foresight: Option<Foresight>,
}

/// A journal that can be played from any position.
#[derive(Clone, Debug)]
pub struct Replay<R: Game> {
    file: JournalFile<R>,
    mission: Mission,
    chapters: Vec<PhaseStart>,
    /// States after so many orders.
    kept: Vec<(usize, Snapshot<R>)>,
    /// Orders carried out in the world, once there is a battle in it.
    at: Option<usize>,
}

/// Finds the phases of a journal and keeps states of it while it is played once.
struct Bookmarks<R: Game> {
    /// Orders between two states that are kept.
    apart: usize,
    orders: usize,
    chapters: Vec<PhaseStart>,
    kept: Vec<(usize, Snapshot<R>)>,
}

impl<R: Game> Watcher<R> for Bookmarks<R> {
    fn ordered(&mut self, world: &World, _: Side) {
        self.orders += 1;
        open_chapter(&mut self.chapters, world, self.orders);
        if self.orders.is_multiple_of(self.apart) {
            self.kept.push((self.orders, Snapshot::take(world)));
        }
    }
}

impl<R: Game> Replay<R> {
    /// Plays the journal once in a world of its own, checking every fingerprint.
    ///
    /// # Errors
    /// Problems of its mission, or the first order that is refused or leads elsewhere.
    pub fn new(file: JournalFile<R>) -> Result<Self, JournalError> {
        let mission = file.mission()?;
        let mut world = World::new();
        R::set_up(&mut world, &mission, file.seed);
        let most = (KEPT_HEXES / mission.board.grid.len().max(1)).clamp(6, 48);
        let mut bookmarks = Bookmarks {
            apart: APART.max(file.entries.len() / most),
            orders: 0,
            chapters: Vec::new(),
            kept: Vec::new(),
        };
        open_chapter(&mut bookmarks.chapters, &world, 0);
        replay::<R>(&mut world, &file.entries, &mut bookmarks).map_err(JournalError::Diverges)?;
        let Bookmarks { chapters, kept, .. } = bookmarks;
        Ok(Self {
            file,
            mission,
            chapters,
            kept,
            at: None,
        })
    }

    /// Returns the journal.
    pub fn file(&self) -> &JournalFile<R> {
        &self.file
    }

    /// Returns the mission as the battle began with it.
    pub fn mission(&self) -> &Mission {
        &self.mission
    }

    /// Returns the number of orders.
    pub fn len(&self) -> usize {
        self.file.entries.len()
    }

    /// Whether no order was given.
    pub fn is_empty(&self) -> bool {
        self.file.entries.is_empty()
    }

    /// Returns how many orders are carried out.
    pub fn position(&self) -> usize {
        self.at.unwrap_or(0)
    }

    /// Lists where turns and phases begin.
    pub fn chapters(&self) -> &[PhaseStart] {
        &self.chapters
    }

    /// Returns the phase that a position is in.
    pub fn chapter(&self, order: usize) -> PhaseStart {
        let before = self
            .chapters
            .partition_point(|chapter| chapter.order <= order);
        self.chapters[before.max(1) - 1]
    }

    /// Returns the order that comes next.
    pub fn next(&self) -> Option<&Entry<R::Order>> {
        self.file.entries.get(self.position())
    }

    /// Puts the battle after so many orders into the world, the last position if there are fewer.
    ///
    /// Views of the world have to follow a state that did not come about by events.
    ///
    /// # Errors
    /// None for a journal that [`Replay::new`] has played.
    pub fn seek(&mut self, world: &mut World, order: usize) -> Result<(), JournalError> {
        let order = order.min(self.len());
        let kept = self.kept.iter().rev().find(|(at, _)| *at <= order);
        let from_kept = kept.map_or(0, |(at, _)| *at);
        let here =
            (self.at).filter(|at| (from_kept..=order).contains(at) && is_at::<R>(world, *at));
        let start = here.unwrap_or(from_kept);
        if here.is_none() {
            R::set_up(world, &self.mission, self.file.seed);
            if let Some((at, state)) = kept {
                let before = &self.file.entries[..*at];
                take_over::<R>(world, before).map_err(JournalError::Diverges)?;
                state.restore(world);
                world.resource_mut::<Journal<R>>().entries = before.to_vec();
            }
        }
        self.at = None;
        replay::<R>(world, &self.file.entries[start..order], &mut ())
            .map_err(JournalError::Diverges)?;
        self.at = Some(order);
        Ok(())
    }

    /// Carries out the next order and returns what happens, nothing at the end.
    ///
    /// # Errors
    /// None for a journal that [`Replay::new`] has played.
    pub fn step(&mut self, world: &mut World) -> Result<Option<Vec<R::Event>>, JournalError> {
        self.step_watched(world, &mut ())
    }

    /// Does the same as [`Replay::step`] while somebody watches.
    ///
    /// # Errors
    /// As [`Replay::step`].
    pub fn step_watched(
        &mut self,
        world: &mut World,
        watcher: &mut impl Watcher<R>,
    ) -> Result<Option<Vec<R::Event>>, JournalError> {
        if self.at.is_none() {
            self.seek(world, 0)?;
        }
        let Some(entry) = self.next().cloned() else {
            return Ok(None);
        };
        let order = self.position() + 1;
        let events = submit_watched::<R>(world, entry.side, entry.order, watcher)
            .map_err(|refusal| JournalError::Diverges(Divergence::refused(order, &refusal)))?;
        show_fog(world);
        self.at = Some(order);
        Ok(Some(events))
    }

    /// Takes the last order back; returns whether there was one.
    ///
    /// # Errors
    /// None for a journal that [`Replay::new`] has played.
    pub fn step_back(&mut self, world: &mut World) -> Result<bool, JournalError> {
        let Some(before) = self.position().checked_sub(1) else {
            return Ok(false);
        };
        self.seek(world, before)?;
        Ok(true)
    }

    /// Says why a computer would give the next order, from what the side that gave it knows: one that looks ahead if
    /// such a one plays the side in this world. It thinks a bit each time it is asked, until it knows.
    ///
    /// The world has to be at the position.
    pub fn reasons(&self, world: &mut World) -> Poll<Option<Reasons>> {
        let Some(entry) = self.next().filter(|_| self.at.is_some()) else {
            return Poll::Ready(None);
        };
        let is_over = world.resource::<Verdict>().0.is_some();
        if is_over || !R::owes(world, entry.side) {
            return Poll::Ready(None);
        }
        if looks_ahead::<R>(world, entry.side) {
            let Some(ahead) = look_ahead_bit_by_bit::<R>(world, entry.side) else {
                return Poll::Pending;
            };
            // Where there is no choice, nothing was thought.
            if ahead.battles > 0 {
                let foresight = foresee::<R>(world, entry.side, &ahead);
                return Poll::Ready(Some(Reasons {
                    side: entry.side,
                    choice: foresight.choice.clone(),
                    is_given: ahead.order == entry.order,
                    weighed: Vec::new(),
                    foresight: Some(foresight),
                }));
            }
        }
        let Advice {
            order,
            told,
            weighed,
        } = R::advise(world, entry.side);
        Poll::Ready(Some(Reasons {
            side: entry.side,
            choice: told,
            is_given: order == entry.order,
            weighed,
            foresight: None,
        }))
    }

    /// Returns the journal up to a position, to be played on as a new battle.
    pub fn branch(&self, order: usize) -> JournalFile<R> {
        JournalFile {
            label: None,
            source: self.file.source.clone(),
            seed: self.file.seed,
            entries: self.file.entries[..order.min(self.len())].to_vec(),
            snapshot: None,
        }
    }
}

/// Whether the battle in a world has come so far, and not been left for another.
fn is_at<R: Game>(world: &World, order: usize) -> bool {
    let journal = world.get_resource::<Journal<R>>();
    journal.is_some_and(|journal| journal.entries.len() == order)
}

/// Notes the phase the battle is in if it is another than before.
fn open_chapter(chapters: &mut Vec<PhaseStart>, world: &World, order: usize) {
    let Turn { number, active, .. } = *world.resource::<Turn>();
    let last = chapters.last();
    if last.is_none_or(|last| (last.turn, last.side) != (number, active)) {
        let begins_turn = last.is_none_or(|last| last.turn != number);
        chapters.push(PhaseStart {
            order,
            turn: number,
            side: active,
            begins_turn,
        });
    }
}
