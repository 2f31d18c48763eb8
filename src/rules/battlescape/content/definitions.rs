//! Reads what definitions of squads hold beside figures, texts and keys.

use crate::content::declare::choices;
use crate::content::definition::{Entry, Record};
use crate::content::reader::{Fields, Reader};
use crate::content::small_map::SmallMap;
use crate::content::tree::{Node, Value};
use crate::rules::battlescape::content::items::{Charge, ItemKind, MAX_ITEMS};
use crate::rules::battlescape::content::{Burn, DamageDice, FireMode, WeaponClass};

choices! {
    /// Kinds of items by name.
    enum RawKind {
        Grenade,
        Mine,
        Medikit,
        Stimulant,
        Scanner,
        PsiAmp,
        Thing,
    }
}

/// What an item does, by its kind and the fields that belong to that.
impl Record for ItemKind {
    const WHAT: &'static str = "item";

    fn of_fields(fields: &mut Fields, reader: &mut Reader) -> Option<Self> {
        let kind = fields.choice(reader, "kind", "item kind", RawKind::CHOICES)?;
        Some(match kind {
            RawKind::Grenade => Self::Grenade(Charge::of_fields(fields, reader)?),
            RawKind::Mine => Self::Mine(Charge::of_fields(fields, reader)?),
            RawKind::Medikit => {
                let mut points = |name| fields.int(reader, name, 1..=1000_u16);
                let (by_medic, by_others) = (points("by_medic"), points("by_others"));
                Self::Medikit {
                    by_medic: by_medic?,
                    by_others: by_others?,
                }
            }
            RawKind::Stimulant => Self::Stimulant {
                stun: fields.int(reader, "stun", 1..=1000_u16)?,
            },
            RawKind::Scanner => Self::Scanner {
                radius: fields.int(reader, "radius", 1..=50_u8)?,
            },
            RawKind::PsiAmp => Self::PsiAmp,
            RawKind::Thing => Self::Thing,
        })
    }
}

/// Dice such as "d20" or "2d16".
impl Entry for DamageDice {
    type Bounds = ();

    fn read(node: &Node, reader: &mut Reader, _: &str, (): ()) -> Option<Self> {
        let text = reader.text(node, "dice")?;
        let parts = text.split_once('d').and_then(|(count, sides)| {
            let count = if count.is_empty() { "1" } else { count };
            Some((count.parse().ok()?, sides.parse().ok()?))
        });
        if let Some((count @ 1..=8, sides @ 1..=200)) = parts {
            return Some(Self { count, sides });
        }
        let message =
            format!("dice {text:?} are unknown; expected 1 to 8 dice such as \"d20\" or \"2d16\"");
        reader.problem(node.place, message);
        None
    }
}

/// Dice of weapons are written shorter than those of figures.
impl Record for Burn {
    const WHAT: &'static str = "burn";

    fn of_fields(fields: &mut Fields, reader: &mut Reader) -> Option<Self> {
        let chance = fields.int(reader, "chance", 0..=100_u8);
        let dice = fields.entry(reader, ["damage", "damage"], (), None);
        let turns = fields.int(reader, "turns", 1..=20_u8);
        Some(Self {
            chance: chance?,
            dice: dice?,
            turns: turns?,
        })
    }
}

/// Modes that files name; heads are aimed at by weapons with aimed shots.
impl Entry for Vec<FireMode> {
    type Bounds = ();

    fn read(node: &Node, reader: &mut Reader, _: &str, (): ()) -> Option<Self> {
        let modes = FireMode::CHOICES.iter().copied();
        let modes: Vec<_> = modes.filter(|(_, mode)| mode.base() == *mode).collect();
        let nodes = reader.list(node, "modes").iter();
        let read = nodes.filter_map(|node| reader.choice(node, "mode", &modes));
        Some(read.collect())
    }
}

impl Entry for SmallMap<WeaponClass, u8> {
    type Bounds = ();

    fn read(node: &Node, reader: &mut Reader, _: &str, (): ()) -> Option<Self> {
        let entries = reader.entries(node, "{WeaponClass: hexes}")?.iter();
        let read = entries.map(|(key, value)| {
            let class = reader.choice(key, "weapon class", WeaponClass::CHOICES);
            let vision = reader.int(value, "vision", 1..=24_u8);
            class.zip(vision)
        });
        read.collect()
    }
}

/// Notes a weapon that can do nothing; bare hands need not.
pub(super) fn check_weapon(weapon: &Node, reader: &mut Reader) {
    let is_bare = weapon.field("unarmed").map(|node| &node.value) == Some(&Value::Bool(true));
    let modes = weapon.field("modes");
    if let Some(modes) = modes.filter(|modes| modes.items().is_empty() && !is_bare) {
        reader.problem(modes.place, "a weapon needs at least one mode");
    }
}

/// Notes more items than a unit carries.
pub(in crate::rules::battlescape) fn check_items(unit: &Node, reader: &mut Reader) {
    if let Some(items) = unit
        .field("items")
        .filter(|node| node.items().len() > MAX_ITEMS)
    {
        let message = format!("a unit carries at most {MAX_ITEMS} items");
        reader.problem(items.place, message);
    }
}
