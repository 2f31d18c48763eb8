//! What a click on the hex pointed at would do: worked out before it is done.
//!
//! **Invariant:** kept until the hex, the choice or the battle changes; a click orders what is told here.

use bevy::prelude::*;

use super::input::Hand;
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{UnitId, Units, part};
use crate::game::kit::Kept;
use crate::game::kit::standard::chosen;
use crate::game::rules::playable::{checked, grid, name, own_side, place_of, unit_at};
use crate::game::shell::session::Moment;
use crate::game::table::input::{Hover, is_players};
use crate::rules::kit::ways::around;
use crate::rules::party::attack::Forecast;
use crate::rules::party::character::Purse;
use crate::rules::party::content::SpellId;
use crate::rules::party::order::{Order, Refusal};
use crate::rules::party::outlook::PathStep;
use crate::rules::party::progress::Progress;
use crate::rules::party::scenario::Map;
use crate::rules::party::{Party, delve, magic, objects, outlook, setup};

/// What a click would do.
#[derive(Clone, Debug, Default)]
pub(super) struct Ahead {
    /// The hexes that the chosen character would walk over.
    pub path: Vec<TileId>,
    /// What would come of its steps.
    pub steps: Vec<PathStep>,
    /// Which way it would look then.
    pub facing: Option<Direction>,
    /// Whom it would attack, or cast at.
    pub target: Option<UnitId>,
    /// The outcome of the attack.
    pub forecast: Option<Forecast>,
    /// Who would be struck by a spell, and the hexes of its area.
    pub struck: (Vec<UnitId>, Vec<TileId>),
    /// The orders, or why there are none; nothing where nothing is meant.
    pub orders: Option<Result<Vec<Order>, String>>,
    /// What it would do with a door or chest.
    pub deed: Option<String>,
    /// Action points that it would cost, and those left then.
    pub ap: (u16, u16),
}

/// What it depends on: hex, choice, spell in hand, and whether the player may order.
type Key = (
    Moment,
    Option<TileId>,
    Option<UnitId>,
    Option<SpellId>,
    bool,
);

pub(super) fn key(world: &World) -> Key {
    (
        Moment::of(world),
        world.resource::<Hover>().tile,
        chosen(world),
        world.resource::<Hand>().spell,
        is_players(world),
    )
}

/// Works out what a click would do, when something changed.
pub(super) fn tell(world: &mut World) {
    let key = key(world);
    Kept::renew(world, key, |world| {
        let (_, tile, unit, spell, is_players) = key;
        let (Some(tile), Some(unit), true) = (tile, unit, is_players) else {
            return Ahead::default();
        };
        match spell {
            Some(spell) => cast(world, unit, spell, tile),
            None => act(world, unit, tile),
        }
    });
}

impl Ahead {
    /// Returns what was worked out last, if it still holds.
    pub fn of(world: &World) -> Option<&Self> {
        // In a film nobody points at anything.
        Kept::<Key, Self>::of(world)?;
        Kept::<Key, Self>::of_key(world, &key(world))
    }

    /// Adds orders, or the first refusal of one that is given where the character stands.
    fn orders(mut self, world: &World, orders: Vec<Order>) -> Self {
        let checked = checked::<Party>(world, own_side(world), &orders[0]);
        self.orders = Some(checked.map(|_| orders).map_err(|why| why.to_string()));
        self
    }

    /// Notes what it costs a character.
    fn paid(mut self, world: &World, id: UnitId, ap: u16) -> Self {
        let has = u16::from(part::<Purse>(world, id).ap);
        self.ap = (ap, has.saturating_sub(ap));
        self
    }
}

/// Casts a spell on whoever is there.
fn cast(world: &World, id: UnitId, spell: SpellId, tile: TileId) -> Ahead {
    let figures = setup::content(world).spell(spell);
    let Some(target) = unit_at(world, tile) else {
        return Ahead::default();
    };
    let area = u16::from(figures.area);
    let hexes = around(grid(world), tile, area).filter(|_| area > 0);
    let struck = magic::struck(world, target, figures.area).into_iter();
    let is_seen = |unit: &UnitId| unit_at(world, place_of(world, *unit)) == Some(*unit);
    let ahead = Ahead {
        target: Some(target),
        struck: (struck.filter(is_seen).collect(), hexes.collect()),
        ..Ahead::default()
    };
    let ahead = ahead.paid(world, id, figures.ap.into());
    ahead.orders(world, vec![Order::Cast(id, spell, target)])
}

/// Attacks whoever is there, walking beside first where that is needed, or walks there.
fn act(world: &World, id: UnitId, tile: TileId) -> Ahead {
    let seat = place_of(world, id);
    let units = Units::of(world);
    if setup::map(world) == Map::Overland {
        return if tile == seat {
            Ahead::default()
        } else {
            travel(world, id, tile)
        };
    }
    if let Some(ahead) = reach_for(world, id, tile) {
        return ahead;
    }
    match unit_at(world, tile) {
        Some(own) if units.side(own) == units.side(id) => Ahead::default(),
        Some(foe) if units.are_foes(id, foe) => attack(world, id, foe),
        _ if tile == seat => Ahead::default(),
        _ => walk(world, id, tile),
    }
}

/// Returns what an order does with what lies within reach, and the AP it costs.
pub(super) fn deed(world: &World, id: UnitId, order: &Order) -> Option<(String, u8)> {
    let content = setup::content(world);
    let costs = &content.figures.costs;
    Some(match order {
        Order::Handle(_, deed, tile) => match objects::odds(world, id, *deed, *tile) {
            Some((.., chance)) => (format!("{} {chance}%", deed.words()), costs.skill),
            None => (deed.words().to_owned(), costs.object),
        },
        Order::Take(_, _, thing) => {
            let name = thing.name(content).to_lowercase();
            (format!("take the {name}"), costs.object)
        }
        _ => return None,
    })
}

/// Does what is next to do with a door or chest there, walking beside it first where that is needed.
fn reach_for(world: &World, id: UnitId, tile: TileId) -> Option<Ahead> {
    let order = delve::next(world, id, tile)?;
    let grid = grid(world);
    let (words, cost) = deed(world, id, &order)?;
    let ahead = Ahead {
        deed: Some(words),
        ..Ahead::default()
    };
    if grid.distance(place_of(world, id), tile) <= 1 {
        let ahead = ahead.paid(world, id, cost.into());
        return Some(ahead.orders(world, vec![order]));
    }
    let ways = outlook::ways(world, id, u16::MAX);
    let beside = grid.neighbors(tile).map(|(_, beside)| beside);
    let (steps, beside) = ways.nearest_of(beside)?;
    if !world.resource::<Progress>().fights() && steps > outlook::steps(world, id) {
        return Some(walk(world, id, beside));
    }
    Some(ahead.along(world, id, ways.path(beside)?, cost.into(), Some(order)))
}

fn attack(world: &World, id: UnitId, foe: UnitId) -> Ahead {
    let strike = Order::Attack(id, foe);
    let here = outlook::forecast_from(world, id, place_of(world, id), foe);
    let cost = u16::from(here.cost);
    let ahead = Ahead {
        target: Some(foe),
        forecast: Some(here),
        ..Ahead::default()
    };
    let ahead = ahead
        .paid(world, id, cost)
        .orders(world, vec![strike.clone()]);
    let is_far = checked::<Party>(world, own_side(world), &strike);
    let is_far = matches!(is_far, Err(Refusal::TooFar { .. }));
    let approach = is_far.then(|| outlook::approach(world, id, foe)).flatten();
    let Some(approach) = approach.filter(|one| !one.path.is_empty()) else {
        return ahead;
    };
    let ahead = Ahead {
        forecast: Some(approach.forecast),
        ..ahead
    };
    ahead.along(world, id, approach.path, cost, Some(strike))
}

/// Goes there over the overland map, a hex each turn, which costs no action points.
fn travel(world: &World, id: UnitId, tile: TileId) -> Ahead {
    let Some(path) = outlook::ways(world, id, u16::MAX).path(tile) else {
        return Ahead::barred();
    };
    let first = path[..1].to_vec();
    let ahead = Ahead::default().over(world, id, &path);
    ahead.orders(world, vec![Order::Move(id, first)])
}

fn walk(world: &World, id: UnitId, tile: TileId) -> Ahead {
    let fights = world.resource::<Progress>().fights();
    let Some(mut path) = outlook::ways(world, id, u16::MAX).path(tile) else {
        return Ahead::barred();
    };
    if !fights {
        // It goes on in the next turns.
        path.truncate(outlook::steps(world, id).max(1).into());
    }
    Ahead::default().along(world, id, path, 0, None)
}

impl Ahead {
    fn barred() -> Self {
        Self {
            orders: Some(Err("no path to that hex".into())),
            ..Self::default()
        }
    }

    /// Notes the hexes of a path.
    fn over(mut self, world: &World, id: UnitId, path: &[Direction]) -> Self {
        let (mut at, grid) = (place_of(world, id), grid(world));
        for &direction in path {
            at = grid.neighbor(at, direction).unwrap_or(at);
            self.path.push(at);
        }
        self.facing = path.last().copied();
        self
    }

    /// Walks a path, then does something more for so many action points.
    fn along(
        self,
        world: &World,
        id: UnitId,
        path: Vec<Direction>,
        more: u16,
        then: Option<Order>,
    ) -> Self {
        let step = u16::from(setup::content(world).figures.costs.step);
        let cost = step * path.len() as u16 + more;
        let ahead = Self {
            steps: outlook::along(world, id, &path),
            ..self.over(world, id, &path)
        };
        let orders = [Order::Move(id, path)].into_iter().chain(then).collect();
        let has = part::<Purse>(world, id).ap;
        let mut ahead = ahead.paid(world, id, cost).orders(world, orders);
        if cost > has.into() {
            let name = name(world, id).to_owned();
            let why = Refusal::NoAp {
                name,
                needs: cost,
                has,
            };
            ahead.orders = Some(Err(why.to_string()));
        }
        ahead
    }
}
