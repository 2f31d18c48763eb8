//! What abilities need and how likely they are to succeed: one place for check, preview and AI (§12).

use bevy::prelude::World;

use crate::battle::unit::{self, UnitId, Units};
use crate::rules::battlescape::content::items::{Ability, ItemKind};
use crate::rules::battlescape::gear::Pack;
use crate::rules::battlescape::soldier::{self, Makeups, Rulebook};

/// Returns the chance that an ability gets through to a target, percent: 50 + Psi − Will − 2 a hex;
/// `None` has no mind to reach.
pub fn chance(world: &World, unit: UnitId, ability: &Ability, target: UnitId) -> Option<u8> {
    let (units, rulebook) = (Units::of(world), world.resource::<Rulebook>());
    let (figures, content) = (&rulebook.figures().psi, rulebook.content());
    let makeups = world.resource::<Makeups>();
    let will = makeups.kind(content, target).will?;
    let psi = makeups.kind(content, unit).psi;
    let hexes = units
        .board()
        .grid
        .distance(units.seat(unit)?, units.seat(target)?);
    let hexes = i32::try_from(hexes).unwrap_or(i32::MAX / 1000);
    let raw = figures.base + i32::from(psi) - i32::from(will) - figures.per_hex * hexes
        + i32::from(ability.modifier);
    Some(raw.clamp(figures.min, figures.max) as u8)
}

/// Whether a unit has what its gift needs: some cannot do without a psi amp.
pub fn has_amp(world: &World, unit: UnitId) -> bool {
    let content = world.resource::<Rulebook>().content();
    !soldier::kind(world, unit).needs_amp
        || (unit::part::<Pack>(world, unit)).has(|item| content.item(item).kind == ItemKind::PsiAmp)
}
