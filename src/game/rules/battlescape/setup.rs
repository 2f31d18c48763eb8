//! Squad set-up before a mission: names, weapons, armor and things, within the mission's limits.
//! Where units start is chosen on the board, before the first order.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, vec2};

use crate::{
    content,
    game::{
        Screen,
        kit::{
            context, notice, panel,
            theme::{BAD, FIELD, GOOD, SAND, faint, widget::heading},
        },
        shell::session::{Request, Session},
    },
    mission::{Fitting, MAX_NAME, Mission, MissionSource},
    rules::battlescape::{
        content::{BattlescapeContent, items::MAX_ITEMS},
        scenario::{Scenario, credit, fit, squad_worth},
    },
};

/// The squad that is being set up.
#[derive(Resource, Default)]
pub struct SetUp {
    source: Option<MissionSource>,
    /// The mission as it was written.
    written: Option<Mission>,
    seed: Option<u64>,
    fittings: Vec<Fitting>,
}

/// Opens the screen for a mission.
pub fn open(world: &mut World, file: PathBuf, seed: Option<u64>, difficulty: u16) {
    let read = content::assets_folder().and_then(|folder| {
        let source = MissionSource::read(&file, &folder.join("content"))
            .map_err(|problems| problems.to_string())?
            .at(difficulty);
        let mission = (source.build(seed.unwrap_or(0))).map_err(|problems| problems.to_string())?;
        Ok((source, mission))
    });
    match read {
        Ok((source, mission)) => {
            *world.resource_mut::<SetUp>() = SetUp {
                source: Some(source),
                written: Some(mission),
                seed,
                fittings: Vec::new(),
            };
            world.resource_mut::<NextState<Screen>>().set(Screen::SetUp);
        }
        Err(error) => world.resource_mut::<Session>().notice = Some((error, true)),
    }
}

/// What a click asks for.
enum Wish {
    Begin,
    AsWritten,
    Back,
}

pub fn show(world: &mut World) {
    let Some(context) = context(world) else {
        return;
    };
    let mut setup = world.remove_resource::<SetUp>().unwrap_or_default();
    let (Some(source), Some(written)) = (&setup.source, &setup.written) else {
        world.insert_resource(setup);
        world
            .resource_mut::<NextState<Screen>>()
            .set(Screen::Missions);
        return;
    };
    let mut fitted = written.clone();
    let problems = fit(&mut fitted, &source.file, &setup.fittings).err();
    let (cost, most) = (squad_worth(&fitted), credit(written));
    let mut fittings = setup.fittings.clone();
    let mut wish = None;
    let room = context.content_rect().height() - 190.0;
    let center = Align2::CENTER_CENTER;
    panel(&context, "setup", center, vec2(0.0, 0.0), |ui| {
        ui.set_width(980.0);
        ui.horizontal(|ui| {
            let text = format!("{}: the squad", written.name);
            ui.label(RichText::new(text).size(24.0).color(SAND));
            let right = egui::Layout::right_to_left(egui::Align::Center);
            ui.with_layout(right, |ui| {
                if ui.button("Back [Esc]").clicked() {
                    wish = Some(Wish::Back);
                }
            });
        });
        ui.separator();
        egui::ScrollArea::vertical()
            .max_height(room)
            .min_scrolled_height(room)
            .show(ui, |ui| {
                ui.set_width(970.0);
                for unit in 0..Scenario::of(written).squads[0].len() {
                    row(ui, written, &fitted, unit, &mut fittings);
                }
            });
        ui.separator();
        ui.horizontal(|ui| {
            let color = if cost > most { BAD } else { GOOD };
            let text = format!("Kit: {cost} of {most} credits");
            ui.label(RichText::new(text).color(color).strong().size(16.0));
            if !Scenario::of(written).deployment.is_empty() {
                ui.label(faint("where each starts is chosen on the board"));
            }
        });
        if let Some(problems) = &problems {
            for problem in &problems.0 {
                ui.label(RichText::new(&problem.message).color(BAD));
            }
        }
        ui.horizontal(|ui| {
            let text = RichText::new("Begin").size(19.0).strong().color(SAND);
            let begin = egui::Button::new(text).min_size(vec2(150.0, 36.0));
            let begin = ui.add_enabled(problems.is_none(), begin);
            if begin
                .on_disabled_hover_text("see what is wrong above")
                .clicked()
            {
                wish = Some(Wish::Begin);
            }
            let again = egui::Button::new("As the mission has it").min_size(vec2(0.0, 36.0));
            if ui.add_enabled(!fittings.is_empty(), again).clicked() {
                wish = Some(Wish::AsWritten);
            }
        });
    });
    notice(world, &context, 14.0);
    if context.input(|input| input.key_pressed(egui::Key::Escape)) {
        wish = Some(Wish::Back);
    }
    match wish {
        Some(Wish::Begin) => {
            let mut source = source.clone();
            source.squad = fittings.clone();
            let request = Request::Begin {
                source: Box::new(source),
                seed: setup.seed,
            };
            world.resource_mut::<Session>().request = Some(request);
        }
        Some(Wish::AsWritten) => fittings.clear(),
        Some(Wish::Back) => world
            .resource_mut::<NextState<Screen>>()
            .set(Screen::Missions),
        None => {}
    }
    setup.fittings = fittings;
    world.insert_resource(setup);
}

fn row(
    ui: &mut egui::Ui,
    written: &Mission,
    fitted: &Mission,
    number: usize,
    fittings: &mut Vec<Fitting>,
) {
    let content = written.catalog.part::<BattlescapeContent>();
    let offer = &content.figures.requisition;
    let (before, now) = (
        &Scenario::of(written).squads[0][number],
        &Scenario::of(fitted).squads[0][number],
    );
    let known = fittings.iter().find(|fitting| fitting.unit == number);
    let mut fitting = known.cloned().unwrap_or(Fitting {
        unit: number,
        ..Fitting::default()
    });
    let kind = content.unit(before.kind);
    let card = egui::Frame::new()
        .fill(egui::Color32::from_rgb(26, 32, 40))
        .corner_radius(6)
        .inner_margin(8);
    card.show(ui, |ui| {
        ui.set_width(940.0);
        ui.spacing_mut().interact_size.y = FIELD;
        ui.horizontal(|ui| {
            let mut name = (fitting.name.clone()).unwrap_or_else(|| before.name.clone());
            let field = egui::TextEdit::singleline(&mut name).char_limit(MAX_NAME);
            if ui.add(field.desired_width(150.0)).changed() {
                fitting.name = (name != before.name).then_some(name);
            }
            ui.label(faint(kind.name.as_str()))
                .on_hover_text(&kind.description);
            ui.separator();
            let weapons = choices(&offer.weapons, &content.weapon(before.weapon).key);
            let weapon = &content.weapon(now.weapon).name;
            egui::ComboBox::from_id_salt(("weapon", number))
                .width(170.0)
                .selected_text(weapon)
                .show_ui(ui, |ui| {
                    for key in weapons {
                        let Some(id) = content.weapon_named(&key) else {
                            continue;
                        };
                        let weapon = content.weapon(id);
                        let text = format!("{} ({} credits)", weapon.name, weapon.value);
                        if ui.selectable_label(now.weapon == id, text).clicked() {
                            fitting.weapon = (id != before.weapon).then_some(key);
                        }
                    }
                });
            let own = "own armor".to_owned();
            let suit = now.suit.map_or(own, |suit| content.suit(suit).name.clone());
            egui::ComboBox::from_id_salt(("suit", number))
                .width(150.0)
                .selected_text(suit)
                .show_ui(ui, |ui| {
                    let is_own = fitting.suit.is_none();
                    if ui
                        .selectable_label(is_own, "as the mission has it")
                        .clicked()
                    {
                        fitting.suit = None;
                    }
                    for key in &offer.suits {
                        let Some(id) = content.suit_named(key) else {
                            continue;
                        };
                        let suit = content.suit(id);
                        let text = format!(
                            "{}: {} {:?} ({} credits)",
                            suit.name, suit.armor.rating, suit.armor.class, suit.value
                        );
                        if ui.selectable_label(now.suit == Some(id), text).clicked() {
                            fitting.suit = Some(key.clone());
                        }
                    }
                });
        });
        ui.horizontal_wrapped(|ui| {
            heading(ui, "carries");
            let keys: Vec<_> = (now.items.iter())
                .map(|&item| content.item(item).key.clone())
                .collect();
            for (at, &item) in now.items.iter().enumerate() {
                let item = content.item(item);
                let text = format!("{} ×", item.name);
                let about = format!("{}\nClick to leave it behind", item.description);
                if ui
                    .button(RichText::new(text).size(13.0))
                    .on_hover_text(about)
                    .clicked()
                {
                    let mut keys = keys.clone();
                    keys.remove(at);
                    fitting.items = Some(keys);
                }
            }
            if now.items.len() < MAX_ITEMS {
                ui.menu_button(RichText::new("add …").color(SAND), |ui| {
                    for key in &offer.items {
                        let Some(id) = content.item_named(key) else {
                            continue;
                        };
                        let item = content.item(id);
                        let text = format!("{} ({} credits)", item.name, item.value);
                        if ui.button(text).on_hover_text(&item.description).clicked() {
                            let mut keys = keys.clone();
                            keys.push(key.clone());
                            fitting.items = Some(keys);
                            ui.close();
                        }
                    }
                });
            }
        });
    });
    fittings.retain(|other| other.unit != number);
    let unchanged = Fitting {
        unit: number,
        ..Fitting::default()
    };
    if fitting != unchanged {
        fittings.push(fitting);
    }
}

/// Lists what is on offer, with what the unit has anyway.
fn choices(offer: &[String], own: &str) -> Vec<String> {
    let mut all: Vec<_> = offer.to_vec();
    if !all.iter().any(|key| key == own) {
        all.insert(0, own.to_owned());
    }
    all
}
