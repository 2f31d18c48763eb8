//! The target panel: what is known of it, and the forecast of what the tool in hand would do.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Color32, RichText, vec2};

use crate::{
    battle::unit::UnitId,
    content::battlescape::items::ItemKind,
    game::{
        hud::{Ask, look, panel, status, title},
        input::Hover,
        session::Selection,
        theme::{self, BAD, GOOD, SAND, bar, faint},
        tool::{self, Tool},
    },
    rules::battlescape::{
        attack::{CERTAIN, Forecast, mode_name},
        event::Mark,
        side_view::SideView,
    },
};

/// What is known of the enemy aimed at or pointed at, and what the tool in hand would do.
pub(super) fn preview(world: &World, context: &egui::Context, asks: &mut Vec<Ask>) {
    let view = look(world);
    let selection = world.resource::<Selection>();
    let tile = world.resource::<Hover>().tile;
    let pointed = tile.and_then(|tile| tool::mark_at(view, selection.tool, tile));
    let is_foe = |mark: &Mark| match mark {
        Mark::Unit(id) => selection.tool != Tool::Weapon || view.unit_side(*id) != view.side(),
        Mark::Hex(_) => selection.tool != Tool::Weapon,
    };
    let Some(mark) = pointed.filter(is_foe).or(selection.target) else {
        return;
    };
    if let Mark::Unit(id) = mark
        && !view.is_visible(id)
    {
        return;
    }
    panel(
        context,
        "preview",
        Align2::RIGHT_BOTTOM,
        vec2(-8.0, -8.0),
        |ui| {
            ui.set_width(300.0);
            if let Mark::Unit(target) = mark {
                dossier(view, target, ui);
            }
            let Some(unit) = selection.unit else { return };
            effect(view, selection, unit, mark, ui);
            let order = selection.tool.order(view, unit, selection.mode, mark);
            let Some(order) = order else { return };
            if selection.target != Some(mark) {
                ui.label(faint("Click to aim"));
                return;
            }
            let refusal = view.check(&order).err();
            let text = match selection.tool {
                Tool::Weapon | Tool::Ground => "Fire [Enter]",
                Tool::Throw(_) | Tool::Toss(_) => "Throw [Enter]",
                Tool::Lay(_) => "Lay the mine [Enter]",
                Tool::Use(_) | Tool::Cast(_) => "Use [Enter]",
            };
            let button = egui::Button::new(RichText::new(text).strong().color(SAND));
            let response = ui.add_enabled(refusal.is_none(), button);
            let why = refusal.map_or(String::new(), |refusal| refusal.to_string());
            if response.on_disabled_hover_text(why).clicked() {
                asks.push(Ask::Fire);
            }
        },
    );
}

/// What is known of a unit.
fn dossier(view: SideView, target: UnitId, ui: &mut egui::Ui) {
    let state = view.unit(target);
    let is_own = view.unit_side(target) == view.side();
    ui.horizontal(|ui| {
        let color = if is_own { GOOD } else { BAD };
        let name = RichText::new(view.name(target)).strong().size(17.0);
        ui.label(name.color(color));
        ui.label(faint(view.weapon(target).name.as_str()));
    });
    let share = f32::from(state.health.now) / f32::from(state.health.max.max(1));
    let color = theme::health_color(state.health.now, state.health.max);
    let label = format!("{} / {} HP", state.health.now, state.health.max);
    bar(ui, 296.0, share, color, &label);
    let armor = view.armor(target);
    let mut about = format!("armor {} {:?}", armor.rating, armor.class);
    let status = status(view, target);
    if !status.is_empty() {
        about.push_str(&format!(" · {status}"));
    }
    ui.label(faint(about));
    ui.label(faint(view.kind(target).description.as_str()));
    ui.separator();
}

/// What the tool in hand would do to a mark.
fn effect(view: SideView, selection: &Selection, unit: UnitId, mark: Mark, ui: &mut egui::Ui) {
    let from = view.unit(unit).tile;
    let tile = match mark {
        Mark::Hex(tile) => tile,
        Mark::Unit(target) => view.unit(target).tile,
    };
    let forecast = match (selection.tool, mark, selection.mode) {
        (Tool::Weapon, Mark::Unit(target), Some(mode)) => {
            Some((mode_name(mode), view.forecast(unit, from, target, mode)))
        }
        (Tool::Ground, _, Some(mode)) => {
            Some((mode_name(mode), view.forecast_at(unit, from, tile, mode)))
        }
        (Tool::Throw(slot), ..) => Some(("throw", view.forecast_throw(unit, from, slot, tile))),
        _ => None,
    };
    match forecast {
        Some((name, Ok(forecast))) => odds(ui, name, &forecast, matches!(mark, Mark::Unit(_))),
        Some((_, Err(refusal))) => {
            ui.label(RichText::new(refusal.to_string()).color(BAD));
        }
        None => {}
    }
    if let (Tool::Cast(ability), Mark::Unit(target)) = (selection.tool, mark) {
        let about = view.rulebook().content().ability(ability);
        ui.label(&about.description);
        if about.resisted {
            let text = match view.ability_chance(unit, ability, target) {
                Some(chance) => format!("{chance}%"),
                None => "no mind to reach".into(),
            };
            ui.label(RichText::new(text).size(27.0).strong().color(SAND));
        }
    }
    let radius = selection.tool.radius(view, unit);
    let is_harmless = match selection.tool {
        Tool::Throw(slot) => view.item(unit, slot).is_none_or(|item| match item.kind {
            ItemKind::Grenade(charge) => charge.dice.is_none(),
            _ => true,
        }),
        Tool::Cast(_) => true,
        _ => false,
    };
    if radius > 0 && !is_harmless {
        let mut names = Vec::new();
        for (tile, ring) in view.area(tile, radius) {
            if let Some(id) = view.unit_at(tile) {
                let is_friend = !view.is_enemy(id);
                names.push((is_friend, format!("{} (ring {ring})", view.name(id))));
            }
        }
        for (is_friend, name) in names {
            let color = if is_friend { BAD } else { theme::TEXT };
            let text = match is_friend {
                true => format!("strikes a friend: {name}"),
                false => format!("strikes {name}"),
            };
            ui.label(RichText::new(text).color(color).size(12.5));
        }
    }
}

/// Shows chance, its parts, damage and the chance to kill.
fn odds(ui: &mut egui::Ui, name: &str, forecast: &Forecast, is_at_unit: bool) {
    let attack = &forecast.attack;
    let percent = |parts: u32| u64::from(parts) * 100 / u64::from(CERTAIN);
    ui.horizontal(|ui| {
        let chance = format!("{}%", attack.aim.chance);
        ui.label(RichText::new(chance).size(27.0).strong().color(SAND));
        ui.vertical(|ui| {
            let rounds = match attack.cost.rounds {
                1 => "to hit".to_owned(),
                rounds => format!("to hit with each of {rounds} rounds"),
            };
            ui.label(format!("{} · {rounds}", title(name)));
            if attack.impact.dice.count > 0 {
                ui.label(faint(format!("critical {}%", attack.impact.crit_chance)));
            }
        });
    });
    egui::Grid::new("modifiers")
        .num_columns(2)
        .spacing(vec2(24.0, 1.0))
        .show(ui, |ui| {
            for (name, value) in attack.aim.modifiers() {
                ui.label(RichText::new(name.to_string()).size(12.5));
                let color = if value < 0 { BAD } else { GOOD };
                ui.label(RichText::new(format!("{value:+}")).color(color).size(12.5));
                ui.end_row();
            }
        });
    if !is_at_unit || forecast.per_hit.1 == 0 {
        return;
    }
    ui.separator();
    let (least, most) = forecast.per_hit;
    let mean = forecast.mean_thousandths();
    ui.label(format!("A hit takes {least} to {most} HP"));
    ui.horizontal(|ui| {
        ui.label(format!("Expected {}.{}", mean / 1000, mean % 1000 / 100));
        let kill = percent(forecast.kill);
        let color = if kill >= 50 { GOOD } else { theme::TEXT };
        ui.label(
            RichText::new(format!("kills {kill}%"))
                .color(color)
                .strong(),
        );
        if forecast.burn > 0 {
            ui.label(format!("burns {}%", percent(forecast.burn)));
        }
    });
    histogram(ui, forecast);
}

/// Draws the damage distribution of the whole attack as columns.
fn histogram(ui: &mut egui::Ui, forecast: &Forecast) {
    let bins = forecast.total.bins();
    let (rect, _) = ui.allocate_exact_size(vec2(296.0, 46.0), egui::Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 3.0, Color32::from_rgb(8, 10, 13));
    // The miss would dwarf the rest; its share is what the chance to hit tells.
    let hits = bins.get(1..).unwrap_or_default();
    let most = hits.iter().copied().max().unwrap_or(1).max(1);
    let width = rect.width() / hits.len().max(1) as f32;
    for (i, &bin) in hits.iter().enumerate() {
        let height = (rect.height() - 4.0) * bin as f32 / most as f32;
        let left = rect.left() + i as f32 * width;
        let is_kill = i + 1 == hits.len();
        let color = if is_kill { BAD } else { SAND };
        let column = egui::Rect::from_min_max(
            egui::pos2(left, rect.bottom() - height - 1.0),
            egui::pos2(left + (width - 0.5).max(0.8), rect.bottom() - 1.0),
        );
        painter.rect_filled(column, 0.0, color);
    }
}
