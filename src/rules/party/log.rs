//! Events and orders in words, with the dice.
//!
//! **Invariant:** says what happened, itemized; decides nothing.

use std::sync::LazyLock;

use bevy::prelude::World;
use minijinja::context;

use crate::battle::map::Maps;
use crate::battle::unit::{Health, Title, UnitId, Units, part};
use crate::rules::kit::sentence::Sentences;
use crate::rules::party::attack::Chance;
use crate::rules::party::character::{Gear, POINT};
use crate::rules::party::event::Event;
use crate::rules::party::order::Order;
use crate::rules::party::setup;

/// What is said of events and orders.
static SENTENCES: LazyLock<Sentences> =
    LazyLock::new(|| Sentences::read(include_str!("log.jinja")));

/// Returns an event as a line, if it is worth one.
pub fn line(world: &World, event: &Event) -> Option<String> {
    SENTENCES.say(world, "", event, || {
        let content = setup::content(world);
        let mut parts = Vec::new();
        let [mut left, mut lost, mut regained] = [(); 3].map(|()| String::new());
        match event {
            Event::Attacked(attack) => {
                parts = [&attack.odds.to_hit, &attack.odds.parry].map(chance).into();
                left = points(part::<Health>(world, attack.target).now);
                lost = points(attack.hit.map_or(0, |hit| hit.damage));
            }
            Event::Ticked(tick) => (lost, regained) = (points(tick.harm), points(tick.mend)),
            _ => {}
        }
        let things = match event {
            Event::Equipped { thing, .. } => thing.name(content).to_owned(),
            Event::Sheathed { weapon, .. } => content.weapon(*weapon).name.clone(),
            Event::Attacked(attack) => match attack.odds.weapon {
                Some(weapon) => content.weapon(weapon).name.to_lowercase(),
                None => "bare hands".to_owned(),
            },
            Event::Cast(casting) => content.spell(casting.spell).name.clone(),
            _ => String::new(),
        };
        let maps: Vec<_> = world
            .resource::<Maps>()
            .names()
            .map(str::to_owned)
            .collect();
        let effects: Vec<_> = content.effects.iter().map(|one| one.name.clone()).collect();
        context! { parts, left, lost, regained, things, effects, maps }
    })
}

/// Writes hundredths of a hit point.
pub fn points(hundredths: u16) -> String {
    match (hundredths / POINT, hundredths % POINT) {
        (whole, 0) => whole.to_string(),
        (whole, part) => format!("{whole}.{part:02}")
            .trim_end_matches('0')
            .to_owned(),
    }
}

/// Writes a chance with its parts: `70 (base 50, axe 15, weapon bonus 5)`.
pub fn chance(chance: &Chance) -> String {
    let parts = chance.parts.iter();
    let parts: Vec<_> = parts
        .map(|(source, percent)| format!("{source} {percent}"))
        .collect();
    match parts.is_empty() {
        true => "0".to_owned(),
        false => format!("{} ({})", chance.total(), parts.join(", ")),
    }
}

/// Returns an order as words: `Vega: attack Ghoul`.
pub fn order(world: &World, order: &Order) -> String {
    let name = |id: UnitId| match Units::of(world).contains(id) {
        true => part::<Title>(world, id).0.clone(),
        false => format!("character {}", id.0),
    };
    match order {
        Order::Move(id, path) => {
            let grid = Units::of(world).board().grid;
            let start = Units::of(world).seat(*id);
            let end = start.and_then(|start| {
                (path.iter()).try_fold(start, |at, &direction| grid.neighbor(at, direction))
            });
            let (column, row) = grid.to_offset(end.unwrap_or_default());
            format!("{}: move to ({column}, {row})", name(*id))
        }
        Order::Attack(id, target) => format!("{}: attack {}", name(*id), name(*target)),
        Order::Cast(id, spell, target) => {
            let spells = &setup::content(world).spells;
            let spell = spells
                .get(spell.index())
                .map_or("nothing", |spell| &spell.name);
            format!("{}: cast {spell} on {}", name(*id), name(*target))
        }
        Order::Open(id) => format!("{}: open the inventory", name(*id)),
        Order::Equip(id, slot) => {
            let pack = &part::<Gear>(world, *id).pack;
            let thing = pack.get(usize::from(*slot));
            let thing = thing.map_or("nothing", |thing| thing.name(setup::content(world)));
            format!("{}: take {thing}", name(*id))
        }
        Order::Sheathe(id) => format!("{}: put the weapon away", name(*id)),
        Order::Alert(id) => format!("{}: alert the others", name(*id)),
        Order::Rest(id) => format!("{}: rest", name(*id)),
        Order::Fight => "begin combat".into(),
        Order::EndCombat => "end combat".into(),
        Order::EndTurn => "end the turn".into(),
        Order::Enter => "enter the location".into(),
        Order::Leave => "leave by the gate".into(),
        Order::Engage => "fight them".into(),
        Order::Avoid => "avoid them".into(),
    }
}
