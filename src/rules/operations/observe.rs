//! What happens in a battle of operations, told to the laboratory.
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
use crate::rules::operations::Operations;
use crate::rules::operations::assault::Reckoning;
use crate::rules::operations::content::OperationsContent;
use crate::rules::operations::event::{Barrage, Event, Volley};
use crate::rules::operations::field::Field;
use crate::rules::operations::loss::{Cause, Loss};
use crate::rules::operations::progress::Behind;
use crate::rules::operations::unit::Build;

/// Means by which TOE points are lost, in the order of [`means`].
const MEANS: [(&str, &str); 4] = [
    ("barrage", "Barrage"),
    ("anti_armor", "Anti-armor fire"),
    ("assault", "Close assault"),
    ("other", "Surrender and overrun"),
];

/// How assaults are fought.
const MODES: [&str; 3] = ["assault", "probe", "dual-hex"];

/// What is counted of a side as events pass.
#[derive(Clone, Debug, Default)]
struct Tally {
    barrages: u32,
    points: u32,
    pinned: u32,
    held: u32,
    assaults: u32,
    probes: u32,
    differential: i32,
    overruns: u32,
    retreats: u32,
    engaged: u32,
    by_barrage: u32,
    by_armor: u32,
    by_assault: u32,
    captured: u32,
    shirked: u32,
    defeats: u32,
}

measures! {
    /// Takes the measures of a side.
    fn values(side: &Tally);

    barrages: "Barrages", "times", "Barrages that its guns fired" = side.barrages;
    points: "Barrage points", "points", "Mean actual points of its Barrages"
        = mean(side.points, side.barrages);
    pinned: "Pinned", "units", "Enemy units that its Barrages pinned" = side.pinned;
    held: "Held off", "hexes", "Enemy hexes that it held off" = side.held;
    assaults: "Assaults", "times", "Assaults that it carried out" = side.assaults;
    probes: "Probes", "permille", "Share of its assaults that were probes"
        = permille(side.probes, side.assaults);
    differential: "Differential over -20", "points", "Mean adjusted differential of its assaults, plus 20"
        = mean((side.differential.max(0)).cast_unsigned(), side.assaults);
    overruns: "Overruns", "times", result, "Assaults that overran the defender" = side.overruns;
    retreats: "Retreats", "hexes", result, "Hexes that enemies had to retreat" = side.retreats;
    engaged: "Engaged", "times", "Assaults that ended Engaged" = side.engaged;
    by_barrage: "Lost to barrages", "points", result, "TOE points that it lost to barrages" = side.by_barrage;
    by_armor: "Lost to anti-armor", "points", result, "TOE points that it lost to anti-armor fire" = side.by_armor;
    by_assault: "Lost to assaults", "points", result, "TOE points that it lost to assaults" = side.by_assault;
    captured: "Captured", "points", result, "Enemy TOE points that it captured" = side.captured;
    shirked: "Duties not met", "times", "Times its units retreated from a duty to attack" = side.shirked;
    defeats: "Defeats", "times", result, "Assaults that ended as a defeat for it" = side.defeats;
}

/// Watches one battle of operations.
pub struct Onlooker {
    recorder: Recorder,
    tallies: Vec<Tally>,
}

fn kind(world: &World, id: UnitId) -> u16 {
    part::<Build>(world, id).kind.0.into()
}

fn actor(world: &World, id: UnitId) -> Actor {
    Actor {
        id,
        side: side_of(world, id),
        kind: kind(world, id),
    }
}

impl Witness for Onlooker {
    type Rules = Operations;

    fn vocabulary(mission: &Mission) -> Vocabulary {
        let content = mission.catalog.part::<OperationsContent>();
        let means = MEANS.map(|(key, name)| Means::new(Sort::Ability, key, name));
        Vocabulary {
            kinds: Term::each(&content.kinds).collect(),
            means: means.to_vec(),
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
        };
        onlooker.count_standing(world);
        (onlooker.recorder).begin_turns(world, |id| side_of(world, id));
        onlooker
    }

    fn close(self, world: &World) -> BattleRecord {
        let member = |id: UnitId| Member {
            side: side_of(world, id),
            kind: kind(world, id),
            means: 0,
            fate: Operations::fate(world, id),
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

impl Watcher<Operations> for Onlooker {
    fn before(&mut self, world: &World, event: &Event) {
        match event {
            Event::Fired(barrage) => self.fired(world, barrage),
            Event::ArmorFired {
                attack, defense, ..
            } => {
                self.volley(world, attack);
                self.volley(world, defense);
            }
            Event::Assaulted(reckoning) => self.assaulted(world, reckoning),
            Event::Confirmed { held } => {
                let phasing = Field::of(world).progress.phasing;
                self.tallies[phasing.index()].held += held.len() as u32;
            }
            Event::Pinned { units } => {
                for &id in units {
                    let foe = Field::foe(side_of(world, id));
                    self.tallies[foe.index()].pinned += 1;
                }
            }
            Event::Lost { side, cause, loss } => {
                let points = total(loss);
                let tally = &mut self.tallies[side.index()];
                match cause {
                    Cause::Barrage => tally.by_barrage += points,
                    Cause::AntiArmor => tally.by_armor += points,
                    _ => tally.by_assault += points,
                }
                // What a Barrage hits is told with it.
                if *cause != Cause::Barrage {
                    self.dealt(*side, points);
                }
            }
            Event::ArmorLost { loss } => {
                for (&id, points) in loss {
                    let side = side_of(world, id);
                    let points: u32 = points.iter().map(|&one| u32::from(one)).sum();
                    self.tallies[side.index()].by_armor += points;
                    self.dealt(side, points);
                }
            }
            Event::Captured { side, loss, .. } => {
                self.tallies[side.index()].captured += total(loss);
            }
            Event::Engaged { .. } => {
                let phasing = Field::of(world).progress.phasing;
                self.tallies[phasing.index()].engaged += 1;
            }
            Event::Cohesion { units, why, .. } => {
                use crate::rules::operations::event::Why;
                if let Some(&first) = units.first() {
                    let tally = &mut self.tallies[side_of(world, first).index()];
                    match why {
                        Why::Duty => tally.shirked += 1,
                        Why::Defeat => tally.defeats += 1,
                        _ => {}
                    }
                }
            }
            Event::Removed { units, .. } => {
                for &id in units {
                    self.removed(world, id);
                }
            }
            _ => {}
        }
    }

    fn after(&mut self, world: &World, event: &Event) {
        if let Event::StageBegan { .. } = event {
            self.count_standing(world);
        }
    }

    fn ordered(&mut self, world: &World, _: Side) {
        (self.recorder).ordered_in_turns(world, |id| side_of(world, id));
    }
}

fn total(loss: &Loss) -> u32 {
    loss.values().flatten().map(|&one| u32::from(one)).sum()
}

impl Onlooker {
    fn count_standing(&mut self, world: &World) {
        let units = Units::of(world);
        let standing = units.ids().filter(|&id| units.seat(id).is_some());
        self.recorder
            .count_standing(standing.map(|id| units.side(id)));
    }

    fn fired(&mut self, world: &World, barrage: &Barrage) {
        let tally = &mut self.tallies[barrage.side.index()];
        tally.barrages += 1;
        tally.points += u32::from(barrage.points);
        let field = Field::of(world);
        let target = &field.progress.targets[barrage.target.index()];
        let (Behind::Unit(victim), Some(&gun)) = (target.behind, barrage.units.first()) else {
            return;
        };
        let aim = Ok((victim, kind(world, victim)));
        let mut act = self.recorder.act(world, actor(world, gun), 0, 0, aim);
        act.hit = Some(barrage.hits.pinned || barrage.hits.lost > 0);
        act.hurt(target.side, barrage.hits.lost.into());
        self.recorder.open(act);
    }

    fn volley(&mut self, world: &World, volley: &Volley) {
        let Some(&gun) = volley.units.first() else {
            return;
        };
        let by = actor(world, gun);
        let aim = Ok((gun, by.kind));
        let mut act = self.recorder.act(world, by, 1, 0, aim);
        act.hit = Some(volley.damage > 0);
        self.recorder.open(act);
    }

    fn assaulted(&mut self, world: &World, reckoning: &Reckoning) {
        let setting = &reckoning.setting;
        let Some(&first) = setting.attackers.first() else {
            return;
        };
        let by = actor(world, first);
        let tally = &mut self.tallies[by.side.index()];
        tally.assaults += 1;
        tally.probes += u32::from(setting.probe);
        tally.differential += i32::from(reckoning.adjusted) + 20;
        tally.overruns += u32::from(reckoning.results.overrun);
        tally.retreats += u32::from(reckoning.results.retreat);
        let mode = match (setting.probe, setting.tiles.len()) {
            (true, _) => 1,
            (_, 2) => 2,
            _ => 0,
        };
        let victim = setting.defenders.first().copied().unwrap_or(first);
        let aim = Ok((victim, kind(world, victim)));
        let mut act = self.recorder.act(world, by, 2, mode, aim);
        act.hit = Some(reckoning.results.defender > 0);
        self.recorder.open(act);
    }

    /// Credits points that a side lost to the attack that cost them: the latest, or the latest but one where both
    /// sides fired at once.
    fn dealt(&mut self, side: Side, points: u32) {
        let mut latest = self.recorder.acts.iter_mut().rev().take(2);
        if let Some(act) = latest.find(|act| act.side != side) {
            act.hurt(side, points);
        }
    }

    /// Records a unit that is gone, credited to the leader of the latest attack.
    fn removed(&mut self, world: &World, id: UnitId) {
        let victim = actor(world, id);
        let last = self.recorder.acts.len().checked_sub(1);
        let act = last.map(|at| &self.recorder.acts[at]);
        let means = act.map_or(3, |act| act.means);
        let by = act.filter(|act| act.side != victim.side).map(|act| act.by);
        let killer = Some(Field::foe(victim.side));
        (self.recorder).lost(world, victim, killer, by, (Some(means), last));
    }
}
