//! Vectors of a single attack: circumstances in, chance and damage out.

use crate::battle::dice::Dice;
use crate::battle::unit::Health;
use crate::content::reader::{Fields, Reader};
use crate::content::terrain::Cover;
use crate::content::tree::{Node, Value};
use crate::rules::battlescape::attack::{
    self, Arc, Area, Attack, Impossible, Modifier, Round, Shot,
};
use crate::rules::battlescape::content::{
    ArmorClass, BattlescapeContent, Figures, FireMode, UnitKind, Weapon,
};
use crate::rules::battlescape::nerve::{self, Nerve};
use crate::rules::battlescape::soldier::Condition;
use crate::vectors::{Vector, compare};

const ARCS: [(&str, Arc); 3] = [
    ("Front", Arc::Front),
    ("Side", Arc::Side),
    ("Rear", Arc::Rear),
];
/// What a vector may expect of an attack, and how it is written.
const KNOWN: [(&str, fn(&Rolled, &Node) -> String); 18] = [
    ("chance", |it, _| it.attack.aim.chance.to_string()),
    ("raw", |it, _| it.attack.aim.raw.to_string()),
    ("crit", |it, _| it.attack.impact.crit_chance.to_string()),
    ("tu", |it, _| it.attack.cost.tu.to_string()),
    ("rounds", |it, _| it.attack.cost.rounds.to_string()),
    ("hits", |it, _| it.numbers(|round| round.hit.passed)),
    ("misses", |it, _| it.numbers(|round| !round.hit.passed)),
    ("crits", |it, _| {
        it.numbers(|round| round.wound.is_some_and(|wound| wound.is_crit()))
    }),
    ("blocked", |it, _| format!("{:?}", it.blocked)),
    ("burns", |it, _| {
        it.numbers(|round| round.wound.is_some_and(|wound| wound.burn.is_some()))
    }),
    ("dealt", |it, _| format!("{:?}", it.dealt)),
    ("total", |it, _| it.total().to_string()),
    ("left", |it, _| it.health.now.to_string()),
    ("condition", |it, _| format!("{:?}", it.condition)),
    ("rings", |it, _| format!("{:?}", it.rings)),
    ("refused", |_, _| "nothing".into()),
    ("modifiers", |it, wanted| it.modifiers(wanted)),
    ("kill_percent", |it, _| it.kill_percent.to_string()),
];

/// Runs a vector; what does not hold.
pub(super) fn run(vector: Vector) -> Option<Vec<String>> {
    let (reader, mut fields, tape) = (vector.reader, vector.fields, vector.tape);
    let case = Case::read(
        reader,
        &mut fields,
        vector.catalog.part::<BattlescapeContent>(),
    )?;
    let expect = fields.need(reader, "expect");
    fields.done(reader);
    let Value::Struct(_, expected) = &expect?.value else {
        reader.problem(expect?.place, "expected figures, such as (chance: 35)");
        return None;
    };
    let rolled = match case.attack() {
        Ok(attack) => Ok(Rolled::new(&case, attack, tape)?),
        Err(reason) => Err(reason.to_string()),
    };
    let known = KNOWN.map(|(name, _)| name);
    let mut failures = Vec::new();
    for field in expected {
        let figure = KNOWN.iter().find(|(name, _)| *name == field.name);
        let found = figure.map(|(name, written)| match &rolled {
            Ok(rolled) => written(rolled, &field.node),
            Err(reason) if *name == "refused" => format!("{reason:?}"),
            Err(reason) => format!("no attack: {reason}"),
        });
        failures.extend(compare(reader, "", field, &known, found));
    }
    failures.extend(rolled.map(|rolled| rolled.complaints).unwrap_or_default());
    Some(failures)
}

/// An attack as a vector describes it.
struct Case<'c> {
    figures: &'c Figures,
    weapon: &'c Weapon,
    shot: Shot,
    /// Hit points of the unhurt target.
    full_health: u16,
    /// Rounds in the magazine.
    loaded: u16,
    /// TU of the attacker.
    time_units: u16,
}

impl<'c> Case<'c> {
    fn read(
        reader: &mut Reader,
        fields: &mut Fields,
        content: &'c BattlescapeContent,
    ) -> Option<Self> {
        let figures = &content.figures;
        let by = unit_kind(reader, fields, "by", content)?;
        let at = unit_kind(reader, fields, "at", content)?;
        let by = by.or(content
            .unit_named("infantry")
            .map(|kind| content.unit(kind)))?;
        let weapon = match fields.get("weapon") {
            Some(node) => reader.definition(node, "weapon", &content.weapons)?,
            None => by.weapon,
        };
        let weapon = content.weapon(weapon);
        let (most, class, armor, evasion) = match at {
            Some(at) => (at.health, at.armor.class, at.armor.rating, at.evasion),
            None => (100, ArmorClass::Bio, 0, 0),
        };
        let shot = Shot {
            reaction: fields.flag(reader, "reaction")?,
            unseen: fields.flag(reader, "unseen")?,
            blind: fields.flag(reader, "blind")?,
            suppressed: fields.flag(reader, "suppressed")?,
            ran: fields.flag(reader, "ran")?,
            prone: fields.flag(reader, "prone")?,
            target_ran: fields.flag(reader, "target_ran")?,
            target_prone: fields.flag(reader, "target_prone")?,
            critical: fields.flag(reader, "critical")?,
            in_stance: fields.flag(reader, "in_stance")?,
            morale: accuracy_of_morale(figures, fields.int_or(reader, "morale", 0..=100, 100)?),
            health: fields.int_or(reader, "health", 0..=1000, most)?,
            accuracy: fields.int_or(reader, "accuracy", -500..=500, by.accuracy)?,
            strength: fields.int_or(reader, "strength", 0..=500, by.strength)?,
            mode: fields.choice_or(reader, "mode", FireMode::CHOICES, FireMode::Snap)?,
            distance: fields.int_or(reader, "distance", 1..=500, 3)?,
            cover: fields.choice_or(reader, "cover", Cover::CHOICES, Cover::None)?,
            arc: fields.choice_or(reader, "arc", &ARCS, Arc::Front)?,
            height: fields.int_or(reader, "height", -20..=20, 0)?,
            trees: fields.int_or(reader, "trees", 0..=20, 0)?,
            smoke: fields.int_or(reader, "smoke", 0..=20, 0)?,
            evasion: fields.int_or(reader, "evasion", -500..=500, evasion)?,
            armor_rating: fields.int_or(reader, "armor", 0..=500, armor)?,
            class: fields.choice_or(reader, "class", ArmorClass::CHOICES, class)?,
            ..Shot::default()
        };
        let most = most.max(shot.health);
        Some(Self {
            figures,
            weapon,
            shot,
            full_health: fields.int_or(reader, "full_health", 1..=1000, most)?,
            loaded: fields.int_or(reader, "loaded", 0..=1000, weapon.magazine)?,
            time_units: fields.int_or(reader, "time_units", 0..=1000, 150)?,
        })
    }

    fn attack(&self) -> Result<Attack, Impossible> {
        let attack = Attack::prepare(self.figures, self.weapon, &self.shot)?;
        let (mode, loaded) = (self.shot.mode, self.loaded);
        attack::readiness(self.figures, self.weapon, mode, loaded, self.time_units)?;
        Ok(attack)
    }
}

/// Reads a unit kind that need not be given.
fn unit_kind<'c>(
    reader: &mut Reader,
    fields: &mut Fields,
    name: &'static str,
    content: &'c BattlescapeContent,
) -> Option<Option<&'c UnitKind>> {
    let Some(node) = fields.get(name) else {
        return Some(None);
    };
    let kind = reader.definition(node, "unit kind", &content.units)?;
    Some(Some(content.unit(kind)))
}

/// Returns how a unit of this morale aims.
fn accuracy_of_morale(figures: &Figures, morale: u8) -> i16 {
    let nerve = Nerve {
        morale,
        ..Nerve::default()
    };
    nerve::band(&figures.morale, nerve).map_or(0, |band| band.accuracy)
}

/// An attack that was rolled with the dice of the vector, if it gives any.
struct Rolled {
    attack: Attack,
    /// Chance in percent that the target dies.
    kill_percent: u64,
    rounds: Vec<Round>,
    /// Damage by ring, of weapons that strike an area.
    rings: Vec<u32>,
    dealt: Vec<u32>,
    blocked: Vec<bool>,
    /// Of the target afterwards.
    health: Health,
    condition: Condition,
    /// How the dice were misused.
    complaints: Vec<String>,
}

impl Rolled {
    fn new(case: &Case, attack: Attack, tape: Option<Dice>) -> Option<Self> {
        let forecast = attack::forecast(case.figures, case.weapon, &case.shot).ok()?;
        let mut rolled = Self {
            attack,
            kill_percent: u64::from(forecast.kill) * 100 / u64::from(attack::CERTAIN),
            rounds: Vec::new(),
            rings: Vec::new(),
            dealt: Vec::new(),
            blocked: Vec::new(),
            health: Health {
                now: case.shot.health,
                max: case.full_health,
            },
            condition: Condition::Fit,
            complaints: Vec::new(),
        };
        if let Some(mut dice) = tape {
            match attack.area {
                Some(area) => rolled.strike(area, &mut dice),
                None => rolled.fire(&mut dice),
            }
            rolled.complaints = dice.complaints();
        }
        let total = u16::try_from(rolled.total()).unwrap_or(u16::MAX);
        rolled.health.now = rolled.health.now.saturating_sub(total);
        rolled.condition = Condition::of(rolled.health, case.figures);
        Some(rolled)
    }

    fn strike(&mut self, area: Area, dice: &mut Dice) {
        let landing = self.attack.land(dice, true);
        let center = self.attack.splash_of_target(&landing);
        self.dealt.push(center.dealt);
        self.blocked.push(center.blocked);
        let impact = &self.attack.impact;
        let ring = |ring| match (ring, landing.scatter) {
            (0, None) => center.dealt,
            (ring, None) => impact.ring(&area, &landing, ring, Some(center)).dealt,
            (ring, Some(_)) => impact.ring(&area, &landing, ring, None).dealt,
        };
        self.rings = (0..=area.radius).map(ring).collect();
    }

    fn fire(&mut self, dice: &mut Dice) {
        self.rounds = self.attack.fire(dice);
        for wound in self.rounds.iter().filter_map(|round| round.wound) {
            self.dealt.push(wound.dealt);
            self.blocked.push(wound.blocked);
        }
    }

    fn total(&self) -> u32 {
        self.dealt.iter().sum()
    }

    /// Lists the numbers of some rounds, from 1.
    fn numbers(&self, is_listed: fn(&Round) -> bool) -> String {
        let rounds = (1..).zip(&self.rounds);
        let listed = rounds.filter(|(_, round)| is_listed(round));
        let numbers: Vec<usize> = listed.map(|(number, _)| number).collect();
        format!("{numbers:?}")
    }

    /// Writes the modifiers that the vector names.
    fn modifiers(&self, wanted: &Node) -> String {
        let Value::Map(entries) = &wanted.value else {
            return "a map of modifiers by name".into();
        };
        let told = entries.iter().map(|(key, _)| {
            let name = match &key.value {
                Value::Text(name) => name.as_str(),
                _ => "",
            };
            match Modifier::ALL
                .into_iter()
                .find(|one| one.to_string() == name)
            {
                Some(modifier) => format!("{name:?}: {}", self.attack.aim.modifier(modifier)),
                None => format!("{name:?}: unknown"),
            }
        });
        format!("{{{}}}", told.collect::<Vec<_>>().join(", "))
    }
}
