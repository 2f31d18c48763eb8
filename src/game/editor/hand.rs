//! What the author has in hand: a tool, its shape, and what it puts down.
//!
//! **Invariant:** whatever is in hand exists in the mission's content or in its draft.

use crate::battle::grid::Direction;
use crate::content::terrain::{Cover, Terrain, TerrainId};
use crate::game::kit::keys::layout::Layout;
use crate::mission::LEVELS;
use crate::mission::edit::UnitKind;

use super::Page;

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
            Self::Air => ("Smoke", "Smoke and fire present when the battle starts"),
            Self::Unit => (
                "Units",
                "Place units; drag to move them, click to change them",
            ),
            Self::Zone => ("Zones", "Exits, deployment and objective hexes"),
            Self::Eraser => (
                "Erase",
                "Clear units, edges, fire, smoke and zones; the ground stays",
            ),
            Self::Pick => ("Pick", "Pick up the terrain or unit of a hex"),
        }
    }

    /// Whether boards of a mission's rules have what it paints.
    pub(super) fn is_of_use(self, page: &Page) -> bool {
        let ground = &page.forms.ground;
        match self {
            Self::Height => ground.has_heights,
            Self::Side => ground.has_hexsides,
            Self::Air => ground.has_air,
            Self::Unit => !page.forms.units.is_empty(),
            Self::Terrain | Self::Zone | Self::Eraser | Self::Pick => true,
        }
    }

    /// Returns the next tool that is of use, or the one before.
    pub(super) fn after(self, is_next: bool, page: &Page) -> Self {
        let all: Vec<_> = (Self::ALL.into_iter())
            .filter(|tool| tool.is_of_use(page))
            .collect();
        let at = all.iter().position(|tool| *tool == self).unwrap_or(0);
        let step = if is_next { 1 } else { all.len() - 1 };
        all[(at + step) % all.len()]
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
        (Self::Brush, "Brush", "{B}: paint under the pointer"),
        (Self::Fill, "Fill", "{F}: fill the connected area"),
        (Self::Line, "Line", "{L}: drag from end to end"),
        (Self::Rectangle, "Box", "{M}: drag from corner to corner"),
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
    Set(i8),
}

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
    /// Post and key of the kind of unit.
    pub(super) kind: (usize, String),
    /// Side of new units.
    pub(super) side: usize,
    /// Facing of new units.
    pub(super) facing: Direction,
    /// Zone that is painted.
    pub(super) zone: Option<String>,
    /// What is on the keys that texts name.
    pub(super) layout: Layout,
}

impl Hand {
    /// Takes up the first of everything.
    pub(super) fn of(page: &Page) -> Self {
        let terrain = ordered(page).first().map(|terrain| terrain.key.clone());
        let hexside = page.catalog.hexsides.get(1);
        // Of what there is more than one on a side, if there is.
        let kind = kinds(page).last().map_or(0, |(post, _)| *post);
        let first = kinds(page).into_iter().find(|(post, _)| *post == kind);
        let zone = page.draft.sheet().zones.first();
        Self {
            size: 1,
            terrain: terrain.unwrap_or_default(),
            hexside: hexside.map(|hexside| hexside.key.clone()),
            kind: first.map_or((0, String::new()), |(post, kind)| (post, kind.key.clone())),
            zone: zone.map(|zone| zone.name.clone()),
            ..Self::default()
        }
    }

    /// Takes up the so-manieth thing the tool offers.
    pub(super) fn choose(&mut self, index: usize, page: &Page) {
        match self.tool {
            Tool::Terrain => {
                if let Some(terrain) = ordered(page).get(index) {
                    self.terrain.clone_from(&terrain.key);
                }
            }
            Tool::Height => {
                self.level = match i8::try_from(index).unwrap_or(0) {
                    0 => Level::Up,
                    1 => Level::Down,
                    level => Level::Set((level - 2).min(*LEVELS.end())),
                }
            }
            Tool::Side => {
                if let Some(hexside) = page.catalog.hexsides.get(index + 1) {
                    self.hexside = Some(hexside.key.clone());
                }
            }
            Tool::Air => self.smoke = u8::try_from(index).unwrap_or(0).min(3),
            Tool::Unit => {
                if let Some((post, kind)) = kinds(page).get(index) {
                    self.kind = (*post, kind.key.clone());
                }
            }
            Tool::Zone => {
                if let Some(zone) = page.draft.sheet().zones.get(index) {
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

/// Lists the kinds of units with their posts, in the order of the palette.
pub(super) fn kinds(page: &Page) -> Vec<(usize, &UnitKind)> {
    let forms = page.forms.units.iter().enumerate();
    let kinds = forms.flat_map(|(post, form)| form.kinds.iter().map(move |kind| (post, kind)));
    kinds.collect()
}

/// Returns the name of a kind of unit, by its post and key; of an unknown one, the key.
pub(super) fn kind_name<'a>(page: &'a Page, (post, key): (usize, &'a str)) -> &'a str {
    let mut known = kinds(page).into_iter();
    let found = known.find(|(of, kind)| *of == post && kind.key == key);
    found.map_or(key, |(_, kind)| &kind.name)
}

/// Lists the kinds of terrain that the mission's boards are of.
fn terrains(page: &Page) -> Vec<&Terrain> {
    let wanted = &page.forms.ground.terrains;
    match wanted.is_empty() {
        true => page.catalog.terrains.iter().collect(),
        false => (wanted.iter())
            .map(|(id, _)| page.catalog.terrain(*id))
            .collect(),
    }
}

/// Terrain in groups, each with its name.
pub(super) fn grouped(page: &Page) -> [(&'static str, Vec<&Terrain>); 3] {
    let is_told_apart = page.forms.ground.terrains.is_empty();
    let group = |terrain: &&Terrain| match terrain {
        _ if !is_told_apart => 0,
        _ if terrain.door_to.is_some() || terrain.move_percent.is_none() => 2,
        _ if terrain.cover != Cover::None => 1,
        _ => 0,
    };
    let all = terrains(page);
    let of = |wanted| {
        let all = all.iter().copied();
        all.filter(|terrain| group(terrain) == wanted).collect()
    };
    [
        ("GROUND", of(0)),
        ("COVER", of(1)),
        ("WALLS, DOORS, WINDOWS", of(2)),
    ]
}

/// Terrain in the order of the palette.
pub(super) fn ordered(page: &Page) -> Vec<&Terrain> {
    grouped(page)
        .into_iter()
        .flat_map(|(_, group)| group)
        .collect()
}

/// Says what a kind of terrain does.
pub(super) fn terrain_text(page: &Page, terrain: &Terrain) -> String {
    let id = page.catalog.terrain_named(&terrain.key);
    let known = page.forms.ground.terrains.iter();
    let told = known
        .clone()
        .find(|(of, _): &&(TerrainId, String)| Some(*of) == id);
    if let Some((_, text)) = told {
        return text.clone();
    }
    let cost = match terrain.move_percent {
        Some(percent) => format!("enter at {percent}%"),
        None => "cannot be entered".into(),
    };
    let cover = format!("{:?}", terrain.cover).to_lowercase();
    format!("{cost}, cover: {cover}")
}
