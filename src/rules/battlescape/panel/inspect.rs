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
    let mut card = Card::new(&terrain.name);
    card.fact("place", format!("column {column}, row {row}"));
    terrain_facts(&mut card, terrain, view.figures());
    let level = layers.elevation(tile);
    card.maybe("level", (level != 0).then_some(level));
    for direction in Direction::ALL {
        let feature = view.hexside(tile, direction);
        if feature != HexsideId::default() {
            let name = &view.rulebook().catalog().hexside(feature).name;
            let side = direction_name(view.grid().layout, direction);
            card.fact(name.to_lowercase(), side);
        }
    }
    let lasts = |turns: u8| (turns > 0).then(|| format!("{turns} turns more"));
    let smoke = layers.smoke(tile);
    card.maybe("burns", lasts(layers.fire(tile)));
    card.maybe("smoke", (smoke > 0).then(|| format!("density {smoke}")));
    card.maybe("gas", lasts(layers.gas(tile)));
    if let Some((_, object)) = view.objects().find(|(at, _)| *at == tile) {
        card.fact("object", &object.name);
    }
    if view.mines().any(|mine| mine == tile) {
        card.fact("mine", "yours");
    }
    let things = view.litter(tile).map(|thing| thing_name(view, thing));
    card.list("lies here", things, ", ");
    let is_exit = view.exits().contains(&tile);
    card.maybe("exit", is_exit.then_some("units may leave the map here"));
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
    let walk = u32::from(figures.tu.walk);
    let enter = terrain.move_percent.map_or_else(
        || "cannot be entered".to_owned(),
        |percent| format!("{} TU", walk * u32::from(percent) / 100),
    );
    card.fact("to enter", enter);
    let cover = match terrain.cover {
        Cover::None => "none",
        Cover::Half => "half",
        Cover::Full => "full",
    };
    let where_it_covers = match terrain.cover {
        Cover::Half | Cover::Full if terrain.cover_own_hex_only => ", on the hex itself only",
        _ => "",
    };
    card.fact("cover", format!("{cover}{where_it_covers}"));
    let sight = match terrain.obstacle {
        Obstacle::Open => None,
        Obstacle::Low => Some("a low obstacle"),
        Obstacle::Tall => Some("a tall obstacle"),
        Obstacle::Partial => Some("hides partly; the third one in a line blocks"),
        Obstacle::Blocks => Some("cannot be seen across"),
    };
    card.maybe("sight", sight);
    card.maybe("fire", terrain.flammable.then_some("can catch fire"));
    let turns = figures.environment.fire_turns;
    let burns = terrain
        .burns_to
        .map(|_| format!("after {turns} turns of fire"));
    card.maybe("burns down", burns);
    let hurt = terrain.hazard_damage;
    card.maybe("danger", (hurt > 0).then(|| format!("{hurt} HP a turn")));
    card.maybe("danger", terrain.poisons.then_some("poisons"));
    let breaks = terrain.health.map(|health| format!("{health} HP"));
    card.maybe("breaks after", breaks);
}

/// Names what is special about a unit's state.
pub fn status(view: SideView, id: UnitId) -> Vec<&'static str> {
    let (state, kind, morale) = (view.unit(id), view.kind(id), &view.figures().morale);
    let condition = Condition::of(state.health, view.figures());
    let is_awake = is_conscious(state.health, state.shock);
    let dares = |least| nerve::dares(kind, state.nerve, least);
    let (throws, abilities) = (dares(morale.throws_from), dares(morale.abilities_from));
    let told = [
        ("wounded", condition == Condition::Wounded),
        ("critical", condition == Condition::Critical),
        ("half cover", state.stance.0 == Cover::Half),
        ("full cover", state.stance.0 == Cover::Full),
        ("prone", state.footing.prone),
        ("running", state.footing.ran),
        ("watching", state.readiness.ready),
        (
            "suppression ready",
            state.readiness.suppression != Suppression::No,
        ),
        ("unconscious", !is_awake),
        ("stunned", is_awake && state.shock.stunned != Stunned::No),
        ("suppressed", state.nerve.suppressed > 0),
        ("panicking", state.nerve.panic.is_some()),
        ("too shaken for abilities and throws", !throws),
        ("too shaken for abilities", throws && !abilities),
        ("poisoned", state.poison.0.is_some()),
        ("controlled", state.loyalty.caster.is_some()),
        ("burning", state.burning.0.is_some()),
        ("done", state.ended.0),
    ];
    let told = told.into_iter().filter(|(_, holds)| *holds);
    told.map(|(word, _)| word).collect()
}

/// Tells what is known of a unit in sight.
pub fn unit(view: SideView, id: UnitId) -> Card {
    let kind = view.kind(id);
    let state = view.unit(id);
    let mut card = Card::about(view.name(id), &kind.description);
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
    card.maybe("will", kind.will);
    card.list("state", status(view, id).into_iter(), ", ");
    card
}
