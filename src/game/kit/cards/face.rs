//! The face of a card: what is read on it.
//!
//! **Invariant:** a face is plain data and names no rule set; it looks the same at any size.

use bevy_egui::egui::{Response, Sense, Ui, Vec2, WidgetInfo, WidgetType, vec2};

pub use super::sheet::{draw, draw_back};
use crate::game::kit::piece::Ink;

/// Width and height of a card in a hand, points: 119 by 170 pixels in a window of 720 lines.
pub const SIZE: Vec2 = vec2(140.0, 200.0);
/// How much larger a card is that is looked at.
pub const LARGE: f32 = 1.6;
/// Where the name begins and ends below the upper edge, points of a card of [`SIZE`].
pub const NAME: [f32; 2] = [23.0, 55.0];

/// What is read on a card. Texts that are empty are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardFace {
    pub name: String,
    /// What it costs, points.
    pub cost: String,
    /// The word of its kind, and the color of all cards of that kind.
    pub kind: (String, [u8; 3]),
    /// Its drawing in `assets/art`, such as `cards/Lance`; a card without one shows its initial.
    pub art: String,
    pub range: String,
    pub damage: String,
    /// How much its use heats.
    pub heat: String,
    /// What it does, line by line.
    pub text: Vec<String>,
    pub state: CardState,
    /// A word across its picture, such as "Damage".
    pub badge: Option<(String, Ink)>,
    pub is_selected: bool,
}

/// Whether a card can be played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CardState {
    /// It is only looked at.
    #[default]
    Shown,
    Playable,
    /// Why it cannot be played now.
    Barred(String),
    /// It is not played but works by itself or on demand, and says when.
    Waiting(String),
}

impl CardFace {
    /// Returns why it cannot be played, if that is so.
    pub fn refusal(&self) -> Option<&str> {
        match &self.state {
            CardState::Barred(why) => Some(why),
            CardState::Shown | CardState::Playable | CardState::Waiting(_) => None,
        }
    }

    /// Returns what is written across its picture about its state.
    pub fn note(&self) -> Option<(&str, Ink)> {
        match &self.state {
            CardState::Barred(why) => Some((why, Ink::Bad)),
            CardState::Waiting(when) => Some((when, Ink::Text)),
            CardState::Shown | CardState::Playable => None,
        }
    }

    /// Returns what a screen reader reads.
    pub fn spoken(&self) -> String {
        let mut parts = vec![self.name.clone(), self.kind.0.clone()];
        for (name, value) in [
            ("cost", &self.cost),
            ("damage", &self.damage),
            ("heat", &self.heat),
            ("range", &self.range),
        ] {
            if !value.is_empty() {
                parts.push(format!("{name} {value}"));
            }
        }
        parts.extend(self.text.iter().cloned());
        parts.extend(self.refusal().map(|why| format!("unavailable: {why}")));
        if let CardState::Waiting(when) = &self.state {
            parts.push(when.clone());
        }
        parts.join(", ")
    }
}

/// How a card lies among others.
#[derive(Clone, Debug, Default)]
pub struct Lie {
    /// How much of its left side no other card covers, points; the whole card if `None`.
    pub open: Option<f32>,
    /// How much of its height is shown from the upper edge on, points; the whole card if `None`.
    pub foot: Option<f32>,
    /// The sign of its key.
    pub key: String,
    /// Whether it is pointed at.
    pub is_lit: bool,
}

/// Shows a card in the line, at a share of its size in a hand.
pub fn show(ui: &mut Ui, one: &CardFace, share: f32, sense: Sense) -> Response {
    let (rect, response) = ui.allocate_exact_size(SIZE * share, sense);
    response.widget_info(|| {
        let role = WidgetType::Button;
        WidgetInfo::selected(role, one.refusal().is_none(), one.is_selected, one.spoken())
    });
    let lie = Lie {
        is_lit: sense.senses_click() && response.hovered(),
        ..Lie::default()
    };
    draw(ui.painter(), rect, one, &lie);
    // Texts that have no room on small cards are read on a large one.
    response.on_hover_ui(|ui| {
        let (rect, _) = ui.allocate_exact_size(SIZE * LARGE, Sense::hover());
        draw(ui.painter(), rect, one, &Lie::default());
    })
}
