//! What the hex pointed at tells: the path to it, what standing there would be like, the chances there,
//! the line of sight, whom a blow there would strike.
//!
//! **Invariant:** worked out when the hex, the choice or the battle changed.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::plans::{Plans, Walk, planned};
use super::reach::{Reached, gait};
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::UnitId;
use crate::content::terrain::Cover;
use crate::game::kit::Kept;
use crate::game::rules::battlescape::hud::{Insight, mark};
use crate::game::rules::battlescape::input::Selection;
use crate::game::rules::battlescape::look;
use crate::game::shell::session::Moment;
use crate::game::table::board_view::Marks;
use crate::game::table::input::Hover;
use crate::rules::battlescape::event::Mark;
use crate::rules::battlescape::panel::outlook::{Outlook, Prospect, outlook};
use crate::rules::battlescape::panel::preview::{RicochetRisk, Struck, ricochets, struck};
use crate::rules::battlescape::panel::sightline::{sight_between, way};
use crate::rules::battlescape::panel::tool::{Tool, mark_at};
use crate::rules::battlescape::side_view::SideView;

/// The way of the chosen unit to the hex pointed at, and what standing there would be like.
#[derive(Default)]
pub struct Ahead {
    /// Directions of the path to it, by the way points.
    pub directions: Vec<Direction>,
    /// What standing there would be like, if the chosen unit can go there.
    pub outlook: Option<Outlook>,
    /// Whom the chosen unit could shoot at from there; from where it stands if it cannot go there, or aims.
    pub prospects: Vec<Prospect>,
    /// What standing where its plan ends would be like, while no other hex is asked about.
    pub planned: Option<Outlook>,
    /// Hexes that a blow there would strike, by their ring.
    area: Vec<(TileId, u8)>,
    /// Who is known to stand there.
    pub struck: Vec<Struck>,
    /// Whom the ricochet of a round that misses the enemy aimed at may strike.
    pub ricochets: Vec<RicochetRisk>,
}

impl Ahead {
    /// Returns what was worked out last.
    pub fn of(world: &World) -> &Self {
        KeptAhead::of(world).expect("the plugin begins with an empty one")
    }

    /// Whether the battle is as it was when this was worked out.
    pub(super) fn holds(world: &World) -> bool {
        KeptAhead::key(world).is_some_and(|(moment, ..)| *moment == Moment::of(world))
    }
}

/// What the hex pointed at tells, which is kept.
pub(super) type KeptAhead = Kept<Key, Ahead>;

/// What bears on what a hex tells.
pub(super) type Key = (Moment, Option<TileId>, Selection, bool, Vec<Walk>);

/// Works out what the hex pointed at tells, when something changed.
pub fn tell(world: &mut World) {
    let key = (
        Moment::of(world),
        world.resource::<Hover>().tile,
        world.resource::<Selection>().clone(),
        Reached::of(world).is_known(),
        world.resource::<Plans>().walks().to_vec(),
    );
    let is_new = Kept::renew(world, key, |world| {
        let tile = world.resource::<Hover>().tile;
        let unit = world.resource::<Selection>().unit;
        unit.map_or_else(Ahead::default, |unit| there(world, tile, unit))
    });
    if is_new {
        mark_cover(world);
        mark_sight_line(world);
    }
}

/// Works out what a hex tells the chosen unit, and what its weapon could do.
fn there(world: &World, tile: Option<TileId>, id: UnitId) -> Ahead {
    let (view, selection) = (look(world), world.resource::<Selection>());
    let mut ahead = Ahead::default();
    let tool = selection.tool;
    let radius = tool.radius(view, id);
    let mark = tile.and_then(|tile| mark_at(view, tool, tile));
    let is_foe = |mark: &Mark| match mark {
        Mark::Unit(on) => view.is_enemy(*on),
        Mark::Hex(_) => false,
    };
    let mark = mark.filter(|mark| tool != Tool::Weapon || is_foe(mark));
    let is_refused = || {
        let Tool::Throw(slot) = tool else {
            return false;
        };
        let (from, to) = (view.unit(id).tile, tile.unwrap_or_default());
        view.forecast_throw(id, from, slot, to).is_err()
    };
    if let (Some(tile), Some(mark), 1..) = (tile, mark, radius)
        && !is_refused()
    {
        ahead.area = view.area(tile, radius);
        ahead.struck = struck(view, id, tool, mark);
    }
    // While units are placed, and when the unit can act no more, nothing is promised.
    if tool != Tool::Weapon || !Reached::of(world).is_known() {
        return ahead;
    }
    let aimed = self::mark(world);
    if let (Some(Mark::Unit(target)), Some(mode)) = (aimed, selection.mode) {
        ahead.ricochets = ricochets(view, id, target, mode);
    }
    let gait = gait(world, view, id);
    let path = tile.and_then(|tile| Reached::of(world).path_to(tile));
    let here = || outlook(view, id, gait, &[]);
    match path {
        Some(path) => {
            ahead.outlook = Some(outlook(view, id, gait, &path));
            ahead.directions = path;
        }
        None if tile == Some(view.unit(id).tile) => ahead.outlook = Some(here()),
        None => {}
    }
    // What is aimed at is fired at from where the unit stands.
    if aimed.is_some() {
        ahead.prospects = here().prospects;
        return ahead;
    }
    if ahead.outlook.is_none() {
        ahead.planned = planned(world, id);
    }
    let there = ahead.outlook.as_ref().or(ahead.planned.as_ref());
    ahead.prospects = there.map_or_else(|| here().prospects, |there| there.prospects.clone());
    ahead
}

/// Marks the sides with cover, those open to an enemy, and what a blow would strike.
fn mark_cover(world: &mut World) {
    let ahead = Ahead::of(world);
    let (mut cover, mut flanks) = (Vec::new(), Vec::new());
    if let Some(there) = &ahead.outlook {
        let open: BTreeSet<_> = there.flanks().map(|side| side.number()).collect();
        for side in Direction::ALL {
            match there.cover[usize::from(side.number())] {
                _ if open.contains(&side.number()) => flanks.push((there.tile, side)),
                Cover::None => {}
                kind => cover.push((there.tile, side, kind)),
            }
        }
    }
    cover.extend(aimed(world).and_then(|(from, to)| target_cover(look(world), from, to)));
    let area = ahead.area.clone();
    let mut marks = world.resource_mut::<Marks>();
    if (&marks.cover, &marks.flanks, &marks.area) != (&cover, &flanks, &area) {
        (marks.cover, marks.flanks, marks.area) = (cover, flanks, area);
    }
}

/// Returns where the chosen unit stands and where what it aims at is, if that is an enemy.
fn aimed(world: &World) -> Option<(TileId, TileId)> {
    let (view, selection) = (look(world), world.resource::<Selection>());
    let unit = selection.unit.filter(|_| selection.tool == Tool::Weapon)?;
    match mark(world)? {
        Mark::Unit(target) => Some((view.unit(unit).tile, view.unit(target).tile)),
        Mark::Hex(_) => None,
    }
}

/// Returns the side of a hex whose cover a shot from another crosses.
fn target_cover(view: SideView, from: TileId, to: TileId) -> Option<(TileId, Direction, Cover)> {
    let cover = sight_between(view, from, to).cover;
    (cover != Cover::None && from != to)
        .then(|| (to, view.grid().direction_towards(to, from), cover))
}

/// Marks the line of sight of the sight tool if it is in use, else that to the enemy aimed at.
fn mark_sight_line(world: &mut World) {
    let from = world.resource::<Insight>().sight_from;
    let ends = from.zip(world.resource::<Hover>().tile);
    let line = ends.or_else(|| aimed(world)).map(|(from, to)| {
        let view = look(world);
        let answer = sight_between(view, from, to);
        let blocker = answer.line.blocker.filter(|_| !answer.line.open);
        (way(view, from, to), blocker)
    });
    if world.resource::<Marks>().line != line {
        world.resource_mut::<Marks>().line = line;
    }
}

/// Begins or ends looking along lines of sight from the hex pointed at, or the chosen unit.
pub fn toggle_sight_line(world: &mut World) {
    let unit = world.resource::<Selection>().unit;
    let start = world.resource::<Hover>().tile;
    let start = start.or_else(|| unit.map(|id| look(world).unit(id).tile));
    let mut insight = world.resource_mut::<Insight>();
    insight.sight_from = match insight.sight_from {
        Some(_) => None,
        None => start,
    };
    world.resource_mut::<KeptAhead>().forget();
}
