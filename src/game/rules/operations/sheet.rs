//! The sheet of a step: what it asks, its rows and its buttons, as plain data.
//!
//! **Invariant:** keys, clicks and the board change the same rows by [`mark`]; a button that does nothing now
//! says why.

use bevy::prelude::*;

use super::desk::{Desk, Row, asked, going, known, may_order};
use super::{assign, fights, guns, history, moving, plans, questions, results, table};
use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::piece::{Ask, Face, Ink, Piece, Pieces, Words, button, faint, say};
use crate::game::kit::standard::Chosen;
use crate::game::rules::playable::own_side;
use crate::game::table::camera::Rig;
use crate::game::table::input::start_at;
use crate::rules::operations::field::Field;
use crate::rules::operations::progress::Step;

/// Keys of the buttons, in order.
pub(super) const KEYS: [KeyAction; 9] = [
    KeyAction::SHEET_1,
    KeyAction::SHEET_2,
    KeyAction::SHEET_3,
    KeyAction::SHEET_4,
    KeyAction::SHEET_5,
    KeyAction::SHEET_6,
    KeyAction::SHEET_7,
    KeyAction::SHEET_8,
    KeyAction::SHEET_9,
];

/// A button of a sheet.
#[derive(Clone, Debug)]
pub(super) struct Act {
    pub name: String,
    pub about: &'static str,
    /// Why it does nothing now.
    pub refusal: Option<String>,
    pub ask: Ask,
}

/// Makes a button of a sheet.
pub(super) fn act(
    name: impl Into<String>,
    about: &'static str,
    run: impl Fn(&mut World) + Send + Sync + 'static,
) -> Act {
    Act {
        name: name.into(),
        about,
        refusal: None,
        ask: Ask::act(run),
    }
}

impl Act {
    /// Bars it for a reason, if there is one.
    pub(super) fn barred(self, why: Option<impl ToString>) -> Self {
        let refusal = why.map(|why| why.to_string());
        Self { refusal, ..self }
    }
}

/// What a step asks of the player.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    pub title: String,
    /// What is to be done.
    pub hint: String,
    pub body: Pieces,
    /// Rows in their order, with the hex of each.
    pub rows: Vec<(Row, TileId)>,
    pub acts: Vec<Act>,
}

impl Sheet {
    /// Returns the chosen row; the first where none is.
    pub(super) fn row(&self, desk: &Desk) -> Option<Row> {
        let mut rows = self.rows.iter().map(|(row, _)| *row);
        let chosen = rows.clone().find(|row| Some(*row) == desk.row);
        chosen.or_else(|| rows.next())
    }
}

/// Returns the sheet of what the player decides now.
pub(super) fn sheet(world: &World) -> Option<Sheet> {
    let (field, desk, side) = (known(world), Desk::of(world), own_side(world));
    if let Some(past) = history::sheet(world, &field, &desk) {
        return Some(past);
    }
    if !may_order(world) {
        return None;
    }
    if let Some(sheet) = table::sheet(world, &field, &desk) {
        return Some(sheet);
    }
    if let Some(choice) = asked(world) {
        return Some(questions::sheet(world, &field, &desk, &choice));
    }
    let mut sheet = match field.progress.step {
        Step::Movement | Step::Retreat => moving::sheet(world, &field, &desk),
        Step::Position => guns::position(&field, &desk, side),
        Step::Firing => guns::firing(&field, &desk, side),
        Step::Planning => plans::sheet(&field, &desk, side),
        Step::Barrage => results::barrage(&field, &desk, side),
        Step::Results => results::results(&field, &desk, side),
        Step::Assign => assign::sheet(&field, &desk, side),
        Step::AntiArmor => fights::anti_armor(&field, &desk, side),
        Step::Assault => fights::assaults(world, &field, &desk),
        _ => return None,
    };
    table::add_to(&mut sheet, &field);
    Some(sheet)
}

/// Changes a row: what that means depends on the step.
pub(super) fn mark(world: &mut World, row: Row) {
    if !may_order(world) || Desk::of(world).look.is_some() {
        return;
    }
    choose(world, row);
    if table::mark(world, row) {
        return;
    }
    if let Some(choice) = asked(world) {
        return questions::mark(world, &choice, row);
    }
    let step = known(world).progress.step;
    match (step, row) {
        (Step::Position, Row::Unit(id)) => guns::turn(world, &[id]),
        (Step::Firing, Row::Unit(id)) => guns::hold(world, &[id]),
        (Step::Planning, Row::Unit(id)) => plans::task(world, id),
        (Step::Results, Row::Hex(tile)) => results::tick(world, tile),
        (Step::Assign, Row::Unit(id)) => assign::next_role(world, id),
        (Step::Movement | Step::Retreat, Row::Unit(id)) => moving::leave_out(world, id),
        _ => {}
    }
}

/// Chooses a row.
pub(super) fn choose(world: &mut World, row: Row) {
    Desk::turn_to(world, |desk| desk.row = Some(row));
    if let Row::Unit(id) | Row::Points(id, _) = row {
        world.insert_resource(Chosen(Some(id)));
    }
}

/// Chooses the row that comes so many places after the chosen one, and shows its hex.
pub(super) fn step(world: &mut World, by: isize) {
    let Some(sheet) = sheet(world) else { return };
    let desk = Desk::of(world);
    let rows: Vec<_> = sheet.rows.iter().map(|(row, _)| *row).collect();
    // Where units move nobody is chosen at first; elsewhere the first row is marked.
    let chosen = match going(world) {
        Some(_) => desk.row.filter(|row| rows.contains(row)),
        None => sheet.row(&desk),
    };
    let Some(next) = crate::game::kit::select::after(&rows, chosen, by) else {
        return;
    };
    let tile = sheet
        .rows
        .iter()
        .find(|(row, _)| *row == next)
        .map(|(_, tile)| *tile);
    choose(world, next);
    if let (Row::Unit(id), Some(tile)) = (next, tile) {
        super::input::choose_unit(world, id, tile);
    }
    match (next, tile) {
        // The cursor starts at what moves.
        (Row::Unit(id), Some(_)) if going(world).is_some() => start_at(world, id),
        (_, Some(tile)) => world.resource_mut::<Rig>().keep_in_sight(tile),
        (_, None) => {}
    }
}

/// Presses the button of a number.
pub(super) fn press(world: &mut World, number: usize) {
    let act = sheet(world).and_then(|sheet| sheet.acts.into_iter().nth(number));
    match act {
        Some(Act {
            refusal: Some(why), ..
        }) => crate::game::kit::cursor::refuse(world, why),
        Some(act) => act.ask.perform(world),
        None => {}
    }
}

/// Returns the buttons of a sheet, as many to a line as there is room for.
pub(super) fn buttons(sheet: &Sheet) -> Pieces {
    let mut pieces = Pieces::default();
    let buttons: Vec<Piece> = (sheet.acts.iter().zip(KEYS))
        .map(|(act, key)| {
            button(Face::Plain, act.name.as_str(), act.ask.clone())
                .key(Some(key))
                .about(act.about)
                .barred(act.refusal.clone())
                .into()
        })
        .collect();
    if !buttons.is_empty() {
        pieces.line(buttons);
    }
    pieces
}

/// Writes a hex as players name it: column and row.
pub(super) fn hex(field: &Field, tile: TileId) -> String {
    let (column, row) = field.grid.to_offset(tile);
    format!("{column},{row}")
}

/// Writes the name of a row that a click chooses.
pub(super) fn name(row: Row, text: impl Into<String>, is_chosen: bool) -> Words {
    let text: String = text.into();
    let words = match is_chosen {
        true => say(format!("» {text}")).strong().ink(Ink::Accent),
        false => say(text),
    };
    words
        .size(13.0)
        .link(Ask::act(move |world| choose(world, row)))
}

/// Writes what a click changes in a row.
pub(super) fn switch(row: Row, text: impl Into<String>, ink: Ink) -> Words {
    say(text)
        .size(13.0)
        .ink(ink)
        .link(Ask::act(move |world| mark(world, row)))
}

/// Writes a cell of a table.
pub(super) fn cell(text: impl Into<String>) -> Words {
    say(text).size(13.0)
}

/// Writes a cell of less weight.
pub(super) fn small(text: impl Into<String>) -> Words {
    faint(text).size(12.5)
}

/// Names a unit as the player's side knows it: enemies that are not identified by class and size.
pub(super) fn title(field: &Field, side: crate::battle::unit::Side, id: UnitId) -> String {
    let (unit, build) = (field.get(id), field.build(id));
    match unit.side == side || unit.body().identified {
        true => field.name(id).to_owned(),
        false => format!("Enemy {}, {}", build.class.name(), build.size.name()),
    }
}
