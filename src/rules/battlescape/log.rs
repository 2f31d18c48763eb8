//! Events in words, for the log: what happened, and the dice and sums that it came from.
//!
//! **Invariant:** says what happened, itemised; decides nothing.

mod goal;

use bevy::prelude::World;

use crate::{
    battle::{
        board::Board,
        grid::TileId,
        unit::{Side, Title, UnitId, part},
    },
    content::terrain::TerrainId,
    rules::{
        Setting,
        battlescape::{
            attack::{Landing, Round, Wound, mode_name},
            content::{FireMode, items::ItemId},
            event::{BurstKind, Cause, Event, Harm, Holder, Mark},
            gear::Carried,
            nerve::Panic,
            objective::Plot,
            scenario::script::Action,
            soldier::Rulebook,
        },
    },
};

/// What such lines begin with as tell of dice and sums only.
const RECKONING: &str = "  ";

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

    /// Returns what came of an event, if it is worth a line, and the dice and sums it came from in an
    /// indented line of their own.
    pub fn lines(self, event: &Event) -> Vec<String> {
        let reckoning = self.reckoning(event);
        let reckoning = reckoning.map(|text| format!("{RECKONING}{text}"));
        self.line(event).into_iter().chain(reckoning).collect()
    }

    /// Returns the dice and sums an event came from, if it did.
    fn reckoning(self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Fired { attack, .. } => {
                let items: Vec<_> = (attack.aim.modifiers())
                    .map(|(name, value)| format!("{name} {value:+}"))
                    .collect();
                items.join(", ")
            }
            Event::Shot { round, .. } => round_dice(round),
            Event::Burst { landing, .. } if landing.hit.roll > 0 || landing.dice.sum > 0 => {
                landing_dice(landing)
            }
            Event::NerveTested {
                chance,
                roll,
                panic: Some(_),
                ..
            } => format!("rolled {roll} of {chance}"),
            Event::Cast {
                resisted: Some((chance, check)),
                ..
            } => format!("rolled {} of {chance}", check.roll),
            _ => return None,
        })
    }

    /// Returns what came of an event, if it is worth a line.
    fn line(self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Turned { .. }
            | Event::EnvironmentAged
            | Event::FiresBurnedDown
            | Event::SightRenewed
            | Event::FireRolled { ignites: None, .. }
            | Event::Stepped { .. }
            | Event::ObjectiveJudged { held: 0 }
            | Event::PhaseEnded { .. }
            | Event::Recovered
            | Event::Deployed { .. }
            | Event::Triggered { .. }
            | Event::ModeChanged { .. }
            | Event::NerveTested { panic: None, .. }
            | Event::UnitEnded { .. } => return None,
            Event::Bumped { unit, .. } => format!("{} is stopped in its tracks", self.name(*unit)),
            Event::Fired {
                unit,
                target,
                mode,
                reaction,
                attack,
                stopped,
                ..
            } => format!(
                "{}{} {} {}: {}%{}",
                if *reaction { "Reaction: " } else { "" },
                self.name(*unit),
                match mode {
                    FireMode::Strike => "strikes at".to_owned(),
                    _ => format!("fires {} at", mode_name(*mode)),
                },
                self.mark(*target),
                attack.aim.chance,
                self.end(*stopped)
            ),
            Event::Shot {
                target,
                round,
                ricochet,
                ..
            } => {
                let mut line = match &round.wound {
                    None => "A miss".to_owned(),
                    Some(wound) => self.hit(*target, wound),
                };
                if let Some((victim, _, dealt)) = ricochet.and_then(|ricochet| ricochet.victim) {
                    line.push_str(&format!(
                        "; a ricochet hits {}, who loses {dealt} HP",
                        self.name(victim)
                    ));
                }
                line
            }
            Event::Burst {
                kind,
                center,
                landing,
                harms,
                ..
            } => self.burst(*kind, *center, landing, harms),
            Event::TerrainHit { tile, state, loss } => {
                let terrain = world_terrain(self.world, state.terrain);
                match state.wear {
                    0 => format!(
                        "What stands at {} breaks under {loss}: {} now",
                        self.place(*tile),
                        terrain.to_lowercase()
                    ),
                    _ => format!("{terrain} at {} takes {loss}", self.place(*tile)),
                }
            }
            Event::Poisoned { unit, poison } => {
                format!(
                    "{} is poisoned for {} turns",
                    self.name(*unit),
                    poison.turns
                )
            }
            Event::CaughtFire { unit, burn } => {
                format!("{} burns for {} turns", self.name(*unit), burn.turns)
            }
            Event::Hurt {
                unit,
                cause,
                damage,
                ..
            } => {
                let cause = match cause {
                    Cause::Fire => "in the fire",
                    Cause::Hazard => "on deadly ground",
                    Cause::Burn => "from burns",
                    Cause::Poison => "from poison",
                    Cause::Danger => "in a danger zone",
                    Cause::Psi(_) => "to a strike at its mind",
                    Cause::Fall(_) => "in a fall",
                };
                format!("{} loses {damage} HP {cause}", self.name(*unit))
            }
            Event::Died { unit, by: Some(by) } if by == unit => {
                format!("{} dies by its own doing", self.name(*unit))
            }
            Event::Died { unit, by: Some(by) } => {
                format!("{} is killed by {}", self.name(*unit), self.name(*by))
            }
            Event::Died { unit, by: None } => format!("{} dies", self.name(*unit)),
            Event::TookCover { unit, .. } => format!("{} takes cover", self.name(*unit)),
            Event::WentProne { unit, .. } => format!("{} goes prone", self.name(*unit)),
            Event::Stood { unit, .. } => format!("{} stands up", self.name(*unit)),
            Event::Reloaded { unit, rounds, .. } => {
                format!("{} reloads ({rounds} rounds)", self.name(*unit))
            }
            Event::Readied { unit, .. } => format!("{} readies reaction fire", self.name(*unit)),
            Event::SuppressionReadied { unit, .. } => {
                format!("{} readies suppressing fire", self.name(*unit))
            }
            Event::Pinned { units } => self.each(units, |points| match points {
                0 => "cannot be suppressed more".into(),
                _ => format!("+{points} suppression"),
            }),
            Event::Suppressed { units } => {
                let names: Vec<_> = units.iter().map(|&unit| self.name(unit)).collect();
                let are = if names.len() == 1 { "is" } else { "are" };
                format!("{} {are} suppressed", names.join(", "))
            }
            Event::KnockedOut { unit } => format!("{} falls unconscious", self.name(*unit)),
            Event::MoraleShifted { units } => {
                self.each(units, |change| format!("morale {change:+}"))
            }
            Event::NerveTested {
                unit,
                panic: Some(_),
                ..
            } => format!("{} loses its nerve", self.name(*unit)),
            Event::Panicked { unit, panic } => {
                let what = match panic {
                    Panic::Berserk => "goes berserk",
                    Panic::Flee => "flees in panic",
                    Panic::Freeze => "freezes with fear",
                };
                format!("{} {what}", self.name(*unit))
            }
            Event::PanicOver { unit } => format!("{} pulls itself together", self.name(*unit)),
            Event::StunRolled { unit, passed, .. } => match passed {
                true => format!("{} shakes off the stun", self.name(*unit)),
                false => format!("{} is still stunned", self.name(*unit)),
            },
            Event::CameRound { unit } => format!("{} comes round", self.name(*unit)),
            Event::Threw {
                unit,
                item,
                tile,
                attack,
                stopped,
                ..
            } => format!(
                "{} throws {} at {}: {}%{}",
                self.name(*unit),
                with_article(self.item(*item)),
                self.place(*tile),
                attack.aim.chance,
                self.end(*stopped)
            ),
            Event::Primed { unit, .. } => format!("{} primes a grenade", self.name(*unit)),
            Event::Moved {
                unit,
                thing,
                from,
                to,
                ..
            } => {
                let what = with_article(self.thing(*thing));
                let name = self.name(*unit);
                match (from, to) {
                    (_, Holder::Slot(other, _)) if other != unit => {
                        format!("{name} tosses {} {what}", self.name(*other))
                    }
                    (Holder::Ground(..), _) => format!("{name} picks up {what}"),
                    (_, Holder::Ground(tile, _)) => {
                        format!("{name} leaves {what} at {}", self.place(*tile))
                    }
                    _ => format!("{name} moves {what}"),
                }
            }
            Event::Switched { unit, .. } => {
                format!("{} takes its other weapon", self.name(*unit))
            }
            Event::MineLaid { unit, mine, .. } => {
                format!(
                    "{} lays a mine at {}",
                    self.name(*unit),
                    self.place(mine.tile)
                )
            }
            Event::MineTripped { mine, by } => {
                format!(
                    "{} trips a mine at {}",
                    self.name(*by),
                    self.place(mine.tile)
                )
            }
            Event::Helped {
                unit,
                target,
                health,
                stun,
                ..
            } => match (health, stun) {
                (0, 0) => format!("{} rids {} of poison", self.name(*unit), self.name(*target)),
                (0, 1..) => format!(
                    "{} takes {stun} stun from {}",
                    self.name(*unit),
                    self.name(*target)
                ),
                _ => format!(
                    "{} gives {} {health} HP back",
                    self.name(*unit),
                    self.name(*target)
                ),
            },
            Event::Cast {
                unit,
                ability,
                target,
                resisted,
                stopped,
                ..
            } => {
                let content = self.world.resource::<Rulebook>().content();
                let odds = match resisted {
                    Some((_, check)) if check.passed => ": it gets through",
                    Some(_) => ": resisted",
                    None => "",
                };
                format!(
                    "{} uses {} on {}{odds}{}",
                    self.name(*unit),
                    content.ability(*ability).name,
                    self.mark(*target),
                    self.end(*stopped)
                )
            }
            Event::Controlled { unit, by } => {
                format!("{} obeys {}", self.name(*unit), self.name(*by))
            }
            Event::Freed { unit } => format!("{} is free again", self.name(*unit)),
            Event::EyeOpened { unit, tile, .. } => {
                format!("{} sees {}", self.name(*unit), self.place(*tile))
            }
            Event::Rallied { unit, morale } => {
                format!("{} rallies: morale +{morale}", self.name(*unit))
            }
            Event::Hastened { unit, tu: 0 } => {
                format!("{} can have no more TU", self.name(*unit))
            }
            Event::Hastened { unit, tu } => format!("{} gets {tu} TU", self.name(*unit)),
            Event::Heard { traces } => {
                let sides: Vec<_> = traces.iter().map(|trace| self.side(trace.side)).collect();
                format!("Something out of sight is heard by {}", sides.join(" and "))
            }
            Event::Scanned { unit, blips, .. } => {
                format!("{} scans: {} contacts", self.name(*unit), blips.len())
            }
            Event::DoorMoved { unit, becomes, .. } => {
                let rulebook = self.world.resource::<Rulebook>();
                let is_open = rulebook.0.terrain(*becomes).move_percent.is_some();
                let verb = if is_open { "opens" } else { "closes" };
                format!("{} {verb} a door", self.name(*unit))
            }
            Event::Interacted { unit, object, .. } => {
                let object = &self.world.resource::<Plot>().0.objects[usize::from(*object)];
                format!("{} uses the {}", self.name(*unit), object.name)
            }
            Event::Called { unit, target, .. } => {
                format!("{} calls {}", self.name(*unit), self.name(*target))
            }
            Event::Told { trigger, action } => {
                let script = &self.world.resource::<Plot>().0;
                match &script.triggers[usize::from(*trigger)].then[usize::from(*action)] {
                    Action::Message(text) => text.replace('\n', " "),
                    _ => return None,
                }
            }
            Event::Arrived { unit, .. } => format!("{} arrives", self.name(*unit)),
            Event::Displaced { unit, .. } => format!("{} has to give way", self.name(*unit)),
            Event::TerrainChanged { tile, state } => {
                let terrain = world_terrain(self.world, state.terrain);
                format!("{} is {} now", self.place(*tile), terrain.to_lowercase())
            }
            Event::BurnedDown { tile, was, .. } => {
                let was = world_terrain(self.world, *was);
                format!("{was} at {} burns down", self.place(*tile))
            }
            Event::Lit { light } => format!("A light goes up at {}", self.place(light.tile)),
            Event::Endangered { danger } => {
                format!("A zone becomes deadly in turn {}", danger.from)
            }
            Event::Joined { unit, side } => {
                format!("{} joins {}", self.name(*unit), self.side(*side))
            }
            Event::SecondaryDone { index } => {
                let secondary = &self.world.resource::<Plot>().0.secondary;
                format!("Done: {}", secondary[usize::from(*index)].name)
            }
            Event::Left { unit, .. } => format!("{} leaves the map", self.name(*unit)),
            Event::Spotted { side, unit, tile } => {
                format!(
                    "{} is seen by {} at {}",
                    self.name(*unit),
                    self.side(*side),
                    self.place(*tile)
                )
            }
            Event::FireRolled {
                ignites: Some(tile),
                ..
            } => {
                format!("Fire spreads to {}", self.place(*tile))
            }
            Event::ObjectiveJudged { held } => format!("The zone is held, turn {held} in a row"),
            Event::Ended { ending } => format!("The battle ends: {}", ending.outcome),
            Event::ObjectiveLost { loss } => self.loss(*loss),
            Event::PlayedOn { late: true, .. } => "The squad fights on without a time limit".into(),
            Event::PlayedOn { late: false, .. } => {
                "The squad fights on without its objective".into()
            }
            Event::Renewed { .. } => "Changed rules and texts hold from now on".into(),
            Event::TurnBegan { turn } => format!("Turn {turn}"),
            Event::PhaseBegan { side } => format!("Phase of {}", self.side(*side)),
        })
    }

    fn item(self, item: ItemId) -> &'w str {
        &self.world.resource::<Rulebook>().content().item(item).name
    }

    fn thing(self, thing: Carried) -> &'w str {
        match thing {
            Carried::Item { item, .. } => self.item(item),
            Carried::Weapon { weapon, .. } => {
                let content = self.world.resource::<Rulebook>().content();
                &content.weapon(weapon).name
            }
        }
    }

    fn mark(self, mark: Mark) -> String {
        match mark {
            Mark::Unit(unit) => self.name(unit).to_owned(),
            Mark::Hex(tile) => self.place(tile),
        }
    }

    fn burst(self, kind: BurstKind, center: TileId, landing: &Landing, harms: &[Harm]) -> String {
        let what = burst_name(kind);
        let aim = match landing.scatter {
            None => String::new(),
            Some((_, hexes)) => format!(", {hexes} off"),
        };
        let place = self.place(center);
        format!("It {what} at {place}{aim}{}", self.harms(harms))
    }

    /// Says what an area attack did to each unit in it.
    fn harms(self, harms: &[Harm]) -> String {
        let tell = |harm: &Harm| format!("; {}", self.harm(harm));
        harms.iter().map(tell).collect()
    }

    /// What an area attack did to one unit: `Sectoid loses 12 HP and is poisoned`.
    fn harm(self, harm: &Harm) -> String {
        let how = if harm.blocked { " (blocked)" } else { "" };
        let lost = match harm.stun {
            Some(_) if harm.dealt == 0 => None,
            _ => Some(format!("loses {} HP{how}", harm.dealt)),
        };
        let stun = (harm.stun).map(|points| match harm.falls {
            true => format!("takes {points} stun"),
            false => format!("takes {points} stun and loses a turn"),
        });
        let poison = harm.poison.map(|_| "is poisoned".to_owned());
        let falls = harm.falls.then(|| "falls unconscious".to_owned());
        let parts: Vec<_> = [lost, stun, poison, falls].into_iter().flatten().collect();
        format!("{} {}", self.name(harm.unit), parts.join(" and "))
    }

    /// What a round that hit did: `A critical hit: Sectoid loses 12 HP`.
    fn hit(self, target: Mark, wound: &Wound) -> String {
        if let Mark::Hex(tile) = target {
            return format!("It strikes {} for {}", self.ground(tile), wound.after_mode);
        }
        let how = match () {
            () if wound.blocked => "Blocked by armor",
            () if wound.is_crit() => "A critical hit",
            () => "A hit",
        };
        format!("{how}: {} loses {} HP", self.mark(target), wound.dealt)
    }

    /// Where something unseen stopped a shot, if it did.
    fn end(self, stopped: Option<TileId>) -> String {
        stopped.map_or_else(String::new, |tile| {
            format!("; {} is in the way", self.ground(tile))
        })
    }

    /// The terrain of a hex and where it is: `wall at (3, 4)`.
    fn ground(self, tile: TileId) -> String {
        let layers = &self.world.resource::<Board>().layers;
        let terrain = world_terrain(self.world, layers.terrain(tile)).to_lowercase();
        format!("{terrain} at {}", self.place(tile))
    }

    fn each<T: Copy>(self, units: &[(UnitId, T)], tell: impl Fn(T) -> String) -> String {
        let parts: Vec<_> = (units.iter())
            .map(|&(unit, what)| format!("{} {}", self.name(unit), tell(what)))
            .collect();
        parts.join(", ")
    }

    fn side(self, side: Side) -> &'w str {
        &self.world.resource::<Setting>().mission.sides[side.index()].name
    }

    fn name(self, unit: UnitId) -> &'w str {
        &part::<Title>(self.world, unit).0
    }

    fn place(self, tile: TileId) -> String {
        let (column, row) = self.world.resource::<Board>().grid.to_offset(tile);
        format!("({column}, {row})")
    }
}

/// Returns a name inside a sentence: `an incendiary grenade`.
fn with_article(name: &str) -> String {
    let article = match name.starts_with(['A', 'E', 'I', 'O', 'U']) {
        true => "an",
        false => "a",
    };
    format!("{article} {}", name.to_lowercase())
}

/// Tells the dice and sums of a round.
fn round_dice(round: &Round) -> String {
    let roll = round.hit.roll;
    let Some(wound) = &round.wound else {
        return format!("rolled {roll}: miss");
    };
    format!(
        "rolled {roll}: hit{}, dice {} > {} > {} less armor {}{}",
        if wound.is_crit() { ", critical" } else { "" },
        wound.dice.sum,
        wound.after_mode,
        wound.after_matrix,
        wound.armor,
        if wound.blocked { " (blocked)" } else { "" },
    )
}

/// Tells the dice and sums of an area attack, those of it that were rolled.
fn landing_dice(landing: &Landing) -> String {
    let (roll, sum) = (landing.hit.roll, landing.dice.sum);
    let rolled = (roll > 0).then(|| format!("rolled {roll}"));
    let dice = (sum > 0).then(|| format!("dice {sum} > {}", landing.after_mode));
    let critical = landing.is_crit().then(|| "critical".to_owned());
    let parts: Vec<_> = [rolled, dice, critical].into_iter().flatten().collect();
    parts.join(", ")
}

fn burst_name(kind: BurstKind) -> &'static str {
    match kind {
        BurstKind::Blast => "explodes",
        BurstKind::Cloud => "bursts into a cloud",
        BurstKind::Smoke => "smokes",
        BurstKind::Fire => "bursts into flames",
        BurstKind::Flash => "flashes",
        BurstKind::Light => "lights up",
    }
}

fn world_terrain(world: &World, terrain: TerrainId) -> &str {
    &world.resource::<Rulebook>().0.terrain(terrain).name
}
