//! What the ground, danger zones and own mines do to a unit, where it stops and on its way.

use crate::battle::grid::TileId;
use crate::battle::path::Reach;
use crate::battle::unit::UnitId;
use crate::rules::battlescape::content::ai::HazardFigures;
use crate::rules::battlescape::side_view::SideView;
use crate::rules::battlescape::soldier::UnitState;

/// What the ground and danger zones do to a unit that stops on a hex, and own mines beside it may do.
#[derive(Clone, Copy)]
pub(super) struct Hazards<'w> {
    view: SideView<'w>,
    id: UnitId,
    here: TileId,
    flies: bool,
    breathes: bool,
    health: u32,
    is_mined: bool,
    has_zones: bool,
}

impl<'w> Hazards<'w> {
    /// Looks at the ground for one unit.
    pub fn new(view: SideView<'w>, id: UnitId) -> Self {
        Self {
            view,
            id,
            here: view.unit(id).tile,
            flies: view.kind(id).flies,
            breathes: !view.armor(id).no_poison,
            health: u32::from(view.health(id).now.max(1)),
            is_mined: view.mines().next().is_some(),
            has_zones: view.has_zones(),
        }
    }

    /// What the ground of a hex does to the unit if it stops there, in points.
    pub fn on(self, tile: TileId) -> u32 {
        let state = self.view.layers().state(tile);
        let terrain = self.view.rulebook().catalog().terrain(state.terrain);
        let burns = terrain.hazard_damage > 0 || (terrain.poisons && self.breathes);
        let HazardFigures { burning, gas, .. } = self.view.rulebook().content().ai.hazards;
        // Who comes there is hurt at once, and again as the turn ends.
        let times = if tile == self.here { 1 } else { 2 };
        let harm = |damage: u16| burning.max(times * HEED * 100 * u32::from(damage) / self.health);
        let fire = || harm(self.view.figures().environment.fire_damage);
        let ground = match self.flies {
            true => 0,
            false => {
                u32::from(state.fire > 0) * fire() + u32::from(burns) * harm(terrain.hazard_damage)
            }
        };
        ground
            + gas * u32::from(state.gas > 0 && self.breathes)
            + self.own_mines(tile)
            + self.zones(tile)
    }

    /// What danger zones do to the unit on a hex as the turn ends, in points.
    fn zones(self, tile: TileId) -> u32 {
        let damage = (self.has_zones.then(|| self.view.zone_damage(tile))).flatten();
        HEED * 100 * u32::from(damage.unwrap_or(0)) / self.health
    }

    /// What mines of the unit's own side may do to it on a hex when an enemy sets them off, in points.
    fn own_mines(self, tile: TileId) -> u32 {
        if !self.is_mined {
            return 0;
        }
        let grid = self.view.grid();
        let harm = self.view.charges().filter_map(|(mine, charge)| {
            let apart = grid.distance(mine, tile);
            let ring = u8::try_from(apart)
                .ok()
                .filter(|&ring| ring <= charge.radius)?;
            Some(self.view.usual_harm(self.id, &charge, (self.id, ring)) * 100 / self.health)
        });
        harm.sum()
    }
}

/// Points for each percent of its health that a way is known to take from a unit.
pub(super) const HEED: u32 = 4;

/// The same where the way leads over fire or deadly ground: fields lead around that, so that steps to a goal
/// tempt across it.
const HEED_OF_GROUND: u32 = 10;

/// Returns what the way to a hex in reach is known to do to a unit, in points: by falls, and by the ground that
/// it leads over. That of the hex itself is apart.
pub(super) fn way_harm(
    view: SideView,
    (id, state): (UnitId, &UnitState),
    reach: &Reach,
    tile: TileId,
) -> (u32, u32) {
    if !reach.is_harsh(tile) {
        return (0, 0);
    }
    let mut steps = reach.steps_to(tile);
    let (last, _) = view.losses_on(id, steps.next());
    let (falls, ground) = view.losses_on(id, steps);
    let points = |heed: u32, loss| heed * 100 * loss / u32::from(state.health.now).max(1);
    (points(HEED, last + falls), points(HEED_OF_GROUND, ground))
}
