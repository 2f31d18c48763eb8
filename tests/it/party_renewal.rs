//! A changed mission of the party taken over while it is played.

use std::path::Path;

use bevy::prelude::World;
use hexscape::battle::order::{fingerprint, submit};
use hexscape::battle::rules::Rules;
use hexscape::battle::unit::{Health, Roster, Side, Title, part};
use hexscape::mission::MissionSource;
use hexscape::playing::{Game, Setting};
use hexscape::rules::party::order::{Order, Refusal};
use hexscape::rules::party::progress::PARTY;
use hexscape::rules::party::{Party, setup};
use hexscape::save::{JournalFile, SaveKind};

use crate::reload::with;
use crate::replays::source;

/// Plays until somebody is hurt and the party has to order.
fn hurt(source: &MissionSource) -> World {
    let mission = source.build(1).expect("it is shipped");
    let mut world = World::new();
    Party::set_up(&mut world, &mission, 1);
    loop {
        let units = world.resource::<Roster>();
        let is_hurt = |id| {
            let health = part::<Health>(&world, id);
            health.now > 0 && health.now < health.max
        };
        if Party::owes(&world, PARTY) && units.ids().any(is_hurt) {
            return world;
        }
        let side = [Side(0), Side(1)]
            .into_iter()
            .find(|&side| Party::owes(&world, side));
        let side = side.expect("somebody orders until blood flows");
        let order = Party::decide(&mut world, side);
        submit::<Party>(&mut world, side, order).expect("decisions pass");
    }
}

fn renew(world: &mut World, source: &MissionSource) -> Result<(), Refusal> {
    let order = Order::Renew(Box::new(source.clone()));
    submit::<Party>(world, PARTY, order).map(drop)
}

#[test]
fn names_figures_and_hit_points_are_taken_over_and_what_was_lost_stays_lost() {
    let before = source("party_first_blood");
    let after = with(&before, r#"name: "Brannoc""#, r#"name: "Brand", hp: 30"#);
    let after = with(
        &after,
        "rules: Party()",
        "rules: Party(figures: (back_bonus: 31))",
    );
    let mut world = hurt(&before);
    let lost = |world: &World| -> Vec<u16> {
        let ids = world.resource::<Roster>().ids();
        let healths = ids.map(|id| *part::<Health>(world, id));
        healths.map(|health| health.max - health.now).collect()
    };
    let was = lost(&world);
    renew(&mut world, &after).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(lost(&world), was);
    assert_eq!(setup::content(&world).figures.back_bonus, 31);
    let named = |name: &str| {
        let mut ids = world.resource::<Roster>().ids();
        ids.find(|&id| part::<Title>(&world, id).0 == name)
    };
    assert_eq!(named("Brannoc"), None);
    let brand = named("Brand").expect("he has the new name");
    assert_eq!(part::<Health>(&world, brand).max, 3000);

    // It is an order like any: the battle saved plays again to the same state.
    let expected = fingerprint::<Party>(&mut world);
    let save = JournalFile::<Party>::save(&world, before, PARTY, SaveKind::Named, false);
    let text = save.to_text();
    let read = JournalFile::<Party>::from_bytes(Path::new("s"), text.as_bytes());
    let read = read.expect("it is whole");
    let mission = read.mission().expect("the mission is inside");
    let mut again = World::new();
    let replayed = read.replay(&mut again, &mission, usize::MAX, &mut ());
    replayed.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(fingerprint::<Party>(&mut again), expected);
    assert_eq!(
        again.resource::<Setting>().mission.name,
        world.resource::<Setting>().mission.name
    );
}

#[test]
fn what_a_battle_has_grown_from_needs_a_restart() {
    let before = source("party_first_blood");
    let mut world = hurt(&before);
    let state = fingerprint::<Party>(&mut world);
    for (from, to, expected) in [
        (
            r#"name: "Brannoc", at: (1, 4)"#,
            r#"name: "Brannoc", at: (0, 4)"#,
            "Brannoc changed its start",
        ),
        (
            r#"(kind: "fighter", name: "Brannoc""#,
            r#"(kind: "axeman", name: "Brannoc""#,
            "Brannoc changed its kind",
        ),
        (
            "rules: Party(),",
            r#"rules: Party(), things: [Pile(at: (0, 0), holds: ["dagger"])],"#,
            "doors, chests, traps or items",
        ),
        ("number: 60", "number: sixty", "sixty"),
    ] {
        let why = renew(&mut world, &with(&before, from, to)).expect_err("it is refused");
        assert!(why.to_string().contains(expected), "{to}: {why}");
        assert_eq!(fingerprint::<Party>(&mut world), state);
    }
}
