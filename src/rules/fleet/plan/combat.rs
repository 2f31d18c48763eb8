//! Combat: fights in contested hexes, dogfights, one-sided shots (§4, step 6; §6, §9).
//!
//! **Invariant:** with sequential resolution every attack is rolled on the state the one before left; with
//! simultaneous resolution all of a step are rolled on the state at its start, and land together.

use crate::{
    battle::{dice::Dice, grid::TileId, unit::UnitId},
    rules::fleet::{
        content::Resolution,
        damage,
        event::{Attack, DogfightEvent, Event, Initiative, Shot},
        fight,
        forces::Forces,
        plan::{Now, Plan, Task},
    },
};

impl Plan {
    /// Begins the combat of a step: contested hexes where ships stack, else dogfights.
    pub(super) fn combat(&mut self, now: &mut Now) -> Option<Event> {
        let (forces, dice) = (now.forces, &mut *now.dice);
        let together = forces.options.resolution == Resolution::Simultaneous;
        if !forces.options.single_occupancy {
            let hexes = fight::contested(forces);
            if together {
                self.emit_first(fights_together(forces, &hexes, dice));
            } else {
                self.first(hexes.into_iter().map(Task::Fight));
            }
            return None;
        }
        let shots = fight::shots(forces);
        if shots.is_empty() {
            return None;
        }
        let pairs = fight::pairs(forces, &shots);
        let rest = fight::one_sided(&shots, &pairs);
        if together {
            self.emit_first(dogfights_together(forces, &pairs, &rest, dice));
        } else {
            let pairs = pairs.into_iter().map(Task::Pair);
            self.first(pairs.chain([Task::Shots(rest)]));
        }
        Some(Event::Aimed { shots })
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
}

/// Attacks with a ship in a contested hex, if it can (§6, step 3).
pub(super) fn fight_turn(now: &mut Now, hex: TileId, ship: UnitId) -> Option<Event> {
    let foe = fight::opponent(now.forces, ship, hex)?;
    let attack = damage::rolled_and_landed(&mut now.forces.clone(), [ship, foe], 1, now.dice);
    let held = false;
    Some(Event::Fought { hex, attack, held })
}

/// Fights a duel out: the winner of the initiative attacks, the survivor replies. A pair that lost a ship
/// earlier gives no event (§9, step 2; clarification 8).
pub(super) fn dogfight(now: &mut Now, pair: [UnitId; 2]) -> Option<Event> {
    let mut forces = now.forces.clone();
    let [one, two] = pair.map(|id| forces[id].tile);
    let hexes = [one?, two?];
    let initiative = order_of_pair(&forces, pair, now.dice);
    let mut attacks = Vec::new();
    for duel in exchange(initiative) {
        if duel.iter().all(|&id| forces[id].is_flying()) {
            attacks.push(damage::rolled_and_landed(&mut forces, duel, 0, now.dice));
        }
    }
    let harms = attacks.iter().flat_map(|attack| &attack.harms);
    let destroyed = harms.filter(|harm| harm.destroyed).map(|harm| harm.unit);
    Some(Event::Dogfight(DogfightEvent {
        ships: pair,
        hexes,
        initiative,
        destroyed: destroyed.collect(),
        attacks,
        held: false,
    }))
}

fn order_of_pair(forces: &Forces, pair: [UnitId; 2], dice: &mut Dice) -> [Initiative; 2] {
    let order = fight::initiative(forces, &pair, dice);
    [order[0], order[1]]
}

/// Lists who attacks whom in a duel.
fn exchange([first, second]: [Initiative; 2]) -> [[UnitId; 2]; 2] {
    [[first.ship, second.ship], [second.ship, first.ship]]
}

/// Fires a one-sided shot; at a target that is destroyed already it is lost (§9, clarification 8).
pub(super) fn shoot(now: &mut Now, shot: Shot) -> Option<Event> {
    let (forces, duel) = (now.forces, [shot.ship, shot.target?]);
    if !duel.iter().all(|&id| forces[id].is_flying()) {
        return Some(Event::ShotLost(shot));
    }
    let attack = damage::rolled_and_landed(&mut forces.clone(), duel, 0, now.dice);
    let held = false;
    Some(Event::ShotFired { attack, held })
}

/// Attacks of a step that are rolled on its start and land together (§9, simultaneous).
struct Volley<'m, 'w> {
    forces: &'m Forces<'w>,
    /// The same with the guards that earlier attacks used up.
    guarded: Forces<'w>,
    events: Vec<Event>,
    attacks: Vec<Attack>,
}

impl<'m, 'w> Volley<'m, 'w> {
    fn new(forces: &'m Forces<'w>) -> Self {
        Self {
            forces,
            guarded: forces.clone(),
            events: Vec::new(),
            attacks: Vec::new(),
        }
    }

    /// Rolls an attack; its record tells what it would do alone, but for the guards that those before it
    /// used up.
    fn attack(&mut self, [attacker, defender]: [UnitId; 2], ammo: u8, dice: &mut Dice) -> Attack {
        let mut attack = damage::roll(self.forces, attacker, defender, ammo, dice);
        damage::preview(&mut self.guarded, &mut attack);
        self.attacks.push(attack.clone());
        attack
    }

    /// Lands them all.
    fn land(mut self) -> Vec<Event> {
        if !self.attacks.is_empty() {
            let (harms, evaded) = damage::land_together(&mut self.forces.clone(), &self.attacks);
            self.events.push(Event::Volley { harms, evaded });
        }
        self.events
    }
}

fn fights_together(forces: &Forces, hexes: &[TileId], dice: &mut Dice) -> Vec<Event> {
    let mut volley = Volley::new(forces);
    for &hex in hexes {
        let initiative = fight::initiative(forces, &fight::ships_in(forces, hex), dice);
        let ships: Vec<_> = initiative.iter().map(|one| one.ship).collect();
        volley.events.push(Event::FightBegan { hex, initiative });
        for ship in ships {
            if let Some(foe) = fight::opponent(forces, ship, hex) {
                let attack = volley.attack([ship, foe], 1, dice);
                let held = true;
                volley.events.push(Event::Fought { hex, attack, held });
            }
        }
    }
    volley.land()
}

fn dogfights_together(
    forces: &Forces,
    pairs: &[[UnitId; 2]],
    rest: &[Shot],
    dice: &mut Dice,
) -> Vec<Event> {
    let mut volley = Volley::new(forces);
    for &pair in pairs {
        let initiative = order_of_pair(forces, pair, dice);
        let attacks = exchange(initiative).map(|duel| volley.attack(duel, 0, dice));
        let lost = attacks.iter().filter(|attack| attack.destroyed);
        let mut destroyed: Vec<_> = lost.map(|attack| attack.defender).collect();
        destroyed.sort_unstable();
        volley.events.push(Event::Dogfight(DogfightEvent {
            ships: pair,
            hexes: pair.map(|id| forces[id].tile.expect("pairs are on the board")),
            initiative,
            attacks: attacks.into(),
            destroyed,
            held: true,
        }));
    }
    let ships: Vec<_> = rest.iter().map(|shot| shot.ship).collect();
    let initiative = fight::initiative(forces, &ships, dice);
    if !initiative.is_empty() {
        volley.events.push(Event::ShotsOrdered {
            initiative: initiative.clone(),
        });
    }
    for one in initiative {
        let shot = rest.iter().find(|shot| shot.ship == one.ship);
        if let Some(target) = shot.and_then(|shot| shot.target) {
            let attack = volley.attack([one.ship, target], 0, dice);
            volley.events.push(Event::ShotFired { attack, held: true });
        }
    }
    volley.land()
}
