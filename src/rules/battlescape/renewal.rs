//! Takes a changed mission over into the running battle: rules, objectives and texts.
//!
//! What a battle has grown from (board, units, who decides) and what its state counts (definitions by
//! number, triggers by number) must be as it was; [`obstacles`] names what is not.
//!
//! Of units, what was lost stays lost: hit points and energy keep their distance from the new most,
//! and nobody dies of a renewal. Ammunition, charges, TU and suppression are cut to the new most.
//!
//! **Invariant:** a renewal depends on the changed mission and the state alone, so it replays; it
//! moves nobody and touches no hex.

mod compare;

use bevy::prelude::*;

pub(super) use self::compare::obstacles;
use crate::battle;
use crate::battle::unit::{self, Health, Roster, Title, UnitId};
use crate::mission::Mission;
use crate::playing::Setting;
use crate::rules::battlescape::ai::Mindset;
use crate::rules::battlescape::apply::{light_up, open_eyes, wake_or_fall};
use crate::rules::battlescape::content::BattlescapeContent;
use crate::rules::battlescape::gear::{Carried, Pack, Props};
use crate::rules::battlescape::nerve::{Energy, Nerve};
use crate::rules::battlescape::objective::Progress;
use crate::rules::battlescape::scenario::Scenario;
use crate::rules::battlescape::setup::lay_down;
use crate::rules::battlescape::soldier::{Arms, Kind, Rulebook, TimeUnits, settle_senses};

/// Fits the running battle to a changed mission.
pub(super) fn fit(world: &mut World, before: &Mission, now: &Mission) {
    if Scenario::of(now).objective != Scenario::of(before).objective {
        let mut progress = world.resource_mut::<Progress>();
        (progress.held, progress.forlorn) = (0, false);
    }
    let setting = world.resource::<Setting>().clone();
    lay_down(world, setting);
    // What the computer player remembers of odds may hold no more.
    world.remove_resource::<Mindset>();
    let content = now.catalog.part::<BattlescapeContent>();
    battle::renew_definitions(world, &now.catalog, &content.figures.sight);
    let ids = world.resource::<Roster>().ids();
    for (id, name) in ids.zip(names(now)) {
        unit::unit_mut(world, id).insert(Title(name.to_owned()));
        fit_unit(world, id, content);
        wake_or_fall(world, id);
        settle_senses(world, id);
    }
    let litter = &mut world.resource_mut::<Props>();
    for (_, thing) in &mut litter.change().litter {
        *thing = fitting(*thing, content);
    }
    light_up(world);
    open_eyes(world);
}

fn names(mission: &Mission) -> impl Iterator<Item = &str> {
    Scenario::of(mission).units().map(|unit| unit.name.as_str())
}

/// Fits a unit to changed figures.
fn fit_unit(world: &mut World, id: UnitId, content: &BattlescapeContent) {
    let rulebook = world.resource::<Rulebook>().clone();
    let figures = rulebook.figures();
    let kind = content.unit(unit::part::<Kind>(world, id).0);
    let mut unit = unit::edit(world, id);
    let health = unit.part::<Health>();
    *health = health.refitted(kind.health);
    let energy = unit.part::<Energy>();
    energy.now = still(energy.now, energy.max, kind.energy);
    energy.max = kind.energy;
    let tu = unit.part::<TimeUnits>();
    tu.now = tu.now.min(figures.tu.per_turn + figures.tu.carry_max);
    tu.carried = tu.carried.min(figures.tu.carry_max);
    let nerve = unit.part::<Nerve>();
    nerve.suppression = nerve.suppression.min(figures.suppression.most);
    let arms = unit.part::<Arms>();
    arms.rounds = arms.rounds.min(content.weapon(arms.weapon).magazine);
    for thing in unit.part::<Pack>().slots.iter_mut().flatten() {
        *thing = fitting(*thing, content);
    }
}

/// Returns what is left of a new most after the same loss.
fn still(now: u16, most_before: u16, most: u16) -> u16 {
    most.saturating_sub(most_before.saturating_sub(now))
}

/// Returns a thing with no more in it than it holds now.
fn fitting(thing: Carried, content: &BattlescapeContent) -> Carried {
    match thing {
        Carried::Item { item, charges } => Carried::Item {
            item,
            charges: charges.min(content.item(item).charges),
        },
        Carried::Weapon {
            weapon,
            rounds,
            spare,
        } => Carried::Weapon {
            weapon,
            rounds: rounds.min(content.weapon(weapon).magazine),
            spare,
        },
    }
}
