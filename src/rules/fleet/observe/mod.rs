//! What happens in a fleet battle, told to the laboratory.
//!
//! **Invariant:** facts come from events and the world before each of them, and where an interception
//! ends of the world after it; who sees whom is asked of the world after the order. Damage is hull that
//! was lost.

mod measures;
mod words;

use bevy::prelude::World;

use self::measures::Tally;
use self::words::{Mode, Other, Words};
use crate::battle::phase::{Turn, Verdict};
use crate::battle::unit::{Roster, Side, UnitId, part};
use crate::battle::watch::Watcher;
use crate::chronicle::observe::Witness;
use crate::chronicle::record::{BattleRecord, Member, Vocabulary};
use crate::chronicle::recorder::{Actor, Recorder};
use crate::mission::Mission;
use crate::playing::Game;
use crate::rules::fleet::craft::{Armament, Class};
use crate::rules::fleet::event::{
    Attack, CarrierAttack, Cause, DieRoll, Event, Harm, Source, Stat,
};
use crate::rules::fleet::forces::{Forces, Vessel};
use crate::rules::fleet::upkeep::PLAYER;
use crate::rules::fleet::{Fleet, setup, stats};

/// Watches one battle of fleets.
pub struct Onlooker {
    words: Words,
    flown: Vec<usize>,
    units: Vec<Known>,
    sides: Vec<Tally>,
    recorder: Recorder,
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
        let content = setup::content(world);
        let words = Words::new(content);
        let roster = world.resource::<Roster>();
        let known = |id: UnitId| {
            let class: Class = *part(world, id);
            Known {
                class,
                side: roster.side(id),
                means: match class {
                    Class::Ship(_) => words.weapon(part::<Armament>(world, id).0),
                    Class::Carrier(_) => words.other(Other::CarrierGuns),
                },
                act: None,
            }
        };
        let tally = Tally {
            lost: vec![0; content.ships.len()],
            ..Tally::default()
        };
        let mut onlooker = Self {
            words,
            flown: words::flown(mission),
            units: roster.ids().map(known).collect(),
            sides: vec![tally; mission.sides.len()],
            recorder: Recorder::new(mission.sides.len()),
        };
        onlooker.count_standing(world);
        let units = &onlooker.units;
        (onlooker.recorder).begin_turns(world, |id| units[id.index()].side);
        onlooker
    }

    fn close(mut self, world: &World) -> BattleRecord {
        let member = |(id, known): (UnitId, &Known)| Member {
            side: known.side,
            kind: self.words.kind(known.class),
            means: known.means,
            fate: Fleet::fate(world, id),
        };
        let members = self.units().map(member).collect();
        let turns = match world.resource::<Verdict>().0 {
            Some(ending) => ending.turn,
            None => world.resource::<Turn>().number,
        };
        for tally in &mut self.sides {
            tally.turns = self.recorder.turn.saturating_sub(1).max(1);
        }
        let measured = self
            .sides
            .iter()
            .map(|tally| measures::of(tally, &self.flown));
        self.recorder
            .close(PLAYER, turns, members, measured.collect())
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
        let units = &self.units;
        (self.recorder).ordered_in_turns(world, |id| units[id.index()].side);
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
                let means = self.words.other(Other::Hangar);
                for &ship in ships {
                    self.lost(world, ship, None, (Some(means), None));
                }
            }
            _ => {}
        }
    }

    fn tally(&mut self, unit: UnitId) -> &mut Tally {
        &mut self.sides[self.units[unit.index()].side.index()]
    }

    fn units(&self) -> impl Iterator<Item = (UnitId, &Known)> {
        (0..).map(UnitId).zip(&self.units)
    }

    fn count_standing(&mut self, world: &World) {
        let forces = Forces::of(world);
        let standing = forces.all().filter(|vessel| vessel.is_on_board());
        self.recorder
            .count_standing(standing.map(|vessel| vessel.side));
    }

    /// Counts the turn for sides whose network lends fire control at its end (§8).
    fn watch_networks(&mut self, world: &World) {
        let forces = Forces::of(world);
        let is_lent = |ship: &Vessel| stats::lenders(&forces, ship.id).next().is_some();
        for side in self.recorder.sides() {
            let is_up = forces.wing(side).any(is_lent);
            self.sides[side.index()].network_turns += u16::from(is_up);
        }
    }

    fn actor(&self, id: UnitId) -> Actor {
        let known = &self.units[id.index()];
        Actor {
            id,
            side: known.side,
            kind: self.words.kind(known.class),
        }
    }

    /// Notes an act of a unit against another; returns its index.
    fn open(&mut self, world: &World, [by, target]: [UnitId; 2], means: u16, mode: Mode) -> usize {
        let (actor, target) = (self.actor(by), self.actor(target));
        let aim = Ok((target.id, target.kind));
        let mut act = self.recorder.act(world, actor, means, mode as u16, aim);
        act.reaction = mode == Mode::Interception;
        let is_first = self.recorder.acts.is_empty();
        let tally = &mut self.sides[actor.side.index()];
        tally.fired_first |= is_first;
        tally.first_shot.get_or_insert(act.turn);
        let at = self.recorder.open(act);
        self.units[by.index()].act = Some(at);
        at
    }

    /// Notes an act that could fail: its chance by the die, and whether it did damage and more of it.
    fn rolled(
        &mut self,
        world: &World,
        duel: [UnitId; 2],
        mode: Mode,
        (attack, promised): (&Stat, u16),
        (hit, critical): (bool, bool),
    ) -> usize {
        let [by, _] = duel;
        let at = self.open(world, duel, self.units[by.index()].means, mode);
        let act = &mut self.recorder.acts[at];
        (act.promised, act.hit, act.critical) = (Some(promised), Some(hit), critical);
        let is_networked = (attack.parts.iter()).any(|(source, _)| *source == Source::FireControl);
        let tally = self.tally(by);
        tally.attacks += 1;
        tally.hits += u32::from(hit);
        tally.promised += u32::from(promised);
        tally.networked += u32::from(is_networked);
        at
    }

    /// Notes an attack; one that is held lands with the volley.
    fn attacked(&mut self, world: &World, attack: &Attack, mode: Mode, held: bool) {
        let promised = match (attack.evaded, attack.pierce) {
            (true, _) => 0,
            (false, 0) => promised(attack.roll),
            (false, _) => 1000,
        };
        let critical = attack.lucky.is_some_and(|check| check.passed);
        let duel = [attack.attacker, attack.defender];
        let came_of_it = (attack.hits(), critical);
        let at = self.rolled(world, duel, mode, (&attack.attack, promised), came_of_it);
        if !held {
            self.harmed(world, &attack.harms, Some(at));
        }
    }

    fn besieged(&mut self, world: &World, attack: &CarrierAttack) {
        let critical = attack.lucky.is_some_and(|check| check.passed);
        let duel = [attack.attacker, attack.carrier];
        let roll = (&attack.attack, promised(attack.roll));
        let came_of_it = (attack.damage > 0, critical);
        let at = self.rolled(world, duel, Mode::Siege, roll, came_of_it);
        self.harmed(world, &[attack.harm()], Some(at));
    }

    fn defended(&mut self, world: &World, carrier: UnitId, harms: &[Harm]) {
        if let Some(first) = harms.first() {
            let means = self.words.other(Other::PointDefense);
            let at = self.open(world, [carrier, first.unit], means, Mode::PointDefense);
            self.tally(carrier).shot_down += 1;
            self.harmed(world, harms, Some(at));
        }
    }

    /// Notes damage that landed: that of an act, or of whose act it was.
    fn harmed(&mut self, world: &World, harms: &[Harm], act: Option<usize>) {
        for harm in harms {
            let (means, act) = match harm.cause {
                Cause::Hazard => (Some(self.words.other(Other::Hazard)), None),
                Cause::Spores(_) => (Some(self.words.other(Other::Spores)), None),
                Cause::Attack | Cause::Splash | Cause::PointDefense => {
                    let own = harm.by.and_then(|by| self.units[by.index()].act);
                    let act = act.or(own);
                    (act.map(|at| self.recorder.acts[at].means), act)
                }
            };
            let Known { side, class, .. } = self.units[harm.unit.index()];
            let lost = u32::from(harm.lost);
            if let Some(at) = act {
                self.recorder.acts[at].hurt(side, lost);
            }
            if class.is_carrier() {
                self.tally(harm.unit).carrier_lost += lost;
            }
            if harm.destroyed {
                self.lost(world, harm.unit, harm.by, (means, act));
            }
        }
    }

    /// Notes that a unit was destroyed, by what means and which act.
    fn lost(
        &mut self,
        world: &World,
        unit: UnitId,
        by: Option<UnitId>,
        cause: (Option<u16>, Option<usize>),
    ) {
        let Known { class, side, .. } = self.units[unit.index()];
        if let Class::Ship(ship) = class {
            self.sides[side.index()].lost[ship.index()] += 1;
        }
        let killer = by.map(|by| self.units[by.index()].side);
        let killer = killer.filter(|killer| *killer != side);
        let actor = self.actor(unit);
        self.recorder.lost(world, actor, killer, by, cause);
    }
}

/// Returns the chance of a roll to do damage, permille.
fn promised(roll: DieRoll) -> u16 {
    let faces = (1..=i32::from(roll.sides)).filter(|face| face + roll.modifier > 0);
    (faces.count() * 1000 / usize::from(roll.sides).max(1)) as u16
}
