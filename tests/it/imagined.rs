//! Imagined battles: they agree with all that a side knows, and depend on nothing else.
//!
//! `IMAGINED_CASES=10000 cargo test --test it imagined` compares as many pairs of each rule set.

use bevy::prelude::World;
use hexscape::battle::ahead::{Effort, Manner, look_ahead};
use hexscape::battle::board::Board;
use hexscape::battle::bookmark::Bookmark;
use hexscape::battle::dice::Dice;
use hexscape::battle::journal::Journal;
use hexscape::battle::knowledge::Knowledge;
use hexscape::battle::order::{BattleDice, Pending, submit};
use hexscape::battle::rollout::{Horizon, Planner, first_owing, play_on};
use hexscape::battle::rules::Waiting;
use hexscape::battle::snapshot::Snapshot;
use hexscape::battle::state::UnitParts;
use hexscape::battle::unit::{Presence, Roster, Side, Title, UnitId, part};
use hexscape::content;
use hexscape::mission::Mission;
use hexscape::playing::{Foresight, Game, foresee};
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::side_view::SideView;
use hexscape::rules::casket::Casket;
use hexscape::rules::casket::order::Choice;
use hexscape::rules::fleet::Fleet;
use hexscape::rules::operations::Operations;
use hexscape::rules::party::Party;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::any::any_mission;
use crate::bookmarks::{check_same, looks};
use crate::properties::shipped;
use crate::{casket_secrets, fleet, fog, operations_secrets, party_secrets};

/// Of so many pairs one looks ahead, since that takes long.
const LOOKS_AHEAD: usize = 10;

fn cases(by_default: usize) -> usize {
    let deeper = std::env::var("IMAGINED_CASES").ok();
    deeper.map_or(by_default, |count| count.parse().expect("a number"))
}

/// A twin agrees with what the side knows in a battle: ground, units, sightings, and what it may order.
fn check_agrees<R: Game>(world: &World, twin: &World, side: Side, about: &str) {
    let [known, found] = [world, twin].map(|world| world.resource::<Knowledge>().of(side));
    let [board, other] = [world, twin].map(|world| world.resource::<Board>());
    for tile in board.grid.tiles() {
        assert_eq!(known.sight(tile), found.sight(tile), "{about}: {tile:?}");
        if known.sees(tile) {
            let states = [known.layers.state(tile), other.layers.state(tile)];
            assert_eq!(states[0], states[1], "{about}: {tile:?}");
        }
        if known.layers.is_known(tile) {
            let states = [known, found].map(|known| known.layers.state(tile));
            assert_eq!(states[0], states[1], "{about}: {tile:?}");
            let levels = [&known.layers, &other.layers].map(|layers| layers.elevation(tile));
            assert_eq!(levels[0], levels[1], "{about}: {tile:?}");
        }
    }
    let roster = world.resource::<Roster>();
    for id in roster.ids() {
        let last = [known, found].map(|known| known.sightings[id.index()]);
        match known.sees_unit(id) {
            // When is now.
            true => assert_eq!(
                last[0].map(|last| last.tile),
                last[1].map(|last| last.tile),
                "{about}: {id:?}"
            ),
            false => assert_eq!(last[0], last[1], "{about}: {id:?}"),
        }
        assert_eq!(known.sees_unit(id), found.sees_unit(id), "{about}: {id:?}");
        let seats = [board.seat(id), other.seat(id)];
        if roster.side(id) == side || known.sees_unit(id) {
            assert_eq!(seats[0], seats[1], "{about}: {id:?}");
        } else if let Some(seat) = seats[1] {
            assert!(!known.sees(seat), "{about}: {id:?} would be seen");
            let can_stand = other.layers.entry_percent(seat).is_some();
            assert!(can_stand, "{about}: {id:?} stands in a wall");
        }
        let [now, then] = [world, twin].map(|world| *part::<Presence>(world, id));
        let is_out = |one: Presence| matches!(one, Presence::Dead | Presence::Escaped);
        assert_eq!(
            is_out(now),
            is_out(then),
            "{about}: {id:?}, {now:?}, {then:?}"
        );
    }
    let [orders, others] = [world, twin].map(|world| R::legal_orders(world, side));
    let differing = (orders.iter().zip(&others)).position(|(one, other)| one != other);
    let differing = differing.map(|at| (&orders[at], &others[at]));
    assert_eq!(differing, None, "{about}: legal orders");
    assert_eq!(orders.len(), others.len(), "{about}: legal orders");
}

/// The states of a side's units.
fn own<R: Game>(world: &World, side: Side) -> Vec<(UnitId, R::UnitState)> {
    let roster = world.resource::<Roster>();
    (roster.of_side(side))
        .map(|id| (id, R::UnitState::read(world, id)))
        .collect()
}

/// What is said names nobody who is not known.
fn check_names<R: Game>(world: &World, side: Side, said: &Foresight, about: &str) {
    let ids = || world.resource::<Roster>().ids();
    let name = |id| part::<Title>(world, id).0.clone();
    let known: Vec<_> = ids().filter(|&id| R::knows_name(world, side, id)).collect();
    let known: Vec<_> = known.into_iter().map(name).collect();
    let unknown = ids()
        .filter(|&id| !R::knows_name(world, side, id))
        .map(name)
        .filter(|name| !name.is_empty() && !known.iter().any(|known| known.contains(name)));
    let orders = said.expected.iter().map(|(_, order)| order);
    let orders: Vec<_> = orders
        .chain(said.options.iter().map(|(option, _)| option))
        .collect();
    for name in unknown {
        let named = orders.iter().find(|order| order.contains(&name));
        assert_eq!(named, None, "{about}: {name} is not known");
    }
}

/// What is tried of a rule set.
struct Trial<'m, R: Game> {
    missions: Vec<Mission>,
    /// Changes all that a side does not know.
    stir: &'m dyn Fn(&mut World, Side, u64),
    /// Looks at what else has to agree in battle and twin.
    check: &'m dyn Fn(&World, &World, Side, &str),
    /// Whether a side is one that is stirred for.
    is_tried: fn(Side) -> bool,
    /// Whether units of one's own have something hidden, too.
    keeps_own: bool,
    rules: std::marker::PhantomData<R>,
}

impl<R: Game> Trial<'_, R> {
    fn run(&self, name: &str, wanted: usize) {
        let (mut tried, mut differed, mut varied, mut seed) = (0, 0, 0, 0);
        while tried < wanted {
            let mission = &self.missions[seed as usize % self.missions.len()];
            let mut world = World::new();
            R::set_up(&mut world, mission, seed);
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut twins = [World::new(), World::new(), World::new()];
            for round in 0..10 {
                let Some(side) = first_owing::<R>(&world) else {
                    break;
                };
                let about = format!("{name}, seed {seed}, round {round}, {side:?}");
                if (self.is_tried)(side) {
                    let mut other = World::new();
                    R::set_up(&mut other, mission, seed);
                    Snapshot::<R>::take(&world).restore(&mut other);
                    let journal = world.resource::<Journal<R>>().entries.clone();
                    other.resource_mut::<Journal<R>>().entries = journal;
                    let before = Snapshot::<R>::take(&other);
                    (self.stir)(&mut other, side, seed ^ round);
                    differed += usize::from(Snapshot::<R>::take(&other) != before);
                    let usual = [&mut world, &mut other]
                        .map(|world| R::decide_as(world, side, Manner::USUAL));
                    assert_eq!(usual[0], usual[1], "{about}: what is done in thought");
                    if R::EFFORT != Effort::NONE && tried % LOOKS_AHEAD == 0 {
                        let before = looks::<R>(&mut world);
                        let ahead =
                            [&mut world, &mut other].map(|world| look_ahead::<R>(world, side));
                        assert_eq!(ahead[0], ahead[1], "{about}: what comes of looking ahead");
                        let words = [&mut world, &mut other]
                            .map(|world| foresee::<R>(world, side, &ahead[0]));
                        assert_eq!(words[0], words[1], "{about}: what is said of it");
                        check_names::<R>(&world, side, &words[0], &about);
                        check_same(&looks::<R>(&mut world), &before, &about);
                    }
                    let fancy = rng.random_range(0..1_000);
                    let [first, second, third] = &mut twins;
                    assert!(R::imagine(&world, side, fancy, first), "{about}");
                    assert!(R::imagine(&other, side, fancy, second), "{about}");
                    check_agrees::<R>(&world, first, side, &about);
                    if self.keeps_own {
                        assert!(own::<R>(&world, side) == own::<R>(first, side), "{about}");
                    }
                    (self.check)(&world, first, side, &about);
                    let seen = looks::<R>(first);
                    check_same(&looks::<R>(second), &seen, &about);
                    assert!(R::imagine(&world, side, fancy + 1, third), "{about}");
                    let states = |world: &World| {
                        let ids = world.resource::<Roster>().ids();
                        ids.map(|id| R::UnitState::read(world, id))
                            .collect::<Vec<_>>()
                    };
                    varied += usize::from(states(first) != states(third));
                    self.think(first, &about);
                    // Used again, a world is the same twin as before.
                    assert!(R::imagine(&world, side, fancy, first), "{about}");
                    check_same(&looks::<R>(first), &seen, &format!("{about}, again"));
                    tried += 1;
                }
                for _ in 0..rng.random_range(1..14) {
                    let Some(side) = first_owing::<R>(&world) else {
                        break;
                    };
                    let order = R::decide(&mut world, side);
                    submit::<R>(&mut world, side, order).expect("it is legal");
                }
            }
            seed += 1;
        }
        println!("{name}: {tried} pairs, {differed} differ, {varied} vary");
        assert!(differed * 3 > tried, "{name}: {differed} of {tried} differ");
        assert!(varied * 4 > tried, "{name}: {varied} of {tried} vary");
    }

    /// Plays the twin on, which goes without refusals, and back.
    fn think(&self, twin: &mut World, about: &str) {
        let dice = |world: &World| {
            let dice = world.resource::<BattleDice>().0.as_ref();
            dice.and_then(Dice::state).expect("they are seeded")
        };
        assert_ne!(dice(twin).stream, 0, "{about}: dice of a battle");
        let mark = Bookmark::<R>::take(twin);
        let before = looks::<R>(twin);
        let horizon = Horizon {
            phases: 2,
            orders: 24,
        };
        let rollout = play_on::<R>(twin, &mut Planner, horizon);
        assert!(!rollout.refused, "{about}: {rollout:?}");
        assert!(rollout.orders > 0, "{about}: {rollout:?}");
        mark.go_back(twin);
        check_same(&looks::<R>(twin), &before, &format!("{about}, gone back"));
    }
}

fn nothing_else(_: &World, _: &World, _: Side, _: &str) {}

#[test]
fn squads_are_imagined_by_what_is_known_of_them() {
    let catalog = content::load_default().expect("the shipped content is sound");
    let names = [
        "first_contact",
        "skirmish_6v8",
        "breakthrough",
        "night_call",
    ];
    let written = (0..12).map(|seed| any_mission(&catalog, seed));
    let check = |world: &World, twin: &World, side: Side, about: &str| {
        let views = [world, twin].map(|world| SideView::new(world, side));
        let told = views.map(|view| {
            let glows: Vec<_> = view.glows().collect();
            let traces: Vec<_> = view.traces().collect();
            let littered: Vec<_> = view.littered().collect();
            let last: Vec<_> = view.last_seen().collect();
            let mines: Vec<_> = view.mines().collect();
            let objects: Vec<_> = view.objects().map(|(tile, _)| tile).collect();
            let units: Vec<_> = (view.grid().tiles())
                .map(|tile| view.unit_at(tile))
                .collect();
            let foes: Vec<_> = (view.enemies())
                .map(|id| (id, view.unit(id), view.weapon(id).key.clone()))
                .collect();
            let order = view.deployment().to_vec();
            format!("{glows:?}{traces:?}{littered:?}{last:?}{mines:?}{objects:?}{units:?}{foes:?}{order:?}")
        });
        assert_eq!(told[0], told[1], "{about}");
    };
    let trial = Trial::<Battlescape> {
        missions: names.map(shipped).into_iter().chain(written).collect(),
        stir: &|world, side, seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            fog::change_hidden(world, side, &mut rng);
        },
        check: &check,
        is_tried: |_| true,
        keeps_own: true,
        rules: Default::default(),
    };
    trial.run("squads", cases(200));
}

#[test]
fn fleets_are_imagined_by_what_is_known_of_them() {
    let names = ["cold_start", "long_watch", "ore_train", "the_shallows"];
    let trial = Trial::<Fleet> {
        missions: names
            .map(shipped)
            .into_iter()
            .filter(|mission| mission.rules.name() == "Fleet")
            .collect(),
        stir: &|world, _, seed| {
            fleet::secrets::stir(world, &mut Dice::seeded(seed, 15));
        },
        check: &nothing_else,
        is_tried: |side| side == Side(0),
        keeps_own: true,
        rules: Default::default(),
    };
    trial.run("fleets", cases(200));
}

#[test]
fn parties_are_imagined_by_what_is_known_of_them() {
    let names = [
        "party_first_blood",
        "party_quiet_steps",
        "party_narrow_bridge",
        "party_salt_crypt",
        "party_long_road",
    ];
    let trial = Trial::<Party> {
        missions: names.map(shipped).into(),
        stir: &|world, side, seed| {
            party_secrets::stir(world, side, &mut Dice::seeded(seed, 15));
        },
        check: &nothing_else,
        is_tried: |_| true,
        keeps_own: true,
        rules: Default::default(),
    };
    trial.run("parties", cases(200));
}

#[test]
fn caskets_are_imagined_by_what_is_known_of_them() {
    let names = [
        "casket_first_duel",
        "casket_frozen_ford",
        "casket_three_wells",
    ];
    let trial = Trial::<Casket> {
        missions: names.map(shipped).into(),
        stir: &|world, side, seed| {
            // Whoever steers is shown cards.
            let waiting = world.resource::<Pending<Casket>>().0.as_ref();
            let steers = |waiting: &Waiting<Casket>| matches!(waiting.choice, Choice::Steer(_));
            if !waiting.is_some_and(steers) {
                casket_secrets::stir(world, side, &mut Dice::seeded(seed, 15));
            }
        },
        check: &nothing_else,
        is_tried: |_| true,
        // The order of one's own deck is hidden, too.
        keeps_own: false,
        rules: Default::default(),
    };
    trial.run("caskets", cases(200));
}

#[test]
fn battalions_are_imagined_by_what_is_known_of_them() {
    let names = ["operations_first_segment", "operations_ghazal_pass"];
    let trial = Trial::<Operations> {
        missions: names.map(shipped).into(),
        stir: &|world, side, seed| {
            operations_secrets::stir(world, side, &mut Dice::seeded(seed, 15));
        },
        check: &nothing_else,
        is_tried: |_| true,
        keeps_own: true,
        rules: Default::default(),
    };
    trial.run("battalions", cases(200));
}
