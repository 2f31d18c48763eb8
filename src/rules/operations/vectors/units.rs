//! Units of vectors, the state that they are given, and what stands on the board beside them.

use super::battle::{NAMES, Scene};
use crate::battle::state::UnitParts;
use crate::battle::unit::UnitId;
use crate::content::reader::Reader;
use crate::content::tree::{Node, Value};
use crate::rules::kit::dense::Copies;
use crate::rules::operations::content::{OperationsContent, PointType};
use crate::rules::operations::field::Unit;
use crate::rules::operations::progress::{Captives, Progress};
use crate::rules::operations::unit::{Condition, Stance, UnitState};
use crate::vectors::{draft, set_field};

/// Fields of a unit that are its state, not the mission's.
const STATE: [&str; 11] = [
    "left",
    "spent",
    "moved",
    "fought",
    "stance",
    "pinned",
    "engaged",
    "retreated_in",
    "riding",
    "rounds",
    "replacements",
];

/// Where guns stand.
const STANCES: [(&str, Stance); 2] = [("Forward", Stance::Forward), ("Back", Stance::Back)];

/// Returns a unit as a mission has it; one without a kind is infantry.
pub(super) fn of_mission(node: &Node) -> Node {
    let mut unit = node.clone();
    if let Value::Struct(_, fields) = &mut unit.value {
        fields.retain(|field| !STATE.contains(&field.name.as_str()));
    }
    if node.field("kind").is_none() {
        set_field(&mut unit, "kind", draft("\"infantry\"", node.place));
    }
    unit
}

/// Gives all units the state that they begin in.
pub(super) fn give(scene: &mut Scene, units: &[Node]) -> Option<()> {
    let catalog = scene.catalog.clone();
    let content = catalog.part::<OperationsContent>();
    scene.reader.know_by(PointType::WHAT, &content.types);
    for (id, node) in (0..).map(UnitId).zip(units) {
        let mut state = UnitState::read(&scene.world, id);
        body(scene.reader, node, &mut state.body)?;
        if node.field("left").is_some() {
            state.health.now = state.body.strength();
        }
        state.insert(&mut scene.world, id);
    }
    Copies::<Unit>::set_up(&mut scene.world);
    Some(())
}

/// Reads what battles change of a unit besides its hex.
fn body(reader: &mut Reader, node: &Node, body: &mut Condition) -> Option<()> {
    for (name, figure) in [
        ("spent", &mut body.spent),
        ("moved", &mut body.moved),
        ("fought", &mut body.fought),
        ("rounds", &mut body.rounds),
        ("replacements", &mut body.replacements),
    ] {
        if let Some(node) = node.field(name) {
            *figure = reader.int(node, name, 0..=1000_u16)?;
        }
    }
    for (name, flag) in [
        ("pinned", &mut body.pinned),
        ("engaged", &mut body.engaged),
        ("retreated_in", &mut body.retreated_in),
        ("riding", &mut body.riding),
    ] {
        if let Some(node) = node.field(name) {
            *flag = reader.bool(node, name)?;
        }
    }
    if let Some(node) = node.field("left") {
        let nodes = reader.list(node, "TOE points by type");
        if nodes.len() != body.toe.len() {
            return reader.wrong(node, "as many TOE points as the unit has types");
        }
        for (toe, node) in body.toe.iter_mut().zip(nodes) {
            *toe = reader.int(node, "TOE points", 0..=40_u8)?;
        }
    }
    if let Some(node) = node.field("stance") {
        body.stance = Some(reader.choice(node, "stance", &STANCES)?);
    }
    Some(())
}

/// Reads what stands on the board: hexes held off, stocks and levels of facilities, prisoners, wrecks, and who
/// holds the objectives.
pub(super) fn progress(scene: &mut Scene, given: [Option<&Node>; 5]) -> Option<()> {
    let [held, stocks, captives, wrecks, holders] = given;
    let mut progress = scene.world.resource::<Progress>().clone();
    for node in held.map_or(&[][..], Node::items) {
        progress.held.insert(scene.tile(node)?);
    }
    let nodes = stocks.map_or(&[][..], Node::items);
    for (state, node) in progress.facilities.iter_mut().zip(nodes) {
        state.stock = scene.reader.int(node, "stock", 0..=1000_u16)?;
    }
    for node in captives.map_or(&[][..], Node::items) {
        let mut fields = scene.reader.fields(node, "captives")?;
        let at = fields.need(scene.reader, "at")?;
        let side = fields.choice(scene.reader, "side", "side", &NAMES)?;
        let prisoners = fields.int(scene.reader, "prisoners", 0..=100_u16)?;
        let guards = fields.int_or(scene.reader, "guards", 0..=100_u16, 0)?;
        fields.done(scene.reader);
        let tile = scene.tile(at)?;
        progress.captives.push(Captives {
            tile,
            side,
            prisoners,
            guards,
        });
    }
    for node in wrecks.map_or(&[][..], Node::items) {
        progress.wrecks.insert(scene.tile(node)?, 1);
    }
    let nodes = holders.map_or(&[][..], Node::items);
    for (holder, node) in progress.holders.iter_mut().zip(nodes) {
        *holder = scene.reader.choice(node, "side", &NAMES)?;
    }
    scene.world.insert_resource(progress);
    Some(())
}
