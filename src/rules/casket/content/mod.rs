//! Content of the duels: cards, equipment, classes, races, decks, monsters, objectives, ground, figures.
//!
//! **Invariant:** every id resolves, every card can be played by somebody, and every deck can be fielded;
//! section numbers (§) and clarifications are those of the reference of the casket.

pub mod card;
pub mod deck;
pub mod effect;
mod figures;
pub mod gear;
mod read;
pub mod text;
mod verify;

use std::sync::Arc;

use serde::Serialize;

pub use self::card::{Aim, Area, Band, Card, Kind, Limb, Tier, Trigger};
pub use self::deck::{Copies, Deck, Fault, MOST_CARDS, MOST_COPIES};
pub use self::effect::{Effect, Move, Row, Span, Spot, Trait, Who};
pub use self::figures::{
    CostFigures, DamageCards, DamageFigures, Figures, FireBurns, GroundFigures, HeatFigures,
    Overflow, PartFigures, PlannerFigures, ScoreFigures, Switches, TaintFigures, ToHitFigures,
};
pub use self::gear::{Class, Covers, Equipment, Ground, Monster, Mount, Objective, Race, Strike};
use crate::battle::rules::Rules;
use crate::content::definition::ids;
use crate::content::reader::Reader;
use crate::content::section::{LooseFile, Section};
use crate::content::terrain::TerrainId;
use crate::rules::casket::Casket;

/// The content file of all of it.
const FILE: &str = "casket.ron";

/// What the casket reads of the content.
pub(super) const SECTION: Section = Section {
    rules: Casket::NAME,
    files: &[FILE],
    figures: &[FILE],
    read: |loader, terrains| {
        let content = loader.whole(FILE, |node, reader| read::read(node, terrains, reader))?;
        Some(Box::new(content))
    },
    overlay: |catalog, over, reader| {
        let terrains = catalog.terrains.clone();
        let content = catalog.part_mut::<CasketContent>();
        *content = read::overlay(content, &terrains, over, reader)?;
        Some(())
    },
};

// A deck may stand in a file of its own, which missions name.
crate::rules::inventory::submit! {
    LooseFile { word: "Deck", file: FILE, list: "decks", field: DECK_FILES }
}

/// The field of a mission that lists files of decks.
pub(super) const DECK_FILES: &str = "deck_files";

/// All definitions and figures of the casket.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CasketContent {
    /// Figures and switches of the rules.
    pub figures: Figures,
    /// Cards (§9).
    pub cards: Vec<Card>,
    /// Arms, shields and relics (§9).
    pub equipment: Vec<Equipment>,
    /// Classes of caskets (§1, §8).
    pub classes: Vec<Class>,
    /// Races of pilots (§9).
    pub races: Vec<Race>,
    /// Decks (§9).
    pub decks: Vec<Deck>,
    /// Monsters (clarification 18).
    pub monsters: Vec<Monster>,
    /// Objectives that can be destroyed (clarification 18).
    pub objectives: Vec<Objective>,
    /// What each terrain kind means here.
    pub grounds: Vec<Ground>,
    /// What all of this was read from, over which a mission lays its own.
    #[serde(skip)]
    source: Arc<str>,
}

ids! { CasketContent:
    cards: Card = CardId, card, card_named;
    equipment: Equipment = EquipmentId, piece, piece_named, description;
    classes: Class = ClassId, class, class_named, description;
    races: Race = RaceId, race, race_named, description;
    decks: Deck = DeckId, deck, deck_named, description;
    monsters: Monster = MonsterId, monster, monster_named, description;
    objectives: Objective = ObjectiveId, objective, objective_named, description;
}

impl CasketContent {
    /// Returns what a terrain kind means.
    pub fn ground(&self, terrain: TerrainId) -> &Ground {
        &self.grounds[usize::from(terrain.0)]
    }

    /// Lists the damage cards of a limb and tier, in order.
    pub fn damage_cards(&self, limb: Limb, tier: Tier) -> impl Iterator<Item = CardId> {
        let cards = (0..).map(CardId).zip(&self.cards);
        cards.filter_map(move |(id, card)| (card.wound == Some((limb, tier))).then_some(id))
    }

    /// Returns the equipment that brings a card; nothing for universal cards, damage cards and abilities.
    pub fn source_of(&self, card: CardId) -> Option<EquipmentId> {
        let pieces = (0..).map(EquipmentId).zip(&self.equipment);
        pieces
            .filter(|(_, piece)| piece.cards.contains(&card))
            .map(|(id, _)| id)
            .next()
    }

    /// Lists the cards that every deck has, in order.
    pub fn universal(&self) -> impl Iterator<Item = CardId> {
        let cards = (0..).map(CardId).zip(&self.cards);
        cards.filter_map(|(id, card)| card.universal.then_some(id))
    }
}

impl CasketContent {
    /// Has a reader know the keys of definitions that missions name.
    pub(super) fn make_known(&self, reader: &mut Reader) {
        reader.know_by(Card::WHAT, &self.cards);
        reader.know_by(Equipment::WHAT, &self.equipment);
        reader.know_by(Class::WHAT, &self.classes);
        reader.know_by(Race::WHAT, &self.races);
    }
}
