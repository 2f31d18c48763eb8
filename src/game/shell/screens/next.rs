//! What can be done once a battle is over: one obvious next step, and the rest beside it.
//!
//! **Invariant:** what is offered asks the session for it, once the player chose it.

use std::path::Path;

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, vec2};

use crate::battle::phase::{Outcome, Verdict};
use crate::game::editor;
use crate::game::kit::theme::{SAND, faint};
use crate::game::rules::playable::Failure;
use crate::game::shell::results::Results;
use crate::game::shell::screens::missions;
use crate::game::shell::session::{Listed, Request, Session, has_saves};

/// The obvious next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Another mission, by its place in the list, and its name.
    Mission(usize, String),
    /// The same battle.
    Again,
    /// Back to where the battle was begun from, by what the button says.
    Leave(&'static str),
}

/// What the player chose.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    request: Request,
    /// The mission that the list shows then.
    shows: Option<usize>,
}

impl From<Request> for Choice {
    fn from(request: Request) -> Self {
        Self {
            request,
            shows: None,
        }
    }
}

impl Choice {
    /// Does what was chosen.
    pub(super) fn take(self, world: &mut World) {
        if let Some(at) = self.shows {
            world.resource_mut::<missions::Choice>().show(at);
        }
        world.resource_mut::<Session>().request = Some(self.request);
    }
}

impl Step {
    /// Whether the keyboard may find it at once. A restart has to be chosen: it throws the battle away that
    /// the player still reads about.
    fn may_have_focus(&self) -> bool {
        *self != Self::Again
    }

    /// Returns its label.
    fn words(&self) -> String {
        match self {
            Self::Mission(_, name) => format!("Next mission: {name}"),
            Self::Again => "Try again".to_owned(),
            Self::Leave(name) => (*name).to_owned(),
        }
    }

    fn choice(&self) -> Choice {
        match self {
            Self::Mission(at, _) => Choice {
                request: Request::Leave,
                shows: Some(*at),
            },
            Self::Again => Request::Again { new_seed: false }.into(),
            Self::Leave(_) => Request::Leave.into(),
        }
    }
}

/// Returns the obvious next step: the next mission after a victory, the same one after a defeat.
pub(super) fn step(world: &World) -> Option<Step> {
    let ending = world.resource::<Verdict>().0?;
    if editor::is_tried(world) {
        return Some(Step::Leave("Back to the editor"));
    }
    let session = world.resource::<Session>();
    if ending.outcome != Outcome::Victory {
        return Some(Step::Again);
    }
    let results = world.resource::<Results>();
    let file = session
        .source
        .as_ref()
        .map(|source| Path::new(&source.file));
    let next = file.and_then(|file| after(&session.listed, file, results));
    Some(next.unwrap_or(Step::Leave("Missions")))
}

/// Returns the mission of the same rules that comes after one in the list, around its end, and was not won
/// yet.
fn after(listed: &[Listed], file: &Path, results: &Results) -> Option<Step> {
    let at = listed.iter().position(|entry| entry.file == file)?;
    let rules = listed[at].mission.as_ref().ok()?.rules;
    let places = (at + 1..listed.len()).chain(0..at);
    places.into_iter().find_map(|place| {
        let entry = &listed[place];
        let brief = entry.mission.as_ref().ok()?;
        let is_won = results.of(entry).is_some_and(|best| best.won);
        (brief.rules == rules && !is_won).then(|| Step::Mission(place, brief.name.clone()))
    })
}

/// Offers what can be done next. The keyboard finds the obvious step, or the replay where that step would
/// start the battle again.
pub(super) fn offer_all(ui: &mut egui::Ui, next: Option<&Step>) -> Option<Choice> {
    let mut choice = None;
    ui.horizontal_wrapped(|ui| {
        if let Some(step) = next {
            let text = RichText::new(step.words()).strong().color(SAND).size(17.0);
            let button = ui.add(egui::Button::new(text).min_size(vec2(0.0, 34.0)));
            if step.may_have_focus() {
                offer(ui, &button);
            }
            if button.clicked() {
                choice = Some(step.choice());
            }
            ui.separator();
        }
        choice = choice.take().or(others(ui, next).map(Choice::from));
    });
    choice
}

/// Offers what else can be done.
fn others(ui: &mut egui::Ui, next: Option<&Step>) -> Option<Request> {
    let mut request = None;
    let again = (next != Some(&Step::Again)).then_some(("Play again (same seed)", false));
    for (name, new_seed) in again.into_iter().chain([("Play again (new seed)", true)]) {
        if ui.button(name).clicked() {
            request = Some(Request::Again { new_seed });
        }
    }
    let replay = ui.button("Watch the replay");
    if next.is_some_and(|step| !step.may_have_focus()) {
        offer(ui, &replay);
    }
    if replay.clicked() {
        request = Some(Request::WatchThis);
    }
    let film = ui.button("Make a film");
    if film
        .on_hover_text("An animated PNG of the battle from your view")
        .clicked()
    {
        request = Some(Request::Film);
    }
    let reload = ui.add_enabled(has_saves(), egui::Button::new("Load the last save"));
    let reload = reload.on_disabled_hover_text("No saves yet");
    if reload.clicked() {
        request = Some(Request::LoadLast);
    }
    let can_leave = next.is_some_and(|step| !matches!(step, Step::Leave(_)));
    if can_leave && ui.button("Missions").clicked() {
        request = Some(Request::Leave);
    }
    request
}

/// What whoever failed with units left may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    PlayOn,
    Leave,
}

/// Shows why the mission failed, and asks whether to play on; the answer gets the focus once the screen takes
/// input.
pub(super) fn choose(ui: &mut egui::Ui, failure: &Failure) -> Option<Way> {
    let mut way = None;
    ui.vertical_centered(|ui| {
        ui.add_space(8.0);
        ui.label(RichText::new(&failure.why).color(SAND).size(16.0));
        ui.label(faint(failure.playing_on));
        ui.add_space(4.0);
        // The two stand in the middle, side by side.
        ui.allocate_ui(vec2(230.0, 34.0), |ui| {
            ui.columns_const(|[left, right]| {
                let size = vec2(110.0, 32.0);
                let play_on = left.add_sized(size, egui::Button::new("Play on"));
                let play_on = play_on.on_hover_text(failure.playing_on);
                offer(left, &play_on);
                if play_on.clicked() {
                    way = Some(Way::PlayOn);
                }
                let leave = right.add_sized(size, egui::Button::new("Leave"));
                if leave.on_hover_text("To the list of missions").clicked() {
                    way = Some(Way::Leave);
                }
            });
        });
    });
    way
}

/// Focuses a button that can be pressed, unless another has the focus.
fn offer(ui: &egui::Ui, button: &egui::Response) {
    if button.enabled() && ui.memory(|memory| memory.focused().is_none()) {
        button.request_focus();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content;
    use crate::game::shell::session::list_missions;

    /// Shows the choice twice, with the pointer pressed on a place in between; returns what was chosen and
    /// where each text stands.
    fn shown(
        failure: &Failure,
        press: Option<egui::Pos2>,
    ) -> (Option<Way>, Vec<(String, egui::Rect)>) {
        let context = egui::Context::default();
        let (mut way, mut texts) = (None, Vec::new());
        let button = |pos, pressed| egui::Event::PointerButton {
            pos,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::default(),
        };
        let presses = [None, Some(true), Some(false)];
        for is_pressed in presses {
            let mut input = egui::RawInput {
                screen_rect: Some(egui::Rect::from_min_size(
                    egui::Pos2::ZERO,
                    vec2(800.0, 600.0),
                )),
                ..egui::RawInput::default()
            };
            if let Some(pos) = press {
                input.events.push(egui::Event::PointerMoved(pos));
                input
                    .events
                    .extend(is_pressed.map(|pressed| button(pos, pressed)));
            }
            let mut output = context.run_ui(input, |ui| {
                ui.set_width(760.0);
                way = way.or(choose(ui, failure));
            });
            output.textures_delta.clear();
            texts = (output.shapes.iter())
                .filter_map(|one| match &one.shape {
                    egui::Shape::Text(text) => {
                        Some((text.galley.text().to_owned(), text.visual_bounding_rect()))
                    }
                    _ => None,
                })
                .collect();
        }
        (way, texts)
    }

    /// Presses a key three times over what can be done next; returns what was chosen.
    fn pressed(key: egui::Key, step: &Step, is_settled: bool) -> Option<Choice> {
        let context = egui::Context::default();
        let mut choice = None;
        for _ in 0..3 {
            let mut input = egui::RawInput::default();
            input.events.push(egui::Event::Key {
                key,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers: egui::Modifiers::default(),
            });
            let mut output = context.run_ui(input, |ui| {
                let offered = ui.add_enabled_ui(is_settled, |ui| offer_all(ui, Some(step)));
                choice = choice.take().or(offered.inner);
            });
            output.textures_delta.clear();
        }
        choice
    }

    #[test]
    fn a_key_too_many_begins_nothing_and_a_later_one_takes_the_obvious_step() {
        let next = Step::Mission(4, "Ford".to_owned());
        let back = Step::Leave("Missions");
        for key in [egui::Key::Enter, egui::Key::Space] {
            for step in [&next, &back, &Step::Again] {
                let early = pressed(key, step, false);
                assert!(early.is_none(), "the debrief is not read yet: {early:?}");
            }
            let chosen = |step| pressed(key, step, true).expect("it has the focus");
            assert!(matches!(chosen(&back).request, Request::Leave));
            // After a defeat a key looks at the battle, and never starts it again.
            assert!(matches!(chosen(&Step::Again).request, Request::WatchThis));
            // The list shows the next mission; nothing begins.
            let next = chosen(&next);
            assert!(matches!(next.request, Request::Leave) && next.shows == Some(4));
        }
    }

    #[test]
    fn the_next_mission_is_of_the_same_rules_and_not_yet_won() {
        let folder = content::assets_folder().expect("it is beside the crate");
        let listed: Vec<_> = list_missions(&[]);
        let file = |name: &str| folder.join(format!("missions/{name}.ron"));
        let results = Results::default();
        let next = |name: &str| match after(&listed, &file(name), &results) {
            Some(Step::Mission(at, name)) => {
                let brief = listed[at].mission.as_ref().expect("it is sound");
                assert_eq!(brief.name, name);
                brief.rules
            }
            other => panic!("{other:?} after {name}"),
        };
        // The last of its rules goes around.
        for name in ["first_steps", "cold_start", "party_long_road"] {
            let of = listed.iter().find(|one| one.file == file(name));
            let own = of.and_then(|one| one.mission.as_ref().ok());
            assert_eq!(next(name), own.expect("it is sound").rules, "{name}");
        }
        assert_eq!(after(&listed, Path::new("elsewhere.ron"), &results), None);
    }

    #[test]
    fn whoever_failed_reads_why_and_plays_on_or_leaves() {
        let failure = Failure {
            why: "The objective can no longer be completed: it takes 4 units, 1 can be had (Move 4 units \
                  to the marked hexes)"
                .into(),
            playing_on: "The squad fights on",
        };
        let (way, texts) = shown(&failure, None);
        assert_eq!(way, None);
        let place = |wanted: &str| {
            let found = texts.iter().find(|(text, _)| text == wanted);
            found.unwrap_or_else(|| panic!("{wanted} in {texts:?}")).1
        };
        place(&failure.why);
        place(failure.playing_on);
        for (name, expected) in [("Play on", Way::PlayOn), ("Leave", Way::Leave)] {
            let (way, _) = shown(&failure, Some(place(name).center()));
            assert_eq!(way, Some(expected), "{name}");
        }
    }
}
