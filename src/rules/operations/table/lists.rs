//! Lists that are handed over to the player across a real map, as text.
//!
//! **Invariant:** a list holds what that player is told by the rules and nothing else: hexes, shown names and results;
//! never which own unit stands behind a Target, its points, ammunition, cohesion or plans that are not fired.

use crate::battle::grid::TileId;
use crate::battle::unit::Side;
use crate::rules::kit::words::worded;
use crate::rules::operations::field::Field;
use crate::rules::operations::log::hit;
use crate::rules::operations::progress::{Behind, Hits};
use crate::rules::operations::table::Report;

worded! {
    /// A list to hand over.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum List {
        /// C3.
        Firing = "Firing hexes",
        /// C3.
        Targets = "Targets",
        /// C6.
        Barrages = "Barrage results",
        /// C10.
        Armor = "Anti-armor damage",
        /// C12.
        Report = "Assault report",
    }
}

impl List {
    /// Returns what its file is called.
    pub fn file(self) -> &'static str {
        match self {
            Self::Firing => "firing_hexes.txt",
            Self::Targets => "targets.txt",
            Self::Barrages => "barrage_results.txt",
            Self::Armor => "anti_armor_damage.txt",
            Self::Report => "assault_report.txt",
        }
    }

    /// Returns its lines, below the heading; none while there is nothing to hand over.
    pub fn lines(self, field: &Field) -> Vec<String> {
        let Some((side, user)) = field.table() else {
            return Vec::new();
        };
        match self {
            Self::Firing => firing(field, user),
            Self::Targets => targets(field, user),
            Self::Barrages => barrages(field, side),
            Self::Armor => armor(field),
            Self::Report => report(field, side),
        }
    }

    /// Returns the text that is handed over.
    pub fn text(self, field: &Field, names: &[&str]) -> String {
        let name = |side: Side| names.get(side.index()).copied().unwrap_or("");
        let (from, to) = field
            .table()
            .map_or(("", ""), |(side, user)| (name(user), name(side)));
        let mut lines = vec![format!("{self}: {from} to {to}, stage {}", field.stage)];
        let own = self.lines(field);
        if own.is_empty() {
            lines.push("nothing".to_owned());
        }
        lines.extend(own);
        lines.join("\n") + "\n"
    }
}

fn hex(field: &Field, tile: TileId) -> String {
    let (column, row) = field.grid.to_offset(tile);
    format!("{column},{row}")
}

fn hexes(field: &Field, tiles: &[TileId]) -> String {
    let tiles = tiles.iter().map(|&tile| hex(field, tile));
    tiles.collect::<Vec<_>>().join(" and ")
}

/// Lists own hexes that fire: their numbers alone.
fn firing(field: &Field, user: Side) -> Vec<String> {
    let firing = field.progress.firing.get(user.index());
    let tiles = firing.into_iter().flatten();
    tiles.map(|&tile| hex(field, tile)).collect()
}

/// Lists own Targets in hexes under fire, by hex and shown name.
fn targets(field: &Field, user: Side) -> Vec<String> {
    let targets = field.progress.targets.iter();
    let own = targets.filter(|target| target.side == user);
    let mut told: Vec<_> = own
        .map(|target| (target.tile, target.name.as_str()))
        .collect();
    told.sort_unstable();
    told.into_iter()
        .map(|(tile, name)| format!("{}  {name}", hex(field, tile)))
        .collect()
}

/// Lists what own Barrages did to the enemy's Targets, by hex, with the points on each hex.
fn barrages(field: &Field, side: Side) -> Vec<String> {
    let mut lines = Vec::new();
    let hits = field.progress.hits.iter();
    let hits = hits.map(|(target, hits)| (&field.progress.targets[target.index()], hits));
    let mut told: Vec<_> = hits.filter(|(target, _)| target.side == side).collect();
    told.sort_by_key(|(target, _)| (target.tile, target.name.clone()));
    let mut last = None;
    for (target, hits) in told {
        if last != Some(target.tile) {
            let held = match field.progress.held.contains(&target.tile) {
                true => ", held off",
                false => "",
            };
            let points = field.points_on(target.tile, side);
            lines.push(format!(
                "{}  {points} points{held}",
                hex(field, target.tile)
            ));
            last = Some(target.tile);
        }
        let result = match target.behind {
            Behind::Facility(..) => match hits.lost {
                1 => "1 hit".to_owned(),
                lost => format!("{lost} hits"),
            },
            _ => hit(&Hits { points: 0, ..*hits }),
        };
        lines.push(format!("  {}: {result}", target.name));
    }
    lines
}

/// Lists own damage points by the hex that is attacked.
fn armor(field: &Field) -> Vec<String> {
    let damage = field.progress.table.damage.iter();
    let line = |(tile, (own, _)): (&TileId, &(u16, u16))| {
        format!("{}  {own} damage points", hex(field, *tile))
    };
    damage.map(line).collect()
}

/// Lists what assaults did to the enemy, and what its captors take.
fn report(field: &Field, side: Side) -> Vec<String> {
    let reports = field.progress.table.reports.iter();
    reports
        .flat_map(|report| assault(field, side, report))
        .collect()
}

fn assault(field: &Field, side: Side, report: &Report) -> Vec<String> {
    let attacks = report.attacker == side;
    let results = report.results;
    let kind = if report.probe {
        "Probe of"
    } else {
        "Assault on"
    };
    let [attacker, defender] = report.dice;
    let dice = if attacks { attacker } else { defender };
    let mut lines = vec![format!(
        "{kind} {}: adjusted differential {:+}, your dice {} and {}",
        hexes(field, &report.tiles),
        report.adjusted,
        dice[0],
        dice[1]
    )];
    let (percent, raw) = report.loses;
    lines.push(format!("  you lose {percent}%: {raw} raw points"));
    if !attacks && raw > 0 {
        let guns = raw.div_ceil(2);
        lines.push(format!("  vulnerable guns: {guns} vulnerability points"));
    }
    if results.retreat > 0 {
        let who = if attacks {
            "the enemy retreats"
        } else {
            "you retreat"
        };
        lines.push(format!(
            "  {who} {}",
            crate::rules::kit::words::hexes(results.retreat.into())
        ));
    }
    if report.engaged {
        lines.push("  both sides are Engaged".to_owned());
    }
    if results.overrun {
        lines.push("  overrun".to_owned());
    }
    if let (percent @ 1.., raw) = report.captured {
        lines.push(format!(
            "  {percent}% of your losses are captured: {raw} raw points"
        ));
    }
    let (prisoners, replacements) = report.given;
    if prisoners + replacements > 0 {
        lines.push(format!(
            "  you capture {prisoners} Prisoner Points and {replacements} Replacement Points"
        ));
    }
    lines
}
