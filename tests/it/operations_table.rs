//! Operations at a table: a whole segment with typed dice and entered enemies, its journal, saves and undo, and what
//! lists that are handed over hold.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bevy::prelude::World;
use hexscape::battle::dice::Dice;
use hexscape::battle::grid::TileId;
use hexscape::battle::order::{BattleDice, Pending, UndoStack, fingerprint, submit, undo};
use hexscape::battle::phase::Verdict;
use hexscape::battle::rules::Rules;
use hexscape::battle::snapshot::Snapshot;
use hexscape::battle::unit::{Side, UnitId, edit};
use hexscape::content::load_default;
use hexscape::mission::{self, Mission, Terms};
use hexscape::playing::Game;
use hexscape::rules::operations::Operations;
use hexscape::rules::operations::content::{Size, TargetClass};
use hexscape::rules::operations::event::Event;
use hexscape::rules::operations::field::Field;
use hexscape::rules::operations::order::{Choice, Escort, Order, Throw};
use hexscape::rules::operations::progress::{FirePlan, Hits, Progress, Role, Step, TargetNo};
use hexscape::rules::operations::table::lists::List;
use hexscape::rules::operations::table::{Enemy, Entry, Opposition, Question, Sighted, Told};
use hexscape::rules::operations::unit::{Condition, Stance};
use hexscape::save::JournalFile;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::operations::any_order;
use crate::replays::source;

const MISSION: &str = "operations_at_the_table";
const USER: Side = Side(0);
const SEED: u64 = 5;

/// A battle at a table that looks after each order whether it can be saved and taken back.
struct Desk {
    world: World,
    mission: Mission,
    /// What was asked, or the step, before each order.
    places: BTreeSet<String>,
    taken_back: u32,
}

impl Desk {
    fn new(mission: Mission) -> Self {
        let mut world = World::new();
        Operations::set_up(&mut world, &mission, SEED);
        world.resource_mut::<UndoStack<Operations>>().enable();
        Self {
            world,
            mission,
            places: BTreeSet::new(),
            taken_back: 0,
        }
    }

    fn shipped() -> Self {
        Self::new(source(MISSION).build(SEED).expect("the mission is sound"))
    }

    /// Another mission in which the side at the table phases first.
    fn attacked() -> Self {
        let folder = hexscape::content::assets_folder().expect("the assets are beside the crate");
        let file = folder.join("missions").join(MISSION).with_extension("ron");
        let text = std::fs::read_to_string(file).expect("the mission is shipped");
        let text = text.replace(r#"first: "Column""#, r#"first: "Garrison""#);
        Self::new(parsed(&text))
    }

    fn field(&self) -> Field<'_> {
        Field::of(&self.world)
    }

    fn at(&self, column: i32, row: i32) -> TileId {
        let grid = self.field().grid;
        grid.from_offset(column, row)
            .expect("the hex is on the board")
    }

    fn asked(&self) -> Option<Choice> {
        let waiting = self.world.resource::<Pending<Operations>>().0.as_ref();
        waiting.map(|waiting| waiting.choice.clone())
    }

    fn step(&self) -> Step {
        self.world.resource::<Progress>().step
    }

    fn unit(&self, name: &str) -> UnitId {
        let field = self.field();
        let mut units = field.all().iter().map(|unit| unit.id);
        units
            .find(|&id| field.name(id) == name)
            .unwrap_or_else(|| panic!("no {name}"))
    }

    fn place(&self) -> String {
        match self.asked() {
            Some(Choice::Table(question)) => first_word(&format!("{question:?}")),
            Some(choice) => first_word(&format!("{choice:?}")),
            None => format!("{:?}", self.step()),
        }
    }

    /// Gives an order that passes: before it the battle is saved and loaded, after it taken back if it drew nothing.
    fn give(&mut self, order: Order) -> Vec<Event> {
        let place = self.place();
        self.places.insert(place.clone());
        let before = fingerprint::<Operations>(&mut self.world);
        let mut loaded = World::new();
        Operations::set_up(&mut loaded, &self.mission, SEED);
        Snapshot::<Operations>::take(&self.world).restore(&mut loaded);
        let drawn = drawn(&self.world);
        let events = submit::<Operations>(&mut self.world, USER, order.clone());
        let events = events.unwrap_or_else(|why| panic!("{place}: {order:?}: {why}"));
        let after = fingerprint::<Operations>(&mut self.world);
        submit::<Operations>(&mut loaded, USER, order.clone()).expect("it passes in the copy");
        assert_eq!(
            fingerprint::<Operations>(&mut loaded),
            after,
            "{place}: loaded before {order:?}"
        );
        if drawn == self::drawn(&self.world) {
            assert!(undo::<Operations>(&mut self.world), "{place}: {order:?}");
            let back = fingerprint::<Operations>(&mut self.world);
            assert_eq!(back, before, "{place}: {order:?} is taken back");
            submit::<Operations>(&mut self.world, USER, order).expect("it passes again");
            self.taken_back += 1;
        }
        events
    }

    fn tell(&mut self, entry: Entry) -> Vec<Event> {
        self.give(Order::Table(entry))
    }

    /// Gives an order that is refused, in which nothing changes.
    fn refused(&mut self, order: Order, words: &str) {
        let before = fingerprint::<Operations>(&mut self.world);
        let why = submit::<Operations>(&mut self.world, USER, order.clone());
        let why = why.expect_err("it is refused").to_string();
        assert!(why.contains(words), "{order:?}: {why}");
        assert_eq!(fingerprint::<Operations>(&mut self.world), before);
    }

    fn list(&self, list: List) -> String {
        list.text(&self.field(), &["Column", "Garrison"])
    }

    /// Types dice for what is asked.
    fn roll(&mut self, throw: Throw, dice: &[u8]) -> Vec<Event> {
        assert_eq!(self.asked(), Some(Choice::Roll(throw)));
        self.give(Order::Roll(dice.to_vec()))
    }
}

fn first_word(text: &str) -> String {
    let word = text.split(|c: char| !c.is_ascii_alphanumeric()).next();
    word.unwrap_or_default().to_owned()
}

fn drawn(world: &World) -> u64 {
    let dice = world.resource::<BattleDice>().0.as_ref();
    dice.map_or(0, Dice::position)
}

fn parsed(text: &str) -> Mission {
    let catalog = load_default().expect("the shipped content is sound");
    mission::parse("table.ron", text, &catalog, Terms::default())
        .unwrap_or_else(|problems| panic!("{problems}"))
}

fn sighted(tile: TileId, class: TargetClass, name: Option<&str>) -> Sighted {
    Sighted {
        tile,
        class,
        name: name.map(str::to_owned),
        trucks: false,
    }
}

fn opposition(actual: u16, raw: u16) -> Opposition {
    Opposition {
        actual,
        raw,
        size: Size::Battalion,
        stacking: 1,
        ..Opposition::default()
    }
}

fn withheld(toe: usize, target: Option<TileId>) -> Role {
    Role {
        anti_armor: vec![0; toe],
        target,
        second: None,
    }
}

/// Plays contacts, positions, firing and Targets of the shipped mission.
fn open(desk: &mut Desk) {
    assert_eq!(desk.step(), Step::Contacts);
    desk.give(Order::TypeDice(true));
    let [near, wadi, plain] = [(3, 2), (5, 2), (2, 3)].map(|(c, r)| desk.at(c, r));
    let own = desk.at(3, 3);
    let enemies = |tiles: &[(TileId, bool)]| {
        let enemies = tiles.iter().map(|&(tile, zone)| (tile, Enemy::new(zone)));
        Entry::Enemies(enemies.collect())
    };
    desk.refused(
        Order::Table(enemies(&[(own, true)])),
        "your own units are at 3,3",
    );
    desk.refused(
        Order::Table(enemies(&[(TileId(9_999), true)])),
        "not on the board",
    );
    let trucks = Enemy {
        zone: true,
        combat: false,
        retreated: false,
    };
    desk.refused(
        Order::Table(Entry::Enemies(BTreeMap::from([(near, trucks)]))),
        "without a combat unit, 3,2 exerts no zone",
    );
    // One is entered by mistake, then corrected.
    desk.tell(enemies(&[(near, true), (desk.at(4, 2), true)]));
    desk.tell(enemies(&[(near, true), (wadi, false), (plain, true)]));
    desk.give(Order::Done);
    let contacts = desk.world.resource::<Progress>().contacts.clone();
    assert_eq!(
        contacts,
        BTreeMap::from([(near, true), (wadi, false), (plain, true)])
    );
    assert_eq!(desk.step(), Step::Position);
    let guns = desk.field().guns(USER);
    let stances = guns.iter().map(|&id| (id, Stance::Forward));
    desk.give(Order::Position(stances.collect()));
    desk.give(Order::Hold(BTreeSet::new()));
    assert_eq!(desk.step(), Step::Targets);
    assert_eq!(
        desk.list(List::Firing),
        "Firing hexes: Column to Garrison, stage 1\n4,3\n"
    );
}

/// Names Targets of both sides.
fn exchange(desk: &mut Desk) {
    let [near, wadi, own] = [(3, 2), (5, 2), (3, 3)].map(|(c, r)| desk.at(c, r));
    let class = TargetClass::Infantry;
    let under_fire = |tile| Order::Table(Entry::UnderFire(BTreeSet::from([tile])));
    desk.refused(under_fire(desk.at(0, 0)), "no target of yours is at 0,0");
    desk.tell(Entry::UnderFire(BTreeSet::from([own])));
    assert_eq!(
        desk.list(List::Targets),
        "Targets: Column to Garrison, stage 1\n3,3  Nr1 Inf\n3,3  Nr2 Inf\n"
    );
    let targets = |list: Vec<Sighted>| Order::Table(Entry::Targets(list));
    desk.refused(
        targets(vec![sighted(desk.at(0, 0), class, None)]),
        "you entered no enemy at 0,0",
    );
    desk.refused(
        targets(vec![sighted(desk.at(2, 3), class, None)]),
        "none of your firing hexes is beside 2,3",
    );
    desk.refused(
        targets(vec![
            sighted(near, class, Some("Nr1 Inf")),
            sighted(near, class, None),
        ]),
        "two targets of one hex are named Nr1 Inf",
    );
    desk.refused(
        targets(vec![sighted(near, class, Some(""))]),
        "1 to 30 letters",
    );
    desk.give(targets(vec![
        sighted(near, class, None),
        sighted(near, class, Some("Guards")),
        sighted(wadi, TargetClass::Armor, None),
    ]));
    desk.give(Order::Done);
    assert_eq!(desk.step(), Step::Planning);
}

fn target(desk: &Desk, side: Side, name: &str) -> TargetNo {
    let field = desk.field();
    let mut targets = (0..).zip(&field.progress.targets);
    let found = targets.find(|(_, one)| one.side == side && one.name == name);
    TargetNo(found.unwrap_or_else(|| panic!("no target {name}")).0)
}

/// Fires, and enters what the enemy's barrages did.
fn barrage(desk: &mut Desk) {
    let aim = target(desk, Side(1), "Guards");
    let guns = desk.unit("Field Regiment");
    let plan = FirePlan {
        target: aim,
        barrages: vec![vec![guns]],
    };
    desk.give(Order::Plan(vec![plan]));
    desk.refused(Order::Done, "resolve your Barrages first");
    desk.give(Order::Fire(aim, 0));
    desk.roll(Throw::Barrage, &[6, 6]);
    let own = target(desk, USER, "Nr1 Inf");
    let hit = |target, hits| Order::Table(Entry::Hit(target, hits));
    let hits = Hits {
        points: 8,
        lost: 1,
        ..Hits::default()
    };
    desk.refused(hit(aim, hits), "one of your own targets");
    desk.refused(
        hit(own, Hits { lost: 13, ..hits }),
        "points lost: from 0 to 12",
    );
    desk.give(hit(own, hits));
    desk.give(Order::Done);
    assert_eq!(desk.step(), Step::Results);
    let near = desk.at(3, 2);
    assert_eq!(desk.field().proposed(), BTreeSet::from([near]));
    desk.give(Order::Confirm(BTreeSet::from([near])));
    // 60 raw points are 6; rough ground shifts them one row up, to 4-5 points, where 36 takes a point.
    assert_eq!(
        desk.list(List::Barrages),
        "Barrage results: Column to Garrison, stage 1\n3,2  6 points, held off\n  Guards: Pinned, 1 TOE lost\n"
    );
    let field = desk.field();
    let lost: u16 = field
        .stack(desk.at(3, 3), USER)
        .map(|unit| 6 - unit.body().strength())
        .sum();
    let pinned = field
        .stack(desk.at(3, 3), USER)
        .filter(|unit| unit.body().pinned);
    assert_eq!((lost, pinned.count()), (1, 1));
    assert!(
        field
            .stack(desk.at(3, 3), USER)
            .all(|unit| unit.body().fought == 6)
    );
}

/// Assigns units, fires at armor, and assaults.
fn fight(desk: &mut Desk) {
    assert_eq!(desk.step(), Step::Retreat);
    let rifles = desk.unit("3rd Rifles");
    desk.refused(
        Order::Move(
            vec![rifles],
            vec![hexscape::battle::grid::Direction::ALL[0]],
        ),
        "the enemy retreats now",
    );
    desk.give(Order::Done);
    assert_eq!(desk.step(), Step::Assign);
    let [wadi, plain] = [(5, 2), (2, 3)].map(|(c, r)| desk.at(c, r));
    let able: Vec<_> = {
        let field = desk.field();
        let stack = field.stack(desk.at(3, 3), USER);
        stack
            .filter(|unit| !unit.body().pinned)
            .map(|unit| unit.id)
            .collect()
    };
    let tanks = desk.unit("Cruiser Squadron");
    let firing = Role {
        anti_armor: vec![7],
        target: Some(wadi),
        second: None,
    };
    desk.give(Order::Assign(BTreeMap::from([
        (able[0], withheld(1, Some(plain))),
        (rifles, withheld(1, Some(wadi))),
        (tanks, firing),
    ])));
    assert_eq!(desk.step(), Step::AntiArmor);
    desk.give(Order::AntiArmor(wadi));
    desk.roll(Throw::AntiArmor, &[4]);
    // 49 raw points are 5, and a 4 does 6.
    assert_eq!(
        desk.asked(),
        Some(Choice::Table(Question::Fire {
            tile: wadi,
            damage: 6
        }))
    );
    let fire = |damage| Entry::Fire {
        damage,
        from: BTreeSet::new(),
    };
    desk.refused(Order::Table(fire(1_000)), "damage points: from 0 to 999");
    desk.refused(Order::Done, "answer first what is asked");
    desk.tell(fire(7));
    assert_eq!(desk.step(), Step::Assault);
    assert_eq!(
        desk.list(List::Armor),
        "Anti-armor damage: Column to Garrison, stage 1\n5,2  6 damage points\n"
    );
    // More than 7 by points of 3 each.
    assert_eq!(desk.field().get(tanks).body().toe, [4]);
    assault(desk, plain);
    desk.give(Order::Assault(wadi));
    desk.tell(Entry::Undefended);
    assert!(
        !desk
            .world
            .resource::<Progress>()
            .table
            .enemies
            .contains_key(&wadi)
    );
    assert_eq!(desk.step(), Step::SegmentEnd);
}

fn assault(desk: &mut Desk, plain: TileId) {
    desk.give(Order::Assault(plain));
    let told = |told| Order::Table(Entry::Opposition(told));
    desk.refused(
        told(opposition(4, 30)),
        "30 raw points make at most 3 actual points",
    );
    let moody = Opposition {
        morale: 5,
        ..opposition(3, 30)
    };
    desk.refused(told(moody), "adjusted morale: from -3 to 4");
    let probing = Opposition {
        probe: true,
        ..opposition(3, 30)
    };
    desk.refused(told(probing), "only the attacker probes");
    desk.give(told(opposition(3, 30)));
    desk.roll(Throw::Morale, &[3, 3]);
    desk.roll(Throw::Assault, &[6, 6]);
    let events = desk.roll(Throw::EnemyAssault, &[1, 1]);
    let reckoning = events.iter().find_map(|event| match event {
        Event::Assaulted(reckoning) => Some(reckoning),
        _ => None,
    });
    let reckoning = reckoning.expect("it is resolved");
    let own = reckoning.setting.attack;
    assert_eq!(reckoning.setting.defense.raw, 30);
    assert_eq!(reckoning.setting.basic, own.points as i16 - 3);
    assert!(reckoning.results.retreat > 0 && reckoning.results.defender_captured);
    let hexes = reckoning.results.retreat;
    assert_eq!(
        desk.asked(),
        Some(Choice::Table(Question::Retreat { tile: plain, hexes }))
    );
    let retreat = |to| Order::Table(Entry::Retreated(Some(to)));
    desk.refused(retreat(desk.at(7, 0)), "hexes at most");
    desk.give(retreat(desk.at(1, 3)));
    let enemies = &desk.world.resource::<Progress>().table.enemies;
    assert!(enemies.contains_key(&desk.at(1, 3)) && !enemies.contains_key(&plain));
    desk.roll(Throw::Captured, &[4]);
    let Some(Choice::Table(Question::Taken { percent: 40, raw })) = desk.asked() else {
        panic!("captures are asked for, not {:?}", desk.asked());
    };
    let taken = |prisoners| {
        Order::Table(Entry::Taken {
            prisoners,
            replacements: 0,
        })
    };
    desk.refused(taken(raw + 1), "points are captured");
    desk.give(taken(1));
    assert!(matches!(
        desk.asked(),
        Some(Choice::Captures { prisoners: 1, .. })
    ));
    desk.give(Order::Captures(Escort {
        tile: Some(desk.at(3, 3)),
        ..Escort::default()
    }));
    assert_eq!(desk.world.resource::<Progress>().captives.len(), 1);
    let report = desk.list(List::Report);
    for words in [
        "Assault on 2,3: adjusted differential",
        "your dice 1 and 1",
        "you lose",
        "you retreat",
        "40% of your losses are captured",
    ] {
        assert!(report.contains(words), "{words:?} is not in {report}");
    }
}

/// Every step of a segment with typed dice; saves at each question, undo, and the journal.
#[test]
fn a_segment_is_played_at_a_table_with_typed_dice() {
    let mut desk = Desk::shipped();
    open(&mut desk);
    exchange(&mut desk);
    barrage(&mut desk);
    fight(&mut desk);
    desk.give(Order::Done);
    assert_eq!(desk.step(), Step::Movement);
    let progress = desk.world.resource::<Progress>();
    assert!(progress.table.reports.is_empty() && progress.hits.is_empty());
    assert!(desk.taken_back > 20, "{} taken back", desk.taken_back);
    for place in [
        "Contacts",
        "Position",
        "Firing",
        "Targets",
        "Planning",
        "Barrage",
        "Roll",
        "Results",
        "Retreat",
        "Assign",
        "AntiArmor",
        "Fire",
        "Assault",
        "Opposition",
        "Taken",
        "Captures",
        "SegmentEnd",
    ] {
        assert!(desk.places.contains(place), "{place} was never reached");
    }
    // The journal, as a file, leads to the same state.
    let file = JournalFile::<Operations>::collect(&desk.world, source(MISSION), SEED, false);
    let read =
        JournalFile::<Operations>::from_bytes(Path::new("t.journal"), file.to_text().as_bytes());
    let mut again = World::new();
    let mission = source(MISSION).build(SEED).expect("the mission is sound");
    read.expect("it is written to be read")
        .restore(&mut again, &mission)
        .expect("every fingerprint holds");
    assert_eq!(
        fingerprint::<Operations>(&mut again),
        fingerprint::<Operations>(&mut desk.world)
    );
}

/// The enemy attacks: own units retreat, lose and are captured as always, from what the enemy tells.
#[test]
fn the_player_at_the_table_attacks() {
    let mut desk = Desk::attacked();
    desk.give(Order::TypeDice(true));
    let [one, other, near] = [(3, 3), (4, 3), (3, 2)].map(|(c, r)| desk.at(c, r));
    let enemies = BTreeMap::from([(near, Enemy::new(true))]);
    desk.tell(Entry::Enemies(enemies));
    desk.give(Order::Done);
    let contacts = &desk.world.resource::<Progress>().contacts;
    assert_eq!(contacts.keys().copied().collect::<Vec<_>>(), [one, other]);
    let guns = desk.field().guns(USER);
    desk.give(Order::Position(
        guns.iter().map(|&id| (id, Stance::Back)).collect(),
    ));
    desk.give(Order::Hold(
        guns.into_iter()
            .filter(|&id| desk.field().can_barrage(id))
            .collect(),
    ));
    desk.tell(Entry::UnderFire(BTreeSet::from([one])));
    desk.give(Order::Done);
    desk.give(Order::Done);
    desk.give(Order::Confirm(BTreeSet::new()));
    assert_eq!(desk.step(), Step::Retreat);
    desk.give(Order::Done);
    let stack: Vec<_> = desk.field().stack(one, USER).map(|unit| unit.id).collect();
    desk.give(Order::Assign(
        stack.iter().map(|&id| (id, withheld(1, None))).collect(),
    ));
    assert_eq!(desk.step(), Step::Assault);
    desk.refused(
        Order::Table(Entry::Pair(one, desk.at(5, 3))),
        "no such assault",
    );
    desk.give(Order::Assault(one));
    let told = |told| Order::Table(Entry::Opposition(told));
    desk.refused(told(opposition(9, 90)), "hexes that the enemy attacks from");
    let from = |tile| Opposition {
        from: BTreeSet::from([tile]),
        ..opposition(9, 90)
    };
    desk.refused(told(from(desk.at(4, 2))), "no enemy combat unit at 4,2");
    desk.give(told(from(near)));
    desk.roll(Throw::Morale, &[3, 3]);
    desk.roll(Throw::EnemyAssault, &[1, 1]);
    desk.roll(Throw::Assault, &[1, 1]);
    let mut asked = BTreeSet::new();
    while let Some(choice) = desk.asked() {
        asked.insert(desk.place());
        let order = match &choice {
            Choice::Roll(throw) => Order::Roll(vec![3; throw.dice()]),
            _ => {
                let orders = Operations::legal_orders(&desk.world, USER);
                orders.last().cloned().expect("there is an answer")
            }
        };
        desk.give(order);
    }
    assert!(asked.contains("Retreat"), "{asked:?}");
    let lost: u16 = stack
        .iter()
        .map(|&id| 6 - desk.field().get(id).body().strength())
        .sum();
    assert!(lost > 0);
    assert!(desk.list(List::Report).contains("you lose"));
    desk.give(Order::CallOff(other));
    assert_eq!(desk.step(), Step::SegmentEnd);
    desk.give(Order::Done);
    // Its second cycle: its player moves, and tells that there is no combat.
    assert_eq!(desk.step(), Step::Contacts);
    desk.tell(Entry::NoCombat);
    assert_eq!(desk.step(), Step::Movement);
}

/// Battles of random entries end; every order that is listed passes, and saves go on to the same state.
#[test]
fn random_battles_at_a_table_end() {
    let mut asked = BTreeSet::new();
    for seed in 0..6 {
        let mut desk = match seed % 2 {
            0 => Desk::shipped(),
            _ => Desk::attacked(),
        };
        let mut draws = ChaCha8Rng::seed_from_u64(seed);
        let mut orders = 0;
        while desk.world.resource::<Verdict>().0.is_none() {
            orders += 1;
            assert!(orders < 20_000, "seed {seed} goes on");
            asked.insert(desk.place());
            assert!(Operations::owes(&desk.world, USER) && !Operations::owes(&desk.world, Side(1)));
            let decided = Operations::decide(&mut desk.world, USER);
            let waiting = desk.world.resource::<Pending<Operations>>().0.clone();
            Operations::begin(&desk.world, USER, &decided, waiting.as_ref())
                .unwrap_or_else(|why| panic!("seed {seed}: {decided:?}: {why}"));
            let order = match draws.random_range(0..4) {
                0 => decided,
                _ => any_order(&desk.world, USER, &mut draws),
            };
            submit::<Operations>(&mut desk.world, USER, order.clone())
                .unwrap_or_else(|why| panic!("seed {seed}: {order:?}: {why}"));
            if orders % 9 == 0 {
                let mut again = World::new();
                Operations::set_up(&mut again, &desk.mission, SEED);
                Snapshot::<Operations>::take(&desk.world).restore(&mut again);
                let prints = [&mut desk.world, &mut again].map(fingerprint::<Operations>);
                assert_eq!(prints[0], prints[1], "seed {seed}, after {order:?}");
            }
        }
    }
    for place in ["Fire", "Opposition", "Left", "Lose", "First"] {
        assert!(asked.contains(place), "{place} was never asked: {asked:?}");
    }
}

/// Plays to the plans of a battle whose secrets differ by a number.
fn with_secrets(number: u8) -> Vec<String> {
    let mut desk = Desk::shipped();
    let rifles = desk.unit("1st Rifles");
    let body = desk.field().get(rifles).body().clone();
    let secret = Condition {
        toe: vec![6 - number],
        ammo: 5 - number,
        cohesion: -i16::from(number),
        ..body
    };
    edit(&mut desk.world, rifles).set(secret);
    Operations::settle(&mut desk.world);
    let mut told = Vec::new();
    let lists = |desk: &Desk| List::ALL.map(|list| desk.list(list)).join("");
    open_quietly(&mut desk, number);
    told.push(lists(&desk));
    exchange(&mut desk);
    told.push(lists(&desk));
    let aim = target(
        &desk,
        Side(1),
        if number == 0 { "Guards" } else { "Nr1 Inf" },
    );
    let plan = FirePlan {
        target: aim,
        barrages: vec![vec![desk.unit("Field Regiment")]],
    };
    desk.give(Order::Plan(vec![plan]));
    // The plan is known, and nothing of it is told before it is fired.
    told.push(lists(&desk));
    for name in ["Rifles", "Regiment", "Squadron"] {
        assert!(!told.concat().contains(name), "{name} is told: {told:?}");
    }
    desk.give(Order::Fire(aim, 0));
    desk.roll(Throw::Barrage, &[6, 6]);
    assert_ne!(lists(&desk), told[2], "what was fired is told");
    told
}

/// As [`open`], with the anti-tank guns placed otherwise.
fn open_quietly(desk: &mut Desk, number: u8) {
    desk.give(Order::TypeDice(true));
    let tiles = [(3, 2), (5, 2), (2, 3)].map(|(c, r)| desk.at(c, r));
    let enemies = tiles.map(|tile| (tile, Enemy::new(true)));
    desk.tell(Entry::Enemies(enemies.into()));
    desk.give(Order::Done);
    let stance = if number == 0 {
        Stance::Forward
    } else {
        Stance::Back
    };
    let guns = desk.field().guns(USER);
    desk.give(Order::Position(
        guns.iter().map(|&id| (id, stance)).collect(),
    ));
    desk.give(Order::Hold(BTreeSet::new()));
}

#[test]
fn lists_tell_nothing_that_is_secret() {
    assert_eq!(with_secrets(0), with_secrets(2));
}

/// What stands in the shipped mission, what stands there instead, and the message.
const BROKEN: [(&str, &str, &str); 5] = [
    (
        "controller: Table, initiative: 3",
        r#"controller: Table, units: [(kind: "infantry", at: (3, 2))]"#,
        "the units of a player at a real map are unknown here: leave them out",
    ),
    (
        "controller: Human",
        "controller: Table",
        "one side can be a player at a real map; the program's user plays the other",
    ),
    (
        r#"first: "Column","#,
        "",
        "a battle that begins in combat needs `first`, the side that goes first",
    ),
    ("begins: Combat", "begins: Tea", "Tea"),
    (
        "controller: Table",
        "controller: Tabel",
        "did you mean `Table`",
    ),
];

#[test]
fn missions_at_a_table_are_checked() {
    let folder = hexscape::content::assets_folder().expect("the assets are beside the crate");
    let file = folder.join("missions").join(MISSION).with_extension("ron");
    let sound = std::fs::read_to_string(file).expect("the mission is shipped");
    let catalog = load_default().expect("the shipped content is sound");
    for (stands, instead, words) in BROKEN {
        assert!(sound.contains(stands), "{stands}");
        let text = sound.replace(stands, instead);
        let problems = mission::parse("table.ron", &text, &catalog, Terms::default());
        let problems = problems.expect_err("it is wrong").to_string();
        assert!(problems.contains(words), "{words:?} is not in {problems}");
        assert!(problems.contains("table.ron:"), "{problems}");
    }
    let other = std::fs::read_to_string(folder.join("missions/skirmish_6v8.ron")).expect("shipped");
    let other = other.replacen("controller: Open", "controller: Table", 1);
    let problems = mission::parse("other.ron", &other, &catalog, Terms::default());
    let problems = problems.expect_err("it is wrong").to_string();
    assert!(
        problems.contains("can be a player at a real map"),
        "{problems}"
    );
}

/// Entries are refused where nobody plays at a real map.
#[test]
fn battles_in_the_program_have_no_table() {
    let mission = crate::operations::setup(0, "");
    let mut world = World::new();
    Operations::set_up(&mut world, &mission, 1);
    let side = [Side(0), Side(1)]
        .into_iter()
        .find(|&side| Operations::owes(&world, side))
        .expect("somebody is due");
    if world.resource::<Pending<Operations>>().0.is_some() {
        submit::<Operations>(&mut world, side, Order::First(true)).expect("it is asked");
    }
    let side = [Side(0), Side(1)]
        .into_iter()
        .find(|&side| Operations::owes(&world, side))
        .expect("somebody is due");
    let order = Order::Table(Entry::NoCombat);
    let why = submit::<Operations>(&mut world, side, order).expect_err("there is no table");
    assert_eq!(why.to_string(), "nobody plays at a real map here");
    let blank = &world.resource::<Progress>().table;
    assert!(blank.is_blank());
    let told = Told::Gone {
        tile: TileId(0),
        to: None,
    };
    let mut field = Field::of(&world);
    field.land(&Event::Table(told));
    assert!(field.progress.table.is_blank());
}
