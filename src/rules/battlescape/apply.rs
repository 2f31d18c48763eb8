//! Writes battlescape events into the world.
//!
//! **Invariant:** the only writer of a running battle; it neither rolls nor decides. Views are
//! renewed here, event by event.

mod ground;
mod harm;
mod loyalty;
mod things;
mod turn;

use bevy::prelude::World;

use self::{
    ground::{blame, change_tiles, move_door, open_eye, open_object},
    harm::{burst, heavier, strike, suffer, take_off_board},
    loyalty::{free, obey, take_over},
    things::{help, leave_things, put_thing, scan, switch, take_thing},
    turn::{
        age_environment, age_things, begin_phase, burn_down, end_phase, ignite, recover, turn_pool,
    },
};
pub(super) use self::{
    ground::{light_up, open_eyes},
    turn::wake_or_fall,
};
use crate::{
    battle::{
        board::Board,
        grid::TileId,
        knowledge,
        phase::{Turn, Verdict},
        unit::{self, Facing, Position, Presence, UnitEdit, UnitId},
    },
    content::terrain::Cover,
    rules::battlescape::{
        content::Gait,
        event::Event,
        gear::{Pack, Props},
        nerve::{self, Energy, Nerve, Shock, Stunned},
        objective::Progress,
        renewal,
        soldier::{
            Arms, Burning, Conditions, Ended, Footing, Loyalty, Poison, Readiness, Rulebook,
            Stance, Suppression, TimeUnits,
        },
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
            from,
            to,
            facing,
            tu,
            sets_out,
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
            if *sets_out {
                footing.set_out(*from);
            }
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
            stopped,
            ..
        } => {
            learn_end(world, *unit, *stopped);
            let mut unit = unit::edit(world, *unit);
            if *reaction {
                unit.part::<Readiness>().shots += 1;
                unit.part::<TimeUnits>().carried -= tu;
            } else {
                pay(&mut unit, *tu);
                unit.part::<Footing>().left = Default::default();
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
        } => strike(world, *target, round, *ricochet),
        Event::Burst {
            by,
            harms,
            tiles,
            light,
            ..
        } => {
            blame(world, tiles, *by);
            burst(world, harms, tiles, *light);
        }
        Event::Threw {
            unit,
            slot,
            facing,
            tu,
            stopped,
            ..
        } => {
            learn_end(world, *unit, *stopped);
            let rule = world.resource::<Rulebook>().figures().item_use;
            let mut unit = unit::edit(world, *unit);
            pay(&mut unit, *tu);
            unit.part::<Footing>().left = Default::default();
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
        Event::Switched { unit, slot, tu } => switch(world, *unit, *slot, *tu),
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
        } => help(world, (*unit, *slot), *target, (*health, *stun), *tu),
        Event::Cast {
            unit,
            tu,
            energy,
            stopped,
            ..
        } => {
            learn_end(world, *unit, *stopped);
            let mut unit = unit::edit(world, *unit);
            pay(&mut unit, *tu);
            unit.part::<Energy>().now -= energy;
        }
        Event::Controlled { unit, by } => take_over(world, *unit, *by),
        Event::Freed { unit } => free(world, *unit),
        Event::EyeOpened { unit, tile, radius } => open_eye(world, *unit, *tile, *radius),
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
        } => scan(world, *unit, *slot, blips, *tu),
        Event::TerrainHit { tile, state, .. }
        | Event::TerrainChanged { tile, state }
        | Event::BurnedDown { tile, state, .. } => {
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
            ..
        } => suffer(world, *unit, *cause, *damage),
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
            open_object(world, *object, items);
        }
        Event::Called { unit, tu, .. } => pay(&mut unit::edit(world, *unit), *tu),
        Event::Deployed { unit, tile } => {
            world.resource_mut::<Board>().enter(*tile, *unit);
            unit::edit(world, *unit).set(Position(*tile));
            knowledge::renew_view(world, *unit);
        }
        Event::Triggered { index } => world.resource_mut::<Progress>().triggered |= 1 << index,
        Event::Displaced { unit, tile } => {
            world.resource_mut::<Board>().enter(*tile, *unit);
            let mut edit = unit::edit(world, *unit);
            edit.set(Position(*tile)).set(Stance(Cover::None));
            knowledge::renew_view(world, *unit);
        }
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
            nerve.morale = nerve::shifted(nerve.morale, gain);
            (nerve.panic, nerve.panicked) = (None, true);
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
        } => move_door(world, *unit, (*tile, *becomes), *facing, *tu),
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
            from,
            ignites: Some(tile),
            ..
        } => ignite(world, *from, *tile),
        Event::EnvironmentAged => {
            age_environment(world);
            age_things(world);
        }
        Event::FiresBurnedDown => burn_down(world),
        Event::SightRenewed => knowledge::renew_all_views(world),
        Event::ObjectiveJudged { held } => world.resource_mut::<Progress>().held = *held,
        Event::Ended { ending } => {
            *world.resource_mut::<Verdict>() = Verdict(Some(*ending));
            world.resource_mut::<Turn>().resolutions += 1;
        }
        Event::PlayedOn { late, forlorn } => {
            *world.resource_mut::<Verdict>() = Verdict(None);
            let mut progress = world.resource_mut::<Progress>();
            progress.unlimited |= late;
            progress.forlorn |= forlorn;
        }
        Event::Renewed { source } => renewal::put_in_force(world, source),
        Event::Bumped { .. }
        | Event::ObjectiveLost { .. }
        | Event::Suppressed { .. }
        | Event::KnockedOut { .. }
        | Event::Panicked { .. }
        | Event::Told { .. }
        | Event::Spotted { .. }
        | Event::FireRolled { ignites: None, .. } => {}
    }
}

/// Has a unit's side remember what its shot met where it could not see.
fn learn_end(world: &mut World, unit: UnitId, stopped: Option<TileId>) {
    if let Some(tile) = stopped {
        let side = unit::side_of(world, unit);
        knowledge::survey(world, side, &[tile]);
        // Nobody takes back what taught it something.
        let mut knowledge = world.resource_mut::<knowledge::Knowledge>();
        knowledge.discoveries.new_hexes += 1;
    }
}

fn pay(unit: &mut UnitEdit, tu: u16) {
    unit.part::<TimeUnits>().now -= tu;
}
