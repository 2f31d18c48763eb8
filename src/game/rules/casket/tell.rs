//! What the player's side sees of events, as scenes and as lines of the log.
//!
//! **Invariant:** no card of another side's hand or deck is named or shown.

use bevy::prelude::*;

use super::faces;
use super::looks::of_machine;
use crate::battle::board::Board;
use crate::battle::grid::TileId;
use crate::battle::unit::{Presence, Side, UnitId, part};
use crate::game::kit::cards::motion::{CardMotion, Spot};
use crate::game::kit::eyes::Eyes;
use crate::game::kit::standard::passing_look;
use crate::game::rules::playable::{Account, Teller};
use crate::game::table::art::{Arm, ArmShape, Round};
use crate::game::table::playback::{Burst, End, Flesh, Fumes, Ground, Scene, Shot};
use crate::game::table::sound::Cue;
use crate::playing::Setting;
use crate::rules::casket::content::{CardId, Kind};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::event::{Attack, Event, How};
use crate::rules::casket::log;
use crate::rules::casket::machine::{CardNo, Physical};

/// Writes a die with what is added to it.
fn die(roll: u8, sum: i16) -> String {
    match sum - i16::from(roll) {
        0 => format!("rolled {roll}"),
        more @ 1.. => format!("rolled {roll} + {more} = {sum}"),
        less => format!("rolled {roll} − {} = {sum}", -less),
    }
}

/// Seconds of a step.
const STEP: f32 = 0.24;
/// Seconds of a card on its way.
const CARD: f32 = 0.45;

/// Tells a side the events of an order.
pub struct Herald {
    side: Side,
    /// Where units were before the event.
    places: Vec<TileId>,
}

impl Teller<Event> for Herald {
    fn begin(world: &World, side: Side) -> Self {
        Self {
            side,
            places: places(world),
        }
    }

    fn tell(&mut self, world: &World, event: &Event, told: &mut Account) {
        let eyes = Eyes::new(world, self.side);
        let reporter = Reporter {
            eyes,
            places: &self.places,
        };
        told.scenes.extend(reporter.scenes(event));
        let place = about(event).map(|unit| eyes.at(unit));
        for line in log::seen_by(world, event, self.side) {
            told.lines.push((line, place));
            told.scenes.push(Scene::Read);
        }
        self.places = places(world);
    }

    fn end(self, _: &World, _: &mut Account) {}
}

fn places(world: &World) -> Vec<TileId> {
    let duel = Duel::of(world);
    duel.all().iter().map(|machine| machine.tile()).collect()
}

/// Returns whom an event is about.
fn about(event: &Event) -> Option<UnitId> {
    match event {
        Event::Attacked(attack) => Some(attack.blow.target),
        Event::TurnBegan { unit }
        | Event::Moved { unit, .. }
        | Event::Turned { unit, .. }
        | Event::Played { unit, .. }
        | Event::Reacted { unit, .. }
        | Event::Lost { unit, .. }
        | Event::Heated { unit, .. }
        | Event::Backfired { unit, .. }
        | Event::Disabled { unit, .. }
        | Event::Drew { unit, .. } => Some(*unit),
        _ => None,
    }
}

/// A side that sees an event.
struct Reporter<'w> {
    eyes: Eyes<'w>,
    places: &'w [TileId],
}

impl Reporter<'_> {
    fn ground(&self, tile: TileId) -> Ground {
        let terrain = self.eyes.world.resource::<Board>().layers.terrain(tile);
        let mission = &self.eyes.world.resource::<Setting>().mission;
        Ground::of(mission.catalog.terrain(terrain))
    }

    fn scenes(&self, event: &Event) -> Vec<Scene> {
        let duel = Duel::of(self.eyes.world);
        match event {
            Event::RoundBegan { number, .. } => vec![Scene::Banner {
                text: format!("Round {number}"),
                cue: Some(Cue::Turn),
            }],
            Event::TurnBegan { unit } => vec![self.eyes.plain(*unit, "turn")],
            Event::Moved { unit, to, how, .. } => self.moved(*unit, *to, *how),
            Event::Turned { unit, facing, .. } => {
                vec![self.eyes.turn(*unit, self.eyes.board.angle(*facing))]
            }
            Event::Played { unit, card, .. } | Event::Reacted { unit, card, .. } => {
                self.shown(*unit, *card, Spot::Board)
            }
            Event::Attacked(attack) => self.attacked(attack),
            Event::Lost {
                unit, hand, deck, ..
            } => self.lost(&duel, *unit, hand, deck),
            Event::Struck { unit, points, .. } => vec![self.harm(*unit, (*points).into())],
            Event::Marked {
                unit, part, damage, ..
            } => {
                vec![self.eyes.bad(*unit, &format!("{part} {damage}"))]
            }
            Event::Heated { unit, by, .. } if *by > 0 => {
                let at = self.eyes.center(*unit);
                let note = self.eyes.bad(*unit, &format!("Heat +{by}"));
                vec![
                    Scene::Fumes {
                        at,
                        kind: Fumes::Fire,
                    },
                    note,
                ]
            }
            Event::Heated { unit, by, .. } if *by < 0 => {
                vec![self.eyes.good(*unit, &format!("Heat −{}", -by))]
            }
            Event::Backfired {
                unit, roll, sum, ..
            } => {
                // The die is what decides: it is read before its effect is seen.
                let text = format!("{} backfires: {}", duel.name(*unit), die(*roll, *sum));
                vec![
                    self.eyes.bad(*unit, "Backfire!"),
                    Scene::Banner { text, cue: None },
                    Scene::Burst {
                        at: self.eyes.center(*unit),
                        kind: Burst::Fire,
                        is_veiled: false,
                    },
                ]
            }
            Event::Rolled { unit, roll } => {
                vec![self.eyes.plain(*unit, &format!("rolled {roll}"))]
            }
            Event::BoiledOver { unit, .. } => vec![self.eyes.bad(*unit, "boils over")],
            Event::Drew { unit, cards } => self.drawn(&duel, *unit, cards),
            Event::Given { unit, given, .. } => {
                let text = crate::rules::casket::content::text::given(duel.content, *given);
                vec![self.eyes.plain(*unit, text.trim_end_matches('.'))]
            }
            Event::Disabled { unit, .. } => {
                let at = self.places.get(unit.index()).copied().unwrap_or_default();
                vec![Scene::Fade {
                    unit: *unit,
                    at: self.eyes.board.center(at),
                    fall: Some(Flesh::Machine),
                }]
            }
            Event::Battered { tile, breaks, .. } => vec![Scene::Debris {
                at: self.eyes.board.center(*tile),
                ground: self.ground(*tile),
                is_heavy: *breaks,
            }],
            _ => Vec::new(),
        }
    }

    fn moved(&self, unit: UnitId, to: TileId, how: How) -> Vec<Scene> {
        let from = self.places.get(unit.index()).copied().unwrap_or(to);
        let ground = (how != How::Flew).then(|| self.ground(to));
        let world = self.eyes.world;
        let look = || of_machine(world, unit, passing_look(world, self.eyes.own, unit));
        let walk = self.eyes.walk(unit, [from, to], STEP, ground, look);
        let walk = walk.map(|walk| match walk {
            // Machines keep their facing on a sidestep.
            Scene::Walk(mut walk) => {
                let facing = Duel::of(world).get(unit).now.facing;
                walk.angle = self.eyes.board.angle(facing);
                Scene::Walk(walk)
            }
            other => other,
        });
        walk.into_iter().collect()
    }

    /// Shows a card that everybody sees.
    fn shown(&self, unit: UnitId, card: CardId, to: Spot) -> Vec<Scene> {
        let duel = Duel::of(self.eyes.world);
        let face = faces::printed(duel.content, duel.card(card));
        let from = match self.eyes.is_own(unit) {
            true => Spot::Hand,
            false => Spot::Others,
        };
        vec![Scene::Cards(vec![CardMotion {
            face: Some(face),
            from,
            to,
            seconds: CARD,
        }])]
    }

    fn drawn(&self, duel: &Duel, unit: UnitId, cards: &[CardNo]) -> Vec<Scene> {
        if !self.eyes.is_own(unit) {
            return Vec::new();
        }
        let piles = duel.get(unit).piles();
        let motion = |no: &CardNo| CardMotion {
            face: Some(faces::of(duel, unit, piles.get(*no))),
            from: Spot::Pile("Deck".to_owned()),
            to: Spot::Hand,
            seconds: CARD,
        };
        vec![Scene::Cards(cards.iter().map(motion).collect())]
    }

    /// Shows cards that are lost: they go to the discard pile face up.
    fn lost(&self, duel: &Duel, unit: UnitId, hand: &[CardNo], deck: &[CardNo]) -> Vec<Scene> {
        let piles = duel.get(unit).piles();
        let is_own = self.eyes.is_own(unit);
        let motion = |no: &CardNo, from: Spot| {
            let physical: Physical = piles.get(*no);
            CardMotion {
                face: Some(faces::of(duel, unit, physical)),
                from: if is_own { from } else { Spot::Others },
                to: match is_own {
                    true => Spot::Pile("Discard".to_owned()),
                    false => Spot::Board,
                },
                seconds: CARD,
            }
        };
        let hand_cards = hand.iter().map(|no| motion(no, Spot::Hand));
        let deck_cards = deck
            .iter()
            .map(|no| motion(no, Spot::Pile("Deck".to_owned())));
        let motions: Vec<_> = hand_cards.chain(deck_cards).collect();
        let harm = self.harm(unit, motions.len() as i32);
        vec![harm, Scene::Cards(motions)]
    }

    fn harm(&self, unit: UnitId, points: i32) -> Scene {
        let is_down = *part::<Presence>(self.eyes.world, unit) != Presence::OnBoard;
        Scene::Harm {
            unit,
            at: self.eyes.center(unit),
            change: -points,
            is_crit: is_down,
        }
    }

    fn attacked(&self, attack: &Attack) -> Vec<Scene> {
        let blow = &attack.blow;
        let [from, to] = [blow.attacker, blow.target].map(|unit| self.eyes.center(unit));
        let arm = match blow.kind {
            Kind::Spell => Arm::new(ArmShape::None, Round::Bolt),
            Kind::Ranged => Arm::new(ArmShape::Bow, Round::Arrow),
            _ => Arm::new(ArmShape::Sword, Round::Bullet),
        };
        let end = match attack.hit {
            true => End::Hit {
                target: Some((blow.target, Flesh::Machine)),
                dealt: attack.damage.into(),
                is_blocked: attack.damage <= 1,
                is_crit: attack.critical,
            },
            false => End::Miss {
                ground: None,
                beside: to,
                ricochet: None,
            },
        };
        let way = (to - from).normalize_or_zero();
        let aside = match attack.hit || arm.is_blow() {
            true => Vec2::ZERO,
            false => way * 46.0 + way.perp() * 24.0,
        };
        vec![Scene::Shot(Box::new(Shot {
            shooter: Some(blow.attacker),
            from,
            arm,
            to: to + aside,
            end,
        }))]
    }
}
