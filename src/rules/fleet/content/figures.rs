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
        /// Minimum columns and rows of a mission's board (§2).
        pub least_board: (u16, u16) [2..=512] = (0, 0),
        /// Loss of detection along a line; space is clear.
        pub sight: SightFigures,
        /// Dice (§6, §7).
        pub dice: DiceFigures,
        /// Bonuses of actions (§8).
        pub actions: ActionFigures,
        /// Morale (§8).
        pub morale: MoraleFigures,
        /// Levels of pilots, rising (§8).
        pub levels: Vec<Level>,
        /// Level at which a pilot gains an ability (§8).
        pub ability_level: u8 [1..=100],
        /// Attack bonus that a Frigate of the network lends (§8).
        pub fire_control: i16 [-100..=100],
        /// Torpedoes (§7).
        pub torpedo: TorpedoFigures,
        /// Carriers (§4, §11).
        pub carrier: CarrierFigures,
        /// Turns until the jump drive is charged (§4).
        pub drive_turns: u16 [1..=500],
        /// When a battle without action ends (clarification 17).
        pub quiet: QuietFigures = QuietFigures { turns: 8, announced: 2, open_span: 16 },
        /// Chance that a reinforcement arrives for a side without a carrier, percent (§12).
        pub reinforcement_percent: u8 [0..=100],
        /// Intents (§12).
        pub intents: IntentFigures,
    }

    /// Dice.
    #[derive(Default)]
    pub struct DiceFigures {
        /// Sides if no type beats the other.
        pub usual: u8 [1..=100],
        /// Sides if the attacker's type beats the defender's.
        pub beats: u8 [1..=100],
        /// Sides if the defender's type beats the attacker's.
        pub beaten: u8 [1..=100],
        /// Sides if a carrier attacks or is attacked.
        pub carrier: u8 [1..=100],
        /// Sides of the initiative die beyond the speed.
        pub initiative: u8 [1..=50],
    }

    /// Bonuses of actions.
    #[derive(Default)]
    pub struct ActionFigures {
        /// ATTACK.
        pub attack: Bonus,
        /// DEFEND.
        pub defend: Bonus,
    }

    /// Bonuses to attack and defense.
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
        /// Threshold of high morale.
        pub high: u8 [1..=100],
        /// Bonuses of high morale.
        pub high_bonus: Bonus,
        /// Threshold of low morale.
        pub low: u8 [0..=100],
        /// Bonuses of low morale.
        pub low_bonus: Bonus,
        /// Change for a victory.
        pub victory: i16 [-100..=100],
        /// Change for a kill.
        pub kill: i16 [-100..=100],
        /// Change for each point of hull lost.
        pub hull_lost: i16 [-100..=100],
        /// Change for the loss of an ally.
        pub ally_lost: i16 [-100..=100],
    }

    /// A pilot level.
    #[derive(Copy, Default)]
    pub struct Level {
        /// Experience needed.
        pub xp: u16 [0..=60_000],
        /// Number of active perks.
        pub perks: u8 [0..=100],
    }

    /// Torpedoes.
    #[derive(Default)]
    pub struct TorpedoFigures {
        /// Maximum defense they pierce.
        pub pierce: i16 [0..=100],
        /// Damage to enemies adjacent to the target.
        pub splash: u16 [0..=100],
    }

    /// Carriers.
    #[derive(Default)]
    pub struct CarrierFigures {
        /// Launches per turn.
        pub bays: usize [0..=100],
        /// Hull that REPAIR restores.
        pub repair: u16 [0..=MOST],
        /// Distance from which squadrons attack, hexes.
        pub reach: u32 [0..=20],
        /// Range of its own guns, hexes.
        pub range: u32 [0..=20],
        /// Slots of its intent queue (§10).
        pub slots: u8 [0..=3],
        /// Maximum hull of attackers that point defense shoots down.
        pub point_defense_hull: u16 [0..=MOST],
    }

    /// Intents of ships that draw their actions.
    #[derive(Default)]
    pub struct IntentFigures {
        /// Weights before traits.
        pub weights: Weights,
        /// A retreating ship docks if its hull times this is not above its maximum.
        pub dock_hull: u16 [1..=60],
        /// Distance from the carrier within which a ship holds, hexes; beyond it moves closer.
        pub hold_within: u32 [0..=100],
    }

    /// When a battle without action ends.
    #[derive(Default)]
    pub struct QuietFigures {
        /// Turns in a row without damage, launches or a charging drive after which it ends; 0 for never.
        pub turns: u16 [0..=500],
        /// Turns before that in which it is announced.
        pub announced: u16 [0..=500],
        /// Longest board on which quiet turns count from the start, hexes; on larger boards they count
        /// from first contact, or after as many turns as the board has hexes in length.
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
