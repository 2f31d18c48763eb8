//! Twins: worlds in which a side imagines the battle.
//!
//! **Invariant:** a twin is set up from the mission as it holds in the battle, once for many imagined
//! battles; what changes in a battle is written anew for each.

use std::sync::Arc;

use bevy::prelude::{Resource, World};

use crate::battle::unit::Side;
use crate::mission::Mission;
use crate::playing::{Game, Setting};

/// Which battle a world holds a twin of, and for whom.
#[derive(Resource, Clone, Debug)]
struct Twin {
    /// The mission of the battle.
    of: Arc<Mission>,
    /// The mission of the twin.
    own: Arc<Mission>,
    side: Side,
}

/// Sets a world up as a twin of a battle for a side, unless it is one already. The mission is what `known`
/// makes of that of the battle: what is special about others may be theirs to know.
pub fn prepare<R: Game>(
    world: &World,
    side: Side,
    into: &mut World,
    known: impl FnOnce(&Mission) -> Mission,
) {
    let setting = world.resource::<Setting>();
    let own = into
        .get_resource::<Setting>()
        .map(|setting| &setting.mission);
    let is_twin = into.get_resource::<Twin>().is_some_and(|twin| {
        let is_own = own.is_some_and(|own| Arc::ptr_eq(own, &twin.own));
        is_own && twin.side == side && Arc::ptr_eq(&twin.of, &setting.mission)
    });
    if is_twin {
        return;
    }
    R::set_up(into, &known(&setting.mission), setting.seed);
    let mut own = into.resource_mut::<Setting>();
    own.edition = setting.edition;
    let own = own.mission.clone();
    into.insert_resource(Twin {
        of: setting.mission.clone(),
        own,
        side,
    });
}
