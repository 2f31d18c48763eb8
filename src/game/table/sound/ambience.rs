//! Recipes of the surroundings: wind, crickets, fires, water.
//!
//! **Invariant:** each goes round without a seam.

use super::synth::{Noise, Pass, Tone, Track, hit};

/// Seconds of an ambience, and of the seam where it goes round.
const ROUND: (f32, f32) = (9.0, 1.2);

fn wind(track: &mut Track, seed: u32, pitch: f32, loudness: f32) {
    let (mut slow, mut slower) = (Tone::default(), Tone::default());
    track.hiss(0.0, seed, 1.2, Pass::Low, |_| {
        let gust = 0.6 + 0.25 * slow.sine(0.23) + 0.15 * slower.sine(0.61);
        (gust * loudness, pitch * (0.7 + 0.5 * gust))
    });
}

/// Short snaps, so many a second.
fn embers(track: &mut Track, seed: u32, seconds: f32, rate: f32, loudness: f32) {
    let mut noise = Noise::new(seed);
    for _ in 0..(seconds * rate) as u32 {
        let start = noise.range(0.0, seconds);
        let (pitch, loud) = (noise.range(900.0, 3300.0), noise.range(0.1, 1.0).powi(3));
        track.hiss(start, start.to_bits(), 0.4, Pass::Band, |t| {
            (hit(t, 0.0006, 0.007) * loud * loudness, pitch)
        });
    }
}

pub(super) fn day() -> Vec<f32> {
    let mut track = Track::new(ROUND.0 + ROUND.1);
    wind(&mut track, 71, 420.0, 1.0);
    let mut noise = Noise::new(72);
    for _ in 0..7 {
        let (start, base) = (noise.range(0.4, ROUND.0 - 1.0), noise.range(2100.0, 3100.0));
        let loud = noise.range(0.05, 0.14);
        for call in 0..3 {
            let mut bird = Tone::default();
            track.add(start + 0.13 * call as f32, |t| {
                let pitch = base * (1.0 + 0.22 * (t * 46.0).sin());
                bird.sine(pitch) * hit(t, 0.02, 0.03) * loud
            });
        }
    }
    track.looped(ROUND.1, 0.42)
}

pub(super) fn night() -> Vec<f32> {
    let mut track = Track::new(ROUND.0 + ROUND.1);
    wind(&mut track, 73, 260.0, 0.7);
    for (pitch, rate, offset) in [(3050.0, 1.7, 0.0), (2780.0, 1.3, 0.3)] {
        let mut cricket = Tone::default();
        track.add(0.0, |t| {
            let beat = ((t + offset) * rate).fract();
            // Four chirps, then silence.
            let chirp = ((beat * 16.0).fract() * std::f32::consts::PI).sin();
            let sings = if beat < 0.25 { chirp.max(0.0) } else { 0.0 };
            cricket.sine(pitch) * sings * 0.07
        });
    }
    track.looped(ROUND.1, 0.36)
}

pub(super) fn crackle() -> Vec<f32> {
    let mut track = Track::new(ROUND.0 + ROUND.1);
    let mut flicker = Tone::default();
    track.hiss(0.0, 74, 1.0, Pass::Low, |t| {
        (
            0.6 + 0.25 * flicker.sine(1.3) + 0.1 * (t * 9.0).sin(),
            340.0,
        )
    });
    embers(&mut track, 75, ROUND.0 + ROUND.1, 22.0, 1.3);
    track.looped(ROUND.1, 0.5)
}

pub(super) fn water() -> Vec<f32> {
    let mut track = Track::new(ROUND.0 + ROUND.1);
    let mut swell = Tone::default();
    track.hiss(0.0, 76, 1.0, Pass::Band, |_| {
        let wave = 0.55 + 0.45 * swell.sine(0.33);
        (wave, 320.0 + 420.0 * wave)
    });
    let mut noise = Noise::new(77);
    for _ in 0..40 {
        let (start, pitch) = (noise.range(0.0, ROUND.0), noise.range(380.0, 980.0));
        let mut drop = Tone::default();
        track.add(start, |t| {
            drop.sine(pitch * (1.0 + 5.0 * t)) * hit(t, 0.006, 0.03) * 0.16
        });
    }
    track.looped(ROUND.1, 0.42)
}
