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

pub use self::table::TableError;
use self::table::{
    Cell,
    ColumnType::{self, Flag, Number, Text},
    ParquetTable,
};
use crate::{
    battle::{grid::TileId, unit::Side},
    chronicle::record::{self, Act, BattleRecord, Loss, Term},
    lab::{
        case::{Case, Keep, Run},
        plan::{FIRST, MISSION},
    },
};

/// The file of every shot.
pub const SHOTS: &str = "shots.parquet";

/// The data files of a run that is being written.
pub struct DataFiles<'a> {
    run: &'a Run,
    factors: Vec<FactorColumn>,
    /// Keys of measures, in the order of the columns.
    measures: Vec<String>,
    sides: usize,
    battles: ParquetTable,
    /// None where shots are not kept.
    shots: Option<ParquetTable>,
    losses: ParquetTable,
    words: Option<CaseNames>,
}

/// Columns before the sides of `battles.parquet`, the factors apart.
const BATTLE: [(&str, ColumnType); 8] = [
    ("seed", Number),
    ("outcome", Text),
    ("winner", Text),
    ("first", Text),
    ("turns", Number),
    ("orders", Number),
    ("shots", Number),
    ("fingerprint", Text),
];

/// Columns of each side, the measures apart; `s0_` and so on stands before them.
const SIDE: [(&str, ColumnType); 6] = [
    ("side", Text),
    ("units", Number),
    ("standing", Number),
    ("escaped", Number),
    ("dead", Number),
    ("orders", Number),
];

/// Columns that name a battle.
const NAMING: [(&str, ColumnType); 3] = [("mission", Text), ("case_label", Text), ("seed", Number)];

/// What the columns of a shot or loss are made of.
struct Row<'a, T> {
    of: &'a T,
    case: &'a Case,
    names: &'a CaseNames,
    battle: &'a BattleRecord,
}

impl<'a, T> Row<'a, T> {
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
    ("won", Flag, |row| {
        row.battle.winner.map(|winner| winner == row.of.side).into()
    }),
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
        let owned = |(name, sort): &(&str, ColumnType)| ((*name).to_owned(), *sort);
        let mut battles: Vec<_> = NAMING[..2].iter().map(owned).collect();
        battles.extend(factors.iter().map(|factor| {
            let sort = match factor.is_number {
                true => Number,
                false => Text,
            };
            (column_name(&factor.name), sort)
        }));
        battles.extend(BATTLE.iter().map(owned));
        for side in 0..sides {
            let fixed = SIDE
                .iter()
                .map(|(name, sort)| (format!("s{side}_{name}"), *sort));
            let measured = measures
                .iter()
                .map(|key| (format!("s{side}_{key}"), Number));
            battles.extend(fixed.chain(measured));
        }
        let naming = || NAMING.iter().map(owned);
        let shots = SHOT.map(|(name, sort, _)| (name.to_owned(), sort));
        let shots: Vec<_> = naming().chain(shots).collect();
        let losses = LOSS.map(|(name, sort, _)| (name.to_owned(), sort));
        let losses: Vec<_> = naming().chain(losses).collect();
        Ok(Self {
            run,
            factors,
            measures,
            sides,
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
        self.add_battle(case, &words, battle)?;
        if let Some(shots) = &mut self.shots {
            add_rows(shots, &SHOT, &battle.acts, case, &words, battle)?;
        }
        add_rows(
            &mut self.losses,
            &LOSS,
            &battle.losses,
            case,
            &words,
            battle,
        )?;
        self.words = Some(words);
        Ok(())
    }

    fn add_battle(
        &mut self,
        case: &Case,
        words: &CaseNames,
        battle: &BattleRecord,
    ) -> Result<(), TableError> {
        let table = &mut self.battles;
        table.put(&words.mission);
        table.put(&words.label);
        for column in &self.factors {
            let mut factors = case.factors.iter();
            let found = factors.find(|factor| factor.name == column.name);
            table.put(match found {
                Some(factor) if column.is_number => factor.value.parse::<i64>().ok().into(),
                Some(factor) => Cell::from(factor.value.as_str()),
                None => Cell::Empty,
            });
        }
        table.put(seed(battle));
        table.put(
            battle
                .outcome
                .map(|outcome| ByteArray::from(outcome.to_string().as_str()))
                .as_ref(),
        );
        table.put(battle.winner.map(|side| words.side(side)));
        table.put(words.side(battle.first));
        table.put(battle.turns);
        table.put(battle.orders);
        let uses_by_means = battle.sides.iter().flat_map(|side| &side.uses_by_means);
        table.put(uses_by_means.map(|deed| i64::from(deed.uses)).sum::<i64>());
        table.put(format!("{:016x}", battle.fingerprint).as_str());
        for index in 0..self.sides {
            let Some(side) = battle.sides.get(index) else {
                for _ in 0..SIDE.len() + self.measures.len() {
                    table.put(Cell::Empty);
                }
                continue;
            };
            table.put(&words.sides[index]);
            for number in [side.began, side.standing, side.escaped, side.dead] {
                table.put(number);
            }
            table.put(side.orders);
            for measure in &words.measures {
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

/// Adds a row for each shot or loss of a battle.
fn add_rows<T>(
    table: &mut ParquetTable,
    columns: &[ColumnOf<T>],
    of: &[T],
    case: &Case,
    names: &CaseNames,
    battle: &BattleRecord,
) -> Result<(), TableError> {
    for of in of {
        names.name(table, battle);
        let row = Row {
            of,
            case,
            names,
            battle,
        };
        for (.., value) in columns {
            table.put(value(&row));
        }
        table.end_row()?;
    }
    Ok(())
}

/// Seeds beyond the numbers that Parquet has are kept as the negative numbers of the same bits.
fn seed(battle: &BattleRecord) -> i64 {
    battle.seed as i64
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

    /// Puts what names a battle.
    fn name(&self, table: &mut ParquetTable, battle: &BattleRecord) {
        table.put(&self.mission);
        table.put(&self.label);
        table.put(seed(battle));
    }
}
