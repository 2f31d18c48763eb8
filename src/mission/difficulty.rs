//! What difficulty does to the forces of any mission: more or fewer enemies.
//!
//! **Invariant:** units with a name of their own are never left out, a group keeps somebody, and the number
//! of units is the same for the same mission and difficulty.

use crate::mission::{Controller, SideSetup};

/// A unit of a mission, which difficulty may leave out or double.
pub trait Troop: Clone {
    /// Returns the name shown to people.
    fn name(&mut self) -> &mut String;

    /// Whether the mission gives that name.
    fn is_named(&self) -> bool;

    /// Returns its group, if it has one.
    fn group(&self) -> Option<&str> {
        None
    }
}

/// Whether a side is of those that difficulty changes.
pub fn is_enemy(side: &SideSetup) -> bool {
    !side.neutral && !matches!(side.controller, Controller::Human { .. })
}

/// Returns how many of so many units there are at a difficulty in percent, halves rounded up.
pub fn wanted(count: usize, percent: u16) -> usize {
    (count * usize::from(percent) + 50) / 100
}

/// Takes units without a name out, the last first, until so many are left; of each group one stays.
pub fn thin_out<T: Troop>(units: &mut Vec<T>, wanted: usize) {
    for at in (0..units.len()).rev() {
        let group = units[at].group();
        let others = units.iter().filter(|unit| unit.group() == group);
        let is_last = group.is_some() && others.count() == 1;
        if units.len() > wanted && !units[at].is_named() && !is_last {
            units.remove(at);
        }
    }
}

/// Returns what makes doubles of some units by number, with a number behind their names.
pub fn doubles<T: Troop>(units: &[T]) -> impl Fn(usize) -> T + use<T> {
    // Those without a name are the rank and file; where all are named, any may have a double.
    let mut file = units.to_vec();
    file.retain(|unit| !unit.is_named());
    if file.is_empty() {
        file = units.to_vec();
    }
    move |number| {
        let mut unit = file[number % file.len()].clone();
        *unit.name() += &format!(" ({})", number / file.len() + 2);
        unit
    }
}
