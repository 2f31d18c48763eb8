//! Events and orders in words, with every die and the row of the table that it hit.
//!
//! **Invariant:** says what happened, itemized; decides nothing. What a reader's side does not know is left out:
//! enemy units go by class, their strength by nothing.

mod fights;
mod table;

use std::collections::BTreeMap;

use bevy::prelude::World;

pub(super) use self::table::hit;
use crate::battle::grid::TileId;
use crate::battle::order::Pending;
use crate::battle::unit::{Side, UnitId};
use crate::mission::directions;
use crate::plain::{capital, verb};
use crate::playing::Setting;
use crate::rules::operations::Operations;
use crate::rules::operations::content::{CARGOES, OperationsContent};
use crate::rules::operations::event::{Event, How};
use crate::rules::operations::field::Field;
use crate::rules::operations::loss::{Cause, Loss};
use crate::rules::operations::order::{Choice, Order, Throw};
use crate::rules::operations::plan::Aim;
use crate::rules::operations::progress::{Secret, Step};
use crate::rules::operations::unit::Stance;

/// Returns an event as lines, for those who see everything.
pub fn lines(world: &World, event: &Event) -> Vec<String> {
    Words::of(world, None).event(event)
}

/// Returns an event as lines, for a side.
pub fn seen_by(world: &World, event: &Event, side: Side) -> Vec<String> {
    Words::of(world, Some(side)).event(event)
}

/// Returns an order in words.
pub fn order(world: &World, order: &Order) -> String {
    Words::of(world, None).order(order)
}

/// Returns an order in words, for a side: units that it has not identified go by their class.
pub fn order_seen_by(world: &World, order: &Order, side: Side) -> String {
    Words::of(world, Some(side)).order(order)
}

/// Returns what a side is asked, in words.
pub fn question(world: &World, choice: &Choice) -> String {
    Words::of(world, None).question(choice)
}

/// What sentences are made from.
struct Words<'w> {
    world: &'w World,
    field: Field<'w>,
    /// Who reads; nobody sees everything.
    reader: Option<Side>,
}

impl<'w> Words<'w> {
    fn of(world: &'w World, reader: Option<Side>) -> Self {
        Self {
            world,
            field: Field::of(world),
            reader,
        }
    }

    fn content(&self) -> &'w OperationsContent {
        self.field.content
    }

    /// Whether the reader knows what a unit is.
    fn knows(&self, id: UnitId) -> bool {
        let unit = self.field.get(id);
        self.reader.is_none_or(|side| unit.side == side) || unit.body().identified
    }

    /// Whether the reader knows what a side does in secret.
    fn sees(&self, side: Side) -> bool {
        self.reader.is_none_or(|reader| reader == side)
    }

    /// Returns the name of a unit, or what a reader sees of it.
    fn name(&self, id: UnitId) -> String {
        match self.knows(id) {
            true => self.field.name(id).to_owned(),
            false => {
                let build = self.field.build(id);
                let side = self.side(self.field.get(id).side);
                format!("{side} {}", build.class.name())
            }
        }
    }

    fn side(&self, side: Side) -> &'w str {
        let mission = &self.world.resource::<Setting>().mission;
        mission
            .sides
            .get(side.index())
            .map_or("", |side| side.name.as_str())
    }

    /// Returns the form of a verb that goes with units; one unit can have a name in the plural.
    fn verb<'a>(&self, units: &[UnitId], one: &'a str, many: &'a str) -> &'a str {
        match units {
            [id] => verb(&self.name(*id), one, many),
            _ => many,
        }
    }

    fn at(&self, tile: TileId) -> String {
        let (column, row) = self.field.grid.to_offset(tile);
        format!("({column}, {row})")
    }

    /// Lists units, those that a reader does not know by class and number.
    fn names(&self, units: &[UnitId]) -> String {
        let mut names: Vec<(String, usize)> = Vec::new();
        for &id in units {
            let name = self.name(id);
            match names.iter_mut().find(|(other, _)| *other == name) {
                Some((_, count)) => *count += 1,
                None => names.push((name, 1)),
            }
        }
        let names = names.into_iter().map(|(name, count)| match count {
            1 => name,
            count => format!("{count} {name}"),
        });
        list(names.collect())
    }

    /// Lists lost points: `2 rifle points of 1 Inf`; of units that a reader does not know their number.
    fn loss(&self, loss: &Loss) -> String {
        let mut parts = Vec::new();
        for (&id, points) in loss {
            let total: u16 = points.iter().map(|&one| u16::from(one)).sum();
            if total == 0 {
                continue;
            }
            let name = self.name(id);
            if !self.knows(id) {
                parts.push(format!("{total} TOE of {name}"));
                continue;
            }
            for (at, &count) in points.iter().enumerate().filter(|(_, count)| **count > 0) {
                let kind = self.field.point(id, at).name.to_lowercase();
                let points = times(count.into(), "point");
                parts.push(format!("{count} {kind} {points} of {name}"));
            }
        }
        list(parts)
    }

    fn event(&self, event: &Event) -> Vec<String> {
        let one = |line: String| vec![line];
        match event {
            Event::StageBegan { stage, dice, first } => one(self.stage(*stage, dice, *first)),
            Event::HalfBegan { half, phasing } => {
                let half = if *half == 0 { "First" } else { "Second" };
                one(format!("{half} half: {}", self.side(*phasing)))
            }
            Event::CycleBegan { .. } => one("Second cycle of movement and combat".into()),
            Event::StepBegan { step, contacts } => self.step(*step, contacts),
            Event::Went {
                units,
                to,
                costs,
                how,
            } => {
                let spent = units.iter().copied().zip(costs.iter().copied());
                let mut lines = one(self.went(units, *to, costs, *how));
                lines.extend(self.overspent(spent));
                lines
            }
            Event::Rode { unit, rides, cost } => {
                let act = match rides {
                    true => self.verb(&[*unit], "mounts trucks", "mount trucks"),
                    false => self.verb(&[*unit], "dismounts", "dismount"),
                };
                let mut lines = one(format!("{} {act}", self.name(*unit)));
                lines.extend(self.overspent([(*unit, *cost)].into_iter()));
                lines
            }
            Event::Blown { facility } => {
                let at = self.field.scenario.facilities[usize::from(*facility)].tile;
                one(format!("The supply dump at {} is blown up", self.at(at)))
            }
            Event::Sealed { side, secret } => one(self.sealed(*side, secret)),
            Event::Placed { stances } => {
                let seen = stances.iter().filter(|(id, _)| self.knows(**id));
                let placed = seen.map(|(id, stance)| format!("{} {stance}", self.name(*id)));
                let placed: Vec<_> = placed.collect();
                match placed.is_empty() {
                    true => Vec::new(),
                    false => one(format!("Guns placed: {}", list(placed))),
                }
            }
            Event::Exchanged {
                firing, targets, ..
            } => self.exchanged(firing, targets),
            Event::Planned { .. } | Event::Shot { .. } | Event::Met { .. } => Vec::new(),
            Event::Fired(barrage) => one(self.fired(barrage)),
            Event::Paid { costs } => {
                let mut lines = self.paid(costs);
                lines.extend(self.overspent(costs.iter().copied()));
                lines
            }
            Event::Confirmed { held } => match held.is_empty() {
                true => one("No hex is held off".into()),
                false => {
                    let tiles = held.iter().map(|&tile| self.at(tile));
                    one(format!("Held off: {}", list(tiles.collect())))
                }
            },
            Event::SegmentOver => one("Combat is over".into()),
            Event::Supplied { .. } | Event::Escaped { .. } => self.supply(event),
            Event::StageOver { stage } => one(format!("Stage {stage} is over")),
            Event::DiceTyped { side, typed } => {
                let side = self.side(*side);
                one(match typed {
                    true => format!("{side} {} dice in", verb(side, "types its", "type their")),
                    false => format!("The program rolls the dice of {side}"),
                })
            }
            Event::Scored { attacker, defender } => {
                let sides = (self.field.scenario.attacker, *attacker, *defender);
                let (attacker, defender) = (self.side(sides.0), self.side(Field::foe(sides.0)));
                one(format!(
                    "Victory points: {attacker} {}, {defender} {}",
                    sides.1, sides.2
                ))
            }
            Event::Ended(ending) => {
                let name = |side: Side| self.side(side).to_owned();
                one(format!("The battle is over: {}", ending.in_words(name)))
            }
            Event::Renewed { .. } => one("A changed mission is in force".into()),
            Event::Table(told) => self.told(told),
            _ => self.fight(event),
        }
    }

    /// Tells of ammunition and prisoners at the end of a stage.
    fn supply(&self, event: &Event) -> Vec<String> {
        let one = |line: String| vec![line];
        match event {
            Event::Supplied {
                unit,
                rounds,
                dump,
                trucks,
            } => {
                if !self.knows(*unit) {
                    return Vec::new();
                }
                let from = match (dump, trucks) {
                    (Some(dump), _) => {
                        let at = self.field.scenario.facilities[usize::from(*dump)].tile;
                        format!("the dump at {}", self.at(at))
                    }
                    (_, Some(trucks)) => format!("the trucks of {}", self.name(*trucks)),
                    _ => "supply".to_owned(),
                };
                let rounds = format!("{rounds} {}", times((*rounds).into(), "round"));
                let takes = self.verb(&[*unit], "takes", "take");
                one(format!("{} {takes} {rounds} from {from}", self.name(*unit)))
            }
            Event::Escaped { tile, points } => one(format!(
                "{} {} at {}",
                count((*points).into(), "Prisoner Point"),
                if *points == 1 { "escapes" } else { "escape" },
                self.at(*tile)
            )),
            _ => Vec::new(),
        }
    }

    fn tiles(&self, tiles: &[TileId]) -> String {
        let tiles = tiles.iter().map(|&tile| self.at(tile));
        tiles.collect::<Vec<_>>().join(" and ")
    }

    fn stage(&self, stage: u16, dice: &[[u8; 2]], first: Side) -> String {
        let ratings = &self.field.scenario.initiative;
        let rolls = dice.iter().map(|roll| {
            let side = |at: usize| {
                let rating = ratings.get(at).copied().unwrap_or(0);
                let name = self.side(Side(at as u8));
                format!("{name} {} + {rating}", roll[at])
            };
            format!("{}, {}", side(0), side(1))
        });
        let rolls: Vec<_> = rolls.collect();
        let first = self.side(first);
        let sum = |at: usize| {
            let rating = ratings.get(at).copied().unwrap_or(0);
            dice.last()
                .map(|roll| u16::from(roll[at]) + u16::from(rating))
        };
        match rolls.is_empty() {
            true => format!("Stage {stage}: {first} first"),
            false => {
                let winner = self.side(Side(u8::from(sum(1) > sum(0))));
                let wins = verb(winner, "wins", "win");
                let rolls = rolls.join("; ");
                format!("Stage {stage}: {winner} {wins} the initiative ({rolls}), {first} first")
            }
        }
    }

    fn step(&self, step: Step, contacts: &BTreeMap<TileId, bool>) -> Vec<String> {
        match step {
            Step::Movement => vec!["Movement".into()],
            Step::Position => {
                let duties = contacts.values().filter(|must| **must).count();
                let contacts = count(contacts.len(), "enemy hex");
                let duties = match duties {
                    0 => "no duty to attack".to_owned(),
                    duties => format!("{duties} must be attacked or held off"),
                };
                vec![format!("Combat: {contacts} in contact, {duties}")]
            }
            Step::Initiative | Step::SegmentEnd => Vec::new(),
            step => vec![capital(&step.to_string())],
        }
    }

    fn went(&self, units: &[UnitId], to: TileId, costs: &[u16], how: How) -> String {
        let (names, to) = (self.names(units), self.at(to));
        let (one, many, why) = match how {
            How::Moved => ("moves", "move", ""),
            How::Withdrew => ("retreats", "retreat", " before the assault"),
            How::Retreated => ("retreats", "retreat", ""),
            How::Fled => ("retreats", "retreat", ", because nobody defended the hex"),
            How::Shirked => (
                "retreats",
                "retreat",
                ", because a duty to attack was not met",
            ),
        };
        let verb = self.verb(units, one, many);
        let seen = units.iter().zip(costs).find(|(id, _)| self.knows(**id));
        let cost = seen.map(|(_, &cost)| format!(" for {} CP", halves(cost)));
        let cost = cost.unwrap_or_default();
        format!("{names} {verb} to {to}{cost}{why}")
    }

    /// Says which units lost cohesion by what they just spent, half points, and which broke by it (§2).
    fn overspent(&self, costs: impl Iterator<Item = (UnitId, u16)>) -> Vec<String> {
        let broken = self.content().figures.cohesion.broken;
        let mut by_loss: BTreeMap<Option<u16>, Vec<UnitId>> = BTreeMap::new();
        for (id, cost) in costs.filter(|(id, _)| self.knows(*id)) {
            let body = self.field.get(id).body();
            let beyond = |spent: u16| spent.saturating_sub(self.field.allowance(id)) / 2;
            let lost = beyond(body.spent) - beyond(body.spent.saturating_sub(cost));
            if lost > 0 {
                let told = (body.cohesion > broken).then_some(lost);
                by_loss.entry(told).or_default().push(id);
            }
        }
        let told = by_loss.into_iter().map(|(lost, units)| match lost {
            Some(lost) => format!("Cohesion -{lost} (overspent): {}", self.names(&units)),
            // How much of it was left to be lost is not known any more, if any was.
            None => format!(
                "Cohesion at {broken}, broken (overspent): {}",
                self.names(&units)
            ),
        });
        told.collect()
    }

    fn sealed(&self, side: Side, secret: &Secret) -> String {
        let name = self.side(side);
        if !self.sees(side) {
            return format!("{name} {} decided", verb(name, "has", "have"));
        }
        match secret {
            Secret::Position(placed) => {
                let back = placed.values().filter(|stance| **stance == Stance::Back);
                let guns = count(placed.len(), "gun");
                match back.count() {
                    0 => format!("{name}: {guns} Forward"),
                    back if back == placed.len() => format!("{name}: {guns} Back"),
                    back => format!("{name}: {guns}, {back} of them Back"),
                }
            }
            Secret::Firing(held) => match held.len() {
                0 => format!("{name}: all guns fire"),
                held => format!("{name}: {} held back from firing", count(held, "unit")),
            },
            Secret::Plans(plans) => {
                let barrages: usize = plans.iter().map(|plan| plan.barrages.len()).sum();
                let (barrages, targets) = (barrages as u16, plans.len() as u16);
                format!(
                    "{name}: {barrages} {} planned at {targets} {}",
                    times(barrages, "Barrage"),
                    times(targets, "target")
                )
            }
            Secret::Roles(roles) => format!("{name}: {} assigned", count(roles.len(), "unit")),
        }
    }

    fn paid(&self, costs: &[(UnitId, u16)]) -> Vec<String> {
        let mut by_cost: Vec<(u16, Vec<UnitId>)> = Vec::new();
        for &(id, cost) in costs.iter().filter(|(id, _)| self.knows(*id)) {
            match by_cost.iter_mut().find(|(other, _)| *other == cost) {
                Some((_, units)) => units.push(id),
                None => by_cost.push((cost, vec![id])),
            }
        }
        let lines = by_cost.into_iter();
        lines
            .map(|(cost, units)| {
                let verb = self.verb(&units, "pays", "pay");
                format!("{} {verb} {} CP", self.names(&units), halves(cost))
            })
            .collect()
    }

    /// Returns an order in words.
    fn order(&self, order: &Order) -> String {
        match order {
            Order::Move(units, path) => {
                let names = directions(self.field.grid.layout);
                let way = path.iter().map(|direction| {
                    let name = names.iter().find(|(_, other)| other == direction);
                    name.map_or_else(String::new, |(name, _)| name.to_ascii_lowercase())
                });
                format!(
                    "{}: move {}",
                    self.names(units),
                    way.collect::<Vec<_>>().join(", ")
                )
            }
            Order::Ride(unit, true) => format!("{}: mount trucks", self.name(*unit)),
            Order::Ride(unit, false) => format!("{}: dismount", self.name(*unit)),
            Order::Blow(_) => "Blow up the supply dump".into(),
            Order::Done => self.done().into(),
            Order::Position(stances) => {
                let back = stances
                    .iter()
                    .filter(|(_, stance)| **stance == Stance::Back);
                let back: Vec<_> = back.map(|(id, _)| *id).collect();
                match back.is_empty() {
                    true => "Place all guns Forward".into(),
                    false => format!("Place Back: {}", self.names(&back)),
                }
            }
            Order::Hold(units) => match units.is_empty() {
                true => "Fire with all guns".into(),
                false => {
                    let units: Vec<_> = units.iter().copied().collect();
                    format!("Hold fire: {}", self.names(&units))
                }
            },
            Order::Plan(plans) => {
                let targets = plans.iter().filter_map(|plan| {
                    let target = self.field.progress.targets.get(plan.target.index())?;
                    let units = plan.barrages.iter().map(|units| self.names(units));
                    let units = units.collect::<Vec<_>>().join(", then ");
                    let at = self.at(target.tile);
                    Some(format!("{} {at} with {units}", target.name))
                });
                match plans.is_empty() {
                    true => "Plan no Barrage".into(),
                    false => format!("Barrages: {}", targets.collect::<Vec<_>>().join("; ")),
                }
            }
            Order::Fire(target, number) => {
                let target = self.field.progress.targets.get(target.index());
                let name = target.map_or("", |target| target.name.as_str());
                format!("Resolve Barrage {} at {name}", number + 1)
            }
            Order::FireAll => "Resolve all Barrages".into(),
            Order::Confirm(held) => {
                let tiles = held.iter().map(|&tile| self.at(tile));
                match held.is_empty() {
                    true => "Confirm results: no hex held off".into(),
                    false => format!("Confirm results: held off {}", list(tiles.collect())),
                }
            }
            Order::Assign(roles) => self.assign(roles),
            Order::AntiArmor(tile) => format!("Anti-armor fire at {}", self.at(*tile)),
            Order::CeaseFire => "End anti-armor fire".into(),
            Order::Assault(tile) => format!("Assault {}", self.at(*tile)),
            Order::CallOff(tile) => format!("Call off the assault on {}", self.at(*tile)),
            Order::TypeDice(true) => "Type dice in".into(),
            Order::TypeDice(false) => "Let the program roll".into(),
            Order::First(true) => "Go first".into(),
            Order::First(false) => "Go second".into(),
            Order::Roll(dice) => match dice.is_empty() {
                true => "Roll the dice".into(),
                false => format!("Dice {dice:?}"),
            },
            Order::Lose(loss) => match loss.is_empty() {
                true => "Lose nothing".into(),
                false => format!("Lose {}", self.loss(loss)),
            },
            Order::Truck(cargo) => {
                let cargo = CARGOES.get(usize::from(*cargo)).copied().unwrap_or("");
                format!("Lose a truck of {cargo}")
            }
            Order::Retreat(path) => match path.last() {
                Some(&tile) => format!("Retreat to {}", self.at(tile)),
                None => "Do not retreat".into(),
            },
            Order::Captures(escort) => match escort.unit {
                Some(id) => format!("Send captures away, guns and tanks to {}", self.name(id)),
                None => "Send captures away".into(),
            },
            Order::Renew(_) => "Apply the changed mission".into(),
            Order::Table(entry) => self.entry(entry),
        }
    }

    /// Returns what ends when a side has done all it wanted in a step.
    fn done(&self) -> &'static str {
        match self.field.progress.step {
            Step::Retreat => "End retreats",
            Step::Contacts => "Contacts are complete",
            Step::Targets => "Targets are complete",
            Step::Barrage => "End barrages",
            Step::SegmentEnd => "End combat",
            _ => "End movement",
        }
    }

    /// Returns what dice are thrown for, and at what.
    fn throw(&self, throw: Throw) -> String {
        let pending = self.world.get_resource::<Pending<Operations>>();
        let waiting = pending.and_then(|pending| pending.0.as_ref());
        let name = throw.name();
        match waiting.and_then(|waiting| waiting.plan.aim()) {
            Some(Aim::Stage(stage, side)) => {
                format!("{name} of {} in stage {stage}", self.side(side))
            }
            Some(Aim::Barrage(target, number)) => {
                let target = self.field.progress.targets.get(target.index());
                let told = target.map(|one| format!("{} at {}", one.name, self.at(one.tile)));
                let told = told.unwrap_or_default();
                match throw {
                    Throw::Trucks => format!("{name}, {told}"),
                    _ => format!("Barrage {} on {told}", number + 1),
                }
            }
            Some(Aim::Hexes(tiles, of_phasing)) => {
                let progress = &self.field.progress;
                let side = match of_phasing {
                    true => progress.phasing,
                    false => progress.waiting(),
                };
                format!("{name} of {} at {}", self.side(side), self.tiles(&tiles))
            }
            None => name.to_owned(),
        }
    }

    /// Returns what a side is asked.
    fn question(&self, choice: &Choice) -> String {
        match choice {
            Choice::First if self.field.table().is_some() => {
                "Throw for initiative at the table. Do you go first in this stage?".into()
            }
            Choice::Table(question) => self.table_question(question),
            Choice::First => "You won the initiative. Who goes first in this stage?".into(),
            Choice::Roll(throw) => {
                let dice = match throw.dice() {
                    1 => "the die".to_owned(),
                    many => format!("the {many} dice"),
                };
                format!("Type {dice} for {}", self.throw(*throw))
            }
            Choice::Lose(demand) => {
                let amount = demand.amount.min(demand.total());
                let least = if demand.exact { "" } else { "at least " };
                let what = match demand.cause {
                    Cause::Barrage => "TOE points lost to the barrage",
                    Cause::AntiArmor => "points of armor protection, more than the damage",
                    Cause::Assault => "raw assault points to be lost",
                    Cause::Vulnerability => "vulnerability points of guns to be lost",
                    Cause::Captured => "raw points of the losses to be captured",
                    Cause::NoRetreat => "raw points to be lost for want of a way to retreat",
                };
                format!("Choose {least}{amount} {what}")
            }
            Choice::Trucks { unit, .. } => {
                let loses = self.verb(&[*unit], "loses", "lose");
                format!("{} {loses} a truck: choose its cargo", self.name(*unit))
            }
            Choice::Retreat { units, hexes, .. } => {
                let hexes = count((*hexes).into(), "hex");
                format!("{}: retreat {hexes}", self.names(units))
            }
            Choice::Captures {
                prisoners,
                replacements,
                ..
            } => {
                let sent = count((*prisoners).into(), "Prisoner Point");
                let joining = count((*replacements).into(), "Replacement Point");
                match (prisoners, replacements) {
                    (_, 0) => format!("Send {sent} away"),
                    (0, _) => format!("Choose the unit that takes {joining}"),
                    _ => format!("Send {sent} away, and choose the unit that takes {joining}"),
                }
            }
        }
    }
}

/// Joins names.
fn list(names: Vec<String>) -> String {
    match &names[..] {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Returns half Capability Points as whole ones: `2.5`.
pub fn halves(points: u16) -> String {
    match points % 2 {
        0 => (points / 2).to_string(),
        _ => format!("{}.5", points / 2),
    }
}

/// Returns a word in the plural unless there is one.
fn times(count: u16, word: &str) -> String {
    match (count, word.ends_with('x')) {
        (1, _) => word.to_owned(),
        (_, true) => format!("{word}es"),
        _ => format!("{word}s"),
    }
}

/// Returns a number with its word: `1 truck`, `3 trucks`.
fn count(number: usize, word: &str) -> String {
    let few = u16::try_from(number).unwrap_or(u16::MAX);
    format!("{number} {}", times(few, word))
}
