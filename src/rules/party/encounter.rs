//! Random encounters on an overland map (§7): how likely they are, whom the party meets, and whether a scout
//! sees them first.
//!
//! **Invariant:** decides and rolls; writes nothing.

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use crate::battle::dice::{Dice, Label, Roll};
use crate::battle::grid::TileId;
use crate::battle::unit::{Presence, UnitId, Units};
use crate::rules::party::character::{Home, Sheet};
use crate::rules::party::content::Skill;
use crate::rules::party::event::Event;
use crate::rules::party::journey::{Band, Haunt, Journey};
use crate::rules::party::overland;
use crate::rules::party::progress::{PARTY, Progress, party};
use crate::rules::party::setup;

/// Whom the party meets.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Meeting {
    /// All that live of the group.
    pub foes: Vec<UnitId>,
    /// The scout that looked out, if there is one.
    pub scouting: Option<Scouting>,
}

impl Meeting {
    /// Whether the party saw them first and may choose.
    pub fn is_seen(&self) -> bool {
        self.scouting.is_some_and(|scouting| scouting.passed)
    }
}

/// How a scout looked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Scouting {
    /// Who.
    pub unit: UnitId,
    /// Its chance, percent.
    pub chance: u8,
    /// The roll, 0 to 99: it sees them if it is below the chance.
    pub roll: u8,
    /// Whether it saw them.
    pub passed: bool,
}

/// Returns the chance of an encounter, percent: the base and the highest danger about.
pub fn chance(base: u8, dangers: impl IntoIterator<Item = u8>) -> u8 {
    let highest = dangers.into_iter().max().unwrap_or(0);
    base.saturating_add(highest).min(100)
}

/// Returns the chance of an encounter on a hex of the overland map once one is due, percent.
pub fn chance_at(world: &World, journey: &Journey, tile: TileId) -> u8 {
    let base = setup::content(world).figures.encounter_base;
    chance(base, haunts(journey, tile).map(|one| one.danger))
}

/// Lists what says whom is met on a hex: its locations, and the overland map.
fn haunts(journey: &Journey, tile: TileId) -> impl Iterator<Item = &Haunt> {
    let locations = journey.locations_at(tile).map(|one| &one.haunt);
    locations.chain([&journey.overland])
}

/// Returns the average level of a party, halves rounded up; 0 of nobody.
pub fn average(levels: impl IntoIterator<Item = u8>) -> u8 {
    let (count, sum) = (levels.into_iter()).fold((0_u32, 0_u32), |(count, sum), level| {
        (count + 1, sum + u32::from(level))
    });
    let halves = (2 * sum + count).checked_div(2 * count);
    halves.map_or(0, |level| level as u8)
}

/// Whether a group of a level is met by a party of one; a level below 0 always is.
pub fn is_match(group: i8, party: u8, tolerance: u8) -> bool {
    group < 0 || group.cast_unsigned().abs_diff(party) <= tolerance
}

/// Checks whether the party meets somebody on the hex to which it came; nothing while that is not due, or
/// nobody is about who could be met.
///
/// Who was seen first and avoided did not start an encounter: the next hex is checked again.
pub(super) fn check(world: &World, journey: &Journey, dice: &mut Dice) -> Option<Event> {
    let figures = &setup::content(world).figures;
    if world.resource::<Progress>().course.trip.tiles <= figures.encounter_cooldown {
        return None;
    }
    let here = overland::tile(world)?;
    let mut bands = candidates(world, journey, here);
    if bands.is_empty() {
        return None;
    }
    let chance = chance_at(world, journey, here);
    let roll = percentile(dice, Label::Encounter);
    let level = average(party(world).map(|id| Units::of(world).part::<Sheet>(id).level));
    bands.retain(|band| is_match(band.level, level, figures.level_tolerance));
    let is_met = roll < chance && !bands.is_empty();
    let met = is_met.then(|| {
        let drawn = dice.die(Label::Encounter, bands.len() as u32) - 1;
        Meeting {
            foes: waiting(world, bands[drawn as usize]).collect(),
            scouting: scouting(world, dice),
        }
    });
    Some(Event::LookedOut { chance, roll, met })
}

/// Lists the groups that haunts hold for the party, if those are its enemies', each once.
fn candidates<'j>(world: &World, journey: &'j Journey, tile: TileId) -> Vec<&'j Band> {
    let roster = Units::of(world).roster();
    let hostile = haunts(journey, tile)
        .filter(|one| (one.owner).is_some_and(|owner| roster.are_hostile(PARTY, owner)));
    let mut bands: Vec<_> = hostile.flat_map(|one| one.bands.iter().copied()).collect();
    bands.sort_unstable();
    bands.dedup();
    let bands = bands.into_iter().map(|band| &journey.bands[band]);
    bands
        .filter(|band| waiting(world, band).next().is_some())
        .collect()
}

/// Lists the members of a group that wait to be met.
fn waiting<'w>(world: &'w World, band: &'w Band) -> impl Iterator<Item = UnitId> + 'w {
    let units = Units::of(world);
    let waits = move |id: &UnitId| {
        *units.part::<Presence>(*id) == Presence::Reserve && units.part::<Home>(*id).0.is_none()
    };
    band.members.iter().copied().filter(waits)
}

/// Has the best scout look out, the first of equals; nobody where none has learned it.
fn scouting(world: &World, dice: &mut Dice) -> Option<Scouting> {
    let rank = |id: &UnitId| {
        Units::of(world)
            .part::<Sheet>(*id)
            .skills
            .level(Skill::Scout)
    };
    let best = party(world).max_by_key(|id| (rank(id), std::cmp::Reverse(*id)));
    let unit = best.filter(|id| rank(id) > 0)?;
    let each = setup::content(world).figures.scout_percent;
    let chance = each.saturating_mul(rank(&unit)).min(100);
    let roll = percentile(dice, Label::Scout);
    Some(Scouting {
        unit,
        chance,
        roll,
        passed: roll < chance,
    })
}

/// Rolls 0 to 99.
fn percentile(dice: &mut Dice, label: Label) -> u8 {
    (dice.die(label, 100) - 1) as u8
}
