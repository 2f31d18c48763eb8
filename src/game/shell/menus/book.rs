//! The encyclopedia.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use crate::{
    content,
    game::{
        kit::{
            facts,
            theme::{BAD, faint, widget::scroll},
        },
        rules::playable::{Playable, rules},
        shell::{
            menus::{Menus, sheet},
            session::Session,
        },
    },
    playing::{Card, Chapter},
    with_rules,
};

/// Where the encyclopedia is open.
#[derive(Default)]
pub(super) struct Page {
    chapter: usize,
    card: usize,
    wanted: String,
    /// The book, and the battle it was written for.
    written: Option<(u32, Vec<Chapter>)>,
}

/// Writes the book of the mission that is played, or of the definitions as they are shipped.
fn write(world: &World) -> Result<Vec<Chapter>, String> {
    let shipped = content::load_default()?;
    let session = world.resource::<Session>();
    let mission = session.mission.as_ref();
    let catalog = mission.map_or(&shipped, |mission| &mission.catalog);
    Ok(with_rules!(rules(world), R => R::chapters(catalog, &shipped)))
}

pub(super) fn show(world: &mut World) {
    let generation = world.resource::<Session>().generation;
    let written = &world.resource::<Menus>().book.written;
    if written.as_ref().is_none_or(|(of, _)| *of != generation) {
        match write(world) {
            Ok(book) => world.resource_mut::<Menus>().book.written = Some((generation, book)),
            Err(error) => {
                sheet(world, "book", "Encyclopedia", 700.0, |_, ui, _| {
                    ui.label(RichText::new(error).color(BAD));
                });
                return;
            }
        }
    }
    sheet(world, "book", "Encyclopedia", 900.0, |world, ui, room| {
        let is_fresh = world.resource::<Menus>().is_fresh;
        let mut menus = world.resource_mut::<Menus>();
        let page = &mut menus.book;
        let Some((_, book)) = &page.written else {
            return;
        };
        ui.horizontal_wrapped(|ui| {
            for (number, chapter) in book.iter().enumerate() {
                let is_on = page.wanted.is_empty() && page.chapter == number;
                let response = ui.selectable_label(is_on, &chapter.name);
                if is_fresh && is_on {
                    response.request_focus();
                }
                if response.clicked() {
                    (page.chapter, page.card) = (number, 0);
                    page.wanted.clear();
                }
            }
            let field = egui::TextEdit::singleline(&mut page.wanted).hint_text("search");
            ui.add(field.desired_width(180.0));
        });
        ui.separator();
        let wanted = page.wanted.to_lowercase();
        let found: Vec<&Card> = match wanted.is_empty() {
            true => book[page.chapter.min(book.len() - 1)]
                .cards
                .iter()
                .collect(),
            false => (book.iter().flat_map(|chapter| &chapter.cards))
                .filter(|card| {
                    card.title.to_lowercase().contains(&wanted)
                        || (card.facts.iter()).any(|(name, _)| name.contains(&wanted))
                })
                .collect(),
        };
        if found.is_empty() {
            ui.label(faint("nothing of that name"));
            return;
        }
        page.card = page.card.min(found.len() - 1);
        let height = room - 110.0;
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                ui.set_width(232.0);
                let list = scroll(height).id_salt("names");
                list.show(ui, |ui| names(ui, &found, &mut page.card));
            });
            ui.separator();
            ui.vertical(|ui| {
                scroll(height).id_salt("card").show(ui, |ui| {
                    ui.set_width(600.0);
                    facts(ui, "book card", found[page.card]);
                });
            });
        });
    });
}

/// Lists the cards that were found; the one that is clicked or walked to is shown.
fn names(ui: &mut egui::Ui, found: &[&Card], shown: &mut usize) {
    ui.set_width(220.0);
    for (number, card) in found.iter().enumerate() {
        let response = ui.selectable_label(*shown == number, &card.title);
        if response.clicked() || response.gained_focus() {
            *shown = number;
        }
    }
}
