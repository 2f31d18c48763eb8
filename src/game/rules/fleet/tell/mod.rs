//! What the player's side sees of the events of a turn, as scenes and as lines of the log.
//!
//! **Invariant:** a shot out of the dark is told without who fired it, from where and with what, and no
//! scene lies on a hex that was not detected.

mod fire;
mod moves;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::{looks, on_show};
use crate::battle::unit::{Side, UnitId};
use crate::game::kit::standard::passing_look;
use crate::game::kit::title;
use crate::game::kit::turn_report::{self, TurnReport};
use crate::game::table::playback::{Figures, Tone, UnitOnShow};
use crate::game::table::sound::Cue;
use crate::game::table::unit_view::Look;
use crate::rules::fleet::event::Event;
use crate::rules::fleet::forces::Forces;
use crate::rules::fleet::log::Log;
use crate::rules::fleet::{Fleet, setup, tell, upkeep};

/// An event of fleets being told.
type Telling<'a> = turn_report::Telling<'a, Fleet>;

/// The steps of a turn as players know them (§4), in the order in which they resolve.
pub(super) const STAGES: [&str; 7] = [
    "Launches",
    "Carriers",
    "Moves",
    "Landings",
    "Fire",
    "Strikes on carriers",
    "Upkeep",
];

impl TurnReport for Fleet {
    const HEALTH: &'static str = "hull";

    fn goal(world: &World, side: Side) -> String {
        title(&tell::goal(world, side))
    }

    fn cards(world: &World, side: Side) -> BTreeMap<UnitId, UnitOnShow> {
        on_show::cards(&Forces::known_to(world, side), side)
    }

    fn figures(world: &World, side: Side) -> BTreeMap<UnitId, Figures> {
        on_show::figures(world, &Forces::known_to(world, side), side)
    }

    fn look(world: &World, side: Side, unit: UnitId) -> Look {
        looks::of_ship(world, unit, passing_look(world, side, unit))
    }

    fn stage(event: &Event) -> Option<&'static str> {
        let at = match event {
            Event::Launched { .. } | Event::LaunchFailed { .. } => 0,
            Event::Repaired { .. } | Event::Rearmed { .. } | Event::CarrierActed { .. } => 1,
            Event::Moved { .. } | Event::Blocked { .. } | Event::Intercepted(_) => 2,
            Event::Landed { .. } | Event::LandingFailed { .. } => 3,
            Event::FightBegan { .. }
            | Event::Fought { .. }
            | Event::Aimed { .. }
            | Event::Dogfight(_)
            | Event::ShotFired { .. }
            | Event::ShotLost(_)
            | Event::Volley { .. } => 4,
            Event::PointDefense { .. }
            | Event::CarrierAttacked(_)
            | Event::CarrierFired { .. }
            | Event::HangarLost { .. } => 5,
            Event::Regenerated { .. }
            | Event::HazardStruck { .. }
            | Event::WeaponsCooled
            | Event::DriveCharged { .. }
            | Event::ReinforcementRolled { .. }
            | Event::Withdrew { .. }
            | Event::Quieted { .. } => 6,
            _ => return None,
        };
        Some(STAGES[at])
    }

    fn begins_turn(event: &Event) -> bool {
        matches!(event, Event::Locked)
    }

    fn ends_turn(event: &Event) -> bool {
        matches!(event, Event::TurnBegan | Event::Ended(_))
    }

    fn lines(world: &World, event: &Event) -> Vec<String> {
        let log = Log::new(world);
        log.line(event)
            .into_iter()
            .chain(log.trace(event))
            .collect()
    }

    fn tell(telling: &mut Telling, event: &Event) {
        telling.tell_event(event);
    }
}

impl Telling<'_> {
    fn tell_event(&mut self, event: &Event) {
        match event {
            Event::Committed { side, .. } if *side == self.side() => self.log(event, None),
            Event::Locked => self.banner("The turn resolves", None),
            Event::SubPhaseBegan { number } => {
                self.log(event, None);
                self.banner(format!("Sub-phase {}", number + 1), None);
            }
            Event::Deployed(one) => self.put(one.unit, one.tile),
            Event::Launched {
                ship,
                carrier,
                tile,
                facing,
            } => self.launch(event, *ship, *carrier, *tile, *facing),
            Event::LaunchFailed { ship } if self.is_own(*ship) => self.log(event, None),
            Event::Repaired { unit, hull } => self.repaired(event, *unit, *hull),
            Event::Rearmed { ships } if ships.iter().all(|&ship| self.is_own(ship)) => {
                self.log(event, None);
            }
            Event::Moved {
                unit,
                from,
                to,
                facing,
            } => self.step(*unit, [*from, *to], *facing, moves::STEP),
            Event::Blocked { unit, at, hex } => self.blocked(event, *unit, *at, *hex),
            Event::Intercepted(interception) => self.intercepted(event, interception),
            Event::Landed { ship } => self.land(event, *ship),
            Event::LandingFailed { ship, .. } if self.is_own(*ship) => {
                self.note(*ship, "cannot land", Tone::Bad);
                self.log(event, Some(self.place(*ship)));
            }
            Event::ReinforcementRolled { side, arrival, .. } => {
                self.reinforced(event, *side, *arrival);
            }
            Event::DeployFailed { unit, .. } if self.is_own(*unit) => self.log(event, None),
            Event::Withdrew { ship } => self.withdraw(event, *ship),
            Event::DriveCharged { side, charge } if *side == self.side() => self.charged(*charge),
            Event::TurnBegan if !upkeep::is_over(&Forces::of(self.world)) => {
                self.banner(format!("Turn {}", self.turn()), Some(Cue::Turn));
                self.log(event, None);
            }
            Event::Quieted { left: Some(_), .. }
            | Event::Ended(_)
            | Event::PlayedOn
            | Event::Renewed { .. } => self.log(event, None),
            _ => self.fight(event),
        }
    }

    fn charged(&mut self, charge: u16) {
        let full = setup::content(self.world).figures.drive_turns;
        let text = format!("Jump drive: {charge} of {full}");
        self.banner(text.as_str(), None);
        self.say(text, None);
    }
}
