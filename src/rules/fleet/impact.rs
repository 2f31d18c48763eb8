//! What events do to the units of forces.
//!
//! **Invariant:** written once: the fight reckons with it, `apply` writes what it changed, and whoever
//! follows a battle event by event comes to the same.

use std::collections::VecDeque;

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::UnitId;
use crate::rules::fleet::event::{Attack, CarrierAttack, Cause, Event, Harm};
use crate::rules::fleet::forces::{Forces, Vessel};
use crate::rules::fleet::order::{ShipOrder, Stance};
use crate::rules::fleet::queue;

/// The orders of ships by which a turn goes; none of units that are left as they are.
pub(super) type Orders<'o> = &'o dyn Fn(&Vessel) -> Option<&'o ShipOrder>;

impl Forces<'_> {
    /// Does to all units what an event did to them.
    pub(super) fn follow(&mut self, event: &Event, orders: Orders) {
        if let Some((unit, tile, facing)) = event.puts() {
            self.place(unit, tile, facing);
            return;
        }
        match event {
            Event::Locked => self.each_ordered(orders, Self::stand),
            Event::SubPhaseBegan { number } => {
                self.set_stances(orders, |order, usable| {
                    queue::stance(order, usable, *number)
                });
            }
            Event::QueuesFlown => self.set_stances(orders, queue::last_stance),
            Event::IntentDrawn { ship, order, .. } => self.stand(*ship, order),
            Event::Landed { ship } => {
                let vessel = &mut self[*ship];
                (vessel.tile, vessel.docked) = (None, true);
            }
            Event::Withdrew { ship } => self[*ship].tile = None,
            Event::Repaired { unit, hull } => self[*unit].now.hull.now += hull,
            Event::Regenerated { ships } => {
                for &(ship, hull) in ships {
                    self[ship].now.hull.now += hull;
                }
            }
            Event::Rearmed { ships } => {
                for &ship in ships {
                    self[ship].now.ammo = self.full_ammo(ship);
                }
            }
            Event::HangarLost { ships } => self.lose_hangar(ships),
            Event::Cleared => {
                for vessel in self.all_mut() {
                    (vessel.stance, vessel.target) = (Stance::default(), None);
                }
            }
            Event::WeaponsCooled => {
                for vessel in self.all_mut() {
                    let remaining = &mut vessel.now.gun.remaining;
                    *remaining = remaining.saturating_sub(1);
                }
            }
            Event::TurnBegan => {
                for vessel in self.all_mut() {
                    (vessel.now.gun.fired, vessel.now.guards.hurt) = (false, false);
                }
            }
            Event::Ended(ending) => {
                let victory = self.content.figures.morale.victory;
                let own = self.all_mut().iter_mut();
                own.filter(|vessel| ending.is_won_by(vessel.side) && vessel.now.hull.now > 0)
                    .for_each(|vessel| shake(&mut vessel.now.morale, victory));
            }
            _ => self.befall(event),
        }
    }

    /// Does to units what an event of combat, or a hazard, did to them.
    fn befall(&mut self, event: &Event) {
        match event {
            Event::Intercepted(one) => {
                self.place(one.mover, one.to, one.facing);
                // No shot of its own: the weapon stays ready (clarification 3).
                self.spend(one.attack.attacker, one.attack.ammo);
                self.take(&one.attack);
            }
            Event::Fought { attack, held, .. } => {
                self.spend(attack.attacker, attack.ammo);
                self[attack.attacker].now.gun.fired = true;
                if !held {
                    self.take(attack);
                }
            }
            Event::Aimed { shots } => {
                for shot in shots {
                    self.spend(shot.ship, 1);
                    self.fire(shot.ship);
                }
            }
            Event::Dogfight(dogfight) if !dogfight.held => {
                dogfight.attacks.iter().for_each(|attack| self.take(attack));
            }
            Event::ShotFired {
                attack,
                held: false,
            }
            | Event::CarrierFired { attack } => self.take(attack),
            Event::Volley { harms, evaded } => {
                for &ship in evaded {
                    self[ship].now.guards.evaded += 1;
                }
                self.suffer_all(harms);
            }
            Event::PointDefense { harms, .. } | Event::HazardStruck { harms } => {
                self.suffer_all(harms);
            }
            Event::CarrierAttacked(attack) => self.besiege(attack),
            _ => {}
        }
    }

    fn each_ordered(&mut self, orders: Orders, act: impl Fn(&mut Self, UnitId, &ShipOrder)) {
        let all: Vec<_> = (self.all())
            .filter_map(|vessel| Some((vessel.id, orders(vessel)?)))
            .collect();
        all.into_iter().for_each(|(id, order)| act(self, id, order));
    }

    /// Gives a ship what it is ordered; its action counts at once, or with the first sub-phase.
    fn stand(&mut self, ship: UnitId, order: &ShipOrder) {
        let stance = match self.options.sub_phases {
            1 => order.stance(),
            _ => Stance::default(),
        };
        let vessel = &mut self[ship];
        (vessel.stance, vessel.target) = (stance, order.target);
    }

    /// Makes what the queues of ships say count, given how many slots each can use (§10).
    fn set_stances(&mut self, orders: Orders, stance: impl Fn(&ShipOrder, u8) -> Stance) {
        self.each_ordered(orders, |forces, id, order| {
            let usable = queue::usable(forces, id);
            forces[id].stance = stance(order, usable);
        });
    }

    /// Puts a unit on a hex.
    pub fn place(&mut self, id: UnitId, tile: TileId, facing: Direction) {
        self[id].put(tile, facing);
    }

    fn spend(&mut self, id: UnitId, ammo: u8) {
        let now = &mut self[id].now;
        now.ammo = now.ammo.saturating_sub(ammo);
    }

    /// Fires a ship's weapon, which has to cool down then (§9).
    fn fire(&mut self, id: UnitId) {
        let cooldown = self.weapon(id).cooldown;
        let gun = &mut self[id].now.gun;
        (gun.remaining, gun.fired) = (cooldown, true);
    }

    /// Does to its victims what an attack did.
    fn take(&mut self, attack: &Attack) {
        if attack.evaded {
            self[attack.defender].now.guards.evaded += 1;
        }
        self.suffer_all(&attack.harms);
    }

    fn suffer_all(&mut self, harms: &[Harm]) {
        harms.iter().for_each(|&harm| self.suffer(harm));
    }

    fn besiege(&mut self, attack: &CarrierAttack) {
        self.spend(attack.attacker, 1);
        match self.options.single_occupancy {
            true => self.fire(attack.attacker),
            false => self[attack.attacker].now.gun.fired = true,
        }
        // What the shield took is no damage to the hull.
        self.suffer(Harm {
            damage: attack.lost,
            absorbed: 0,
            ..attack.harm()
        });
    }

    /// Works out what damage does to a unit as it is now: Bio-Armor takes part of the first damage of a
    /// turn (§8, clarification 11).
    pub fn harm(&self, unit: UnitId, damage: u16, cause: Cause, by: Option<UnitId>) -> Harm {
        let hull = self[unit].now.hull.now;
        let absorbed = damage.min(self.armor(unit));
        let lost = (damage - absorbed).min(hull);
        Harm {
            unit,
            cause,
            by,
            damage,
            absorbed,
            lost,
            destroyed: lost > 0 && lost == hull,
        }
    }

    /// Returns what Bio-Armor takes off the next damage that comes to a unit.
    pub fn armor(&self, unit: UnitId) -> u16 {
        match self[unit].now.guards.hurt {
            true => 0,
            false => self.quirks(unit).map(|quirk| quirk.first_damage).sum(),
        }
    }

    /// Lands damage: hull and morale change, who is destroyed leaves the board (§7, §8).
    pub fn suffer(&mut self, harm: Harm) {
        let morale = &self.content.figures.morale;
        let unit = &mut self[harm.unit];
        unit.now.guards.hurt |= harm.damage > 0;
        unit.now.hull.now -= harm.lost.min(unit.now.hull.now);
        let lost = i16::try_from(harm.lost).unwrap_or(i16::MAX);
        shake(&mut unit.now.morale, morale.hull_lost.saturating_mul(lost));
        if !harm.destroyed {
            return;
        }
        (unit.tile, unit.docked) = (None, false);
        self.mourn(harm.unit);
        if let Some(by) = harm.by {
            shake(&mut self[by].now.morale, morale.kill);
        }
    }

    /// Lands damage and notes it; returns the unit and where it was if that destroyed it.
    pub(super) fn hit(&mut self, harm: Harm, harms: &mut Vec<Harm>) -> Option<(UnitId, TileId)> {
        let tile = self[harm.unit].tile;
        self.suffer(harm);
        harms.push(harm);
        tile.filter(|_| harm.destroyed)
            .map(|tile| (harm.unit, tile))
    }

    /// Shakes those who lost an ally; a carrier is none (§3, §8).
    fn mourn(&mut self, lost: UnitId) {
        let ally_lost = self.content.figures.morale.ally_lost;
        let Vessel { side, class, .. } = self[lost];
        if class.is_carrier() {
            return;
        }
        let allies = self.all_mut().iter_mut();
        allies
            .filter(|vessel| vessel.side == side && vessel.is_alive())
            .for_each(|vessel| shake(&mut vessel.now.morale, ally_lost));
    }

    /// Sinks docked ships with their carrier; those in space lose allies as in a fight.
    fn lose_hangar(&mut self, ships: &[UnitId]) {
        for &ship in ships {
            self[ship].docked = false;
        }
        for &ship in ships {
            self.mourn(ship);
            self[ship].now.hull.now = 0;
        }
    }

    /// Lets the spores of a ship that was just destroyed on a hex, if one was, hurt the enemies beside it,
    /// which may set off others (§8, clarification 11).
    pub fn spread_spores(&mut self, dead: Option<(UnitId, TileId)>, harms: &mut Vec<Harm>) {
        let mut burst = VecDeque::from_iter(dead);
        while let Some((dead, tile)) = burst.pop_front() {
            let damage = self.quirks(dead).map(|quirk| quirk.death_damage).sum();
            if damage == 0 {
                continue;
            }
            let near: Vec<_> = (self.foes(self[dead].side))
                .filter(|foe| self.are_beside(foe.tile, Some(tile)))
                .map(|foe| foe.id)
                .collect();
            for id in near {
                let harm = self.harm(id, damage, Cause::Spores(dead), Some(dead));
                burst.extend(self.hit(harm, harms));
            }
        }
    }
}

/// Changes morale within its bounds.
fn shake(morale: &mut u8, change: i16) {
    let after = i16::from(*morale).saturating_add(change).clamp(0, 100);
    *morale = u8::try_from(after).expect("clamped");
}
