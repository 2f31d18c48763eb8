//! Effective stats, part by part (§8).
//!
//! **Invariant:** computed from the forces as they are at the moment of each attack; no floor.

use crate::{
    battle::unit::{Health, UnitId},
    rules::fleet::{
        content::{Bonus, TraitId},
        event::{Source, Stat},
        forces::{Forces, Vessel},
        order::Action,
    },
};

/// Returns the effective ATK of a unit; of a carrier, its own alone (§8, §11).
pub fn attack(forces: &Forces, id: UnitId) -> Stat {
    let mut stat = Stat::default();
    add_attack(forces, id, &mut |source, value| stat.add(source, value));
    stat
}

/// Returns the effective DEF of a unit; of a carrier, its own alone (§8, §11).
pub fn defense(forces: &Forces, id: UnitId) -> Stat {
    let mut stat = Stat::default();
    add_defense(forces, id, &mut |source, value| stat.add(source, value));
    stat
}

/// Returns the sum of the effective ATK of a unit alone, which takes no storage.
pub fn attack_total(forces: &Forces, id: UnitId) -> i32 {
    let mut total = 0;
    add_attack(forces, id, &mut |_, value| total += i32::from(value));
    total
}

/// Returns the sum of the effective DEF of a unit alone, which takes no storage.
pub fn defense_total(forces: &Forces, id: UnitId) -> i32 {
    let mut total = 0;
    add_defense(forces, id, &mut |_, value| total += i32::from(value));
    total
}

fn add_attack(forces: &Forces, id: UnitId, add: &mut impl FnMut(Source, i16)) {
    let Some(ship) = forces.ship_type(id) else {
        let kind = forces.carrier_kind(id).map_or(0, |kind| kind.attack);
        add(Source::Base, kind);
        return;
    };
    add(Source::Base, ship.attack);
    add(
        Source::Action,
        by_action(forces, forces[id].stance.action).attack,
    );
    for &perk in forces.perks(id) {
        add(Source::Perk(perk), forces.content.perk(perk).attack);
    }
    add(Source::Morale, by_morale(forces, id).attack);
    for &quirk in in_force(forces, id) {
        add(Source::Trait(quirk), forces.content.quirk(quirk).attack);
    }
    by_admiral(forces, id, add);
    add(Source::FireControl, fire_control(forces, id));
    add(Source::Accuracy, forces.hazard(id).accuracy);
}

fn add_defense(forces: &Forces, id: UnitId, add: &mut impl FnMut(Source, i16)) {
    let Some(ship) = forces.ship_type(id) else {
        let kind = forces.carrier_kind(id).map_or(0, |kind| kind.defense);
        add(Source::Base, kind);
        return;
    };
    add(Source::Base, ship.defense);
    add(
        Source::Action,
        by_action(forces, forces[id].stance.action).defense,
    );
    for &perk in forces.perks(id) {
        add(Source::Perk(perk), forces.content.perk(perk).defense);
    }
    add(Source::Morale, by_morale(forces, id).defense);
    for &quirk in in_force(forces, id) {
        add(Source::Trait(quirk), forces.content.quirk(quirk).defense);
    }
    add(Source::Hazard, forces.hazard(id).defense);
    let hull = forces[id].now.hull;
    if hull.now * 2 <= hull.max {
        add(Source::LastStand, forces.ability(id).last_stand);
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
fn by_admiral(forces: &Forces, id: UnitId, add: &mut impl FnMut(Source, i16)) {
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
            add(Source::Admiral(ability), definition.attack);
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
