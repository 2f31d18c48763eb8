//! The party in the window: the usual panels and tokens, cards of its own, and a log of what its side sees.
//!
//! **Invariant:** shows what the player's side knows.

mod signs;

use bevy::prelude::*;

use crate::battle::knowledge::Knowledge;
use crate::battle::unit::{Health, Side, UnitId, part, side_of, units_on_board};
use crate::game::kit::panels::Panels;
use crate::game::kit::piece::{Ink, Pieces, UnitCard, faint};
use crate::game::kit::standard;
use crate::game::rules::playable::{Account, Playable, Teller, own_side};
use crate::playing::Game;
use crate::rules::party::character::{Effects, Lasting, Mana, Purse, Sheet};
use crate::rules::party::event::Event;
use crate::rules::party::log::points;
use crate::rules::party::{Party, setup};

pub use self::signs::plugin;

impl Playable for Party {
    type Teller = Witnessed;

    const CALLED: &'static str = "Party";
    const ABOUT: &'static str =
        "Characters with action points fight those who act by their own scripts";
    const EMBLEM: &'static str = "Party";
    const BASICS: &'static str = include_str!("basics.md");

    fn panels(world: &World) -> Panels {
        let own = units_on_board(world, own_side(world));
        Panels {
            heading: "Party",
            units: own.map(|unit| card(world, unit).into()).collect(),
            ..standard::panels::<Self>(world)
        }
    }
}

/// Shows hit points, action points, mana and effects of an own character.
fn card(world: &World, unit: UnitId) -> UnitCard {
    let content = setup::content(world);
    let (health, sheet) = (*part::<Health>(world, unit), part::<Sheet>(world, unit));
    let effects = part::<Effects>(world, unit);
    let mut body = Pieces::default();
    let [now, max] = [health.now, health.max].map(points);
    let ink = Ink::of_health(health);
    body.bar(health.now, health.max, ink, format!("{now} / {max} HP"));
    let ap = part::<Purse>(world, unit).ap;
    body.bar(ap.into(), sheet.ap.into(), Ink::Time, format!("{ap} AP"));
    let mana = part::<Mana>(world, unit).0;
    let mut words: Vec<_> = (mana > 0)
        .then(|| format!("{mana} mana"))
        .into_iter()
        .collect();
    let effect = |one: &Lasting| content.effect(one.effect).name.to_lowercase();
    words.extend(effects.0.iter().map(effect));
    if !words.is_empty() {
        body.add(faint(words.join(", ")).size(11.5));
    }
    UnitCard {
        kind: sheet.kind(content).name.clone(),
        body,
        ..standard::card::<Party>(world, unit)
    }
}

/// Tells a side the events that it sees.
pub struct Witnessed(Side);

impl Teller<Event> for Witnessed {
    fn begin(_: &World, side: Side) -> Self {
        Self(side)
    }

    fn tell(&mut self, world: &World, event: &Event, told: &mut Account) {
        let known = world.resource::<Knowledge>().of(self.0);
        let is_seen = |unit: UnitId| side_of(world, unit) == self.0 || known.sees_unit(unit);
        let is_told = match event.actor() {
            // What a side finds is its own to know.
            Some(unit) if matches!(event, Event::Found { .. }) => side_of(world, unit) == self.0,
            Some(unit) => is_seen(unit) || event.target().is_some_and(is_seen),
            None => true,
        };
        let mut event = event.clone();
        if let Event::CombatBegan { alerted, .. } = &mut event {
            // Whom the alarm reached out of sight is theirs to know.
            alerted.retain(|&unit| is_seen(unit));
        }
        if is_told {
            let lines = Party::tell_event(world, &event).into_iter();
            told.lines.extend(lines.map(|line| (line, None)));
        }
    }

    fn end(self, _: &World, _: &mut Account) {}
}
