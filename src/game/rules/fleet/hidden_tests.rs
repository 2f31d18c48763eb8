//! What the window shows of a battle does not depend on what its side cannot know.
//!
//! `SECRET_CASES=10000 cargo test --lib fleet::hidden_tests` tries more pairs.

use bevy::prelude::*;
use bevy_egui::egui;

use super::{
    assessment::{self, Assessment},
    chart, draft,
    draft::{Draft, Tool},
    ghosts, looks, on_show,
};
use crate::{
    battle::{
        board::Board,
        dice::{Dice, Label, Roll},
        grid::TileId,
        knowledge::{self, Knowledge},
        order::submit,
        phase::Verdict,
        rules::Rules,
        snapshot::seat_units,
        unit::{Presence, Roster, Side, UnitId},
    },
    game::{
        kit::{
            CombatLog,
            keys::KeyAction,
            overlay::Stroke,
            overlays::Overlays,
            testing,
            testing::{OWN, after_all_scenes, draw, give, shipped},
        },
        rules::playable::Playable,
        table::{board_view::Marks, input::Hover},
    },
    mission::{Mission, MissionSource},
    rules::fleet::{Fleet, craft::UnitState, forces::Forces, order::Order},
};

fn cases() -> u64 {
    let deeper = std::env::var("SECRET_CASES").ok();
    deeper.map_or(60, |count| count.parse().expect("a number"))
}

/// All shipped missions of fleets.
pub(super) fn missions() -> Vec<MissionSource> {
    let names = "cold_start the_shallows bare_knuckles long_watch ore_train last_light";
    names.split(' ').map(shipped).collect()
}

/// A battle with all that the window keeps beside it.
pub(super) fn window(mission: &Mission, seed: u64) -> World {
    let mut world = testing::window::<Fleet>(mission, seed);
    world.init_resource::<Draft>();
    world.init_resource::<Assessment>();
    world
}

fn is_over(world: &World) -> bool {
    world.resource::<Verdict>().0.is_some()
}

/// Returns the order that a computer would give for a side, if it owes one.
fn owed(world: &mut World, side: Side) -> Option<Order> {
    Fleet::owes(world, side).then(|| Fleet::decide(world, side))
}

/// Has all sides that owe an order give the one a computer would, in both worlds.
fn play_turn(worlds: &mut [World; 2]) {
    for side in [Side(0), Side(1)] {
        let Some(order) = owed(&mut worlds[0], side) else {
            continue;
        };
        for world in worlds.iter_mut() {
            let told = give::<Fleet>(world, side, order.clone());
            let mut log = world.resource_mut::<CombatLog>();
            for (line, place) in told.lines {
                log.push(OWN, line, place, 1);
            }
            log.keep(OWN, 1, told.recap);
        }
    }
}

/// Changes what the own side cannot know of other sides' units: hull, shots, weapons, morale, and where
/// they are out of its sight.
fn stir(world: &mut World, draws: &mut Dice) {
    let ids: Vec<_> = world.resource::<Roster>().ids().collect();
    for id in ids {
        let known = world.resource::<Knowledge>().of(OWN);
        let is_hidden = world.resource::<Roster>().side(id) != OWN && !known.sees_unit(id);
        let mut state = UnitState::read(world, id);
        if !is_hidden || state.presence == Presence::Dead {
            continue;
        }
        let mut pick = |count: u32| draws.die(Label::Ai, count) - 1;
        state.hull.now = 1 + pick(u32::from(state.hull.max)) as u16;
        state.stores.ammo = pick(4) as u8;
        state.gun.remaining = pick(3) as u8;
        state.morale.0 = pick(101) as u8;
        let board = world.resource::<Board>();
        let remembered = |tile: TileId| {
            let mut sightings = known.sightings.iter().flatten();
            sightings.any(|last| last.tile == tile)
        };
        let is_free = |tile: &TileId| {
            !known.sees(*tile) && board.occupants(*tile).next().is_none() && !remembered(*tile)
        };
        let free: Vec<_> = board.grid.tiles().filter(is_free).collect();
        if let (Presence::OnBoard, false) = (state.presence, free.is_empty()) {
            state.tile = free[pick(free.len() as u32) as usize];
        }
        state.write(world, id);
        seat_units(world);
        knowledge::renew_view(world, id);
    }
}

/// Everything the window shows: tokens, marks, strokes, panels, what is read on them as they are drawn,
/// and the minimap.
#[derive(PartialEq)]
struct Screenful {
    looks: String,
    assessment: String,
    panels: String,
    strokes: [Vec<Stroke>; 2],
    texts: Vec<String>,
    marks: Marks,
    pictures: Vec<egui::ImageData>,
}

fn show(world: &mut World, context: &egui::Context) -> Screenful {
    draft::follow(world);
    assessment::work_out(world);
    let (texts, pictures) = draw::<Fleet>(world, context);
    let now = world.resource::<Assessment>();
    Screenful {
        looks: format!("{:?}", looks::looks(world)),
        assessment: format!(
            "{:?} {:?} {:?} {:?} {:?} {:?}",
            now.outlooks, now.reach, now.links, now.arc, now.detected, now.refusal
        ),
        panels: format!("{:?}", Fleet::panels(world)),
        strokes: [chart::strokes(world), ghosts::strokes(world)],
        texts,
        marks: world.resource::<Marks>().clone(),
        pictures,
    }
}

/// Looks at one thing after another in both windows: every own unit, hexes here and there, every tool.
fn compare(worlds: &mut [World; 2], contexts: &[egui::Context; 2], draws: &mut Dice, case: u64) {
    let units = draft::own_units(&worlds[0]);
    let tiles = worlds[0].resource::<Board>().grid.len() as u32;
    let Order::Commit(plan) = Fleet::decide(&mut worlds[0], OWN) else {
        return;
    };
    for look in 0..4 {
        let mut pick = |count: u32| draws.die(Label::Ai, count) - 1;
        let chosen = units[pick(units.len() as u32) as usize];
        let tile = TileId(pick(tiles));
        let tool = match pick(4) {
            0 => Tool::Deploy,
            1 => Tool::Launch(chosen),
            _ => Tool::Order,
        };
        let is_inspecting = pick(2) == 0;
        let told = [0, 1].map(|at| {
            let world = &mut worlds[at];
            world.resource_mut::<Hover>().tile = Some(tile);
            let mut overlays = Overlays::default();
            let mut wanted = vec![KeyAction::LINKS, KeyAction::ARCS, KeyAction::RINGS];
            wanted.extend(is_inspecting.then_some(KeyAction::INSPECT));
            wanted.into_iter().for_each(|one| overlays.toggle(one));
            world.insert_resource(overlays);
            draft::follow(world);
            let mut draft = world.resource_mut::<Draft>();
            draft.edit(|one| {
                if look > 0 {
                    one.clone_from(&plan);
                }
            });
            (draft.chosen, draft.tool) = (Some(chosen), tool);
            draft.is_reviewing = look == 3;
            show(world, &contexts[at])
        });
        let place = format!("case {case}, look {look}, {chosen:?} at {tile:?}");
        let [one, other] = &told;
        assert_eq!(one.texts, other.texts, "{place}");
        assert_eq!(one.panels, other.panels, "{place}");
        assert_eq!(one.looks, other.looks, "{place}");
        assert_eq!(one.strokes, other.strokes, "{place}");
        assert!(one == other, "assessment, marks or minimap: {place}");
        assert!(one.texts.len() > 20, "{place}: nothing is drawn");
    }
}

#[test]
fn hidden_ships_and_sealed_plans_change_nothing_on_the_screen() {
    let missions = missions();
    let contexts = [egui::Context::default(), egui::Context::default()];
    let mut compared = 0;
    for case in 0..cases() {
        let source = &missions[case as usize % missions.len()];
        let mission = source.build(case).expect("it is shipped");
        let mut worlds = [window(&mission, case), window(&mission, case)];
        let mut draws = Dice::seeded(case, 31);
        for _ in 0..case / missions.len() as u64 % 6 {
            if !is_over(&worlds[0]) {
                play_turn(&mut worlds);
            }
        }
        if is_over(&worlds[0]) {
            continue;
        }
        stir(&mut worlds[1], &mut draws);
        let foe = Side(1);
        if let Some(order) = owed(&mut worlds[1], foe).filter(|_| case % 2 == 0) {
            submit::<Fleet>(&mut worlds[1], foe, order).expect("it was decided");
        }
        compare(&mut worlds, &contexts, &mut draws, case);
        compared += 1;
    }
    assert!(compared * 2 > cases(), "most battles go on");
}

#[test]
fn an_enemy_in_sight_changes_the_screen() {
    // The pairs above would agree, too, if nothing of enemies were compared.
    let missions = missions();
    let mission = missions[0].build(5).expect("it is shipped");
    let contexts = [egui::Context::default(), egui::Context::default()];
    let mut worlds = [window(&mission, 5), window(&mission, 5)];
    let seen = |world: &World| {
        let known = world.resource::<Knowledge>().of(OWN);
        let roster = world.resource::<Roster>();
        let mut others = roster.ids().filter(|&id| roster.side(id) != OWN);
        others.find(|&id| known.sees_unit(id))
    };
    let mut found: Option<UnitId> = None;
    for _ in 0..20 {
        found = seen(&worlds[0]);
        if found.is_some() || is_over(&worlds[0]) {
            break;
        }
        play_turn(&mut worlds);
    }
    let foe = found.expect("the fleets meet");
    let mut state = UnitState::read(&worlds[1], foe);
    state.hull.max += 1;
    let tile = state.tile;
    state.write(&mut worlds[1], foe);
    let [one, other] = [0, 1].map(|at| {
        worlds[at].resource_mut::<Hover>().tile = Some(tile);
        show(&mut worlds[at], &contexts[at])
    });
    assert!(one.looks != other.looks && one.texts != other.texts);
}

#[test]
fn after_all_scenes_cards_bars_and_fog_say_what_the_battle_says() {
    let missions = missions();
    for case in 0..cases() {
        let mission = missions[case as usize % missions.len()].build(case);
        let mission = mission.expect("it is shipped");
        let mut world = window(&mission, case);
        for turn in 0..8 {
            for side in [Side(0), Side(1)] {
                let Some(order) = owed(&mut world, side) else {
                    continue;
                };
                let place = format!("case {case}, turn {turn}");
                let told = give::<Fleet>(&mut world, side, order);
                let shown = after_all_scenes(&world, &told, &place);
                let forces = Forces::of(&world);
                assert_eq!(shown.units, on_show::cards(&forces, OWN), "{place}");
                let figures = on_show::figures(&world, &forces, OWN);
                assert_eq!(shown.figures, figures, "{place}");
            }
        }
    }
}
