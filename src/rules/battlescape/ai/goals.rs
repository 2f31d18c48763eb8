//! Where a unit has to go, and the way there.
//!
//! **Invariant:** goals are what everybody knows of the mission, and what the side saw.

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::UnitId;
use crate::rules::battlescape::ai::field::Care;
use crate::rules::battlescape::ai::hazards::{self, Hazards};
use crate::rules::battlescape::ai::{Mind, Purpose, position};
use crate::rules::battlescape::content::FireMode;
use crate::rules::battlescape::gear::Carried;
use crate::rules::battlescape::objective::PLAYER;
use crate::rules::battlescape::order::Order;
use crate::rules::battlescape::scenario::Objective;

impl Mind<'_, '_> {
    /// Leaves the map, where that is wanted of the unit.
    pub(super) fn leave(&self) -> Option<Order> {
        let wants_out = match self.view.objective() {
            Objective::Escape { .. } => true,
            Objective::Rescue { unit } => *unit == self.id,
            _ => false,
        };
        let order = Order::Leave(self.id);
        (wants_out && self.view.check(&order).is_ok()).then_some(order)
    }

    /// Whether the unit stands where its side has to stand.
    pub(super) fn is_on_goal(&self) -> bool {
        let here = self.state.tile;
        self.view.side() == PLAYER
            && match self.view.objective() {
                Objective::Reach { zone, .. } | Objective::Hold { zone, .. } => {
                    zone.contains(&here)
                }
                Objective::Control { zones } => zones.iter().any(|zone| {
                    let first = (self.own.iter()).find(|(_, unit)| zone.contains(&unit.tile));
                    zone.contains(&here) && first.is_some_and(|(id, _)| *id == self.id)
                }),
                _ => false,
            }
    }

    /// Lists the hexes that count only as long as no enemy stands on them.
    fn ground_to_clear(&self) -> Vec<TileId> {
        match self.view.objective() {
            _ if self.view.side() != PLAYER => Vec::new(),
            Objective::Hold { zone, .. } => zone.clone(),
            Objective::Control { zones } => zones.concat(),
            _ => Vec::new(),
        }
    }

    /// Whether the unit stands where its side has to, and an enemy in sight does so, too, whom it has to go for
    /// since it cannot harm it from here.
    pub(super) fn has_to_clear(&self) -> bool {
        let ground = self.ground_to_clear();
        ground.contains(&self.state.tile)
            && (self.foes.iter()).any(|foe| {
                ground.contains(&foe.state.tile)
                    && !FireMode::ALL.iter().any(|&mode| {
                        let odds = self.view.forecast(self.id, self.state.tile, foe.id, mode);
                        odds.is_ok_and(|odds| odds.attack.aim.chance >= self.mode.min_hit)
                    })
            })
    }

    /// Goes through the zone that its side has held since the turn began and yet does not hold: somebody whom
    /// it does not see has to be there, too. One stays where it is, if there are others.
    pub(super) fn clear_zone(&mut self) -> Option<Order> {
        let ground = self.ground_to_clear();
        if !ground.contains(&self.state.tile) || !self.view.is_contested() {
            return None;
        }
        let mut there = self
            .own
            .iter()
            .filter(|(_, unit)| ground.contains(&unit.tile));
        let is_first = there.next().is_some_and(|(id, _)| *id == self.id);
        if is_first && there.next().is_some() {
            return None;
        }
        let unseen: Vec<_> = (ground.into_iter())
            .filter(|&tile| !self.view.sees(tile))
            .collect();
        if unseen.is_empty() {
            return None;
        }
        self.flood_field(&unseen);
        self.goal_is_flooded = true;
        self.advance()
    }

    /// Whether a unit on a hex helps its side's objective by staying there.
    pub(super) fn is_held(&self, tile: TileId) -> bool {
        self.view.side() == PLAYER
            && match self.view.objective() {
                Objective::Reach { zone, .. } | Objective::Hold { zone, .. } => {
                    zone.contains(&tile)
                }
                Objective::Control { zones } => zones.iter().any(|zone| zone.contains(&tile)),
                _ => false,
            }
    }

    /// Measures the way to the objective; whether the unit has one to go to.
    ///
    /// Whoever has to stop the other side roams towards the same ground.
    pub(super) fn goal_field(&mut self) -> bool {
        self.goal_is_flooded = self.flood_goal();
        self.goal_is_flooded
    }

    /// Measures the way to the goal of the unit's side.
    fn flood_goal(&mut self) -> bool {
        let is_ours = self.view.side() == PLAYER;
        if !is_ours && !self.mode.roams {
            return false;
        }
        let goal = match is_ours {
            true => self.own_goal(),
            false => self.goal_to_stop(),
        };
        if goal.is_empty() {
            return false;
        }
        self.flood_field(&goal);
        if is_ours {
            self.thoughts
                .field
                .prize_arrival(self.figures.arrival_steps);
        }
        true
    }

    /// Measures how far the hexes around the unit are from goals.
    pub(super) fn flood_field(&mut self, goals: &[TileId]) {
        let care = self.care();
        (self.thoughts.field).flood(self.view, self.state.tile, goals, care);
        self.note_corner();
    }

    /// Notes whether every way of the field that was flooded last does harm.
    pub(super) fn note_corner(&mut self) {
        self.is_cornered = self.thoughts.field.is_steep();
        self.is_walled_in = self.thoughts.field.is_deadly();
    }

    /// Says what of the ground does harm to the unit.
    pub(super) fn care(&self) -> Care {
        Care {
            falls: self.view.falls(self.id),
            burns: !self.view.kind(self.id).flies,
            is_poisoned: !self.view.armor(self.id).no_poison,
        }
    }

    /// Returns what the way to a hex in reach is known to do to the unit, in points.
    pub(super) fn way_harm(&self, tile: TileId) -> u32 {
        let (falls, ground) = self.way_harms(tile);
        falls + ground
    }

    /// Returns the same by falls, and by the ground.
    fn way_harms(&self, tile: TileId) -> (u32, u32) {
        let unit = (self.id, &self.state);
        hazards::way_harm(self.view, unit, &self.thoughts.reach, tile)
    }

    /// Lists the hexes that bring side 0 nearer to its objective.
    fn own_goal(&self) -> Vec<TileId> {
        let view = self.view;
        let whereabouts = |unit: UnitId| view.whereabouts(unit);
        // Where a comrade stands there is no room.
        let free = |tiles: &[TileId]| -> Vec<_> {
            let is_free = |tile: &&TileId| {
                (self.own.iter()).all(|(id, unit)| *id == self.id || unit.tile != **tile)
            };
            tiles.iter().filter(is_free).copied().collect()
        };
        match view.objective() {
            Objective::Reach { zone, .. } | Objective::Hold { zone, .. } => free(zone),
            Objective::Escape { .. } => free(view.exits()),
            Objective::Kill { unit } | Objective::Capture { unit } => {
                whereabouts(*unit).into_iter().collect()
            }
            Objective::Rescue { unit } if view.unit_side(*unit) == view.side() => {
                free(view.exits())
            }
            Objective::Rescue { unit } => whereabouts(*unit).into_iter().collect(),
            Objective::Secure { item, .. } => {
                let is_wanted = |thing: &Carried| matches!(thing, Carried::Item { item: other, .. } if other == item);
                let lying = view
                    .littered()
                    .filter(|&tile| view.litter(tile).any(|t| is_wanted(&t)));
                lying.chain(view.objects().map(|(tile, _)| tile)).collect()
            }
            Objective::Control { zones } => {
                let is_free = |zone: &&Vec<TileId>| {
                    !self.own.iter().any(|(_, unit)| zone.contains(&unit.tile))
                };
                zones.iter().filter(is_free).flatten().copied().collect()
            }
            Objective::Eliminate { .. } | Objective::Survive { .. } | Objective::Protect { .. } => {
                Vec::new()
            }
        }
    }

    /// Lists the hexes where the objective of side 0 can be stopped.
    fn goal_to_stop(&self) -> Vec<TileId> {
        match self.view.objective() {
            Objective::Reach { zone, .. } | Objective::Hold { zone, .. } => zone.clone(),
            Objective::Control { zones } => zones.concat(),
            Objective::Escape { .. } | Objective::Rescue { .. } => self.view.exits().to_vec(),
            Objective::Protect { unit, .. } => {
                let last = self.view.last_seen().find(|(id, _)| id == unit);
                last.map(|(_, sighting)| sighting.tile)
                    .into_iter()
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// Uses what stands next to the unit and helps its side's objective.
    pub(super) fn interact(&self) -> Option<Order> {
        if self.view.side() != PLAYER {
            return None;
        }
        let around = self
            .view
            .grid()
            .neighbors(self.state.tile)
            .map(|(_, tile)| tile);
        let whom = match self.view.objective() {
            Objective::Rescue { unit } => self.view.whereabouts(*unit),
            _ => None,
        };
        let promises = |tile: &TileId| {
            Some(*tile) == whom || self.view.objects().any(|(place, _)| place == *tile)
        };
        let orders = std::iter::once(self.state.tile)
            .chain(around)
            .filter(promises)
            .map(|tile| Order::Interact(self.id, tile));
        let pick = Order::PickUp(self.id, 0);
        let wants = match self.view.objective() {
            Objective::Secure { item, .. } => (self.view.litter(self.state.tile))
                .any(|thing| matches!(thing, Carried::Item { item: other, .. } if other == *item)),
            _ => false,
        };
        let pick = wants.then_some(pick);
        pick.into_iter()
            .chain(orders)
            .find(|order| self.view.check(order).is_ok())
    }

    /// Returns the TU that are kept while walking: more where the unit looks for enemies than on the way to
    /// its objective, and as much for all units of the side, which keep together so.
    fn reserve(&self) -> u16 {
        let figures = &self.figures.whim;
        let more = self.view.whim(u64::MAX) % (u32::from(figures.reserve_more) + 1);
        let reserve = self.mode.reserve + figures.reserve + more as u16;
        // Who has fewer TU from the start walks all the same.
        let is_tired = self.state.footing.moved == 0 && self.state.tu.now < 2 * reserve;
        match self.goal_is_flooded || is_tired {
            true => self.mode.reserve,
            false => reserve,
        }
    }

    /// Returns the TU that walks may take, if the unit may walk and has as much as it keeps.
    fn walking_tu(&self) -> Option<u16> {
        let tu = self.state.tu.now.checked_sub(self.reserve())?;
        self.may_walk().then_some(tu)
    }

    /// Lists the closed doors beside the unit.
    fn shut_doors(&self) -> impl Iterator<Item = (Direction, TileId)> {
        let layers = self.view.layers();
        (self.view.grid().neighbors(self.state.tile))
            .filter(|&(_, tile)| layers.doors().contains(tile) && layers.closed().contains(tile))
    }

    /// Whether the unit can go anywhere, or open a door; if not, no way needs to be looked for.
    pub(super) fn can_set_out(&mut self) -> bool {
        let Some(tu) = self.walking_tu() else {
            return false;
        };
        self.flood_reach(self.view.gait(self.id), tu);
        let mut reach = self.thoughts.reach.tiles().iter();
        reach.any(|&tile| tile != self.state.tile) || self.shut_doors().next().is_some()
    }

    /// Walks down the field that was flooded last, or opens a door on the way.
    pub(super) fn advance(&mut self) -> Option<Order> {
        let here = self.thoughts.field.steps(self.state.tile)?;
        let tu = self.walking_tu()?;
        self.flood_reach(self.view.gait(self.id), tu);
        let grid = self.view.grid();
        let fills_zone =
            matches!(self.view.objective(), Objective::Reach { .. }) && self.goal_is_flooded;
        let hazards = Hazards::new(self.view, self.id);
        // Those who cannot follow are not waited for.
        let field = &self.thoughts.field;
        let company: Vec<_> = (self.company(self.goal_is_flooded))
            .filter(|&tile| field.steps(tile).is_some())
            .map(|tile| grid.hex(tile))
            .collect();
        let support = &self.figures.support;
        let hex = grid.hex(self.state.tile);
        let mut distances = Vec::new();
        let here_apart = position::apart(hex, &company, support.comrades, &mut distances);
        let most_apart = here_apart.max(support.hexes);
        let mut best: Option<(u32, u32, TileId, u32)> = None;
        for &tile in self.thoughts.reach.tiles() {
            if self.has_left(tile) {
                continue;
            }
            let (Some(steps), Some(cost)) = (
                self.thoughts.field.steps(tile),
                self.thoughts.reach.cost(tile),
            ) else {
                continue;
            };
            // Cover takes one point at most, so most hexes need no closer look.
            if best.is_some_and(|(score, ..)| (4 * steps).saturating_sub(1) > score) {
                continue;
            }
            if !position::is_near(grid.hex(tile), &company, support.comrades, most_apart) {
                continue;
            }
            // Where every way leads over deadly ground, one that the unit survives has to be gone. Of slopes
            // nobody can be as sure: ground that was never seen counts as level.
            let (falls, ground) = self.way_harms(tile);
            let ground = if self.is_walled_in { 0 } else { ground };
            let harm = hazards.on(tile) + falls + ground;
            let covered = steps > 0 && position::has_cover(self.view, tile);
            let draw = u64::from(self.id.0) << 32 | u64::from(tile.0);
            let whim = match steps {
                0 => 0,
                _ => self.view.whim(draw) % (self.figures.whim.points + 1),
            };
            let score = (4 * steps + harm / 2 + whim).saturating_sub(u32::from(covered));
            // Into the zone, not just up to its edge, so that others find room.
            let order = if fills_zone && steps == 0 {
                u32::MAX - cost
            } else {
                cost
            };
            let found = (score, order, tile, steps);
            best = Some(best.map_or(found, |best| best.min(found)));
        }
        let (_, _, tile, steps) = best?;
        if steps < here {
            let purpose = match self.goal_is_flooded {
                true => Purpose::Objective,
                false => Purpose::Search,
            };
            let (id, gait) = (self.id, self.view.gait(self.id));
            let path = self.thoughts.reach.path_to(tile);
            self.note(-(steps as i32), purpose, || {
                Some(Order::Move(id, gait, path?))
            });
            return Some(Order::Move(
                self.id,
                self.view.gait(self.id),
                self.thoughts.reach.path_to(tile)?,
            ));
        }
        // The way on may lead through a closed door.
        let leads_on = |&(_, tile): &(Direction, TileId)| {
            (self.thoughts.field.steps(tile)).is_some_and(|steps| steps < here)
        };
        (self.shut_doors().filter(leads_on))
            .map(|(direction, _)| Order::Door(self.id, direction))
            .find(|order| self.view.check(order).is_ok())
    }
}
