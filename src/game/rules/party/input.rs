//! Choosing, pointing and ordering characters, by pointer and by keys.
//!
//! **Invariant:** what is chosen changes no battle; orders do, and they leave by [`give_order`] alone.

use bevy::prelude::*;

use super::ahead::{Ahead, tell};
use super::lead::{ending, led};
use super::{hud, trip};
use crate::battle::grid::TileId;
use crate::battle::map::{MapId, Maps};
use crate::battle::phase::Turn;
use crate::battle::unit::{UnitId, Units, side_of, units_on_board};
use crate::game::Menu;
use crate::game::kit::cursor::{at_cursor, next_enemy_by, refuse};
use crate::game::kit::guide;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::overclick;
use crate::game::kit::overlays::Overlays;
use crate::game::kit::select::{cycle, end_turn};
use crate::game::kit::standard::{Chosen, chosen};
use crate::game::rules::playable::{Playable, first_own, grid, own_side, unit_at, would_pass};
use crate::game::shell::menus::open_menu;
use crate::game::shell::session::{Moment, Request, Session};
use crate::game::shell::settings::Settings;
use crate::game::table::board_view::Marks;
use crate::game::table::camera::Rig;
use crate::game::table::input::{Hover, give_order, is_players};
use crate::rules::party::attack::Fighter;
use crate::rules::party::character::{Purse, Sheet};
use crate::rules::party::content::{Aim, SpellId};
use crate::rules::party::order::Order;
use crate::rules::party::progress::{Progress, can_act, hunters, party};
use crate::rules::party::scenario::Map;
use crate::rules::party::{Party, delve, outlook, setup};

/// What the player has in hand.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct Hand {
    /// The spell that the next click casts; without one it attacks or walks.
    pub spell: Option<SpellId>,
    /// Who took it up.
    caster: Option<UnitId>,
    /// What a first click aimed: by whom, with which spell, at which hex. A second one carries it out.
    aimed: Option<(UnitId, Option<SpellId>, TileId)>,
    /// Whether the inventory is shown.
    pub shows_pack: bool,
    /// What is ordered once the last order was shown.
    next: Option<Order>,
    /// Where the party marches outside combat.
    march: Option<March>,
    /// When the last order was given; until it is carried out none follows.
    since: Option<Moment>,
}

/// A march of the whole party, which ends on another map, and when somebody comes into sight.
#[derive(Clone, Debug)]
struct March {
    goal: TileId,
    map: MapId,
    /// Enemies in sight when it was begun.
    seen: Vec<UnitId>,
}

impl March {
    fn to(world: &World, goal: TileId) -> Self {
        Self {
            goal,
            map: world.resource::<Maps>().now(),
            seen: hunters(world).collect(),
        }
    }

    fn goes_on(&self, world: &World) -> bool {
        let is_calm = !world.resource::<Progress>().fights() && trip::met(world).is_none();
        is_calm && world.resource::<Maps>().now() == self.map && !self.is_spotted(world)
    }

    /// Whether an enemy came into sight on the way over the overland map.
    fn is_spotted(&self, world: &World) -> bool {
        setup::map(world) == Map::Overland && hunters(world).any(|foe| !self.seen.contains(&foe))
    }
}

/// Actions that take spells and perks up, in their order.
pub(super) const SPELLS: [KeyAction; 4] = [
    KeyAction::SPELL_1,
    KeyAction::SPELL_2,
    KeyAction::SPELL_3,
    KeyAction::SPELL_4,
];

/// Keeps the choice on a character on the board, goes on with what was ordered, and marks what is in reach.
pub(super) fn follow(world: &mut World) {
    let led = led(world);
    let kept = chosen(world).filter(|id| led.contains(id));
    let unit = kept.or_else(|| led.into_iter().find(|&id| can_act(world, id)));
    let unit = unit.or_else(|| first_own(world));
    if unit != chosen(world) {
        world.insert_resource(Chosen(unit));
    }
    put_away(world, unit);
    overclick::follow(world);
    go_on(world);
    tell(world);
    mark(world);
}

/// Puts a spell away that another character took up, or in an earlier turn.
fn put_away(world: &mut World, chosen: Option<UnitId>) {
    let is_own_turn = world.resource::<Turn>().active == own_side(world);
    let mut hand = world.resource_mut::<Hand>();
    if hand.spell.is_some() && (hand.caster != chosen || !is_own_turn) {
        hand.spell = None;
    }
}

/// Gives the next of several orders.
fn go_on(world: &mut World) {
    let now = Moment::of(world);
    if !is_players(world) || world.resource::<Hand>().since == Some(now) {
        return;
    }
    let mut hand = world.resource_mut::<Hand>();
    let (next, march) = (hand.next.take(), hand.march.clone());
    let next = next.filter(|order| would_pass::<Party>(world, own_side(world), order));
    let march = march.filter(|march| march.goes_on(world));
    match next.or_else(|| march_on(world, march?.goal)) {
        Some(order) => give(world, order),
        None => {
            let march = world.resource_mut::<Hand>().march.take();
            if march.is_some_and(|march| march.is_spotted(world)) {
                let notice = "Enemies in sight: click again to continue".to_owned();
                world.resource_mut::<Session>().notice = Some((notice, false));
            }
        }
    }
}

/// Returns the next order of a party that marches to a hex in formation: who is not there yet walks on; the
/// turn ends once nobody can.
fn march_on(world: &World, goal: TileId) -> Option<Order> {
    let (units, grid) = (Units::of(world), grid(world));
    let leader = chosen(world)?;
    if setup::map(world) == Map::Overland {
        let path = outlook::ways(world, leader, u16::MAX).path(goal)?;
        return Some(Order::Move(leader, vec![*path.first()?]));
    }
    let facing = grid.direction_towards(units.seat(leader)?, goal);
    let others = party(world).filter(|&id| id != leader);
    let mut is_on_the_way = false;
    for (member, id) in (0..).zip([leader].into_iter().chain(others)) {
        let formation = units.part::<Sheet>(leader).formation;
        let wanted = grid.tile(grid.hex(goal) + formation.offset(member, facing));
        let ways = outlook::ways(world, id, u16::MAX);
        let wanted = wanted.filter(|&tile| ways.steps(tile).is_some());
        let mut path = ways.path(ways.nearest_to(wanted.unwrap_or(goal)))?;
        let is_there = path.is_empty();
        path.truncate(outlook::steps(world, id).into());
        if !path.is_empty() && can_act(world, id) {
            return Some(Order::Move(id, path));
        }
        is_on_the_way |= !is_there;
    }
    is_on_the_way.then_some(Order::EndTurn)
}

/// Gives an order.
pub(super) fn give(world: &mut World, order: Order) {
    world.resource_mut::<Hand>().since = Some(Moment::of(world));
    give_order::<Party>(world, order);
}

/// Marks where the chosen character can go, zones, and what a spell would strike.
fn mark(world: &mut World) {
    let mut marks = Marks {
        exits: [setup::escape(world), setup::gate(world)].concat(),
        goals: setup::goal(world).unwrap_or_default().to_vec(),
        ..Marks::default()
    };
    if let Some(ahead) = Ahead::of(world) {
        marks.area = ahead.struck.1.iter().map(|&tile| (tile, 1)).collect();
    }
    let fights = world.resource::<Progress>().fights();
    if let Some(id) = chosen(world).filter(|_| fights && is_players(world)) {
        let content = setup::content(world);
        let (step, cost) = (
            u16::from(content.figures.costs.step),
            u16::from(Fighter::of(world, id).attack_cost(content)),
        );
        let units = Units::of(world);
        let ap = u16::from(units.part::<Purse>(id).ap);
        let ways = outlook::ways(world, id, outlook::steps(world, id));
        let reach = ways.found().iter().skip(1).filter_map(|&tile| {
            let left = ap.saturating_sub(step * ways.steps(tile)?);
            Some((tile, (left / cost.max(1)).min(3) as u8))
        });
        marks.reach = reach.collect();
        let company = units_on_board(world, own_side(world));
        marks.company = company.filter_map(|own| units.seat(own)).collect();
    }
    world.resource_mut::<Marks>().set_if_neq(marks);
}

/// Does what the buttons of the pointer are for: a click chooses, walks, attacks or casts; the second button
/// puts a spell away.
pub(super) fn click(world: &mut World) {
    let buttons = world.resource::<ButtonInput<MouseButton>>();
    let pressed = [MouseButton::Left, MouseButton::Right].map(|one| buttons.just_pressed(one));
    let keys = world.resource::<ButtonInput<KeyCode>>();
    let is_alone = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    match (pressed, world.resource::<Hover>().tile) {
        ([true, _], Some(tile)) => click_on(world, tile, is_alone),
        ([_, true], _) => drop(back(world)),
        _ => {}
    }
}

/// Puts the cursor on the next enemy, those first whom the chosen character can strike at once.
fn next_foe(world: &mut World) {
    let id = chosen(world);
    next_enemy_by(world, |world, foe| {
        let strikes = |id| hud::refusal(world, &Order::Attack(id, foe)).is_none();
        id.is_none_or(strikes)
    });
}

/// Does what a click on a hex is for; outside combat the whole party walks, unless one is to walk alone.
pub(super) fn click_on(world: &mut World, tile: TileId, is_alone: bool) {
    if !is_players(world) {
        return;
    }
    tell(world);
    let own = unit_at(world, tile).filter(|&unit| side_of(world, unit) == own_side(world));
    let has_spell = world.resource::<Hand>().spell.is_some();
    if let Some(own) = own.filter(|_| !has_spell) {
        Party::choose(world, own);
        return;
    }
    let (orders, target) =
        Ahead::of(world).map_or((None, None), |ahead| (ahead.orders.clone(), ahead.target));
    if target.is_none() && overclick::stops(world, tile) {
        return;
    }
    let strikes = target.is_some() && matches!(orders, Some(Ok(_)));
    if strikes && world.resource::<Settings>().confirm && !is_aimed(world, tile) {
        let aim = aim(world, tile);
        world.resource_mut::<Hand>().aimed = aim;
        return;
    }
    overclick::arm(world, strikes.then_some(tile));
    let walks = matches!(&orders, Some(Ok(orders)) if matches!(orders[..], [Order::Move(..)]));
    let fights = world.resource::<Progress>().fights();
    match orders {
        Some(Ok(_)) if walks && !fights && !is_alone => {
            let march = March::to(world, tile);
            world.resource_mut::<Hand>().march = Some(march);
        }
        Some(Ok(mut orders)) => {
            let first = orders.remove(0);
            let mut hand = world.resource_mut::<Hand>();
            (hand.next, hand.march, hand.spell) = (orders.pop(), None, None);
            give(world, first);
        }
        Some(Err(why)) => refuse(world, why),
        None => {}
    }
}

/// Returns the aim of a click on a hex: the attacker, the spell if one is in hand, and the hex.
fn aim(world: &World, tile: TileId) -> Option<(UnitId, Option<SpellId>, TileId)> {
    chosen(world).map(|unit| (unit, world.resource::<Hand>().spell, tile))
}

/// Whether a click has already aimed at a hex, so that the next one attacks or casts.
pub(super) fn is_aimed(world: &World, tile: TileId) -> bool {
    let aimed = world.resource::<Hand>().aimed;
    aimed.is_some() && aimed == aim(world, tile)
}

/// Does what a key is for in a battle of the party alone.
pub(super) fn perform(world: &mut World, action: KeyAction) {
    match action {
        KeyAction::SKIP => return guide::next_step::<Party>(world),
        KeyAction::RINGS_OF_SIGHT => return world.resource_mut::<Overlays>().toggle(action),
        KeyAction::FOE => return next_foe(world),
        KeyAction::PARTY_LIST => return open_menu(world, Menu::Everything),
        _ if !is_players(world) => return,
        KeyAction::NEXT_UNIT => return cycle_able(world, 1),
        KeyAction::PREVIOUS_UNIT => return cycle_able(world, -1),
        KeyAction::UNDO => {
            return world.resource_mut::<Session>().request = Some(Request::Undo);
        }
        KeyAction::COMBAT => {
            let fights = world.resource::<Progress>().fights();
            let order = match fights {
                _ if trip::met(world).is_some() => Order::Engage,
                true => Order::EndCombat,
                false => Order::Fight,
            };
            return try_to(world, order);
        }
        KeyAction::AVOID => return try_to(world, Order::Avoid),
        KeyAction::PASSAGE => return try_to(world, trip::passage(world)),
        KeyAction::END_TURN => {
            let idle = hud::idle(world);
            return end_turn::<Party>(world, &idle, "character", ending(world));
        }
        KeyAction::ACT => {
            return at_cursor(world, |world, tile| click_on(world, tile, false));
        }
        KeyAction::BLADE => return world.resource_mut::<Hand>().spell = None,
        _ => {}
    }
    let Some(id) = chosen(world) else { return };
    match action {
        KeyAction::CENTER => {
            let tile = Units::of(world).seat(id).unwrap_or_default();
            world.resource_mut::<Rig>().look_at(tile);
        }
        KeyAction::CLOSE_DOOR => match delve::shut(world, id) {
            Some(order) => try_to(world, order),
            None => refuse(world, "no open door in reach".to_owned()),
        },
        KeyAction::SHEATHE => try_to(world, Order::Sheathe(id)),
        KeyAction::PACK => {
            let is_shown = world.resource::<Hand>().shows_pack;
            world.resource_mut::<Hand>().shows_pack = !is_shown;
            let is_open = Units::of(world).part::<Purse>(id).opened;
            if !is_shown && !is_open && world.resource::<Progress>().fights() {
                try_to(world, Order::Open(id));
            }
        }
        _ => {
            let place = SPELLS.iter().position(|&one| one == action);
            let sheet = Units::of(world).part::<Sheet>(id);
            let spell = place.and_then(|place| sheet.spells.spells().nth(place));
            spell.into_iter().for_each(|spell| take_up(world, spell));
        }
    }
}

/// Takes a spell up, or puts it away again; one that is for the caster alone is cast.
pub(super) fn take_up(world: &mut World, spell: SpellId) {
    let own = chosen(world).filter(|_| setup::content(world).spell(spell).aim == Aim::Caster);
    match own {
        Some(id) => try_to(world, Order::Cast(id, spell, id)),
        None => {
            let caster = chosen(world);
            let mut hand = world.resource_mut::<Hand>();
            hand.spell = (hand.spell != Some(spell)).then_some(spell);
            hand.caster = caster;
        }
    }
}

/// Gives an order, or says why it cannot be given.
pub(super) fn try_to(world: &mut World, order: Order) {
    match hud::refusal(world, &order) {
        None => give(world, order),
        Some(why) => refuse(world, why),
    }
}

/// Chooses the next character that can still act.
fn cycle_able(world: &mut World, step: isize) {
    let mut able = led(world);
    able.retain(|&id| can_act(world, id));
    cycle::<Party>(world, &able, step);
}

/// Puts a spell away, stops a march, closes the inventory, or takes overlays off; whether there was any.
pub(super) fn back(world: &mut World) -> bool {
    let mut hand = world.resource_mut::<Hand>();
    hand.spell.take().is_some()
        || hand.march.take().is_some()
        || std::mem::take(&mut hand.shows_pack)
        || world.resource_mut::<Overlays>().clear()
}
