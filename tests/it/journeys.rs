//! Journeys of the party: one battle over several maps, which is saved, taken back and played again like any.

use bevy::prelude::World;
use hexscape::battle::board::Board;
use hexscape::battle::grid::{Direction, TileId};
use hexscape::battle::journal::Journal;
use hexscape::battle::map::{MapId, Maps};
use hexscape::battle::order::{Pending, UndoStack, fingerprint, submit, undo};
use hexscape::battle::phase::Verdict;
use hexscape::battle::rules::Rules;
use hexscape::battle::snapshot::Snapshot;
use hexscape::battle::unit::{Health, Presence, Roster, Side, UnitId, edit, part};
use hexscape::content::{assets_folder, load_default};
use hexscape::headless::{Arena, MAX_ORDERS};
use hexscape::mission::edit::{Draft, Edit, Margins};
use hexscape::mission::{self, Mission, MissionSource, Terms};
use hexscape::playing::Game;
use hexscape::replay::Replay;
use hexscape::rules::kit::formation::Formation;
use hexscape::rules::party::objects::{self, Deed};
use hexscape::rules::party::order::Order;
use hexscape::rules::party::progress::{PARTY, Progress};
use hexscape::rules::party::scenario::Scenario;
use hexscape::rules::party::{Party, encounter, outlook, setup};
use hexscape::save::{JournalFile, SaveKind};

use crate::properties::shipped;

const NAME: &str = "party_long_road";

/// A journey with an inn, and a meadow to fight on.
const SMALL: &str = r##"Mission(name: "Way", rules: Party(),
    board: Drawn(legend: {'.': "grass"}, rows: ["........", "........", "........"]),
    zones: {"inn": [(1, 1)], "far": [(7, 0)]},
    map: Overland, goal: Reach("far"),
    overland: (owner: "Foes", combat: ["Meadow"], groups: ["met"]),
    locations: {"Inn": (zone: "inn", enter: "Inn")},
    groups: {"met": (level: 9)},
    maps: {
        "Inn": (map: Local, board: Drawn(legend: {'.': "floor", '#': "wall"}, rows: ["....#..", "....#..", "....#.."]),
            zones: {"door": [Rect((0, 0), (0, 2))]}, gate: "door"),
        "Meadow": (board: Drawn(legend: {'.': "grass"}, rows: ["......", "......", "......"]),
            zones: {"w": [(1, 1)], "e": [(4, 1)], "out": [Rect((0, 0), (0, 2))]},
            start: (party: "w", enemies: "e"), escape: "out"),
    },
    sides: [
        (name: "Own", controller: Human, units: [(kind: "fighter", name: "A", at: (1, 1)), (kind: "scout", name: "B")]),
        (name: "Foes", controller: Ai(Aggressive), units: [
            (kind: "zombie", name: "Z", at: (7, 2)), (kind: "zombie", name: "M", group: "met"),
            (kind: "watchman", name: "W", map: "Inn", at: (6, 1))]),
    ])"##;

fn source() -> MissionSource {
    source_of(NAME)
}

fn source_of(name: &str) -> MissionSource {
    let assets = assets_folder().expect("the assets are beside the crate");
    let file = assets.join("missions").join(name).with_extension("ron");
    MissionSource::read(&file, &assets.join("content")).unwrap_or_else(|error| panic!("{error}"))
}

/// Reads the small journey, with something in it written otherwise.
fn small(right: &str, wrong: &str) -> Result<Mission, String> {
    assert!(SMALL.contains(right), "{right} is not in the mission");
    let catalog = load_default().expect("the shipped content is sound");
    let text = SMALL.replacen(right, wrong, 1);
    mission::parse("way.ron", &text, &catalog, Terms::default())
        .map_err(|problems| problems.to_string())
}

fn begun() -> World {
    let mission = small("", "").unwrap_or_else(|why| panic!("{why}"));
    let mut world = World::new();
    Party::set_up(&mut world, &mission, 1);
    world.resource_mut::<UndoStack<Party>>().enable();
    world
}

fn order(world: &mut World, order: Order) {
    submit::<Party>(world, PARTY, order.clone())
        .unwrap_or_else(|refusal| panic!("{order:?}: {refusal}"));
}

fn map_of(world: &World) -> MapId {
    world.resource::<Maps>().now()
}

/// Returns the side that has to order now.
fn due(world: &World) -> Side {
    let mut sides = [Side(0), Side(1)].into_iter();
    let due = sides.find(|&side| Party::owes(world, side));
    due.expect("somebody orders in a battle that goes on")
}

#[test]
fn a_journey_saved_on_any_map_loads_to_its_fingerprint() {
    let (source, mission) = (source(), shipped(NAME));
    let mut seen = std::collections::BTreeMap::<MapId, usize>::new();
    let mut is_asked = false;
    for seed in 0..4 {
        let mut world = World::new();
        Party::set_up(&mut world, &mission, seed);
        for count in 0..400 {
            if world.resource::<Verdict>().0.is_some() {
                break;
            }
            let before = map_of(&world);
            let (side, asked) = (due(&world), world.resource::<Pending<Party>>().0.is_some());
            if count % 25 == 0 || asked {
                let save = JournalFile::<Party>::save(
                    &world,
                    source.clone(),
                    PARTY,
                    SaveKind::Named,
                    false,
                );
                let text = save.to_text();
                let path = std::path::Path::new("way.hexsave");
                let read = JournalFile::<Party>::from_bytes(path, text.as_bytes());
                let mut other = World::new();
                (read.expect("it is whole").restore(&mut other, &mission)).expect("it fits");
                assert_eq!(map_of(&other), before);
                let prints = [&mut world, &mut other].map(fingerprint::<Party>);
                assert_eq!(prints[0], prints[1], "seed {seed}, order {count}");
                let next = [&world, &other].map(|world| Party::advise(world, side));
                assert_eq!(next[0], next[1], "they go on alike");
                is_asked |= asked;
            }
            let next = Party::decide(&mut world, side);
            submit::<Party>(&mut world, side, next).expect("it is legal");
            *seen.entry(map_of(&world)).or_default() += 1;
        }
        let file = JournalFile::<Party>::collect(&world, source.clone(), seed, false);
        let mut replay = Replay::new(file).expect("the journal leads where it led");
        let mut again = World::new();
        for at in [replay.len(), replay.len() / 2, 1, replay.len()] {
            replay.seek(&mut again, at).expect("it leads where it led");
        }
        let prints = [&mut world, &mut again].map(fingerprint::<Party>);
        assert_eq!(prints[0], prints[1], "seed {seed} replayed");
    }
    println!("orders by map: {seen:?}; while asked: {is_asked}");
    assert!(
        seen.len() >= 2 && seen.contains_key(&MapId::FIRST),
        "{seen:?}"
    );
}

#[test]
fn what_was_left_on_a_map_is_there_again() {
    let mut world = begun();
    let grid = world.resource::<Board>().grid;
    let prints = fingerprint::<Party>(&mut world);
    order(&mut world, Order::Enter);
    assert_eq!(world.resource::<Maps>().name(), "Inn");
    assert_eq!(world.resource::<Board>().grid.len(), 21);
    let presence = |world: &World, id| *part::<Presence>(world, UnitId(id));
    assert_eq!(
        presence(&world, 2),
        Presence::Reserve,
        "the zombie is outside"
    );
    assert_eq!(
        presence(&world, 4),
        Presence::OnBoard,
        "the watchman is inside"
    );
    order(&mut world, Order::Leave);
    assert_eq!(world.resource::<Board>().grid, grid);
    assert_eq!(presence(&world, 2), Presence::OnBoard);
    assert_eq!(presence(&world, 4), Presence::Reserve);
    assert_ne!(
        fingerprint::<Party>(&mut world),
        prints,
        "turns have passed"
    );
    order(&mut world, Order::Enter);
    assert_eq!(presence(&world, 4), Presence::OnBoard);
}

#[test]
fn things_doors_and_chests_stay_as_they_were_left() {
    let rows = r#"'#': "wall"}, rows: ["....#..""#;
    let door = r#"'#': "wall", '+': "door"}, rows: [".+..#..""#;
    let things = r#"things: [Chest(at: (1, 1), holds: ["bandage", "fire_bomb"])], gate: "door""#;
    let text = SMALL.replacen(rows, door, 1);
    let text = text.replacen("gate: \"door\"", things, 1);
    let catalog = load_default().expect("the shipped content is sound");
    let mission = mission::parse("way.ron", &text, &catalog, Terms::default());
    let mission = mission.unwrap_or_else(|problems| panic!("{problems}"));
    let mut world = World::new();
    Party::set_up(&mut world, &mission, 1);
    let [fighter, scout] = [UnitId(0), UnitId(1)];
    order(&mut world, Order::Enter);
    let grid = world.resource::<Board>().grid;
    let [corner, door, chest] =
        [(0, 0), (1, 0), (1, 1)].map(|(x, y)| grid.from_offset(x, y).expect("on the board"));
    order(&mut world, Order::Handle(fighter, Deed::Open, door));
    order(&mut world, Order::Open(fighter));
    order(&mut world, Order::Put(fighter, 0, corner));
    order(&mut world, Order::Handle(scout, Deed::Open, chest));
    let loot = (objects::known_at(&world, PARTY, chest).next()).expect("it is seen");
    order(&mut world, Order::Take(scout, chest, loot.holds[0]));
    let left = |world: &World| {
        let objects = world.resource::<Progress>().objects.clone();
        (objects, world.resource::<Board>().layers.state(door))
    };
    let before = left(&world);
    let held = objects::known(&world, PARTY).map(|object| object.holds.len());
    assert_eq!(
        held.collect::<Vec<_>>(),
        [1, 1],
        "a dagger lies there, and a thing is left"
    );
    order(&mut world, Order::Leave);
    assert_eq!(
        objects::known(&world, PARTY).count(),
        0,
        "there is nothing outside"
    );
    // A battle that is loaded here knows it, too; one in which the dagger was taken along is another.
    let outside = Snapshot::<Party>::take(&world);
    let print = fingerprint::<Party>(&mut world);
    let mut other = World::new();
    Party::set_up(&mut other, &mission, 1);
    outside.restore(&mut other);
    assert_eq!(fingerprint::<Party>(&mut other), print);
    for world in [&mut world, &mut other] {
        order(world, Order::Enter);
        assert_eq!(left(world), before);
    }
    outside.restore(&mut other);
    let mut progress = other.resource_mut::<Progress>();
    progress.course.left.clear();
    assert_ne!(
        fingerprint::<Party>(&mut other),
        print,
        "what is elsewhere counts"
    );
}

#[test]
fn orders_are_taken_back_on_the_map_where_they_were_given() {
    let mut world = begun();
    order(&mut world, Order::Enter);
    let before = fingerprint::<Party>(&mut world);
    let east = Direction::new(0);
    order(&mut world, Order::Move(UnitId(0), vec![east]));
    assert!(undo::<Party>(&mut world), "nothing was rolled or revealed");
    assert_eq!(fingerprint::<Party>(&mut world), before);
    assert_eq!(world.resource::<Maps>().name(), "Inn");
    // A state of one map is put back while another is in play.
    let inside = Snapshot::<Party>::take(&world);
    order(&mut world, Order::Leave);
    inside.restore(&mut world);
    assert_eq!(fingerprint::<Party>(&mut world), before);
    assert_eq!(world.resource::<Board>().grid.len(), 21);
}

#[test]
fn players_do_not_save_on_combat_maps_unless_the_switch_says_so() {
    let refusal = |name: &str| {
        let mut world = World::new();
        Party::set_up(&mut world, &shipped(name), 1);
        Party::refuses_saves(&world)
    };
    assert_eq!(refusal(NAME), None, "on an overland map");
    assert_eq!(refusal("party_quiet_steps"), None, "on a local map");
    let why = refusal("party_first_blood").expect("it is a combat map");
    assert!(why.contains("combat map"), "{why}");
    let mut source = source();
    let on = "rules: Party(figures: (saving_on_combat_maps: true))";
    source.text = source.text.replacen("rules: Party()", on, 1);
    source.text = source.text.replacen("danger: 20", "danger: 100", 1);
    for (is_on, source) in [(true, source.clone()), (false, self::source())] {
        let mission = source.build(3).unwrap_or_else(|error| panic!("{error}"));
        let mut world = World::new();
        Party::set_up(&mut world, &mission, 3);
        for _ in 0..300 {
            if map_of(&world) != MapId::FIRST || world.resource::<Verdict>().0.is_some() {
                break;
            }
            let side = due(&world);
            let next = Party::decide(&mut world, side);
            submit::<Party>(&mut world, side, next).expect("it is legal");
        }
        assert_ne!(map_of(&world), MapId::FIRST, "they met somebody");
        assert_eq!(Party::refuses_saves(&world).is_none(), is_on);
    }
}

#[test]
fn journeys_end_whatever_the_seed() {
    let seeds = std::env::var("BALANCE_RUNS").ok();
    let seeds = seeds.and_then(|text| text.parse().ok()).unwrap_or(8);
    let mission = shipped(NAME);
    let mut arena = Arena::default();
    let (mut won, mut fights) = (0, 0);
    for seed in 0..seeds {
        arena.set_up(&mission, seed);
        let report = arena.play(seed);
        let ending = report
            .ending
            .unwrap_or_else(|| panic!("seed {seed} does not end: {report:?}"));
        assert!(report.orders < MAX_ORDERS);
        won += u64::from(ending.is_won_by(PARTY));
        let world = arena.world_mut();
        let entries = world.resource::<Journal<Party>>().entries.len();
        let dead = world.resource::<Roster>().ids();
        let dead = dead.filter(|&id| *part::<Presence>(world, id) == Presence::Dead);
        fights += u64::from(dead.count() > 0);
        assert!(entries > 5, "seed {seed}");
        assert!(setup::journey(world).is_some());
    }
    println!("{won} of {seeds} journeys won, {fights} with losses on any side");
    assert!(fights > 0, "somebody is met");
}

#[test]
fn difficulty_is_the_number_of_enemies_and_leaves_no_group_without_anybody() {
    let enemies = |name: &str, percent| {
        let mission = source_of(name).at(percent).build(1);
        let mission = mission.unwrap_or_else(|error| panic!("{error}"));
        let mut world = World::new();
        Party::set_up(&mut world, &mission, 1);
        let bands = setup::journey(&world).map_or_else(Vec::new, |journey| {
            journey
                .bands
                .iter()
                .map(|band| band.members.len())
                .collect()
        });
        let roster = world.resource::<Roster>();
        let all = roster.ids().filter(|&id| roster.side(id) != PARTY).count();
        (all, roster.len() - all, bands)
    };
    let (all, party, _) = enemies(NAME, 100);
    let (fewer, same, bands) = enemies(NAME, 75);
    assert_eq!((fewer, same), ((all * 3).div_ceil(4), party));
    assert!(bands.iter().all(|&count| count > 0), "{bands:?}");
    let (more, _, bands) = enemies(NAME, 200);
    assert_eq!(more, 2 * all);
    assert!(bands.iter().sum::<usize>() > all, "{bands:?}");
    let [(all, ..), (more, ..)] = [100, 150].map(|percent| enemies("party_first_blood", percent));
    assert_eq!(more, (all * 3).div_ceil(2));
}

#[test]
fn enemies_with_names_have_fewer_hit_points_where_difficulty_is_lower() {
    let enemies = |name: &str, percent| {
        let mission = source_of(name).at(percent).build(1);
        let mut world = World::new();
        Party::set_up(&mut world, &mission.expect("it is sound"), 1);
        let roster = world.resource::<Roster>();
        let ids = roster.ids().filter(|&id| roster.side(id) != PARTY);
        let points: Vec<_> = ids.map(|id| part::<Health>(&world, id).max).collect();
        (
            points.len(),
            points.iter().map(|&one| u32::from(one)).sum::<u32>(),
        )
    };
    let (all, points) = enemies("party_first_blood", 100);
    let (same, half) = enemies("party_first_blood", 50);
    assert_eq!(same, all, "nobody with a name stays away");
    assert!(
        (half * 2).abs_diff(points) <= 100 * all as u32,
        "{half} of {points}"
    );
    let strength = |percent| enemies("party_narrow_bridge", percent).1;
    let points = [25, 50, 75, 100, 125].map(strength);
    assert!(points.is_sorted(), "{points:?}");
    let (few, left) = enemies("party_narrow_bridge", 75);
    let (many, full) = enemies("party_narrow_bridge", 100);
    assert!(few < many && left < full, "who has no name stays away");
}

#[test]
fn mistakes_in_journeys_are_told_with_their_place() {
    for (right, wrong, told) in [
        (
            "combat: [\"Meadow\"]",
            "combat: [\"Medow\"]",
            "did you mean `Meadow`?",
        ),
        (
            "combat: [\"Meadow\"]",
            "combat: [\"Inn\"]",
            "this map must have `map: Combat`",
        ),
        (
            "groups: [\"met\"]",
            "groups: [\"meet\"]",
            "did you mean `met`?",
        ),
        ("owner: \"Foes\"", "owner: \"Fos\"", "did you mean `Foes`?"),
        (
            "enter: \"Inn\"",
            "enter: \"Meadow\"",
            "this map must have `map: Local`",
        ),
        (
            "zone: \"inn\", enter: \"Inn\"",
            "zone: \"inn\"",
            "needs a local map to `enter`, or maps",
        ),
        ("zone: \"inn\"", "zone: \"in\"", "did you mean `inn`?"),
        (", gate: \"door\"", "", "needs a zone to enter and leave"),
        (
            "start: (party: \"w\", enemies: \"e\"),",
            "",
            "needs zones to arrive in",
        ),
        ("[(4, 1)], \"out\"", "[(9, 1)], \"out\"", "is off the board"),
        ("map: Local,", "map: Overland,", "has one overland map"),
        (
            "map: Overland, goal",
            "goal",
            "only journeys (`map: Overland`) have this",
        ),
        (
            "map: \"Inn\", at: (6, 1)",
            "map: \"Inn\", at: (6, 3)",
            "is off the board",
        ),
        ("map: \"Inn\", at", "map: \"In\", at", "did you mean `Inn`?"),
        ("name: \"B\")", "name: \"B\", at: (3, 1))", "travels as one"),
        (", groups: [\"met\"]", "", "never meets this character"),
        (
            "map: Overland, goal",
            "map: Overland, things: [Pile(at: (0, 0), holds: [\"dagger\"])], goal",
            "not on its overland map",
        ),
        ("level: 9", "level: 99", "out of range"),
        ("\"met\": (level", "\"mett\": (level", "did you mean `met`?"),
        ("\"Meadow\": (board", "\"Inn\": (board", "is given twice"),
    ] {
        let complaint = small(right, wrong).err().unwrap_or_default();
        assert!(complaint.contains(told), "{wrong}: {complaint:?}");
        assert!(complaint.contains("way.ron:"), "{wrong}: {complaint}");
    }
}

#[test]
fn sides_and_groups_arrive_in_their_own_formations() {
    let formations = |right: &str, wrong: &str| {
        let mission = small(right, wrong).unwrap_or_else(|problem| panic!("{problem}"));
        let units = mission.asked::<Scenario>().units();
        units
            .map(|(_, _, unit)| unit.sheet.formation)
            .collect::<Vec<_>>()
    };
    use Formation::{Column, Wedge};
    let wedges = [Wedge; 5];
    assert_eq!(formations("", ""), wedges);
    let of_side = formations("(name: \"Own\",", "(name: \"Own\", formation: Column,");
    assert_eq!(of_side, [Column, Column, Wedge, Wedge, Wedge]);
    let of_group = formations("(level: 9)", "(level: 9, formation: Column)");
    assert_eq!(of_group, [Wedge, Wedge, Wedge, Column, Wedge]);
    let problem =
        small("(level: 9)", "(level: 9, formation: Line)").expect_err("no such formation");
    assert!(problem.contains("Wedge, Column"), "{problem}");

    let text = r##"Mission(name: "Line", rules: Party(),
        board: Drawn(legend: {'.': "grass"}, rows: [".........", ".........", "........."]),
        zones: {"w": [(4, 1)], "e": [(7, 1)]}, start: (party: "w", enemies: "e"),
        sides: [
            (name: "Own", controller: Human, formation: Column, units: [(kind: "fighter"), (kind: "scout")]),
            (name: "Foes", controller: Ai(Aggressive), units: [(kind: "zombie"), (kind: "zombie")]),
        ])"##;
    let catalog = load_default().expect("the shipped content is sound");
    let mission = mission::parse("line.ron", text, &catalog, Terms::default())
        .unwrap_or_else(|problems| panic!("{problems}"));
    let mut world = World::new();
    Party::set_up(&mut world, &mission, 1);
    let board = world.resource::<Board>();
    let hex = |id| board.grid.hex(board.seat(UnitId(id)).expect("it arrived"));
    let [east, west] = [0, 3].map(Direction::new);
    assert_eq!(hex(1) - hex(0), Column.offset(1, east));
    assert_eq!(hex(3) - hex(2), Wedge.offset(1, west));
}

#[test]
fn an_editor_keeps_the_maps_that_it_cannot_paint() {
    let catalog = load_default().expect("the shipped content is sound");
    let source = source();
    let mut draft = Draft::from_text(NAME, source.text.clone()).expect("it parses");
    let maps = |text: &str| {
        let (_, maps) = text.split_once("maps: {").expect("there are maps");
        maps.split_once("sides: [")
            .expect("sides follow")
            .0
            .to_owned()
    };
    for edit in [
        Edit::Terrain(vec![TileId(3)], "bush".into()),
        Edit::Zone("harbor".into(), vec![TileId(79)]),
        Edit::set("sides.0.units.0.hp", "30"),
        Edit::set("overland.danger", "25"),
    ] {
        draft
            .apply(&edit)
            .unwrap_or_else(|why| panic!("{edit:?}: {why}"));
    }
    // What stands on another map stays where it is when the board grows.
    let margins = Margins {
        left: 1,
        ..Margins::default()
    };
    (draft.apply(&Edit::Margins(margins))).unwrap_or_else(|why| panic!("{why}"));
    assert!(
        draft.text().contains("name: \"Brannoc\", at: (1, 4)"),
        "{}",
        draft.text()
    );
    assert!(draft.text().contains("map: \"Toll House\", at: (5, 2)"));
    assert_eq!(maps(draft.text()), maps(&source.text));
    let problems = draft.problems(&catalog);
    assert!(problems.is_empty(), "{problems:?}");
}

#[test]
fn a_map_to_fight_on_is_drawn_evenly_from_those_of_the_place() {
    let mission = shipped(NAME);
    let mut drawn = std::collections::BTreeMap::<String, u32>::new();
    for seed in 0..80 {
        let mut world = World::new();
        Party::set_up(&mut world, &mission, seed);
        while map_of(&world) == MapId::FIRST && world.resource::<Verdict>().0.is_none() {
            let side = due(&world);
            let decided = Party::decide(&mut world, side);
            submit::<Party>(&mut world, side, decided).expect("the computer's orders pass");
        }
        let maps = world.resource::<Maps>();
        *drawn.entry(maps.name().to_owned()).or_default() += 1;
    }
    // Both stand in the list of the overland map; the mill has one of its own.
    let [meadow, copse] = ["Meadow", "Copse"].map(|name| drawn.get(name).copied().unwrap_or(0));
    let both = meadow + copse;
    assert!(
        both > 30 && meadow * 4 > both && copse * 4 > both,
        "{drawn:?}"
    );
}

#[test]
fn the_highest_danger_counts_and_no_chance_is_above_all() {
    assert_eq!(encounter::chance(10, [15, 3]), 25);
    assert_eq!(encounter::chance(10, []), 10);
    assert_eq!(encounter::chance(90, [60]), 100);
}

#[test]
fn the_average_of_levels_rounds_halves_up() {
    for (levels, expected) in [
        (vec![3, 3, 3], 3),
        (vec![1, 2], 2),
        (vec![1, 1, 2], 1),
        (vec![], 0),
    ] {
        assert_eq!(encounter::average(levels.clone()), expected, "{levels:?}");
    }
}

#[test]
fn groups_too_weak_or_too_strong_keep_away() {
    let met = [0, 1, 5, 6, -1].map(|group| encounter::is_match(group, 3, 2));
    assert_eq!(met, [false, true, true, false, true]);
}

/// Whoever is hurt does not look around any more, and goes back to the gate.
#[test]
fn the_way_back_to_a_gate_leads_around_known_traps() {
    let right = r#"zones: {"door": [Rect((0, 0), (0, 2))]}, gate: "door""#;
    let trapped =
        r#"zones: {"door": [(0, 1)]}, things: [Trap(at: (2, 1), trap: "pit")], gate: "door""#;
    let mission = small(right, trapped).unwrap_or_else(|why| panic!("{why}"));
    let mut world = World::new();
    Party::set_up(&mut world, &mission, 1);
    order(&mut world, Order::Enter);
    let (scout, tile) = (UnitId(1), |column: u32, row: u32| TileId(row * 7 + column));
    for to in [tile(1, 0), tile(3, 1)] {
        let path = outlook::ways(&world, scout, 20).path(to);
        order(
            &mut world,
            Order::Move(scout, path.expect("it can go there")),
        );
    }
    let trap = tile(2, 1);
    assert!(
        objects::known_at(&world, PARTY, trap).next().is_some(),
        "it was found"
    );
    for id in [UnitId(0), scout] {
        let max = part::<Health>(&world, id).max;
        edit(&mut world, id).set(Health { now: 100, max });
    }
    let Order::Move(id, path) = Party::decide(&mut world, PARTY) else {
        panic!("it goes back");
    };
    assert_eq!(id, scout);
    let (grid, mut at) = (world.resource::<Board>().grid, tile(3, 1));
    for step in path {
        at = grid.neighbor(at, step).expect("the board goes on");
        assert_ne!(at, trap);
    }
}
