//! Sheets of play at a table: where the enemy is, what it tells, and lists to hand over.
//!
//! **Invariant:** what is entered stands on the desk until it is confirmed; lists hold what the rules hand over.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::desk::{Desk, Row, asked, known, may_order};
use super::forms;
use super::guns::table;
use super::input::give;
use super::named::{is_as_entered, next_class, sighted, targets};
use super::sheet::{self, Sheet, act, cell, hex, name, small, switch};
use crate::battle::grid::TileId;
use crate::game::kit::overlay::{Stroke, color};
use crate::game::kit::piece::{Ink, Pieces};
use crate::game::kit::side_names;
use crate::game::rules::playable::own_side;
use crate::game::shell::share;
use crate::game::table::board_view::BoardView;
use crate::game::table::palette::Meaning;
use crate::rules::operations::content::TargetClass;
use crate::rules::operations::field::Field;
use crate::rules::operations::order::{Choice, Order};
use crate::rules::operations::progress::{Behind, Hits, Step, TargetNo};
use crate::rules::operations::table::lists::List;
use crate::rules::operations::table::{Enemy, Entry, Sighted};

/// What is entered so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct TableDraft {
    /// Hexes of the enemy.
    pub enemies: BTreeMap<TileId, Enemy>,
    /// Own hexes under fire.
    pub under_fire: BTreeSet<TileId>,
    /// Targets that the enemy named.
    pub targets: Vec<Sighted>,
    /// Numbers of the form of a question, by field.
    pub numbers: Vec<i32>,
    /// Hexes chosen for a question.
    pub tiles: BTreeSet<TileId>,
    /// What the enemy's barrages did to own Targets.
    pub hits: BTreeMap<TargetNo, Hits>,
}

/// Returns what is entered as a step or question begins.
pub(super) fn first_draft(world: &World) -> TableDraft {
    let field = known(world);
    let Some((side, _)) = field.table() else {
        return TableDraft::default();
    };
    let progress = &*field.progress;
    let targets = progress.targets.iter().filter(|one| one.side == side);
    let targets = targets.filter_map(sighted);
    let question = match asked(world) {
        Some(Choice::Table(question)) => Some(question),
        _ => None,
    };
    TableDraft {
        enemies: progress.table.enemies.clone(),
        under_fire: progress.table.under_fire.clone(),
        targets: targets.collect(),
        numbers: question.iter().flat_map(forms::usual).collect(),
        tiles: BTreeSet::new(),
        hits: own_hits(&field),
    }
}

/// Returns what is entered of the enemy's barrages on own Targets.
fn own_hits(field: &Field) -> BTreeMap<TargetNo, Hits> {
    let progress = &field.progress;
    let user = field.table().map(|(_, user)| user);
    let is_own = |no: TargetNo| (progress.targets.get(no.index())).map(|one| one.side) == user;
    let hits = progress.hits.iter().filter(|(no, _)| is_own(**no));
    hits.map(|(&no, &hits)| (no, hits)).collect()
}

/// Returns an own Target whose result is written down but not entered yet.
pub(super) fn unentered_hits(field: &Field, draft: &TableDraft) -> Option<(TargetNo, Hits)> {
    let entered = own_hits(field);
    let hits = draft.hits.iter().map(|(&no, &hits)| (no, hits));
    hits.into_iter()
        .find(|(no, hits)| entered.get(no).copied().unwrap_or_default() != *hits)
}

/// Whether the user enters now where the enemy is.
fn marks_enemies(field: &Field) -> bool {
    let Some((_, user)) = field.table() else {
        return false;
    };
    match field.progress.step {
        Step::Contacts => true,
        Step::Retreat => field.progress.phasing == user,
        _ => false,
    }
}

/// Returns the order that confirming gives, with its name, in steps that a table alone has.
pub(super) fn order(world: &World, desk: &Desk) -> Option<(&'static str, Order)> {
    let field = known(world);
    let (side, user) = field.table()?;
    let draft = &desk.draft.table;
    if let Some(choice) = asked(world) {
        return match choice {
            Choice::Table(question) => forms::order(&field, user, draft, &question),
            _ => None,
        };
    }
    let enter = |name, entry| Some((name, Order::Table(entry)));
    let progress = &*field.progress;
    match progress.step {
        _ if marks_enemies(&field) => match draft.enemies == progress.table.enemies {
            false => enter("Enter enemies", Entry::Enemies(draft.enemies.clone())),
            true if progress.step == Step::Retreat => Some(("End their retreats", Order::Done)),
            true => Some(("Contacts complete", Order::Done)),
        },
        Step::Targets if draft.under_fire != progress.table.under_fire => enter(
            "Enter hexes under fire",
            Entry::UnderFire(draft.under_fire.clone()),
        ),
        Step::Targets => {
            let targets = progress.targets.iter().filter(|one| one.side == side);
            let targets = targets.filter(|one| matches!(one.behind, Behind::Entered { .. }));
            let targets: Vec<_> = targets.collect();
            let is_entered = targets.len() == draft.targets.len()
                && targets.iter().zip(&draft.targets).all(is_as_entered);
            match is_entered {
                true => Some(("Targets complete", Order::Done)),
                false => enter("Enter targets", Entry::Targets(draft.targets.clone())),
            }
        }
        Step::Barrage if let Some((no, hits)) = unentered_hits(&field, draft) => {
            enter("Enter results", Entry::Hit(no, hits))
        }
        Step::Barrage if field.unresolved(user).next().is_none() => {
            Some(("End barrages", Order::Done))
        }
        Step::SegmentEnd => Some(("End combat", Order::Done)),
        _ => None,
    }
}

/// Returns the sheet of a step or question that a table alone has.
pub(super) fn sheet(world: &World, field: &Field, desk: &Desk) -> Option<Sheet> {
    let (_, user) = field.table()?;
    if let Some(choice) = asked(world) {
        return match choice {
            Choice::Table(question) => Some(forms::sheet(world, field, desk, &question)),
            _ => None,
        };
    }
    match field.progress.step {
        _ if marks_enemies(field) => Some(enemies(field, desk)),
        Step::Targets => Some(targets(field, desk)),
        Step::Barrage => {
            let mut sheet = super::results::barrage(field, desk, user);
            forms::own_targets(&mut sheet, field, desk, user);
            Some(sheet)
        }
        Step::SegmentEnd => {
            let mut sheet = Sheet {
                title: "C12 Report".into(),
                hint: "Results of the segment. Save the lists you still have to hand over, then end combat."
                    .into(),
                ..Sheet::default()
            };
            list(&mut sheet, field, List::Report);
            list(&mut sheet, field, List::Barrages);
            list(&mut sheet, field, List::Armor);
            Some(sheet)
        }
        _ => None,
    }
}

/// Adds the list that is handed over in a step, and at whose hexes the enemy is, to the sheet of every battle.
pub(super) fn add_to(sheet: &mut Sheet, field: &Field) {
    if field.table().is_none() {
        return;
    }
    match field.progress.step {
        Step::Planning => list(sheet, field, List::Targets),
        Step::Results => list(sheet, field, List::Barrages),
        Step::AntiArmor => list(sheet, field, List::Armor),
        Step::Assault => {
            list(sheet, field, List::Armor);
            list(sheet, field, List::Report);
            pair(sheet, field);
        }
        _ => {}
    }
}

/// Adds a list as it is handed over, and the button that saves it.
pub(super) fn list(sheet: &mut Sheet, field: &Field, which: List) {
    let lines = which.lines(field);
    if lines.is_empty() {
        return;
    }
    sheet
        .body
        .add(cell(format!("To hand over: {which}")).strong());
    for line in lines {
        sheet.body.add(small(line));
    }
    let about = "Saves this list as a text file for the other player";
    let label = format!("Save {}", which.to_string().to_lowercase());
    sheet
        .acts
        .push(act(label, about, move |world| save(world, which)));
}

/// Saves a list as text; says where.
fn save(world: &mut World, which: List) {
    let names = side_names(world);
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let text = which.text(&known(world), &names);
    share::save_text(world, which.file().trim_end_matches(".txt"), &text);
}

/// Lets the enemy attack two own hexes at once.
fn pair(sheet: &mut Sheet, field: &Field) {
    if !field.is_at_table(field.progress.phasing) {
        return;
    }
    let tiles = field
        .progress
        .assaults
        .iter()
        .flat_map(|one| one.tiles.clone());
    let tiles: Vec<_> = tiles.collect();
    let pairs = tiles.iter().flat_map(|&one| {
        let others = tiles.iter().filter(move |&&other| other > one);
        others.map(move |&other| (one, other))
    });
    for (one, other) in pairs.filter(|&(one, other)| field.grid.distance(one, other) == 1) {
        let label = format!("Dual-hex {} + {}", hex(field, one), hex(field, other));
        let about = "The enemy assaults both hexes at once from one hex";
        sheet.acts.push(act(label, about, move |world| {
            give(world, Order::Table(Entry::Pair(one, other)));
        }));
    }
}

/// Says what stands in a hex of the enemy.
fn kind(enemy: Enemy) -> (&'static str, Ink) {
    match enemy {
        Enemy { combat: false, .. } => ("no combat unit", Ink::Faint),
        Enemy { zone: true, .. } => ("zone of control", Ink::Bad),
        _ => ("combat units", Ink::Text),
    }
}

/// Returns the sheet of hexes that the enemy is in.
fn enemies(field: &Field, desk: &Desk) -> Sheet {
    let is_retreat = field.progress.step == Step::Retreat;
    let mut sheet = Sheet {
        title: if is_retreat { "C7 Their retreat" } else { "C1 Contacts" }.into(),
        hint: match is_retreat {
            true => "Click the hexes that your opponent says were left or entered, then end the step.",
            false => {
                "Click each enemy hex that is near. Click it again to mark a zone of control, then a hex without \
                 combat units, then nothing."
            }
        }
        .into(),
        rows: (desk.draft.table.enemies.keys())
            .map(|&tile| (Row::Hex(tile), tile))
            .collect(),
        ..Sheet::default()
    };
    let chosen = sheet.row(desk);
    let own_side = field.table().map(|(_, user)| user);
    let cells = desk.draft.table.enemies.iter().map(|(&tile, &enemy)| {
        let row = Row::Hex(tile);
        let (word, ink) = kind(enemy);
        let is_near = (field.grid.neighbors(tile))
            .any(|(_, near)| own_side.is_some_and(|own| field.is_in(own, near)));
        let note = match enemy {
            Enemy {
                retreated: true, ..
            } => "retreated",
            _ if !is_near => "not next to you",
            _ => "",
        };
        vec![
            name(row, hex(field, tile), chosen == Some(row)),
            switch(row, word, ink).about("Click: next kind"),
            small(note),
        ]
    });
    let cells: Vec<_> = cells.collect();
    if cells.is_empty() {
        sheet.body.add(small("No enemy hex entered yet"));
    }
    sheet
        .body
        .add(table("enemies", &["Hex", "Holds", ""], cells));
    if let Some(Row::Hex(tile)) = chosen {
        sheet.acts.push(act(
            "Next kind",
            "Combat units, zones of control, others",
            move |world| {
                turn(world, tile);
            },
        ));
        sheet.acts.push(act(
            "Remove",
            "The enemy is not in this hex",
            move |world| {
                Desk::edit(world, |draft| {
                    draft.table.enemies.remove(&tile);
                });
            },
        ));
        let about = "All units in this hex retreated there before the assault";
        sheet.acts.push(act("Retreated there", about, move |world| {
            Desk::edit(world, |draft| {
                if let Some(enemy) = draft.table.enemies.get_mut(&tile) {
                    enemy.retreated = !enemy.retreated;
                }
            });
        }));
    }
    if !is_retreat {
        let about = "Skips combat in this cycle";
        sheet.acts.push(act("No combat", about, |world| {
            give(world, Order::Table(Entry::NoCombat));
        }));
    }
    sheet
}

/// Goes on to the next kind of enemy in a hex; after the last there is none.
fn turn(world: &mut World, tile: TileId) {
    Desk::edit(world, |draft| {
        let enemies = &mut draft.table.enemies;
        let next = match enemies.get(&tile) {
            None => Some(Enemy::new(false)),
            Some(Enemy { combat: false, .. }) => None,
            Some(Enemy { zone: false, .. }) => Some(Enemy::new(true)),
            Some(_) => Some(Enemy {
                combat: false,
                ..Enemy::new(false)
            }),
        };
        match next {
            Some(next) => drop(enemies.insert(tile, next)),
            None => drop(enemies.remove(&tile)),
        }
    });
}

/// Does what a click on a hex is for at a table; whether it is for anything.
pub(super) fn click_on(world: &mut World, tile: TileId) -> bool {
    if !may_order(world) || known(world).table().is_none() {
        return false;
    }
    if let Some(Choice::Table(question)) = asked(world) {
        forms::click_on(world, &question, tile);
        return true;
    }
    if asked(world).is_some() {
        return false;
    }
    let (marks, step, is_own) = {
        let field = known(world);
        let is_own = field.stack(tile, own_side(world)).next().is_some();
        (marks_enemies(&field), field.progress.step, is_own)
    };
    match step {
        _ if marks && !is_own => {
            turn(world, tile);
            sheet::choose(world, Row::Hex(tile));
        }
        Step::Targets if is_own => Desk::edit(world, |draft| {
            if !draft.table.under_fire.remove(&tile) {
                draft.table.under_fire.insert(tile);
            }
        }),
        Step::Targets => {
            let count = Desk::of(world).draft.table.targets.len();
            Desk::edit(world, |draft| {
                draft.table.targets.push(Sighted {
                    tile,
                    class: TargetClass::Infantry,
                    name: None,
                    trucks: false,
                });
            });
            sheet::choose(world, Row::Field(count.min(usize::from(u8::MAX)) as u8));
        }
        _ => return false,
    }
    true
}

/// Changes a row of a sheet that a table alone has; whether it is one.
pub(super) fn mark(world: &mut World, row: Row) -> bool {
    let (marks, step) = {
        let field = known(world);
        if field.table().is_none() {
            return false;
        }
        (marks_enemies(&field), field.progress.step)
    };
    match (asked(world), row) {
        (Some(Choice::Table(question)), row) => forms::mark(world, &question, row),
        (None, Row::Hex(tile)) if marks => turn(world, tile),
        (None, Row::Field(at)) if step == Step::Targets => next_class(world, at),
        _ => return false,
    }
    true
}

/// Draws the enemy as it is entered, and own hexes under fire.
pub(super) fn strokes(world: &World, field: &Field, desk: &Desk) -> Vec<Stroke> {
    if field.table().is_none() {
        return Vec::new();
    }
    let board = world.resource::<BoardView>();
    let is_drafted = may_order(world) && marks_enemies(field);
    let enemies = match is_drafted {
        true => &desk.draft.table.enemies,
        false => &field.progress.table.enemies,
    };
    let mut strokes = Vec::new();
    for (&tile, &enemy) in enemies {
        let ink = color(world, Meaning::EnemySide);
        let at = board.center(tile);
        strokes.push(Stroke::outline(at, ink));
        let word = match enemy {
            Enemy { combat: false, .. } => "others",
            Enemy { zone: true, .. } => "ZOC",
            _ => "enemy",
        };
        strokes.push(Stroke::words(at, word, 17.0, ink));
    }
    let under_fire = match field.progress.step == Step::Targets {
        true => &desk.draft.table.under_fire,
        false => &field.progress.table.under_fire,
    };
    let ink = color(world, Meaning::Danger);
    for &tile in under_fire {
        let at = board.center(tile) - Vec2::new(0.0, 58.0);
        strokes.push(Stroke::words(at, "under fire", 17.0, ink));
    }
    let chosen = color(world, Meaning::Aim);
    let tiles = desk.draft.table.tiles.iter();
    strokes.extend(tiles.map(|&tile| Stroke::outline(board.center(tile), chosen)));
    strokes
}

/// Returns the pieces of a line in small letters.
pub(super) fn lines(texts: impl IntoIterator<Item = String>) -> Pieces {
    let mut pieces = Pieces::default();
    for text in texts {
        pieces.add(small(text));
    }
    pieces
}
