//! What the tokens of squads show.
//!
//! **Invariant:** made of what the player's side knows of each unit, nothing else.

use bevy::prelude::*;
use tiny_skia::Pixmap;

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{Presence, Roster, UnitId};
use crate::content::terrain::Cover;
use crate::game::kit::looks::{self, numbered, own_number};
use crate::game::kit::theme::icon::Icon;
use crate::game::rules::battlescape::input::Selection;
use crate::game::rules::battlescape::look;
use crate::game::table::art::{self, Arm, ArmShape, Drawing, Person, Pip, Pose, Relation, Round};
use crate::game::table::palette::Palette;
use crate::game::table::unit_view::{Figure, Look, PIPS};
use crate::rules::battlescape::content::items::ItemKind;
use crate::rules::battlescape::content::{
    BattlescapeContent, DamageType, UnitKind, Weapon, WeaponClass,
};
use crate::rules::battlescape::event::Mark;
use crate::rules::battlescape::nerve::{Stunned, is_conscious};
use crate::rules::battlescape::scenario::UnitSetup;
use crate::rules::battlescape::side_view::SideView;
use crate::rules::battlescape::soldier::{Condition, Suppression, UnitState};

/// Lists every unit the player's side may see, and those it remembers.
pub(super) fn looks(world: &World) -> Vec<(UnitId, TileId, Direction, Look)> {
    let view = look(world);
    let selection = world.resource::<Selection>();
    let mut looks: Vec<_> = (world.resource::<Roster>().ids())
        .filter(|&id| view.is_visible(id))
        .map(|id| (id, view.unit(id)))
        .filter(|(_, state)| state.presence == Presence::OnBoard)
        .map(|(id, state)| {
            let mut look = seen(view, id, &state);
            look.is_chosen = selection.unit == Some(id);
            look.is_aimed_at = selection.target == Some(Mark::Unit(id));
            (id, state.tile, state.facing, look)
        })
        .collect();
    for (id, sighting) in view.last_seen() {
        let look = Look {
            ghost: Some(sighting.turn),
            ..bare(view, id)
        };
        looks.push((id, sighting.tile, Direction::default(), look));
    }
    looks
}

/// Returns the look of a unit that came into a side's sight for a moment: as it is now if it is still in sight,
/// else without what the player cannot know any more.
pub(super) fn passing_look(view: SideView, id: UnitId) -> Look {
    match view.is_visible(id) {
        true => seen(view, id, &view.unit(id)),
        false => bare(view, id),
    }
}

/// What is known of a unit by having seen it once.
fn bare(view: SideView, id: UnitId) -> Look {
    let kind = view.kind(id);
    let usual = view.rulebook().content().weapon(kind.weapon);
    let (person, number) = who(view, id);
    let figure = Figure::fighter(drawing_of(kind), arm_of(usual), person);
    let sides = [view.side(), view.unit_side(id)];
    Look {
        number,
        ..looks::bare(figure, sides, view.is_enemy(id))
    }
}

/// Returns who a unit is and the number on its token.
fn who(view: SideView, id: UnitId) -> (Person, u8) {
    let (name, number) = (view.name(id), number(view, id));
    (Person::new(name, number), number)
}

/// Returns the number at the end of a unit's name. Own units whose names do not tell them apart by it have that
/// of their place in the squad instead; 0 if there is none.
pub(super) fn number(view: SideView, id: UnitId) -> u8 {
    let Some(place) = view.own().position(|own| own == id) else {
        return numbered(view.name(id)).unwrap_or(0);
    };
    own_number(view.own().map(|own| view.name(own)), place)
}

fn seen(view: SideView, id: UnitId, state: &UnitState) -> Look {
    let is_own = view.unit_side(id) == view.side();
    let name = if is_own { view.name(id) } else { "" };
    let is_awake = is_conscious(state.health, state.shock);
    let pose = match state.stance.0 {
        _ if !is_awake => Pose::Down,
        _ if state.footing.prone => Pose::Prone,
        Cover::None => Pose::Stand,
        Cover::Half | Cover::Full => Pose::Kneel,
    };
    let condition = Condition::of(state.health, view.figures());
    let told = [
        (Pip::Unconscious, !is_awake),
        (Pip::Stunned, is_awake && state.shock.stunned != Stunned::No),
        (Pip::Panicking, state.nerve.panic.is_some()),
        (Pip::Controlled, state.loyalty.caster.is_some()),
        (Pip::Burning, state.burning.0.is_some()),
        (Pip::Poisoned, state.poison.0.is_some()),
        (Pip::Suppressed, state.nerve.suppressed > 0),
        (Pip::Critical, condition == Condition::Critical),
        (Pip::Wounded, condition == Condition::Wounded),
        (Pip::Watching, state.readiness.ready),
        (
            Pip::SuppressionReady,
            state.readiness.suppression != Suppression::No,
        ),
        (Pip::FullCover, state.stance.0 == Cover::Full),
        (Pip::HalfCover, state.stance.0 == Cover::Half),
        (Pip::Prone, is_awake && state.footing.prone),
        (Pip::Ran, state.footing.ran),
        (Pip::Done, state.ended.0),
    ];
    let pips = told.into_iter().filter(|(_, holds)| *holds);
    Look {
        figure: figure_of(view, id, pose),
        health: Some(state.health),
        pips: pips.map(|(pip, _)| pip).take(PIPS).collect(),
        name: name.to_owned(),
        ..bare(view, id)
    }
}

/// Returns the figure of a unit in sight, with what it has in hand.
pub(super) fn figure_of(view: SideView, id: UnitId, pose: Pose) -> Figure {
    let (person, _) = who(view, id);
    let arm = arm_of(view.weapon(id));
    Figure::fighter(drawing_of(view.kind(id)), arm, person).posed(pose)
}

/// Returns the figure of a kind of unit, by its key, with its usual weapon.
pub(super) fn figure(content: &BattlescapeContent, kind: &str) -> Option<Figure> {
    let kind = content.unit(content.unit_named(kind)?);
    let arm = arm_of(content.weapon(kind.weapon));
    Some(Figure::fighter(drawing_of(kind), arm, Person::default()))
}

/// Returns the figure of a unit of a squad that is set up, with the face of a name, by its place in the
/// squad from 0.
pub(super) fn figure_in_kit(
    content: &BattlescapeContent,
    unit: &UnitSetup,
    face: &str,
    place: usize,
) -> Figure {
    let number = numbered(face).or(u8::try_from(place + 1).ok());
    let person = Person::new(face, number.unwrap_or(0));
    let arm = arm_of(content.weapon(unit.weapon));
    Figure::fighter(drawing_of(content.unit(unit.kind)), arm, person)
}

/// Paints what a definition is about, by its sort and key.
pub(super) fn picture(content: &BattlescapeContent, sort: &str, key: &str) -> Option<Pixmap> {
    let icon = |icon: Icon| Some(art::picture("icons", &format!("{icon:?}"), 1.4, 0));
    match sort {
        "unit" => {
            let color = Palette::Normal.color(Relation::Own.meaning());
            figure(content, key).map(|figure| figure.picture(color))
        }
        "weapon" => art::weapon_picture(arm_of(content.weapon(content.weapon_named(key)?))),
        "thing" => icon(match content.item(content.item_named(key)?).kind {
            ItemKind::Grenade(_) => Icon::Grenade,
            ItemKind::Mine(_) => Icon::Mine,
            ItemKind::Medikit { .. } | ItemKind::Stimulant { .. } => Icon::Medikit,
            ItemKind::Scanner { .. } => Icon::Eye,
            _ => Icon::Head,
        }),
        "armor" => icon(Icon::FullShield),
        "ability" => icon(Icon::Star),
        _ => None,
    }
}

fn drawing_of(kind: &UnitKind) -> Drawing {
    Drawing::of(kind.picture.as_ref(), kind.silhouette)
}

/// Returns what a weapon looks like.
pub(super) fn arm_of(weapon: &Weapon) -> Arm {
    Arm {
        shape: match weapon.class {
            _ if weapon.modes.is_empty() => ArmShape::None,
            _ if weapon.blast > 0 => ArmShape::Tube,
            WeaponClass::Pistol => ArmShape::Pistol,
            WeaponClass::Smg => ArmShape::Short,
            WeaponClass::Rifle => ArmShape::Rifle,
            WeaponClass::Sniper => ArmShape::Long,
            WeaponClass::Heavy => ArmShape::Heavy,
            WeaponClass::Melee => ArmShape::Claws,
        },
        round: match weapon.damage_type {
            DamageType::Kinetic => Round::Bullet,
            DamageType::Laser => Round::Beam,
            DamageType::Plasma => Round::Bolt,
            DamageType::Chemical => Round::Acid,
        },
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::battle::unit::Side;
    use crate::game::kit::testing::{shipped, window};
    use crate::rules::battlescape::Battlescape;

    #[test]
    fn no_two_units_of_a_side_have_the_same_number() {
        let mission = shipped("first_contact").build(1).expect("it is sound");
        let world = window::<Battlescape>(&mission, 1);
        // Names of the other side are kinds with numbers, each kind from 1.
        for side in [Side(0), Side(1)] {
            let view = SideView::new(&world, side);
            let numbers: Vec<_> = view.own().map(|id| number(view, id)).collect();
            let different: BTreeSet<_> = numbers.iter().collect();
            assert_eq!(different.len(), numbers.len(), "{numbers:?}");
        }
    }
}
