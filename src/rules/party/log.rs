//! Events and orders in words, with the dice.
//!
//! **Invariant:** says what happened, itemized; decides nothing.

use std::sync::LazyLock;

use bevy::prelude::World;
use minijinja::context;

use crate::battle::grid::TileId;
use crate::battle::map::Maps;
use crate::battle::phase::Reason;
use crate::battle::unit::{Health, Title, UnitId, Units, part};
use crate::rules::kit::sentence::{Sentences, outcome};
use crate::rules::party::attack::Chance;
use crate::rules::party::character::{Gear, POINT, Purse, Slot};
use crate::rules::party::event::Event;
use crate::rules::party::order::Order;
use crate::rules::party::progress::{Progress, can_act, party};
use crate::rules::party::setup;

/// What is said of events and orders.
static SENTENCES: LazyLock<Sentences> =
    LazyLock::new(|| Sentences::read(include_str!("log.jinja")));

/// Returns an event as a line, if it is worth one; odds and dice follow as a line of their own, indented.
pub fn line(world: &World, event: &Event) -> Option<String> {
    let told = say(world, "", event, [&[]; 2])?;
    Some(match worn_out(world, event) {
        Some(who) => {
            let (line, odds) = told.split_at(told.find('\n').unwrap_or(told.len()));
            format!("{line}; {who} can take no more actions this turn{odds}")
        }
        None => told,
    })
}

/// Returns who stops for having done as much as the computer has it do in a turn, if that is why.
fn worn_out(world: &World, event: &Event) -> Option<String> {
    let progress = world.resource::<Progress>();
    let most = setup::content(world).figures.most_actions;
    let stops = |id: UnitId| can_act(world, id) && part::<Purse>(world, id).acts >= most;
    let name = |id: UnitId| part::<Title>(world, id).0.clone();
    match event {
        // Others may read this who do not see them.
        Event::PartyDone | Event::CombatEnded { .. } => {
            party(world).any(stops).then(|| "the party".to_owned())
        }
        Event::Rested { .. } | Event::Acts { .. } => None,
        _ => {
            let acting = event.actor().filter(|&id| progress.acting == Some(id));
            acting.filter(|&id| stops(id)).map(name)
        }
    }
}

/// Returns an event as a line for a side that saw a part of it only: whom it saw, and who is its own, by id.
pub(super) fn glimpse(
    world: &World,
    event: &Event,
    seen: &[bool],
    owned: &[bool],
) -> Option<String> {
    say(world, "Partly", event, [seen, owned])
}

fn say(world: &World, prefix: &str, event: &Event, [seen, owned]: [&[bool]; 2]) -> Option<String> {
    SENTENCES.say(world, prefix, event, || {
        let content = setup::content(world);
        let mut parts = Vec::new();
        let [mut remaining, mut lost, mut regained] = [(); 3].map(|()| String::new());
        match event {
            Event::Attacked(attack) => {
                parts = [&attack.odds.to_hit, &attack.odds.parry].map(chance).into();
                remaining = points(part::<Health>(world, attack.target).now);
                lost = points(attack.hit.map_or(0, |hit| hit.damage));
            }
            Event::Tried(trial) => parts = vec![chance(&trial.odds)],
            Event::Ticked(tick) => (lost, regained) = (points(tick.harm), points(tick.mend)),
            _ => {}
        }
        let things = match event {
            Event::Equipped { thing, .. } | Event::Moved { thing, .. } => {
                thing.name(content).to_owned()
            }
            Event::Sheathed { weapon, .. } => content.weapon(*weapon).name.clone(),
            Event::Sprung { trap, .. } => content.trap(*trap).name.clone(),
            Event::Attacked(attack) => match attack.odds.weapon {
                Some(weapon) => content.weapon(weapon).name.to_lowercase(),
                None => "bare hands".to_owned(),
            },
            Event::Cast(casting) => match casting.item {
                Some((_, item)) => content.item(item).name.to_lowercase(),
                None => content.spell(casting.spell).name.clone(),
            },
            _ => String::new(),
        };
        let maps: Vec<_> = world
            .resource::<Maps>()
            .names()
            .map(str::to_owned)
            .collect();
        let effects: Vec<_> = content.effects.iter().map(|one| one.name.clone()).collect();
        let [seen, owned] = [seen, owned].map(<[bool]>::to_vec);
        let ending = match event {
            Event::Ended(ending) => Some(ending),
            _ => None,
        };
        let result = ending.map(|ending| outcome(world, ending));
        let is_late = ending.is_some_and(|ending| ending.reason == Reason::Time);
        context! {
            parts, remaining, lost, regained, things, effects, maps, seen, owned, result, is_late
        }
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

/// Returns whole hit points, rounded up: whoever lives has one at least.
pub fn whole(hundredths: u16) -> u16 {
    hundredths.div_ceil(POINT)
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
            let end = at(world, end.unwrap_or_default());
            format!("{}: move to {end}", name(*id))
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
            let thing = carried(world, *id, Slot::Pack(*slot));
            format!("{}: take {thing}", name(*id))
        }
        Order::Sheathe(id) => format!("{}: put the weapon away", name(*id)),
        Order::Use(id, slot, target) => {
            let thing = carried(world, *id, *slot);
            format!("{}: use {thing} on {}", name(*id), name(*target))
        }
        Order::Handle(id, deed, tile) => {
            let deed = deed.words();
            format!("{}: {deed} at {}", name(*id), at(world, *tile))
        }
        Order::Take(id, tile, thing) => {
            let content = setup::content(world);
            let known = Some(thing).filter(|thing| thing.is_in(content));
            let thing = known.map_or("nothing", |thing| thing.name(content));
            format!("{}: take {thing} from {}", name(*id), at(world, *tile))
        }
        Order::Put(id, slot, tile) => {
            let thing = carried(world, *id, Slot::Pack(*slot));
            format!("{}: put {thing} at {}", name(*id), at(world, *tile))
        }
        Order::Alert(id) => format!("{}: alert allies", name(*id)),
        Order::Rest(id) => format!("{}: rest", name(*id)),
        Order::Fight => "start combat".into(),
        Order::EndCombat => "end combat".into(),
        Order::EndTurn => "end the turn".into(),
        Order::Enter => "enter the location".into(),
        Order::Leave => "leave through the gate".into(),
        Order::Engage => "fight them".into(),
        Order::Avoid => "avoid them".into(),
        Order::Renew(_) => "apply changed files".into(),
    }
}

/// Writes a hex.
fn at(world: &World, tile: TileId) -> String {
    let (column, row) = Units::of(world).board().grid.to_offset(tile);
    format!("({column}, {row})")
}

/// Returns the name of what is carried in a place.
fn carried(world: &World, id: UnitId, slot: Slot) -> &str {
    let known = Units::of(world).contains(id);
    let thing = known.then(|| part::<Gear>(world, id).get(slot)).flatten();
    thing.map_or("nothing", |thing| thing.name(setup::content(world)))
}
