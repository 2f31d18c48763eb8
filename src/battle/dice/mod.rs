//! Labelled draws: from a seed, from a tape in tests, or every result at once with its probability.
//!
//! Code that rolls is written once, over [`Roll`]. [`Dice`] answers with one result per draw (seeded
//! in a battle, scripted in a test); [`Exact`] plays the same code once per combination of results.
//!
//! **Invariant:** seed, stream and position determine every later result of seeded dice, on every
//! platform.

mod exact;

use std::fmt;

use bevy::prelude::Resource;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

pub use self::exact::Exact;

/// Most dice one [`Roll::sum`] may ask for.
pub const MAX_DICE: u8 = 8;

/// What a draw is for; its name stands in dice tapes and in the log (rules of squads §1). All rule sets
/// share the list; in tapes and vectors they are lower case, such as `fx`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Label {
    /// Chance to hit.
    Hit,
    /// Damage dice, also those of damage over time.
    Dmg,
    /// Chance of a critical hit.
    Crit,
    /// Chance of an effect of the damage type or of the ammunition; of a skill tried on a lock or trap.
    Fx,
    /// Spread of fire, and which neighbor it takes.
    Spread,
    /// Whether a kinetic miss ricochets, and where to.
    Ricochet,
    /// Direction and distance of a miss that strikes an area.
    Scatter,
    /// Psionic abilities.
    Psi,
    /// Panic, and where it leads; coming to after stun.
    Panic,
    /// A choice of the computer player among equals.
    Ai,
    /// Who acts first in a fight.
    Initiative,
    /// What a unit that no side orders means to do.
    Intent,
    /// Whether a reinforcement comes.
    Arrival,
    /// Whether somebody is met on the way, and who.
    Encounter,
    /// Whether a scout sees them first.
    Scout,
    /// Which of several sides comes first where the rules leave them equal.
    Lot,
    /// Order of a deck that is shuffled.
    Shuffle,
    /// Which damage card a component brings.
    Wound,
    /// Heat that is lost.
    Cool,
    /// A machine that was driven past what is safe.
    Backfire,
    /// A barrage.
    Barrage,
    /// Trucks behind the target of a barrage.
    Trucks,
    /// Fire at armor.
    Armor,
    /// Morale of a side in an assault.
    Morale,
    /// An assault.
    Assault,
    /// Losses that are captured.
    Capture,
}

impl Label {
    /// Returns the name used in tapes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::Dmg => "dmg",
            Self::Crit => "crit",
            Self::Fx => "fx",
            Self::Spread => "spread",
            Self::Ricochet => "ricochet",
            Self::Scatter => "scatter",
            Self::Psi => "psi",
            Self::Panic => "panic",
            Self::Ai => "ai",
            Self::Initiative => "init",
            Self::Intent => "intent",
            Self::Arrival => "arrival",
            Self::Encounter => "encounter",
            Self::Scout => "scout",
            Self::Lot => "lot",
            Self::Shuffle => "shuffle",
            Self::Wound => "wound",
            Self::Cool => "cool",
            Self::Backfire => "backfire",
            Self::Barrage => "barrage",
            Self::Trucks => "trucks",
            Self::Armor => "armor",
            Self::Morale => "morale",
            Self::Assault => "assault",
            Self::Capture => "capture",
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Result of a percentile check: it passes when the roll is at most the chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Check {
    /// The d100, 1 to 100. Under exact dice any roll with this result.
    pub roll: u8,
    /// Whether `roll` is at most the chance.
    pub passed: bool,
}

/// Result of several like dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pool {
    /// Sum of the dice.
    pub sum: u32,
    faces: [u8; MAX_DICE as usize],
    count: u8,
}

impl Pool {
    /// Returns the single dice in the order drawn; empty under exact dice, which know only sums.
    pub fn faces(&self) -> &[u8] {
        &self.faces[..usize::from(self.count.min(MAX_DICE))]
    }

    fn push(&mut self, face: u8) {
        self.faces[usize::from(self.count)] = face;
        self.count += 1;
        self.sum += u32::from(face);
    }
}

/// Something that answers labelled draws.
pub trait Roll {
    /// Checks a chance in percent (0 never passes, 100 and more always) with one d100.
    fn chance(&mut self, label: Label, percent: u8) -> Check;

    /// Adds up `count` dice of `sides` sides (1 to `sides` each), one draw per die.
    ///
    /// # Panics
    ///
    /// When `count` exceeds [`MAX_DICE`] or `sides` is 0.
    fn sum(&mut self, label: Label, count: u8, sides: u8) -> Pool;

    /// Draws one number from 1 to `sides`.
    ///
    /// # Panics
    ///
    /// When `sides` is 0.
    fn die(&mut self, label: Label, sides: u32) -> u32;

    /// Draws a lot between equals, from 1 to `ways`. A tape whose next result is no lot gives 1, which stands
    /// for the order without lots.
    ///
    /// # Panics
    ///
    /// When `ways` is 0.
    fn lot(&mut self, ways: u32) -> u32 {
        self.die(Label::Lot, ways)
    }
}

/// Dice with one result per draw: seeded in a battle, a tape in tests.
#[derive(Debug, Resource)]
pub struct Dice(Source);

#[derive(Debug)]
enum Source {
    Seeded(Box<Seeded>),
    Tape(Tape),
}

/// Everything that determines the further results of seeded dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceState {
    /// Seed of the battle.
    pub seed: u64,
    /// Independent sequence under that seed: 0 for the battle itself.
    pub stream: u64,
    /// 32-bit words drawn so far.
    pub position: u64,
}

impl Dice {
    /// Creates dice from a seed; each `stream` under one seed is a sequence of its own.
    pub fn seeded(seed: u64, stream: u64) -> Self {
        Self::restore(DiceState {
            seed,
            stream,
            position: 0,
        })
    }

    /// Continues seeded dice exactly where [`Dice::state`] was taken.
    pub fn restore(state: DiceState) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&state.seed.to_le_bytes());
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(state.stream);
        rng.set_word_pos(u128::from(state.position));
        Self(Source::Seeded(Box::new(Seeded { state, rng })))
    }

    /// Creates a test's dice, which answer with these labelled results in this order.
    ///
    /// They panic on a draw with another label, a result out of the die's range, a draw beyond the
    /// end, and, when dropped, on results nobody drew.
    pub fn tape<'a>(results: impl IntoIterator<Item = (&'a str, u32)>) -> Self {
        Self(Source::Tape(Tape {
            results: results
                .into_iter()
                .map(|(label, result)| (label.to_owned(), result))
                .collect(),
            next: 0,
            is_strict: true,
            complaints: Vec::new(),
        }))
    }

    /// Creates the dice of a rule vector: as [`Dice::tape`], but what does not fit is noted and told by
    /// [`Dice::complaints`]; the draw then gives 1.
    pub fn script(results: Vec<(String, u32)>) -> Self {
        Self(Source::Tape(Tape {
            results,
            next: 0,
            is_strict: false,
            complaints: Vec::new(),
        }))
    }

    /// Says how a script was misused so far: draws it does not have, and results nobody drew.
    pub fn complaints(&self) -> Vec<String> {
        let Source::Tape(tape) = &self.0 else {
            return Vec::new();
        };
        let mut complaints = tape.complaints.clone();
        let unused = tape.results.get(tape.next..).unwrap_or_default();
        if !unused.is_empty() {
            let unused: Vec<_> = unused
                .iter()
                .map(|(label, n)| format!("{label}({n})"))
                .collect();
            complaints.push(format!("draws nobody made: {}", unused.join(", ")));
        }
        complaints
    }

    /// Returns the state of seeded dice; a tape has none.
    pub fn state(&self) -> Option<DiceState> {
        match &self.0 {
            Source::Seeded(seeded) => Some(seeded.state),
            Source::Tape(_) => None,
        }
    }

    /// Returns a number that grows with every draw, so that a caller can tell whether any was made.
    pub fn position(&self) -> u64 {
        match &self.0 {
            Source::Seeded(seeded) => seeded.state.position,
            Source::Tape(tape) => tape.next as u64,
        }
    }

    fn draw(&mut self, label: Label, sides: u32) -> u32 {
        match &mut self.0 {
            Source::Seeded(seeded) => seeded.draw(sides),
            Source::Tape(tape) => tape.draw(label, sides),
        }
    }
}

impl Roll for Dice {
    fn chance(&mut self, label: Label, percent: u8) -> Check {
        let roll = self.draw(label, 100) as u8;
        Check {
            roll,
            passed: roll <= percent,
        }
    }

    fn sum(&mut self, label: Label, count: u8, sides: u8) -> Pool {
        let mut pool = Pool::default();
        for _ in 0..count {
            pool.push(self.draw(label, u32::from(sides)) as u8);
        }
        pool
    }

    fn die(&mut self, label: Label, sides: u32) -> u32 {
        self.draw(label, sides)
    }

    fn lot(&mut self, ways: u32) -> u32 {
        match &self.0 {
            Source::Tape(tape) if !tape.gives(Label::Lot) => 1,
            Source::Seeded(_) | Source::Tape(_) => self.draw(Label::Lot, ways),
        }
    }
}

#[derive(Debug)]
struct Seeded {
    state: DiceState,
    rng: ChaCha8Rng,
}

impl Seeded {
    /// Draws 1 to `sides` without bias: the high half of word × sides, words that would favor some
    /// results rejected.
    fn draw(&mut self, sides: u32) -> u32 {
        assert!(sides > 0, "a die needs at least one side");
        let unfair = sides.wrapping_neg() % sides;
        loop {
            self.state.position += 1;
            let product = u64::from(self.rng.next_u32()) * u64::from(sides);
            if product as u32 >= unfair {
                return (product >> 32) as u32 + 1;
            }
        }
    }
}

#[derive(Debug)]
struct Tape {
    results: Vec<(String, u32)>,
    next: usize,
    /// Whether what does not fit panics.
    is_strict: bool,
    complaints: Vec<String>,
}

impl Tape {
    /// Whether the next result has this label.
    fn gives(&self, label: Label) -> bool {
        let next = self.results.get(self.next);
        next.is_some_and(|(taped, _)| taped == label.name())
    }

    fn draw(&mut self, label: Label, sides: u32) -> u32 {
        let at = self.next;
        let complaint = match self.results.get(at) {
            Some((taped, result)) if taped == label.name() && (1..=sides).contains(result) => {
                self.next += 1;
                return *result;
            }
            None => format!("draw {at} ({label} d{sides}) is beyond the end of the tape"),
            Some((taped, result)) if taped == label.name() => {
                format!("draw {at} is {label} d{sides}, the tape's {result} is out of range")
            }
            Some((taped, result)) => {
                format!("draw {at} is {label} d{sides}, the tape has {taped} {result}")
            }
        };
        assert!(!self.is_strict, "{complaint}");
        if self.complaints.is_empty() {
            self.complaints.push(complaint);
        }
        1
    }
}

impl Drop for Tape {
    fn drop(&mut self) {
        if self.is_strict && !std::thread::panicking() {
            let unused = &self.results[self.next..];
            assert!(unused.is_empty(), "draws nobody made: {unused:?}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restored_dice_continue_exactly() {
        let mut dice = Dice::seeded(7, 3);
        for drawn in 0..200 {
            let mut copy = Dice::restore(dice.state().unwrap());
            for _ in 0..70 {
                copy.die(Label::Ai, 6);
            }
            let mut copy = Dice::restore(dice.state().unwrap());
            for sides in [1, 2, 6, 100, 1 << 31, u32::MAX, 3] {
                assert_eq!(
                    dice.die(Label::Ai, sides),
                    copy.die(Label::Ai, sides),
                    "{drawn}"
                );
            }
            assert_eq!(dice.state(), copy.state());
        }
    }

    #[test]
    fn seeds_and_streams_differ_and_results_stay_as_they_are() {
        let rolls = |seed, stream| {
            let mut dice = Dice::seeded(seed, stream);
            [(); 8].map(|()| dice.chance(Label::Hit, 50).roll)
        };
        assert_ne!(rolls(1, 0), rolls(2, 0));
        assert_ne!(rolls(1, 0), rolls(1, 1));
        assert_eq!(rolls(1, 0), [63, 39, 93, 30, 40, 80, 91, 92]);
    }

    #[test]
    fn seeded_dice_are_fair() {
        let mut dice = Dice::seeded(11, 0);
        let mut seen = [0_i64; 20];
        for _ in 0..200_000 {
            seen[dice.sum(Label::Dmg, 1, 20).sum as usize - 1] += 1;
        }
        // 10,000 each, standard deviation 97.
        assert!(seen.iter().all(|n| (n - 10_000).abs() < 500), "{seen:?}");
    }

    #[test]
    fn a_tape_answers_in_order() {
        let mut dice = Dice::tape([("hit", 42), ("dmg", 3), ("dmg", 4), ("spread", 2)]);
        assert_eq!(
            dice.chance(Label::Hit, 42),
            Check {
                roll: 42,
                passed: true
            }
        );
        let pool = dice.sum(Label::Dmg, 2, 4);
        assert_eq!((pool.sum, pool.faces()), (7, &[3, 4][..]));
        assert_eq!(dice.die(Label::Spread, 6), 2);
    }

    #[test]
    fn a_tape_gives_lots_or_leaves_the_order_as_it_is() {
        let mut dice = Dice::tape([("hit", 42), ("lot", 2), ("hit", 43)]);
        assert_eq!(dice.lot(2), 1);
        dice.chance(Label::Hit, 50);
        assert_eq!((dice.lot(2), dice.lot(2)), (2, 1));
        dice.chance(Label::Hit, 50);
        assert_eq!(dice.lot(2), 1);
        let mut seeded = Dice::seeded(1, 0);
        let seconds = (0..1000).filter(|_| seeded.lot(2) == 2).count();
        assert!((400..600).contains(&seconds), "{seconds}");
    }

    #[track_caller]
    fn check_tape_fails(draws: impl Fn(&mut Dice), message: &str) {
        let play = || draws(&mut Dice::tape([("hit", 42)]));
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(play)).unwrap_err();
        let found = panic.downcast_ref::<String>().unwrap();
        assert!(found.contains(message), "{found}");
    }

    #[test]
    fn a_tape_fails_on_missing_unused_mislabelled_and_impossible_draws() {
        check_tape_fails(
            |dice| {
                dice.chance(Label::Hit, 50);
                dice.chance(Label::Crit, 5);
            },
            "beyond the end",
        );
        check_tape_fails(|_| {}, "nobody made");
        check_tape_fails(
            |dice| {
                dice.chance(Label::Crit, 50);
            },
            "the tape has hit 42",
        );
        check_tape_fails(
            |dice| {
                dice.die(Label::Hit, 6);
            },
            "out of range",
        );
    }
}
