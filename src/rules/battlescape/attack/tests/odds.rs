//! Properties of forecasts.

use super::fixture::{content, standard, weapon};
use crate::battle::dice::{Dice, Label, Roll};
use crate::content::terrain::Cover;
use crate::rules::battlescape::attack::{
    Arc, Attack, CERTAIN, Distribution, Forecast, ForecastCache, Shot, even_out, forecast,
};
use crate::rules::battlescape::content::{
    ArmorClass, BattlescapeContent, CritStage, FireMode, MatrixStage,
};

const ROLLS: u64 = 200_000;

fn pick<T: Copy>(dice: &mut Dice, from: &[T]) -> T {
    from[dice.die(Label::Ai, from.len() as u32) as usize - 1]
}

fn below(dice: &mut Dice, n: u32) -> u16 {
    dice.die(Label::Ai, n) as u16 - 1
}

/// A shot any weapon can make, at random; now and then with a switch turned.
fn random_shot(content: &mut BattlescapeContent, dice: &mut Dice) -> (usize, Shot) {
    let damage = &mut content.figures.damage;
    damage.crit_stage = pick(
        dice,
        &[
            CritStage::AfterArmor,
            CritStage::AfterArmor,
            CritStage::BeforeArmor,
        ],
    );
    damage.matrix_stage = pick(dice, &[MatrixStage::BeforeArmor, MatrixStage::AfterArmor]);
    // The last one is bare hands.
    let at = usize::from(below(dice, content.weapons.len() as u32 - 1));
    let modes = content.weapons[at].modes.clone();
    let shot = Shot {
        accuracy: 30 + below(dice, 60) as i16,
        strength: 40 + below(dice, 50),
        critical: below(dice, 4) == 0,
        morale: -5 * below(dice, 3) as i16,
        suppressed: below(dice, 6) == 0,
        ran: below(dice, 6) == 0,
        prone: below(dice, 4) == 0,
        target_ran: below(dice, 6) == 0,
        target_prone: below(dice, 4) == 0,
        mode: pick(dice, &modes),
        distance: if modes == [FireMode::Strike] {
            1
        } else {
            1 + below(dice, 9)
        },
        cover: pick(dice, &[Cover::None, Cover::Half, Cover::Full]),
        arc: pick(dice, &[Arc::Front, Arc::Side, Arc::Rear]),
        height: below(dice, 3) as i16 - 1,
        trees: below(dice, 3) as u8,
        smoke: below(dice, 3) as u8,
        reaction: below(dice, 4) == 0,
        unseen: below(dice, 4) == 0,
        blind: below(dice, 8) == 0,
        scatter_rings: [(); 6].map(|()| [(); 2].map(|()| below(dice, 4) as u8)),
        evasion: below(dice, 10) as i16,
        armor_rating: below(dice, 12),
        class: pick(
            dice,
            &[
                ArmorClass::Armor,
                ArmorClass::Shield,
                ArmorClass::Bio,
                ArmorClass::Mechanical,
                ArmorClass::Energy,
            ],
        ),
        in_stance: below(dice, 2) == 0,
        health: 1 + below(dice, 100),
    };
    (at, shot)
}

/// Fails when a count of successes lies six standard deviations (and a little) off its probability.
#[track_caller]
fn check_frequency(what: &str, count: u64, probability: u32) {
    let (count, p, certain) = (
        i128::from(count),
        i128::from(probability),
        i128::from(CERTAIN),
    );
    let off = count * certain - i128::from(ROLLS) * p;
    let variance = i128::from(ROLLS) * p * (certain - p);
    assert!(
        off * off <= 36 * variance + 16 * certain * certain,
        "{what}: {count} of {ROLLS}, expected {p} parts of {certain}"
    );
}

#[track_caller]
fn check_frequencies(what: &str, counts: &[u64], distribution: &Distribution) {
    assert_eq!(distribution.bins().iter().sum::<u32>(), CERTAIN, "{what}");
    for (damage, &count) in counts.iter().enumerate() {
        let probability = distribution.bins().get(damage).copied().unwrap_or(0);
        check_frequency(&format!("{what}, damage {damage}"), count, probability);
    }
}

#[test]
fn exact_odds_are_the_frequencies_of_200_000_rolls() {
    let mut content = content();
    for seed in 0..120 {
        let mut dice = Dice::seeded(seed, 0);
        let (at, shot) = random_shot(&mut content, &mut dice);
        let Forecast {
            attack,
            round,
            total,
            kill,
            burn,
            per_hit,
        } = forecast(&content.figures, &content.weapons[at], &shot).unwrap();
        let health = usize::from(shot.health);
        let mut by_round = vec![0; health + 1];
        let mut by_attack = vec![0; health + 1];
        let (mut killed, mut burned) = (0, 0);
        for _ in 0..ROLLS {
            let mut dealt = 0;
            let mut caught = false;
            for nth in 0..attack.cost.rounds {
                let (rolled, is_hit) = if attack.area.is_some() {
                    let landing = attack.land(&mut dice, true);
                    (attack.splash_of_target(&landing).dealt, landing.hit.passed)
                } else {
                    let rolled = attack.round(&mut dice);
                    caught |= rolled.wound.is_some_and(|wound| wound.burn.is_some());
                    (rolled.dealt(), rolled.wound.is_some())
                };
                dealt += rolled as usize;
                assert!(
                    !is_hit || (per_hit.0..=per_hit.1).contains(&rolled),
                    "seed {seed}"
                );
                if nth == 0 {
                    by_round[(rolled as usize).min(health)] += 1;
                }
            }
            by_attack[dealt.min(health)] += 1;
            killed += u64::from(dealt >= health);
            burned += u64::from(caught);
        }
        let what = format!("seed {seed}, {} {:?}", content.weapons[at].key, shot.mode);
        check_frequencies(&format!("{what}, round"), &by_round, &round);
        check_frequencies(&format!("{what}, attack"), &by_attack, &total);
        check_frequency(&format!("{what}, kill"), killed, kill);
        check_frequency(&format!("{what}, burn"), burned, burn);
    }
}

#[test]
fn what_is_evened_out_makes_no_difference_to_the_odds() {
    let mut content = content();
    let mut evened = 0;
    for seed in 0..400 {
        let (at, shot) = random_shot(&mut content, &mut Dice::seeded(seed, 2));
        let (figures, weapon) = (&content.figures, &content.weapons[at]);
        let even = even_out(figures, weapon, &shot);
        evened += usize::from(even != shot);
        let [full, brief] = [shot, even].map(|shot| forecast(figures, weapon, &shot).unwrap());
        assert_eq!(full, brief, "seed {seed}");
    }
    assert!(evened > 100, "{evened}");
}

#[test]
fn the_cache_answers_as_the_forecast_does() {
    let mut content = content();
    let mut cache = ForecastCache::default();
    for seed in 0..400 {
        let (at, shot) = random_shot(&mut content, &mut Dice::seeded(seed, 1));
        let (figures, weapon) = (&content.figures, &content.weapons[at]);
        let full = forecast(figures, weapon, &shot).unwrap();
        for _ in 0..2 {
            let odds = cache.odds(figures, weapon, &shot).unwrap();
            assert_eq!(
                (odds.chance, odds.rounds, odds.tu),
                (
                    full.attack.aim.chance,
                    full.attack.cost.rounds,
                    full.attack.cost.tu
                )
            );
            assert_eq!(
                (odds.mean_thousandths, odds.kill),
                (full.mean_thousandths(), full.kill),
                "seed {seed}"
            );
        }
    }
    let far = Shot {
        distance: 40,
        ..standard()
    };
    assert!(
        cache
            .odds(&content.figures, &content.weapons[0], &far)
            .is_err()
    );
}

#[test]
fn a_forecast_by_hand_comes_out_exactly() {
    // Snap at 95%: d20 at 110%, no armor, 9% critical; 20 hit points fall to 22 and to double 10.
    let content = content();
    let shot = Shot {
        accuracy: 150,
        health: 20,
        ..standard()
    };
    let odds = forecast(&content.figures, &weapon(&content, "assault_rifle"), &shot).unwrap();
    let parts = |numerator: u64| u64::from(CERTAIN) * numerator / (100 * 20 * 100);
    // 19 and 20 (20, 22) at 95%; 10 to 18 only when critical.
    let kill = parts(95 * (2 * 100 + 9 * 9));
    assert!(
        u64::from(odds.kill).abs_diff(kill) <= 1,
        "{} {kill}",
        odds.kill
    );
    assert!(u64::from(odds.round.at_least(1)).abs_diff(parts(95 * 20 * 100)) <= 1);
    assert_eq!(odds.per_hit, (1, 44));
    assert_eq!(odds.burn, 0);
    assert_eq!(odds.round, odds.total);
}

#[test]
fn rounds_of_a_burst_convolve() {
    let content = content();
    let rifle = weapon(&content, "assault_rifle");
    let single = Shot {
        mode: FireMode::Burst,
        health: 30,
        ..standard()
    };
    let mut attack = Attack::prepare(&content.figures, &rifle, &single).unwrap();
    let mut bins = vec![u128::from(CERTAIN)];
    for rounds in 1..=12 {
        attack.cost.rounds = rounds;
        let odds = attack.forecast(30, &mut Default::default());
        let mut next = vec![0_u128; 31];
        for (sum, p) in bins.iter().enumerate() {
            for (damage, q) in odds.round.bins().iter().enumerate() {
                next[(sum + damage).min(30)] += p * u128::from(*q);
            }
        }
        let half = u128::from(CERTAIN / 2);
        bins = next
            .iter()
            .map(|sum| (sum + half) / u128::from(CERTAIN))
            .collect();
        for (damage, bin) in odds.total.bins().iter().enumerate() {
            assert!(
                u128::from(*bin).abs_diff(bins[damage]) < 64,
                "{rounds} rounds, {damage}"
            );
        }
    }
}
