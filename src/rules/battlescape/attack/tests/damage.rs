//! Vectors 2, 3, 9, 16–31, 33 and 34: damage step by step, and the switches.

use super::fixture::{content, duel, standard, weapon};
use crate::battle::dice::Dice;
use crate::content::terrain::Cover;
use crate::rules::battlescape::attack::{Arc, Attack, Round, Shot, Wound};
use crate::rules::battlescape::content::{
    ArmorClass, CritStage, DamageDice, DamageType, Figures, FireMode, MatrixStage, SideCover,
    Weapon,
};

/// The tape of a round that hits, beyond its `hit`.
type Tape<'a> = &'a [(&'a str, u32)];

/// Not a critical hit at any chance the figures give.
const PLAIN: Tape<'static> = &[("dmg", 15), ("crit", 100)];

fn hit(figures: &Figures, weapon: &Weapon, shot: &Shot, tape: Tape) -> Wound {
    let attack = Attack::prepare(figures, weapon, shot).unwrap();
    let tape = [("hit", 1)].into_iter().chain(tape.iter().copied());
    let Round { wound, .. } = attack.round(&mut Dice::tape(tape));
    wound.expect("1 hits at any chance")
}

#[track_caller]
fn check_damage(vector: &str, shot: &Shot, tape: Tape, dealt: u32) {
    let content = content();
    let wound = hit(
        &content.figures,
        &weapon(&content, "assault_rifle"),
        shot,
        tape,
    );
    assert_eq!(wound.dealt, dealt, "{vector}: {wound:?}");
}

fn burst() -> Shot {
    Shot {
        mode: FireMode::Burst,
        armor_rating: 3,
        ..standard()
    }
}

#[test]
fn an_aimed_shot_of_15_deals_20_less_3_and_34_when_critical() {
    let content = content();
    let rifle = weapon(&content, "assault_rifle");
    let shot = Shot {
        mode: FireMode::Aimed,
        strength: 70,
        ..duel(&content, "infantry", "sectoid")
    };
    let wound = hit(&content.figures, &rifle, &shot, PLAIN);
    assert_eq!(wound.dice.faces(), [15]);
    let steps = (
        wound.after_mode,
        wound.after_matrix,
        wound.armor,
        wound.dealt,
    );
    assert_eq!(steps, (20, 20, 3, 17), "16");
    let wound = hit(&content.figures, &rifle, &shot, &[("dmg", 15), ("crit", 1)]);
    assert_eq!(
        (wound.dealt, wound.is_crit(), wound.armor),
        (34, true, 3),
        "17"
    );
    let mut figures = content.figures;
    figures.damage.crit_stage = CritStage::BeforeArmor;
    let wound = hit(&figures, &rifle, &shot, &[("dmg", 15), ("crit", 1)]);
    assert_eq!(wound.dealt, 37, "33");
}

#[test]
fn vegas_shot_leaves_30_of_45() {
    let content = content();
    let rifle = weapon(&content, "tracer_rifle");
    let shot = Shot {
        mode: FireMode::Aimed,
        distance: 10,
        ..duel(&content, "infantry", "sectoid")
    };
    let attack = Attack::prepare(&content.figures, &rifle, &shot).unwrap();
    assert_eq!((attack.aim.chance, attack.impact.crit_chance), (65, 8), "3");
    let mut dice = Dice::tape([("hit", 42), ("dmg", 15), ("crit", 31), ("fx", 75)]);
    let wound = attack.round(&mut dice).wound.unwrap();
    assert_eq!(
        (wound.after_mode, wound.dealt, wound.burn),
        (18, 15, None),
        "18"
    );
    let left = u32::from(shot.health) - wound.dealt;
    let wounded_at = u32::from(content.figures.status.wounded_at_percent);
    assert_eq!(left, 30, "18");
    assert!(
        left * 100 <= u32::from(shot.health) * wounded_at,
        "18: Wounded"
    );
    let mut dice = Dice::tape([("hit", 65), ("dmg", 9), ("crit", 9), ("fx", 10)]);
    let wound = attack.round(&mut dice).wound.unwrap();
    assert_eq!(wound.burn, rifle.ammo_burn, "a roll of 10 burns");
}

#[test]
fn damage_is_that_of_the_vectors() {
    let burst = burst();
    let half = Shot {
        cover: Cover::Half,
        ..burst
    };
    let full = Shot {
        cover: Cover::Full,
        ..burst
    };
    let blocked: Tape = &[("dmg", 15)];
    let rows = [
        (
            "19 snap",
            Shot {
                mode: FireMode::Snap,
                ..burst
            },
            PLAIN,
            13,
        ),
        ("19 burst", burst, PLAIN, 12),
        (
            "19 auto",
            Shot {
                mode: FireMode::Auto,
                ..burst
            },
            PLAIN,
            9,
        ),
        ("20 passive", half, PLAIN, 8),
        (
            "20 stance",
            Shot {
                in_stance: true,
                ..half
            },
            PLAIN,
            5,
        ),
        ("21 passive", full, PLAIN, 4),
        (
            "21 stance",
            Shot {
                in_stance: true,
                ..full
            },
            blocked,
            1,
        ),
        (
            "22 side",
            Shot {
                arc: Arc::Side,
                ..burst
            },
            PLAIN,
            15,
        ),
        (
            "22 rear",
            Shot {
                arc: Arc::Rear,
                ..burst
            },
            PLAIN,
            19,
        ),
        (
            "23",
            Shot {
                arc: Arc::Side,
                ..full
            },
            PLAIN,
            10,
        ),
        (
            "stance from the rear",
            Shot {
                arc: Arc::Rear,
                in_stance: true,
                ..full
            },
            PLAIN,
            19,
        ),
        ("30", burst, &[("dmg", 2)], 1),
        ("31", burst, &[("dmg", 4), ("crit", 100)], 1),
    ];
    for (vector, shot, tape, dealt) in rows {
        check_damage(vector, &shot, tape, dealt);
    }
    let content = content();
    let rifle = weapon(&content, "assault_rifle");
    assert!(
        hit(&content.figures, &rifle, &burst, &[("dmg", 2)]).blocked,
        "30"
    );
    let wound = hit(
        &content.figures,
        &rifle,
        &burst,
        &[("dmg", 4), ("crit", 100)],
    );
    assert!(!wound.blocked, "31");
}

#[test]
fn the_matrix_is_that_of_the_vectors() {
    use DamageType::{Chemical, Kinetic, Laser, Plasma};
    let content = content();
    let rifle = weapon(&content, "assault_rifle");
    let deal = |figures: &Figures, damage_type, class| {
        let gun = Weapon {
            damage_type,
            ..rifle.clone()
        };
        let shot = Shot {
            armor_rating: 5,
            class,
            ..burst()
        };
        let fx = figures.damage.types[&damage_type].burn.map(|_| ("fx", 100));
        let tape: Vec<_> = PLAIN.iter().copied().chain(fx).collect();
        hit(figures, &gun, &shot, &tape).dealt
    };
    let rows = [
        ("24", ArmorClass::Armor, [10, 14, 8, 20]),
        ("25", ArmorClass::Shield, [10, 8, 14, 5]),
        ("26", ArmorClass::Bio, [10, 11, 11, 13]),
        ("27", ArmorClass::Mechanical, [10, 14, 8, 5]),
        ("28", ArmorClass::Energy, [10, 18, 8, 13]),
    ];
    for (vector, class, dealt) in rows {
        let found =
            [Kinetic, Laser, Plasma, Chemical].map(|kind| deal(&content.figures, kind, class));
        assert_eq!(found, dealt, "{vector}");
    }
    let mut figures = content.figures;
    figures.damage.types.get_mut(&Plasma).unwrap().ar_percent = 120;
    let found = [ArmorClass::Armor, ArmorClass::Bio].map(|class| deal(&figures, Plasma, class));
    assert_eq!(found, [6, 9], "29");
}

#[test]
fn critical_chance_follows_the_final_chance_to_hit() {
    let content = content();
    let rifle = weapon(&content, "assault_rifle");
    for (accuracy, chance, crit) in [
        (0, 5, 5),
        (55, 40, 7),
        (80, 65, 8),
        (130, 95, 9),
        (75, 60, 8),
    ] {
        let shot = Shot {
            accuracy,
            ..standard()
        };
        let attack = Attack::prepare(&content.figures, &rifle, &shot).unwrap();
        assert_eq!(
            (attack.aim.chance, attack.impact.crit_chance),
            (chance, crit),
            "34"
        );
    }
}

#[test]
fn strength_helps_bullets_and_claws_but_not_beams() {
    let content = content();
    for (key, mode, bonus) in [
        ("assault_rifle", FireMode::Snap, 3),
        ("claws", FireMode::Strike, 3),
        ("plasma_rifle", FireMode::Snap, 0),
    ] {
        for (strength, bonus) in [(30, 0), (59, 0), (60, bonus / 3), (89, bonus)] {
            let shot = Shot {
                strength,
                mode,
                distance: 1,
                ..standard()
            };
            let attack = Attack::prepare(&content.figures, &weapon(&content, key), &shot).unwrap();
            assert_eq!(attack.impact.strength_bonus, bonus, "{key} {strength}");
        }
    }
}

#[test]
fn plasma_burns_and_a_blocked_hit_still_rolls_its_effect() {
    let content = content();
    let gun = weapon(&content, "plasma_rifle");
    let shot = Shot {
        armor_rating: 90,
        ..standard()
    };
    let tape = &[("dmg", 13), ("dmg", 13), ("fx", 20)];
    let wound = hit(&content.figures, &gun, &shot, tape);
    assert!(wound.blocked);
    assert_eq!((wound.dealt, wound.crit), (1, None));
    assert_eq!(wound.burn.unwrap().dice, DamageDice { count: 2, sides: 4 });
}

/// Changes the figures by one switch.
type Switch = fn(&mut Figures);

#[test]
fn every_switch_of_the_contradictions_is_honored() {
    let front = Shot {
        cover: Cover::Full,
        ..burst()
    };
    let side = Shot {
        arc: Arc::Side,
        ..front
    };
    let rear = Shot {
        arc: Arc::Rear,
        ..burst()
    };
    let mail = Shot {
        class: ArmorClass::Armor,
        ..burst()
    };
    let plain = [("dmg", 15), ("crit", 100)];
    let blocked = [("dmg", 15)];
    let rows: [(&str, Switch, Shot, Tape, u32); 9] = [
        (
            "C2 immune",
            |f| f.damage.full_cover_percent = 0,
            front,
            &blocked,
            0,
        ),
        (
            "C3 keep",
            |f| f.cover.side = SideCover::Keep,
            side,
            &plain,
            6,
        ),
        (
            "C3 halve",
            |f| f.cover.side = SideCover::Halve,
            side,
            &plain,
            10,
        ),
        (
            "C3 none",
            |f| f.cover.side = SideCover::None,
            side,
            &plain,
            15,
        ),
        ("C6", |f| f.damage.rear_armor_percent = 75, rear, &plain, 20),
        (
            "C10",
            |f| f.damage.blocked = 0,
            Shot {
                armor_rating: 20,
                ..burst()
            },
            &blocked,
            0,
        ),
        (
            "C11",
            |f| f.damage.crit_stage = CritStage::BeforeArmor,
            burst(),
            &[("dmg", 2), ("crit", 1)],
            1,
        ),
        (
            "C12",
            |f| {
                f.damage.matrix_stage = MatrixStage::AfterArmor;
                f.damage
                    .matrix
                    .get_mut(&ArmorClass::Armor)
                    .unwrap()
                    .insert(DamageType::Kinetic, 150);
            },
            mail,
            &plain,
            18,
        ),
        (
            "C13",
            |f| f.damage.strength_step = 5,
            Shot {
                strength: 60,
                ..burst()
            },
            &plain,
            14,
        ),
    ];
    for (name, switch, shot, tape, dealt) in rows {
        let mut content = content();
        switch(&mut content.figures);
        let wound = hit(
            &content.figures,
            &weapon(&content, "assault_rifle"),
            &shot,
            tape,
        );
        assert_eq!(wound.dealt, dealt, "{name}: {wound:?}");
    }
    let mut content = content();
    content.figures.to_hit.rear_arc = 10;
    let attack =
        Attack::prepare(&content.figures, &weapon(&content, "assault_rifle"), &rear).unwrap();
    assert_eq!(attack.aim.chance, 45, "C5");
}
