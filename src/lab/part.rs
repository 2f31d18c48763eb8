//! Parts: finished blocks, on disk or in memory, and the folder of a run.
//!
//! ```text
//! OUT/plan.json        what tells the plan from others
//! OUT/run.bin          names that records stand for
//! OUT/parts/000000     one block each
//! ```
//!
//! **Invariant:** a part is sealed by a hash over all its bytes and carries the plan it is of; what does
//! not match is damaged, is never read, and is played again. Every file appears whole.

use std::{
    collections::BTreeMap,
    fmt, fs, io,
    io::Write,
    path::{Path, PathBuf},
    sync::Mutex,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    battle::fingerprint::stable_hash,
    files::{Growing, Unwritten},
    lab::{
        findings::acts::ActTallies,
        identity::{Difference, Identity},
        record::{BattleRecord, Case, Keep, Run},
    },
};

/// First bytes of a sealed file.
const MAGIC: &[u8; 8] = b"hexlab 1";
/// Bytes before the contents: magic, plan and number.
const HEAD: usize = 24;
/// Bytes of the seal.
const SEAL: usize = 8;
/// Number of the file that describes the run.
const RUN: u64 = u64::MAX;
/// File that tells the plan from others.
const PLAN_FILE: &str = "plan.json";
/// File that describes the run.
const RUN_FILE: &str = "run.bin";
/// Folder of the parts.
const PARTS: &str = "parts";

/// What is wrong with a folder of results.
#[derive(Debug)]
pub enum FolderError {
    /// A file that cannot be read.
    Unread {
        /// The file.
        file: PathBuf,
        /// Why.
        why: io::Error,
    },
    /// A file that cannot be written.
    Unwritten(Unwritten),
    /// A file that was altered or cut off.
    Damaged(PathBuf),
    /// The folder holds other things, or is none.
    Foreign(PathBuf),
    /// There is a folder, but no results are in it.
    Empty(PathBuf),
    /// The folder holds results already.
    Taken(PathBuf),
    /// The folder is of another plan, or of another program.
    Other {
        /// The folder.
        folder: PathBuf,
        /// How it differs.
        difference: Difference,
    },
}

impl fmt::Display for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unread { file, why } => write!(f, "{}: cannot read: {why}", file.display()),
            Self::Unwritten(error) => error.fmt(f),
            Self::Damaged(file) => {
                write!(f, "{}: was altered or cut off", file.display())
            }
            Self::Foreign(folder) => write!(
                f,
                "{} holds no results of the laboratory; name an empty folder or a new one",
                folder.display()
            ),
            Self::Empty(folder) => write!(
                f,
                "{} holds no results of the laboratory: there is no {PLAN_FILE} in it",
                folder.display()
            ),
            Self::Taken(folder) => write!(
                f,
                "{} holds results already; go on with --resume, or name another folder",
                folder.display()
            ),
            Self::Other { folder, difference } => write!(f, "{} {difference}", folder.display()),
        }
    }
}

impl std::error::Error for FolderError {}

impl From<Unwritten> for FolderError {
    fn from(error: Unwritten) -> Self {
        Self::Unwritten(error)
    }
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

impl Folder {
    /// Opens a folder for the results of a plan, making it if need be; returns the run as the folder
    /// describes it, since files may have been named by other paths when it was begun.
    ///
    /// # Errors
    /// Folders that hold anything else, another plan, or results that may not be gone on with.
    pub fn prepare(
        path: &Path,
        identity: &Identity,
        run: Run,
        reuse: Reuse,
    ) -> Result<(Self, Run), FolderError> {
        let folder = Self {
            path: path.to_owned(),
            plan: identity.hash(),
        };
        let unmade = |why: io::Error| Unwritten {
            file: path.to_owned(),
            why,
        };
        if path.is_file() {
            return Err(FolderError::Foreign(path.to_owned()));
        }
        fs::create_dir_all(path).map_err(unmade)?;
        if path.join(PLAN_FILE).exists() {
            let found = read_identity(path)?;
            check_same(identity, &found, path)?;
            if reuse == Reuse::Never {
                return Err(FolderError::Taken(path.to_owned()));
            }
        } else if !is_empty(path) {
            return Err(FolderError::Foreign(path.to_owned()));
        }
        fs::create_dir_all(path.join(PARTS)).map_err(unmade)?;
        let file = path.join(RUN_FILE);
        let known = fs::read(&file).ok();
        let known = known.and_then(|bytes| unseal(folder.plan, RUN, &bytes));
        // Shards may begin the folder at the same time; all of them write the same.
        if known.is_none() {
            write(&file, &seal(folder.plan, RUN, &run))?;
        }
        let text = serde_json::to_string_pretty(identity).expect("an identity is plain data");
        write(&path.join(PLAN_FILE), format!("{text}\n").as_bytes())?;
        Ok((folder, known.unwrap_or(run)))
    }

    /// Opens a folder that holds results; returns what they are of.
    ///
    /// # Errors
    /// Folders without results, and damaged descriptions.
    pub fn open(path: &Path) -> Result<(Self, Identity, Run), FolderError> {
        let identity = read_identity(path)?;
        let folder = Self {
            path: path.to_owned(),
            plan: identity.hash(),
        };
        let file = path.join(RUN_FILE);
        let run = unseal(folder.plan, RUN, &read(&file)?).ok_or(FolderError::Damaged(file))?;
        Ok((folder, identity, run))
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn part(&self, block: u64) -> PathBuf {
        self.path.join(PARTS).join(format!("{block:06}"))
    }

    /// Says how a block is kept here.
    pub fn state(&self, block: u64) -> PartState {
        let file = self.part(block);
        match fs::read(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => PartState::Missing,
            Ok(bytes) if is_sealed(self.plan, block, &bytes) => PartState::Whole,
            _ => PartState::Damaged(file),
        }
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
        Ok(write(&self.part(block), &read(&from.part(block))?)?)
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
}

/// Where finished blocks are kept.
#[derive(Debug)]
pub enum Parts {
    /// In a folder.
    Folder(Folder),
    /// In memory, by number.
    Memory(Mutex<BTreeMap<u64, Vec<u8>>>),
}

impl Parts {
    /// Keeps a finished block.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub fn put(&self, block: u64, sealed: Vec<u8>) -> Result<(), FolderError> {
        match self {
            Self::Folder(folder) => write(&folder.part(block), &sealed)?,
            Self::Memory(parts) => {
                let mut parts = parts.lock().expect("nobody fails while holding it");
                parts.insert(block, sealed);
            }
        }
        Ok(())
    }

    /// Returns what is kept of a block; `None` if it was not played.
    ///
    /// # Errors
    /// Parts that are damaged.
    pub fn get(&self, plan: u64, block: u64) -> Result<Option<Played>, FolderError> {
        match self {
            Self::Memory(parts) => {
                let parts = parts.lock().expect("nobody fails while holding it");
                Ok(parts
                    .get(&block)
                    .and_then(|bytes| unseal(plan, block, bytes)))
            }
            Self::Folder(folder) => {
                let file = folder.part(block);
                match fs::read(&file) {
                    Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(None),
                    Err(why) => Err(FolderError::Unread { file, why }),
                    Ok(bytes) => match unseal(plan, block, &bytes) {
                        Some(played) => Ok(Some(played)),
                        None => Err(FolderError::Damaged(file)),
                    },
                }
            }
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
pub fn seal(plan: u64, number: u64, contents: &impl Serialize) -> Vec<u8> {
    let plain = postcard::to_stdvec(contents).expect("records are plain data");
    let packed = snap::raw::Encoder::new().compress_vec(&plain);
    let packed = packed.expect("a block is far smaller than 4 GiB");
    let mut bytes = Vec::with_capacity(HEAD + packed.len() + SEAL);
    bytes.extend(MAGIC);
    bytes.extend(plan.to_le_bytes());
    bytes.extend(number.to_le_bytes());
    bytes.extend(packed);
    let seal = stable_hash(&bytes);
    bytes.extend(seal.to_le_bytes());
    bytes
}

fn is_sealed(plan: u64, number: u64, bytes: &[u8]) -> bool {
    let Some((body, seal)) = bytes.split_last_chunk::<SEAL>() else {
        return false;
    };
    body.len() >= HEAD
        && body[..8] == *MAGIC
        && body[8..16] == plan.to_le_bytes()
        && body[16..HEAD] == number.to_le_bytes()
        && u64::from_le_bytes(*seal) == stable_hash(&body)
}

/// Reads sealed contents; `None` if anything about them is wrong.
fn unseal<T: DeserializeOwned>(plan: u64, number: u64, bytes: &[u8]) -> Option<T> {
    if !is_sealed(plan, number, bytes) {
        return None;
    }
    let packed = &bytes[HEAD..bytes.len() - SEAL];
    let plain = snap::raw::Decoder::new().decompress_vec(packed).ok()?;
    postcard::from_bytes(&plain).ok()
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), Unwritten> {
    let mut growing = Growing::begin(file)?;
    growing.write_all(bytes).map_err(|why| Unwritten {
        file: file.to_owned(),
        why,
    })?;
    growing.finish()
}

fn read(file: &Path) -> Result<Vec<u8>, FolderError> {
    fs::read(file).map_err(|why| FolderError::Unread {
        file: file.to_owned(),
        why,
    })
}

fn read_identity(folder: &Path) -> Result<Identity, FolderError> {
    let file = folder.join(PLAN_FILE);
    if folder.is_dir() && !file.exists() {
        return Err(FolderError::Empty(folder.to_owned()));
    }
    serde_json::from_slice(&read(&file)?).map_err(|_| FolderError::Damaged(file))
}

/// Whether a folder holds nothing; what is half written does not count.
fn is_empty(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    !entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .any(|name| name != PARTS && !name.starts_with(crate::files::PART.0) && name != RUN_FILE)
}
