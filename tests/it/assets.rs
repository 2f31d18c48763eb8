//! Every shipped asset loads.

use std::collections::BTreeSet;

use hexscape::content;
use hexscape::mission::{self, RuleSet};
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::content::BattlescapeContent;
use hexscape::rules::battlescape::scenario::Scenario;
use hexscape::rules::fleet::Fleet;
use hexscape::rules::fleet::content::FleetContent;
use hexscape::rules::fleet::scenario::{Scenario as FleetScenario, Start};

#[test]
fn every_shipped_mission_loads() {
    let folder = content::assets_folder().expect("the assets are beside the crate");
    let catalog = content::load_default().expect("the shipped content is sound");
    let mut count = 0;
    for path in mission::files(&folder.join("missions")) {
        if let Err(problems) = mission::load(&path, &catalog) {
            panic!("{problems}");
        }
        count += 1;
    }
    assert!(count >= 4, "only {count} missions");
}

/// Keys of a content file, in its order.
fn keys(file: &str) -> Vec<String> {
    let folder = content::assets_folder().expect("the assets are beside the crate");
    let text = std::fs::read_to_string(folder.join("content").join(file)).expect("shipped");
    (text.split("(key: \"").skip(1))
        .filter_map(|rest| rest.split('"').next().map(str::to_owned))
        .collect()
}

/// The shipped missions together show everything there is.
#[test]
fn the_missions_use_every_unit_weapon_item_ability_terrain_objective_and_action() {
    let folder = content::assets_folder().expect("the assets are beside the crate");
    let catalog = content::load_default().expect("the shipped content is sound");
    let content = catalog.part::<BattlescapeContent>();
    let (mut texts, mut used) = (String::new(), BTreeSet::new());
    let (mut numbers, mut anew) = (BTreeSet::new(), 0);
    for path in mission::files(&folder.join("missions")) {
        texts.push_str(&std::fs::read_to_string(&path).expect("shipped"));
        let mission = mission::load(&path, &catalog).unwrap_or_else(|p| panic!("{p}"));
        let name = &mission.name;
        assert!(
            numbers.insert(mission.number),
            "{name} shares its place in the list"
        );
        assert!(mission.briefing.len() > 40, "{name} has no briefing");
        assert!(!mission.debrief.victory.is_empty() && !mission.debrief.defeat.is_empty());
        assert!(mission.turn_limit.is_some(), "{name} may go on for ever");
        anew += usize::from(mission.drawn_anew);
        for tile in &mission.board.tiles {
            used.insert(catalog.terrain(tile.terrain).key.clone());
        }
        for &(_, _, side) in &mission.board.hexsides {
            used.insert(catalog.hexside(side).key.clone());
        }
        if mission.rules != RuleSet::of::<Battlescape>() {
            continue;
        }
        for unit in Scenario::of(&mission).units() {
            let kind = content.unit(unit.kind);
            used.insert(kind.key.clone());
            used.insert(content.weapon(unit.weapon).key.clone());
            used.extend(
                unit.items
                    .iter()
                    .map(|&item| content.item(item).key.clone()),
            );
            used.extend(unit.suit.map(|suit| content.suit(suit).key.clone()));
            let abilities = kind.abilities.iter();
            used.extend(abilities.map(|&id| content.ability(id).key.clone()));
        }
        for object in &Scenario::of(&mission).script.objects {
            used.extend(
                object
                    .items
                    .iter()
                    .map(|&item| content.item(item).key.clone()),
            );
        }
    }
    for file in [
        "units.ron",
        "weapons.ron",
        "items.ron",
        "abilities.ron",
        "suits.ron",
        "terrain.ron",
        "hexsides.ron",
    ] {
        for key in keys(file) {
            // An open door comes of a door, bare hands of those who carry nothing.
            assert!(used.contains(&key), "{key} of {file} is in no mission");
        }
    }
    for word in [
        "EliminateAll(",
        "Kill(",
        "Capture(",
        "Reach(",
        "Escape(",
        "Hold(",
        "Control(",
        "Survive(",
        "Protect(",
        "Rescue(",
        "Secure(",
        "Turn(",
        "Enters(",
        "Dies(",
        "Interacts(",
        "Completes(",
        "Message(",
        "Spawn(",
        "Mode(",
        "Terrain(",
        "Light(",
        "Danger(",
        "Join(",
        "Console",
        "Cage",
        "Generator",
        "Container",
        "night: true",
        "deployment:",
        "neutral: true",
        "hunts: true",
        "Aggressive",
        "Defensive",
        "Cautious",
        "Retreat",
        "Search",
    ] {
        assert!(texts.contains(word), "{word} is in no mission");
    }
    assert!(
        numbers.len() >= 10 && anew >= 2,
        "{numbers:?}, {anew} drawn anew"
    );
}

/// The shipped missions of fleets together show all ships, carriers, traits, perks, abilities and ways
/// to begin.
#[test]
fn the_missions_of_fleets_use_every_ship_carrier_trait_perk_and_option() {
    let folder = content::assets_folder().expect("the assets are beside the crate");
    let catalog = content::load_default().expect("the shipped content is sound");
    let fleet = catalog.part::<FleetContent>();
    let (mut used, mut count, mut options) = (BTreeSet::new(), 0, BTreeSet::new());
    for path in mission::files(&folder.join("missions")) {
        let mission = mission::load(&path, &catalog).unwrap_or_else(|p| panic!("{p}"));
        if mission.rules != RuleSet::of::<Fleet>() {
            continue;
        }
        count += 1;
        let own = mission.catalog.part::<FleetContent>().options;
        options.insert(("single_occupancy", own.single_occupancy.to_string()));
        options.insert(("resolution", format!("{:?}", own.resolution)));
        options.insert(("sub_phases", own.sub_phases.to_string()));
        for side in &FleetScenario::of(&mission).fleets {
            used.extend(side.admiral.iter().map(|&one| &fleet.admiral(one).key));
            for ship in side.units() {
                let carrier = ship.class.carrier_kind(fleet);
                used.extend(carrier.map(|kind| &kind.key));
                let kind = ship.class.ship_type(fleet);
                used.extend(kind.map(|kind| &kind.key));
                used.extend(kind.map(|kind| &fleet.weapon(kind.weapon).key));
                used.extend((ship.upgrades.iter()).map(|&one| &fleet.upgrade(one).key));
                used.extend(ship.traits.iter().map(|&one| &fleet.quirk(one).key));
                used.extend(ship.pilot.perks.iter().map(|&one| &fleet.perk(one).key));
                used.extend(ship.weapon.map(|one| &fleet.weapon(one).key));
            }
            let waits = |start| side.ships.iter().any(|ship| ship.start == start);
            options.insert(("docked", waits(Start::Docked).to_string()));
            options.insert(("waiting", waits(Start::Waiting).to_string()));
            options.insert(("intents", side.intents.to_string()));
            options.insert(("drive", side.drive.to_string()));
        }
    }
    assert!(count >= 5, "only {count} missions of fleets");
    assert_eq!(options.len(), 14, "{options:?}");
    macro_rules! all {
        ($($list:ident)*) => {
            [$(fleet.$list.iter().map(|one| &one.key).collect::<Vec<_>>()),*].concat()
        };
    }
    for key in all!(ships carriers weapons traits perks admirals upgrades) {
        assert!(used.contains(key), "{key} is in no mission");
    }
}
