//! What a mission asks of caskets, beside what all missions have.
//!
//! **Invariant:** a scenario can be set up: hexes are on the board, free and can be entered, decks are legal, side
//! 0 has a unit that acts, and somebody is its enemy.

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{Side, UnitId};
use crate::content::declare::choices;
use crate::content::definition::{Definition, Text};
use crate::content::reader::{Fields, Reader, all_read};
use crate::content::tree::{Node, Value};
use crate::mission::{Ground, Loader, Read, SideSetup};
use crate::rules::casket::content::{CasketContent, DeckId, MonsterId, ObjectiveId};
use crate::rules::casket::machine::{Build, Part, Physical};

/// Rounds after which a mission is over that names none.
const USUAL_ROUNDS: u16 = 30;

/// A battle of caskets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scenario {
    /// What decides it.
    pub goal: Goal,
    /// The last round.
    pub rounds: u16,
    /// Number of sides.
    pub sides: u8,
    /// All units by id, side by side.
    pub units: Vec<UnitSetup>,
    /// Objectives that are held for victory points.
    pub zones: Vec<Vec<TileId>>,
    /// Their names in the mission.
    pub zone_names: Vec<String>,
    /// Units that side 0 must not lose.
    pub protect: Vec<UnitId>,
    /// Objectives of other sides that side 0 has to destroy, too.
    pub hunted: Vec<UnitId>,
    /// Whether allies may be chosen as targets (clarification 17).
    pub friendly_fire: bool,
}

choices! {
    /// What decides a battle (§7).
    #[derive(Default)]
    pub enum Goal {
        /// The last side that stands wins.
        #[default]
        LastStanding,
        /// Victory points win.
        Points,
        /// Side 0 wins if it stands at the end of the last round.
        Survive,
    }
}

/// A unit of a mission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitSetup {
    /// Its side.
    pub side: Side,
    /// Name shown to people.
    pub name: String,
    /// Whether the mission gives that name.
    pub is_named: bool,
    /// What it is.
    pub build: Build,
    /// The key of its deck, monster or objective.
    pub kind: String,
    /// Where it begins.
    pub tile: TileId,
    /// Which way it faces.
    pub facing: Direction,
    /// Its cards.
    pub cards: Vec<Physical>,
    /// Hit points of what has no cards.
    pub hp: u16,
    /// Heat.
    pub heat: u8,
    /// Taint.
    pub taint: u8,
    /// Damage of components.
    pub damage: [u16; 4],
}

impl Scenario {
    /// Lists all units by id.
    pub fn all(&self) -> impl Iterator<Item = (UnitId, &UnitSetup)> {
        (0..).map(UnitId).zip(&self.units)
    }
}

/// Reads what a mission asks: its sides, last round and scenario.
pub(super) fn read(loader: &mut Loader, mut fields: Fields, ground: &Ground) -> Option<Read> {
    let nodes = fields.need(&mut loader.reader, "sides");
    let last = fields.int_or(&mut loader.reader, "turn_limit", 1..=200_u16, USUAL_ROUNDS);
    let goal = fields.choice_or(
        &mut loader.reader,
        "goal",
        Goal::CHOICES,
        Goal::LastStanding,
    );
    let zones = fields.get("objectives");
    let protect = fields.get("protect");
    let destroy = fields.get("destroy");
    let friendly_fire = fields.flag(&mut loader.reader, "friendly_fire");
    let zone_nodes = zones.map_or(&[][..], |node| loader.reader.list(node, "zones"));
    let zones = all_read(
        zone_nodes
            .iter()
            .map(|node| loader.standing_zone(node, ground)),
    );
    let zone_names = zone_nodes
        .iter()
        .map(|node| node.as_text().unwrap_or_default().to_owned());
    let zone_names: Vec<_> = zone_names.collect();
    fields.done(&mut loader.reader);
    let nodes = nodes?;
    let catalog = loader.catalog.clone();
    let content = catalog.part::<CasketContent>();
    content.make_known(&mut loader.reader);
    let before = loader.reader.problems.len();
    let mut index = 0;
    let mut taken = Vec::new();
    let (sides, units) = loader.each_side(nodes, |loader, fields| {
        let side = Side(index);
        index = index.saturating_add(1);
        let facing = Direction::new(if side == Side::FIRST { 0 } else { 3 });
        let list = fields.need(&mut loader.reader, "units")?;
        let nodes = loader.reader.list(list, "units");
        loader.check_count(list, nodes.len())?;
        let read = nodes.iter().map(|node| {
            let unit = unit(loader, node, content, ground, (side, facing))?;
            if taken.contains(&unit.tile) && loader.is_drawn {
                let message = "two units begin on this hex";
                loader
                    .reader
                    .problem(node.field("at").unwrap_or(node).place, message);
            }
            taken.push(unit.tile);
            Some(unit)
        });
        all_read(read)
    });
    let mut units: Vec<_> = units.into_iter().flatten().collect();
    loader.check_count(nodes, units.len())?;
    number(&mut units);
    let protect = named(&mut loader.reader, protect, &units);
    let hunted = named(&mut loader.reader, destroy, &units);
    if goal == Some(Goal::Points) && zone_nodes.is_empty() && sides.len() > 2 {
        let message = "with victory points for disabled foes alone, two sides fight";
        loader.reader.doubt(nodes.place, message);
    }
    if loader.reader.problems.len() == before {
        check(loader, nodes, &sides, &units);
    }
    let scenario = Scenario {
        goal: goal?,
        rounds: last?,
        sides: sides.len() as u8, // A mission has few.
        units,
        zones: zones?,
        zone_names,
        protect: protect?,
        hunted: hunted?,
        friendly_fire: friendly_fire?,
    };
    Some((sides, Some(last?), Box::new(scenario)))
}

/// Numbers units without a name of their own.
fn number(units: &mut [UnitSetup]) {
    for at in 0..units.len() {
        let name = units[at].name.clone();
        let same = |unit: &UnitSetup| !unit.is_named && unit.name == name;
        if !units[at].is_named && units.iter().filter(|unit| same(unit)).count() > 1 {
            let mut count = 0;
            for unit in units.iter_mut().filter(|unit| same(unit)) {
                count += 1;
                unit.name = format!("{name} {count}");
            }
        }
    }
}

/// Reads the names of units.
fn named(reader: &mut Reader, node: Option<&Node>, units: &[UnitSetup]) -> Option<Vec<UnitId>> {
    let nodes = node.map_or(&[][..], |node| reader.list(node, "names of units"));
    let names: Vec<_> = units.iter().map(|unit| unit.name.as_str()).collect();
    let read = nodes.iter().map(|node| {
        let at = reader.among(node, "unit", &names)?;
        Some(UnitId(at as u16))
    });
    all_read(read)
}

/// Notes sides that cannot fight.
fn check(loader: &mut Loader, node: &Node, sides: &[SideSetup], units: &[UnitSetup]) {
    let acts = |side: usize| {
        let own = units.iter().filter(|unit| unit.side.index() == side);
        own.filter(|unit| unit.build.acts()).count() > 0
    };
    let place = node.items().first().map_or(node.place, |node| node.place);
    if !acts(0) {
        let message = "the first side needs a casket or a monster";
        loader.reader.problem(place, message);
    }
    let enemies = (1..sides.len()).filter(|&side| !sides[side].neutral && acts(side));
    if enemies.count() == 0 {
        let message = "the first side has no enemy that acts";
        loader.reader.problem(node.place, message);
    }
}

/// Reads a unit: a casket by its deck, a monster, or an objective.
fn unit(
    loader: &mut Loader,
    node: &Node,
    content: &CasketContent,
    ground: &Ground,
    (side, usual): (Side, Direction),
) -> Option<UnitSetup> {
    let mut fields = loader.reader.fields(node, "unit")?;
    let reader = &mut loader.reader;
    let name = fields.entry(reader, ["name"; 2], Text::Name, Some(None));
    let at = fields.need(reader, "at");
    let kind = fields.need(reader, "kind");
    let kind = kind.and_then(|node| kind_of(reader, node, content));
    let heat = fields.int_or(reader, "heat", 0..=50_u8, 0);
    let taint = fields.int_or(reader, "taint", 0..=9_u8, 0);
    let damage = fields.or("damage", [0; 4], |node| damage(reader, node));
    let hp = fields.maybe("hp", |node| reader.int(node, "hp", 1..=500_u16));
    let facing = loader.facing(&mut fields, ground.0.grid.layout);
    fields.done(&mut loader.reader);
    let tile = at.and_then(|node| loader.standing_place(node, ground));
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

/// What a unit of a mission can be.
enum Choice {
    Deck(DeckId),
    Monster(MonsterId),
    Objective(ObjectiveId),
}

impl Choice {
    fn build(self, content: &CasketContent) -> Build {
        match self {
            Self::Deck(id) => {
                let deck = content.deck(id);
                Build::Casket {
                    class: deck.class,
                    race: deck.race,
                    mounted: deck.mounted(content),
                }
            }
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

/// Reads damage of components from the start: `{LeftArm: 3}`.
fn damage(reader: &mut Reader, node: &Node) -> Option<[u16; 4]> {
    let mut damage = [0; 4];
    let Value::Map(entries) = &node.value else {
        return reader.wrong(node, "damage of components, such as {LeftArm: 3}");
    };
    for (key, node) in entries {
        let part = reader.choice(key, "component", Part::CHOICES)?;
        damage[part.index()] = reader.int(node, "damage", 1..=8_u16)?;
    }
    Some(damage)
}
