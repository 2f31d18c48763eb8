//! Vectors 1–15, 46 and 47: chances, refusals, bursts.

use super::fixture::{content, duel, standard, weapon};
use crate::battle::dice::Dice;
use crate::content::terrain::Cover;
use crate::rules::battlescape::attack::{Aim, Arc, Attack, Impossible, Modifier, Shot, readiness};
use crate::rules::battlescape::content::{FireMode, Weapon};

fn aim(key: &str, shot: &Shot) -> Result<Aim, Impossible> {
    let content = content();
    Attack::prepare(&content.figures, &weapon(&content, key), shot).map(|attack| attack.aim)
}

#[track_caller]
fn check_chance(vector: &str, key: &str, shot: &Shot, raw: i32, chance: u8) {
    let aim = aim(key, shot).unwrap();
    let items: Vec<_> = aim.modifiers().collect();
    assert_eq!((aim.raw, aim.chance), (raw, chance), "{vector}: {items:?}");
    let sum: i32 = items.iter().map(|(_, value)| i32::from(*value)).sum();
    assert_eq!(sum, raw, "{vector}: {items:?}");
}

#[test]
fn chances_are_those_of_the_vectors() {
    let snap = standard();
    let half = Shot {
        cover: Cover::Half,
        ..snap
    };
    let full = Shot {
        cover: Cover::Full,
        ..snap
    };
    let aimed = Shot {
        mode: FireMode::Aimed,
        ..snap
    };
    let marksman = |distance| Shot {
        accuracy: 75,
        distance,
        ..aimed
    };
    let rows = [
        ("1", "assault_rifle", half, 35),
        (
            "2",
            "assault_rifle",
            Shot {
                cover: Cover::Half,
                ..aimed
            },
            60,
        ),
        (
            "3",
            "assault_rifle",
            Shot {
                distance: 10,
                ..aimed
            },
            65,
        ),
        (
            "4 from above",
            "assault_rifle",
            Shot { height: 1, ..half },
            40,
        ),
        (
            "4 from below",
            "assault_rifle",
            Shot { height: -2, ..half },
            30,
        ),
        ("5", "assault_rifle", full, 20),
        (
            "6",
            "assault_rifle",
            Shot {
                arc: Arc::Side,
                ..half
            },
            60,
        ),
        (
            "7 side",
            "assault_rifle",
            Shot {
                arc: Arc::Side,
                ..full
            },
            45,
        ),
        (
            "7 rear",
            "assault_rifle",
            Shot {
                arc: Arc::Rear,
                ..full
            },
            75,
        ),
        (
            "10",
            "assault_rifle",
            Shot {
                mode: FireMode::Burst,
                ..snap
            },
            35,
        ),
        (
            "11",
            "assault_rifle",
            Shot {
                reaction: true,
                ..snap
            },
            40,
        ),
        (
            "12",
            "assault_rifle",
            Shot {
                critical: true,
                cover: Cover::Half,
                ..aimed
            },
            30,
        ),
        (
            "13",
            "assault_rifle",
            Shot {
                distance: 5,
                smoke: 2,
                ..aimed
            },
            55,
        ),
        (
            "13, five of smoke",
            "assault_rifle",
            Shot {
                distance: 5,
                smoke: 5,
                ..aimed
            },
            45,
        ),
        (
            "13, a tree",
            "assault_rifle",
            Shot {
                distance: 5,
                trees: 1,
                ..aimed
            },
            65,
        ),
        (
            "unseen",
            "assault_rifle",
            Shot {
                unseen: true,
                ..half
            },
            45,
        ),
        (
            "evasion",
            "assault_rifle",
            Shot {
                evasion: 12,
                ..half
            },
            23,
        ),
        ("14 near", "marksman_rifle", marksman(2), 75),
        ("14 far", "marksman_rifle", marksman(15), 90),
    ];
    for (vector, key, shot, chance) in rows {
        check_chance(vector, key, &shot, i32::from(chance), chance);
    }
}

#[test]
fn chances_are_clamped_from_5_to_95() {
    let content = content();
    let poor = Weapon {
        accuracy: 0,
        ..weapon(&content, "assault_rifle")
    };
    let shot = Shot {
        accuracy: 30,
        mode: FireMode::Auto,
        distance: 14,
        cover: Cover::Full,
        ..standard()
    };
    let aim = Attack::prepare(&content.figures, &poor, &shot).unwrap().aim;
    assert_eq!((aim.raw, aim.chance), (-65, 5), "8");
    let shot = Shot {
        accuracy: 75,
        mode: FireMode::Aimed,
        distance: 8,
        arc: Arc::Rear,
        ..standard()
    };
    check_chance("9", "marksman_rifle", &shot, 125, 95);
}

#[test]
fn every_modifier_stands_under_its_name() {
    let shot = Shot {
        cover: Cover::Full,
        arc: Arc::Side,
        height: 1,
        trees: 1,
        smoke: 1,
        reaction: true,
        critical: true,
        unseen: true,
        evasion: 3,
        ..standard()
    };
    let items: Vec<_> = aim("assault_rifle", &shot)
        .unwrap()
        .modifiers()
        .map(|(modifier, value)| format!("{modifier} {value:+}"))
        .collect();
    assert_eq!(
        items,
        [
            "accuracy +65",
            "weapon +5",
            "fire mode -10",
            "range -10",
            "half cover -15",
            "from the side +10",
            "higher ground +5",
            "target's evasion -3",
            "reaction fire -10",
            "critically wounded -30",
            "smoke -10",
            "trees -10",
            "unseen by the target +10",
        ]
    );
}

#[test]
fn melee_knows_arc_and_height_but_neither_range_nor_cover() {
    let shot = Shot {
        mode: FireMode::Strike,
        distance: 1,
        cover: Cover::Full,
        arc: Arc::Side,
        height: 1,
        ..standard()
    };
    let aim = aim("claws", &shot).unwrap();
    assert_eq!(aim.chance, 65 + 10 + 10 + 5);
    assert_eq!(aim.modifier(Modifier::HalfCover), 0);
}

#[test]
fn a_shot_beyond_the_last_band_or_in_a_missing_mode_is_impossible() {
    let rows = [
        (
            "assault_rifle",
            FireMode::Aimed,
            17,
            "reaches 16 hexes, the target is 17 away",
        ),
        (
            "assault_rifle",
            FireMode::Strike,
            1,
            "the weapon has no strike mode",
        ),
        (
            "marksman_rifle",
            FireMode::Auto,
            5,
            "the weapon has no auto mode",
        ),
        (
            "claws",
            FireMode::Strike,
            2,
            "reaches adjacent hexes only, the target is 2 away",
        ),
    ];
    for (key, mode, distance, expected) in rows {
        let refusal = aim(
            key,
            &Shot {
                mode,
                distance,
                ..standard()
            },
        )
        .unwrap_err();
        assert_eq!(refusal.to_string(), expected, "{key}");
    }
}

#[test]
fn a_weapon_must_be_paid_for_in_time_units_and_rounds() {
    let content = content();
    let ready = |key, mode, loaded, time_units| {
        readiness(
            &content.figures,
            &weapon(&content, key),
            mode,
            loaded,
            time_units,
        )
        .map(|cost| (cost.tu, cost.rounds))
        .map_err(|refusal| refusal.to_string())
    };
    let refused = |text: &str| Err(text.to_owned());
    assert_eq!(
        ready("machine_gun", FireMode::Auto, 15, 79),
        refused("needs 80 TU, has 79")
    );
    assert_eq!(
        ready("machine_gun", FireMode::Auto, 15, 80),
        Ok((80, 8)),
        "46"
    );
    assert_eq!(
        ready("assault_rifle", FireMode::Burst, 4, 99),
        refused("needs 5 rounds, has 4")
    );
    assert_eq!(ready("claws", FireMode::Strike, 0, 20), Ok((20, 1)));
    let mut loaded = 30;
    for mode in [FireMode::Auto, FireMode::Burst] {
        let (_, rounds) = ready("assault_rifle", mode, loaded, 100).unwrap();
        loaded -= u16::from(rounds);
    }
    assert_eq!(loaded, 15, "47");
}

#[test]
fn a_snap_shot_at_35_misses_with_42_and_hits_with_28() {
    let content = content();
    let shot = Shot {
        cover: Cover::Half,
        ..duel(&content, "infantry", "sectoid")
    };
    let attack =
        Attack::prepare(&content.figures, &weapon(&content, "assault_rifle"), &shot).unwrap();
    assert_eq!(attack.aim.chance, 35);
    let round = attack.round(&mut Dice::tape([("hit", 42)]));
    assert!(!round.hit.passed && round.wound.is_none());
    let round = attack.round(&mut Dice::tape([("hit", 28), ("dmg", 9), ("crit", 70)]));
    assert!(round.hit.passed && round.dealt() > 0);
}

#[test]
fn a_burst_hits_round_by_round() {
    let content = content();
    let shot = Shot {
        mode: FireMode::Burst,
        ..standard()
    };
    let attack =
        Attack::prepare(&content.figures, &weapon(&content, "assault_rifle"), &shot).unwrap();
    assert_eq!((attack.aim.chance, attack.cost.rounds), (35, 5));
    let mut dice = Dice::tape([
        ("hit", 12),
        ("dmg", 20),
        ("crit", 99),
        ("hit", 40),
        ("hit", 35),
        ("dmg", 7),
        ("crit", 6),
        ("hit", 90),
        ("hit", 3),
        ("dmg", 1),
        ("crit", 7),
    ]);
    let dealt: Vec<_> = attack
        .fire(&mut dice)
        .iter()
        .map(|round| round.dealt())
        .collect();
    assert_eq!(dealt, [20, 0, 14, 0, 1], "10");
}
