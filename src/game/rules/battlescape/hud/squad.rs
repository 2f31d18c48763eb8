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
        kind: view.kind(id).name.clone(),
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
        Presence::Escaped => Some(say("got away").ink(Ink::Good)),
        Presence::Reserve => Some(say("comes later").ink(Ink::Faint)),
    };
    if let Some(told) = absent {
        body.add(told.size(12.5));
        return body;
    }
    body.health(state.health, "HP");
    let per_turn = view.figures().tu.per_turn;
    body.bar(state.tu.now, per_turn + 50, Ink::Time, tu_text(view, id));
    let energy = state.energy;
    if energy.max > 0 && view.kind(id).psi > 0 {
        let text = format!("{} / {} energy", energy.now, energy.max);
        body.bar(energy.now, energy.max, Ink::Energy, text);
    }
    let morale = state.nerve.morale;
    if view.kind(id).bravery.is_some() && morale < 100 {
        body.bar(morale.into(), 100, Ink::Morale, format!("{morale} morale"));
    }
    let status = status(view, id);
    if !status.is_empty() {
        let icons = icons(view, id).into_iter();
        let icons = icons.map(|icon| Piece::Icon(icon, Ink::Accent));
        let words = say(status.join(", ")).ink(Ink::Accent).size(11.5);
        body.line(icons.chain([words.into()]));
    }
    body
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
    use crate::game::kit::testing::{shipped, window};
    use crate::rules::battlescape::Battlescape;

    #[test]
    fn whoever_comes_later_has_not_got_away() {
        let mission = shipped("vigil").build(3).expect("it is sound");
        let mut world = window::<Battlescape>(&mission, 3);
        world.insert_resource(HumanSides(vec![Side(1), Side(0)]));
        world.init_resource::<Selection>();
        let cards = format!("{:?}", cards(&world));
        assert!(
            cards.contains("comes later") && !cards.contains("got away"),
            "{cards}"
        );
    }
}
