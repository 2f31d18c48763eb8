//! What a run leaves behind: findings, table, data files.
//!
//! **Invariant:** parts are gone through once, in the order of cases and seeds, so that every file is a
//! function of the set of parts; memory holds one part.

use std::{fmt, path::Path};

use crate::{
    files::{Unwritten, write_whole},
    lab::{
        columns::{DataFiles, TableError},
        findings::{Findings, Tally},
        part::{FolderError, Parts},
        plan::Blocks,
        record::Run,
        report,
        stats::Confidence,
        table,
    },
};

/// Confidence of all intervals.
pub const CONFIDENCE: f64 = 95.0;

/// Why results were not written.
#[derive(Debug)]
pub enum OutputError {
    /// A part cannot be read.
    Part(FolderError),
    /// A data file cannot be written.
    Table(TableError),
    /// A file cannot be written.
    File(Unwritten),
    /// A part holds what its plan does not know.
    Foreign {
        /// Number of the block.
        block: u64,
    },
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Part(error) => error.fmt(f),
            Self::Table(error) => error.fmt(f),
            Self::File(error) => error.fmt(f),
            Self::Foreign { block } => {
                write!(
                    f,
                    "part {block:06} holds battles that its plan does not have"
                )
            }
        }
    }
}

impl std::error::Error for OutputError {}

impl From<FolderError> for OutputError {
    fn from(error: FolderError) -> Self {
        Self::Part(error)
    }
}

impl From<TableError> for OutputError {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

impl From<Unwritten> for OutputError {
    fn from(error: Unwritten) -> Self {
        Self::File(error)
    }
}

/// The parts of a run.
pub struct Results<'a> {
    /// Description of the run.
    pub run: &'a Run,
    /// Hash of the identity of its plan.
    pub identity: u64,
    /// How the plan is cut.
    pub blocks: Blocks,
    /// The parts.
    pub parts: &'a Parts,
}

impl Results<'_> {
    /// Says what the battles that were played come to.
    ///
    /// # Errors
    /// Parts that cannot be read.
    pub fn findings(&self) -> Result<Findings, OutputError> {
        self.go_through(None)
    }

    /// Writes table, findings and data files of a run that is whole; returns what it found.
    ///
    /// # Errors
    /// Parts that cannot be read and files that cannot be written.
    pub fn write(&self, folder: &Path) -> Result<Findings, OutputError> {
        let data = DataFiles::begin(folder, self.run)?;
        let findings = self.go_through(Some(data))?;
        let json = serde_json::to_string_pretty(&findings).expect("findings are plain data");
        write_whole(
            &folder.join("findings.json"),
            format!("{json}\n").as_bytes(),
        )?;
        for (file, text) in [
            ("table.txt", table::text(&findings)),
            ("report.html", report::page(&findings, &[])),
        ] {
            write_whole(&folder.join(file), text.as_bytes())?;
        }
        Ok(findings)
    }

    fn go_through(&self, mut data: Option<DataFiles>) -> Result<Findings, OutputError> {
        let mut tally = Tally::new(self.run);
        for block in (0..self.blocks.count()).map(|number| self.blocks.get(number)) {
            let records = self.parts.get(self.identity, block.number)?;
            for record in records.unwrap_or_default() {
                if record.case as usize != block.case {
                    return Err(OutputError::Foreign {
                        block: block.number,
                    });
                }
                tally.add(&record);
                if let Some(data) = &mut data {
                    data.add(&record)?;
                }
            }
        }
        if let Some(data) = data {
            data.finish()?;
        }
        Ok(tally.findings(Confidence::percent(CONFIDENCE)))
    }
}

/// Names of the files that [`Results::write`] writes.
pub const FILES: [&str; 6] = [
    "table.txt",
    "findings.json",
    "report.html",
    "battles.parquet",
    "shots.parquet",
    "losses.parquet",
];
