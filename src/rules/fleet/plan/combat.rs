//! Combat: fights in contested hexes, dogfights, one-sided shots (§4, step 6; §6, §9).
//!
//! **Invariant:** with sequential resolution every attack is rolled on the state the one before left; with
//! simultaneous resolution all of a step are rolled on the state at its start, and land together.

use crate::{
    battle::{dice::Dice, grid::TileId, unit::UnitId},
    rules::fleet::{
        content::Resolution,
        damage, dogfight,
        event::{Attack, DogfightEvent, Event, Initiative, Shot},
        fight, initiative,
        muster::Muster,
        plan::{Plan, Task},
    },
};

impl Plan {
    /// Begins the combat of a step: contested hexes where ships stack, else dogfights.
    pub(super) fn combat(&mut self, muster: &Muster, dice: &mut Dice) -> Option<Event> {
        let together = muster.options.resolution == Resolution::Simultaneous;
        if !muster.options.single_occupancy {
            let hexes = fight::contested(muster);
            if together {
                self.emit_first(fights_together(muster, &hexes, dice));
            } else {
                self.first(hexes.into_iter().map(Task::Fight));
            }
            return None;
        }
        let shots = dogfight::shots(muster);
        if shots.is_empty() {
            return None;
        }
        let pairs = dogfight::pairs(muster, &shots);
        let rest = dogfight::one_sided(&shots, &pairs);
        if together {
            self.emit_first(dogfights_together(muster, &pairs, &rest, dice));
        } else {
            let pairs = pairs.into_iter().map(Task::Pair);
            self.first(pairs.chain([Task::Shots(rest)]));
        }
        Some(Event::Aimed { shots })
    }

    /// Begins the fight in a contested hex; one that is contested no more is skipped without rolls (§6,
    /// clarification 10).
    pub(super) fn fight(&mut self, muster: &Muster, hex: TileId, dice: &mut Dice) -> Option<Event> {
        if !fight::is_contested(muster, hex) {
            return None;
        }
        let initiative = initiative::order(muster, &fight::ships_in(muster, hex), dice);
        let turns = initiative.iter().map(|one| Task::FightTurn(hex, one.ship));
        self.first(turns.collect::<Vec<_>>());
        Some(Event::FightBegan { hex, initiative })
    }

    /// Rolls who fires first of those that are left (§9, step 3).
    pub(super) fn shots(
        &mut self,
        muster: &Muster,
        shots: Vec<Shot>,
        dice: &mut Dice,
    ) -> Option<Event> {
        let (alive, dead): (Vec<_>, Vec<_>) =
            (shots.into_iter()).partition(|shot| muster.get(shot.ship).is_flying());
        let ships: Vec<_> = alive.iter().map(|shot| shot.ship).collect();
        let initiative = initiative::order(muster, &ships, dice);
        let turns = initiative.iter().filter_map(|one| {
            let shot = alive.iter().find(|shot| shot.ship == one.ship)?;
            Some(Task::ShotTurn(*shot))
        });
        self.first(turns.collect::<Vec<_>>());
        // Ships that were destroyed before lost theirs.
        self.emit_first(dead.into_iter().map(Event::ShotLost));
        (!initiative.is_empty()).then_some(Event::ShotsOrdered { initiative })
    }
}

/// Has a ship attack in a contested hex, if it can (§6, step 3).
pub(super) fn fight_turn(
    muster: &Muster,
    hex: TileId,
    ship: UnitId,
    dice: &mut Dice,
) -> Option<Event> {
    let mut muster = muster.clone();
    let foe = fight::opponent(&muster, ship, hex)?;
    let mut attack = damage::roll(&muster, ship, foe, 1, dice);
    damage::land(&mut muster, &mut attack);
    Some(Event::Fought {
        hex,
        attack,
        held: false,
    })
}

/// Has two ships fight it out: the winner of the initiative attacks, the survivor replies. A pair that
/// lost a ship earlier gives no event (§9, step 2; clarification 8).
pub(super) fn dogfight(muster: &Muster, pair: [UnitId; 2], dice: &mut Dice) -> Option<Event> {
    let mut muster = muster.clone();
    let [one, two] = pair.map(|id| muster.get(id).tile);
    let hexes = [one?, two?];
    let initiative = order_of_pair(&muster, pair, dice);
    let [first, second] = [initiative[0].ship, initiative[1].ship];
    let mut attacks = Vec::new();
    for (attacker, defender) in [(first, second), (second, first)] {
        let are_there = [attacker, defender].map(|id| muster.get(id).is_flying());
        if are_there == [true, true] {
            let mut attack = damage::roll(&muster, attacker, defender, 0, dice);
            damage::land(&mut muster, &mut attack);
            attacks.push(attack);
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

fn order_of_pair(muster: &Muster, pair: [UnitId; 2], dice: &mut Dice) -> [Initiative; 2] {
    let order = initiative::order(muster, &pair, dice);
    [order[0], order[1]]
}

/// Fires a one-sided shot; at a target that is destroyed already it is lost (§9, clarification 8).
pub(super) fn shoot(muster: &Muster, shot: Shot, dice: &mut Dice) -> Option<Event> {
    let mut muster = muster.clone();
    let target = shot.target?;
    let are_there = [shot.ship, target].map(|id| muster.get(id).is_flying());
    if are_there != [true, true] {
        return Some(Event::ShotLost(shot));
    }
    let mut attack = damage::roll(&muster, shot.ship, target, 0, dice);
    damage::land(&mut muster, &mut attack);
    Some(Event::ShotFired {
        attack,
        held: false,
    })
}

/// Rolls all fights of a step on its start, to land together (§9, simultaneous).
fn fights_together(muster: &Muster, hexes: &[TileId], dice: &mut Dice) -> Vec<Event> {
    let (mut events, mut attacks) = (Vec::new(), Vec::new());
    let mut guarded = muster.clone();
    for &hex in hexes {
        let initiative = initiative::order(muster, &fight::ships_in(muster, hex), dice);
        let ships: Vec<_> = initiative.iter().map(|one| one.ship).collect();
        events.push(Event::FightBegan { hex, initiative });
        for ship in ships {
            let Some(foe) = fight::opponent(muster, ship, hex) else {
                continue;
            };
            let attack = held(muster, &mut guarded, [ship, foe], 1, dice);
            attacks.push(attack.clone());
            let held = true;
            events.push(Event::Fought { hex, attack, held });
        }
    }
    events.extend(volley(muster, &attacks));
    events
}

/// Rolls all dogfights and shots of a step on its start, to land together (§9, simultaneous).
fn dogfights_together(
    muster: &Muster,
    pairs: &[[UnitId; 2]],
    rest: &[Shot],
    dice: &mut Dice,
) -> Vec<Event> {
    let (mut events, mut attacks) = (Vec::new(), Vec::new());
    let mut guarded = muster.clone();
    for &pair in pairs {
        let initiative = order_of_pair(muster, pair, dice);
        let [first, second] = [initiative[0].ship, initiative[1].ship];
        let exchanged = [[first, second], [second, first]]
            .map(|duel| held(muster, &mut guarded, duel, 0, dice));
        let lost = exchanged.iter().filter(|attack| attack.destroyed);
        let mut destroyed: Vec<_> = lost.map(|attack| attack.defender).collect();
        destroyed.sort_unstable();
        let hexes = pair.map(|id| muster.get(id).tile.expect("pairs are on the board"));
        attacks.extend(exchanged.clone());
        events.push(Event::Dogfight(DogfightEvent {
            ships: pair,
            hexes,
            initiative,
            attacks: exchanged.into(),
            destroyed,
            held: true,
        }));
    }
    let ships: Vec<_> = rest.iter().map(|shot| shot.ship).collect();
    let initiative = initiative::order(muster, &ships, dice);
    let order: Vec<_> = initiative.iter().map(|one| one.ship).collect();
    if !order.is_empty() {
        events.push(Event::ShotsOrdered { initiative });
    }
    for ship in order {
        let shot = rest.iter().find(|shot| shot.ship == ship);
        let Some(target) = shot.and_then(|shot| shot.target) else {
            continue;
        };
        let attack = held(muster, &mut guarded, [ship, target], 0, dice);
        attacks.push(attack.clone());
        events.push(Event::ShotFired { attack, held: true });
    }
    events.extend(volley(muster, &attacks));
    events
}

/// Rolls an attack of one unit on another that lands later; its record tells what it would do alone, but
/// for the guards that those before it used up.
fn held(
    muster: &Muster,
    guarded: &mut Muster,
    [attacker, defender]: [UnitId; 2],
    ammo: u8,
    dice: &mut Dice,
) -> Attack {
    let mut attack = damage::roll(muster, attacker, defender, ammo, dice);
    damage::preview(guarded, &mut attack);
    attack
}

/// Lands the attacks of a step together.
fn volley(muster: &Muster, attacks: &[Attack]) -> Option<Event> {
    if attacks.is_empty() {
        return None;
    }
    let (harms, evaded) = damage::land_together(&mut muster.clone(), attacks);
    Some(Event::Volley { harms, evaded })
}
