//! The missions: rule sets, cards with pictures of the boards, search and filters, and the chosen one with
//! its terms.

mod boards;
mod cards;
mod details;
mod filter;
mod packs;

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, vec2};

pub use self::boards::Boards;
use self::details::{Shown, chosen, prepare, terms, ways};
use self::filter::{Filter, SHORT, Sorting};
use crate::game::Screen;
use crate::game::kit::context;
use crate::game::kit::theme::widget::{heading, scroll};
use crate::game::kit::theme::{BAD, FAINT, FIELD, SAND, faint, icon};
use crate::game::rules::playable::Playable;
use crate::game::shell::menus::card;
use crate::game::shell::packs::Packs;
use crate::game::shell::results::Results;
use crate::game::shell::session::{Listed, Request, Session};
use crate::mission::{AS_WRITTEN, RuleSet};
use crate::with_rules;

/// Widths of what stands beside the cards, points.
const RULES: f32 = 190.0;
/// Width of the bar that shows how far they are scrolled.
const BAR: f32 = 10.0;
const DETAILS: f32 = 430.0;
/// Width of the emblems of rule sets, points.
const EMBLEM: f32 = 34.0;
/// Name of the search field, by which the keyboard finds it.
const SEARCH: &str = "search missions";

/// What the screen shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Page {
    #[default]
    Missions,
    Packs,
}

/// What is chosen on the mission list.
#[derive(Resource, Default)]
pub(super) struct Choice {
    page: Page,
    /// The pack on show.
    pack: usize,
    at: usize,
    seed: String,
    filter: Filter,
    /// What the list was last drawn for.
    drawn_for: Filter,
    /// The mission on show, and the difficulty and packs that it is shown for.
    shown: Option<(PathBuf, (u16, u64), Result<Shown, String>)>,
}

impl Choice {
    /// The seed that was typed; none is a new one.
    fn seed(&self) -> Option<u64> {
        self.seed.trim().parse().ok()
    }

    fn is_seed_wrong(&self) -> bool {
        !self.seed.trim().is_empty() && self.seed().is_none()
    }

    /// Shows a mission of the list, whatever was searched for.
    pub(super) fn show(&mut self, at: usize) {
        *self = Self {
            at,
            ..Self::default()
        };
    }

    /// Chooses the first that is listed, if what is listed or its order changed; returns whether it did.
    fn follow(&mut self, places: &[usize]) -> bool {
        let has_changed = self.drawn_for != self.filter;
        if has_changed || !places.contains(&self.at) {
            self.at = places.first().copied().unwrap_or(self.at);
        }
        self.drawn_for.clone_from(&self.filter);
        has_changed
    }

    /// The mission on show, if it has no mistakes.
    fn mission(&self) -> Option<&Shown> {
        let (.., shown) = self.shown.as_ref()?;
        shown.as_ref().ok()
    }
}

/// What a click asks for.
enum Wish {
    Begin,
    Squad,
    Edit,
    Back,
}

/// Returns the seed that everybody has today: year, month and day in universal time, such as 20261125.
fn daily_seed(now: SystemTime) -> u64 {
    let seconds = now
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    // Days since March 1 of year 0, in eras of 400 years (Hinnant, "chrono-compatible low-level date
    // algorithms").
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let (year, month) = match month {
        0..10 => (era * 400 + year, month + 3),
        _ => (era * 400 + year + 1, month - 9),
    };
    year * 10_000 + month * 100 + day_of_month
}

pub(super) fn show(world: &mut World) {
    let Some(context) = context(world) else {
        return;
    };
    world.resource_mut::<Boards>().collect(&context);
    let mut choice = world.remove_resource::<Choice>().unwrap_or_default();
    match choice.page {
        Page::Missions => missions(world, &context, &mut choice),
        Page::Packs => {
            if packs::show(world, &context, &mut choice) {
                choice.page = Page::Missions;
            }
            if choice.page == Page::Missions {
                // Packs may have changed what boards look like.
                let painted = world.run_system_cached(Boards::begin);
                painted.expect("what it asks for is there");
            }
        }
    }
    world.insert_resource(choice);
}

/// Shows the list of missions, and the one that is chosen.
fn missions(world: &mut World, context: &egui::Context, choice: &mut Choice) {
    let session = world.resource::<Session>();
    let listed = session.listed.clone();
    let levels = session.levels.clone();
    let mut difficulty = session.difficulty.unwrap_or(AS_WRITTEN);
    let places = choice.filter.apply(&listed);
    let from_top = choice.follow(&places);
    choice.at = choice.at.min(listed.len().saturating_sub(1));
    let Some(entry) = listed.get(choice.at) else {
        return;
    };
    let terms = (difficulty, world.resource::<Packs>().edition);
    let is_shown =
        (choice.shown.as_ref()).is_some_and(|(file, of, _)| *file == entry.file && *of == terms);
    if !is_shown {
        let shown = prepare(world, &entry.file, difficulty);
        choice.shown = Some((entry.file.clone(), terms, shown));
    }
    let screen = context.content_rect();
    let room = screen.height() - 120.0;
    let width = screen.width() - 80.0;
    let wish = card(world, "missions", width, 0, |world, ui| {
        let mut wish = header(ui, choice, world.resource::<Packs>()).then_some(Wish::Back);
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                ui.set_width(RULES);
                ui.set_height(room);
                let all = scroll(room).id_salt("rules").auto_shrink(false);
                all.show(ui, |ui| {
                    ui.set_width(RULES - BAR);
                    rule_sets(ui, &listed, &mut choice.filter);
                });
            });
            ui.separator();
            ui.vertical(|ui| {
                let width = width - RULES - DETAILS - 50.0;
                ui.set_width(width);
                search(ui, &mut choice.filter);
                let mut list = scroll(room - 46.0).id_salt("cards").auto_shrink(false);
                if from_top {
                    list = list.vertical_scroll_offset(0.0);
                }
                list.show(ui, |ui| {
                    ui.set_width(width - 14.0);
                    if cards::show(world, ui, &listed, &places, &mut choice.at) {
                        wish = Some(Wish::Begin);
                    }
                });
            });
            ui.separator();
            ui.vertical(|ui| {
                ui.set_width(DETAILS);
                let is_listed = !places.is_empty();
                let asked = beside(world, ui, room, &levels, &mut difficulty, choice, is_listed);
                wish = asked.or(wish.take());
            });
        });
        match is_left(ui, &mut choice.filter) {
            true => Some(Wish::Back),
            false => wish,
        }
    });
    world.resource_mut::<Session>().difficulty = Some(difficulty);
    if let Some(wish) = wish.flatten() {
        grant(world, wish, entry, choice, difficulty);
    }
}

/// Shows which page is on, with the way to the other, and the way back; whether that is taken.
fn header(ui: &mut egui::Ui, choice: &mut Choice, packs: &Packs) -> bool {
    let flips = ui.input_mut(|input| input.consume_key(egui::Modifiers::COMMAND, egui::Key::P));
    let on = packs.folders().len();
    let packs = match on {
        0 => "Content packs".to_owned(),
        _ => format!("Content packs · {on} on"),
    };
    let back = ui.horizontal(|ui| {
        for (page, name) in [(Page::Missions, "Missions"), (Page::Packs, &packs)] {
            let is_on = choice.page == page;
            let color = if is_on { SAND } else { FAINT };
            let text = RichText::new(name).size(24.0).color(color);
            let tab = ui.add(egui::Button::selectable(is_on, text));
            let tab = tab.on_hover_text("Ctrl+P switches tabs");
            if tab.clicked() || (flips && !is_on) {
                choice.page = page;
                break;
            }
        }
        let right = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(right, |ui| ui.button("Back [Esc]").clicked())
            .inner
    });
    ui.separator();
    back.inner
}

/// Shows the chosen mission, or that none is listed.
fn beside(
    world: &mut World,
    ui: &mut egui::Ui,
    room: f32,
    levels: &[u16],
    difficulty: &mut u16,
    choice: &mut Choice,
    is_listed: bool,
) -> Option<Wish> {
    if is_listed {
        return drawer(world, ui, room, levels, difficulty, choice);
    }
    let listed = world.resource::<Session>().listed.clone();
    nothing(ui, &mut choice.filter, &listed);
    None
}

/// Shows that no mission matches, and the way out.
fn nothing(ui: &mut egui::Ui, filter: &mut Filter, listed: &[Listed]) {
    ui.label(faint("No mission matches the search and the filters."));
    ui.add_space(8.0);
    // What was typed may be found under other rules.
    if let (Some(_), count @ 1..) = (filter.rules, filter.count(listed, None)) {
        if ui
            .button(format!("Show {count} of other rule sets"))
            .clicked()
        {
            filter.rules = None;
        }
        ui.add_space(8.0);
    }
    if ui.button("Show all missions").clicked() {
        *filter = Filter {
            sorting: filter.sorting,
            ..Filter::default()
        };
    }
}

/// Shows the chosen mission, its terms and what can be done with it.
fn drawer(
    world: &mut World,
    ui: &mut egui::Ui,
    room: f32,
    levels: &[u16],
    difficulty: &mut u16,
    choice: &mut Choice,
) -> Option<Wish> {
    let packs = world.resource::<Packs>().all.iter();
    let on: Vec<_> = (packs.filter(|pack| pack.is_on()))
        .map(|pack| pack.name.as_str())
        .collect();
    let with = (!on.is_empty()).then(|| format!("Packs: {}", on.join(", ")));
    let room = if with.is_some() { room - 22.0 } else { room };
    let about = scroll(room - 156.0).id_salt("mission").auto_shrink(false);
    about.show(ui, |ui| {
        ui.set_width(DETAILS - 14.0);
        chosen(world, ui, choice);
    });
    ui.separator();
    if let Some(with) = with {
        ui.add(egui::Label::new(faint(with)).truncate());
    }
    ui.spacing_mut().interact_size.y = FIELD;
    terms(ui, levels, difficulty, choice);
    let mut session = world.resource_mut::<Session>();
    ui.horizontal(|ui| {
        ui.checkbox(&mut session.wants_hot_seat, "Two players")
            .on_hover_text("A second player plays the other side at this screen");
        ui.checkbox(&mut session.wants_ironman, "Ironman")
            .on_hover_text("One automatic save, overwritten each turn: no second chances");
    });
    ui.horizontal(|ui| ways(ui, choice)).inner
}

/// Lists the rule sets, each with what it is like and where to begin.
fn rule_sets(ui: &mut egui::Ui, listed: &[Listed], filter: &mut Filter) {
    let mut offer = |rules: Option<RuleSet>, name: &str, about: &str| {
        let count = filter.count(listed, rules);
        let text = RichText::new(format!("{name}  ({count})")).size(17.0);
        let is_on = filter.rules == rules;
        ui.horizontal(|ui| {
            let mut width = RULES - BAR - 2.0;
            if let Some(rules) = rules {
                let square = vec2(EMBLEM, EMBLEM);
                let (sign, _) = ui.allocate_exact_size(square, egui::Sense::hover());
                with_rules!(rules, R => icon::emblem(ui.painter(), sign, R::EMBLEM));
                width -= EMBLEM + ui.spacing().item_spacing.x;
            }
            let button = egui::Button::selectable(is_on, text).min_size(vec2(width, 34.0));
            if ui.add(button).clicked() {
                filter.rules = rules;
            }
        });
        ui.label(faint(about));
        ui.add_space(10.0);
    };
    offer(None, "All", "All missions");
    for &rules in RuleSet::all() {
        with_rules!(rules, R => offer(Some(rules), R::CALLED, R::ABOUT));
    }
    heading(ui, "Show");
    let short = format!("up to {SHORT} turns");
    ui.checkbox(&mut filter.is_short, short);
    ui.checkbox(&mut filter.for_two, "for two players");
    ui.checkbox(&mut filter.own, "my missions");
    ui.add_space(8.0);
    heading(ui, "Sort by");
    for sorting in Sorting::ALL {
        ui.radio_value(&mut filter.sorting, sorting, sorting.name());
    }
}

/// Shows the search field.
fn search(ui: &mut egui::Ui, filter: &mut Filter) {
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = FIELD;
        let field = egui::TextEdit::singleline(&mut filter.search)
            .id(egui::Id::new(SEARCH))
            .desired_width(280.0)
            .hint_text("Type to search");
        let field = field.show(ui);
        // What was typed before it had the focus stands before what follows.
        if field.response.gained_focus()
            && let Some(mut state) = egui::TextEdit::load_state(ui.ctx(), field.response.id)
        {
            let end = egui::text::CCursor::new(filter.search.chars().count());
            state
                .cursor
                .set_char_range(Some(egui::text::CCursorRange::one(end)));
            state.store(ui.ctx(), field.response.id);
        }
        if !filter.search.is_empty() && ui.button("Clear [Esc]").clicked() {
            filter.search.clear();
        }
    });
    ui.add_space(4.0);
}

/// Whether the keyboard asks for the way back; it also finds and clears the search.
fn is_left(ui: &egui::Ui, filter: &mut Filter) -> bool {
    let field = egui::Id::new(SEARCH);
    let (finds, escapes, typed) = ui.input(|input| {
        let finds = input.modifiers.command && input.key_pressed(egui::Key::F);
        let typed = input.events.iter().filter_map(|event| match event {
            egui::Event::Text(text) => Some(text.as_str()),
            _ => None,
        });
        // Space presses a button; among letters of the same frame it belongs to them.
        let typed = typed.skip_while(|text| text.trim().is_empty());
        let is_shortcut = input.modifiers.ctrl || input.modifiers.alt || input.modifiers.command;
        let typed: String = typed.filter(|_| !is_shortcut).collect();
        (finds, input.key_pressed(egui::Key::Escape), typed)
    });
    // Whoever just types searches.
    let focused = ui.memory(|memory| memory.focused());
    let writes = focused.is_some_and(|id| egui::TextEdit::load_state(ui.ctx(), id).is_some());
    let searches = !typed.is_empty() && !writes;
    if searches {
        filter.search.push_str(&typed);
    }
    if finds || searches {
        ui.memory_mut(|memory| memory.request_focus(field));
    }
    if escapes && !filter.search.is_empty() {
        filter.search.clear();
        ui.memory_mut(|memory| memory.surrender_focus(field));
        return false;
    }
    escapes
}

/// Does what was clicked.
fn grant(world: &mut World, wish: Wish, entry: &Listed, choice: &Choice, difficulty: u16) {
    let file = entry.file.clone();
    let request = match wish {
        Wish::Begin if entry.mission.is_ok() && !choice.is_seed_wrong() => {
            Request::open(file, choice.seed(), difficulty)
        }
        Wish::Begin => return,
        Wish::Squad => {
            if let Some(shown) = choice.mission() {
                with_rules!(shown.mission.rules, R => {
                    R::open_set_up(world, file, choice.seed(), difficulty);
                });
            }
            return;
        }
        Wish::Edit => Request::Edit(Some(file)),
        Wish::Back => {
            world.resource_mut::<NextState<Screen>>().set(Screen::Title);
            return;
        }
    };
    world.resource_mut::<Session>().request = Some(request);
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::game::kit::testing::texts;

    /// Lists what is written beside the cards.
    fn beside_cards(is_listed: bool) -> Vec<String> {
        let mut world = World::new();
        world.init_resource::<Packs>();
        world.init_resource::<Session>();
        let (mut choice, mut difficulty) = (Choice::default(), AS_WRITTEN);
        let context = egui::Context::default();
        let mut written = Vec::new();
        // Fonts come with the second pass.
        for _ in 0..2 {
            let mut output = context.run_ui(egui::RawInput::default(), |ui| {
                let levels = [AS_WRITTEN];
                beside(
                    &mut world,
                    ui,
                    600.0,
                    &levels,
                    &mut difficulty,
                    &mut choice,
                    is_listed,
                );
            });
            output.textures_delta.clear();
            let shapes = output.shapes.iter();
            written = shapes.flat_map(|one| texts(&one.shape)).collect();
        }
        written
    }

    #[test]
    fn an_empty_search_offers_no_mission() {
        let none = "No mission matches the search and the filters.";
        let has = |written: &[String], text: &str| written.iter().any(|line| line == text);
        let listed = beside_cards(true);
        assert!(has(&listed, "Begin") && !has(&listed, none), "{listed:?}");
        let empty = beside_cards(false);
        assert!(has(&empty, none) && !has(&empty, "Begin"), "{empty:?}");
    }

    #[test]
    fn another_order_begins_with_its_first_mission() {
        let mut choice = Choice {
            at: 2,
            ..Choice::default()
        };
        assert!(!choice.follow(&[0, 1, 2]), "as it was left");
        assert_eq!(choice.at, 2);
        choice.filter.sorting = Sorting::Length;
        assert!(choice.follow(&[1, 2, 0]));
        assert_eq!(choice.at, 1);
        assert!(!choice.follow(&[1, 2, 0]), "it is drawn from the top once");
    }

    #[test]
    fn todays_seed_is_the_date() {
        let at = |seconds: u64| daily_seed(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), 19_700_101);
        assert_eq!(at(951_782_399), 20_000_228);
        assert_eq!(at(951_782_400), 20_000_229);
        assert_eq!(at(1_709_251_200), 20_240_301);
        assert_eq!(at(1_795_651_199), 20_261_125);
        assert_eq!(at(4_107_542_400), 21_000_301);
    }
}
