//! Reads one unit of a mission: a casket by its deck, a monster or an objective.
//!
//! **Invariant:** a unit that is read begins on ground that is no wall, and has nothing that is not for its kind.

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::Side;
use crate::content::definition::{Definition, Text};
use crate::content::reader::Reader;
use crate::content::tree::{Node, Value};
use crate::mission::{Ground, Loader};
use crate::rules::casket::content::{CasketContent, DeckId, MonsterId, ObjectiveId};
use crate::rules::casket::machine::{Build, Part};
use crate::rules::casket::scenario::{UnitSetup, can_stand};

/// Most Taint that a unit can begin with.
const MOST_TAINT: u8 = 9;
/// Most damage of a component from the start.
const MOST_DAMAGE: u16 = 8;

/// Reads a unit: a casket by its deck, a monster, or an objective. Hexes that are taken are not drawn.
pub(super) fn read(
    loader: &mut Loader,
    node: &Node,
    content: &CasketContent,
    ground: &Ground,
    taken: &[TileId],
    (side, usual): (Side, Direction),
) -> Option<UnitSetup> {
    let mut fields = loader.reader.fields(node, "unit")?;
    let reader = &mut loader.reader;
    let name = fields.entry(reader, ["name"; 2], Text::Name, Some(None));
    let at = fields.need(reader, "at");
    let kind = fields.need(reader, "kind");
    let kind = kind.and_then(|node| kind_of(reader, node, content));
    let heat = fields.int_or(reader, "heat", 0..=50_u8, 0);
    let taint = fields.int_or(reader, "taint", 0..=MOST_TAINT, 0);
    let damage = fields.or("damage", [0; 4], |node| damage(reader, node, content));
    let hp = fields.maybe("hp", |node| reader.int(node, "hp", 1..=500_u16));
    let facing = loader.facing(&mut fields, ground.0.grid.layout);
    let is_casket = kind
        .as_ref()
        .map(|(.., choice)| matches!(choice, Choice::Deck(_)));
    check_own(&mut loader.reader, node, is_casket, content);
    fields.done(&mut loader.reader);
    let tile = at.and_then(|node| start(loader, node, content, ground, taken));
    let (kind, usual_name, build) = kind?;
    let (cards, usual_hp) = match &build {
        Choice::Deck(id) => (content.deck(*id).physical(content), 1),
        Choice::Monster(id) => (Vec::new(), content.monster(*id).hp),
        Choice::Objective(id) => (Vec::new(), content.objective(*id).hp),
    };
    let build = build.build(content);
    let name = name?;
    Some(UnitSetup {
        side,
        is_named: name.is_some(),
        name: name.unwrap_or(usual_name),
        build,
        kind,
        tile: tile?,
        facing: facing?.unwrap_or(usual),
        cards,
        hp: hp?.unwrap_or(usual_hp),
        heat: heat?,
        taint: taint?,
        damage: damage?,
    })
}

/// Notes fields that mean nothing for what a unit is, and Taint with which it would fight for nobody.
fn check_own(reader: &mut Reader, node: &Node, is_casket: Option<bool>, content: &CasketContent) {
    let Some(is_casket) = is_casket else { return };
    let (fields, message): (&[&str], _) = match is_casket {
        true => (&["hp"], "a casket has cards instead of hit points"),
        false => (
            &["heat", "taint", "damage"],
            "only caskets have Heat, Taint and components",
        ),
    };
    for field in fields.iter().filter_map(|field| node.field(field)) {
        reader.problem(field.place, message);
    }
    let most = content.figures.most_taint;
    let taint = node.field("taint").filter(|_| is_casket);
    if let Some((taint, points)) = taint.map(|node| (node, &node.value))
        && let Value::Int(points) = points
        && (most.into()..=MOST_TAINT.into()).contains(points)
    {
        let message = format!("with a Taint of {most} a casket fights for no side");
        reader.problem(taint.place, message);
    }
}

/// Reads where a unit begins: ground that is no wall here.
fn start(
    loader: &mut Loader,
    node: &Node,
    content: &CasketContent,
    (board, zones): &Ground,
    taken: &[TileId],
) -> Option<TileId> {
    let is_free = |tile| can_stand(content, board, tile) && !taken.contains(&tile);
    let tile = loader.place(node, board, zones, &is_free)?;
    if loader.is_drawn && !can_stand(content, board, tile) {
        let terrain = board.tiles.get(tile.index())?.terrain;
        let terrain = loader.catalog.terrain(terrain).name.to_lowercase();
        let message = format!("no unit can stand on {terrain}");
        loader.reader.problem(node.place, message);
    }
    Some(tile)
}

/// What a unit of a mission can be.
enum Choice {
    Deck(DeckId),
    Monster(MonsterId),
    Objective(ObjectiveId),
}

impl Choice {
    fn build(self, content: &CasketContent) -> Build {
        match self {
            Self::Deck(id) => content.deck(id).build(content),
            Self::Monster(id) => Build::Monster(id),
            Self::Objective(id) => Build::Objective(id),
        }
    }
}

/// Reads the key of a deck, monster or objective; its key, its name, and which it is.
fn kind_of(
    reader: &mut Reader,
    node: &Node,
    content: &CasketContent,
) -> Option<(String, String, Choice)> {
    let decks = content.decks.iter().map(Definition::key);
    let monsters = content.monsters.iter().map(Definition::key);
    let objectives = content.objectives.iter().map(Definition::key);
    let keys: Vec<_> = decks.chain(monsters).chain(objectives).collect();
    let find = |key: &str| {
        let deck = content.deck_named(key).map(Choice::Deck);
        let monster = || content.monster_named(key).map(Choice::Monster);
        let objective = || content.objective_named(key).map(Choice::Objective);
        deck.or_else(monster).or_else(objective)
    };
    let choice = reader.key(node, "deck, monster or objective", find, &keys)?;
    let name = match &choice {
        Choice::Deck(id) => &content.deck(*id).name,
        Choice::Monster(id) => &content.monster(*id).name,
        Choice::Objective(id) => &content.objective(*id).name,
    };
    Some((node.as_text()?.to_owned(), name.clone(), choice))
}

/// Reads damage of components from the start: `{LeftArm: 3}`; a chassis is not disabled by it.
fn damage(reader: &mut Reader, node: &Node, content: &CasketContent) -> Option<[u16; 4]> {
    let mut damage = [0; 4];
    let Value::Map(entries) = &node.value else {
        return reader.wrong(node, "damage of components, such as {LeftArm: 3}");
    };
    let disabled = u16::from(content.figures.parts.from[3]);
    for (at, (key, node)) in entries.iter().enumerate() {
        let part = reader.choice(key, "component", Part::CHOICES)?;
        if entries[..at]
            .iter()
            .any(|(other, _)| other.value == key.value)
        {
            reader.problem(key.place, format!("{} is given twice", key.describe()));
        }
        let points = reader.int(node, "damage", 1..=MOST_DAMAGE)?;
        if part == Part::Chassis && points >= disabled {
            let message = format!("a casket whose chassis has a damage of {disabled} is disabled");
            reader.problem(node.place, message);
        }
        damage[part.index()] = points;
    }
    Some(damage)
}
