//! Numbers taken of every side of a fleet battle: what a designer asks about.
//!
//! **Invariant:** [`list`] and [`of`] are in the same order, milestones first and losses by ship
//! type last. Shares are rounded down.

use crate::{
    battle::unit::Side,
    chronicle::{
        milestones::Milestones,
        record::{Act, Measure, MeasureRow},
    },
    rules::fleet::content::FleetContent,
};

/// What is counted of a side as events pass; the rest comes from its acts.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) hexes: u32,
    pub(super) blocked: u32,
    pub(super) launches: u32,
    pub(super) landings: u32,
    pub(super) interceptions: u32,
    pub(super) dogfights: u32,
    pub(super) dogfights_led: u32,
    pub(super) shots: u32,
    pub(super) wasted: u32,
    pub(super) shot_down: u32,
    pub(super) networked: u32,
    pub(super) network_turns: u16,
    pub(super) fired_first: bool,
    pub(super) first_shot: Option<u16>,
    pub(super) milestones: Milestones,
    pub(super) repaired: u32,
    pub(super) rearmed: u32,
    pub(super) reinforcements: u32,
    pub(super) carrier_lost: u32,
    pub(super) drive: u16,
    /// Ships lost, by index of their type.
    pub(super) lost: Vec<u32>,
}

/// All measures but the milestones before and the losses by type after them.
const MEASURES: [MeasureRow; 21] = [
    (
        "first_shot",
        "First shot",
        "yes",
        false,
        "Whether it attacked before any other side did",
    ),
    (
        "first_shot_turn",
        "Turn of its first attack",
        "turn",
        false,
        "Turn of its first attack",
    ),
    (
        "hexes_moved",
        "Hexes moved",
        "hexes",
        false,
        "Hexes all its units moved",
    ),
    (
        "blocked",
        "Blocked",
        "times",
        false,
        "Times a unit of its was blocked on its way",
    ),
    (
        "launches",
        "Launches",
        "ships",
        false,
        "Ships that left its carrier",
    ),
    (
        "landings",
        "Landings",
        "ships",
        false,
        "Ships that landed in its carrier",
    ),
    (
        "interceptions",
        "Interceptions",
        "times",
        false,
        "Enemies it intercepted on their way",
    ),
    (
        "dogfights",
        "Dogfights",
        "times",
        false,
        "Dogfights of its ships",
    ),
    (
        "dogfights_led",
        "Dogfights led",
        "permille",
        false,
        "Share of them in which its ship acted first",
    ),
    (
        "shots",
        "Shots",
        "shots",
        false,
        "Shots for which it spent ammunition",
    ),
    (
        "wasted",
        "Shots without a target",
        "permille",
        false,
        "Share of them that had none",
    ),
    (
        "promised",
        "Promised chance",
        "permille",
        false,
        "Mean chance of its attacks to do damage",
    ),
    (
        "hit",
        "Hits",
        "permille",
        true,
        "Share of its attacks that did damage",
    ),
    (
        "network_uptime",
        "Network uptime",
        "permille",
        false,
        "Share of turns in which a Frigate lent fire control to a ship beside it",
    ),
    (
        "network_shots",
        "Attacks with fire control",
        "permille",
        false,
        "Share of its attacks that fire control helped",
    ),
    (
        "shot_down",
        "Shot down",
        "ships",
        false,
        "Attackers that its point defense shot down",
    ),
    (
        "repaired",
        "Hull repaired",
        "hull",
        false,
        "Hull its carrier restored",
    ),
    (
        "rearmed",
        "Ships rearmed",
        "ships",
        false,
        "Times a docked ship was rearmed",
    ),
    (
        "reinforcements",
        "Reinforcements",
        "ships",
        false,
        "Ships that came as reinforcements",
    ),
    (
        "carrier_hull_lost",
        "Hull its carrier lost",
        "hull",
        true,
        "Hull its carrier lost",
    ),
    (
        "drive",
        "Charge of the drive",
        "turns",
        true,
        "Turns its jump drive was charged",
    ),
];

/// Lists the measures, with a row for each ship type that is flown, by index.
pub(super) fn list(content: &FleetContent, flown: Vec<usize>) -> Vec<Measure> {
    let losses = flown.into_iter().map(|at| {
        let ship = &content.ships[at];
        Measure {
            key: format!("lost_{}", ship.key),
            name: format!("{} lost", ship.name),
            about: format!("Ships of type {} it lost", ship.name),
            unit: "ships".to_owned(),
            is_result: true,
        }
    });
    let plain = MEASURES.iter().map(Measure::from);
    Milestones::measures().chain(plain).chain(losses).collect()
}

/// Returns the measures of each side.
pub(super) fn of(
    tallies: &[Tally],
    acts: &[Act],
    turns: u16,
    flown: &[usize],
) -> Vec<Vec<Option<i64>>> {
    let sides = (0..).map(Side).zip(tallies);
    sides
        .map(|(side, tally)| {
            let own: Vec<_> = acts.iter().filter(|act| act.side == side).collect();
            measures(tally, &own, turns, flown)
        })
        .collect()
}

fn measures(tally: &Tally, acts: &[&Act], turns: u16, flown: &[usize]) -> Vec<Option<i64>> {
    let rolled: Vec<_> = acts.iter().filter(|act| act.hit.is_some()).collect();
    let hits = rolled.iter().filter(|act| act.hit == Some(true)).count();
    let promised = rolled.iter().filter_map(|act| act.promised);
    let promised: u64 = promised.map(u64::from).sum();
    let count = rolled.len() as u64;
    let permille = |part: u64, all: u64| (all > 0).then(|| (part * 1000 / all) as i64);
    let some = |value: u32| Some(i64::from(value));
    let plain: [_; MEASURES.len()] = [
        Some(tally.fired_first.into()),
        tally.first_shot.map(i64::from),
        some(tally.hexes),
        some(tally.blocked),
        some(tally.launches),
        some(tally.landings),
        some(tally.interceptions),
        some(tally.dogfights),
        permille(tally.dogfights_led.into(), tally.dogfights.into()),
        some(tally.shots),
        permille(tally.wasted.into(), tally.shots.into()),
        (count > 0).then(|| (promised / count) as i64),
        permille(hits as u64, count),
        permille(tally.network_turns.into(), turns.into()),
        permille(tally.networked.into(), count),
        some(tally.shot_down),
        some(tally.repaired),
        some(tally.rearmed),
        some(tally.reinforcements),
        some(tally.carrier_lost),
        Some(tally.drive.into()),
    ];
    (tally.milestones.values().into_iter())
        .chain(plain)
        .chain(flown.iter().map(|&at| some(tally.lost[at])))
        .collect()
}
