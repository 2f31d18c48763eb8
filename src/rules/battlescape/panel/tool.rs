//! What the player's next click on the board is for: the weapon, a grenade, an ability.
//!
//! **Invariant:** a tool gives orders; it never decides whether they pass.

use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::rules::battlescape::content::FireMode;
use crate::rules::battlescape::content::items::{AbilityEffect, AbilityId, ItemKind};
use crate::rules::battlescape::event::Mark;
use crate::rules::battlescape::gear::Carried;
use crate::rules::battlescape::order::Order;
use crate::rules::battlescape::side_view::SideView;

/// What is done to the place or unit that is clicked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Walk there, or fire at the enemy there.
    #[default]
    Weapon,
    /// Fire at the hex.
    Ground,
    /// Throw the grenade in this slot.
    Throw(u8),
    /// Toss what is in this slot.
    Toss(u8),
    /// Lay the mine in this slot.
    Lay(u8),
    /// Use the item in this slot on somebody.
    Use(u8),
    /// Use an ability.
    Cast(AbilityId),
}

impl Tool {
    /// Whether it is aimed at units only.
    pub fn wants_unit(self, view: SideView) -> bool {
        match self {
            Self::Weapon | Self::Use(_) => true,
            Self::Cast(id) => view.rulebook().content().ability(id).effect != AbilityEffect::Sight,
            Self::Ground | Self::Throw(_) | Self::Toss(_) | Self::Lay(_) => false,
        }
    }

    /// Returns the order that uses the tool on a mark.
    pub fn order(
        self,
        view: SideView,
        unit: UnitId,
        mode: Option<FireMode>,
        mark: Mark,
    ) -> Option<Order> {
        let tile = match mark {
            Mark::Hex(tile) => tile,
            Mark::Unit(target) => view.is_visible(target).then(|| view.unit(target).tile)?,
        };
        Some(match (self, mark) {
            (Self::Weapon, Mark::Unit(target)) => Order::Attack(unit, target, mode?),
            (Self::Ground, _) => Order::FireAt(unit, tile, mode?),
            (Self::Throw(slot), _) => Order::Throw(unit, slot, tile),
            (Self::Toss(slot), _) => Order::Toss(unit, slot, tile),
            (Self::Lay(slot), _) => Order::Lay(unit, slot, tile),
            (Self::Use(slot), Mark::Unit(target)) => Order::Use(unit, slot, target),
            (Self::Cast(ability), _) if self.wants_unit(view) => Order::Cast(unit, ability, mark),
            (Self::Cast(ability), _) => Order::Cast(unit, ability, Mark::Hex(tile)),
            _ => return None,
        })
    }

    /// Returns the rings around the mark that it affects.
    pub fn radius(self, view: SideView, unit: UnitId) -> u8 {
        let content = view.rulebook().content();
        match self {
            Self::Throw(slot) => match view.item(unit, slot).map(|item| item.kind) {
                Some(ItemKind::Grenade(charge)) => charge.radius,
                _ => 0,
            },
            Self::Cast(id) => match content.ability(id) {
                ability if ability.effect == AbilityEffect::Sight => {
                    u8::try_from(ability.amount).unwrap_or(u8::MAX)
                }
                _ => 0,
            },
            Self::Weapon | Self::Ground => view.weapon_radius(unit),
            Self::Toss(_) | Self::Lay(_) | Self::Use(_) => 0,
        }
    }

    /// Says what to do with it.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Weapon => "Press Enter or click again to fire · Esc lowers the weapon",
            Self::Ground => "Click a hex to aim, click again to fire · Esc lowers the weapon",
            Self::Throw(_) => "Click a hex to aim, click again to throw · Esc cancels",
            Self::Toss(_) => "Click a hex or comrade to toss it to · Esc cancels",
            Self::Lay(_) => "Click a hex next to the unit to lay the mine · Esc cancels",
            Self::Use(_) => "Click the unit to treat: this one or a neighbor · Esc cancels",
            Self::Cast(_) => "Click a target, click again to use the ability · Esc cancels",
        }
    }
}

/// What using a slot of the pack begins: a tool to aim, or an order at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begin {
    /// To aim.
    Aim(Tool),
    /// At once.
    Give(Order),
}

/// Returns what the thing in a slot is for.
pub fn begin(view: SideView, unit: UnitId, slot: u8) -> Option<Begin> {
    Some(match view.unit(unit).pack.get(slot)? {
        Carried::Weapon { .. } => Begin::Give(Order::Switch(unit, slot)),
        Carried::Item { .. } => match view.item(unit, slot)?.kind {
            ItemKind::Grenade(_) => Begin::Aim(Tool::Throw(slot)),
            ItemKind::Mine(_) => Begin::Aim(Tool::Lay(slot)),
            ItemKind::Medikit { .. } | ItemKind::Stimulant { .. } => Begin::Aim(Tool::Use(slot)),
            ItemKind::Scanner { .. } => Begin::Give(Order::Use(unit, slot, unit)),
            ItemKind::PsiAmp | ItemKind::Thing => return None,
        },
    })
}

/// Returns what is on a hex for the tool: the unit known there, or the hex.
pub fn mark_at(view: SideView, tool: Tool, tile: TileId) -> Option<Mark> {
    match view.unit_at(tile) {
        Some(unit) if tool.wants_unit(view) || tool == Tool::Ground => Some(Mark::Unit(unit)),
        None if tool.wants_unit(view) => None,
        _ => Some(Mark::Hex(tile)),
    }
}
