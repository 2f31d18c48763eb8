//! Reads the fleets of a mission.
//!
//! **Invariant:** fleets that are returned can be set up, or a problem was noted.

use std::collections::BTreeMap;

use super::{FleetSide, Start, UnitSetup, difficulty};
use crate::battle::grid::{Direction, TileId};
use crate::content::definition::Definition;
use crate::content::problem::Place;
use crate::content::reader::Fields;
use crate::content::tree::Node;
use crate::mission::{BoardSetup, Ground, Loader, SideSetup};
use crate::rules::fleet::content::{FleetContent, ShipId, ShipType};
use crate::rules::fleet::craft::{Class, Pilot};

/// Most experience of a pilot.
pub(in crate::rules::fleet) const MAX_XP: u16 = 10_000;

/// Sides and what each brings.
type Fleets = (Vec<SideSetup>, Vec<FleetSide>);

impl Loader {
    /// Notes a board that is too small (§2), and hexes that nothing can fly through, once a kind.
    pub(super) fn check_space(&mut self, board: &BoardSetup, place: Place) {
        let (columns, rows) = self.catalog.part::<FleetContent>().figures.least_board;
        if board.grid.width < columns || board.grid.height < rows {
            let (width, height) = (board.grid.width, board.grid.height);
            let message = format!(
                "a board of {width} by {height} hexes is too small for fleets; use at least {columns} columns and {rows} rows, or change the figure `least_board`"
            );
            self.reader.problem(place, message);
        }
        let mut told = Vec::new();
        for (tile, state) in board.grid.tiles().zip(&board.tiles) {
            let terrain = self.catalog.terrain(state.terrain);
            if terrain.move_percent.is_none() && !told.contains(&state.terrain) {
                told.push(state.terrain);
                let (column, row) = board.grid.to_offset(tile);
                let message = format!(
                    "({column}, {row}) is {}, which no ship can enter; draw boards of fleets with open_space, nebula, asteroids, ion_storm and mines",
                    terrain.name
                );
                self.reader.problem(place, message);
            }
        }
    }

    /// Reads the sides of a mission and what each brings.
    pub(super) fn fleets(&mut self, node: &Node, ground: &Ground) -> Option<Fleets> {
        let nodes = self.side_nodes(node);
        let catalog = self.catalog.clone();
        let content = catalog.part::<FleetContent>();
        let mut yard = Yard {
            loader: self,
            content,
            ground,
            taken: Vec::new(),
            facing: Direction::default(),
        };
        let read = nodes.iter().enumerate();
        let read = read.filter_map(|(index, node)| yard.side(node, index));
        let (sides, mut fleets): Fleets = read.unzip();
        self.check_side_names(&sides, nodes);
        let count = fleets.iter().flat_map(FleetSide::units).count();
        self.check_count(node, count);
        if fleets.len() < nodes.len() {
            return None;
        }
        if fleets.iter().all(|fleet| fleet.intents) {
            let message = "all sides draw intents; at least one must plan its turns";
            self.reader.problem(node.place, message);
        }
        let percent = self.terms.difficulty;
        difficulty::fit(content, &sides, &mut fleets, &ground.0, percent);
        Some((sides, fleets))
    }
}

/// A hex where a unit begins, whether it blocks the hex for all others, and its name.
struct Taken {
    tile: TileId,
    blocks: bool,
    name: String,
}

/// Fits out the fleets of a mission.
struct Yard<'a> {
    loader: &'a mut Loader,
    content: &'a FleetContent,
    ground: &'a Ground,
    /// Where units begin.
    taken: Vec<Taken>,
    /// Which way units of the side face.
    facing: Direction,
}

impl Yard<'_> {
    fn problem(&mut self, place: Place, message: impl Into<String>) {
        self.loader.reader.problem(place, message);
    }

    /// Reads one side.
    fn side(&mut self, node: &Node, index: usize) -> Option<(SideSetup, FleetSide)> {
        let mut fields = self.loader.reader.fields(node, "side")?;
        let side = self.loader.side_setup(&mut fields);
        let carrier = fields.get("carrier");
        let ships = fields.get("ships");
        let admiral = self.keys(
            &mut fields,
            "admiral",
            "admiral's ability",
            &self.content.admirals,
        );
        let intents = fields.flag(&mut self.loader.reader, "intents");
        let drive = fields.flag(&mut self.loader.reader, "drive");
        let zone = fields.maybe("zone", |node| self.loader.zone(node, &self.ground.1));
        fields.done(&mut self.loader.reader);

        let before = self.loader.reader.problems.len();
        self.facing = Direction::new(if index == 0 { 0 } else { 3 });
        let has_carrier = carrier.is_some();
        let carrier = carrier.and_then(|node| self.carrier(node));
        let nodes = ships.map_or(&[][..], |node| self.loader.reader.list(node, "ships"));
        self.loader.check_count(node, nodes.len())?;
        let mut counts = BTreeMap::new();
        let ships = nodes.iter().filter_map(|node| self.ship(node, &mut counts));
        let ships = ships.collect();
        if !has_carrier && nodes.is_empty() {
            self.problem(node.place, "a side needs a carrier or ships");
        }
        if !has_carrier && drive == Some(true) {
            self.problem(node.place, "a jump drive needs a carrier");
        }
        let fleet = FleetSide {
            carrier,
            ships,
            admiral: admiral?,
            intents: intents?,
            drive: drive?,
            zone: zone?.unwrap_or_default(),
        };
        if self.loader.reader.problems.len() == before {
            self.check_berths(node, nodes, &fleet);
        }
        Some((side?, fleet))
    }

    fn carrier(&mut self, node: &Node) -> Option<UnitSetup> {
        let reader = &mut self.loader.reader;
        let mut fields = reader.fields(node, "carrier")?;
        let kind = fields.definition(reader, "kind", "carrier kind", &self.content.carriers);
        let name = fields.maybe("name", |node| reader.name(node, "name").map(str::to_owned));
        let at = fields.need(reader, "at");
        let facing = self.heading(&mut fields);
        let upgrades = self.keys(&mut fields, "upgrades", "upgrade", &self.content.upgrades);
        fields.done(&mut self.loader.reader);
        let kind = kind?;
        let name = name?.unwrap_or_else(|| self.content.carrier(kind).name.clone());
        let start = Start::Board {
            tile: self.seat(at?, true, &name)?,
            facing: facing?,
        };
        Some(UnitSetup {
            upgrades: upgrades?,
            ..UnitSetup::new(Class::Carrier(kind), name, start)
        })
    }

    fn ship(&mut self, node: &Node, counts: &mut BTreeMap<ShipId, usize>) -> Option<UnitSetup> {
        let content = self.content;
        let reader = &mut self.loader.reader;
        let mut fields = reader.fields(node, "ship")?;
        let kind = fields.definition(reader, "kind", "ship type", &content.ships);
        let name = fields.maybe("name", |node| reader.name(node, "name").map(str::to_owned));
        let waiting = fields.flag(reader, "waiting");
        let weapon = fields.maybe("weapon", |node| {
            reader.definition(node, "weapon", &content.weapons)
        });
        let (at, heading) = (fields.get("at"), fields.get("facing"));
        let facing = self.heading(&mut fields);
        let pilot = fields.maybe("pilot", |node| self.pilot(node));
        let traits = self.keys(&mut fields, "traits", "trait", &content.traits);
        fields.done(&mut self.loader.reader);

        let (kind, own) = (kind?, name?);
        let is_named = own.is_some();
        let name = own.unwrap_or_else(|| {
            let count = counts.entry(kind).or_default();
            *count += 1;
            format!("{} {count}", content.ship(kind).name)
        });
        let start = match (at, waiting?) {
            (Some(at), true) => {
                let message = "a waiting ship has no start hex; leave out `at` or `waiting`";
                self.problem(at.place, message);
                return None;
            }
            (Some(at), false) => Start::Board {
                tile: self.seat(at, false, &name)?,
                facing: facing?,
            },
            (None, true) => Start::Waiting,
            (None, false) => Start::Docked,
        };
        if let (None, Some(heading)) = (at, heading) {
            self.problem(heading.place, "only ships with a hex, `at`, have a facing");
        }
        Some(UnitSetup {
            is_named,
            weapon: weapon?,
            pilot: pilot?.unwrap_or_default(),
            traits: traits?,
            ..UnitSetup::new(Class::Ship(kind), name, start)
        })
    }

    /// Reads which way a unit faces; left out, as the side does.
    fn heading(&mut self, fields: &mut Fields) -> Option<Direction> {
        let read = self.loader.facing(fields, self.ground.0.grid.layout)?;
        Some(read.unwrap_or(self.facing))
    }

    fn pilot(&mut self, node: &Node) -> Option<Pilot> {
        let mut fields = self.loader.reader.fields(node, "pilot")?;
        let xp = fields.int_or(&mut self.loader.reader, "xp", 0..=MAX_XP, 0);
        let perks = self.keys(&mut fields, "perks", "perk", &self.content.perks);
        fields.done(&mut self.loader.reader);
        Some(Pilot {
            xp: xp?,
            perks: perks?,
        })
    }

    /// Reads a list of keys that may be left out, and notes those that are given twice.
    fn keys<T: Definition>(
        &mut self,
        fields: &mut Fields,
        name: &'static str,
        what: &str,
        all: &[T],
    ) -> Option<Vec<T::Id>> {
        let reader = &mut self.loader.reader;
        let nodes = fields
            .get(name)
            .map_or(&[][..], |node| reader.list(node, what));
        for (at, node) in nodes.iter().enumerate() {
            if nodes[..at].iter().any(|other| other.value == node.value) {
                reader.problem(node.place, format!("{what} is given twice"));
            }
        }
        fields.definitions(reader, name, what, all)
    }

    /// Reads where a unit begins, and notes who is there already.
    fn seat(&mut self, node: &Node, blocks: bool, name: &str) -> Option<TileId> {
        let (board, zones) = self.ground;
        let alone = blocks || self.content.options.single_occupancy;
        let taken = &self.taken;
        let clashes = |tile| {
            let mut taken = taken.iter();
            taken.find(|other| other.tile == tile && (alone || other.blocks))
        };
        let is_free = |tile| clashes(tile).is_none();
        let tile = self.loader.place(node, board, zones, &is_free)?;
        if let Some(other) = clashes(tile) {
            let (column, row) = board.grid.to_offset(tile);
            let message = format!("{} is already on ({column}, {row})", other.name);
            self.loader.reader.problem(node.place, message);
        }
        self.taken.push(Taken {
            tile,
            blocks,
            name: name.to_owned(),
        });
        Some(tile)
    }

    /// Notes docked ships without a berth, and ships that wait for a place to come to.
    fn check_berths(&mut self, side: &Node, nodes: &[Node], fleet: &FleetSide) {
        let content = self.content;
        let berths = fleet.berths(content);
        let ships = fleet.ships.iter().zip(nodes);
        let docked = ships.filter(|(ship, _)| ship.start == Start::Docked);
        for (count, (ship, node)) in (1_u16..).zip(docked) {
            let (name, kind) = (&ship.name, ship.class.name(content));
            let docks = ship.class.ship_type(content).is_some_and(ShipType::docks);
            let why = match berths {
                _ if !docks => format!("{name} cannot dock because it is a {kind}"),
                None => format!("{name} has no carrier to start in"),
                Some(berths) if count > u16::from(berths) => {
                    format!("the hangar has {berths} berths; there is none left for {name}")
                }
                Some(_) => continue,
            };
            self.problem(node.place, format!("{why}; give it a hex with `at`"));
        }
        let waits = fleet.ships.iter().any(|ship| ship.start == Start::Waiting);
        if waits && fleet.zone.is_empty() {
            let message = "waiting ships need a zone to arrive in: `zone: \"name\"`";
            self.problem(side.place, message);
        }
    }
}
