//! What the author has in hand: a tool, its shape, and what it puts down.
//!
//! **Invariant:** whatever is in hand exists in the mission's content or in its draft.

use crate::{
    battle::grid::Direction,
    content::{
        Catalog,
        terrain::{Cover, Terrain},
    },
    mission::edit::Sheet,
    rules::battlescape::content::BattlescapeContent,
};

/// What a click on the board does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Tool {
    /// Paints terrain, doors and windows.
    #[default]
    Terrain,
    /// Raises, lowers or levels ground.
    Height,
    /// Puts features on hexsides.
    Side,
    /// Sets hexes on fire or fills them with smoke.
    Air,
    /// Places, moves and chooses units.
    Unit,
    /// Paints zones.
    Zone,
    /// Clears hexes of everything but ground.
    Eraser,
    /// Takes up what is on a hex.
    Pick,
}

impl Tool {
    pub(super) const ALL: [Self; 8] = [
        Self::Terrain,
        Self::Height,
        Self::Side,
        Self::Air,
        Self::Unit,
        Self::Zone,
        Self::Eraser,
        Self::Pick,
    ];

    /// Returns its name and what it is for.
    pub(super) fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Terrain => ("Terrain", "Paint ground, walls, doors and windows"),
            Self::Height => ("Height", "Raise, lower or level the ground"),
            Self::Side => ("Edges", "Fences, ditches and cliffs between two hexes"),
            Self::Air => (
                "Smoke",
                "Smoke and fire that are there when the battle starts",
            ),
            Self::Unit => (
                "Units",
                "Place units; drag to move them, click to change them",
            ),
            Self::Zone => ("Zones", "Exits, deployment and hexes of the objective"),
            Self::Eraser => (
                "Erase",
                "Clear units, edges, fire, smoke and zones; the ground stays",
            ),
            Self::Pick => ("Pick", "Take up the terrain or unit of a hex"),
        }
    }

    /// Whether it works on several hexes at a time.
    pub(super) fn has_shape(self) -> bool {
        matches!(
            self,
            Self::Terrain | Self::Height | Self::Air | Self::Zone | Self::Eraser
        )
    }
}

/// Which hexes a tool works on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Shape {
    /// Those under the pointer.
    #[default]
    Brush,
    /// All that are alike and touch.
    Fill,
    /// A line.
    Line,
    /// A rectangle.
    Rectangle,
}

impl Shape {
    pub(super) const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Brush, "Brush", "B: paint under the pointer"),
        (Self::Fill, "Fill", "F: all hexes that are alike and touch"),
        (Self::Line, "Line", "L: drag from end to end"),
        (Self::Rectangle, "Box", "M: drag from corner to corner"),
    ];
}

/// What happens to the height of ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Level {
    /// One up.
    #[default]
    Up,
    /// One down.
    Down,
    /// Exactly this.
    Set(u8),
}

/// Highest ground there is.
pub(super) const TOP: u8 = 9;

/// What is in hand.
#[derive(Clone, Debug, Default)]
pub(super) struct Hand {
    pub(super) tool: Tool,
    pub(super) shape: Shape,
    /// Size of the brush, 1 to 3.
    pub(super) size: u32,
    /// Key of the terrain.
    pub(super) terrain: String,
    pub(super) level: Level,
    /// Key of the feature; none takes features away.
    pub(super) hexside: Option<String>,
    /// Density of smoke, 1 to 3; 0 is fire.
    pub(super) smoke: u8,
    /// Key of the kind of unit.
    pub(super) kind: String,
    /// Side of new units.
    pub(super) side: usize,
    /// Facing of new units.
    pub(super) facing: Direction,
    /// Zone that is painted.
    pub(super) zone: Option<String>,
}

impl Hand {
    /// Takes up the first of everything.
    pub(super) fn of(catalog: &Catalog, sheet: &Sheet) -> Self {
        let content = catalog.part::<BattlescapeContent>();
        Self {
            size: 1,
            terrain: ordered(catalog)
                .first()
                .map_or(String::new(), |terrain| terrain.key.clone()),
            hexside: catalog.hexsides.get(1).map(|hexside| hexside.key.clone()),
            kind: content
                .units
                .first()
                .map_or(String::new(), |unit| unit.key.clone()),
            zone: sheet.zones.first().map(|zone| zone.name.clone()),
            ..Self::default()
        }
    }

    /// Takes up the so-manieth thing the tool offers.
    pub(super) fn choose(&mut self, index: usize, catalog: &Catalog, sheet: &Sheet) {
        match self.tool {
            Tool::Terrain => {
                if let Some(terrain) = ordered(catalog).get(index) {
                    self.terrain.clone_from(&terrain.key);
                }
            }
            Tool::Height => {
                self.level = match u8::try_from(index).unwrap_or(0) {
                    0 => Level::Up,
                    1 => Level::Down,
                    level => Level::Set((level - 2).min(TOP)),
                }
            }
            Tool::Side => {
                if let Some(hexside) = catalog.hexsides.get(index + 1) {
                    self.hexside = Some(hexside.key.clone());
                }
            }
            Tool::Air => self.smoke = u8::try_from(index).unwrap_or(0).min(3),
            Tool::Unit => {
                if let Some(unit) = catalog.part::<BattlescapeContent>().units.get(index) {
                    self.kind.clone_from(&unit.key);
                }
            }
            Tool::Zone => {
                if let Some(zone) = sheet.zones.get(index) {
                    self.zone = Some(zone.name.clone());
                }
            }
            Tool::Eraser | Tool::Pick => {}
        }
    }
}

/// Returns where units of a side face that is not written.
pub(super) fn usual_facing(side: usize) -> Direction {
    Direction::new(if side == 0 { 0 } else { 3 })
}

/// Terrain in groups, each with its name.
pub(super) fn grouped(catalog: &Catalog) -> [(&'static str, Vec<&Terrain>); 3] {
    let group = |terrain: &&Terrain| match terrain {
        _ if terrain.door_to.is_some() || terrain.move_percent.is_none() => 2,
        _ if terrain.cover != Cover::None => 1,
        _ => 0,
    };
    let of = |wanted| {
        catalog
            .terrains
            .iter()
            .filter(|terrain| group(terrain) == wanted)
            .collect()
    };
    [
        ("GROUND", of(0)),
        ("COVER", of(1)),
        ("WALLS, DOORS, WINDOWS", of(2)),
    ]
}

/// Terrain in the order of the palette.
pub(super) fn ordered(catalog: &Catalog) -> Vec<&Terrain> {
    grouped(catalog)
        .into_iter()
        .flat_map(|(_, group)| group)
        .collect()
}
