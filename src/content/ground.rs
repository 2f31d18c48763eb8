//! Reads terrain kinds and hexside features.
//!
//! **Invariant:** a kind of terrain changes into kinds that exist, and doors turn back.

use crate::content::{
    load::Loader,
    position,
    reader::Reader,
    terrain::{Cover, Hexside, Obstacle, Terrain, TerrainId},
    tree::Node,
};

impl Loader<'_> {
    /// Reads the terrain kinds.
    pub(super) fn terrains(&mut self) -> Vec<Terrain> {
        let entries = self.entries("terrain.ron");
        let mut changes = Vec::new();
        let mut terrains = self.list(
            "terrain.ron",
            &entries,
            "terrain",
            |t: &Terrain| &t.key,
            |reader, node| {
                let (terrain, into) = terrain(reader, node)?;
                let from = || (terrain.key.clone(), reader.file().to_owned());
                changes.extend(into.into_iter().map(|(how, node)| (how, from(), node)));
                Some(terrain)
            },
        );
        // All doors are told before all ruins, and these before all ashes.
        changes.sort_by_key(|(how, ..)| *how);
        let mut reader = Reader::new(&self.path("terrain.ron"));
        let keys = self.keys("terrain.ron", terrains.iter().map(|t| &t.key));
        let names: Vec<_> = keys.iter().map(String::as_str).collect();
        if self.written.contains_key("terrain.ron") {
            // What those that were not read turn into is told once they are.
            for (_, (_, file), node) in changes.iter().filter(|(how, ..)| *how != Change::Burns) {
                reader.go_on_in(file);
                let known = |key: &str| names.contains(&key).then_some(());
                reader.key(node, "terrain", known, &names);
            }
            self.problems.append(&mut reader.problems);
            return terrains;
        }
        let find = |key: &str| position(names.iter().copied(), key).map(TerrainId);
        for (how, (from, file), node) in &changes {
            reader.go_on_in(file);
            let to = reader.key(node, "terrain", find, &names);
            let (Some(from), Some(to)) = (find(from), to) else {
                continue;
            };
            let terrain = &mut terrains[usize::from(from.0)];
            let (place, wrong) = match how {
                Change::Door => (
                    &mut terrain.door_to,
                    (from == to, "a door cannot turn into itself"),
                ),
                Change::Breaks => {
                    let wrong = (from == to, "terrain cannot break into itself");
                    (&mut terrain.breaks_to, wrong)
                }
                Change::Burns => {
                    let message = "terrain burns down only if it is flammable";
                    (&mut terrain.burns_to, (!terrain.flammable, message))
                }
            };
            *place = Some(to);
            if let (true, message) = wrong {
                reader.problem(node.place, message);
            }
        }
        for (_, (from, file), node) in changes.iter().filter(|(how, ..)| *how == Change::Door) {
            reader.go_on_in(file);
            let door = find(from).map(|from| (from, &terrains[usize::from(from.0)]));
            let Some((
                from,
                Terrain {
                    key,
                    door_to: Some(to),
                    ..
                },
            )) = door
            else {
                continue;
            };
            let other = &terrains[usize::from(to.0)];
            if other.door_to != Some(from) {
                let message = format!(
                    "a door must turn back: {:?} needs door_to: {key:?}",
                    other.key
                );
                reader.problem(node.place, message);
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

/// How a terrain kind changes into another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    /// A door opens or closes.
    Door,
    /// It breaks.
    Breaks,
    /// It burns down.
    Burns,
}

/// Reads a terrain kind and the nodes that name what it changes into.
fn terrain<'n>(reader: &mut Reader, node: &'n Node) -> Option<(Terrain, Vec<(Change, &'n Node)>)> {
    let mut fields = reader.fields(node, "terrain")?;
    let key = fields.name(reader, "key");
    let name = fields.name(reader, "name");
    let moving = fields.maybe_int(reader, "move", 50..=300_u16);
    let obstacle = fields.choice_or(reader, "obstacle", Obstacle::CHOICES, Obstacle::Open);
    let cover = fields.choice_or(reader, "cover", Cover::CHOICES, Cover::None);
    let own_only = fields.flag(reader, "cover_own_hex_only");
    let flammable = fields.flag(reader, "flammable");
    let hazard = fields.int_or(reader, "hazard_damage", 0..=1000_u16, 0);
    let poisons = fields.flag(reader, "poisons");
    let health = fields.maybe("health", |node| reader.int(node, "health", 1..=250_u8));
    let changes = [
        (Change::Door, fields.get("door_to")),
        (Change::Breaks, fields.get("breaks_to")),
        (Change::Burns, fields.get("burns_to")),
    ];
    if fields.get("health").is_some() != changes[1].1.is_some() {
        reader.problem(
            node.place,
            "`health` and `breaks_to` are given together or not at all",
        );
    }
    fields.done(reader);
    let changes = changes.into_iter();
    let changes = changes.filter_map(|(how, node)| Some((how, node?)));
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
        ..Terrain::default()
    };
    Some((terrain, changes.collect()))
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
