//! What a run leaves behind: findings, table, report, data files.
//!
//! **Invariant:** parts are gone through in the order of cases and seeds, so that every file is a
//! function of the set of parts; memory holds one part.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use serde::Serialize;

use crate::chronicle::record::BattleRecord;
use crate::files::{Unwritten, write_own};
use crate::lab::against::{Against, Which, compare};
use crate::lab::case::{Keep, Run};
use crate::lab::columns::{DataFiles, SHOTS, TableError};
use crate::lab::explain::{Explainer, Explanation};
use crate::lab::findings::{Counter, Findings};
use crate::lab::identity::Identity;
use crate::lab::part::{Folder, FolderError, Played, RunParts};
use crate::lab::plan::{Request, RunPlan};
use crate::lab::report;
use crate::lab::run::{Job, RunError};
use crate::lab::stats::Confidence;

/// Confidence of all intervals.
pub const CONFIDENCE: f64 = 95.0;

/// Why results were not written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// A part cannot be read.
    #[error(transparent)]
    Part(#[from] FolderError),
    /// A data file cannot be written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] Unwritten),
}

/// The parts of a run.
pub struct Results {
    /// Description of the run.
    pub run: Run,
    /// Hash of the identity of its plan.
    pub identity: u64,
    /// The parts.
    pub parts: RunParts,
}

/// What is told beside the findings.
#[derive(Default)]
pub struct Questions {
    /// Whether to say what separates wins from defeats.
    pub explain: bool,
    /// A run to compare with.
    pub against: Option<Results>,
}

/// The outcome of a run.
pub struct Told {
    /// The findings.
    pub findings: Findings,
    /// What separates wins from defeats, if it was asked.
    pub explanations: Option<Vec<Explanation>>,
    /// What differs from another run, if it was asked.
    pub against: Option<Against>,
}

impl Told {
    /// Returns all of it as text.
    pub fn text(&self) -> String {
        let explanations = self.explanations.as_deref().map(report::text_of_reasons);
        let against = self.against.as_ref().map(report::text_against);
        let parts = [Some(report::text(&self.findings)), against, explanations];
        parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
    }

    /// Returns all of it as one page of HTML.
    pub fn page(&self) -> String {
        let explanations = self.explanations.as_deref().unwrap_or_default();
        report::page(&self.findings, explanations, self.against.as_ref())
    }
}

impl Results {
    /// Plays all of a plan on all cores; what is played is kept in memory.
    ///
    /// # Errors
    /// What is wrong with the plan, or breaks it off.
    pub fn play(request: &Request, content: &Path) -> Result<Self, RunError> {
        let plan = RunPlan::new(request, content)?;
        let run = plan.describe()?;
        let identity = Identity::of(&plan, &run)?.hash();
        let parts = RunParts::Memory(Mutex::default());
        let job = Job {
            plan: &plan,
            run: &run,
            identity,
            blocks: &(0..plan.blocks().count()).collect::<Vec<_>>(),
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            stop: &AtomicBool::new(false),
            watch: &|_| {},
        };
        job.play(&parts)?;
        Ok(Self {
            run,
            identity,
            parts,
        })
    }

    /// Opens the results of a folder.
    ///
    /// # Errors
    /// Folders without results, and damaged descriptions.
    pub fn open(folder: &Path) -> Result<Self, FolderError> {
        let (folder, identity, run) = Folder::open(folder)?;
        Ok(Self {
            run,
            identity: identity.hash(),
            parts: RunParts::Folder(folder),
        })
    }

    /// Lists the files that are written whatever is asked.
    pub fn files(&self) -> Vec<&'static str> {
        let shots = (self.run.keep == Keep::Shots).then_some(SHOTS);
        let files = FILES.into_iter().chain(shots);
        files
            .filter(|file| HAS_TABLES || !file.ends_with(".parquet"))
            .collect()
    }

    /// Summarizes the battles that were played.
    ///
    /// # Errors
    /// Parts that cannot be read.
    pub fn tell(&self, questions: &Questions) -> Result<Told, OutputError> {
        self.go_through(questions, None)
    }

    /// Writes table, findings, report and data files of a run that is whole; returns what is in them.
    ///
    /// # Errors
    /// Parts that cannot be read and files that cannot be written.
    pub fn write(&self, questions: &Questions, folder: &Path) -> Result<Told, OutputError> {
        let data = HAS_TABLES.then(|| DataFiles::begin(folder, &self.run));
        let told = self.go_through(questions, data.transpose()?)?;
        let mut files = vec![
            ("table.txt", told.text()),
            ("report.html", told.page()),
            ("findings.json", json(&told.findings)),
        ];
        files.extend(
            told.explanations
                .as_ref()
                .map(|found| ("explain.json", json(found))),
        );
        files.extend(
            told.against
                .as_ref()
                .map(|found| ("against.json", json(found))),
        );
        for (file, text) in files {
            write_own(&folder.join(file), text.as_bytes())?;
        }
        Ok(told)
    }

    fn go_through(
        &self,
        questions: &Questions,
        mut data: Option<DataFiles>,
    ) -> Result<Told, OutputError> {
        let mut counter = Counter::new(&self.run);
        let mut explainer = questions.explain.then(|| Explainer::new(&self.run));
        for block in 0..self.run.blocks().count() {
            let Played { battles, acts } = self.block(block)?;
            match &acts {
                Some(acts) => counter.add_counted(&battles, acts),
                None => battles.iter().for_each(|battle| counter.add(battle)),
            }
            for record in &battles {
                if let Some(explainer) = &mut explainer {
                    explainer.add(record);
                }
                if let Some(data) = &mut data {
                    data.add(record)?;
                }
            }
        }
        if let Some(data) = data {
            data.finish()?;
        }
        let confidence = Confidence::percent(CONFIDENCE);
        let against = questions.against.as_ref().map(|before| {
            compare(
                &before.run,
                &self.run,
                confidence,
                |which, case| match which {
                    Which::Before => before.battles(case),
                    Which::After => self.battles(case),
                },
            )
        });
        Ok(Told {
            findings: counter.findings(confidence),
            explanations: explainer.map(|explainer| explainer.explanations(confidence)),
            against: against.transpose()?,
        })
    }

    /// Returns what is kept of a block, nothing if it was not played.
    fn block(&self, number: u64) -> Result<Played, OutputError> {
        let played = self.parts.get(&self.run, self.identity, number)?;
        Ok(played.unwrap_or_default())
    }

    /// Lists the battles of a case in the order of their seeds.
    fn battles(&self, case: usize) -> impl Iterator<Item = Result<BattleRecord, OutputError>> {
        self.run
            .blocks()
            .of_case(case)
            .flat_map(|block| match self.block(block) {
                Ok(played) => played.battles.into_iter().map(Ok).collect(),
                Err(error) => vec![Err(error)],
            })
    }
}

fn json(data: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(data).expect("what was found is plain data");
    format!("{text}\n")
}

/// Whether data files are written: on big-endian processors the library for them gets its numbers
/// wrong. Merging the parts on another machine writes them.
const HAS_TABLES: bool = cfg!(target_endian = "little");

/// Names of the files that any [`Results::write`] writes, data files where they can be written.
pub const FILES: [&str; 5] = [
    "table.txt",
    "report.html",
    "findings.json",
    "battles.parquet",
    "losses.parquet",
];
