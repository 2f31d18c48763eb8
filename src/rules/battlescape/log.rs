//! Events in words, for the log: what happened, and the dice and sums that it came from.
//!
//! **Invariant:** says what happened, itemised; decides nothing.

mod goal;

use std::sync::LazyLock;

use bevy::prelude::World;
use minijinja::context;
use minijinja::value::{Serde, Value};

use crate::battle::board::Board;
use crate::battle::grid::TileId;
use crate::battle::phase::Reason;
use crate::battle::unit::{Side, Title, UnitId, part};
use crate::content::definition::{Definition, names};
use crate::playing::Setting;
use crate::rules::battlescape::ai::MOST_ACTIONS;
use crate::rules::battlescape::content::items::ItemId;
use crate::rules::battlescape::event::{Event, Mark};
use crate::rules::battlescape::objective::Plot;
use crate::rules::battlescape::order::orders_given;
use crate::rules::battlescape::scenario::script::Action;
use crate::rules::battlescape::soldier::Rulebook;
use crate::rules::kit::sentence::{Sentences, outcome};

/// What is said of events.
static SENTENCES: LazyLock<Sentences> =
    LazyLock::new(|| Sentences::read(include_str!("log/events.jinja")));

/// What such lines begin with as tell of dice and sums only.
const RECKONING: &str = "  ";

/// Tells events of a battle.
#[derive(Clone, Copy)]
pub struct Log<'w> {
    world: &'w World,
}

impl<'w> Log<'w> {
    /// Tells events of the battle in this world.
    pub fn new(world: &'w World) -> Self {
        Self { world }
    }

    /// Returns what came of an event, if it is worth a line, and the dice and sums it came from in an
    /// indented line of their own.
    pub fn lines(self, event: &Event) -> Vec<String> {
        let say = |prefix| SENTENCES.say(self.world, prefix, event, || self.known(event));
        let reckoning = say("dice of ").map(|text| format!("{RECKONING}{text}"));
        say("").into_iter().chain(reckoning).collect()
    }

    /// Returns what sentences name that no event holds.
    fn known(self, event: &Event) -> Value {
        let rulebook = self.world.resource::<Rulebook>();
        let (content, catalog) = (rulebook.content(), rulebook.catalog());
        let script = &self.world.resource::<Plot>().0;
        let ground = match event {
            Event::Fired { stopped, .. }
            | Event::Threw { stopped, .. }
            | Event::Cast { stopped, .. } => *stopped,
            Event::Shot {
                target: Mark::Hex(tile),
                ..
            } => Some(*tile),
            _ => None,
        };
        let text = match event {
            Event::Told { trigger, action } => {
                match &script.triggers[usize::from(*trigger)].then[usize::from(*action)] {
                    Action::Message(text) => text.replace('\n', " "),
                    _ => String::new(),
                }
            }
            Event::SecondaryDone { index } => script.secondary[usize::from(*index)].name.clone(),
            Event::Interacted { object, .. } => script.objects[usize::from(*object)].name.clone(),
            Event::ObjectiveLost { loss } => self.loss(*loss),
            _ => String::new(),
        };
        let is_open = match event {
            Event::DoorMoved { becomes, .. } => catalog.terrain(*becomes).move_percent.is_some(),
            _ => false,
        };
        let is_worn_out = match event {
            Event::UnitEnded { unit } => orders_given(self.world, *unit) >= MOST_ACTIONS,
            _ => false,
        };
        let modifiers: Vec<_> = match event {
            Event::Fired { attack, .. } => (attack.aim.modifiers())
                .map(|(name, value)| (name.to_string(), value))
                .collect(),
            _ => Vec::new(),
        };
        let ending = match event {
            Event::Ended { ending } => Some(ending),
            _ => None,
        };
        let result = ending.map(|ending| outcome(self.world, ending));
        let is_late = ending.is_some_and(|ending| ending.reason == Reason::Time);
        context! {
            result,
            is_late,
            items => names(&content.items),
            weapons => names(&content.weapons),
            abilities => names(&content.abilities),
            terrains => names(&catalog.terrains),
            ground => ground.map(|tile| self.ground(tile)),
            text,
            is_open,
            is_worn_out,
            modifiers => Serde(modifiers),
        }
    }

    fn item(self, item: ItemId) -> &'w str {
        self.world
            .resource::<Rulebook>()
            .content()
            .item(item)
            .name()
    }

    /// The terrain of a hex and where it is: `wall at (3, 4)`.
    fn ground(self, tile: TileId) -> String {
        let terrain = self.world.resource::<Board>().layers.terrain(tile);
        let terrain = self.world.resource::<Rulebook>().catalog().terrain(terrain);
        let (column, row) = self.world.resource::<Board>().grid.to_offset(tile);
        format!("{} at ({column}, {row})", terrain.name.to_lowercase())
    }

    fn side(self, side: Side) -> &'w str {
        &self.world.resource::<Setting>().mission.sides[side.index()].name
    }

    fn name(self, unit: UnitId) -> &'w str {
        &part::<Title>(self.world, unit).0
    }
}
