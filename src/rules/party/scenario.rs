//! What a mission asks of the party, beside what all missions have.
//!
//! **Invariant:** a scenario can be set up: hexes are on the board and can be entered, definitions exist,
//! side 0 has characters and somebody is its enemy. Characters may share a hex; combat parts them (§3).

mod area;
mod difficulty;
mod doubts;
mod objects;

use std::collections::BTreeMap;

use self::area::on_map;
pub use self::area::{Area, Map};

use crate::battle::grid::{Direction, TileId};
use crate::battle::map::MapId;
use crate::battle::unit::{Side, UnitId};
use crate::content::definition::{Definition, Text};
use crate::content::reader::{Fields, Reader, all_read};
use crate::content::tree::{Node, Value};
use crate::mission::{BoardSetup, Ground, Loader, Read, SideSetup};
use crate::rules::kit::formation::Formation;
use crate::rules::party::character::{Gear, Lasting, Sheet, Thing};
use crate::rules::party::content::{PartyContent, ScriptId, Template};
use crate::rules::party::journey::{self, Draft, Journey};

/// Turns after which a mission has failed that says nothing else.
const USUAL_TURNS: u16 = 60;

/// Most turns that an effect from the start goes on.
const MOST_TURNS: u8 = 100;

/// A battle of the party.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scenario {
    /// What each map is for; of a journey the first is the overland map.
    pub areas: Vec<Area>,
    /// What the party has to do.
    pub goal: Goal,
    /// Characters of each side; side 0 is the party.
    pub sides: Vec<Vec<UnitSetup>>,
    /// What the journey is made of that it is, if it is one.
    pub journey: Option<Journey>,
}

impl Scenario {
    /// Lists all characters by id.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, Side, &UnitSetup)> {
        numbered(&self.sides)
    }
}

/// Lists the characters of all sides by id.
pub(super) fn numbered(
    sides: &[Vec<UnitSetup>],
) -> impl Iterator<Item = (UnitId, Side, &UnitSetup)> {
    let sides = (0..).map(Side).zip(sides);
    let units = sides.flat_map(|(side, units)| units.iter().map(move |unit| (side, unit)));
    let numbered = (0..).map(UnitId).zip(units);
    numbered.map(|(id, (side, unit))| (id, side, unit))
}

/// What the party has to do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// Leave no enemy alive.
    #[default]
    DefeatAll,
    /// Have all that live of it stand in a zone, out of combat.
    Reach(Vec<TileId>),
    /// Escape from a combat map.
    Escape,
}

/// A character of a mission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitSetup {
    /// Name shown to people.
    pub name: String,
    /// Whether the mission gives that name, so that difficulty does not leave it out.
    pub is_named: bool,
    /// The map on which it begins.
    pub map: MapId,
    /// Where it begins; nowhere is where its side arrives, or where it waits to be met.
    pub tile: Option<TileId>,
    /// Which way it faces.
    pub facing: Direction,
    /// Hit points.
    pub hp: u16,
    /// Mana.
    pub mp: u8,
    /// What no battle changes.
    pub sheet: Sheet,
    /// What it carries.
    pub gear: Gear,
    /// Effects on it from the start.
    pub effects: Vec<Lasting>,
}

/// Reads what a mission asks of the party: its sides, last turn and scenario.
pub(super) fn read(loader: &mut Loader, mut fields: Fields, ground: &Ground) -> Option<Read> {
    let nodes = fields.need(&mut loader.reader, "sides");
    let last = fields.int_or(&mut loader.reader, "turn_limit", 1..=500_u16, USUAL_TURNS);
    let map = Map::of(loader, &mut fields);
    let first = Area::read(loader, &mut fields, ground, map);
    let draft = map.and_then(|map| journey::begin(loader, &mut fields, map));
    let goal_node = fields.get("goal");
    let goal = fields.or("goal", Goal::DefeatAll, |node| {
        goal(loader, node, ground, map?)
    });
    fields.done(&mut loader.reader);
    let (nodes, first) = (nodes?, first?);
    if goal == Some(Goal::Escape) && first.escape.is_empty() {
        let message = "an escape mission needs an escape zone: `escape: \"zone\"`";
        loader.reader.problem(nodes.place, message);
    }
    let catalog = loader.catalog.clone();
    let content = catalog.part::<PartyContent>();
    content.make_known(&mut loader.reader);
    let before = loader.reader.problems.len();
    let mut counts = BTreeMap::new();
    let mut index = 0;
    let (sides, mut units) = loader.each_side(nodes, |loader, fields| {
        let facing = Direction::new(if index == 0 { 0 } else { 3 });
        index += 1;
        let usual = content.figures.formation;
        let formation =
            fields.choice_or(&mut loader.reader, "formation", Formation::CHOICES, usual);
        let list = fields.need(&mut loader.reader, "units")?;
        let nodes = loader.reader.list(list, "units");
        loader.check_count(list, nodes.len())?;
        let read = nodes.iter().map(|node| {
            let mut maker = Maker {
                loader,
                content,
                board: &ground.0,
                facing,
                formation: formation.unwrap_or_default(),
                draft: draft.as_ref(),
                is_drawn: first.start.is_some() || draft.is_some(),
            };
            maker.unit(node, &mut counts, ground)
        });
        all_read(read)
    });
    let count = units.iter().flatten().count();
    loader.check_count(nodes, count)?;
    if loader.reader.problems.len() == before {
        check(loader, nodes, content, &sides, &units);
    }
    let is_sound = loader.reader.problems.len() == before;
    let others = draft.iter().flat_map(Draft::boards);
    let boards: Vec<_> = [&ground.0].into_iter().chain(others).cloned().collect();
    let areas = draft.as_ref().map(|draft| draft.areas.clone());
    let journey = draft
        .filter(|_| is_sound)
        .map(|draft| journey::finish(loader, draft, ground, &sides, &mut units, nodes));
    let mut journey = journey.flatten();
    if is_sound && loader.is_drawn {
        let (catalog, percent) = (&loader.catalog, loader.terms.difficulty);
        difficulty::fit(&sides, &mut units, &boards, catalog, percent);
        loader.check_count(nodes, units.iter().flatten().count())?;
        journey
            .iter_mut()
            .for_each(|journey| journey.recount(&units));
    }
    let scenario = Scenario {
        areas: areas.unwrap_or_else(|| vec![first]),
        goal: goal?,
        sides: units,
        journey,
    };
    if is_sound && loader.is_drawn {
        let goal = goal_node.map_or(nodes.place, |node| node.place);
        doubts::check(loader, &scenario, &boards, &sides, (goal, nodes));
    }
    Some((sides, Some(last?), Box::new(scenario)))
}

/// Reads what the party has to do: `DefeatAll`, `Reach("zone")` or `Escape`.
fn goal(loader: &mut Loader, node: &Node, ground: &Ground, map: Map) -> Option<Goal> {
    match &node.value {
        Value::Name(name) if name == "DefeatAll" => Some(Goal::DefeatAll),
        Value::Name(name) if name == "Escape" => {
            on_map(loader, node, map, Map::Combat, "the goal Escape")?;
            Some(Goal::Escape)
        }
        Value::Tuple(Some(name), parts) if name == "Reach" && parts.len() == 1 => {
            if map != Map::Overland {
                on_map(loader, node, map, Map::Local, "the goal Reach")?;
            }
            loader.standing_zone(&parts[0], ground).map(Goal::Reach)
        }
        _ => {
            let expected = "a goal, DefeatAll, Escape or Reach(\"zone\")";
            loader.reader.wrong(node, expected)
        }
    }
}

/// Notes sides that cannot fight.
fn check(
    loader: &mut Loader,
    node: &Node,
    content: &PartyContent,
    sides: &[SideSetup],
    units: &[Vec<UnitSetup>],
) {
    let place = node.items().first().map_or(node.place, |node| node.place);
    let (party, most) = (units.first().map_or(0, Vec::len), content.figures.party_max);
    if party == 0 {
        (loader.reader).problem(place, "the first side is the party and needs a character");
    }
    if party > usize::from(most) {
        let message = format!("the party has {party} characters; at most {most} are allowed");
        loader.reader.problem(place, message);
    }
    let fights = |(side, units): (&SideSetup, &Vec<UnitSetup>)| {
        (!side.neutral || sides[0].hunts) && !units.is_empty()
    };
    if sides.first().is_some_and(|side| side.neutral) {
        loader.reader.problem(place, "the party cannot be neutral");
    } else if !sides.iter().zip(units).skip(1).any(fights) {
        loader.reader.problem(node.place, "the party has no enemy");
    }
}

/// Makes the characters of a side.
struct Maker<'a> {
    loader: &'a mut Loader,
    content: &'a PartyContent,
    board: &'a BoardSetup,
    /// Which way characters face that do not say.
    facing: Direction,
    /// How the side arrives.
    formation: Formation,
    /// The maps of a journey.
    draft: Option<&'a Draft<'a>>,
    /// Whether those without a hex arrive with their side, or are met on a journey.
    is_drawn: bool,
}

impl Maker<'_> {
    /// Reads a character; `counts` numbers those without a name.
    fn unit(
        &mut self,
        node: &Node,
        counts: &mut BTreeMap<u8, usize>,
        ground: &Ground,
    ) -> Option<UnitSetup> {
        let content = self.content;
        let mut fields = self.loader.reader.fields(node, "character")?;
        let reader = &mut self.loader.reader;
        let kind = fields.definition(reader, "kind", Template::WHAT, &content.characters);
        let template = kind.map(|kind| content.template(kind));
        let usual = template.cloned().unwrap_or_default();
        let name = fields.entry(reader, ["name"; 2], Text::Name, Some(None));
        let hp = fields.int_or(reader, "hp", 1..=600_u16, usual.hp.max(1));
        let level = fields.int_or(reader, "level", 0..=20_u8, usual.level);
        let ap = fields.int_or(reader, "ap", 1..=100_u8, own_ap(content, &usual));
        let mp = fields.int_or(reader, "mp", 0..=200_u8, usual.mp);
        let spells = fields.entry(reader, ["spells"; 2], (), Some(usual.spells.clone()));
        let skills = fields.or("skills", usual.skills, |node| {
            usual.skills.changed(node, reader, "skills")
        });
        let group = fields.entry(reader, ["group"; 2], Text::Name, Some(None));
        let flags = fields.entry(reader, ["flags"; 2], (), Some(usual.flags.clone()));
        let script = fields.entry(reader, ["script"; 2], (), Some(usual.script));
        let after = fields.entry(reader, ["after"; 2], (), Some(usual.after));
        let gear = gear(reader, &mut fields, content, &usual);
        let effects = fields.or("effects", Vec::new(), |node| effects(reader, node, content));
        let (map, ground) = journey::whereabouts(self.loader, &mut fields, self.draft, ground)?;
        let at = fields.get("at");
        if at.is_none() && !self.is_drawn {
            let message = "a character without a hex `at` needs a `start` in the mission";
            self.loader.reader.problem(node.place, message);
        }
        let patrol = fields.get("patrol");
        let nodes = patrol.map_or(&[][..], |node| {
            let most = "a patrol has at most 100 hexes";
            self.loader.reader.short_list(node, "hexes", 100, most)
        });
        let patrol = all_read(
            nodes
                .iter()
                .map(|node| self.loader.standing_place(node, ground)),
        );
        let facing = (self.loader).facing(&mut fields, self.board.grid.layout);
        fields.done(&mut self.loader.reader);
        let tile = match at {
            Some(node) => self.loader.standing_place(node, ground).map(Some),
            None => Some(None),
        };
        self.check_scripts(node, script, after);
        let skills = skills?;
        let most = content.figures.max_skill;
        if skills.highest() > most {
            let message = format!(
                "a skill of {} is above the maximum, {most}",
                skills.highest()
            );
            self.loader.reader.problem(node.place, message);
        }
        let count = counts.entry(kind?.0).or_insert(0);
        *count += 1;
        let numbered = format!("{} {count}", template?.name);
        Some(UnitSetup {
            is_named: name.as_ref()?.is_some(),
            name: name?.unwrap_or(numbered),
            map,
            tile: tile?,
            facing: facing?.unwrap_or(self.facing),
            hp: hp?,
            mp: mp?,
            gear: gear?,
            effects: effects?,
            sheet: Sheet {
                template: kind?,
                skills,
                spells: spells?,
                level: level?,
                ap: ap?,
                group: group?,
                formation: self.formation,
                flags: flags?,
                script: script?,
                after: after?,
                patrol: patrol?,
            },
        })
    }
}

impl Maker<'_> {
    /// Notes scripts that say nothing of what a character follows them for.
    fn check_scripts(
        &mut self,
        node: &Node,
        combat: Option<ScriptId>,
        after: Option<Option<ScriptId>>,
    ) {
        let content = self.content;
        let reader = &mut self.loader.reader;
        let place = |field| node.field(field).unwrap_or(node).place;
        let script = combat.map(|id| content.script(id));
        if let Some(script) = script.filter(|script| script.combat.is_empty()) {
            let message = format!("script {:?} has no rules for `combat`", script.key);
            reader.problem(place("script"), message);
        }
        let script = after.flatten().map(|id| content.script(id));
        if let Some(script) = script.filter(|script| script.after_combat.is_empty()) {
            let message = format!("script {:?} has no rules for `after_combat`", script.key);
            reader.doubt(place("after"), message);
        }
    }
}

/// Returns the action points of a kind.
fn own_ap(content: &PartyContent, template: &Template) -> u8 {
    template.ap.unwrap_or(content.figures.base_ap)
}

/// Reads what a character carries: what its kind does where nothing else is said.
fn gear(
    reader: &mut Reader,
    fields: &mut Fields,
    content: &PartyContent,
    usual: &Template,
) -> Option<Gear> {
    let weapon = fields.entry(reader, ["weapon"; 2], (), Some(usual.weapon));
    let worn = fields.entry(reader, ["armor"; 2], (), Some(usual.armor.clone()));
    let weapons = usual.pack.iter().copied().map(Thing::Weapon);
    let spare = usual.spare.iter().copied().map(Thing::Armor);
    let items = usual.items.iter().copied().map(Thing::Item);
    let carried = weapons.chain(spare).chain(items).collect();
    let pack = fields.or("pack", carried, |node| things(reader, node, content));
    let quick = fields.entry(reader, ["quick"; 2], (), Some(usual.quick.clone()))?;
    let worn = worn?;
    (content.figures).check_quick(fields.place, quick.len(), reader);
    content.check_worn(fields.place, &worn, reader);
    Some(Gear {
        weapon: weapon?,
        worn,
        pack: pack?,
        quick,
    })
}

/// Reads what a pack or chest holds.
fn things(reader: &mut Reader, node: &Node, content: &PartyContent) -> Option<Vec<Thing>> {
    let most = "a pack, chest or pile holds at most 100 things";
    let nodes = reader.short_list(node, "things", 100, most).iter();
    all_read(nodes.map(|node| thing(reader, node, content)))
}

/// Reads a weapon, a piece of armor or an item by its key.
pub(super) fn thing(reader: &mut Reader, node: &Node, content: &PartyContent) -> Option<Thing> {
    let weapons = content.weapons.iter().map(Definition::key);
    let keys: Vec<_> = weapons
        .chain(content.armor.iter().map(Definition::key))
        .chain(content.items.iter().map(Definition::key))
        .collect();
    let find = |key: &str| {
        let weapon = content.weapon_named(key).map(Thing::Weapon);
        let armor = || content.piece_named(key).map(Thing::Armor);
        let item = || content.item_named(key).map(Thing::Item);
        weapon.or_else(armor).or_else(item)
    };
    reader.key(node, "weapon, armor or item", find, &keys)
}

/// Reads effects on a character from the start: `{"poison": 3}`.
fn effects(reader: &mut Reader, node: &Node, content: &PartyContent) -> Option<Vec<Lasting>> {
    let entries = reader.entries(node, "effects with their turns, such as {\"poison\": 3}")?;
    let read = entries.iter().map(|(key, turns)| {
        let effect = reader.definition(key, "effect", &content.effects);
        let turns = reader.int(turns, "turns", 1..=MOST_TURNS);
        Some(Lasting {
            effect: effect?,
            rank: 1,
            turns: turns?,
        })
    });
    all_read(read)
}
