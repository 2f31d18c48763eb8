//! Piles of cards at the ends of a hand: how many cards there are, and which, for those who may know.
//!
//! **Invariant:** a pile holds no card that the player may not know.

use bevy::prelude::*;
use bevy_egui::egui::{
    self, Align2, FontId, Rect, RichText, Sense, WidgetInfo, WidgetType, pos2, vec2,
};

use super::face::{self, CardFace, SIZE};
use super::fan;
use crate::game::kit::panel;
use crate::game::kit::piece::Ask;
use crate::game::kit::theme::widget::{heading, scroll};
use crate::game::kit::theme::{PANEL, SAND, SMALLEST, TEXT, faint};

/// Gap between piles and to the edges of the window, points.
const GAP: f32 = 6.0;
/// Height of a card in the list of a pile, as a share of one in a hand.
const LISTED: f32 = 0.9;

/// At which end of the hand a pile lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum End {
    #[default]
    Left,
    Right,
}

/// A pile of cards.
#[derive(Clone, Debug, Default)]
pub struct Pile {
    /// Its name, unlike that of every other pile.
    pub name: String,
    /// How many cards there are.
    pub count: usize,
    pub end: End,
    /// The cards in it that the player may know; a pile of which nothing is known does not open.
    pub known: Option<Vec<CardFace>>,
    /// What the list says besides, such as that the order is unknown.
    pub about: String,
}

/// The pile whose cards are listed, by its name.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenPile(pub Option<String>);

impl Pile {
    /// Returns what a click asks for: its list opens, or closes if it is open.
    pub fn click(&self) -> Option<Ask> {
        self.known.as_ref()?;
        let name = self.name.clone();
        Some(Ask::act(move |world| {
            let mut open = world.get_resource_or_init::<OpenPile>();
            open.0 = (open.0.as_ref() != Some(&name)).then(|| name.clone());
        }))
    }
}

/// Closes the list of a pile.
pub fn close() -> Ask {
    Ask::act(|world| world.insert_resource(OpenPile::default()))
}

/// Returns the pile whose cards are listed.
pub fn opened<'a>(world: &World, piles: &'a [Pile]) -> Option<&'a Pile> {
    let name = world.get_resource::<OpenPile>()?.0.as_ref()?;
    let mut open = piles.iter().filter(|pile| pile.known.is_some());
    open.find(|pile| pile.name == *name)
}

/// Returns where piles lie, one above the other at either end of the hand.
pub fn places(window: Rect, piles: &[Pile]) -> Vec<Rect> {
    let high = fan::height(window) - GAP;
    let place = |(at, pile): (usize, &Pile)| {
        let is_there = |other: &&Pile| other.end == pile.end;
        let count = piles.iter().filter(is_there).count() as f32;
        let above = piles[..at].iter().filter(is_there).count() as f32;
        let each = (high / count - GAP).min(120.0);
        let width = fan::ENDS - 2.0 * GAP;
        let left = match pile.end {
            End::Left => window.left() + GAP,
            End::Right => window.right() - GAP - width,
        };
        let bottom = window.bottom() - GAP - (count - 1.0 - above) * (each + GAP);
        Rect::from_min_size(pos2(left, bottom - each), vec2(width, each))
    };
    piles.iter().enumerate().map(place).collect()
}

/// Shows piles, and the cards of the one that is open.
pub fn show(world: &World, context: &egui::Context, piles: &[Pile], asks: &mut Vec<Ask>) {
    for (pile, place) in piles.iter().zip(places(context.content_rect(), piles)) {
        let id = egui::Id::new("pile").with(&pile.name);
        let area = egui::Area::new(id).fixed_pos(place.min);
        let response = area.show(context, |ui| {
            let (rect, response) = ui.allocate_exact_size(place.size(), Sense::click());
            draw(ui, rect, pile, response.hovered() && pile.known.is_some());
            response
        });
        let response = response.inner;
        response.widget_info(|| {
            let text = format!("{}, {} cards", pile.name, pile.count);
            WidgetInfo::labeled(WidgetType::Button, pile.known.is_some(), text)
        });
        if response.clicked() {
            asks.extend(pile.click());
        }
        if !pile.about.is_empty() {
            response.on_hover_text(&pile.about);
        }
    }
    if let Some(pile) = opened(world, piles) {
        list(context, pile, asks);
    }
}

/// Draws a pile: the backs of a few cards, their count and the name.
fn draw(ui: &egui::Ui, rect: Rect, pile: &Pile, is_lit: bool) {
    let painter = ui.painter();
    let label = 17.0;
    let room = rect.height() - label;
    let high = (room - 8.0).max(20.0);
    let size = vec2(high * SIZE.x / SIZE.y, high);
    let foot = pos2(rect.center().x, rect.top() + room);
    let shown = pile.count.min(4);
    for at in 0..shown {
        let off = vec2(1.0, -1.0) * 2.0 * (at as f32 - shown as f32 / 2.0);
        let back = Rect::from_center_size(foot - vec2(0.0, high / 2.0 + 2.0) + off, size);
        face::draw_back(painter, back);
    }
    let middle = foot - vec2(0.0, high / 2.0 + 2.0);
    let color = if is_lit { SAND } else { TEXT };
    let font = FontId::proportional((high * 0.34).clamp(16.0, 30.0));
    let galley = painter.layout_no_wrap(pile.count.to_string(), font, color);
    let behind = Rect::from_center_size(middle, galley.size() + vec2(10.0, 2.0));
    painter.rect_filled(behind, 5.0, PANEL);
    painter.galley(middle - galley.size() / 2.0, galley, color);
    let name = pos2(rect.center().x, rect.bottom() - label / 2.0);
    let font = FontId::proportional(SMALLEST);
    let color = if is_lit { SAND } else { TEXT };
    painter.text(name, Align2::CENTER_CENTER, &pile.name, font, color);
}

/// Lists the cards of a pile that the player may know.
fn list(context: &egui::Context, pile: &Pile, asks: &mut Vec<Ask>) {
    let window = context.content_rect();
    let known = pile.known.as_deref().unwrap_or_default();
    let size = SIZE * LISTED;
    let most = ((window.width() - 420.0) / (size.x + GAP)).floor().max(2.0);
    let columns = most.min(known.len() as f32).max(3.0);
    let offset = vec2(0.0, 56.0);
    panel(
        context,
        "cards of a pile",
        Align2::CENTER_TOP,
        offset,
        |ui| {
            ui.set_width(columns * (size.x + GAP) + 14.0);
            ui.horizontal(|ui| {
                heading(ui, &format!("{} · {}", pile.name, pile.count));
                let right = egui::Layout::right_to_left(egui::Align::Center);
                ui.with_layout(right, |ui| {
                    if ui.button(RichText::new("Close").size(12.5)).clicked() {
                        asks.push(close());
                    }
                });
            });
            if !pile.about.is_empty() {
                ui.label(faint(pile.about.as_str()));
            }
            if known.is_empty() {
                ui.label(faint("No cards"));
            }
            let rows = (known.len() as f32 / columns).ceil();
            let high = (rows * (size.y + GAP)).min(window.height() - fan::height(window) - 160.0);
            scroll(high).show(ui, |ui| {
                ui.spacing_mut().item_spacing = vec2(GAP, GAP);
                ui.horizontal_wrapped(|ui| {
                    for one in known {
                        face::show(ui, one, LISTED, Sense::hover());
                    }
                });
            });
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::kit::cards::testing::{self, window};

    fn pile(name: &str, end: End, known: Option<Vec<CardFace>>) -> Pile {
        Pile {
            name: name.to_owned(),
            count: 8,
            end,
            known,
            about: String::new(),
        }
    }

    fn piles() -> Vec<Pile> {
        let lance = CardFace {
            name: "Lance".to_owned(),
            ..CardFace::default()
        };
        vec![
            pile("Deck", End::Left, None),
            pile("Discard", End::Right, Some(vec![lance])),
            pile("Spent", End::Right, Some(Vec::new())),
        ]
    }

    #[test]
    fn piles_lie_at_the_ends_of_the_hand_and_on_no_card() {
        let piles = piles();
        let places = places(window(), &piles);
        let cards = fan::fan(window(), &[true; 12]);
        for (at, place) in places.iter().enumerate() {
            assert!(window().contains_rect(*place), "{place:?}");
            let others = places[at + 1..].iter();
            let mut others = others.chain(cards.iter().map(|slot| &slot.rect));
            assert!(!others.any(|other| other.intersects(*place)), "{place:?}");
        }
    }

    #[test]
    fn a_click_opens_the_list_of_a_pile_that_is_known_and_closes_it() {
        let (mut world, context, piles) = (testing::world(), egui::Context::default(), piles());
        let places = places(window(), &piles);
        let mut click = |at: usize| {
            let place = places[at].center();
            let mut texts = Vec::new();
            for events in [
                vec![],
                vec![testing::moved(place)],
                vec![testing::button(place, true)],
                vec![testing::button(place, false)],
                vec![],
                vec![],
            ] {
                let mut asks = Vec::new();
                texts = testing::pass(&context, events, |context| {
                    show(&world, context, &piles, &mut asks);
                });
                asks.into_iter().for_each(|ask| ask.perform(&mut world));
            }
            let open = opened(&world, &piles).map(|pile| pile.name.clone());
            (open, texts.contains(&"Lance".to_owned()))
        };
        assert_eq!(click(0), (None, false), "nobody may look into it");
        assert_eq!(click(1), (Some("Discard".to_owned()), true));
        assert_eq!(click(2), (Some("Spent".to_owned()), false));
        assert_eq!(click(2), (None, false));
    }
}
