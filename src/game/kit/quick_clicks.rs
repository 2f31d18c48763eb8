//! Clicks that are faster than a frame: a button that is pressed and let go between two frames.
//!
//! **Invariant:** panels see every press for a frame before its release; nothing is lost or changes its order.

use std::mem;

use bevy::prelude::*;
use bevy_egui::egui::Event;
use bevy_egui::{EguiInput, EguiPreUpdateSet, PrimaryEguiContext};

/// Splits presses and releases into frames of their own for the panels.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        hold_back
            .after(EguiPreUpdateSet::ProcessInput)
            .before(EguiPreUpdateSet::BeginPass),
    );
}

/// Keeps what follows a press of the same frame, from its release on, for the next one: sliders and palettes
/// look at where the pointer is while it is down.
fn hold_back(
    mut input: Single<&mut EguiInput, With<PrimaryEguiContext>>,
    mut held: Local<Vec<Event>>,
) {
    let mut events = mem::take(&mut *held);
    events.append(&mut input.events);
    *held = events.split_off(quick_release(&events));
    input.events = events;
}

/// Returns the place of the first release of a button that was pressed before it among some events, else their
/// number.
fn quick_release(events: &[Event]) -> usize {
    let button = |event: &Event| match event {
        Event::PointerButton {
            button, pressed, ..
        } => Some((*button, *pressed)),
        _ => None,
    };
    let is_quick = |place: &usize| match button(&events[*place]) {
        Some((released, false)) => {
            let mut before = events[..*place].iter();
            before.any(|event| button(event) == Some((released, true)))
        }
        _ => false,
    };
    (0..events.len()).find(is_quick).unwrap_or(events.len())
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{self, PointerButton, pos2, vec2};

    use super::*;

    fn click(pressed: bool) -> Event {
        Event::PointerButton {
            pos: pos2(150.0, 20.0),
            button: PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        }
    }

    #[test]
    fn a_release_waits_for_the_next_frame_and_nothing_is_lost() {
        let moved = || Event::PointerMoved(pos2(1.0, 1.0));
        assert_eq!(quick_release(&[moved(), click(false)]), 2, "pressed before");
        assert_eq!(quick_release(&[click(true), moved()]), 2);
        assert_eq!(
            quick_release(&[click(true), moved(), click(false), click(true)]),
            2
        );
        assert_eq!(quick_release(&[]), 0);
    }

    #[test]
    fn a_slider_follows_a_click_within_a_frame() {
        let mut app = App::new();
        app.add_systems(PreUpdate, hold_back);
        app.world_mut()
            .spawn((EguiInput::default(), PrimaryEguiContext));
        let context = egui::Context::default();
        let mut value = 0.0_f32;
        let click = vec![
            Event::PointerMoved(pos2(150.0, 20.0)),
            click(true),
            click(false),
        ];
        for events in [Vec::new(), click, Vec::new()] {
            let mut inputs = app.world_mut().query::<&mut EguiInput>();
            inputs.single_mut(app.world_mut()).expect("one").events = events;
            app.update();
            let mut inputs = app.world_mut().query::<&mut EguiInput>();
            let mut input = inputs.single_mut(app.world_mut()).expect("one");
            let events = mem::take(&mut input.events);
            let raw = egui::RawInput {
                screen_rect: Some(egui::Rect::from_min_size(pos2(0.0, 0.0), vec2(300.0, 60.0))),
                events,
                ..egui::RawInput::default()
            };
            drop(context.run_ui(raw, |ui| {
                let area = egui::Rect::from_min_size(pos2(0.0, 10.0), vec2(300.0, 20.0));
                ui.spacing_mut().slider_width = 300.0;
                let slider = egui::Slider::new(&mut value, 0.0..=100.0).show_value(false);
                ui.put(area, slider);
            }));
        }
        assert!(value > 30.0, "{value}");
    }
}
