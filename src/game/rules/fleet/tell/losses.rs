//! Hull that is lost and regained, and who is destroyed, as a side sees it.
//!
//! **Invariant:** shown of units in sight alone; what own units lose to somebody out of sight is told
//! without who it was.

use bevy::prelude::*;

use super::Telling;
use crate::{
    battle::unit::UnitId,
    game::table::playback::{Flesh, Fumes, Scene},
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

    /// Shows hull that somebody lost.
    pub(super) fn hurt(&mut self, harm: &Harm) {
        if self.sees(harm.unit) && self.contacts.is_on_board(harm.unit) {
            let at = self.at(harm.unit);
            self.show(Scene::Harm {
                unit: harm.unit,
                at,
                change: -i32::from(harm.lost),
                is_crit: harm.destroyed,
            });
        }
    }

    /// Takes those off the board that were destroyed; who sees it may be one of them.
    pub(super) fn lose(&mut self, harms: &[Harm]) {
        let lost: Vec<_> = (harms.iter())
            .filter(|harm| harm.destroyed)
            .map(|harm| harm.unit)
            .collect();
        for &unit in &lost {
            if self.sees(unit) && self.contacts.is_on_board(unit) {
                self.fade(unit, Some(Flesh::Machine));
            }
        }
        lost.into_iter().for_each(|unit| self.contacts.remove(unit));
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

    /// Shows hull that somebody on the board regained.
    fn heal(&mut self, unit: UnitId, hull: u16) {
        if !self.contacts.is_on_board(unit) {
            return;
        }
        let at = self.at(unit);
        let kind = Fumes::Relief;
        self.show(Scene::Fumes { at, kind });
        self.show(Scene::Harm {
            unit,
            at,
            change: i32::from(hull),
            is_crit: false,
        });
    }
}
