//! Scenes of what a side sees of units, and what is noted with them.
//!
//! **Invariant:** of a step between a hex that is detected and one that is not, the part on the first is
//! shown; where one end of a shot is not seen, the round tells nothing of where that is.

use bevy::prelude::*;

use super::{Telling, TurnReport};
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{Facing, UnitId, part};
use crate::game::rules::playable::name;
use crate::game::table::art::Arm;
use crate::game::table::playback::{End, Flesh, Fumes, Scene, Shot, Tone, Walk};
use crate::game::table::sound::Cue;

/// From how far off a round comes whose shooter is not seen, and how far one goes whose target is not,
/// in the world.
const OUT_OF_SIGHT: f32 = 300.0;

/// How a unit comes out of another or goes into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Berthing {
    /// Out of it to a hex.
    Out(TileId, Direction),
    /// Into it.
    In,
}

impl<'a, R: TurnReport> Telling<'a, R> {
    pub fn name(&self, unit: UnitId) -> &'a str {
        name(self.world, unit)
    }

    /// Returns the middle of the hex of a unit.
    pub fn at(&self, unit: UnitId) -> Vec2 {
        self.board.center(self.place(unit))
    }

    fn angle(&self, unit: UnitId) -> f32 {
        self.board.angle(part::<Facing>(self.world, unit).0)
    }

    pub fn show(&mut self, scene: Scene) {
        self.told.scenes.push(scene);
    }

    pub fn banner(&mut self, text: impl Into<String>, cue: Option<Cue>) {
        let text = text.into();
        self.show(Scene::Banner { text, cue });
    }

    /// Floats words over a unit.
    pub fn note(&mut self, unit: UnitId, text: impl Into<String>, tone: Tone) {
        self.note_at(self.at(unit), text, tone);
    }

    /// Floats words over a place.
    pub fn note_at(&mut self, at: Vec2, text: impl Into<String>, tone: Tone) {
        let text = text.into();
        self.show(Scene::Note { at, text, tone });
    }

    /// How news that is bad for a unit is meant.
    pub fn bad_for(&self, unit: UnitId) -> Tone {
        match self.is_own(unit) {
            true => Tone::Bad,
            false => Tone::Good,
        }
    }

    /// Warns of a unit that reacts.
    pub fn warn_of(&mut self, unit: UnitId) {
        let (at, is_own) = (self.at(unit), self.is_own(unit));
        self.show(Scene::Warning { at, is_own });
    }

    /// Takes a token from show; whoever falls is made of something.
    pub fn fade(&mut self, unit: UnitId, fall: Option<Flesh>) {
        let at = self.at(unit);
        self.show(Scene::Fade { unit, at, fall });
    }

    /// Shows a unit that was not on show.
    pub fn reveal(&mut self, unit: UnitId) {
        let is_contact = !self.is_own(unit) && !self.teller.contacts.met.contains(&unit);
        let scene = Scene::Reveal {
            unit,
            at: self.at(unit),
            angle: self.angle(unit),
            look: Box::new(R::look(self.world, self.side(), unit)),
            is_contact,
        };
        self.show(scene);
        self.teller.contacts.on_show.insert(unit);
    }

    /// Shows a unit take a step in so many seconds, as far as it is seen.
    pub fn step(&mut self, unit: UnitId, [from, to]: [TileId; 2], facing: Direction, seconds: f32) {
        let was_seen = self.sees(unit);
        self.put(unit, to);
        let is_seen = self.sees(unit);
        if !was_seen && !is_seen {
            return;
        }
        let (start, end) = (self.board.center(from), self.board.center(to));
        let border = start.midpoint(end);
        let look = R::look(self.world, self.side(), unit);
        self.show(Scene::Walk(Walk {
            unit,
            from: if was_seen { start } else { border },
            to: if is_seen { end } else { border },
            angle: self.board.angle(facing),
            seconds,
            ground: None,
            is_appearing: !was_seen,
            is_vanishing: !is_seen,
            look: (!self.is_own(unit)).then(|| Box::new(look)),
        }));
        if self.is_own(unit) {
            return;
        }
        let on_show = &mut self.teller.contacts.on_show;
        match is_seen {
            true => on_show.insert(unit),
            false => on_show.remove(&unit),
        };
        if is_seen {
            let from = was_seen.then_some(from);
            self.teller.notes.step(unit, from, to);
        }
        if !was_seen {
            if !self.teller.contacts.met.contains(&unit) {
                self.note(unit, "contact", Tone::Bad);
            }
            self.sighted(unit, to);
        }
    }

    /// Shows a seen unit come out of another, or go into it, in so many seconds.
    pub fn berth(&mut self, unit: UnitId, home: UnitId, way: Berthing, seconds: f32) {
        let (from, to, angle, look) = match way {
            Berthing::Out(tile, facing) => {
                self.teller.contacts.met.insert(unit);
                if !self.is_own(unit) {
                    self.teller.contacts.on_show.insert(unit);
                }
                let look = Box::new(R::look(self.world, self.side(), unit));
                let (from, to) = (self.at(home), self.board.center(tile));
                (from, to, self.board.angle(facing), Some(look))
            }
            Berthing::In => {
                let (from, to) = (self.at(unit), self.at(home));
                (from, to, (to - from).normalize_or(Vec2::X).to_angle(), None)
            }
        };
        self.show(Scene::Walk(Walk {
            unit,
            from,
            to,
            angle,
            seconds,
            ground: None,
            is_appearing: way != Berthing::In,
            is_vanishing: way == Berthing::In,
            look,
        }));
    }

    /// Shows a round from one unit at another; `stray` is what it is to the eye where nobody sees who
    /// fires it.
    pub fn shoot(&mut self, [from, at]: [UnitId; 2], arm: Arm, stray: Arm, end: End) {
        let (sees_shooter, sees_target) = (self.sees(from), self.sees(at));
        if sees_shooter && sees_target {
            let text = format!("fired at {}", self.name(at));
            self.note_action(from, text);
        }
        let ahead = || Vec2::from_angle(self.angle(from));
        let (start, goal) = match (sees_shooter, sees_target) {
            (true, true) => (self.at(from), self.at(at)),
            (true, false) => (self.at(from), self.at(from) + ahead() * OUT_OF_SIGHT),
            (false, _) => (self.at(at) + Vec2::Y * OUT_OF_SIGHT, self.at(at)),
        };
        self.show(Scene::Shot(Box::new(Shot {
            shooter: sees_shooter.then_some(from),
            from: start,
            arm: if sees_shooter { arm } else { stray },
            to: goal,
            end,
        })));
    }

    /// Shows health that somebody on the board lost, if it is seen.
    pub fn hurt(&mut self, unit: UnitId, lost: u16, is_crit: bool) {
        if self.sees(unit) && self.is_on_board(unit) {
            self.change_health(unit, -i32::from(lost), is_crit);
        }
    }

    /// Shows health that somebody on the board regained.
    pub fn heal(&mut self, unit: UnitId, health: u16) {
        if self.is_on_board(unit) {
            let at = self.at(unit);
            let kind = Fumes::Relief;
            self.show(Scene::Fumes { at, kind });
            self.change_health(unit, health.into(), false);
        }
    }

    fn change_health(&mut self, unit: UnitId, change: i32, is_crit: bool) {
        let at = self.at(unit);
        self.show(Scene::Harm {
            unit,
            at,
            change,
            is_crit,
        });
    }

    /// Notes health that somebody lost in sight.
    pub fn note_harm(&mut self, unit: UnitId, lost: u16, is_destroyed: bool) {
        if lost > 0 && self.sees(unit) {
            let destroyed = is_destroyed.then(|| self.name(unit));
            let is_own = self.is_own(unit);
            self.teller.notes.harm(is_own, lost, destroyed);
        }
    }

    /// Takes those off the board that were destroyed; who sees it may be one of them.
    pub fn destroy(&mut self, units: &[UnitId], flesh: Flesh) {
        for &unit in units {
            if self.sees(unit) && self.is_on_board(unit) {
                self.fade(unit, Some(flesh));
            }
        }
        units.iter().for_each(|&unit| self.remove(unit));
    }
}
