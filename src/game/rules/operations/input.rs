//! Choosing, pointing and ordering, by pointer and by keys.
//!
//! **Invariant:** what is chosen changes no battle; orders do, and they leave by [`give`] alone.

use bevy::prelude::*;

use super::desk::{self, Desk, Row, asked, going, known, may_order};
use super::{
    assign, captures, fans, fire, history, moving, plans, questions, results, sheet, table,
};
use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::game::kit::cursor::{next_enemy, refuse};
use crate::game::kit::guide;
use crate::game::kit::key_of;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::overlays::Overlays;
use crate::game::kit::select::after;
use crate::game::kit::standard::{Chosen, chosen};
use crate::game::rules::playable::own_side;
use crate::game::shell::session::{Moment, Request, Session};
use crate::game::shell::settings::Settings;
use crate::game::table::board_view::Marks;
use crate::game::table::camera::Rig;
use crate::game::table::input::{Hover, give_order, is_players};
use crate::rules::operations::Operations;
use crate::rules::operations::field::Field;
use crate::rules::operations::order::{Choice, Order};
use crate::rules::operations::progress::{FirePlan, Step};

/// Gives an order, if the rules allow it.
pub(super) fn give(world: &mut World, order: Order) {
    if !may_order(world) {
        return;
    }
    match desk::refusal(world, &order) {
        Some(why) => refuse(world, why),
        None => give_order::<Operations>(world, order),
    }
}

/// What marks were last worked out for.
#[derive(Resource, Default)]
pub(super) struct Marked(Option<(Moment, Desk, bool, Overlays)>);

/// Keeps the desk on the present step, and marks what is in reach.
pub(super) fn follow(world: &mut World) {
    desk::follow(world);
    let overlays = world.resource::<Overlays>().clone();
    let now = (
        Moment::of(world),
        Desk::of(world),
        may_order(world),
        overlays,
    );
    if world.resource::<Marked>().0.as_ref() != Some(&now) {
        mark(world);
        world.insert_resource(Marked(Some(now)));
    }
}

/// Confirms what is decided.
pub(super) fn confirm(world: &mut World) {
    if stop_looking(world) {
        return;
    }
    match desk::order(world) {
        Some((_, order)) if is_warned(world, &order) => give(world, order),
        Some(_) => {}
        None => refuse(world, "Select an answer on the sheet"),
    }
}

/// Whether the player was warned of what the order would cost; else that is done now, and nothing given.
fn is_warned(world: &mut World, order: &Order) -> bool {
    let warning = {
        let (field, desk) = (known(world), Desk::of(world));
        let is_known = desk.warned.as_ref() == Some(&desk.draft);
        match order {
            _ if is_known => None,
            Order::Assign(_) => assign::cost_of_roles(&field, &desk, own_side(world)),
            // It cannot be undone.
            Order::Done if is_asked_about(world) && is_unmoved(world, &field) => {
                Some("No unit has moved.".to_owned())
            }
            Order::Plan(plans) if is_asked_about(world) && has_no_barrage(plans) => {
                match fire::idle(&field, &desk, own_side(world)) {
                    0 => None,
                    _ => Some("No Barrage is planned.".to_owned()),
                }
            }
            Order::FireAll if world.resource::<Settings>().confirm => {
                let odds = results::all_odds(&field, own_side(world));
                (!odds.is_empty()).then(|| format!("{}.", odds.join(".\n")))
            }
            _ => None,
        }
    };
    let Some(warning) = warning else {
        return true;
    };
    match order {
        // Odds are no warning.
        Order::FireAll => {
            let text = format!("{warning} Confirm again to resolve them.");
            world.resource_mut::<Session>().notice = Some((text, false));
        }
        _ => refuse(
            world,
            format!("{warning} Confirm again to continue anyway."),
        ),
    }
    Desk::turn_to(world, |desk| desk.warned = Some(desk.draft.clone()));
    false
}

/// Whether the player wants to be asked before movement ends.
fn is_asked_about(world: &World) -> bool {
    !world.resource::<Settings>().end_at_once
}

/// Whether plans for targets are without a Barrage.
fn has_no_barrage(plans: &[FirePlan]) -> bool {
    plans.iter().all(|plan| plan.barrages.is_empty())
}

/// Whether the movement that comes first in the stage would end without a move.
fn is_unmoved(world: &World, field: &Field) -> bool {
    let progress = &field.progress;
    let mut own = field.of_side(own_side(world));
    progress.step == Step::Movement
        && progress.cycle == 0
        && asked(world).is_none()
        && own.all(|unit| unit.body().spent == 0)
}

/// Marks objectives, where units can go, what can be attacked or fired at, and zones of control on demand.
fn mark(world: &mut World) {
    let marks = {
        let (field, desk, side) = (known(world), Desk::of(world), own_side(world));
        let mut marks = Marks {
            goals: field
                .scenario
                .objectives
                .iter()
                .map(|one| one.tile)
                .collect(),
            ..Marks::default()
        };
        if world.resource::<Overlays>().is_on(KeyAction::ZONES) {
            let tiles = field.grid.tiles();
            let held = tiles.filter(|&tile| field.is_controlled(side, tile));
            marks.danger = held.map(|tile| (tile, 1)).collect();
        }
        if may_order(world) {
            in_reach(world, &field, &desk, &mut marks);
        }
        marks
    };
    world.resource_mut::<Marks>().set_if_neq(marks);
}

/// Marks what the next click can be on.
fn in_reach(world: &World, field: &Field, desk: &Desk, marks: &mut Marks) {
    let side = own_side(world);
    match asked(world) {
        Some(Choice::Retreat {
            units, hexes, from, ..
        }) => {
            let next = questions::steps_on(field, &units, &desk.draft.path, (hexes, &from));
            marks.reach = next.into_iter().map(|tile| (tile, 2)).collect();
            return;
        }
        Some(Choice::Captures {
            tile, prisoners, ..
        }) if prisoners > 0 => {
            let most = u32::from(field.content.figures.assault.captures);
            let tiles = field.grid.tiles();
            let near = tiles
                .filter(|&to| field.grid.distance(tile, to) <= most && !field.has_enemy(side, to));
            marks.reach = near.map(|tile| (tile, 0)).collect();
            return;
        }
        Some(_) => return,
        None => {}
    }
    match field.progress.step {
        Step::Movement | Step::Retreat => {
            let open = desk.ways.iter().filter(|(_, way)| way.refusal.is_none());
            // Beyond the allowance a way costs cohesion: where every way does, the least is marked most.
            let lost = |lost: &[i16]| lost.iter().copied().max().unwrap_or(0);
            let least = open.clone().map(|(_, way)| lost(&way.lost)).min();
            let level = |lost: i16| match lost {
                0 => 2,
                lost if Some(lost) == least => 1,
                _ => 0,
            };
            marks.reach = open
                .map(|(&tile, way)| (tile, level(lost(&way.lost))))
                .collect();
            marks.company = field.of_side(side).map(|unit| unit.tile()).collect();
        }
        Step::Planning => {
            let tiles = fire::targets(field, side).map(|(_, target)| (target.tile, 1));
            marks.area = tiles.collect();
            marks.area.sort_unstable();
            marks.area.dedup();
        }
        Step::Position | Step::Firing | Step::Assign => {
            let contacts = field.progress.contacts.iter();
            marks.area = contacts
                .map(|(&tile, &is_duty)| (tile, u8::from(!is_duty)))
                .collect();
        }
        Step::AntiArmor => {
            marks.area = field
                .armor_targets()
                .into_iter()
                .map(|tile| (tile, 0))
                .collect();
        }
        Step::Results => {
            marks.area = desk.draft.held.iter().map(|&tile| (tile, 2)).collect();
        }
        Step::Assault => {
            let tiles = field
                .progress
                .assaults
                .iter()
                .flat_map(|one| one.tiles.clone());
            marks.area = tiles.map(|tile| (tile, 0)).collect();
        }
        Step::Contacts | Step::Targets | Step::Barrage | Step::Initiative | Step::SegmentEnd => {}
    }
}

/// Does what the buttons of the pointer are for.
pub(super) fn click(world: &mut World) {
    let buttons = world.resource::<ButtonInput<MouseButton>>();
    let [left, right] =
        [MouseButton::Left, MouseButton::Right].map(|button| buttons.just_pressed(button));
    match world.resource::<Hover>().tile {
        Some(tile) if left => match fans::unit_at(world) {
            Some((tile, id)) => click_in_fan(world, tile, id),
            None => click_on(world, tile),
        },
        Some(_) if right => {
            back(world);
        }
        _ => {}
    }
}

/// Goes from what is looked back at to the present step; whether something was looked at.
fn stop_looking(world: &mut World) -> bool {
    let looks = Desk::of(world).look.is_some();
    if looks {
        history::look_at(world, None);
    }
    looks
}

/// Does what a click on a counter of a fanned-out stack is for: of a stack that is chosen already, or where units do
/// not move together, it chooses the unit; else all of the stack, as a click on its hex does.
pub(super) fn click_in_fan(world: &mut World, tile: TileId, id: UnitId) {
    if !may_order(world) || asked(world).is_some() {
        return click_on(world, tile);
    }
    let (step, is_own, here, band, is_at_table) = {
        let (field, desk) = (known(world), Desk::of(world));
        let here = desk.band.first().map(|&first| field.get(first).tile());
        let is_own = field.get(id).side == own_side(world);
        let is_at_table = field.table().is_some();
        (field.progress.step, is_own, here, desk.band, is_at_table)
    };
    if !is_own || is_at_table {
        return click_on(world, tile);
    }
    stop_looking(world);
    let moves_together = matches!(step, Step::Movement | Step::Retreat | Step::Assign);
    match moves_together {
        true if here != Some(tile) => click_on(world, tile),
        // The one that is chosen alone stands for all of them again.
        true if band == [id] => moving::choose_stack(world, tile),
        true => {
            world.insert_resource(Chosen(Some(id)));
            Desk::turn_to(world, |desk| {
                (desk.band, desk.guests) = (vec![id], None);
                desk.row = Some(Row::Unit(id));
            });
        }
        false => {
            let rows = sheet::sheet(world).map_or(Vec::new(), |sheet| sheet.rows);
            match rows.iter().any(|(row, _)| *row == Row::Unit(id)) {
                true => sheet::choose(world, Row::Unit(id)),
                false => click_on(world, tile),
            }
        }
    }
}

/// Does what a click on a hex is for.
pub(super) fn click_on(world: &mut World, tile: TileId) {
    if !is_players(world) {
        return;
    }
    stop_looking(world);
    if table::click_on(world, tile) {
        return;
    }
    match asked(world) {
        Some(Choice::Retreat { .. }) => return questions::step_to(world, tile),
        Some(Choice::Captures { .. }) => return captures::send_to(world, tile),
        Some(_) => return,
        None => {}
    }
    if !may_order(world) {
        return choose_at(world, tile);
    }
    let (step, is_own) = {
        let field = known(world);
        (
            field.progress.step,
            field.stack(tile, own_side(world)).next().is_some(),
        )
    };
    match step {
        Step::Movement | Step::Retreat => go_or_choose(world, tile, is_own),
        Step::Planning if !is_own => {
            if !plans::aim_at(world, tile) {
                refuse(world, "No target there that your guns could fire at");
            }
        }
        Step::Assign if is_own => moving::choose_stack(world, tile),
        Step::Assign => match known(world).progress.contacts.contains_key(&tile) {
            true => assign::attack(world, tile),
            false => refuse(world, "That hex is not in contact"),
        },
        Step::Results if known(world).progress.contacts.contains_key(&tile) => {
            sheet::choose(world, Row::Hex(tile));
            results::tick(world, tile);
        }
        Step::AntiArmor | Step::Assault if !is_own => sheet::choose(world, Row::Hex(tile)),
        _ => choose_at(world, tile),
    }
}

/// Has the chosen units go to a hex in reach, or chooses the stack there.
fn go_or_choose(world: &mut World, tile: TileId, is_own: bool) {
    let desk = Desk::of(world);
    let here = desk.band.first().map(|&id| known(world).get(id).tile());
    let is_advised =
        (desk.advised.as_ref()).is_some_and(|(band, at)| *at == tile && *band == desk.band);
    match desk.ways.get(&tile) {
        Some(way) if is_own && here != Some(tile) && !is_advised => {
            // Another stack is chosen; those chosen before may join it, or are told why not.
            let guests = Some((desk.band.clone(), way.path.clone()));
            moving::choose_stack(world, tile);
            Desk::turn_to(world, |desk| desk.guests = guests);
        }
        Some(way) if way.refusal.is_none() => {
            give(world, Order::Move(desk.band.clone(), way.path.clone()));
        }
        _ if is_own && here == Some(tile) => next_of_stack(world),
        _ if is_own => moving::choose_stack(world, tile),
        Some(way) => {
            let why = way.refusal.clone();
            why.into_iter()
                .for_each(|why| refuse(world, why.to_string()));
        }
        None if desk.band.is_empty() => refuse(world, "Select one of your stacks first"),
        None => refuse(world, "Out of reach"),
    }
}

/// Chooses the uppermost row of the sheet that is in a hex.
fn choose_at(world: &mut World, tile: TileId) {
    let rows = sheet::sheet(world)
        .map(|sheet| sheet.rows)
        .unwrap_or_default();
    let there: Vec<_> = rows
        .iter()
        .filter(|(_, at)| *at == tile)
        .map(|(row, _)| *row)
        .collect();
    match after(&there, Desk::of(world).row, 1) {
        Some(row) => sheet::choose(world, row),
        None => {
            let own = known(world)
                .stack(tile, own_side(world))
                .next()
                .map(|unit| unit.id);
            if own.is_some() {
                world.insert_resource(Chosen(own));
            }
        }
    }
}

/// Chooses a unit of the left strip, or that a key goes to: with its stack where units move together.
pub(super) fn choose_unit(world: &mut World, id: UnitId, tile: TileId) {
    if going(world).is_some() {
        let is_same = {
            let (field, desk) = (known(world), Desk::of(world));
            desk.band.first().map(|&first| field.get(first).tile()) == Some(tile)
        };
        if !is_same {
            moving::choose_stack(world, tile);
        }
    }
    sheet::choose(world, Row::Unit(id));
    if known(world).progress.step == Step::Assign {
        Desk::turn_to(world, |desk| desk.band = vec![id]);
    }
}

/// Chooses the next unit of the chosen stack alone.
fn next_of_stack(world: &mut World) {
    let next = {
        let (field, desk) = (known(world), Desk::of(world));
        let first = desk.band.first().copied().or_else(|| chosen(world));
        let tile = first.map(|id| field.get(id).tile());
        let stack: Vec<_> = (tile.into_iter())
            .flat_map(|tile| field.stack(tile, own_side(world)))
            .map(|unit| unit.id)
            .collect();
        let now = match desk.band[..] {
            [one] => Some(one),
            _ => None,
        };
        after(&stack, now, 1)
    };
    if let Some(id) = next {
        world.insert_resource(Chosen(Some(id)));
        Desk::turn_to(world, |desk| {
            desk.band = vec![id];
            desk.row = Some(Row::Unit(id));
        });
    }
}

/// Does what a key is for in a battle of operations alone.
pub(super) fn perform(world: &mut World, action: KeyAction) {
    match action {
        KeyAction::SKIP => return guide::next_step::<Operations>(world),
        KeyAction::ZONES | KeyAction::STACKS => {
            return world.resource_mut::<Overlays>().toggle(action);
        }
        KeyAction::REPORT => return history::toggle_report(world),
        KeyAction::LOOK_BACK => return history::turn(world, -1),
        KeyAction::LOOK_ON => return history::turn(world, 1),
        KeyAction::OPERATIONS_FOE => return next_enemy(world),
        KeyAction::SHEET_FOLD => {
            return Desk::turn_to(world, |desk| desk.is_folded = !desk.is_folded);
        }
        KeyAction::CENTER => {
            let tile = chosen(world).map(|id| known(world).get(id).tile());
            return tile
                .into_iter()
                .for_each(|tile| world.resource_mut::<Rig>().look_at(tile));
        }
        _ if !may_order(world) && Desk::of(world).look.is_none() => return,
        _ => {}
    }
    if let Some(number) = sheet::KEYS.iter().position(|&key| key == action) {
        return sheet::press(world, number);
    }
    if !may_order(world) {
        return;
    }
    match action {
        KeyAction::NEXT_UNIT => sheet::step(world, 1),
        KeyAction::PREVIOUS_UNIT => sheet::step(world, -1),
        KeyAction::END_TURN => confirm(world),
        KeyAction::UNDO => undo(world),
        KeyAction::SHEET_ADVICE => desk::fill_in(world),
        KeyAction::TYPE_DICE => type_dice(world),
        KeyAction::STACK_NEXT => next_of_stack(world),
        KeyAction::STACK_ALL => {
            let tile = chosen(world).map(|id| known(world).get(id).tile());
            tile.into_iter()
                .for_each(|tile| moving::choose_stack(world, tile));
        }
        KeyAction::SHEET_MARK => {
            let row = sheet::sheet(world).and_then(|sheet| sheet.row(&Desk::of(world)));
            row.into_iter().for_each(|row| sheet::mark(world, row));
        }
        KeyAction::ACT => {
            let hover = world.resource::<Hover>();
            match hover.tile.filter(|_| hover.by_keys) {
                Some(tile) => click_on(world, tile),
                None if going(world).is_some() => refuse(world, no_cursor(world)),
                None => confirm(world),
            }
        }
        _ => {}
    }
}

/// Says what Enter needs where units move: it ends no movement by accident.
fn no_cursor(world: &World) -> String {
    let [next, end] = [KeyAction::NEXT_UNIT, KeyAction::END_TURN].map(|key| key_of(world, key));
    format!("Select a stack [{next}] and move the cursor to a hex; [{end}] ends the movement")
}

/// Takes the last change of the draft back, or the last move.
fn undo(world: &mut World) {
    if !Desk::take_back(world) {
        world.resource_mut::<Session>().request = Some(Request::Undo);
    }
}

/// Has the dice of the side typed in, or rolled by the program again.
pub(super) fn type_dice(world: &mut World) {
    let typed = known(world).progress.typed.contains(&own_side(world));
    give(world, Order::TypeDice(!typed));
}

/// Goes one step back: what is chosen, overlays; whether there was one.
pub(super) fn back(world: &mut World) -> bool {
    if stop_looking(world) {
        return true;
    }
    let desk = Desk::of(world);
    if desk.row.is_some() || !desk.band.is_empty() {
        world.insert_resource(Chosen(None));
        Desk::turn_to(world, |desk| {
            desk.row = None;
            desk.band.clear();
        });
        return true;
    }
    world.resource_mut::<Overlays>().clear()
}
