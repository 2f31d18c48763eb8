//! Sentences in which units, hexes and sides stand by name.

use bevy::prelude::World;
use minijinja::{
    Environment, context,
    syntax::SyntaxConfig,
    value::{Serde, Value},
};
use serde::Serialize;

use super::book::environment;
use crate::{
    battle::{
        board::Board,
        grid::TileId,
        unit::{Roster, Side, Title, UnitId, part},
    },
    playing::Setting,
};

/// Something that people call by a name.
pub trait Named {
    /// Returns the name.
    fn named(&self, world: &World) -> String;
}

impl Named for UnitId {
    fn named(&self, world: &World) -> String {
        match world.resource::<Roster>().contains(*self) {
            true => part::<Title>(world, *self).0.clone(),
            false => format!("unit {}", self.0),
        }
    }
}

impl Named for TileId {
    fn named(&self, world: &World) -> String {
        let (column, row) = world.resource::<Board>().grid.to_offset(*self);
        format!("({column}, {row})")
    }
}

impl Named for Side {
    fn named(&self, world: &World) -> String {
        world.resource::<Setting>().mission.sides[self.index()]
            .name
            .clone()
    }
}

impl<T: Named> Named for [T] {
    fn named(&self, world: &World) -> String {
        let names: Vec<_> = self.iter().map(|one| one.named(world)).collect();
        names.join(", ")
    }
}

/// Writes a sentence: `say!(world, [unit, tile], "{unit} moves to {tile}")`.
macro_rules! say {
    ($world:expr, [$($what:ident),* $(,)?], $text:literal) => {{
        $(let $what = $what.named($world);)*
        format!($text)
    }};
}
pub(crate) use say;

/// Sentences about events: a template for each kind that is worth one.
///
/// `# Landed` begins that of an event, which has its fields; what stands before the first, such as macros,
/// belongs to each. Units and sides stand in it by name, `{{ names[ship] }}`; a hex is its number in rows
/// of `columns`.
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
        let sentence = self.0.get_template(&format!("{prefix}{name}")).ok()?;
        let names = world.resource::<Roster>().ids();
        let names: Vec<_> = names.map(|id| id.named(world)).collect();
        let sides = &world.resource::<Setting>().mission.sides;
        let sides: Vec<_> = sides.iter().map(|side| side.name.clone()).collect();
        let columns = world.resource::<Board>().grid.width;
        let fields = event.get_attr(&name).unwrap_or_default();
        let of = context! { ..of(), ..fields };
        let said = sentence.render(context! { names, sides, columns, ..of });
        let said = said.expect("templates are filled with what they ask for");
        let said = said.trim_end().trim_start_matches('\n');
        (!said.is_empty()).then(|| said.to_owned())
    }
}
