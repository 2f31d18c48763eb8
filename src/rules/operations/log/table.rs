//! Play at a table in words: what was entered, what is asked, and what it came to.
//!
//! **Invariant:** says what the user told or asked; lists for the other player are made apart from it
//! ([`lists`](crate::rules::operations::table::lists)).

use std::collections::BTreeMap;

use crate::battle::grid::TileId;
use crate::rules::operations::log::{Words, count, list, times};
use crate::rules::operations::progress::{Hits, TargetNo};
use crate::rules::operations::table::{Enemy, Entry, Opposition, Question, Told};

impl Words<'_> {
    /// Says what was told at a table.
    pub(super) fn told(&self, told: &Told) -> Vec<String> {
        let line = match told {
            Told::Marked { enemies, .. } => self.marked(enemies),
            Told::UnderFire { tiles, targets } => {
                let tiles: Vec<_> = tiles.iter().copied().collect();
                let names = targets.iter().map(|one| one.name.clone());
                match tiles.is_empty() {
                    true => "No hex is under fire".to_owned(),
                    false => format!(
                        "Under fire: {}; targets {}",
                        self.tiles(&tiles),
                        list(names.collect())
                    ),
                }
            }
            Told::Sighted { targets } => {
                let names = targets.iter();
                let names = names.map(|one| format!("{} {}", one.name, self.at(one.tile)));
                format!("Enemy targets: {}", list(names.collect()))
            }
            Told::Hit { target, hits } => {
                format!("Enemy barrages on {}: {}", self.target(*target), hit(hits))
            }
            Told::Damage { tile, own, enemy } => format!(
                "Anti-armor fire at {}: {own} damage points for the enemy, {enemy} from the enemy",
                self.at(*tile)
            ),
            Told::Opposed { tiles, opposition } => format!(
                "The enemy at {}: {}",
                self.tiles(tiles),
                self.opposition(opposition)
            ),
            Told::Loses { percent, raw } => {
                format!("The enemy loses {percent}%, {raw} raw points")
            }
            Told::Captured { percent, raw } => {
                format!("{percent}% of the enemy's losses are captured, {raw} raw points")
            }
            Told::Stays { tile } => format!("The enemy does not retreat from {}", self.at(*tile)),
            Told::Gone { tile, to } => match to {
                Some(to) => format!("The enemy goes from {} to {}", self.at(*tile), self.at(*to)),
                None => format!("The enemy leaves {}", self.at(*tile)),
            },
        };
        vec![line]
    }

    fn marked(&self, enemies: &BTreeMap<TileId, Enemy>) -> String {
        let each = enemies.iter().map(|(&tile, enemy)| {
            let note = match enemy {
                Enemy { combat: false, .. } => " without combat units",
                Enemy {
                    retreated: true, ..
                } => " retreated there",
                Enemy { zone: true, .. } => " with zones of control",
                _ => "",
            };
            format!("{}{note}", self.at(tile))
        });
        match enemies.is_empty() {
            true => "No enemy is near".to_owned(),
            false => format!("Enemies at {}", list(each.collect())),
        }
    }

    fn target(&self, target: TargetNo) -> String {
        let found = self.field.progress.targets.get(target.index());
        found.map_or_else(
            || "no target".to_owned(),
            |found| format!("{} {}", found.name, self.at(found.tile)),
        )
    }

    fn opposition(&self, told: &Opposition) -> String {
        let mut words = format!(
            "{} actual and {} raw points, largest unit a {}, adjusted morale {:+}",
            told.actual,
            told.raw,
            told.size.name(),
            told.morale
        );
        if told.pinned {
            words += ", all pinned";
        }
        if told.probe {
            words += ", a probe";
        }
        if !told.from.is_empty() {
            let from: Vec<_> = told.from.iter().copied().collect();
            words += &format!(", from {}", self.tiles(&from));
        }
        words
    }

    /// Returns an entry in words.
    pub(super) fn entry(&self, entry: &Entry) -> String {
        match entry {
            Entry::Enemies(enemies) => self.marked(enemies),
            Entry::NoCombat => "No combat in this cycle".into(),
            Entry::UnderFire(tiles) => {
                let tiles: Vec<_> = tiles.iter().map(|&tile| self.at(tile)).collect();
                format!("Under fire: {}", list(tiles))
            }
            Entry::Targets(sighted) => format!("Enter {} enemy targets", sighted.len()),
            Entry::Hit(target, hits) => {
                format!("Enemy barrages on {}: {}", self.target(*target), hit(hits))
            }
            Entry::Pair(one, other) => {
                format!("The enemy assaults {}", self.tiles(&[*one, *other]))
            }
            Entry::Fire { damage, .. } => format!("The enemy's fire does {damage} damage points"),
            Entry::Opposition(told) => format!("The enemy: {}", self.opposition(told)),
            Entry::Undefended => "The enemy assigned no units and retreats".into(),
            Entry::Retreated(Some(to)) => format!("The enemy retreats to {}", self.at(*to)),
            Entry::Retreated(None) => "The enemy does not retreat".into(),
            Entry::Left(tiles) => match tiles.is_empty() {
                true => "The enemy still holds".into(),
                false => {
                    let tiles: Vec<_> = tiles.iter().copied().collect();
                    format!("Empty now: {}", self.tiles(&tiles))
                }
            },
            Entry::Taken {
                prisoners,
                replacements,
            } => format!(
                "The enemy gives up {prisoners} Prisoner Points and {replacements} Replacement Points"
            ),
        }
    }

    /// Returns what is asked of the enemy.
    pub(super) fn table_question(&self, question: &Question) -> String {
        match question {
            Question::Fire { tile, damage } => format!(
                "Anti-armor fire at {}: report {damage} damage points to the enemy, and enter the enemy's",
                self.at(*tile)
            ),
            Question::Opposition { tiles } => {
                format!(
                    "Assault on {}: enter the strength that the enemy reports",
                    self.tiles(tiles)
                )
            }
            Question::Retreat { tile, hexes } => {
                let count = if *hexes == 1 { "hex" } else { "hexes" };
                format!(
                    "The enemy at {} retreats {hexes} {count}: enter its new hex",
                    self.at(*tile)
                )
            }
            Question::Left { tiles } => format!(
                "The enemy takes its losses: is {} empty now?",
                self.tiles(tiles)
            ),
            Question::Taken { percent, raw } => format!(
                "{percent}% of the enemy's losses are captured: {raw} raw points. Enter what the enemy gives up"
            ),
        }
    }
}

/// Says what barrages did to a Target.
pub(in crate::rules::operations) fn hit(hits: &Hits) -> String {
    let mut results = Vec::new();
    if hits.pinned {
        results.push("Pinned".to_owned());
    }
    if hits.lost > 0 {
        results.push(format!("{} TOE lost", hits.lost));
    }
    if hits.trucks > 0 {
        results.push(format!(
            "{} {} lost",
            hits.trucks,
            times(hits.trucks, "truck")
        ));
    }
    let result = match results.is_empty() {
        true => "no effect".to_owned(),
        false => results.join(", "),
    };
    match hits.points {
        0 => result,
        points => format!("{result} ({})", count(points.into(), "point")),
    }
}
