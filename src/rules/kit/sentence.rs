//! Sentences in which units, hexes and sides stand by name.

use bevy::prelude::World;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value};
use minijinja::{Environment, context};
use serde::Serialize;

use super::book::environment;
use crate::battle::board::Board;
use crate::battle::phase::Ending;
use crate::battle::unit::{Roster, Title, part};
use crate::playing::Setting;

/// Writes a hex as players count them.
const AT: &str = "{% macro at(tile) %}({{ tile % columns }}, {{ tile // columns }}){% endmacro %}";

/// Returns what sentences name: units and sides by their numbers, and the columns of the board.
pub fn named(world: &World) -> Value {
    let names = world.resource::<Roster>().ids();
    let names: Vec<_> = (names.map(|id| part::<Title>(world, id).0.clone())).collect();
    let sides = &world.resource::<Setting>().mission.sides;
    let sides: Vec<_> = sides.iter().map(|side| side.name.clone()).collect();
    context! { names, sides, columns => world.resource::<Board>().grid.width }
}

/// Returns how a battle ended in words, with the name of the winner.
pub fn outcome(world: &World, ending: &Ending) -> String {
    let sides = &world.resource::<Setting>().mission.sides;
    ending.in_words(|side| sides[side.index()].name.clone())
}

/// Sentences: a template for each, and for each kind of event that is worth one.
///
/// `# Landed` begins that of an event, which has its fields; what stands before the first, such as macros,
/// belongs to each. Units and sides stand in it by name, `{{ names[ship] }}`; a hex is its number in rows
/// of `columns` (see [`named`]), and `{{ at(hex) }}` writes it.
pub struct Sentences(Environment<'static>);

impl Sentences {
    /// Reads sentences.
    pub fn read(text: &'static str) -> Self {
        let mut environment = environment();
        let mut syntax = SyntaxConfig::builder();
        syntax.trim_blocks(true).lstrip_blocks(true);
        environment.set_syntax(syntax.build().expect("it is the usual syntax"));
        let mut parts = text.split("\n# ");
        let shared = parts.next().unwrap_or_default();
        let shared = format!("{AT}{shared}");
        for (name, sentence) in parts.filter_map(|part| part.split_once('\n')) {
            let added =
                environment.add_template_owned(name.trim_end(), format!("{shared}{sentence}"));
            added.expect("templates are part of the program");
        }
        Self(environment)
    }

    /// Says an event by the sentence of its name with a prefix, if there is one and it is not empty; `of` is
    /// what sentences need beside it.
    pub fn say(
        &self,
        world: &World,
        prefix: &str,
        event: &impl Serialize,
        of: impl FnOnce() -> Value,
    ) -> Option<String> {
        let event = Value::from(Serde(event));
        let name = match event.as_str() {
            Some(name) => name.to_owned(),
            None => event.try_iter().ok()?.next()?.to_string(),
        };
        let sentence = format!("{prefix}{name}");
        self.0.get_template(&sentence).ok()?;
        let fields = event.get_attr(&name).unwrap_or_default();
        let of = context! { ..of(), ..fields };
        let said = self.fill(&sentence, context! { ..of, ..named(world) });
        (!said.is_empty()).then_some(said)
    }

    /// Fills the sentence of a name.
    pub fn fill(&self, name: &str, of: Value) -> String {
        let said = self
            .0
            .get_template(name)
            .and_then(|sentence| sentence.render(of));
        let said =
            said.expect("templates are part of the program and filled with what they ask for");
        said.trim_end().trim_start_matches('\n').to_owned()
    }
}
