//! Hull that is lost and regained, and who is destroyed, as a side sees it.
//!
//! **Invariant:** shown of units in sight alone; what own units lose to somebody out of sight is told
//! without who it was.

use super::Telling;
use crate::{
    battle::unit::UnitId,
    game::table::playback::Flesh,
    rules::fleet::event::{Cause, Event, Harm},
};

impl Telling<'_> {
    /// Whether all that is told of damage is known: whom it hurts, and what it comes from.
    pub(super) fn is_clear(&self, harm: &Harm) -> bool {
        let is_known = match harm.cause {
            Cause::Spores(from) => self.sees(from),
            Cause::Attack | Cause::Splash | Cause::PointDefense | Cause::Hazard => true,
        };
        is_known && self.sees(harm.unit)
    }

    /// Notes hull that units lost, for the turn in short.
    pub(super) fn note_harms(&mut self, harms: &[Harm]) {
        for harm in harms {
            self.note_harm(harm.unit, harm.lost, harm.destroyed);
        }
    }

    /// Shows hull that units lost.
    pub(super) fn show_harms(&mut self, harms: &[Harm]) {
        for harm in harms {
            self.hurt(harm.unit, harm.lost, harm.destroyed);
        }
    }

    /// Takes those off the board that were destroyed.
    pub(super) fn lose(&mut self, harms: &[Harm]) {
        let lost = harms.iter().filter(|harm| harm.destroyed);
        let lost: Vec<_> = lost.map(|harm| harm.unit).collect();
        self.destroy(&lost, Flesh::Machine);
    }

    /// Writes down what own units lost to somebody out of sight.
    pub(super) fn say_losses(&mut self, harms: &[Harm]) {
        for harm in harms.iter().filter(|harm| harm.damage > 0) {
            if !self.is_own(harm.unit) {
                continue;
            }
            let end = if harm.destroyed {
                " and is destroyed"
            } else {
                ""
            };
            let text = format!(
                "{} is hit from out of sight and loses {}{end}",
                self.name(harm.unit),
                harm.lost
            );
            self.say(text, Some(self.place(harm.unit)));
        }
    }

    pub(super) fn repaired(&mut self, event: &Event, unit: UnitId, hull: u16) {
        if !self.sees(unit) {
            return;
        }
        self.note_action(unit, format!("was repaired by {hull}"));
        self.heal(unit, hull);
        self.log(event, Some(self.place(unit)));
    }

    pub(super) fn regenerated(&mut self, ships: &[(UnitId, u16)]) {
        let seen = ships.iter().copied().filter(|(ship, _)| self.sees(*ship));
        let ships: Vec<_> = seen.collect();
        for &(ship, hull) in &ships {
            self.heal(ship, hull);
        }
        if !ships.is_empty() {
            self.log(&Event::Regenerated { ships }, None);
        }
    }
}
