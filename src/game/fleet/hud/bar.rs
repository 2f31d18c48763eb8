//! The chosen unit and what it can be ordered; the carrier with its hangar; and what is laid over the
//! board.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, vec2};

use super::{Wish, is_on, ships::helm};
use crate::{
    battle::{
        phase::Turn,
        unit::{Health, Title, UnitId, part},
    },
    game::{
        fleet::{
            acts,
            draft::{Draft, Tool, is_docked, is_planning, own, own_units},
            plot::Plot,
        },
        hud::{WIDTH, key_of, panel},
        keys::bindings::Deed,
        theme::{
            BAD, FAINT, SAND, TEXT, TIME, faint,
            icon::Icon,
            widget::{IconButton, bar as gauge},
        },
    },
    rules::fleet::{
        hangar,
        muster::Muster,
        order::{Action, CarrierAction, Maneuver},
        queue, stats,
    },
};

/// What the rows of the bar need.
struct Bar<'w> {
    world: &'w World,
    unit: UnitId,
    muster: Muster<'w>,
    draft: &'w Draft,
    is_planning: bool,
}

/// Shows the bar; returns its height in points.
pub(super) fn show(world: &World, context: &egui::Context, wishes: &mut Vec<Wish>) -> f32 {
    let draft = world.resource::<Draft>();
    let Some(unit) = draft.chosen else {
        return 0.0;
    };
    let (muster, _) = crate::rules::fleet::panel::way::planned(world, own(world), &draft.plan);
    let bar = Bar {
        world,
        unit,
        muster,
        draft,
        is_planning: is_planning(world),
    };
    panel(
        context,
        "orders",
        Align2::LEFT_BOTTOM,
        vec2(6.0, -6.0),
        |ui| {
            // The column at the right stands beside it.
            ui.set_width(context.content_rect().width() - WIDTH - 64.0);
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            ui.horizontal(|ui| {
                bar.summary(ui);
                let right = egui::Layout::right_to_left(egui::Align::Center);
                ui.with_layout(right, |ui| bar.confirm(ui, wishes));
            });
            ui.horizontal_wrapped(|ui| match bar.is_carrier() {
                true => bar.helm(ui, wishes),
                false => bar.actions(ui, wishes),
            });
            if bar.has_queue() {
                ui.horizontal_wrapped(|ui| bar.queue(ui, wishes));
            }
            if bar.is_carrier() || is_docked(world, unit) {
                ui.horizontal_wrapped(|ui| bar.hangar(ui, wishes));
            }
            ui.horizontal_wrapped(|ui| bar.overlays(ui, wishes));
            ui.min_rect().height() + 26.0
        },
    )
}

impl Bar<'_> {
    fn key(&self, deed: Deed) -> String {
        key_of(self.world, deed)
    }

    fn is_carrier(&self) -> bool {
        self.muster.get(self.unit).class.is_carrier()
    }

    fn has_queue(&self) -> bool {
        self.muster.options.sub_phases > 1
    }

    /// Says why nothing can be planned now.
    fn not_now(&self) -> Option<String> {
        (!self.is_planning).then(|| "the turn resolves".to_owned())
    }

    fn summary(&self, ui: &mut egui::Ui) {
        let vessel = self.muster.get(self.unit);
        let name = part::<Title>(self.world, self.unit).0.as_str();
        ui.label(RichText::new(name).strong().size(16.0));
        if let Some(kind) = self.muster.carrier_kind(self.unit) {
            ui.label(faint(kind.name.as_str()))
                .on_hover_text(&kind.description);
            ui.separator();
            let Health { now, max } = vessel.now.hull;
            ui.label(format!("hull {now} / {max}"));
            ui.label(format!("ATK {} · DEF {}", kind.attack, kind.defense));
            let text = format!("point defense {}", kind.point_defense);
            ui.label(faint(text))
                .on_hover_text("attackers it shoots down each turn");
            return;
        }
        let Some(kind) = self.muster.ship_type(self.unit) else {
            return;
        };
        ui.label(faint(kind.name.as_str()))
            .on_hover_text(&kind.description);
        ui.separator();
        let log = crate::rules::fleet::log::Log::new(self.world);
        for (name, stat) in [
            ("ATK", stats::attack(&self.muster, self.unit)),
            ("DEF", stats::defense(&self.muster, self.unit)),
        ] {
            let text = RichText::new(format!("{name} {}", stat.total())).strong();
            ui.label(text.color(TIME)).on_hover_text(log.stat(&stat));
        }
        ui.label(format!("SPD {}", self.muster.speed(self.unit)));
        let weapon = self.muster.weapon(self.unit);
        ui.separator();
        let color = if vessel.now.ammo == 0 { BAD } else { TEXT };
        let ready = match vessel.now.gun.remaining {
            0 => "ready".to_owned(),
            turns => format!("ready in {turns}"),
        };
        let text = format!("{}: {} shots, {ready}", weapon.name, vessel.now.ammo);
        ui.label(RichText::new(text).color(color))
            .on_hover_text(format!("range {} hexes", weapon.range));
        ui.label(faint(format!("moves {}", self.muster.moves(self.unit))));
        ui.label(faint(format!("morale {}", vessel.now.morale)));
    }

    /// Confirms, takes back, clears, fills in.
    fn confirm(&self, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
        let refusal = self.world.resource::<Plot>().refusal.clone();
        let why = self.not_now().or(refusal);
        let about = why.clone().unwrap_or_else(|| {
            "Looks all plans over; a second time seals them, and the turn resolves".into()
        });
        self.button(
            ui,
            Icon::EndTurn,
            "Confirm all",
            Deed::EndTurn,
            (why.is_none(), false, SAND),
            &about,
            wishes,
        );
        let can_undo = self.is_planning && self.draft.is_changed();
        let about = "Takes the last change of the plan back";
        self.button(
            ui,
            Icon::Undo,
            "Undo",
            Deed::Undo,
            (can_undo, false, TEXT),
            about,
            wishes,
        );
        let about = "Has the computer fill in all plans; change what you like";
        self.button(
            ui,
            Icon::List,
            "Fill in",
            Deed::FillIn,
            (self.is_planning, false, TEXT),
            about,
            wishes,
        );
    }

    fn button(
        &self,
        ui: &mut egui::Ui,
        icon: Icon,
        name: &str,
        deed: Deed,
        (is_open, is_on, color): (bool, bool, egui::Color32),
        about: &str,
        wishes: &mut Vec<Wish>,
    ) {
        let response = IconButton {
            icon,
            name,
            below: self.key(deed),
            is_open,
            is_on,
            color,
        }
        .show(ui);
        if response.on_hover_text(about).clicked() {
            wishes.push(Wish::Deed(deed));
        }
    }

    /// What a ship can be ordered.
    fn actions(&self, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
        let order = self.draft.order(self.unit);
        let docked = is_docked(self.world, self.unit) && !self.draft.is_launched(self.unit);
        let not_now = self
            .not_now()
            .or_else(|| docked.then(|| "it is docked: launch it first".to_owned()));
        let figures = &self.muster.content.figures.actions;
        let docks = (self.muster.ship_type(self.unit)).is_some_and(|kind| kind.docks);
        let ammo = self.muster.get(self.unit).now.ammo;
        let dry = (ammo == 0).then(|| "it has no shots left".to_owned());
        let has_home = self.muster.carrier_of(own(self.world)).is_some();
        let home = match (docks, has_home) {
            (false, _) => Some("its type cannot dock".to_owned()),
            (true, false) => Some("there is no carrier".into()),
            (true, true) => None,
        };
        let rows = [
            (
                Icon::Crosshair,
                "Attack",
                Deed::ShipAttack,
                Action::Attack,
                format!(
                    "ATK {:+}, DEF {:+}; may advance first, fires, and intercepts who comes into its hex. \
                     Click an enemy to go for it; the nearest in arc and range is shot at",
                    figures.attack.attack, figures.attack.defense
                ),
                dry,
            ),
            (
                Icon::FullShield,
                "Defend",
                Deed::ShipDefend,
                Action::Defend,
                format!(
                    "ATK {:+}, DEF {:+}; holds, fires, intercepts, and a Frigate lends fire control",
                    figures.defend.attack, figures.defend.defense
                ),
                None,
            ),
            (
                Icon::Door,
                "Land",
                Deed::ShipLand,
                Action::Land,
                "Moves beside the carrier and docks: to be repaired and rearmed".into(),
                home,
            ),
        ];
        for (icon, name, deed, action, about, why) in rows {
            let why = not_now.clone().or(why);
            let is_on = match order.queue.is_empty() {
                true => order.action == action,
                false => false,
            };
            let about = match &why {
                Some(why) => format!("{about}\n\nNot now: {why}"),
                None => about,
            };
            let state = (why.is_none(), is_on, TEXT);
            self.button(ui, icon, name, deed, state, &about, wishes);
        }
        let fires = order.stance().fire || order.queue.iter().any(|slot| slot.fire);
        let name = if fires { "Fires" } else { "Holds fire" };
        let about = "Whether it shoots at the nearest enemy in arc and range once all have moved. A shot \
                     without a target is lost all the same";
        let state = (not_now.is_none(), fires, TEXT);
        self.button(ui, Icon::Gun, name, Deed::ShipFire, state, about, wishes);
        let has_orders = self.draft.plan.ships.contains_key(&self.unit);
        let state = (self.is_planning && has_orders, false, TEXT);
        let about = "Clears what the ship is ordered (a right click on it does, too)";
        self.button(
            ui,
            Icon::EndUnit,
            "Clear",
            Deed::ShipClear,
            state,
            about,
            wishes,
        );
        self.deploy(ui, wishes);
    }

    /// Has the unit begin elsewhere, where that is possible.
    fn deploy(&self, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
        let is_first = self.world.resource::<Turn>().number == 1;
        let zone = &self.muster.side(own(self.world)).zone;
        if is_first && !zone.is_empty() && !is_docked(self.world, self.unit) {
            let state = (self.is_planning, self.draft.tool == Tool::Deploy, TEXT);
            let about = "In the first turn, a unit may begin elsewhere in the marked zone; a right click \
                         then turns it";
            self.button(
                ui,
                Icon::Ground,
                "Begin elsewhere",
                Deed::Deploy,
                state,
                about,
                wishes,
            );
        }
    }

    /// What the carrier can be ordered.
    fn helm(&self, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
        let now = &self.draft.plan.carrier;
        let moves = self.muster.moves(self.unit);
        let told = match (now, moves) {
            (Some(action), _) => helm(self.world, action),
            (None, 0) => "cannot move".into(),
            (None, moves) => format!("click a marked hex to move, {moves} at most"),
        };
        ui.label(faint(told));
        let Health { now: hull, max } = self.muster.get(self.unit).now.hull;
        let why = (hull == max).then(|| "its hull is whole".to_owned());
        let why = self.not_now().or(why);
        let repair = self.muster.content.figures.carrier.repair;
        let about = match &why {
            None => format!("The carrier regains {repair} hull; it takes no other action"),
            Some(why) => format!("Not now: {why}"),
        };
        let is_on = *now == Some(CarrierAction::Repair(None));
        let state = (why.is_none(), is_on, TEXT);
        self.button(
            ui,
            Icon::Medikit,
            "Repair itself",
            Deed::Repair,
            state,
            &about,
            wishes,
        );
        let lacking = hangar::rearmed(&self.muster, own(self.world));
        let why = lacking
            .is_empty()
            .then(|| "no docked ship lacks ammunition".to_owned());
        let why = self.not_now().or(why);
        let about = match &why {
            None => "Docked ships get all their ammunition back".to_owned(),
            Some(why) => format!("Not now: {why}"),
        };
        let state = (why.is_none(), *now == Some(CarrierAction::Rearm), TEXT);
        self.button(
            ui,
            Icon::Reload,
            "Rearm",
            Deed::Rearm,
            state,
            &about,
            wishes,
        );
        let state = (self.is_planning && now.is_some(), false, TEXT);
        let about = "Takes the carrier's action back; without one its guns may fire";
        self.button(
            ui,
            Icon::EndUnit,
            "Clear",
            Deed::ShipClear,
            state,
            about,
            wishes,
        );
        self.deploy(ui, wishes);
    }

    /// The slots of an intent queue.
    fn queue(&self, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
        let slots = acts::slots(self.world, self.unit);
        let usable = usize::from(queue::usable(&self.muster, self.unit));
        ui.label(faint("Sub-phases"));
        for at in 0..usable {
            let slot = slots.get(at).copied();
            let name = slot.map_or("hold", |slot| maneuver_name(slot.maneuver));
            let fires = slot.is_some_and(|slot| slot.fire);
            let text = format!("{}: {name}", at + 1);
            let button = egui::Button::new(text).min_size(vec2(96.0, 26.0));
            let button = ui.add_enabled(self.is_planning && slot.is_some(), button);
            if button.on_hover_text("The next maneuver").clicked() {
                wishes.push(Wish::Slot(at, false));
            }
            if !self.is_carrier() {
                let text = if fires { "fire" } else { "no fire" };
                let color = if fires { SAND } else { FAINT };
                let button = egui::Button::new(RichText::new(text).color(color));
                let button = ui.add_enabled(self.is_planning && slot.is_some(), button.small());
                if button
                    .on_hover_text("Whether it fires in this sub-phase")
                    .clicked()
                {
                    wishes.push(Wish::Slot(at, true));
                }
            }
        }
        if self.is_carrier() {
            return;
        }
        ui.separator();
        let deeds = [
            Deed::Choice1,
            Deed::Choice2,
            Deed::Choice3,
            Deed::Choice4,
            Deed::Choice5,
        ];
        for (deed, maneuver) in deeds.into_iter().zip(Maneuver::ALL) {
            let text = format!("+ {} [{}]", maneuver_name(maneuver), self.key(deed));
            let button = egui::Button::new(RichText::new(text).size(12.0)).small();
            if ui.add_enabled(self.is_planning, button).clicked() {
                wishes.push(Wish::Deed(deed));
            }
        }
    }

    /// The berths of the hangar: who is there, what is wrong with it, and whether it is launched.
    fn hangar(&self, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
        let side = own(self.world);
        let known = Muster::known_to(self.world, side);
        let docked: Vec<_> = (own_units(self.world).into_iter())
            .filter(|&unit| is_docked(self.world, unit))
            .collect();
        let berths = known.carrier_of(side).map(|carrier| carrier.id);
        let berths = berths.and_then(|id| known.carrier_kind(id));
        let berths = berths.map_or(0, |kind| usize::from(kind.hangar));
        let bays = known.content.figures.carrier.bays;
        let text = format!(
            "Hangar {} / {berths} · {} of {bays} bays used",
            docked.len(),
            self.draft.plan.launches.len()
        );
        ui.label(faint(text));
        for (at, &ship) in docked.iter().enumerate() {
            let launch = self.draft.plan.launches.iter().find(|one| one.ship == ship);
            let frame = egui::Frame::new()
                .fill(egui::Color32::from_rgb(25, 30, 38))
                .stroke(egui::Stroke::new(
                    1.0,
                    if launch.is_some() {
                        SAND
                    } else {
                        egui::Color32::TRANSPARENT
                    },
                ))
                .corner_radius(5)
                .inner_margin(5);
            frame.show(ui, |ui| {
                ui.vertical(|ui| {
                    ui.set_width(138.0);
                    ui.spacing_mut().item_spacing.y = 2.0;
                    let name = part::<Title>(self.world, ship).0.as_str();
                    ui.label(RichText::new(name).strong().size(12.5));
                    let vessel = known.get(ship);
                    let Health { now, max } = vessel.now.hull;
                    let share = f32::from(now) / f32::from(max.max(1));
                    let color = crate::game::theme::health_color(now, max);
                    let full = known.ship_type(ship).map_or(0, |kind| kind.ammo);
                    let text = format!("{now}/{max} hull · {}/{full} ammo", vessel.now.ammo);
                    gauge(ui, 136.0, share, color, &text);
                    ui.horizontal(|ui| self.berth(ui, at, ship, launch.is_some(), wishes));
                });
            });
        }
        for _ in docked.len()..berths {
            ui.label(faint("· free ·"));
        }
    }

    /// What can be done with a docked ship.
    fn berth(
        &self,
        ui: &mut egui::Ui,
        at: usize,
        ship: UnitId,
        is_launched: bool,
        wishes: &mut Vec<Wish>,
    ) {
        let mut small =
            |ui: &mut egui::Ui, text: String, about: &str, is_open: bool, wish: Wish| {
                let button = egui::Button::new(RichText::new(text).size(11.5)).small();
                let button = ui.add_enabled(is_open && self.is_planning, button);
                if button.on_hover_text(about).clicked() {
                    wishes.push(wish);
                }
            };
        if is_launched {
            small(
                ui,
                "keep".into(),
                "Keeps it docked",
                true,
                Wish::Launch(ship),
            );
            let about = "Chooses the hex beside the carrier where it comes out";
            small(ui, "where".into(), about, true, Wish::AimLaunch(ship));
            if self.has_queue() {
                let launch = self.draft.plan.launches.iter().find(|one| one.ship == ship);
                let number = launch.map_or(1, |one| one.sub_phase + 1);
                let about = "The sub-phase in which it comes out";
                small(
                    ui,
                    format!("phase {number}"),
                    about,
                    true,
                    Wish::SubPhase(ship),
                );
            }
            small(
                ui,
                "orders".into(),
                "What it does once it is out",
                true,
                Wish::Choose(ship),
            );
            return;
        }
        let text = format!("launch {}", at + 1);
        small(ui, text, "Launches it this turn", true, Wish::Launch(ship));
        let Health { now, max } = part::<Health>(self.world, ship);
        let about = match now == max {
            true => "Not now: its hull is whole",
            false => "The carrier's action: it regains hull",
        };
        let repair = CarrierAction::Repair(Some(ship));
        let is_on = self.draft.plan.carrier.as_ref() == Some(&repair);
        let text = if is_on { "repairing" } else { "repair" };
        small(ui, text.into(), about, now < max, Wish::Helm(repair));
    }

    /// What is laid over the board.
    fn overlays(&self, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
        ui.label(faint("Show"));
        for (deed, name, about) in [
            (
                Deed::Links,
                "links",
                "Who lends whom fire control by this plan",
            ),
            (
                Deed::Arcs,
                "arcs",
                "Where the chosen ship could fire from where it goes",
            ),
            (
                Deed::Rings,
                "detection",
                "What own units detect from where they go",
            ),
            (
                Deed::Inspect,
                "inspect",
                "All that is known of the hex pointed at, and who is there",
            ),
            (Deed::Traces, "dice", "Every roll in the log, step by step"),
        ] {
            let text = format!("{name} [{}]", self.key(deed));
            let is_on = is_on(self.world, deed);
            let label = ui.selectable_label(is_on, RichText::new(text).size(12.0));
            if label.on_hover_text(about).clicked() {
                wishes.push(Wish::Deed(deed));
            }
        }
        if self.is_planning && self.draft.is_changed() {
            ui.separator();
            let button = egui::Button::new(RichText::new("clear all plans").size(12.0)).small();
            if ui.add(button).clicked() {
                wishes.push(Wish::ClearAll);
            }
        }
    }
}

/// Names a maneuver.
fn maneuver_name(maneuver: Maneuver) -> &'static str {
    match maneuver {
        Maneuver::Forward => "forward",
        Maneuver::TurnLeft => "left",
        Maneuver::TurnRight => "right",
        Maneuver::Hold => "hold",
        Maneuver::Land => "land",
    }
}
