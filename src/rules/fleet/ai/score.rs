//! What a candidate is worth: harm done and suffered, the way, the network, lanes, hazards.
//!
//! **Invariant:** harm comes from the odds of the blows that fights roll; weights from content.

use crate::{
    battle::{grid::TileId, unit::UnitId},
    content::fleet::Bonus,
    rules::fleet::{
        ai::{
            Mind,
            candidates::Candidate,
            picture::{Contact, WHOLE},
            purpose::Purpose,
            spots::Spot,
        },
        damage::{Blow, Guard},
        dogfight,
        order::Action,
        stats::{self, ADJACENT},
    },
};

/// What holds for all candidates of a ship.
#[derive(Clone, Debug, Default)]
pub(super) struct Scene {
    /// The field of distances to the goal, and how near is near enough.
    goal: Option<(usize, u32)>,
    /// Distance of each contact to the nearest other own ship.
    nearest: Vec<u32>,
    /// Whether the ship keeps with the others.
    has_pace: bool,
    /// Whether it goes for the enemy's carrier by now.
    presses: bool,
    /// Hexes by which it may be ahead of them all the same, since it sees far.
    ahead: u32,
    is_spent: bool,
    /// Whether it is in the way of others that are launched next.
    makes_way: bool,
    /// What protects it.
    guard: Guard,
}

/// What holds for all candidates on a spot.
#[derive(Clone, Copy, Debug)]
struct Place {
    ship: UnitId,
    spot: Spot,
    /// Effective ATK and DEF without an action.
    attack: i32,
    defense: i32,
    /// Whether a known enemy may attack there.
    is_threatened: bool,
    /// Whether a ship that is seen may.
    is_engaged: bool,
}

impl Mind<'_> {
    /// Works out what holds for all candidates of a ship.
    pub(super) fn set_scene(&mut self, index: usize) {
        let own = self.ships[index];
        let mut nearest = std::mem::take(&mut self.scene.nearest);
        nearest.clear();
        nearest.extend(self.contacts.iter().chain(&self.presumed).map(|contact| {
            let others = self.ships.iter().filter(|other| other.id != own.id);
            let tiles = others.filter_map(|other| self.muster.get(other.id).tile);
            let far = tiles.map(|tile| self.muster.distance(tile, contact.tile));
            far.min().unwrap_or(u32::MAX)
        }));
        let goal = match own.purpose {
            Purpose::Network => self.served(own.id),
            purpose => self.goal(own.id, purpose),
        };
        let goes = matches!(
            own.purpose,
            Purpose::Advance(_) | Purpose::Strike(_) | Purpose::Escort(_) | Purpose::Network
        );
        let goal = goal.map(|(goal, within)| (self.field(goal), within));
        self.scene = Scene {
            goal,
            nearest,
            // Nobody waits once all are near enough, nor for ever for those that cannot come.
            has_pace: goes
                && self.pace > u32::from(self.ai().charge_within)
                && !self.muster.turn.is_multiple_of(self.ai().patience),
            presses: goes && self.pace <= u32::from(self.ai().charge_within),
            ahead: match self.sees_far(own.id) {
                true => u32::from(self.ai().picket),
                false => 0,
            },
            is_spent: self.is_spent(own.id),
            makes_way: own.purpose != Purpose::Withdraw && self.has_more(),
            guard: Guard::of(&self.muster, own.id),
        };
    }

    /// Whether a ship sees farther than most.
    fn sees_far(&self, ship: UnitId) -> bool {
        let eyes = self.muster.ship_type(ship).map_or(0, |kind| kind.detect);
        eyes >= self.ai().scout_detect
    }

    /// Returns the nearest own ship that fights or means to, for a ship of the network to be beside; if
    /// there is none, where the enemy is looked for or the carrier.
    fn served(&self, lender: UnitId) -> Option<(TileId, u32)> {
        let from = self.muster.get(lender).tile?;
        let fights = self.ships.iter().filter(|own| {
            !self.lends(own.id) && own.purpose != Purpose::Withdraw && own.id != lender
        });
        let tiles = fights.filter_map(|own| self.muster.get(own.id).tile);
        let nearest = tiles.min_by_key(|&tile| (self.muster.distance(from, tile), tile));
        let otherwise = match self.figures.roams {
            true => self.front,
            false => self.home.map(|(_, home)| home),
        };
        nearest.or(otherwise).map(|tile| (tile, ADJACENT))
    }

    /// Gives candidates of a ship on a spot their points.
    pub(super) fn weigh(&mut self, index: usize, spot: usize, candidates: &mut [Candidate]) {
        let place = self.place_on(index, spot);
        let base = self.position(index, &place);
        for candidate in candidates {
            if candidate.lands {
                candidate.points = self.landing(index) + base;
                continue;
            }
            let (offense, aim) = self.offense(&place, candidate);
            let suffering = match place.is_threatened {
                true => self.suffering(&place, candidate.stance.action),
                false => 0,
            };
            candidate.aim = aim;
            candidate.points = base + offense * i64::from(self.figures.offense) / WHOLE
                - suffering * i64::from(self.figures.caution) / WHOLE
                + self.lane(&place, candidate)
                + self.network(&place, candidate);
        }
    }

    /// Puts a ship on a spot to see what it is worth there, and back again.
    fn place_on(&mut self, index: usize, spot: usize) -> Place {
        let own = self.ships[index];
        let spot = self.spots[spot];
        let is_near = |contact: &Contact| {
            let far = self.muster.distance(spot.tile, contact.tile);
            far <= contact.range + contact.moves + 1
        };
        let is_threatened = self.contacts.iter().chain(&self.presumed).any(is_near);
        let mut seen = (self.contacts.iter()).filter(|one| one.is_seen && !one.is_carrier);
        let is_engaged = is_threatened && seen.any(is_near);
        let mut place = Place {
            ship: own.id,
            spot,
            attack: 0,
            defense: 0,
            is_threatened,
            is_engaged,
        };
        if is_threatened || self.is_shaken {
            let before = *self.muster.get(own.id);
            let vessel = self.muster.get_mut(own.id);
            (vessel.tile, vessel.stance.action) = (Some(spot.tile), Action::None);
            place.attack = stats::attack_total(&self.muster, own.id);
            place.defense = stats::defense_total(&self.muster, own.id);
            *self.muster.get_mut(own.id) = before;
        }
        place
    }

    fn bonus(&self, action: Action) -> Bonus {
        let actions = &self.muster.content.figures.actions;
        match action {
            Action::Attack => actions.attack,
            Action::Defend => actions.defend,
            Action::None | Action::Move | Action::Land => Bonus::default(),
        }
    }

    /// Returns the points of being on a spot, whatever the ship does there.
    fn position(&self, index: usize, place: &Place) -> i64 {
        let ai = self.ai();
        let tile = place.spot.tile;
        let own = self.ships[index];
        let mut points = 0;
        let closing = i64::from(ai.closing) * i64::from(self.figures.closing) / WHOLE;
        let closing = match self.scene.presses {
            true => closing * i64::from(ai.press) / WHOLE,
            false => closing,
        };
        if let Some((field, within)) = self.scene.goal {
            let (goal, field) = &self.fields[field];
            let far = u32::from(field[tile.index()]).saturating_sub(within);
            points -= i64::from(far) * closing;
            if far > 0 && self.muster.options.sub_phases > 1 {
                // Who faces away has a long turn before it.
                let heading = self.muster.grid.direction_towards(tile, *goal);
                let turns = place.spot.facing.turns_to(heading);
                points -= i64::from(turns) * i64::from(ai.turning);
            }
        }
        if let (true, Some(front)) = (self.scene.has_pace && !place.is_engaged, self.front) {
            let far = self.muster.distance(tile, front) + self.scene.ahead;
            points -= i64::from(self.pace.saturating_sub(far)) * i64::from(ai.pace);
        }
        if own.purpose == Purpose::Withdraw && self.home.is_none() {
            let away = self.nearest(tile).map_or(0, |(far, _)| far);
            points += i64::from(away.min(u32::from(ai.guard_within))) * closing;
        }
        if let (true, Some((_, home))) = (self.scene.makes_way, self.home) {
            let is_beside = self.muster.distance(tile, home) == ADJACENT;
            points -= i64::from(is_beside) * i64::from(ai.way);
        }
        let damage = self.muster.hazard_at(tile).damage;
        if damage > 0 {
            points -= i64::from(damage) * i64::from(ai.mines);
            let is_lost = self.muster.get(own.id).now.hull.now <= damage;
            points -= if is_lost {
                i64::from(ai.lose) * WHOLE
            } else {
                0
            };
        }
        if place.is_threatened {
            points += self.support(own.id, tile) * i64::from(ai.support);
            points -= self.aside(place) * i64::from(ai.facing);
        }
        points
    }

    /// Counts the own ships about a hex.
    fn support(&self, ship: UnitId, tile: TileId) -> i64 {
        let within = u32::from(self.ai().support_within);
        let near = self.ships.iter().filter(|own| {
            let at = self.muster.get(own.id).tile;
            let is_near = |at| self.muster.distance(at, tile) <= within;
            own.id != ship && at.is_some_and(is_near)
        });
        let most = usize::from(self.ai().support_most);
        i64::try_from(near.count().min(most)).unwrap_or(0)
    }

    /// Returns 1 if the nearest enemy is outside the arc of the ship's weapon.
    fn aside(&self, place: &Place) -> i64 {
        let Spot { tile, facing, .. } = place.spot;
        let range = u32::from(self.muster.weapon(place.ship).range);
        let nearest = self.nearest(tile);
        let is_aside = nearest.is_some_and(|(far, contact)| {
            far <= range && !dogfight::reaches(&self.muster, place.ship, tile, facing, contact.tile)
        });
        i64::from(is_aside)
    }

    /// Returns the points for what a candidate does to whom it attacks, and whom that is.
    fn offense(&mut self, place: &Place, candidate: &Candidate) -> (i64, Option<(usize, u32)>) {
        if !candidate.stance.fire || !(place.is_threatened || self.is_shaken) {
            return (0, None);
        }
        let bonus = self.bonus(candidate.stance.action);
        let attack = place.attack + i32::from(bonus.attack);
        if let Some(carrier) = candidate.target {
            return self.assault(place, attack, carrier);
        }
        match self.muster.options.single_occupancy {
            true => self.shooting(place, attack, candidate.shots()),
            false => self.brawl(place, attack),
        }
    }

    /// Returns the points for attacking a carrier: point defense may come first.
    fn assault(
        &mut self,
        place: &Place,
        attack: i32,
        carrier: UnitId,
    ) -> (i64, Option<(usize, u32)>) {
        let Some(index) = (self.contacts.iter()).position(|contact| contact.id == carrier) else {
            return (0, None);
        };
        let contact = self.contacts[index];
        let hull = self.muster.get(place.ship).now.hull.now;
        if contact.point_defense > 0 && hull <= contact.point_defense_hull {
            return (-i64::from(self.ai().lose) * WHOLE, Some((index, 0)));
        }
        let (points, average) = self.damage(place, attack, index, 1);
        (points * contact.chance / WHOLE, Some((index, average)))
    }

    /// Returns the points for shots at whoever is nearest then: those in range now, or who come closer.
    fn shooting(&mut self, place: &Place, attack: i32, shots: u32) -> (i64, Option<(usize, u32)>) {
        let ai = self.ai();
        let Spot { tile, facing, .. } = place.spot;
        let range = u32::from(self.muster.weapon(place.ship).range);
        let mut left = WHOLE;
        let (mut points, mut aim) = (-i64::from(ai.shot) * i64::from(shots), None);
        let mut order = std::mem::take(&mut self.targets);
        order.clear();
        for (index, contact) in self.contacts.iter().enumerate() {
            let far = self.muster.distance(tile, contact.tile);
            let reaches = dogfight::reaches(&self.muster, place.ship, tile, facing, contact.tile);
            let comes = far > range && far <= range + contact.moves;
            let chance = match (contact.is_carrier, reaches, comes) {
                (false, true, _) => contact.chance,
                (false, false, true) => contact.chance * i64::from(ai.comes_percent) / WHOLE,
                _ => 0,
            };
            if chance > 0 {
                order.push((far, contact.guard.hull, contact.id, index, chance));
            }
        }
        order.sort_unstable();
        for &(.., index, chance) in &order {
            let (worth, average) = self.damage(place, attack, index, shots);
            points += worth * left / WHOLE * chance / WHOLE;
            if aim.is_none() && chance * 2 > WHOLE {
                aim = Some((index, average));
            }
            left -= left * chance / WHOLE;
        }
        self.targets = order;
        // Where one enemy is there are others that nobody sees.
        let within = u32::from(ai.ghost_within);
        let is_about = self.contacts.iter().any(|contact| {
            !contact.is_carrier && self.muster.distance(contact.tile, tile) <= within
        });
        let ghost = match is_about || self.is_shaken {
            true => i64::from(ai.ghost),
            false => 0,
        };
        points += left * (ghost - i64::from(ai.waste)) / WHOLE;
        (points, aim)
    }

    /// Returns the points for a fight in a hex with whoever is slowest there.
    fn brawl(&mut self, place: &Place, attack: i32) -> (i64, Option<(usize, u32)>) {
        let there = (self.contacts.iter().enumerate())
            .filter(|(_, contact)| !contact.is_carrier && contact.tile == place.spot.tile);
        let slowest = there.min_by_key(|(_, contact)| {
            let speed = self.muster.speed(contact.id);
            (speed, contact.guard.hull, contact.id)
        });
        let Some(index) = slowest.map(|(index, _)| index) else {
            return (0, None);
        };
        let chance = self.contacts[index].chance;
        let (points, average) = self.damage(place, attack, index, 1);
        (points * chance / WHOLE, Some((index, average)))
    }

    /// Returns the points for attacks on a contact and the hundredths of hull they take: hull that others
    /// were set on counts no more, but what they leave is worth finishing.
    fn damage(&mut self, place: &Place, attack: i32, index: usize, shots: u32) -> (i64, u32) {
        let contact = self.contacts[index];
        let ai = self.ai();
        let blow = Blow::of(
            &self.muster,
            place.ship,
            contact.id,
            attack,
            contact.defense,
        );
        let odds = self.book.odds(blow, contact.guard);
        let hull = u32::from(contact.guard.hull) * 100;
        let left = hull.saturating_sub(contact.aimed);
        let average = (odds.average * shots).min(left);
        let (damage, kill) = match contact.is_carrier {
            true => (ai.carrier_damage, ai.carrier_kill),
            false => (ai.damage, ai.kill),
        };
        let mut points = i64::from(average) * i64::from(damage) / WHOLE;
        if left > 0 {
            // What others hurt already falls more easily.
            let destroyed = i64::from(odds.destroyed) / WHOLE;
            let share = i64::from(hull - left) * WHOLE / i64::from(hull.max(1));
            let falls = (destroyed + share * i64::from(ai.focus) / WHOLE).min(WHOLE);
            points += falls * i64::from(kill);
        }
        if blow.pierce > 0 || self.has_torpedoes(place.ship) {
            points += self.splash(&contact) * i64::from(ai.damage);
        }
        (points, average)
    }

    fn has_torpedoes(&self, ship: UnitId) -> bool {
        (self.muster.ship_type(ship)).is_some_and(|kind| kind.torpedoes)
    }

    /// Returns the hull that the splash of a torpedo at a contact takes from others beside it.
    fn splash(&self, target: &Contact) -> i64 {
        if target.is_carrier {
            return 0;
        }
        let beside = self.contacts.iter().filter(|contact| {
            let far = self.muster.distance(contact.tile, target.tile);
            contact.is_seen && !contact.is_carrier && far == ADJACENT
        });
        let hull = i64::from(self.muster.content.figures.torpedo.splash);
        i64::try_from(beside.count()).unwrap_or(0) * hull
    }

    /// Returns the points for what known enemies may do to the ship there: less from those that have
    /// another ship nearer to them.
    fn suffering(&mut self, place: &Place, action: Action) -> i64 {
        let ai = self.ai();
        let defense = place.defense + i32::from(self.bonus(action).defense);
        let single = self.muster.options.single_occupancy;
        let mut points = 0;
        let presumed = self.presumed;
        for index in 0..self.contacts.len() + usize::from(presumed.is_some()) {
            let Some(contact) = self.contacts.get(index).copied().or(presumed) else {
                continue;
            };
            let far = self.muster.distance(place.spot.tile, contact.tile);
            let range = match single || contact.is_carrier {
                true => contact.range,
                false => 0,
            };
            if !contact.is_armed || far > range + contact.moves {
                continue;
            }
            let comes = match far <= range {
                true => WHOLE,
                false => i64::from(ai.comes_percent),
            };
            let nearest = self.scene.nearest[index];
            let share = match nearest.cmp(&far) {
                // A carrier has one shot a turn.
                std::cmp::Ordering::Less if contact.is_carrier => i64::from(ai.shielded_percent),
                std::cmp::Ordering::Less => i64::from(ai.behind_percent),
                std::cmp::Ordering::Equal => i64::from(ai.beside_percent),
                std::cmp::Ordering::Greater => WHOLE,
            };
            let blow = Blow::of(
                &self.muster,
                contact.id,
                place.ship,
                contact.attack,
                defense,
            );
            let odds = self.book.odds(blow, self.scene.guard);
            let harm = i64::from(odds.average) * i64::from(ai.suffer) / WHOLE
                + i64::from(odds.destroyed) / WHOLE * i64::from(ai.lose);
            points += harm * comes / WHOLE * share / WHOLE * contact.chance / WHOLE;
        }
        points
    }

    /// Returns the points for landing: only the dry, the hurt and those that withdraw have anything from
    /// it.
    fn landing(&self, index: usize) -> i64 {
        let withdraws = self.ships[index].purpose == Purpose::Withdraw || self.scene.is_spent;
        match withdraws {
            true => i64::from(self.ai().land),
            false => -i64::from(self.ai().land),
        }
    }

    /// Returns the points for standing in the lanes of enemies to the carrier, to intercept them.
    fn lane(&self, place: &Place, candidate: &Candidate) -> i64 {
        let Some((_, home)) = self.home else { return 0 };
        if !candidate.stance.action.intercepts() || self.muster.get(place.ship).now.ammo == 0 {
            return 0;
        }
        let tile = place.spot.tile;
        let lies = |contact: &&Contact| {
            let way = self.muster.distance(contact.tile, home);
            let by = self.muster.distance(contact.tile, tile) + self.muster.distance(tile, home);
            self.is_threat(contact) && !contact.is_carrier && by == way && tile != contact.tile
        };
        let lanes = i64::try_from(self.contacts.iter().filter(lies).count()).unwrap_or(0);
        lanes * i64::from(self.ai().lane) * i64::from(self.figures.screen) / WHOLE
    }

    /// Returns the points for lending fire control to the ships beside it that fight.
    fn network(&self, place: &Place, candidate: &Candidate) -> i64 {
        if !self.lends(place.ship) || candidate.stance.action != Action::Defend {
            return 0;
        }
        let served = self.ships.iter().filter(|own| {
            let vessel = self.muster.get(own.id);
            let is_beside = |at| self.muster.distance(at, place.spot.tile) == ADJACENT;
            own.id != place.ship && vessel.stance.fire && vessel.tile.is_some_and(is_beside)
        });
        i64::try_from(served.count()).unwrap_or(0) * i64::from(self.ai().network)
    }
}
