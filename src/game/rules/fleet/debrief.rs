//! What a battle of fleets came to: what every ship did.
//!
//! **Invariant:** shows a debrief; works nothing out.

use bevy_egui::egui::{self, RichText, vec2};

use crate::{
    battle::unit::Side,
    game::kit::theme::{BAD, GOOD, faint},
    rules::fleet::debrief::{Debrief, Service},
};

/// Shows what the ships of a side did, and what became of the others.
pub(super) fn show(ui: &mut egui::Ui, debrief: &Debrief, side: Side) {
    let own = |unit: &&Service| unit.side == side.0 && unit.fate != "never came";
    let others = |unit: &&Service| unit.side != side.0 && unit.fate == "destroyed";
    egui::ScrollArea::vertical()
        .max_height(280.0)
        .min_scrolled_height(280.0)
        .show(ui, |ui| {
            let grid = egui::Grid::new("ships").num_columns(9).striped(true);
            grid.spacing(vec2(18.0, 4.0)).show(ui, |ui| {
                for head in [
                    "ship",
                    "",
                    "fate",
                    "kills",
                    "hits / attacks",
                    "dealt",
                    "taken",
                    "hull",
                    "morale",
                ] {
                    ui.label(faint(head));
                }
                ui.end_row();
                for unit in debrief.units.iter().filter(own) {
                    let is_lost = unit.fate == "destroyed";
                    let name = RichText::new(&unit.name).strong();
                    ui.label(if is_lost { name.color(BAD) } else { name });
                    ui.label(faint(unit.kind.as_str()));
                    let fate = RichText::new(unit.fate);
                    ui.label(fate.color(if is_lost { BAD } else { GOOD }));
                    ui.label(unit.kills.to_string());
                    ui.label(format!("{} / {}", unit.hits, unit.attacks));
                    ui.label(unit.dealt.to_string());
                    ui.label(unit.taken.to_string());
                    ui.label(format!("{} / {}", unit.hull, unit.hull_most));
                    ui.label(match unit.is_carrier {
                        true => "–".to_owned(),
                        false => unit.morale.to_string(),
                    });
                    ui.end_row();
                }
            });
            let lost: Vec<_> = (debrief.units.iter().filter(others))
                .map(|unit| unit.name.as_str())
                .collect();
            if !lost.is_empty() {
                ui.add_space(4.0);
                ui.label(faint(format!("Enemies destroyed: {}", lost.join(", "))));
            }
        });
}
