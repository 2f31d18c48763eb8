//! Gathers the inputs of an attack from the world: one place for preview, AI and fight.
//!
//! **Invariant:** only hexes and units in sight of the attacker's side enter, so that the forecast
//! a player is shown is the one the fight rolls by, and nothing hidden leaks.

use bevy::prelude::World;

use crate::{
    battle::{
        board::Board,
        grid::TileId,
        knowledge::Knowledge,
        path::WalkCost,
        sight::{self, Sightline},
        unit::{self, Facing, Health, Position, Presence, Side, UnitId, Vision},
    },
    content::{
        battlescape::{Figures, FireMode, WeaponClass},
        terrain::Cover,
    },
    rules::battlescape::{
        attack::{self, Arc, Impossible, Shot},
        order::Refusal,
        soldier::{self, Arms, Condition, Kind, Readiness, Rulebook, Stance, TimeUnits},
    },
};

/// TU figures of walking, as the path functions take them.
pub fn walk_cost(figures: &Figures) -> WalkCost {
    WalkCost {
        walk: figures.tu.walk,
        climb_percent: figures.tu.climb_percent,
    }
}

/// Traces the line of fire, by lines wholly in the side's sight only.
pub fn line_of_fire(world: &World, side: Side, from: TileId, to: TileId) -> Sightline {
    let board = world.resource::<Board>();
    let known = world.resource::<Knowledge>().of(side);
    let figures = &world.resource::<Rulebook>().figures().sight;
    sight::trace(&board.grid, &board.layers, from, to, figures, |tile| {
        known.sees(tile)
    })
}

/// Gathers what an attack from a hex depends on.
///
/// `from` need not be where the shooter stands: previews and the AI ask for other hexes.
///
/// # Errors
/// Why the attack is impossible, apart from TU, which depend on the kind of order.
pub fn shot(
    world: &World,
    shooter: UnitId,
    from: TileId,
    target: UnitId,
    mode: FireMode,
    reaction: bool,
) -> Result<Shot, Refusal> {
    let side = unit::side_of(world, shooter);
    let knowledge = world.resource::<Knowledge>();
    if unit::side_of(world, target) == side {
        return Err(Refusal::TargetIsFriend);
    }
    if !knowledge.of(side).sees_unit(target)
        || *unit::part::<Presence>(world, target) != Presence::OnBoard
    {
        return Err(Refusal::TargetNotVisible);
    }
    let content = world.resource::<Rulebook>().content();
    let figures = &content.figures;
    let arms = unit::part::<Arms>(world, shooter);
    let weapon = content.weapon(arms.weapon);
    let cost = attack::mode_cost(figures, weapon, mode)?;
    let board = world.resource::<Board>();
    let to = unit::part::<Position>(world, target).0;
    let distance = u16::try_from(board.grid.distance(from, to)).unwrap_or(u16::MAX);
    let reach = attack::reach(figures, weapon);
    if distance > reach || distance == 0 {
        return Err(Impossible::OutOfRange { distance, reach }.into());
    }
    if unit::part::<Stance>(world, shooter).0 == Cover::Full
        && figures.cover.full_blocks_fire
        && from == unit::part::<Position>(world, shooter).0
    {
        return Err(Refusal::InFullCover);
    }
    if weapon.magazine > 0 && arms.rounds < u16::from(cost.rounds) {
        let needs = u16::from(cost.rounds);
        return Err(Impossible::ShortMagazine {
            needs,
            has: arms.rounds,
        }
        .into());
    }
    let line = line_of_fire(world, side, from, to);
    if !line.open {
        return Err(Refusal::NoLineOfFire);
    }
    let cover = match weapon.class {
        WeaponClass::Melee => sight::ShotCover::default(),
        _ => sight::cover_of_shot(&board.layers, to, &line),
    };
    let facing = unit::part::<Facing>(world, target).0;
    let offset = board.grid.hex(from) - board.grid.hex(to);
    let arc = Arc::of(&figures.cover, facing.number(), offset);
    let health = *unit::part::<Health>(world, shooter);
    let kind = content.unit(unit::part::<Kind>(world, shooter).0);
    let target_kind = content.unit(unit::part::<Kind>(world, target).0);
    let target_vision = unit::part::<Vision>(world, target).0;
    let target_armor = soldier::armor(world, target);
    let target_sees = u16::from(sight::vision(target_vision, &line, &figures.sight)) >= distance;
    Ok(Shot {
        accuracy: kind.accuracy,
        strength: kind.strength,
        critical: Condition::of(health, figures) == Condition::Critical,
        mode,
        distance,
        cover: cover.cover,
        arc,
        height: i16::from(board.layers.elevation(from)) - i16::from(board.layers.elevation(to)),
        trees: line.trees - u8::from(cover.is_line_tree),
        smoke: line.smoke,
        reaction,
        unseen: !target_sees,
        evasion: target_kind.evasion,
        armor_rating: target_armor.rating,
        class: target_armor.class,
        in_stance: unit::part::<Stance>(world, target).0 != Cover::None,
        health: unit::part::<Health>(world, target).now,
    })
}

/// Returns what a reaction shot costs the reactor in carried TU, if it can fire at the mover now
/// (§7): the first is free, later ones are paid from carried TU.
pub fn reaction_cost(world: &World, reactor: UnitId, mover: UnitId) -> Option<u16> {
    let ready = unit::part::<Readiness>(world, reactor);
    let here = unit::part::<Position>(world, reactor).0;
    let there = unit::part::<Position>(world, mover).0;
    if !ready.ready
        || *unit::part::<Presence>(world, reactor) != Presence::OnBoard
        || !world.resource::<Knowledge>().unit_sees(reactor, there)
    {
        return None;
    }
    let figures = world.resource::<Rulebook>().figures();
    let cost = if ready.shots == 0 {
        0
    } else {
        figures.tu.reaction_later
    };
    if unit::part::<TimeUnits>(world, reactor).carried < cost {
        return None;
    }
    let arms = unit::part::<Arms>(world, reactor);
    let content = world.resource::<Rulebook>().content();
    let reach = attack::reach(figures, content.weapon(arms.weapon));
    let board = world.resource::<Board>();
    if board.grid.distance(here, there) > u32::from(reach) {
        return None;
    }
    shot(world, reactor, here, mover, FireMode::Snap, true)
        .ok()
        .map(|_| cost)
}
