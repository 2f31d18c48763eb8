//! What the player's side sees of events, as scenes and as lines of the log.
//!
//! **Invariant:** no name and no strength of an enemy unit is told that is not identified; enemy barrages are
//! seen where they land, not where they come from.

use bevy::prelude::*;

use super::looks;
use crate::battle::board::Board;
use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::game::kit::eyes::Eyes;
use crate::game::rules::playable::{Account, Teller};
use crate::game::table::art::{Arm, ArmShape, Round};
use crate::game::table::playback::{Burst, End, Flesh, Fumes, Ground, Scene, Shot, Tone, Walk};
use crate::game::table::sound::Cue;
use crate::playing::Setting;
use crate::rules::operations::assault::Reckoning;
use crate::rules::operations::event::{Barrage, Event, Exit, Volley};
use crate::rules::operations::field::Field;
use crate::rules::operations::log;
use crate::rules::operations::loss::Loss;
use crate::rules::operations::progress::Step;

/// Seconds of a step.
const STEP: f32 = 0.3;

/// Tells a side the events of an order.
pub struct Dispatch {
    side: Side,
    /// Where units were before the event.
    places: Vec<TileId>,
}

impl Teller<Event> for Dispatch {
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
        let place = reporter.place(event);
        for line in log::seen_by(world, event, self.side) {
            told.lines.push((line, place));
            told.scenes.push(Scene::Read);
        }
        self.places = places(world);
    }

    fn end(self, _: &World, _: &mut Account) {}
}

fn places(world: &World) -> Vec<TileId> {
    let field = Field::of(world);
    field.all().iter().map(|unit| unit.tile()).collect()
}

/// A side that sees an event.
struct Reporter<'w> {
    eyes: Eyes<'w>,
    places: &'w [TileId],
}

impl Reporter<'_> {
    fn field(&self) -> Field<'_> {
        Field::known_to(self.eyes.world, self.eyes.own)
    }

    /// Returns the hex that an event is about.
    fn place(&self, event: &Event) -> Option<TileId> {
        let first = |units: &[UnitId]| units.first().map(|&id| self.eyes.at(id));
        match event {
            Event::Went { to, .. } => Some(*to),
            Event::Fired(barrage) => self.target(barrage),
            Event::ArmorFired { tile, .. }
            | Event::CalledOff { tile }
            | Event::Escorted { tile, .. }
            | Event::Escaped { tile, .. }
            | Event::Met { tile } => Some(*tile),
            Event::Assaulted(reckoning) => reckoning.setting.tiles.first().copied(),
            Event::AssaultOver { tiles } => tiles.first().copied(),
            Event::Pinned { units }
            | Event::Engaged { units }
            | Event::Removed { units, .. }
            | Event::Cohesion { units, .. } => first(units),
            Event::Lost { loss, .. } | Event::ArmorLost { loss } | Event::Flagged { loss } => {
                loss.keys().next().map(|&id| self.eyes.at(id))
            }
            _ => None,
        }
    }

    fn target(&self, barrage: &Barrage) -> Option<TileId> {
        let field = Field::of(self.eyes.world);
        let target = field.progress.targets.get(barrage.target.index());
        target.map(|target| target.tile)
    }

    fn ground(&self, tile: TileId) -> Ground {
        let terrain = self.eyes.world.resource::<Board>().layers.terrain(tile);
        let mission = &self.eyes.world.resource::<Setting>().mission;
        Ground::of(mission.catalog.terrain(terrain))
    }

    fn scenes(&self, event: &Event) -> Vec<Scene> {
        match event {
            Event::StageBegan { stage, .. } => vec![banner(format!("Stage {stage}"))],
            Event::HalfBegan { phasing, .. } => {
                // Logs are told without a session, too.
                let sides = &self.eyes.world.resource::<Setting>().mission.sides;
                let side = sides.get(phasing.index());
                let name = side.map_or("", |side| side.name.as_str());
                vec![banner(name.to_owned())]
            }
            Event::StepBegan {
                step: Step::Position,
                contacts,
            } if !contacts.is_empty() => {
                vec![banner("Combat".to_owned())]
            }
            Event::Went { units, to, .. } => self.went(units, *to),
            Event::Fired(barrage) => self.fired(barrage),
            Event::Pinned { units } => self.notes(units, "Pinned"),
            Event::Engaged { units } => self.notes(units, "Engaged"),
            Event::Lost { loss, .. } => self.lost(loss),
            Event::ArmorLost { loss } => self.burns(loss),
            Event::ArmorFired {
                tile,
                attack,
                defense,
            } => self.armor(*tile, attack, defense),
            Event::Assaulted(reckoning) => self.assaulted(reckoning),
            Event::Removed { units, how } => self.removed(units, *how),
            Event::Blown { facility } => {
                let field = Field::of(self.eyes.world);
                let at = field.scenario.facilities.get(usize::from(*facility));
                at.map(|one| self.burst(one.tile, Burst::Fire))
                    .into_iter()
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    fn burst(&self, tile: TileId, kind: Burst) -> Scene {
        Scene::Burst {
            at: self.eyes.board.center(tile),
            kind,
            is_veiled: false,
        }
    }

    /// Shows units that go together as one pile.
    fn went(&self, units: &[UnitId], to: TileId) -> Vec<Scene> {
        let Some(&first) = units.first() else {
            return Vec::new();
        };
        let from = self.places.get(first.index()).copied().unwrap_or(to);
        let [at, there] = [from, to].map(|tile| self.eyes.board.center(tile));
        let look = looks::look(&self.field(), self.eyes.own, first, units.len());
        vec![Scene::Walk(Walk {
            unit: first,
            from: at,
            to: there,
            angle: (there - at).to_angle(),
            seconds: STEP,
            ground: Some(self.ground(to)),
            is_appearing: false,
            is_vanishing: false,
            look: Some(Box::new(look)),
        })]
    }

    /// Shows where a Barrage lands, and where own ones come from.
    fn fired(&self, barrage: &Barrage) -> Vec<Scene> {
        let Some(tile) = self.target(barrage) else {
            return Vec::new();
        };
        let to = self.eyes.board.center(tile);
        let mut scenes = Vec::new();
        if barrage.side == self.eyes.own {
            let mut from: Vec<_> = barrage.units.iter().map(|&id| self.eyes.at(id)).collect();
            from.sort_unstable();
            from.dedup();
            scenes.extend(from.into_iter().map(|tile| Scene::Lob {
                from: self.eyes.board.center(tile),
                to,
                is_rocket: false,
            }));
        }
        scenes.push(self.burst(tile, Burst::Blast));
        let ground = self.ground(tile);
        let is_heavy = barrage.hits.lost > 0;
        scenes.push(Scene::Debris {
            at: to,
            ground,
            is_heavy,
        });
        let mut words = Vec::new();
        if barrage.hits.pinned {
            words.push("Pinned".to_owned());
        }
        if barrage.hits.lost > 0 {
            words.push(format!("−{}", barrage.hits.lost));
        }
        let is_good = barrage.side == self.eyes.own;
        let (text, tone) = match (words.is_empty(), is_good) {
            (true, _) => ("no effect".to_owned(), Tone::Miss),
            (false, true) => (words.join(", "), Tone::Good),
            (false, false) => (words.join(", "), Tone::Bad),
        };
        scenes.push(Scene::Note { at: to, text, tone });
        scenes
    }

    /// Says something once at each hex of some units.
    fn notes(&self, units: &[UnitId], text: &str) -> Vec<Scene> {
        let mut told: Vec<TileId> = Vec::new();
        let mut scenes = Vec::new();
        for &id in units {
            let tile = self.eyes.at(id);
            if !told.contains(&tile) {
                told.push(tile);
                scenes.push(self.eyes.bad(id, text));
            }
        }
        scenes
    }

    fn lost(&self, loss: &Loss) -> Vec<Scene> {
        let lost = loss.iter().map(|(&id, points)| {
            let count: u16 = points.iter().map(|&one| u16::from(one)).sum();
            (id, count)
        });
        let lost = lost.filter(|(_, count)| *count > 0);
        lost.map(|(id, count)| self.eyes.bad(id, &format!("−{count} TOE")))
            .collect()
    }

    /// Shows armor that is destroyed.
    fn burns(&self, loss: &Loss) -> Vec<Scene> {
        let mut scenes = self.lost(loss);
        let fires = loss.keys().map(|&id| Scene::Fumes {
            at: self.eyes.center(id),
            kind: Fumes::Fire,
        });
        scenes.extend(fires);
        scenes
    }

    /// Shows anti-armor fire both ways.
    fn armor(&self, tile: TileId, attack: &Volley, defense: &Volley) -> Vec<Scene> {
        let here = self.eyes.board.center(tile);
        let field = Field::of(self.eyes.world);
        let mut scenes = Vec::new();
        let mut around: Vec<_> = field
            .attackers_of(tile)
            .iter()
            .map(|&id| self.eyes.at(id))
            .collect();
        around.sort_unstable();
        around.dedup();
        for other in around {
            let there = self.eyes.board.center(other);
            if !attack.units.is_empty() {
                scenes.push(shot(there, here));
            }
            if !defense.units.is_empty() {
                scenes.push(shot(here, there));
            }
        }
        let text = format!("damage {} and {}", attack.damage, defense.damage);
        let tone = Tone::Plain;
        scenes.push(Scene::Note {
            at: here,
            text,
            tone,
        });
        scenes
    }

    /// Shows an assault: fire both ways, and what it came to.
    fn assaulted(&self, reckoning: &Reckoning) -> Vec<Scene> {
        let setting = &reckoning.setting;
        let mut from: Vec<_> = setting
            .attackers
            .iter()
            .map(|&id| self.eyes.at(id))
            .collect();
        from.sort_unstable();
        from.dedup();
        let mut scenes = Vec::new();
        for &tile in &setting.tiles {
            let here = self.eyes.board.center(tile);
            for &origin in &from {
                let there = self.eyes.board.center(origin);
                scenes.push(shot(there, here));
                scenes.push(shot(here, there));
            }
            scenes.push(self.burst(tile, Burst::Blast));
        }
        let results = &reckoning.results;
        if let Some(&tile) = setting.tiles.first() {
            let mut text = format!(
                "{:+}: attacker {}%, defender {}%",
                reckoning.adjusted, results.attacker, results.defender
            );
            if results.retreat > 0 {
                text += &format!(", retreat {}", results.retreat);
            } else if results.engaged {
                text += ", Engaged";
            }
            let at = self.eyes.board.center(tile);
            scenes.push(Scene::Note {
                at,
                text,
                tone: Tone::Plain,
            });
        }
        scenes
    }

    fn removed(&self, units: &[UnitId], how: Exit) -> Vec<Scene> {
        let scenes = units.iter().map(|&id| Scene::Fade {
            unit: id,
            at: self.eyes.center(id),
            fall: (how == Exit::Destroyed).then_some(Flesh::Machine),
        });
        scenes.collect()
    }
}

fn banner(text: String) -> Scene {
    Scene::Banner {
        text,
        cue: Some(Cue::Turn),
    }
}

/// Shows fire from hex to hex; what it did is told apart, by points.
fn shot(from: Vec2, to: Vec2) -> Scene {
    let way = (to - from).normalize_or_zero();
    Scene::Shot(Box::new(Shot {
        shooter: None,
        from: from + way * 30.0,
        arm: Arm::new(ArmShape::Heavy, Round::Bullet),
        to: to - way * 16.0,
        end: End::Lost,
    }))
}
