//! Keys of the battle: orders, selection, saving, menus.
//!
//! **Invariant:** orders leave as those of the pointer do.

pub mod bindings;

use bevy::prelude::*;

use crate::{
    battle::{phase::Phase, step::HumanSides, unit::Side},
    game::{
        Menu,
        board_view::viewer,
        camera::look_at,
        hud::Insight,
        input::{
            cover_side, cycle, door_side, fire, give, interaction, is_players, next_gait,
            next_target, take_up, use_slot, way_out,
        },
        playback::Playback,
        session::{Request, Selection, Session, saves_folder},
        tool::Tool,
    },
    rules::battlescape::{attack, order::Order, side_view::SideView},
};

pub(super) fn keys(world: &mut World) {
    let keys = world.resource::<ButtonInput<KeyCode>>().clone();
    let pressed = |key: KeyCode| keys.just_pressed(key);
    let shift = keys.pressed(KeyCode::ShiftLeft) || keys.pressed(KeyCode::ShiftRight);
    if pressed(KeyCode::Space) {
        world.resource_mut::<Playback>().clear();
        return;
    }
    if pressed(KeyCode::KeyQ) {
        let mut insight = world.resource_mut::<Insight>();
        insight.scan = !insight.scan;
    }
    if pressed(KeyCode::F10) {
        let mut insight = world.resource_mut::<Insight>();
        insight.advice = !insight.advice;
    }
    if pressed(KeyCode::F5) {
        quick_save(world);
    }
    if pressed(KeyCode::F9) {
        quick_load(world);
    }
    if !is_players(
        world.resource::<State<Phase>>(),
        world.resource::<Playback>(),
    ) {
        return;
    }
    if pressed(KeyCode::Tab) {
        cycle(world, if shift { -1 } else { 1 });
    }
    if pressed(KeyCode::KeyF) {
        next_target(world);
    }
    if pressed(KeyCode::KeyU) || pressed(KeyCode::Backspace) {
        world.resource_mut::<Session>().request = Some(Request::Undo);
    }
    if pressed(KeyCode::KeyG) {
        next_gait(world);
    }
    if pressed(KeyCode::KeyN) {
        give(world, Order::EndTurn);
    }
    if (pressed(KeyCode::Enter) || pressed(KeyCode::NumpadEnter))
        && world.resource::<Selection>().target.is_some()
    {
        fire(world);
    }
    let Some(id) = world.resource::<Selection>().unit else {
        return;
    };
    let own: Side = viewer(world.resource::<HumanSides>());
    let view = SideView::new(world, own);
    let digits = [
        KeyCode::Digit1,
        KeyCode::Digit2,
        KeyCode::Digit3,
        KeyCode::Digit4,
        KeyCode::Digit5,
    ];
    if shift {
        let slots = digits.into_iter().chain([KeyCode::Digit6]);
        if let Some((slot, _)) = (0..).zip(slots).find(|(_, key)| pressed(*key)) {
            use_slot(world, slot);
            return;
        }
    }
    let gifts = [KeyCode::F1, KeyCode::F2, KeyCode::F3, KeyCode::F4];
    let gift = (gifts.into_iter().zip(&view.kind(id).abilities)).find(|(key, _)| pressed(*key));
    if let Some((_, &ability)) = gift {
        take_up(world, Tool::Cast(ability));
        return;
    }
    if pressed(KeyCode::KeyK) {
        take_up(world, Tool::Ground);
        return;
    }
    let mode = (digits.into_iter().zip(attack::modes(view.weapon(id))))
        .find(|(key, _)| pressed(*key))
        .map(|(_, mode)| mode);
    let order = [
        (
            KeyCode::KeyC,
            Order::TakeCover(id, None, cover_side(world, view, id)),
        ),
        (KeyCode::KeyP, Order::GoProne(id)),
        (KeyCode::KeyT, Order::Stand(id)),
        (KeyCode::KeyE, way_out(view, id)),
        (KeyCode::KeyR, Order::Reload(id)),
        (KeyCode::KeyV, Order::Ready(id)),
        (KeyCode::KeyB, Order::ReadySuppression(id)),
        (KeyCode::KeyO, Order::Door(id, door_side(view, id))),
        (KeyCode::KeyI, interaction(view, id)),
        (KeyCode::KeyL, Order::Leave(id)),
        (KeyCode::KeyX, Order::EndUnit(id)),
    ]
    .into_iter()
    .find(|(key, _)| pressed(*key))
    .map(|(_, order)| order);
    let tile = view.unit(id).tile;
    if mode.is_some() {
        world.resource_mut::<Selection>().mode = mode;
    }
    if let Some(order) = order {
        give(world, order);
    }
    if pressed(KeyCode::Home) {
        look_at(world, tile);
    }
}

/// Saves under the name of the mission and turn.
pub fn quick_save(world: &mut World) {
    let name = world
        .resource::<Session>()
        .mission
        .as_ref()
        .map(|mission| mission.name.clone());
    let Some(name) = name else { return };
    let turn = world.resource::<crate::battle::phase::Turn>().number;
    let plain: String = name
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '-' })
        .collect();
    let mut session = world.resource_mut::<Session>();
    match saves_folder() {
        Ok(folder) => {
            let file = folder.join(format!("{plain}-turn-{turn}.hexsave"));
            session.request = Some(Request::Save(file));
        }
        Err(error) => session.notice = Some((error, true)),
    }
}

/// Loads the newest save.
pub fn quick_load(world: &mut World) {
    let newest = super::session::saves().into_iter().next();
    let mut session = world.resource_mut::<Session>();
    match newest {
        Some(file) => session.request = Some(Request::Load(file)),
        None => session.notice = Some(("there is no save yet".into(), true)),
    }
}

pub(super) fn escape(
    keys: Res<ButtonInput<KeyCode>>,
    mut selection: ResMut<Selection>,
    menu: Res<State<Menu>>,
    mut next: ResMut<NextState<Menu>>,
) {
    if keys.just_pressed(KeyCode::Escape) {
        match menu.get() {
            Menu::Pause => next.set(Menu::None),
            Menu::None if selection.target.is_some() || selection.tool != Tool::Weapon => {
                (selection.tool, selection.target) = (Tool::Weapon, None);
            }
            Menu::None => next.set(Menu::Pause),
        }
    }
}
