//! What the player's side sees of events, as scenes and as lines of the log.
//!
//! **Invariant:** nothing is shown of a character or hex out of sight; a line is read once what it tells was
//! seen.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::looks::{arm_of, of_character};
use super::trip;
use crate::battle::board::Board;
use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::unit::{Facing, Side, UnitId, part};
use crate::game::kit::detail;
use crate::game::kit::eyes::Eyes;
use crate::game::kit::standard::passing_look;
use crate::game::rules::playable::{Account, Teller};
use crate::game::table::art::{Arm, ArmShape, Round};
use crate::game::table::playback::{Burst, End, Flesh, Fumes, Ground, Scene, Shot};
use crate::game::table::sound::Cue;
use crate::game::table::unit_view::Look;
use crate::playing::Setting;
use crate::rules::party::character::{Memory, Sheet};
use crate::rules::party::event::{Attack, Casting, Event, Struck};
use crate::rules::party::progress::{Progress, foes};
use crate::rules::party::tell::SideLog;
use crate::rules::party::{script, setup};

/// Seconds of a step.
const STEP: f32 = 0.2;

/// Tells a side the events that it sees.
pub struct Witnessed {
    log: SideLog,
    side: Side,
    /// Enemies that it saw before the event.
    seen: BTreeSet<UnitId>,
    /// Whether another map came into play, on which all are shown as they are.
    is_elsewhere: bool,
    /// Whose script is watched, with the results of its rules, until they are reported.
    script: Option<(UnitId, Vec<String>)>,
}

impl Teller<Event> for Witnessed {
    fn begin(world: &World, side: Side) -> Self {
        Self {
            log: SideLog::begin(world, side),
            side,
            seen: seen(world, side),
            is_elsewhere: false,
            script: script::watched(world, side),
        }
    }

    fn tell(&mut self, world: &World, event: &Event, told: &mut Account) {
        let before = std::mem::replace(&mut self.seen, seen(world, self.side));
        let witness = Witness {
            eyes: Eyes::new(world, self.side),
            before: &before,
        };
        told.scenes.extend(witness.scenes(event));
        // Whoever steps into sight is shown by its step.
        let walker = event.actor().filter(|_| is_step(event));
        let news = self.seen.difference(&before).copied();
        let news = news.filter(|&unit| walker != Some(unit) && trip::has_token(world, unit));
        told.scenes.extend(news.map(|unit| witness.reveal(unit)));
        self.is_elsewhere |= matches!(event, Event::Entered { .. });
        let about = match event {
            Event::Attacked(attack) => Some(attack.target),
            other => other.actor(),
        };
        let about = about.filter(|&unit| witness.sees(unit));
        let place = about.map(|unit| witness.eyes.at(unit));
        let line = self.log.tell(world, event);
        // Who walks is seen to walk.
        let line = line.filter(|_| !is_step(event));
        let script = self
            .script
            .take_if(|(unit, _)| event.actor() == Some(*unit));
        let rules = script.map_or(Vec::new(), |(_, rules)| rules).into_iter();
        let lines = line.iter().flat_map(|line| line.lines());
        let lines = lines.map(str::to_owned);
        for line in lines.chain(rules.map(|rule| detail(&rule))) {
            told.lines.push((line, place));
            told.scenes.push(Scene::Read);
        }
    }

    fn end(self, _: &World, told: &mut Account) {
        // Nothing is shown of one map on another.
        if self.is_elsewhere {
            let is_told = |one: &Scene| matches!(one, Scene::Read | Scene::Banner { .. });
            told.scenes.retain(is_told);
        }
    }
}

fn is_step(event: &Event) -> bool {
    matches!(event, Event::Stepped { .. } | Event::Traveled { .. })
}

/// Returns the enemies that a side sees.
fn seen(world: &World, side: Side) -> BTreeSet<UnitId> {
    let known = world.resource::<Knowledge>().of(side);
    let foes = foes(world, side);
    foes.filter(|&foe| known.sees_unit(foe)).collect()
}

/// A side that sees an event.
#[derive(Clone, Copy)]
struct Witness<'w> {
    eyes: Eyes<'w>,
    /// Enemies that it saw before: whoever is seen by nobody else than who dies was seen.
    before: &'w BTreeSet<UnitId>,
}

impl Witness<'_> {
    fn sees(self, unit: UnitId) -> bool {
        self.eyes.sees(unit) || self.before.contains(&unit)
    }

    fn ground(self, tile: TileId) -> Ground {
        let terrain = self.eyes.world.resource::<Board>().layers.terrain(tile);
        let mission = &self.eyes.world.resource::<Setting>().mission;
        Ground::of(mission.catalog.terrain(terrain))
    }

    fn flesh(self, unit: UnitId) -> Flesh {
        let world = self.eyes.world;
        let kind = part::<Sheet>(world, unit).kind(setup::content(world));
        Flesh::of(kind.silhouette)
    }

    fn look(self, unit: UnitId) -> Look {
        let look = passing_look(self.eyes.world, self.eyes.own, unit);
        of_character(self.eyes.world, unit, look)
    }

    fn reveal(self, unit: UnitId) -> Scene {
        let facing = part::<Facing>(self.eyes.world, unit).0;
        Scene::Reveal {
            unit,
            at: self.eyes.center(unit),
            angle: self.eyes.board.angle(facing),
            look: Box::new(self.look(unit)),
            is_contact: true,
        }
    }

    fn scenes(self, event: &Event) -> Vec<Scene> {
        let banner = |text: String, cue| vec![Scene::Banner { text, cue }];
        match event {
            Event::Stepped { unit, to, .. } => self.walk(*unit, *to).into_iter().collect(),
            // One token stands for all.
            Event::Traveled { units, to, .. } => {
                let first = units.first().copied();
                first
                    .and_then(|unit| self.walk(unit, *to))
                    .into_iter()
                    .collect()
            }
            Event::Entered { .. } => {
                let place = trip::place(self.eyes.world).unwrap_or_default();
                banner(place.into(), Some(Cue::Turn))
            }
            Event::LookedOut { met: Some(met), .. } if !met.is_seen() => {
                banner("Ambush!".into(), Some(Cue::Alert))
            }
            Event::CombatBegan { displaced, .. } => {
                let walks = displaced.iter();
                let walks = walks.filter_map(|&(unit, to)| self.walk(unit, to));
                let begins = banner("Combat begins".into(), Some(Cue::Alert));
                begins.into_iter().chain(walks).collect()
            }
            Event::CombatEnded { .. } => banner("Combat ends".into(), Some(Cue::Confirm)),
            Event::TurnBegan { number, .. } => {
                match self.eyes.world.resource::<Progress>().fights() {
                    true => banner(format!("Turn {number}"), Some(Cue::Turn)),
                    false => Vec::new(),
                }
            }
            Event::Left { units } => units.iter().map(|&unit| self.fade(unit, None)).collect(),
            Event::Attacked(attack) => self.attacked(attack),
            Event::Cast(casting) => self.cast(casting),
            Event::Ticked(tick) if self.sees(tick.unit) => {
                let struck = Struck {
                    unit: tick.unit,
                    harm: tick.harm,
                    mend: tick.mend,
                    cured: Vec::new(),
                    effect: None,
                    killed: tick.killed,
                };
                self.struck(&struck, (tick.harm > 0).then_some(Fumes::Poison))
            }
            Event::Sprung { results, .. } => (results.iter())
                .filter(|result| self.sees(result.unit))
                .flat_map(|result| self.struck(result, None))
                .collect(),
            Event::Stopped { unit } if self.sees(*unit) => vec![self.eyes.bad(*unit, "blocked")],
            Event::Alerted { unit, .. } if self.sees(*unit) => {
                vec![self.eyes.good(*unit, "to arms!")]
            }
            _ => Vec::new(),
        }
    }

    fn walk(self, unit: UnitId, to: TileId) -> Option<Scene> {
        let from = part::<Memory>(self.eyes.world, unit).before;
        let ground = Some(self.ground(to));
        (self.eyes).walk(unit, [from, to], STEP, ground, || self.look(unit))
    }

    fn fade(self, unit: UnitId, fall: Option<Flesh>) -> Scene {
        let at = self.eyes.center(unit);
        Scene::Fade { unit, at, fall }
    }

    fn attacked(self, attack: &Attack) -> Vec<Scene> {
        let Attack {
            attacker, target, ..
        } = *attack;
        if !self.sees(attacker) && !self.sees(target) {
            return Vec::new();
        }
        let content = setup::content(self.eyes.world);
        let weapon = attack.odds.weapon.map(|weapon| content.weapon(weapon));
        // What comes out of the dark is not seen to be anything else than an arrow.
        let arm = match self.sees(attacker) {
            true => arm_of(weapon),
            false => Arm::new(ArmShape::Bow, Round::Arrow),
        };
        let end = match attack.hit {
            _ if !self.sees(target) => End::Lost,
            Some(hit) => End::Hit {
                target: Some((target, self.flesh(target))),
                dealt: hit.damage.into(),
                is_blocked: false,
                is_crit: attack.killed,
            },
            None => End::Miss {
                ground: None,
                beside: self.eyes.center(target),
                ricochet: None,
            },
        };
        let shot = self.shot([attacker, target], arm, end);
        let is_death = attack.killed && self.sees(target);
        let death = is_death.then(|| self.fade(target, Some(self.flesh(target))));
        [shot].into_iter().chain(death).collect()
    }

    /// Sends something off from one character to another; a miss flies past.
    fn shot(self, [from, target]: [UnitId; 2], arm: Arm, end: End) -> Scene {
        let shooter = Some(from).filter(|&unit| self.sees(unit));
        let to = self.eyes.center(target);
        let beyond = || to + Vec2::new(0.0, 340.0);
        let from = shooter.map_or_else(beyond, |unit| self.eyes.center(unit));
        let way = (to - from).normalize_or_zero();
        let aside = match end {
            End::Miss { .. } if !arm.is_blow() => way * 46.0 + way.perp() * 24.0,
            _ => Vec2::ZERO,
        };
        Scene::Shot(Box::new(Shot {
            shooter,
            from,
            arm,
            to: to + aside,
            end,
        }))
    }

    /// Shows a spell on its way, and what it does to those in sight.
    fn cast(self, casting: &Casting) -> Vec<Scene> {
        let spell = setup::content(self.eyes.world).spell(casting.spell);
        let Some(target) = casting.results.first().map(|one| one.unit) else {
            return Vec::new();
        };
        let (from, to) = (self.eyes.center(casting.unit), self.eyes.center(target));
        let mut scenes = Vec::new();
        if self.sees(casting.unit) {
            scenes.push(self.eyes.good(casting.unit, &spell.name));
        }
        if self.sees(casting.unit) && self.sees(target) && from != to {
            scenes.push(match (spell.harm, spell.area) {
                (0, _) => Scene::Psi {
                    from,
                    to: Some(to),
                    is_resisted: false,
                },
                (_, 0) => {
                    let bolt = Arm::new(ArmShape::None, Round::Bolt);
                    self.shot([casting.unit, target], bolt, End::Lost)
                }
                _ => Scene::Lob {
                    from,
                    to,
                    is_rocket: true,
                },
            });
        }
        if spell.harm > 0 && spell.area > 0 && self.sees(target) {
            scenes.push(Scene::Burst {
                at: to,
                kind: Burst::Fire,
                is_veiled: false,
            });
        }
        let seen = casting.results.iter().filter(|one| self.sees(one.unit));
        let fumes = (spell.mend > 0).then_some(Fumes::Relief);
        scenes.extend(seen.flat_map(|one| self.struck(one, fumes)));
        scenes
    }

    /// Shows what somebody in sight suffers or regains.
    fn struck(self, struck: &Struck, fumes: Option<Fumes>) -> Vec<Scene> {
        let (unit, at) = (struck.unit, self.eyes.center(struck.unit));
        let fumes = fumes.map(|kind| Scene::Fumes { at, kind });
        let changes = [-i32::from(struck.harm), i32::from(struck.mend)].into_iter();
        let changes = changes
            .filter(|&change| change != 0)
            .map(|change| Scene::Harm {
                unit,
                at,
                change,
                is_crit: struck.killed,
            });
        let content = setup::content(self.eyes.world);
        let effect = struck.effect.map(|one| content.effect(one.effect));
        let effect = effect.map(|one| {
            let is_good = one.ap > 0 || one.armor > 0 || one.mend > 0 || one.parry > 0;
            let name = one.name.to_lowercase();
            match is_good {
                true => self.eyes.good(unit, &name),
                false => self.eyes.bad(unit, &name),
            }
        });
        let fall = struck
            .killed
            .then(|| self.fade(unit, Some(self.flesh(unit))));
        let scenes = fumes.into_iter().chain(changes);
        scenes.chain(effect).chain(fall).collect()
    }
}
