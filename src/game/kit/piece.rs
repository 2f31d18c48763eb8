//! Pieces of panels as plain data: a rule set makes them of what its side knows, the kit draws them.
//!
//! **Invariant:** a piece looks at no battle and draws nothing; whatever is read on it can be read by a
//! test.

use std::fmt;
use std::sync::Arc;

use bevy::prelude::World;

use super::cards::face::CardFace;
use super::doll::Doll;
use super::gauge::Gauge;
use super::keys::{self, KeyAction};
use super::theme::icon::Icon;
use crate::battle::grid::TileId;
use crate::battle::unit::Health;
use crate::game::Menu;
use crate::game::shell::menus::open_menu;
use crate::game::table::camera::Rig;
use crate::game::table::unit_view::Figure;
use crate::playing::Card;

/// A color, by what it means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ink {
    /// What is read.
    #[default]
    Text,
    /// What counts for less.
    Faint,
    /// What stands out.
    Accent,
    /// Good news, and whatever has most of its health.
    Good,
    /// Bad news, and whatever has little health left.
    Bad,
    /// Whatever has some health left.
    Worn,
    /// Whatever has most of its health.
    Whole,
    Time,
    Energy,
    Morale,
}

impl Ink {
    /// Returns the color of health.
    pub fn of_health(health: Health) -> Self {
        match u32::from(health.now) * 100 / u32::from(health.max.max(1)) {
            0..=25 => Self::Bad,
            26..=75 => Self::Worn,
            _ => Self::Whole,
        }
    }

    /// Returns the color of what is good or bad.
    pub fn good_if(is_good: bool) -> Self {
        if is_good { Self::Good } else { Self::Bad }
    }
}

/// What a click asks for.
#[derive(Clone)]
pub enum Ask {
    /// Does what a key does.
    Key(KeyAction),
    Look(TileId),
    Menu(Menu),
    /// Does something that has no key.
    Act(Arc<dyn Fn(&mut World) + Send + Sync>),
}

impl Ask {
    /// Does something that has no key.
    pub fn act(act: impl Fn(&mut World) + Send + Sync + 'static) -> Self {
        Self::Act(Arc::new(act))
    }

    /// Does what is asked for.
    pub fn perform(self, world: &mut World) {
        match self {
            Self::Key(action) => keys::perform(world, action),
            Self::Look(tile) => world.resource_mut::<Rig>().look_at(tile),
            Self::Menu(menu) => open_menu(world, menu),
            Self::Act(act) => act(world),
        }
    }
}

impl fmt::Debug for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(action) => write!(f, "{action:?}"),
            Self::Look(tile) => write!(f, "{tile:?}"),
            Self::Menu(menu) => write!(f, "{menu:?}"),
            Self::Act(_) => f.write_str("Act"),
        }
    }
}

/// Words in one size and color.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// What is read.
    pub text: String,
    pub ink: Ink,
    pub size: f32,
    /// Whether it is of more weight.
    pub is_strong: bool,
    /// Whether all letters are of one width.
    pub is_monospace: bool,
    /// Whether it is struck out.
    pub is_struck: bool,
    /// Whether it is cut off where there is no room.
    pub is_cut: bool,
    /// What is said when it is pointed at.
    pub about: String,
    pub click: Option<Ask>,
}

/// Returns words of normal size and color.
pub fn say(text: impl Into<String>) -> Words {
    Words {
        text: text.into(),
        size: 14.5,
        ..Words::default()
    }
}

/// Returns small, faint words.
pub fn faint(text: impl Into<String>) -> Words {
    say(text).ink(Ink::Faint).size(12.5)
}

impl Words {
    pub fn ink(self, ink: Ink) -> Self {
        Self { ink, ..self }
    }

    pub fn size(self, size: f32) -> Self {
        Self { size, ..self }
    }

    pub fn strong(mut self) -> Self {
        self.is_strong = true;
        self
    }

    pub fn monospace(mut self) -> Self {
        self.is_monospace = true;
        self
    }

    pub fn struck_if(mut self, is_struck: bool) -> Self {
        self.is_struck = is_struck;
        self
    }

    /// Cuts them off where there is no room.
    pub fn cut(mut self) -> Self {
        self.is_cut = true;
        self
    }

    /// Sets the tooltip.
    pub fn about(mut self, about: impl Into<String>) -> Self {
        self.about = about.into();
        self
    }

    /// Sets what a click on them asks for.
    pub fn link(mut self, click: Ask) -> Self {
        self.click = Some(click);
        self
    }
}

/// What a button looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// A picture, its name, and what it costs below.
    Picture(Icon),
    Small,
    Plain,
    /// A button that is meant to be pressed, so many points wide at least.
    Large(u16),
    /// A word without a frame.
    Bare,
    /// A word that is marked while it is on.
    Switch,
}

#[derive(Clone, Debug)]
pub struct Button {
    /// What it looks like.
    pub face: Face,
    /// How wide one with a picture is, points, if not as wide as its name.
    pub width: Option<f32>,
    pub name: String,
    pub cost: String,
    /// What it does, told when it is pointed at.
    pub about: String,
    /// Why it does nothing now.
    pub refusal: Option<String>,
    /// Whether it can be pressed all the same.
    pub is_open: bool,
    /// Whether it is the one in force.
    pub is_on: bool,
    pub ink: Ink,
    /// The key that does the same.
    pub key: Option<KeyAction>,
    pub click: Ask,
    /// What else a right click offers: name, why not now, and what it asks for.
    pub more: Vec<(String, Option<String>, Ask)>,
}

/// Makes a button.
pub fn button(face: Face, name: impl Into<String>, click: Ask) -> Button {
    Button {
        face,
        width: None,
        name: name.into(),
        cost: String::new(),
        about: String::new(),
        refusal: None,
        is_open: false,
        is_on: false,
        ink: Ink::Text,
        key: match click {
            Ask::Key(action) => Some(action),
            _ => None,
        },
        click,
        more: Vec::new(),
    }
}

impl Button {
    pub fn about(mut self, about: impl Into<String>) -> Self {
        self.about = about.into();
        self
    }

    pub fn cost(mut self, cost: impl Into<String>) -> Self {
        self.cost = cost.into();
        self
    }

    /// Sets its width, points.
    pub fn wide(mut self, width: f32) -> Self {
        self.width = Some(width);
        self
    }

    /// Bars it for a reason, if there is one.
    pub fn barred(mut self, why: Option<impl ToString>) -> Self {
        self.refusal = self.refusal.or(why.map(|why| why.to_string()));
        self
    }

    /// Whether what it is for can be done now.
    pub fn is_allowed(&self) -> bool {
        self.refusal.is_none()
    }

    /// Keeps it clickable even though its action is not possible now, if that is so.
    pub fn open_if(mut self, is_open: bool) -> Self {
        self.is_open = is_open;
        self
    }

    /// Marks it as in force, if it is.
    pub fn on_if(mut self, is_on: bool) -> Self {
        self.is_on = is_on;
        self
    }

    pub fn ink(mut self, ink: Ink) -> Self {
        self.ink = ink;
        self
    }

    pub fn key(mut self, key: Option<KeyAction>) -> Self {
        self.key = key;
        self
    }
}

/// A column of a chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// How high it is, permille.
    pub share: u32,
    pub ink: Ink,
    /// What is written below it.
    pub label: String,
    /// What is said when it is pointed at.
    pub about: String,
}

/// A unit on a card, which a click chooses.
#[derive(Clone, Debug)]
pub struct UnitCard {
    pub title: String,
    /// What it is, told when it is pointed at.
    pub kind: String,
    /// Its figure, in the colors of the player's side.
    pub portrait: Option<Figure>,
    /// The number on its token; 0 is not shown.
    pub number: u8,
    /// How it is.
    pub body: Pieces,
    /// Width of what the card holds, points.
    pub width: f32,
    pub is_chosen: bool,
    /// Whether it takes no part now.
    pub is_dim: bool,
    pub click: Option<Ask>,
}

/// A line that is typed in.
#[derive(Clone)]
pub struct Input {
    /// Its name among others.
    pub name: &'static str,
    /// What stands there.
    pub text: String,
    /// Hint shown while the field is empty.
    pub hint: &'static str,
    /// Most letters.
    pub most: usize,
    /// Takes what stands there now.
    pub typed: Arc<dyn Fn(&mut World, &str) + Send + Sync>,
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Input({}: {:?})", self.name, self.text)
    }
}

/// A piece of a panel.
#[derive(Clone, Debug)]
pub enum Piece {
    Words(Words),
    /// The heading of what follows.
    Heading(String),
    /// A line between two parts.
    Separator,
    /// A picture in the line.
    Icon(Icon, Ink),
    /// Pieces beside one another.
    Line(Pieces),
    /// Pieces at the right end of the line, the last first.
    Right(Pieces),
    /// Pieces in the middle of the panel.
    Centered(Pieces),
    /// How much there is left of something: permille, color and what is written on it.
    Bar(u32, Ink, String),
    /// A card with facts, and its name among others.
    Facts(String, Card),
    Button(Box<Button>),
    /// A line that is typed in; keys of the battle rest meanwhile.
    Input(Box<Input>),
    /// Shares as columns, in so many points.
    Chart(f32, Vec<Column>),
    /// Rows of words, with a head if there is one.
    Table {
        /// Its name among others.
        name: &'static str,
        /// Heads of its columns.
        heads: Vec<&'static str>,
        rows: Vec<Vec<Words>>,
    },
    Unit(Box<UnitCard>),
    Gauge(Box<Gauge>),
    Doll(Box<Doll>),
    /// A card of a hand or a pile, as large as in a hand.
    Card(Box<CardFace>),
    /// What is scrolled where it is higher than so many points.
    Scroll(f32, Pieces),
    /// What is scrolled in the room that is left in the panel, and what stays in sight below it. It comes last.
    Rest(Pieces, Pieces),
}

impl From<Words> for Piece {
    fn from(words: Words) -> Self {
        Self::Words(words)
    }
}

impl From<Button> for Piece {
    fn from(button: Button) -> Self {
        Self::Button(Box::new(button))
    }
}

impl From<Input> for Piece {
    fn from(input: Input) -> Self {
        Self::Input(Box::new(input))
    }
}

impl From<UnitCard> for Piece {
    fn from(card: UnitCard) -> Self {
        Self::Unit(Box::new(card))
    }
}

impl From<Gauge> for Piece {
    fn from(gauge: Gauge) -> Self {
        Self::Gauge(Box::new(gauge))
    }
}

impl From<Doll> for Piece {
    fn from(doll: Doll) -> Self {
        Self::Doll(Box::new(doll))
    }
}

impl From<CardFace> for Piece {
    fn from(face: CardFace) -> Self {
        Self::Card(Box::new(face))
    }
}

/// Pieces one after another.
#[derive(Clone, Debug, Default)]
pub struct Pieces(pub Vec<Piece>);

impl Pieces {
    pub fn add(&mut self, piece: impl Into<Piece>) {
        self.0.push(piece.into());
    }

    pub fn heading(&mut self, text: impl Into<String>) {
        self.0.push(Piece::Heading(text.into()));
    }

    /// Adds a line between two parts.
    pub fn separate(&mut self) {
        self.0.push(Piece::Separator);
    }

    /// Adds pieces beside one another.
    pub fn line(&mut self, pieces: impl IntoIterator<Item = Piece>) {
        self.0.push(Piece::Line(pieces.into_iter().collect()));
    }

    /// Adds words behind a picture of the same color.
    pub fn marked(&mut self, icon: Icon, words: Words) {
        self.line([Piece::Icon(icon, words.ink), words.into()]);
    }

    /// Adds pieces at the right end of the line, the last first.
    pub fn right(&mut self, pieces: Self) {
        self.0.push(Piece::Right(pieces));
    }

    /// Adds a bar of how much health is left.
    pub fn health(&mut self, health: Health, unit: &str) {
        let Health { now, max } = health;
        let label = format!("{now}/{max} {unit}");
        self.bar(now, max, Ink::of_health(health), label);
    }

    /// Adds a bar of how much there is left of something.
    pub fn bar(&mut self, now: u16, max: u16, ink: Ink, label: String) {
        let share = u32::from(now) * 1000 / u32::from(max.max(1));
        self.0.push(Piece::Bar(share, ink, label));
    }

    /// Adds a card with facts.
    pub fn facts(&mut self, name: impl Into<String>, card: Card) {
        self.0.push(Piece::Facts(name.into(), card));
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<Piece> for Pieces {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> Self {
        Self(pieces.into_iter().collect())
    }
}

impl Extend<Piece> for Pieces {
    fn extend<I: IntoIterator<Item = Piece>>(&mut self, pieces: I) {
        self.0.extend(pieces);
    }
}
