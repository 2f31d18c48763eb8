//! Reads `operations.ron`: point types, units, ground, hexsides, tables and figures.
//!
//! **Invariant:** all mistakes are reported with their places; content is handed out only without any.

use std::collections::BTreeMap;

use crate::content::decode::decode;
use crate::content::definition::Entry;
use crate::content::pack;
use crate::content::problem::Place;
use crate::content::reader::{Fields, Reader};
use crate::content::terrain::{Terrain, TerrainId};
use crate::content::tree::{self, Node};
use crate::rules::operations::content::{
    Class, Figures, Ground, Hexside, Kind, OperationsContent, PointType, Tables, Toe,
};

/// Reads the content of operations.
pub(super) fn read(
    node: &Node,
    terrains: &[Terrain],
    reader: &mut Reader,
) -> Option<OperationsContent> {
    let before = reader.problems.len();
    let mut fields = reader.fields(node, "operations")?;
    let figures = fields.need(reader, "figures");
    let figures: Option<Figures> = figures.and_then(|node| decode(node, reader));
    let tables_node = fields.need(reader, "tables");
    let tables: Option<Tables> = tables_node.and_then(|node| decode(node, reader));
    reader.know(PointType::WHAT, &fields.keys("types"));
    let (grounds, own) = grounds(&mut fields, terrains, reader);
    let content = OperationsContent {
        types: fields.list(reader, "types", PointType::read),
        kinds: fields.list(reader, "kinds", Kind::read),
        hexsides: fields.list(reader, "hexsides", Hexside::read),
        estimates: estimates(&mut fields, reader),
        grounds,
        own,
        figures: figures.unwrap_or_default(),
        tables: tables.unwrap_or_default(),
        source: node.to_ron().into(),
    };
    if let Some(node) = tables_node.filter(|_| reader.problems.len() == before) {
        check_tables(node, &content.tables, reader);
        check_kinds(&mut fields, &content, reader);
    }
    fields.done(reader);
    (reader.problems.len() == before).then_some(content)
}

/// Lays figures and definitions of a mission over those of the content; new definitions come last.
///
/// Returns the content that holds then; problems are noted where they are caused.
pub(super) fn overlay(
    content: &OperationsContent,
    terrains: &[Terrain],
    overrides: &Node,
    reader: &mut Reader,
) -> Option<OperationsContent> {
    let base = tree::parse("", &content.source).expect("text written by the same library parses");
    let over = pack::overlay(base, overrides, reader)?;
    read(&over, terrains, reader)
}

/// Reads what enemy units are taken for: TOE points by class; all combat classes have some.
fn estimates(fields: &mut Fields, reader: &mut Reader) -> BTreeMap<Class, Toe> {
    let mut estimates = BTreeMap::new();
    let Some(node) = fields.need(reader, "estimates") else {
        return estimates;
    };
    let before = reader.problems.len();
    let expected = "TOE points by class, such as {Infantry: {\"rifle\": 6}}";
    for (key, node) in reader.entries(node, expected).unwrap_or_default() {
        let class = reader.choice(key, "class", Class::CHOICES);
        if let Some((class, toe)) = class.zip(Toe::read(node, reader, "estimate", ())) {
            estimates.insert(class, toe);
        }
    }
    let combat = Class::ALL.into_iter().filter(|class| class.is_combat());
    for class in combat.filter(|class| !estimates.contains_key(class)) {
        if reader.problems.len() == before {
            let message = format!("{class:?} has no estimate");
            reader.problem(node.place, message);
        }
    }
    estimates
}

/// Reads what terrain kinds mean; those without an entry are plain, or cannot be entered.
fn grounds(
    fields: &mut Fields,
    terrains: &[Terrain],
    reader: &mut Reader,
) -> (Vec<Ground>, Vec<TerrainId>) {
    let usual = terrains
        .iter()
        .map(|terrain| Ground::plain(terrain.move_percent.is_some()));
    let mut grounds: Vec<_> = usual.collect();
    let mut own = Vec::new();
    let Some(node) = fields.need(reader, "grounds") else {
        return (grounds, own);
    };
    let expected = "grounds by terrain, such as {\"rough\": (foot: 3, motor: 4)}";
    for (key, node) in reader.entries(node, expected).unwrap_or_default() {
        let terrain = reader.definition(key, "terrain", terrains);
        if let Some((terrain, ground)) = terrain.zip(Ground::read(node, reader)) {
            grounds[usize::from(terrain.0)] = ground;
            own.push(terrain);
        }
    }
    (grounds, own)
}

/// Notes tables with holes: every number of points, differential and cohesion has one row.
fn check_tables(node: &Node, tables: &Tables, reader: &mut Reader) {
    let place = |field| node.field(field).map_or(node.place, |node| node.place);
    let mut note = |is_wrong: bool, place: Place, message: &str| {
        if is_wrong {
            reader.problem(place, message);
        }
    };
    let rows = &tables.barrage;
    let rises = rows.windows(2).all(|pair| pair[0].points < pair[1].points);
    note(
        rows.first().is_none_or(|row| row.points != 1) || !rises,
        place("barrage"),
        "tables.barrage must begin with 1 point and rise",
    );
    note(
        !tables.differentials.is_sorted_by(|one, next| one < next),
        place("differentials"),
        "tables.differentials must rise",
    );
    note(
        !tables.cohesion.is_sorted_by(|one, next| one > next),
        place("cohesion"),
        "tables.cohesion must fall",
    );
    let worse = |results: &[u8]| {
        let used: Vec<_> = results.iter().filter(|&&from| from > 0).collect();
        used.is_sorted()
    };
    for row in rows {
        let points = row.points;
        let columns: [&[u8]; 4] = [&row.infantry, &row.armor, &row.gun, &row.truck];
        note(
            !columns.into_iter().all(worse),
            place("barrage"),
            &format!(
                "tables.barrage must need higher rolls for worse results (row of {points} points)"
            ),
        );
    }
    let [one, two, three] = &tables.retreat;
    let nests =
        |far: &[u8; 12], near: &[u8; 12]| far.iter().zip(near).all(|(far, near)| far <= near);
    note(
        !nests(two, one) || !nests(three, two),
        place("retreat"),
        "tables.retreat must need lower sums for longer retreats",
    );
}

/// Notes units that could never be used as they are.
fn check_kinds(fields: &mut Fields, content: &OperationsContent, reader: &mut Reader) {
    let entries = fields.by_key(reader, "kinds");
    for (entry, kind) in entries.into_iter().zip(&content.kinds) {
        let place = |field| {
            let field = entry.node.field(field);
            field.map_or(entry.node.place, |node| node.place)
        };
        let key = &kind.key;
        let has_points = !kind.toe.0.is_empty();
        if kind.class.is_combat() && !has_points && !kind.dummy {
            let message = format!("{key:?} is a combat unit and needs TOE points");
            reader.problem(place("toe"), message);
        }
        if kind.dummy && (has_points || kind.class != Class::Tank) {
            let message = format!("{key:?} is a dummy: of class Tank and without TOE points");
            reader.problem(place("dummy"), message);
        }
    }
}
