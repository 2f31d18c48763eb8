//! Everything a unit can be told, with what it costs and why it cannot be done now.
//!
//! **Invariant:** a choice is open exactly if its order passes the check.

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::UnitId;
use crate::rules::battlescape::attack::{self, mode_name};
use crate::rules::battlescape::content::items::AbilityId;
use crate::rules::battlescape::content::{FireMode, Gait};
use crate::rules::battlescape::event::Mark;
use crate::rules::battlescape::gear::Carried;
use crate::rules::battlescape::order::{Order, Refusal};
use crate::rules::battlescape::panel::tool::{self, Begin, Tool};
use crate::rules::battlescape::side_view::SideView;

/// One button of the action bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What it is for.
    pub act: Act,
    /// Its name.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// What it costs, TU.
    pub tu: Option<u16>,
    /// The order it gives.
    pub order: Order,
    /// Why it cannot be given now.
    pub refusal: Option<Refusal>,
}

/// Declares the buttons of the action bar: the name of each, what it costs, the order it gives and what it does.
macro_rules! acts {
    (($view:ident, $id:ident, $towards:ident, $tu:ident) $(
        $act:ident $name:literal: $cost:expr, $order:expr, $about:literal;
    )*) => {
        /// What a button of the action bar is for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Act {
            $(#[doc = $about] $act,)*
        }

        /// Lists the buttons of a unit's action bar; `towards` is the hex that cover is wanted against.
        pub fn choices($view: SideView, $id: UnitId, $towards: Option<TileId>) -> Vec<Choice> {
            let $tu = &$view.figures().tu;
            let choice = |act, name, tu, order, about| Choice {
                act,
                name,
                about,
                tu,
                refusal: $view.check(&order).err(),
                order,
            };
            vec![$(choice(Act::$act, $name, $cost, $order, $about)),*]
        }
    };
}

acts! { (view, id, towards, tu)
    TakeCover "Take cover": Some(tu.take_cover),
        Order::TakeCover(id, None, cover_side(view, id, towards)),
        "Crouch behind the obstacle on that side: shots from there must cross it. Full cover hides the unit completely, but it cannot shoot";
    Prone "Lie down": Some(tu.go_prone), Order::GoProne(id),
        "Harder to hit, with a steadier aim; can only crawl until it stands up";
    Stand "Stand up": Some(tu.stand), Order::Stand(id), "Leave cover or get up";
    Disengage "Disengage": Some(tu.disengage), way_out(view, id),
        "Step away from an enemy without drawing reaction fire";
    Reload "Reload": Some(tu.reload), Order::Reload(id), "Refill the magazine from carried ammunition";
    Watch "Watch": Some(tu.ready), Order::Ready(id),
        "Fire at enemies that move in sight during their phase";
    PinDown "Suppress": Some(tu.ready_suppression), Order::ReadySuppression(id),
        "This unit's first burst or auto next turn causes double suppression";
    Door "Door": Some(tu.door), Order::Door(id, door_side(view, id)),
        "Open or close the door next to the unit";
    Interact "Interact": Some(tu.interact), interaction(view, id),
        "Use an object, or help a person, next to the unit";
    Leave "Leave": Some(tu.leave), Order::Leave(id), "Leave the map from an exit hex";
    EndUnit "End unit": None, Order::EndUnit(id),
        "End this unit's turn; unspent TU carry over, up to a limit";
    EndTurn "End turn": None, Order::EndTurn, "Hand over to the other side";
}

/// A mode of fire of the weapon in hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModeChoice {
    /// The mode.
    pub mode: FireMode,
    /// Its name.
    pub name: &'static str,
    /// What it costs, TU.
    pub tu: u16,
    /// Rounds it fires.
    pub rounds: u8,
    /// Chance to hit what is aimed at, percent.
    pub chance: Option<u8>,
    /// Why it cannot be fired now: at what is aimed at, or at all.
    pub refusal: Option<Refusal>,
}

/// Lists the modes of the weapon in hand against what is aimed at.
pub fn modes(view: SideView, id: UnitId, target: Option<Mark>) -> Vec<ModeChoice> {
    let state = view.unit(id);
    let weapon = view.weapon(id);
    attack::modes(weapon)
        .filter_map(|mode| {
            let cost = view.mode_cost(id, mode)?;
            let order = target.map(|mark| match mark {
                Mark::Unit(target) => Order::Attack(id, target, mode),
                Mark::Hex(tile) => Order::FireAt(id, tile, mode),
            });
            let forecast = match target {
                Some(Mark::Unit(target)) => view.forecast(id, state.tile, target, mode).ok(),
                Some(Mark::Hex(tile)) => view.forecast_at(id, state.tile, tile, mode).ok(),
                None => None,
            };
            let refusal = match order {
                Some(order) => view.check(&order).err(),
                None => attack::readiness(
                    view.figures(),
                    weapon,
                    mode,
                    state.arms.rounds,
                    state.tu.now,
                )
                .err()
                .map(Refusal::Weapon),
            };
            Some(ModeChoice {
                mode,
                name: mode_name(mode),
                tu: cost.tu,
                rounds: cost.rounds,
                chance: forecast.map(|forecast| forecast.attack.aim.chance),
                refusal,
            })
        })
        .collect()
}

/// What a slot of the pack holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotChoice {
    /// The slot, from 0.
    pub slot: u8,
    /// What is in it.
    pub name: String,
    /// What it does.
    pub about: String,
    /// Uses left; `None` for a weapon.
    pub charges: Option<u8>,
    /// Whether it is a grenade that was primed.
    pub primed: bool,
    /// What using it begins; `None` only bears on something else (psi amp).
    pub begin: Option<Begin>,
    /// Why it cannot be used now, where that does not depend on the target.
    pub refusal: Option<Refusal>,
    /// What else can be done with it, and why not now.
    pub more: Vec<(&'static str, Order, Option<Refusal>)>,
}

/// Lists what a unit carries.
pub fn slots(view: SideView, id: UnitId) -> Vec<SlotChoice> {
    let pack = view.unit(id).pack;
    (0..)
        .zip(pack.slots)
        .filter_map(|(slot, thing)| {
            let thing = thing?;
            let begin = tool::begin(view, id, slot);
            let refusal = match &begin {
                Some(Begin::Give(order)) => view.check(order).err(),
                // Wherever it is aimed.
                Some(Begin::Aim(Tool::Throw(_))) => view
                    .check(&Order::Throw(id, slot, view.unit(id).tile))
                    .err()
                    .filter(|refusal| matches!(refusal, Refusal::TooShakenToThrow { .. })),
                _ => None,
            };
            let checked = |name, order: Order| {
                let refusal = view.check(&order).err();
                (name, order, refusal)
            };
            let mut more = vec![checked("Drop", Order::Drop(id, slot))];
            if matches!(begin, Some(Begin::Aim(Tool::Throw(_)))) {
                more.insert(0, checked("Prime", Order::Prime(id, slot)));
            }
            let (charges, about) = match thing {
                Carried::Item { item, charges } => {
                    let item = view.rulebook().content().item(item);
                    (Some(charges), item.description.clone())
                }
                Carried::Weapon { rounds, spare, .. } => {
                    (None, format!("{rounds} rounds, {spare} spare; equips it"))
                }
            };
            Some(SlotChoice {
                slot,
                name: thing_name(view, thing),
                about,
                charges,
                primed: pack.primed == Some(slot),
                begin,
                refusal,
                more,
            })
        })
        .collect()
}

/// Lists what lies at a unit's feet: name, order to pick it up, and why not now.
pub fn pick_ups(view: SideView, id: UnitId) -> Vec<(String, Order, Option<Refusal>)> {
    (0..)
        .zip(view.litter(view.unit(id).tile))
        .map(|(number, thing)| {
            let order = Order::PickUp(id, number);
            let refusal = view.check(&order).err();
            (thing_name(view, thing), order, refusal)
        })
        .collect()
}

/// Names a thing.
pub fn thing_name(view: SideView, thing: Carried) -> String {
    let (name, _) = thing.name_and_value(view.rulebook().content());
    name.to_owned()
}

/// An ability of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbilityChoice {
    /// The ability.
    pub ability: AbilityId,
    /// Its name.
    pub name: String,
    /// What it does.
    pub about: String,
    /// TU it costs.
    pub tu: u16,
    /// Energy it costs.
    pub energy: u16,
    /// Why it cannot be used now, whatever the target.
    pub refusal: Option<Refusal>,
}

/// Lists the abilities of a unit.
pub fn abilities(view: SideView, id: UnitId) -> Vec<AbilityChoice> {
    let here = Mark::Hex(view.unit(id).tile);
    (view.kind(id).abilities.iter())
        .map(|&which| {
            let ability = view.rulebook().content().ability(which);
            // The target is judged last: any other refusal holds for every target.
            let refusal = view.check(&Order::Cast(id, which, here)).err();
            let refusal = refusal.filter(|refusal| {
                !matches!(
                    refusal,
                    Refusal::WrongTarget | Refusal::NoMind | Refusal::BeyondReach { .. }
                )
            });
            AbilityChoice {
                ability: which,
                name: ability.name.clone(),
                about: ability.description.clone(),
                tu: ability.tu,
                energy: ability.energy,
                refusal,
            }
        })
        .collect()
}

/// Lists own units that could still do something and were not told to wait: neither ended nor
/// watching, with TU for their cheapest shot.
pub fn idle(view: SideView) -> Vec<UnitId> {
    let can_do_something = |&id: &UnitId| {
        let state = view.unit(id);
        let shots = attack::modes(view.weapon(id)).filter_map(|mode| view.mode_cost(id, mode));
        let cheapest = shots.map(|cost| cost.tu).min();
        let least = cheapest.unwrap_or(view.figures().tu.walk);
        !state.readiness.ready && state.tu.now >= least && view.check(&Order::EndUnit(id)).is_ok()
    };
    view.own_on_board().filter(can_do_something).collect()
}

/// The side the unit would take cover to: towards a hex, or ahead; where there is no cover on that
/// side, the nearest side that has it.
pub fn cover_side(view: SideView, id: UnitId, towards: Option<TileId>) -> Direction {
    let state = view.unit(id);
    let wanted = towards
        .filter(|&tile| tile != state.tile)
        .map_or(state.facing, |tile| {
            view.grid().direction_towards(state.tile, tile)
        });
    (0..6)
        .map(|turn| wanted.turned([0, 1, 5, 2, 4, 3][turn]))
        .find(|&side| view.check(&Order::TakeCover(id, None, side)).is_ok())
        .unwrap_or(wanted)
}

/// The object or person next to the unit that it can interact with.
pub fn interaction(view: SideView, id: UnitId) -> Order {
    let here = view.unit(id).tile;
    let around = view.grid().neighbors(here).map(|(_, tile)| tile);
    std::iter::once(here)
        .chain(around)
        .map(|tile| Order::Interact(id, tile))
        .find(|order| view.check(order).is_ok())
        .unwrap_or(Order::Interact(id, here))
}

/// The door beside the unit, the one ahead first.
pub fn door_side(view: SideView, id: UnitId) -> Direction {
    let facing = view.unit(id).facing;
    (0..6)
        .map(|turn| facing.turned([0, 1, 5, 2, 4, 3][turn]))
        .find(|&side| view.check(&Order::Door(id, side)).is_ok())
        .unwrap_or(facing)
}

/// The step that brings the unit out of contact: away from the enemy, if there is one.
pub fn way_out(view: SideView, id: UnitId) -> Order {
    let facing = view.unit(id).facing;
    let step = |way: Direction| Order::Move(id, Gait::Disengage, vec![way]);
    (0..6)
        .map(|turn| step(facing.turned([3, 2, 4, 1, 5, 0][turn])))
        .find(|order| view.check(order).is_ok())
        .unwrap_or_else(|| step(facing.turned(3)))
}
