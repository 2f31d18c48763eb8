//! How a side looks at its shots: the parts of shooter and target, and what one from a hex depends on.
//!
//! **Invariant:** only what the side remembers and the units it sees enter, and of other sides no more than
//! whether they see the shooter where it stands; what all of its shots look up is looked up once.

use bevy::prelude::World;
use hexx::Hex;

use crate::battle::board::Board;
use crate::battle::grid::{self, Direction, TileId};
use crate::battle::knowledge::{Knowledge, SideKnowledge};
use crate::battle::sight::{self, Sightline};
use crate::battle::unit::{Side, UnitId, Units, Vision};
use crate::content::terrain::Cover;
use crate::rules::battlescape::attack::{self, Arc, Impossible, Shot};
use crate::rules::battlescape::content::{
    BattlescapeContent, Figures, FireMode, UnitKind, Weapon, WeaponClass,
};
use crate::rules::battlescape::gear::Props;
use crate::rules::battlescape::nerve;
use crate::rules::battlescape::order::Refusal;
use crate::rules::battlescape::shot::line::{line_by_memory, line_by_sight, obstruction};
use crate::rules::battlescape::soldier::{Condition, Makeups, Rulebook, UnitState};

/// What a shot takes from the one who fires it, wherever it fires from.
#[derive(Clone, Copy)]
pub struct Shooter<'w> {
    id: UnitId,
    /// Where it stands.
    seat: Option<TileId>,
    pub(super) weapon: &'w Weapon,
    /// Hexes the weapon reaches.
    reach: u16,
    /// Rounds in the magazine.
    rounds: u16,
    stance: Cover,
    /// Sides that see it where it stands, a bit each.
    seen_by: u8,
    /// The shooter's part of every shot.
    pub(super) part: Shot,
}

/// What a shot takes from the unit it is aimed at, wherever it comes from.
#[derive(Clone, Copy)]
pub struct Target {
    tile: TileId,
    hex: Hex,
    side: Side,
    facing: Direction,
    vision: u8,
    /// The target's part of every shot.
    part: Shot,
}

/// How a side looks at its shots: what all of them look up, looked up once.
#[derive(Clone, Copy)]
pub struct Gunsight<'w> {
    units: Units<'w>,
    knowledge: &'w Knowledge,
    /// What the side knows of it.
    known: &'w SideKnowledge,
    content: &'w BattlescapeContent,
    makeups: &'w Makeups,
}

impl<'w> Gunsight<'w> {
    /// Looks at the shots of a side.
    pub fn new(world: &'w World, side: Side) -> Self {
        let (units, knowledge) = (Units::of(world), world.resource());
        let content = world.resource::<Rulebook>().content();
        Self::of(units, side, knowledge, content, world.resource())
    }

    /// Looks at the shots of a side, given what sides know.
    pub fn of(
        units: Units<'w>,
        side: Side,
        knowledge: &'w Knowledge,
        content: &'w BattlescapeContent,
        makeups: &'w Makeups,
    ) -> Self {
        Self {
            units,
            knowledge,
            known: knowledge.of(side),
            content,
            makeups,
        }
    }

    /// Gathers a unit's part of its shots.
    pub fn shooter(self, id: UnitId) -> Shooter<'w> {
        let figures = &self.content.figures;
        let state = UnitState::now(self.units, id);
        let weapon = self.content.weapon(state.arms.weapon);
        let seat = self.units.seat(id);
        Shooter {
            id,
            seat,
            weapon,
            reach: attack::reach(figures, weapon),
            rounds: state.arms.rounds,
            stance: state.stance.0,
            seen_by: seat.map_or(0, |seat| self.seen_by(seat)),
            part: bearing(figures, self.makeups.kind(self.content, id), &state),
        }
    }

    /// Gathers the part that a unit in sight has in shots at it.
    ///
    /// # Errors
    /// The side does not see it.
    pub fn target(self, id: UnitId) -> Result<Target, Refusal> {
        match self.units.seat(id).is_some() && self.known.sees_unit(id) {
            true => Ok(self.target_in(id, &UnitState::now(self.units, id))),
            false => Err(Refusal::TargetNotVisible),
        }
    }

    /// Gathers the part that a unit in sight, whose state this is, has in shots at it.
    pub fn target_in(self, id: UnitId, state: &UnitState) -> Target {
        let kind = self.makeups.kind(self.content, id);
        let armor = self.makeups.armor(self.content, id);
        Target {
            tile: state.tile,
            hex: self.units.board().grid.hex(state.tile),
            side: self.units.side(id),
            facing: state.facing,
            vision: self.units.part::<Vision>(id).0,
            part: Shot {
                target_ran: state.footing.ran,
                target_prone: state.footing.prone,
                evasion: kind.evasion,
                armor_rating: armor.rating,
                class: armor.class,
                in_stance: state.stance.0 != Cover::None,
                health: state.health.now,
                ..Shot::default()
            },
        }
    }

    /// Returns which sides see a hex, a bit each.
    fn seen_by(self, tile: TileId) -> u8 {
        (0..self.knowledge.side_count())
            .filter(|&side| self.knowledge.of(Side(side as u8)).sees(tile))
            .fold(0, |seen, side| seen | 1 << side)
    }

    /// Traces the line of fire of a unit between two hexes (§15.22).
    pub fn line(self, unit: UnitId, from: TileId, to: TileId) -> Sightline {
        let (board, figures) = (self.units.board(), &self.content.figures.sight);
        let line = line_by_memory(board, self.known, figures, from, to);
        match line.open || !self.sees_itself(unit, from, to) {
            true => line,
            false => line_by_sight(board, self.known, figures, from, to),
        }
    }

    /// Traces the line of fire of a shooter between two hexes, given the line of sight by what the side
    /// remembers.
    pub fn line_along(
        self,
        shooter: &Shooter,
        from: TileId,
        to: TileId,
        line: &Sightline,
    ) -> Sightline {
        let is_here = shooter.seat == Some(from);
        match self.content.figures.sight.units_block || (is_here && !line.open) {
            true => self.line(shooter.id, from, to),
            false => *line,
        }
    }

    /// Returns the line of fire of a unit between two hexes.
    ///
    /// # Errors
    /// What stands in the way.
    pub fn open_line(self, unit: UnitId, from: TileId, to: TileId) -> Result<Sightline, Refusal> {
        let line = self.line(unit, from, to);
        match line.open {
            true => Ok(line),
            false => {
                let catalog = self.units.world().resource::<Rulebook>().catalog();
                let board = self.units.board();
                let obstruction = obstruction(catalog, board, self.known, (from, to), &line);
                Err(Refusal::NoLineOfFire(obstruction))
            }
        }
    }

    /// Whether a unit that stands on a hex sees another one with its own eyes.
    fn sees_itself(self, unit: UnitId, from: TileId, to: TileId) -> bool {
        let knowledge = self.units.world().resource::<Knowledge>();
        self.units.seat(unit) == Some(from) && knowledge.unit_sees(unit, to)
    }

    /// Returns in which rings misses would leave a target, for weapons that strike an area.
    pub fn scatter_rings(self, shooter: &Shooter, target: &Target) -> [[u8; 2]; 6] {
        scatter_rings(
            &self.content.figures,
            shooter.weapon,
            self.units.board(),
            self.known,
            target.tile,
        )
    }

    /// Whether the weapon bears on a target from a hex: near enough, and not behind full cover.
    pub fn bears(self, shooter: &Shooter, from: TileId, target: &Target) -> bool {
        let (_, distance) = self.offset(from, target);
        bears(&self.content.figures, shooter, from, distance).is_ok()
    }

    /// Returns the step from a target to a hex, and how far that is.
    fn offset(self, from: TileId, target: &Target) -> (Hex, u16) {
        let offset = self.units.board().grid.hex(from) - target.hex;
        let distance = u16::try_from(grid::length(offset)).unwrap_or(u16::MAX);
        (offset, distance)
    }

    /// Returns how many hexes farther a hex is seen at night, as far as the side can tell: it sees that the
    /// hex is lit, or what lights it.
    pub fn light(self, tile: TileId) -> u8 {
        if !self.knowledge.is_lit(tile) {
            return 0;
        }
        let props = self.units.world().resource::<Props>();
        let grid = &self.units.board().grid;
        let is_known = self.known.sees(tile)
            || (props.get().lights.iter()).any(|light| {
                self.known.sees(light.tile)
                    && grid.distance(light.tile, tile) <= u32::from(light.radius)
            });
        match is_known {
            true => self.content.figures.sight.light_bonus,
            false => 0,
        }
    }

    /// Whether a unit in sight would see who comes to a hex if nothing was in the way.
    pub fn may_see(self, eyes: &Target, tile: TileId, light: u8) -> bool {
        let farthest = u16::from(eyes.vision) + u16::from(light);
        eyes.vision > 0 && self.offset(tile, eyes).1 <= farthest
    }

    /// Whether a unit in sight would see who comes to a hex, along this line of sight; `light` is that of
    /// [`light`](Self::light).
    pub fn would_see(self, eyes: &Target, tile: TileId, line: &Sightline, light: u8) -> bool {
        let sight = &self.content.figures.sight;
        let farthest = sight::vision(eyes.vision, light, line, sight);
        eyes.vision > 0 && line.open && self.offset(tile, eyes).1 <= u16::from(farthest)
    }

    /// Whether the target's side sees the shooter on the hex where it stands; `None` on any other.
    pub fn is_seen_here(shooter: &Shooter, from: TileId, target: &Target) -> Option<bool> {
        (shooter.seat == Some(from)).then(|| shooter.seen_by >> target.side.0 & 1 != 0)
    }

    /// Whether the target's side would see the shooter on a hex, by those of its units that are in sight
    /// (§15.23); nobody knows beforehand whether others would.
    fn is_seen(self, shooter: &Shooter, from: TileId, target: &Target) -> bool {
        if let Some(is_seen) = Self::is_seen_here(shooter, from, target) {
            return is_seen;
        }
        let (board, sight) = (self.units.board(), &self.content.figures.sight);
        let light = self.light(from);
        let mut seen = (self.units.ids())
            .filter(|&id| self.units.side(id) == target.side && self.known.sees_unit(id));
        seen.any(|id| {
            let eyes = self.target_in(id, &UnitState::now(self.units, id));
            self.may_see(&eyes, from, light) && {
                let (grid, layers) = (&board.grid, &self.known.layers);
                let line = sight::trace(grid, layers, from, eyes.tile, sight, |_| true);
                self.would_see(&eyes, from, &line, light)
            }
        })
    }

    /// Gathers what an attack from a hex along an open line of fire depends on, the mode apart; `rings`
    /// are those of [`scatter_rings`](Self::scatter_rings), `is_seen` is whether the target's side sees the
    /// shooter there.
    pub fn aim(
        self,
        shooter: &Shooter,
        from: TileId,
        target: &Target,
        line: &Sightline,
        rings: [[u8; 2]; 6],
        is_seen: bool,
    ) -> Shot {
        let figures = &self.content.figures;
        let board = self.units.board();
        let (offset, distance) = self.offset(from, target);
        let cover = match shooter.weapon.class {
            WeaponClass::Melee => sight::ShotCover::default(),
            _ => sight::cover_of_shot(&self.known.layers, target.tile, line),
        };
        Shot {
            distance,
            height: rise(board, from, target.tile),
            cover: cover.cover,
            arc: Arc::of(&figures.cover, target.facing.number(), offset),
            trees: line.trees - u8::from(cover.is_line_tree),
            smoke: line.smoke,
            unseen: !is_seen,
            scatter_rings: rings,
            ..shooter.part.at(&target.part)
        }
    }

    /// Gathers what an attack from a hex depends on.
    ///
    /// # Errors
    /// Why the attack is impossible, apart from TU.
    pub fn shot(
        self,
        shooter: &Shooter,
        from: TileId,
        target: &Target,
        mode: FireMode,
    ) -> Result<Shot, Refusal> {
        let (_, distance) = self.offset(from, target);
        in_range(&self.content.figures, shooter, from, distance, mode)?;
        let line = self.open_line(shooter.id, from, target.tile)?;
        let rings = self.scatter_rings(shooter, target);
        let is_seen = self.is_seen(shooter, from, target);
        Ok(Shot {
            mode,
            ..self.aim(shooter, from, target, &line, rings, is_seen)
        })
    }
}

impl Target {
    /// Returns where it stands.
    pub fn tile(&self) -> TileId {
        self.tile
    }

    /// Returns the side it obeys.
    pub fn side(&self) -> Side {
        self.side
    }
}

impl Shooter<'_> {
    /// Returns the shooter as it is once it has stood up from its cover.
    pub fn standing(self) -> Self {
        Self {
            stance: Cover::None,
            ..self
        }
    }
}

impl Shot {
    /// Adds the target's part of a shot to the shooter's.
    fn at(&self, target: &Self) -> Self {
        Self {
            target_ran: target.target_ran,
            target_prone: target.target_prone,
            evasion: target.evasion,
            armor_rating: target.armor_rating,
            class: target.class,
            in_stance: target.in_stance,
            health: target.health,
            ..*self
        }
    }
}

/// Checks that mode, range, stance and magazine allow to attack at a distance.
pub(super) fn in_range(
    figures: &Figures,
    shooter: &Shooter,
    from: TileId,
    distance: u16,
    mode: FireMode,
) -> Result<(), Refusal> {
    let cost = attack::mode_cost(figures, shooter.weapon, mode)?;
    bears(figures, shooter, from, distance)?;
    let needs = u16::from(cost.rounds);
    if shooter.weapon.magazine > 0 && shooter.rounds < needs {
        let has = shooter.rounds;
        return Err(Impossible::ShortMagazine { needs, has }.into());
    }
    Ok(())
}

/// Checks that range and stance allow to attack at a distance.
fn bears(figures: &Figures, shooter: &Shooter, from: TileId, distance: u16) -> Result<(), Refusal> {
    let reach = shooter.reach;
    if distance > reach || distance == 0 {
        return Err(Impossible::OutOfRange { distance, reach }.into());
    }
    match shooter.stance == Cover::Full
        && figures.cover.full_blocks_fire
        && shooter.seat == Some(from)
    {
        true => Err(Refusal::InFullCover),
        false => Ok(()),
    }
}

/// Gathers what depends on the shooter alone.
pub(super) fn bearing(figures: &Figures, kind: &UnitKind, state: &UnitState) -> Shot {
    let nerve = state.nerve;
    Shot {
        accuracy: kind.accuracy,
        strength: kind.strength,
        critical: Condition::of(state.health, figures) == Condition::Critical,
        morale: nerve::band(&figures.morale, nerve).map_or(0, |band| band.accuracy),
        suppressed: nerve.suppressed > 0,
        ran: state.footing.ran,
        prone: state.footing.prone,
        ..Shot::default()
    }
}

/// Returns how many levels one hex lies above another.
pub(super) fn rise(board: &Board, from: TileId, to: TileId) -> i16 {
    i16::from(board.layers.elevation(from)) - i16::from(board.layers.elevation(to))
}

/// Returns in which ring a unit on a hex is for every hex a miss may scatter to, by what the side
/// knows of the ground.
pub(super) fn scatter_rings(
    figures: &Figures,
    weapon: &Weapon,
    board: &Board,
    known: &SideKnowledge,
    target: TileId,
) -> [[u8; 2]; 6] {
    let area = attack::Area::of(figures, weapon);
    area.map_or(attack::area::NOWHERE, |mut area| {
        area.aim_at(&board.grid, &known.layers, target);
        area.rings
    })
}
