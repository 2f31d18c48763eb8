//! The end of a stage: rest, supply, prisoners, and whether the battle is over (§5, §13, clarification 14).
//!
//! **Invariant:** what units take, dumps and trucks lose.

use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::rules::operations::content::Facility;
use crate::rules::operations::event::{Event, Why};
use crate::rules::operations::field::Field;
use crate::rules::operations::plan::{Plan, Task};

impl Plan {
    /// Ends a stage: units rest and are supplied, prisoners without guards escape, and the battle may end.
    pub(super) fn end_stage(&mut self, field: &Field) -> Option<Event> {
        let mut tasks = Vec::new();
        let mut emit = |event| tasks.push(Task::Emit(Box::new(event)));
        let figures = &field.content.figures;
        let rests = |id: UnitId| {
            let body = field.get(id).body();
            body.spent == 0 && body.cohesion < 0 && field.is_combat(id)
        };
        let resting = field.standing().map(|unit| unit.id).filter(|&id| rests(id));
        let resting: Vec<_> = resting.collect();
        // Rest lifts cohesion to 0 at most, so units are told apart by how far they are below it.
        for change in 1..=figures.cohesion.rest {
            let lifts = |id: &UnitId| {
                let below = -field.get(*id).body().cohesion;
                below.min(figures.cohesion.rest) == change
            };
            let units: Vec<_> = resting.iter().copied().filter(lifts).collect();
            if !units.is_empty() {
                let why = Why::Rest;
                emit(Event::Cohesion { units, change, why });
            }
        }
        for event in supplies(field) {
            emit(event);
        }
        for captives in &field.progress.captives {
            let watched = captives.guards * u16::from(figures.assault.guarded);
            let points = captives.prisoners.saturating_sub(watched);
            if points > 0 {
                let tile = captives.tile;
                emit(Event::Escaped { tile, points });
            }
        }
        emit(Event::StageOver { stage: field.stage });
        tasks.push(Task::Judge);
        self.tasks.first(tasks);
        None
    }

    /// Ends the battle, or begins the next stage.
    pub(super) fn judge(&mut self, field: &Field) -> Option<Event> {
        match field.ending() {
            Some(ending) => {
                let (attacker, defender) = field.points();
                self.tasks.push(Task::Emit(Box::new(Event::Ended(ending))));
                Some(Event::Scored { attacker, defender })
            }
            None => {
                self.tasks
                    .push(Task::BeginStage(field.stage + 1, Vec::new()));
                None
            }
        }
    }
}

/// Lists who takes ammunition from where: from dumps first, then from trucks, the nearest of each
/// (clarification 14).
fn supplies(field: &Field) -> Vec<Event> {
    let range = u32::from(field.content.figures.supply.range);
    let states = &field.progress.facilities;
    let mut stocks: Vec<_> = states.iter().map(|state| state.stock).collect();
    let mut rounds: Vec<_> = field.all().iter().map(|unit| unit.body().rounds).collect();
    let mut events = Vec::new();
    let is_safe =
        |side: Side, tile: TileId| !field.is_controlled(side, tile) && !field.has_enemy(side, tile);
    for unit in field.standing() {
        let build = field.build(unit.id);
        let needs = build.ammo.saturating_sub(unit.body().ammo);
        if needs == 0 || !build.class.is_combat() || build.dummy {
            continue;
        }
        let reach = |tile: TileId| field.grid.distance(unit.tile(), tile);
        let dumps = field.scenario.facilities.iter().enumerate();
        let dumps = dumps.filter(|(at, facility)| {
            facility.kind == Facility::Dump
                && facility.side == unit.side
                && !states[*at].gone
                && stocks[*at] > 0
                && reach(facility.tile) <= range
                && is_safe(unit.side, facility.tile)
        });
        let dump = dumps.min_by_key(|(at, facility)| (reach(facility.tile), *at));
        if let Some((at, _)) = dump {
            let taken = needs.min(stocks[at].min(255) as u8);
            stocks[at] -= u16::from(taken);
            events.push(Event::Supplied {
                unit: unit.id,
                rounds: taken,
                dump: Some(at as u8), // A mission has few.
                trucks: None,
            });
            continue;
        }
        let columns = field.of_side(unit.side).filter(|other| {
            rounds[other.id.index()] > 0
                && reach(other.tile()) <= range
                && is_safe(unit.side, other.tile())
        });
        let column = columns.min_by_key(|other| (reach(other.tile()), other.id));
        if let Some(id) = column.map(|column| column.id) {
            let taken = needs.min(rounds[id.index()].min(255) as u8);
            rounds[id.index()] -= u16::from(taken);
            events.push(Event::Supplied {
                unit: unit.id,
                rounds: taken,
                dump: None,
                trucks: Some(id),
            });
        }
    }
    events
}
