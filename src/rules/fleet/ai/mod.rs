//! The computer player of the fleet: plans whole turns from what its side detects.
//!
//! A plan is made in four steps: the picture of what is known, a purpose for every ship, the best spot
//! and stance for each by points, one ship after another in the order in which they move, and last what
//! the carrier does. Each ship counts on where the others go and what they mean to destroy.
//!
//! **Invariant:** reads nothing but the side's own units and what it sees or remembers; integers; between
//! equals chooses a luck that seed, side and turn give, so that equal knowledge gives equal plans.

mod candidates;
mod flagship;
mod harm;
mod picture;
mod posture;
mod purpose;
mod score;
mod spots;
mod temper;

use std::cmp::Reverse;

use bevy::prelude::World;

use crate::{
    battle::{
        dice::Dice,
        grid::{Direction, TileId},
        knowledge::{Knowledge, SideKnowledge},
        order::BattleDice,
        phase::Turn,
        unit::{Side, UnitId},
    },
    content::mode::AiMode,
    playing::Weighed,
    rules::fleet::{
        ai::{
            candidates::Candidate,
            picture::{Book, Contact},
            posture::Posture,
            purpose::Purpose,
            score::Scene,
            spots::Spot,
            temper::Temper,
        },
        check,
        content::{AiFigures, ModeFigures},
        hangar, legal,
        muster::Muster,
        order::{Order, SidePlan},
        queue, tell,
    },
};

/// Candidates of a ship that an explanation tells.
const TOLD: usize = 3;

/// What a plan is made from.
struct Mind<'w> {
    /// What is known, with own ships where they are planned to be.
    muster: Muster<'w>,
    known: &'w SideKnowledge,
    side: Side,
    mode: AiMode,
    figures: ModeFigures,
    /// The own carrier and its hex.
    home: Option<(UnitId, TileId)>,
    /// Enemies that are seen or remembered, by id.
    contacts: Vec<Contact>,
    /// A carrier that may be where the enemy is looked for.
    presumed: Option<Contact>,
    /// Distances from every hex of the board to a contact, those of one contact after those of another,
    /// the presumed one last.
    distances: Vec<u16>,
    /// Own ships that are out or leave the carrier now, in the order they are planned.
    ships: Vec<Own>,
    /// Whether enemies nobody sees are to be expected about the ships.
    is_shaken: bool,
    /// Where the enemy is looked for.
    front: Option<TileId>,
    /// Whether ships go out.
    posture: Posture,
    /// Chooses between equals.
    luck: u32,
    /// Turns to the front up to which ships may go ahead of the others.
    pace: u32,
    /// Berths that planned landings leave.
    berths: usize,
    book: Book,
    /// What holds for the ship that is planned, and storage used again for each.
    scene: Scene,
    /// Distances to goals.
    fields: Vec<(TileId, Vec<u16>)>,
    spots: Vec<Spot>,
    /// Hexes that are spots already or cannot be, one bit for each facing.
    closed: Vec<u8>,
    candidates: Vec<Candidate>,
    targets: Vec<(u32, u16, UnitId, usize, i64)>,
}

/// An own ship.
#[derive(Clone, Copy, Debug)]
struct Own {
    id: UnitId,
    /// Where it begins to move.
    start: TileId,
    facing: Direction,
    /// Its place in the order of moves: those before it are out of its way.
    rank: (Reverse<u8>, UnitId),
    is_launched: bool,
    is_planned: bool,
    purpose: Purpose,
    temper: Temper,
}

/// Chooses a plan for a side.
pub(super) fn decide(world: &mut World, side: Side) -> Order {
    // What odds depend on is what they are looked up by, so that they hold in all battles.
    let mut book = std::mem::take(&mut *world.get_resource_or_init::<Book>());
    let order = Order::Commit(plan(world, side, &mut book, None));
    *world.resource_mut::<Book>() = book;
    checked(world, side, order)
}

/// Returns an order, or one that passes the check if it does not.
fn checked(world: &World, side: Side, order: Order) -> Order {
    if check::begin(world, side, &order).is_ok() {
        return order;
    }
    let others = legal::orders(world, side);
    others.into_iter().next_back().unwrap_or(order)
}

/// Chooses a plan for a side, and tells for each ship what was weighed: the chosen candidate and the
/// next best ones, with their purposes.
pub fn explain(world: &World, side: Side) -> (Order, Vec<Weighed>) {
    let mut weighed = Vec::new();
    let book = &mut Book::default();
    let order = Order::Commit(plan(world, side, book, Some(&mut weighed)));
    match check::begin(world, side, &order).is_ok() {
        true => (order, weighed),
        false => (checked(world, side, order), Vec::new()),
    }
}

/// Plans a turn.
fn plan(
    world: &World,
    side: Side,
    book: &mut Book,
    mut told: Option<&mut Vec<Weighed>>,
) -> SidePlan {
    let mut mind = Mind::new(world, side);
    mind.book = std::mem::take(book);
    let mut plan = SidePlan::default();
    mind.muster_ships();
    plan.launches = mind.sortie();
    mind.set_posture();
    mind.assign();
    let mut all = Vec::new();
    for index in 0..mind.ships.len() {
        let own = mind.ships[index];
        all.clear();
        let best = mind.best(index, told.is_some().then_some(&mut all));
        if let Some(told) = told.as_deref_mut() {
            mind.tell(world, index, &best, &all, told);
        }
        plan.ships.insert(own.id, mind.order(index, &best));
        mind.take(index, &best);
    }
    plan.carrier = mind.helm(&plan);
    *book = mind.book;
    plan
}

/// Returns the seed of a battle; none counts as 0.
fn seed(world: &World) -> u64 {
    let dice = world.resource::<BattleDice>().0.as_ref();
    dice.and_then(Dice::state).map_or(0, |state| state.seed)
}

impl<'w> Mind<'w> {
    fn new(world: &'w World, side: Side) -> Self {
        let muster = Muster::known_to(world, side);
        let known = world.resource::<Knowledge>().of(side);
        let mode = muster.mode(side);
        let figures = muster.content.ai.modes.get(&mode).copied();
        let home = muster.carrier_of(side);
        let home = home.and_then(|carrier| Some((carrier.id, carrier.tile?)));
        let mut mind = Self {
            known,
            side,
            mode,
            figures: figures.unwrap_or_default(),
            home,
            contacts: Vec::new(),
            presumed: None,
            distances: Vec::new(),
            ships: Vec::new(),
            is_shaken: false,
            front: None,
            posture: Posture::default(),
            luck: Self::draw_luck(seed(world), side, world.resource::<Turn>().number),
            pace: 0,
            berths: hangar::free_berths(&muster, side),
            book: Book::default(),
            scene: Scene::default(),
            fields: Vec::new(),
            spots: Vec::new(),
            closed: Vec::new(),
            candidates: Vec::new(),
            targets: Vec::new(),
            muster,
        };
        let is_shaken = mind.ambushes().next().is_some();
        mind.is_shaken = is_shaken;
        mind.look();
        mind
    }

    /// Returns the weights.
    fn ai(&self) -> &'w AiFigures {
        &self.muster.content.ai
    }

    /// Takes up the own ships on the board in the order in which they move; those of the network are
    /// planned last, since they serve the others.
    fn muster_ships(&mut self) {
        let own = self
            .muster
            .flying()
            .filter(|vessel| vessel.side == self.side);
        let own = own.filter_map(|vessel| self.own(vessel.id, vessel.tile?, vessel.facing, false));
        let mut own: Vec<_> = own.collect();
        own.sort_unstable_by_key(|own| (self.lends(own.id), own.rank));
        self.ships = own;
    }

    /// Takes up one own ship.
    fn own(&self, id: UnitId, start: TileId, facing: Direction, is_launched: bool) -> Option<Own> {
        let speed = match self.muster.options.sub_phases {
            1 => self.muster.speed(id),
            _ => queue::speed(&self.muster, id),
        };
        Some(Own {
            id,
            start,
            facing,
            rank: (Reverse(speed), id),
            is_launched,
            is_planned: false,
            purpose: Purpose::Hold,
            temper: self.temper(id),
        })
    }

    /// Whether a ship lends fire control.
    fn lends(&self, ship: UnitId) -> bool {
        (self.muster.ship_type(ship)).is_some_and(|kind| kind.fire_control)
    }

    /// Counts on a candidate from now on.
    fn take(&mut self, index: usize, chosen: &Candidate) {
        let ship = self.ships[index].id;
        self.ships[index].is_planned = true;
        // Who lands is in the way of the others until all have moved.
        self.muster.place(ship, chosen.tile, chosen.facing);
        if chosen.lands {
            self.berths = self.berths.saturating_sub(1);
            self.muster.get_mut(ship).stance = chosen.stance;
            return;
        }
        let vessel = self.muster.get_mut(ship);
        vessel.stance = chosen.stance;
        vessel.target = chosen.target;
        if let Some((contact, average)) = chosen.aim {
            self.contacts[contact].aimed += average;
            let hull = self.muster.get(ship).now.hull.now;
            let contact = &mut self.contacts[contact];
            if contact.is_carrier && hull <= contact.point_defense_hull {
                contact.point_defense = contact.point_defense.saturating_sub(1);
            }
        }
    }

    /// Tells what was weighed for a ship.
    fn tell(
        &self,
        world: &World,
        index: usize,
        best: &Candidate,
        all: &[Candidate],
        told: &mut Vec<Weighed>,
    ) {
        let own = &self.ships[index];
        let purpose = self.purpose_in_words(world, own.purpose);
        let line = |candidate: &Candidate, is_chosen| Weighed {
            order: tell::ship_order(world, own.id, &self.order(index, candidate)),
            purpose: purpose.clone(),
            points: i32::try_from(candidate.points).unwrap_or(i32::MAX),
            is_chosen,
        };
        told.push(line(best, true));
        let mut others: Vec<_> = all.iter().filter(|other| !other.is_same(best)).collect();
        others.sort_by_key(|other| Reverse(other.points));
        told.extend(
            others
                .into_iter()
                .take(TOLD - 1)
                .map(|other| line(other, false)),
        );
    }
}
