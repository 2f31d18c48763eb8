//! Figures of the fleet's rules that belong to no single definition.
//!
//! **Invariant:** whatever lies within their bounds can be played.

use crate::content::declare::{MOST, figures};
use crate::content::problem::Place;
use crate::content::reader::Reader;
use crate::content::sight::SightFigures;
use crate::rules::fleet::content::Weights;

figures! {
    /// Figures of the rules.
    #[derive(Default)]
    pub struct Figures {
        /// Fewest columns and rows of a mission's board (§2).
        pub least_board: (u16, u16) [2..=512] = (0, 0),
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
        pub ability_level: u8 [1..=100],
        /// Attack a Frigate of the network lends (§8).
        pub fire_control: i16 [-100..=100],
        /// Torpedoes (§7).
        pub torpedo: TorpedoFigures,
        /// Carriers (§4, §11).
        pub carrier: CarrierFigures,
        /// Turns until the jump drive is charged (§4).
        pub drive_turns: u16 [1..=500],
        /// When a battle in which nothing happens ends (clarification 17).
        pub quiet: QuietFigures = QuietFigures { turns: 8, announced: 2, open_span: 16 },
        /// Chance in percent that a reinforcement comes to a side without a carrier (§12).
        pub reinforcement_percent: u8 [0..=100],
        /// Intents (§12).
        pub intents: IntentFigures,
    }

    /// Dice.
    #[derive(Default)]
    pub struct DiceFigures {
        /// Sides where no type beats the other.
        pub usual: u8 [1..=100],
        /// Sides where the attacker's type beats the defender's.
        pub beats: u8 [1..=100],
        /// Sides where the defender's type beats the attacker's.
        pub beaten: u8 [1..=100],
        /// Sides where a carrier attacks or is attacked.
        pub carrier: u8 [1..=100],
        /// Sides of the initiative die beyond the speed.
        pub initiative: u8 [1..=50],
    }

    /// What actions add.
    #[derive(Default)]
    pub struct ActionFigures {
        /// ATTACK.
        pub attack: Bonus,
        /// DEFEND.
        pub defend: Bonus,
    }

    /// What something adds to attack and defense.
    #[derive(Copy, Default)]
    pub struct Bonus {
        /// To attack.
        pub attack: i16 [-100..=100],
        /// To defense.
        pub defense: i16 [-100..=100],
    }

    /// Morale of pilots, 0 to 100.
    #[derive(Default)]
    pub struct MoraleFigures where low <= high {
        /// At the start.
        pub start: u8 [0..=100],
        /// From this on it is high.
        pub high: u8 [1..=100],
        /// What high morale adds.
        pub high_bonus: Bonus,
        /// Up to this it is low.
        pub low: u8 [0..=100],
        /// What low morale adds.
        pub low_bonus: Bonus,
        /// Change by a victory.
        pub victory: i16 [-100..=100],
        /// Change by a kill of one's own.
        pub kill: i16 [-100..=100],
        /// Change by each point of hull lost.
        pub hull_lost: i16 [-100..=100],
        /// Change by the loss of an ally.
        pub ally_lost: i16 [-100..=100],
    }

    /// One level of pilots.
    #[derive(Copy, Default)]
    pub struct Level {
        /// Experience it begins at.
        pub xp: u16 [0..=60_000],
        /// Perks that count.
        pub perks: u8 [0..=100],
    }

    /// Torpedoes.
    #[derive(Default)]
    pub struct TorpedoFigures {
        /// Most defense they pierce.
        pub pierce: i16 [0..=100],
        /// Damage to enemies beside the target.
        pub splash: u16 [0..=100],
    }

    /// Carriers.
    #[derive(Default)]
    pub struct CarrierFigures {
        /// Launches in a turn.
        pub bays: usize [0..=100],
        /// Hull that REPAIR restores.
        pub repair: u16 [0..=MOST],
        /// Hexes from which squadrons attack.
        pub reach: u32 [0..=20],
        /// Range of its own guns, hexes.
        pub range: u32 [0..=20],
        /// Slots of its intent queue (§10).
        pub slots: u8 [0..=3],
        /// Most hull of an attacker that point defense shoots down.
        pub point_defense_hull: u16 [0..=MOST],
    }

    /// Intents of ships that draw what they do.
    #[derive(Default)]
    pub struct IntentFigures {
        /// Weights before traits.
        pub weights: Weights,
        /// Who retreats docks if its hull times this is not above its maximum.
        pub dock_hull: u16 [1..=60],
        /// Hexes from the carrier within which a ship holds; farther off it moves closer.
        pub hold_within: u32 [0..=100],
    }

    /// When a battle in which nothing happens ends.
    #[derive(Default)]
    pub struct QuietFigures {
        /// Turns in a row without damage, launch or a charging drive after which it ends; 0 never does.
        pub turns: u16 [0..=500],
        /// Turns before that from which on it is announced.
        pub announced: u16 [0..=500],
        /// Longest distance on a board on which quiet turns count at once; on a larger board they count from
        /// first contact, or after as many turns as the board is hexes long.
        pub open_span: u32 [0..=2000] = 16,
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
