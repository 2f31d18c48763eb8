//! The computer player: its plans pass, it fights, and its battles come to an end.

use hexscape::battle::phase::Turn;

use super::*;

/// Has two computers play a battle out.
fn play_out(world: &mut World) -> usize {
    let mut attacks = 0;
    for _ in 0..120 {
        if is_over(world) {
            break;
        }
        for side in owing(world) {
            let order = Fleet::decide(world, side);
            assert!(Fleet::begin(world, side, &order, None).is_ok(), "{order:?}");
            let events = submit::<Fleet>(world, side, order).expect("it passed");
            let shots = events.iter().filter(|event| {
                matches!(
                    event,
                    Event::Dogfight(_)
                        | Event::ShotFired { .. }
                        | Event::Fought { .. }
                        | Event::CarrierAttacked(_)
                )
            });
            attacks += shots.count();
        }
    }
    attacks
}

#[test]
fn two_computers_fight_until_the_battle_is_over() {
    let catalog = catalog();
    for options in mixes() {
        let mut world = battle(&catalog, options, 5);
        let attacks = play_out(&mut world);
        assert!(is_over(&world), "{options:?}");
        assert!(attacks > 0, "{options:?}");
    }
}

#[test]
fn equal_battles_give_equal_plans() {
    let catalog = catalog();
    let mut worlds = [0, 1].map(|_| battle(&catalog, usual(), 8));
    for _ in 0..4 {
        for side in (0..2).map(Side) {
            let orders = worlds.each_mut().map(|world| Fleet::decide(world, side));
            assert_eq!(orders[0], orders[1]);
            for (world, order) in worlds.iter_mut().zip(orders) {
                submit::<Fleet>(world, side, order).expect("it passes");
            }
        }
    }
    assert_eq!(worlds[0].resource::<Turn>().number, 5);
}

#[test]
fn a_computer_that_holds_moves_nothing() {
    let mission = starter_mission(&catalog(), usual(), AiMode::Hold, 1, |_| ());
    let mut world = begun(&mission, 1);
    for _ in 0..3 {
        for side in owing(&world) {
            let order = Fleet::decide(&mut world, side);
            let events = submit::<Fleet>(&mut world, side, order).expect("it passes");
            let moved = |event: &Event| matches!(event, Event::Moved { .. });
            assert!(!events.iter().any(moved));
        }
    }
}
