//! Plain tactics: what single-minded players do, by whom others are measured and whom they expect.
//!
//! **Invariant:** every order passes the check and spends TU or ends an activation; nothing is decided by what
//! the side does not know.

use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::content::mode::AiMode;
use crate::content::terrain::Cover;
use crate::rules::battlescape::ai::Mind;
use crate::rules::battlescape::content::FireMode;
use crate::rules::battlescape::order::Order;

/// How somebody plays who goes by one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rules::battlescape) enum Tactic {
    /// As the computer would in another mode.
    Mode(AiMode),
    /// Goes for the nearest enemy and fires from close by.
    Rush,
    /// Everybody fires at the weakest enemy.
    Focus,
    /// Goes into cover, fires at what comes into sight, and keeps watch.
    Wait,
    /// Fires and gets out of sight again.
    Hide,
    /// Makes for the goal or the exit, past everybody.
    Run,
}

impl Tactic {
    /// Returns the mode whose figures a unit goes by then, if it is another.
    pub(super) fn mode(self) -> Option<AiMode> {
        match self {
            Self::Mode(mode) => Some(mode),
            Self::Rush | Self::Run => Some(AiMode::Aggressive),
            Self::Wait => Some(AiMode::Hold),
            Self::Hide => Some(AiMode::Defensive),
            Self::Focus => None,
        }
    }
}

/// Hexes from which whoever rushes fires.
const CLOSE: u32 = 3;

impl Mind<'_, '_> {
    /// Returns what the unit does next by a plain tactic; nothing ends its activation.
    pub(super) fn act_plainly(&mut self, tactic: Tactic) -> Option<Order> {
        if !self.foes.is_empty()
            && let Some(order) = self.reload_if(|rounds, least, _| rounds < least)
        {
            return Some(order);
        }
        match tactic {
            Tactic::Rush => self.rush(),
            Tactic::Focus => self.focus().or_else(|| self.act_freely()),
            Tactic::Wait => self.wait(),
            Tactic::Hide => self.hide(),
            Tactic::Run => self.run().or_else(|| self.act_freely()),
            Tactic::Mode(_) => self.act_freely(),
        }
    }

    /// Returns the attack that takes most from where the unit stands.
    fn fire(&mut self) -> Option<Order> {
        let (target, mode) = self.weigh_positions(false, false).here.attack?;
        self.attack(target, mode)
    }

    /// Attacks, once the unit stands where it may.
    fn attack(&self, target: UnitId, mode: FireMode) -> Option<Order> {
        let order = match self.state.stance.0 {
            Cover::Full => Order::Stand(self.id),
            Cover::None | Cover::Half => Order::Attack(self.id, target, mode),
        };
        self.view.check(&order).is_ok().then_some(order)
    }

    /// Walks to the hex in reach that comes first by a key, of those it has one for.
    fn walk_to<K: Ord>(
        &mut self,
        tu: u16,
        key: impl Fn(&Self, TileId) -> Option<K>,
    ) -> Option<Order> {
        if !self.may_walk() {
            return None;
        }
        let gait = self.view.gait(self.id);
        self.flood_reach(gait, tu);
        let reach = &self.thoughts.reach;
        let tiles = reach.tiles().iter().copied();
        let open = tiles.filter(|&tile| tile != self.state.tile && !self.has_left(tile));
        let rated = open.filter_map(|tile| Some((key(self, tile)?, reach.cost(tile), tile)));
        let (.., tile) = rated.min()?;
        let order = Order::Move(self.id, gait, reach.path_to(tile)?);
        self.view.check(&order).is_ok().then_some(order)
    }

    /// Returns the hexes to the nearest enemy in sight.
    fn apart(&self, tile: TileId) -> Option<u32> {
        let grid = self.view.grid();
        let foes = self.foes.iter();
        foes.map(|foe| grid.distance(foe.state.tile, tile)).min()
    }

    fn rush(&mut self) -> Option<Order> {
        let here = self.state.tile;
        let Some(apart) = self.apart(here) else {
            return self.act_freely();
        };
        if apart > CLOSE {
            let nears = |mind: &Self, tile| mind.apart(tile).filter(|&there| there < apart);
            if let Some(order) = self.walk_to(self.state.tu.now, nears) {
                return Some(order);
            }
        }
        self.fire()
    }

    fn focus(&mut self) -> Option<Order> {
        let (id, here) = (self.id, self.state.tile);
        let mut weakest: Vec<_> = self
            .foes
            .iter()
            .map(|foe| (foe.state.health.now, foe.id))
            .collect();
        weakest.sort_unstable();
        let per_tu = |target, mode| {
            let order = self.attack(target, mode)?;
            let odds = self.view.forecast(id, here, target, mode).ok()?;
            let cost = u32::from(odds.attack.cost.tu.max(1));
            let is_wanted = odds.attack.aim.chance >= self.mode.min_hit;
            is_wanted.then(|| (odds.mean_thousandths() / cost, order))
        };
        weakest.into_iter().find_map(|(_, target)| {
            let shots = FireMode::ALL
                .into_iter()
                .filter_map(|mode| per_tu(target, mode));
            shots.max_by_key(|(harm, _)| *harm).map(|(_, order)| order)
        })
    }

    fn wait(&mut self) -> Option<Order> {
        if let Some(order) = self.fire() {
            return Some(order);
        }
        let facing = self.watched_direction();
        let is_open = |mind: &Self, tile| mind.view.cover_towards(tile, facing) == Cover::None;
        if self.foes.is_empty() && is_open(self, self.state.tile) {
            let figures = &self.view.figures().tu;
            let spare = self
                .state
                .tu
                .now
                .saturating_sub(figures.ready + figures.take_cover);
            let covers = |mind: &Self, tile| (!is_open(mind, tile)).then_some(());
            if let Some(order) = self.walk_to(spare, covers) {
                return Some(order);
            }
        }
        self.settle()
    }

    fn hide(&mut self) -> Option<Order> {
        let is_seen = |mind: &Self, tile| {
            let mut foes = mind.foes.iter();
            foes.any(|foe| mind.view.could_fire_at(foe.id, tile))
        };
        if self.foes.is_empty() || !is_seen(self, self.state.tile) {
            return self.settle();
        }
        let hidden = |mind: &Self, tile| (!is_seen(mind, tile)).then_some(());
        // As long as the way out is paid for, a shot more.
        let away = self.walk_to(self.state.tu.now, hidden);
        let way = away.as_ref().and_then(|order| match order {
            Order::Move(id, gait, path) => Some(self.view.step_costs(*id, *gait, path)),
            _ => None,
        });
        let spare = way.and_then(|steps| {
            let cost = steps.iter().map(|(_, cost)| cost).sum();
            self.state.tu.now.checked_sub(cost)
        });
        let Some((target, mode)) = self.weigh_positions(false, false).here.attack else {
            return away.or_else(|| self.settle());
        };
        let cost = self.view.mode_cost(self.id, mode);
        let can_both = cost
            .zip(spare)
            .is_some_and(|(cost, spare)| cost.tu <= spare);
        match away {
            Some(away) if !can_both => Some(away),
            _ => self.attack(target, mode),
        }
    }

    fn run(&mut self) -> Option<Order> {
        if self.is_on_goal() || !self.goal_field() {
            return None;
        }
        self.advance()
    }
}
