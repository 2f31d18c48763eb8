//! What is planned and fought for, in words: what each side has to do and brings, and what its units
//! are to do.

use bevy::prelude::World;

use crate::{
    battle::{
        knowledge::Knowledge,
        unit::{Side, Title, UnitId, part},
    },
    mission::Mission,
    playing::Setting,
    rules::fleet::{
        content::FleetContent,
        order::{Action, CarrierAction, Route, ShipOrder},
        panel::outlook::Outlook,
        progress::Progress,
        scenario::{Carriers, FleetSide, Scenario, Start, Time},
        setup, tell,
    },
};

/// Says what a side has to do, in small letters.
pub fn goal(world: &World, own: Side) -> String {
    let mission = &world.resource::<Setting>().mission;
    let scenario = Scenario::of(mission);
    let (fleets, objectives) = (&scenario.fleets, scenario.objectives);
    let names = mission.sides.iter().map(|side| side.name.as_str());
    let sides = || (0..).map(Side).zip(fleets.iter().zip(names.clone()));
    let others = || sides().filter(|(side, _)| *side != own);
    let foes: Vec<_> = others()
        .map(|(side, (fleet, name))| {
            let counts = side == Side::FIRST || objectives.carriers == Carriers::AllSides;
            let ships = match objectives.wings && !fleet.ships.is_empty() {
                true => " or all its ships",
                false => "",
            };
            match fleet.carrier.as_ref().filter(|_| counts) {
                Some(carrier) => format!("destroy {}{ships}", carrier.name),
                None if !ships.is_empty() => format!("destroy all ships of {name}"),
                None => format!("destroy all of {name}"),
            }
        })
        .collect();
    let mut text = foes.join(" and ");
    let full = setup::content(world).figures.drive_turns;
    let progress = world.resource::<Progress>();
    if fleets.get(own.index()).is_some_and(|fleet| fleet.drive) {
        let charge = progress.of(own).drive;
        text.push_str(&format!(", or charge the jump drive: {charge} of {full}"));
    }
    for (side, (_, name)) in others().filter(|(_, (fleet, _))| fleet.drive) {
        let charge = progress.of(side).drive;
        text.push_str(&format!(
            ", before {name} charges its drive: {charge} of {full}"
        ));
    }
    if objectives.time == Time::MostHull {
        text.push_str("; most hull wins once time is up");
    }
    text
}

/// Lists what a side brings, in words.
pub fn roster(mission: &Mission, fleet: &FleetSide) -> Vec<String> {
    let content = mission.catalog.part::<FleetContent>();
    let admiral = fleet.admiral.iter();
    let admiral = admiral.map(|&ability| format!("Admiral: {}", content.admiral(ability).name));
    let units = fleet.units().map(|unit| {
        let kind = unit.class.name(content);
        let upgrades = unit.upgrades.iter().map(|&one| &content.upgrade(one).name);
        let traits = unit.traits.iter().map(|&one| &content.quirk(one).name);
        let perks = unit.pilot.perks_in_force(content).iter();
        let perks = perks.map(|&one| &content.perk(one).name);
        let special = upgrades.chain(traits).chain(perks);
        let special: String = special.map(|name| format!(", {name}")).collect();
        let start = match unit.start {
            Start::Docked => ", docked",
            Start::Waiting => ", may come later",
            Start::Board { .. } => "",
        };
        // The names of most ships begin with their type's.
        match !unit.class.is_carrier() && unit.name.starts_with(kind) {
            true => format!("{}{special}{start}", unit.name),
            false => format!("{}: {kind}{special}{start}", unit.name),
        }
    });
    admiral.chain(units).collect()
}

/// Says what a carrier does.
pub fn helm(world: &World, action: &CarrierAction) -> String {
    match action {
        CarrierAction::Move(path) => format!("moves {}", path.len()),
        CarrierAction::Repair(None) => "repairs itself".into(),
        CarrierAction::Repair(Some(ship)) => format!("repairs {}", name(world, *ship)),
        CarrierAction::Rearm => "rearms docked ships".into(),
        CarrierAction::Queue(slots) => tell::queue(slots),
    }
}

/// Says what a ship does.
pub fn act(world: &World, side: Side, order: &ShipOrder, outlook: Option<&Outlook>) -> String {
    if !order.queue.is_empty() {
        return tell::queue(&order.queue);
    }
    let mut text = match order.action {
        Action::None => "holds",
        Action::Move => "moves",
        Action::Attack => "attacks",
        Action::Defend => "defends",
        Action::Land => "lands",
    }
    .to_owned();
    if order.route != Route::Stay && order.action != Action::Move {
        text.push_str(" after moving");
    }
    let attack = outlook.and_then(|outlook| outlook.attack.as_ref());
    let target = order.target.or(attack.map(|attack| attack.target));
    let known = world.resource::<Knowledge>().of(side);
    if let Some(target) = target.filter(|target| known.sightings[target.index()].is_some()) {
        text.push_str(&format!(", at {}", name(world, target)));
    }
    match order.fire {
        Some(false) => text.push_str(", holds fire"),
        Some(true) => text.push_str(", fires"),
        None => {}
    }
    if outlook.is_some_and(|outlook| outlook.course.blocked.is_some()) {
        text.push_str(" (blocked)");
    }
    text
}

fn name(world: &World, unit: UnitId) -> &str {
    &part::<Title>(world, unit).0
}
