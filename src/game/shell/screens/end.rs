//! The end of a battle: outcome, losses, deeds, salvage, luck; and what comes next.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, vec2};

use crate::battle::journal::Journal;
use crate::battle::phase::{Ending, Outcome, Phase, Verdict};
use crate::battle::step::HumanSides;
use crate::battle::unit::Side;
use crate::game::kit::theme::{BAD, GOOD, SAND, faint};
use crate::game::kit::{draw, side_names};
use crate::game::rules::playable::{Failure, Playable, rules, would_pass};
use crate::game::shell::menus::card;
use crate::game::shell::screens::settled::Settled;
use crate::game::shell::session::{Request, Session, has_saves};
use crate::game::table::board_view::viewer;
use crate::game::table::input::give_order;
use crate::game::{Options, Screen};
use crate::headless::{self, UnitCounts};
use crate::mission::AS_WRITTEN;
use crate::with_rules;

/// What the last battle of a rule set came to.
#[derive(Resource)]
struct Debriefed<D: Send + Sync + 'static>(Option<D>);

pub(super) fn show(world: &mut World) {
    with_rules!(rules(world), R => show_by::<R>(world));
}

fn show_by<R: Playable>(world: &mut World)
where
    R::Debrief: Send + Sync,
{
    let Some(ending) = world.resource::<Verdict>().0 else {
        return;
    };
    let side = viewer(world.resource::<HumanSides>());
    let play_on = R::play_on().filter(|order| would_pass::<R>(world, side, order));
    let failure = play_on.is_some().then(|| R::failure(world));
    let names = side_names(world);
    let name_of = |side: Side| names[side.index()].as_str();
    let winner = is_between_people(world).then(|| ending.winner.map(name_of));
    let result = ending.in_words(|side| name_of(side).to_owned());
    let seed = world.resource::<Session>().seed;
    let report = headless::report::<R>(world, seed);
    let (mut request, mut way) = (None, None);
    card(world, "end", 760.0, 150, |world, ui| {
        let session = world.resource::<Session>();
        let is_settled = world.resource::<Settled>().is_settled();
        ui.vertical_centered(|ui| {
            let objective = R::objective(world);
            headline(ui, session, &objective, &ending, winner);
            let difficulty = (session.mission.as_ref()).map_or(AS_WRITTEN, |one| one.difficulty);
            ui.label(faint(format!(
                "{result} · turn {} · {} orders · difficulty {difficulty}% · seed {}",
                ending.turn, report.orders, session.seed
            )));
        });
        if let Some(failure) = &failure {
            let chosen = ui.add_enabled_ui(is_settled, |ui| choose(ui, failure));
            way = chosen.inner;
        }
        ui.add_space(8.0);
        casualties(ui, &names, &report.sides);
        let debriefed = world.get_resource::<Debriefed<R::Debrief>>();
        if let Some(debrief) = debriefed.and_then(|debriefed| debriefed.0.as_ref()) {
            ui.add_space(8.0);
            draw(world, ui, &R::show_debrief(debrief, side), &mut Vec::new());
        }
        ui.add_space(10.0);
        // Whoever could play on was asked whether to leave.
        let can_leave = failure.is_none();
        ui.add_enabled_ui(is_settled, |ui| {
            ui.horizontal_wrapped(|ui| {
                request = what_next(ui, can_leave);
            });
        });
    });
    match (way, play_on) {
        (Some(Way::PlayOn), Some(order)) => {
            give_order::<R>(world, order);
            crate::battle::step::step(world);
        }
        (Some(Way::Leave), _) => request = Some(Request::Leave),
        _ => {}
    }
    if request.is_some() {
        world.resource_mut::<Session>().request = request;
    }
}

/// Whether several people played, each for a side.
fn is_between_people(world: &World) -> bool {
    world.resource::<HumanSides>().0.len() > 1
}

/// Shows how it ended, in the words of the mission, and which battle it was; people who played each other
/// read who won.
fn headline(
    ui: &mut egui::Ui,
    session: &Session,
    objective: &str,
    ending: &Ending,
    winner: Option<Option<&str>>,
) {
    let (headline, color, done) = match ending.outcome {
        Outcome::Victory => ("Victory", GOOD, "done"),
        Outcome::Defeat => ("Defeat", BAD, "not done"),
        Outcome::MissionFailed => ("Mission failed", BAD, "not done"),
    };
    let (headline, color) = match winner {
        Some(Some(name)) => (format!("Victory for {name}"), GOOD),
        Some(None) => ("No winner".to_owned(), BAD),
        None => (headline.to_owned(), color),
    };
    ui.label(RichText::new(headline).size(46.0).strong().color(color));
    ui.label(format!("{objective}: {done}"));
    let mission = session.mission.as_ref();
    let told = mission.map(|mission| match ending.outcome {
        Outcome::Victory => &mission.debrief.victory,
        Outcome::Defeat | Outcome::MissionFailed => &mission.debrief.defeat,
    });
    if let Some(told) = told.filter(|told| !told.is_empty()) {
        ui.label(RichText::new(told).italics());
    }
}

/// Lists what is left of each side.
fn casualties(ui: &mut egui::Ui, names: &[String], sides: &[UnitCounts]) {
    // Not all rules know of a way off the board.
    let got_away = sides.iter().any(|tally| tally.escaped > 0);
    egui::Grid::new("casualties")
        .num_columns(3 + usize::from(got_away))
        .spacing(vec2(26.0, 6.0))
        .show(ui, |ui| {
            let escaped = got_away.then_some("got away");
            for head in ["", "standing"].into_iter().chain(escaped).chain(["lost"]) {
                ui.label(faint(head));
            }
            ui.end_row();
            for (name, tally) in names.iter().zip(sides) {
                ui.label(RichText::new(name).strong());
                ui.label(tally.standing.to_string());
                if got_away {
                    ui.label(tally.escaped.to_string());
                }
                ui.label(RichText::new(tally.dead.to_string()).color(BAD));
                ui.end_row();
            }
        });
}

/// Offers what can be done next; once the screen takes input the keyboard finds the way to the missions, so
/// that nothing begins again by a key too many.
fn what_next(ui: &mut egui::Ui, can_leave: bool) -> Option<Request> {
    let mut request = None;
    if ui.button("Again (same seed)").clicked() {
        request = Some(Request::Again { new_seed: false });
    }
    if ui.button("New seed").clicked() {
        request = Some(Request::Again { new_seed: true });
    }
    if ui.button("Watch the replay").clicked() {
        request = Some(Request::WatchThis);
    }
    let film = ui.button("Make a film");
    if film
        .on_hover_text("An animated PNG of the battle as you saw it")
        .clicked()
    {
        request = Some(Request::Film);
    }
    let reload = ui.add_enabled(has_saves(), egui::Button::new("Load the last save"));
    let reload = reload.on_disabled_hover_text("there is no save yet");
    if reload.clicked() {
        request = Some(Request::LoadLast);
    }
    if can_leave {
        let leave = ui.button("Missions");
        offer(ui, &leave);
        if leave.clicked() {
            request = Some(Request::Leave);
        }
    }
    request
}

/// What whoever failed with units left may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    PlayOn,
    Leave,
}

/// Says why the mission failed, and asks whether to play on for all that; the keyboard finds the answer once
/// the screen takes input.
fn choose(ui: &mut egui::Ui, failure: &Failure) -> Option<Way> {
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

/// Has the keyboard find a button that can be pressed, unless it found another one.
fn offer(ui: &egui::Ui, button: &egui::Response) {
    if button.enabled() && ui.memory(|memory| memory.focused().is_none()) {
        button.request_focus();
    }
}

/// Goes back to the battle once it plays on.
pub(super) fn return_to_battle(phase: Res<State<Phase>>, mut next: ResMut<NextState<Screen>>) {
    if *phase.get() != Phase::Over {
        next.set(Screen::Battle);
    }
}

/// Works out what the battle came to.
pub(super) fn sum_up(world: &World, commands: Commands) {
    with_rules!(rules(world), R => sum_up_by::<R>(world, commands));
}

fn sum_up_by<R: Playable>(world: &World, mut commands: Commands)
where
    R::Debrief: Send + Sync,
{
    let session = world.resource::<Session>();
    if let Some(mission) = &session.mission {
        let entries = &world.resource::<Journal<R>>().entries;
        let debrief = R::debrief(mission, session.seed, entries).ok();
        commands.insert_resource(Debriefed(debrief));
    }
}

/// Writes the mission summary the program was asked for; returns what went wrong.
pub(super) fn write_result(world: &mut World) -> Result<(), String> {
    with_rules!(rules(world), R => write_result_by::<R>(world))
}

fn write_result_by<R: Playable>(world: &mut World) -> Result<(), String>
where
    R::Debrief: Send + Sync,
{
    let session = world.resource::<Session>();
    let (seed, mission) = (session.seed, session.mission.clone());
    let file = world.resource::<Options>().result.clone();
    let (Some(file), Some(mission)) = (file, mission) else {
        return Ok(());
    };
    let report = headless::report::<R>(world, seed);
    let mut summary = crate::summary::Summary::new(&mission, &report);
    let debriefed = world.get_resource::<Debriefed<R::Debrief>>();
    if let Some(debrief) = debriefed.and_then(|debriefed| debriefed.0.as_ref()) {
        summary = summary.with(debrief);
    }
    debug_assert!(report.sides.get(Side(0).index()).is_some());
    crate::summary::write(&file, &summary)
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn pressed(key: egui::Key, is_settled: bool) -> Option<Request> {
        let context = egui::Context::default();
        let mut request = None;
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
                let offered = ui.add_enabled_ui(is_settled, |ui| what_next(ui, true));
                request = request.take().or(offered.inner);
            });
            output.textures_delta.clear();
        }
        request
    }

    #[test]
    fn a_key_too_many_begins_nothing_again() {
        for key in [egui::Key::Enter, egui::Key::Space] {
            assert!(pressed(key, false).is_none(), "the debrief is not read yet");
            assert!(matches!(pressed(key, true), Some(Request::Leave)));
        }
    }

    #[test]
    fn whoever_failed_reads_why_and_plays_on_or_leaves() {
        let failure = Failure {
            why: "The objective can no longer be met: it takes 4 units, 1 can be had (Bring 4 to the \
                  marked hexes)"
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
