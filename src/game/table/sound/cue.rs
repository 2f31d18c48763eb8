//! What can be heard, and the recipe of each.
//!
//! **Invariant:** no recipe is silent, clips or stops dead; no two sound alike.

use bevy::prelude::*;

use super::ambience::{crackle, day, night, water};
use super::recipe;
pub use super::synth::RATE;

listed! {
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
}

listed! {
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
}

/// Renders a cue: mono samples from -1 to 1, [`RATE`] a second.
pub fn render(cue: Cue) -> Vec<f32> {
    recipe::render(&format!("{cue:?}"))
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

#[cfg(test)]
mod tests {
    use super::super::music::{Theme, render_theme};
    use super::super::synth::{Filter, Pass, peak};
    use super::*;

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
    fn what_lasts_goes_round_without_a_seam() {
        let ambiences = Ambience::ALL.map(|one| (format!("{one:?}"), render_ambience(one)));
        let themes = Theme::ALL.map(|one| (format!("{one:?}"), render_theme(one)));
        for (name, samples) in ambiences.into_iter().chain(themes) {
            let steps = samples.windows(2).map(|pair| (pair[1] - pair[0]).abs());
            let most = steps.fold(0.0_f32, f32::max);
            let seam = (samples[0] - samples[samples.len() - 1]).abs();
            assert!(seam <= most, "{name} jumps by {seam} where it goes round");
            let moment = RATE as usize / 4;
            let (begin, end) = (&samples[..moment], &samples[samples.len() - moment..]);
            let ratio = loudness(begin) / loudness(end).max(1e-6);
            assert!((0.4..2.5).contains(&ratio), "{name}: {ratio}");
            assert!((0.1..=0.99).contains(&peak(&samples)), "{name}");
        }
    }
}
