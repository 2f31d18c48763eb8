//! What happens in a battlescape: the only thing `apply` reads.
//!
//! **Invariant:** an event holds every rolled number and every figure that `apply` needs.

mod parts;
mod theme;

use serde::{Deserialize, Serialize};

pub use self::{
    parts::{BurstKind, Cause, Harm, Holder, Mark, Ricochet},
    theme::Theme,
};
use crate::{
    battle::{
        board::TileState,
        dice::Check,
        grid::{Direction, TileId},
        phase::Ending,
        unit::{Side, UnitId},
    },
    content::{
        mode::AiMode,
        terrain::{Cover, TerrainId},
    },
    mission::MissionSource,
    rules::battlescape::{
        attack::{Attack, Landing, Round},
        content::{
            FireMode, Gait,
            items::{AbilityId, ItemId},
        },
        gear::{Carried, Danger, Light, Mine, Trace},
        nerve::Panic,
        objective::Loss,
        soldier::BurnLeft,
    },
};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Event {
    /// A unit turned on the spot.
    Turned {
        /// Who.
        unit: UnitId,
        /// New facing.
        facing: Direction,
        /// TU paid.
        tu: u16,
    },
    /// A unit moved one hex.
    Stepped {
        /// Who.
        unit: UnitId,
        /// How.
        gait: Gait,
        /// From.
        from: TileId,
        /// To.
        to: TileId,
        /// Direction, the new facing.
        facing: Direction,
        /// TU paid.
        tu: u16,
        /// Whether it is the first step of a walk that its side ordered.
        sets_out: bool,
    },
    /// A move ended before a unit that was not seen (§2).
    Bumped {
        /// Who.
        unit: UnitId,
        /// Hex of the unseen unit.
        into: TileId,
    },
    /// An attack begins: TU and rounds are spent, the attacker turns to the target.
    Fired {
        /// Attacker.
        unit: UnitId,
        /// What at.
        target: Mark,
        /// Mode.
        mode: FireMode,
        /// New facing of the attacker.
        facing: Direction,
        /// TU paid (a reaction pays from carried TU).
        tu: u16,
        /// Rounds spent.
        rounds: u16,
        /// Whether it is reaction fire.
        reaction: bool,
        /// Whether it spends readied suppression.
        pins: bool,
        /// Chance and damage with every modifier.
        attack: Attack,
        /// The hex at which it ends, if something unseen stands in the way (§15.22).
        #[serde(default)]
        stopped: Option<TileId>,
    },
    /// One round of an attack.
    Shot {
        /// Attacker.
        unit: UnitId,
        /// What it goes to: an unseen unit on a hex fired at is hit like any other, and what stands in the
        /// way takes the round.
        target: Mark,
        /// Every roll and step of the damage.
        round: Round,
        /// Where a kinetic miss went.
        ricochet: Option<Ricochet>,
    },
    /// An area attack landed.
    Burst {
        /// Whose it was.
        by: Option<UnitId>,
        /// What it was.
        kind: BurstKind,
        /// The hex it landed on.
        center: TileId,
        /// Every roll.
        landing: Landing,
        /// What it did to units, nearest first.
        harms: Vec<Harm>,
        /// What hexes look like after it.
        tiles: Vec<(TileId, TileState)>,
        /// The light that lies there now.
        light: Option<Light>,
    },
    /// A grenade was thrown.
    Threw {
        /// Who.
        unit: UnitId,
        /// The slot it was in.
        slot: u8,
        /// Which.
        item: ItemId,
        /// Where at.
        tile: TileId,
        /// New facing.
        facing: Direction,
        /// TU paid.
        tu: u16,
        /// Chance and damage with every modifier.
        attack: Attack,
        /// The hex at which it ends, if something unseen stands in the way (§15.22).
        #[serde(default)]
        stopped: Option<TileId>,
    },
    /// A grenade was primed.
    Primed {
        /// Who.
        unit: UnitId,
        /// Its slot.
        slot: u8,
        /// TU paid.
        tu: u16,
    },
    /// A thing changed hands, or went to or from the ground.
    Moved {
        /// Who did it.
        unit: UnitId,
        /// What.
        thing: Carried,
        /// From where.
        from: Holder,
        /// To where.
        to: Holder,
        /// TU paid.
        tu: u16,
    },
    /// A unit took another weapon in hand.
    Switched {
        /// Who.
        unit: UnitId,
        /// The slot the weapon was in; the other one is there now.
        slot: u8,
        /// TU paid.
        tu: u16,
    },
    /// A mine was laid.
    MineLaid {
        /// Who.
        unit: UnitId,
        /// The slot it was in.
        slot: u8,
        /// The mine.
        mine: Mine,
        /// TU paid.
        tu: u16,
    },
    /// A mine went off.
    MineTripped {
        /// The mine.
        mine: Mine,
        /// Who came near.
        by: UnitId,
    },
    /// A unit was helped with an item.
    Helped {
        /// Who did it.
        unit: UnitId,
        /// The slot of the item.
        slot: u8,
        /// Whom.
        target: UnitId,
        /// Hit points it has again.
        health: u16,
        /// Stun points it is rid of.
        stun: u16,
        /// TU paid.
        tu: u16,
    },
    /// A unit used an ability.
    Cast {
        /// Who.
        unit: UnitId,
        /// Which.
        ability: AbilityId,
        /// On what.
        target: Mark,
        /// TU paid.
        tu: u16,
        /// Energy paid.
        energy: u16,
        /// Chance in percent and roll, if it is resisted.
        resisted: Option<(u8, Check)>,
        /// The hex at which it ends without effect, if something unseen stands in the way (§15.22).
        #[serde(default)]
        stopped: Option<TileId>,
    },
    /// A mind was taken over.
    Controlled {
        /// Whose.
        unit: UnitId,
        /// By whom.
        by: UnitId,
    },
    /// A unit obeys its own side again.
    Freed {
        /// Who.
        unit: UnitId,
    },
    /// A side sees far ground until its next phase.
    EyeOpened {
        /// Who sees it.
        unit: UnitId,
        /// Where.
        tile: TileId,
        /// Hexes around it.
        radius: u8,
    },
    /// A comrade was rallied.
    Rallied {
        /// Who.
        unit: UnitId,
        /// Morale gained.
        morale: u16,
    },
    /// A comrade got more time.
    Hastened {
        /// Who.
        unit: UnitId,
        /// TU gained.
        tu: u16,
    },
    /// Sides heard what they do not see.
    Heard {
        /// What each heard, and where it may have been.
        traces: Vec<Trace>,
    },
    /// A unit scanned for motion.
    Scanned {
        /// Who.
        unit: UnitId,
        /// The slot of the scanner.
        slot: u8,
        /// Where others are.
        blips: Vec<TileId>,
        /// TU paid.
        tu: u16,
    },
    /// Rounds struck terrain.
    TerrainHit {
        /// The hex.
        tile: TileId,
        /// What it looks like now.
        state: TileState,
        /// Hit points it lost.
        loss: u32,
    },
    /// A unit was poisoned by ground or cloud.
    Poisoned {
        /// Who.
        unit: UnitId,
        /// The poison.
        poison: BurnLeft,
    },
    /// A unit was set burning.
    CaughtFire {
        /// Who.
        unit: UnitId,
        /// The burn.
        burn: BurnLeft,
    },
    /// A unit took damage without an attack.
    Hurt {
        /// Who.
        unit: UnitId,
        /// By what.
        cause: Cause,
        /// Hit points lost.
        damage: u16,
        /// Who is to blame, if a unit is (§15.25).
        #[serde(default)]
        by: Option<UnitId>,
    },
    /// A unit died.
    Died {
        /// Who.
        unit: UnitId,
        /// Killer, if a unit killed it.
        by: Option<UnitId>,
    },
    /// A unit took the Take Cover stance.
    TookCover {
        /// Who.
        unit: UnitId,
        /// Side it faces.
        facing: Direction,
        /// Cover on that side.
        cover: Cover,
        /// TU paid.
        tu: u16,
    },
    /// A unit went prone.
    WentProne {
        /// Who.
        unit: UnitId,
        /// TU paid.
        tu: u16,
    },
    /// A unit stood up.
    Stood {
        /// Who.
        unit: UnitId,
        /// TU paid.
        tu: u16,
    },
    /// A unit filled its magazine.
    Reloaded {
        /// Who.
        unit: UnitId,
        /// Rounds now in it.
        rounds: u16,
        /// TU paid.
        tu: u16,
    },
    /// A unit readied reaction fire.
    Readied {
        /// Who.
        unit: UnitId,
        /// TU paid.
        tu: u16,
    },
    /// A unit readied suppression for the next turn.
    SuppressionReadied {
        /// Who.
        unit: UnitId,
        /// TU paid.
        tu: u16,
    },
    /// Fire near by, or hits, brought suppression points.
    Pinned {
        /// Who, and the points each has more; none has whoever had the most already.
        units: Vec<(UnitId, u8)>,
    },
    /// Units were pinned down that were not before (§7).
    Suppressed {
        /// Who.
        units: Vec<UnitId>,
    },
    /// What hurt a unit knocked it out.
    KnockedOut {
        /// Who.
        unit: UnitId,
    },
    /// Morale rose or fell.
    MoraleShifted {
        /// Who, and the change of each.
        units: Vec<(UnitId, i16)>,
    },
    /// A unit had to keep its nerve.
    NerveTested {
        /// Who.
        unit: UnitId,
        /// Chance of panic, percent.
        chance: u8,
        /// The d100.
        roll: u8,
        /// How it will panic, if it does.
        panic: Option<Panic>,
    },
    /// A unit does not obey this turn.
    Panicked {
        /// Who.
        unit: UnitId,
        /// How.
        panic: Panic,
    },
    /// A unit is itself again; its turn is lost.
    PanicOver {
        /// Who.
        unit: UnitId,
    },
    /// A stunned unit tried to come to (C23).
    StunRolled {
        /// Who.
        unit: UnitId,
        /// The d100.
        roll: u8,
        /// Whether it is itself again.
        passed: bool,
    },
    /// Energy, stun, suppression and morale of all units recovered by a turn.
    Recovered,
    /// An unconscious unit woke.
    CameRound {
        /// Who.
        unit: UnitId,
    },
    /// A door was opened or closed.
    DoorMoved {
        /// Who.
        unit: UnitId,
        /// Hex of the door.
        tile: TileId,
        /// Terrain it is now.
        becomes: TerrainId,
        /// New facing of the unit.
        facing: Direction,
        /// TU paid.
        tu: u16,
    },
    /// A unit interacted with an object.
    Interacted {
        /// Who.
        unit: UnitId,
        /// Which object.
        object: u8,
        /// What lay in it, now on its hex.
        items: Vec<Carried>,
        /// TU paid.
        tu: u16,
    },
    /// A unit called somebody to its side.
    Called {
        /// Who.
        unit: UnitId,
        /// Whom.
        target: UnitId,
        /// TU paid.
        tu: u16,
    },
    /// A unit was placed before the first order.
    Deployed {
        /// Who.
        unit: UnitId,
        /// Where.
        tile: TileId,
    },
    /// A trigger of the mission's script was set off.
    Triggered {
        /// Which.
        index: u8,
    },
    /// The script told the player something.
    Told {
        /// The trigger.
        trigger: u8,
        /// Its action.
        action: u8,
    },
    /// A unit came onto the board.
    Arrived {
        /// Who.
        unit: UnitId,
        /// Where.
        tile: TileId,
    },
    /// A computer plays a side in another mode.
    ModeChanged {
        /// The side.
        side: Side,
        /// The mode.
        mode: AiMode,
    },
    /// The script closes the hex a unit stands on, which gives way.
    Displaced {
        /// Who.
        unit: UnitId,
        /// Where to.
        tile: TileId,
    },
    /// The script changed a hex.
    TerrainChanged {
        /// The hex.
        tile: TileId,
        /// What it looks like now.
        state: TileState,
    },
    /// The script lit the ground.
    Lit {
        /// The light.
        light: Light,
    },
    /// A danger zone opened.
    Endangered {
        /// The zone.
        danger: Danger,
    },
    /// A unit joined a side for good.
    Joined {
        /// Who.
        unit: UnitId,
        /// The side.
        side: Side,
    },
    /// A secondary objective is complete.
    SecondaryDone {
        /// Which.
        index: u8,
    },
    /// A unit left the map.
    Left {
        /// Who.
        unit: UnitId,
        /// TU paid.
        tu: u16,
    },
    /// A unit came into a side's sight.
    Spotted {
        /// Side that sees it.
        side: Side,
        /// The unit.
        unit: UnitId,
        /// Where.
        tile: TileId,
    },
    /// A unit's activation was ended.
    UnitEnded {
        /// Who.
        unit: UnitId,
    },
    /// A side's phase ended; its units carry TU over.
    PhaseEnded {
        /// The side.
        side: Side,
    },
    /// Fire spread, or failed to (§10).
    FireRolled {
        /// Burning hex.
        from: TileId,
        /// The d100.
        roll: u8,
        /// Hex it set on fire.
        ignites: Option<TileId>,
    },
    /// A hex burned down: the last turn of its fire is over.
    BurnedDown {
        /// The hex.
        tile: TileId,
        /// What stood there.
        was: TerrainId,
        /// What it looks like now.
        state: TileState,
    },
    /// Smoke and clouds thinned, flares burned down by a turn.
    EnvironmentAged,
    /// Fires burned down by a turn, after they hurt whoever stood in them.
    FiresBurnedDown,
    /// Every unit's sight was renewed after the environment changed.
    SightRenewed,
    /// The turn's objective was judged.
    ObjectiveJudged {
        /// Turns in a row the zone was held.
        held: u16,
    },
    /// The primary objective can no longer be met.
    ObjectiveLost {
        /// Why.
        loss: Loss,
    },
    /// The battle ended.
    Ended {
        /// How.
        ending: Ending,
    },
    /// The side plays on after it failed: what it failed by is lifted for good.
    PlayedOn {
        /// Whether that was the last turn.
        late: bool,
        /// Whether the objective can no longer be met.
        forlorn: bool,
    },
    /// Changed rules, objectives and texts hold from now on.
    Renewed {
        /// What they are read from.
        source: Box<MissionSource>,
    },
    /// A new turn began.
    TurnBegan {
        /// Its number.
        turn: u16,
    },
    /// A side's phase began; its units got their time units.
    PhaseBegan {
        /// The side.
        side: Side,
    },
}
