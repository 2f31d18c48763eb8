//! The plan of the side that looks, and what the player has in hand for it.
//!
//! **Invariant:** begins anew when another turn, side or battle begins.

use bevy::prelude::*;
use serde::{Serialize, de::DeserializeOwned};

use super::secret_plan::{Occasion, SecretPlan};
use crate::{
    battle::{rules::Rules, unit::UnitId},
    game::{rules::playable::own_side, table::input::is_players},
};

/// A plan of type `P`, and the tool `T` that the next click uses.
#[derive(Resource, Clone, Debug, Default, Deref, DerefMut)]
pub struct Draft<P: Send + Sync + 'static, T: Send + Sync + 'static> {
    #[deref]
    secret: SecretPlan<P>,
    /// The unit that is ordered.
    pub chosen: Option<UnitId>,
    /// What the next click is for.
    pub tool: T,
    /// The unit that is dragged.
    pub dragged: Option<UnitId>,
}

impl<P, T> Draft<P, T>
where
    P: Clone + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync,
    T: Default + Send + Sync,
{
    /// Begins anew when another turn, side or battle begins, and keeps the choice on one of some units;
    /// another is chosen by its place if it is gone.
    pub fn follow(world: &mut World, units: &[UnitId], first: usize) {
        let now = Occasion::of(world);
        let mut draft = world.resource_mut::<Self>();
        if draft.secret.follow(now) {
            (draft.tool, draft.dragged) = (T::default(), None);
        }
        if draft.chosen.is_none_or(|id| !units.contains(&id)) {
            draft.chosen = units.get(first).or(units.first()).copied();
        }
    }

    /// Writes the plan down as it is made so far; nothing if nothing is planned.
    pub fn text(&self) -> Option<String> {
        let is_made = self.plan != P::default();
        is_made.then(|| ron::to_string(&self.plan).ok()).flatten()
    }

    /// Takes up a plan that was written down, if it is not refused.
    ///
    /// # Errors
    /// Why it does not fit the battle.
    pub fn take_up(
        world: &mut World,
        text: &str,
        refusal: impl Fn(&World, &P) -> Option<String>,
    ) -> Result<(), String> {
        let plan: P = ron::from_str(text).map_err(|error| error.to_string())?;
        if let Some(refusal) = refusal(world, &plan) {
            return Err(refusal);
        }
        let now = Occasion::of(world);
        let mut draft = world.resource_mut::<Self>();
        (draft.tool, draft.dragged) = (T::default(), None);
        draft.secret.take_up(now, plan);
        Ok(())
    }
}

/// Whether the player plans now.
pub fn is_planning<R: Rules>(world: &World) -> bool {
    is_players(world) && R::owes(world, own_side(world))
}
