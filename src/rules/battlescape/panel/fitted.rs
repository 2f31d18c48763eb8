//! What a unit can do with the kit it is given, in figures that can be compared.
//!
//! **Invariant:** read from the definitions in force, as the battle reads them.

use crate::rules::battlescape::attack;
use crate::rules::battlescape::content::{BattlescapeContent, DamageDice};
use crate::rules::battlescape::scenario::UnitSetup;

/// A figure of a unit with its kit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fitted {
    /// What it is of.
    pub name: &'static str,
    /// The figure in words.
    pub text: String,
    /// The larger, the better.
    pub merit: i32,
}

/// Lists the figures that a unit's kit changes, the same ones for every kit.
pub fn fitted(content: &BattlescapeContent, unit: &UnitSetup) -> [Fitted; 7] {
    let (kind, weapon) = (content.unit(unit.kind), content.weapon(unit.weapon));
    let armor = unit
        .suit
        .map_or(kind.armor, |suit| content.suit(suit).armor);
    let aim = i32::from(kind.accuracy) + i32::from(weapon.accuracy);
    let costs = attack::modes(weapon).filter_map(|mode| {
        let cost = attack::mode_cost(&content.figures, weapon, mode);
        cost.ok().map(|cost| i32::from(cost.tu))
    });
    let shot = costs.min();
    // The factor of armor shows over some hexes, since costs are whole.
    let walk = i32::from(content.figures.tu.walk) * i32::from(armor.path_percent) / 10;
    let DamageDice { count, sides } = weapon.dice;
    let dice = match count {
        1 => format!("d{sides}"),
        count => format!("{count}d{sides}"),
    };
    let sees = kind.vision_with.get(&weapon.class);
    let sees = *sees.unwrap_or(&kind.vision);
    let figure = |name, text, merit| Fitted { name, text, merit };
    [
        figure(
            "armor",
            format!("{} {:?}", armor.rating, armor.class),
            armor.rating.into(),
        ),
        figure("aim", format!("{aim}%"), aim),
        figure("damage", dice, i32::from(count) * (i32::from(sides) + 1)),
        figure(
            "first shot",
            shot.map_or("none".into(), |tu| format!("{tu} TU")),
            shot.map_or(i32::MIN, |tu| -tu),
        ),
        figure(
            "magazine",
            weapon.magazine.to_string(),
            weapon.magazine.into(),
        ),
        figure("10 hexes", format!("{walk} TU"), -walk),
        figure("sees", format!("{sees} hexes"), sees.into()),
    ]
}
