//! What a unit does that has nothing to shoot and nowhere to go: cover and watch.
//!
//! **Invariant:** every order spends TU; whoever keeps watch already is done.

use crate::battle::grid::{Direction, TileId};
use crate::content::terrain::Cover;
use crate::rules::battlescape::ai::hazards::Hazards;
use crate::rules::battlescape::ai::{Mind, Purpose, position};
use crate::rules::battlescape::order::{Order, Refusal};

impl Mind<'_, '_> {
    /// Nothing to shoot and nowhere to go: take cover, keep watch.
    pub(super) fn settle(&mut self) -> Option<Order> {
        let order = self.step_clear().or_else(|| self.mine());
        let order = order.or_else(|| self.guard())?;
        self.note(0, Purpose::Guard, || Some(order.clone()));
        Some(order)
    }

    /// Steps off ground that does harm, such as a burning hex or one beside an own mine, to the nearest that
    /// does less; of such, to one with cover. Who holds part of the objective stays on it.
    fn step_clear(&mut self) -> Option<Order> {
        let hazards = Hazards::new(self.view, self.id);
        let here = hazards.on(self.state.tile);
        if here == 0 || !self.may_walk() {
            return None;
        }
        let gait = self.view.gait(self.id);
        self.flood_reach(gait, self.state.tu.now);
        let reach = &self.thoughts.reach;
        let holds = self.is_held(self.state.tile);
        let may_stop = |&tile: &TileId| {
            tile != self.state.tile && !self.has_left(tile) && (!holds || self.is_held(tile))
        };
        let spots = reach.tiles().iter().copied().filter(may_stop);
        let (harm, .., tile) = spots
            .map(|tile| {
                let harm = hazards.on(tile) + self.way_harm(tile);
                let is_open = !position::has_cover(self.view, tile);
                (harm, reach.cost(tile), is_open, tile)
            })
            .min()?;
        let path = reach.path_to(tile).filter(|_| harm < here)?;
        let order = Order::Move(self.id, gait, path);
        self.view.check(&order).is_ok().then_some(order)
    }

    /// Takes cover, lies down where there is none, and keeps watch.
    fn guard(&mut self) -> Option<Order> {
        let facing = self.watched_direction();
        let ready = Order::Ready(self.id);
        let could_react = self.view.could_react(self.id);
        if could_react && self.view.check(&ready).is_ok() {
            // Half cover and reaction fire go together; full cover forbids it.
            let cover = self.view.cover_towards(self.state.tile, facing);
            let order = Order::TakeCover(self.id, None, facing);
            let figures = &self.view.figures().tu;
            if cover == Cover::Half
                && self.state.tu.now >= figures.take_cover + figures.ready
                && self.view.check(&order).is_ok()
            {
                return Some(order);
            }
            let prone = Order::GoProne(self.id);
            let has_time = self.state.tu.now >= figures.go_prone + figures.ready;
            let is_open = cover == Cover::None && self.state.stance.0 == Cover::None;
            if self.mode.lies_down && is_open && has_time && self.view.check(&prone).is_ok() {
                return Some(prone);
            }
            return Some(ready);
        }
        if self.state.readiness.ready {
            // TU beyond those that are carried over are lost otherwise.
            let figures = &self.view.figures().tu;
            let suppress = Order::ReadySuppression(self.id);
            let is_spare = self.state.tu.now >= figures.carry_max + figures.ready_suppression;
            return (is_spare && self.view.check(&suppress).is_ok()).then_some(suppress);
        }
        // Behind full cover nobody keeps watch: up, unless it is the place to hide.
        let figures = &self.view.figures().tu;
        let stand = Order::Stand(self.id);
        let hides_too_well = matches!(self.view.check(&ready), Err(Refusal::InFullCover));
        if could_react
            && hides_too_well
            && self.state.tu.now >= figures.stand + figures.ready
            && !position::is_retreating(&self.state, self.mode)
            && self.view.check(&stand).is_ok()
        {
            return Some(stand);
        }
        let order = Order::TakeCover(self.id, None, facing);
        let is_covered = self.state.stance.0 != Cover::None;
        (!is_covered && self.view.check(&order).is_ok()).then_some(order)
    }

    /// The direction danger is likeliest from: the nearest enemy seen or remembered, else ahead.
    pub(super) fn watched_direction(&self) -> Direction {
        let grid = self.view.grid();
        let seen = self.foes.iter().map(|foe| foe.state.tile);
        let remembered = self.view.last_seen().map(|(_, at)| at.tile);
        let nearest: Option<TileId> = seen
            .chain(remembered)
            .min_by_key(|&tile| (grid.distance(self.state.tile, tile), tile));
        nearest.map_or(self.state.facing, |tile| {
            grid.direction_towards(self.state.tile, tile)
        })
    }
}
