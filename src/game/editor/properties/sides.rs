//! The fields of the sides, and the list of their units.
//!
//! **Invariant:** every unit is listed, those without a hex of their own too.

use bevy_egui::egui;

use super::{Asked, MODES, choose, line, mode_name, mode_named, row};
use crate::{
    content::mode::AiMode,
    game::editor::{palette::heading, show::place_text},
    mission::edit::{Decides, Edit, Sheet, SideDraft},
};

pub(super) fn side_fields(
    ui: &mut egui::Ui,
    sheet: &Sheet,
    chosen: Option<(usize, usize)>,
    asked: &mut Asked,
) {
    heading(ui, "SIDES, IN THE ORDER OF THEIR PHASES");
    for (index, side) in sheet.sides.iter().enumerate() {
        ui.push_id(("side", index), |ui| {
            one_side(ui, index, side, sheet, chosen, asked);
        });
    }
    if ui.button("+ Add a side").clicked() {
        let name = (sheet.sides.len() + 1..)
            .map(|number| format!("Side {number}"))
            .find(|name| sheet.sides.iter().all(|side| side.name != *name));
        asked.edits.push(Edit::AddSide(SideDraft {
            name: name.unwrap_or_default(),
            decides: Decides::Ai(AiMode::Defensive),
            neutral: false,
            hunts: false,
            units: Vec::new(),
        }));
    }
}

fn one_side(
    ui: &mut egui::Ui,
    index: usize,
    side: &SideDraft,
    sheet: &Sheet,
    chosen: Option<(usize, usize)>,
    asked: &mut Asked,
) {
    let mut new = side.clone();
    let count = side.units.len();
    let word = if count == 1 { "unit" } else { "units" };
    let title = format!("{}   ({count} {word})", side.name);
    egui::CollapsingHeader::new(title)
        .id_salt("fields")
        .show(ui, |ui| {
            row(ui, "Name", |ui| {
                line(ui, &mut new.name, "a name", asked);
            });
            row(ui, "Played by", |ui| {
                let names = [("human", "a person"), ("open", "whom the player says")];
                let modes = MODES.map(|(name, _)| (name, name));
                let now = match side.decides {
                    Decides::Human => "human",
                    Decides::Open => "open",
                    Decides::Ai(mode) => mode_name(mode),
                };
                let shown: Vec<_> = (modes.iter())
                    .map(|(name, _)| (*name, format!("computer, {name}")))
                    .collect();
                let all = (names.into_iter())
                    .chain(shown.iter().map(|(name, text)| (*name, text.as_str())));
                if let Some(Some(name)) = choose(ui, "decides", Some(now), None, all) {
                    new.decides = match name.as_str() {
                        "human" => Decides::Human,
                        "open" => Decides::Open,
                        mode => Decides::Ai(mode_named(mode)),
                    };
                }
            });
            ui.checkbox(&mut new.neutral, "fights nobody (civilians)");
            ui.checkbox(&mut new.hunts, "fights those who fight nobody, too");
            for (unit_index, unit) in side.units.iter().enumerate() {
                let name = unit.name.as_ref().unwrap_or(&unit.kind);
                let later = unit
                    .group
                    .as_ref()
                    .map_or(String::new(), |group| format!(", {group}"));
                let text = format!("{name}  {}{later}", place_text(&unit.at));
                let is_chosen = chosen == Some((index, unit_index));
                if ui.selectable_label(is_chosen, text).clicked() {
                    asked.choose = Some(Some((index, unit_index)));
                }
            }
            if sheet.sides.len() > 2 && ui.button("Remove this side").clicked() {
                asked.edits.push(Edit::RemoveSide(index));
            }
        });
    if new != *side {
        asked.edits.push(Edit::Side(index, new));
    }
}
