//! Reads terrain kinds and hexside features.
//!
//! **Invariant:** a kind of terrain turns into kinds that exist, and doors turn back.

use crate::content::{
    load::Loader,
    reader::Reader,
    terrain::{Cover, Hexside, Obstacle, Terrain, TerrainId},
    tree::Node,
};

const OBSTACLES: [(&str, Obstacle); 5] = [
    ("Open", Obstacle::Open),
    ("Low", Obstacle::Low),
    ("Tall", Obstacle::Tall),
    ("Partial", Obstacle::Partial),
    ("Blocks", Obstacle::Blocks),
];
const COVERS: [(&str, Cover); 3] = [
    ("None", Cover::None),
    ("Half", Cover::Half),
    ("Full", Cover::Full),
];

impl Loader<'_> {
    /// Reads the terrain kinds.
    pub(super) fn terrains(&mut self) -> Vec<Terrain> {
        let entries = self.entries("terrain.ron");
        let (mut doors, mut ruins, mut ashes) = (Vec::new(), Vec::new(), Vec::new());
        let mut terrains = self.list(
            "terrain.ron",
            &entries,
            "terrain",
            |t: &Terrain| &t.key,
            |reader, node| {
                let (terrain, becomes) = terrain(reader, node)?;
                let from = || (terrain.key.clone(), reader.file().to_owned());
                doors.extend(becomes.door_to.map(|node| (from(), node)));
                ruins.extend(becomes.breaks_to.map(|node| (from(), node)));
                ashes.extend(becomes.burns_to.map(|node| (from(), node)));
                Some(terrain)
            },
        );
        let mut reader = Reader::new(&self.path("terrain.ron"));
        let keys = self.keys("terrain.ron", terrains.iter().map(|t| &t.key));
        let names: Vec<_> = keys.iter().map(String::as_str).collect();
        if self.written.contains_key("terrain.ron") {
            // What those that were not read turn into is told once they are.
            for ((_, file), node) in doors.iter().chain(&ruins) {
                reader.go_on_in(file);
                let known = |key: &str| names.contains(&key).then_some(());
                reader.key(node, "terrain", known, &names);
            }
            self.problems.append(&mut reader.problems);
            return terrains;
        }
        let find = |key: &str| {
            let at = names.iter().position(|name| *name == key)?;
            u8::try_from(at).ok().map(TerrainId)
        };
        for ((from, file), node) in &doors {
            reader.go_on_in(file);
            let to = reader.key(node, "terrain", find, &names);
            if let (Some(from), Some(to)) = (find(from), to) {
                if from == to {
                    reader.problem(node.place, "a door cannot turn into itself");
                }
                terrains[usize::from(from.0)].door_to = Some(to);
            }
        }
        for ((from, file), node) in &ruins {
            reader.go_on_in(file);
            let to = reader.key(node, "terrain", find, &names);
            if let (Some(from), Some(to)) = (find(from), to) {
                if from == to {
                    reader.problem(node.place, "terrain cannot break into itself");
                }
                terrains[usize::from(from.0)].breaks_to = Some(to);
            }
        }
        for ((from, file), node) in &ashes {
            reader.go_on_in(file);
            let to = reader.key(node, "terrain", find, &names);
            if let (Some(from), Some(to)) = (find(from), to) {
                if !terrains[usize::from(from.0)].flammable {
                    reader.problem(node.place, "terrain burns down only if it is flammable");
                }
                terrains[usize::from(from.0)].burns_to = Some(to);
            }
        }
        for ((from, file), node) in &doors {
            reader.go_on_in(file);
            let Some(from) = find(from) else { continue };
            let Some(to) = terrains[usize::from(from.0)].door_to else {
                continue;
            };
            if terrains[usize::from(to.0)].door_to != Some(from) {
                reader.problem(
                    node.place,
                    format!(
                        "a door must turn back: {:?} needs door_to: {:?}",
                        terrains[usize::from(to.0)].key,
                        terrains[usize::from(from.0)].key
                    ),
                );
            }
        }
        self.problems.append(&mut reader.problems);
        terrains
    }

    /// Reads the hexside features; the first is the plain side.
    pub(super) fn hexsides(&mut self) -> Vec<Hexside> {
        let none = Hexside {
            key: "none".into(),
            name: "None".into(),
            surcharge_percent: Some(0),
        };
        let read = self.definitions("hexsides.ron", "hexside", |h: &Hexside| &h.key, hexside);
        std::iter::once(none).chain(read).collect()
    }
}

/// Terrain kinds that a terrain kind names.
struct Becomes<'n> {
    /// Of a door: what it turns into.
    door_to: Option<&'n Node>,
    /// What is left when it breaks.
    breaks_to: Option<&'n Node>,
    /// What is left when it has burned.
    burns_to: Option<&'n Node>,
}

/// Reads a terrain kind and the nodes that name what it turns into.
fn terrain<'n>(reader: &mut Reader, node: &'n Node) -> Option<(Terrain, Becomes<'n>)> {
    let mut fields = reader.fields(node, "terrain")?;
    let key = fields.name(reader, "key");
    let name = fields.name(reader, "name");
    let moving = fields.maybe_int(reader, "move", 50..=300_u16);
    let obstacle = fields.choice_or(reader, "obstacle", &OBSTACLES, Obstacle::Open);
    let cover = fields.choice_or(reader, "cover", &COVERS, Cover::None);
    let own_only = fields.flag(reader, "cover_own_hex_only");
    let flammable = fields.flag(reader, "flammable");
    let hazard = fields.int_or(reader, "hazard_damage", 0..=1000_u16, 0);
    let poisons = fields.flag(reader, "poisons");
    let health = match fields.get("health") {
        Some(node) => reader.int(node, "health", 1..=250_u8).map(Some),
        None => Some(None),
    };
    let becomes = Becomes {
        door_to: fields.get("door_to"),
        breaks_to: fields.get("breaks_to"),
        burns_to: fields.get("burns_to"),
    };
    if fields.get("health").is_some() != becomes.breaks_to.is_some() {
        reader.problem(
            node.place,
            "`health` and `breaks_to` are given together or not at all",
        );
    }
    fields.done(reader);
    let terrain = Terrain {
        key: key?.to_owned(),
        name: name?.to_owned(),
        move_percent: moving?,
        obstacle: obstacle?,
        cover: cover?,
        cover_own_hex_only: own_only?,
        flammable: flammable?,
        hazard_damage: hazard?,
        poisons: poisons?,
        health: health?,
        breaks_to: None,
        burns_to: None,
        door_to: None,
    };
    Some((terrain, becomes))
}

/// Reads a hexside kind.
fn hexside(reader: &mut Reader, node: &Node) -> Option<Hexside> {
    let mut fields = reader.fields(node, "hexside")?;
    let key = fields.name(reader, "key");
    let name = fields.name(reader, "name");
    let surcharge = fields.maybe_int(reader, "surcharge", 0..=300_u16);
    fields.done(reader);
    Some(Hexside {
        key: key?.to_owned(),
        name: name?.to_owned(),
        surcharge_percent: surcharge?,
    })
}
