//! Where the cards of a hand lie along the lower edge of the window.
//!
//! **Invariant:** the left side of every card, where its name stands, is covered by no other card; a hand
//! covers at most [`SHARE`] of the height of the window.

use bevy_egui::egui::{Rect, pos2, vec2};

use super::face::{LARGE, SIZE};

/// How much of the height of the window a hand covers at most.
pub const SHARE: f32 = 0.22;
/// Room at either end that is left to piles, points.
pub const ENDS: f32 = 104.0;
/// Gap between cards where there is room, points.
const GAP: f32 = 8.0;
/// How much lower cards lie that cannot be played, points.
const SUNK: f32 = 24.0;
/// How much lower the outer cards lie, points.
const BEND: f32 = 12.0;

/// Where a card lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slot {
    /// The whole card, whose foot is below the window.
    pub rect: Rect,
    /// The part of it that is in the window and no other card covers.
    pub open: Rect,
}

/// Returns how high a hand is, points.
pub fn height(window: Rect) -> f32 {
    (window.height() * SHARE).min(SIZE.y - 12.0)
}

/// Lays cards out from left to right; each says whether it is raised.
pub fn fan(window: Rect, raised: &[bool]) -> Vec<Slot> {
    let high = height(window);
    let count = raised.len();
    let last = count.saturating_sub(1) as f32;
    let room = (window.width() - 2.0 * ENDS - SIZE.x).max(0.0);
    let step = (room / last.max(1.0)).min(SIZE.x + GAP);
    let first = window.center().x - (step * last + SIZE.x) / 2.0;
    let place = |(at, &is_raised): (usize, &bool)| {
        // From -1 at the left end to 1 at the right one.
        let across = (2.0 * at as f32 - last) / last.max(1.0);
        let sunk = if is_raised { 0.0 } else { SUNK };
        let top = window.bottom() - high + sunk + BEND * across * across;
        let rect = Rect::from_min_size(pos2(first + step * at as f32, top), SIZE);
        let is_last = at + 1 == count;
        let width = if is_last { SIZE.x } else { step.min(SIZE.x) };
        let open = Rect::from_min_max(rect.min, pos2(rect.left() + width, window.bottom()));
        Slot { rect, open }
    };
    raised.iter().enumerate().map(place).collect()
}

/// Returns where a card that is looked at lies: larger, over the others, and whole in the window.
pub fn large(window: Rect, slot: Slot) -> Rect {
    let size = SIZE * LARGE;
    let half = size.x / 2.0 + 4.0;
    let across = (slot.rect.center().x).clamp(window.left() + half, window.right() - half);
    let corner = pos2(across, window.bottom() - 4.0) - vec2(size.x / 2.0, size.y);
    Rect::from_min_size(corner, size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::kit::cards::face::NAME;
    use crate::game::kit::theme::zoom;

    /// The windows that hands must fit, points.
    fn windows() -> impl Iterator<Item = Rect> {
        let pixels = [(1280.0, 720.0), (1440.0, 900.0), (1024.0, 600.0)];
        pixels.into_iter().map(|(width, height)| {
            let window = bevy::prelude::Vec2::new(width, height);
            let points = window / zoom(window, 100);
            Rect::from_min_size(pos2(0.0, 0.0), vec2(points.x, points.y))
        })
    }

    #[test]
    fn up_to_twelve_cards_lie_in_order_at_the_lower_edge_of_the_window() {
        for window in windows() {
            for count in 1..=12 {
                let slots = fan(window, &vec![true; count]);
                assert_eq!(slots.len(), count);
                for slot in &slots {
                    let place = format!("{count} cards in {window:?}: {slot:?}");
                    assert!(slot.rect.left() >= window.left() + ENDS - 0.5, "{place}");
                    assert!(slot.rect.right() <= window.right() - ENDS + 0.5, "{place}");
                    let covered = window.bottom() - slot.rect.top();
                    assert!(covered <= window.height() * SHARE + 0.5, "{place}");
                    // Name, picture and figures can be read.
                    assert!(covered > 118.0, "{place}");
                }
                let is_in_order = slots
                    .windows(2)
                    .all(|two| two[0].rect.left() < two[1].rect.left());
                assert!(is_in_order, "{slots:?}");
            }
        }
    }

    #[test]
    fn no_card_hides_the_name_of_another() {
        for window in windows() {
            for count in 2..=12 {
                let raised: Vec<_> = (0..count).map(|at| at % 3 != 0).collect();
                let slots = fan(window, &raised);
                for (at, slot) in slots.iter().enumerate() {
                    let corner = slot.rect.min + vec2(0.0, NAME[0]);
                    let size = vec2(slot.open.width(), NAME[1] - NAME[0]);
                    let name = Rect::from_min_size(corner, size);
                    assert!(size.x >= 64.0, "{count} cards: {size:?}");
                    for over in &slots[at + 1..] {
                        let hidden = over.rect.intersect(name);
                        assert!(hidden.width() <= 0.5, "{count} cards: {slot:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn playable_cards_are_raised_above_the_others() {
        let window = windows().next().expect("there are windows");
        let slots = fan(window, &[true, false, true]);
        assert!(slots[1].rect.top() > slots[0].rect.top());
        assert!(fan(window, &[]).is_empty());
    }

    #[test]
    fn a_card_that_is_looked_at_is_whole_in_the_window() {
        for window in windows() {
            for slot in fan(window, &[true; 12]) {
                assert!(window.contains_rect(large(window, slot)), "{slot:?}");
            }
        }
    }
}
