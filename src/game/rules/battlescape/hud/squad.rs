//! The squad cards at the left.

use bevy::prelude::*;

use crate::battle::unit::{Presence, UnitId, part};
use crate::content::terrain::Cover;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::panels::CARD;
use crate::game::kit::piece::{Ask, Face, Ink, Piece, Pieces, UnitCard, button, say};
use crate::game::kit::theme::icon::Icon;
use crate::game::rules::battlescape::input::{Selection, choose};
use crate::game::rules::battlescape::{look, looks};
use crate::game::table::art::Pose;
use crate::game::table::camera::Rig;
use crate::rules::battlescape::panel::inspect::status;
use crate::rules::battlescape::panel::words::tu_text;
use crate::rules::battlescape::side_view::SideView;

/// Letters that a line of a card has room for.
const LETTERS: usize = 19;

/// Returns the cards.
pub(super) fn cards(world: &World) -> Pieces {
    let chosen = world.resource::<Selection>().unit;
    let view = look(world);
    let cards = view.own().map(|id| {
        let presence = *part::<Presence>(world, id);
        card(view, id, presence, chosen == Some(id))
    });
    cards.map(Piece::from).collect()
}

/// Returns what stands below the cards.
pub(super) fn below() -> Pieces {
    let keys = [
        (KeyAction::NEXT_UNIT, "Next"),
        (KeyAction::NEXT_TARGET, "Target"),
    ];
    let buttons = keys.map(|(action, name)| {
        button(Face::Small, name, Ask::Key(action))
            .ink(Ink::Faint)
            .into()
    });
    Pieces(vec![Piece::Line(Pieces(buttons.into()))])
}

fn card(view: SideView, id: UnitId, presence: Presence, is_chosen: bool) -> UnitCard {
    let is_here = presence == Presence::OnBoard;
    UnitCard {
        title: view.name(id).to_owned(),
        kind: about(view, id, presence),
        portrait: Some(looks::figure_of(view, id, Pose::Stand)),
        number: looks::number(view, id),
        body: body(view, id, presence),
        width: CARD,
        is_chosen,
        is_dim: false,
        click: is_here.then(|| Ask::act(move |world| choose_seen(world, id))),
    }
}

/// Chooses a unit and keeps it in sight.
fn choose_seen(world: &mut World, unit: UnitId) {
    let tile = look(world).unit(unit).tile;
    choose(world, unit);
    world.resource_mut::<Rig>().keep_in_sight(tile);
}

/// Says how a unit is.
fn body(view: SideView, id: UnitId, presence: Presence) -> Pieces {
    let state = view.unit(id);
    let mut body = Pieces::default();
    let absent = match presence {
        Presence::OnBoard => None,
        Presence::Dead => Some(say("killed").ink(Ink::Bad)),
        Presence::Escaped => Some(say("escaped").ink(Ink::Good)),
        Presence::Reserve => Some(say("comes later").ink(Ink::Faint)),
    };
    if let Some(told) = absent {
        body.add(told.size(12.5));
        // As high as before: cards below it stay where they are.
        body.bar(0, 1, Ink::Time, String::new());
        body.line([say(" ").size(12.5).into()]);
        return body;
    }
    body.health(state.health, "HP");
    let per_turn = view.figures().tu.per_turn;
    // Full is what a turn gives; what was kept besides is written on it.
    body.bar(state.tu.now, per_turn, Ink::Time, tu_text(view, id));
    let energy = state.energy;
    if energy.max > 0 && view.kind(id).psi > 0 {
        let text = format!("{} / {} energy", energy.now, energy.max);
        body.bar(energy.now, energy.max, Ink::Energy, text);
    }
    let icons = icons(view, id).into_iter();
    let icons = icons.map(|icon| Piece::Icon(icon, Ink::Accent));
    let told = brief(&troubles(view, id), LETTERS - 3 * icons.len());
    // The line is there also if it is empty: cards below it stay where they are.
    let told = if told.is_empty() { " ".into() } else { told };
    let words = say(told).ink(Ink::Accent).size(12.5);
    body.line(icons.chain([words.into()]));
    body
}

/// Says what is the matter with a unit, with nothing left out.
fn told(view: SideView, id: UnitId) -> String {
    let told = status(view, id).into_iter().map(str::to_owned);
    told.chain(morale(view, id)).collect::<Vec<_>>().join(", ")
}

/// Returns its morale, unless it is full.
fn morale(view: SideView, id: UnitId) -> Option<String> {
    let nerve = view.unit(id).nerve;
    let is_shaken = view.kind(id).bravery.is_some() && nerve.morale < 100;
    is_shaken.then(|| format!("morale {}", nerve.morale))
}

/// Lists in a word each what is the matter with a unit and has no icon.
fn troubles(view: SideView, id: UnitId) -> Vec<String> {
    let word = |told| match told {
        "half cover" | "full cover" | "on overwatch" | "prone" | "done" => None,
        "suppressing fire" => Some("suppressing"),
        "too shaken for abilities and throws" | "too shaken for abilities" => Some("shaken"),
        other => Some(other),
    };
    let told = status(view, id).into_iter().filter_map(word);
    told.map(str::to_owned).chain(morale(view, id)).collect()
}

/// Joins as many words as a line has room for, and counts the others: the card tells them when it is pointed at.
fn brief(words: &[String], letters: usize) -> String {
    let shown = |count: usize| {
        let rest = words.len() - count;
        let more = (rest > 0).then(|| format!("{rest} more"));
        let shown = words[..count].iter().cloned().chain(more);
        shown.collect::<Vec<_>>().join(", ")
    };
    let mut lines = (0..=words.len()).rev().map(shown);
    let fits = lines.find(|line| line.len() <= letters);
    fits.unwrap_or_else(|| shown(0))
}

/// Says what a unit is, and all that is the matter with it: on the card there may be no room.
fn about(view: SideView, id: UnitId, presence: Presence) -> String {
    let kind = view.kind(id).name.clone();
    match presence {
        Presence::OnBoard => [kind, told(view, id)].join("\n").trim_end().to_owned(),
        _ => kind,
    }
}

/// Returns the icons of a unit's stance and readiness.
fn icons(view: SideView, id: UnitId) -> Vec<Icon> {
    let state = view.unit(id);
    let told = [
        (Icon::HalfShield, state.stance.0 == Cover::Half),
        (Icon::FullShield, state.stance.0 == Cover::Full),
        (Icon::Watch, state.readiness.ready),
        (Icon::Prone, state.footing.prone),
        (Icon::EndUnit, state.ended.0),
    ];
    let told = told.into_iter().filter(|(_, holds)| *holds);
    told.map(|(icon, _)| icon).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::step::HumanSides;
    use crate::battle::unit::Side;
    use crate::game::kit::testing::{OWN, give, shipped, window};
    use crate::rules::battlescape::Battlescape;
    use crate::rules::battlescape::order::Order;

    #[test]
    fn whoever_comes_later_has_not_got_away() {
        let mission = shipped("vigil").build(3).expect("it is sound");
        let mut world = window::<Battlescape>(&mission, 3);
        world.insert_resource(HumanSides(vec![Side(1), Side(0)]));
        world.init_resource::<Selection>();
        let cards = format!("{:?}", cards(&world));
        assert!(
            cards.contains("comes later") && !cards.contains("escaped"),
            "{cards}"
        );
    }

    #[test]
    fn the_bar_of_time_units_is_full_with_those_of_a_turn() {
        let mission = shipped("first_steps").build(3).expect("it is sound");
        let world = window::<Battlescape>(&mission, 3);
        let view = look(&world);
        let id = view.own().next().expect("a squad");
        let bars = body(view, id, Presence::OnBoard).0.into_iter();
        let bars = bars.filter_map(|piece| match piece {
            Piece::Bar(share, Ink::Time, _) => Some(share),
            _ => None,
        });
        let (now, per_turn) = (view.unit(id).tu.now, view.figures().tu.per_turn);
        let full = u32::from(now) * 1000 / u32::from(per_turn);
        assert_eq!(bars.collect::<Vec<_>>(), [full]);
    }

    #[test]
    fn a_line_that_is_too_short_counts_what_it_leaves_out() {
        let words = ["wounded", "suppressed", "morale 60"].map(str::to_owned);
        for (letters, expected) in [
            (30, "wounded, suppressed, morale 60"),
            (29, "wounded, suppressed, 1 more"),
            (22, "wounded, 2 more"),
            (6, "3 more"),
        ] {
            assert_eq!(brief(&words, letters), expected);
        }
        assert_eq!(brief(&[], 5), "");
    }

    #[test]
    fn a_card_has_as_many_lines_whatever_becomes_of_its_unit() {
        let mission = shipped("first_steps").build(3).expect("it is sound");
        let mut world = window::<Battlescape>(&mission, 3);
        world.init_resource::<Selection>();
        let lines = |world: &World, presence| {
            let view = look(world);
            let id = view.own().next().expect("a squad");
            body(view, id, presence).0.len()
        };
        let unhurt = lines(&world, Presence::OnBoard);
        let id = look(&world).own().next().expect("a squad");
        give::<Battlescape>(&mut world, OWN, Order::Ready(id));
        assert!(told(look(&world), id).starts_with("on overwatch"));
        assert_eq!(lines(&world, Presence::OnBoard), unhurt);
        assert_eq!(lines(&world, Presence::Dead), unhurt);
    }
}
