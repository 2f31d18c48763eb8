//! Fire, smoke and gas: two rectangles around the hexes that have any, under and over the units.
//!
//! **Invariant:** where there is none, nothing is drawn.

use bevy::asset::{RenderAssetUsages, uuid_handle};
use bevy::prelude::*;

use super::ground::GroundArt;
use super::hex_data::{BoardShape, HexData};
use super::layer::{add_material, grained, rectangle};
use super::scenery::Scenery;
use super::{BoardView, OfBoard};
use crate::game::table::art::HEX;

const SHADER: Handle<Shader> = uuid_handle!("e8d1c0f4-3a5b-4b57-9a0e-1f6f7c2d9155");
const TEXT: &str = include_str!("../../../../assets/shaders/air.wgsl");

/// Heights of flames, under the units, and of clouds, over them.
const HEIGHTS: [f32; 2] = [6.0, 14.0];

grained! {
    /// Flames or clouds of one board.
    AirMaterial, SHADER
}

/// What the air holds, and what shows it.
#[derive(Resource, Default)]
pub(super) struct Air {
    generation: u32,
    image: Handle<Image>,
    /// Fire, smoke and gas of each hex.
    texels: Vec<[u8; 4]>,
    shown: Vec<Entity>,
}

/// Adds fire, smoke and gas.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Air>();
    add_material::<AirMaterial>(app, &SHADER, "air.wgsl", TEXT);
}

/// Follows the scenery.
pub(super) fn follow(
    mut commands: Commands,
    scenery: Res<Scenery>,
    board: Res<BoardView>,
    data: Res<HexData>,
    art: Res<GroundArt>,
    mut air: ResMut<Air>,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<AirMaterial>>,
) {
    let is_new = air.generation != scenery.generation();
    if !art.is_painted() || (!is_new && scenery.changed().is_empty()) {
        return;
    }
    let air = &mut *air;
    let grid = scenery.grid();
    if is_new {
        *air = Air {
            generation: scenery.generation(),
            texels: vec![[0; 4]; grid.len()],
            ..default()
        };
    }
    let mut is_other = is_new;
    let tiles: Vec<_> = match is_new {
        true => grid.tiles().collect(),
        false => scenery.changed().to_vec(),
    };
    for tile in tiles {
        let look = scenery.look(tile);
        let now = [
            if look.fire > 0 { 255 } else { 0 },
            look.smoke.min(3) * 85,
            if look.gas > 0 { 255 } else { 0 },
            0,
        ];
        let texel = &mut air.texels[data.index(tile)];
        is_other |= *texel != now;
        *texel = now;
    }
    if !is_other {
        return;
    }
    for entity in air.shown.drain(..) {
        commands.entity(entity).try_despawn();
    }
    let around = |channels: &[usize]| {
        let holds = |tile: &_| {
            let texel = air.texels[data.index(*tile)];
            channels.iter().any(|&channel| texel[channel] > 0)
        };
        let places = grid.tiles().filter(holds).map(|tile| board.center(tile));
        places.fold(Rect::EMPTY, |all, center| all.union_point(center))
    };
    let rectangles = [around(&[0]), around(&[1, 2])];
    let is_void = |area: &Rect| area.min.x > area.max.x;
    if rectangles.iter().all(is_void) {
        return;
    }
    air.image = images.add(data.texture(&air.texels, RenderAssetUsages::RENDER_WORLD));
    for (layer, (area, z)) in rectangles.into_iter().zip(HEIGHTS).enumerate() {
        if is_void(&area) {
            continue;
        }
        let area = area.inflate(HEX.y);
        let material = AirMaterial {
            shape: data.shape.with_spare(layer as f32),
            data: air.image.clone(),
            grain: art.grain.clone(),
        };
        let sheet = rectangle(area, z, materials.add(material), &mut meshes);
        let entity = commands.spawn((OfBoard(scenery.generation()), sheet)).id();
        air.shown.push(entity);
    }
}
