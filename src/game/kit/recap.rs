//! A turn in short: what a side lost and did, and what units of others were seen to do.
//!
//! **Invariant:** tells nothing that the side did not see as it happened.

use std::collections::BTreeMap;

use bevy::prelude::World;

use super::CombatLog;
use crate::battle::grid::TileId;
use crate::battle::step::HumanSides;
use crate::battle::unit::UnitId;
use crate::game::rules::playable::{Recap, SeenActions};
use crate::game::table::board_view::viewer;

/// What is noted of a turn.
#[derive(Default)]
pub struct Notes {
    /// What units of others were seen to do.
    others: BTreeMap<UnitId, Doings>,
    /// Health the own side lost, and the names of what was destroyed.
    lost: Score,
    /// The same of others, as far as it was seen.
    struck: Score,
    /// Names of others that came into sight.
    contacts: Vec<String>,
    /// Shots of own units that went nowhere.
    wasted: usize,
}

#[derive(Default)]
struct Score {
    health: u32,
    destroyed: Vec<String>,
}

#[derive(Default)]
struct Doings {
    path: Vec<TileId>,
    /// Steps from one hex in sight to another.
    steps: usize,
    told: Vec<String>,
}

impl Notes {
    /// Notes a step of a unit of others, from a hex it was seen on if it was.
    pub fn step(&mut self, unit: UnitId, from: Option<TileId>, to: TileId) {
        let doings = self.others.entry(unit).or_default();
        doings.steps += usize::from(from.is_some());
        let last = doings.path.last().copied();
        doings.path.extend(from.filter(|&from| last != Some(from)));
        doings.path.push(to);
    }

    /// Notes what a unit of others did.
    pub fn action(&mut self, unit: UnitId, text: impl Into<String>) {
        let (told, text) = (&mut self.others.entry(unit).or_default().told, text.into());
        if !told.contains(&text) {
            told.push(text);
        }
    }

    /// Notes health that somebody lost; `name` tells who was destroyed.
    pub fn harm(&mut self, is_own: bool, health: u16, destroyed: Option<&str>) {
        let score = match is_own {
            true => &mut self.lost,
            false => &mut self.struck,
        };
        score.health += u32::from(health);
        score.destroyed.extend(destroyed.map(str::to_owned));
    }

    /// Notes that a unit of others came into sight.
    pub fn contact(&mut self, name: &str) {
        if !self.contacts.iter().any(|other| other == name) {
            self.contacts.push(name.to_owned());
        }
    }

    /// Notes a shot of an own unit without a target.
    pub fn wasted(&mut self) {
        self.wasted += 1;
    }

    /// Sums the turn up; `health` names what is lost.
    pub fn recap(self, turn: u16, health: &str) -> Recap {
        let mut told = Vec::new();
        told.push(match self.lost.tell(health) {
            Some(text) => format!("lost {text}"),
            None => "no losses".into(),
        });
        if let Some(text) = self.struck.tell(health) {
            told.push(format!("enemies lost {text}"));
        }
        if !self.contacts.is_empty() {
            told.push(format!("sighted {}", self.contacts.join(", ")));
        }
        match self.wasted {
            0 => {}
            1 => told.push("1 shot without a target".into()),
            count => told.push(format!("{count} shots without a target")),
        }
        let seen = self.others.into_iter().map(|(unit, doings)| SeenActions {
            unit,
            text: doings.text(),
            path: doings.path,
        });
        Recap {
            text: format!("Turn {turn}: {}", told.join(" · ")),
            seen: seen.collect(),
        }
    }
}

impl Score {
    fn tell(&self, health: &str) -> Option<String> {
        let lost = (self.health > 0).then(|| format!("{} {health}", self.health));
        let names = (!self.destroyed.is_empty()).then(|| self.destroyed.join(", "));
        match (lost, names) {
            (None, None) => None,
            (lost, None) => lost,
            (None, names) => names,
            (Some(lost), Some(names)) => Some(format!("{lost} and {names}")),
        }
    }
}

impl Doings {
    fn text(&self) -> String {
        let moved = (self.steps > 0).then(|| match self.steps {
            1 => "moved 1 hex".to_owned(),
            steps => format!("moved {steps} hexes"),
        });
        let told: Vec<_> = moved.into_iter().chain(self.told.iter().cloned()).collect();
        told.join(", ")
    }
}

/// Returns what another side's unit was seen to do in the last turn, if anything.
pub fn seen(world: &World, unit: UnitId) -> Option<&str> {
    let recap = world
        .resource::<CombatLog>()
        .recap(viewer(world.resource::<HumanSides>()))?;
    let seen = recap.seen.iter().find(|one| one.unit == unit)?;
    (!seen.text.is_empty()).then_some(seen.text.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_told_by_losses_contacts_and_what_others_did() {
        let mut notes = Notes::default();
        assert_eq!(Notes::default().recap(1, "hull").text, "Turn 1: no losses");
        notes.harm(true, 2, None);
        notes.harm(true, 3, Some("Merlin"));
        notes.harm(false, 4, Some("Debt"));
        notes.contact("Debt");
        notes.contact("Debt");
        notes.wasted();
        let foe = UnitId(9);
        notes.step(foe, Some(TileId(4)), TileId(5));
        notes.step(foe, Some(TileId(5)), TileId(6));
        notes.action(foe, "fired at Merlin");
        notes.action(foe, "fired at Merlin");
        let recap = notes.recap(3, "hull");
        assert_eq!(
            recap.text,
            "Turn 3: lost 5 hull and Merlin · enemies lost 4 hull and Debt · sighted Debt · 1 shot without a target"
        );
        assert_eq!(
            recap.seen,
            [SeenActions {
                unit: foe,
                path: vec![TileId(4), TileId(5), TileId(6)],
                text: "moved 2 hexes, fired at Merlin".into(),
            }]
        );
    }
}
