//! The steps of a turn, as players know them (§4), and which event is of which.
//!
//! **Invariant:** in the order in which they resolve.

use crate::rules::fleet::event::Event;

/// The steps of a turn.
pub const STAGES: [&str; 7] = [
    "Launches",
    "Carriers",
    "Moves",
    "Landings",
    "Fire",
    "Strikes on carriers",
    "Upkeep",
];

/// Returns the step of a turn that an event is of.
pub(super) fn stage(event: &Event) -> Option<&'static str> {
    Some(match event {
        Event::Launched { .. } | Event::LaunchFailed { .. } => "Launches",
        Event::Repaired { .. } | Event::Rearmed { .. } | Event::CarrierActed { .. } => "Carriers",
        Event::Moved { .. } | Event::Blocked { .. } | Event::Intercepted(_) => "Moves",
        Event::Landed { .. } | Event::LandingFailed { .. } => "Landings",
        Event::FightBegan { .. }
        | Event::Fought { .. }
        | Event::Aimed { .. }
        | Event::Dogfight(_)
        | Event::ShotFired { .. }
        | Event::ShotLost(_)
        | Event::Volley { .. } => "Fire",
        Event::PointDefense { .. }
        | Event::CarrierAttacked(_)
        | Event::CarrierFired { .. }
        | Event::HangarLost { .. } => "Strikes on carriers",
        Event::Regenerated { .. }
        | Event::HazardStruck { .. }
        | Event::WeaponsCooled
        | Event::DriveCharged { .. }
        | Event::ReinforcementRolled { .. }
        | Event::Withdrew { .. }
        | Event::Quieted { .. } => "Upkeep",
        _ => return None,
    })
}
