//! What a ship and a carrier can be ordered.

use bevy_egui::egui;

use super::{Bar, Knob};
use crate::{
    battle::{phase::Turn, unit::Health},
    game::{
        kit::{
            keys::KeyAction,
            theme::{faint, icon::Icon},
        },
        rules::fleet::{
            draft::{Tool, is_docked, own},
            hud::{Wish, ships::helm},
        },
    },
    rules::fleet::{
        hangar,
        order::{Action, CarrierAction},
    },
};

impl Bar<'_> {
    /// What a ship can be ordered.
    pub(super) fn actions(&self, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
        let order = self.draft.order(self.unit);
        let docked = is_docked(self.world, self.unit) && !self.draft.is_launched(self.unit);
        let not_now = || {
            let docked = docked.then(|| "it is docked: launch it first".to_owned());
            self.not_now().or(docked)
        };
        let is_on = |action: Action| order.queue.is_empty() && order.action == action;
        let figures = &self.muster.content.figures.actions;
        let single = self.muster.options.single_occupancy;
        let aim = match single {
            true => "the nearest in arc and range is shot at",
            false => "where both are on a hex they fight, each at the slowest enemy there",
        };
        let about = format!(
            "ATK {:+}, DEF {:+}; may advance first, fires, and intercepts who comes into its hex. Click \
             an enemy to go for it; {aim}",
            figures.attack.attack, figures.attack.defense
        );
        let dry = self.muster.get(self.unit).now.ammo == 0;
        let dry = dry.then(|| "it has no shots left".to_owned());
        let attack = Knob::new(Icon::Crosshair, "Attack", KeyAction::SHIP_ATTACK, about);
        let attack = attack.barred(not_now()).barred(dry);
        self.knob(ui, wishes, attack.on(is_on(Action::Attack)));
        let about = format!(
            "ATK {:+}, DEF {:+}; holds, fires, intercepts, and a Frigate lends fire control",
            figures.defend.attack, figures.defend.defense
        );
        let defend = Knob::new(Icon::FullShield, "Defend", KeyAction::SHIP_DEFEND, about);
        let defend = defend.barred(not_now());
        self.knob(ui, wishes, defend.on(is_on(Action::Defend)));
        let about = "Moves beside the carrier and docks: to be repaired and rearmed";
        let land = Knob::new(Icon::Door, "Land", KeyAction::SHIP_LAND, about);
        let land = land.barred(not_now()).barred(self.no_home());
        self.knob(ui, wishes, land.on(is_on(Action::Land)));
        let fires = order.stance().fire || order.queue.iter().any(|slot| slot.fire);
        let name = if fires { "Fires" } else { "Holds fire" };
        let about = match (single, self.has_queue()) {
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
        let fire = Knob::new(Icon::Gun, name, KeyAction::SHIP_FIRE, about).barred(not_now());
        self.knob(ui, wishes, fire.on(fires));
        let has_none = !self.draft.is_ordered(self.unit);
        let about = "Clears what the ship is ordered (a right click on it does, too)";
        self.clear(ui, wishes, about, has_none);
        self.deploy(ui, wishes);
    }

    /// Says why a ship can land nowhere.
    fn no_home(&self) -> Option<String> {
        let docks = (self.muster.ship_type(self.unit)).is_some_and(|kind| kind.docks());
        let has_home = self.muster.carrier_of(own(self.world)).is_some();
        match (docks, has_home) {
            (false, _) => Some("its type cannot dock".into()),
            (true, false) => Some("there is no carrier".into()),
            (true, true) => None,
        }
    }

    /// Clears what the unit is ordered.
    fn clear(&self, ui: &mut egui::Ui, wishes: &mut Vec<Wish>, about: &str, has_none: bool) {
        let none = has_none.then(|| "it has no orders".to_owned());
        let clear = Knob::new(Icon::EndUnit, "Clear", KeyAction::SHIP_CLEAR, about);
        self.knob(ui, wishes, clear.barred(self.not_now()).barred(none));
    }

    /// Has the unit begin elsewhere, where that is possible.
    fn deploy(&self, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
        let is_first = self.world.resource::<Turn>().number == 1;
        let zone = &self.muster.side(own(self.world)).zone;
        if is_first && !zone.is_empty() && !is_docked(self.world, self.unit) {
            let about = "In the first turn, a unit may begin elsewhere in the marked zone; a right click \
                         then turns it";
            let deploy = Knob::new(Icon::Ground, "Begin elsewhere", KeyAction::DEPLOY, about);
            let deploy = deploy.barred(self.not_now());
            self.knob(ui, wishes, deploy.on(self.draft.tool == Tool::Deploy));
        }
    }

    /// What the carrier can be ordered.
    pub(super) fn helm(&self, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
        let now = &self.draft.plan.carrier;
        let moves = self.muster.moves(self.unit);
        let told = match (now, moves) {
            (Some(action), _) => helm(self.world, action),
            (None, 0) => "cannot move".into(),
            (None, _) if self.has_queue() => "click a hex to fly towards it".into(),
            (None, moves) => format!("click a marked hex to move, {moves} at most"),
        };
        ui.label(faint(told));
        let Health { now: hull, max } = self.muster.get(self.unit).now.hull;
        let whole = (hull == max).then(|| "its hull is whole".to_owned());
        let amount = self.muster.content.figures.carrier.repair;
        let about = format!("The carrier regains {amount} hull; it takes no other action");
        let repair = Knob::new(Icon::Medikit, "Repair itself", KeyAction::REPAIR, about);
        let repair = repair.barred(self.not_now()).barred(whole);
        let is_on = *now == Some(CarrierAction::Repair(None));
        self.knob(ui, wishes, repair.on(is_on));
        let lacking = hangar::rearmed(&self.muster, own(self.world));
        let full = (lacking.is_empty()).then(|| "no docked ship lacks ammunition".to_owned());
        let about = "Docked ships get all their ammunition back";
        let rearm = Knob::new(Icon::Reload, "Rearm", KeyAction::REARM, about);
        let rearm = rearm.barred(self.not_now()).barred(full);
        self.knob(ui, wishes, rearm.on(*now == Some(CarrierAction::Rearm)));
        let about = "Takes the carrier's action back; without one its guns may fire";
        self.clear(
            ui,
            wishes,
            about,
            !self.draft.is_ordered(self.unit) && now.is_none(),
        );
        self.deploy(ui, wishes);
    }
}
