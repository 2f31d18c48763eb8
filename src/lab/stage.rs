//! A case of a plan, ready to play.
//!
//! **Invariant:** a battle is exactly what the replay command of its case plays with its seed.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::battle::fingerprint::stable_hash;
use crate::chronicle::record::BattleRecord;
use crate::content::Catalog;
use crate::content::mode::Skill;
use crate::headless::{Arena, MAX_ORDERS};
use crate::lab::case::Run;
use crate::lab::plan::{PlanError, RunPlan};
use crate::lab::run::RunError;
use crate::mission::{Mission, MissionSource};

/// Orders of a battle that tell how a program plays.
const PROBE: usize = 200;
/// The same where computers look ahead: each of theirs takes long.
const PROBE_AHEAD: usize = 12;

/// A case ready to play.
pub struct Stage<'a> {
    run: &'a Run,
    case: usize,
    source: MissionSource,
    catalog: Catalog,
    mission: Mission,
}

impl<'a> Stage<'a> {
    /// Gets a case of a plan ready.
    ///
    /// # Errors
    /// A case that does not load.
    pub fn new(plan: &RunPlan, run: &'a Run, case: usize) -> Result<Self, RunError> {
        let source = plan.source(case)?;
        let catalog = source.content.catalog("content").map_err(PlanError::from)?;
        let mission = source.build_on(&catalog, run.first_seed);
        Ok(Self {
            run,
            case,
            mission: mission.map_err(PlanError::from)?,
            catalog,
            source,
        })
    }

    /// Returns the index of its case.
    pub fn case(&self) -> usize {
        self.case
    }

    /// Plays the battle of a seed.
    ///
    /// # Errors
    /// A seed that draws a board or places that do not load, and mistakes of the program.
    pub fn play(&self, arena: &mut Arena, seed: u64) -> Result<BattleRecord, RunError> {
        self.play_until(arena, seed, MAX_ORDERS)
    }

    /// Plays the first orders of the first battle; returns a hash of all that is written down of them.
    ///
    /// # Errors
    /// Mistakes of the program.
    pub fn probe(&self, arena: &mut Arena) -> Result<u64, RunError> {
        let mut sides = self.mission.sides.iter();
        let looks_ahead = sides.any(|side| side.skill == Some(Skill::Veteran));
        let orders = if looks_ahead { PROBE_AHEAD } else { PROBE };
        let record = self.play_until(arena, self.run.first_seed, orders)?;
        let bytes = postcard::to_stdvec(&record).expect("a record is plain data");
        Ok(stable_hash(&bytes))
    }

    fn play_until(
        &self,
        arena: &mut Arena,
        seed: u64,
        orders: usize,
    ) -> Result<BattleRecord, RunError> {
        let case = &self.run.cases[self.case];
        let drawn = match self.mission.drawn_anew {
            true => Some(self.source.build_on(&self.catalog, seed)),
            false => None,
        };
        let drawn = drawn.transpose().map_err(|problems| RunError::Seed {
            label: case.label.clone(),
            seed,
            problems,
        })?;
        let mission = drawn.as_ref().unwrap_or(&self.mission);
        let record = catch_unwind(AssertUnwindSafe(|| {
            arena.record_until(mission, seed, orders)
        }));
        let record = record.map_err(|_| RunError::Battle {
            replay: format!("{} --seed {seed}", case.replay),
        })?;
        Ok(BattleRecord {
            case: self.case as u32,
            ..record
        })
    }
}
