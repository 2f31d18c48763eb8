//! Vectors of the fleet: ships as given, the plans of a few turns, and what came of them.
//!
//! Boards and units are read by the mission loader. Boards are 8 by 7 hexes of open space if no rows are
//! drawn; `own` and `enemies` list carriers and ships, `turns` what they are ordered by name.

mod expect;
mod plans;
mod sides;

use crate::rules::fleet::Fleet;
use crate::rules::fleet::content::FleetContent;
use crate::vectors::{self, Kind, Vector};

/// Kinds of vectors.
pub(super) const KINDS: [Kind; 1] = [("Fleet", run)];

/// A battle of fleets that a vector plays.
type Scene<'r> = vectors::VectorBattle<'r, Fleet>;

/// Runs a vector; what does not hold.
fn run(mut vector: Vector) -> Option<Vec<String>> {
    // Boards of vectors are as small as they can be.
    let content = vector.catalog.part_mut::<FleetContent>();
    content.figures.least_board = (0, 0);
    let (mission, units) = sides::describe(&mut vector)?;
    let turns = vector.fields.get("turns");
    let expect = vector.fields.get("expect");
    let mut scene = Scene::of(vector, &mission)?;
    scene.without_lots();
    sides::give(&mut scene, &units)?;
    for node in turns.map_or(&[][..], |node| scene.reader.list(node, "turns")) {
        plans::play(&mut scene, node)?;
    }
    if let Some(node) = expect {
        expect::check(&mut scene, node)?;
    }
    scene.note_draws("dmg(3)");
    Some(scene.finish())
}
