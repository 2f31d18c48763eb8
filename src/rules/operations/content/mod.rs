//! Content of operations: point types, units, terrain, hexsides, tables and figures.
//!
//! **Invariant:** every id resolves, tables have no holes, and there is a point type wherever a unit has
//! points; section numbers (§), switches (S) and clarifications are those of the operations reference.

mod figures;
mod read;
mod tables;
mod units;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

pub use self::figures::{
    AssaultFigures, CapabilityFigures, CohesionFigures, Figures, MoraleFigures, PlannerFigures,
    SupplyFigures, Switches, VictoryFigures, ZoneFigures,
};
pub use self::tables::{BarrageRow, COLUMNS, Column, Tables};
pub use self::units::{
    CARGOES, Class, Crossing, Facility, Ground, Hexside, Kind, MOST_TOE, PointType, Size,
    TargetClass, Toe, Trucks,
};
use crate::battle::rules::Rules;
use crate::content::definition::ids;
use crate::content::reader::Reader;
use crate::content::section::Section;
use crate::content::terrain::TerrainId;
use crate::rules::operations::Operations;

/// The content file of all of it.
const FILE: &str = "operations.ron";

/// What operations read of the content.
pub(super) const SECTION: Section = Section {
    rules: Operations::NAME,
    files: &[FILE],
    figures: &[FILE],
    read: |loader, terrains| {
        let content = loader.whole(FILE, |node, reader| read::read(node, terrains, reader))?;
        Some(Box::new(content))
    },
    overlay: |catalog, over, reader| {
        let terrains = catalog.terrains.clone();
        let content = catalog.part_mut::<OperationsContent>();
        *content = read::overlay(content, &terrains, over, reader)?;
        Some(())
    },
};

/// All definitions, tables and figures of operations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OperationsContent {
    /// Figures and switches of the rules.
    pub figures: Figures,
    /// Tables of results.
    pub tables: Tables,
    /// Types of TOE strength points (§2).
    pub types: Vec<PointType>,
    /// Kinds of units (§2).
    pub kinds: Vec<Kind>,
    /// What an enemy unit of a class is taken for that is not known better (§12).
    pub estimates: BTreeMap<Class, Toe>,
    /// What each terrain kind means here (§4).
    pub grounds: Vec<Ground>,
    /// Terrain kinds that the content gives a meaning.
    pub own: Vec<TerrainId>,
    /// What hexside features mean here, by their keys (§4).
    pub hexsides: Vec<Hexside>,
    /// What all of this was read from, over which a mission lays its own.
    #[serde(skip)]
    source: Arc<str>,
}

ids! { OperationsContent:
    types: PointType = TypeId, point_type, type_named;
    kinds: Kind = KindId, kind, kind_named, description;
    hexsides: Hexside = SideFeatureId, hexside, hexside_named;
}

impl OperationsContent {
    /// Returns what a terrain kind means.
    pub fn ground(&self, terrain: TerrainId) -> &Ground {
        &self.grounds[usize::from(terrain.0)]
    }

    /// Makes a reader know the keys of definitions that missions name.
    pub(super) fn make_known(&self, reader: &mut Reader) {
        reader.know_by(PointType::WHAT, &self.types);
        reader.know_by(Kind::WHAT, &self.kinds);
    }

    /// Whether a terrain kind was given a meaning here.
    pub fn is_own(&self, terrain: TerrainId) -> bool {
        self.own.contains(&terrain)
    }
}
