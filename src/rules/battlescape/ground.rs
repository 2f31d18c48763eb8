//! What ground does to whoever enters it or stays on it (§10).

use crate::battle::board::Layers;
use crate::battle::grid::TileId;
use crate::rules::battlescape::event::Cause;
use crate::rules::battlescape::soldier::Rulebook;

/// What entering a hex does to a unit: hit points lost by cause, and whether the hex is poisonous.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryHarm {
    /// Hit points lost: to a fall, hazardous ground, fire (§10).
    pub losses: Vec<(Cause, u16)>,
    /// Whether it poisons whoever is not protected.
    pub poisons: bool,
}

/// Returns what a step to another hex does to a unit.
pub fn entry_harm(
    layers: &Layers,
    rulebook: &Rulebook,
    from: TileId,
    to: TileId,
    flies: bool,
) -> EntryHarm {
    let poisons = is_poisonous(layers, rulebook, to);
    if flies {
        let losses = Vec::new();
        return EntryHarm { losses, poisons };
    }
    let drop = i16::from(layers.elevation(from)) - i16::from(layers.elevation(to));
    let levels = u8::try_from(drop - 1).unwrap_or(0);
    let per_level = rulebook.figures().environment.fall_per_level;
    let fall = (levels > 0).then(|| {
        (
            Cause::Fall(levels),
            per_level.saturating_mul(u16::from(levels)),
        )
    });
    let losses = fall.into_iter().chain(ground_damage(layers, rulebook, to));
    EntryHarm {
        losses: losses.collect(),
        poisons,
    }
}

/// Whether ground or cloud poisons whoever is there (§5, §10).
pub fn is_poisonous(layers: &Layers, rulebook: &Rulebook, tile: TileId) -> bool {
    layers.gas(tile) > 0 || rulebook.catalog().terrain(layers.terrain(tile)).poisons
}

/// Damage of standing on a hex: hazardous ground and fire.
pub fn ground_damage(
    layers: &Layers,
    rulebook: &Rulebook,
    tile: TileId,
) -> impl Iterator<Item = (Cause, u16)> + use<> {
    let hazard = rulebook
        .catalog()
        .terrain(layers.terrain(tile))
        .hazard_damage;
    let fire = match layers.fire(tile) {
        0 => 0,
        _ => rulebook.figures().environment.fire_damage,
    };
    [(Cause::Hazard, hazard), (Cause::Fire, fire)]
        .into_iter()
        .filter(|(_, damage)| *damage > 0)
}
