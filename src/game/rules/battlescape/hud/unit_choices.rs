//! Everything the chosen unit can do, as the bar shows it.
//!
//! **Invariant:** judged again when the battle, the choice or the aim changed, not every frame.

use bevy::prelude::*;

use crate::{
    battle::{grid::TileId, unit::UnitId},
    game::{
        kit::Kept,
        rules::battlescape::{
            input::{Selection, chosen},
            keys, look,
        },
        shell::session::Moment,
    },
    rules::battlescape::{
        event::Mark,
        order::{Order, Refusal},
        panel::{
            choice::{self, AbilityChoice, Choice, ModeChoice, SlotChoice},
            tool::Tool,
        },
    },
};

/// What a unit can do.
pub struct UnitChoices {
    /// Actions.
    pub choices: Vec<Choice>,
    /// Modes of its weapon against what is aimed at.
    pub modes: Vec<ModeChoice>,
    /// What it carries.
    pub slots: Vec<SlotChoice>,
    /// What lies at its feet: name, order to pick it up, and why not now.
    pub pick_ups: Vec<(String, Order, Option<Refusal>)>,
    /// Its abilities.
    pub abilities: Vec<AbilityChoice>,
}

/// What bears on it: the moment, the unit, the hex cover is wanted against, what its weapon is aimed at.
pub type Basis = (Moment, UnitId, Option<TileId>, Option<Mark>);

/// Follows the battle, the choice and the aim.
pub fn renew(world: &mut World) {
    let Some(unit) = chosen(world) else { return };
    let selection = world.resource::<Selection>();
    let towards = keys::towards(world, look(world));
    let target = match selection.tool {
        Tool::Weapon | Tool::Ground => selection.target,
        _ => None,
    };
    let basis: Basis = (Moment::of(world), unit, towards, target);
    Kept::renew(world, basis, |world| {
        let view = look(world);
        UnitChoices {
            choices: choice::choices(view, unit, towards),
            modes: choice::modes(view, unit, target),
            slots: choice::slots(view, unit),
            pick_ups: choice::pick_ups(view, unit),
            abilities: choice::abilities(view, unit),
        }
    });
}
