//! What a battle of the party comes to: deeds and fate of every character.
//!
//! **Invariant:** drawn from the events of the journal played again and from the state they lead to;
//! nothing is kept for it while a battle is fought.

use bevy::prelude::World;
use serde::Serialize;

use crate::battle::unit::{Health, Presence, Roster, Title, UnitId, part};
use crate::battle::watch::Watcher;
use crate::playing::Debriefing;
use crate::rules::party::character::Sheet;
use crate::rules::party::event::{Attack, Casting, Event, Struck};
use crate::rules::party::{Party, setup};

/// What one character did. Hit points are in hundredths.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Service {
    /// Name.
    pub name: String,
    /// Name of its kind.
    pub kind: String,
    /// Its side.
    pub side: u8,
    /// `standing`, `escaped`, `dead` or `never came`.
    pub fate: &'static str,
    /// Enemies it killed.
    pub kills: u32,
    /// Enemies it hurt that others killed.
    pub assists: u32,
    /// Attacks it made.
    pub attacks: u32,
    /// Those that hit.
    pub hits: u32,
    /// Attacks that should have hit by the chances they had, hundredths.
    pub expected_hits_percent: u32,
    /// Spells it cast.
    pub spells: u32,
    /// Items it used.
    pub items: u32,
    /// Hit points it took from enemies, hundredths.
    pub dealt: u32,
    /// Hit points it gave back to its own side, hundredths.
    pub healed: u32,
    /// Hit points it lost, hundredths.
    pub taken: u32,
}

/// The outcome of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Debrief {
    /// What each character did, by id.
    pub units: Vec<Service>,
}

impl Debriefing for Debrief {
    type Rules = Party;
    type Witness = Chronicle;

    fn begin(world: &World) -> Chronicle {
        let ids: Vec<_> = world.resource::<Roster>().ids().collect();
        Chronicle {
            units: ids.iter().map(|&id| service(world, id)).collect(),
            hurt_by: vec![vec![false; ids.len()]; ids.len()],
        }
    }

    fn close(Chronicle { mut units, .. }: Chronicle, world: &World) -> Self {
        for (id, unit) in world.resource::<Roster>().ids().zip(&mut units) {
            unit.fate = match part(world, id) {
                Presence::OnBoard => "standing",
                Presence::Escaped => "escaped",
                Presence::Dead => "dead",
                Presence::Reserve => "never came",
            };
        }
        Self { units }
    }
}

/// Gathers what every character does.
pub struct Chronicle {
    units: Vec<Service>,
    /// Whether each character was hurt by each other.
    hurt_by: Vec<Vec<bool>>,
}

impl Watcher<Party> for Chronicle {
    fn before(&mut self, world: &World, event: &Event) {
        match event {
            Event::Attacked(attack) => self.attacked(world, attack),
            Event::Cast(casting) => self.cast(world, casting),
            Event::Ticked(tick) => self.lost(world, tick.unit, tick.harm),
            Event::Sprung { results, .. } => {
                for result in results {
                    self.lost(world, result.unit, result.harm);
                }
            }
            _ => {}
        }
    }
}

impl Chronicle {
    fn attacked(&mut self, world: &World, attack: &Attack) {
        let by = &mut self.units[attack.attacker.index()];
        by.attacks += 1;
        by.expected_hits_percent += u32::from(attack.odds.chance);
        by.hits += u32::from(attack.hit.is_some());
        if let Some(hit) = attack.hit {
            self.hurt(world, attack.attacker, attack.target, hit.damage);
        }
        if attack.killed {
            self.kill(attack.attacker, attack.target);
        }
    }

    fn cast(&mut self, world: &World, casting: &Casting) {
        let by = &mut self.units[casting.unit.index()];
        match casting.item {
            Some(_) => by.items += 1,
            None => by.spells += 1,
        }
        for &Struck {
            unit,
            harm,
            mend,
            killed,
            ..
        } in &casting.results
        {
            if harm > 0 {
                self.hurt(world, casting.unit, unit, harm);
            }
            let health = *part::<Health>(world, unit);
            let missing = health.max.saturating_sub(health.now);
            if self.is_same_side(casting.unit, unit) {
                self.units[casting.unit.index()].healed += u32::from(mend.min(missing));
            }
            if killed {
                self.kill(casting.unit, unit);
            }
        }
    }

    fn is_same_side(&self, one: UnitId, other: UnitId) -> bool {
        self.units[one.index()].side == self.units[other.index()].side
    }

    /// Notes hit points lost, no more than there were.
    fn lost(&mut self, world: &World, unit: UnitId, points: u16) {
        let left = part::<Health>(world, unit).now;
        self.units[unit.index()].taken += u32::from(points.min(left));
    }

    fn hurt(&mut self, world: &World, by: UnitId, unit: UnitId, points: u16) {
        self.lost(world, unit, points);
        if !self.is_same_side(by, unit) {
            let left = part::<Health>(world, unit).now;
            self.units[by.index()].dealt += u32::from(points.min(left));
            self.hurt_by[unit.index()][by.index()] = true;
        }
    }

    fn kill(&mut self, by: UnitId, unit: UnitId) {
        if self.is_same_side(by, unit) {
            return;
        }
        self.units[by.index()].kills += 1;
        for (index, has_hurt) in self.hurt_by[unit.index()].iter().enumerate() {
            self.units[index].assists += u32::from(*has_hurt && index != by.index());
        }
    }
}

fn service(world: &World, id: UnitId) -> Service {
    let kind = part::<Sheet>(world, id).kind(setup::content(world));
    Service {
        name: part::<Title>(world, id).0.clone(),
        kind: kind.name.clone(),
        side: world.resource::<Roster>().side(id).0,
        ..Service::default()
    }
}
