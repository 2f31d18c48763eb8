//! What is known of a hex and of a unit, in words.
//!
//! **Invariant:** a hex never seen tells nothing; a unit out of sight tells nothing.

use minijinja::context;
use minijinja::value::Serde;

use crate::battle::grid::{Direction, TileId};
use crate::battle::knowledge::Sight;
use crate::battle::unit::UnitId;
use crate::content::terrain::{Cover, HexsideId};
use crate::mission::direction_name;
use crate::playing::Card;
use crate::rules::battlescape::nerve::{self, Stunned, is_conscious};
use crate::rules::battlescape::panel::book::BOOK;
use crate::rules::battlescape::panel::choice::thing_name;
use crate::rules::battlescape::side_view::SideView;
use crate::rules::battlescape::soldier::{Condition, Suppression};

/// Tells what is known of a hex.
pub fn hex(view: SideView, tile: TileId) -> Card {
    let (layers, catalog) = (view.layers(), view.rulebook().catalog());
    let (column, row) = view.grid().to_offset(tile);
    let hexsides = Direction::ALL.map(|side| (view.hexside(tile, side), side));
    let hexsides = hexsides
        .into_iter()
        .filter(|(kind, _)| *kind != HexsideId::default());
    let hexsides = hexsides.map(|(kind, side)| {
        let side = direction_name(view.grid().layout, side);
        (&catalog.hexside(kind).name, side)
    });
    let object = view.objects().find(|(at, _)| *at == tile);
    let things = view.litter(tile).map(|thing| thing_name(view, thing));
    let of = context! {
        column,
        row,
        is_known => layers.is_known(tile),
        terrain => Serde(catalog.terrain(layers.terrain(tile))),
        walk => view.figures().tu.walk,
        fire_turns => view.figures().environment.fire_turns,
        level => layers.elevation(tile),
        hexsides => Serde(hexsides.collect::<Vec<_>>()),
        fire => layers.fire(tile),
        smoke => layers.smoke(tile),
        gas => layers.gas(tile),
        object => object.map(|(_, object)| object.name.clone()),
        is_mined => view.mines().any(|mine| mine == tile),
        things => Serde(things.collect::<Vec<_>>()),
        is_exit => view.exits().contains(&tile),
        is_seen => view.sight(tile) == Sight::Visible,
        left => view.left_sight(tile),
    };
    BOOK.card("hex", of)
}

/// Names what is special about a unit's state.
pub fn status(view: SideView, id: UnitId) -> Vec<&'static str> {
    let (state, kind, morale) = (view.unit(id), view.kind(id), &view.figures().morale);
    let condition = Condition::of(state.health, view.figures());
    let is_awake = is_conscious(state.health, state.shock);
    let dares = |least| nerve::dares(kind, state.nerve, least);
    let (throws, abilities) = (dares(morale.throws_from), dares(morale.abilities_from));
    // What is worst comes first: where there is no room for all, the rest is counted.
    let told = [
        ("unconscious", !is_awake),
        ("burning", state.burning.0.is_some()),
        ("poisoned", state.poison.0.is_some()),
        ("controlled", state.loyalty.caster.is_some()),
        ("panicking", state.nerve.panic.is_some()),
        ("stunned", is_awake && state.shock.stunned != Stunned::No),
        ("critical", condition == Condition::Critical),
        ("suppressed", state.nerve.suppressed > 0),
        ("wounded", condition == Condition::Wounded),
        ("half cover", state.stance.0 == Cover::Half),
        ("full cover", state.stance.0 == Cover::Full),
        ("prone", state.footing.prone),
        ("running", state.footing.ran),
        ("on overwatch", state.readiness.ready),
        (
            "suppressing fire",
            state.readiness.suppression != Suppression::No,
        ),
        ("too shaken for abilities and throws", !throws),
        ("too shaken for abilities", throws && !abilities),
        ("done", state.ended.0),
    ];
    let told = told.into_iter().filter(|(_, holds)| *holds);
    told.map(|(word, _)| word).collect()
}

/// Tells what is known of a unit in sight.
pub fn unit(view: SideView, id: UnitId) -> Card {
    let state = view.unit(id);
    let of = context! {
        name => view.name(id),
        kind => Serde(view.kind(id)),
        health => Serde(state.health),
        armor => Serde(view.armor(id)),
        weapon => view.weapon(id).name.clone(),
        status => Serde(status(view, id)),
    };
    BOOK.card("unit", of)
}
