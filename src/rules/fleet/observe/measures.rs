//! Numbers taken of every side of a fleet battle: what a designer asks about.
//!
//! **Invariant:** [`list`] and [`of`] are in the same order, losses by ship type last.

use crate::chronicle::measures::{Maybe, mean, measures, permille};
use crate::chronicle::milestones::Milestones;
use crate::chronicle::record::Measure;
use crate::rules::fleet::content::FleetContent;

/// What is counted of a side as events pass.
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
    pub(super) repaired: u32,
    pub(super) rearmed: u32,
    pub(super) reinforcements: u32,
    pub(super) carrier_lost: u32,
    pub(super) drive: u16,
    pub(super) attacks: u32,
    pub(super) hits: u32,
    /// Chances of its attacks to do damage together, permille.
    pub(super) promised: u32,
    /// Turns that are over.
    pub(super) turns: u16,
    /// Ships lost, by index of their type.
    pub(super) lost: Vec<u32>,
}

measures! {
    /// Takes all measures but the losses by type.
    fn values(side: &Tally);

    first_shot: "First shot", "yes", "Whether it attacked first"
        = side.fired_first;
    first_shot_turn: "Turn of its first attack", "turn", "Turn of its first attack"
        = Maybe(side.first_shot.map(i64::from));
    hexes_moved: "Hexes moved", "hexes", "Hexes all its units moved" = side.hexes;
    blocked: "Blocked", "times", "Times its units were blocked" = side.blocked;
    launches: "Launches", "ships", "Ships launched from its carrier" = side.launches;
    landings: "Landings", "ships", "Ships that docked with its carrier" = side.landings;
    interceptions: "Interceptions", "times", "Enemies it intercepted"
        = side.interceptions;
    dogfights: "Dogfights", "times", "Dogfights of its ships" = side.dogfights;
    dogfights_led: "Dogfights with initiative", "permille", "Share of dogfights in which its ship acted first"
        = permille(side.dogfights_led, side.dogfights);
    shots: "Shots", "shots", "Shots for which it spent ammunition" = side.shots;
    wasted: "Shots without a target", "permille", "Share of shots without a target"
        = permille(side.wasted, side.shots);
    promised: "Promised chance", "permille", "Mean chance of its attacks to do damage"
        = mean(side.promised, side.attacks);
    hit: "Hits", "permille", result, "Share of its attacks that did damage"
        = permille(side.hits, side.attacks);
    network_uptime: "Network uptime", "permille",
        "Share of turns in which a Frigate lent fire control to an adjacent ship"
        = permille(side.network_turns, side.turns);
    network_shots: "Attacks with fire control", "permille",
        "Share of its attacks with fire control"
        = permille(side.networked, side.attacks);
    shot_down: "Shot down", "ships", "Attackers that its point defense shot down"
        = side.shot_down;
    repaired: "Hull repaired", "hull", "Hull its carrier restored" = side.repaired;
    rearmed: "Ships rearmed", "ships", "Times a docked ship was rearmed" = side.rearmed;
    reinforcements: "Reinforcements", "ships", "Ships that arrived as reinforcements"
        = side.reinforcements;
    carrier_hull_lost: "Hull its carrier lost", "hull", result, "Hull its carrier lost"
        = side.carrier_lost;
    drive: "Charge of the drive", "turns", result, "Turns its jump drive charged"
        = side.drive;
}

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
    let plain = ROWS.iter().map(Measure::from);
    Milestones::measures().chain(plain).chain(losses).collect()
}

/// Returns the measures of a side but its milestones.
pub(super) fn of(tally: &Tally, flown: &[usize]) -> Vec<Option<i64>> {
    let lost = flown.iter().map(|&at| Some(tally.lost[at].into()));
    values(tally).into_iter().chain(lost).collect()
}
