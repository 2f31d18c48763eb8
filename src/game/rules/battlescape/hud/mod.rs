//! Panels of squads: top line, squad cards, unit and actions, what is pointed or aimed at.
//!
//! **Invariant:** panels show the view models of the rule set's `panel` module; buttons give orders like
//! keys do.

mod actions;
mod insight;
mod outlook;
mod squad;
mod target;

use bevy::prelude::*;

pub use self::insight::Insight;
pub use self::target::mark;
use super::look;
use crate::battle::phase::Phase;
use crate::battle::step::HumanSides;
use crate::battle::unit::Side;
use crate::game::PutAway;
use crate::game::kit::panels::{Aside, Panels, turn_words};
use crate::game::kit::piece::{Ink, Words, say};
use crate::game::kit::{guide, side_names};
use crate::game::rules::playable::{Playable, own_side};
use crate::game::shell::watching::Watching;
use crate::game::table::input::Hover;
use crate::game::table::playback::Playback;
use crate::plain::possessive;
use crate::rules::battlescape::log::Log;
use crate::rules::battlescape::{Battlescape, objective};

/// Adds what panels keep.
pub fn plugin(app: &mut App) {
    app.init_resource::<Insight>()
        .add_systems(PutAway, |mut insight: ResMut<Insight>| insight.forget());
}

/// Works out anew what panels show, where something changed.
pub(super) fn renew(world: &mut World) {
    insight::advise(world);
    actions::renew(world);
    target::renew(world);
    guide::follow::<Battlescape>(world);
}

/// Returns what stands in the panels.
pub(super) fn panels(world: &World) -> Panels {
    let view = look(world);
    let secondary = view.secondary().map(|(one, is_done)| {
        let is_done = if is_done { "done:" } else { "also:" };
        format!("{is_done} {}", one.name)
    });
    let mut floating = insight::floating(world);
    floating.extend(guide::panel::<Battlescape>(world));
    Panels {
        top: vec![
            turn_words(view.turn().number, view.turn_limit()),
            phase(world).strong().size(16.0),
            objective_words(world),
        ],
        top_more: secondary.collect(),
        heading: "Squad",
        units: squad::cards(world),
        below_units: squad::below(),
        bar: actions::bar(world).unwrap_or_default(),
        aside: aside(world),
        floating,
        ..Panels::default()
    }
}

/// Says whose phase it is.
fn phase(world: &World) -> Words {
    let is_calm = world.resource::<Playback>().is_empty();
    let names = side_names(world);
    let side = names.get(look(world).turn().active.index());
    let side = side.map_or("", String::as_str);
    // Whoever watches has no phase.
    if world.contains_resource::<Watching>() {
        return say(format!("{} phase", possessive(side))).ink(Ink::Accent);
    }
    // Two people at one screen read whose it is.
    let own = match world.resource::<HumanSides>().0.len() {
        0 | 1 => "Your phase".to_owned(),
        _ => format!("{} phase", possessive(side)),
    };
    match world.resource::<State<Phase>>().get() {
        Phase::Player if is_calm => say(own).ink(Ink::Good),
        Phase::Player => say(own).ink(Ink::Faint),
        Phase::Resolution => say("Resolution").ink(Ink::Accent),
        Phase::Over => say("Battle over").ink(Ink::Accent),
        Phase::Idle | Phase::Setup | Phase::Ai => {
            say(format!("{} phase", possessive(side))).ink(Ink::Bad)
        }
    }
}

/// Says what has to be done, struck out if it can no longer be done.
fn objective_words(world: &World) -> Words {
    let log = Log::new(world);
    let words = say(Battlescape::task(world)).cut();
    let is_first = own_side(world) == Side::FIRST;
    match objective::forgone(world).filter(|_| is_first) {
        None => words,
        Some(loss) => words
            .ink(Ink::Faint)
            .struck_if(true)
            .about(format!("{}\nThe squad fights on", log.loss(loss))),
    }
}

/// Returns what is aimed at, or what is known of the hex pointed at.
fn aside(world: &World) -> Aside {
    if let Some(mark) = mark(world) {
        return target::aside(world, mark);
    }
    let Some(tile) = world.resource::<Hover>().tile else {
        return Aside::default();
    };
    let body = match world.resource::<Insight>().inspect {
        true => insight::card(world, tile),
        false => outlook::pieces(world, tile),
    };
    Aside {
        body,
        ..Aside::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::kit::panels::{ASIDE, draw_panels};
    use crate::game::kit::testing::{shipped, window};
    use crate::game::rules::battlescape::input::forget;
    use bevy_egui::egui;

    #[test]
    fn what_is_pointed_at_covers_no_hint() {
        let mission = shipped("first_steps").build(3).expect("it is sound");
        let screen = egui::vec2(1280.0, 720.0);
        let mut world = window::<Battlescape>(&mission, 3);
        forget(&mut world);
        world.init_resource::<Insight>();
        guide::follow::<Battlescape>(&mut world);
        guide::skip::<Battlescape>(&mut world);
        let unseen = look(&world).grid().tiles().last();
        let context = egui::Context::default();
        for pointer in [egui::pos2(1240.0, 420.0), egui::pos2(500.0, 420.0)] {
            world.resource_mut::<Hover>().tile = unseen;
            for _ in 0..3 {
                let input = egui::RawInput {
                    screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, screen)),
                    events: vec![egui::Event::PointerMoved(pointer)],
                    ..egui::RawInput::default()
                };
                let _ = context.run_ui(input, |ui| {
                    draw_panels::<Battlescape>(&mut world, ui.ctx());
                });
            }
            let rect = |name: &str| context.memory(|memory| memory.area_rect(egui::Id::new(name)));
            let (hint, aside) = (rect("guide"), rect(ASIDE));
            let (hint, aside) = (
                hint.expect("it teaches"),
                aside.expect("a hex is pointed at"),
            );
            assert!(!hint.intersects(aside), "{pointer:?}: {hint:?} {aside:?}");
        }
    }

    #[test]
    fn at_a_hot_seat_the_second_player_reads_whom_to_stop() {
        let mission = shipped("first_contact").build(3).expect("it is sound");
        let mut world = window::<Battlescape>(&mission, 3);
        let first = format!("{:?}", objective_words(&world));
        let goal = Log::new(&world).objective();
        assert!(first.contains(&goal) && !first.contains("Stop"), "{first}");
        world.insert_resource(HumanSides(vec![Side(1), Side(0)]));
        let second = format!("{:?}", objective_words(&world));
        let named = format!("Stop {}: they must", mission.sides[0].name);
        assert!(second.contains(&named), "{second}");
        // Only the first letter is another.
        assert!(second.contains(&goal[1..]), "{second}");
    }
}
