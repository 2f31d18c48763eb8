//! Parts: finished blocks, on disk or in memory, and the folder of a run.
//!
//! ```text
//! OUT/plan.json        what tells the plan from others
//! OUT/run.bin          names that records stand for
//! OUT/parts/000000     one block each
//! ```
//!
//! **Invariant:** a part is sealed by a hash over all its bytes and carries the plan it is of; what does
//! not match, or holds what its plan cannot have, is damaged, is never read, and is played again.
//! **Invariant:** every file appears whole. A machine that goes down may cut a part off until
//! [`RunParts::sync`]; the seal tells. **Invariant:** no file makes a reader take more than some times
//! [`MOST_BYTES`] of memory, whatever it claims.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::battle::fingerprint::stable_hash;
use crate::chronicle::record::BattleRecord;
use crate::files::{self, Growing, Unread, Unwritten, clear_leftovers, read_plain};
use crate::lab::case::{Case, Keep, Run};
use crate::lab::findings::acts::ActTallies;
use crate::lab::identity::{Difference, FORMAT, Identity};
use crate::lab::plan::Block;
use crate::plain::shown;

/// First bytes of a sealed file.
const MAGIC: &[u8; 8] = b"hexlab 1";
/// Bytes before the contents: magic, plan and number.
const HEAD: usize = 24;
/// Bytes of the seal.
const SEAL: usize = 8;
/// Most bytes of a file of a folder, and of what is packed in it.
pub const MOST_BYTES: usize = 64 << 20;
/// Number of the file that describes the run.
const RUN: u64 = u64::MAX;
/// File that tells the plan from others.
const PLAN_FILE: &str = "plan.json";
/// File that describes the run.
const RUN_FILE: &str = "run.bin";
/// Folder of the parts.
const PARTS: &str = "parts";

/// What is wrong with a folder of results.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A file that cannot be read.
    #[error("{}: cannot read: {why}", shown(file))]
    Unread {
        /// The file.
        file: PathBuf,
        /// Why.
        why: io::Error,
    },
    /// A file that cannot be written.
    #[error(transparent)]
    Unwritten(#[from] Unwritten),
    /// A file that was altered or cut off.
    #[error(
        "{}: was altered or truncated; run the same `hexscape lab` command with --resume to repair it",
        shown(.0)
    )]
    Damaged(PathBuf),
    /// A block that takes more than [`MOST_BYTES`].
    #[error(
        "{} would take {} MiB; at most {} are kept: play fewer battles or use --keep battles",
        block.map_or_else(|| RUN_FILE.to_owned(), |block| format!("part {block:06}")),
        bytes >> 20,
        MOST_BYTES >> 20
    )]
    TooLarge {
        /// Its number; none for the file that describes the run.
        block: Option<u64>,
        /// What it takes.
        bytes: usize,
    },
    /// The file that tells the plan is damaged or gone, and what is beside it is of another plan.
    #[error(
        "{} cannot be resumed: its {PLAN_FILE} was altered, truncated or removed, and {} belongs to another plan or another build of the program; use another folder",
        shown(folder),
        shown(file)
    )]
    Stranger {
        /// The folder.
        folder: PathBuf,
        /// What is of another plan.
        file: PathBuf,
    },
    /// The folder was written by a program that lays its files out otherwise.
    #[error(
        "{} was written by hexscape {program:?} in another file format; use that version, or play the plan again",
        shown(folder)
    )]
    Format {
        /// The folder.
        folder: PathBuf,
        /// Version of that program.
        program: String,
    },
    /// The folder holds other things, or is none.
    #[error(
        "{} contains no laboratory results; use an empty or a new folder",
        shown(.0)
    )]
    Foreign(PathBuf),
    /// There is a folder, but no results are in it.
    #[error(
        "{} contains no laboratory results: {PLAN_FILE} is missing",
        shown(.0)
    )]
    Empty(PathBuf),
    /// The folder holds results already.
    #[error(
        "{} already contains results; continue with --resume, or use another folder",
        shown(.0)
    )]
    Taken(PathBuf),
    /// The folder is of another plan, or of another program.
    #[error("{} {difference}", shown(folder))]
    Other {
        /// The folder.
        folder: PathBuf,
        /// How it differs.
        difference: Difference,
    },
}

/// Whether a folder that holds results may be gone on in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reuse {
    /// No: it has to be new or empty.
    Never,
    /// Yes, if they are of the same plan.
    SamePlan,
}

/// The folder of a run.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    plan: u64,
}

/// A folder that is ready for the results of a plan.
#[derive(Debug)]
pub struct Prepared {
    /// The folder.
    pub folder: Folder,
    /// The run as the folder describes it, since files may have been named by other paths when it was
    /// begun.
    pub run: Run,
    /// Files that were altered or cut off and are written anew.
    pub mended: Vec<PathBuf>,
}

impl Folder {
    /// Opens a folder for the results of a plan, making it if need be; mends the files that describe
    /// the run where it may be gone on with.
    ///
    /// # Errors
    /// Folders that hold anything else, another plan, or results that may not be gone on with.
    pub fn prepare(
        path: &Path,
        identity: &Identity,
        run: Run,
        reuse: Reuse,
    ) -> Result<Prepared, FolderError> {
        let folder = Self {
            path: path.to_owned(),
            plan: identity.hash(),
        };
        if path.is_file() {
            return Err(FolderError::Foreign(path.to_owned()));
        }
        fs::create_dir_all(path).map_err(Unwritten::at(path))?;
        let mut mended = Vec::new();
        let (plan_file, run_file) = (path.join(PLAN_FILE), path.join(RUN_FILE));
        let is_told = match read_identity(path) {
            Ok(found) => {
                check_same(identity, &found, path)?;
                if reuse == Reuse::Never {
                    return Err(FolderError::Taken(path.to_owned()));
                }
                true
            }
            // Cut off, or lost while a folder was begun; parts tell by themselves what they are of.
            Err(FolderError::Damaged(_) | FolderError::Empty(_)) => {
                if !plan_file.exists() && !is_empty(path) {
                    return Err(FolderError::Foreign(path.to_owned()));
                }
                folder.refuse_strangers()?;
                if plan_file.exists() {
                    if reuse == Reuse::Never {
                        return Err(FolderError::Damaged(plan_file));
                    }
                    mended.push(plan_file.clone());
                }
                false
            }
            Err(error) => return Err(error),
        };
        fs::create_dir_all(path.join(PARTS)).map_err(Unwritten::at(path))?;
        let known = read(&run_file).ok().and_then(|bytes| {
            let known = unseal(folder.plan, RUN, &bytes);
            let known = known.filter(|known: &Run| known.is_of(identity));
            mended.extend(known.is_none().then(|| run_file.clone()));
            known
        });
        // Shards may begin the folder at the same time; all of them write the same.
        if known.is_none() {
            let sealed = seal(folder.plan, RUN, &run);
            write(&run_file, &sealed.map_err(FolderError::of_run)?)?.finish()?;
        }
        if !is_told {
            let text = serde_json::to_string_pretty(identity).expect("an identity is plain data");
            write(&plan_file, format!("{text}\n").as_bytes())?.finish()?;
        }
        Ok(Prepared {
            folder,
            run: known.unwrap_or(run),
            mended,
        })
    }

    /// Removes what killed programs left half written. Only for who has the folder alone: on some disks
    /// that machines share, what another is writing cannot be told from it.
    pub fn clear_leftovers(&self) {
        for folder in [&self.path, &self.path.join(PARTS)] {
            clear_leftovers(folder);
        }
    }

    /// Checks that nothing in a folder is whole and of another plan.
    fn refuse_strangers(&self) -> Result<(), FolderError> {
        let parts = fs::read_dir(self.path.join(PARTS));
        let parts = parts.into_iter().flatten().flatten();
        let files = parts.map(|entry| entry.path());
        for file in files.chain([self.path.join(RUN_FILE)]) {
            let bytes = read(&file).unwrap_or_default();
            if opened(&bytes).is_some_and(|(plan, ..)| plan != self.plan) {
                return Err(FolderError::Stranger {
                    folder: self.path.clone(),
                    file,
                });
            }
        }
        Ok(())
    }

    /// Opens a folder that holds results; returns what they are of.
    ///
    /// # Errors
    /// Folders without results, and damaged descriptions.
    pub fn open(path: &Path) -> Result<(Self, Identity, Run), FolderError> {
        let identity = read_identity(path)?;
        if identity.format != FORMAT {
            return Err(FolderError::Format {
                folder: path.to_owned(),
                program: identity.program,
            });
        }
        let folder = Self {
            path: path.to_owned(),
            plan: identity.hash(),
        };
        let file = path.join(RUN_FILE);
        let bytes = match read(&file) {
            Err(why) if why.kind() != io::ErrorKind::NotFound => {
                return Err(FolderError::Unread { file, why });
            }
            read => read.unwrap_or_default(),
        };
        let run = unseal(folder.plan, RUN, &bytes).filter(|run: &Run| run.is_of(&identity));
        Ok((folder, identity, run.ok_or(FolderError::Damaged(file))?))
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn part(&self, block: u64) -> PathBuf {
        self.path.join(PARTS).join(format!("{block:06}"))
    }

    /// Returns how a block of a run is kept here.
    pub fn state(&self, run: &Run, block: u64) -> PartState {
        match self.get(run, block) {
            Ok(Some(_)) => PartState::Whole,
            Ok(None) => PartState::Missing,
            Err(_) => PartState::Damaged(self.part(block)),
        }
    }

    /// Returns what is kept of a block of a run; `None` if it was not played.
    fn get(&self, run: &Run, block: u64) -> Result<Option<Played>, FolderError> {
        let file = self.part(block);
        let bytes = match read(&file) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(why) => return Err(FolderError::Unread { file, why }),
            Ok(bytes) => bytes,
        };
        let played = unseal(self.plan, block, &bytes);
        let played = played.filter(|played: &Played| played.is_of(run, run.blocks().get(block)));
        played.map(Some).ok_or(FolderError::Damaged(file))
    }

    /// Whether there is a part for a block, whole or not.
    pub fn has(&self, block: u64) -> bool {
        self.part(block).exists()
    }

    /// Copies a block from another folder.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub fn copy(&self, block: u64, from: &Self) -> Result<(), FolderError> {
        let file = from.part(block);
        let bytes = read(&file).map_err(|why| FolderError::Unread { file, why })?;
        Ok(write(&self.part(block), &bytes)?.finish_unsynced()?)
    }

    /// Waits until the parts of some blocks, as far as there are any, outlast the machine going down.
    ///
    /// # Errors
    /// Why they cannot be kept.
    pub fn sync(&self, blocks: impl IntoIterator<Item = u64>) -> Result<(), FolderError> {
        let parts = blocks.into_iter().map(|block| self.part(block));
        let parts = parts.filter(|part| part.exists());
        Ok(files::sync(&self.path.join(PARTS), parts)?)
    }
}

/// How a block is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartState {
    /// Whole.
    Whole,
    /// Not there.
    Missing,
    /// This file was altered or cut off.
    Damaged(PathBuf),
}

/// What is kept of a finished block.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Played {
    /// Its battles in the order of seeds.
    pub battles: Vec<BattleRecord>,
    /// Counts of their acts, where the acts themselves are not kept.
    pub acts: Option<ActTallies>,
}

impl Played {
    /// Takes of battles of a case what is to be kept.
    pub fn of(mut battles: Vec<BattleRecord>, case: &Case, keep: Keep) -> Self {
        if keep == Keep::Shots {
            return Self {
                battles,
                acts: None,
            };
        }
        let mut acts = ActTallies::new(&case.vocabulary);
        for battle in &mut battles {
            acts.add(battle);
            battle.acts = Vec::new();
        }
        Self {
            battles,
            acts: Some(acts),
        }
    }

    /// Whether it is what playing a block of a run leaves, as far as indices and bounds tell.
    fn is_of(&self, run: &Run, block: Block) -> bool {
        let words = &run.cases[block.case].vocabulary;
        let seeds = (block.first..).map(|battle| run.first_seed + battle);
        let acts_fit = match &self.acts {
            Some(acts) => run.keep == Keep::Battles && acts.is_of(words),
            None => run.keep == Keep::Shots,
        };
        acts_fit
            && self.battles.len() as u64 == block.battles
            && self.battles.iter().zip(seeds).all(|(battle, seed)| {
                battle.case as usize == block.case && battle.seed == seed && battle.is_of(words)
            })
    }
}

/// Where finished blocks are kept.
#[derive(Debug)]
pub enum RunParts {
    /// In a folder.
    Folder(Folder),
    /// In memory, by number.
    Memory(Mutex<BTreeMap<u64, Vec<u8>>>),
}

impl RunParts {
    /// Keeps a finished block; in a folder until the machine goes down, or for good after a sync.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub fn put(&self, block: u64, sealed: Vec<u8>) -> Result<(), FolderError> {
        match self {
            Self::Folder(folder) => write(&folder.part(block), &sealed)?.finish_unsynced()?,
            Self::Memory(parts) => {
                let mut parts = parts.lock().expect("nobody fails while holding it");
                parts.insert(block, sealed);
            }
        }
        Ok(())
    }

    /// Returns what is kept of a block of a run; `None` if it was not played.
    ///
    /// # Errors
    /// Parts that are damaged.
    pub fn get(&self, run: &Run, plan: u64, block: u64) -> Result<Option<Played>, FolderError> {
        match self {
            Self::Memory(parts) => {
                let parts = parts.lock().expect("nobody fails while holding it");
                Ok(parts
                    .get(&block)
                    .and_then(|bytes| unseal(plan, block, bytes)))
            }
            Self::Folder(folder) => folder.get(run, block),
        }
    }

    /// Waits until the parts of some blocks outlast the machine going down, if they are in a folder.
    ///
    /// # Errors
    /// Why they cannot be kept.
    pub fn sync(&self, blocks: impl IntoIterator<Item = u64>) -> Result<(), FolderError> {
        match self {
            Self::Memory(_) => Ok(()),
            Self::Folder(folder) => folder.sync(blocks),
        }
    }
}

/// Checks that a folder is of the plan and the program that are expected.
///
/// # Errors
/// How it differs.
pub fn check_same(expected: &Identity, found: &Identity, folder: &Path) -> Result<(), FolderError> {
    match expected.difference(found) {
        None => Ok(()),
        Some(difference) => Err(FolderError::Other {
            folder: folder.to_owned(),
            difference,
        }),
    }
}

/// Writes contents with plan, number and seal.
///
/// # Errors
/// How many bytes they are, if they are more than [`MOST_BYTES`].
pub fn seal(plan: u64, number: u64, contents: &impl Serialize) -> Result<Vec<u8>, usize> {
    let plain = postcard::to_stdvec(contents).expect("records are plain data");
    if plain.len() > MOST_BYTES {
        return Err(plain.len());
    }
    let packed = snap::raw::Encoder::new().compress_vec(&plain);
    let packed = packed.expect("it is far smaller than 4 GiB");
    let mut bytes = Vec::with_capacity(HEAD + packed.len() + SEAL);
    bytes.extend(MAGIC);
    bytes.extend(plan.to_le_bytes());
    bytes.extend(number.to_le_bytes());
    bytes.extend(packed);
    let seal = stable_hash(&bytes);
    bytes.extend(seal.to_le_bytes());
    Ok(bytes)
}

/// Splits a sealed file into plan, number and what is packed; `None` if it was altered or cut off.
fn opened(bytes: &[u8]) -> Option<(u64, u64, &[u8])> {
    let (body, seal) = bytes.split_last_chunk::<SEAL>()?;
    let (magic, rest) = body.split_first_chunk::<8>()?;
    let (plan, rest) = rest.split_first_chunk::<8>()?;
    let (number, packed) = rest.split_first_chunk::<8>()?;
    let is_whole = magic == MAGIC && u64::from_le_bytes(*seal) == stable_hash(&body);
    let numbers = [plan, number].map(|number| u64::from_le_bytes(*number));
    is_whole.then_some((numbers[0], numbers[1], packed))
}

/// Reads sealed contents; `None` if anything about them is wrong.
fn unseal<T: DeserializeOwned>(plan: u64, number: u64, bytes: &[u8]) -> Option<T> {
    let (of_plan, of_number, packed) = opened(bytes)?;
    // What is packed says itself how long it is, and memory is taken at its word.
    let claimed = snap::raw::decompress_len(packed).ok()?;
    if (of_plan, of_number) != (plan, number) || claimed > MOST_BYTES {
        return None;
    }
    let plain = snap::raw::Decoder::new().decompress_vec(packed).ok()?;
    match postcard::take_from_bytes(&plain) {
        Ok((contents, [])) => Some(contents),
        _ => None,
    }
}

impl FolderError {
    fn of_run(bytes: usize) -> Self {
        Self::TooLarge { block: None, bytes }
    }

    /// A block takes too many bytes.
    pub fn of_block(block: u64, bytes: usize) -> Self {
        let block = Some(block);
        Self::TooLarge { block, bytes }
    }
}

/// Writes a file that has yet to get its name.
fn write(file: &Path, bytes: &[u8]) -> Result<Growing, Unwritten> {
    // A pipe or a link was not put here by the laboratory, and would be written to instead of replaced.
    if fs::symlink_metadata(file).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        fs::remove_file(file).map_err(Unwritten::at(file))?;
    }
    let mut growing = Growing::begin_own(file)?;
    growing.write_all(bytes).map_err(Unwritten::at(file))?;
    Ok(growing)
}

/// Reads a file that the laboratory may have written: none is larger than [`MOST_BYTES`] and what
/// packing adds, and a pipe or device is none.
fn read(file: &Path) -> io::Result<Vec<u8>> {
    let most = (HEAD + snap::raw::max_compress_len(MOST_BYTES) + SEAL) as u64;
    read_plain(file, most).map_err(|why| match why {
        Unread::Io(error) => error,
        why => io::Error::other(format!("it was not written by the laboratory: {why}")),
    })
}

fn read_identity(folder: &Path) -> Result<Identity, FolderError> {
    let file = folder.join(PLAN_FILE);
    let bytes = match read(&file) {
        Err(why) if why.kind() == io::ErrorKind::NotFound && folder.is_dir() => {
            return Err(FolderError::Empty(folder.to_owned()));
        }
        Err(why) => return Err(FolderError::Unread { file, why }),
        Ok(bytes) => bytes,
    };
    let found = serde_json::from_slice(&bytes).ok();
    let found = found.filter(Identity::is_sound);
    found.ok_or(FolderError::Damaged(file))
}

/// Whether a folder holds nothing but what is there before the plan is told.
fn is_empty(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    !entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .any(|name| name != PARTS && !name.starts_with(files::PART.0) && name != RUN_FILE)
}
