//! Cards: headings with facts, as inspection and the encyclopedia of every rule set show them.
//!
//! **Invariant:** plain words; whoever writes a card answers for who may read it.

/// A heading with facts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// What it is about.
    pub title: String,
    /// The definition it is about, as its sort and key: `unit infantry`; empty if it is about none.
    pub of: String,
    /// A sentence about it.
    pub about: String,
    /// Facts: name and value.
    pub facts: Vec<(String, String)>,
}

impl Card {
    /// Begins a card.
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            ..Self::default()
        }
    }

    /// Adds a fact.
    pub fn fact(&mut self, name: impl Into<String>, value: impl ToString) {
        self.facts.push((name.into(), value.to_string()));
    }
}

/// A chapter of the encyclopedia.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// Its name.
    pub name: String,
    /// Its entries.
    pub cards: Vec<Card>,
}
