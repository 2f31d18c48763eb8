//! Marks over the ground: reach, zones, danger, where a blow lands, cover, lines of sight.
//!
//! **Invariant:** drawn when [`Marks`] or the palette changed, and only where they differ.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::{
    BoardView, OfBoard, angle,
    scenery::Scenery,
    standing::{Quads, StandingMaterial, sheet_image},
};
use crate::{
    battle::{
        board::Board,
        grid::{Direction, Grid, Layout, TileId},
    },
    content::terrain::Cover,
    game::{
        art::{self, Badge, HEX, PICTURE, mark},
        hud::guide_zone,
        palette::{Meaning, Palette},
        session::Moment,
        settings::Settings,
    },
    mission::Objective,
    rules::battlescape::side_view::SideView,
};

/// What is marked on the board. Whoever fills it writes only what changed.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// Hexes in reach, by what can still be fired from there: 0 nothing, to 3.
    pub reach: Vec<(TileId, u8)>,
    /// Hexes that enemies could fire at, from 0 to 3 by how bad it is.
    pub danger: Vec<(TileId, u8)>,
    /// Hexes that a blow would strike, by their ring from its middle.
    pub area: Vec<(TileId, u8)>,
    /// Hexes along a line of sight, and the one that blocks it.
    pub line: Option<(Vec<TileId>, Option<TileId>)>,
    /// Sides of hexes with cover.
    pub cover: Vec<(TileId, Direction, Cover)>,
    /// Sides of hexes that lie open to an enemy.
    pub flanks: Vec<(TileId, Direction)>,
    /// Hexes from which units leave the map.
    pub exits: Vec<TileId>,
    /// Hexes of the objective.
    pub goals: Vec<TileId>,
    /// Hexes on which a unit may be placed.
    pub places: Vec<TileId>,
}

/// Layers of marks, in the order they are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Layer {
    Zone,
    ZoneSign,
    Reach,
    Pips,
    Danger,
    Area,
}

/// Over the ground and what stands on it, under the units.
const MARKS_Z: f32 = 4.0;
/// Height of lines and shields: over the fog, since they say where sight ends.
const LINES_Z: f32 = 21.0;

/// A mark on a hex: its picture and its tint.
type Wanted = BTreeMap<(Layer, TileId), (u32, [u8; 3])>;

/// What is shown of the marks.
#[derive(Resource, Default)]
pub(super) struct MarkLayers {
    generation: u32,
    /// Sheets of marks, by whether hexes are flat-top.
    sheets: BTreeMap<bool, Handle<StandingMaterial>>,
    badges: BTreeMap<Badge, Handle<Image>>,
    mesh: Handle<Mesh>,
    lines: Vec<Entity>,
    last: Option<(Marks, Palette)>,
}

/// Marks exits, goals and places of a battle, and where its guide sends a unit.
pub(super) fn mark_zones(world: &mut World, mut seen: Local<Option<(Moment, Vec<TileId>)>>) {
    if !world.contains_resource::<Board>() {
        return;
    }
    let now = (Moment::of(world), guide_zone(world).to_vec());
    if seen.as_ref() == Some(&now) {
        return;
    }
    let view = SideView::new(world, now.0.side());
    let exits = view.exits().to_vec();
    let mut goals = match view.objective() {
        Objective::Reach { zone, .. } | Objective::Hold { zone, .. } => zone.clone(),
        Objective::Control { zones } => zones.concat(),
        _ => Vec::new(),
    };
    goals.extend(&now.1);
    let is_free = |&tile: &TileId| {
        view.unit_at(tile).is_none() && view.layers().entry_percent(tile).is_some()
    };
    let places = view.deployment().iter().copied().filter(is_free).collect();
    let mut marks = world.resource_mut::<Marks>();
    (marks.exits, marks.goals, marks.places) = (exits, goals, places);
    *seen = Some(now);
}

/// Shows the marks.
pub(super) fn show(
    mut commands: Commands,
    scenery: Res<Scenery>,
    board: Res<BoardView>,
    marks: Res<Marks>,
    settings: Res<Settings>,
    mut layers: ResMut<MarkLayers>,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandingMaterial>>,
) {
    let is_new = layers.generation != scenery.generation();
    if !is_new && !marks.is_changed() && !settings.is_changed() {
        return;
    }
    let layers = &mut *layers;
    let grid = scenery.grid();
    if is_new {
        layers.generation = scenery.generation();
        layers.last = None;
        // Their entities went with the board they were on.
        layers.lines.clear();
        if !grid.is_empty() {
            let material = layers.load(grid.layout, &mut images, &mut materials);
            layers.mesh = meshes.add(Quads::default().mesh());
            commands.spawn((
                OfBoard(scenery.generation()),
                Mesh2d(layers.mesh.clone()),
                MeshMaterial2d(material),
                Transform::from_xyz(0.0, 0.0, MARKS_Z),
            ));
        }
    }
    let now = (marks.clone(), settings.palette);
    if grid.is_empty() || layers.last.as_ref() == Some(&now) {
        return;
    }
    layers.last = Some(now);
    let size = match grid.layout {
        Layout::PointyOddRows => PICTURE,
        Layout::FlatOddColumns => PICTURE.yx(),
    };
    let half = size.as_vec2() / 2.0;
    let mut quads = Quads::default();
    for ((_, tile), (picture, [red, green, blue])) in wanted(&marks, grid, settings.palette) {
        let center = board.center(tile);
        let corners = [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)]
            .map(|(x, y)| center + half * Vec2::new(x, y));
        let color = Color::srgb_u8(red, green, blue).to_linear();
        let uv = art::mark_uv(grid.layout, picture);
        quads.add(corners, uv, color.to_f32_array());
    }
    if let Some(mut mesh) = meshes.get_mut(&layers.mesh) {
        *mesh = quads.mesh();
    }
    layers.draw_lines(
        &mut commands,
        &marks,
        &board,
        &settings,
        scenery.generation(),
    );
}

/// Lists the marks by layer and hex.
fn wanted(marks: &Marks, grid: Grid, palette: Palette) -> Wanted {
    let mut wanted = Wanted::new();
    let zones = [
        (&marks.places, Meaning::Place, mark::DASHES, mark::PLACE),
        (&marks.goals, Meaning::Goal, mark::BORDER, mark::GOAL),
        (&marks.exits, Meaning::Exit, mark::BORDER, mark::EXIT),
    ];
    for (tiles, meaning, border, sign) in zones {
        let color = palette.color(meaning);
        for &tile in tiles {
            let mask = rim(grid, tile, |near| tiles.contains(&near));
            wanted.insert((Layer::Zone, tile), (border + mask, color));
            wanted.insert((Layer::ZoneSign, tile), (sign, color));
        }
    }
    let reach: BTreeMap<TileId, u8> = marks.reach.iter().copied().collect();
    for (&tile, &level) in &reach {
        // Those from which something can be fired have a border of their own.
        let can_fire = level > 0;
        let mask = rim(grid, tile, |near| {
            reach
                .get(&near)
                .is_some_and(|&level| !can_fire || level > 0)
        });
        let meaning = if can_fire {
            Meaning::ReachFire
        } else {
            Meaning::Reach
        };
        let color = palette.color(meaning);
        let border = if can_fire { mark::BORDER } else { mark::DASHES };
        wanted.insert((Layer::Reach, tile), (border + mask, color));
        let pips = mark::PIPS + u32::from(level.min(3));
        wanted.insert((Layer::Pips, tile), (pips, color));
    }
    for &(tile, level) in &marks.danger {
        let picture = mark::DANGER + u32::from(level.min(3));
        wanted.insert(
            (Layer::Danger, tile),
            (picture, palette.color(Meaning::Danger)),
        );
    }
    for &(tile, ring) in &marks.area {
        let picture = mark::AREA + u32::from(ring.min(3));
        wanted.insert((Layer::Area, tile), (picture, palette.color(Meaning::Area)));
    }
    wanted
}

/// Returns, as bits, the sides beyond which nothing belongs to the same marks.
fn rim(grid: Grid, tile: TileId, belongs: impl Fn(TileId) -> bool) -> u32 {
    Direction::ALL
        .into_iter()
        .filter(|&side| !grid.neighbor(tile, side).is_some_and(&belongs))
        .fold(0, |mask, side| mask | 1 << side.number())
}

impl MarkLayers {
    /// Returns the sheet of marks of a layout, painted when it is first wanted.
    fn load(
        &mut self,
        layout: Layout,
        images: &mut Assets<Image>,
        materials: &mut Assets<StandingMaterial>,
    ) -> Handle<StandingMaterial> {
        if self.badges.is_empty() {
            let load = |badge| (badge, images.add(art::image(&art::badge_picture(badge))));
            self.badges = Badge::ALL.map(load).into();
        }
        let is_flat = layout == Layout::FlatOddColumns;
        let paint = || {
            let UVec2 { x, y } = art::MARK_SHEET;
            let pixels = art::with_smaller(art::mark_sheet(layout), x, y);
            let sheet = images.add(sheet_image(pixels, x, y));
            materials.add(StandingMaterial { sheet })
        };
        self.sheets.entry(is_flat).or_insert_with(paint).clone()
    }

    /// Draws shields on the sides of hexes, and the line of sight.
    fn draw_lines(
        &mut self,
        commands: &mut Commands,
        marks: &Marks,
        board: &BoardView,
        settings: &Settings,
        generation: u32,
    ) {
        for entity in self.lines.drain(..) {
            commands.entity(entity).try_despawn();
        }
        let mut put = |badge: Badge, meaning: Meaning, at: Vec2, turn: f32, size: Vec2| {
            let [red, green, blue] = settings.palette.color(meaning);
            let sprite = Sprite {
                image: self.badges[&badge].clone(),
                color: Color::srgb_u8(red, green, blue),
                custom_size: Some(size),
                ..default()
            };
            let place = Transform::from_translation(at.extend(LINES_Z))
                .with_rotation(Quat::from_rotation_z(turn));
            let entity = commands.spawn((OfBoard(generation), sprite, place)).id();
            self.lines.push(entity);
        };
        let edge = |tile, side| {
            let turn = angle(board.grid.layout, side);
            (
                board.center(tile) + Vec2::from_angle(turn) * HEX.x * 0.39,
                turn,
            )
        };
        for &(tile, side, cover) in &marks.cover {
            let badge = match cover {
                Cover::None => continue,
                Cover::Half => Badge::Half,
                Cover::Full => Badge::Full,
            };
            let (at, _) = edge(tile, side);
            put(badge, Meaning::Cover, at, 0.0, Vec2::splat(24.0));
        }
        for &(tile, side) in &marks.flanks {
            let (at, turn) = edge(tile, side);
            // The arrow points downwards on its picture and inwards on the board.
            let turn = turn - std::f32::consts::FRAC_PI_2;
            put(Badge::Flank, Meaning::Flank, at, turn, Vec2::splat(24.0));
        }
        let Some((tiles, blocker)) = &marks.line else {
            return;
        };
        let (Some(&first), Some(&last)) = (tiles.first(), tiles.last()) else {
            return;
        };
        let (from, to) = (board.center(first), board.center(last));
        let (length, way) = ((to - from).length(), (to - from).normalize_or_zero());
        let open = blocker.map_or(length, |tile| (board.center(tile) - from).dot(way) - 20.0);
        let mut at = 30.0;
        while at < length - 24.0 {
            let (badge, meaning) = match at <= open {
                true => (Badge::Sight, Meaning::SightLine),
                false => (Badge::Blocked, Meaning::SightBlocked),
            };
            let size = Vec2::splat(15.0);
            put(badge, meaning, from + way * at, way.to_angle(), size);
            at += 19.0;
        }
        if let Some(tile) = *blocker {
            let at = from + way * (board.center(tile) - from).dot(way);
            put(
                Badge::Blocked,
                Meaning::SightBlocked,
                at,
                0.0,
                Vec2::splat(30.0),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid::new(Layout::PointyOddRows, 6, 1);

    fn tile(column: i32) -> TileId {
        GRID.from_offset(column, 0).expect("on the board")
    }

    #[test]
    fn reach_has_a_border_only_where_it_ends_and_another_where_fire_ends() {
        let marks = Marks {
            reach: vec![(tile(0), 2), (tile(1), 1), (tile(2), 0), (tile(3), 0)],
            ..Marks::default()
        };
        let wanted = wanted(&marks, GRID, Palette::Normal);
        let border = |column| wanted[&(Layer::Reach, tile(column))].0;
        let (east, west) = (1, 1 << 3);
        let beyond = 0b110110;
        assert_eq!(border(0), mark::BORDER + beyond + west);
        assert_eq!(border(1), mark::BORDER + beyond + east, "fire ends here");
        assert_eq!(
            border(2),
            mark::DASHES + beyond,
            "reach goes on on both sides"
        );
        assert_eq!(border(3), mark::DASHES + beyond + east);
        assert_eq!(wanted[&(Layer::Pips, tile(0))].0, mark::PIPS + 2);
    }

    #[test]
    fn marks_of_several_kinds_lie_over_each_other_on_one_hex() {
        let marks = Marks {
            reach: vec![(tile(1), 3)],
            danger: vec![(tile(1), 9)],
            area: vec![(tile(1), 0)],
            exits: vec![tile(1)],
            ..Marks::default()
        };
        let wanted = wanted(&marks, GRID, Palette::Normal);
        assert_eq!(
            wanted.len(),
            6,
            "reach, pips, danger, area, zone and its sign"
        );
        assert_eq!(wanted[&(Layer::Danger, tile(1))].0, mark::DANGER + 3);
        assert_eq!(wanted[&(Layer::ZoneSign, tile(1))].0, mark::EXIT);
    }
}
