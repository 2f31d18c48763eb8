//! The vocabulary that cards, damage cards, classes, races and relics are made of.
//!
//! **Invariant:** whatever a card does is said in these words, and no code knows a card by its name. A trait
//! holds for as long as its source; an effect happens once.

use serde::Deserialize;

use crate::content::call::calls;
use crate::content::declare::choices;
use crate::content::definition::{Entry, records};
use crate::content::reader::{Reader, all_read};
use crate::content::tree::Node;
use crate::rules::casket::content::EquipmentId;

choices! {
    /// Target of an effect.
    pub enum Who {
        /// Its own casket.
        Own,
        /// The target of the card.
        Target,
        /// Each adjacent ally.
        Allies,
        /// Each adjacent foe.
        Foes,
    }

    /// Duration of a trait given by an effect.
    pub enum Span {
        /// To the end of the turn that is being played.
        Turn,
        /// Until the next turn of its bearer begins.
        OwnTurn,
        /// During the next turn of its bearer.
        NextTurn,
        /// To the end of the round.
        Round,
        /// To the end of the next round.
        NextRound,
        /// To the end of the battle, or until it is used up.
        Battle,
    }

    /// Which component damage marks.
    pub enum Spot {
        /// The right arm.
        RightArm,
        /// The left arm.
        LeftArm,
        /// The chassis.
        Chassis,
        /// The legs.
        Legs,
        /// None: cards alone are lost.
        Nowhere,
    }
}

calls! {
    /// What holds while a passive card, a damage card, a relic, a race or an effect is in force.
    #[derive(Copy, Hash, Deserialize)]
    pub enum Trait: "trait", "a trait, such as Defence(2)" {
        /// Added to the Defence.
        Defence(points: i16 [-20..=20] as "Defence") = "Defence(2)",
        /// The Defence of a shield, within its arc.
        Shield(points: i16 [0..=20] as "Defence of a shield") = "Shield(1)",
        /// Added to the damage of attacks.
        Damage(points: i16 [-20..=20] as "damage") = "Damage(1)",
        /// Added to the damage of attacks for each reshuffle of its own deck.
        DamagePerReshuffle(points: i16 [0..=20] as "damage") = "DamagePerReshuffle(1)",
        /// Attacks do half damage, rounded down.
        HalfDamage = "HalfDamage",
        /// The next attack does double damage.
        DoubleNextAttack = "DoubleNextAttack",
        /// Added to the damage of the next attack with some equipment.
        NextDamage(equipment: EquipmentId, points: i16 [-20..=20] as "damage") = "NextDamage(\"longbow\", 1)",
        /// Added to damage taken.
        DamageTaken(points: i16 [-20..=20] as "damage taken") = "DamageTaken(1)",
        /// Absorbs so much damage, then is gone.
        Absorb(points: i16 [1..=20] as "damage absorbed") = "Absorb(3)",
        /// Added to own rolls to hit.
        ToHit(points: i16 [-6..=6] as "modifier to hit") = "ToHit(-1)",
        /// Added to the SP of cards; a printed cost of 0 stays 0.
        CardCost(points: i16 [0..=20] as "SP added to cards") = "CardCost(1)",
        /// Added to the SP of whatever costs SP.
        AllCost(points: i16 [0..=20] as "SP") = "AllCost(1)",
        /// Added to the SP of each basic step and movement card.
        MovementCost(points: i16 [0..=20] as "SP added to movement") = "MovementCost(1)",
        /// Heat gained at the start of each turn.
        HeatPerTurn(points: i16 [0..=20] as "Heat") = "HeatPerTurn(1)",
        /// Each movement card goes so many hexes less, at least 1.
        ShorterMoves(hexes: i16 [0..=20] as "hexes") = "ShorterMoves(1)",
        /// Moves at most so many hexes in a turn.
        HexesPerTurn(hexes: i16 [0..=20] as "hexes") = "HexesPerTurn(1)",
        /// Added to the Safe SP.
        Safe(points: i16 [-20..=20] as "Safe SP") = "Safe(-1)",
        /// Added to the size of the hand.
        Hand(cards: i16 [-5..=10] as "cards in hand") = "Hand(1)",
        /// Spells roll to hit it.
        MagicResistance = "MagicResistance",
        /// Cannot move.
        NoMovement = "NoMovement",
        /// Cannot turn.
        NoTurning = "NoTurning",
        /// Cannot attack.
        NoAttacks = "NoAttacks",
        /// Cannot play cards that help another.
        NoSupport = "NoSupport",
        /// Takes so much damage after its first action of the turn that does not lower Heat.
        VentOrHarm(points: u8 [1..=20] as "damage") = "VentOrHarm(3)",
        /// May take an attack on an adjacent ally, once.
        Guard = "Guard",
        /// A foe picks its next action.
        Steered = "Steered",
        /// Must attack if it can.
        MustAttack = "MustAttack",
        /// At the end of each round, deletes one damage card of its discard pile.
        Mends = "Mends",
        /// Has this much Defence while it has not moved since the start of its own last turn.
        Braced(points: i16 [0..=20] as "Defence") = "Braced(2)",
    }

    /// What a card does when it is played, hits, or is committed as a reaction.
    #[derive(Hash, Deserialize)]
    pub enum Effect: "effect", "an effect, such as Draw(2)" {
        /// Gains Heat.
        Heat(who: Who, points: u8 [1..=20] as "Heat") = "Heat(Own, 1)",
        /// Loses Heat: so many three-sided dice and so much.
        Cool(who: Who, dice: u8 [0..=4], points: u8 [0..=20] as "Heat") = "Cool(Own, 1, 0)",
        /// Loses all Heat.
        Vent(who: Who) = "Vent(Own)",
        /// Gains Taint.
        Taint(who: Who, points: u8 [1..=10] as "Taint") = "Taint(Own, 1)",
        /// Draws cards.
        Draw(who: Who, cards: u8 [1..=10]) = "Draw(Own, 2)",
        /// Discards the whole hand.
        DiscardHand = "DiscardHand",
        /// Discards random cards of the hand, or the top of the deck where the hand is empty.
        DiscardRandom(who: Who, cards: u8 [1..=10]) = "DiscardRandom(Own, 1)",
        /// Deletes damage cards from the discard pile.
        Repair(who: Who, cards: u8 [1..=10]) = "Repair(Target, 1)",
        /// Gives a trait for some time.
        Give(who: Who, given: Trait, span: Span) = "Give(Own, Defence(2), OwnTurn)",
        /// Takes damage that ignores Defence.
        Harm(who: Who, points: u8 [1..=20] as "damage", spot: Spot) = "Harm(Own, 2, Chassis)",
        /// Moves: `Move(most: 2)`.
        Move { Move } = "Move(most: 2)",
        /// Turns by up to so many sixths of a circle; 3 is any facing.
        Turn(sixths: u8 [1..=3]) = "Turn(1)",
        /// Is turned clockwise by so many sixths of a circle.
        Spin(sixths: u8 [1..=5]) = "Spin(1)",
        /// Jumps so far in a random direction: so many three-sided dice of hexes.
        Teleport(dice: u8 [1..=4]) = "Teleport(1)",
        /// The target is pushed straight away.
        Push(hexes: u8 [1..=10]) = "Push(1)",
        /// A second adjacent foe takes an attack of this damage.
        Second(damage: u8 [1..=20]) = "Second(2)",
        /// Everybody beside the target but its own casket takes an attack of this damage.
        Splash(damage: u8 [1..=20]) = "Splash(1)",
        /// Reaction: so much is added to the Defence against the first hit.
        Reduce(points: u8 [1..=20] as "damage") = "Reduce(3)",
        /// Reaction: the attacker's rolls to hit are worse by so much.
        Evade(points: u8 [1..=6] as "modifier to hit") = "Evade(2)",
        /// Reaction: answers with a melee attack of this damage, before the attack.
        Counter(damage: u8 [1..=20]) = "Counter(2)",
        /// Reaction: a gain of Heat becomes a loss of so much.
        CoolInstead(points: u8 [0..=20] as "Heat") = "CoolInstead(1)",
        /// Rolls a die of six and does what the first row says that is not below it.
        Roll(rows: Vec<Row>) = "Roll([(up_to: 3, effects: [Draw(Own, 1)]), (up_to: 6, effects: [])])",
    }
}

records! {
    /// A row of a table: what happens up to a number.
    #[derive(Hash, Deserialize)]
    pub struct Row: "row" {
        /// Highest number of the row.
        pub up_to: u8 [1..=200],
        /// What happens.
        pub effects: Vec<Effect>,
    }

    /// A move of a card.
    #[derive(Copy, Hash, Deserialize)]
    pub struct Move: "Move" {
        /// Most hexes.
        pub most: u8 [1..=10],
        /// Whether all steps go in one direction.
        pub straight: bool = false,
        /// Whether the only direction is forward.
        pub forward: bool = false,
        /// Whether difficult ground costs nothing more.
        pub ignores_difficult: bool = false,
        /// Whether it flies: over any ground and anybody, for 1 SP a level.
        pub flies: bool = false,
    }
}

impl Entry for Vec<Row> {
    type Bounds = ();

    fn read(node: &Node, reader: &mut Reader, what: &str, (): ()) -> Option<Self> {
        let nodes = reader.list(node, what).iter();
        all_read(nodes.map(|node| Row::read(node, reader, what, ())))
    }
}

impl Trait {
    /// Whether an attack uses it up.
    pub(in crate::rules::casket) fn is_spent_by_attack(self) -> bool {
        matches!(self, Self::DoubleNextAttack | Self::NextDamage(..))
    }
}

impl Effect {
    /// Lists the effect and those of the rows of tables in it.
    pub fn all(&self) -> Box<dyn Iterator<Item = &Self> + '_> {
        let nested: &[Row] = match self {
            Self::Roll(rows) => rows,
            _ => &[],
        };
        let nested = nested.iter().flat_map(|row| &row.effects);
        Box::new(std::iter::once(self).chain(nested.flat_map(Self::all)))
    }

    /// Returns whom it is for, where it is for somebody.
    pub fn who(&self) -> Option<Who> {
        match self {
            Self::Heat(who, _)
            | Self::Cool(who, ..)
            | Self::Vent(who)
            | Self::Taint(who, _)
            | Self::Draw(who, _)
            | Self::DiscardRandom(who, _)
            | Self::Repair(who, _)
            | Self::Give(who, ..)
            | Self::Harm(who, ..) => Some(*who),
            _ => None,
        }
    }
}
