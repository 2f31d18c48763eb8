//! What a vector expects, compared with what was found.
//!
//! **Invariant:** values are compared as they are written; what does not hold is a failure, what cannot
//! be expected is a problem of the file.

use std::fmt::Debug;

use crate::battle::phase::{Turn, Verdict};
use crate::battle::rules::Rules;
use crate::battle::state::UnitParts;
use crate::battle::unit::UnitId;
use crate::content::problem::suggest;
use crate::content::reader::Reader;
use crate::content::tree::{Field, Node};
use crate::playing::Game;

use super::VectorBattle;

/// A check that vectors of a rule set may name, and how it is made.
pub type Check<R> = (&'static str, fn(&mut VectorBattle<R>, &Field) -> Option<()>);

/// A figure of the battle that vectors may state, as files write it.
pub type Fact<R> = (&'static str, fn(&VectorBattle<R>) -> String);

/// A figure of a unit that vectors may state, as files write it.
pub type UnitFact<R> = (
    &'static str,
    fn(&VectorBattle<R>, UnitId, &<R as Rules>::UnitState) -> String,
);

/// Writes a value that there need not be.
pub fn or_none(value: Option<impl Debug>) -> String {
    value.map_or_else(|| "None".to_owned(), |value| format!("{value:?}"))
}

/// Compares a field with what was found, which is nothing if there is no such field; what does not hold.
///
/// `known` lists the fields there are.
pub fn compare(
    reader: &mut Reader,
    of: &str,
    field: &Field,
    known: &[&str],
    found: Option<String>,
) -> Option<String> {
    let name = &field.name;
    let Some(found) = found else {
        let hint = suggest(name, known.iter().copied());
        let message = format!("there is no `{name}` to expect{hint}");
        reader.problem(field.place, message);
        return None;
    };
    let wanted = field.node.to_ron();
    (wanted != found).then(|| format!("expected {of}{name} {wanted}, got {found}"))
}

impl<R: Game> VectorBattle<'_, R> {
    /// Compares what a vector states, figures of any battle and those of its rule set, and makes its checks.
    pub fn check(
        &mut self,
        node: &Node,
        example: &str,
        facts: &[Fact<R>],
        checks: &[Check<R>],
    ) -> Option<()> {
        let common: [Fact<R>; 2] = [
            ("turn", |scene| {
                scene.world.resource::<Turn>().number.to_string()
            }),
            ("outcome", |scene| {
                let verdict = scene.world.resource::<Verdict>().0;
                or_none(verdict.map(|ending| ending.outcome))
            }),
        ];
        for field in self.reader.members(node, example)? {
            let mut all = common.iter().chain(facts);
            if let Some((name, fact)) = all.find(|(name, _)| *name == field.name) {
                let found = fact(self);
                self.expect(name, &field.node, &found);
            } else if let Some((_, check)) = checks.iter().find(|(name, _)| *name == field.name) {
                check(self, field)?;
            } else {
                let facts = common.iter().chain(facts).map(|(name, _)| *name);
                let known: Vec<_> = facts.chain(checks.iter().map(|(name, _)| *name)).collect();
                compare(self.reader, "", field, &known, None);
            }
        }
        Some(())
    }

    /// Notes what does not hold of a value; `found` is written as files write it, texts in quotes.
    pub fn expect(&mut self, what: &str, wanted: &Node, found: &str) {
        let wanted = wanted.to_ron();
        if wanted != found {
            let failure = format!("expected {what} {wanted}, got {found}");
            self.failures.push(failure);
        }
    }

    /// Compares fields with what `observe` finds, nothing if it knows no such field.
    pub fn compare(
        &mut self,
        of: &str,
        fields: &[Field],
        known: &[&str],
        observe: impl Fn(&Self, &str) -> Option<String>,
    ) {
        for field in fields {
            let found = observe(self, &field.name);
            let failure = compare(self.reader, of, field, known, found);
            self.failures.extend(failure);
        }
    }

    /// Compares figures by unit: `{"A": (tu: 66)}`; `examples` are of the map and of the fields.
    pub fn by_unit(
        &mut self,
        node: &Node,
        examples: [&str; 2],
        what: &str,
        known: &[&str],
        observe: impl Fn(&Self, UnitId, &str) -> Option<String>,
    ) -> Option<()> {
        let [units, figures] = examples;
        for (key, node) in self.reader.entries(node, units)? {
            let id = self.unit(key)?;
            let fields = self.reader.members(node, figures)?;
            let of = format!("{}'s {what}", self.name(id));
            self.compare(&of, fields, known, |scene, name| observe(scene, id, name));
        }
        Some(())
    }

    /// Compares figures by unit like [`by_unit`](Self::by_unit), those of a list.
    pub fn units(&mut self, node: &Node, examples: [&str; 2], facts: &[UnitFact<R>]) -> Option<()> {
        let known: Vec<_> = facts.iter().map(|(name, _)| *name).collect();
        self.by_unit(node, examples, "", &known, |scene, id, name| {
            let (_, fact) = facts.iter().find(|(known, _)| *known == name)?;
            Some(fact(scene, id, &R::UnitState::read(&scene.world, id)))
        })
    }

    /// Checks that lines of the log hold some words; `whats` name the list and one of it, `tell` says
    /// which words are missing in which lines.
    pub fn log(
        &mut self,
        node: &Node,
        whats: [&str; 2],
        tell: fn(&str, &str) -> String,
    ) -> Option<()> {
        let [list, line] = whats;
        for node in self.reader.list(node, list) {
            let words = self.reader.text(node, line)?;
            if !self.lines.iter().any(|line| line.contains(words)) {
                let failure = tell(words, &self.lines.join(" | "));
                self.failures.push(failure);
            }
        }
        Some(())
    }
}
