//! Pictures and films of battles, painted from their journals without a window.
//!
//! **Invariant:** they show what one side saw, and the same journal gives the same bytes.

mod painter;
mod stage;
mod write;

use std::sync::Arc;

use bevy::prelude::*;
use tiny_skia::Pixmap;

use self::painter::Painter;
pub use self::painter::Stock;
use self::stage::{Spark, Stage};
pub use self::write::write_pixels;
use self::write::{Film, opaque};
use crate::battle::board::Board;
use crate::battle::grid::TileId;
use crate::battle::phase::Phase;
use crate::battle::step::HumanSides;
use crate::battle::unit::Side;
use crate::game::rules::playable::Playable;
use crate::game::table::art::Effect;
use crate::game::table::board_view::{BoardView, HexLook, Scenery, look_around};
use crate::game::table::palette::{Meaning, Palette};
use crate::game::table::playback::{Playback, Reporter};
use crate::mission::Mission;
use crate::replay::Replay;
use crate::save::{JournalError, JournalFile};

/// Milliseconds that a picture is shown on which nothing flashes, and the last one.
const STILL: u16 = 160;
const END: u16 = 2_500;

/// What of a battle is to be shown.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// Through whose eyes.
    pub side: Side,
    /// This turn alone: a picture shows how it begins, a film all of it. Without one, a picture shows the end
    /// and a film the whole battle.
    pub turn: Option<u16>,
    /// Whether a film is asked for, an animated PNG, and not a picture, a PNG.
    pub is_film: bool,
    /// Pixels across, some hundreds.
    pub width: u32,
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum FilmError {
    /// The journal cannot be played.
    #[error("{0}")]
    Journal(#[from] JournalError),
    /// The battle has no such turn.
    #[error("turn {turn}: the battle has the turns {first} to {last}")]
    NoTurn {
        /// The turn that was asked for.
        turn: u16,
        /// The first one there is.
        first: u16,
        /// The last one there is.
        last: u16,
    },
    /// The battle has no such side.
    #[error("side {side}: the battle has the sides 0 to {last}")]
    NoSide {
        /// The side that was asked for.
        side: u8,
        /// The last one there is.
        last: u8,
    },
    /// The picture could not be written.
    #[error("the picture cannot be written: {0}")]
    Unwritten(#[from] png::EncodingError),
}

/// A battle being painted.
struct Studio<R: Playable> {
    replay: Replay<R>,
    world: World,
    side: Side,
    painter: Painter,
    scenery: Scenery,
    hexes: Vec<HexLook>,
    stage: Stage,
}

impl<R: Playable> Studio<R> {
    /// Plays a journal up to an order.
    fn new(mut replay: Replay<R>, shown: &Shown, order: usize) -> Result<Self, FilmError> {
        let sides = replay.mission().sides.len();
        if shown.side.index() >= sides {
            return Err(FilmError::NoSide {
                side: shown.side.0,
                last: u8::try_from(sides.saturating_sub(1)).unwrap_or(u8::MAX),
            });
        }
        let grid = replay.mission().board.grid;
        let mut world = World::new();
        world.insert_resource(BoardView { grid });
        world.insert_resource(HumanSides(vec![shown.side]));
        world.insert_resource(Playback::default());
        // Nobody is asked for anything.
        world.insert_resource(State::new(Phase::Resolution));
        R::forget(&mut world);
        replay.seek(&mut world, order)?;
        let mut studio = Self {
            replay,
            world,
            side: shown.side,
            painter: Painter::new(
                Arc::new(Stock::new(grid.layout.orientation())),
                BoardView { grid },
                shown.width,
                Palette::default(),
            ),
            scenery: Scenery::default(),
            hexes: Vec::new(),
            stage: Stage::default(),
        };
        studio.look();
        Ok(studio)
    }

    /// Takes over what the side sees now; whether that is something else than is on show.
    fn look(&mut self) -> bool {
        let (is_night, lights) = R::lights(&self.world);
        let hexes = look_around(&self.world, self.side, &lights, None);
        let has_ground = hexes != self.hexes;
        if has_ground {
            let grid = self.world.resource::<Board>().grid;
            let catalog = &self.replay.mission().catalog;
            self.scenery.begin(grid, catalog, is_night);
            for (tile, &look) in grid.tiles().zip(&hexes) {
                self.scenery.set(tile, look);
            }
            self.hexes = hexes;
            self.painter.paint_ground(&self.scenery);
        }
        let board = self.world.resource::<BoardView>();
        self.stage.set(board, R::looks(&self.world)) || has_ground
    }
}

/// Returns the orders of a turn, from the first to behind the last; of the whole battle without one.
fn orders<R: Playable>(replay: &Replay<R>, turn: Option<u16>) -> Result<[usize; 2], FilmError> {
    let Some(turn) = turn else {
        return Ok([0, replay.len()]);
    };
    let turns = || replay.chapters().iter().map(|chapter| chapter.turn);
    let start = replay
        .chapters()
        .iter()
        .find(|chapter| chapter.turn == turn);
    let start = start.ok_or_else(|| FilmError::NoTurn {
        turn,
        first: turns().min().unwrap_or(0),
        last: turns().max().unwrap_or(0),
    })?;
    let next = replay.chapters().iter().find(|chapter| chapter.turn > turn);
    Ok([start.order, next.map_or(replay.len(), |next| next.order)])
}

/// Paints a battle and returns the bytes of the file. Whoever waits for a film is told how many orders of how
/// many are painted.
///
/// # Errors
/// What of the journal cannot be shown.
pub fn paint<R: Playable>(
    file: JournalFile<R>,
    shown: &Shown,
    done: impl FnMut(usize, usize),
) -> Result<Vec<u8>, FilmError> {
    let replay = Replay::new(file)?;
    let orders = orders(&replay, shown.turn)?;
    let mut bytes = Vec::new();
    if shown.is_film {
        film(replay, orders, shown, done)?.write(&mut bytes)?;
    } else {
        let [start, end] = orders;
        let order = if shown.turn.is_some() { start } else { end };
        let mut studio = Studio::new(replay, shown, order)?;
        let picture = studio.painter.paint(studio.stage.actors(), &[], None);
        write_pixels(studio.painter.size(), &opaque(&picture), &mut bytes)?;
    }
    Ok(bytes)
}

/// Paints the board of a mission in full view, without units, with lights on hexes that mean something; the
/// stock is to be of its layout.
pub fn board_picture(
    stock: &Arc<Stock>,
    mission: &Mission,
    lights: impl Iterator<Item = (TileId, Meaning)>,
    width: u32,
) -> Pixmap {
    let grid = mission.board.grid;
    let board = BoardView { grid };
    let palette = Palette::default();
    let lights = lights.map(|(tile, meaning)| Spark::Effect {
        effect: Effect::Glow,
        color: palette.color(meaning),
        at: board.center(tile),
        width: 120.0,
    });
    let lights: Vec<_> = lights.collect();
    let mut painter = Painter::new(stock.clone(), board, width, palette);
    let mut scenery = Scenery::default();
    scenery.show(mission);
    painter.paint_ground(&scenery);
    painter.paint(std::iter::empty(), &lights, None)
}

/// Paints orders event by event.
fn film<R: Playable>(
    replay: Replay<R>,
    [start, end]: [usize; 2],
    shown: &Shown,
    mut done: impl FnMut(usize, usize),
) -> Result<Film, FilmError> {
    let all = (end - start).max(1);
    let share = |order: usize| (order - start) as f32 / all as f32;
    let inside = (replay.chapters().iter()).filter(|one| one.begins_turn && one.order > start);
    let notches: Vec<_> = inside.map(|one| share(one.order.min(end))).collect();
    let mut studio = Studio::new(replay, shown, start)?;
    let mut film = Film::new(studio.painter.size());
    let first = studio
        .painter
        .paint(studio.stage.actors(), &[], Some((0.0, &notches)));
    film.show(&first, 4 * STILL);
    for order in start..end {
        done(order - start, end - start);
        let mut reporter = Reporter::<R>::new(vec![shown.side]);
        (studio.replay).step_watched(&mut studio.world, &mut reporter)?;
        let progress = Some((share(order + 1), notches.as_slice()));
        for scene in reporter.told().flat_map(|told| told.scenes) {
            let Some((sparks, milliseconds)) = studio.stage.play(&scene) else {
                continue;
            };
            let picture = studio
                .painter
                .paint(studio.stage.actors(), &sparks, progress);
            film.show(&picture, milliseconds);
        }
        if studio.look() {
            let picture = studio.painter.paint(studio.stage.actors(), &[], progress);
            film.show(&picture, STILL);
        }
    }
    let last = (studio.painter).paint(studio.stage.actors(), &[], Some((1.0, &notches)));
    film.show(&last, END);
    done(end - start, end - start);
    Ok(film)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rules::sample::{self, Sampled};

    fn journal() -> JournalFile<Sampled> {
        let (source, _, mut world) = sample::skirmish();
        sample::play(&mut world, usize::MAX, |_| {});
        JournalFile::collect(&world, source, sample::SEED, false)
    }

    fn shown(side: u8, turn: Option<u16>, is_film: bool) -> Shown {
        Shown {
            side: Side(side),
            turn,
            is_film,
            width: 320,
        }
    }

    fn painted(journal: &JournalFile<Sampled>, shown: &Shown) -> Vec<u8> {
        let bytes = paint(journal.clone(), shown, |_, _| {});
        bytes.unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn a_journal_gives_the_same_picture_again_and_each_side_another_one() {
        let journal = journal();
        let (own, again) = (shown(0, Some(2), false), shown(0, Some(2), false));
        let picture = painted(&journal, &own);
        assert_eq!(picture, painted(&journal, &again));
        assert_ne!(picture, painted(&journal, &shown(1, Some(2), false)));
        assert_ne!(picture, painted(&journal, &shown(0, None, false)));
    }

    #[test]
    fn a_film_shows_a_turn_in_frames_and_tells_how_far_it_is() {
        let journal = journal();
        let mut told = Vec::new();
        let film = paint(journal, &shown(0, Some(2), true), |done, all| {
            told.push((done, all));
        });
        let film = film.unwrap_or_else(|error| panic!("{error}"));
        let reader = png::Decoder::new(std::io::Cursor::new(film)).read_info();
        let reader = reader.expect("it is one");
        let frames = reader
            .info()
            .animation_control
            .map(|control| control.num_frames);
        assert!(frames > Some(10), "{frames:?}");
        assert_eq!(reader.info().width, 320);
        let (done, all) = *told.last().expect("it was told");
        assert!(done == all && told.len() == all + 1 && told.is_sorted());
    }

    #[test]
    fn turns_and_sides_that_are_not_there_are_refused() {
        let journal = journal();
        let refused = |shown: Shown| {
            let painted = paint(journal.clone(), &shown, |_, _| {});
            painted.expect_err("there is none").to_string()
        };
        assert!(
            refused(shown(0, Some(999), true))
                .starts_with("turn 999: the battle has the turns 1 to")
        );
        assert_eq!(
            refused(shown(7, None, false)),
            "side 7: the battle has the sides 0 to 1"
        );
    }
}
