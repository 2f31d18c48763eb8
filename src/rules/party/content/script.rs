//! Scripts of computer characters, as data (§9).
//!
//! **Invariant:** a script that is read can be run: what it names exists, and what belongs to combat alone,
//! or to the time after it, stands there.

use serde::Serialize;

use super::SpellId;
use crate::content::call::calls;
use crate::content::declare::choices;
use crate::content::definition::{Entry, Text, records};
use crate::content::form::spoken;
use crate::content::reader::{Fields, Reader, all_read};
use crate::content::tree::Node;

/// Most rules of a script.
const MOST_RULES: usize = 50;
/// Most conditions, targets and legs of a script, those inside others included: all are looked at each time
/// that a character decides.
const MOST_TERMS: usize = 200;

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

records! {
    /// One rule of a script.
    pub struct Rule: "rule" {
        /// What all has to hold.
        pub when: Vec<Condition>,
        /// What is done then.
        pub act: Action,
    }

    /// One rule for the time after combat.
    pub struct Chain: "rule" {
        /// What all has to hold.
        pub when: Vec<Condition>,
        /// What is done then, in order.
        pub legs in "chain": Vec<Leg>,
    }

    /// A walk to and fro.
    pub struct Wander: "Wander" {
        /// Around this place.
        pub around: Place as "place",
        /// How far from it, hexes.
        pub radius: u8 [0..=30],
        /// Chance of each check that it walks, percent.
        pub chance: u8 [0..=100],
        /// For how many turns.
        pub turns: u8 [1..=200],
    }
}

choices! {
    /// Where an action leads.
    pub enum Place {
        /// The last known position of an enemy.
        LastKnown,
        /// Where it was when combat began.
        CombatStart,
    }
}

calls! {
    /// A part of what a character does outside combat (§8).
    pub enum Leg: "action after combat", "an action after combat, such as MoveTo(LastKnown)" {
        /// Goes to a place.
        MoveTo(place: Place) = "MoveTo(LastKnown)",
        /// Walks to and fro around a place.
        Wander { Wander } = "Wander(around: LastKnown, radius: 5, chance: 60, turns: 15)",
    }

    /// What a rule asks.
    pub enum Condition: "condition", "a condition, such as SeesEnemy" {
        /// It sees an enemy or remembers where one was.
        Aware,
        /// It sees an enemy.
        SeesEnemy,
        /// It remembers where an enemy was.
        KnowsPosition,
        /// It has less than this percent of its hit points.
        SelfHpUnder(percent: u8 [0..=100]) = "SelfHpUnder(20)",
        /// A visible ally within so many hexes has less than this percent of its hit points.
        AllyHpUnder(percent: u8 [0..=100], range: u8 [1..=100]) = "AllyHpUnder(75, 6)",
        /// It has so many action points.
        ApAtLeast(ap: u8 [0..=100] as "AP") = "ApAtLeast(5)",
        /// It knows a spell, and has AP and mana for it.
        CanCast(spell: SpellId) = "CanCast(\"heal\")",
        /// It has a flag.
        Flag(flag: String [Text::Name]) = "Flag(\"search\")",
        /// Something does not hold.
        Not(condition: Box<Condition>) = "Not(Aware)",
        /// One of these holds.
        AnyOf(conditions: Vec<Condition>) = "AnyOf([Aware])",
    }

    /// Whom an action is about; visible ones only.
    pub enum Target: "target", "a target, such as Nearest" {
        /// The enemy that it attacked last.
        Current,
        /// The nearest enemy.
        Nearest,
        /// The enemy with fewest hit points.
        Weakest,
        /// The nearest enemy with a tag.
        WithTag(tag: String [Text::Name]) = "WithTag(\"caster\")",
        /// The nearest enemy that is hurt.
        Hurt,
        /// The hurt ally with the lowest share of its hit points.
        HurtAlly,
        /// It itself.
        Own,
        /// The first of these that there is.
        FirstOf(targets: Vec<Target>) = "FirstOf([Hurt, Nearest])",
        /// One of these that has neither an ally that it sees nor itself within so many hexes.
        Apart(hexes: u8 [1..=100], target: Box<Target>) = "Apart(1, Nearest)",
    }

    /// What a rule does.
    pub enum Action: "action", "an action, such as Attack(Nearest)" {
        /// Strikes, or steps closer; with a ranged weapon beside its target, away.
        Attack(target: Target) = "Attack(Nearest)",
        /// Casts a spell; out of range it is no action (clarification 12).
        Cast(spell: SpellId, target: Target) = "Cast(\"heal\", HurtAlly)",
        /// Steps closer to a place.
        MoveTo(place: Place) = "MoveTo(LastKnown)",
        /// Steps away from the nearest enemy.
        Flee,
        /// Tells others where the enemy is.
        AlertAllies,
        /// Ends its turn.
        Pass,
    }
}

impl Script {
    /// What messages call it.
    pub const WHAT: &'static str = "script";

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
        let after_nodes = nodes(&mut fields, "after_combat");
        let nodes = nodes(&mut fields, "combat");
        if nodes.is_empty() && after_nodes.is_empty() {
            let message = "a script needs rules in `combat` or `after_combat`";
            reader.problem(node.place, message);
        }
        fields.done(reader);
        let after = all_read(
            after_nodes
                .iter()
                .map(|node| Chain::read(node, reader, "rule", ())),
        );
        let rules = all_read(
            nodes
                .iter()
                .map(|node| Rule::read(node, reader, "rule", ())),
        )?;
        for (at, (rule, node)) in (1..).zip(rules.iter().zip(nodes)) {
            if matches!(&rule.act, Action::Attack(target) if target.has_ally()) {
                reader.problem(node.place, "an attack needs an enemy as its target");
            }
            if let Action::Attack(target) | Action::Cast(_, target) = &rule.act
                && target.is_void()
            {
                let message =
                    "FirstOf([]) is empty: it needs a target, such as FirstOf([Hurt, Nearest])";
                reader.problem(node.place, message);
            }
            if let Some(next) = nodes.get(at)
                && rule.when.is_empty()
                && rule.act == Action::Pass
            {
                let message = "this rule is never reached: the one above always holds";
                reader.problem(next.place, message);
            }
        }
        let chains = after.iter().flatten().map(|chain| &chain.when);
        let whens = rules.iter().map(|rule| &rule.when).chain(chains);
        for (when, node) in whens.zip(nodes.iter().chain(after_nodes)) {
            if when.iter().any(Condition::is_void) {
                let message = "AnyOf([]) never holds: it needs a condition, such as AnyOf([Aware])";
                reader.problem(node.place, message);
            }
        }
        let script = Self {
            key: key.to_owned(),
            name: spoken(key),
            combat: rules,
            after_combat: after?,
        };
        let terms = script.terms();
        if terms > MOST_TERMS {
            let message = format!(
                "a script has at most {MOST_TERMS} conditions, targets and legs in total, not {terms}"
            );
            reader.problem(node.place, message);
        }
        Some(script)
    }

    /// Counts its conditions, targets and legs.
    fn terms(&self) -> usize {
        let rules = self.combat.iter().map(|rule| {
            let act = match &rule.act {
                Action::Attack(target) | Action::Cast(_, target) => target.terms(),
                _ => 0,
            };
            act + Condition::count(&rule.when)
        });
        let chains = self.after_combat.iter();
        let chains = chains.map(|chain| chain.legs.len() + Condition::count(&chain.when));
        rules.chain(chains).sum()
    }
}

impl Condition {
    /// Counts conditions with those inside of them.
    fn count(conditions: &[Self]) -> usize {
        let counts = conditions.iter().map(|condition| match condition {
            Self::Not(inner) => 1 + Self::count(std::slice::from_ref(inner)),
            Self::AnyOf(inner) => 1 + Self::count(inner),
            _ => 1,
        });
        counts.sum()
    }

    /// Whether it is, or has inside of it, one of no conditions.
    fn is_void(&self) -> bool {
        match self {
            Self::Not(inner) => inner.is_void(),
            Self::AnyOf(inner) => inner.is_empty() || inner.iter().any(Self::is_void),
            _ => false,
        }
    }
}

impl Target {
    /// Whether it is, or has inside of it, the first of no targets.
    fn is_void(&self) -> bool {
        match self {
            Self::FirstOf(targets) => targets.is_empty() || targets.iter().any(Self::is_void),
            Self::Apart(_, target) => target.is_void(),
            _ => false,
        }
    }

    /// Counts it with those inside of it.
    fn terms(&self) -> usize {
        match self {
            Self::FirstOf(targets) => 1 + targets.iter().map(Self::terms).sum::<usize>(),
            Self::Apart(_, target) => 1 + target.terms(),
            _ => 1,
        }
    }

    /// Whether it may yield an ally.
    fn has_ally(&self) -> bool {
        match self {
            Self::HurtAlly | Self::Own => true,
            Self::FirstOf(targets) => targets.iter().any(Self::has_ally),
            Self::Apart(_, target) => target.has_ally(),
            _ => false,
        }
    }
}
