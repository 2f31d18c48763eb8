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
        battlescape::items::Charge,
        battlescape::{
            ArmorClass, BattlescapeContent, Figures, FireMode, Gait, ReactionRule, SightFigures,
            Weapon, WeaponClass,
        },
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
pub fn move_cost(figures: &Figures, gait: Gait, flies: bool) -> MoveCost {
    let tu = &figures.tu;
    let walk = match flies {
        false => MoveCost::walking(tu.walk, tu.climb_percent),
        // Over any ground that can be entered, as over a plain hex.
        true => MoveCost {
            terrain: 0,
            flat: tu.walk,
            roughest: u16::MAX,
            walk: 0,
            climb_percent: 0,
        },
    };
    match gait {
        Gait::Walk => walk,
        Gait::Crouch | Gait::Crawl => MoveCost {
            flat: walk.flat + tu.low,
            ..walk
        },
        Gait::Run => MoveCost {
            terrain: 0,
            flat: tu.run,
            roughest: if flies { u16::MAX } else { tu.run_roughest },
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
    // Of hexes in sight the memory is the truth; either end may be out of sight.
    sight::trace(&board.grid, &known.layers, from, to, figures, |tile| {
        known.sees(tile) && !(figures.units_block && is_manned(board, known, tile))
    })
}

/// Whether the side sees a unit stand on a hex.
fn is_manned(board: &Board, known: &SideKnowledge, tile: TileId) -> bool {
    (board.first_occupant(tile)).is_some_and(|unit| known.sees_unit(unit))
}

/// Gathers what an attack on a unit from a hex depends on.
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
    let weapon = content.weapon(units.part::<Arms>(shooter).weapon);
    let distance = in_range(units, content, shooter, from, to, mode)?;
    let board = units.board();
    let line = line_of_fire(board, known, &figures.sight, from, to);
    if !line.open {
        return Err(Refusal::NoLineOfFire);
    }
    let cover = match weapon.class {
        WeaponClass::Melee => sight::ShotCover::default(),
        _ => sight::cover_of_shot(&known.layers, to, &line),
    };
    let facing = units.part::<Facing>(target).0;
    let offset = board.grid.hex(from) - board.grid.hex(to);
    let target_kind = content.unit(units.part::<Kind>(target).0);
    let target_vision = units.part::<Vision>(target).0;
    let target_armor = soldier::protection(content, target_kind, *units.part::<Worn>(target));
    let target_footing = units.part::<Footing>(target);
    let target_sees = u16::from(sight::vision(target_vision, &line, &figures.sight)) >= distance;
    Ok(Shot {
        cover: cover.cover,
        arc: Arc::of(&figures.cover, facing.number(), offset),
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
        scatter_rings: scatter_rings(figures, weapon, board, known, to),
        health: units.part::<Health>(target).now,
        ..circumstances(units, content, shooter, from, to, mode)
    })
}

/// Gathers what an attack on a hex depends on; `occupant` stands there unseen, if anybody does.
///
/// The chance is the same whoever stands there, so that it can be told beforehand: by the cover the
/// hex is known to give, from the front.
///
/// # Errors
/// Why the attack is impossible, apart from TU.
pub fn shot_at_hex(
    world: &World,
    shooter: UnitId,
    from: TileId,
    to: TileId,
    mode: FireMode,
    occupant: Option<UnitId>,
) -> Result<Shot, Refusal> {
    let units = Units::of(world);
    let known = world.resource::<Knowledge>().of(units.side(shooter));
    let board = units.board();
    if !known.layers.is_known(to) {
        return Err(Refusal::UnknownHex(to));
    }
    if let Some(unit) = board.first_occupant(to) {
        if units.side(unit) == units.side(shooter) {
            return Err(Refusal::OwnUnitThere);
        }
        if known.sees_unit(unit) {
            return Err(Refusal::AimAtUnit(unit));
        }
    }
    let content = world.resource::<Rulebook>().content();
    let figures = &content.figures;
    let weapon = content.weapon(units.part::<Arms>(shooter).weapon);
    in_range(units, content, shooter, from, to, mode)?;
    let line = line_to_hex(board, known, &figures.sight, from, to);
    if !line.open {
        return Err(Refusal::NoLineOfFire);
    }
    let cover = match weapon.class {
        WeaponClass::Melee => sight::ShotCover::default(),
        _ => sight::cover_of_shot(&known.layers, to, &line),
    };
    let armor = occupant.map(|unit| soldier::armor(world, unit));
    Ok(Shot {
        cover: cover.cover,
        trees: line.trees - u8::from(cover.is_line_tree),
        smoke: line.smoke,
        blind: true,
        armor_rating: armor.map_or(0, |armor| armor.rating),
        class: armor.map_or(ArmorClass::Bio, |armor| armor.class),
        scatter_rings: scatter_rings(figures, weapon, board, known, to),
        health: occupant.map_or(0, |unit| units.part::<Health>(unit).now),
        ..circumstances(units, content, shooter, from, to, mode)
    })
}

/// Gathers what a throw at a hex depends on, as far as the dice need it.
pub fn throw(world: &World, unit: UnitId, from: TileId, to: TileId) -> Shot {
    let units = Units::of(world);
    let content = world.resource::<Rulebook>().content();
    circumstances(units, content, unit, from, to, FireMode::Snap)
}

/// Gathers what a throw at a hex depends on, and where a miss would leave whoever stands there.
pub fn throw_forecast(
    world: &World,
    unit: UnitId,
    from: TileId,
    to: TileId,
    charge: &Charge,
) -> Shot {
    let units = Units::of(world);
    let board = units.board();
    let known = world.resource::<Knowledge>().of(units.side(unit));
    let content = world.resource::<Rulebook>().content();
    let mut area = attack::Area {
        radius: charge.radius,
        ..attack::Area::cloud(&content.figures.area)
    };
    area.aim_at(&board.grid, &known.layers, to);
    Shot {
        scatter_rings: area.rings,
        ..throw(world, unit, from, to)
    }
}

/// Checks that a unit can throw something from a hex to another: near enough and past what is known.
///
/// # Errors
/// Why it cannot.
pub fn can_throw(world: &World, unit: UnitId, from: TileId, to: TileId) -> Result<(), Refusal> {
    let units = Units::of(world);
    let known = world.resource::<Knowledge>().of(units.side(unit));
    let content = world.resource::<Rulebook>().content();
    if to.index() >= units.board().grid.len() {
        return Err(Refusal::OffBoard);
    }
    if !known.layers.is_known(to) {
        return Err(Refusal::UnknownHex(to));
    }
    let strength = content.unit(units.part::<Kind>(unit).0).strength;
    let reach = attack::throw_reach(&content.figures, strength);
    let distance = units.board().grid.distance(from, to);
    let distance = u16::try_from(distance).unwrap_or(u16::MAX);
    if distance > reach {
        return Err(Refusal::TooFar { distance, reach });
    }
    let line = line_to_hex(units.board(), known, &content.figures.sight, from, to);
    match line.open {
        true => Ok(()),
        false => Err(Refusal::NoLineOfFire),
    }
}

/// Traces a line to a hex by what the side remembers.
fn line_to_hex(
    board: &Board,
    known: &SideKnowledge,
    figures: &SightFigures,
    from: TileId,
    to: TileId,
) -> Sightline {
    sight::trace(&board.grid, &known.layers, from, to, figures, |tile| {
        known.layers.is_known(tile) && !(figures.units_block && is_manned(board, known, tile))
    })
}

/// Returns the hexes to a target that mode, range, stance and magazine allow to attack.
fn in_range(
    units: Units,
    content: &BattlescapeContent,
    shooter: UnitId,
    from: TileId,
    to: TileId,
    mode: FireMode,
) -> Result<u16, Refusal> {
    let figures = &content.figures;
    let arms = units.part::<Arms>(shooter);
    let weapon = content.weapon(arms.weapon);
    let cost = attack::mode_cost(figures, weapon, mode)?;
    let distance = units.board().grid.distance(from, to);
    let distance = u16::try_from(distance).unwrap_or(u16::MAX);
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
    let needs = u16::from(cost.rounds);
    if weapon.magazine > 0 && arms.rounds < needs {
        let has = arms.rounds;
        return Err(Impossible::ShortMagazine { needs, has }.into());
    }
    Ok(distance)
}

/// Gathers what depends on the shooter and the two hexes alone.
fn circumstances(
    units: Units,
    content: &BattlescapeContent,
    shooter: UnitId,
    from: TileId,
    to: TileId,
    mode: FireMode,
) -> Shot {
    let figures = &content.figures;
    let board = units.board();
    let kind = content.unit(units.part::<Kind>(shooter).0);
    let footing = units.part::<Footing>(shooter);
    let nerve = *units.part::<Nerve>(shooter);
    let health = *units.part::<Health>(shooter);
    let distance = board.grid.distance(from, to);
    Shot {
        accuracy: kind.accuracy,
        strength: kind.strength,
        critical: Condition::of(health, figures) == Condition::Critical,
        morale: nerve::band(&figures.morale, nerve).map_or(0, |band| band.accuracy),
        suppressed: nerve.suppressed > 0,
        ran: footing.ran,
        prone: footing.prone,
        mode,
        distance: u16::try_from(distance).unwrap_or(u16::MAX),
        height: i16::from(board.layers.elevation(from)) - i16::from(board.layers.elevation(to)),
        ..Shot::default()
    }
}

/// Returns in which ring a unit on a hex is for every hex a miss may scatter to, by what the side
/// knows of the ground.
fn scatter_rings(
    figures: &Figures,
    weapon: &Weapon,
    board: &Board,
    known: &SideKnowledge,
    target: TileId,
) -> [[u8; 2]; 6] {
    let area = attack::Area::of(figures, weapon);
    area.map_or(attack::area::NOWHERE, |mut area| {
        area.aim_at(&board.grid, &known.layers, target);
        area.rings
    })
}

/// Returns what a reaction shot costs the reactor in carried TU, if it can fire at the mover now (§7).
pub fn reaction_cost(world: &World, reactor: UnitId, mover: UnitId) -> Option<u16> {
    let units = Units::of(world);
    let (here, there) = (units.seat(reactor)?, units.seat(mover)?);
    if !world.resource::<Knowledge>().unit_sees(reactor, there) {
        return None;
    }
    let is_able = nerve::is_conscious(*units.part(reactor), *units.part(reactor))
        && units.part::<Nerve>(reactor).suppressed == 0;
    let content = world.resource::<Rulebook>().content();
    if !is_able || !is_quick_enough(units, content, reactor, mover) {
        return None;
    }
    let figures = &content.figures;
    let weapon = content.weapon(units.part::<Arms>(reactor).weapon);
    let cost = match figures.tu.reaction {
        ReactionRule::Score => attack::mode_cost(figures, weapon, FireMode::Snap).ok()?.tu,
        ReactionRule::Prepaid if units.part::<Readiness>(reactor).shots == 0 => 0,
        ReactionRule::Prepaid => figures.tu.reaction_later,
    };
    let distance = world.resource::<Board>().grid.distance(here, there);
    if distance > u32::from(attack::reach(figures, weapon))
        || units.part::<TimeUnits>(reactor).carried < cost
    {
        return None;
    }
    shot(world, reactor, here, mover, FireMode::Snap, true)
        .ok()
        .map(|_| cost)
}

/// Whether the rule of reactions lets a unit fire at an enemy that steps or acts (C22).
pub fn is_quick_enough(
    units: Units,
    content: &BattlescapeContent,
    reactor: UnitId,
    mover: UnitId,
) -> bool {
    match content.figures.tu.reaction {
        ReactionRule::Prepaid => units.part::<Readiness>(reactor).ready,
        ReactionRule::Score => {
            let score = |id: UnitId, tu: u16| {
                let kind = content.unit(units.part::<Kind>(id).0);
                u32::from(kind.reactions) * u32::from(tu) / u32::from(content.figures.tu.per_turn)
            };
            let now = units.part::<TimeUnits>(mover).now;
            score(reactor, units.part::<TimeUnits>(reactor).carried) >= score(mover, now)
        }
    }
}
