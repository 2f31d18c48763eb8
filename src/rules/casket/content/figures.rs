//! Figures and switches of the rules, from `casket.ron`.
//!
//! **Invariant:** what the reference marks as a conflict (C) or as ours is a switch here, with the reference's
//! choice as the default.

use crate::content::declare::{choices, figures};
use crate::content::sight::SightFigures;

figures! {
    /// Figures of the duels of caskets.
    #[derive(Default)]
    pub struct Figures {
        /// Cards in hand at the start, and at the end of each turn (§1).
        pub hand: u8 [1..=20],
        /// SP between Safe and Max: the Red Line (§1).
        pub red_line: u8 [0..=20],
        /// Maximum Taint; a casket with that much fights for no side (§8).
        pub most_taint: u8 [1..=20],
        /// What basic actions cost (§2).
        pub costs: CostFigures,
        /// Rolls to hit (§4).
        pub to_hit: ToHitFigures,
        /// Damage and Defence (§4).
        pub damage: DamageFigures,
        /// Components (§7).
        pub parts: PartFigures,
        /// Heat and Backfire (§8).
        pub heat: HeatFigures,
        /// Taint (§8).
        pub taint: TaintFigures,
        /// Terrain (§6).
        pub ground: GroundFigures,
        /// Victory points (§7).
        pub score: ScoreFigures,
        /// Conflicts and our choices (§10).
        pub switches: Switches,
        /// Sight figures of the core; all sides see the whole board.
        pub sight: SightFigures,
        /// Weights of the computer.
        pub planner: PlannerFigures,
    }

    /// SP of basic actions (§2).
    #[derive(Default)]
    pub struct CostFigures {
        /// A step forward or back.
        pub step: u8 [0..=20],
        /// A sidestep; the facing is kept.
        pub sidestep: u8 [0..=20],
        /// A turn by 60°.
        pub turn: u8 [0..=20],
        /// Bracing, if it is an action.
        pub brace: u8 [0..=20],
        /// Each level that is climbed, or flown up.
        pub climb: u8 [0..=20],
        /// Difficult ground.
        pub difficult: u8 [0..=20],
        /// Ice.
        pub ice: u8 [0..=20],
    }

    /// Rolls to hit with ranged cards (§4).
    #[derive(Default)]
    pub struct ToHitFigures {
        /// Sum that hits.
        pub needed: u8 [1..=6],
        /// Largest distance of the band Close, which begins at 2.
        pub close_to: u8 [2..=30],
        /// Largest distance of the band Medium.
        pub medium_to: u8 [2..=30],
        /// Largest distance of the band Long.
        pub long_to: u8 [2..=100],
        /// Modifier at close range.
        pub close: i16 [-6..=6],
        /// Modifier at medium range.
        pub medium: i16 [-6..=6],
        /// Modifier at long range.
        pub long: i16 [-6..=6],
        /// Partial cover.
        pub cover: i16 [-6..=6],
        /// The rear of the target.
        pub rear: i16 [-6..=6],
        /// A called shot.
        pub called: i16 [-6..=6],
        /// Heat at which a target becomes easier to hit.
        pub hot_from: u8 [0..=50],
        /// Modifier against such a target.
        pub hot: i16 [-6..=6],
        /// A target at least one level below.
        pub height: i16 [-6..=6],
        /// Smoke on the hex of either.
        pub smoke: i16 [-6..=6],
        /// An indirect card.
        pub indirect: i16 [-6..=6],
    }

    /// Damage and Defence (§4).
    #[derive(Default)]
    pub struct DamageFigures {
        /// Minimum damage of a hit.
        pub least: u8 [0..=20],
        /// The rear of the target.
        pub rear: i16 [-20..=20],
        /// A natural 6.
        pub critical: i16 [-20..=20],
        /// Taint at which the attacker's weapon cards do more damage.
        pub taint_from: u8 [0..=20],
        /// Bonus damage of such weapon cards.
        pub taint: i16 [-20..=20],
        /// Partial cover.
        pub cover: i16 [-20..=20],
        /// Defence by partial cover.
        pub cover_defence: i16 [-20..=20],
        /// Defence of a target at least one level above.
        pub height_defence: i16 [-20..=20],
        /// C8: Defence against attacks from the rear.
        pub rear_defence: i16 [-20..=20],
    }

    /// Damage of components (§7).
    #[derive(Default)]
    pub struct PartFigures {
        /// Damage at which a component reaches the tiers minor, major, critical, and disabled.
        pub from: [u8; 4] [1..=200],
        /// Total damage cards that a component of each tier adds.
        pub cards: [u8; 4] [0..=20],
        /// Damage of attacks of a degraded arm.
        pub arm: i16 [-20..=20],
        /// Safe SP with a degraded chassis.
        pub safe: i16 [-20..=20],
        /// SP of movement on degraded legs.
        pub movement: u8 [0..=20],
        /// Defence on degraded legs.
        pub defence: i16 [-20..=20],
        /// Shield of a degraded arm.
        pub shield: i16 [-20..=20],
        /// Initiative on degraded legs.
        pub initiative: i16 [-20..=20],
    }

    /// Heat and Backfire (§8).
    #[derive(Default)]
    pub struct HeatFigures {
        /// Heat thresholds for the next figure.
        pub levels: [u8; 4] [0..=200],
        /// Added to a Backfire at each of these levels.
        pub backfire: [u8; 4] [0..=20],
        /// Level, from 1, at which weapon cards cost 1 SP more.
        pub weapon_level: u8 [1..=4],
        /// Level at which movement costs 1 SP more.
        pub movement_level: u8 [1..=4],
        /// The only level at which Defence is lower.
        pub defence_level: u8 [1..=4],
        /// Defence at that level.
        pub defence: i16 [-20..=20],
        /// Heat at which initiative drops.
        pub initiative_from: u8 [0..=200],
        /// Initiative modifier from there on.
        pub initiative: i16 [-20..=20],
        /// Heat at which a casket boils over.
        pub boil_over: u8 [1..=200],
        /// Chassis damage if it does not skip its turn.
        pub boil_damage: u8 [1..=20],
    }

    /// Taint (§8).
    #[derive(Default)]
    pub struct TaintFigures {
        /// Taint thresholds for the next figures.
        pub levels: [u8; 3] [0..=200],
        /// Initiative.
        pub initiative: [i16; 3] [-20..=20],
        /// Safe SP.
        pub safe: [i16; 3] [-20..=20],
        /// Added to a Backfire.
        pub backfire: [i16; 3] [-20..=20],
    }

    /// Effects of ground (§6).
    #[derive(Default)]
    pub struct GroundFigures {
        /// Damage of a fire.
        pub fire_damage: u8 [0..=20],
        /// Heat of a fire.
        pub fire_heat: u8 [0..=20],
        /// Heat that water takes at the end of a turn.
        pub water_cools: u8 [0..=20],
        /// Heat that ice takes at the end of a turn.
        pub ice_cools: u8 [0..=20],
        /// Minimum roll to keep its facing on ice.
        pub ice_holds: u8 [1..=7],
        /// Minimum roll to clear smoke.
        pub smoke_clears: u8 [1..=7],
    }

    /// Victory points (§7).
    #[derive(Default)]
    pub struct ScoreFigures {
        /// For a casket that is disabled.
        pub casket: u8 [0..=100],
        /// For a component that is disabled.
        pub part: u8 [0..=100],
        /// For an objective that is held.
        pub objective: u8 [0..=100],
        /// Rounds in a row for which it has to be held.
        pub hold_rounds: u8 [1..=100],
        /// Points that win at once.
        pub to_win: u8 [1..=200],
    }

    /// Conflicts of the source and our choices, each with the reference's default.
    pub struct Switches {
        /// Whether bracing is an action that costs SP, instead of a bonus for standing still.
        pub brace_action: bool = false,
        /// Whether attacks without a called shot damage the component they hit.
        pub locate_by_facing: bool = false,
        /// Whether areas leave allies of the attacker alone.
        pub areas_spare_allies: bool = false,
        /// Whether the band of a ranged card is a minimum, too.
        pub strict_bands: bool = false,
        /// C3: whether a shield that says so covers the side of its arm.
        pub tower_side: bool = true,
        /// Whether absorption leaves the minimum damage.
        pub absorb_to_minimum: bool = false,
        /// Whether allies can be chosen as targets.
        pub friendly_fire: bool = false,
        /// C7: what damage beyond hand and deck does.
        pub overflow: Overflow = Overflow::Lost,
        /// C10: whom a fire burns.
        pub fire: FireBurns = FireBurns::TurnEnd,
        /// C6: how many damage cards a component adds.
        pub damage_cards: DamageCards = DamageCards::ByTier,
        /// Whether reactions redraw a card.
        pub reactives_redraw: bool = false,
        /// Whether a natural 1 always misses.
        pub one_misses: bool = false,
    }

    /// Weights of the computer, in points that are only comparable with each other. A card of life counts 100.
    #[derive(Default)]
    pub struct PlannerFigures {
        /// Sequences kept at each depth of the search.
        pub beam: u16 [1..=200],
        /// Maximum number of actions planned ahead.
        pub depth: u8 [1..=30],
        /// Points for a casket that is disabled.
        pub kill: i64 [0..=10000],
        /// Points for each damage of a chassis.
        pub chassis: i64 [0..=1000],
        /// Points for a component that is degraded.
        pub degrade: i64 [0..=1000],
        /// Points for a component that is disabled.
        pub disable: i64 [0..=1000],
        /// Points for each of the last ten cards in hand and deck.
        pub life: i64 [0..=1000],
        /// Points for each card above these.
        pub spare: i64 [0..=1000],
        /// Points for a card in hand.
        pub card: i64 [0..=1000],
        /// Points for each damage that a reaction in hand can take off.
        pub reaction: i64 [0..=1000],
        /// Cost of each point of Heat.
        pub heat: i64 [0..=1000],
        /// Cost of a level of Heat, times its square.
        pub heat_level: i64 [0..=1000],
        /// Cost of boiling over, points.
        pub boil: i64 [0..=10000],
        /// Cost of each point of Taint.
        pub taint: i64 [0..=1000],
        /// Weight of expected foe actions before the next turn, percent.
        pub danger: i64 [0..=1000],
        /// Weight of its own options in the next turn, percent.
        pub chance: i64 [0..=1000],
        /// Points for each hex nearer to where it wants to be.
        pub near: i64 [0..=1000],
        /// Points for an objective that is held.
        pub objective: i64 [0..=1000],
    }
}

choices! {
    /// What damage beyond hand and deck does (C7).
    #[derive(Default)]
    pub enum Overflow {
        /// It is lost; the casket is disabled.
        #[default]
        Lost,
        /// The discard pile is shuffled into a new deck, and it goes on.
        Reshuffles,
    }

    /// Whom a fire burns (C10).
    #[derive(Default)]
    pub enum FireBurns {
        /// A casket that ends its turn there.
        #[default]
        TurnEnd,
        /// A casket that enters it or ends its turn there.
        Crossing,
    }

    /// How many damage cards a component adds (C6).
    #[derive(Default)]
    pub enum DamageCards {
        /// As many as its tier says.
        #[default]
        ByTier,
        /// Half its damage, rounded down.
        HalfDamage,
    }
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            brace_action: false,
            locate_by_facing: false,
            areas_spare_allies: false,
            strict_bands: false,
            tower_side: true,
            absorb_to_minimum: false,
            friendly_fire: false,
            overflow: Overflow::Lost,
            fire: FireBurns::TurnEnd,
            damage_cards: DamageCards::ByTier,
            reactives_redraw: false,
            one_misses: false,
        }
    }
}
