//! Content and shots for the tests of attacks.

use crate::content::load_default;
use crate::rules::battlescape::attack::Shot;
use crate::rules::battlescape::content::{BattlescapeContent, Weapon};

/// The reference's standard case: accuracy 65 fires at 3 hexes at a bare target without armor.
pub fn standard() -> Shot {
    Shot {
        accuracy: 65,
        strength: 50,
        distance: 3,
        health: 100,
        ..Shot::default()
    }
}

/// Returns the shipped content.
pub fn content() -> BattlescapeContent {
    load_default().unwrap().part::<BattlescapeContent>().clone()
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
        ..standard()
    }
}
