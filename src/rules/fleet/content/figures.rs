//! Figures of the fleet's rules that belong to no single definition.
//!
//! **Invariant:** they keep to [`bounds`](super::bounds) when they are read.

use serde::{Deserialize, Serialize};

use crate::{
    content::{problem::Place, reader::Reader, sight::SightFigures},
    rules::fleet::content::Weights,
};

/// Figures of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// Fewest columns and rows of a mission's board (§2).
    #[serde(default)]
    pub least_board: (u16, u16),
    /// What dims detection on a line; space is clear.
    pub sight: SightFigures,
    /// Dice (§6, §7).
    pub dice: DiceFigures,
    /// What actions add (§8).
    pub actions: ActionFigures,
    /// Morale (§8).
    pub morale: MoraleFigures,
    /// Levels of pilots, rising (§8).
    pub levels: Vec<Level>,
    /// Level from which a pilot has an ability (§8).
    pub ability_level: u8,
    /// Attack a Frigate of the network lends (§8).
    pub fire_control: i16,
    /// Torpedoes (§7).
    pub torpedo: TorpedoFigures,
    /// Carriers (§4, §11).
    pub carrier: CarrierFigures,
    /// Turns until the jump drive is charged (§4).
    pub drive_turns: u16,
    /// When a battle in which nothing happens ends (clarification 17).
    #[serde(default)]
    pub quiet: QuietFigures,
    /// Chance in percent that a reinforcement comes to a side without a carrier (§12).
    pub reinforcement_percent: u8,
    /// Intents (§12).
    pub intents: IntentFigures,
}

/// Dice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceFigures {
    /// Sides where no type beats the other.
    pub usual: u8,
    /// Sides where the attacker's type beats the defender's.
    pub beats: u8,
    /// Sides where the defender's type beats the attacker's.
    pub beaten: u8,
    /// Sides where a carrier attacks or is attacked.
    pub carrier: u8,
    /// Sides of the initiative die beyond the speed.
    pub initiative: u8,
}

/// What actions add.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActionFigures {
    /// ATTACK.
    pub attack: Bonus,
    /// DEFEND.
    pub defend: Bonus,
}

/// What something adds to attack and defense.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bonus {
    /// To attack.
    pub attack: i16,
    /// To defense.
    pub defense: i16,
}

/// Morale of pilots, 0 to 100.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoraleFigures {
    /// At the start.
    pub start: u8,
    /// From this on it is high.
    pub high: u8,
    /// What high morale adds.
    pub high_bonus: Bonus,
    /// Up to this it is low.
    pub low: u8,
    /// What low morale adds.
    pub low_bonus: Bonus,
    /// Change by a victory.
    pub victory: i16,
    /// Change by a kill of one's own.
    pub kill: i16,
    /// Change by each point of hull lost.
    pub hull_lost: i16,
    /// Change by the loss of an ally.
    pub ally_lost: i16,
}

/// One level of pilots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// Experience it begins at.
    pub xp: u16,
    /// Perks that count.
    pub perks: u8,
}

/// Torpedoes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TorpedoFigures {
    /// Most defense they pierce.
    pub pierce: i16,
    /// Damage to enemies beside the target.
    pub splash: u16,
}

/// Carriers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CarrierFigures {
    /// Launches in a turn.
    pub bays: u8,
    /// Hull that REPAIR restores.
    pub repair: u16,
    /// Hexes from which squadrons attack.
    pub reach: u8,
    /// Range of its own guns, hexes.
    pub range: u8,
    /// Slots of its intent queue (§10).
    pub slots: u8,
    /// Most hull of an attacker that point defense shoots down.
    pub point_defense_hull: u16,
}

/// Intents of ships that draw what they do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IntentFigures {
    /// Weights before traits.
    pub weights: Weights,
    /// Who retreats docks if its hull times this is not above its maximum.
    pub dock_hull: u16,
    /// Hexes from the carrier within which a ship holds; farther off it moves closer.
    pub hold_within: u8,
}

/// When a battle in which nothing happens ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuietFigures {
    /// Turns in a row without damage, launch or a charging drive after which it ends; 0 never does.
    pub turns: u16,
    /// Turns before that from which on it is announced.
    pub announced: u16,
}

impl Default for QuietFigures {
    fn default() -> Self {
        Self {
            turns: 8,
            announced: 2,
        }
    }
}

/// Notes lists that no battle could be played by.
pub(super) fn check(figures: &Figures, reader: &mut Reader, place: Place) {
    let levels = &figures.levels;
    let is_rising = levels.first().is_some_and(|level| level.xp == 0)
        && levels.windows(2).all(|two| two[0].xp < two[1].xp);
    if !is_rising {
        reader.problem(place, "levels must begin at xp 0 and rise");
    }
}
