//! Launches, steps, interceptions, landings and arrivals as a side sees them.
//!
//! **Invariant:** of a step between a hex that is detected and one that is not, the part on the first is
//! seen.

use bevy::prelude::*;

use super::Telling;
use crate::{
    battle::{
        grid::{Direction, TileId},
        unit::{Roster, Side, UnitId},
    },
    game::{
        rules::fleet::{draft::is_carrier, looks::passing_look},
        table::playback::{Scene, Tone, Walk},
    },
    rules::fleet::event::{Event, Interception},
};

/// Seconds a ship takes for one hex.
const STEP: f32 = 0.34;
/// Seconds of a launch or landing.
const DOCK: f32 = 0.4;

impl Telling<'_> {
    /// Has a unit take a step, as far as it is seen.
    pub(super) fn step(&mut self, unit: UnitId, from: TileId, to: TileId, facing: Direction) {
        let was_seen = self.sees(unit);
        self.contacts.put(unit, to);
        let is_seen = self.sees(unit);
        if !was_seen && !is_seen {
            return;
        }
        let (start, end) = (self.board.center(from), self.board.center(to));
        let border = start.midpoint(end);
        let look = passing_look(self.world, self.side, unit);
        let walk = Walk {
            unit,
            from: if was_seen { start } else { border },
            to: if is_seen { end } else { border },
            angle: self.board.angle(facing),
            seconds: STEP,
            ground: None,
            is_appearing: !was_seen,
            is_vanishing: !is_seen,
            look: (!self.is_own(unit)).then(|| Box::new(look)),
        };
        self.show(Scene::Walk(walk));
        if self.is_own(unit) {
            return;
        }
        self.contacts.set_on_show(unit, is_seen);
        if is_seen {
            self.notes.step(unit, was_seen.then_some(from), to);
        }
        if !was_seen {
            self.contact(unit, to);
        }
    }

    pub(super) fn blocked(&mut self, event: &Event, unit: UnitId, at: TileId, hex: Option<TileId>) {
        // Who means to leave for a hex that is not detected just stays, to those who watch.
        let is_clear = self.is_own(unit) || hex.is_some_and(|hex| self.detects(hex));
        if !self.sees(unit) || !is_clear {
            return;
        }
        self.note_action(unit, "was blocked");
        let tone = self.bad_for(unit);
        self.note(unit, "blocked", tone);
        self.log(event, Some(at));
    }

    pub(super) fn intercepted(&mut self, event: &Event, interception: &Interception) {
        let (by, mover) = (interception.interceptor, interception.mover);
        if self.sees(by) && self.sees(mover) {
            let text = format!("intercepted {}", self.name(mover));
            self.note_action(by, text);
            let (at, is_own) = (self.at(by), self.is_own(by));
            self.show(Scene::Warning { at, is_own });
        }
        if interception.from != interception.to {
            let (from, to) = (interception.from, interception.to);
            self.step(mover, from, to, interception.facing);
            // Who is destroyed there has seen what is around it.
            self.look_around();
        }
        if self.sees(mover) && (self.is_own(mover) || self.sees(by)) {
            self.note(mover, "intercepted", Tone::Plain);
        }
        self.attack(event, &interception.attack, false);
    }

    pub(super) fn launch(
        &mut self,
        event: &Event,
        ship: UnitId,
        carrier: UnitId,
        tile: TileId,
        facing: Direction,
    ) {
        self.contacts.put(ship, tile);
        if !self.sees(ship) {
            return;
        }
        // Out of a carrier that is not seen it comes like any other.
        if !self.sees(carrier) {
            self.reveal(ship);
            return self.sighted(ship, tile);
        }
        self.contacts.meet(ship);
        self.contacts.set_on_show(ship, !self.is_own(ship));
        let walk = Walk {
            unit: ship,
            from: self.at(carrier),
            to: self.board.center(tile),
            angle: self.board.angle(facing),
            seconds: DOCK,
            ground: None,
            is_appearing: true,
            is_vanishing: false,
            look: Some(Box::new(passing_look(self.world, self.side, ship))),
        };
        self.show(Scene::Walk(walk));
        self.note_action(ship, "was launched");
        self.log(event, Some(tile));
    }

    /// Has a ship go that leaves the battle.
    pub(super) fn withdraw(&mut self, event: &Event, ship: UnitId) {
        if self.sees(ship) {
            self.fade(ship, None);
            self.note_action(ship, "left the battle");
            self.log(event, Some(self.place(ship)));
        }
        self.contacts.remove(ship);
    }

    /// Has a ship land; where its carrier is not seen it just goes out of sight.
    pub(super) fn land(&mut self, event: &Event, ship: UnitId) {
        let (at, place) = (self.at(ship), self.place(ship));
        let home = self.home_of(ship).filter(|&home| self.sees(home));
        match home {
            Some(home) if self.sees(ship) => {
                let to = self.at(home);
                let walk = Walk {
                    unit: ship,
                    from: at,
                    to,
                    angle: (to - at).normalize_or(Vec2::X).to_angle(),
                    seconds: DOCK,
                    ground: None,
                    is_appearing: false,
                    is_vanishing: true,
                    look: None,
                };
                self.show(Scene::Walk(walk));
                self.note_action(ship, "landed");
                self.log(event, Some(place));
            }
            _ if self.sees(ship) => {
                self.fade(ship, None);
            }
            _ => {}
        }
        self.contacts.remove(ship);
    }

    /// Returns the carrier of a ship's side, while it is on the board.
    fn home_of(&self, ship: UnitId) -> Option<UnitId> {
        let roster = self.world.resource::<Roster>();
        let mut units = roster.of_side(roster.side(ship));
        units.find(|&unit| is_carrier(self.world, unit) && self.contacts.is_on_board(unit))
    }

    /// Tells an own roll for help, and whoever comes in sight.
    pub(super) fn reinforced(
        &mut self,
        event: &Event,
        side: Side,
        arrival: Option<(UnitId, TileId, Direction)>,
    ) {
        if let Some((ship, tile, _)) = arrival {
            self.contacts.put(ship, tile);
            if self.sees(ship) {
                self.note_action(ship, "arrived");
                self.reveal(ship);
            }
            // How others rolled for it is theirs to know.
            if side != self.side && self.sees(ship) {
                self.sighted(ship, tile);
            }
        }
        if side == self.side {
            self.log(event, arrival.map(|(_, tile, _)| tile));
        }
    }
}
