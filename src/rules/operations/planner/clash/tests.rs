//! What is reckoned before an assault is what the rules reckon.

use bevy::prelude::World;

use super::*;
use crate::battle::order::submit;
use crate::battle::phase::Verdict;
use crate::battle::rules::Rules;
use crate::battle::unit::Side;
use crate::content::load_default;
use crate::mission::{self, Mission};
use crate::playing::Game;
use crate::rules::operations::Operations;
use crate::rules::operations::progress::Step;

/// Compares each assault that all who can would make on a hex with what the rules reckon; returns how many.
fn compare(world: &World, side: Side) -> usize {
    let field = Field::known_to(world, side);
    let eye = Eye {
        field: &field,
        side,
        mode: AiMode::Aggressive,
        is_pressed: false,
    };
    let prospects = Prospects::of(&field.content.tables, &field.content.figures);
    let clash = Clash::of(&eye, &field, &prospects, false);
    let mut count = 0;
    for (at, hex) in clash.hexes.iter().enumerate() {
        let fighters = 0..clash.fighters.len();
        let all: Vec<_> = fighters
            .filter(|&one| clash.fighters[one].reach.contains(&at))
            .collect();
        let mut real = field.clone();
        let roles = &mut real.progress.to_mut().roles;
        for &one in &all {
            let role = clash.role(one, (at, None));
            roles.extend(role.map(|role| (clash.fighters[one].id, role)));
        }
        for unit in field.stack(hex.tile, Field::foe(side)) {
            let body = unit.body();
            let is_idle = body.pinned || body.retreated_in || field.is_broken(unit.id);
            if field.is_combat(unit.id) && !is_idle {
                let anti_armor = vec![0; body.toe.len()];
                let role = Role {
                    anti_armor,
                    ..Role::default()
                };
                roles.insert(unit.id, role);
            }
        }
        let setting = real.assault_on(&[hex.tile]);
        let assault = clash.assault(&[at], &all);
        if setting.attackers.is_empty() {
            assert_eq!(assault.toe, 0);
            continue;
        }
        assert_eq!(
            assault.before_morale,
            setting.before_morale(),
            "{setting:?}"
        );
        let least = field.content.figures.assault.probe;
        let meets = !setting.probe || setting.basic >= least;
        assert_eq!(assault.meets, meets, "{setting:?}");
        count += 1;
    }
    count
}

/// Compares all assaults that come up in a battle; returns how many.
fn compare_in(mission: &Mission, seed: u64) -> usize {
    let mut world = World::new();
    Operations::set_up(&mut world, mission, seed);
    let mut count = 0;
    while world.resource::<Verdict>().0.is_none() {
        let owes = |side: &Side| Operations::owes(&world, *side);
        let side = [Side(0), Side(1)].into_iter().find(owes);
        let side = side.expect("somebody owes an order");
        let field = Field::of(&world);
        if field.progress.step == Step::Assign && field.progress.phasing == side {
            count += compare(&world, side);
        }
        let order = Operations::decide(&mut world, side);
        submit::<Operations>(&mut world, side, order).expect("what is advised is legal");
    }
    count
}

#[test]
fn what_is_reckoned_before_an_assault_is_what_the_rules_reckon() {
    let catalog = load_default().expect("the shipped content is sound");
    let mut count = 0;
    for name in ["operations_ghazal_pass", "operations_bir_amel"] {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let file = root.join(format!("assets/missions/{name}.ron"));
        let mission = mission::load(&file, &catalog).expect("the mission is sound");
        count += (0..4).map(|seed| compare_in(&mission, seed)).sum::<usize>();
    }
    assert!(count > 30, "{count} assaults: too few to tell");
}
