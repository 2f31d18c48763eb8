//! What happens in a fleet battle, told to the laboratory.
//!
//! **Invariant:** facts come from events and the world before each of them, and where an interception
//! ends of the world after it; who sees whom is asked of the world after the order. Damage is hull that
//! was lost.

mod measures;
mod words;

use std::sync::Arc;

use bevy::prelude::World;

use self::{
    measures::Tally,
    words::{Mode, Words},
};
use crate::{
    battle::{
        board::Board,
        grid::TileId,
        knowledge::Knowledge,
        phase::{Turn, Verdict},
        unit::{self, Position, Roster, Side, UnitId, units_on_board},
        watch::Watcher,
    },
    chronicle::{
        observe::Witness,
        record::{Act, BattleRecord, Loss, Member, Vocabulary},
    },
    content::Catalog,
    mission::Mission,
    playing::Game,
    rules::fleet::{
        Fleet,
        content::FleetContent,
        craft::{Armament, Class, Standing},
        event::{Attack, CarrierAttack, Cause, Event, Harm, Source},
        order::Action,
        queue,
        stats::ADJACENT,
        upkeep::PLAYER,
    },
};

/// Watches one battle of fleets.
pub struct Onlooker {
    catalog: Arc<Catalog>,
    words: Words,
    flown: Vec<usize>,
    /// The turn after the last order.
    turn: u16,
    order: u32,
    units: Vec<Known>,
    sides: Vec<Tally>,
    acts: Vec<Act>,
    losses: Vec<Loss>,
    standing: Vec<Vec<u16>>,
}

/// What is kept of a unit while its battle goes on.
struct Known {
    class: Class,
    side: Side,
    means: u16,
    /// Its last act, whose damage may land later.
    act: Option<usize>,
}

impl Witness for Onlooker {
    type Rules = Fleet;

    fn vocabulary(mission: &Mission) -> Vocabulary {
        words::vocabulary(mission)
    }

    fn begin(world: &World, mission: &Mission) -> Self {
        let content = mission.catalog.part::<FleetContent>();
        let words = Words::new(content);
        let roster = world.resource::<Roster>();
        let known = |id: UnitId| {
            let class: Class = *unit::part(world, id);
            Known {
                class,
                side: roster.side(id),
                means: match class {
                    Class::Ship(_) => words.weapon(unit::part::<Armament>(world, id).0),
                    Class::Carrier(_) => words.carrier_guns(),
                },
                act: None,
            }
        };
        let tally = Tally {
            lost: vec![0; content.ships.len()],
            ..Tally::default()
        };
        let mut onlooker = Self {
            catalog: mission.catalog.clone(),
            words,
            flown: words::flown(mission),
            turn: world.resource::<Turn>().number,
            order: 0,
            units: roster.ids().map(known).collect(),
            sides: vec![tally; mission.sides.len()],
            acts: Vec::with_capacity(64),
            losses: Vec::new(),
            standing: Vec::new(),
        };
        onlooker.count_standing(world);
        onlooker.look_around(world, false);
        onlooker
    }

    fn close(self, world: &World) -> BattleRecord {
        let units = (0..).map(UnitId).zip(&self.units);
        let members: Vec<_> = units
            .map(|(id, known)| Member {
                side: known.side,
                kind: self.words.kind(known.class),
                means: known.means,
                fate: Fleet::fate(world, id),
            })
            .collect();
        let turns = self.turn.saturating_sub(1).max(1);
        let measured = measures::of(&self.sides, &self.acts, turns, &self.flown);
        BattleRecord {
            first: PLAYER,
            turns: match world.resource::<Verdict>().0 {
                Some(ending) => ending.turn,
                None => world.resource::<Turn>().number,
            },
            acts: self.acts,
            losses: self.losses,
            standing: self.standing,
            ..BattleRecord::of_sides(members, measured)
        }
    }
}

impl Watcher<Fleet> for Onlooker {
    fn before(&mut self, world: &World, event: &Event) {
        match event {
            Event::Launched { ship, .. } => self.tally(*ship).launches += 1,
            Event::Landed { ship } => self.tally(*ship).landings += 1,
            Event::Moved { unit, .. } => self.tally(*unit).hexes += 1,
            Event::Blocked { unit, .. } => self.tally(*unit).blocked += 1,
            Event::Repaired { unit, hull } => self.tally(*unit).repaired += u32::from(*hull),
            Event::Rearmed { ships } => {
                for &ship in ships {
                    self.tally(ship).rearmed += 1;
                }
            }
            Event::ReinforcementRolled {
                arrival: Some((ship, ..)),
                ..
            } => self.tally(*ship).reinforcements += 1,
            Event::DriveCharged { side, charge } => self.sides[side.index()].drive = *charge,
            Event::Cleared => self.watch_networks(world),
            Event::TurnBegan => {
                for known in &mut self.units {
                    known.act = None;
                }
                self.count_standing(world);
            }
            _ => self.note_combat(world, event),
        }
    }

    fn after(&mut self, world: &World, event: &Event) {
        // Whoever is intercepted is shot at where it was stopped.
        if let Event::Intercepted(one) = event {
            self.tally(one.interceptor).interceptions += 1;
            self.attacked(world, &one.attack, Mode::Interception, false);
        }
    }

    fn ordered(&mut self, world: &World, _: Side) {
        self.order += 1;
        let turn = world.resource::<Turn>().number;
        if turn > self.turn {
            self.turn = turn;
            self.look_around(world, true);
        }
    }
}

impl Onlooker {
    fn note_combat(&mut self, world: &World, event: &Event) {
        match event {
            Event::Aimed { shots } => {
                for shot in shots {
                    let tally = self.tally(shot.ship);
                    tally.shots += 1;
                    tally.wasted += u32::from(shot.target.is_none());
                }
            }
            Event::Fought { attack, held, .. } => self.attacked(world, attack, Mode::Fight, *held),
            Event::ShotFired { attack, held } => self.attacked(world, attack, Mode::Shot, *held),
            Event::CarrierFired { attack } => self.attacked(world, attack, Mode::Carrier, false),
            Event::Dogfight(dogfight) => {
                for ship in dogfight.ships {
                    self.tally(ship).dogfights += 1;
                }
                self.tally(dogfight.initiative[0].ship).dogfights_led += 1;
                for attack in &dogfight.attacks {
                    self.attacked(world, attack, Mode::Dogfight, dogfight.held);
                }
            }
            Event::CarrierAttacked(attack) => self.besieged(world, attack),
            Event::PointDefense { carrier, harms } => self.defended(world, *carrier, harms),
            Event::Volley { harms, .. } | Event::HazardStruck { harms } => {
                self.harmed(world, harms, None);
            }
            Event::HangarLost { ships } => {
                for &ship in ships {
                    let means = self.words.hangar();
                    self.lost(world, ship, None, Some(means), None);
                }
            }
            _ => {}
        }
    }

    fn tally(&mut self, unit: UnitId) -> &mut Tally {
        &mut self.sides[self.units[unit.index()].side.index()]
    }

    fn count_standing(&mut self, world: &World) {
        let board = world.resource::<Board>();
        let mut standing = vec![0; self.sides.len()];
        for (id, known) in (0..).map(UnitId).zip(&self.units) {
            standing[known.side.index()] += u16::from(board.seat(id).is_some());
        }
        self.standing.push(standing);
    }

    /// Counts the turn for sides whose network lends fire control at its end (§8).
    fn watch_networks(&mut self, world: &World) {
        let content = self.catalog.part::<FleetContent>();
        let board = world.resource::<Board>();
        let lends = |id: UnitId, known: &Known| match known.class {
            Class::Ship(ship) => content.ship(ship).fire_control && is_defending(world, id),
            Class::Carrier(_) => false,
        };
        for (side, tally) in (0..).map(Side).zip(&mut self.sides) {
            if !content.options.fcn_sides.include(side) {
                continue;
            }
            let flying = || {
                let own = (0..).map(UnitId).zip(&self.units);
                own.filter(|(_, known)| known.side == side && !known.class.is_carrier())
                    .filter_map(|(id, known)| Some((id, known, board.seat(id)?)))
            };
            let mut lenders = flying().filter(|(id, known, _)| lends(*id, known));
            let is_up = lenders.any(|(lender, _, from)| {
                flying().any(|(other, _, to)| {
                    other != lender && board.grid.distance(from, to) == ADJACENT
                })
            });
            tally.network_turns += u16::from(is_up);
        }
    }

    /// Returns an act that nothing has come of yet.
    fn act(&self, world: &World, by: UnitId, target: UnitId, means: u16, mode: Mode) -> Act {
        let (actor, aim) = (&self.units[by.index()], &self.units[target.index()]);
        let board = world.resource::<Board>();
        let (from, at) = (place(world, by), place(world, target));
        Act {
            turn: world.resource::<Turn>().number,
            order: self.order,
            by,
            side: actor.side,
            kind: self.words.kind(actor.class),
            means,
            mode: mode as u16,
            target: Some((target, self.words.kind(aim.class))),
            from,
            at,
            ground: board.layers.terrain(at).0.into(),
            distance: board.grid.distance(from, at) as u16,
            reaction: mode == Mode::Interception,
            ..Act::default()
        }
    }

    fn open(&mut self, act: Act) -> usize {
        let is_first = self.acts.is_empty();
        let (at, turn) = (self.acts.len(), act.turn);
        let tally = &mut self.sides[act.side.index()];
        tally.fired_first |= is_first;
        tally.first_shot.get_or_insert(turn);
        self.units[act.by.index()].act = Some(at);
        self.acts.push(act);
        at
    }

    /// Notes an attack; one that is held lands with the volley.
    fn attacked(&mut self, world: &World, attack: &Attack, mode: Mode, held: bool) {
        let means = self.units[attack.attacker.index()].means;
        let mut act = self.act(world, attack.attacker, attack.defender, means, mode);
        let (sides, modifier) = (attack.roll.sides, attack.roll.modifier);
        act.promised = Some(match attack.evaded {
            true => 0,
            false => promised(sides, modifier, attack.pierce),
        });
        act.hit = Some(attack.hits());
        act.critical = attack.lucky.is_some_and(|check| check.passed);
        let is_networked =
            (attack.attack.parts.iter()).any(|(source, _)| *source == Source::FireControl);
        self.tally(attack.attacker).networked += u32::from(is_networked);
        let at = self.open(act);
        if !held {
            self.harmed(world, &attack.harms, Some(at));
        }
    }

    fn besieged(&mut self, world: &World, attack: &CarrierAttack) {
        let means = self.units[attack.attacker.index()].means;
        let mut act = self.act(world, attack.attacker, attack.carrier, means, Mode::Siege);
        act.promised = Some(promised(attack.roll.sides, attack.roll.modifier, 0));
        act.hit = Some(attack.damage > 0);
        act.critical = attack.lucky.is_some_and(|check| check.passed);
        let is_networked =
            (attack.attack.parts.iter()).any(|(source, _)| *source == Source::FireControl);
        self.tally(attack.attacker).networked += u32::from(is_networked);
        let at = self.open(act);
        self.harmed(world, &[attack.harm()], Some(at));
    }

    fn defended(&mut self, world: &World, carrier: UnitId, harms: &[Harm]) {
        if let Some(first) = harms.first() {
            let means = self.words.point_defense();
            let act = self.act(world, carrier, first.unit, means, Mode::PointDefense);
            let at = self.open(act);
            self.tally(carrier).shot_down += 1;
            self.harmed(world, harms, Some(at));
        }
    }

    /// Notes damage that landed: that of an act, or of whose act it was.
    fn harmed(&mut self, world: &World, harms: &[Harm], act: Option<usize>) {
        for harm in harms {
            let (means, act) = match harm.cause {
                Cause::Hazard => (Some(self.words.hazard()), None),
                Cause::Spores(_) => (Some(self.words.spores()), None),
                Cause::Attack | Cause::Splash | Cause::PointDefense => {
                    let own = harm.by.and_then(|by| self.units[by.index()].act);
                    let act = act.or(own);
                    (act.map(|at| self.acts[at].means), act)
                }
            };
            let side = self.units[harm.unit.index()].side;
            let lost = u32::from(harm.lost);
            if let Some(at) = act {
                self.acts[at].hurt(side, lost);
            }
            if self.units[harm.unit.index()].class.is_carrier() {
                self.tally(harm.unit).carrier_lost += lost;
            }
            if harm.destroyed {
                self.lost(world, harm.unit, harm.by, means, act);
            }
        }
    }

    /// Notes that a unit was destroyed.
    fn lost(
        &mut self,
        world: &World,
        unit: UnitId,
        by: Option<UnitId>,
        means: Option<u16>,
        act: Option<usize>,
    ) {
        let Known { class, side, .. } = self.units[unit.index()];
        let turn = world.resource::<Turn>().number;
        if let Class::Ship(ship) = class {
            self.sides[side.index()].lost[ship.index()] += 1;
        }
        if let Some(at) = act {
            self.acts[at].killed(side);
        }
        let killer = by.map(|by| self.units[by.index()].side);
        if let Some(killer) = killer.filter(|killer| *killer != side) {
            let is_first = !(self.sides.iter()).any(|tally| tally.milestones.has_killed());
            let killer = &mut self.sides[killer.index()];
            killer.milestones.note_kill(turn, is_first);
        }
        self.losses.push(Loss {
            kind: self.words.kind(class),
            by,
            means,
            act: act.and_then(|at| u32::try_from(at).ok()),
            ..Loss::of(world, unit)
        });
    }

    /// Notes which sides see enemies; a turn counts when it is over.
    fn look_around(&mut self, world: &World, is_turn_over: bool) {
        let (knowledge, roster) = (world.resource::<Knowledge>(), world.resource::<Roster>());
        let board = world.resource::<Board>();
        for side in (0..self.sides.len()).map(|side| Side(side as u8)) {
            let known = knowledge.of(side);
            let in_sight = (0..).map(UnitId).zip(&self.units).find_map(|(id, unit)| {
                let is_seen = roster.are_hostile(side, unit.side) && known.sees_unit(id);
                board.seat(id).filter(|_| is_seen)
            });
            let Some(tile) = in_sight else { continue };
            let own = units_on_board(world, side);
            let distances = own.map(|id| board.grid.distance(place(world, id), tile));
            let nearest = distances.min().unwrap_or(0);
            // What is seen now was fought for in the turn that is over.
            let turn = self.turn - u16::from(is_turn_over);
            let milestones = &mut self.sides[side.index()].milestones;
            milestones.note_contact(turn, nearest);
            if is_turn_over {
                milestones.note_turn_in_sight();
            }
        }
    }
}

fn place(world: &World, unit: UnitId) -> TileId {
    unit::part::<Position>(world, unit).0
}

/// Whether a ship is to defend by the end of its orders.
fn is_defending(world: &World, ship: UnitId) -> bool {
    let order = &unit::part::<Standing>(world, ship).order;
    let stance = match order.queue.len() {
        0 => order.stance(),
        slots => queue::last_stance(order, slots as u8),
    };
    stance.action == Action::Defend
}

/// Returns the chance of an attack to do damage by its die, permille.
fn promised(sides: u8, modifier: i32, pierce: u16) -> u16 {
    if pierce > 0 {
        return 1000;
    }
    let faces = (1..=i32::from(sides)).filter(|face| face + modifier > 0);
    (faces.count() * 1000 / usize::from(sides).max(1)) as u16
}
