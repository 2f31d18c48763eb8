//! Odds of blows that were worked out already.
//!
//! **Invariant:** what odds depend on is what they are looked up by.

use bevy::prelude::Resource;

use crate::rules::fleet::{
    damage::{Blow, Guard},
    forecast::{self, Odds},
};

/// Pages on which odds are kept.
const PAGES: usize = 32;
/// Most odds on a page; then it is begun anew.
const MOST_ON_PAGE: usize = 64;

/// Known odds, on pages by what differs most.
#[derive(Resource, Debug, Default)]
pub(super) struct KnownOdds([Vec<(Blow, Guard, Odds)>; PAGES]);

impl KnownOdds {
    /// Returns the odds of a blow.
    pub(super) fn of(&mut self, blow: Blow, guard: Guard) -> Odds {
        let differs = blow.modifier + i32::from(blow.sides) + i32::from(guard.hull) * 11;
        let page = &mut self.0[differs as usize % PAGES];
        let known = |entry: &&(Blow, Guard, Odds)| entry.0 == blow && entry.1 == guard;
        if let Some((_, _, odds)) = page.iter().find(known) {
            return *odds;
        }
        let odds = forecast::odds(blow, guard);
        if page.len() == MOST_ON_PAGE {
            page.clear();
        }
        page.push((blow, guard, odds));
        odds
    }
}
