//! What the player has in hand: a card that is being aimed, step by step, and cards picked for a loss.
//!
//! **Invariant:** what is in hand changes no battle. The aims that are left are those that the rules allow.

use std::cmp::Reverse;

use bevy::prelude::*;

use super::asking;
use crate::battle::grid::TileId;
use crate::battle::order::Pending;
use crate::battle::unit::UnitId;
use crate::game::rules::playable::own_side;
use crate::rules::casket::Casket;
use crate::rules::casket::content::Area;
use crate::rules::casket::duel::Duel;
use crate::rules::casket::legal;
use crate::rules::casket::machine::{CardNo, Part};
use crate::rules::casket::order::{Aiming, Choice, Order, Source};
use crate::rules::casket::sight::{REAR, facing_from};

/// What the player has in hand.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(super) struct Grip {
    /// The card.
    pub source: Option<Source>,
    /// The aims that are left for it.
    pub aims: Vec<Aiming>,
    /// A called shot.
    pub called: Option<Part>,
    /// Cards that are picked for a loss or discard.
    pub picked: Vec<CardNo>,
    /// Whether picking was begun, so that the default picks are put down once.
    pub has_picked: bool,
    /// An order that passes the Red Line and waits to be confirmed.
    pub risk: Option<Order>,
    /// Orders that are given once the last one was shown.
    pub next: Vec<Order>,
}

/// What the next click is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asks {
    /// The hex that the card moves to.
    Path,
    /// Whom or which hex it strikes.
    Target,
    /// Whom else it strikes.
    Second,
    /// Which way it turns.
    Facing,
    /// Which damage card it deletes.
    Repair,
    /// Nothing: it can be played.
    Nothing,
}

impl Grip {
    /// Returns what the player has in hand.
    pub(super) fn of(world: &World) -> Self {
        world.get_resource::<Self>().cloned().unwrap_or_default()
    }

    /// Takes a card up, or puts it away if it is in hand.
    pub(super) fn take_up(world: &mut World, source: Source) {
        let now = Self::of(world);
        let mut grip = Self::default();
        if now.source != Some(source) {
            let duel = Duel::of(world);
            if let Some(unit) = duel.progress.acting {
                let aims = legal::aimings(&duel, unit, source).into_iter();
                let passes = |aiming: &Aiming| {
                    let order = Order::Play(source, aiming.clone());
                    duel.check(unit, &order).is_ok()
                };
                grip.aims = aims.filter(passes).collect();
                grip.source = Some(source);
            }
        }
        world.insert_resource(grip);
    }

    /// Returns the only target that is left, if there is one.
    pub(super) fn target(&self) -> Option<UnitId> {
        let first = self.aims.first()?.target;
        let is_same = self.aims.iter().all(|aiming| aiming.target == first);
        first.filter(|_| is_same)
    }

    /// Returns what the next click is for.
    pub(super) fn asks(&self, duel: &Duel) -> Asks {
        let Some(first) = self.aims.first() else {
            return Asks::Nothing;
        };
        let unit = duel.progress.acting;
        let physical = unit
            .zip(self.source)
            .and_then(|(unit, source)| duel.card_of(unit, source));
        let moves_first = physical.is_some_and(|one| !duel.card(one.card).first.is_empty());
        let differs = |is_same: fn(&Aiming, &Aiming) -> bool| {
            self.aims.iter().any(|aiming| !is_same(aiming, first))
        };
        let path = differs(|one, other| one.path == other.path);
        let target = differs(|one, other| (one.target, one.tile) == (other.target, other.tile));
        match () {
            () if path && moves_first => Asks::Path,
            () if target => Asks::Target,
            () if path => Asks::Path,
            () if differs(|one, other| one.second == other.second) => Asks::Second,
            () if differs(|one, other| one.facing == other.facing) => Asks::Facing,
            () if differs(|one, other| one.repair == other.repair) => Asks::Repair,
            () => Asks::Nothing,
        }
    }

    /// Lists the hexes that the next click may be on.
    pub(super) fn choices(&self, duel: &Duel) -> Vec<TileId> {
        let asks = self.asks(duel);
        let tiles = self
            .aims
            .iter()
            .filter_map(|aiming| place(duel, aiming, asks));
        let mut tiles: Vec<_> = tiles.collect();
        tiles.sort_unstable();
        tiles.dedup();
        tiles
    }

    /// Keeps the aims that a click on a hex means; whether there are any.
    pub(super) fn narrow(&mut self, duel: &Duel, tile: TileId) -> bool {
        let asks = self.asks(duel);
        let at = |asks: Asks| {
            let fits = |aiming: &&Aiming| place(duel, aiming, asks) == Some(tile);
            self.aims.iter().filter(fits).cloned().collect::<Vec<_>>()
        };
        let mut left = at(asks);
        if left.is_empty() && asks == Asks::Path {
            // Who is clicked is attacked from where that is worst for it, and from the nearest of such hexes.
            left = at(Asks::Target);
            let best = |aiming: &Aiming| (exposed(duel, aiming), Reverse(aiming.path.len()));
            let best = left
                .iter()
                .enumerate()
                .max_by_key(|(at, one)| (best(one), Reverse(*at)));
            left = best.map(|(_, one)| one.clone()).into_iter().collect();
        }
        let found = !left.is_empty();
        if found {
            self.aims = left;
        }
        found
    }

    /// Returns the order, once nothing is left to choose.
    pub(super) fn order(&self, duel: &Duel) -> Option<Order> {
        if self.asks(duel) != Asks::Nothing {
            return None;
        }
        let mut aiming = self.aims.first()?.clone();
        let source = self.source?;
        let unit = duel.progress.acting?;
        let card = duel.card(duel.card_of(unit, source)?.card);
        if card.is_attack() && card.area == Area::Single {
            let target = aiming.target.filter(|&target| duel.is_casket(target));
            aiming.called = self.called.filter(|_| target.is_some());
        }
        Some(Order::Play(source, aiming))
    }
}

/// Returns how much better a blow from the end of a path is than one on the front without a shield, in damage.
fn exposed(duel: &Duel, aiming: &Aiming) -> i16 {
    let (Some(unit), Some(target)) = (duel.progress.acting, aiming.target) else {
        return 0;
    };
    let Some(from) = place(duel, aiming, Asks::Path) else {
        return 0;
    };
    let foe = duel.get(target);
    if foe.tile() == from || unit == target {
        return 0;
    }
    let side = facing_from(duel.grid, foe.tile(), foe.now.facing, from);
    let figures = &duel.content.figures;
    let is_rear = side == REAR && duel.build(target).acts();
    let rear = if is_rear {
        figures.damage.rear - figures.damage.rear_defence
    } else {
        0
    };
    rear - duel.shield(target, side)
}

/// Returns the hex that stands for an aim where something is asked.
fn place(duel: &Duel, aiming: &Aiming, asks: Asks) -> Option<TileId> {
    let unit = duel.progress.acting?;
    let here = duel.get(unit).tile();
    match asks {
        Asks::Path => aiming
            .path
            .iter()
            .try_fold(here, |at, &direction| duel.step(at, direction)),
        Asks::Target => match (aiming.target, aiming.tile) {
            (Some(target), _) => Some(duel.get(target).tile()),
            (None, Some(tile)) => Some(tile),
            (None, None) => Some(here),
        },
        Asks::Second => match aiming.second {
            Some(second) => Some(duel.get(second).tile()),
            None => aiming.target.map(|target| duel.get(target).tile()),
        },
        Asks::Facing => match aiming.facing {
            Some(facing) => duel.step(here, facing),
            None => Some(here),
        },
        Asks::Repair | Asks::Nothing => None,
    }
}

/// Returns what the player's side is asked, if it is: by the rules, or before an attack of another person.
pub(super) fn asked(world: &World) -> Option<Choice> {
    if let Some(choice) = asking::asked(world) {
        return Some(choice);
    }
    let waiting = world.get_resource::<Pending<Casket>>()?.0.as_ref()?;
    (waiting.side == own_side(world)).then(|| waiting.choice.clone())
}
