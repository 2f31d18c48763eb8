//! Launches, intents, carrier actions, movements and landings (§4, steps 1 to 5).

use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId, part};
use crate::rules::fleet::craft::Helm;
use crate::rules::fleet::event::Event;
use crate::rules::fleet::forces::{ADJACENT, Forces, Vessel};
use crate::rules::fleet::order::{CarrierAction, Deployment, Maneuver};
use crate::rules::fleet::plan::{Now, Plan, Task};
use crate::rules::fleet::{hangar, intents, lots, movement, queue};

impl Plan {
    /// Lines up where units begin that were deployed elsewhere, by side; by lot if sides mean the same hexes
    /// (§2).
    pub(super) fn deployments(
        &mut self,
        now: &mut Now,
        all: Vec<(Side, Vec<Deployment>)>,
    ) -> Option<Event> {
        let forces = now.forces;
        let means = |side: Side| all.iter().filter(move |(one, _)| *one == side);
        let goals = |side| means(side).flat_map(|(_, deployments)| deployments);
        let wants = |side: Side, other: Side| {
            goals(side).any(|one| {
                let mut there = forces.of_side(other);
                there.any(|vessel| vessel.tile == Some(one.tile))
                    || goals(other).any(|another| another.tile == one.tile)
            })
        };
        let sides = all.iter().map(|(side, _)| *side).collect();
        let sides = lots::order(
            sides,
            |one, other| wants(one, other) || wants(other, one),
            now.dice,
        );
        let deployments = sides.into_iter().flat_map(means).cloned();
        self.first(deployments.map(|(side, deployments)| Task::Deploy(side, deployments)))
    }

    /// Puts the units of a side where they begin. One whose hex is another side's stays where it was, and
    /// so do those of the side that meant to take its place.
    pub(super) fn deploy(
        &mut self,
        forces: &Forces,
        side: Side,
        mut deployments: Vec<Deployment>,
    ) -> Option<Event> {
        let mut failed = Vec::new();
        loop {
            let stays = |vessel: &Vessel| !deployments.iter().any(|one| one.unit == vessel.id);
            let is_taken = |one: &Deployment| {
                let mut there = forces.all().filter(|vessel| vessel.tile == Some(one.tile));
                there.any(|vessel| {
                    vessel.id != one.unit
                        && (vessel.side != side
                            || stays(vessel) && !forces.may_share(one.unit, vessel.id))
                })
            };
            let Some(at) = deployments.iter().position(is_taken) else {
                break;
            };
            let Deployment { unit, tile, .. } = deployments.remove(at);
            failed.push(Event::DeployFailed { unit, tile });
        }
        let deployed = deployments.into_iter().map(Event::Deployed);
        self.emit_first(deployed.chain(failed))
    }

    /// Lines up the launches of a sub-phase, by side; by lot if carriers are so near each other that they
    /// launch to the same hexes. Sides left to intents launch at the start.
    pub(super) fn launches(&mut self, now: &mut Now, number: u8) -> Option<Event> {
        let forces = now.forces;
        let launches = |side: Side| {
            let ordered = match forces.side(side).intents {
                true if number == 0 => intents::launches(forces, side),
                true => Vec::new(),
                false => forces.progress().of(side).launches.clone(),
            };
            let now = ordered.into_iter();
            now.filter(move |launch| launch.sub_phase == number)
        };
        let home = |side| forces.carrier_of(side)?.tile;
        let are_near = |one, other| {
            let both = home(one).zip(home(other));
            both.is_some_and(|(one, other)| forces.distance(one, other) <= 2 * ADJACENT)
        };
        let sides = forces.sides();
        let sides = sides.filter(|&side| launches(side).next().is_some());
        let sides = lots::order(sides.collect(), are_near, now.dice);
        let launches =
            (sides.into_iter()).flat_map(|side| launches(side).map(move |one| (side, one)));
        self.first(launches.map(|(side, launch)| Task::Launch(side, launch)))
    }

    /// Lines up the ships and carriers of sides left to intents (§4, step 2).
    pub(super) fn intents(&mut self, forces: &Forces) -> Option<Event> {
        let there = forces.all().filter(|vessel| vessel.is_on_board());
        let free = there.filter(|vessel| forces.side(vessel.side).intents);
        self.first(free.map(|vessel| match vessel.class.is_carrier() {
            true => Task::Helm(vessel.id),
            false => Task::Intent(vessel.id),
        }))
    }

    /// Lines up the carriers that act, by side; by lot if some are so near each other that one may move into
    /// the way of another (§4, step 3).
    pub(super) fn carrier_actions(&mut self, now: &mut Now) -> Option<Event> {
        let forces = now.forces;
        let acts = |id: &UnitId| match &part::<Helm>(now.world, *id).order {
            None => false,
            // An intent queue is flown with the others'; only its maneuvers count as an action (§10).
            Some(helm @ CarrierAction::Queue(_)) => {
                let mut slots = queue::slots(forces, *id, None, Some(helm)).iter();
                slots.any(|slot| slot.maneuver != Maneuver::Hold)
            }
            Some(_) => true,
        };
        let carriers = forces.carriers().filter(|carrier| acts(&carrier.id));
        let carriers: Vec<_> = carriers.map(|carrier| (carrier.side, carrier.id)).collect();
        let goes = |side: Side| {
            let (_, id) = carriers.iter().find(|(other, _)| *other == side)?;
            let order = &part::<Helm>(now.world, *id).order;
            let moves = matches!(order, Some(CarrierAction::Move(_)));
            moves.then_some((forces[*id].tile?, u32::from(forces.moves(*id))))
        };
        let are_near = |one, other| {
            let both = goes(one).zip(goes(other));
            both.is_some_and(|((from, moves), (other, others))| {
                forces.distance(from, other) <= moves + others
            })
        };
        let sides = carriers.iter().map(|(side, _)| *side).collect();
        let sides = lots::order(sides, are_near, now.dice);
        let ordered = sides.into_iter().flat_map(|side| {
            let own = carriers.iter().filter(move |(other, _)| *other == side);
            own.map(|(_, id)| Task::CarrierAction(*id))
        });
        self.first(ordered)
    }

    /// Carries out the action of a carrier.
    pub(super) fn carrier_action(&mut self, now: &Now, carrier: UnitId) -> Option<Event> {
        let forces = now.forces;
        match &part::<Helm>(now.world, carrier).order {
            Some(CarrierAction::Move(_)) => {
                self.walk_along(carrier, movement::path(now.world, forces, carrier));
            }
            Some(CarrierAction::Repair(target)) => {
                let repair = hangar::repair(forces, carrier, *target);
                self.emit_first(repair.map(|(unit, hull)| Event::Repaired { unit, hull }));
            }
            Some(CarrierAction::Rearm) => {
                let ships = hangar::rearmed(forces, forces[carrier].side);
                self.emit_first((!ships.is_empty()).then_some(Event::Rearmed { ships }));
            }
            Some(CarrierAction::Queue(_)) | None => {}
        }
        Some(Event::CarrierActed { carrier })
    }

    /// Begins the way of a unit, if it is still there.
    pub(super) fn set_off(&mut self, now: &Now, unit: UnitId) -> Option<Event> {
        if now.forces[unit].is_on_board() {
            self.walk_along(unit, movement::path(now.world, now.forces, unit));
        }
        None
    }

    fn walk_along(&mut self, unit: UnitId, path: Vec<Option<TileId>>) {
        let next = 0;
        self.first([Task::Walk { unit, path, next }]);
    }

    /// Takes the next step of a path (§5).
    pub(super) fn walk(
        &mut self,
        now: &mut Now,
        unit: UnitId,
        path: Vec<Option<TileId>>,
        next: usize,
    ) -> Option<Event> {
        let event = movement::step(now.forces, unit, *path.get(next)?, now.dice)?;
        if let Event::Moved { .. } = event {
            let next = next + 1;
            self.first([Task::Walk { unit, path, next }]);
        }
        Some(event)
    }
}

/// Lists where units of each side begin that were deployed elsewhere, by the plans that are still sealed;
/// nothing to do if there are none (§2).
pub(super) fn deployments(forces: &Forces) -> Option<Task> {
    let sides = forces.sides().filter_map(|side| {
        let plan = forces.progress().of(side).sealed.plan()?;
        let deployments = plan.deployments.clone();
        (!deployments.is_empty()).then_some((side, deployments))
    });
    let sides: Vec<_> = sides.collect();
    (!sides.is_empty()).then_some(Task::Deployments(sides))
}

/// Draws what a ship does that no side orders (§12).
pub(super) fn draw_intent(now: &mut Now, ship: UnitId) -> Option<Event> {
    let weights = intents::weights(now.forces, ship);
    let (roll, intent) = intents::draw(weights, now.dice);
    let known = Forces::known_to(now.world, now.forces[ship].side);
    Some(Event::IntentDrawn {
        ship,
        weights,
        roll,
        intent,
        order: intents::order(&known, ship, intent),
    })
}
