//! Vectors of formulas: actual points, strength, losses, shares, captures and defeat (§1, §10, §11).

use super::{content, judged, numbers, tuple, written};
use crate::battle::unit::UnitId;
use crate::content::reader::Reader;
use crate::content::tree::Node;
use crate::rules::operations::assault::{
    Mix, basic, is_defeat, raw_lost, raw_term, shares, strengths, total_percent, vulnerability,
};
use crate::rules::operations::field;
use crate::rules::operations::loss::{Cause, Demand, Loss, Pool};
use crate::vectors::Vector;

/// Runs a vector of actual points: `Actual(name: "...", raw: [84, 45], actual: [8, 5])`.
pub(super) fn actual_points(mut vector: Vector) -> Option<Vec<String>> {
    let raw = vector.numbers("raw", 0..=10_000)?;
    let wanted = vector.numbers("actual", 0..=10_000)?;
    let divisor = content(&vector).figures.raw_points;
    vector.fields.done(vector.reader);
    let found = raw
        .iter()
        .map(|&raw| u32::from(field::actual(raw as u16, divisor)));
    let found: Vec<_> = found.collect();
    Some(match found == wanted {
        true => Vec::new(),
        false => vec![format!("expected actual points {wanted:?}, got {found:?}")],
    })
}

/// Reads two numbers.
fn pair(reader: &mut Reader, node: &Node, what: &str) -> Option<(u16, u16)> {
    let bounds = 0..=10_000_i64;
    let found = node.as_pair();
    let found = found.filter(|(one, other)| bounds.contains(one) && bounds.contains(other));
    match found {
        Some((one, other)) => Some((one as u16, other as u16)),
        None => reader.wrong(node, what),
    }
}

/// Runs a vector of strengths: `Strength(name: "…", raw: (79, 76), tanks: ([(7, 6)], []), expect: (points: (7, 8),
/// basic: -1))`; tanks are those of each hex with what supports them there.
pub(super) fn strength(mut vector: Vector) -> Option<Vec<String>> {
    let raw = vector.fields.need(vector.reader, "raw")?;
    let raw = pair(
        vector.reader,
        raw,
        "raw points of both sides, such as (79, 76)",
    )?;
    let mut mixes = [Vec::new(), Vec::new()];
    if let Some(node) = vector.fields.get("tanks") {
        let expected = "tanks and support by hex of both sides, such as ([(7, 6)], [])";
        let sides = tuple(vector.reader, node, 2, expected)?;
        for (mixes, node) in mixes.iter_mut().zip(sides) {
            for node in vector.reader.list(node, "hexes") {
                let (tanks, support) =
                    pair(vector.reader, node, "tanks and support, such as (7, 6)")?;
                mixes.push(Mix { tanks, support });
            }
        }
    }
    let figures = &content(&vector).figures;
    let [attack, defense] = strengths(figures, [raw.0, raw.1], [&mixes[0], &mixes[1]]);
    let both = |one: u16, other: u16| format!("({one}, {other})");
    let known = [
        ("actual", both(attack.actual, defense.actual)),
        ("unsupported", both(attack.unsupported, defense.unsupported)),
        ("points", both(attack.points, defense.points)),
        ("basic", basic(&attack, &defense).to_string()),
        ("ratio", raw_term(figures, raw.0, raw.1).to_string()),
    ];
    judged(vector, &known)
}

/// Runs a vector of raw strengths: `RawRatio(name: "…", raw: [(61, 30), (60, 30)], expect: (values: [2, 0]))`.
pub(super) fn raw_ratio(mut vector: Vector) -> Option<Vec<String>> {
    let node = vector.fields.need(vector.reader, "raw")?;
    let mut values = Vec::new();
    for node in vector.reader.list(node, "raw") {
        let (attack, defense) = pair(vector.reader, node, "raw points, such as (61, 30)")?;
        values.push(raw_term(&content(&vector).figures, attack, defense));
    }
    judged(vector, &[("values", written(&values))])
}

/// Sides of an assault in vectors.
const SIDES: [(&str, bool); 2] = [("Attacker", true), ("Defender", false)];

/// Runs a vector of lost raw points: `RawLost(name: "…", side: Defender, base: 76, percent: 15, ignored: 0,
/// overrun: false, expect: (lost: 11, percent: 15, vulnerability: 6))`.
pub(super) fn lost(mut vector: Vector) -> Option<Vec<String>> {
    let (reader, fields) = (&mut *vector.reader, &mut vector.fields);
    let attacks = fields.choice(reader, "side", "side", &SIDES)?;
    let base = fields.int(reader, "base", 0..=10_000_u16)?;
    let percent = fields.int(reader, "percent", 0..=100_u8)?;
    let ignored = fields.int_or(reader, "ignored", 0..=20_u8, 0)?;
    let overrun = fields.flag(reader, "overrun")?;
    let percent = total_percent(&content(&vector).figures, percent, ignored);
    let lost = raw_lost(base, percent, attacks || overrun);
    let known = [
        ("percent", percent.to_string()),
        ("lost", lost.to_string()),
        ("vulnerability", vulnerability(lost).to_string()),
    ];
    judged(vector, &known)
}

/// Runs a vector of shares: `Shares(name: "…", amount: 12, contributed: [49, 30], expect: (shares: [7, 5]))`.
pub(super) fn shared(mut vector: Vector) -> Option<Vec<String>> {
    let amount = vector.fields.int(vector.reader, "amount", 0..=10_000_u16)?;
    let contributed = numbers(&mut vector, "contributed")?;
    let contributed: Vec<_> = contributed.iter().map(|&one| one.unsigned_abs()).collect();
    judged(
        vector,
        &[("shares", written(&shares(amount, &contributed)))],
    )
}

/// Runs a vector of captured losses: `CapturedPercent(name: "…", lost: 11, thrown: [1, 4], expect: (percent: [10, 40],
/// raw: [2, 5]))`.
pub(super) fn captured(mut vector: Vector) -> Option<Vec<String>> {
    let lost = vector.fields.int(vector.reader, "lost", 0..=10_000_u16)?;
    let thrown = vector.numbers("thrown", 1..=6)?;
    let table = content(&vector).tables.captured;
    let percent: Vec<_> = thrown.iter().map(|&die| table[die as usize - 1]).collect();
    let raw: Vec<_> = percent
        .iter()
        .map(|&percent| raw_lost(lost, percent.into(), true))
        .collect();
    judged(
        vector,
        &[("percent", written(&percent)), ("raw", written(&raw))],
    )
}

/// Runs a vector of defeats: `Defeat(name: "…", lost: [(3, 10), (4, 10)], expect: (defeats: [false, true]))`.
pub(super) fn defeat(mut vector: Vector) -> Option<Vec<String>> {
    let node = vector.fields.need(vector.reader, "lost")?;
    let mut defeats = Vec::new();
    for node in vector.reader.list(node, "lost") {
        let (lost, base) = pair(
            vector.reader,
            node,
            "lost and committed TOE, such as (3, 10)",
        )?;
        defeats.push(is_defeat(&content(&vector).figures, lost, base));
    }
    judged(vector, &[("defeats", written(&defeats))])
}

/// Reads points by unit, units named by letters: `{"A": [2, 1]}`.
fn loss(reader: &mut Reader, node: &Node) -> Option<Loss> {
    let mut loss = Loss::new();
    for (key, node) in reader.entries(node, "points by unit, such as {\"A\": [2]}")? {
        let id = letter(reader, key)?;
        let nodes = reader.list(node, "points");
        let points = nodes
            .iter()
            .map(|node| reader.int(node, "points", 0..=100_u8));
        loss.insert(id, points.collect::<Option<_>>()?);
    }
    Some(loss)
}

/// Reads a unit of a pool: a letter.
fn letter(reader: &mut Reader, node: &Node) -> Option<UnitId> {
    let text = reader.text(node, "unit")?;
    match text.as_bytes() {
        [letter @ b'A'..=b'Z'] => Some(UnitId((letter - b'A').into())),
        _ => reader.wrong(node, "a letter, such as \"A\""),
    }
}

/// Runs a vector of a demand and choices: `Losses(name: "…", amount: 7, pools: {"A": [(2, 4), (2, 2)]},
/// takes: [{"A": [1, 2]}], refuses: [("are needed", {"A": [1, 1]})], expect: (total: 12, forced: false))`; pools give
/// points and what one is worth, by type.
pub(super) fn losses(mut vector: Vector) -> Option<Vec<String>> {
    let (reader, fields) = (&mut *vector.reader, &mut vector.fields);
    let amount = fields.int(reader, "amount", 0..=10_000_u16)?;
    let exact = fields.flag(reader, "exact")?;
    let node = fields.need(reader, "pools")?;
    let mut pools = Vec::new();
    for (key, node) in reader.entries(node, "pools by unit, such as {\"A\": [(2, 4)]}")? {
        let unit = letter(reader, key)?;
        let (mut points, mut worth) = (Vec::new(), Vec::new());
        for node in reader.list(node, "points and their worth") {
            let (count, each) = pair(reader, node, "points and their worth, such as (2, 4)")?;
            points.push(count.min(100) as u8);
            worth.push(each.min(100) as u8);
        }
        pools.push(Pool {
            unit,
            points,
            worth,
        });
    }
    let demand = Demand::new(Cause::Assault, amount, exact, pools);
    let mut failures = Vec::new();
    for node in fields.get("takes").map_or(&[][..], Node::items) {
        if let Err(why) = demand.check(&loss(reader, node)?) {
            failures.push(format!("{} is refused: {why}", node.to_ron()));
        }
    }
    for node in fields.get("refuses").map_or(&[][..], Node::items) {
        let expected = "why, and points, such as (\"are needed\", {\"A\": [1]})";
        let [why, points] = tuple(reader, node, 2, expected)? else {
            return None;
        };
        let why = reader.text(why, "why")?;
        let found = demand.check(&loss(reader, points)?);
        let told = found
            .as_ref()
            .map_or_else(ToString::to_string, |()| "none".to_owned());
        if !told.contains(why) {
            failures.push(format!("expected a refusal with {why:?}, got {told}"));
        }
    }
    let cheapest = demand.cheapest(|_, _| 1);
    let known = [
        ("total", demand.total().to_string()),
        ("forced", demand.forced().is_some().to_string()),
        ("cheapest", told(&cheapest)),
    ];
    failures.extend(judged(vector, &known)?);
    Some(failures)
}

/// Writes points by unit.
fn told(loss: &Loss) -> String {
    let one = |(id, points): (&UnitId, &Vec<u8>)| {
        format!(
            "{:?}: {points:?}",
            char::from(b'A' + id.0.min(25) as u8).to_string()
        )
    };
    let all: Vec<_> = loss.iter().map(one).collect();
    format!("{{{}}}", all.join(", "))
}
