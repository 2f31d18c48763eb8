//! What happens in a battlescape: the only thing `apply` reads.
//!
//! **Invariant:** an event holds every rolled number and every figure that `apply` needs.

#![expect(
    missing_docs,
    reason = "most fields say by name what they hold, as `Event` explains"
)]

mod parts;

use serde::{Deserialize, Serialize};

pub use self::parts::{BurstKind, Cause, Harm, Holder, Mark, Ricochet};
use crate::battle::board::TileState;
use crate::battle::dice::Check;
use crate::battle::grid::{Direction, TileId};
use crate::battle::phase::Ending;
use crate::battle::unit::{Side, UnitId};
use crate::content::mode::AiMode;
use crate::content::terrain::{Cover, TerrainId};
use crate::mission::MissionSource;
use crate::rules::battlescape::attack::{Attack, Landing, Round};
use crate::rules::battlescape::content::items::{AbilityId, ItemId};
use crate::rules::battlescape::content::{FireMode, Gait};
use crate::rules::battlescape::gear::{Carried, Danger, Light, Mine, Trace};
use crate::rules::battlescape::nerve::Panic;
use crate::rules::battlescape::objective::Loss;
use crate::rules::battlescape::soldier::BurnLeft;

/// Declares events by what they are about.
macro_rules! events {
    (
        $(#[$meta:meta])*
        pub enum Event by Theme {
            $($(#[$about:meta])* $theme:ident {
                $(
                    $(#[$doc:meta])*
                    $event:ident $({ $($(#[$field_meta:meta])* $field:ident: $type:ty),* $(,)? })?,
                )*
            })*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Event {
            $($($(#[$doc])* $event $({ $($(#[$field_meta])* $field: $type),* })?,)*)*
        }

        /// What an event is about: each theme is written, told and shown by a function of its own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Theme {
            $($(#[$about])* $theme,)*
        }

        impl Event {
            /// Returns what it is about.
            pub fn theme(&self) -> Theme {
                match self {
                    $($(Self::$event { .. })|* => Theme::$theme,)*
                }
            }
        }
    };
}

events! {
    /// One thing that happened.
    ///
    /// `unit` is who does it or whom it befalls, `by` whose doing it is, `target` whom or what it is done to,
    /// and `tile` where. `tu` are the time units that `unit` pays, `facing` is which way it faces then, and
    /// `slot` where in its pack the thing was. `state` is what a hex looks like afterwards, `roll` a d100.
    pub enum Event by Theme {
        /// Who moves, turns, takes cover, comes and goes.
        Move {
            /// A unit turned on the spot.
            Turned { unit: UnitId, facing: Direction, tu: u16 },
            /// A unit moved one hex.
            Stepped {
                unit: UnitId,
                gait: Gait,
                from: TileId,
                to: TileId,
                facing: Direction,
                tu: u16,
                /// Whether it is the first step of a walk that its side ordered.
                sets_out: bool,
            },
            /// A move ended before a unit that was not seen (§2).
            Bumped { unit: UnitId, into: TileId },
            /// A unit took the Take Cover stance behind the cover on the side it faces.
            TookCover { unit: UnitId, facing: Direction, cover: Cover, tu: u16 },
            /// A unit went prone.
            WentProne { unit: UnitId, tu: u16 },
            /// A unit stood up.
            Stood { unit: UnitId, tu: u16 },
            /// A unit was placed before the first order.
            Deployed { unit: UnitId, tile: TileId },
            /// A unit came onto the board.
            Arrived { unit: UnitId, tile: TileId },
            /// The script closes the hex a unit stands on, which gives way to another one.
            Displaced { unit: UnitId, tile: TileId },
            /// A unit left the map.
            Left { unit: UnitId, tu: u16 },
            /// A door was opened or closed, and is of another terrain now.
            DoorMoved { unit: UnitId, tile: TileId, becomes: TerrainId, facing: Direction, tu: u16 },
            /// A unit called somebody to its side.
            Called { unit: UnitId, target: UnitId, tu: u16 },
            /// A unit came into a side's sight.
            Spotted { side: Side, unit: UnitId, tile: TileId },
        }

        /// Attacks, and reactions that are readied.
        Attack {
            /// An attack begins: TU and rounds are spent, the attacker turns to the target.
            Fired {
                unit: UnitId,
                target: Mark,
                mode: FireMode,
                facing: Direction,
                /// TU paid; a reaction pays from carried TU.
                tu: u16,
                /// Rounds spent.
                rounds: u16,
                /// Whether it is reaction fire.
                reaction: bool,
                /// Whether it spends readied suppression.
                pins: bool,
                /// Chance and damage with every modifier.
                attack: Attack,
                /// The hex at which it ends, if something unseen stands in the way (§15.22).
                #[serde(default)]
                stopped: Option<TileId>,
            },
            /// One round of an attack.
            Shot {
                unit: UnitId,
                /// What it goes to: an unseen unit on a hex fired at is hit like any other, and what stands in the
                /// way takes the round.
                target: Mark,
                /// Every roll and step of the damage.
                round: Round,
                /// Where a kinetic miss went.
                ricochet: Option<Ricochet>,
            },
            /// An area attack landed.
            Burst {
                by: Option<UnitId>,
                kind: BurstKind,
                /// The hex it landed on.
                center: TileId,
                /// Every roll.
                landing: Landing,
                /// What it did to units, nearest first.
                harms: Vec<Harm>,
                /// What hexes look like after it.
                tiles: Vec<(TileId, TileState)>,
                /// The light that lies there now.
                light: Option<Light>,
            },
            /// A grenade was thrown.
            Threw {
                unit: UnitId,
                slot: u8,
                item: ItemId,
                tile: TileId,
                facing: Direction,
                tu: u16,
                /// Chance and damage with every modifier.
                attack: Attack,
                /// The hex at which it ends, if something unseen stands in the way (§15.22).
                #[serde(default)]
                stopped: Option<TileId>,
            },
            /// A mine went off, since somebody came near.
            MineTripped { mine: Mine, by: UnitId },
            /// A unit readied reaction fire.
            Readied { unit: UnitId, tu: u16 },
            /// A unit readied suppression for the next turn.
            SuppressionReadied { unit: UnitId, tu: u16 },
        }

        /// Wounds, falls, deaths and help.
        Harm {
            /// A unit was poisoned by ground or cloud.
            Poisoned { unit: UnitId, poison: BurnLeft },
            /// A unit was set burning.
            CaughtFire { unit: UnitId, burn: BurnLeft },
            /// A unit took damage without an attack.
            Hurt {
                unit: UnitId,
                cause: Cause,
                /// Hit points lost.
                damage: u16,
                /// Who is to blame, if a unit is (§15.25).
                #[serde(default)]
                by: Option<UnitId>,
            },
            /// A unit died, killed by another if one did it.
            Died { unit: UnitId, by: Option<UnitId> },
            /// What hurt a unit knocked it out.
            KnockedOut { unit: UnitId },
            /// A stunned unit tried to come to (C23), and is itself again if it passed.
            StunRolled { unit: UnitId, roll: u8, passed: bool },
            /// An unconscious unit woke.
            CameRound { unit: UnitId },
            /// A unit was helped with an item.
            Helped {
                unit: UnitId,
                slot: u8,
                target: UnitId,
                /// Hit points it has again.
                health: u16,
                /// Stun points it is rid of.
                stun: u16,
                tu: u16,
            },
            /// Energy, stun, suppression and morale of all units recovered by a turn.
            Recovered,
        }

        /// Abilities, nerves and whom units obey.
        Mind {
            /// A unit used an ability.
            Cast {
                unit: UnitId,
                ability: AbilityId,
                target: Mark,
                tu: u16,
                energy: u16,
                /// Chance in percent and roll, if it is resisted.
                resisted: Option<(u8, Check)>,
                /// The hex at which it ends without effect, if something unseen stands in the way (§15.22).
                #[serde(default)]
                stopped: Option<TileId>,
            },
            /// A mind was taken over.
            Controlled { unit: UnitId, by: UnitId },
            /// A unit obeys its own side again.
            Freed { unit: UnitId },
            /// A unit joined a side for good.
            Joined { unit: UnitId, side: Side },
            /// A comrade was rallied, and gained morale.
            Rallied { unit: UnitId, morale: u16 },
            /// A comrade gained time units.
            Hastened { unit: UnitId, tu: u16 },
            /// Sides heard what they do not see, each where it may have been.
            Heard { traces: Vec<Trace> },
            /// Fire near by, or hits, brought suppression points: how many each has more, and none has whoever had
            /// the most already.
            Pinned { units: Vec<(UnitId, u8)> },
            /// Units were pinned down that were not before (§7).
            Suppressed { units: Vec<UnitId> },
            /// Morale rose or fell by so much for each.
            MoraleShifted { units: Vec<(UnitId, i16)> },
            /// A unit had to keep its nerve.
            NerveTested {
                unit: UnitId,
                /// Chance of panic, percent.
                chance: u8,
                roll: u8,
                /// How it will panic, if it does.
                panic: Option<Panic>,
            },
            /// A unit does not obey this turn.
            Panicked { unit: UnitId, panic: Panic },
            /// A unit is itself again; its turn is lost.
            PanicOver { unit: UnitId },
        }

        /// Things that units carry and use.
        Thing {
            /// A grenade was primed.
            Primed { unit: UnitId, slot: u8, tu: u16 },
            /// A thing changed hands, or went to or from the ground.
            Moved { unit: UnitId, thing: Carried, from: Holder, to: Holder, tu: u16 },
            /// A unit took another weapon in hand; the other one is in its slot now.
            Switched { unit: UnitId, slot: u8, tu: u16 },
            /// A mine was laid.
            MineLaid { unit: UnitId, slot: u8, mine: Mine, tu: u16 },
            /// A unit scanned for motion, and saw where others are.
            Scanned { unit: UnitId, slot: u8, blips: Vec<TileId>, tu: u16 },
            /// A unit filled its magazine: so many rounds are in it now.
            Reloaded { unit: UnitId, rounds: u16, tu: u16 },
            /// A unit interacted with an object; the items in it lie on its hex now.
            Interacted { unit: UnitId, object: u8, items: Vec<Carried>, tu: u16 },
        }

        /// Terrain, fire, smoke, light and what is seen of them.
        Ground {
            /// Rounds struck terrain, which lost so many hit points.
            TerrainHit { tile: TileId, state: TileState, loss: u32 },
            /// The script changed a hex.
            TerrainChanged { tile: TileId, state: TileState },
            /// A hex burned down: the last turn of its fire is over.
            BurnedDown { tile: TileId, was: TerrainId, state: TileState },
            /// Fire spread from a burning hex to another, or failed to (§10).
            FireRolled { from: TileId, roll: u8, ignites: Option<TileId> },
            /// Smoke and clouds thinned, flares burned down by a turn.
            EnvironmentAged,
            /// Fires burned down by a turn, after they hurt whoever stood in them.
            FiresBurnedDown,
            /// A side sees far ground, so many hexes around, until its next phase.
            EyeOpened { unit: UnitId, tile: TileId, radius: u8 },
            /// Every unit's sight was renewed after the environment changed.
            SightRenewed,
            /// The script lit the ground.
            Lit { light: Light },
            /// A danger zone opened.
            Endangered { danger: Danger },
        }

        /// The turn, the objective and the script.
        Turn {
            /// A unit's activation was ended.
            UnitEnded { unit: UnitId },
            /// A side's phase ended; its units carry TU over.
            PhaseEnded { side: Side },
            /// A side's phase began; its units got their time units.
            PhaseBegan { side: Side },
            /// A new turn began.
            TurnBegan { turn: u16 },
            /// The turn's objective was judged: for so many turns in a row the zone was held.
            ObjectiveJudged { held: u16 },
            /// The primary objective can no longer be met.
            ObjectiveLost { loss: Loss },
            /// A secondary objective is complete.
            SecondaryDone { index: u8 },
            /// A trigger of the mission's script was set off.
            Triggered { index: u8 },
            /// The script told the player something: an action of a trigger.
            Told { trigger: u8, action: u8 },
            /// A computer plays a side in another mode.
            ModeChanged { side: Side, mode: AiMode },
            /// The battle ended.
            Ended { ending: Ending },
            /// The side plays on after it failed: what it failed by is lifted for good.
            PlayedOn {
                /// Whether that was the last turn.
                late: bool,
                /// Whether the objective can no longer be met.
                forlorn: bool,
            },
            /// Changed rules, objectives and texts hold from now on.
            Renewed { source: Box<MissionSource> },
        }
    }
}
