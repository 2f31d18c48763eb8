//! What panels say of units and ways, in words.

use std::collections::BTreeSet;

use crate::battle::unit::UnitId;
use crate::rules::battlescape::content::{Armor, ArmorClass};
use crate::rules::battlescape::event::Cause;
use crate::rules::battlescape::panel::outlook::Outlook;
use crate::rules::battlescape::side_view::SideView;

/// Says how many TU a unit has: this turn's, and those carried over.
pub fn tu_text(view: SideView, id: UnitId) -> String {
    let (now, per_turn) = (view.unit(id).tu.now, view.figures().tu.per_turn);
    match now.checked_sub(per_turn) {
        Some(carried @ 1..) => format!("{per_turn} + {carried} TU"),
        _ => format!("{now} TU"),
    }
}

/// Returns what armor there is, and of which class it is if that is not worn armor.
pub fn armor_text(armor: Armor) -> String {
    match armor.class {
        ArmorClass::Armor => format!("armor {}", armor.rating),
        class => format!(
            "armor {} ({})",
            armor.rating,
            format!("{class:?}").to_lowercase()
        ),
    }
}

/// Says what the way is known to cost besides TU.
pub fn harm_text(outlook: &Outlook) -> Option<String> {
    let (lost, poisons) = outlook.harm();
    let through: BTreeSet<_> = (outlook.way.iter())
        .flat_map(|step| &step.harm.losses)
        .map(|(cause, _)| match cause {
            Cause::Fire => "fire",
            Cause::Fall(_) => "a fall",
            _ => "deadly ground",
        })
        .collect();
    let through = through.into_iter().collect::<Vec<_>>().join(" and ");
    match (lost, poisons) {
        (0, false) => None,
        (0, true) => Some("the path poisons".into()),
        (lost, false) => Some(format!("the path costs {lost} HP ({through})")),
        (lost, true) => Some(format!("the path costs {lost} HP ({through}) and poisons")),
    }
}

/// Says what the TU that are left buy.
pub fn buys(outlook: &Outlook) -> String {
    let buys = outlook.buys.iter().map(|(name, count)| match count {
        1 => (*name).to_owned(),
        count => format!("{name} ×{count}"),
    });
    let buys = buys.collect::<Vec<_>>().join(", ");
    match buys.is_empty() {
        true => "no action left".into(),
        false => format!("for {buys}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn armor_is_named_once_and_other_protection_by_its_class() {
        let armor = |class| Armor {
            rating: 4,
            class,
            path_percent: 100,
            no_poison: false,
        };
        assert_eq!(armor_text(armor(ArmorClass::Armor)), "armor 4");
        let machine = armor_text(armor(ArmorClass::Mechanical));
        assert_eq!(machine, "armor 4 (mechanical)");
    }
}
