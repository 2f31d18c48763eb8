//! A hand of cards along the lower edge of the window: pointed at, chosen, and dragged onto the board.
//!
//! **Invariant:** a hand is plain data; what is done with a card is asked for and decided elsewhere.

use std::fmt;
use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{self, LayerId, Order, Pos2, Rect, Sense, WidgetInfo, WidgetType, vec2};

use super::face::{self, CardFace, CardState, Lie, SIZE};
use super::fan::{self, Slot};
use crate::battle::grid::TileId;
use crate::game::kit::key_of;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::piece::Ask;
use crate::game::shell::session::Session;
use crate::game::table::input::{Hover, tile_under_pointer};

/// What the drop of a card on a hex does.
#[derive(Clone)]
pub struct OnDrop(Arc<dyn Fn(&mut World, TileId) + Send + Sync>);

impl OnDrop {
    /// Does something with the hex on which the card is dropped.
    pub fn new(act: impl Fn(&mut World, TileId) + Send + Sync + 'static) -> Self {
        Self(Arc::new(act))
    }

    /// Returns what a drop on a hex asks for.
    pub fn on(&self, tile: TileId) -> Ask {
        let act = self.0.clone();
        Ask::act(move |world| act(world, tile))
    }
}

impl fmt::Debug for OnDrop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OnDrop")
    }
}

/// A card of a hand.
#[derive(Clone, Debug)]
pub struct HandCard {
    pub face: CardFace,
    /// The key that chooses it.
    pub key: Option<KeyAction>,
    /// Asked for when the pointer comes onto it.
    pub hover: Option<Ask>,
    /// What a click asks for, if it can be played.
    pub choose: Ask,
    /// What a click asks for if it cannot be played, instead of saying why.
    pub otherwise: Option<Ask>,
    /// What its drop on a hex does, if it can be played on one.
    pub on_drop: Option<OnDrop>,
}

impl HandCard {
    /// Whether it lies above those that cannot be played.
    pub fn is_raised(&self) -> bool {
        self.face.note().is_none()
    }

    /// Returns what its key and a click ask for: a card that cannot be played says why.
    pub fn click(&self) -> Ask {
        match (self.face.note(), &self.otherwise) {
            (None, _) => self.choose.clone(),
            (Some(_), Some(otherwise)) => otherwise.clone(),
            (Some((why, _)), None) => {
                let notice = format!("{}: {why}", self.face.name);
                Ask::act(move |world| {
                    world.resource_mut::<Session>().notice = Some((notice.clone(), true));
                })
            }
        }
    }

    /// Returns what its drop on a hex does, if it can be dragged now.
    fn drop_now(&self) -> Option<&OnDrop> {
        (self.on_drop.as_ref()).filter(|_| self.face.state == CardState::Playable)
    }
}

/// Which cards of the hand the pointer is on and drags, by their places.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct HandFocus {
    pub hovered: Option<usize>,
    pub dragged: Option<usize>,
}

/// A hand of cards.
#[derive(Clone, Debug, Default)]
pub struct Hand {
    /// From left to right.
    pub cards: Vec<HandCard>,
    /// The place of the card that is pointed at and shown large.
    pub hovered: Option<usize>,
    /// The place of the card that is dragged.
    pub dragged: Option<usize>,
    /// Asked for when the pointer leaves the cards.
    pub leave: Option<Ask>,
}

impl Hand {
    /// Makes a hand; the first cards get these keys, in order.
    pub fn new(world: &World, cards: Vec<HandCard>, keys: &[KeyAction]) -> Self {
        let focus = world.get_resource::<HandFocus>().cloned();
        let HandFocus { hovered, dragged } = focus.unwrap_or_default();
        let is_here = |at: &usize| *at < cards.len();
        let [hovered, dragged] = [hovered, dragged].map(|at| at.filter(is_here));
        let keys = keys
            .iter()
            .copied()
            .map(Some)
            .chain([None].repeat(cards.len()));
        let keyed = cards.into_iter().zip(keys);
        Self {
            cards: keyed.map(|(card, key)| HandCard { key, ..card }).collect(),
            hovered,
            dragged,
            leave: None,
        }
    }

    /// Lists the keys that choose cards, and what they ask for.
    pub fn answers(&self) -> impl Iterator<Item = (KeyAction, Ask)> {
        let cards = self.cards.iter();
        cards.filter_map(|card| Some((card.key?, card.click())))
    }

    /// Lays its cards out.
    pub fn slots(&self, window: Rect) -> Vec<Slot> {
        let raised: Vec<_> = self.cards.iter().map(HandCard::is_raised).collect();
        fan::fan(window, &raised)
    }

    /// Returns what the drop of a card on a hex asks for, if it can be played on one.
    pub fn dropped(&self, card: usize, tile: TileId) -> Option<Ask> {
        let drop = self.cards.get(card)?.drop_now()?;
        Some(drop.on(tile))
    }
}

/// Shows a hand; what is done with it is added to what is asked for.
pub fn show(world: &mut World, context: &egui::Context, hand: &Hand, asks: &mut Vec<Ask>) {
    show_over(world, context, hand, tile_under_pointer, asks);
}

/// Shows a hand over a board on which a function finds the hex under the pointer.
fn show_over(
    world: &mut World,
    context: &egui::Context,
    hand: &Hand,
    tile_under: fn(&mut World) -> Option<TileId>,
    asks: &mut Vec<Ask>,
) {
    let window = context.content_rect();
    let slots = hand.slots(window);
    let Some(all) = slots.iter().map(|slot| slot.open).reduce(Rect::union) else {
        world.insert_resource(HandFocus::default());
        return;
    };
    let area = egui::Area::new(egui::Id::new("hand")).fixed_pos(all.min);
    let touched = area.constrain(false).show(context, |ui| {
        ui.set_min_size(all.size());
        let cards = hand.cards.iter().zip(&slots).enumerate();
        let responses = cards.map(|(at, (card, slot))| {
            let id = ui.id().with(at);
            let response = ui.interact(slot.open, id, Sense::click_and_drag());
            let (is_open, is_selected) = (card.is_raised(), card.face.is_selected);
            response.widget_info(|| {
                let spoken = card.face.spoken();
                WidgetInfo::selected(WidgetType::Button, is_open, is_selected, spoken)
            });
            let lie = Lie {
                open: Some(slot.open.width()),
                foot: Some(slot.open.height()),
                key: card.key.map_or(String::new(), |key| key_of(world, key)),
                is_lit: hand.hovered == Some(at),
            };
            if hand.dragged != Some(at) {
                face::draw(ui.painter(), slot.rect, &card.face, &lie);
            }
            response
        });
        responses.collect::<Vec<_>>()
    });
    let before = world.get_resource_or_init::<HandFocus>().clone();
    let mut focus = HandFocus::default();
    for (at, (card, response)) in hand.cards.iter().zip(touched.inner).enumerate() {
        if response.clicked() {
            asks.push(card.click());
        }
        if response.hovered() {
            focus.hovered = Some(at);
        }
        let is_held = response.dragged_by(egui::PointerButton::Primary);
        if card.drop_now().is_some() && (is_held || response.drag_stopped()) {
            let tile = match is_on_board(context) {
                true => tile_under(world),
                false => None,
            };
            if response.drag_stopped() {
                asks.extend(tile.and_then(|tile| hand.dropped(at, tile)));
            } else {
                focus.dragged = Some(at);
                // The board tells of the hex as if it were pointed at.
                *world.resource_mut::<Hover>() = Hover {
                    tile,
                    ..Hover::default()
                };
            }
        }
    }
    if focus.hovered != before.hovered {
        let card = focus.hovered.and_then(|at| hand.cards.get(at));
        asks.extend(card.map_or(hand.leave.clone(), |card| card.hover.clone()));
    }
    above(context, hand, &slots);
    *world.resource_mut::<HandFocus>() = focus;
}

/// Whether the pointer is on no panel.
fn is_on_board(context: &egui::Context) -> bool {
    let layer = context
        .pointer_interact_pos()
        .and_then(|at| context.layer_id_at(at));
    layer.is_none_or(|layer| layer.order == Order::Background)
}

/// Shows the card that is dragged at the pointer, or large the one that is pointed at.
fn above(context: &egui::Context, hand: &Hand, slots: &[Slot]) {
    let layer = LayerId::new(Order::Tooltip, egui::Id::new("card in hand"));
    let painter = context.layer_painter(layer);
    let pointer = context.pointer_interact_pos();
    let draw = |at: usize, rect: Rect| {
        if let Some(card) = hand.cards.get(at) {
            let lie = Lie {
                is_lit: true,
                ..Lie::default()
            };
            face::draw(&painter, rect, &card.face, &lie);
        }
    };
    match (hand.dragged, hand.hovered) {
        (Some(at), _) => {
            if let Some(pointer) = pointer {
                draw(at, beside(pointer));
            }
        }
        (None, Some(at)) => {
            if let Some(slot) = slots.get(at) {
                draw(at, fan::large(context.content_rect(), *slot));
            }
        }
        (None, None) => {}
    }
}

/// Returns where a dragged card is shown, so that the hex under the pointer stays in sight.
fn beside(pointer: Pos2) -> Rect {
    Rect::from_min_size(pointer + vec2(18.0, 10.0), SIZE * 0.9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::kit::cards::testing::{self, window};

    #[derive(Resource, Default)]
    struct Noted(Vec<String>);

    fn note(text: &'static str) -> Ask {
        Ask::act(move |world| world.resource_mut::<Noted>().0.push(text.to_owned()))
    }

    fn card(name: &str, state: CardState) -> HandCard {
        HandCard {
            face: CardFace {
                name: name.to_owned(),
                state,
                ..CardFace::default()
            },
            key: None,
            hover: Some(note("pointed at")),
            choose: note("chosen"),
            otherwise: None,
            on_drop: Some(OnDrop::new(|world, tile| {
                let text = format!("dropped on {}", tile.0);
                world.resource_mut::<Noted>().0.push(text);
            })),
        }
    }

    fn cards() -> Vec<HandCard> {
        let barred = CardState::Barred("Needs 2 points, has 1".to_owned());
        vec![
            card("Lance", CardState::Playable),
            card("Ram", barred),
            card("Vent", CardState::Playable),
        ]
    }

    /// A world whose window shows a hand of three.
    fn world() -> World {
        let mut world = testing::world();
        world.init_resource::<Noted>();
        world
    }

    /// Shows the hand while the pointer does something; returns the result.
    fn shown(world: &mut World, context: &egui::Context, events: Vec<egui::Event>) -> Vec<String> {
        let mut asks = Vec::new();
        testing::pass(context, events, |context| {
            let hand = Hand {
                leave: Some(note("left")),
                ..Hand::new(world, cards(), &[KeyAction::UNDO, KeyAction::LOG])
            };
            show_over(world, context, &hand, |_| Some(TileId(7)), &mut asks);
        });
        asks.into_iter().for_each(|ask| ask.perform(world));
        std::mem::take(&mut world.resource_mut::<Noted>().0)
    }

    #[test]
    fn cards_keep_their_order_and_get_keys_from_left_to_right() {
        let world = world();
        let hand = Hand::new(&world, cards(), &[KeyAction::UNDO, KeyAction::LOG]);
        let keys = hand.cards.iter().map(|card| card.key);
        let expected = [Some(KeyAction::UNDO), Some(KeyAction::LOG), None];
        assert_eq!(keys.collect::<Vec<_>>(), expected);
        let names = hand.cards.iter().map(|card| card.face.name.as_str());
        assert_eq!(names.collect::<Vec<_>>(), ["Lance", "Ram", "Vent"]);
        let keys: Vec<_> = hand.answers().map(|(key, _)| key).collect();
        assert_eq!(keys, [KeyAction::UNDO, KeyAction::LOG]);
    }

    #[test]
    fn pointing_at_a_card_is_reported_once_and_shows_it_large() {
        let (mut world, context) = (world(), egui::Context::default());
        let hand = Hand::new(&world, cards(), &[]);
        let slots = hand.slots(window());
        shown(&mut world, &context, vec![]);
        shown(&mut world, &context, vec![]);
        let at = testing::moved(slots[2].open.center());
        let mut told = shown(&mut world, &context, vec![at]);
        told.extend(shown(&mut world, &context, vec![]));
        assert_eq!(told, ["pointed at"]);
        assert_eq!(Hand::new(&world, cards(), &[]).hovered, Some(2));
        let away = testing::moved(window().center());
        let mut told = shown(&mut world, &context, vec![away]);
        told.extend(shown(&mut world, &context, vec![]));
        assert_eq!(told, ["left"]);
        assert_eq!(Hand::new(&world, cards(), &[]).hovered, None);
    }

    #[test]
    fn a_click_chooses_a_card_or_says_why_it_cannot_be_played() {
        let (mut world, context) = (world(), egui::Context::default());
        let slots = Hand::new(&world, cards(), &[]).slots(window());
        shown(&mut world, &context, vec![]);
        let mut click = |at: usize| {
            let place = slots[at].open.center();
            shown(&mut world, &context, vec![testing::moved(place)]);
            shown(&mut world, &context, vec![testing::button(place, true)]);
            shown(&mut world, &context, vec![testing::button(place, false)])
        };
        assert_eq!(click(0), ["chosen"]);
        assert!(click(1).is_empty(), "it cannot be played");
        let notice = world.resource::<Session>().notice.clone();
        let expected = ("Ram: Needs 2 points, has 1".to_owned(), true);
        assert_eq!(notice, Some(expected));
    }

    #[test]
    fn a_card_that_is_dragged_onto_a_hex_reports_the_hex() {
        let (mut world, context) = (world(), egui::Context::default());
        let slots = Hand::new(&world, cards(), &[]).slots(window());
        shown(&mut world, &context, vec![]);
        let mut drag = |at: usize, to: Pos2| {
            let from = slots[at].open.center();
            shown(&mut world, &context, vec![testing::moved(from)]);
            shown(&mut world, &context, vec![testing::button(from, true)]);
            shown(
                &mut world,
                &context,
                vec![testing::moved(from - vec2(0.0, 20.0))],
            );
            shown(&mut world, &context, vec![testing::moved(to)]);
            let dragged = world.resource::<HandFocus>().dragged;
            let hex = world.resource::<Hover>().tile;
            let told = shown(&mut world, &context, vec![testing::button(to, false)]);
            shown(&mut world, &context, vec![]);
            (dragged, hex, told)
        };
        let (dragged, hex, told) = drag(0, window().center());
        assert_eq!((dragged, hex), (Some(0), Some(TileId(7))));
        assert!(told.contains(&"dropped on 7".to_owned()), "{told:?}");
        let (dragged, _, told) = drag(1, window().center());
        assert_eq!(dragged, None, "it cannot be played");
        assert!(
            !told.iter().any(|one| one.starts_with("dropped")),
            "{told:?}"
        );
        let (_, hex, told) = drag(0, slots[2].open.center());
        assert_eq!(hex, None, "the hand is no hex");
        assert!(
            !told.iter().any(|one| one.starts_with("dropped")),
            "{told:?}"
        );
    }
}
