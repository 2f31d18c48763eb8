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
//!    plan (a stack of [`kit::tasks`]), and refusals that read as sentences.
//!    - `begin` checks an order by what its side knows and makes the plan. Nobody checks before it: it also
//!      refuses sides that do not [`owe`] an order, and ids and hexes that are not of this battle.
//!    - `next` takes the plan's next step and alone rolls dice. Each draw has a [`Label`], the nearest of
//!      those there are or a new one. A step may be [`Ask`](crate::battle::rules::Step::Ask): the plan
//!      waits for that side's answer, which comes as an order; rules that ask nobody say so by
//!      [`NoChoice`](crate::battle::rules::NoChoice).
//!    - `apply` alone writes.
//!    - `opening` says what happens before the first order, `closing` what follows each plan by itself; it
//!      is asked until there is nothing more, in a battle that is over, too.
//!    - `is_due` says whose orders are awaited. A side without a legal order must not be due.
//!
//!    Reactions, taking back and what a loaded state must hold have defaults.
//! 2. **State.** [`unit_state!`](crate::unit_state) lists the components of a unit that change,
//!    [`Position`] and [`Presence`] always among them; what is beside units and tiles is one resource, the
//!    `Extra`. `apply` writes components by [`edit`]. A step to another hex is three calls:
//!    `edit(world, unit).set(Position(to))`, [`Board::enter`] and [`follow_step`]. [`take_off_board`] does
//!    all for a unit that dies or leaves. A battle begins in turn 1 with side 0 active; `apply` counts on
//!    in [`Turn`](crate::battle::phase::Turn) and ends it in [`Verdict`](crate::battle::phase::Verdict),
//!    as [`Ending::of_last_standing`] says or otherwise.
//! 3. **Figures.** [`figures!`](crate::figures) and [`choices!`](crate::choices) declare each once, with
//!    its range and what it is where a file leaves it out; `in "own.ron"` says that they are all the
//!    content, which [`Section::of`](crate::content::section::Section::of) reads. A rule set with
//!    definitions, too, writes its [`Section`](crate::content::section::Section). What it returns is found
//!    again by its type, [`Catalog::part`](crate::content::Catalog::part); its figures need those of
//!    [sight](crate::content::sight::SightFigures). The file lies beside `terrain.ron` and `hexsides.ron`,
//!    in `assets/content` or a folder that a test makes of the three.
//! 4. **Missions.** The same unit struct is a [`RuleBook`](crate::mission::RuleBook), which reads the
//!    fields of a mission that are left: sides, last turn, and a scenario of an own type, found again by
//!    [`Mission::asked`](crate::mission::Mission::asked). Whatever could go wrong in a battle is a located
//!    problem here. [`Loader::each_side`](crate::mission::Loader::each_side) reads the sides, with the
//!    units of each; [`Loader::place`](crate::mission::Loader::place) reads where one stands; and
//!    [`Fields::done`](crate::content::reader::Fields::done) tells at last which fields mean nothing. What
//!    an editor shows comes from the same trait, as plain data: `outline` says where a file has units and
//!    zones, `forms` what else a mission can say, `fresh` what a new one is like. Leave them out, and the
//!    editor paints the board alone.
//! 5. **Play.** [`Game`](crate::playing::Game) sets a battle up, in this order:
//!    - own resources, the [`Setting`](crate::playing::Setting), [`lay_out`](crate::playing::lay_out);
//!    - for each unit [`enlist`], its state by [`insert`](crate::battle::state::UnitParts::insert), and by
//!      [`unit_mut`] [`Facing`](crate::battle::unit::Facing), [`Health`](crate::battle::unit::Health),
//!      [`Title`](crate::battle::unit::Title) and [`Vision`](crate::battle::unit::Vision) where the state
//!      has none of them;
//!    - [`prepare`](crate::battle::state::UnitParts::prepare), [`open_up`](crate::battle::open_up), and
//!      [`order::open`](crate::battle::order::open) where the rules have an opening.
//!
//!    It says events, orders, and [`Advice`](crate::playing::Advice) in words, and sums up
//!    ([`Fates`](crate::playing::Fates) if there is nothing of its own). `decide` of the rules is
//!    `Self::advise(world, side).order`, and [`Advice::best`](crate::playing::Advice::best) takes the order
//!    of most points.
//!    To be thought ahead in, the rules also say how a side imagines the battle,
//!    [`imagine`](crate::battle::rules::Rules::imagine): a twin in another world by what it knows, with the help
//!    of [`battle::imagine`](crate::battle::imagine). What is played on there is quiet
//!    ([`battle::rollout`](crate::battle::rollout)) and goes back to a
//!    [`Bookmark`](crate::battle::bookmark::Bookmark), for which `restore_unit` has to renew all that hangs on a
//!    unit. Rollouts are played by `decide_as`, whose usual manner may cost less than `decide`.
//!    A *Veteran* compares orders in such battles ([`battle::ahead`](crate::battle::ahead)). `EFFORT` sets how many
//!    it plays and how far, `candidates` lists the orders, `MANNERS` and `decide_as` are plain tactics for them and
//!    for opponents (`expected`), and `standing` scores the result.
//! 6. **Laboratory.** The game's [`Witness`](crate::chronicle::observe::Witness) watches battles. Its
//!    vocabulary begins with [`words_of`](crate::chronicle::recorder::words_of) the mission, its record
//!    with [`of_sides`](crate::chronicle::record::BattleRecord::of_sides); measures of its own are declared
//!    with their names and units by `measures!` of [`chronicle::measures`](crate::chronicle::measures). A
//!    [`Recorder`](crate::chronicle::recorder::Recorder) keeps acts, losses and first contacts; its docs say
//!    when to call what.
//! 7. **Vectors.** A [`Kind`](crate::vectors::Kind) reads the own fields of a vector and plays them on a
//!    [`VectorBattle`](crate::vectors::VectorBattle), whose docs show how.
//! 8. **Window.** `Playable` has a default for all it asks but the `Teller`: a card for each own unit, a
//!    button for each legal order, tokens, and with `EventLog` every event as a line of the log, which is
//!    right where no event is secret. Override what the game needs: `panels` are pieces of `game::kit`,
//!    plain data that tests read. Where sides plan whole turns in secret, `Planned` says what a plan and a
//!    click are, and the kit does the rest: choosing, dragging, undo, looking over, confirming.
//!    `EMBLEM` names its sign, a drawing of `assets/art/emblems`.
//! 9. **Register.** [`register!`](crate::register) takes the rule set, its section and its vectors. From
//!    then on missions, `check`, the laboratory and vectors know it. A line in
//!    [`with_rules!`](crate::with_rules) makes commands choose it, too, and one in `game::rules` the window.
//! 10. **Tests.** A vector for each rule of the reference, the way through files of `tests/kit`, the
//!     invariants of `tests/it/chaos.rs`, golden journals, and a gate of balance for each mission. An
//!     [`Arena`](crate::headless::Arena) plays battles headless.
//!
//! The macros `worded!` ([`kit::words`]) and `measures!` are for rule sets of this crate. One in a crate of
//! its own, as that of `tests/seam`, writes `Display` of its refusals and makes each
//! [`Measure`](crate::chronicle::record::Measure) of a
//! [`MeasureRow`](crate::chronicle::record::MeasureRow).
//!
//! [`owe`]: crate::battle::rules::Rules::owes
//! [`Label`]: crate::battle::dice::Label
//! [`Position`]: crate::battle::unit::Position
//! [`Presence`]: crate::battle::unit::Presence
//! [`Board::enter`]: crate::battle::board::Board::enter
//! [`follow_step`]: crate::battle::knowledge::follow_step
//! [`take_off_board`]: crate::battle::unit::take_off_board
//! [`edit`]: crate::battle::unit::edit
//! [`enlist`]: crate::battle::unit::enlist
//! [`unit_mut`]: crate::battle::unit::unit_mut
//! [`Ending::of_last_standing`]: crate::battle::phase::Ending::of_last_standing
//!
//! What several rule sets stand on is in [`kit`]: the stack of tasks of a plan ([`kit::tasks`]), plans that
//! sides seal in secret ([`kit::seal`]), the dense copy
//! of their units ([`kit::dense`]), the choice among candidates and why ([`kit::planner`]), enums with their
//! words ([`kit::words`]), sentences with names ([`kit::sentence`]), shortest ways and rings ([`kit::ways`]),
//! formations and who gives way ([`kit::formation`]), the side that an attack comes from ([`kit::arc`]), and
//! encyclopedia and cards ([`kit::book`]). Measures are declared by
//! [`chronicle::measures`](crate::chronicle::measures), and a
//! [`Recorder`](crate::chronicle::recorder::Recorder) keeps acts and losses. Difficulty thins out and doubles
//! units by [`mission::difficulty`](crate::mission::difficulty). A changed mission is taken over by
//! [`check_renewal`](crate::playing::check_renewal) and [`renew`](crate::playing::renew): a rule set names its
//! obstacles and fits its units.
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
//! Combat is reckoned on [`fleet::forces::Forces`], a plain copy of all units, by the fight, its
//! forecast and the computer alike; events hold what came of it, and `apply` writes what differs then.
//! Stacking mode needs nothing new: [`crate::battle::board::Board`] keeps several units on a hex, and one
//! per hex is a check of rule sets that want it.
//!
//! **Party** (begun, [`party`]). The party's side moves first, in any order; then every other character
//! acts one at a time, aware or not: `owes` follows the character that acts. A character's script is data;
//! one yield of it is one order of [`crate::battle::rules::Rules::decide`], so scripts run nothing by
//! themselves and the journal holds what they chose. What characters remember is a component written by
//! events. Displacement at the start of combat is what the opening does; effects that tick at the end of a
//! turn are tasks of the closing plan. While the party explores, nobody else owes an order: patrols and
//! searches are tasks, too, and whoever is spotted cuts the plan short. Doors are ground; locks, chests, traps
//! and what lies about are the rule set's own state. A journey goes over several maps of one mission
//! ([`Loader::maps`](crate::mission::Loader::maps)): its events call [`map::enter`](crate::battle::map::enter),
//! and saves, replays and the window follow.
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
//! **Operations** (implemented, [`operations`]; its window is begun). Boards are flat-top
//! ([`crate::battle::grid::Layout::FlatOddColumns`]), hexsides carry rivers, slopes and escarpments
//! ([`crate::battle::board::Board::hexside`]), and stacks share a hex. The step of the segment is the rule
//! set's own state; steps that both sides decide in secret (positions, firing, barrage plans, assignments) are
//! sealed ([`kit::seal`]), and `closing` opens them once nobody is due. All rules reckon on
//! [`operations::field::Field`], a plain copy of all units; what a side knows is the same value with enemy units
//! replaced by estimates, so forecasts and the computer cannot look further. Barrages are rolled and recorded by
//! one task and applied together by another. Losses, retreats, captures and typed dice are
//! [`Ask`](crate::battle::rules::Step::Ask)s with all that can be chosen in the question.

pub mod battlescape;
pub mod casket;
pub mod fleet;
pub mod kit;
pub mod operations;
pub mod party;

#[doc(hidden)]
pub use inventory;

/// Registers a rule set, so that missions, content, `check`, the laboratory and vectors know it:
/// `register! { Own, content: SECTION, vectors: &KINDS }`.
#[macro_export]
macro_rules! register {
    ($rules:ident, content: $section:expr, vectors: $kinds:expr $(,)?) => {
        $crate::rules::inventory::submit! { $crate::mission::RuleSet::new(&$rules) }
        $crate::rules::inventory::submit! { $section }
        $crate::rules::inventory::submit! { $crate::headless::Registration::of::<$rules>() }
        $crate::rules::inventory::submit! {
            $crate::vectors::Kinds {
                rules: <$rules as $crate::battle::rules::Rules>::NAME,
                kinds: $kinds,
            }
        }
    };
}

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
            $crate::rules::party::Party,
            $crate::rules::casket::Casket,
            $crate::rules::operations::Operations,
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
