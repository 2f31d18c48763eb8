//! Battles on drawn boards, for tests.

use std::sync::Arc;

use bevy::prelude::World;
use hexscape::battle::board::{Board, TileState};
use hexscape::battle::dice::Dice;
use hexscape::battle::grid::{Direction, Grid, Layout, TileId};
use hexscape::battle::order::{BattleDice, submit};
use hexscape::battle::phase::Turn;
use hexscape::battle::unit::{self, Health, Side, UnitId, part};
use hexscape::content::mode::AiMode;
use hexscape::content::{self, Catalog};
use hexscape::mission::{BoardSetup, Controller, Debrief, First, Mission, RuleSet, SideSetup};
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::content::BattlescapeContent;
use hexscape::rules::battlescape::event::Event;
use hexscape::rules::battlescape::order::{Order, Refusal};
use hexscape::rules::battlescape::scenario::{Objective, Scenario, Script, UnitSetup};
use hexscape::rules::battlescape::setup::set_up;
use hexscape::rules::battlescape::soldier::{Arms, Rulebook, TimeUnits};

/// A battle on a drawn board: rows of terrain letters, heights of digits.
pub struct Field {
    /// The battle.
    pub world: World,
}

/// Unit kind and hex of one unit.
pub type Placed = (&'static str, (i32, i32));

/// The shipped content.
pub fn catalog() -> Catalog {
    content::load_default().unwrap_or_else(|problems| panic!("{problems}"))
}

fn terrain_letter(c: char) -> &'static str {
    match c {
        '.' => "floor",
        ',' => "grass",
        'T' => "tree",
        'b' => "bush",
        '#' => "wall",
        '-' => "low_wall",
        '+' => "door",
        'L' => "lava",
        '%' => "rubble",
        '~' => "deep_water",
        other => panic!("no terrain for {other:?}"),
    }
}

/// Draws a mission: rows of terrain letters, heights of digits (none: level ground).
#[track_caller]
pub fn mission(rows: &[&str], heights: &[&str], own: &[Placed], enemies: &[Placed]) -> Mission {
    let catalog = catalog();
    let cells = |rows: &[&str]| -> Vec<char> {
        rows.iter()
            .flat_map(|row| row.chars().filter(|c| !c.is_whitespace()))
            .collect()
    };
    let drawn = cells(rows);
    let width = drawn.len() / rows.len();
    let grid = Grid::new(
        Layout::PointyOddRows,
        u16::try_from(width).expect("small"),
        u16::try_from(rows.len()).expect("small"),
    );
    let tiles = drawn
        .into_iter()
        .map(|c| TileState {
            terrain: catalog.terrain_named(terrain_letter(c)).expect("shipped"),
            ..TileState::default()
        })
        .collect();
    let elevation = match heights {
        [] => vec![0; grid.len()],
        _ => cells(heights)
            .into_iter()
            .map(|c| c.to_digit(10).unwrap_or(0) as i8)
            .collect(),
    };
    let side = |name: &str| SideSetup {
        name: name.into(),
        controller: Controller::Ai(AiMode::Aggressive),
        neutral: false,
        hunts: false,
        skill: None,
    };
    let squad = |placed: &[Placed], facing: u8| -> Vec<UnitSetup> {
        placed
            .iter()
            .map(|&(kind, (column, row))| {
                let kind = catalog
                    .part::<BattlescapeContent>()
                    .unit_named(kind)
                    .expect("shipped");
                UnitSetup {
                    kind,
                    name: catalog.part::<BattlescapeContent>().unit(kind).name.clone(),
                    tile: grid.from_offset(column, row).expect("on the board"),
                    facing: Direction::new(facing),
                    weapon: catalog.part::<BattlescapeContent>().unit(kind).weapon,
                    items: catalog
                        .part::<BattlescapeContent>()
                        .unit(kind)
                        .items
                        .clone(),
                    suit: None,
                    group: None,
                    mode: None,
                    patrol: Vec::new(),
                }
            })
            .collect()
    };
    let squads = vec![squad(own, 0), squad(enemies, 3)];
    Mission {
        name: "test".into(),
        number: 0,
        briefing: String::new(),
        debrief: Debrief::default(),
        difficulty: 100,
        drawn_anew: false,
        sides: vec![side("own"), side("enemies")],
        maps: Default::default(),
        board: BoardSetup {
            grid,
            tiles,
            elevation,
            hexsides: Vec::new(),
        },
        catalog: Arc::new(catalog),
        turn_limit: None,
        rules: RuleSet::of::<Battlescape>(),
        scenario: Box::new(Scenario {
            squads,
            first: First::default(),
            objective: Objective::Eliminate { side: Side(1) },
            exits: Vec::new(),
            night: false,
            deployment: Vec::new(),
            script: Script::default(),
        }),
        guide: Vec::new(),
        doubts: Vec::new(),
    }
}

/// The first unit.
pub const A: UnitId = UnitId(0);
/// The second unit.
pub const B: UnitId = UnitId(1);
/// East.
pub const E: Direction = Direction::new(0);
/// West.
pub const W: Direction = Direction::new(3);

impl Field {
    #[track_caller]
    pub fn new(rows: &[&str], own: &[Placed], enemies: &[Placed]) -> Self {
        Self::of(&mission(rows, &[], own, enemies))
    }

    pub fn of(mission: &Mission) -> Self {
        let mut world = World::new();
        set_up(&mut world, mission, 1);
        Self { world }
    }

    pub fn tape(&mut self, results: &[(&str, u32)]) {
        self.world.resource_mut::<BattleDice>().0 = Some(Dice::tape(results.iter().copied()));
    }

    #[track_caller]
    pub fn order(&mut self, order: Order) -> Vec<Event> {
        let side = self.world.resource::<Turn>().active;
        submit::<Battlescape>(&mut self.world, side, order.clone())
            .unwrap_or_else(|refusal| panic!("{order:?} is refused: {refusal}"))
    }

    pub fn refused(&mut self, order: Order) -> Option<Refusal> {
        let side = self.world.resource::<Turn>().active;
        submit::<Battlescape>(&mut self.world, side, order).err()
    }

    pub fn tu(&self, id: UnitId) -> TimeUnits {
        *part::<TimeUnits>(&self.world, id)
    }

    pub fn set<C: bevy::prelude::Component<Mutability = bevy::ecs::component::Mutable>>(
        &mut self,
        id: UnitId,
        value: C,
    ) {
        unit::edit(&mut self.world, id).set(value);
    }

    /// Puts a full weapon into a unit's hands.
    pub fn arm(&mut self, id: UnitId, weapon: &str) {
        let content = self.world.resource::<Rulebook>().content();
        let weapon = content.weapon_named(weapon).expect("shipped");
        let (rounds, spares) = {
            let weapon = content.weapon(weapon);
            (weapon.magazine, weapon.spares)
        };
        self.set(
            id,
            Arms {
                weapon,
                rounds,
                spare: spares * rounds,
            },
        );
    }

    /// Hit points left.
    pub fn health(&self, id: UnitId) -> u16 {
        part::<Health>(&self.world, id).now
    }

    pub fn tile(&self, column: i32, row: i32) -> TileId {
        let grid = self.world.resource::<Board>().grid;
        grid.from_offset(column, row).expect("on the board")
    }

    pub fn hurt_to(&mut self, id: UnitId, percent: u16) {
        let max = part::<Health>(&self.world, id).max;
        self.set(
            id,
            Health {
                now: max * percent / 100,
                max,
            },
        );
    }
}

/// Three rows of bare floor, 21 hexes wide.
pub const OPEN: [&str; 3] = [
    ". . . . . . . . . . . . . . . . . . . . .",
    " . . . . . . . . . . . . . . . . . . . . .",
    ". . . . . . . . . . . . . . . . . . . . .",
];
