//! Looking back, reports, saves, stacks, and who joins whom.

use bevy::prelude::*;

use super::{at_the_pass, begun, begun_in, confirm, march, step_of, texts};
use crate::battle::order::{Pending, submit};
use crate::battle::rules::Rules;
use crate::battle::step::OrderGiven;
use crate::battle::unit::{Side, UnitId};
use crate::game::kit::CombatLog;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::overlay::Shape;
use crate::game::kit::piece::Pieces;
use crate::game::kit::testing::{OWN, give, is_over};
use crate::game::rules::operations::desk::{self, Desk, Row, known};
use crate::game::rules::operations::{
    assign, board, captures, fans, forecast, guns, history, hud, input, looks, moving, saved, sheet,
};
use crate::game::shell::session::Session;
use crate::game::shell::settings::Settings;
use crate::game::table::board_view::BoardView;
use crate::game::table::input::Hover;
use crate::rules::operations::Operations;
use crate::rules::operations::order::{Choice, Order};
use crate::rules::operations::progress::Step;
use crate::rules::operations::unit::Stance;

/// Gives an order, and keeps what the player's side is told of it in the log.
fn give_and_log(world: &mut World, side: Side, order: Order) {
    let told = give::<Operations>(world, side, order);
    let mut log = world.resource_mut::<CombatLog>();
    for (line, place) in told.lines {
        log.push(OWN, line, place, 1);
    }
}

/// Takes the orders that the player gave.
fn given(world: &mut World) -> Vec<Order> {
    let mut given = world.resource_mut::<Messages<OrderGiven<Operations>>>();
    given.drain().map(|given| given.order).collect()
}

/// Goes on by the computer's orders for both sides until a step, with what is told in the log.
fn play_on_to(world: &mut World, is_there: impl Fn(&World) -> bool) {
    for _ in 0..400 {
        desk::follow(world);
        if is_there(world) || is_over(world) {
            return;
        }
        let side = [OWN, Side(1)]
            .into_iter()
            .find(|&side| Operations::owes(world, side));
        let side = side.expect("somebody owes something");
        let order = Operations::decide(world, side);
        give_and_log(world, side, order);
    }
    panic!("it never came to that");
}

#[test]
fn steps_that_are_over_are_looked_back_at_and_nothing_is_changed_there() {
    let mut world = at_the_pass();
    input::perform(&mut world, KeyAction::REPORT);
    assert_eq!(Desk::of(&world).look, None, "nothing was logged yet");
    let mut world = begun(1);
    play_on_to(&mut world, |world| step_of(world) == Step::Planning);
    assert_eq!(step_of(&world), Step::Planning);
    let rail = texts(&Pieces(vec![hud::rail(
        &world,
        &known(&world),
        &Desk::of(&world),
    )]));
    assert_eq!(rail[1..4], ["1", "2", "3"]);
    input::perform(&mut world, KeyAction::LOOK_BACK);
    let shown = sheet::sheet(&world).expect("something is looked at");
    assert_eq!(shown.title, "Looking back at C3");
    let told = texts(&shown.body);
    assert!(
        told.iter().any(|line| line.contains("fire from")),
        "{told:?}"
    );
    input::perform(&mut world, KeyAction::LOOK_BACK);
    let shown = sheet::sheet(&world).expect("something is looked at");
    assert_eq!(shown.title, "Looking back at C2");
    input::perform(&mut world, KeyAction::LOOK_ON);
    input::perform(&mut world, KeyAction::LOOK_ON);
    let shown = sheet::sheet(&world).expect("it is the player's");
    assert_eq!(shown.title, "C4 Barrage Plans", "on to the present step");
    // Confirming returns to the present step first.
    input::perform(&mut world, KeyAction::LOOK_BACK);
    input::perform(&mut world, KeyAction::END_TURN);
    assert_eq!(Desk::of(&world).look, None);
    assert!(
        world
            .resource::<Messages<OrderGiven<Operations>>>()
            .is_empty()
    );
}

#[test]
fn movement_ends_by_no_accident() {
    let mut world = begun(1);
    assert_eq!(step_of(&world), Step::Movement);
    input::perform(&mut world, KeyAction::NEXT_UNIT);
    let notice = |world: &mut World| {
        let notice = world.resource_mut::<Session>().notice.take();
        notice.map_or(String::new(), |(text, _)| text)
    };
    // The pointer lies somewhere on the board; the cursor of the keys was not moved.
    input::perform(&mut world, KeyAction::ACT);
    assert_eq!(given(&mut world), []);
    let told = notice(&mut world);
    assert!(told.contains("[N] ends the movement"), "{told}");
    input::perform(&mut world, KeyAction::END_TURN);
    assert_eq!(given(&mut world), [], "it is asked first");
    let told = notice(&mut world);
    assert!(told.starts_with("No unit has moved"), "{told}");
    input::perform(&mut world, KeyAction::END_TURN);
    assert_eq!(given(&mut world), [Order::Done]);
}

#[test]
fn the_report_of_a_combat_has_every_step_and_is_saved_as_text() {
    let mut world = begun(1);
    play_on_to(&mut world, |world| {
        let is_over = history::segment(world).is_some_and(|segment| segment.is_over());
        // A segment in which guns fire.
        is_over && history::text(world).is_some_and(|text| text.contains("C3 "))
    });
    let text = history::text(&world).expect("there was combat");
    for part in ["Ghazal Pass", "C1 ", "C3 ", "C12 ", "Victory points now"] {
        assert!(text.contains(part), "{part} is missing: {text}");
    }
    history::save(&mut world);
    let (told, is_bad) = world
        .resource::<Session>()
        .notice
        .clone()
        .expect("it is told");
    assert!(!is_bad, "{told}");
    let file = told.strip_prefix("Saved: ").expect("the place is told");
    assert_eq!(std::fs::read_to_string(file).expect("it is there"), text);
    input::perform(&mut world, KeyAction::REPORT);
    let shown = sheet::sheet(&world).expect("it is shown");
    assert_eq!(shown.title, "Report of the combat");
}

#[test]
fn what_is_not_confirmed_survives_a_save_and_what_does_not_fit_is_refused() {
    let mut world = at_the_pass();
    assert_eq!(saved::text(&world), None, "nothing is decided yet");
    let shown = sheet::sheet(&world).expect("it is the player's");
    let [(Row::Unit(gun), _), ..] = shown.rows[..] else {
        panic!("guns are placed");
    };
    guns::turn(&mut world, &[gun]);
    let text = saved::text(&world).expect("a gun stands Back");
    let mut other = at_the_pass();
    saved::take_up(&mut other, &text).expect("it is the same step");
    desk::follow(&mut other);
    assert_eq!(Desk::of(&other).draft, Desk::of(&world).draft);
    assert!(Desk::take_back(&mut other), "it can be taken back");
    assert_eq!(Desk::of(&other).draft.stances[&gun], Stance::Forward);
    confirm(&mut other);
    assert!(
        saved::take_up(&mut other, &text).is_err(),
        "that step is over"
    );
    for broken in ["", "7", "(7, ())", &text.replace("({8:", "({999:")] {
        let mut other = at_the_pass();
        let taken = saved::take_up(&mut other, broken);
        assert!(taken.is_err() || broken == text, "{broken}");
    }
}

#[test]
fn stacks_fan_out_where_they_are_pointed_at_and_in_an_order_that_stays() {
    let mut world = begun(1);
    let grid = known(&world).grid;
    let camp = grid.from_offset(12, 8).expect("it is on the board");
    let order = |world: &World| {
        let stacks = looks::stacks(&known(world)).into_iter();
        let mut there = stacks.filter(|(tile, _)| *tile == camp);
        there.next().expect("a stack is there").1
    };
    let before = order(&world);
    assert_eq!(before.len(), 3);
    let drawn = |world: &World| {
        let strokes = board::strokes(world).into_iter();
        strokes
            .filter(|one| matches!(one.shape, Shape::Ghost { .. }))
            .count()
    };
    assert_eq!(drawn(&world), 0);
    world.resource_mut::<Hover>().tile = Some(camp);
    assert_eq!(drawn(&world), 3);
    moving::choose_stack(&mut world, camp);
    sheet::mark(&mut world, Row::Unit(before[0]));
    assert_eq!(order(&world), before, "whatever is chosen");
    input::perform(&mut world, KeyAction::STACKS);
    assert!(drawn(&world) > 10, "all stacks at once");
}

#[test]
fn a_click_on_a_counter_of_a_fan_chooses_its_unit() {
    let mut world = begun(1);
    let grid = known(&world).grid;
    let camp = grid.from_offset(12, 8).expect("it is on the board");
    let point = |world: &mut World, right: f32| {
        let board = world.resource::<BoardView>();
        let place = board.center(camp) + Vec2::X * right;
        let tile = board.tile_at(place);
        *world.resource_mut::<Hover>() = Hover {
            tile,
            place: Some(place),
            ..Hover::default()
        };
        fans::follow(world);
        fans::unit_at(world)
    };
    let click = |world: &mut World, id: UnitId| {
        input::click_in_fan(world, camp, id);
        desk::follow(world);
        Desk::of(world).band
    };
    let (_, middle) = point(&mut world, 0.0).expect("it lies on its hex");
    let all = click(&mut world, middle);
    assert!(all.len() > 1, "the whole stack first: {all:?}");
    // The outer counters lie over other hexes; the fan stays open under the pointer.
    let (tile, first) = point(&mut world, -84.0).expect("it lies beside its hex");
    assert_eq!(tile, camp);
    assert_ne!(first, middle);
    assert_eq!(click(&mut world, first), [first]);
    assert_eq!(click(&mut world, first), all, "all of them again");
    assert_eq!(point(&mut world, 400.0).map(|(tile, _)| tile == camp), None);
}

/// Whether the player's side has to decide in a step of the other side's half.
fn defends_in(world: &World, step: Step) -> bool {
    let field = known(world);
    field.progress.step == step && field.progress.phasing != OWN && Operations::owes(world, OWN)
}

#[test]
fn whoever_may_retreat_reads_the_odds_of_staying() {
    let mut read = 0;
    for seed in 1..9 {
        let mut world = begun(seed);
        for _ in 0..6 {
            play_on_to(&mut world, |world| defends_in(world, Step::Retreat));
            if is_over(&world) {
                break;
            }
            let contacts: Vec<_> = known(&world).progress.contacts.keys().copied().collect();
            for tile in contacts {
                moving::choose_stack(&mut world, tile);
                desk::follow(&mut world);
                let told =
                    texts(&sheet::sheet(&world).expect("it is the player's").body).join("\n");
                // Who cannot move stays in any case.
                read += usize::from(
                    told.contains("If all of them stay") && told.contains("on average"),
                );
            }
            let order = Operations::decide(&mut world, OWN);
            give_and_log(&mut world, OWN, order);
        }
    }
    assert!(read > 0, "an assault threatens somewhere");
}

#[test]
fn the_defender_sees_what_a_dual_hex_assault_would_do() {
    let mut seen = 0;
    for seed in 1..7 {
        let mut world = begun_in("operations_bir_amel", seed);
        while !is_over(&world) {
            desk::follow(&mut world);
            if defends_in(&world, Step::Assign) {
                seen += usize::from(reads_of_dual_assaults(&mut world));
            }
            let owes = |side: &Side| Operations::owes(&world, *side);
            let side = [OWN, Side(1)].into_iter().find(owes);
            let side = side.expect("somebody owes something");
            let order = Operations::decide(&mut world, side);
            submit::<Operations>(&mut world, side, order).expect("it was decided");
        }
    }
    assert!(seen > 0, "some hexes lie beside one another");
}

/// Whether one of the player's hexes can be assaulted together with another, and the sheet says so.
fn reads_of_dual_assaults(world: &mut World) -> bool {
    let field = known(world);
    let mut contacts = field.progress.contacts.keys().copied();
    let threatened = contacts.find(|&tile| !forecast::duals(&field, OWN, tile).is_empty());
    drop(contacts);
    let Some(tile) = threatened else {
        return false;
    };
    drop(field);
    sheet::choose(world, Row::Hex(tile));
    let sheet = sheet::sheet(world).expect("it is the player's");
    let told = texts(&sheet.body).join("\n");
    assert!(told.contains("together"), "{told}");
    true
}

#[test]
fn reports_of_earlier_combats_can_be_looked_up() {
    let mut world = begun(1);
    let count = |world: &World| {
        let lines = world.resource::<CombatLog>().told(OWN);
        lines
            .filter(|(line, _)| line.starts_with("Combat: "))
            .count()
    };
    play_on_to(&mut world, |world| {
        count(world) > 2 && step_of(world) == Step::Movement && Operations::owes(world, OWN)
    });
    let last = history::text(&world).expect("there was combat");
    history::toggle_report(&mut world);
    let press = |world: &mut World, name: &str| {
        let sheet = sheet::sheet(world).expect("a report is open");
        let at = sheet.acts.iter().position(|act| act.name == name);
        sheet::press(world, at.unwrap_or_else(|| panic!("{name}")));
        history::text(world).expect("there was combat")
    };
    let earlier = press(&mut world, "Earlier combat");
    assert_ne!(earlier, last);
    assert_eq!(press(&mut world, "Later combat"), last);
    press(&mut world, "Earlier combat");
    press(&mut world, "Return");
    assert_eq!(history::text(&world), Some(last), "the present again");
}

#[test]
fn another_stack_is_chosen_by_a_click_and_whoever_was_chosen_may_join_it() {
    let mut world = begun(1);
    let grid = known(&world).grid;
    let [one, other] = [(8, 7), (8, 8)]
        .map(|(column, row)| grid.from_offset(column, row).expect("it is on the board"));
    input::click_on(&mut world, one);
    desk::follow(&mut world);
    let band = Desk::of(&world).band;
    input::click_on(&mut world, other);
    desk::follow(&mut world);
    assert!(
        world
            .resource::<Messages<OrderGiven<Operations>>>()
            .is_empty(),
        "nobody moves"
    );
    let desk = Desk::of(&world);
    assert_ne!(desk.band, band);
    assert_eq!(desk.guests.map(|(units, _)| units), Some(band));
    let shown = sheet::sheet(&world).expect("it is the player's");
    assert_eq!(shown.acts[0].name, "1 Inf and 1 more join them");
    sheet::press(&mut world, 0);
    let given = world.resource::<Messages<OrderGiven<Operations>>>().len();
    assert_eq!(given, usize::from(shown.acts[0].refusal.is_none()));
}

#[test]
fn whoever_cannot_join_a_stack_is_told_why() {
    let mut world = begun(1);
    let grid = known(&world).grid;
    let [infantry, others, tanks] = [(8, 7), (6, 7), (12, 8)]
        .map(|(column, row)| grid.from_offset(column, row).expect("it is on the board"));
    let choose = |world: &mut World, tile| {
        input::click_on(world, tile);
        desk::follow(world);
    };
    choose(&mut world, others);
    let desk = Desk::of(&world);
    let path = desk.ways[&infantry].path.clone();
    give_and_log(&mut world, OWN, Order::Move(desk.band, path));
    choose(&mut world, tanks);
    let why = Desk::of(&world).ways[&infantry].refusal.clone();
    let why = why.expect("7 points are too many").to_string();
    choose(&mut world, infantry);
    let shown = sheet::sheet(&world).expect("it is the player's");
    let join = &shown.acts[0];
    assert!(join.name.contains("join"), "{}", join.name);
    assert_eq!(join.refusal.as_ref(), Some(&why));
}

#[test]
fn guards_are_taken_from_any_infantry_and_one_point_stays() {
    let mut world = begun(1);
    let tile = known(&world).get(UnitId(0)).tile();
    let shown = |world: &World| {
        let mut shown = sheet::Sheet::default();
        let (field, desk) = (known(world), Desk::of(world));
        captures::captures(&mut shown, &field, &desk, (OWN, tile), [3, 1]);
        shown
    };
    let rows = shown(&world).rows;
    assert_eq!(rows[0].0, Row::Points(UnitId(0), 0));
    let press = |world: &mut World, name: &str| {
        let act = shown(world).acts.into_iter().find(|act| act.name == name);
        let act = act.expect("there is such a button");
        let refusal = act.refusal.clone();
        if refusal.is_none() {
            act.ask.perform(world);
        }
        refusal
    };
    for _ in 0..6 {
        assert_eq!(press(&mut world, "Guard +"), None);
    }
    let why = press(&mut world, "Guard +").expect("the last of 7 points stays");
    assert_eq!(why, "one point must stay in the unit");
    assert_eq!(press(&mut world, "Takes them"), None);
    let escort = Desk::of(&world).draft.escort;
    assert_eq!(escort.guards[&UnitId(0)], [6]);
    assert_eq!(escort.unit, Some(UnitId(0)));
    assert_eq!(press(&mut world, "Guard −"), None);
    assert_eq!(Desk::of(&world).draft.escort.guards[&UnitId(0)], [5]);
    // Prisoners go to more than one hex, and replacements to more than one unit.
    Desk::edit(&mut world, |draft| draft.escort.tile = Some(tile));
    for _ in 0..3 {
        assert_eq!(press(&mut world, "Leave one"), None);
    }
    let why = press(&mut world, "Leave one");
    assert_eq!(why.as_deref(), Some("none left"));
    assert_eq!(Desk::of(&world).draft.escort.apart[&tile], 3);
    assert_eq!(press(&mut world, "Takes one"), None);
    let why = press(&mut world, "Takes one");
    assert_eq!(why.as_deref(), Some("none left"));
    assert_eq!(press(&mut world, "All together"), None);
    let escort = Desk::of(&world).draft.escort;
    assert!(escort.apart.is_empty() && escort.joins.is_empty());
}

#[test]
fn hexes_without_a_gun_are_listed_as_silent_and_any_contact_may_be_ticked_as_held_off() {
    let mut world = begun(1);
    march(&mut world, (8, 7), (8, 6));
    march(&mut world, (8, 8), (8, 6));
    march(&mut world, (6, 7), (6, 6));
    confirm(&mut world);
    confirm(&mut world);
    assert_eq!(step_of(&world), Step::Firing);
    let told = texts(&sheet::sheet(&world).expect("it is the player's").body);
    let last = told.iter().position(|text| text == "no gun can fire from");
    assert_eq!(told[last.expect("a hex has no gun") + 1], "6,6");
    confirm(&mut world);
    desk::fill_in(&mut world);
    confirm(&mut world);
    confirm(&mut world);
    assert_eq!(step_of(&world), Step::Results);
    let fort = known(&world).grid.from_offset(6, 5);
    let fort = fort.expect("it is on the board");
    let shown = sheet::sheet(&world).expect("it is the player's");
    assert!(shown.rows.iter().any(|(row, _)| *row == Row::Hex(fort)));
    sheet::mark(&mut world, Row::Hex(fort));
    assert!(Desk::of(&world).draft.held.contains(&fort));
    confirm(&mut world);
    assert!(known(&world).progress.held.contains(&fort));
}

#[test]
fn roles_that_leave_a_duty_or_a_hex_out_are_confirmed_twice() {
    let mut world = begun(1);
    play_on_to(&mut world, |world| {
        step_of(world) == Step::Assign && Operations::owes(world, OWN)
    });
    assert_eq!(step_of(&world), Step::Assign);
    Desk::edit(&mut world, |draft| draft.roles.clear());
    let costs = {
        let (field, desk) = (known(&world), Desk::of(&world));
        assign::cost_of_roles(&field, &desk, OWN).is_some()
    };
    let given = |world: &World| world.resource::<Messages<OrderGiven<Operations>>>().len();
    input::confirm(&mut world);
    assert_eq!(given(&world), usize::from(!costs), "warned first");
    if costs {
        input::confirm(&mut world);
        assert_eq!(given(&world), 1, "and given all the same");
    }
}

/// Hexes of the plan unfold: targets by hex, and guns by hex.
#[test]
fn hexes_of_a_barrage_plan_unfold() {
    let mut world = begun(1);
    play_on_to(&mut world, |world| {
        step_of(world) == Step::Planning && Operations::owes(world, OWN)
    });
    let body = |world: &World| texts(&sheet::sheet(world).expect("it is asked").body);
    let all = body(&world);
    let heads = |signs: &str| {
        let heads = all.iter().filter(|text| text.starts_with(signs));
        heads.cloned().collect::<Vec<_>>()
    };
    let open = heads("▾ ");
    assert!(
        open.len() > 1,
        "the hex of the target and that of a gun: {all:?}"
    );
    let rows = sheet::sheet(&world).expect("it is asked").rows;
    let (_, tile) = rows[0];
    Desk::turn_to(&mut world, |desk| {
        desk.folds.insert(tile, false);
    });
    let folded = body(&world);
    assert!(folded.len() < all.len(), "{folded:?}");
    let sheet = sheet::sheet(&world).expect("it is asked");
    assert_eq!(sheet.rows, rows, "keys still reach what is folded");
    Desk::turn_to(&mut world, |desk| {
        desk.folds.insert(tile, true);
    });
    assert_eq!(body(&world), all);
}

/// A Barrage is carried out once it was confirmed, with its odds in sight.
#[test]
fn barrages_are_confirmed_with_their_odds() {
    let mut world = begun(1);
    play_on_to(&mut world, |world| {
        step_of(world) == Step::Barrage && known(world).unresolved(OWN).next().is_some()
    });
    assert_eq!(step_of(&world), Step::Barrage);
    desk::follow(&mut world);
    given(&mut world);
    let acts = |world: &World| {
        let sheet = sheet::sheet(world).expect("it is asked");
        let names = sheet.acts.iter().map(|act| act.name.clone());
        (names.collect::<Vec<_>>(), sheet.hint)
    };
    assert_eq!(acts(&world).0[0], "Resolve this");
    sheet::press(&mut world, 0);
    assert_eq!(given(&mut world), [], "it is asked first");
    let (names, hint) = acts(&world);
    assert_eq!(names[..2], ["Fire", "Cancel"]);
    assert!(hint.starts_with("Fire at ") && hint.contains('%'), "{hint}");
    sheet::press(&mut world, 1);
    assert_eq!(acts(&world).0[0], "Resolve this");
    sheet::press(&mut world, 0);
    sheet::press(&mut world, 0);
    assert!(matches!(given(&mut world)[..], [Order::Fire(..)]));
    // All at once are confirmed, too; the settings can turn that off.
    input::perform(&mut world, KeyAction::END_TURN);
    assert_eq!(given(&mut world), []);
    let notice = world.resource::<Session>().notice.clone();
    assert!(notice.is_some_and(|(text, _)| text.contains('%')));
    input::perform(&mut world, KeyAction::END_TURN);
    assert_eq!(given(&mut world), [Order::FireAll]);
    world.resource_mut::<Settings>().confirm = false;
    sheet::press(&mut world, 0);
    assert!(matches!(given(&mut world)[..], [Order::Fire(..)]));
}

/// What anti-armor fire destroyed opens by itself, and stays until it is closed.
#[test]
fn results_of_anti_armor_fire_have_a_sheet_of_their_own() {
    let mut world = at_the_pass();
    let told = |world: &mut World, text: &str| {
        world
            .resource_mut::<CombatLog>()
            .push(OWN, text.into(), None, 1);
        desk::follow(world);
    };
    told(&mut world, "Combat: 2 hexes in contact");
    assert_eq!(Desk::of(&world).look, None);
    told(&mut world, "Armor destroyed: Lancers lose 2");
    let shown = sheet::sheet(&world).expect("it opens");
    assert_eq!(shown.title, "C10 Anti-armor results");
    assert!(texts(&shown.body)[0].contains("Lancers lose 2"));
    desk::follow(&mut world);
    assert!(Desk::of(&world).is_news, "it stays");
    sheet::press(&mut world, 0);
    desk::follow(&mut world);
    assert_eq!(Desk::of(&world).look, None, "it was read");
}

/// The stage before is over while its successor's initiative is decided, whatever the state still says.
#[test]
fn the_header_names_the_stage_whose_initiative_is_decided() {
    let mut world = begun(1);
    let is_asked = |world: &World| {
        let waiting = world.resource::<Pending<Operations>>().0.as_ref();
        waiting.is_some_and(|waiting| matches!(waiting.choice, Choice::First))
    };
    // The mission says who is first in stage 1.
    play_on_to(&mut world, is_asked);
    assert!(is_asked(&world), "the battle has more than one stage");
    let told = hud::panels(&world).top.into_iter().map(|words| words.text);
    let told: Vec<_> = told.collect();
    assert!(told[0].starts_with("Stage 2 /"), "{told:?}");
    assert!(told.contains(&"initiative".to_owned()), "{told:?}");
    assert!(!told.iter().any(|text| text.contains("cycle")), "{told:?}");
}
