//! Walks that are planned for several units: ghosts on the board, and orders once the player says so.
//!
//! **Invariant:** a plan is an order that is not given yet, so nothing of the battle depends on it. It is
//! dropped when its unit is elsewhere, or in another turn.

use bevy::prelude::*;

use super::{Ahead, Selection, gait, give};
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::UnitId;
use crate::game::kit::courses::Course;
use crate::game::kit::overlay::Stroke;
use crate::game::rules::battlescape::look;
use crate::game::rules::battlescape::looks::figure_of;
use crate::game::shell::session::{Moment, Session};
use crate::game::table::art::Pose;
use crate::game::table::input::{Hover, is_players};
use crate::rules::battlescape::content::Gait;
use crate::rules::battlescape::order::Order;
use crate::rules::battlescape::panel::outlook::{Outlook, outlook};
use crate::rules::battlescape::side_view::SideView;

/// A walk that is planned.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    unit: UnitId,
    gait: Gait,
    start: TileId,
    path: Vec<Direction>,
    end: TileId,
    /// The turn it is for.
    turn: u16,
}

impl Walk {
    /// Whether it can still be ordered: this turn, and from where its unit stands.
    fn holds(&self, view: SideView) -> bool {
        self.turn == view.turn().number
            && view.own_on_board().any(|own| own == self.unit)
            && view.unit(self.unit).tile == self.start
    }
}

/// The walks that are planned, in the order in which they are gone through.
#[derive(Resource, Clone, Debug, Default)]
pub struct Plans {
    walks: Vec<Walk>,
    /// Whether they are being gone through.
    is_going: bool,
    /// The walk that was ordered last.
    ordered: Option<Ordered>,
}

/// A walk that was ordered.
#[derive(Clone, Debug)]
struct Ordered {
    walk: Walk,
    /// When it was ordered.
    at: Moment,
    /// The enemies in sight then.
    enemies: Vec<UnitId>,
}

impl Ordered {
    /// Whether it led where it was planned to, and no enemy came in sight.
    fn went_well(&self, view: SideView) -> bool {
        view.unit_at(self.walk.end) == Some(self.walk.unit)
            && view.enemies().all(|enemy| self.enemies.contains(&enemy))
    }
}

impl Plans {
    pub fn walks(&self) -> &[Walk] {
        &self.walks
    }

    /// Returns the walk that is planned for a unit.
    fn of(&self, unit: UnitId) -> Option<&Walk> {
        self.walks.iter().find(|walk| walk.unit == unit)
    }
}

/// Returns what it would be like for a unit to stand where its plan ends.
pub fn planned(world: &World, unit: UnitId) -> Option<Outlook> {
    let (view, plans) = (look(world), world.resource::<Plans>());
    let walk = plans.of(unit).filter(|walk| walk.holds(view))?;
    Some(outlook(view, unit, walk.gait, &walk.path))
}

/// Plans the walk of the chosen unit to the hex pointed at; where its plan ends, takes that back.
pub fn plan_walk(world: &mut World) {
    let chosen = world.resource::<Selection>().unit;
    let (Some(tile), Some(unit), true) = (
        world.resource::<Hover>().tile,
        chosen,
        is_players(world) && !world.resource::<Plans>().is_going,
    ) else {
        return;
    };
    let plans = world.resource::<Plans>();
    let is_end = plans.of(unit).is_some_and(|walk| walk.end == tile);
    let other = plans.walks.iter().find(|walk| walk.end == tile);
    let notice = match (other, Ahead::of(world).directions.is_empty()) {
        _ if is_end => None,
        (Some(other), _) => {
            let name = look(world).name(other.unit);
            Some(format!("another planned move ends there ({name})"))
        }
        (None, true) => Some("point at a hex the unit can reach".to_owned()),
        (None, false) => None,
    };
    if let Some(text) = notice {
        world.resource_mut::<Session>().notice = Some((text, true));
        return;
    }
    let view = look(world);
    let walk = Walk {
        unit,
        gait: gait(world, view, unit),
        start: view.unit(unit).tile,
        path: Ahead::of(world).directions.clone(),
        end: tile,
        turn: view.turn().number,
    };
    let mut plans = world.resource_mut::<Plans>();
    plans.walks.retain(|walk| walk.unit != unit);
    if !is_end {
        plans.walks.push(walk);
    }
    world.resource_mut::<Selection>().way.clear();
    world.resource_mut::<Session>().notice = None;
}

/// Takes the plan that was made last back; whether there was one.
pub fn take_back(world: &mut World) -> bool {
    let mut plans = world.resource_mut::<Plans>();
    plans.is_going = false;
    plans.walks.pop().is_some()
}

/// Has all units that have plans walk, one after the other.
pub fn walk_plans(world: &mut World) {
    let is_planned = !world.resource::<Plans>().walks.is_empty();
    match is_planned {
        true => world.resource_mut::<Plans>().is_going = is_players(world),
        false => {
            let text = "no planned walks; Ctrl+click a hex to plan one";
            world.resource_mut::<Session>().notice = Some((text.into(), true));
        }
    }
}

/// Drops plans that do not hold any more, and orders the next walk when the one before is over; whoever
/// was stopped on the way stops the rest, and so does an enemy that comes in sight.
pub fn follow(world: &mut World) {
    let plans = world.resource::<Plans>();
    if plans.walks.is_empty() && !plans.is_going || !is_players(world) {
        return;
    }
    let now = Moment::of(world);
    let mut plans = plans.clone();
    if (plans.ordered.as_ref()).is_some_and(|ordered| ordered.at == now) {
        return;
    }
    let view = look(world);
    if let Some(ordered) = plans.ordered.take() {
        plans.is_going &= ordered.went_well(view);
    }
    plans.walks.retain(|walk| walk.holds(view));
    plans.is_going &= !plans.walks.is_empty();
    let next = plans.is_going.then(|| plans.walks.remove(0));
    let Some(walk) = next else {
        world.insert_resource(plans);
        return;
    };
    let order = Order::Move(walk.unit, walk.gait, walk.path.clone());
    match view.check(&order) {
        Ok(()) => {
            plans.ordered = Some(Ordered {
                walk,
                at: now,
                enemies: view.enemies().collect(),
            });
            world.insert_resource(plans);
            give(world, order);
        }
        Err(refusal) => {
            let name = view.name(walk.unit);
            let text = format!("{name} cannot walk as planned: {refusal}");
            plans.is_going = false;
            world.insert_resource(plans);
            world.resource_mut::<Session>().notice = Some((text, true));
        }
    }
}

/// Returns what the drawing of plans depends on.
pub fn drawn_for(world: &World) -> (Vec<Walk>, Option<UnitId>, Moment) {
    let walks = world.resource::<Plans>().walks.clone();
    (walks, world.resource::<Selection>().unit, Moment::of(world))
}

/// Draws the plans.
pub fn strokes(world: &World) -> Vec<Stroke> {
    let (view, chosen) = (look(world), world.resource::<Selection>().unit);
    let walks = world.resource::<Plans>().walks.iter();
    walks
        .filter(|walk| walk.holds(view))
        .flat_map(|walk| course(view, walk, chosen == Some(walk.unit)).strokes(world))
        .collect()
}

/// Returns how a plan looks.
fn course(view: SideView, walk: &Walk, is_chosen: bool) -> Course {
    let there = outlook(view, walk.unit, walk.gait, &walk.path);
    let risks = there.way.iter().filter_map(|step| {
        let worst = step.watchers.iter().map(|(_, shot)| shot.chance).max()?;
        Some((step.tile, format!("! {worst}%")))
    });
    let facing = walk.path.last().copied().unwrap_or_default();
    Course {
        start: walk.start,
        path: there.way.iter().map(|step| step.tile).collect(),
        end: walk.end,
        blocked: None,
        risks: risks.collect(),
        ghost: Some((facing, figure_of(view, walk.unit, Pose::Stand))),
        act: None,
        aim: None,
        is_chosen,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::order::submit;
    use crate::battle::rules::Rules;
    use crate::battle::step::OrderGiven;
    use crate::game::kit::testing::{OWN, shipped, window};
    use crate::game::rules::battlescape::hud::Insight;
    use crate::game::rules::battlescape::input::{
        ahead, choose, click_on, consequences, forget, reach,
    };
    use crate::rules::battlescape::Battlescape;
    use crate::rules::battlescape::event::Mark;

    fn battle(name: &str) -> World {
        let mission = shipped(name).build(3).expect("it is sound");
        let mut world = window::<Battlescape>(&mission, 3);
        world.init_resource::<Messages<OrderGiven<Battlescape>>>();
        world.init_resource::<Insight>();
        forget(&mut world);
        world
    }

    /// Points at a hex with a unit chosen, as a frame does.
    fn point(world: &mut World, unit: UnitId, tile: TileId) {
        choose(world, unit);
        world.resource_mut::<Hover>().tile = Some(tile);
        reach::mark_reach(world);
        ahead::tell(world);
    }

    /// Plans a walk of so many hexes at most for a unit; returns its end.
    fn plan(world: &mut World, unit: UnitId, hexes: u32) -> TileId {
        point(world, unit, look(world).unit(unit).tile);
        let (view, reached) = (look(world), reach::Reached::of(world));
        let from = view.unit(unit).tile;
        let taken: Vec<_> = world
            .resource::<Plans>()
            .walks
            .iter()
            .map(|walk| walk.end)
            .collect();
        let mut tiles = view.grid().tiles().filter(|&tile| {
            view.grid().distance(from, tile) == hexes
                && !taken.contains(&tile)
                && reached.path_to(tile).is_some()
        });
        let tile = tiles.next().expect("there is room");
        point(world, unit, tile);
        plan_walk(world);
        tile
    }

    /// Goes on as frames do, until nothing is ordered any more.
    fn run(world: &mut World) {
        for _ in 0..20 {
            follow(world);
            let mut orders = world.resource_mut::<Messages<OrderGiven<Battlescape>>>();
            let given: Vec<_> = orders.drain().collect();
            for given in given {
                submit::<Battlescape>(world, OWN, given.order).expect("it was checked");
            }
        }
    }

    #[test]
    fn units_walk_as_planned_one_after_the_other() {
        let mut world = battle("skirmish_6v8");
        let units: Vec<_> = look(&world).own_on_board().take(3).collect();
        let before = Moment::of(&world);
        let ends: Vec<_> = units
            .iter()
            .map(|&unit| plan(&mut world, unit, 2))
            .collect();
        assert_eq!(Moment::of(&world), before, "plans change nothing");
        assert_eq!(world.resource::<Plans>().walks.len(), 3);
        assert!(!strokes(&world).is_empty());
        // Where another is to stand, nobody is planned to.
        point(&mut world, units[0], ends[1]);
        plan_walk(&mut world);
        assert_eq!(world.resource::<Plans>().walks.len(), 3);
        // The same hex again takes a plan back, and so does going one step back.
        point(&mut world, units[1], ends[1]);
        plan_walk(&mut world);
        assert_eq!(world.resource::<Plans>().walks.len(), 2);
        assert!(take_back(&mut world));
        let last = plan(&mut world, units[2], 3);
        walk_plans(&mut world);
        run(&mut world);
        let at = |unit: usize| look(&world).unit(units[unit]).tile;
        assert_eq!((at(0), at(2)), (ends[0], last));
        assert_ne!(at(1), ends[1]);
        let plans = world.resource::<Plans>();
        assert!(plans.walks.is_empty() && !plans.is_going);
        assert!(!take_back(&mut world));
    }

    #[test]
    fn a_plan_goes_when_its_unit_goes_elsewhere_and_a_stop_stops_the_rest() {
        let mut world = battle("skirmish_6v8");
        let units: Vec<_> = look(&world).own_on_board().take(2).collect();
        let ends: Vec<_> = units
            .iter()
            .map(|&unit| plan(&mut world, unit, 3))
            .collect();
        // The first is stopped half-way, as by an enemy that comes in sight.
        walk_plans(&mut world);
        follow(&mut world);
        let walk = world
            .resource::<Plans>()
            .ordered
            .clone()
            .expect("the first")
            .walk;
        let order = Order::Move(walk.unit, walk.gait, walk.path[..1].to_vec());
        submit::<Battlescape>(&mut world, OWN, order).expect("it leads on");
        world
            .resource_mut::<Messages<OrderGiven<Battlescape>>>()
            .clear();
        run(&mut world);
        assert_ne!(look(&world).unit(units[1]).tile, ends[1]);
        assert_eq!(
            world.resource::<Plans>().walks.len(),
            1,
            "it can still be walked"
        );
        // Whoever walks by hand has no plan any more.
        let mut other = world.resource::<Plans>().walks[0].clone();
        other.path.truncate(1);
        let order = Order::Move(other.unit, other.gait, other.path);
        submit::<Battlescape>(&mut world, OWN, order).expect("it leads on");
        run(&mut world);
        assert!(world.resource::<Plans>().walks.is_empty());
    }

    #[test]
    fn an_enemy_in_sight_stops_the_rest_and_is_aimed_at_from_where_the_unit_stands() {
        let mut world = battle("skirmish_6v8");
        // Computers fight until the squad sees an enemy, and somebody could still walk.
        let able = |world: &World| {
            let view = look(world);
            let is_able = |&unit: &UnitId| !view.unit(unit).ended.0 && view.unit(unit).tu.now > 30;
            let is_met = view.turn().active == OWN && view.enemies().next().is_some();
            view.own_on_board().find(is_able).filter(|_| is_met)
        };
        let unit = loop {
            if let Some(unit) = able(&world) {
                break unit;
            }
            let side = look(&world).turn().active;
            let order = Battlescape::decide(&mut world, side);
            submit::<Battlescape>(&mut world, side, order).expect("it was decided");
        };
        let end = plan(&mut world, unit, 1);
        let view = look(&world);
        let walk = Walk {
            end: view.unit(unit).tile,
            ..world.resource::<Plans>().walks[0].clone()
        };
        let enemies: Vec<_> = view.enemies().collect();
        let mut ordered = Ordered {
            walk,
            at: Moment::of(&world),
            enemies,
        };
        assert!(ordered.went_well(view));
        ordered.enemies.pop();
        assert!(!ordered.went_well(view), "one more is in sight");
        let here = outlook(view, unit, Gait::Walk, &[]).prospects;
        let there = planned(&world, unit).expect("it is planned").prospects;
        let target = view.enemies().next().map(Mark::Unit);
        // A way to another hex is pointed at while the weapon is raised.
        point(&mut world, unit, end);
        assert_eq!(Ahead::of(&world).prospects, there);
        world.resource_mut::<Selection>().target = target;
        ahead::tell(&mut world);
        assert_eq!(Ahead::of(&world).prospects, here);
        assert!(!consequences::strokes(&world).is_empty());
    }

    #[test]
    fn a_click_where_nobody_can_go_says_why() {
        let mut world = battle("first_steps");
        let unit = look(&world).own_on_board().next().expect("a squad");
        let grid = look(&world).grid();
        for (column, row, why) in [(19, 0, "not been seen"), (4, 0, "cannot get there")] {
            let tile = grid.from_offset(column, row).expect("on the board");
            point(&mut world, unit, tile);
            if why == "cannot get there" {
                // As it is when the unit is done.
                world.insert_resource(reach::KeptReach::default());
                ahead::tell(&mut world);
            }
            click_on(&mut world, tile);
            let notice = world.resource_mut::<Session>().notice.take();
            let (text, is_bad) = notice.expect("it is said");
            assert!(is_bad && text.contains(why), "{text}");
        }
    }
}
