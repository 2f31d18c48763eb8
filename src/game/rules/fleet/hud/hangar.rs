//! The berths of the hangar, and the maneuvers of a unit that flies by them.

use super::bar::Bar;
use crate::battle::unit::UnitId;
use crate::game::kit::piece::{Ask, Button, Face, Ink, Piece, Pieces, UnitCard, button, faint};
use crate::game::kit::planning::choose;
use crate::game::rules::fleet::draft::{docked_units, is_carrier, known};
use crate::game::rules::fleet::input::CHOICES;
use crate::game::rules::fleet::{edits, on_show};
use crate::game::rules::playable::{name, own_side};
use crate::rules::fleet::order::{CarrierAction, Launch, Maneuver};
use crate::rules::fleet::{Fleet, queue as maneuvers};

/// Returns the berths: who is there, what is wrong with it, and whether it is launched.
pub(super) fn berths(bar: &Bar) -> Pieces {
    let (side, known, docked) = (
        own_side(bar.world),
        known(bar.world),
        docked_units(bar.world),
    );
    let home = known.carrier_of(side).map(|carrier| carrier.id);
    let kind = home.and_then(|id| known.carrier_kind(id));
    let berths = kind.map_or(0, |kind| usize::from(kind.hangar));
    let text = format!(
        "Hangar {} / {berths} · {} of {} bays used",
        docked.len(),
        bar.draft.plan.launches.len(),
        known.content.figures.carrier.bays
    );
    let mut pieces = Pieces(vec![faint(text).into()]);
    for (at, &ship) in docked.iter().enumerate() {
        pieces.add(berth(bar, at, ship));
    }
    for _ in docked.len()..berths {
        pieces.add(faint("· free ·"));
    }
    pieces
}

/// Returns a docked ship, and what can be done with it.
fn berth(bar: &Bar, at: usize, ship: UnitId) -> UnitCard {
    let mut launches = bar.draft.plan.launches.iter();
    let launch = launches.find(|one| one.ship == ship);
    let now = on_show::unit(bar.world, ship);
    let full = bar.forces.ship_type(ship).map_or(0, |kind| kind.ammo);
    let text = format!(
        "{}/{} hull · {}/{full} ammo",
        now.health.now, now.health.max, now.ammo
    );
    let mut body = Pieces::default();
    body.bar(
        now.health.now,
        now.health.max,
        Ink::of_health(now.health),
        text,
    );
    let ways = match launch {
        Some(launch) => leaving(bar, launch),
        None => staying(bar, at, ship),
    };
    body.line(ways.into_iter().map(|way| way.barred(bar.not_now()).into()));
    UnitCard {
        title: name(bar.world, ship).to_owned(),
        kind: String::new(),
        portrait: None,
        number: 0,
        body,
        width: 138.0,
        is_chosen: launch.is_some(),
        is_dim: false,
        click: None,
    }
}

/// Returns a small button that does something with a ship.
fn small(
    name: impl Into<String>,
    ship: UnitId,
    act: fn(&mut bevy::prelude::World, UnitId),
) -> Button {
    button(Face::Small, name, Ask::act(move |world| act(world, ship)))
}

/// Returns what can be changed of a launch.
fn leaving(bar: &Bar, launch: &Launch) -> Vec<Button> {
    let ship = launch.ship;
    let mut ways = vec![
        small("keep", ship, edits::launch).about("Keep it docked"),
        small("where", ship, edits::aim_launch).about("Choose the hex it launches to"),
    ];
    if bar.forces.has_queue() {
        let name = format!("phase {}", launch.sub_phase + 1);
        let phase = small(name, ship, edits::next_sub_phase);
        ways.push(phase.about("The sub-phase in which it launches"));
    }
    ways.push(small("orders", ship, choose::<Fleet>).about("What it does after launching"));
    ways
}

/// Returns what can be done with a ship that stays.
fn staying(bar: &Bar, at: usize, ship: UnitId) -> Vec<Button> {
    let name = format!("launch {}", at + 1);
    let launch = small(name, ship, edits::launch).about("Launch it this turn");
    let hull = on_show::unit(bar.world, ship).health;
    let repair = CarrierAction::Repair(Some(ship));
    let name = match bar.draft.plan.carrier.as_ref() == Some(&repair) {
        true => "repairing",
        false => "repair",
    };
    let set = Ask::act(move |world| edits::set_helm(world, repair.clone()));
    let repair = button(Face::Small, name, set).about("The carrier's action: it regains hull");
    let repair = (hull.now < hull.max).then_some(repair);
    [launch].into_iter().chain(repair).collect()
}

/// Returns the slots of a unit's queue, and the maneuvers that can be added.
pub(super) fn queue(bar: &Bar) -> Pieces {
    let slots = edits::slots(bar.world, bar.unit);
    let is_ship = !is_carrier(bar.world, bar.unit);
    let mut pieces = Pieces(vec![faint("Sub-phases").into()]);
    for at in 0..usize::from(maneuvers::usable(&bar.forces, bar.unit)) {
        let slot = slots.get(at);
        let empty = slot.is_none().then_some("holds");
        let name = slot.map_or(Maneuver::Hold, |slot| slot.maneuver);
        let next = Ask::act(move |world| edits::next_maneuver(world, at));
        let next = button(Face::Plain, format!("{}: {name}", at + 1), next);
        let next = next.about("The next maneuver").barred(bar.not_now());
        pieces.add(next.barred(empty));
        if is_ship {
            let fires = slot.is_some_and(|slot| slot.fire);
            let (name, ink) = match fires {
                true => ("fire", Ink::Accent),
                false => ("hold fire", Ink::Faint),
            };
            let fire = Ask::act(move |world| edits::toggle_slot_fire(world, at));
            let fire = button(Face::Small, name, fire).ink(ink);
            let fire = fire.about("Whether it fires in this sub-phase");
            pieces.add(fire.barred(bar.not_now()).barred(empty));
        }
    }
    if is_ship {
        pieces.separate();
        let maneuvers = CHOICES.into_iter().zip(Maneuver::ALL);
        pieces.extend(maneuvers.map(|(action, maneuver)| {
            let name = format!("+ {maneuver}");
            let add = button(Face::Small, name, Ask::Key(action));
            Piece::from(add.barred(bar.not_now()))
        }));
    }
    pieces
}
