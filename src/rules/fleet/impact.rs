//! What events of combat do to the units of a muster: shots, damage, morale (§6 to §9, §11).
//!
//! **Invariant:** the battle and whoever follows it event by event do the same.

use crate::rules::fleet::{
    event::{Attack, CarrierAttack, Event, Harm},
    muster::Muster,
};

impl Muster<'_> {
    /// Has what an event of combat, or a hazard, does befall units; other events do nothing. Who moves
    /// for it is to be there already.
    pub fn befall(&mut self, event: &Event) {
        match event {
            Event::Intercepted(interception) => {
                // No shot of its own: the weapon stays ready (clarification 3).
                let attack = &interception.attack;
                self.spend(attack.attacker, attack.ammo);
                self.take(attack);
            }
            Event::Fought { attack, held, .. } => {
                self.spend(attack.attacker, attack.ammo);
                self.get_mut(attack.attacker).now.gun.fired = true;
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
                    self.get_mut(ship).now.guards.evaded += 1;
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

    /// Has what an attack did befall its victims.
    fn take(&mut self, attack: &Attack) {
        if attack.evaded {
            self.get_mut(attack.defender).now.guards.evaded += 1;
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
            false => self.get_mut(attack.attacker).now.gun.fired = true,
        }
        // What the shield took is no damage to the hull.
        self.suffer(Harm {
            damage: attack.lost,
            absorbed: 0,
            ..attack.harm()
        });
    }
}
