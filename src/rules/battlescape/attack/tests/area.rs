//! Which hexes areas reach.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::battle::board::{Layers, TileState};
use crate::battle::grid::{Grid, Layout};
use crate::content::load_default;
use crate::content::terrain::TerrainId;
use crate::rules::battlescape::attack::area::{reached, ring_of};

#[test]
fn the_ring_of_one_hex_is_that_in_the_list_of_all() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let catalog = load_default().unwrap();
    let terrains = &catalog.terrains;
    let grid = Grid::new(Layout::PointyOddRows, 30, 26);
    let (mut straight, mut around, mut walled) = (0, 0, 0);
    for walls in [30, 60, 90] {
        let states: Vec<_> = (0..grid.len())
            .map(|_| TileState {
                terrain: match rng.random_range(0..100) < walls {
                    true => TerrainId(rng.random_range(0..terrains.len() as u8)),
                    false => TerrainId(0),
                },
                ..TileState::default()
            })
            .collect();
        let mut layers = Layers::default();
        layers.load(terrains, &states, &vec![0; grid.len()]);
        let centers: Vec<_> = grid.tiles().collect();
        for _ in 0..90 {
            let center = centers[rng.random_range(0..centers.len())];
            let radius = rng.random_range(0..=6);
            let all = reached(&grid, &layers, center, radius);
            for tile in grid.tiles() {
                let listed = all.iter().find(|(found, _)| *found == tile);
                let ring = ring_of(&grid, &layers, center, radius, tile);
                assert_eq!(ring, listed.map(|&(_, ring)| ring), "{center:?} {tile:?}");
                let apart = grid.distance(center, tile);
                match ring.map(u32::from) {
                    Some(ring) if ring == apart => straight += 1,
                    Some(_) => around += 1,
                    None if apart <= u32::from(radius) => walled += 1,
                    None => {}
                }
            }
        }
    }
    assert!(
        straight.min(around).min(walled) > 100,
        "{straight} {around} {walled}"
    );
}
