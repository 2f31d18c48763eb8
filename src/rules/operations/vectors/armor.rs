//! Vectors of the barrage table and of anti-armor fire (§6, §9).

use super::{content, judged, or_never, roll, written};
use crate::rules::operations::armor::{after_terrain, damage};
use crate::rules::operations::barrage::{cells, fort_effects, rank, result, row};
use crate::rules::operations::content::{OperationsContent, SideFeatureId, TargetClass};
use crate::rules::operations::field::actual;
use crate::vectors::{Vector, or_none};

/// Reads points that fire: `points: 5`, `points: [1, 2]`, or `raw: 48`.
fn points(vector: &mut Vector) -> Option<Vec<u16>> {
    let raw = vector.fields.get("raw");
    if let Some(node) = raw {
        let raw = vector.reader.int(node, "raw points", 0..=10_000_u16)?;
        return Some(vec![actual(raw, content(vector).figures.raw_points)]);
    }
    let node = vector.fields.need(vector.reader, "points")?;
    match node.items() {
        [] => Some(vec![vector.reader.int(node, "points", 0..=1000_u16)?]),
        nodes => {
            let read = nodes.iter();
            let read = read.map(|node| vector.reader.int(node, "points", 0..=1000_u16));
            read.collect()
        }
    }
}

/// Reads ground and fortification of the hex that is fired at: effects on barrages and anti-armor points.
fn effects(vector: &mut Vector) -> Option<[i16; 2]> {
    let fort = vector.fields.int_or(vector.reader, "fort", 0..=3_u8, 0)?;
    let ground = match vector.fields.get("ground") {
        Some(node) => {
            let terrains = &vector.catalog.terrains;
            let terrain = vector.reader.definition(node, "terrain", terrains)?;
            let ground = content(vector).ground(terrain);
            [ground.barrage, ground.anti_armor]
        }
        None => [0; 2],
    };
    let [barrage, anti_armor, _] = fort_effects(&content(vector).figures, fort);
    Some([ground[0].min(barrage), ground[1].min(anti_armor)])
}

/// Runs a vector of a Barrage: `Bombard(name: "…", points: 5, class: Infantry, ground: "rough", roll: (6, 1),
/// expect: (row: 1, pinned: true, lost: 0))`.
pub(super) fn barrage(mut vector: Vector) -> Option<Vec<String>> {
    let points = points(&mut vector)?;
    let [shift, _] = effects(&mut vector)?;
    let class = vector
        .fields
        .choice(vector.reader, "class", "class", TargetClass::CHOICES)?;
    let mut dice = |name| match vector.fields.get(name) {
        Some(node) => roll(vector.reader, node).map(Some),
        None => Some(None),
    };
    let (thrown, for_trucks) = (dice("roll")?, dice("trucks")?);
    let tables = &content(&vector).tables;
    let of_row = |row: Option<u8>, class: TargetClass| {
        row.map_or([0; 3], |row| {
            cells(&tables.barrage[usize::from(row)], class)
        })
    };
    let points = points[0];
    let found = row(tables, points, shift);
    let cells = of_row(found, class);
    let hits = thrown.map(|dice| result(cells, class, rank(dice)));
    let trucks = for_trucks.map(|dice| {
        let cells = of_row(row(tables, points, 0), TargetClass::Truck);
        result(cells, TargetClass::Truck, rank(dice)).lost
    });
    // The lowest rank of each result, as a roll finds it.
    let least = |reaches: fn(crate::rules::operations::progress::Hits) -> bool| {
        let mut ranks = 1..=36;
        let found = ranks.find(|&rank| reaches(result(cells, class, rank)));
        or_never(found.unwrap_or(0))
    };
    let ranks = [
        least(|hits| hits.pinned),
        least(|hits| hits.lost >= 1),
        least(|hits| hits.lost >= 2),
    ];
    let known = [
        ("points", points.to_string()),
        ("shift", shift.to_string()),
        ("row", or_none(found)),
        ("from", format!("({})", ranks.join(", "))),
        ("pinned", or_none(hits.map(|hits| hits.pinned))),
        ("lost", or_none(hits.map(|hits| hits.lost))),
        ("trucks", or_none(trucks)),
    ];
    judged(vector, &known)
}

/// Returns what crossing a hexside adds to anti-armor points.
fn across(content: &OperationsContent, hexside: Option<SideFeatureId>, down: bool) -> Option<i16> {
    let Some(hexside) = hexside.map(|id| content.hexside(id)) else {
        return Some(0);
    };
    let crossing = match &hexside.down {
        Some(crossing) if down => crossing,
        _ => &hexside.up,
    };
    crossing.anti_armor
}

/// Runs a vector of anti-armor fire: `AntiArmor(name: "…", raw: 40, ground: "rough", die: 4,
/// expect: (points: 3, damage: 3))`.
pub(super) fn anti_armor(mut vector: Vector) -> Option<Vec<String>> {
    let points = points(&mut vector)?;
    let [_, ground] = effects(&mut vector)?;
    let die = vector.fields.int(vector.reader, "die", 1..=6_u8)?;
    let hexside = match vector.fields.get("across") {
        Some(node) => {
            let own = &vector.catalog.part::<OperationsContent>().hexsides;
            Some(vector.reader.definition(node, "hexside", own)?)
        }
        None => None,
    };
    let down = vector.fields.flag(vector.reader, "down")?;
    let content = content(&vector);
    let terrain = across(content, hexside, down).map(|across| across + ground);
    let after: Vec<_> = points
        .iter()
        .map(|&one| after_terrain(one, terrain))
        .collect();
    let done: Vec<_> = after
        .iter()
        .map(|&one| damage(&content.tables, one, die))
        .collect();
    let known = [
        ("terrain", or_none(terrain)),
        ("points", written(&after)),
        ("damage", written(&done)),
    ];
    judged(vector, &known)
}
