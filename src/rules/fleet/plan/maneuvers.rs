//! Launches, intents, carrier actions, movements and landings (§4, steps 1 to 5).

use bevy::prelude::World;

use crate::{
    battle::{
        dice::Dice,
        grid::TileId,
        unit::{Side, UnitId, part},
    },
    rules::fleet::{
        craft::Helm,
        damage,
        event::{Event, Interception},
        hangar, intents,
        movement::{self, Stride, sides},
        muster::{Muster, Vessel},
        order::{CarrierAction, Deployment, Launch},
        plan::{Plan, Task},
        progress::Progress,
    },
};

impl Plan {
    /// Puts the units of a side where they begin. One whose hex is another side's stays where it was, and
    /// so do those of the side that meant to take its place.
    pub(super) fn deploy(
        &mut self,
        muster: &Muster,
        side: Side,
        mut deployments: Vec<Deployment>,
    ) -> Option<Event> {
        let mut failed = Vec::new();
        loop {
            let stays = |vessel: &Vessel| !deployments.iter().any(|one| one.unit == vessel.id);
            let is_taken = |one: &Deployment| {
                let there = |vessel: &Vessel| {
                    let is_other = vessel.side != side;
                    vessel.tile == Some(one.tile)
                        && vessel.id != one.unit
                        && (is_other || stays(vessel) && !muster.may_share(one.unit, vessel.id))
                };
                muster.all().any(there)
            };
            let Some(at) = deployments.iter().position(is_taken) else {
                break;
            };
            let Deployment { unit, tile, .. } = deployments.remove(at);
            failed.push(Event::DeployFailed { unit, tile });
        }
        let deployed = deployments.into_iter().map(Event::Deployed);
        self.emit_first(deployed.chain(failed));
        None
    }

    /// Lines up the launches of a sub-phase, by side; sides left to intents launch at the start.
    pub(super) fn launches(&mut self, world: &World, muster: &Muster, number: u8) -> Option<Event> {
        let mut launches = Vec::new();
        for side in sides(world) {
            let ordered = match muster.side(side).intents {
                true if number == 0 => intents::launches(muster, side),
                true => Vec::new(),
                false => world.resource::<Progress>().of(side).launches.clone(),
            };
            let now = ordered
                .into_iter()
                .filter(|launch| launch.sub_phase == number);
            launches.extend(now.map(|launch| Task::Launch(side, launch)));
        }
        self.first(launches);
        None
    }

    /// Lines up the ships and carriers of sides left to intents (§4, step 2).
    pub(super) fn intents(&mut self, muster: &Muster) -> Option<Event> {
        let free = muster
            .all()
            .filter(|vessel| vessel.is_on_board() && muster.side(vessel.side).intents);
        let tasks: Vec<_> = free
            .map(|vessel| match vessel.class.is_carrier() {
                true => Task::Helm(vessel.id),
                false => Task::Intent(vessel.id),
            })
            .collect();
        self.first(tasks);
        None
    }

    /// Lines up the carriers that act, by side (§4, step 3).
    pub(super) fn carrier_actions(&mut self, world: &World, muster: &Muster) -> Option<Event> {
        let carriers = muster.carriers().map(|carrier| carrier.id);
        let acts = |id: &UnitId| match &part::<Helm>(world, *id).order {
            None => false,
            // An intent queue is flown with the others'; only its maneuvers count as an action.
            Some(CarrierAction::Queue(slots)) => {
                let usable = usize::from(super::super::queue::usable(muster, *id));
                slots
                    .iter()
                    .take(usable)
                    .any(|slot| movement::is_action(*slot))
            }
            Some(_) => true,
        };
        let tasks: Vec<_> = carriers.filter(acts).map(Task::CarrierAction).collect();
        self.first(tasks);
        None
    }

    /// Has a carrier take its action.
    pub(super) fn carrier_action(
        &mut self,
        world: &World,
        muster: &Muster,
        carrier: UnitId,
    ) -> Option<Event> {
        match &part::<Helm>(world, carrier).order {
            Some(CarrierAction::Move(_)) => {
                let path = movement::carrier_path(world, muster, carrier);
                self.first([Task::Walk {
                    unit: carrier,
                    path,
                    next: 0,
                }]);
            }
            Some(CarrierAction::Repair(target)) => {
                let repair = hangar::repair(muster, carrier, *target);
                self.emit_first(repair.map(|(unit, hull)| Event::Repaired { unit, hull }));
            }
            Some(CarrierAction::Rearm) => {
                let ships = hangar::rearmed(muster, muster.get(carrier).side);
                self.emit_first((!ships.is_empty()).then_some(Event::Rearmed { ships }));
            }
            Some(CarrierAction::Queue(_)) | None => {}
        }
        Some(Event::CarrierActed { carrier })
    }

    /// Lines up who moves (§4, step 4).
    pub(super) fn movements(&mut self, world: &World, muster: &Muster) -> Option<Event> {
        let order = movement::order(world, muster);
        self.first(order.into_iter().map(Task::Move));
        None
    }

    /// Has a unit set off, if it is still there.
    pub(super) fn set_off(
        &mut self,
        world: &World,
        muster: &Muster,
        unit: UnitId,
    ) -> Option<Event> {
        if muster.get(unit).is_on_board() {
            let path = movement::path(world, muster, unit);
            self.first([Task::Walk {
                unit,
                path,
                next: 0,
            }]);
        }
        None
    }

    /// Takes the next step of a path (§5).
    pub(super) fn walk(
        &mut self,
        world: &World,
        muster: &Muster,
        unit: UnitId,
        path: Vec<Option<TileId>>,
        next: usize,
        dice: &mut Dice,
    ) -> Option<Event> {
        let &hex = path.get(next)?;
        let from = muster.get(unit).tile?;
        match movement::stride(world, unit, hex) {
            Stride::Free { to, facing } => {
                self.first([Task::Walk {
                    unit,
                    path,
                    next: next + 1,
                }]);
                Some(Event::Moved {
                    unit,
                    from,
                    to,
                    facing,
                })
            }
            Stride::Blocked => Some(Event::Blocked {
                unit,
                at: from,
                hex,
            }),
            Stride::Intercepted {
                by,
                hex,
                to,
                facing,
            } => {
                let mut muster = muster.clone();
                muster.place(unit, to, facing);
                let mut attack = damage::roll(&muster, by, unit, 1, dice);
                damage::land(&mut muster, &mut attack);
                Some(Event::Intercepted(Interception {
                    mover: unit,
                    from,
                    to,
                    facing,
                    hex,
                    interceptor: by,
                    attack,
                }))
            }
        }
    }

    /// Lines up who lands (§4, step 5).
    pub(super) fn landings(&mut self, muster: &Muster) -> Option<Event> {
        let landers = movement::landers(muster);
        self.first(landers.into_iter().map(Task::Land));
        None
    }
}

/// Lines up where units begin that were deployed elsewhere, by side (§2).
pub(super) fn deployments(world: &World) -> Vec<Task> {
    let progress = world.resource::<Progress>();
    let tasks = sides(world).filter_map(|side| {
        let plan = progress.of(side).sealed.as_ref()?;
        let deployments = plan.deployments.clone();
        (!deployments.is_empty()).then_some(Task::Deploy(side, deployments))
    });
    tasks.collect()
}

/// Launches a ship, or leaves it docked (§4, step 1).
pub(super) fn launch(world: &World, muster: &Muster, side: Side, launch: Launch) -> Option<Event> {
    let ship = launch.ship;
    if !muster.get(ship).docked {
        return None;
    }
    let Some(carrier) = muster.carrier_of(side) else {
        return Some(Event::LaunchFailed { ship });
    };
    let tile = hangar::launch_hex(world, muster, ship, carrier.id, launch.tile);
    Some(match tile {
        Some(tile) => Event::Launched {
            ship,
            carrier: carrier.id,
            tile,
            facing: carrier.facing,
        },
        None => Event::LaunchFailed { ship },
    })
}

/// Draws what a ship does that no side orders (§12).
pub(super) fn draw_intent(
    world: &World,
    muster: &Muster,
    ship: UnitId,
    dice: &mut Dice,
) -> Option<Event> {
    let weights = intents::weights(muster, ship);
    let (roll, intent) = intents::draw(weights, dice);
    let known = Muster::known_to(world, muster.get(ship).side);
    let order = intents::order(world, &known, ship, intent);
    Some(Event::IntentDrawn {
        ship,
        weights,
        roll,
        intent,
        order,
    })
}

/// Chooses what a carrier does that no side orders.
pub(super) fn set_helm(muster: &Muster, carrier: UnitId) -> Option<Event> {
    let action = intents::helm(muster, carrier)?;
    let action = Some(action);
    Some(Event::HelmSet { carrier, action })
}

/// Lands a ship, if it can (§4, step 5).
pub(super) fn land(muster: &Muster, ship: UnitId) -> Option<Event> {
    Some(match hangar::landing(muster, ship) {
        Ok(()) => Event::Landed { ship },
        Err(reason) => Event::LandingFailed { ship, reason },
    })
}
