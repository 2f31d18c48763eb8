//! What is decided and not confirmed, in saves.
//!
//! **Invariant:** what is taken up names only what is in the battle, and is for the step that it was made in.

use bevy::prelude::*;

use super::desk::{Desk, Draft, first_draft, known, topic};
use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::content::ron_text;
use crate::rules::operations::field::Field;

/// Writes down for a save what is decided and not confirmed; nothing if that is what a draft begins with.
pub(super) fn text(world: &World) -> Option<String> {
    let desk = Desk::of(world);
    let is_made = desk.is_for(topic(world)) && desk.draft != first_draft(world);
    is_made.then(|| ron_text::to_text(&(topic(world), desk.draft)))
}

/// Takes up what was decided when the battle was saved; all of it can be taken back.
///
/// # Errors
/// Why it does not fit the battle.
pub(super) fn take_up(world: &mut World, text: &str) -> Result<(), String> {
    let (of, draft): (u64, Draft) = ron::from_str(text).map_err(|error| error.to_string())?;
    if of != topic(world) {
        return Err("it was made for another step".to_owned());
    }
    if !draft.fits(&known(world)) {
        return Err("it names something that is not in the battle".to_owned());
    }
    let desk = Desk::with(of, draft, first_draft(world));
    world.insert_resource(desk);
    Ok(())
}

impl Draft {
    /// Whether all that it names is in a battle, as it is in drafts that were made there.
    fn fits(&self, field: &Field) -> bool {
        let is_there = |id: &UnitId| field.find(*id).is_some();
        let on_board = |tile: &TileId| tile.index() < field.grid.len();
        let barrages = || {
            self.plans
                .iter()
                .flat_map(|plan| plan.barrages.iter().flatten())
        };
        let roles = self.roles.iter().map(|(id, role)| (id, &role.anti_armor));
        let mut points = self.escort.guards.iter().chain(roles);
        let mut units = (self
            .stances
            .keys()
            .chain(&self.silent)
            .chain(self.loss.keys()))
        .chain(barrages())
        .chain(&self.escort.unit)
        .chain(self.escort.joins.keys());
        let targets = self
            .roles
            .values()
            .flat_map(|role| role.target.iter().chain(&role.second));
        let mut tiles = self
            .held
            .iter()
            .chain(&self.path)
            .chain(&self.escort.tile)
            .chain(self.escort.apart.keys())
            .chain(targets);
        let mut plans = self.plans.iter();
        units.all(is_there)
            && tiles.all(on_board)
            && points
                .all(|(id, points)| is_there(id) && points.len() == field.get(*id).body().toe.len())
            && plans.all(|plan| plan.target.index() < field.progress.targets.len())
            && self.dice.iter().all(|die| (1..=6).contains(die))
    }
}
