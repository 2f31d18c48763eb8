//! Who may react to an enemy with a shot, and what it costs (§7).
//!
//! **Invariant:** a reactor fires at what it sees itself.

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::knowledge::Knowledge;
use crate::battle::unit::{UnitId, Units};
use crate::rules::battlescape::attack;
use crate::rules::battlescape::content::{BattlescapeContent, FireMode, ReactionRule};
use crate::rules::battlescape::nerve::{self, Nerve};
use crate::rules::battlescape::shot::shot;
use crate::rules::battlescape::soldier::{Arms, Kind, Readiness, Rulebook, TimeUnits};

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
    let shot = shot(world, reactor, here, mover, FireMode::Snap, true).ok()?;
    let attack = attack::Attack::prepare(figures, weapon, &shot).ok()?;
    (attack.aim.chance >= figures.tu.reaction_least).then_some(cost)
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
