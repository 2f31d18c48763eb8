//! Cards on their way between piles, the hand and the board, after what happened to them.
//!
//! **Invariant:** a motion shows the face of a card only if it holds one; it changes nothing.

use bevy::prelude::World;
use bevy_egui::egui::{self, LayerId, Order, Rect, Vec2, pos2, vec2};

use super::face::{self, CardFace, Lie, SIZE};
use super::fan;
use super::pile::{self, Pile};
use crate::game::table::playback::Playback;

/// Seconds from the start of a motion to that of the next.
const BETWEEN: f32 = 0.09;

/// Where a card comes from or goes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A pile, by its name.
    Pile(String),
    Hand,
    /// Above the middle of the board, where everybody sees it.
    Board,
    /// The upper edge: the cards of others.
    Others,
}

/// A card on its way.
#[derive(Clone, Debug, PartialEq)]
pub struct CardMotion {
    /// What is seen of it; its back if nothing is known of it.
    pub face: Option<CardFace>,
    pub from: Spot,
    pub to: Spot,
    /// How long it takes at normal speed.
    pub seconds: f32,
}

/// Motions on show, and the share of them that has passed.
#[derive(Clone, Debug, Default)]
pub struct CardsInFlight {
    pub motions: Vec<CardMotion>,
    pub passed: f32,
}

impl CardMotion {
    /// Returns the seconds that motions take, one beginning after the other.
    pub fn seconds_of(motions: &[Self]) -> f32 {
        let ends = (0_u16..).zip(motions);
        let ends = ends.map(|(at, one)| f32::from(at) * BETWEEN + one.seconds);
        ends.fold(0.0, f32::max)
    }
}

impl CardsInFlight {
    /// Returns the share that has passed of each motion, 0 to 1.
    fn shares(&self) -> impl Iterator<Item = (&CardMotion, f32)> {
        let now = self.passed * CardMotion::seconds_of(&self.motions);
        let motions = (0_u16..).zip(&self.motions);
        motions.map(move |(at, one)| {
            let own = (now - f32::from(at) * BETWEEN) / one.seconds.max(0.01);
            (one, own.clamp(0.0, 1.0))
        })
    }
}

/// Shows the cards that are on their way.
pub fn show(world: &World, context: &egui::Context, piles: &[Pile]) {
    let playback = world.resource::<Playback>();
    let Some(flight) = playback.cards.as_ref() else {
        return;
    };
    let layer = LayerId::new(Order::Foreground, egui::Id::new("cards in flight"));
    let painter = context.layer_painter(layer);
    let window = context.content_rect();
    for (motion, share) in flight.shares() {
        // Those that wait lie where they are, those that arrived are shown there.
        if share <= 0.0 || share >= 1.0 {
            continue;
        }
        let rect = between(window, piles, motion, share);
        match &motion.face {
            Some(one) => face::draw(&painter, rect, one, &Lie::default()),
            None => face::draw_back(&painter, rect),
        }
    }
}

/// Returns where a card is once a share of its way has passed: it sets off and arrives gently.
fn between(window: Rect, piles: &[Pile], motion: &CardMotion, share: f32) -> Rect {
    let eased = share * share * (3.0 - 2.0 * share);
    let [from, to] = [&motion.from, &motion.to].map(|spot| place(window, piles, spot));
    from.lerp_towards(&to, eased)
}

/// Returns where cards are at a spot.
fn place(window: Rect, piles: &[Pile], spot: &Spot) -> Rect {
    let around = |middle, share: f32| Rect::from_center_size(middle, SIZE * share);
    let below = pos2(window.center().x, window.bottom() - SIZE.y / 2.0);
    match spot {
        Spot::Pile(name) => {
            let at = piles.iter().position(|pile| pile.name == *name);
            let place = at.map(|at| pile::places(window, piles)[at]);
            place.map_or(around(below, 0.5), |place| {
                let share = (place.height() / SIZE.y).min(0.6);
                around(place.center(), share)
            })
        }
        Spot::Hand => around(below + vec2(0.0, SIZE.y - fan::height(window)), 0.9),
        Spot::Board => around(window.center() - vec2(0.0, window.height() * 0.12), 1.3),
        Spot::Others => {
            let middle = pos2(window.center().x, window.top());
            Rect::from_center_size(middle, Vec2::new(SIZE.x, SIZE.y) * 0.5)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::kit::cards::pile::End;
    use crate::game::kit::cards::testing::window;

    fn motion(from: Spot, to: Spot) -> CardMotion {
        CardMotion {
            face: None,
            from,
            to,
            seconds: 0.3,
        }
    }

    #[test]
    fn a_card_goes_from_one_spot_to_the_other() {
        let deck = Pile {
            name: "Deck".to_owned(),
            count: 3,
            end: End::Left,
            ..Pile::default()
        };
        let piles = [deck];
        let drawn = motion(Spot::Pile("Deck".to_owned()), Spot::Hand);
        let at = |share| between(window(), &piles, &drawn, share).center();
        let deck = pile::places(window(), &piles)[0];
        assert!(deck.contains(at(0.0)));
        assert!(at(0.0).x < at(0.5).x && at(0.5).x < at(1.0).x);
        assert!((at(1.0).x - window().center().x).abs() < 1.0);
        for spot in [Spot::Pile("Nowhere".to_owned()), Spot::Board, Spot::Others] {
            let place = place(window(), &piles, &spot);
            assert!(window().intersects(place), "{spot:?}");
        }
    }

    #[test]
    fn several_cards_set_off_one_after_the_other_and_all_arrive() {
        let motions = vec![motion(Spot::Hand, Spot::Board); 3];
        let seconds = CardMotion::seconds_of(&motions);
        assert!((seconds - (0.3 + 2.0 * BETWEEN)).abs() < 0.001);
        let shares = |passed| {
            let flight = CardsInFlight {
                motions: motions.clone(),
                passed,
            };
            flight.shares().map(|(_, share)| share).collect::<Vec<_>>()
        };
        assert_eq!(shares(0.0), [0.0; 3]);
        let midway = shares(0.5);
        assert!(midway[0] > midway[1] && midway[1] > midway[2]);
        assert!(shares(1.0).iter().all(|&share| share > 0.999));
        assert_eq!(CardMotion::seconds_of(&[]), 0.0);
    }
}
