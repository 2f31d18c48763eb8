//! What a mission asks of the party, beside what all missions have.
//!
//! **Invariant:** a scenario can be set up: hexes are on the board and can be entered, definitions exist,
//! side 0 has characters and somebody is its enemy. Characters may share a hex; combat parts them (§3).

mod difficulty;
pub(super) mod objects;

use std::collections::BTreeMap;

use crate::battle::grid::{Direction, TileId};
use crate::battle::map::MapId;
use crate::battle::unit::{Side, UnitId};
use crate::content::declare::choices;
use crate::content::definition::{Definition, Entry};
use crate::content::reader::{Fields, Reader};
use crate::content::tree::{Node, Value};
use crate::mission::{BoardSetup, Ground, Loader, Read, SideSetup};
use crate::rules::party::character::{Gear, Lasting, Sheet, Thing};
use crate::rules::party::content::{PartyContent, Ranks, Template, Words};
use crate::rules::party::journey::{self, Draft, Journey};
use crate::rules::party::objects::Object;

/// Turns after which a mission has failed that says nothing else.
const USUAL_TURNS: u16 = 60;

/// Most turns that an effect from the start goes on.
const MOST_TURNS: u8 = 100;

/// A battle of the party.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scenario {
    /// What kind of map it is.
    pub map: Map,
    /// What the party has to do.
    pub goal: Goal,
    /// Where the party and its enemies arrive, of a combat map that draws it (§7).
    pub start: Option<[Vec<TileId>; 2]>,
    /// Where the party escapes from a combat map (§7); nowhere if there are no hexes.
    pub escape: Vec<TileId>,
    /// Doors that are locked or trapped, chests, traps and what lies about, in the order of the file.
    pub objects: Vec<Object>,
    /// Characters of each side; side 0 is the party.
    pub sides: Vec<Vec<UnitSetup>>,
    /// What the journey is made of that it is, if it is one.
    pub journey: Option<Journey>,
}

impl Scenario {
    /// Lists all characters by id.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, Side, &UnitSetup)> {
        let sides = (0..).map(Side).zip(&self.sides);
        let units = sides.flat_map(|(side, units)| units.iter().map(move |unit| (side, unit)));
        (0..)
            .zip(units)
            .map(|(id, (side, unit))| (UnitId(id), side, unit))
    }
}

choices! {
    /// Kinds of maps.
    #[derive(Default)]
    pub enum Map {
        /// Combat from the start, until one side is beaten (§7).
        #[default]
        Combat,
        /// The party explores; combat begins by sight and ends out of sight (§3, §6).
        Local,
        /// Groups travel; whoever shares a hex goes over to a combat map (§7).
        Overland,
    }
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
    let map = fields.choice_or(&mut loader.reader, "map", Map::CHOICES, Map::Combat);
    let draft = map.and_then(|map| journey::begin(loader, &mut fields, map));
    let start = fields.maybe("start", |node| start(loader, node, ground, map?));
    let escape = fields.or("escape", Vec::new(), |node| {
        on_map(loader, node, map?, Map::Combat, "a party escapes from")?;
        zone(loader, node, ground)
    });
    let goal = fields.or("goal", Goal::DefeatAll, |node| {
        goal(loader, node, ground, map?)
    });
    let objects = fields.or("things", Vec::new(), |node| {
        if map? == Map::Overland {
            let message = "things are on the maps of a journey, in `maps`, not on its overland map";
            loader.reader.problem(node.place, message);
            return None;
        }
        objects::read(loader, node, ground)
    });
    fields.done(&mut loader.reader);
    let nodes = nodes?;
    let (start, escape) = (start?, escape?);
    if start.is_some() && escape.is_empty() {
        let message = "this combat map has no `escape`: nobody can flee from it";
        loader.reader.doubt(nodes.place, message);
    }
    if goal == Some(Goal::Escape) && escape.is_empty() {
        let message = "whoever has to escape needs a zone to do so: `escape: \"zone\"`";
        loader.reader.problem(nodes.place, message);
    }
    let catalog = loader.catalog.clone();
    let content = catalog.part::<PartyContent>();
    let before = loader.reader.problems.len();
    let mut counts = BTreeMap::new();
    let mut index = 0;
    let (sides, mut units) = loader.each_side(nodes, |loader, fields| {
        let facing = Direction::new(if index == 0 { 0 } else { 3 });
        index += 1;
        let list = fields.need(&mut loader.reader, "units")?;
        let nodes = loader.reader.list(list, "units");
        loader.check_count(list, nodes.len())?;
        let read = nodes.iter().map(|node| {
            let mut maker = Maker {
                loader,
                content,
                board: &ground.0,
                facing,
                draft: draft.as_ref(),
                is_drawn: start.is_some() || draft.is_some(),
            };
            maker.unit(node, &mut counts, ground)
        });
        let read: Vec<_> = read.collect();
        read.into_iter().collect::<Option<Vec<_>>>()
    });
    let count = units.iter().flatten().count();
    loader.check_count(nodes, count)?;
    if loader.reader.problems.len() == before {
        check(loader, nodes, content, &sides, &units);
    }
    let is_sound = loader.reader.problems.len() == before;
    let others = draft.iter().flat_map(Draft::boards);
    let boards: Vec<_> = [&ground.0].into_iter().chain(others).cloned().collect();
    let journey = draft
        .filter(|_| is_sound)
        .map(|draft| journey::finish(loader, draft, ground, &sides, &mut units, nodes));
    let mut journey = journey.flatten();
    if is_sound && loader.is_drawn {
        fit(loader, &sides, &mut units, &boards);
        loader.check_count(nodes, units.iter().flatten().count())?;
        journey
            .iter_mut()
            .for_each(|journey| journey.recount(&units));
    }
    let scenario = Scenario {
        map: map?,
        goal: goal?,
        start,
        escape,
        objects: objects?,
        sides: units,
        journey,
    };
    Some((sides, Some(last?), Box::new(scenario)))
}

/// Fits the enemies of the party to the difficulty that is asked for.
fn fit(loader: &Loader, sides: &[SideSetup], units: &mut [Vec<UnitSetup>], boards: &[BoardSetup]) {
    let can_stand = |board: &BoardSetup, tile: TileId| {
        let terrain = loader.catalog.terrain(board.tiles[tile.index()].terrain);
        terrain.move_percent.is_some()
    };
    difficulty::fit(sides, units, boards, &can_stand, loader.terms.difficulty);
}

/// Notes what is said of a map of the other kind.
pub(super) fn on_map(
    loader: &mut Loader,
    node: &Node,
    map: Map,
    needed: Map,
    what: &str,
) -> Option<()> {
    if map != needed {
        let message = format!("{what} a map of the other kind only: `map: {needed:?}`");
        loader.reader.problem(node.place, message);
        return None;
    }
    Some(())
}

/// Reads a zone in which somebody can stand; returns its hexes where one can.
pub(super) fn zone(
    loader: &mut Loader,
    node: &Node,
    (board, zones): &Ground,
) -> Option<Vec<TileId>> {
    let mut zone = loader.zone(node, zones)?;
    if !loader.is_drawn {
        return Some(zone);
    }
    let catalog = loader.catalog.clone();
    zone.retain(|tile| {
        let state = board.tiles.get(tile.index());
        state.is_some_and(|state| catalog.terrain(state.terrain).move_percent.is_some())
    });
    if zone.is_empty() {
        let message = "nobody can stand anywhere in this zone";
        loader.reader.problem(node.place, message);
    }
    Some(zone)
}

/// Reads where the sides arrive: `(party: "west", enemies: "east")`.
pub(super) fn start(
    loader: &mut Loader,
    node: &Node,
    ground: &Ground,
    map: Map,
) -> Option<[Vec<TileId>; 2]> {
    on_map(loader, node, map, Map::Combat, "sides arrive on")?;
    let mut fields = loader.reader.fields(node, "start")?;
    let [party, enemies] = ["party", "enemies"].map(|name| fields.need(&mut loader.reader, name));
    fields.done(&mut loader.reader);
    let [party, enemies] = [party, enemies].map(|node| zone(loader, node?, ground));
    let (party, enemies) = (party?, enemies?);
    if enemies.len() == 1 && party.contains(&enemies[0]) {
        let message = "enemies need a hex to arrive on where the party does not";
        loader.reader.problem(node.place, message);
    }
    Some([party, enemies])
}

/// Reads what the party has to do: `DefeatAll`, `Reach("zone")` or `Escape`.
fn goal(loader: &mut Loader, node: &Node, ground: &Ground, map: Map) -> Option<Goal> {
    match &node.value {
        Value::Name(name) if name == "DefeatAll" => Some(Goal::DefeatAll),
        Value::Name(name) if name == "Escape" => {
            on_map(loader, node, map, Map::Combat, "a party escapes from")?;
            Some(Goal::Escape)
        }
        Value::Tuple(Some(name), parts) if name == "Reach" && parts.len() == 1 => {
            if map != Map::Overland {
                on_map(loader, node, map, Map::Local, "a zone is reached on")?;
            }
            zone(loader, &parts[0], ground).map(Goal::Reach)
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
        let message = format!("the party has {party} characters, at most {most} are allowed");
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
        let name = fields.maybe("name", |node| reader.name(node, "name").map(str::to_owned));
        let hp = fields.int_or(reader, "hp", 1..=600_u16, usual.hp.max(1));
        let level = fields.int_or(reader, "level", 0..=20_u8, usual.level);
        let ap = fields.int_or(reader, "ap", 1..=100_u8, own_ap(content, &usual));
        let mp = fields.int_or(reader, "mp", 0..=200_u8, usual.mp);
        let spells = fields.or("spells", usual.spells.clone(), |node| {
            Ranks::read_by(node, reader, |key, reader| {
                reader.definition(key, "spell", &content.spells)
            })
        });
        let skills = fields.or("skills", usual.skills, |node| {
            usual.skills.changed(node, reader, "skills")
        });
        let group = fields.maybe("group", |node| {
            reader.name(node, "group").map(str::to_owned)
        });
        let flags = fields.or("flags", usual.flags.clone(), |node| {
            Words::read(node, reader, "flags", ())
        });
        let script = fields.or("script", usual.script, |node| {
            reader.definition(node, "script", &content.scripts)
        });
        let after = fields.or("after", usual.after, |node| match reader.option(node) {
            None => Some(None),
            Some(node) => reader
                .definition(node, "script", &content.scripts)
                .map(Some),
        });
        let gear = gear(reader, &mut fields, content, &usual);
        let effects = fields.or("effects", Vec::new(), |node| effects(reader, node, content));
        let (map, ground) = journey::whereabouts(self.loader, &mut fields, self.draft, ground)?;
        let at = fields.get("at");
        if at.is_none() && !self.is_drawn {
            let message = "a character without a hex `at` arrives, and the mission has no `start`";
            self.loader.reader.problem(node.place, message);
        }
        let patrol = fields.get("patrol");
        let nodes = patrol.map_or(&[][..], |node| {
            let most = "a patrol has at most 100 hexes";
            self.loader.reader.short_list(node, "hexes", 100, most)
        });
        let patrol: Vec<_> = nodes.iter().map(|node| self.place(node, ground)).collect();
        let facing = (self.loader).facing(&mut fields, self.board.grid.layout);
        fields.done(&mut self.loader.reader);
        let tile = match at {
            Some(node) => self.place(node, ground).map(Some),
            None => Some(None),
        };
        let skills = skills?;
        let most = content.figures.max_skill;
        if skills.highest() > most {
            let message = format!("a skill of {} is above the most, {most}", skills.highest());
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
                flags: flags?,
                script: script?,
                after: after?,
                patrol: patrol.into_iter().collect::<Option<_>>()?,
            },
        })
    }

    fn place(&mut self, node: &Node, ground: &Ground) -> Option<TileId> {
        place(self.loader, node, ground)
    }
}

/// Reads where somebody or something begins, which has to be ground that can be stood on.
fn place(loader: &mut Loader, node: &Node, (board, zones): &Ground) -> Option<TileId> {
    let tile = loader.place(node, board, zones, &|_| true)?;
    let state = board.tiles.get(tile.index())?;
    let terrain = loader.catalog.terrain(state.terrain);
    if loader.is_drawn && terrain.move_percent.is_none() {
        let message = format!("nobody can stand on {}", terrain.name.to_lowercase());
        loader.reader.problem(node.place, message);
    }
    Some(tile)
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
    let weapon = fields.or("weapon", usual.weapon, |node| match reader.option(node) {
        None => Some(None),
        Some(node) => reader
            .definition(node, "weapon", &content.weapons)
            .map(Some),
    });
    let worn = match fields.get("armor") {
        Some(_) => fields.definitions(reader, "armor", "armor", &content.armor),
        None => Some(usual.armor.clone()),
    };
    let weapons = usual.pack.iter().copied().map(Thing::Weapon);
    let spare = usual.spare.iter().copied().map(Thing::Armor);
    let items = usual.items.iter().copied().map(Thing::Item);
    let carried = weapons.chain(spare).chain(items).collect();
    let pack = fields.or("pack", carried, |node| things(reader, node, content));
    let quick = match fields.get("quick") {
        Some(_) => fields.definitions(reader, "quick", "item", &content.items),
        None => Some(usual.quick.clone()),
    };
    let quick = quick?;
    if quick.len() > usize::from(content.figures.quick_slots) {
        let message = content.figures.too_many_quick(quick.len());
        reader.problem(fields.place, message);
    }
    let worn = worn?;
    let mut places: Vec<_> = worn.iter().map(|&id| content.piece(id).worn).collect();
    places.sort_unstable();
    if places.windows(2).any(|two| two[0] == two[1]) {
        let message = "two pieces of armor are worn in the same place";
        reader.problem(fields.place, message);
    }
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
    let things: Vec<_> = nodes.map(|node| thing(reader, node, content)).collect();
    things.into_iter().collect()
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
    let read: Vec<_> = read.collect();
    read.into_iter().collect()
}
