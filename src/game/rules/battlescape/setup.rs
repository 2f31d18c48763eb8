//! Squad set-up before a mission: names, weapons, armor and things, within the mission's limits.
//! Where units start is chosen on the board, before the first order.

use std::cmp::Ordering;
use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, vec2};

use crate::game::Screen;
use crate::game::kit::portrait;
use crate::game::kit::theme::widget::heading;
use crate::game::kit::theme::{BAD, FIELD, GOOD, SAND, faint};
use crate::game::rules::battlescape::looks;
use crate::game::rules::playable::SettingUp;
use crate::game::shell::menus::{card, head};
use crate::game::shell::session::{Request, Session, read_mission};
use crate::game::shell::settings::Settings;
use crate::game::table::palette::Palette;
use crate::mission::{Fitting, MAX_NAME, Mission, MissionSource};
use crate::rules::battlescape::Battlescape;
use crate::rules::battlescape::content::BattlescapeContent;
use crate::rules::battlescape::content::items::MAX_ITEMS;
use crate::rules::battlescape::panel::fitted::fitted;
use crate::rules::battlescape::scenario::{
    Scenario, UnitSetup, credit, fit, kit_worth, squad_worth,
};

/// Width and height of portraits, points.
const PORTRAIT: f32 = 84.0;

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
    let packs = &world.resource::<Session>().packs;
    match read_mission(&file, packs, seed.unwrap_or(0), difficulty) {
        Ok((source, mission)) => {
            *world.resource_mut::<SetUp>() = SetUp {
                source: Some(source),
                written: Some(mission),
                seed,
                fittings: Vec::new(),
            };
            SettingUp::open::<Battlescape>(world);
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
    let palette = world.resource::<Settings>().palette;
    let wish = card(world, "setup", 980.0, 0, |_, ui| {
        let room = ui.ctx().content_rect().height() - 190.0;
        let heading = format!("{}: squad setup", written.name);
        let mut wish = head(ui, &heading, 24.0).then_some(Wish::Back);
        egui::ScrollArea::vertical()
            .max_height(room)
            .min_scrolled_height(room)
            .show(ui, |ui| {
                ui.set_width(970.0);
                for unit in 0..Scenario::of(written).squads[0].len() {
                    row(ui, written, &fitted, unit, &mut fittings, palette);
                }
            });
        ui.separator();
        ui.horizontal(|ui| {
            let color = if cost > most { BAD } else { GOOD };
            let text = format!("Kit: {cost} of {most} credits");
            ui.label(RichText::new(text).color(color).strong().size(16.0));
            if !Scenario::of(written).deployment.is_empty() {
                ui.label(faint("you place them on the board when the battle starts"));
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
                .on_disabled_hover_text("fix the problems listed above")
                .clicked()
            {
                wish = Some(Wish::Begin);
            }
            let again = egui::Button::new("Reset to the mission's setup").min_size(vec2(0.0, 36.0));
            if ui.add_enabled(!fittings.is_empty(), again).clicked() {
                wish = Some(Wish::AsWritten);
            }
        });
        let is_escaped = ui.input(|input| input.key_pressed(egui::Key::Escape));
        if is_escaped { Some(Wish::Back) } else { wish }
    });
    match wish.flatten() {
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

/// What the row of a unit is made of.
struct Row<'a> {
    number: usize,
    content: &'a BattlescapeContent,
    /// The unit the mission's setup.
    before: &'a UnitSetup,
    /// The unit as it is fitted.
    now: &'a UnitSetup,
}

/// Shows a unit; what is changed of it is noted among the fittings.
fn row(
    ui: &mut egui::Ui,
    written: &Mission,
    fitted: &Mission,
    number: usize,
    fittings: &mut Vec<Fitting>,
    palette: Palette,
) {
    let row = Row {
        number,
        content: written.catalog.part::<BattlescapeContent>(),
        before: &Scenario::of(written).squads[0][number],
        now: &Scenario::of(fitted).squads[0][number],
    };
    let unchanged = Fitting {
        unit: number,
        ..Fitting::default()
    };
    let known = fittings.iter().position(|fitting| fitting.unit == number);
    let known = known.map(|at| fittings.remove(at));
    let mut fitting = known.unwrap_or_else(|| unchanged.clone());
    let card = egui::Frame::new()
        .fill(egui::Color32::from_rgb(26, 32, 40))
        .corner_radius(6)
        .inner_margin(8);
    card.show(ui, |ui| {
        ui.set_width(940.0);
        ui.spacing_mut().interact_size.y = FIELD;
        ui.horizontal(|ui| {
            let face = face(ui, number, &row.now.name);
            let figure = looks::figure_in_kit(row.content, row.now, &face, number);
            portrait(ui, palette, &figure, PORTRAIT);
            ui.vertical(|ui| {
                ui.horizontal(|ui| {
                    row.name(ui, &mut fitting);
                    ui.separator();
                    row.weapon(ui, &mut fitting);
                    row.suit(ui, &mut fitting);
                    row.worth(ui);
                });
                ui.horizontal_wrapped(|ui| row.figures(ui));
                ui.horizontal_wrapped(|ui| row.items(ui, &mut fitting));
            });
        });
    });
    if fitting != unchanged {
        fittings.push(fitting);
    }
}

/// Returns the identity of the field in which a unit is named.
fn name_field(number: usize) -> egui::Id {
    egui::Id::new(("name of a unit", number))
}

/// Returns the name that a unit has its face by: while another is typed, that from before.
fn face(ui: &egui::Ui, number: usize, name: &str) -> String {
    let field = name_field(number);
    let is_typed = ui.memory(|memory| memory.has_focus(field));
    let before = ui.data(|data| data.get_temp::<String>(field));
    before.filter(|_| is_typed).unwrap_or_else(|| {
        ui.data_mut(|data| data.insert_temp(field, name.to_owned()));
        name.to_owned()
    })
}

impl Row<'_> {
    fn name(&self, ui: &mut egui::Ui, fitting: &mut Fitting) {
        let before = &self.before.name;
        let mut name = fitting.name.as_ref().unwrap_or(before).clone();
        let field = egui::TextEdit::singleline(&mut name).char_limit(MAX_NAME);
        let field = field.id(name_field(self.number));
        if ui.add(field.desired_width(150.0)).changed() {
            fitting.name = (name != *before).then_some(name);
        }
        let kind = self.content.unit(self.before.kind);
        ui.label(faint(kind.name.as_str()))
            .on_hover_text(&kind.description);
    }

    /// Shows what its kit is worth.
    fn worth(&self, ui: &mut egui::Ui) {
        let [before, now] = [self.before, self.now].map(|unit| kit_worth(self.content, unit));
        let text = match now == before {
            true => format!("{now} credits"),
            false => format!("{now} credits (was {before})"),
        };
        ui.label(RichText::new(text).color(SAND).size(13.0));
    }

    /// Shows what it can do with its kit, and what it could with that of the mission.
    fn figures(&self, ui: &mut egui::Ui) {
        let [before, now] = [self.before, self.now].map(|unit| fitted(self.content, unit));
        for (was, is) in before.into_iter().zip(now) {
            ui.label(faint(is.name));
            let text = match was.text == is.text {
                true => is.text,
                false => format!("{} (was {})", is.text, was.text),
            };
            let text = RichText::new(text).size(13.0);
            ui.label(match is.merit.cmp(&was.merit) {
                Ordering::Greater => text.color(GOOD),
                Ordering::Less => text.color(BAD),
                Ordering::Equal => text,
            });
        }
    }

    fn weapon(&self, ui: &mut egui::Ui, fitting: &mut Fitting) {
        let (content, now) = (self.content, self.now.weapon);
        let own = &content.weapon(self.before.weapon).key;
        let offer = choices(&content.figures.requisition.weapons, own);
        let offer = offer.into_iter().filter_map(|key| {
            let id = content.weapon_named(&key)?;
            let weapon = content.weapon(id);
            let text = format!("{} ({} credits)", weapon.name, weapon.value);
            Some((text, now == id, (id != self.before.weapon).then_some(key)))
        });
        let shown = content.weapon(now).name.as_str();
        if let Some(chosen) = choose(ui, ("weapon", self.number), 170.0, shown, offer) {
            fitting.weapon = chosen;
        }
    }

    fn suit(&self, ui: &mut egui::Ui, fitting: &mut Fitting) {
        let (content, now) = (self.content, self.now.suit);
        let own = (
            "the mission's setup".to_owned(),
            fitting.suit.is_none(),
            None,
        );
        let offer = content.figures.requisition.suits.iter();
        let offer = offer.filter_map(|key| {
            let id = content.suit_named(key)?;
            let suit = content.suit(id);
            let text = format!(
                "{}: {} {:?} ({} credits)",
                suit.name, suit.armor.rating, suit.armor.class, suit.value
            );
            Some((text, now == Some(id), Some(key.clone())))
        });
        let shown = now.map_or("built-in armor", |suit| content.suit(suit).name.as_str());
        let offer = [own].into_iter().chain(offer);
        if let Some(chosen) = choose(ui, ("suit", self.number), 150.0, shown, offer) {
            fitting.suit = chosen;
        }
    }

    fn items(&self, ui: &mut egui::Ui, fitting: &mut Fitting) {
        let (content, items) = (self.content, &self.now.items);
        let keys = items.iter().map(|&item| content.item(item).key.clone());
        let keys: Vec<_> = keys.collect();
        heading(ui, &format!("items: {} of {MAX_ITEMS}", items.len()));
        for (at, &item) in items.iter().enumerate() {
            let item = content.item(item);
            let text = RichText::new(format!("{} ×", item.name)).size(13.0);
            let about = format!(
                "{}\n{} credits. Click to remove it",
                item.description, item.value
            );
            if ui.button(text).on_hover_text(about).clicked() {
                let mut left = keys.clone();
                left.remove(at);
                fitting.items = Some(left);
            }
        }
        if items.len() >= MAX_ITEMS {
            return;
        }
        ui.menu_button(RichText::new("add item …").color(SAND), |ui| {
            for key in &content.figures.requisition.items {
                let Some(id) = content.item_named(key) else {
                    continue;
                };
                let item = content.item(id);
                let text = format!("{} ({} credits)", item.name, item.value);
                if ui.button(text).on_hover_text(&item.description).clicked() {
                    fitting.items = Some([&keys[..], std::slice::from_ref(key)].concat());
                    ui.close();
                }
            }
        });
    }
}

/// Shows what there is to choose from, by name and whether it is chosen; returns the choice that was
/// made.
fn choose<T>(
    ui: &mut egui::Ui,
    id: (&str, usize),
    width: f32,
    shown: &str,
    offer: impl Iterator<Item = (String, bool, T)>,
) -> Option<T> {
    let list = egui::ComboBox::from_id_salt(id).width(width);
    let list = list.selected_text(shown).show_ui(ui, |ui| {
        let mut chosen = None;
        for (text, is_on, value) in offer {
            if ui.selectable_label(is_on, text).clicked() {
                chosen = Some(value);
            }
        }
        chosen
    });
    list.inner.flatten()
}

/// Lists what is on offer, with what the unit has anyway.
fn choices(offer: &[String], own: &str) -> Vec<String> {
    let has_own = offer.iter().any(|key| key == own);
    let own = (!has_own).then(|| own.to_owned());
    own.into_iter().chain(offer.iter().cloned()).collect()
}
