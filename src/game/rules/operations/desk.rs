//! The desk: what the player has in hand in the present step, until it is confirmed.
//!
//! **Invariant:** what lies on the desk changes no battle; a draft begins anew with each step and each question,
//! and every change of it can be taken back until it is confirmed.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::table::TableDraft;
use super::{assign, fights, history, sheet, table};
use crate::battle::fingerprint::stable_hash;
use crate::battle::grid::{Direction, TileId};
use crate::battle::order::Pending;
use crate::battle::rules::Rules;
use crate::battle::unit::UnitId;
use crate::game::kit::lower;
use crate::game::kit::standard::Chosen;
use crate::game::rules::playable::{checked, own_side};
use crate::game::shell::session::{Moment, Session};
use crate::game::table::camera::Rig;
use crate::game::table::input::is_players;
use crate::game::table::input::point_at;
use crate::rules::operations::Operations;
use crate::rules::operations::field::Field;
use crate::rules::operations::log;
use crate::rules::operations::loss::Loss;
use crate::rules::operations::movement::Going;
use crate::rules::operations::order::{Choice, Escort, Order};
use crate::rules::operations::planner;
use crate::rules::operations::progress::{FirePlan, Role, Step, TargetNo};
use crate::rules::operations::reach::Way;
use crate::rules::operations::unit::Stance;

/// What is decided so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Draft {
    /// Where guns stand.
    pub stances: BTreeMap<UnitId, Stance>,
    /// Units that do not fire.
    pub silent: BTreeSet<UnitId>,
    /// Barrage Plans.
    pub plans: Vec<FirePlan>,
    /// Roles in anti-armor fire and assaults.
    pub roles: BTreeMap<UnitId, Role>,
    /// Hexes that are held off.
    pub held: BTreeSet<TileId>,
    /// Points that are given up.
    pub loss: Loss,
    /// A retreat, hex by hex.
    pub path: Vec<TileId>,
    /// Dice that are typed in.
    pub dice: Vec<u8>,
    /// What becomes of captures.
    pub escort: Escort,
    /// What is entered of a player across a real map.
    pub table: TableDraft,
}

/// A row of the sheet of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row {
    Unit(UnitId),
    Hex(TileId),
    Barrage(TargetNo, u8),
    /// Points of one type of a unit, by its place.
    Points(UnitId, u8),
    /// A field of a form, by its place.
    Field(u8),
    /// A Target.
    Target(TargetNo),
}

/// What lies on the desk.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(super) struct Desk {
    /// The step or question that it is for.
    topic: Option<u64>,
    /// What is decided so far.
    pub draft: Draft,
    /// Drafts before it, the last change at the end.
    past: Vec<Draft>,
    /// Units of one hex that are chosen together.
    pub band: Vec<UnitId>,
    /// Units that could join them, chosen just before, and their way.
    pub guests: Option<(Vec<UnitId>, Vec<Direction>)>,
    /// The units that the computer would move next, and where to: there they go although own units stand there.
    pub advised: Option<(Vec<UnitId>, TileId)>,
    /// Where they can go.
    pub ways: BTreeMap<TileId, Way>,
    /// What that was worked out for.
    ways_for: Option<(Moment, Vec<UnitId>, Option<Going>)>,
    /// The row that is chosen.
    pub row: Option<Row>,
    /// The target that is planned for.
    pub target: Option<TargetNo>,
    /// The Barrage of its plan that guns join, by its place; the next one if there is none there.
    pub barrage: usize,
    /// Whether the sheet is folded away.
    pub is_folded: bool,
    /// The step of the rail that is looked back at, or all of them.
    pub look: Option<u8>,
    /// How many segments before the last one is looked back at.
    pub ago: usize,
    /// Hexes that the player folded away or unfolded on the sheet; others are as usual.
    pub folds: BTreeMap<TileId, bool>,
    /// The Barrage that is carried out once it is confirmed.
    pub sure: Option<Row>,
    /// Whether what is looked at opened by itself, and is not closed yet.
    pub is_news: bool,
    /// Losses to anti-armor fire of this segment that were shown so.
    pub told: usize,
    /// The draft that the player was warned of, and may confirm all the same.
    pub warned: Option<Draft>,
    /// The tab of the sheet that is open.
    pub tab: u8,
}

/// Returns the battle as the player's side knows it.
pub(super) fn known(world: &World) -> Field<'_> {
    Field::known_to(world, own_side(world))
}

/// Returns what the player's side is asked, if it is.
pub(super) fn asked(world: &World) -> Option<Choice> {
    let waiting = world.get_resource::<Pending<Operations>>()?.0.as_ref()?;
    (waiting.side == own_side(world)).then(|| waiting.choice.clone())
}

/// Whether the player may decide something now.
pub(super) fn may_order(world: &World) -> bool {
    is_players(world) && Operations::owes(world, own_side(world))
}

/// Returns the step in which the player moves units, if that is now.
pub(super) fn going(world: &World) -> Option<Going> {
    if !may_order(world) || asked(world).is_some() {
        return None;
    }
    match Field::of(world).progress.step {
        Step::Movement => Some(Going::Moving),
        Step::Retreat => Some(Going::Withdrawing),
        _ => None,
    }
}

impl Desk {
    /// Returns a desk with a draft for a step or question; all of it can be taken back.
    pub(super) fn with(topic: u64, draft: Draft, before: Draft) -> Self {
        Self {
            topic: Some(topic),
            draft,
            past: vec![before],
            ..Self::default()
        }
    }

    /// Whether it is for a step or question.
    pub(super) fn is_for(&self, topic: u64) -> bool {
        self.topic == Some(topic)
    }

    /// Returns what lies on the desk.
    pub(super) fn of(world: &World) -> Self {
        world.get_resource::<Self>().cloned().unwrap_or_default()
    }

    /// Changes the draft; the change can be taken back.
    pub(super) fn edit(world: &mut World, change: impl FnOnce(&mut Draft)) {
        let mut desk = Self::of(world);
        let before = desk.draft.clone();
        change(&mut desk.draft);
        if desk.draft != before {
            desk.past.push(before);
        }
        world.insert_resource(desk);
    }

    /// Changes what is chosen; that is no change of the draft.
    pub(super) fn turn_to(world: &mut World, change: impl FnOnce(&mut Self)) {
        let mut desk = Self::of(world);
        change(&mut desk);
        world.insert_resource(desk);
    }

    /// Takes the last change back; whether there was one.
    pub(super) fn take_back(world: &mut World) -> bool {
        let mut desk = Self::of(world);
        let Some(before) = desk.past.pop() else {
            return false;
        };
        desk.draft = before;
        world.insert_resource(desk);
        true
    }

    /// Whether a hex is unfolded on the sheet; as a rule it is, or not.
    pub(super) fn is_open(&self, tile: TileId, usually: bool) -> bool {
        self.folds.get(&tile).copied().unwrap_or(usually)
    }

    /// Whether a change can be taken back.
    pub(super) fn has_changes(&self) -> bool {
        !self.past.is_empty()
    }

    /// Returns the plan for a target, empty if there is none, and the plans for others.
    pub(super) fn plan(&self, target: TargetNo) -> (FirePlan, Vec<FirePlan>) {
        let (own, others): (Vec<_>, Vec<_>) =
            (self.draft.plans.iter().cloned()).partition(|plan| plan.target == target);
        let empty = FirePlan {
            target,
            barrages: Vec::new(),
        };
        (own.into_iter().next().unwrap_or(empty), others)
    }
}

impl Draft {
    /// Puts a plan in; one without Barrages is left out.
    pub(super) fn set_plan(&mut self, mut plan: FirePlan) {
        plan.barrages.retain(|units| !units.is_empty());
        let at = self
            .plans
            .iter()
            .position(|other| other.target == plan.target);
        match (at, plan.barrages.is_empty()) {
            (Some(at), true) => drop(self.plans.remove(at)),
            (Some(at), false) => self.plans[at] = plan,
            (None, true) => {}
            (None, false) => self.plans.push(plan),
        }
    }
}

/// Says what the desk is for: the step or question of the side that looks.
pub(super) fn topic(world: &World) -> u64 {
    let field = Field::of(world);
    let progress = &*field.progress;
    let place = (field.stage, progress.half, progress.cycle, progress.step);
    let is_due = Operations::owes(world, own_side(world));
    stable_hash(&(place, own_side(world), asked(world), is_due))
}

/// Clears the desk for a new step or question, and works out where the chosen units can go.
pub(super) fn follow(world: &mut World) {
    let topic = topic(world);
    let desk = Desk::of(world);
    if desk.topic != Some(topic) {
        let is_assault = Field::of(world).progress.step == Step::Assault;
        let fresh = Desk {
            topic: Some(topic),
            draft: first_draft(world),
            is_folded: desk.is_folded,
            // A tab stays from assault to assault of a segment.
            tab: if is_assault { desk.tab } else { 0 },
            // News stay until they are read.
            look: desk.look.filter(|_| desk.is_news),
            is_news: desk.is_news,
            told: desk.told,
            ..Desk::default()
        };
        world.insert_resource(fresh);
        look_at_rows(world);
    }
    history::open_news(world);
    let desk = Desk::of(world);
    let band: Vec<_> = {
        let (field, side) = (Field::of(world), own_side(world));
        let is_there = |id: &&UnitId| {
            let unit = field.find(**id);
            unit.is_some_and(|unit| unit.is_up() && unit.side == side)
        };
        desk.band.iter().filter(is_there).copied().collect()
    };
    let now = Some((Moment::of(world), band.clone(), going(world)));
    if desk.ways_for != now {
        let ways = match going(world) {
            Some(going) => known(world).ways(&band, going),
            None => BTreeMap::new(),
        };
        Desk::turn_to(world, |desk| {
            (desk.band, desk.ways, desk.ways_for) = (band, ways, now);
        });
    }
}

/// Has the camera show what a new step or question is about: all units where the player moves, else the rows of the
/// sheet and the enemies in contact.
fn look_at_rows(world: &mut World) {
    if !may_order(world) {
        return;
    }
    let tiles: Vec<_> = {
        let field = known(world);
        let rows = sheet::sheet(world).map_or(Vec::new(), |sheet| sheet.rows);
        match field.progress.step {
            Step::Initiative => return,
            Step::Movement => field.standing().map(|unit| unit.tile()).collect(),
            _ => {
                let contacts = field.progress.contacts.keys().copied();
                let rows = rows.into_iter().map(|(_, tile)| tile);
                rows.chain(contacts).collect()
            }
        }
    };
    if let Some(mut rig) = world.get_resource_mut::<Rig>() {
        rig.show_together(tiles);
    }
}

/// Returns what a draft begins with: what players expect, and nothing where they have to decide.
pub(super) fn first_draft(world: &World) -> Draft {
    let mut draft = Draft {
        table: table::first_draft(world),
        ..Draft::default()
    };
    let side = own_side(world);
    if !Operations::owes(world, side) {
        return draft;
    }
    match asked(world) {
        Some(Choice::Lose(_) | Choice::Captures { .. } | Choice::Retreat { .. }) => {
            match planner::advise(world, side, false).order {
                Order::Lose(loss) => draft.loss = loss,
                Order::Retreat(path) => draft.path = path,
                Order::Captures(escort) => draft.escort = escort,
                _ => {}
            }
            return draft;
        }
        Some(_) => return draft,
        None => {}
    }
    let field = known(world);
    match field.progress.step {
        Step::Position => {
            let guns = field.guns(side).into_iter();
            draft.stances = guns.map(|id| (id, Stance::Forward)).collect();
        }
        Step::Results => draft.held = field.proposed(),
        Step::Assign => draft.roles = assign::first_roles(&field, side),
        _ => {}
    }
    draft
}

/// Fills the draft in as the computer would; it can be changed like any other.
pub(super) fn fill_in(world: &mut World) {
    if !may_order(world) {
        return;
    }
    let order = planner::advise(world, own_side(world), false).order;
    if going(world).is_some() {
        return advise_move(world, &order);
    }
    // A button of the sheet gives these at once.
    if matches!(asked(world), Some(Choice::First | Choice::Trucks { .. })) {
        let text = format!("the computer would: {}", lower(&log::order(world, &order)));
        world.resource_mut::<Session>().notice = Some((text, false));
        return;
    }
    let before = Desk::of(world).draft;
    Desk::edit(world, |draft| match order {
        Order::Position(stances) => draft.stances = stances,
        Order::Hold(silent) => draft.silent = silent,
        Order::Plan(plans) => draft.plans = plans,
        Order::Confirm(held) => draft.held = held,
        Order::Assign(roles) => draft.roles = roles,
        Order::Lose(loss) => draft.loss = loss,
        Order::Retreat(path) => draft.path = path,
        Order::Captures(escort) => draft.escort = escort,
        _ => {}
    });
    let text = match Desk::of(world).draft == before {
        true => "the computer would leave it as it is",
        false => "filled in by the computer; change anything you like",
    };
    world.resource_mut::<Session>().notice = Some((text.into(), false));
}

/// Chooses the units that the computer would move next, and says where it would move them.
fn advise_move(world: &mut World, order: &Order) {
    let told = log::order(world, order);
    let told = match order {
        // It begins with a name.
        Order::Move(..) => told,
        _ => lower(&told),
    };
    let text = format!("the computer would: {told}");
    if let Order::Move(units, path) = order {
        let band = units.clone();
        let ends = {
            let field = known(world);
            (band.first()).and_then(|&first| {
                let mut way = path.iter();
                way.try_fold(field.get(first).tile(), |at, &way| {
                    field.grid.neighbor(at, way)
                })
            })
        };
        // The way there is drawn, and Enter goes it.
        ends.into_iter().for_each(|end| point_at(world, end));
        let advised = ends.map(|end| (band.clone(), end));
        world.insert_resource(Chosen(band.first().copied()));
        Desk::turn_to(world, |desk| {
            desk.row = band.first().copied().map(Row::Unit);
            (desk.band, desk.guests, desk.advised) = (band, None, advised);
        });
    }
    world.resource_mut::<Session>().notice = Some((text, false));
}

/// Returns the order that confirming gives, with its name; none where something is chosen first.
pub(super) fn order(world: &World) -> Option<(&'static str, Order)> {
    if !may_order(world) {
        return None;
    }
    let desk = Desk::of(world);
    if let Some(order) = table::order(world, &desk) {
        return Some(order);
    }
    let draft = desk.draft;
    match asked(world) {
        None => {}
        Some(Choice::Table(_) | Choice::First | Choice::Trucks { .. }) => return None,
        Some(Choice::Roll(_)) => {
            let name = if draft.dice.is_empty() {
                "Roll"
            } else {
                "Enter dice"
            };
            return Some((name, Order::Roll(draft.dice)));
        }
        Some(Choice::Lose(_)) => return Some(("Confirm losses", Order::Lose(draft.loss))),
        Some(Choice::Retreat { .. }) => {
            let name = if draft.path.is_empty() {
                "Do not retreat"
            } else {
                "Retreat"
            };
            return Some((name, Order::Retreat(draft.path)));
        }
        Some(Choice::Captures { .. }) => {
            return Some(("Send away", Order::Captures(draft.escort)));
        }
    }
    Some(match Field::of(world).progress.step {
        Step::Movement => ("End movement", Order::Done),
        Step::Retreat => ("End retreats", Order::Done),
        Step::Position => ("Confirm positions", Order::Position(draft.stances)),
        Step::Firing => ("Confirm firing", Order::Hold(draft.silent)),
        Step::Planning => ("Confirm plans", Order::Plan(draft.plans)),
        Step::Barrage => ("Resolve all", Order::FireAll),
        Step::Results => ("Confirm results", Order::Confirm(draft.held)),
        Step::Assign => ("Confirm roles", Order::Assign(draft.roles)),
        Step::AntiArmor => ("Cease fire", Order::CeaseFire),
        Step::Assault => {
            let tile = fights::next_assault(&Field::of(world), &Desk::of(world))?;
            ("Resolve assault", Order::Assault(tile))
        }
        _ => return None,
    })
}

/// Returns why an order of the player would be refused, in words.
pub(super) fn refusal(world: &World, order: &Order) -> Option<String> {
    let checked = checked::<Operations>(world, own_side(world), order);
    checked.err().map(|why| why.to_string())
}
