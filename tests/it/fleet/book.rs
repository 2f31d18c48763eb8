//! What the encyclopedia tells of the rules in force.

use hexscape::rules::fleet::content::DryShips;
use hexscape::rules::fleet::panel::book::chapters;

use super::*;

/// Returns the shipped definitions in a mode.
fn in_mode(single_occupancy: bool, resolution: Resolution) -> FleetContent {
    let catalog = catalog();
    let mut content = catalog.part::<FleetContent>().clone();
    content.options.single_occupancy = single_occupancy;
    content.options.resolution = resolution;
    content
}

#[track_caller]
fn check_card(content: &FleetContent, title: &str, told: &[&str], untold: &[&str]) {
    let mut catalog = Catalog::clone(&catalog());
    *catalog.part_mut() = content.clone();
    let chapters = chapters(&catalog, content);
    let rules = chapters.last().expect("rules are the last chapter");
    let card = rules.cards.iter().find(|card| card.title == title);
    let about = &card.expect("the chapter has it").about;
    for words in told {
        assert!(about.contains(words), "{title} lacks `{words}`: {about}");
    }
    for words in untold {
        assert!(!about.contains(words), "{title} has `{words}`: {about}");
    }
}

#[test]
fn the_chapter_tells_every_rule_in_the_words_of_the_mode_in_force() {
    let one = in_mode(true, Resolution::Sequential);
    let many = in_mode(false, Resolution::Simultaneous);
    let always = [
        "neither attacks there nor is a target",
        "do not splash it",
        "lends no fire control",
        "neither intercepts nor is intercepted",
        "not that of an ally, which changes morale by -15",
        "fires once, at an enemy within 3 hexes",
    ];
    for content in [&one, &many] {
        check_card(content, "Carriers in combat", &always, &[]);
        check_card(content, "What blocks a hex", &["Wrecks never block"], &[]);
        let start = [
            "cannot be intercepted on its starting hex",
            "including the last",
        ];
        check_card(content, "Interception", &start, &[]);
        let alone = [
            "Up to 2 docked ships",
            "rearms docked ships",
            "hull times 2",
        ];
        check_card(content, "Sides that draw intents", &alone, &[]);
        check_card(content, "Fuel", &["not used in battle"], &[]);
    }
    check_card(&one, "Carriers in combat", &["dogfights"], &["contested"]);
    check_card(&many, "Carriers in combat", &["contested"], &["dogfights"]);
    check_card(
        &one,
        "What blocks a hex",
        &["ship or carrier fits"],
        &["share"],
    );
    let shared = ["can share", "A living carrier blocks its hex"];
    check_card(&many, "What blocks a hex", &shared, &["fits"]);
    let (before, inside) = (["last free hex before"], ["the hex is contested"]);
    check_card(&one, "Interception", &before, &inside);
    check_card(&many, "Interception", &inside, &before);
    let (blow, start) = (["moment of each attack", "(+1)"], ["at its start", "(+1)"]);
    check_card(&one, "Order of damage", &blow, &start[..1]);
    check_card(&many, "Order of damage", &start, &blow[..1]);
    check_card(&one, "Contested hexes", &["no hex is ever contested"], &[]);
    let fixed = [
        "fixed when fighting begins",
        "skipped without a roll",
        "only rolls",
    ];
    check_card(&many, "Contested hexes", &fixed, &[]);
}

#[test]
fn switches_of_fire_ammunition_and_quiet_turns_are_told_as_they_are_set() {
    let mut content = in_mode(true, Resolution::Sequential);
    let (fire, dry, quiet) = ("Valid targets", "Out of ammunition", "Stalemate");
    check_card(&content, fire, &["does not detect"], &[]);
    check_card(&content, dry, &["cannot dock", "edge of the board"], &[]);
    check_card(&content, quiet, &["After 8 turns", "2 turns before"], &[]);
    content.options.blind_fire = true;
    content.options.rearm_beside = false;
    content.options.dry_ships = DryShips::StrikeColors;
    content.figures.quiet.turns = 0;
    check_card(&content, fire, &["detected or not"], &["Nobody"]);
    check_card(&content, dry, &["surrenders"], &["cannot dock"]);
    check_card(&content, quiet, &["continues"], &["After 8"]);
}

#[test]
fn figures_in_sentences_are_those_of_the_data() {
    let mut content = in_mode(true, Resolution::Sequential);
    content.figures.carrier.bays = 5;
    content.figures.carrier.range = 1;
    content.figures.morale.ally_lost = -4;
    check_card(
        &content,
        "Sides that draw intents",
        &["Up to 5 docked"],
        &[],
    );
    let told = ["within 1 hex.", "morale by -4"];
    check_card(&content, "Carriers in combat", &told, &[]);
}
