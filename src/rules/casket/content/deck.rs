//! Decks: a class, a race, what the casket carries, and how many of each card (§1, §9).
//!
//! **Invariant:** [`Deck::faults`] alone says what is wrong with a deck, for files, missions and the builder.

use serde::Serialize;

use crate::content::definition::{Entry, definitions};
use crate::content::reader::{Reader, all_read};
use crate::content::tree::Node;
use crate::rules::casket::content::{
    Card, CardId, CasketContent, ClassId, EquipmentId, Kind, Mount, RaceId,
};
use crate::rules::casket::machine::{Part, Physical};

/// Most copies of a card in a deck (§1).
pub const MOST_COPIES: u8 = 2;

definitions! {
    /// A casket with its cards.
    pub struct Deck: "deck", name, description {
        /// Its class.
        pub class: ClassId,
        /// The race of its pilot.
        pub race: RaceId,
        /// What the right arm carries.
        pub right: Option<EquipmentId> = None,
        /// What the left arm carries.
        pub left: Option<EquipmentId> = None,
        /// Its relics.
        pub relics: Vec<EquipmentId> = Vec::new(),
        /// Copies of cards where they are other than the equipment brings.
        pub cards: Copies = Copies::default(),
        /// Whether it is a starter deck, of any size and with any number of relics.
        pub starter: bool = false,
    }
}

/// Copies of cards: `{"darting_jab": 2, "triple_nick": 0}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Copies(pub Vec<(CardId, u8)>);

impl Copies {
    /// Returns the copies of a card, if another number is set than the equipment brings.
    pub fn of(&self, card: CardId) -> Option<u8> {
        let set = self.0.iter().find(|(other, _)| *other == card);
        set.map(|(_, copies)| *copies)
    }

    /// Sets the copies of a card.
    pub fn set(&mut self, card: CardId, copies: u8) {
        match self.0.iter_mut().find(|(other, _)| *other == card) {
            Some((_, now)) => *now = copies,
            None => self.0.push((card, copies)),
        }
    }
}

impl Entry for Copies {
    type Bounds = ();

    fn read(node: &Node, reader: &mut Reader, _: &str, (): ()) -> Option<Self> {
        let entries = reader.entries(node, "copies of cards, such as {\"darting_jab\": 2}")?;
        let read = entries.iter().map(|(key, copies)| {
            let card = CardId::read(key, reader, Card::WHAT, ());
            let copies = reader.int(copies, "copies", 0..=MOST_COPIES);
            Some((card?, copies?))
        });
        all_read(read).map(Self)
    }
}

/// Something wrong with a deck: the field that it is in, and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The field of a deck file.
    pub field: &'static str,
    /// What is wrong, in words.
    pub text: String,
}

impl Deck {
    /// Lists the equipment with the arm that it acts as, arms first; relics act as none.
    pub fn mounted(&self, content: &CasketContent) -> Vec<(EquipmentId, Option<Part>)> {
        let right = self.right.map(|id| (id, Some(Part::RightArm)));
        let left = self.left.filter(|_| !self.is_two_handed(content));
        let left = left.map(|id| (id, Some(Part::LeftArm)));
        let relics = self.relics.iter().map(|&id| (id, None));
        right.into_iter().chain(left).chain(relics).collect()
    }

    /// Whether the right arm's equipment takes both arms.
    fn is_two_handed(&self, content: &CasketContent) -> bool {
        let mount = self.right.map(|id| content.piece(id).mount);
        mount == Some(Mount::BothArms)
    }

    /// Lists the physical cards: universal ones, then those of the equipment, in order.
    pub fn physical(&self, content: &CasketContent) -> Vec<Physical> {
        let mut cards: Vec<_> = content.universal().map(Physical::universal).collect();
        for (piece, arm) in self.mounted(content) {
            for &card in &content.piece(piece).cards {
                let copies = self.cards.of(card).unwrap_or(content.card(card).copies);
                let physical = Physical { card, arm };
                cards.extend(std::iter::repeat_n(physical, copies.into()));
            }
        }
        cards
    }

    /// Lists what is wrong with it.
    pub fn faults(&self, content: &CasketContent) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut fault = |field, text: String| faults.push(Fault { field, text });
        let class = content.class(self.class);
        for (field, held) in [("right", self.right), ("left", self.left)] {
            let Some(id) = held else { continue };
            let piece = content.piece(id);
            match piece.mount {
                Mount::Relic => fault(field, format!("{} is a relic, not for an arm", piece.name)),
                Mount::BothArms if field == "left" => {
                    let text = format!("{} takes both arms and is held in the right", piece.name);
                    fault(field, text);
                }
                Mount::BothArms if self.left.is_some() => {
                    fault("left", format!("{} takes both arms", piece.name));
                }
                Mount::Arm | Mount::BothArms => {}
            }
        }
        for &id in &self.relics {
            let piece = content.piece(id);
            if piece.mount != Mount::Relic {
                fault(
                    "relics",
                    format!("{} is for an arm, not a relic", piece.name),
                );
            }
        }
        let all = [self.right, self.left].into_iter().flatten();
        let all: Vec<_> = all.chain(self.relics.iter().copied()).collect();
        for (at, &id) in all.iter().enumerate() {
            let piece = content.piece(id);
            if !piece.classes.is_empty() && !piece.classes.contains(&self.class) {
                let field = match at {
                    _ if self.right == Some(id) => "right",
                    _ if self.left == Some(id) => "left",
                    _ => "relics",
                };
                fault(
                    field,
                    format!("the class {} cannot carry {}", class.name, piece.name),
                );
            }
            if all[..at].contains(&id) && piece.mount == Mount::Relic {
                fault("relics", format!("{} is carried twice", piece.name));
            }
        }
        for &(card, _) in &self.cards.0 {
            let definition = content.card(card);
            let is_brought = all
                .iter()
                .any(|&id| content.piece(id).cards.contains(&card));
            if definition.universal {
                let text = format!("every deck has {} once", definition.name);
                fault("cards", text);
            } else if !is_brought {
                fault(
                    "cards",
                    format!("nothing that it carries brings {}", definition.name),
                );
            } else if definition.kind == Kind::Passive && self.cards.of(card) == Some(0) {
                fault(
                    "cards",
                    format!("{} belongs to what it carries", definition.name),
                );
            }
        }
        if !self.starter {
            let count = self.physical(content).len();
            let (least, most) = (class.least_cards, class.most_cards);
            if !(usize::from(least)..=usize::from(most)).contains(&count) {
                let text = format!(
                    "a deck of the class {} has from {least} to {most} cards, this one {count}",
                    class.name
                );
                fault("cards", text);
            }
            if self.relics.len() > class.relics.into() {
                let text = format!(
                    "the class {} carries at most {} relics, this deck has {}",
                    class.name,
                    class.relics,
                    self.relics.len()
                );
                fault("relics", text);
            }
        }
        faults
    }
}
