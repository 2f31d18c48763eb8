//! Every card is played: how often the computer holds, can play, plays and loses each, in duels and small battles of
//! all decks.
//!
//! `CARD_DUELS=2000 cargo test --test it casket_cards -- --nocapture` plays more and prints the table.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::World;
use hexscape::battle::order::{Pending, submit_watched};
use hexscape::battle::phase::Verdict;
use hexscape::battle::rules::Rules;
use hexscape::battle::unit::Side;
use hexscape::battle::watch::Watcher;
use hexscape::content::{Catalog, load_default};
use hexscape::mission::{self, Mission, Terms};
use hexscape::playing::Game;
use hexscape::rules::casket::Casket;
use hexscape::rules::casket::content::{CardId, CasketContent, Kind};
use hexscape::rules::casket::duel::Duel;
use hexscape::rules::casket::event::Event;
use hexscape::rules::casket::legal;
use hexscape::rules::casket::order::{Choice, Order};

/// Decks beside the starter decks, so that every piece of equipment and every race is there.
const BUILT: &str = r#"decks: {
    "lance": (name: "Lance", description: "d", class: "support", race: "elf", right: Some("longbow"), relics: ["tool_chest", "vents"],
        cards: {"swift_arrow": 2, "steady_draw": 2, "long_vigil": 2, "bench_repair": 2, "fan_spin": 2}),
    "bell": (name: "Bell", description: "d", class: "heavy", race: "wyrmkin", right: Some("warhammer"), left: Some("great_shield"),
        relics: ["spall_plates", "vents", "jump_jets"], cards: {"crushing_descent": 2, "haft_guard": 2, "shed_plate": 2,
        "spare_plate": 2, "packed_hull": 2, "full_weight": 2, "high_bound": 2, "groundbreaker": 2, "falling_blow": 2,
        "side_burst": 2}),
    "frost": (name: "Frost", description: "d", class: "scout", race: "human", right: Some("short_blade"), left: Some("longsword"),
        relics: ["jump_jets"], cards: {"darting_jab": 2, "slip_and_cut": 2, "high_bound": 2}),
    "winter": (name: "Winter", description: "d", class: "strayed", race: "wyrmkin", right: Some("ember_staff"), left: Some("tower_shield"),
        relics: ["vents", "tool_chest"], cards: {"glowing_grip": 2, "fan_spin": 2, "lashed_struts": 2}),
    "siege": (name: "Siege", description: "d", class: "assault", race: "dwarf", right: Some("bolt_thrower"), left: Some("tower_shield"),
        relics: ["spall_plates", "vents", "tool_chest"], cards: {"heavy_bolt": 2, "needle_bolt": 2, "pinning_volley": 2,
        "bursting_bolt": 2, "marked_bolt": 2, "shed_plate": 2, "packed_hull": 2, "spare_plate": 2, "bench_repair": 2,
        "lashed_struts": 2, "long_overhaul": 2, "fan_spin": 2, "cold_reserve": 2}),
}"#;
const KINDS: [&str; 10] = [
    "starter_scout",
    "starter_heavy",
    "starter_support",
    "starter_assault",
    "starter_strayed",
    "lance",
    "bell",
    "frost",
    "winter",
    "siege",
];

/// Monsters and what they guard, which have hit points and no components.
const BEASTS: &str = r#"(kind: "ash_hound", at: (7, 3), facing: West), (kind: "ash_hound", at: (7, 4), facing: West),
    (kind: "bile_toad", at: (8, 4), facing: West), (kind: "pylon", at: (8, 3), facing: West),"#;

/// A battle of one, two or three a side, on a board that is the same from both sides; some against monsters.
fn battle(catalog: &Catalog, number: usize) -> Mission {
    let size = [1, 2, 1, 3, 1, 2, 1, 2][number % 8];
    let side = |column: i32, facing: &str, offset: usize| -> String {
        let kind = |at: usize| KINDS[(number * 7 + offset + at * 3 + number / 10) % KINDS.len()];
        let rows = [4, 2, 6];
        let unit = |at: usize| {
            let (kind, row) = (kind(at), rows[at]);
            format!("(kind: {kind:?}, at: ({column}, {row}), facing: {facing}),")
        };
        (0..size).map(unit).collect()
    };
    let text = format!(
        r#"Mission(name: "Battle", rules: Casket({BUILT}),
            board: Drawn(layout: PointyOddRows,
                legend: {{'.': "grass", 's': "sand", 'l': "low_wall", 'r': "rubble", 't': "tree"}},
                rows: [
                    ". . . . . . . . . . .",
                    " . . t . . . . . . . .",
                    ". . . . . l . . r . .",
                    " . . . . . s . . . . .",
                    ". . . . . s . . . . .",
                    " . . . . . s . . . . .",
                    ". . r . . l . . . . .",
                    " . . . . . . . t . . .",
                    ". . . . . . . . . . .",
                ]),
            sides: [
                (name: "First", controller: Open, units: [{}]),
                (name: "Second", controller: Open, units: [{}]),
            ],
            turn_limit: 40)"#,
        side(2, "East", 0),
        match number % 8 {
            7 => BEASTS.to_owned(),
            _ => side(8, "West", 1 + number % 9),
        }
    );
    mission::parse("battle.ron", &text, catalog, Terms::default())
        .unwrap_or_else(|problems| panic!("{problems}"))
}

/// What became of a card, over all battles.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    /// Turns that began with it in hand.
    held: u64,
    /// Turns in which it could be played, or questions that it could answer.
    playable: u64,
    /// Times it was played or committed.
    played: u64,
    /// Times it was lost to damage.
    life: u64,
}

/// Counts what becomes of cards.
#[derive(Default)]
struct Count(BTreeMap<u8, Row>);

impl Count {
    fn row(&mut self, card: CardId) -> &mut Row {
        self.0.entry(card.0).or_default()
    }
}

impl Watcher<Casket> for Count {
    fn before(&mut self, world: &World, event: &Event) {
        match event {
            Event::Played { card, .. } | Event::Reacted { card, .. } => self.row(*card).played += 1,
            Event::Returned { card, .. } => self.row(*card).played -= 1,
            Event::Lost {
                unit, hand, deck, ..
            } => {
                let duel = Duel::of(world);
                for &no in hand.iter().chain(deck) {
                    self.row(duel.get(*unit).piles().get(no).card).life += 1;
                }
            }
            _ => {}
        }
    }

    fn after(&mut self, world: &World, event: &Event) {
        if let Event::TurnBegan { unit } = event {
            let duel = Duel::of(world);
            let piles = duel.get(*unit).piles();
            for &no in &piles.hand {
                self.row(piles.get(no).card).held += 1;
            }
        }
    }
}

fn count(catalog: &Catalog, battles: usize) -> Count {
    let mut count = Count::default();
    for number in 0..battles {
        let mission = battle(catalog, number);
        let mut world = World::new();
        Casket::set_up(&mut world, &mission, number as u64);
        let (mut turn, mut seen) = (None, BTreeSet::new());
        while world.resource::<Verdict>().0.is_none() {
            let owes = |side: &Side| Casket::owes(&world, *side);
            let side = [Side(0), Side(1)].into_iter().find(owes);
            let side = side.expect("somebody owes an order");
            let duel = Duel::of(&world);
            let pending = world.resource::<Pending<Casket>>().0.as_ref();
            match pending.map(|waiting| &waiting.choice) {
                Some(Choice::React(unit, threat)) => {
                    let fitting = duel.reactions(*unit, threat).into_iter();
                    for no in fitting {
                        count.row(duel.get(*unit).piles().get(no).card).playable += 1;
                    }
                }
                Some(_) => {}
                None => {
                    let unit = duel.progress.acting.expect("a turn is played");
                    if turn != Some((duel.round, unit)) {
                        (turn, seen) = (Some((duel.round, unit)), BTreeSet::new());
                    }
                    for order in legal::of_unit(&duel, unit) {
                        let Order::Play(source, _) = order else {
                            continue;
                        };
                        let physical = duel.card_of(unit, source).expect("it is listed");
                        if seen.insert((source, physical.card.0)) {
                            count.row(physical.card).playable += 1;
                        }
                    }
                }
            }
            let order = Casket::decide(&mut world, side);
            let given = submit_watched::<Casket>(&mut world, side, order.clone(), &mut count);
            given.unwrap_or_else(|why| panic!("battle {number}: {order:?} is refused: {why}"));
        }
    }
    count
}

#[test]
fn the_computer_plays_every_card_that_it_can() {
    let catalog = load_default().expect("the shipped content is sound");
    let text = std::env::var("CARD_DUELS").ok();
    let asked = text.and_then(|text| text.parse().ok());
    let battles: usize = asked.unwrap_or(40);
    let count = count(&catalog, battles);
    let content = catalog.part::<CasketContent>();
    let mut unplayed = Vec::new();
    println!("{:20}    held playable  played    life", "card");
    for (id, card) in (0..).map(CardId).zip(&content.cards) {
        let Row {
            held,
            playable,
            played,
            life,
        } = count.0.get(&id.0).copied().unwrap_or_default();
        println!("{:20} {held:7} {playable:8} {played:7} {life:7}", card.name);
        let is_played = card.is_played() || card.kind == Kind::Reactive;
        // A few chances may all be bad ones.
        if is_played && playable >= 100 && played * 100 < playable {
            unplayed.push(format!("{}: {played} of {playable}", card.name));
        }
    }
    assert!(unplayed.is_empty(), "hardly played: {unplayed:?}");
}
