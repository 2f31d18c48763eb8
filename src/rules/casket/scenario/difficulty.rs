//! How difficulty changes a mission: more or fewer enemies, who are weaker where nobody else can be left out.
//!
//! **Invariant:** nobody gets better figures; units with a name of their own, objectives and units that the
//! mission asks for are never left out, and their number is the same for the same mission and difficulty.

use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::mission::difficulty::{Troop, doubles, is_enemy, thin_out, wanted};
use crate::mission::{AS_WRITTEN, BoardSetup, Loader, SideSetup};
use crate::rules::casket::content::{CasketContent, Kind};
use crate::rules::casket::machine::Physical;
use crate::rules::casket::scenario::{Scenario, UnitSetup, can_stand};

/// A unit that may be left out or doubled.
#[derive(Clone)]
struct Trooper {
    unit: UnitSetup,
    /// Which it is in the mission; a double is none.
    id: Option<UnitId>,
    /// Whether the mission asks for it by name.
    is_asked: bool,
}

impl Troop for Trooper {
    fn name(&mut self) -> &mut String {
        &mut self.unit.name
    }

    fn is_named(&self) -> bool {
        self.unit.is_named || self.is_asked
    }
}

/// Fits the enemies of side 0 to the difficulty.
pub(super) fn fit(
    loader: &Loader,
    scenario: &mut Scenario,
    board: &BoardSetup,
    sides: &[SideSetup],
) {
    let percent = loader.terms.difficulty;
    if percent == AS_WRITTEN {
        return;
    }
    let content = loader.catalog.part::<CasketContent>();
    let mut taken: Vec<_> = scenario.units.iter().map(|unit| unit.tile).collect();
    let is_asked = |id: &UnitId| scenario.hunted.contains(id) || scenario.protect.contains(id);
    let all = scenario.all().map(|(id, unit)| Trooper {
        unit: unit.clone(),
        id: Some(id),
        is_asked: is_asked(&id),
    });
    let all: Vec<_> = all.collect();
    let mut fitted = Vec::new();
    for (index, side) in (0..).zip(sides) {
        let own = all
            .iter()
            .filter(|one| one.unit.side == Side(index))
            .cloned();
        let (mut troops, others): (Vec<_>, Vec<_>) = own.partition(|one| one.unit.build.acts());
        if index > 0 && is_enemy(side) && !troops.is_empty() {
            change(&mut troops, percent, (content, board), &mut taken);
        }
        troops.extend(others);
        fitted.extend(troops);
    }
    let now = |old: &UnitId| {
        let at = fitted.iter().position(|one| one.id == Some(*old));
        at.map(|at| UnitId(at as u16)) // A mission has few.
    };
    scenario.protect = scenario.protect.iter().filter_map(now).collect();
    scenario.hunted = scenario.hunted.iter().filter_map(now).collect();
    scenario.units = fitted.into_iter().map(|one| one.unit).collect();
}

/// Changes the units of one side.
fn change(
    troops: &mut Vec<Trooper>,
    percent: u16,
    (content, board): (&CasketContent, &BoardSetup),
    taken: &mut Vec<TileId>,
) {
    let count = troops.len();
    let wanted = wanted(count, percent);
    thin_out(troops, wanted.max(1));
    let share = (count * usize::from(percent) / troops.len().max(1)).min(100);
    for one in troops.iter_mut() {
        weaken(&mut one.unit, share, content);
    }
    let double = doubles(troops);
    for number in 0..wanted.saturating_sub(count) {
        let mut one = double(number);
        let near = one.unit.tile;
        let grid = board.grid;
        let free = (grid.tiles())
            .filter(|&tile| can_stand(content, board, tile) && !taken.contains(&tile));
        let Some(tile) = free.min_by_key(|&tile| (grid.distance(near, tile), tile)) else {
            return;
        };
        taken.push(tile);
        (one.unit.tile, one.id) = (tile, None);
        troops.push(one);
    }
}

/// Takes hit points from a monster, or cards from a casket, until so many hundredths are left (ours).
fn weaken(unit: &mut UnitSetup, percent: usize, content: &CasketContent) {
    if percent >= 100 {
        return;
    }
    let left = |all: usize| ((all * percent + 50) / 100).max(1);
    if !unit.build.is_casket() {
        unit.hp = left(unit.hp.into()) as u16;
        return;
    }
    // What a shield brings belongs to it, so passive cards stay.
    let is_passive = |one: &Physical| content.card(one.card).kind == Kind::Passive;
    let count = unit.cards.iter().filter(|one| !is_passive(one)).count();
    let keeps = left(count);
    let mut at = 0;
    unit.cards.retain(|one| {
        if is_passive(one) {
            return true;
        }
        at += 1;
        // Evenly, so that something is left of everything that it carries.
        at * keeps / count != (at - 1) * keeps / count
    });
}
