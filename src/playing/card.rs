//! Cards: headings with facts, as inspection and the encyclopedia of every rule set show them.
//!
//! **Invariant:** plain words; whoever writes a card answers for who may read it.

/// A heading with facts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// What it is about.
    pub title: String,
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

    /// Begins a card with a sentence.
    pub fn about(title: &str, about: impl Into<String>) -> Self {
        Self {
            about: about.into(),
            ..Self::new(title)
        }
    }

    /// Adds a fact, if there is one.
    pub fn maybe(&mut self, name: &str, value: Option<impl ToString>) {
        if let Some(value) = value {
            self.fact(name, value);
        }
    }

    /// Adds facts that are not zero, with their signs.
    pub fn bonuses<const N: usize>(&mut self, bonuses: [(&str, i16); N]) {
        for (name, value) in bonuses {
            self.maybe(name, (value != 0).then(|| format!("{value:+}")));
        }
    }

    /// Adds a fact that lists some names, if there are any.
    pub fn list(
        &mut self,
        name: &str,
        names: impl Iterator<Item = impl Into<String>>,
        between: &str,
    ) {
        let names: Vec<String> = names.map(Into::into).collect();
        self.maybe(name, (!names.is_empty()).then(|| names.join(between)));
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
