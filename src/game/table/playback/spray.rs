//! Effects as data: what `assets/art/effects.txt` says of the pictures an effect is made of.
//!
//! **Invariant:** all of the file is read by a test.

use std::collections::BTreeMap;
use std::f32::consts::{PI, TAU};
use std::sync::LazyLock;

use bevy::prelude::*;

use super::particle::{Luck, Particle};
use crate::game::table::art::Effect;
use crate::game::table::listing::{figure, lines, pairs, span};

/// Figures from the least to the most.
type Span = [f32; 2];

/// A picture that is spawned some times; [`None`] is what the effect says.
struct Spray {
    picture: Effect,
    count: Option<u32>,
    age: Span,
    life: Span,
    within: Option<Span>,
    aim: Option<f32>,
    spread: f32,
    speed: Span,
    push: [Span; 2],
    drag: f32,
    lift: f32,
    spin: Span,
    sizes: [Size; 2],
    inks: [Option<Color>; 2],
    alpha: f32,
    rise: f32,
    turn: Turn,
}

#[derive(Clone, Copy)]
enum Size {
    Square(Span),
    Fixed(Vec2),
}

#[derive(Clone, Copy)]
enum Turn {
    /// As the effect.
    Aim,
    /// As it flies.
    Way,
    Between(Span),
}

/// What an effect says of its pictures.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Given {
    /// Which way it goes, radians.
    pub angle: f32,
    /// From the color it begins with to the one it ends with.
    pub colors: [Color; 2],
    pub count: u32,
    /// How wide it is.
    pub radius: f32,
}

impl Given {
    /// Says the color alone.
    pub fn color(color: Color) -> Self {
        Self {
            colors: [color; 2],
            ..default()
        }
    }
}

/// Effects by name.
static EFFECTS: LazyLock<BTreeMap<&str, Vec<Spray>>> = LazyLock::new(|| {
    let mut effects = BTreeMap::<_, Vec<Spray>>::new();
    for (name, line) in lines(include_str!("../../../../assets/art/effects.txt")) {
        effects.entry(name).or_default().push(Spray::read(line));
    }
    effects
});

/// Makes the particles of an effect: each with its picture, how far off the place it begins, and its turn.
pub(super) fn particles(
    name: &str,
    given: Given,
    luck: &mut Luck,
) -> Vec<(Effect, Vec2, f32, Particle)> {
    let sprays = EFFECTS.get(name).expect("the effect is in the file");
    let mut made = Vec::new();
    for spray in sprays {
        for _ in 0..spray.count.unwrap_or(given.count) {
            made.push(spray.particle(given, luck));
        }
    }
    made
}

/// Splits what a picture begins with from what it ends with.
fn ends(text: &str) -> [&str; 2] {
    let (begin, end) = text.split_once(':').unwrap_or((text, text));
    [begin, end]
}

fn size(text: &str) -> Size {
    match text.split_once('x') {
        Some((long, wide)) => Size::Fixed(Vec2::new(figure(long), figure(wide))),
        None => Size::Square(span(text)),
    }
}

fn ink(text: &str) -> Option<Color> {
    let color = Srgba::hex(text.strip_prefix('#')?);
    Some(color.expect("it is a color").into())
}

impl Spray {
    fn read(line: &str) -> Self {
        let (picture, rest) = line.split_once(' ').expect("a picture has figures");
        let named = |effect: &Effect| format!("{effect:?}").to_lowercase() == picture;
        let mut spray = Self {
            picture: Effect::ALL.into_iter().find(named).expect("a picture"),
            count: Some(1),
            age: [0.0; 2],
            life: [0.3; 2],
            within: Some([0.0; 2]),
            aim: None,
            spread: 0.0,
            speed: [0.0; 2],
            push: [[0.0; 2]; 2],
            drag: 0.0,
            lift: 0.0,
            spin: [0.0; 2],
            sizes: [Size::Square([20.0; 2]); 2],
            inks: [Some(Color::WHITE); 2],
            alpha: 1.0,
            rise: 0.0,
            turn: Turn::Between([0.0; 2]),
        };
        for (key, value) in pairs(rest) {
            match key {
                "count" => spray.count = value.parse().ok(),
                "age" => spray.age = span(value),
                "life" => spray.life = span(value),
                "within" => spray.within = (value != "given").then(|| span(value)),
                "aim" => spray.aim = Some(figure(value)),
                "spread" => spray.spread = figure(value),
                "speed" => spray.speed = span(value),
                "across" => spray.push[0] = span(value),
                "up" => spray.push[1] = span(value),
                "drag" => spray.drag = figure(value),
                "lift" => spray.lift = figure(value),
                "spin" => spray.spin = span(value),
                "size" => spray.sizes = ends(value).map(size),
                "ink" => spray.inks = ends(value).map(ink),
                "alpha" => spray.alpha = figure(value),
                "rise" => spray.rise = figure(value),
                "turn" => {
                    spray.turn = match value {
                        "any" => Turn::Between([0.0, TAU]),
                        "aim" => Turn::Aim,
                        "way" => Turn::Way,
                        _ => Turn::Between(span(value)),
                    }
                }
                _ => panic!("`{key}` is nothing of a picture"),
            }
        }
        spray
    }

    fn particle(&self, given: Given, luck: &mut Luck) -> (Effect, Vec2, f32, Particle) {
        let way = luck.way(self.aim.unwrap_or(given.angle), self.spread);
        let push = self.push.map(|span| luck.within(span));
        let far = match self.within {
            Some(span) => luck.within(span),
            None => given.radius * luck.next().sqrt(),
        };
        let off = luck.way(0.0, PI) * far;
        let turn = match self.turn {
            Turn::Aim => given.angle,
            Turn::Way => way.to_angle(),
            Turn::Between(span) => luck.within(span),
        };
        let [begin, end] = self.inks;
        let particle = Particle {
            age: luck.within(self.age),
            life: luck.within(self.life),
            velocity: way * luck.within(self.speed) + Vec2::from(push),
            drag: self.drag,
            lift: self.lift,
            spin: luck.within(self.spin),
            size: self.sizes.map(|size| match size {
                Size::Square(span) => Vec2::splat(luck.within(span)),
                Size::Fixed(size) => size,
            }),
            colors: [
                begin.unwrap_or(given.colors[0]),
                end.unwrap_or(given.colors[1]),
            ],
            alpha: self.alpha,
            rise: self.rise,
        };
        (self.picture, off, turn, particle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_effect_of_the_file_makes_particles_that_live_and_are_seen() {
        assert!(EFFECTS.len() > 12);
        for name in EFFECTS.keys() {
            let given = Given {
                count: 3,
                ..Given::color(Color::WHITE)
            };
            let made = particles(name, given, &mut Luck::new(7));
            assert!(!made.is_empty(), "{name}");
            for (.., particle) in made {
                let is_seen = particle.alpha > 0.0 && particle.size[1].min_element() > 0.0;
                assert!(particle.life > 0.0 && is_seen, "{name}: {particle:?}");
            }
        }
    }
}
