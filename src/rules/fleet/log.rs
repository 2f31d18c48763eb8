//! Events in words, for the log, with the dice.
//!
//! **Invariant:** says what happened, itemized; decides nothing. Sealed plans are not told.

use bevy::prelude::World;

use crate::{
    battle::{
        board::Board,
        grid::TileId,
        unit::{Side, Title, UnitId, part},
    },
    playing::Setting,
    rules::fleet::{
        content::FleetContent,
        event::{
            Attack, CarrierAttack, Cause, DieRoll, DogfightEvent, Event, Harm, Initiative, Intent,
            Interception, NoLanding, Source, Stat,
        },
        setup,
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
        if self.content().options.debug_combat_tracing {
            lines.extend(self.trace(event));
        }
        lines
    }

    /// Returns an event as a line, if it is worth one.
    pub fn line(self, event: &Event) -> Option<String> {
        (self.line_of_plans(event))
            .or_else(|| self.line_of_combat(event))
            .or_else(|| self.line_of_upkeep(event))
    }

    /// Tells of plans, launches, carriers, steps and landings.
    fn line_of_plans(self, event: &Event) -> Option<String> {
        Some(match event {
            Event::DeployFailed { unit, tile } => format!(
                "{} begins where it was: {} is taken",
                self.name(*unit),
                self.place(*tile)
            ),
            Event::Withdrew { ship } => format!(
                "{} leaves the battle, out of ammunition with nowhere to rearm",
                self.name(*ship)
            ),
            Event::Committed { side, .. } => format!("{} has its orders", self.side(*side)),
            Event::SubPhaseBegan { number } => format!("Sub-phase {}", number + 1),
            Event::Launched { ship, tile, .. } => {
                format!("{} is launched to {}", self.name(*ship), self.place(*tile))
            }
            Event::LaunchFailed { ship } => {
                format!("{} finds no way out and stays docked", self.name(*ship))
            }
            Event::Repaired { unit, hull } => {
                format!("{} is repaired by {hull}", self.name(*unit))
            }
            Event::Rearmed { ships } => format!("{} rearmed", self.names(ships)),
            Event::Blocked { unit, hex, .. } => match hex {
                Some(hex) => format!("{} is blocked at {}", self.name(*unit), self.place(*hex)),
                None => format!("{} is stopped by the edge of the board", self.name(*unit)),
            },
            Event::Landed { ship } => format!("{} lands", self.name(*ship)),
            Event::LandingFailed { ship, reason } => {
                format!("{} cannot land: {}", self.name(*ship), no_landing(*reason))
            }
            _ => return None,
        })
    }

    /// Tells of combat.
    fn line_of_combat(self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Intercepted(interception) => self.interception(interception),
            Event::FightBegan { hex, initiative } => {
                let order = self.order(initiative);
                format!("Fight at {}: {order}", self.place(*hex))
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
                format!("{} without a target", self.fires(&wasted))
            }
            Event::Dogfight(dogfight) => self.dogfight(dogfight),
            Event::ShotLost(shot) => format!("The shot of {} is lost", self.name(shot.ship)),
            Event::Volley { harms, .. } => {
                let harms = self.harms(harms)?;
                format!("All hits land together: {harms}")
            }
            Event::PointDefense { carrier, harms } => {
                let harms = self.harms(harms)?;
                format!("Point defense of {}: {harms}", self.name(*carrier))
            }
            Event::CarrierAttacked(attack) => self.carrier_attack(attack),
            Event::HangarLost { ships } => {
                format!("{} lost in the hangar", self.names(ships))
            }
            _ => return None,
        })
    }

    /// Tells of upkeep and of the turn itself.
    fn line_of_upkeep(self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Quieted { turns, left } => match left {
                Some(0) => format!("Time is up: nothing happened for {turns} turns"),
                Some(1) => "Nothing happens: in 1 more such turn time is up".into(),
                Some(left) => format!("Nothing happens: in {left} more such turns time is up"),
                None => return None,
            },
            Event::Regenerated { ships } => {
                let ships: Vec<_> = (ships.iter())
                    .map(|(ship, hull)| format!("{} {hull}", self.name(*ship)))
                    .collect();
                format!("Hull regained: {}", ships.join(", "))
            }
            Event::HazardStruck { harms } => self.harms(harms)?,
            Event::DriveCharged { side, charge } => {
                let full = self.content().figures.drive_turns;
                format!(
                    "The jump drive of {} is at {charge} of {full}",
                    self.side(*side)
                )
            }
            Event::ReinforcementRolled {
                side,
                percent,
                check,
                arrival,
            } => {
                let chance = format!("{}, chance {percent}%", check.roll);
                match arrival {
                    Some((ship, tile, _)) => format!(
                        "{} reinforces {} at {} (rolled {chance})",
                        self.name(*ship),
                        self.side(*side),
                        self.place(*tile)
                    ),
                    None => format!("No help comes for {} (rolled {chance})", self.side(*side)),
                }
            }
            Event::TurnBegan => {
                let turn = self.world.resource::<crate::battle::phase::Turn>().number;
                format!("Turn {turn}")
            }
            Event::Ended(ending) => format!("The battle is over: {}", ending.outcome),
            Event::PlayedOn => "The battle goes on".into(),
            Event::Renewed { .. } => "Changed rules and texts hold from now on".into(),
            _ => return None,
        })
    }

    /// Lists every step of the rolls of an event (clarification 16).
    pub fn trace(self, event: &Event) -> Vec<String> {
        match event {
            Event::Intercepted(interception) => self.trace_attack(&interception.attack),
            Event::Fought { attack, .. }
            | Event::ShotFired { attack, .. }
            | Event::CarrierFired { attack } => self.trace_attack(attack),
            Event::FightBegan { initiative, .. } | Event::ShotsOrdered { initiative } => {
                self.trace_initiative(initiative)
            }
            Event::Dogfight(dogfight) => {
                let mut lines = self.trace_initiative(&dogfight.initiative);
                let attacks = dogfight.attacks.iter();
                lines.extend(attacks.flat_map(|attack| self.trace_attack(attack)));
                lines
            }
            Event::CarrierAttacked(attack) => {
                let stat = self.stat(&attack.attack);
                let (roll, defense) = (die(attack.roll), attack.defense);
                vec![format!("  {roll}; ATK {stat}; DEF {defense}")]
            }
            Event::IntentDrawn {
                ship,
                weights,
                roll,
                intent,
                ..
            } => {
                let intent = intent_name(*intent);
                vec![format!(
                    "  {} draws {roll}: {intent} (attack {}, advance {}, hold {}, retreat {})",
                    self.name(*ship),
                    weights.attack,
                    weights.advance,
                    weights.hold,
                    weights.retreat
                )]
            }
            _ => Vec::new(),
        }
    }

    fn trace_initiative(self, initiative: &[Initiative]) -> Vec<String> {
        let line = |one: &Initiative| {
            let (name, roll) = (self.name(one.ship), die(one.roll));
            format!("  {name} initiative {roll}, SPD {}", one.speed)
        };
        initiative.iter().map(line).collect()
    }

    fn trace_attack(self, attack: &Attack) -> Vec<String> {
        let mut line = format!(
            "  {}; ATK {}; DEF {}; pierce {}",
            die(attack.roll),
            self.stat(&attack.attack),
            self.stat(&attack.defense),
            attack.pierce
        );
        if let Some(check) = attack.lucky {
            let outcome = if check.passed {
                "more damage"
            } else {
                "no more"
            };
            line.push_str(&format!("; {} on luck, {outcome}", check.roll));
        }
        let harms = attack.harms.iter().map(|harm| {
            let (name, cause) = (self.name(harm.unit), self.cause(harm.cause));
            format!(
                "  {name}: {} {cause}, {} absorbed, {} lost",
                harm.damage, harm.absorbed, harm.lost
            )
        });
        [line].into_iter().chain(harms).collect()
    }

    fn interception(self, interception: &Interception) -> String {
        format!(
            "{} is intercepted at {}: {}",
            self.name(interception.mover),
            self.place(interception.hex),
            self.attack(&interception.attack, false)
        )
    }

    fn attack(self, attack: &Attack, held: bool) -> String {
        let (by, at) = (self.name(attack.attacker), self.name(attack.defender));
        let mut line = format!("{by} attacks {at}: {}", roll_of(attack.roll, attack.pierce));
        if attack.evaded {
            line.push_str(", evaded");
        } else if held {
            line.push_str(&format!(", {} damage", attack.damage));
        } else if let Some(harms) = self.harms(&attack.harms) {
            line.push_str(&format!(", {harms}"));
        } else {
            line.push_str(", no damage");
        }
        line
    }

    fn dogfight(self, dogfight: &DogfightEvent) -> String {
        let attacks = dogfight.attacks.iter();
        let attacks: Vec<_> = attacks
            .map(|attack| self.attack(attack, dogfight.held))
            .collect();
        format!(
            "Dogfight ({}): {}",
            self.order(&dogfight.initiative),
            attacks.join("; ")
        )
    }

    fn carrier_attack(self, attack: &CarrierAttack) -> String {
        let (by, at) = (self.name(attack.attacker), self.name(attack.carrier));
        let mut line = format!("{by} attacks {at}: {}", roll_of(attack.roll, 0));
        if let Some(first @ 1..) = attack.first_hit {
            line.push_str(&format!(", {first} off by the admiral's will"));
        }
        if attack.absorbed > 0 {
            line.push_str(&format!(", {} absorbed by the shield", attack.absorbed));
        }
        line.push_str(&format!(", {at} loses {}", attack.lost));
        if attack.destroyed {
            line.push_str(" and is destroyed");
        }
        line
    }

    /// Tells what damage did; nothing if it did none.
    fn harms(self, harms: &[Harm]) -> Option<String> {
        let told = harms.iter().filter(|harm| harm.damage > 0).map(|harm| {
            let name = self.name(harm.unit);
            let cause = match harm.cause {
                Cause::Attack | Cause::PointDefense => String::new(),
                other => format!(" {}", self.cause(other)),
            };
            let armor = match harm.absorbed {
                0 => String::new(),
                absorbed => format!(" ({absorbed} absorbed)"),
            };
            let end = if harm.destroyed {
                " and is destroyed"
            } else {
                ""
            };
            format!("{name} loses {}{cause}{armor}{end}", harm.lost)
        });
        let told: Vec<_> = told.collect();
        (!told.is_empty()).then(|| told.join(", "))
    }

    fn cause(self, cause: Cause) -> String {
        match cause {
            Cause::Attack => "to the attack".into(),
            Cause::Splash => "to the splash".into(),
            Cause::Spores(from) => format!("to the spores of {}", self.name(from)),
            Cause::PointDefense => "to point defense".into(),
            Cause::Hazard => "in a hazard".into(),
        }
    }

    /// Returns an effective stat with its parts, as the window lists them.
    pub fn stat(self, stat: &Stat) -> String {
        let parts: Vec<_> = (stat.parts.iter())
            .map(|(source, value)| format!("{} {value:+}", self.source(*source)))
            .collect();
        format!("{} ({})", stat.total(), parts.join(", "))
    }

    /// Returns what a part of a stat comes from.
    pub fn source(self, source: Source) -> String {
        let content = self.content();
        match source {
            Source::Base => "type".into(),
            Source::Action => "action".into(),
            Source::Perk(perk) => content.perk(perk).name.clone(),
            Source::Morale => "morale".into(),
            Source::Trait(quirk) => content.quirk(quirk).name.clone(),
            Source::Admiral(ability) => content.admiral(ability).name.clone(),
            Source::FireControl => "fire control".into(),
            Source::Accuracy => "accuracy here".into(),
            Source::Hazard => "hazard here".into(),
            Source::LastStand => "last stand".into(),
        }
    }

    fn order(self, initiative: &[Initiative]) -> String {
        let told = initiative.iter().map(|one| {
            let (name, total) = (self.name(one.ship), one.roll.total);
            format!("{name} {total}")
        });
        told.collect::<Vec<_>>().join(", ")
    }

    fn fires(self, ships: &[UnitId]) -> String {
        let verb = if ships.len() == 1 { "fires" } else { "fire" };
        format!("{} {verb}", self.list(ships))
    }

    fn names(self, ships: &[UnitId]) -> String {
        let verb = if ships.len() == 1 { "is" } else { "are" };
        format!("{} {verb}", self.list(ships))
    }

    fn list(self, ships: &[UnitId]) -> String {
        let names: Vec<_> = ships.iter().map(|&ship| self.name(ship)).collect();
        names.join(", ")
    }

    fn name(self, id: UnitId) -> String {
        part::<Title>(self.world, id).0.clone()
    }

    fn side(self, side: Side) -> String {
        let mission = &self.world.resource::<Setting>().mission;
        mission.sides[side.index()].name.clone()
    }

    fn place(self, tile: TileId) -> String {
        let (column, row) = self.world.resource::<Board>().grid.to_offset(tile);
        format!("({column}, {row})")
    }

    fn content(self) -> &'w FleetContent {
        setup::content(self.world)
    }
}

/// Returns a roll with the die: `d10 7 +1 = 8`.
fn die(roll: DieRoll) -> String {
    let DieRoll {
        sides,
        base,
        modifier,
        total,
    } = roll;
    format!("d{sides} {base} {modifier:+} = {total}")
}

/// Returns a roll of damage with what pierces.
fn roll_of(roll: DieRoll, pierce: u16) -> String {
    match pierce {
        0 => die(roll),
        pierce => format!("{}, pierce {pierce}", die(roll)),
    }
}

/// Returns the words for an intent.
pub fn intent_name(intent: Intent) -> &'static str {
    match intent {
        Intent::Attack => "attack",
        Intent::Advance => "advance",
        Intent::Hold => "hold",
        Intent::Retreat => "retreat",
    }
}

fn no_landing(reason: NoLanding) -> &'static str {
    match reason {
        NoLanding::CannotDock => "its type cannot dock",
        NoLanding::NoCarrier => "there is no carrier",
        NoLanding::TooFar => "the carrier is not beside it",
        NoLanding::Full => "the hangar is full",
    }
}
