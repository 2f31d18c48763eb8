//! Content and shots for the tests of attacks.

use crate::{
    content::{
        battlescape::{
            ArmorClass, BattlescapeContent, Burn, CoverFigures, CritStage, DamageDice,
            DamageFigures, DamageType, EnvironmentFigures, Figures, FireMode, MatrixStage,
            ModeCost, ModeFigures, RangeBand, SideCover, SightFigures, StatusFigures,
            TimeUnitFigures, ToHitFigures, TypeFigures, Weapon, WeaponClass,
        },
        terrain::Cover,
    },
    rules::battlescape::attack::{Arc, Shot},
};

/// The reference's standard case: accuracy 65 fires at 3 hexes at a bare target without armor.
pub const SHOT: Shot = Shot {
    accuracy: 65,
    strength: 50,
    critical: false,
    mode: FireMode::Snap,
    distance: 3,
    cover: Cover::None,
    arc: Arc::Front,
    height: 0,
    trees: 0,
    smoke: 0,
    reaction: false,
    unseen: false,
    evasion: 0,
    armor_rating: 0,
    class: ArmorClass::Bio,
    in_stance: false,
    health: 100,
};

pub fn content() -> BattlescapeContent {
    use DamageType::{Chemical, Kinetic, Laser, Plasma};
    use FireMode::{Aimed, Auto, Burst, Snap, Strike};
    let costs = |list: &[(FireMode, u16, u8)]| {
        list.iter()
            .map(|&(mode, tu, rounds)| (mode, ModeCost { tu, rounds }))
            .collect()
    };
    let bands = |list: &[(u8, i16)]| {
        list.iter()
            .map(|&(to, modifier)| RangeBand { to, modifier })
            .collect()
    };
    let burn = |chance, count| Burn {
        chance,
        dice: DamageDice { count, sides: 4 },
        turns: 3,
    };
    let row = |k, l, p, c| [(Kinetic, k), (Laser, l), (Plasma, p), (Chemical, c)].into();
    let weapon =
        |key: &str, class, damage_type, dice: (u8, u8), accuracy, magazine, modes: &[FireMode]| {
            Weapon {
                key: key.to_owned(),
                name: key.to_owned(),
                class,
                damage_type,
                dice: DamageDice {
                    count: dice.0,
                    sides: dice.1,
                },
                accuracy,
                magazine,
                modes: modes.to_vec(),
                ammo_burn: None,
            }
        };
    BattlescapeContent {
        units: Vec::new(),
        suits: Vec::new(),
        weapons: vec![
            weapon(
                "assault_rifle",
                WeaponClass::Rifle,
                Kinetic,
                (1, 20),
                5,
                30,
                &[Snap, Aimed, Burst, Auto],
            ),
            weapon(
                "marksman_rifle",
                WeaponClass::Sniper,
                Kinetic,
                (2, 16),
                10,
                10,
                &[Snap, Aimed],
            ),
            weapon(
                "machine_gun",
                WeaponClass::Heavy,
                Kinetic,
                (1, 24),
                -5,
                15,
                &[Snap, Burst, Auto],
            ),
            weapon(
                "plasma_rifle",
                WeaponClass::Rifle,
                Plasma,
                (2, 13),
                5,
                20,
                &[Snap, Aimed, Burst],
            ),
            weapon(
                "plasma_cannon",
                WeaponClass::Heavy,
                Plasma,
                (3, 14),
                0,
                8,
                &[Snap, Aimed],
            ),
            weapon(
                "laser_pistol",
                WeaponClass::Pistol,
                Laser,
                (1, 14),
                5,
                40,
                &[Snap, Aimed],
            ),
            weapon(
                "claws",
                WeaponClass::Melee,
                Kinetic,
                (2, 10),
                10,
                0,
                &[Strike],
            ),
        ],
        figures: Figures {
            tu: TimeUnitFigures {
                per_turn: 100,
                carry_max: 50,
                walk: 4,
                turn: 1,
                climb_percent: 100,
                take_cover: 10,
                stand: 5,
                reload: 10,
                ready: 15,
                door: 5,
                leave: 4,
                reaction_later: 50,
            },
            attack: [
                (
                    WeaponClass::Pistol,
                    costs(&[(Snap, 15, 1), (Aimed, 25, 1), (Burst, 20, 3)]),
                ),
                (
                    WeaponClass::Smg,
                    costs(&[
                        (Snap, 20, 1),
                        (Aimed, 35, 1),
                        (Burst, 25, 8),
                        (Auto, 60, 15),
                    ]),
                ),
                (
                    WeaponClass::Rifle,
                    costs(&[
                        (Snap, 20, 1),
                        (Aimed, 40, 1),
                        (Burst, 30, 5),
                        (Auto, 60, 10),
                    ]),
                ),
                (WeaponClass::Sniper, costs(&[(Snap, 30, 1), (Aimed, 50, 1)])),
                (
                    WeaponClass::Heavy,
                    costs(&[(Snap, 40, 1), (Aimed, 60, 1), (Burst, 50, 4), (Auto, 80, 8)]),
                ),
                (WeaponClass::Melee, costs(&[(Strike, 20, 1)])),
            ]
            .into(),
            modes: [
                (Snap, -10, 110),
                (Aimed, 15, 120),
                (Burst, -25, 100),
                (Auto, -35, 80),
                (Strike, 0, 100),
            ]
            .map(|(mode, accuracy, damage_percent)| {
                (
                    mode,
                    ModeFigures {
                        accuracy,
                        damage_percent,
                    },
                )
            })
            .into(),
            bands: [
                (
                    WeaponClass::Pistol,
                    bands(&[(3, 0), (6, -10), (9, -20), (12, -35)]),
                ),
                (WeaponClass::Smg, bands(&[(4, 0), (8, -10), (12, -25)])),
                (
                    WeaponClass::Rifle,
                    bands(&[(2, 0), (5, -10), (8, -15), (12, -20), (16, -30)]),
                ),
                (WeaponClass::Sniper, bands(&[(3, -25), (14, 0), (20, -10)])),
                (
                    WeaponClass::Heavy,
                    bands(&[(2, -10), (8, -5), (12, -15), (18, -25)]),
                ),
            ]
            .into(),
            to_hit: ToHitFigures {
                min: 5,
                max: 95,
                half_cover: -15,
                full_cover: -30,
                side_arc: 10,
                rear_arc: 25,
                height_advantage: 5,
                height_disadvantage: -5,
                reaction: -10,
                critical_status: -30,
                smoke_each: -10,
                smoke_most: -30,
                tree_each: -10,
                unseen_attacker: 10,
            },
            damage: DamageFigures {
                side_arc_percent: 125,
                rear_arc_percent: 150,
                half_cover_percent: 75,
                full_cover_percent: 50,
                stance_half: 3,
                stance_full: 5,
                strength_base: 50,
                strength_step: 10,
                blocked: 1,
                crit_base: 5,
                crit_step: 20,
                crit_percent: 200,
                crit_stage: CritStage::AfterArmor,
                matrix_stage: MatrixStage::BeforeArmor,
                rear_armor_percent: 100,
                types: [
                    (Kinetic, 100, None),
                    (Laser, 80, Some(burn(10, 1))),
                    (Plasma, 90, Some(burn(20, 2))),
                    (Chemical, 50, None),
                ]
                .map(|(kind, ar_percent, burn)| (kind, TypeFigures { ar_percent, burn }))
                .into(),
                matrix: [
                    (ArmorClass::Armor, row(100, 120, 80, 150)),
                    (ArmorClass::Shield, row(100, 80, 120, 50)),
                    (ArmorClass::Bio, row(100, 100, 100, 100)),
                    (ArmorClass::Mechanical, row(100, 120, 80, 50)),
                    (ArmorClass::Energy, row(100, 150, 80, 100)),
                ]
                .into(),
            },
            sight: SightFigures {
                tree_penalty: 3,
                trees_block: 3,
                smoke_percent: 50,
            },
            cover: CoverFigures {
                side: SideCover::StepDown,
                full_blocks_fire: true,
                front_degrees: 90,
                side_degrees: 150,
                step: true,
            },
            status: StatusFigures {
                wounded_at_percent: 75,
                critical_at_percent: 25,
                wounded_path_percent: 110,
                critical_path_percent: 125,
            },
            environment: EnvironmentFigures {
                fire_spread: 15,
                fire_turns: 3,
                fire_damage: 5,
                fire_smoke: 1,
                smoke_decay: 1,
                fall_per_level: 10,
            },
        },
    }
}

/// Returns a weapon of the content.
pub fn weapon(content: &BattlescapeContent, key: &str) -> Weapon {
    let id = content.weapon_named(key).expect("a weapon of the content");
    content.weapon(id).clone()
}
