//! Gathers the inputs of an attack from the world: one place for preview, AI and fight.
//!
//! **Invariant:** only hexes and units in sight of the attacker's side enter, so that the forecast
//! a player is shown is the one the fight rolls by, and nothing hidden leaks.

use bevy::prelude::World;

use crate::{
    battle::{
        board::Board,
        grid::TileId,
        knowledge::{Knowledge, SideKnowledge},
        path::MoveCost,
        sight::{self, Sightline},
        unit::{Facing, Health, UnitId, Units, Vision},
    },
    content::{
        battlescape::{Figures, FireMode, Gait, SightFigures, WeaponClass},
        terrain::Cover,
    },
    rules::battlescape::{
        attack::{self, Arc, Impossible, Shot},
        nerve::{self, Nerve},
        order::Refusal,
        soldier::{
            self, Arms, Condition, Footing, Kind, Readiness, Rulebook, Stance, TimeUnits, Worn,
        },
    },
};

/// TU figures of a gait, as the path functions take them (§3, §15.11).
pub fn move_cost(figures: &Figures, gait: Gait) -> MoveCost {
    let tu = &figures.tu;
    let walk = MoveCost::walking(tu.walk, tu.climb_percent);
    match gait {
        Gait::Walk => walk,
        Gait::Crouch | Gait::Crawl => MoveCost {
            flat: tu.low,
            ..walk
        },
        Gait::Run => MoveCost {
            terrain: 0,
            flat: tu.run,
            roughest: tu.run_roughest,
            ..walk
        },
        Gait::Disengage => MoveCost {
            terrain: 0,
            flat: tu.disengage,
            walk: 0,
            ..walk
        },
    }
}

/// Traces the line of fire, by lines wholly in the side's sight only.
pub fn line_of_fire(
    board: &Board,
    known: &SideKnowledge,
    figures: &SightFigures,
    from: TileId,
    to: TileId,
) -> Sightline {
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
    let units = Units::of(world);
    let side = units.side(shooter);
    let known = world.resource::<Knowledge>().of(side);
    if units.side(target) == side {
        return Err(Refusal::TargetIsFriend);
    }
    let Some(to) = units.seat(target).filter(|_| known.sees_unit(target)) else {
        return Err(Refusal::TargetNotVisible);
    };
    let content = world.resource::<Rulebook>().content();
    let figures = &content.figures;
    let arms = units.part::<Arms>(shooter);
    let weapon = content.weapon(arms.weapon);
    let cost = attack::mode_cost(figures, weapon, mode)?;
    let board = world.resource::<Board>();
    let distance = u16::try_from(board.grid.distance(from, to)).unwrap_or(u16::MAX);
    let reach = attack::reach(figures, weapon);
    if distance > reach || distance == 0 {
        return Err(Impossible::OutOfRange { distance, reach }.into());
    }
    if units.part::<Stance>(shooter).0 == Cover::Full
        && figures.cover.full_blocks_fire
        && units.seat(shooter) == Some(from)
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
    let line = line_of_fire(board, known, &figures.sight, from, to);
    if !line.open {
        return Err(Refusal::NoLineOfFire);
    }
    let cover = match weapon.class {
        WeaponClass::Melee => sight::ShotCover::default(),
        _ => sight::cover_of_shot(&board.layers, to, &line),
    };
    let facing = units.part::<Facing>(target).0;
    let offset = board.grid.hex(from) - board.grid.hex(to);
    let arc = Arc::of(&figures.cover, facing.number(), offset);
    let health = *units.part::<Health>(shooter);
    let kind = content.unit(units.part::<Kind>(shooter).0);
    let target_kind = content.unit(units.part::<Kind>(target).0);
    let target_vision = units.part::<Vision>(target).0;
    let target_armor = soldier::protection(content, target_kind, *units.part::<Worn>(target));
    let (footing, target_footing) = (
        units.part::<Footing>(shooter),
        units.part::<Footing>(target),
    );
    let nerve = *units.part::<Nerve>(shooter);
    let target_sees = u16::from(sight::vision(target_vision, &line, &figures.sight)) >= distance;
    Ok(Shot {
        accuracy: kind.accuracy,
        strength: kind.strength,
        critical: Condition::of(health, figures) == Condition::Critical,
        morale: nerve::band(&figures.morale, nerve).map_or(0, |band| band.accuracy),
        suppressed: nerve.suppressed > 0,
        ran: footing.ran,
        prone: footing.prone,
        mode,
        distance,
        cover: cover.cover,
        arc,
        height: i16::from(board.layers.elevation(from)) - i16::from(board.layers.elevation(to)),
        trees: line.trees - u8::from(cover.is_line_tree),
        smoke: line.smoke,
        reaction,
        unseen: !target_sees,
        target_ran: target_footing.ran,
        target_prone: target_footing.prone,
        evasion: target_kind.evasion,
        armor_rating: target_armor.rating,
        class: target_armor.class,
        in_stance: units.part::<Stance>(target).0 != Cover::None,
        health: units.part::<Health>(target).now,
    })
}

/// Returns what a reaction shot costs the reactor in carried TU, if it can fire at the mover now
/// (§7): the first is free, later ones are paid from carried TU.
pub fn reaction_cost(world: &World, reactor: UnitId, mover: UnitId) -> Option<u16> {
    let units = Units::of(world);
    let (here, there) = (units.seat(reactor)?, units.seat(mover)?);
    if !world.resource::<Knowledge>().unit_sees(reactor, there) {
        return None;
    }
    let ready = units.part::<Readiness>(reactor);
    let is_able = nerve::is_conscious(*units.part(reactor), *units.part(reactor))
        && units.part::<Nerve>(reactor).suppressed == 0;
    if !ready.ready || !is_able {
        return None;
    }
    let content = world.resource::<Rulebook>().content();
    let figures = &content.figures;
    let cost = match ready.shots {
        0 => 0,
        _ => figures.tu.reaction_later,
    };
    let arms = units.part::<Arms>(reactor);
    let reach = attack::reach(figures, content.weapon(arms.weapon));
    let distance = world.resource::<Board>().grid.distance(here, there);
    if distance > u32::from(reach) || units.part::<TimeUnits>(reactor).carried < cost {
        return None;
    }
    shot(world, reactor, here, mover, FireMode::Snap, true)
        .ok()
        .map(|_| cost)
}
