//! What the tokens of characters show.
//!
//! **Invariant:** made of what the player's side knows of each character, nothing else.

use bevy::prelude::*;
use tiny_skia::Pixmap;

use super::ahead::Ahead;
use super::trip;
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{Roster, UnitId, part};
use crate::game::kit::looks::{numbered, own_number};
use crate::game::kit::standard;
use crate::game::kit::theme::icon::Icon;
use crate::game::rules::playable::name;
use crate::game::table::art::{self, Arm, ArmShape, Drawing, Person, Pip, Pose, Relation, Round};
use crate::game::table::palette::Palette;
use crate::game::table::unit_view::{Figure, Look};
use crate::rules::party::character::{Effects, Gear, Sheet};
use crate::rules::party::content::{PartyContent, Skill, Template, Weapon};
use crate::rules::party::progress::{PARTY, can_act};
use crate::rules::party::scenario::Map;
use crate::rules::party::{Party, setup};

/// Lists every character the player's side may see, and those it remembers.
pub(super) fn looks(world: &World) -> Vec<(UnitId, TileId, Direction, Look)> {
    let target = Ahead::of(world).and_then(|ahead| ahead.target);
    let looks = standard::looks::<Party>(world).into_iter();
    let looks = looks.map(|(id, tile, facing, look)| {
        let mut look = of_character(world, id, look);
        look.is_aimed_at = target == Some(id);
        (id, tile, facing, look)
    });
    match setup::map(world) {
        Map::Overland => trip::as_groups(world, looks.collect()),
        Map::Combat | Map::Local => looks.collect(),
    }
}

/// Adds to a look what is seen of a character: its figure and, while it is in sight, what it has in hand and
/// what works on it.
pub(super) fn of_character(world: &World, id: UnitId, look: Look) -> Look {
    let content = setup::content(world);
    let number = number(world, id, look.relation);
    let person = Person::new(name(world, id), number);
    let kind = part::<Sheet>(world, id).kind(content);
    let is_seen = look.health.is_some();
    let weapon = match is_seen {
        true => part::<Gear>(world, id).weapon,
        false => kind.weapon,
    };
    let arm = arm_of(weapon.map(|weapon| content.weapon(weapon)));
    let effects = part::<Effects>(world, id);
    let has = |of: fn(&crate::rules::party::content::Effect) -> bool| {
        is_seen && effects.0.iter().any(|one| of(content.effect(one.effect)))
    };
    let is_low = |share: u32| {
        (look.health).is_some_and(|left| u32::from(left.now) * 100 < u32::from(left.max) * share)
    };
    let is_spent = look.relation == Relation::Own && !can_act(world, id);
    let told = [
        (Pip::Unconscious, has(|one| one.sleep)),
        (Pip::Poisoned, has(|one| one.harm > 0)),
        (Pip::Critical, is_low(25)),
        (Pip::Wounded, !is_low(25) && is_low(60)),
        (Pip::FullCover, has(|one| one.armor > 0)),
        (Pip::Stunned, has(|one| one.to_hit_percent < 100)),
        (Pip::Ran, has(|one| one.ap > 0)),
        (Pip::Done, is_spent),
    ];
    let pips = told.into_iter().filter(|(_, holds)| *holds);
    let figure = Figure::fighter(drawing_of(kind), arm, person);
    let figure = match has(|one| one.sleep) {
        true => figure.posed(Pose::Down),
        false => figure,
    };
    Look {
        figure,
        number,
        pips: pips.map(|(pip, _)| pip).collect(),
        ..look
    }
}

/// Returns the number at the end of a name or, of one of the party whom that does not tell from others, its place
/// in it, the dead among it; 0 if there is none.
pub(super) fn number(world: &World, id: UnitId, relation: Relation) -> u8 {
    let party = || world.resource::<Roster>().of_side(PARTY);
    let place = party().position(|own| own == id && relation == Relation::Own);
    match place {
        Some(place) => own_number(party().map(|own| name(world, own)), place),
        None => numbered(name(world, id)).unwrap_or(0),
    }
}

fn drawing_of(kind: &Template) -> Drawing {
    Drawing::of(kind.picture.as_ref(), kind.silhouette)
}

/// Returns what a weapon looks like; none is bare hands.
pub(super) fn arm_of(weapon: Option<&Weapon>) -> Arm {
    let Some(weapon) = weapon else {
        return Arm::new(ArmShape::None, Round::Bullet);
    };
    let shape = match weapon.skill {
        Skill::Unarmed | Skill::Dodge | Skill::Lockpick | Skill::Disarm | Skill::Scout => {
            ArmShape::Claws
        }
        Skill::Dagger => ArmShape::Dagger,
        Skill::Sword => ArmShape::Sword,
        Skill::Axe => ArmShape::Axe,
        Skill::Mace => ArmShape::Mace,
        Skill::Spear => ArmShape::Spear,
        Skill::Staff => ArmShape::Staff,
        Skill::Bow => ArmShape::Bow,
        Skill::Thrown => ArmShape::Sling,
    };
    match weapon.ranged {
        true => Arm::new(shape, Round::Arrow),
        false => Arm::new(shape, Round::Bullet),
    }
}

/// Returns the figure of a kind of character, by its key, with its usual weapon.
pub(super) fn figure(content: &PartyContent, kind: &str) -> Option<Figure> {
    let kind = content.template(content.template_named(kind)?);
    let arm = arm_of(kind.weapon.map(|weapon| content.weapon(weapon)));
    Some(Figure::fighter(drawing_of(kind), arm, Person::default()))
}

/// Paints what a definition is about, by its sort and key.
pub(super) fn picture(content: &PartyContent, sort: &str, key: &str) -> Option<Pixmap> {
    let icon = |icon: Icon| Some(art::picture("icons", &format!("{icon:?}"), 1.4, 0));
    match sort {
        "character" => {
            let color = Palette::Normal.color(Relation::Own.meaning());
            figure(content, key).map(|figure| figure.picture(color))
        }
        "weapon" => art::weapon_picture(arm_of(Some(content.weapon(content.weapon_named(key)?)))),
        "armor" => icon(Icon::FullShield),
        "spell" => icon(Icon::Star),
        "effect" => icon(Icon::Clock),
        _ => None,
    }
}
