//! What the player's side sees of the events of a turn, as scenes and as lines of the log.
//!
//! **Invariant:** units are where they were by the event that is told. Of others' units only that is told
//! which own units detected at that moment; a shot out of the dark is told without who fired it.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use super::{looks::passing_look, recap::Notes, tallies};
use crate::{
    battle::{
        grid::{Direction, TileId},
        phase::Turn,
        unit::{Facing, Position, Presence, Roster, Side, Title, UnitId, Vision, part},
    },
    content::battlescape::{DamageType, WeaponClass},
    game::{
        board_view::BoardView,
        playable::{Line, Told},
        playback::{End, Flesh, Fumes, Scene, Shot, Tallies, Tone, Walk},
        sound::Cue,
    },
    rules::fleet::{
        craft::{Armament, Class},
        event::{Attack, CarrierAttack, Cause, Event, Harm},
        log::Log,
        setup,
    },
};

/// Seconds a ship takes for one hex.
const STEP: f32 = 0.34;
/// Seconds of a launch or landing.
const DOCK: f32 = 0.4;

/// Tells the events of an order to a side.
pub(super) fn tell(world: &World, side: Side, events: &[Event]) -> Told {
    let mut teller = Teller {
        world,
        side,
        board: world.resource(),
        places: first_places(world, events),
        tallies: world.get_resource::<Tallies>().cloned(),
        visible: BTreeSet::new(),
        resolved: resolved(world, events),
        notes: Notes::default(),
        told: Told::default(),
    };
    teller.visible = teller.unseen().collect();
    for event in events {
        teller.tell(event);
    }
    teller.sum_up();
    teller.told
}

/// Returns the turn that resolves with some events, if one does.
fn resolved(world: &World, events: &[Event]) -> Option<u16> {
    let began = events.iter().any(|event| matches!(event, Event::TurnBegan));
    let now = world.resource::<Turn>().number;
    let locked = events.iter().any(|event| matches!(event, Event::Locked));
    locked.then(|| now - u16::from(began))
}

/// Returns the step of a turn that an event is of, as players know it (§4).
fn stage(event: &Event) -> Option<&'static str> {
    Some(match event {
        Event::Launched { .. } | Event::LaunchFailed { .. } => "Launches",
        Event::Repaired { .. } | Event::Rearmed { .. } | Event::CarrierActed { .. } => "Carriers",
        Event::Moved { .. } | Event::Blocked { .. } | Event::Intercepted(_) => "Moves",
        Event::Landed { .. } | Event::LandingFailed { .. } => "Landings",
        Event::FightBegan { .. }
        | Event::Fought { .. }
        | Event::Aimed { .. }
        | Event::Dogfight(_)
        | Event::ShotFired { .. }
        | Event::ShotLost(_)
        | Event::Volley { .. } => "Fire",
        Event::PointDefense { .. }
        | Event::CarrierAttacked(_)
        | Event::CarrierFired { .. }
        | Event::HangarLost { .. } => "Strikes on carriers",
        Event::Regenerated { .. }
        | Event::HazardStruck { .. }
        | Event::WeaponsCooled
        | Event::DriveCharged { .. }
        | Event::ReinforcementRolled { .. } => "Upkeep",
        _ => return None,
    })
}

/// The steps of a turn, as players know them (§4).
pub(super) const STAGES: [&str; 7] = [
    "Launches",
    "Carriers",
    "Moves",
    "Landings",
    "Fire",
    "Strikes on carriers",
    "Upkeep",
];

/// Returns where units on the board were before some events.
fn first_places(world: &World, events: &[Event]) -> BTreeMap<UnitId, TileId> {
    let mut places = BTreeMap::new();
    let mut was_off = Vec::new();
    for event in events {
        match event {
            Event::Moved { unit, from, .. } if !was_off.contains(unit) => {
                places.entry(*unit).or_insert(*from);
            }
            Event::Intercepted(interception) if !was_off.contains(&interception.mover) => {
                places
                    .entry(interception.mover)
                    .or_insert(interception.from);
            }
            Event::Launched { ship, .. }
            | Event::ReinforcementRolled {
                arrival: Some((ship, ..)),
                ..
            } if !places.contains_key(ship) => was_off.push(*ship),
            _ => {}
        }
    }
    let lost: Vec<_> = (events.iter().flat_map(Event::harms))
        .filter(|harm| harm.destroyed)
        .map(|harm| harm.unit)
        .collect();
    let landed = |id: UnitId| {
        let mut landings = events.iter();
        landings.any(|event| matches!(event, Event::Landed { ship } if *ship == id))
    };
    for id in world.resource::<Roster>().ids() {
        let is_here = *part::<Presence>(world, id) == Presence::OnBoard;
        let was_here = is_here || lost.contains(&id) || landed(id);
        if was_here && !was_off.contains(&id) {
            places.entry(id).or_insert(part::<Position>(world, id).0);
        }
    }
    places
}

struct Teller<'w> {
    world: &'w World,
    side: Side,
    board: &'w BoardView,
    /// Where units on the board are by the event that is told.
    places: BTreeMap<UnitId, TileId>,
    /// How own units are by the event that is told, where cards are shown.
    tallies: Option<Tallies>,
    /// Units of others that came into sight so far.
    visible: BTreeSet<UnitId>,
    /// The turn that resolves, until it is summed up.
    resolved: Option<u16>,
    notes: Notes,
    told: Told,
}

impl Teller<'_> {
    /// Tells an event: first its step of the turn, then what is seen, then what is read of it.
    fn tell(&mut self, event: &Event) {
        if matches!(event, Event::TurnBegan | Event::Ended(_)) {
            self.sum_up();
        }
        let (scenes, lines) = (self.told.scenes.len(), self.told.lines.len());
        self.event(event);
        self.spot();
        let is_seen = self.told.scenes.len() > scenes;
        if let Some(stage) = stage(event).filter(|_| is_seen) {
            self.told.scenes.insert(scenes, Scene::Stage(stage));
        }
        if let Some(before) = &mut self.tallies {
            for (unit, tally) in tallies::changes(self.world, before, event) {
                before.units.insert(unit, tally);
                self.told.scenes.push(Scene::Tally { unit, tally });
            }
        }
        let read = self.told.lines.len() - lines;
        self.told
            .scenes
            .extend(std::iter::repeat_n(Scene::Read, read));
    }

    /// Lists units of others that are in sight by the event that is told and did not come into it before.
    fn unseen(&self) -> impl Iterator<Item = UnitId> {
        let units = self.places.keys().copied();
        units.filter(|id| !self.is_own(*id) && !self.visible.contains(id) && self.sees(*id))
    }

    /// Shows units of others that come into sight since own ones moved.
    fn spot(&mut self) {
        let spotted: Vec<_> = self.unseen().collect();
        for unit in spotted {
            self.reveal(unit, part::<Facing>(self.world, unit).0);
            self.sighted(unit, self.place(unit));
        }
    }

    /// Writes down that a unit of others came into sight.
    fn sighted(&mut self, unit: UnitId, tile: TileId) {
        if !self.visible.insert(unit) {
            return;
        }
        let name = self.name(unit).to_owned();
        self.notes.contact(&name);
        self.say(format!("Contact: {name}"), Some(tile));
    }

    /// Sums a turn up that has resolved, before the next one begins.
    fn sum_up(&mut self) {
        let Some(turn) = self.resolved.take() else {
            return;
        };
        let recap = std::mem::take(&mut self.notes).recap(turn);
        self.say(recap.text.clone(), None);
        self.told.scenes.push(Scene::Read);
        self.told.recap = Some(recap);
    }

    /// Notes what a unit of others was seen to do.
    fn note_deed(&mut self, unit: UnitId, text: impl Into<String>) {
        if !self.is_own(unit) && self.sees(unit) {
            self.notes.deed(unit, text);
        }
    }

    /// Notes hull that somebody lost in sight.
    fn note_harm(&mut self, harm: &Harm) {
        let is_own = self.is_own(harm.unit);
        if harm.lost > 0 && (is_own || self.sees(harm.unit)) {
            let destroyed = harm.destroyed.then(|| self.name(harm.unit).to_owned());
            self.notes.harm(is_own, harm.lost, destroyed.as_deref());
        }
    }

    fn is_own(&self, unit: UnitId) -> bool {
        self.world.resource::<Roster>().side(unit) == self.side
    }

    /// Whether own units detect a hex by the event that is told.
    fn detects(&self, tile: TileId) -> bool {
        let eyes = self.places.iter().filter(|(unit, _)| self.is_own(**unit));
        let mut eyes = eyes.map(|(&unit, &at)| (at, part::<Vision>(self.world, unit).0));
        eyes.any(|(at, far)| self.board.grid.distance(at, tile) <= u32::from(far))
    }

    fn sees(&self, unit: UnitId) -> bool {
        let place = self.places.get(&unit);
        self.is_own(unit) || place.is_some_and(|&tile| self.detects(tile))
    }

    fn place(&self, unit: UnitId) -> TileId {
        let place = self.places.get(&unit).copied();
        place.unwrap_or_else(|| part::<Position>(self.world, unit).0)
    }

    fn at(&self, unit: UnitId) -> Vec2 {
        self.board.center(self.place(unit))
    }

    fn name(&self, unit: UnitId) -> &str {
        &part::<Title>(self.world, unit).0
    }

    /// How news that is bad for a unit is meant.
    fn bad_for(&self, unit: UnitId) -> Tone {
        match self.is_own(unit) {
            true => Tone::Bad,
            false => Tone::Good,
        }
    }

    fn show(&mut self, scene: Scene) {
        self.told.scenes.push(scene);
    }

    fn note(&mut self, unit: UnitId, text: impl Into<String>, tone: Tone) {
        let at = self.at(unit);
        let text = text.into();
        self.show(Scene::Note { at, text, tone });
    }

    fn say(&mut self, text: impl Into<String>, place: Option<TileId>) {
        let line: Line = (text.into(), place);
        self.told.lines.push(line);
    }

    /// Writes an event down with its rolls, as it is told to those who saw all of it.
    fn log(&mut self, event: &Event, place: Option<TileId>) {
        let log = Log::new(self.world);
        if let Some(line) = log.line(event) {
            self.say(line, place);
        }
        for line in log.trace(event) {
            self.say(line, place);
        }
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::Committed { side, .. } if *side == self.side => self.log(event, None),
            Event::Locked => self.show(Scene::Banner {
                text: "The turn resolves".into(),
                cue: None,
            }),
            Event::Deployed(one) => {
                self.places.insert(one.unit, one.tile);
            }
            Event::SubPhaseBegan { number } => {
                self.log(event, None);
                let text = format!("Sub-phase {}", number + 1);
                self.show(Scene::Banner { text, cue: None });
            }
            Event::Launched {
                ship,
                carrier,
                tile,
                facing,
            } => self.launch(event, *ship, *carrier, *tile, *facing),
            Event::LaunchFailed { ship } if self.is_own(*ship) => self.log(event, None),
            Event::Repaired { unit, hull } if self.sees(*unit) => {
                self.note_deed(*unit, format!("was repaired by {hull}"));
                let at = self.at(*unit);
                if self.places.contains_key(unit) {
                    let change = i32::from(*hull);
                    self.heal(*unit, at, change);
                }
                self.log(event, Some(self.place(*unit)));
            }
            Event::Rearmed { ships } if ships.iter().all(|&ship| self.is_own(ship)) => {
                self.log(event, None);
            }
            Event::Moved {
                unit,
                from,
                to,
                facing,
            } => self.step(*unit, *from, *to, *facing),
            Event::Blocked { unit, at, .. } if self.sees(*unit) => {
                self.note_deed(*unit, "was blocked");
                let tone = self.bad_for(*unit);
                self.note(*unit, "blocked", tone);
                self.log(event, Some(*at));
            }
            Event::Intercepted(interception) => {
                if self.sees(interception.interceptor) && self.sees(interception.mover) {
                    let text = format!("intercepted {}", self.name(interception.mover));
                    self.note_deed(interception.interceptor, text);
                    let is_own = self.is_own(interception.interceptor);
                    let at = self.at(interception.interceptor);
                    self.show(Scene::Warning { at, is_own });
                }
                if interception.from != interception.to {
                    let (from, to) = (interception.from, interception.to);
                    self.step(interception.mover, from, to, interception.facing);
                }
                if self.sees(interception.mover) {
                    self.note(interception.mover, "intercepted", Tone::Plain);
                }
                self.attack(event, &interception.attack, false);
            }
            Event::Landed { ship } => self.land(event, *ship),
            Event::LandingFailed { ship, .. } if self.is_own(*ship) => {
                self.note(*ship, "cannot land", Tone::Bad);
                self.log(event, Some(self.place(*ship)));
            }
            Event::FightBegan { hex, initiative }
                if initiative.iter().all(|one| self.sees(one.ship)) =>
            {
                let at = self.board.center(*hex);
                let text = "fight!".into();
                let tone = Tone::Bad;
                self.show(Scene::Note { at, text, tone });
                self.log(event, Some(*hex));
            }
            Event::Fought { attack, held, .. } | Event::ShotFired { attack, held } => {
                self.attack(event, attack, *held);
            }
            Event::CarrierFired { attack } => self.attack(event, attack, false),
            Event::Aimed { shots } => {
                let wasted = shots.iter().filter(|shot| shot.target.is_none());
                let own: Vec<_> = wasted.filter(|shot| self.is_own(shot.ship)).collect();
                for shot in own {
                    self.notes.wasted();
                    let name = self.name(shot.ship).to_owned();
                    self.note(shot.ship, "no target", Tone::Miss);
                    let place = Some(self.place(shot.ship));
                    self.say(format!("{name} fires without a target"), place);
                }
            }
            Event::Dogfight(dogfight) => {
                let sees_all = dogfight.ships.iter().all(|&ship| self.sees(ship));
                if sees_all {
                    let [one, two] = dogfight.hexes.map(|hex| self.board.center(hex));
                    self.show(Scene::Note {
                        at: one.midpoint(two),
                        text: "dogfight".into(),
                        tone: Tone::Plain,
                    });
                    self.log(event, Some(dogfight.hexes[0]));
                }
                for attack in &dogfight.attacks {
                    self.strike(attack, dogfight.held);
                    if !sees_all {
                        self.say_losses(&attack.harms);
                    }
                }
            }
            Event::ShotLost(shot) if self.is_own(shot.ship) => self.log(event, None),
            Event::Volley { harms, .. }
            | Event::PointDefense { harms, .. }
            | Event::HazardStruck { harms } => self.blows(event, harms),
            Event::CarrierAttacked(attack) => self.siege(event, attack),
            Event::HangarLost { ships } if ships.iter().any(|&ship| self.is_own(ship)) => {
                self.log(event, None);
            }
            Event::Regenerated { ships } => {
                let seen: Vec<_> = (ships.iter().copied())
                    .filter(|(ship, _)| self.sees(*ship))
                    .collect();
                for &(ship, hull) in &seen {
                    if self.places.contains_key(&ship) {
                        let at = self.at(ship);
                        self.heal(ship, at, i32::from(hull));
                    }
                }
                if !seen.is_empty() {
                    let event = Event::Regenerated { ships: seen };
                    self.log(&event, None);
                }
            }
            Event::DriveCharged { side, charge } if *side == self.side => {
                let full = setup::content(self.world).figures.drive_turns;
                let text = format!("The jump drive is at {charge} of {full}");
                self.show(Scene::Banner {
                    text: text.clone(),
                    cue: None,
                });
                self.say(text, None);
            }
            Event::ReinforcementRolled { side, arrival, .. } => {
                let arrival = *arrival;
                if let Some((ship, tile, facing)) = arrival {
                    self.places.insert(ship, tile);
                    if self.sees(ship) {
                        self.reveal(ship, facing);
                        self.visible.insert(ship);
                    }
                }
                let is_seen = arrival.is_some_and(|(ship, ..)| self.sees(ship));
                if *side == self.side || is_seen {
                    self.log(event, arrival.map(|(_, tile, _)| tile));
                }
            }
            Event::TurnBegan => {
                let turn = self.world.resource::<Turn>().number;
                let text = format!("Turn {turn}");
                let cue = Some(Cue::Turn);
                self.show(Scene::Banner { text, cue });
                self.log(event, None);
            }
            Event::Ended(_) | Event::PlayedOn | Event::Renewed { .. } => self.log(event, None),
            _ => {}
        }
    }

    fn heal(&mut self, unit: UnitId, at: Vec2, change: i32) {
        self.show(Scene::Fumes {
            at,
            kind: Fumes::Relief,
        });
        self.show(Scene::Harm {
            unit,
            at,
            change,
            is_crit: false,
        });
    }

    /// Has a unit take a step, as far as it is seen.
    fn step(&mut self, unit: UnitId, from: TileId, to: TileId, facing: Direction) {
        let was_seen = self.sees(unit);
        self.places.insert(unit, to);
        let is_seen = self.sees(unit);
        if !was_seen && !is_seen {
            return;
        }
        let look = passing_look(self.world, self.side, unit);
        let walk = Walk {
            unit,
            from: self.board.center(from),
            to: self.board.center(to),
            angle: self.board.angle(facing),
            seconds: STEP,
            ground: None,
            is_appearing: !was_seen,
            is_vanishing: !is_seen,
            look: (!self.is_own(unit)).then(|| Box::new(look)),
        };
        self.show(Scene::Walk(walk));
        if !self.is_own(unit) {
            self.notes.step(unit, from, to);
        }
        if !was_seen {
            self.contact(unit, to);
        }
    }

    fn contact(&mut self, unit: UnitId, tile: TileId) {
        if !self.visible.contains(&unit) {
            self.note(unit, "contact", Tone::Bad);
        }
        self.sighted(unit, tile);
    }

    fn reveal(&mut self, unit: UnitId, facing: Direction) {
        let at = self.at(unit);
        self.show(Scene::Reveal {
            unit,
            at,
            angle: self.board.angle(facing),
            look: Box::new(passing_look(self.world, self.side, unit)),
            is_contact: !self.is_own(unit),
        });
    }

    fn launch(
        &mut self,
        event: &Event,
        ship: UnitId,
        carrier: UnitId,
        tile: TileId,
        facing: Direction,
    ) {
        self.places.insert(ship, tile);
        if !self.sees(ship) {
            return;
        }
        self.visible.insert(ship);
        let walk = Walk {
            unit: ship,
            from: self.at(carrier),
            to: self.board.center(tile),
            angle: self.board.angle(facing),
            seconds: DOCK,
            ground: None,
            is_appearing: true,
            is_vanishing: false,
            look: Some(Box::new(passing_look(self.world, self.side, ship))),
        };
        self.show(Scene::Walk(walk));
        self.note_deed(ship, "was launched");
        self.log(event, Some(tile));
    }

    fn land(&mut self, event: &Event, ship: UnitId) {
        if self.sees(ship) {
            let carriers = self.world.resource::<Roster>();
            let side = carriers.side(ship);
            let home = carriers.of_side(side).find(|&unit| {
                part::<Class>(self.world, unit).is_carrier() && self.places.contains_key(&unit)
            });
            let (from, to) = (
                self.at(ship),
                home.map_or(self.at(ship), |home| self.at(home)),
            );
            let walk = Walk {
                unit: ship,
                from,
                to,
                angle: (to - from).normalize_or(Vec2::X).to_angle(),
                seconds: DOCK,
                ground: None,
                is_appearing: false,
                is_vanishing: true,
                look: None,
            };
            self.show(Scene::Walk(walk));
            self.note_deed(ship, "landed");
            self.log(event, Some(self.place(ship)));
        }
        self.places.remove(&ship);
    }

    /// Tells an attack: all of it to those who see both ships, to others what it did to their own.
    fn attack(&mut self, event: &Event, attack: &Attack, held: bool) {
        let sees_both = self.sees(attack.attacker) && self.sees(attack.defender);
        let place = self.place(attack.defender);
        if sees_both {
            self.log(event, Some(place));
        }
        self.strike(attack, held);
        if !sees_both && !held {
            self.say_losses(&attack.harms);
        }
    }

    /// Shows an attack, and what it did unless that is held back.
    fn strike(&mut self, attack: &Attack, held: bool) {
        let (sees_attacker, sees_defender) =
            (self.sees(attack.attacker), self.sees(attack.defender));
        if sees_attacker || sees_defender {
            let damage = match held {
                true => attack.damage,
                false => (attack.harms.first()).map_or(0, |harm| harm.lost),
            };
            let end = match (sees_defender, attack.evaded) {
                (false, _) => End::Lost,
                (true, true) => End::Hit {
                    target: None,
                    dealt: 0,
                    is_blocked: true,
                    is_crit: false,
                },
                // What is held back shows when it lands with all others.
                (true, false) => End::Hit {
                    target: (!held).then_some((attack.defender, Flesh::Machine)),
                    dealt: u32::from(damage),
                    is_blocked: damage == 0,
                    is_crit: attack.destroyed,
                },
            };
            self.shoot(attack.attacker, attack.defender, end);
        }
        if !held {
            for harm in &attack.harms {
                self.note_harm(harm);
            }
            for harm in attack.harms.iter().skip(1) {
                self.hurt(harm);
            }
            for harm in &attack.harms {
                self.lose(harm);
            }
        }
    }

    /// Shows a round from one unit at another.
    fn shoot(&mut self, from: UnitId, at: UnitId, end: End) {
        let (sees_shooter, to) = (self.sees(from), self.at(at));
        if sees_shooter && self.sees(at) {
            let text = format!("fired at {}", self.name(at));
            self.note_deed(from, text);
        }
        let way = self.at(from) - to;
        let content = setup::content(self.world);
        let class: Class = *part(self.world, from);
        let torpedoes = match class {
            Class::Ship(ship) => content.ship(ship).torpedoes,
            Class::Carrier(_) => false,
        };
        let slow = match class {
            Class::Ship(_) => {
                content
                    .weapon(part::<Armament>(self.world, from).0)
                    .cooldown
                    > 0
            }
            Class::Carrier(_) => false,
        };
        let (weapon, kind) = match (class.is_carrier(), torpedoes, slow) {
            (true, ..) => (WeaponClass::Heavy, DamageType::Kinetic),
            (_, true, _) => (WeaponClass::Heavy, DamageType::Plasma),
            (.., true) => (WeaponClass::Heavy, DamageType::Chemical),
            _ => (WeaponClass::Rifle, DamageType::Laser),
        };
        // Somebody who is not seen fires from somewhere out of sight.
        let from_place = match sees_shooter {
            true => self.at(from),
            false => to + way.normalize_or(Vec2::X) * 300.0,
        };
        self.show(Scene::Shot(Box::new(Shot {
            shooter: sees_shooter.then_some(from),
            from: from_place,
            weapon,
            kind,
            to,
            end,
        })));
    }

    /// Shows hull that somebody lost.
    fn hurt(&mut self, harm: &Harm) {
        if self.sees(harm.unit) && self.places.contains_key(&harm.unit) {
            let at = self.at(harm.unit);
            self.show(Scene::Harm {
                unit: harm.unit,
                at,
                change: -i32::from(harm.lost),
                is_crit: harm.destroyed,
            });
        }
    }

    /// Takes somebody off the board that was destroyed.
    fn lose(&mut self, harm: &Harm) {
        if !harm.destroyed {
            return;
        }
        if self.sees(harm.unit) && self.places.contains_key(&harm.unit) {
            let at = self.at(harm.unit);
            self.show(Scene::Fade {
                unit: harm.unit,
                at,
                fall: Some(Flesh::Machine),
            });
        }
        self.places.remove(&harm.unit);
    }

    /// Writes down what own units lost to somebody out of sight.
    fn say_losses(&mut self, harms: &[Harm]) {
        for harm in harms.iter().filter(|harm| harm.damage > 0) {
            if !self.is_own(harm.unit) {
                continue;
            }
            let end = if harm.destroyed {
                " and is destroyed"
            } else {
                ""
            };
            let text = format!(
                "{} is hit from out of sight and loses {}{end}",
                self.name(harm.unit),
                harm.lost
            );
            self.say(text, Some(self.place(harm.unit)));
        }
    }

    /// Tells damage that lands at once on several.
    fn blows(&mut self, event: &Event, harms: &[Harm]) {
        let seen: Vec<_> = harms
            .iter()
            .filter(|harm| self.sees(harm.unit))
            .copied()
            .collect();
        for harm in &seen {
            self.note_harm(harm);
        }
        if seen.is_empty() {
            for harm in harms {
                self.lose(harm);
            }
            return;
        }
        let place = Some(self.place(seen[0].unit));
        let names = |cause: Cause| match cause {
            Cause::Spores(from) => self.sees(from),
            _ => true,
        };
        let is_told = seen.len() == harms.len() && harms.iter().all(|harm| names(harm.cause));
        match (is_told, event) {
            (true, _) => self.log(event, place),
            (false, Event::Volley { .. }) => {
                let event = Event::Volley {
                    harms: seen.clone(),
                    evaded: Vec::new(),
                };
                self.log(&event, place);
            }
            (false, _) => self.say_losses(&seen),
        }
        if let Event::PointDefense { carrier, .. } = event
            && self.sees(*carrier)
        {
            let end = End::Hit {
                target: Some((harms[0].unit, Flesh::Machine)),
                dealt: u32::from(harms[0].lost),
                is_blocked: false,
                is_crit: true,
            };
            self.shoot(*carrier, harms[0].unit, end);
        } else {
            self.hurt(&harms[0]);
        }
        for harm in harms.iter().skip(1) {
            self.hurt(harm);
        }
        for harm in harms {
            self.lose(harm);
        }
    }

    fn siege(&mut self, event: &Event, attack: &CarrierAttack) {
        let harm = attack.harm();
        self.note_harm(&harm);
        if self.sees(attack.attacker) || self.sees(attack.carrier) {
            let end = End::Hit {
                target: Some((attack.carrier, Flesh::Machine)),
                dealt: u32::from(attack.lost),
                is_blocked: attack.lost == 0,
                is_crit: attack.destroyed,
            };
            let end = if self.sees(attack.carrier) {
                end
            } else {
                End::Lost
            };
            self.shoot(attack.attacker, attack.carrier, end);
        }
        match self.sees(attack.attacker) && self.sees(attack.carrier) {
            true => self.log(event, Some(self.place(attack.carrier))),
            false => self.say_losses(&[harm]),
        }
        self.lose(&harm);
    }
}
