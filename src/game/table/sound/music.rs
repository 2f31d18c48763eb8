//! Themes: quiet pieces of music that go round, as `assets/art/themes.txt` has them.
//!
//! **Invariant:** each goes round without a seam.

use std::f32::consts::TAU;

use super::synth::{Filter, Pass, Tone, Track, hit};
use crate::game::table::listing::{figure, lines, pairs};

const THEMES: &str = include_str!("../../../../assets/art/themes.txt");

/// Seconds in which the end goes over into the beginning.
const SEAM: f32 = 3.0;
/// Seconds in which a held note comes up, and goes down again.
const SWELL: f32 = 1.8;

listed! {
    /// A piece of music.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Theme {
        /// Outside of battles.
        Title,
        /// Nothing hostile is in sight.
        Planning,
        /// Enemies are in sight.
        Danger,
        /// The battle is over.
        End,
    }
}

/// Renders a theme that can go round: mono samples from -1 to 1, [`RATE`](super::RATE) a second.
pub fn render_theme(theme: Theme) -> Vec<f32> {
    let name = format!("{theme:?}");
    let is_its = |(head, _): &(&str, &str)| head.split(' ').next() == Some(&name);
    let bars: Vec<_> = lines(THEMES).filter(is_its).collect();
    let (head, _) = bars.first().expect("every theme has bars");
    let [mut seconds, mut level, mut dark] = [1.0, 0.3, 1000.0];
    for (key, value) in pairs(head) {
        match key {
            "bar" => seconds = figure(value),
            "level" => level = figure(value),
            "dark" => dark = figure(value),
            _ => panic!("`{key}` is nothing of a theme"),
        }
    }
    let mut track = Track::new(bars.len() as f32 * seconds + SEAM);
    for (number, (_, bar)) in bars.iter().enumerate() {
        let start = number as f32 * seconds;
        for (key, value) in pairs(bar) {
            let words: Vec<_> = value.split(',').collect();
            let beat = seconds / words.len() as f32;
            for (place, word) in words.into_iter().enumerate() {
                let Some(hertz) = note(word) else { continue };
                let at = start + place as f32 * beat;
                match key {
                    "pad" => pad(&mut track, start, seconds, hertz),
                    "bell" => bell(&mut track, at, hertz),
                    "drum" => drum(&mut track, at, hertz),
                    _ => panic!("`{key}` is nothing of a bar"),
                }
            }
        }
    }
    let mut filter = Filter::default();
    for sample in &mut track.0 {
        *sample = filter.run(*sample, dark, 1.2, Pass::Low);
    }
    track.echo(0.25, 0.31);
    track.looped(SEAM, level)
}

/// Returns the frequency of a note in hertz; none is a rest.
fn note(name: &str) -> Option<f32> {
    let (key, octave) = name.split_at_checked(name.len() - 1)?;
    let octave: f32 = octave.parse().ok()?;
    let semitone = match key {
        "C" => 0.0,
        "C#" => 1.0,
        "D" => 2.0,
        "Eb" => 3.0,
        "E" => 4.0,
        "F" => 5.0,
        "F#" => 6.0,
        "G" => 7.0,
        "A" => 9.0,
        "Bb" => 10.0,
        "B" => 11.0,
        _ => panic!("`{key}` is no note"),
    };
    Some(16.352 * 2_f32.powf(octave + semitone / 12.0))
}

/// A note that two soft voices hold for a bar, a little apart.
fn pad(track: &mut Track, start: f32, seconds: f32, hertz: f32) {
    let end = seconds + SWELL;
    let (mut low, mut high, mut third) = (Tone::default(), Tone::default(), Tone::default());
    track.add_for(start, end, |t| {
        let swell = (t / SWELL).min((end - t) / SWELL).clamp(0.0, 1.0);
        let breath = 0.85 + 0.15 * (t * TAU * 0.21).sin();
        let voices = low.sine(hertz * 0.998) + high.sine(hertz * 1.003);
        (voices + 0.25 * third.sine(hertz * 2.0)) * swell * swell * breath * 0.2
    });
}

/// A note that rings.
fn bell(track: &mut Track, start: f32, hertz: f32) {
    let (mut tone, mut over) = (Tone::default(), Tone::default());
    track.add_for(start, 5.0, |t| {
        let ring = tone.sine(hertz) * hit(t, 0.012, 0.9);
        (ring + 0.3 * over.sine(hertz * 2.76) * hit(t, 0.004, 0.25)) * 0.22
    });
}

/// A low drum.
fn drum(track: &mut Track, start: f32, hertz: f32) {
    let mut tone = Tone::default();
    track.add_for(start, 2.0, |t| {
        tone.sine(hertz * 2.0 * (1.0 + 0.6 * hit(t, 0.001, 0.03))) * hit(t, 0.006, 0.28) * 0.5
    });
}
