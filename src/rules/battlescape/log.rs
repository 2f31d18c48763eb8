//! Events in words, for the log: what happened, and the dice and sums that it came from.
//!
//! **Invariant:** says what happened, itemised; decides nothing.

use bevy::prelude::World;

use crate::{
    battle::{
        board::Board,
        grid::TileId,
        unit::{Side, Title, UnitId, part},
    },
    content::{battlescape::items::ItemId, terrain::TerrainId},
    rules::battlescape::{
        attack::{Landing, Round, mode_name},
        event::{BurstKind, Cause, Event, Harm, Holder, Mark},
        gear::Carried,
        nerve::Panic,
        objective::Plot,
        scenario::script::Action,
        soldier::Rulebook,
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
                ..
            } => format!(
                "{}{} fires {} at {}: {}%",
                if *reaction { "Reaction: " } else { "" },
                self.name(*unit),
                mode_name(*mode),
                self.mark(*target),
                attack.aim.chance,
            ),
            Event::Shot {
                target,
                round,
                ricochet,
                ..
            } => {
                let mut line = match &round.wound {
                    None => "A miss".to_owned(),
                    Some(wound) => format!(
                        "{}: {} loses {} HP",
                        match () {
                            () if wound.blocked => "Blocked by armor",
                            () if wound.is_crit() => "A critical hit",
                            () => "A hit",
                        },
                        self.mark(*target),
                        wound.dealt
                    ),
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
                format!("{} at {} takes {loss}", terrain, self.place(*tile))
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
            Event::Pinned { units } => self.each(units, |points| format!("+{points} suppression")),
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
                ..
            } => format!(
                "{} throws a {} at {}: {}%",
                self.name(*unit),
                self.item(*item),
                self.place(*tile),
                attack.aim.chance
            ),
            Event::Primed { unit, .. } => format!("{} primes a grenade", self.name(*unit)),
            Event::Moved {
                unit,
                thing,
                from,
                to,
                ..
            } => {
                let what = self.thing(*thing);
                let name = self.name(*unit);
                match (from, to) {
                    (_, Holder::Slot(other, _)) if other != unit => {
                        format!("{name} tosses {} a {what}", self.name(*other))
                    }
                    (Holder::Ground(..), _) => format!("{name} picks up a {what}"),
                    (_, Holder::Ground(tile, _)) => {
                        format!("{name} leaves a {what} at {}", self.place(*tile))
                    }
                    _ => format!("{name} moves a {what}"),
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
                ..
            } => {
                let content = self.world.resource::<Rulebook>().content();
                let odds = match resisted {
                    Some((_, check)) if check.passed => ": it gets through",
                    Some(_) => ": resisted",
                    None => "",
                };
                format!(
                    "{} uses {} on {}{odds}",
                    self.name(*unit),
                    content.ability(*ability).name,
                    self.mark(*target)
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
            Event::Hastened { unit, tu } => format!("{} gets {tu} TU", self.name(*unit)),
            Event::Heard { traces } => {
                let sides: Vec<_> = traces.iter().map(|trace| side_name(trace.side)).collect();
                format!("{} hears something", sides.join(" and "))
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
                format!("{} is a {terrain} now", self.place(*tile))
            }
            Event::Lit { light } => format!("A light goes up at {}", self.place(light.tile)),
            Event::Endangered { danger } => {
                format!("A zone becomes deadly in turn {}", danger.from)
            }
            Event::Joined { unit, side } => {
                format!("{} joins {}", self.name(*unit), side_name(*side))
            }
            Event::SecondaryDone { index } => {
                let secondary = &self.world.resource::<Plot>().0.secondary;
                format!("Done: {}", secondary[usize::from(*index)].name)
            }
            Event::Left { unit, .. } => format!("{} leaves the map", self.name(*unit)),
            Event::Spotted { side, unit, tile } => {
                format!(
                    "{} spots {} at {}",
                    side_name(*side),
                    self.name(*unit),
                    self.place(*tile)
                )
            }
            Event::FireRolled {
                ignites: Some(tile),
                ..
            } => {
                format!("Fire spreads to {}", self.place(*tile))
            }
            Event::ObjectiveJudged { held } => format!("The zone is held for turn {held}"),
            Event::Ended { ending } => format!("The battle ends: {}", ending.outcome),
            Event::PlayedOn => "The squad fights on without a time limit".into(),
            Event::Renewed { .. } => "Changed rules and texts hold from now on".into(),
            Event::TurnBegan { turn } => format!("Turn {turn}"),
            Event::PhaseBegan { side } => format!("{} acts", side_name(*side)),
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
        let tell = |harm: &Harm| {
            let how = if harm.blocked { " (blocked)" } else { "" };
            format!("; {} loses {} HP{how}", self.name(harm.unit), harm.dealt)
        };
        harms.iter().map(tell).collect()
    }

    fn each<T: Copy>(self, units: &[(UnitId, T)], tell: impl Fn(T) -> String) -> String {
        let parts: Vec<_> = (units.iter())
            .map(|&(unit, what)| format!("{} {}", self.name(unit), tell(what)))
            .collect();
        parts.join(", ")
    }

    fn name(self, unit: UnitId) -> &'w str {
        &part::<Title>(self.world, unit).0
    }

    fn place(self, tile: TileId) -> String {
        let (column, row) = self.world.resource::<Board>().grid.to_offset(tile);
        format!("({column}, {row})")
    }
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

fn side_name(side: Side) -> String {
    format!("Side {}", side.0 + 1)
}
