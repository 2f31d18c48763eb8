//! Gathers the inputs of an attack from the world: one place for preview, AI and fight.
//!
//! **Invariant:** only hexes and units in sight of the attacker's side enter, so that the forecast
//! a player is shown is the one the fight rolls by, and nothing hidden leaks.

use bevy::prelude::World;

use crate::{
    battle::{
        board::Board,
        grid::{self, Direction, TileId},
        knowledge::{Knowledge, SideKnowledge},
        path::MoveCost,
        sight::{self, Sightline},
        unit::{Health, Side, UnitId, Units, Vision},
    },
    content::{
        battlescape::items::Charge,
        battlescape::{
            ArmorClass, BattlescapeContent, Figures, FireMode, Gait, ReactionRule, UnitKind,
            Weapon, WeaponClass,
        },
        sight::SightFigures,
        terrain::Cover,
    },
    rules::battlescape::{
        attack::{self, Arc, Impossible, Shot},
        nerve::{self, Nerve},
        order::Refusal,
        soldier::{
            self, Arms, Condition, Kind, Makeups, Readiness, Rulebook, TimeUnits, UnitState,
        },
    },
};

/// TU figures of a gait, as the path functions take them (§3, §15.11).
pub fn move_cost(figures: &Figures, gait: Gait, flies: bool) -> MoveCost {
    let tu = &figures.tu;
    let walk = match flies {
        false => MoveCost::walking(tu.walk, tu.climb_percent),
        // Over any ground that can be entered, as over a plain hex.
        true => MoveCost {
            terrain: 0,
            flat: tu.walk,
            roughest: u16::MAX,
            walk: 0,
            climb_percent: 0,
        },
    };
    match gait {
        Gait::Walk => walk,
        Gait::Crouch | Gait::Crawl => MoveCost {
            flat: walk.flat + tu.low,
            ..walk
        },
        Gait::Run => MoveCost {
            terrain: 0,
            flat: tu.run,
            roughest: if flies { u16::MAX } else { tu.run_roughest },
            ..walk
        },
        Gait::Disengage => MoveCost {
            terrain: 0,
            flat: tu.disengage,
            walk: 0,
            ..walk
        },
    }
}

/// Traces the line of fire, by lines wholly in the side's sight only.
pub fn line_of_fire(
    board: &Board,
    known: &SideKnowledge,
    figures: &SightFigures,
    from: TileId,
    to: TileId,
) -> Sightline {
    // Of hexes in sight the memory is the truth; either end may be out of sight.
    sight::trace(&board.grid, &known.layers, from, to, figures, |tile| {
        lets_fire_pass(board, known, figures, tile)
    })
}

/// Whether the side sees a hex, and nobody stands there in the way.
fn lets_fire_pass(
    board: &Board,
    known: &SideKnowledge,
    figures: &SightFigures,
    tile: TileId,
) -> bool {
    known.sees(tile) && !(figures.units_block && is_manned(board, known, tile))
}

/// Whether the side sees a unit stand on a hex.
fn is_manned(board: &Board, known: &SideKnowledge, tile: TileId) -> bool {
    (board.first_occupant(tile)).is_some_and(|unit| known.sees_unit(unit))
}

/// What a shot takes from the one who fires it, wherever it fires from.
#[derive(Clone, Copy)]
pub struct Shooter<'w> {
    /// Where it stands.
    seat: Option<TileId>,
    weapon: &'w Weapon,
    /// Hexes the weapon reaches.
    reach: u16,
    /// Rounds in the magazine.
    rounds: u16,
    stance: Cover,
    /// The shooter's part of every shot.
    part: Shot,
}

/// What a shot takes from the unit it is aimed at, wherever it comes from.
#[derive(Clone, Copy)]
pub struct Target {
    tile: TileId,
    facing: Direction,
    vision: u8,
    /// The target's part of every shot.
    part: Shot,
}

/// How a side looks at its shots: what all of them look up, looked up once.
#[derive(Clone, Copy)]
pub struct Gunsight<'w> {
    units: Units<'w>,
    known: &'w SideKnowledge,
    content: &'w BattlescapeContent,
    makeups: &'w Makeups,
}

impl<'w> Gunsight<'w> {
    /// Looks at the shots of a side.
    pub fn new(world: &'w World, side: Side) -> Self {
        Self::of(
            Units::of(world),
            world.resource::<Knowledge>().of(side),
            world.resource::<Rulebook>().content(),
            world.resource(),
        )
    }

    /// Looks at the shots of a side that knows this.
    pub fn of(
        units: Units<'w>,
        known: &'w SideKnowledge,
        content: &'w BattlescapeContent,
        makeups: &'w Makeups,
    ) -> Self {
        Self {
            units,
            known,
            content,
            makeups,
        }
    }

    /// Gathers a unit's part of its shots.
    pub fn shooter(self, id: UnitId) -> Shooter<'w> {
        let figures = &self.content.figures;
        let state = UnitState::now(self.units, id);
        let weapon = self.content.weapon(state.arms.weapon);
        Shooter {
            seat: self.units.seat(id),
            weapon,
            reach: attack::reach(figures, weapon),
            rounds: state.arms.rounds,
            stance: state.stance.0,
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

    /// Traces the line of fire between two hexes.
    pub fn line(self, from: TileId, to: TileId) -> Sightline {
        line_of_fire(
            self.units.board(),
            self.known,
            &self.content.figures.sight,
            from,
            to,
        )
    }

    /// Traces the line of fire between two hexes, given the line of sight by what the side remembers.
    pub fn line_along(self, from: TileId, to: TileId, line: &Sightline) -> Sightline {
        let board = self.units.board();
        let figures = &self.content.figures.sight;
        let lets_pass = |tile| lets_fire_pass(board, self.known, figures, tile);
        // Of fewer lines none is better, so the best remains the best if it is among them.
        match !line.open || sight::all_between(&board.grid, from, to, line.nudge, lets_pass) {
            true => *line,
            false => self.line(from, to),
        }
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
        let distance = self.distance(from, target.tile);
        bears(&self.content.figures, shooter, from, distance).is_ok()
    }

    fn distance(self, from: TileId, to: TileId) -> u16 {
        u16::try_from(self.units.board().grid.distance(from, to)).unwrap_or(u16::MAX)
    }

    /// Gathers what an attack from a hex along an open line of fire depends on, the mode apart; `rings`
    /// are those of [`scatter_rings`](Self::scatter_rings).
    pub fn aim(
        self,
        shooter: &Shooter,
        from: TileId,
        target: &Target,
        line: &Sightline,
        rings: [[u8; 2]; 6],
    ) -> Shot {
        let figures = &self.content.figures;
        let board = self.units.board();
        let offset = board.grid.hex(from) - board.grid.hex(target.tile);
        let distance = u16::try_from(grid::length(offset)).unwrap_or(u16::MAX);
        let cover = match shooter.weapon.class {
            WeaponClass::Melee => sight::ShotCover::default(),
            _ => sight::cover_of_shot(&self.known.layers, target.tile, line),
        };
        let target_sees = u16::from(sight::vision(target.vision, line, &figures.sight));
        Shot {
            distance,
            height: rise(board, from, target.tile),
            cover: cover.cover,
            arc: Arc::of(&figures.cover, target.facing.number(), offset),
            trees: line.trees - u8::from(cover.is_line_tree),
            smoke: line.smoke,
            unseen: target_sees < distance,
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
        let distance = self.distance(from, target.tile);
        in_range(&self.content.figures, shooter, from, distance, mode)?;
        let line = self.line(from, target.tile);
        if !line.open {
            return Err(Refusal::NoLineOfFire);
        }
        let rings = self.scatter_rings(shooter, target);
        Ok(Shot {
            mode,
            ..self.aim(shooter, from, target, &line, rings)
        })
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

/// Gathers what an attack on a unit from a hex depends on.
///
/// `from` need not be where the shooter stands: previews and the AI ask for other hexes.
///
/// # Errors
/// Why the attack is impossible, apart from TU, which depend on the kind of order.
pub fn shot(
    world: &World,
    shooter: UnitId,
    from: TileId,
    target: UnitId,
    mode: FireMode,
    reaction: bool,
) -> Result<Shot, Refusal> {
    let units = Units::of(world);
    let side = units.side(shooter);
    if units.side(target) == side {
        return Err(Refusal::TargetIsFriend);
    }
    let gunsight = Gunsight::new(world, side);
    let target = gunsight.target(target)?;
    let shooter = gunsight.shooter(shooter);
    Ok(Shot {
        reaction,
        ..gunsight.shot(&shooter, from, &target, mode)?
    })
}

/// Gathers what an attack on a hex depends on; `occupant` stands there unseen, if anybody does.
///
/// The chance is the same whoever stands there, so that it can be told beforehand: by the cover the
/// hex is known to give, from the front.
///
/// # Errors
/// Why the attack is impossible, apart from TU.
pub fn shot_at_hex(
    world: &World,
    shooter: UnitId,
    from: TileId,
    to: TileId,
    mode: FireMode,
    occupant: Option<UnitId>,
) -> Result<Shot, Refusal> {
    let units = Units::of(world);
    let known = world.resource::<Knowledge>().of(units.side(shooter));
    let board = units.board();
    if !known.layers.is_known(to) {
        return Err(Refusal::UnknownHex(to));
    }
    if let Some(unit) = board.first_occupant(to) {
        if units.side(unit) == units.side(shooter) {
            return Err(Refusal::OwnUnitThere);
        }
        if known.sees_unit(unit) {
            return Err(Refusal::AimAtUnit(unit));
        }
    }
    let content = world.resource::<Rulebook>().content();
    let figures = &content.figures;
    let shooter = Gunsight::new(world, units.side(shooter)).shooter(shooter);
    let distance = board.grid.distance(from, to);
    let distance = u16::try_from(distance).unwrap_or(u16::MAX);
    in_range(figures, &shooter, from, distance, mode)?;
    let line = line_to_hex(board, known, &figures.sight, from, to);
    if !line.open {
        return Err(Refusal::NoLineOfFire);
    }
    let cover = match shooter.weapon.class {
        WeaponClass::Melee => sight::ShotCover::default(),
        _ => sight::cover_of_shot(&known.layers, to, &line),
    };
    let armor = occupant.map(|unit| soldier::armor(world, unit));
    Ok(Shot {
        mode,
        distance,
        height: rise(board, from, to),
        cover: cover.cover,
        trees: line.trees - u8::from(cover.is_line_tree),
        smoke: line.smoke,
        blind: true,
        armor_rating: armor.map_or(0, |armor| armor.rating),
        class: armor.map_or(ArmorClass::Bio, |armor| armor.class),
        scatter_rings: scatter_rings(figures, shooter.weapon, board, known, to),
        health: occupant.map_or(0, |unit| units.part::<Health>(unit).now),
        ..shooter.part
    })
}

/// Gathers what a throw at a hex depends on, as far as the dice need it.
pub fn throw(world: &World, unit: UnitId, from: TileId, to: TileId) -> Shot {
    let units = Units::of(world);
    let board = units.board();
    let content = world.resource::<Rulebook>().content();
    let distance = board.grid.distance(from, to);
    Shot {
        distance: u16::try_from(distance).unwrap_or(u16::MAX),
        height: rise(board, from, to),
        ..bearing(
            &content.figures,
            soldier::kind(world, unit),
            &UnitState::now(units, unit),
        )
    }
}

/// Gathers what a throw at a hex depends on, and where a miss would leave whoever stands there.
pub fn throw_forecast(
    world: &World,
    unit: UnitId,
    from: TileId,
    to: TileId,
    charge: &Charge,
) -> Shot {
    let units = Units::of(world);
    let board = units.board();
    let known = world.resource::<Knowledge>().of(units.side(unit));
    let content = world.resource::<Rulebook>().content();
    let mut area = attack::Area {
        radius: charge.radius,
        ..attack::Area::cloud(&content.figures.area)
    };
    area.aim_at(&board.grid, &known.layers, to);
    Shot {
        scatter_rings: area.rings,
        ..throw(world, unit, from, to)
    }
}

/// Checks that a unit can throw something from a hex to another: near enough and past what is known.
///
/// # Errors
/// Why it cannot.
pub fn can_throw(world: &World, unit: UnitId, from: TileId, to: TileId) -> Result<(), Refusal> {
    let units = Units::of(world);
    let known = world.resource::<Knowledge>().of(units.side(unit));
    let content = world.resource::<Rulebook>().content();
    if to.index() >= units.board().grid.len() {
        return Err(Refusal::OffBoard);
    }
    if !known.layers.is_known(to) {
        return Err(Refusal::UnknownHex(to));
    }
    let strength = content.unit(units.part::<Kind>(unit).0).strength;
    let reach = attack::throw_reach(&content.figures, strength);
    let distance = units.board().grid.distance(from, to);
    let distance = u16::try_from(distance).unwrap_or(u16::MAX);
    if distance > reach {
        return Err(Refusal::TooFar { distance, reach });
    }
    let line = line_to_hex(units.board(), known, &content.figures.sight, from, to);
    match line.open {
        true => Ok(()),
        false => Err(Refusal::NoLineOfFire),
    }
}

/// Traces a line to a hex by what the side remembers.
fn line_to_hex(
    board: &Board,
    known: &SideKnowledge,
    figures: &SightFigures,
    from: TileId,
    to: TileId,
) -> Sightline {
    sight::trace(&board.grid, &known.layers, from, to, figures, |tile| {
        known.layers.is_known(tile) && !(figures.units_block && is_manned(board, known, tile))
    })
}

/// Checks that mode, range, stance and magazine allow to attack at a distance.
fn in_range(
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
fn bearing(figures: &Figures, kind: &UnitKind, state: &UnitState) -> Shot {
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
fn rise(board: &Board, from: TileId, to: TileId) -> i16 {
    i16::from(board.layers.elevation(from)) - i16::from(board.layers.elevation(to))
}

/// Returns in which ring a unit on a hex is for every hex a miss may scatter to, by what the side
/// knows of the ground.
fn scatter_rings(
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

/// Returns what a reaction shot costs the reactor in carried TU, if it can fire at the mover now (§7).
pub fn reaction_cost(world: &World, reactor: UnitId, mover: UnitId) -> Option<u16> {
    let units = Units::of(world);
    let (here, there) = (units.seat(reactor)?, units.seat(mover)?);
    if !world.resource::<Knowledge>().unit_sees(reactor, there) {
        return None;
    }
    let is_able = nerve::is_conscious(*units.part(reactor), *units.part(reactor))
        && units.part::<Nerve>(reactor).suppressed == 0;
    let content = world.resource::<Rulebook>().content();
    if !is_able || !is_quick_enough(units, content, reactor, mover) {
        return None;
    }
    let figures = &content.figures;
    let weapon = content.weapon(units.part::<Arms>(reactor).weapon);
    let cost = match figures.tu.reaction {
        ReactionRule::Score => attack::mode_cost(figures, weapon, FireMode::Snap).ok()?.tu,
        ReactionRule::Prepaid if units.part::<Readiness>(reactor).shots == 0 => 0,
        ReactionRule::Prepaid => figures.tu.reaction_later,
    };
    let distance = world.resource::<Board>().grid.distance(here, there);
    if distance > u32::from(attack::reach(figures, weapon))
        || units.part::<TimeUnits>(reactor).carried < cost
    {
        return None;
    }
    shot(world, reactor, here, mover, FireMode::Snap, true)
        .ok()
        .map(|_| cost)
}

/// Whether the rule of reactions lets a unit fire at an enemy that steps or acts (C22).
pub fn is_quick_enough(
    units: Units,
    content: &BattlescapeContent,
    reactor: UnitId,
    mover: UnitId,
) -> bool {
    match content.figures.tu.reaction {
        ReactionRule::Prepaid => units.part::<Readiness>(reactor).ready,
        ReactionRule::Score => {
            let score = |id: UnitId, tu: u16| {
                let kind = content.unit(units.part::<Kind>(id).0);
                u32::from(kind.reactions) * u32::from(tu) / u32::from(content.figures.tu.per_turn)
            };
            let now = units.part::<TimeUnits>(mover).now;
            score(reactor, units.part::<TimeUnits>(reactor).carried) >= score(mover, now)
        }
    }
}
