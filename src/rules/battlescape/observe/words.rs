//! The names that records of a battlescape stand for.
//!
//! **Invariant:** means are weapons, then items, abilities and hazards, each in the order of the
//! content; kinds and grounds are in the order of the content.

use crate::chronicle::record::{Means, Sort, Term, Vocabulary};
use crate::chronicle::recorder::words_of;
use crate::content::Catalog;
use crate::mission::Mission;
use crate::rules::battlescape::attack::mode_name;
use crate::rules::battlescape::content::items::{AbilityId, ItemId};
use crate::rules::battlescape::content::{BattlescapeContent, FireMode, WeaponId};
use crate::rules::battlescape::event::Cause;
use crate::rules::battlescape::observe::measures;

/// Mode of grenades.
pub(super) const THROW: u16 = FireMode::ALL.len() as u16;
/// Mode of medikits, stimulants and scanners.
pub(super) const USE: u16 = THROW + 1;
/// Mode of mines.
pub(super) const LAY: u16 = THROW + 2;
/// Mode of abilities.
pub(super) const CAST: u16 = THROW + 3;

/// Names of the modes that are no fire modes, in order.
const OTHER_MODES: [&str; 4] = ["thrown", "used", "laid", "cast"];

/// What hurts without an act: key and name.
const HAZARDS: [(&str, &str); 6] = [
    ("fire", "Fire"),
    ("hazard", "Hazardous ground"),
    ("burn", "Burning"),
    ("poison", "Poison"),
    ("danger", "Danger zone"),
    ("fall", "Fall"),
];

/// Where each sort of means begins in the vocabulary.
pub(super) struct Words {
    items: u16,
    abilities: u16,
    hazards: u16,
}

impl Words {
    pub(super) fn new(catalog: &Catalog) -> Self {
        let content = catalog.part::<BattlescapeContent>();
        // Content files hold at most 250 definitions each.
        let items = content.weapons.len() as u16;
        let abilities = items + content.items.len() as u16;
        Self {
            items,
            abilities,
            hazards: abilities + content.abilities.len() as u16,
        }
    }

    pub(super) fn weapon(&self, id: WeaponId) -> u16 {
        id.0.into()
    }

    pub(super) fn item(&self, id: ItemId) -> u16 {
        self.items + u16::from(id.0)
    }

    pub(super) fn ability(&self, id: AbilityId) -> u16 {
        self.abilities + u16::from(id.0)
    }

    /// Returns the means of a wound that no act caused.
    pub(super) fn hazard(&self, cause: Cause) -> u16 {
        self.hazards
            + match cause {
                Cause::Fire => 0,
                Cause::Hazard => 1,
                Cause::Burn => 2,
                Cause::Poison => 3,
                Cause::Danger | Cause::Psi(_) => 4,
                Cause::Fall(_) => 5,
            }
    }
}

/// Returns the number of a fire mode.
pub(super) fn mode(mode: FireMode) -> u16 {
    mode as u16
}

/// Lists the names that records of a mission's battles stand for.
pub(super) fn vocabulary(mission: &Mission) -> Vocabulary {
    let content = mission.catalog.part::<BattlescapeContent>();
    let weapons = Means::each(Sort::Weapon, &content.weapons);
    let items = Means::each(Sort::Item, &content.items);
    let abilities = Means::each(Sort::Ability, &content.abilities);
    let hazards = HAZARDS.map(|(key, name)| Means::new(Sort::Hazard, key, name));
    let modes = FireMode::ALL.map(mode_name).into_iter().chain(OTHER_MODES);
    Vocabulary {
        kinds: Term::each(&content.units).collect(),
        means: (weapons.chain(items).chain(abilities).chain(hazards)).collect(),
        modes: modes.map(str::to_owned).collect(),
        measures: measures::list(),
        ..words_of(mission)
    }
}
