//! What battles of operations spend is what their events say: rounds, trucks and Capability Points.

use bevy::prelude::World;
use hexscape::battle::unit::UnitId;
use hexscape::rules::operations::event::Event;
use hexscape::rules::operations::field::Field;

use crate::operations::in_battles;

/// What units and dumps have.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Account {
    /// Rounds of each unit.
    ammo: Vec<u16>,
    /// Rounds on the trucks of each unit.
    rounds: Vec<u16>,
    /// Trucks of each unit, by cargo.
    trucks: Vec<[u8; 5]>,
    /// Half Capability Points that each unit has spent.
    spent: Vec<u16>,
    /// Rounds of each dump.
    stocks: Vec<u16>,
}

impl Account {
    fn of(world: &World) -> Self {
        let field = Field::of(world);
        let bodies = || field.all().iter().map(|unit| unit.body());
        Self {
            ammo: bodies().map(|body| body.ammo.into()).collect(),
            rounds: bodies().map(|body| body.rounds).collect(),
            trucks: bodies().map(|body| body.trucks.list()).collect(),
            spent: bodies().map(|body| body.spent).collect(),
            stocks: (field.progress.facilities.iter())
                .map(|state| state.stock)
                .collect(),
        }
    }

    /// Books an event.
    fn book(&mut self, event: &Event, each: u16, up: &[bool]) {
        let pay = |spent: &mut Vec<u16>, unit: &UnitId, cost: u16| spent[unit.index()] += cost;
        match event {
            Event::Went { units, costs, .. } => {
                for (unit, &cost) in units.iter().zip(costs) {
                    pay(&mut self.spent, unit, cost);
                }
            }
            Event::Rode { unit, cost, .. } => pay(&mut self.spent, unit, *cost),
            Event::Paid { costs } => {
                for (unit, cost) in costs {
                    pay(&mut self.spent, unit, *cost);
                }
            }
            Event::StageOver { .. } => {
                for (spent, &is_up) in self.spent.iter_mut().zip(up) {
                    *spent = if is_up { 0 } else { *spent };
                }
            }
            Event::Shot { units } => {
                for unit in units {
                    let ammo = &mut self.ammo[unit.index()];
                    assert!(*ammo > 0, "{unit:?} fires without a round");
                    *ammo -= 1;
                }
            }
            Event::Supplied {
                unit,
                rounds,
                dump,
                trucks,
            } => {
                let rounds = u16::from(*rounds);
                self.ammo[unit.index()] += rounds;
                match (dump, trucks) {
                    (Some(dump), None) => self.stocks[usize::from(*dump)] -= rounds,
                    (None, Some(trucks)) => self.rounds[trucks.index()] -= rounds,
                    both => panic!("somebody pays: {both:?}"),
                }
            }
            Event::TruckLost { unit, cargo } => {
                let trucks = &mut self.trucks[unit.index()];
                trucks[usize::from(*cargo)] -= 1;
                let rounds = &mut self.rounds[unit.index()];
                *rounds = (*rounds).min(each * u16::from(trucks[0]));
            }
            _ => {}
        }
    }
}

/// Nothing is spent, taken or lost that no event says, and nothing is paid for by nobody.
#[test]
fn rounds_trucks_and_points_are_spent_as_events_say() {
    let mut before: Option<Account> = None;
    let (mut shots, mut supplies, mut lost) = (0, 0, 0);
    in_battles("", |trial, _, order, events| {
        let now = Account::of(&trial.world);
        let field = Field::of(&trial.world);
        let each = u16::from(field.content.figures.supply.truck);
        if let Some(mut account) = before.take().filter(|_| trial.passed > 1) {
            // Nobody comes back, so whoever is off the board was when the stage ended, or is at its end.
            let is_hit = |event: &Event| {
                matches!(
                    event,
                    Event::Struck { .. } | Event::Blown { .. } | Event::Removed { .. }
                )
            };
            let up: Vec<_> = field.all().iter().map(|unit| unit.is_up()).collect();
            for event in events {
                account.book(event, each, &up);
                shots += u32::from(matches!(event, Event::Shot { .. }));
                supplies += u32::from(matches!(event, Event::Supplied { .. }));
                lost += u32::from(matches!(event, Event::TruckLost { .. }));
            }
            if events.iter().any(is_hit) {
                // What was in a dump that is hit is gone with it.
                account.stocks.clone_from(&now.stocks);
            }
            assert_eq!(account, now, "after {order:?}: {events:?}");
        }
        before = Some(now);
    });
    assert!(
        shots > 50 && supplies > 10 && lost > 0,
        "{shots} shots, {supplies} supplies, {lost} trucks lost"
    );
}
