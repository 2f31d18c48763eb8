//! Playing battles of any rules: what a rule set brings for it beside the battle itself, and the mission
//! in force.
//!
//! **Invariant:** nothing here names a rule set; commands, saves, replays, vectors and the window play
//! battles through [`Game`].

mod card;
mod foresight;
mod game;
mod setting;
mod twin;

pub use self::card::{Card, Chapter};
pub use self::foresight::{Foresight, foresee, side_names};
pub use self::game::{Advice, Debriefing, Fates, Game, Weighed};
pub use self::setting::{Setting, check_renewal, lay_out, obstacles, renew, seated, why_later};
pub use self::twin::prepare;
