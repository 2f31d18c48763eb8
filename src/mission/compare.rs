//! What of a changed mission a running battle cannot take over, in words, whatever the rule set.
//!
//! **Invariant:** two missions without obstacles between them have the same board and deciders and the
//! same terrain under the same numbers.

use std::mem::{Discriminant, discriminant};

use crate::content::definition::Definition;
use crate::mission::{BoardSetup, Controller, Mission, SideSetup};

/// Rows of a changed board that are told.
const TOLD_ROWS: usize = 3;

/// Obstacles found so far.
#[derive(Debug, Default)]
pub struct Obstacles(pub Vec<String>);

impl Obstacles {
    /// Notes definitions of terrain that changed their numbers; board and sides mean nothing then.
    pub fn of_ground(before: &Mission, after: &Mission) -> Self {
        let mut found = Self::default();
        let (old, new) = (&before.catalog, &after.catalog);
        found.keys("terrain", &old.terrains, &new.terrains);
        found.keys("hexside", &old.hexsides, &new.hexsides);
        found
    }

    /// Notes what changed of board, sides and difficulty.
    pub fn mission(&mut self, before: &Mission, after: &Mission) {
        let Mission {
            rules: _,
            difficulty,
            board,
            maps,
            sides,
            // The rule set knows.
            catalog: _,
            scenario: _,
            // What only the window tells, and what may change.
            name: _,
            number: _,
            briefing: _,
            debrief: _,
            drawn_anew: _,
            turn_limit: _,
            guide: _,
            doubts: _,
        } = before;
        self.board(board, &after.board);
        self.note(
            !maps.is_empty() || !after.maps.is_empty(),
            "missions with several maps cannot be reloaded",
        );
        self.sides(sides, &after.sides);
        self.note(*difficulty != after.difficulty, "the difficulty changed");
    }

    /// Notes something, if it is so.
    pub fn note(&mut self, is_so: bool, what: impl Into<String>) {
        if is_so {
            self.0.push(what.into());
        }
    }

    /// Notes what became of a list of definitions, which are known by number: new ones may only follow
    /// those that were.
    pub fn keys<T: Definition>(&mut self, what: &str, before: &[T], after: &[T]) {
        let keys = |all: &[T]| {
            all.iter()
                .map(|one| one.key().to_owned())
                .collect::<Vec<_>>()
        };
        let (before, after) = (keys(before), keys(after));
        if after.starts_with(&before) {
            return;
        }
        let found = self.0.len();
        for key in before.iter().filter(|key| !after.contains(key)) {
            self.0.push(format!("{what} {key:?} was removed"));
        }
        let mut added = after.iter().filter(|key| !before.contains(key)).peekable();
        if added.peek().is_some() && after[..before.len().min(after.len())] != before[..] {
            for key in added {
                self.0.push(format!(
                    "{what} {key:?} was added before the end of its list"
                ));
            }
        }
        let is_told = self.0.len() > found;
        self.note(!is_told, format!("the order of the {what} list changed"));
    }

    /// Notes what changed of the board.
    fn board(&mut self, before: &BoardSetup, after: &BoardSetup) {
        if before.grid != after.grid {
            self.0
                .push("the size or layout of the board changed".into());
            return;
        }
        let grid = before.grid;
        let mut rows: Vec<(&str, i32)> = Vec::new();
        for tile in grid.tiles() {
            let (column, row) = grid.to_offset(tile);
            let index = tile.index();
            let (old, new) = (before.tiles[index], after.tiles[index]);
            let what = if old.terrain != new.terrain {
                "terrain"
            } else if old != new {
                "fire or smoke"
            } else if before.elevation[index] != after.elevation[index] {
                "height"
            } else {
                continue;
            };
            if rows.contains(&(what, row)) {
                continue;
            }
            rows.push((what, row));
            if rows.len() <= TOLD_ROWS {
                let place = format!("at ({column}, {row})");
                (self.0).push(format!(
                    "row {row} of the board has different {what}, {place}"
                ));
            }
        }
        if let more @ 1.. = rows.len().saturating_sub(TOLD_ROWS) {
            self.0.push(format!("so have {more} more rows"));
        }
        self.note(
            before.hexsides != after.hexsides,
            "the hexsides of the board changed",
        );
    }

    fn sides(&mut self, before: &[SideSetup], after: &[SideSetup]) {
        if before.len() != after.len() {
            self.0.push("the number of sides changed".into());
            return;
        }
        for (old, new) in before.iter().zip(after) {
            let name = &old.name;
            let who =
                |controller: &Controller| -> Discriminant<Controller> { discriminant(controller) };
            self.note(
                who(&old.controller) != who(&new.controller),
                format!("the controller of {name} changed"),
            );
            self.note(
                (old.neutral, old.hunts) != (new.neutral, new.hunts),
                format!("the enemies of {name} changed"),
            );
        }
    }
}
