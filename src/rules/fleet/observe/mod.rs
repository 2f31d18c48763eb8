//! What happens in a fleet battle, told to the laboratory.
//!
//! **Invariant:** facts come from events; the world is only asked for who sees whom, after the order
//! they belong to. Damage is hull that was lost.

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
        grid::{Grid, TileId},
        knowledge::Knowledge,
        phase::{Turn, Verdict},
        unit::{self, Roster, Side, UnitId},
    },
    content::Catalog,
    lab::{
        observe::Witness,
        record::{Act, BattleRecord, Loss, Member, SideRecord, Vocabulary},
    },
    mission::Mission,
    rules::{
        Game,
        fleet::{
            Fleet,
            craft::{Armament, Class},
            event::{Attack, CarrierAttack, Cause, Event, Harm, Source},
            order::{Action, ShipOrder},
            queue,
            stats::ADJACENT,
            upkeep::PLAYER,
        },
    },
};

/// Watches one battle of fleets.
pub struct Onlooker {
    catalog: Arc<Catalog>,
    words: Words,
    flown: Vec<usize>,
    grid: Grid,
    turn: u16,
    order: u32,
    units: Vec<Known>,
    grounds: Vec<u8>,
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
    /// Where it is on the board, alive.
    tile: Option<TileId>,
    /// Where it was last, or was to begin.
    last: TileId,
    action: Action,
    /// Its last act, whose damage may land later.
    act: Option<usize>,
}

impl Witness for Onlooker {
    type Rules = Fleet;

    fn vocabulary(mission: &Mission) -> Vocabulary {
        words::vocabulary(mission)
    }

    fn begin(world: &World, mission: &Mission) -> Self {
        let content = &mission.catalog.fleet;
        let words = Words::new(content);
        let board = world.resource::<Board>();
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
                tile: board.seat(id),
                last: unit::part::<unit::Position>(world, id).0,
                action: Action::None,
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
            grid: board.grid,
            turn: world.resource::<Turn>().number,
            order: 0,
            units: roster.ids().map(known).collect(),
            grounds: (mission.board.tiles.iter())
                .map(|tile| tile.terrain.0)
                .collect(),
            sides: vec![tally; mission.sides.len()],
            acts: Vec::with_capacity(64),
            losses: Vec::new(),
            standing: Vec::new(),
        };
        onlooker.count_standing();
        onlooker.look_around(world, false);
        onlooker
    }

    fn note(&mut self, world: &World, side: Side, events: &[Event]) {
        self.sides[side.index()].orders += 1;
        let turn = self.turn;
        for event in events {
            self.note_one(event);
        }
        if self.turn > turn {
            self.look_around(world, true);
        }
        self.order += 1;
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
        let sides = (0..).map(Side).zip(&self.sides).zip(measured);
        let sides = sides.map(|((side, tally), measures)| {
            SideRecord::new(side, &members, tally.orders, measures)
        });
        BattleRecord {
            first: PLAYER,
            turns: match world.resource::<Verdict>().0 {
                Some(ending) => ending.turn,
                None => world.resource::<Turn>().number,
            },
            sides: sides.collect(),
            members,
            acts: self.acts,
            losses: self.losses,
            standing: self.standing,
            ..BattleRecord::default()
        }
    }
}

impl Onlooker {
    fn note_one(&mut self, event: &Event) {
        match event {
            Event::Committed { plan, .. } => {
                for (&ship, order) in &plan.ships {
                    self.intend(ship, order);
                }
            }
            Event::IntentDrawn { ship, order, .. } => self.intend(*ship, order),
            Event::Deployed(one) => self.place(one.unit, Some(one.tile)),
            Event::Launched { ship, tile, .. } => {
                self.place(*ship, Some(*tile));
                self.tally(*ship).launches += 1;
            }
            Event::Landed { ship } => {
                self.place(*ship, None);
                self.tally(*ship).landings += 1;
            }
            Event::Moved { unit, to, .. } => {
                self.place(*unit, Some(*to));
                self.tally(*unit).hexes += 1;
            }
            Event::Blocked { unit, .. } => self.tally(*unit).blocked += 1,
            Event::Repaired { unit, hull } => self.tally(*unit).repaired += u32::from(*hull),
            Event::Rearmed { ships } => {
                for &ship in ships {
                    self.tally(ship).rearmed += 1;
                }
            }
            Event::ReinforcementRolled {
                arrival: Some((ship, tile, _)),
                ..
            } => {
                self.place(*ship, Some(*tile));
                self.tally(*ship).reinforcements += 1;
            }
            Event::DriveCharged { side, charge } => self.sides[side.index()].drive = *charge,
            Event::Aimed { shots } => {
                for shot in shots {
                    let tally = self.tally(shot.ship);
                    tally.shots += 1;
                    tally.wasted += u32::from(shot.target.is_none());
                }
            }
            Event::Intercepted(interception) => {
                self.place(interception.mover, Some(interception.to));
                self.tally(interception.interceptor).interceptions += 1;
                self.attacked(&interception.attack, Mode::Interception, false);
            }
            Event::Fought { attack, held, .. } => self.attacked(attack, Mode::Fight, *held),
            Event::ShotFired { attack, held } => self.attacked(attack, Mode::Shot, *held),
            Event::CarrierFired { attack } => self.attacked(attack, Mode::Carrier, false),
            Event::Dogfight(dogfight) => {
                for ship in dogfight.ships {
                    self.tally(ship).dogfights += 1;
                }
                self.tally(dogfight.initiative[0].ship).dogfights_led += 1;
                for attack in &dogfight.attacks {
                    self.attacked(attack, Mode::Dogfight, dogfight.held);
                }
            }
            Event::CarrierAttacked(attack) => self.besieged(attack),
            Event::PointDefense { carrier, harms } => self.defended(*carrier, harms),
            Event::Volley { harms, .. } | Event::HazardStruck { harms } => self.harmed(harms, None),
            Event::HangarLost { ships } => {
                for &ship in ships {
                    let means = self.words.hangar();
                    self.lost(ship, None, Some(means), None);
                }
            }
            Event::Cleared => self.watch_networks(),
            Event::Withdrew { ship } => self.place(*ship, None),
            Event::TurnBegan => {
                self.turn += 1;
                for known in &mut self.units {
                    (known.action, known.act) = (Action::None, None);
                }
                self.count_standing();
            }
            _ => {}
        }
    }

    fn tally(&mut self, unit: UnitId) -> &mut Tally {
        &mut self.sides[self.units[unit.index()].side.index()]
    }

    fn place(&mut self, unit: UnitId, tile: Option<TileId>) {
        let known = &mut self.units[unit.index()];
        known.tile = tile;
        known.last = tile.unwrap_or(known.last);
    }

    /// Notes what a ship does this turn.
    fn intend(&mut self, ship: UnitId, order: &ShipOrder) {
        let stance = match order.queue.len() {
            0 => order.stance(),
            slots => queue::last_stance(order, slots as u8),
        };
        self.units[ship.index()].action = stance.action;
    }

    fn count_standing(&mut self) {
        let mut alive = vec![0; self.sides.len()];
        for known in self.units.iter().filter(|known| known.tile.is_some()) {
            alive[known.side.index()] += 1;
        }
        self.standing.push(alive);
    }

    /// Counts the turn for sides whose network lends fire control at its end (§8).
    fn watch_networks(&mut self) {
        let content = &self.catalog.fleet;
        let lends = |known: &Known| match known.class {
            Class::Ship(ship) => content.ship(ship).fire_control && known.action == Action::Defend,
            Class::Carrier(_) => false,
        };
        for (side, tally) in (0..).map(Side).zip(&mut self.sides) {
            if !content.options.fcn_sides.include(side) {
                continue;
            }
            let flying = || {
                let own = self.units.iter().enumerate();
                own.filter(|(_, known)| known.side == side && !known.class.is_carrier())
                    .filter_map(|(at, known)| Some((at, known, known.tile?)))
            };
            let mut lenders = flying().filter(|(_, known, _)| lends(known));
            let is_up = lenders.any(|(lender, _, from)| {
                flying().any(|(other, _, to)| {
                    other != lender && self.grid.distance(from, to) == ADJACENT
                })
            });
            tally.network_turns += u16::from(is_up);
        }
    }

    /// Returns an act that nothing has come of yet.
    fn act(&self, by: UnitId, target: UnitId, means: u16, mode: Mode) -> Act {
        let (actor, aim) = (&self.units[by.index()], &self.units[target.index()]);
        Act {
            turn: self.turn,
            order: self.order,
            by,
            side: actor.side,
            kind: self.words.kind(actor.class),
            means,
            mode: mode as u16,
            target: Some((target, self.words.kind(aim.class))),
            from: actor.last,
            at: aim.last,
            ground: self.grounds[aim.last.index()].into(),
            distance: self.grid.distance(actor.last, aim.last) as u16,
            reaction: mode == Mode::Interception,
            ..Act::default()
        }
    }

    fn open(&mut self, act: Act) -> usize {
        let is_first = self.acts.is_empty();
        let (at, turn) = (self.acts.len(), self.turn);
        let tally = &mut self.sides[act.side.index()];
        tally.fired_first |= is_first;
        tally.first_shot.get_or_insert(turn);
        self.units[act.by.index()].act = Some(at);
        self.acts.push(act);
        at
    }

    /// Notes an attack; one that is held lands with the volley.
    fn attacked(&mut self, attack: &Attack, mode: Mode, held: bool) {
        let means = self.units[attack.attacker.index()].means;
        let mut act = self.act(attack.attacker, attack.defender, means, mode);
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
            self.harmed(&attack.harms, Some(at));
        }
    }

    fn besieged(&mut self, attack: &CarrierAttack) {
        let means = self.units[attack.attacker.index()].means;
        let mut act = self.act(attack.attacker, attack.carrier, means, Mode::Siege);
        act.promised = Some(promised(attack.roll.sides, attack.roll.modifier, 0));
        act.hit = Some(attack.damage > 0);
        act.critical = attack.lucky.is_some_and(|check| check.passed);
        let is_networked =
            (attack.attack.parts.iter()).any(|(source, _)| *source == Source::FireControl);
        self.tally(attack.attacker).networked += u32::from(is_networked);
        let at = self.open(act);
        self.harmed(&[attack.harm()], Some(at));
    }

    fn defended(&mut self, carrier: UnitId, harms: &[Harm]) {
        if let Some(first) = harms.first() {
            let means = self.words.point_defense();
            let act = self.act(carrier, first.unit, means, Mode::PointDefense);
            let at = self.open(act);
            self.tally(carrier).shot_down += 1;
            self.harmed(harms, Some(at));
        }
    }

    /// Notes damage that landed: that of an act, or of whose act it was.
    fn harmed(&mut self, harms: &[Harm], act: Option<usize>) {
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
                self.lost(harm.unit, harm.by, means, act);
            }
        }
    }

    /// Notes that a unit was destroyed.
    fn lost(&mut self, unit: UnitId, by: Option<UnitId>, means: Option<u16>, act: Option<usize>) {
        let known = &mut self.units[unit.index()];
        known.tile = None;
        let (class, side, at) = (known.class, known.side, known.last);
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
            killer.milestones.note_kill(self.turn, is_first);
        }
        self.losses.push(Loss {
            turn: self.turn,
            unit,
            kind: self.words.kind(class),
            side,
            at,
            by,
            means,
            act: act.and_then(|at| u32::try_from(at).ok()),
        });
    }

    /// Notes which sides see enemies; a turn counts when it is over.
    fn look_around(&mut self, world: &World, is_turn_over: bool) {
        let (knowledge, roster) = (world.resource::<Knowledge>(), world.resource::<Roster>());
        for side in (0..self.sides.len()).map(|side| Side(side as u8)) {
            let known = knowledge.of(side);
            let in_sight = (0..).map(UnitId).zip(&self.units).find_map(|(id, unit)| {
                let is_seen = roster.are_hostile(side, unit.side) && known.sees_unit(id);
                unit.tile.filter(|_| is_seen)
            });
            let Some(tile) = in_sight else { continue };
            let own = self.units.iter().filter(|unit| unit.side == side);
            let distances = own.filter_map(|unit| Some(self.grid.distance(unit.tile?, tile)));
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

/// Returns the chance of an attack to do damage by its die, permille.
fn promised(sides: u8, modifier: i32, pierce: u16) -> u16 {
    if pierce > 0 {
        return 1000;
    }
    let faces = (1..=i32::from(sides)).filter(|face| face + modifier > 0);
    (faces.count() * 1000 / usize::from(sides).max(1)) as u16
}
