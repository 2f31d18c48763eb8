//! Rule vectors in RON: the shipped ones hold, wrong ones fail, mistakes are told with their place.

use hexscape::content::{ContentText, assets_folder};
use hexscape::rules::casket::content::CasketContent;
use hexscape::vectors::{Finding, run, run_text};

/// Vectors of the reference of the party whose rules there are; the others are of maps to come.
const PARTY_VECTORS: [u8; 30] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
    27, 28, 31, 32,
];

/// Switches of the casket, each of which a vector sets to other than its default.
const SWITCHES: [&str; 12] = [
    "brace_action: true",
    "locate_by_facing: true",
    "areas_spare_allies: true",
    "strict_bands: true",
    "tower_side: false",
    "absorb_to_minimum: true",
    "friendly_fire: true",
    "overflow: Reshuffles",
    "fire: Crossing",
    "damage_cards: HalfDamage",
    "reactives_redraw: true",
    "one_misses: true",
];

/// Switches of operations, each of which a vector sets to other than its default.
const OPERATIONS_SWITCHES: [&str; 11] = [
    "held_off_by_equal: true",
    "armor_absorbs_equal: true",
    "raw_at_double: true",
    "defeat_at_percentage: true",
    "cap_unsupported: true",
    "broken_surrender: true",
    "held_off_by_targets: true",
    "support_by_units: true",
    "hits_retreated_armor: false",
    "trucks_in_hex: true",
    "companies_hidden: true",
];

fn content() -> ContentText {
    let folder = assets_folder().expect("the assets are beside the crate");
    ContentText::read(&folder.join("content")).expect("the shipped content is there")
}

fn shipped(name: &str) -> Vec<Finding> {
    let folder = assets_folder().expect("the assets are beside the crate");
    let file = folder.join("vectors").join(name);
    run(&file, &content()).unwrap_or_else(|problems| panic!("{problems}"))
}

fn check_all_hold(findings: &[Finding]) {
    let failed: Vec<_> = (findings.iter())
        .filter(|finding| !finding.failures.is_empty())
        .map(|finding| format!("{}: {}", finding.name, finding.failures.join("; ")))
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn the_vectors_of_the_reference_hold() {
    let findings = shipped("battlescape.ron");
    check_all_hold(&findings);
    for number in 1..=64 {
        let name = format!("14.{number} ");
        let is_there = findings
            .iter()
            .any(|finding| finding.name.starts_with(&name));
        assert!(is_there, "vector {number} of the reference is missing");
    }
    let own = findings
        .iter()
        .filter(|finding| !finding.name.starts_with("14."));
    assert!(own.count() >= 150);
}

#[test]
fn the_vectors_of_the_fleet_hold() {
    let findings = shipped("fleet.ron");
    check_all_hold(&findings);
    for number in 1..=31 {
        let name = format!("13.{number} ");
        let is_there = (findings.iter()).any(|finding| finding.name.starts_with(&name));
        assert!(is_there, "vector {number} of the reference is missing");
    }
    let own = (findings.iter()).filter(|finding| !finding.name.starts_with("13."));
    assert!(own.count() >= 220);
}

#[test]
fn the_vectors_of_the_party_hold() {
    let findings = shipped("party.ron");
    check_all_hold(&findings);
    for number in PARTY_VECTORS {
        let name = format!("11.{number} ");
        let is_there = (findings.iter()).any(|finding| finding.name.starts_with(&name));
        assert!(is_there, "vector {number} of the reference is missing");
    }
}

#[test]
fn the_vectors_of_the_casket_hold_and_every_card_is_in_one() {
    let findings = shipped("casket.ron");
    check_all_hold(&findings);
    for number in 1..=33 {
        let name = format!("11.{number} ");
        let is_there = (findings.iter()).any(|finding| finding.name.starts_with(&name));
        assert!(is_there, "vector {number} of the reference is missing");
    }
    let own = (findings.iter()).filter(|finding| !finding.name.starts_with("11."));
    assert!(own.count() >= 120);
    let folder = assets_folder().expect("the assets are beside the crate");
    let text = std::fs::read_to_string(folder.join("vectors/casket.ron")).expect("it is there");
    let catalog = content().catalog("").expect("the content is sound");
    for card in &catalog.part::<CasketContent>().cards {
        // Abilities are named by their number in orders.
        let named = text.contains(&format!("{:?}", card.key)) || text.contains(&card.name);
        assert!(named, "no vector has the card {}", card.name);
    }
    for switch in SWITCHES {
        assert!(text.contains(switch), "no vector sets {switch}");
    }
}

#[test]
fn the_vectors_of_operations_hold_and_every_switch_is_set_in_one() {
    let findings = shipped("operations.ron");
    check_all_hold(&findings);
    for number in 1..=36 {
        let name = format!("17.{number} ");
        let is_there = (findings.iter()).any(|finding| finding.name.starts_with(&name));
        assert!(is_there, "vector {number} of the reference is missing");
    }
    let own = (findings.iter()).filter(|finding| !finding.name.starts_with("17."));
    assert!(own.count() >= 140);
    let folder = assets_folder().expect("the assets are beside the crate");
    let text = std::fs::read_to_string(folder.join("vectors/operations.ron")).expect("it is there");
    for switch in OPERATIONS_SWITCHES {
        assert!(text.contains(switch), "no vector sets {switch}");
    }
}

#[test]
fn every_disputed_rule_holds_both_ways() {
    let findings = shipped("switches.ron");
    check_all_hold(&findings);
    for number in 1..=39 {
        let of = |finding: &&Finding| {
            let rest = finding.name.strip_prefix(&format!("C{number}"));
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        let count = findings.iter().filter(of).count();
        assert!(count >= 2, "C{number} is tested in {count} vectors");
    }
}

/// Runs one vector; what does not hold of it, or the problems of the text.
fn told(vector: &str) -> String {
    match run_text("v.ron", &format!("[{vector}]"), &content()) {
        Ok(findings) => findings[0].failures.join("; "),
        Err(problems) => problems.to_string(),
    }
}

#[test]
fn what_does_not_hold_is_told_with_what_was_found() {
    let battle = r#"Battle(name: "a", rows: ["_ _ _ _ # _", "_ _ _ _ # _"],
        own: [(kind: "infantry", name: "A", at: (0, 0))],
        enemies: [(kind: "sectoid", name: "B", at: (5, 0))]"#;
    for (vector, expected) in [
        (
            r#"Shot(name: "a", expect: (chance: 51, tu: 20))"#.to_owned(),
            "expected chance 51, got 50",
        ),
        (
            r#"Shot(name: "a", distance: 99, expect: (chance: 51))"#.to_owned(),
            "got no attack: reaches 16 hexes, the target is 99 away",
        ),
        (
            r#"Shot(name: "a", dice: [hit(1), dmg(30), crit(1)], expect: (chance: 50))"#.to_owned(),
            "draw 1 is dmg d20, the tape's 30 is out of range",
        ),
        (
            r#"Shot(name: "a", dice: [hit(99), dmg(3)], expect: (chance: 50))"#.to_owned(),
            "draws nobody made: dmg(3)",
        ),
        (
            format!(r#"{battle}, orders: [Turn("A", West)], expect: (units: {{"A": (tu: 99)}}))"#),
            "expected A's tu 99, got 97",
        ),
        (
            format!(r#"{battle}, orders: [Stand("A")], expect: (turn: 1))"#),
            "Stand(\"A\") is refused: ",
        ),
        (
            format!(r#"{battle}, orders: [Refused(Turn("A", West), "no")], expect: (turn: 1))"#),
            "expected a refusal with \"no\", got none",
        ),
        (
            format!(r#"{battle}, expect: (sees: {{"A": [(5, 0)]}}))"#),
            "expected A to see (5, 0)",
        ),
        (
            format!(r#"{battle}, expect: (outcome: Victory))"#),
            "expected outcome Victory, got None",
        ),
    ] {
        let found = told(&vector);
        assert!(found.contains(expected), "{vector}: {found}");
    }
}

#[test]
fn mistakes_in_vectors_are_told_with_their_place() {
    for (vector, expected) in [
        (
            r#"Shott(name: "a")"#,
            "vector `Shott` is unknown; did you mean `Shot`?",
        ),
        (r#"Shot(nme: "a")"#, "vector lacks `name`"),
        (
            r#"Shot(name: "a", cover: Quarter, expect: (chance: 1))"#,
            "cover `Quarter` is unknown",
        ),
        (
            r#"Shot(name: "a", expect: (chanse: 1))"#,
            "no `chanse` to expect; did you mean `chance`?",
        ),
        (
            r#"Shot(name: "a", weapon: "rifle", expect: ())"#,
            "weapon \"rifle\" is unknown",
        ),
        (
            r#"Shot(name: "a", rules: (tu: (wolk: 3)), expect: (chance: 1))"#,
            "no field `wolk`",
        ),
        (
            r#"Shot(name: "a", dice: [42], expect: (chance: 1))"#,
            "expected results of dice",
        ),
        (
            r#"Battle(name: "a", expect: (turn: 1))"#,
            "board lacks `rows`",
        ),
        (
            r#"Battle(name: "a", rows: ["_ _", "_ _"], own: [(kind: "infantry", name: "A", at: (0, 0))],
            enemies: [(kind: "medic", name: "B", at: (1, 0))], orders: [Move("A", [East])])"#,
            "expected a known order",
        ),
        (
            r#"Battle(name: "a", rows: ["_ _", "_ _"], own: [(kind: "infantry", name: "A", at: (0, 0))],
            enemies: [(kind: "medic", name: "B", at: (1, 0))], orders: [Stand("C")])"#,
            "unit \"C\" is unknown",
        ),
    ] {
        let found = told(vector);
        assert!(found.contains(expected), "{vector}: {found}");
        assert!(found.starts_with("v.ron:"), "{found}");
    }
    let two = r#"[Shot(name: "a", expect: (chance: 50)), Shot(name: "a", expect: (chance: 50))]"#;
    let problems = run_text("v.ron", two, &content())
        .expect_err("the name is taken")
        .to_string();
    assert!(
        problems.contains("two vectors are named \"a\""),
        "{problems}"
    );
}

#[test]
fn damaged_vectors_never_panic() {
    let folder = assets_folder().expect("the assets are beside the crate");
    let text = std::fs::read_to_string(folder.join("vectors/battlescape.ron")).expect("shipped");
    let content = content();
    let lines: Vec<_> = text.lines().filter(|line| line.contains("name:")).collect();
    for line in lines.iter().step_by(9) {
        for at in (0..line.len()).step_by(7) {
            if line.is_char_boundary(at) {
                let _ = run_text("v.ron", &format!("[{}", &line[..at]), &content);
                let cut = format!(
                    "[{}{}]",
                    &line[..at],
                    line.get(at + 1..).unwrap_or_default()
                );
                let _ = run_text("v.ron", &cut, &content);
            }
        }
    }
}
