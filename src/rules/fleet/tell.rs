//! Orders and goals in words, for panels and for the log of those who may read them.
//!
//! **Invariant:** says what was ordered; decides nothing. Whoever tells a sealed plan answers for who
//! reads it.

use std::sync::LazyLock;

use bevy::prelude::World;
use minijinja::context;
use minijinja::value::Serde;

use crate::battle::knowledge::Knowledge;
use crate::battle::unit::{Side, UnitId};
use crate::mission::Mission;
use crate::playing::Setting;
use crate::rules::fleet::content::FleetContent;
use crate::rules::fleet::order::{Action, CarrierAction, Order, ShipOrder, SidePlan};
use crate::rules::fleet::panel::outlook::Outlook;
use crate::rules::fleet::progress::Progress;
use crate::rules::fleet::scenario::{FleetSide, Scenario, Start};
use crate::rules::fleet::setup;
use crate::rules::kit::sentence::{Sentences, named};

/// What is said of orders and goals.
static WORDS: LazyLock<Sentences> = LazyLock::new(|| Sentences::read(include_str!("words.jinja")));

/// Returns an order as words: `Vega: attack to (3, 2); Home: rearm`.
pub fn order(world: &World, order: &Order) -> String {
    match order {
        Order::Commit(plan) => match lines(world, plan) {
            told if told.is_empty() => "no orders".into(),
            told => told.join("; "),
        },
        Order::PlayOn => "play on".into(),
        Order::Renew(_) => "changed rules and texts".into(),
    }
}

/// Returns what a plan comes to, without names: `launch 2, attack 3, hold fire 1, carrier: rearm`.
pub fn briefly(world: &World, order: &Order) -> String {
    let Order::Commit(plan) = order else {
        return self::order(world, order);
    };
    let ships = || plan.ships.values();
    let of_one = || ships().filter(|ship| ship.queue.is_empty());
    let acts = Action::ALL.into_iter().filter(|act| *act != Action::None);
    let acts = acts.map(|act| {
        let count = of_one().filter(|ship| ship.action == act).count();
        (act.to_string(), count)
    });
    let held = of_one().filter(|ship| ship.action.intercepts() && !ship.stance().fire);
    let queued = ships().filter(|ship| !ship.queue.is_empty());
    let counts = [("launch".to_owned(), plan.launches.len())]
        .into_iter()
        .chain(acts)
        .chain([
            ("hold fire".to_owned(), held.count()),
            ("maneuver".to_owned(), queued.count()),
        ]);
    let counts = counts.filter(|(_, count)| *count > 0);
    let mut told: Vec<_> = counts
        .map(|(act, count)| format!("{act} {count}"))
        .collect();
    told.extend(plan.carrier.as_ref().map(|action| {
        let act = match action {
            CarrierAction::Move(_) => "move",
            CarrierAction::Repair(_) => "repair",
            CarrierAction::Rearm => "rearm",
            CarrierAction::Queue(_) => "maneuver",
        };
        format!("carrier: {act}")
    }));
    match told.is_empty() {
        true => "no orders".into(),
        false => told.join(", "),
    }
}

/// Lists what a plan orders, one unit a line.
pub fn lines(world: &World, plan: &SidePlan) -> Vec<String> {
    let of = context! { plan => Serde(plan), ..named(world) };
    WORDS.fill("plan", of).lines().map(str::to_owned).collect()
}

/// Returns what one ship is ordered as words: `Vega: attack after moving to (3, 2)`.
pub fn ship_order(world: &World, ship: UnitId, order: &ShipOrder) -> String {
    let of = context! { ship => ship.0, order => Serde(order), ..named(world) };
    WORDS.fill("order", of)
}

/// Says what a carrier does.
pub fn helm(world: &World, action: &CarrierAction) -> String {
    WORDS.fill("helm", context! { helm => Serde(action), ..named(world) })
}

/// Says what a ship does.
pub fn act(world: &World, side: Side, order: &ShipOrder, outlook: Option<&Outlook>) -> String {
    let attack = outlook.and_then(|outlook| outlook.attack.as_ref());
    let target = order.target.or(attack.map(|attack| attack.target));
    let known = world.resource::<Knowledge>().of(side);
    let target = target.filter(|target| known.sightings[target.index()].is_some());
    let of = context! {
        order => Serde(order),
        target => target.map(|target| target.0),
        is_blocked => outlook.is_some_and(|outlook| outlook.course.blocked.is_some()),
        ..named(world)
    };
    WORDS.fill("act", of)
}

/// Says what a side has to do, in small letters.
pub fn goal(world: &World, own: Side) -> String {
    let scenario = Scenario::of(&world.resource::<Setting>().mission);
    let progress = world.resource::<Progress>();
    let fleets = (0..).zip(&scenario.fleets).map(|(side, fleet)| {
        let carrier = fleet.carrier.as_ref();
        let charge = progress.of(Side(side)).drive;
        context! {
            side,
            carrier => carrier.map(|carrier| carrier.name.clone()),
            has_ships => !fleet.ships.is_empty(),
            charge => fleet.drive.then_some(charge),
        }
    });
    let of = context! {
        own => own.0,
        fleets => fleets.collect::<Vec<_>>(),
        objectives => Serde(scenario.objectives),
        full => setup::content(world).figures.drive_turns,
        ..named(world)
    };
    WORDS.fill("goal", of)
}

/// Lists what a side brings.
pub fn roster(mission: &Mission, fleet: &FleetSide) -> Vec<String> {
    let content = mission.catalog.part::<FleetContent>();
    let admiral = fleet.admiral.iter();
    let admiral = admiral.map(|&ability| format!("Admiral: {}", content.admiral(ability).name));
    let units = fleet.units().map(|unit| {
        let upgrades = unit.upgrades.iter().map(|&one| &content.upgrade(one).name);
        let traits = unit.traits.iter().map(|&one| &content.quirk(one).name);
        let perks = unit.pilot.perks_in_force(content).iter();
        let perks = perks.map(|&one| &content.perk(one).name);
        let special = upgrades.chain(traits).chain(perks);
        let kind = unit.class.name(content);
        let of_kind = match unit.class.is_carrier() || !unit.name.starts_with(kind) {
            true => format!(": {kind}"),
            // The names of most ships begin with their type's.
            false => String::new(),
        };
        let start = match unit.start {
            Start::Docked => ", docked",
            Start::Waiting => ", may come later",
            Start::Board { .. } => "",
        };
        let special: String = special.map(|name| format!(", {name}")).collect();
        format!("{}{of_kind}{special}{start}", unit.name)
    });
    admiral.chain(units).collect()
}
