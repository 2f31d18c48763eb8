//! Help: how a turn goes, every key, and the manual with search.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};

use crate::game::kit::key_of;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::theme::icon::Icon;
use crate::game::kit::theme::widget::{heading, key, scroll, scroll_by_keys, small_icon};
use crate::game::kit::theme::{SAND, faint};
use crate::game::rules::playable::{Playable, key_text, rules};
use crate::game::shell::menus::tables::{self, Part};
use crate::game::shell::menus::{Menus, lines, sheet};
use crate::manual::{Section, find, topics};
use crate::with_rules;

/// Most sections that a search lists.
const SHOWN: usize = 40;
/// Most characters of a line that a search shows of a section.
const GLIMPSE: usize = 110;
/// Width of the list of chapters.
const LIST: f32 = 190.0;
/// Width that the name of a key takes beside what it does, points.
const KEYS: f32 = 110.0;
/// Room between how a turn goes and the keys.
const BETWEEN: f32 = 24.0;

/// Where help is open.
#[derive(Default)]
pub(super) struct Page {
    /// Chapter of the manual; none is keys and turns.
    topic: Option<usize>,
    /// The one section of it that is shown, if it was found by a search.
    section: Option<Section>,
    /// Words that are looked for.
    wanted: String,
    /// What the renderer of Markdown keeps.
    cache: CommonMarkCache,
}

pub(super) fn show(world: &mut World) {
    let mut page = std::mem::take(&mut world.resource_mut::<Menus>().help);
    sheet(world, "help", "Help", 1150.0, |world, ui, room| {
        let is_fresh = world.resource::<Menus>().is_fresh;
        let height = room - 40.0;
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                ui.set_width(LIST);
                let list = scroll(height).id_salt("chapters");
                list.show(ui, |ui| contents(ui, &mut page, is_fresh));
            });
            ui.separator();
            ui.vertical(|ui| {
                let place = (page.topic, &page.wanted);
                scroll(height).id_salt(place).show(ui, |ui| {
                    // Beside the bar.
                    ui.set_width(ui.available_width() - 20.0);
                    scroll_by_keys(ui);
                    shown(world, ui, &mut page);
                });
            });
        });
    });
    world.resource_mut::<Menus>().help = page;
}

/// Shows what was found, a section, a chapter, or turns and keys.
fn shown(world: &World, ui: &mut egui::Ui, page: &mut Page) {
    match (page.wanted.trim().is_empty(), page.section, page.topic) {
        (false, ..) => results(ui, page),
        (true, Some(section), _) => passage(ui, page, section),
        (true, None, Some(topic)) => text(ui, &mut page.cache, topics()[topic].text),
        (true, None, None) => turns_and_keys(world, ui),
    }
}

/// Shows the field for words and the list of chapters.
fn contents(ui: &mut egui::Ui, page: &mut Page, is_fresh: bool) {
    let field = egui::TextEdit::singleline(&mut page.wanted).hint_text("search the manual");
    ui.add(field.desired_width(LIST - 16.0));
    ui.add_space(6.0);
    let titles = topics().iter().map(|topic| topic.title());
    let all = [(None, "Turns and keys")].into_iter();
    for (topic, title) in all.chain((0..).map(Some).zip(titles)) {
        let is_on = page.wanted.is_empty() && page.topic == topic;
        let response = ui.selectable_label(is_on, title);
        if is_fresh && is_on {
            response.request_focus();
        }
        if response.clicked() {
            (page.topic, page.section) = (topic, None);
            page.wanted.clear();
        }
    }
}

/// Shows text of the manual: tables keep to the width there is, everything else as the renderer shows it.
fn text(ui: &mut egui::Ui, cache: &mut CommonMarkCache, text: &str) {
    for (at, part) in tables::parts(text).into_iter().enumerate() {
        ui.push_id(at, |ui| match part {
            Part::Text(text) => drop(CommonMarkViewer::new().show(ui, cache, text)),
            Part::Table(rows) => tables::show(ui, cache, &rows),
        });
    }
}

/// Lists the sections that hold the words looked for; a click on one shows it.
fn results(ui: &mut egui::Ui, page: &mut Page) {
    let found = find(&page.wanted);
    if found.is_empty() {
        ui.label(faint(
            "no section of the manual contains all of these words",
        ));
    }
    let first = page.wanted.split_whitespace().next().unwrap_or_default();
    let first = first.to_lowercase();
    for section in found.iter().take(SHOWN) {
        let link = ui.link(RichText::new(full_heading(section)).size(16.0));
        ui.label(faint(glimpse(section.text, &first)));
        ui.add_space(6.0);
        if link.clicked() {
            (page.topic, page.section) = (Some(section.topic), Some(*section));
            page.wanted.clear();
            return;
        }
    }
    if let Some(more @ 1..) = found.len().checked_sub(SHOWN) {
        ui.label(faint(format!(
            "{more} more; add a word to narrow the search"
        )));
    }
}

/// Shows one section of a chapter, with the way to all of it.
fn passage(ui: &mut egui::Ui, page: &mut Page, section: Section) {
    ui.label(RichText::new(full_heading(&section)).size(20.0));
    text(ui, &mut page.cache, section.text);
    ui.add_space(8.0);
    if ui.button("Open the chapter").clicked() {
        page.section = None;
    }
}

/// Names a section with its chapter.
fn full_heading(section: &Section) -> String {
    let title = topics()[section.topic].title();
    match section.heading == title {
        true => title.to_owned(),
        false => format!("{title}: {}", section.heading.replace('`', "")),
    }
}

/// Returns the first line with a word, or the first one, cut to a glimpse.
fn glimpse(text: &str, word: &str) -> String {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let line = lines
        .clone()
        .find(|line| line.to_lowercase().contains(word));
    let line = line.or_else(|| lines.next()).unwrap_or_default();
    let line = line.replace(['`', '|', '*'], "");
    let line = line.trim();
    let short: String = line.chars().take(GLIMPSE).collect();
    match short.len() < line.len() {
        true => format!("{short}…"),
        false => short,
    }
}

/// Splits what a rule set tells of how to play into icon, name and text.
fn paragraphs(basics: &str) -> impl Iterator<Item = (Option<Icon>, &str, String)> {
    let paragraphs = basics.split("# ").skip(1);
    paragraphs.map(|paragraph| {
        let (head, text) = paragraph.split_once('\n').unwrap_or((paragraph, ""));
        let (icon, name) = head.split_once(": ").unwrap_or(("", head));
        (Icon::named(icon), name, text.trim().replace('\n', " "))
    })
}

/// Shows how a turn goes, and every key.
fn turns_and_keys(world: &World, ui: &mut egui::Ui) {
    ui.spacing_mut().item_spacing.x = BETWEEN;
    ui.columns(2, |columns| {
        for column in columns.iter_mut() {
            column.spacing_mut().item_spacing.x = egui::Spacing::default().item_spacing.x;
        }
        let basics = with_rules!(rules(world), R => R::BASICS);
        for (icon, name, text) in paragraphs(basics) {
            let ui = &mut columns[0];
            ui.horizontal(|ui| {
                if let Some(icon) = icon {
                    small_icon(ui, icon, SAND);
                }
                ui.label(RichText::new(name).strong().size(15.5));
            });
            lines(ui, &text);
            ui.add_space(7.0);
        }
        keys(world, &mut columns[1]);
    });
}

/// Shows every key that means something under the rules that are played.
fn keys(world: &World, ui: &mut egui::Ui) {
    let pointer = with_rules!(rules(world), R => R::POINTER);
    let about = with_rules!(rules(world), R => key_text::<R> as fn(KeyAction) -> &'static str);
    ui.label(pointer);
    let wide = ui.available_width() - KEYS;
    for (group, actions) in KeyAction::grouped(KeyAction::of(Some(rules(world)))) {
        ui.add_space(6.0);
        heading(ui, group);
        egui::Grid::new(group).num_columns(2).show(ui, |ui| {
            for action in actions {
                key(ui, &key_of(world, action));
                ui.vertical(|ui| {
                    ui.set_max_width(wide);
                    ui.label(RichText::new(about(action)).size(13.0));
                });
                ui.end_row();
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mission::RuleSet;

    #[test]
    fn every_paragraph_on_how_to_play_has_an_icon_and_a_text() {
        for set in RuleSet::all() {
            let basics = with_rules!(*set, R => R::BASICS);
            assert!(paragraphs(basics).count() > 5, "{set:?}");
            for (icon, name, text) in paragraphs(basics) {
                assert!(
                    icon.is_some() && !name.is_empty() && !text.is_empty(),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn every_chapter_is_as_wide_as_there_is_room_for() {
        for width in [520.0, 740.0, 940.0] {
            for topic in topics() {
                let context = egui::Context::default();
                let mut used = 0.0;
                // Grids know the widths of their columns in the second pass.
                for _ in 0..3 {
                    let _ = context.run_ui(egui::RawInput::default(), |ui| {
                        ui.set_max_width(width);
                        text(ui, &mut CommonMarkCache::default(), topic.text);
                        used = ui.min_rect().width();
                    });
                }
                assert!(used <= width + 1.0, "{}: {used} of {width}", topic.title());
            }
        }
    }
}
