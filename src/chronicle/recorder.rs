//! What a watcher of any rule set writes down while a battle goes on.
//!
//! **Invariant:** acts, losses and counts are in the order in which they happened.

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::phase::Turn;
use crate::battle::unit::{Position, Roster, Side, UnitId, part, units_on_board};
use crate::chronicle::milestones::Milestones;
use crate::chronicle::record::{Act, BattleRecord, BoardRecord, Loss, Member, Term, Vocabulary};
use crate::mission::Mission;

/// A record in the making.
///
/// A [`Witness`](crate::chronicle::observe::Witness) makes one when it begins and counts who stands;
/// again after the event that ends a turn. It calls [`Self::ordered`] for each order, notes acts, losses
/// and contacts as events tell of them, and hands it all out by [`Self::close`]. The measures of its
/// vocabulary are [`Milestones::measures`], then its own.
#[derive(Clone, Debug)]
pub struct Recorder {
    /// Orders carried out so far.
    order: u32,
    /// The turn after the last order, of battles whose turns an order ends.
    pub turn: u16,
    /// First contacts and kills of each side.
    pub milestones: Vec<Milestones>,
    /// What was done.
    pub acts: Vec<Act>,
    /// Who died.
    losses: Vec<Loss>,
    standing: Vec<Vec<u16>>,
}

/// A unit as acts name it.
#[derive(Clone, Copy, Debug)]
pub struct Actor {
    /// Its id.
    pub id: UnitId,
    /// The side it obeys.
    pub side: Side,
    /// Its kind.
    pub kind: u16,
}

impl Recorder {
    /// Begins the record of a battle of so many sides.
    pub fn new(sides: usize) -> Self {
        Self {
            order: 0,
            turn: 0,
            milestones: vec![Milestones::default(); sides],
            acts: Vec::with_capacity(128),
            losses: Vec::new(),
            standing: Vec::new(),
        }
    }

    /// Lists the sides.
    pub fn sides(&self) -> impl Iterator<Item = Side> + use<> {
        (0..self.milestones.len()).map(|side| Side(side as u8))
    }

    /// Notes that an order was carried out.
    pub fn ordered(&mut self) {
        self.order += 1;
    }

    /// Begins to count turns, and notes which sides see enemies at first; `obeys` is the side of a unit.
    pub fn begin_turns(&mut self, world: &World, obeys: impl Fn(UnitId) -> Side) {
        self.turn = world.resource::<Turn>().number;
        self.look_around(world, self.turn, obeys);
    }

    /// Notes that an order was carried out and, where it ended a turn, which sides saw enemies in that.
    pub fn ordered_in_turns(&mut self, world: &World, obeys: impl Fn(UnitId) -> Side) {
        self.ordered();
        let turn = world.resource::<Turn>().number;
        if turn > self.turn {
            self.turn = turn;
            // What is seen now was fought for in the turn that is over.
            for side in self.look_around(world, turn - 1, obeys) {
                self.milestones[side.index()].note_turn_in_sight();
            }
        }
    }

    /// Returns an act that nothing has come of yet, aimed at a unit and its kind, or at a hex.
    pub fn act(
        &self,
        world: &World,
        actor: Actor,
        means: u16,
        mode: u16,
        target: Result<(UnitId, u16), TileId>,
    ) -> Act {
        let board = world.resource::<Board>();
        let from = place(world, actor.id);
        let at = target.map_or_else(|tile| tile, |(unit, _)| place(world, unit));
        Act {
            turn: world.resource::<Turn>().number,
            order: self.order,
            by: actor.id,
            side: actor.side,
            kind: actor.kind,
            means,
            mode,
            target: target.ok(),
            from,
            at,
            ground: board.layers.terrain(at).0.into(),
            distance: board.grid.distance(from, at) as u16,
            ..Act::default()
        }
    }

    /// Adds an act; returns its index.
    pub fn open(&mut self, act: Act) -> usize {
        self.acts.push(act);
        self.acts.len() - 1
    }

    /// Notes that a unit, `victim`, died by what, of which act; `killer` is the side that may be proud of
    /// it, `by` the unit that did it.
    pub fn lost(
        &mut self,
        world: &World,
        victim: Actor,
        killer: Option<Side>,
        by: Option<UnitId>,
        (means, act): (Option<u16>, Option<usize>),
    ) {
        let turn = world.resource::<Turn>().number;
        if let Some(act) = act {
            self.acts[act].killed(victim.side);
        }
        if let Some(killer) = killer {
            let is_first = !self.milestones.iter().any(Milestones::has_killed);
            self.milestones[killer.index()].note_kill(turn, is_first);
        }
        self.losses.push(Loss {
            kind: victim.kind,
            side: victim.side,
            by,
            means,
            act: act.and_then(|act| u32::try_from(act).ok()),
            ..Loss::of(world, victim.id)
        });
    }

    /// Notes that a side sees an enemy on a hex; the first counts.
    pub fn contact(&mut self, world: &World, side: Side, turn: u16, tile: TileId) {
        if self.milestones[side.index()].had_contact() {
            return;
        }
        let grid = &world.resource::<Board>().grid;
        let own = units_on_board(world, side);
        let distance = own.map(|id| grid.distance(place(world, id), tile)).min();
        self.milestones[side.index()].note_contact(turn, distance.unwrap_or(0));
    }

    /// Notes which sides see enemies in a turn, and lists them; `obeys` is the side of a unit.
    pub fn look_around(
        &mut self,
        world: &World,
        turn: u16,
        obeys: impl Fn(UnitId) -> Side,
    ) -> Vec<Side> {
        let (knowledge, roster) = (world.resource::<Knowledge>(), world.resource::<Roster>());
        let mut seeing = Vec::new();
        for side in self.sides() {
            let known = knowledge.of(side);
            let is_seen =
                |id: &UnitId| roster.are_hostile(side, obeys(*id)) && known.sees_unit(*id);
            if let Some(id) = roster.ids().find(is_seen) {
                self.contact(world, side, turn, place(world, id));
                seeing.push(side);
            }
        }
        seeing
    }

    /// Counts units that stand now, of which the sides are given: at the start, then at the end of each
    /// turn.
    pub fn count_standing(&mut self, units: impl Iterator<Item = Side>) {
        let mut standing = vec![0; self.milestones.len()];
        units.for_each(|side| standing[side.index()] += 1);
        self.standing.push(standing);
    }

    /// Writes the record: of each side its milestones, then what else was measured of it. Case, seed,
    /// outcome and fingerprint are not its business.
    pub fn close(
        self,
        first: Side,
        turns: u16,
        members: Vec<Member>,
        measured: Vec<Vec<Option<i64>>>,
    ) -> BattleRecord {
        let measured = (self.milestones.iter().zip(measured)).map(|(milestones, measured)| {
            milestones.values().into_iter().chain(measured).collect()
        });
        BattleRecord {
            first,
            turns,
            acts: self.acts,
            losses: self.losses,
            standing: self.standing,
            ..BattleRecord::of_sides(members, measured)
        }
    }
}

/// Returns where a unit is, or was last.
pub fn place(world: &World, unit: UnitId) -> TileId {
    part::<Position>(world, unit).0
}

/// Returns the words that any mission brings: its sides, its board and what that is made of.
pub fn words_of(mission: &Mission) -> Vocabulary {
    let tiles = mission.board.tiles.iter();
    Vocabulary {
        sides: mission.sides.iter().map(|side| side.name.clone()).collect(),
        grounds: Term::each(&mission.catalog.terrains).collect(),
        board: BoardRecord {
            grid: mission.board.grid,
            grounds: tiles.map(|tile| tile.terrain.0.into()).collect(),
            // Hexes of further maps are not told apart from those of the first.
            is_drawn_anew: mission.drawn_anew || !mission.maps.is_empty(),
        },
        ..Vocabulary::default()
    }
}
