//! Vectors of the party: characters as given, orders, and what came of them.
//!
//! Boards and characters are read by the mission loader. Boards are 12 by 8 hexes of floor if no rows are
//! drawn; `own` and `enemies` list characters, `orders` what they are ordered by name.

mod order;

use crate::battle::map::Maps;
use crate::battle::order::Pending;
use crate::battle::phase::{Turn, Verdict};
use crate::battle::unit::{Facing, Health, Position, Presence, UnitId, part};
use crate::content::problem::suggest;
use crate::content::reader::Reader;
use crate::content::tree::{Field, Node, Value};
use crate::rules::party::character::{Effects, Errand, Gear, Mana, Memory, Purse};
use crate::rules::party::log::points;
use crate::rules::party::objects::{self, Deed, Object, objects};
use crate::rules::party::progress::{PARTY, Progress};
use crate::rules::party::{Party, attack, script, setup};
use crate::vectors::{self, Check, Kind, Story, Vector, draft, set_field};

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

/// Fields of a character that are its state, not the mission's.
const STATE: [&str; 3] = ["wounds", "ap_left", "knows"];

/// Runs a vector; what does not hold.
fn run(mut vector: Vector) -> Option<Vec<String>> {
    let (reader, fields) = (&mut *vector.reader, &mut vector.fields);
    let place = fields.place;
    let (mut mission, mut board) = (draft(MISSION, place), draft(BOARD, place));
    if let Some(rows) = fields.get("rows") {
        set_field(&mut board, "rows", rows.clone());
    }
    set_field(&mut mission, "board", board);
    for name in [
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
    ] {
        if let Some(node) = fields.get(name) {
            set_field(&mut mission, name, node.clone());
        }
    }
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
    let mut list = draft("[]", place);
    list.value = Value::List(sides);
    set_field(&mut mission, "sides", list);
    let orders = fields.get("orders");
    let expect = fields.get("expect");
    let mut scene = Scene::of(vector, &mission)?;
    give(&mut scene, &all)?;
    for node in orders.map_or(&[][..], |node| scene.reader.list(node, "orders")) {
        order::read(&mut scene, node)?;
    }
    if let Some(node) = expect {
        scene.check(node, "(turn: 2)", &CHECKS, strange)?;
    }
    scene.note_draws("hit(12)");
    Some(scene.finish())
}

/// Gives characters the state that they begin in.
fn give(scene: &mut Scene, units: &[Node]) -> Option<()> {
    for (id, node) in (0..).map(UnitId).zip(units) {
        if let Some(node) = node.field("wounds") {
            let wounds = scene.reader.int(node, "hundredths lost", 0..=60_000_u16)?;
            let mut unit = crate::battle::unit::edit(&mut scene.world, id);
            let health = unit.part::<Health>();
            health.now = health.max.saturating_sub(wounds).max(1);
        }
        if let Some(node) = node.field("ap_left") {
            let ap = scene.reader.int(node, "AP", 0..=100_u8)?;
            crate::battle::unit::edit(&mut scene.world, id)
                .part::<Purse>()
                .ap = ap;
        }
        if let Some(node) = node.field("knows") {
            let tile = match scene.reader.option(node) {
                Some(node) => Some(scene.tile(node)?),
                None => None,
            };
            let mut unit = crate::battle::unit::edit(&mut scene.world, id);
            unit.part::<Memory>().known = tile;
        }
    }
    Some(())
}

/// What vectors can expect.
const CHECKS: [Check<Party>; 16] = [
    ("turn", |scene, field| {
        let turn = scene.world.resource::<Turn>().number.to_string();
        scene.expect("turn", &field.node, &turn);
        Some(())
    }),
    ("outcome", |scene, field| {
        let ending = scene.world.resource::<Verdict>().0;
        let outcome = ending.map_or("None".into(), |ending| format!("{:?}", ending.outcome));
        scene.expect("outcome", &field.node, &outcome);
        Some(())
    }),
    ("acting", |scene, field| {
        let acting = scene.world.resource::<Progress>().acting;
        let acting = acting.map_or("None".into(), |id| format!("{:?}", scene.name(id)));
        scene.expect("acting", &field.node, &acting);
        Some(())
    }),
    ("calm", |scene, field| {
        let calm = scene.world.resource::<Progress>().calm.to_string();
        scene.expect("calm", &field.node, &calm);
        Some(())
    }),
    ("combat", |scene, field| {
        let fights = scene.world.resource::<Progress>().fights().to_string();
        scene.expect("combat", &field.node, &fights);
        Some(())
    }),
    ("on_map", |scene, field| {
        let map = format!("{:?}", scene.world.resource::<Maps>().name());
        scene.expect("on_map", &field.node, &map);
        Some(())
    }),
    ("since_encounter", |scene, field| {
        let tiles = scene
            .world
            .resource::<Progress>()
            .course
            .trip
            .tiles
            .to_string();
        scene.expect("since_encounter", &field.node, &tiles);
        Some(())
    }),
    ("asked", |scene, field| {
        let is_asked = scene.world.resource::<Pending<Party>>().0.is_some();
        scene.expect("asked", &field.node, &is_asked.to_string());
        Some(())
    }),
    ("units", units),
    ("things", |scene, field| {
        let found = told(scene, objects(&scene.world).0.iter().cloned());
        scene.expect("things", &field.node, &found);
        Some(())
    }),
    ("known", |scene, field| {
        let found = told(scene, objects::known(&scene.world, PARTY));
        scene.expect("known", &field.node, &found);
        Some(())
    }),
    ("chances", chances),
    ("odds", odds),
    ("scripts", scripts),
    ("log", |scene, field| {
        scene.log(&field.node, ["log", "words"], |words, lines| {
            format!("expected {words:?} in the log, got {lines}")
        })
    }),
    ("order_of_acting", |scene, field| {
        const ACTS: [Story; 1] = [Story {
            list: "acts",
            of: "Acts",
            tells: &["unit"],
        }];
        let found = scene.story(&ACTS, "acts");
        scene.expect("order_of_acting", &field.node, &found);
        Some(())
    }),
];

fn strange(reader: &mut Reader, field: &Field) -> Option<()> {
    let names = CHECKS.iter().map(|(name, _)| *name);
    let message = format!(
        "there is no `{}` to expect{}",
        field.name,
        suggest(&field.name, names)
    );
    reader.problem(field.place, message);
    None
}

fn units(scene: &mut Scene, field: &Field) -> Option<()> {
    const KNOWN: [&str; 13] = [
        "hp", "ap", "at", "facing", "dead", "weapon", "knows", "effects", "pack", "errand", "mp",
        "on_board", "quick",
    ];
    let examples = ["{\"A\": (hp: 9)}", "(hp: 9)"];
    scene.by_unit(&field.node, examples, "", &KNOWN, |scene, id, name| {
        let world = &scene.world;
        let content = setup::content(world);
        let quoted = |name: &str| format!("{name:?}");
        Some(match name {
            "hp" => points(part::<Health>(world, id).now),
            "ap" => part::<Purse>(world, id).ap.to_string(),
            "mp" => part::<Mana>(world, id).0.to_string(),
            "at" => scene.place(part::<Position>(world, id).0),
            "facing" => scene.facing(part::<Facing>(world, id).0),
            "dead" => (*part::<Presence>(world, id) == Presence::Dead).to_string(),
            "on_board" => (*part::<Presence>(world, id) == Presence::OnBoard).to_string(),
            "weapon" => match part::<Gear>(world, id).weapon {
                Some(weapon) => quoted(&content.weapon(weapon).key),
                None => "None".to_owned(),
            },
            "knows" => match part::<Memory>(world, id).known {
                Some(tile) => scene.place(tile),
                None => "None".to_owned(),
            },
            "errand" => part::<Errand>(world, id).duties.len().to_string(),
            "effects" => {
                let all = part::<Effects>(world, id).0.iter();
                let all =
                    all.map(|one| format!("{:?}: {}", content.effect(one.effect).key, one.turns));
                format!("{{{}}}", all.collect::<Vec<_>>().join(", "))
            }
            "pack" => {
                let all = part::<Gear>(world, id).pack.iter();
                let all: Vec<_> = all.map(|thing| quoted(thing.name(content))).collect();
                format!("[{}]", all.join(", "))
            }
            "quick" => {
                let all = part::<Gear>(world, id).quick.iter();
                let all: Vec<_> = all.map(|item| quoted(&content.item(*item).name)).collect();
                format!("[{}]", all.join(", "))
            }
            _ => return None,
        })
    })
}

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

/// Checks what attacks would come to: `[(by: "A", at: "B", to_hit: 70, parry: 15, chance: 55)]`.
fn odds(scene: &mut Scene, field: &Field) -> Option<()> {
    for node in scene.reader.list(&field.node, "odds") {
        let members = scene
            .reader
            .members(node, "(by: \"A\", at: \"B\", chance: 55)")?;
        let unit = |scene: &mut Scene, name: &str| {
            let node = node.field(name);
            let node = node.or_else(|| {
                scene
                    .reader
                    .problem(field.place, format!("odds lack `{name}`"));
                None
            });
            scene.unit(node?)
        };
        let (by, at) = (unit(scene, "by")?, unit(scene, "at")?);
        let forecast = attack::forecast(&scene.world, by, at);
        let known = [
            "to_hit",
            "parry",
            "facing",
            "arc",
            "chance",
            "cost",
            "damage",
            "kill_permille",
        ];
        let fields: Vec<_> = (members.iter())
            .filter(|field| !["by", "at"].contains(&field.name.as_str()))
            .cloned()
            .collect();
        let of = format!("{}'s on {}: ", scene.name(by), scene.name(at));
        scene.compare(&of, &fields, &known, |_, name| {
            let hits: Vec<_> = forecast
                .damage
                .iter()
                .filter(|(damage, _)| *damage > 0)
                .collect();
            Some(match name {
                "to_hit" => forecast.odds.to_hit.total().to_string(),
                "parry" => forecast.odds.parry.total().to_string(),
                "facing" => forecast.odds.facing.to_string(),
                "arc" => format!("\"{}\"", forecast.odds.arc),
                "chance" => forecast.odds.chance.to_string(),
                "cost" => forecast.cost.to_string(),
                "damage" => match (hits.first(), hits.last()) {
                    (Some(least), Some(most)) => {
                        format!("({}, {})", points(least.0), points(most.0))
                    }
                    _ => "None".to_owned(),
                },
                "kill_permille" => forecast.kill_permille().to_string(),
                _ => return None,
            })
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
