//! The outcome of a battle, the same for every rule set: what decided it, who fought best, who fell.
//!
//! **Invariant:** drawn from the record of the laboratory's own witness; works with any rule set.

use bevy::prelude::*;

use super::piece::{Ink, Piece, Pieces, UnitCard, Words, faint, say};
use crate::battle::phase::{Ending, Reason};
use crate::battle::unit::{Roster, Side, Title, UnitId, part};
use crate::chronicle::record::{BattleRecord, Fate, Loss, SideRecord, Vocabulary};
use crate::game::rules::playable::{Playable, Recap};
use crate::game::table::unit_view::Figure;

/// Width of the card of a unit, points.
const CARD: f32 = 214.0;
/// Cards beside one another.
const IN_A_ROW: usize = 4;
/// Least difference between hits and what the odds promised that is worth a line, permille of a hit.
const LUCK: i64 = 2000;

/// The outcome of a battle.
#[derive(Resource, Clone, Debug, Default)]
pub struct Aftermath {
    /// What decided it, sentence by sentence.
    pub decided: Vec<String>,
    /// Units of the side that looks: the best first, the fallen last.
    pub own: Vec<Feats>,
    /// Enemies that fell, with how, in order.
    pub fallen: Vec<String>,
}

/// What one unit did, and what became of it.
#[derive(Clone, Debug)]
pub struct Feats {
    unit: UnitId,
    /// Its name.
    pub name: String,
    kind: String,
    fate: Fate,
    /// How it fell, if it did.
    fall: Option<String>,
    /// Enemies it killed.
    pub kills: u32,
    /// Harm it did to enemies.
    pub damage: u32,
    /// Whether nobody of its side did more.
    pub is_best: bool,
}

/// Names of units and sides, for sentences.
struct Names<'a> {
    units: Vec<&'a str>,
    words: &'a Vocabulary,
    /// What a turn is called.
    turn: &'static str,
}

impl Names<'_> {
    fn unit(&self, id: UnitId) -> &str {
        self.units.get(id.index()).copied().unwrap_or_default()
    }

    fn side(&self, side: Side) -> &str {
        self.words
            .sides
            .get(side.index())
            .map_or("", String::as_str)
    }

    /// Returns when and by what a unit fell: `turn 3, by Crow (dagger)`.
    fn fall(&self, loss: &Loss) -> String {
        let means = loss.means.and_then(|means| {
            let means = self.words.means.get(usize::from(means))?;
            Some(means.term.name.to_lowercase())
        });
        let by = match (loss.by, means) {
            (Some(by), Some(means)) => format!(", by {} ({means})", self.unit(by)),
            (Some(by), None) => format!(", by {}", self.unit(by)),
            (None, Some(means)) => format!(", {means}"),
            (None, None) => String::new(),
        };
        format!("{} {}{by}", self.turn, loss.turn)
    }

    /// Lists who fell.
    fn list(&self, losses: &[&Loss]) -> String {
        let names: Vec<_> = losses.iter().map(|loss| self.unit(loss.unit)).collect();
        match &names[..] {
            [] => "none".to_owned(),
            [one] => (*one).to_owned(),
            [others @ .., last] => format!("{} and {last}", others.join(", ")),
        }
    }
}

impl Aftermath {
    /// Sums a battle up for a side, as its record has it; `recap` is its last turn in short.
    pub fn of<R: Playable>(
        world: &World,
        (record, words): (&BattleRecord, &Vocabulary),
        ending: Ending,
        side: Side,
        recap: Option<&Recap>,
    ) -> Self {
        let ids = world.resource::<Roster>().ids();
        let units = ids.map(|id| part::<Title>(world, id).0.as_str()).collect();
        let names = Names {
            units,
            words,
            turn: R::TURN,
        };
        // Harm to bystanders is no deed.
        let roster = world.resource::<Roster>();
        let mut record = record.clone();
        record.losses.retain(|loss| !roster.is_neutral(loss.side));
        let is_foe = |loss: &&Loss| loss.side != side;
        Self {
            decided: decided(&record, &names, ending, side)
                .into_iter()
                .chain(recap.map(|recap| format!("{}.", recap.text)))
                .collect(),
            own: own(&record, &names, side),
            fallen: (record.losses.iter().filter(is_foe))
                .map(|loss| format!("{}: {}", names.unit(loss.unit), names.fall(loss)))
                .collect(),
        }
    }

    /// Returns who fought best, if anybody harmed an enemy.
    pub fn best(&self) -> Option<&Feats> {
        self.own.iter().find(|feats| feats.is_best)
    }

    /// Shows it: what decided the battle, who fought best, and a card for each own unit.
    pub fn pieces<R: Playable>(&self, world: &World) -> Pieces {
        let mut pieces = Pieces::default();
        let account = R::account(world);
        if !self.decided.is_empty() || !account.is_empty() {
            pieces.heading("What decided it");
            for sentence in self.decided.iter().chain(&account) {
                pieces.add(say(sentence));
            }
        }
        if let Some(best) = self
            .best()
            .filter(|best| R::toll(world, best.unit).is_none())
        {
            pieces.heading("Best unit");
            let told = format!("{} ({}): {}", best.name, best.kind, best.deeds());
            pieces.add(say(told).ink(Ink::Accent).strong());
        }
        let lost = self.own.iter().filter(|feats| feats.fate == Fate::Dead);
        pieces.heading(match lost.count() {
            0 => "Your units: none lost".to_owned(),
            lost => format!("Your units: {lost} of {} lost", self.own.len()),
        });
        let cards = self.own.iter().map(|feats| {
            let portrait = R::portrait(world, feats.unit);
            Piece::from(feats.card(portrait, R::toll(world, feats.unit)))
        });
        let cards: Vec<_> = cards.collect();
        cards
            .chunks(IN_A_ROW)
            .for_each(|row| pieces.line(row.to_vec()));
        if !self.fallen.is_empty() {
            pieces.heading(format!("Enemies killed: {}", self.fallen.len()));
            pieces.add(faint(self.fallen.join(" · ")));
        }
        pieces
    }
}

impl Feats {
    /// Describes what it did: kills and damage.
    fn deeds(&self) -> String {
        let kills = match self.kills {
            1 => "1 kill".to_owned(),
            kills => format!("{kills} kills"),
        };
        format!("{kills} · {} damage", self.damage)
    }

    /// Describes what became of it.
    fn fate(&self) -> Words {
        match (self.fate, &self.fall) {
            (Fate::Dead, Some(fall)) => say(format!("died: {fall}")).ink(Ink::Bad),
            (Fate::Dead, None) => say("lost").ink(Ink::Bad),
            (Fate::Escaped, _) => say("escaped").ink(Ink::Good),
            (Fate::Standing, _) => say("survived").ink(Ink::Good),
            (Fate::NeverCame, _) => say("never arrived").ink(Ink::Faint),
        }
    }

    /// Makes its card. Losses, where the rule set reports them, take the place of deeds.
    fn card(&self, portrait: Option<Figure>, toll: Option<String>) -> UnitCard {
        let fate = self.fate();
        let is_best = self.is_best && toll.is_none();
        let mut body = Pieces::default();
        body.add(faint(toll.unwrap_or_else(|| self.deeds())).cut());
        body.add(fate.size(12.5));
        UnitCard {
            title: match is_best {
                true => format!("{} · best", self.name),
                false => self.name.clone(),
            },
            kind: self.kind.clone(),
            portrait,
            number: 0,
            body,
            width: CARD,
            is_chosen: is_best,
            is_dim: self.fate == Fate::Dead,
            click: None,
        }
    }
}

/// Lists what decided a battle: time, the turn that cost the losers most, the first loss, and luck.
fn decided(record: &BattleRecord, names: &Names, ending: Ending, side: Side) -> Vec<String> {
    let mut told = Vec::new();
    match ending.reason {
        Reason::Time => told.push(format!("Time ran out in {} {}.", names.turn, ending.turn)),
        Reason::OutOfReach => told.push("The objective could no longer be met.".to_owned()),
        Reason::Unopposed => told.push("No enemy was left to contest the outcome.".to_owned()),
        Reason::Decided => {}
    }
    let turn = turning_point(record, names, ending.winner);
    told.extend(turn.or_else(|| nobody_left(record, names, ending.winner)));
    if let Some(first) = record.losses.first() {
        let by = first.by.map(|by| format!(", by {}", names.unit(by)));
        told.push(format!(
            "First loss, {} {}: {} ({}){}.",
            names.turn,
            first.turn,
            names.unit(first.unit),
            names.side(first.side),
            by.unwrap_or_default()
        ));
    }
    told.extend(luck(record, side));
    told
}

/// Names the turn in which the winner gained most.
fn turning_point(record: &BattleRecord, names: &Names, winner: Option<Side>) -> Option<String> {
    let winner = winner?;
    let of = |turn: u16| {
        let losses = record.losses.iter().filter(move |loss| loss.turn == turn);
        losses.partition::<Vec<&Loss>, _>(|loss| loss.side == winner)
    };
    let gain = |turn: u16| {
        let (own, others) = of(turn);
        others.len() as i64 - own.len() as i64
    };
    let turns = record.losses.iter().map(|loss| loss.turn);
    // The earliest of those alike.
    let turn = turns.rev().max_by_key(|&turn| gain(turn))?;
    if gain(turn) <= 0 {
        return None;
    }
    let (own, others) = of(turn);
    let loser = others.first().map_or("", |loss| names.side(loss.side));
    Some(format!(
        "Turning point, {} {turn}: {loser} lost {}; {} lost {}.",
        names.turn,
        names.list(&others),
        names.side(winner),
        names.list(&own)
    ))
}

/// Names the side that had no units left, if no turn was the winner's.
fn nobody_left(record: &BattleRecord, names: &Names, winner: Option<Side>) -> Option<String> {
    let mut sides = (0..).map(Side).zip(&record.sides);
    let is_gone = |(side, one): &(Side, &SideRecord)| {
        Some(*side) != winner && one.began > 0 && one.standing == 0
    };
    let (side, gone) = sides.find(is_gone)?;
    Some(format!(
        "{} had no units left: {} killed, {} escaped.",
        names.side(side),
        gone.dead,
        gone.escaped
    ))
}

/// Compares hits of a side with what the odds promised, where they are far apart.
fn luck(record: &BattleRecord, side: Side) -> Option<String> {
    let (mut hits, mut promised) = (0_i64, 0_i64);
    for act in record.acts.iter().filter(|act| act.side == side) {
        if let (Some(permille), Some(is_hit)) = (act.promised, act.hit) {
            promised += i64::from(permille);
            hits += i64::from(is_hit);
        }
    }
    let is_far = (hits * 1000 - promised).abs() >= LUCK;
    let tenths = (promised + 50) / 100;
    is_far.then(|| {
        let luck = if hits * 1000 > promised {
            "Good"
        } else {
            "Bad"
        };
        format!(
            "{luck} luck: {hits} hits, {}.{} expected.",
            tenths / 10,
            tenths % 10
        )
    })
}

/// Lists the units of a side that took part: the best first, the fallen last.
fn own(record: &BattleRecord, names: &Names, side: Side) -> Vec<Feats> {
    let ids = (0..record.members.len()).map(|index| UnitId(index as u16));
    let members = ids.zip(&record.members);
    let members = members.filter(|(_, one)| one.side == side && one.fate != Fate::NeverCame);
    let mut own: Vec<_> = members
        .map(|(unit, member)| {
            let fall = record.losses.iter().rev().find(|loss| loss.unit == unit);
            let acts = record.acts.iter().filter(|act| act.by == unit);
            let kills = record.losses.iter();
            let kills = kills.filter(|loss| loss.by == Some(unit) && loss.side != side);
            let kind = names.words.kinds.get(usize::from(member.kind));
            Feats {
                unit,
                name: names.unit(unit).to_owned(),
                kind: kind.map_or(String::new(), |kind| kind.name.clone()),
                fate: member.fate,
                fall: fall.map(|loss| names.fall(loss)),
                kills: kills.count() as u32,
                damage: acts.map(|act| act.damage).sum(),
                is_best: false,
            }
        })
        .collect();
    let worth = |feats: &Feats| (feats.kills, feats.damage);
    let best = own.iter().map(worth).max().filter(|&best| best > (0, 0));
    if let Some(best) = own.iter_mut().find(|feats| Some(worth(feats)) == best) {
        best.is_best = true;
    }
    own.sort_by_key(|feats| (!feats.is_best, feats.fate == Fate::Dead, feats.unit));
    own
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::order::submit_watched;
    use crate::battle::phase::{Outcome, Verdict};
    use crate::chronicle::observe::Witness;
    use crate::chronicle::record::{Act, Member, Term};
    use crate::game::kit::testing::{OWN, is_over, shipped, window};
    use crate::headless;

    /// Plays a battle to its end by computers, and compares what is shown of it with the battle.
    fn check<R: Playable>(name: &str, seed: u64) -> [usize; 3] {
        let mission = shipped(name).build(seed).expect("it is sound");
        let mut world = window::<R>(&mission, seed);
        let mut onlooker = R::Onlooker::begin(&world, &mission);
        while !is_over(&world) {
            let mut sides = [Side(0), Side(1)].into_iter();
            let side = sides.find(|&side| R::owes(&world, side));
            let side = side.expect("somebody owes an order");
            let order = R::decide(&mut world, side);
            submit_watched::<R>(&mut world, side, order, &mut onlooker).expect("it was decided");
        }
        let (record, words) = (onlooker.close(&world), R::Onlooker::vocabulary(&mission));
        let ending = world.resource::<Verdict>().0.expect("it is over");
        let aftermath = Aftermath::of::<R>(&world, (&record, &words), ending, OWN, None);
        let report = headless::report::<R>(&mut world, seed);
        let place = format!("{name}, seed {seed}");
        let dead = aftermath.own.iter().filter(|one| one.fate == Fate::Dead);
        assert_eq!(dead.count(), report.sides[0].dead, "{place}");
        assert_eq!(aftermath.fallen.len(), report.sides[1].dead, "{place}");
        let kills: u32 = aftermath.own.iter().map(|one| one.kills).sum();
        assert!(kills as usize <= report.sides[1].dead, "{place}");
        if let Some(best) = aftermath.best() {
            let others = aftermath.own.iter().map(|one| (one.kills, one.damage));
            assert_eq!(Some((best.kills, best.damage)), others.max(), "{place}");
        }
        let pieces = aftermath.pieces::<R>(&world);
        let told = format!("{pieces:?}");
        assert!(told.contains("What decided it"), "{told}");
        assert!(!aftermath.decided.is_empty(), "{place}");
        let cards = pieces.0.iter().flat_map(|piece| match piece {
            Piece::Line(cards) => cards.0.clone(),
            _ => Vec::new(),
        });
        let mut shown = 0;
        for card in cards {
            let Piece::Unit(card) = card else { continue };
            assert!(card.portrait.is_some(), "{place}: {}", card.title);
            shown += 1;
        }
        assert_eq!(shown, aftermath.own.len(), "{place}");
        let turned = told.matches("Turning point").count();
        [report.sides[0].dead, report.sides[1].dead, turned]
    }

    #[test]
    fn every_rule_set_tells_what_decided_it_who_was_best_and_who_fell() {
        let mut counts = [0; 3];
        for seed in 1..4 {
            for name in [
                "first_steps",
                "bare_knuckles",
                "party_first_blood",
                "casket_first_duel",
            ] {
                let mission = shipped(name).build(seed).expect("it is sound");
                let found = crate::with_rules!(mission.rules, R => check::<R>(name, seed));
                counts = [0, 1, 2].map(|at| counts[at] + found[at]);
            }
        }
        // A winner who lost more in every turn has no turning point.
        let [own, others, turned] = counts;
        assert!(own > 3 && others > 3 && turned > 1, "{counts:?}");
    }

    fn loss(turn: u16, unit: u16, side: u8, by: Option<u16>) -> Loss {
        Loss {
            turn,
            unit: UnitId(unit),
            kind: 0,
            side: Side(side),
            at: crate::battle::grid::TileId(0),
            by: by.map(UnitId),
            means: None,
            act: None,
        }
    }

    #[test]
    fn the_turn_that_cost_the_losers_most_the_first_loss_time_and_luck_are_told() {
        let words = Vocabulary {
            sides: vec!["Party".into(), "Bandits".into()],
            kinds: vec![Term::new("any", "Fighter")],
            ..Vocabulary::default()
        };
        let member = |side: u8, fate| Member {
            side: Side(side),
            kind: 0,
            means: 0,
            fate,
        };
        let hit = |is_hit| Act {
            promised: Some(250),
            hit: Some(is_hit),
            damage: 3,
            ..Act::default()
        };
        let record = BattleRecord {
            members: vec![
                member(0, Fate::Standing),
                member(0, Fate::Dead),
                member(1, Fate::Dead),
                member(1, Fate::Dead),
                member(1, Fate::Dead),
            ],
            losses: vec![
                loss(1, 1, 0, Some(2)),
                loss(2, 2, 1, Some(0)),
                loss(4, 3, 1, Some(0)),
                loss(4, 4, 1, None),
            ],
            acts: [true; 4].map(hit).to_vec(),
            ..BattleRecord::default()
        };
        let units = vec!["Ann", "Bob", "Crow", "Finch", "Jay"];
        let names = Names {
            units,
            words: &words,
            turn: "turn",
        };
        let ending = Ending {
            outcome: Outcome::Victory,
            winner: Some(Side(0)),
            turn: 4,
            reason: Reason::Time,
        };
        assert_eq!(
            decided(&record, &names, ending, OWN),
            [
                "Time ran out in turn 4.",
                "Turning point, turn 4: Bandits lost Finch and Jay; Party lost none.",
                "First loss, turn 1: Bob (Party), by Crow.",
                "Good luck: 4 hits, 1.0 expected.",
            ]
        );
        // The winner lost most in every turn, but the others left.
        let side = |standing, escaped, dead| SideRecord {
            began: standing + escaped + dead,
            standing,
            escaped,
            dead,
            ..SideRecord::default()
        };
        let fled = BattleRecord {
            losses: vec![loss(2, 3, 1, Some(0))],
            sides: vec![side(0, 2, 0), side(2, 0, 1)],
            ..BattleRecord::default()
        };
        let failed = Ending {
            winner: Some(Side(1)),
            reason: Reason::Decided,
            ..ending
        };
        assert_eq!(
            decided(&fled, &names, failed, OWN)[0],
            "Party had no units left: 0 killed, 2 escaped."
        );
        let own = own(&record, &names, OWN);
        let [best, fallen] = &own[..] else {
            panic!("{own:?}");
        };
        assert_eq!((&*best.name, best.kills, best.damage), ("Ann", 2, 12));
        assert_eq!(fallen.fate().text, "died: turn 1, by Crow");
    }
}
