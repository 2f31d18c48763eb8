//! Tempers: how traits steer a ship that the computer plans, as they steer what others draw (§12,
//! clarification 17).
//!
//! **Invariant:** follows from the weights of intents that the ship's traits give it; a ship without
//! traits is as its side's mode.

use crate::{
    battle::unit::UnitId,
    rules::fleet::{
        ai::{Mind, picture::WHOLE},
        intents,
    },
};

/// Most that a trait makes of anything, in percent.
const MOST: i64 = 500;
/// How far the weight to retreat sways caution, in percent.
const SWAY: (i64, i64) = (50, 150);

/// How traits steer a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Temper {
    /// Percent of the points for harm done.
    pub(super) offense: i64,
    /// Percent of the points for harm suffered.
    pub(super) caution: i64,
    /// Percent of the hull up to which it retreats; 0 never does while it has a shot.
    pub(super) retreat: i64,
    /// Whether it stays where it is this turn.
    pub(super) holds: bool,
    /// Whether it guards the carrier.
    pub(super) guards: bool,
    /// Whether it attacks nothing but carriers.
    pub(super) hunts: bool,
}

impl Temper {
    /// That of a ship without traits.
    const EVEN: Self = Self {
        offense: WHOLE,
        caution: WHOLE,
        retreat: WHOLE,
        holds: false,
        guards: false,
        hunts: false,
    };
}

impl Mind<'_> {
    /// Returns how its traits steer a ship.
    ///
    /// Weights that a trait has instead of the usual ones are drawn from, by the luck of the turn; what
    /// others add to the usual ones sways the ship by as much.
    pub(super) fn temper(&self, ship: UnitId) -> Temper {
        let traits = self.muster.traits(ship);
        if traits.is_empty() {
            return Temper::EVEN;
        }
        let content = self.muster.content;
        let hunts = intents::hunts_carriers(&self.muster, ship);
        let now = intents::weights(&self.muster, ship);
        let mut quirks = traits.iter().map(|&quirk| content.quirk(quirk));
        if quirks.any(|quirk| quirk.instead.is_some()) {
            let all = [now.attack, now.advance, now.hold, now.retreat];
            let all: i64 = all.into_iter().map(i64::from).sum();
            let draw = i64::from(self.chance_of_unit(ship)) % all.max(1);
            return Temper {
                holds: draw < i64::from(now.hold),
                hunts,
                ..Temper::EVEN
            };
        }
        let usual = content.figures.intents.weights;
        let share = |now: i16, usual: i16| match usual {
            ..=0 => WHOLE,
            usual => (i64::from(now) * WHOLE / i64::from(usual)).min(MOST),
        };
        let retreat = share(now.retreat, usual.retreat);
        Temper {
            offense: share(now.attack, usual.attack),
            caution: retreat.clamp(SWAY.0, SWAY.1),
            retreat,
            holds: false,
            guards: now.hold > usual.hold,
            hunts,
        }
    }
}
