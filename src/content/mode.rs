//! Modes and skills of computer players: missions name them, and every rule set has figures for each mode.

use crate::content::declare::choices;

choices! {
    /// How a computer plays (rules of squads §11).
    #[derive(Default)]
    pub enum AiMode {
        /// Attacks at once and closes in.
        #[default]
        Aggressive,
        /// Cover first, then fire, then ready.
        Defensive,
        /// Investigates, shoots little, breaks off early.
        Cautious,
        /// Breaks contact and moves to safety.
        Retreat,
        /// Patrols and looks for targets.
        Search,
        /// Stays, takes cover, readies.
        Hold,
    }

    /// How well a computer plays.
    #[derive(Default)]
    pub enum Skill {
        /// Judges by what it sees now, in no time.
        #[default]
        Quick,
        /// Plays what it could do forward in thought, and takes what turns out best.
        Veteran,
    }
}
