//! What vectors of the casket can state.

use super::units::keys;
use super::{Scene, duel};
use crate::battle::order::Pending;
use crate::battle::phase::Verdict;
use crate::battle::unit::{Presence, UnitId};
use crate::content::definition::Definition;
use crate::content::tree::{Field, Node};
use crate::rules::casket::Casket;
use crate::rules::casket::attack::{Blow, Odds};
use crate::rules::casket::content::Kind;
use crate::rules::casket::event::Event;
use crate::rules::casket::machine::{Build, CardNo, Part, UnitState};
use crate::rules::casket::order::Choice;
use crate::rules::casket::progress::Progress;
use crate::rules::casket::setup;
use crate::vectors::{Check, Fact, Story, UnitFact, or_none};

/// Attacks, in order: who was struck, the roll, whether it hit, and the damage before any was absorbed.
const ATTACKS: [Story; 1] = [Story {
    list: "attacks",
    of: "Attacked",
    tells: &["blow.target", "roll", "hit", "damage"],
}];

/// What vectors can state.
pub(super) const FACTS: [Fact<Casket>; 9] = [
    ("acting", |scene| {
        or_none(progress(scene).acting.map(|id| scene.name(id)))
    }),
    ("order", |scene| {
        let order = progress(scene).order.iter();
        format!("{:?}", order.map(|id| scene.name(*id)).collect::<Vec<_>>())
    }),
    ("asked", asked),
    ("winner", |scene| {
        let ending = scene.world.resource::<Verdict>().0;
        let winner = ending.and_then(|ending| ending.winner);
        or_none(winner.map(|side| side.0))
    }),
    ("points", |scene| format!("{:?}", progress(scene).points)),
    ("held", |scene| {
        let held = progress(scene).held.iter();
        let told = held.map(|one| {
            one.map_or("None".to_owned(), |(side, rounds)| {
                format!("({}, {rounds})", side.0)
            })
        });
        format!("[{}]", told.collect::<Vec<_>>().join(", "))
    }),
    ("attacks", |scene| scene.story(&ATTACKS, "attacks")),
    ("sums", sums),
    ("backfires", |scene| {
        let sum = |event: &Event| match event {
            Event::Backfired { sum, row, .. } => Some((*sum, *row)),
            _ => None,
        };
        let found = scene.events.iter().filter_map(|(_, event)| sum(event));
        format!("{:?}", found.collect::<Vec<_>>())
    }),
];

fn progress<'s>(scene: &'s Scene) -> &'s Progress {
    scene.world.resource()
}

/// Says what is asked: `"React B"`.
fn asked(scene: &Scene) -> String {
    let pending = &scene.world.resource::<Pending<Casket>>().0;
    let told = pending.as_ref().map(|waiting| {
        let what = match &waiting.choice {
            Choice::React(..) => "React",
            Choice::Guard(..) => "Guard",
            Choice::Lose(_, points) => {
                return format!("Lose {points} {}", scene.name(waiting.choice.unit()));
            }
            Choice::BoilOver(_) => "BoilOver",
            Choice::Keep(_, count) => {
                return format!("Discard {count} {}", scene.name(waiting.choice.unit()));
            }
            Choice::Steer(_) => "Steer",
        };
        format!("{what} {}", scene.name(waiting.choice.unit()))
    });
    or_none(told)
}

/// Lists the sums of the last initiative, in the order of turns: `[("A", 5), ("B", 4)]`.
fn sums(scene: &Scene) -> String {
    let began = scene
        .events
        .iter()
        .rev()
        .find_map(|(_, event)| match event {
            Event::RoundBegan { order, .. } => Some(order),
            _ => None,
        });
    let told = began.into_iter().flatten().map(|one| {
        let roll = one.rolls.last().copied().unwrap_or(0);
        format!(
            "({:?}, {})",
            scene.name(one.unit),
            i16::from(roll) + one.modifier
        )
    });
    format!("[{}]", told.collect::<Vec<_>>().join(", "))
}

/// What vectors can have checked.
pub(super) const CHECKS: [Check<Casket>; 8] = [
    ("units", |scene, field| {
        let examples = ["{\"A\": (heat: 2)}", "(heat: 2)"];
        scene.units(&field.node, examples, &UNIT)
    }),
    ("odds", |scene, field| {
        for node in scene.reader.list(&field.node, "odds") {
            one_odds(scene, node)?;
        }
        Some(())
    }),
    ("costs", costs),
    ("lines", lines),
    ("ground", ground),
    ("struck", struck),
    ("events", |scene, field| scene.count_events(&field.node)),
    ("log", |scene, field| {
        scene.log(&field.node, ["log", "words"], |words, lines| {
            format!("expected {words:?} in the log, got {lines}")
        })
    }),
];

/// What vectors can state of a unit.
const UNIT: [UnitFact<Casket>; 30] = [
    ("at", |scene, _, unit| scene.place(unit.tile)),
    ("facing", |scene, _, unit| scene.facing(unit.facing)),
    ("heat", |_, _, unit| unit.body.heat.to_string()),
    ("taint", |_, _, unit| unit.body.taint.to_string()),
    ("spent", |_, _, unit| unit.body.spent.to_string()),
    ("safe", |scene, id, _| {
        duel(&scene.world).safe_sp(id).to_string()
    }),
    ("max", |scene, id, _| {
        duel(&scene.world).max_sp(id).to_string()
    }),
    ("damage", |_, _, unit| {
        by_part(|part| unit.body.part(part).damage)
    }),
    ("owed", |scene, id, _| {
        by_part(|part| duel(&scene.world).owed_by(id, part).into())
    }),
    ("hand", |_, _, unit| unit.piles.hand.len().to_string()),
    ("deck", |_, _, unit| unit.piles.deck.len().to_string()),
    ("discard", |_, _, unit| unit.piles.discard.len().to_string()),
    ("deleted", |_, _, unit| unit.piles.deleted.len().to_string()),
    ("life", |_, _, unit| unit.piles.life().to_string()),
    ("in_hand", |scene, _, unit| {
        told(scene, unit, &unit.piles.hand)
    }),
    ("in_deck", |scene, _, unit| {
        told(scene, unit, &from_top(&unit.piles.deck))
    }),
    ("in_discard", |scene, _, unit| {
        told(scene, unit, &from_top(&unit.piles.discard))
    }),
    ("wounds", wounds),
    ("dead", |_, _, unit| {
        (unit.presence == Presence::Dead).to_string()
    }),
    ("hp", |_, _, unit| unit.health.now.to_string()),
    ("moved", |_, _, unit| unit.body.moved.to_string()),
    ("hexes", |_, _, unit| unit.body.hexes.to_string()),
    ("reshuffles", |_, _, unit| unit.body.reshuffles.to_string()),
    ("hand_size", |scene, id, _| {
        duel(&scene.world).hand_size(id).to_string()
    }),
    ("initiative", |scene, id, _| {
        duel(&scene.world).initiative(id).to_string()
    }),
    ("backfire", |scene, id, _| {
        duel(&scene.world).backfire_modifier(id).to_string()
    }),
    ("is_sound", |_, _, unit| unit.piles.is_sound().to_string()),
    ("lasting", |_, _, unit| {
        let all = unit.body.lasting.iter();
        let all = all.map(|one| format!("{:?} {:?}", one.given, one.until));
        format!("{:?}", all.collect::<Vec<_>>())
    }),
    ("strike", |scene, _, unit| {
        let content = setup::content(&scene.world);
        or_none(unit.body.strike.map(|card| content.card(card).key()))
    }),
    ("berserk", |scene, id, _| {
        duel(&scene.world).is_berserk(id).to_string()
    }),
];

/// Writes figures of components, those of 0 left out: `{Legs: 3}`.
fn by_part(figure: impl Fn(Part) -> u16) -> String {
    let parts = Part::CHOICES.iter();
    let told = parts.filter_map(|(name, part)| {
        let points = figure(*part);
        (points > 0).then(|| format!("{name}: {points}"))
    });
    format!("{{{}}}", told.collect::<Vec<_>>().join(", "))
}

fn from_top(pile: &[CardNo]) -> Vec<CardNo> {
    pile.iter().rev().copied().collect()
}

fn told(scene: &Scene, unit: &UnitState, cards: &[CardNo]) -> String {
    keys(setup::content(&scene.world), &unit.piles, cards)
}

/// Lists the damage cards that a casket has in any pile, by the order in which they came.
fn wounds(scene: &Scene, _: UnitId, unit: &UnitState) -> String {
    let content = setup::content(&scene.world);
    let all = (0..unit.piles.cards.len()).map(|at| CardNo(at as u8));
    let is_wound = |no: &CardNo| {
        let card = content.card(unit.piles.get(*no).card);
        card.kind == Kind::Damage && !unit.piles.deleted.contains(no)
    };
    told(scene, unit, &all.filter(is_wound).collect::<Vec<_>>())
}

/// A figure of an attack before it is rolled.
type Figure = (&'static str, fn(&Odds) -> String);

/// What vectors can state of an attack.
const FIGURES: [Figure; 13] = [
    ("to_hit", |odds| {
        or_none(odds.to_hit.as_ref().map(|sum| sum.total))
    }),
    ("needed", |odds| odds.needed.to_string()),
    ("least", |odds| {
        let least = (1..=6).find(|&roll| odds.judge(roll).0);
        or_none(least.filter(|_| odds.to_hit.is_some()))
    }),
    ("sum", |odds| odds.damage.total.to_string()),
    ("defence", |odds| odds.defence.total.to_string()),
    ("counts", |odds| odds.counting.to_string()),
    ("damage", |odds| odds.harm(false).to_string()),
    ("critical", |odds| odds.harm(true).to_string()),
    ("side", |odds| odds.side.to_string()),
    ("covered", |odds| odds.covered.to_string()),
    ("distance", |odds| odds.distance.to_string()),
    ("marks", |odds| or_none(odds.marks)),
    ("rolls", |odds| {
        let damage = |roll| match odds.judge(roll) {
            (false, _) => "None".to_owned(),
            (true, critical) => odds.harm(critical).to_string(),
        };
        let told: Vec<_> = (1..=6).map(damage).collect();
        format!("[{}]", told.join(", "))
    }),
];

/// Checks one attack: `(by: "A", at: "B", card: "swift_arrow", called: Legs, damage: 3)`.
pub(super) fn one_odds(scene: &mut Scene, node: &Node) -> Option<()> {
    const ASKED: [&str; 7] = ["by", "at", "card", "called", "reduced", "evaded", "base"];
    let example = "(by: \"A\", at: \"B\", card: \"swift_arrow\", damage: 3)";
    let members: Vec<_> = scene.reader.members(node, example)?.to_vec();
    let mut missing = |name: &str| {
        let found = node.field(name);
        if found.is_none() {
            let message = format!("odds lack `{name}`; expected {example}");
            scene.reader.problem(node.place, message);
        }
        found
    };
    let (by, at, card) = (missing("by")?, missing("at")?, missing("card")?);
    let (by, at) = (scene.unit(by)?, scene.unit(at)?);
    let catalog = scene.catalog.clone();
    let content = catalog.part::<crate::rules::casket::content::CasketContent>();
    let card = scene.reader.definition(card, "card", &content.cards)?;
    let definition = content.card(card);
    let called = match node.field("called") {
        Some(node) => Some(scene.reader.choice(node, "component", Part::CHOICES)?),
        None => None,
    };
    let base = i16::from(definition.damage.unwrap_or(0));
    let mut figure = |name: &str, usual: i16| match node.field(name) {
        Some(node) => scene.reader.int(node, name, -50..=50_i16),
        None => Some(usual),
    };
    let (base, reduced, evaded) = (
        figure("base", base)?,
        figure("reduced", 0)?,
        figure("evaded", 0)?,
    );
    let arm = match duel(&scene.world).build(by) {
        Build::Casket { mounted, .. } => {
            let brings = |piece| content.piece(piece).cards.contains(&card);
            let found = mounted.iter().find(|(piece, _)| brings(*piece));
            found.and_then(|(_, arm)| *arm)
        }
        _ => None,
    };
    let blow = Blow {
        attacker: by,
        target: at,
        card,
        arm,
        base,
        called,
        kind: definition.kind,
        evaded,
        reduced,
    };
    let odds = duel(&scene.world).odds(&blow);
    let fields = members.into_iter();
    let fields: Vec<_> = fields
        .filter(|field| !ASKED.contains(&field.name.as_str()))
        .collect();
    let of = format!(
        "{}'s {} at {}: ",
        scene.name(by),
        definition.key(),
        scene.name(at)
    );
    let known = FIGURES.map(|(name, _)| name);
    scene.compare(&of, &fields, &known, |_, name| {
        let (_, figure) = FIGURES.iter().find(|(known, _)| *known == name)?;
        Some(figure(&odds))
    });
    Some(())
}

/// Checks SP: `{"A": (step_East: 2, turn: 1, faithful_thrust: 3)}`; what cannot be entered costs `None`.
fn costs(scene: &mut Scene, field: &Field) -> Option<()> {
    let entries = scene
        .reader
        .entries(&field.node, "SP by unit, such as {\"A\": (turn: 1)}")?;
    for (key, node) in entries {
        let id = scene.unit(key)?;
        let fields = scene.reader.members(node, "(turn: 1)")?;
        let of = format!("{}'s cost of ", scene.name(id));
        scene.compare(
            &of,
            fields,
            &["turn", "step_East", "faithful_thrust"],
            |scene, name| cost(scene, id, name),
        );
    }
    Some(())
}

fn cost(scene: &Scene, id: UnitId, name: &str) -> Option<String> {
    let duel = duel(&scene.world);
    if name == "turn" {
        return Some(duel.turn_cost(id).to_string());
    }
    if let Some(way) = name.strip_prefix("step_") {
        let names = crate::mission::directions(scene.grid.layout);
        let (_, way) = names.iter().find(|(name, _)| *name == way)?;
        return Some(or_none(duel.step_cost(id, *way)));
    }
    let piles = duel.get(id).piles();
    let physical = piles.cards.iter();
    let mut physical = physical.filter(|physical| duel.card(physical.card).key() == name);
    Some(duel.card_cost(id, *physical.next()?).to_string())
}

/// Checks lines between hexes: `[(from: (1, 3), to: (5, 3), blocked: false, covered: true)]`.
fn lines(scene: &mut Scene, field: &Field) -> Option<()> {
    for node in scene.reader.list(&field.node, "lines") {
        let mut fields = scene.reader.fields(node, "line")?;
        let [from, to] = ["from", "to"].map(|name| fields.need(scene.reader, name));
        let (blocked, covered) = (fields.get("blocked"), fields.get("covered"));
        fields.done(scene.reader);
        let (from, to) = (scene.tile(from?)?, scene.tile(to?)?);
        let line = duel(&scene.world).line(from, to);
        for (what, wanted, found) in [
            ("blocked", blocked, line.blocked),
            ("covered", covered, line.covered),
        ] {
            if let Some(wanted) = wanted {
                scene.expect(what, wanted, &found.to_string());
            }
        }
    }
    Some(())
}

/// Checks hexes: `[(at: (3, 2), terrain: "gravel", fire: true, smoke: false, wear: 4)]`.
fn ground(scene: &mut Scene, field: &Field) -> Option<()> {
    for node in scene.reader.list(&field.node, "hexes") {
        let at = node.field("at");
        let Some(at) = at else {
            return scene
                .reader
                .wrong(node, "a hex, such as (at: (3, 2), fire: true)");
        };
        let tile = scene.tile(at)?;
        let members = scene.reader.members(node, "(at: (3, 2), fire: true)")?;
        let fields: Vec<_> = members
            .iter()
            .filter(|field| field.name != "at")
            .cloned()
            .collect();
        let of = format!("{}'s ", scene.place(tile));
        let known = ["terrain", "fire", "smoke", "wear"];
        scene.compare(&of, &fields, &known, |scene, name| {
            let state = duel(&scene.world).tile_state(tile);
            Some(match name {
                "terrain" => {
                    let terrains = &scene.catalog.terrains;
                    format!("{:?}", terrains[usize::from(state.terrain.0)].key)
                }
                "fire" => (state.fire > 0).to_string(),
                "smoke" => (state.smoke > 0).to_string(),
                "wear" => state.wear.to_string(),
                _ => return None,
            })
        });
    }
    Some(())
}

/// Checks whom a card strikes that is aimed at a hex: `[(by: "A", card: "bursting_bolt", hex: (5, 3), units: ["B"])]`.
fn struck(scene: &mut Scene, field: &Field) -> Option<()> {
    let catalog = scene.catalog.clone();
    let content = catalog.part::<crate::rules::casket::content::CasketContent>();
    for node in scene.reader.list(&field.node, "areas") {
        let mut fields = scene.reader.fields(node, "area")?;
        let [by, card, units] = ["by", "card", "units"].map(|name| fields.need(scene.reader, name));
        let hex = fields.get("hex");
        fields.done(scene.reader);
        let by = scene.unit(by?)?;
        let card = scene.reader.definition(card?, "card", &content.cards)?;
        let mut aiming = crate::rules::casket::order::Aiming::default();
        if let Some(hex) = hex {
            aiming.tile = Some(scene.tile(hex)?);
        }
        let found = {
            let duel = duel(&scene.world);
            let from = duel.get(by).tile();
            duel.struck(by, content.card(card), from, &aiming)
        };
        let names = found.iter().map(|(id, _)| scene.name(*id));
        let told = format!("{:?}", names.collect::<Vec<_>>());
        scene.expect("units", units?, &told);
    }
    Some(())
}
