//! Events in words, for the log, with the dice.
//!
//! **Invariant:** says what happened, itemized; decides nothing. Sealed plans are not told.

use bevy::prelude::World;

use crate::{
    battle::{phase::Turn, unit::UnitId},
    rules::{
        fleet::{
            event::{
                Attack, CarrierAttack, Cause, DieRoll, DogfightEvent, Event, Harm, Initiative,
                Source, Stat,
            },
            setup,
        },
        kit::sentence::{Named, say, sentences},
    },
};

/// Tells events of a battle.
#[derive(Clone, Copy)]
pub struct Log<'w> {
    world: &'w World,
}

impl<'w> Log<'w> {
    /// Tells events of the battle in this world.
    pub fn new(world: &'w World) -> Self {
        Self { world }
    }

    /// Returns an event as lines: one if it is worth it, and every step of its rolls where they are traced
    /// (clarification 16).
    pub fn lines(self, event: &Event) -> Vec<String> {
        let mut lines: Vec<_> = self.line(event).into_iter().collect();
        if setup::content(self.world).options.debug_combat_tracing {
            lines.extend(self.trace(event));
        }
        lines
    }

    /// Returns an event as a line, if it is worth one.
    pub fn line(self, event: &Event) -> Option<String> {
        (self.plain_line(event)).or_else(|| self.itemized_line(event))
    }

    /// Tells what needs no more than a sentence.
    fn plain_line(self, event: &Event) -> Option<String> {
        let full = setup::content(self.world).figures.drive_turns;
        let turn = self.world.resource::<Turn>().number;
        sentences!(self.world, event, Event:
            DeployFailed { unit, tile } = "{unit} begins where it was: {tile} is taken";
            Withdrew { ship } = "{ship} leaves the battle, out of ammunition with nowhere to rearm";
            Committed { side } = "{side} has its orders";
            Launched { ship, tile } = "{ship} is launched to {tile}";
            FightBegan { hex, initiative } = "Fight at {hex}: {initiative}";
            Regenerated { ships } = "Hull regained: {ships}";
            LaunchFailed { ship } = "{ship} finds no way out and stays docked";
            Repaired { unit; hull } = "{unit} is repaired by {hull}";
            Landed { ship } = "{ship} lands";
            LandingFailed { ship; reason } = "{ship} cannot land: {reason}";
            DriveCharged { side; charge } = "The jump drive of {side} is at {charge} of {full}";
            TurnBegan {} = "Turn {turn}";
            PlayedOn {} = "The battle goes on";
            Renewed {} = "Changed rules and texts hold from now on";
        )
    }

    /// Tells what is worth more: who fought whom, with what rolls, and what came of it.
    fn itemized_line(self, event: &Event) -> Option<String> {
        let at = self.world;
        Some(match event {
            Event::SubPhaseBegan { number } => format!("Sub-phase {}", number + 1),
            Event::Rearmed { ships } => format!("{} rearmed", self.with_verb(ships, "is", "are")),
            Event::Blocked { unit, hex, .. } => match hex {
                Some(hex) => say!(at, [unit, hex], "{unit} is blocked at {hex}"),
                None => say!(at, [unit], "{unit} is stopped by the edge of the board"),
            },
            Event::Intercepted(one) => {
                let (mover, hex) = (one.mover.named(at), one.hex.named(at));
                let attack = self.attack(&one.attack, false);
                format!("{mover} is intercepted at {hex}: {attack}")
            }
            Event::Fought { attack, held, .. } | Event::ShotFired { attack, held } => {
                self.attack(attack, *held)
            }
            Event::CarrierFired { attack } => self.attack(attack, false),
            Event::Aimed { shots } => {
                let wasted = shots.iter().filter(|shot| shot.target.is_none());
                let wasted: Vec<_> = wasted.map(|shot| shot.ship).collect();
                if wasted.is_empty() {
                    return None;
                }
                let fire = self.with_verb(&wasted, "fires", "fire");
                format!("{fire} without a target")
            }
            Event::Dogfight(dogfight) => self.dogfight(dogfight),
            Event::ShotLost(shot) => format!("The shot of {} is lost", shot.ship.named(at)),
            Event::Volley { harms, .. } => {
                format!("All hits land together: {}", self.harms(harms)?)
            }
            Event::PointDefense { carrier, harms } => {
                format!(
                    "Point defense of {}: {}",
                    carrier.named(at),
                    self.harms(harms)?
                )
            }
            Event::CarrierAttacked(attack) => self.carrier_attack(attack),
            Event::HangarLost { ships } => {
                format!("{} lost in the hangar", self.with_verb(ships, "is", "are"))
            }
            Event::Quieted { turns, left } => match left {
                Some(0) => format!("Time is up: nothing happened for {turns} turns"),
                Some(1) => "Nothing happens: in 1 more such turn time is up".into(),
                Some(left) => format!("Nothing happens: in {left} more such turns time is up"),
                None => return None,
            },
            Event::HazardStruck { harms } => self.harms(harms)?,
            Event::ReinforcementRolled {
                side,
                percent,
                check,
                arrival,
            } => {
                let chance = format!("{}, chance {percent}%", check.roll);
                match arrival {
                    Some((ship, tile, _)) => say!(
                        at,
                        [side, ship, tile],
                        "{ship} reinforces {side} at {tile} (rolled {chance})"
                    ),
                    None => say!(at, [side], "No help comes for {side} (rolled {chance})"),
                }
            }
            Event::Ended(ending) => format!("The battle is over: {}", ending.outcome),
            _ => return None,
        })
    }

    /// Lists every step of the rolls of an event (clarification 16).
    pub fn trace(self, event: &Event) -> Vec<String> {
        match event {
            Event::FightBegan { initiative, .. } | Event::ShotsOrdered { initiative } => {
                self.trace_initiative(initiative)
            }
            Event::Dogfight(dogfight) => {
                let lines = self.trace_initiative(&dogfight.initiative).into_iter();
                lines.chain(self.trace_attacks(&dogfight.attacks)).collect()
            }
            Event::CarrierAttacked(attack) => {
                let (stat, defense) = (self.stat(&attack.attack), attack.defense);
                vec![format!("  {}; ATK {stat}; DEF {defense}", die(attack.roll))]
            }
            Event::IntentDrawn {
                ship,
                weights,
                roll,
                intent,
                ..
            } => {
                let weights = weights.by_intent();
                let weights = weights.map(|(intent, weight)| format!("{intent} {weight}"));
                let weights = weights.join(", ");
                let ship = ship.named(self.world);
                vec![format!("  {ship} draws {roll}: {intent} ({weights})")]
            }
            _ => self.trace_attacks(event.attacks()),
        }
    }

    fn trace_attacks(self, attacks: &[Attack]) -> Vec<String> {
        let traced = attacks.iter().map(|attack| self.trace_attack(attack));
        traced.collect::<Vec<_>>().concat()
    }

    fn trace_initiative(self, initiative: &[Initiative]) -> Vec<String> {
        let line = |one: &Initiative| {
            let (ship, roll, speed) = (one.ship.named(self.world), die(one.roll), one.speed);
            format!("  {ship} initiative {roll}, SPD {speed}")
        };
        initiative.iter().map(line).collect()
    }

    fn trace_attack(self, attack: &Attack) -> Vec<String> {
        let (roll, pierce) = (die(attack.roll), attack.pierce);
        let (atk, def) = (self.stat(&attack.attack), self.stat(&attack.defense));
        let luck = attack.lucky.map(|check| match check.passed {
            true => format!("; {} on luck, more damage", check.roll),
            false => format!("; {} on luck, no more", check.roll),
        });
        let luck = luck.unwrap_or_default();
        let line = format!("  {roll}; ATK {atk}; DEF {def}; pierce {pierce}{luck}");
        let harms = attack.harms.iter().map(|harm| {
            let (unit, cause) = (harm.unit.named(self.world), self.cause(harm.cause));
            let (came, off, lost) = (harm.damage, harm.absorbed, harm.lost);
            format!("  {unit}: {came} {cause}, {off} absorbed, {lost} lost")
        });
        [line].into_iter().chain(harms).collect()
    }

    /// Begins the line of an attack.
    fn duel(self, duel: [UnitId; 2], roll: DieRoll, pierce: u16) -> String {
        let ([by, at], roll) = (duel.map(|unit| unit.named(self.world)), die(roll));
        let pierce = match pierce {
            0 => String::new(),
            pierce => format!(", pierce {pierce}"),
        };
        format!("{by} attacks {at}: {roll}{pierce}")
    }

    fn attack(self, attack: &Attack, held: bool) -> String {
        let came_of_it = match (attack.evaded, held) {
            (true, _) => "evaded".to_owned(),
            (false, true) => format!("{} damage", attack.damage),
            (false, false) => self.harms(&attack.harms).unwrap_or("no damage".into()),
        };
        let duel = [attack.attacker, attack.defender];
        format!(
            "{}, {came_of_it}",
            self.duel(duel, attack.roll, attack.pierce)
        )
    }

    fn dogfight(self, dogfight: &DogfightEvent) -> String {
        let attacks = dogfight.attacks.iter();
        let attacks = attacks.map(|attack| self.attack(attack, dogfight.held));
        let attacks = attacks.collect::<Vec<_>>().join("; ");
        let order = dogfight.initiative.named(self.world);
        format!("Dogfight ({order}): {attacks}")
    }

    fn carrier_attack(self, attack: &CarrierAttack) -> String {
        let mut line = self.duel([attack.attacker, attack.carrier], attack.roll, 0);
        if let Some(first @ 1..) = attack.first_hit {
            line += &format!(", {first} off by the admiral's will");
        }
        if attack.absorbed > 0 {
            line += &format!(", {} absorbed by the shield", attack.absorbed);
        }
        let carrier = attack.carrier.named(self.world);
        line += &format!(", {carrier} loses {}", attack.lost);
        if attack.destroyed {
            line += " and is destroyed";
        }
        line
    }

    /// Tells what damage did; nothing if it did none.
    fn harms(self, harms: &[Harm]) -> Option<String> {
        let told = harms.iter().filter(|harm| harm.damage > 0).map(|harm| {
            let (unit, lost) = (harm.unit.named(self.world), harm.lost);
            let cause = match harm.cause {
                Cause::Attack | Cause::PointDefense => String::new(),
                other => format!(" {}", self.cause(other)),
            };
            let armor = match harm.absorbed {
                0 => String::new(),
                absorbed => format!(" ({absorbed} absorbed)"),
            };
            let end = match harm.destroyed {
                true => " and is destroyed",
                false => "",
            };
            format!("{unit} loses {lost}{cause}{armor}{end}")
        });
        let told: Vec<_> = told.collect();
        (!told.is_empty()).then(|| told.join(", "))
    }

    fn cause(self, cause: Cause) -> String {
        match cause {
            Cause::Attack => "to the attack".into(),
            Cause::Splash => "to the splash".into(),
            Cause::Spores(from) => format!("to the spores of {}", from.named(self.world)),
            Cause::PointDefense => "to point defense".into(),
            Cause::Hazard => "in a hazard".into(),
        }
    }

    /// Returns an effective stat with its parts, as the window lists them.
    pub fn stat(self, stat: &Stat) -> String {
        let parts = stat.parts.iter();
        let parts = parts.map(|(source, value)| format!("{} {value:+}", self.source(*source)));
        let parts: Vec<_> = parts.collect();
        format!("{} ({})", stat.total(), parts.join(", "))
    }

    /// Returns what a part of a stat comes from.
    pub fn source(self, source: Source) -> String {
        let content = setup::content(self.world);
        let name = match source {
            Source::Base => "type",
            Source::Action => "action",
            Source::Perk(perk) => &content.perk(perk).name,
            Source::Morale => "morale",
            Source::Trait(quirk) => &content.quirk(quirk).name,
            Source::Admiral(ability) => &content.admiral(ability).name,
            Source::FireControl => "fire control",
            Source::Accuracy => "accuracy here",
            Source::Hazard => "hazard here",
            Source::LastStand => "last stand",
        };
        name.to_owned()
    }

    /// Lists ships, and says what one of them, or several, are about.
    fn with_verb(self, ships: &[UnitId], one: &str, several: &str) -> String {
        let verb = if ships.len() == 1 { one } else { several };
        format!("{} {verb}", ships.named(self.world))
    }
}

/// Who rolled what: `Vega 7`.
impl Named for Initiative {
    fn named(&self, world: &World) -> String {
        format!("{} {}", self.ship.named(world), self.roll.total)
    }
}

/// Returns a roll with the die: `d10 7 +1 = 8`.
fn die(roll: DieRoll) -> String {
    let (sides, base, modifier) = (roll.sides, roll.base, roll.modifier);
    format!("d{sides} {base} {modifier:+} = {}", roll.total)
}
