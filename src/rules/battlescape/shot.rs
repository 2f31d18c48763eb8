//! Gathers the inputs of an attack from the world: one place for preview, AI and fight.
//!
//! **Invariant:** only hexes and units in sight of the attacker's side enter, so that the forecast
//! a player is shown is the one the fight rolls by, and nothing hidden leaks.

use bevy::prelude::World;

use crate::{
    battle::{
        board::Board,
        grid::{Arc, TileId},
        knowledge::Knowledge,
        path::WalkCost,
        sight::{self, Sightline},
        unit::{self, Facing, Health, Position, Presence, Side, UnitId, Vision},
    },
    content::{
        battlescape::{BattlescapeContent, Figures, FireMode, WeaponClass},
        terrain::Cover,
    },
    rules::battlescape::{
        attack::{self, Shot},
        order::Refusal,
        soldier::{self, Arms, Condition, Kind, Readiness, Rulebook, Stance, TimeUnits},
    },
};

/// TU figures of walking, as the path functions take them.
pub fn walk_cost(figures: &Figures) -> WalkCost {
    WalkCost { walk: figures.tu.walk, climb_percent: figures.tu.climb_percent }
}

/// Traces the line of fire, by lines wholly in the side's sight only.
pub fn line_of_fire(world: &World, side: Side, from: TileId, to: TileId) -> Sightline {
    let board = world.resource::<Board>();
    let known = world.resource::<Knowledge>().of(side);
    let figures = &world.resource::<Rulebook>().figures().sight;
    sight::trace(&board.grid, &board.layers, from, to, figures, |tile| known.sees(tile))
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
    let side = *unit::part::<Side>(world, shooter);
    let knowledge = world.resource::<Knowledge>();
    if *unit::part::<Side>(world, target) == side {
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
    let Some(cost) = figures.attack.get(&weapon.class).and_then(|modes| modes.get(&mode)) else {
        return Err(Refusal::NoSuchMode(mode));
    };
    if !weapon.modes.contains(&mode) {
        return Err(Refusal::NoSuchMode(mode));
    }
    let board = world.resource::<Board>();
    let to = unit::part::<Position>(world, target).0;
    let distance = board.grid.distance(from, to);
    let range = attack::range(content, weapon);
    if distance > range || distance == 0 {
        return Err(Refusal::OutOfRange { distance, range });
    }
    if unit::part::<Stance>(world, shooter).0 == Cover::Full
        && figures.cover.full_blocks_fire
        && from == unit::part::<Position>(world, shooter).0
    {
        return Err(Refusal::InFullCover);
    }
    if weapon.magazine > 0 && arms.rounds < u16::from(cost.rounds) {
        return Err(Refusal::NeedsRounds { needs: u16::from(cost.rounds), has: arms.rounds });
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
    let arc = board.grid.arc(
        to,
        facing,
        from,
        figures.cover.front_degrees,
        figures.cover.side_degrees,
    );
    let health = *unit::part::<Health>(world, shooter);
    let kind = content.unit(unit::part::<Kind>(world, shooter).0);
    let target_kind = content.unit(unit::part::<Kind>(world, target).0);
    let target_vision = unit::part::<Vision>(world, target).0;
    let target_armor = soldier::armor(world, target);
    let target_sees = u32::from(sight::vision(target_vision, &line, &figures.sight)) >= distance;
    Ok(Shot {
        accuracy: kind.accuracy,
        strength: kind.strength,
        critical: Condition::of(health, figures) == Condition::Critical,
        weapon: arms.weapon,
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
        armor_class: target_armor.class,
        in_stance: unit::part::<Stance>(world, target).0 != Cover::None,
    })
}

/// Returns TU and rounds of a weapon's mode (§3).
pub fn mode_cost(
    content: &BattlescapeContent,
    class: WeaponClass,
    mode: FireMode,
) -> Option<crate::content::battlescape::ModeCost> {
    content.figures.attack.get(&class)?.get(&mode).copied()
}

/// Returns the rounds an attack fires; a blow counts as one.
pub fn rounds_fired(content: &BattlescapeContent, shot: &Shot) -> u8 {
    let class = content.weapon(shot.weapon).class;
    mode_cost(content, class, shot.mode).map_or(1, |cost| cost.rounds.max(1))
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
    let cost = if ready.shots == 0 { 0 } else { figures.tu.reaction_later };
    if unit::part::<TimeUnits>(world, reactor).carried < cost {
        return None;
    }
    let arms = unit::part::<Arms>(world, reactor);
    let content = world.resource::<Rulebook>().content();
    let range = attack::range(content, content.weapon(arms.weapon));
    let board = world.resource::<Board>();
    if board.grid.distance(here, there) > range {
        return None;
    }
    shot(world, reactor, here, mover, FireMode::Snap, true).ok().map(|_| cost)
}

/// Judges the arc an attack comes from (§6).
pub fn arc_name(arc: Arc) -> &'static str {
    match arc {
        Arc::Front => "front",
        Arc::Side => "side",
        Arc::Rear => "rear",
    }
}
