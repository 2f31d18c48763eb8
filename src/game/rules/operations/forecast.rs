//! The forecast of an assault: strengths, every modifier by name, and the exact odds.
//!
//! **Invariant:** made by the functions that resolve the assault, from what the player's side knows: enemies that
//! are not identified count as estimates, and their morale as 0.

use std::collections::BTreeMap;

use super::sheet::{cell, hex, small};
use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::game::kit::odds::percent;
use crate::game::kit::piece::{Ink, Piece, Pieces, Words, say};
use crate::rules::operations::assault::odds::{Mood, Odds, PARTS, odds};
use crate::rules::operations::assault::{Setting, Strength, What};
use crate::rules::operations::field::{Field, Rating};
use crate::rules::operations::progress::Role;

/// Lists the enemy hexes from which a dual-hex assault could be made on a hex of the player's side and on another
/// beside it: the other hex, and the hex it comes from.
pub(super) fn duals(field: &Field, side: Side, tile: TileId) -> Vec<(TileId, TileId)> {
    let foe = Field::foe(side);
    let contacts = || field.progress.contacts.keys().copied();
    let beside = |one: TileId, other: TileId| field.grid.distance(one, other) == 1;
    if side == field.progress.phasing || !contacts().any(|own| own == tile) {
        return Vec::new();
    }
    let mut origins: Vec<_> = (field.of_side(foe))
        .filter(|unit| field.is_combat(unit.id) && field.raw(unit.id, Rating::Offense) > 0)
        .map(|unit| unit.tile())
        .filter(|&origin| beside(origin, tile))
        .collect();
    origins.sort_unstable();
    origins.dedup();
    let others = contacts().filter(|&other| beside(other, tile));
    let pairs = others.flat_map(|other| {
        let from = origins.iter().copied();
        from.filter(move |&origin| beside(origin, other))
            .map(move |origin| (other, origin))
    });
    pairs.collect()
}

/// Returns the battle with roles assigned: own ones as given, and a dual-hex assault of all that the enemy has in
/// one hex.
pub(super) fn dual_assigned<'w>(
    field: &Field<'w>,
    own: &BTreeMap<UnitId, Role>,
    (origin, tiles): (TileId, [TileId; 2]),
) -> Field<'w> {
    let mut ahead = field.clone();
    let mut roles = own.clone();
    for unit in field.stack(origin, field.progress.phasing) {
        let body = unit.body();
        let can = field.is_combat(unit.id) && !body.pinned && !body.retreated_in;
        if can && field.raw(unit.id, Rating::Offense) > 0 {
            let role = Role {
                anti_armor: vec![0; body.toe.len()],
                target: Some(tiles[0]),
                second: Some(tiles[1]),
            };
            roles.insert(unit.id, role);
        }
    }
    ahead.progress.to_mut().roles = roles;
    ahead
}

/// Returns the battle with roles assigned: own ones as given, and those that the enemy is expected to take
/// around some hexes.
pub(super) fn assigned<'w>(
    field: &Field<'w>,
    side: Side,
    own: &BTreeMap<UnitId, Role>,
    tiles: &[TileId],
) -> Field<'w> {
    let mut ahead = field.clone();
    let mut roles = own.clone();
    let phases = side == field.progress.phasing;
    let foe = Field::foe(side);
    for unit in field.of_side(foe).filter(|unit| field.is_combat(unit.id)) {
        let body = unit.body();
        let near = tiles
            .iter()
            .find(|&&tile| field.grid.distance(tile, unit.tile()) == 1);
        let (is_there, target, rating) = match phases {
            true => (tiles.contains(&unit.tile()), None, Rating::Defense),
            false => (near.is_some(), near.copied(), Rating::Offense),
        };
        let can = !body.pinned && !body.retreated_in && field.raw(unit.id, rating) > 0;
        if is_there && can {
            let anti_armor = vec![0; body.toe.len()];
            roles.insert(
                unit.id,
                Role {
                    anti_armor,
                    target,
                    second: None,
                },
            );
        }
    }
    ahead.progress.to_mut().roles = roles;
    ahead
}

/// Returns morale of attackers and defenders before dice, as it is known.
fn moods(field: &Field, setting: &Setting) -> [Mood; 2] {
    let defenders = field.in_defense(&setting.tiles);
    [
        field.morale_of(&setting.attackers),
        field.morale_of(&defenders),
    ]
}

/// Returns the odds of an assault as its roles are.
pub(super) fn odds_of(field: &Field, setting: &Setting) -> Odds {
    let (tables, figures) = (&field.content.tables, &field.content.figures);
    odds(tables, figures, setting, moods(field, setting))
}

/// Writes the differential before morale; at a table own points, as long as the enemy's are not told.
pub(super) fn before_morale(field: &Field, setting: &Setting) -> String {
    match own_at_table(field, setting) {
        Some(own) => format!("{} pts", own.points),
        None => format!("{:+}", setting.before_morale()),
    }
}

/// Returns the strength of the user's own units in an assault at a table, before the enemy has told its numbers.
fn own_at_table(field: &Field, setting: &Setting) -> Option<Strength> {
    let (side, _) = field.table()?;
    if field.opposition().is_some() {
        return None;
    }
    match side == field.progress.phasing {
        true => Some(setting.defense),
        false => Some(setting.attack),
    }
}

/// What of a forecast is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The odds, and the differential below them.
    All,
    /// Units of both sides and what they bring.
    Strength,
    /// Strengths and every modifier by name.
    Modifiers,
    /// What can come of it.
    Odds,
}

/// Returns the odds of the assault that the enemy could make on some hexes, without a heading.
pub(super) fn outlook(field: &Field, side: Side, tiles: &[TileId]) -> Pieces {
    let setting = field.assault_on(tiles);
    if let Some(told) = without_dice(field, &setting) {
        return told;
    }
    chances(field, side, &setting)
}

/// Explains why an assault is decided without dice; `None` if dice are rolled.
fn without_dice(field: &Field, setting: &Setting) -> Option<Pieces> {
    let words = match () {
        () if setting.attackers.is_empty() => small("No assault on this hex"),
        () if setting.defenders.is_empty() && !has_pinned(field, &setting.tiles) => {
            small("No defender assigned: the units retreat without a roll").ink(Ink::Energy)
        }
        () => return None,
    };
    Some(Pieces(vec![words.into()]))
}

/// Returns the forecast of an assault on some hexes.
pub(super) fn pieces(field: &Field, side: Side, tiles: &[TileId], part: Part) -> Pieces {
    let mut pieces = Pieces::default();
    let setting = field.assault_on(tiles);
    let names = tiles
        .iter()
        .map(|&tile| hex(field, tile))
        .collect::<Vec<_>>();
    pieces.separate();
    let heading = format!("Assault on {}", names.join(" and "));
    pieces.line([
        say(heading).strong().size(13.5).into(),
        small(if setting.probe { "a probe" } else { "" }).into(),
    ]);
    if let Some(own) = own_at_table(field, &setting) {
        let tanks = match own.unsupported {
            0 => String::new(),
            points => format!(" (unsupported tanks −{points})"),
        };
        let text = format!(
            "You bring {} raw, {} actual points{tanks}",
            own.raw, own.points
        );
        pieces.add(cell(text));
        let known = setting.terms.iter();
        for term in known.filter(|term| !matches!(term.what, What::Raw | What::Pinned)) {
            pieces.add(small(format!("{} {:+}", term.what, term.value)));
        }
        pieces.add(small(
            "The enemy reports its points when the assault is resolved",
        ));
        return pieces;
    }
    if let Some(told) = without_dice(field, &setting) {
        pieces.extend(told.0);
        return pieces;
    }
    if part == Part::Strength {
        pieces.extend(sides(field, side, &setting).0);
    }
    if matches!(part, Part::All | Part::Odds) {
        pieces.extend(chances(field, side, &setting).0);
    }
    if matches!(part, Part::All | Part::Modifiers) {
        pieces.add(differential(field, side, &setting));
    }
    pieces
}

/// Lists the units of both sides in an assault with the points that they bring.
fn sides(field: &Field, side: Side, setting: &Setting) -> Pieces {
    let mut pieces = Pieces::default();
    let parts = [
        ("Attack", "attackers", &setting.attackers, setting.attack),
        ("Defense", "defenders", &setting.defenders, setting.defense),
    ];
    for (heading, name, units, total) in parts {
        pieces.line([cell(heading).strong().into(), strength(total).into()]);
        let rows = units.iter().map(|&id| {
            let points = field.assault_points(id);
            let toe: u16 = points.iter().map(|&one| u16::from(one)).sum();
            let raw = field.raw_of(id, &points, field.assault_rating(id));
            let is_known = field.get(id).side == side || field.get(id).body().identified;
            let about = if is_known { "" } else { "estimated" };
            vec![
                cell(super::sheet::title(field, side, id)),
                small(hex(field, field.get(id).tile())),
                small(format!("{toe} TOE")).about(about),
                small(format!("{raw} raw")).about(about),
            ]
        });
        pieces.add(super::guns::table(name, &[], rows.collect()));
    }
    pieces
}

/// Returns strengths and every modifier by name.
fn differential(field: &Field, side: Side, setting: &Setting) -> Piece {
    let moods = moods(field, setting);
    let of = |name: &str, units: &[UnitId]| {
        let is_sure = |&id: &UnitId| field.get(id).side == side || field.get(id).body().identified;
        match units.iter().all(is_sure) {
            true => cell(name),
            false => cell(format!("{name}, estimated")),
        }
    };
    let mut rows = vec![
        [of("Attack", &setting.attackers), strength(setting.attack)],
        [of("Defense", &setting.defenders), strength(setting.defense)],
        [cell("Basic"), signed(setting.basic)],
    ];
    for term in &setting.terms {
        rows.push([cell(term.what.to_string()), signed(term.value)]);
    }
    let total = setting.before_morale() - setting.basic;
    rows.push([cell("modifiers in all").strong(), signed(total)]);
    let [(attacker, _), (defender, _)] = moods;
    let mood = format!("{:+} v {:+} before dice", attacker.0, defender.0);
    rows.push([cell("morale"), small(mood).about(about_morale(moods))]);
    Piece::Table {
        name: "differential",
        heads: Vec::new(),
        rows: rows.into_iter().map(Vec::from).collect(),
    }
}

/// Returns what can come of an assault, with its exact chances.
fn chances(field: &Field, side: Side, setting: &Setting) -> Pieces {
    let mut pieces = Pieces::default();
    let odds = odds_of(field, setting);
    let (least, most) = (
        odds.differentials.keys().next(),
        odds.differentials.keys().last(),
    );
    let likely = odds.differentials.iter().max_by_key(|(_, ways)| **ways);
    if let (Some(least), Some(most), Some((likely, _))) = (least, most, likely) {
        let text = format!("Differential {likely:+} most likely, {least:+} to {most:+}");
        pieces.add(say(text).strong().size(13.0).ink(Ink::Accent));
    }
    let phases = side == field.progress.phasing;
    let who = if phases {
        ["You", "They"]
    } else {
        ["They", "You"]
    };
    let tenths = |tenths: u64| format!("{}.{}%", tenths / 10, tenths % 10);
    let average =
        [&odds.attacker, &odds.defender].map(|chances| tenths(Odds::average_tenths(chances)));
    for (at, who) in who.into_iter().enumerate() {
        let captured = [odds.attacker_captured, odds.defender_captured][at];
        let text = format!(
            "{who} lose {} on average, captured {}",
            average[at],
            share(captured)
        );
        pieces.add(small(text));
    }
    let retreats = odds.retreat.map(share);
    pieces.add(small(format!(
        "{} retreat: 1 hex {}, 2 {}, 3 {}",
        who[1], retreats[1], retreats[2], retreats[3]
    )));
    pieces.add(small(format!(
        "Engaged {}, overrun {}",
        share(odds.engaged),
        share(odds.overrun)
    )));
    pieces
}

/// Whether a pinned combat unit of the defender stands in some hexes.
fn has_pinned(field: &Field, tiles: &[TileId]) -> bool {
    let units = field.defenders_in(tiles).into_iter();
    let mut units = units.filter(|&id| field.is_combat(id));
    units.any(|id| field.get(id).body().pinned)
}

fn about_morale(moods: [Mood; 2]) -> String {
    let told = moods.map(|((morale, cohesion), leader)| {
        let leader = if leader { ", with the leader" } else { "" };
        format!("morale {morale:+}, cohesion {cohesion:+}{leader}")
    });
    format!("Attackers: {}\nDefenders: {}", told[0], told[1])
}

fn strength(strength: Strength) -> Words {
    let text = match strength.unsupported {
        0 => format!("{} ({} raw)", strength.points, strength.raw),
        less => format!(
            "{} ({} raw, unsupported tanks −{less})",
            strength.points, strength.raw
        ),
    };
    cell(text)
}

fn signed(value: i16) -> Words {
    let ink = match value {
        ..0 => Ink::Bad,
        0 => Ink::Text,
        _ => Ink::Good,
    };
    cell(format!("{value:+}")).ink(ink)
}

/// Writes a share of all that can happen.
pub(super) fn share(ways: u64) -> String {
    let permille = (ways * 1000 + PARTS / 2) / PARTS;
    match permille {
        0 if ways > 0 => "<0.1%".into(),
        permille => percent(permille as u16, 1000),
    }
}
