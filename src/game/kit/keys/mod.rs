//! Keys: what each does in a battle and over all screens.
//!
//! **Invariant:** orders leave as those of the pointer do.

mod action;
pub mod bindings;
pub mod layout;

use bevy::ecs::world::World;
use bevy::prelude::*;

pub(crate) use self::action::key_actions;
pub use self::action::{Entry, KeyAction};
use self::bindings::{Bindings, Chord};
use super::PanelOptions;
use super::advice;
use super::cards::Answers;
use super::select;
use crate::battle::phase::Turn;
use crate::game::rules::playable::{Playable, rules};
use crate::game::shell::menus::open_menu;
use crate::game::shell::screens::takes_keys;
use crate::game::shell::session::{quick_load, quick_save};
use crate::game::shell::settings::Settings;
use crate::game::shell::share;
use crate::game::table::camera::Rig;
use crate::game::table::input::move_cursor;
use crate::game::table::playback::Playback;
use crate::game::{Menu, Screen};
use crate::mission::RuleSet;
use crate::with_rules;

/// Seconds a cursor key is held before it repeats, and between repeats.
const REPEAT: (f32, f32) = (0.32, 0.07);

/// Returns what the key that was just pressed does, in battles of a rule set or over any screen.
fn pressed(
    keys: &ButtonInput<KeyCode>,
    bindings: &Bindings,
    rules: Option<RuleSet>,
) -> Option<KeyAction> {
    KeyAction::of(rules).find(|&action| {
        let chord = bindings.chord(action);
        let is_key = keys.just_pressed(chord.key)
            || (chord.key == KeyCode::Enter && keys.just_pressed(KeyCode::NumpadEnter));
        is_key && chord == Chord::held(chord.key, keys)
    })
}

/// Seconds up to which a key is tapped and not held.
const TAP: f32 = 0.25;

/// Does what a key is for in a battle.
pub fn keys(world: &mut World, mut held: Local<f32>, mut skip: Local<Skip>) {
    let keys = world.resource::<ButtonInput<KeyCode>>().clone();
    let bindings = world.resource::<Settings>().keys.clone();
    repeat_cursor(world, &keys, &bindings, &mut held);
    let is_playing = !world.resource::<Playback>().is_empty();
    let is_down = keys.pressed(bindings.chord(KeyAction::SKIP).key);
    let seconds = world.resource::<Time>().delta_secs();
    let does = skip.follow(is_playing, is_down, seconds);
    let mut playback = world.resource_mut::<Playback>();
    let hurries = does == SkipDoes::Hurry;
    if playback.hurries != hurries {
        playback.hurries = hurries;
    }
    if does == SkipDoes::Skip {
        perform(world, KeyAction::SKIP);
    }
    let action = pressed(&keys, &bindings, Some(rules(world)));
    // What is played back is skipped once the key is let go.
    if let Some(action) = action.filter(|&action| !(is_playing && action == KeyAction::SKIP)) {
        perform(world, action);
    }
}

/// How long the key has been down that skips what is played back: held it hurries, tapped it skips.
#[derive(Default)]
pub struct Skip(Option<f32>);

/// What the key does now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SkipDoes {
    Nothing,
    Hurry,
    Skip,
}

impl Skip {
    /// Follows the key for so many seconds.
    fn follow(&mut self, is_playing: bool, is_down: bool, seconds: f32) -> SkipDoes {
        match (self.0, is_down) {
            (None, true) if is_playing => self.0 = Some(0.0),
            (Some(held), true) => self.0 = Some(held + seconds),
            (Some(held), false) => {
                self.0 = None;
                if is_playing && held <= TAP {
                    return SkipDoes::Skip;
                }
            }
            _ => {}
        }
        match self.0 {
            Some(held) if held > TAP => SkipDoes::Hurry,
            _ => SkipDoes::Nothing,
        }
    }
}

/// Moves the cursor on while its key is held.
fn repeat_cursor(
    world: &mut World,
    keys: &ButtonInput<KeyCode>,
    bindings: &Bindings,
    held: &mut f32,
) {
    let cursor = [
        KeyAction::CURSOR_UP,
        KeyAction::CURSOR_DOWN,
        KeyAction::CURSOR_LEFT,
        KeyAction::CURSOR_RIGHT,
    ];
    let is_held = |action: &KeyAction| keys.pressed(bindings.chord(*action).key);
    let Some(action) = cursor.into_iter().find(is_held) else {
        *held = 0.0;
        return;
    };
    *held += world.resource::<Time>().delta_secs();
    if *held > REPEAT.0 {
        *held -= REPEAT.1;
        perform(world, action);
    }
}

/// Does what a key or its button is for.
pub fn perform(world: &mut World, action: KeyAction) {
    if let Some(answer) = Answers::take(world, action) {
        return answer.perform(world);
    }
    match action {
        KeyAction::SKIP if !world.resource::<Playback>().is_empty() => {
            world.resource_mut::<Playback>().clear();
        }
        KeyAction::SLOWER | KeyAction::FASTER => change_speed(world, action == KeyAction::FASTER),
        KeyAction::MINIMAP => toggle(&mut world.resource_mut::<PanelOptions>().no_minimap),
        KeyAction::TRACES => toggle(&mut world.resource_mut::<PanelOptions>().dice),
        KeyAction::ADVICE => advice::toggle(world),
        KeyAction::LOG => toggle(&mut world.resource_mut::<PanelOptions>().log),
        KeyAction::PANELS => toggle(&mut world.resource_mut::<PanelOptions>().hidden),
        KeyAction::FILM => {
            let turn = world.resource::<Turn>().number;
            share::begin_film(world, Some(turn.saturating_sub(1).max(1)));
        }
        KeyAction::QUICK_SAVE => quick_save(world),
        KeyAction::QUICK_LOAD => quick_load(world),
        KeyAction::CURSOR_UP => move_cursor(world, 0, -1),
        KeyAction::CURSOR_DOWN => move_cursor(world, 0, 1),
        KeyAction::CURSOR_LEFT => move_cursor(world, -1, 0),
        KeyAction::CURSOR_RIGHT => move_cursor(world, 1, 0),
        KeyAction::WHOLE_MAP => world.resource_mut::<Rig>().fit(),
        _ => {
            let unit = KeyAction::UNITS.iter().position(|one| *one == action);
            with_rules!(rules(world), R => match unit {
                Some(place) => select::choose_numbered::<R>(world, place as u8 + 1),
                None => R::perform(world, action),
            });
        }
    }
}

/// Speeds playback can have.
pub const SPEEDS: [f32; 5] = [0.5, 1.0, 2.0, 4.0, 8.0];

fn change_speed(world: &mut World, is_faster: bool) {
    let now = world.resource::<Playback>().speed;
    let next = match is_faster {
        true => SPEEDS.into_iter().find(|&speed| speed > now + 0.01),
        false => SPEEDS.into_iter().rev().find(|&speed| speed < now - 0.01),
    };
    if let Some(speed) = next {
        set_speed(world, speed);
    }
}

/// Sets the speed of playback, now and for later.
pub fn set_speed(world: &mut World, speed: f32) {
    world.resource_mut::<Playback>().speed = speed;
    world.resource_mut::<Settings>().animation_percent = (speed * 100.0) as u16;
}

fn toggle(one: &mut bool) {
    *one = !*one;
}

/// Keys that work on every screen: full screen, help, encyclopedia, and back.
pub fn anywhere(world: &mut World) {
    let keys = world.resource::<ButtonInput<KeyCode>>().clone();
    let bindings = world.resource::<Settings>().keys.clone();
    let menu = *world.resource::<State<Menu>>().get();
    // A key that is to be bound is not obeyed.
    if menu == Menu::Settings && crate::game::shell::menus::is_binding(world) {
        return;
    }
    match pressed(&keys, &bindings, None).filter(|_| takes_keys(world)) {
        Some(KeyAction::FULLSCREEN) => {
            let mut settings = world.resource_mut::<Settings>();
            settings.fullscreen = !settings.fullscreen;
        }
        Some(KeyAction::PICTURE) => share::take_picture(world),
        Some(KeyAction::HELP) if menu != Menu::HandOver => open_menu(world, Menu::Help),
        Some(KeyAction::BOOK) if menu != Menu::HandOver => open_menu(world, Menu::Book),
        Some(KeyAction::BACK) => back(world, menu),
        _ => {}
    }
}

/// Goes one step back: closes the menu, lowers the weapon, opens the pause menu.
fn back(world: &mut World, menu: Menu) {
    if menu != Menu::None {
        crate::game::shell::menus::close_menu(world);
        return;
    }
    if *world.resource::<State<Screen>>().get() != Screen::Battle {
        return;
    }
    if std::mem::take(&mut world.resource_mut::<PanelOptions>().hidden) {
        return;
    }
    if let Some(answer) = Answers::take(world, KeyAction::BACK) {
        return answer.perform(world);
    }
    if !with_rules!(rules(world), R => R::back(world)) && !advice::close(world) {
        open_menu(world, Menu::Pause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tap_skips_what_is_played_back_and_holding_the_key_hurries_it() {
        let mut skip = Skip::default();
        let mut follow = |is_playing, is_down| skip.follow(is_playing, is_down, 0.1);
        assert_eq!(follow(true, true), SkipDoes::Nothing);
        assert_eq!(follow(true, false), SkipDoes::Skip, "tapped");
        for _ in 0..3 {
            assert_eq!(follow(true, true), SkipDoes::Nothing);
        }
        assert_eq!(follow(true, true), SkipDoes::Hurry, "held");
        assert_eq!(
            follow(false, true),
            SkipDoes::Hurry,
            "on to what comes next"
        );
        assert_eq!(follow(true, false), SkipDoes::Nothing, "let go");
        assert_eq!(
            follow(false, true),
            SkipDoes::Nothing,
            "nothing is played back"
        );
        assert_eq!(follow(true, false), SkipDoes::Nothing);
    }
}
