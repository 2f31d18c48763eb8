//! The muster: all units as the arithmetic of combat sees them, as plain data.
//!
//! The fight, its forecast and the computer player reckon on musters; a fight on that of the true world,
//! the others on what a side knows. Damage lands on a muster first, and `apply` writes what changed.
//!
//! **Invariant:** a muster changes nothing but itself.

use std::{borrow::Cow, collections::VecDeque};

use bevy::prelude::World;

use crate::{
    battle::{
        board::{Board, Layers},
        grid::{Direction, Grid, TileId},
        knowledge::Knowledge,
        phase::Turn,
        unit::{Health, Position, Roster, Side, UnitId, part},
    },
    content::mode::AiMode,
    mission::Mission,
    playing::Setting,
    rules::fleet::{
        content::{
            AdmiralId, CarrierKind, FleetContent, Hazard, Options, PerkId, PilotAbility, ShipType,
            TraitId, Weapon,
        },
        craft::{Class, Guards, Gun, Pilot},
        event::{Cause, Harm},
        order::Stance,
        progress::Progress,
        register::{Crew, Register, STRANGERS},
        scenario::{FleetSide, Scenario},
    },
};

/// What fights change of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Condition {
    /// Hull.
    pub hull: Health,
    /// Shots.
    pub ammo: u8,
    /// Weapon.
    pub gun: Gun,
    /// Morale.
    pub morale: u8,
    /// What protected it already.
    pub guards: Guards,
}

/// One unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vessel {
    /// Its id.
    pub id: UnitId,
    /// Its side.
    pub side: Side,
    /// What it is.
    pub class: Class,
    /// Where it is on the board, alive.
    pub tile: Option<TileId>,
    /// Whether it is docked.
    pub docked: bool,
    /// Facing.
    pub facing: Direction,
    /// What fights change.
    pub now: Condition,
    /// Action and fire flag.
    pub stance: Stance,
    /// The carrier it is ordered to attack.
    pub target: Option<UnitId>,
    /// What is known of who flies it and of what is special about it.
    pub(super) insight: Insight,
}

/// What is known of who flies a unit and of what is special about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Insight {
    /// Everything.
    Crew,
    /// What can be seen of it: weapon and traits.
    Looks,
    /// Nothing.
    Nothing,
}

impl Vessel {
    /// Whether it is on the board, alive.
    pub fn is_on_board(&self) -> bool {
        self.tile.is_some()
    }

    /// Whether it is a ship on the board, alive.
    pub fn is_flying(&self) -> bool {
        self.is_on_board() && !self.class.is_carrier()
    }

    /// Forgets what a side that does not see it cannot know: all but its side and type.
    fn forget(&mut self) {
        *self = Self {
            id: self.id,
            side: self.side,
            class: self.class,
            tile: None,
            docked: false,
            facing: Direction::default(),
            now: Condition::default(),
            stance: Stance::default(),
            target: None,
            insight: Insight::Nothing,
        };
    }
}

/// All units of a battle.
#[derive(Clone, Debug)]
pub struct Muster<'w> {
    /// Definitions and figures.
    pub content: &'w FleetContent,
    /// The mission.
    pub mission: &'w Mission,
    /// Options in force.
    pub options: Options,
    /// Coordinates.
    pub grid: Grid,
    /// The turn.
    pub turn: u16,
    layers: &'w Layers,
    roster: &'w Roster,
    progress: Cow<'w, Progress>,
    register: &'w Register,
    vessels: Cow<'w, [Vessel]>,
    knowledge: &'w Knowledge,
    /// The side that knows this much; none is the truth.
    knower: Option<Side>,
}

impl<'w> Muster<'w> {
    /// Takes the muster of a battle as it is.
    pub fn of(world: &'w World) -> Self {
        let register = world.resource::<Register>();
        debug_assert!(
            world.resource::<Roster>().is_settled(),
            "renewed after each event"
        );
        Self::with(
            world,
            None,
            register,
            Cow::Borrowed(world.resource::<Progress>()),
            Cow::Borrowed(&register.vessels),
        )
    }

    /// Takes the muster of what a side knows: its own units as they are, others as far as it sees them.
    pub fn known_to(world: &'w World, side: Side) -> Self {
        let known = world.resource::<Knowledge>().of(side);
        let register = world.resource::<Register>();
        let figures = &world
            .resource::<Setting>()
            .mission
            .catalog
            .part::<FleetContent>()
            .figures;
        let mut vessels = register.vessels.clone();
        for vessel in vessels.iter_mut().filter(|vessel| vessel.side != side) {
            if !known.sees_unit(vessel.id) {
                vessel.forget();
            }
            // What others mean to do is theirs to know; so is what they hide in the hangar, who flies
            // their ships and in what mood.
            vessel.stance = Stance::default();
            vessel.target = None;
            vessel.docked = false;
            vessel.now.morale = figures.morale.start;
            vessel.now.guards.evaded = 0;
            if vessel.insight == Insight::Crew {
                vessel.insight = Insight::Looks;
            }
        }
        let progress = world.resource::<Progress>();
        let progress = progress.known_to(side);
        let (progress, vessels) = (Cow::Owned(progress), Cow::Owned(vessels));
        let layers = Some(&known.layers);
        Self {
            knower: Some(side),
            ..Self::with(world, layers, register, progress, vessels)
        }
    }

    fn with(
        world: &'w World,
        known: Option<&'w Layers>,
        register: &'w Register,
        progress: Cow<'w, Progress>,
        vessels: Cow<'w, [Vessel]>,
    ) -> Self {
        let mission = &*world.resource::<Setting>().mission;
        let content = mission.catalog.part::<FleetContent>();
        let board = world.resource::<Board>();
        Self {
            content,
            mission,
            options: content.options,
            grid: board.grid,
            turn: world.resource::<Turn>().number,
            layers: known.unwrap_or(&board.layers),
            roster: world.resource::<Roster>(),
            progress,
            register,
            vessels,
            knowledge: world.resource::<Knowledge>(),
            knower: None,
        }
    }

    /// Returns a unit.
    pub fn get(&self, id: UnitId) -> &Vessel {
        &self.vessels[id.index()]
    }

    /// Returns a unit, if there is one of that id.
    pub fn find(&self, id: UnitId) -> Option<&Vessel> {
        self.vessels.get(id.index())
    }

    /// Returns a unit to be changed.
    pub fn get_mut(&mut self, id: UnitId) -> &mut Vessel {
        &mut self.vessels.to_mut()[id.index()]
    }

    /// Lists all units by id.
    pub fn all(&self) -> impl Iterator<Item = &Vessel> {
        self.vessels.iter()
    }

    /// Lists the living ships on the board by id, carriers left out.
    pub fn flying(&self) -> impl Iterator<Item = &Vessel> {
        self.vessels.iter().filter(|vessel| vessel.is_flying())
    }

    /// Lists the living ships on the board that fight a side, by id.
    pub fn foes(&self, side: Side) -> impl Iterator<Item = &Vessel> {
        self.flying()
            .filter(move |vessel| self.roster.are_hostile(side, vessel.side))
    }

    /// Whether two sides fight each other.
    pub fn are_hostile(&self, one: Side, other: Side) -> bool {
        self.roster.are_hostile(one, other)
    }

    /// Returns the living carrier of a side.
    pub fn carrier_of(&self, side: Side) -> Option<&Vessel> {
        let is_it = |vessel: &&Vessel| {
            vessel.side == side && vessel.class.is_carrier() && vessel.is_on_board()
        };
        self.vessels.iter().find(is_it)
    }

    /// Lists the living carriers by side.
    pub fn carriers(&self) -> impl Iterator<Item = &Vessel> {
        let mut carriers: Vec<_> = (self.vessels.iter())
            .filter(|vessel| vessel.class.is_carrier() && vessel.is_on_board())
            .collect();
        carriers.sort_by_key(|vessel| (vessel.side, vessel.id));
        carriers.into_iter()
    }

    /// Returns the set-up of a side.
    pub fn side(&self, side: Side) -> &'w FleetSide {
        &Scenario::of(self.mission).fleets[side.index()]
    }

    /// Returns the mode a computer plays a side in.
    pub fn mode(&self, side: Side) -> AiMode {
        self.mission.sides[side.index()].controller.mode()
    }

    /// Returns what has happened to the sides so far.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Returns the type of a ship; none for carriers.
    pub fn ship_type(&self, id: UnitId) -> Option<&'w ShipType> {
        match self.get(id).class {
            Class::Ship(ship) => Some(self.content.ship(ship)),
            Class::Carrier(_) => None,
        }
    }

    /// Returns the kind of a carrier; none for ships.
    pub fn carrier_kind(&self, id: UnitId) -> Option<&'w CarrierKind> {
        match self.get(id).class {
            Class::Ship(_) => None,
            Class::Carrier(carrier) => Some(self.content.carrier(carrier)),
        }
    }

    /// Returns the pilot of a ship.
    pub fn pilot(&self, id: UnitId) -> &'w Pilot {
        &self.crew(id).pilot
    }

    fn crew(&self, id: UnitId) -> &'w Crew {
        match self.get(id).insight {
            Insight::Crew => &self.register.crews[id.index()],
            Insight::Looks => &self.register.looks[id.index()],
            Insight::Nothing => &STRANGERS,
        }
    }

    /// Returns what the admiral of a side can do, as far as is known: others' admirals keep that to
    /// themselves.
    pub fn admiral(&self, side: Side) -> &'w [AdmiralId] {
        match self.knower {
            Some(knower) if knower != side => &[],
            _ => &self.side(side).admiral,
        }
    }

    /// Whether a side may fire at a unit on the board: it detects it, unless fire is blind
    /// (clarification 17). On what a side knows, its own units detect from where they are put.
    pub fn may_fire_at(&self, side: Side, target: &Vessel) -> bool {
        let Some(tile) = target.tile else {
            return false;
        };
        self.options.blind_fire
            || match self.knower {
                None => self.knowledge.of(side).sees(tile),
                Some(_) => {
                    (self.vessels.iter()).any(|one| one.side == side && self.spots(one, tile))
                }
            }
    }

    /// Whether a unit on the board detects a hex: space is clear, so that distance alone counts.
    pub(super) fn spots(&self, vessel: &Vessel, tile: TileId) -> bool {
        let detect = u32::from(self.detect(vessel.id));
        (vessel.tile).is_some_and(|from| self.distance(from, tile) <= detect)
    }

    /// Returns the hexes a unit detects others in.
    pub fn detect(&self, id: UnitId) -> u8 {
        match self.get(id).class {
            Class::Ship(ship) => self.content.ship(ship).detect,
            Class::Carrier(carrier) => self.content.carrier(carrier).detect,
        }
    }

    /// Returns what the pilot of a ship can do.
    pub fn ability(&self, id: UnitId) -> PilotAbility {
        match self.get(id).class {
            Class::Ship(_) => self.crew(id).ability,
            Class::Carrier(_) => PilotAbility::NONE,
        }
    }

    /// Returns the perks of a ship's pilot that count.
    pub fn perks(&self, id: UnitId) -> &'w [PerkId] {
        &self.crew(id).perks
    }

    /// Returns the traits of a ship.
    pub fn traits(&self, id: UnitId) -> &'w [TraitId] {
        &self.crew(id).traits
    }

    /// Returns the weapon of a ship.
    pub fn weapon(&self, id: UnitId) -> &'w Weapon {
        self.content.weapon(self.crew(id).weapon)
    }

    /// Returns base SPD: that of the type with the pilot's perks (clarification 1).
    pub fn speed(&self, id: UnitId) -> u8 {
        match self.get(id).class {
            Class::Carrier(carrier) => self.content.carrier(carrier).speed,
            Class::Ship(ship) => {
                let perks = self.perks(id).iter();
                let perks = perks.map(|&perk| self.content.perk(perk).speed);
                perks.fold(self.content.ship(ship).speed, u8::saturating_add)
            }
        }
    }

    /// Returns the hexes a unit may move in a turn.
    pub fn moves(&self, id: UnitId) -> u8 {
        match self.get(id).class {
            Class::Carrier(carrier) => self.content.carrier(carrier).speed,
            Class::Ship(ship) => {
                let more = self.ability(id).moves;
                self.content.ship(ship).moves.saturating_add(more)
            }
        }
    }

    /// Returns the distance of two hexes.
    pub fn distance(&self, one: TileId, other: TileId) -> u32 {
        self.grid.distance(one, other)
    }

    /// Returns the carrier a ship is ordered to attack, if it is one that fights it.
    pub fn carrier_target(&self, id: UnitId) -> Option<UnitId> {
        let vessel = self.get(id);
        vessel.target.filter(|&target| {
            let target = self.get(target);
            target.class.is_carrier() && self.are_hostile(vessel.side, target.side)
        })
    }

    /// Whether two units may be on the same hex (§5).
    pub fn may_share(&self, one: UnitId, other: UnitId) -> bool {
        let is_carrier = |id| self.get(id).class.is_carrier();
        !(self.options.single_occupancy || is_carrier(one) || is_carrier(other))
    }

    /// Whether a unit may be on a hex, by the units of the muster (§5).
    pub fn can_enter(&self, mover: UnitId, tile: TileId) -> bool {
        let single = self.options.single_occupancy;
        let is_carrier = self.get(mover).class.is_carrier();
        let blocks = |other: &Vessel| {
            other.id != mover
                && other.tile == Some(tile)
                && (single || is_carrier || other.class.is_carrier())
        };
        !self.vessels.iter().any(blocks)
    }

    /// Puts a ship on another hex.
    pub fn place(&mut self, id: UnitId, tile: TileId, facing: Direction) {
        let vessel = self.get_mut(id);
        (vessel.tile, vessel.facing) = (Some(tile), facing);
    }

    /// Has an attack cost ammunition.
    pub fn spend(&mut self, id: UnitId, ammo: u8) {
        let now = &mut self.get_mut(id).now;
        now.ammo = now.ammo.saturating_sub(ammo);
    }

    /// Fires a ship's weapon, which has to cool down then (§9).
    pub fn fire(&mut self, id: UnitId) {
        let cooldown = self.weapon(id).cooldown;
        let gun = &mut self.get_mut(id).now.gun;
        gun.remaining = cooldown;
        gun.fired = true;
    }

    /// Works out what damage does to a unit as it is now: Bio-Armor takes part of the first damage of a
    /// turn (§8, clarification 11).
    pub fn harm(&self, unit: UnitId, damage: u16, cause: Cause, by: Option<UnitId>) -> Harm {
        let vessel = self.get(unit);
        let absorbed = damage.min(self.armor(unit));
        let lost = (damage - absorbed).min(vessel.now.hull.now);
        Harm {
            unit,
            cause,
            by,
            damage,
            absorbed,
            lost,
            destroyed: lost > 0 && lost == vessel.now.hull.now,
        }
    }

    /// Returns what Bio-Armor takes off the next damage that comes to a unit.
    pub fn armor(&self, unit: UnitId) -> u16 {
        let traits = self.traits(unit).iter();
        match self.get(unit).now.guards.hurt {
            true => 0,
            false => traits
                .map(|&quirk| self.content.quirk(quirk).first_damage)
                .sum(),
        }
    }

    /// Has damage land: hull and morale change, who is destroyed leaves the board (§7, §8).
    pub fn suffer(&mut self, harm: Harm) {
        let morale = &self.content.figures.morale;
        let (hull_lost, kill) = (morale.hull_lost, morale.kill);
        let unit = self.get_mut(harm.unit);
        unit.now.guards.hurt |= harm.damage > 0;
        unit.now.hull.now -= harm.lost.min(unit.now.hull.now);
        let lost = i16::try_from(harm.lost).unwrap_or(i16::MAX);
        shake(&mut unit.now.morale, hull_lost.saturating_mul(lost));
        if !harm.destroyed {
            return;
        }
        unit.tile = None;
        unit.docked = false;
        self.mourn(harm.unit);
        if let Some(by) = harm.by {
            shake(&mut self.get_mut(by).now.morale, kill);
        }
    }

    /// Shakes those who lost an ally; a carrier is none (§3, §8).
    pub fn mourn(&mut self, lost: UnitId) {
        let ally_lost = self.content.figures.morale.ally_lost;
        let (side, class) = (self.get(lost).side, self.get(lost).class);
        if class.is_carrier() {
            return;
        }
        for vessel in self.vessels.to_mut() {
            if vessel.side == side && (vessel.is_on_board() || vessel.docked) {
                shake(&mut vessel.now.morale, ally_lost);
            }
        }
    }

    /// Has the spores of a ship that was just destroyed on a hex hurt the enemies beside it, which may
    /// set off others (§8, clarification 11).
    pub fn spread_spores(&mut self, dead: UnitId, tile: TileId, harms: &mut Vec<Harm>) {
        let mut burst = VecDeque::from([(dead, tile)]);
        while let Some((dead, tile)) = burst.pop_front() {
            let damage = self.spores(dead);
            if damage == 0 {
                continue;
            }
            let side = self.get(dead).side;
            let near: Vec<_> = (self.foes(side))
                .filter(|foe| foe.tile.is_some_and(|at| self.distance(at, tile) == 1))
                .map(|foe| foe.id)
                .collect();
            for id in near {
                let at = self.get(id).tile.expect("it is flying");
                let harm = self.harm(id, damage, Cause::Spores(dead), Some(dead));
                self.suffer(harm);
                harms.push(harm);
                if harm.destroyed {
                    burst.push_back((id, at));
                }
            }
        }
    }

    /// Returns the damage of a ship's spores.
    pub fn spores(&self, id: UnitId) -> u16 {
        let traits = self.traits(id).iter();
        let damages = traits.map(|&quirk| self.content.quirk(quirk).death_damage);
        damages.sum()
    }

    /// Returns what the hex of a unit does to it.
    pub fn hazard(&self, id: UnitId) -> Hazard {
        self.get(id)
            .tile
            .map_or_else(Hazard::default, |tile| self.hazard_at(tile))
    }

    /// Returns what a hex does to those in it, as far as is known.
    pub fn hazard_at(&self, tile: TileId) -> Hazard {
        self.content.hazard(self.layers.terrain(tile))
    }
}

/// Changes morale within its bounds.
pub fn shake(morale: &mut u8, change: i16) {
    let after = i16::from(*morale).saturating_add(change).clamp(0, 100);
    *morale = u8::try_from(after).expect("clamped");
}

/// Returns where a unit is or was last.
pub fn last_tile(world: &World, id: UnitId) -> TileId {
    part::<Position>(world, id).0
}
