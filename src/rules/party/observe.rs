//! What happens in a battle of the party, told to the laboratory.
//!
//! **Invariant:** facts come from events and the world before each of them.

use bevy::prelude::World;

use crate::battle::phase::{Turn, Verdict};
use crate::battle::unit::{Health, Roster, UnitId, Units, part, side_of};
use crate::battle::watch::Watcher;
use crate::chronicle::measures::{mean, measures, permille};
use crate::chronicle::milestones::Milestones;
use crate::chronicle::observe::Witness;
use crate::chronicle::record::{BattleRecord, Means, Measure, Member, Sort, Term, Vocabulary};
use crate::chronicle::recorder::{Actor, Recorder, words_of};
use crate::mission::Mission;
use crate::playing::Game;
use crate::rules::kit::arc::Arc;
use crate::rules::party::character::{Gear, POINT, Sheet};
use crate::rules::party::content::PartyContent;
use crate::rules::party::event::{Attack, Casting, Event};
use crate::rules::party::progress::PARTY;
use crate::rules::party::{Party, setup};

/// Means beside weapons, after them.
const OTHERS: [(Sort, &str, &str); 3] = [
    (Sort::Weapon, "unarmed", "Unarmed"),
    (Sort::Hazard, "effect", "Effect"),
    (Sort::Hazard, "trap", "Trap"),
];

/// In which way a means is used.
const MODES: [&str; 3] = ["front", "side", "back"];

/// What is counted of a side as events pass.
#[derive(Clone, Debug, Default)]
struct Tally {
    steps: u32,
    attacks: u32,
    hits: u32,
    flanking: u32,
    behind: u32,
    /// Chances of its attacks together, permille.
    promised: u32,
    swaps: u32,
    alerts: u32,
    spells: u32,
    items: u32,
    undone: u32,
    sprung: u32,
}

measures! {
    /// Takes the measures of a side.
    fn values(side: &Tally);

    steps: "Steps", "hexes", "Steps its characters took" = side.steps;
    attacks: "Attacks", "times", "Attacks its characters made" = side.attacks;
    promised: "Promised chance", "permille", "Mean chance of its attacks to hit"
        = mean(side.promised, side.attacks);
    hit: "Hits", "permille", result, "Share of its attacks that hit"
        = permille(side.hits, side.attacks);
    flanking: "From the side", "permille", "Share of its attacks that came from a side"
        = permille(side.flanking, side.attacks);
    behind: "From the back", "permille", "Share of its attacks that came from the back"
        = permille(side.behind, side.attacks);
    spells: "Spells", "times", "Spells and perks its characters used" = side.spells;
    items: "Items used", "times", "Items that its characters used" = side.items;
    undone: "Locks and traps disarmed", "times", "Locks that it picked and traps that it disarmed"
        = side.undone;
    sprung: "Traps sprung", "times", "Traps that sprang on its characters" = side.sprung;
    swaps: "Gear changes", "times", "Times it equipped or put away a weapon"
        = side.swaps;
    alerts: "Alerts", "times", "Characters alerted to an enemy's position" = side.alerts;
}

/// Watches one battle of the party.
pub struct Onlooker {
    recorder: Recorder,
    tallies: Vec<Tally>,
    /// What each character fights with from the start.
    means: Vec<u16>,
    /// How many weapons there are.
    weapons: u16,
    /// What each character took from enemies so far, in hundredths of a hit point.
    dealt: Vec<u32>,
}

impl Witness for Onlooker {
    type Rules = Party;

    fn vocabulary(mission: &Mission) -> Vocabulary {
        let content = mission.catalog.part::<PartyContent>();
        let others = OTHERS.map(|(sort, key, name)| Means::new(sort, key, name));
        Vocabulary {
            kinds: Term::each(&content.characters).collect(),
            means: Means::each(Sort::Weapon, &content.weapons)
                .chain(others)
                .chain(Means::each(Sort::Ability, &content.spells))
                .chain(Means::each(Sort::Item, &content.items))
                .collect(),
            modes: MODES.map(str::to_owned).to_vec(),
            measures: Milestones::measures()
                .chain(ROWS.iter().map(Measure::from))
                .collect(),
            ..words_of(mission)
        }
    }

    fn begin(world: &World, mission: &Mission) -> Self {
        // Content files hold at most 250 definitions of a kind.
        let weapons = setup::content(world).weapons.len() as u16;
        let units = Units::of(world);
        let means = units.ids().map(|id| {
            let weapon = units.part::<Gear>(id).weapon;
            weapon.map_or(weapons, |weapon| weapon.0.into())
        });
        let sides = mission.sides.len();
        let mut onlooker = Self {
            recorder: Recorder::new(sides),
            tallies: vec![Tally::default(); sides],
            means: means.collect(),
            weapons,
            dealt: vec![0; units.ids().count()],
        };
        onlooker.count_standing(world);
        (onlooker.recorder).begin_turns(world, |id| side_of(world, id));
        onlooker
    }

    fn close(self, world: &World) -> BattleRecord {
        let member = |id: UnitId| Member {
            side: side_of(world, id),
            kind: kind(world, id),
            means: self.means[id.index()],
            fate: Party::fate(world, id),
        };
        let members = world.resource::<Roster>().ids().map(member).collect();
        let turns = match world.resource::<Verdict>().0 {
            Some(ending) => ending.turn,
            None => world.resource::<Turn>().number,
        };
        let measured = self.tallies.iter().map(values).collect();
        self.recorder.close(PARTY, turns, members, measured)
    }
}

impl Watcher<Party> for Onlooker {
    fn before(&mut self, world: &World, event: &Event) {
        match event {
            Event::Stepped { unit, .. } => self.tally(world, *unit).steps += 1,
            Event::Traveled { units, .. } => {
                for &unit in units {
                    self.tally(world, unit).steps += 1;
                }
            }
            Event::Equipped { unit, .. } | Event::Sheathed { unit, .. } => {
                self.tally(world, *unit).swaps += 1;
            }
            Event::Tried(trial) => {
                self.tally(world, trial.unit).undone += u32::from(trial.is_done());
            }
            Event::Sprung { unit, results, .. } => {
                self.tally(world, *unit).sprung += 1;
                for result in results.iter().filter(|result| result.killed) {
                    self.faded(world, result.unit, 2);
                }
            }
            Event::Alerted { unit, told, .. } => {
                self.tally(world, *unit).alerts += told.len() as u32;
            }
            Event::Attacked(attack) => self.attacked(world, attack),
            Event::Cast(casting) => self.cast(world, casting),
            Event::Ticked(tick) if tick.killed => self.faded(world, tick.unit, 1),
            _ => {}
        }
    }

    fn after(&mut self, world: &World, event: &Event) {
        if let Event::TurnBegan { .. } = event {
            self.count_standing(world);
        }
    }

    fn ordered(&mut self, world: &World, _: crate::battle::unit::Side) {
        (self.recorder).ordered_in_turns(world, |id| side_of(world, id));
    }
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
        let Attack {
            attacker,
            target,
            odds,
            hit,
            killed,
            ..
        } = attack;
        let means = odds.weapon.map_or(self.weapons, |weapon| weapon.0.into());
        let [actor, victim] = [attacker, target].map(|&id| actor(world, id));
        let aim = Ok((victim.id, victim.kind));
        let mut act = self.recorder.act(world, actor, means, odds.arc as u16, aim);
        let promised = u16::from(odds.chance) * 10;
        (act.promised, act.hit, act.arc) = (Some(promised), Some(hit.is_some()), odds.arc as u8);
        if let Some(hit) = hit {
            let health = part::<Health>(world, *target).now;
            let harm = whole(&mut self.dealt, (actor, victim), hit.damage.min(health));
            act.hurt(victim.side, harm);
        }
        let at = self.recorder.open(act);
        let tally = &mut self.tallies[actor.side.index()];
        tally.attacks += 1;
        tally.hits += u32::from(hit.is_some());
        tally.promised += u32::from(promised);
        tally.flanking += u32::from(odds.arc == Arc::Side);
        tally.behind += u32::from(odds.arc == Arc::Back);
        if *killed {
            let killer = Some(actor.side).filter(|side| *side != victim.side);
            let cause = (Some(means), Some(at));
            (self.recorder).lost(world, victim, killer, Some(actor.id), cause);
        }
    }

    fn cast(&mut self, world: &World, casting: &Casting) {
        let caster = actor(world, casting.unit);
        let others = self.weapons + OTHERS.len() as u16;
        let tally = &mut self.tallies[caster.side.index()];
        let means = match casting.item {
            Some((_, item)) => {
                tally.items += 1;
                others + setup::content(world).spells.len() as u16 + u16::from(item.0)
            }
            None => {
                tally.spells += 1;
                others + u16::from(casting.spell.0)
            }
        };
        let victim = casting
            .results
            .first()
            .map_or(casting.unit, |first| first.unit);
        let aim = Ok((victim, kind(world, victim)));
        let at = self
            .recorder
            .open(self.recorder.act(world, caster, means, 0, aim));
        for result in &casting.results {
            let victim = actor(world, result.unit);
            let left = part::<Health>(world, result.unit).now;
            let harm = whole(&mut self.dealt, (caster, victim), result.harm.min(left));
            self.recorder.acts[at].hurt(victim.side, harm);
            if result.killed {
                let killer = Some(caster.side).filter(|side| *side != victim.side);
                let cause = (Some(means), Some(at));
                (self.recorder).lost(world, victim, killer, Some(caster.id), cause);
            }
        }
    }

    /// Notes a death that is nobody's act, but of one of the [`OTHERS`].
    fn faded(&mut self, world: &World, unit: UnitId, other: u16) {
        let victim = actor(world, unit);
        let means = Some(self.weapons + other);
        self.recorder.lost(world, victim, None, None, (means, None));
    }
}

/// Returns the whole hit points that an act takes, so that those of a character add up to what it takes from
/// enemies in all, rounded up once.
fn whole(dealt: &mut [u32], (by, victim): (Actor, Actor), points: u16) -> u32 {
    let (points, point) = (u32::from(points), u32::from(POINT));
    if by.side == victim.side {
        return points.div_ceil(point);
    }
    let dealt = &mut dealt[by.id.index()];
    let before = dealt.div_ceil(point);
    *dealt += points;
    dealt.div_ceil(point) - before
}

fn kind(world: &World, id: UnitId) -> u16 {
    part::<Sheet>(world, id).template.0.into()
}

fn actor(world: &World, id: UnitId) -> Actor {
    Actor {
        id,
        side: side_of(world, id),
        kind: kind(world, id),
    }
}
