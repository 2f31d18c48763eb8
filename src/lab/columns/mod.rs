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
use self::table::{Cell, ColumnType, ParquetTable};
use crate::{
    battle::{grid::TileId, unit::Side},
    chronicle::record::{self, BattleRecord, Term},
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
    ("seed", ColumnType::Number),
    ("outcome", ColumnType::Text),
    ("winner", ColumnType::Text),
    ("first", ColumnType::Text),
    ("turns", ColumnType::Number),
    ("orders", ColumnType::Number),
    ("shots", ColumnType::Number),
    ("fingerprint", ColumnType::Text),
];

/// Columns of each side, the measures apart; `s0_` and so on stands before them.
const SIDE: [(&str, ColumnType); 6] = [
    ("side", ColumnType::Text),
    ("units", ColumnType::Number),
    ("standing", ColumnType::Number),
    ("escaped", ColumnType::Number),
    ("dead", ColumnType::Number),
    ("orders", ColumnType::Number),
];

/// Columns that name a battle.
const NAMING: [(&str, ColumnType); 3] = [
    ("mission", ColumnType::Text),
    ("case_label", ColumnType::Text),
    ("seed", ColumnType::Number),
];

const SHOT: [(&str, ColumnType); 28] = [
    ("turn", ColumnType::Number),
    ("order", ColumnType::Number),
    ("unit", ColumnType::Number),
    ("side", ColumnType::Text),
    ("kind", ColumnType::Text),
    ("means", ColumnType::Text),
    ("sort", ColumnType::Text),
    ("mode", ColumnType::Text),
    ("reaction", ColumnType::Flag),
    ("target", ColumnType::Number),
    ("target_kind", ColumnType::Text),
    ("from_column", ColumnType::Number),
    ("from_row", ColumnType::Number),
    ("at_column", ColumnType::Number),
    ("at_row", ColumnType::Number),
    ("ground", ColumnType::Text),
    ("distance", ColumnType::Number),
    ("cover", ColumnType::Text),
    ("own_cover", ColumnType::Text),
    ("arc", ColumnType::Text),
    ("promised_permille", ColumnType::Number),
    ("hit", ColumnType::Flag),
    ("critical", ColumnType::Flag),
    ("damage", ColumnType::Number),
    ("own_damage", ColumnType::Number),
    ("kills", ColumnType::Number),
    ("own_kills", ColumnType::Number),
    ("won", ColumnType::Flag),
];

const LOSS: [(&str, ColumnType); 11] = [
    ("turn", ColumnType::Number),
    ("unit", ColumnType::Number),
    ("side", ColumnType::Text),
    ("kind", ColumnType::Text),
    ("column", ColumnType::Number),
    ("row", ColumnType::Number),
    ("by", ColumnType::Number),
    ("by_kind", ColumnType::Text),
    ("means", ColumnType::Text),
    ("sort", ColumnType::Text),
    ("act", ColumnType::Number),
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
        let mut measures: Vec<String> = Vec::new();
        for case in &run.cases {
            for measure in &case.vocabulary.measures {
                if !measures.contains(&measure.key) {
                    measures.push(measure.key.clone());
                }
            }
        }
        let sides = run
            .cases
            .iter()
            .map(|case| case.vocabulary.sides.len())
            .max();
        let sides = sides.unwrap_or(0);
        let owned = |(name, sort): &(&str, ColumnType)| ((*name).to_owned(), *sort);
        let mut battles: Vec<_> = NAMING[..2].iter().map(owned).collect();
        battles.extend(factors.iter().map(|factor| {
            let sort = match factor.is_number {
                true => ColumnType::Number,
                false => ColumnType::Text,
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
                .map(|key| (format!("s{side}_{key}"), ColumnType::Number));
            battles.extend(fixed.chain(measured));
        }
        let naming = || NAMING.iter().map(owned);
        let shots: Vec<_> = naming().chain(SHOT.iter().map(owned)).collect();
        let losses: Vec<_> = naming().chain(LOSS.iter().map(owned)).collect();
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
        self.add_shots(case, &words, battle)?;
        self.add_losses(case, &words, battle)?;
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
            let found = case
                .factors
                .iter()
                .find(|factor| factor.name == column.name);
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

    fn add_shots(
        &mut self,
        case: &Case,
        words: &CaseNames,
        battle: &BattleRecord,
    ) -> Result<(), TableError> {
        let Some(table) = &mut self.shots else {
            return Ok(());
        };
        let place = |tile: TileId| case.vocabulary.board.grid.to_offset(tile);
        for act in &battle.acts {
            words.name(table, battle);
            table.put(act.turn);
            table.put(act.order);
            table.put(act.by.0);
            table.put(words.side(act.side));
            table.put(&words.kinds[usize::from(act.kind)]);
            let (means, sort) = &words.means[usize::from(act.means)];
            table.put(means);
            table.put(*sort);
            table.put(&words.modes[usize::from(act.mode)]);
            table.put(act.reaction);
            table.put(act.target.map(|(unit, _)| unit.0));
            table.put(act.target.map(|(_, kind)| &words.kinds[usize::from(kind)]));
            for tile in [act.from, act.at] {
                let (column, row) = place(tile);
                table.put(i64::from(column));
                table.put(i64::from(row));
            }
            table.put(&words.grounds[usize::from(act.ground)]);
            table.put(act.distance);
            table.put(COVERS[usize::from(act.cover)]);
            table.put(COVERS[usize::from(act.own_cover)]);
            table.put(ARCS[usize::from(act.arc)]);
            table.put(act.promised);
            table.put(act.hit);
            table.put(act.critical);
            table.put(act.damage);
            table.put(act.own_damage);
            table.put(act.kills);
            table.put(act.own_kills);
            table.put(battle.winner.map(|winner| winner == act.side));
            table.end_row()?;
        }
        Ok(())
    }

    fn add_losses(
        &mut self,
        case: &Case,
        words: &CaseNames,
        battle: &BattleRecord,
    ) -> Result<(), TableError> {
        let table = &mut self.losses;
        for loss in &battle.losses {
            words.name(table, battle);
            table.put(loss.turn);
            table.put(loss.unit.0);
            table.put(words.side(loss.side));
            table.put(&words.kinds[usize::from(loss.kind)]);
            let (column, row) = case.vocabulary.board.grid.to_offset(loss.at);
            table.put(i64::from(column));
            table.put(i64::from(row));
            table.put(loss.by.map(|unit| unit.0));
            let killer = loss.by.map(|unit| battle.members[unit.index()].kind);
            table.put(killer.map(|kind| &words.kinds[usize::from(kind)]));
            let means = loss.means.map(|means| &words.means[usize::from(means)]);
            table.put(means.map(|(means, _)| means));
            table.put(means.map(|(_, sort)| *sort));
            table.put(loss.act);
            table.end_row()?;
        }
        Ok(())
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
