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
use self::table::{Cell, Sort, Table};
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
    battles: Table,
    /// None where shots are not kept.
    shots: Option<Table>,
    losses: Table,
    words: Option<Words>,
}

/// Columns before the sides of `battles.parquet`, the factors apart.
const BATTLE: [(&str, Sort); 8] = [
    ("seed", Sort::Number),
    ("outcome", Sort::Text),
    ("winner", Sort::Text),
    ("first", Sort::Text),
    ("turns", Sort::Number),
    ("orders", Sort::Number),
    ("shots", Sort::Number),
    ("fingerprint", Sort::Text),
];

/// Columns of each side, the measures apart; `s0_` and so on stands before them.
const SIDE: [(&str, Sort); 6] = [
    ("side", Sort::Text),
    ("units", Sort::Number),
    ("standing", Sort::Number),
    ("escaped", Sort::Number),
    ("dead", Sort::Number),
    ("orders", Sort::Number),
];

/// Columns that name a battle.
const NAMING: [(&str, Sort); 3] = [
    ("mission", Sort::Text),
    ("case_label", Sort::Text),
    ("seed", Sort::Number),
];

const SHOT: [(&str, Sort); 28] = [
    ("turn", Sort::Number),
    ("order", Sort::Number),
    ("unit", Sort::Number),
    ("side", Sort::Text),
    ("kind", Sort::Text),
    ("means", Sort::Text),
    ("sort", Sort::Text),
    ("mode", Sort::Text),
    ("reaction", Sort::Flag),
    ("target", Sort::Number),
    ("target_kind", Sort::Text),
    ("from_column", Sort::Number),
    ("from_row", Sort::Number),
    ("at_column", Sort::Number),
    ("at_row", Sort::Number),
    ("ground", Sort::Text),
    ("distance", Sort::Number),
    ("cover", Sort::Text),
    ("own_cover", Sort::Text),
    ("arc", Sort::Text),
    ("promised_permille", Sort::Number),
    ("hit", Sort::Flag),
    ("critical", Sort::Flag),
    ("damage", Sort::Number),
    ("own_damage", Sort::Number),
    ("kills", Sort::Number),
    ("own_kills", Sort::Number),
    ("won", Sort::Flag),
];

const LOSS: [(&str, Sort); 11] = [
    ("turn", Sort::Number),
    ("unit", Sort::Number),
    ("side", Sort::Text),
    ("kind", Sort::Text),
    ("column", Sort::Number),
    ("row", Sort::Number),
    ("by", Sort::Number),
    ("by_kind", Sort::Text),
    ("means", Sort::Text),
    ("sort", Sort::Text),
    ("act", Sort::Number),
];

/// A factor as a column.
struct FactorColumn {
    name: String,
    /// Whether all its values are whole numbers.
    is_number: bool,
}

/// Words of the case whose battles are written now.
struct Words {
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
        let owned = |(name, sort): &(&str, Sort)| ((*name).to_owned(), *sort);
        let mut battles: Vec<_> = NAMING[..2].iter().map(owned).collect();
        battles.extend(factors.iter().map(|factor| {
            let sort = match factor.is_number {
                true => Sort::Number,
                false => Sort::Text,
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
                .map(|key| (format!("s{side}_{key}"), Sort::Number));
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
            battles: Table::begin(&folder.join("battles.parquet"), &battles)?,
            shots: match run.keep {
                Keep::Shots => Some(Table::begin(&folder.join(SHOTS), &shots)?),
                Keep::Battles => None,
            },
            losses: Table::begin(&folder.join("losses.parquet"), &losses)?,
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
            None => Words::new(battle.case, case, &self.measures),
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
        words: &Words,
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
        let deeds = battle.sides.iter().flat_map(|side| &side.deeds);
        table.put(deeds.map(|deed| i64::from(deed.uses)).sum::<i64>());
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
        words: &Words,
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
        words: &Words,
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
        self.shots.map_or(Ok(()), Table::finish)?;
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

impl Words {
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
    fn name(&self, table: &mut Table, battle: &BattleRecord) {
        table.put(&self.mission);
        table.put(&self.label);
        table.put(seed(battle));
    }
}
