//! What a candidate does to others and they to it: shots, fights, attacks on carriers.
//!
//! **Invariant:** harm comes from the odds of the blows that fights roll; weights from content.

use std::cmp::Ordering;

use crate::battle::unit::UnitId;
use crate::rules::fleet::ai::candidates::Candidate;
use crate::rules::fleet::ai::score::OnSpot;
use crate::rules::fleet::ai::spots::Spot;
use crate::rules::fleet::ai::{Contact, Mind, WHOLE, percent_of};
use crate::rules::fleet::forces::ADJACENT;
use crate::rules::fleet::order::Action;
use crate::rules::fleet::stats;

/// The contact an attack most likely hits, and the hundredths of hull that takes on average.
type Aim = Option<(usize, u32)>;

impl Mind<'_> {
    /// Returns the points for what a candidate does to whom it attacks, and whom that is.
    pub(super) fn offense(&mut self, place: &OnSpot, candidate: &Candidate) -> (i64, Aim) {
        if !candidate.stance.fire || !(place.is_threatened || self.is_shaken) {
            return (0, None);
        }
        let bonus = stats::by_action(&self.forces, candidate.stance.action);
        let attack = place.attack + i32::from(bonus.attack);
        if let Some(carrier) = candidate.target {
            return self.assault(place, attack, carrier);
        }
        match self.forces.options.single_occupancy {
            true => self.shooting(place, attack, candidate.shots()),
            false => self.brawl(place, attack),
        }
    }

    /// Returns the points for attacking a carrier: point defense may come first.
    fn assault(&mut self, place: &OnSpot, attack: i32, carrier: UnitId) -> (i64, Aim) {
        let known = self.contacts.iter().find(|contact| contact.id == carrier);
        let Some(&contact) = known else {
            return (0, None);
        };
        let hull = self.forces[place.ship].now.hull.now;
        if contact.point_defense > 0 && hull <= contact.point_defense_hull {
            return (-self.ai().lose * WHOLE, Some((contact.number, 0)));
        }
        let (points, average) = self.damage(place, attack, contact, 1);
        (
            percent_of(points, contact.chance),
            Some((contact.number, average)),
        )
    }

    /// Returns the points for shots at whoever is nearest then: those in range now, or who come closer.
    fn shooting(&mut self, place: &OnSpot, attack: i32, shots: u32) -> (i64, Aim) {
        let ai = self.ai();
        let Spot { tile, facing, .. } = place.spot;
        let arc = self.scope.arc;
        let mut left = WHOLE;
        let (mut points, mut aim) = (-ai.shot * i64::from(shots), None);
        let mut order = std::mem::take(&mut self.targets);
        order.clear();
        for contact in self.hostile_ships() {
            let far = self.far(tile, contact);
            if far > arc.range + contact.moves {
                continue;
            }
            let chance = match far > arc.range {
                true => percent_of(contact.chance, ai.comes_percent),
                false if arc.faces(&self.forces.grid, tile, facing, contact.tile) => contact.chance,
                false => 0,
            };
            // Nobody fires at what is not detected.
            let is_detected = self.forces.options.blind_fire
                || far <= self.scope.detect
                || self.scope.spotted[contact.number];
            if chance > 0 && is_detected {
                order.push((far, contact.guard.hull, contact.id, contact.number, chance));
            }
        }
        order.sort_unstable();
        for &(.., number, chance) in &order {
            let (worth, average) = self.damage(place, attack, self.contacts[number], shots);
            points += percent_of(percent_of(worth, left), chance);
            if aim.is_none() && chance * 2 > WHOLE {
                aim = Some((number, average));
            }
            left -= percent_of(left, chance);
        }
        self.targets = order;
        // Where one enemy is there are others that nobody sees.
        let mut ships = self.hostile_ships();
        let is_about = ships.any(|one| self.far(tile, one) <= ai.ghost_within);
        let ghost = match is_about || self.is_shaken {
            true => ai.ghost,
            false => 0,
        };
        points += percent_of(left, ghost - ai.waste);
        (points, aim)
    }

    /// Returns the points for a fight in a hex with whoever is slowest there.
    fn brawl(&mut self, place: &OnSpot, attack: i32) -> (i64, Aim) {
        let there = self
            .hostile_ships()
            .filter(|one| one.tile == place.spot.tile);
        let slowest = there.min_by_key(|one| (self.forces.speed(one.id), one.guard.hull, one.id));
        let Some(&contact) = slowest else {
            return (0, None);
        };
        let (points, average) = self.damage(place, attack, contact, 1);
        (
            percent_of(points, contact.chance),
            Some((contact.number, average)),
        )
    }

    /// Returns the points for attacks on a contact and the hundredths of hull they take: hull that others
    /// were set on counts no more, but what they leave is worth finishing.
    fn damage(&mut self, place: &OnSpot, attack: i32, contact: Contact, shots: u32) -> (i64, u32) {
        let ai = self.ai();
        let odds = self.odds_at(&contact, place.ship, attack);
        let hull = u32::from(contact.guard.hull) * 100;
        let left = hull.saturating_sub(contact.aimed);
        let average = (odds.average * shots).min(left);
        let (damage, kill) = match contact.is_carrier {
            true => (ai.carrier_damage, ai.carrier_kill),
            false => (ai.damage, ai.kill),
        };
        let mut points = percent_of(average, damage);
        if left > 0 {
            // What others hurt already falls more easily.
            let destroyed = i64::from(odds.destroyed) / WHOLE;
            let share = i64::from(hull - left) * WHOLE / i64::from(hull.max(1));
            let falls = (destroyed + percent_of(share, ai.focus)).min(WHOLE);
            points += falls * kill;
        }
        if self.scope.has_torpedoes {
            points += self.splash(&contact) * ai.damage;
        }
        (points, average)
    }

    /// Returns the hull that the splash of a torpedo at a contact takes from others beside it.
    fn splash(&self, target: &Contact) -> i64 {
        if target.is_carrier {
            return 0;
        }
        let beside = self
            .hostile_ships()
            .filter(|contact| contact.is_seen && self.far(contact.tile, target) == ADJACENT);
        let hull = i64::from(self.forces.content.figures.torpedo.splash);
        i64::try_from(beside.count()).unwrap_or(0) * hull
    }

    /// Returns the points for what known enemies may do to the ship there: less from those that have
    /// another ship nearer to them.
    pub(super) fn suffering(&mut self, place: &OnSpot, action: Action) -> i64 {
        let ai = self.ai();
        let defense = place.defense + i32::from(stats::by_action(&self.forces, action).defense);
        let single = self.forces.options.single_occupancy;
        let mut points = 0;
        for index in 0..self.expected().count() {
            let contact = self.contacts.get(index).copied().or(self.presumed);
            let contact = contact.expect("it is one of those that are expected");
            let far = self.far(place.spot.tile, &contact);
            let range = match single || contact.is_carrier {
                true => contact.range,
                false => 0,
            };
            if !contact.is_armed || far > range + contact.moves {
                continue;
            }
            let comes = match far <= range {
                true => WHOLE,
                false => ai.comes_percent,
            };
            let nearest = self.scope.nearest[index];
            let share = match nearest.cmp(&far) {
                // A carrier has one shot a turn.
                Ordering::Less if contact.is_carrier => ai.shielded_percent,
                Ordering::Less => ai.behind_percent,
                Ordering::Equal => ai.beside_percent,
                Ordering::Greater => WHOLE,
            };
            let odds = self.odds_by(&contact, place.ship, defense, self.scope.guard);
            let harm =
                percent_of(odds.average, ai.suffer) + i64::from(odds.destroyed) / WHOLE * ai.lose;
            let seen = match place.is_spotted {
                true => WHOLE,
                false => ai.unspotted_percent,
            };
            let harm = percent_of(percent_of(harm, comes), share);
            points += percent_of(percent_of(harm, contact.chance), seen);
        }
        points
    }
}
