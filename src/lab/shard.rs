//! Shards: which part of a plan one of several runs plays, from arguments or array schedulers.
//!
//! **Invariant:** block b belongs to shard b mod N + 1, so every block belongs to exactly one shard and
//! shards are about equally long.

use std::fmt;

/// One of several runs, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which.
    pub number: u64,
    /// Of how many.
    pub count: u64,
}

/// Why nobody knows which shard to play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardError {
    /// Not of the form K/N.
    #[error("{0:?} is not a shard; expected K/N such as 3/16, or /16 in an array job")]
    Form(String),
    /// A number outside 1 to N.
    #[error("shard {0}: allowed are 1 to {count}", count = .0.count)]
    Number(Shard),
    /// The count is given but no scheduler says which.
    #[error("--shard /{0} needs an array job for the task number; elsewhere use --shard K/{0}")]
    NoNumber(u64),
    /// A variable of the environment that is no number.
    #[error("{name}={value:?} is not a number; fix it or use --shard K/N")]
    Variable {
        /// The variable.
        name: &'static str,
        /// What it holds.
        value: String,
    },
    /// The scheduler says which, but not of how many.
    #[error("{scheduler} gives the task number but not the number of tasks; {hint}")]
    NoCount {
        /// The scheduler.
        scheduler: &'static str,
        /// What to do.
        hint: &'static str,
    },
    /// The tasks of the array are no even sequence.
    #[error("the task numbers of this {scheduler} array are not evenly spaced; use --shard K/N")]
    Uneven {
        /// The scheduler.
        scheduler: &'static str,
    },
}

impl Default for Shard {
    /// All of it.
    fn default() -> Self {
        Self {
            number: 1,
            count: 1,
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

/// What an array scheduler says: a task of some, counted from 0, and the scheduler.
struct ArrayTask {
    scheduler: &'static str,
    index: u64,
    count: Result<u64, ShardError>,
}

impl Shard {
    fn checked(number: u64, count: u64) -> Result<Self, ShardError> {
        let shard = Self { number, count };
        match (1..=count).contains(&number) {
            true => Ok(shard),
            false => Err(ShardError::Number(shard)),
        }
    }

    /// Works out the shard from the argument and the environment, read by `variable`; returns whom it
    /// was taken from, if it was an array scheduler.
    ///
    /// # Errors
    /// Text that is no shard, and schedulers that do not say enough.
    pub fn find(
        argument: Option<&str>,
        variable: impl Fn(&'static str) -> Option<String>,
    ) -> Result<(Self, Option<&'static str>), ShardError> {
        let Some(text) = argument else {
            return match task(&variable)? {
                None => Ok((Self::default(), None)),
                Some(task) => {
                    let shard = Self::checked(task.index.saturating_add(1), task.count?)?;
                    Ok((shard, Some(task.scheduler)))
                }
            };
        };
        let form = || ShardError::Form(text.to_owned());
        let (number, count) = text.split_once('/').ok_or_else(form)?;
        let count = count
            .trim()
            .parse()
            .ok()
            .filter(|count| *count > 0)
            .ok_or_else(form)?;
        if number.trim().is_empty() {
            let task = task(&variable)?.ok_or(ShardError::NoNumber(count))?;
            let shard = Self::checked(task.index.saturating_add(1), count)?;
            return Ok((shard, Some(task.scheduler)));
        }
        let number = number.trim().parse().map_err(|_| form())?;
        Ok((Self::checked(number, count)?, None))
    }

    /// Whether a block belongs to it.
    pub fn has(self, block: u64) -> bool {
        block % self.count == self.number - 1
    }

    /// Whether it is all of the plan.
    pub fn is_all(self) -> bool {
        self.count == 1
    }
}

/// Reads the task of an array job from the environment, if there is one.
fn task(
    variable: &impl Fn(&'static str) -> Option<String>,
) -> Result<Option<ArrayTask>, ShardError> {
    let number = |name: &'static str| -> Result<Option<u64>, ShardError> {
        // Grid Engine says "undefined" outside of arrays.
        let value = variable(name).filter(|value| !value.is_empty() && value != "undefined");
        let Some(value) = value else {
            return Ok(None);
        };
        match value.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(ShardError::Variable { name, value }),
        }
    };
    // Numbers of tasks run from a first to a last by a step.
    let stepped = |scheduler,
                   id: u64,
                   first: Option<u64>,
                   last: Option<u64>,
                   step: Option<u64>,
                   count: Option<u64>| {
        let hint = "use --shard K/N, or /N to keep the task number";
        let (first, step) = (first.unwrap_or(1), step.unwrap_or(1).max(1));
        let in_order = match last {
            Some(last) if last >= first => Ok((last - first) / step + 1),
            _ => Err(ShardError::NoCount { scheduler, hint }),
        };
        let is_even = id >= first
            && (id - first).is_multiple_of(step)
            && (count.is_none() || in_order.as_ref().ok() == count.as_ref());
        ArrayTask {
            scheduler,
            index: id.saturating_sub(first) / step,
            count: match is_even {
                true => in_order,
                false => Err(ShardError::Uneven { scheduler }),
            },
        }
    };
    if let Some(id) = number("SLURM_ARRAY_TASK_ID")? {
        return Ok(Some(stepped(
            "Slurm",
            id,
            number("SLURM_ARRAY_TASK_MIN")?,
            number("SLURM_ARRAY_TASK_MAX")?,
            number("SLURM_ARRAY_TASK_STEP")?,
            number("SLURM_ARRAY_TASK_COUNT")?,
        )));
    }
    if let Some(index) = number("AWS_BATCH_JOB_ARRAY_INDEX")? {
        return Ok(Some(ArrayTask {
            scheduler: "AWS Batch",
            index,
            count: number("AWS_BATCH_JOB_ARRAY_SIZE")?.ok_or(ShardError::NoCount {
                scheduler: "AWS Batch",
                hint: "use --shard /N with the size of the array",
            }),
        }));
    }
    if let Some(id) = number("SGE_TASK_ID")? {
        return Ok(Some(stepped(
            "Grid Engine",
            id,
            number("SGE_TASK_FIRST")?,
            number("SGE_TASK_LAST")?,
            number("SGE_TASK_STEPSIZE")?,
            None,
        )));
    }
    if let Some(index) = number("JOB_COMPLETION_INDEX")? {
        return Ok(Some(ArrayTask {
            scheduler: "Kubernetes",
            index,
            count: number("JOB_COMPLETIONS")?.ok_or(ShardError::NoCount {
                scheduler: "Kubernetes",
                hint: "use --shard /N with the job's completions, or set JOB_COMPLETIONS",
            }),
        }));
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(argument: Option<&str>, environment: &[(&str, &str)], expected: &str) {
        let variable = |name: &'static str| {
            let found = environment.iter().find(|(other, _)| *other == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let told = match Shard::find(argument, variable) {
            Ok((shard, None)) => shard.to_string(),
            Ok((shard, Some(scheduler))) => format!("{shard} by {scheduler}"),
            Err(error) => error.to_string(),
        };
        assert!(told.contains(expected), "{told} is not {expected}");
    }

    #[test]
    fn shards_come_from_the_argument_or_the_array_job() {
        let slurm = [
            ("SLURM_ARRAY_TASK_ID", "7"),
            ("SLURM_ARRAY_TASK_MIN", "1"),
            ("SLURM_ARRAY_TASK_MAX", "15"),
            ("SLURM_ARRAY_TASK_STEP", "2"),
            ("SLURM_ARRAY_TASK_COUNT", "8"),
        ];
        check(None, &[], "1/1");
        check(Some("3/16"), &[], "3/16");
        check(None, &slurm, "4/8 by Slurm");
        check(Some("1/1"), &slurm, "1/1");
        check(Some("/20"), &slurm, "4/20 by Slurm");
        let aws = [
            ("AWS_BATCH_JOB_ARRAY_INDEX", "0"),
            ("AWS_BATCH_JOB_ARRAY_SIZE", "16"),
        ];
        check(None, &aws, "1/16 by AWS Batch");
        let sge = [
            ("SGE_TASK_ID", "16"),
            ("SGE_TASK_FIRST", "1"),
            ("SGE_TASK_LAST", "16"),
            ("SGE_TASK_STEPSIZE", "1"),
        ];
        check(None, &sge, "16/16 by Grid Engine");
        let no_array = [("SGE_TASK_ID", "undefined"), ("SGE_TASK_LAST", "undefined")];
        check(None, &no_array, "1/1");
        let kubernetes = [("JOB_COMPLETION_INDEX", "15")];
        check(Some("/16"), &kubernetes, "16/16 by Kubernetes");
        check(
            None,
            &[("JOB_COMPLETION_INDEX", "2"), ("JOB_COMPLETIONS", "4")],
            "3/4 by Kubernetes",
        );
    }

    #[test]
    fn what_does_not_say_enough_is_told() {
        check(Some("3"), &[], "is not a shard");
        check(Some("0/4"), &[], "allowed are 1 to 4");
        check(Some("5/4"), &[], "allowed are 1 to 4");
        check(Some("1/0"), &[], "is not a shard");
        check(Some("/4"), &[], "needs an array job");
        check(
            None,
            &[("JOB_COMPLETION_INDEX", "2")],
            "--shard /N with the job's completions",
        );
        check(
            Some("/2"),
            &[("JOB_COMPLETION_INDEX", "2")],
            "allowed are 1 to 2",
        );
        check(
            None,
            &[("SLURM_ARRAY_TASK_ID", "x")],
            "SLURM_ARRAY_TASK_ID=\"x\" is not a number",
        );
        let listed = [
            ("SLURM_ARRAY_TASK_ID", "5"),
            ("SLURM_ARRAY_TASK_MIN", "1"),
            ("SLURM_ARRAY_TASK_MAX", "7"),
            ("SLURM_ARRAY_TASK_STEP", "1"),
            ("SLURM_ARRAY_TASK_COUNT", "3"),
        ];
        check(None, &listed, "not evenly spaced");
    }

    #[test]
    fn every_block_belongs_to_exactly_one_shard() {
        for count in [1, 2, 7, 16] {
            for block in 0..100 {
                let owners = (1..=count).filter(|&number| Shard { number, count }.has(block));
                assert_eq!(owners.count(), 1);
            }
        }
    }
}
