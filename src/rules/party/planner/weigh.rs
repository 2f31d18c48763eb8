//! What a candidate has of each feature.
//!
//! **Invariant:** features, weights and values stand in one order.

use hexx::Hex;

use crate::battle::grid::{Direction, TileId, length};
use crate::rules::kit::arc::{Arc, arc};
use crate::rules::kit::planner::Weight;
use crate::rules::kit::ways::Ways;
use crate::rules::party::attack::Fighter;
use crate::rules::party::character::{Gear, Lasting, Thing};
use crate::rules::party::content::{EffectId, PlannerFigures};
use crate::rules::party::order::Order;
use crate::rules::party::planner::Planner;
use crate::rules::party::planner::acts::{Act, Target};
use crate::rules::party::planner::blows::{Blows, Magic, boon};

/// Number of features.
pub(super) const FEATURES: usize = 16;

/// Steps that count for what cannot be reached.
const FAR: i64 = 100;

/// Most of a feature that counts.
const MOST: i64 = 1_000_000;

/// Most turns of an effect that count: fights are short.
const MOST_TURNS: u8 = 4;

/// Returns the features with what they count for.
pub(super) fn weights(figures: &PlannerFigures) -> [Weight; FEATURES] {
    [
        Weight::percent("harm", figures.harm),
        Weight::percent("focus", figures.focus),
        Weight::percent("kill", figures.kill),
        Weight::percent("mend", figures.mend),
        Weight::percent("effect", figures.effect),
        Weight::percent("own damage", figures.own_harm),
        Weight::percent("danger", figures.danger),
        Weight::each("death", figures.death),
        Weight::each("away", -figures.near),
        Weight::each("distance left", -figures.haste),
        Weight::each("distance to exit", -figures.escape),
        Weight::each("support", figures.support),
        Weight::each("swap", figures.swap),
        Weight::each("item", figures.item),
        Weight::each("alert", figures.alert),
        Weight::each("hidden", figures.hide),
    ]
}

/// A hex in reach, as a character comes to it.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub to: TileId,
    pub hex: Hex,
    pub facing: Direction,
    /// AP left there.
    pub left: i64,
    /// Harm to expect on the way.
    harm: i64,
    /// Steps to where the side wants to be, or 0 where the character reaches somebody.
    away: i64,
    /// How many others of the side are near.
    support: usize,
    /// Whether no enemy sees a side there that is losing.
    is_hidden: bool,
}

/// What an act comes to, harm in hundredths of a hit point.
#[derive(Default)]
struct Gain {
    harm: i64,
    focus: i64,
    kill: i64,
    mend: i64,
    effect: i64,
    own_harm: i64,
    /// Which way the character turns.
    facing: Option<Direction>,
    /// An enemy that it may kill, with the chance in percent.
    slain: Option<(usize, i64)>,
}

/// The harm that one enemy threatens on a hex.
#[derive(Clone, Copy, Default)]
pub(super) struct Fear {
    /// Which way the enemy strikes.
    from: Direction,
    /// Harm to expect, by the arc that it comes from.
    harm: [i64; Arc::ALL.len()],
    /// How many others of the side the enemy reaches.
    others: i64,
}

/// Adds up the threats to a character that faces some way, less the share of an enemy that it may kill first.
fn danger(fears: &[Fear], facing: Direction, slain: Option<(usize, i64)>) -> i64 {
    let harm = fears.iter().enumerate().map(|(index, fear)| {
        let lives = match slain {
            Some((slain, percent)) if slain == index => 100 - percent,
            _ => 100,
        };
        fear.harm[arc(facing, fear.from) as usize] * lives / (100 * (1 + fear.others))
    });
    harm.sum()
}

impl Planner<'_> {
    /// Looks at a hex in reach of a character.
    pub(super) fn place(&self, at: usize, ways: &Ways, to: TileId) -> Place {
        let own = &self.own[at];
        let hex = self.units.board().grid.hex(to);
        let beside = self.content.figures.planner.beside;
        let others = self.own.iter().filter(|other| other.id != own.id);
        let support = others.filter(|other| length(hex - other.hex) <= beside);
        let ap = i64::from(own.purse.ap);
        let mut place = Place {
            to,
            hex,
            facing: ways.last_step(to).unwrap_or(own.fighter.facing),
            left: ap - i64::from(ways.steps(to).unwrap_or(0)) * self.step(),
            harm: self.harm_on_way(ways, to),
            away: 0,
            support: support.count(),
            is_hidden: self.is_losing
                && !self.hid_enough
                && !self.foes.iter().any(|foe| foe.view.contains(to)),
        };
        let mut foes = 0..self.foes.len();
        if self.leaves || !foes.any(|foe| self.reaches(own.range, &place, foe)) {
            place.away = (self.field.steps(to)).map_or(FAR, |steps| i64::from(steps).min(FAR));
        }
        place
    }

    /// Returns what there is of each feature where a character does something on a hex, with what it has to fear
    /// there.
    pub(super) fn weigh(
        &self,
        at: usize,
        place: &Place,
        fears: &[Fear],
        act: &Act,
    ) -> [i32; FEATURES] {
        let gain = match (&act.order, act.target) {
            (Order::Attack(..), Target::Foe(index)) => {
                self.attack(index, place, &self.duels[at][index].ours, place.left)
            }
            (Order::Equip(_, slot), _) => self.take(at, place, *slot),
            _ => match &act.magic {
                Some(magic) => self.work(at, place, magic, act.target),
                None => Gain::default(),
            },
        };
        let own = &self.own[at];
        let facing = gain.facing.unwrap_or(place.facing);
        let danger = danger(fears, facing, gain.slain);
        let share = (danger * 100 / i64::from(own.health.now).max(1)).min(100);
        let (away, from_exit) = if self.leaves {
            (0, place.away)
        } else {
            (place.away, 0)
        };
        let values = [
            gain.harm,
            gain.focus,
            gain.kill,
            gain.mend,
            gain.effect,
            gain.own_harm + place.harm,
            danger,
            share * share / 100,
            away,
            away * i64::from(self.turn),
            from_exit,
            place.support as i64,
            i64::from(matches!(act.order, Order::Equip(..))),
            i64::from(matches!(act.order, Order::Use(..))),
            i64::from(matches!(act.order, Order::Alert(_))),
            i64::from(place.is_hidden),
        ];
        values.map(|value| value.clamp(-MOST, MOST) as i32)
    }

    /// Lists, by enemy, the harm to be feared on a hex before the next turn. Enemies are taken to come straight at it,
    /// and to choose among all that they reach.
    pub(super) fn fear(&self, at: usize, place: &Place, into: &mut Vec<Fear>) {
        let step = self.step();
        let each = self.foes.iter().zip(&self.duels[at]).map(|(foe, duel)| {
            let (way, is_seen) = (place.hex - foe.hex, || foe.view.contains(place.to));
            let ap = (duel.theirs).ap_in_range(foe.ap, step, length(way), is_seen);
            let count = duel.theirs.count(ap);
            if count == 0 {
                return Fear::default();
            }
            Fear {
                from: Direction::of(way),
                harm: Arc::ALL.map(|arc| duel.theirs.expected(arc, count)),
                others: foe.reached - i64::from(duel.is_reached),
            }
        });
        into.clear();
        into.extend(each);
    }

    /// Adds so many blows at an enemy.
    fn strike(&self, gain: &mut Gain, index: usize, blows: &Blows, arc: Arc, count: i64) {
        let foe = &self.foes[index];
        let harm = blows.expected(arc, count).min(foe.health);
        let kills = blows.kills(arc, count, foe.health);
        gain.harm += harm;
        gain.focus += foe.threat * harm / foe.health.max(1);
        gain.kill += foe.threat * kills / 100;
        gain.slain.get_or_insert((index, kills));
    }

    /// Weighs as many blows at an enemy as there are AP for.
    fn attack(&self, index: usize, from: &Place, blows: &Blows, left: i64) -> Gain {
        let foe = &self.foes[index];
        let towards = Direction::of(foe.hex - from.hex);
        let mut gain = Gain {
            facing: Some(towards),
            ..Gain::default()
        };
        let arc = arc(foe.fighter.facing, towards);
        self.strike(&mut gain, index, blows, arc, blows.count(left));
        gain
    }

    /// Weighs a spell on a target, cast as often as there are AP for if it harms; what is left goes into
    /// blows at somebody else.
    fn work(&self, at: usize, place: &Place, magic: &Magic, target: Target) -> Gain {
        let own = &self.own[at];
        let Magic { spell, rank, .. } = *magic;
        let seat = |target: Target| match target {
            Target::Foe(index) => self.foes[index].hex,
            Target::Own(index) if index != at => self.own[index].hex,
            _ => place.hex,
        };
        let center = seat(target);
        let is_struck = |other: Target| {
            other == target
                || spell.area > 0 && length(center - seat(other)) <= u32::from(spell.area)
        };
        let blows = magic.blows();
        let count = match spell.harm {
            0 => 1,
            _ => blows.count(place.left),
        };
        let mut gain = Gain {
            facing: (center != place.hex).then(|| Direction::of(center - place.hex)),
            ..Gain::default()
        };
        let mean = i64::from(rank) * (i64::from(spell.mend) + 1) * 50;
        let threats: i64 = self.foes.iter().map(|foe| foe.threat).sum();
        for (index, other) in self.own.iter().enumerate() {
            if !is_struck(Target::Own(index)) {
                continue;
            }
            let missing = i64::from(other.health.max - other.health.now);
            gain.mend += mean.min(missing) * i64::from(spell.mend > 0);
            gain.own_harm += blows.expected(Arc::Front, 1);
            let suffers = threats / self.own.len() as i64;
            gain.effect += self.change(magic, &other.fighter, [other.output, suffers]);
        }
        for (index, foe) in self.foes.iter().enumerate() {
            if is_struck(Target::Foe(index)) {
                self.strike(&mut gain, index, &blows, Arc::Front, count);
                gain.effect -= self.change(magic, &foe.fighter, [foe.threat, own.output]);
            }
        }
        let left = place.left - magic.cost * count;
        let others = (0..self.foes.len()).filter(|&index| !is_struck(Target::Foe(index)));
        let others = others.map(|index| (index, self.duels[at][index].ours));
        if let Some(then) = self.best_attack(place, left, others) {
            gain.harm += then.harm;
            gain.focus += then.focus;
            gain.kill += then.kill;
            gain.facing = then.facing;
        }
        gain
    }

    /// Returns what effects that a spell lays on somebody, or takes away, are worth to it.
    fn change(&self, magic: &Magic, of: &Fighter, [does, suffers]: [i64; 2]) -> i64 {
        let spell = magic.spell;
        let has = &of.effects.0;
        let worth = |one: &Lasting| boon(self.content, one, does, suffers);
        let is_new = |effect: &EffectId| !has.iter().any(|one| one.effect == *effect);
        let laid = spell.effect.filter(is_new).map(|effect| Lasting {
            effect,
            rank: magic.rank,
            turns: spell.turns.min(MOST_TURNS),
        });
        let cured = has.iter().filter(|one| spell.cures.contains(&one.effect));
        let cured = cured.map(|one| Lasting {
            turns: one.turns.min(MOST_TURNS),
            ..*one
        });
        laid.iter().map(worth).sum::<i64>() - cured.map(|one| worth(&one)).sum::<i64>()
    }

    /// Weighs the best blows from a hex, of those that reach.
    fn best_attack(
        &self,
        from: &Place,
        left: i64,
        blows: impl Iterator<Item = (usize, Blows)>,
    ) -> Option<Gain> {
        let gains = blows.filter_map(|(index, blows)| {
            let reaches = blows.count(left) > 0 && self.reaches(blows.range, from, index);
            reaches.then(|| self.attack(index, from, &blows, left))
        });
        gains.max_by_key(|gain| gain.harm + gain.kill)
    }

    /// Weighs the best blows from where a character stands with a weapon of its pack.
    fn take(&self, at: usize, place: &Place, slot: u8) -> Gain {
        let own = &self.own[at];
        let Some(Thing::Weapon(weapon)) = own.fighter.gear.pack.get(usize::from(slot)) else {
            return Gain::default();
        };
        let gear = Gear {
            weapon: Some(*weapon),
            ..own.fighter.gear.clone()
        };
        let armed = Fighter {
            gear: &gear,
            ..own.fighter
        };
        let left = place.left - self.fee(own);
        let grid = &self.units.board().grid;
        let blows = (0..).zip(&self.foes).map(|(index, foe)| {
            let fighters = [armed, foe.fighter];
            (index, Blows::of(self.content, grid, fighters))
        });
        let best = self.best_attack(place, left, blows);
        best.unwrap_or_default()
    }
}
