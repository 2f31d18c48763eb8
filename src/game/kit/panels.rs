//! The panels over a battle: the top line, a strip of units at the left, one slim bar below, and at the
//! right the minimap, what is pointed at, and the newest lines of the log.
//!
//! **Invariant:** a rule set says what stands in them; they are drawn here alone, alike for all. The board
//! has what they leave free: nothing that is empty is shown, and the log is an open panel only on demand.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Rangef, Rect, vec2};

use super::cards::{self, Cards};
use super::draw::draw;
use super::keys::{KeyAction, SPEEDS, set_speed};
use super::log::{log, newest};
use super::piece::{Ask, Piece, Pieces, Words, say};
use super::theme::frame;
use super::theme::icon::Icon;
use super::theme::widget::{heading, icon_only, page_by_keys, scroll};
use super::{
    PanelOptions, advice, banner, context, key_of, minimap, notice, offer, panel, replay,
    take_keys, waiting,
};
use crate::game::Menu;
use crate::game::editor;
use crate::game::rules::playable::{Playable, rules};
use crate::game::shell::watching::Watching;
use crate::game::table::camera::Rig;
use crate::game::table::input::Hover;
use crate::game::table::playback::Playback;
use crate::with_rules;

/// Name of the panel of what is pointed at.
pub const ASIDE: &str = "aside";
/// Width of what panels at the right hold, points.
pub const WIDTH: f32 = 300.0;
/// Width of a card of a unit, points.
pub const CARD: f32 = 112.0;
/// Width of the panel of units, points.
const UNITS: f32 = 142.0;
/// Room for what stands below the units, points.
const BELOW_UNITS: f32 = 70.0;
/// Width of what the bar holds, points: the log stands beside it.
const BAR: f32 = 1020.0;
/// Where panels below the top line begin, points.
const BELOW_TOP: f32 = 50.0;
/// Where a second panel beside the units begins, points.
const BELOW_FIRST: f32 = 240.0;
/// Room between panels, points.
const GAP: f32 = 6.0;
/// Width of a window, points, below which the top line shows only the speed that is set, and what that saves.
const NARROW: f32 = 1200.0;
const SPEEDS_LEFT_OUT: f32 = 150.0;
/// Room the top line takes beside what it tells: speed and menus, and the frame, points.
const REST: f32 = 410.0;
/// What the frame of a panel takes above and below what it holds, points.
const FRAME: f32 = 22.0;
/// Least room for the last part of what the top line tells, points.
const LEAST_LAST: f32 = 120.0;
/// Room for the sign that it tells more, points.
const MORE: f32 = 36.0;
/// Room between two parts of what the top line tells, with the line between them, points.
const BETWEEN_TOLD: f32 = 20.0;
/// Width beyond which a part of it is rather cut than the speeds left out, points.
const MOST_TOLD: f32 = 260.0;
/// Room that the button back to the editor takes in a test, points.
const BACK: f32 = 160.0;

/// What stands in the panels over a battle.
#[derive(Clone, Debug, Default)]
pub struct Panels {
    /// Turn, phase and objective, from left to right.
    pub top: Vec<Words>,
    /// What is said of the objective besides.
    pub top_more: Vec<String>,
    /// Heading of the units.
    pub heading: &'static str,
    pub units: Pieces,
    /// What stands below them.
    pub below_units: Pieces,
    /// The chosen unit and what it can do, line by line.
    pub bar: Pieces,
    /// What is pointed or aimed at.
    pub aside: Aside,
    /// What floats over the board.
    pub floating: Vec<Floating>,
    /// A hand of cards and its piles along the lower edge, and a question to the player.
    pub cards: Cards,
}

/// What is pointed or aimed at: nothing is shown if it is empty.
#[derive(Clone, Debug, Default)]
pub struct Aside {
    /// What stays in sight above.
    pub head: Pieces,
    /// What is scrolled where there is no room for it.
    pub body: Pieces,
    /// What stays in sight below.
    pub foot: Pieces,
}

impl Panels {
    /// Returns how much of the window panels at the right take with their frames, points.
    fn beside(&self) -> f32 {
        let floating = self.floating.iter();
        let right = floating.filter(|one| matches!(one.place, Place::Right(_)));
        right.map(|one| one.width + FRAME).fold(0.0, f32::max)
    }
}

impl Aside {
    /// Whether there is something to press below.
    fn has_button(&self) -> bool {
        let pieces = &self.foot.0;
        pieces.iter().any(|piece| matches!(piece, Piece::Button(_)))
    }
}

/// A panel that floats over the board.
#[derive(Clone, Debug)]
pub struct Floating {
    /// Its name among others.
    pub name: &'static str,
    /// What it is held to.
    pub place: Place,
    /// Its width, points.
    pub width: f32,
    /// What stands in it.
    pub pieces: Pieces,
}

/// What a floating panel is held to, and how far off that, points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// Beside the units, so far from the upper edge.
    Left(f32),
    /// At the right, so far below the minimap, or below the top line where that is not shown.
    Right(f32),
    /// Below the top line, so far to the right of the middle.
    Top(f32),
    /// The middle of the board.
    Middle,
}

/// Draws the panels over the battle that is played, and does what is clicked.
pub fn show(world: &mut World) {
    with_rules!(rules(world), R => show_by::<R>(world));
}

fn show_by<R: Playable>(world: &mut World) {
    let Some(context) = context(world) else {
        return;
    };
    take_keys(&context);
    if world.resource::<PanelOptions>().hidden {
        world.resource_mut::<Rig>().note_panels([0.0; 2]);
        // Keys of cards do nothing while nobody sees them.
        cards::forget(world);
        return;
    }
    let asks = draw_panels::<R>(world, &context);
    let beside = R::beside(world);
    world.resource_mut::<Rig>().note_beside(beside);
    if R::SHOWS_ALL {
        let heights = heights(world, &context);
        world.resource_mut::<Rig>().note_panels(heights);
    }
    asks.into_iter().for_each(|click| click.perform(world));
}

/// Returns how high panels at the top and at the bottom of the window are, points.
fn heights(world: &World, context: &egui::Context) -> [f32; 2] {
    let screen = context.content_rect();
    let rect = |name: &str| context.memory(|memory| memory.area_rect(egui::Id::new(name)));
    let [hint, bar] = match world.contains_resource::<Watching>() {
        true => [None, rect("replay")],
        false => ["hint", "bar"].map(rect),
    };
    let bar = bar.map_or(0.0, |rect| screen.bottom() - rect.top());
    [
        hint.map_or(0.0, |rect| rect.bottom() - screen.top()),
        bar.max(cards::height(context)),
    ]
}

/// Draws all panels; returns what is clicked.
pub fn draw_panels<R: Playable>(world: &mut World, context: &egui::Context) -> Vec<Ask> {
    R::renew(world);
    advice::renew::<R>(world);
    minimap::renew(world, context);
    let mut panels = R::panels(world);
    let is_taken = panels.floating.iter();
    let is_taken = is_taken
        .clone()
        .any(|one| matches!(one.place, Place::Left(_)));
    // What is pointed at may be told at the left, too.
    let is_aside_left = !panels.aside.head.is_empty() || !panels.aside.body.is_empty();
    let is_aside_left = is_aside_left && aside_is_left(context) == Some(true);
    let place = match is_taken {
        true => Place::Left(BELOW_FIRST),
        false if is_aside_left => Place::Right(0.0),
        false => Place::Left(BELOW_TOP + GAP),
    };
    panels.floating.extend(advice::panel(world, place));
    let hints = hints(context, &panels);
    let mut asks = Vec::new();
    let is_watching = world.contains_resource::<Watching>();
    if is_watching {
        panels.cards = Cards::default();
    }
    let below = panels.cards.height(context);
    top(world, context, &panels, &mut asks);
    units(world, context, &panels, &mut asks);
    let height = match is_watching {
        true => replay::bar(world, context),
        false => below + bar(world, context, &panels.bar, below, &mut asks),
    };
    let end = right(
        world,
        context,
        (&panels, &hints),
        [below, height],
        &mut asks,
    );
    for one in &panels.floating {
        floating(world, context, (one, &hints, end), &mut asks);
    }
    cards::show(world, context, &panels.cards, &mut asks);
    let middle = context.content_rect().center().x;
    let across = |half: f32| Rangef::new(middle - half, middle + half);
    offer::show(
        world,
        context,
        clear_of(&hints, across(300.0), BELOW_TOP + 4.0),
    );
    waiting::sign(
        world,
        context,
        clear_of(&hints, across(160.0), BELOW_TOP + 4.0),
    );
    banner(world, context, clear_of(&hints, across(330.0), 0.0));
    notice(world, context, Align2::CENTER_BOTTOM, -height - 16.0);
    asks
}

/// Returns where hints were in the frame before.
fn hints(context: &egui::Context, panels: &Panels) -> Vec<Rect> {
    let tops = panels.floating.iter();
    let tops = tops.filter(|one| matches!(one.place, Place::Top(_)));
    tops.filter_map(|one| context.memory(|memory| memory.area_rect(egui::Id::new(one.name))))
        .collect()
}

/// Returns how far down a panel that goes across so much of the window must begin to cover no hint.
fn clear_of(hints: &[Rect], across: Rangef, top: f32) -> f32 {
    let covered = hints.iter();
    let covered = covered.filter(|hint| hint.x_range().intersects(across));
    covered.fold(top, |top, hint| top.max(hint.bottom() + GAP))
}

/// Shows what the top line tells, then speed and menus.
fn top(world: &World, context: &egui::Context, panels: &Panels, asks: &mut Vec<Ask>) {
    // Between the units and the minimap.
    let off = vec2((UNITS - minimap::WIDTH - 30.0) / 2.0, GAP);
    slim(context, "top", Align2::CENTER_TOP, off, |ui| {
        ui.horizontal(|ui| {
            let is_narrow = is_narrow(world, ui, &panels.top);
            let mut more = panels.top_more.clone();
            for (at, words) in panels.top.iter().enumerate() {
                let is_last = at + 1 == panels.top.len();
                let told = Pieces(vec![words.clone().into()]);
                let sign = if more.is_empty() { 0.0 } else { MORE };
                let left = room_for_last(world, ui, is_narrow) - sign;
                match is_last {
                    // Beside the rest it would go on below, or be cut to nothing.
                    true if at > 0 && left < LEAST_LAST => {
                        more.insert(0, words.text.clone());
                    }
                    true => last_told(world, ui, &told, left, asks),
                    false => draw(world, ui, &told, asks),
                }
                if !is_last {
                    ui.separator();
                }
            }
            if !more.is_empty() {
                let sign = say(format!("+{}", more.len())).size(13.0);
                let sign = sign.about(more.join("\n"));
                draw(world, ui, &Pieces(vec![sign.into()]), asks);
            }
            ui.separator();
            speeds(world, ui, is_narrow, asks);
            ui.separator();
            menus(world, ui, asks);
            if editor::is_tried(world) {
                ui.separator();
                let tip = "End the test; the mission is unchanged";
                if ui.button(editor::BACK).on_hover_text(tip).clicked() {
                    asks.push(Ask::act(editor::back));
                }
            }
        });
    });
}

/// Returns the width left in the top line for its last part, in points.
fn room_for_last(world: &World, ui: &egui::Ui, is_narrow: bool) -> f32 {
    let used = ui.cursor().left() - ui.min_rect().left();
    room(world, ui, is_narrow) - used
}

/// Returns the width that the top line has for all it tells, in points.
fn room(world: &World, ui: &egui::Ui, is_narrow: bool) -> f32 {
    let screen = ui.ctx().content_rect().width();
    let back = if editor::is_tried(world) { BACK } else { 0.0 };
    let rest = match is_narrow {
        true => REST - SPEEDS_LEFT_OUT,
        false => REST,
    };
    screen - UNITS - minimap::WIDTH - 50.0 - rest - back
}

/// Shows the last part of the top line in the width left for it.
fn last_told(world: &World, ui: &mut egui::Ui, told: &Pieces, left: f32, asks: &mut Vec<Ask>) {
    ui.scope(|ui| {
        ui.set_max_width(left.max(LEAST_LAST));
        draw(world, ui, told, asks);
    });
}

fn menus(world: &World, ui: &mut egui::Ui, asks: &mut Vec<Ask>) {
    for (icon, menu, action, name) in [
        (Icon::Save, Menu::Saves, None, "Saves"),
        (
            Icon::Book,
            Menu::Book,
            Some(KeyAction::BOOK),
            "Encyclopedia",
        ),
        (Icon::Help, Menu::Help, Some(KeyAction::HELP), "Help"),
        (Icon::Menu, Menu::Pause, Some(KeyAction::BACK), "Menu"),
    ] {
        let key = action.map_or(String::new(), |action| {
            format!(" [{}]", key_of(world, action))
        });
        if icon_only(ui, icon, false, &format!("{name}{key}")).clicked() {
            asks.push(Ask::Menu(menu));
        }
    }
}

/// Whether there is room only for the current speed: in a narrow window, with large text, or beside a long top line.
fn is_narrow(world: &World, ui: &egui::Ui, told: &[Words]) -> bool {
    let width = |words: &Words| {
        let font = egui::FontId::proportional(words.size);
        let text = words.text.clone();
        let text = ui.fonts_mut(|fonts| fonts.layout_no_wrap(text, font, egui::Color32::WHITE));
        text.size().x.min(MOST_TOLD) + BETWEEN_TOLD
    };
    let needed: f32 = told.iter().map(width).sum();
    ui.ctx().content_rect().width() < NARROW || room(world, ui, false) < needed
}

fn speeds(world: &World, ui: &mut egui::Ui, is_narrow: bool, asks: &mut Vec<Ask>) {
    ui.spacing_mut().item_spacing.x = 2.0;
    let now = world.resource::<Playback>().speed;
    // The settings allow speeds between those that are listed.
    let nearest = SPEEDS.iter().rposition(|&speed| speed <= now + 0.01);
    for (at, speed) in SPEEDS.into_iter().enumerate() {
        let is_on = (now - speed).abs() < 0.01;
        if is_narrow && at != nearest.unwrap_or(0) {
            continue;
        }
        // A click on the only one shown goes on to the next.
        let wanted = match is_narrow {
            true => SPEEDS[(at + 1) % SPEEDS.len()],
            false => speed,
        };
        let text = match speed {
            0.5 => "×½".to_owned(),
            _ => format!("×{speed}"),
        };
        let text = egui::RichText::new(text).size(13.0);
        let response = ui.selectable_label(is_on, text);
        if response.on_hover_text("Playback speed").clicked() {
            asks.push(Ask::act(move |world| set_speed(world, wanted)));
        }
    }
    let skip = format!("Skip to the end [{}]", key_of(world, KeyAction::SKIP));
    if icon_only(ui, Icon::ToEnd, false, &skip).clicked() {
        asks.push(Ask::Key(KeyAction::SKIP));
    }
    ui.spacing_mut().item_spacing.x = 7.0;
}

/// Shows the units at the left.
fn units(world: &World, context: &egui::Context, panels: &Panels, asks: &mut Vec<Ask>) {
    slim(context, "units", Align2::LEFT_TOP, vec2(GAP, GAP), |ui| {
        ui.set_width(CARD + 14.0);
        heading(ui, panels.heading);
        // Above the bar, however many there are.
        let [_, foot] = heights(world, context);
        let end = context.content_rect().bottom() - foot;
        let most = (end - ui.cursor().top() - BELOW_UNITS).max(160.0);
        scroll(most).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            draw(world, ui, &panels.units, asks);
        });
        draw(world, ui, &panels.below_units, asks);
    });
}

/// Shows the chosen unit and what it can do, so far above the lower edge; returns the height of the bar in
/// points. Above a hand it is no wider than what it holds.
fn bar(
    world: &World,
    context: &egui::Context,
    lines: &Pieces,
    below: f32,
    asks: &mut Vec<Ask>,
) -> f32 {
    if lines.is_empty() {
        return 0.0;
    }
    let corner = vec2(GAP, -GAP - below);
    slim(context, "bar", Align2::LEFT_BOTTOM, corner, |ui| {
        let window = context.content_rect().width();
        match below > 0.0 {
            // As far as the newest lines of the log.
            true => ui.set_max_width((window - WIDTH - 8.0 * GAP).min(window - 4.0 * GAP)),
            false => ui.set_width(BAR.min(window - 4.0 * GAP)),
        }
        ui.spacing_mut().item_spacing = vec2(4.0, 3.0);
        draw(world, ui, lines, asks);
        ui.min_rect().height() + 18.0
    })
}

/// Shows a panel with little room around what it holds.
fn slim<R>(
    context: &egui::Context,
    name: &str,
    anchor: Align2,
    offset: egui::Vec2,
    contents: impl FnOnce(&mut egui::Ui) -> R,
) -> R {
    let area = egui::Area::new(egui::Id::new(name)).anchor(anchor, offset);
    let frame = frame().inner_margin(GAP);
    area.show(context, |ui| frame.show(ui, contents).inner)
        .inner
}

/// Shows what stands at the right: minimap, what is pointed or aimed at, and the log above the foot of the
/// window, where cards lie so high, and cards with the bar. Returns how far down other panels there may reach.
fn right(
    world: &mut World,
    context: &egui::Context,
    (panels, hints): (&Panels, &[Rect]),
    [cards, above]: [f32; 2],
    asks: &mut Vec<Ask>,
) -> f32 {
    let screen = context.content_rect();
    let corner = vec2(-GAP, GAP);
    // Where the board is in sight as a whole, it would tell nothing.
    let map = match world.resource::<Rig>().shows_all() {
        true => screen.top() + BELOW_TOP,
        false => slim(context, "minimap", Align2::RIGHT_TOP, corner, |ui| {
            minimap::show(world, ui, asks);
            ui.min_rect().bottom() + 2.0 * GAP
        }),
    };
    let is_open = world.resource::<PanelOptions>().log;
    // Beside the bar, where there is room for it.
    let foot = match screen.width() > BAR + WIDTH + 8.0 * GAP {
        true => cards + GAP,
        false => above + GAP,
    };
    let corner = vec2(-GAP, -foot);
    let beside = panels.beside();
    let log_top = match is_open {
        // A panel at the right keeps its place: the log opens beside it, above the bar.
        true if beside > 0.0 => {
            let corner = vec2(-beside - 2.0 * GAP, -above - GAP);
            open_log(world, context, corner, asks);
            screen.bottom() - foot
        }
        true => open_log(world, context, corner, asks),
        false => {
            // By another name than the open log: egui holds an area where one as high would stand.
            let area = egui::Area::new(egui::Id::new("newest"));
            let area = area.anchor(Align2::RIGHT_BOTTOM, corner);
            let shown = area.show(context, |ui| newest(world, ui, asks));
            shown.response.rect.top()
        }
    };
    let aside = &panels.aside;
    if aside.head.is_empty() && aside.body.is_empty() {
        return log_top;
    }
    // Out of the way of the pointer and so of what it is on; where it was, if the pointer is to press what
    // stands there.
    let hover = world.resource::<Hover>();
    let by_keys = hover.tile.filter(|_| hover.by_keys);
    let token = by_keys.and_then(|tile| world.resource::<Rig>().hex_on_screen(tile));
    let pointed = match token {
        Some(token) => Some(token.max.x),
        None => context.pointer_hover_pos().map(|at| at.x),
    };
    let is_near = pointed.is_some_and(|at| at > screen.right() - WIDTH - 90.0);
    let is_left = match (aside.has_button(), aside_is_left(context)) {
        (true, Some(was_left)) => was_left,
        _ => is_near,
    };
    context.data_mut(|data| data.insert_temp(egui::Id::new(ASIDE_IS_LEFT), is_left));
    let left = match is_left {
        true => UNITS + 2.0 * GAP,
        false => screen.right() - WIDTH - 28.0,
    };
    let across = Rangef::new(left, left + WIDTH + 28.0);
    let top = clear_of(
        hints,
        across,
        if is_left {
            screen.top() + BELOW_TOP
        } else {
            map
        },
    );
    // At the left the bar stands below it, at the right the log.
    let end = if is_left {
        screen.bottom() - above - GAP
    } else {
        log_top
    };
    let area = egui::Area::new(egui::Id::new(ASIDE)).fixed_pos(egui::pos2(left, top));
    area.show(context, |ui| {
        pointed_at(world, ui, aside, (end - top).max(160.0), asks);
    });
    log_top
}

/// Name of whether what is pointed at was told at the left in the frame before.
const ASIDE_IS_LEFT: &str = "aside is at the left";

/// Whether what is pointed at was told at the left when something last was.
fn aside_is_left(context: &egui::Context) -> Option<bool> {
    context.data(|data| data.get_temp(egui::Id::new(ASIDE_IS_LEFT)))
}

/// Shows the whole log so far off the lower right corner; returns where panels above it end.
fn open_log(
    world: &mut World,
    context: &egui::Context,
    corner: egui::Vec2,
    asks: &mut Vec<Ask>,
) -> f32 {
    let most = context.content_rect().height() * 0.45;
    panel(context, "log", Align2::RIGHT_BOTTOM, corner, |ui| {
        ui.set_width(WIDTH);
        log(world, most, ui, asks);
        ui.min_rect().top() - 2.0 * GAP
    })
}

/// Shows what is pointed or aimed at, in so many points at the most.
fn pointed_at(world: &World, ui: &mut egui::Ui, aside: &Aside, most: f32, asks: &mut Vec<Ask>) {
    framed(ui, |ui| {
        draw(world, ui, &aside.head, asks);
        // What stands above is as high as it is, what stands below little more than a button.
        let foot = if aside.foot.is_empty() { 0.0 } else { 60.0 };
        let room = most - ui.min_rect().height() - foot - 24.0;
        let body = scroll(room.max(60.0)).id_salt("pointed at");
        body.show(ui, |ui| {
            ui.set_width(WIDTH - 8.0);
            page_by_keys(ui);
            draw(world, ui, &aside.body, asks);
        });
        draw(world, ui, &aside.foot, asks);
    });
}

/// Shows what is pointed at in its frame.
fn framed(ui: &mut egui::Ui, part: impl FnOnce(&mut egui::Ui)) {
    frame().show(ui, |ui| {
        ui.set_width(WIDTH);
        ui.spacing_mut().item_spacing = vec2(6.0, 3.0);
        part(ui);
    });
}

fn floating(
    world: &World,
    context: &egui::Context,
    (one, hints, end): (&Floating, &[Rect], f32),
    asks: &mut Vec<Ask>,
) {
    let left = UNITS + 2.0 * GAP;
    let mut room = f32::INFINITY;
    let (anchor, offset) = match one.place {
        Place::Left(below) => {
            let across = Rangef::new(left, left + one.width + 28.0);
            (Align2::LEFT_TOP, vec2(left, clear_of(hints, across, below)))
        }
        Place::Right(below) => {
            let map = context.memory(|memory| memory.area_rect(egui::Id::new("minimap")));
            let map = map.filter(|_| !world.resource::<Rig>().shows_all());
            let top = map.map_or(BELOW_TOP, |map| map.bottom() + GAP);
            let right = context.content_rect().right() - GAP;
            let across = Rangef::new(right - one.width - 28.0, right);
            let top = clear_of(hints, across, top + below);
            room = end - top - FRAME - GAP;
            (Align2::RIGHT_TOP, vec2(-GAP, top))
        }
        Place::Top(aside) => (Align2::CENTER_TOP, vec2(aside, BELOW_TOP)),
        Place::Middle => (Align2::CENTER_CENTER, vec2(-60.0, -40.0)),
    };
    panel(context, one.name, anchor, offset, |ui| {
        ui.set_width(one.width);
        if room.is_finite() {
            ui.set_max_height(room);
        }
        draw(world, ui, &one.pieces, asks);
    });
}

/// Returns the progress of the turn for the top line.
pub fn turn_words(turn: u16, limit: Option<u16>) -> Words {
    let limit = limit.map_or(String::new(), |limit| format!(" / {limit}"));
    say(format!("Turn {turn}{limit}")).strong().size(16.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panel_across_a_hint_begins_below_it() {
        let hint = Rect::from_min_max(egui::pos2(380.0, 50.0), egui::pos2(910.0, 170.0));
        for (left, right, top, expected) in [
            (154.0, 480.0, 60.0, 176.0),
            (154.0, 370.0, 60.0, 60.0),
            (940.0, 1270.0, 60.0, 60.0),
            (154.0, 480.0, 220.0, 220.0),
        ] {
            let found = clear_of(&[hint], Rangef::new(left, right), top);
            assert!((found - expected).abs() < 0.1, "{left}..{right}: {found}");
        }
        assert!((clear_of(&[], Rangef::new(0.0, 1280.0), 50.0) - 50.0).abs() < 0.1);
    }
}
