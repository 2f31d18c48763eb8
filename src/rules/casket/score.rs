//! Victory points and the end of a battle (§7).
//!
//! **Invariant:** decides; writes nothing.

use crate::battle::phase::{Ending, Outcome, Reason};
use crate::battle::unit::{Side, UnitId};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::event::{Event, Merit};
use crate::rules::casket::machine::{Build, Part, State};
use crate::rules::casket::scenario::Goal;

/// Returns what a side scores for a unit that it disabled.
pub(super) fn for_disabled(duel: &Duel, unit: UnitId, by: Option<UnitId>) -> Option<Event> {
    let side = duel.get(by?).side;
    let is_foe = duel.are_hostile(side, duel.get(unit).side);
    let points = match duel.build(unit) {
        Build::Casket { .. } => duel.content.figures.score.casket,
        Build::Monster(monster) => duel.content.monster(*monster).points,
        Build::Objective(_) => duel.content.figures.score.objective,
    };
    let merit = Merit::Disabled;
    (is_foe && points > 0).then_some(Event::Scored {
        side,
        points,
        merit,
    })
}

/// Returns what a side scores for a component that damage disables (§7). A Chassis counts as the casket that it
/// disables (ours).
pub(super) fn for_part(
    duel: &Duel,
    (unit, part): (UnitId, Part),
    (before, damage): (u16, u16),
    by: Option<UnitId>,
) -> Option<Event> {
    let side = duel.get(by?).side;
    let is_out = |damage: u16| duel.state_of(damage) == State::Disabled;
    let falls = !is_out(before) && is_out(before.saturating_add(damage));
    let counts = part != Part::Chassis && duel.are_hostile(side, duel.get(unit).side);
    let points = duel.content.figures.score.part;
    let merit = Merit::Part;
    (falls && counts && points > 0).then_some(Event::Scored {
        side,
        points,
        merit,
    })
}

/// Lists what sides score for objectives at the end of a round, and who holds them then.
pub(super) fn for_objectives(duel: &Duel) -> Vec<Event> {
    if duel.scenario.zones.is_empty() {
        return Vec::new();
    }
    let figures = &duel.content.figures.score;
    let mut events = Vec::new();
    let mut held = Vec::new();
    for (index, zone) in duel.scenario.zones.iter().enumerate() {
        let holder = holder(duel, zone);
        let before = duel.progress.held.get(index).copied().flatten();
        let rounds = match (holder, before) {
            (Some(side), Some((other, rounds))) if side == other => rounds + 1,
            _ => 1,
        };
        let is_due = rounds >= figures.hold_rounds;
        if let Some(side) = holder.filter(|_| is_due) {
            let (points, merit) = (figures.objective, Merit::Objective);
            events.push(Event::Scored {
                side,
                points,
                merit,
            });
        }
        let rounds = if is_due { 0 } else { rounds };
        held.push(holder.map(|side| (side, rounds)));
    }
    events.push(Event::Held { held });
    events
}

/// Returns the only side that has a unit in a zone.
fn holder(duel: &Duel, zone: &[crate::battle::grid::TileId]) -> Option<Side> {
    let inside = duel
        .standing()
        .filter(|machine| duel.build(machine.id).acts() && zone.contains(&machine.tile()));
    let mut sides: Vec<_> = inside.map(|machine| machine.side).collect();
    sides.sort_unstable();
    sides.dedup();
    match sides[..] {
        [side] => Some(side),
        _ => None,
    }
}

/// Returns how the battle ends now, if it does.
pub(super) fn ending(duel: &Duel) -> Option<Ending> {
    let scenario = duel.scenario;
    let is_lost = |id: &UnitId| !duel.get(*id).is_up();
    if scenario.protect.iter().any(is_lost) {
        return Some(decide(duel, Outcome::MissionFailed, Reason::Decided));
    }
    let to_win = duel.content.figures.score.to_win.into();
    if scenario.goal == Goal::Points
        && let Some((_, points)) = leader(duel)
        && points >= to_win
    {
        return Some(by_points(duel, Reason::Decided));
    }
    let sides = (0..scenario.sides).map(Side);
    let standing: Vec<_> = sides.filter(|&side| has_fighters(duel, side)).collect();
    let hostile = |side: &Side| duel.are_hostile(Side::FIRST, *side) && standing.contains(side);
    let rivals = (0..scenario.sides).map(Side).any(|side| hostile(&side));
    let first = standing.contains(&Side::FIRST);
    match (first, rivals) {
        (true, true) => None,
        (true, false) => Some(decide(duel, Outcome::Victory, Reason::Decided)),
        (false, true) if others_fight(duel, &standing) => None,
        _ => Some(decide(duel, Outcome::Defeat, Reason::Decided)),
    }
}

/// Whether the sides that still stand fight each other, where the first side is down.
fn others_fight(duel: &Duel, standing: &[Side]) -> bool {
    let pairs = standing
        .iter()
        .flat_map(|&one| standing.iter().map(move |&other| (one, other)));
    let mut pairs = pairs.filter(|(one, other)| one < other);
    pairs.any(|(one, other)| duel.are_hostile(one, other))
}

/// Whether a side has a unit that fights for it: a casket of most Taint fights for nobody.
fn has_fighters(duel: &Duel, side: Side) -> bool {
    duel.standing().any(|machine| {
        machine.side == side && duel.build(machine.id).acts() && !duel.is_berserk(machine.id)
    }) || duel
        .standing()
        .any(|machine| machine.side == side && duel.scenario.hunted.contains(&machine.id))
}

/// Returns how the battle ends at the end of a round, if it was the last.
///
/// Where the last side standing wins, nobody has won while several stand (ours: the reference knows no last round
/// of such a battle). What has to be destroyed by then is won by those who kept it.
pub(super) fn at_round_end(duel: &Duel) -> Option<Ending> {
    let limit = duel.scenario.rounds;
    if duel.round < limit {
        return None;
    }
    let failed = Outcome::MissionFailed;
    Some(match duel.scenario.goal {
        Goal::Points => by_points(duel, Reason::Time),
        Goal::Survive => decide(duel, Outcome::Victory, Reason::Time),
        Goal::LastStanding if duel.scenario.hunted.is_empty() => {
            Ending::decide(failed, Reason::Time, duel.round, [])
        }
        Goal::LastStanding => decide(duel, failed, Reason::Time),
    })
}

/// Returns the side with most victory points and how many; nobody leads while two are level.
fn leader(duel: &Duel) -> Option<(Side, u16)> {
    let points = &duel.progress.points;
    let most = points.iter().copied().max()?;
    let mut best = (0..).map(Side).zip(points).filter(|&(_, &one)| one == most);
    match (best.next(), best.next()) {
        (Some((side, _)), None) => Some((side, most)),
        _ => None,
    }
}

/// Decides by victory points. Level sides win nothing in the last round, and play on before it until one is ahead,
/// however many points they have (ours: the reference has the first to reach them win, and neither was first).
fn by_points(duel: &Duel, reason: Reason) -> Ending {
    let leader = leader(duel);
    let outcome = match leader {
        Some((Side::FIRST, _)) => Outcome::Victory,
        Some(_) => Outcome::Defeat,
        None => Outcome::MissionFailed,
    };
    let rival = leader.map(|(side, points)| (side, points.into()));
    Ending::decide(outcome, reason, duel.round, rival)
}

/// Decides for the first side, or the rival of it that has most cards and hit points left.
fn decide(duel: &Duel, outcome: Outcome, reason: Reason) -> Ending {
    let life = |side: Side| -> u32 {
        let own = duel.standing().filter(|machine| machine.side == side);
        own.map(|machine| u32::from(machine.now.health.now)).sum()
    };
    let rivals = (1..duel.scenario.sides)
        .map(Side)
        .map(|side| (side, life(side)));
    Ending::decide(outcome, reason, duel.round, rivals)
}
