//! What a mission asks of the battlescape, beside what all missions have.
//!
//! **Invariant:** a scenario is consistent with the mission it is in: every tile is on its board, every
//! definition in its catalog, every unit on a hex of its own that can be entered.

use crate::{
    battle::grid::{Direction, TileId},
    content::battlescape::{SuitId, UnitKindId, WeaponId, items::ItemId},
    mission::{AiMode, First, Mission, Objective, Script},
    rules,
};

/// A battle of squads.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Units of each side.
    pub squads: Vec<Vec<UnitSetup>>,
    /// Who has the first phase of each turn.
    pub first: First,
    /// What side 0 has to do.
    pub objective: Objective,
    /// Hexes from which units of side 0 may leave the map.
    pub exits: Vec<TileId>,
    /// Whether it is fought at night.
    pub night: bool,
    /// Hexes on which side 0 may place its units before the first order.
    pub deployment: Vec<TileId>,
    /// What happens by itself.
    pub script: Script,
}

/// One unit of a mission.
#[derive(Clone, Debug)]
pub struct UnitSetup {
    /// Kind.
    pub kind: UnitKindId,
    /// Name shown to people; the kind's with a number if the mission gives none.
    pub name: String,
    /// Hex.
    pub tile: TileId,
    /// Facing.
    pub facing: Direction,
    /// Weapon.
    pub weapon: WeaponId,
    /// Items.
    pub items: Vec<ItemId>,
    /// Suit instead of its own armor.
    pub suit: Option<SuitId>,
    /// Group it waits with off the board until a trigger brings it.
    pub group: Option<String>,
    /// AI mode of this unit, if it differs from its side's.
    pub mode: Option<AiMode>,
    /// Hexes a computer has it walk round while nobody is seen or heard, one a turn.
    pub patrol: Vec<TileId>,
}

impl Scenario {
    /// Returns what a mission asks.
    ///
    /// # Panics
    /// If it is played by other rules.
    pub fn of(mission: &Mission) -> &Self {
        let rules::Scenario::Battlescape(scenario) = &mission.scenario;
        scenario
    }

    /// Returns what a mission asks, to be changed.
    ///
    /// # Panics
    /// If it is played by other rules.
    pub fn of_mut(mission: &mut Mission) -> &mut Self {
        let rules::Scenario::Battlescape(scenario) = &mut mission.scenario;
        scenario
    }

    /// Lists the units of all sides in order of their ids.
    pub fn units(&self) -> impl Iterator<Item = &UnitSetup> + Clone {
        self.squads.iter().flatten()
    }
}
