//! What units can do to each other in a turn: for a foe by what it carries and has not shown, for its own by what
//! it holds.
//!
//! **Invariant:** an estimate in hundredths of damage; reads only what is known. Attacks that are made are weighed
//! by the odds of the rules instead.

use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::rules::casket::attack::is_weapon;
use crate::rules::casket::content::{Card, Effect, Kind, Trait};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::machine::{Build, CardNo, Part, Physical, State};
use crate::rules::casket::sight::{REAR, facing_from};

/// One attack that a unit may bring.
#[derive(Clone, Copy, Debug)]
pub(super) struct Means<'c> {
    card: &'c Card,
    /// The card in its own piles.
    pub no: Option<CardNo>,
    /// SP that it costs.
    sp: i64,
    damage: i64,
    range: (u32, u32),
    /// Hexes that it moves before it strikes.
    leap: u32,
    /// How likely it is in hand, percent.
    pub percent: i64,
}

/// What a unit can bring, and what it stands against.
#[derive(Clone, Debug)]
pub(super) struct Arsenal<'c> {
    /// The unit.
    pub unit: UnitId,
    /// Its attacks.
    pub means: Vec<Means<'c>>,
    sp: i64,
    /// SP of a hex.
    step: i64,
    /// Defence by facing.
    pub wards: Wards,
    /// Reactions to be expected against attacks of each kind, in hundredths.
    pub reactions: [u64; 3],
}

/// What stands against attacks, by the facing that they come upon.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wards {
    /// Defence; index 0 is unused.
    pub defence: [i64; 7],
    /// Added to damage taken.
    pub taken: i64,
}

/// What attacks come to, in hundredths.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Strike {
    /// Damage.
    pub damage: i64,
    /// Attacks.
    pub count: i64,
}

/// Returns the index of a kind of attack in lists of reactions.
pub(super) fn kind_index(kind: Kind) -> usize {
    match kind {
        Kind::Melee => 0,
        Kind::Ranged => 1,
        _ => 2,
    }
}

impl<'c> Arsenal<'c> {
    /// Lists what a unit can bring; of its own side its cards are known.
    pub(super) fn of(duel: &Duel<'c>, unit: UnitId, is_own: bool) -> Self {
        let is_casket = duel.is_casket(unit);
        let step = match is_casket {
            _ if duel.is_rooted(unit) => 100,
            true => 1 + i64::from(duel.movement_surcharge(unit) + duel.surcharge(unit)),
            false => 1,
        };
        // A hot casket that passes the Red Line pays for it.
        let level = duel.heat_level(duel.get(unit).body().heat);
        let past = i64::from(is_casket && level < 2);
        let mut arsenal = Self {
            unit,
            means: Vec::new(),
            sp: i64::from(duel.safe_sp(unit)) + past,
            step,
            wards: wards(duel, unit, &shields(duel, unit)),
            reactions: [0; 3],
        };
        match duel.build(unit) {
            Build::Monster(monster) => {
                let attacks = &duel.content.monster(*monster).attacks;
                let all: i64 = attacks.iter().map(|one| i64::from(one.weight)).sum();
                for one in attacks {
                    let percent = 100 * i64::from(one.weight) / all.max(1);
                    arsenal.add(duel, Physical::universal(one.card), None, percent, 0);
                }
            }
            Build::Casket { .. } if is_own => arsenal.add_own(duel),
            Build::Casket { .. } => arsenal.add_unseen(duel),
            Build::Objective(_) => {}
        }
        arsenal
    }

    fn add(
        &mut self,
        duel: &Duel<'c>,
        physical: Physical,
        no: Option<CardNo>,
        percent: i64,
        sp: i64,
    ) {
        let card = duel.card(physical.card);
        let is_whole = |part: Part| duel.state(self.unit, part) != State::Disabled;
        let taint = duel.get(self.unit).body().taint;
        if !card.is_attack() || card.taint > taint || !physical.arm.is_none_or(is_whole) {
            return;
        }
        let leap = card.first.iter().find_map(|effect| match effect {
            Effect::Move(step) => Some(u32::from(step.most)),
            _ => None,
        });
        self.means.push(Means {
            card,
            no,
            sp,
            damage: i64::from(card.damage.unwrap_or(0)) + bonus(duel, self.unit, card, physical),
            range: duel.range_of(card),
            leap: leap.unwrap_or(0),
            percent,
        });
    }

    fn add_own(&mut self, duel: &Duel<'c>) {
        let piles = duel.get(self.unit).piles();
        let share = 200 / (piles.deck.len() as i64).max(2);
        let held = piles.hand.iter().map(|&no| (no, 100));
        let all = held.chain(piles.deck.iter().map(|&no| (no, share.min(100))));
        for (no, percent) in all {
            let physical = piles.get(no);
            let sp = i64::from(duel.card_cost(self.unit, physical));
            self.add(duel, physical, Some(no), percent, sp);
        }
    }

    /// Adds what its equipment brings and has not been seen.
    fn add_unseen(&mut self, duel: &Duel<'c>) {
        let piles = duel.get(self.unit).piles();
        let hidden = (piles.hand.len() + piles.deck.len()).max(1) as i64;
        let percent = (100 * (piles.hand.len() as i64 + 1) / hidden).min(100);
        for (physical, count) in duel.unseen(self.unit) {
            let card = duel.card(physical.card);
            let sp = i64::from(duel.card_cost(self.unit, physical));
            for _ in 0..count {
                self.add(duel, physical, None, percent, sp);
            }
            if card.kind == Kind::Reactive && count > 0 {
                self.expect(card, percent.unsigned_abs());
            }
        }
    }

    /// Counts a reaction that is to be expected.
    fn expect(&mut self, card: &Card, percent: u64) {
        use crate::rules::casket::content::Trigger;
        for kind in 0..3 {
            let answers = match card.trigger {
                Trigger::Attack => true,
                Trigger::Melee => kind == 0,
                Trigger::Ranged => kind == 1,
                Trigger::Heat => false,
            };
            self.reactions[kind] += if answers { percent } else { 0 };
        }
    }

    /// Returns what its attacks come to in its next turn against a target; `percent` says how likely each is.
    pub(super) fn strike(
        &self,
        duel: &Duel,
        target: UnitId,
        wards: &Wards,
        percent: impl Fn(&Means) -> i64,
    ) -> Strike {
        let [from, to] = [self.unit, target].map(|id| duel.get(id).tile());
        let distance = duel.grid.distance(from, to);
        // Nobody strikes from farther than this, whatever it has.
        let most = self.means.iter().map(|means| means.range.1 + means.leap);
        let most = i64::from(most.max().unwrap_or(0)) + self.sp / self.step.max(1);
        if i64::from(distance) > most {
            return Strike::default();
        }
        let facing = duel.get(target).now.facing;
        let ways = self.ways(duel, (from, to), target);
        let side = usize::from(facing_from(duel.grid, to, facing, from));
        let mut line = None;
        let (mut strike, mut spent, mut walk) = (Strike::default(), 0, i64::MAX);
        for means in &self.means {
            let percent = percent(means);
            if percent <= 0 {
                continue;
            }
            let budget = self.sp - means.sp;
            let (damage, need) = match means.range.1 {
                1 => self.melee(means, &ways, wards, budget),
                _ => {
                    let line = *line.get_or_insert_with(|| duel.line(from, to));
                    let shot = self.shot(means, distance, budget);
                    let hits = shot.map(|need| {
                        let hundredths = means.shot(duel, target, distance, side, wards, line);
                        (hundredths, need)
                    });
                    hits.unwrap_or((0, 0))
                }
            };
            if damage > 0 {
                strike.damage += damage * percent / 100;
                strike.count += percent;
                spent += percent * means.sp;
                walk = walk.min(need);
            }
        }
        let left = (self.sp - if walk == i64::MAX { 0 } else { walk }) * 100;
        if spent > left {
            strike.damage = strike.damage * left.max(0) / spent;
            strike.count = strike.count * left.max(0) / spent;
        }
        strike
    }

    /// Returns, for each facing of a target, the fewest hexes to where it is attacked from.
    fn ways(&self, duel: &Duel, (from, to): (TileId, TileId), target: UnitId) -> [u32; 7] {
        let facing = duel.get(target).now.facing;
        let mut ways = [u32::MAX; 7];
        let far = duel.grid.distance(from, to);
        for (direction, tile) in duel.grid.neighbors(to) {
            let hexes = duel.grid.distance(from, tile);
            // Who stands beside it has to go around it.
            let hexes = hexes + u32::from(hexes > 1 && far == 1);
            // Adjacent hexes are on the side that they lie at.
            let side = usize::from((direction.number() + 6 - facing.number()) % 6) + 1;
            if hexes >= ways[side] {
                continue;
            }
            if tile == from || (duel.at(tile).is_none() && !duel.ground(tile).wall) {
                ways[side] = hexes;
            }
        }
        ways
    }

    fn melee(&self, means: &Means, ways: &[u32; 7], wards: &Wards, budget: i64) -> (i64, i64) {
        let mut best = (0, 0);
        for (side, &hexes) in ways.iter().enumerate().skip(1) {
            if hexes == u32::MAX {
                continue;
            }
            let need = i64::from(hexes.saturating_sub(means.leap)) * self.step;
            if need > budget {
                continue;
            }
            let rear = if side == usize::from(REAR) { 2 } else { 0 };
            let damage = means.harm(wards, side, rear, 0) * 100;
            if damage > best.0 || (damage == best.0 && need < best.1) {
                best = (damage, need);
            }
        }
        best
    }

    /// Returns the SP of walking until a shot is in range, if there are so many.
    fn shot(&self, means: &Means, distance: u32, budget: i64) -> Option<i64> {
        let (least, most) = means.range;
        let hexes = distance.saturating_sub(most) + least.saturating_sub(distance);
        let need = i64::from(hexes) * self.step;
        (need <= budget).then_some(need)
    }
}

impl Means<'_> {
    fn harm(&self, wards: &Wards, side: usize, more: i64, cover: i64) -> i64 {
        let defence = wards.defence[side] + cover;
        let counting = match defence {
            _ if self.card.pierces_all => defence.min(0),
            defence if defence > 0 => (defence - i64::from(self.card.pierces)).max(0),
            defence => defence,
        };
        let damage = self.damage + more - cover + wards.taken - counting;
        damage.max(1) * i64::from(self.card.hits)
    }

    /// Returns the damage of a shot or spell on average, in hundredths.
    fn shot(
        &self,
        duel: &Duel,
        target: UnitId,
        distance: u32,
        side: usize,
        wards: &Wards,
        line: crate::rules::casket::sight::Line,
    ) -> i64 {
        let figures = &duel.content.figures.to_hit;
        let is_rear = side == usize::from(REAR);
        let covered = (line.covered || line.blocked) && !self.card.ignores_cover;
        let rear = if is_rear { 2 } else { 0 };
        let damage = self.harm(wards, side, rear, i64::from(covered));
        let sixths = match self.card.kind {
            Kind::Ranged => {
                let needed = i64::from(self.card.hits_on.unwrap_or(figures.needed));
                let mut modifier = 0;
                if !self.card.ignores_distance {
                    let near = distance.clamp(self.range.0, self.range.1);
                    modifier += i64::from(duel.band_modifier(near));
                }
                modifier += i64::from(is_rear) - i64::from(covered);
                modifier += i64::from(duel.get(target).body().heat >= figures.hot_from);
                (7 - (needed - modifier)).clamp(1, 6)
            }
            _ => 6,
        };
        let critical = if self.card.kind == Kind::Ranged {
            200 / 6
        } else {
            0
        };
        let whole = damage * 100 * sixths / 6 + critical;
        match line.blocked && !self.card.indirect {
            true => whole / 3,
            false => whole,
        }
    }
}

/// Returns what a unit adds to the base damage of a card.
fn bonus(duel: &Duel, unit: UnitId, card: &Card, physical: Physical) -> i64 {
    let figures = &duel.content.figures;
    let body = duel.get(unit).body();
    let reshuffles = i16::from(body.reshuffles);
    let mut sum = duel.sum(unit, |one, part| match one {
        Trait::Damage(points) if part.is_none() || part == physical.arm => Some(points),
        Trait::DamagePerReshuffle(points) => Some(points * reshuffles),
        _ => None,
    });
    if is_weapon(card, physical.arm) && body.taint >= figures.damage.taint_from {
        sum += figures.damage.taint;
    }
    if let Some(arm) = physical.arm
        && duel.state(unit, arm) == State::Degraded
    {
        sum += figures.parts.arm;
    }
    sum.into()
}

/// Returns the Defence of the shields of a unit by facing.
pub(super) fn shields(duel: &Duel, unit: UnitId) -> [i64; 7] {
    let mut shields = [0; 7];
    if duel.is_casket(unit) {
        for (side, shield) in (0..).zip(&mut shields).skip(1) {
            *shield = duel.shield(unit, side).into();
        }
    }
    shields
}

/// Returns what stands against attacks on a unit as it is now.
pub(super) fn wards(duel: &Duel, unit: UnitId, shields: &[i64; 7]) -> Wards {
    let figures = &duel.content.figures;
    let body = duel.get(unit).body();
    let mut all = match duel.build(unit) {
        Build::Monster(id) => i64::from(duel.content.monster(*id).defence),
        Build::Objective(id) => i64::from(duel.content.objective(*id).defence),
        Build::Casket { .. } => 0,
    };
    let mut taken = 0;
    duel.each_trait(unit, |one, _| match one {
        Trait::Defence(points) => all += i64::from(points),
        Trait::Braced(points) if !body.moved => all += i64::from(points),
        Trait::DamageTaken(points) => taken += i64::from(points),
        _ => {}
    });
    if duel.heat_level(body.heat) == usize::from(figures.heat.defence_level) {
        all += i64::from(figures.heat.defence);
    }
    let is_casket = duel.is_casket(unit);
    if is_casket && duel.state(unit, Part::Legs) >= State::Degraded {
        all += i64::from(figures.parts.defence);
    }
    let mut defence = *shields;
    for side in &mut defence {
        *side += all;
    }
    if !matches!(duel.build(unit), Build::Objective(_)) {
        defence[usize::from(REAR)] += i64::from(figures.damage.rear_defence);
    }
    Wards { defence, taken }
}
