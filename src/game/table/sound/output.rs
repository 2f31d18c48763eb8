//! The way to the speakers.
//!
//! On Linux the game speaks the protocol of the sound server (that of `PulseAudio`, which `PipeWire` speaks, too), so
//! that it needs no library to build or run; elsewhere the system's own interface is there anyway.
//!
//! **Invariant:** whoever has no sound server has a silent game, and nothing else changes.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::mixer::Mixer;

/// Seconds until a sound server that was not there is looked for again.
const AGAIN: Duration = Duration::from_secs(10);

/// What is mixed, and whether it is heard.
#[derive(Debug)]
pub struct Shared {
    pub mixer: Mixer,
    /// Why nothing of it is heard; none while it is.
    pub silence: Option<String>,
}

impl Default for Shared {
    fn default() -> Self {
        Self {
            mixer: Mixer::default(),
            silence: Some("still searching".into()),
        }
    }
}

/// Something that is mixed in one thread and heard in another.
#[derive(Clone, Debug, Default)]
pub struct Output(Arc<Mutex<Shared>>);

impl Output {
    /// Opens the way to the speakers, now or as soon as there is one.
    pub fn open() -> Self {
        let output = Self::default();
        let shared = output.clone();
        let run = move || {
            loop {
                let end = device::play(&shared);
                shared.lock().silence = Some(end.to_string());
                thread::sleep(AGAIN);
            }
        };
        if let Err(error) = thread::Builder::new().name("sound".into()).spawn(run) {
            bevy::log::warn!("no thread for sound: {error}");
        }
        output
    }

    /// Returns it for a moment.
    pub fn lock(&self) -> MutexGuard<'_, Shared> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Mixes the next samples.
    fn fill(&self, out: &mut [f32]) {
        self.lock().mixer.fill(out);
    }

    /// Notes that so many samples a second are heard from now on.
    fn begin(&self, rate: u32) {
        let mut shared = self.lock();
        shared.mixer.set_rate(rate);
        shared.silence = None;
    }
}

#[cfg(target_os = "linux")]
mod device {
    use bevy::tasks::block_on;
    use pulseaudio::protocol::stream::{BufferAttr, StreamFlags};
    use pulseaudio::protocol::{
        ChannelMap, ChannelVolume, PlaybackStreamParams, SampleFormat, SampleSpec,
    };
    use pulseaudio::{AsPlaybackSource, Client, ClientError};

    use super::Output;
    use crate::game::table::sound::RATE;

    /// Bytes of a sample.
    const WIDTH: usize = size_of::<f32>();
    /// Samples that are mixed ahead: a twentieth of a second.
    const AHEAD: u32 = RATE / 20;

    /// Plays until the sound server is gone; says what ended it.
    pub fn play(output: &Output) -> ClientError {
        match begin_and_wait(output) {
            Ok(()) => ClientError::Disconnected,
            Err(error) => error,
        }
    }

    fn begin_and_wait(output: &Output) -> Result<(), ClientError> {
        let client = Client::from_env(c"Hexscape")?;
        let source = output.clone();
        let mut samples = Vec::new();
        let fill = move |bytes: &mut [u8]| {
            samples.resize(bytes.len() / WIDTH, 0.0);
            source.fill(&mut samples);
            for (place, sample) in bytes.chunks_exact_mut(WIDTH).zip(&samples) {
                place.copy_from_slice(&sample.to_le_bytes());
            }
            samples.len() * WIDTH
        };
        let wanted = PlaybackStreamParams {
            sample_spec: SampleSpec {
                format: SampleFormat::Float32Le,
                channels: 1,
                sample_rate: RATE,
            },
            channel_map: ChannelMap::mono(),
            cvolume: Some(ChannelVolume::norm(1)),
            buffer_attr: BufferAttr {
                target_length: AHEAD * WIDTH as u32,
                ..BufferAttr::default()
            },
            flags: StreamFlags {
                adjust_latency: true,
                ..StreamFlags::default()
            },
            ..PlaybackStreamParams::default()
        };
        let stream = block_on(client.create_playback_stream(wanted, fill.as_playback_source()))?;
        output.begin(stream.sample_spec().sample_rate);
        // The source never ends: this waits until the server goes away.
        block_on(stream.source_eof())
    }
}

#[cfg(not(target_os = "linux"))]
mod device {
    use std::sync::mpsc;

    use cpal::SampleFormat;
    use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};

    use super::Output;

    /// Plays until the device is gone; says what ended it.
    pub fn play(output: &Output) -> String {
        match begin_and_wait(output) {
            Ok(end) => end,
            Err(error) => error.to_string(),
        }
    }

    fn begin_and_wait(output: &Output) -> Result<String, Box<dyn std::error::Error>> {
        let device = cpal::default_host().default_output_device();
        let device = device.ok_or("there is no device")?;
        let config = device.default_output_config()?;
        let channels = usize::from(config.channels());
        let source = output.clone();
        let mut samples = Vec::new();
        let fill = move |out: &mut [f32], _: &_| {
            samples.resize(out.len() / channels, 0.0);
            source.fill(&mut samples);
            for (frame, sample) in out.chunks_exact_mut(channels).zip(&samples) {
                frame.fill(*sample);
            }
        };
        let (gone, wait) = mpsc::channel();
        let fails = move |error: cpal::StreamError| {
            let _ = gone.send(error.to_string());
        };
        if config.sample_format() != SampleFormat::F32 {
            return Err(format!("the device takes {}", config.sample_format()).into());
        }
        let rate = config.sample_rate();
        let stream = device.build_output_stream(&config.into(), fill, fails, None)?;
        stream.play()?;
        output.begin(rate);
        Ok(wait.recv()?)
    }
}
