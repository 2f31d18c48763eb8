//! Cards of the party: how each character is, or what became of it.
//!
//! **Invariant:** hit points are whole ones here; exact ones are told when a card is pointed at.

use bevy::prelude::*;

use super::aside::{exact, health_bar};
use super::looks::{number, of_character};
use crate::battle::unit::{Presence, Roster, UnitId, part};
use crate::game::kit::piece::{Ink, Pieces, UnitCard, say};
use crate::game::kit::standard::{self, passing_look};
use crate::game::rules::playable::own_side;
use crate::game::table::art::Relation;
use crate::rules::party::character::{Effects, Mana, Purse, Sheet};
use crate::rules::party::progress::{can_act, most_ap};
use crate::rules::party::{Party, setup};

/// Lists the party: those on the board, the dead, and those who got away.
pub(super) fn cards(world: &World) -> Pieces {
    let own = world.resource::<Roster>().of_side(own_side(world));
    let listed = own.filter(|&id| *part::<Presence>(world, id) != Presence::Reserve);
    listed.map(|unit| card(world, unit).into()).collect()
}

/// Shows an own character.
fn card(world: &World, unit: UnitId) -> UnitCard {
    let presence = *part::<Presence>(world, unit);
    let is_here = presence == Presence::OnBoard;
    let kind = part::<Sheet>(world, unit).kind(setup::content(world));
    let exact = exact(*part(world, unit)).filter(|_| is_here);
    let look = of_character(world, unit, passing_look(world, own_side(world), unit));
    let card = standard::card::<Party>(world, unit);
    UnitCard {
        kind: [kind.name.clone()]
            .into_iter()
            .chain(exact)
            .collect::<Vec<_>>()
            .join("\n"),
        portrait: Some(look.figure),
        number: number(world, unit, Relation::Own),
        body: body(world, unit, presence),
        is_dim: !can_act(world, unit),
        click: card.click.filter(|_| is_here),
        ..card
    }
}

/// Shows hit points, action points, mana and effects, or what became of a character that is gone.
fn body(world: &World, unit: UnitId, presence: Presence) -> Pieces {
    let content = setup::content(world);
    let mut body = Pieces::default();
    let gone = match presence {
        Presence::Dead => Some(say("killed").ink(Ink::Bad)),
        Presence::Escaped => Some(say("escaped").ink(Ink::Good)),
        Presence::OnBoard | Presence::Reserve => None,
    };
    if let Some(told) = gone {
        body.add(told.size(12.5));
        return body;
    }
    health_bar(&mut body, *part(world, unit));
    let (ap, most) = (part::<Purse>(world, unit).ap, most_ap(world, unit));
    body.bar(ap.into(), most.into(), Ink::Time, format!("{ap} AP"));
    let (mana, sheet) = (part::<Mana>(world, unit).0, part::<Sheet>(world, unit));
    let most = sheet.kind(content).mp;
    if most > 0 {
        body.bar(
            mana.into(),
            most.max(mana).into(),
            Ink::Energy,
            format!("{mana} mana"),
        );
    }
    let effects = effects(world, unit);
    if !effects.is_empty() {
        body.add(say(effects).ink(Ink::Accent).size(12.5));
    }
    body
}

/// Names the effects on a character, with the turns they go on.
pub(super) fn effects(world: &World, unit: UnitId) -> String {
    let content = setup::content(world);
    let all = part::<Effects>(world, unit).0.iter();
    let told = all.map(|one| {
        format!(
            "{} {}",
            content.effect(one.effect).name.to_lowercase(),
            one.turns
        )
    });
    told.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui;

    use super::super::tests::{begun_as, play};
    use super::*;
    use crate::battle::state::UnitParts;
    use crate::game::kit::testing::{OWN, draw};
    use crate::game::rules::playable::{Playable, place_of};
    use crate::game::table::input::Hover;
    use crate::rules::party::character::UnitState;
    use crate::rules::party::progress::party;

    /// Sets the hit points of a character, hundredths.
    fn set_health(world: &mut World, unit: UnitId, hundredths: u16) {
        let mut state = UnitState::read(world, unit);
        state.health.now = hundredths;
        state.insert(world, unit);
    }

    #[test]
    fn bars_tell_whole_hit_points_and_the_tip_the_exact_ones() {
        let context = egui::Context::default();
        let mut world = begun_as("party_first_blood", 0);
        let unit = party(&world).next().expect("it begins");
        let card = |world: &World| format!("{:?}", Party::panels(world).units);
        assert!(card(&world).contains("20/20 HP") && !card(&world).contains("of 20 hit points"));
        set_health(&mut world, unit, 1648);
        let told = card(&world);
        assert!(
            told.contains("17/20 HP") && told.contains("16.48 of 20 hit points"),
            "{told}"
        );
        // Whoever lives has a hit point.
        set_health(&mut world, unit, 1);
        assert!(card(&world).contains("1/20 HP"));
        assert_eq!(
            (Party::points(412), Party::points(400)),
            ("5".into(), "4".into())
        );
        let tile = place_of(&world, unit);
        world.resource_mut::<Hover>().tile = Some(tile);
        let (texts, _) = draw::<Party>(&mut world, &context);
        assert!(
            texts.iter().any(|text| text == "0.01 of 20 hit points"),
            "{texts:?}"
        );
        let bars = texts.iter().filter(|text| text.ends_with(" HP"));
        assert!(bars.clone().all(|bar| !bar.contains('.')), "{texts:?}");
        assert!(bars.count() > 2);
    }

    #[test]
    fn the_dead_stay_in_the_list() {
        let mut deaths = 0;
        for case in 0..3 {
            let mut world = begun_as("party_first_blood", case);
            let count = world.resource::<Roster>().of_side(OWN).count();
            while play(&mut world).is_some() {
                let units = Party::panels(&world).units;
                assert_eq!(units.0.len(), count);
                let is_dead = |id: &UnitId| *part::<Presence>(&world, *id) == Presence::Dead;
                let dead = world
                    .resource::<Roster>()
                    .of_side(OWN)
                    .filter(is_dead)
                    .count();
                let told = format!("{units:?}").matches("killed").count();
                assert_eq!(told, dead);
                deaths += usize::from(dead > 0);
            }
        }
        assert!(deaths > 0);
    }
}
