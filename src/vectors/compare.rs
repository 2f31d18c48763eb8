//! What a vector expects, compared with what was found.
//!
//! **Invariant:** values are compared as they are written; what does not hold is a failure, what cannot
//! be expected is a problem of the file.

use crate::battle::unit::UnitId;
use crate::content::problem::suggest;
use crate::content::reader::Reader;
use crate::content::tree::{Field, Node};
use crate::playing::Game;

use super::VectorBattle;

/// A check that vectors of a rule set may name, and how it is made.
pub type Check<R> = (&'static str, fn(&mut VectorBattle<R>, &Field) -> Option<()>);

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
    /// Makes the checks of a vector; `strange` notes one that there is not, and whether to go on.
    pub fn check(
        &mut self,
        node: &Node,
        example: &str,
        checks: &[Check<R>],
        strange: fn(&mut Reader, &Field) -> Option<()>,
    ) -> Option<()> {
        for field in self.reader.members(node, example)? {
            match checks.iter().find(|(name, _)| *name == field.name) {
                Some((_, check)) => check(self, field)?,
                None => strange(self.reader, field)?,
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
