//! Reads one unit of a mission.
//!
//! **Invariant:** a unit that is read begins on ground that it can enter, with points of its own types.

use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::content::definition::{Entry, Text};
use crate::content::reader::Reader;
use crate::content::tree::Node;
use crate::mission::{Ground, Loader};
use crate::rules::operations::content::{Class, Kind, OperationsContent, Size, Toe, Trucks};
use crate::rules::operations::scenario::UnitSetup;
use crate::rules::operations::unit::Build;

/// Reads a unit.
pub(super) fn read(
    loader: &mut Loader,
    node: &Node,
    content: &OperationsContent,
    (board, zones): &Ground,
    side: Side,
) -> Option<UnitSetup> {
    let mut fields = loader.reader.fields(node, "unit")?;
    let reader = &mut loader.reader;
    let name = fields.entry(reader, ["name"; 2], Text::Name, Some(None));
    let at = fields.need(reader, "at");
    let kind = fields.definition(reader, "kind", Kind::WHAT, &content.kinds);
    let usual = kind.map(|kind| content.kind(kind));
    let toe = fields.maybe("toe", |node| Toe::read(node, reader, "toe", ()));
    let cpa = fields.maybe("cpa", |node| reader.int(node, "cpa", 0..=60_u8));
    let morale = fields.maybe("morale", |node| reader.int(node, "morale", -3..=3_i16));
    let ammo = fields.maybe("ammo", |node| reader.int(node, "ammo", 0..=30_u8));
    let lowest = content.figures.cohesion.broken;
    let highest = content.figures.cohesion.most;
    let cohesion = fields.int_or(reader, "cohesion", lowest..=highest, 0);
    let trucks = fields.maybe("trucks", |node| Trucks::read(node, reader, "trucks", ()));
    let parent = fields.entry(reader, ["parent"; 2], Text::Name, Some(None));
    let detached = fields.flag(reader, "detached");
    let leader = fields.flag(reader, "leader");
    let identified = fields.flag(reader, "identified");
    fields.done(reader);
    let free = |_: TileId| true;
    let tile = at.and_then(|node| loader.place(node, board, zones, &free));
    if let (Some(kind), Some(tile), Some(node), true) = (usual, tile, at, loader.is_drawn) {
        let terrain = board.tiles.get(tile.index())?.terrain;
        let ground = content.ground(terrain);
        let enters = ground.foot.is_some() || ground.motor.is_some();
        if !enters && kind.class != Class::Warship {
            let terrain = loader.catalog.terrain(terrain).name.to_lowercase();
            let message = format!("{} cannot stand on {terrain}", kind.name);
            loader.reader.problem(node.place, message);
        }
    }
    let (kind_id, kind) = (kind?, usual?);
    let (toe, name, ammo) = (toe?, name?, ammo?);
    let given = toe.as_ref().unwrap_or(&kind.toe);
    if let Some(toe) = node.field("toe").filter(|_| given.0.is_empty()) {
        loader.reader.problem(
            toe.place,
            "`toe` is empty: a unit needs at least one TOE point",
        );
        return None;
    }
    let toe: Vec<_> = given.0.iter().map(|&(_, points)| points).collect();
    let build = Build {
        kind: kind_id,
        class: kind.class,
        size: kind.size,
        stacking: kind.stacking_points(),
        types: given.0.iter().map(|&(one, _)| one).collect(),
        full: toe.clone(),
        cpa: cpa?.unwrap_or(kind.cpa),
        morale: morale?.unwrap_or(kind.morale),
        ammo: ammo.unwrap_or(kind.ammo).max(kind.ammo),
        parent: None,
        leader: leader?,
        dummy: kind.dummy,
        bracketed: kind.bracketed,
    };
    Some(UnitSetup {
        side,
        is_named: name.is_some(),
        name: name.unwrap_or_else(|| kind.name.clone()),
        kind: kind.key.clone(),
        build,
        parent: parent?,
        morale: morale?,
        detached: detached?,
        takes_morale: false,
        tile: tile?,
        toe,
        ammo: ammo.unwrap_or(kind.ammo),
        cohesion: cohesion?,
        trucks: trucks?.unwrap_or(kind.trucks),
        identified: identified?,
    })
}

/// Numbers units of a side without a name of their own.
pub(super) fn number(units: &mut [UnitSetup]) {
    for at in 0..units.len() {
        let (name, side) = (units[at].name.clone(), units[at].side);
        let same = |unit: &UnitSetup| !unit.is_named && unit.name == name && unit.side == side;
        if !units[at].is_named && units.iter().filter(|unit| same(unit)).count() > 1 {
            let mut count = 0;
            for unit in units.iter_mut().filter(|unit| same(unit)) {
                count += 1;
                unit.name = format!("{name} {count}");
            }
        }
    }
}

/// Has the battalions and companies of a formation take its morale, which a mission gives to its headquarters,
/// unless they are detached (§2). Formations without one leave each unit its own (ours): the starter scenario rates
/// every battalion.
pub(super) fn share_morale(reader: &mut Reader, sides: &Node, units: &mut [UnitSetup]) {
    let of_formations: Vec<_> = units
        .iter()
        .map(|unit| unit.morale.map(|morale| (unit.name.clone(), morale)))
        .collect();
    let nodes: Vec<_> = unit_nodes(sides).collect();
    for (at, unit) in units.iter_mut().enumerate() {
        let place = |name: &str| {
            nodes.get(at).map_or(sides.place, |node| {
                node.field(name).map_or(node.place, |node| node.place)
            })
        };
        if unit.detached && unit.build.class == Class::Headquarters {
            let message = "a headquarters leads its formation: it is not detached from it";
            reader.problem(place("detached"), message);
        }
        let parent = unit.build.parent.map(UnitId::index);
        let shared = parent.and_then(|parent| of_formations.get(parent)?.as_ref());
        let Some((head, morale)) = shared else {
            continue;
        };
        if unit.detached || unit.build.size > Size::Battalion {
            continue;
        }
        if unit.morale.is_some() {
            let message = format!(
                "{} takes the morale of {head}: leave its own out, or write `detached: true`",
                unit.name
            );
            reader.problem(place("morale"), message);
        }
        (unit.build.morale, unit.takes_morale) = (*morale, true);
    }
}

/// Lists the units of all sides as they are written.
fn unit_nodes(sides: &Node) -> impl Iterator<Item = &Node> {
    sides.items().iter().flat_map(|side| {
        let units = side.field("units");
        units.map_or(&[][..], Node::items)
    })
}

/// Finds the headquarters of each unit: the one that it names, or the first of its side.
pub(super) fn find_parents(reader: &mut Reader, sides: &Node, units: &mut [UnitSetup]) {
    let is_head = |unit: &UnitSetup| unit.build.class == Class::Headquarters;
    let heads: Vec<_> = (0..)
        .map(UnitId)
        .zip(units.iter())
        .filter(|(_, unit)| is_head(unit))
        .map(|(id, unit)| (id, unit.side, unit.name.clone()))
        .collect();
    let nodes: Vec<_> = unit_nodes(sides).collect();
    for (at, unit) in units.iter_mut().enumerate() {
        if is_head(unit) {
            continue;
        }
        let own = heads.iter().filter(|(_, side, _)| *side == unit.side);
        let Some(name) = &unit.parent else {
            unit.build.parent = own.map(|(id, ..)| *id).next();
            continue;
        };
        let found = own.clone().find(|(.., head)| head == name);
        unit.build.parent = found.map(|(id, ..)| *id);
        if found.is_none() {
            let place = nodes.get(at).map_or(sides.place, |node| {
                node.field("parent").unwrap_or(node).place
            });
            let names: Vec<_> = own.map(|(.., head)| format!("{head:?}")).collect();
            let message = match names.is_empty() {
                true => format!("the side has no headquarters named {name:?}"),
                false => {
                    let names = names.join(", ");
                    format!("the side has no headquarters named {name:?}; it has {names}")
                }
            };
            reader.problem(place, message);
        }
    }
}
