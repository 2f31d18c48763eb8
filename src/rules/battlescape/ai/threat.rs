//! Threat scores (§11).

use crate::battle::sight;
use crate::battle::unit::UnitId;
use crate::content::terrain::Cover;
use crate::rules::battlescape::content::ThreatLevel;
use crate::rules::battlescape::content::ai::ThreatFigures;
use crate::rules::battlescape::side_view::SideView;

/// Returns the threat of an enemy in sight to one's own unit, 0 to 100.
///
/// # Panics
/// If the enemy is not in sight.
pub fn threat_of(view: SideView, unit: UnitId, enemy: UnitId) -> u32 {
    let (from, to) = (view.unit(unit).tile, view.unit(enemy).tile);
    let line = view.line(from, to);
    let cover = sight::cover_of_shot(view.layers(), to, &line).cover;
    let figures = &view.rulebook().content().ai.threat;
    let distance = view.grid().distance(from, to);
    let level = view.kind(enemy).level;
    threat(figures, level, distance, cover, line.smoke > 0)
}

/// Returns the threat of a target: its level, how near and how exposed it is, 0 to 100.
pub fn threat(
    figures: &ThreatFigures,
    level: ThreatLevel,
    distance: u32,
    cover: Cover,
    in_smoke: bool,
) -> u32 {
    let level = figures.levels.get(&level).copied().unwrap_or(0);
    let near = figures
        .distances
        .iter()
        .find(|(to, _)| distance <= *to)
        .or(figures.distances.last())
        .map_or(0, |(_, points)| *points);
    let exposure = exposure(figures, cover, in_smoke);
    (level * figures.level_weight
        + near * figures.distance_weight
        + exposure * figures.exposure_weight)
        / 100
}

/// Returns how exposed a unit is behind a cover, 0 to 100.
pub fn exposure(figures: &ThreatFigures, cover: Cover, in_smoke: bool) -> u32 {
    let covered = figures.exposure.get(&cover).copied().unwrap_or(100);
    if in_smoke {
        covered.min(figures.exposure_smoke)
    } else {
        covered
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content;
    use crate::rules::battlescape::content::BattlescapeContent;

    /// Reference §14, vector 58.
    #[test]
    fn a_heavy_at_four_hexes_in_the_open_is_a_threat_of_86() {
        let catalog = content::load_default().unwrap_or_else(|problems| panic!("{problems}"));
        let figures = &catalog.part::<BattlescapeContent>().ai.threat;
        assert_eq!(
            threat(figures, ThreatLevel::Heavy, 4, Cover::None, false),
            86
        );
    }
}
