//! Events and orders in words, with the dice.
//!
//! **Invariant:** says what happened, itemized; decides nothing. Cards that are hidden from others are named in
//! [`lines`] for those who see everything; [`seen_by`] leaves them out.

use bevy::prelude::World;

use crate::battle::grid::{Direction, TileId};
use crate::battle::order::Pending;
use crate::battle::unit::{Side, UnitId};
use crate::mission::directions;
use crate::playing::Setting;
use crate::rules::casket::Casket;
use crate::rules::casket::attack::{Odds, Sum};
use crate::rules::casket::content::{Effect, Trait, text};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::event::{Attack, Event, Initiative};
use crate::rules::casket::machine::{CardNo, Part, Until};
use crate::rules::casket::order::{Aiming, Choice, Order, Source};
use crate::rules::casket::scenario::Goal;
use crate::rules::kit::sentence::outcome;

/// Returns an event as lines, for whoever sees everything.
pub fn lines(world: &World, event: &Event) -> Vec<String> {
    Words::of(world, None).event(event)
}

/// Returns an event as lines, for a side: cards that it does not see are counted only.
pub fn seen_by(world: &World, event: &Event, side: Side) -> Vec<String> {
    Words::of(world, Some(side)).event(event)
}

/// Returns an order in words.
pub fn order(world: &World, order: &Order) -> String {
    let words = Words::of(world, None);
    match words.duel.progress.acting {
        Some(unit) => words.order(unit, order),
        None => words.answer(order),
    }
}

/// What sentences are made from.
struct Words<'w> {
    world: &'w World,
    duel: Duel<'w>,
    /// Who reads; nobody sees everything.
    reader: Option<Side>,
}

impl<'w> Words<'w> {
    fn of(world: &'w World, reader: Option<Side>) -> Self {
        Self {
            world,
            duel: Duel::of(world),
            reader,
        }
    }

    fn name(&self, id: UnitId) -> &'w str {
        self.duel.name(id)
    }

    fn at(&self, tile: TileId) -> String {
        let (column, row) = self.duel.grid.to_offset(tile);
        format!("({column}, {row})")
    }

    fn way(&self, direction: Direction) -> String {
        let mut names = directions(self.duel.grid.layout).into_iter();
        let named = names.find(|(_, other)| *other == direction);
        named.map_or_else(String::new, |(name, _)| name.to_ascii_lowercase())
    }

    /// Whether the reader sees the hand of a unit.
    fn sees(&self, unit: UnitId) -> bool {
        self.reader
            .is_none_or(|side| self.duel.get(unit).side == side)
    }

    /// Whether another casket of its side stands.
    fn has_allies(&self, unit: UnitId) -> bool {
        let side = self.duel.get(unit).side;
        let mut standing = self.duel.standing();
        standing.any(|one| one.id != unit && one.side == side && self.duel.is_casket(one.id))
    }

    fn cards(&self, unit: UnitId, cards: &[CardNo]) -> String {
        let piles = self.duel.get(unit).piles();
        let names: Vec<_> = cards
            .iter()
            .filter_map(|no| piles.cards.get(no.index()))
            .map(|physical| self.duel.card(physical.card).name.as_str())
            .collect();
        names.join(", ")
    }

    fn event(&self, event: &Event) -> Vec<String> {
        let one = |line: String| vec![line];
        match event {
            Event::RoundBegan { number, order } => one(self.round(*number, order)),
            Event::TurnBegan { unit } => one(format!("{}'s turn", self.name(*unit))),
            Event::StrikeDrawn { unit, card, .. } => {
                let card = &self.duel.card(*card).name;
                one(format!("{} readies {card}", self.name(*unit)))
            }
            Event::Moved { unit, to, how, sp } => {
                let (name, to) = (self.name(*unit), self.at(*to));
                one(format!("{name} {how} to {to}{}", for_sp(*sp)))
            }
            Event::Turned {
                unit,
                facing,
                sp,
                roll,
            } => {
                let (name, way) = (self.name(*unit), self.way(*facing));
                let holds = self.duel.content.figures.ground.ice_holds;
                one(match roll {
                    Some(roll) if *roll >= holds => {
                        format!("{name} keeps its facing on the ice (rolled {roll})")
                    }
                    Some(roll) => format!("{name} slips and faces {way} (rolled {roll})"),
                    None => format!("{name} turns {way}{}", for_sp(*sp)),
                })
            }
            Event::Braced { unit, points, sp } => one(format!(
                "{} braces: Defence +{points}{}",
                self.name(*unit),
                for_sp(*sp)
            )),
            Event::Played {
                unit,
                card,
                sp,
                target,
                tile,
                ..
            } => {
                let at = match (target, tile) {
                    (Some(target), _) if target != unit => format!(" at {}", self.name(*target)),
                    (None, Some(tile)) => format!(" at {}", self.at(*tile)),
                    _ => String::new(),
                };
                let card = &self.duel.card(*card).name;
                one(format!(
                    "{} plays {card}{at}{}",
                    self.name(*unit),
                    for_sp(*sp)
                ))
            }
            Event::Attacked(attack) => one(self.attack(attack)),
            Event::Renewed { .. } => one("A changed mission is in force".to_owned()),
            Event::Ended(ending) => {
                one(format!("The battle ends: {}", outcome(self.world, ending)))
            }
            _ => {
                let told = self.change(event).or_else(|| self.of_battle(event));
                let told = told.or_else(|| self.of_cards(event));
                told.into_iter().collect()
            }
        }
    }

    /// Says what changed a unit.
    fn change(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Reacted { unit, card, .. } => {
                let card = self.duel.card(*card);
                let mut effects = card.effects.iter();
                let cools = effects.any(|one| matches!(one, Effect::CoolInstead(_)));
                let instead = if cools { " and gains no Heat" } else { "" };
                format!("{} reacts with {}{instead}", self.name(*unit), card.name)
            }
            Event::Returned { unit, card, .. } => {
                let card = &self.duel.card(*card).name;
                format!(
                    "Natural 6: {card} has no effect and returns to {}'s hand",
                    self.name(*unit)
                )
            }
            Event::Guarded { unit, ally } => {
                format!(
                    "{} takes the attack on {}",
                    self.name(*unit),
                    self.name(*ally)
                )
            }
            Event::Struck { unit, points, .. } => {
                let what = if *points == 1 { "point" } else { "points" };
                format!("{} loses {points} hit {what}", self.name(*unit))
            }
            Event::Marked {
                unit, part, damage, ..
            } => {
                let takes = if *part == Part::Legs { "take" } else { "takes" };
                format!("{}'s {part} {takes} {damage} damage", self.name(*unit))
            }
            Event::Heated {
                unit,
                by,
                cause,
                dice,
            } => {
                let (name, dice) = (self.name(*unit), three_sided(dice));
                match by {
                    0 => format!("{name} has no Heat to lose{dice}"),
                    by => format!("{name}: Heat {} from {cause}{dice}", signed(*by)),
                }
            }
            Event::Tainted { unit, by } => format!("{}: Taint +{by}", self.name(*unit)),
            Event::Given { unit, given, .. }
                if *given == Trait::Guard && !self.has_allies(*unit) =>
            {
                return None;
            }
            Event::Given { unit, given, until } => {
                let text = text::given(self.duel.content, *given);
                // What a card says to its player is said of its casket.
                let text = text.trim_end_matches('.').replace(" your ", " its ");
                let text = text.replace("Your ", "Its ");
                format!("{}: {text}{}", self.name(*unit), spanned(*until))
            }
            Event::Absorbed { unit, points } => {
                format!("{} ignores {points} damage", self.name(*unit))
            }
            Event::Backfired {
                unit, roll, sum, ..
            } => {
                format!("{} backfires: rolled {roll}, total {sum}", self.name(*unit))
            }
            Event::Rolled { unit, roll } => {
                format!("{} rolls {roll} for the effect", self.name(*unit))
            }
            Event::BoiledOver { unit, skips } => {
                let name = self.name(*unit);
                match skips {
                    true => format!("{name} boils over, loses all Heat and skips its turn"),
                    false => {
                        let points = self.duel.content.figures.heat.boil_damage;
                        format!("{name} boils over and takes {points} chassis damage")
                    }
                }
            }
            _ => return None,
        })
    }

    /// Says what changed the ground, and how far the battle is.
    fn of_battle(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Battered {
                tile,
                damage,
                breaks,
                ..
            } => {
                let breaks = if *breaks { " and breaks" } else { "" };
                format!(
                    "The wall at {} takes {damage} damage{breaks}",
                    self.at(*tile)
                )
            }
            Event::Ground { tile, state, roll } => {
                let at = self.at(*tile);
                match (state.fire, state.smoke, roll) {
                    (1.., ..) => format!("The hex {at} catches fire"),
                    (_, 1.., _) => format!("The hex {at} smokes"),
                    // Only smoke rolls to clear.
                    (.., Some(roll)) => format!("The smoke at {at} clears (rolled {roll})"),
                    _ => format!("The fire at {at} goes out"),
                }
            }
            Event::Disabled { unit, .. } => format!("{} is disabled", self.name(*unit)),
            // Points that win nothing are not reported.
            Event::Scored { .. } if self.duel.scenario.goal != Goal::Points => return None,
            Event::Scored {
                side,
                points,
                merit,
            } => {
                let sides = &self.world.resource::<Setting>().mission.sides;
                let side = &sides[side.index()].name;
                match points {
                    1 => format!("{side}: 1 point for {merit}"),
                    points => format!("{side}: {points} points for {merit}"),
                }
            }
            Event::Passed { unit } => format!("{} passes", self.name(*unit)),
            Event::RoundEnded => format!("Round {} is over", self.duel.round),
            _ => return None,
        })
    }

    /// Says which cards went from one pile to another.
    fn of_cards(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Lost {
                unit,
                hand,
                deck,
                wasted,
                ..
            } => {
                let mut told = format!("{} loses {}", self.name(*unit), hand.len() + deck.len());
                let all: Vec<_> = hand.iter().chain(deck).copied().collect();
                told += if all.len() == 1 { " card" } else { " cards" };
                if !all.is_empty() {
                    let piles = match (hand.len(), deck.len()) {
                        (_, 0) => "from the hand".to_owned(),
                        (0, _) => "from the deck".to_owned(),
                        (hand, deck) => format!("{hand} from the hand, {deck} from the deck"),
                    };
                    told += &format!(": {} ({piles})", self.cards(*unit, &all));
                }
                if *wasted > 0 {
                    told += &format!("; {wasted} damage has no card left to take");
                }
                told
            }
            Event::Drew { unit, cards } => match self.sees(*unit) {
                true => format!("{} draws {}", self.name(*unit), self.cards(*unit, cards)),
                false => format!("{} draws {}", self.name(*unit), count(cards.len())),
            },
            Event::Reshuffled { unit, wounds, deck } if !wounds.is_empty() => {
                let new = match wounds.len() {
                    1 => "1 new damage card".to_owned(),
                    wounds => format!("{wounds} new damage cards"),
                };
                let cards = count(deck.len());
                format!("{} reshuffles {cards}, including {new}", self.name(*unit))
            }
            Event::Reshuffled { unit, deck, .. } => {
                format!("{} reshuffles {}", self.name(*unit), count(deck.len()))
            }
            Event::Discarded {
                unit,
                hand,
                deck,
                is_random,
            } => {
                let all: Vec<_> = hand.iter().chain(deck).copied().collect();
                let how = if *is_random { " at random" } else { "" };
                format!(
                    "{} discards {}{how}",
                    self.name(*unit),
                    self.cards(*unit, &all)
                )
            }
            Event::Repaired { unit, cards } => {
                let (name, cards) = (self.name(*unit), self.cards(*unit, cards));
                format!("{name} removes {cards} from its discard pile")
            }
            _ => return None,
        })
    }

    fn round(&self, number: u16, order: &[Initiative]) -> String {
        let told = order.iter().map(|one| {
            let dice = |roll: &u8| match one.modifier {
                0 => roll.to_string(),
                points => format!("{roll}{}", signed(points)),
            };
            let mut told = self.name(one.unit).to_owned();
            for (throw, roll) in one.rolls.iter().enumerate() {
                // A tie is rolled again.
                told += if throw == 0 { " " } else { ", tie " };
                told += &dice(roll);
            }
            told
        });
        let told: Vec<_> = told.collect();
        format!("Round {number}: {}", told.join("; "))
    }

    fn attack(&self, attack: &Attack) -> String {
        let Attack {
            blow,
            odds,
            roll,
            hit,
            critical,
            damage,
        } = attack;
        let target = self.name(blow.target);
        let attacker = self.name(blow.attacker);
        let result = match (hit, critical) {
            (false, _) => format!("{attacker} misses {target}"),
            (true, true) => format!("{attacker} hits {target} critically: {damage} damage"),
            (true, false) => format!("{attacker} hits {target}: {damage} damage"),
        };
        let shot = match (roll, &odds.to_hit) {
            (Some(roll), Some(sum)) => {
                let parts = parts(sum);
                format!("; rolled {roll}{parts}, needed {}", odds.needed)
            }
            _ => String::new(),
        };
        match hit {
            true => format!("{result}{shot}; {}", self.sums(odds, *critical)),
            false => format!("{result}{shot}"),
        }
    }

    fn sums(&self, odds: &Odds, critical: bool) -> String {
        let damage = odds.damage.parts.iter().enumerate();
        let damage = damage.map(|(at, (why, points))| match at {
            // All others are added to the first.
            0 => format!("{why} {points}"),
            _ => format!("{why} {}", signed(*points)),
        });
        let mut told = damage.collect::<Vec<_>>().join(", ");
        if critical {
            told += &format!(", natural 6 {}", signed(odds.critical));
        }
        if odds.doubled {
            told += ", doubled";
        }
        if odds.halved {
            told += ", halved";
        }
        if !odds.defence.parts.is_empty() {
            let total = signed(odds.defence.total);
            let total = total.trim_start_matches('+');
            told += &format!("; Defence {total}{}", parts(&odds.defence));
        }
        match odds.defence.total - odds.counting {
            0 => {}
            _ if odds.counting == 0 => told += ", all ignored",
            ignored => told += &format!(", {ignored} ignored"),
        }
        told
    }

    fn order(&self, unit: UnitId, order: &Order) -> String {
        let name = self.name(unit);
        match order {
            Order::Step(direction) => format!("{name}: step {}", self.way(*direction)),
            Order::Turn(facing) => format!("{name}: turn {}", self.way(*facing)),
            Order::Brace => format!("{name}: brace"),
            Order::Pass => format!("{name}: pass"),
            Order::Play(source, aiming) => {
                format!("{name}: {}", self.play(unit, *source, aiming))
            }
            other => self.answer(other),
        }
    }

    fn play(&self, unit: UnitId, source: Source, aiming: &Aiming) -> String {
        let card = self
            .duel
            .card_of(unit, source)
            .map_or("a card", |physical| &self.duel.card(physical.card).name);
        let mut told = card.to_owned();
        if let Some(target) = aiming.target.and_then(|id| self.duel.find(id)) {
            told += &format!(" at {}", self.name(target.id));
        } else if let Some(tile) = aiming.tile {
            told += &format!(" at {}", self.at(tile));
        }
        if let Some(second) = aiming.second.and_then(|id| self.duel.find(id)) {
            told += &format!(" and {}", self.name(second.id));
        }
        if let Some(part) = aiming.called {
            told += &format!(", {part}");
        }
        if !aiming.path.is_empty() {
            let steps: Vec<_> = aiming.path.iter().map(|one| self.way(*one)).collect();
            told += &format!(", {}", steps.join(" "));
        }
        if let Some(facing) = aiming.facing {
            told += &format!(", facing {}", self.way(facing));
        }
        if !aiming.repair.is_empty() {
            let mended = aiming.target.unwrap_or(unit);
            told += &format!(", {}", self.cards(mended, &aiming.repair));
        }
        told
    }

    /// Returns the casket that is asked for a reaction, if one is.
    fn asked(&self) -> Option<UnitId> {
        let waiting = self.world.get_resource::<Pending<Casket>>()?.0.as_ref()?;
        match waiting.choice {
            Choice::React(unit, _) => Some(unit),
            _ => None,
        }
    }

    fn answer(&self, order: &Order) -> String {
        match order {
            Order::React(None) => "no reaction".to_owned(),
            Order::React(Some(no)) => match self.asked() {
                Some(unit) => format!("react with {}", self.cards(unit, &[*no])),
                None => "react".to_owned(),
            },
            Order::Guard(None) => "take no attack for another".to_owned(),
            Order::Guard(Some(unit)) => format!("{} takes the attack", self.name(*unit)),
            Order::Lose(hand) if hand.is_empty() => "lose cards from the deck".to_owned(),
            Order::Lose(hand) => format!("lose {} from the hand", count(hand.len())),
            Order::BoilOver { skip: true } => "skip the turn".to_owned(),
            Order::BoilOver { skip: false } => {
                let points = self.duel.content.figures.heat.boil_damage;
                format!("go on and take {points} chassis damage")
            }
            Order::Discard(hand) => format!("discard {}", count(hand.len())),
            Order::Steer(inner) => match self.duel.progress.acting {
                Some(unit) => format!("a foe chooses: {}", self.order(unit, inner)),
                None => "steer".to_owned(),
            },
            Order::Renew(_) => "apply the changed mission".to_owned(),
            other => format!("{other:?}"),
        }
    }
}

/// Lists the parts of a sum in parentheses, if it has any.
fn parts(sum: &Sum) -> String {
    let parts = sum.parts.iter();
    let parts: Vec<_> = parts
        .map(|(why, points)| format!("{why} {}", signed(*points)))
        .collect();
    match parts.is_empty() {
        true => String::new(),
        false => format!(" ({})", parts.join(", ")),
    }
}

/// Says how long something lasts that was given to a casket.
fn spanned(until: Until) -> &'static str {
    match until {
        Until::Turn => " this turn",
        Until::OwnTurn => " until its next turn",
        Until::NextTurn => " during its next turn",
        Until::Rounds(0..=1) => " to the end of the round",
        Until::Rounds(_) => " to the end of the next round",
        Until::Battle => "",
    }
}

fn for_sp(sp: u8) -> String {
    match sp {
        0 => String::new(),
        sp => format!(" ({sp} SP)"),
    }
}

fn signed(points: i16) -> String {
    match points {
        0.. => format!("+{points}"),
        _ => format!("−{}", -points),
    }
}

fn count(cards: usize) -> String {
    match cards {
        1 => "1 card".to_owned(),
        _ => format!("{cards} cards"),
    }
}

/// Lists three-sided dice by the six-sided ones that were rolled.
fn three_sided(dice: &[u8]) -> String {
    match dice {
        [] => String::new(),
        _ => {
            let threes = dice.iter().map(|die| die.div_ceil(2).to_string());
            let threes: Vec<_> = threes.collect();
            format!(" (d3: {})", threes.join(", "))
        }
    }
}
