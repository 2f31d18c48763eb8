//! The names that records of a fleet battle stand for.
//!
//! **Invariant:** kinds are ship types, then carriers; means are weapons, then what [`OTHERS`] lists;
//! each in the order of the content.

use std::collections::BTreeSet;

use crate::chronicle::record::{Means, Sort, Term, Vocabulary};
use crate::chronicle::recorder::words_of;
use crate::mission::Mission;
use crate::rules::fleet::content::{FleetContent, WeaponId};
use crate::rules::fleet::craft::Class;
use crate::rules::fleet::observe::measures;
use crate::rules::fleet::scenario::Scenario;

/// What hurts beside weapons.
#[derive(Clone, Copy, Debug)]
pub(super) enum Other {
    CarrierGuns,
    PointDefense,
    Hazard,
    Spores,
    Hangar,
}

/// Sort, key and name of what hurts beside weapons, in order.
const OTHERS: [(Sort, &str, &str); 5] = [
    (Sort::Weapon, "carrier_guns", "Carrier guns"),
    (Sort::Ability, "point_defense", "Point defense"),
    (Sort::Hazard, "hazard", "Hazard"),
    (Sort::Hazard, "spores", "Spores"),
    (Sort::Hazard, "hangar", "Lost in the hangar"),
];

/// In which way a means is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Dogfight,
    Shot,
    Fight,
    Interception,
    Siege,
    Carrier,
    PointDefense,
}

/// Names of the modes, in order.
const MODES: [&str; 7] = [
    "dogfight",
    "shot",
    "contested hex",
    "interception",
    "carrier attack",
    "carrier fire",
    "point defense",
];

/// Where carriers and other means begin in the vocabulary.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    carriers: u16,
    others: u16,
}

impl Words {
    pub(super) fn new(content: &FleetContent) -> Self {
        // Content files hold at most 250 definitions of a kind.
        Self {
            carriers: content.ships.len() as u16,
            others: content.weapons.len() as u16,
        }
    }

    pub(super) fn kind(self, class: Class) -> u16 {
        match class {
            Class::Ship(ship) => ship.0.into(),
            Class::Carrier(carrier) => self.carriers + u16::from(carrier.0),
        }
    }

    pub(super) fn weapon(self, weapon: WeaponId) -> u16 {
        weapon.0.into()
    }

    pub(super) fn other(self, other: Other) -> u16 {
        self.others + other as u16
    }
}

/// Lists the names that records of a mission's battles stand for.
pub(super) fn vocabulary(mission: &Mission) -> Vocabulary {
    let content = mission.catalog.part::<FleetContent>();
    let carriers = content.carriers.iter();
    let carriers = carriers.map(|kind| Term::new(&format!("carrier_{}", kind.key), &kind.name));
    let others = OTHERS.map(|(sort, key, name)| Means::new(sort, key, name));
    Vocabulary {
        kinds: Term::each(&content.ships).chain(carriers).collect(),
        means: Means::each(Sort::Weapon, &content.weapons)
            .chain(others)
            .collect(),
        modes: MODES.map(str::to_owned).to_vec(),
        measures: measures::list(content, flown(mission)),
        ..words_of(mission)
    }
}

/// Lists the ship types that some side of a mission has, by index.
pub(super) fn flown(mission: &Mission) -> Vec<usize> {
    let units = Scenario::of(mission).units();
    let kinds = units.filter_map(|(.., unit)| match unit.class {
        Class::Ship(ship) => Some(ship.index()),
        Class::Carrier(_) => None,
    });
    kinds.collect::<BTreeSet<_>>().into_iter().collect()
}
