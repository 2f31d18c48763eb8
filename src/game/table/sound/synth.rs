//! Building blocks of sounds: noise, filters, falling tones, and a track to mix them on.
//!
//! **Invariant:** the same samples every time; noise is a fixed sequence.

use std::f32::consts::TAU;

/// Samples a second.
pub const RATE: u32 = 22_050;

/// A fixed sequence of noise from -1 to 1.
pub(super) struct Noise(u32);

impl Noise {
    /// Begins a sequence; another seed is another sequence.
    pub(super) fn new(seed: u32) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9) | 1)
    }

    pub(super) fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as f32 / (1 << 23) as f32 - 1.0
    }

    /// A number between two others.
    pub(super) fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.next() * 0.5 + 0.5)
    }
}

/// A resonant filter with low, band and high outputs.
#[derive(Default)]
pub(super) struct Filter {
    low: f32,
    band: f32,
}

/// Which part of the spectrum passes.
#[derive(Clone, Copy)]
pub(super) enum Pass {
    Low,
    Band,
    High,
}

impl Filter {
    /// Filters one sample at a frequency in hertz; damping from 0.2 (rings) to 2 (does not).
    pub(super) fn run(&mut self, sample: f32, hertz: f32, damping: f32, pass: Pass) -> f32 {
        let tuning = 2.0 * (std::f32::consts::PI * (hertz / RATE as f32).min(0.16)).sin();
        self.low += tuning * self.band;
        let high = sample - self.low - damping * self.band;
        self.band += tuning * high;
        match pass {
            Pass::Low => self.low,
            Pass::Band => self.band,
            Pass::High => high,
        }
    }
}

/// A tone whose pitch may change.
#[derive(Default)]
pub(super) struct Tone(f32);

impl Tone {
    /// A pure tone.
    pub(super) fn sine(&mut self, hertz: f32) -> f32 {
        self.0 = (self.0 + hertz / RATE as f32).fract();
        (self.0 * TAU).sin()
    }

    /// A buzzing tone.
    pub(super) fn saw(&mut self, hertz: f32) -> f32 {
        self.0 = (self.0 + hertz / RATE as f32).fract();
        self.0 * 2.0 - 1.0
    }
}

/// Rises in so many seconds and then falls to a third in so many.
pub(super) fn hit(t: f32, attack: f32, decay: f32) -> f32 {
    match t {
        t if t < 0.0 => 0.0,
        t if t < attack => t / attack,
        t => (-(t - attack) / decay).exp(),
    }
}

/// Goes from one value to another, fast at first.
pub(super) fn slide(from: f32, to: f32, t: f32, seconds: f32) -> f32 {
    to + (from - to) * (-t / seconds).exp()
}

/// Samples to mix sounds on.
pub(super) struct Track(pub(super) Vec<f32>);

impl Track {
    /// A silent track of so many seconds.
    pub(super) fn new(seconds: f32) -> Self {
        Self(vec![0.0; (seconds * RATE as f32) as usize])
    }

    /// Mixes in what a function of the seconds since `start` gives.
    pub(super) fn add(&mut self, start: f32, voice: impl FnMut(f32) -> f32) {
        self.add_for(start, f32::INFINITY, voice);
    }

    /// Mixes in what a function of the seconds since `start` gives, for so many seconds.
    pub(super) fn add_for(&mut self, start: f32, seconds: f32, mut voice: impl FnMut(f32) -> f32) {
        let [first, count] = [start, seconds].map(|time| (time * RATE as f32) as usize);
        for (i, sample) in self.0.iter_mut().skip(first).take(count).enumerate() {
            *sample += voice(i as f32 / RATE as f32);
        }
    }

    /// Mixes in noise through a filter, shaped by a function that gives loudness and pitch.
    pub(super) fn hiss(
        &mut self,
        start: f32,
        seed: u32,
        damping: f32,
        pass: Pass,
        mut shape: impl FnMut(f32) -> (f32, f32),
    ) {
        let (mut noise, mut filter) = (Noise::new(seed), Filter::default());
        self.add(start, |t| {
            let (loudness, hertz) = shape(t);
            filter.run(noise.next(), hertz, damping, pass) * loudness
        });
    }

    /// Lets the sound come back from hills and walls.
    pub(super) fn echo(&mut self, loudness: f32, seconds: f32) {
        for (i, share) in [(1.0, 1.0), (1.37, 0.72), (1.83, 0.5), (2.51, 0.3)] {
            let delay = (seconds * i * RATE as f32) as usize;
            let mut filter = Filter::default();
            let dry = self.0.clone();
            for (sample, early) in self.0.iter_mut().skip(delay).zip(dry) {
                *sample += filter.run(early, 1400.0 / i, 1.4, Pass::Low) * loudness * share;
            }
        }
    }

    /// Bends loud samples and brings the loudest to a level, with soft ends.
    pub(super) fn finished(mut self, drive: f32, level: f32) -> Vec<f32> {
        let most = peak(&self.0).max(1e-6);
        for sample in &mut self.0 {
            *sample = (*sample / most * drive).tanh();
        }
        let scale = level / peak(&self.0).max(1e-6);
        let (rise, fall) = (RATE as usize / 1000, RATE as usize / 25);
        let count = self.0.len();
        for (i, sample) in self.0.iter_mut().enumerate() {
            let ends = (i as f32 / rise as f32).min((count - 1 - i) as f32 / fall as f32);
            *sample *= scale * ends.min(1.0);
        }
        self.0
    }

    /// Blends the end into the beginning, so that the sound can go round, and levels it.
    pub(super) fn looped(self, seam: f32, level: f32) -> Vec<f32> {
        let blend = (seam * RATE as f32) as usize;
        let kept = self.0.len() - blend;
        let mut round = self.0[..kept].to_vec();
        for (i, (sample, last)) in round.iter_mut().zip(&self.0[kept..]).enumerate() {
            // Equal power, since the two ends are strangers.
            let share = i as f32 / blend as f32;
            *sample = *sample * share.sqrt() + last * (1.0 - share).sqrt();
        }
        let scale = level / peak(&round).max(1e-6);
        round.iter_mut().for_each(|sample| *sample *= scale);
        round
    }
}

/// Returns the loudest sample.
pub(super) fn peak(samples: &[f32]) -> f32 {
    samples
        .iter()
        .fold(0.0, |most, sample| sample.abs().max(most))
}
