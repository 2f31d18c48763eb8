//! What a draft shows of a mission, held against the mission.

use std::collections::BTreeSet;

use hexscape::{
    mission::{
        Mission, RuleSet,
        edit::{At, Sheet},
    },
    rules::battlescape::{Battlescape, content::BattlescapeContent, scenario::Scenario},
};

/// Compares what the loader makes of a text with what a draft shows of it.
#[track_caller]
pub fn check_shown(sheet: &Sheet, mission: &Mission) {
    let catalog = &mission.catalog;
    let board = &sheet.board;
    assert_eq!(board.grid, mission.board.grid);
    for tile in board.grid.tiles() {
        let key = &catalog
            .terrain(mission.board.tiles[tile.index()].terrain)
            .key;
        assert_eq!(
            board.terrain(tile),
            Some(key.as_str()),
            "terrain of {tile:?}"
        );
        let level = mission.board.elevation[tile.index()];
        assert_eq!(
            i8::try_from(board.height(tile)),
            Ok(level),
            "height of {tile:?}"
        );
    }
    let sides: BTreeSet<_> = (mission.board.hexsides.iter())
        .map(|&(tile, side, kind)| (tile, side, catalog.hexside(kind).key.clone()))
        .collect();
    assert_eq!(
        board.hexsides.iter().cloned().collect::<BTreeSet<_>>(),
        sides
    );
    assert_eq!(sheet.sides.len(), mission.sides.len());
    if mission.rules != RuleSet::of::<Battlescape>() {
        return; // what else fleets bring, no draft shows
    }
    let scenario = Scenario::of(mission);
    let sides = mission.sides.iter().zip(&scenario.squads);
    for (shown, (side, squad)) in sheet.sides.iter().zip(sides) {
        assert_eq!(shown.name, side.name);
        assert_eq!((shown.neutral, shown.hunts), (side.neutral, side.hunts));
        assert_eq!(shown.units.len(), squad.len());
        for (shown, unit) in shown.units.iter().zip(squad) {
            let content = catalog.part::<BattlescapeContent>();
            assert_eq!(shown.kind, content.unit(unit.kind).key);
            if let At::Hex(..) = shown.at {
                assert_eq!(shown.at.tile(board.grid), Some(unit.tile));
            }
            if let Some(name) = &shown.name {
                assert_eq!(name, &unit.name);
            }
            if let Some(facing) = shown.facing {
                assert_eq!(facing, unit.facing);
            }
            if let Some(weapon) = &shown.weapon {
                assert_eq!(weapon, &content.weapon(unit.weapon).key);
            }
            if let Some(items) = &shown.items {
                let keys: Vec<_> = unit
                    .items
                    .iter()
                    .map(|&item| &content.item(item).key)
                    .collect();
                assert_eq!(items.iter().collect::<Vec<_>>(), keys);
            }
            assert_eq!(shown.mode, unit.mode);
            assert_eq!(shown.group, unit.group);
        }
    }
    let hexes = |name: &Option<String>| {
        name.as_ref()
            .and_then(|name| sheet.zone(name))
            .map(|zone| zone.hexes.clone())
            .unwrap_or_default()
    };
    assert_eq!(hexes(&sheet.exits), scenario.exits);
    assert_eq!(hexes(&sheet.deployment), scenario.deployment);
    assert_eq!(sheet.turn_limit, mission.turn_limit);
    assert_eq!(sheet.night, scenario.night);
    assert_eq!(
        (&sheet.name, &sheet.briefing),
        (&mission.name, &mission.briefing)
    );
    assert_eq!(sheet.number.unwrap_or(9999), mission.number);
}
