//! How a battle is summed up, for people and for programs.

use std::path::Path;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::battle::phase::Reason;
use crate::files::write_whole;
use crate::headless::Report;
use crate::mission::Mission;
use crate::plain::plain_json;

/// A battle as `--json` and `--result` print it; the fields are stable.
#[derive(Serialize)]
pub struct Summary<'a> {
    mission: &'a str,
    seed: u64,
    /// Percent.
    difficulty: u16,
    /// `victory`, `defeat`, `mission failed`, or null when the battle was broken off.
    outcome: Option<String>,
    /// Name of the winning side, or null when nobody won.
    winner: Option<&'a str>,
    /// Why it ended: `decided`, `objective out of reach`, `time`, or null when the battle was broken off.
    reason: Option<String>,
    turns: u16,
    #[serde(skip)]
    is_timed_out: bool,
    orders: usize,
    /// Fingerprint of the last state, 16 hex digits.
    fingerprint: String,
    sides: Vec<SideSummary<'a>>,
    /// What it came to, in files.
    #[serde(skip_serializing_if = "Option::is_none")]
    debrief: Option<Box<RawValue>>,
}

#[derive(Serialize)]
struct SideSummary<'a> {
    name: &'a str,
    standing: usize,
    escaped: usize,
    dead: usize,
}

impl<'a> Summary<'a> {
    /// Sums a battle up.
    pub fn new(mission: &'a Mission, report: &Report) -> Self {
        let names = mission.sides.iter().map(|side| side.name.as_str());
        Self {
            mission: &mission.name,
            seed: report.seed,
            difficulty: mission.difficulty,
            outcome: report.ending.map(|ending| ending.outcome.to_string()),
            winner: report
                .ending
                .and_then(|ending| ending.winner)
                .map(|winner| mission.sides[winner.index()].name.as_str()),
            reason: report.ending.map(|ending| ending.reason.to_string()),
            is_timed_out: (report.ending).is_some_and(|ending| ending.reason == Reason::Time),
            turns: report.turns,
            orders: report.orders,
            fingerprint: format!("{:016x}", report.fingerprint),
            sides: names
                .zip(&report.sides)
                .map(|(name, tally)| SideSummary {
                    name,
                    standing: tally.standing,
                    escaped: tally.escaped,
                    dead: tally.dead,
                })
                .collect(),
            debrief: None,
        }
    }

    /// Adds what the battle came to.
    pub fn with(self, debrief: &impl Serialize) -> Self {
        Self {
            debrief: Some(to_raw_value(debrief).expect("a debrief is plain data")),
            ..self
        }
    }

    /// Returns the summary as one line of JSON.
    pub fn json(&self) -> String {
        plain_json(serde_json::to_string(self).expect("a summary is plain data"))
    }

    /// Returns the summary as one line for people.
    pub fn line(&self) -> String {
        let sides: Vec<_> = self
            .sides
            .iter()
            .map(|side| match side.escaped {
                0 => format!(
                    "{} lost {} of {}",
                    side.name,
                    side.dead,
                    side.dead + side.standing
                ),
                escaped => {
                    let all = side.dead + side.standing + escaped;
                    format!(
                        "{} lost {} of {all}, {escaped} escaped",
                        side.name, side.dead
                    )
                }
            })
            .collect();
        format!(
            "seed {}: {}, winner {}, {} turns{}, {}, {} orders, fingerprint {}",
            self.seed,
            self.outcome.as_deref().unwrap_or("no outcome"),
            self.winner.unwrap_or("nobody"),
            self.turns,
            if self.is_timed_out { " (by time)" } else { "" },
            sides.join(", "),
            self.orders,
            self.fingerprint
        )
    }
}

/// Writes a summary as JSON, whole or not at all.
///
/// # Errors
/// Why the file cannot be written.
pub fn write(file: &Path, summary: &Summary) -> Result<(), String> {
    write_whole(file, format!("{}\n", summary.json()).as_bytes()).map_err(|error| error.to_string())
}
