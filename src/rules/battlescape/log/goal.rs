//! The primary objective in words: what is to be done, and why it can no longer be.
//!
//! **Invariant:** names come from the mission; of the battle no more is told than everybody knows.

use crate::rules::battlescape::log::Log;
use crate::rules::battlescape::objective::{Goal, Loss, Progress};
use crate::rules::battlescape::scenario::Objective;

impl Log<'_> {
    /// Says what side 0 has to do.
    pub fn objective(self) -> String {
        match &self.world.resource::<Goal>().primary {
            Objective::Eliminate { side } => format!("Eliminate all {}", self.side(*side)),
            Objective::Kill { unit } => format!("Kill {}", self.name(*unit)),
            Objective::Capture { unit } => {
                format!("Knock {} out and stand next to it", self.name(*unit))
            }
            Objective::Protect { unit, turns } => {
                format!("Keep {} alive until turn {turns} ends", self.name(*unit))
            }
            Objective::Rescue { unit } => format!("Escort {} to the exits", self.name(*unit)),
            Objective::Survive { turns } => format!("Hold out until turn {turns} ends"),
            Objective::Secure { item, count } => {
                format!("Secure {count} × {}", self.item(*item))
            }
            Objective::Control { zones } => {
                format!("Hold all {} marked zones at the same time", zones.len())
            }
            Objective::Reach { units, .. } => {
                format!("Move {} to the marked hexes", counted(*units))
            }
            Objective::Escape { units, .. } => {
                format!("Get {} off the map through the exits", counted(*units))
            }
            Objective::Hold { turns, .. } => {
                let held = self.world.resource::<Progress>().held;
                format!("Hold the marked hexes: {held} of {turns} turns")
            }
        }
    }

    /// Says why the objective can no longer be met, and which it is.
    pub fn loss(self, loss: Loss) -> String {
        let (objective, why) = (self.objective(), self.lack(loss));
        format!("The objective can no longer be completed: {why} ({objective})")
    }

    /// Says what it lacks to meet the objective.
    fn lack(self, loss: Loss) -> String {
        match loss {
            Loss::Dead(unit) => format!("{} is dead", self.name(unit)),
            Loss::Left(unit) => format!("{} has left the map", self.name(unit)),
            Loss::Absent(unit) => format!("{} can no longer arrive", self.name(unit)),
            Loss::Units { needs, left } => format!("it takes {needs} units, {left} can be had"),
            Loss::Items { item, needs, left } => {
                format!("it takes {needs} of {}, {left} can be had", self.item(item))
            }
            Loss::Turns { needs, left } => format!("it takes {needs} more turns, {left} are left"),
        }
    }
}

/// Counts units in words.
fn counted(units: usize) -> String {
    match units {
        1 => "1 unit".to_owned(),
        units => format!("{units} units"),
    }
}
