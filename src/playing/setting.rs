//! What a battle is played from.

use std::sync::Arc;

use bevy::prelude::{Resource, World};

use crate::battle::ahead::{Player, Players};
use crate::battle::fingerprint::stable_hash;
use crate::battle::order::Pending;
use crate::battle::rules::Rules;
use crate::battle::unit::{Roster, Side};
use crate::battle::{self, BattleSetup, knowledge};
use crate::content::mode::Skill;
use crate::content::sight::SightFigures;
use crate::mission::{Mission, MissionSource};
use crate::playing::Game;

/// The mission that is played, as it holds now.
#[derive(Resource, Clone, Debug)]
pub struct Setting {
    /// The mission, renewals included.
    pub mission: Arc<Mission>,
    /// Seed of the battle.
    pub seed: u64,
    /// Tells apart what was renewed, for the fingerprint; 0 is the mission as it was set up.
    pub edition: u64,
}

impl Setting {
    /// Takes a mission as it is set up.
    pub fn new(mission: &Mission, seed: u64) -> Self {
        Self {
            mission: Arc::new(mission.clone()),
            seed,
            edition: 0,
        }
    }

    /// Returns the setting of a changed mission that passed the check.
    fn renewed(&self, source: &MissionSource) -> Self {
        Self {
            mission: Arc::new(source.build(self.seed).expect("checked before")),
            seed: self.seed,
            edition: stable_hash(&(self.edition, source)),
        }
    }
}

/// Lists what stands against taking a changed mission over into a battle of another, in words.
pub fn obstacles<R: Game>(before: &Mission, after: &Mission) -> Vec<String> {
    match after.rules == before.rules {
        true => R::obstacles(before, after),
        // A rule set knows nothing of the missions of another.
        false => vec![format!(
            "the rule set changed from {} to {}",
            before.rules.name(),
            after.rules.name()
        )],
    }
}

/// Checks that a changed mission can be taken over into the running battle.
///
/// # Errors
/// The mission's problems, what needs a restart, or why it has to wait, in words.
pub fn check_renewal<R: Game>(world: &World, source: &MissionSource) -> Result<(), String> {
    if let Some(why) = why_later::<R>(world) {
        return Err(why.to_owned());
    }
    let setting = world.resource::<Setting>();
    let changed = source.build(setting.seed);
    let changed = changed.map_err(|problems| problems.to_string())?;
    match obstacles::<R>(&setting.mission, &changed) {
        found if found.is_empty() => Ok(()),
        found => Err(format!("needs a restart: {}", found.join("; "))),
    }
}

/// Returns why a changed mission has to wait until later: an order that waits for an answer would be forgotten, or the
/// rule set has a reason of its own.
pub fn why_later<R: Game>(world: &World) -> Option<&'static str> {
    let pending = world.get_resource::<Pending<R>>();
    match pending.is_some_and(|pending| pending.0.is_some()) {
        true => Some("a question waits for an answer; the change can be applied after it"),
        false => R::defers_renewal(world),
    }
}

/// Applies a changed mission that passed the check to the running battle.
pub fn renew<R: Game>(world: &mut World, source: &MissionSource) {
    let before = world.resource::<Setting>().mission.clone();
    let setting = world.resource::<Setting>().renewed(source);
    let now = setting.mission.clone();
    world.insert_resource(setting);
    R::fit(world, &before, &now);
    knowledge::renew_all_views(world);
}

/// Returns who plays the sides of a mission where no person does: at the skill that the mission fixes, else at the
/// usual one. Those who fight nobody are quick.
pub fn seated(mission: &Mission, usual: Skill) -> Players {
    let sides = mission.sides.iter().map(|side| {
        let usual = if side.neutral { Skill::Quick } else { usual };
        Player::from(side.skill.unwrap_or(usual))
    });
    Players(sides.collect())
}

/// Begins a battle of a mission under a seed: its maps, dice, which sides are neutral and which hunt, and
/// so many units without components. The rule set gives them theirs, and calls
/// [`open_up`](battle::open_up).
pub fn lay_out<R: Rules>(
    world: &mut World,
    mission: &Mission,
    seed: u64,
    sight: &SightFigures,
    units: usize,
) {
    battle::set_up::<R>(
        world,
        &BattleSetup {
            catalog: &mission.catalog,
            board: &mission.board,
            maps: mission.maps.clone(),
            sight,
            units,
            sides: mission.sides.len(),
            seed,
        },
    );
    world.insert_resource(seated(mission, Skill::Quick));
    let mut roster = world.resource_mut::<Roster>();
    for (index, side) in (0..).map(Side).zip(&mission.sides) {
        if side.neutral {
            roster.set_neutral(index);
        }
        if side.hunts {
            roster.set_hunter(index);
        }
    }
}
