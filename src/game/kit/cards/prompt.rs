//! A question to the player over the board: what can be answered, and what each answer leaves.
//!
//! **Invariant:** a prompt is plain data; an answer is asked for like anything else. One answer is the
//! default, which the key of acting gives. Where there is room, it covers no hex that the question is about.

use bevy::prelude::*;
use bevy_egui::egui::{self, Pos2, Rect, RichText, Sense, Stroke, Vec2 as Size, pos2, vec2};

use super::face::{self, CardFace, CardState, SIZE};
use crate::battle::grid::TileId;
use crate::game::kit::draw::draw;
use crate::game::kit::key_of;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::panels::ASIDE;
use crate::game::kit::piece::{Ask, Pieces, Words};
use crate::game::kit::theme::{FAINT, IDLE, LINE, SAND, faint, frame};
use crate::game::table::camera::Rig;

/// Size of the cards of answers, as a share of those in a hand.
const SHARE: f32 = 0.9;
/// Most answers with cards beside one another.
const COLUMNS: usize = 6;
/// Width of a prompt without cards, points.
const WIDTH: f32 = 440.0;
/// Least width of a prompt with cards, points.
const WITH_CARDS: f32 = 330.0;
/// Where prompts begin below the upper edge, points.
const TOP: f32 = 56.0;
/// What stands at the left of the board, points.
const LEFT: f32 = 150.0;
/// Room between a prompt and what is beside it, points.
const GAP: f32 = 8.0;
/// How much more a unit that is covered counts than as much of a panel.
const TOKEN: f32 = 40.0;
/// Name of the area of a prompt.
const NAME: &str = "prompt";

/// An answer.
#[derive(Clone, Debug)]
pub struct Choice {
    pub label: String,
    /// What it would leave, line by line.
    pub leaves: Vec<Words>,
    pub card: Option<CardFace>,
    /// The key that gives it.
    pub key: Option<KeyAction>,
    /// Why it cannot be given.
    pub refusal: Option<String>,
    pub ask: Ask,
}

/// A question with its answers.
#[derive(Clone, Debug)]
pub struct Prompt {
    pub title: String,
    pub lines: Vec<Words>,
    pub choices: Vec<Choice>,
    /// The place of the answer that the key of acting gives.
    pub default: usize,
    /// The place of the answer that the key of going back gives, if there is one.
    pub cancel: Option<usize>,
    /// Hexes that the question is about: they stay in sight.
    pub about: Vec<TileId>,
    /// Whether cards of the hand are picked for it: their keys do that meanwhile.
    pub picks: bool,
}

impl Prompt {
    /// Assigns these keys to the first answers, in order.
    pub fn keyed(mut self, keys: &[KeyAction]) -> Self {
        for (choice, key) in self.choices.iter_mut().zip(keys) {
            choice.key = Some(*key);
        }
        self
    }

    /// Lists the keys that answer it, and what they ask for.
    pub fn answers(&self) -> Vec<(KeyAction, Ask)> {
        let open = |choice: &&Choice| choice.refusal.is_none();
        let own = self.choices.iter().filter(open);
        let own = own.filter_map(|choice| Some((choice.key?, choice.ask.clone())));
        let at = |at: usize| self.choices.get(at).filter(open);
        let default = at(self.default).map(|choice| (KeyAction::ACT, choice.ask.clone()));
        let cancel = self.cancel.and_then(at);
        let cancel = cancel.map(|choice| (KeyAction::BACK, choice.ask.clone()));
        own.chain(default).chain(cancel).collect()
    }
}

/// Returns where a prompt begins: of the middle, the sides and the corners of what is free, the first that covers
/// least of what stays in sight.
fn place(free: Rect, size: Size, kept: &[(Rect, f32)]) -> Pos2 {
    let right = (free.right() - size.x).max(free.left());
    let below = (free.bottom() - size.y).max(free.top());
    let middle = (free.center().x - size.x / 2.0).clamp(free.left(), right);
    let places = [free.top(), below].map(|y| [middle, free.left(), right].map(|x| pos2(x, y)));
    let covers = |at: Pos2| {
        let prompt = Rect::from_min_size(at, size).expand(GAP);
        let covered = kept
            .iter()
            .map(|&(kept, worth)| (prompt.intersect(kept), worth));
        let covered = covered.filter(|(covered, _)| covered.is_positive());
        let covered = covered.map(|(covered, worth)| covered.area() * worth);
        covered.sum::<f32>().round() as u32
    };
    let best = places.into_iter().flatten().min_by_key(|&at| covers(at));
    best.unwrap_or(free.min)
}

/// Returns what panels and the hand leave free of the window for a prompt.
fn free(context: &egui::Context) -> Rect {
    let screen = context.content_rect();
    let bar = context.memory(|memory| memory.area_rect(egui::Id::new("bar")));
    let hand = screen.bottom() - super::height(context);
    let below = bar.map_or(hand, |bar| bar.top().min(hand));
    let left = screen.left() + LEFT;
    Rect::from_min_max(
        pos2(left, screen.top() + TOP),
        pos2(screen.right() - GAP, (below - GAP).max(screen.top() + TOP)),
    )
}

/// Shows a prompt where it covers least of what it is about; the board stays in sight around it.
pub fn show(world: &World, context: &egui::Context, prompt: &Prompt, asks: &mut Vec<Ask>) {
    let has_cards = prompt.choices.iter().any(|choice| choice.card.is_some());
    let columns = prompt.choices.len().clamp(2, COLUMNS) as f32;
    let width = match has_cards {
        true => (columns * (SIZE.x * SHARE + 22.0)).max(WITH_CARDS),
        false => WIDTH,
    };
    let rig = world.get_resource::<Rig>();
    let tokens = prompt
        .about
        .iter()
        .filter_map(|&tile| rig?.hex_on_screen(tile));
    let tokens = tokens.map(|token| (to_egui(token), TOKEN));
    // What is read of the unit pointed at is of less worth than the units.
    let read = shown_aside(context).map(|aside| (aside, 1.0));
    let kept: Vec<_> = tokens.chain(read).collect();
    let drawn = context.memory(|memory| memory.area_rect(egui::Id::new(NAME)));
    // Until it has been drawn once, its height is a guess.
    let size = drawn.map_or(vec2(width + 28.0, 300.0), |drawn| drawn.size());
    let at = place(free(context), size, &kept);
    let area = egui::Area::new(egui::Id::new(NAME)).order(egui::Order::Foreground);
    area.fixed_pos(at).show(context, |ui| {
        frame().stroke(Stroke::new(2.0, SAND)).show(ui, |ui| {
            ui.set_width(width);
            let title = RichText::new(&prompt.title).color(SAND).size(18.0);
            ui.label(title.strong());
            let lines = prompt.lines.iter().cloned().map(Into::into);
            draw(world, ui, &lines.collect::<Pieces>(), asks);
            ui.separator();
            let answers = |ui: &mut egui::Ui| {
                for (at, choice) in prompt.choices.iter().enumerate() {
                    let sign = sign(world, prompt, at);
                    let is_default = at == prompt.default;
                    answer(world, ui, choice, [is_default, has_cards], &sign, asks);
                }
            };
            match has_cards {
                true => ui.horizontal_wrapped(answers),
                false => ui.vertical(answers),
            };
        });
    });
}

/// Returns where the panel of what is pointed at was drawn last, if it was.
fn shown_aside(context: &egui::Context) -> Option<Rect> {
    let id = egui::Id::new(ASIDE);
    let layer = egui::LayerId::new(egui::Order::Middle, id);
    context.memory(|memory| {
        let is_shown = memory.areas().visible_last_frame(&layer);
        memory.area_rect(id).filter(|_| is_shown)
    })
}

fn to_egui(rect: bevy::math::Rect) -> Rect {
    Rect::from_min_max(pos2(rect.min.x, rect.min.y), pos2(rect.max.x, rect.max.y))
}

/// Returns the signs of the keys that give an answer.
fn sign(world: &World, prompt: &Prompt, at: usize) -> String {
    let is_default = at == prompt.default;
    let is_cancel = prompt.cancel == Some(at);
    let keys = [
        prompt.choices.get(at).and_then(|choice| choice.key),
        is_default.then_some(KeyAction::ACT),
        is_cancel.then_some(KeyAction::BACK),
    ];
    let signs = keys.into_iter().flatten().map(|key| key_of(world, key));
    signs.collect::<Vec<_>>().join(" · ")
}

/// Shows an answer in a frame: its card, its name and keys, and what it leaves.
fn answer(
    world: &World,
    ui: &mut egui::Ui,
    choice: &Choice,
    [is_default, is_beside]: [bool; 2],
    sign: &str,
    asks: &mut Vec<Ask>,
) {
    let is_open = choice.refusal.is_none();
    let edge = if is_default { SAND } else { LINE };
    let framed = egui::Frame::new()
        .fill(IDLE.gamma_multiply(0.5))
        .stroke(Stroke::new(1.0, edge))
        .corner_radius(5)
        .inner_margin(6);
    let has_card = choice.card.is_some();
    let clicked = framed.show(ui, |ui| {
        ui.vertical(|ui| {
            // Beside cards, every answer is as wide as a card.
            let width = match is_beside {
                true => SIZE.x * SHARE,
                false => ui.available_width(),
            };
            ui.set_width(width);
            let mut is_clicked = false;
            if let Some(shown) = &choice.card {
                let mut shown = shown.clone();
                if let Some(why) = &choice.refusal {
                    shown.state = CardState::Barred(why.clone());
                }
                is_clicked |= face::show(ui, &shown, SHARE, Sense::click()).clicked();
            }
            let color = if is_open { SAND } else { FAINT };
            let label = match sign.is_empty() {
                true => choice.label.clone(),
                false => format!("{} [{sign}]", choice.label),
            };
            let label = RichText::new(label).color(color).strong();
            let button = egui::Button::new(label).wrap().min_size(vec2(width, 28.0));
            is_clicked |= ui.add_enabled(is_open, button).clicked();
            if let (Some(why), false) = (&choice.refusal, has_card) {
                ui.label(faint(why.as_str()));
            }
            let leaves = choice.leaves.iter().cloned().map(Into::into);
            draw(world, ui, &leaves.collect::<Pieces>(), asks);
            is_clicked
        })
        .inner
    });
    if clicked.inner && is_open {
        asks.push(choice.ask.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::kit::cards::testing;
    use crate::game::kit::piece::say;

    #[derive(Resource, Default)]
    struct Given(Vec<&'static str>);

    fn choice(label: &'static str) -> Choice {
        Choice {
            label: label.to_owned(),
            leaves: vec![say(format!("after {label}"))],
            card: None,
            key: None,
            refusal: None,
            ask: Ask::act(move |world| world.resource_mut::<Given>().0.push(label)),
        }
    }

    fn prompt() -> Prompt {
        let parry = Choice {
            card: Some(CardFace {
                name: "Parry".to_owned(),
                ..CardFace::default()
            }),
            ..choice("Parry")
        };
        let prompt = Prompt {
            title: "The Lance is about to hit".to_owned(),
            lines: vec![say("Hits on 7 of 10")],
            choices: vec![parry, choice("Dodge"), choice("Nothing")],
            default: 0,
            cancel: Some(2),
            about: Vec::new(),
            picks: false,
        };
        prompt.keyed(&[KeyAction::UNDO, KeyAction::LOG])
    }

    /// Returns the answer that a key gives.
    fn given(prompt: &Prompt, key: KeyAction) -> Vec<&'static str> {
        let mut world = World::new();
        world.init_resource::<Given>();
        let answers = prompt.answers().into_iter();
        for (_, ask) in answers.filter(|(other, _)| *other == key) {
            ask.perform(&mut world);
        }
        std::mem::take(&mut world.resource_mut::<Given>().0)
    }

    #[test]
    fn keys_give_the_answers_and_one_is_the_default() {
        let mut prompt = prompt();
        assert_eq!(given(&prompt, KeyAction::UNDO), ["Parry"]);
        assert_eq!(given(&prompt, KeyAction::LOG), ["Dodge"]);
        assert_eq!(given(&prompt, KeyAction::ACT), ["Parry"]);
        assert_eq!(given(&prompt, KeyAction::BACK), ["Nothing"]);
        prompt.choices[0].refusal = Some("No points left".to_owned());
        prompt.cancel = None;
        assert!(given(&prompt, KeyAction::ACT).is_empty(), "it is barred");
        assert!(given(&prompt, KeyAction::UNDO).is_empty(), "it is barred");
        assert!(given(&prompt, KeyAction::BACK).is_empty());
    }

    #[test]
    fn a_prompt_covers_nothing_that_it_is_about_where_there_is_room() {
        let free = Rect::from_min_max(pos2(150.0, 56.0), pos2(1400.0, 600.0));
        let size = vec2(500.0, 300.0);
        let token = |x: f32, y: f32| {
            let rect = Rect::from_center_size(pos2(x, y), vec2(80.0, 70.0));
            (rect, TOKEN)
        };
        for (kept, expected) in [
            (vec![], pos2(525.0, 56.0)),
            (
                vec![token(700.0, 200.0), token(800.0, 200.0)],
                pos2(150.0, 56.0),
            ),
            (
                vec![token(500.0, 200.0), token(700.0, 250.0)],
                pos2(900.0, 56.0),
            ),
            (
                vec![
                    token(300.0, 150.0),
                    token(700.0, 150.0),
                    token(1200.0, 150.0),
                ],
                pos2(525.0, 300.0),
            ),
        ] {
            let at = place(free, size, &kept);
            assert_eq!(at, expected, "{kept:?}");
            let prompt = Rect::from_min_size(at, size);
            assert!(
                kept.iter().all(|(one, _)| !prompt.intersects(*one)),
                "{kept:?}"
            );
        }
        let panel = (
            Rect::from_min_max(pos2(1100.0, 100.0), pos2(1400.0, 500.0)),
            1.0,
        );
        let both = [token(700.0, 200.0), panel];
        assert_eq!(place(free, size, &both), pos2(150.0, 56.0), "nor a panel");
        let large = place(free, vec2(2000.0, 900.0), &[token(700.0, 200.0)]);
        assert_eq!(large, free.min, "it stays in the window");
    }

    #[test]
    fn every_answer_is_shown_with_what_it_leaves() {
        let (world, context, prompt) = (testing::world(), egui::Context::default(), prompt());
        let mut asks = Vec::new();
        let mut texts = Vec::new();
        for _ in 0..3 {
            texts = testing::pass(&context, vec![], |context| {
                show(&world, context, &prompt, &mut asks);
            });
        }
        for expected in [
            "The Lance is about to hit",
            "Hits on 7 of 10",
            "Parry [U · Enter]",
            "Dodge [F4]",
            "after Dodge",
            "after Nothing",
            "Nothing [Esc]",
        ] {
            assert!(
                texts.iter().any(|text| text == expected),
                "{expected}: {texts:?}"
            );
        }
        assert!(asks.is_empty());
    }
}
