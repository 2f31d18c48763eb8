//! Cards: their faces, a hand of them, piles, questions to the player, and how they move.
//!
//! **Invariant:** names no rule set. Keys of cards and answers work through [`Answers`] alone, so that they
//! do what is on show.

pub mod face;
pub mod fan;
pub mod hand;
pub mod motion;
pub mod pile;
pub mod prompt;
mod sheet;
#[cfg(test)]
pub mod testing;

use bevy::prelude::*;
use bevy_egui::egui;

use self::hand::{Hand, HandFocus};
use self::pile::{OpenPile, Pile};
use self::prompt::Prompt;
use super::keys::KeyAction;
use super::piece::Ask;
use crate::game::PutAway;

/// Name of the height that cards take.
const HEIGHT: &str = "height of cards";

/// What a rule set with cards shows of them over a battle.
#[derive(Clone, Debug, Default)]
pub struct Cards {
    pub hand: Option<Hand>,
    /// Piles at the ends of the hand.
    pub piles: Vec<Pile>,
    /// What the player is asked; keys of the hand do nothing meanwhile, unless it is what cards are picked for.
    pub prompt: Option<Prompt>,
}

/// What keys do that answer what is on show, first of all that they do otherwise.
#[derive(Resource, Clone, Debug, Default)]
pub struct Answers(Vec<(KeyAction, Ask)>);

impl Answers {
    /// Returns what a key asks for of the cards on show. After an answer none is left until they are drawn
    /// anew: nothing is answered twice.
    pub fn take(world: &mut World, action: KeyAction) -> Option<Ask> {
        let mut answers = world.get_resource_mut::<Self>()?;
        let at = answers.0.iter().position(|(key, _)| *key == action)?;
        let all = std::mem::take(&mut answers.0);
        all.into_iter().nth(at).map(|(_, ask)| ask)
    }
}

impl Cards {
    /// Returns the height that they take at the lower edge of the window, points.
    pub fn height(&self, context: &egui::Context) -> f32 {
        match self.hand.is_some() || !self.piles.is_empty() {
            true => fan::height(context.content_rect()),
            false => 0.0,
        }
    }

    /// Lists what keys do: an open pile is closed first, then a question is answered, then a card is chosen.
    fn answers(&self, world: &World) -> Answers {
        let open = pile::opened(world, &self.piles).is_some();
        let mut all: Vec<_> = (open.then(|| (KeyAction::BACK, pile::close())))
            .into_iter()
            .collect();
        match (&self.prompt, &self.hand) {
            (Some(prompt), hand) => {
                all.extend(prompt.answers());
                let hand = hand.as_ref().filter(|_| prompt.picks);
                all.extend(hand.into_iter().flat_map(Hand::answers));
            }
            (None, Some(hand)) => all.extend(hand.answers()),
            (None, None) => {}
        }
        Answers(all)
    }
}

/// Adds what cards keep.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Answers>()
        .init_resource::<HandFocus>()
        .init_resource::<OpenPile>()
        .add_systems(PutAway, forget);
}

/// Forgets what was on show.
pub fn forget(world: &mut World) {
    world.insert_resource(Answers::default());
    world.insert_resource(HandFocus::default());
    world.insert_resource(OpenPile::default());
}

/// Returns the height that cards took at the lower edge of the window when they were last drawn, points.
pub fn height(context: &egui::Context) -> f32 {
    let height = context.data(|data| data.get_temp(egui::Id::new(HEIGHT)));
    height.unwrap_or(0.0)
}

/// Shows cards; what is done with them is added to what is asked for.
pub fn show(world: &mut World, context: &egui::Context, cards: &Cards, asks: &mut Vec<Ask>) {
    let height = cards.height(context);
    context.data_mut(|data| data.insert_temp(egui::Id::new(HEIGHT), height));
    pile::show(world, context, &cards.piles, asks);
    if let Some(hand) = &cards.hand {
        hand::show(world, context, hand, asks);
    }
    if let Some(prompt) = &cards.prompt {
        prompt::show(world, context, prompt, asks);
    }
    motion::show(world, context, &cards.piles);
    let answers = cards.answers(world);
    world.insert_resource(answers);
}

#[cfg(test)]
mod tests {
    use super::face::{CardFace, CardState};
    use super::hand::HandCard;
    use super::prompt::Choice;
    use super::*;

    #[derive(Resource, Default)]
    struct Done(Vec<&'static str>);

    fn note(text: &'static str) -> Ask {
        Ask::act(move |world| world.resource_mut::<Done>().0.push(text))
    }

    /// Presses a key; returns what it did.
    fn press(world: &mut World, cards: &Cards, key: KeyAction) -> Vec<&'static str> {
        let answers = cards.answers(world);
        world.insert_resource(answers);
        for _ in 0..2 {
            if let Some(ask) = Answers::take(world, key) {
                ask.perform(world);
            }
        }
        std::mem::take(&mut world.resource_mut::<Done>().0)
    }

    #[test]
    fn keys_choose_cards_unless_a_question_is_asked() {
        let mut world = testing::world();
        world.init_resource::<Done>();
        let key = KeyAction::UNDO;
        let card = HandCard {
            face: CardFace {
                state: CardState::Playable,
                ..CardFace::default()
            },
            key: None,
            hover: None,
            choose: note("chosen"),
            otherwise: None,
            on_drop: None,
        };
        let mut cards = Cards {
            hand: Some(Hand::new(&world, vec![card], &[key])),
            ..Cards::default()
        };
        assert_eq!(press(&mut world, &cards, key), ["chosen"], "once");
        assert!(press(&mut world, &cards, KeyAction::ACT).is_empty());
        let choice = Choice {
            label: "Dodge".to_owned(),
            leaves: Vec::new(),
            card: None,
            key: None,
            refusal: None,
            ask: note("answered"),
        };
        let prompt = Prompt {
            title: "Answer".to_owned(),
            lines: Vec::new(),
            choices: vec![choice],
            default: 0,
            cancel: None,
            about: Vec::new(),
            picks: false,
        };
        cards.prompt = Some(Prompt {
            picks: true,
            ..prompt.clone()
        });
        assert_eq!(press(&mut world, &cards, key), ["chosen"], "it is picked");
        assert_eq!(press(&mut world, &cards, KeyAction::ACT), ["answered"]);
        cards.prompt = Some(prompt.keyed(&[key]));
        assert_eq!(press(&mut world, &cards, key), ["answered"]);
        assert_eq!(press(&mut world, &cards, KeyAction::ACT), ["answered"]);
        cards.piles.push(Pile {
            name: "Discard".to_owned(),
            known: Some(Vec::new()),
            ..Pile::default()
        });
        world.insert_resource(OpenPile(Some("Discard".to_owned())));
        assert!(press(&mut world, &cards, KeyAction::BACK).is_empty());
        assert_eq!(
            *world.resource::<OpenPile>(),
            OpenPile(None),
            "it is closed"
        );
    }
}
