//! The duel: all units as one plain value, on which rules, forecast and computer reckon alike.
//!
//! The battle's truth lies in components; a [`Duel`] is read from them, events `land` on it, and
//! `apply` writes what differs back. The computer lands events on duels of its own.
//!
//! **Invariant:** a duel changes nothing but itself.

use std::borrow::Cow;
use std::sync::Arc;

use bevy::prelude::{Resource, World};

use crate::battle::board::{Board, Layers, TileState};
use crate::battle::grid::{Direction, Grid, TileId};
use crate::battle::phase::{Turn, Verdict};
use crate::battle::unit::{Health, Presence, Roster, Side, UnitId, part};
use crate::content::terrain::TerrainId;
use crate::mission::{Controller, Mission};
use crate::playing::Setting;
use crate::rules::casket::content::{
    Card, CardId, CasketContent, Class, Ground, Kind, Race, Trait,
};
use crate::rules::casket::machine::{
    Build, CardNo, Frame, Part, Physical, Piles, State, UnitState,
};
use crate::rules::casket::order::Source;
use crate::rules::casket::progress::Progress;
use crate::rules::casket::scenario::Scenario;
use crate::rules::kit::dense::{Copied, Copies};

/// One unit. Copies share what they do not change: cards, and the traits that always hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// Its id.
    pub id: UnitId,
    /// Its side.
    pub side: Side,
    /// What battles change, its cards aside.
    pub now: Now,
    piles: Arc<Piles>,
    steady: Arc<[(Trait, Option<Part>)]>,
}

/// What battles change of a unit, its cards aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Now {
    /// Where it is, or was last.
    pub tile: TileId,
    /// Whether it is on the board.
    pub presence: Presence,
    /// Which way it faces.
    pub facing: Direction,
    /// Hit points, or cards in hand and deck, and all.
    pub health: Health,
    /// Heat, Taint, components and the rest.
    pub body: Frame,
}

impl Machine {
    /// Whether it is on the board.
    pub fn is_up(&self) -> bool {
        self.now.presence == Presence::OnBoard
    }

    /// Returns its hex; meaningless off the board.
    pub fn tile(&self) -> TileId {
        self.now.tile
    }

    /// Returns Heat, Taint and all else besides its cards.
    pub fn body(&self) -> &Frame {
        &self.now.body
    }

    /// Returns its cards.
    pub fn piles(&self) -> &Piles {
        &self.piles
    }

    /// Returns its cards to be changed.
    pub(super) fn piles_mut(&mut self) -> &mut Piles {
        Arc::make_mut(&mut self.piles)
    }
}

impl Copied for Machine {
    fn read(world: &World, id: UnitId) -> Self {
        let fixed = world.resource::<Fixed>();
        let state = UnitState::read(world, id);
        Self {
            id,
            side: world.resource::<Roster>().side(id),
            now: Now {
                tile: state.tile,
                presence: state.presence,
                facing: state.facing,
                health: state.health,
                body: state.body,
            },
            steady: steady(&fixed.content, &fixed.builds[id.index()], &state.piles),
            piles: Arc::new(state.piles),
        }
    }
}

/// Lists the traits that hold as long as a unit is what it is, with the component that each is of: of its class,
/// race, equipment and passive cards, wherever these lie (§3, §9).
fn steady(content: &CasketContent, build: &Build, piles: &Piles) -> Arc<[(Trait, Option<Part>)]> {
    let mut all = Vec::new();
    let mut add = |traits: &[Trait], part| all.extend(traits.iter().map(|&one| (one, part)));
    match build {
        Build::Casket {
            class,
            race,
            mounted,
        } => {
            add(&content.class(*class).traits, None);
            add(&content.race(*race).traits, None);
            for &(piece, arm) in mounted {
                add(&content.piece(piece).traits, arm);
            }
        }
        Build::Monster(monster) => add(&content.monster(*monster).traits, None),
        Build::Objective(_) => {}
    }
    let cards = piles.cards.iter().copied();
    let mut passives: Vec<_> = cards
        .filter(|physical| content.card(physical.card).kind == Kind::Passive)
        .collect();
    // What a piece of equipment does by itself is one thing, however many copies say so.
    passives.sort_unstable_by_key(|physical| (physical.card, physical.arm));
    passives.dedup();
    for physical in passives {
        add(&content.card(physical.card).traits, physical.arm);
    }
    all.into()
}

/// What every look at a battle needs and no event but a renewal changes.
#[derive(Resource, Clone, Debug)]
struct Fixed {
    mission: Arc<Mission>,
    content: Arc<CasketContent>,
    builds: Vec<Build>,
    /// Sides that people may play.
    people: Vec<Side>,
}

/// Lists the sides that people may play.
fn people(mission: &Mission) -> Vec<Side> {
    let sides = (0..).map(Side).zip(&mission.sides);
    let is_persons = |side: &Side, controller: Controller| {
        *side == Side::FIRST || !matches!(controller, Controller::Ai(_))
    };
    let persons = sides.filter(|(side, setup)| is_persons(side, setup.controller));
    persons.map(|(side, _)| side).collect()
}

/// Copies all units, once they have their components, and what does not change.
pub(super) fn set_up(world: &mut World) {
    let mission = world.resource::<Setting>().mission.clone();
    let content = mission.catalog.share_part::<CasketContent>();
    let ids = world.resource::<Roster>().ids();
    let builds = ids.map(|id| part::<Build>(world, id).clone()).collect();
    let people = people(&mission);
    world.insert_resource(Fixed {
        mission,
        content,
        builds,
        people,
    });
    Copies::<Machine>::set_up(world);
}

/// All units of a battle, its ground, and how far it is.
#[derive(Clone, Debug)]
pub struct Duel<'w> {
    /// Definitions and figures.
    pub content: &'w CasketContent,
    /// What the mission asks.
    pub scenario: &'w Scenario,
    /// The board.
    pub grid: Grid,
    /// The round.
    pub round: u16,
    /// How far the battle is.
    pub progress: Cow<'w, Progress>,
    layers: &'w Layers,
    roster: &'w Roster,
    builds: &'w [Build],
    people: &'w [Side],
    machines: Cow<'w, [Machine]>,
    /// Hexes that changed since.
    pub(super) changed: Vec<(TileId, TileState)>,
    /// Whether it is over.
    pub is_over: bool,
}

impl<'w> Duel<'w> {
    /// Takes a battle as it is.
    pub fn of(world: &'w World) -> Self {
        let fixed = world.resource::<Fixed>();
        let board = world.resource::<Board>();
        Self {
            content: &fixed.content,
            scenario: fixed.mission.asked(),
            grid: board.grid,
            round: world.resource::<Turn>().number,
            progress: Cow::Borrowed(world.resource()),
            layers: &board.layers,
            roster: world.resource(),
            builds: &fixed.builds,
            people: &fixed.people,
            machines: Cow::Borrowed(world.resource::<Copies<Machine>>()),
            changed: Vec::new(),
            is_over: world.resource::<Verdict>().0.is_some(),
        }
    }

    /// Lists all units by id.
    pub fn all(&self) -> &[Machine] {
        &self.machines
    }

    /// Lists the units on the board by id.
    pub fn standing(&self) -> impl Iterator<Item = &Machine> {
        self.machines.iter().filter(|machine| machine.is_up())
    }

    /// Returns a unit.
    ///
    /// # Panics
    /// If the id is not of this battle.
    pub fn get(&self, id: UnitId) -> &Machine {
        &self.machines[id.index()]
    }

    /// Returns a unit, if there is one of that id.
    pub fn find(&self, id: UnitId) -> Option<&Machine> {
        self.machines.get(id.index())
    }

    /// Returns a unit to be changed.
    pub(super) fn get_mut(&mut self, id: UnitId) -> &mut Machine {
        &mut self.machines.to_mut()[id.index()]
    }

    /// Returns what a unit is.
    pub fn build(&self, id: UnitId) -> &'w Build {
        &self.builds[id.index()]
    }

    /// Returns the class of a casket.
    pub fn class(&self, id: UnitId) -> Option<&'w Class> {
        match self.build(id) {
            Build::Casket { class, .. } => Some(self.content.class(*class)),
            _ => None,
        }
    }

    /// Returns the race of a casket's pilot.
    pub fn race(&self, id: UnitId) -> Option<&'w Race> {
        match self.build(id) {
            Build::Casket { race, .. } => Some(self.content.race(*race)),
            _ => None,
        }
    }

    /// Returns the unit on a hex.
    pub fn at(&self, tile: TileId) -> Option<&Machine> {
        self.standing().find(|machine| machine.tile() == tile)
    }

    /// Returns what a hex looks like.
    pub fn tile_state(&self, tile: TileId) -> TileState {
        let changed = self.changed.iter().rev().find(|(other, _)| *other == tile);
        changed.map_or_else(|| self.layers.state(tile), |(_, state)| *state)
    }

    /// Returns what the terrain of a hex means.
    pub fn ground(&self, tile: TileId) -> &'w Ground {
        self.content.ground(self.terrain(tile))
    }

    /// Returns the terrain kind of a hex.
    pub fn terrain(&self, tile: TileId) -> TerrainId {
        self.tile_state(tile).terrain
    }

    /// Returns the level of a hex: its height and what stands on it.
    pub fn level(&self, tile: TileId) -> i16 {
        i16::from(self.layers.elevation(tile)) + i16::from(self.ground(tile).level)
    }

    /// Whether two units fight each other; a casket of most Taint fights everybody (§8).
    pub fn are_foes(&self, one: UnitId, other: UnitId) -> bool {
        one != other
            && (self.is_berserk(one)
                || self.is_berserk(other)
                || self
                    .roster
                    .are_hostile(self.get(one).side, self.get(other).side))
    }

    /// Whether two sides fight each other.
    pub fn are_hostile(&self, one: Side, other: Side) -> bool {
        self.roster.are_hostile(one, other)
    }

    /// Whether a unit has so much Taint that it fights for nobody.
    pub fn is_berserk(&self, id: UnitId) -> bool {
        self.get(id).now.body.taint >= self.content.figures.most_taint
    }

    /// Lists the foes of a unit on the board, by id.
    pub fn foes(&self, id: UnitId) -> impl Iterator<Item = &Machine> {
        self.standing()
            .filter(move |machine| self.are_foes(id, machine.id))
    }

    /// Whether a casket is asked for a reaction whatever it holds, because a computer acts where several people
    /// may share a screen: a question that came only with a card in hand would tell the others of it (ours). What a
    /// person does is asked beforehand by the window.
    pub(super) fn is_asked_anyway(&self, id: UnitId) -> bool {
        let is_persons = |id: UnitId| self.people.contains(&self.get(id).side);
        let is_computers = |acting| !is_persons(acting) || self.is_berserk(acting);
        let may_react = || is_persons(id) && self.get(id).is_up() && self.is_casket(id);
        self.people.len() > 1 && may_react() && self.progress.acting.is_some_and(is_computers)
    }

    /// Lists the units adjacent to one, by id.
    pub fn neighbors(&self, id: UnitId) -> impl Iterator<Item = &Machine> {
        let tile = self.get(id).tile();
        self.standing().filter(move |machine| {
            machine.id != id && self.grid.distance(machine.tile(), tile) == 1
        })
    }

    /// Returns how bad the damage of a component is (§7).
    pub fn state(&self, id: UnitId, part: Part) -> State {
        self.state_of(self.get(id).now.body.part(part).damage)
    }

    /// Returns how bad so much damage of a component is.
    pub fn state_of(&self, damage: u16) -> State {
        let from = &self.content.figures.parts.from;
        let reached = from.iter().filter(|&&least| damage >= least.into());
        match reached.count() {
            0 => State::Whole,
            1 => State::Minor,
            2 => State::Major,
            3 => State::Degraded,
            _ => State::Disabled,
        }
    }

    /// Returns the card of a source, with the arm that it acts by.
    pub fn card_of(&self, id: UnitId, source: Source) -> Option<Physical> {
        match source {
            Source::Hand(no) => {
                let piles = self.get(id).piles();
                (no.index() < piles.cards.len()).then(|| piles.get(no))
            }
            Source::Ability(index) => {
                let abilities = &self.race(id)?.abilities;
                abilities
                    .get(usize::from(index))
                    .map(|&card| Physical::universal(card))
            }
            Source::Strike => self.get(id).body().strike.map(Physical::universal),
        }
    }

    /// Returns a definition of a card.
    pub fn card(&self, card: CardId) -> &'w Card {
        self.content.card(card)
    }

    /// Returns the definition of a physical card.
    pub fn definition(&self, id: UnitId, no: CardNo) -> &'w Card {
        self.content.card(self.get(id).piles().get(no).card)
    }

    /// Calls with every trait in force of a unit, and the component that it is of (§3, §7, §9).
    #[inline]
    pub fn each_trait(&self, id: UnitId, mut tell: impl FnMut(Trait, Option<Part>)) {
        let machine = self.get(id);
        for &(one, part) in machine.steady.iter() {
            tell(one, part);
        }
        let piles = machine.piles();
        for (at, no) in piles.hand.iter().enumerate() {
            let physical = piles.get(*no);
            let card = self.content.card(physical.card);
            // Damage cards of one name and component do not add up.
            let is_first = || {
                piles.hand[..at]
                    .iter()
                    .all(|other| piles.get(*other) != physical)
            };
            if card.kind == Kind::Damage && is_first() {
                card.traits.iter().for_each(|&one| tell(one, physical.arm));
            }
        }
        for lasting in &machine.body().lasting {
            if lasting.is_active() {
                tell(lasting.given, None);
            }
        }
    }

    /// Adds up a figure of all traits in force.
    pub fn sum(&self, id: UnitId, mut of: impl FnMut(Trait, Option<Part>) -> Option<i16>) -> i16 {
        let mut sum = 0;
        self.each_trait(id, |one, part| sum += of(one, part).unwrap_or(0));
        sum
    }

    /// Whether a trait is in force.
    pub fn has(&self, id: UnitId, wanted: Trait) -> bool {
        self.any(id, |one, _| one == wanted)
    }

    /// Whether some trait is in force.
    pub fn any(&self, id: UnitId, mut is: impl FnMut(Trait, Option<Part>) -> bool) -> bool {
        let mut found = false;
        self.each_trait(id, |one, part| found |= is(one, part));
        found
    }

    /// Returns how many cards a casket draws up to.
    pub fn hand_size(&self, id: UnitId) -> u8 {
        let more = self.sum(id, |one, _| match one {
            Trait::Hand(cards) => Some(cards),
            _ => None,
        });
        let hand = i16::from(self.content.figures.hand) + more;
        hand.clamp(1, 30) as u8
    }

    /// Whether a casket is disabled (§7).
    pub fn is_broken(&self, id: UnitId) -> bool {
        let machine = self.get(id);
        match self.build(id) {
            Build::Casket { .. } => {
                machine.piles().life() == 0 && machine.piles().in_play.is_empty()
                    || self.state(id, Part::Chassis) == State::Disabled
            }
            _ => machine.now.health.now == 0,
        }
    }

    /// Returns the hex in a direction.
    pub fn step(&self, from: TileId, direction: Direction) -> Option<TileId> {
        self.grid.neighbor(from, direction)
    }

    /// Returns the name of a unit.
    pub fn name(&self, id: UnitId) -> &'w str {
        &self.scenario.units[id.index()].name
    }

    /// Returns what differs from the battle that it was taken from: units, by id.
    pub(super) fn written(&self, world: &World) -> Vec<Machine> {
        let Cow::Owned(machines) = &self.machines else {
            return Vec::new();
        };
        let before = world.resource::<Copies<Machine>>();
        let pairs = machines.iter().zip(before.iter());
        pairs
            .filter(|(now, before)| now != before)
            .map(|(now, _)| now.clone())
            .collect()
    }
}
