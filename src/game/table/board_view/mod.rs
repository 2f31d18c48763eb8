//! The board: where hexes are, and its layers from the ground to the fog.
//!
//! **Invariant:** draws what [`Scenery`] and [`Marks`] say and looks at no battle; what did not change
//! is not touched.

mod air;
mod fog;
mod ground;
mod hex_data;
mod layer;
mod marks;
mod props;
mod scenery;
mod standing;

use bevy::prelude::*;

pub use self::marks::Marks;
pub use self::props::{Placed, props};
pub use self::scenery::{HexLook, Scenery, look_around, viewer};
use crate::battle::grid::{Direction, Grid, Layout, Orientation, TileId};
use crate::game::table::art::HEX;
use crate::game::{AtBattle, PutAway};

/// Where hexes are in the world.
#[derive(Resource, Default)]
pub struct BoardView {
    /// Layout and size.
    pub grid: Grid,
}

/// Whatever belongs to the board of a generation, to be removed with it.
#[derive(Component)]
struct OfBoard(u32);

/// Adds the board.
pub fn plugin(app: &mut App) {
    app.init_resource::<BoardView>()
        .init_resource::<Scenery>()
        .init_resource::<Marks>()
        .init_resource::<hex_data::HexData>()
        .init_resource::<marks::lines::Lines>()
        .add_plugins((
            ground::plugin,
            standing::plugin,
            air::plugin,
            fog::plugin,
            marks::tiles::plugin,
        ))
        // Between the changes of state and the systems that ask where hexes are.
        .add_systems(
            RunFixedMainLoop,
            (
                scenery::view
                    .pipe(scenery::follow_battle)
                    .run_if(in_state(AtBattle)),
                lay_out,
            )
                .chain()
                .in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop),
        )
        .add_systems(
            PostUpdate,
            (
                remove_old,
                (ground::collect, standing::collect),
                hex_data::follow,
                (
                    layer::lay::<ground::GroundMaterial>,
                    layer::lay::<fog::FogMaterial>,
                    standing::build,
                    air::follow,
                    marks::tiles::show.run_if(marks::tiles::is_stale),
                    marks::lines::show,
                ),
                note_drawn,
            )
                .chain()
                .before(TransformSystems::Propagate),
        )
        // All that is drawn here has soft edges of its own.
        .add_observer(|camera: On<Add, Camera2d>, mut commands: Commands| {
            commands.entity(camera.entity).insert(Msaa::Off);
        })
        .add_systems(
            PutAway,
            |mut scenery: ResMut<Scenery>, mut marks: ResMut<Marks>| {
                scenery.clear();
                *marks = Marks::default();
            },
        );
}

/// Distance between rows of pointy-top hexes, or columns of flat-top ones, in the world.
const LINE: f32 = 0.75 * HEX.y;

/// Returns the angle of a direction in the world, radians.
fn angle(layout: Layout, direction: Direction) -> f32 {
    let offset = match layout.orientation() {
        Orientation::Pointy => 0.0,
        Orientation::Flat => 30.0_f32,
    };
    -(60.0 * f32::from(direction.number()) + offset).to_radians()
}

impl BoardView {
    /// Returns the middle of a hex in the world.
    pub fn center(&self, tile: TileId) -> Vec2 {
        if self.grid.is_empty() {
            return Vec2::ZERO;
        }
        let hex = self.grid.hex(tile);
        let (x, y) = (hex.x as f32, hex.y as f32);
        let last = f32::from(self.grid.height.max(1) - 1);
        match self.grid.layout.orientation() {
            Orientation::Pointy => Vec2::new(HEX.x * (x + y / 2.0), LINE * (last - y)),
            Orientation::Flat => Vec2::new(LINE * x, HEX.x * (last - y - x / 2.0)),
        }
    }

    /// Returns the hex at a place in the world.
    pub fn tile_at(&self, place: Vec2) -> Option<TileId> {
        if self.grid.is_empty() {
            return None;
        }
        let last = f32::from(self.grid.height.max(1) - 1);
        let axial = match self.grid.layout.orientation() {
            Orientation::Pointy => {
                let y = last - place.y / LINE;
                Vec2::new(place.x / HEX.x - y / 2.0, y)
            }
            Orientation::Flat => {
                let x = place.x / LINE;
                Vec2::new(x, last - place.y / HEX.x - x / 2.0)
            }
        };
        self.grid.tile(hexx::Hex::round(axial.to_array()))
    }

    /// Returns the corners of the rectangle around the middles of all hexes.
    pub fn bounds(&self) -> Rect {
        let (width, height) = (f32::from(self.grid.width), f32::from(self.grid.height));
        if self.grid.is_empty() {
            return Rect::EMPTY;
        }
        // Every other line is half a hex off: to the other side where even lines are the shifted ones.
        let half = |lines: u16| if lines > 1 { 0.5 * HEX.x } else { 0.0 };
        let off = |lines: u16| match self.grid.layout.is_shifted(0) {
            true => (-half(lines), 0.0),
            false => (0.0, half(lines)),
        };
        match self.grid.layout.orientation() {
            Orientation::Pointy => {
                let (left, right) = off(self.grid.height);
                let (right, top) = (HEX.x * (width - 1.0) + right, LINE * (height - 1.0));
                Rect::new(left, 0.0, right, top)
            }
            Orientation::Flat => {
                let (above, below) = off(self.grid.width);
                let (right, top) = (LINE * (width - 1.0), HEX.x * (height - 1.0) - above);
                Rect::new(0.0, -below, right, top)
            }
        }
    }

    /// Returns the angle by which pictures of pointy-top hexes are turned in the world, radians.
    pub fn turn(&self) -> f32 {
        self.angle(Direction::default())
    }

    /// Returns the angle of a direction in the world, radians.
    pub fn angle(&self, direction: Direction) -> f32 {
        angle(self.grid.layout, direction)
    }
}

/// Takes over layout and size of the board on show.
fn lay_out(scenery: Res<Scenery>, mut view: ResMut<BoardView>) {
    if view.grid != scenery.grid() {
        view.grid = scenery.grid();
    }
}

/// Removes what belongs to a board that is no longer on show.
fn remove_old(
    mut commands: Commands,
    scenery: Res<Scenery>,
    mut seen: Local<u32>,
    old: Query<(Entity, &OfBoard)>,
) {
    if std::mem::replace(&mut *seen, scenery.generation()) == scenery.generation() {
        return;
    }
    for (entity, board) in &old {
        if board.0 != scenery.generation() {
            commands.entity(entity).try_despawn();
        }
    }
}

fn note_drawn(
    mut scenery: ResMut<Scenery>,
    ground: Res<ground::GroundArt>,
    standing: Res<standing::StandingArt>,
) {
    // What is still being painted finds all of it changed when it is there.
    if ground.is_painted() && standing.is_painted() {
        scenery.bypass_change_detection().note_drawn();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards() -> impl Iterator<Item = BoardView> {
        let layouts = Layout::ALL;
        let sizes = [(1, 1), (7, 5), (6, 8), (2, 1)];
        layouts.into_iter().flat_map(move |layout| {
            sizes.map(|(width, height)| BoardView {
                grid: Grid::new(layout, width, height),
            })
        })
    }

    #[test]
    fn every_place_near_the_middle_of_a_hex_is_that_hex() {
        for board in boards() {
            for tile in board.grid.tiles() {
                for direction in Direction::ALL {
                    let aside = Vec2::from_angle(board.angle(direction)) * HEX.x * 0.49;
                    let place = board.center(tile) + aside;
                    assert_eq!(board.tile_at(place), Some(tile), "{:?}", board.grid);
                    let beyond = board.center(tile) + aside * 1.1;
                    let neighbor = board.grid.neighbor(tile, direction);
                    assert_eq!(board.tile_at(beyond), neighbor, "{:?}", board.grid);
                }
            }
        }
    }

    #[test]
    fn the_bounds_just_hold_the_middles_of_all_hexes() {
        for board in boards() {
            let centers = board.grid.tiles().map(|tile| board.center(tile));
            let expected = centers.fold(Rect::EMPTY, |all, center| all.union_point(center));
            let bounds = board.bounds();
            let off = (bounds.min - expected.min).abs() + (bounds.max - expected.max).abs();
            assert!(off.max_element() < 0.01, "{bounds:?} for {expected:?}");
        }
    }
}
