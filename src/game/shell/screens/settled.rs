//! A short pause in which keys are ignored: at the end of a battle, and after players change seats.
//!
//! **Invariant:** a key pressed on one screen never acts on the next.

use bevy::prelude::*;

/// Seconds without a key before the end of a battle takes input: keys that hurried the battle are not answers.
const END: f32 = 1.0;
/// The same after players change seats: the key that confirmed it is not an order.
const SEAT: f32 = 0.4;

/// Whether keys are input yet.
#[derive(Resource, Default)]
pub struct Settled {
    /// Seconds without a key for which is waited.
    pause: f32,
    /// Seconds for which no key was down.
    quiet: f32,
}

impl Settled {
    fn waiting(pause: f32) -> Self {
        Self { pause, quiet: 0.0 }
    }

    /// Follows the keyboard for so many seconds.
    fn follow(&mut self, is_key_down: bool, seconds: f32) {
        self.quiet = match is_key_down {
            true => 0.0,
            false => self.quiet + seconds,
        };
        if self.quiet >= self.pause {
            *self = Self::default();
        }
    }

    /// Whether keys are input.
    pub fn is_settled(&self) -> bool {
        self.pause <= 0.0
    }
}

/// Begins to wait at the end of a battle.
pub(super) fn begin(mut settled: ResMut<Settled>) {
    *settled = Settled::waiting(END);
}

/// Ignores keys for a moment after players change seats.
pub fn sit_down(world: &mut World) {
    world.insert_resource(Settled::waiting(SEAT));
}

/// Waits until no key was down for long enough.
pub(super) fn follow(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    mut settled: ResMut<Settled>,
) {
    if !settled.is_settled() {
        // A key may be pressed and released between two frames.
        let is_down =
            keys.get_pressed().next().is_some() || keys.get_just_pressed().next().is_some();
        settled.follow(is_down, time.delta_secs());
    }
}

/// Whether keys do something: not yet while the end of a battle, or a seat, is new.
pub fn takes_keys(world: &World) -> bool {
    world.resource::<Settled>().is_settled()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_count_once_all_were_released_for_a_second() {
        let mut settled = Settled::waiting(END);
        let mut after = |is_key_down, seconds| {
            settled.follow(is_key_down, seconds);
            settled.is_settled()
        };
        assert!(!after(true, 5.0), "held since the battle");
        assert!(!after(false, 0.9), "released");
        assert!(!after(true, 0.1), "pressed once more to hurry");
        assert!(!after(false, 0.9), "the second begins anew");
        assert!(after(false, 0.1));
        assert!(after(true, 0.1), "from now on a key is an answer");
    }

    #[test]
    fn a_key_between_two_frames_counts_as_down() {
        let mut app = App::new();
        app.add_plugins(MinimalPlugins)
            .init_resource::<ButtonInput<KeyCode>>()
            .insert_resource(Settled {
                quiet: 0.9,
                ..Settled::waiting(END)
            })
            .add_systems(Update, follow);
        let mut keys = app.world_mut().resource_mut::<ButtonInput<KeyCode>>();
        keys.press(KeyCode::Space);
        keys.release(KeyCode::Space);
        app.update();
        assert!(app.world().resource::<Settled>().quiet < 0.5);
    }
}
