//! Reads the fleets of a mission.
//!
//! **Invariant:** fleets that are returned can be set up, or a problem was noted.

use std::collections::BTreeMap;

use super::{CarrierSetup, FleetSide, ShipSetup, Start, difficulty};
use crate::{
    battle::grid::{Direction, TileId},
    content::{definition::Definition, problem::Place, tree::Node},
    mission::{BoardSetup, Loader, MAX_UNITS, SideSetup, directions},
    rules::fleet::{
        content::{FleetContent, ShipId},
        craft::Pilot,
    },
};

/// Most experience of a pilot.
pub(in crate::rules::fleet) const MAX_XP: u16 = 10_000;

/// Zones of a mission by name.
type Zones = BTreeMap<String, Vec<TileId>>;

/// A hex where a unit begins, whether it blocks the hex for all others, and its name.
struct Taken {
    tile: TileId,
    blocks: bool,
    name: String,
}

/// Where units begin, by what holds for hexes.
struct Seats {
    /// Whether one living ship fits a hex.
    single: bool,
    taken: Vec<Taken>,
}

impl Seats {
    /// Returns who stands where a unit cannot be, too.
    fn blocker(&self, tile: TileId, blocks: bool) -> Option<&Taken> {
        let clashes =
            |other: &&Taken| other.tile == tile && (self.single || blocks || other.blocks);
        self.taken.iter().find(clashes)
    }
}

impl Loader {
    /// Notes a board that is too small (§2), and hexes that nothing can fly through, once a kind.
    pub(super) fn check_space(&mut self, board: &BoardSetup, place: Place) {
        let (columns, rows) = self.catalog.part::<FleetContent>().figures.least_board;
        if board.grid.width < columns || board.grid.height < rows {
            let (width, height) = (board.grid.width, board.grid.height);
            let message = format!(
                "a board of {width} by {height} hexes is too small for fleets; it needs {columns} columns \
                 and {rows} rows, or `least_board` among the figures says otherwise"
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
                    "({column}, {row}) is {}, which no ship can fly through; a fleet's board is drawn \
                     with open_space, nebula, asteroids, ion_storm and mines",
                    terrain.name
                );
                self.reader.problem(place, message);
            }
        }
    }

    /// Reads the sides of a mission and what each brings.
    pub(super) fn fleets(
        &mut self,
        node: &Node,
        board: &BoardSetup,
        zones: &Zones,
    ) -> Option<(Vec<SideSetup>, Vec<FleetSide>)> {
        let nodes = self.side_nodes(node);
        let mut seats = Seats {
            single: self.catalog.part::<FleetContent>().options.single_occupancy,
            taken: Vec::new(),
        };
        let mut sides = Vec::new();
        let mut fleets = Vec::new();
        let mut named = Vec::new();
        for (index, node) in nodes.iter().enumerate() {
            let read = self.fleet(node, index, board, zones, &mut seats);
            if let Some((side, fleet, names)) = read {
                sides.push(side);
                fleets.push(fleet);
                named.push(names);
            }
        }
        self.check_side_names(&sides, nodes);
        let count = |fleet: &FleetSide| fleet.ships.len() + usize::from(fleet.carrier.is_some());
        let units: usize = fleets.iter().map(count).sum();
        if units > MAX_UNITS {
            let message = format!("at most {MAX_UNITS} units are allowed, these are {units}");
            self.reader.problem(node.place, message);
        }
        if fleets.len() < nodes.len() {
            return None;
        }
        if fleets.iter().all(|fleet| fleet.intents) {
            let message = "all sides are left to intents; at least one must plan its turns";
            self.reader.problem(node.place, message);
        }
        let catalog = self.catalog.clone();
        let percent = self.terms.difficulty;
        difficulty::fit(
            catalog.part::<FleetContent>(),
            &sides,
            &mut fleets,
            &named,
            board,
            percent,
        );
        Some((sides, fleets))
    }

    /// Reads one side, and which of its ships have names of their own.
    fn fleet(
        &mut self,
        node: &Node,
        index: usize,
        board: &BoardSetup,
        zones: &Zones,
        seats: &mut Seats,
    ) -> Option<(SideSetup, FleetSide, Vec<bool>)> {
        let catalog = self.catalog.clone();
        let content = catalog.part::<FleetContent>();
        let mut fields = self.reader.fields(node, "side")?;
        let side = self.side_setup(&mut fields);
        let carrier = fields.get("carrier");
        let ships = fields.get("ships");
        let admiral = fields.get("admiral");
        let intents = fields.flag(&mut self.reader, "intents");
        let drive = fields.flag(&mut self.reader, "drive");
        let zone = fields.get("zone");
        fields.done(&mut self.reader);

        let has_carrier = carrier.is_some();
        let before = self.reader.problems.len();
        let facing = Direction::new(if index == 0 { 0 } else { 3 });
        let carrier = carrier.and_then(|node| self.carrier(node, board, zones, facing, seats));
        let admiral = self.keys(admiral, "admiral's ability", &content.admirals);
        let zone = match zone {
            Some(node) => self.zone(node, zones),
            None => Some(Vec::new()),
        };
        let nodes = ships.map_or(&[][..], |node| self.reader.list(node, "ships"));
        if nodes.len() > MAX_UNITS {
            let count = nodes.len();
            let message = format!("at most {MAX_UNITS} units are allowed, these are {count}");
            self.reader.problem(node.place, message);
            return None;
        }
        let (ships, named) = self.ships(nodes, board, zones, facing, seats);
        if !has_carrier && nodes.is_empty() {
            let message = "a side needs a carrier or ships";
            self.reader.problem(node.place, message);
        }
        if !has_carrier && drive == Some(true) {
            let message = "a jump drive needs a carrier";
            self.reader.problem(node.place, message);
        }
        let fleet = FleetSide {
            carrier,
            ships,
            admiral: admiral?,
            intents: intents?,
            drive: drive?,
            zone: zone?,
        };
        if self.reader.problems.len() == before {
            self.check_berths(content, node, nodes, &fleet);
        }
        Some((side?, fleet, named))
    }

    fn carrier(
        &mut self,
        node: &Node,
        board: &BoardSetup,
        zones: &Zones,
        facing: Direction,
        seats: &mut Seats,
    ) -> Option<CarrierSetup> {
        let catalog = self.catalog.clone();
        let content = catalog.part::<FleetContent>();
        let mut fields = self.reader.fields(node, "carrier")?;
        let kind = fields.need(&mut self.reader, "kind");
        let kind =
            kind.and_then(|node| (self.reader).definition(node, "carrier kind", &content.carriers));
        let name = fields.get("name");
        let at = fields.need(&mut self.reader, "at");
        let facing = match fields.get("facing") {
            Some(node) => self
                .reader
                .choice(node, "direction", &directions(board.grid.layout)),
            None => Some(facing),
        };
        let upgrades = fields.get("upgrades");
        fields.done(&mut self.reader);
        let upgrades = self.keys(upgrades, "upgrade", &content.upgrades);
        let kind = kind?;
        let name = match name {
            Some(node) => self.reader.name(node, "name")?.to_owned(),
            None => content.carrier(kind).name.clone(),
        };
        let tile = self.seat(at?, board, zones, seats, true, &name)?;
        Some(CarrierSetup {
            kind,
            name,
            tile,
            facing: facing?,
            upgrades: upgrades?,
        })
    }

    /// Reads the ships of a side, and which of them have names of their own.
    fn ships(
        &mut self,
        nodes: &[Node],
        board: &BoardSetup,
        zones: &Zones,
        facing: Direction,
        seats: &mut Seats,
    ) -> (Vec<ShipSetup>, Vec<bool>) {
        let mut counts = BTreeMap::<ShipId, usize>::new();
        let mut named = Vec::new();
        let mut ships = Vec::new();
        for node in nodes {
            let read = self.ship(node, board, zones, facing, seats, &mut counts);
            if let Some((ship, is_named)) = read {
                ships.push(ship);
                named.push(is_named);
            }
        }
        (ships, named)
    }

    fn ship(
        &mut self,
        node: &Node,
        board: &BoardSetup,
        zones: &Zones,
        facing: Direction,
        seats: &mut Seats,
        counts: &mut BTreeMap<ShipId, usize>,
    ) -> Option<(ShipSetup, bool)> {
        let catalog = self.catalog.clone();
        let content = catalog.part::<FleetContent>();
        let mut fields = self.reader.fields(node, "ship")?;
        let kind = fields.need(&mut self.reader, "kind");
        let kind = kind.and_then(|node| self.reader.definition(node, "ship type", &content.ships));
        let name = fields.get("name");
        let at = fields.get("at");
        let heading = fields.get("facing");
        let waiting = fields.flag(&mut self.reader, "waiting");
        let weapon = fields.get("weapon");
        let pilot = fields.get("pilot");
        let traits = fields.get("traits");
        fields.done(&mut self.reader);

        let weapon = match weapon {
            Some(node) => (self.reader)
                .definition(node, "weapon", &content.weapons)
                .map(Some),
            None => Some(None),
        };
        let pilot = match pilot {
            Some(node) => self.pilot(node, content),
            None => Some(Pilot::default()),
        };
        let traits = self.keys(traits, "trait", &content.traits);
        let kind = kind?;
        let own = match name {
            Some(node) => Some(self.reader.name(node, "name")?.to_owned()),
            None => None,
        };
        let is_named = own.is_some();
        let name = own.unwrap_or_else(|| {
            let count = counts.entry(kind).or_default();
            *count += 1;
            format!("{} {count}", content.ship(kind).name)
        });
        let facing = match heading {
            Some(node) => (self.reader).choice(node, "direction", &directions(board.grid.layout)),
            None => Some(facing),
        };
        let start = match (at, waiting?) {
            (Some(at), true) => {
                let message = "a ship that waits begins nowhere; leave out `at` or `waiting`";
                self.reader.problem(at.place, message);
                return None;
            }
            (Some(at), false) => Start::Board {
                tile: self.seat(at, board, zones, seats, false, &name)?,
                facing: facing?,
            },
            (None, true) => Start::Waiting,
            (None, false) => Start::Docked,
        };
        if let (None, Some(heading)) = (at, heading) {
            let message = "only a ship with a hex, `at`, has a facing";
            self.reader.problem(heading.place, message);
        }
        let ship = ShipSetup {
            kind,
            name,
            weapon: weapon?,
            pilot: pilot?,
            traits: traits?,
            start,
        };
        Some((ship, is_named))
    }

    fn pilot(&mut self, node: &Node, content: &FleetContent) -> Option<Pilot> {
        let mut fields = self.reader.fields(node, "pilot")?;
        let xp = fields.int_or(&mut self.reader, "xp", 0..=MAX_XP, 0);
        let perks = fields.get("perks");
        fields.done(&mut self.reader);
        let perks = self.keys(perks, "perk", &content.perks);
        Some(Pilot {
            xp: xp?,
            perks: perks?,
        })
    }

    /// Reads a list of keys that may be left out.
    fn keys<T: Definition>(
        &mut self,
        node: Option<&Node>,
        what: &str,
        all: &[T],
    ) -> Option<Vec<T::Id>> {
        let Some(node) = node else {
            return Some(Vec::new());
        };
        let mut found = Vec::new();
        let mut is_whole = true;
        for node in self.reader.list(node, what) {
            match self.reader.definition(node, what, all) {
                Some(one) if found.contains(&one) => {
                    self.reader
                        .problem(node.place, format!("{what} is given twice"));
                }
                Some(one) => found.push(one),
                None => is_whole = false,
            }
        }
        is_whole.then_some(found)
    }

    /// Reads where a unit begins, and notes who is there already.
    fn seat(
        &mut self,
        node: &Node,
        board: &BoardSetup,
        zones: &Zones,
        seats: &mut Seats,
        blocks: bool,
        name: &str,
    ) -> Option<TileId> {
        let is_free = |tile| seats.blocker(tile, blocks).is_none();
        let tile = self.place(node, board, zones, &is_free)?;
        if let Some(other) = seats.blocker(tile, blocks) {
            let (column, row) = board.grid.to_offset(tile);
            let message = format!("{} already is on ({column}, {row})", other.name);
            self.reader.problem(node.place, message);
        }
        seats.taken.push(Taken {
            tile,
            blocks,
            name: name.to_owned(),
        });
        Some(tile)
    }

    /// Notes docked ships without a berth, and ships that wait for a place to come to.
    fn check_berths(
        &mut self,
        content: &FleetContent,
        side: &Node,
        nodes: &[Node],
        fleet: &FleetSide,
    ) {
        let berths = fleet.carrier.as_ref();
        let berths = berths.map(|carrier| content.carrier(carrier.kind).hangar);
        let mut docked = 0_u16;
        for (ship, node) in fleet.ships.iter().zip(nodes) {
            if ship.start != Start::Docked {
                continue;
            }
            docked += 1;
            let kind = content.ship(ship.kind);
            let message = match berths {
                _ if !kind.docks() => Some(format!(
                    "{} cannot dock, since it is a {}; give it a hex with `at`",
                    ship.name, kind.name
                )),
                None => Some(format!(
                    "{} has no carrier to begin in; give it a hex with `at`",
                    ship.name
                )),
                Some(berths) if docked > u16::from(berths) => Some(format!(
                    "the hangar has {berths} berths, {} finds none; give it a hex with `at`",
                    ship.name
                )),
                Some(_) => None,
            };
            if let Some(message) = message {
                self.reader.problem(node.place, message);
            }
        }
        let waits = fleet.ships.iter().any(|ship| ship.start == Start::Waiting);
        if waits && fleet.zone.is_empty() {
            let message = "ships that wait need a zone to come to: `zone: \"name\"`";
            self.reader.problem(side.place, message);
        }
    }
}
