//! What a battle of squads came to: deeds, secondary objectives, salvage and losses.
//!
//! **Invariant:** shows a debrief; works nothing out.

use bevy_egui::egui::{self, RichText, vec2};

use crate::{
    battle::unit::Side,
    game::kit::theme::{BAD, GOOD, SAND, faint},
    rules::battlescape::debrief::{Debrief, Lot, Service},
};

/// Shows deeds, secondary objectives, salvage and losses.
pub(super) fn show(ui: &mut egui::Ui, debrief: &Debrief, side: Side) {
    for (name, done) in &debrief.secondary {
        let (mark, color) = if *done {
            ("done", GOOD)
        } else {
            ("not done", BAD)
        };
        ui.horizontal(|ui| {
            ui.label(name);
            ui.label(RichText::new(mark).color(color));
        });
    }
    let own = |unit: &&Service| unit.side == side.0 && unit.fate != "never came";
    egui::ScrollArea::vertical()
        .max_height(260.0)
        .min_scrolled_height(260.0)
        .show(ui, |ui| {
            let grid = egui::Grid::new("deeds").num_columns(9).striped(true);
            grid.spacing(vec2(18.0, 4.0)).show(ui, |ui| {
                for head in [
                    "unit",
                    "",
                    "kills",
                    "assists",
                    "hits / shots",
                    "luck",
                    "dealt",
                    "taken",
                    "XP",
                ] {
                    ui.label(faint(head));
                }
                ui.end_row();
                for unit in debrief.units.iter().filter(own) {
                    let is_dead = unit.fate == "dead";
                    let name = RichText::new(&unit.name).strong();
                    ui.label(if is_dead { name.color(BAD) } else { name })
                        .on_hover_text(format!("{}, {}", unit.kind, unit.fate));
                    ui.label(faint(unit.rank.as_str()));
                    ui.label(unit.kills.to_string());
                    ui.label(unit.assists.to_string());
                    ui.label(format!("{} / {}", unit.hits, unit.shots));
                    let luck = i64::from(unit.hits) * 100 - i64::from(unit.expected_hits_percent);
                    let text = format!("{:+.1}", luck as f64 / 100.0);
                    ui.label(RichText::new(text).color(if luck < 0 { BAD } else { GOOD }))
                        .on_hover_text("hits beyond what the chances promised");
                    ui.label(unit.dealt.to_string());
                    ui.label(unit.taken.to_string());
                    ui.label(
                        RichText::new(unit.experience.to_string())
                            .strong()
                            .color(SAND),
                    );
                    ui.end_row();
                }
            });
        });
    let list = |lots: &[Lot]| {
        let names = lots.iter().map(|lot| match lot.count {
            1 => lot.name.clone(),
            count => format!("{count} × {}", lot.name),
        });
        names.collect::<Vec<_>>().join(", ")
    };
    for (head, lots, value) in [
        ("Salvage", &debrief.salvage, debrief.salvage_value()),
        ("Lost equipment", &debrief.lost, debrief.lost_value()),
    ] {
        if !lots.is_empty() {
            ui.add_space(4.0);
            ui.label(RichText::new(format!("{head}, {value} credits")).color(SAND));
            ui.label(faint(list(lots)));
        }
    }
}
