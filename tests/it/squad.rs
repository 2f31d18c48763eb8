//! What a player changes of the squad before a battle, and guides.

use bevy::prelude::World;
use hexscape::battle::grid::TileId;
use hexscape::battle::journal::Journal;
use hexscape::battle::order::submit;
use hexscape::battle::path::Reach;
use hexscape::battle::rules::Rules;
use hexscape::battle::unit::{Side, Title, UnitId, part};
use hexscape::content;
use hexscape::mission::guide::{GuideAction, Until};
use hexscape::mission::{Fitting, Mission, MissionSource};
use hexscape::rules::battlescape::content::{BattlescapeContent, Gait};
use hexscape::rules::battlescape::event::Event;
use hexscape::rules::battlescape::order::Order;
use hexscape::rules::battlescape::scenario::{Scenario, UnitSetup, credit, squad_worth};
use hexscape::rules::battlescape::setup::set_up;
use hexscape::rules::battlescape::side_view::SideView;
use hexscape::rules::battlescape::{Battlescape, panel};

type JournalFile = hexscape::save::JournalFile<Battlescape>;

fn source(name: &str) -> MissionSource {
    let folder = content::assets_folder().expect("the assets are beside the crate");
    let file = folder.join("missions").join(name).with_extension("ron");
    MissionSource::read(&file, &folder.join("content")).expect("it is shipped")
}

fn fitted(squad: Vec<Fitting>) -> Result<Mission, String> {
    let source = MissionSource {
        squad,
        ..source("first_contact")
    };
    source.build(1).map_err(|problems| problems.to_string())
}

fn keys(keys: &[&str]) -> Vec<String> {
    keys.iter().map(|&key| key.to_owned()).collect()
}

#[test]
fn another_kit_changes_the_figures_it_should_and_no_others() {
    let mission = fitted(Vec::new()).expect("it is shipped");
    let content: &BattlescapeContent = mission.catalog.part();
    let written = &Scenario::of(&mission).squads[0][0];
    let changed = |change: &dyn Fn(&mut UnitSetup)| {
        let mut unit = written.clone();
        change(&mut unit);
        let figures = [written, &unit].map(|unit| panel::fitted::fitted(content, unit));
        let [before, now] = figures.map(IntoIterator::into_iter);
        let changed = before.zip(now).filter(|(was, is)| was != is);
        let changed = changed.map(|(was, is)| (is.name, is.merit > was.merit));
        changed.collect::<Vec<_>>()
    };
    assert_eq!(changed(&|_| {}), []);
    let plate = changed(&|unit| unit.suit = content.suit_named("plate"));
    assert_eq!(plate, [("armor", true), ("10 hexes", false)]);
    let pistol = content.weapon_named("service_pistol");
    let pistol = changed(&|unit| unit.weapon = pistol.expect("it is shipped"));
    assert!(pistol.contains(&("damage", false)), "{pistol:?}");
    assert!(pistol.contains(&("first shot", true)), "{pistol:?}");
}

#[test]
fn a_fitted_squad_fights_with_what_it_was_given() {
    let mission = fitted(vec![
        Fitting {
            unit: 1,
            name: Some("Rook".into()),
            weapon: Some("smg".into()),
            suit: Some("vest".into()),
            items: Some(keys(&["flare", "flare"])),
            ..Fitting::default()
        },
        Fitting {
            unit: 3,
            weapon: Some("assault_rifle".into()),
            ..Fitting::default()
        },
    ])
    .unwrap();
    let mut world = World::new();
    set_up(&mut world, &mission, 1);
    let view = SideView::new(&world, Side(0));
    assert_eq!(part::<Title>(&world, UnitId(1)).0, "Rook");
    assert_eq!(view.weapon(UnitId(1)).key, "smg");
    assert_eq!(view.weapon(UnitId(3)).key, "assault_rifle");
    assert_eq!(view.armor(UnitId(1)).rating, 3);
    let carried = view.unit(UnitId(1)).pack.slots.iter().flatten().count();
    assert_eq!(carried, 2);
}

#[test]
fn a_squad_that_costs_too_much_or_takes_what_is_not_on_offer_is_refused_in_words() {
    let one = |fitting: Fitting| fitted(vec![fitting]).unwrap_err();
    let error = one(Fitting {
        weapon: Some("plasma_cannon".into()),
        ..Fitting::default()
    });
    assert!(
        error.contains("plasma_cannon") && error.contains("not available"),
        "{error}"
    );
    let error = one(Fitting {
        weapon: Some("laser_riffle".into()),
        ..Fitting::default()
    });
    assert!(error.contains("laser_rifle"), "{error}");
    let error = one(Fitting {
        unit: 9,
        ..Fitting::default()
    });
    assert!(error.contains("no unit 10"), "{error}");
    let error = one(Fitting {
        name: Some("   ".into()),
        ..Fitting::default()
    });
    assert!(error.contains("1 to 24 characters"), "{error}");
    let error = one(Fitting {
        name: Some("Vega".into()),
        ..Fitting::default()
    });
    assert!(error.contains("two units"), "{error}");
    let error = one(Fitting {
        items: Some(keys(&["flare"; 7])),
        ..Fitting::default()
    });
    assert!(error.contains("at most 6"), "{error}");
    let rich: Vec<_> = (0..4)
        .map(|unit| Fitting {
            unit,
            suit: Some("plate".into()),
            ..Fitting::default()
        })
        .collect();
    let error = fitted(rich).unwrap_err();
    let written = source("first_contact").build(1).unwrap();
    let most = credit(&written);
    assert!(squad_worth(&written) < most);
    assert!(error.contains(&format!("the limit is {most}")), "{error}");
}

#[test]
fn the_journal_of_a_fitted_squad_plays_again() {
    let source = MissionSource {
        squad: vec![Fitting {
            unit: 0,
            weapon: Some("smg".into()),
            ..Fitting::default()
        }],
        ..source("first_contact")
    };
    let mission = source.build(5).unwrap();
    let mut world = World::new();
    set_up(&mut world, &mission, 5);
    for _ in 0..30 {
        let side = (0..2)
            .map(Side)
            .find(|&side| Battlescape::owes(&world, side));
        let Some(side) = side else { break };
        let order = Battlescape::decide(&mut world, side);
        submit::<Battlescape>(&mut world, side, order).unwrap();
    }
    let file = JournalFile::collect(&world, source.clone(), 5, false);
    let text = file.to_text();
    let read = JournalFile::from_bytes("fitted".as_ref(), text.as_bytes()).unwrap();
    assert_eq!(read.source, source);
    let mut again = World::new();
    let orders = world.resource::<Journal<Battlescape>>().entries.len();
    read.replay(&mut again, &read.mission().unwrap(), orders, &mut ())
        .unwrap();
    // Without its fittings it is another battle.
    let plain = JournalFile {
        source: MissionSource {
            squad: Vec::new(),
            ..source
        },
        ..read
    };
    let result = plain.replay(&mut again, &plain.mission().unwrap(), orders, &mut ());
    assert!(result.is_err());
}

#[test]
fn the_guided_mission_has_steps_that_can_be_done() {
    let mission = source("first_steps").build(7).unwrap();
    assert!(mission.guide.len() >= 10);
    assert!(
        mission
            .guide
            .iter()
            .any(|step| step.until == Until::Done(GuideAction::Fire))
    );
    for step in &mission.guide {
        assert!(step.say.len() > 20, "{}", step.say);
        if let Until::Reached(zone) = &step.until {
            assert!(zone.iter().all(|tile| {
                let terrain = mission.board.tiles[tile.index()].terrain;
                mission.catalog.terrain(terrain).move_percent.is_some()
            }));
        }
    }
}

/// Walks both soldiers of the guided mission to the wall and ends the turn; returns the enemies they
/// have seen by their next turn, and how often they were hit or shot at.
fn met_at_the_wall(source: &MissionSource, ames: TileId, boro: TileId) -> (Vec<UnitId>, usize) {
    let mission = source.build(7).unwrap();
    let (mut world, mut shots) = (World::new(), 0);
    set_up(&mut world, &mission, 7);
    for (unit, goal) in [(UnitId(0), ames), (UnitId(1), boro)] {
        let view = SideView::new(&world, Side(0));
        let mut reach = Reach::default();
        view.reach(unit, Gait::Walk, view.unit(unit).tu.now, &mut reach);
        // A walk cut short by a contact may end on the other's goal.
        let Some(way) = reach.path_to(goal) else {
            break;
        };
        submit::<Battlescape>(&mut world, Side(0), Order::Move(unit, Gait::Walk, way)).unwrap();
    }
    submit::<Battlescape>(&mut world, Side(0), Order::EndTurn).unwrap();
    while Battlescape::owes(&world, Side(1)) {
        let order = Battlescape::decide(&mut world, Side(1));
        let events = submit::<Battlescape>(&mut world, Side(1), order).unwrap();
        let is_shot = |event: &&Event| matches!(event, Event::Shot { .. });
        shots += events.iter().filter(is_shot).count();
    }
    (SideView::new(&world, Side(0)).enemies().collect(), shots)
}

#[test]
fn the_guided_mission_is_quiet_while_it_teaches_to_walk() {
    let source = source("first_steps");
    let mission = source.build(7).unwrap();
    let zone = (mission.guide.iter())
        .find_map(|step| match &step.until {
            Until::Reached(zone) => Some(zone),
            _ => None,
        })
        .expect("it sends a soldier somewhere");
    for &ames in zone {
        for &boro in zone.iter().filter(|&&boro| boro != ames) {
            let met = met_at_the_wall(&source, ames, boro);
            assert_eq!(met, (vec![], 0), "{ames:?}, {boro:?}");
        }
    }
}

#[test]
fn a_guide_with_mistakes_is_told_with_line_and_what_is_allowed() {
    let mut source = source("first_steps");
    source.text = source.text.replace("until: TakeCover", "until: Dance");
    let error = source.build(1).unwrap_err().to_string();
    assert!(
        error.contains("Dance") && error.contains("TakeCover"),
        "{error}"
    );
    source.text = source
        .text
        .replace("until: Dance", "until: Reached(\"moon\")");
    let error = source.build(1).unwrap_err().to_string();
    assert!(error.contains("moon") && error.contains("wall"), "{error}");
}
