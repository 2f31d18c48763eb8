//! What terrain kinds are made of: the surface of their ground and what stands on it.
//!
//! **Invariant:** a terrain kind that is not known by its key gets its look from what it does.

use crate::content::terrain::{Cover, Obstacle, Terrain};

/// Surface of hexes that were never seen.
pub const UNKNOWN_SURFACE: u8 = 15;
/// Surface of hexes that take the ground of their neighbors: what stands there has no own.
const SHARED: u8 = 14;

/// Surface of stone, which lies under what has no neighbors.
pub const STONE: u8 = 6;
/// Surface of deep water.
const DEEP: u8 = 9;
/// Surfaces of open space and of nebulae.
const SPACE: [u8; 2] = [12, 13];

/// What stands on a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    Nothing,
    Tree,
    Bush,
    /// A wall one can shoot over.
    LowWall,
    /// A wall of stone.
    Wall,
    WoodWall,
    /// A wall with a window.
    Window,
    /// A door in a wall.
    Door,
    /// The same, open.
    OpenDoor,
    /// Boxes and barrels.
    Crate,
    /// What is left of a wall.
    Rubble,
    /// Rocks adrift.
    Rocks,
    /// Rocks all over rough ground.
    Boulders,
    /// Small stones all over gravel.
    Pebbles,
    Peaks,
    Dunes,
    /// Reeds of a salt marsh.
    Reeds,
    /// Houses of a city, between which units move.
    Houses,
}

/// What is known of the look of a terrain kind: surface, what stands on it, color from afar.
const KINDS: [(&str, u8, Standing, u32); 35] = [
    ("grass", 0, Standing::Nothing, 0x4C_5739),
    ("tree", 1, Standing::Tree, 0x2F_4229),
    ("bush", 0, Standing::Bush, 0x42_5733),
    ("sand", 2, Standing::Nothing, 0x8E_7F5C),
    ("mud", 3, Standing::Nothing, 0x4E_4232),
    ("road", 4, Standing::Nothing, 0x5C_5953),
    ("floor", 5, Standing::Nothing, 0x68_5B47),
    ("open_door", 5, Standing::OpenDoor, 0x8A_6A42),
    ("rubble", 7, Standing::Rubble, 0x6E_685E),
    ("shallow_water", 8, Standing::Nothing, 0x3D_5A60),
    ("deep_water", 9, Standing::Nothing, 0x1D_3542),
    ("lava", 10, Standing::Nothing, 0xB4_4A1A),
    ("acid", 11, Standing::Nothing, 0x66_7F24),
    ("wall", SHARED, Standing::Wall, 0x8D_9095),
    ("wood_wall", SHARED, Standing::WoodWall, 0x8C_7250),
    ("window", SHARED, Standing::Window, 0x86_A9B8),
    ("door", SHARED, Standing::Door, 0x9A_6C3C),
    ("low_wall", SHARED, Standing::LowWall, 0x7D_786B),
    ("crate", SHARED, Standing::Crate, 0x93_7145),
    ("open_space", 12, Standing::Nothing, 0x0E_1220),
    ("nebula", 13, Standing::Nothing, 0x4A_2E6B),
    ("asteroids", 12, Standing::Rocks, 0x3A_332C),
    ("ion_storm", 13, Standing::Nothing, 0x2A_6FA8),
    ("mines", 12, Standing::Nothing, 0x5A_1E26),
    ("building", 6, Standing::Nothing, 0xA8_8E8A),
    ("ice", 8, Standing::Nothing, 0xA9_C9D6),
    ("debris", 7, Standing::Rubble, 0x57_4A41),
    ("gravel", 2, Standing::Pebbles, 0x84_8894),
    ("desert", 2, Standing::Nothing, 0xB0_9A6C),
    ("rough", 2, Standing::Boulders, 0x7E_6A48),
    ("mountain", 6, Standing::Peaks, 0x86_6E64),
    ("soft_sand", 2, Standing::Dunes, 0xD0_B67E),
    ("salt_marsh", 3, Standing::Reeds, 0x7C_8468),
    ("city", 4, Standing::Houses, 0xC8_A898),
    ("sea", 9, Standing::Nothing, 0x24_4A68),
];

fn kind(terrain: &Terrain) -> (u8, Standing, u32) {
    let known = KINDS.iter().find(|(key, ..)| *key == terrain.key);
    if let Some(&(_, surface, standing, color)) = known {
        return (surface, standing, color);
    }
    let like = match terrain.obstacle {
        _ if terrain.hazard_damage > 0 => "lava",
        _ if terrain.poisons => "acid",
        _ if terrain.door_to.is_some() && terrain.move_percent.is_some() => "open_door",
        _ if terrain.door_to.is_some() => "door",
        Obstacle::Tall if terrain.flammable => "wood_wall",
        Obstacle::Tall => "wall",
        Obstacle::Partial if terrain.cover == Cover::Full => "tree",
        Obstacle::Partial => "bush",
        Obstacle::Blocks => "deep_water",
        Obstacle::Low if terrain.flammable => "crate",
        Obstacle::Low => "low_wall",
        Obstacle::Open if terrain.cover != Cover::None => "rubble",
        Obstacle::Open if terrain.flammable => "grass",
        Obstacle::Open if terrain.move_percent.is_some_and(|percent| percent > 100) => "sand",
        Obstacle::Open => "road",
    };
    let found = KINDS.iter().find(|(key, ..)| *key == like);
    let &(_, surface, standing, color) = found.expect("every likeness is in the list");
    (surface, standing, color)
}

/// How far each surface grows over its neighbors, in shares of 3 in 100 of a hex.
const GROWTH: [u8; 16] = [11, 11, 10, 10, 4, 0, 0, 7, 6, 6, 8, 7, 5, 11, 0, 0];

/// Returns the surface of a terrain kind, as the shader of the ground numbers them.
pub fn surface(terrain: &Terrain) -> u8 {
    kind(terrain).0
}

/// Returns the number of the picture that the ground of a terrain kind is painted with; none if it takes that
/// of its neighbors.
pub fn layer(terrain: &Terrain) -> Option<u8> {
    match surface(terrain) {
        SHARED => None,
        // Deep water lies over the same bed.
        DEEP => Some(DEEP - 1),
        surface => Some(surface),
    }
}

/// Whether a terrain kind lies in space.
pub fn is_space(terrain: &Terrain) -> bool {
    SPACE.contains(&surface(terrain))
}

/// Returns a surface together with how far it grows over its neighbors, as the shader reads them.
pub fn growing(surface: u8) -> u8 {
    surface | GROWTH[usize::from(surface)] << 4
}

/// Returns what stands on a terrain kind.
pub fn standing(terrain: &Terrain) -> Standing {
    kind(terrain).1
}

/// Returns the color of a terrain kind from afar: red, green, blue.
pub fn ground_color(terrain: &Terrain) -> [u8; 3] {
    let [_, red, green, blue] = kind(terrain).2.to_be_bytes();
    [red, green, blue]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content;

    #[test]
    fn every_shipped_terrain_looks_different_from_afar() {
        let catalog = content::load_default().unwrap_or_else(|error| panic!("{error}"));
        for (i, terrain) in catalog.terrains.iter().enumerate() {
            for other in &catalog.terrains[..i] {
                let (a, b) = (ground_color(terrain), ground_color(other));
                let apart: u32 = a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b))).sum();
                assert!(apart >= 16, "{} looks like {}", terrain.key, other.key);
            }
        }
    }

    #[test]
    fn kinds_of_a_pack_look_like_what_they_do() {
        let hedge = Terrain {
            key: "hedge".into(),
            obstacle: Obstacle::Partial,
            cover: Cover::Half,
            ..Terrain::default()
        };
        assert_eq!(standing(&hedge), Standing::Bush);
        let bunker = Terrain {
            key: "bunker".into(),
            obstacle: Obstacle::Tall,
            ..Terrain::default()
        };
        assert_eq!(
            (surface(&bunker), standing(&bunker)),
            (SHARED, Standing::Wall)
        );
        let magma = Terrain {
            key: "magma".into(),
            hazard_damage: 5,
            ..Terrain::default()
        };
        assert_eq!(ground_color(&magma), [0xB4, 0x4A, 0x1A]);
    }
}
