//! Computers that look ahead: their battles play again, and they beat those that do not.
//!
//! `AHEAD_BATTLES=250 cargo test --test it ahead -- --nocapture` plays more of each pair and prints the shares.

use std::collections::BTreeMap;

use bevy::prelude::World;
use hexscape::battle::ahead::{
    Ahead, Manner, Player, Players, decide_bit_by_bit, look_ahead, looks_ahead, ponder, thinker,
};
use hexscape::battle::board::Board;
use hexscape::battle::grid::TileId;
use hexscape::battle::journal::{Journal, replay};
use hexscape::battle::order::{Pending, fingerprint, orders_of, submit};
use hexscape::battle::rollout::first_owing;
use hexscape::battle::rules::Rules;
use hexscape::battle::unit::{Side, UnitId, Units};
use hexscape::content;
use hexscape::content::mode::Skill;
use hexscape::headless::Arena;
use hexscape::lab::ladder::Ladder;
use hexscape::lab::plan::{Request, RunPlan, skilled};
use hexscape::mission::{self, MissionSource, Terms};
use hexscape::playing::{Game, foresee, side_names};
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::order::Order as SquadOrder;
use hexscape::rules::battlescape::side_view::SideView;
use hexscape::rules::casket::Casket;
use hexscape::rules::casket::order::{Choice as CasketChoice, Order as CasketOrder};
use hexscape::rules::fleet::Fleet;
use hexscape::rules::operations::Operations;
use hexscape::rules::operations::field::Field;
use hexscape::rules::operations::order::Order as OperationsOrder;
use hexscape::rules::operations::progress::Step;
use hexscape::rules::party::Party;
use hexscape::rules::party::order::Order as PartyOrder;

use crate::properties::shipped;

/// A battle that a veteran fights plays the same whatever the arena played before, and its journal leads to the
/// same end.
#[track_caller]
fn check_replays<R: Game>(name: &str, turns: usize) {
    let mission = shipped(name);
    let mut arena = Arena::default();
    let mut play = |seed: u64| {
        arena.set_up(&mission, seed);
        arena.seat(vec![Player::Veteran, Player::Quick]);
        let world = arena.world_mut();
        for _ in 0..turns {
            let Some(side) = first_owing::<R>(world) else {
                break;
            };
            let order = hexscape::battle::ahead::decide::<R>(world, side);
            submit::<R>(world, side, order).expect("it passes");
        }
        world.resource::<Journal<R>>().entries.clone()
    };
    let first = play(7);
    play(8);
    assert_eq!(play(7), first, "{name}");
    let mut again = World::new();
    R::set_up(&mut again, &mission, 7);
    replay::<R>(&mut again, &first, &mut ()).expect("it plays again");
}

#[test]
fn battles_of_veterans_play_again() {
    check_replays::<Fleet>("cold_start", 12);
    check_replays::<Party>("party_first_blood", 12);
    check_replays::<Battlescape>("breakthrough", 30);
    check_replays::<Casket>("casket_first_duel", 12);
    check_replays::<Operations>("operations_first_segment", 8);
}

/// The window thinks a bit in each frame.
#[test]
fn thoughts_in_bits_come_to_the_same_order() {
    let mission = shipped("cold_start");
    let [mut world, mut other] = [World::new(), World::new()];
    for world in [&mut world, &mut other] {
        Fleet::set_up(world, &mission, 3);
        world.insert_resource(Players(vec![Player::Veteran; 2]));
    }
    let side = Side(0);
    assert!(looks_ahead::<Fleet>(&world, side));
    let mut bits = 0;
    while !ponder::<Fleet>(&mut world, side) {
        assert_eq!(thinker::<Fleet>(&world), Some(side));
        bits += 1;
    }
    assert!(bits > 20, "{bits}");
    assert_eq!(thinker::<Fleet>(&world), None);
    let ready = decide_bit_by_bit::<Fleet>(&mut world, side).expect("it is ready");
    assert_eq!(ready, look_ahead::<Fleet>(&mut other, side).order);
    // What is thought of one moment is not taken for another.
    ponder::<Fleet>(&mut other, side);
    submit::<Fleet>(&mut other, side, ready).expect("it passes");
    assert_eq!(thinker::<Fleet>(&other), None);
    world.insert_resource(Players(vec![Player::Quick; 2]));
    assert!(!looks_ahead::<Fleet>(&world, side));
}

/// Orders are told in the battle that is imagined for them, and the battle itself is not touched.
#[test]
fn what_is_expected_is_said_in_words() {
    let mut world = World::new();
    Fleet::set_up(&mut world, &shipped("cold_start"), 3);
    let before = fingerprint::<Fleet>(&mut world);
    let ahead = look_ahead::<Fleet>(&mut world, Side(0));
    let foresight = foresee::<Fleet>(&mut world, Side(0), &ahead);
    assert_eq!(fingerprint::<Fleet>(&mut world), before);
    assert_eq!(foresight.options.len(), ahead.weighed.len());
    assert!(foresight.battles > 2, "{foresight:?}");
    assert!(foresight.expected.len() > 1, "{foresight:?}");
    assert_eq!(foresight.expected[0].0, Side(0));
    let line = foresight.expected_line(&side_names(&world));
    assert!(line.starts_with("Third Wing: "), "{line}");
    assert!(line.contains("| Corsairs: launch "), "{line}");
}

#[test]
fn veterans_say_what_they_chose_from_and_what_they_expect() {
    let mut world = World::new();
    Fleet::set_up(&mut world, &shipped("cold_start"), 3);
    let ahead = look_ahead::<Fleet>(&mut world, Side(0));
    assert!(ahead.weighed.len() > 1, "{ahead:?}");
    assert_eq!(ahead.weighed[0].0.order, ahead.order);
    assert_eq!(ahead.expected[0], (Side(0), ahead.order.clone()));
    assert_eq!(ahead.expected[1].0, Side(1));
}

/// Plays on until a side has something to choose from that some test holds for; returns what came of looking ahead.
#[track_caller]
fn first_thought<R: Game>(name: &str, is_it: impl Fn(&World, Side) -> bool) -> (Side, Ahead<R>) {
    let mut world = World::new();
    R::set_up(&mut world, &shipped(name), 3);
    for _ in 0..400 {
        let side = first_owing::<R>(&world).expect("it goes on");
        if is_it(&world, side) {
            return (side, look_ahead::<R>(&mut world, side));
        }
        let order = R::decide(&mut world, side);
        submit::<R>(&mut world, side, order).expect("it passes");
    }
    panic!("{name}: nothing of the kind is ordered")
}

#[test]
fn veterans_of_caskets_weigh_turns_and_reactions_both_ways() {
    let is_turn = |world: &World, _| world.resource::<Pending<Casket>>().0.is_none();
    let (side, ahead) = first_thought::<Casket>("casket_first_duel", is_turn);
    let then: Vec<_> = ahead.weighed.iter().map(|(one, _)| one.then).collect();
    // It waits, or goes on by a plain tactic, besides playing as usual.
    assert!(
        then.contains(&Manner(2)) && then.contains(&Manner(4)),
        "{then:?}"
    );
    assert_eq!(ahead.expected[0], (side, ahead.order.clone()));
    let is_reaction = |world: &World, _| {
        let waiting = world.resource::<Pending<Casket>>().0.as_ref();
        let choice = waiting.map(|waiting| &waiting.choice);
        matches!(choice, Some(CasketChoice::React(..)))
    };
    let (_, ahead) = first_thought::<Casket>("casket_first_duel", is_reaction);
    let orders: Vec<_> = ahead.weighed.iter().map(|(one, _)| &one.order).collect();
    let none = CasketOrder::React(None);
    assert!(orders.contains(&&none), "{orders:?}");
    let is_some = |order: &&&CasketOrder| matches!(order, CasketOrder::React(Some(_)));
    assert!(orders.iter().any(|order| is_some(&order)), "{orders:?}");
}

/// Leads by chance would have a unit go to and fro.
#[test]
fn veterans_of_caskets_take_no_step_back_unless_that_is_usual() {
    let mut world = World::new();
    Casket::set_up(&mut world, &shipped("casket_first_duel"), 3);
    let mut steps = 0;
    while let Some(side) = first_owing::<Casket>(&world) {
        let last = orders_of::<Casket>(&world, side).next_back();
        if let Some(CasketOrder::Step(step)) = last {
            let back = CasketOrder::Step(step.opposite());
            let weighed = Casket::candidates(&mut world, side);
            let mut others = weighed.iter().skip(1);
            assert!(others.all(|one| one.order != back), "{weighed:?}");
            steps += 1;
        }
        let order = Casket::decide(&mut world, side);
        submit::<Casket>(&mut world, side, order).expect("it passes");
    }
    assert!(steps > 5, "{steps} steps");
}

#[test]
fn veterans_of_squads_neither_watch_in_vain_nor_stop_with_something_to_fire_at() {
    let mut world = World::new();
    Battlescape::set_up(&mut world, &shipped("skirmish_6v8"), 3);
    let (mut suppressed, mut firing) = (0, 0);
    while let Some(side) = first_owing::<Battlescape>(&world) {
        let all = Battlescape::candidates(&mut world, side);
        let usual = all[0].order.clone();
        let others = &all[1..];
        let any = |is_it: fn(&SquadOrder) -> bool| others.iter().any(|one| is_it(&one.order));
        let attacks = |order: &SquadOrder| matches!(order, SquadOrder::Attack(..));
        if any(attacks) || attacks(&usual) {
            firing += 1;
            assert!(
                !any(|order| matches!(order, SquadOrder::EndUnit(_))),
                "{all:?}"
            );
        }
        let view = SideView::new(&world, side);
        if usual.unit().is_some_and(|id| !view.could_react(id)) {
            suppressed += usize::from(!others.is_empty());
            assert!(
                !any(|order| matches!(order, SquadOrder::Ready(_))),
                "{all:?}"
            );
        }
        submit::<Battlescape>(&mut world, side, usual).expect("it passes");
    }
    assert!(suppressed > 5 && firing > 20, "{suppressed}, {firing}");
}

#[test]
fn veterans_of_the_party_walk_nowhere_twice_and_do_not_rest_with_somebody_to_strike() {
    let mut world = World::new();
    Party::set_up(&mut world, &shipped("party_first_blood"), 5);
    let (mut striking, mut walking) = (0, 0);
    // Who walked last, and where it was before, since it last did something.
    let mut been: (Option<UnitId>, Vec<TileId>) = Default::default();
    while let Some(side) = first_owing::<Party>(&world) {
        let all = Party::candidates(&mut world, side);
        let usual = all[0].order.clone();
        let orders = || all.iter().map(|one| &one.order);
        if orders().any(|order| matches!(order, PartyOrder::Attack(..) | PartyOrder::Cast(..))) {
            striking += 1;
            let rests =
                |order: &PartyOrder| matches!(order, PartyOrder::Rest(_) | PartyOrder::EndTurn);
            assert!(!orders().skip(1).any(rests), "{all:?}");
        }
        let seat = |world: &World, id| Units::of(world).seat(id);
        for order in orders().skip(1) {
            if let PartyOrder::Move(id, way) = order
                && been.0 == Some(*id)
                && let Some(from) = seat(&world, *id)
            {
                walking += 1;
                let grid = &world.resource::<Board>().grid;
                let to = way.iter().fold(from, |at, &step| {
                    grid.neighbor(at, step).expect("it passes")
                });
                assert!(!been.1.contains(&to), "{all:?}");
            }
        }
        match &usual {
            PartyOrder::Move(id, way) if way.len() == 1 => {
                if been.0 != Some(*id) {
                    been = (Some(*id), Vec::new());
                }
                been.1.extend(seat(&world, *id));
            }
            _ => been = Default::default(),
        }
        submit::<Party>(&mut world, side, usual).expect("it passes");
    }
    assert!(striking > 10 && walking > 5, "{striking}, {walking}");
}

#[test]
fn veterans_of_operations_weigh_to_withhold_all_and_to_end_movement() {
    let name = "operations_ghazal_pass";
    let step = |world: &World| Field::of(world).progress.step;
    let is_asked = |world: &World| world.resource::<Pending<Operations>>().0.is_some();
    let moves = |world: &World, _| step(world) == Step::Movement && !is_asked(world);
    let (_, ahead) = first_thought::<Operations>(name, moves);
    let has = |ahead: &Ahead<Operations>, order: &OperationsOrder| {
        ahead.weighed.iter().any(|(one, _)| one.order == *order)
    };
    assert!(has(&ahead, &OperationsOrder::Done), "{ahead:?}");
    assert!(ahead.weighed.len() > 2, "{ahead:?}");
    let assigns = |world: &World, side: Side| {
        let phases = Field::of(world).progress.phasing == side;
        step(world) == Step::Assign && phases && !is_asked(world)
    };
    let (_, ahead) = first_thought::<Operations>(name, assigns);
    let nobody = OperationsOrder::Assign(BTreeMap::new());
    assert!(has(&ahead, &nobody), "{ahead:?}");
}

#[test]
fn missions_and_variations_say_who_is_a_veteran() {
    let folder = content::assets_folder().expect("the assets are beside the crate");
    let file = folder.join("missions/cold_start.ron");
    let source = MissionSource::read(&file, &folder.join("content")).expect("it is shipped");
    let skills = |source: &MissionSource| {
        let sides = source.build(1).expect("it is sound").sides;
        sides.iter().map(|side| side.skill).collect::<Vec<_>>()
    };
    assert_eq!(skills(&source), [None; 2]);
    let both = skilled(source.clone(), "veteran").expect("it is a skill");
    assert_eq!(skills(&both), [Some(Skill::Veteran); 2]);
    let one = skilled(source.clone(), "Corsairs:veteran").expect("there is such a side");
    assert_eq!(skills(&one), [None, Some(Skill::Veteran)]);
    let rest = skilled(source.clone(), "veteran+Corsairs:quick").expect("both are known");
    assert_eq!(skills(&rest), [Some(Skill::Veteran), Some(Skill::Quick)]);
    for (wrong, why) in [
        ("master", "skill"),
        ("Nobody:quick", "Nobody"),
        ("quick+veteran", "two skills"),
    ] {
        let error = skilled(source.clone(), wrong).expect_err(wrong).to_string();
        assert!(error.contains(why), "{wrong}: {error}");
    }
    let catalog = content::load_default().expect("the shipped content is sound");
    let told = |skill: &str| {
        let written = format!("skill: {skill}, name: \"Corsairs\"");
        let text = source.text.replacen("name: \"Corsairs\"", &written, 1);
        mission::parse("cold_start.ron", &text, &catalog, Terms::default())
    };
    let mission = told("Veteran").expect("it is a skill");
    assert_eq!(mission.sides[1].skill, Some(Skill::Veteran));
    let mut world = World::new();
    Fleet::set_up(&mut world, &mission, 1);
    let players = [Player::Quick, Player::Veteran];
    assert_eq!(world.resource::<Players>().0, players);
    let problem = told("Master").expect_err("there is none").to_string();
    assert!(problem.contains("cold_start.ron:"), "{problem}");
}

/// A ladder of one mission, each pair under so many seeds from one on that no other test plays.
fn ladder(mission: &str, players: &[&str], battles: u64) -> Ladder {
    let assets = content::assets_folder().expect("found");
    let request = Request {
        missions: vec![mission.into()],
        folder: assets.join("missions"),
        battles,
        seed: 40_001,
        ..Request::default()
    };
    let plan = RunPlan::new(&request, &assets.join("content")).expect("it is sound");
    let players: Vec<_> = players.iter().map(|&name| name.to_owned()).collect();
    Ladder::new(&plan, &players, request.seed, battles).expect("they are known")
}

#[test]
fn ladders_come_out_the_same_on_one_thread_and_on_two() {
    let ladder = ladder("cold_start.ron", &["quick", "hold", "Retreat"], 2);
    assert_eq!(ladder.count(), 12);
    let played = [1, 2].map(|jobs| ladder.play(jobs, || true).expect("it plays"));
    assert_eq!(played[0].text(), played[1].text());
    assert_eq!(played[0].of(0, 1).battles, 4);
}

#[test]
fn veterans_beat_the_quick() {
    let deeper = std::env::var("AHEAD_BATTLES").ok();
    let battles = deeper.map_or(4, |count| count.parse().expect("a number"));
    for name in ["cold_start.ron", "long_watch.ron"] {
        let ladder = ladder(name, &["veteran", "quick"], battles);
        let standings = ladder.play(2, || true).expect("it plays");
        println!("{}", standings.text());
        let tally = standings.of(0, 1);
        let won = tally.won[0] + tally.won[1];
        // Few battles scatter widely.
        let least = if battles >= 100 { 70 } else { 50 };
        assert!(won * 100 >= tally.battles * least, "{name}: {tally:?}");
    }
}
