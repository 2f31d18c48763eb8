//! Units as tokens on the board.
//!
//! A token's [`Look`] says what it shows, its [`Motion`] how it stands this moment; `dress` paints both
//! when one of them changed.
//!
//! **Invariant:** looks come from what the player's side knows between orders; in between, only playback
//! changes them, by events the player saw.

mod dress;
mod look;
mod motion;
mod pictures;

use std::collections::BTreeMap;

use bevy::prelude::*;

pub use self::{
    look::{Figure, Look, PIPS},
    motion::Motion,
    pictures::TokenArt,
};
use crate::{
    battle::{
        grid::{Direction, TileId},
        unit::UnitId,
    },
    game::{
        AtBattle, PutAway,
        rules::playable::{Playable, rules},
        shell::session::Moment,
        table::{
            board_view::BoardView,
            playback::{self, Playback},
        },
    },
    with_rules,
};

/// Height of units over the board, below the fog.
pub const UNITS_Z: f32 = 10.0;

/// How far units that share a hex stand beside its middle.
const CROWDED: f32 = 24.0;

/// Marks tokens.
#[derive(Component)]
struct Token;

/// Tokens by unit.
#[derive(Resource, Default)]
pub struct Tokens {
    entities: BTreeMap<UnitId, Entity>,
    synced: Option<Synced>,
}

/// What the looks were last worked out for.
#[derive(Clone, Copy, PartialEq)]
struct Synced {
    moment: Moment,
    choice: u64,
}

impl Tokens {
    /// Returns the token of a unit, if it has one.
    pub fn get(&self, unit: UnitId) -> Option<Entity> {
        self.entities.get(&unit).copied()
    }

    /// Lists the tokens.
    pub fn all(&self) -> impl Iterator<Item = Entity> {
        self.entities.values().copied()
    }

    /// Has all looks worked out again.
    pub fn renew(&mut self) {
        self.synced = None;
    }
}

/// Adds the tokens.
pub fn plugin(app: &mut App) {
    app.init_resource::<Tokens>()
        .add_plugins((pictures::plugin, dress::plugin, motion::plugin))
        .add_systems(
            Update,
            sync.after(playback::PlaybackSystems)
                .run_if(in_state(AtBattle)),
        )
        .add_systems(PutAway, remove);
}

fn remove(world: &mut World) {
    let tokens = std::mem::take(&mut *world.resource_mut::<Tokens>());
    for entity in tokens.entities.into_values() {
        world.despawn(entity);
    }
}

/// Lets tokens show what the player's side sees, once nothing is played back.
fn sync(world: &mut World) {
    if !world.resource::<Playback>().is_empty() {
        return;
    }
    let key = Synced {
        moment: Moment::of(world),
        choice: with_rules!(rules(world), R => R::choice(world)),
    };
    let before = world.resource::<Tokens>().synced;
    if before == Some(key) {
        return;
    }
    if before.is_none_or(|before| !key.moment.goes_on_from(before.moment)) {
        remove(world);
    }
    let looks = with_rules!(rules(world), R => R::looks(world));
    let gone: Vec<_> = (world.resource::<Tokens>().entities.keys())
        .filter(|id| !looks.iter().any(|(other, ..)| other == *id))
        .copied()
        .collect();
    for id in gone {
        let entity = world.resource_mut::<Tokens>().entities.remove(&id);
        entity.map(|entity| world.despawn(entity));
    }
    let crowded = crowds(&looks);
    for (id, tile, facing, look) in looks {
        let board = world.resource::<BoardView>();
        let beside = crowded.get(&id).copied().unwrap_or_default();
        let (place, angle) = (board.center(tile) + beside, board.angle(facing));
        let token = place_token(world, id, place, angle, look);
        if let Some(mut motion) = world.get_mut::<Motion>(token)
            && !motion.is_at_rest(angle)
        {
            *motion = Motion::resting(motion.angle(), angle);
        }
    }
    world.resource_mut::<Tokens>().synced = Some(key);
}

/// Returns how far units that share a hex stand beside its middle.
fn crowds(looks: &[(UnitId, TileId, Direction, Look)]) -> BTreeMap<UnitId, Vec2> {
    let mut hexes: BTreeMap<TileId, Vec<UnitId>> = BTreeMap::new();
    for (id, tile, _, look) in looks {
        if look.ghost.is_none() {
            hexes.entry(*tile).or_default().push(*id);
        }
    }
    let crowded = hexes.into_values().filter(|units| units.len() > 1);
    let place = |units: Vec<UnitId>| {
        let turn = std::f32::consts::TAU / units.len() as f32;
        let beside = move |at: usize| Vec2::from_angle(turn * at as f32) * CROWDED;
        let places = units.into_iter().enumerate();
        places.map(move |(at, id)| (id, beside(at)))
    };
    crowded.flat_map(place).collect()
}

/// Puts a unit's token on a place with a look, made if there is none.
pub fn place_token(world: &mut World, id: UnitId, place: Vec2, angle: f32, look: Look) -> Entity {
    let place = place.extend(UNITS_Z + f32::from(id.0) * 0.0001);
    match world.resource::<Tokens>().get(id) {
        Some(entity) => {
            let mut token = world.entity_mut(entity);
            if let Some(mut now) = token.get_mut::<Transform>()
                && now.translation != place
            {
                now.translation = place;
            }
            if let Some(mut now) = token.get_mut::<Look>() {
                now.set_if_neq(look);
            }
            entity
        }
        None => {
            let motion = Motion::resting(angle, angle);
            let token = dress::spawn(world, Transform::from_translation(place), look, motion);
            world.resource_mut::<Tokens>().entities.insert(id, token);
            token
        }
    }
}
