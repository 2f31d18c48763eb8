//! Everything the chosen unit can do, as the action bar shows it.
//!
//! **Invariant:** judged again when the battle, the choice or the aim changed, not every frame.

use bevy::prelude::*;

use crate::{
    battle::{grid::TileId, unit::UnitId},
    game::{
        kit::Kept,
        rules::battlescape::{hud::look, input::Selection, keys},
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
pub struct Repertoire {
    /// Buttons of the action bar.
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

/// What bears on it.
#[derive(PartialEq)]
pub struct Basis {
    moment: Moment,
    unit: UnitId,
    /// The hex cover is wanted against.
    towards: Option<TileId>,
    /// What the weapon is aimed at.
    target: Option<Mark>,
}

/// Returns the chosen unit, while it is on the board.
pub fn chosen(world: &World) -> Option<UnitId> {
    let chosen = world.resource::<Selection>().unit;
    chosen.filter(|&id| look(world).own_on_board().any(|own| own == id))
}

/// Returns what the chosen unit can do.
pub fn repertoire(world: &World) -> Option<&Repertoire> {
    Kept::<Basis, Repertoire>::of(world)
}

/// Follows the battle, the choice and the aim.
pub fn renew(world: &mut World) {
    let Some(unit) = chosen(world) else { return };
    let selection = world.resource::<Selection>();
    let basis = Basis {
        moment: Moment::of(world),
        unit,
        towards: keys::towards(world, look(world)),
        target: match selection.tool {
            Tool::Weapon | Tool::Ground => selection.target,
            _ => None,
        },
    };
    let (towards, target) = (basis.towards, basis.target);
    Kept::renew(world, basis, |world| {
        let view = look(world);
        Repertoire {
            choices: choice::choices(view, unit, towards),
            modes: choice::modes(view, unit, target),
            slots: choice::slots(view, unit),
            pick_ups: choice::pick_ups(view, unit),
            abilities: choice::abilities(view, unit),
        }
    });
}
