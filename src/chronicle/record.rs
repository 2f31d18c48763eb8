//! What the laboratory keeps of battles: plain data that says the same for every rule set.
//!
//! Names are kept once a case, in its [`Vocabulary`]; records hold indices into it.
//!
//! **Invariant:** an index in a record is one of its case's vocabulary; lists by side are in the order
//! of [`Vocabulary::sides`], lists by unit in the order of unit ids.

use std::collections::BTreeMap;

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use crate::battle::grid::{Grid, TileId};
use crate::battle::phase::{Outcome, Turn};
use crate::battle::unit::{Position, Side, UnitId, part, side_of};
use crate::content::definition::Definition;

/// Greatest figure of a battle, and of a count over a block of battles: sums of figures up to it, and of
/// their products, have room in any run.
pub const MOST: u64 = u32::MAX as u64;

/// Names that indices in the records of a case stand for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Vocabulary {
    /// Sides.
    pub sides: Vec<String>,
    /// Kinds of units.
    pub kinds: Vec<Term>,
    /// Weapons, items, abilities, and hazards that hurt without an act.
    pub means: Vec<Means>,
    /// Modes in which means are used, such as aimed or burst.
    pub modes: Vec<String>,
    /// Terrain.
    pub grounds: Vec<Term>,
    /// Measures of a side.
    pub measures: Vec<Measure>,
    /// Board of the battle of the first seed.
    pub board: BoardRecord,
}

impl Vocabulary {
    /// Whether it has sides, as many as there may be, and a board whose every hex has a ground.
    pub(crate) fn is_sound(&self) -> bool {
        let grounds = &self.board.grounds;
        (1..=usize::from(u8::MAX)).contains(&self.sides.len())
            && grounds.len() == self.board.grid.len()
            && (grounds.iter()).all(|&ground| usize::from(ground) < self.grounds.len())
    }
}

/// A word of the content.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Term {
    /// Key in the content files.
    pub key: String,
    /// Name shown to people.
    pub name: String,
}

/// Something that is used, or hurts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Means {
    /// Sort.
    pub sort: Sort,
    /// Key and name.
    pub term: Term,
}

/// Sorts of means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Sort {
    /// A weapon.
    Weapon,
    /// An item: grenade, mine, medikit.
    Item,
    /// An ability.
    Ability,
    /// Fire, poison, a fall: nobody's act. Occurs in [`Loss::means`] only.
    Hazard,
}

/// A measure as lists of them are written: key, name, unit, whether it is a result, and what it is.
pub type MeasureRow = (&'static str, &'static str, &'static str, bool, &'static str);

/// A number that is taken of every side in every battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measure {
    /// Column name, such as `first_contact_hexes`.
    pub key: String,
    /// Short name for tables.
    pub name: String,
    /// What it is, in one sentence.
    pub about: String,
    /// What it is counted in: `turn`, `hexes`, `permille`, `percent`, `shots`…; `yes` is 0 or 1.
    pub unit: String,
    /// Whether it tells how the battle ended rather than what led to it, so that it explains nothing.
    pub is_result: bool,
}

impl Term {
    /// Makes a word of a key and a name.
    pub fn new(key: &str, name: &str) -> Self {
        Self {
            key: key.to_owned(),
            name: name.to_owned(),
        }
    }

    /// Makes the words of definitions.
    pub fn each<T: Definition>(all: &[T]) -> impl Iterator<Item = Self> {
        all.iter().map(|one| Self::new(one.key(), one.name()))
    }
}

impl Means {
    /// Makes the means that definitions are.
    pub fn each<T: Definition>(sort: Sort, all: &[T]) -> impl Iterator<Item = Self> {
        Term::each(all).map(move |term| Self { sort, term })
    }

    /// Makes a means of a key and a name.
    pub fn new(sort: Sort, key: &str, name: &str) -> Self {
        Self {
            sort,
            term: Term::new(key, name),
        }
    }
}

impl From<&MeasureRow> for Measure {
    fn from(&(key, name, unit, is_result, about): &MeasureRow) -> Self {
        Self {
            key: key.to_owned(),
            name: name.to_owned(),
            about: about.to_owned(),
            unit: unit.to_owned(),
            is_result,
        }
    }
}

/// A board, for heat maps.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BoardRecord {
    /// Layout and size.
    pub grid: Grid,
    /// Terrain of each hex, index into [`Vocabulary::grounds`].
    pub grounds: Vec<u16>,
    /// Whether the seed bears on the board or on where units start.
    pub is_drawn_anew: bool,
}

/// One battle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BattleRecord {
    /// Case, index into [`Run::cases`](crate::lab::case::Run::cases).
    pub case: u32,
    /// Seed.
    pub seed: u64,
    /// How it ended, as the first side sees it; `None` if it was broken off.
    pub outcome: Option<Outcome>,
    /// Who won; `None` if nobody did or it was broken off.
    pub winner: Option<Side>,
    /// Side that had the first phase of each turn.
    pub first: Side,
    /// Turns begun.
    pub turns: u16,
    /// Orders given.
    pub orders: u32,
    /// Fingerprint of the last state.
    pub fingerprint: u64,
    /// Sides.
    pub sides: Vec<SideRecord>,
    /// Units, by id.
    pub members: Vec<Member>,
    /// Rounds fired, throws, uses of items and abilities, in order; none if they are not kept.
    pub acts: Vec<Act>,
    /// Deaths, in order.
    pub losses: Vec<Loss>,
    /// Living units on the board of each side: at the start, then at the end of each turn. An inner
    /// list is by side.
    pub standing: Vec<Vec<u16>>,
}

impl BattleRecord {
    /// Begins a record with what became of all units and what was measured of each side.
    pub fn of_sides(
        members: Vec<Member>,
        measures: impl IntoIterator<Item = Vec<Option<i64>>>,
    ) -> Self {
        let sides = (0..).map(Side).zip(measures);
        Self {
            sides: sides
                .map(|(side, measures)| SideRecord::new(side, &members, measures))
                .collect(),
            members,
            ..Self::default()
        }
    }

    /// Whether a side won; `None` if the battle was broken off.
    pub fn has_won(&self, side: Side) -> Option<bool> {
        self.outcome.map(|_| self.winner == Some(side))
    }

    /// Whether every index in it is one of these words and every list as long as it has to be.
    pub fn is_of(&self, words: &Vocabulary) -> bool {
        let sides = words.sides.len();
        let is_side = |side: Side| side.index() < sides;
        let is_unit = |unit: UnitId| unit.index() < self.members.len();
        let is_kind = |kind: u16| usize::from(kind) < words.kinds.len();
        let is_means = |means: u16| usize::from(means) < words.means.len();
        let has_board = !words.board.grid.is_empty();
        let side_fits = |side: &SideRecord| {
            side.dead <= side.began
                && side.measures.len() == words.measures.len()
                && (side.measures.iter().flatten()).all(|value| value.unsigned_abs() <= MOST)
                && side
                    .uses_by_means
                    .iter()
                    .all(|deed| is_means(deed.means) && deed.hits <= deed.rolls)
        };
        let member_fits = |member: &Member| is_side(member.side) && is_kind(member.kind);
        let act_fits = |act: &Act| {
            is_side(act.side)
                && is_kind(act.kind)
                && is_means(act.means)
                && usize::from(act.mode) < words.modes.len()
                && act.target.is_none_or(|(_, kind)| is_kind(kind))
                && usize::from(act.ground) < words.grounds.len()
                && act.cover.max(act.own_cover).max(act.arc) <= 2
        };
        let loss_fits = |loss: &Loss| {
            is_kind(loss.kind)
                && is_side(loss.side)
                && loss.by.is_none_or(is_unit)
                && loss.means.is_none_or(is_means)
        };
        self.sides.len() == sides
            && is_side(self.first)
            && self.winner.is_none_or(is_side)
            && (self.winner.is_none() || self.outcome.is_some())
            && self.sides.iter().all(side_fits)
            && self.members.iter().all(member_fits)
            && (has_board || (self.acts.is_empty() && self.losses.is_empty()))
            && self.acts.iter().all(act_fits)
            && self.losses.iter().all(loss_fits)
            && self.standing.len() <= usize::from(u16::MAX) + 2
            && self.standing.iter().all(|standing| standing.len() == sides)
    }

    /// Sums the acts of each side up.
    pub fn sum_up(&mut self) {
        let mut sums = vec![BTreeMap::<u16, UseSums>::new(); self.sides.len()];
        for act in &self.acts {
            let deed = sums[act.side.index()].entry(act.means).or_default();
            deed.means = act.means;
            deed.uses += 1;
            deed.rolls += u32::from(act.hit.is_some());
            deed.hits += u32::from(act.hit == Some(true));
            deed.damage += act.damage;
            deed.early_damage += if act.turn <= EARLY { act.damage } else { 0 };
            deed.kills += u32::from(act.kills);
        }
        for (side, sums) in self.sides.iter_mut().zip(sums) {
            side.uses_by_means = sums.into_values().collect();
        }
    }
}

/// One side of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideRecord {
    /// Units it had in all, reserves that came included.
    pub began: u16,
    /// Alive on the board at the end.
    pub standing: u16,
    /// Left the map.
    pub escaped: u16,
    /// Dead.
    pub dead: u16,
    /// Orders it gave.
    pub orders: u32,
    /// In the order of [`Vocabulary::measures`]; `None` where a measure does not apply (never saw an
    /// enemy).
    pub measures: Vec<Option<i64>>,
    /// Sums over its acts, in the order of means.
    pub uses_by_means: Vec<UseSums>,
}

impl SideRecord {
    /// Counts what became of a side's units.
    fn new(side: Side, members: &[Member], measures: Vec<Option<i64>>) -> Self {
        let count = |fate: Fate| {
            let of = (members.iter()).filter(|member| member.side == side && member.fate == fate);
            u16::try_from(of.count()).unwrap_or(u16::MAX)
        };
        let (standing, escaped, dead) = (
            count(Fate::Standing),
            count(Fate::Escaped),
            count(Fate::Dead),
        );
        Self {
            began: standing.saturating_add(escaped).saturating_add(dead),
            standing,
            escaped,
            dead,
            measures,
            ..Self::default()
        }
    }

    /// Returns what it did with a means.
    pub fn uses_of(&self, means: usize) -> UseSums {
        let found = self
            .uses_by_means
            .iter()
            .find(|deed| usize::from(deed.means) == means);
        found.copied().unwrap_or_default()
    }
}

/// What a side did with one means in one battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UseSums {
    /// With what.
    pub means: u16,
    /// Acts.
    pub uses: u32,
    /// Acts that could succeed or fail.
    pub rolls: u32,
    /// Those that succeeded.
    pub hits: u32,
    /// Hit points it took from enemies.
    pub damage: u32,
    /// Those of turns up to [`EARLY`].
    pub early_damage: u32,
    /// Enemies it killed.
    pub kills: u32,
}

/// What is early in a battle: turns up to this one.
pub const EARLY: u16 = 2;

/// One unit of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// Its own side.
    pub side: Side,
    /// Kind.
    pub kind: u16,
    /// Weapon it began with; 0 where units have none.
    pub means: u16,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Fate {
    /// Alive on the board.
    Standing,
    /// Left the map.
    Escaped,
    /// Dead.
    Dead,
    /// Waited off the board to the end.
    NeverCame,
}

/// One round fired, throw, use of an item or ability; by default nothing has come of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Act {
    /// Turn.
    pub turn: u16,
    /// Order it belongs to, from 0.
    pub order: u32,
    /// Who.
    pub by: UnitId,
    /// The side it obeyed.
    pub side: Side,
    /// Its kind.
    pub kind: u16,
    /// With what.
    pub means: u16,
    /// Mode.
    pub mode: u16,
    /// Unit it was aimed at, and its kind; `None` is a hex.
    pub target: Option<(UnitId, u16)>,
    /// Where the actor stood.
    pub from: TileId,
    /// Where it was aimed.
    pub at: TileId,
    /// Terrain there.
    pub ground: u16,
    /// Cover of the target against it: 0 none, 1 half, 2 full.
    pub cover: u8,
    /// Cover the actor stands behind, toward the target: 0 none, 1 half, 2 full.
    pub own_cover: u8,
    /// Side of the target it came from: 0 front, 1 flank, 2 rear.
    pub arc: u8,
    /// Hexes from actor to target.
    pub distance: u16,
    /// Whether it was out of turn.
    pub reaction: bool,
    /// Stated chance of success, permille; `None` where nothing is promised.
    pub promised: Option<u16>,
    /// Whether it succeeded at what was promised; `None` where nothing is.
    pub hit: Option<bool>,
    /// Whether the hit was critical.
    pub critical: bool,
    /// Hit points it took from enemies, those around included.
    pub damage: u32,
    /// Hit points it took from its own side.
    pub own_damage: u32,
    /// Enemies it killed.
    pub kills: u8,
    /// Units of its own side it killed.
    pub own_kills: u8,
}

impl Loss {
    /// Notes that a unit dies where it is, of nothing known yet and of the first kind.
    pub fn of(world: &World, unit: UnitId) -> Self {
        Self {
            turn: world.resource::<Turn>().number,
            unit,
            kind: 0,
            side: side_of(world, unit),
            at: part::<Position>(world, unit).0,
            by: None,
            means: None,
            act: None,
        }
    }
}

impl Act {
    /// Notes the hit points it took from a unit of a side.
    pub fn hurt(&mut self, side: Side, dealt: u32) {
        match self.side == side {
            true => self.own_damage += dealt,
            false => self.damage += dealt,
        }
    }

    /// Notes that it killed a unit of a side.
    pub fn killed(&mut self, side: Side) {
        match self.side == side {
            true => self.own_kills += 1,
            false => self.kills += 1,
        }
    }
}

/// One death.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loss {
    /// Turn.
    pub turn: u16,
    /// Who died.
    pub unit: UnitId,
    /// Its kind.
    pub kind: u16,
    /// Its own side.
    pub side: Side,
    /// Where.
    pub at: TileId,
    /// Who killed it, if a unit did.
    pub by: Option<UnitId>,
    /// Means, hazards included, if known.
    pub means: Option<u16>,
    /// Act that caused it, index into [`BattleRecord::acts`]; none for hazards and mines.
    pub act: Option<u32>,
}
