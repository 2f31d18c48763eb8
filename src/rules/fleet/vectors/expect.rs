//! What vectors of the fleet expect: named checks of units, stats, attacks and what happened.

use crate::{
    battle::{
        grid::TileId,
        order::BattleDice,
        phase::{Turn, Verdict},
        unit::{Presence, UnitId},
    },
    content::{
        problem::suggest,
        tree::{Field, Node, Value},
    },
    mission::direction_name,
    rules::fleet::{
        craft::{Berth, UnitState},
        damage,
        event::{Attack, Event, Initiative},
        forecast, intents,
        movement::{can_enter, is_occupied_by_ship, ship_at},
        muster::Muster,
        siege, stats,
        vectors::Scene,
    },
    vectors::{compare, written},
};

/// Checks a vector may name.
const CHECKS: [&str; 19] = [
    "units",
    "stats",
    "weights",
    "enters",
    "ship_at",
    "clashes",
    "sieges",
    "forecasts",
    "events",
    "moved",
    "initiative",
    "attacks",
    "fired",
    "destroyed",
    "intents",
    "launched",
    "landed",
    "log",
    "battle",
];

impl Scene<'_> {
    /// Checks what a vector expects.
    pub(super) fn check(&mut self, node: &Node) -> Option<()> {
        let Value::Struct(_, fields) = &node.value else {
            return self.wrong(node, "checks, such as (units: {\"A\": (hull: 3)})");
        };
        for field in fields {
            self.check_one(field)?;
        }
        Some(())
    }

    fn check_one(&mut self, field: &Field) -> Option<()> {
        let node = &field.node;
        match field.name.as_str() {
            "units" => self.by_unit(node, "", Self::unit_field),
            "stats" => self.by_unit(node, "", Self::stat_field),
            "weights" => self.by_unit(node, "weight to ", Self::weight_field),
            "enters" => self.enters(node),
            "ship_at" => self.ships_at(node),
            "clashes" => self.clashes(node),
            "sieges" => self.sieges(node),
            "forecasts" => self.forecasts(node),
            "events" => self.count_events(node),
            "log" => self.log(node),
            "battle" => self.battle(node),
            name if CHECKS.contains(&name) => {
                let found = self.story(name);
                let wanted = written(node);
                if wanted != found {
                    let failure = format!("expected {name} {wanted}, got {found}");
                    self.failures.push(failure);
                }
                Some(())
            }
            name => {
                let hint = suggest(name, CHECKS);
                let message = format!("there is no check `{name}`{hint}");
                self.reader.problem(field.place, message);
                None
            }
        }
    }

    /// Compares fields by unit: `{"A": (hull: 3)}`.
    fn by_unit(
        &mut self,
        node: &Node,
        what: &str,
        observe: fn(&Self, UnitId, &str) -> Option<String>,
    ) -> Option<()> {
        let Value::Map(entries) = &node.value else {
            return self.wrong(node, "checks by unit, such as {\"A\": (hull: 3)}");
        };
        for (key, node) in entries {
            let id = self.unit(key)?;
            let Value::Struct(_, fields) = &node.value else {
                return self.wrong(node, "fields, such as (hull: 3)");
            };
            let of = format!("{}'s {what}", self.name(id));
            let found: Vec<_> = (fields.iter())
                .map(|field| (field.name.clone(), observe(self, id, &field.name)))
                .collect();
            let known = |name: &str| {
                let found = found.iter().find(|(other, _)| other == name)?;
                found.1.clone()
            };
            let failures = compare(self.reader, &of, fields, &[], known);
            self.failures.extend(failures);
        }
        Some(())
    }

    fn unit_field(&self, id: UnitId, name: &str) -> Option<String> {
        let state = UnitState::read(&self.world, id);
        let grid = self.grid;
        Some(match name {
            "hull" => state.hull.now.to_string(),
            "max_hull" => state.hull.max.to_string(),
            "ammo" => state.stores.ammo.to_string(),
            "fuel" => state.stores.fuel.to_string(),
            "morale" => state.morale.0.to_string(),
            "remaining" => state.gun.remaining.to_string(),
            "at" => self.place(state.tile),
            "facing" => direction_name(grid.layout, state.facing).into(),
            "alive" => (state.presence != Presence::Dead).to_string(),
            "on_board" => (state.presence == Presence::OnBoard).to_string(),
            "docked" => {
                (state.presence == Presence::Reserve && state.berth == Berth::Docked).to_string()
            }
            "action" => format!("{:?}", state.standing.stance.action),
            _ => return None,
        })
    }

    fn stat_field(&self, id: UnitId, name: &str) -> Option<String> {
        let muster = Muster::of(&self.world);
        Some(match name {
            "attack" => stats::attack(&muster, id).total().to_string(),
            "defense" => stats::defense(&muster, id).total().to_string(),
            "network" => stats::fire_control(&muster, id).to_string(),
            "speed" => muster.speed(id).to_string(),
            "moves" => muster.moves(id).to_string(),
            "level" => muster.pilot(id).level(muster.content).to_string(),
            _ => return None,
        })
    }

    fn weight_field(&self, id: UnitId, name: &str) -> Option<String> {
        let weights = intents::weights(&Muster::of(&self.world), id);
        Some(match name {
            "attack" => weights.attack.to_string(),
            "advance" => weights.advance.to_string(),
            "hold" => weights.hold.to_string(),
            "retreat" => weights.retreat.to_string(),
            _ => return None,
        })
    }

    /// Checks which living ship is on which hex: `((2, 2), "A")`, or `None` instead of a name.
    fn ships_at(&mut self, node: &Node) -> Option<()> {
        for node in self.reader.list(node, "hexes") {
            let Value::Tuple(None, items) = &node.value else {
                return self.wrong(node, "a hex and who is there, such as ((2, 2), \"A\")");
            };
            let [tile, expected] = items.as_slice() else {
                return self.wrong(node, "a hex and who is there");
            };
            let tile = self.tile(tile)?;
            let expected = match self.reader.option(expected) {
                Some(ship) => Some(self.unit(ship)?),
                None => None,
            };
            let found = ship_at(&self.world, tile);
            if found != expected || is_occupied_by_ship(&self.world, tile) != expected.is_some() {
                let name = |scene: &Self, id: Option<UnitId>| {
                    id.map_or_else(|| "no ship".to_owned(), |id| scene.name(id))
                };
                let (place, expected) = (self.place(tile), name(self, expected));
                let failure = format!("expected {expected} on {place}, got {}", name(self, found));
                self.failures.push(failure);
            }
        }
        Some(())
    }

    /// Checks who may enter which hex: `("A", (2, 2), true)`.
    fn enters(&mut self, node: &Node) -> Option<()> {
        for node in self.reader.list(node, "hexes to enter") {
            let Value::Tuple(None, items) = &node.value else {
                return self.wrong(
                    node,
                    "a unit, a hex and whether it may, such as (\"A\", (2, 2), true)",
                );
            };
            let [unit, tile, expected] = items.as_slice() else {
                return self.wrong(node, "a unit, a hex and whether it may");
            };
            let (unit, tile) = (self.unit(unit)?, self.tile(tile)?);
            let expected = self.reader.bool(expected, "whether it may")?;
            let found = can_enter(&self.world, unit, Some(tile));
            if found != expected {
                let (name, place) = (self.name(unit), self.place(tile));
                let failure = format!("expected {name} to enter {place}: {expected}, got {found}");
                self.failures.push(failure);
            }
        }
        Some(())
    }

    /// Checks single attacks, each on the state of the battle: rolled with the dice of the vector, landed
    /// on a copy.
    fn clashes(&mut self, node: &Node) -> Option<()> {
        for node in self.reader.list(node, "clashes") {
            let (by, at) = self.pair(node)?;
            let mut dice = self.world.resource_mut::<BattleDice>().0.take()?;
            let mut muster = Muster::of(&self.world);
            let mut attack = damage::roll(&muster, by, at, 1, &mut dice);
            damage::land(&mut muster, &mut attack);
            let splash = attack
                .splash
                .iter()
                .map(|id| format!("{:?}", self.name(*id)));
            let splash = format!("[{}]", splash.collect::<Vec<_>>().join(", "));
            let mut hulls: Vec<String> = Vec::new();
            for harm in &attack.harms {
                let left = muster.get(harm.unit).now.hull.now;
                let hull = format!("{:?}: {left}", self.name(harm.unit));
                if !hulls.contains(&hull) {
                    hulls.push(hull);
                }
            }
            let hulls = format!("{{{}}}", hulls.join(", "));
            let left = muster.get(at).now.hull.now;
            self.world.resource_mut::<BattleDice>().0 = Some(dice);
            self.fields_of(node, &["by", "at"], |name| {
                Some(match name {
                    "die" => attack.roll.sides.to_string(),
                    "attack" => attack.attack.total().to_string(),
                    "defense" => attack.defense.total().to_string(),
                    "pierce" => attack.pierce.to_string(),
                    "damage" => attack.damage.to_string(),
                    "hull" => left.to_string(),
                    "evaded" => attack.evaded.to_string(),
                    "destroyed" => attack.destroyed.to_string(),
                    "lucky" => attack.lucky.is_some_and(|check| check.passed).to_string(),
                    "splash" => splash.clone(),
                    "hulls" => hulls.clone(),
                    _ => return None,
                })
            })?;
        }
        Some(())
    }

    /// Checks single attacks on carriers.
    fn sieges(&mut self, node: &Node) -> Option<()> {
        for node in self.reader.list(node, "sieges") {
            let (by, at) = self.pair(node)?;
            let mut dice = self.world.resource_mut::<BattleDice>().0.take()?;
            let attack = siege::attack(&Muster::of(&self.world), by, at, &mut dice);
            self.world.resource_mut::<BattleDice>().0 = Some(dice);
            self.fields_of(node, &["by", "at"], |name| {
                Some(match name {
                    "attack" => attack.attack.total().to_string(),
                    "defense" => attack.defense.to_string(),
                    "damage" => attack.damage.to_string(),
                    "first_hit" => attack.first_hit.unwrap_or(0).to_string(),
                    "absorbed" => attack.absorbed.to_string(),
                    "lost" => attack.lost.to_string(),
                    _ => return None,
                })
            })?;
        }
        Some(())
    }

    /// Checks forecasts of attacks.
    fn forecasts(&mut self, node: &Node) -> Option<()> {
        for node in self.reader.list(node, "forecasts") {
            let (by, at) = self.pair(node)?;
            let muster = Muster::of(&self.world);
            let found = forecast::attack(&muster, by, at);
            let first = forecast::first(&muster, by, at);
            let lost = found
                .lost
                .iter()
                .map(|(lost, share)| format!("{lost}: {share}"));
            let lost = format!("{{{}}}", lost.collect::<Vec<_>>().join(", "));
            self.fields_of(node, &["by", "at"], |name| {
                Some(match name {
                    "die" => found.sides.to_string(),
                    "destroyed" => found.destroyed.to_string(),
                    "average" => found.average.to_string(),
                    "lost" => lost.clone(),
                    "first" => first.to_string(),
                    _ => return None,
                })
            })?;
        }
        Some(())
    }

    /// Reads who attacks whom.
    fn pair(&mut self, node: &Node) -> Option<(UnitId, UnitId)> {
        let mut fields = self.reader.fields(node, "attack")?;
        let by = fields.need(self.reader, "by")?;
        let at = fields.need(self.reader, "at")?;
        Some((self.unit(by)?, self.unit(at)?))
    }

    /// Compares the fields of a struct, some of which say what it is about.
    fn fields_of(
        &mut self,
        node: &Node,
        about: &[&str],
        observe: impl Fn(&str) -> Option<String>,
    ) -> Option<()> {
        let Value::Struct(_, fields) = &node.value else {
            return None;
        };
        let of = about.iter().filter_map(|name| {
            let field = fields.iter().find(|field| field.name == **name)?;
            Some(format!("{name} {} ", written(&field.node)))
        });
        let of: String = of.collect();
        let rest: Vec<_> = (fields.iter())
            .filter(|field| !about.contains(&field.name.as_str()))
            .cloned()
            .collect();
        let failures = compare(self.reader, &of, &rest, &[], observe);
        self.failures.extend(failures);
        Some(())
    }

    /// Checks how often something happened: `{"Dogfight": 1}`.
    fn count_events(&mut self, node: &Node) -> Option<()> {
        let Value::Map(entries) = &node.value else {
            return self.wrong(node, "events, such as {\"Dogfight\": 1}");
        };
        for (key, node) in entries {
            let name = self.reader.text(key, "event")?;
            let expected = self.reader.int(node, "count", 0..=1000_u32)?;
            let all = self.events.iter();
            let found = all.filter(|(_, event)| event_name(event) == name).count();
            if found != expected as usize {
                let failure = format!("expected {name} {expected} times, got {found}");
                self.failures.push(failure);
            }
        }
        Some(())
    }

    /// Checks that lines of the log hold some words.
    fn log(&mut self, node: &Node) -> Option<()> {
        for node in self.reader.list(node, "words") {
            let words = self.reader.text(node, "words")?;
            if !self.lines.iter().any(|line| line.contains(words)) {
                let lines = self.lines.join(" | ");
                self.failures
                    .push(format!("expected a line with {words:?}, got {lines}"));
            }
        }
        Some(())
    }

    /// Checks the battle as a whole.
    fn battle(&mut self, node: &Node) -> Option<()> {
        let verdict = self.world.resource::<Verdict>().0;
        let turn = *self.world.resource::<Turn>();
        let progress = Muster::of(&self.world).progress().clone();
        self.fields_of(node, &[], |name| {
            Some(match name {
                "turn" => turn.number.to_string(),
                "resolutions" => turn.resolutions.to_string(),
                "outcome" => match verdict {
                    Some(ending) => format!("{:?}", ending.outcome),
                    None => "None".into(),
                },
                "ended" => verdict.map_or(0, |ending| ending.turn).to_string(),
                "winner" => verdict.map_or(0, |ending| ending.winner.0).to_string(),
                "drive" => progress.sides[0].drive.to_string(),
                "enemy_drive" => progress.sides[1].drive.to_string(),
                _ => return None,
            })
        })
    }

    /// Returns what happened, as a list that a vector can state.
    fn story(&self, name: &str) -> String {
        let events = self.events.iter();
        let named = |id: UnitId| format!("{:?}", self.name(id));
        let tile = |tile: TileId| self.place(tile);
        let parts: Vec<String> = match name {
            "moved" => events
                .filter_map(|(_, event)| match event {
                    Event::Moved { unit, to, .. } => Some((*unit, *to)),
                    _ => None,
                })
                .map(|(unit, to)| format!("({}, {})", named(unit), tile(to)))
                .collect(),
            "initiative" => (events.flat_map(|(_, event)| initiative(event)))
                .map(|one| format!("({}, {})", named(one.ship), one.roll.total))
                .collect(),
            "attacks" => (events.flat_map(|(_, event)| attacks(event)))
                .map(|(by, at, damage)| format!("({}, {}, {damage})", named(by), named(at)))
                .collect(),
            "fired" => events
                .flat_map(|(turn, event)| {
                    let shots = match event {
                        Event::Aimed { shots } => shots.as_slice(),
                        _ => &[],
                    };
                    shots.iter().map(move |shot| (*turn, shot.ship))
                })
                .map(|(turn, ship)| format!("({}, {turn})", named(ship)))
                .collect(),
            "destroyed" => (events.flat_map(|(_, event)| lost(event)))
                .map(named)
                .collect(),
            "intents" => events
                .filter_map(|(_, event)| match event {
                    Event::IntentDrawn { ship, intent, .. } => Some((*ship, *intent)),
                    _ => None,
                })
                .map(|(ship, intent)| format!("({}, {intent:?})", named(ship)))
                .collect(),
            "launched" => events
                .filter_map(|(_, event)| match event {
                    Event::Launched { ship, tile, .. } => Some((*ship, *tile)),
                    _ => None,
                })
                .map(|(ship, to)| format!("({}, {})", named(ship), tile(to)))
                .collect(),
            _ => events
                .filter_map(|(_, event)| match event {
                    Event::Landed { ship } => Some(named(*ship)),
                    _ => None,
                })
                .collect(),
        };
        format!("[{}]", parts.join(", "))
    }
}

/// Returns the name of an event.
fn event_name(event: &Event) -> String {
    let text = format!("{event:?}");
    let end = text.find(|c: char| !c.is_ascii_alphanumeric());
    text[..end.unwrap_or(text.len())].to_owned()
}

fn initiative(event: &Event) -> Vec<Initiative> {
    match event {
        Event::FightBegan { initiative, .. } | Event::ShotsOrdered { initiative } => {
            initiative.clone()
        }
        Event::Dogfight(dogfight) => dogfight.initiative.to_vec(),
        _ => Vec::new(),
    }
}

/// Lists the attacks of an event: by, at, damage.
fn attacks(event: &Event) -> Vec<(UnitId, UnitId, u16)> {
    let told = |attack: &Attack| (attack.attacker, attack.defender, attack.damage);
    match event {
        Event::Intercepted(interception) => vec![told(&interception.attack)],
        Event::Fought { attack, .. }
        | Event::ShotFired { attack, .. }
        | Event::CarrierFired { attack } => vec![told(attack)],
        Event::Dogfight(dogfight) => dogfight.attacks.iter().map(told).collect(),
        Event::CarrierAttacked(attack) => vec![(attack.attacker, attack.carrier, attack.damage)],
        _ => Vec::new(),
    }
}

/// Lists the units an event destroys.
fn lost(event: &Event) -> Vec<UnitId> {
    let harms = match event {
        Event::Intercepted(interception) => interception.attack.harms.clone(),
        Event::Fought {
            attack,
            held: false,
            ..
        }
        | Event::ShotFired {
            attack,
            held: false,
        }
        | Event::CarrierFired { attack } => attack.harms.clone(),
        Event::Dogfight(dogfight) if !dogfight.held => {
            let attacks = dogfight.attacks.iter();
            attacks.flat_map(|attack| attack.harms.clone()).collect()
        }
        Event::Volley { harms, .. }
        | Event::PointDefense { harms, .. }
        | Event::HazardStruck { harms } => harms.clone(),
        Event::CarrierAttacked(attack) if attack.destroyed => return vec![attack.carrier],
        Event::HangarLost { ships } => return ships.clone(),
        _ => Vec::new(),
    };
    let dead = harms.into_iter().filter(|harm| harm.destroyed);
    dead.map(|harm| harm.unit).collect()
}
