//! Effective stats, part by part (§8).
//!
//! **Invariant:** computed from the forces as they are at the moment of each attack; no floor.

use crate::battle::unit::{Health, UnitId};
use crate::rules::fleet::content::{Bonus, TraitId};
use crate::rules::fleet::craft::Class;
use crate::rules::fleet::event::{Source, Stat};
use crate::rules::fleet::forces::{Forces, Vessel};
use crate::rules::fleet::order::Action;

/// Returns the effective ATK of a unit; of a carrier, its own alone (§8, §11).
pub fn attack(forces: &Forces, id: UnitId) -> Stat {
    let mut stat = Stat::default();
    let mut add = |source, attack, _| stat.add(source, attack);
    each_part(forces, id, &mut add);
    stat
}

/// Returns the effective DEF of a unit; of a carrier, its own alone (§8, §11).
pub fn defense(forces: &Forces, id: UnitId) -> Stat {
    let mut stat = Stat::default();
    let mut add = |source, _, defense| stat.add(source, defense);
    each_part(forces, id, &mut add);
    stat
}

/// Returns the sums of the effective ATK and DEF of a unit alone, which takes no storage.
pub fn totals(forces: &Forces, id: UnitId) -> (i32, i32) {
    let mut totals = (0, 0);
    each_part(forces, id, &mut |_, attack, defense| {
        totals.0 += i32::from(attack);
        totals.1 += i32::from(defense);
    });
    totals
}

/// Gives each part of the effective ATK and DEF of a unit to whoever adds them up.
fn each_part(forces: &Forces, id: UnitId, add: &mut impl FnMut(Source, i16, i16)) {
    let (content, vessel) = (forces.content, &forces[id]);
    let kind = match vessel.class {
        Class::Carrier(carrier) => {
            let kind = content.carrier(carrier);
            return add(Source::Base, kind.attack, kind.defense);
        }
        Class::Ship(ship) => content.ship(ship),
    };
    add(Source::Base, kind.attack, kind.defense);
    let action = by_action(forces, vessel.stance.action);
    add(Source::Action, action.attack, action.defense);
    for &one in forces.perks(id) {
        let perk = content.perk(one);
        add(Source::Perk(one), perk.attack, perk.defense);
    }
    let morale = by_morale(forces, id);
    add(Source::Morale, morale.attack, morale.defense);
    for &one in in_force(forces, id) {
        let quirk = content.quirk(one);
        add(Source::Trait(one), quirk.attack, quirk.defense);
    }
    by_admiral(forces, id, add);
    add(Source::FireControl, fire_control(forces, id), 0);
    let hazard = forces.hazard(id);
    add(Source::Accuracy, hazard.accuracy, 0);
    add(Source::Hazard, 0, hazard.defense);
    if vessel.now.hull.now * 2 <= vessel.now.hull.max {
        add(Source::LastStand, 0, forces.ability(id).last_stand);
    }
}

/// Returns what an action adds.
pub(super) fn by_action(forces: &Forces, action: Action) -> Bonus {
    let actions = &forces.content.figures.actions;
    match action {
        Action::Attack => actions.attack,
        Action::Defend => actions.defend,
        Action::None | Action::Move | Action::Land => Bonus::default(),
    }
}

/// Returns what the pilot's morale adds.
fn by_morale(forces: &Forces, id: UnitId) -> Bonus {
    let figures = &forces.content.figures.morale;
    match forces[id].now.morale {
        morale if morale >= figures.high => figures.high_bonus,
        morale if morale <= figures.low => figures.low_bonus,
        _ => Bonus::default(),
    }
}

/// Lists the traits of a ship whose bonus holds now: Swarm needs an ally beside it (clarification 11).
fn in_force<'m>(forces: &'m Forces, id: UnitId) -> impl Iterator<Item = &'m TraitId> {
    let has_ally = move || allies_beside(forces, id, |_| true).next().is_some();
    let traits = forces.traits(id).iter();
    traits.filter(move |&&quirk| !forces.content.quirk(quirk).needs_ally || has_ally())
}

/// Lists the living allied ships at distance 1 that are so, by id.
fn allies_beside<'m>(
    forces: &'m Forces,
    id: UnitId,
    are_so: impl Fn(&Vessel) -> bool + 'm,
) -> impl Iterator<Item = UnitId> + 'm {
    let vessel = &forces[id];
    // How far off they are takes longest to tell.
    let allies = forces.flying().filter(move |other| {
        are_so(other)
            && other.side == vessel.side
            && other.id != id
            && forces.are_beside(vessel.tile, other.tile)
    });
    allies.map(|ally| ally.id)
}

/// Adds what the abilities of the side's admiral add: the player's, or every side's by an option.
fn by_admiral(forces: &Forces, id: UnitId, add: &mut impl FnMut(Source, i16, i16)) {
    let vessel = &forces[id];
    if !forces.options.admiral_sides.include(vessel.side) {
        return;
    }
    let is_below = |hull: Health, times: Option<u16>| {
        times.is_none_or(|times| hull.now.saturating_mul(times) < hull.max)
    };
    let carrier = forces.carrier_of(vessel.side);
    for &ability in forces.admiral(vessel.side) {
        let definition = forces.content.admiral(ability);
        let is_home_low = definition.below_carrier_hull.is_none()
            || carrier.is_some_and(|one| is_below(one.now.hull, definition.below_carrier_hull));
        if is_home_low && is_below(vessel.now.hull, definition.below_hull) {
            add(Source::Admiral(ability), definition.attack, 0);
        }
    }
}

/// Lists who lends a ship fire control: allied Frigates beside it that defend, by id, as many as count
/// (§8).
pub fn lenders<'m>(forces: &'m Forces, id: UnitId) -> impl Iterator<Item = UnitId> + 'm {
    let vessel = &forces[id];
    let is_in = forces.options.fcn_sides.include(vessel.side) && vessel.is_flying();
    let most = match forces.options.adjacency_cap {
        _ if !is_in => 0,
        Some(cap) => usize::from(cap),
        None => usize::MAX,
    };
    let lends = |ally: &Vessel| ally.stance.action == Action::Defend && forces.lends(ally.id);
    allies_beside(forces, id, lends).take(most)
}

/// Returns what the fire control network lends a ship (§8).
pub fn fire_control(forces: &Forces, id: UnitId) -> i16 {
    let count = i16::try_from(lenders(forces, id).count()).unwrap_or(i16::MAX);
    forces.content.figures.fire_control.saturating_mul(count)
}
