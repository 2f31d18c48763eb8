//! Content at its limits: every figure of every file at both of its bounds and one beyond.
//!
//! Figures and bounds are not listed here: every number of the shipped files is a figure, and what it
//! may be is what its refusal says. `EXTREMES=1 cargo test --test it extremes` plays all of them;
//! without it each run plays some.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use hexscape::content::problem::{Place, Problems};
use hexscape::content::tree::{self, Node, Value};
use hexscape::content::{Catalog, ContentText, assets_folder};
use hexscape::headless::Arena;
use hexscape::mission::{self, Terms};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A number far out of any bounds.
const ABSURD: i64 = 1_000_000_000_000;
/// Orders that a battle is played for.
const ORDERS: usize = 60;
/// The same, where all figures are played.
const MANY_ORDERS: usize = 600;
/// Changes that are played in a usual run.
const SAMPLE: usize = 60;
/// Mixtures of bounds that are played, in a usual run and where all are.
const MIXTURES: [u64; 2] = [6, 400];

/// A number or dice in a content file.
#[derive(Clone, Debug)]
struct Figure {
    file: String,
    /// Where it stands: fields, keys and numbers in lists.
    path: String,
    place: Place,
    span: Range<usize>,
    bounds: Bounds,
}

/// What a figure may be.
#[derive(Clone, Copy, Debug)]
enum Bounds {
    Number(i64, i64),
    /// Text such as "2d16".
    Dice,
}

impl Figure {
    /// Returns it at its lower or upper bound.
    fn at_bound(&self, is_upper: bool) -> String {
        match (self.bounds, is_upper) {
            (Bounds::Number(low, _), false) => low.to_string(),
            (Bounds::Number(_, high), true) => high.to_string(),
            (Bounds::Dice, false) => "\"d1\"".into(),
            (Bounds::Dice, true) => "\"8d200\"".into(),
        }
    }

    /// Returns it one beyond a bound.
    fn beyond(&self, is_upper: bool) -> String {
        match (self.bounds, is_upper) {
            (Bounds::Number(low, _), false) => (low - 1).to_string(),
            (Bounds::Number(_, high), true) => (high + 1).to_string(),
            (Bounds::Dice, false) => "\"d0\"".into(),
            (Bounds::Dice, true) => "\"9d200\"".into(),
        }
    }
}

/// Some text to be put in the place of another.
type Change = (String, Range<usize>, String);

fn shipped() -> ContentText {
    let folder = assets_folder().expect("the assets are beside the crate");
    ContentText::read(&folder.join("content")).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Returns the content with changes made, none of which overlap.
fn changed(content: &ContentText, changes: &[Change]) -> ContentText {
    let mut content = content.clone();
    let mut changes = changes.to_vec();
    changes.sort_by_key(|(_, range, _)| std::cmp::Reverse(range.start));
    for (file, range, with) in changes {
        let text = content.base.get_mut(&file).expect("a content file");
        text.replace_range(range, &with);
    }
    content
}

/// Calls back for every node below a node, with its path.
fn walk(node: &Node, path: &str, visit: &mut impl FnMut(&Node, &str)) {
    visit(node, path);
    let mut below = |name: String, node: &Node| walk(node, &format!("{path}.{name}"), visit);
    match &node.value {
        Value::List(nodes) | Value::Tuple(_, nodes) => {
            for (at, node) in nodes.iter().enumerate() {
                let key = key_of(node).unwrap_or_else(|| at.to_string());
                below(key, node);
            }
        }
        Value::Map(entries) => {
            for (key, node) in entries {
                below(key.to_ron(), node);
            }
        }
        Value::Struct(_, fields) => {
            for field in fields {
                below(field.name.clone(), &field.node);
            }
        }
        _ => {}
    }
}

fn key_of(node: &Node) -> Option<String> {
    let Value::Struct(_, fields) = &node.value else {
        return None;
    };
    let key = fields.iter().find(|field| field.name == "key")?;
    match &key.node.value {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    }
}

fn is_dice(text: &str) -> bool {
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    (text.split_once('d'))
        .is_some_and(|(count, sides)| all_digits(count) && all_digits(sides) && !sides.is_empty())
}

/// Lists the figures of all files, with the bounds that refusals of absurd values name.
fn figures(content: &ContentText) -> Vec<Figure> {
    let mut all = Vec::new();
    for (file, text) in &content.base {
        let root = tree::parse(file, text).expect("the shipped content is sound");
        walk(&root, file, &mut |node, path| {
            let bounds = match &node.value {
                Value::Int(_) => Bounds::Number(0, 0),
                Value::Text(text) if is_dice(text) => Bounds::Dice,
                _ => return,
            };
            all.push(Figure {
                file: file.clone(),
                path: path.to_owned(),
                place: node.place,
                span: node.span.range(),
                bounds,
            });
        });
    }
    assert!(all.len() > 1000, "there are {} figures", all.len());
    let mut numbers: Vec<_> = (all.iter_mut())
        .filter(|figure| matches!(figure.bounds, Bounds::Number(..)))
        .collect();
    for some in numbers.chunks_mut(REPORTED) {
        let refusals = refusals(content, some.iter().map(|figure| &**figure), |_| {
            ABSURD.to_string()
        });
        for (figure, refusals) in some.iter_mut().zip(refusals) {
            let refusal = refusals.first();
            let refusal = refusal.unwrap_or_else(|| panic!("{} may be absurd", figure.path));
            figure.bounds = bounds(figure, refusal);
        }
    }
    all
}

/// Returns the bounds that the refusal of a number names.
fn bounds(figure: &Figure, message: &str) -> Bounds {
    let allowed = message.split_once("(allowed: ").map(|(_, rest)| rest);
    let bounds = allowed.and_then(|rest| rest.trim_end_matches(')').split_once(" to "));
    let bounds = bounds.and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    let (low, high) =
        bounds.unwrap_or_else(|| panic!("{}: {message:?} names no bounds", figure.path));
    assert!(
        (-1000..=60_000).contains(&low) && (-1000..=60_000).contains(&high) && low <= high,
        "{} may be {low} to {high}, which nobody stated",
        figure.path
    );
    Bounds::Number(low, high)
}

/// Figures that are changed at once: of each file no more than a hundred problems are reported.
const REPORTED: usize = 100;

/// Changes figures and returns, for each of them, the messages of the problems at its place.
fn refusals<'f>(
    content: &ContentText,
    figures: impl Iterator<Item = &'f Figure> + Clone,
    with: impl Fn(&Figure) -> String,
) -> Vec<Vec<String>> {
    let changes: Vec<_> = (figures.clone())
        .map(|figure| (figure.file.clone(), figure.span.clone(), with(figure)))
        .collect();
    let Problems(problems) = changed(content, &changes)
        .catalog("")
        .expect_err("such figures are refused");
    let place = places_after(content, &changes);
    let of = |figure: &Figure| {
        let place = place(figure);
        let own = (problems.iter())
            .filter(|problem| problem.file == figure.file && problem.place == place);
        own.map(|problem| problem.message.clone()).collect()
    };
    figures.map(of).collect()
}

/// Returns where figures stand once others before them in their line were changed.
fn places_after(content: &ContentText, changes: &[Change]) -> impl Fn(&Figure) -> Place {
    let mut longer: Vec<(String, u32, u32, i64)> = Vec::new();
    for (file, range, with) in changes {
        let text = &content.base[file];
        let before = &text[..range.start];
        let line = before.matches('\n').count() as u32 + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() as u32 + 1;
        let grown = with.chars().count() as i64 - text[range.clone()].chars().count() as i64;
        longer.push((file.clone(), line, column, grown));
    }
    move |figure| {
        let before = longer.iter().filter(|(file, line, column, _)| {
            *file == figure.file && *line == figure.place.line && *column < figure.place.column
        });
        let grown: i64 = before.map(|(.., grown)| grown).sum();
        Place {
            column: (i64::from(figure.place.column) + grown) as u32,
            ..figure.place
        }
    }
}

#[test]
fn figures_one_beyond_their_bounds_are_refused_where_they_stand() {
    let content = shipped();
    let all = figures(&content);
    for is_upper in [false, true] {
        for some in all.chunks(REPORTED) {
            let refusals = refusals(&content, some.iter(), |figure| figure.beyond(is_upper));
            for (figure, refusals) in some.iter().zip(refusals) {
                let count = refusals.len();
                assert_eq!(count, 1, "{} one beyond: {refusals:?}", figure.path);
            }
        }
    }
}

/// Missions, and the arena they are played in.
struct Ground {
    missions: Vec<(String, String)>,
    arena: Arena,
    orders: usize,
    failures: Vec<String>,
    played: usize,
    refused: usize,
}

impl Ground {
    fn new(orders: usize) -> Self {
        let folder = assets_folder().expect("the assets are beside the crate");
        let read = |file: std::path::PathBuf| {
            let text = std::fs::read_to_string(&file).expect("missions can be read");
            (name_of(&file), text)
        };
        Self {
            missions: (mission::files(&folder.join("missions")).into_iter())
                .map(read)
                .collect(),
            arena: Arena::default(),
            orders,
            failures: Vec::new(),
            played: 0,
            refused: 0,
        }
    }

    /// Plays missions with a content: it must be refused, or be played without a panic.
    fn try_out(&mut self, what: &str, content: &ContentText, missions: &[usize], seed: u64) {
        let Some(catalog) = self.guarded(what, |_| content.catalog("").ok()) else {
            return;
        };
        let Some(catalog) = catalog else {
            self.refused += 1;
            return;
        };
        for &mission in missions {
            self.play(what, &catalog, mission, seed);
        }
    }

    fn play(&mut self, what: &str, catalog: &Catalog, mission: usize, seed: u64) {
        let (file, text) = self.missions[mission].clone();
        let what = format!("{what} in {file} --seed {seed}");
        let orders = self.orders;
        let begin = std::time::Instant::now();
        let done = self.guarded(&what, |arena| {
            let terms = Terms {
                seed,
                ..Terms::default()
            };
            let mission = mission::parse(&file, &text, catalog, terms).ok()?;
            Some(arena.record_until(&mission, seed, orders))
        });
        if is_deep() && begin.elapsed().as_secs() >= 5 {
            eprintln!("{what}: {} s", begin.elapsed().as_secs());
        }
        match done.flatten() {
            Some(_) => self.played += 1,
            None => self.refused += 1,
        }
    }

    /// Does something with the arena, and notes a panic.
    fn guarded<T>(&mut self, what: &str, act: impl FnOnce(&mut Arena) -> T) -> Option<T> {
        let arena = &mut self.arena;
        match catch_unwind(AssertUnwindSafe(|| act(arena))) {
            Ok(done) => Some(done),
            Err(panic) => {
                let message = panic.downcast_ref::<String>().cloned();
                let message = message.or_else(|| panic.downcast_ref::<&str>().map(|m| (*m).into()));
                self.failures.push(format!("{what}: {message:?}"));
                if is_deep() {
                    eprintln!("FAILED {what}: {message:?}");
                }
                self.arena = Arena::default();
                None
            }
        }
    }

    fn finish(self) {
        eprintln!("{} battles played, {} refused", self.played, self.refused);
        let failures = self.failures;
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    }
}

fn name_of(file: &Path) -> String {
    let name = file.file_name().and_then(|name| name.to_str());
    name.unwrap_or_default().to_owned()
}

fn is_deep() -> bool {
    std::env::var_os("EXTREMES").is_some()
}

fn orders() -> usize {
    if is_deep() { MANY_ORDERS } else { ORDERS }
}

/// Lists the missions that are played by content of a file.
fn missions_of(ground: &Ground, file: &str) -> Vec<usize> {
    let rules = match file {
        "fleet.ron" => "rules: Fleet",
        "party.ron" => "rules: Party",
        "casket.ron" => "rules: Casket",
        "operations.ron" => "rules: Operations",
        "terrain.ron" | "hexsides.ron" => "rules: ",
        _ => "rules: Battlescape",
    };
    let fits = |text: &str| text.contains(rules);
    let all = ground.missions.iter().enumerate();
    all.filter(|(_, (_, text))| fits(text))
        .map(|(at, _)| at)
        .collect()
}

/// Plays each change of a list, or some of them: each on two missions, other ones in turn.
fn play_each(changes: &[(String, Change)]) {
    let mut ground = Ground::new(orders());
    let content = shipped();
    let step = match is_deep() {
        true => 1,
        false => (changes.len() / SAMPLE).max(1),
    };
    for (at, (what, change)) in changes.iter().enumerate().step_by(step) {
        let all = missions_of(&ground, &change.0);
        let some: Vec<_> = match is_deep() {
            true => all,
            false => vec![all[at / step % all.len()]],
        };
        let content = changed(&content, std::slice::from_ref(change));
        ground.try_out(what, &content, &some, at as u64);
    }
    ground.finish();
}

#[test]
fn every_figure_can_be_played_at_its_bounds() {
    let all = figures(&shipped());
    let changes: Vec<_> = (all.iter())
        .flat_map(|figure| {
            [false, true].map(|is_upper| {
                let with = figure.at_bound(is_upper);
                let what = format!("{} = {with}", figure.path);
                (what, (figure.file.clone(), figure.span.clone(), with))
            })
        })
        .collect();
    play_each(&changes);
}

#[test]
fn every_list_can_be_empty_and_every_entry_left_out_or_it_is_refused() {
    let mut changes = Vec::new();
    for (file, text) in &shipped().base {
        let root = tree::parse(file, text).expect("the shipped content is sound");
        walk(&root, file, &mut |node, path| {
            let mut change = |what: &str, range: Range<usize>, with: &str| {
                let what = format!("{path} {what}");
                changes.push((what, (file.clone(), range, with.to_owned())));
            };
            match &node.value {
                Value::List(nodes) if !nodes.is_empty() => {
                    change("empty", node.span.range(), "[]");
                }
                Value::Map(entries) => {
                    change("empty", node.span.range(), "{}");
                    for (key, node) in entries {
                        let comma = text[node.span.end..].starts_with(',');
                        let range = key.span.start..node.span.end + usize::from(comma);
                        change("lacks an entry", range, "");
                    }
                }
                Value::Struct(_, fields) => {
                    for field in fields {
                        let comma = text[field.span.end..].starts_with(',');
                        let range = field.span.start..field.span.end + usize::from(comma);
                        change(&format!("lacks {}", field.name), range, "");
                    }
                }
                _ => {}
            }
        });
    }
    play_each(&changes);
}

#[test]
fn all_figures_can_be_played_at_bounds_together() {
    let content = shipped();
    let all = figures(&content);
    let mut ground = Ground::new(orders());
    let count = MIXTURES[usize::from(is_deep())];
    for seed in 0..count {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        // All at the lower bounds, all at the upper ones, then any of both and of what is shipped.
        let part = [5, 20, 60][rng.random_range(0..3)];
        let mut chosen: Vec<_> = (all.iter())
            .filter_map(|figure| {
                let is_upper = match seed {
                    0 | 1 => seed == 1,
                    _ if rng.random_range(0..100) < part => rng.random_range(0..2) == 1,
                    _ => return None,
                };
                Some((figure, figure.at_bound(is_upper)))
            })
            .collect();
        let content = sound(&content, &mut chosen);
        let missions: Vec<_> = match is_deep() {
            true => (0..ground.missions.len()).collect(),
            false => vec![seed as usize % ground.missions.len()],
        };
        ground.try_out(&format!("mixture {seed}"), &content, &missions, seed);
    }
    ground.finish();
}

/// Takes back what does not fit together, file by file, until the content is sound.
fn sound(content: &ContentText, chosen: &mut Vec<(&Figure, String)>) -> ContentText {
    loop {
        let changes: Vec<_> = (chosen.iter())
            .map(|(figure, with)| (figure.file.clone(), figure.span.clone(), with.clone()))
            .collect();
        let laid = changed(content, &changes);
        let Err(Problems(problems)) = laid.catalog("") else {
            return laid;
        };
        let before = chosen.len();
        for problem in &problems {
            let (message, file) = (&problem.message, &problem.file);
            // Figures that a message names by their paths.
            let is_named = |figure: &Figure| {
                let path = figure.path.trim_start_matches(file.as_str());
                let path = path.trim_start_matches('.');
                let path = path
                    .trim_start_matches("figures.")
                    .trim_start_matches("ai.");
                message
                    .split(' ')
                    .any(|word| path.starts_with(word) && word.len() > 3)
            };
            chosen.retain(|(figure, _)| figure.file != *file || !is_named(figure));
        }
        assert!(
            chosen.len() < before,
            "the shipped figures are sound, but {problems:?}"
        );
    }
}
