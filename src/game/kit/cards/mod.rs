//! Cards: their faces, a hand of them, and piles.
//!
//! **Invariant:** names no rule set. Keys of cards and answers work through [`Answers`] alone, so that they
//! do what is on show.

pub mod face;
pub mod fan;
pub mod hand;
pub mod pile;
mod sheet;
#[cfg(test)]
pub mod testing;

use bevy::prelude::*;
use bevy_egui::egui;

use self::hand::{Hand, HandFocus};
use self::pile::{OpenPile, Pile};
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

    /// Lists what keys do: an open pile is closed first, then a card is chosen.
    fn answers(&self, world: &World) -> Answers {
        let open = pile::opened(world, &self.piles).is_some();
        let mut all: Vec<_> = (open.then(|| (KeyAction::BACK, pile::close())))
            .into_iter()
            .collect();
        if let Some(hand) = &self.hand {
            all.extend(hand.answers());
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
    let answers = cards.answers(world);
    world.insert_resource(answers);
}
