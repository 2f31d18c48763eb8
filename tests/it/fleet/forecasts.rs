//! Forecasts are the fight: odds add up, and match what happens.

use hexscape::rules::fleet::{damage, forecast};

use super::*;

#[test]
fn shares_add_up_and_match_what_is_rolled() {
    let catalog = catalog();
    let world = battle(&catalog, usual(), 2);
    let mut dice = Dice::seeded(4, 0);
    let forces = Forces::of(&world);
    let ships: Vec<_> = forces.flying().map(|vessel| vessel.id).collect();
    for &attacker in &ships {
        for &defender in &ships {
            if forces[attacker].side == forces[defender].side {
                continue;
            }
            let odds = forecast::attack(&forces, attacker, defender);
            let all: u32 = odds.lost.values().map(|&share| u32::from(share)).sum();
            assert!((9990..=10010).contains(&all), "{odds:?}");
            let rolls = 2000;
            let killed = (0..rolls).filter(|_| {
                let mut forces = forces.clone();
                let mut attack = damage::roll(&forces, attacker, defender, 0, &mut dice);
                damage::land(&mut forces, &mut attack);
                attack.destroyed
            });
            let killed = killed.count() as i64 * 10_000 / rolls;
            let expected = i64::from(odds.destroyed);
            assert!((killed - expected).abs() < 500, "{killed} of {odds:?}");
        }
    }
}

#[test]
fn who_is_first_is_certain_of_one_of_two() {
    let catalog = catalog();
    let world = battle(&catalog, usual(), 2);
    let forces = Forces::of(&world);
    let ships: Vec<_> = forces.flying().map(|vessel| vessel.id).collect();
    for &one in &ships {
        for &two in ships.iter().filter(|two| **two != one) {
            let both = u32::from(forecast::first(&forces, one, two))
                + u32::from(forecast::first(&forces, two, one));
            assert!(
                (9999..=10_001).contains(&both),
                "{one:?} and {two:?}: {both}"
            );
        }
    }
}
