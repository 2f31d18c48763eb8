//! A ladder: computer players against each other, every pair with sides swapped, ranked by what they win.
//!
//! **Invariant:** what comes out depends on missions, players and seeds alone, not on threads.

use std::fmt::Write;
use std::ops::ControlFlow;

use crate::battle::ahead::Player;
use crate::battle::unit::Side;
use crate::headless::{Arena, player_named, players_of};
use crate::lab::plan::{PlanError, RunPlan};
use crate::lab::stats::Confidence;
use crate::lab::stats::wilson::wilson;
use crate::mission::{Mission, MissionSource};
use crate::parallel::in_order;

/// Points of difference at which the better of two is ten times as likely to win.
const SCALE: f64 = 400.0;
/// Rounds after which ratings no longer change by a point.
const ROUNDS: usize = 500;

/// Who plays against whom, and how often.
#[derive(Clone, Debug)]
pub struct Ladder {
    names: Vec<String>,
    stages: Vec<Stage>,
    seeds: std::ops::Range<u64>,
}

/// A mission on which all pairs meet.
#[derive(Clone, Debug)]
struct Stage {
    label: String,
    source: MissionSource,
    mission: Mission,
    players: Vec<Player>,
}

/// One battle of a pair.
#[derive(Clone, Copy, Debug)]
struct Match {
    stage: usize,
    /// Numbers of the players: of the first side, and of the sides against it.
    pair: [usize; 2],
    seed: u64,
}

/// What two players did against each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Battles that the first of them won as the first side, and as the others.
    pub won: [u64; 2],
    /// Drawn battles.
    pub drawn: u64,
    /// Battles.
    pub battles: u64,
}

impl Tally {
    /// Returns half points that the first of them has.
    fn halves(self) -> u64 {
        2 * (self.won[0] + self.won[1]) + self.drawn
    }

    fn add(&mut self, other: Self) {
        self.won[0] += other.won[0];
        self.won[1] += other.won[1];
        self.drawn += other.drawn;
        self.battles += other.battles;
    }
}

/// What came of a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    names: Vec<String>,
    labels: Vec<String>,
    /// By mission, then by pair, in order.
    tallies: Vec<Vec<([usize; 2], Tally)>>,
}

impl Ladder {
    /// Has players meet on the missions of a plan, under so many seeds from one on.
    ///
    /// # Errors
    /// Missions that do not load, fewer players than two, and names that the rule set of a mission does not know.
    pub fn new(
        plan: &RunPlan,
        names: &[String],
        first: u64,
        battles: u64,
    ) -> Result<Self, PlanError> {
        let wrong = |why: String| Err(PlanError::Word(why));
        if names.len() < 2 {
            return wrong("a ladder takes at least two players, such as quick,veteran".into());
        }
        let is_twice = |(at, name): &(usize, &String)| {
            let mut before = names[..*at].iter();
            before.any(|other| other.eq_ignore_ascii_case(name))
        };
        if let Some((_, name)) = names.iter().enumerate().find(is_twice) {
            return wrong(format!("the player {name} is named twice"));
        }
        let labels = plan.describe()?.cases.into_iter().map(|case| case.label);
        let stages = labels.enumerate().map(|(case, label)| {
            let source = plan.source(case)?;
            let mission = source.build(first)?;
            let players = names.iter().map(|name| {
                player_named(mission.rules, name).ok_or_else(|| {
                    let known = players_of(mission.rules).join(", ");
                    PlanError::Word(format!(
                        "{} has no player {name:?}, only {known}",
                        mission.rules.name()
                    ))
                })
            });
            Ok(Stage {
                label,
                source,
                players: players.collect::<Result<_, _>>()?,
                mission,
            })
        });
        Ok(Self {
            names: names.to_vec(),
            stages: stages.collect::<Result<_, PlanError>>()?,
            seeds: first..first.saturating_add(battles),
        })
    }

    /// Returns how many battles there are.
    pub fn count(&self) -> u64 {
        let pairs = self.pairs().count() as u64;
        self.stages.len() as u64 * pairs * (self.seeds.end - self.seeds.start) * 2
    }

    fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        let count = self.names.len();
        (0..count).flat_map(move |one| (one + 1..count).map(move |other| [one, other]))
    }

    /// Plays all battles on some threads; `watch` is told of each, and says whether to go on.
    ///
    /// # Errors
    /// Seeds that draw what does not load.
    pub fn play(
        &self,
        jobs: usize,
        watch: impl Fn() -> bool + Sync,
    ) -> Result<Standings, PlanError> {
        let pairs: Vec<_> = self.pairs().collect();
        let seeds = self.seeds.end - self.seeds.start;
        let empty: Vec<_> = pairs.iter().map(|&pair| (pair, Tally::default())).collect();
        let mut tallies = vec![empty; self.stages.len()];
        let each = |number: u64| {
            // Both ways round come one after the other.
            let is_swapped = number % 2 == 1;
            let (at, seed) = (number / 2 / seeds, number / 2 % seeds);
            let (stage, pair) = (at as usize / pairs.len(), at as usize % pairs.len());
            let [one, other] = pairs[pair];
            let battle = Match {
                stage,
                pair: if is_swapped {
                    [other, one]
                } else {
                    [one, other]
                },
                seed: self.seeds.start + seed,
            };
            (stage, pair, is_swapped, battle)
        };
        let work = |arena: &mut Arena, number: u64| {
            let (stage, pair, is_swapped, battle) = each(number);
            let winner = self.meet(arena, battle)?;
            let mut tally = Tally {
                battles: 1,
                ..Tally::default()
            };
            match winner {
                None => tally.drawn = 1,
                Some(side) if (side != Side::FIRST) == is_swapped => {
                    tally.won[usize::from(is_swapped)] = 1;
                }
                Some(_) => {}
            }
            Ok::<_, PlanError>((stage, pair, tally))
        };
        let take = |(stage, pair, tally): (usize, usize, Tally)| {
            tallies[stage][pair].1.add(tally);
            match watch() {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        };
        in_order(jobs, self.count(), Arena::default, work, take)?;
        Ok(Standings {
            names: self.names.clone(),
            labels: self
                .stages
                .iter()
                .map(|stage| stage.label.clone())
                .collect(),
            tallies,
        })
    }

    /// Plays a battle; returns who won it.
    fn meet(&self, arena: &mut Arena, battle: Match) -> Result<Option<Side>, PlanError> {
        let stage = &self.stages[battle.stage];
        let drawn = match stage.mission.drawn_anew {
            true => Some(stage.source.build(battle.seed)?),
            false => None,
        };
        let mission = drawn.as_ref().unwrap_or(&stage.mission);
        arena.set_up(mission, battle.seed);
        let sides = mission.sides.iter().enumerate();
        let players = sides.map(|(side, setup)| match setup.neutral {
            true => Player::Quick,
            false => stage.players[battle.pair[side.min(1)]],
        });
        arena.seat(players.collect());
        let report = arena.play(battle.seed);
        Ok(report.ending.and_then(|ending| ending.winner))
    }
}

impl Standings {
    /// Returns what two players did against each other on all missions.
    pub fn of(&self, one: usize, other: usize) -> Tally {
        let mut all = Tally::default();
        for &(pair, tally) in self.tallies.iter().flatten() {
            if pair == [one, other] {
                all.add(tally);
            }
        }
        all
    }

    /// Says the standings as a table of players and one of pairs.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let width = self.names.iter().map(String::len).max().unwrap_or(0).max(6);
        let _ = writeln!(text, "{:width$}  {:>5}  points of battles", "player", "Elo");
        let ratings = self.ratings();
        let mut order: Vec<_> = (0..self.names.len()).collect();
        order.sort_by(|&one, &other| ratings[other].total_cmp(&ratings[one]));
        for at in order {
            let (halves, battles) = self.total(at);
            let _ = writeln!(
                text,
                "{:width$}  {:>5.0}  {} of {battles}{}",
                self.names[at],
                ratings[at],
                points(halves),
                interval(halves, battles)
            );
        }
        for (label, pairs) in self.labels.iter().zip(&self.tallies) {
            let _ = writeln!(text, "\n{label}");
            for &([one, other], tally) in pairs {
                let _ = writeln!(
                    text,
                    "{:width$} against {:width$}  {} of {}{}: {} as the first side, {} as the other, {} drawn",
                    self.names[one],
                    self.names[other],
                    points(tally.halves()),
                    tally.battles,
                    interval(tally.halves(), tally.battles),
                    tally.won[0],
                    tally.won[1],
                    tally.drawn
                );
            }
        }
        text
    }

    /// Returns the half points that a player has of its battles, and how many those are.
    fn total(&self, player: usize) -> (u64, u64) {
        let mut total = (0, 0);
        for &([one, other], tally) in self.tallies.iter().flatten() {
            if one == player {
                total.0 += tally.halves();
            } else if other == player {
                total.0 += 2 * tally.battles - tally.halves();
            } else {
                continue;
            }
            total.1 += tally.battles;
        }
        total
    }

    /// Rates all players by Elo, the first one at 0: strengths under which what was won is most likely (Hunter 2004,
    /// Annals of Statistics 32:384–406), with one drawn battle more for each pair that met, so that whoever won or lost
    /// all has a rating, too.
    fn ratings(&self) -> Vec<f64> {
        let count = self.names.len();
        let mut strengths = vec![1.0; count];
        for _ in 0..ROUNDS {
            let before = strengths.clone();
            for player in 0..count {
                let (mut won, mut met) = (0.0, 0.0);
                for other in (0..count).filter(|&other| other != player) {
                    let tally = self.of(player.min(other), player.max(other));
                    let halves = match player < other {
                        true => tally.halves(),
                        false => 2 * tally.battles - tally.halves(),
                    };
                    won += halves as f64 / 2.0 + 0.5;
                    met += (tally.battles + 1) as f64 / (before[player] + before[other]);
                }
                strengths[player] = won / met;
            }
        }
        let points = |strength: f64| SCALE * libm::log10(strength / strengths[0]);
        strengths.iter().map(|&strength| points(strength)).collect()
    }
}

/// Says half points as points.
fn points(halves: u64) -> String {
    let half = if halves % 2 == 1 { ".5" } else { "" };
    format!("{}{half}", halves / 2)
}

/// Says what share points are, and how sure that is.
fn interval(halves: u64, battles: u64) -> String {
    // Drawn battles count as half a win each.
    let share = wilson(halves, 2 * battles, Confidence::default());
    share.map_or_else(String::new, |share| {
        let percent = |value: f64| value * 100.0;
        // Half points come in pairs, so that there is half as much to go by.
        let wide = std::f64::consts::SQRT_2;
        let (low, high) = (
            share.value - (share.value - share.low) * wide,
            share.value + (share.high - share.value) * wide,
        );
        format!(
            ", {:.0}% ({:.0} to {:.0})",
            percent(share.value),
            percent(low.max(0.0)),
            percent(high.min(1.0))
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standings(won: [u64; 2], drawn: u64, battles: u64) -> Standings {
        let tally = Tally {
            won,
            drawn,
            battles,
        };
        Standings {
            names: ["quick", "veteran"].map(str::to_owned).into(),
            labels: vec!["Somewhere".into()],
            tallies: vec![vec![([0, 1], tally)]],
        }
    }

    #[test]
    fn elo_says_by_how_much_one_is_better() {
        let even = standings([10, 10], 20, 60);
        assert!(even.ratings()[1].abs() < 1.0, "{:?}", even.ratings());
        // One in eleven, with the drawn one added: 10 to 1 is the scale.
        let worse = standings([5, 4], 1, 109);
        let found = worse.ratings();
        assert!((found[1] - 400.0).abs() < 2.0, "{found:?}");
        let none = standings([0, 0], 0, 10);
        assert!(none.ratings()[1].is_finite());
    }

    #[test]
    fn tables_name_points_shares_and_sides() {
        let text = standings([10, 4], 1, 60).text();
        assert!(text.contains("veteran    "), "{text}");
        assert!(text.contains("14.5 of 60, 24%"), "{text}");
        assert!(
            text.contains("10 as the first side, 4 as the other, 1 drawn"),
            "{text}"
        );
    }
}
