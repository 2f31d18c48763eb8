//! What happens in a battlescape, told to the laboratory.
//!
//! **Invariant:** facts come from events and the world before each of them. Sight, time carried over and
//! cover of those who attack are asked of the world after the order they belong to. Damage is that of
//! the rules: what goes beyond the hit points left counts.

mod events;
mod measures;
mod words;

use std::sync::Arc;

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::grid::TileId;
use crate::battle::phase::Turn;
use crate::battle::unit::{self, Presence, Roster, Side, UnitId};
use crate::battle::watch::Watcher;
use crate::chronicle::observe::Witness;
use crate::chronicle::record::{Act, BattleRecord, Member, Vocabulary};
use crate::chronicle::recorder::{Actor, Recorder};
use crate::content::Catalog;
use crate::mission::Mission;
use crate::playing::Game;
use crate::rules::battlescape::Battlescape;
use crate::rules::battlescape::attack::Landing;
use crate::rules::battlescape::content::WeaponId;
use crate::rules::battlescape::event::{Event, Harm, Mark};
use crate::rules::battlescape::gear::{Carried, Pack};
use crate::rules::battlescape::observe::events::own_cover;
use crate::rules::battlescape::observe::measures::Tally;
use crate::rules::battlescape::observe::words::Words;
use crate::rules::battlescape::soldier::{Arms, Kind, Loyalty, TimeUnits};

/// Watches one battle of the battlescape.
pub struct Onlooker {
    catalog: Arc<Catalog>,
    words: Words,
    first: Side,
    units: Vec<Known>,
    sides: Vec<Tally>,
    recorder: Recorder,
    /// The mine that goes off now.
    mine: Option<u16>,
    /// Acts of orders that are done.
    done: usize,
    /// Sights and ends of turns by the present order: who sees whom is asked once it is done.
    sights: Vec<(u16, Event)>,
    /// Units whose phase ended with the present order, and the side they obeyed.
    rested: Vec<(Side, UnitId)>,
}

/// What is kept of a unit while its battle goes on.
struct Known {
    kind: u16,
    first_weapon: WeaponId,
    opened: Opened,
    wound: Wound,
}

/// The attack whose rounds or landing a unit's next events are.
#[derive(Clone, Copy)]
enum Opened {
    None,
    /// Every round is an act like this one.
    Volley(Act),
    /// The act that waits to be told where it landed and whom it hurt.
    One(usize),
}

/// What hurt a unit last.
#[derive(Clone, Copy, Default)]
struct Wound {
    means: Option<u16>,
    act: Option<u32>,
    by: Option<UnitId>,
}

impl Witness for Onlooker {
    type Rules = Battlescape;

    fn vocabulary(mission: &Mission) -> Vocabulary {
        words::vocabulary(mission)
    }

    fn begin(world: &World, mission: &Mission) -> Self {
        let known = |id: UnitId| Known {
            kind: unit::part::<Kind>(world, id).0.0.into(),
            first_weapon: unit::part::<Arms>(world, id).weapon,
            opened: Opened::None,
            wound: Wound::default(),
        };
        let turn = world.resource::<Turn>();
        let mut onlooker = Self {
            words: Words::new(&mission.catalog),
            catalog: mission.catalog.clone(),
            first: turn.active,
            units: world.resource::<Roster>().ids().map(known).collect(),
            sides: vec![Tally::default(); mission.sides.len()],
            recorder: Recorder::new(mission.sides.len()),
            mine: None,
            done: 0,
            sights: Vec::new(),
            rested: Vec::new(),
        };
        onlooker.count_standing(world);
        onlooker.look_around(world, turn.number);
        onlooker
    }

    fn close(self, world: &World) -> BattleRecord {
        let members: Vec<_> = (0..)
            .map(UnitId)
            .zip(&self.units)
            .map(|(id, unit)| Member {
                side: loyalty(world, id).home,
                kind: unit.kind,
                means: self.words.weapon(unit.first_weapon),
                fate: Battlescape::fate(world, id),
            })
            .collect();
        let measured = measures::of(&self.catalog, &self.sides, &self.recorder.acts, &members);
        let turns = world.resource::<Turn>().number;
        self.recorder.close(self.first, turns, members, measured)
    }
}

impl Watcher<Battlescape> for Onlooker {
    fn before(&mut self, world: &World, event: &Event) {
        self.note(world, event);
    }

    fn ordered(&mut self, world: &World, _: Side) {
        self.recorder.ordered();
        for act in &mut self.recorder.acts[self.done..] {
            if act.mode <= words::THROW {
                act.own_cover = own_cover(world, act.from, act.at);
            }
        }
        self.done = self.recorder.acts.len();
        for (turn, event) in std::mem::take(&mut self.sights) {
            if let Event::Spotted { side, unit, tile } = event {
                self.spotted(world, turn, side, unit, tile);
                continue;
            }
            for side in self.look_around(world, turn) {
                self.recorder.milestones[side.index()].note_turn_in_sight();
            }
        }
        self.count_carried(world);
    }
}

impl Onlooker {
    /// Returns what is counted of the side a unit obeys.
    fn tally(&mut self, world: &World, unit: UnitId) -> &mut Tally {
        &mut self.sides[loyalty(world, unit).side.index()]
    }

    fn aimed_at(&self, target: Mark) -> Option<(UnitId, u16)> {
        match target {
            Mark::Unit(unit) => Some((unit, self.units[unit.index()].kind)),
            Mark::Hex(_) => None,
        }
    }

    /// Returns an act that nothing has come of yet.
    fn act(&self, world: &World, by: UnitId, means: u16, mode: u16, target: Mark) -> Act {
        let actor = Actor {
            id: by,
            side: loyalty(world, by).side,
            kind: self.units[by.index()].kind,
        };
        let target = match target {
            Mark::Unit(unit) => Ok((unit, self.units[unit.index()].kind)),
            Mark::Hex(tile) => Err(tile),
        };
        self.recorder.act(world, actor, means, mode, target)
    }

    /// Adds an act; returns its index.
    fn open(&mut self, act: Act) -> usize {
        self.recorder.open(act)
    }

    fn use_item(&mut self, world: &World, unit: UnitId, slot: u8, target: Mark) {
        let pack = unit::part::<Pack>(world, unit);
        if let Some(Carried::Item { item, .. }) = pack.get(slot) {
            let act = self.act(world, unit, self.words.item(item), words::USE, target);
            self.open(act);
        }
    }

    /// Notes an area attack: a round of a volley, a throw, or a mine.
    fn burst(&mut self, world: &World, by: Option<UnitId>, landing: &Landing, harms: &[Harm]) {
        let mine = self.mine.take();
        let opened = by
            .filter(|_| mine.is_none())
            .map(|by| self.units[by.index()].opened);
        let index = match (opened, by) {
            (Some(Opened::Volley(act)), _) => self.open(act),
            (Some(Opened::One(index)), Some(by)) => {
                self.units[by.index()].opened = Opened::None;
                index
            }
            _ => {
                for harm in harms.iter().filter(|harm| harm.dealt > 0) {
                    let means = mine;
                    let act = None;
                    self.units[harm.unit.index()].wound = Wound { means, by, act };
                }
                return;
            }
        };
        let act = &mut self.recorder.acts[index];
        (act.hit, act.critical) = (Some(landing.hit.passed), landing.is_crit());
        for harm in harms {
            self.hurt(world, harm.unit, index, harm.dealt.into());
        }
    }

    /// Notes what an act did to a unit.
    fn hurt(&mut self, world: &World, unit: UnitId, index: usize, dealt: u32) {
        if dealt == 0 {
            return;
        }
        let act = &mut self.recorder.acts[index];
        act.hurt(loyalty(world, unit).home, dealt);
        self.units[unit.index()].wound = Wound {
            means: Some(act.means),
            act: u32::try_from(index).ok(),
            by: Some(act.by),
        };
    }

    fn died(&mut self, world: &World, unit: UnitId, by: Option<UnitId>) {
        let known = &self.units[unit.index()];
        let Loyalty { home, side, .. } = *loyalty(world, unit);
        // A hazard may finish what an act began.
        let wound = Some(known.wound).filter(|wound| wound.by == by);
        let wound = wound.unwrap_or_default();
        let killer = by.map(|by| loyalty(world, by).side).filter(|killer| {
            // Under another mind it was a comrade of both sides (§15.25).
            let was_comrade = [home, side].contains(killer);
            !was_comrade && world.resource::<Roster>().are_hostile(*killer, home)
        });
        let actor = Actor {
            id: unit,
            side: home,
            kind: known.kind,
        };
        let act = wound.act.map(|act| act as usize);
        (self.recorder).lost(world, actor, killer, by, (wound.means, act));
    }

    /// Counts the living units on the board by the side they belong to.
    fn count_standing(&mut self, world: &World) {
        let ids = world.resource::<Roster>().ids();
        let is_there = |id: &UnitId| *unit::part::<Presence>(world, *id) == Presence::OnBoard;
        let standing = ids.filter(is_there).map(|id| loyalty(world, id).home);
        self.recorder.count_standing(standing);
    }

    /// Notes that a side sees a unit it did not see before.
    fn spotted(&mut self, world: &World, turn: u16, side: Side, unit: UnitId, tile: TileId) {
        let roster = world.resource::<Roster>();
        if roster.are_hostile(side, loyalty(world, unit).side) {
            self.recorder.contact(world, side, turn, tile);
        }
    }

    /// Notes which sides see enemies in a turn, and lists them.
    fn look_around(&mut self, world: &World, turn: u16) -> Vec<Side> {
        let obeys = |id| loyalty(world, id).side;
        self.recorder.look_around(world, turn, obeys)
    }

    /// Counts the time units that units carry over from a phase.
    fn count_carried(&mut self, world: &World) {
        let board = world.resource::<Board>();
        for (side, id) in self.rested.drain(..) {
            if board.seat(id).is_some() {
                let tally = &mut self.sides[side.index()];
                tally.phases += 1;
                tally.carried += u32::from(unit::part::<TimeUnits>(world, id).carried);
            }
        }
    }
}

fn loyalty(world: &World, unit: UnitId) -> &Loyalty {
    unit::part(world, unit)
}
