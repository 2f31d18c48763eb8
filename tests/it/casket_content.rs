//! Content of the casket: what `hexscape check` says of cards, equipment, decks and the rest, where it says it,
//! and decks in files of their own.

use std::fs;

use hexscape::check::check_path;
use hexscape::content::problem::{Place, Problem, Problems};
use hexscape::content::{self, Catalog, ContentText, PackText};
use hexscape::mission::{self, MissionSource, Terms};
use hexscape::rules::casket::content::{CasketContent, Deck};
use hexscape::rules::casket::scenario::Scenario;

fn base() -> ContentText {
    let folder = content::assets_folder().expect("the assets are beside the crate");
    ContentText::read(&folder.join("content")).expect("the shipped content is there")
}

/// Lays a text over the content of the casket; what is wrong with it, or the catalog.
fn laid(text: &str) -> Result<Catalog, Problems> {
    let mut content = base();
    content.packs.push(PackText {
        name: "own".into(),
        files: [("casket.ron".into(), text.into())].into(),
    });
    content.catalog("")
}

/// Returns what stands at a place of a text.
fn at(text: &str, place: Place) -> &str {
    let line = text
        .lines()
        .nth(place.line as usize - 1)
        .unwrap_or_default();
    let start = line.char_indices().nth(place.column as usize - 1);
    start.map_or("", |(start, _)| &line[start..])
}

/// Checks that a text has one fault, which is told at what begins with `marker`.
#[track_caller]
fn check_told(found: &[Problem], text: &str, marker: &str, message: &str) {
    let lines: Vec<_> = found.iter().map(ToString::to_string).collect();
    let [problem] = found else {
        panic!("expected one problem for {text}: {lines:#?}");
    };
    assert!(
        problem.message.contains(message),
        "{text}\n{lines:#?}\nexpected {message}"
    );
    let there = at(text, problem.place);
    assert!(
        there.starts_with(marker),
        "{text}\n{lines:#?}\nstands at {there}, expected {marker}"
    );
}

#[track_caller]
fn check_fault(text: &str, marker: &str, message: &str) {
    match laid(text) {
        Err(Problems(found)) => check_told(&found, text, marker, message),
        Ok(_) => panic!("{text} passes, expected {message}"),
    }
}

/// A card that equipment brings, with some fields.
fn card(fields: &str) -> String {
    format!(
        r#"(cards: {{"odd": (name: "Odd", {fields})}},
  equipment: {{"thing": (name: "Thing", description: "Odd.", mount: Relic, cards: ["odd"])}})"#
    )
}

#[test]
fn each_fault_of_a_card_is_told_at_its_field() {
    let rows = [
        (
            "kind: Reactive, sp: 1, effects: [Reduce(1)]",
            "1, effects",
            "a reaction costs no SP",
        ),
        (
            "kind: Passive, sp: 1, traits: [Safe(1)]",
            "1, traits",
            "it is never played",
        ),
        (
            "kind: Passive, heat: 1, traits: [Safe(1)]",
            "1, traits",
            "it is never played",
        ),
        (
            "kind: Passive, traits: [Safe(1)], effects: [Draw(Own, 1)]",
            "[Draw",
            "it can only have traits",
        ),
        (
            "kind: Melee, sp: 1",
            "(name: \"Odd\"",
            "attacks have damage",
        ),
        (
            "kind: Utility, damage: Some(2), effects: [Turn(1)]",
            "Some(2)",
            "attacks have damage",
        ),
        (
            "kind: Utility, sp: 1, range: Long, effects: [Turn(1)]",
            "Long",
            "only attacks have this",
        ),
        (
            "kind: Utility, sp: 1, hits: 2, effects: [Turn(1)]",
            "2, effects",
            "only attacks have this",
        ),
        (
            "kind: Melee, damage: Some(2), range: Close",
            "Close",
            "melee attacks reach 1 hex",
        ),
        (
            "kind: Ranged, damage: Some(2)",
            "(name: \"Odd\"",
            "ranged attacks need a range above 1 hex",
        ),
        (
            "kind: Melee, damage: Some(2), hits_on: Some(3)",
            "Some(3)",
            "only ranged cards and spells roll",
        ),
        (
            "kind: Ranged, range: Long, damage: Some(2), rolls: true",
            "true",
            "only spells can choose whether to roll",
        ),
        (
            "kind: Melee, damage: Some(2), split: true",
            "true",
            "a single attack cannot be split",
        ),
        (
            "kind: Melee, damage: Some(2), edge: Some(1)",
            "Some(1)",
            "only a blast has a different damage",
        ),
        (
            "kind: Melee, damage: Some(2), aim: Ally",
            "Ally",
            "only utility cards are aimed",
        ),
        (
            "kind: Melee, damage: Some(2), trigger: Heat",
            "Heat",
            "only reactions have a trigger",
        ),
        (
            "kind: Melee, damage: Some(2), traits: [Safe(1)]",
            "[Safe",
            "passive cards and damage cards have traits",
        ),
        (
            "kind: Utility, sp: 1",
            "(name: \"Odd\"",
            "the card does nothing",
        ),
        (
            "kind: Utility, sp: 1, effects: [Heat(Target, 1)]",
            "[Heat",
            "the card has none",
        ),
        (
            "kind: Utility, sp: 1, effects: [Turn(1), Push(1)]",
            "[Turn",
            "only melee attacks push",
        ),
        (
            "kind: Melee, damage: Some(2), effects: [Reduce(1)]",
            "[Reduce",
            "only reactions do this",
        ),
        (
            "kind: Melee, damage: Some(2), after: [Heat(Own, 1)]",
            "[Heat",
            "only reactions have costs afterwards",
        ),
        (
            "kind: Utility, sp: 1, effects: [Turn(1)], on_hit: [Heat(Own, 1)]",
            "[Heat",
            "only attacks hit",
        ),
        (
            "kind: Reactive, after: [Heat(Own, 1)]",
            "(name: \"Odd\"",
            "a reaction must reduce, evade",
        ),
        (
            "kind: Reactive, effects: [Reduce(1), Heat(Own, 1)]",
            "[Reduce",
            "other effects of a reaction belong in `after`",
        ),
        (
            "kind: Reactive, first: [Heat(Own, 1)], effects: [Reduce(1)]",
            "[Heat",
            "can have `first`",
        ),
        (
            "kind: Reactive, trigger: Heat, effects: [Reduce(1)]",
            "[Reduce",
            "a gain of Heat is not an attack",
        ),
        (
            "kind: Reactive, effects: [CoolInstead(1)]",
            "[Cool",
            "`trigger: Heat`",
        ),
        (
            "kind: Reactive, trigger: Melee, effects: [Evade(1)]",
            "[Evade",
            "melee attacks do not roll",
        ),
        (
            "kind: Reactive, effects: [Counter(1)]",
            "[Counter",
            "`trigger: Melee`",
        ),
        (
            "kind: Utility, sp: 1, effects: [Move(most: 1), Move(most: 2)]",
            "[Move",
            "at most once",
        ),
        (
            "kind: Utility, sp: 1, effects: [Roll([(up_to: 6, effects: [Turn(1)])])]",
            "[Roll",
            "chosen before the die is rolled",
        ),
        (
            "kind: Utility, sp: 1, effects: [Roll([(up_to: 3, effects: [Draw(Own, 1)])])]",
            "[Roll",
            "end at 6, this one ends at 3",
        ),
        (
            "kind: Utility, sp: 1, effects: [Roll([(up_to: 6, effects: []), (up_to: 6, effects: [])])]",
            "[Roll",
            "whose `up_to` rises",
        ),
        // Dead ends: it costs nothing and brings itself again.
        (
            "kind: Utility, effects: [Draw(Own, 2)]",
            "[Draw",
            "draw itself forever",
        ),
        (
            "kind: Utility, effects: [Roll([(up_to: 6, effects: [Draw(Own, 1), Heat(Own, 1)])])]",
            "[Roll",
            "draw itself forever",
        ),
        // What does not even read.
        ("kind: Melee, damage: Some(99)", "99", "out of range"),
        ("kind: Mellee, damage: Some(2)", "Mellee", "Melee"),
        (
            "kind: Utility, sp: 1, effects: [Drow(Own, 2)]",
            "Drow",
            "Draw",
        ),
        (
            "kind: Utility, sp: 1, effects: [Give(Own, NextDamage(\"bow\", 1), Turn)]",
            "\"bow\"",
            "unknown",
        ),
    ];
    for (fields, marker, message) in rows {
        check_fault(&card(fields), marker, message);
    }
}

#[test]
fn a_free_card_that_pays_with_cards_or_heat_passes() {
    for fields in [
        "kind: Utility, effects: [DiscardHand, Draw(Own, 3)]",
        "kind: Utility, heat: 1, effects: [Draw(Own, 2)]",
        "kind: Utility, effects: [Draw(Own, 2), DiscardRandom(Own, 1)]",
        "kind: Utility, sp: 1, effects: [Draw(Own, 2)]",
    ] {
        let catalog = laid(&card(fields)).unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(catalog.doubts, []);
    }
}

#[test]
fn each_fault_of_equipment_classes_races_and_monsters_is_told_at_its_field() {
    let rows = [
        (
            r#"(equipment: {"thing": (name: "Thing", description: "Odd.", mount: Arm, cards: ["second_wind"])})"#,
            "\"second_wind\"",
            "equipment must not list it",
        ),
        (
            r#"(equipment: {"thing": (name: "Thing", description: "Odd.", mount: Arm, cards: ["bent_plate"])})"#,
            "\"bent_plate\"",
            "is a damage card",
        ),
        (
            r#"(equipment: {"thing": (name: "Thing", description: "Odd.", mount: Arm, cards: ["darting_jab", "darting_jab"])})"#,
            "\"darting_jab\"])",
            "listed twice",
        ),
        (
            r#"(equipment: {"thing": (name: "Thing", description: "Odd.", mount: Arm, cards: ["daring_jab"])})"#,
            "\"daring_jab\"",
            "unknown",
        ),
        (
            r#"(classes: {"scout": (least_cards: 40)})"#,
            "40",
            "least_cards is above classes",
        ),
        (
            r#"(classes: {"scout": (backfire: [])})"#,
            "[]",
            "a table needs rows",
        ),
        (
            r#"(classes: {"scout": (backfire: [(up_to: 200, effects: [Push(1)])])})"#,
            "[(up_to",
            "a Backfire has no target",
        ),
        (
            r#"(classes: {"scout": (backfire: [(up_to: 200, effects: [Heat(Target, 1)])])})"#,
            "[(up_to",
            "a Backfire has no target",
        ),
        (
            r#"(races: {"elf": (abilities: ["second_skin"])})"#,
            "[\"second_skin",
            "it cannot be an ability",
        ),
        (
            r#"(monsters: {"ash_hound": (attacks: [])})"#,
            "[]",
            "a monster needs an attack",
        ),
        (
            r#"(monsters: {"ash_hound": (attacks: [(card: "second_wind")])})"#,
            "[(card",
            "is not an attack",
        ),
        (
            r#"(objectives: {"colossus": (name: "Bell", description: "Rings.", hp: 4)})"#,
            "\"colossus\"",
            "is already the key of a monster",
        ),
        (
            r#"(monsters: {"starter_scout": (name: "Bell", description: "Rings.", hp: 4, attacks: [(card: "spat_bile")])})"#,
            "\"starter_scout\"",
            "is already the key of a deck",
        ),
        (
            r#"(figures: (heat: (levels: [9, 4, 6, 8])))"#,
            "[9, 4",
            "heat.levels does not rise",
        ),
        (
            r#"(grounds: {"mudd": (difficult: true)})"#,
            "\"mudd\"",
            "mud",
        ),
    ];
    for (text, marker, message) in rows {
        check_fault(text, marker, message);
    }
}

/// A deck of a scout that is sound, with a field changed.
fn deck(from: &str, to: &str) -> String {
    let sound = r#"name: "Own", description: "Own.", class: "scout", race: "elf",
  right: Some("longsword"), left: Some("short_blade"), relics: ["jump_jets"],
  cards: {"faithful_thrust": 2, "darting_jab": 2}"#;
    assert!(sound.contains(from), "{from}");
    sound.replace(from, to)
}

const DECK_FAULTS: [(&str, &str, &str, &str); 16] = [
    (
        "\"darting_jab\": 2",
        "\"darting_jab\": 3",
        "3}",
        "out of range",
    ),
    (
        "\"darting_jab\": 2",
        "\"darting_jab\": 2, \"darting_jab\": 1",
        "\"darting_jab\": 1",
        "given twice",
    ),
    (
        "\"darting_jab\": 2",
        "\"darting_jab\": 0, \"triple_nick\": 0",
        "{\"faithful",
        "from 22 to 26 cards",
    ),
    (
        "\"darting_jab\": 2",
        "\"swift_arrow\": 2",
        "{\"faithful",
        "none of its equipment has Swift Arrow",
    ),
    (
        "\"darting_jab\": 2",
        "\"second_wind\": 2",
        "{\"faithful",
        "every deck has one Second Wind",
    ),
    (
        "\"darting_jab\": 2",
        "\"darting_jib\": 2",
        "\"darting_jib\"",
        "unknown",
    ),
    (
        "[\"jump_jets\"]",
        "[\"jump_jets\", \"vents\"]",
        "[\"jump",
        "carries at most 1 relics, this deck has 2",
    ),
    (
        "[\"jump_jets\"]",
        "[\"buckler\"]",
        "[\"buckler",
        "is for an arm, not a relic",
    ),
    (
        "Some(\"short_blade\")",
        "Some(\"vents\")",
        "Some(\"vents",
        "is a relic, not for an arm",
    ),
    (
        "Some(\"short_blade\")",
        "Some(\"warhammer\")",
        "Some(\"warhammer",
        "the class Scout cannot carry Warhammer",
    ),
    (
        "Some(\"short_blade\")",
        "Some(\"longbow\")",
        "Some(\"longbow",
        "is held in the right",
    ),
    (
        "Some(\"short_blade\")",
        "Some(\"sword\")",
        "\"sword\"",
        "unknown",
    ),
    (
        "Some(\"longsword\")",
        "Some(\"longbow\")",
        "Some(\"short",
        "takes both arms",
    ),
    (
        "class: \"scout\"",
        "class: \"heavy\"",
        "{\"faithful",
        "from 32 to 38 cards",
    ),
    ("race: \"elf\"", "race: \"elv\"", "\"elv\"", "elf"),
    ("class: \"scout\", ", "", "", "class"),
];

#[test]
fn each_fault_of_a_deck_is_told_at_its_field() {
    let sound = format!("(decks: {{\"own\": ({})}})", deck("elf", "elf"));
    assert!(laid(&sound).is_ok());
    for (from, to, marker, message) in DECK_FAULTS {
        let text = format!("(decks: {{\"own\": ({})}})", deck(from, to));
        let Err(Problems(found)) = laid(&text) else {
            panic!("{text} passes, expected {message}");
        };
        let is_told = |problem: &Problem| {
            problem.message.contains(message) && at(&text, problem.place).starts_with(marker)
        };
        assert!(
            found.iter().any(is_told),
            "{text}\n{found:#?}\nexpected {message}"
        );
    }
    // The same weapon in both arms brings its cards twice.
    let twice =
        deck("Some(\"short_blade\")", "Some(\"longsword\")").replace(", \"darting_jab\": 2", "");
    let text = format!("(decks: {{\"own\": ({twice})}})");
    check_fault(
        &text,
        "{\"faithful",
        "at most 2 copies of Faithful Thrust, this one 4",
    );
    let shield = deck("Some(\"short_blade\")", "Some(\"buckler\")").replace(
        "\"darting_jab\": 2",
        "\"glancing_boss\": 2, \"rim_shove\": 2",
    );
    let text = format!("(decks: {{\"own\": ({shield})}})");
    check_fault(
        &text,
        "{\"faithful",
        "Glancing Boss comes with its equipment, once",
    );
}

#[test]
fn starter_decks_have_any_size_within_reason() {
    let small = deck("race: \"elf\"", "race: \"elf\", starter: true")
        .replace("[\"jump_jets\"]", "[\"vents\", \"jump_jets\"]");
    assert!(laid(&format!("(decks: {{\"own\": ({small})}})")).is_ok());
    let cards: Vec<_> = (0..145).map(|at| format!("\"c{at}\"")).collect();
    let kinds = cards
        .iter()
        .map(|key| format!("{key}: (name: \"C\", kind: Melee, damage: Some(1))"));
    let text = format!(
        "(cards: {{{}}},\nequipment: {{\"all\": (name: \"All\", description: \"All.\", mount: Relic, cards: [{}])}},\n\
         decks: {{\"own\": (name: \"Own\", description: \"Own.\", class: \"scout\", race: \"elf\", relics: [\"all\"], starter: true)}})",
        kinds.collect::<Vec<_>>().join(", "),
        cards.join(", ")
    );
    check_fault(
        &text,
        "(name: \"Own\"",
        "no deck has more than 150 cards, this one 155",
    );
}

#[test]
fn a_card_that_nothing_brings_is_doubted_and_plays() {
    let text = r#"(cards: {
  "lost": (name: "Lost", kind: Melee, damage: Some(1)),
})"#;
    let catalog = laid(text).unwrap_or_else(|problems| panic!("{problems}"));
    check_told(
        &catalog.doubts,
        text,
        "(name: \"Lost\"",
        "no deck can have the card \"lost\"",
    );
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    fs::write(folder.path().join("casket.ron"), text).expect("own folder");
    let told = check_path(folder.path(), &[]).expect_err("it is told");
    assert!(told.to_string().contains("no deck can have"), "{told}");
}

/// A mission in which a side fields a deck.
fn mission(more: &str, kind: &str) -> String {
    format!(
        r#"Mission(
    name: "Test", rules: Casket({more}),
    board: Drawn(legend: {{'.': "grass"}}, rows: ["........", "........"]),
    sides: [
        (name: "Own", controller: Human, units: [(kind: {kind:?}, at: (0, 0))]),
        (name: "Foes", controller: Ai(Aggressive), units: [(kind: "starter_heavy", at: (6, 1))]),
    ],
)"#
    )
}

#[test]
fn a_mission_brings_decks_and_cards_of_its_own() {
    let catalog = content::load_default().expect("the shipped content is sound");
    let sound = format!("decks: {{\"own\": ({})}}", deck("elf", "elf"));
    let own = mission(&sound, "own");
    let own = mission::parse("m.ron", &own, &catalog, Terms::default());
    let own = own.unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(own.asked::<Scenario>().units[0].cards.len(), 22);
    assert!(
        own.catalog
            .part::<CasketContent>()
            .deck_named("own")
            .is_some()
    );
    assert!(catalog.part::<CasketContent>().deck_named("own").is_none());
    // What is wrong with it is told in the mission.
    let bad = format!(
        "decks: {{\"own\": ({})}}",
        deck("[\"jump_jets\"]", "[\"jump_jets\", \"vents\"]")
    );
    let text = mission(&bad, "own");
    let Err(Problems(found)) = mission::parse("m.ron", &text, &catalog, Terms::default()) else {
        panic!("it passes");
    };
    check_told(
        &found,
        &text,
        "[\"jump_jets\", \"vents\"]",
        "at most 1 relics",
    );
}

#[test]
fn a_deck_in_a_file_of_its_own_is_checked_and_played_and_comes_with_the_journal() {
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let decks = folder.path().join("decks");
    fs::create_dir(&decks).expect("own folder");
    let file = decks.join("wren.deck.ron");
    let sound = format!("Deck({})", deck("elf", "elf"));
    fs::write(&file, &sound).expect("own folder");
    assert_eq!(check_path(&file, &[]), Ok(1));
    let path = folder.path().join("m.ron");
    let text = mission("", "wren").replace(
        "sides: [",
        "deck_files: [\"decks/wren.deck.ron\"],\n    sides: [",
    );
    fs::write(&path, &text).expect("own folder");
    assert_eq!(check_path(&path, &[]), Ok(1));
    let content = content::assets_folder()
        .expect("there are assets")
        .join("content");
    let source =
        MissionSource::read(&path, &content).unwrap_or_else(|problems| panic!("{problems}"));
    // What a journal or save carries is enough to build it again: the file may be gone.
    let written = serde_json::to_string(&source).expect("a source is plain data");
    fs::remove_file(&file).expect("it was there");
    let again: MissionSource = serde_json::from_str(&written).expect("it was written so");
    let built = again
        .build(0)
        .unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(built.asked::<Scenario>().units[0].cards.len(), 22);
    let told = MissionSource::read(&path, &content)
        .expect_err("the file is gone")
        .to_string();
    assert!(
        told.contains("m.ron:4:18") && told.contains("decks/wren.deck.ron"),
        "{told}"
    );
}

#[test]
fn each_fault_of_a_deck_file_is_told_in_the_file() {
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let path = folder.path().join("wren.ron");
    let faults = |text: &str| {
        fs::write(&path, text).expect("own folder");
        match check_path(&path, &[]) {
            Err(Problems(found)) => found,
            Ok(_) => panic!("{text} passes"),
        }
    };
    for (from, to, marker, message) in DECK_FAULTS {
        let text = format!("Deck({})", deck(from, to));
        let found = faults(&text);
        let is_told = |problem: &Problem| {
            problem.message.contains(message)
                && at(&text, problem.place).starts_with(marker)
                && problem.file.ends_with("wren.ron")
        };
        assert!(
            found.iter().any(is_told),
            "{text}\n{found:#?}\nexpected {message}"
        );
    }
    // Its name is its key, which must be a new one.
    let path = folder.path().join("starter_scout.ron");
    fs::write(&path, format!("Deck({})", deck("elf", "elf"))).expect("own folder");
    let told = check_path(&path, &[])
        .expect_err("the key is known")
        .to_string();
    assert!(told.contains("rename the file"), "{told}");
    // A mission names files in its folder alone, and those that are decks.
    let content = content::assets_folder()
        .expect("there are assets")
        .join("content");
    let path = folder.path().join("m.ron");
    for (name, message) in [
        ("../wren.ron", "expected a file in the mission's folder"),
        ("/etc/passwd", "expected a file in the mission's folder"),
        ("m.ron", "is not a file of Deck(...)"),
        ("wrn.ron", "wren.ron"),
    ] {
        fs::write(folder.path().join("wren.ron"), "Deck()").expect("own folder");
        let list = format!("deck_files: [{name:?}],\n    sides: [");
        fs::write(&path, mission("", "wren").replace("sides: [", &list)).expect("own folder");
        let told = MissionSource::read(&path, &content)
            .expect_err("it is told")
            .to_string();
        assert!(told.contains(message), "{told}");
    }
}

#[test]
fn a_deck_that_is_written_reads_the_same() {
    let catalog = content::load_default().expect("the shipped content is sound");
    let content = catalog.part::<CasketContent>();
    for deck in &content.decks {
        let text = deck.to_text(content);
        let file = format!("decks/{}.ron", deck.key);
        let read = Deck::of_text(&file, &text, content)
            .unwrap_or_else(|problems| panic!("{problems}\n{text}"));
        assert_eq!(read, *deck);
    }
    let sound = Deck::of_text("own.ron", &format!("Deck({})", deck("elf", "elf")), content);
    let mut sound = sound.unwrap_or_else(|problems| panic!("{problems}"));
    sound.name = "A \"quoted\" \\ name".into();
    let text = sound.to_text(content);
    assert_eq!(Deck::of_text("own.ron", &text, content), Ok(sound));
    for (text, message) in [
        ("Mission()", "expected a deck"),
        ("Deck(", "own.ron:1"),
        ("Deck()", "name"),
    ] {
        let told = Deck::of_text("own.ron", text, content)
            .expect_err("it is none")
            .to_string();
        assert!(told.contains(message), "{told}");
    }
}
