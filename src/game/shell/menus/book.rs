//! The encyclopedia: what there is by chapter, with pictures, links between cards, and two side by side.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, TextureHandle, vec2};

use crate::battle::grid::Orientation;
use crate::game::kit::theme::widget::{is_walked_to, page_by_keys, scroll};
use crate::game::kit::theme::{BAD, SAND, TIME, faint, texture};
use crate::game::rules::playable::{Playable, rules};
use crate::game::shell::menus::{Menus, sheet};
use crate::game::shell::session::Session;
use crate::game::table::art::{self, Sheet};
use crate::playing::{Card, Chapter};
use crate::{content, with_rules};

/// Height of the pictures, points.
const PICTURE: f32 = 96.0;
/// Width of a column of values, points.
const VALUE: f32 = 230.0;

/// Where the encyclopedia is open.
#[derive(Default)]
pub(super) struct Page {
    chapter: usize,
    card: usize,
    wanted: String,
    /// Title of the card that stands beside the one that is open.
    beside: Option<String>,
    /// The book, and the battle it was written for.
    written: Option<(u32, Vec<Chapter>)>,
    /// What stands on the ground; painted when it is first needed.
    ground: Option<Sheet>,
    /// Pictures of cards that were shown, by what they are of.
    pictures: BTreeMap<String, Option<TextureHandle>>,
}

impl Page {
    /// Opens the card of a title, if there is one.
    fn open(&mut self, title: &str) {
        let chapters = self.written.iter().flat_map(|(_, book)| book);
        let found = chapters.enumerate().find_map(|(at, chapter)| {
            let card = chapter.cards.iter().position(|card| card.title == title)?;
            Some((at, card))
        });
        if let Some((chapter, card)) = found {
            (self.chapter, self.card) = (chapter, card);
            self.beside = None;
            self.wanted.clear();
        }
    }
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
    let mut page = std::mem::take(&mut world.resource_mut::<Menus>().book);
    let generation = world.resource::<Session>().generation;
    let mut failed = None;
    if page
        .written
        .as_ref()
        .is_none_or(|(of, _)| *of != generation)
    {
        match write(world) {
            Ok(book) => page.written = Some((generation, book)),
            Err(error) => failed = Some(error),
        }
    }
    sheet(
        world,
        "book",
        "Encyclopedia",
        980.0,
        |world, ui, room| match failed {
            Some(error) => _ = ui.label(RichText::new(error).color(BAD)),
            None => pages(world, ui, &mut page, room),
        },
    );
    world.resource_mut::<Menus>().book = page;
}

/// Releases the pictures once the book is closed.
pub(super) fn close(mut menus: ResMut<Menus>) {
    let Page {
        ground, pictures, ..
    } = &mut menus.book;
    *ground = None;
    pictures.clear();
}

/// Shows the chapters and what is found in the one that is open, or by a search.
fn pages(world: &World, ui: &mut egui::Ui, page: &mut Page, room: f32) {
    let Some((generation, book)) = page.written.take() else {
        return;
    };
    chapters(world, ui, page, &book);
    ui.separator();
    let found = found(&book, page);
    let mut to = None;
    if found.is_empty() {
        ui.label(faint("no entry matches"));
    } else {
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
                    ui.set_width(680.0);
                    page_by_keys(ui);
                    to = entry(world, ui, page, (generation, &book), found[page.card]);
                });
            });
        });
    }
    page.written = Some((generation, book));
    if let Some(title) = to {
        page.open(&title);
    }
}

/// Lists the chapters, and the field for words that are looked for.
fn chapters(world: &World, ui: &mut egui::Ui, page: &mut Page, book: &[Chapter]) {
    let is_fresh = world.resource::<Menus>().is_fresh;
    ui.horizontal_wrapped(|ui| {
        for (number, chapter) in book.iter().enumerate() {
            let is_on = page.wanted.is_empty() && page.chapter == number;
            let response = ui.selectable_label(is_on, &chapter.name);
            if is_fresh && is_on {
                response.request_focus();
            }
            if response.clicked() {
                (page.chapter, page.card, page.beside) = (number, 0, None);
                page.wanted.clear();
            }
        }
        let field = egui::TextEdit::singleline(&mut page.wanted).hint_text("search");
        ui.add(field.desired_width(180.0));
    });
}

/// Lists the cards of the chapter that is open, or those that hold what is looked for.
fn found<'a>(book: &'a [Chapter], page: &Page) -> Vec<&'a Card> {
    let wanted = page.wanted.to_lowercase();
    if wanted.is_empty() {
        let chapter = book.get(page.chapter).or(book.last());
        return chapter.into_iter().flat_map(|one| &one.cards).collect();
    }
    let cards = book.iter().flat_map(|chapter| &chapter.cards);
    let holds = |card: &&Card| {
        card.title.to_lowercase().contains(&wanted)
            || (card.facts.iter()).any(|(name, _)| name.contains(&wanted))
    };
    cards.filter(holds).collect()
}

/// Lists the cards that were found; the one that is clicked or that arrows walk to is shown.
fn names(ui: &mut egui::Ui, found: &[&Card], shown: &mut usize) {
    ui.set_width(220.0);
    for (number, card) in found.iter().enumerate() {
        let response = ui.selectable_label(*shown == number, &card.title);
        if response.clicked() || is_walked_to(ui, &response) {
            *shown = number;
        }
    }
}

/// Shows a card, and the one beside it; returns the title of the one that a link leads to.
fn entry(
    world: &World,
    ui: &mut egui::Ui,
    page: &mut Page,
    (generation, book): (u32, &[Chapter]),
    card: &Card,
) -> Option<String> {
    let like = book.iter().find(|chapter| chapter.cards.contains(card))?;
    let others = like.cards.iter().filter(|other| other.title != card.title);
    let others: Vec<_> = others.filter(|_| !card.of.is_empty()).collect();
    let beside = page.beside.as_ref();
    let beside = beside.and_then(|title| others.iter().find(|one| one.title == *title));
    let mut to = None;
    let rows = compared(card, beside.copied());
    let columns = 2 + usize::from(beside.is_some());
    let grid = egui::Grid::new("book card").num_columns(columns);
    let width = if beside.is_some() { 320.0 } else { 660.0 };
    ui.horizontal(|ui| {
        for shown in [card].into_iter().chain(beside.copied()) {
            ui.vertical(|ui| {
                ui.set_width(width);
                if let Some(picture) = picture(world, ui, page, generation, &shown.of) {
                    let size = picture.size_vec2();
                    ui.image((picture.id(), size * (PICTURE / size.y).min(280.0 / size.x)));
                }
                ui.label(RichText::new(&shown.title).strong().size(17.0));
                if !shown.about.is_empty() {
                    ui.label(faint(&shown.about));
                }
            });
        }
    });
    if !others.is_empty() {
        compare(ui, &others, &mut page.beside);
    }
    ui.add_space(4.0);
    grid.spacing(vec2(14.0, 3.0)).show(ui, |ui| {
        for (name, values) in &rows {
            ui.label(faint(*name));
            let differ = values.len() > 1 && values[0] != values[1];
            for value in values {
                to = cell(ui, book, card, value, differ).or(to.take());
            }
            ui.end_row();
        }
    });
    let names = mentions(book, card);
    if !names.is_empty() {
        ui.add_space(6.0);
        ui.horizontal_wrapped(|ui| {
            ui.label(faint("mentioned by"));
            for name in names {
                if link(ui, name) {
                    to = Some(name.to_owned());
                }
            }
        });
    }
    to
}

/// Offers the other cards of the chapter for the second column.
fn compare(ui: &mut egui::Ui, others: &[&Card], beside: &mut Option<String>) {
    let shown = beside.as_deref().unwrap_or("nothing").to_owned();
    ui.horizontal(|ui| {
        ui.label(faint("compare with"));
        let list = egui::ComboBox::from_id_salt("compare with").width(200.0);
        list.selected_text(shown).show_ui(ui, |ui| {
            ui.selectable_value(beside, None, "nothing");
            for other in others {
                ui.selectable_value(beside, Some(other.title.clone()), &other.title);
            }
        });
    });
}

/// Lists facts by name, each with its value on one card and on another; empty where one lacks it.
fn compared<'a>(card: &'a Card, other: Option<&'a Card>) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in [Some(card), other]
        .into_iter()
        .flatten()
        .flat_map(|card| &card.facts)
    {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let value = |of: &'a Card, name: &str| {
        let found = of.facts.iter().find(|(other, _)| other == name);
        found.map_or("", |(_, value)| value.as_str())
    };
    let row = |name: &'a str| {
        let cards = [Some(card), other].into_iter().flatten();
        (name, cards.map(|of| value(of, name)).collect())
    };
    names.into_iter().map(row).collect()
}

/// Whether a card has a title, which it is linked by.
fn is_titled(book: &[Chapter], title: &str) -> bool {
    let mut cards = book.iter().flat_map(|chapter| &chapter.cards);
    cards.any(|card| card.title == title && !card.of.is_empty())
}

/// Shows a value; names of other cards in it are links. Returns the title of the one that was clicked.
fn cell(
    ui: &mut egui::Ui,
    book: &[Chapter],
    card: &Card,
    value: &str,
    differs: bool,
) -> Option<String> {
    let parts: Vec<_> = value.split(", ").collect();
    let is_link = |part: &str| part != card.title && is_titled(book, part);
    let mut to = None;
    if parts.iter().any(|part| is_link(part)) {
        ui.horizontal_wrapped(|ui| {
            ui.set_max_width(2.0 * VALUE);
            for part in parts {
                if !is_link(part) {
                    ui.label(RichText::new(part).size(13.0));
                } else if link(ui, part) {
                    to = Some(part.to_owned());
                }
            }
        });
        return to;
    }
    let text = RichText::new(value).size(13.0);
    let text = if differs { text.color(SAND) } else { text };
    ui.scope(|ui| {
        ui.set_max_width(if differs { VALUE } else { 2.0 * VALUE });
        ui.add(egui::Label::new(text).wrap());
    });
    None
}

/// Shows the name of a card that is opened by a click; whether it is clicked.
fn link(ui: &mut egui::Ui, name: &str) -> bool {
    ui.link(RichText::new(name).size(13.0).color(TIME).underline())
        .clicked()
}

/// Lists the titles of cards that name a card among their facts.
fn mentions<'a>(book: &'a [Chapter], card: &Card) -> Vec<&'a str> {
    if card.of.is_empty() {
        return Vec::new();
    }
    let cards = book.iter().flat_map(|chapter| &chapter.cards);
    let names = |other: &&Card| {
        let mut values = other.facts.iter().map(|(_, value)| value);
        values.any(|value| value.split(", ").any(|part| part == card.title))
    };
    let named = cards
        .filter(|other| other.title != card.title)
        .filter(names);
    named.map(|other| other.title.as_str()).collect()
}

/// Returns the picture of a definition, if there is one; painted when it is first shown.
fn picture(
    world: &World,
    ui: &egui::Ui,
    page: &mut Page,
    generation: u32,
    of: &str,
) -> Option<TextureHandle> {
    let (sort, key) = of.split_once(' ')?;
    if let Some(known) = page.pictures.get(of) {
        return known.clone();
    }
    let session = world.resource::<Session>();
    let shipped = session.mission.is_none().then(content::load_default);
    let shipped = shipped.and_then(Result::ok);
    let shipped = shipped.as_ref();
    let mission = session.mission.as_ref().map(|mission| &*mission.catalog);
    let catalog = mission.or(shipped)?;
    let painted = match sort {
        "terrain" => {
            let sheet =
                (page.ground).get_or_insert_with(|| art::standing_sheet(Orientation::Pointy));
            let mut terrains = catalog.terrains.iter();
            let terrain = terrains.find(|terrain| terrain.key == key);
            terrain.map(|terrain| art::swatch(terrain, sheet))
        }
        _ => with_rules!(rules(world), R => R::picture(catalog, sort, key)),
    };
    let id = ("book", generation, of);
    let shown = painted.map(|painted| texture(ui.ctx(), id, || painted));
    page.pictures.insert(of.to_owned(), shown.clone());
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mission::RuleSet;

    fn books() -> Vec<(RuleSet, Vec<Chapter>)> {
        let shipped = content::load_default().expect("it is shipped");
        let sets = RuleSet::all().iter();
        sets.map(|&set| (set, with_rules!(set, R => R::chapters(&shipped, &shipped))))
            .collect()
    }

    #[test]
    fn every_unit_has_a_picture_and_cards_name_each_other() {
        let shipped = content::load_default().expect("it is shipped");
        for (set, book) in books() {
            let Some(units) = book.first() else {
                continue;
            };
            let cards = units
                .cards
                .iter()
                .map(|card| (card, card.of.split_once(' ')));
            for (card, of) in cards {
                let (sort, key) = of.expect("it says what it is of");
                let picture = with_rules!(set, R => R::picture(&shipped, sort, key));
                assert!(picture.is_some(), "{set:?}: {}", card.title);
            }
            let cards = book.iter().flat_map(|chapter| &chapter.cards);
            let named = cards.filter(|card| !mentions(&book, card).is_empty());
            assert!(named.count() > 0, "{set:?}");
        }
    }

    #[test]
    fn a_link_opens_the_card_of_its_title_and_two_cards_stand_side_by_side() {
        let (_, book) = books().into_iter().next().expect("there are rule sets");
        let (one, other) = (&book[0].cards[0], &book[0].cards[1]);
        let rows = compared(one, Some(other));
        assert!(rows.iter().all(|(_, values)| values.len() == 2));
        assert!(rows.iter().any(|(_, values)| values[0] != values[1]));
        assert_eq!(compared(one, None).len(), one.facts.len());
        let title = book[1].cards[2].title.clone();
        let mut page = Page {
            written: Some((0, book)),
            wanted: "x".into(),
            ..Page::default()
        };
        page.open(&title);
        assert_eq!((page.chapter, page.card), (1, 2));
        assert!(page.wanted.is_empty());
        page.open("nothing of the sort");
        assert_eq!((page.chapter, page.card), (1, 2));
    }
}
