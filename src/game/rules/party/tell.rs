//! What the player's side sees of events, as scenes and as lines of the log.
//!
//! **Invariant:** nothing is told of a character or hex out of sight; a line is read once what it tells was
//! seen.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::looks::{arm_of, of_character};
use crate::battle::board::Board;
use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::unit::{Facing, Side, UnitId, part, side_of};
use crate::game::kit::standard::passing_look;
use crate::game::rules::playable::{Account, Teller, name, place_of};
use crate::game::table::art::{Arm, ArmShape, Round};
use crate::game::table::board_view::BoardView;
use crate::game::table::playback::{Burst, End, Flesh, Fumes, Ground, Scene, Shot, Tone, Walk};
use crate::game::table::sound::Cue;
use crate::game::table::unit_view::Look;
use crate::playing::{Game, Setting};
use crate::rules::party::character::{Memory, Sheet};
use crate::rules::party::event::{Attack, Casting, Event, Struck};
use crate::rules::party::progress::{Progress, foes};
use crate::rules::party::{Party, setup};

/// Seconds of a step.
const STEP: f32 = 0.2;

/// Tells a side the events that it sees.
pub struct Witnessed {
    side: Side,
    /// Enemies that it saw before the event.
    seen: BTreeSet<UnitId>,
}

impl Teller<Event> for Witnessed {
    fn begin(world: &World, side: Side) -> Self {
        let seen = Eyes { world, side }.foes();
        Self { side, seen }
    }

    fn tell(&mut self, world: &World, event: &Event, told: &mut Account) {
        let side = self.side;
        let eyes = Eyes { world, side };
        let is_told = match event.actor() {
            Some(unit) => eyes.sees(unit) || event.target().is_some_and(|unit| eyes.sees(unit)),
            None => true,
        };
        let mut event = event.clone();
        if let Event::CombatBegan { alerted, .. } = &mut event {
            // Whom the alarm reached out of sight is theirs to know.
            alerted.retain(|&unit| eyes.sees(unit));
        }
        told.scenes.extend(eyes.scenes(&event));
        let seen = eyes.foes();
        let walker = match event {
            Event::Stepped { unit, .. } => Some(unit),
            _ => None,
        };
        for &unit in seen.difference(&self.seen) {
            if walker != Some(unit) {
                told.scenes.push(eyes.reveal(unit));
            }
            let line = format!("Contact: {}", name(world, unit));
            eyes.read(told, line, Some(place_of(world, unit)));
        }
        self.seen = seen;
        if is_told {
            let place = event.target().or(event.actor());
            let place = place.filter(|&unit| eyes.sees(unit));
            let place = place.map(|unit| place_of(world, unit));
            for line in Party::tell_event(world, &event) {
                eyes.read(told, line, place);
            }
        }
    }

    fn end(self, _: &World, _: &mut Account) {}
}

/// What a side may be told of characters and hexes.
#[derive(Clone, Copy)]
struct Eyes<'w> {
    world: &'w World,
    side: Side,
}

impl<'w> Eyes<'w> {
    fn read(self, told: &mut Account, line: String, place: Option<TileId>) {
        told.lines.push((line, place));
        told.scenes.push(Scene::Read);
    }

    fn is_own(self, unit: UnitId) -> bool {
        side_of(self.world, unit) == self.side
    }

    fn knows(self, tile: TileId) -> bool {
        self.world.resource::<Knowledge>().of(self.side).sees(tile)
    }

    fn sees(self, unit: UnitId) -> bool {
        self.is_own(unit) || self.knows(place_of(self.world, unit))
    }

    /// Returns the enemies in sight.
    fn foes(self) -> BTreeSet<UnitId> {
        let known = self.world.resource::<Knowledge>().of(self.side);
        let foes = foes(self.world, self.side);
        foes.filter(|&foe| known.sees_unit(foe)).collect()
    }

    fn board(self) -> &'w BoardView {
        self.world.resource()
    }

    fn center(self, unit: UnitId) -> Vec2 {
        self.board().center(place_of(self.world, unit))
    }

    fn ground(self, tile: TileId) -> Ground {
        let terrain = self.world.resource::<Board>().layers.terrain(tile);
        Ground::of((self.world.resource::<Setting>().mission.catalog).terrain(terrain))
    }

    fn flesh(self, unit: UnitId) -> Flesh {
        let kind = part::<Sheet>(self.world, unit).kind(setup::content(self.world));
        Flesh::of(kind.silhouette)
    }

    fn look(self, unit: UnitId) -> Box<Look> {
        let look = passing_look(self.world, self.side, unit);
        Box::new(of_character(self.world, unit, look))
    }

    /// Says something over somebody in sight; what is bad for one side is good for the other.
    fn note(self, unit: UnitId, text: impl Into<String>, is_good: bool) -> Option<Scene> {
        let tone = match is_good == self.is_own(unit) {
            true => Tone::Good,
            false => Tone::Bad,
        };
        self.sees(unit).then(|| Scene::Note {
            at: self.center(unit),
            text: text.into(),
            tone,
        })
    }

    fn reveal(self, unit: UnitId) -> Scene {
        let facing = part::<Facing>(self.world, unit).0;
        Scene::Reveal {
            unit,
            at: self.center(unit),
            angle: self.board().angle(facing),
            look: self.look(unit),
            is_contact: true,
        }
    }

    fn banner(text: impl Into<String>, cue: Option<Cue>) -> Vec<Scene> {
        let text = text.into();
        vec![Scene::Banner { text, cue }]
    }

    fn scenes(self, event: &Event) -> Vec<Scene> {
        match event {
            Event::Stepped { unit, to, .. } => {
                let from = part::<Memory>(self.world, *unit).before;
                self.walk(*unit, from, *to).into_iter().collect()
            }
            Event::CombatBegan { displaced, .. } => {
                let from = |unit| part::<Memory>(self.world, unit).before;
                let walks = displaced
                    .iter()
                    .filter_map(|&(unit, to)| self.walk(unit, from(unit), to));
                let banner = Self::banner("Combat begins", Some(Cue::Alert));
                banner.into_iter().chain(walks).collect()
            }
            Event::CombatEnded { .. } => Self::banner("Combat ends", Some(Cue::Confirm)),
            Event::TurnBegan { number, .. } if self.world.resource::<Progress>().fights() => {
                Self::banner(format!("Turn {number}"), Some(Cue::Turn))
            }
            Event::Left { units } => units.iter().map(|&unit| self.fade(unit, None)).collect(),
            Event::Attacked(attack) => self.attacked(attack),
            Event::Cast(casting) => self.cast(casting),
            Event::Ticked(tick) if self.sees(tick.unit) => {
                let struck = Struck {
                    unit: tick.unit,
                    harm: tick.harm,
                    mend: tick.mend,
                    effect: None,
                    killed: tick.killed,
                };
                let fumes = (tick.harm > 0).then_some(Fumes::Poison);
                self.struck(&struck, fumes)
            }
            Event::Stopped { unit } => self.note(*unit, "blocked", false).into_iter().collect(),
            Event::Alerted { unit, .. } => self.note(*unit, "to arms!", true).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    fn walk(self, unit: UnitId, from: TileId, to: TileId) -> Option<Scene> {
        let is_own = self.is_own(unit);
        let (sees_from, sees_to) = (is_own || self.knows(from), is_own || self.knows(to));
        let board = self.board();
        let way = board.center(to) - board.center(from);
        (sees_from || sees_to).then(|| {
            Scene::Walk(Walk {
                unit,
                from: board.center(from),
                to: board.center(to),
                angle: way.to_angle(),
                seconds: STEP,
                ground: Some(self.ground(to)),
                is_appearing: !sees_from,
                is_vanishing: !sees_to,
                look: (!is_own).then(|| self.look(unit)),
            })
        })
    }

    fn fade(self, unit: UnitId, fall: Option<Flesh>) -> Scene {
        let at = self.center(unit);
        Scene::Fade { unit, at, fall }
    }

    fn attacked(self, attack: &Attack) -> Vec<Scene> {
        let Attack {
            attacker, target, ..
        } = *attack;
        if !self.sees(attacker) && !self.sees(target) {
            return Vec::new();
        }
        let content = setup::content(self.world);
        let arm = arm_of(attack.odds.weapon.map(|weapon| content.weapon(weapon)));
        let end = match attack.hit {
            Some(hit) => End::Hit {
                target: Some((target, self.flesh(target))),
                dealt: hit.damage.into(),
                is_blocked: false,
                is_crit: attack.killed,
            },
            None => End::Miss {
                ground: None,
                beside: self.center(target),
                ricochet: None,
            },
        };
        let mut scenes = vec![self.shot(attacker, target, arm, end)];
        scenes.extend(attack.killed.then(|| self.fade(target, Some(self.flesh(target)))));
        scenes
    }

    /// Sends something off from one character to another; who is not seen strikes out of the dark.
    fn shot(self, from: UnitId, to: UnitId, arm: Arm, end: End) -> Scene {
        let (is_seen, to) = (self.sees(from), self.center(to));
        let from_there = match is_seen {
            true => self.center(from),
            false => to + Vec2::new(0.0, 340.0),
        };
        let aside = match end {
            End::Miss { .. } => (to - from_there).normalize_or_zero() * 46.0 + Vec2::new(22.0, 0.0),
            _ => Vec2::ZERO,
        };
        Scene::Shot(Box::new(Shot {
            shooter: is_seen.then_some(from),
            from: from_there,
            arm,
            to: to + aside,
            end,
        }))
    }

    fn cast(self, casting: &Casting) -> Vec<Scene> {
        let content = setup::content(self.world);
        let spell = content.spell(casting.spell);
        let seen = casting.results.iter().filter(|one| self.sees(one.unit));
        let seen: Vec<_> = seen.collect();
        let Some(target) = casting.results.first().map(|one| one.unit) else {
            return Vec::new();
        };
        let from = self.sees(casting.unit).then(|| self.center(casting.unit));
        let to = self.center(target);
        let mut scenes: Vec<_> = self.note(casting.unit, &spell.name, true).into_iter().collect();
        if let Some(from) = from.filter(|_| self.sees(target)) {
            scenes.extend(match (spell.harm, spell.area) {
                (1.., 1..) => Some(Scene::Lob {
                    from,
                    to,
                    is_rocket: true,
                }),
                (1.., 0) => {
                    let arm = Arm::new(ArmShape::None, Round::Bolt);
                    Some(self.shot(casting.unit, target, arm, End::Lost))
                }
                _ => (from != to).then_some(Scene::Psi {
                    from,
                    to: Some(to),
                    is_resisted: false,
                }),
            });
        }
        if spell.harm > 0 && spell.area > 0 && self.sees(target) {
            let (at, kind, is_veiled) = (to, Burst::Fire, false);
            scenes.push(Scene::Burst {
                at,
                kind,
                is_veiled,
            });
        }
        for one in seen {
            let fumes = (spell.mend > 0).then_some(Fumes::Relief);
            scenes.extend(self.struck(one, fumes));
        }
        scenes
    }

    /// Shows what somebody in sight suffers or regains.
    fn struck(self, struck: &Struck, fumes: Option<Fumes>) -> Vec<Scene> {
        let at = self.center(struck.unit);
        let fumes = fumes.map(|kind| Scene::Fumes { at, kind });
        let changes = [-i32::from(struck.harm), i32::from(struck.mend)];
        let changes = changes.into_iter().filter(|&change| change != 0);
        let changes = changes.map(|change| Scene::Harm {
            unit: struck.unit,
            at,
            change,
            is_crit: struck.killed,
        });
        let content = setup::content(self.world);
        let effect = struck.effect.map(|one| content.effect(one.effect));
        let effect = effect.and_then(|one| {
            let is_good = one.ap > 0 || one.armor > 0 || one.mend > 0 || one.parry > 0;
            self.note(struck.unit, one.name.to_lowercase(), is_good)
        });
        let fall = struck.killed.then(|| self.fade(struck.unit, Some(self.flesh(struck.unit))));
        let scenes = fumes.into_iter().chain(changes);
        scenes.chain(effect).chain(fall).collect()
    }
}
