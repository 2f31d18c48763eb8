//! Damage: dice, pierce, splash, and how an attack lands (§7).
//!
//! **Invariant:** written once over [`Roll`], so that the forecast of an attack is the code that fights.

use crate::battle::dice::{Check, Label, Roll};
use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::rules::fleet::content::{FleetContent, ShipId};
use crate::rules::fleet::craft::Class;
use crate::rules::fleet::event::{Attack, Cause, DieRoll, Harm};
use crate::rules::fleet::forces::Forces;
use crate::rules::fleet::{siege, stats};

/// Returns the sides of the die by who beats whom (§7).
pub fn die(content: &FleetContent, attacker: Class, defender: Class) -> u8 {
    let dice = &content.figures.dice;
    let beats = |winner: ShipId, loser| content.ship(winner).beats.contains(&loser);
    match (attacker, defender) {
        (Class::Carrier(_), _) | (_, Class::Carrier(_)) => dice.carrier,
        (Class::Ship(attacker), Class::Ship(defender)) => {
            if beats(attacker, defender) {
                dice.beats
            } else if beats(defender, attacker) {
                dice.beaten
            } else {
                dice.usual
            }
        }
    }
}

/// What decides the damage of an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blow {
    /// Sides of the die.
    pub sides: u8,
    /// effATK − effDEF.
    pub modifier: i32,
    /// Added after the floor (torpedoes).
    pub pierce: u16,
    /// Chance in percent of more damage on a damaging hit.
    pub lucky_percent: u8,
    /// That damage.
    pub lucky_damage: u16,
}

impl Blow {
    /// Works out the blow of one unit at another from their effective ATK and DEF (§7).
    pub fn of(
        forces: &Forces,
        attacker: UnitId,
        defender: UnitId,
        attack: i32,
        defense: i32,
    ) -> Self {
        let class = |id| forces[id].class;
        let ability = forces.ability(attacker);
        let is_carrier = forces.is_carrier(defender);
        Self {
            sides: die(forces.content, class(attacker), class(defender)),
            modifier: attack - defense,
            // Carriers are not pierced (clarification 12).
            pierce: if is_carrier {
                0
            } else {
                pierce(forces, attacker, defense)
            },
            lucky_percent: ability.lucky_percent,
            lucky_damage: ability.lucky_damage,
        }
    }

    /// Rolls it: the die, the check for more damage, and the damage.
    pub fn roll(self, dice: &mut impl Roll) -> (DieRoll, Option<Check>, u16) {
        let roll = DieRoll::of(dice, Label::Dmg, self.sides, self.modifier);
        let damage = u16::try_from(roll.total).unwrap_or(0);
        let (damage, lucky) = self.more_damage(damage.saturating_add(self.pierce), dice);
        (roll, lucky, damage)
    }

    /// Rolls whether a seasoned pilot's damaging hit does more damage (§8, Steady Aim).
    fn more_damage(self, damage: u16, dice: &mut impl Roll) -> (u16, Option<Check>) {
        if damage == 0 || self.lucky_percent == 0 {
            return (damage, None);
        }
        let check = dice.chance(Label::Fx, self.lucky_percent);
        let more = match check.passed {
            true => self.lucky_damage,
            false => 0,
        };
        (damage.saturating_add(more), Some(check))
    }
}

/// Rolls an attack of one unit on another as they are now; nothing lands yet (§7).
pub fn roll(
    forces: &Forces,
    attacker: UnitId,
    defender: UnitId,
    ammo: u8,
    dice: &mut impl Roll,
) -> Attack {
    let attack = stats::attack(forces, attacker);
    let defense = stats::defense(forces, defender);
    let blow = Blow::of(forces, attacker, defender, attack.total(), defense.total());
    let (roll, lucky, damage) = blow.roll(dice);
    Attack {
        attacker,
        defender,
        attack,
        defense,
        roll,
        pierce: blow.pierce,
        lucky,
        damage,
        ammo,
        ..Attack::default()
    }
}

impl DieRoll {
    /// Rolls a die and adds something to it.
    pub(super) fn of(dice: &mut impl Roll, label: Label, sides: u8, modifier: i32) -> Self {
        let base = dice.die(label, u32::from(sides));
        let base = u8::try_from(base).expect("a die has as many faces as it has sides");
        let total = i32::from(base) + modifier;
        Self {
            sides,
            base,
            modifier,
            total,
        }
    }
}

/// Returns what torpedoes pierce of a defense: added after the floor (§7).
fn pierce(forces: &Forces, attacker: UnitId, defense: i32) -> u16 {
    if !forces.has_torpedoes(attacker) {
        return 0;
    }
    let most = i32::from(forces.content.figures.torpedo.pierce);
    u16::try_from(defense.max(0).min(most)).unwrap_or(0)
}

/// Rolls an attack of one unit on another and lands it on the forces.
pub(super) fn rolled_and_landed(
    forces: &mut Forces,
    [attacker, defender]: [UnitId; 2],
    ammo: u8,
    dice: &mut impl Roll,
) -> Attack {
    let mut attack = roll(forces, attacker, defender, ammo, dice);
    land(forces, &mut attack);
    attack
}

/// Lands an attack on the forces, and notes in it what it did: the defender first, then spores, then
/// the splash of a torpedo (§7, clarification 11).
pub fn land(forces: &mut Forces, attack: &mut Attack) {
    let center = forces[attack.defender].tile;
    let dead = strike(forces, attack);
    forces.spread_spores(dead, &mut attack.harms);
    attack.splash = splash_targets(forces, attack.attacker, attack.defender, center);
    for id in attack.splash.clone() {
        // Spores of another that was splashed may have come first.
        if forces[id].tile.is_some() {
            let dead = splash(forces, attack.attacker, id, &mut attack.harms);
            forces.spread_spores(dead, &mut attack.harms);
        }
    }
}

/// Lands the splash of a torpedo on a unit; where it was if that destroyed it.
fn splash(
    forces: &mut Forces,
    attacker: UnitId,
    id: UnitId,
    harms: &mut Vec<Harm>,
) -> Option<(UnitId, TileId)> {
    let damage = forces.content.figures.torpedo.splash;
    let harm = forces.harm(id, damage, Cause::Splash, Some(attacker));
    forces.hit(harm, harms)
}

/// Works out what an attack does to its defender as it is now; nothing if that evades it (§8).
pub fn befalls(forces: &Forces, attack: &Attack) -> Option<Harm> {
    let defender = attack.defender;
    let evades = forces.ability(defender).evades;
    let is_evaded = attack.damage > 0 && forces[defender].now.guards.evaded < evades;
    (!is_evaded).then(|| {
        let by = Some(attack.attacker);
        forces.harm(defender, attack.damage, Cause::Attack, by)
    })
}

/// What takes from the damage that comes to a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guard {
    /// Whether it evades the next damaging attack.
    pub evades: bool,
    /// Taken off the damage.
    pub armor: u16,
    /// Hull.
    pub hull: u16,
}

impl Guard {
    /// Works out what protects a unit as it is now: pilot and traits of a ship, admiral of a carrier.
    pub fn of(forces: &Forces, id: UnitId) -> Self {
        let vessel = &forces[id];
        Self {
            evades: vessel.now.guards.evaded < forces.ability(id).evades,
            armor: match vessel.class.is_carrier() {
                true => {
                    let (will, shield) = siege::protection(forces, id);
                    will.saturating_add(shield)
                }
                false => forces.armor(id),
            },
            hull: vessel.now.hull.now,
        }
    }

    /// Returns the hull a blow of so much damage takes.
    pub fn lost(self, damage: u16) -> u16 {
        match self.evades && damage > 0 {
            true => 0,
            false => damage.saturating_sub(self.armor).min(self.hull),
        }
    }
}

/// Lands the damage of an attack on its defender; where it was if that destroyed it.
fn strike(forces: &mut Forces, attack: &mut Attack) -> Option<(UnitId, TileId)> {
    let defender = attack.defender;
    let Some(harm) = befalls(forces, attack) else {
        forces[defender].now.guards.evaded += 1;
        attack.evaded = true;
        return None;
    };
    attack.destroyed = harm.destroyed;
    forces.hit(harm, &mut attack.harms)
}

/// Lists whom an attack with a torpedo splashes around the hex of its target: enemies of the attacker
/// beside it, neither the target nor ships that share its hex (§7).
pub fn splash_targets(
    forces: &Forces,
    attacker: UnitId,
    defender: UnitId,
    center: Option<TileId>,
) -> Vec<UnitId> {
    if !forces.has_torpedoes(attacker) {
        return Vec::new();
    }
    let foes = forces.foes(forces[attacker].side);
    let beside = foes.filter(|foe| foe.id != defender && forces.are_beside(foe.tile, center));
    let cap = forces.options.adjacency_cap.map_or(usize::MAX, usize::from);
    beside.map(|foe| foe.id).take(cap).collect()
}

/// Uses up what protected those that an attack meant: nobody evades two attacks with one chance.
pub(super) fn use_up_guards(forces: &mut Forces, attack: &Attack) {
    forces[attack.defender].now.guards.evaded += u8::from(attack.evaded);
    let is_meant = |id| id == attack.defender || attack.splash.contains(&id);
    for harm in attack.harms.iter().filter(|harm| is_meant(harm.unit)) {
        forces[harm.unit].now.guards.hurt |= harm.damage > 0;
    }
}

/// Lands all attacks of a step together: first all damage, then spores (§9, clarification 11).
///
/// Returns what they did and who evaded.
pub(super) fn land_together(forces: &mut Forces, attacks: &[Attack]) -> (Vec<Harm>, Vec<UnitId>) {
    let (mut harms, mut evaded, mut dead) = (Vec::new(), Vec::new(), Vec::new());
    for attack in attacks {
        let mut landing = Attack {
            harms: Vec::new(),
            evaded: false,
            ..attack.clone()
        };
        dead.extend(strike(forces, &mut landing));
        evaded.extend(landing.evaded.then_some(attack.defender));
        harms.append(&mut landing.harms);
        let splashed = attack.splash.iter().copied();
        let splashed: Vec<_> = splashed.filter(|&id| forces[id].tile.is_some()).collect();
        for id in splashed {
            dead.extend(splash(forces, attack.attacker, id, &mut harms));
        }
    }
    for dead in dead {
        forces.spread_spores(Some(dead), &mut harms);
    }
    (harms, evaded)
}
