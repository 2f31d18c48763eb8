//! Launches, steps, interceptions, landings and arrivals as a side sees them.
//!
//! **Invariant:** where a carrier is not seen, its ships come and go like any other.

use super::Telling;
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{Roster, Side, UnitId};
use crate::game::kit::turn_report::Berthing;
use crate::game::rules::fleet::draft::is_carrier;
use crate::game::table::playback::Tone;
use crate::rules::fleet::event::{Event, Interception};

/// Seconds a ship takes for one hex.
pub(super) const STEP: f32 = 0.34;
/// Seconds of a launch or landing.
const DOCK: f32 = 0.4;

impl Telling<'_> {
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
            self.warn_of(by);
        }
        if interception.from != interception.to {
            let way = [interception.from, interception.to];
            self.step(mover, way, interception.facing, STEP);
            // Who is destroyed there has seen what is around it.
            self.look_around();
        }
        if self.sees(mover) && (self.is_own(mover) || self.sees(by)) {
            self.note(mover, "intercepted", Tone::Plain);
        }
        self.attacks(event);
    }

    pub(super) fn launch(
        &mut self,
        event: &Event,
        ship: UnitId,
        carrier: UnitId,
        tile: TileId,
        facing: Direction,
    ) {
        self.put(ship, tile);
        if !self.sees(ship) {
            return;
        }
        // Out of a carrier that is not seen it comes like any other.
        if !self.sees(carrier) {
            self.reveal(ship);
            return self.sighted(ship, tile);
        }
        self.berth(ship, carrier, Berthing::Out(tile, facing), DOCK);
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
        self.remove(ship);
    }

    /// Has a ship land; where its carrier is not seen it just goes out of sight.
    pub(super) fn land(&mut self, event: &Event, ship: UnitId) {
        let home = self.home_of(ship).filter(|&home| self.sees(home));
        if self.sees(ship) {
            match home {
                Some(home) => {
                    self.berth(ship, home, Berthing::In, DOCK);
                    self.note_action(ship, "landed");
                    self.log(event, Some(self.place(ship)));
                }
                None => self.fade(ship, None),
            }
        }
        self.remove(ship);
    }

    /// Returns the carrier of a ship's side, while it is on the board.
    fn home_of(&self, ship: UnitId) -> Option<UnitId> {
        let roster = self.world.resource::<Roster>();
        let mut units = roster.of_side(roster.side(ship));
        units.find(|&unit| is_carrier(self.world, unit) && self.is_on_board(unit))
    }

    /// Tells an own roll for help, and whoever comes in sight.
    pub(super) fn reinforced(
        &mut self,
        event: &Event,
        side: Side,
        arrival: Option<(UnitId, TileId, Direction)>,
    ) {
        if let Some((ship, tile, _)) = arrival {
            self.put(ship, tile);
            if self.sees(ship) {
                self.note_action(ship, "arrived");
                self.reveal(ship);
            }
            // How others rolled for it is theirs to know.
            if side != self.side() && self.sees(ship) {
                self.sighted(ship, tile);
            }
        }
        if side == self.side() {
            self.log(event, arrival.map(|(_, tile, _)| tile));
        }
    }
}
