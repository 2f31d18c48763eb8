//! What events are about: each theme is written, told and shown by a function of its own.

use crate::rules::battlescape::event::Event;

/// What an event is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Who moves, turns, takes cover, comes and goes.
    Move,
    /// Attacks, and reactions that are readied.
    Attack,
    /// Wounds, falls, deaths and help.
    Harm,
    /// Abilities, nerves and whom units obey.
    Mind,
    /// Things that units carry and use.
    Thing,
    /// Terrain, fire, smoke, light and what is seen of them.
    Ground,
    /// The turn, the objective and the script.
    Turn,
}

impl Event {
    /// Returns what it is about.
    pub fn theme(&self) -> Theme {
        match self {
            Self::Turned { .. }
            | Self::Stepped { .. }
            | Self::Bumped { .. }
            | Self::TookCover { .. }
            | Self::WentProne { .. }
            | Self::Stood { .. }
            | Self::Deployed { .. }
            | Self::Arrived { .. }
            | Self::Displaced { .. }
            | Self::Left { .. }
            | Self::DoorMoved { .. }
            | Self::Called { .. }
            | Self::Spotted { .. } => Theme::Move,
            Self::Fired { .. }
            | Self::Shot { .. }
            | Self::Burst { .. }
            | Self::Threw { .. }
            | Self::MineTripped { .. }
            | Self::Readied { .. }
            | Self::SuppressionReadied { .. } => Theme::Attack,
            Self::Poisoned { .. }
            | Self::CaughtFire { .. }
            | Self::Hurt { .. }
            | Self::Died { .. }
            | Self::KnockedOut { .. }
            | Self::StunRolled { .. }
            | Self::CameRound { .. }
            | Self::Helped { .. }
            | Self::Recovered => Theme::Harm,
            Self::Cast { .. }
            | Self::Controlled { .. }
            | Self::Freed { .. }
            | Self::Joined { .. }
            | Self::Rallied { .. }
            | Self::Hastened { .. }
            | Self::Heard { .. }
            | Self::Pinned { .. }
            | Self::Suppressed { .. }
            | Self::MoraleShifted { .. }
            | Self::NerveTested { .. }
            | Self::Panicked { .. }
            | Self::PanicOver { .. } => Theme::Mind,
            Self::Primed { .. }
            | Self::Moved { .. }
            | Self::Switched { .. }
            | Self::MineLaid { .. }
            | Self::Scanned { .. }
            | Self::Reloaded { .. }
            | Self::Interacted { .. } => Theme::Thing,
            Self::TerrainHit { .. }
            | Self::TerrainChanged { .. }
            | Self::BurnedDown { .. }
            | Self::FireRolled { .. }
            | Self::EnvironmentAged
            | Self::FiresBurnedDown
            | Self::EyeOpened { .. }
            | Self::SightRenewed
            | Self::Lit { .. }
            | Self::Endangered { .. } => Theme::Ground,
            Self::UnitEnded { .. }
            | Self::PhaseEnded { .. }
            | Self::PhaseBegan { .. }
            | Self::TurnBegan { .. }
            | Self::ObjectiveJudged { .. }
            | Self::ObjectiveLost { .. }
            | Self::SecondaryDone { .. }
            | Self::Triggered { .. }
            | Self::Told { .. }
            | Self::ModeChanged { .. }
            | Self::Ended { .. }
            | Self::PlayedOn { .. }
            | Self::Renewed { .. } => Theme::Turn,
        }
    }
}
