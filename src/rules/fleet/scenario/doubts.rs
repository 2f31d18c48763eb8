//! What a mission of fleets may say and hardly means: enemies that cannot meet before the battle ends.
//!
//! **Invariant:** a doubt never keeps a mission from being played. There is none about fleets that could
//! meet in time at full speed.

use crate::battle::grid::{Grid, TileId};
use crate::content::problem::Place;
use crate::mission::{Controller, Loader, SideSetup};
use crate::rules::fleet::content::{FleetContent, Size};
use crate::rules::fleet::craft::Class;
use crate::rules::fleet::scenario::{FleetSide, Start, UnitSetup};
use crate::rules::fleet::upkeep;

/// How far a fleet comes and shoots, at most.
struct Reach {
    /// Hexes on which its units may begin.
    starts: Vec<TileId>,
    /// Hexes that its fastest unit moves in a turn.
    pace: u32,
    /// Hexes that its farthest weapon reaches, if it has any.
    range: Option<u32>,
    /// Hexes that a launch adds.
    launch: u32,
}

/// How two fleets come together.
struct Meeting {
    /// Hexes between them at the start.
    apart: u32,
    /// The first turn in which one may be in range of the other; none if neither ever is.
    turn: Option<u32>,
}

impl Loader {
    /// Notes that the first side cannot come into range of any enemy, nor they of it, before the battle ends.
    pub(super) fn check_meeting(
        &mut self,
        sides: &[SideSetup],
        fleets: &[FleetSide],
        (grid, turn_limit): (Grid, Option<u16>),
        place: Place,
    ) {
        let catalog = self.catalog.clone();
        let content = catalog.part::<FleetContent>();
        let mut reaches = (sides.iter().zip(fleets))
            .filter(|(setup, _)| !setup.neutral)
            .map(|(setup, fleet)| Reach::of(content, setup, fleet));
        let Some(own) = reaches.next() else {
            return;
        };
        let meetings = reaches.filter_map(|other| own.meets(&other, grid));
        let first = meetings.min_by_key(|one| one.turn.unwrap_or(u32::MAX));
        let Some(Meeting { apart, turn }) = first else {
            return;
        };
        let limit = turn_limit.map(|limit| (u32::from(limit), format!("after turn {limit}")));
        let quiet = content.figures.quiet.turns;
        let stalled = last_quiet_turn(content, fleets, grid).map(|last| {
            let why = format!("after {quiet} turns without action");
            (last, why)
        });
        let end = [limit, stalled].into_iter().flatten().min();
        let message = match (turn, end) {
            (None, _) => format!("the enemies start {apart} hexes apart, and nobody ever moves"),
            (Some(turn), Some((last, why))) if turn > last => format!(
                "the enemies start {apart} hexes apart and need {turn} turns at full speed to come into range, but the battle ends {why}"
            ),
            _ => return,
        };
        self.reader.doubt(place, message);
    }
}

impl Reach {
    fn of(content: &FleetContent, setup: &SideSetup, fleet: &FleetSide) -> Self {
        let units = || fleet.units().filter(|unit| unit.start != Start::Waiting);
        let is_moored = match setup.controller {
            Controller::Ai(mode) => {
                let figures = content.ai.modes.get(&mode);
                !fleet.intents && figures.is_some_and(|figures| !figures.moves)
            }
            Controller::Human { .. } | Controller::Open { .. } | Controller::Table => false,
        };
        let pace = units().map(|unit| pace(content, unit)).max();
        let begun = units().filter_map(|unit| Some(unit.start.place()?.0));
        let launches = units().any(|unit| unit.start == Start::Docked);
        Self {
            starts: begun.chain(fleet.zone.iter().copied()).collect(),
            pace: pace.filter(|_| !is_moored).unwrap_or(0),
            range: units().filter_map(|unit| range(content, unit)).max(),
            launch: u32::from(launches),
        }
    }

    /// Returns how the fleet and another come together; none if neither can do anything to the other.
    fn meets(&self, other: &Self, grid: Grid) -> Option<Meeting> {
        let range = self.range.max(other.range)?;
        let field = distances(grid, &self.starts);
        let apart = other.starts.iter().map(|tile| field[tile.index()]).min()?;
        let gap = apart.saturating_sub(range + self.launch + other.launch);
        let turn = match self.pace + other.pace {
            _ if gap == 0 => Some(1),
            0 => None,
            pace => Some(gap.div_ceil(pace)),
        };
        Some(Meeting { apart, turn })
    }
}

/// Returns the hexes a unit moves in a turn at most.
fn pace(content: &FleetContent, unit: &UnitSetup) -> u32 {
    let sub_phases = content.options.sub_phases;
    let moves = match unit.class {
        Class::Carrier(carrier) => match content.carrier(carrier).speed {
            0 => 0,
            _ if sub_phases > 1 => content.figures.carrier.slots.min(sub_phases),
            speed => speed,
        },
        Class::Ship(ship) if sub_phases > 1 => match content.ship(ship).size {
            Size::Small => sub_phases,
            Size::Medium => sub_phases - 1,
        },
        Class::Ship(ship) => {
            let more = unit.pilot.ability(content).moves;
            content.ship(ship).moves.saturating_add(more)
        }
    };
    moves.into()
}

/// Returns the hexes a unit can do damage at, if it can do any: where ships stack they share a hex for that,
/// and attack carriers beside them.
fn range(content: &FleetContent, unit: &UnitSetup) -> Option<u32> {
    let carriers = &content.figures.carrier;
    match unit.class {
        Class::Carrier(carrier) => (content.carrier(carrier).attack > 0).then_some(carriers.range),
        Class::Ship(ship) => {
            let kind = content.ship(ship);
            let weapon = content.weapon(unit.weapon.unwrap_or(kind.weapon));
            let range = match content.options.single_occupancy {
                true => u32::from(weapon.range).max(carriers.reach),
                false => carriers.reach,
            };
            (kind.ammo > 0).then_some(range)
        }
    }
}

/// Returns the last turn of a battle in which nothing happens but launches, one a turn, and drives that are
/// charged; none if such a battle goes on.
fn last_quiet_turn(content: &FleetContent, fleets: &[FleetSide], grid: Grid) -> Option<u32> {
    let quiet = &content.figures.quiet;
    let docked = fleets.iter().flat_map(|fleet| &fleet.ships);
    let docked = docked.filter(|ship| ship.start == Start::Docked).count();
    let docked = u32::try_from(docked).unwrap_or(u32::MAX);
    let drives = match fleets.iter().any(|fleet| fleet.drive) {
        true => u32::from(content.figures.drive_turns),
        false => 0,
    };
    let span = upkeep::span(&grid);
    let open = if span > quiet.open_span { span } else { 0 };
    let stirred = docked.saturating_add(drives);
    (quiet.turns > 0).then(|| stirred.saturating_add(open + u32::from(quiet.turns)))
}

/// Returns how far each hex is from the nearest of some.
fn distances(grid: Grid, from: &[TileId]) -> Vec<u32> {
    let mut field = vec![u32::MAX; grid.len()];
    let mut reached: Vec<_> = from.to_vec();
    for tile in from {
        field[tile.index()] = 0;
    }
    let mut at = 0;
    while at < reached.len() {
        let tile = reached[at];
        for (_, next) in grid.neighbors(tile) {
            if field[next.index()] == u32::MAX {
                field[next.index()] = field[tile.index()] + 1;
                reached.push(next);
            }
        }
        at += 1;
    }
    field
}
