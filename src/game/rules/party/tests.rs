//! The window of the party, held against the rules: what hovering tells is what the fight rolls, and nothing
//! hidden shows.

use bevy::prelude::*;
use bevy_egui::egui;

use super::ahead::{Ahead, tell};
use super::board;
use super::hud;
use super::input::{self, Hand, click_on, is_aimed};
use super::lead;
use super::looks::number;
use super::trip;
use crate::battle::board::Board;
use crate::battle::dice::{Dice, Label, Roll};
use crate::battle::grid::TileId;
use crate::battle::knowledge::{self, Knowledge};
use crate::battle::map::Maps;
use crate::battle::order::submit;
use crate::battle::rules::Rules;
use crate::battle::snapshot::seat_units;
use crate::battle::state::UnitParts;
use crate::battle::step::{HumanSides, OrderGiven};
use crate::battle::unit::{Presence, Roster, Side, Title, UnitId, part};
use crate::game::kit::guide::{self, Guided};
use crate::game::kit::keys::KeyAction;
use crate::game::kit::overlays::Overlays;
use crate::game::kit::piece::Piece;
use crate::game::kit::select::choose_numbered;
use crate::game::kit::standard::Chosen;
use crate::game::kit::testing::{OWN, assert_legible, cases, draw, give, is_over, shipped, window};
use crate::game::rules::playable::{Account, Playable, checked, place_of, units_at};
use crate::game::shell::session::Session;
use crate::game::shell::settings::Settings;
use crate::game::table::art::Relation;
use crate::game::table::board_view::BoardView;
use crate::game::table::input::Hover;
use crate::game::table::playback::{Scene, follow_map};
use crate::mission::guide::{GuideAction, Until};
use crate::playing::{Game, Setting};
use crate::rules::party::character::{Purse, UnitState};
use crate::rules::party::event::Event;
use crate::rules::party::order::Order;
use crate::rules::party::progress::{Progress, party, searchers, seen_foes};
use crate::rules::party::scenario::Map;
use crate::rules::party::{Party, delve, setup};

const MISSIONS: [&str; 3] = [
    "party_first_blood",
    "party_narrow_bridge",
    "party_quiet_steps",
];

/// Begins a battle with all that its window keeps beside it.
fn begun(case: u64) -> World {
    begun_as(MISSIONS[case as usize % MISSIONS.len()], case)
}

pub(super) fn begun_as(name: &str, case: u64) -> World {
    let mission = shipped(name).build(case).expect("it is sound");
    let mut world = window::<Party>(&mission, case);
    world.init_resource::<Hand>();
    world.init_resource::<Chosen>();
    world
}

/// Returns the order that a computer would give for whoever owes one.
fn decided(world: &mut World) -> Option<(Side, Order)> {
    let side = [Side(0), Side(1)];
    let side = side.into_iter().find(|&side| Party::owes(world, side))?;
    Some((side, Party::decide(world, side)))
}

/// Plays on; returns what the party is told.
pub(super) fn play(world: &mut World) -> Option<Account> {
    let (side, order) = decided(world).filter(|_| !is_over(world))?;
    Some(give::<Party>(world, side, order))
}

/// Points at a hex with a character, and works out what a click would do.
fn point(world: &mut World, unit: UnitId, tile: TileId) -> Ahead {
    world.insert_resource(Chosen(Some(unit)));
    world.resource_mut::<Hover>().tile = Some(tile);
    tell(world);
    Ahead::of(world).cloned().expect("it was worked out now")
}

#[test]
fn hovering_tells_the_odds_that_the_fight_rolls_and_what_it_costs() {
    let (mut blows, mut approaches, mut refused) = (0, 0, 0);
    for case in 0..18 {
        let mut world = begun(case);
        for step in 0..200 {
            if is_over(&world) {
                break;
            }
            if Party::owes(&world, OWN) {
                let known = world.resource::<Knowledge>().of(OWN);
                let roster = world.resource::<Roster>();
                let seen = roster.ids().filter(|&id| known.sees_unit(id));
                let tiles: Vec<_> = seen.map(|id| place_of(&world, id)).collect();
                let units: Vec<_> = party(&world).collect();
                let unit = units[step % units.len()];
                'tiles: for tile in tiles {
                    let ahead = point(&mut world, unit, tile);
                    let (Some(Ok(orders)), Some(forecast)) = (&ahead.orders, &ahead.forecast)
                    else {
                        refused += u32::from(matches!(ahead.orders, Some(Err(_))));
                        continue;
                    };
                    let target = ahead.target.expect("a forecast is of an attack");
                    assert!(units_at(&world, tile).contains(&target));
                    approaches += u32::from(orders.len() > 1);
                    let mut fought = None;
                    for order in orders.clone() {
                        let events = submit::<Party>(&mut world, OWN, order);
                        let events = events.unwrap_or_else(|refusal| {
                            panic!("hovering promised {orders:?} in case {case}: {refusal}")
                        });
                        // Somebody unseen stood in the way.
                        if events
                            .iter()
                            .any(|event| matches!(event, Event::Stopped { .. }))
                        {
                            continue 'tiles;
                        }
                        fought = events.into_iter().find_map(|event| match event {
                            Event::Attacked(attack) if attack.attacker == unit => Some(attack),
                            _ => None,
                        });
                    }
                    let attack = fought.expect("the last order attacks");
                    assert_eq!(attack.odds, forecast.odds);
                    let damage = attack.hit.map_or(0, |hit| hit.damage);
                    assert!(forecast.damage.iter().any(|(dealt, _)| *dealt == damage));
                    if Party::owes(&world, OWN) && !is_over(&world) {
                        let left = part::<Purse>(&world, unit).ap;
                        let full = setup::content(&world).figures.base_ap;
                        assert!(u16::from(left) == ahead.ap.1 || left >= full);
                    }
                    blows += 1;
                    break;
                }
            }
            play(&mut world);
        }
    }
    assert!(blows > 30, "{blows} blows");
    assert!(approaches > 5 && refused > 5, "{approaches} {refused}");
}

#[test]
fn nothing_on_the_panels_is_too_small_or_cut_off_that_tells_who_can_do_what() {
    for name in MISSIONS {
        let mut world = begun_as(name, 1);
        let unit = party(&world).next().expect("somebody lives");
        world.insert_resource(Chosen(Some(unit)));
        assert_legible::<Party>(&mut world, &["Turn 1", "End turn"]);
    }
}

#[test]
fn every_line_is_read_once_it_was_seen_and_panels_say_what_can_be_done() {
    let context = egui::Context::default();
    for case in 0..3 {
        let mut world = begun(case);
        for turn in 0..80 {
            if Party::owes(&world, OWN) && turn % 8 == 0 && !is_over(&world) {
                let unit = party(&world).next().expect("somebody lives");
                world.insert_resource(Chosen(Some(unit)));
                world.resource_mut::<Hand>().shows_pack = turn % 16 == 0;
                let (texts, _) = draw::<Party>(&mut world, &context);
                let has = |text: &str| texts.iter().any(|one| one.contains(text));
                let objective = Party::objective(&world);
                assert!(has("End turn") && has("HP"), "{texts:?}");
                assert!(has(&objective[..12]), "{objective}: {texts:?}");
                assert_eq!(has("In hand"), turn % 16 == 0, "{texts:?}");
                let (_, lines) = Party::everything(&world).expect("somebody is chosen");
                assert!(lines.iter().any(|line| line.refusal.is_none()));
            }
            let Some(told) = play(&mut world) else { break };
            let read = told.scenes.iter().filter(|one| matches!(one, Scene::Read));
            assert_eq!(read.count(), told.lines.len(), "{:?}", told.lines);
        }
    }
}

#[test]
fn the_inventory_tells_paid_moves_from_free_ones() {
    let mut world = begun(0);
    let unit = party(&world).next().expect("it begins");
    world.insert_resource(Chosen(Some(unit)));
    world.resource_mut::<Hand>().shows_pack = true;
    let told = |world: &World| format!("{:?}", Party::panels(world).floating);
    let before = told(&world);
    assert!(
        before.contains("3 AP to open") && !before.contains("\"free\""),
        "{before}"
    );
    submit::<Party>(&mut world, OWN, Order::Open(unit)).expect("it can be paid");
    let after = told(&world);
    assert!(
        after.contains("\"free\"") && !after.contains("3 AP to open"),
        "{after}"
    );
}

/// Changes what the party cannot know of others: health, AP, memory, and where they are out of its sight.
fn stir(world: &mut World, draws: &mut Dice) -> u32 {
    let ids: Vec<_> = world.resource::<Roster>().ids().collect();
    let mut stirred = 0;
    for id in ids {
        let known = world.resource::<Knowledge>().of(OWN);
        let is_hidden = world.resource::<Roster>().side(id) != OWN && !known.sees_unit(id);
        let mut state = UnitState::read(world, id);
        if !is_hidden || state.presence != Presence::OnBoard {
            continue;
        }
        let mut pick = |count: u32| draws.die(Label::Ai, count) - 1;
        state.health.now = 1 + pick(u32::from(state.health.max)) as u16;
        state.purse.ap = pick(11) as u8;
        state.gear.weapon = None;
        let board = world.resource::<Board>();
        let is_free = |tile: &TileId| {
            let is_ground = board.layers.entry_percent(*tile).is_some();
            is_ground && !known.sees(*tile) && board.occupants(*tile).next().is_none()
        };
        let free: Vec<_> = board.grid.tiles().filter(is_free).collect();
        if !free.is_empty() {
            state.tile = free[pick(free.len() as u32) as usize];
        }
        state.memory.known = Some(state.tile);
        state.insert(world, id);
        seat_units(world);
        knowledge::renew_view(world, id);
        stirred += 1;
    }
    stirred
}

#[test]
fn what_the_party_cannot_know_changes_nothing_on_the_screen() {
    let contexts = [egui::Context::default(), egui::Context::default()];
    let mut stirred = 0;
    for case in 0..cases() {
        // The map on which there is most to hide.
        let mut worlds = [begun(case * 3 + 2), begun(case * 3 + 2)];
        for _ in 0..case % 30 {
            let Some((side, order)) = decided(&mut worlds[0]).filter(|_| !is_over(&worlds[0]))
            else {
                break;
            };
            for world in &mut worlds {
                submit::<Party>(world, side, order.clone()).expect("it was decided");
            }
        }
        if is_over(&worlds[0]) || !Party::owes(&worlds[0], OWN) {
            continue;
        }
        let mut draws = Dice::seeded(case, 31);
        stirred += stir(&mut worlds[1], &mut draws);
        let tiles = worlds[0].resource::<Board>().grid.len() as u32;
        let units: Vec<_> = party(&worlds[0]).collect();
        for look in 0..4 {
            let tile = TileId(draws.die(Label::Ai, tiles) - 1);
            let unit = units[look % units.len()];
            let shown = [0, 1].map(|at| {
                let world = &mut worlds[at];
                let mut overlays = Overlays::default();
                if look % 2 == 0 {
                    overlays.toggle(KeyAction::RINGS_OF_SIGHT);
                }
                world.insert_resource(overlays);
                let ahead = format!("{:?}", point(world, unit, tile));
                let (texts, _) = draw::<Party>(world, &contexts[at]);
                let strokes = format!("{:?}", board::strokes(world));
                let list = format!("{:?}", Party::everything(world));
                let looks = format!("{:?}", Party::looks(world));
                [ahead, texts.join("\n"), strokes, list, looks]
            });
            assert_eq!(shown[0], shown[1], "case {case}, look {look}, {tile:?}");
        }
    }
    assert!(stirred > 20, "{stirred} were hidden");
}

#[test]
fn all_characters_have_figures_and_what_is_defined_has_pictures() {
    let world = begun(0);
    let catalog = &world.resource::<Setting>().mission.catalog;
    let content = setup::content(&world);
    let mut drawn = Vec::new();
    for kind in &content.characters {
        let figure = Party::figure(catalog, 0, &kind.key).expect("all are drawn");
        assert!(!drawn.contains(&figure), "{} looks like another", kind.key);
        drawn.push(figure);
        assert!(Party::picture(catalog, "character", &kind.key).is_some());
    }
    for weapon in &content.weapons {
        assert!(Party::picture(catalog, "weapon", &weapon.key).is_some());
    }
    let chapters = Party::chapters(catalog, catalog);
    let cards = chapters.iter().map(|chapter| chapter.cards.len());
    let (count, all) = (content.characters.len(), cards.sum::<usize>());
    assert_eq!(chapters[0].cards.len(), count);
    assert!(all > count + content.weapons.len() + content.spells.len());
    assert!(
        world.resource::<Progress>().fights(),
        "the first fight begins at once"
    );
}

#[test]
fn whatever_can_be_done_with_things_stands_in_the_list_of_everything() {
    let mission = shipped("party_salt_crypt").build(1).expect("it is shipped");
    let mut world = window::<Party>(&mission, 1);
    let mut listed = 0;
    for id in party(&world).collect::<Vec<_>>() {
        world.insert_resource(Chosen(Some(id)));
        let (_, lines) = Party::everything(&world).expect("somebody is chosen");
        let uses = Party::legal_orders(&world, OWN).into_iter().filter(
            |order| matches!(order, Order::Use(unit, ..) | Order::Handle(unit, ..) if *unit == id),
        );
        for order in uses {
            let told = crate::game::kit::title(&Party::tell_order(&world, &order));
            assert!(lines.iter().any(|line| line.name == told), "{told}");
            listed += 1;
        }
    }
    assert!(listed > 0, "somebody has something to use");
}

#[test]
fn on_a_journey_one_token_stands_for_a_group_and_places_are_drawn() {
    let mut world = begun_as("party_long_road", 1);
    let looks = Party::looks(&world);
    let own: Vec<_> = looks
        .iter()
        .filter(|(id, ..)| party(&world).any(|own| own == *id))
        .collect();
    assert_eq!(own.len(), 1, "they go as one");
    assert_eq!(usize::from(own[0].3.number), party(&world).count());
    let drawn = format!("{:?}", board::strokes(&world));
    for place in ["The Burnt Mill", "The Toll House"] {
        assert!(drawn.contains(place), "{place}");
    }
    let leader = own[0].0;
    let harbor = setup::goal(&world).expect("there is one")[0];
    let ahead = point(&mut world, leader, harbor);
    let Some(Ok(orders)) = &ahead.orders else {
        panic!("the road leads there: {ahead:?}");
    };
    assert!(
        matches!(&orders[..], [Order::Move(_, path)] if path.len() == 1),
        "{orders:?}"
    );
    assert_eq!(ahead.path.len(), 15, "the board is 16 hexes wide");
    let panels = format!("{:?}", Party::panels(&world));
    assert!(panels.contains("encounter chance here") && panels.contains("Traveling"));
}

#[test]
fn a_meeting_is_asked_about_and_both_answers_are_taken() {
    let context = egui::Context::default();
    let mut answered = [0, 0];
    for case in 0..24 {
        let mut world = begun_as("party_long_road", case);
        for _ in 0..40 {
            let Some((side, order)) = decided(&mut world).filter(|_| !is_over(&world)) else {
                break;
            };
            let Some(foes) = trip::met(&world).map(<[_]>::to_vec) else {
                if setup::map(&world) != Map::Overland {
                    break;
                }
                give::<Party>(&mut world, side, order);
                continue;
            };
            let (texts, _) = draw::<Party>(&mut world, &context);
            let has = |text: &str| texts.iter().any(|one| one.contains(text));
            assert!(has("Fight") && has("Avoid them"), "{texts:?}");
            let (_, lines) = Party::everything(&world).expect("both answers");
            assert!(lines.iter().all(|line| line.refusal.is_none()) && lines.len() == 2);
            let fights = case % 2 == 0;
            let order = if fights { Order::Engage } else { Order::Avoid };
            let told = give::<Party>(&mut world, OWN, order);
            assert!(trip::met(&world).is_none(), "it was answered");
            let is_there = setup::map(&world) == Map::Combat;
            assert_eq!(is_there, fights, "{:?}", told.lines);
            let shown = told
                .scenes
                .iter()
                .all(|one| !is_there || matches!(one, Scene::Read | Scene::Banner { .. }));
            assert!(
                shown,
                "nothing of one map is shown on another: {:?}",
                told.scenes
            );
            answered[usize::from(fights)] += foes.len();
            break;
        }
    }
    assert!(answered.iter().all(|&foes| foes > 0), "{answered:?}");
}

#[test]
fn every_line_of_a_journey_is_read_on_all_its_maps() {
    let mut maps = std::collections::BTreeSet::new();
    for case in 0..4 {
        let mut world = begun_as("party_long_road", case);
        while let Some(told) = play(&mut world) {
            maps.insert(trip::place(&world).map(str::to_owned));
            let read = told.scenes.iter().filter(|one| matches!(one, Scene::Read));
            assert_eq!(read.count(), told.lines.len(), "{:?}", told.lines);
        }
    }
    assert!(maps.len() > 2, "{maps:?}");
}

#[test]
fn a_click_on_a_chest_or_door_does_what_is_next_with_it() {
    let mut done = std::collections::BTreeSet::new();
    for case in 0..6 {
        let mut world = begun_as("party_salt_crypt", case);
        for _ in 0..160 {
            if is_over(&world) {
                break;
            }
            let tiles: Vec<_> = world.resource::<Board>().grid.tiles().collect();
            let units: Vec<_> = party(&world).collect();
            for (unit, tile) in units
                .into_iter()
                .flat_map(|unit| tiles.iter().map(move |&tile| (unit, tile)))
            {
                if !Party::owes(&world, OWN)
                    || is_over(&world)
                    || delve::next(&world, unit, tile).is_none()
                {
                    continue;
                }
                let ahead = point(&mut world, unit, tile);
                let (Some(deed), Some(Ok(orders))) = (ahead.deed, ahead.orders) else {
                    continue;
                };
                let drawn = format!("{:?}", board::strokes(&world));
                assert!(drawn.contains(&deed), "{deed}");
                // What happens on the way may change what comes after.
                for (at, order) in orders.into_iter().enumerate() {
                    let given = submit::<Party>(&mut world, OWN, order);
                    assert!(given.is_ok() || at > 0, "{deed}: {given:?}");
                }
                done.insert(deed.split(' ').next().map(str::to_owned));
            }
            if play(&mut world).is_none() {
                break;
            }
        }
    }
    let has = |word: &str| done.contains(&Some(word.to_owned()));
    assert!(has("open") && has("pick") && has("take"), "{done:?}");
}

#[test]
fn the_log_tells_on_demand_which_rule_fired_and_marks_show_what_enemies_remember() {
    let (mut fired, mut passed_over, mut marked) = (0, 0, 0);
    for case in 0..9 {
        let mut world = begun(case);
        for _ in 0..200 {
            let acting = world.resource::<Progress>().acting;
            let seen = acting.filter(|&id| world.resource::<Knowledge>().of(OWN).sees_unit(id));
            let Some(told) = play(&mut world) else { break };
            // Odds and dice of what was seen are told on demand, too.
            let details: Vec<_> = (told.lines.iter())
                .filter(|(line, _)| line.starts_with("  ") && line.contains(": "))
                .filter(|(line, _)| !line.contains("rolled "))
                .collect();
            assert!(
                details.is_empty() || seen.is_some(),
                "hidden ones tell nothing: {details:?}"
            );
            fired += details
                .iter()
                .filter(|(line, _)| line.ends_with(": chosen"))
                .count();
            passed_over += details
                .iter()
                .filter(|(line, _)| line.ends_with("skipped"))
                .count();
            for (foe, tile) in searchers(&world) {
                assert!(!world.resource::<Knowledge>().of(OWN).sees_unit(foe));
                let drawn = format!("{:?}", board::strokes(&world));
                assert!(drawn.contains("known to"), "{foe:?} {tile:?}");
                marked += 1;
            }
        }
    }
    assert!(
        fired > 50 && passed_over > 10 && marked > 5,
        "{fired} {passed_over} {marked}"
    );
}

#[test]
fn whoever_pointed_at_a_hex_of_one_map_points_at_none_of_the_next() {
    let mut world = begun_as("party_long_road", 8);
    let mut changes = 0;
    for _ in 0..600 {
        let unit = party(&world).next().expect("somebody lives");
        let last = world.resource::<Board>().grid.tiles().last();
        point(&mut world, unit, last.expect("a board has hexes"));
        let before = world.resource::<Maps>().now();
        if play(&mut world).is_none() || party(&world).next().is_none() {
            break;
        }
        follow_map(&mut world);
        let is_other = world.resource::<Maps>().now() != before;
        let [shown, real] = [
            world.resource::<BoardView>().grid,
            world.resource::<Board>().grid,
        ];
        assert_eq!(shown, real);
        assert_eq!(world.resource::<Hover>().tile.is_none(), is_other);
        changes += u32::from(is_other);
        // What asks where the pointer is does not ask for a hex that is not there.
        tell(&mut world);
        board::strokes(&world);
        Party::panels(&world);
    }
    assert!(changes > 2, "{changes} changes of map");
}

#[test]
fn whoever_lives_keeps_its_number_when_others_die() {
    let mut deaths = 0;
    for case in 0..6 {
        let mut world = begun(case);
        let numbers = |world: &World| -> Vec<_> {
            let number = |id| (id, number(world, id, Relation::Own));
            party(world).map(number).collect()
        };
        let first = numbers(&world);
        for _ in 0..200 {
            if play(&mut world).is_none() {
                break;
            }
        }
        let last = numbers(&world);
        assert!(
            last.iter().all(|one| first.contains(one)),
            "{first:?} {last:?}"
        );
        deaths += first.len() - last.len();
    }
    assert!(deaths > 0);
}

#[test]
fn those_met_on_the_way_are_asked_about_in_the_window_of_the_party_alone() {
    let mut asked = 0;
    for case in 0..12 {
        let mut world = begun_as("party_long_road", case);
        for _ in 0..200 {
            if trip::met(&world).is_some() {
                let question = |world: &World| format!("{:?}", Party::panels(world).floating);
                assert!(question(&world).contains("Avoid"));
                let own = world.resource::<HumanSides>().clone();
                world.insert_resource(HumanSides(vec![Side(1)]));
                assert!(!question(&world).contains("Avoid"));
                world.insert_resource(own);
                asked += 1;
            }
            if play(&mut world).is_none() {
                break;
            }
        }
    }
    assert!(asked > 0);
}

#[test]
fn numbers_choose_the_character_that_has_them() {
    let mut world = begun(0);
    let own = Party::looks(&world).into_iter();
    let own = own.filter(|(.., look)| look.relation == Relation::Own);
    let own: Vec<_> = own.map(|(id, .., look)| (id, look.number)).collect();
    assert_eq!(own.len(), 3);
    for (id, number) in own {
        choose_numbered::<Party>(&mut world, number);
        assert_eq!(Party::chosen(&world), Some(id), "{number}");
    }
    let before = Party::chosen(&world);
    choose_numbered::<Party>(&mut world, 9);
    assert_eq!(Party::chosen(&world), before, "nobody has it");
}

/// Clicks on a hex; returns what that orders.
fn clicked(world: &mut World, tile: TileId) -> Option<Order> {
    click_on(world, tile, false);
    let mut given = world.resource_mut::<Messages<OrderGiven<Party>>>();
    given.drain().next().map(|given| given.order)
}

#[test]
fn a_first_click_aims_and_a_second_attacks_unless_nobody_wants_to_be_asked() {
    for is_asked in [true, false] {
        let mut world = begun(0);
        world.init_resource::<Messages<OrderGiven<Party>>>();
        world.init_resource::<Time<Real>>();
        world.resource_mut::<Settings>().confirm = is_asked;
        let archer = party(&world).find(|&id| part::<Title>(&world, id).0 == "Isolde");
        let archer = archer.expect("she is of the party");
        world.insert_resource(Chosen(Some(archer)));
        let foes: Vec<_> = seen_foes(&world, archer).collect();
        let [one, other] = [foes[0], foes[1]].map(|foe| place_of(&world, foe));
        let click = |world: &mut World, tile| {
            world.resource_mut::<Hover>().tile = Some(tile);
            clicked(world, tile)
        };
        if is_asked {
            assert_eq!(click(&mut world, other), None, "it is aimed at");
            assert_eq!(click(&mut world, one), None, "another one is");
            assert!(is_aimed(&world, one) && !is_aimed(&world, other));
        }
        let order = click(&mut world, one);
        assert!(matches!(order, Some(Order::Attack(..))), "{order:?}");
    }
}

#[test]
fn a_second_click_on_whoever_falls_by_the_first_does_not_walk_there() {
    let mut fallen = 0;
    for case in [0, 3, 6, 9, 12, 15] {
        let mut world = begun(case);
        world.init_resource::<Messages<OrderGiven<Party>>>();
        world.init_resource::<Time<Real>>();
        let archer = party(&world).find(|&id| part::<Title>(&world, id).0 == "Isolde");
        world.insert_resource(Chosen(archer));
        let foe = seen_foes(&world, archer.expect("she is of the party")).next();
        let foe = foe.expect("the bandits stand in the open");
        let mut state = UnitState::read(&world, foe);
        state.health.now = 1;
        state.insert(&mut world, foe);
        let tile = place_of(&world, foe);
        world.resource_mut::<Hover>().tile = Some(tile);
        world.resource_mut::<Settings>().confirm = false;
        let ordered = |world: &mut World| clicked(world, tile);
        let first = ordered(&mut world).expect("she shoots that far");
        submit::<Party>(&mut world, OWN, first).expect("it was offered");
        if world.resource::<Board>().first_occupant(tile).is_some() {
            continue;
        }
        fallen += 1;
        assert_eq!(ordered(&mut world), None);
        let notice = world.resource::<Session>().notice.clone();
        assert!(format!("{notice:?}").contains("target gone"), "{notice:?}");
        assert_eq!(ordered(&mut world), None, "it follows at once");
        // After a pause the player means it.
        let pause = std::time::Duration::from_secs(2);
        world.resource_mut::<Time<Real>>().advance_by(pause);
        ordered(&mut world);
        let notice = world.resource::<Session>().notice.clone();
        assert!(!format!("{notice:?}").contains("target gone"));
    }
    assert!(fallen > 1, "{fallen}");
}

#[test]
fn the_log_tells_what_came_of_an_attack_and_the_odds_on_demand() {
    let mut attacks = 0;
    for case in 0..3 {
        let mut world = begun(case);
        while let Some(told) = play(&mut world) {
            let lines = told.lines.iter().map(|(line, _)| line.as_str());
            let lines: Vec<_> = lines.collect();
            for pair in lines.windows(2) {
                let [line, odds] = [pair[0], pair[1]];
                if !odds.starts_with("  with ") {
                    continue;
                }
                let (who, outcome) = line.split_once(": ").expect("it says what came of it");
                assert!(who.contains(" attacks "), "{line}");
                assert!(
                    odds.contains("rolled ") && odds.contains("to hit "),
                    "{odds}"
                );
                let outcome = outcome.split(';').next().unwrap_or_default();
                assert!(odds.ends_with(outcome), "{line}: {odds}");
                attacks += 1;
            }
            let shown = lines.iter().filter(|line| !line.starts_with("  "));
            for line in shown.filter(|line| line.contains(" attacks ")) {
                assert!(line.len() < 100 && !line.contains("to hit"), "{line}");
            }
        }
    }
    assert!(attacks > 50, "{attacks}");
}

#[test]
fn whoever_can_end_combat_is_told_so() {
    let mut told = 0;
    for case in 0..6 {
        let mut world = begun_as("party_quiet_steps", case);
        guide::follow::<Party>(&mut world);
        guide::next_step::<Party>(&mut world);
        for _ in 0..300 {
            let can_end = Party::owes(&world, OWN)
                && !is_over(&world)
                && hud::refusal(&world, &Order::EndCombat).is_none();
            if party(&world).next().is_none() || is_over(&world) {
                break;
            }
            let unit = party(&world).next();
            world.insert_resource(Chosen(unit));
            let panels = format!("{:?}", Party::panels(&world));
            assert_eq!(
                panels.contains("No enemies in sight: press B to end combat"),
                can_end
            );
            if can_end {
                assert!(panels.contains("press B (End combat)"), "{panels}");
                give::<Party>(&mut world, OWN, Order::EndCombat);
                guide::follow::<Party>(&mut world);
                let panels = format!("{:?}", Party::panels(&world));
                assert!(!panels.contains("press B (End combat)"), "it was done");
                told += 1;
                break;
            }
            play(&mut world);
        }
    }
    assert!(told > 0);
}

#[test]
fn the_first_fight_teaches_to_cast_and_somebody_can() {
    let mut world = begun(0);
    let casts = |order: &Order| Party::is_asked_for(order, GuideAction::Cast);
    let cast = Party::legal_orders(&world, OWN).into_iter().find(casts);
    let cast = cast.expect("somebody casts in the first turn");
    let guide = world.resource::<Setting>().mission.guide.clone();
    let steps = guide.iter().map(|step| &step.until);
    assert_eq!(
        steps
            .filter(|step| **step == Until::Done(GuideAction::Cast))
            .count(),
        1
    );
    assert!(
        guide
            .iter()
            .any(|step| step.say.contains("{Combat} (End combat)"))
    );
    submit::<Party>(&mut world, OWN, cast).expect("it is legal");
}

/// At a hot seat, the second player controls the character whose turn it is.
#[test]
fn a_second_player_leads_one_character_after_another() {
    let mut world = begun_as("party_first_blood", 1);
    let other = Side(1);
    give::<Party>(&mut world, OWN, Order::EndTurn);
    world.insert_resource(HumanSides(vec![other]));
    let mut turns = 0;
    while let Some(acting) = world.resource::<Progress>().acting {
        input::follow(&mut world);
        assert_eq!(Party::chosen(&world), Some(acting));
        let panels = Party::panels(&world);
        assert_eq!(panels.heading, "Characters");
        let card = panels.units.0.iter().any(|piece| match piece {
            Piece::Unit(card) => card.title == part::<Title>(&world, acting).0,
            _ => false,
        });
        assert!(card, "the acting character is listed");
        let order = lead::ending(&world);
        assert_eq!(order, Order::Rest(acting));
        assert_eq!(checked::<Party>(&world, other, &order).err(), None);
        give::<Party>(&mut world, other, order);
        turns += 1;
    }
    assert!(turns > 2, "{turns} acted");
    assert!(Party::owes(&world, OWN));
}
