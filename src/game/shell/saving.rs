//! Saving and loading in a window without a renderer: what is kept, what is replaced, who sees what.

use bevy::prelude::*;

use crate::battle::journal::Journal;
use crate::battle::phase::{Ending, Outcome, Phase, Reason, Verdict};
use crate::battle::rules::Rules;
use crate::battle::step::HumanSides;
use crate::battle::unit::Side;
use crate::game::kit::keys::{KeyAction, perform};
use crate::game::rules::playable::{Playable, rules};
use crate::game::shell::folders;
use crate::game::shell::menus::close_all;
use crate::game::shell::session::{Request, Session, load_newest, newest, quick_load, quick_save};
use crate::game::shell::wander::{ask, blind, go_on, open, screen};
use crate::game::shell::watching::Watching;
use crate::game::table::board_view::viewer;
use crate::game::table::input::{give_order, is_players};
use crate::game::table::playback::Playback;
use crate::game::{Menu, Screen, Start};
use crate::save::{BattleId, SaveLabel, label, saves_in};
use crate::with_rules;

/// Gives so many orders for the viewing side as a computer would, without ending its turn.
fn order(app: &mut App, count: usize) {
    for _ in 0..count {
        let world = app.world_mut();
        assert!(is_players(world), "the player orders");
        with_rules!(rules(world), R => {
            let side = viewer(world.resource::<HumanSides>());
            let order = R::decide(world, side);
            give_order::<R>(world, order);
        });
        calm(app);
    }
}

/// Goes on until the player can order.
fn calm(app: &mut App) {
    for _ in 0..400 {
        app.update();
        app.world_mut().resource_mut::<Playback>().clear();
        if is_players(app.world()) {
            return;
        }
    }
    panic!("the player cannot order");
}

fn orders(world: &World) -> usize {
    with_rules!(rules(world), R => world.resource::<Journal<R>>().entries.len())
}

fn battle(world: &World) -> BattleId {
    *world.resource::<BattleId>()
}

/// Lists the labels of the saves of a battle, the newest first. Other tests save beside.
fn saved(battle: BattleId) -> Vec<SaveLabel> {
    let folder = folders::saves().expect("tests have a folder");
    let labels = saves_in(&folder)
        .into_iter()
        .filter_map(|entry| entry.label.ok());
    labels
        .filter(|label| label.battle == Some(battle))
        .collect()
}

/// Begins a mission and gives some orders.
fn fought(name: &str, count: usize) -> (std::mem::ManuallyDrop<App>, BattleId) {
    let mut app = blind(Start::Title);
    go_on(&mut app, 3);
    open(&mut app, name);
    calm(&mut app);
    order(&mut app, count);
    let battle = battle(app.world());
    (app, battle)
}

#[test]
fn a_battle_is_saved_in_mid_turn_when_the_program_ends() {
    let (mut app, battle) = fought("first_contact", 2);
    let given = orders(app.world());
    app.world_mut().write_message(AppExit::Success);
    app.update();
    assert_eq!(saved(battle).first().map(|label| label.orders), Some(given));
}

#[test]
fn a_battle_is_saved_before_it_is_left_or_replaced() {
    let (mut app, first) = fought("first_contact", 2);
    let given = orders(app.world());
    ask(&mut app, Request::WatchThis);
    assert!(app.world().contains_resource::<Watching>());
    assert_eq!(saved(first).first().map(|label| label.orders), Some(given));
    // A save of the replay is played by those who play the mission, not by every side.
    quick_save(app.world_mut());
    go_on(&mut app, 2);
    let folder = folders::saves().expect("tests have a folder");
    let of_replay = saves_in(&folder).into_iter().find_map(|entry| {
        let label = entry.label.ok()?;
        (label.battle.is_none() && label.orders == 0).then_some(label)
    });
    assert_eq!(of_replay.expect("it was saved").people, [Side(0)]);
    // A replay is not a battle to go on with.
    app.world_mut().write_message(AppExit::Success);
    app.update();
    assert_eq!(saved(first).len(), 1);

    let (mut app, left) = fought("first_contact", 2);
    assert_ne!(left, first);
    ask(&mut app, Request::Leave);
    assert_eq!(screen(app.world()), Screen::Missions);
    assert_eq!(saved(left).len(), 1);
    open(&mut app, "first_contact");
    calm(&mut app);
    ask(&mut app, Request::Leave);
    assert_eq!(saved(left).len(), 1, "another battle is another matter");
}

#[test]
fn what_was_planned_is_saved_when_the_program_ends() {
    let mut app = blind(Start::Title);
    go_on(&mut app, 3);
    open(&mut app, "bare_knuckles");
    calm(&mut app);
    let mut keys = KeyAction::all();
    let key = keys.find(|action| action.text() == "let the computer plan for units without orders");
    perform(app.world_mut(), key.expect("there is such a key"));
    go_on(&mut app, 2);
    let battle = battle(app.world());
    let planned = with_rules!(rules(app.world()), R => R::draft(app.world()));
    assert!(planned.is_some());
    app.world_mut().write_message(AppExit::Success);
    app.update();
    let saves = saved(battle);
    assert_eq!(saves.first().and_then(|label| label.draft.clone()), planned);
}

#[test]
fn quick_saves_of_two_battles_are_two_and_loading_prefers_them_to_autosaves() {
    let (mut app, first) = fought("first_contact", 1);
    let quick = |app: &mut App| {
        quick_save(app.world_mut());
        go_on(app, 2);
        assert_eq!(*app.world().resource::<State<Menu>>().get(), Menu::None);
    };
    quick(&mut app);
    let given = orders(app.world());
    order(&mut app, 1);
    quick(&mut app);
    assert_eq!(saved(first).len(), 1, "the slot of the turn");
    open(&mut app, "first_contact");
    calm(&mut app);
    order(&mut app, 1);
    let second = battle(app.world());
    quick(&mut app);
    assert_eq!(saved(second).len(), 1);
    assert!(!saved(first).is_empty());
    // What is lost by loading is kept as an autosave, which is newer than the quick save.
    let given_then = orders(app.world());
    order(&mut app, 2);
    quick_load(app.world_mut());
    go_on(&mut app, 3);
    assert_eq!(battle(app.world()), second);
    assert_eq!(orders(app.world()), given_then);
    quick_load(app.world_mut());
    go_on(&mut app, 3);
    assert_eq!(orders(app.world()), given_then, "no autosave is loaded");
    assert!(given > 0);
}

#[test]
fn a_save_that_the_rules_refuse_says_where_one_can_save_and_what_is_saved_anyway() {
    let (mut app, battle) = fought("party_first_blood", 1);
    quick_save(app.world_mut());
    let session = app.world().resource::<Session>();
    assert!(session.request.is_none(), "nothing to overwrite");
    let (why, is_bad) = session.notice.clone().expect("it was refused");
    for told in ["combat map", "autosaved", "local or overland map"] {
        assert!(why.contains(told) && is_bad, "{why}");
    }
    ask(&mut app, Request::Leave);
    assert_eq!(saved(battle).len(), 1, "a mission that is left is saved");
}

#[test]
fn a_battle_of_two_players_is_loaded_behind_the_hand_over() {
    let mut app = blind(Start::Title);
    go_on(&mut app, 3);
    app.world_mut().resource_mut::<Session>().wants_hot_seat = true;
    open(&mut app, "first_contact");
    calm(&mut app);
    order(&mut app, 1);
    assert!(app.world().resource::<HumanSides>().0.len() > 1);
    ask(&mut app, Request::Leave);
    load_newest_of(&mut app);
    for frame in 0..5 {
        let world = app.world();
        let menu = *world.resource::<State<Menu>>().get();
        assert_eq!(menu, Menu::HandOver, "frame {frame}");
        assert_eq!(viewer(world.resource::<HumanSides>()), Side(0));
        app.update();
    }
    close_all(app.world_mut());
    go_on(&mut app, 2);
    assert!(is_players(app.world()));
}

#[test]
fn a_battle_that_is_over_is_not_gone_on_with_but_an_earlier_turn_of_it_is() {
    let (mut app, battle) = fought("first_contact", 2);
    quick_save(app.world_mut());
    go_on(&mut app, 2);
    assert!(goes_on(battle), "it is fought");
    let world = app.world_mut();
    world.resource_mut::<Verdict>().0 = Some(Ending {
        outcome: Outcome::Defeat,
        winner: Some(Side(1)),
        turn: 1,
        reason: Reason::default(),
    });
    world.resource_mut::<NextState<Phase>>().set(Phase::Over);
    go_on(&mut app, 3);
    assert_eq!(screen(app.world()), Screen::End);
    assert!(!goes_on(battle), "it is over");
    // Whoever takes it up at an earlier turn fights it anew.
    quick_load(app.world_mut());
    go_on(&mut app, 3);
    calm(&mut app);
    order(&mut app, 1);
    ask(&mut app, Request::Leave);
    assert!(goes_on(battle));
}

/// Returns whether one could go on with a battle, if there were no others.
fn goes_on(battle: BattleId) -> bool {
    let folder = folders::saves().expect("tests have a folder");
    let own = tempfile::tempdir().expect("there is room");
    let is_own = |label: &SaveLabel| label.battle == Some(battle);
    let saves = saves_in(&folder).into_iter();
    let saves: Vec<_> = saves
        .filter(|entry| entry.label.as_ref().is_ok_and(is_own))
        .collect();
    for (at, entry) in saves.iter().rev().enumerate() {
        let copy = own
            .path()
            .join(entry.file.file_name().expect("it is a file"));
        std::fs::copy(&entry.file, &copy).expect("it can be read");
        let opened = std::fs::File::options().write(true).open(copy);
        let since = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(at as u64);
        let touched = opened.and_then(|file| file.set_modified(since));
        touched.expect("it is ours");
    }
    newest(own.path()).is_some()
}

/// Loads the save that was written last by this window; shows a frame of the battle at once.
fn load_newest_of(app: &mut App) {
    let folder = folders::saves().expect("tests have a folder");
    let newest = saves_in(&folder).into_iter().find(|entry| {
        let label = entry.label.as_ref();
        label.is_ok_and(SaveLabel::is_hot_seat)
    });
    let file = newest.expect("it was left").file;
    assert!(label(&file).is_ok_and(|label| label.outcome.is_none()));
    app.world_mut().resource_mut::<Session>().request = Some(Request::Load(file));
    app.update();
    assert_eq!(screen(app.world()), Screen::Battle);
}

#[test]
fn going_on_takes_up_a_battle_that_was_left() {
    let (mut app, battle) = fought("first_contact", 2);
    let given = orders(app.world());
    ask(&mut app, Request::Leave);
    // Tests beside this one may save at the same time.
    for _ in 0..20 {
        load_newest(app.world_mut());
        go_on(&mut app, 3);
        let now = app.world().get_resource::<BattleId>().copied();
        if now == Some(battle) && orders(app.world()) == given {
            return;
        }
        let file = folders::saves().expect("tests have a folder");
        let own = saves_in(&file)
            .into_iter()
            .find(|entry| (entry.label.as_ref()).is_ok_and(|label| label.battle == Some(battle)));
        let own = own.expect("it was kept").file;
        let opened = std::fs::File::options().write(true).open(own);
        let touched = opened.and_then(|file| file.set_modified(std::time::SystemTime::now()));
        touched.expect("it is ours");
    }
    panic!("another battle was taken up");
}
