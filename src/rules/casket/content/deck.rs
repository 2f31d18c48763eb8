//! Decks: a class, a race, what the casket carries, and how many of each card (§1, §9).
//!
//! **Invariant:** [`Deck::faults`] alone says what is wrong with a deck, for files, missions and the builder.

use std::path::Path;

use serde::Serialize;

use crate::content::LooseFile;
use crate::content::definition::{Entry, definitions};
use crate::content::problem::{Problem, Problems};
use crate::content::reader::{Reader, all_read};
use crate::content::tree::{self, Node, Value};
use crate::mission::edit::quoted;
use crate::rules::casket::content::{
    Card, CardId, CasketContent, ClassId, EquipmentId, Kind, Mount, RaceId,
};
use crate::rules::casket::machine::{Build, Part, Physical};

/// Most copies of a card in a deck (§1).
pub const MOST_COPIES: u8 = 2;
/// Most cards of any deck, starter decks included (ours), so that its damage cards can be numbered, too.
pub const MOST_CARDS: usize = 150;

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
        /// Number of copies, if different from the equipment's.
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
        let read = entries.iter().enumerate().map(|(at, (key, copies))| {
            let mut before = entries[..at].iter();
            if before.any(|(other, _)| other.value == key.value) {
                reader.problem(key.place, format!("{} is given twice", key.describe()));
            }
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
    /// Returns the casket that it makes.
    pub fn build(&self, content: &CasketContent) -> Build {
        Build::Casket {
            class: self.class,
            race: self.race,
            mounted: self.mounted(content),
        }
    }

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
        let mut faults = Faults(Vec::new());
        self.check_arms(content, &mut faults);
        self.check_carried(content, &mut faults);
        self.check_copies(content, &mut faults);
        self.check_size(content, &mut faults);
        faults.0
    }

    /// Lists all that it carries: arms first, each piece as often as it is carried.
    fn carried(&self) -> Vec<EquipmentId> {
        let arms = [self.right, self.left].into_iter().flatten();
        arms.chain(self.relics.iter().copied()).collect()
    }

    /// Notes arms that hold what is not for them, and relics that are for arms.
    fn check_arms(&self, content: &CasketContent, faults: &mut Faults) {
        for (field, held) in [("right", self.right), ("left", self.left)] {
            let Some(piece) = held.map(|id| content.piece(id)) else {
                continue;
            };
            let name = &piece.name;
            match piece.mount {
                Mount::Relic => faults.note(field, format!("{name} is a relic, not for an arm")),
                Mount::BothArms if field == "left" => {
                    let text = format!("{name} takes both arms and is held in the right");
                    faults.note(field, text);
                }
                Mount::BothArms if self.left.is_some() => {
                    faults.note("left", format!("{name} takes both arms"));
                }
                Mount::Arm | Mount::BothArms => {}
            }
        }
        for &id in &self.relics {
            let piece = content.piece(id);
            if piece.mount != Mount::Relic {
                let text = format!("{} is for an arm, not a relic", piece.name);
                faults.note("relics", text);
            }
        }
    }

    /// Notes what its class cannot carry, and relics that it carries twice or too many of.
    fn check_carried(&self, content: &CasketContent, faults: &mut Faults) {
        let class = content.class(self.class);
        let all = self.carried();
        for (at, &id) in all.iter().enumerate() {
            let piece = content.piece(id);
            if !piece.classes.is_empty() && !piece.classes.contains(&self.class) {
                let field = match () {
                    () if self.right == Some(id) => "right",
                    () if self.left == Some(id) => "left",
                    () => "relics",
                };
                let text = format!("the class {} cannot carry {}", class.name, piece.name);
                faults.note(field, text);
            }
            if all[..at].contains(&id) && piece.mount == Mount::Relic {
                faults.note("relics", format!("{} is carried twice", piece.name));
            }
        }
        if !self.starter && self.relics.len() > class.relics.into() {
            let (name, most, has) = (&class.name, class.relics, self.relics.len());
            let text =
                format!("the class {name} carries at most {most} relics, this deck has {has}");
            faults.note("relics", text);
        }
    }

    /// Notes copies of cards that it cannot have, and cards that it has too often.
    fn check_copies(&self, content: &CasketContent, faults: &mut Faults) {
        let all = self.carried();
        for &(id, copies) in &self.cards.0 {
            let card = content.card(id);
            let is_brought = all
                .iter()
                .any(|&piece| content.piece(piece).cards.contains(&id));
            let name = &card.name;
            if card.universal {
                faults.note("cards", format!("every deck has one {name}"));
            } else if !is_brought {
                faults.note("cards", format!("none of its equipment has {name}"));
            } else if card.kind == Kind::Passive && copies != 1 {
                faults.note("cards", format!("{name} comes with its equipment, once"));
            }
        }
        let cards = self.physical(content);
        for (at, one) in cards.iter().enumerate() {
            let is_same = |other: &&Physical| other.card == one.card;
            let count = cards.iter().filter(is_same).count();
            let is_told = cards[..at].iter().any(|other| other.card == one.card);
            let card = content.card(one.card);
            if count > MOST_COPIES.into() && !is_told {
                let name = &card.name;
                let text =
                    format!("a deck has at most {MOST_COPIES} copies of {name}, this one {count}");
                faults.note("cards", text);
            }
        }
    }

    /// Notes more or fewer cards than there may be.
    fn check_size(&self, content: &CasketContent, faults: &mut Faults) {
        let count = self.physical(content).len();
        if count > MOST_CARDS {
            let text = format!("no deck has more than {MOST_CARDS} cards, this one {count}");
            faults.note("cards", text);
        }
        if count == 0 {
            faults.note("cards", "an empty deck is disabled at once".to_owned());
        }
        let class = content.class(self.class);
        let (name, least, most) = (&class.name, class.least_cards, class.most_cards);
        if !self.starter && !(usize::from(least)..=usize::from(most)).contains(&count) {
            let text = format!(
                "a deck of the class {name} has from {least} to {most} cards, this one {count}"
            );
            faults.note("cards", text);
        }
    }

    /// Reads a deck from a file of its own: `Deck(name: "Wren", class: "scout", ...)`.
    ///
    /// # Errors
    /// All problems of the text, and what is wrong with the deck.
    pub fn of_text(file: &str, text: &str, content: &CasketContent) -> Result<Self, Problems> {
        Self::read_text(file, text, content, true)
    }

    /// Reads a deck that need not be legal yet.
    ///
    /// # Errors
    /// All problems of the text.
    pub fn unfinished(file: &str, text: &str, content: &CasketContent) -> Result<Self, Problems> {
        Self::read_text(file, text, content, false)
    }

    fn read_text(
        file: &str,
        text: &str,
        content: &CasketContent,
        is_checked: bool,
    ) -> Result<Self, Problems> {
        let mut root = tree::parse(file, text)?;
        match &mut root.value {
            Value::Struct(word, _) if word.as_deref() == Some("Deck") => *word = None,
            _ => {
                let message = format!(
                    "expected a deck as Deck(name: ..., ...), found {}",
                    root.describe()
                );
                let (file, place) = (file.to_owned(), root.place);
                return Err(Problems(vec![Problem {
                    file,
                    place,
                    message,
                }]));
            }
        }
        let name = Path::new(file).file_name().and_then(|name| name.to_str());
        let key = LooseFile::key(name.unwrap_or_default());
        let mut reader = Reader::new(file);
        content.make_known(&mut reader);
        let deck = Self::read(&mut reader, key, &root);
        if let Some(deck) = deck.as_ref().filter(|_| is_checked) {
            deck.note_faults(&root, content, &mut reader);
        }
        let found = Problems(reader.problems.by_place());
        match deck {
            Some(deck) if found.0.is_empty() => Ok(deck),
            _ => Err(found),
        }
    }

    /// Writes the deck as a file of its own, which [`Self::of_text`] reads.
    pub fn to_text(&self, content: &CasketContent) -> String {
        let piece = |id: EquipmentId| quoted(&content.piece(id).key);
        let mut text = format!(
            "Deck(\n    name: {},\n    description: {},\n    class: {},\n    race: {},\n",
            quoted(&self.name),
            quoted(&self.description),
            quoted(&content.class(self.class).key),
            quoted(&content.race(self.race).key)
        );
        let mut line = |field: &str, value: String| text += &format!("    {field}: {value},\n");
        for (field, held) in [("right", self.right), ("left", self.left)] {
            if let Some(id) = held {
                line(field, format!("Some({})", piece(id)));
            }
        }
        if !self.relics.is_empty() {
            let relics: Vec<_> = self.relics.iter().map(|&id| piece(id)).collect();
            line("relics", format!("[{}]", relics.join(", ")));
        }
        if !self.cards.0.is_empty() {
            let cards = self.cards.0.iter();
            let cards =
                cards.map(|(id, copies)| format!("{}: {copies}", quoted(&content.card(*id).key)));
            line(
                "cards",
                format!("{{{}}}", cards.collect::<Vec<_>>().join(", ")),
            );
        }
        if self.starter {
            line("starter", "true".to_owned());
        }
        text + ")\n"
    }

    /// Notes what is wrong with it at the fields of its tree.
    pub(super) fn note_faults(&self, node: &Node, content: &CasketContent, reader: &mut Reader) {
        for fault in self.faults(content) {
            let place = node.field(fault.field).unwrap_or(node).place;
            reader.problem(place, fault.text);
        }
    }
}

/// What is wrong with a deck, as far as it was looked at.
struct Faults(Vec<Fault>);

impl Faults {
    fn note(&mut self, field: &'static str, text: String) {
        self.0.push(Fault { field, text });
    }
}
