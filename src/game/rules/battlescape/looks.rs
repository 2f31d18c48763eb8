//! What the tokens of squads show.
//!
//! **Invariant:** made of what the player's side knows of each unit, nothing else.

use bevy::prelude::*;

use crate::{
    battle::{
        grid::{Direction, TileId},
        unit::{Presence, Roster, UnitId},
    },
    content::terrain::Cover,
    game::{
        kit::looks,
        rules::battlescape::{input::Selection, look},
        table::{
            art::{Arm, ArmShape, Drawing, Pip, Pose, Round},
            unit_view::{Figure, Look, PIPS},
        },
    },
    rules::battlescape::{
        content::{BattlescapeContent, DamageType, UnitKind, Weapon, WeaponClass},
        event::Mark,
        nerve::{Stunned, is_conscious},
        side_view::SideView,
        soldier::{Condition, Suppression, UnitState},
    },
};

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
    let figure = Figure::Fighter {
        drawing: drawing_of(kind),
        arm: arm_of(usual),
        pose: Pose::Stand,
    };
    let sides = [view.side(), view.unit_side(id)];
    looks::bare(figure, sides, view.is_enemy(id))
}

fn seen(view: SideView, id: UnitId, state: &UnitState) -> Look {
    let is_own = view.unit_side(id) == view.side();
    let name = view.name(id);
    let name = if is_own { name } else { number(name) };
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

/// Returns the number at the end of a name, which tells like units apart; empty if there is none.
fn number(name: &str) -> &str {
    let last = name.rsplit(' ').next().unwrap_or_default();
    let is_number = last.bytes().all(|digit| digit.is_ascii_digit());
    if is_number { last } else { "" }
}

/// Returns the figure of a unit in sight, with what it has in hand.
pub(super) fn figure_of(view: SideView, id: UnitId, pose: Pose) -> Figure {
    Figure::Fighter {
        drawing: drawing_of(view.kind(id)),
        arm: arm_of(view.weapon(id)),
        pose,
    }
}

/// Returns the figure of a kind of unit, by its key, with its usual weapon.
pub(super) fn figure(content: &BattlescapeContent, kind: &str) -> Option<Figure> {
    let kind = content.unit(content.unit_named(kind)?);
    Some(Figure::Fighter {
        drawing: drawing_of(kind),
        arm: arm_of(content.weapon(kind.weapon)),
        pose: Pose::Stand,
    })
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
