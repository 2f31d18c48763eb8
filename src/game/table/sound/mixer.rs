//! Mixes what is heard at one time.
//!
//! **Invariant:** mono samples from -1 to 1, whatever is mixed; loudness never jumps.

use std::sync::Arc;

use super::{Cue, Lasting, RATE};

/// Samples of a sound, mono, [`RATE`] a second.
pub type Samples = Arc<[i16]>;

/// Packs rendered samples.
pub fn packed(samples: &[f32]) -> Samples {
    let pack = |sample: &f32| (sample.clamp(-1.0, 1.0) * f32::from(i16::MAX)) as i16;
    samples.iter().map(pack).collect()
}

/// Share of the way to the wanted loudness that sounds that last come nearer in a second.
const FADE: f32 = 1.5;

/// All that is heard now.
#[derive(Debug)]
pub struct Mixer {
    /// Samples of a sound that one sample of the output takes.
    step: f32,
    once: Vec<Voice>,
    lasting: Vec<Round>,
}

/// A sound that is heard once.
#[derive(Debug)]
struct Voice {
    cue: Cue,
    samples: Samples,
    at: f32,
    /// Above 1 it is higher and shorter.
    speed: f32,
    volume: f32,
}

/// A sound that goes round.
#[derive(Debug)]
struct Round {
    sound: Lasting,
    samples: Samples,
    at: f32,
    wanted: f32,
    now: f32,
}

impl Default for Mixer {
    fn default() -> Self {
        Self {
            step: 1.0,
            once: Vec::new(),
            lasting: Vec::new(),
        }
    }
}

impl Mixer {
    /// Mixes so many samples a second from now on.
    pub fn set_rate(&mut self, rate: u32) {
        self.step = RATE as f32 / rate as f32;
    }

    /// Returns how often a sound is heard now.
    pub fn count(&self, cue: Cue) -> usize {
        self.once.iter().filter(|voice| voice.cue == cue).count()
    }

    /// Plays a sound once.
    pub fn play(&mut self, cue: Cue, samples: Samples, speed: f32, volume: f32) {
        self.once.push(Voice {
            cue,
            samples,
            at: 0.0,
            speed,
            volume,
        });
    }

    /// Plays a sound round and round, silent at first.
    pub fn keep(&mut self, sound: Lasting, samples: Samples) {
        self.lasting.push(Round {
            sound,
            samples,
            at: 0.0,
            wanted: 0.0,
            now: 0.0,
        });
    }

    /// Whether a sound goes round.
    pub fn keeps(&self, sound: Lasting) -> bool {
        self.lasting.iter().any(|round| round.sound == sound)
    }

    /// Brings sounds that go round to a loudness bit by bit.
    pub fn set_volumes(&mut self, volume: impl Fn(Lasting) -> f32) {
        for round in &mut self.lasting {
            round.wanted = volume(round.sound);
        }
    }

    /// Mixes the next samples.
    pub fn fill(&mut self, out: &mut [f32]) {
        out.fill(0.0);
        for voice in &mut self.once {
            let step = self.step * voice.speed;
            for sample in &mut *out {
                *sample += between(&voice.samples, voice.at) * voice.volume;
                voice.at += step;
            }
        }
        (self.once).retain(|voice| voice.at < voice.samples.len() as f32);
        let nearer = FADE * self.step / RATE as f32;
        for round in &mut self.lasting {
            if round.now < 1e-4 && round.wanted <= 0.0 {
                continue;
            }
            let len = round.samples.len() as f32;
            for sample in &mut *out {
                round.now += (round.wanted - round.now) * nearer;
                *sample += between(&round.samples, round.at) * round.now;
                round.at = (round.at + self.step) % len;
            }
        }
        // Many loud sounds at one time bend rather than crack.
        for sample in out {
            *sample = sample.tanh();
        }
    }
}

/// Returns what a sound is between two samples; silence after the last.
fn between(samples: &[i16], at: f32) -> f32 {
    let index = at as usize;
    let sample = |index: usize| samples.get(index).map_or(0.0, |&sample| f32::from(sample));
    let (one, next) = (sample(index), sample(index + 1));
    (one + (next - one) * at.fract()) / f32::from(i16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::table::sound::Theme;
    use crate::game::table::sound::synth::peak;

    const MUSIC: Lasting = Lasting::Theme(Theme::Title);

    fn steady(seconds: f32) -> Samples {
        packed(&vec![0.5; (seconds * RATE as f32) as usize])
    }

    fn filled(mixer: &mut Mixer, count: usize) -> Vec<f32> {
        let mut out = vec![9.0; count];
        mixer.fill(&mut out);
        out
    }

    #[test]
    fn a_sound_is_heard_once_at_its_speed_and_loudness() {
        for (rate, speed, count) in [(RATE, 1.0, 2205), (2 * RATE, 1.0, 4410), (RATE, 2.0, 1103)] {
            let mut mixer = Mixer::default();
            mixer.set_rate(rate);
            mixer.play(Cue::Click, steady(0.1), speed, 0.5);
            assert_eq!(mixer.count(Cue::Click), 1);
            let out = filled(&mut mixer, rate as usize);
            let heard = out.iter().filter(|&&sample| sample > 0.2).count();
            assert!(heard.abs_diff(count) <= 2, "{heard} of {count}");
            assert!((out[10] - 0.25_f32.tanh()).abs() < 1e-3, "{}", out[10]);
            assert_eq!(mixer.count(Cue::Click), 0);
            assert!(peak(&filled(&mut mixer, 100)) == 0.0);
        }
    }

    #[test]
    fn sounds_that_last_come_and_go_without_a_jump() {
        let mut mixer = Mixer::default();
        assert!(!mixer.keeps(MUSIC));
        mixer.keep(MUSIC, steady(0.3));
        assert!(mixer.keeps(MUSIC));
        assert!(
            peak(&filled(&mut mixer, 1000)) == 0.0,
            "silent until wanted"
        );
        for (volume, from, to) in [(0.8, 0.0, 0.38), (0.0, 0.38, 0.0)] {
            mixer.set_volumes(|sound| if sound == MUSIC { volume } else { 1.0 });
            let out = filled(&mut mixer, 6 * RATE as usize);
            assert!((out[0] - from).abs() < 0.01, "{}", out[0]);
            let jumps = out.windows(2).map(|pair| (pair[1] - pair[0]).abs());
            assert!(jumps.fold(0.0, f32::max) < 0.001);
            let last = out[out.len() - 1];
            assert!((last - to).abs() < 0.01, "{last}");
        }
    }

    #[test]
    fn many_loud_sounds_stay_in_bounds() {
        let mut mixer = Mixer::default();
        for _ in 0..40 {
            mixer.play(Cue::Explosion, packed(&[1.0; 500]), 1.0, 1.0);
        }
        let most = peak(&filled(&mut mixer, 500));
        assert!((0.9..=1.0).contains(&most), "{most}");
    }
}
