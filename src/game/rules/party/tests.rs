//! The window of the party, held against the rules: what hovering tells is what the fight rolls, and nothing
//! hidden shows.

use bevy::prelude::*;
use bevy_egui::egui;

use super::ahead::{Ahead, tell};
use super::input::Hand;
use super::{board, hud};
use crate::battle::dice::Dice;
use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::phase::Verdict;
use crate::battle::rules::Rules;
use crate::battle::unit::{Health, Side, UnitId, Units, edit};
use crate::game::kit::guide;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::overlays::Overlays;
use crate::game::kit::standard::Chosen;
use crate::game::kit::testing::{OWN, draw, give, is_over, shipped, window};
use crate::game::rules::playable::{Playable, place_of};
use crate::game::table::input::Hover;
use crate::game::table::playback::Scene;
use crate::game::table::unit_view::Figure;
use crate::playing::Game;
use crate::rules::party::character::{Memory, Purse, Sheet};
use crate::rules::party::event::Event;
use crate::rules::party::order::Order;
use crate::rules::party::progress::{PARTY, foes, party};
use crate::rules::party::{Party, attack, setup};

const MISSIONS: [&str; 3] = ["party_first_blood", "party_narrow_bridge", "party_quiet_steps"];

/// Begins a battle with all that its window keeps beside it.
fn begun(name: &str, seed: u64) -> World {
    let mission = shipped(name).build(seed).expect("it is sound");
    let mut world = window::<Party>(&mission, seed);
    world.init_resource::<Hand>();
    world.init_resource::<Chosen>();
    guide::insert(&mut world);
    world
}

/// Has whoever owes an order give what a computer would; returns what the party is told.
fn play(world: &mut World) -> Option<crate::game::rules::playable::Account> {
    let side = [Side(0), Side(1)].into_iter().find(|&side| Party::owes(world, side))?;
    let order = Party::decide(world, side);
    Some(give::<Party>(world, side, order))
}

/// Points at a hex with a character, and works out what a click would do.
fn point(world: &mut World, unit: UnitId, tile: TileId) -> Option<Ahead> {
    world.insert_resource(Chosen(Some(unit)));
    world.resource_mut::<Hover>().tile = Some(tile);
    tell(world);
    Ahead::of(world).cloned()
}
