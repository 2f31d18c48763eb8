//! What a ship and a carrier can be ordered.

use super::bar::Bar;
use crate::{
    battle::{phase::Turn, unit::Health},
    game::{
        kit::{
            keys::KeyAction,
            piece::{Button, Piece, faint},
            theme::icon::Icon,
        },
        rules::{
            fleet::{
                draft::{Tool, is_docked},
                edits::has_queue,
            },
            playable::own_side,
        },
    },
    rules::fleet::{
        hangar,
        order::{Action, CarrierAction},
        panel::brief::helm,
    },
};

impl Bar<'_> {
    /// Returns what a ship can be ordered.
    pub(super) fn actions(&self) -> Vec<Piece> {
        let is_unordered = !self.draft.is_ordered(self.unit);
        let about = "Clears what the ship is ordered (a right click on it does, too)";
        let [attack, defend, land] = self.stances();
        let orders = [
            attack,
            defend,
            land,
            self.fire(),
            self.clear(about, is_unordered),
        ];
        let orders = orders.into_iter().chain(self.deploy());
        orders.map(Piece::from).collect()
    }

    /// Returns a button that orders a ship something.
    fn ship_order(&self, icon: Icon, name: &str, action: KeyAction) -> Button {
        let is_docked = is_docked(self.world, self.unit) && !self.draft.is_launched(self.unit);
        let docked = is_docked.then_some("it is docked: launch it first");
        self.order(icon, name, action).barred(docked)
    }

    fn stances(&self) -> [Button; 3] {
        let order = self.draft.order(self.unit);
        let is_on = |action: Action| order.queue.is_empty() && order.action == action;
        let figures = &self.forces.content.figures.actions;
        let aim = match self.forces.options.single_occupancy {
            true => "the nearest in arc and range is shot at",
            false => "where both are on a hex they fight, each at the slowest enemy there",
        };
        let is_dry = self.forces[self.unit].now.ammo == 0;
        let attack = self.ship_order(Icon::Crosshair, "Attack", KeyAction::SHIP_ATTACK);
        let defend = self.ship_order(Icon::FullShield, "Defend", KeyAction::SHIP_DEFEND);
        let land = self.ship_order(Icon::Door, "Land", KeyAction::SHIP_LAND);
        [
            attack
                .barred(is_dry.then_some("it has no shots left"))
                .on_if(is_on(Action::Attack))
                .about(format!(
                    "ATK {:+}, DEF {:+}; may advance first, fires, and intercepts who comes into its \
                     hex. Click an enemy to go for it; {aim}",
                    figures.attack.attack, figures.attack.defense
                )),
            defend.on_if(is_on(Action::Defend)).about(format!(
                "ATK {:+}, DEF {:+}; holds, fires, intercepts, and a Frigate lends fire control",
                figures.defend.attack, figures.defend.defense
            )),
            land.barred(self.no_home())
                .on_if(is_on(Action::Land))
                .about("Moves beside the carrier and docks: to be repaired and rearmed"),
        ]
    }

    /// Has a ship fire, or hold its fire.
    fn fire(&self) -> Button {
        let order = self.draft.order(self.unit);
        let fires = order.stance().fire || order.queue.iter().any(|slot| slot.fire);
        let name = if fires { "Fires" } else { "Holds fire" };
        let single = self.forces.options.single_occupancy;
        let about = match (single, has_queue(&self.forces)) {
            (false, _) => {
                "Whether it fires at a carrier beside it. Ships that share a hex with an enemy fight in \
                 any case"
            }
            (true, true) => {
                "Whether it fires with its last maneuver; the signs beside the maneuvers change each. A \
                 shot without a target is lost all the same"
            }
            (true, false) => {
                "Whether it shoots at the nearest enemy in arc and range once all have moved. A shot \
                 without a target is lost all the same"
            }
        };
        let fire = self.ship_order(Icon::Gun, name, KeyAction::SHIP_FIRE);
        fire.on_if(fires).about(about)
    }

    /// Says why a ship can land nowhere.
    fn no_home(&self) -> Option<&'static str> {
        let docks = (self.forces.ship_type(self.unit)).is_some_and(|kind| kind.docks());
        let has_home = self.forces.carrier_of(own_side(self.world)).is_some();
        match (docks, has_home) {
            (false, _) => Some("its type cannot dock"),
            (true, false) => Some("there is no carrier"),
            (true, true) => None,
        }
    }

    /// Clears what the unit is ordered.
    fn clear(&self, about: &str, is_unordered: bool) -> Button {
        self.order(Icon::EndUnit, "Clear", KeyAction::SHIP_CLEAR)
            .barred(is_unordered.then_some("it has no orders"))
            .about(about)
    }

    /// Has the unit begin elsewhere, where that is possible.
    fn deploy(&self) -> Option<Button> {
        let is_first = self.world.resource::<Turn>().number == 1;
        let zone = &self.forces.side(own_side(self.world)).zone;
        let is_possible = is_first && !zone.is_empty() && !is_docked(self.world, self.unit);
        is_possible.then(|| {
            self.order(Icon::Ground, "Begin elsewhere", KeyAction::DEPLOY)
                .on_if(self.draft.tool == Tool::Deploy)
                .about(
                    "In the first turn, a unit may begin elsewhere in the marked zone; a right click \
                     then turns it",
                )
        })
    }

    /// Returns what the carrier can be ordered.
    pub(super) fn helm(&self) -> Vec<Piece> {
        let now = &self.draft.plan.carrier;
        let told = match (now, self.forces.moves(self.unit)) {
            (Some(action), _) => helm(self.world, action),
            (None, 0) => "cannot move".into(),
            (None, _) if has_queue(&self.forces) => "click a hex to fly towards it".into(),
            (None, moves) => format!("click a marked hex to move, {moves} at most"),
        };
        let is_unordered = !self.draft.is_ordered(self.unit) && now.is_none();
        let about = "Takes the carrier's action back; without one its guns may fire";
        let orders = [self.repair(), self.rearm(), self.clear(about, is_unordered)];
        let orders = orders.into_iter().chain(self.deploy());
        let told = [faint(told).into()].into_iter();
        told.chain(orders.map(Piece::from)).collect()
    }

    fn repair(&self) -> Button {
        let Health { now: hull, max } = self.forces[self.unit].now.hull;
        let amount = self.forces.content.figures.carrier.repair;
        let is_on = self.draft.plan.carrier == Some(CarrierAction::Repair(None));
        self.order(Icon::Medikit, "Repair itself", KeyAction::REPAIR)
            .barred((hull == max).then_some("its hull is whole"))
            .on_if(is_on)
            .about(format!(
                "The carrier regains {amount} hull; it takes no other action"
            ))
    }

    fn rearm(&self) -> Button {
        let lacking = hangar::rearmed(&self.forces, own_side(self.world));
        let is_full = lacking.is_empty();
        self.order(Icon::Reload, "Rearm", KeyAction::REARM)
            .barred(is_full.then_some("no docked ship lacks ammunition"))
            .on_if(self.draft.plan.carrier == Some(CarrierAction::Rearm))
            .about("Docked ships get all their ammunition back")
    }
}
