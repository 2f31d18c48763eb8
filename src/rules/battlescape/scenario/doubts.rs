//! What a mission of squads may say and hardly means: names that stand twice, groups that never come,
//! objectives that are met or lost before the first order.
//!
//! **Invariant:** a doubt never keeps a mission from being played.

use std::collections::BTreeSet;

use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::content::problem::Place;
use crate::content::tree::Node;
use crate::mission::{BoardSetup, Loader, SideSetup, are_hostile};
use crate::rules::battlescape::content::BattlescapeContent;
use crate::rules::battlescape::content::items::ItemId;
use crate::rules::battlescape::scenario::script::Action;
use crate::rules::battlescape::scenario::{Objective, Scenario, UnitSetup};

impl Loader {
    /// Notes names that a mission gives to several units; those without one are counted by side.
    pub(super) fn check_unit_names(
        &mut self,
        sides: &[Node],
        squads: &[Vec<UnitSetup>],
        named: &[Vec<bool>],
    ) {
        let units = squads.iter().flatten().zip(named.iter().flatten());
        let nodes = sides.iter().filter_map(|side| side.field("units"));
        let all: Vec<_> = units.zip(nodes.flat_map(Node::items)).collect();
        for (at, ((unit, is_named), node)) in all.iter().enumerate() {
            let is_twice = |((other, other_named), _): &((&UnitSetup, &bool), &Node)| {
                other.name == unit.name && (**other_named || **is_named)
            };
            if all[..at].iter().any(is_twice) {
                let message = format!("two units are named {:?}", unit.name);
                self.reader.doubt(node.place, message);
            }
        }
    }

    /// Notes what a mission hardly means.
    pub(super) fn check_doubts(
        &mut self,
        scenario: &Scenario,
        sides: &[SideSetup],
        (board, turn_limit): (&BoardSetup, Option<u16>),
        place: Place,
    ) {
        self.check_groups(scenario, place);
        self.check_deployment(scenario, board, place);
        let secondary = scenario.script.secondary.iter();
        let others = secondary.map(|other| (other.name.as_str(), &other.objective));
        let all = std::iter::once(("the objective", &scenario.objective)).chain(others);
        for (name, objective) in all {
            let doubt = self.doubt_about(scenario, sides, turn_limit, objective);
            if let Some(doubt) = doubt {
                self.reader.doubt(place, format!("{name}: {doubt}"));
            }
        }
    }

    /// Notes groups of units that no trigger brings.
    fn check_groups(&mut self, scenario: &Scenario, place: Place) {
        let actions = scenario
            .script
            .triggers
            .iter()
            .flat_map(|trigger| &trigger.then);
        let come: BTreeSet<_> = actions
            .filter_map(|action| match action {
                Action::Spawn(units) => Some(units),
                _ => None,
            })
            .flatten()
            .collect();
        let units = (0..).map(UnitId).zip(scenario.units());
        let waiting = units.filter(|(id, _)| !come.contains(id));
        let never: BTreeSet<_> = waiting.filter_map(|(_, unit)| unit.group.clone()).collect();
        for group in never {
            let message =
                format!("the group {group:?} never arrives: no trigger has Spawn({group:?})");
            self.reader.doubt(place, message);
        }
    }

    /// Notes a deployment zone without room for all who may be placed there.
    fn check_deployment(&mut self, scenario: &Scenario, board: &BoardSetup, place: Place) {
        let can_stand = |tile: &&TileId| {
            let terrain = self.catalog.terrain(board.tiles[tile.index()].terrain);
            terrain.move_percent.is_some()
        };
        let room = scenario.deployment.iter().filter(can_stand).count();
        let squad = scenario.squads.first().into_iter().flatten();
        let units = squad.filter(|unit| unit.group.is_none()).count();
        if !scenario.deployment.is_empty() && room < units {
            let message = format!("the deployment zone has room for {room} of {units} units");
            self.reader.doubt(place, message);
        }
    }

    /// Says why an objective is met at the start or never will be.
    fn doubt_about(
        &self,
        scenario: &Scenario,
        sides: &[SideSetup],
        turn_limit: Option<u16>,
        objective: &Objective,
    ) -> Option<String> {
        let own = scenario.squads.first()?;
        let of = |id: &UnitId| scenario.units().nth(id.index());
        let is_own = |id: &UnitId| id.index() < own.len();
        let starts = |unit: &&UnitSetup| unit.group.is_none();
        let standing = |squad: &[UnitSetup], zone: &[TileId]| {
            let units = squad.iter().filter(starts);
            units.filter(|unit| zone.contains(&unit.tile)).count()
        };
        match objective {
            Objective::Eliminate { side } => {
                let squad = scenario.squads.get(side.index())?;
                let name = &sides.get(side.index())?.name;
                (!squad.iter().any(|unit| unit.group.is_none())).then(|| {
                    format!("is already met at the start: no unit of {name} is on the board")
                })
            }
            Objective::Kill { unit } | Objective::Capture { unit } if is_own(unit) => {
                let joins = scenario.script.triggers.iter().flat_map(|one| &one.then);
                let leaves = |action: &Action| matches!(action, Action::Join { unit: other, side } if other == unit && side.index() > 0);
                let name = &of(unit)?.name;
                (!joins.into_iter().any(leaves))
                    .then(|| format!("{name} belongs to the first side"))
            }
            Objective::Reach { zone, units } => (standing(own, zone) >= *units)
                .then(|| "is already met at the start: enough units are in the zone".into()),
            Objective::Control { zones } => {
                let is_held = |zone: &Vec<TileId>| {
                    let enemies = scenario.squads.iter().zip(sides).skip(1);
                    let mut enemies = enemies.filter(|(_, side)| !side.neutral);
                    standing(own, zone) > 0 && !enemies.any(|(squad, _)| standing(squad, zone) > 0)
                };
                (zones.iter().all(is_held))
                    .then(|| "is already met at the start: all zones are held".into())
            }
            Objective::Secure { item, count } => {
                let carried = |units: &mut dyn Iterator<Item = &UnitSetup>| -> usize {
                    units.map(|unit| count_of(&unit.items, *item)).sum()
                };
                let lying: usize = (scenario.script.objects.iter())
                    .map(|object| count_of(&object.items, *item))
                    .sum();
                let all = carried(&mut scenario.units()) + lying;
                let name = &self.catalog.part::<BattlescapeContent>().item(*item).name;
                if all < *count {
                    return Some(format!("needs {count} of {name}; the mission has {all}"));
                }
                (carried(&mut own.iter().filter(starts)) >= *count)
                    .then(|| format!("is already met at the start: {count} of {name} are carried"))
            }
            Objective::Protect { .. } | Objective::Survive { .. }
                if !has_enemies(scenario, sides) =>
            {
                Some("is met at once: the first side has no enemies".into())
            }
            Objective::Protect { turns, .. } | Objective::Survive { turns } => {
                turn_limit.filter(|limit| turns > limit).map(|limit| {
                    format!("turn {turns} is never reached: the mission ends with turn {limit}")
                })
            }
            _ => None,
        }
    }
}

/// Whether an enemy of the first side has units.
fn has_enemies(scenario: &Scenario, sides: &[SideSetup]) -> bool {
    let Some((own, others)) = sides.split_first() else {
        return false;
    };
    let mut others = others.iter().zip(scenario.squads.iter().skip(1));
    others.any(|(side, squad)| are_hostile(own, side) && !squad.is_empty())
}

fn count_of(items: &[ItemId], item: ItemId) -> usize {
    items.iter().filter(|other| **other == item).count()
}
