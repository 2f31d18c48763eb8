//! The end of a battle: outcome, what decided it, who fought best, losses, deeds; and what comes next.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, vec2};

use crate::battle::journal::{Journal, replay};
use crate::battle::phase::{Ending, Outcome, Phase, Verdict};
use crate::battle::step::HumanSides;
use crate::battle::unit::Side;
use crate::chronicle::observe::Witness;
use crate::game::kit::aftermath::Aftermath;
use crate::game::kit::theme::widget::{scroll, scroll_by_keys};
use crate::game::kit::theme::{BAD, GOOD, faint};
use crate::game::kit::{CombatLog, draw, side_names};
use crate::game::rules::playable::{Playable, rules, would_pass};
use crate::game::shell::menus::card;
use crate::game::shell::screens::next::{self, Way, choose};
use crate::game::shell::screens::settled::Settled;
use crate::game::shell::session::{Request, Session};
use crate::game::table::board_view::viewer;
use crate::game::table::input::give_order;
use crate::game::{Options, Screen};
use crate::headless::{self, UnitCounts};
use crate::mission::AS_WRITTEN;
use crate::playing::Debriefing;
use crate::with_rules;

/// Width of the card, points.
const WIDTH: f32 = 980.0;
/// Room for what can be done next, and around the card, points.
const BELOW: f32 = 120.0;

/// The outcome of the last battle of a rule set.
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
    let next = next::step(world);
    let (mut choice, mut way) = (None, None);
    card(world, "end", WIDTH, 205, |world, ui| {
        let session = world.resource::<Session>();
        let is_settled = world.resource::<Settled>().is_settled();
        ui.vertical_centered(|ui| {
            let objective = R::objective(world);
            let score = R::score(world);
            match R::undecided(world) {
                Some(told) => {
                    ui.label(RichText::new(told).size(46.0).strong());
                    told_by_mission(ui, session, &ending);
                }
                None => headline(ui, session, (&objective, score), &ending, winner),
            }
            let difficulty = (session.mission.as_ref()).map_or(AS_WRITTEN, |one| one.difficulty);
            let result = match R::undecided(world) {
                Some(_) => String::new(),
                None => format!("{result} · "),
            };
            ui.label(faint(format!(
                "{result}{} {} · {} orders · difficulty {difficulty}% · seed {}",
                R::TURN,
                ending.turn,
                report.orders,
                session.seed
            )));
        });
        if let Some(failure) = &failure {
            let chosen = ui.add_enabled_ui(is_settled, |ui| choose(ui, failure));
            way = chosen.inner;
        }
        ui.add_space(6.0);
        ui.separator();
        // What can be done next stays in sight below.
        let room = ui.ctx().content_rect().height() - ui.min_rect().height() - BELOW;
        scroll(room.max(120.0))
            .auto_shrink([false, true])
            .show(ui, |ui| {
                ui.set_width(ui.available_width() - 8.0);
                scroll_by_keys(ui);
                casualties(ui, &names, &report.sides);
                ui.add_space(6.0);
                let aftermath = world.resource::<Aftermath>();
                draw(world, ui, &aftermath.pieces::<R>(world), &mut Vec::new());
                let debriefed = world.get_resource::<Debriefed<R::Debrief>>();
                if let Some(debrief) = debriefed.and_then(|debriefed| debriefed.0.as_ref()) {
                    ui.add_space(6.0);
                    draw(world, ui, &R::show_debrief(debrief, side), &mut Vec::new());
                }
            });
        ui.separator();
        // Whoever could play on was asked whether to leave.
        let next = next.as_ref().filter(|_| failure.is_none());
        let offered = ui.add_enabled_ui(is_settled, |ui| next::offer_all(ui, next));
        choice = offered.inner;
    });
    match (way, play_on) {
        (Some(Way::PlayOn), Some(order)) => {
            give_order::<R>(world, order);
            crate::battle::step::step(world);
        }
        (Some(Way::Leave), _) => choice = Some(Request::Leave.into()),
        _ => {}
    }
    if let Some(choice) = choice {
        choice.take(world);
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
    (objective, score): (&str, Option<String>),
    ending: &Ending,
    winner: Option<Option<&str>>,
) {
    let (headline, color, done) = match ending.outcome {
        Outcome::Victory => ("Victory", GOOD, "completed"),
        Outcome::Defeat => ("Defeat", BAD, "not completed"),
        Outcome::MissionFailed => ("Mission failed", BAD, "not completed"),
    };
    let (headline, color) = match winner {
        Some(Some(name)) => (format!("Victory for {name}"), GOOD),
        Some(None) => ("No winner".to_owned(), BAD),
        None => (headline.to_owned(), color),
    };
    ui.label(RichText::new(headline).size(46.0).strong().color(color));
    ui.label(match score {
        Some(score) => score,
        None => format!("{objective}: {done}"),
    });
    told_by_mission(ui, session, ending);
}

/// Shows what the mission tells of such an end.
fn told_by_mission(ui: &mut egui::Ui, session: &Session, ending: &Ending) {
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
            let escaped = got_away.then_some("escaped");
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

/// Goes back to the battle once it plays on.
pub(super) fn return_to_battle(phase: Res<State<Phase>>, mut next: ResMut<NextState<Screen>>) {
    if *phase.get() != Phase::Over {
        next.set(Screen::Battle);
    }
}

/// Computes the outcome of the battle.
pub(super) fn sum_up(world: &World, commands: Commands) {
    with_rules!(rules(world), R => sum_up_by::<R>(world, commands));
}

fn sum_up_by<R: Playable>(world: &World, mut commands: Commands)
where
    R::Debrief: Send + Sync,
{
    let session = world.resource::<Session>();
    let (Some(mission), Some(ending)) = (&session.mission, world.resource::<Verdict>().0) else {
        return;
    };
    let entries = &world.resource::<Journal<R>>().entries;
    let mut played = World::new();
    R::set_up(&mut played, mission, session.seed);
    let mut watchers = (
        R::Debrief::begin(&played),
        R::Onlooker::begin(&played, mission),
    );
    if replay::<R>(&mut played, entries, &mut watchers).is_err() {
        commands.insert_resource(Debriefed::<R::Debrief>(None));
        commands.insert_resource(Aftermath::default());
        return;
    }
    let (witness, onlooker) = watchers;
    let record = (onlooker.close(&played), R::Onlooker::vocabulary(mission));
    let side = viewer(world.resource::<HumanSides>());
    let recap = world.resource::<CombatLog>().recap(side);
    let aftermath = Aftermath::of::<R>(&played, (&record.0, &record.1), ending, side, recap);
    commands.insert_resource(aftermath);
    commands.insert_resource(Debriefed(Some(R::Debrief::close(witness, &played))));
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
