//! The column at the right: minimap, what the chosen ship's plan promises, what is known of the hex
//! pointed at, and the log in what room is left.

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, RichText, Sense, vec2};

use super::Wish;
use crate::{
    battle::{
        grid::TileId,
        knowledge::Knowledge,
        phase::Turn,
        unit::{Health, Roster, Title, UnitId, part},
    },
    game::{
        kit::{
            WIDTH, column, framed, show_card,
            theme::{
                self, BAD, GOOD, SAND, TEXT, faint,
                icon::Icon,
                widget::{bar, heading, small_icon},
            },
        },
        rules::{
            fleet::{
                draft::{Draft, is_planning, own, units_at},
                ghosts::percent,
                plot::{Overlays, Plot},
                recap,
            },
            playable::unit_at,
        },
        table::{input::Hover, playback::Playback},
    },
    playing::Card,
    rules::fleet::{
        forecast::{Forecast, WHOLE},
        log::Log,
        muster::Muster,
        panel::{
            inspect, intent,
            outlook::{Outlook, Strike, against},
            way,
        },
        setup,
    },
};

/// Shows the column.
pub(super) fn show(world: &mut World, context: &egui::Context, wishes: &mut Vec<Wish>) {
    column(world, context, wishes, |world, ui, most, _| {
        // While a turn plays back, these would show how it ends.
        if world.resource::<Playback>().is_empty() {
            middle(world, ui, most);
        }
    });
}

/// Shows what is known of the hex pointed at, or what the plan of the chosen ship promises.
fn middle(world: &World, ui: &mut egui::Ui, most: f32) {
    let tile = world.resource::<Hover>().tile;
    let foe = tile.and_then(|tile| foe_at(world, tile));
    let inspects = world.resource::<Overlays>().inspect;
    if let (Some(tile), true) = (tile, inspects) {
        framed(ui, |ui| inspection(world, tile, most, ui));
    } else if let Some(foe) = foe {
        framed(ui, |ui| dossier(world, foe, most, ui));
    } else if let Some(foe) = tile.and_then(|tile| remembered_at(world, tile)) {
        framed(ui, |ui| memory(world, foe, ui));
    } else if let Some(outlook) = chosen_outlook(world) {
        framed(ui, |ui| promise(world, &outlook, most, ui));
    }
}

/// Returns the first enemy on a hex that is seen.
fn foe_at(world: &World, tile: TileId) -> Option<UnitId> {
    let roster = world.resource::<Roster>();
    let mut units = units_at(world, tile).into_iter();
    units.find(|&unit| roster.side(unit) != own(world))
}

/// Returns the enemy that was last seen on a hex and is out of sight.
fn remembered_at(world: &World, tile: TileId) -> Option<UnitId> {
    let known = world.resource::<Knowledge>().of(own(world));
    let mut units = world.resource::<Roster>().ids();
    units.find(|&id| {
        let last = known.sightings[id.index()];
        !known.sees_unit(id) && last.is_some_and(|last| last.tile == tile)
    })
}

fn chosen_outlook(world: &World) -> Option<Outlook> {
    let chosen = world.resource::<Draft>().chosen;
    let chosen = chosen.filter(|_| is_planning(world))?;
    world.resource::<Plot>().of(chosen).cloned()
}

fn name(world: &World, unit: UnitId) -> String {
    part::<Title>(world, unit).0.clone()
}

/// Shows all that is known of a hex and of who is there.
fn inspection(world: &World, tile: TileId, most: f32, ui: &mut egui::Ui) {
    let side = own(world);
    let (muster, _) = way::planned(world, side, &world.resource::<Draft>().plan);
    scrolled(ui, "card", most, |ui| {
        heading(ui, "Inspection");
        let units = units_at(world, tile);
        for &unit in &units {
            let card: Card = inspect::unit(world, &muster, side, unit);
            show_card(ui, &format!("card of {unit:?}"), &card);
            intents(world, &muster, unit, ui);
            ui.separator();
        }
        if let (true, Some(foe)) = (units.is_empty(), remembered_at(world, tile)) {
            memory(world, foe, ui);
            ui.separator();
        }
        show_card(ui, "hex card", &inspect::hex(world, &muster, side, tile));
    });
}

/// Shows what is known of an enemy's intents: what it was seen to do in the last turn, and what it may do
/// next if no side orders it.
fn intents(world: &World, muster: &Muster, unit: UnitId, ui: &mut egui::Ui) {
    if world.resource::<Roster>().side(unit) == own(world) {
        return;
    }
    if let Some(text) = recap::deeds(world, unit) {
        ui.label(faint(format!("last turn: {text}")).size(12.0));
    }
    let next = intent::words(muster, unit);
    let next = next.unwrap_or_else(|| "what it means to do is not known".into());
    ui.label(RichText::new(next).color(SAND).size(12.0));
}

/// Shows what is remembered of an enemy out of sight.
fn memory(world: &World, foe: UnitId, ui: &mut egui::Ui) {
    let (side, turn) = (own(world), world.resource::<Turn>().number);
    let muster = Muster::known_to(world, side);
    let kind = muster.ship_type(foe).map(|kind| kind.name.as_str());
    let kind = kind.or(muster.carrier_kind(foe).map(|kind| kind.name.as_str()));
    let title = RichText::new(kind.unwrap_or("Enemy")).strong().size(16.0);
    ui.label(title.color(BAD));
    let known = world.resource::<Knowledge>().of(side);
    if let Some(last) = known.sightings[foe.index()] {
        let ago = match turn.saturating_sub(last.turn) {
            0 => "this turn".to_owned(),
            1 => "last turn".to_owned(),
            turns => format!("{turns} turns ago"),
        };
        ui.label(faint(format!(
            "was last seen here {ago}; where it is now is not known"
        )));
    }
    intents(world, &muster, foe, ui);
}

/// Shows an enemy, and what the chosen ship would do to it from where its plan takes it.
fn dossier(world: &World, foe: UnitId, most: f32, ui: &mut egui::Ui) {
    let side = own(world);
    let (muster, _) = way::planned(world, side, &world.resource::<Draft>().plan);
    scrolled(ui, "foe", most, |ui| {
        ui.label(
            RichText::new(name(world, foe))
                .strong()
                .size(16.0)
                .color(BAD),
        );
        hull(world, foe, ui);
        let kind = muster.ship_type(foe).map(|kind| kind.name.as_str());
        let carrier = muster.carrier_kind(foe).map(|kind| kind.name.as_str());
        let ammo = muster.get(foe).now.ammo;
        let about = kind.or(carrier).unwrap_or_default();
        ui.label(faint(match kind {
            Some(_) => format!("{about} · {ammo} shots left"),
            None => about.to_owned(),
        }));
        intents(world, &muster, foe, ui);
        let chosen = world.resource::<Draft>().chosen;
        let chosen = chosen.filter(|&unit| muster.get(unit).is_flying());
        if let Some(unit) = chosen {
            ui.separator();
            let from = muster.get(unit).tile.zip(muster.get(foe).tile);
            let distance = from.map_or(0, |(one, two)| muster.distance(one, two));
            let text = format!("{} from {distance} hexes away", name(world, unit));
            ui.label(faint(text));
            let text = match muster.options.single_occupancy {
                true => "The nearest enemy in arc and range is shot at; a click goes for this one",
                false => {
                    "Ships fight where they share a hex, each at the slowest enemy there; a click goes \
                     for this one"
                }
            };
            ui.label(faint(text).size(11.0));
            strike(world, unit, &against(&muster, unit, foe), ui);
        }
    });
}

/// Shows what may be higher than there is room for.
fn scrolled(ui: &mut egui::Ui, name: &str, most: f32, contents: impl FnOnce(&mut egui::Ui)) {
    egui::ScrollArea::vertical()
        .id_salt(name)
        .max_height(most)
        .min_scrolled_height(most.min(460.0))
        .show(ui, |ui| {
            ui.set_width(WIDTH - 8.0);
            contents(ui);
        });
}

fn hull(world: &World, unit: UnitId, ui: &mut egui::Ui) {
    let Health { now, max } = *part(world, unit);
    let share = f32::from(now) / f32::from(max.max(1));
    let label = format!("{now} / {max} hull");
    bar(
        ui,
        WIDTH - 8.0,
        share,
        theme::health_color(now, max),
        &label,
    );
}

/// Shows what the plan of the chosen unit promises and risks.
fn promise(world: &World, outlook: &Outlook, most: f32, ui: &mut egui::Ui) {
    scrolled(ui, "promise", most, |ui| {
        let unit = outlook.course.unit;
        heading(ui, &format!("Forecast: {}", name(world, unit)));
        if outlook.network > 0 {
            let text = format!("fire control lends ATK {:+}", outlook.network);
            ui.label(RichText::new(text).color(GOOD).size(12.5));
        }
        if let Some(hex) = outlook.course.blocked {
            let who = unit_at(world, hex).map(|unit| name(world, unit));
            let who = who.unwrap_or_else(|| "an own unit that goes there".into());
            let text = format!("stopped by {who}");
            ui.label(RichText::new(text).color(BAD).size(12.5));
        }
        for risk in &outlook.risks {
            let by = name(world, risk.by);
            let text = format!("The path leads to {by}: if it attacks or defends, it intercepts");
            ui.horizontal_wrapped(|ui| {
                small_icon(ui, Icon::Watch, BAD);
                ui.label(RichText::new(text).color(BAD).size(12.5));
            });
            distribution(&risk.forecast, ui);
        }
        match &outlook.attack {
            Some(attack) => {
                ui.label(RichText::new(format!("At {}", name(world, attack.target))).strong());
                strike(world, unit, attack, ui);
                ui.label(faint("if it stays where it is seen").size(11.0));
            }
            None if !setup::content(world).options.single_occupancy => {
                ui.label(faint(
                    "no known enemy would share its hex: it fights nobody",
                ));
            }
            None if outlook.course.stance.fire => {
                let text = "no known enemy would be in arc and range; a shot fired is spent all the \
                                same";
                ui.label(faint(text));
            }
            None => {
                ui.label(faint("it fires at nobody"));
            }
        }
    });
}

/// Shows an attack: stats with all their parts, who acts first, and what it would do.
fn strike(world: &World, unit: UnitId, strike: &Strike, ui: &mut egui::Ui) {
    let log = Log::new(world);
    let forecast = &strike.forecast;
    let sum = forecast.attack.total() - forecast.defense.total();
    ui.horizontal(|ui| {
        let text = format!("d{} {sum:+}", forecast.sides);
        ui.label(RichText::new(text).size(22.0).strong().color(SAND));
        if let Some(first) = strike.first {
            let text = format!("{} first", percent(first));
            let color = if first * 2 >= WHOLE { GOOD } else { BAD };
            let about = format!("chance that {} acts before its target", name(world, unit));
            ui.label(RichText::new(text).color(color))
                .on_hover_text(about);
        }
    });
    ui.label(RichText::new(format!("ATK {}", log.stat(&forecast.attack))).size(12.0));
    ui.label(RichText::new(format!("DEF {}", log.stat(&forecast.defense))).size(12.0));
    distribution(forecast, ui);
    if !forecast.splash.is_empty() {
        let names: Vec<_> = (forecast.splash.iter())
            .map(|&unit| name(world, unit))
            .collect();
        ui.label(faint(format!("splashes {}", names.join(", "))));
    }
    if let Some(reply) = &strike.reply {
        ui.separator();
        ui.label(faint("What it would do in return"));
        distribution(reply, ui);
    }
}

/// Shows the distribution of hull lost, and the chance to destroy.
fn distribution(forecast: &Forecast, ui: &mut egui::Ui) {
    let average = forecast.average;
    ui.horizontal_wrapped(|ui| {
        let none = forecast.lost.get(&0).copied().unwrap_or(0);
        let text = format!(
            "expected {}.{} hull · nothing {}",
            average / 100,
            average / 10 % 10,
            percent(none)
        );
        ui.label(RichText::new(text).size(12.5));
        let color = if forecast.destroyed * 2 >= WHOLE {
            BAD
        } else {
            TEXT
        };
        small_icon(ui, Icon::Skull, color);
        let text = RichText::new(percent(forecast.destroyed))
            .color(color)
            .strong();
        ui.label(text).on_hover_text("chance to destroy");
    });
    columns(forecast, ui);
}

/// Draws the distribution as columns, one for each hull lost.
fn columns(forecast: &Forecast, ui: &mut egui::Ui) {
    let (rect, response) = ui.allocate_exact_size(vec2(WIDTH - 8.0, 46.0), Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 3.0, Color32::from_rgb(8, 10, 13));
    let last = forecast.lost.keys().next_back().copied().unwrap_or(0);
    let most = forecast.lost.values().copied().max().unwrap_or(1).max(1);
    let count = usize::from(last) + 1;
    let width = rect.width() / count as f32;
    for at in 0..count {
        let lost = u16::try_from(at).unwrap_or(u16::MAX);
        let share = forecast.lost.get(&lost).copied().unwrap_or(0);
        let height = (rect.height() - 17.0) * f32::from(share) / f32::from(most);
        let left = rect.left() + at as f32 * width;
        let is_end = lost == last && forecast.destroyed > 0;
        let color = match (lost, is_end) {
            (0, false) => theme::FAINT,
            (_, true) => BAD,
            _ => SAND,
        };
        let column = egui::Rect::from_min_max(
            egui::pos2(left + 1.0, rect.bottom() - 13.0 - height),
            egui::pos2(left + width - 1.0, rect.bottom() - 13.0),
        );
        painter.rect_filled(column, 0.0, color);
        painter.text(
            egui::pos2(left + width / 2.0, rect.bottom() - 6.5),
            egui::Align2::CENTER_CENTER,
            format!("-{lost}"),
            egui::FontId::proportional(10.5),
            theme::FAINT,
        );
    }
    if let Some(pointer) = response.hover_pos() {
        let at = ((pointer.x - rect.left()) / width).max(0.0) as u16;
        if let Some(&share) = forecast.lost.get(&at) {
            let text = format!("{at} hull lost: {}", percent(share));
            response.on_hover_text_at_pointer(text);
        }
    }
}
