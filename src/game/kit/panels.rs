//! The panels over a battle: the top line, units at the left, the chosen one below, what is pointed at
//! with minimap and log at the right, and what floats over the board.
//!
//! **Invariant:** a rule set says what stands in them; they are drawn here alone, alike for all.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, vec2};

use super::{
    banner, context,
    draw::draw,
    key_of,
    keys::{KeyAction, SPEEDS, set_speed},
    log::log,
    minimap, notice, offer, panel,
    piece::{Ask, Pieces, Words, faint, say},
    replay, take_keys,
    theme::{
        frame,
        icon::Icon,
        widget::{heading, icon_only, scroll},
    },
};
use crate::{
    game::{
        Menu,
        rules::playable::{Playable, rules},
        shell::watching::Watching,
        table::{camera::Rig, playback::Playback},
    },
    with_rules,
};

/// Name of the column at the right.
pub const ASIDE: &str = "aside";
/// Width of what the column at the right holds, points.
pub const WIDTH: f32 = 300.0;
/// Width of a card of a unit, points.
pub const CARD: f32 = 158.0;
/// Width of the panel of units, points.
const UNITS: f32 = 198.0;
/// Room the top line takes beside what it tells: speed and menus, and the frame, points.
const REST: f32 = 410.0;

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
    let asks = draw_panels::<R>(world, &context);
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
    // A replay has neither.
    let is_played = !world.contains_resource::<Watching>();
    let [hint, bar] = ["hint", "bar"].map(|name| rect(name).filter(|_| is_played));
    [
        hint.map_or(0.0, |rect| rect.bottom() - screen.top()),
        bar.map_or(0.0, |rect| screen.bottom() - rect.top()),
    ]
}

/// Draws all panels; returns what is clicked.
pub fn draw_panels<R: Playable>(world: &mut World, context: &egui::Context) -> Vec<Ask> {
    R::renew(world);
    minimap::renew(world, context);
    let panels = R::panels(world);
    let mut asks = Vec::new();
    top(world, context, &panels, &mut asks);
    units(world, context, &panels, &mut asks);
    let height = match world.contains_resource::<Watching>() {
        true => replay::bar(world, context),
        false => bar(world, context, &panels.bar, &mut asks),
    };
    column(world, context, &panels.aside, &mut asks);
    for one in &panels.floating {
        floating(world, context, one, &mut asks);
    }
    offer::show(world, context);
    banner(world, context);
    notice(world, context, height + 16.0);
    asks
}

/// Shows what the top line tells, then speed and menus.
fn top(world: &World, context: &egui::Context, panels: &Panels, asks: &mut Vec<Ask>) {
    // Between the units and the column at the right.
    let off = vec2((UNITS - WIDTH - 34.0) / 2.0, 6.0);
    panel(context, "top", Align2::CENTER_TOP, off, |ui| {
        ui.horizontal(|ui| {
            for (at, words) in panels.top.iter().enumerate() {
                let is_last = at + 1 == panels.top.len();
                let told = Pieces(vec![words.clone().into()]);
                match is_last {
                    true => last_told(world, ui, &told, asks),
                    false => draw(world, ui, &told, asks),
                }
                if !is_last {
                    ui.separator();
                }
            }
            if !panels.top_more.is_empty() {
                let more = faint(format!("+{}", panels.top_more.len()));
                let more = more.about(panels.top_more.join("\n"));
                draw(world, ui, &Pieces(vec![more.into()]), asks);
            }
            ui.separator();
            speeds(world, ui, asks);
            ui.separator();
            menus(world, ui, asks);
        });
    });
}

/// Shows the last part of what is told in what room is left beside the panels.
fn last_told(world: &World, ui: &mut egui::Ui, told: &Pieces, asks: &mut Vec<Ask>) {
    let screen = ui.ctx().content_rect().width();
    let used = ui.cursor().left() - ui.min_rect().left();
    let room = (screen - UNITS - WIDTH - 34.0 - REST - used).max(120.0);
    ui.scope(|ui| {
        ui.set_max_width(room);
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

fn speeds(world: &World, ui: &mut egui::Ui, asks: &mut Vec<Ask>) {
    ui.spacing_mut().item_spacing.x = 2.0;
    for speed in SPEEDS {
        let is_on = (world.resource::<Playback>().speed - speed).abs() < 0.01;
        let text = match speed {
            0.5 => "×½".to_owned(),
            _ => format!("×{speed}"),
        };
        let text = egui::RichText::new(text).size(13.0);
        let response = ui.selectable_label(is_on, text);
        if response.on_hover_text("Speed of playback").clicked() {
            asks.push(Ask::act(move |world| set_speed(world, speed)));
        }
    }
    let skip = format!("Show the rest at once [{}]", key_of(world, KeyAction::SKIP));
    if icon_only(ui, Icon::ToEnd, false, &skip).clicked() {
        asks.push(Ask::Key(KeyAction::SKIP));
    }
    ui.spacing_mut().item_spacing.x = 7.0;
}

/// Shows the units at the left.
fn units(world: &World, context: &egui::Context, panels: &Panels, asks: &mut Vec<Ask>) {
    panel(context, "units", Align2::LEFT_TOP, vec2(6.0, 6.0), |ui| {
        ui.set_width(CARD + 14.0);
        heading(ui, panels.heading);
        // Above the bar, however many there are.
        let most = (context.content_rect().height() - 300.0).max(160.0);
        scroll(most).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            draw(world, ui, &panels.units, asks);
        });
        draw(world, ui, &panels.below_units, asks);
    });
}

/// Shows the chosen unit and what it can do; returns the height of the bar in points.
fn bar(world: &World, context: &egui::Context, lines: &Pieces, asks: &mut Vec<Ask>) -> f32 {
    if lines.is_empty() {
        return 0.0;
    }
    panel(context, "bar", Align2::LEFT_BOTTOM, vec2(6.0, -6.0), |ui| {
        // The column at the right stands beside it.
        ui.set_width(context.content_rect().width() - WIDTH - 64.0);
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        draw(world, ui, lines, asks);
        ui.min_rect().height() + 26.0
    })
}

/// Shows the column at the right: the minimap, what is pointed or aimed at, and the log in what room is
/// left.
fn column(world: &mut World, context: &egui::Context, aside: &Aside, asks: &mut Vec<Ask>) {
    let screen = context.content_rect();
    let id = egui::Id::new(ASIDE);
    // What the parts took the frame before tells how much room is left for the log.
    let taken = context.data(|data| data.get_temp::<f32>(id)).unwrap_or(0.0);
    let corner = egui::pos2(screen.right() - WIDTH - 28.0, screen.top() + 6.0);
    let shown = egui::Area::new(id).fixed_pos(corner).show(context, |ui| {
        ui.set_width(WIDTH + 22.0);
        ui.spacing_mut().item_spacing = vec2(0.0, 6.0);
        let top = ui.cursor().top();
        if minimap::is_shown(world) {
            framed(ui, |ui| minimap::show(world, ui, asks));
        }
        let most = screen.height() - 150.0 - (ui.cursor().top() - top);
        pointed_at(world, ui, aside, most, asks);
        let used = ui.cursor().top() - top;
        let room = screen.height() - taken - 40.0;
        if room > 70.0 {
            framed(ui, |ui| log(world, room, ui, asks));
        }
        used
    });
    context.data_mut(|data| data.insert_temp(id, shown.inner));
}

/// Shows what is pointed or aimed at, in so many points at the most.
fn pointed_at(world: &World, ui: &mut egui::Ui, aside: &Aside, most: f32, asks: &mut Vec<Ask>) {
    if aside.head.is_empty() && aside.body.is_empty() {
        return;
    }
    framed(ui, |ui| {
        draw(world, ui, &aside.head, asks);
        let has_ends = !(aside.head.is_empty() && aside.foot.is_empty());
        let foot = if has_ends { 120.0 } else { 0.0 };
        let body = scroll(most - foot).id_salt("pointed at");
        body.show(ui, |ui| {
            ui.set_width(WIDTH - 8.0);
            draw(world, ui, &aside.body, asks);
        });
        draw(world, ui, &aside.foot, asks);
    });
}

/// Shows a part of the column in its frame.
fn framed(ui: &mut egui::Ui, part: impl FnOnce(&mut egui::Ui)) {
    frame().show(ui, |ui| {
        ui.set_width(WIDTH);
        ui.spacing_mut().item_spacing = vec2(6.0, 3.0);
        part(ui);
    });
}

fn floating(world: &World, context: &egui::Context, one: &Floating, asks: &mut Vec<Ask>) {
    let (anchor, offset) = match one.place {
        Place::Left(below) => (Align2::LEFT_TOP, vec2(204.0, below)),
        Place::Top(aside) => (Align2::CENTER_TOP, vec2(aside, 56.0)),
        Place::Middle => (Align2::CENTER_CENTER, vec2(-60.0, -40.0)),
    };
    panel(context, one.name, anchor, offset, |ui| {
        ui.set_width(one.width);
        draw(world, ui, &one.pieces, asks);
    });
}

/// Says how far the turn is, for the top line.
pub fn turn_words(turn: u16, limit: Option<u16>) -> Words {
    let limit = limit.map_or(String::new(), |limit| format!(" / {limit}"));
    say(format!("Turn {turn}{limit}")).strong().size(16.0)
}
