//! What stands beside the cards: class, race and equipment at the left, legality, figures and
//! other decks at the right.
//!
//! **Invariant:** shows the deck on the bench; says what its content says.

use bevy_egui::egui::{self, RichText, vec2};

use super::screen::{LEFT, RIGHT};
use super::{Seat, Wish, Workshop};
use crate::game::kit::theme::widget::{bar, heading, scroll};
use crate::game::kit::theme::{BAD, FIELD, GOOD, SAND, TIME, faint};
use crate::rules::casket::content::{CasketContent, ClassId, EquipmentId, RaceId, text};
use crate::rules::casket::machine::Part;
use crate::rules::casket::workshop::{Figures, MOST_NAME, pieces};

/// Shows name, class, race and equipment.
pub(super) fn choices(ui: &mut egui::Ui, workshop: &Workshop, room: f32) -> Option<Wish> {
    let content = workshop.content();
    let seat = workshop.seat()?;
    let mut wish = None;
    let list = scroll(room).id_salt("choices").auto_shrink(false);
    list.show(ui, |ui| {
        ui.set_width(LEFT - 14.0);
        ui.spacing_mut().item_spacing.y = 3.0;
        wish = name(ui, seat).or(wish.take());
        wish = built_from(ui, content, seat).or(wish.take());
    });
    wish
}

fn name(ui: &mut egui::Ui, seat: &Seat) -> Option<Wish> {
    let mut name = seat.bench.deck().name.clone();
    let mut wish = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = FIELD;
        let field = egui::TextEdit::singleline(&mut name).char_limit(MOST_NAME);
        let field = field
            .id(egui::Id::new("name of the deck"))
            .desired_width(LEFT - 90.0);
        if ui.add(field.hint_text("Name")).changed() {
            wish = Some(Wish::Rename(name.clone()));
        }
        let save = ui.button(RichText::new("Save").color(SAND));
        if save.on_hover_text("Ctrl+S").clicked() {
            wish = Some(Wish::Save);
        }
    });
    wish
}

/// Shows class, race, arms and relics; what cannot be carried says why.
fn built_from(ui: &mut egui::Ui, content: &CasketContent, seat: &Seat) -> Option<Wish> {
    let deck = seat.bench.deck();
    let mut wish = None;
    heading(ui, "Class");
    ui.horizontal_wrapped(|ui| {
        for (id, class) in (0..).map(ClassId).zip(&content.classes) {
            let text = RichText::new(&class.name).size(14.0);
            let about = format!(
                "{}\n{} safe SP, {} to {} cards, relics: {}",
                class.description, class.safe, class.least_cards, class.most_cards, class.relics
            );
            let label = ui.selectable_label(deck.class == id, text);
            if label.on_hover_text(about).clicked() {
                wish = Some(Wish::Class(id));
            }
        }
    });
    heading(ui, "Race");
    ui.horizontal_wrapped(|ui| {
        for (id, race) in (0..).map(RaceId).zip(&content.races) {
            let text = RichText::new(&race.name).size(14.0);
            let label = ui.selectable_label(deck.race == id, text);
            if label.on_hover_text(&race.description).clicked() {
                wish = Some(Wish::Race(id));
            }
        }
    });
    for (arm, title, held) in [
        (Part::RightArm, "Right arm", deck.right),
        (Part::LeftArm, "Left arm", deck.left),
    ] {
        heading(ui, title);
        ui.horizontal_wrapped(|ui| {
            let empty = RichText::new("nothing").size(14.0);
            if ui.selectable_label(held.is_none(), empty).clicked() {
                wish = Some(Wish::Arm(arm, None));
            }
            for (id, why) in pieces(content, deck, Some(arm)) {
                if offered(ui, content, (id, why), held == Some(id)) {
                    wish = Some(Wish::Arm(arm, Some(id)));
                }
            }
        });
    }
    let most = content.class(deck.class).relics;
    heading(ui, &format!("Relics ({} of {most})", deck.relics.len()));
    ui.horizontal_wrapped(|ui| {
        for (id, why) in pieces(content, deck, None) {
            if offered(ui, content, (id, why), deck.relics.contains(&id)) {
                wish = Some(Wish::Relic(id));
            }
        }
    });
    wish
}

/// Offers a piece of equipment; whether it is chosen or put back.
fn offered(
    ui: &mut egui::Ui,
    content: &CasketContent,
    (id, why): (EquipmentId, Option<String>),
    is_on: bool,
) -> bool {
    let piece = content.piece(id);
    let text = RichText::new(&piece.name).size(14.0);
    let label = egui::Button::selectable(is_on, text);
    // What is carried can be put away, whatever the class.
    let label = ui.add_enabled(is_on || why.is_none(), label);
    let cards: Vec<_> = (piece.cards.iter())
        .map(|&card| content.card(card).name.as_str())
        .collect();
    let about = format!("{}\nCards: {}", piece.description, cards.join(", "));
    let label = label.on_hover_text(about);
    match why {
        Some(why) => label.on_disabled_hover_text(why).clicked(),
        None => label.clicked(),
    }
}

/// Shows whether the deck is legal, what it is like, and what can be done with it.
pub(super) fn figures(ui: &mut egui::Ui, workshop: &Workshop, room: f32) -> Option<Wish> {
    let content = workshop.content();
    let seat = workshop.seat()?;
    let figures = Figures::of(content, seat.bench.deck());
    let mut wish = None;
    let below = if workshop.commission.is_some() {
        120.0
    } else {
        80.0
    };
    let list = scroll(room - below).id_salt("figures").auto_shrink(false);
    list.show(ui, |ui| {
        ui.set_width(RIGHT - 14.0);
        ui.spacing_mut().item_spacing.y = 3.0;
        legality(ui, content, seat, &figures);
        sums(ui, &figures);
        ui.add_space(6.0);
        wish = shelf(ui, workshop, seat);
    });
    ui.separator();
    ways(ui, workshop, seat).or(wish)
}

/// Lists the decks to start from: those of the content, and saved ones.
fn shelf(ui: &mut egui::Ui, workshop: &Workshop, seat: &Seat) -> Option<Wish> {
    let content = workshop.content();
    let mut wish = None;
    heading(ui, "Start from");
    ui.horizontal_wrapped(|ui| {
        for deck in &content.decks {
            let button = ui.button(RichText::new(&deck.name).size(13.0));
            if button.on_hover_text(&deck.description).clicked() {
                wish = Some(Wish::Start(deck.clone()));
            }
        }
        let empty = ui.button(RichText::new("Nothing").size(13.0));
        if empty
            .on_hover_text("Only the cards that every deck has")
            .clicked()
        {
            wish = Some(Wish::Empty);
        }
    });
    heading(ui, "Saved decks");
    if workshop.shelf.is_empty() {
        ui.label(faint("none yet: Save keeps this one"));
    }
    for (at, saved) in workshop.shelf.iter().enumerate() {
        ui.horizontal(|ui| {
            let is_on = seat.file.as_ref() == Some(&saved.file);
            let color = if saved.deck.is_ok() { SAND } else { BAD };
            let text = RichText::new(saved.name()).size(14.0).color(color);
            let about = match &saved.deck {
                Ok(deck) => content.class(deck.class).name.clone(),
                Err(why) => why.clone(),
            };
            let label = ui.selectable_label(is_on, text);
            if label.on_hover_text(about).clicked() {
                wish = Some(Wish::Load(at));
            }
            let delete = ui.small_button("×");
            if delete.on_hover_text("Delete this deck …").clicked() {
                wish = Some(Wish::Delete(at));
            }
        });
    }
    wish
}

fn legality(ui: &mut egui::Ui, content: &CasketContent, seat: &Seat, figures: &Figures) {
    let [least, most] = figures.bounds;
    let count = format!("{} cards", figures.count);
    ui.label(RichText::new(count).size(22.0).strong().color(SAND));
    let class = &content.class(seat.bench.deck().class).name;
    let text = match seat.bench.deck().starter {
        true => "a starter deck, of any size".to_owned(),
        false => format!("the class {class} has {least} to {most}"),
    };
    ui.label(faint(text));
    let faults = seat.faults(content);
    if faults.is_empty() {
        ui.label(RichText::new("Legal").size(16.0).strong().color(GOOD));
    }
    for fault in faults {
        let text = RichText::new(format!("• {fault}")).color(BAD);
        ui.add(egui::Label::new(text).wrap());
    }
    ui.add_space(6.0);
}

fn sums(ui: &mut egui::Ui, figures: &Figures) {
    let width = RIGHT - 80.0;
    let row = |ui: &mut egui::Ui, name: &str, share: f32, color, label: &str| {
        ui.horizontal(|ui| {
            ui.allocate_ui(vec2(58.0, 15.0), |ui| {
                ui.set_width(58.0);
                ui.label(RichText::new(name).size(12.5));
            });
            bar(ui, width - 10.0, share, color, label);
        });
    };
    heading(ui, "Cards by SP");
    let most = figures.curve.iter().copied().max().unwrap_or(0).max(1) as f32;
    for (sp, count) in figures.curve.iter().enumerate() {
        let share = *count as f32 / most;
        row(ui, &format!("{sp} SP"), share, TIME, &count.to_string());
    }
    ui.add_space(6.0);
    heading(ui, "Kinds");
    let count = figures.count.max(1);
    for (kind, number) in &figures.kinds {
        let share = *number as f32 / count as f32;
        let label = format!("{number} · {}%", (number * 100 + count / 2) / count);
        row(ui, text::kind(*kind), share, SAND, &label);
    }
    ui.add_space(6.0);
    heading(ui, &format!("Opening hand of {}", figures.hand));
    let sp = format!("{}.{}", figures.hand_sp / 100, figures.hand_sp % 100 / 10);
    ui.label(RichText::new(format!("costs {sp} SP on average")).size(13.0));
    let names = ["an attack", "a reaction", "a card of 0 or 1 SP"];
    for (name, chance) in names.into_iter().zip(figures.chances) {
        let text = format!("holds {name}: {}%", (chance + 5) / 10);
        ui.label(RichText::new(text).size(13.0));
    }
}

/// Offers to take changes back, and to begin.
fn ways(ui: &mut egui::Ui, workshop: &Workshop, seat: &Seat) -> Option<Wish> {
    let mut wish = None;
    if let Some(refusal) = &workshop.refusal {
        let text = RichText::new(refusal).color(BAD).size(13.0);
        ui.add(egui::Label::new(text).wrap());
    }
    ui.horizontal(|ui| {
        let undo = ui.add_enabled(seat.bench.can_undo(), egui::Button::new("Undo [Ctrl+Z]"));
        if undo.clicked() {
            wish = Some(Wish::Undo);
        }
        let name = match workshop.commission.is_some() {
            true => "Reset to the mission's deck",
            false => "Discard changes",
        };
        let again = ui.add_enabled(seat.is_changed(), egui::Button::new(name));
        if again.clicked() {
            wish = Some(Wish::AsWritten);
        }
    });
    if workshop.commission.is_some() {
        let obstacle = workshop.obstacle();
        let text = RichText::new("Begin [Ctrl+Enter]")
            .size(18.0)
            .strong()
            .color(SAND);
        let begin = egui::Button::new(text).min_size(vec2(RIGHT - 20.0, 36.0));
        let begin = ui.add_enabled(obstacle.is_none(), begin);
        if begin
            .on_disabled_hover_text(obstacle.unwrap_or_default())
            .clicked()
        {
            wish = Some(Wish::Begin);
        }
    }
    wish
}
