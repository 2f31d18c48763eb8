//! Hot-seat: the screen between two people, which hides the board.
//!
//! **Invariant:** from the moment the other person's phase begins, or a battle is loaded, until that
//! person says so, nothing of the board is drawn.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Color32, Key, RichText, vec2};

use crate::battle::phase::{Phase, Turn, Verdict};
use crate::battle::step::HumanSides;
use crate::battle::unit::Side;
use crate::game::Menu;
use crate::game::kit::theme::{SAND, faint};
use crate::game::kit::{context, panel, side_names};
use crate::game::rules::playable::{Playable, owes, rules};
use crate::game::shell::menus::{Menus, close_all};
use crate::game::shell::screens;
use crate::game::shell::watching::see_as;
use crate::game::table::board_view::viewer;
use crate::game::table::input::Hover;
use crate::game::table::playback::Playback;
use crate::plain::capital;
use crate::with_rules;

/// Whether it is another person's phase, and that person does not sit down yet.
pub fn is_others_phase(world: &World) -> bool {
    let is_player = *world.resource::<State<Phase>>().get() == Phase::Player;
    is_player && world.resource::<Playback>().is_empty() && next_seat(world).is_some()
}

/// Opens the screen after a battle of several people was loaded, since any of them may sit at it.
pub fn open_after_load(world: &mut World) {
    let is_over = world.resource::<Verdict>().0.is_some();
    if world.resource::<HumanSides>().0.len() > 1 && !is_over {
        world.resource_mut::<Menus>().is_fresh = true;
        world.resource_mut::<NextState<Menu>>().set(Menu::HandOver);
    }
}

/// Opens the screen.
pub fn pass_seat(mut menus: ResMut<Menus>, mut next: ResMut<NextState<Menu>>) {
    menus.is_fresh = true;
    next.set(Menu::HandOver);
}

/// Returns the side of the person who sits down now: the one who looks while that side owes an order.
fn seat(world: &World) -> Side {
    let looks = viewer(world.resource::<HumanSides>());
    next_seat(world).unwrap_or_else(|| match owes(world, looks) {
        true => looks,
        false => world.resource::<Turn>().active,
    })
}

/// Returns whose person is to sit down: nobody while the one who looks owes an order.
fn next_seat(world: &World) -> Option<Side> {
    if let Some(side) = with_rules!(rules(world), R => R::seat(world)) {
        return (side != viewer(world.resource::<HumanSides>())).then_some(side);
    }
    let humans = &world.resource::<HumanSides>().0;
    match owes(world, viewer(world.resource::<HumanSides>())) {
        true => None,
        false => humans
            .iter()
            .copied()
            .filter(|&side| owes(world, side))
            .min(),
    }
}

pub(super) fn show(world: &mut World) {
    let Some(context) = context(world) else {
        return;
    };
    let screen = context.content_rect();
    let painter = context.layer_painter(egui::LayerId::background());
    painter.rect_filled(screen, 0.0, Color32::from_rgb(12, 15, 19));
    let turn = world.resource::<Turn>().number;
    let unit = capital(with_rules!(rules(world), R => R::TURN));
    let next = seat(world);
    let names = side_names(world);
    let name = names.get(next.index()).cloned().unwrap_or_default();
    let is_fresh = world.resource::<Menus>().is_fresh;
    let mut is_ready = false;
    let center = Align2::CENTER_CENTER;
    panel(&context, "hand over", center, vec2(0.0, 0.0), |ui| {
        ui.set_width(420.0);
        ui.vertical_centered(|ui| {
            ui.label(faint(format!("{unit} {turn}")));
            ui.label(RichText::new(&name).size(38.0).strong().color(SAND));
            ui.label("Only this player should look now. The board appears when you are ready.");
            ui.add_space(12.0);
            let button = egui::Button::new(RichText::new("I am ready [Enter]").size(17.0));
            is_ready = ui.add(button.min_size(vec2(220.0, 36.0))).clicked();
        });
    });
    is_ready |= !is_fresh && context.input(|input| input.key_pressed(Key::Enter));
    world.resource_mut::<Menus>().is_fresh = false;
    if is_ready {
        sit_down(world, next);
    }
}

/// Shows the board to the person of a side.
fn sit_down(world: &mut World, side: Side) {
    // A plan that was loaded for the person who sits down stays.
    if side != viewer(world.resource::<HumanSides>()) {
        with_rules!(rules(world), R => R::forget(world));
        see_as(world, side);
    }
    // The cursor of whoever sat here before says nothing about this side.
    world.insert_resource(Hover::default());
    close_all(world);
    screens::sit_down(world);
}
