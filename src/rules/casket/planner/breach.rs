//! Walls in the way: where no foe can be walked to, a wall that breaks is attacked.
//!
//! **Invariant:** lists nothing while a foe can be walked to, so that battles in the open are planned without it.

use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::rules::casket::duel::Duel;

/// Most walls that are looked at.
const MOST: usize = 3;

/// Lists the walls that are worth breaking, with the damage that each still takes: of those around the ground that
/// can be walked to, the nearest to a foe.
pub(super) fn walls(duel: &Duel, unit: UnitId) -> Vec<(TileId, i64)> {
    let mut is_seen = vec![false; duel.grid.len()];
    let mut open = vec![duel.get(unit).tile()];
    let mut walls = Vec::new();
    is_seen[open[0].index()] = true;
    while let Some(tile) = open.pop() {
        for (_, next) in duel.grid.neighbors(tile) {
            if std::mem::replace(&mut is_seen[next.index()], true) {
                continue;
            }
            match duel.ground(next).wall {
                true => walls.push(next),
                false => open.push(next),
            }
        }
    }
    let foes: Vec<_> = duel.foes(unit).map(|machine| machine.tile()).collect();
    if foes.iter().any(|foe| is_seen[foe.index()]) {
        return Vec::new();
    }
    walls.retain(|&wall| left(duel, wall) > 0);
    let away = |wall: TileId| {
        foes.iter()
            .map(move |&foe| duel.grid.distance(wall, foe))
            .min()
    };
    walls.sort_by_key(|&wall| (away(wall), wall));
    walls.truncate(MOST);
    walls
        .into_iter()
        .map(|wall| (wall, left(duel, wall)))
        .collect()
}

/// Returns the damage that a wall still takes; 0 for what is none, or never breaks.
pub(super) fn left(duel: &Duel, tile: TileId) -> i64 {
    let ground = duel.ground(tile);
    let hp = ground
        .breaks
        .filter(|_| ground.wall)
        .map_or(0, |(hp, _)| hp);
    i64::from(hp.saturating_sub(duel.tile_state(tile).wear))
}
