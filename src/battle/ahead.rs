//! Looking ahead: a computer player that plays its candidates forward in battles as its side imagines them.
//!
//! A rule set says what a side could order ([`Rules::candidates`]), how else sides may play
//! ([`Rules::decide_as`]) and how a battle stands ([`Rules::standing`]). Each candidate is played on in the same
//! imagined battles as the usual order, under the same dice and against the same opponents. After each round the
//! worse half drops out, and the rest are played on in twice as many battles. The last one left replaces the usual
//! order only if its lead is larger than chance explains.
//!
//! **Invariant:** the true battle is not touched, and only what the side knows is read of it. The amount of
//! thought is counted, never measured by a clock, so the same battle leads to the same order on any
//! machine. Ties go to the earlier candidate; the first one is the usual order, which a quick computer gives.

mod thought;

use bevy::prelude::{Resource, World};

use self::thought::Thought;
use crate::battle::bookmark::Bookmark;
use crate::battle::journal::Journal;
use crate::battle::order::submit_quietly;
use crate::battle::phase::{Turn, Verdict};
use crate::battle::rollout::{Horizon, Policy, play_on, throw_anew};
use crate::battle::rules::Rules;
use crate::battle::unit::Side;
use crate::content::mode::Skill;

/// Largest standing: that of a battle won. A battle lost has its negative.
pub const WON: i64 = 1000;

/// Value of a battle without a winner: less than an even chance to win it.
const DRAWN: i64 = -WON / 2;

/// A way to play, by its number among those of a rule set; 0 is the usual one, those after it are
/// [`Rules::MANNERS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Manner(pub u8);

impl Manner {
    /// As the computer plays usually.
    pub const USUAL: Self = Self(0);

    /// Lists all of a rule set, the usual one first.
    pub fn all<R: Rules>() -> impl Iterator<Item = Self> {
        let most = u8::try_from(R::MANNERS.len()).unwrap_or(u8::MAX);
        (0..=most).map(Self)
    }

    /// Returns one for each of many battles: the usual one in every other, in those between all of them in turn.
    pub fn mixed<R: Rules>(battle: u64) -> Self {
        let count = 1 + R::MANNERS.len() as u64;
        match battle % 2 {
            0 => Self::USUAL,
            _ => Self((battle / 2 % count) as u8),
        }
    }
}

/// Something a side could do: an order, and how it goes on.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate<R: Rules> {
    /// The order.
    pub order: R::Order,
    /// How the side is taken to play afterwards.
    pub then: Manner,
}

/// How much is thought about an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Imagined battles of the first round; each round has twice as many as the one before.
    pub battles: u16,
    /// How far they are played on.
    pub horizon: Horizon,
}

impl Effort {
    /// No thought: the rule set has nothing to think ahead with.
    pub const NONE: Self = Self {
        battles: 0,
        horizon: Horizon {
            phases: 0,
            orders: 0,
        },
    };
}

/// Who plays a side where no person does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Player {
    /// The computer as it is.
    #[default]
    Quick,
    /// The computer, looking ahead.
    Veteran,
    /// A plain tactic, which says how good the others are.
    Tactic(Manner),
}

impl From<Skill> for Player {
    fn from(skill: Skill) -> Self {
        match skill {
            Skill::Quick => Self::Quick,
            Skill::Veteran => Self::Veteran,
        }
    }
}

/// Who plays each side where no person does; sides beyond the list are quick.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Players(pub Vec<Player>);

/// Returns who plays a side where no person does.
pub fn player(world: &World, side: Side) -> Player {
    let players = world.get_resource::<Players>();
    let player = players.and_then(|players| players.0.get(side.index()));
    player.copied().unwrap_or_default()
}

/// Chooses the next order of a side, by the player that is set for it.
pub fn decide<R: Rules>(world: &mut World, side: Side) -> R::Order {
    loop {
        if let Some(order) = decide_bit_by_bit::<R>(world, side) {
            return order;
        }
    }
}

/// Does the same a bit at a time: `None` if there is more to think, for which it is called again.
pub fn decide_bit_by_bit<R: Rules>(world: &mut World, side: Side) -> Option<R::Order> {
    match player(world, side) {
        Player::Quick => Some(R::decide(world, side)),
        Player::Tactic(manner) => Some(R::decide_as(world, side, manner)),
        Player::Veteran => look_ahead_bit_by_bit::<R>(world, side).map(|ahead| ahead.order),
    }
}

/// Whether a side's next order is thought about for longer than a moment: a veteran plays it, by rules that are
/// thought ahead in.
pub fn looks_ahead<R: Rules>(world: &World, side: Side) -> bool {
    R::EFFORT != Effort::NONE && player(world, side) == Player::Veteran
}

/// Spends a little thought on a side's next order and returns whether it is ready. A finished order is kept for the
/// next call that asks for it.
pub fn ponder<R: Rules>(world: &mut World, side: Side) -> bool {
    let mut mind = take_mind::<R>(world);
    let ahead = mind.think_on(world, side);
    mind.ready = ahead.map(|ahead| (Moment::now::<R>(world, side), ahead));
    let is_ready = mind.ready.is_some();
    world.insert_resource(mind);
    is_ready
}

/// Returns the side whose next order is being thought about, if any is: there is more to think.
pub fn thinker<R: Rules>(world: &World) -> Option<Side> {
    let mind = world.get_resource::<Mind<R>>()?;
    let thought = mind.thought.as_ref()?;
    (thought.moment == Moment::now::<R>(world, thought.moment.side)).then_some(thought.moment.side)
}

/// What came of looking ahead.
#[derive(Clone, Debug, PartialEq)]
pub struct Ahead<R: Rules> {
    /// The order.
    pub order: R::Order,
    /// All candidates with how they stood on average, the chosen one first, those that were dropped early last.
    pub weighed: Vec<(Candidate<R>, i64)>,
    /// What is expected to be ordered next, that order first, by whom: as it went in the first imagined battle.
    pub expected: Vec<(Side, R::Order)>,
    /// Battles that were imagined.
    pub battles: u64,
    /// What the first of them was drawn from.
    seed: u64,
}

/// Looks ahead for a side, even if a person or a quick computer plays it.
pub fn look_ahead<R: Rules>(world: &mut World, side: Side) -> Ahead<R> {
    let mut mind = take_mind::<R>(world);
    let ahead = loop {
        if let Some(ahead) = mind.think_on(world, side) {
            break ahead;
        }
    };
    world.insert_resource(mind);
    ahead
}

/// Does the same a bit at a time, as [`decide_bit_by_bit`] does.
pub fn look_ahead_bit_by_bit<R: Rules>(world: &mut World, side: Side) -> Option<Ahead<R>> {
    let mut mind = take_mind::<R>(world);
    let ahead = mind.think_on(world, side);
    world.insert_resource(mind);
    ahead
}

/// Plays what is expected again in the battle that was imagined for it, and returns what `tell` makes of each order
/// and of the imagined battle in which it is given. The battle is the one in which was looked ahead.
pub fn retrace<R: Rules, T>(
    world: &mut World,
    side: Side,
    ahead: &Ahead<R>,
    mut tell: impl FnMut(&World, Side, &R::Order) -> T,
) -> Vec<T> {
    let mut mind = take_mind::<R>(world);
    // What was thought about is thought about anew: its imagined battle gives way.
    mind.forget();
    let mut told = Vec::new();
    if mind.imagine(world, side, ahead.seed)
        && let Some(mark) = &mind.mark
    {
        let twin = &mut mind.twin;
        throw_anew(twin, ahead.seed);
        for (who, order) in &ahead.expected {
            told.push(tell(twin, *who, order));
            if submit_quietly::<R>(twin, *who, order.clone()).is_err() {
                break;
            }
        }
        mark.go_back(twin);
    }
    world.insert_resource(mind);
    told
}

fn take_mind<R: Rules>(world: &mut World) -> Mind<R> {
    world.remove_resource::<Mind<R>>().unwrap_or_default()
}

/// Where a computer thinks ahead: the imagined battle, used again for all, and how far it is with an order.
#[derive(Resource)]
pub(super) struct Mind<R: Rules> {
    twin: World,
    mark: Option<Bookmark<R>>,
    thought: Option<Thought<R>>,
    /// What came of the last thought, until the order is asked for.
    ready: Option<(Moment, Ahead<R>)>,
}

impl<R: Rules> Default for Mind<R> {
    fn default() -> Self {
        Self {
            twin: World::new(),
            mark: None,
            thought: None,
            ready: None,
        }
    }
}

/// When an order is thought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Moment {
    side: Side,
    turn: u16,
    /// Orders so far, and the fingerprint that they led to: another order may have taken the place of the last one.
    orders: usize,
    fingerprint: Option<u64>,
}

impl Moment {
    fn now<R: Rules>(world: &World, side: Side) -> Self {
        let entries = &world.resource::<Journal<R>>().entries;
        Self {
            side,
            turn: world.resource::<Turn>().number,
            orders: entries.len(),
            fingerprint: entries.last().map(|entry| entry.fingerprint),
        }
    }
}

impl<R: Rules> Mind<R> {
    /// Breaks off what is thought about, since another battle is set up.
    pub(super) fn forget(&mut self) {
        (self.thought, self.ready) = (None, None);
    }

    /// Thinks on for a bit: lists what can be ordered, or plays one of it on in an imagined battle. Returns what came
    /// of it once that is enough.
    fn think_on(&mut self, world: &mut World, side: Side) -> Option<Ahead<R>> {
        let moment = Moment::now::<R>(world, side);
        if let Some((of, ahead)) = self.ready.take()
            && of == moment
        {
            return Some(ahead);
        }
        let begun = self.thought.take().filter(|one| one.moment == moment);
        let is_new = begun.is_none();
        let mut thought = begun.unwrap_or_else(|| Thought::new(world, moment));
        if !is_new && !thought.is_done() && !self.play(world, &mut thought) {
            // What cannot be imagined is not thought about.
            thought.give_up();
        }
        if thought.is_done() {
            return Some(thought.conclude());
        }
        self.thought = Some(thought);
        None
    }

    /// Imagines the battle under a seed; returns whether that can be done.
    fn imagine(&mut self, world: &World, side: Side, seed: u64) -> bool {
        if !R::imagine(world, side, seed, &mut self.twin) {
            return false;
        }
        match &mut self.mark {
            Some(mark) => mark.retake(&mut self.twin),
            none => *none = Some(Bookmark::take(&mut self.twin)),
        }
        true
    }

    /// Plays the next of those that are left on, in a battle that is imagined for all of them; returns whether there is
    /// one.
    fn play(&mut self, world: &World, thought: &mut Thought<R>) -> bool {
        let side = thought.moment.side;
        let seed = thought.seed_of(thought.battles);
        if thought.begins_battle() && !self.imagine(world, side, seed) {
            return false;
        }
        let (twin, Some(mark)) = (&mut self.twin, &self.mark) else {
            return false;
        };
        let at = thought.next();
        let mut cast = Cast::<R> {
            side,
            own: thought.candidates[at].then,
            others: R::expected(world, side, thought.battles),
            line: (thought.battles == 0).then_some(&mut thought.lines[at]),
        };
        let order = thought.candidates[at].order.clone();
        let points = roll_out(twin, order, &mut cast, seed);
        mark.go_back(twin);
        thought.note(points);
        true
    }
}

/// Gives an order in thought, plays on, and says how the battle stands then.
fn roll_out<R: Rules>(twin: &mut World, order: R::Order, cast: &mut Cast<R>, seed: u64) -> i64 {
    throw_anew(twin, seed);
    cast.note(cast.side, &order);
    if submit_quietly::<R>(twin, cast.side, order).is_err() {
        return -WON;
    }
    let side = cast.side;
    play_on::<R>(twin, cast, R::EFFORT.horizon);
    match twin.resource::<Verdict>().0 {
        Some(ending) if ending.is_won_by(side) => WON,
        Some(ending) if ending.winner.is_some() => -WON,
        Some(_) => DRAWN,
        None => R::standing(twin, side).clamp(-WON, WON),
    }
}

/// Who plays in an imagined battle.
struct Cast<'l, R: Rules> {
    side: Side,
    own: Manner,
    others: Manner,
    /// What is ordered, if that is of interest.
    line: Option<&'l mut Vec<(Side, R::Order)>>,
}

/// Most orders of an expected line.
const LINE: usize = 12;

impl<R: Rules> Cast<'_, R> {
    fn note(&mut self, side: Side, order: &R::Order) {
        if let Some(line) = self.line.as_mut().filter(|line| line.len() < LINE) {
            line.push((side, order.clone()));
        }
    }
}

impl<R: Rules> Policy<R> for Cast<'_, R> {
    fn choose(&mut self, world: &mut World, side: Side) -> Option<R::Order> {
        let manner = match side == self.side {
            true => self.own,
            false => self.others,
        };
        let order = R::decide_as(world, side, manner);
        self.note(side, &order);
        Some(order)
    }
}
