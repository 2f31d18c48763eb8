//! What the computer player of the fleet knows how to do: small situations and the plans for them.

use hexscape::battle::unit::{Health, part};
use hexscape::rules::fleet::ai::explain;
use hexscape::rules::fleet::content::{FleetContent, ModeFigures};
use hexscape::rules::fleet::craft::UnitState;

use super::*;

/// A ship, where it is (docked if nowhere), its hull and shots if not all.
pub(super) type Piece = (&'static str, Option<(i32, i32)>, Option<u16>, Option<u8>);

/// A carrier at its place with some ships, on an empty board of 9 by 9.
pub(super) struct Scene {
    pub(super) mode: AiMode,
    pub(super) own: Vec<Piece>,
    pub(super) home: (i32, i32),
    pub(super) foes: Vec<Piece>,
    pub(super) base: (i32, i32),
    pub(super) mines: Vec<(i32, i32)>,
    /// Trait of all own ships.
    pub(super) quirk: Option<&'static str>,
    pub(super) turn: u16,
    pub(super) options: Options,
    /// Changes the figures of the Aggressive.
    tune: fn(&mut ModeFigures),
}

impl Scene {
    pub(super) fn new(mode: AiMode, own: &[Piece], foes: &[Piece]) -> Self {
        Self {
            mode,
            own: own.to_vec(),
            home: (4, 0),
            foes: foes.to_vec(),
            base: (4, 8),
            mines: Vec::new(),
            quirk: None,
            turn: 12,
            options: usual(),
            tune: |_| (),
        }
    }

    /// The same where all Aggressive ships go out as soon as any do.
    fn without_guards(self) -> Self {
        Self {
            tune: |mode| mode.guards = 0,
            ..self
        }
    }

    /// Sets it up: own carrier 0, own ships from 1, then the other carrier and its ships.
    pub(super) fn world(&self) -> World {
        let mut catalog = Catalog::clone(&catalog());
        let modes = &mut catalog.part_mut::<FleetContent>().ai.modes;
        (self.tune)(modes.get_mut(&AiMode::Aggressive).expect("shipped"));
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
        let quirk = |key| {
            catalog
                .part::<FleetContent>()
                .quirk_named(key)
                .expect("shipped")
        };
        let quirks: Vec<_> = self.quirk.map(quirk).into_iter().collect();
        let fleet = |pieces: &[Piece], base, facing| FleetSide {
            carrier: Some(home(catalog.part(), tile(base), facing)),
            ships: (pieces.iter().enumerate())
                .map(|(number, (kind, at, ..))| {
                    let kinds = catalog.part::<FleetContent>();
                    let class = Class::Ship(kinds.ship_named(kind).expect("shipped"));
                    let start = at.map_or(Start::Docked, |at| board_at(tile(at), facing));
                    UnitSetup {
                        traits: match facing {
                            1 => quirks.clone(),
                            _ => Vec::new(),
                        },
                        ..UnitSetup::new(class, format!("{kind} {number}"), start)
                    }
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
        let mission = mission(&catalog, self.options, &board, &scenario, self.mode);
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
    pub(super) fn plan(&self) -> (SidePlan, Vec<(String, String)>) {
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
pub(super) fn at(kind: &'static str, column: i32, row: i32) -> Piece {
    (kind, Some((column, row)), None, None)
}

#[track_caller]
pub(super) fn check_purpose(scene: &Scene, ship: &str, purpose: &str) {
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

pub(super) const GRID: Grid = Grid::new(Layout::PointyOddRows, 9, 9);

pub(super) fn tile(column: i32, row: i32) -> TileId {
    GRID.from_offset(column, row).expect("on the board")
}

/// Where a ship of a plan ends, from where it begins.
pub(super) fn end(order: &ShipOrder, start: TileId) -> TileId {
    match &order.route {
        Route::Path(path) => *path.last().expect("no empty way is planned"),
        _ => start,
    }
}

/// Ends of own ships on the board, by their places in the scene.
pub(super) fn ends(scene: &Scene, plan: &SidePlan) -> Vec<TileId> {
    let own = (1..).zip(&scene.own);
    let flying = own.filter_map(|(id, piece)| Some((UnitId(id), piece.1?)));
    let ends = flying.map(|(id, (column, row))| end(&plan.ships[&id], tile(column, row)));
    ends.collect()
}

/// A scout without shots, which sees for the others.
const EYES: (Option<u16>, Option<u8>) = (None, Some(0));

#[test]
fn several_ships_set_upon_one_enemy() {
    let own = [
        at("gunship", 3, 3),
        at("destroyer", 4, 3),
        at("bomber", 5, 3),
        ("scout", Some((4, 2)), EYES.0, EYES.1),
    ];
    // One that a single shot does not fell.
    let foes = [at("gunship", 4, 5), at("gunship", 6, 5)];
    let mut scene = Scene::new(AiMode::Aggressive, &own, &foes);
    // The scout is dry and goes home.
    scene.options.blind_fire = true;
    let mut world = scene.world();
    let (plan, _) = scene.plan();
    commit(&mut world, Side(0), plan);
    let events = commit(&mut world, Side(1), SidePlan::default());
    let mut targets = Vec::new();
    for event in &events {
        if let Event::Aimed { shots } = event {
            targets.extend(shots.iter().filter_map(|shot| shot.target));
        }
    }
    let most = targets.iter().map(|id| {
        let same = targets.iter().filter(|other| *other == id);
        same.count()
    });
    assert!(most.max() >= Some(2), "{targets:?}");
}

#[test]
fn the_ship_with_the_best_eyes_goes_ahead_to_look() {
    let own = [
        at("interceptor", 3, 3),
        at("scout", 4, 3),
        at("gunship", 5, 3),
    ];
    let scene = Scene::new(AiMode::Aggressive, &own, &[]).without_guards();
    check_purpose(&scene, "scout 1", "search");
    check_purpose(&scene, "interceptor 0", "advance together");
    // A scout without shots goes home.
    let mut dry = Scene::new(AiMode::Aggressive, &own, &[]).without_guards();
    dry.own[1].3 = Some(0);
    check_purpose(&dry, "scout 1", "withdraw");
}

#[test]
fn a_carrier_follows_its_ships_where_no_enemy_is_known_and_stays_with_those_that_come_back() {
    let own = [
        at("gunship", 4, 5),
        at("destroyer", 3, 5),
        at("frigate", 5, 5),
    ];
    let scene = Scene::new(AiMode::Aggressive, &own, &[]);
    let Some(CarrierAction::Move(path)) = scene.plan().0.carrier else {
        panic!("it follows: {:?}", scene.plan())
    };
    let far = |from: TileId| GRID.distance(from, tile(4, 8));
    assert!(far(path[0]) < far(tile(4, 0)));
    let mut back = Scene::new(AiMode::Aggressive, &own, &[]);
    back.own[0].3 = Some(0);
    assert!(!matches!(
        back.plan().0.carrier,
        Some(CarrierAction::Move(_))
    ));
}

#[test]
fn an_escort_ends_beside_its_bomber() {
    let own = [
        at("bomber", 4, 5),
        at("interceptor", 3, 4),
        at("gunship", 5, 5),
    ];
    let foes = [at("interceptor", 2, 7)];
    let mut scene = Scene::new(AiMode::Aggressive, &own, &foes).without_guards();
    // The scout sees the carrier for all of them.
    scene.own.push(at("scout", 5, 6));
    let (plan, purposes) = scene.plan();
    let ends = ends(&scene, &plan);
    let escort = purposes
        .iter()
        .find(|(_, purpose)| purpose.starts_with("escort"));
    let (name, purpose) = escort.expect("the bomber is escorted");
    let number = |text: &str| -> usize {
        let number = text.rsplit(' ').next().expect("it has one");
        number.parse().expect("it ends with one")
    };
    let (escort, escorted) = (number(name), number(purpose));
    assert!(
        GRID.distance(ends[escort], ends[escorted]) <= 2,
        "{purposes:?} {ends:?}"
    );
}

#[test]
fn guards_stand_in_lanes_and_on_hexes_of_their_own() {
    let own = [
        at("interceptor", 3, 0),
        at("gunship", 5, 0),
        at("destroyer", 3, 1),
        at("frigate", 4, 1),
    ];
    let scene = Scene::new(AiMode::Defensive, &own, &[at("bomber", 4, 3)]);
    let ends_of = |scene: &Scene| ends(scene, &scene.plan().0);
    let (home, foe) = (tile(4, 0), tile(4, 3));
    let lies = |end: &TileId| GRID.distance(home, *end) + GRID.distance(*end, foe) == 3;
    let lanes = ends_of(&scene);
    assert!(lanes.iter().any(lies), "{lanes:?}");
    for single_occupancy in [true, false] {
        let mut scene = Scene::new(AiMode::Defensive, &own, &[]);
        scene.options.single_occupancy = single_occupancy;
        let mut ends = ends_of(&scene);
        ends.sort_unstable();
        ends.dedup();
        assert!(ends.len() >= 3, "{single_occupancy}: {ends:?}");
    }
}

#[test]
fn a_frigate_ends_beside_whom_it_serves() {
    let own = [at("frigate", 2, 3), at("gunship", 4, 4)];
    let scene = Scene::new(AiMode::Aggressive, &own, &[at("interceptor", 4, 5)]);
    let (plan, _) = scene.plan();
    let ends = ends(&scene, &plan);
    let before = GRID.distance(tile(2, 3), ends[1]);
    let after = GRID.distance(ends[0], ends[1]);
    assert!(after == 1 || after < before, "{ends:?}");
    check_purpose(&scene, "frigate 0", "lend fire control");
}

#[test]
fn the_hurt_and_the_dry_come_home_from_afar() {
    for piece in [
        ("interceptor", Some((4, 4)), Some(1), None),
        ("bomber", Some((4, 4)), None, Some(0)),
    ] {
        let scene = Scene::new(AiMode::Aggressive, &[piece], &[at("gunship", 4, 6)]);
        let (plan, _) = scene.plan();
        let ends = ends(&scene, &plan);
        let far = |from| GRID.distance(from, tile(4, 0));
        assert!(far(ends[0]) < far(tile(4, 4)), "{piece:?}: {ends:?}");
        check_purpose(&scene, &format!("{} 0", piece.0), "withdraw");
    }
}

/// Whatever its mode, a carrier leaves a mine instead of repairing itself on it until it is destroyed.
#[test]
fn a_carrier_on_a_mine_leaves_it() {
    for (mode, mines) in [
        (AiMode::Aggressive, vec![(4, 0)]),
        (AiMode::Hold, vec![(4, 0)]),
        // Through more mines, too, by the shortest way out.
        (AiMode::Hold, vec![(4, 0), (3, 0), (5, 0), (3, 1), (4, 1)]),
    ] {
        let mut scene = Scene::new(mode, &[at("frigate", 4, 4)], &[]);
        scene.mines = mines;
        let (plan, _) = scene.plan();
        let Some(CarrierAction::Move(way)) = &plan.carrier else {
            panic!("{mode:?}: {:?}", plan.carrier)
        };
        let is_out = !scene.mines.iter().any(|&(x, y)| way[0] == tile(x, y));
        assert!(is_out || scene.mines.len() > 1, "{mode:?}: {way:?}");
    }
}

#[test]
fn ships_are_not_launched_into_mines() {
    let mut scene = Scene::new(AiMode::Aggressive, &[("gunship", None, None, None)], &[]);
    // All hexes beside the carrier but one.
    scene.mines = vec![(3, 0), (5, 0), (4, 1)];
    let (plan, _) = scene.plan();
    assert_eq!(plan.launches[0].tile, Some(tile(3, 1)));
}

#[test]
fn a_ship_that_point_defense_would_shoot_down_attacks_no_carrier_alone() {
    let weak = ("bomber", Some((4, 7)), Some(2), None);
    let target = |own: &[Piece]| {
        let scene = Scene::new(AiMode::Aggressive, own, &[]);
        let (plan, _) = scene.plan();
        plan.ships.values().filter_map(|order| order.target).count()
    };
    assert_eq!(target(&[weak]), 0);
    assert_eq!(target(&[at("bomber", 4, 7)]), 1);
}

#[test]
fn ships_set_out_together_and_not_before_they_are_fit() {
    let fresh = [
        at("gunship", 3, 1),
        at("destroyer", 4, 1),
        at("bomber", 5, 1),
    ];
    let scene = |own: &[Piece]| Scene::new(AiMode::Aggressive, own, &[]);
    let purposes = |own: &[Piece]| scene(own).without_guards().plan().1;
    let go = |purposes: &[(String, String)]| {
        let go = purposes
            .iter()
            .filter(|(_, purpose)| purpose == "advance together");
        go.count()
    };
    assert_eq!(go(&purposes(&fresh)), 3);
    // One alone could not take a carrier.
    assert_eq!(go(&purposes(&fresh[2..])), 0);
    // Two that wait for repairs hold up the third.
    let hurt = fresh.map(|(kind, at, ..)| (kind, at, Some(1), None));
    let waiting = [hurt[0], hurt[1], fresh[2]];
    assert_eq!(go(&purposes(&waiting)), 0);
}

#[test]
fn each_mode_does_what_it_says_where_the_others_do_not() {
    // A fleet at home and one that only a scout sees, late in a battle.
    let own = [
        at("gunship", 3, 2),
        at("destroyer", 4, 2),
        at("bomber", 5, 2),
        ("scout", Some((4, 5)), EYES.0, EYES.1),
    ];
    let foes = [
        at("gunship", 4, 7),
        at("destroyer", 3, 7),
        at("bomber", 5, 7),
    ];
    let scene = |mode, foes: &[Piece]| {
        let mut scene = Scene::new(mode, &own, foes);
        scene.turn = 26;
        // So few would not go for a carrier among so many.
        scene.tune = |mode| (mode.guards, mode.siege_percent) = (0, 0);
        if foes.is_empty() {
            // Too far off to see the carrier.
            scene.own[3].1 = Some((4, 1));
        }
        scene
    };
    let count = |mode, foes: &[Piece], starts: &[&str]| {
        let purposes = scene(mode, foes).plan().1.into_iter();
        let found = purposes.filter(|(_, purpose)| {
            let mut starts = starts.iter();
            starts.any(|start| purpose.starts_with(start))
        });
        found.count()
    };
    let forward = ["attack", "strike", "escort"];
    let drift = |mode| {
        let scene = scene(mode, &foes);
        let ends = ends(&scene, &scene.plan().0);
        let far = |from| i64::from(GRID.distance(from, tile(4, 8)));
        let before = [tile(3, 2), tile(4, 2), tile(5, 2)].map(far);
        ends[..3].iter().map(|&end| far(end)).sum::<i64>() - before.iter().sum::<i64>()
    };
    assert_eq!(count(AiMode::Aggressive, &foes, &forward), 3);
    assert!(drift(AiMode::Aggressive) < 0);
    for mode in [AiMode::Defensive, AiMode::Cautious] {
        assert_eq!(count(mode, &foes, &forward), 0, "{mode:?}");
        assert!(drift(mode) >= drift(AiMode::Aggressive), "{mode:?}");
    }
    assert_eq!(count(AiMode::Defensive, &foes, &["block the path"]), 3);
    assert!(count(AiMode::Cautious, &foes, &["gather"]) > 0);
    assert_eq!(count(AiMode::Retreat, &foes, &["withdraw"]), 4);
    assert!(drift(AiMode::Retreat) > 0);
    assert_eq!(count(AiMode::Hold, &foes, &["hold"]), 4);
    assert_eq!(drift(AiMode::Hold), 0);
    // Where nobody is known, Search sweeps and the others do not.
    for mode in AiMode::ALL {
        let searching = if mode == AiMode::Search { 3 } else { 0 };
        assert_eq!(count(mode, &[], &["search"]), searching, "{mode:?}");
    }
}

#[test]
fn what_is_explained_is_what_is_decided() {
    let catalog = catalog();
    let mut world = battle(&catalog, usual(), 3);
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

#[test]
fn nobody_is_planned_onto_the_hex_of_a_ship_that_lands() {
    // All want a berth, and there are few hexes beside the carrier.
    let dry = |column, row| ("interceptor", Some((column, row)), None, Some(0));
    let mut landed = 0;
    for turn in 1..30 {
        let own = [dry(4, 1), dry(3, 1), dry(5, 1), dry(4, 2), dry(3, 2)];
        let mut scene = Scene::new(AiMode::Aggressive, &own, &[]);
        scene.turn = turn;
        let (plan, _) = scene.plan();
        let ends = ends(&scene, &plan);
        landed += (plan.ships.values())
            .filter(|order| order.action == Action::Land)
            .count();
        for (at, tile) in ends.iter().enumerate() {
            let is_taken = ends[..at].contains(tile);
            assert!(!is_taken, "turn {turn}: ship {at} is planned onto it");
        }
    }
    assert!(landed > 0);
}

#[test]
fn nobody_lands_in_the_turn_it_is_launched() {
    for mode in AiMode::ALL {
        let docked = ("interceptor", None, None, None);
        let (plan, _) = Scene::new(mode, &[docked; 4], &[at("destroyer", 4, 2)]).plan();
        for launch in &plan.launches {
            assert_ne!(plan.ships[&launch.ship].action, Action::Land, "{mode:?}");
        }
    }
}

#[test]
fn a_dry_frigate_goes_beside_the_carrier_which_rearms_it() {
    let dry = |column, row| ("frigate", Some((column, row)), None, Some(0));
    let scene = Scene::new(AiMode::Aggressive, &[dry(4, 3)], &[]);
    let (plan, _) = scene.plan();
    let grid = Grid::new(Layout::PointyOddRows, 9, 9);
    let ends = ends(&scene, &plan);
    assert_eq!(grid.distance(ends[0], tile(4, 0)), 2, "it comes nearer");
    let (plan, _) = Scene::new(AiMode::Aggressive, &[dry(4, 1)], &[]).plan();
    assert_eq!(plan.carrier, Some(CarrierAction::Rearm));
}

#[test]
fn a_ship_that_is_dry_for_good_makes_for_the_edge() {
    let dry = ("frigate", Some((4, 3)), None, Some(0));
    let mut scene = Scene::new(AiMode::Aggressive, &[dry], &[]);
    scene.options.rearm_beside = false;
    check_purpose(&scene, "frigate 0", "leave the battle");
}

#[test]
fn a_hunter_fires_at_no_ship_and_means_the_carrier_alone() {
    let mut scene = Scene::new(
        AiMode::Aggressive,
        &[at("bomber", 4, 6), at("gunship", 3, 6)],
        &[at("interceptor", 4, 5)],
    );
    let fires = |scene: &Scene| {
        let (plan, _) = scene.plan();
        let at_ships = |order: &&ShipOrder| order.stance().fire && order.target.is_none();
        plan.ships.values().filter(at_ships).count()
    };
    assert!(fires(&scene) > 0);
    scene.quirk = Some("hunter");
    assert_eq!(fires(&scene), 0);
    let (plan, _) = scene.plan();
    let targets = plan.ships.values().filter_map(|order| order.target);
    assert!(targets.into_iter().all(|target| target == UnitId(3)));
}

#[test]
fn a_suicidal_ship_goes_on_where_others_withdraw_and_a_cautious_one_withdraws_sooner() {
    let hurt = ("gunship", Some((4, 4)), Some(1), None);
    let scratched = ("gunship", Some((4, 4)), Some(4), None);
    let purpose = |piece, quirk| {
        let mut scene = Scene::new(AiMode::Aggressive, &[piece], &[at("bomber", 4, 5)]);
        scene.quirk = quirk;
        scene.plan().1[0].1.clone()
    };
    assert_eq!(purpose(hurt, None), "withdraw");
    assert_ne!(purpose(hurt, Some("suicidal")), "withdraw");
    assert_ne!(purpose(hurt, Some("aggressive")), "withdraw");
    assert_ne!(purpose(scratched, None), "withdraw");
    assert_eq!(purpose(scratched, Some("cautious")), "withdraw");
}

#[test]
fn a_defensive_ship_guards_and_a_static_one_stays_most_of_the_time() {
    let own = [
        at("gunship", 3, 1),
        at("destroyer", 4, 1),
        at("bomber", 5, 1),
    ];
    let mut scene = Scene::new(AiMode::Aggressive, &own, &[]).without_guards();
    check_purpose(&scene, "gunship 0", "advance together");
    scene.quirk = Some("defensive");
    check_purpose(&scene, "gunship 0", "screen the carrier");
    scene.quirk = Some("static");
    let stays = (1..101).filter(|&turn| {
        scene.turn = turn;
        let (plan, _) = scene.plan();
        plan.ships[&UnitId(1)].route == Route::Stay
    });
    let stays = stays.count();
    assert!((65..=95).contains(&stays), "{stays} of 100 turns");
}
