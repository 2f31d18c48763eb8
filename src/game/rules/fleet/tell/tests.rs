//! What is told of enemies the player does not see: neither names, nor hexes, nor figures.
//!
//! Most tests tell the same events of a hidden unit that is somewhere else, or somebody else: nothing of
//! what is told may differ.

use bevy::prelude::*;

use crate::battle::dice::Check;
use crate::battle::grid::{Direction, TileId};
use crate::battle::snapshot::seat_units;
use crate::battle::unit::{Presence, Side, Title, UnitId, part};
use crate::game::kit::turn_report::TurnTeller;
use crate::game::rules::fleet::hidden_tests::{missions, window};
use crate::game::rules::playable::{Account, Teller};
use crate::game::table::board_view::BoardView;
use crate::game::table::playback::Scene;
use crate::rules::fleet::Fleet;
use crate::rules::fleet::craft::{Berth, UnitState};
use crate::rules::fleet::event::{Attack, Cause, Event, Harm, Interception};
use crate::rules::fleet::forces::Forces;
use crate::rules::fleet::order::{CarrierAction, SidePlan};

/// The side that is told.
const OWN: Side = Side::FIRST;
/// Where the own ship is, which detects one hex around it.
const HERE: (i32, i32) = (0, 0);
/// A hex it detects.
const NEAR: (i32, i32) = (1, 0);
/// Hexes it does not detect, beside the one it does.
const BEYOND: [(i32, i32); 2] = [(2, 0), (1, 1)];
/// Hexes far off.
const FAR: [(i32, i32); 2] = [(4, 4), (5, 6)];

/// An own ship, an enemy it sees beside it, and others it does not.
struct Place {
    world: World,
    own: UnitId,
    seen: UnitId,
    hidden: [UnitId; 2],
    /// The enemy's carrier.
    home: UnitId,
}

impl Place {
    /// Puts hidden enemies and their carrier on hexes; none of them is docked.
    fn new(hidden: [(i32, i32); 2], home: (i32, i32)) -> Self {
        let mission = missions()[0].build(1).expect("it is shipped");
        let mut world = window(&mission, 1);
        let forces = Forces::of(&world);
        let (ships, carriers): (Vec<_>, Vec<_>) =
            (forces.all().copied()).partition(|unit| forces.ship_type(unit.id).is_some());
        let foes = ships.iter().filter(|ship| ship.side != OWN);
        let foes: Vec<_> = foes.map(|ship| ship.id).collect();
        let own = ships
            .iter()
            .find(|ship| ship.side == OWN && forces.detect(ship.id) == 1);
        let own = own.expect("some ship detects one hex").id;
        let carrier = carriers.iter().find(|unit| unit.side != OWN);
        let carrier = carrier.expect("enemies have one").id;
        for unit in ships.iter().chain(&carriers) {
            put(&mut world, unit.id, None);
        }
        for (id, at) in [
            (own, HERE),
            (foes[0], NEAR),
            (foes[1], hidden[0]),
            (foes[2], hidden[1]),
            (carrier, home),
        ] {
            put(&mut world, id, Some(at));
        }
        Self {
            world,
            own,
            seen: foes[0],
            hidden: [foes[1], foes[2]],
            home: carrier,
        }
    }

    fn tile(&self, at: (i32, i32)) -> TileId {
        tile(&self.world, at)
    }

    fn name(&self, unit: UnitId) -> &str {
        &part::<Title>(&self.world, unit).0
    }

    /// Puts the enemy that is seen somewhere else, or into its hangar.
    fn with_seen_at(mut self, at: Option<(i32, i32)>) -> Self {
        put(&mut self.world, self.seen, at);
        self
    }

    /// Tells events, after making sure that they betray nobody who is hidden.
    fn tell(&self, events: &[Event]) -> Account {
        let mut told = Account::default();
        let mut teller = TurnTeller::<Fleet>::begin(&self.world, OWN);
        for event in events {
            teller.tell(&self.world, event, &mut told);
        }
        teller.end(&self.world, &mut told);
        let words = words(&told);
        for unit in self.hidden.into_iter().chain([self.home]) {
            let name = self.name(unit);
            assert!(!words.contains(name), "{name} is named: {words}");
        }
        told
    }
}

/// Puts a unit on a hex, or into its hangar.
fn put(world: &mut World, id: UnitId, at: Option<(i32, i32)>) {
    let mut state = UnitState::read(world, id);
    (state.presence, state.berth) = match at {
        Some(_) => (Presence::OnBoard, Berth::Space),
        None => (Presence::Reserve, Berth::Docked),
    };
    state.tile = at.map_or(state.tile, |at| tile(world, at));
    state.write(world, id);
    seat_units(world);
}

fn tile(world: &World, (column, row): (i32, i32)) -> TileId {
    let grid = world.resource::<BoardView>().grid;
    grid.from_offset(column, row).expect("it is on the board")
}

/// Returns all that is told in words: lines, what floats over the board, and the turn in short.
fn words(told: &Account) -> String {
    let lines = told.lines.iter().map(|(text, _)| text.as_str());
    let notes = told.scenes.iter().filter_map(|scene| match scene {
        Scene::Note { text, .. } | Scene::Banner { text, .. } => Some(text.as_str()),
        _ => None,
    });
    let seen = told.recap.iter().flat_map(|recap| &recap.seen);
    let recap = told.recap.iter().map(|recap| recap.text.as_str());
    let recap = recap.chain(seen.map(|one| one.text.as_str()));
    lines
        .chain(notes)
        .chain(recap)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns all that is told, to be compared.
fn all(told: &Account) -> String {
    format!("{:?}\n{:?}\n{:?}", told.scenes, told.lines, told.recap)
}

/// Tells of hidden enemies on two pairs of hexes, which must be told alike; returns what is told.
#[track_caller]
fn check_alike(places: [&Place; 2], events: impl Fn(&Place) -> Vec<Event>) -> String {
    let [one, other] = places.map(|place| place.tell(&events(place)));
    assert_eq!(all(&one), all(&other));
    assert_eq!(words(&one), words(&other));
    words(&one)
}

/// Two places that differ in where hidden enemies are.
fn places() -> [Place; 2] {
    let [one, other] = FAR;
    [
        Place::new([one, other], BEYOND[0]),
        Place::new([other, one], BEYOND[1]),
    ]
}

fn moved(place: &Place, unit: UnitId, from: (i32, i32), to: (i32, i32)) -> Event {
    Event::Moved {
        unit,
        from: place.tile(from),
        to: place.tile(to),
        facing: Direction::default(),
    }
}

/// A ship of the enemies comes as a reinforcement.
fn arrived(place: &Place, ship: UnitId, at: (i32, i32), roll: u8) -> Event {
    Event::ReinforcementRolled {
        side: Side(1),
        percent: 50,
        check: Check { roll, passed: true },
        arrival: Some((ship, place.tile(at), Direction::default())),
    }
}

fn harm(unit: UnitId, lost: u16, cause: Cause) -> Harm {
    Harm {
        unit,
        cause,
        by: None,
        damage: lost,
        absorbed: 0,
        lost,
        destroyed: false,
    }
}

fn attack(attacker: UnitId, defender: UnitId, harms: Vec<Harm>) -> Attack {
    Attack {
        attacker,
        defender,
        damage: harms.first().map_or(0, |harm| harm.damage),
        splash: harms.iter().skip(1).map(|harm| harm.unit).collect(),
        ammo: 1,
        harms,
        ..Attack::default()
    }
}

fn shot(attack: Attack) -> Event {
    let held = false;
    Event::ShotFired { attack, held }
}

#[test]
fn a_shot_out_of_the_dark_is_told_by_what_it_does_alone() {
    let [one, other] = places();
    let told_of = |place: &Place, by: usize| {
        let hit = harm(place.own, 2, Cause::Attack);
        let attack = attack(place.hidden[by], place.own, vec![hit]);
        place.tell(&[Event::Locked, shot(attack)])
    };
    let told = told_of(&one, 0);
    // Another shooter, somewhere else.
    for (place, by) in [(&one, 1), (&other, 0), (&other, 1)] {
        assert_eq!(all(&told_of(place, by)), all(&told));
    }
    let words = words(&told);
    let hit = format!(
        "{} is hit by an unseen attacker and loses 2",
        one.name(one.own)
    );
    assert!(words.contains(&hit), "{words}");
    assert!(words.contains("lost 2 hull"), "{words}");
}

#[test]
fn an_own_shot_into_the_dark_tells_neither_whom_nor_where_nor_how_hard() {
    let [one, other] = places();
    let told = [1, 4].map(|lost| {
        check_alike([&one, &other], |place| {
            let hit = harm(place.hidden[0], lost, Cause::Attack);
            vec![shot(attack(place.own, place.hidden[0], vec![hit]))]
        })
    });
    assert_eq!(told[0], told[1]);
    let [told, _] = told;
    assert!(told.contains("fires at an unseen target"), "{told}");
}

#[test]
fn splash_and_spores_name_nobody_who_is_hidden() {
    let [one, other] = places();
    let told = check_alike([&one, &other], |place| {
        let harms = vec![
            harm(place.seen, 3, Cause::Attack),
            harm(place.hidden[0], 1, Cause::Splash),
            harm(place.own, 1, Cause::Spores(place.hidden[1])),
        ];
        vec![shot(attack(place.own, place.seen, harms))]
    });
    let seen = format!("{} loses 3", one.name(one.seen));
    let own = format!(
        "{} is hit by an unseen attacker and loses 1",
        one.name(one.own)
    );
    assert!(told.contains(&seen) && told.contains(&own), "{told}");
    let together = check_alike([&one, &other], |place| {
        let harms = vec![
            harm(place.hidden[0], 2, Cause::Attack),
            harm(place.own, 1, Cause::Spores(place.hidden[1])),
        ];
        let evaded = vec![place.hidden[1]];
        vec![Event::Volley { harms, evaded }]
    });
    assert_eq!(together, own);
}

#[test]
fn point_defense_of_a_hidden_carrier_is_told_without_it() {
    let places = places();
    let told = check_alike([&places[0], &places[1]], |place| {
        let harms = vec![harm(place.own, 2, Cause::PointDefense)];
        let carrier = place.home;
        vec![Event::PointDefense { carrier, harms }]
    });
    let hit = "is hit by an unseen attacker and loses 2";
    assert!(told.ends_with(hit), "{told}");
}

#[test]
fn of_a_step_into_the_dark_only_the_part_in_sight_is_told() {
    let place = Place::new(FAR, (6, 7));
    let (near, board) = (place.tile(NEAR), place.world.resource::<BoardView>());
    let told = BEYOND.map(|to| place.tell(&[Event::Locked, moved(&place, place.seen, NEAR, to)]));
    for told in &told {
        let walks = told.scenes.iter().filter_map(|scene| match scene {
            Scene::Walk(walk) => Some(walk),
            _ => None,
        });
        let walks: Vec<_> = walks.collect();
        let [walk] = walks[..] else {
            panic!("it takes one step: {:?}", told.scenes)
        };
        assert!(walk.is_vanishing && walk.from == board.center(near));
        let half = walk.from.distance(walk.to) / board.center(place.tile(HERE)).distance(walk.from);
        assert!((half - 0.5).abs() < 0.01, "it goes to the border: {half}");
        let recap = told.recap.as_ref().expect("a turn resolved");
        assert!(recap.seen.is_empty(), "{:?}", recap.seen);
    }
    assert_eq!(words(&told[0]), words(&told[1]));
}

#[test]
fn a_step_out_of_the_dark_is_told_from_the_border_on() {
    let place = Place::new(FAR, (6, 7)).with_seen_at(Some(BEYOND[0]));
    let told = place.tell(&[Event::Locked, moved(&place, place.seen, BEYOND[0], NEAR)]);
    let recap = told.recap.as_ref().expect("a turn resolved");
    assert_eq!(recap.seen.len(), 1);
    assert_eq!(recap.seen[0].path, [place.tile(NEAR)], "not whence it came");
    assert!(words(&told).contains(&format!("Contact: {}", place.name(place.seen))));
}

#[test]
fn launches_and_landings_tell_nothing_of_a_carrier_that_is_hidden() {
    let [one, other] = BEYOND.map(|home| Place::new(FAR, home).with_seen_at(None));
    let launched = check_alike([&one, &other], |place| {
        vec![Event::Launched {
            ship: place.seen,
            carrier: place.home,
            tile: place.tile(NEAR),
            facing: Direction::default(),
        }]
    });
    let name = one.name(one.seen);
    assert_eq!(launched, format!("Contact: {name}"));
    let [one, other] = BEYOND.map(|home| Place::new(FAR, home));
    let landed = check_alike([&one, &other], |place| {
        vec![Event::Landed { ship: place.seen }]
    });
    assert_eq!(landed, "", "it just goes out of sight");
}

#[test]
fn an_enemy_blocked_by_somebody_hidden_just_stays() {
    let place = Place::new([BEYOND[0], FAR[0]], (6, 7));
    let blocked = |hex| Event::Blocked {
        unit: place.seen,
        at: place.tile(NEAR),
        hex: Some(place.tile(hex)),
    };
    assert_eq!(
        all(&place.tell(&[blocked(BEYOND[0])])),
        all(&place.tell(&[]))
    );
    let told = words(&place.tell(&[blocked(HERE)]));
    assert!(told.contains("is blocked at (0, 0)"), "{told}");
}

#[test]
fn what_hidden_enemies_do_among_themselves_is_not_told() {
    let place = Place::new(FAR, (6, 7));
    let [one, other] = place.hidden;
    let (from, to) = (place.tile(FAR[0]), place.tile((4, 5)));
    let facing = Direction::default();
    let (side, plan, carrier) = (Side(1), SidePlan::default(), place.home);
    let action = Some(CarrierAction::Rearm);
    let untold = [
        Event::Committed { side, plan },
        Event::HelmSet { carrier, action },
        Event::CarrierActed { carrier },
        moved(&place, one, FAR[0], (4, 5)),
        Event::Intercepted(Interception {
            mover: one,
            from: to,
            to,
            facing,
            hex: from,
            interceptor: other,
            attack: attack(other, one, vec![harm(one, 2, Cause::Attack)]),
        }),
        Event::Repaired { unit: one, hull: 1 },
        Event::Rearmed { ships: vec![one] },
        Event::Regenerated {
            ships: vec![(one, 1)],
        },
        Event::HazardStruck {
            harms: vec![harm(one, 1, Cause::Hazard)],
        },
        Event::HangarLost { ships: vec![other] },
        Event::DriveCharged { side, charge: 2 },
        arrived(&place, one, (4, 5), 12),
    ];
    for event in untold {
        let told = place.tell(std::slice::from_ref(&event));
        assert!(told.scenes.is_empty(), "{event:?}: {:?}", told.scenes);
        assert_eq!(words(&told), "", "{event:?}");
    }
}

#[test]
fn an_enemy_that_arrives_in_sight_is_a_contact_and_its_roll_is_not_told() {
    let place = Place::new(FAR, (6, 7)).with_seen_at(None);
    let told = [12, 34].map(|roll| place.tell(&[arrived(&place, place.seen, NEAR, roll)]));
    assert_eq!(all(&told[0]), all(&told[1]));
    let name = place.name(place.seen);
    assert_eq!(words(&told[0]), format!("Contact: {name}"));
}

#[test]
fn an_enemy_goes_from_show_when_the_own_ship_that_saw_it_leaves_or_is_lost() {
    let place = Place::new(FAR, (6, 7));
    let gone = |told: &Account| {
        let scenes = told.scenes.iter();
        let fades = scenes.filter_map(|scene| match scene {
            Scene::Fade { unit, fall, .. } => Some((*unit, fall.is_some())),
            _ => None,
        });
        fades.collect::<Vec<_>>()
    };
    let left = place.tell(&[moved(&place, place.own, HERE, (0, 1))]);
    assert_eq!(gone(&left), [], "(1, 0) is beside (0, 1), too");
    let left = place.tell(&[moved(&place, place.own, (0, 1), (0, 2))]);
    assert_eq!(gone(&left), [(place.seen, false)]);
    let mut fatal = harm(place.own, 3, Cause::Hazard);
    fatal.destroyed = true;
    let lost = place.tell(&[Event::HazardStruck { harms: vec![fatal] }]);
    assert_eq!(gone(&lost), [(place.own, true), (place.seen, false)]);
}
