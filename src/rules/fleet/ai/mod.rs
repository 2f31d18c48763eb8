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
mod memory;
mod picture;
mod posture;
mod purpose;
mod score;
mod spots;

use std::cmp::Reverse;

use bevy::prelude::World;

use crate::battle::dice::{Dice, Label, Roll};
use crate::battle::grid::{Direction, TileId};
use crate::battle::knowledge::{Knowledge, SideKnowledge};
use crate::battle::order::BattleDice;
use crate::battle::unit::{Side, UnitId};
use crate::content::mode::AiMode;
use crate::playing::Weighed;
use crate::rules::fleet::ai::candidates::Candidate;
use crate::rules::fleet::ai::memory::Memory;
use crate::rules::fleet::ai::picture::Contact;
use crate::rules::fleet::ai::posture::{Posture, Temper};
use crate::rules::fleet::ai::purpose::Purpose;
use crate::rules::fleet::ai::score::Scope;
use crate::rules::fleet::ai::spots::Spot;
use crate::rules::fleet::content::{AiFigures, ModeFigures};
use crate::rules::fleet::damage::{Blow, Guard};
use crate::rules::fleet::forces::Forces;
use crate::rules::fleet::forecast::Odds;
use crate::rules::fleet::order::{Order, SidePlan};
use crate::rules::fleet::{hangar, movement, tell};
use crate::rules::kit::planner::Choice;

/// Candidates of a ship that an explanation tells beside the chosen one.
const TOLD: usize = 2;
/// All of something, in percent.
const WHOLE: i64 = 100;
/// Streams of luck under a battle's seed, apart from that of its dice.
const LUCK: u64 = 0xF1EE_7000_0000_0000;
/// Hands there are.
const HANDS: u32 = 1 << 16;
/// Spreads neighbors far apart.
const SPREAD: u32 = 0x9E37_79B1;

/// What a plan is made from.
struct Mind<'w> {
    /// What is known, with own ships where they are planned to be.
    forces: Forces<'w>,
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
    /// Chooses between equals: one of many hands, drawn anew each turn.
    luck: u32,
    /// Turns to the front up to which ships may go ahead of the others.
    pace: u32,
    /// Berths that planned landings leave.
    berths: usize,
    memory: &'w mut Memory,
    /// What ways lead over, by its number in the memory.
    ground: usize,
    /// What holds for the ship that is planned, and storage used again for each.
    scope: Scope,
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

/// Chooses a plan for a side, in a mode of its own or in that of the mission.
pub(super) fn decide(world: &mut World, side: Side, mode: Option<AiMode>) -> Order {
    let mut memory = std::mem::take(&mut *world.get_resource_or_init::<Memory>());
    let (plan, _) = decided(world, side, mode, &mut memory, false);
    *world.resource_mut::<Memory>() = memory;
    Order::Commit(plan)
}

/// Chooses a plan for a side, and tells for each ship what was weighed: the chosen candidate and the
/// next best ones, with their purposes.
pub fn explain(world: &World, side: Side) -> (Order, Vec<Weighed>) {
    let (plan, weighed) = decided(world, side, None, &mut Memory::default(), true);
    (Order::Commit(plan), weighed)
}

/// Plans a turn: returns a plan that passes the check, and what was weighed for it if somebody asks.
fn decided(
    world: &World,
    side: Side,
    mode: Option<AiMode>,
    memory: &mut Memory,
    is_asked: bool,
) -> (SidePlan, Vec<Weighed>) {
    let mut mind = Mind::new(world, side, mode, memory);
    let (mut plan, mut weighed) = (SidePlan::default(), Vec::new());
    mind.take_up_ships();
    plan.launches = mind.sortie();
    mind.set_posture();
    mind.assign();
    for index in 0..mind.ships.len() {
        let (best, others) = mind.choose(index, is_asked);
        if is_asked {
            mind.tell(world, index, &best, &others, &mut weighed);
        }
        let order = mind.order(index, &best);
        plan.ships.insert(mind.ships[index].id, order);
        mind.count_on(index, &best);
    }
    plan.carrier = mind.helm(&plan);
    (plan, weighed)
}

impl<'w> Mind<'w> {
    fn new(world: &'w World, side: Side, mode: Option<AiMode>, memory: &'w mut Memory) -> Self {
        let forces = Forces::known_to(world, side);
        let dice = world.resource::<BattleDice>().0.as_ref();
        let seed = dice.and_then(Dice::state).map_or(0, |state| state.seed);
        let stream = LUCK | u64::from(side.0) << 16 | u64::from(forces.turn);
        let mode = mode.unwrap_or_else(|| forces.mode(side));
        let figures = forces.content.ai.modes.get(&mode);
        let carrier = forces.carrier_of(side);
        let mut mind = Self {
            known: world.resource::<Knowledge>().of(side),
            side,
            mode,
            figures: figures.copied().unwrap_or_default(),
            home: carrier.and_then(|carrier| Some((carrier.id, carrier.tile?))),
            contacts: Vec::new(),
            presumed: None,
            distances: Vec::new(),
            ships: Vec::new(),
            is_shaken: false,
            front: None,
            posture: Posture::default(),
            luck: Dice::seeded(seed, stream).die(Label::Ai, HANDS),
            pace: 0,
            berths: hangar::free_berths(&forces, side),
            memory,
            ground: 0,
            scope: Scope::default(),
            spots: Vec::new(),
            closed: Vec::new(),
            candidates: Vec::new(),
            targets: Vec::new(),
            forces,
        };
        let is_shaken = mind.ambushes().next().is_some();
        mind.is_shaken = is_shaken;
        mind.look();
        let ground = mind.ground();
        mind.ground = mind.memory.distances.ground(ground);
        mind
    }

    /// Returns the weights.
    fn ai(&self) -> &'w AiFigures {
        &self.forces.content.ai
    }

    fn distance(&self, one: TileId, other: TileId) -> u32 {
        self.forces.distance(one, other)
    }

    /// Lists own ships but one.
    fn others(&self, ship: UnitId) -> impl Iterator<Item = &Own> {
        self.ships.iter().filter(move |own| own.id != ship)
    }

    /// Returns where a ship is planned to be.
    fn tile_of(&self, own: &Own) -> Option<TileId> {
        self.forces[own.id].tile
    }

    /// Lists known enemies, and the presumed one last.
    fn expected(&self) -> impl Iterator<Item = &Contact> {
        self.contacts.iter().chain(&self.presumed)
    }

    /// Lists the known ships of enemies.
    fn hostile_ships(&self) -> impl Iterator<Item = &Contact> {
        let contacts = self.contacts.iter();
        contacts.filter(|contact| !contact.is_carrier)
    }

    /// Returns how much of its hull and shots a ship has, in percent.
    fn fitness(&self, ship: UnitId) -> (i64, i64) {
        let now = self.forces[ship].now;
        let ammo = in_percent(now.ammo, self.forces.full_ammo(ship));
        (in_percent(now.hull.now, now.hull.max), ammo)
    }

    /// Returns the odds of an attack of so much effective ATK on a contact.
    fn odds_at(&mut self, contact: &Contact, by: UnitId, attack: i32) -> Odds {
        let blow = Blow::of(&self.forces, by, contact.id, attack, contact.defense);
        self.memory.odds.of(blow, contact.guard)
    }

    /// Returns the odds of an attack of a contact on so much effective DEF.
    fn odds_by(&mut self, contact: &Contact, at: UnitId, defense: i32, guard: Guard) -> Odds {
        let blow = Blow::of(&self.forces, contact.id, at, contact.attack, defense);
        self.memory.odds.of(blow, guard)
    }

    /// Returns the hex of the own carrier.
    fn home(&self) -> Option<TileId> {
        self.home.map(|(_, home)| home)
    }

    /// Returns what a ship draws this turn.
    fn chance_of_unit(&self, ship: UnitId) -> u32 {
        (u32::from(ship.0) ^ self.luck).wrapping_mul(SPREAD) >> 8
    }

    /// Returns the place of a hex among equal ones.
    fn chance_of(&self, tile: TileId) -> u32 {
        (tile.0 ^ self.luck).wrapping_mul(SPREAD).rotate_left(15)
    }

    /// Takes up the own ships on the board.
    fn take_up_ships(&mut self) {
        let own = self
            .forces
            .wing(self.side)
            .filter_map(|one| Some(self.own(one.id, one.tile?, one.facing, false)));
        self.ships = own.collect();
        self.sort_ships();
    }

    /// Sorts own ships by the order in which they move; those of the network are planned last, since they
    /// serve the others.
    fn sort_ships(&mut self) {
        let mut ships = std::mem::take(&mut self.ships);
        ships.sort_unstable_by_key(|own| (self.forces.lends(own.id), own.rank));
        self.ships = ships;
    }

    /// Takes up one own ship.
    fn own(&self, id: UnitId, start: TileId, facing: Direction, is_launched: bool) -> Own {
        Own {
            id,
            start,
            facing,
            rank: (Reverse(movement::speed(&self.forces, id)), id),
            is_launched,
            is_planned: false,
            purpose: Purpose::Hold,
            temper: self.temper(id),
        }
    }

    /// Counts on a candidate from now on.
    fn count_on(&mut self, index: usize, chosen: &Candidate) {
        let ship = self.ships[index].id;
        self.ships[index].is_planned = true;
        // Who lands is in the way of the others until all have moved.
        self.forces.place(ship, chosen.tile, chosen.facing);
        let vessel = &mut self.forces[ship];
        vessel.stance = chosen.stance;
        if chosen.lands {
            self.berths = self.berths.saturating_sub(1);
            return;
        }
        vessel.target = chosen.target;
        let hull = vessel.now.hull.now;
        if let Some((contact, average)) = chosen.aim {
            let contact = &mut self.contacts[contact];
            contact.aimed += average;
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
        others: &[Candidate],
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
        told.extend(others.iter().take(TOLD).map(|other| line(other, false)));
    }

    /// Returns the candidate with most points, and the others by points if somebody asks.
    fn choose(&mut self, index: usize, is_asked: bool) -> (Candidate, Vec<Candidate>) {
        self.find_spots(index);
        self.set_scope(index);
        let mut choice = Choice::new(is_asked);
        let mut here = std::mem::take(&mut self.candidates);
        for spot in 0..self.spots.len() {
            here.clear();
            self.add_candidates(index, spot, &mut here);
            self.weigh(index, spot, &mut here);
            for candidate in &here {
                choice.offer(candidate, candidate.points);
            }
        }
        self.candidates = here;
        let decided = choice.decide(Candidate::is_same);
        decided.expect("a ship can always stay where it is")
    }
}

/// Returns so many percent of something.
fn percent_of(value: impl Into<i64>, percent: i64) -> i64 {
    value.into() * percent / WHOLE
}

/// Returns what part of a whole something is, in percent.
fn in_percent(part: impl Into<i64>, whole: impl Into<i64>) -> i64 {
    part.into() * WHOLE / whole.into().max(1)
}
