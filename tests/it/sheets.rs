//! What a draft shows of a mission, held against the mission.

use std::collections::BTreeSet;

use hexscape::content::tree::Value;
use hexscape::mission::edit::{At, Draft, Path, quoted};
use hexscape::mission::{Mission, RuleSet};
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::content::BattlescapeContent;
use hexscape::rules::battlescape::scenario::Scenario;

/// Compares what the loader makes of a text with what a draft shows of it.
#[track_caller]
pub fn check_shown(draft: &Draft, mission: &Mission) {
    let sheet = draft.sheet();
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
        assert_eq!(board.height(tile), level, "height of {tile:?}");
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
        let says = |field: &str| shown.more.contains(&(field.into(), "true".into()));
        let is_said = (says("neutral"), says("hunts"));
        assert_eq!(is_said, (side.neutral, side.hunts));
        assert_eq!(shown.units.len(), squad.len());
        for (shown, unit) in shown.units.iter().zip(squad) {
            let content = catalog.part::<BattlescapeContent>();
            assert_eq!(shown.kind, content.unit(unit.kind).key);
            if let Some(At::Hex(..)) = shown.at {
                assert_eq!(shown.tile(board.grid), Some(unit.tile));
            }
            if let Some(name) = &shown.name {
                assert_eq!(name, &unit.name);
            }
            if let Some(facing) = shown.facing {
                assert_eq!(facing, unit.facing);
            }
            if let Some(weapon) = shown.field("weapon") {
                assert_eq!(weapon, quoted(&content.weapon(unit.weapon).key));
            }
            if let Some(items) = shown.field("items") {
                let keys: Vec<_> = (unit.items.iter())
                    .map(|&item| quoted(&content.item(item).key))
                    .collect();
                assert_eq!(items, format!("[{}]", keys.join(", ")));
            }
            let mode = unit.mode.map(|mode| format!("{mode:?}"));
            assert_eq!(shown.field("mode"), mode.as_deref());
            let group = unit.group.as_deref().map(quoted);
            assert_eq!(shown.field("group"), group.as_deref());
            assert_eq!(shown.is_later(sheet.outline), unit.group.is_some());
        }
    }
    let hexes = |field: &str| {
        let zone = text(draft, field).and_then(|name| sheet.zone(&name));
        zone.map(|zone| zone.hexes.clone()).unwrap_or_default()
    };
    assert_eq!(hexes("exits"), scenario.exits);
    assert_eq!(hexes("deployment"), scenario.deployment);
    let limit = mission.turn_limit.map(i64::from);
    assert_eq!(whole(draft, "objectives.turn_limit"), limit);
    let is_night = matches!(value(draft, "night"), Some(Value::Bool(true)));
    assert_eq!(is_night, scenario.night);
    assert_eq!(sheet.name, mission.name);
    assert_eq!(
        text(draft, "briefing").unwrap_or_default(),
        mission.briefing
    );
    let number = whole(draft, "number").unwrap_or(9999);
    assert_eq!(number, i64::from(mission.number));
}

/// Returns what a draft says at a path.
fn value<'d>(draft: &'d Draft, path: &str) -> Option<&'d Value> {
    let value = &Path::of(path).find(draft.root())?.value;
    Some(match value {
        Value::Tuple(Some(some), items) if some == "Some" => &items[0].value,
        value => value,
    })
}

/// Returns the text at a path.
pub fn text(draft: &Draft, path: &str) -> Option<String> {
    match value(draft, path) {
        Some(Value::Text(text)) => Some(text.clone()),
        _ => None,
    }
}

fn whole(draft: &Draft, path: &str) -> Option<i64> {
    match value(draft, path) {
        Some(Value::Int(value)) => Some(*value),
        _ => None,
    }
}
