//! Joining the folders of shards to what one run would have written.
//!
//! **Invariant:** nothing is joined that is not of one plan and one program, and nothing is left out
//! silently.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::lab::output::Results;
use crate::lab::part::{Folder, FolderError, PartState, Reuse, RunParts, check_same};
use crate::lab::plan::Blocks;
use crate::plain::shown;

/// Numbers that are told of many.
const TOLD: usize = 8;
/// Most shards that missing blocks are explained by.
const MOST_SHARDS: u64 = 4096;

/// Why folders cannot be joined.
#[derive(Debug)]
pub enum MergeError {
    /// A folder that cannot be read or written, or is of another plan or program.
    Folder(FolderError),
    /// Blocks that are in none of them.
    Missing {
        /// Their numbers.
        blocks: Vec<u64>,
        /// How the plan is cut.
        all: Blocks,
        /// Files of them that were altered or cut off.
        damaged: Vec<PathBuf>,
    },
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (blocks, all, damaged) = match self {
            Self::Folder(error) => return error.fmt(f),
            Self::Missing {
                blocks,
                all,
                damaged,
            } => (blocks, all, damaged),
        };
        for file in damaged {
            writeln!(f, "{}: was altered or truncated", shown(file))?;
        }
        let battles: u64 = blocks.iter().map(|&block| all.get(block).battles).sum();
        let battles_in_all = all.battles();
        write!(f, "{battles} of {battles_in_all} battles are missing")?;
        match shards(blocks, all.count()) {
            Some((missing, count)) => {
                let what = if missing.len() == 1 {
                    "shard"
                } else {
                    "shards"
                };
                let missing: Vec<_> = missing.iter().map(u64::to_string).collect();
                write!(f, ": {what} {} of {count}", missing.join(", "))?;
            }
            None => {
                let told: Vec<_> = blocks.iter().take(TOLD).map(u64::to_string).collect();
                let more = if blocks.len() > TOLD { ", …" } else { "" };
                write!(f, ": blocks {}{more}", told.join(", "))?;
            }
        }
        write!(
            f,
            "\nplay them with the same `hexscape lab` command, with --shard 1/1 --resume and one of these folders as --out, then merge again"
        )
    }
}

impl std::error::Error for MergeError {}

impl From<FolderError> for MergeError {
    fn from(error: FolderError) -> Self {
        Self::Folder(error)
    }
}

/// Explains missing blocks by the fewest shards that hold them and nothing else.
fn shards(missing: &[u64], blocks: u64) -> Option<(Vec<u64>, u64)> {
    (2..=MOST_SHARDS.min(blocks / 2)).find_map(|count| {
        let mut of: Vec<_> = missing.iter().map(|block| block % count).collect();
        of.sort_unstable();
        of.dedup();
        let in_them = of
            .iter()
            .map(|shard| (blocks - shard).div_ceil(count))
            .sum::<u64>();
        let is_all = in_them == missing.len() as u64;
        is_all.then(|| (of.into_iter().map(|shard| shard + 1).collect(), count))
    })
}

/// Joins folders of shards in another, or checks that the one is whole.
///
/// # Errors
/// Folders that are not of one plan and program, and blocks that are in none of them.
pub fn merge(folders: &[PathBuf], out: &Path) -> Result<Results, MergeError> {
    let mut opened = Vec::with_capacity(folders.len());
    for path in folders {
        opened.push(Folder::open(path)?);
    }
    let (_, identity, run) = &opened[0];
    for (folder, other, _) in &opened[1..] {
        check_same(identity, other, folder.path())?;
    }
    let all = run.blocks();
    let (mut missing, mut damaged, mut found) = (Vec::new(), Vec::new(), Vec::new());
    for block in 0..all.count() {
        let mut states = opened
            .iter()
            .map(|(folder, _, run)| (folder, folder.state(run, block)));
        let mut broken = Vec::new();
        let whole = states.find_map(|(folder, state)| match state {
            PartState::Whole => Some(folder),
            PartState::Missing => None,
            PartState::Damaged(file) => {
                broken.push(file);
                None
            }
        });
        match whole {
            Some(folder) => found.push((block, folder)),
            None => {
                missing.push(block);
                damaged.append(&mut broken);
            }
        }
    }
    if !missing.is_empty() {
        return Err(MergeError::Missing {
            blocks: missing,
            all,
            damaged,
        });
    }
    let identity = identity.clone();
    // Shards may have named the files by other paths; the choice must not hang on the order of folders.
    let runs = opened.iter().map(|(_, _, run)| run);
    let run = runs.min_by_key(|run| postcard::to_stdvec(run).expect("a run is plain data"));
    let run = run.expect("at least one folder is named").clone();
    let prepared = Folder::prepare(out, &identity, run, Reuse::SamePlan)?;
    let (target, run) = (prepared.folder, prepared.run);
    target.clear_leftovers();
    for (block, folder) in found {
        if folder.path() != target.path() && target.state(&run, block) != PartState::Whole {
            target.copy(block, folder)?;
        }
    }
    target.sync(0..all.count())?;
    Ok(Results {
        run,
        identity: identity.hash(),
        parts: RunParts::Folder(target),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_blocks_are_explained_by_shards() {
        let of = |numbers: &[u64], count: u64, blocks: u64| -> Vec<u64> {
            (0..blocks)
                .filter(|block| numbers.contains(&(block % count + 1)))
                .collect()
        };
        assert_eq!(shards(&of(&[3, 9], 16, 500), 500), Some((vec![3, 9], 16)));
        assert_eq!(shards(&of(&[2], 2, 7), 7), Some((vec![2], 2)));
        assert_eq!(shards(&[1, 2, 3, 50], 500), None);
    }
}
