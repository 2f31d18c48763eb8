//! What is known of a hex and of a unit, in words.
//!
//! **Invariant:** a hex never seen tells nothing; a unit out of sight tells nothing.

use crate::{
    battle::{
        grid::{Direction, TileId},
        knowledge::Sight,
        unit::UnitId,
    },
    content::terrain::{Cover, HexsideId, Obstacle, Terrain},
    mission::direction_name,
    playing::Card,
    rules::battlescape::{
        content::Figures,
        nerve::{self, Stunned, is_conscious},
        panel::choice::thing_name,
        side_view::SideView,
        soldier::{Condition, Suppression},
    },
};

/// Tells what is known of a hex.
pub fn hex(view: SideView, tile: TileId) -> Card {
    let (column, row) = view.grid().to_offset(tile);
    let layers = view.layers();
    if !layers.is_known(tile) {
        let mut card = Card::new("Unseen ground");
        card.fact("place", format!("column {column}, row {row}"));
        return card;
    }
    let terrain = view.rulebook().catalog().terrain(layers.terrain(tile));
    let mut card = Card::new(terrain.name.clone());
    card.fact("place", format!("column {column}, row {row}"));
    terrain_facts(&mut card, terrain, view.figures());
    match layers.elevation(tile) {
        0 => {}
        level => card.fact("level", level),
    }
    for direction in Direction::ALL {
        let feature = view.hexside(tile, direction);
        if feature != HexsideId::default() {
            let name = &view.rulebook().catalog().hexside(feature).name;
            let side = direction_name(view.grid().layout, direction);
            card.fact(name.to_lowercase(), side);
        }
    }
    match layers.fire(tile) {
        0 => {}
        turns => card.fact("burns", format!("{turns} turns more")),
    }
    match layers.smoke(tile) {
        0 => {}
        density => card.fact("smoke", format!("density {density}")),
    }
    match layers.gas(tile) {
        0 => {}
        turns => card.fact("gas", format!("{turns} turns more")),
    }
    if let Some((_, object)) = view.objects().find(|(at, _)| *at == tile) {
        card.fact("object", &object.name);
    }
    if view.mines().any(|mine| mine == tile) {
        card.fact("mine", "yours");
    }
    let things: Vec<_> = view
        .litter(tile)
        .map(|thing| thing_name(view, thing))
        .collect();
    if !things.is_empty() {
        card.fact("lies here", things.join(", "));
    }
    if view.exits().contains(&tile) {
        card.fact("exit", "units may leave the map here");
    }
    card.fact(
        "sight",
        match view.sight(tile) {
            Sight::Visible => "in sight now".into(),
            _ => match view.left_sight(tile) {
                0 => "known, not in sight".into(),
                turn => format!("as it was in turn {turn}"),
            },
        },
    );
    card
}

/// Adds what a terrain kind does.
pub(super) fn terrain_facts(card: &mut Card, terrain: &Terrain, figures: &Figures) {
    let walk = figures.tu.walk;
    match terrain.move_percent {
        Some(percent) => card.fact(
            "to enter",
            format!("{} TU", u32::from(walk) * u32::from(percent) / 100),
        ),
        None => card.fact("to enter", "cannot be entered"),
    }
    let cover = match terrain.cover {
        Cover::None => "none",
        Cover::Half => "half",
        Cover::Full => "full",
    };
    let cover = match (terrain.cover, terrain.cover_own_hex_only) {
        (Cover::None, _) | (_, false) => cover.to_owned(),
        (_, true) => format!("{cover}, on the hex itself only"),
    };
    card.fact("cover", cover);
    match terrain.obstacle {
        Obstacle::Open => {}
        Obstacle::Low => card.fact("sight", "a low obstacle"),
        Obstacle::Tall => card.fact("sight", "a tall obstacle"),
        Obstacle::Partial => card.fact("sight", "hides partly; the third one in a line blocks"),
        Obstacle::Blocks => card.fact("sight", "cannot be seen across"),
    }
    if terrain.flammable {
        card.fact("fire", "can catch fire");
    }
    if terrain.burns_to.is_some() {
        let turns = figures.environment.fire_turns;
        card.fact("burns down", format!("after {turns} turns of fire"));
    }
    if terrain.hazard_damage > 0 {
        card.fact("danger", format!("{} HP a turn", terrain.hazard_damage));
    }
    if terrain.poisons {
        card.fact("danger", "poisons");
    }
    if let Some(health) = terrain.health {
        card.fact("breaks after", format!("{health} HP"));
    }
}

/// Names what is special about a unit's state.
pub fn status(view: SideView, id: UnitId) -> Vec<&'static str> {
    let state = view.unit(id);
    let mut parts = Vec::new();
    match Condition::of(state.health, view.figures()) {
        Condition::Fit => {}
        Condition::Wounded => parts.push("wounded"),
        Condition::Critical => parts.push("critical"),
    }
    match state.stance.0 {
        Cover::None => {}
        Cover::Half => parts.push("half cover"),
        Cover::Full => parts.push("full cover"),
    }
    if state.footing.prone {
        parts.push("prone");
    }
    if state.footing.ran {
        parts.push("running");
    }
    if state.readiness.ready {
        parts.push("watching");
    }
    if state.readiness.suppression != Suppression::No {
        parts.push("suppression ready");
    }
    if !is_conscious(state.health, state.shock) {
        parts.push("unconscious");
    } else if state.shock.stunned != Stunned::No {
        parts.push("stunned");
    }
    if state.nerve.suppressed > 0 {
        parts.push("suppressed");
    }
    if state.nerve.panic.is_some() {
        parts.push("panicking");
    }
    let (kind, morale) = (view.kind(id), &view.figures().morale);
    if !nerve::dares(kind, state.nerve, morale.throws_from) {
        parts.push("too shaken for abilities and throws");
    } else if !nerve::dares(kind, state.nerve, morale.abilities_from) {
        parts.push("too shaken for abilities");
    }
    if state.poison.0.is_some() {
        parts.push("poisoned");
    }
    if state.loyalty.caster.is_some() {
        parts.push("controlled");
    }
    if state.burning.0.is_some() {
        parts.push("burning");
    }
    if state.ended.0 {
        parts.push("done");
    }
    parts
}

/// Tells what is known of a unit in sight.
pub fn unit(view: SideView, id: UnitId) -> Card {
    let kind = view.kind(id);
    let state = view.unit(id);
    let mut card = Card::new(view.name(id));
    card.about.clone_from(&kind.description);
    card.fact("kind", &kind.name);
    card.fact(
        "health",
        format!("{} of {}", state.health.now, state.health.max),
    );
    let armor = view.armor(id);
    card.fact("armor", format!("{} ({:?})", armor.rating, armor.class));
    card.fact("weapon", &view.weapon(id).name);
    card.fact("accuracy", format!("{}%", kind.accuracy));
    card.fact("evasion", format!("{}%", kind.evasion));
    card.fact("reactions", kind.reactions);
    card.fact("sees", format!("{} hexes", kind.vision));
    if let Some(will) = kind.will {
        card.fact("will", will);
    }
    let status = status(view, id);
    if !status.is_empty() {
        card.fact("state", status.join(", "));
    }
    card
}
