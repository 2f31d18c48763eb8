//! The data files of a run, for `DuckDB`, Polars and pandas: `battles.parquet`, `shots.parquet` and
//! `losses.parquet`.
//!
//! Kinds, means and terrain are told by their keys in the content, as settings name them.
//!
//! **Invariant:** rows are in the order of cases, seeds and what happened; `mission`, `case_label` and
//! `seed` together name a battle in all three.

mod table;

use std::path::Path;

use parquet::data_type::ByteArray;

use self::table::ColumnType::{self, Flag, Number, Text};
pub use self::table::TableError;
use self::table::{Cell, ParquetTable};
use crate::battle::grid::TileId;
use crate::battle::unit::Side;
use crate::chronicle::record::{self, Act, BattleRecord, Loss, SideRecord, Term};
use crate::lab::case::{Case, Keep, Run};
use crate::lab::plan::{FIRST, MISSION};

/// The file of every shot.
pub const SHOTS: &str = "shots.parquet";

/// The data files of a run that is being written.
pub struct DataFiles<'a> {
    run: &'a Run,
    factors: Vec<FactorColumn>,
    /// Keys of measures, in the order of the columns.
    measures: Vec<String>,
    battles: ParquetTable,
    /// None where shots are not kept.
    shots: Option<ParquetTable>,
    losses: ParquetTable,
    words: Option<CaseNames>,
}

/// What the columns of a battle, a side, a shot or a loss are made of.
struct Row<'a, T> {
    of: &'a T,
    case: &'a Case,
    names: &'a CaseNames,
    battle: &'a BattleRecord,
}

impl<'a> Row<'a, Side> {
    fn own(&self) -> &'a SideRecord {
        &self.battle.sides[self.of.index()]
    }
}

impl<'a, T> Row<'a, T> {
    fn of(of: &'a T, case: &'a Case, names: &'a CaseNames, battle: &'a BattleRecord) -> Self {
        Self {
            of,
            case,
            names,
            battle,
        }
    }

    fn kind(&self, kind: u16) -> &'a ByteArray {
        &self.names.kinds[usize::from(kind)]
    }

    fn means(&self, means: u16) -> &'a (ByteArray, &'static str) {
        &self.names.means[usize::from(means)]
    }

    /// Returns column and row of a hex.
    fn place(&self, tile: TileId) -> (i32, i32) {
        self.case.vocabulary.board.grid.to_offset(tile)
    }
}

/// A column of rows: its name, its type, and its value.
type ColumnOf<T> = (&'static str, ColumnType, fn(&Row<T>) -> Cell);

/// Columns that name a battle.
fn naming<T>() -> [ColumnOf<T>; 3] {
    [
        ("mission", Text, |row| (&row.names.mission).into()),
        ("case_label", Text, |row| (&row.names.label).into()),
        // Seeds beyond the numbers that Parquet has are kept as the negative numbers of the same bits.
        ("seed", Number, |row| (row.battle.seed as i64).into()),
    ]
}

/// Columns of a battle, those that name it and the factors apart.
const BATTLE: [ColumnOf<BattleRecord>; 7] = [
    ("outcome", Text, |row| {
        let outcome = row.of.outcome.map(|outcome| outcome.to_string());
        outcome.as_deref().into()
    }),
    ("winner", Text, |row| {
        row.of.winner.map(|side| row.names.side(side)).into()
    }),
    ("first", Text, |row| row.names.side(row.of.first).into()),
    ("turns", Number, |row| row.of.turns.into()),
    ("orders", Number, |row| row.of.orders.into()),
    ("shots", Number, |row| {
        let uses_by_means = row.of.sides.iter().flat_map(|side| &side.uses_by_means);
        let uses = uses_by_means.map(|sums| i64::from(sums.uses));
        uses.sum::<i64>().into()
    }),
    ("fingerprint", Text, |row| {
        format!("{:016x}", row.of.fingerprint).as_str().into()
    }),
];

/// Columns of each side, the measures apart; `s0_` and so on stands before them.
const SIDE: [ColumnOf<Side>; 6] = [
    ("side", Text, |row| row.names.side(*row.of).into()),
    ("units", Number, |row| row.own().began.into()),
    ("standing", Number, |row| row.own().standing.into()),
    ("escaped", Number, |row| row.own().escaped.into()),
    ("dead", Number, |row| row.own().dead.into()),
    ("orders", Number, |row| row.own().orders.into()),
];

const SHOT: [ColumnOf<Act>; 28] = [
    ("turn", Number, |row| row.of.turn.into()),
    ("order", Number, |row| row.of.order.into()),
    ("unit", Number, |row| row.of.by.0.into()),
    ("side", Text, |row| row.names.side(row.of.side).into()),
    ("kind", Text, |row| row.kind(row.of.kind).into()),
    ("means", Text, |row| (&row.means(row.of.means).0).into()),
    ("sort", Text, |row| row.means(row.of.means).1.into()),
    ("mode", Text, |row| {
        (&row.names.modes[usize::from(row.of.mode)]).into()
    }),
    ("reaction", Flag, |row| row.of.reaction.into()),
    ("target", Number, |row| {
        row.of.target.map(|(unit, _)| unit.0).into()
    }),
    ("target_kind", Text, |row| {
        row.of.target.map(|(_, kind)| row.kind(kind)).into()
    }),
    ("from_column", Number, |row| row.place(row.of.from).0.into()),
    ("from_row", Number, |row| row.place(row.of.from).1.into()),
    ("at_column", Number, |row| row.place(row.of.at).0.into()),
    ("at_row", Number, |row| row.place(row.of.at).1.into()),
    ("ground", Text, |row| {
        (&row.names.grounds[usize::from(row.of.ground)]).into()
    }),
    ("distance", Number, |row| row.of.distance.into()),
    ("cover", Text, |row| {
        COVERS[usize::from(row.of.cover)].into()
    }),
    ("own_cover", Text, |row| {
        COVERS[usize::from(row.of.own_cover)].into()
    }),
    ("arc", Text, |row| ARCS[usize::from(row.of.arc)].into()),
    ("promised_permille", Number, |row| row.of.promised.into()),
    ("hit", Flag, |row| row.of.hit.into()),
    ("critical", Flag, |row| row.of.critical.into()),
    ("damage", Number, |row| row.of.damage.into()),
    ("own_damage", Number, |row| row.of.own_damage.into()),
    ("kills", Number, |row| row.of.kills.into()),
    ("own_kills", Number, |row| row.of.own_kills.into()),
    ("won", Flag, |row| row.battle.has_won(row.of.side).into()),
];

const LOSS: [ColumnOf<Loss>; 11] = [
    ("turn", Number, |row| row.of.turn.into()),
    ("unit", Number, |row| row.of.unit.0.into()),
    ("side", Text, |row| row.names.side(row.of.side).into()),
    ("kind", Text, |row| row.kind(row.of.kind).into()),
    ("column", Number, |row| row.place(row.of.at).0.into()),
    ("row", Number, |row| row.place(row.of.at).1.into()),
    ("by", Number, |row| row.of.by.map(|unit| unit.0).into()),
    ("by_kind", Text, |row| {
        let killer = row.of.by.map(|unit| row.battle.members[unit.index()]);
        killer.map(|killer| row.kind(killer.kind)).into()
    }),
    ("means", Text, |row| {
        row.of.means.map(|means| &row.means(means).0).into()
    }),
    ("sort", Text, |row| {
        row.of.means.map(|means| row.means(means).1).into()
    }),
    ("act", Number, |row| row.of.act.into()),
];

/// A factor as a column.
struct FactorColumn {
    name: String,
    /// Whether all its values are whole numbers.
    is_number: bool,
}

/// Names of the case whose battles are written now.
struct CaseNames {
    case: u32,
    mission: ByteArray,
    label: ByteArray,
    sides: Vec<ByteArray>,
    kinds: Vec<ByteArray>,
    means: Vec<(ByteArray, &'static str)>,
    modes: Vec<ByteArray>,
    grounds: Vec<ByteArray>,
    /// For each measure column the measure of the case.
    measures: Vec<Option<usize>>,
}

const COVERS: [&str; 3] = ["none", "half", "full"];
const ARCS: [&str; 3] = ["front", "flank", "rear"];

impl<'a> DataFiles<'a> {
    /// Begins the data files in a folder.
    ///
    /// # Errors
    /// Files that cannot be made.
    pub fn begin(folder: &Path, run: &'a Run) -> Result<Self, TableError> {
        let factors = factors(run);
        let words = || run.cases.iter().map(|case| &case.vocabulary);
        let mut measures: Vec<String> = Vec::new();
        for measure in words().flat_map(|words| &words.measures) {
            if !measures.contains(&measure.key) {
                measures.push(measure.key.clone());
            }
        }
        let sides = words().map(|words| words.sides.len()).max().unwrap_or(0);
        let [mission, label, seed] = naming::<BattleRecord>();
        let mut battles = declared(&[mission, label]);
        battles.extend(factors.iter().map(|factor| {
            let sort = match factor.is_number {
                true => Number,
                false => Text,
            };
            (column_name(&factor.name), sort)
        }));
        battles.extend(declared(&[seed]));
        battles.extend(declared(&BATTLE));
        for side in 0..sides {
            let measured = measures.iter().map(|key| (key.clone(), Number));
            let own = declared(&SIDE).into_iter().chain(measured);
            battles.extend(own.map(|(name, sort)| (format!("s{side}_{name}"), sort)));
        }
        let shots = [declared(&naming::<Act>()), declared(&SHOT)].concat();
        let losses = [declared(&naming::<Loss>()), declared(&LOSS)].concat();
        Ok(Self {
            run,
            factors,
            measures,
            battles: ParquetTable::begin(&folder.join("battles.parquet"), &battles)?,
            shots: match run.keep {
                Keep::Shots => Some(ParquetTable::begin(&folder.join(SHOTS), &shots)?),
                Keep::Battles => None,
            },
            losses: ParquetTable::begin(&folder.join("losses.parquet"), &losses)?,
            words: None,
        })
    }

    /// Adds a battle.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub fn add(&mut self, battle: &BattleRecord) -> Result<(), TableError> {
        let case = &self.run.cases[battle.case as usize];
        let words = match self.words.take().filter(|words| words.case == battle.case) {
            Some(words) => words,
            None => CaseNames::new(battle.case, case, &self.measures),
        };
        self.add_battle(&Row::of(battle, case, &words, battle))?;
        if let Some(shots) = &mut self.shots {
            for act in &battle.acts {
                put(shots, &naming(), &Row::of(act, case, &words, battle));
                put(shots, &SHOT, &Row::of(act, case, &words, battle));
                shots.end_row()?;
            }
        }
        for loss in &battle.losses {
            put(
                &mut self.losses,
                &naming(),
                &Row::of(loss, case, &words, battle),
            );
            put(
                &mut self.losses,
                &LOSS,
                &Row::of(loss, case, &words, battle),
            );
            self.losses.end_row()?;
        }
        self.words = Some(words);
        Ok(())
    }

    fn add_battle(&mut self, row: &Row<BattleRecord>) -> Result<(), TableError> {
        let table = &mut self.battles;
        let [mission, label, seed] = naming();
        put(table, &[mission, label], row);
        for column in &self.factors {
            let mut factors = row.case.factors.iter();
            let found = factors.find(|factor| factor.name == column.name);
            table.put(match found {
                Some(factor) if column.is_number => factor.value.parse::<i64>().ok().into(),
                Some(factor) => Cell::from(factor.value.as_str()),
                None => Cell::Empty,
            });
        }
        put(table, &[seed], row);
        put(table, &BATTLE, row);
        for (index, side) in row.battle.sides.iter().enumerate() {
            let own = Side(index as u8);
            put(
                table,
                &SIDE,
                &Row::of(&own, row.case, row.names, row.battle),
            );
            for measure in &row.names.measures {
                table.put(measure.and_then(|measure| side.measures[measure]));
            }
        }
        table.end_row()
    }

    /// Ends the files and gives them their names.
    ///
    /// # Errors
    /// Why they cannot be written.
    pub fn finish(self) -> Result<(), TableError> {
        self.battles.finish()?;
        self.shots.map_or(Ok(()), ParquetTable::finish)?;
        self.losses.finish()
    }
}

/// Lists names and types of columns.
fn declared<T>(columns: &[ColumnOf<T>]) -> Vec<(String, ColumnType)> {
    let columns = columns.iter();
    columns
        .map(|&(name, sort, _)| (name.to_owned(), sort))
        .collect()
}

/// Puts values into the next columns of a row.
fn put<T>(table: &mut ParquetTable, columns: &[ColumnOf<T>], row: &Row<T>) {
    for (.., value) in columns {
        table.put(value(row));
    }
}

/// Lists the factors that get a column: all but the mission, which has one anyway.
fn factors(run: &Run) -> Vec<FactorColumn> {
    let factors = run.cases.iter().flat_map(|case| &case.factors);
    let mut found: Vec<FactorColumn> = Vec::new();
    for factor in factors.filter(|factor| factor.name != MISSION) {
        let is_number = factor.value.parse::<i64>().is_ok();
        match found.iter_mut().find(|known| known.name == factor.name) {
            Some(known) => known.is_number &= is_number,
            None => found.push(FactorColumn {
                name: factor.name.clone(),
                is_number,
            }),
        }
    }
    found
}

/// Writes a factor as a column name that needs no quotes in SQL.
fn column_name(factor: &str) -> String {
    let letters = factor
        .chars()
        .map(|letter| match letter.is_ascii_alphanumeric() {
            true => letter.to_ascii_lowercase(),
            false => '_',
        });
    match factor {
        // The side that begins has a column anyway.
        FIRST => "plan_first".into(),
        _ => letters.collect(),
    }
}

impl CaseNames {
    fn new(number: u32, case: &Case, measures: &[String]) -> Self {
        let vocabulary = &case.vocabulary;
        let keys = |terms: &[Term]| terms.iter().map(|term| term.key.as_str().into()).collect();
        let texts = |texts: &[String]| texts.iter().map(|text| text.as_str().into()).collect();
        let sort = |sort: record::Sort| match sort {
            record::Sort::Weapon => "weapon",
            record::Sort::Item => "item",
            record::Sort::Ability => "ability",
            record::Sort::Hazard => "hazard",
        };
        let means = vocabulary.means.iter();
        Self {
            case: number,
            mission: case.mission.as_str().into(),
            label: case.label.as_str().into(),
            sides: texts(&vocabulary.sides),
            kinds: keys(&vocabulary.kinds),
            means: means
                .map(|means| (means.term.key.as_str().into(), sort(means.sort)))
                .collect(),
            modes: texts(&vocabulary.modes),
            grounds: keys(&vocabulary.grounds),
            measures: (measures.iter())
                .map(|key| (vocabulary.measures.iter()).position(|measure| measure.key == *key))
                .collect(),
        }
    }

    fn side(&self, side: Side) -> &ByteArray {
        &self.sides[side.index()]
    }
}
