//! What the computer player of the fleet knows how to do: small situations and the plans for them.

use hexscape::{
    battle::unit::{Health, part},
    rules::fleet::{ai::explain, craft::UnitState},
};

use super::*;

/// A ship, where it is (docked if nowhere), its hull and shots if not all.
type Piece = (&'static str, Option<(i32, i32)>, Option<u16>, Option<u8>);

/// A carrier at its place with some ships, on an empty board of 9 by 9.
struct Scene {
    mode: AiMode,
    own: Vec<Piece>,
    home: (i32, i32),
    foes: Vec<Piece>,
    base: (i32, i32),
    mines: Vec<(i32, i32)>,
    turn: u16,
}

impl Scene {
    fn new(mode: AiMode, own: &[Piece], foes: &[Piece]) -> Self {
        Self {
            mode,
            own: own.to_vec(),
            home: (4, 0),
            foes: foes.to_vec(),
            base: (4, 8),
            mines: Vec::new(),
            turn: 12,
        }
    }

    /// Sets it up: own carrier 0, own ships from 1, then the other carrier and its ships.
    fn world(&self) -> World {
        let catalog = catalog();
        let grid = Grid::new(Layout::PointyOddRows, 9, 9);
        let tile = |(column, row)| grid.from_offset(column, row).expect("on the board");
        let mines: Vec<_> = self.mines.iter().map(|&at| tile(at)).collect();
        let state = |at: TileId| TileState {
            terrain: (catalog.terrain_named(match mines.contains(&at) {
                true => "mines",
                false => "open_space",
            }))
            .expect("shipped"),
            ..TileState::default()
        };
        let board = BoardSetup {
            grid,
            tiles: grid.tiles().map(state).collect(),
            elevation: vec![0; grid.len()],
            hexsides: Vec::new(),
        };
        let fleet = |pieces: &[Piece], base, facing| FleetSide {
            carrier: Some(CarrierSetup {
                kind: catalog.fleet.carrier_named("standard").expect("shipped"),
                name: "Home".into(),
                tile: tile(base),
                facing: Direction::new(facing),
                upgrades: Vec::new(),
            }),
            ships: (pieces.iter().enumerate())
                .map(|(number, (kind, at, ..))| ShipSetup {
                    kind: catalog.fleet.ship_named(kind).expect("shipped"),
                    name: format!("{kind} {number}"),
                    start: at.map_or(Start::Docked, |at| board_at(tile(at), facing)),
                    ..ShipSetup::default()
                })
                .collect(),
            ..FleetSide::default()
        };
        let scenario = Scenario {
            fleets: vec![
                fleet(&self.own, self.home, 1),
                fleet(&self.foes, self.base, 4),
            ],
            ..Scenario::default()
        };
        let mission = mission(&catalog, Options::default(), &board, &scenario, self.mode);
        let mut world = World::new();
        set_up(&mut world, &mission, 1);
        let foes = self.own.len() + 2;
        let own = (1..).zip(&self.own);
        for (id, (_, _, hull, ammo)) in own.chain((foes..).zip(&self.foes)) {
            let id = UnitId(id as u16);
            let mut state = UnitState::read(&world, id);
            let max = state.hull.max;
            let now = hull.unwrap_or(max);
            state.hull = Health { now, max };
            state.stores.ammo = ammo.unwrap_or(state.stores.ammo);
            state.write(&mut world, id);
        }
        world.resource_mut::<hexscape::battle::phase::Turn>().number = self.turn;
        world
    }

    /// Plans for side 0: the plan, and the purpose of each ship by its name.
    fn plan(&self) -> (SidePlan, Vec<(String, String)>) {
        let world = self.world();
        let (order, weighed) = explain(&world, Side(0));
        assert!(
            Fleet::begin(&world, Side(0), &order, None).is_ok(),
            "{order:?}"
        );
        let Order::Commit(plan) = order else {
            panic!("a plan is expected")
        };
        let chosen = weighed.into_iter().filter(|one| one.is_chosen);
        let purposes = chosen.map(|one| {
            let (name, _) = one.order.split_once(": ").expect("a ship and what it does");
            (name.to_owned(), one.purpose)
        });
        (plan, purposes.collect())
    }
}

/// A ship on the board, whole and with all its shots.
fn at(kind: &'static str, column: i32, row: i32) -> Piece {
    (kind, Some((column, row)), None, None)
}

#[track_caller]
fn check_purpose(scene: &Scene, ship: &str, purpose: &str) {
    let (_, purposes) = scene.plan();
    let found = purposes.iter().find(|(name, _)| name == ship);
    assert_eq!(
        found.map(|(_, found)| found.as_str()),
        Some(purpose),
        "{purposes:?}"
    );
}

#[test]
fn a_dry_ship_lands_beside_the_carrier_and_a_hurt_one_too() {
    let pieces = [
        ("interceptor", Some((4, 1)), None, Some(0)),
        ("gunship", Some((3, 1)), Some(1), None),
    ];
    let (plan, _) = Scene::new(AiMode::Aggressive, &pieces, &[]).plan();
    assert_eq!(plan.ships[&UnitId(1)].action, Action::Land);
    assert_eq!(plan.ships[&UnitId(2)].action, Action::Land);
}

#[test]
fn docked_ships_are_rearmed_then_repaired_then_launched_again() {
    let dry = ("interceptor", None, None, Some(0));
    let (plan, _) = Scene::new(AiMode::Aggressive, &[dry], &[]).plan();
    assert_eq!(plan.carrier, Some(CarrierAction::Rearm));
    assert!(plan.launches.is_empty());
    let hurt = ("bomber", None, Some(1), None);
    let (plan, _) = Scene::new(AiMode::Aggressive, &[hurt], &[]).plan();
    assert_eq!(plan.carrier, Some(CarrierAction::Repair(Some(UnitId(1)))));
    assert!(plan.launches.is_empty());
    let whole = ("bomber", None, None, None);
    let (plan, _) = Scene::new(AiMode::Aggressive, &[whole], &[]).plan();
    assert_eq!(plan.launches.len(), 1);
}

#[test]
fn no_more_ships_are_launched_than_there_are_bays_and_none_without_cause() {
    let docked = ("interceptor", None, None, None);
    let four = [docked; 4];
    let count = |mode| Scene::new(mode, &four, &[]).plan().0.launches.len();
    assert_eq!(count(AiMode::Aggressive), 2);
    assert_eq!(count(AiMode::Hold), 0);
    assert_eq!(count(AiMode::Retreat), 0);
}

#[test]
fn a_bomber_beside_the_enemy_carrier_attacks_it() {
    let scene = Scene::new(AiMode::Aggressive, &[at("bomber", 4, 7)], &[]);
    let (plan, _) = scene.plan();
    let order = &plan.ships[&UnitId(1)];
    assert_eq!(order.target, Some(UnitId(2)));
    assert!(order.stance().fire);
    check_purpose(&scene, "bomber 0", "strike Home");
}

#[test]
fn a_bomber_that_strikes_is_escorted() {
    let own = [
        at("bomber", 4, 7),
        at("interceptor", 3, 6),
        at("gunship", 5, 6),
    ];
    let scene = Scene::new(AiMode::Aggressive, &own, &[]);
    check_purpose(&scene, "bomber 0", "strike Home");
    let (_, purposes) = scene.plan();
    let escorts = purposes
        .iter()
        .filter(|(_, purpose)| purpose == "escort bomber 0");
    assert_eq!(escorts.count(), 1, "{purposes:?}");
}

#[test]
fn a_frigate_defends_beside_those_that_fight() {
    let own = [at("frigate", 3, 3), at("gunship", 4, 3)];
    let scene = Scene::new(AiMode::Aggressive, &own, &[at("interceptor", 4, 4)]);
    let (plan, _) = scene.plan();
    assert_eq!(plan.ships[&UnitId(1)].action, Action::Defend);
    check_purpose(&scene, "frigate 0", "lend fire control");
}

#[test]
fn nobody_fires_where_no_enemy_is_known() {
    let own = [
        at("frigate", 3, 1),
        at("gunship", 4, 2),
        at("destroyer", 5, 1),
    ];
    for mode in AiMode::ALL {
        let (plan, _) = Scene::new(mode, &own, &[]).plan();
        for order in plan.ships.values() {
            assert!(!order.stance().fire, "{mode:?}: {order:?}");
        }
    }
}

#[test]
fn guards_stand_in_the_lane_of_an_enemy_that_comes() {
    let own = [at("frigate", 4, 2), at("gunship", 3, 1)];
    let scene = Scene::new(AiMode::Defensive, &own, &[at("bomber", 4, 4)]);
    let (plan, purposes) = scene.plan();
    let words = purposes.iter().map(|(_, purpose)| purpose.as_str());
    let counts = |purpose: &str| purpose.ends_with("bomber 0") || purpose == "lend fire control";
    assert!(words.into_iter().all(counts), "{purposes:?}");
    // They intercept whoever comes by.
    for order in plan.ships.values() {
        assert!(order.action.intercepts(), "{order:?}");
    }
}

#[test]
fn ships_that_hold_stay_and_fire() {
    let own = [at("gunship", 4, 3)];
    let (plan, _) = Scene::new(AiMode::Hold, &own, &[at("interceptor", 4, 4)]).plan();
    let order = &plan.ships[&UnitId(1)];
    assert_eq!((order.action, &order.route), (Action::Defend, &Route::Stay));
    assert!(order.stance().fire);
}

#[test]
fn ships_that_retreat_go_home_and_land() {
    let scene = Scene::new(
        AiMode::Retreat,
        &[at("gunship", 4, 3), at("bomber", 4, 1)],
        &[],
    );
    let (plan, _) = scene.plan();
    assert_eq!(plan.ships[&UnitId(2)].action, Action::Land);
    let Route::Path(path) = &plan.ships[&UnitId(1)].route else {
        panic!("it goes home: {plan:?}")
    };
    let grid = Grid::new(Layout::PointyOddRows, 9, 9);
    let tile = |column, row| grid.from_offset(column, row).expect("on the board");
    let end = path.last().expect("it moves");
    assert!(grid.distance(*end, tile(4, 0)) < grid.distance(tile(4, 3), tile(4, 0)));
}

#[test]
fn a_carrier_keeps_away_from_enemies_in_cautious_mode_and_stays_in_aggressive() {
    let own = [at("frigate", 4, 2)];
    let foe = [at("bomber", 4, 3)];
    let helm = |mode| Scene::new(mode, &own, &foe).plan().0.carrier;
    let mut cautious = Scene::new(AiMode::Cautious, &own, &foe);
    cautious.home = (4, 1);
    assert!(matches!(
        cautious.plan().0.carrier,
        Some(CarrierAction::Move(_))
    ));
    assert_eq!(helm(AiMode::Aggressive), None, "its guns are free");
}

#[test]
fn cautious_ships_gather_where_aggressive_ones_attack() {
    let own = [at("frigate", 4, 4)];
    let foes = [at("destroyer", 4, 6), at("interceptor", 3, 6)];
    let purposes = |mode| {
        Scene::new(mode, &[own[0], at("interceptor", 3, 4)], &foes)
            .plan()
            .1
    };
    let cautious = purposes(AiMode::Cautious);
    let attacks = |all: &[(String, String)]| {
        let words = all.iter().map(|(_, purpose)| purpose.as_str());
        words
            .filter(|purpose| purpose.starts_with("attack"))
            .count()
    };
    assert_eq!(attacks(&cautious), 0, "{cautious:?}");
    let aggressive = purposes(AiMode::Aggressive);
    assert!(attacks(&aggressive) > 0, "{aggressive:?}");
}

#[test]
fn ships_that_search_look_at_hexes_apart() {
    let own = [
        at("interceptor", 3, 3),
        at("scout", 4, 3),
        at("gunship", 5, 3),
    ];
    let scene = Scene::new(AiMode::Search, &own, &[]);
    let (plan, purposes) = scene.plan();
    assert!(
        purposes.iter().all(|(_, purpose)| purpose == "search"),
        "{purposes:?}"
    );
    let moving = plan
        .ships
        .values()
        .filter(|order| order.route != Route::Stay);
    assert_eq!(moving.count(), 3);
}

#[test]
fn a_way_leads_around_mines() {
    let mut scene = Scene::new(AiMode::Aggressive, &[at("gunship", 4, 3)], &[]);
    scene.mines = vec![(4, 4), (3, 4)];
    let (plan, _) = scene.plan();
    let grid = Grid::new(Layout::PointyOddRows, 9, 9);
    let mined = scene
        .mines
        .iter()
        .map(|&(column, row)| grid.from_offset(column, row));
    let mined: Vec<_> = mined.flatten().collect();
    if let Route::Path(path) = &plan.ships[&UnitId(1)].route {
        assert!(path.iter().all(|tile| !mined.contains(tile)), "{path:?}");
    }
}

#[test]
fn what_is_explained_is_what_is_decided() {
    let catalog = catalog();
    let mut world = battle(&catalog, Options::default(), 3);
    for _ in 0..6 {
        for side in owing(&world) {
            let (order, weighed) = explain(&world, side);
            assert_eq!(order, Fleet::decide(&mut world, side));
            let Order::Commit(plan) = &order else {
                panic!("a plan is expected")
            };
            let chosen = weighed.iter().filter(|one| one.is_chosen).count();
            assert_eq!(chosen, plan.ships.len());
            submit::<Fleet>(&mut world, side, order).expect("it passes");
        }
    }
    let name = |id| {
        part::<hexscape::battle::unit::Title>(&world, UnitId(id))
            .0
            .clone()
    };
    assert_eq!(name(0), "Home");
}
