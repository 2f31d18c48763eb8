//! Balance of the shipped missions: computer against computer, all cores, sequential tests.
//!
//! `BALANCE_RUNS=4000 cargo test --test balance -- --nocapture` plays up to 4,000 battles a gate instead
//! of 240 and prints what was found. `CALIBRATION_SHOTS=1000000` checks promised chances over a million
//! rolls. The bands are ten points to either side of what 600 battles of each mission came to.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use hexscape::content::assets_folder;
use hexscape::headless::Arena;
use hexscape::lab::gate::{Gate, GateError, GateFailure};
use hexscape::lab::stats::calibration::Calibration;
use hexscape::mission::MissionSource;

#[test]
fn first_steps_are_easy_for_newcomers() {
    // At the gentlest level, at which the title screen begins it, the brute stays away.
    Gate::of("first_steps").at(75).wins(85..=100).check();
}

#[test]
fn first_steps_are_fair_as_written() {
    Gate::of("first_steps").wins(35..=55).check();
}

#[test]
fn first_contact_is_even() {
    Gate::of("first_contact")
        .side("Squad")
        .wins(40..=60)
        .ends_within_turns(20)
        .check();
}

#[test]
fn the_skirmish_is_even() {
    Gate::of("skirmish_6v8").wins(38..=58).check();
}

#[test]
fn cinder_stair_leans_to_the_squad() {
    Gate::of("cinder_stair").wins(50..=68).check();
}

#[test]
fn open_season_leans_to_the_squad() {
    Gate::of("open_season").wins(47..=67).check();
}

#[test]
fn salt_quay_leans_to_the_squad() {
    Gate::of("salt_quay").wins(45..=65).check();
}

#[test]
fn hot_metal_is_even() {
    Gate::of("hot_metal").wins(42..=62).check();
}

#[test]
fn night_call_favors_the_squad() {
    Gate::of("night_call").wins(52..=72).check();
}

#[test]
fn spring_tide_leans_to_the_squad() {
    Gate::of("spring_tide").wins(45..=65).check();
}

#[test]
fn the_retort_favors_the_squad() {
    Gate::of("the_retort").wins(53..=73).check();
}

#[test]
fn breakthrough_is_even() {
    Gate::of("breakthrough").wins(44..=64).check();
}

#[test]
fn vigil_is_the_hardest() {
    Gate::of("vigil").wins(33..=53).check();
}

#[test]
fn cold_start_is_even() {
    Gate::of("cold_start")
        .side("Third Wing")
        .wins(45..=55)
        .check();
}

#[test]
fn long_watch_is_even() {
    Gate::of("long_watch")
        .side("Home Fleet")
        .wins(45..=55)
        .check();
}

#[test]
fn ore_train_can_be_brought_through() {
    Gate::of("ore_train").wins(25..=60).check();
}

#[test]
fn the_shallows_are_hard() {
    Gate::of("the_shallows").wins(25..=60).check();
}

#[test]
fn last_light_is_hard() {
    Gate::of("last_light").wins(25..=60).check();
}

#[test]
fn bare_knuckles_is_a_fair_fight() {
    Gate::of("bare_knuckles").wins(25..=60).check();
}

#[test]
fn sides_alike_on_a_mirrored_board_are_even() {
    Gate::of("tests/balance/mirror.ron")
        .first("alternate")
        .side("First")
        .wins(40..=60)
        .check();
}

#[test]
fn the_planner_of_the_party_beats_scripts_that_attack_the_nearest() {
    const DECIDERS: &str = "party.figures.deciders";
    let mirror = || Gate::of("tests/balance/party_mirror.ron");
    mirror().side("First").wins(75..=100).check();
    let reversed = mirror().with(&format!("{DECIDERS}.party"), "Script");
    let reversed = reversed.with(&format!("{DECIDERS}.others"), "Planner");
    reversed.side("Second").wins(75..=100).check();
}

#[test]
fn missions_of_the_party_are_won_about_as_often_as_lost() {
    for mission in [
        "party_first_blood",
        "party_quiet_steps",
        "party_narrow_bridge",
        "party_salt_crypt",
        "party_long_road",
    ] {
        Gate::of(mission).wins(40..=70).check();
    }
}

#[test]
fn missions_of_operations_are_won_about_as_often_as_lost() {
    for mission in [
        "operations_first_segment",
        "operations_ghazal_pass",
        "operations_river_line",
        "operations_siege",
        "operations_bir_amel",
    ] {
        // Draws count as not won.
        Gate::of(mission).wins(33..=63).check();
    }
}

#[test]
fn caskets_alike_on_a_mirrored_board_are_even() {
    Gate::of("tests/balance/casket_mirror.ron")
        .side("First")
        .wins(40..=60)
        .at_most(120)
        .check();
}

#[test]
fn missions_of_caskets_are_won_about_as_often_as_lost() {
    // Battles of three a side take as long as five duels.
    for (mission, most) in [
        ("casket_first_duel", 40),
        ("casket_broken_wall", 30),
        ("casket_frozen_ford", 30),
        ("casket_three_wells", 16),
        ("casket_great_hunt", 16),
        ("casket_last_reliquary", 16),
        ("casket_black_pylons", 16),
    ] {
        Gate::of(mission).wins(40..=70).at_most(most).check();
    }
}

/// Judges a gate that is expected to fail.
#[track_caller]
fn failure(gate: Gate, threads: usize) -> Box<GateFailure> {
    let judged = gate.judge_on(threads);
    let judged = judged.unwrap_or_else(|error| panic!("{error}"));
    judged.expect_err("the claim is far from true")
}

#[test]
fn a_weapon_a_third_weaker_fails_and_says_how_to_see_it() {
    let failed = failure(
        Gate::of("skirmish_6v8")
            .side("Squad")
            .wins(40..=60)
            .with("weapons.plasma_rifle.damage", "2d9")
            .at_most(400),
        2,
    );
    let told = failed.to_string();
    println!("{told}");
    assert!(failed.seen.low > 0.6, "{told}");
    for part in [
        "expected Squad to win 40 to 60%, but wins ",
        "wrong at 99% confidence after ",
        "hexscape sim skirmish_6v8 --set weapons.plasma_rifle.damage=2d9 --seed ",
        "--journal battle.journal && hexscape play --journal battle.journal",
        "seeds worth a look: longest ",
    ] {
        assert!(told.contains(part), "{part:?} is not in: {told}");
    }
}

#[test]
fn a_judgment_is_the_same_whatever_the_threads() {
    let gate = || {
        let gate = Gate::of("first_contact").side("Sectoids").wins(90..=100);
        gate.confidence(95).at_most(60)
    };
    let alone = failure(gate(), 1);
    assert_eq!(failure(gate(), 3), alone);
    assert!(
        alone.battles <= 60 && alone.telling.starts_with("Squad wins"),
        "{alone}"
    );
}

#[test]
fn what_makes_no_sense_is_told_before_a_battle_is_played() {
    let told = |gate: Gate| match gate.judge_on(1) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("it was judged"),
    };
    let unknown = told(Gate::of("first_contact").side("Squat").wins(0..=100));
    assert!(
        unknown.contains("no side is named \"Squat\"; did you mean `Squad`?"),
        "{unknown}"
    );
    let missing = told(Gate::of("last_contact").wins(0..=100));
    assert!(
        missing.contains("last_contact:") && missing.contains("did you mean `first_contact`?"),
        "{missing}"
    );
    let key = told(
        Gate::of("first_contact")
            .with("weapons.assalt_rifle.damage", "d3")
            .wins(0..=9),
    );
    assert!(key.contains("assault_rifle"), "{key}");
    let many = told(Gate::of("first_contact").wins(50..=101));
    assert_eq!(
        many,
        "50 to 101 percent is not a range (allowed: 0 to 100, smaller first)"
    );
    let nothing = Gate::of("first_contact").judge_on(1);
    assert!(matches!(nothing, Err(GateError::NoClaim)));
}

#[test]
fn promised_chances_come_true() {
    let wanted = match std::env::var("CALIBRATION_SHOTS") {
        Ok(text) => text.parse().expect("CALIBRATION_SHOTS is a number"),
        Err(_) => 15_000,
    };
    let assets = assets_folder().expect("the assets are found");
    let content = assets.join("content");
    let missions: Vec<_> = ["skirmish_6v8", "open_season", "the_retort", "hot_metal"]
        .into_iter()
        .map(|name| {
            let file = assets.join("missions").join(format!("{name}.ron"));
            let source = MissionSource::read(&file, &content).expect("it is sound");
            source.build(1).expect("it is sound")
        })
        .collect();
    // Enough battles for as many rolls as are wanted, at the fewest that battles have.
    let battles = wanted / 100 + 1;
    let next = AtomicU64::new(0);
    let found = Mutex::new(Calibration::default());
    let work = || {
        let mut arena = Arena::default();
        let mut own = Calibration::default();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= battles {
                break;
            }
            let mission = &missions[index as usize % missions.len()];
            let battle = arena.record(mission, 1_000_000 + index);
            for act in battle.acts {
                if let (Some(permille), Some(is_hit)) = (act.promised, act.hit) {
                    own.add(permille, is_hit);
                }
            }
        }
        found
            .lock()
            .expect("no thread fails while adding")
            .merge(&own);
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    let found = found.into_inner().expect("all threads have ended");
    let verdict = found.verdict().expect("there are rolls");
    println!("{verdict:?}");
    assert!(verdict.rolls >= wanted, "only {} rolls", verdict.rolls);
    assert!(verdict.is_kept(0.001), "{verdict:?}");
    // Four standard deviations of a bucket that holds a hundredth of all rolls.
    let bound = 4.0 * (0.25 / (verdict.rolls as f64 / 100.0)).sqrt();
    assert!(verdict.worst < bound, "{verdict:?}");
}
