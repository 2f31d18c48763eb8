//! Events by what they are about, each as a line.
//!
//! **Invariant:** what is not worth a line is not listed.

use super::{Log, with_article, world_terrain};
use crate::rules::{
    battlescape::{
        attack::mode_name,
        content::FireMode,
        event::{Cause, Event, Holder},
        nerve::Panic,
        objective::Plot,
        scenario::script::Action,
        soldier::Rulebook,
    },
    kit::sentence::{Named, say},
};

impl Log<'_> {
    /// Tells of who moves, takes cover, comes and goes.
    pub(super) fn moves(self, event: &Event) -> Option<String> {
        let at = self.world;
        Some(match event {
            Event::Bumped { unit, .. } => format!("{} is stopped in its tracks", self.name(*unit)),
            Event::TookCover { unit, .. } => format!("{} takes cover", self.name(*unit)),
            Event::WentProne { unit, .. } => format!("{} goes prone", self.name(*unit)),
            Event::Stood { unit, .. } => format!("{} stands up", self.name(*unit)),
            Event::DoorMoved { unit, becomes, .. } => {
                let rulebook = self.world.resource::<Rulebook>();
                let is_open = rulebook.catalog().terrain(*becomes).move_percent.is_some();
                let verb = if is_open { "opens" } else { "closes" };
                format!("{} {verb} a door", self.name(*unit))
            }
            Event::Called { unit, target, .. } => say!(at, [unit, target], "{unit} calls {target}"),
            Event::Arrived { unit, .. } => format!("{} arrives", self.name(*unit)),
            Event::Displaced { unit, .. } => format!("{} has to give way", self.name(*unit)),
            Event::Left { unit, .. } => format!("{} leaves the map", self.name(*unit)),
            Event::Spotted { side, unit, tile } => {
                say!(at, [unit, side, tile], "{unit} is seen by {side} at {tile}")
            }
            _ => return None,
        })
    }

    /// Tells of attacks and readied reactions.
    pub(super) fn attacks(self, event: &Event) -> Option<String> {
        let at = self.world;
        Some(match event {
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
            Event::Readied { unit, .. } => format!("{} readies reaction fire", self.name(*unit)),
            Event::SuppressionReadied { unit, .. } => {
                format!("{} readies suppressing fire", self.name(*unit))
            }
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
            Event::MineTripped { mine, by } => {
                let tile = &mine.tile;
                say!(at, [by, tile], "{by} trips a mine at {tile}")
            }
            _ => return None,
        })
    }

    /// Tells of wounds, falls, deaths and help.
    pub(super) fn wounds(self, event: &Event) -> Option<String> {
        let at = self.world;
        Some(match event {
            Event::Poisoned { unit, poison } => {
                let turns = poison.turns;
                say!(at, [unit], "{unit} is poisoned for {turns} turns")
            }
            Event::CaughtFire { unit, burn } => {
                let turns = burn.turns;
                say!(at, [unit], "{unit} burns for {turns} turns")
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
            Event::Died { unit, by: Some(by) } => say!(at, [unit, by], "{unit} is killed by {by}"),
            Event::Died { unit, by: None } => format!("{} dies", self.name(*unit)),
            Event::KnockedOut { unit } => format!("{} falls unconscious", self.name(*unit)),
            Event::StunRolled { unit, passed, .. } => match passed {
                true => format!("{} shakes off the stun", self.name(*unit)),
                false => format!("{} is still stunned", self.name(*unit)),
            },
            Event::CameRound { unit } => format!("{} comes round", self.name(*unit)),
            Event::Helped {
                unit,
                target,
                health,
                stun,
                ..
            } => match (health, stun) {
                (0, 0) => say!(at, [unit, target], "{unit} rids {target} of poison"),
                (0, 1..) => say!(at, [unit, target], "{unit} takes {stun} stun from {target}"),
                _ => say!(at, [unit, target], "{unit} gives {target} {health} HP back"),
            },
            _ => return None,
        })
    }

    /// Tells of abilities, nerves and loyalties.
    pub(super) fn minds(self, event: &Event) -> Option<String> {
        let at = self.world;
        Some(match event {
            Event::Pinned { units } => self.each(units, |points| match points {
                0 => "cannot be suppressed more".into(),
                _ => format!("+{points} suppression"),
            }),
            Event::Suppressed { units } => {
                let names: Vec<_> = units.iter().map(|&unit| self.name(unit)).collect();
                let are = if names.len() == 1 { "is" } else { "are" };
                format!("{} {are} suppressed", names.join(", "))
            }
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
            Event::Controlled { unit, by } => say!(at, [unit, by], "{unit} obeys {by}"),
            Event::Freed { unit } => format!("{} is free again", self.name(*unit)),
            Event::Rallied { unit, morale } => say!(at, [unit], "{unit} rallies: morale +{morale}"),
            Event::Hastened { unit, tu: 0 } => say!(at, [unit], "{unit} can have no more TU"),
            Event::Hastened { unit, tu } => format!("{} gets {tu} TU", self.name(*unit)),
            Event::Heard { traces } => {
                let sides: Vec<_> = traces.iter().map(|trace| self.side(trace.side)).collect();
                format!("Something out of sight is heard by {}", sides.join(" and "))
            }
            Event::Joined { unit, side } => say!(at, [unit, side], "{unit} joins {side}"),
            _ => return None,
        })
    }

    /// Tells of things that change hands and are used.
    pub(super) fn things(self, event: &Event) -> Option<String> {
        let at = self.world;
        Some(match event {
            Event::Reloaded { unit, rounds, .. } => {
                say!(at, [unit], "{unit} reloads ({rounds} rounds)")
            }
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
            Event::Switched { unit, .. } => say!(at, [unit], "{unit} takes its other weapon"),
            Event::MineLaid { unit, mine, .. } => {
                let tile = &mine.tile;
                say!(at, [unit, tile], "{unit} lays a mine at {tile}")
            }
            Event::Scanned { unit, blips, .. } => {
                format!("{} scans: {} contacts", self.name(*unit), blips.len())
            }
            Event::Interacted { unit, object, .. } => {
                let object = &self.world.resource::<Plot>().0.objects[usize::from(*object)];
                format!("{} uses the {}", self.name(*unit), object.name)
            }
            _ => return None,
        })
    }

    /// Tells of terrain, fire and light.
    pub(super) fn grounds(self, event: &Event) -> Option<String> {
        let at = self.world;
        Some(match event {
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
            Event::EyeOpened { unit, tile, .. } => say!(at, [unit, tile], "{unit} sees {tile}"),
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
            Event::FireRolled {
                ignites: Some(tile),
                ..
            } => say!(at, [tile], "Fire spreads to {tile}"),
            _ => return None,
        })
    }

    /// Tells of the turn, the objective and the script.
    pub(super) fn turns(self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Told { trigger, action } => {
                let script = &self.world.resource::<Plot>().0;
                match &script.triggers[usize::from(*trigger)].then[usize::from(*action)] {
                    Action::Message(text) => text.replace('\n', " "),
                    _ => return None,
                }
            }
            Event::SecondaryDone { index } => {
                let secondary = &self.world.resource::<Plot>().0.secondary;
                format!("Done: {}", secondary[usize::from(*index)].name)
            }
            Event::ObjectiveJudged { held: held @ 1.. } => {
                format!("The zone is held, turn {held} in a row")
            }
            Event::Ended { ending } => format!("The battle ends: {}", ending.outcome),
            Event::ObjectiveLost { loss } => self.loss(*loss),
            Event::PlayedOn { late: true, .. } => "The squad fights on without a time limit".into(),
            Event::PlayedOn { late: false, .. } => {
                "The squad fights on without its objective".into()
            }
            Event::Renewed { .. } => "Changed rules and texts hold from now on".into(),
            Event::TurnBegan { turn } => format!("Turn {turn}"),
            Event::PhaseBegan { side } => format!("Phase of {}", self.side(*side)),
            _ => return None,
        })
    }
}
