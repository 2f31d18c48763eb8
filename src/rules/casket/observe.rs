//! What happens in a battle of caskets, told to the laboratory.
//!
//! **Invariant:** facts come from events and the world before each of them.

use bevy::prelude::World;

use crate::battle::phase::{Turn, Verdict};
use crate::battle::unit::{Roster, Side, UnitId, Units, part, side_of};
use crate::battle::watch::Watcher;
use crate::chronicle::measures::{mean, measures, permille};
use crate::chronicle::milestones::Milestones;
use crate::chronicle::observe::Witness;
use crate::chronicle::record::{BattleRecord, Means, Measure, Member, Sort, Term, Vocabulary};
use crate::chronicle::recorder::{Actor, Recorder, words_of};
use crate::mission::Mission;
use crate::playing::Game;
use crate::rules::casket::Casket;
use crate::rules::casket::content::{CardId, CasketContent};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::event::{Attack, Event};
use crate::rules::casket::machine::{Build, Piles};
use crate::rules::casket::scenario::{Scenario, UnitSetup};
use crate::rules::casket::setup;
use crate::rules::casket::sight::{REAR, is_front};

/// Means beside cards, after them.
const OTHERS: [(Sort, &str, &str); 1] = [(Sort::Hazard, "hazard", "Backfire, fire and Boil-Over")];

/// From which side an attack came.
const MODES: [&str; 3] = ["front", "side", "rear"];

/// What is counted of a side as events pass.
#[derive(Clone, Debug, Default)]
struct Tally {
    played: u32,
    drawn: u32,
    lost_hand: u32,
    lost_deck: u32,
    attacks: u32,
    hits: u32,
    rear: u32,
    damage: u32,
    reactions: u32,
    heat: u32,
    backfires: u32,
    boil_overs: u32,
    reshuffles: u32,
    held: u32,
    /// Chances of its attacks together, permille.
    promised: u32,
}

measures! {
    /// Takes the measures of a side.
    fn values(side: &Tally);

    played: "Cards played", "cards", "Cards its caskets played, without reactions" = side.played;
    drawn: "Cards drawn", "cards", "Cards its caskets drew" = side.drawn;
    lost_hand: "Lost from hand", "cards", "Hand cards lost to damage" = side.lost_hand;
    lost_deck: "Lost from decks", "cards", "Deck cards lost to damage" = side.lost_deck;
    held: "Held at the end", "cards", "Cards in hands when the battle ended" = side.held;
    attacks: "Attacks", "times", "Attacks its units made" = side.attacks;
    promised: "Promised chance", "permille", "Mean chance of its attacks to hit"
        = mean(side.promised, side.attacks);
    hit: "Hits", "permille", result, "Share of its attacks that hit"
        = permille(side.hits, side.attacks);
    rear: "From the rear", "permille", "Share of its attacks that came from the rear"
        = permille(side.rear, side.attacks);
    damage: "Damage", "points", result, "Damage its attacks did" = side.damage;
    reactions: "Reactions", "times", "Reactions its caskets played" = side.reactions;
    heat: "Heat gained", "points", "Heat its caskets gained" = side.heat;
    backfires: "Backfires", "times", "Backfires of its caskets" = side.backfires;
    boil_overs: "Boil-Overs", "times", "Times its caskets boiled over" = side.boil_overs;
    reshuffles: "Reshuffles", "times", "Times its caskets reshuffled their decks" = side.reshuffles;
}

/// Watches one battle of caskets.
pub struct Onlooker {
    recorder: Recorder,
    tallies: Vec<Tally>,
    /// How many cards there are.
    cards: u16,
}

/// Returns the number of the kind of a unit: decks, monsters, objectives.
fn kind(world: &World, id: UnitId) -> u16 {
    let content = setup::content(world);
    let setup = &setup::scenario(world).units[id.index()];
    kind_of(content, setup)
}

fn kind_of(content: &CasketContent, setup: &UnitSetup) -> u16 {
    let (decks, monsters) = (content.decks.len() as u16, content.monsters.len() as u16);
    match &setup.build {
        Build::Casket { .. } => content
            .deck_named(&setup.kind)
            .map_or(0, |deck| deck.0.into()),
        Build::Monster(monster) => decks + u16::from(monster.0),
        Build::Objective(objective) => decks + monsters + u16::from(objective.0),
    }
}

fn actor(world: &World, id: UnitId) -> Actor {
    Actor {
        id,
        side: side_of(world, id),
        kind: kind(world, id),
    }
}

impl Witness for Onlooker {
    type Rules = Casket;

    fn vocabulary(mission: &Mission) -> Vocabulary {
        let content = mission.catalog.part::<CasketContent>();
        let others = OTHERS.map(|(sort, key, name)| Means::new(sort, key, name));
        Vocabulary {
            kinds: Term::each(&content.decks)
                .chain(Term::each(&content.monsters))
                .chain(Term::each(&content.objectives))
                .collect(),
            means: Means::each(Sort::Ability, &content.cards)
                .chain(others)
                .collect(),
            modes: MODES.map(str::to_owned).to_vec(),
            measures: Milestones::measures()
                .chain(ROWS.iter().map(Measure::from))
                .collect(),
            ..words_of(mission)
        }
    }

    fn begin(world: &World, mission: &Mission) -> Self {
        let sides = mission.sides.len();
        let mut onlooker = Self {
            recorder: Recorder::new(sides),
            tallies: vec![Tally::default(); sides],
            cards: setup::content(world).cards.len() as u16,
        };
        onlooker.count_standing(world);
        (onlooker.recorder).begin_turns(world, |id| side_of(world, id));
        onlooker
    }

    fn close(mut self, world: &World) -> BattleRecord {
        let scenario = world
            .resource::<crate::playing::Setting>()
            .mission
            .asked::<Scenario>();
        for (id, setup) in scenario.all() {
            let held = part::<Piles>(world, id).hand.len() as u32;
            self.tallies[setup.side.index()].held += held;
        }
        let member = |id: UnitId| Member {
            side: side_of(world, id),
            kind: kind(world, id),
            means: 0,
            fate: Casket::fate(world, id),
        };
        let members = world.resource::<Roster>().ids().map(member).collect();
        let turns = match world.resource::<Verdict>().0 {
            Some(ending) => ending.turn,
            None => world.resource::<Turn>().number,
        };
        let measured = self.tallies.iter().map(values).collect();
        self.recorder.close(Side::FIRST, turns, members, measured)
    }
}

impl Watcher<Casket> for Onlooker {
    fn before(&mut self, world: &World, event: &Event) {
        match event {
            Event::Played {
                unit, card, target, ..
            } => {
                let actor = actor(world, *unit);
                self.tally(world, *unit).played += 1;
                let is_attack = setup::content(world).card(*card).is_attack();
                if !is_attack {
                    let aim = target.unwrap_or(*unit);
                    let aim = Ok((aim, kind(world, aim)));
                    let act = self.recorder.act(world, actor, means(*card), 0, aim);
                    self.recorder.open(act);
                }
            }
            Event::Attacked(attack) => self.attacked(world, attack),
            Event::Reacted { unit, card, .. } => {
                let actor = actor(world, *unit);
                self.tally(world, *unit).reactions += 1;
                let aim = Ok((*unit, actor.kind));
                let act = self.recorder.act(world, actor, means(*card), 0, aim);
                self.recorder.open(act);
            }
            Event::Drew { unit, cards } => self.tally(world, *unit).drawn += cards.len() as u32,
            Event::Lost {
                unit, hand, deck, ..
            } => {
                let tally = self.tally(world, *unit);
                tally.lost_hand += hand.len() as u32;
                tally.lost_deck += deck.len() as u32;
            }
            Event::Heated { unit, by, .. } => {
                self.tally(world, *unit).heat += u32::from(by.max(&0).cast_unsigned());
            }
            Event::Backfired { unit, .. } => self.tally(world, *unit).backfires += 1,
            Event::BoiledOver { unit, .. } => self.tally(world, *unit).boil_overs += 1,
            Event::Reshuffled { unit, .. } => {
                let is_first = !world
                    .resource::<crate::rules::casket::progress::Progress>()
                    .is_dealt;
                self.tally(world, *unit).reshuffles += u32::from(!is_first);
            }
            Event::Disabled { unit, by } => self.disabled(world, *unit, *by),
            _ => {}
        }
    }

    fn after(&mut self, world: &World, event: &Event) {
        if let Event::RoundBegan { .. } = event {
            self.count_standing(world);
        }
    }

    fn ordered(&mut self, world: &World, _: Side) {
        (self.recorder).ordered_in_turns(world, |id| side_of(world, id));
    }
}

fn means(card: CardId) -> u16 {
    card.0.into()
}

impl Onlooker {
    fn tally(&mut self, world: &World, unit: UnitId) -> &mut Tally {
        &mut self.tallies[side_of(world, unit).index()]
    }

    fn count_standing(&mut self, world: &World) {
        let units = Units::of(world);
        let standing = units.ids().filter(|&id| units.seat(id).is_some());
        self.recorder
            .count_standing(standing.map(|id| units.side(id)));
    }

    fn attacked(&mut self, world: &World, attack: &Attack) {
        let blow = &attack.blow;
        let [by, victim] = [blow.attacker, blow.target].map(|id| actor(world, id));
        let mode = match attack.odds.side {
            REAR => 2,
            side if is_front(side) => 0,
            _ => 1,
        };
        let aim = Ok((victim.id, victim.kind));
        let mut act = (self.recorder).act(world, by, means(blow.card), mode, aim);
        let [_, hits, criticals] = attack.odds.of_six();
        let promised = u16::from(hits + criticals) * 1000 / 6;
        (act.promised, act.hit, act.arc) = (Some(promised), Some(attack.hit), mode as u8);
        if attack.hit {
            let health = Duel::of(world).get(blow.target).now.health.now;
            act.hurt(victim.side, u32::from(attack.damage.min(health)));
        }
        self.recorder.open(act);
        let tally = &mut self.tallies[by.side.index()];
        tally.attacks += 1;
        tally.hits += u32::from(attack.hit);
        tally.rear += u32::from(mode == 2);
        tally.damage += u32::from(attack.damage);
        tally.promised += u32::from(promised);
    }

    fn disabled(&mut self, world: &World, unit: UnitId, by: Option<UnitId>) {
        let victim = actor(world, unit);
        let last = self.recorder.acts.len().checked_sub(1);
        let last = last.filter(|_| by.is_some());
        let means = last.map_or(self.cards, |at| self.recorder.acts[at].means);
        let killer = by.map(|id| side_of(world, id));
        let killer = killer.filter(|side| *side != victim.side);
        (self.recorder).lost(world, victim, killer, by, (Some(means), last));
    }
}
