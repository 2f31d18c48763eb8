//! Vectors of the assault tables, cell by cell, and of the exact odds over them (§11).

use super::{content, judged, numbers, or_never, roll, tuple, written};
use crate::rules::operations::assault::Strength;
use crate::rules::operations::assault::odds::{PARTS, odds};
use crate::rules::operations::assault::{Results, Setting, column, results};
use crate::vectors::Vector;

/// Runs a vector of columns: `Columns(name: "…", differentials: [-11, -10], expect: (columns: [0, 1]))`.
pub(super) fn columns(mut vector: Vector) -> Option<Vec<String>> {
    let differentials = numbers(&mut vector, "differentials")?;
    let tables = &content(&vector).tables;
    let columns: Vec<_> = differentials
        .iter()
        .map(|&one| column(tables, one))
        .collect();
    judged(vector, &[("columns", written(&columns))])
}

/// Runs a vector of one assault: `Result(name: "…", adjusted: 1, rolls: ((2, 3), (4, 1)), expect: (attacker: 15,
/// defender: 15, retreat: 1, engaged: true))`.
pub(super) fn result(mut vector: Vector) -> Option<Vec<String>> {
    let adjusted = vector
        .fields
        .int(vector.reader, "adjusted", -100..=100_i16)?;
    let node = vector.fields.need(vector.reader, "rolls")?;
    let rolls = tuple(
        vector.reader,
        node,
        2,
        "two dice of both sides, such as ((2, 3), (4, 1))",
    )?;
    let dice = [
        roll(vector.reader, &rolls[0])?,
        roll(vector.reader, &rolls[1])?,
    ];
    let content = content(&vector);
    let found = results(&content.tables, &content.figures, adjusted, dice);
    let known = [
        ("attacker", found.attacker.to_string()),
        ("defender", found.defender.to_string()),
        ("engaged", found.engaged.to_string()),
        ("retreat", found.retreat.to_string()),
        (
            "captured",
            format!("({}, {})", found.attacker_captured, found.defender_captured),
        ),
        ("overrun", found.overrun.to_string()),
        ("column", column(&content.tables, adjusted).to_string()),
    ];
    judged(vector, &known)
}

/// Sides of the loss tables.
const SIDES: [(&str, usize); 2] = [("Attacker", 0), ("Defender", 1)];

/// Runs a vector of a row of a loss table: `LossTable(name: "…", side: Attacker, die: 1, differentials: [-11, -10],
/// expect: (percent: [50, 40]))`.
pub(super) fn loss_table(mut vector: Vector) -> Option<Vec<String>> {
    let side = vector
        .fields
        .choice(vector.reader, "side", "side", &SIDES)?;
    let die = vector.fields.int(vector.reader, "die", 1..=6_u8)?;
    let differentials = numbers(&mut vector, "differentials")?;
    let content = content(&vector);
    let percent = differentials.iter().map(|&adjusted| {
        let mut dice = [[1; 2]; 2];
        dice[side][0] = die;
        let found = results(&content.tables, &content.figures, adjusted, dice);
        [found.attacker, found.defender][side]
    });
    let percent: Vec<_> = percent.collect();
    judged(vector, &[("percent", written(&percent))])
}

/// Whether a result comes of a roll of a side.
type Sum = (&'static str, (usize, fn(&Results) -> bool));

/// Rows of sums.
const SUMS: [Sum; 6] = [
    ("Engaged", (0, |found| found.engaged)),
    ("AttackerCaptured", (0, |found| found.attacker_captured)),
    ("DefenderCaptured", (1, |found| found.defender_captured)),
    ("Retreat1", (1, |found| found.retreat >= 1)),
    ("Retreat2", (1, |found| found.retreat >= 2)),
    ("Retreat3", (1, |found| found.retreat >= 3)),
];

/// Runs a vector of a row of sums, the highest that give a result: `SumTable(name: "…", of: Engaged,
/// differentials: [-11, -10], expect: (sums: [None, 3]))`.
pub(super) fn sum_table(mut vector: Vector) -> Option<Vec<String>> {
    let (side, reaches) = vector.fields.choice(vector.reader, "of", "result", &SUMS)?;
    let differentials = numbers(&mut vector, "differentials")?;
    let content = content(&vector);
    let reaches = |adjusted: i16, sum: u8| {
        let mut dice = [[6; 2]; 2];
        let first = sum.saturating_sub(6).max(1);
        dice[side] = [first, sum - first];
        reaches(&results(&content.tables, &content.figures, adjusted, dice))
    };
    let highest = |adjusted: i16| {
        let mut sums = (2..=12).rev();
        or_never(sums.find(|&sum| reaches(adjusted, sum)).unwrap_or(0))
    };
    let sums: Vec<_> = differentials.iter().map(|&one| highest(one)).collect();
    judged(vector, &[("sums", written(&sums))])
}

/// Runs a vector of exact odds at a differential before morale, both sides of morale and cohesion 0: `OddsTable(name: "…",
/// before_morale: 0, expect: (average: (142, 108), retreat: [.., ..]))`; chances are in permille, averages in tenths.
pub(super) fn odds_table(mut vector: Vector) -> Option<Vec<String>> {
    let basic = vector
        .fields
        .int(vector.reader, "before_morale", -50..=50_i16)?;
    let content = content(&vector);
    let setting = Setting {
        tiles: Vec::new(),
        attackers: Vec::new(),
        defenders: Vec::new(),
        attack: Strength::default(),
        defense: Strength::default(),
        probe: false,
        basic,
        terms: Vec::new(),
    };
    let moods = [((0, 0), false); 2];
    let found = odds(&content.tables, &content.figures, &setting, moods);
    let permille = |parts: u64| (parts * 1000 / PARTS).to_string();
    let average = crate::rules::operations::assault::odds::Odds::average_tenths;
    let known = [
        (
            "average",
            format!(
                "({}, {})",
                average(&found.attacker),
                average(&found.defender)
            ),
        ),
        (
            "retreat",
            format!("[{}]", found.retreat.map(permille).join(", ")),
        ),
        ("engaged", permille(found.engaged)),
        ("overrun", permille(found.overrun)),
        (
            "captured",
            format!(
                "({}, {})",
                permille(found.attacker_captured),
                permille(found.defender_captured)
            ),
        ),
        (
            "sums",
            [&found.attacker, &found.defender]
                .iter()
                .all(|side| side.values().sum::<u64>() == PARTS)
                .to_string(),
        ),
    ];
    judged(vector, &known)
}
