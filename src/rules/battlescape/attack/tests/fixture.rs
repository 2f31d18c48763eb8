//! Content and shots for the tests of attacks.

use crate::{
    content::{
        battlescape::{ArmorClass, BattlescapeContent, FireMode, Weapon},
        load_default,
        terrain::Cover,
    },
    rules::battlescape::attack::{Arc, Shot},
};

/// The reference's standard case: accuracy 65 fires at 3 hexes at a bare target without armor.
pub const SHOT: Shot = Shot {
    accuracy: 65,
    strength: 50,
    critical: false,
    morale: 0,
    suppressed: false,
    ran: false,
    prone: false,
    target_ran: false,
    target_prone: false,
    mode: FireMode::Snap,
    distance: 3,
    cover: Cover::None,
    arc: Arc::Front,
    height: 0,
    trees: 0,
    smoke: 0,
    reaction: false,
    unseen: false,
    blind: false,
    scatter_rings: [[u8::MAX; 2]; 6],
    evasion: 0,
    armor_rating: 0,
    class: ArmorClass::Bio,
    in_stance: false,
    health: 100,
};

/// Returns the shipped content.
pub fn content() -> BattlescapeContent {
    load_default().unwrap().battlescape
}

/// Returns a weapon of the content.
pub fn weapon(content: &BattlescapeContent, key: &str) -> Weapon {
    let id = content.weapon_named(key).expect("a weapon of the content");
    content.weapon(id).clone()
}

/// Returns the circumstances of one unit kind of the content firing at another, 3 hexes away.
pub fn duel(content: &BattlescapeContent, attacker: &str, target: &str) -> Shot {
    let unit = |key| content.unit(content.unit_named(key).expect("a unit of the content"));
    let (attacker, target) = (unit(attacker), unit(target));
    Shot {
        accuracy: attacker.accuracy,
        strength: attacker.strength,
        evasion: target.evasion,
        armor_rating: target.armor.rating,
        class: target.armor.class,
        health: target.health,
        ..SHOT
    }
}
