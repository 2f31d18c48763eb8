//! Decks being built: changes that can be taken back, the cards on offer, and what a deck is like in figures.
//!
//! **Invariant:** a bench changes no content and no file; whether its deck is legal, [`Deck::faults`] says alone.

use crate::content::definition::Definition;
use crate::rules::casket::content::{
    Card, CardId, CasketContent, ClassId, Copies, Deck, EquipmentId, Kind, MOST_COPIES, Mount,
    RaceId, Trait,
};
use crate::rules::casket::machine::Part;

/// Most changes that can be taken back.
const MOST_UNDO: usize = 100;
/// Longest name of a deck, letters.
pub const MOST_NAME: usize = 40;

/// A deck being built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bench {
    deck: Deck,
    /// The decks before each change, the newest last.
    before: Vec<Deck>,
}

/// A card that a deck may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The card.
    pub card: CardId,
    /// Copies in the deck.
    pub copies: u8,
    /// Most copies; the least if it cannot be changed.
    pub most: u8,
    /// The equipment that brings it; nothing brings universal cards.
    pub piece: Option<EquipmentId>,
}

impl Offer {
    /// Whether copies of it can be added and removed.
    pub fn is_fixed(&self, content: &CasketContent) -> bool {
        let card = content.card(self.card);
        card.universal || card.kind == Kind::Passive
    }
}

impl Bench {
    /// Puts a deck on the bench.
    pub fn new(deck: Deck) -> Self {
        Self {
            deck,
            before: Vec::new(),
        }
    }

    /// Puts a deck on the bench that carries nothing: the first class and race.
    pub fn empty() -> Self {
        Self::new(Deck {
            key: String::new(),
            name: "New deck".to_owned(),
            description: String::new(),
            class: ClassId(0),
            race: RaceId(0),
            right: None,
            left: None,
            relics: Vec::new(),
            cards: Copies::default(),
            starter: false,
        })
    }

    /// Returns the deck as it is now.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// Whether a change can be taken back.
    pub fn can_undo(&self) -> bool {
        !self.before.is_empty()
    }

    /// Takes the last change back. The name stays.
    pub fn undo(&mut self) {
        if let Some(deck) = self.before.pop() {
            let name = std::mem::replace(&mut self.deck, deck).name;
            self.deck.name = name;
        }
    }

    /// Replaces the deck by another, whose name it takes.
    pub fn replace(&mut self, content: &CasketContent, deck: Deck) {
        let name = deck.name.clone();
        // A starter deck stays one until it is changed.
        let is_starter = deck.starter;
        self.change(content, |now| *now = deck);
        (self.deck.name, self.deck.starter) = (name, is_starter);
    }

    /// Names the deck.
    pub fn rename(&mut self, name: &str) {
        self.deck.name = name.chars().take(MOST_NAME).collect();
    }

    /// Chooses its class.
    pub fn set_class(&mut self, content: &CasketContent, class: ClassId) {
        self.change(content, |deck| deck.class = class);
    }

    /// Chooses the race of its pilot.
    pub fn set_race(&mut self, content: &CasketContent, race: RaceId) {
        self.change(content, |deck| deck.race = race);
    }

    /// Puts a piece into an arm, or nothing. What takes both arms empties the left.
    pub fn set_arm(&mut self, content: &CasketContent, arm: Part, piece: Option<EquipmentId>) {
        let mount = |piece: Option<EquipmentId>| piece.map(|id| content.piece(id).mount);
        self.change(content, |deck| match arm {
            Part::LeftArm => {
                deck.left = piece;
                if piece.is_some() && mount(deck.right) == Some(Mount::BothArms) {
                    deck.right = None;
                }
            }
            _ => {
                deck.right = piece;
                if mount(piece) == Some(Mount::BothArms) {
                    deck.left = None;
                }
            }
        });
    }

    /// Takes a relic along, or leaves it behind.
    pub fn toggle_relic(&mut self, content: &CasketContent, relic: EquipmentId) {
        self.change(content, |deck| {
            match deck.relics.iter().position(|other| *other == relic) {
                Some(at) => drop(deck.relics.remove(at)),
                None => deck.relics.push(relic),
            }
        });
    }

    /// Adds a copy of a card.
    ///
    /// # Errors
    /// Why there can be no more.
    pub fn add(&mut self, content: &CasketContent, card: CardId) -> Result<(), String> {
        self.set_copies(content, card, 1)
    }

    /// Removes a copy of a card.
    ///
    /// # Errors
    /// Why there can be no less.
    pub fn remove(&mut self, content: &CasketContent, card: CardId) -> Result<(), String> {
        self.set_copies(content, card, -1)
    }

    fn set_copies(&mut self, content: &CasketContent, card: CardId, by: i8) -> Result<(), String> {
        let name = &content.card(card).name;
        let offer = self
            .offers(content)
            .into_iter()
            .find(|one| one.card == card);
        let offer = offer.ok_or_else(|| format!("nothing that it carries brings {name}"))?;
        if offer.is_fixed(content) {
            return Err(match content.card(card).universal {
                true => format!("every deck has {name} once"),
                false => format!("{name} belongs to what it carries, once"),
            });
        }
        let per_piece = self
            .deck
            .cards
            .of(card)
            .unwrap_or(content.card(card).copies);
        match per_piece.checked_add_signed(by) {
            None => Err(format!("the deck has no {name}")),
            Some(_) if by > 0 && offer.copies >= offer.most => {
                let most = offer.most;
                Err(format!("a deck has at most {most} copies of {name}"))
            }
            Some(copies) => {
                self.change(content, |deck| deck.cards.set(card, copies));
                Ok(())
            }
        }
    }

    /// Lists the cards on offer: those of the equipment in its order, then the universal ones.
    pub fn offers(&self, content: &CasketContent) -> Vec<Offer> {
        let physical = self.deck.physical(content);
        let copies = |card: CardId| physical.iter().filter(|one| one.card == card).count() as u8;
        let mut offers: Vec<Offer> = Vec::new();
        for (piece, _) in self.deck.mounted(content) {
            for &card in &content.piece(piece).cards {
                if offers.iter().any(|other| other.card == card) {
                    continue;
                }
                offers.push(Offer {
                    card,
                    copies: copies(card),
                    most: MOST_COPIES,
                    piece: Some(piece),
                });
            }
        }
        offers.extend(content.universal().map(|card| Offer {
            card,
            copies: 1,
            most: 1,
            piece: None,
        }));
        offers
    }

    /// Changes the deck, and remembers it as it was. It is no starter deck any more.
    fn change(&mut self, content: &CasketContent, change: impl FnOnce(&mut Deck)) {
        let mut deck = self.deck.clone();
        change(&mut deck);
        if deck == self.deck {
            return;
        }
        deck.starter = false;
        tidy(content, &mut deck);
        let before = std::mem::replace(&mut self.deck, deck);
        self.before.push(before);
        if self.before.len() > MOST_UNDO {
            self.before.remove(0);
        }
    }
}

/// Forgets copies of cards that nothing brings any more, and those that are as the equipment brings them.
fn tidy(content: &CasketContent, deck: &mut Deck) {
    let mounted = deck.mounted(content);
    deck.cards.0.retain(|&(card, copies)| {
        let mut pieces = mounted.iter();
        let is_brought = pieces.any(|(piece, _)| content.piece(*piece).cards.contains(&card));
        is_brought && copies != content.card(card).copies
    });
}

/// What a deck is like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Cards in all.
    pub count: usize,
    /// Fewest and most cards of its class.
    pub bounds: [u8; 2],
    /// Cards that are played, by the SP that they cost.
    pub curve: Vec<usize>,
    /// Cards of each kind that there is.
    pub kinds: Vec<(Kind, usize)>,
    /// Cards of the opening hand.
    pub hand: usize,
    /// SP of an opening hand on average, hundredths.
    pub hand_sp: usize,
    /// Chances of an opening hand that holds at least one attack, one reaction and one card of 0 or 1 SP,
    /// permille.
    pub chances: [u16; 3],
}

impl Figures {
    /// Reckons up a deck.
    pub fn of(content: &CasketContent, deck: &Deck) -> Self {
        let physical = deck.physical(content);
        let cards: Vec<&Card> = physical.iter().map(|one| content.card(one.card)).collect();
        let count = cards.len();
        let class = content.class(deck.class);
        let played = || cards.iter().filter(|card| card.is_played());
        let most = played().map(|card| usize::from(card.sp)).max().unwrap_or(0);
        let mut curve = vec![0; most.max(4) + 1];
        played().for_each(|card| curve[usize::from(card.sp)] += 1);
        let mut kinds: Vec<(Kind, usize)> = Vec::new();
        for card in &cards {
            match kinds.iter_mut().find(|(kind, _)| *kind == card.kind) {
                Some((_, number)) => *number += 1,
                None => kinds.push((card.kind, 1)),
            }
        }
        kinds.sort_by_key(|(kind, number)| (std::cmp::Reverse(*number), *kind as u8));
        let hand = hand_size(content, deck).min(count);
        let sp: usize = played().map(|card| usize::from(card.sp)).sum();
        let chance = |fits: fn(&Card) -> bool| {
            let fitting = cards.iter().filter(|card| fits(card)).count();
            at_least_one(fitting, count, hand)
        };
        Self {
            count,
            bounds: [class.least_cards, class.most_cards],
            curve,
            kinds,
            hand,
            hand_sp: (sp * hand * 100).checked_div(count).unwrap_or(0),
            chances: [
                chance(Card::is_attack),
                chance(|card| card.kind == Kind::Reactive),
                chance(|card| card.is_played() && card.sp <= 1),
            ],
        }
    }
}

/// Returns how many cards the opening hand of a deck has.
fn hand_size(content: &CasketContent, deck: &Deck) -> usize {
    let pieces = deck.mounted(content).into_iter();
    let pieces = pieces.flat_map(|(piece, _)| content.piece(piece).traits.clone());
    let own = [
        &content.class(deck.class).traits,
        &content.race(deck.race).traits,
    ];
    let traits = own.into_iter().flatten().copied().chain(pieces);
    let more = traits.map(|one| match one {
        Trait::Hand(cards) => cards,
        _ => 0,
    });
    let hand = i16::from(content.figures.hand) + more.sum::<i16>();
    usize::from(hand.clamp(1, 30).unsigned_abs())
}

/// Returns the chance of at least one of some cards among a number drawn from a deck, permille, to nearest.
fn at_least_one(fitting: usize, deck: usize, drawn: usize) -> u16 {
    if deck == 0 || fitting == 0 {
        return 0;
    }
    if drawn + fitting > deck {
        return 1000;
    }
    // The chance of none, in billionths: one draw after another.
    let none = (0..drawn).fold(1_000_000_000_u64, |none, at| {
        none * (deck - fitting - at) as u64 / (deck - at) as u64
    });
    ((1_000_000_000 - none + 500_000) / 1_000_000) as u16
}

/// Returns the name of the file for a deck of a name: lower case letters, digits and underscores.
pub fn file_stem(name: &str) -> String {
    let letters = name.trim().chars().map(|letter| match letter {
        letter if letter.is_ascii_alphanumeric() => letter.to_ascii_lowercase(),
        _ => '_',
    });
    let mut stem: String = letters.collect();
    while stem.contains("__") {
        stem = stem.replace("__", "_");
    }
    let stem = stem.trim_matches('_');
    match stem.is_empty() {
        true => "deck".to_owned(),
        false => stem.to_owned(),
    }
}

/// Lists the equipment that goes into an arm, or that is a relic, and why the class cannot carry it.
pub fn pieces(
    content: &CasketContent,
    deck: &Deck,
    arm: Option<Part>,
) -> Vec<(EquipmentId, Option<String>)> {
    let all = (0..).map(EquipmentId).zip(&content.equipment);
    let fits = |mount: Mount| match (arm, mount) {
        (None, mount) => mount == Mount::Relic,
        (Some(Part::LeftArm), mount) => mount == Mount::Arm,
        (Some(_), mount) => mount != Mount::Relic,
    };
    let class = content.class(deck.class).name();
    all.filter(|(_, piece)| fits(piece.mount))
        .map(|(id, piece)| {
            let can = piece.classes.is_empty() || piece.classes.contains(&deck.class);
            let why = (!can).then(|| format!("the class {class} cannot carry it"));
            (id, why)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::load_default;

    fn content() -> CasketContent {
        load_default()
            .expect("it is shipped")
            .part::<CasketContent>()
            .clone()
    }

    fn deck(content: &CasketContent, key: &str) -> Deck {
        let id = content.deck_named(key).expect("it is shipped");
        content.deck(id).clone()
    }

    fn faults(content: &CasketContent, bench: &Bench) -> Vec<String> {
        let faults = bench.deck().faults(content).into_iter();
        faults.map(|fault| fault.text).collect()
    }

    #[test]
    fn a_starter_deck_is_legal_until_it_is_changed_and_each_change_is_taken_back() {
        let content = content();
        let starter = deck(&content, "starter_scout");
        let mut bench = Bench::new(starter.clone());
        assert_eq!(faults(&content, &bench), Vec::<String>::new());
        let card = content
            .card_named("faithful_thrust")
            .expect("it is shipped");
        bench.add(&content, card).expect("there is room");
        let told = faults(&content, &bench);
        assert_eq!(
            told,
            ["the class Scout carries at most 1 relics, this deck has 2"]
        );
        let vents = content.piece_named("vents").expect("it is shipped");
        bench.toggle_relic(&content, vents);
        assert_eq!(Figures::of(&content, bench.deck()).count, 21);
        let told = faults(&content, &bench);
        assert!(
            told[0].contains("from 22 to 26 cards, this one 21"),
            "{told:?}"
        );
        let jab = content.card_named("guarded_cut").expect("it is shipped");
        bench.add(&content, jab).expect("there is room");
        assert_eq!(faults(&content, &bench), Vec::<String>::new());
        assert!(
            bench
                .add(&content, jab)
                .expect_err("two")
                .contains("at most 2")
        );
        bench.rename("Wren");
        for _ in 0..3 {
            assert!(bench.can_undo());
            bench.undo();
        }
        assert!(!bench.can_undo());
        assert_eq!(bench.deck().name, "Wren", "a name stays");
        assert_eq!(bench.deck().cards, starter.cards);
        assert!(bench.deck().starter);
    }

    #[test]
    fn cards_of_what_is_no_longer_carried_are_forgotten() {
        let content = content();
        let mut bench = Bench::new(deck(&content, "starter_scout"));
        let piece = |key: &str| content.piece_named(key).expect("it is shipped");
        let card = |key: &str| content.card_named(key).expect("it is shipped");
        bench
            .add(&content, card("faithful_thrust"))
            .expect("one more");
        bench.set_arm(&content, Part::RightArm, Some(piece("longbow")));
        assert_eq!(bench.deck().left, None, "it takes both arms");
        assert!(bench.deck().cards.0.is_empty());
        let gone = bench.add(&content, card("faithful_thrust"));
        assert!(
            gone.expect_err("it is gone")
                .contains("nothing that it carries")
        );
        bench.set_arm(&content, Part::LeftArm, Some(piece("buckler")));
        assert_eq!(bench.deck().right, None, "an arm was free for the shield");
        for fixed in ["second_skin", "glancing_boss"] {
            bench.remove(&content, card(fixed)).expect_err(fixed);
        }
        let boss = card("boss_guard");
        bench.remove(&content, boss).expect("it has one");
        bench.remove(&content, boss).expect_err("it has none");
        bench.add(&content, boss).expect("one");
        assert!(bench.deck().cards.0.is_empty(), "as the buckler brings it");
    }

    #[test]
    fn two_blades_bring_each_card_twice_and_no_more() {
        let content = content();
        let blade = content.piece_named("short_blade");
        let jab = content.card_named("darting_jab").expect("it is shipped");
        let mut bench = Bench::new(deck(&content, "starter_scout"));
        bench.set_arm(&content, Part::RightArm, blade);
        bench.set_arm(&content, Part::LeftArm, blade);
        let offers = bench.offers(&content);
        let jabs: Vec<_> = offers.iter().filter(|one| one.card == jab).collect();
        assert_eq!((jabs.len(), jabs[0].copies), (1, 2));
        bench
            .add(&content, jab)
            .expect_err("four would be too many");
    }

    #[test]
    fn figures_of_a_deck_add_up() {
        let content = content();
        for deck in &content.decks {
            let figures = Figures::of(&content, deck);
            let count = deck.physical(&content).len();
            let kinds: usize = figures.kinds.iter().map(|(_, number)| number).sum();
            assert_eq!((figures.count, kinds), (count, count), "{}", deck.key);
            let played: usize = figures.curve.iter().sum();
            assert!(played > 0 && played < count, "{}", deck.key);
        }
        let strayed = Figures::of(&content, &deck(&content, "starter_strayed"));
        assert_eq!(strayed.hand, 7, "its staff brings a card");
        // Two of four, two drawn: all but 1 of 6.
        assert_eq!(at_least_one(2, 4, 2), 833);
        assert_eq!([at_least_one(0, 9, 3), at_least_one(7, 9, 3)], [0, 1000]);
    }

    #[test]
    fn a_name_becomes_the_name_of_a_file() {
        for (name, stem) in [
            ("Wren", "wren"),
            ("  Old  Anvil's 2nd! ", "old_anvil_s_2nd"),
            ("…", "deck"),
        ] {
            assert_eq!(file_stem(name), stem);
        }
    }
}
