//! Exact forecasts: one shot, a ten-round burst, and the answers the computer player asks for.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use hexscape::content::load_default;
use hexscape::content::terrain::Cover;
use hexscape::rules::battlescape::attack::{Arc, ForecastCache, Shot, forecast};
use hexscape::rules::battlescape::content::{ArmorClass, BattlescapeContent, FireMode};

fn forecasts(criterion: &mut Criterion) {
    let content = load_default()
        .expect("the shipped content loads")
        .part::<BattlescapeContent>()
        .clone();
    let shot = |mode| Shot {
        accuracy: 65,
        strength: 60,
        critical: false,
        morale: 0,
        suppressed: false,
        ran: false,
        prone: false,
        target_ran: false,
        target_prone: false,
        mode,
        distance: 5,
        cover: Cover::Half,
        arc: Arc::Side,
        height: 1,
        trees: 0,
        smoke: 1,
        reaction: false,
        unseen: false,
        blind: false,
        scatter_rings: [[u8::MAX; 2]; 6],
        evasion: 0,
        armor_rating: 3,
        class: ArmorClass::Bio,
        in_stance: true,
        health: 100,
    };
    let mut group = criterion.benchmark_group("forecast");
    for (name, weapon, mode) in [
        ("one shot, d20", "assault_rifle", FireMode::Snap),
        (
            "one shot, 3d14 that may burn",
            "plasma_cannon",
            FireMode::Aimed,
        ),
        ("ten-round burst", "assault_rifle", FireMode::Auto),
    ] {
        let id = content.weapon_named(weapon).expect("a shipped weapon");
        let (weapon, shot) = (content.weapon(id), shot(mode));
        group.bench_function(name, |bencher| {
            bencher.iter(|| forecast(&content.figures, weapon, black_box(&shot)));
        });
        let mut cache = ForecastCache::default();
        group.bench_function(format!("{name}, keyed"), |bencher| {
            bencher.iter(|| cache.odds(&content.figures, weapon, black_box(&shot)));
        });
    }
    group.finish();
}

criterion_group!(benches, forecasts);
criterion_main!(benches);
