//! Panels over the battle: top bar, squad cards, unit and actions, and at the right the minimap, what
//! is pointed or aimed at, and the log.
//!
//! **Invariant:** panels draw the view models of the rule set's `panel` module; buttons give orders
//! like keys do.

pub mod aside;
pub mod kept;
pub mod keys;
pub mod log;
pub mod minimap;
pub mod offer;
pub mod replay;
pub mod theme;
pub mod top;

use bevy::{ecs::world::World, prelude::*};
use bevy_egui::{
    EguiContext, EguiPrimaryContextPass, PrimaryEguiContext,
    egui::{self, Align2, RichText, vec2},
};

pub use self::{
    aside::{ASIDE, WIDTH, column, framed},
    log::CombatLog,
    minimap::{Minimap, map_picture, renew as renew_minimap},
    offer::show as offer,
    replay::bar as replay_bar,
    top::{bar as top_bar, last_told},
};
use crate::game::rules::battlescape::hud::{actions, guide, insight, repertoire, squad};
pub use crate::game::rules::battlescape::hud::{
    guide::{guide_zone, next_step},
    insight::{Insight, show_card},
};
use crate::{
    battle::{grid::TileId, step::HumanSides, unit::UnitId},
    game::{
        Menu, PutAway, Screen,
        kit::{
            keys::bindings::Deed,
            theme::{BAD, GOOD, SAND, frame},
        },
        rules::playable::is_played,
        shell::{
            menus::open_menu,
            session::{Selection, Session},
            settings::Settings,
            watching::Watching,
        },
        table::{
            board_view::viewer,
            camera,
            input::{self, give},
        },
    },
    rules::battlescape::{
        Battlescape, content::FireMode, order::Order, panel::tool::Tool, side_view::SideView,
    },
};

/// Everything that draws panels, menus and screens.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PanelSystems;

/// Adds the panels.
pub fn plugin(app: &mut App) {
    app.init_resource::<CombatLog>()
        .init_resource::<Insight>()
        .init_resource::<guide::Guide>()
        .init_resource::<Minimap>()
        .add_systems(PutAway, put_away)
        .add_systems(
            EguiPrimaryContextPass,
            draw.in_set(PanelSystems)
                .run_if(in_state(Screen::Battle).and_then(in_state(Menu::None)))
                .run_if(is_played::<Battlescape>),
        );
}

fn put_away(
    mut log: ResMut<CombatLog>,
    mut insight: ResMut<Insight>,
    mut guide: ResMut<guide::Guide>,
    mut minimap: ResMut<Minimap>,
) {
    *log = CombatLog::default();
    insight.forget();
    *guide = guide::Guide::default();
    *minimap = Minimap::default();
}

/// Returns the egui context of the window.
pub fn context(world: &mut World) -> Option<egui::Context> {
    let mut contexts = world.query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>();
    contexts
        .single_mut(world)
        .ok()
        .map(|mut context| context.get_mut().clone())
}

/// Shows a panel held to a corner or side of the window.
pub fn panel<R>(
    context: &egui::Context,
    name: &str,
    anchor: Align2,
    offset: egui::Vec2,
    contents: impl FnOnce(&mut egui::Ui) -> R,
) -> R {
    egui::Area::new(egui::Id::new(name))
        .anchor(anchor, offset)
        .show(context, |ui| frame().show(ui, contents).inner)
        .inner
}

/// What a click in the panels asks for.
pub enum Ask {
    /// Gives an order of the squad.
    Give(Order),
    /// Chooses a unit of the squad.
    Select(UnitId),
    /// Chooses a mode of fire.
    Mode(FireMode),
    /// Takes up a tool.
    Tool(Tool),
    /// Uses what is carried.
    Slot(u8),
    /// Looks at a hex.
    Look(TileId),
    /// Does what a key does.
    Deed(Deed),
    /// Opens a menu.
    Menu(Menu),
    /// Fires.
    Fire,
    /// Sets the speed of playback.
    Speed(f32),
}

fn draw(world: &mut World) {
    let Some(context) = context(world) else {
        return;
    };
    take_keys(&context);
    let mut asks = Vec::new();
    insight::advise(world);
    minimap::renew(world, &context);
    top::show(world, &context, &mut asks);
    squad::squad(world, &context, &mut asks);
    let height = match world.contains_resource::<Watching>() {
        true => replay::bar(world, &context),
        false => {
            repertoire::renew(world);
            actions::actions(world, &context, &mut asks)
        }
    };
    aside::aside(world, &context, &mut asks);
    insight::show(world, &context, &mut asks);
    guide::show(world, &context);
    offer::show(world, &context);
    banner(world, &context);
    notice(world, &context, height + 16.0);
    for ask in asks {
        obey(world, ask);
    }
}

/// Has keys belong to the battle: Tab must not walk through the buttons, nor Enter press them.
pub fn take_keys(context: &egui::Context) {
    context.memory_mut(|memory| {
        if let Some(focused) = memory.focused() {
            memory.surrender_focus(focused);
        }
    });
}

/// Does what a click asks for.
pub fn obey(world: &mut World, ask: Ask) {
    match ask {
        Ask::Give(order) => give(world, order),
        Ask::Select(id) => {
            let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
            let tile = view.unit(id).tile;
            input::choose(world, id);
            camera::keep_in_sight(world, tile);
        }
        Ask::Mode(mode) => world.resource_mut::<Selection>().mode = Some(mode),
        Ask::Tool(tool) => input::take_up(world, tool),
        Ask::Slot(slot) => input::use_slot(world, slot),
        Ask::Look(tile) => camera::look_at(world, tile),
        Ask::Deed(deed) => keys::perform(world, deed),
        Ask::Menu(menu) => open_menu(world, menu),
        Ask::Fire => input::fire(world),
        Ask::Speed(speed) => keys::set_speed(world, speed),
    }
}

pub fn look(world: &World) -> SideView<'_> {
    SideView::new(world, viewer(world.resource::<HumanSides>()))
}

/// Returns the sign of a deed's key.
pub fn key_of(world: &World, deed: Deed) -> String {
    world.resource::<Settings>().keys.chord(deed).sign()
}

/// Returns the names of the sides.
pub fn side_names(world: &World) -> Vec<String> {
    let mission = world.resource::<Session>().mission.as_ref();
    mission.map_or(Vec::new(), |mission| {
        mission.sides.iter().map(|side| side.name.clone()).collect()
    })
}

/// Writes a word with a capital.
pub fn title(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}

/// Shows the banner of what is played back.
pub fn banner(world: &World, context: &egui::Context) {
    let Some(text) = &world
        .resource::<crate::game::table::playback::Playback>()
        .banner
    else {
        return;
    };
    egui::Area::new(egui::Id::new("banner"))
        .anchor(Align2::CENTER_CENTER, vec2(0.0, -150.0))
        .interactable(false)
        .show(context, |ui| {
            frame().inner_margin(18).show(ui, |ui| {
                ui.set_max_width(620.0);
                let size = if text.len() > 40 { 20.0 } else { 34.0 };
                ui.label(RichText::new(text).size(size).strong().color(SAND));
            });
        });
}

/// Shows the last notice so far above the lower edge.
pub fn notice(world: &World, context: &egui::Context, above: f32) {
    let Some((text, is_bad)) = &world.resource::<Session>().notice else {
        return;
    };
    egui::Area::new(egui::Id::new("notice"))
        .order(egui::Order::Foreground)
        .anchor(Align2::CENTER_BOTTOM, vec2(0.0, -above))
        .interactable(false)
        .show(context, |ui| {
            frame().show(ui, |ui| {
                ui.set_max_width(640.0);
                let color = if *is_bad { BAD } else { GOOD };
                ui.label(RichText::new(text).color(color));
            });
        });
}
