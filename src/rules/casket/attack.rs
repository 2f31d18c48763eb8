//! The arithmetic of attacks: to hit, damage and Defence, each part with its name (§4).
//!
//! Fight, forecast and computer ask [`Duel::odds`] alike, so that a displayed figure is the true one.
//!
//! **Invariant:** rolls and writes nothing.

#![expect(missing_docs, reason = "fields say by name and type what they hold")]

use serde::{Deserialize, Serialize};

use crate::battle::unit::UnitId;
use crate::rules::casket::content::{Card, CardId, Covers, Kind, Trait};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::machine::{Build, Part, State};
use crate::rules::casket::sight::{REAR, is_front};
use crate::rules::kit::words::worded;

worded! {
    /// What a part of a sum is for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Why {
        Base = "base",
        Distance = "distance",
        Cover = "partial cover",
        Rear = "rear",
        Called = "called shot",
        HotTarget = "hot target",
        Blind = "own sensors",
        Above = "higher ground",
        Smoke = "smoke",
        Indirect = "indirect",
        Evasion = "evasion",
        Critical = "natural 6",
        Taint = "Taint",
        Arm = "degraded arm",
        Race = "traits",
        Reshuffles = "reshuffles",
        Wound = "damage cards",
        Weakness = "weakness of the target",
        Shield = "shield",
        Below = "attacker below",
        Traits = "effects",
        Bracing = "bracing",
        Reaction = "reaction",
        Heat = "Heat",
        Legs = "degraded legs",
        Own = "own Defence",
    }
}

/// One attack of a card on one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Blow {
    pub attacker: UnitId,
    pub target: UnitId,
    pub card: CardId,
    /// The arm that attacks, if one does.
    pub arm: Option<Part>,
    /// Base damage.
    pub base: i16,
    /// A called shot.
    pub called: Option<Part>,
    /// Whether it is an attack that struck somebody on the way: it rolls nothing and marks nothing.
    pub kind: Kind,
    /// What a reaction takes off the roll to hit.
    pub evaded: i16,
    /// What a reaction adds to the Defence.
    pub reduced: i16,
}

/// A sum with its parts; those of 0 are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sum {
    pub parts: Vec<(Why, i16)>,
    pub total: i16,
}

impl Sum {
    fn add(&mut self, why: Why, points: i16) {
        if points != 0 {
            self.parts.push((why, points));
            self.total += points;
        }
    }
}

/// What an attack is like before it is rolled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Odds {
    pub distance: u32,
    /// The facing of the target that it comes upon, 1 to 6; 4 is the rear.
    pub side: u8,
    pub covered: bool,
    /// What is added to the roll to hit; nothing where it hits by itself.
    pub to_hit: Option<Sum>,
    /// The sum that hits.
    pub needed: i16,
    /// Damage before Defence, without a critical.
    pub damage: Sum,
    /// Damage of a critical besides.
    pub critical: i16,
    pub doubled: bool,
    pub halved: bool,
    /// Defence of the target.
    pub defence: Sum,
    /// Defence that counts.
    pub counting: i16,
    /// Least damage.
    pub least: i16,
    /// Whether a 1 misses always.
    pub one_misses: bool,
    /// The component that it marks.
    pub marks: Option<Part>,
}

impl Odds {
    /// Whether a roll hits, and whether it is critical.
    pub fn judge(&self, roll: u8) -> (bool, bool) {
        match &self.to_hit {
            None => (true, false),
            Some(_) if roll == 6 => (true, true),
            Some(_) if roll == 1 && self.one_misses => (false, false),
            Some(sum) => (i16::from(roll) + sum.total >= self.needed, false),
        }
    }

    /// Returns the damage of a hit.
    pub fn harm(&self, is_critical: bool) -> u16 {
        let critical = if is_critical { self.critical } else { 0 };
        let mut damage = self.damage.total + critical;
        if self.doubled {
            damage *= 2;
        }
        if self.halved {
            damage = damage.div_euclid(2);
        }
        (damage - self.counting)
            .max(self.least)
            .max(0)
            .cast_unsigned()
    }

    /// Counts, of six rolls, those that miss, hit, and are critical.
    pub fn of_six(&self) -> [u8; 3] {
        if self.to_hit.is_none() {
            return [0, 6, 0];
        }
        let mut counts = [0; 3];
        for roll in 1..=6 {
            match self.judge(roll) {
                (_, true) => counts[2] += 1,
                (true, _) => counts[1] += 1,
                _ => counts[0] += 1,
            }
        }
        counts
    }
}

impl Duel<'_> {
    /// Returns what an attack is like before it is rolled.
    pub fn odds(&self, blow: &Blow) -> Odds {
        let card = self.card(blow.card);
        let [from, to] = [blow.attacker, blow.target].map(|id| self.get(id).tile());
        let has_rear = !matches!(self.build(blow.target), Build::Objective(_));
        let side = match has_rear && from != to {
            true => self.side_of(blow.target, from),
            false => 1,
        };
        let line = self.line(from, to);
        // An area target without a line of sight counts as in cover (clarification 6).
        let covered =
            blow.kind != Kind::Melee && !card.ignores_cover && (line.covered || line.blocked);
        let mut odds = Odds {
            distance: self.grid.distance(from, to),
            side,
            covered,
            least: self.content.figures.damage.least.into(),
            one_misses: self.content.figures.switches.one_misses,
            marks: self.marks(blow, side),
            ..Odds::default()
        };
        self.add_to_hit(blow, card, line.blocked, &mut odds);
        self.add_damage(blow, card, &mut odds);
        self.add_defence(blow, card, &mut odds);
        odds
    }

    /// Returns the component that a hit marks (clarification 13).
    fn marks(&self, blow: &Blow, side: u8) -> Option<Part> {
        if !self.build(blow.target).is_casket() {
            return None;
        }
        let by_facing = || match side {
            REAR => Some(Part::Chassis),
            3 => Some(Part::RightArm),
            5 => Some(Part::LeftArm),
            _ => None,
        };
        let is_switched = self.content.figures.switches.locate_by_facing;
        blow.called
            .or_else(|| is_switched.then(by_facing).flatten())
    }

    fn rolls(&self, blow: &Blow, card: &Card) -> bool {
        match blow.kind {
            Kind::Ranged => true,
            Kind::Spell => card.rolls || self.has(blow.target, Trait::MagicResistance),
            _ => false,
        }
    }

    /// Adds up what changes the roll to hit. An indirect card is worse at what its attacker does not see (ours):
    /// vector 18 shows that it is not where there is a line of sight.
    fn add_to_hit(&self, blow: &Blow, card: &Card, is_unseen: bool, odds: &mut Odds) {
        let figures = &self.content.figures.to_hit;
        odds.needed = card.hits_on.unwrap_or(figures.needed).into();
        if !self.rolls(blow, card) {
            return;
        }
        let [from, to] = [blow.attacker, blow.target].map(|id| self.get(id).tile());
        let mut sum = Sum::default();
        if !card.ignores_distance {
            sum.add(Why::Distance, self.band_modifier(odds.distance));
        }
        if odds.covered {
            sum.add(Why::Cover, figures.cover);
        }
        if odds.side == REAR {
            sum.add(Why::Rear, figures.rear);
        }
        if blow.called.is_some() && !card.steady {
            sum.add(Why::Called, figures.called);
        }
        if self.get(blow.target).body().heat >= figures.hot_from {
            sum.add(Why::HotTarget, figures.hot);
        }
        let own = self.sum(blow.attacker, |one, _| match one {
            Trait::ToHit(points) => Some(points),
            _ => None,
        });
        sum.add(Why::Blind, own);
        if self.level(from) > self.level(to) {
            sum.add(Why::Above, figures.height);
        }
        if [from, to]
            .iter()
            .any(|&tile| self.tile_state(tile).smoke > 0)
        {
            sum.add(Why::Smoke, figures.smoke);
        }
        if card.indirect && is_unseen {
            sum.add(Why::Indirect, figures.indirect);
        }
        sum.add(Why::Evasion, -blow.evaded);
        odds.to_hit = Some(sum);
    }

    /// Returns the modifier of a distance; what is nearer than Close counts as Close (clarification 6).
    pub fn band_modifier(&self, distance: u32) -> i16 {
        let figures = &self.content.figures.to_hit;
        match distance {
            far if far <= figures.close_to.into() => figures.close,
            far if far <= figures.medium_to.into() => figures.medium,
            _ => figures.long,
        }
    }

    fn add_damage(&self, blow: &Blow, card: &Card, odds: &mut Odds) {
        let figures = &self.content.figures.damage;
        let attacker = self.get(blow.attacker);
        let mut sum = Sum::default();
        sum.add(Why::Base, blow.base);
        if odds.side == REAR {
            sum.add(Why::Rear, figures.rear);
        }
        let weapon = is_weapon(card, blow.arm);
        if weapon && attacker.body().taint >= figures.taint_from {
            sum.add(Why::Taint, figures.taint);
        }
        if odds.covered {
            sum.add(Why::Cover, figures.cover);
        }
        if let Some(arm) = blow.arm
            && self.state(blow.attacker, arm) == State::Degraded
        {
            sum.add(Why::Arm, self.content.figures.parts.arm);
        }
        let reshuffles = i16::from(attacker.body().reshuffles);
        let source = self.content.source_of(blow.card);
        let (mut race, mut fury, mut wounds) = (0, 0, 0);
        self.each_trait(blow.attacker, |one, part| {
            let is_of_arm = part.is_none() || part == blow.arm;
            match one {
                Trait::Damage(points) if part.is_none() => race += points,
                Trait::Damage(points) if is_of_arm => wounds += points,
                Trait::DamagePerReshuffle(points) => fury += points * reshuffles,
                Trait::NextDamage(piece, points) if Some(piece) == source => race += points,
                Trait::HalfDamage if is_of_arm => odds.halved = true,
                // A counter is no attack of its own.
                Trait::DoubleNextAttack if card.is_attack() => odds.doubled = true,
                _ => {}
            }
        });
        sum.add(Why::Race, race);
        sum.add(Why::Reshuffles, fury);
        sum.add(Why::Wound, wounds);
        let weakness = self.sum(blow.target, |one, _| match one {
            Trait::DamageTaken(points) => Some(points),
            _ => None,
        });
        sum.add(Why::Weakness, weakness);
        odds.damage = sum;
        odds.critical = figures.critical;
    }

    fn add_defence(&self, blow: &Blow, card: &Card, odds: &mut Odds) {
        let figures = &self.content.figures;
        let target = self.get(blow.target);
        let mut sum = Sum::default();
        match self.build(blow.target) {
            Build::Monster(id) => sum.add(Why::Own, self.content.monster(*id).defence),
            Build::Objective(id) => sum.add(Why::Own, self.content.objective(*id).defence),
            Build::Casket { .. } => {}
        }
        sum.add(Why::Shield, self.shield(blow.target, odds.side));
        if odds.covered {
            sum.add(Why::Cover, figures.damage.cover_defence);
        }
        let [from, to] = [blow.attacker, blow.target].map(|id| self.level(self.get(id).tile()));
        if to > from {
            sum.add(Why::Below, figures.damage.height_defence);
        }
        let stands = !target.body().moved;
        let traits = self.sum(blow.target, |one, _| match one {
            Trait::Defence(points) => Some(points),
            Trait::Braced(points) if stands && !figures.switches.brace_action => Some(points),
            _ => None,
        });
        sum.add(Why::Traits, traits);
        sum.add(Why::Bracing, self.bracing(blow.target));
        sum.add(Why::Reaction, blow.reduced);
        if odds.side == REAR {
            sum.add(Why::Rear, figures.damage.rear_defence);
        }
        let heat = &figures.heat;
        if self.heat_level(target.body().heat) == usize::from(heat.defence_level) {
            sum.add(Why::Heat, heat.defence);
        }
        if self.build(blow.target).is_casket()
            && self.state(blow.target, Part::Legs) >= State::Degraded
        {
            sum.add(Why::Legs, figures.parts.defence);
        }
        let total = sum.total;
        odds.counting = match () {
            () if card.pierces_all => total.min(0),
            () if total > 0 => (total - i16::from(card.pierces)).max(0),
            () => total,
        };
        odds.defence = sum;
    }

    /// Returns the Defence of a casket that braced by an action.
    fn bracing(&self, id: UnitId) -> i16 {
        let lasting = self.get(id).body().lasting.iter();
        lasting
            .filter_map(|one| match one.given {
                Trait::Braced(points) if self.content.figures.switches.brace_action => Some(points),
                _ => None,
            })
            .sum()
    }

    /// Returns the Defence of the shields of a unit against attacks on a facing (§5).
    pub fn shield(&self, id: UnitId, side: u8) -> i16 {
        let Build::Casket { mounted, .. } = self.build(id) else {
            return 0;
        };
        let figures = &self.content.figures;
        let mut defence = 0;
        self.each_trait(id, |one, arm| {
            let (Trait::Shield(points), Some(arm)) = (one, arm) else {
                return;
            };
            let piece = mounted.iter().find(|(_, other)| *other == Some(arm));
            let covers = piece.map_or(Covers::Front, |(piece, _)| {
                self.content.piece(*piece).covers
            });
            let own_side = if arm == Part::LeftArm { 5 } else { 3 };
            let has_side = covers == Covers::FrontAndSide && figures.switches.tower_side;
            let is_covered = is_front(side) || (has_side && side == own_side);
            defence += match self.state(id, arm) {
                _ if !is_covered => 0,
                State::Disabled => 0,
                State::Degraded => (points + figures.parts.shield).max(0),
                _ => points,
            };
        });
        defence
    }

    /// Returns the level of so much Heat: 0 to 4 (§8).
    pub fn heat_level(&self, heat: u8) -> usize {
        let levels = &self.content.figures.heat.levels;
        levels.iter().filter(|&&from| heat >= from).count()
    }
}

/// Whether a card is a weapon card: melee or ranged, and of an arm (§1).
pub fn is_weapon(card: &Card, arm: Option<Part>) -> bool {
    matches!(card.kind, Kind::Melee | Kind::Ranged) && arm.is_some()
}
