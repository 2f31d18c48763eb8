//! A campaign against one target: the corpus, then mutations of whatever showed something new.
//!
//! **Invariant:** without `FUZZ_SECONDS` a campaign is the same each time.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs};

use hexscape::battle::fingerprint::stable_hash;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::failure::{attempt, folder, keep, minimize};
use crate::memory::{Memory, memory};
use crate::mutate::{Grammar, Words, mutate};
use crate::trace::Trace;
use crate::watch::Watch;

/// Largest input that is tried, bytes.
const MOST_BYTES: usize = 256 << 10;
/// Time between two lines of progress.
const TOLD: Duration = Duration::from_secs(30);

/// Something that takes bytes and must not fail on any.
pub struct Target {
    /// Name: of its corpus, too.
    pub name: &'static str,
    /// What its inputs are made of.
    pub grammar: Grammar,
    /// Tries one input.
    pub run: fn(&[u8], &mut Trace),
    /// Inputs to begin with, besides the corpus.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Mutations that are tried by default.
    pub mutations: u64,
}

/// Tries the corpus of a target and mutations of it.
pub fn run(target: &Target) {
    if let Some(file) = env::var_os("FUZZ_INPUT") {
        let input = fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", shown(&file)));
        let mut trace = Trace::default();
        (target.run)(&input, &mut trace);
        println!("{}: {} marks", shown(&file), trace.marks().count());
        return;
    }
    let mut campaign = Campaign::new(target);
    campaign.begin();
    campaign.go_on();
    campaign.end();
}

fn shown(file: &std::ffi::OsStr) -> String {
    Path::new(file).display().to_string()
}

fn number(name: &str) -> Option<u64> {
    env::var(name).ok()?.parse().ok()
}

struct Campaign<'a> {
    target: &'a Target,
    /// Inputs that showed something new, and how many marks of it.
    pool: Vec<(Vec<u8>, usize)>,
    /// Inputs of the pool that were there at the start.
    given: usize,
    seen: BTreeSet<u64>,
    words: Words,
    failures: BTreeSet<(String, String)>,
    told: Vec<String>,
    tried: u64,
    start: Instant,
    /// Mutations that are tried if no time is given.
    mutations: u64,
    /// How long it goes on, if that is said.
    time: Option<Duration>,
    watch: Watch,
}

impl<'a> Campaign<'a> {
    fn new(target: &'a Target) -> Self {
        Self {
            target,
            pool: Vec::new(),
            given: 0,
            seen: BTreeSet::new(),
            words: Words::default(),
            failures: BTreeSet::new(),
            told: Vec::new(),
            tried: 0,
            start: Instant::now(),
            mutations: number("FUZZ_MUTATIONS").unwrap_or(target.mutations),
            time: number("FUZZ_SECONDS").map(Duration::from_secs),
            watch: Watch::begin(target.name),
        }
    }

    /// Tries the corpus.
    fn begin(&mut self) {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/fuzz/corpus")
            .join(self.target.name);
        let mut inputs = (self.target.seeds)();
        inputs.extend(files(&corpus));
        inputs.extend(pool(self.target).iter().flat_map(|folder| files(folder)));
        for input in inputs {
            self.words.learn(&input);
            self.attempt(&input);
            // Whatever it shows, it is there to be mutated.
            if self.pool.last().is_none_or(|(last, _)| *last != input) {
                self.pool.push((input, 0));
            }
        }
        self.given = self.pool.len();
    }

    /// Tries mutations until time or number is up, or one fails where no time is given.
    fn go_on(&mut self) {
        let mut rng = ChaCha8Rng::seed_from_u64(number("FUZZ_SEED").unwrap_or(1));
        let mut told = Instant::now();
        let first = self.tried;
        loop {
            let is_over = match self.time {
                Some(time) => self.start.elapsed() >= time,
                None => self.tried - first >= self.mutations || !self.failures.is_empty(),
            };
            if is_over {
                break;
            }
            let [one, other] = [self.choose(&mut rng), self.choose(&mut rng)];
            let ((one, _), (other, _)) = (&self.pool[one], &self.pool[other]);
            let input = mutate(one, other, self.target.grammar, &self.words, &mut rng);
            if input.len() <= MOST_BYTES {
                self.attempt(&input);
            }
            if self.time.is_some() && told.elapsed() >= TOLD {
                told = Instant::now();
                self.tell();
            }
        }
    }

    /// Picks an input of the pool: every other time one of the latest, which led on to something new.
    fn choose(&self, rng: &mut ChaCha8Rng) -> usize {
        let count = self.pool.len();
        let first = match rng.random_range(0..2) {
            0 => count - count.div_ceil(5),
            _ => 0,
        };
        rng.random_range(first..count)
    }

    /// Tries an input and keeps it if it shows something new.
    fn attempt(&mut self, input: &[u8]) {
        self.tried += 1;
        if self.time.is_some() {
            // Whatever ends the program leaves it behind.
            fs::write(current(self.target), input).expect("the folder of the build can be written");
        }
        self.watch.starts(input);
        let done = attempt(self.target, input);
        self.watch.ends();
        match done {
            Ok(trace) => {
                let before = self.seen.len();
                self.seen.extend(trace.marks());
                let new = self.seen.len() - before;
                if new > 0 {
                    self.pool.push((input.to_vec(), new));
                }
            }
            Err(failure) => {
                if self.failures.insert(failure.key()) {
                    let small = minimize(self.target, input, &failure);
                    let file = keep(self.target, &small, &failure);
                    let told = format!(
                        "{failure}\n  again: FUZZ_INPUT={} cargo test --test fuzz {}",
                        file.display(),
                        self.target.name
                    );
                    if self.time.is_some() {
                        say(&format!("{}: {told}", self.target.name));
                    }
                    self.told.push(told);
                }
            }
        }
    }

    fn tell(&self) {
        let seconds = self.start.elapsed().as_secs().max(1);
        say(&format!(
            "{}: {} inputs in {seconds} s, {}/s, pool {} ({} marks), failures {}, {}",
            self.target.name,
            self.tried,
            self.tried / seconds,
            self.pool.len(),
            self.seen.len(),
            self.failures.len(),
            shown_memory()
        ));
    }

    fn end(self) {
        if self.time.is_some() {
            self.tell();
            let _ = fs::remove_file(current(self.target));
        }
        if let Some(folder) = pool(self.target) {
            for (input, new) in &self.pool[self.given..] {
                // Those that showed most are the last by name.
                let name = format!("{new:04}-{:016x}", stable_hash(input));
                fs::write(folder.join(name), input).expect("FUZZ_POOL can be written");
            }
        }
        assert!(self.told.is_empty(), "{}", self.told.join("\n"));
    }
}

/// Returns the folder that inputs are kept in, if that is wanted.
fn pool(target: &Target) -> Option<PathBuf> {
    let folder = PathBuf::from(env::var_os("FUZZ_POOL")?).join(target.name);
    fs::create_dir_all(&folder).expect("FUZZ_POOL can be written");
    Some(folder)
}

/// Returns the file that holds the input that is being tried.
fn current(target: &Target) -> PathBuf {
    folder().join(format!("{}-current", target.name))
}

/// Reads all files of a folder, in the order of their names.
fn files(folder: &Path) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    let read = |path| fs::read(path).expect("inputs can be read");
    paths.into_iter().map(read).collect()
}

fn shown_memory() -> String {
    let shown = |memory: Memory| format!("{} of {} MiB", memory.now >> 10, memory.peak >> 10);
    memory().map_or_else(|| "memory not known".into(), shown)
}

/// Prints a line at once, whatever is captured of tests.
fn say(line: &str) {
    // Nobody to tell is no failure.
    let _ = writeln!(std::io::stderr(), "{line}");
}
