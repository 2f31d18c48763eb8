//! Drawings as text: the files of `assets/art`, each a list of named drawings.
//!
//! `= NAME` begins a drawing, `ink NAME #RRGGBB` names a color for the rest of the file. Any other line is
//! a shape, from back to front: its kind, its ink, its size if it has one, and its places.
//!
//! | Kind | Size | Places | Drawn as |
//! |---|---|---|---|
//! | `limb` | width | two or more | a thick line with the outline of the figure |
//! | `body` | rounding of its corners | corners | a shape with that outline |
//! | `bent` | | start, then a bend and an end for each side | the same of curves |
//! | `oval` | | middle, radii | the same of an ellipse |
//! | `mark`, `line` | width | two or more | a line on top; `line` has sharp corners |
//! | `rim` | width | corners | a line around a shape, with sharp corners |
//! | `patch` | | corners | a flat shape on top |
//! | `spot` | | middle, radii | a flat ellipse on top |
//! | `arc` | width | middle, radii, degrees `from,to,step` | a line along an ellipse on top |
//! | `glow` | radius | middle | light |
//!
//! An ink is `#RRGGBB` or a name, then `*` and a factor that lightens it, `/` and how opaque it is, from 0
//! to 1. A place is `x,y`, y downwards, or `x,y,s` if it sways with the stride by so much; `hip` before it
//! counts from the hip. `weapon x,y`, without an ink, is what a beast carries.
//!
//! **Invariant:** all files are read by a test; a drawing is known by the name of what it shows.

use std::{collections::BTreeMap, fmt::Debug, sync::LazyLock};

use super::{
    paint::shade,
    sketch::{At, Sketch},
};
use crate::game::table::listing::{figure, lines};

/// Drawings by name.
pub(super) struct Drawings(BTreeMap<&'static str, Vec<Shape>>);

/// Declares the files of drawings.
macro_rules! files {
    ($($name:ident $file:literal,)*) => {
        $(
            pub(super) static $name: LazyLock<Drawings> = LazyLock::new(|| {
                Drawings::read(include_str!(concat!("../../../../assets/art/", $file)))
            });
        )*
    };
}

files! {
    BADGES "badges.txt",
    FIGURES "figures.txt",
    MARKS "marks.txt",
    PIPS "pips.txt",
    SHIPS "ships.txt",
    SIGNS "signs.txt",
    WEAPONS "weapons.txt",
}

struct Shape {
    kind: &'static str,
    ink: Ink,
    size: f32,
    places: Vec<Place>,
}

/// A color, of the file or given by whoever draws.
struct Ink {
    hue: Result<u32, &'static str>,
    light: Option<f32>,
    alpha: f32,
}

/// A place as it is written.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub x: f32,
    pub y: f32,
    /// How far it goes to the right with the stride, or the third of its figures.
    pub sway: f32,
    /// Whether it counts from the hip.
    pub is_of_hip: bool,
}

/// What a drawing is drawn with: colors for the inks its file does not know, and where its places are.
pub(super) struct Pen<'a> {
    pub inks: &'a [(&'a str, u32)],
    pub at: &'a dyn Fn(Place) -> At,
    /// Draws what is carried.
    pub weapon: &'a dyn Fn(&mut Sketch, At),
}

impl<'a> Pen<'a> {
    /// Draws places where they are written.
    pub fn new(inks: &'a [(&'a str, u32)]) -> Self {
        Self {
            inks,
            at: &|place| (place.x, place.y),
            weapon: &|_, _| {},
        }
    }
}

impl Drawings {
    fn read(text: &'static str) -> Self {
        let (mut drawings, mut inks) = (BTreeMap::<_, Vec<Shape>>::new(), BTreeMap::new());
        for (name, line) in lines(text) {
            let (kind, rest) = line.split_once(' ').expect("a line says something");
            if kind == "ink" {
                let (name, color) = rest.split_once(' ').expect("an ink has a color");
                inks.insert(name, hex(color).expect("it is a color"));
            } else {
                let shape = Shape::read(kind, rest, &inks);
                drawings.entry(name).or_default().push(shape);
            }
        }
        Self(drawings)
    }

    /// Adds a drawing to a sketch, if there is one of that name.
    pub fn draw(&self, name: &str, sketch: &mut Sketch, pen: &Pen) {
        for shape in self.0.get(name).into_iter().flatten() {
            shape.draw(sketch, pen);
        }
    }

    /// Sketches what is known by its name in code.
    pub fn sketch(&self, what: impl Debug, pen: &Pen) -> Sketch {
        let mut sketch = Sketch::default();
        self.draw(&format!("{what:?}"), &mut sketch, pen);
        sketch
    }
}

fn hex(text: &str) -> Option<u32> {
    u32::from_str_radix(text.strip_prefix('#')?, 16).ok()
}

impl Ink {
    fn read(word: &'static str, inks: &BTreeMap<&str, u32>) -> Self {
        let (word, alpha) = word.split_once('/').unwrap_or((word, "1"));
        let (word, light) = match word.split_once('*') {
            Some((word, light)) => (word, Some(figure(light))),
            None => (word, None),
        };
        Self {
            hue: hex(word).or(inks.get(word).copied()).ok_or(word),
            light,
            alpha: figure(alpha),
        }
    }

    fn color(&self, pen: &Pen) -> u32 {
        let given = |name| pen.inks.iter().find(|(ink, _)| *ink == name);
        let hue = self
            .hue
            .unwrap_or_else(|name| given(name).expect("the ink is given").1);
        self.light.map_or(hue, |light| shade(hue, light))
    }
}

impl Place {
    fn read(word: &str) -> Self {
        let of_hip = word.strip_prefix("hip");
        let mut figures = of_hip.unwrap_or(word).split(',').map(figure);
        let mut next = || figures.next().unwrap_or_default();
        Self {
            x: next(),
            y: next(),
            sway: next(),
            is_of_hip: of_hip.is_some(),
        }
    }
}

impl Shape {
    fn read(kind: &'static str, rest: &'static str, inks: &BTreeMap<&str, u32>) -> Self {
        let mut words = rest.split(' ').peekable();
        let ink = match kind {
            "weapon" => "#000000",
            _ => words.next().expect("a shape has an ink"),
        };
        let size = words.next_if(|word| !word.contains(','));
        Self {
            kind,
            ink: Ink::read(ink, inks),
            size: size.map_or(0.0, figure),
            places: words.map(Place::read).collect(),
        }
    }

    fn draw(&self, sketch: &mut Sketch, pen: &Pen) {
        let (size, color, alpha) = (self.size, self.ink.color(pen), self.ink.alpha);
        let points: Vec<At> = self.places.iter().map(|&place| (pen.at)(place)).collect();
        // Radii are no place.
        let radii = self.places.get(1).map_or((0.0, 0.0), |at| (at.x, at.y));
        match self.kind {
            "limb" => sketch.limb(&points, size, color),
            "body" => sketch.body(&points, size, color),
            "bent" => sketch.bent(&points, color),
            "oval" => sketch.oval(points[0], radii, color),
            "mark" => sketch.mark(&points, size, color, alpha),
            "line" => sketch.line(&points, size, color, alpha, false),
            "rim" => sketch.line(&points, size, color, alpha, true),
            "patch" => sketch.patch(&points, color, alpha),
            "spot" => sketch.spot(points[0], radii, color, alpha),
            "arc" => {
                let [middle, radii, sweep] = self.places[..] else {
                    panic!("an arc has a middle, radii and a sweep");
                };
                let steps = ((sweep.y - sweep.x) / sweep.sway) as u32;
                let point = |step: u32| {
                    let angle = (sweep.x + sweep.sway * step as f32).to_radians();
                    let (x, y) = (radii.x * angle.cos(), radii.y * angle.sin());
                    (middle.x + x, middle.y + y)
                };
                let points: Vec<At> = (0..=steps).map(point).collect();
                sketch.mark(&points, size, color, alpha);
            }
            "glow" => sketch.glow(points[0], size, color),
            "weapon" => (pen.weapon)(sketch, points[0]),
            kind => panic!("`{kind}` is no kind of shape"),
        }
    }
}
