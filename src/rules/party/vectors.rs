//! Vectors of the party: characters as given, orders, and what came of them.
//!
//! Boards and characters are read by the mission loader. Boards are 12 by 8 hexes of floor if no rows are
//! drawn; `own` and `enemies` list characters, `orders` what they are ordered by name.

mod order;

use crate::battle::map::Maps;
use crate::battle::order::Pending;
use crate::battle::state::UnitParts;
use crate::battle::unit::{Presence, UnitId};
use crate::content::tree::{Field, Node, Value};
use crate::rules::party::attack::Forecast;
use crate::rules::party::character::UnitState;
use crate::rules::party::log::points;
use crate::rules::party::objects::{self, Deed, Object, objects};
use crate::rules::party::progress::{PARTY, Progress};
use crate::rules::party::{Party, attack, script, setup};
use crate::vectors::{
    self, Check, Fact, Kind, Story, UnitFact, Vector, draft, or_none, set_field, take_fields,
};

/// Kinds of vectors.
pub(super) const KINDS: [Kind; 1] = [("Party", run)];

/// A battle of the party that a vector plays.
type Scene<'r> = vectors::VectorBattle<'r, Party>;

/// What a vector leaves out of its mission.
const MISSION: &str = r#"Mission(name: "vector", rules: Party(), sides: [])"#;
const BOARD: &str = r##"Drawn(
    layout: PointyOddRows,
    legend: {'.': "floor", '#': "wall", 't': "tree", 'o': "crate", '+': "door", '/': "open_door"},
    rows: ["............", "............", "............", "............", "............", "............",
        "............", "............"],
)"##;
const SIDES: [(&str, &str); 2] = [
    ("own", r#"(name: "Own", controller: Ai(Aggressive))"#),
    (
        "enemies",
        r#"(name: "Enemies", controller: Ai(Aggressive))"#,
    ),
];

/// Fields of a vector that its mission has as they are.
const ASKED: [&str; 11] = [
    "turn_limit",
    "map",
    "zones",
    "goal",
    "start",
    "escape",
    "things",
    "maps",
    "overland",
    "locations",
    "groups",
];

/// Fields of a character that are its state, not the mission's.
const STATE: [&str; 3] = ["wounds", "ap_left", "knows"];

/// Runs a vector; what does not hold.
fn run(mut vector: Vector) -> Option<Vec<String>> {
    let (reader, fields) = (&mut *vector.reader, &mut vector.fields);
    let place = fields.place;
    let (mut mission, mut board) = (draft(MISSION, place), draft(BOARD, place));
    take_fields(&mut board, fields, &["rows"]);
    set_field(&mut mission, "board", board);
    take_fields(&mut mission, fields, &ASKED);
    let (mut sides, mut all) = (Vec::new(), Vec::new());
    for (list, side) in SIDES {
        let mut side = draft(side, place);
        let node = fields.need(reader, list)?;
        let mut units = node.clone();
        if let Value::List(nodes) = &mut units.value {
            all.extend(nodes.iter().cloned());
            for node in nodes {
                if let Value::Struct(_, fields) = &mut node.value {
                    fields.retain(|field| !STATE.contains(&field.name.as_str()));
                }
            }
        }
        set_field(&mut side, "units", units);
        sides.push(side);
    }
    set_field(&mut mission, "sides", vectors::list(sides, place));
    let orders = fields.get("orders");
    let expect = fields.get("expect");
    let mut scene = Scene::of(vector, &mission)?;
    give(&mut scene, &all)?;
    for node in orders.map_or(&[][..], |node| scene.reader.list(node, "orders")) {
        order::read(&mut scene, node)?;
    }
    if let Some(node) = expect {
        scene.check(node, "(turn: 2)", &FACTS, &CHECKS)?;
    }
    scene.note_draws("hit(12)");
    Some(scene.finish())
}

/// Gives characters the state that they begin in.
fn give(scene: &mut Scene, units: &[Node]) -> Option<()> {
    for (id, node) in (0..).map(UnitId).zip(units) {
        let mut state = UnitState::read(&scene.world, id);
        if let Some(node) = node.field("wounds") {
            let wounds = scene.reader.int(node, "hundredths lost", 0..=60_000_u16)?;
            state.health.now = state.health.max.saturating_sub(wounds).max(1);
        }
        if let Some(node) = node.field("ap_left") {
            state.purse.ap = scene.reader.int(node, "AP", 0..=100_u8)?;
        }
        if let Some(node) = node.field("knows") {
            state.memory.known = match scene.reader.option(node) {
                Some(node) => Some(scene.tile(node)?),
                None => None,
            };
        }
        state.insert(&mut scene.world, id);
    }
    Some(())
}

/// Who acted, in order.
const ACTS: [Story; 1] = [Story {
    list: "acts",
    of: "Acts",
    tells: &["unit"],
}];

/// What vectors can state.
const FACTS: [Fact<Party>; 9] = [
    ("acting", |scene| {
        or_none(progress(scene).acting.map(|id| scene.name(id)))
    }),
    ("calm", |scene| progress(scene).calm.to_string()),
    ("combat", |scene| progress(scene).fights().to_string()),
    ("on_map", |scene| {
        format!("{:?}", scene.world.resource::<Maps>().name())
    }),
    ("since_encounter", |scene| {
        progress(scene).course.trip.tiles.to_string()
    }),
    ("asked", |scene| {
        let pending = scene.world.resource::<Pending<Party>>();
        pending.0.is_some().to_string()
    }),
    ("things", |scene| {
        told(scene, objects(&scene.world).0.iter().cloned())
    }),
    ("known", |scene| {
        told(scene, objects::known(&scene.world, PARTY))
    }),
    ("order_of_acting", |scene| scene.story(&ACTS, "acts")),
];

fn progress<'s>(scene: &'s Scene) -> &'s Progress {
    scene.world.resource()
}

/// What vectors can have checked.
const CHECKS: [Check<Party>; 5] = [
    ("units", |scene, field| {
        let examples = ["{\"A\": (hp: 9)}", "(hp: 9)"];
        scene.units(&field.node, examples, &UNIT)
    }),
    ("chances", chances),
    ("odds", odds),
    ("scripts", scripts),
    ("log", |scene, field| {
        scene.log(&field.node, ["log", "words"], |words, lines| {
            format!("expected {words:?} in the log, got {lines}")
        })
    }),
];

/// What vectors can state of a character.
const UNIT: [UnitFact<Party>; 13] = [
    ("hp", |_, _, unit| points(unit.health.now)),
    ("ap", |_, _, unit| unit.purse.ap.to_string()),
    ("mp", |_, _, unit| unit.mana.to_string()),
    ("at", |scene, _, unit| scene.place(unit.tile)),
    ("facing", |scene, _, unit| scene.facing(unit.facing)),
    ("dead", |_, _, unit| {
        (unit.presence == Presence::Dead).to_string()
    }),
    ("on_board", |_, _, unit| {
        (unit.presence == Presence::OnBoard).to_string()
    }),
    ("weapon", |scene, _, unit| {
        let content = setup::content(&scene.world);
        or_none(unit.gear.weapon.map(|weapon| &content.weapon(weapon).key))
    }),
    ("knows", |scene, _, unit| {
        let known = unit.memory.known;
        known.map_or("None".to_owned(), |tile| scene.place(tile))
    }),
    ("errand", |_, _, unit| unit.errand.duties.len().to_string()),
    ("effects", |scene, _, unit| {
        let content = setup::content(&scene.world);
        let all = unit.effects.0.iter();
        let all = all.map(|one| format!("{:?}: {}", content.effect(one.effect).key, one.turns));
        format!("{{{}}}", all.collect::<Vec<_>>().join(", "))
    }),
    ("pack", |scene, _, unit| {
        let content = setup::content(&scene.world);
        let all = unit.gear.pack.iter().map(|thing| thing.name(content));
        format!("{:?}", all.collect::<Vec<_>>())
    }),
    ("quick", |scene, _, unit| {
        let content = setup::content(&scene.world);
        let all = unit.gear.quick.iter();
        format!(
            "{:?}",
            Vec::from_iter(all.map(|item| &content.item(*item).name))
        )
    }),
];

/// Writes what stands and lies about: `["(3, 2) pile: Dagger"]`.
fn told(scene: &Scene, objects: impl Iterator<Item = Object>) -> String {
    let content = setup::content(&scene.world);
    let told = objects.map(|one| format!("\"{} {}\"", scene.place(one.tile), one.told(content)));
    format!("[{}]", told.collect::<Vec<_>>().join(", "))
}

/// Checks chances of skills as the party knows them: `[(by: "A", at: (3, 2), deed: Unlock, chance: 45)]`;
/// without a lock or trap that is known there is `None`.
fn chances(scene: &mut Scene, field: &Field) -> Option<()> {
    for node in scene.reader.list(&field.node, "chances") {
        let mut fields = scene.reader.fields(node, "chance")?;
        let [by, at, deed, chance] =
            ["by", "at", "deed", "chance"].map(|name| fields.need(scene.reader, name));
        fields.done(scene.reader);
        let (by, at) = (scene.unit(by?)?, scene.tile(at?)?);
        let deed = scene.reader.choice(deed?, "deed", Deed::CHOICES)?;
        let found = objects::odds(&scene.world, by, deed, at);
        let found = found.map_or("None".to_owned(), |(_, _, chance)| chance.to_string());
        scene.expect("chance", chance?, &found);
    }
    Some(())
}

/// A figure of what an attack would come to.
type Foreseen = (&'static str, fn(&Forecast) -> String);

/// What vectors can state of an attack.
const FORESEEN: [Foreseen; 8] = [
    ("to_hit", |forecast| {
        forecast.odds.to_hit.total().to_string()
    }),
    ("parry", |forecast| forecast.odds.parry.total().to_string()),
    ("facing", |forecast| forecast.odds.facing.to_string()),
    ("arc", |forecast| format!("\"{}\"", forecast.odds.arc)),
    ("chance", |forecast| forecast.odds.chance.to_string()),
    ("cost", |forecast| forecast.cost.to_string()),
    ("damage", |forecast| {
        let mut hits = forecast.damage.iter().filter(|(damage, _)| *damage > 0);
        let least = hits.next();
        let ends = least.map(|least| (least.0, hits.next_back().unwrap_or(least).0));
        ends.map_or("None".to_owned(), |(least, most)| {
            format!("({}, {})", points(least), points(most))
        })
    }),
    ("kill_permille", |forecast| {
        forecast.kill_permille().to_string()
    }),
];

/// Checks what attacks would come to: `[(by: "A", at: "B", to_hit: 70, parry: 15, chance: 55)]`.
fn odds(scene: &mut Scene, field: &Field) -> Option<()> {
    let known = FORESEEN.map(|(name, _)| name);
    for node in scene.reader.list(&field.node, "odds") {
        let example = "(by: \"A\", at: \"B\", chance: 55)";
        let members = scene.reader.members(node, example)?.iter();
        let [by, at] = ["by", "at"].map(|name| match node.field(name) {
            Some(node) => scene.unit(node),
            None => {
                let message = format!("odds lack `{name}`");
                scene.reader.problem(field.place, message);
                None
            }
        });
        let (by, at) = (by?, at?);
        let forecast = attack::forecast(&scene.world, by, at);
        let fields = members.filter(|field| !["by", "at"].contains(&field.name.as_str()));
        let fields: Vec<_> = fields.cloned().collect();
        let of = format!("{}'s on {}: ", scene.name(by), scene.name(at));
        scene.compare(&of, &fields, &known, |_, name| {
            let (_, figure) = FORESEEN.iter().find(|(known, _)| *known == name)?;
            Some(figure(&forecast))
        });
    }
    Some(())
}

/// Checks which rule of its script each character would act by now: `{"B": 2}`; 0 is none.
fn scripts(scene: &mut Scene, field: &Field) -> Option<()> {
    let entries = scene
        .reader
        .entries(&field.node, "rules by character: {\"B\": 2}")?;
    for (key, node) in entries {
        let id = scene.unit(key)?;
        let choice = script::choose(&scene.world, id);
        let fired = match choice.tried.last() {
            Some(script::Outcome::Fired) => choice.tried.len(),
            _ => 0,
        };
        let found = fired.to_string();
        let what = format!("{}'s rule", scene.name(id));
        let wanted = node.to_ron();
        if wanted != found {
            let trace = script::trace(&scene.world, id, &choice).join("; ");
            let failure = format!("expected {what} {wanted}, got {found} ({trace})");
            scene.failures.push(failure);
        }
    }
    Some(())
}
