//! Writes battlescape events into the world.
//!
//! **Invariant:** the only writer of a running battle; it neither rolls nor decides. Views are
//! renewed here, event by event.

mod things;
mod turn;

use bevy::prelude::World;

use crate::{
    battle::{
        board::{Board, TileState},
        grid::TileId,
        knowledge,
        phase::{Turn, Verdict},
        set_tile,
        unit::{self, Facing, Health, Position, Presence, Side, UnitEdit, UnitId},
    },
    content::{battlescape::Gait, terrain::Cover},
    rules::battlescape::{
        event::{Cause, Event, Mark},
        gear::{Carried, Eye, Pack, Props, Trace},
        nerve::{self, Energy, Nerve, Shock, Stunned},
        objective::{Plot, Progress},
        renewal,
        soldier::{
            Arms, BurnLeft, Burning, Conditions, Ended, Footing, Loyalty, Poison, Readiness,
            Rulebook, Stance, Suppression, TimeUnits,
        },
    },
};

pub(super) use self::turn::wake_or_fall;
use self::{
    things::{leave_things, put_thing, take_thing},
    turn::{
        age_environment, age_things, begin_phase, change_senses, end_phase, ignite, recover,
        turn_pool,
    },
};

/// Writes one event.
pub fn apply(world: &mut World, event: &Event) {
    // What this event brings to light is told apart from what came before.
    world
        .resource_mut::<knowledge::Knowledge>()
        .discoveries
        .begin_event();
    match event {
        Event::Turned { unit, facing, tu } => {
            let mut unit = unit::edit(world, *unit);
            pay(&mut unit, *tu);
            unit.set(Facing(*facing)).set(Stance(Cover::None));
        }
        Event::Stepped {
            unit,
            gait,
            to,
            facing,
            tu,
            ..
        } => {
            world.resource_mut::<Board>().enter(*to, *unit);
            let mut walker = unit::edit(world, *unit);
            pay(&mut walker, *tu);
            walker
                .set(Position(*to))
                .set(Facing(*facing))
                .set(Stance(Cover::None));
            let footing = walker.part::<Footing>();
            footing.moved = footing.moved.saturating_add(1);
            footing.ran |= *gait == Gait::Run;
            knowledge::follow_step(world, *unit);
        }
        Event::Fired {
            unit,
            facing,
            tu,
            rounds,
            reaction,
            pins,
            ..
        } => {
            let mut unit = unit::edit(world, *unit);
            if *reaction {
                unit.part::<Readiness>().shots += 1;
                unit.part::<TimeUnits>().carried -= tu;
            } else {
                pay(&mut unit, *tu);
            }
            if *pins {
                unit.part::<Readiness>().suppression = Suppression::No;
            }
            unit.part::<Arms>().rounds -= rounds;
            unit.set(Facing(*facing));
        }
        Event::Shot {
            target,
            round,
            ricochet,
            ..
        } => {
            if let Mark::Unit(target) = *target {
                let dealt = u16::try_from(round.dealt()).unwrap_or(u16::MAX);
                if hurt(&mut unit::edit(world, target), dealt) {
                    wake_or_fall(world, target);
                }
            }
            if let Some((victim, _, dealt)) = ricochet.and_then(|ricochet| ricochet.victim)
                && hurt(&mut unit::edit(world, victim), dealt)
            {
                wake_or_fall(world, victim);
            }
        }
        Event::Burst {
            harms,
            tiles,
            light,
            ..
        } => {
            for harm in harms {
                let mut unit = unit::edit(world, harm.unit);
                let falls = hurt(&mut unit, harm.dealt);
                if let Some(poison) = harm.poison {
                    let now = unit.part::<Poison>();
                    now.0 = Some(heavier(now.0, poison));
                }
                if let Some(stun) = harm.stun {
                    daze(&mut unit, stun);
                }
                if falls || harm.stun.is_some() {
                    wake_or_fall(world, harm.unit);
                }
            }
            change_tiles(world, tiles);
            if let Some(light) = light {
                world.resource_mut::<Props>().change().lights.push(*light);
                light_up(world);
                knowledge::renew_all_views(world);
            }
        }
        Event::Threw {
            unit,
            slot,
            facing,
            tu,
            ..
        } => {
            let rule = world.resource::<Rulebook>().figures().item_use;
            let mut unit = unit::edit(world, *unit);
            pay(&mut unit, *tu);
            unit.part::<Pack>().spend(*slot, rule);
            unit.set(Facing(*facing));
        }
        Event::Primed { unit, slot, tu } => {
            let mut unit = unit::edit(world, *unit);
            pay(&mut unit, *tu);
            unit.part::<Pack>().primed = Some(*slot);
        }
        Event::Moved {
            unit, from, to, tu, ..
        } => {
            pay(&mut unit::edit(world, *unit), *tu);
            if let Some(thing) = take_thing(world, *from) {
                put_thing(world, *to, thing);
            }
        }
        Event::Switched { unit, slot, tu } => {
            let id = *unit;
            let mut unit = unit::edit(world, id);
            pay(&mut unit, *tu);
            let held = *unit.part::<Arms>();
            let pack = unit.part::<Pack>();
            if let Some(Carried::Weapon {
                weapon,
                rounds,
                spare,
            }) = pack.take(*slot)
            {
                pack.slots[usize::from(*slot)] = Some(Carried::Weapon {
                    weapon: held.weapon,
                    rounds: held.rounds,
                    spare: held.spare,
                });
                unit.set(Arms {
                    weapon,
                    rounds,
                    spare,
                });
                unit.set(Readiness::default());
            }
            change_senses(world, id);
        }
        Event::MineLaid {
            unit,
            slot,
            mine,
            tu,
        } => {
            let rule = world.resource::<Rulebook>().figures().item_use;
            let mut unit = unit::edit(world, *unit);
            pay(&mut unit, *tu);
            unit.part::<Pack>().spend(*slot, rule);
            world.resource_mut::<Props>().change().mines.push(*mine);
        }
        Event::MineTripped { mine, .. } => {
            let mut props = world.resource_mut::<Props>();
            props.change().mines.retain(|other| other != mine);
        }
        Event::Helped {
            unit,
            slot,
            target,
            health,
            stun,
            tu,
        } => {
            let rule = world.resource::<Rulebook>().figures().item_use;
            let mut helper = unit::edit(world, *unit);
            pay(&mut helper, *tu);
            helper.part::<Pack>().spend(*slot, rule);
            let mut unit = unit::edit(world, *target);
            unit.part::<Health>().now += health;
            unit.part::<Shock>().points -= stun;
            if *health > 0 || *stun == 0 {
                unit.set(Poison(None));
            }
            wake_or_fall(world, *target);
        }
        Event::Cast {
            unit, tu, energy, ..
        } => {
            let mut unit = unit::edit(world, *unit);
            pay(&mut unit, *tu);
            unit.part::<Energy>().now -= energy;
        }
        Event::Controlled { unit, by } => {
            let side = unit::side_of(world, *by);
            let pool = world.resource::<Rulebook>().figures().tu.per_turn;
            obey(world, *unit, side, Some(*by));
            let mut unit = unit::edit(world, *unit);
            unit.set(TimeUnits {
                now: pool,
                carried: 0,
            });
            unit.set(Ended(false)).set(Readiness::default());
        }
        Event::Freed { unit } => {
            let home = unit::part::<Loyalty>(world, *unit).home;
            obey(world, *unit, home, None);
            let mut unit = unit::edit(world, *unit);
            unit.set(TimeUnits::default()).set(Readiness::default());
        }
        Event::EyeOpened { unit, tile, radius } => {
            let side = unit::side_of(world, *unit);
            let mut props = world.resource_mut::<Props>();
            props.change().eyes.push(Eye {
                side,
                tile: *tile,
                radius: *radius,
            });
            open_eyes(world);
        }
        Event::Rallied { unit, morale } => {
            let mut unit = unit::edit(world, *unit);
            let nerve = unit.part::<Nerve>();
            nerve.morale = nerve::shifted(nerve.morale, morale.cast_signed());
            nerve.panic = None;
        }
        Event::Hastened { unit, tu } => {
            unit::edit(world, *unit).part::<TimeUnits>().now += tu;
        }
        Event::Heard { traces } => {
            let mut props = world.resource_mut::<Props>();
            props.change().traces.extend(traces);
        }
        Event::Scanned {
            unit,
            slot,
            blips,
            tu,
        } => {
            let side = unit::side_of(world, *unit);
            let turn = world.resource::<Turn>().number;
            let rule = world.resource::<Rulebook>().figures().item_use;
            let mut unit = unit::edit(world, *unit);
            pay(&mut unit, *tu);
            unit.part::<Pack>().spend(*slot, rule);
            let mut props = world.resource_mut::<Props>();
            let traces = &mut props.change().traces;
            traces.extend(blips.iter().map(|&tile| Trace {
                side,
                tile,
                turn,
                is_blip: true,
            }));
        }
        Event::TerrainHit { tile, state, .. } | Event::TerrainChanged { tile, state } => {
            change_tiles(world, &[(*tile, *state)]);
        }
        Event::Poisoned { unit, poison } => {
            let mut unit = unit::edit(world, *unit);
            let now = unit.part::<Poison>();
            now.0 = Some(heavier(now.0, *poison));
        }
        Event::CaughtFire { unit, burn } => {
            let mut unit = unit::edit(world, *unit);
            let burning = unit.part::<Burning>();
            burning.0 = Some(heavier(burning.0, *burn));
        }
        Event::Hurt {
            unit,
            cause,
            damage,
        } => {
            let id = *unit;
            let mut unit = unit::edit(world, id);
            let falls = hurt(&mut unit, *damage);
            match cause {
                Cause::Burn => {
                    let burning = unit.part::<Burning>();
                    burning.0 = fewer(burning.0);
                }
                Cause::Poison => {
                    let poison = unit.part::<Poison>();
                    poison.0 = fewer(poison.0);
                }
                Cause::Fire | Cause::Hazard | Cause::Fall(_) | Cause::Danger | Cause::Psi(_) => {}
            }
            if falls {
                wake_or_fall(world, id);
            }
        }
        Event::Died { unit, .. } => {
            leave_things(world, *unit);
            take_off_board(world, *unit, Presence::Dead);
        }
        Event::Interacted {
            unit,
            object,
            items,
            tu,
        } => {
            pay(&mut unit::edit(world, *unit), *tu);
            let tile = world.resource::<Plot>().0.objects[usize::from(*object)].tile;
            let state = world.resource::<Board>().layers.state(tile);
            change_tiles(
                world,
                &[(
                    tile,
                    TileState {
                        spent: true,
                        ..state
                    },
                )],
            );
            let mut props = world.resource_mut::<Props>();
            let litter = &mut props.change().litter;
            litter.extend(items.iter().map(|&thing| (tile, thing)));
        }
        Event::Called { unit, tu, .. } => pay(&mut unit::edit(world, *unit), *tu),
        Event::Deployed { unit, tile } => {
            world.resource_mut::<Board>().enter(*tile, *unit);
            unit::edit(world, *unit).set(Position(*tile));
            knowledge::renew_view(world, *unit);
        }
        Event::Triggered { index } => world.resource_mut::<Progress>().triggered |= 1 << index,
        Event::Arrived { unit, tile } => {
            world.resource_mut::<Board>().enter(*tile, *unit);
            let mut edit = unit::edit(world, *unit);
            edit.set(Position(*tile)).set(Presence::OnBoard);
            knowledge::renew_view(world, *unit);
        }
        Event::ModeChanged { side, mode } => {
            world.resource_mut::<Progress>().modes[side.index()] = Some(*mode);
        }
        Event::Lit { light } => {
            world.resource_mut::<Props>().change().lights.push(*light);
            light_up(world);
            knowledge::renew_all_views(world);
        }
        Event::Endangered { danger } => {
            world.resource_mut::<Props>().change().dangers.push(*danger);
        }
        Event::Joined { unit, side } => {
            unit::edit(world, *unit).part::<Loyalty>().home = *side;
            obey(world, *unit, *side, None);
        }
        Event::SecondaryDone { index } => world.resource_mut::<Progress>().done |= 1 << index,
        Event::Left { unit, tu } => {
            pay(&mut unit::edit(world, *unit), *tu);
            take_off_board(world, *unit, Presence::Escaped);
        }
        Event::TookCover {
            unit,
            facing,
            cover,
            tu,
        } => {
            let mut unit = unit::edit(world, *unit);
            pay(&mut unit, *tu);
            unit.set(Facing(*facing)).set(Stance(*cover));
        }
        Event::WentProne { unit, tu } => {
            let mut unit = unit::edit(world, *unit);
            pay(&mut unit, *tu);
            unit.part::<Footing>().prone = true;
        }
        Event::Stood { unit, tu } => {
            let mut unit = unit::edit(world, *unit);
            pay(&mut unit, *tu);
            unit.set(Stance(Cover::None)).part::<Footing>().prone = false;
        }
        Event::Reloaded { unit, rounds, tu } => {
            let mut unit = unit::edit(world, *unit);
            pay(&mut unit, *tu);
            let arms = unit.part::<Arms>();
            arms.spare -= rounds - arms.rounds;
            arms.rounds = *rounds;
        }
        Event::Readied { unit, tu } => {
            let mut unit = unit::edit(world, *unit);
            pay(&mut unit, *tu);
            let readiness = unit.part::<Readiness>();
            (readiness.ready, readiness.shots) = (true, 0);
        }
        Event::SuppressionReadied { unit, tu } => {
            let mut unit = unit::edit(world, *unit);
            pay(&mut unit, *tu);
            unit.part::<Readiness>().suppression = Suppression::Next;
        }
        Event::Pinned { units } => {
            let figures = world.resource::<Rulebook>().figures().suppression.clone();
            for &(unit, points) in units {
                let mut unit = unit::edit(world, unit);
                let nerve = unit.part::<Nerve>();
                *nerve = nerve::suppress(&figures, *nerve, points);
            }
        }
        Event::MoraleShifted { units } => {
            for &(unit, change) in units {
                let mut unit = unit::edit(world, unit);
                let nerve = unit.part::<Nerve>();
                nerve.morale = nerve::shifted(nerve.morale, change);
            }
        }
        Event::NerveTested { unit, panic, .. } => {
            if panic.is_some() {
                let mut unit = unit::edit(world, *unit);
                unit.part::<Nerve>().panic = *panic;
                unit.set(Readiness::default());
            }
        }
        Event::PanicOver { unit } => {
            let gain = world.resource::<Rulebook>().figures().morale.after_panic;
            let mut unit = unit::edit(world, *unit);
            unit.part::<TimeUnits>().now = 0;
            unit.set(Ended(true));
            let nerve = unit.part::<Nerve>();
            (nerve.morale, nerve.panic) = (nerve::shifted(nerve.morale, gain), None);
        }
        Event::StunRolled { unit, passed, .. } => {
            if *passed {
                let pool = turn_pool(world, *unit);
                let mut unit = unit::edit(world, *unit);
                unit.part::<Shock>().stunned = Stunned::No;
                unit.set(Ended(false)).part::<TimeUnits>().now = pool;
            }
        }
        Event::Recovered => recover(world),
        Event::CameRound { unit } => {
            wake_or_fall(world, *unit);
        }
        Event::DoorMoved {
            unit,
            tile,
            becomes,
            facing,
            tu,
        } => {
            let mut opener = unit::edit(world, *unit);
            pay(&mut opener, *tu);
            opener.set(Facing(*facing));
            let state = world.resource::<Board>().layers.state(*tile);
            set_tile(
                world,
                *tile,
                TileState {
                    terrain: *becomes,
                    ..state
                },
            );
            knowledge::renew_views_around(world, *tile);
        }
        Event::UnitEnded { unit } => {
            unit::edit(world, *unit).set(Ended(true));
        }
        Event::PhaseEnded { side } => end_phase(world, *side),
        Event::PhaseBegan { side } => begin_phase(world, *side),
        Event::TurnBegan { turn } => {
            *world.resource_mut::<Turn>() = Turn {
                number: *turn,
                active: world.resource::<Conditions>().first,
                resolutions: world.resource::<Turn>().resolutions + 1,
            };
        }
        Event::FireRolled {
            ignites: Some(tile),
            ..
        } => ignite(world, *tile),
        Event::EnvironmentAged => {
            age_environment(world);
            age_things(world);
        }
        Event::SightRenewed => knowledge::renew_all_views(world),
        Event::ObjectiveJudged { held } => world.resource_mut::<Progress>().held = *held,
        Event::Ended { ending } => {
            *world.resource_mut::<Verdict>() = Verdict(Some(*ending));
            world.resource_mut::<Turn>().resolutions += 1;
        }
        Event::PlayedOn => {
            *world.resource_mut::<Verdict>() = Verdict(None);
            world.resource_mut::<Progress>().unlimited = true;
        }
        Event::Renewed { source } => renewal::put_in_force(world, source),
        Event::Bumped { .. }
        | Event::Panicked { .. }
        | Event::Told { .. }
        | Event::Spotted { .. }
        | Event::FireRolled { ignites: None, .. } => {}
    }
}

fn pay(unit: &mut UnitEdit, tu: u16) {
    unit.part::<TimeUnits>().now -= tu;
}

/// Takes hit points; returns whether too few are left to stay awake.
fn hurt(unit: &mut UnitEdit, damage: u16) -> bool {
    let health = unit.part::<Health>();
    health.now = health.now.saturating_sub(damage);
    let now = health.now;
    unit.part::<Shock>().points >= now
}

/// Stuns a unit for a turn.
fn daze(unit: &mut UnitEdit, points: u16) {
    let shock = unit.part::<Shock>();
    shock.points = shock.points.saturating_add(points);
    shock.stunned = Stunned::Next;
    unit.part::<TimeUnits>().now = 0;
    unit.set(Readiness::default());
}

/// Makes a unit obey a side.
fn obey(world: &mut World, id: UnitId, side: Side, caster: Option<UnitId>) {
    let loyalty = *unit::part::<Loyalty>(world, id);
    let mut progress = world.resource_mut::<Progress>();
    progress.controlled += u8::from(caster.is_some());
    progress.controlled -= u8::from(loyalty.caster.is_some());
    unit::enlist(world, id, side);
    unit::edit(world, id).set(Loyalty {
        caster,
        side,
        ..loyalty
    });
    if world.resource::<Board>().seat(id).is_some() {
        knowledge::renew_view(world, id);
    }
}

/// Tells the core what sides see through far eyes.
pub(super) fn open_eyes(world: &mut World) {
    let grid = world.resource::<Board>().grid;
    let eyes = &world.resource::<Props>().get().eyes;
    let eyes: Vec<_> = (eyes.iter())
        .map(|eye| {
            let near = |&tile: &TileId| grid.distance(eye.tile, tile) <= u32::from(eye.radius);
            (eye.side, grid.tiles().filter(near).collect())
        })
        .collect();
    knowledge::set_eyes(world, eyes);
}

/// Tells the core which hexes flares light, at night.
pub(super) fn light_up(world: &mut World) {
    if !world.resource::<Conditions>().night {
        return;
    }
    let grid = world.resource::<Board>().grid;
    let lights = &world.resource::<Props>().get().lights;
    let lit: Vec<_> = (grid.tiles())
        .filter(|&tile| {
            (lights.iter()).any(|light| grid.distance(light.tile, tile) <= u32::from(light.radius))
        })
        .collect();
    knowledge::set_lit(world, &lit);
}

/// A burn or poison after one of its turns.
fn fewer(now: Option<BurnLeft>) -> Option<BurnLeft> {
    now.filter(|burn| burn.turns > 1).map(|burn| BurnLeft {
        turns: burn.turns - 1,
        ..burn
    })
}

/// Changes what hexes look like, and what is seen and remembered of them.
fn change_tiles(world: &mut World, tiles: &[(TileId, TileState)]) {
    if tiles.is_empty() {
        return;
    }
    for &(tile, state) in tiles {
        set_tile(world, tile, state);
    }
    for &(tile, _) in tiles {
        knowledge::renew_memory(world, tile);
    }
    knowledge::renew_all_views(world);
}

/// Keeps the burn that can do more per turn; of equals, the longer one.
fn heavier(now: Option<BurnLeft>, new: BurnLeft) -> BurnLeft {
    let weight = |burn: &BurnLeft| {
        (
            u16::from(burn.dice.count) * u16::from(burn.dice.sides),
            burn.turns,
        )
    };
    now.filter(|now| weight(now) > weight(&new)).unwrap_or(new)
}

fn take_off_board(world: &mut World, unit: UnitId, presence: Presence) {
    world.resource_mut::<Board>().leave(unit);
    unit::edit(world, unit)
        .set(presence)
        .set(Readiness::default());
    knowledge::renew_view(world, unit);
}
