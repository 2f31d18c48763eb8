//! The chosen unit and what it can be ordered; the carrier with its hangar; and what is laid over the
//! board.

mod hangar;
mod orders;
mod queue;

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, vec2};

use super::{Wish, is_on};
use crate::{
    battle::unit::{Title, UnitId, part},
    game::{
        kit::{
            WIDTH, key_of,
            keys::KeyAction,
            panel,
            theme::{BAD, SAND, TEXT, TIME, faint, icon::Icon, widget::IconButton},
        },
        rules::fleet::{
            draft::{Draft, is_docked, is_planning, own},
            plot::Plot,
            tallies,
        },
    },
    rules::fleet::{muster::Muster, order::SidePlan, panel::way, queue as maneuvers, siege},
};

/// What the rows of the bar need.
struct Bar<'w> {
    world: &'w World,
    unit: UnitId,
    muster: Muster<'w>,
    draft: &'w Draft,
    is_planning: bool,
}

/// A button of the bar.
struct Knob<'a> {
    icon: Icon,
    name: &'a str,
    action: KeyAction,
    /// What it does, shown when it is pointed at.
    about: String,
    /// Why it does nothing now.
    why: Option<String>,
    is_on: bool,
    color: egui::Color32,
}

impl<'a> Knob<'a> {
    /// A button that does something now.
    fn new(icon: Icon, name: &'a str, action: KeyAction, about: impl Into<String>) -> Self {
        Self {
            icon,
            name,
            action,
            about: about.into(),
            why: None,
            is_on: false,
            color: TEXT,
        }
    }

    /// Bars it for a reason, if there is one.
    fn barred(self, why: Option<String>) -> Self {
        Self {
            why: self.why.or(why),
            ..self
        }
    }

    /// Marks it as in force.
    fn on(self, is_on: bool) -> Self {
        Self { is_on, ..self }
    }
}

/// Shows the bar; returns its height in points.
pub(super) fn show(world: &World, context: &egui::Context, wishes: &mut Vec<Wish>) -> f32 {
    let draft = world.resource::<Draft>();
    let Some(unit) = draft.chosen else {
        return 0.0;
    };
    let (mut muster, _) = way::planned(world, own(world), &draft.plan);
    let tally = tallies::shown(world, unit);
    let vessel = muster.get_mut(unit);
    (vessel.now.hull, vessel.now.ammo) = (tally.health, tally.ammo);
    vessel.now.gun.remaining = tally.wait;
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
    fn key(&self, action: KeyAction) -> String {
        key_of(self.world, action)
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

    /// Shows a button; a click does what its key does.
    fn knob(&self, ui: &mut egui::Ui, wishes: &mut Vec<Wish>, knob: Knob) {
        let about = match &knob.why {
            Some(why) => format!("{}\n\nNot now: {why}", knob.about),
            None => knob.about,
        };
        let response = IconButton {
            icon: knob.icon,
            name: knob.name,
            below: self.key(knob.action),
            is_open: knob.why.is_none(),
            is_on: knob.is_on,
            color: knob.color,
        }
        .show(ui);
        if response.on_hover_text(about).clicked() {
            wishes.push(Wish::Key(knob.action));
        }
    }

    fn summary(&self, ui: &mut egui::Ui) {
        let vessel = self.muster.get(self.unit);
        let name = part::<Title>(self.world, self.unit).0.as_str();
        ui.label(RichText::new(name).strong().size(16.0));
        if let Some(kind) = self.muster.carrier_kind(self.unit) {
            ui.label(faint(kind.name.as_str()))
                .on_hover_text(&kind.description);
            ui.separator();
            ui.label(format!(
                "hull {} / {}",
                vessel.now.hull.now, vessel.now.hull.max
            ));
            ui.label(format!("ATK {} · DEF {}", kind.attack, kind.defense));
            let text = format!("point defense {}", kind.point_defense);
            let weak = siege::point_defense_hull(&self.muster, self.unit);
            ui.label(faint(text)).on_hover_text(format!(
                "attackers it shoots down each turn, of {weak} hull or less"
            ));
            return;
        }
        let Some(kind) = self.muster.ship_type(self.unit) else {
            return;
        };
        ui.label(faint(kind.name.as_str()))
            .on_hover_text(&kind.description);
        ui.separator();
        let figures = tallies::figures(self.world, &self.muster, self.unit);
        for (name, figure) in [("ATK", figures.attack), ("DEF", figures.defense)] {
            let text = RichText::new(format!("{name} {}", figure.total)).strong();
            ui.label(text.color(TIME)).on_hover_text(figure.parts);
        }
        match self.has_queue() {
            true => {
                let text = format!("speed {}", maneuvers::speed(&self.muster, self.unit));
                ui.label(text).on_hover_text("faster ships move first");
            }
            false => {
                ui.label(format!("SPD {}", self.muster.speed(self.unit)));
            }
        }
        ui.separator();
        let weapon = self.muster.weapon(self.unit);
        let color = if vessel.now.ammo == 0 { BAD } else { TEXT };
        let ready = match vessel.now.gun.remaining {
            0 => "ready".to_owned(),
            turns => format!("ready in {turns}"),
        };
        let shots = match vessel.now.ammo {
            1 => "1 shot".to_owned(),
            ammo => format!("{ammo} shots"),
        };
        let text = format!("{}: {shots}, {ready}", weapon.name);
        ui.label(RichText::new(text).color(color))
            .on_hover_text(format!("range {} hexes", weapon.range));
        ui.label(faint(format!("moves {}", self.muster.moves(self.unit))));
        if self.is_planning {
            ui.label(faint(format!("morale {}", vessel.now.morale)));
        }
    }

    /// Confirms, takes back, fills in.
    fn confirm(&self, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
        let refusal = self.world.resource::<Plot>().refusal.clone();
        let about = "Looks all plans over; a second time seals them, and the turn resolves";
        let all = Knob::new(Icon::EndTurn, "Confirm all", KeyAction::END_TURN, about);
        let all = all.barred(self.not_now()).barred(refusal);
        self.knob(ui, wishes, Knob { color: SAND, ..all });
        let about = "Takes the last change of the plan back";
        let nothing = || (!self.draft.is_changed()).then(|| "nothing was changed yet".to_owned());
        let undo = Knob::new(Icon::Undo, "Undo", KeyAction::UNDO, about);
        let undo = undo.barred(self.not_now()).barred(nothing());
        self.knob(ui, wishes, undo);
        let about = "Has the computer fill in all plans; change what you like";
        let fill = Knob::new(Icon::List, "Fill in", KeyAction::FILL_IN, about);
        self.knob(ui, wishes, fill.barred(self.not_now()));
    }

    /// What is laid over the board.
    fn overlays(&self, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
        ui.label(faint("Show"));
        for (action, name, about) in [
            (
                KeyAction::LINKS,
                "links",
                "Who lends whom fire control by this plan",
            ),
            (
                KeyAction::ARCS,
                "arcs",
                "Where the chosen ship could fire from where it goes",
            ),
            (
                KeyAction::RINGS,
                "detection",
                "What own units detect from where they go",
            ),
            (
                KeyAction::INSPECT,
                "inspect",
                "All that is known of the hex pointed at, and who is there",
            ),
        ] {
            let text = format!("{name} [{}]", self.key(action));
            let is_on = is_on(self.world, action);
            let label = ui.selectable_label(is_on, RichText::new(text).size(12.0));
            if label.on_hover_text(about).clicked() {
                wishes.push(Wish::Key(action));
            }
        }
        if self.is_planning && self.draft.plan != SidePlan::default() {
            ui.separator();
            let button = egui::Button::new(RichText::new("clear all plans").size(12.0)).small();
            if ui.add(button).clicked() {
                wishes.push(Wish::ClearAll);
            }
        }
    }
}
