//! Scripts of computer characters, as data (§9).
//!
//! **Invariant:** a script that is read can be run: what it names exists, and what belongs to combat alone,
//! or to the time after it, stands there.

use serde::Serialize;

use crate::content::definition::Entry;
use crate::content::form::spoken;
use crate::content::problem::suggest;
use crate::content::reader::{Fields, Reader};
use crate::content::tree::{Node, Value};

use super::SpellId;

/// Most rules of a script.
const MOST_RULES: usize = 50;

/// One script (§9).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Script {
    /// Key in files.
    pub key: String,
    /// Name shown to people: the key in words.
    pub name: String,
    /// What to do in combat: the first rule that holds and whose action is legal.
    pub combat: Vec<Rule>,
    /// What to do after combat: the chains of all rules that hold, one after another.
    pub after_combat: Vec<Chain>,
}

impl Script {
    /// What messages call it.
    pub const WHAT: &'static str = "script";
}

/// One rule of a script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// What all has to hold.
    pub when: Vec<Condition>,
    /// What is done then.
    pub act: Action,
}

/// One rule for the time after combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chain {
    /// What all has to hold.
    pub when: Vec<Condition>,
    /// What is done then, in order.
    pub legs: Vec<Leg>,
}

/// A part of what a character does outside combat (§8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Leg {
    /// Goes to a place.
    MoveTo(Place),
    /// Walks to and fro around a place.
    Wander {
        /// The place.
        around: Place,
        /// How far from it, hexes.
        radius: u8,
        /// Chance of each check that it walks, percent.
        chance: u8,
        /// For how many turns.
        turns: u8,
    },
}

/// What a rule asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Condition {
    /// It sees an enemy or remembers where one was.
    Aware,
    /// It sees an enemy.
    SeesEnemy,
    /// It remembers where an enemy was.
    KnowsPosition,
    /// It has less than this percent of its hit points.
    SelfHpUnder(u8),
    /// A visible ally within so many hexes has less than this percent of its hit points.
    AllyHpUnder(u8, u8),
    /// It has so many action points.
    ApAtLeast(u8),
    /// It knows a spell, and has AP and mana for it.
    CanCast(SpellId),
    /// It has a flag.
    Flag(String),
    /// Something does not hold.
    Not(Box<Condition>),
    /// One of these holds.
    AnyOf(Vec<Condition>),
}

/// Whom an action is about; visible ones only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Target {
    /// The enemy that it attacked last.
    Current,
    /// The nearest enemy.
    Nearest,
    /// The enemy with fewest hit points.
    Weakest,
    /// The nearest enemy with a tag.
    WithTag(String),
    /// The nearest enemy that is hurt.
    Hurt,
    /// The hurt ally with the lowest share of its hit points.
    HurtAlly,
    /// It itself.
    Own,
    /// The first of these that there is.
    FirstOf(Vec<Target>),
}

/// Where an action leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Place {
    /// Where it last knew an enemy.
    LastKnown,
    /// Where it was when combat began.
    CombatStart,
}

/// What a rule does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Action {
    /// Strikes, or steps closer; with a ranged weapon beside its target, away.
    Attack(Target),
    /// Casts a spell; out of range it is no action (clarification 12).
    Cast(SpellId, Target),
    /// Steps closer to a place.
    MoveTo(Place),
    /// Steps away from the nearest enemy.
    Flee,
    /// Tells others where the enemy is.
    AlertAllies,
    /// Ends its turn.
    Pass,
}

impl Script {
    /// Reads the script of a key.
    pub(super) fn read<'n>(reader: &mut Reader, key: &str, node: &'n Node) -> Option<Self> {
        let mut fields = reader.fields(node, Self::WHAT)?;
        let message = format!("a script has at most {MOST_RULES} rules");
        let mut nodes = |fields: &mut Fields<'n>, name| {
            let node = fields.get(name);
            node.map_or(&[][..], |node| {
                reader.short_list(node, "rules", MOST_RULES, &message)
            })
        };
        let after = nodes(&mut fields, "after_combat");
        let nodes = nodes(&mut fields, "combat");
        if nodes.is_empty() && after.is_empty() {
            reader.problem(
                node.place,
                "a script needs rules in `combat` or `after_combat`",
            );
        }
        fields.done(reader);
        let after: Vec<_> = after.iter().map(|node| chain(node, reader)).collect();
        let rules: Vec<_> = nodes.iter().map(|node| rule(node, reader)).collect();
        let rules = rules.into_iter().collect::<Option<Vec<_>>>()?;
        for (at, rule) in rules.iter().enumerate() {
            if rule.when.is_empty() && rule.act == Action::Pass && at + 1 < rules.len() {
                let place = nodes[at + 1].place;
                reader.problem(
                    place,
                    "this rule is never reached: the one above always holds",
                );
            }
        }
        Some(Self {
            key: key.to_owned(),
            name: spoken(key),
            combat: rules,
            after_combat: after.into_iter().collect::<Option<_>>()?,
        })
    }
}

fn rule(node: &Node, reader: &mut Reader) -> Option<Rule> {
    let mut fields = reader.fields(node, "rule")?;
    let when = list(&mut fields, reader, "when", condition);
    let act = fields.need(reader, "act");
    fields.done(reader);
    let act = action(act?, reader);
    Some(Rule {
        when: when?,
        act: act?,
    })
}

fn chain(node: &Node, reader: &mut Reader) -> Option<Chain> {
    let mut fields = reader.fields(node, "rule")?;
    let when = list(&mut fields, reader, "when", condition);
    let legs = list(&mut fields, reader, "chain", leg);
    fields.done(reader);
    Some(Chain {
        when: when?,
        legs: legs?,
    })
}

fn leg(node: &Node, reader: &mut Reader) -> Option<Leg> {
    match &node.value {
        Value::Struct(Some(name), _) if name == "Wander" => {
            let mut fields = reader.fields(node, "Wander")?;
            let around = fields.need(reader, "around");
            let around = around.and_then(|node| Place::read(node, reader, "place", ()));
            let radius = fields.int(reader, "radius", 0..=30_u8);
            let chance = fields.int(reader, "chance", 0..=100_u8);
            let turns = fields.int(reader, "turns", 1..=200_u8);
            fields.done(reader);
            Some(Leg::Wander {
                around: around?,
                radius: radius?,
                chance: chance?,
                turns: turns?,
            })
        }
        Value::Tuple(Some(name), parts) if name == "MoveTo" && parts.len() == 1 => {
            Place::read(&parts[0], reader, "place", ()).map(Leg::MoveTo)
        }
        _ => {
            let expected = "what is done after combat: MoveTo(LastKnown) or Wander(around: \
                            LastKnown, radius: 5, chance: 60, turns: 15)";
            reader.wrong(node, expected)
        }
    }
}

fn list<T>(
    fields: &mut Fields,
    reader: &mut Reader,
    name: &'static str,
    read: fn(&Node, &mut Reader) -> Option<T>,
) -> Option<Vec<T>> {
    let node = fields.need(reader, name)?;
    all(node, reader, name, read)
}

fn all<T>(
    node: &Node,
    reader: &mut Reader,
    what: &str,
    read: fn(&Node, &mut Reader) -> Option<T>,
) -> Option<Vec<T>> {
    let nodes = reader.list(node, what).iter();
    let read: Vec<_> = nodes.map(|node| read(node, reader)).collect();
    read.into_iter().collect()
}

/// Splits `Name` and `Name(part, part)`; what it is called is for messages.
fn call<'n>(node: &'n Node, reader: &mut Reader, what: &str) -> Option<(&'n str, &'n [Node])> {
    match &node.value {
        Value::Name(name) => Some((name, &[])),
        Value::Tuple(Some(name), parts) => Some((name, parts)),
        _ => reader.wrong(node, what),
    }
}

/// Notes a word that is none of some forms, or one of them with other parts.
fn strange<T>(node: &Node, reader: &mut Reader, what: &str, forms: &[&str]) -> Option<T> {
    let found = node.word().unwrap_or_default();
    let name = |form: &&str| form.split('(').next().unwrap_or_default() == found;
    let message = match forms.iter().find(|form| name(form)) {
        Some(form) => format!("{what} `{found}` is written {form}"),
        None => {
            let names = forms
                .iter()
                .map(|form| form.split('(').next().unwrap_or_default());
            format!("{what} `{found}` is unknown{}", suggest(found, names))
        }
    };
    reader.problem(node.place, message);
    None
}

fn condition(node: &Node, reader: &mut Reader) -> Option<Condition> {
    const FORMS: [&str; 10] = [
        "Aware",
        "SeesEnemy",
        "KnowsPosition",
        "SelfHpUnder(20)",
        "AllyHpUnder(75, 6)",
        "ApAtLeast(5)",
        "CanCast(\"heal\")",
        "Flag(\"search\")",
        "Not(Aware)",
        "AnyOf([Aware])",
    ];
    match call(node, reader, "a condition, such as SeesEnemy")? {
        ("Aware", []) => Some(Condition::Aware),
        ("SeesEnemy", []) => Some(Condition::SeesEnemy),
        ("KnowsPosition", []) => Some(Condition::KnowsPosition),
        ("SelfHpUnder", [percent]) => {
            (reader.int(percent, "percent", 0..=100_u8)).map(Condition::SelfHpUnder)
        }
        ("AllyHpUnder", [percent, range]) => {
            let percent = reader.int(percent, "percent", 0..=100_u8);
            let range = reader.int(range, "range", 1..=100_u8);
            Some(Condition::AllyHpUnder(percent?, range?))
        }
        ("ApAtLeast", [ap]) => reader.int(ap, "AP", 0..=100_u8).map(Condition::ApAtLeast),
        ("CanCast", [spell]) => SpellId::read(spell, reader, "spell", ()).map(Condition::CanCast),
        ("Flag", [name]) => (reader.name(name, "flag")).map(|name| Condition::Flag(name.into())),
        ("Not", [inner]) => condition(inner, reader).map(|inner| Condition::Not(inner.into())),
        ("AnyOf", [inner]) => all(inner, reader, "conditions", condition).map(Condition::AnyOf),
        _ => strange(node, reader, "condition", &FORMS),
    }
}

fn target(node: &Node, reader: &mut Reader) -> Option<Target> {
    const FORMS: [&str; 8] = [
        "Current",
        "Nearest",
        "Weakest",
        "WithTag(\"caster\")",
        "Hurt",
        "HurtAlly",
        "Own",
        "FirstOf([Hurt, Nearest])",
    ];
    match call(node, reader, "a target, such as Nearest")? {
        ("Current", []) => Some(Target::Current),
        ("Nearest", []) => Some(Target::Nearest),
        ("Weakest", []) => Some(Target::Weakest),
        ("WithTag", [tag]) => reader
            .name(tag, "tag")
            .map(|tag| Target::WithTag(tag.into())),
        ("Hurt", []) => Some(Target::Hurt),
        ("HurtAlly", []) => Some(Target::HurtAlly),
        ("Own", []) => Some(Target::Own),
        ("FirstOf", [inner]) => all(inner, reader, "targets", target).map(Target::FirstOf),
        _ => strange(node, reader, "target", &FORMS),
    }
}

impl Entry for Place {
    type Bounds = ();

    fn read(node: &Node, reader: &mut Reader, what: &str, (): ()) -> Option<Self> {
        let all = [Self::LastKnown, Self::CombatStart];
        reader.one_of(node, what, &all)
    }
}

fn action(node: &Node, reader: &mut Reader) -> Option<Action> {
    const FORMS: [&str; 6] = [
        "Attack(Nearest)",
        "Cast(\"heal\", HurtAlly)",
        "MoveTo(LastKnown)",
        "Flee",
        "AlertAllies",
        "Pass",
    ];
    if node.word() == Some("Wander") {
        reader.problem(node.place, "Wander belongs in `after_combat` only");
        return None;
    }
    match call(node, reader, "an action, such as Attack(Nearest)")? {
        ("Attack", [whom]) => {
            let target = target(whom, reader)?;
            if target.has_ally() {
                reader.problem(whom.place, "an attack needs an enemy as its target");
                return None;
            }
            Some(Action::Attack(target))
        }
        ("Cast", [spell, whom]) => {
            let spell = SpellId::read(spell, reader, "spell", ());
            let target = target(whom, reader);
            Some(Action::Cast(spell?, target?))
        }
        ("MoveTo", [place]) => Place::read(place, reader, "place", ()).map(Action::MoveTo),
        ("Flee", []) => Some(Action::Flee),
        ("AlertAllies", []) => Some(Action::AlertAllies),
        ("Pass", []) => Some(Action::Pass),
        _ => strange(node, reader, "action", &FORMS),
    }
}

impl Target {
    /// Whether it may yield an ally.
    fn has_ally(&self) -> bool {
        match self {
            Self::HurtAlly | Self::Own => true,
            Self::FirstOf(targets) => targets.iter().any(Self::has_ally),
            _ => false,
        }
    }
}
