//! What standing on a hex would be like, before going there: whom the unit could hit, who could hit
//! it, cover and open flanks, what is left of its TU and what they still buy, and the fire it would
//! walk through.
//!
//! **Invariant:** odds are the core's forecast from that hex and at that hex; only what the side knows
//! counts.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::battle::grid::{Direction, TileId};
use crate::battle::sight;
use crate::battle::unit::UnitId;
use crate::content::terrain::Cover;
use crate::rules::battlescape::attack::{self, Forecast, mode_name};
use crate::rules::battlescape::content::{FireMode, Gait};
use crate::rules::battlescape::ground::EntryHarm;
use crate::rules::battlescape::panel::preview::permille;
use crate::rules::battlescape::side_view::SideView;
use crate::rules::battlescape::soldier::{Stance, UnitState};

/// What one attack would come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it is fired.
    pub mode: FireMode,
    /// Chance to hit of each round, percent.
    pub chance: u8,
    /// Expected damage of all rounds, thousandths of a hit point.
    pub expected_thousandths: u32,
    /// Chance that the target falls, permille.
    pub kill: u32,
}

impl Outcome {
    fn of(mode: FireMode, forecast: &Forecast) -> Self {
        Self {
            mode,
            chance: forecast.attack.aim.chance,
            expected_thousandths: forecast.mean_thousandths(),
            kill: permille(forecast.kill),
        }
    }

    /// Returns the expected damage, hit points to the nearest.
    pub fn expected(&self) -> u32 {
        (self.expected_thousandths + 500) / 1000
    }
}

/// One step of the way there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayStep {
    /// The hex.
    pub tile: TileId,
    /// What the step costs, TU.
    pub tu: u16,
    /// What the way costs so far, TU.
    pub sum: u16,
    /// Watching enemies that could fire at it there, and what their reaction would come to.
    pub watchers: Vec<(UnitId, Outcome)>,
    /// What the step is known to do to the unit.
    pub harm: EntryHarm,
}

/// An enemy that could be shot at from a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prospect {
    /// The enemy.
    pub enemy: UnitId,
    /// Hexes to it.
    pub distance: u32,
    /// What each mode would come to, and whether the TU left there pay for it.
    pub shots: Vec<(Outcome, bool)>,
}

/// An enemy that bears on a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exposure {
    /// The enemy.
    pub enemy: UnitId,
    /// The worst it could fire at the unit there from where it stands; `None` only sees it.
    pub fire: Option<Outcome>,
    /// Cover that the shot would cross.
    pub cover: Cover,
    /// The side of the hex it comes from.
    pub side: Direction,
}

/// What standing on a hex would be like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// The hex.
    pub tile: TileId,
    /// The way there.
    pub way: Vec<WayStep>,
    /// TU left there.
    pub tu_left: u16,
    /// What they still buy: names and how often.
    pub buys: Vec<(&'static str, u16)>,
    /// Whom it could shoot at from there.
    pub prospects: Vec<Prospect>,
    /// Who could see or hit it there.
    pub exposed: Vec<Exposure>,
    /// Cover it could take there towards each side, by direction number.
    pub cover: [Cover; 6],
}

impl Outlook {
    /// Lists the sides from which an enemy could fire without crossing cover.
    pub fn flanks(&self) -> impl Iterator<Item = Direction> {
        (self.exposed.iter())
            .filter(|one| one.fire.is_some() && one.cover == Cover::None)
            .map(|one| one.side)
    }

    /// Lists the enemies that could fire at the unit there and what is the worst of each, the worst first.
    pub fn worst(&self) -> Vec<(&Exposure, Outcome)> {
        let mut all: Vec<_> = (self.exposed.iter())
            .filter_map(|one| Some((one, one.fire?)))
            .collect();
        all.sort_by_key(|(one, shot)| (Reverse(shot.expected_thousandths), one.enemy));
        all
    }

    /// Counts the different watching enemies along the way.
    pub fn watchers(&self) -> usize {
        let all = self.way.iter().flat_map(|step| &step.watchers);
        let ids = all.map(|(enemy, _)| enemy);
        ids.collect::<BTreeSet<_>>().len()
    }

    /// Returns the hit points the way is known to cost, and whether it poisons.
    pub fn harm(&self) -> (u16, bool) {
        let steps = || self.way.iter().map(|step| &step.harm);
        let losses = steps().flat_map(|harm| &harm.losses);
        let lost = losses.map(|(_, damage)| damage).sum();
        (lost, steps().any(|harm| harm.poisons))
    }

    /// What the way costs, TU.
    pub fn cost(&self) -> u16 {
        self.way.last().map_or(0, |step| step.sum)
    }
}

/// Works out what standing at the end of a path would be like; an empty path is where it stands.
pub fn outlook(view: SideView, id: UnitId, gait: Gait, path: &[Direction]) -> Outlook {
    let state = view.unit(id);
    let mut steps = path.iter();
    let mut there = state;
    let (mut sum, mut at) = (0, state.tile);
    let way: Vec<_> = (view.step_costs(id, gait, path).into_iter())
        .map(|(tile, tu)| {
            sum += tu;
            let from = std::mem::replace(&mut at, tile);
            there = on_the_way(&there, tile, steps.next(), gait);
            WayStep {
                tile,
                tu,
                sum,
                watchers: watchers(view, id, &there),
                harm: view.entry_harm(id, from, tile),
            }
        })
        .collect();
    let tile = way.last().map_or(state.tile, |step| step.tile);
    let tu_left = state.tu.now.saturating_sub(sum);
    let grid = view.grid();
    let prospect = |enemy: UnitId| {
        let shots: Vec<_> = attack::modes(view.weapon(id))
            .filter_map(|mode| {
                let forecast = view.forecast(id, tile, enemy, mode).ok()?;
                let can_pay = forecast.attack.cost.tu <= tu_left;
                Some((Outcome::of(mode, &forecast), can_pay))
            })
            .collect();
        (!shots.is_empty()).then(|| Prospect {
            enemy,
            distance: grid.distance(tile, view.unit(enemy).tile),
            shots,
        })
    };
    let exposure = |enemy: UnitId| {
        let from = view.unit(enemy).tile;
        let line = view.line(from, tile);
        let fire = worst(view, enemy, id, &there);
        (line.open || fire.is_some()).then(|| Exposure {
            enemy,
            fire,
            cover: sight::cover_of_shot(view.layers(), tile, &line).cover,
            side: grid.direction_towards(tile, from),
        })
    };
    let others = || {
        view.enemies()
            .filter(|&enemy| view.unit(enemy).tile != tile)
    };
    let mut prospects: Vec<_> = others().filter_map(prospect).collect();
    prospects.sort_by_key(|one| (one.distance, one.enemy));
    Outlook {
        tile,
        tu_left,
        buys: buys(view, id, tu_left),
        prospects,
        exposed: others().filter_map(exposure).collect(),
        cover: std::array::from_fn(|number| view.cover_towards(tile, Direction::new(number as u8))),
        way,
    }
}

/// Returns a unit as it would be after a step.
fn on_the_way(before: &UnitState, tile: TileId, step: Option<&Direction>, gait: Gait) -> UnitState {
    let mut after = *before;
    after.tile = tile;
    after.facing = step.copied().unwrap_or(before.facing);
    after.stance = Stance(Cover::None);
    after.footing.ran |= gait == Gait::Run;
    after
}

/// Lists the watching enemies that would fire at a unit, as far as the side can tell, and what that would
/// come to (§7).
fn watchers(view: SideView, id: UnitId, state: &UnitState) -> Vec<(UnitId, Outcome)> {
    let least = view.figures().tu.reaction_least;
    let shot = |enemy| {
        // Who is suppressed does not react.
        if view.unit(enemy).nerve.suppressed > 0 {
            return None;
        }
        let forecast = view.forecast_against(enemy, id, state, FireMode::Snap, true)?;
        let outcome = Outcome::of(FireMode::Snap, &forecast);
        (outcome.chance >= least).then_some((enemy, outcome))
    };
    let watching = view.watchers(state.tile).into_iter();
    watching.filter_map(shot).collect()
}

/// Returns the attack of an enemy that is expected to hurt a unit most.
fn worst(view: SideView, enemy: UnitId, id: UnitId, state: &UnitState) -> Option<Outcome> {
    let attacks = attack::modes(view.weapon(enemy)).filter_map(|mode| {
        let forecast = view.forecast_against(enemy, id, state, mode, false)?;
        Some(Outcome::of(mode, &forecast))
    });
    attacks.max_by_key(|one| (one.expected_thousandths, one.chance))
}

/// What so many TU buy a unit: shots by mode, and getting ready.
fn buys(view: SideView, id: UnitId, tu: u16) -> Vec<(&'static str, u16)> {
    let rounds = view.unit(id).arms.rounds;
    let has_magazine = view.weapon(id).magazine > 0;
    let mut all: Vec<_> = attack::modes(view.weapon(id))
        .filter(|&mode| mode.base() == mode)
        .filter_map(|mode| {
            let cost = view.mode_cost(id, mode)?;
            let by_tu = tu / cost.tu.max(1);
            let by_rounds = match has_magazine {
                true => rounds / u16::from(cost.rounds.max(1)),
                false => u16::MAX,
            };
            Some((mode_name(mode), by_tu.min(by_rounds)))
        })
        .collect();
    let figures = &view.figures().tu;
    all.push(("overwatch", u16::from(tu >= figures.ready)));
    all.push(("take cover", u16::from(tu >= figures.take_cover)));
    all.retain(|(_, count)| *count > 0);
    all
}
