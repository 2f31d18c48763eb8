//! What the laboratory writes down of a battle, and who begins it.

use hexscape::battle::phase::{Outcome, Turn};
use hexscape::battle::unit::Side;
use hexscape::chronicle::record::{BattleRecord, Fate, Sort};
use hexscape::content::{self, assets_folder};
use hexscape::headless::Arena;
use hexscape::mission::{Mission, MissionSource};

fn built(name: &str) -> (MissionSource, Mission) {
    let assets = assets_folder().expect("the assets are beside the crate");
    let file = assets.join("missions").join(name).with_extension("ron");
    let source = MissionSource::read(&file, &assets.join("content")).expect("it reads");
    let mission = source.build(1).expect("it loads");
    (source, mission)
}

fn records(name: &str, seeds: u64) -> (Mission, Vec<BattleRecord>) {
    let (_, mission) = built(name);
    let mut arena = Arena::default();
    let records = (1..=seeds)
        .map(|seed| arena.record(&mission, seed))
        .collect();
    (mission, records)
}

#[test]
fn a_battle_that_is_watched_goes_as_one_that_is_not() {
    for name in ["skirmish_6v8", "breakthrough", "night_call"] {
        let (mission, records) = records(name, 3);
        let mut arena = Arena::default();
        for record in records {
            arena.set_up(&mission, record.seed);
            let report = arena.play(record.seed);
            assert_eq!(record.fingerprint, report.fingerprint);
            assert_eq!(record.orders as usize, report.orders);
            assert_eq!(record.outcome, report.ending.map(|ending| ending.outcome));
            for (side, tally) in record.sides.iter().zip(&report.sides) {
                let counts = [side.standing, side.escaped, side.dead].map(usize::from);
                assert_eq!(counts, [tally.standing, tally.escaped, tally.dead]);
            }
        }
    }
}

#[test]
fn records_agree_with_themselves() {
    for name in ["skirmish_6v8", "vigil", "hot_metal"] {
        let (mission, records) = records(name, 6);
        let vocabulary = hexscape::headless::vocabulary(&mission);
        for record in records {
            let dead = record
                .members
                .iter()
                .filter(|member| member.fate == Fate::Dead);
            assert_eq!(dead.count(), record.losses.len());
            let orders: u32 = record.sides.iter().map(|side| side.orders).sum();
            assert_eq!(orders, record.orders);
            let killed = |act: u32| {
                record
                    .losses
                    .iter()
                    .filter(|loss| loss.act == Some(act))
                    .count()
            };
            for (index, act) in (0..).zip(&record.acts) {
                assert_eq!(killed(index), usize::from(act.kills + act.own_kills));
                let sort = vocabulary.means[usize::from(act.means)].sort;
                assert_ne!(sort, Sort::Hazard);
                assert_eq!(act.kind, record.members[act.by.index()].kind);
                assert!(act.hit.is_some() == act.promised.is_some(), "{act:?}");
            }
            for loss in &record.losses {
                let act = loss.act.map(|act| record.acts[act as usize]);
                assert!(act.is_none_or(|act| Some(act.means) == loss.means));
                assert!(act.is_none_or(|act| Some(act.by) == loss.by));
                assert!(loss.means.is_some(), "nobody dies of nothing: {loss:?}");
            }
            let last = record.standing.last().expect("there is the start at least");
            let standing: Vec<_> = record.sides.iter().map(|side| side.standing).collect();
            assert_eq!(*last, standing);
            let is_over = record
                .outcome
                .is_some_and(|outcome| outcome != Outcome::Victory);
            assert!(!is_over || record.winner.is_some_and(|winner| winner.0 > 0));
            for side in &record.sides {
                assert_eq!(side.measures.len(), vocabulary.measures.len());
            }
        }
    }
}

#[test]
fn who_begins_is_told_by_the_mission_and_refused_where_nobody_is_of_that_name() {
    let (source, plain) = built("skirmish_6v8");
    let catalog = content::load_default().expect("the content loads");
    let varied = |first: &str| MissionSource {
        text: source.text.replacen(
            "    board:",
            &format!("    first: {first:?},\n    board:"),
            1,
        ),
        ..source.clone()
    };
    let mut arena = Arena::default();
    arena.set_up(&plain, 3);
    let first = arena.play(3);
    let second = varied("Sectoids").build_on(&catalog, 3).expect("it loads");
    let record = arena.record(&second, 3);
    assert_eq!(record.first, Side(1));
    assert_ne!(record.fingerprint, first.fingerprint);
    arena.set_up(&second, 3);
    assert_eq!(arena.world_mut().resource::<Turn>().active, Side(1));
    let usual = varied("Squad").build_on(&catalog, 3).expect("it loads");
    assert_eq!(arena.record(&usual, 3).fingerprint, first.fingerprint);
    let problems = varied("Sectoid").build_on(&catalog, 3).expect_err("nobody");
    let told = problems.to_string();
    assert!(
        told.contains("side \"Sectoid\" is unknown; did you mean `Sectoids`?"),
        "{told}"
    );
}

#[test]
fn assaults_are_told_with_what_they_cost_and_who_led_them() {
    let (mission, records) = records("operations_ghazal_pass", 4);
    let vocabulary = hexscape::headless::vocabulary(&mission);
    let assault = (vocabulary.means.iter()).position(|means| means.term.key == "assault");
    let assault = u16::try_from(assault.expect("there are assaults")).expect("a few");
    let (mut damage, mut led) = (0, 0);
    for record in records {
        let acts = record.acts.iter().filter(|act| act.means == assault);
        damage += acts.map(|act| act.damage).sum::<u32>();
        for loss in &record.losses {
            let act = loss.act.map(|act| record.acts[act as usize]);
            let enemy = act.filter(|act| act.side != loss.side).map(|act| act.by);
            assert_eq!(loss.by, enemy, "{loss:?}");
            led += usize::from(enemy.is_some());
        }
    }
    assert!(damage > 0, "assaults cost the defenders points");
    assert!(led > 0, "units are lost to attacks");
}
