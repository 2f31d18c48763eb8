//! What a vector expects to be so after its orders.

use crate::{
    battle::{
        board::Board,
        knowledge::Knowledge,
        phase::{Turn, Verdict},
        unit::{self, UnitId, Vision},
    },
    content::{
        problem::suggest,
        tree::{Node, Value},
    },
    rules::battlescape::{
        ability, ai,
        content::{FireMode, Gait},
        nerve::is_conscious,
        side_view::SideView,
        soldier::{self, BurnLeft, Condition, UnitState},
        vectors::Scene,
    },
    vectors::{compare, written},
};

/// What a vector may expect of a unit.
const UNIT: [&str; 29] = [
    "hp",
    "tu",
    "carried",
    "rounds",
    "spare",
    "morale",
    "energy",
    "suppression",
    "suppressed",
    "stun",
    "at",
    "facing",
    "presence",
    "condition",
    "burning",
    "poisoned",
    "prone",
    "stance",
    "panic",
    "conscious",
    "stunned",
    "side",
    "vision",
    "ready",
    "ran",
    "items",
    "primed",
    "ended",
    "steps_left",
];

/// What a vector may expect beside units.
const KNOWN: [&str; 11] = [
    "units", "sees", "hidden", "tiles", "outcome", "turn", "shots", "psi", "threat", "walks", "log",
];

impl Scene<'_> {
    /// Compares what is so now with what the vector expects.
    pub(super) fn check(&mut self, node: &Node) -> Option<()> {
        let Value::Struct(_, fields) = &node.value else {
            return self.wrong(node, "what is so afterwards, such as (turn: 2)");
        };
        for field in fields {
            match field.name.as_str() {
                "units" => self.check_units(&field.node)?,
                "sees" => self.check_sight(&field.node, true)?,
                "hidden" => self.check_sight(&field.node, false)?,
                "tiles" => self.check_tiles(&field.node)?,
                "shots" => self.check_shots(&field.node)?,
                "psi" => self.check_psi(&field.node)?,
                "threat" => self.check_threat(&field.node)?,
                "walks" => self.check_walks(&field.node)?,
                "log" => self.check_log(&field.node)?,
                "outcome" | "turn" => {
                    let (turn, verdict) = (
                        self.world.resource::<Turn>().number,
                        self.world.resource::<Verdict>().0,
                    );
                    let observe = |name: &str| match name {
                        "turn" => Some(turn.to_string()),
                        _ => Some(verdict.map_or("None".into(), |e| format!("{:?}", e.outcome))),
                    };
                    let failures = compare(
                        self.reader,
                        "",
                        std::slice::from_ref(field),
                        &KNOWN,
                        observe,
                    );
                    self.failures.extend(failures);
                }
                _ => {
                    let hint = suggest(&field.name, KNOWN);
                    let message = format!("there is no `{}` to expect{hint}", field.name);
                    self.reader.problem(field.place, message);
                }
            }
        }
        Some(())
    }

    fn entries<'n>(&mut self, node: &'n Node, example: &str) -> Option<&'n [(Node, Node)]> {
        match &node.value {
            Value::Map(entries) => Some(entries),
            _ => self.wrong(node, example),
        }
    }

    fn check_units(&mut self, node: &Node) -> Option<()> {
        for (key, node) in self.entries(node, "units, such as {\"A\": (tu: 66)}")? {
            let id = self.unit(key)?;
            let Value::Struct(_, fields) = &node.value else {
                return self.wrong(node, "figures, such as (tu: 66)");
            };
            let of = format!("{}'s ", self.name(id));
            let known: Vec<_> = (fields.iter())
                .map(|field| self.observe(id, &field.name))
                .collect();
            let observe = |name: &str| {
                let at = fields.iter().position(|field| field.name == name)?;
                known[at].clone()
            };
            let failures = compare(self.reader, &of, fields, &UNIT, observe);
            self.failures.extend(failures);
        }
        Some(())
    }

    /// Returns a figure of a unit as RON.
    fn observe(&self, id: UnitId, name: &str) -> Option<String> {
        let world = &self.world;
        let state = UnitState::read(world, id);
        let figures = &self.mission.catalog.battlescape.figures;
        let turns = |left: Option<BurnLeft>| left.map_or(0, |left| left.turns).to_string();
        Some(match name {
            "hp" => state.health.now.to_string(),
            "tu" => state.tu.now.to_string(),
            "carried" => state.tu.carried.to_string(),
            "rounds" => state.arms.rounds.to_string(),
            "spare" => state.arms.spare.to_string(),
            "morale" => state.nerve.morale.to_string(),
            "energy" => state.energy.now.to_string(),
            "suppression" => state.nerve.suppression.to_string(),
            "suppressed" => state.nerve.suppressed.to_string(),
            "stun" => state.shock.points.to_string(),
            "at" => self.place(state.tile),
            "facing" => self.facing(state.facing).to_owned(),
            "presence" => format!("{:?}", state.presence),
            "condition" => format!("{:?}", Condition::of(state.health, figures)),
            "burning" => turns(state.burning.0),
            "poisoned" => turns(state.poison.0),
            "prone" => state.footing.prone.to_string(),
            "ran" => state.footing.ran.to_string(),
            "stance" => format!("{:?}", state.stance.0),
            "panic" => state
                .nerve
                .panic
                .map_or("None".into(), |panic| format!("{panic:?}")),
            "conscious" => is_conscious(state.health, state.shock).to_string(),
            "stunned" => format!("{:?}", state.shock.stunned),
            "side" => unit::side_of(world, id).0.to_string(),
            "vision" => unit::part::<Vision>(world, id).0.to_string(),
            "ready" => state.readiness.ready.to_string(),
            "items" => state.pack.slots.iter().flatten().count().to_string(),
            "primed" => state
                .pack
                .primed
                .map_or("None".into(), |slot| slot.to_string()),
            "ended" => state.ended.0.to_string(),
            "steps_left" => soldier::steps_left(
                world.resource::<soldier::Rulebook>().figures(),
                unit::Units::of(world),
                id,
            )
            .map_or("None".into(), |n| n.to_string()),
            _ => return None,
        })
    }

    fn check_sight(&mut self, node: &Node, wanted: bool) -> Option<()> {
        for (key, node) in self.entries(node, "units and hexes, such as {\"A\": [(3, 1)]}")? {
            let id = self.unit(key)?;
            for node in self.reader.list(node, "hexes") {
                let tile = self.tile(node)?;
                let sees = self.world.resource::<Knowledge>().unit_sees(id, tile);
                if sees != wanted {
                    let verb = if wanted { "to see" } else { "not to see" };
                    let (name, place) = (self.name(id), self.place(tile));
                    self.failures
                        .push(format!("expected {name} {verb} {place}"));
                }
            }
        }
        Some(())
    }

    fn check_tiles(&mut self, node: &Node) -> Option<()> {
        for (key, node) in self.entries(node, "hexes, such as {(3, 1): (fire: 3)}")? {
            let tile = self.tile(key)?;
            let state = self.world.resource::<Board>().layers.state(tile);
            let terrain = self.mission.catalog.terrain(state.terrain).key.clone();
            let Value::Struct(_, fields) = &node.value else {
                return self.wrong(node, "what the hex holds, such as (fire: 3)");
            };
            let known = ["terrain", "fire", "smoke", "gas", "lost", "spent"];
            let of = format!("{}'s ", self.place(tile));
            let failures = compare(self.reader, &of, fields, &known, |name| {
                Some(match name {
                    "terrain" => format!("{terrain:?}"),
                    "fire" => state.fire.to_string(),
                    "smoke" => state.smoke.to_string(),
                    "gas" => state.gas.to_string(),
                    "lost" => state.wear.to_string(),
                    "spent" => state.spent.to_string(),
                    _ => return None,
                })
            });
            self.failures.extend(failures);
        }
        Some(())
    }

    /// Forecasts: `(by: "A", at: "B", mode: Snap, chance: 35)`, or `refused: "why"`.
    fn check_shots(&mut self, node: &Node) -> Option<()> {
        for node in self.reader.list(node, "shots") {
            let mut fields = self.reader.fields(node, "shot")?;
            let by = fields.need(self.reader, "by")?;
            let at = fields.need(self.reader, "at")?;
            let mode = fields.get("mode");
            let chance = fields.get("chance");
            let refused = fields.get("refused");
            fields.done(self.reader);
            let (by, at) = (self.unit(by)?, self.unit(at)?);
            let mode = match mode {
                Some(node) => self.mode(node)?,
                None => FireMode::Snap,
            };
            let view = SideView::new(&self.world, unit::side_of(&self.world, by));
            let forecast = view.forecast(by, view.unit(by).tile, at, mode);
            let of = format!("{} at {}: ", self.name(by), self.name(at));
            match (forecast, chance, refused) {
                (Ok(forecast), Some(wanted), _) => {
                    let (wanted, found) = (written(wanted), forecast.attack.aim.chance);
                    if wanted != found.to_string() {
                        self.failures
                            .push(format!("{of}expected chance {wanted}, got {found}"));
                    }
                }
                (Err(refusal), _, Some(why)) => {
                    let why = self.reader.text(why, "why it is refused")?;
                    let found: String = refusal.to_string();
                    if !found.contains(why) {
                        self.failures.push(format!(
                            "{of}expected a refusal with {why:?}, got {found:?}"
                        ));
                    }
                }
                (Err(refusal), ..) => self.failures.push(format!("{of}refused: {refusal}")),
                (Ok(_), None, _) => self
                    .failures
                    .push(format!("{of}expected a refusal, got none")),
            }
        }
        Some(())
    }

    /// Chances of abilities: `(by: "A", at: "B", ability: "panic", chance: 50)`.
    fn check_psi(&mut self, node: &Node) -> Option<()> {
        for node in self.reader.list(node, "chances of abilities") {
            let mut fields = self.reader.fields(node, "ability")?;
            let by = fields.need(self.reader, "by")?;
            let at = fields.need(self.reader, "at")?;
            let key = fields.need(self.reader, "ability")?;
            let wanted = fields.need(self.reader, "chance")?;
            fields.done(self.reader);
            let (by, at) = (self.unit(by)?, self.unit(at)?);
            let catalog = self.mission.catalog.clone();
            let content = &catalog.battlescape;
            let keys: Vec<_> = content.abilities.iter().map(|a| a.key.as_str()).collect();
            let find = |key: &str| content.ability_named(key);
            let id = self.reader.key(key, "ability", find, &keys)?;
            let found = ability::chance(&self.world, by, content.ability(id), at);
            let found = found.map_or("None".to_owned(), |chance| chance.to_string());
            if found != written(wanted) {
                let wanted = written(wanted);
                self.failures
                    .push(format!("expected chance {wanted}, got {found}"));
            }
        }
        Some(())
    }

    /// Threats: `(of: "B", to: "A", points: 86)`.
    fn check_threat(&mut self, node: &Node) -> Option<()> {
        for node in self.reader.list(node, "threats") {
            let mut fields = self.reader.fields(node, "threat")?;
            let of = fields.need(self.reader, "of")?;
            let to = fields.need(self.reader, "to")?;
            let wanted = fields.need(self.reader, "points")?;
            fields.done(self.reader);
            let (of, to) = (self.unit(of)?, self.unit(to)?);
            let view = SideView::new(&self.world, unit::side_of(&self.world, to));
            let found = ai::threat_of(view, to, of).to_string();
            if found != written(wanted) {
                let wanted = written(wanted);
                self.failures
                    .push(format!("expected threat {wanted}, got {found}"));
            }
        }
        Some(())
    }

    /// Costs of walks: `(unit: "A", gait: Walk, path: [East, East], tu: [4, 4])`.
    fn check_walks(&mut self, node: &Node) -> Option<()> {
        for node in self.reader.list(node, "walks") {
            let mut fields = self.reader.fields(node, "walk")?;
            let id = fields.need(self.reader, "unit")?;
            let gaits = [
                ("Walk", Gait::Walk),
                ("Run", Gait::Run),
                ("Crouch", Gait::Crouch),
                ("Crawl", Gait::Crawl),
                ("Disengage", Gait::Disengage),
            ];
            let gait = fields.choice_or(self.reader, "gait", &gaits, Gait::Walk)?;
            let path = fields.need(self.reader, "path")?;
            let wanted = fields.need(self.reader, "tu")?;
            fields.done(self.reader);
            let id = self.unit(id)?;
            let nodes = self.reader.list(path, "path");
            let path: Vec<_> = nodes
                .iter()
                .map(|node| self.direction(node))
                .collect::<Option<_>>()?;
            let view = SideView::new(&self.world, unit::side_of(&self.world, id));
            let steps = view.step_costs(id, gait, &path);
            let steps: Vec<_> = steps.iter().map(|(_, tu)| tu.to_string()).collect();
            let found = format!("[{}]", steps.join(", "));
            if found != written(wanted) {
                let (name, wanted) = (self.name(id), written(wanted));
                self.failures
                    .push(format!("expected {name}'s steps {wanted}, got {found}"));
            }
        }
        Some(())
    }

    fn check_log(&mut self, node: &Node) -> Option<()> {
        for node in self.reader.list(node, "lines of the log") {
            let wanted = self.reader.text(node, "line of the log")?;
            if !self.lines.iter().any(|line| line.contains(wanted)) {
                let lines = self.lines.join(" | ");
                self.failures
                    .push(format!("expected {wanted:?} in the log, got {lines:?}"));
            }
        }
        Some(())
    }
}
