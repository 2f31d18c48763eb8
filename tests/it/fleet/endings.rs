//! What ends a battle of fleets, and who has won it then.

use hexscape::battle::phase::{Ending, Outcome, Reason, Turn};
use hexscape::battle::snapshot::seat_units;
use hexscape::battle::unit::Presence;
use hexscape::content::assets_folder;
use hexscape::headless::Arena;
use hexscape::mission::MissionSource;
use hexscape::rules::fleet::craft::UnitState;
use hexscape::rules::fleet::scenario::{Carriers, Objectives, Time};

use super::*;

/// Last turn of the battles here.
const LAST: u16 = 40;

/// Side 0 has the units 0 (carrier) to 8, side 1 those from 9 (carrier).
const FOE: UnitId = UnitId(9);

/// A battle in its last turn, or the first one, of which some units are lost or hurt: their hull.
fn ended(objectives: Objectives, is_late: bool, hulls: &[(UnitId, u16)]) -> Option<Ending> {
    let catalog = catalog();
    let equal = |scenario: &mut Scenario| {
        scenario.objectives = objectives;
        // Nobody has more than others, nor regains any.
        for ship in scenario
            .fleets
            .iter_mut()
            .flat_map(|fleet| &mut fleet.ships)
        {
            ship.traits.clear();
            ship.pilot = Pilot::default();
        }
    };
    let mut mission = starter_mission(&catalog, usual(), AiMode::Hold, 1, equal);
    let open = catalog.terrain_named("open_space").expect("shipped");
    let tiles = mission.board.tiles.iter_mut();
    tiles.for_each(|tile| tile.terrain = open);
    let mut world = begun(&mission, 1);
    for &(id, hull) in hulls {
        let mut state = UnitState::read(&world, id);
        state.hull.now = hull;
        if hull == 0 {
            state.presence = Presence::Dead;
        }
        state.write(&mut world, id);
        seat_units(&mut world);
    }
    if is_late {
        world.resource_mut::<Turn>().number = LAST;
    }
    commit(&mut world, Side(0), SidePlan::default());
    commit(&mut world, Side(1), SidePlan::default());
    world.resource::<Verdict>().0
}

#[track_caller]
fn check(ending: Option<Ending>, expected: Option<(Outcome, u8)>) {
    let found = ending.map(|ending| (ending.outcome, ending.winner.expect("somebody won").0));
    assert_eq!(found, expected);
}

const EQUALS: Objectives = Objectives {
    carriers: Carriers::AllSides,
    wings: false,
    time: Time::MostHull,
};

#[test]
fn side_0_is_beaten_with_its_carrier_and_others_if_the_mission_says_so() {
    let own = [(UnitId(0), 0)];
    let foe = [(FOE, 0)];
    let usual = Objectives::default();
    check(ended(usual, false, &own), Some((Outcome::Defeat, 1)));
    check(ended(usual, false, &foe), None);
    check(ended(EQUALS, false, &own), Some((Outcome::Defeat, 1)));
    check(ended(EQUALS, false, &foe), Some((Outcome::Victory, 0)));
}

#[test]
fn if_both_carriers_fall_in_a_turn_most_hull_decides() {
    let more = [(UnitId(0), 0), (FOE, 0), (UnitId(14), 1)];
    check(ended(EQUALS, false, &more), Some((Outcome::Victory, 0)));
    let less = [(UnitId(0), 0), (FOE, 0), (UnitId(5), 1)];
    check(ended(EQUALS, false, &less), Some((Outcome::Defeat, 1)));
    let usual = Objectives::default();
    check(ended(usual, false, &more), Some((Outcome::Defeat, 1)));
}

#[test]
fn a_side_may_be_beaten_with_the_last_of_its_ships() {
    let wings = Objectives {
        wings: true,
        ..EQUALS
    };
    let lost = |carrier: u16| (carrier + 1..carrier + 9).map(|id| (UnitId(id), 0));
    let (own, foes): (Vec<_>, Vec<_>) = (lost(0).collect(), lost(FOE.0).collect());
    check(ended(EQUALS, false, &own), None);
    check(ended(EQUALS, false, &foes), None);
    check(ended(wings, false, &own), Some((Outcome::Defeat, 1)));
    check(ended(wings, false, &foes), Some((Outcome::Victory, 0)));
    // One that is docked is enough.
    check(ended(wings, false, &foes[1..]), None);
    let both: Vec<_> = own.into_iter().chain(foes).collect();
    let hurt = [&both[..], &[(FOE, 9)]].concat();
    check(ended(wings, false, &hurt), Some((Outcome::Victory, 0)));
    let hurt = [both, vec![(UnitId(0), 9)]].concat();
    check(ended(wings, false, &hurt), Some((Outcome::Defeat, 1)));
}

#[test]
fn once_time_is_up_the_enemies_have_won_or_whoever_has_most_hull() {
    let usual = Objectives::default();
    let failed = Some((Outcome::MissionFailed, 1));
    check(ended(usual, true, &[(FOE, 1)]), failed);
    check(
        ended(EQUALS, true, &[(FOE, 9)]),
        Some((Outcome::Victory, 0)),
    );
    check(ended(EQUALS, true, &[(UnitId(0), 9)]), failed);
}

/// Equal hull is not more, whichever side is listed first.
#[test]
fn nobody_wins_by_equal_hull() {
    let wings = Objectives {
        wings: true,
        ..EQUALS
    };
    let carriers = [(UnitId(0), 0), (FOE, 0)];
    let ships = (0..18).filter(|id| ![0, FOE.0].contains(id));
    let ships: Vec<_> = ships.map(|id| (UnitId(id), 0)).collect();
    for (objectives, is_late, hulls, outcome) in [
        (EQUALS, true, &[][..], Outcome::MissionFailed),
        (EQUALS, false, &carriers[..], Outcome::Defeat),
        (wings, false, &ships[..], Outcome::Defeat),
    ] {
        let ending = ended(objectives, is_late, hulls).expect("it is over");
        assert_eq!(
            (ending.outcome, ending.winner),
            (outcome, None),
            "{hulls:?}"
        );
    }
}

/// A battle says how many turns were played, whoever asks: each side of computers plans once a turn.
#[test]
fn turns_are_those_that_were_played() {
    for name in ["cold_start", "long_watch"] {
        let assets = assets_folder().expect("found");
        let file = assets.join(format!("missions/{name}.ron"));
        let source = MissionSource::read(&file, &assets.join("content")).expect("it is sound");
        for seed in 1..=3 {
            let mission = source.build(seed).expect("it is sound");
            let mut arena = Arena::default();
            arena.set_up(&mission, seed);
            let report = arena.play(seed);
            assert_eq!(
                usize::from(report.turns) * 2,
                report.orders,
                "{name}, seed {seed}"
            );
            let record = arena.record(&mission, seed);
            assert_eq!(record.turns, report.turns, "{name}, seed {seed}");
        }
    }
}

/// Nobody who has nothing left is a winner, and of three sides not the second because it is the second.
#[test]
fn the_enemy_with_most_hull_wins_or_nobody() {
    let all = (0..18).map(|id| (UnitId(id), 0));
    let ending = ended(EQUALS, false, &all.collect::<Vec<_>>()).expect("all are gone");
    assert_eq!((ending.outcome, ending.winner), (Outcome::Defeat, None));
    let usual = Objectives::default();
    let ending = ended(usual, true, &[]).expect("time is up");
    assert_eq!(ending.reason, Reason::Time);
    let ending = ended(EQUALS, false, &[(FOE, 0)]).expect("it is decided");
    assert_eq!(ending.reason, Reason::Decided);
}
