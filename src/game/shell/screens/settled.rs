//! The pause before the end of a battle takes input.
//!
//! **Invariant:** a key that was pressed in the battle answers nothing on the screen that follows it.

use bevy::prelude::*;

use crate::game::Screen;

/// Seconds without a key before the screen takes input: keys that hurried the battle are not answers.
const PAUSE: f32 = 1.0;

/// Whether the end of the battle takes input yet.
#[derive(Resource, Default)]
pub struct Settled {
    /// Seconds for which no key was down.
    quiet: f32,
    /// Once it is settled, keys are input.
    is_settled: bool,
}

impl Settled {
    /// Follows the keyboard for so many seconds.
    fn follow(&mut self, is_key_down: bool, seconds: f32) {
        self.quiet = match is_key_down {
            true => 0.0,
            false => self.quiet + seconds,
        };
        self.is_settled |= self.quiet >= PAUSE;
    }

    /// Whether it takes input.
    pub fn is_settled(&self) -> bool {
        self.is_settled
    }
}

/// Begins to wait.
pub(super) fn begin(mut settled: ResMut<Settled>) {
    *settled = Settled::default();
}

/// Waits until no key was down for long enough.
pub(super) fn follow(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    mut settled: ResMut<Settled>,
) {
    if !settled.is_settled {
        // A key may be pressed and released between two frames.
        let is_down =
            keys.get_pressed().next().is_some() || keys.get_just_pressed().next().is_some();
        settled.follow(is_down, time.delta_secs());
    }
}

/// Whether keys do something: not yet while the end of a battle is new.
pub fn takes_keys(world: &World) -> bool {
    let is_end = *world.resource::<State<Screen>>().get() == Screen::End;
    !is_end || world.resource::<Settled>().is_settled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_count_once_all_were_released_for_a_second() {
        let mut settled = Settled::default();
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
                is_settled: false,
            })
            .add_systems(Update, follow);
        let mut keys = app.world_mut().resource_mut::<ButtonInput<KeyCode>>();
        keys.press(KeyCode::Space);
        keys.release(KeyCode::Space);
        app.update();
        assert!(app.world().resource::<Settled>().quiet < 0.5);
    }
}
