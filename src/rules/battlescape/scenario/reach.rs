//! Whether units can get to what a mission asks of them, and to each other.
//!
//! What can be reached only once walls are shot away is a doubt, what cannot be reached at all a problem
//! where the mission depends on it.
//!
//! **Invariant:** enough units of side 0 can get to the primary objective of a mission that passes; doors
//! count as open, and so does what the script opens.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::content::problem::Place;
use crate::content::tree::Node;
use crate::mission::{Ground, Loader, Parts, SideSetup, Through, are_hostile, shut_in};
use crate::rules::battlescape::scenario::script::{Action, Condition};
use crate::rules::battlescape::scenario::{Objective, Scenario};

/// What is said where walls can be shot away.
const UNLESS: &str = " unless walls are destroyed";
/// What is said where a battle has no last turn.
const ENDLESS: &str = "; without a `turn_limit` the battle may never end";

/// Where a mission says what is judged here.
pub(super) struct Written<'n> {
    /// The objectives, or the mission.
    pub(super) place: Place,
    pub(super) sides: &'n [Node],
    pub(super) deployment: Option<&'n Node>,
    pub(super) triggers: &'n [Node],
}

impl Written<'_> {
    /// Returns the place of the hex of a unit, by its side and its number there.
    fn unit(&self, side: usize, at: usize) -> Place {
        let units = self.sides.get(side).and_then(|side| side.field("units"));
        let unit = units.and_then(|units| units.items().get(at));
        unit.map_or(self.place, |unit| unit.field("at").unwrap_or(unit).place)
    }
}

/// A mission whose ways are judged.
struct Judged<'m> {
    scenario: &'m Scenario,
    sides: &'m [SideSetup],
    ground: &'m Ground,
}

impl Loader {
    /// Notes objectives that side 0 cannot get to, and who is shut in.
    pub(super) fn check_reach(
        &mut self,
        scenario: &Scenario,
        sides: &[SideSetup],
        (ground, turn_limit): (&Ground, Option<u16>),
        written: &Written,
    ) {
        let judged = Judged {
            scenario,
            sides,
            ground,
        };
        let opened = self.opened(scenario);
        let catalog = self.catalog.clone();
        let parts = |through| Parts::of(&catalog, &ground.0, through, &opened);
        let ways = parts(Through::Ways);
        let breaches = LazyCell::new(|| parts(Through::Breaches));
        let secondary = scenario.script.secondary.iter();
        let others = secondary.map(|other| (Some(other.name.as_str()), &other.objective));
        for (name, objective) in std::iter::once((None, &scenario.objective)).chain(others) {
            let Some(lack) = judged.lack(&ways, objective) else {
                continue;
            };
            let lack = match name {
                Some(name) => format!("{name}: {lack}"),
                None => lack,
            };
            let is_needed = name.is_none() && !matches!(objective, Objective::Capture { .. });
            if judged.lack(&breaches, objective).is_none() {
                let endless = match (name, turn_limit) {
                    (None, None) => ENDLESS,
                    _ => "",
                };
                let message = format!("{lack}{UNLESS}{endless}");
                self.reader.doubt(written.place, message);
            } else if is_needed {
                self.reader.problem(written.place, lack);
            } else {
                self.reader.doubt(written.place, lack);
            }
        }
        self.check_shut_in(&judged, parts, turn_limit, written);
        self.check_entered(&judged, || LazyCell::force(&breaches), written);
    }

    /// Lists the hexes that the script opens.
    fn opened(&self, scenario: &Scenario) -> BTreeSet<TileId> {
        let triggers = scenario.script.triggers.iter();
        let opened = triggers.flat_map(|trigger| &trigger.then);
        let opened = opened.filter_map(|action| match action {
            Action::Terrain { tile, becomes } => {
                let terrain = self.catalog.terrain(*becomes);
                let is_open = terrain.move_percent.is_some() || terrain.door_to.is_some();
                is_open.then_some(*tile)
            }
            _ => None,
        });
        opened.collect()
    }

    /// Notes units that begin where no enemy can get to them or see them, and hexes for deployment from which
    /// nobody gets to or sees an enemy.
    fn check_shut_in(
        &mut self,
        judged: &Judged,
        parts: impl Fn(Through) -> Parts,
        turn_limit: Option<u16>,
        written: &Written,
    ) {
        let Judged {
            scenario, sides, ..
        } = *judged;
        let squads = scenario.squads.iter().enumerate();
        let all =
            squads.flat_map(|(side, squad)| (0_usize..).zip(squad).map(move |unit| (side, unit)));
        let all: Vec<_> = all.collect();
        let tiles: Vec<_> = (all.iter())
            .map(|&(side, (_, unit))| (side, unit.tile))
            .collect();
        let sight = parts(Through::Sight);
        self.check_deployed(judged, &sight, &tiles, written);
        let groups = shut_in(&sight, sides, &tiles);
        if groups.is_empty() {
            return;
        }
        let for_good = shut_in(&parts(Through::Ruins), sides, &tiles);
        let for_good: BTreeSet<_> = for_good.into_iter().flatten().collect();
        let actions = scenario.script.triggers.iter();
        let mut actions = actions.flat_map(|trigger| &trigger.then);
        let is_scripted = actions.any(|action| matches!(action, Action::Danger { .. }));
        for group in groups {
            let (side, (number, unit)) = all[group[0]];
            let who = match group.len() - 1 {
                0 => unit.name.clone(),
                more => format!("{} and {more} more", unit.name),
            };
            let is_needed = match &scenario.objective {
                Objective::Eliminate { side: foe } => foe.index() == side,
                Objective::Kill { unit } | Objective::Capture { unit } => {
                    group.contains(&unit.index())
                }
                _ => false,
            };
            let is_endless = is_needed && turn_limit.is_none();
            let is_for_good = group.iter().any(|at| for_good.contains(at));
            let unless = if is_for_good { "" } else { UNLESS };
            let message = format!("no enemy can reach or see {who}{unless}");
            let place = written.unit(side, number);
            if is_endless && is_for_good && !is_scripted {
                let message = format!(
                    "{message}, and the mission has no `turn_limit`: the battle would never end"
                );
                self.reader.problem(place, message);
            } else {
                let endless = if is_endless { ENDLESS } else { "" };
                self.reader.doubt(place, format!("{message}{endless}"));
            }
        }
    }

    /// Notes hexes of the deployment zone from which no enemy can be got to or seen.
    fn check_deployed(
        &mut self,
        judged: &Judged,
        sight: &Parts,
        units: &[(usize, TileId)],
        written: &Written,
    ) {
        let (Some(node), Some(own)) = (written.deployment, judged.sides.first()) else {
            return;
        };
        let is_enemy =
            |side: usize| (judged.sides.get(side)).is_some_and(|foe| are_hostile(own, foe));
        let enemies = units
            .iter()
            .filter(|(side, _)| *side > 0 && is_enemy(*side));
        let enemies = sight.of_all(enemies.map(|(_, tile)| *tile));
        let hexes = judged.scenario.deployment.iter();
        let hexes: Vec<_> = hexes.filter_map(|&tile| sight.at(tile)).collect();
        let shut = hexes.iter().filter(|part| !enemies.contains(part)).count();
        if shut > 0 && !enemies.is_empty() {
            let message = format!(
                "from {shut} of {} hexes of the deployment zone no enemy can be reached or seen",
                hexes.len()
            );
            self.reader.doubt(node.place, message);
        }
    }

    /// Notes triggers that wait for somebody in a zone where they cannot get to.
    fn check_entered<'p>(
        &mut self,
        judged: &Judged,
        parts: impl Fn() -> &'p Parts,
        written: &Written,
    ) {
        let triggers = &judged.scenario.script.triggers;
        let any_joins = (triggers.iter().flat_map(|trigger| &trigger.then))
            .any(|action| matches!(action, Action::Join { .. }));
        for (trigger, node) in triggers.iter().zip(written.triggers) {
            let Condition::Enters { zone, side } = &trigger.when else {
                continue;
            };
            let parts = parts();
            let there = parts.of_all(zone.iter().copied());
            let units = judged.scenario.squads.get(side.index());
            let mut units = units.into_iter().flatten();
            let comes = any_joins || units.any(|unit| reaches(parts, unit.tile, &there));
            if there.is_empty() || !comes {
                let name = judged.sides.get(side.index()).map(|side| &side.name);
                let (name, zone) = (name.map_or("a side", String::as_str), judged.zone(zone));
                let message = format!("no unit of {name} can reach {zone}: this never happens");
                let place = node.field("when").unwrap_or(node).place;
                self.reader.doubt(place, message);
            }
        }
    }
}

/// Whether a hex is of one of some parts.
fn reaches(parts: &Parts, tile: TileId, there: &BTreeSet<u32>) -> bool {
    parts.at(tile).is_some_and(|part| there.contains(&part))
}

impl Judged<'_> {
    /// Names a zone as the mission does.
    fn zone(&self, tiles: &[TileId]) -> String {
        let mut zones = self.ground.1.iter();
        let name = zones.find(|(_, hexes)| hexes.as_slice() == tiles);
        name.map_or("a zone".into(), |(name, _)| format!("zone {name:?}"))
    }

    /// Returns the hex of a unit.
    fn tile(&self, unit: UnitId) -> Option<TileId> {
        let mut units = self.scenario.units();
        units.nth(unit.index()).map(|unit| unit.tile)
    }

    /// Lists the parts where each unit may be that side 0 has or that may join it.
    fn own(&self, parts: &Parts) -> Vec<BTreeSet<u32>> {
        let scenario = self.scenario;
        let deployed = parts.of_all(scenario.deployment.iter().copied());
        let own = scenario.squads.first().into_iter().flatten().map(|unit| {
            let mut here: BTreeSet<_> = parts.at(unit.tile).into_iter().collect();
            if unit.group.is_none() {
                here.extend(&deployed);
            }
            here
        });
        let joined: BTreeSet<_> = (scenario.script.triggers.iter())
            .flat_map(|trigger| &trigger.then)
            .filter_map(|action| match action {
                Action::Join { unit, side } if *side == Side::FIRST => Some(*unit),
                _ => None,
            })
            .collect();
        let count = scenario.squads.first().map_or(0, Vec::len);
        let joined = joined.into_iter().filter(|unit| unit.index() >= count);
        let joined = joined.filter_map(|unit| Some([parts.at(self.tile(unit)?)?].into()));
        own.chain(joined).collect()
    }

    /// Says what side 0 lacks to get to an objective where walls bar the way between the parts of a board.
    fn lack(&self, parts: &Parts, objective: &Objective) -> Option<String> {
        let name = self.sides.first().map_or("", |side| &side.name);
        let own = self.own(parts);
        let too_few = |able: usize, needed: usize| {
            let lacks = able < needed;
            lacks.then(|| match able {
                0 => format!("{name} cannot reach any hex of the objective"),
                _ => format!("the objective needs {needed} units of {name}; {able} can reach it"),
            })
        };
        let exits = || parts.of_all(self.scenario.exits.iter().copied());
        match objective {
            Objective::Reach { zone, units } => too_few(stand(parts, &own, zone), *units),
            Objective::Hold { zone, .. } => too_few(stand(parts, &own, zone), 1),
            // Who leaves the map makes room for the next.
            Objective::Escape { units } => {
                let exits = exits();
                let able = own.iter().filter(|own| !own.is_disjoint(&exits));
                too_few(able.count(), *units)
            }
            Objective::Control { zones } => self.lack_of_control(parts, &own, zones),
            Objective::Rescue { unit } => {
                let tile = self.tile(*unit)?;
                let is_own = unit.index() < self.scenario.squads.first().map_or(0, Vec::len);
                let placed = self.scenario.deployment.iter().filter(|_| is_own);
                let starts = parts.of_all(placed.copied().chain([tile]));
                let who = &self.scenario.units().nth(unit.index())?.name;
                let is_barred = starts.is_disjoint(&exits());
                is_barred.then(|| format!("{who} cannot reach any of the exits"))
            }
            Objective::Capture { unit } => {
                let there = parts.of_all(self.tile(*unit));
                let who = &self.scenario.units().nth(unit.index())?.name;
                let is_barred = own.iter().all(|own| own.is_disjoint(&there));
                is_barred.then(|| format!("no unit of {name} can reach {who}"))
            }
            Objective::Eliminate { .. }
            | Objective::Kill { .. }
            | Objective::Survive { .. }
            | Objective::Protect { .. }
            | Objective::Secure { .. } => None,
        }
    }

    /// Says what side 0 lacks to stand in all of some zones at once: zones without a hex in common need a
    /// unit each.
    fn lack_of_control(
        &self,
        parts: &Parts,
        own: &[BTreeSet<u32>],
        zones: &[Vec<TileId>],
    ) -> Option<String> {
        let name = self.sides.first().map_or("", |side| &side.name);
        let there = |zone: &Vec<TileId>| parts.of_all(zone.iter().copied());
        let is_barred = |zone: &&Vec<TileId>| {
            let there = there(zone);
            own.iter().all(|own| own.is_disjoint(&there))
        };
        if let Some(zone) = zones.iter().find(is_barred) {
            return Some(match there(zone).is_empty() {
                true => format!("no unit can stand anywhere in {}", self.zone(zone)),
                false => format!("{name} cannot reach any hex of {}", self.zone(zone)),
            });
        }
        let (mut taken, mut apart) = (BTreeSet::new(), Vec::new());
        for zone in zones {
            if zone.iter().all(|tile| !taken.contains(tile)) {
                taken.extend(zone.iter().copied());
                apart.push(there(zone));
            }
        }
        let (needed, able) = (apart.len(), assigned(own, &apart));
        (able < needed).then(|| {
            format!(
                "controlling {needed} zones needs that many units of {name}; {able} can get there"
            )
        })
    }
}

/// Counts the units that can stand in a zone: hexes that can be walked between form parts, and each has room
/// for as many as it has hexes.
fn stand(parts: &Parts, own: &[BTreeSet<u32>], zone: &[TileId]) -> usize {
    let mut room: BTreeMap<u32, usize> = BTreeMap::new();
    for part in zone.iter().filter_map(|&tile| parts.at(tile)) {
        *room.entry(part).or_default() += 1;
    }
    let goes = |own: &&BTreeSet<u32>| {
        let mut there = own.iter();
        let part = there.find(|part| room.get(part).is_some_and(|room| *room > 0));
        part.and_then(|part| room.get_mut(part))
            .map(|room| *room -= 1)
            .is_some()
    };
    own.iter().filter(goes).count()
}

/// Returns to how many of some places a unit of its own can be sent (by augmenting paths).
fn assigned(own: &[BTreeSet<u32>], places: &[BTreeSet<u32>]) -> usize {
    fn send(
        place: usize,
        own: &[BTreeSet<u32>],
        places: &[BTreeSet<u32>],
        tried: &mut [bool],
        sent: &mut [Option<usize>],
    ) -> bool {
        for (unit, here) in own.iter().enumerate() {
            if tried[unit] || here.is_disjoint(&places[place]) {
                continue;
            }
            tried[unit] = true;
            if sent[unit].is_none_or(|other| send(other, own, places, tried, sent)) {
                sent[unit] = Some(place);
                return true;
            }
        }
        false
    }
    let mut sent = vec![None; own.len()];
    let found = (0..places.len()).filter(|&place| {
        let mut tried = vec![false; own.len()];
        send(place, own, places, &mut tried, &mut sent)
    });
    found.count()
}
