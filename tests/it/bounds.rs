//! Every figure of every rule set at its lowest and its highest value, one at a time, in a short battle each: no
//! panic, and every battle ends.
//!
//! What a figure may be is what its form says, so nothing is listed here. `extremes.rs` tries figures of units,
//! weapons and spells, too, some in each run.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use hexscape::content::decode::Figure;
use hexscape::content::form::Kind;
use hexscape::content::tree::{Node, Value};
use hexscape::content::{Catalog, ContentText, PackText, assets_folder, ron_text};
use hexscape::headless::Arena;
use hexscape::mission::edit::Draft;
use hexscape::mission::{self, Terms};
use hexscape::rules::battlescape::content::BattlescapeContent;
use hexscape::rules::battlescape::content::ai::AiFigures;

/// Far more orders than a battle of a few units and turns takes, whatever its figures are.
const MOST_ORDERS: usize = 20_000;
/// Threads that play.
const THREADS: usize = 2;
/// Figures that are given in one way only, or whose bounds go against those of others, in percent.
const MOST_REFUSED: usize = 10;

/// A squad with about everything that a squad can carry, on a small board with about everything on it.
const SQUAD: &str = r#"Mission(name: "Bounds", rules: Battlescape((RULES)),
    board: Drawn(
        legend: {'.': "grass", '#': "wall", '+': "door", 'T': "tree", 'L': "lava", 'x': "crate"},
        rows: [". . . # . . .", " . x . + . T .", ". T . # . L .", " . . . . . . ."],
        heights: [". 1 . . . . .", " . 3 . . . . .", ". . . . . 1 .", " . . . . . . ."],
        fire: [(6, 3)],
    ),
    zones: {"west": [Rect((0, 0), (0, 3))]}, exits: "west",
    sides: [
        (name: "Squad", controller: Ai(Aggressive), units: [
            (kind: "infantry", at: (0, 0), items: ["frag_grenade", "proximity_mine", "gas_grenade"]),
            (kind: "medic", at: (0, 2), items: ["medikit", "stimulant", "smoke_grenade"]),
            (kind: "psion", at: (1, 3)),
        ]),
        (name: "Foes", controller: Ai(Cautious), units: [
            (kind: "sectoid_leader", at: (6, 0)),
            (kind: "ripper", at: (5, 3)),
            (kind: "heavy", at: (4, 1), weapon: "rocket_launcher", items: ["incendiary_grenade", "flare"]),
        ]),
    ],
    objectives: (primary: EliminateAll("Foes"), turn_limit: 3))"#;

const FLEET: &str = r#"Mission(name: "Bounds", rules: Fleet(RULES),
    board: Drawn(
        legend: {'.': "open_space", 'n': "nebula", 'm': "mines", 'a': "asteroids", 'i': "ion_storm"},
        rows: [". . a . n . .", " . m . . . . .", ". . n i . . .", " . . . . . . .", ". . . m . . .", " . . . . . . .",
            ". . . . . . ."],
    ),
    zones: {"west": [Rect((0, 0), (1, 6))], "east": [Rect((5, 0), (6, 6))]},
    sides: [
        (name: "Own", controller: Ai(Aggressive), zone: "west", drive: true, admiral: ["iron_will", "last_stand"],
            carrier: (kind: "standard", at: (0, 1), facing: East, upgrades: ["point_defense"]),
            ships: [
                (kind: "interceptor", pilot: (xp: 350, perks: ["evasive", "steady_aim"])),
                (kind: "frigate", at: (1, 0), facing: East),
                (kind: "destroyer", at: (1, 2), facing: East, weapon: "ion_cannon"),
            ]),
        (name: "Foes", controller: Ai(Cautious), zone: "east",
            ships: [
                (kind: "bomber", at: (4, 1), traits: ["hunter", "spore_cloud"]),
                (kind: "gunship", at: (4, 2), traits: ["bio_armor"]),
                (kind: "interceptor", waiting: true, traits: ["swarm"]),
            ]),
    ],
    objectives: (turn_limit: 5))"#;

const PARTY: &str = r#"Mission(name: "Bounds", rules: Party(RULES),
    board: Drawn(
        legend: {'.': "floor", '#': "wall", '+': "door"},
        rows: [". . . # . . .", " . . . + . . .", ". . . . . . ."],
    ),
    things: [
        Door(at: (3, 1), lock: 20, trap: "needle"),
        Chest(at: (1, 2), lock: 10, holds: ["healing_potion", "fine_axe"]),
        Trap(at: (4, 2), trap: "pit"),
        Pile(at: (0, 1), holds: ["fire_bomb"]),
    ],
    zones: {"out": [(6, 0), (6, 1)]}, map: Local, goal: Reach("out"),
    sides: [
        (name: "Own", controller: Ai(Aggressive), units: [
            (kind: "rogue", at: (0, 0), effects: {"haste": 2}),
            (kind: "hedge_mage", at: (0, 0), pack: ["knife", "buckler", "antidote"], quick: ["bandage"]),
            (kind: "healer", at: (0, 2), pack: ["sling"]),
        ]),
        (name: "Foes", controller: Ai(Aggressive), units: [
            (kind: "bandit_leader", at: (4, 0), group: "a", patrol: [(5, 2), (4, 0)]),
            (kind: "priest", at: (5, 2), group: "a", facing: West),
            (kind: "bandit_archer", at: (6, 2), effects: {"asleep": 3, "bleeding": 4}),
        ]),
    ],
    turn_limit: 4)"#;

const CASKET: &str = r#"Mission(name: "Bounds", rules: Casket(RULES),
    board: Drawn(
        legend: {'.': "floor", '#': "wall", 'm': "mud", 'l': "low_wall", 'i': "ice", 'r': "rubble"},
        rows: [". . . l . . .", " . r . # . i .", ". . m . . . .", " . . . . . . ."],
        heights: [". . . 1 . . .", " . . . . 2 . .", ". . . . . . .", " . . . . . . ."],
        smoke: [(at: (2, 0), density: 1)], fire: [(4, 3)],
    ),
    zones: {"middle": [(3, 2), (3, 3)]}, goal: Points, objectives: ["middle"],
    sides: [
        (name: "Own", controller: Ai(Aggressive), units: [
            (kind: "starter_scout", at: (1, 0), heat: 4),
            (kind: "starter_support", at: (0, 2), damage: {Legs: 3}),
            (kind: "starter_heavy", at: (2, 3), taint: 3),
        ]),
        (name: "Foes", controller: Ai(Cautious), units: [
            (kind: "starter_strayed", at: (5, 0), taint: 7),
            (kind: "starter_assault", at: (6, 2), damage: {Chassis: 6, RightArm: 2}),
            (kind: "bile_toad", at: (5, 3)),
            (kind: "pylon", at: (6, 3)),
        ]),
    ],
    turn_limit: 3)"#;

const OPERATIONS: &str = r#"Mission(name: "Bounds", rules: Operations(RULES),
    board: Drawn(
        layout: FlatOddColumns,
        legend: {'.': "desert", 'r': "rough", 'm': "mountain", 'c': "city", 's': "soft_sand"},
        rows: [". . r . . . .", ". . . c . m .", ". . . . . . .", ". s . . . . .", ". . . . . . ."],
        hexsides: [(at: (2, 2), side: South, kind: "minor_river"), (at: (4, 2), side: South, kind: "wadi")],
    ),
    attacker: "Own", first: "Own",
    roads: [[(1, 0), (1, 4)]],
    objectives: [(at: (3, 1), points: 3)],
    facilities: [(kind: Fortification, at: (3, 2), side: "Foes", level: 2), (kind: Dump, at: (0, 3), side: "Own", stock: 4)],
    sides: [
        (name: "Own", controller: Ai(Aggressive), initiative: 3, units: [
            (kind: "infantry", at: (3, 3)), (kind: "cruisers", at: (3, 3)), (kind: "royal_artillery", at: (2, 3)),
            (kind: "infantry", at: (4, 3), trucks: (men: 6)), (kind: "headquarters", at: (2, 4), trucks: (ammo: 1)),
        ]),
        (name: "Foes", controller: Ai(Cautious), initiative: 3, units: [
            (kind: "infantry", at: (3, 2)), (kind: "machine_gun", at: (3, 2)), (kind: "panzer", at: (4, 2)),
            (kind: "field_artillery", at: (3, 1)), (kind: "headquarters", at: (3, 0), leader: true, trucks: (ammo: 1, fuel: 1)),
        ]),
    ],
    turn_limit: 2)"#;

/// A figure with a value at one of its bounds.
#[derive(Debug)]
struct Change {
    /// Where it stands, with the value.
    path: String,
    /// How files say it.
    text: String,
}

/// Lists the figures of some kind at their bounds, each as a file has it that says nothing else, or all the rest
/// as it was where that has to be whole.
fn changes(kind: &Kind, node: &Node, is_whole: bool) -> Vec<Change> {
    let one = |text: String| Change {
        path: format!(" = {text}"),
        text,
    };
    match (kind, &node.value) {
        (Kind::Whole(range), _) => [range.start(), range.end()]
            .map(|it| one(it.to_string()))
            .into(),
        (Kind::Flag, _) => ["true", "false"].map(|it| one(it.to_owned())).into(),
        (Kind::Choice(choice), _) => {
            let options = choice.options.iter();
            options.map(|option| one(option.written.clone())).collect()
        }
        (Kind::Line, Value::Text(text)) if is_dice(text) => {
            ["\"d1\"", "\"8d200\""].map(|it| one(it.to_owned())).into()
        }
        (Kind::Maybe(inner), value) => {
            let held = match value {
                Value::Tuple(Some(some), items) if some == "Some" => items.first(),
                _ => None,
            };
            let within = changes(inner, held.unwrap_or(node), true).into_iter();
            let some = within.map(|change| around(change, "", |text| format!("Some({text})")));
            some.chain([one("None".to_owned())]).collect()
        }
        (Kind::Fields(fields), Value::Struct(_, nodes)) => {
            let given = |name| nodes.iter().find(|field| field.name == name);
            let fields = fields
                .iter()
                .filter_map(|field| Some((field, given(field.name)?)));
            let below = fields.flat_map(|(field, given)| {
                let name = field.name;
                let others = nodes.iter().filter(|other| is_whole && other.name != name);
                let others =
                    others.map(|other| format!(", {}: {}", other.name, other.node.to_ron()));
                let others: String = others.collect();
                let wrap = move |text| format!("({name}: {text}{others})");
                let step = format!(".{name}");
                changes(&field.kind, &given.node, is_whole)
                    .into_iter()
                    .map(move |change| around(change, &step, &wrap))
            });
            below.collect()
        }
        (Kind::Map(kinds), Value::Map(entries)) => {
            let below = entries.iter().flat_map(|(key, value)| {
                let key = key.to_ron();
                let others = entries
                    .iter()
                    .filter(|(other, _)| is_whole && other.to_ron() != key);
                let others = others
                    .map(|(other, value)| format!(", {}: {}", other.to_ron(), value.to_ron()));
                let others: String = others.collect();
                let step = format!(".{key}");
                let wrap = move |text| format!("{{{key}: {text}{others}}}");
                changes(&kinds.1, value, is_whole)
                    .into_iter()
                    .map(move |change| around(change, &step, &wrap))
            });
            below.collect()
        }
        (Kind::List(kind, _), Value::List(items) | Value::Tuple(None, items)) => {
            in_list(items, ['[', ']'], |_| kind)
        }
        (Kind::Pair(kinds), Value::List(items) | Value::Tuple(None, items)) => in_list(
            items,
            ['(', ')'],
            |at| if at == 0 { &kinds.0 } else { &kinds.1 },
        ),
        _ => Vec::new(),
    }
}

/// Lists changes of one item of a list each; the others stay as they are.
fn in_list<'k>(
    items: &[Node],
    [open, close]: [char; 2],
    kind: impl Fn(usize) -> &'k Kind,
) -> Vec<Change> {
    let written: Vec<_> = items.iter().map(Node::to_ron).collect();
    let below = items.iter().enumerate().flat_map(|(at, item)| {
        let whole = |text: String| {
            let mut all = written.clone();
            all[at] = text;
            format!("{open}{}{close}", all.join(", "))
        };
        let below = changes(kind(at), item, true).into_iter();
        let below = below.map(|change| around(change, &format!(".{at}"), whole));
        below.collect::<Vec<_>>()
    });
    below.collect()
}

/// Takes a change a step up.
fn around(change: Change, step: &str, wrap: impl Fn(String) -> String) -> Change {
    Change {
        path: format!("{step}{}", change.path),
        text: wrap(change.text),
    }
}

fn is_dice(text: &str) -> bool {
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    (text.split_once('d'))
        .is_some_and(|(count, sides)| all_digits(count) && all_digits(sides) && !sides.is_empty())
}

/// Lists the figures that missions of a kind may change, at their bounds.
fn of_mission(mission: &str, catalog: &Catalog) -> Vec<Change> {
    let text = mission.replace("RULES", "");
    let draft = Draft::from_text("bounds.ron", text).unwrap_or_else(|problem| panic!("{problem}"));
    let forms = draft.forms(catalog);
    // Most decks that come by chance are illegal; `casket_content` checks those. Cells of tables hang together, so
    // most at their bounds are refused; `operations_scenario` checks those.
    let forms = forms
        .figures
        .iter()
        .filter(|(field, _)| !["decks", "tables"].contains(&field.name));
    let figures = forms.flat_map(|(field, node)| {
        let name = field.name;
        let wrap = move |text| format!("{name}: {text}");
        let below = changes(&field.kind, node, false).into_iter();
        below.map(move |change| around(change, name, wrap))
    });
    figures.collect()
}

/// Lists the figures of the computer that plays squads, which are in a file of their own, at their bounds.
fn of_computer(catalog: &Catalog) -> Vec<Change> {
    let node = ron_text::to_node(&catalog.part::<BattlescapeContent>().ai);
    let all = changes(&AiFigures::kind(None), &node, false).into_iter();
    all.map(|change| around(change, "ai", |text| text))
        .collect()
}

fn shipped() -> ContentText {
    let folder = assets_folder().expect("the assets are beside the crate");
    ContentText::read(&folder.join("content")).unwrap_or_else(|problems| panic!("{problems}"))
}

/// How a battle at bounds goes.
enum Course {
    Ends,
    Refused,
    Fails(String),
}

/// Plays a battle of a mission.
fn play(arena: &mut Arena, text: &str, catalog: &Catalog, seed: u64) -> Course {
    let terms = Terms {
        seed,
        ..Terms::default()
    };
    let played = catch_unwind(AssertUnwindSafe(|| {
        let mission = mission::parse("bounds.ron", text, catalog, terms).ok()?;
        let record = arena.record_until(&mission, seed, MOST_ORDERS);
        Some(record.outcome.map_or(Err(record.orders), |_| Ok(())))
    }));
    match played {
        Ok(None) => Course::Refused,
        Ok(Some(Ok(()))) => Course::Ends,
        Ok(Some(Err(orders))) => Course::Fails(format!("goes on after {orders} orders")),
        Err(panic) => {
            *arena = Arena::default();
            let told = panic.downcast_ref::<String>().cloned();
            let told = told.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            Course::Fails(format!("panics: {}", told.unwrap_or_default()))
        }
    }
}

/// Plays a battle for each of some changes, on as many threads as there are, and checks that all end.
fn play_all<T: Sync>(all: &[T], play: impl Fn(&mut Arena, &T, u64) -> (String, Course) + Sync) {
    let failures = Mutex::new(BTreeMap::new());
    let refused = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (failures, refused, play) = (&failures, &refused, &play);
            scope.spawn(move || {
                let mut arena = Arena::default();
                for (seed, change) in (0..).zip(all).skip(thread).step_by(THREADS) {
                    let (what, course) = play(&mut arena, change, seed);
                    match course {
                        Course::Ends => {}
                        Course::Refused => refused.lock().expect("no thread panics").push(what),
                        Course::Fails(why) => {
                            failures.lock().expect("no thread panics").insert(what, why);
                        }
                    }
                }
            });
        }
    });
    let refused = refused.into_inner().expect("no thread panics");
    println!("{} battles, refused: {refused:#?}", all.len());
    let failures = failures.into_inner().expect("no thread panics");
    assert!(failures.is_empty(), "{failures:#?}");
    assert!(
        refused.len() * 100 <= all.len() * MOST_REFUSED,
        "{refused:#?}"
    );
}

/// Lays a file of a pack over the shipped content.
fn with(content: &ContentText, file: &str, text: &str) -> ContentText {
    let mut content = content.clone();
    content.packs.push(PackText {
        name: "bounds".to_owned(),
        files: [(file.to_owned(), text.to_owned())].into(),
    });
    content
}

/// Plays a mission for each of the figures that it may change, under each of some contents.
fn check(mission: &str, contents: &[ContentText]) {
    let catalogs: Vec<_> = (contents.iter())
        .map(|content| {
            content
                .catalog("")
                .unwrap_or_else(|problems| panic!("{problems}"))
        })
        .collect();
    let figures = of_mission(mission, &catalogs[0]);
    assert!(figures.len() > 100, "there are {} figures", figures.len());
    let all: Vec<_> = (catalogs.iter())
        .flat_map(|catalog| figures.iter().map(move |change| (catalog, change)))
        .collect();
    play_all(&all, |arena, (catalog, change), seed| {
        let text = mission.replace("RULES", &change.text);
        let what = format!("{} --seed {seed}", change.path);
        (what, play(arena, &text, catalog, seed))
    });
}

#[test]
fn every_figure_of_squads_at_its_bounds_lets_battles_end() {
    check(SQUAD, &[shipped()]);
}

#[test]
fn every_figure_of_the_computer_that_plays_squads_at_its_bounds_lets_battles_end() {
    let content = shipped();
    let catalog = content
        .catalog("")
        .unwrap_or_else(|problems| panic!("{problems}"));
    let figures = of_computer(&catalog);
    assert!(figures.len() > 100, "there are {} figures", figures.len());
    let text = SQUAD.replace("RULES", "");
    play_all(&figures, |arena, change, seed| {
        let what = format!("{} --seed {seed}", change.path);
        match with(&content, "ai.ron", &change.text).catalog("") {
            Ok(catalog) => (what, play(arena, &text, &catalog, seed)),
            Err(_) => (what, Course::Refused),
        }
    });
}

#[test]
fn every_figure_of_fleets_at_its_bounds_lets_battles_end() {
    check(FLEET, &[shipped()]);
}

#[test]
fn every_figure_of_the_party_at_its_bounds_lets_battles_end_by_scripts_and_by_plan() {
    let scripted = "(figures: (deciders: (party: Script, others: Script)))";
    let planned = "(figures: (deciders: (party: Planner, others: Planner)))";
    let contents = [scripted, planned].map(|text| with(&shipped(), "party.ron", text));
    check(PARTY, &contents);
}

#[test]
fn every_figure_of_caskets_at_its_bounds_lets_battles_end() {
    check(CASKET, &[shipped()]);
}

#[test]
fn every_figure_of_operations_at_its_bounds_lets_battles_end() {
    check(OPERATIONS, &[shipped()]);
}

/// Rules under which steps cost nothing: nobody's AP ever end.
#[test]
fn scripts_whose_steps_are_free_end_their_turn_and_the_log_says_why() {
    let scripts = r#"scripts: {"march": (combat: [(when: [SeesEnemy], act: Attack(Nearest))])}"#;
    let rules = format!(
        "figures: (costs: (step: 0), most_actions: 3, deciders: (party: Script, others: Script)), {scripts}"
    );
    let text = format!(
        r#"Mission(name: "March", rules: Party({rules}),
        board: Drawn(legend: {{'.': "floor"}}, rows: [". . . . . . . . . . . .", " . . . . . . . . . . . ."]),
        sides: [
            (name: "Own", controller: Ai(Aggressive), units: [(kind: "fighter", at: (0, 0), script: "march")]),
            (name: "Foes", controller: Ai(Aggressive), units: [(kind: "bandit", at: (11, 0), script: "march")]),
        ], turn_limit: 6)"#
    );
    let told = logged(&text);
    assert!(
        told.contains("Bandit 1 can take no more actions this turn"),
        "{told}"
    );
    assert!(
        told.contains("the party can take no more actions this turn"),
        "{told}"
    );
    assert!(told.lines().count() < 6 * 2 * 2 * (9 + 3), "{told}");
}

/// Found in logs: a guard that saw an enemy from one hex and none from the next went to and fro for a whole turn.
#[test]
fn a_script_does_not_undo_the_step_it_has_just_taken() {
    let script =
        r#"(combat: [(when: [SeesEnemy], act: Flee), (when: [], act: MoveTo(CombatStart))])"#;
    let rules = format!(
        "figures: (deciders: (party: Script, others: Script)), scripts: {{\"pace\": {script}}}"
    );
    let text = format!(
        r#"Mission(name: "Pace", rules: Party({rules}),
        board: Drawn(legend: {{'.': "floor", '#': "wall"}}, rows: [". . # . .", " . . . . .", ". . # . ."]),
        sides: [
            (name: "Own", controller: Ai(Aggressive), units: [(kind: "fighter", at: (1, 1), script: "pace")]),
            (name: "Foes", controller: Ai(Aggressive), units: [(kind: "bandit", at: (3, 1), script: "pace")]),
        ], turn_limit: 6)"#
    );
    let told = logged(&text);
    let turns: Vec<_> = told.split("\nTurn ").collect();
    assert!(turns.len() > 3, "{told}");
    for turn in turns {
        let steps = turn
            .lines()
            .filter(|line| line.contains("Fighter 1 moves to"));
        // Back where combat began, and away again in the next turn.
        assert!(steps.count() <= 2, "{told}");
    }
}

/// Plays a mission of this text and returns the log.
fn logged(text: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder for the test");
    std::fs::write(folder.path().join("mission.ron"), text).expect("the folder can be written");
    let sim = std::process::Command::new(env!("CARGO_BIN_EXE_hexscape"))
        .args(["sim", "mission.ron", "--log"])
        .current_dir(folder.path())
        .output()
        .expect("it was built for this test");
    let told = String::from_utf8_lossy(&sim.stdout).into_owned();
    assert_eq!(sim.status.code(), Some(0), "{told}");
    told
}
