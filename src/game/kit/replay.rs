//! The bar of a replay: play, step, seek, turns, eyes, reasons, play on from here.

use std::task::Poll;

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Key, RichText, vec2};

use crate::battle::step::HumanSides;
use crate::battle::unit::Side;
use crate::game::kit::theme::icon::Icon;
use crate::game::kit::theme::widget::{heading, icon_only};
use crate::game::kit::theme::{SAND, SMALLEST, faint};
use crate::game::kit::{panel, side_names};
use crate::game::shell::session::{Request, Session};
use crate::game::shell::share;
use crate::game::shell::watching::{Watching, see_as, seek, step_forward};
use crate::game::table::board_view::viewer;
use crate::game::table::playback::Playback;
use crate::plain::possessive;
use crate::replay::{PhaseStart, Reasons};

/// What films are.
const FILM: &str = "An animated PNG from this side's view; browsers and chat apps play it";

/// What a click or key asks for.
#[derive(Clone, Copy)]
enum Wish {
    Play,
    Forward,
    To(usize),
    /// Look through the eyes of a side.
    Eyes(Side),
    Reasons,
    /// A film of a turn, or of the whole battle.
    Film(Option<u16>),
    PlayOn,
    Leave,
}

/// What the bar shows of a replay.
struct Shown<'w> {
    /// Orders carried out, and how many there are.
    at: usize,
    count: usize,
    chapter: PhaseStart,
    /// Turns and where they begin.
    turns: Vec<(u16, usize)>,
    /// Where the phase before begins, and the next one.
    previous: usize,
    next: usize,
    is_playing: bool,
    names: Vec<String>,
    /// Who looks.
    viewer: Side,
    /// Whether to explain the next order.
    reasons: Option<Poll<Option<&'w Reasons>>>,
}

impl<'w> Shown<'w> {
    fn of(world: &'w World, watching: &'w Watching) -> Self {
        let replay = &watching.reel;
        let (at, count) = (replay.position(), replay.orders());
        let chapters = || replay.chapters().iter();
        let turns = chapters().filter(|chapter| chapter.begins_turn);
        let previous = chapters().rev().find(|chapter| chapter.order < at);
        let next = chapters().find(|chapter| chapter.order > at);
        Self {
            at,
            count,
            chapter: replay.chapter(at),
            turns: turns.map(|chapter| (chapter.turn, chapter.order)).collect(),
            previous: previous.map_or(0, |chapter| chapter.order),
            next: next.map_or(count, |chapter| chapter.order),
            is_playing: watching.is_playing || !world.resource::<Playback>().is_empty(),
            names: side_names(world),
            viewer: viewer(world.resource::<HumanSides>()),
            reasons: watching.shows_reasons.then(|| watching.reasons()),
        }
    }

    fn name(&self, side: Side) -> &str {
        self.names.get(side.index()).map_or("", String::as_str)
    }
}

/// Shows the bar; returns its height in points.
pub fn bar(world: &mut World, context: &egui::Context) -> f32 {
    let Some(watching) = world.get_resource::<Watching>() else {
        return 0.0;
    };
    let shown = Shown::of(world, watching);
    let mut wish = pressed(&shown, context);
    let width = context.content_rect().width() - 366.0;
    let bottom = Align2::LEFT_BOTTOM;
    let height = panel(context, "replay", bottom, vec2(6.0, -6.0), |ui| {
        ui.set_width(width);
        contents(ui, &shown, &mut wish);
        ui.min_rect().height() + 26.0
    });
    let is_playing = shown.is_playing;
    if let Some(wish) = wish {
        grant(world, wish, is_playing);
    }
    height
}

/// Shows what is in the bar, as wide as there is room.
fn contents(ui: &mut egui::Ui, shown: &Shown, wish: &mut Option<Wish>) {
    if let Some(reasons) = shown.reasons {
        why(ui, reasons, &shown.names);
        ui.separator();
    }
    // Large text needs more lines.
    ui.horizontal_wrapped(|ui| steps(ui, shown, wish));
    ui.horizontal(|ui| {
        ui.spacing_mut().slider_width = (ui.available_width() - 180.0).max(120.0);
        let mut to = shown.at;
        let slider = egui::Slider::new(&mut to, 0..=shown.count).show_value(false);
        if ui.add(slider).changed() && to != shown.at {
            *wish = Some(Wish::To(to));
        }
        ui.label(format!("order {} of {}", shown.at, shown.count));
    });
    ui.horizontal_wrapped(|ui| ways(ui, shown, wish));
}

/// Returns what a key asks for.
fn pressed(shown: &Shown, context: &egui::Context) -> Option<Wish> {
    let keys = [
        (Key::Space, Wish::Play),
        (Key::ArrowRight, Wish::Forward),
        (Key::ArrowLeft, Wish::To(shown.at.saturating_sub(1))),
        (Key::Home, Wish::To(0)),
        (Key::End, Wish::To(shown.count)),
        (Key::PageUp, Wish::To(shown.previous)),
        (Key::PageDown, Wish::To(shown.next)),
    ];
    let mut keys = keys.into_iter();
    let key = context.input(|input| keys.find(|(key, _)| input.key_pressed(*key)));
    key.map(|(_, wish)| wish)
}

/// Shows why the next order is given.
fn why(ui: &mut egui::Ui, reasons: Poll<Option<&Reasons>>, names: &[String]) {
    heading(ui, "The computer's reasons");
    let reasons = match reasons {
        Poll::Ready(Some(reasons)) => reasons,
        Poll::Ready(None) => {
            ui.label(faint("no decision here"));
            return;
        }
        Poll::Pending => {
            ui.label(faint("Thinking ahead …"));
            return;
        }
    };
    let given = match reasons.is_given {
        true => "and that was ordered",
        false => "but a player ordered otherwise",
    };
    let text = format!("the computer would: {} ({given})", reasons.choice);
    ui.label(RichText::new(text).color(SAND));
    let list = egui::ScrollArea::vertical().max_height(110.0);
    list.show(ui, |ui| {
        if !reasons.weighed.is_empty() {
            ui.label(faint("Options, with more points for better ones:"));
        }
        for one in &reasons.weighed {
            let text = format!("{:>6}  {} ({})", one.points, one.order, one.purpose);
            let text = RichText::new(text).monospace().size(SMALLEST);
            ui.label(match one.is_chosen {
                true => text.color(SAND),
                false => text,
            });
        }
        if let Some(foresight) = &reasons.foresight {
            ui.label(faint(
                "Options in imagined battles: 1000 is won, -1000 lost",
            ));
            for (at, (option, points)) in foresight.options.iter().enumerate() {
                let text = RichText::new(format!("{points:>+6}  {option}"));
                let text = text.monospace().size(SMALLEST);
                ui.label(match at {
                    0 => text.color(SAND),
                    _ => text,
                });
            }
            let expected = foresight.expected_line(names);
            ui.label(faint(format!("expects: {expected}")));
        }
    });
}

/// Shows the buttons that go through the replay.
fn steps(ui: &mut egui::Ui, shown: &Shown, wish: &mut Option<Wish>) {
    ui.label(RichText::new("REPLAY").color(SAND).strong());
    let play = if shown.is_playing {
        Icon::Pause
    } else {
        Icon::Play
    };
    let back = Wish::To(shown.at.saturating_sub(1));
    for (icon, name, to) in [
        (Icon::ToStart, "Go to the start [Home]", Wish::To(0)),
        (Icon::StepBack, "Previous order [Left]", back),
        (play, "Play or pause [Space]", Wish::Play),
        (Icon::StepForward, "Next order [Right]", Wish::Forward),
        (Icon::ToEnd, "Go to the end [End]", Wish::To(shown.count)),
    ] {
        if icon_only(ui, icon, false, name).clicked() {
            *wish = Some(to);
        }
    }
    ui.separator();
    for (name, key, to) in [
        ("◀ phase", "[PageUp]", shown.previous),
        ("phase ▶", "[PageDown]", shown.next),
    ] {
        if ui.button(name).on_hover_text(key).clicked() {
            *wish = Some(Wish::To(to));
        }
    }
    let now = shown.chapter.turn;
    egui::ComboBox::from_id_salt("turn")
        .selected_text(format!("Turn {now}"))
        .width(90.0)
        .show_ui(ui, |ui| {
            for &(turn, order) in &shown.turns {
                let text = format!("Turn {turn}");
                if ui.selectable_label(turn == now, text).clicked() {
                    *wish = Some(Wish::To(order));
                }
            }
        });
    let side = shown.name(shown.chapter.side);
    ui.label(faint(format!("{} phase", possessive(side))));
}

/// Shows what else can be done with a replay.
fn ways(ui: &mut egui::Ui, shown: &Shown, wish: &mut Option<Wish>) {
    ui.label("View of");
    for (side, name) in (0..).map(Side).zip(&shown.names) {
        let is_viewer = side == shown.viewer;
        if ui.selectable_label(is_viewer, name).clicked() && !is_viewer {
            *wish = Some(Wish::Eyes(side));
        }
    }
    ui.separator();
    let reasons = match shown.reasons.is_some() {
        true => "Hide reasons",
        false => "Show reasons",
    };
    let now = shown.chapter.turn;
    let turn = format!("Film turn {now}");
    let play_on = RichText::new("Play on from here").color(SAND).strong();
    for (text, about, way) in [
        (RichText::new(reasons), "", Wish::Reasons),
        (turn.into(), FILM, Wish::Film(Some(now))),
        ("Film the battle".into(), FILM, Wish::Film(None)),
        (play_on, "Start a new battle from here", Wish::PlayOn),
        (RichText::new("Leave"), "", Wish::Leave),
    ] {
        let mut button = ui.button(text);
        if !about.is_empty() {
            button = button.on_hover_text(about);
        }
        if button.clicked() {
            *wish = Some(way);
        }
    }
}

fn grant(world: &mut World, wish: Wish, is_playing: bool) {
    match wish {
        Wish::Play => {
            world.resource_mut::<Watching>().is_playing = !is_playing;
            if is_playing {
                world.resource_mut::<Playback>().clear();
            }
        }
        Wish::Forward => step_forward(world),
        Wish::To(order) => {
            world.resource_mut::<Watching>().is_playing = false;
            seek(world, order);
        }
        Wish::Eyes(side) => see_as(world, side),
        Wish::Reasons => {
            let mut watching = world.resource_mut::<Watching>();
            watching.shows_reasons = !watching.shows_reasons;
        }
        Wish::Film(turn) => share::begin_film(world, turn),
        Wish::PlayOn => world.resource_mut::<Session>().request = Some(Request::PlayOnFromHere),
        Wish::Leave => world.resource_mut::<Session>().request = Some(Request::Leave),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws the bar of a long battle in so much room; returns how wide it becomes, with its words.
    fn drawn(width: f32) -> (f32, String) {
        let shown = Shown {
            at: 1234,
            count: 5678,
            chapter: PhaseStart {
                order: 1200,
                turn: 87,
                side: Side(1),
                begins_turn: true,
            },
            turns: vec![(87, 1200)],
            previous: 1200,
            next: 1300,
            is_playing: true,
            names: vec!["Commonwealth Infantry".into(), "Panzergruppe".into()],
            viewer: Side(0),
            reasons: None,
        };
        let context = egui::Context::default();
        let (mut right, mut told) = (0.0, Vec::new());
        for _ in 0..2 {
            let mut output = context.run_ui(egui::RawInput::default(), |ui| {
                ui.set_width(width);
                let left = ui.min_rect().left();
                ui.allocate_ui(vec2(width, 300.0), |ui| {
                    contents(ui, &shown, &mut None);
                    right = ui.min_rect().right() - left;
                });
            });
            output.textures_delta.clear();
            let shapes = output.shapes.iter();
            told = shapes
                .flat_map(|one| crate::game::kit::testing::texts(&one.shape))
                .collect();
        }
        (right, told.join("|"))
    }

    #[test]
    fn at_the_largest_text_all_of_the_bar_stands_in_its_room() {
        // A window of 1280 × 720 with the largest text has 1,120 points across.
        let width = 1120.0 - 366.0;
        let (wide, told) = drawn(width);
        assert!(wide <= width + 1.0, "{wide} of {width}");
        for word in [
            "Turn 87",
            "Panzergruppe's phase",
            "order 1234 of 5678",
            "Leave",
        ] {
            assert!(told.contains(word), "{word}: {told}");
        }
    }
}
