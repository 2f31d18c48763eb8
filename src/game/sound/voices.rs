//! Every sound of the game, as a recipe.
//!
//! **Invariant:** no recipe is silent, clips or stops dead; no two sound alike.

use bevy::prelude::*;

pub use super::synth::RATE;
use super::synth::{Filter, Noise, Pass, Tone, Track, hit, slide};

/// What is heard once.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cue {
    /// A rifle shot.
    Rifle,
    /// A shot of a pistol or submachine gun.
    Pistol,
    /// A shot of a machine gun or cannon.
    Heavy,
    /// A laser.
    Laser,
    /// A plasma bolt.
    Plasma,
    /// A spray of acid.
    Acid,
    /// A rocket leaves its tube.
    Rocket,
    /// Blade or claw.
    Melee,
    /// Something is thrown.
    Throw,
    /// An explosion.
    Explosion,
    /// A flashbang.
    Flash,
    /// Smoke hisses out.
    Smoke,
    /// Something catches fire.
    Fire,
    /// A step on grass or earth.
    StepSoil,
    /// A step on sand or mud.
    StepSand,
    /// A step on a floor or road.
    StepStone,
    /// A step in water.
    StepWater,
    /// A door.
    Door,
    /// A magazine goes in.
    Reload,
    /// Somebody is hit.
    Hit,
    /// A round strikes the ground.
    Miss,
    /// A round strikes metal and flies on.
    Ricochet,
    /// Somebody falls.
    Death,
    /// Somebody was seen, or is about to fire.
    Alert,
    /// Somebody loses their nerve.
    Panic,
    /// A mind reaches out.
    Psi,
    /// Somebody is helped.
    Heal,
    /// A button.
    Click,
    /// An order is confirmed.
    Confirm,
    /// An order is refused.
    Refuse,
    /// The player's turn.
    Turn,
    /// The battle is won.
    Victory,
    /// The battle is lost.
    Defeat,
}

impl Cue {
    /// All cues.
    pub const ALL: [Self; 33] = [
        Self::Rifle,
        Self::Pistol,
        Self::Heavy,
        Self::Laser,
        Self::Plasma,
        Self::Acid,
        Self::Rocket,
        Self::Melee,
        Self::Throw,
        Self::Explosion,
        Self::Flash,
        Self::Smoke,
        Self::Fire,
        Self::StepSoil,
        Self::StepSand,
        Self::StepStone,
        Self::StepWater,
        Self::Door,
        Self::Reload,
        Self::Hit,
        Self::Miss,
        Self::Ricochet,
        Self::Death,
        Self::Alert,
        Self::Panic,
        Self::Psi,
        Self::Heal,
        Self::Click,
        Self::Confirm,
        Self::Refuse,
        Self::Turn,
        Self::Victory,
        Self::Defeat,
    ];
}

/// What is heard all the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ambience {
    /// Wind and birds.
    Day,
    /// Crickets and a far wind.
    Night,
    /// Fires near the camera.
    Fire,
    /// Water near the camera.
    Water,
}

impl Ambience {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Day, Self::Night, Self::Fire, Self::Water];
}

/// Renders a cue: mono samples from -1 to 1, [`RATE`] a second.
pub fn render(cue: Cue) -> Vec<f32> {
    match cue {
        Cue::Rifle => gun(11, 0.8, 2600.0, 120.0, 0.07, 0.3),
        Cue::Pistol => gun(12, 0.5, 3600.0, 210.0, 0.045, 0.16),
        Cue::Heavy => gun(13, 1.0, 1500.0, 74.0, 0.1, 0.34),
        Cue::Laser => laser(),
        Cue::Plasma => plasma(),
        Cue::Acid => acid(),
        Cue::Rocket => rocket(),
        Cue::Melee => melee(),
        Cue::Throw => throw(),
        Cue::Explosion => explosion(),
        Cue::Flash => flash(),
        Cue::Smoke => smoke(),
        Cue::Fire => fire(),
        Cue::StepSoil => step(31, 420.0, 1.2, 0.05, 0.2),
        Cue::StepSand => step(32, 2400.0, 1.8, 0.09, 0.22),
        Cue::StepStone => step(33, 950.0, 0.45, 0.022, 0.24),
        Cue::StepWater => splash(),
        Cue::Door => door(),
        Cue::Reload => reload(),
        Cue::Hit => thud(),
        Cue::Miss => miss(),
        Cue::Ricochet => ricochet(),
        Cue::Death => death(),
        Cue::Alert => notes(&[(0.0, 740.0), (0.11, 988.0)], 0.1, 2.0, 0.5, 0.5),
        Cue::Panic => panic(),
        Cue::Psi => psi(),
        Cue::Heal => notes(
            &[(0.0, 523.0), (0.09, 659.0), (0.18, 784.0)],
            0.3,
            1.0,
            0.9,
            0.45,
        ),
        Cue::Click => click(1900.0, 0.3),
        Cue::Confirm => notes(&[(0.0, 587.0), (0.06, 880.0)], 0.07, 1.0, 0.35, 0.4),
        Cue::Refuse => notes(&[(0.0, 196.0), (0.11, 165.0)], 0.09, 6.0, 0.4, 0.45),
        Cue::Turn => notes(&[(0.0, 392.0), (0.14, 587.0)], 0.5, 3.0, 1.4, 0.5),
        Cue::Victory => notes(
            &[
                (0.0, 392.0),
                (0.16, 523.0),
                (0.32, 659.0),
                (0.48, 784.0),
                (0.8, 1047.0),
            ],
            0.5,
            3.0,
            2.4,
            0.6,
        ),
        Cue::Defeat => notes(
            &[(0.0, 392.0), (0.3, 349.0), (0.6, 311.0), (1.0, 233.0)],
            0.6,
            4.0,
            2.6,
            0.55,
        ),
    }
}

/// Renders an ambience that can go round: mono samples from -1 to 1, [`RATE`] a second.
pub fn render_ambience(ambience: Ambience) -> Vec<f32> {
    match ambience {
        Ambience::Day => day(),
        Ambience::Night => night(),
        Ambience::Fire => crackle(),
        Ambience::Water => water(),
    }
}

/// Powder: a crack, a thump, and what comes back from the hills.
fn gun(seed: u32, seconds: f32, crack: f32, thump: f32, body: f32, echo: f32) -> Vec<f32> {
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

fn laser() -> Vec<f32> {
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

fn plasma() -> Vec<f32> {
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

fn acid() -> Vec<f32> {
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

fn rocket() -> Vec<f32> {
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

fn melee() -> Vec<f32> {
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

fn throw() -> Vec<f32> {
    let mut track = Track::new(0.4);
    track.hiss(0.0, 49, 0.7, Pass::Band, |t| {
        (hit(t, 0.09, 0.08), 500.0 + 1800.0 * (t * 8.0).min(1.0))
    });
    track.finished(1.0, 0.32)
}

fn explosion() -> Vec<f32> {
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

fn flash() -> Vec<f32> {
    let mut track = Track::new(1.7);
    track.hiss(0.0, 54, 1.0, Pass::High, |t| {
        (hit(t, 0.0005, 0.06) * 1.4, 1500.0)
    });
    let mut ringing = Tone::default();
    track.add(0.02, |t| ringing.sine(3050.0) * hit(t, 0.04, 0.5) * 0.3);
    track.finished(2.0, 0.8)
}

fn smoke() -> Vec<f32> {
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

fn fire() -> Vec<f32> {
    let mut track = Track::new(1.1);
    track.hiss(0.0, 56, 0.9, Pass::Low, |t| {
        (hit(t, 0.18, 0.25) * 1.6, slide(300.0, 1100.0, t, 0.25))
    });
    embers(&mut track, 57, 1.0, 30.0, 0.7);
    track.finished(1.3, 0.55)
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

fn step(seed: u32, pitch: f32, damping: f32, body: f32, level: f32) -> Vec<f32> {
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

fn splash() -> Vec<f32> {
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

fn door() -> Vec<f32> {
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

fn reload() -> Vec<f32> {
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

fn thud() -> Vec<f32> {
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

fn miss() -> Vec<f32> {
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

fn ricochet() -> Vec<f32> {
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

fn death() -> Vec<f32> {
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

fn panic() -> Vec<f32> {
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

fn psi() -> Vec<f32> {
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

fn click(pitch: f32, level: f32) -> Vec<f32> {
    let mut track = Track::new(0.09);
    let mut tone = Tone::default();
    track.add(0.0, |t| tone.sine(pitch) * hit(t, 0.0008, 0.008));
    track.hiss(0.0, 69, 0.6, Pass::Band, |t| {
        (hit(t, 0.0006, 0.004) * 0.8, 3000.0)
    });
    track.finished(1.0, level)
}

/// A short tune: `(start, pitch)` of each note, how long it rings, how much it buzzes.
fn notes(tune: &[(f32, f32)], ring: f32, buzz: f32, seconds: f32, level: f32) -> Vec<f32> {
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

/// Seconds of an ambience, and of the seam where it goes round.
const ROUND: (f32, f32) = (9.0, 1.2);

fn wind(track: &mut Track, seed: u32, pitch: f32, loudness: f32) {
    let (mut slow, mut slower) = (Tone::default(), Tone::default());
    track.hiss(0.0, seed, 1.2, Pass::Low, |_| {
        let gust = 0.6 + 0.25 * slow.sine(0.23) + 0.15 * slower.sine(0.61);
        (gust * loudness, pitch * (0.7 + 0.5 * gust))
    });
}

fn day() -> Vec<f32> {
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

fn night() -> Vec<f32> {
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

fn crackle() -> Vec<f32> {
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

fn water() -> Vec<f32> {
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

#[cfg(test)]
mod tests {
    use super::{super::synth::peak, *};

    fn loudness(samples: &[f32]) -> f32 {
        (samples.iter().map(|sample| sample * sample).sum::<f32>() / samples.len() as f32).sqrt()
    }

    /// Length, and how loud the sound is in eight bands and four parts of its time.
    fn character(samples: &[f32]) -> Vec<f32> {
        let mut features = vec![samples.len() as f32 / RATE as f32];
        let most = loudness(samples).max(1e-6);
        for band in 0..8 {
            let mut filter = Filter::default();
            let hertz = 90.0 * 1.62_f32.powi(band);
            let part: Vec<_> = samples
                .iter()
                .map(|&s| filter.run(s, hertz, 0.5, Pass::Band))
                .collect();
            features.push(loudness(&part) / most);
        }
        for part in samples.chunks(samples.len().div_ceil(4)) {
            features.push(loudness(part) / most);
        }
        features
    }

    #[test]
    fn every_cue_is_heard_without_clipping_and_ends_softly() {
        for cue in Cue::ALL {
            let samples = render(cue);
            let most = peak(&samples);
            assert!((0.15..=0.99).contains(&most), "{cue:?} peaks at {most}");
            assert!(loudness(&samples) > 0.01, "{cue:?} is all but silent");
            assert!(samples.iter().all(|sample| sample.is_finite()), "{cue:?}");
            let seconds = samples.len() as f32 / RATE as f32;
            assert!((0.05..=3.0).contains(&seconds), "{cue:?} lasts {seconds} s");
            let end = &samples[samples.len() - RATE as usize / 200..];
            assert!(peak(end) < 0.05, "{cue:?} stops dead at {}", peak(end));
            assert_eq!(samples, render(cue), "{cue:?} is the same every time");
        }
    }

    #[test]
    fn no_two_cues_sound_alike() {
        let all: Vec<_> = Cue::ALL.map(|cue| (cue, character(&render(cue)))).into();
        for (i, (one, a)) in all.iter().enumerate() {
            for (two, b) in &all[..i] {
                let apart: f32 = a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum();
                assert!(apart > 0.6, "{one:?} and {two:?} are {apart} apart");
            }
        }
    }

    #[test]
    fn ambiences_go_round_without_a_seam() {
        for ambience in Ambience::ALL {
            let samples = render_ambience(ambience);
            let steps = samples.windows(2).map(|pair| (pair[1] - pair[0]).abs());
            let most = steps.fold(0.0_f32, f32::max);
            let seam = (samples[0] - samples[samples.len() - 1]).abs();
            assert!(
                seam <= most,
                "{ambience:?} jumps by {seam} where it goes round"
            );
            let moment = RATE as usize / 4;
            let (begin, end) = (&samples[..moment], &samples[samples.len() - moment..]);
            let ratio = loudness(begin) / loudness(end).max(1e-6);
            assert!((0.4..2.5).contains(&ratio), "{ambience:?}: {ratio}");
            assert!((0.1..=0.99).contains(&peak(&samples)), "{ambience:?}");
        }
    }
}
