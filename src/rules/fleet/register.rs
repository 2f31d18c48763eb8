//! The register: all units as musters have them, kept from one event to the next.
//!
//! **Invariant:** a cache of the units' components; whoever writes those renews it. The
//! computer and the fight read nothing else.

use bevy::prelude::{Resource, World};

use crate::{
    battle::unit::{Facing, Parts, Position, Presence, Roster, UnitId, part},
    rules::fleet::{
        content::{PerkId, PilotAbility, TraitId, WeaponId},
        craft::{Armament, Berth, Morale, Pilot, Standing, Stores, Traits},
        muster::{Condition, Insight, Vessel},
        setup,
    },
};

/// What never changes of a unit in a battle.
#[derive(Clone, Debug, Default)]
pub(super) struct Crew {
    pub(super) pilot: Pilot,
    /// Perks that count at the pilot's level.
    pub(super) perks: Vec<PerkId>,
    pub(super) ability: PilotAbility,
    pub(super) traits: Vec<TraitId>,
    pub(super) weapon: WeaponId,
}

/// A crew of which nothing is known.
pub(super) static STRANGERS: Crew = Crew {
    pilot: Pilot {
        xp: 0,
        perks: Vec::new(),
    },
    perks: Vec::new(),
    ability: PilotAbility::NONE,
    traits: Vec::new(),
    weapon: WeaponId(0),
};

/// All units of the battle as their components have them, for musters.
#[derive(Resource, Clone, Debug, Default)]
pub struct Register {
    pub(super) vessels: Vec<Vessel>,
    pub(super) crews: Vec<Crew>,
    /// What others who see them know of the crews: weapon and traits.
    pub(super) looks: Vec<Crew>,
}

impl Register {
    /// Whether it holds what the components hold.
    pub fn is_right(world: &World) -> bool {
        let register = world.resource::<Self>();
        let ids = world.resource::<Roster>().ids();
        world.resource::<Roster>().is_settled()
            && register.vessels.len() == world.resource::<Roster>().len()
            && ids
                .zip(&register.vessels)
                .all(|(id, vessel)| *vessel == read(world, id))
    }
}

/// Takes all units into the register, once they have their components.
pub(super) fn enlist(world: &mut World) {
    let ids = || world.resource::<Roster>().ids();
    let content = setup::content(world);
    let crew = |id| {
        let pilot = part::<Pilot>(world, id);
        Crew {
            pilot: pilot.clone(),
            perks: pilot.perks_in_force(content).to_vec(),
            ability: pilot.ability(content),
            traits: part::<Traits>(world, id).0.clone(),
            weapon: part::<Armament>(world, id).0,
        }
    };
    let crews: Vec<_> = ids().map(crew).collect();
    let looks = crews.iter().map(|crew| Crew {
        traits: crew.traits.clone(),
        weapon: crew.weapon,
        ..Crew::default()
    });
    let register = Register {
        vessels: ids().map(|id| read(world, id)).collect(),
        looks: looks.collect(),
        crews,
    };
    world.insert_resource(register);
    world.resource_mut::<Roster>().take_stale();
}

/// Takes the units that were written since into the register, once there is one.
pub(super) fn renew(world: &mut World) {
    if world.contains_resource::<Register>() {
        for id in world.resource_mut::<Roster>().take_stale() {
            let vessel = read(world, id);
            world.resource_mut::<Register>().vessels[id.index()] = vessel;
        }
    }
}

/// Reads a unit from its components.
fn read(world: &World, id: UnitId) -> Vessel {
    let roster = world.resource::<Roster>();
    let unit = Parts::of(world, id);
    let standing = unit.get::<Standing>();
    let presence = *unit.get::<Presence>();
    let is_docked = *unit.get::<Berth>() == Berth::Docked;
    Vessel {
        id,
        side: roster.side(id),
        class: *unit.get(),
        tile: (presence == Presence::OnBoard).then(|| unit.get::<Position>().0),
        docked: presence == Presence::Reserve && is_docked,
        facing: unit.get::<Facing>().0,
        now: Condition {
            hull: *unit.get(),
            ammo: unit.get::<Stores>().ammo,
            gun: *unit.get(),
            morale: unit.get::<Morale>().0,
            guards: *unit.get(),
        },
        stance: standing.stance,
        target: standing.order.target,
        insight: Insight::Crew,
    }
}
