//! Gathers the inputs of an attack from the world: one place for preview, AI and fight.
//!
//! **Invariant:** only what the attacker's side remembers and the units it sees enter, so that the forecast
//! a player is shown is the one the fight rolls by, and nothing hidden leaks.

mod gunsight;
mod line;
mod reaction;

use bevy::prelude::World;

pub use self::gunsight::{Gunsight, Shooter, Target};
use self::gunsight::{bearing, in_range, rise, scatter_rings};
pub use self::line::{Obstruction, can_reach, ends_at, line_by_memory, obstruction};
pub use self::reaction::{is_quick_enough, reaction_cost};
use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::path::MoveCost;
use crate::battle::sight;
use crate::battle::unit::{Health, UnitId, Units};
use crate::rules::battlescape::attack::{self, Shot};
use crate::rules::battlescape::content::items::Charge;
use crate::rules::battlescape::content::{ArmorClass, Figures, FireMode, Gait, WeaponClass};
use crate::rules::battlescape::order::Refusal;
use crate::rules::battlescape::soldier::{self, Kind, Rulebook, UnitState};

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
            deepest: u8::MAX,
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
    if units.side(target) == side {
        return Err(Refusal::TargetIsFriend);
    }
    let gunsight = Gunsight::new(world, side);
    let target = gunsight.target(target)?;
    let shooter = gunsight.shooter(shooter);
    Ok(Shot {
        reaction,
        ..gunsight.shot(&shooter, from, &target, mode)?
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
    let gunsight = Gunsight::new(world, units.side(shooter));
    let (id, shooter) = (shooter, gunsight.shooter(shooter));
    let distance = board.grid.distance(from, to);
    let distance = u16::try_from(distance).unwrap_or(u16::MAX);
    in_range(figures, &shooter, from, distance, mode)?;
    let line = gunsight.open_line(id, from, to)?;
    let cover = match shooter.weapon.class {
        WeaponClass::Melee => sight::ShotCover::default(),
        _ => sight::cover_of_shot(&known.layers, to, &line),
    };
    let armor = occupant.map(|unit| soldier::armor(world, unit));
    Ok(Shot {
        mode,
        distance,
        height: rise(board, from, to),
        cover: cover.cover,
        trees: line.trees - u8::from(cover.is_line_tree),
        smoke: line.smoke,
        blind: true,
        armor_rating: armor.map_or(0, |armor| armor.rating),
        class: armor.map_or(ArmorClass::Bio, |armor| armor.class),
        scatter_rings: scatter_rings(figures, shooter.weapon, board, known, to),
        health: occupant.map_or(0, |unit| units.part::<Health>(unit).now),
        ..shooter.part
    })
}

/// Gathers what a throw at a hex depends on, as far as the dice need it.
pub fn throw(world: &World, unit: UnitId, from: TileId, to: TileId) -> Shot {
    let units = Units::of(world);
    let board = units.board();
    let content = world.resource::<Rulebook>().content();
    let distance = board.grid.distance(from, to);
    Shot {
        distance: u16::try_from(distance).unwrap_or(u16::MAX),
        height: rise(board, from, to),
        ..bearing(
            &content.figures,
            soldier::kind(world, unit),
            &UnitState::now(units, unit),
        )
    }
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
    can_reach(world, unit, from, to).map(drop)
}
