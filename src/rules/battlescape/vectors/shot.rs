//! Vectors of a single attack: circumstances in, chance and damage out.

use crate::{
    battle::{dice::Dice, unit::Health},
    content::{
        Catalog,
        reader::{Fields, Reader},
        terrain::Cover,
        tree::Value,
    },
    rules::battlescape::{
        attack::{self, Arc, Attack, Impossible, Modifier, Round, Shot},
        content::{ArmorClass, FireMode},
        nerve::{self, Nerve},
        soldier::Condition,
    },
    vectors::{COVERS, MODES, compare, misuse},
};

const ARCS: [(&str, Arc); 3] = [
    ("Front", Arc::Front),
    ("Side", Arc::Side),
    ("Rear", Arc::Rear),
];
const CLASSES: [(&str, ArmorClass); 5] = [
    ("Armor", ArmorClass::Armor),
    ("Shield", ArmorClass::Shield),
    ("Bio", ArmorClass::Bio),
    ("Mechanical", ArmorClass::Mechanical),
    ("Energy", ArmorClass::Energy),
];

/// What a vector may expect of an attack.
const KNOWN: [&str; 18] = [
    "chance",
    "raw",
    "crit",
    "tu",
    "rounds",
    "hits",
    "misses",
    "crits",
    "blocked",
    "burns",
    "dealt",
    "total",
    "left",
    "condition",
    "rings",
    "refused",
    "modifiers",
    "kill_percent",
];

/// Everything that is known after an attack was rolled.
struct Shown {
    attack: Result<Attack, Impossible>,
    rounds: Vec<Round>,
    /// Damage by ring, of weapons that strike an area.
    rings: Vec<u32>,
    dealt: Vec<u32>,
    blocked: Vec<bool>,
    health: Health,
    condition: Condition,
    kill: u32,
}

/// Reads and runs a vector; what does not hold.
pub(crate) fn run(
    reader: &mut Reader,
    mut fields: Fields,
    catalog: &Catalog,
    tape: Option<Dice>,
) -> Option<Vec<String>> {
    let content = &catalog.battlescape;
    let figures = &content.figures;
    let kinds: Vec<_> = content.units.iter().map(|unit| unit.key.as_str()).collect();
    let kind = |reader: &mut Reader, fields: &mut Fields, name| match fields.get(name) {
        Some(node) => {
            let find = |key: &str| content.unit_named(key);
            reader.key(node, "unit kind", find, &kinds).map(Some)
        }
        None => Some(None),
    };
    let by = kind(reader, &mut fields, "by")?;
    let at = kind(reader, &mut fields, "at")?;
    let by = content.unit(by.or(content.unit_named("infantry"))?);
    let at = at.map(|at| content.unit(at));
    let weapon = match fields.get("weapon") {
        Some(node) => {
            let keys: Vec<_> = content.weapons.iter().map(|w| w.key.as_str()).collect();
            reader.key(node, "weapon", |key| content.weapon_named(key), &keys)?
        }
        None => by.weapon,
    };
    let weapon = content.weapon(weapon);
    let mut flag = |name| fields.flag(reader, name);
    let (reaction, unseen, blind) = (flag("reaction")?, flag("unseen")?, flag("blind")?);
    let (suppressed, ran, prone) = (flag("suppressed")?, flag("ran")?, flag("prone")?);
    let (target_ran, target_prone) = (flag("target_ran")?, flag("target_prone")?);
    let (critical, in_stance) = (flag("critical")?, flag("in_stance")?);
    let morale = fields.int_or(reader, "morale", 0..=100_u8, 100)?;
    let nerve = Nerve {
        morale,
        ..Nerve::default()
    };
    let armor = at.map_or(0, |at| at.armor.rating);
    let class = at.map_or(ArmorClass::Bio, |at| at.armor.class);
    let most = at.map_or(100, |at| at.health);
    let health = fields.int_or(reader, "health", 0..=1000_u16, most)?;
    let shot = Shot {
        accuracy: fields.int_or(reader, "accuracy", -500..=500, by.accuracy)?,
        strength: fields.int_or(reader, "strength", 0..=500, by.strength)?,
        critical,
        morale: nerve::band(&figures.morale, nerve).map_or(0, |band| band.accuracy),
        suppressed,
        ran,
        prone,
        mode: fields.choice_or(reader, "mode", &MODES, FireMode::Snap)?,
        distance: fields.int_or(reader, "distance", 1..=500, 3)?,
        cover: fields.choice_or(reader, "cover", &COVERS, Cover::None)?,
        arc: fields.choice_or(reader, "arc", &ARCS, Arc::Front)?,
        height: fields.int_or(reader, "height", -20..=20, 0)?,
        trees: fields.int_or(reader, "trees", 0..=20, 0)?,
        smoke: fields.int_or(reader, "smoke", 0..=20, 0)?,
        reaction,
        unseen,
        target_ran,
        target_prone,
        evasion: fields.int_or(reader, "evasion", -500..=500, at.map_or(0, |at| at.evasion))?,
        armor_rating: fields.int_or(reader, "armor", 0..=500, armor)?,
        class: fields.choice_or(reader, "class", &CLASSES, class)?,
        in_stance,
        blind,
        health,
        ..Shot::default()
    };
    let full = fields.int_or(reader, "full_health", 1..=1000_u16, most.max(health))?;
    let loaded = fields.int_or(reader, "loaded", 0..=1000_u16, weapon.magazine)?;
    let time_units = fields.int_or(reader, "time_units", 0..=1000_u16, 150)?;
    let expect = fields.need(reader, "expect");
    fields.done(reader);
    let Value::Struct(_, expected) = &expect?.value else {
        reader.problem(expect?.place, "expected figures, such as (chance: 35)");
        return None;
    };
    let attack = Attack::prepare(figures, weapon, &shot).and_then(|attack| {
        attack::readiness(figures, weapon, shot.mode, loaded, time_units).map(|_| attack)
    });
    let mut shown = Shown {
        attack,
        rounds: Vec::new(),
        rings: Vec::new(),
        dealt: Vec::new(),
        blocked: Vec::new(),
        health: Health {
            now: health,
            max: full,
        },
        condition: Condition::Fit,
        kill: 0,
    };
    let mut complaints = Vec::new();
    if let Ok(attack) = shown.attack {
        let forecast = attack::forecast(figures, weapon, &shot).ok()?;
        shown.kill =
            u32::try_from(u64::from(forecast.kill) * 100 / u64::from(attack::CERTAIN)).ok()?;
        if let Some(mut dice) = tape {
            match attack.area {
                Some(area) => {
                    let landing = attack.land(&mut dice, true);
                    let center = attack.splash_of_target(&landing);
                    shown.dealt.push(center.dealt);
                    shown.blocked.push(center.blocked);
                    let impact = &attack.impact;
                    let ring = |ring| match (ring, landing.scatter) {
                        (0, None) => center.dealt,
                        (ring, None) => impact.ring(&area, &landing, ring, Some(center)).dealt,
                        (ring, Some(_)) => impact.ring(&area, &landing, ring, None).dealt,
                    };
                    shown.rings = (0..=area.radius).map(ring).collect();
                }
                None => {
                    shown.rounds = attack.fire(&mut dice);
                    let wounds = shown.rounds.iter().filter_map(|round| round.wound);
                    for wound in wounds {
                        shown.dealt.push(wound.dealt);
                        shown.blocked.push(wound.blocked);
                    }
                }
            }
            complaints = misuse(&dice);
        }
    }
    let total: u32 = shown.dealt.iter().sum();
    shown.health.now = u16::try_from(u32::from(health).saturating_sub(total)).ok()?;
    shown.condition = Condition::of(shown.health, figures);
    let mut failures = compare(reader, "", expected, &KNOWN, |name| {
        shown.field(name, expected)
    });
    failures.extend(complaints);
    Some(failures)
}

impl Shown {
    fn field(&self, name: &str, expected: &[crate::content::tree::Field]) -> Option<String> {
        if name == "refused" {
            return Some(match &self.attack {
                Err(reason) => format!("{:?}", reason.to_string()),
                Ok(_) => "nothing".into(),
            });
        }
        if !KNOWN.contains(&name) {
            return None;
        }
        let attack = match &self.attack {
            Ok(attack) => attack,
            Err(reason) => return Some(format!("no attack: {reason}")),
        };
        let list = |items: Vec<String>| format!("[{}]", items.join(", "));
        let numbers = |hits: &dyn Fn(&Round) -> bool| {
            let hits = (1..).zip(&self.rounds).filter(|(_, round)| hits(round));
            list(
                hits.map(|(number, _): (usize, _)| number.to_string())
                    .collect(),
            )
        };
        let all = |items: &[u32]| list(items.iter().map(u32::to_string).collect());
        Some(match name {
            "chance" => attack.aim.chance.to_string(),
            "raw" => attack.aim.raw.to_string(),
            "crit" => attack.impact.crit_chance.to_string(),
            "tu" => attack.cost.tu.to_string(),
            "rounds" => attack.cost.rounds.to_string(),
            "kill_percent" => self.kill.to_string(),
            "hits" => numbers(&|round| round.hit.passed),
            "misses" => numbers(&|round| !round.hit.passed),
            "crits" => numbers(&|round| round.wound.is_some_and(|wound| wound.is_crit())),
            "burns" => numbers(&|round| round.wound.is_some_and(|wound| wound.burn.is_some())),
            "blocked" => list(self.blocked.iter().map(bool::to_string).collect()),
            "dealt" => all(&self.dealt),
            "rings" => all(&self.rings),
            "total" => self.dealt.iter().sum::<u32>().to_string(),
            "left" => self.health.now.to_string(),
            "condition" => format!("{:?}", self.condition),
            // Only those that the vector names.
            _ => {
                let wanted = expected.iter().find(|field| field.name == "modifiers")?;
                let Value::Map(entries) = &wanted.node.value else {
                    return Some("a map of modifiers by name".into());
                };
                let named = entries.iter().map(|(key, _)| {
                    let text = match &key.value {
                        Value::Text(text) => text.clone(),
                        _ => String::new(),
                    };
                    let modifier = Modifier::ALL.into_iter().find(|m| m.to_string() == text);
                    match modifier {
                        Some(modifier) => format!("{text:?}: {}", attack.aim.modifier(modifier)),
                        None => format!("{text:?}: unknown"),
                    }
                });
                format!("{{{}}}", named.collect::<Vec<_>>().join(", "))
            }
        })
    }
}
