//! The roster is that of the reference, figure by figure (§3, §10, §12), and so are its boards (§2).

use hexscape::rules::fleet::content::FleetContent;
use std::collections::BTreeSet;

use crate::properties::shipped;

use super::*;

#[test]
fn ships_have_the_figures_of_the_reference() {
    let catalog = catalog();
    let content = catalog.part::<FleetContent>();
    // SPD, ATK, DEF, hull, ammo, fuel, move, detect, speed in a queue.
    for (key, expected) in [
        ("interceptor", [3, 1, 1, 3, 3, 5, 2, 1, 5]),
        ("bomber", [1, 3, 1, 4, 3, 2, 1, 1, 2]),
        ("gunship", [2, 2, 3, 5, 3, 3, 1, 1, 3]),
        ("frigate", [2, 1, 2, 4, 5, 4, 1, 2, 3]),
        ("destroyer", [2, 3, 1, 5, 3, 3, 1, 1, 3]),
        ("scout", [4, 1, 1, 2, 2, 5, 2, 3, 4]),
        ("miner", [1, 0, 1, 3, 0, 4, 1, 1, 2]),
    ] {
        let one = content.ship(content.ship_named(key).expect("shipped"));
        let found = [
            i64::from(one.speed),
            one.attack.into(),
            one.defense.into(),
            one.hull.into(),
            one.ammo.into(),
            one.fuel.into(),
            one.moves.into(),
            one.detect.into(),
            one.queue_speed.into(),
        ];
        assert_eq!(found, expected, "{key}");
    }
}

#[test]
fn carriers_have_the_figures_of_the_reference() {
    let catalog = catalog();
    let content = catalog.part::<FleetContent>();
    // ATK, DEF, SPD, hull, hangar, point defense, detect, chance of reinforcements.
    for (key, expected) in [
        ("scout", [0, 1, 3, 6, 3, 0, 3, 50]),
        ("standard", [1, 2, 1, 10, 4, 1, 2, 50]),
        ("battle", [2, 3, 0, 14, 4, 2, 1, 50]),
        ("tender", [1, 1, 1, 8, 6, 1, 2, 50]),
        ("enemy", [1, 2, 1, 10, 4, 1, 2, 50]),
        ("leviathan", [1, 2, 1, 8, 6, 0, 2, 70]),
    ] {
        let one = content.carrier(content.carrier_named(key).expect("shipped"));
        let found = [
            i64::from(one.attack),
            one.defense.into(),
            one.speed.into(),
            one.hull.into(),
            one.hangar.into(),
            one.point_defense.into(),
            one.detect.into(),
            one.reinforcement_percent.into(),
        ];
        assert_eq!(found, expected, "{key}");
    }
}

#[test]
fn the_duel_and_the_campaign_have_boards_and_rows_of_the_reference() {
    for (name, size, rows) in [("cold_start", (7, 8), 2), ("long_watch", (11, 13), 3)] {
        let mission = shipped(name);
        let grid = mission.board.grid;
        assert_eq!((grid.width, grid.height), size, "{name}");
        for fleet in &Scenario::of(&mission).fleets {
            let of = fleet.zone.iter().map(|&tile| grid.to_offset(tile).1);
            let of: BTreeSet<_> = of.collect();
            assert_eq!(of.len(), rows, "{name}");
        }
    }
}
