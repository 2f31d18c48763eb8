//! What state units of a vector begin in.

use crate::content::reader::Reader;
use crate::content::terrain::Cover;
use crate::content::tree::Node;
use crate::rules::battlescape::content::DamageDice;
use crate::rules::battlescape::nerve::Stunned;
use crate::rules::battlescape::soldier::{BurnLeft, Suppression, UnitState};

use super::Scene;

/// Changes units before the first order.
pub(super) fn give(scene: &mut Scene, node: &Node) -> Option<()> {
    let entries = (scene.reader).entries(node, "units, such as {\"A\": (hp: 30)}")?;
    for (key, node) in entries {
        let id = scene.unit(key)?;
        let mut state = UnitState::read(&scene.world, id);
        change(scene, &mut state, node)?;
        state.write(&mut scene.world, id);
    }
    scene.renew_views();
    Some(())
}

fn change(scene: &mut Scene, state: &mut UnitState, node: &Node) -> Option<()> {
    let mut fields = scene.reader.fields(node, "state of a unit")?;
    if let Some(node) = fields.get("facing") {
        state.facing = scene.direction(node)?;
    }
    let reader = &mut *scene.reader;
    for (name, figure) in [
        ("tu", &mut state.tu.now),
        ("carried", &mut state.tu.carried),
        ("rounds", &mut state.arms.rounds),
        ("spare", &mut state.arms.spare),
        ("energy", &mut state.energy.now),
        ("stun", &mut state.shock.points),
    ] {
        *figure = fields.int_or(reader, name, 0..=1000, *figure)?;
    }
    state.health.now = fields.int_or(reader, "hp", 1..=state.health.max, state.health.now)?;
    for (name, figure) in [
        ("morale", &mut state.nerve.morale),
        ("suppression", &mut state.nerve.suppression),
        ("suppressed", &mut state.nerve.suppressed),
        ("shots", &mut state.readiness.shots),
        ("moved", &mut state.footing.moved),
    ] {
        *figure = fields.int_or(reader, name, 0..=100, *figure)?;
    }
    for (name, flag) in [
        ("prone", &mut state.footing.prone),
        ("ran", &mut state.footing.ran),
        ("ready", &mut state.readiness.ready),
    ] {
        if let Some(node) = fields.get(name) {
            *flag = reader.bool(node, name)?;
        }
    }
    if fields.flag(reader, "stunned")? {
        state.shock.stunned = Stunned::Next;
    }
    state.stance.0 = fields.choice_or(reader, "stance", Cover::CHOICES, state.stance.0)?;
    let readied = &mut state.readiness.suppression;
    let all = Suppression::CHOICES;
    *readied = fields.choice_or(reader, "ready_suppression", all, *readied)?;
    for (name, burn) in [
        ("burning", &mut state.burning.0),
        ("poisoned", &mut state.poison.0),
    ] {
        if let Some(node) = fields.get(name) {
            *burn = Some(burn_left(reader, node)?);
        }
    }
    fields.done(reader);
    Some(())
}

/// Reads damage over time: `(count: 1, sides: 4, turns: 3)`.
fn burn_left(reader: &mut Reader, node: &Node) -> Option<BurnLeft> {
    let mut fields = reader.fields(node, "damage over time")?;
    let count = fields.int(reader, "count", 1..=8_u8);
    let sides = fields.int(reader, "sides", 1..=100_u8);
    let turns = fields.int(reader, "turns", 1..=100_u8);
    fields.done(reader);
    Some(BurnLeft {
        dice: DamageDice {
            count: count?,
            sides: sides?,
        },
        turns: turns?,
        by: None,
    })
}
