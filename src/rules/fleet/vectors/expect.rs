//! What vectors of the fleet expect: named checks of units, stats, attacks and what happened.

use crate::battle::order::BattleDice;
use crate::battle::phase::{Turn, Verdict};
use crate::battle::unit::{Presence, UnitId};
use crate::content::tree::{Field, Node, Value};
use crate::rules::fleet::craft::{Berth, UnitState};
use crate::rules::fleet::event::Event;
use crate::rules::fleet::forces::Forces;
use crate::rules::fleet::progress::Progress;
use crate::rules::fleet::{Fleet, damage, forecast, intents, siege, stats};
use crate::vectors::{Check, Story};

use super::Scene;

/// Checks a vector may name.
const CHECKS: [Check<Fleet>; 19] = [
    ("units", |scene, field| by_unit(scene, field, "", unit)),
    ("stats", |scene, field| by_unit(scene, field, "", stat)),
    ("weights", |scene, field| {
        by_unit(scene, field, "weight to ", weight)
    }),
    ("enters", |scene, field| enters(scene, &field.node)),
    ("ship_at", |scene, field| ships_at(scene, &field.node)),
    ("clashes", |scene, field| clashes(scene, &field.node)),
    ("sieges", |scene, field| sieges(scene, &field.node)),
    ("forecasts", |scene, field| forecasts(scene, &field.node)),
    ("events", |scene, field| scene.count_events(&field.node)),
    ("moved", story),
    ("initiative", story),
    ("attacks", story),
    ("fired", story),
    ("destroyed", destroyed),
    ("intents", story),
    ("launched", story),
    ("landed", story),
    ("log", |scene, field| {
        scene.log(&field.node, ["words", "words"], |words, lines| {
            format!("expected a line with {words:?}, got {lines}")
        })
    }),
    ("battle", |scene, field| battle(scene, &field.node)),
];

/// Checks what a vector expects.
pub(super) fn check(scene: &mut Scene, node: &Node) -> Option<()> {
    let example = "checks, such as (units: {\"A\": (hull: 3)})";
    scene.check(node, example, &[], &CHECKS)
}

/// Compares fields by unit: `{"A": (hull: 3)}`.
fn by_unit(
    scene: &mut Scene,
    field: &Field,
    what: &str,
    observe: fn(&Scene, UnitId, &str) -> Option<String>,
) -> Option<()> {
    let examples = [
        "checks by unit, such as {\"A\": (hull: 3)}",
        "fields, such as (hull: 3)",
    ];
    scene.by_unit(&field.node, examples, what, &[], observe)
}

fn unit(scene: &Scene, id: UnitId, name: &str) -> Option<String> {
    let state = UnitState::read(&scene.world, id);
    let is_in = |presence| state.presence == presence;
    Some(match name {
        "hull" => state.hull.now.to_string(),
        "max_hull" => state.hull.max.to_string(),
        "ammo" => state.stores.ammo.to_string(),
        "fuel" => state.stores.fuel.to_string(),
        "morale" => state.morale.0.to_string(),
        "remaining" => state.gun.remaining.to_string(),
        "at" => scene.place(state.tile),
        "facing" => scene.facing(state.facing),
        "alive" => (!is_in(Presence::Dead)).to_string(),
        "on_board" => is_in(Presence::OnBoard).to_string(),
        "docked" => (is_in(Presence::Reserve) && state.berth == Berth::Docked).to_string(),
        "action" => format!("{:?}", state.standing.stance.action),
        _ => return None,
    })
}

fn stat(scene: &Scene, id: UnitId, name: &str) -> Option<String> {
    let forces = Forces::of(&scene.world);
    Some(match name {
        "attack" => stats::attack(&forces, id).total().to_string(),
        "defense" => stats::defense(&forces, id).total().to_string(),
        "network" => stats::fire_control(&forces, id).to_string(),
        "speed" => forces.speed(id).to_string(),
        "moves" => forces.moves(id).to_string(),
        "level" => forces.level(id).to_string(),
        _ => return None,
    })
}

fn weight(scene: &Scene, id: UnitId, name: &str) -> Option<String> {
    let weights = intents::weights(&Forces::of(&scene.world), id);
    let mut weights = weights.by_intent().into_iter();
    let (_, weight) = weights.find(|(intent, _)| intent.to_string() == name)?;
    Some(weight.to_string())
}

/// Reads a tuple; the first `example` is of a wrong value, the second of a wrong number of items.
fn items<'n, const N: usize>(
    scene: &mut Scene,
    node: &'n Node,
    what: &str,
    example: &str,
) -> Option<&'n [Node; N]> {
    match &node.value {
        Value::Tuple(None, items) => match items.as_slice().try_into() {
            Ok(items) => Some(items),
            Err(_) => scene.reader.wrong(node, what),
        },
        _ => scene
            .reader
            .wrong(node, &format!("{what}, such as {example}")),
    }
}

/// Checks which living ship is on which hex: `((2, 2), "A")`, or `None` instead of a name.
fn ships_at(scene: &mut Scene, node: &Node) -> Option<()> {
    for node in scene.reader.list(node, "hexes") {
        let what = "a hex and who is there";
        let [tile, expected] = items(scene, node, what, "((2, 2), \"A\")")?;
        let tile = scene.tile(tile)?;
        let expected = match scene.reader.option(expected) {
            Some(ship) => Some(scene.unit(ship)?),
            None => None,
        };
        let forces = Forces::of(&scene.world);
        let found = forces.flying().find(|ship| ship.tile == Some(tile));
        let found = found.map(|ship| ship.id);
        if found != expected {
            let name = |id: Option<UnitId>| id.map_or("no ship".to_owned(), |id| scene.name(id));
            let (place, expected, found) = (scene.place(tile), name(expected), name(found));
            let failure = format!("expected {expected} on {place}, got {found}");
            scene.failures.push(failure);
        }
    }
    Some(())
}

/// Checks who may enter which hex: `("A", (2, 2), true)`.
fn enters(scene: &mut Scene, node: &Node) -> Option<()> {
    for node in scene.reader.list(node, "hexes to enter") {
        let what = "a unit, a hex and whether it may";
        let [unit, tile, expected] = items(scene, node, what, "(\"A\", (2, 2), true)")?;
        let (unit, tile) = (scene.unit(unit)?, scene.tile(tile)?);
        let expected = scene.reader.bool(expected, "whether it may")?;
        let found = Forces::of(&scene.world).can_enter(unit, tile);
        if found != expected {
            let (name, place) = (scene.name(unit), scene.place(tile));
            let failure = format!("expected {name} to enter {place}: {expected}, got {found}");
            scene.failures.push(failure);
        }
    }
    Some(())
}

/// Checks single attacks, each on the state of the battle: rolled with the dice of the vector, landed
/// on a copy.
fn clashes(scene: &mut Scene, node: &Node) -> Option<()> {
    for node in scene.reader.list(node, "clashes") {
        let (by, at) = pair(scene, node)?;
        let mut dice = scene.world.resource_mut::<BattleDice>().0.take()?;
        let mut forces = Forces::of(&scene.world);
        let attack = damage::rolled_and_landed(&mut forces, [by, at], 1, &mut dice);
        let left = |id| forces[id].now.hull.now.to_string();
        let mut hulls: Vec<String> = Vec::new();
        for harm in &attack.harms {
            let hull = format!("{:?}: {}", scene.name(harm.unit), left(harm.unit));
            if !hulls.contains(&hull) {
                hulls.push(hull);
            }
        }
        let hull = left(at);
        scene.world.resource_mut::<BattleDice>().0 = Some(dice);
        compare(scene, node, |scene, name| {
            Some(match name {
                "die" => attack.roll.sides.to_string(),
                "attack" => attack.attack.total().to_string(),
                "defense" => attack.defense.total().to_string(),
                "pierce" => attack.pierce.to_string(),
                "damage" => attack.damage.to_string(),
                "hull" => hull.clone(),
                "evaded" => attack.evaded.to_string(),
                "destroyed" => attack.destroyed.to_string(),
                "lucky" => attack.lucky.is_some_and(|check| check.passed).to_string(),
                "splash" => names(scene, attack.splash.iter().copied()),
                "hulls" => format!("{{{}}}", hulls.join(", ")),
                _ => return None,
            })
        });
    }
    Some(())
}

/// Writes units by name.
fn names(scene: &Scene, ids: impl Iterator<Item = UnitId>) -> String {
    format!("{:?}", ids.map(|id| scene.name(id)).collect::<Vec<_>>())
}

/// Checks single attacks on carriers.
fn sieges(scene: &mut Scene, node: &Node) -> Option<()> {
    for node in scene.reader.list(node, "sieges") {
        let (by, at) = pair(scene, node)?;
        let mut dice = scene.world.resource_mut::<BattleDice>().0.take()?;
        let attack = siege::attack(&Forces::of(&scene.world), by, at, &mut dice);
        scene.world.resource_mut::<BattleDice>().0 = Some(dice);
        compare(scene, node, |_, name| {
            Some(match name {
                "attack" => attack.attack.total().to_string(),
                "defense" => attack.defense.to_string(),
                "damage" => attack.damage.to_string(),
                "first_hit" => attack.first_hit.unwrap_or(0).to_string(),
                "absorbed" => attack.absorbed.to_string(),
                "lost" => attack.lost.to_string(),
                _ => return None,
            })
        });
    }
    Some(())
}

/// Checks forecasts of attacks.
fn forecasts(scene: &mut Scene, node: &Node) -> Option<()> {
    for node in scene.reader.list(node, "forecasts") {
        let (by, at) = pair(scene, node)?;
        compare(scene, node, |scene, name| {
            let forces = Forces::of(&scene.world);
            let found = forecast::attack(&forces, by, at);
            let lost = found.lost.iter();
            let lost = lost.map(|(lost, share)| format!("{lost}: {share}"));
            Some(match name {
                "die" => found.sides.to_string(),
                "destroyed" => found.destroyed.to_string(),
                "average" => found.average.to_string(),
                "lost" => format!("{{{}}}", lost.collect::<Vec<_>>().join(", ")),
                "first" => forecast::first(&forces, by, at).to_string(),
                _ => return None,
            })
        });
    }
    Some(())
}

/// Fields that say who attacks whom.
const PAIR: [&str; 2] = ["by", "at"];

/// Reads who attacks whom.
fn pair(scene: &mut Scene, node: &Node) -> Option<(UnitId, UnitId)> {
    let mut fields = scene.reader.fields(node, "attack")?;
    let by = fields.need(scene.reader, "by")?;
    let at = fields.need(scene.reader, "at")?;
    Some((scene.unit(by)?, scene.unit(at)?))
}

/// Compares what a vector says of an attack, beside who attacks whom.
fn compare(scene: &mut Scene, node: &Node, observe: impl Fn(&Scene, &str) -> Option<String>) {
    let Value::Struct(_, fields) = &node.value else {
        return;
    };
    let (mut of, mut rest) = (String::new(), Vec::new());
    for field in fields {
        match PAIR.contains(&field.name.as_str()) {
            true => of += &format!("{} {} ", field.name, field.node.to_ron()),
            false => rest.push(field.clone()),
        }
    }
    scene.compare(&of, &rest, &[], observe);
}

/// Checks the battle as a whole.
fn battle(scene: &mut Scene, node: &Node) -> Option<()> {
    let fields = scene
        .reader
        .members(node, "what became of the battle, such as (turn: 2)")?;
    scene.compare("", fields, &[], |scene, name| {
        let ending = scene.world.resource::<Verdict>().0;
        let turn = scene.world.resource::<Turn>();
        let progress = scene.world.resource::<Progress>();
        let drive = |side: usize| progress.sides[side].drive.to_string();
        Some(match name {
            "turn" => turn.number.to_string(),
            "resolutions" => turn.resolutions.to_string(),
            "outcome" => ending.map_or("None".into(), |ending| format!("{:?}", ending.outcome)),
            "ended" => ending.map_or(0, |ending| ending.turn).to_string(),
            "winner" => match ending.map(|ending| ending.winner) {
                None => "0".into(),
                Some(None) => "None".into(),
                Some(Some(winner)) => winner.0.to_string(),
            },
            "drive" => drive(0),
            "enemy_drive" => drive(1),
            _ => return None,
        })
    });
    Some(())
}

/// Who rolled what for initiative.
const ROLLED: [&str; 2] = ["ship", "roll.total"];
/// Who attacked whom, and the damage.
const ATTACKED: [&str; 3] = ["attacker", "defender", "damage"];

/// What happened, as lists.
const STORIES: [Story; 14] = [
    tells("moved", "Moved", &["unit", "to"]),
    tells("initiative", "FightBegan.initiative", &ROLLED),
    tells("initiative", "ShotsOrdered.initiative", &ROLLED),
    tells("initiative", "Dogfight.initiative", &ROLLED),
    tells("attacks", "Intercepted.attack", &ATTACKED),
    tells("attacks", "Fought.attack", &ATTACKED),
    tells("attacks", "ShotFired.attack", &ATTACKED),
    tells("attacks", "CarrierFired.attack", &ATTACKED),
    tells("attacks", "Dogfight.attacks", &ATTACKED),
    tells(
        "attacks",
        "CarrierAttacked",
        &["attacker", "carrier", "damage"],
    ),
    tells("fired", "Aimed.shots", &["ship", "turn"]),
    tells("intents", "IntentDrawn", &["ship", "intent"]),
    tells("launched", "Launched", &["ship", "tile"]),
    tells("landed", "Landed", &["ship"]),
];

const fn tells(list: &'static str, of: &'static str, tells: &'static [&'static str]) -> Story {
    Story { list, of, tells }
}

fn story(scene: &mut Scene, field: &Field) -> Option<()> {
    let found = scene.story(&STORIES, &field.name);
    scene.expect(&field.name, &field.node, &found);
    Some(())
}

/// Checks which units were destroyed, in order.
fn destroyed(scene: &mut Scene, field: &Field) -> Option<()> {
    let dead = scene.events.iter().flat_map(|(_, event)| match event {
        Event::HangarLost { ships } => ships.clone(),
        _ => {
            let dead = event.harms().into_iter().filter(|harm| harm.destroyed);
            dead.map(|harm| harm.unit).collect()
        }
    });
    let found = names(scene, dead);
    scene.expect("destroyed", &field.node, &found);
    Some(())
}
