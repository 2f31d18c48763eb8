//! What a vector expects to be so after its orders.

use crate::battle::board::Board;
use crate::battle::knowledge::Knowledge;
use crate::battle::unit::{self, Vision};
use crate::content::tree::Node;
use crate::rules::battlescape::content::{BattlescapeContent, FireMode, Gait};
use crate::rules::battlescape::nerve::is_conscious;
use crate::rules::battlescape::side_view::SideView;
use crate::rules::battlescape::soldier::{BurnLeft, Condition};
use crate::rules::battlescape::{Battlescape, ability, ai};
use crate::vectors::{Check, UnitFact, or_none};

use super::{Scene, orders};

/// What a vector may expect beside units.
const CHECKS: [Check<Battlescape>; 9] = [
    ("units", |scene, field| {
        let examples = [
            "units, such as {\"A\": (tu: 66)}",
            "figures, such as (tu: 66)",
        ];
        scene.units(&field.node, examples, &UNIT)
    }),
    ("sees", |scene, field| sight(scene, &field.node, true)),
    ("hidden", |scene, field| sight(scene, &field.node, false)),
    ("tiles", |scene, field| tiles(scene, &field.node)),
    ("shots", |scene, field| shots(scene, &field.node)),
    ("psi", |scene, field| psi(scene, &field.node)),
    ("threat", |scene, field| threat(scene, &field.node)),
    ("walks", |scene, field| walks(scene, &field.node)),
    ("log", |scene, field| {
        scene.log(
            &field.node,
            ["lines of the log", "line of the log"],
            |words, lines| format!("expected {words:?} in the log, got {lines:?}"),
        )
    }),
];

/// What a vector may expect of a unit.
const UNIT: [UnitFact<Battlescape>; 29] = [
    ("hp", |_, _, unit| unit.health.now.to_string()),
    ("tu", |_, _, unit| unit.tu.now.to_string()),
    ("carried", |_, _, unit| unit.tu.carried.to_string()),
    ("rounds", |_, _, unit| unit.arms.rounds.to_string()),
    ("spare", |_, _, unit| unit.arms.spare.to_string()),
    ("morale", |_, _, unit| unit.nerve.morale.to_string()),
    ("energy", |_, _, unit| unit.energy.now.to_string()),
    ("suppression", |_, _, unit| {
        unit.nerve.suppression.to_string()
    }),
    ("suppressed", |_, _, unit| unit.nerve.suppressed.to_string()),
    ("stun", |_, _, unit| unit.shock.points.to_string()),
    ("at", |scene, _, unit| scene.place(unit.tile)),
    ("facing", |scene, _, unit| scene.facing(unit.facing)),
    ("presence", |_, _, unit| format!("{:?}", unit.presence)),
    ("condition", |scene, _, unit| {
        let figures = &scene.catalog.part::<BattlescapeContent>().figures;
        format!("{:?}", Condition::of(unit.health, figures))
    }),
    ("burning", |_, _, unit| turns(unit.burning.0)),
    ("poisoned", |_, _, unit| turns(unit.poison.0)),
    ("prone", |_, _, unit| unit.footing.prone.to_string()),
    ("stance", |_, _, unit| format!("{:?}", unit.stance.0)),
    ("panic", |_, _, unit| or_none(unit.nerve.panic)),
    ("conscious", |_, _, unit| {
        is_conscious(unit.health, unit.shock).to_string()
    }),
    ("stunned", |_, _, unit| format!("{:?}", unit.shock.stunned)),
    ("side", |scene, id, _| {
        unit::side_of(&scene.world, id).0.to_string()
    }),
    ("vision", |scene, id, _| {
        unit::part::<Vision>(&scene.world, id).0.to_string()
    }),
    ("ready", |_, _, unit| unit.readiness.ready.to_string()),
    ("ran", |_, _, unit| unit.footing.ran.to_string()),
    ("items", |_, _, unit| {
        unit.pack.slots.iter().flatten().count().to_string()
    }),
    ("primed", |_, _, unit| or_none(unit.pack.primed)),
    ("ended", |_, _, unit| unit.ended.0.to_string()),
    ("steps_left", |scene, _, unit| {
        or_none(unit.steps_left(&scene.catalog.part::<BattlescapeContent>().figures))
    }),
];

fn turns(left: Option<BurnLeft>) -> String {
    left.map_or(0, |left| left.turns).to_string()
}

/// Compares what is so now with what the vector expects.
pub(super) fn check(scene: &mut Scene, node: &Node) -> Option<()> {
    let example = "what is so afterwards, such as (turn: 2)";
    scene.check(node, example, &[], &CHECKS)
}

fn sight(scene: &mut Scene, node: &Node, wanted: bool) -> Option<()> {
    for (key, node) in scene
        .reader
        .entries(node, "units and hexes, such as {\"A\": [(3, 1)]}")?
    {
        let id = scene.unit(key)?;
        for node in scene.reader.list(node, "hexes") {
            let tile = scene.tile(node)?;
            if scene.world.resource::<Knowledge>().unit_sees(id, tile) != wanted {
                let verb = if wanted { "to see" } else { "not to see" };
                let (name, place) = (scene.name(id), scene.place(tile));
                scene
                    .failures
                    .push(format!("expected {name} {verb} {place}"));
            }
        }
    }
    Some(())
}

fn tiles(scene: &mut Scene, node: &Node) -> Option<()> {
    for (key, node) in scene
        .reader
        .entries(node, "hexes, such as {(3, 1): (fire: 3)}")?
    {
        let tile = scene.tile(key)?;
        let fields = scene
            .reader
            .members(node, "what the hex holds, such as (fire: 3)")?;
        let known = ["terrain", "fire", "smoke", "gas", "lost", "spent"];
        let of = format!("{}'s ", scene.place(tile));
        scene.compare(&of, fields, &known, |scene, name| {
            let state = scene.world.resource::<Board>().layers.state(tile);
            Some(match name {
                "terrain" => format!("{:?}", scene.catalog.terrain(state.terrain).key),
                "fire" => state.fire.to_string(),
                "smoke" => state.smoke.to_string(),
                "gas" => state.gas.to_string(),
                "lost" => state.wear.to_string(),
                "spent" => state.spent.to_string(),
                _ => return None,
            })
        });
    }
    Some(())
}

/// Forecasts: `(by: "A", at: "B", mode: Snap, chance: 35)`, or `refused: "why"`.
fn shots(scene: &mut Scene, node: &Node) -> Option<()> {
    for node in scene.reader.list(node, "shots") {
        let mut fields = scene.reader.fields(node, "shot")?;
        let by = fields.need(scene.reader, "by")?;
        let at = fields.need(scene.reader, "at")?;
        let mode = fields.get("mode");
        let chance = fields.get("chance");
        let refused = fields.get("refused");
        fields.done(scene.reader);
        let (by, at) = (scene.unit(by)?, scene.unit(at)?);
        let mode = match mode {
            Some(node) => orders::mode(scene, node)?,
            None => FireMode::Snap,
        };
        let view = SideView::new(&scene.world, unit::side_of(&scene.world, by));
        let forecast = view.forecast(by, view.unit(by).tile, at, mode);
        let failure = match (forecast, chance.map(Node::to_ron), refused) {
            (Ok(forecast), Some(wanted), _) => {
                let found = forecast.attack.aim.chance.to_string();
                (wanted != found).then(|| format!("expected chance {wanted}, got {found}"))
            }
            (Ok(_), None, _) => Some("expected a refusal, got none".to_owned()),
            (Err(refusal), _, Some(why)) => {
                let why = scene.reader.text(why, "why it is refused")?;
                let found = refusal.to_string();
                let failure = || format!("expected a refusal with {why:?}, got {found:?}");
                (!found.contains(why)).then(failure)
            }
            (Err(refusal), _, None) => Some(format!("refused: {refusal}")),
        };
        if let Some(failure) = failure {
            let (by, at) = (scene.name(by), scene.name(at));
            scene.failures.push(format!("{by} at {at}: {failure}"));
        }
    }
    Some(())
}

/// Chances of abilities: `(by: "A", at: "B", ability: "panic", chance: 50)`.
fn psi(scene: &mut Scene, node: &Node) -> Option<()> {
    for node in scene.reader.list(node, "chances of abilities") {
        let mut fields = scene.reader.fields(node, "ability")?;
        let by = fields.need(scene.reader, "by")?;
        let at = fields.need(scene.reader, "at")?;
        let key = fields.need(scene.reader, "ability")?;
        let wanted = fields.need(scene.reader, "chance")?;
        fields.done(scene.reader);
        let (by, at) = (scene.unit(by)?, scene.unit(at)?);
        let id = orders::ability(scene, key)?;
        let ability = scene.catalog.part::<BattlescapeContent>().ability(id);
        let found = ability::chance(&scene.world, by, ability, at);
        scene.expect("chance", wanted, &or_none(found));
    }
    Some(())
}

/// Threats: `(of: "B", to: "A", points: 86)`.
fn threat(scene: &mut Scene, node: &Node) -> Option<()> {
    for node in scene.reader.list(node, "threats") {
        let mut fields = scene.reader.fields(node, "threat")?;
        let of = fields.need(scene.reader, "of")?;
        let to = fields.need(scene.reader, "to")?;
        let wanted = fields.need(scene.reader, "points")?;
        fields.done(scene.reader);
        let (of, to) = (scene.unit(of)?, scene.unit(to)?);
        let view = SideView::new(&scene.world, unit::side_of(&scene.world, to));
        let found = ai::threat_of(view, to, of);
        scene.expect("threat", wanted, &found.to_string());
    }
    Some(())
}

/// Costs of walks: `(unit: "A", gait: Walk, path: [East, East], tu: [4, 4])`.
fn walks(scene: &mut Scene, node: &Node) -> Option<()> {
    for node in scene.reader.list(node, "walks") {
        let mut fields = scene.reader.fields(node, "walk")?;
        let id = fields.need(scene.reader, "unit")?;
        let gait = fields.choice_or(scene.reader, "gait", Gait::CHOICES, Gait::Walk)?;
        let path = fields.need(scene.reader, "path")?;
        let wanted = fields.need(scene.reader, "tu")?;
        fields.done(scene.reader);
        let id = scene.unit(id)?;
        let path = orders::path(scene, path)?;
        let view = SideView::new(&scene.world, unit::side_of(&scene.world, id));
        let costs = view.step_costs(id, gait, &path);
        let costs: Vec<_> = costs.iter().map(|(_, tu)| tu).collect();
        let what = format!("{}'s steps", scene.name(id));
        scene.expect(&what, wanted, &format!("{costs:?}"));
    }
    Some(())
}
