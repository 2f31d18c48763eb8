//! What caskets are built from, and what else stands on a board: equipment, classes, races, monsters,
//! objectives and ground.
//!
//! **Invariant:** plain data; ground has an entry for each terrain kind.

use serde::Serialize;

use crate::content::declare::choices;
use crate::content::definition::{Entry, definitions, records};
use crate::content::picture::Picture;
use crate::content::reader::{Reader, all_read};
use crate::content::silhouette::{Held, Machine};
use crate::content::terrain::TerrainId;
use crate::content::tree::Node;
use crate::rules::casket::content::{CardId, ClassId, Row, Trait};

choices! {
    /// Where equipment is carried (clarification 16).
    #[derive(Default)]
    pub enum Mount {
        /// On one arm.
        #[default]
        Arm,
        /// On both arms; it acts as the right one.
        BothArms,
        /// As a relic.
        Relic,
    }

    /// What a shield covers (§5).
    #[derive(Default)]
    pub enum Covers {
        /// The front.
        #[default]
        Front,
        /// The front and the side of its arm (C3).
        FrontAndSide,
    }
}

definitions! {
    /// One piece of equipment (§9).
    pub struct Equipment: "equipment", name, description {
        /// Where it is carried.
        pub mount: Mount,
        /// Classes that can carry it; empty for all.
        pub classes: Vec<ClassId> = Vec::new(),
        /// Cards it adds to the deck.
        pub cards: Vec<CardId> = Vec::new(),
        /// Traits of the casket that carries it.
        pub traits: Vec<Trait> = Vec::new(),
        /// What its shield covers.
        pub covers: Covers = Covers::Front,
        /// What the token shows in the arm that carries it.
        #[serde(skip)]
        pub held: Option<Held> = None,
    }

    /// One class of caskets (§1).
    pub struct Class: "class", name, description {
        /// SP that are safe.
        pub safe: u8 [0..=20],
        /// Added to the roll for initiative.
        pub initiative: i16 [-6..=6] = 0,
        /// Fewest cards of a deck.
        pub least_cards: u8 [1..=100],
        /// Most cards of a deck.
        pub most_cards: u8 [1..=100],
        /// Relics that it can carry.
        pub relics: u8 [0..=10],
        /// Traits of all of them.
        pub traits: Vec<Trait> = Vec::new(),
        /// What its Backfires do (§8).
        pub backfire: Vec<Row>,
        /// What its token looks like.
        #[serde(skip)]
        pub machine: Machine = Machine::ScoutCasket,
        /// Picture of its token, instead of that.
        #[serde(skip)]
        pub picture: Option<Picture> = None,
    }

    /// One race of pilots (§9).
    pub struct Race: "race", name, description {
        /// Traits of all of them.
        pub traits: Vec<Trait> = Vec::new(),
        /// Cards they can play without having them in a pile.
        pub abilities: Vec<CardId> = Vec::new(),
        /// Uses per battle.
        pub uses: u8 [0..=20] = 1,
    }

    /// One monster (clarification 18).
    pub struct Monster: "monster", name, description {
        /// Hit points.
        pub hp: u16 [1..=500],
        /// Its Defence.
        pub defence: i16 [-20..=20] = 0,
        /// Hexes that it moves in a turn.
        pub steps: u8 [0..=20] = 2,
        /// Added to the roll for initiative.
        pub initiative: i16 [-6..=6] = 0,
        /// Its attacks; it draws one each turn.
        pub attacks: Vec<Strike>,
        /// Its traits.
        pub traits: Vec<Trait> = Vec::new(),
        /// Victory points for it.
        pub points: u8 [0..=100] = 5,
        /// What its token looks like.
        #[serde(skip)]
        pub machine: Machine = Machine::Colossus,
        /// Picture of its token, instead of that.
        #[serde(skip)]
        pub picture: Option<Picture> = None,
    }

    /// One objective that can be destroyed (clarification 18).
    pub struct Objective: "objective", name, description {
        /// Hit points.
        pub hp: u16 [1..=500],
        /// Its Defence.
        pub defence: i16 [-20..=20] = 0,
        /// What its token looks like.
        #[serde(skip)]
        pub machine: Machine = Machine::Pylon,
        /// Picture of its token, instead of that.
        #[serde(skip)]
        pub picture: Option<Picture> = None,
    }
}

records! {
    /// An attack of a monster, and how likely it is drawn.
    #[derive(Copy)]
    pub struct Strike: "attack" {
        /// The card that it plays.
        pub card: CardId,
        /// How likely it is, beside others.
        pub weight: u8 [1..=100] = 1,
    }
}

impl Entry for Vec<Strike> {
    type Bounds = ();

    fn read(node: &Node, reader: &mut Reader, what: &str, (): ()) -> Option<Self> {
        let nodes = reader.list(node, what).iter();
        all_read(nodes.map(|node| Strike::read(node, reader, what, ())))
    }
}

/// What a terrain kind means to caskets (§6).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Ground {
    /// Whether entering it costs more.
    pub difficult: bool,
    /// Whether nobody enters or sees through it.
    pub wall: bool,
    /// Whether it gives partial cover.
    pub cover: bool,
    /// Levels that it stands above the hex.
    pub level: u8,
    /// Whether it is water.
    pub water: bool,
    /// Whether it is ice.
    pub ice: bool,
    /// Hit points, if it can be destroyed, and what is left of it then.
    pub breaks: Option<(u8, TerrainId)>,
}
