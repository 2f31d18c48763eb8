//! What a player would laugh at in a computer of operations, and what its log must not tell, in battles of shipped
//! missions.

use std::collections::BTreeMap;

use bevy::prelude::World;
use hexscape::battle::order::{Pending, submit_watched};
use hexscape::battle::phase::Verdict;
use hexscape::battle::rules::Rules;
use hexscape::battle::unit::{Side, UnitId};
use hexscape::battle::watch::Watcher;
use hexscape::mission::Mission;
use hexscape::playing::Game;
use hexscape::rules::operations::Operations;
use hexscape::rules::operations::assault::total_percent;
use hexscape::rules::operations::content::Facility;
use hexscape::rules::operations::event::Event;
use hexscape::rules::operations::field::{Field, Rating};
use hexscape::rules::operations::log;
use hexscape::rules::operations::loss::Cause;
use hexscape::rules::operations::order::{Choice, Order};
use hexscape::rules::operations::progress::Behind;

use crate::properties::shipped;

/// What was seen.
#[derive(Debug, Default)]
struct Seen {
    /// Barrages, and those of them on fortifications that nobody is in.
    barrages: u32,
    on_empty_forts: u32,
    /// Objectives that were attacked and had units that could assault, and those of them that were left to fire at
    /// armor.
    defended: u32,
    left_to_fire: u32,
    /// Retreats from objectives that cost too much to stay, and those of them that were left out.
    dear: u32,
    borne: u32,
    /// Percent that the defender lost last.
    percent: u8,
    /// Lines that told of cohesion that was lost by overspending, and those that were not so.
    told: u32,
    wrong: Vec<String>,
    /// Points lost for want of a way to retreat.
    no_way: u32,
    /// Cohesion before an event.
    cohesion: BTreeMap<UnitId, i16>,
}

impl Watcher<Operations> for Seen {
    fn before(&mut self, world: &World, _: &Event) {
        let field = Field::of(world);
        let all = field.all().iter();
        self.cohesion = all.map(|unit| (unit.id, unit.body().cohesion)).collect();
    }

    fn after(&mut self, world: &World, event: &Event) {
        let field = Field::of(world);
        match event {
            Event::Assaulted(reckoning) => self.percent = reckoning.results.defender,
            Event::Lost { cause, .. } => self.no_way += u32::from(*cause == Cause::NoRetreat),
            _ => {}
        }
        let lost = |unit: &UnitId| self.cohesion[unit] - field.get(*unit).body().cohesion;
        for line in log::lines(world, event) {
            let Some(rest) = line.trim().strip_prefix("Cohesion -") else {
                continue;
            };
            let Some((points, _)) = rest.split_once(" (overspent): ") else {
                continue;
            };
            self.told += 1;
            let ids = field.all().iter().map(|unit| unit.id);
            let losers = ids.filter(|id| line.contains(field.name(*id)));
            let told: i16 = points.parse().expect("a number");
            if losers.clone().all(|id| lost(&id) != told) {
                self.wrong.push(line);
            }
        }
    }
}

impl Seen {
    fn look(&mut self, world: &World, side: Side, order: &Order) {
        let field = Field::of(world);
        match order {
            Order::Plan(plans) => {
                for plan in plans {
                    let target = &field.progress.targets[plan.target.index()];
                    let is_fort =
                        matches!(target.behind, Behind::Facility(_, Facility::Fortification));
                    let foe = Field::foe(side);
                    let is_empty = field.stack(target.tile, foe).next().is_none();
                    self.barrages += 1;
                    self.on_empty_forts += u32::from(is_fort && is_empty);
                }
            }
            Order::Assign(roles) if field.progress.phasing != side => {
                for objective in &field.scenario.objectives {
                    let stack = field.stack(objective.tile, side).map(|unit| unit.id);
                    let able = stack
                        .filter(|id| roles.contains_key(id) && field.raw(*id, Rating::Defense) > 0);
                    let able: Vec<_> = able.collect();
                    let fires_only =
                        |id: &UnitId| roles[id].anti_armor == field.get(*id).body().toe;
                    self.defended += u32::from(!able.is_empty());
                    self.left_to_fire += u32::from(!able.is_empty() && able.iter().all(fires_only));
                }
            }
            Order::Retreat(path) => self.retreat(world, &field, path.len()),
            _ => {}
        }
    }

    fn retreat(&mut self, world: &World, field: &Field, went: usize) {
        let waiting = world.resource::<Pending<Operations>>().0.as_ref();
        let choice = &waiting.expect("it is asked").choice;
        let Choice::Retreat {
            units,
            hexes,
            from,
            must: false,
        } = choice
        else {
            return;
        };
        let start = field.get(units[0]).tile();
        let mut goals = field.scenario.objectives.iter();
        let is_goal = goals.any(|goal| goal.tile == start);
        let paths = field.retreats(units, (*hexes, false), from);
        let most = paths.iter().map(Vec::len).max().unwrap_or(0);
        let left_out = hexes.saturating_sub(went as u8);
        let total = total_percent(&field.content.figures, self.percent, *hexes);
        if is_goal && total > 30 && most == usize::from(*hexes) {
            self.dear += 1;
            let total = total_percent(&field.content.figures, self.percent, left_out);
            self.borne += u32::from(left_out > 0 && total > 30);
        }
    }
}

fn play(mission: &Mission, seed: u64) -> Seen {
    let mut world = World::new();
    Operations::set_up(&mut world, mission, seed);
    let mut seen = Seen::default();
    while world.resource::<Verdict>().0.is_none() {
        let owes = |side: &Side| Operations::owes(&world, *side);
        let side = [Side(0), Side(1)].into_iter().find(owes);
        let side = side.expect("somebody owes an order");
        let order = Operations::decide(&mut world, side);
        seen.look(&world, side, &order);
        submit_watched::<Operations>(&mut world, side, order, &mut seen).expect("it is legal");
    }
    seen
}

#[test]
fn nobody_fires_at_a_fortification_that_nobody_is_in() {
    let mission = shipped("operations_siege");
    let mut barrages = 0;
    for seed in 21..25 {
        let seen = play(&mission, seed);
        assert_eq!(seen.on_empty_forts, 0, "seed {seed}: {seen:?}");
        barrages += seen.barrages;
    }
    assert!(barrages > 20, "{barrages} Barrages");
}

#[test]
fn objectives_are_neither_left_to_fire_at_armor_nor_held_at_any_price() {
    let (mut defended, mut dear) = (0, 0);
    for name in ["operations_bir_amel", "operations_river_line"] {
        let mission = shipped(name);
        for seed in 21..25 {
            let seen = play(&mission, seed);
            assert_eq!(seen.left_to_fire, 0, "{name}, seed {seed}: {seen:?}");
            assert_eq!(seen.borne, 0, "{name}, seed {seed}: {seen:?}");
            defended += seen.defended;
            dear += seen.dear;
        }
    }
    println!("{defended} defended, {dear} retreats that are too dear to be left out");
    assert!(defended > 20, "{defended} defended");
}

#[test]
fn the_log_tells_only_cohesion_that_was_lost() {
    let mission = shipped("operations_siege");
    let (mut told, mut no_way) = (0, 0);
    for seed in 21..24 {
        let seen = play(&mission, seed);
        assert!(seen.wrong.is_empty(), "seed {seed}: {:?}", seen.wrong);
        told += seen.told;
        no_way += seen.no_way;
    }
    println!("{told} lines, {no_way} losses for want of a way to retreat");
    assert!(told > 20, "{told} lines");
}
