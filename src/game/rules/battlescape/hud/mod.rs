//! Panels of squads: top bar, squad cards, unit and actions, what is pointed or aimed at.
//!
//! **Invariant:** panels draw the view models of the rule set's `panel` module; buttons give orders
//! like keys do.

mod actions;
mod guide;
mod insight;
mod outlook;
mod repertoire;
mod squad;
mod target;
mod top;

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};

pub use self::{
    guide::{guide_zone, next_step},
    insight::Insight,
};
use super::input;
use crate::{
    battle::{step::HumanSides, unit::UnitId},
    game::{
        Menu, PutAway, Screen,
        kit::{
            self, Ask, PanelSystems, banner, column, context, framed, notice, offer, renew_minimap,
            replay_bar, take_keys,
        },
        rules::playable::is_played,
        shell::watching::Watching,
        table::{board_view::viewer, camera},
    },
    rules::battlescape::{
        Battlescape, content::FireMode, order::Order, panel::tool::Tool, side_view::SideView,
    },
};

/// Adds the panels.
pub fn plugin(app: &mut App) {
    app.init_resource::<Insight>()
        .init_resource::<guide::Guide>()
        .add_systems(PutAway, put_away)
        .add_systems(
            EguiPrimaryContextPass,
            draw.in_set(PanelSystems)
                .run_if(in_state(Screen::Battle).and_then(in_state(Menu::None)))
                .run_if(is_played::<Battlescape>),
        );
}

fn put_away(mut insight: ResMut<Insight>, mut guide: ResMut<guide::Guide>) {
    insight.forget();
    *guide = guide::Guide::default();
}

/// What a click in the panels asks for.
enum Wish {
    /// What other battles know, too.
    Ask(Ask),
    /// Gives an order.
    Give(Order),
    /// Chooses a unit.
    Select(UnitId),
    /// Chooses a mode of fire.
    Mode(FireMode),
    /// Takes up a tool.
    Tool(Tool),
    /// Uses what is carried.
    Slot(u8),
    /// Fires.
    Fire,
}

impl From<Ask> for Wish {
    fn from(ask: Ask) -> Self {
        Self::Ask(ask)
    }
}

fn draw(world: &mut World) {
    let Some(context) = context(world) else {
        return;
    };
    take_keys(&context);
    let mut wishes = Vec::new();
    insight::advise(world);
    renew_minimap(world, &context);
    top::show(world, &context, &mut wishes);
    squad::squad(world, &context, &mut wishes);
    let height = match world.contains_resource::<Watching>() {
        true => replay_bar(world, &context),
        false => {
            repertoire::renew(world);
            actions::actions(world, &context, &mut wishes)
        }
    };
    aside(world, &context, &mut wishes);
    insight::show(world, &context, &mut wishes);
    guide::show(world, &context);
    offer(world, &context);
    banner(world, &context);
    notice(world, &context, height + 16.0);
    for wish in wishes {
        grant(world, wish);
    }
}

/// Shows the column at the right.
fn aside(world: &mut World, context: &egui::Context, wishes: &mut Vec<Wish>) {
    column(world, context, wishes, |world, ui, most, wishes| {
        if let Some(part) = target::part(world) {
            target::renew(world, part);
            framed(ui, |ui| target::show(world, &part, most, ui, wishes));
        } else if insight::has_card(world) {
            framed(ui, |ui| insight::card(world, most, ui));
        } else if outlook::has_something(world) {
            framed(ui, |ui| outlook::show(world, most, ui));
        }
    });
}

/// Does what a click asks for.
fn grant(world: &mut World, wish: Wish) {
    match wish {
        Wish::Ask(ask) => kit::obey(world, ask),
        Wish::Give(order) => input::give(world, order),
        Wish::Select(id) => {
            let tile = look(world).unit(id).tile;
            input::choose(world, id);
            camera::keep_in_sight(world, tile);
        }
        Wish::Mode(mode) => world.resource_mut::<input::Selection>().mode = Some(mode),
        Wish::Tool(tool) => input::take_up(world, tool),
        Wish::Slot(slot) => input::use_slot(world, slot),
        Wish::Fire => input::fire(world),
    }
}

fn look(world: &World) -> SideView<'_> {
    SideView::new(world, viewer(world.resource::<HumanSides>()))
}
