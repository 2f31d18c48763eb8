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

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

pub use self::dress::NameTag;
pub use self::look::{Figure, Look, PIPS};
pub use self::motion::{Motion, looks_left};
pub use self::pictures::{Picture, TokenArt};
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::UnitId;
use crate::game::rules::playable::{Playable, rules};
use crate::game::shell::session::Moment;
use crate::game::table::board_view::BoardView;
use crate::game::table::playback::{self, Playback};
use crate::game::{AtBattle, PutAway};
use crate::with_rules;

/// Height of units over the board, below the fog.
pub const UNITS_Z: f32 = 10.0;

/// How far units that share a hex stand beside its middle.
const CROWDED: f32 = 24.0;

/// Marks tokens.
#[derive(Component)]
pub struct Token;

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
            look.pipe(sync)
                .after(playback::PlaybackSystems)
                .run_if(in_state(AtBattle)),
        )
        .add_systems(PutAway, |mut company: Company| {
            company.keep(|_| false);
            company.tokens.renew();
        });
}

/// The tokens, to be placed, moved and taken away.
#[derive(SystemParam)]
pub struct Company<'w, 's> {
    commands: Commands<'w, 's>,
    tokens: ResMut<'w, Tokens>,
    bodies: Query<'w, 's, Body, With<Token>>,
}

type Body = (
    &'static mut Transform,
    &'static mut Look,
    &'static mut Motion,
);

impl Company<'_, '_> {
    /// Returns place, look and motion of a unit's token, if it has one since the last system at least.
    pub fn get(
        &mut self,
        unit: UnitId,
    ) -> Option<(Mut<'_, Transform>, Mut<'_, Look>, Mut<'_, Motion>)> {
        self.bodies.get_mut(self.tokens.get(unit)?).ok()
    }

    /// Puts a unit's token on a place with a look, made if there is none; it keeps its motion.
    pub fn place(&mut self, id: UnitId, place: Vec2, look: Look, motion: Motion) {
        let place = place.extend(UNITS_Z + f32::from(id.0) * 0.0001);
        if let Some((mut now, mut shown, _)) = self.get(id) {
            if now.translation != place {
                now.translation = place;
            }
            shown.set_if_neq(look);
            return;
        }
        let place = Transform::from_translation(place);
        let token = dress::spawn(&mut self.commands, place, look, motion);
        if let Some(before) = self.tokens.entities.insert(id, token) {
            self.commands.entity(before).try_despawn();
        }
    }

    /// Takes the tokens of all other units away.
    fn keep(&mut self, is_kept: impl Fn(UnitId) -> bool) {
        let gone = self.tokens.entities.extract_if(.., |id, _| !is_kept(*id));
        for (_, token) in gone {
            self.commands.entity(token).try_despawn();
        }
    }
}

/// What tokens are to show, and of what that is worked out.
type Looks = (Synced, Vec<(UnitId, TileId, Direction, Look)>);

/// Works out what tokens are to show, if that changed and nothing is played back.
fn look(world: &World) -> Option<Looks> {
    if !world.resource::<Playback>().is_empty() {
        return None;
    }
    let now = Synced {
        moment: Moment::of(world),
        choice: with_rules!(rules(world), R => R::choice(world)),
    };
    let is_new = world.resource::<Tokens>().synced != Some(now);
    is_new.then(|| (now, with_rules!(rules(world), R => R::looks(world))))
}

/// Lets tokens show what the player's side sees.
fn sync(In(looks): In<Option<Looks>>, mut company: Company, board: Res<BoardView>) {
    let Some((now, looks)) = looks else { return };
    let before = company.tokens.synced.replace(now);
    let goes_on = before.is_some_and(|before| now.moment.goes_on_from(before.moment));
    company.keep(|id| goes_on && looks.iter().any(|(other, ..)| *other == id));
    let crowded = crowds(&looks);
    for (id, tile, facing, look) in looks {
        let beside = crowded.get(&id).copied().unwrap_or_default();
        let (place, angle) = (board.center(tile) + beside, board.angle(facing));
        company.place(id, place, look, Motion::resting(angle, angle));
        if let Some((_, _, mut motion)) = company.get(id)
            && !motion.is_at_rest(angle)
        {
            *motion = Motion::resting(motion.angle(), angle);
        }
    }
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
