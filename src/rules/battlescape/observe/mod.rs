//! What happens in a battlescape, told to the laboratory.
//!
//! **Invariant:** facts come from events; the world is only asked for what no event tells, after the
//! order they belong to. Damage is that of the rules: what goes beyond the hit points left counts.

mod events;
mod measures;
mod words;

use std::sync::Arc;

use bevy::prelude::World;

use crate::{
    battle::{
        board::Board,
        grid::{Grid, TileId},
        knowledge::Knowledge,
        phase::Turn,
        unit::{self, Position, Roster, Side, UnitId},
    },
    content::Catalog,
    lab::{
        observe::Witness,
        record::{Act, BattleRecord, Loss, Member, SideRecord, Vocabulary},
    },
    mission::Mission,
    rules::{
        Game,
        battlescape::{
            Battlescape,
            content::WeaponId,
            event::{Event, Mark},
            gear::{Carried, Pack},
            observe::{measures::Tally, words::Words},
            soldier::{Arms, Kind, Loyalty, TimeUnits},
        },
    },
};

/// Watches one battle of the battlescape.
pub struct Onlooker {
    catalog: Arc<Catalog>,
    words: Words,
    grid: Grid,
    first: Side,
    turn: u16,
    order: u32,
    units: Vec<Known>,
    grounds: Vec<u8>,
    sides: Vec<Tally>,
    acts: Vec<Act>,
    losses: Vec<Loss>,
    standing: Vec<Vec<u16>>,
    /// Living units on the board now, by side.
    alive: Vec<u16>,
    /// The mine that goes off now.
    mine: Option<u16>,
}

/// What is kept of a unit while its battle goes on.
struct Known {
    kind: u16,
    home: Side,
    side: Side,
    weapon: WeaponId,
    first_weapon: WeaponId,
    pack: Pack,
    tile: TileId,
    /// Whether it came onto the board.
    came: bool,
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
        let ids = || world.resource::<Roster>().ids();
        let board = world.resource::<Board>();
        let known = |id: UnitId| {
            let loyalty = unit::part::<Loyalty>(world, id);
            let weapon = unit::part::<Arms>(world, id).weapon;
            Known {
                kind: unit::part::<Kind>(world, id).0.0.into(),
                home: loyalty.home,
                side: loyalty.side,
                weapon,
                first_weapon: weapon,
                pack: *unit::part::<Pack>(world, id),
                tile: unit::part::<Position>(world, id).0,
                came: board.seat(id).is_some(),
                opened: Opened::None,
                wound: Wound::default(),
            }
        };
        let units: Vec<_> = ids().map(known).collect();
        let mut alive = vec![0; mission.sides.len()];
        for unit in units.iter().filter(|unit| unit.came) {
            alive[unit.home.index()] += 1;
        }
        let mut onlooker = Self {
            words: Words::new(&mission.catalog),
            catalog: mission.catalog.clone(),
            grid: board.grid,
            first: world.resource::<Turn>().active,
            turn: world.resource::<Turn>().number,
            order: 0,
            units,
            grounds: mission
                .board
                .tiles
                .iter()
                .map(|tile| tile.terrain.0)
                .collect(),
            sides: vec![Tally::default(); mission.sides.len()],
            acts: Vec::with_capacity(128),
            losses: Vec::new(),
            standing: vec![alive.clone()],
            alive,
            mine: None,
        };
        onlooker.look_around(world, false);
        onlooker
    }

    fn note(&mut self, world: &World, side: Side, events: &[Event]) {
        self.sides[side.index()].orders += 1;
        for event in events {
            self.note_one(world, event);
        }
        self.order += 1;
    }

    fn close(self, world: &World) -> BattleRecord {
        let members: Vec<_> = (0..)
            .map(UnitId)
            .zip(&self.units)
            .map(|(id, unit)| Member {
                side: unit.home,
                kind: unit.kind,
                means: self.words.weapon(unit.first_weapon),
                fate: Battlescape::fate(world, id),
            })
            .collect();
        let measured = measures::of(&self.catalog, &self.sides, &self.acts, &members);
        let sides = (0..).map(Side).zip(&self.sides).zip(measured);
        let sides = sides.map(|((side, tally), measures)| {
            SideRecord::new(side, &members, tally.orders, measures)
        });
        BattleRecord {
            first: self.first,
            turns: world.resource::<Turn>().number,
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
    fn tally(&mut self, unit: UnitId) -> &mut Tally {
        &mut self.sides[self.units[unit.index()].side.index()]
    }

    fn aimed_at(&self, target: Mark) -> Option<(UnitId, u16)> {
        match target {
            Mark::Unit(unit) => Some((unit, self.units[unit.index()].kind)),
            Mark::Hex(_) => None,
        }
    }

    /// Returns an act that nothing has come of yet.
    fn act(&self, by: UnitId, means: u16, mode: u16, target: Mark) -> Act {
        let actor = &self.units[by.index()];
        let at = match target {
            Mark::Unit(unit) => self.units[unit.index()].tile,
            Mark::Hex(tile) => tile,
        };
        Act {
            turn: self.turn,
            order: self.order,
            by,
            side: actor.side,
            kind: actor.kind,
            means,
            mode,
            target: self.aimed_at(target),
            from: actor.tile,
            at,
            ground: self.grounds[at.index()].into(),
            distance: self.grid.distance(actor.tile, at) as u16,
            ..Act::default()
        }
    }

    /// Adds an act; returns its index.
    fn open(&mut self, act: Act) -> usize {
        self.acts.push(act);
        self.acts.len() - 1
    }

    fn use_item(&mut self, unit: UnitId, slot: u8, target: Mark) {
        if let Some(Carried::Item { item, .. }) = self.units[unit.index()].pack.get(slot) {
            let act = self.act(unit, self.words.item(item), words::USE, target);
            self.open(act);
        }
    }

    /// Takes over what a unit carries and holds, since no event tells all of it.
    fn restock(&mut self, world: &World, unit: UnitId) {
        let known = &mut self.units[unit.index()];
        known.pack = *unit::part::<Pack>(world, unit);
        known.weapon = unit::part::<Arms>(world, unit).weapon;
    }

    /// Notes an area attack: a round of a volley, a throw, or a mine.
    fn burst(
        &mut self,
        by: Option<UnitId>,
        hit: bool,
        critical: bool,
        harmed: impl Iterator<Item = (UnitId, u32)>,
    ) {
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
                for (unit, dealt) in harmed {
                    if dealt > 0 {
                        let means = mine;
                        self.units[unit.index()].wound = Wound {
                            means,
                            by,
                            act: None,
                        };
                    }
                }
                return;
            }
        };
        (self.acts[index].hit, self.acts[index].critical) = (Some(hit), critical);
        for (unit, dealt) in harmed {
            self.hurt(unit, index, dealt);
        }
    }

    /// Notes what an act did to a unit.
    fn hurt(&mut self, unit: UnitId, index: usize, dealt: u32) {
        if dealt == 0 {
            return;
        }
        let act = &mut self.acts[index];
        let known = &mut self.units[unit.index()];
        act.hurt(known.home, dealt);
        known.wound = Wound {
            means: Some(act.means),
            act: u32::try_from(index).ok(),
            by: Some(act.by),
        };
    }

    fn died(&mut self, world: &World, unit: UnitId, by: Option<UnitId>) {
        let known = &self.units[unit.index()];
        let (kind, side, at) = (known.kind, known.home, known.tile);
        let obeyed = known.side;
        self.alive[side.index()] -= 1;
        // A hazard may finish what an act began.
        let wound = Some(known.wound).filter(|wound| wound.by == by);
        let wound = wound.unwrap_or_default();
        if let Some(index) = wound.act {
            self.acts[index as usize].killed(side);
        }
        if let Some(by) = by {
            let killer = self.units[by.index()].side;
            // Under another mind it was a comrade of both sides (§15.25).
            let was_comrade = [side, obeyed].contains(&killer);
            if !was_comrade && world.resource::<Roster>().are_hostile(killer, side) {
                let is_first = !(self.sides.iter()).any(|tally| tally.milestones.has_killed());
                let killer = &mut self.sides[killer.index()];
                killer.milestones.note_kill(self.turn, is_first);
            }
        }
        self.losses.push(Loss {
            turn: self.turn,
            unit,
            kind,
            side,
            at,
            by,
            means: wound.means,
            act: wound.act,
        });
    }

    /// Notes that a side sees a unit it did not see before.
    fn spotted(&mut self, world: &World, side: Side, unit: UnitId, tile: TileId) {
        let seen = self.units[unit.index()].side;
        let tally = &self.sides[side.index()];
        if tally.milestones.had_contact() || !world.resource::<Roster>().are_hostile(side, seen) {
            return;
        }
        let board = world.resource::<Board>();
        let own = (0..).map(UnitId).zip(&self.units);
        let distance = own
            .filter(|(id, known)| known.side == side && board.seat(*id).is_some())
            .map(|(_, known)| board.grid.distance(known.tile, tile))
            .min();
        let milestones = &mut self.sides[side.index()].milestones;
        milestones.note_contact(self.turn, distance.unwrap_or(0));
    }

    /// Notes which sides see enemies; a turn counts when it is over.
    fn look_around(&mut self, world: &World, is_turn_over: bool) {
        let knowledge = world.resource::<Knowledge>();
        let roster = world.resource::<Roster>();
        for side in (0..self.sides.len()).map(|side| Side(side as u8)) {
            let in_sight = (0..).map(UnitId).zip(&self.units).find(|(id, known)| {
                roster.are_hostile(side, known.side) && knowledge.of(side).sees_unit(*id)
            });
            let Some((id, known)) = in_sight else {
                continue;
            };
            let tile = known.tile;
            self.spotted(world, side, id, tile);
            if is_turn_over {
                self.sides[side.index()].milestones.note_turn_in_sight();
            }
        }
    }

    /// Notes the time units a side did not use.
    fn carried_over(&mut self, world: &World, side: Side) {
        let board = world.resource::<Board>();
        let own = (0..).map(UnitId).zip(&self.units);
        let own = own.filter(|(id, known)| known.side == side && board.seat(*id).is_some());
        let tally = &mut self.sides[side.index()];
        for (id, _) in own {
            tally.phases += 1;
            tally.carried += u32::from(unit::part::<TimeUnits>(world, id).carried);
        }
    }
}
