//! A turn in short: what a side lost and did, and what ships of others were seen to do.
//!
//! **Invariant:** tells nothing that the side did not see as it happened.

use std::collections::BTreeMap;

use bevy::prelude::World;

use super::draft::own;
use crate::{
    battle::{grid::TileId, unit::UnitId},
    game::{
        kit::CombatLog,
        rules::playable::{Deeds, Recap},
    },
};

/// What is noted of a turn.
#[derive(Default)]
pub(super) struct Notes {
    /// What units of others were seen to do.
    others: BTreeMap<UnitId, Doings>,
    /// Hull the own side lost, and the names of what was destroyed.
    lost: Score,
    /// The same of others, as far as it was seen.
    struck: Score,
    /// Names of others that came into sight.
    contacts: Vec<String>,
    /// Shots of own ships that went nowhere.
    wasted: usize,
}

#[derive(Default)]
struct Score {
    hull: u32,
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
    pub fn deed(&mut self, unit: UnitId, text: impl Into<String>) {
        let (told, text) = (&mut self.others.entry(unit).or_default().told, text.into());
        if !told.contains(&text) {
            told.push(text);
        }
    }

    /// Notes hull that somebody lost; `name` tells who was destroyed.
    pub fn harm(&mut self, is_own: bool, hull: u16, destroyed: Option<&str>) {
        let score = match is_own {
            true => &mut self.lost,
            false => &mut self.struck,
        };
        score.hull += u32::from(hull);
        score.destroyed.extend(destroyed.map(str::to_owned));
    }

    /// Notes that a unit of others came into sight.
    pub fn contact(&mut self, name: &str) {
        if !self.contacts.iter().any(|other| other == name) {
            self.contacts.push(name.to_owned());
        }
    }

    /// Notes a shot of an own ship without a target.
    pub fn wasted(&mut self) {
        self.wasted += 1;
    }

    /// Sums the turn up.
    pub fn recap(self, turn: u16) -> Recap {
        let mut told = Vec::new();
        told.push(match self.lost.tell() {
            Some(text) => format!("you lost {text}"),
            None => "you lost nothing".into(),
        });
        if let Some(text) = self.struck.tell() {
            told.push(format!("enemies lost {text}"));
        }
        if !self.contacts.is_empty() {
            told.push(format!("sighted {}", self.contacts.join(", ")));
        }
        match self.wasted {
            0 => {}
            1 => told.push("one shot had no target".into()),
            count => told.push(format!("{count} shots had no target")),
        }
        let deeds = self.others.into_iter().map(|(unit, doings)| Deeds {
            unit,
            text: doings.text(),
            path: doings.path,
        });
        Recap {
            text: format!("Turn {turn} in short: {}", told.join(" · ")),
            deeds: deeds.collect(),
        }
    }
}

impl Score {
    fn tell(&self) -> Option<String> {
        let hull = (self.hull > 0).then(|| format!("{} hull", self.hull));
        let names = (!self.destroyed.is_empty()).then(|| self.destroyed.join(", "));
        match (hull, names) {
            (None, None) => None,
            (hull, None) => hull,
            (None, names) => names,
            (Some(hull), Some(names)) => Some(format!("{hull} and {names}")),
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

/// Returns what a unit of others was seen to do in the last turn, if it was seen then.
fn seen(world: &World, unit: UnitId) -> Option<&Deeds> {
    let recap = world.resource::<CombatLog>().recap(own(world))?;
    recap.deeds.iter().find(|deeds| deeds.unit == unit)
}

/// Says what a unit of others was seen to do in the last turn, if that is anything.
pub(super) fn deeds(world: &World, unit: UnitId) -> Option<String> {
    let text = &seen(world, unit)?.text;
    (!text.is_empty()).then(|| text.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_told_by_losses_contacts_and_deeds() {
        let mut notes = Notes::default();
        assert_eq!(
            Notes::default().recap(1).text,
            "Turn 1 in short: you lost nothing"
        );
        notes.harm(true, 2, None);
        notes.harm(true, 3, Some("Merlin"));
        notes.harm(false, 4, Some("Debt"));
        notes.contact("Debt");
        notes.contact("Debt");
        notes.wasted();
        let foe = UnitId(9);
        notes.step(foe, Some(TileId(4)), TileId(5));
        notes.step(foe, Some(TileId(5)), TileId(6));
        notes.deed(foe, "fired at Merlin");
        notes.deed(foe, "fired at Merlin");
        let recap = notes.recap(3);
        assert_eq!(
            recap.text,
            "Turn 3 in short: you lost 5 hull and Merlin · enemies lost 4 hull and Debt · sighted \
             Debt · one shot had no target"
        );
        assert_eq!(
            recap.deeds,
            [Deeds {
                unit: foe,
                path: vec![TileId(4), TileId(5), TileId(6)],
                text: "moved 2 hexes, fired at Merlin".into(),
            }]
        );
    }
}
