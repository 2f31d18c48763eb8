//! The planner: of all that characters can do in combat the best, by features that are weighed, and why.
//!
//! A candidate is a hex in reach and what is done there; its points are those it has more than waiting where
//! the character stands. The candidate of all characters with most points is ordered, and all is weighed
//! anew. Whatever else can be done becomes one more of its acts.
//!
//! **Invariant:** decides by what the side knows and by what is seen of enemies; draws nothing. Weights come
//! from content.

mod acts;
mod blows;
mod gear;
mod weigh;

use bevy::prelude::World;
use hexx::Hex;

use self::acts::Act;
use self::blows::{Blows, Magic};
pub(super) use self::gear::is_better;
use self::weigh::FEATURES;
use crate::battle::grid::{TileId, length};
use crate::battle::knowledge::Knowledge;
use crate::battle::order::orders_of;
use crate::battle::phase::Turn;
use crate::battle::tile_set::TileSet;
use crate::battle::unit::{Health, Side, UnitId, Units, units_on_board};
use crate::playing::Weighed;
use crate::rules::kit::arc::Arc;
use crate::rules::kit::planner::{Choice, Explanation, Weight, score};
use crate::rules::kit::ways::Ways;
use crate::rules::party::attack::Fighter;
use crate::rules::party::character::{Mana, Memory, Purse};
use crate::rules::party::content::PartyContent;
use crate::rules::party::order::Order;
use crate::rules::party::progress::{PARTY, can_act, foes, is_up, most_ap, seen_foes, sighted};
use crate::rules::party::scenario::Goal;
use crate::rules::party::{Party, check, log, objects, outlook, setup};

/// Most of what was weighed, beside the best, that is told.
const MOST_TOLD: usize = 24;

/// A hex in reach, and what a character could do there.
#[derive(Clone, Debug)]
struct Candidate {
    id: UnitId,
    to: TileId,
    /// The order for that, once it is there and its inventory is open.
    act: Order,
    values: [i32; FEATURES],
    points: i64,
}

/// A character of the side.
struct Own<'w> {
    id: UnitId,
    tile: TileId,
    hex: Hex,
    health: Health,
    purse: &'w Purse,
    mana: Mana,
    fighter: Fighter<'w>,
    /// Harm that it can do to an enemy in a turn.
    output: i64,
    /// Fewest and most hexes off at which it does so.
    range: [u32; 2],
}

/// An enemy in sight.
struct Foe<'w> {
    id: UnitId,
    tile: TileId,
    hex: Hex,
    fighter: Fighter<'w>,
    health: i64,
    /// AP of its next turn; none while it sleeps.
    ap: i64,
    /// Harm that it can do to one of the side in a turn.
    threat: i64,
    /// How many of the side it reaches in its next turn where they stand.
    reached: i64,
    /// Hexes that it sees and that see it.
    view: TileSet,
}

/// What an own character and an enemy can do to each other.
struct Duel {
    /// With the weapon in hand.
    ours: Blows,
    /// With whatever harms most.
    theirs: Blows,
    /// Whether the enemy reaches it in its next turn where both stand.
    is_reached: bool,
}

/// What a side plans by.
struct Planner<'w> {
    world: &'w World,
    units: Units<'w>,
    content: &'w PartyContent,
    side: Side,
    own: Vec<Own<'w>>,
    foes: Vec<Foe<'w>>,
    /// By own character and enemy.
    duels: Vec<Vec<Duel>>,
    /// Hexes where it knows of somebody, whom it cannot pass.
    barred: TileSet,
    /// Hexes where it knows of a trap.
    traps: Vec<TileId>,
    /// Steps to where the side wants to be.
    field: Ways,
    /// Whether that is where it escapes.
    leaves: bool,
    is_losing: bool,
    /// Whether it has hidden over and over, so that hiding leads nowhere.
    hid_enough: bool,
    turn: u16,
    weights: [Weight; FEATURES],
    choice: Choice<Candidate>,
    is_asked: bool,
}

/// Says what a side does best in combat, or one character of it, and what was weighed if somebody asks;
/// nothing if none has anything to gain.
pub(super) fn choose(
    world: &World,
    side: Side,
    by: Option<UnitId>,
    is_asked: bool,
) -> Option<(Order, Vec<Weighed>)> {
    let mut planner = Planner::new(world, side, by, is_asked);
    planner.offer_able(by);
    planner.decide()
}

/// Lists the best of what the character can do in combat that has most to gain, of a side or among those who may act:
/// so many orders, one for each act, the best first. Others have their turn after it.
pub(super) fn best(world: &World, side: Side, by: Option<UnitId>, most: usize) -> Vec<Order> {
    let mut planner = Planner::new(world, side, by, true);
    planner.offer_able(by);
    let choice = std::mem::replace(&mut planner.choice, Choice::new(false));
    let Some((best, others)) = choice.decide(|_, _| false) else {
        return Vec::new();
    };
    let mut found = vec![best];
    for candidate in others {
        let is_new = found.iter().all(|other| other.act != candidate.act);
        if found.len() < most && candidate.id == found[0].id && is_new {
            found.push(candidate);
        }
    }
    found.iter().map(|one| planner.order(one)).collect()
}

/// How often a side may end combat in a row without having done anything in it.
const MOST_ESCAPES: usize = 3;
/// How many orders it may give without having done anything before it no longer runs from everybody.
const MOST_WALKS: usize = 40;

/// What a side did since it last struck, cast or used anything: how often it ended combat, and its orders, as many as
/// count.
fn idled(world: &World, side: Side) -> (usize, usize) {
    let does = |order: &&Order| {
        matches!(
            order,
            Order::Attack(..) | Order::Cast(..) | Order::Use(..) | Order::Alert(_)
        )
    };
    let since = orders_of::<Party>(world, side).rev();
    let idle = since.take(MOST_WALKS).take_while(|order| !does(order));
    idle.fold((0, 0), |(escapes, walks), order| {
        let ends = usize::from(*order == Order::EndCombat);
        (escapes + ends, walks + 1)
    })
}

impl<'w> Planner<'w> {
    fn new(world: &'w World, side: Side, by: Option<UnitId>, is_asked: bool) -> Self {
        let (units, content) = (Units::of(world), setup::content(world));
        let board = units.board();
        let known = world.resource::<Knowledge>().of(side);
        // The party shares what it sees; any other acts on what it sees itself.
        let seen: Vec<_> = match by {
            Some(id) => seen_foes(world, id).collect(),
            None => (foes(world, side).filter(|&foe| known.sees_unit(foe))).collect(),
        };
        let grid = board.grid;
        let own = units_on_board(world, side).map(|id| {
            let fighter = Fighter::of(world, id);
            Own {
                id,
                tile: fighter.tile,
                hex: grid.hex(fighter.tile),
                health: *units.part(id),
                purse: units.part(id),
                mana: *units.part(id),
                fighter,
                output: 0,
                range: [1, 1],
            }
        });
        let foes = seen.into_iter().map(|id| {
            let fighter = Fighter::of(world, id);
            let tile = fighter.tile;
            Foe {
                id,
                tile,
                hex: grid.hex(tile),
                fighter,
                health: units.part::<Health>(id).now.into(),
                ap: i64::from(is_up(world, id)) * i64::from(most_ap(world, id)),
                threat: 0,
                reached: 0,
                view: outlook::sight(world, side, tile),
            }
        });
        let mut planner = Self {
            world,
            units,
            content,
            side,
            own: own.collect(),
            foes: foes.collect(),
            duels: Vec::new(),
            barred: check::barred(world, side),
            traps: objects::traps(world, side).collect(),
            field: Ways::from_any(board, &known.layers, &[], 0, |_| false),
            leaves: false,
            is_losing: false,
            hid_enough: false,
            turn: world.resource::<Turn>().number,
            weights: weigh::weights(&content.figures.planner),
            choice: Choice::new(is_asked),
            is_asked,
        };
        planner.compare();
        let has_exit = side == PARTY && !setup::escape(world).is_empty();
        let has_to = setup::scenario(world).goal == Goal::Escape;
        let (escapes, walks) = match planner.is_losing && side == PARTY {
            true => idled(world, side),
            false => (0, 0),
        };
        planner.hid_enough = escapes >= MOST_ESCAPES;
        let runs = planner.is_losing && walks < MOST_WALKS;
        planner.leaves = has_exit && (runs || has_to);
        let goals = planner.goals(by);
        planner.field = outlook::search(world, side, &goals, u16::MAX, |_| false);
        planner
    }

    /// Works out what own characters and enemies can do to each other, and whether the side is losing.
    fn compare(&mut self) {
        let (world, units, step) = (self.world, self.units, self.step());
        let (content, grid) = (self.content, &units.board().grid);
        for own in &mut self.own {
            let full = i64::from(most_ap(world, own.id));
            let duels = self.foes.iter_mut().map(|foe| {
                let ours = Blows::of(content, grid, [own.fighter, foe.fighter]);
                let best = ours.or_spell(content, own.fighter.sheet, own.mana, full);
                let output = best.expected(Arc::Front, best.count(full));
                if output > own.output {
                    (own.output, own.range) = (output, best.range);
                }
                let theirs = Blows::of(content, grid, [foe.fighter, own.fighter]);
                let mana = *units.part(foe.id);
                let theirs = theirs.or_spell(content, foe.fighter.sheet, mana, foe.ap);
                let threat = theirs.expected(Arc::Front, theirs.count(foe.ap));
                foe.threat = foe.threat.max(threat);
                let (far, is_seen) = (length(own.hex - foe.hex), || foe.view.contains(own.tile));
                let ap = theirs.ap_in_range(foe.ap, step, far, is_seen);
                let is_reached = theirs.count(ap) > 0;
                foe.reached += i64::from(is_reached);
                Duel {
                    ours,
                    theirs,
                    is_reached,
                }
            });
            self.duels.push(duels.collect());
        }
        let power = |health: i64, harm: i64| i128::from(health) * i128::from(harm);
        let own = (self.own.iter()).map(|own| power(own.health.now.into(), own.output));
        let foes = self.foes.iter().map(|foe| power(foe.health, foe.threat));
        let (own, foes): (i128, i128) = (own.sum(), foes.sum());
        let percent = self.content.figures.planner.losing_percent;
        self.is_losing = own * 100 < foes * i128::from(percent);
    }

    /// Lists where the side wants to be: out, at enemies it sees, or where it saw some last.
    fn goals(&self, by: Option<UnitId>) -> Vec<TileId> {
        if self.leaves {
            return setup::escape(self.world).to_vec();
        }
        if !self.foes.is_empty() {
            return self.foes.iter().map(|foe| foe.tile).collect();
        }
        match by {
            Some(id) => Vec::from_iter(self.units.part::<Memory>(id).known),
            None => sighted(self.world, self.side).collect(),
        }
    }

    /// Returns what a step costs, AP.
    fn step(&self) -> i64 {
        self.content.figures.costs.step.into()
    }

    /// Finds the shortest ways of a character to where it can go this turn.
    fn ways(&self, id: UnitId, seat: TileId) -> Ways {
        let ap = self.units.part::<Purse>(id).ap;
        let steps = ap.checked_div(self.content.figures.costs.step);
        let most = steps.unwrap_or(u8::MAX).into();
        outlook::search(self.world, self.side, &[seat], most, |tile| {
            self.barred.contains(tile)
        })
    }

    /// Returns the harm to expect of traps that the side knows of on a way.
    fn harm_on_way(&self, ways: &Ways, to: TileId) -> i64 {
        if self.traps.is_empty() {
            return 0;
        }
        let grid = self.units.board().grid;
        let mut at = to;
        let path = ways.path(to).unwrap_or_default().into_iter().rev();
        let tiles = path.map(|step| {
            let entered = at;
            at = grid.neighbor(at, step.opposite()).unwrap_or(at);
            entered
        });
        let trapped = tiles.filter(|tile| self.traps.contains(tile));
        let harm = trapped.filter_map(|tile| {
            let known = objects::known_at(self.world, self.side, tile);
            let trap = known.filter_map(|object| object.trap).next()?;
            let trap = self.content.trap(trap);
            let spell = self.content.spell(trap.spell);
            let magic = Magic::of_spell(spell, trap.rank, Mana(0));
            Some(magic.blows().expected(Arc::Front, 1))
        });
        harm.sum()
    }

    /// Offers all that those who can act can do now, or one of them.
    fn offer_able(&mut self, by: Option<UnitId>) {
        let most = self.content.figures.most_actions;
        for at in 0..self.own.len() {
            let Own { id, purse, .. } = self.own[at];
            let is_worn_out = purse.acts >= most;
            if by.is_none_or(|by| by == id) && can_act(self.world, id) && !is_worn_out {
                self.offer_all(at);
            }
        }
    }

    /// Offers all that a character can do now.
    fn offer_all(&mut self, at: usize) {
        let Own { id, tile, .. } = self.own[at];
        let (ways, acts) = (self.ways(id, tile), self.acts(at));
        let mut fears = Vec::new();
        let here = self.place(at, &ways, tile);
        self.fear(at, &here, &mut fears);
        let waits = self.weigh(at, &here, &fears, &Act::of(Order::Rest(id)));
        let least = i64::from(score(&self.weights, &waits));
        let mut choice = std::mem::replace(&mut self.choice, Choice::new(false));
        // A trap is passed where that has to be, never stopped at.
        let is_stop = |to: &&TileId| **to == tile || !self.traps.contains(*to);
        for &to in ways.found().iter().filter(is_stop) {
            let place = self.place(at, &ways, to);
            self.fear(at, &place, &mut fears);
            for act in acts.iter().filter(|act| self.can(at, &place, act)) {
                let values = self.weigh(at, &place, &fears, act);
                let points = i64::from(score(&self.weights, &values)) - least;
                let candidate = || Candidate {
                    id,
                    to,
                    act: act.order.clone(),
                    values,
                    points,
                };
                let passes = || {
                    let order = self.order(&candidate());
                    check::begin(self.world, self.side, &order).is_ok()
                };
                if to != tile || !matches!(act.order, Order::Rest(_)) && passes() {
                    choice.consider(points, candidate);
                }
            }
        }
        self.choice = choice;
    }

    /// Says the best that was offered, if it is better than to wait, with all that was weighed.
    fn decide(mut self) -> Option<(Order, Vec<Weighed>)> {
        let choice = std::mem::replace(&mut self.choice, Choice::new(false));
        let is_same =
            |one: &Candidate, other: &Candidate| (one.to, &one.act) == (other.to, &other.act);
        let (best, others) = choice.decide(is_same)?;
        let mut weighed = Vec::new();
        if self.is_asked {
            weighed.push(self.tell(&best, true));
            let others = others.iter().take(MOST_TOLD);
            weighed.extend(others.map(|other| self.tell(other, false)));
        }
        (best.points > 0).then(|| (self.order(&best), weighed))
    }

    /// Tells a candidate, with what counts for and against it.
    fn tell(&self, candidate: &Candidate, is_chosen: bool) -> Weighed {
        let order = log::order(self.world, &self.order(candidate));
        let deed = log::order(self.world, &candidate.act);
        let then = match matches!(candidate.act, Order::Rest(_)) || order == deed {
            true => String::new(),
            false => {
                let act = deed.split_once(": ").map_or("", |(_, act)| act);
                format!("to {act}: ")
            }
        };
        let values = self.weights.iter().zip(candidate.values);
        let features: Vec<_> = values.map(|(weight, value)| weight.of(value)).collect();
        Weighed {
            order,
            purpose: format!("{then}{}", Explanation(&features)),
            points: candidate.points.clamp(i32::MIN.into(), i32::MAX.into()) as i32,
            is_chosen,
        }
    }
}
