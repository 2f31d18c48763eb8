//! What each rule set brings to the targets that play battles.

use bevy::prelude::World;
use hexscape::battle::grid::{Direction, TileId};
use hexscape::battle::rules::Rules;
use hexscape::battle::unit::{Roster, Side, UnitId};
use hexscape::content::assets_folder;
use hexscape::mission::{self, Mission, MissionSource, RuleSet, Terms};
use hexscape::rules::battlescape::{self, Battlescape};
use hexscape::rules::casket::machine::{CardNo, Part};
use hexscape::rules::casket::{self, Casket};
use hexscape::rules::fleet::content::{FleetContent, Resolution};
use hexscape::rules::fleet::order::{
    Action, CarrierAction, Deployment, Launch, Maneuver, Route, ShipOrder, SidePlan, Slot,
};
use hexscape::rules::fleet::scenario::Scenario;
use hexscape::rules::fleet::{self, Fleet};
use hexscape::rules::operations::progress::{FirePlan, Role, TargetNo};
use hexscape::rules::operations::unit::Stance;
use hexscape::rules::operations::{self, Operations};
use hexscape::rules::party::character::{Slot as Place, Thing};
use hexscape::rules::party::content::{ItemId, SpellId};
use hexscape::rules::party::objects::Deed;
use hexscape::rules::party::{self, Party};
use rand::{Rng, RngExt};

use crate::any;
use crate::orders::catalog;
use crate::trial::Tried;

/// A rule set whose battles are tried.
pub trait Fuzzed: Tried {
    /// A small mission with all that a battle has, so that states are short.
    const TINY: &'static str;
    /// What stands in it for the rules, and other rules.
    const CHANGE: (&'static str, &'static str);

    /// Makes a mission from a number.
    fn any_mission(seed: u64) -> Mission;

    /// Makes an order from draws, mostly one that can be given.
    fn any_order(world: &World, side: Side, draws: &mut impl Rng) -> Self::Order;

    /// Has a changed mission hold, if these rules take one over.
    fn renew(source: MissionSource) -> Option<Self::Order>;
}

/// Returns the rule set that a text asks for.
pub fn rules_in(data: &[u8]) -> RuleSet {
    let text = String::from_utf8_lossy(data);
    let asks = |set: &RuleSet| text.contains(&format!("rules: {}", set.name()));
    RuleSet::all()
        .iter()
        .copied()
        .find(asks)
        .unwrap_or_default()
}

impl Fuzzed for Battlescape {
    const TINY: &'static str = include_str!("tiny.ron");
    const CHANGE: (&'static str, &'static str) =
        ("Battlescape()", "Battlescape((tu: (carry_max: 30)))");

    fn any_mission(seed: u64) -> Mission {
        any::any_mission(catalog(), seed)
    }

    fn any_order(world: &World, side: Side, draws: &mut impl Rng) -> Self::Order {
        any::any_order(world, side, draws)
    }

    fn renew(source: MissionSource) -> Option<Self::Order> {
        Some(battlescape::order::Order::Renew(Box::new(source)))
    }
}

impl Fuzzed for Fleet {
    const TINY: &'static str = include_str!("tiny_fleet.ron");
    const CHANGE: (&'static str, &'static str) =
        ("Fleet(", "Fleet(ships: {\"bomber\": (hull: 6)}, ");

    /// A shipped mission under any mix of options.
    fn any_mission(seed: u64) -> Mission {
        let folder = assets_folder().expect("the assets are beside the crate");
        let files = mission::files(&folder.join("missions")).into_iter();
        let files: Vec<_> = files
            .filter(|file| {
                rules_in(&std::fs::read(file).expect("missions can be read"))
                    == RuleSet::of::<Fleet>()
            })
            .collect();
        let file = &files[(seed / 8) as usize % files.len()];
        let mut mission = mission::load(file, catalog()).expect("it is shipped");
        let mut catalog = (*mission.catalog).clone();
        let options = &mut catalog.part_mut::<FleetContent>().options;
        options.single_occupancy = seed & 1 == 0 && options.single_occupancy;
        options.sub_phases = [1, 3][usize::from(seed & 2 > 0)];
        options.resolution = match seed & 4 {
            0 => Resolution::Sequential,
            _ => Resolution::Simultaneous,
        };
        options.adjacency_cap = seed.is_multiple_of(5).then_some(1);
        mission.catalog = catalog.into();
        for fleet in &mut Scenario::of_mut(&mut mission).fleets {
            // Every side is ordered about.
            fleet.intents = false;
        }
        mission
    }

    fn any_order(world: &World, side: Side, draws: &mut impl Rng) -> Self::Order {
        match draws.random_range(0..40) {
            0 => fleet::order::Order::PlayOn,
            1 => fleet::order::Order::Commit(SidePlan::default()),
            _ => fleet::order::Order::Commit(any_plan(world, side, draws)),
        }
    }

    fn renew(source: MissionSource) -> Option<Self::Order> {
        Some(fleet::order::Order::Renew(Box::new(source)))
    }
}

impl Fuzzed for Party {
    const TINY: &'static str = include_str!("tiny_party.ron");
    const CHANGE: (&'static str, &'static str) = ("Party(", "Party(");

    /// The small mission on either kind of map, with effects that tick at either time.
    fn any_mission(seed: u64) -> Mission {
        let mut text = Self::TINY.to_owned();
        if seed & 1 > 0 {
            text = text
                .replace("map: Local,", "")
                .replace("goal: Reach(\"out\"),", "");
        }
        if seed & 2 > 0 {
            let over = "Party(figures: (effect_tick: OwnTurnStart, displace_widens: false))";
            text = text.replace("Party()", over);
        }
        let mission = mission::parse("tiny.ron", &text, catalog(), Terms::default());
        mission.unwrap_or_else(|problems| panic!("{problems}"))
    }

    fn any_order(world: &World, side: Side, draws: &mut impl Rng) -> Self::Order {
        use party::order::Order;
        let legal = Self::legal_orders(world, side);
        let units = world.resource::<Roster>().len() as u16 + 1;
        let mut unit = || UnitId(draws.random_range(0..units));
        let (one, other) = (unit(), unit());
        let tile = TileId(draws.random_range(0..25));
        match draws.random_range(0..36) {
            0 => Order::EndTurn,
            1 => Order::Rest(one),
            2 => Order::Attack(one, other),
            3 => Order::Cast(one, SpellId(draws.random_range(0..12)), other),
            4 => Order::Equip(one, draws.random_range(0..4)),
            5 => Order::EndCombat,
            6 => Order::Alert(one),
            30 => Order::Handle(one, Deed::Open, tile),
            31 => Order::Use(one, Place::Pack(draws.random_range(0..4)), other),
            32 => Order::Use(one, Place::Quick(draws.random_range(0..3)), other),
            33 => Order::Handle(one, Deed::ALL[draws.random_range(0..Deed::ALL.len())], tile),
            34 => Order::Put(one, draws.random_range(0..4), tile),
            35 => Order::Take(one, tile, Thing::Item(ItemId(draws.random_range(0..12)))),
            7..12 => {
                let steps = draws.random_range(0..5);
                let step = |_| Direction::new(draws.random_range(0..6));
                Order::Move(one, (0..steps).map(step).collect())
            }
            _ if legal.is_empty() => Order::EndTurn,
            _ => legal[draws.random_range(0..legal.len())].clone(),
        }
    }

    fn renew(_: MissionSource) -> Option<Self::Order> {
        None
    }
}

impl Fuzzed for Casket {
    const TINY: &'static str = include_str!("tiny_casket.ron");
    const CHANGE: (&'static str, &'static str) = ("Casket()", "Casket(figures: (hand: 5))");

    /// The small mission, with and without points, under either way of some switches.
    fn any_mission(seed: u64) -> Mission {
        let mut text = Self::TINY.to_owned();
        if seed & 1 > 0 {
            text = text.replace("goal: Points,", "friendly_fire: true,");
        }
        if seed & 2 > 0 {
            let over = "Casket(figures: (switches: (brace_action: true, overflow: Reshuffles, fire: Crossing, \
                reactives_redraw: true, locate_by_facing: true)))";
            text = text.replace("Casket()", over);
        }
        let mission = mission::parse("tiny.ron", &text, catalog(), Terms::default());
        mission.unwrap_or_else(|problems| panic!("{problems}"))
    }

    fn any_order(world: &World, side: Side, draws: &mut impl Rng) -> Self::Order {
        use casket::order::{Aiming, Order, Source};
        let legal = Self::legal_orders(world, side);
        let units = world.resource::<Roster>().len() as u16 + 1;
        let mut number = |most: u32| draws.random_range(0..most);
        let card = CardNo(number(40) as u8);
        let cards = vec![card, CardNo(number(40) as u8)];
        let way = Direction::new(number(6) as u8);
        let mut some = |most: u32| (number(2) > 0).then(|| number(most));
        let aiming = Aiming {
            target: some(units.into()).map(|id| UnitId(id as u16)),
            tile: some(25).map(TileId),
            second: some(units.into()).map(|id| UnitId(id as u16)),
            called: some(4).map(|part| Part::CHOICES[part as usize].1),
            path: vec![way; some(4).unwrap_or(0) as usize],
            facing: some(6).map(|way| Direction::new(way as u8)),
            repair: some(40).map(|no| CardNo(no as u8)).into_iter().collect(),
        };
        match draws.random_range(0..40) {
            0 => Order::Pass,
            1..4 => Order::Play(Source::Hand(card), aiming),
            4 => Order::Play(Source::Ability(draws.random_range(0..3)), aiming),
            5 => Order::Play(Source::Strike, aiming),
            6 => Order::Step(way),
            7 => Order::Turn(way),
            8 => Order::Brace,
            9 => Order::React(Some(card)),
            10 => Order::Guard(aiming.target),
            11 => Order::Lose(cards),
            12 => Order::BoilOver { skip: true },
            13 => Order::Discard(cards),
            14 => Order::Steer(Box::new(Order::Pass)),
            _ if legal.is_empty() => Order::Pass,
            _ => legal[draws.random_range(0..legal.len())].clone(),
        }
    }

    fn renew(source: MissionSource) -> Option<Self::Order> {
        Some(casket::order::Order::Renew(Box::new(source)))
    }
}

impl Fuzzed for Operations {
    const TINY: &'static str = include_str!("tiny_operations.ron");
    const CHANGE: (&'static str, &'static str) =
        ("Operations()", "Operations(figures: (most_barrages: 2))");

    /// The small mission, under either way of some switches.
    fn any_mission(seed: u64) -> Mission {
        let mut text = Self::TINY.to_owned();
        if seed & 1 > 0 {
            text = text.replace("attacker: \"Own\",", "attacker: \"Foes\", first: \"Foes\",");
        }
        if seed & 2 > 0 {
            let over = "Operations(figures: (switches: (held_off_by_equal: true, armor_absorbs_equal: true, \
                defeat_at_percentage: true, broken_surrender: true, hits_retreated_armor: false)))";
            text = text.replace("Operations()", over);
        }
        let mission = mission::parse("tiny.ron", &text, catalog(), Terms::default());
        mission.unwrap_or_else(|problems| panic!("{problems}"))
    }

    fn any_order(world: &World, side: Side, draws: &mut impl Rng) -> Self::Order {
        use operations::order::{Escort, Order};
        let legal = Self::legal_orders(world, side);
        let units = u32::from(world.resource::<Roster>().len() as u16) + 1;
        let mut number = |most: u32| draws.random_range(0..most);
        let (one, other) = (UnitId(number(units) as u16), UnitId(number(units) as u16));
        let (tile, near) = (TileId(number(26)), TileId(number(26)));
        let points = vec![number(9) as u8; number(3) as usize];
        let way = Direction::new(number(6) as u8);
        let target = TargetNo(number(9) as u16);
        match number(44) {
            0 => Order::Done,
            1 => Order::Move(vec![one], vec![way]),
            2 => Order::Move(vec![one, other], vec![way, way]),
            3 => Order::Ride(one, number(2) > 0),
            4 => Order::Blow(number(3) as u8),
            5 => Order::Position([(one, Stance::Back)].into()),
            6 => Order::Hold([one, other].into()),
            7 => Order::Plan(vec![FirePlan {
                target,
                barrages: vec![vec![one], vec![other]],
            }]),
            8 => Order::Fire(target, number(3) as u8),
            9 => Order::Confirm([tile, near].into()),
            10 | 11 => {
                let role = Role {
                    anti_armor: points,
                    target: Some(tile),
                    second: (number(3) == 0).then_some(near),
                };
                Order::Assign([(one, role)].into())
            }
            12 => Order::AntiArmor(tile),
            13 => Order::Assault(tile),
            14 => Order::CallOff(tile),
            15 => Order::TypeDice(number(2) > 0),
            16 => Order::Roll(points),
            17 => Order::Lose([(one, points)].into()),
            18 => Order::Truck(number(7) as u8),
            19 => Order::Retreat(vec![tile, near]),
            20 => Order::Captures(Escort {
                tile: Some(tile),
                guards: [(one, points)].into(),
                unit: Some(other),
                apart: (0..number(3)).map(|count| (near, count as u16)).collect(),
                joins: (0..number(3)).map(|count| (one, count as u16)).collect(),
            }),
            _ if legal.is_empty() => Order::Done,
            _ => legal[number(legal.len() as u32) as usize].clone(),
        }
    }

    fn renew(source: MissionSource) -> Option<Self::Order> {
        Some(operations::order::Order::Renew(Box::new(source)))
    }
}

/// Makes a plan: mostly of the side's own ships, with paths that hang together.
fn any_plan(world: &World, side: Side, draws: &mut impl Rng) -> SidePlan {
    let roster = world.resource::<Roster>();
    let forces = fleet::forces::Forces::known_to(world, side);
    let has_queue = forces.options.sub_phases > 1;
    let mut plan = SidePlan::default();
    for id in roster.ids() {
        let is_own = roster.side(id) == side;
        if !is_own && draws.random_range(0..24) > 0 || draws.random_range(0..6) == 0 {
            continue;
        }
        let tile = forces[id].tile;
        if fleet::is_carrier(world, id) && draws.random_range(0..12) > 0 {
            plan.carrier = any_action(&forces, id, has_queue, draws);
            continue;
        }
        if tile.is_none() && draws.random_range(0..2) == 0 {
            plan.launches.push(Launch {
                ship: id,
                tile: (draws.random_range(0..3) == 0).then(|| any_tile(&forces, draws)),
                sub_phase: draws.random_range(0..4),
            });
        }
        if draws.random_range(0..12) == 0 {
            plan.deployments.push(Deployment {
                unit: id,
                tile: any_tile(&forces, draws),
                facing: Direction::new(draws.random_range(0..6)),
            });
        }
        plan.ships
            .insert(id, any_ship_order(&forces, tile, has_queue, draws));
    }
    plan
}

fn any_ship_order(
    forces: &fleet::forces::Forces,
    tile: Option<TileId>,
    has_queue: bool,
    draws: &mut impl Rng,
) -> ShipOrder {
    let target = match draws.random_range(0..4) {
        0 => Some(UnitId(draws.random_range(0..30))),
        _ => None,
    };
    if has_queue && draws.random_range(0..16) > 0 {
        return ShipOrder {
            target,
            queue: any_slots(draws),
            ..ShipOrder::default()
        };
    }
    let action = Action::ALL[draws.random_range(0..Action::ALL.len())];
    ShipOrder {
        action,
        target,
        fire: [None, Some(true), Some(false)][draws.random_range(0..3)],
        route: match (draws.random_range(0..4), tile) {
            (0, _) => Route::To(any_tile(forces, draws)),
            (1 | 2, Some(from)) => Route::Path(any_path(forces, from, draws)),
            _ => Route::Stay,
        },
        queue: Vec::new(),
    }
}

fn any_action(
    forces: &fleet::forces::Forces,
    carrier: UnitId,
    has_queue: bool,
    draws: &mut impl Rng,
) -> Option<CarrierAction> {
    let from = forces[carrier].tile?;
    match draws.random_range(0..6) {
        0 => None,
        1 => Some(CarrierAction::Rearm),
        2 => Some(CarrierAction::Repair(None)),
        3 => Some(CarrierAction::Repair(Some(UnitId(
            draws.random_range(0..30),
        )))),
        _ if has_queue => Some(CarrierAction::Queue(any_slots(draws))),
        _ => Some(CarrierAction::Move(any_path(forces, from, draws))),
    }
}

fn any_slots(draws: &mut impl Rng) -> Vec<Slot> {
    let count = draws.random_range(0..4);
    let slot = |draws: &mut _| Slot {
        maneuver: Maneuver::ALL[Rng::next_u32(draws) as usize % Maneuver::ALL.len()],
        fire: Rng::next_u32(draws) % 2 == 0,
    };
    (0..count).map(|_| slot(draws)).collect()
}

/// A hex of the board, or now and then one beyond it.
fn any_tile(forces: &fleet::forces::Forces, draws: &mut impl Rng) -> TileId {
    TileId(draws.random_range(0..forces.grid.len() as u32 + 3))
}

fn any_path(forces: &fleet::forces::Forces, from: TileId, draws: &mut impl Rng) -> Vec<TileId> {
    let mut at = from;
    (0..draws.random_range(0..4))
        .map(|_| {
            let heading = Direction::new(draws.random_range(0..6));
            at = forces.grid.neighbor(at, heading).unwrap_or(at);
            at
        })
        .collect()
}
