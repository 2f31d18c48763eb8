//! Carriers and ships of a vector: what they are, and the state they begin in.

use crate::{
    battle::{
        grid::{Direction, Grid},
        snapshot,
        unit::{Presence, UnitId},
    },
    content::{
        definition::Definition,
        reader::{Fields, Reader},
        tree::Node,
    },
    rules::fleet::{
        content::FleetContent,
        craft::{Pilot, UnitState},
        order::{Action, Stance},
        scenario::{CarrierSetup, FleetSide, ShipSetup, Start},
    },
    vectors::{direction, tile},
};

use super::Scene;

/// Fields of the vector about a side: of its own, and of the enemies.
pub(super) const FIELDS: [[&str; 4]; 2] = [
    ["admiral", "intents", "drive", "zone"],
    [
        "enemy_admiral",
        "enemy_intents",
        "enemy_drive",
        "enemy_zone",
    ],
];

/// What is said of a side beside its units.
pub(super) struct About<'n> {
    admiral: Option<&'n Node>,
    intents: bool,
    drive: bool,
    zone: Option<&'n Node>,
}

impl<'n> About<'n> {
    /// Reads the [`FIELDS`] of a side.
    pub(super) fn read(
        reader: &mut Reader,
        fields: &mut Fields<'n>,
        [admiral, intents, drive, zone]: [&'static str; 4],
    ) -> Option<Self> {
        Some(Self {
            admiral: fields.get(admiral),
            intents: fields.flag(reader, intents)?,
            drive: fields.flag(reader, drive)?,
            zone: fields.get(zone),
        })
    }
}

/// What a unit begins with that is not as usual.
pub(super) struct Given {
    hull: Option<u16>,
    ammo: Option<u8>,
    morale: Option<u8>,
    remaining: Option<u8>,
    hurt: bool,
    stance: Stance,
}

impl Given {
    fn read(reader: &mut Reader, fields: &mut Fields) -> Option<Self> {
        let mut figure = |name| {
            let node = fields.get(name);
            optional(node, |node| reader.int(node, name, 0..=1000_u16))
        };
        let [hull, ammo, morale, remaining] =
            ["hull", "ammo", "morale", "remaining"].map(&mut figure);
        let small = |value: Option<u16>| value.map(|value| u8::try_from(value).unwrap_or(u8::MAX));
        Some(Self {
            hull: hull?,
            ammo: small(ammo?),
            morale: small(morale?).map(|value| value.min(100)),
            remaining: small(remaining?),
            hurt: fields.flag(reader, "hurt")?,
            stance: Stance {
                action: fields.one_of_or(reader, "action", &Action::ALL, Action::None)?,
                fire: fields.flag(reader, "fire")?,
            },
        })
    }
}

/// Puts units into the state they begin in.
pub(super) fn give(scene: &mut Scene, given: &[Given]) {
    for (id, given) in (0..).map(UnitId).zip(given) {
        let mut state = UnitState::read(&scene.world, id);
        state.hull.now = given.hull.unwrap_or(state.hull.now).min(state.hull.max);
        if state.hull.now == 0 {
            state.presence = Presence::Dead;
        }
        state.stores.ammo = given.ammo.unwrap_or(state.stores.ammo);
        state.morale.0 = given.morale.unwrap_or(state.morale.0);
        state.gun.remaining = given.remaining.unwrap_or(state.gun.remaining);
        state.guards.hurt = given.hurt;
        state.standing.stance = given.stance;
        state.write(&mut scene.world, id);
    }
    snapshot::seat_units(&mut scene.world);
    scene.renew_views();
}

/// Reads the sides of a vector.
pub(super) struct Sides<'a, 'r> {
    pub(super) reader: &'r mut Reader,
    pub(super) grid: Grid,
    pub(super) content: &'a FleetContent,
    /// What the sides bring.
    pub(super) fleets: Vec<FleetSide>,
    /// Names of all units, by id.
    pub(super) names: Vec<String>,
    /// What state all units begin in, by id.
    pub(super) given: Vec<Given>,
}

impl Sides<'_, '_> {
    /// Reads a side; its carrier comes first, since its id does.
    pub(super) fn read(&mut self, units: Option<&Node>, about: About) -> Option<()> {
        let grid = self.grid;
        let admiral = self.keys(about.admiral, "admiral's ability", &self.content.admirals)?;
        let zone = (about.zone).map_or(&[][..], |node| self.reader.list(node, "hexes"));
        let zone = zone.iter().map(|node| tile(self.reader, grid, node));
        let mut side = FleetSide {
            admiral,
            intents: about.intents,
            drive: about.drive,
            zone: zone.collect::<Option<_>>()?,
            ..FleetSide::default()
        };
        for node in units.map_or(&[][..], |node| self.reader.list(node, "units")) {
            let mut fields = self.reader.fields(node, "unit")?;
            let is_carrier = fields.get("carrier").is_some();
            let name = fields.name(self.reader, "name")?.to_owned();
            if self.names.contains(&name) {
                let message = format!("two units are named {name:?}");
                self.reader.problem(node.place, message);
            }
            let given = Given::read(self.reader, &mut fields)?;
            if is_carrier && (side.carrier.is_some() || !side.ships.is_empty()) {
                let message = "a side has one carrier, which is listed first";
                self.reader.problem(node.place, message);
                return None;
            }
            match is_carrier {
                true => side.carrier = Some(self.carrier(&mut fields, &name)?),
                false => side.ships.push(self.ship(&mut fields, &name)?),
            }
            fields.done(self.reader);
            self.names.push(name);
            self.given.push(given);
        }
        self.fleets.push(side);
        Some(())
    }

    /// Reads a facing; the first side faces east, others west.
    fn facing(&mut self, fields: &mut Fields) -> Option<Direction> {
        let usual = Direction::new(if self.fleets.is_empty() { 0 } else { 3 });
        let read = |node| direction(self.reader, self.grid, node);
        fields.get("facing").map_or(Some(usual), read)
    }

    /// Reads a list of keys, which may be left out.
    fn keys<T: Definition>(
        &mut self,
        node: Option<&Node>,
        what: &str,
        all: &[T],
    ) -> Option<Vec<T::Id>> {
        let nodes = node.map_or(&[][..], |node| self.reader.list(node, what));
        let read = |node| self.reader.definition(node, what, all);
        nodes.iter().map(read).collect()
    }

    fn carrier(&mut self, fields: &mut Fields, name: &str) -> Option<CarrierSetup> {
        let content = self.content;
        let node = fields.need(self.reader, "carrier")?;
        let kind = (self.reader).definition(node, "carrier", &content.carriers)?;
        let at = fields.need(self.reader, "at")?;
        let tile = tile(self.reader, self.grid, at)?;
        let facing = self.facing(fields)?;
        let upgrades = fields.get("upgrades");
        Some(CarrierSetup {
            kind,
            name: name.to_owned(),
            tile,
            facing,
            upgrades: self.keys(upgrades, "upgrade", &content.upgrades)?,
        })
    }

    fn ship(&mut self, fields: &mut Fields, name: &str) -> Option<ShipSetup> {
        let content = self.content;
        let node = fields.need(self.reader, "kind")?;
        let kind = (self.reader).definition(node, "ship", &content.ships)?;
        let weapon = optional(fields.get("weapon"), |node| {
            (self.reader).definition(node, "weapon", &content.weapons)
        })?;
        let xp = fields.int_or(self.reader, "xp", 0..=10_000_u16, 0)?;
        let perks = fields.get("perks");
        let perks = self.keys(perks, "perk", &content.perks)?;
        let traits = fields.get("traits");
        let traits = self.keys(traits, "trait", &content.traits)?;
        let docked = fields.flag(self.reader, "docked")?;
        let waiting = fields.flag(self.reader, "waiting")?;
        let facing = self.facing(fields)?;
        let start = match (docked, waiting) {
            (true, _) => Start::Docked,
            (false, true) => Start::Waiting,
            (false, false) => {
                let at = fields.need(self.reader, "at")?;
                let tile = tile(self.reader, self.grid, at)?;
                Start::Board { tile, facing }
            }
        };
        Some(ShipSetup {
            kind,
            name: name.to_owned(),
            weapon,
            pilot: Pilot { xp, perks },
            traits,
            start,
        })
    }
}

/// Reads something that may be left out.
fn optional<T>(node: Option<&Node>, read: impl FnOnce(&Node) -> Option<T>) -> Option<Option<T>> {
    node.map_or(Some(None), |node| read(node).map(Some))
}
