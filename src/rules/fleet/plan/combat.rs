//! Combat: fights in contested hexes, dogfights, one-sided shots (§4, step 6; §6, §9).
//!
//! **Invariant:** with sequential resolution every attack is rolled on the state the one before left; with
//! simultaneous resolution all of a step are rolled on the state at its start, and land together.

use crate::battle::dice::Dice;
use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::rules::fleet::content::Resolution;
use crate::rules::fleet::event::{Attack, DogfightEvent, Event, Shot};
use crate::rules::fleet::forces::Forces;
use crate::rules::fleet::plan::{Now, Plan, Task};
use crate::rules::fleet::{damage, fight};

impl Plan {
    /// Begins the combat of a step: contested hexes where ships stack, else dogfights.
    pub(super) fn combat(&mut self, now: &mut Now) -> Option<Event> {
        let forces = now.forces;
        self.first([Task::Volley]);
        if !forces.options.single_occupancy {
            return self.first(fight::contested(forces).into_iter().map(Task::Fight));
        }
        let shots = fight::shots(forces);
        let pairs = fight::pairs(forces, &shots);
        let rest = fight::one_sided(&shots, &pairs);
        let pairs = pairs.into_iter().map(Task::Pair);
        self.first(pairs.chain([Task::Shots(rest)]));
        (!shots.is_empty()).then_some(Event::Aimed { shots })
    }

    /// Begins the fight in a contested hex; one that is contested no more is skipped without rolls (§6,
    /// clarification 10).
    pub(super) fn fight(&mut self, now: &mut Now, hex: TileId) -> Option<Event> {
        if !fight::is_contested(now.forces, hex) {
            return None;
        }
        let ships = fight::ships_in(now.forces, hex);
        let initiative = fight::initiative(now.forces, &ships, now.dice);
        self.first((initiative.iter()).map(|one| Task::FightTurn(hex, one.ship)));
        Some(Event::FightBegan { hex, initiative })
    }

    /// Attacks with a ship in a contested hex, if it can (§6, step 3).
    pub(super) fn fight_turn(&mut self, now: &mut Now, hex: TileId, ship: UnitId) -> Option<Event> {
        let foe = fight::opponent(now.forces, ship, hex)?;
        let attack = self.attack(&mut now.forces.clone(), [ship, foe], 1, now.dice);
        let held = lands_together(now.forces);
        Some(Event::Fought { hex, attack, held })
    }

    /// Fights a duel out: the winner of the initiative attacks, the survivor replies. A pair that lost a
    /// ship earlier gives no event (§9, step 2; clarification 8).
    pub(super) fn dogfight(&mut self, now: &mut Now, ships: [UnitId; 2]) -> Option<Event> {
        let mut forces = now.forces.clone();
        let [one, two] = ships.map(|id| forces[id].tile);
        let hexes = [one?, two?];
        let order = fight::initiative(&forces, &ships, now.dice);
        let (first, second) = (order[0].ship, order[1].ship);
        let mut attacks = Vec::new();
        for duel in [[first, second], [second, first]] {
            if duel.iter().all(|&id| forces[id].is_flying()) {
                attacks.push(self.attack(&mut forces, duel, 0, now.dice));
            }
        }
        let held = lands_together(&forces);
        let harms = attacks.iter().flat_map(|attack| &attack.harms);
        let lost = harms.filter(|harm| harm.destroyed).map(|harm| harm.unit);
        let mut destroyed: Vec<_> = lost.collect();
        if held {
            // Whom splash and spores reach is not settled yet.
            destroyed = ships.into();
            destroyed.retain(|id| {
                attacks
                    .iter()
                    .any(|one| one.destroyed && one.defender == *id)
            });
        }
        Some(Event::Dogfight(DogfightEvent {
            ships,
            hexes,
            initiative: [order[0], order[1]],
            attacks,
            destroyed,
            held,
        }))
    }

    /// Rolls who fires first of those that are left (§9, step 3).
    pub(super) fn shots(&mut self, now: &mut Now, shots: Vec<Shot>) -> Option<Event> {
        let is_alive = |shot: &Shot| now.forces[shot.ship].is_flying();
        let (alive, dead): (Vec<_>, Vec<_>) = shots.into_iter().partition(is_alive);
        let ships: Vec<_> = alive.iter().map(|shot| shot.ship).collect();
        let initiative = fight::initiative(now.forces, &ships, now.dice);
        self.first((initiative.iter()).filter_map(|one| {
            let shot = alive.iter().find(|shot| shot.ship == one.ship)?;
            Some(Task::ShotTurn(*shot))
        }));
        // Ships that were destroyed before lost theirs.
        self.emit_first(dead.into_iter().map(Event::ShotLost));
        (!initiative.is_empty()).then_some(Event::ShotsOrdered { initiative })
    }

    /// Fires a one-sided shot; at a target that is destroyed already it is lost (§9, clarification 8).
    pub(super) fn shoot(&mut self, now: &mut Now, shot: Shot) -> Option<Event> {
        let (forces, duel) = (now.forces, [shot.ship, shot.target?]);
        if !duel.iter().all(|&id| forces[id].is_flying()) {
            return Some(Event::ShotLost(shot));
        }
        let attack = self.attack(&mut forces.clone(), duel, 0, now.dice);
        let held = lands_together(forces);
        Some(Event::ShotFired { attack, held })
    }

    /// Rolls an attack and lands it on the forces. Where attacks land together it is kept for that, and its
    /// record tells what it would do alone, but for the guards that those before it used up.
    fn attack(
        &mut self,
        forces: &mut Forces,
        duel: [UnitId; 2],
        ammo: u8,
        dice: &mut Dice,
    ) -> Attack {
        if !lands_together(forces) {
            return damage::rolled_and_landed(forces, duel, ammo, dice);
        }
        let mut alone = forces.clone();
        for before in &self.volley {
            damage::use_up_guards(&mut alone, before);
        }
        let attack = damage::rolled_and_landed(&mut alone, duel, ammo, dice);
        self.volley.push(attack.clone());
        attack
    }

    /// Lands the attacks of a step that were kept (§9, simultaneous).
    pub(super) fn land_volley(&mut self, forces: &Forces) -> Option<Event> {
        let attacks = std::mem::take(&mut self.volley);
        let (harms, evaded) = damage::land_together(&mut forces.clone(), &attacks);
        (!attacks.is_empty()).then_some(Event::Volley { harms, evaded })
    }
}

/// Whether the attacks of a step land together, rolled on the state at its start.
fn lands_together(forces: &Forces) -> bool {
    forces.options.resolution == Resolution::Simultaneous
}
