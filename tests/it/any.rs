//! Missions and orders of any kind, sensible or not.
//!
//! **Invariant:** what is drawn depends on the catalog and the draws alone.

use bevy::prelude::World;
use hexscape::battle::board::Board;
use hexscape::battle::grid::{Direction, TileId};
use hexscape::battle::unit::{Roster, Side, UnitId};
use hexscape::content::Catalog;
use hexscape::mission::{self, Mission, Terms};
use hexscape::rules::battlescape::content::items::AbilityId;
use hexscape::rules::battlescape::content::{BattlescapeContent, FireMode, Gait};
use hexscape::rules::battlescape::event::Mark;
use hexscape::rules::battlescape::order::Order;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Two random sides of any units with any weapons and items on a generated board, day or night.
pub fn any_mission(catalog: &Catalog, seed: u64) -> Mission {
    let terms = Terms {
        seed,
        ..Terms::default()
    };
    let text = any_text(catalog, seed);
    mission::parse("any.ron", &text, catalog, terms).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The text of such a mission.
pub fn any_text(catalog: &Catalog, seed: u64) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let content = catalog.part::<BattlescapeContent>();
    let scenes = ["Forest", "Village", "CrashSite", "BaseInterior"];
    let scene = scenes[rng.random_range(0..scenes.len())];
    let mut list = |zone: &str, named: bool| -> String {
        let count = rng.random_range(2..5);
        (0..count)
            .map(|index| {
                let unit = &content.units[rng.random_range(0..content.units.len())];
                let weapon = &content.weapons[rng.random_range(0..content.weapons.len())];
                let items: Vec<_> = (0..rng.random_range(0..4))
                    .map(|_| {
                        format!(
                            "{:?}",
                            content.items[rng.random_range(0..content.items.len())].key
                        )
                    })
                    .collect();
                let weapon = match rng.random_range(0..2) {
                    0 => format!("weapon: {:?},", weapon.key),
                    _ => String::new(),
                };
                let name = if named {
                    format!("name: \"{zone} {index}\",")
                } else {
                    String::new()
                };
                let at = if rng.random_range(0..3) == 0 {
                    "center"
                } else {
                    zone
                };
                format!(
                    "(kind: {:?}, {name} at: Zone({at:?}), {weapon} items: [{}]),",
                    unit.key,
                    items.join(", ")
                )
            })
            .collect()
    };
    let (own, foes) = (list("west", true), list("east", false));
    let night = rng.random_range(0..3) == 0;
    format!(
        r#"Mission(name: "Any", rules: Battlescape(), night: {night},
            board: Generated(scene: {scene}, size: (20, 16)),
            zones: {{"home": [Rect((0, 0), (1, 15))]}}, exits: "home",
            objects: [(name: "box", kind: Container, at: Zone("center"), items: ["medikit"])],
            sides: [(name: "Own", controller: Open, units: [{own}]),
                    (name: "Foes", controller: Open, units: [{foes}])],
            objectives: (primary: EliminateAll("Foes"), turn_limit: 60))"#
    )
}

/// An order of any kind with plausible and implausible arguments.
pub fn any_order(world: &World, side: Side, rng: &mut impl Rng) -> Order {
    let board = world.resource::<Board>();
    let grid = board.grid;
    let units = world.resource::<Roster>().len();
    let own: Vec<_> = world.resource::<Roster>().of_side(side).collect();
    // Mostly one's own.
    let id = match rng.random_range(0..30) {
        0 => UnitId(rng.random_range(0..units as u16 + 2)),
        _ if own.is_empty() => UnitId(0),
        _ => own[rng.random_range(0..own.len())],
    };
    let other = UnitId(rng.random_range(0..units as u16 + 1));
    let direction = Direction::new(rng.random_range(0..6));
    let slot = rng.random_range(0..7);
    let mode = FireMode::ALL[rng.random_range(0..FireMode::ALL.len())];
    let seat = |id: UnitId| (id.index() < units).then(|| board.seat(id)).flatten();
    let here = seat(id).unwrap_or(TileId(0));
    let tile = match rng.random_range(0..4) {
        0 => TileId(rng.random_range(0..grid.len() as u32 + 3)),
        1 => grid.neighbor(here, direction).unwrap_or(here),
        2 => seat(other).unwrap_or(here),
        _ => here,
    };
    let gaits = [
        Gait::Walk,
        Gait::Run,
        Gait::Crouch,
        Gait::Crawl,
        Gait::Disengage,
    ];
    match rng.random_range(0..32) {
        0..=6 => {
            let length = rng.random_range(0..6);
            let path = (0..length)
                .map(|_| Direction::new(rng.random_range(0..6)))
                .collect();
            Order::Move(id, gaits[rng.random_range(0..gaits.len())], path)
        }
        7 => Order::GoProne(id),
        8 => Order::Turn(id, direction),
        9..=12 => Order::Attack(id, other, mode),
        13 => Order::FireAt(id, tile, mode),
        14 => {
            let step =
                (rng.random_range(0..2) == 0).then(|| Direction::new(rng.random_range(0..6)));
            Order::TakeCover(id, step, direction)
        }
        15 => Order::Stand(id),
        16 => Order::Reload(id),
        17 => Order::Ready(id),
        18 => Order::ReadySuppression(id),
        19 | 20 => Order::Throw(id, slot, tile),
        21 => Order::Prime(id, slot),
        22 => Order::Toss(id, slot, tile),
        23 => Order::Lay(id, slot, tile),
        24 => Order::Use(id, slot, other),
        25 => match rng.random_range(0..3) {
            0 => Order::Switch(id, slot),
            1 => Order::PickUp(id, slot),
            _ => Order::Drop(id, slot),
        },
        26 | 27 => {
            let ability = AbilityId(rng.random_range(0..6));
            let mark = if rng.random_range(0..3) == 0 {
                Mark::Hex(tile)
            } else {
                Mark::Unit(other)
            };
            Order::Cast(id, ability, mark)
        }
        28 => Order::Door(id, direction),
        29 => Order::Interact(id, tile),
        30 => match rng.random_range(0..12) {
            0 => Order::Leave(id),
            1..=4 => Order::EndUnit(id),
            _ => Order::Deploy(id, tile),
        },
        _ => match rng.random_range(0..4) {
            0 => Order::EndTurn,
            _ => Order::PlayOn,
        },
    }
}
