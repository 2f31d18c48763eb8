//! Entries at a table, as vectors write them.
//!
//! **Invariant:** whatever a user can enter can be written, sound or not; the rules judge it.

use std::collections::{BTreeMap, BTreeSet};

use super::battle::Scene;
use super::order::{hexes, target};
use crate::battle::grid::TileId;
use crate::battle::unit::Side;
use crate::content::tree::Node;
use crate::rules::operations::content::{Size, TargetClass};
use crate::rules::operations::progress::Hits;
use crate::rules::operations::table::{Enemy, Entry, Opposition, Sighted};

/// How entries are written.
const FORMS: [&str; 12] = [
    "Enemies([((4, 3), true)])",
    "NoCombat",
    "UnderFire([(4, 4)])",
    "Targets([((4, 3), Infantry, \"Nr1 Inf\")])",
    "Hit(\"A\", (points: 5, lost: 1))",
    "Pair((4, 3), (5, 3))",
    "Fire(3, [(4, 3)])",
    "Opposition((raw: 40, actual: 4))",
    "Undefended",
    "Retreated([(4, 2)])",
    "Left([(4, 3)])",
    "Taken(2, 0)",
];

/// Reads an entry of a side's user.
pub(super) fn entry(scene: &mut Scene, node: &Node, side: Side) -> Option<Entry> {
    let (name, parts) = scene.reader.call(node, "an entry, such as Undefended")?;
    Some(match (name, parts) {
        ("Enemies", [tiles]) => Entry::Enemies(enemies(scene, tiles)?),
        ("NoCombat", []) => Entry::NoCombat,
        ("UnderFire", [tiles]) => Entry::UnderFire(set(scene, tiles)?),
        ("Targets", [all]) => {
            let nodes = scene.reader.list(all, "Targets").iter();
            let read = nodes.map(|node| sighted(scene, node));
            Entry::Targets(read.collect::<Option<_>>()?)
        }
        ("Hit", [aim, found]) => {
            let aim = target(scene, aim, Side(1 - side.0.min(1)))?;
            Entry::Hit(aim, hits(scene, found)?)
        }
        ("Pair", [one, other]) => Entry::Pair(scene.tile(one)?, scene.tile(other)?),
        ("Fire", [damage, from]) => Entry::Fire {
            damage: scene.reader.int(damage, "damage", 0..=u16::MAX)?,
            from: set(scene, from)?,
        },
        ("Opposition", [told]) => Entry::Opposition(opposition(scene, told)?),
        ("Undefended", []) => Entry::Undefended,
        ("Retreated", [tiles]) => Entry::Retreated(hexes(scene, tiles)?.first().copied()),
        ("Left", [tiles]) => Entry::Left(set(scene, tiles)?),
        ("Taken", [prisoners, replacements]) => Entry::Taken {
            prisoners: scene.reader.int(prisoners, "points", 0..=u16::MAX)?,
            replacements: scene.reader.int(replacements, "points", 0..=u16::MAX)?,
        },
        _ => return scene.reader.strange(node, "entry", &FORMS),
    })
}

fn set(scene: &mut Scene, node: &Node) -> Option<BTreeSet<TileId>> {
    Some(hexes(scene, node)?.into_iter().collect())
}

/// Reads hexes of the enemy, and whether each exerts zones of control.
fn enemies(scene: &mut Scene, node: &Node) -> Option<BTreeMap<TileId, Enemy>> {
    let expected = "a hex and whether it controls others, such as ((4, 3), true)";
    let mut enemies = BTreeMap::new();
    for node in scene.reader.list(node, "hexes of the enemy") {
        let parts = super::tuple(scene.reader, node, 2, expected)?;
        let tile = scene.tile(&parts[0])?;
        let zone = scene
            .reader
            .bool(&parts[1], "whether it controls other hexes")?;
        enemies.insert(tile, Enemy::new(zone));
    }
    Some(enemies)
}

/// Reads a Target: its hex, class, and its name or `None`.
fn sighted(scene: &mut Scene, node: &Node) -> Option<Sighted> {
    let expected = "a hex, a class and a name, such as ((4, 3), Infantry, None)";
    let parts = super::tuple(scene.reader, node, 3, expected)?;
    let tile = scene.tile(&parts[0])?;
    let class = scene
        .reader
        .choice(&parts[1], "class", TargetClass::CHOICES)?;
    let name = match parts[2].word() {
        Some("None") => None,
        _ => Some(scene.reader.text(&parts[2], "name")?.to_owned()),
    };
    let trucks = false;
    Some(Sighted {
        tile,
        class,
        name,
        trucks,
    })
}

/// Reads what barrages did to a Target: `(points: 5, pinned: true, lost: 1, trucks: 0)`.
fn hits(scene: &mut Scene, node: &Node) -> Option<Hits> {
    let mut fields = scene.reader.fields(node, "hits")?;
    let reader = &mut *scene.reader;
    let hits = Hits {
        points: fields.int_or(reader, "points", 0..=u16::MAX, 0)?,
        pinned: fields.flag(reader, "pinned")?,
        lost: fields.int_or(reader, "lost", 0..=u16::MAX, 0)?,
        trucks: fields.int_or(reader, "trucks", 0..=u16::MAX, 0)?,
    };
    fields.done(reader);
    Some(hits)
}

/// Reads what the enemy brings to an assault: `(raw: 40, actual: 4, size: Battalion, morale: 1, from: [(4, 3)])`.
fn opposition(scene: &mut Scene, node: &Node) -> Option<Opposition> {
    let from = match node.field("from") {
        Some(node) => set(scene, node)?,
        None => BTreeSet::new(),
    };
    let mut fields = scene.reader.fields(node, "opposition")?;
    fields.get("from");
    let reader = &mut *scene.reader;
    let told = Opposition {
        actual: fields.int_or(reader, "actual", 0..=u16::MAX, 0)?,
        raw: fields.int_or(reader, "raw", 0..=u16::MAX, 0)?,
        size: fields.choice_or(reader, "size", Size::CHOICES, Size::Battalion)?,
        stacking: fields.int_or(reader, "stacking", 0..=u8::MAX, 1)?,
        morale: fields.int_or(reader, "morale", i16::MIN..=i16::MAX, 0)?,
        pinned: fields.flag(reader, "pinned")?,
        probe: fields.flag(reader, "probe")?,
        from,
    };
    fields.done(reader);
    Some(told)
}
