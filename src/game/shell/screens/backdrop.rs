//! The board behind the title: a mission's ground in full view, drifting by.
//!
//! **Invariant:** it waits until the title itself was drawn, and never stays for a battle.

use bevy::prelude::*;

use crate::game::Screen;
use crate::game::shell::session::Session;
use crate::game::table::board_view::Scenery;
use crate::game::table::camera::{Rig, USUAL_HEIGHT};
use crate::mission::AS_WRITTEN;

/// Frames before the board is painted, so that the title is up first.
const PATIENCE: u32 = 4;
/// Number of the mission whose ground is shown.
const SHOWN: usize = 1;

/// Shows the board.
pub(super) fn fill(
    mut frames: Local<u32>,
    session: Res<Session>,
    screen: Res<State<Screen>>,
    mut scenery: ResMut<Scenery>,
    mut last: Local<Option<Screen>>,
) {
    if last.replace(*screen.get()) != Some(*screen.get()) {
        *frames = 0;
    }
    *frames += 1;
    if *frames < PATIENCE || scenery.catalog().is_some() {
        return;
    }
    let entry = session.listed.get(SHOWN).or(session.listed.first());
    let Some(mission) = entry.and_then(|entry| session.preview(&entry.file, AS_WRITTEN).ok())
    else {
        return;
    };
    scenery.show(&mission);
}

/// Drifts the view over it, near enough to fill the window.
pub(super) fn drift(time: Res<Time>, mut rig: ResMut<Rig>) {
    let bounds = rig.bounds();
    if bounds.is_empty() {
        return;
    }
    let window = rig.window();
    let scale = (bounds.size() / window).min_element() * 0.8;
    let scale = scale.min(1.1 * USUAL_HEIGHT / window.y);
    rig.zoom_to(scale);
    let reach = (bounds.half_size() - window * scale / 2.0).max(Vec2::ZERO);
    let t = time.elapsed_secs() * 0.02;
    let off = Vec2::new(t.sin(), (t * 1.37).cos()) * reach;
    rig.jump_to(bounds.center() + off);
}
