//! Reads the content files into a [`Catalog`].
//!
//! **Invariant:** either every definition is sound and every reference resolves, or all problems of
//! all files are returned together.

use std::{collections::BTreeMap, path::Path};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    content::{
        Catalog,
        battlescape::{
            Armor, ArmorClass, BattlescapeContent, Burn, DamageDice, DamageType, Figures, FireMode,
            Silhouette, Suit, ThreatLevel, UnitKind, Weapon, WeaponClass,
        },
        battlescape_ai::AiFigures,
        problem::{Place, Problem, Problems},
        reader::Reader,
        terrain::{Cover, Hexside, Obstacle, Terrain, TerrainId},
        tree::{self, Node},
    },
    mission::AiMode,
};

/// Content files, in the order they are read.
pub const FILES: [&str; 7] = [
    "terrain.ron",
    "hexsides.ron",
    "weapons.ron",
    "suits.ron",
    "units.ron",
    "battlescape.ron",
    "ai.ron",
];

/// Largest file that is read, bytes.
pub const MAX_FILE_BYTES: u64 = 8 << 20;

/// Text of the content files, by file name; what a journal carries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentText(pub BTreeMap<String, String>);

/// Reads a text file.
///
/// # Errors
/// Why it cannot be read: missing, too large, not text.
pub fn read_text(path: &Path) -> Result<String, Problem> {
    let problem = |message: String| Problem {
        file: path.display().to_string(),
        place: Place::START,
        message,
    };
    let meta = std::fs::metadata(path).map_err(|error| problem(format!("cannot read: {error}")))?;
    if !meta.is_file() {
        return Err(problem("is not a file".into()));
    }
    if meta.len() > MAX_FILE_BYTES {
        return Err(problem(format!(
            "is {} MiB large; files of at most {} MiB are read",
            meta.len() >> 20,
            MAX_FILE_BYTES >> 20
        )));
    }
    let bytes = std::fs::read(path).map_err(|error| problem(format!("cannot read: {error}")))?;
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = good
            .rsplit(|byte| *byte == b'\n')
            .next()
            .map_or(0, <[u8]>::len)
            + 1;
        Problem {
            file: path.display().to_string(),
            place: Place {
                line: u32::try_from(line).unwrap_or(u32::MAX),
                column: u32::try_from(column).unwrap_or(u32::MAX),
            },
            message: "is not text in UTF-8; a mission or content file is plain text".into(),
        }
    })
}

impl ContentText {
    /// Reads all content files of a folder.
    ///
    /// # Errors
    /// Every file that cannot be read.
    pub fn read(folder: &Path) -> Result<Self, Problems> {
        let mut texts = BTreeMap::new();
        let mut problems = Vec::new();
        for file in FILES {
            match read_text(&folder.join(file)) {
                Ok(text) => drop(texts.insert(file.to_owned(), text)),
                Err(problem) => problems.push(problem),
            }
        }
        if problems.is_empty() {
            Ok(Self(texts))
        } else {
            Err(Problems(problems))
        }
    }

    /// Builds the catalog; `folder` stands before file names in messages.
    ///
    /// # Errors
    /// All problems of all files.
    pub fn catalog(&self, folder: &str) -> Result<Catalog, Problems> {
        let mut loader = Loader {
            text: self,
            folder,
            problems: Vec::new(),
        };
        let terrains = loader.terrains();
        let hexsides = loader.hexsides();
        let weapons = loader.weapons();
        let suits = loader.suits();
        let units = loader.units(&weapons);
        let figures = loader.figures();
        let ai = loader.ai();
        let catalog = figures.zip(ai).map(|(figures, ai)| Catalog {
            terrains,
            hexsides,
            battlescape: BattlescapeContent {
                units,
                weapons,
                suits,
                figures,
                ai,
            },
        });
        match catalog {
            Some(catalog) if loader.problems.is_empty() => Ok(catalog),
            _ => Err(Problems(loader.problems)),
        }
    }
}

struct Loader<'a> {
    text: &'a ContentText,
    folder: &'a str,
    problems: Vec<Problem>,
}

impl Loader<'_> {
    fn path(&self, file: &str) -> String {
        match self.folder {
            "" => file.to_owned(),
            folder => Path::new(folder).join(file).display().to_string(),
        }
    }

    fn tree(&mut self, file: &str) -> Option<Node> {
        let path = self.path(file);
        let Some(text) = self.text.0.get(file) else {
            let message = "is missing".to_owned();
            self.problems.push(Problem {
                file: path,
                place: Place::START,
                message,
            });
            return None;
        };
        match tree::parse(&path, text) {
            Ok(node) => Some(node),
            Err(problem) => {
                self.problems.push(problem);
                None
            }
        }
    }

    /// Reads a file that is a list of definitions with distinct keys.
    fn definitions<T>(
        &mut self,
        file: &str,
        what: &str,
        key: impl Fn(&T) -> &str,
        mut read: impl FnMut(&mut Reader, &Node) -> Option<T>,
    ) -> Vec<T> {
        let Some(root) = self.tree(file) else {
            return Vec::new();
        };
        let mut reader = Reader::new(&self.path(file));
        let mut found: Vec<T> = Vec::new();
        let nodes = reader.list(&root, what);
        for node in nodes {
            if let Some(definition) = read(&mut reader, node) {
                if found.iter().any(|other| key(other) == key(&definition)) {
                    let message = format!("{what} {:?} is defined twice", key(&definition));
                    reader.problem(node.place, message);
                }
                found.push(definition);
            }
        }
        if found.is_empty() && reader.problems.is_empty() {
            reader.problem(root.place, format!("expected at least one {what}"));
        }
        if nodes.len() > 250 {
            reader.problem(
                root.place,
                format!("at most 250 {what} definitions are allowed"),
            );
        }
        self.problems.append(&mut reader.problems);
        found
    }

    fn terrains(&mut self) -> Vec<Terrain> {
        let mut doors = Vec::new();
        let mut terrains = self.definitions(
            "terrain.ron",
            "terrain",
            |t: &Terrain| &t.key,
            |reader, node| {
                let mut fields = reader.fields(node, "terrain")?;
                let key = fields
                    .need(reader, "key")
                    .and_then(|n| reader.text(n, "key"));
                let name = fields
                    .need(reader, "name")
                    .and_then(|n| reader.text(n, "name"));
                let moving = fields.need(reader, "move").map(|n| match reader.option(n) {
                    Some(n) => reader.int(n, "move percent", 50..=300_u16),
                    None => None,
                });
                let obstacle = match fields.get("obstacle") {
                    Some(n) => reader.choice(n, "obstacle", &OBSTACLES),
                    None => Some(Obstacle::Open),
                };
                let cover = match fields.get("cover") {
                    Some(n) => reader.choice(n, "cover", &COVERS),
                    None => Some(Cover::None),
                };
                let own_only = flag(reader, fields.get("cover_own_hex_only"));
                let flammable = flag(reader, fields.get("flammable"));
                let hazard = match fields.get("hazard_damage") {
                    Some(n) => reader.int(n, "hazard damage", 0..=1000_u16),
                    None => Some(0),
                };
                if let Some(n) = fields.get("door_to") {
                    let path = (key.unwrap_or_default().to_owned(), n.clone());
                    doors.push(path);
                }
                fields.done(reader);
                Some(Terrain {
                    key: key?.to_owned(),
                    name: name?.to_owned(),
                    move_percent: moving?,
                    obstacle: obstacle?,
                    cover: cover?,
                    cover_own_hex_only: own_only?,
                    flammable: flammable?,
                    hazard_damage: hazard?,
                    door_to: None,
                })
            },
        );
        let mut reader = Reader::new(&self.path("terrain.ron"));
        let keys: Vec<_> = terrains.iter().map(|t| t.key.clone()).collect();
        let names: Vec<_> = keys.iter().map(String::as_str).collect();
        let find = |key: &str| {
            let at = names.iter().position(|name| *name == key)?;
            u8::try_from(at).ok().map(TerrainId)
        };
        for (from, node) in &doors {
            let to = reader.key(node, "terrain", find, &names);
            if let (Some(from), Some(to)) = (find(from), to) {
                if from == to {
                    reader.problem(node.place, "a door cannot turn into itself");
                }
                terrains[usize::from(from.0)].door_to = Some(to);
            }
        }
        for (from, node) in &doors {
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

    fn hexsides(&mut self) -> Vec<Hexside> {
        let none = Hexside {
            key: "none".into(),
            name: "None".into(),
            surcharge_percent: Some(0),
        };
        let read = self.definitions(
            "hexsides.ron",
            "hexside",
            |h: &Hexside| &h.key,
            |reader, node| {
                let mut fields = reader.fields(node, "hexside")?;
                let key = fields
                    .need(reader, "key")
                    .and_then(|n| reader.text(n, "key"));
                let name = fields
                    .need(reader, "name")
                    .and_then(|n| reader.text(n, "name"));
                let surcharge = fields
                    .need(reader, "surcharge")
                    .map(|n| match reader.option(n) {
                        Some(n) => reader.int(n, "surcharge percent", 0..=300_u16),
                        None => None,
                    });
                fields.done(reader);
                Some(Hexside {
                    key: key?.to_owned(),
                    name: name?.to_owned(),
                    surcharge_percent: surcharge?,
                })
            },
        );
        std::iter::once(none).chain(read).collect()
    }

    fn weapons(&mut self) -> Vec<Weapon> {
        self.definitions(
            "weapons.ron",
            "weapon",
            |w: &Weapon| &w.key,
            |reader, node| {
                let mut fields = reader.fields(node, "weapon")?;
                let key = fields
                    .need(reader, "key")
                    .and_then(|n| reader.text(n, "key"));
                let name = fields
                    .need(reader, "name")
                    .and_then(|n| reader.text(n, "name"));
                let class = fields
                    .need(reader, "class")
                    .and_then(|n| reader.choice(n, "weapon class", &CLASSES));
                let damage_type = fields
                    .need(reader, "type")
                    .and_then(|n| reader.choice(n, "damage type", &TYPES));
                let roll = fields.need(reader, "damage").and_then(|n| dice(reader, n));
                let accuracy = fields
                    .need(reader, "accuracy")
                    .and_then(|n| reader.int(n, "accuracy", -100..=100_i16));
                let magazine = match fields.get("magazine") {
                    Some(n) => reader.int(n, "magazine", 0..=1000_u16),
                    None => Some(0),
                };
                let modes = fields.need(reader, "modes").map(|n| {
                    let list = reader.list(n, "modes");
                    if list.is_empty() {
                        reader.problem(n.place, "a weapon needs at least one mode");
                    }
                    list.iter()
                        .filter_map(|n| reader.choice(n, "mode", &MODES))
                        .collect()
                });
                let ammo_burn = match fields.get("ammo_burn") {
                    Some(n) => Some(Some(burn(reader, n)?)),
                    None => Some(None),
                };
                fields.done(reader);
                Some(Weapon {
                    key: key?.to_owned(),
                    name: name?.to_owned(),
                    class: class?,
                    damage_type: damage_type?,
                    dice: roll?,
                    accuracy: accuracy?,
                    magazine: magazine?,
                    modes: modes?,
                    ammo_burn: ammo_burn?,
                })
            },
        )
    }

    fn suits(&mut self) -> Vec<Suit> {
        self.definitions(
            "suits.ron",
            "suit",
            |s: &Suit| &s.key,
            |reader, node| {
                let mut fields = reader.fields(node, "suit")?;
                let key = fields
                    .need(reader, "key")
                    .and_then(|n| reader.text(n, "key"));
                let name = fields
                    .need(reader, "name")
                    .and_then(|n| reader.text(n, "name"));
                let armor = fields.need(reader, "armor").and_then(|n| armor(reader, n));
                fields.done(reader);
                Some(Suit {
                    key: key?.to_owned(),
                    name: name?.to_owned(),
                    armor: armor?,
                })
            },
        )
    }

    fn units(&mut self, weapons: &[Weapon]) -> Vec<UnitKind> {
        let names: Vec<_> = weapons.iter().map(|w| w.key.as_str()).collect();
        self.definitions(
            "units.ron",
            "unit",
            |u: &UnitKind| &u.key,
            |reader, node| {
                let mut fields = reader.fields(node, "unit")?;
                let key = fields
                    .need(reader, "key")
                    .and_then(|n| reader.text(n, "key"));
                let name = fields
                    .need(reader, "name")
                    .and_then(|n| reader.text(n, "name"));
                let description = fields
                    .need(reader, "description")
                    .and_then(|n| reader.text(n, "description"));
                let health = fields
                    .need(reader, "health")
                    .and_then(|n| reader.int(n, "health", 1..=1000_u16));
                let accuracy = fields
                    .need(reader, "accuracy")
                    .and_then(|n| reader.int(n, "accuracy", 0..=200_i16));
                let evasion = match fields.get("evasion") {
                    Some(n) => reader.int(n, "evasion", -100..=100_i16),
                    None => Some(0),
                };
                let reactions = fields
                    .need(reader, "reactions")
                    .and_then(|n| reader.int(n, "reactions", 0..=200_u16));
                let strength = fields
                    .need(reader, "strength")
                    .and_then(|n| reader.int(n, "strength", 0..=200_u16));
                let armor = fields.need(reader, "armor").and_then(|n| armor(reader, n));
                let vision = fields
                    .need(reader, "vision")
                    .and_then(|n| reader.int(n, "vision", 1..=24_u8));
                let vision_with = match fields.get("vision_with") {
                    Some(n) => vision_with(reader, n),
                    None => Some(BTreeMap::new()),
                };
                let level = fields
                    .need(reader, "level")
                    .and_then(|n| reader.choice(n, "threat level", &LEVELS));
                let weapon = fields.need(reader, "weapon").and_then(|n| {
                    let find = |key: &str| names.iter().position(|name| *name == key);
                    reader.key(n, "weapon", find, &names)
                });
                let silhouette = fields
                    .need(reader, "silhouette")
                    .and_then(|n| reader.choice(n, "silhouette", &SILHOUETTES));
                fields.done(reader);
                Some(UnitKind {
                    key: key?.to_owned(),
                    name: name?.to_owned(),
                    description: description?.to_owned(),
                    health: health?,
                    accuracy: accuracy?,
                    evasion: evasion?,
                    reactions: reactions?,
                    strength: strength?,
                    armor: armor?,
                    vision: vision?,
                    vision_with: vision_with?,
                    level: level?,
                    weapon: crate::content::battlescape::WeaponId(u8::try_from(weapon?).ok()?),
                    silhouette: silhouette?,
                })
            },
        )
    }

    fn figures(&mut self) -> Option<Figures> {
        self.plain("battlescape.ron", super::figures::check)
    }

    fn ai(&mut self) -> Option<AiFigures> {
        self.plain("ai.ron", |ai: &AiFigures, reader, place| {
            for mode in AiMode::ALL {
                if !ai.modes.contains_key(&mode) {
                    reader.problem(place, format!("modes lacks {mode:?}"));
                }
            }
            for level in LEVELS {
                if !ai.threat.levels.contains_key(&level.1) {
                    reader.problem(place, format!("threat.levels lacks {}", level.0));
                }
            }
        })
    }

    /// Reads a file that is one struct of figures, and checks the whole.
    fn plain<T: DeserializeOwned>(
        &mut self,
        file: &str,
        check: impl FnOnce(&T, &mut Reader, Place),
    ) -> Option<T> {
        let root = self.tree(file)?;
        let text = self.text.0.get(file).expect("the tree was read from it");
        let mut reader = Reader::new(&self.path(file));
        let figures = match ron::from_str::<T>(text) {
            Ok(figures) => {
                check(&figures, &mut reader, root.place);
                Some(figures)
            }
            Err(error) => {
                let start = error.span.start;
                let place = Place {
                    line: u32::try_from(start.line).unwrap_or(u32::MAX),
                    column: u32::try_from(start.col).unwrap_or(u32::MAX),
                };
                reader.problem(place, error.code.to_string());
                None
            }
        };
        self.problems.append(&mut reader.problems);
        figures
    }
}

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
const CLASSES: [(&str, WeaponClass); 6] = [
    ("Pistol", WeaponClass::Pistol),
    ("Smg", WeaponClass::Smg),
    ("Rifle", WeaponClass::Rifle),
    ("Sniper", WeaponClass::Sniper),
    ("Heavy", WeaponClass::Heavy),
    ("Melee", WeaponClass::Melee),
];
const TYPES: [(&str, DamageType); 4] = [
    ("Kinetic", DamageType::Kinetic),
    ("Laser", DamageType::Laser),
    ("Plasma", DamageType::Plasma),
    ("Chemical", DamageType::Chemical),
];
const MODES: [(&str, FireMode); 5] = [
    ("Snap", FireMode::Snap),
    ("Aimed", FireMode::Aimed),
    ("Burst", FireMode::Burst),
    ("Auto", FireMode::Auto),
    ("Strike", FireMode::Strike),
];
const LEVELS: [(&str, ThreatLevel); 5] = [
    ("Grunt", ThreatLevel::Grunt),
    ("Warrior", ThreatLevel::Warrior),
    ("Specialist", ThreatLevel::Specialist),
    ("Heavy", ThreatLevel::Heavy),
    ("Elite", ThreatLevel::Elite),
];
const ARMOR_CLASSES: [(&str, ArmorClass); 5] = [
    ("Armor", ArmorClass::Armor),
    ("Shield", ArmorClass::Shield),
    ("Bio", ArmorClass::Bio),
    ("Mechanical", ArmorClass::Mechanical),
    ("Energy", ArmorClass::Energy),
];
const SILHOUETTES: [(&str, Silhouette); 10] = [
    ("Soldier", Silhouette::Soldier),
    ("Marksman", Silhouette::Marksman),
    ("Officer", Silhouette::Officer),
    ("Gunner", Silhouette::Gunner),
    ("Sectoid", Silhouette::Sectoid),
    ("SectoidLeader", Silhouette::SectoidLeader),
    ("Brute", Silhouette::Brute),
    ("Ripper", Silhouette::Ripper),
    ("Walker", Silhouette::Walker),
    ("Drone", Silhouette::Drone),
];

fn flag(reader: &mut Reader, node: Option<&Node>) -> Option<bool> {
    node.map_or(Some(false), |node| reader.bool(node, "value"))
}

/// Reads dice such as "d20" or "2d16".
fn dice(reader: &mut Reader, node: &Node) -> Option<DamageDice> {
    let text = reader.text(node, "dice")?;
    let parts = text.split_once('d').and_then(|(count, sides)| {
        let count = if count.is_empty() {
            Ok(1)
        } else {
            count.parse()
        };
        Some((count.ok()?, sides.parse().ok()?))
    });
    match parts {
        Some((count @ 1..=8, sides @ 1..=200)) => Some(DamageDice { count, sides }),
        _ => {
            let message = format!(
                "dice {text:?} are unknown; expected 1 to 8 dice such as \"d20\" or \"2d16\""
            );
            reader.problem(node.place, message);
            None
        }
    }
}

fn burn(reader: &mut Reader, node: &Node) -> Option<Burn> {
    let mut fields = reader.fields(node, "burn")?;
    let chance = fields
        .need(reader, "chance")
        .and_then(|n| reader.int(n, "chance", 0..=100_u8));
    let roll = fields.need(reader, "damage").and_then(|n| dice(reader, n));
    let turns = fields
        .need(reader, "turns")
        .and_then(|n| reader.int(n, "turns", 1..=20_u8));
    fields.done(reader);
    Some(Burn {
        chance: chance?,
        dice: roll?,
        turns: turns?,
    })
}

fn armor(reader: &mut Reader, node: &Node) -> Option<Armor> {
    let mut fields = reader.fields(node, "armor")?;
    let rating = fields
        .need(reader, "rating")
        .and_then(|n| reader.int(n, "rating", 0..=200_u16));
    let class = fields
        .need(reader, "class")
        .and_then(|n| reader.choice(n, "armor class", &ARMOR_CLASSES));
    let path = match fields.get("path_percent") {
        Some(n) => reader.int(n, "path percent", 50..=300_u16),
        None => Some(100),
    };
    fields.done(reader);
    Some(Armor {
        rating: rating?,
        class: class?,
        path_percent: path?,
    })
}

fn vision_with(reader: &mut Reader, node: &Node) -> Option<BTreeMap<WeaponClass, u8>> {
    let tree::Value::Map(entries) = &node.value else {
        let message = format!("expected {{WeaponClass: hexes}}, found {}", node.describe());
        reader.problem(node.place, message);
        return None;
    };
    entries
        .iter()
        .map(|(key, value)| {
            let class = reader.choice(key, "weapon class", &CLASSES);
            let vision = reader.int(value, "vision", 1..=24_u8);
            Some((class?, vision?))
        })
        .collect()
}
