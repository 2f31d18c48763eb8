//! What a fleet battle comes to: what every ship did, and what was lost.
//!
//! **Invariant:** drawn from the events of the journal played again and from the state they lead to;
//! nothing is kept for it while a battle is fought.

use bevy::prelude::World;
use serde::Serialize;

use crate::battle::unit::{Health, Presence, Roster, Title, UnitId, part};
use crate::battle::watch::Watcher;
use crate::playing::Debriefing;
use crate::rules::fleet::craft::{Berth, Class, Morale, Stores};
use crate::rules::fleet::event::Event;
use crate::rules::fleet::{Fleet, setup};

/// What one unit did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Service {
    /// Name.
    pub name: String,
    /// Name of its type.
    pub kind: String,
    /// Whether it is a carrier.
    pub is_carrier: bool,
    /// Its side.
    pub side: u8,
    /// `in space`, `docked`, `destroyed`, `left` or `never came`.
    pub fate: &'static str,
    /// Enemies it destroyed.
    pub kills: u32,
    /// Attacks it made.
    pub attacks: u32,
    /// Those that did damage.
    pub hits: u32,
    /// Hull it took from enemies.
    pub dealt: u32,
    /// Hull it lost.
    pub taken: u32,
    /// Hull left.
    pub hull: u16,
    /// Hull unhurt.
    pub hull_most: u16,
    /// Ammunition left.
    pub ammo: u8,
    /// Morale at the end, 0 to 100.
    pub morale: u8,
}

/// The outcome of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Debrief {
    /// What each unit did, by id.
    pub units: Vec<Service>,
}

impl Debriefing for Debrief {
    type Rules = Fleet;
    type Witness = Chronicle;

    fn begin(world: &World) -> Chronicle {
        let ids = world.resource::<Roster>().ids();
        Chronicle(ids.map(|id| service(world, id)).collect())
    }

    fn close(Chronicle(mut units): Chronicle, world: &World) -> Self {
        for (id, unit) in world.resource::<Roster>().ids().zip(&mut units) {
            let hull: Health = *part(world, id);
            (unit.hull, unit.hull_most) = (hull.now, hull.max);
            unit.ammo = part::<Stores>(world, id).ammo;
            unit.morale = part::<Morale>(world, id).0;
            unit.fate = match (part(world, id), part(world, id)) {
                (Presence::Dead, _) => "destroyed",
                (Presence::Escaped, _) => "left",
                (Presence::OnBoard, _) => "in space",
                (Presence::Reserve, Berth::Waiting) => "never came",
                (Presence::Reserve, Berth::Docked | Berth::Space) => "docked",
            };
        }
        Self { units }
    }
}

/// Gathers what every unit does.
pub struct Chronicle(Vec<Service>);

impl Watcher<Fleet> for Chronicle {
    fn after(&mut self, _: &World, event: &Event) {
        note(&mut self.0, event);
    }
}

fn service(world: &World, id: UnitId) -> Service {
    let content = setup::content(world);
    let class: Class = *part(world, id);
    Service {
        name: part::<Title>(world, id).0.clone(),
        kind: class.name(content).to_owned(),
        is_carrier: class.is_carrier(),
        side: world.resource::<Roster>().side(id).0,
        ..Service::default()
    }
}

fn note(units: &mut [Service], event: &Event) {
    let mut attacked = |by: UnitId, hit: bool| {
        let unit = &mut units[by.index()];
        unit.attacks += 1;
        unit.hits += u32::from(hit);
    };
    for attack in event.attacks() {
        attacked(attack.attacker, attack.hits());
    }
    if let Event::CarrierAttacked(attack) = event {
        attacked(attack.attacker, attack.damage > 0);
    }
    for harm in event.harms() {
        units[harm.unit.index()].taken += u32::from(harm.lost);
        let Some(by) = harm.by else { continue };
        if units[by.index()].side != units[harm.unit.index()].side {
            let unit = &mut units[by.index()];
            unit.dealt += u32::from(harm.lost);
            unit.kills += u32::from(harm.destroyed);
        }
    }
}
