//! What of a changed mission a running battle cannot take over, in words.
//!
//! **Invariant:** two missions without obstacles between them have the same board, units and deciders,
//! the same definitions under the same numbers, and triggers of the same shape.

use std::mem::{Discriminant, discriminant};

use crate::{
    content::Catalog,
    mission::{BoardSetup, Controller, Mission, SideSetup},
    rules::battlescape::scenario::{Scenario, Script, UnitSetup, script::Action},
};

/// Rows of a changed board that are told.
const TOLD_ROWS: usize = 3;

/// Lists what stands against taking a changed mission over into a battle of another.
pub fn obstacles(before: &Mission, after: &Mission) -> Vec<String> {
    let mut found = Found(Vec::new());
    let Mission {
        difficulty,
        catalog,
        board,
        sides,
        scenario: _,
        // What only the window tells, and what may change.
        name: _,
        number: _,
        briefing: _,
        debrief: _,
        drawn_anew: _,
        turn_limit: _,
        guide: _,
    } = before;
    let Scenario {
        squads,
        night,
        deployment,
        script,
        // What may change.
        first: _,
        objective: _,
        exits: _,
    } = Scenario::of(before);
    let now = Scenario::of(after);
    found.definitions(catalog, &after.catalog);
    if !found.0.is_empty() {
        // Numbers of definitions mean something else now, so the rest says nothing.
        return found.0;
    }
    found.board(board, &after.board);
    found.sides((sides, squads), (&after.sides, &now.squads));
    found.script(script, &now.script);
    found.differs(
        *difficulty != after.difficulty,
        "the difficulty is another one",
    );
    found.differs(*night != now.night, "day and night changed");
    found.differs(*deployment != now.deployment, "the deployment zone changed");
    found.0
}

/// Sides and the units of each.
type Forces<'a> = (&'a [SideSetup], &'a [Vec<UnitSetup>]);

/// Obstacles found so far.
struct Found(Vec<String>);

impl Found {
    fn differs(&mut self, is_so: bool, what: impl Into<String>) {
        if is_so {
            self.0.push(what.into());
        }
    }

    fn definitions(&mut self, before: &Catalog, after: &Catalog) {
        macro_rules! keys {
            ($catalog:expr, $list:ident) => {
                $catalog.$list.iter().map(|one| one.key.as_str())
            };
        }
        let (old, new) = (&before.battlescape, &after.battlescape);
        self.keys("terrain", keys!(before, terrains), keys!(after, terrains));
        self.keys("hexside", keys!(before, hexsides), keys!(after, hexsides));
        self.keys("weapon", keys!(old, weapons), keys!(new, weapons));
        self.keys("item", keys!(old, items), keys!(new, items));
        self.keys("ability", keys!(old, abilities), keys!(new, abilities));
        self.keys("suit", keys!(old, suits), keys!(new, suits));
        self.keys("unit", keys!(old, units), keys!(new, units));
        for (old, new) in old.items.iter().zip(&new.items) {
            let is_other = discriminant(&old.kind) != discriminant(&new.kind);
            self.differs(
                is_other && old.key == new.key,
                format!("item {:?} is of another kind", old.key),
            );
        }
    }

    /// Definitions are known by number: new ones may only follow those that were.
    fn keys<'a>(
        &mut self,
        what: &str,
        before: impl Iterator<Item = &'a str>,
        after: impl Iterator<Item = &'a str>,
    ) {
        let (before, after): (Vec<_>, Vec<_>) = (before.collect(), after.collect());
        if after.starts_with(&before) {
            return;
        }
        let found = self.0.len();
        for key in before.iter().filter(|key| !after.contains(key)) {
            self.0.push(format!("{what} {key:?} is gone"));
        }
        let mut added = after.iter().filter(|key| !before.contains(key)).peekable();
        if added.peek().is_some() && after[..before.len().min(after.len())] != before[..] {
            for key in added {
                self.0.push(format!(
                    "{what} {key:?} is new and not at the end of its list"
                ));
            }
        }
        let is_told = self.0.len() > found;
        self.differs(!is_told, format!("the {what} list is in another order"));
    }

    fn board(&mut self, before: &BoardSetup, after: &BoardSetup) {
        if before.grid != after.grid {
            self.0.push("the board has another size or layout".into());
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
                (self.0).push(format!("row {row} of the board has other {what}, {place}"));
            }
        }
        if let more @ 1.. = rows.len().saturating_sub(TOLD_ROWS) {
            self.0.push(format!("so have {more} rows more"));
        }
        self.differs(
            before.hexsides != after.hexsides,
            "fences and streams of the board changed",
        );
    }

    fn sides(&mut self, before: Forces, after: Forces) {
        if before.0.len() != after.0.len() {
            self.0.push("there are more or fewer sides".into());
            return;
        }
        let squads = before.1.iter().zip(after.1);
        for ((old, new), (squad, new_squad)) in before.0.iter().zip(after.0).zip(squads) {
            let name = &old.name;
            let who =
                |controller: &Controller| -> Discriminant<Controller> { discriminant(controller) };
            self.differs(
                who(&old.controller) != who(&new.controller),
                format!("somebody else decides for {name}"),
            );
            self.differs(
                (old.neutral, old.hunts) != (new.neutral, new.hunts),
                format!("{name} fights others than before"),
            );
            if squad.len() != new_squad.len() {
                self.0.push(format!("{name} has more or fewer units"));
                continue;
            }
            for (old, new) in squad.iter().zip(new_squad) {
                let unit = format!("{} of {name}", old.name);
                if old.kind != new.kind {
                    // Which mostly brings another weapon along.
                    self.0.push(format!("{unit} is of another kind"));
                    continue;
                }
                for (is_so, what) in [
                    (old.tile != new.tile, "starts on another hex"),
                    (old.facing != new.facing, "faces elsewhere"),
                    (old.weapon != new.weapon, "has another weapon"),
                    (old.items != new.items, "has other items"),
                    (old.suit != new.suit, "wears another suit"),
                    (old.group != new.group, "waits in another group"),
                ] {
                    self.differs(is_so, format!("{unit} {what}"));
                }
            }
        }
    }

    fn script(&mut self, before: &Script, after: &Script) {
        let shape = |script: &Script| -> Vec<Vec<Discriminant<Action>>> {
            let triggers = script.triggers.iter();
            triggers
                .map(|trigger| trigger.then.iter().map(discriminant).collect())
                .collect()
        };
        self.differs(
            shape(before) != shape(after),
            "triggers were added, taken away or do something else",
        );
        let things = |script: &Script| -> Vec<_> {
            let objects = script.objects.iter();
            objects
                .map(|object| (object.kind, object.tile, object.items.clone()))
                .collect()
        };
        self.differs(
            things(before) != things(after),
            "objects to interact with changed",
        );
        self.differs(
            before.secondary.len() != after.secondary.len(),
            "there are more or fewer secondary objectives",
        );
    }
}
