//! Carriers and ships of a vector: what they are, and the state they begin in.

use crate::{
    battle::{
        grid::Direction,
        knowledge, snapshot,
        unit::{Presence, Roster, UnitId},
    },
    content::{
        Catalog,
        reader::{Fields, Reader},
        tree::{Node, Value},
    },
    mission::BoardSetup,
    rules::fleet::{
        craft::{Pilot, UnitState},
        order::{Action, Stance},
        scenario::{CarrierSetup, FleetSide, ShipSetup, Start},
        vectors::{Scene, SideFields, direction, tile},
    },
};

/// Actions by name.
pub(super) const ACTIONS: [(&str, Action); 5] = [
    ("None", Action::None),
    ("Move", Action::Move),
    ("Attack", Action::Attack),
    ("Defend", Action::Defend),
    ("Land", Action::Land),
];

/// What a unit begins with that is not as usual.
#[derive(Default)]
pub(super) struct Given {
    hull: Option<u16>,
    ammo: Option<u8>,
    morale: Option<u8>,
    remaining: Option<u8>,
    hurt: bool,
    stance: Stance,
}

/// Reads the units of one side.
pub(super) struct Units<'a, 'r> {
    reader: &'r mut Reader,
    board: &'a BoardSetup,
    catalog: &'a Catalog,
    facing: Direction,
}

impl<'a, 'r> Units<'a, 'r> {
    /// Reads units of the side of this index; the first one faces east, others west.
    pub(super) fn new(
        reader: &'r mut Reader,
        board: &'a BoardSetup,
        catalog: &'a Catalog,
        side: usize,
    ) -> Self {
        let facing = Direction::new(if side == 0 { 0 } else { 3 });
        Self {
            reader,
            board,
            catalog,
            facing,
        }
    }

    /// Reads a side; its carrier comes first, since its id does.
    pub(super) fn read(
        &mut self,
        node: Option<&Node>,
        fields: SideFields,
        names: &mut Vec<String>,
        given: &mut Vec<Given>,
    ) -> Option<FleetSide> {
        let mut side = FleetSide {
            intents: fields.intents,
            drive: fields.drive,
            ..FleetSide::default()
        };
        if let Some(node) = fields.admiral {
            let content = &self.catalog.fleet;
            let keys: Vec<_> = content
                .admirals
                .iter()
                .map(|one| one.key.as_str())
                .collect();
            let find = |key: &str| content.admiral_named(key);
            side.admiral = keys_of(self.reader, node, "admiral's ability", find, &keys)?;
        }
        for node in fields
            .zone
            .map_or(&[][..], |node| self.reader.list(node, "hexes"))
        {
            side.zone.push(tile(self.reader, self.board.grid, node)?);
        }
        for node in node.map_or(&[][..], |node| self.reader.list(node, "units")) {
            let mut fields = self.reader.fields(node, "unit")?;
            let is_carrier = fields.get("carrier").is_some();
            let name = fields.name(self.reader, "name")?.to_owned();
            if names.contains(&name) {
                let message = format!("two units are named {name:?}");
                self.reader.problem(node.place, message);
            }
            let state = self.given(&mut fields)?;
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
            names.push(name);
            given.push(state);
        }
        Some(side)
    }

    fn facing(&mut self, fields: &mut Fields) -> Option<Direction> {
        match fields.get("facing") {
            Some(node) => direction(self.reader, self.board.grid, node),
            None => Some(self.facing),
        }
    }

    fn carrier(&mut self, fields: &mut Fields, name: &str) -> Option<CarrierSetup> {
        let content = &self.catalog.fleet;
        let keys: Vec<_> = content
            .carriers
            .iter()
            .map(|one| one.key.as_str())
            .collect();
        let node = fields.need(self.reader, "carrier")?;
        let find = |key: &str| content.carrier_named(key);
        let kind = self.reader.key(node, "carrier", find, &keys)?;
        let at = fields.need(self.reader, "at")?;
        let tile = tile(self.reader, self.board.grid, at)?;
        let facing = self.facing(fields)?;
        let upgrades = match fields.get("upgrades") {
            Some(node) => {
                let keys: Vec<_> = content
                    .upgrades
                    .iter()
                    .map(|one| one.key.as_str())
                    .collect();
                let find = |key: &str| content.upgrade_named(key);
                keys_of(self.reader, node, "upgrade", find, &keys)?
            }
            None => Vec::new(),
        };
        Some(CarrierSetup {
            kind,
            name: name.to_owned(),
            tile,
            facing,
            upgrades,
        })
    }

    fn ship(&mut self, fields: &mut Fields, name: &str) -> Option<ShipSetup> {
        let content = &self.catalog.fleet;
        let keys: Vec<_> = content.ships.iter().map(|one| one.key.as_str()).collect();
        let node = fields.need(self.reader, "kind")?;
        let find = |key: &str| content.ship_named(key);
        let kind = self.reader.key(node, "ship", find, &keys)?;
        let weapon = match fields.get("weapon") {
            Some(node) => {
                let keys: Vec<_> = content.weapons.iter().map(|one| one.key.as_str()).collect();
                let find = |key: &str| content.weapon_named(key);
                Some(self.reader.key(node, "weapon", find, &keys)?)
            }
            None => None,
        };
        let xp = fields.int_or(self.reader, "xp", 0..=10_000_u16, 0)?;
        let perks = match fields.get("perks") {
            Some(node) => {
                let keys: Vec<_> = content.perks.iter().map(|one| one.key.as_str()).collect();
                keys_of(
                    self.reader,
                    node,
                    "perk",
                    |key| content.perk_named(key),
                    &keys,
                )?
            }
            None => Vec::new(),
        };
        let traits = match fields.get("traits") {
            Some(node) => {
                let keys: Vec<_> = content.traits.iter().map(|one| one.key.as_str()).collect();
                keys_of(
                    self.reader,
                    node,
                    "trait",
                    |key| content.quirk_named(key),
                    &keys,
                )?
            }
            None => Vec::new(),
        };
        let docked = fields.flag(self.reader, "docked")?;
        let waiting = fields.flag(self.reader, "waiting")?;
        let facing = self.facing(fields)?;
        let start = match (docked, waiting) {
            (true, _) => Start::Docked,
            (false, true) => Start::Waiting,
            (false, false) => {
                let at = fields.need(self.reader, "at")?;
                let tile = tile(self.reader, self.board.grid, at)?;
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

    fn given(&mut self, fields: &mut Fields) -> Option<Given> {
        let mut maybe = |name| match fields.get(name) {
            Some(node) => self.reader.int(node, name, 0..=1000_u16).map(Some),
            None => Some(None),
        };
        let [hull, ammo, morale, remaining] =
            ["hull", "ammo", "morale", "remaining"].map(&mut maybe);
        let small = |value: Option<u16>| value.map(|value| u8::try_from(value).unwrap_or(u8::MAX));
        Some(Given {
            hull: hull?,
            ammo: small(ammo?),
            morale: small(morale?).map(|value| value.min(100)),
            remaining: small(remaining?),
            hurt: fields.flag(self.reader, "hurt")?,
            stance: Stance {
                action: fields.choice_or(self.reader, "action", &ACTIONS, Action::None)?,
                fire: fields.flag(self.reader, "fire")?,
            },
        })
    }
}

/// Reads a list of keys.
fn keys_of<T>(
    reader: &mut Reader,
    node: &Node,
    what: &str,
    find: impl Fn(&str) -> Option<T>,
    keys: &[&str],
) -> Option<Vec<T>> {
    let nodes = match &node.value {
        Value::List(nodes) => nodes.as_slice(),
        _ => reader.list(node, what),
    };
    (nodes.iter())
        .map(|node| reader.key(node, what, &find, keys))
        .collect()
}

impl Scene<'_> {
    /// Puts units into the state they begin in.
    pub(super) fn give(&mut self, given: Vec<Given>) -> Option<()> {
        for (id, given) in (0..).map(UnitId).zip(given) {
            let mut state = UnitState::read(&self.world, id);
            let Given {
                hull,
                ammo,
                morale,
                remaining,
                hurt,
                stance,
            } = given;
            state.hull.now = hull.unwrap_or(state.hull.now).min(state.hull.max);
            if state.hull.now == 0 {
                state.presence = Presence::Dead;
            }
            state.stores.ammo = ammo.unwrap_or(state.stores.ammo);
            state.morale.0 = morale.unwrap_or(state.morale.0);
            state.gun.remaining = remaining.unwrap_or(state.gun.remaining);
            state.guards.hurt = hurt;
            state.standing.stance = stance;
            state.write(&mut self.world, id);
        }
        snapshot::seat_units(&mut self.world);
        for id in self.world.resource::<Roster>().ids() {
            knowledge::renew_view(&mut self.world, id);
        }
        Some(())
    }
}
