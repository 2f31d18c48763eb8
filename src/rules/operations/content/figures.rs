//! Figures and switches of operations.
//!
//! **Invariant:** within their bounds no sum leaves its type.

use crate::content::declare::figures;
use crate::content::sight::SightFigures;

figures! {
    /// All figures.
    #[derive(Default)]
    pub struct Figures {
        /// Raw points that are one actual point (§1).
        pub raw_points: u8 [1..=100],
        /// Most Barrages of one plan (§6).
        pub most_barrages: u8 [1..=6],
        /// Hits that take a level off a fortification (§6).
        pub fort_hits: u8 [1..=20],
        /// Effects of fortifications of level 1, 2 and 3: barrage, anti-armor, assault (§4).
        pub forts: [[i16; 3]; 3] [-10..=10],
        /// Capability Points (§2).
        pub capability: CapabilityFigures,
        /// Cohesion (§2).
        pub cohesion: CohesionFigures,
        /// Zones of control (§3).
        pub zones: ZoneFigures,
        /// Close assault (§10, §11).
        pub assault: AssaultFigures,
        /// Morale (§10).
        pub morale: MoraleFigures,
        /// Supply (clarification 14).
        pub supply: SupplyFigures,
        /// Victory (§13).
        pub victory: VictoryFigures,
        /// Choices among readings.
        pub switches: Switches,
        /// What the core looks by; everybody sees the whole board.
        pub sight: SightFigures,
        /// What the computer counts.
        pub planner: PlannerFigures,
    }

    /// Capability Points (§2).
    #[derive(Default)]
    pub struct CapabilityFigures {
        /// Barrage, anti-armor or assault of the phasing side.
        pub attack: u8 [0..=20],
        /// A probe.
        pub probe: u8 [0..=20],
        /// A hex of the phasing side that is only barraged.
        pub barraged: u8 [0..=20],
        /// The other side fires, is fired at or is assaulted.
        pub defend: u8 [0..=20],
        /// The other side is probed.
        pub probed: u8 [0..=20],
        /// The other side is assaulted at a low differential and does not fire.
        pub held: u8 [0..=20],
        /// Adjusted differential up to which that is so.
        pub held_to: i16 [-30..=30],
        /// Breaking off from Contact.
        pub contact: u8 [0..=20],
        /// Breaking off from Engaged.
        pub engaged: u8 [0..=20],
        /// Most that units that are not adjacent spend on a retreat before assault (§7).
        pub retreat: u8 [0..=60],
        /// Capability Point Allowance up to which a unit goes on foot.
        pub foot: u8 [0..=60],
        /// Percent of its allowance that such a unit spends in its own half at most.
        pub foot_percent: u16 [100..=1000],
        /// Allowance of infantry that rides (clarification 20).
        pub riding: u8 [0..=60],
        /// Mounting or dismounting.
        pub mount: u8 [0..=20],
        /// A step along a road on foot; on wheels and tracks half of it.
        pub road: u8 [0..=20],
        /// Allowance that a unit without one counts with, except for moving.
        pub unprinted: u8 [0..=60],
    }

    /// Cohesion (§2).
    #[derive(Default)]
    pub struct CohesionFigures where broken <= most {
        /// Cohesion of a unit that can do nothing.
        pub broken: i16 [-100..=0],
        /// Highest cohesion.
        pub most: i16 [0..=100],
        /// Lost by a defeat.
        pub defeat: i16 [0..=30],
        /// Lost by the automatic retreat of an undefended hex.
        pub retreat: i16 [0..=30],
        /// Lost by a duty to attack that was not met.
        pub duty: i16 [0..=30],
        /// Gained by rest.
        pub rest: i16 [0..=30],
        /// Gained by attackers that empty a hex.
        pub emptied: i16 [0..=30],
        /// S6: cohesion up to which units that are assaulted surrender.
        pub surrender: i16 [-100..=0],
    }

    /// Zones of control (§3).
    #[derive(Default)]
    pub struct ZoneFigures {
        /// Stacking points that a hex needs more than.
        pub stacking: u8 [0..=20],
        /// Raw defensive assault points that it needs.
        pub defense: u16 [0..=1000],
        /// Hexes that units retreat that did not meet their duty.
        pub duty_retreat: u8 [1..=6],
    }

    /// Close assault (§10, §11).
    #[derive(Default)]
    pub struct AssaultFigures {
        /// Excess TOE points of tanks that cost an actual point.
        pub tanks: u8 [1..=100],
        /// S5: most that they cost.
        pub tanks_cap: u8 [1..=100],
        /// Raw strength of more than double.
        pub raw: i16 [0..=10],
        /// All defenders Pinned.
        pub pinned: i16 [0..=10],
        /// A difference in size of one, two and three steps.
        pub sizes: [i16; 3] [0..=20],
        /// A division against a brigade of 3 and of 2 stacking points.
        pub division: [i16; 2] [0..=20],
        /// Adjusted differential of an overrun.
        pub overrun: i16 [0..=100],
        /// Least basic differential at which a probe meets the duty to attack.
        pub probe: i16 [-30..=30],
        /// Hexes that an undefended hex retreats.
        pub undefended: u8 [1..=6],
        /// Percentage points of loss for each hex not retreated.
        pub ignored: u8 [0..=100],
        /// Percent of lost TOE above which a side is defeated.
        pub defeat: u8 [0..=100],
        /// Prisoners that one guard point watches.
        pub guarded: u8 [1..=100],
        /// Hexes from the target that captures are sent to at most.
        pub captures: u8 [0..=20],
    }

    /// Morale (§10).
    #[derive(Default)]
    pub struct MoraleFigures {
        /// Highest morale; its negative is the lowest.
        pub most: i16 [0..=10],
        /// Rolls, ranked 1 to 36, up to which morale is 1 better.
        pub good: u8 [0..=36],
        /// Rolls from which it is 1 worse.
        pub bad: u8 [1..=37],
        /// Added where the leader is.
        pub leader: i16 [0..=10],
    }

    /// Supply (clarification 14).
    #[derive(Default)]
    pub struct SupplyFigures {
        /// Hexes from which a unit is supplied at most.
        pub range: u8 [0..=60],
        /// Rounds that a truck of ammunition carries.
        pub truck: u8 [0..=100],
    }

    /// Victory (§13).
    #[derive(Default)]
    pub struct VictoryFigures {
        /// The last stage, where a mission names none.
        pub stages: u16 [1..=200],
        /// Percent of its combat TOE below which a side loses.
        pub broken: u8 [0..=100],
        /// For each enemy TOE point destroyed.
        pub destroyed: u8 [0..=100],
        /// For each enemy TOE point captured.
        pub captured: u8 [0..=100],
        /// Difference of a decisive victory of the attacker.
        pub decisive: i16 [-1000..=1000],
        /// Difference of a marginal one.
        pub marginal: i16 [-1000..=1000],
        /// Difference of a draw; below, the defender wins.
        pub draw: i16 [-1000..=1000],
    }

    /// Choices among readings, each with the reference's default (§15).
    #[derive(Default)]
    pub struct Switches {
        /// S1: whether as many barrage points as battalions hold a hex off.
        pub held_off_by_equal: bool = false,
        /// S2: whether armor protection that equals the damage absorbs it.
        pub armor_absorbs_equal: bool = false,
        /// S3: whether just double the raw strength counts.
        pub raw_at_double: bool = false,
        /// S4: whether just the percentage is a defeat.
        pub defeat_at_percentage: bool = false,
        /// S5: whether what unsupported tanks cost a side has a cap.
        pub cap_unsupported: bool = false,
        /// S6: whether units of low cohesion surrender when they are assaulted.
        pub broken_surrender: bool = false,
        /// S7: whether the number of targets decides about held off when results are confirmed.
        pub held_off_by_targets: bool = false,
        /// S8: whether unsupported tanks are compared with infantry units.
        pub support_by_units: bool = false,
        /// S9: whether anti-armor fire hits armor that retreated into the hex.
        pub hits_retreated_armor: bool = true,
        /// Clarification 13: whether only trucks in the hex of a target are lost.
        pub trucks_in_hex: bool = false,
        /// Clarification 21: whether companies have no stacking points as targets.
        pub companies_hidden: bool = false,
    }

    /// What the computer counts.
    #[derive(Default)]
    pub struct PlannerFigures {
        /// Differential from which it assaults a hex that it need not assault.
        pub optional: i16 [-30..=30],
        /// Differential up to which it withholds units with one round.
        pub withhold: i16 [-30..=30],
        /// Differential from which it retreats before an assault.
        pub retreat: i16 [-30..=30],
        /// Differential from which artillery without infantry goes Back.
        pub back: i16 [-30..=30],
        /// Battalions that it wants in a hex that it advances to.
        pub stack: u8 [1..=10],
        /// Capability Points that it keeps for combat.
        pub reserve: u8 [0..=20],
        /// Points for each victory point of an objective that is near.
        pub objective: i64 [0..=1000],
        /// Points for a TOE point of the enemy.
        pub enemy_toe: i64 [0..=1000],
        /// Points for an own TOE point.
        pub own_toe: i64 [0..=1000],
        /// Points that each cohesion is worth.
        pub cohesion: i64 [0..=1000],
    }
}
