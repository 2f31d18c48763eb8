//! Keys: what each does in a battle and over all screens.
//!
//! **Invariant:** orders leave as those of the pointer do.

pub mod bindings;

use bevy::{ecs::world::World, prelude::*};

use self::bindings::{Bindings, Deed, Realm};
use crate::{
    battle::{step::HumanSides, unit::UnitId},
    game::{
        Menu, Screen,
        kit::{Insight, next_step},
        rules::playable::{Playable, rules},
        shell::{
            folders,
            menus::{Question, ask, open_menu},
            session::{Request, Selection, Session},
            settings::Settings,
        },
        table::{
            board_view::viewer,
            camera::look_at,
            input::{
                Hover, click_on, cycle, fire, forget_point, give, go_by, is_players, move_cursor,
                next_gait, next_reserve, next_target, take_up, toggle_sight_line, turn_to,
                use_slot,
            },
            playback::Playback,
        },
    },
    rules::battlescape::{
        attack,
        event::Mark,
        order::Order,
        panel::{
            choice::{self, Act},
            tool::Tool,
        },
        side_view::SideView,
    },
    with_rules,
};

/// Seconds a cursor key is held before it repeats, and between repeats.
const REPEAT: (f32, f32) = (0.32, 0.07);

/// Returns the deed of the key that was just pressed, in battles of a realm.
fn pressed(keys: &ButtonInput<KeyCode>, bindings: &Bindings, realm: Realm) -> Option<Deed> {
    let ctrl = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let mut deeds = Deed::all().filter(|deed| deed.realm().meets(realm));
    deeds.find(|&deed| {
        let chord = bindings.chord(deed);
        let is_key = keys.just_pressed(chord.key)
            || (chord.key == KeyCode::Enter && keys.just_pressed(KeyCode::NumpadEnter));
        is_key && chord.ctrl == ctrl && chord.shift == shift
    })
}

/// Does what a key is for in a battle.
pub fn keys(world: &mut World, mut held: Local<f32>) {
    let keys = world.resource::<ButtonInput<KeyCode>>().clone();
    let bindings = world.resource::<Settings>().keys.clone();
    repeat_cursor(world, &keys, &bindings, &mut held);
    let realm = with_rules!(rules(world), R => R::REALM);
    if let Some(deed) = pressed(&keys, &bindings, realm) {
        perform(world, deed);
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
        Deed::CursorUp,
        Deed::CursorDown,
        Deed::CursorLeft,
        Deed::CursorRight,
    ];
    let is_held = |deed: &Deed| keys.pressed(bindings.chord(*deed).key);
    let Some(deed) = cursor.into_iter().find(is_held) else {
        *held = 0.0;
        return;
    };
    *held += world.resource::<Time>().delta_secs();
    if *held > REPEAT.0 {
        *held -= REPEAT.1;
        perform(world, deed);
    }
}

/// Does one deed.
pub fn perform(world: &mut World, deed: Deed) {
    match deed {
        Deed::Skip if !world.resource::<Playback>().is_empty() => {
            world.resource_mut::<Playback>().clear();
        }
        Deed::Slower | Deed::Faster => change_speed(world, deed == Deed::Faster),
        Deed::Minimap => toggle(world, |insight| &mut insight.no_minimap),
        Deed::Traces => toggle(world, |insight| &mut insight.details),
        Deed::QuickSave => quick_save(world),
        Deed::QuickLoad => quick_load(world),
        Deed::CursorUp => move_cursor(world, 0, -1),
        Deed::CursorDown => move_cursor(world, 0, 1),
        Deed::CursorLeft => move_cursor(world, -1, 0),
        Deed::CursorRight => move_cursor(world, 1, 0),
        Deed::WholeMap => crate::game::table::camera::fit(world),
        _ => with_rules!(rules(world), R => R::perform(world, deed)),
    }
}

/// Does what a key is for in a battle of squads alone.
pub fn perform_with_squad(world: &mut World, deed: Deed) {
    match deed {
        Deed::Skip => return next_step(world),
        Deed::Scan => return toggle(world, |insight| &mut insight.scan),
        Deed::Advice => return toggle(world, |insight| &mut insight.advice),
        Deed::Danger => return toggle(world, |insight| &mut insight.danger),
        Deed::Inspect => return toggle(world, |insight| &mut insight.inspect),
        Deed::SightLine => return toggle_sight_line(world),
        _ => {}
    }
    if !is_players(world) {
        return;
    }
    match deed {
        Deed::NextUnit => return cycle(world, 1),
        Deed::PreviousUnit => return cycle(world, -1),
        Deed::NextTarget => return next_target(world, 1),
        Deed::PreviousTarget => return next_target(world, -1),
        Deed::Undo => {
            world.resource_mut::<Session>().request = Some(Request::Undo);
            return;
        }
        Deed::Gait => return next_gait(world),
        Deed::Reserve => return next_reserve(world),
        Deed::EndTurn => return end_turn(world),
        Deed::Act => return act_on_cursor(world),
        Deed::Everything => return open_menu(world, Menu::Everything),
        Deed::AtHex => return take_up(world, Tool::Ground),
        Deed::WayPoint => {
            if let Some(tile) = world.resource::<Hover>().tile {
                go_by(world, tile);
            }
            return;
        }
        _ => {}
    }
    if let Some(id) = world.resource::<Selection>().unit {
        perform_for(world, id, deed);
    }
}

/// Does what only a chosen unit can.
fn perform_for(world: &mut World, id: UnitId, deed: Deed) {
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
    if deed == Deed::Center {
        let tile = view.unit(id).tile;
        return look_at(world, tile);
    }
    if deed == Deed::TurnTo {
        if let Some(tile) = world.resource::<Hover>().tile {
            turn_to(world, tile);
        }
        return;
    }
    let modes = [
        Deed::Mode1,
        Deed::Mode2,
        Deed::Mode3,
        Deed::Mode4,
        Deed::Mode5,
    ];
    if let Some(number) = modes.iter().position(|&one| one == deed) {
        let mode = attack::modes(view.weapon(id)).nth(number);
        let mut selection = world.resource_mut::<Selection>();
        selection.mode = mode.or(selection.mode);
        return;
    }
    if let Some(slot) = SLOTS.iter().position(|&one| one == deed) {
        return use_slot(world, slot as u8);
    }
    if let Some(number) = ABILITIES.iter().position(|&one| one == deed) {
        if let Some(&ability) = view.kind(id).abilities.get(number) {
            take_up(world, Tool::Cast(ability));
        }
        return;
    }
    if let Some(act) = act_of(deed) {
        let choices = choice::choices(view, id, towards(world, view));
        if let Some(choice) = choices.into_iter().find(|choice| choice.act == act) {
            give(world, choice.order);
        }
        return;
    }
    if deed == Deed::PickUp {
        return give(world, Order::PickUp(id, 0));
    }
    let in_hand = match world.resource::<Selection>().tool {
        Tool::Throw(slot) | Tool::Toss(slot) | Tool::Lay(slot) | Tool::Use(slot) => slot,
        Tool::Weapon | Tool::Ground | Tool::Cast(_) => {
            if matches!(deed, Deed::Prime | Deed::Toss | Deed::Drop) {
                let text = "take a carried thing up first (Shift and its number)";
                world.resource_mut::<Session>().notice = Some((text.into(), true));
            }
            return;
        }
    };
    match deed {
        Deed::Prime => give(world, Order::Prime(id, in_hand)),
        Deed::Drop => give(world, Order::Drop(id, in_hand)),
        Deed::Toss => take_up(world, Tool::Toss(in_hand)),
        _ => {}
    }
}

/// Deeds that use what is carried, by slot.
pub const SLOTS: [Deed; 6] = [
    Deed::Slot1,
    Deed::Slot2,
    Deed::Slot3,
    Deed::Slot4,
    Deed::Slot5,
    Deed::Slot6,
];

/// Deeds that use abilities, in their order.
pub const ABILITIES: [Deed; 4] = [
    Deed::Ability1,
    Deed::Ability2,
    Deed::Ability3,
    Deed::Ability4,
];

/// Buttons of the action bar and the deeds of their keys.
const ACTS: [(Act, Deed); 12] = [
    (Act::TakeCover, Deed::TakeCover),
    (Act::Prone, Deed::Prone),
    (Act::Stand, Deed::Stand),
    (Act::Disengage, Deed::Disengage),
    (Act::Reload, Deed::Reload),
    (Act::Watch, Deed::Watch),
    (Act::PinDown, Deed::PinDown),
    (Act::Door, Deed::Door),
    (Act::Interact, Deed::Interact),
    (Act::Leave, Deed::Leave),
    (Act::EndUnit, Deed::EndUnit),
    (Act::EndTurn, Deed::EndTurn),
];

fn act_of(deed: Deed) -> Option<Act> {
    let found = ACTS.iter().find(|(_, other)| *other == deed);
    found.map(|(act, _)| *act)
}

/// Returns the deed whose key gives the order of a button.
pub fn deed_of(act: Act) -> Deed {
    let found = ACTS.iter().find(|(other, _)| *other == act);
    found
        .map(|(_, deed)| *deed)
        .expect("every button has a key")
}

/// The hex that cover is wanted against: the target's, or the one pointed at.
pub fn towards(world: &World, view: SideView) -> Option<crate::battle::grid::TileId> {
    // Events may have taken the target out of sight in this very frame.
    let target = match world.resource::<Selection>().target {
        Some(Mark::Unit(target)) => view.is_visible(target).then(|| view.unit(target).tile),
        Some(Mark::Hex(tile)) => Some(tile),
        None => None,
    };
    target.or(world.resource::<Hover>().tile)
}

/// Fires at what is aimed at, unless the cursor went elsewhere; else does what a click there would.
fn act_on_cursor(world: &mut World) {
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
    let cursor = world.resource::<Hover>().tile;
    let aimed = match world.resource::<Selection>().target {
        Some(Mark::Unit(target)) if view.is_visible(target) => Some(view.unit(target).tile),
        Some(Mark::Hex(tile)) => Some(tile),
        Some(Mark::Unit(_)) | None => None,
    };
    let by_keys = world.resource::<Hover>().by_keys;
    match (aimed, cursor) {
        (Some(aimed), Some(cursor)) if by_keys && aimed != cursor => click_on(world, cursor),
        (Some(_), _) => fire(world),
        (None, Some(cursor)) => click_on(world, cursor),
        (None, None) => {}
    }
}

/// Ends the turn, after asking if units could still act.
pub fn end_turn(world: &mut World) {
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
    let idle = choice::idle(view).len();
    if idle > 0 && !world.resource::<Settings>().end_at_once {
        ask(world, Question::EndTurn { idle });
    } else {
        give(world, Order::EndTurn);
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

fn toggle(world: &mut World, of: impl Fn(&mut Insight) -> &mut bool) {
    let mut insight = world.resource_mut::<Insight>();
    let one = of(&mut insight);
    *one = !*one;
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
    match folders::saves() {
        Ok(folder) => {
            let file = folder.join(format!("{plain}-turn-{turn}.hexsave"));
            session.request = Some(Request::Save(file));
        }
        Err(error) => session.notice = Some((error, true)),
    }
}

/// Loads the newest save.
pub fn quick_load(world: &mut World) {
    let newest = crate::game::shell::session::saves().into_iter().next();
    let mut session = world.resource_mut::<Session>();
    match newest {
        Some(file) => session.request = Some(Request::Load(file)),
        None => session.notice = Some(("there is no save yet".into(), true)),
    }
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
    match pressed(&keys, &bindings, Realm::All) {
        Some(Deed::Fullscreen) => {
            let mut settings = world.resource_mut::<Settings>();
            settings.fullscreen = !settings.fullscreen;
        }
        Some(Deed::Help) if menu != Menu::HandOver => open_menu(world, Menu::Help),
        Some(Deed::Book) if menu != Menu::HandOver => open_menu(world, Menu::Book),
        Some(Deed::Back) => back(world, menu),
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
    if !with_rules!(rules(world), R => R::back(world)) {
        open_menu(world, Menu::Pause);
    }
}

/// Lowers the weapon, takes a way point back, or closes a panel; whether there was anything.
pub fn back_with_squad(world: &mut World) -> bool {
    let mut selection = world.resource_mut::<Selection>();
    if selection.target.is_some() || selection.tool != Tool::Weapon {
        (selection.tool, selection.target) = (Tool::Weapon, None);
        return true;
    }
    if forget_point(world) {
        return true;
    }
    let is_closed = world.resource_mut::<Insight>().close();
    if is_closed {
        world.resource_mut::<Hover>().set_changed();
    }
    is_closed
}
