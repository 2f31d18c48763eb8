//! Vectors of the battlescape reference (§14) that need a board: time units, paths, sight, reaction
//! fire, resolution. Those of a single shot are beside `rules::battlescape::attack`.

use hexscape::battle::board::{Board, TileState};
use hexscape::battle::grid::TileId;
use hexscape::battle::knowledge::Knowledge;
use hexscape::battle::order::{UndoStack, undo};
use hexscape::battle::phase::{Outcome, Verdict};
use hexscape::battle::sight;
use hexscape::battle::unit::{self, Health, Position, Side, part};
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::attack::Impossible;
use hexscape::rules::battlescape::content::{BattlescapeContent, FireMode, Gait};
use hexscape::rules::battlescape::event::Event;
use hexscape::rules::battlescape::order::{Order, Refusal};
use hexscape::rules::battlescape::scenario::{Objective, Scenario};
use hexscape::rules::battlescape::side_view::SideView;
use hexscape::rules::battlescape::soldier::{Arms, TimeUnits};

use crate::field::{A, B, E, Field, OPEN, W, catalog, mission};

/// An enemy that is far away behind a wall.
fn far() -> Field {
    Field::new(
        &[
            ". . . . . . . . - . . . . . # .",
            " . . . . . . . . . . . . . . # #",
            ". . . . . . . . . . . . . . . .",
        ],
        &[("infantry", (1, 0))],
        &[("sectoid", (15, 0))],
    )
}

/// Vectors 38 to 40: two moves, shots and cover take 66 TU; what a third shot then costs or lacks.
#[test]
fn a_turn_of_moves_and_shots_adds_up_to_66() {
    let shots = |carried: u16| {
        let mut field = Field::new(
            &[
                ". . . . . - . . . . . . . .",
                " . . . . . . . . . . . . . .",
            ],
            &[("infantry", (0, 0))],
            &[("disc_walker", (10, 0))],
        );
        field.set(
            A,
            TimeUnits {
                now: 100 + carried,
                carried: 0,
            },
        );
        for order in [
            Order::Move(A, Gait::Walk, vec![E, E]),
            Order::Attack(A, B, FireMode::Snap),
            Order::Move(A, Gait::Walk, vec![E]),
            Order::Attack(A, B, FireMode::Snap),
            Order::Move(A, Gait::Walk, vec![E]),
            Order::TakeCover(A, None, E),
        ] {
            if let Order::Attack(..) = order {
                field.tape(&[("hit", 100), ("ricochet", 100)]);
            }
            field.order(order);
        }
        assert_eq!(field.tu(A).now, 34 + carried);
        field
    };
    let mut field = shots(0);
    assert_eq!(
        field.refused(Order::Attack(A, B, FireMode::Aimed)),
        Some(Refusal::Weapon(Impossible::TimeUnits {
            needs: 40,
            has: 34
        }))
    );
    field.tape(&[("hit", 100), ("ricochet", 100)]);
    field.order(Order::Attack(A, B, FireMode::Snap));
    field.order(Order::EndTurn);
    assert_eq!(field.tu(A).carried, 14);

    let mut field = shots(6);
    field.tape(&[("hit", 100), ("ricochet", 100)]);
    field.order(Order::Attack(A, B, FireMode::Aimed));
    assert_eq!(field.tu(A).now, 0);
}

/// Vectors 38 and 41 (without priming, which is not built yet): what a turn's orders cost.
#[test]
fn the_costs_of_a_turn_add_up_and_the_rest_is_carried() {
    let mut field = far();
    field.order(Order::Move(A, Gait::Walk, vec![E, E]));
    field.set(
        A,
        Arms {
            rounds: 3,
            ..*part::<Arms>(&field.world, A)
        },
    );
    assert_eq!(field.tu(A).now, 92);
    field.order(Order::Move(A, Gait::Walk, vec![E, E, E, E]));
    assert_eq!(field.tu(A).now, 76);
    field.order(Order::TakeCover(A, None, E));
    field.order(Order::Ready(A));
    field.order(Order::Reload(A));
    assert_eq!(field.tu(A).now, 76 - 10 - 15 - 10);
    assert_eq!(part::<Arms>(&field.world, A).rounds, 30);
    field.order(Order::EndTurn);
    assert_eq!(
        field.tu(A),
        TimeUnits {
            now: 0,
            carried: 41
        }
    );
    field.order(Order::EndTurn);
    assert_eq!(
        field.tu(A),
        TimeUnits {
            now: 141,
            carried: 0
        }
    );
}

/// Vector 41: of 52 left, 50 are carried and 2 lost; the next pool is 150.
#[test]
fn at_most_fifty_tu_are_carried() {
    let mut field = far();
    field.set(
        A,
        TimeUnits {
            now: 52,
            carried: 0,
        },
    );
    field.order(Order::EndTurn);
    assert_eq!(field.tu(A).carried, 50);
    field.order(Order::EndTurn);
    assert_eq!(field.tu(A).now, 150);
}

/// Vectors 43 and 45: five hexes, and the same hurt.
#[test]
fn five_hexes_cost_20_tu_or_22_wounded_or_25_critical() {
    for (percent, steps) in [
        (100, [4, 4, 4, 4, 4]),
        (75, [5, 4, 5, 4, 4]),
        (25, [5, 5, 5, 5, 5]),
    ] {
        let mut field = Field::new(&OPEN, &[("infantry", (1, 0))], &[("sectoid", (20, 2))]);
        field.hurt_to(A, percent);
        let paid: Vec<_> = field
            .order(Order::Move(A, Gait::Walk, vec![E; 5]))
            .into_iter()
            .filter_map(|event| match event {
                Event::Stepped { tu, .. } => Some(tu),
                _ => None,
            })
            .collect();
        assert_eq!(paid, steps, "at {percent}% health");
    }
}

/// Vectors 46 and 47: TU and magazine.
#[test]
fn an_attack_needs_its_tu_and_a_full_burst_of_rounds() {
    let mut field = Field::new(&OPEN, &[("heavy", (1, 0))], &[("disc_walker", (7, 0))]);
    field.set(
        A,
        TimeUnits {
            now: 79,
            carried: 0,
        },
    );
    assert_eq!(
        field.refused(Order::Attack(A, B, FireMode::Auto)),
        Some(Refusal::Weapon(Impossible::TimeUnits {
            needs: 80,
            has: 79
        }))
    );
    field.set(
        A,
        TimeUnits {
            now: 80,
            carried: 0,
        },
    );
    let events = field.order(Order::Attack(A, B, FireMode::Auto));
    let shots = events
        .iter()
        .filter(|event| matches!(event, Event::Shot { .. }))
        .count();
    assert_eq!(shots, 8);
    assert_eq!(part::<Arms>(&field.world, A).rounds, 7);
    field.set(
        A,
        TimeUnits {
            now: 100,
            carried: 0,
        },
    );
    assert_eq!(
        field.refused(Order::Attack(A, B, FireMode::Auto)),
        Some(Refusal::Weapon(Impossible::ShortMagazine {
            needs: 8,
            has: 7
        }))
    );
}

/// Vectors 48 and 49: the first reaction shot is free, later ones cost 50 carried TU.
#[test]
fn carried_tu_pay_for_later_reaction_shots() {
    for (carried, shots, pool) in [(50, 2, 100), (30, 1, 130)] {
        let mut field = Field::new(&OPEN, &[("infantry", (1, 0))], &[("disc_walker", (8, 0))]);
        field.order(Order::Ready(A));
        field.set(
            A,
            TimeUnits {
                now: carried,
                carried: 0,
            },
        );
        field.order(Order::EndTurn);
        // Every draw of up to three snap shots misses.
        let misses = [("hit", 100), ("ricochet", 100)].repeat(shots);
        field.tape(&misses);
        let events = field.order(Order::Move(B, Gait::Walk, vec![W, W, W]));
        let fired = events
            .iter()
            .filter(|e| matches!(e, Event::Fired { reaction: true, .. }));
        assert_eq!(fired.count(), shots, "with {carried} carried");
        field.order(Order::EndTurn);
        assert_eq!(field.tu(A).now, pool);
    }
}

/// Vector 11: a reaction snap at 3 hexes in the open has 40%; vector 12: Critical takes 30 off.
#[test]
fn reaction_and_critical_status_lower_the_chance() {
    let mut field = Field::new(&OPEN, &[("infantry", (1, 0))], &[("brute", (5, 0))]);
    field.order(Order::Ready(A));
    field.order(Order::EndTurn);
    field.tape(&[("hit", 100), ("ricochet", 100)]);
    let events = field.order(Order::Move(B, Gait::Walk, vec![W]));
    let chance = events.iter().find_map(|event| match event {
        Event::Fired { attack, .. } => Some(attack.aim.chance),
        _ => None,
    });
    assert_eq!(chance, Some(40));

    // Vector 2 with a shooter in Critical status: 60 less 30.
    let mut field = Field::new(
        &[". . . . - . . .", " . . . . . . . .", ". . . . . . . ."],
        &[("infantry", (2, 0))],
        &[("sectoid", (5, 0))],
    );
    field.hurt_to(A, 25);
    let view = SideView::new(&field.world, Side(0));
    let forecast = view
        .forecast(A, field.tile(2, 0), B, FireMode::Aimed)
        .expect("the target can be shot at");
    assert_eq!(forecast.attack.aim.chance, 30);
}

/// Vectors 51 and 52: low walls, walls and hills between two hexes.
#[test]
fn eye_lines_pass_over_what_is_not_above_them() {
    #[track_caller]
    fn check(row: &str, heights: &str, open: bool) {
        let mission = mission(
            &[row, row],
            &[heights, heights],
            &[("infantry", (0, 0))],
            &[("sectoid", (4, 0))],
        );
        let field = Field::of(&mission);
        let board = field.world.resource::<Board>();
        let figures = &mission.catalog.part::<BattlescapeContent>().figures.sight;
        let (from, to) = (field.tile(0, 0), field.tile(4, 0));
        for (from, to) in [(from, to), (to, from)] {
            let line = sight::trace(&board.grid, &board.layers, from, to, figures, |_| true);
            assert_eq!(line.open, open, "{row} / {heights}");
        }
    }
    check(". . - . .", "0 0 0 0 0", true);
    check(". . # . .", "0 0 0 0 0", false);
    check(". . . . .", "0 0 1 0 0", false);
    check(". . - . .", "1 0 0 0 0", true);
    check(". . # . .", "1 0 0 0 0", false);
    check(". . # . .", "2 0 0 0 0", true);
}

/// Vector 53: two trees leave infantry 4 hexes of vision, three block; vector 50: vision by kind.
#[test]
fn trees_shorten_sight_and_the_third_blocks_it() {
    let sees = |row: &str, column: i32| {
        let mission = mission(
            &[row, row, row],
            &[],
            &[("infantry", (0, 1))],
            &[("sectoid", (13, 1))],
        );
        let field = Field::of(&mission);
        field
            .world
            .resource::<Knowledge>()
            .unit_sees(A, field.tile(column, 1))
    };
    let two = ". T . T . . . . . . . . . .";
    assert!(sees(two, 4));
    assert!(!sees(two, 5));
    assert!(!sees(". T T T . . . . . . . . . .", 4));
    let open = ". . . . . . . . . . . . . .";
    assert!(sees(open, 10));
    assert!(!sees(open, 11));
}

/// Vector 50: vision in clear air and through smoke.
#[test]
fn vision_depends_on_kind_weapon_and_smoke() {
    let catalog = catalog();
    let content = catalog.part::<BattlescapeContent>();
    let figures = &content.figures.sight;
    let smoke = sight::Sightline {
        open: true,
        smoke: 1,
        ..Default::default()
    };
    let clear = sight::Sightline {
        open: true,
        ..Default::default()
    };
    for (kind, weapon, expected) in [
        ("infantry", None, (10, 5)),
        ("marksman", None, (15, 7)),
        ("marksman", Some("assault_rifle"), (10, 5)),
        ("sectoid", None, (12, 6)),
        ("commander", None, (8, 4)),
    ] {
        let kind = content.unit(content.unit_named(kind).expect("shipped"));
        let weapon = weapon.map_or(kind.weapon, |w| content.weapon_named(w).expect("shipped"));
        let base = hexscape::rules::battlescape::soldier::vision(kind, content.weapon(weapon)).0;
        let seen = (
            sight::vision(base, 0, &clear, figures),
            sight::vision(base, 0, &smoke, figures),
        );
        assert_eq!(seen, expected, "{}", kind.key);
    }
}

/// Vector 59: fire spreads on 15, not on 16.
#[test]
fn fire_spreads_on_fifteen_but_not_on_sixteen() {
    for (roll, spreads) in [(15, true), (16, false)] {
        let mut plan = mission(
            &[
                ". , . . . . . . . . . . . . . .",
                " . . . . . . . . . . . . . . . .",
            ],
            &[],
            &[("infantry", (8, 0))],
            &[("sectoid", (14, 0))],
        );
        plan.board.tiles[0] = TileState {
            fire: 3,
            smoke: 1,
            ..plan.board.tiles[0]
        };
        let mut field = Field::of(&plan);
        field.order(Order::EndTurn);
        let mut tape = vec![("spread", roll)];
        if spreads {
            tape.push(("spread", 1));
        }
        field.tape(&tape);
        field.order(Order::EndTurn);
        let board = field.world.resource::<Board>();
        assert_eq!(
            board.layers.fire(field.tile(1, 0)) > 0,
            spreads,
            "on {roll}"
        );
        assert_eq!(board.layers.fire(field.tile(0, 0)), 2, "fires burn down");
    }
}

/// Vector 37: a burn of 3, 4 and 1 on 30 HP.
#[test]
fn a_burn_hurts_three_times_and_ends() {
    use hexscape::rules::battlescape::content::DamageDice;
    use hexscape::rules::battlescape::soldier::{BurnLeft, Burning};
    let mut field = far();
    field.set(A, Health { now: 30, max: 60 });
    let dice = DamageDice { count: 1, sides: 4 };
    field.set(
        A,
        Burning(Some(BurnLeft {
            dice,
            turns: 3,
            by: None,
        })),
    );
    for (roll, left) in [(3, 27), (4, 23), (1, 22)] {
        field.order(Order::EndTurn);
        field.tape(&[("dmg", roll)]);
        field.order(Order::EndTurn);
        assert_eq!(part::<Health>(&field.world, A).now, left);
    }
    assert_eq!(part::<Burning>(&field.world, A).0, None);
}

/// Vector 61: the squad dead and the goal met in the same resolution is a defeat.
#[test]
fn losing_the_last_unit_outweighs_the_goal() {
    let mut plan = mission(
        &[
            ", , , , , , , , , , , , , ,",
            " , , , , , , , , , , , , , ,",
        ],
        &[],
        &[("infantry", (1, 0))],
        &[("sectoid", (13, 0))],
    );
    for tile in [1, 13] {
        plan.board.tiles[tile] = TileState {
            fire: 3,
            smoke: 1,
            ..plan.board.tiles[tile]
        };
    }
    let mut field = Field::of(&plan);
    field.set(A, Health { now: 5, max: 60 });
    field.set(B, Health { now: 5, max: 45 });
    field.order(Order::EndTurn);
    field.order(Order::EndTurn);
    let ending = field
        .world
        .resource::<Verdict>()
        .0
        .expect("the battle is over");
    assert_eq!(ending.outcome, Outcome::Defeat);
}

/// Vector 62: all survivors off the map wins an Escape mission and fails any other.
#[test]
fn leaving_the_map_wins_only_an_escape() {
    for (escape, outcome) in [(true, Outcome::Victory), (false, Outcome::MissionFailed)] {
        let mut plan = mission(
            &OPEN,
            &[],
            &[("infantry", (1, 0)), ("infantry", (1, 2))],
            &[("sectoid", (20, 0))],
        );
        Scenario::of_mut(&mut plan).exits = vec![TileId(1)];
        if escape {
            Scenario::of_mut(&mut plan).objective = Objective::Escape { units: 2 };
        }
        let mut field = Field::of(&plan);
        field.set(B, Health { now: 0, max: 60 });
        unit::edit(&mut field.world, B).set(unit::Presence::Dead);
        field.world.resource_mut::<Board>().leave(B);
        field.order(Order::Leave(A));
        let ending = field
            .world
            .resource::<Verdict>()
            .0
            .expect("the battle is over");
        assert_eq!(ending.outcome, outcome);
    }
}

/// Vector 63: a move that saw nothing new can be undone, a shot not, nor what came before it.
#[test]
fn undo_returns_a_quiet_move_and_refuses_after_a_shot() {
    let mut field = Field::new(&OPEN, &[("infantry", (9, 1))], &[("disc_walker", (14, 1))]);
    field
        .world
        .resource_mut::<UndoStack<Battlescape>>()
        .enable();
    let start = part::<Position>(&field.world, A).0;
    field.order(Order::Move(A, Gait::Walk, vec![E]));
    // That first step may have shown new ground; one step back shows nothing.
    field.order(Order::Move(A, Gait::Walk, vec![W]));
    assert!(undo::<Battlescape>(&mut field.world));
    assert_eq!(field.tu(A).now, 96);
    assert_ne!(part::<Position>(&field.world, A).0, start);
    field.order(Order::Attack(A, B, FireMode::Snap));
    assert!(!undo::<Battlescape>(&mut field.world));
}

/// The source's worked example: 35% to hit, from content through the real pipeline.
#[test]
fn the_preview_of_the_worked_example_is_35_percent() {
    let field = Field::new(
        &[". . . . - . . .", " . . . . . . . .", ". . . . . . . ."],
        &[("infantry", (1, 0))],
        &[("sectoid", (5, 0))],
    );
    let view = SideView::new(&field.world, Side(0));
    // Three hexes away, behind a low wall.
    let forecast = view
        .forecast(A, field.tile(2, 0), B, FireMode::Snap)
        .expect("the target can be shot at");
    assert_eq!(forecast.attack.aim.chance, 35);
}

/// Vectors 43 and 44: what the gaits cost, and what is refused of them.
#[test]
fn five_hexes_cost_20_tu_walking_25_running_30_crawling() {
    let open = || Field::new(&OPEN, &[("infantry", (1, 0))], &[("sectoid", (20, 2))]);
    for (gait, paid) in [(Gait::Walk, 20), (Gait::Run, 25), (Gait::Crouch, 30)] {
        let mut field = open();
        field.order(Order::Move(A, gait, vec![E; 5]));
        assert_eq!(field.tu(A).now, 100 - paid, "{gait:?}");
    }
    let mut field = open();
    let crawl = Order::Move(A, Gait::Crawl, vec![E; 5]);
    assert_eq!(field.refused(crawl.clone()), Some(Refusal::NotProne));
    field.order(Order::GoProne(A));
    assert_eq!(field.tu(A).now, 90);
    assert_eq!(
        field.refused(Order::Move(A, Gait::Walk, vec![E])),
        Some(Refusal::MustCrawl)
    );
    field.order(crawl);
    assert_eq!(field.tu(A).now, 60);
    field.order(Order::Stand(A));
    assert_eq!(field.tu(A).now, 55);

    let mut field = open();
    assert_eq!(
        field.refused(Order::Move(A, Gait::Run, vec![E])),
        Some(Refusal::RunTooShort { least: 2 })
    );
    field.order(Order::Move(A, Gait::Crouch, vec![E]));
    assert_eq!(field.tu(A).now, 94);
    // One level up is a climb; deep water is swum.
    for (row, heights, tu) in [(". . .", "0 1 1", 8), (". ~ .", "0 0 0", 12)] {
        let mission = mission(
            &[row, row],
            &[heights, heights],
            &[("infantry", (0, 0))],
            &[("sectoid", (2, 1))],
        );
        let mut field = Field::of(&mission);
        field.order(Order::Move(A, Gait::Walk, vec![E]));
        assert_eq!(field.tu(A).now, 100 - tu);
    }
}

/// §3, §15.11: a run costs the same over rough ground, 4 more a level up, and does not go where
/// ground is three times as dear.
#[test]
fn a_run_ignores_rough_ground_but_not_climbs_and_deep_water() {
    let run = |row: &str, heights: &str| {
        let mission = mission(
            &[row, row],
            &[heights, heights],
            &[("infantry", (0, 0))],
            &[("sectoid", (3, 1))],
        );
        let mut field = Field::of(&mission);
        let order = Order::Move(A, Gait::Run, vec![E, E]);
        match field.refused(order) {
            None => Ok(100 - field.tu(A).now),
            Some(refusal) => Err(refusal),
        }
    };
    assert_eq!(run(". - - .", "0 0 0 0"), Ok(10));
    assert_eq!(run(". . . .", "0 0 1 1"), Ok(14));
    assert_eq!(
        run(". . ~ .", "0 0 0 0"),
        Err(Refusal::Impassable(TileId(2)))
    );
}

/// §4: who ran shoots worse and is hit less until its next turn; lying prone helps from two hexes on
/// and steadies an aimed shot; a shot at the head is harder.
#[test]
fn running_lying_prone_and_headshots_change_the_chance() {
    let chance = |field: &Field, side: u8, from: (i32, i32), who, target, mode| {
        let view = SideView::new(&field.world, Side(side));
        let forecast = view.forecast(who, field.tile(from.0, from.1), target, mode);
        forecast
            .expect("the target can be shot at")
            .attack
            .aim
            .chance
    };
    let mut field = Field::new(&OPEN, &[("infantry", (1, 1))], &[("brute", (6, 1))]);
    let snap = FireMode::Snap;
    let before = chance(&field, 0, (3, 1), A, B, snap);
    let against = chance(&field, 1, (6, 1), B, A, snap);
    assert_eq!(
        chance(&field, 0, (3, 1), A, B, FireMode::Headshot),
        chance(&field, 0, (3, 1), A, B, FireMode::Aimed) - 20
    );
    field.order(Order::Move(A, Gait::Run, vec![E, E]));
    assert_eq!(chance(&field, 0, (3, 1), A, B, snap), before - 10);
    // From 5 hexes instead of 3 the band is the same.
    assert_eq!(chance(&field, 1, (6, 1), B, A, snap), against - 10);
    field.order(Order::EndTurn);
    assert_eq!(chance(&field, 1, (6, 1), B, A, snap), against - 10);
    field.order(Order::EndTurn);
    assert_eq!(chance(&field, 1, (6, 1), B, A, snap), against);
    let aimed = chance(&field, 0, (3, 1), A, B, FireMode::Aimed);
    field.order(Order::GoProne(A));
    assert_eq!(chance(&field, 0, (3, 1), A, B, FireMode::Aimed), aimed + 5);
    assert_eq!(chance(&field, 0, (3, 1), A, B, snap), before);
    assert_eq!(chance(&field, 1, (6, 1), B, A, snap), against - 10);
    assert_eq!(chance(&field, 1, (4, 1), B, A, snap), against + 10);
}

/// §3: one step out of contact costs 30 TU and calls forth no reactions.
#[test]
fn disengaging_is_one_step_away_without_reactions() {
    let mut field = Field::new(&OPEN, &[("infantry", (5, 1))], &[("infantry", (6, 1))]);
    field.order(Order::EndTurn);
    field.order(Order::Ready(B));
    field.order(Order::EndTurn);
    let step = |way| Order::Move(A, Gait::Disengage, vec![way]);
    let northeast = E.turned(5);
    assert_eq!(
        field.refused(step(northeast)),
        Some(Refusal::StillInContact)
    );
    // No draw is made.
    field.tape(&[]);
    field.order(step(W));
    assert_eq!(field.tu(A).now, 100 + 50 - 30);
    assert_eq!(field.refused(step(W)), Some(Refusal::NotInContact));
}
