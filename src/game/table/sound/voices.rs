//! Recipes of sounds that are heard once.
//!
//! **Invariant:** each ends by itself; how long and how loud is the recipe's own.

use super::synth::{Filter, Noise, Pass, Tone, Track, hit, slide};

/// Powder: a crack, a thump, and what comes back from the hills.
pub(super) fn gun(
    seed: u32,
    seconds: f32,
    crack: f32,
    thump: f32,
    body: f32,
    echo: f32,
) -> Vec<f32> {
    let mut track = Track::new(seconds);
    track.hiss(0.0, seed, 0.9, Pass::High, |t| {
        (hit(t, 0.0005, 0.012) * 1.3, crack)
    });
    track.hiss(0.0, seed + 100, 1.1, Pass::Low, |t| {
        (
            hit(t, 0.001, body) * 1.5,
            slide(crack, crack * 0.18, t, body),
        )
    });
    let mut tone = Tone::default();
    track.add(0.0, |t| {
        tone.sine(slide(thump * 2.6, thump * 0.6, t, 0.03)) * hit(t, 0.001, body * 1.2) * 1.2
    });
    track.echo(echo, 0.09);
    track.finished(2.4, 0.85)
}

pub(super) fn laser() -> Vec<f32> {
    let mut track = Track::new(0.5);
    let (mut one, mut two) = (Tone::default(), Tone::default());
    track.add(0.0, |t| {
        let pitch = slide(2700.0, 320.0, t, 0.09);
        (one.saw(pitch) * 0.5 + two.sine(pitch * 1.51) * 0.6) * hit(t, 0.002, 0.1)
    });
    track.hiss(0.0, 41, 0.5, Pass::Band, |t| {
        (hit(t, 0.001, 0.03) * 0.6, 3200.0)
    });
    track.echo(0.18, 0.07);
    track.finished(1.4, 0.62)
}

pub(super) fn plasma() -> Vec<f32> {
    let mut track = Track::new(0.8);
    let (mut deep, mut wobble) = (Tone::default(), Tone::default());
    track.add(0.0, |t| {
        let shake = 1.0 + 0.14 * wobble.sine(33.0);
        deep.saw(slide(520.0, 90.0, t, 0.16) * shake) * hit(t, 0.006, 0.2)
    });
    track.hiss(0.0, 42, 0.35, Pass::Band, |t| {
        (hit(t, 0.01, 0.18) * 1.4, slide(2600.0, 420.0, t, 0.14))
    });
    track.echo(0.25, 0.1);
    track.finished(1.7, 0.75)
}

pub(super) fn acid() -> Vec<f32> {
    let mut track = Track::new(0.7);
    track.hiss(0.0, 43, 0.8, Pass::High, |t| (hit(t, 0.05, 0.16), 2300.0));
    let mut noise = Noise::new(44);
    for _ in 0..16 {
        let (start, pitch) = (noise.range(0.05, 0.5), noise.range(300.0, 900.0));
        let mut tone = Tone::default();
        track.add(start, |t| {
            tone.sine(pitch * (1.0 + 9.0 * t)) * hit(t, 0.004, 0.018) * 0.5
        });
    }
    track.finished(1.2, 0.6)
}

pub(super) fn rocket() -> Vec<f32> {
    let mut track = Track::new(1.0);
    track.hiss(0.0, 45, 0.8, Pass::Low, |t| {
        (hit(t, 0.003, 0.06) * 1.6, 800.0)
    });
    track.hiss(0.03, 46, 0.6, Pass::Band, |t| {
        (hit(t, 0.08, 0.3), slide(700.0, 1900.0, t, 0.4))
    });
    track.echo(0.3, 0.11);
    track.finished(1.8, 0.75)
}

pub(super) fn melee() -> Vec<f32> {
    let mut track = Track::new(0.42);
    track.hiss(0.0, 47, 0.4, Pass::Band, |t| {
        (hit(t, 0.05, 0.045), 900.0 + 14_000.0 * t.min(0.14))
    });
    track.hiss(0.1, 48, 1.0, Pass::Low, |t| {
        (hit(t, 0.001, 0.035) * 1.7, 700.0)
    });
    let mut ring = Tone::default();
    track.add(0.1, |t| ring.sine(2350.0) * hit(t, 0.001, 0.07) * 0.25);
    track.finished(1.5, 0.65)
}

pub(super) fn throw() -> Vec<f32> {
    let mut track = Track::new(0.4);
    track.hiss(0.0, 49, 0.7, Pass::Band, |t| {
        (hit(t, 0.09, 0.08), 500.0 + 1800.0 * (t * 8.0).min(1.0))
    });
    track.finished(1.0, 0.32)
}

pub(super) fn explosion() -> Vec<f32> {
    let mut track = Track::new(2.2);
    track.hiss(0.0, 51, 1.1, Pass::High, |t| (hit(t, 0.0005, 0.03), 1800.0));
    track.hiss(0.0, 52, 1.0, Pass::Low, |t| {
        (hit(t, 0.004, 0.42) * 2.2, slide(1700.0, 110.0, t, 0.28))
    });
    let mut deep = Tone::default();
    track.add(0.0, |t| {
        deep.sine(slide(120.0, 31.0, t, 0.16)) * hit(t, 0.003, 0.5) * 1.6
    });
    let mut noise = Noise::new(53);
    for _ in 0..26 {
        let (start, pitch) = (noise.range(0.25, 1.4), noise.range(700.0, 2600.0));
        let loud = noise.range(0.05, 0.25);
        track.hiss(start, start.to_bits(), 0.5, Pass::Band, |t| {
            (hit(t, 0.001, 0.014) * loud, pitch)
        });
    }
    track.echo(0.3, 0.13);
    track.finished(2.6, 0.95)
}

pub(super) fn flash() -> Vec<f32> {
    let mut track = Track::new(1.7);
    track.hiss(0.0, 54, 1.0, Pass::High, |t| {
        (hit(t, 0.0005, 0.06) * 1.4, 1500.0)
    });
    let mut ringing = Tone::default();
    track.add(0.02, |t| ringing.sine(3050.0) * hit(t, 0.04, 0.5) * 0.3);
    track.finished(2.0, 0.8)
}

pub(super) fn smoke() -> Vec<f32> {
    let mut track = Track::new(1.5);
    let mut pop = Tone::default();
    track.add(0.0, |t| {
        pop.sine(slide(260.0, 90.0, t, 0.02)) * hit(t, 0.001, 0.04) * 0.8
    });
    track.hiss(0.03, 55, 1.2, Pass::High, |t| {
        (hit(t, 0.12, 0.45) * 0.8, 1900.0)
    });
    track.finished(1.0, 0.45)
}

pub(super) fn fire() -> Vec<f32> {
    let mut track = Track::new(1.1);
    track.hiss(0.0, 56, 0.9, Pass::Low, |t| {
        (hit(t, 0.18, 0.25) * 1.6, slide(300.0, 1100.0, t, 0.25))
    });
    embers(&mut track, 57, 1.0, 30.0, 0.7);
    track.finished(1.3, 0.55)
}

/// Short snaps, so many a second.
pub(super) fn embers(track: &mut Track, seed: u32, seconds: f32, rate: f32, loudness: f32) {
    let mut noise = Noise::new(seed);
    for _ in 0..(seconds * rate) as u32 {
        let start = noise.range(0.0, seconds);
        let (pitch, loud) = (noise.range(900.0, 3300.0), noise.range(0.1, 1.0).powi(3));
        track.hiss(start, start.to_bits(), 0.4, Pass::Band, |t| {
            (hit(t, 0.0006, 0.007) * loud * loudness, pitch)
        });
    }
}

pub(super) fn step(seed: u32, pitch: f32, damping: f32, body: f32, level: f32) -> Vec<f32> {
    let mut track = Track::new(0.26);
    track.hiss(0.0, seed, damping, Pass::Band, |t| {
        (hit(t, 0.004, body), pitch)
    });
    // Heel, then sole.
    track.hiss(0.055, seed + 1, damping, Pass::Band, |t| {
        (hit(t, 0.006, body * 0.8) * 0.6, pitch * 1.3)
    });
    let mut heel = Tone::default();
    track.add(0.0, |t| heel.sine(92.0) * hit(t, 0.003, 0.02) * 0.4);
    track.finished(1.0, level)
}

pub(super) fn splash() -> Vec<f32> {
    let mut track = Track::new(0.4);
    track.hiss(0.0, 34, 0.9, Pass::Band, |t| {
        (hit(t, 0.012, 0.07), slide(1600.0, 600.0, t, 0.08))
    });
    for (start, pitch) in [(0.06, 620.0), (0.13, 840.0), (0.19, 730.0)] {
        let mut drop = Tone::default();
        track.add(start, |t| {
            drop.sine(pitch * (1.0 + 6.0 * t)) * hit(t, 0.003, 0.02) * 0.5
        });
    }
    track.finished(1.0, 0.3)
}

pub(super) fn door() -> Vec<f32> {
    let mut track = Track::new(0.7);
    let (mut creak, mut filter) = (Tone::default(), Filter::default());
    track.add(0.0, |t| {
        let pitch = 62.0 + 46.0 * (t * 5.2).sin();
        let rub = filter.run(creak.saw(pitch), 1150.0 + 500.0 * t, 0.25, Pass::Band);
        rub * hit(t, 0.1, 0.14) * 0.7
    });
    track.hiss(0.42, 58, 1.0, Pass::Low, |t| {
        (hit(t, 0.001, 0.04) * 2.0, 480.0)
    });
    track.echo(0.15, 0.05);
    track.finished(1.4, 0.5)
}

pub(super) fn reload() -> Vec<f32> {
    let mut track = Track::new(0.5);
    for (start, pitch, loud) in [
        (0.0, 1500.0, 0.7),
        (0.14, 2300.0, 1.0),
        (0.3, 1150.0, 0.9),
        (0.33, 2900.0, 0.6),
    ] {
        track.hiss(start, start.to_bits() + 59, 0.22, Pass::Band, |t| {
            (hit(t, 0.0008, 0.016) * loud, pitch)
        });
    }
    track.finished(1.2, 0.42)
}

pub(super) fn thud() -> Vec<f32> {
    let mut track = Track::new(0.32);
    track.hiss(0.0, 61, 1.0, Pass::Low, |t| {
        (hit(t, 0.001, 0.035) * 1.6, 900.0)
    });
    let mut body = Tone::default();
    track.add(0.0, |t| {
        body.sine(slide(190.0, 68.0, t, 0.03)) * hit(t, 0.001, 0.06)
    });
    track.hiss(0.01, 62, 0.5, Pass::Band, |t| {
        (hit(t, 0.006, 0.03) * 0.5, 2100.0)
    });
    track.finished(1.8, 0.7)
}

pub(super) fn miss() -> Vec<f32> {
    let mut track = Track::new(0.3);
    track.hiss(0.0, 63, 0.7, Pass::Band, |t| {
        (hit(t, 0.001, 0.026), slide(2800.0, 900.0, t, 0.03))
    });
    let mut noise = Noise::new(64);
    for _ in 0..7 {
        let (start, pitch) = (noise.range(0.03, 0.2), noise.range(1400.0, 3200.0));
        track.hiss(start, start.to_bits(), 0.4, Pass::Band, |t| {
            (hit(t, 0.001, 0.006) * 0.35, pitch)
        });
    }
    track.finished(1.2, 0.45)
}

pub(super) fn ricochet() -> Vec<f32> {
    let mut track = Track::new(0.6);
    track.hiss(0.0, 65, 0.3, Pass::Band, |t| {
        (hit(t, 0.0006, 0.01) * 1.4, 3200.0)
    });
    let (mut whine, mut wobble) = (Tone::default(), Tone::default());
    track.add(0.01, |t| {
        let pitch = slide(3000.0, 1050.0, t, 0.22) * (1.0 + 0.02 * wobble.sine(26.0));
        whine.sine(pitch) * hit(t, 0.012, 0.13) * 0.7
    });
    track.echo(0.2, 0.08);
    track.finished(1.2, 0.5)
}

pub(super) fn death() -> Vec<f32> {
    let mut track = Track::new(0.8);
    let (mut throat, mut filter) = (Tone::default(), Filter::default());
    track.add(0.0, |t| {
        let pitch = slide(165.0, 78.0, t, 0.18);
        filter.run(
            throat.saw(pitch),
            slide(820.0, 330.0, t, 0.16),
            0.35,
            Pass::Band,
        ) * hit(t, 0.02, 0.15)
    });
    track.hiss(0.0, 66, 0.9, Pass::Band, |t| {
        (hit(t, 0.03, 0.14) * 0.5, 750.0)
    });
    track.hiss(0.36, 67, 1.0, Pass::Low, |t| {
        (hit(t, 0.002, 0.06) * 2.0, 300.0)
    });
    track.finished(1.4, 0.6)
}

pub(super) fn panic() -> Vec<f32> {
    let mut track = Track::new(0.8);
    let mut shrill = Tone::default();
    let mut flutter = Tone::default();
    track.add(0.0, |t| {
        let pitch = slide(440.0, 930.0, t, 0.2) * (1.0 + 0.05 * flutter.sine(11.0));
        shrill.saw(pitch) * hit(t, 0.05, 0.22) * 0.4
    });
    for beat in [0.0, 0.16, 0.4, 0.56] {
        let mut heart = Tone::default();
        track.add(beat, |t| {
            heart.sine(slide(95.0, 48.0, t, 0.03)) * hit(t, 0.002, 0.05)
        });
    }
    track.finished(1.2, 0.5)
}

pub(super) fn psi() -> Vec<f32> {
    let mut track = Track::new(1.3);
    for (ratio, beat) in [(1.0, 5.1), (1.498, 6.3), (2.02, 7.9), (2.71, 4.3)] {
        let (mut tone, mut sway) = (Tone::default(), Tone::default());
        track.add(0.0, |t| {
            let pitch = slide(170.0, 262.0, t, 0.5) * ratio * (1.0 + 0.012 * sway.sine(beat));
            tone.sine(pitch) * hit(t, 0.26, 0.34) / ratio
        });
    }
    track.hiss(0.0, 68, 0.25, Pass::Band, |t| {
        (hit(t, 0.3, 0.3) * 0.3, 1400.0 + 900.0 * t)
    });
    track.echo(0.35, 0.12);
    track.finished(1.1, 0.55)
}

pub(super) fn click(pitch: f32, level: f32) -> Vec<f32> {
    let mut track = Track::new(0.09);
    let mut tone = Tone::default();
    track.add(0.0, |t| tone.sine(pitch) * hit(t, 0.0008, 0.008));
    track.hiss(0.0, 69, 0.6, Pass::Band, |t| {
        (hit(t, 0.0006, 0.004) * 0.8, 3000.0)
    });
    track.finished(1.0, level)
}

/// A short tune: `(start, pitch)` of each note, how long it rings, how much it buzzes.
pub(super) fn notes(
    tune: &[(f32, f32)],
    ring: f32,
    buzz: f32,
    seconds: f32,
    level: f32,
) -> Vec<f32> {
    let mut track = Track::new(seconds);
    for &(start, pitch) in tune {
        for overtone in 1..=4 {
            let mut tone = Tone::default();
            let order = overtone as f32;
            let share = (buzz / 6.0).clamp(0.1, 0.9).powf(order - 1.0) / order.sqrt();
            track.add(start, |t| {
                tone.sine(pitch * order * 1.0007_f32.powf(order))
                    * hit(t, 0.006, ring / order)
                    * share
            });
        }
    }
    track.echo(0.2, 0.1);
    track.finished(1.0, level)
}
