//! What a watcher of any rule set notes of a side: when it met the enemy and drew blood.

use crate::chronicle::measures::{Maybe, measures};
use crate::chronicle::record::Measure;

/// First contact and first kill of a side in one battle.
#[derive(Clone, Debug, Default)]
pub struct Milestones {
    drew_first_blood: bool,
    first_kill: Option<u16>,
    /// Turn of the first sight of an enemy, and hexes to it.
    contact: Option<(u16, u32)>,
    turns_in_sight: u16,
}

measures! {
    /// Takes what was noted.
    fn values(noted: &Milestones);

    first_blood: "First blood", "yes", "Whether it made the first kill"
        = noted.drew_first_blood;
    first_kill_turn: "First kill", "turn", "Turn of its first kill"
        = Maybe(noted.first_kill.map(i64::from));
    contact_turn: "First contact", "turn", "Turn in which it first saw an enemy"
        = Maybe(noted.contact.map(|(turn, _)| turn.into()));
    contact_hexes: "Distance at first contact", "hexes",
        "Hexes between that enemy and its nearest unit"
        = Maybe(noted.contact.map(|(_, hexes)| hexes.into()));
    turns_in_sight: "Turns in contact", "turns", "Turns that ended with an enemy in sight"
        = noted.turns_in_sight;
}

impl Milestones {
    /// Lists the measures, in the order of [`Self::values`].
    pub fn measures() -> impl Iterator<Item = Measure> {
        ROWS.iter().map(Measure::from)
    }

    /// Returns what was noted, in the order of [`Self::measures`].
    pub fn values(&self) -> Vec<Option<i64>> {
        values(self)
    }

    /// Returns whether it saw an enemy by now.
    pub const fn had_contact(&self) -> bool {
        self.contact.is_some()
    }

    /// Returns whether it killed an enemy by now.
    pub const fn has_killed(&self) -> bool {
        self.first_kill.is_some()
    }

    /// Notes that it saw an enemy in a turn, so many hexes from its nearest unit; the first counts.
    pub fn note_contact(&mut self, turn: u16, hexes: u32) {
        self.contact.get_or_insert((turn, hexes));
    }

    /// Notes that a turn ended in which it saw an enemy.
    pub const fn note_turn_in_sight(&mut self) {
        self.turns_in_sight += 1;
    }

    /// Notes that it killed an enemy in a turn, and whether no side had killed one before.
    pub fn note_kill(&mut self, turn: u16, is_first: bool) {
        self.drew_first_blood |= is_first;
        self.first_kill.get_or_insert(turn);
    }
}
