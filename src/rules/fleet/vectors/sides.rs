//! Carriers and ships of a vector: what they are, and the state they begin in.

use crate::{
    battle::{
        grid::{Direction, Grid},
        snapshot,
        unit::{Presence, UnitId},
    },
    content::{
        reader::{Fields, Reader},
        tree::Node,
    },
    rules::fleet::{
        content::FleetContent,
        craft::{Class, Pilot, UnitState},
        order::{Action, Stance},
        scenario::{FleetSide, Start, UnitSetup},
    },
    vectors::{direction, tile},
};

use super::Scene;

/// Fields of the vector about a side: its units, admiral, intents, drive and zone.
pub(super) const FIELDS: [[&str; 5]; 2] = [
    ["own", "admiral", "intents", "drive", "zone"],
    [
        "enemies",
        "enemy_admiral",
        "enemy_intents",
        "enemy_drive",
        "enemy_zone",
    ],
];

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
        let mut figure = |name| fields.maybe(name, |node| reader.int(node, name, 0..=1000_u16));
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
    /// Reads the [`FIELDS`] of a side; its carrier comes first, since its id does.
    pub(super) fn read(
        &mut self,
        vector: &mut Fields,
        [units, admiral, intents, drive, zone]: [&'static str; 5],
    ) -> Option<()> {
        let (grid, reader) = (self.grid, &mut *self.reader);
        let zone = vector
            .get(zone)
            .map_or(&[][..], |node| reader.list(node, "hexes"));
        let zone = zone.iter().map(|node| tile(reader, grid, node));
        let mut side = FleetSide {
            zone: zone.collect::<Option<_>>()?,
            admiral: vector.definitions(
                reader,
                admiral,
                "admiral's ability",
                &self.content.admirals,
            )?,
            intents: vector.flag(reader, intents)?,
            drive: vector.flag(reader, drive)?,
            ..FleetSide::default()
        };
        let units = vector
            .get(units)
            .map_or(&[][..], |node| reader.list(node, "units"));
        for node in units {
            self.unit(node, &mut side)?;
        }
        self.fleets.push(side);
        Some(())
    }

    fn unit(&mut self, node: &Node, side: &mut FleetSide) -> Option<()> {
        let mut fields = self.reader.fields(node, "unit")?;
        let is_carrier = fields.get("carrier").is_some();
        let name = fields.name(self.reader, "name")?.to_owned();
        if self.names.contains(&name) {
            let message = format!("two units are named {name:?}");
            self.reader.problem(node.place, message);
        }
        self.given.push(Given::read(self.reader, &mut fields)?);
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
        Some(())
    }

    /// Reads a facing; the first side faces east, others west.
    fn facing(&mut self, fields: &mut Fields) -> Option<Direction> {
        let usual = Direction::new(if self.fleets.is_empty() { 0 } else { 3 });
        let read = |node| direction(self.reader, self.grid, node);
        fields.get("facing").map_or(Some(usual), read)
    }

    fn carrier(&mut self, fields: &mut Fields, name: &str) -> Option<UnitSetup> {
        let (facing, content) = (self.facing(fields)?, self.content);
        let reader = &mut *self.reader;
        let kind = fields.definition(reader, "carrier", "carrier", &content.carriers)?;
        let at = fields.need(reader, "at")?;
        let tile = tile(reader, self.grid, at)?;
        let start = Start::Board { tile, facing };
        Some(UnitSetup {
            upgrades: fields.definitions(reader, "upgrades", "upgrade", &content.upgrades)?,
            ..UnitSetup::new(Class::Carrier(kind), name, start)
        })
    }

    fn ship(&mut self, fields: &mut Fields, name: &str) -> Option<UnitSetup> {
        let (grid, content) = (self.grid, self.content);
        let facing = self.facing(fields)?;
        let reader = &mut *self.reader;
        let start = match (
            fields.flag(reader, "docked")?,
            fields.flag(reader, "waiting")?,
        ) {
            (true, _) => Start::Docked,
            (false, true) => Start::Waiting,
            (false, false) => {
                let at = fields.need(reader, "at")?;
                let tile = tile(reader, grid, at)?;
                Start::Board { tile, facing }
            }
        };
        let kind = fields.definition(reader, "kind", "ship", &content.ships)?;
        Some(UnitSetup {
            weapon: fields.maybe("weapon", |node| {
                reader.definition(node, "weapon", &content.weapons)
            })?,
            pilot: Pilot {
                xp: fields.int_or(reader, "xp", 0..=10_000_u16, 0)?,
                perks: fields.definitions(reader, "perks", "perk", &content.perks)?,
            },
            traits: fields.definitions(reader, "traits", "trait", &content.traits)?,
            ..UnitSetup::new(Class::Ship(kind), name, start)
        })
    }
}
