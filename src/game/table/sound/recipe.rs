//! Recipes of sounds that are heard once, as `assets/art/sounds.txt` has them.
//!
//! **Invariant:** each ends by itself; how long and how loud it is stands in its recipe.

use super::synth::{Filter, Noise, Pass, Tone, Track, hit, slide};
use crate::game::table::listing::{figure, figures, lines, pairs, span};

const RECIPES: &str = include_str!("../../../../assets/art/sounds.txt");

/// Renders the sound of a name.
pub(super) fn render(name: &str) -> Vec<f32> {
    let is_its = |(head, _): &(&str, &str)| head.split(' ').next() == Some(name);
    let parts: Vec<_> = lines(RECIPES).filter(is_its).collect();
    let (head, _) = parts.first().expect("every cue has a recipe");
    let (mut track, mut echo, [mut drive, mut level]) = (Track::new(0.0), None, [1.0; 2]);
    for (key, value) in pairs(head) {
        match key {
            "seconds" => track = Track::new(figure(value)),
            "drive" => drive = figure(value),
            "level" => level = figure(value),
            "echo" => echo = Some(figures(value)),
            _ => panic!("`{key}` is nothing of a sound"),
        }
    }
    for (_, line) in parts {
        Part::read(line).mix(&mut track);
    }
    if let Some([loudness, seconds]) = echo {
        track.echo(loudness, seconds);
    }
    track.finished(drive, level)
}

fn pass(text: &str) -> Pass {
    match text {
        "low" => Pass::Low,
        "band" => Pass::Band,
        _ => Pass::High,
    }
}

/// A pitch in hertz.
#[derive(Clone, Copy, Default)]
struct Pitch {
    from: [f32; 2],
    /// What it slides to, and in how many seconds.
    slide: Option<(f32, f32)>,
    /// What is added each second, and for how many.
    climb: (f32, f32),
    /// By what share it climbs each second.
    rise: f32,
}

impl Pitch {
    fn read(text: &str) -> Self {
        let mut pitch = Self::default();
        if let Some((from, rest)) = text.split_once('>') {
            let (to, seconds) = rest.split_once('/').expect("a slide takes seconds");
            pitch.from = span(from);
            pitch.slide = Some((figure(to), figure(seconds)));
        } else if let Some((from, rest)) = text.split_once('+') {
            let (more, until) = rest.split_once('<').unwrap_or((rest, "inf"));
            pitch.from = span(from);
            pitch.climb = (figure(more), figure(until));
        } else {
            pitch.from = span(text);
        }
        pitch
    }

    fn at(self, t: f32) -> f32 {
        let from = self.from[0];
        let slid = (self.slide).map_or(from, |(to, seconds)| slide(from, to, t, seconds));
        let (more, until) = self.climb;
        (slid + more * t.min(until)) * (1.0 + self.rise * t)
    }
}

/// A part of a sound.
#[derive(Clone, Copy)]
struct Part<'a> {
    kind: &'a str,
    pass: Pass,
    times: u32,
    luck: u32,
    start: [f32; 2],
    seed: Option<u32>,
    damping: f32,
    hit: [f32; 3],
    loud: Option<[f32; 2]>,
    power: i32,
    pitch: Pitch,
    shake: Option<[f32; 2]>,
    through: Option<(Pass, f32, Pitch)>,
    buzz: f32,
}

impl<'a> Part<'a> {
    fn read(line: &'a str) -> Self {
        let (kind, rest) = line.split_once(' ').expect("a part has figures");
        let mut part = Self {
            kind,
            pass: pass(rest.split(' ').next().unwrap_or_default()),
            times: 1,
            luck: 0,
            start: [0.0; 2],
            seed: None,
            damping: 1.0,
            hit: [0.0, 0.1, 1.0],
            loud: None,
            power: 1,
            pitch: Pitch::default(),
            shake: None,
            through: None,
            buzz: 0.0,
        };
        let mut rise = 0.0;
        for (key, value) in pairs(rest) {
            let whole = || value.parse().expect("it is a whole number");
            match key {
                "times" => part.times = whole(),
                "luck" => part.luck = whole(),
                "start" => part.start = span(value),
                "seed" => part.seed = Some(whole()),
                "damping" => part.damping = figure(value),
                "hit" => part.hit = figures(value),
                "loud" => part.loud = Some(span(value)),
                "power" => part.power = figure(value) as i32,
                "pitch" => part.pitch = Pitch::read(value),
                "rise" => rise = figure(value),
                "shake" => part.shake = Some(figures(value)),
                "buzz" => part.buzz = figure(value),
                "through" => {
                    let mut words = value.splitn(3, ',');
                    let mut next = || words.next().expect("a filter has three figures");
                    part.through = Some((pass(next()), figure(next()), Pitch::read(next())));
                }
                _ => panic!("`{key}` is nothing of a part of a sound"),
            }
        }
        part.pitch.rise = rise;
        part
    }

    /// Mixes it in, as often as it is strewn.
    fn mix(self, track: &mut Track) {
        if self.luck == 0 {
            return self.mix_once(track);
        }
        let mut luck = Noise::new(self.luck);
        for _ in 0..self.times {
            let start = luck.range(self.start[0], self.start[1]);
            let pitch = luck.range(self.pitch.from[0], self.pitch.from[1]);
            let loud = self.loud.map_or(1.0, |[low, high]| luck.range(low, high));
            let mut one = self;
            (one.start, one.pitch.from) = ([start; 2], [pitch; 2]);
            one.hit[2] *= loud.powi(self.power);
            one.mix_once(track);
        }
    }

    fn mix_once(self, track: &mut Track) {
        let ([attack, decay, loudness], pitch) = (self.hit, self.pitch);
        let start = self.start[0];
        if self.kind == "hiss" {
            let seed = self.seed.unwrap_or(start.to_bits());
            let shape = |t| (hit(t, attack, decay) * loudness, pitch.at(t));
            return track.hiss(start, seed, self.damping, self.pass, shape);
        }
        if self.kind == "notes" {
            return notes(track, start, pitch.at(0.0), decay, self.buzz);
        }
        let (mut tone, mut sway, mut filter) =
            (Tone::default(), Tone::default(), Filter::default());
        track.add(start, |t| {
            let shake = self
                .shake
                .map_or(1.0, |[share, rate]| 1.0 + share * sway.sine(rate));
            let hertz = pitch.at(t) * shake;
            let sample = match self.kind {
                "saw" => tone.saw(hertz),
                _ => tone.sine(hertz),
            };
            let sample = match self.through {
                Some((pass, damping, pitch)) => filter.run(sample, pitch.at(t), damping, pass),
                None => sample,
            };
            sample * hit(t, attack, decay) * loudness
        });
    }
}

/// A note with overtones: how long it rings, how much it buzzes.
fn notes(track: &mut Track, start: f32, pitch: f32, ring: f32, buzz: f32) {
    for overtone in 1..=4 {
        let mut tone = Tone::default();
        let order = overtone as f32;
        let share = (buzz / 6.0).clamp(0.1, 0.9).powf(order - 1.0) / order.sqrt();
        track.add(start, |t| {
            tone.sine(pitch * order * 1.0007_f32.powf(order)) * hit(t, 0.006, ring / order) * share
        });
    }
}
