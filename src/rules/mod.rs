//! Rule sets: each implements the seam of `battle` for its own units and orders, and
//! [`Game`](crate::playing::Game) for all that plays its battles.
//!
//! **Invariant:** a rule set is chosen here and nowhere else, by [`with_rules!`](crate::with_rules); what
//! lies below finds it by what it registers.
//!
//! # How to add a rule set
//!
//! `tests/seam` is a whole one, as small as can be; read it beside these steps. What is said of *own*
//! things lies in a folder of its own here, and of the window in one of `game::rules`.
//!
//! 1. **Rules.** A unit struct implements [`Rules`](crate::battle::rules::Rules): own orders, events,
//!    plan (a stack of tasks), refusals that read as sentences, and the state of a unit. `begin` checks an
//!    order by what its side knows and makes the plan; `next` takes the plan's next step and alone rolls
//!    dice; `apply` alone writes. A step may be [`Ask`](crate::battle::rules::Step::Ask): the plan waits
//!    for that side's answer, which comes as an order. `closing` says what follows by itself.
//! 2. **Figures.** [`figures!`](crate::figures) and [`choices!`](crate::choices) declare each once, with
//!    its range and what it is where a file leaves it out. A
//!    [`Section`](crate::content::section::Section) names the content files and reads them; what it
//!    returns is found again by its type, [`Catalog::part`](crate::content::Catalog::part).
//! 3. **Missions.** [`RuleBook`](crate::mission::RuleBook) reads the fields of a mission that are left:
//!    sides, last turn, and a scenario of an own type, found again by
//!    [`Mission::asked`](crate::mission::Mission::asked). Whatever could go wrong in a battle is a located
//!    problem here.
//!    What an editor shows comes from the same trait, as plain data: `outline` says where a file has units
//!    and zones, `forms` what else a mission can say, `fresh` what a new one is like. Leave them out, and
//!    the editor paints the board alone.
//! 4. **Play.** [`Game`](crate::playing::Game) sets a battle up, says events and advice in words, and sums
//!    up. Its [`Witness`](crate::chronicle::observe::Witness) watches battles for the laboratory; measures
//!    of its own are declared with their names and units.
//! 5. **Vectors.** A [`Kind`](crate::vectors::Kind) reads the own fields of a vector and plays them on a
//!    [`Scene`](crate::vectors::Scene).
//! 6. **Register.** `inventory::submit!` takes a [`RuleSet`](crate::mission::RuleSet), a `Section`, a
//!    [`headless::Entry`](crate::headless::Entry) and [`Kinds`](crate::vectors::Kinds). From then on
//!    missions, `check`, the laboratory and vectors know it; a line in [`with_rules!`](crate::with_rules)
//!    makes commands and the window choose it, too.
//! 7. **Tests.** A vector for each rule of the reference, the invariants of `tests/it/chaos.rs`, golden
//!    journals, and a gate of balance for each mission.
//!
//! What several rule sets stand on is in [`kit`]: the dense copy of their units ([`kit::dense`]), the choice
//! among candidates and why ([`kit::planner`]), enums with their words ([`kit::words`]), and sentences with
//! names ([`kit::sentence`]). Measures are declared by [`chronicle::measures`](crate::chronicle::measures),
//! and a [`Recorder`](crate::chronicle::recorder::Recorder) keeps acts and losses.
//!
//! # How each rule set sits on the seam
//!
//! A rule set brings its orders, events, plan, refusals, unit components and a piece of state of its
//! own ([`crate::battle::rules::Rules`]). The core runs plans, applies events, keeps the journal, asks the
//! side a plan waits for, and knows nothing of turns but [`crate::battle::phase::Turn`].
//!
//! **Battlescape** (implemented, [`battlescape`]). Sides take phases in turn; the active side
//! owes orders until it ends its phase. A plan is a stack of tasks, so reaction fire goes on top of
//! the step it interrupts. Ending the last phase makes the stage `Resolving`; `closing` then hands
//! the core the resolution plan, and after it the next turn's first phase.
//!
//! **Fleet** (implemented, [`fleet`]). All sides plan in secret: a side gives one order a turn, a
//! whole plan, whose event puts it sealed into the rule set's own state; `owes` is true for *every* side
//! that has not committed, so people and computers plan at once, and no check, view or computer looks at
//! another side's seal. When the last side has committed, `closing` returns the resolution: a stack of
//! launches, intents, carrier actions, movement by speed, landings, combat, damage to carriers, upkeep.
//! Combat is reckoned on a [`fleet::muster::Muster`], a plain copy of all units, by the fight, its
//! forecast and the computer alike; events hold what came of it, and `apply` writes what differs then.
//! Stacking mode needs nothing new: [`crate::battle::board::Board`] keeps several units on a hex, and one
//! per hex is a check of rule sets that want it.
//!
//! **Party.** The player side always moves first, then every computer character acts one at a time,
//! aware or not: the same hand-over as in the battlescape with action points as the purse. A
//! character's script is data; one yield of it is one order of [`crate::battle::rules::Rules::decide`], so
//! scripts run nothing by themselves and the journal holds what they chose. Alert, last known
//! positions and search counters are unit components written by events. Displacement at the start of
//! combat is a plan that `closing` returns when combat begins. Effects that tick at the end of a turn
//! are tasks of the closing plan.
//!
//! **Casket.** Initiative is rolled in `next` by a plan that opens the round and emits the order of
//! turns; `owes` follows it. An attack card is a plan that stops with
//! [`crate::battle::rules::Step::Ask`]: the defender may commit one reactive card. The waiting plan is
//! battle state ([`crate::battle::order::Pending`]): hashed, saved, and resumed when the answer comes as
//! that side's order (`begin` gets the waiting plan). Decks, hands and discards are in the unit state
//! in drawn order, so hidden cards are truth that a side's view leaves out; shuffles are labelled
//! draws. A counter-attack is a task on top of the attack. Red Line and Backfire are checks and
//! closing tasks.
//!
//! **Operations.** Boards are flat-top ([`crate::battle::grid::Layout::FlatOddColumns`]), hexsides carry
//! rivers, slopes and escarpments ([`crate::battle::board::Board::hexside`]), and stacks share a hex. The
//! twelve segment states are the rule set's own state; steps that both sides take in secret
//! (positions, firing, barrage plans, assignments) seal like fleet intents and open together when
//! both have confirmed. `ApplyBarrage` and assault losses ask the owner which points to lose:
//! `Ask(side, Losses { .. })` for one owner after another, resumed by orders. Barrage results are
//! rolled and recorded by one task and applied together by another, since only events write. The
//! movement flood takes costs per terrain and hexside from data as it does now; half points of
//! capability fit its hundredths.

pub mod battlescape;
pub mod fleet;
pub mod kit;

/// Does something with the rules of a [`RuleSet`](crate::mission::RuleSet):
/// `with_rules!(mission.rules, R => play::<R>())`.
///
/// # Panics
/// If the rule set is not in this list.
#[macro_export]
macro_rules! with_rules {
    ($set:expr, $rules:ident => $body:expr) => {
        $crate::with_rules!(
            @list $set, $rules => $body,
            $crate::rules::battlescape::Battlescape,
            $crate::rules::fleet::Fleet,
        )
    };
    (@list $set:expr, $rules:ident => $body:expr, $($listed:ty),* $(,)?) => {
        match $set.name() {
            $(<$listed as $crate::battle::rules::Rules>::NAME => {
                type $rules = $listed;
                $body
            })*
            other => panic!("the rule set {other} is not listed"),
        }
    };
}
