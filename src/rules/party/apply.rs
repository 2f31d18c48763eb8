//! Writes events into the world.
//!
//! **Invariant:** the only writer of a running battle; neither rolls nor decides.

mod things;

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::grid::{Direction, TileId};
use crate::battle::knowledge::{self, Knowledge};
use crate::battle::map::{self, MapId};
use crate::battle::phase::{Turn, Verdict};
use crate::battle::unit::{
    Facing, Health, Position, Presence, Roster, Side, UnitId, Units, edit, part, side_of,
    take_off_board,
};
use crate::playing::renew;
use crate::rules::party::character::{
    Duty, Effects, Errand, Gear, Home, Mana, Memory, Purse, Thing,
};
use crate::rules::party::event::{Attack, Casting, Event, Struck, Tick};
use crate::rules::party::progress::{PARTY, Phase, Progress, Stage, is_hunted, is_up};
use crate::rules::party::{Party, setup};

/// Writes one event.
pub(super) fn apply(world: &mut World, event: &Event) {
    match event {
        Event::Arrived { places, .. } => {
            for &(id, tile, facing) in places {
                let is_own = side_of(world, id) == PARTY;
                let mut character = edit(world, id);
                character.set(Presence::OnBoard).set(Facing(facing));
                character.set(Position(tile)).set(Memory::at(tile));
                if !is_own {
                    character.set(Purse::default());
                }
                world.resource_mut::<Board>().enter(tile, id);
                knowledge::renew_view(world, id);
            }
        }
        Event::Left { units } => {
            for &id in units {
                take_off_board(world, id, Presence::Escaped);
            }
        }
        Event::CombatBegan {
            ap,
            spotted,
            alerted,
            displaced,
            left_out,
        } => {
            let known = spotted.map(|(own, _)| part::<Position>(world, own).0);
            fill(world, ap);
            begin(world, displaced, left_out);
            for &id in alerted {
                learn(world, id, known);
            }
        }
        Event::CombatEnded { errands } => {
            let mut progress = world.resource_mut::<Progress>();
            (progress.stage, progress.calm) = (Stage::Exploring, 0);
            for (id, errand) in errands {
                edit(world, *id).set(errand.clone());
            }
        }
        Event::Searched { unit, goal, .. } => {
            let mut unit = edit(world, *unit);
            if let Some(Duty::Wander { goal: now, .. }) = unit.part::<Errand>().duties.first_mut() {
                *now = *goal;
            }
        }
        Event::Minded {
            unit,
            errand,
            forgets,
        } => {
            edit(world, *unit).set(errand.clone());
            if *forgets {
                learn(world, *unit, None);
            }
        }
        Event::Stepped {
            unit,
            to,
            facing,
            ap,
        } => {
            pay(world, *unit, *ap);
            things::watch(world, *unit, |world| step(world, *unit, *to));
            edit(world, *unit).set(Facing(*facing));
            notice(world, *unit, *to);
        }
        Event::Stopped { unit } => pay(world, *unit, 0),
        Event::Attacked(attack) => attacked(world, attack),
        Event::Cast(casting) => cast(world, casting),
        Event::Opened { unit, ap } => {
            pay(world, *unit, *ap);
            edit(world, *unit).part::<Purse>().opened = true;
        }
        Event::Equipped { unit, slot, thing } => {
            pay(world, *unit, 0);
            things::equip(world, *unit, *slot, *thing);
        }
        Event::Sheathed { unit, weapon } => {
            pay(world, *unit, 0);
            let mut unit = edit(world, *unit);
            let gear = unit.part::<Gear>();
            gear.weapon = None;
            gear.pack.push(Thing::Weapon(*weapon));
        }
        Event::Alerted { unit, tile, told } => {
            pay(world, *unit, 0);
            for &id in told {
                learn(world, id, Some(*tile));
            }
        }
        Event::Handled { .. }
        | Event::Tried(_)
        | Event::Sprung { .. }
        | Event::Found { .. }
        | Event::Moved { .. } => things::write(world, event),
        Event::Rested { .. } => world.resource_mut::<Progress>().acting = None,
        Event::PartyDone => {
            world.resource_mut::<Turn>().active = Side(1);
            world.resource_mut::<Progress>().begin(Phase::Others);
        }
        Event::Acts { unit } => {
            let side = side_of(world, *unit);
            world.resource_mut::<Turn>().active = side;
            let mut progress = world.resource_mut::<Progress>();
            progress.acting = Some(*unit);
            progress.acted.push(*unit);
        }
        Event::Ticked(tick) => ticked(world, tick),
        Event::TurnBegan {
            number,
            calm,
            ap,
            known,
        } => {
            world.resource_mut::<Progress>().calm = *calm;
            begin_turn(world, *number, ap, known);
        }
        Event::Traveled { units, to, facing } => travel(world, units, *to, *facing),
        Event::Entered {
            map,
            places,
            gone,
            keeps,
            trip,
        } => {
            world.resource_mut::<Progress>().course.trip = trip.clone();
            for &id in gone {
                edit(world, id).set(Presence::Escaped);
            }
            enter(world, *map, places, *keeps);
        }
        Event::LookedOut { .. } | Event::Avoided { .. } | Event::NoBattlefield { .. } => {}
        Event::Renewed { source } => renew::<Party>(world, source),
        Event::Ended(ending) => world.resource_mut::<Verdict>().0 = Some(*ending),
    }
    if matches!(event, Event::Stepped { .. } | Event::Handled { .. }) && is_hunted(world) {
        world.resource_mut::<Progress>().stirred = true;
    }
}

/// Takes AP from a character for an action.
fn pay(world: &mut World, unit: UnitId, ap: u8) {
    let mut unit = edit(world, unit);
    let purse = unit.part::<Purse>();
    purse.ap = purse.ap.saturating_sub(ap);
    purse.acts = purse.acts.saturating_add(1);
}

/// Moves a character to another hex.
fn step(world: &mut World, unit: UnitId, to: TileId) {
    let mut character = edit(world, unit);
    let from = character.part::<Position>().0;
    character.set(Position(to));
    character.part::<Memory>().before = from;
    world.resource_mut::<Board>().enter(to, unit);
    knowledge::follow_step(world, unit);
}

/// Moves a group over the overland map; who comes where it knew somebody knows of nobody more.
fn travel(world: &mut World, units: &[UnitId], to: TileId, facing: Direction) {
    for &id in units {
        step(world, id, to);
        let mut unit = edit(world, id);
        unit.set(Facing(facing));
        let known = &mut unit.part::<Memory>().known;
        *known = known.filter(|&tile| tile != to);
    }
    if units.iter().any(|&id| side_of(world, id) == PARTY) {
        let tiles = &mut world.resource_mut::<Progress>().course.trip.tiles;
        *tiles = tiles.saturating_add(1);
    }
}

/// Puts another map into play; what was remembered of the one before is forgotten by those who come.
fn enter(world: &mut World, map: MapId, places: &[(UnitId, TileId)], keeps: bool) {
    let kind = setup::scenario(world).areas[map.index()].map;
    setup::set_vision(world, kind);
    for &(id, tile) in places {
        let mut unit = edit(world, id);
        if *unit.part::<Presence>() != Presence::OnBoard {
            unit.set(Purse::default());
        }
        unit.set(Memory::at(tile)).set(Home(Some(map)));
        unit.part::<Errand>().duties.clear();
    }
    setup::change_objects(world, map, keeps);
    map::enter(world, map, places, keeps);
    setup::survey(world);
    let mut progress = world.resource_mut::<Progress>();
    (progress.stage, progress.calm, progress.acting) = (Stage::Exploring, 0, None);
}

/// Has a character know where an enemy is, or of none; the party sees that of those in its sight.
fn learn(world: &mut World, id: UnitId, known: Option<TileId>) {
    let is_seen =
        side_of(world, id) != PARTY && (world.resource::<Knowledge>().of(PARTY)).sees_unit(id);
    let mut unit = edit(world, id);
    let memory = unit.part::<Memory>();
    memory.known = known;
    if is_seen {
        memory.shown = known;
    }
}

/// Has all enemies that see a step, and do not sleep, know the hex it leads to (§8).
fn notice(world: &mut World, unit: UnitId, tile: TileId) {
    let units = Units::of(world);
    let knowledge = world.resource::<Knowledge>();
    let sees = |&id: &UnitId| {
        units.are_foes(id, unit) && knowledge.unit_sees(id, tile) && is_up(world, id)
    };
    let seers: Vec<_> = units.ids().filter(sees).collect();
    for id in seers {
        learn(world, id, Some(tile));
    }
}

fn begin(world: &mut World, displaced: &[(UnitId, TileId)], left_out: &[UnitId]) {
    for &(id, tile) in displaced {
        step(world, id, tile);
    }
    for &id in left_out {
        take_off_board(world, id, Presence::Reserve);
    }
    let mut progress = world.resource_mut::<Progress>();
    (progress.stage, progress.calm) = (Stage::Combat, 0);
    // The party moves first, whoever saw whom in whose phase (§3).
    if progress.phase != Phase::Arrival {
        progress.begin(Phase::Party);
        world.resource_mut::<Turn>().active = PARTY;
    }
    let ids = world.resource::<Roster>().ids();
    for id in ids {
        let mut character = edit(world, id);
        let start = character.part::<Position>().0;
        character.part::<Memory>().start = start;
        character.part::<Errand>().duties.clear();
    }
}

fn attacked(world: &mut World, attack: &Attack) {
    pay(world, attack.attacker, attack.ap);
    let mut attacker = edit(world, attack.attacker);
    attacker.set(Facing(attack.facing));
    attacker.part::<Memory>().target = Some(attack.target);
    let Some(hit) = attack.hit else { return };
    hurt(world, attack.target, hit.damage, attack.killed);
    wake(world, attack.target);
}

/// Wakes a sleeper that is hit (§5).
fn wake(world: &mut World, unit: UnitId) {
    let content = setup::content(world);
    let sleeps = |effect| content.effect(effect).sleep;
    let effects = &Units::of(world).part::<Effects>(unit).0;
    let awake: Vec<_> = (effects.iter().copied())
        .filter(|one| !sleeps(one.effect))
        .collect();
    if awake.len() < effects.len() {
        edit(world, unit).set(Effects(awake));
    }
}

fn cast(world: &mut World, casting: &Casting) {
    pay(world, casting.unit, casting.ap);
    let mut caster = edit(world, casting.unit);
    caster.part::<Mana>().0 -= casting.mp;
    if let Some(facing) = casting.facing {
        caster.set(Facing(facing));
    }
    if let Some((slot, _)) = casting.item {
        things::spend(world, casting.unit, slot);
    }
    struck(world, &casting.results);
}

/// Writes what a spell did, whatever worked it.
fn struck(world: &mut World, results: &[Struck]) {
    for result in results {
        edit(world, result.unit).part::<Health>().now += result.mend;
        if result.harm > 0 {
            wake(world, result.unit);
        }
        let mut unit = edit(world, result.unit);
        let effects = &mut unit.part::<Effects>().0;
        effects.retain(|one| !result.cured.contains(&one.effect));
        if let Some(effect) = result.effect {
            effects.retain(|one| one.effect != effect.effect);
            effects.push(effect);
        }
        hurt(world, result.unit, result.harm, result.killed);
    }
}

fn hurt(world: &mut World, unit: UnitId, damage: u16, killed: bool) {
    let mut character = edit(world, unit);
    let health = character.part::<Health>();
    health.now = health.now.saturating_sub(damage);
    if killed {
        health.now = 0;
        things::fall(world, unit);
        take_off_board(world, unit, Presence::Dead);
    }
}

fn ticked(world: &mut World, tick: &Tick) {
    let mut character = edit(world, tick.unit);
    character.set(Effects(tick.left.clone()));
    character.part::<Health>().now += tick.mend;
    hurt(world, tick.unit, tick.harm, tick.killed);
}

/// Gives characters their action points of a turn.
fn fill(world: &mut World, ap: &[(UnitId, u8)]) {
    for &(id, ap) in ap {
        edit(world, id).set(Purse {
            ap,
            ..Purse::default()
        });
    }
}

fn begin_turn(world: &mut World, number: u16, ap: &[(UnitId, u8)], known: &[(UnitId, TileId)]) {
    let mut turn = world.resource_mut::<Turn>();
    turn.resolutions += u16::from(number > turn.number);
    turn.number = number;
    turn.active = PARTY;
    let mut progress = world.resource_mut::<Progress>();
    progress.begin(Phase::Party);
    progress.stirred = false;
    fill(world, ap);
    for &(id, tile) in known {
        learn(world, id, Some(tile));
    }
}
