//! Who plays the computer's sides at the window.
//!
//! **Invariant:** a mission that sets the skill of a side has its way; all other sides play as the settings say, from
//! the next order on, in battles that were saved, too. Nothing else is changed by it: journals hold the orders.

use bevy::prelude::*;

use crate::battle::ahead::Players;
use crate::game::shell::settings::Settings;
use crate::playing::{Setting, seated};

/// Seats the computers of the battle that is played.
pub fn seat(
    settings: Res<Settings>,
    setting: Option<Res<Setting>>,
    players: Option<ResMut<Players>>,
) {
    let (Some(setting), Some(mut players)) = (setting, players) else {
        return;
    };
    players.set_if_neq(seated(&setting.mission, settings.computers));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::ahead::Player;
    use crate::content::mode::Skill;
    use crate::game::kit::testing::{shipped, window};
    use crate::rules::fleet::Fleet;

    #[track_caller]
    fn check_seats(world: &mut World, computers: Skill, expected: [Player; 2]) {
        world.resource_mut::<Settings>().computers = computers;
        world.run_system_cached(seat).expect("it takes no part");
        assert_eq!(world.resource::<Players>().0, expected);
    }

    #[test]
    fn computers_play_as_the_settings_say_unless_the_mission_does() {
        let mut source = shipped("cold_start");
        let mission = source.build(3).expect("it is sound");
        let mut world = window::<Fleet>(&mission, 3);
        assert_eq!(world.resource::<Players>().0, [Player::Quick; 2]);
        check_seats(&mut world, Skill::Veteran, [Player::Veteran; 2]);
        check_seats(&mut world, Skill::Quick, [Player::Quick; 2]);
        let name = mission.sides[1].name.clone();
        source.variation.skills.insert(name, Skill::Quick);
        let mission = source.build(3).expect("it is sound");
        let mut world = window::<Fleet>(&mission, 3);
        check_seats(&mut world, Skill::Veteran, [Player::Veteran, Player::Quick]);
    }
}
