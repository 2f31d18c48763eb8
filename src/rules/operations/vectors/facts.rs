//! What vectors of operations can state.

use super::battle::{Scene, field, places, side_name};
use super::written;
use crate::battle::order::Pending;
use crate::battle::unit::{Presence, Side, UnitId};
use crate::content::tree::{Field as Member, Node};
use crate::rules::operations::Operations;
use crate::rules::operations::assault::Reckoning;
use crate::rules::operations::event::{Barrage, Event, Volley};
use crate::rules::operations::order::Choice;
use crate::rules::operations::plan::fullest;
use crate::rules::operations::progress::Progress;
use crate::vectors::{Check, Fact, UnitFact, or_none};

/// What vectors can state.
pub(super) const FACTS: [Fact<Operations>; 24] = [
    ("step", |scene| format!("{:?}", progress(scene).step)),
    ("phasing", |scene| {
        side_name(progress(scene).phasing).to_owned()
    }),
    ("half", |scene| progress(scene).half.to_string()),
    ("cycle", |scene| progress(scene).cycle.to_string()),
    ("due", |scene| {
        let field = field(scene);
        let due = [Side(0), Side(1)]
            .into_iter()
            .filter(|&side| field.is_due(side));
        format!("[{}]", due.map(side_name).collect::<Vec<_>>().join(", "))
    }),
    ("asked", asked),
    ("contacts", |scene| {
        let contacts = progress(scene).contacts.iter();
        let told = contacts.map(|(tile, duty)| format!("({}, {duty})", scene.place(*tile)));
        format!("[{}]", told.collect::<Vec<_>>().join(", "))
    }),
    ("targets", |scene| {
        let targets = progress(scene).targets.iter();
        format!(
            "{:?}",
            targets.map(|target| &target.name).collect::<Vec<_>>()
        )
    }),
    ("firing", |scene| {
        let sides = progress(scene).firing.iter();
        let told = sides.map(|tiles| places(scene, tiles.iter().copied()));
        format!("({})", told.collect::<Vec<_>>().join(", "))
    }),
    ("held", |scene| {
        places(scene, progress(scene).held.iter().copied())
    }),
    ("proposed", |scene| places(scene, field(scene).proposed())),
    ("met", |scene| {
        places(scene, progress(scene).met.iter().copied())
    }),
    ("assaults", |scene| {
        let assaults = progress(scene).assaults.iter();
        let told =
            assaults.map(|one| format!("({}, {})", places(scene, one.tiles.clone()), one.optional));
        format!("[{}]", told.collect::<Vec<_>>().join(", "))
    }),
    ("wrecks", |scene| {
        let wrecks = progress(scene).wrecks.iter();
        let told = wrecks.map(|(tile, count)| format!("({}, {count})", scene.place(*tile)));
        format!("[{}]", told.collect::<Vec<_>>().join(", "))
    }),
    ("captives", |scene| {
        let told = progress(scene).captives.iter().map(|one| {
            let (at, side) = (scene.place(one.tile), side_name(one.side));
            format!("({at}, {side}, {}, {})", one.prisoners, one.guards)
        });
        format!("[{}]", told.collect::<Vec<_>>().join(", "))
    }),
    ("facilities", |scene| {
        let states = progress(scene).facilities.iter();
        let told =
            states.map(|one| format!("({}, {}, {}, {})", one.level, one.hits, one.stock, one.gone));
        format!("[{}]", told.collect::<Vec<_>>().join(", "))
    }),
    ("holders", |scene| {
        let holders = progress(scene).holders.iter();
        format!(
            "[{}]",
            holders
                .map(|&side| side_name(side))
                .collect::<Vec<_>>()
                .join(", ")
        )
    }),
    ("points", |scene| format!("{:?}", field(scene).points())),
    ("lost", |scene| {
        let told = progress(scene).tallies.iter();
        let told = told.map(|one| format!("({}, {})", one.destroyed, one.captured));
        format!("({})", told.collect::<Vec<_>>().join(", "))
    }),
    ("barrages", |scene| {
        each(scene, |event| match event {
            Event::Fired(barrage) => Some(of_barrage(barrage)),
            _ => None,
        })
    }),
    ("volleys", |scene| {
        each(scene, |event| match event {
            Event::ArmorFired {
                attack, defense, ..
            } => Some(format!("({}, {})", of_volley(attack), of_volley(defense))),
            _ => None,
        })
    }),
    ("fought", |scene| {
        each(scene, |event| match event {
            Event::Assaulted(reckoning) => Some(of_assault(reckoning)),
            _ => None,
        })
    }),
    ("captured", |scene| {
        each(scene, |event| match event {
            Event::Captured {
                percent,
                prisoners,
                replacements,
                ..
            } => Some(format!("({percent}, {prisoners}, {replacements})")),
            _ => None,
        })
    }),
    ("terms", |scene| {
        let terms = scene
            .events
            .iter()
            .rev()
            .find_map(|(_, event)| match event {
                Event::Assaulted(reckoning) => Some(&reckoning.setting.terms),
                _ => None,
            });
        let terms = terms.into_iter().flatten();
        let told = terms.map(|term| format!("({:?}, {})", term.what.to_string(), term.value));
        format!("[{}]", told.collect::<Vec<_>>().join(", "))
    }),
];

fn progress<'s>(scene: &'s Scene) -> &'s Progress {
    scene.world.resource()
}

/// Writes what is told of some events, in order.
fn each(scene: &Scene, tell: impl Fn(&Event) -> Option<String>) -> String {
    let told = scene.events.iter().filter_map(|(_, event)| tell(event));
    format!("[{}]", told.collect::<Vec<_>>().join(", "))
}

/// Writes a Barrage: points, row, whether it pins, points and trucks lost.
fn of_barrage(barrage: &Barrage) -> String {
    let hits = &barrage.hits;
    let row = or_none(barrage.row);
    let points = barrage.points;
    format!(
        "({points}, {row}, {}, {}, {})",
        hits.pinned, hits.lost, hits.trucks
    )
}

/// Writes a volley: points after terrain, and damage.
fn of_volley(volley: &Volley) -> String {
    format!("({}, {})", volley.points, volley.damage)
}

/// Writes an assault: basic and adjusted differential, and both percentages.
fn of_assault(found: &Reckoning) -> String {
    let results = &found.results;
    let (basic, adjusted) = (found.setting.basic, found.adjusted);
    format!(
        "({basic}, {adjusted}, {}, {})",
        results.attacker, results.defender
    )
}

/// Says what is asked: `"Own Roll 2"`.
fn asked(scene: &Scene) -> String {
    let pending = &scene.world.resource::<Pending<Operations>>().0;
    let told = pending.as_ref().map(|waiting| {
        let what = match &waiting.choice {
            Choice::First => "First".to_owned(),
            Choice::Roll(throw) => format!("Roll {throw:?}"),
            Choice::Lose(demand) => format!("Lose {:?} {}", demand.cause, demand.amount),
            Choice::Trucks { unit, cargoes } => {
                format!("Truck {} of {}", scene.name(*unit), cargoes.len())
            }
            Choice::Retreat { hexes, .. } => format!("Retreat {hexes}"),
            Choice::Captures {
                prisoners,
                replacements,
                ..
            } => {
                format!("Captures {prisoners} {replacements}")
            }
            Choice::Table(question) => {
                let text = format!("{question:?}");
                let name = text.split(|c: char| !c.is_alphanumeric()).next();
                format!("Table {}", name.unwrap_or_default())
            }
        };
        format!("{} {what}", side_name(waiting.side))
    });
    or_none(told)
}

/// What vectors can have checked.
pub(super) const CHECKS: [Check<Operations>; 10] = [
    ("units", |scene, member| {
        let examples = ["{\"A\": (toe: 6)}", "(toe: 6)"];
        scene.units(&member.node, examples, &UNIT)
    }),
    ("controls", |scene, member| {
        each_case(scene, member, "(Own, (4, 3), true)", |scene, parts| {
            let side = scene
                .reader
                .choice(&parts[0], "side", &super::battle::NAMES)?;
            let tile = scene.tile(&parts[1])?;
            Some(field(scene).controls(side, tile).to_string())
        })
    }),
    ("held_off", |scene, member| {
        each_case(scene, member, "((4, 3), 4, true)", |scene, parts| {
            let tile = scene.tile(&parts[0])?;
            let points = scene.reader.int(&parts[1], "points", 0..=1000_u16)?;
            let field = field(scene);
            let foe = field.progress.waiting();
            Some(field.is_held_off(tile, foe, points).to_string())
        })
    }),
    ("reaches", |scene, member| {
        each_case(scene, member, "((4, 3), (4, 4), true)", |scene, parts| {
            let (from, into) = (scene.tile(&parts[0])?, scene.tile(&parts[1])?);
            let field = field(scene);
            let side = [Side(0), Side(1)]
                .into_iter()
                .find(|&side| field.stack(from, side).next().is_some());
            Some(
                side.is_some_and(|side| field.zone_reaches(side, from, into))
                    .to_string(),
            )
        })
    }),
    ("costs", |scene, member| {
        each_case(scene, member, "(\"A\", North, 4)", |scene, parts| {
            let unit = scene.unit(&parts[0])?;
            let direction = scene.direction(&parts[1])?;
            let field = field(scene);
            let from = field.get(unit).tile();
            Some(or_none(field.step_cost(unit, from, direction)))
        })
    }),
    ("shifts", |scene, member| {
        each_case(scene, member, "((4, 3), 0, -1)", |scene, parts| {
            let tile = scene.tile(&parts[0])?;
            let row = scene.reader.int(&parts[1], "row", 0..=20_u8)?;
            let field = field(scene);
            let points = field.content.tables.barrage[usize::from(row.min(6))].points;
            Some(or_none(
                field.barrage_row(points, field.barrage_shift(tile)),
            ))
        })
    }),
    ("armor", |scene, member| {
        each_case(scene, member, "([(4, 4)], [(4, 3)], -1)", |scene, parts| {
            let from = hexes(scene, &parts[0])?;
            let into = hexes(scene, &parts[1])?;
            Some(or_none(field(scene).armor_terrain(&from, &into)))
        })
    }),
    ("would_fight", |scene, member| {
        each_case(
            scene,
            member,
            "([(4, 3)], (1, -5), [(\"rough ground\", -2)])",
            |scene, parts| {
                let tiles = hexes(scene, &parts[0])?;
                let setting = field(scene).assault_on(&tiles);
                let terms = setting.terms.iter();
                let terms =
                    terms.map(|term| format!("({:?}, {})", term.what.to_string(), term.value));
                let terms = format!("[{}]", terms.collect::<Vec<_>>().join(", "));
                let wanted = parts[2].to_ron();
                if wanted != terms {
                    scene
                        .failures
                        .push(format!("expected terms {wanted}, got {terms}"));
                }
                let modifiers = setting.before_morale() - setting.basic;
                Some(format!("({}, {modifiers})", setting.basic))
            },
        )
    }),
    ("events", |scene, member| scene.count_events(&member.node)),
    ("log", |scene, member| {
        scene.log(&member.node, ["log", "words"], |words, lines| {
            format!("expected {words:?} in the log, got {lines}")
        })
    }),
];

fn hexes(scene: &mut Scene, node: &Node) -> Option<Vec<crate::battle::grid::TileId>> {
    let nodes = scene.reader.list(node, "hexes").iter();
    nodes.map(|node| scene.tile(node)).collect()
}

/// Checks each case of a list of triples. Of most the last part is what is expected; of assaults the middle.
fn each_case(
    scene: &mut Scene,
    member: &Member,
    example: &str,
    found: impl Fn(&mut Scene, &[Node]) -> Option<String>,
) -> Option<()> {
    let expected = format!("cases, such as {example}");
    for node in scene.reader.list(&member.node, &expected) {
        let parts = super::tuple(scene.reader, node, 3, &expected)?;
        let found = found(scene, parts)?;
        let at = if member.name == "would_fight" { 1 } else { 2 };
        let wanted = parts[at].to_ron();
        if wanted != found {
            let case = parts[0].to_ron();
            let failure = format!("expected {} {case} {wanted}, got {found}", member.name);
            scene.failures.push(failure);
        }
    }
    Some(())
}

/// What vectors can state of a unit.
const UNIT: [UnitFact<Operations>; 22] = [
    ("at", |scene, _, unit| scene.place(unit.tile)),
    ("toe", |_, _, unit| written(&unit.body.toe)),
    ("strength", |_, _, unit| unit.body.strength().to_string()),
    ("spent", |_, _, unit| unit.body.spent.to_string()),
    ("moved", |_, _, unit| unit.body.moved.to_string()),
    ("fought", |_, _, unit| unit.body.fought.to_string()),
    ("cohesion", |_, _, unit| unit.body.cohesion.to_string()),
    ("ammo", |_, _, unit| unit.body.ammo.to_string()),
    ("rounds", |_, _, unit| unit.body.rounds.to_string()),
    ("trucks", |_, _, unit| {
        format!("{:?}", unit.body.trucks.list())
    }),
    ("fullest", |_, _, unit| {
        format!("{:?}", fullest(unit.body.trucks))
    }),
    ("stance", |_, _, unit| or_none(unit.body.stance)),
    ("pinned", |_, _, unit| unit.body.pinned.to_string()),
    ("engaged", |_, _, unit| unit.body.engaged.to_string()),
    ("retreated_in", |_, _, unit| {
        unit.body.retreated_in.to_string()
    }),
    ("riding", |_, _, unit| unit.body.riding.to_string()),
    ("replacements", |_, _, unit| {
        unit.body.replacements.to_string()
    }),
    ("dead", |_, _, unit| {
        (unit.presence == Presence::Dead).to_string()
    }),
    ("break_off", |scene, id, _| {
        field(scene).break_off(id).to_string()
    }),
    ("class", |scene, id, _| {
        format!("{:?}", field(scene).target_class(id))
    }),
    ("withheld", |scene, id, _| {
        let faults = field(scene).withheld(id);
        format!(
            "{:?}",
            faults.iter().map(ToString::to_string).collect::<Vec<_>>()
        )
    }),
    ("morale", |scene, id: UnitId, _| {
        let ((morale, cohesion), leader) = field(scene).morale_of(&[id]);
        format!("({morale}, {cohesion}, {leader})")
    }),
];
