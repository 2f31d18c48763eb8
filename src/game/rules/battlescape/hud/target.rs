//! What is aimed at, or the enemy pointed at: what is known of it, and what the tool in hand would do.

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, RichText, Sense, vec2};

use super::Wish;
use crate::{
    battle::unit::UnitId,
    game::{
        kit::{
            Kept, WIDTH, key_of,
            keys::KeyAction,
            theme::{
                self, BAD, GOOD, SAND, TEXT, faint,
                icon::Icon,
                widget::{bar, small_icon},
            },
            title,
        },
        rules::battlescape::{hud::look, input::Selection},
        shell::session::Moment,
        table::input::Hover,
    },
    rules::battlescape::{
        content::FireMode,
        event::Mark,
        panel::{
            inspect::status,
            preview::{Damage, Odds, Preview, preview},
            tool::{self, Tool},
        },
        side_view::SideView,
    },
};

/// What bears on a preview: the moment, who does what how, and to what.
type Aimed = (Moment, UnitId, Tool, Option<FireMode>, Mark);

/// Works out what the tool in hand would do, when something changed.
pub fn renew(world: &mut World, mark: Mark) {
    let selection = world.resource::<Selection>();
    let (tool, mode) = (selection.tool, selection.mode);
    let Some(unit) = selection.unit else { return };
    let aimed = (Moment::of(world), unit, tool, mode, mark);
    Kept::renew(world, aimed, |world| {
        preview(look(world), unit, tool, mode, mark)
    });
}

/// Returns what the panel is about: the enemy pointed at, else what is aimed at.
pub fn part(world: &World) -> Option<Mark> {
    let view = look(world);
    let selection = world.resource::<Selection>();
    let tile = world.resource::<Hover>().tile;
    let pointed = tile.and_then(|tile| tool::mark_at(view, selection.tool, tile));
    let is_foe = |mark: &Mark| match mark {
        Mark::Unit(id) => selection.tool != Tool::Weapon || view.unit_side(*id) != view.side(),
        Mark::Hex(_) => selection.tool != Tool::Weapon,
    };
    let mark = pointed.filter(is_foe).or(selection.target)?;
    match mark {
        Mark::Unit(id) => view.is_visible(id).then_some(mark),
        Mark::Hex(_) => Some(mark),
    }
}

pub fn show(world: &World, mark: &Mark, most: f32, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
    let view = look(world);
    let selection = world.resource::<Selection>();
    if let Mark::Unit(target) = *mark {
        dossier(view, target, ui);
    }
    let Some(preview) = Kept::<Aimed, Preview>::of(world).filter(|_| selection.unit.is_some())
    else {
        return;
    };
    // The button stays in sight; what does not fit is scrolled.
    egui::ScrollArea::vertical()
        .id_salt("target")
        .max_height(most - 120.0)
        .min_scrolled_height(most - 120.0)
        .show(ui, |ui| {
            ui.set_width(WIDTH - 8.0);
            match &preview.odds {
                Some(Ok(odds)) => show_odds(ui, odds),
                Some(Err(refusal)) => {
                    ui.label(RichText::new(refusal.to_string()).color(BAD));
                }
                None => {}
            }
            if let (Tool::Cast(ability), Mark::Unit(_)) = (selection.tool, mark) {
                ui.label(&view.rulebook().content().ability(ability).description);
            }
            if let Some(chance) = preview.resisted {
                let text = match chance {
                    Some(chance) => format!("{chance}%"),
                    None => "no mind to reach".into(),
                };
                ui.label(RichText::new(text).size(27.0).strong().color(SAND));
            }
            for one in &preview.struck {
                let name = view.name(one.unit);
                let (text, color) = match one.is_friend {
                    true => (format!("strikes a friend: {name} (ring {})", one.ring), BAD),
                    false => (format!("strikes {name} (ring {})", one.ring), TEXT),
                };
                ui.horizontal(|ui| {
                    small_icon(ui, Icon::Grenade, color);
                    ui.label(RichText::new(text).color(color).size(12.5));
                });
            }
        });
    if preview.order.is_none() {
        return;
    }
    if selection.target != Some(*mark) {
        ui.label(faint("Click to aim"));
        return;
    }
    let verb = match selection.tool {
        Tool::Weapon | Tool::Ground => "Fire",
        Tool::Throw(_) | Tool::Toss(_) => "Throw",
        Tool::Lay(_) => "Lay the mine",
        Tool::Use(_) | Tool::Cast(_) => "Use",
    };
    let text = format!("{verb} [{}]", key_of(world, KeyAction::ACT));
    let button = egui::Button::new(RichText::new(text).strong().size(16.0).color(SAND))
        .min_size(vec2(WIDTH, 30.0));
    let response = ui.add_enabled(preview.refusal.is_none(), button);
    if let Some(refusal) = &preview.refusal {
        ui.label(RichText::new(refusal.to_string()).color(BAD).size(12.5));
    } else if response.clicked() {
        wishes.push(Wish::Fire);
    }
}

/// What is known of a unit.
fn dossier(view: SideView, target: UnitId, ui: &mut egui::Ui) {
    let state = view.unit(target);
    let is_own = view.unit_side(target) == view.side();
    ui.horizontal(|ui| {
        let color = if is_own { GOOD } else { BAD };
        let name = RichText::new(view.name(target)).strong().size(16.0);
        ui.label(name.color(color));
        ui.label(faint(view.weapon(target).name.as_str()));
    });
    let share = f32::from(state.health.now) / f32::from(state.health.max.max(1));
    let color = theme::health_color(state.health.now, state.health.max);
    let label = format!("{} / {} HP", state.health.now, state.health.max);
    bar(ui, WIDTH - 8.0, share, color, &label);
    let armor = view.armor(target);
    let mut about = format!("armor {} {:?}", armor.rating, armor.class);
    let status = status(view, target);
    if !status.is_empty() {
        about.push_str(&format!(" · {}", status.join(", ")));
    }
    ui.label(faint(about))
        .on_hover_text(view.kind(target).description.as_str());
}

/// Shows chance, its parts, damage and the chance to kill.
fn show_odds(ui: &mut egui::Ui, odds: &Odds) {
    ui.horizontal(|ui| {
        let chance = format!("{}%", odds.chance);
        ui.label(RichText::new(chance).size(27.0).strong().color(SAND));
        ui.vertical(|ui| {
            let rounds = match odds.rounds {
                1 => "to hit".to_owned(),
                rounds => format!("to hit with each of {rounds} rounds"),
            };
            ui.label(format!("{} · {rounds}", title(odds.mode)));
            let critical = odds
                .critical
                .map_or(String::new(), |chance| format!(" · critical {chance}%"));
            ui.label(faint(format!("{} TU{critical}", odds.tu)));
        });
    });
    egui::Grid::new("modifiers")
        .num_columns(4)
        .spacing(vec2(10.0, 0.0))
        .show(ui, |ui| {
            for (i, (name, value)) in odds.parts.iter().enumerate() {
                ui.label(RichText::new(name).size(12.0));
                let color = if *value < 0 { BAD } else { GOOD };
                ui.label(RichText::new(format!("{value:+}")).color(color).size(12.0));
                if i % 2 == 1 {
                    ui.end_row();
                }
            }
        });
    if odds.raw != i32::from(odds.chance) {
        let text = format!("sum {}%, held to {}%", odds.raw, odds.chance);
        ui.label(faint(text));
    }
    if let Some(damage) = &odds.damage {
        ui.separator();
        show_damage(ui, damage);
    }
}

fn show_damage(ui: &mut egui::Ui, damage: &Damage) {
    let (least, most) = damage.per_hit;
    let mean = damage.expected_thousandths;
    let kill = damage.kill / 10;
    ui.horizontal_wrapped(|ui| {
        let text = format!(
            "hit {least} to {most} · expected {}.{} · nothing {}%",
            mean / 1000,
            mean % 1000 / 100,
            damage.columns.first().copied().unwrap_or(0) / 10
        );
        ui.label(RichText::new(text).size(12.5));
        let color = if kill >= 50 { GOOD } else { TEXT };
        small_icon(ui, Icon::Skull, color);
        ui.label(RichText::new(format!("{kill}%")).color(color).strong())
            .on_hover_text("Chance that it falls");
        if damage.burn > 0 {
            ui.label(faint(format!("burns {}%", damage.burn / 10)));
        }
    });
    histogram(ui, damage);
}

/// Draws the damage distribution of the whole attack as columns.
fn histogram(ui: &mut egui::Ui, damage: &Damage) {
    let (rect, response) = ui.allocate_exact_size(vec2(WIDTH - 8.0, 44.0), Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 3.0, Color32::from_rgb(8, 10, 13));
    // No damage would dwarf the rest; its share is told above it.
    let hits = damage.columns.get(1..).unwrap_or_default();
    let most = hits.iter().copied().max().unwrap_or(1).max(1);
    let width = rect.width() / hits.len().max(1) as f32;
    for (i, &share) in hits.iter().enumerate() {
        let height = (rect.height() - 4.0) * share as f32 / most as f32;
        let left = rect.left() + i as f32 * width;
        let is_kill = i + 1 == hits.len();
        let color = if is_kill { BAD } else { SAND };
        let column = egui::Rect::from_min_max(
            egui::pos2(left, rect.bottom() - height - 1.0),
            egui::pos2(left + (width - 0.5).max(0.8), rect.bottom() - 1.0),
        );
        painter.rect_filled(column, 0.0, color);
    }
    if let Some(pointer) = response.hover_pos() {
        let at = ((pointer.x - rect.left()) / width).max(0.0) as usize;
        if let Some(share) = hits.get(at) {
            let dealt = at + 1;
            let is_kill = dealt >= usize::from(damage.falls_at);
            let more = if is_kill { ", it falls" } else { "" };
            let text = format!("{dealt} HP{more}: {}.{}%", share / 10, share % 10);
            response.on_hover_text_at_pointer(text);
        }
    }
}
