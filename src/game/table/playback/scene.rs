//! What is shown of an event.
//!
//! **Invariant:** a scene holds all it needs; it looks at no battle.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::ground::Ground;
use super::on_show::{Figures, UnitOnShow};
use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::content::silhouette::Silhouette;
use crate::game::kit::cards::motion::CardMotion;
use crate::game::table::art::{Arm, Round};
use crate::game::table::sound::Cue;
use crate::game::table::unit_view::Look;

/// Both ends of a shot no longer than this are looked at together.
const CLOSE: f32 = 760.0;

/// Something to show.
#[derive(Clone, Debug)]
pub enum Scene {
    /// A token goes to the next hex.
    Walk(Walk),
    /// A token turns on the spot.
    Turn { unit: UnitId, at: Vec2, angle: f32 },
    /// A round flies, or a blow falls.
    Shot(Box<Shot>),
    /// A grenade or rocket flies to where it will go off.
    Lob {
        from: Vec2,
        to: Vec2,
        is_rocket: bool,
    },
    /// An area attack lands.
    Burst {
        at: Vec2,
        kind: Burst,
        is_veiled: bool,
    },
    /// Somebody loses hit points, or gets some back.
    Harm {
        unit: UnitId,
        at: Vec2,
        change: i32,
        is_crit: bool,
    },
    /// Words float over a hex.
    Note { at: Vec2, text: String, tone: Tone },
    /// A unit is about to fire out of turn.
    Warning { at: Vec2, is_own: bool },
    /// A mind reaches out.
    Psi {
        from: Vec2,
        to: Option<Vec2>,
        is_resisted: bool,
    },
    /// Ground is struck, breaks or catches fire.
    Debris {
        at: Vec2,
        ground: Ground,
        is_heavy: bool,
    },
    /// Flames or fumes rise around somebody or somewhere.
    Fumes { at: Vec2, kind: Fumes },
    /// A token comes into sight.
    Reveal {
        unit: UnitId,
        at: Vec2,
        angle: f32,
        look: Box<Look>,
        is_contact: bool,
    },
    /// A token falls, or walks off the map, and fades.
    Fade {
        unit: UnitId,
        at: Vec2,
        fall: Option<Flesh>,
    },
    /// Nothing but a sound.
    Heard { at: Vec2, cue: Cue },
    /// A banner across the screen.
    Banner { text: String, cue: Option<Cue> },
    /// Cards go from one place to another.
    Cards(Vec<CardMotion>),
    /// What comes next is of this step of the turn.
    Stage(&'static str),
    /// One more line of the log is read, which was held back.
    Read,
    /// The card of an own unit shows this from now on.
    Card { unit: UnitId, shown: UnitOnShow },
    /// An own unit fights with this from now on.
    Figures { unit: UnitId, figures: Figures },
    /// The own side sees these hexes and no others from now on.
    Sight(Vec<TileId>),
}

/// A step from hex to hex.
#[derive(Clone, Debug)]
pub struct Walk {
    /// Who.
    pub unit: UnitId,
    /// From where.
    pub from: Vec2,
    /// To where.
    pub to: Vec2,
    /// Which way.
    pub angle: f32,
    /// Seconds it takes.
    pub seconds: f32,
    /// What it walks on; `None` flies.
    pub ground: Option<Ground>,
    /// Whether it comes out of what is not seen, or goes into it.
    pub is_appearing: bool,
    /// See above.
    pub is_vanishing: bool,
    /// What it looks like, for one that has no token yet.
    pub look: Option<Box<Look>>,
}

/// One round.
#[derive(Clone, Debug)]
pub struct Shot {
    /// Who fires, if that is seen.
    pub shooter: Option<UnitId>,
    /// From where.
    pub from: Vec2,
    /// What from, and of what.
    pub arm: Arm,
    /// Where it ends.
    pub to: Vec2,
    /// What it does there.
    pub end: End,
}

/// What a round does where it ends.
#[derive(Clone, Debug)]
pub enum End {
    /// It wounds somebody.
    Hit {
        /// Whom, and what that one is made of.
        target: Option<(UnitId, Flesh)>,
        /// Hit points lost.
        dealt: u32,
        /// Whether armor stopped it.
        is_blocked: bool,
        /// Whether it was critical.
        is_crit: bool,
    },
    /// It strikes the ground or what stands there, and may fly on.
    Miss {
        /// What it strikes.
        ground: Option<Ground>,
        /// Where the word is said.
        beside: Vec2,
        /// Where it strikes on, and who loses how many hit points there.
        ricochet: Option<(Vec2, Option<(UnitId, u16)>)>,
    },
    /// Nobody sees where.
    Lost,
}

/// What flies when somebody is hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flesh {
    /// People.
    Human,
    /// Beasts from elsewhere.
    Alien,
    Machine,
    /// Beings of light.
    Light,
}

impl Flesh {
    /// Returns what somebody of a shape is made of.
    pub fn of(shape: Silhouette) -> Self {
        match shape {
            Silhouette::Sectoid
            | Silhouette::SectoidLeader
            | Silhouette::Brute
            | Silhouette::Ripper
            | Silhouette::Drifter
            | Silhouette::Zombie => Self::Alien,
            Silhouette::Walker | Silhouette::Drone => Self::Machine,
            Silhouette::Wisp => Self::Light,
            _ => Self::Human,
        }
    }
}

/// What an area attack is, to the eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Burst {
    /// An explosion.
    Blast,
    /// A cloud of acid.
    Cloud,
    Smoke,
    Fire,
    /// A flash that stuns.
    Flash,
    Light,
}

/// What rises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fumes {
    /// Flames.
    Fire,
    Poison,
    /// Healing.
    Relief,
}

/// How words are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Hit points lost.
    Damage,
    /// Many hit points lost.
    Crit,
    /// Nothing was hit.
    Miss,
    /// Good for whom it is about.
    Good,
    /// Bad for the player.
    Bad,
    /// For those who want to know.
    Plain,
}

impl Scene {
    /// Where it is, if it is anywhere.
    pub(super) fn place(&self) -> Option<Vec2> {
        match self {
            Self::Walk(walk) => Some(walk.to),
            Self::Shot(shot) => {
                // Where a miss comes down matters less than whom it missed.
                let target = match shot.end {
                    End::Lost => return Some(shot.from),
                    End::Miss { beside, .. } => beside,
                    End::Hit { .. } => shot.to,
                };
                let is_close = shot.from.distance(target) < CLOSE;
                Some(if is_close {
                    shot.from.midpoint(target)
                } else {
                    target
                })
            }
            Self::Lob { from, to, .. } if from.distance(*to) < CLOSE => Some((from + to) / 2.0),
            Self::Lob { to, .. } => Some(*to),
            Self::Psi { from, to, .. } => Some(to.unwrap_or(*from)),
            Self::Turn { at, .. }
            | Self::Harm { at, .. }
            | Self::Note { at, .. }
            | Self::Warning { at, .. }
            | Self::Debris { at, .. }
            | Self::Fumes { at, .. }
            | Self::Reveal { at, .. }
            | Self::Fade { at, .. } => Some(*at),
            Self::Burst { at, is_veiled, .. } => (!is_veiled).then_some(*at),
            _ => None,
        }
    }

    /// Returns who takes a step in it.
    pub(super) fn walker(&self) -> Option<UnitId> {
        match self {
            Self::Walk(walk) => Some(walk.unit),
            _ => None,
        }
    }

    /// Whether nothing of it is seen on the board.
    pub(super) fn is_silent(&self) -> bool {
        matches!(
            self,
            Self::Stage(_) | Self::Read | Self::Card { .. } | Self::Figures { .. } | Self::Sight(_)
        )
    }

    /// Lists who loses or gets how many hit points.
    fn changes(&self) -> impl Iterator<Item = (UnitId, i32)> {
        let (mut hit, mut struck) = (None, None);
        match self {
            Self::Harm { unit, change, .. } => hit = Some((*unit, *change)),
            Self::Shot(shot) => match &shot.end {
                End::Hit { target, dealt, .. } => {
                    let change = -i32::try_from(*dealt).unwrap_or(i32::MAX);
                    hit = target.map(|(unit, _)| (unit, change));
                }
                End::Miss { ricochet, .. } => {
                    let victim = ricochet.and_then(|(_, victim)| victim);
                    struck = victim.map(|(unit, dealt)| (unit, -i32::from(dealt)));
                }
                End::Lost => {}
            },
            _ => {}
        }
        hit.into_iter().chain(struck)
    }

    /// Returns the look of a unit that it may bring into sight.
    fn look_mut(&mut self) -> Option<(UnitId, &mut Look)> {
        match self {
            Self::Walk(Walk { unit, look, .. }) => Some((*unit, look.as_mut()?)),
            Self::Reveal { unit, look, .. } => Some((*unit, look)),
            _ => None,
        }
    }

    /// Seconds until the next scene may begin, at normal speed.
    pub(super) fn seconds(&self, next: Option<&Self>) -> f32 {
        match self {
            Self::Walk(walk) => walk.seconds,
            Self::Turn { .. } => 0.14,
            Self::Shot(shot) => match next {
                // The rounds of a burst follow close upon each other.
                Some(Self::Shot(other)) if other.from == shot.from => shot.rhythm(),
                _ => shot.flight_seconds() + 0.34,
            },
            Self::Lob { from, to, .. } => lob_seconds(*from, *to),
            Self::Burst { kind, .. } => match kind {
                Burst::Blast => 0.62,
                Burst::Flash | Burst::Fire => 0.5,
                Burst::Cloud | Burst::Smoke | Burst::Light => 0.45,
            },
            Self::Harm { .. } => match next {
                // What one blast does to several is shown at once.
                Some(Self::Harm { .. }) => 0.0,
                _ => 0.34,
            },
            Self::Note {
                tone: Tone::Plain, ..
            }
            | Self::Debris { .. }
            | Self::Heard { .. } => 0.05,
            Self::Note { .. } => 0.22,
            Self::Warning { .. } => 0.42,
            Self::Fumes { .. } => 0.2,
            Self::Reveal {
                is_contact: true, ..
            } => 0.45,
            Self::Reveal { .. } => 0.25,
            Self::Fade { fall: None, .. } => 0.3,
            Self::Psi { .. } | Self::Fade { .. } => 0.6,
            Self::Banner { .. } => 0.85,
            Self::Cards(motions) => CardMotion::seconds_of(motions),
            _ => 0.0,
        }
    }
}

/// Gives units that come into sight the hit points they had then: looks are made once everything has
/// happened.
pub(super) fn rewind_health(scenes: &mut [Scene]) {
    let mut later: BTreeMap<UnitId, i32> = BTreeMap::new();
    for scene in scenes.iter_mut().rev() {
        for (unit, change) in scene.changes() {
            *later.entry(unit).or_default() += change;
        }
        if let Some((unit, look)) = scene.look_mut()
            && let Some(health) = &mut look.health
        {
            let then = i32::from(health.now) - later.get(&unit).copied().unwrap_or_default();
            health.now = u16::try_from(then.clamp(0, i32::from(health.max))).unwrap_or_default();
        }
    }
}

/// Seconds a thrown thing is in the air.
pub(super) fn lob_seconds(from: Vec2, to: Vec2) -> f32 {
    0.28 + from.distance(to) / 1900.0
}

impl Shot {
    /// Whether it is a blow, not a shot.
    pub(super) fn is_blow(&self) -> bool {
        self.arm.is_blow()
    }

    /// Seconds between two rounds of a burst.
    fn rhythm(&self) -> f32 {
        match self.arm.round {
            Round::Bullet | Round::Arrow => 0.085,
            Round::Beam => 0.12,
            Round::Bolt => 0.14,
            Round::Acid => 0.16,
        }
    }

    /// Seconds from muzzle to end.
    pub(super) fn flight_seconds(&self) -> f32 {
        let speed = match self.arm.round {
            _ if self.is_blow() => return 0.1,
            Round::Bullet => 3400.0,
            Round::Beam => return 0.03,
            Round::Bolt => 1500.0,
            Round::Acid => 1100.0,
            Round::Arrow => 1600.0,
        };
        (self.from.distance(self.to) / speed).max(0.04)
    }
}
