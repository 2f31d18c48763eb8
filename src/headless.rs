//! Battles without a window: one [`Arena`] per thread, used again for battle after battle.
//!
//! **Invariant:** a battle depends on mission and seed alone, not on the thread, on battles before or
//! on whether it is watched.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use bevy::prelude::*;
use bevy::state::app::StatesPlugin;

use crate::battle::ahead::{Manner, Player, Players};
use crate::battle::journal::Journal;
use crate::battle::knowledge::show_fog;
use crate::battle::order::fingerprint;
use crate::battle::phase::{Ending, Phase, Turn, Verdict};
use crate::battle::step::{BattlePlugin, begin_mirroring, step};
use crate::battle::unit::{Roster, Side, part};
use crate::battle::watch::Watched;
use crate::chronicle::observe::Witness;
use crate::chronicle::record::{BattleRecord, Fate, Vocabulary};
use crate::content::mode::Skill;
use crate::mission::{Mission, RuleSet};
use crate::playing::Game;

/// A battle that takes more orders than this has lost its way.
pub const MAX_ORDERS: usize = 200_000;

/// Plays battles headless, those of each rule set in an [`App`] of its own.
#[derive(Default)]
pub struct Arena {
    hosts: BTreeMap<RuleSet, Box<dyn Host>>,
    /// Rules of the battle that was set up last.
    rules: RuleSet,
}

/// A rule set whose battles are played here; [`register!`](crate::register) enters it.
pub struct Registration {
    rules: &'static str,
    host: fn() -> Box<dyn Host>,
    vocabulary: fn(&Mission) -> Vocabulary,
    manners: &'static [&'static str],
}

inventory::collect!(Registration);

impl Registration {
    /// Makes the entry of a rule set.
    pub const fn of<R: Game>() -> Self {
        Self {
            rules: R::NAME,
            host: || Box::<HostOf<R>>::default(),
            vocabulary: R::Onlooker::vocabulary,
            manners: R::MANNERS,
        }
    }

    fn of_rules(rules: RuleSet) -> &'static Self {
        let found = inventory::iter::<Self>
            .into_iter()
            .find(|entry| entry.rules == rules.name());
        found.unwrap_or_else(|| panic!("battles of {rules:?} are not played headless"))
    }
}

/// Plays battles of one rule set.
trait Host {
    fn set_up(&mut self, mission: &Mission, seed: u64);
    fn play(&mut self, seed: u64) -> Report;
    fn record(&mut self, mission: &Mission, seed: u64, orders: usize) -> BattleRecord;
    fn world_mut(&mut self) -> &mut World;
}

/// Plays battles of `R` in an app of its own.
struct HostOf<R> {
    app: App,
    rules: PhantomData<R>,
}

impl<R: Game> Default for HostOf<R> {
    fn default() -> Self {
        let mut app = App::new();
        app.add_plugins((StatesPlugin, BattlePlugin::<R>::default()));
        app.finish();
        app.cleanup();
        Self {
            app,
            rules: PhantomData,
        }
    }
}

/// Units of one side at the end of a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitCounts {
    /// On the board.
    pub standing: usize,
    /// Left the map.
    pub escaped: usize,
    /// Dead.
    pub dead: usize,
}

/// How a battle went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Seed.
    pub seed: u64,
    /// The ending; `None` if the battle was broken off.
    pub ending: Option<Ending>,
    /// Turns played: the turn in which the battle ended, or the last one begun.
    pub turns: u16,
    /// Orders given.
    pub orders: usize,
    /// Units by side.
    pub sides: Vec<UnitCounts>,
    /// Fingerprint of the last state.
    pub fingerprint: u64,
}

impl Arena {
    /// Sets up a battle; all sides are the computer's.
    pub fn set_up(&mut self, mission: &Mission, seed: u64) {
        self.rules = mission.rules;
        self.host().set_up(mission, seed);
    }

    /// Has others play the sides of the battle that is set up.
    pub fn seat(&mut self, players: Vec<Player>) {
        self.world_mut().insert_resource(Players(players));
    }

    /// Plays the battle that is set up to its end, or breaks it off after [`MAX_ORDERS`].
    pub fn play(&mut self, seed: u64) -> Report {
        self.host().play(seed)
    }

    /// Plays a battle from its start and writes down what happened in it.
    pub fn record(&mut self, mission: &Mission, seed: u64) -> BattleRecord {
        self.record_until(mission, seed, MAX_ORDERS)
    }

    /// Plays a battle from its start, or so many orders of it, and writes down what happened.
    pub fn record_until(&mut self, mission: &Mission, seed: u64, orders: usize) -> BattleRecord {
        self.rules = mission.rules;
        self.host().record(mission, seed, orders)
    }

    /// Returns the world of the battle that was set up last.
    pub fn world_mut(&mut self) -> &mut World {
        self.host().world_mut()
    }

    fn host(&mut self) -> &mut dyn Host {
        let rules = self.rules;
        let host = self.hosts.entry(rules);
        &mut **host.or_insert_with(|| (Registration::of_rules(rules).host)())
    }
}

impl<R: Game> Host for HostOf<R> {
    fn set_up(&mut self, mission: &Mission, seed: u64) {
        let world = self.app.world_mut();
        R::set_up(world, mission, seed);
        // Nobody reads what was removed and which phases there were, and without frames nobody else
        // takes the lists of them away.
        world.clear_trackers();
        let mut transitions = world.resource_mut::<Messages<StateTransitionEvent<Phase>>>();
        transitions.clear();
        begin_mirroring(world);
    }

    fn play(&mut self, seed: u64) -> Report {
        self.play_on(seed, MAX_ORDERS)
    }

    fn record(&mut self, mission: &Mission, seed: u64, orders: usize) -> BattleRecord {
        self.set_up(mission, seed);
        let onlooker = R::Onlooker::begin(self.app.world(), mission);
        Watched::<R>::begin(self.app.world_mut(), onlooker);
        let report = self.play_on(seed, orders);
        let world = self.app.world_mut();
        let onlooker = Watched::<R>::end::<R::Onlooker>(world).expect("it was let in");
        let mut record = BattleRecord {
            seed,
            outcome: report.ending.map(|ending| ending.outcome),
            winner: report.ending.and_then(|ending| ending.winner),
            orders: u32::try_from(report.orders).unwrap_or(u32::MAX),
            fingerprint: report.fingerprint,
            ..onlooker.close(world)
        };
        for entry in &world.resource::<Journal<R>>().entries {
            record.sides[entry.side.index()].orders += 1;
        }
        record.sum_up();
        record
    }

    fn world_mut(&mut self) -> &mut World {
        self.app.world_mut()
    }
}

impl<R: Game> HostOf<R> {
    /// Plays on to the end, or until there are so many orders.
    fn play_on(&mut self, seed: u64, orders: usize) -> Report {
        let world = self.app.world_mut();
        // A step that mirrors a phase gives no order.
        let mut idle = 0;
        loop {
            let before = world.resource::<Journal<R>>().entries.len();
            if world.resource::<Verdict>().0.is_some() || before >= orders || idle > 8 {
                break;
            }
            step(world);
            let after = world.resource::<Journal<R>>().entries.len();
            idle = if after == before { idle + 1 } else { 0 };
        }
        show_fog(world);
        report::<R>(world, seed)
    }
}

/// Lists the names that records of a mission's battles stand for.
pub fn vocabulary(mission: &Mission) -> Vocabulary {
    (Registration::of_rules(mission.rules).vocabulary)(mission)
}

/// Finds who can play sides of a rule set by a name that people type, in capitals or not.
pub fn player_named(rules: RuleSet, name: &str) -> Option<Player> {
    if let Some((_, skill)) = Skill::CHOICES
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name))
    {
        return Some((*skill).into());
    }
    let mut manners = (1..).zip(Registration::of_rules(rules).manners);
    let found = manners.find(|(_, known)| known.eq_ignore_ascii_case(name));
    found.map(|(number, _)| Player::Tactic(Manner(number)))
}

/// Lists the names of all who can play sides of a rule set.
pub fn players_of(rules: RuleSet) -> Vec<String> {
    let skills = Skill::CHOICES.iter().map(|(name, _)| *name);
    let manners = Registration::of_rules(rules).manners.iter().copied();
    (skills.chain(manners)).map(str::to_lowercase).collect()
}

/// Sums up the battle in a world.
pub fn report<R: Game>(world: &mut World, seed: u64) -> Report {
    let mut sides = vec![UnitCounts::default(); usize::from(crate::battle::side_count(world))];
    for id in world.resource::<Roster>().ids() {
        let tally = &mut sides[part::<Side>(world, id).index()];
        match R::fate(world, id) {
            Fate::Standing => tally.standing += 1,
            Fate::Escaped => tally.escaped += 1,
            Fate::Dead => tally.dead += 1,
            Fate::NeverCame => {}
        }
    }
    let ending = world.resource::<Verdict>().0;
    // Rule sets may count the next turn before they judge the last one.
    let turns = ending.map_or(world.resource::<Turn>().number, |ending| ending.turn);
    Report {
        seed,
        ending,
        turns,
        orders: world.resource::<Journal<R>>().entries.len(),
        sides,
        fingerprint: fingerprint::<R>(world),
    }
}
