//! The berths of the hangar: who is there, what is wrong with it, and whether it is launched.

use bevy_egui::egui::{self, Color32, RichText};

use super::Bar;
use crate::{
    battle::unit::{Health, Title, UnitId, part},
    game::{
        kit::theme::{self, SAND, faint, widget::bar as gauge},
        rules::fleet::{
            draft::{is_docked, own, own_units},
            hud::Wish,
            tallies,
        },
    },
    rules::fleet::{
        muster::Muster,
        order::{CarrierAction, Launch},
    },
};

impl Bar<'_> {
    /// The berths of the hangar: who is there, what is wrong with it, and whether it is launched.
    pub(super) fn hangar(&self, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
        let side = own(self.world);
        let known = Muster::known_to(self.world, side);
        let docked: Vec<_> = (own_units(self.world).into_iter())
            .filter(|&unit| is_docked(self.world, unit))
            .collect();
        let home = known.carrier_of(side).map(|carrier| carrier.id);
        let kind = home.and_then(|id| known.carrier_kind(id));
        let berths = kind.map_or(0, |kind| usize::from(kind.hangar));
        let bays = known.content.figures.carrier.bays;
        let text = format!(
            "Hangar {} / {berths} · {} of {bays} bays used",
            docked.len(),
            self.draft.plan.launches.len()
        );
        ui.label(faint(text));
        for (at, &ship) in docked.iter().enumerate() {
            self.berth(ui, at, ship, wishes);
        }
        for _ in docked.len()..berths {
            ui.label(faint("· free ·"));
        }
    }

    /// Returns the launch of a docked ship, if it is to be launched.
    fn launch(&self, ship: UnitId) -> Option<&Launch> {
        let mut launches = self.draft.plan.launches.iter();
        launches.find(|one| one.ship == ship)
    }

    /// A docked ship, and what can be done with it.
    fn berth(&self, ui: &mut egui::Ui, at: usize, ship: UnitId, wishes: &mut Vec<Wish>) {
        let launch = self.launch(ship);
        let edge = match launch.is_some() {
            true => SAND,
            false => Color32::TRANSPARENT,
        };
        let frame = egui::Frame::new()
            .fill(Color32::from_rgb(25, 30, 38))
            .stroke(egui::Stroke::new(1.0, edge))
            .corner_radius(5)
            .inner_margin(5);
        frame.show(ui, |ui| {
            ui.vertical(|ui| {
                ui.set_width(138.0);
                ui.spacing_mut().item_spacing.y = 2.0;
                let name = part::<Title>(self.world, ship).0.as_str();
                ui.label(RichText::new(name).strong().size(12.5));
                let tally = tallies::shown(self.world, ship);
                let Health { now, max } = tally.health;
                let share = f32::from(now) / f32::from(max.max(1));
                let full = self.muster.ship_type(ship).map_or(0, |kind| kind.ammo);
                let text = format!("{now}/{max} hull · {}/{full} ammo", tally.ammo);
                gauge(ui, 136.0, share, theme::health_color(now, max), &text);
                ui.horizontal(|ui| match launch {
                    Some(launch) => self.leaving(ui, launch, wishes),
                    None => self.staying(ui, at, ship, wishes),
                });
            });
        });
    }

    /// What can be changed of a launch.
    fn leaving(&self, ui: &mut egui::Ui, launch: &Launch, wishes: &mut Vec<Wish>) {
        let ship = launch.ship;
        self.small(ui, "keep", "Keeps it docked", Wish::Launch(ship), wishes);
        let about = "Chooses the hex beside the carrier where it comes out";
        self.small(ui, "where", about, Wish::AimLaunch(ship), wishes);
        if self.has_queue() {
            let text = format!("phase {}", launch.sub_phase + 1);
            let about = "The sub-phase in which it comes out";
            self.small(ui, &text, about, Wish::SubPhase(ship), wishes);
        }
        let about = "What it does once it is out";
        self.small(ui, "orders", about, Wish::Choose(ship), wishes);
    }

    /// What can be done with a ship that stays.
    fn staying(&self, ui: &mut egui::Ui, at: usize, ship: UnitId, wishes: &mut Vec<Wish>) {
        let text = format!("launch {}", at + 1);
        let about = "Launches it this turn";
        self.small(ui, &text, about, Wish::Launch(ship), wishes);
        let Health { now, max } = tallies::shown(self.world, ship).health;
        if now < max {
            let repair = CarrierAction::Repair(Some(ship));
            let text = match self.draft.plan.carrier.as_ref() == Some(&repair) {
                true => "repairing",
                false => "repair",
            };
            let about = "The carrier's action: it regains hull";
            self.small(ui, text, about, Wish::Helm(repair), wishes);
        }
    }

    /// A small button, open while plans are made.
    fn small(
        &self,
        ui: &mut egui::Ui,
        text: &str,
        about: &str,
        wish: Wish,
        wishes: &mut Vec<Wish>,
    ) {
        let button = egui::Button::new(RichText::new(text).size(11.5)).small();
        let button = ui.add_enabled(self.is_planning, button);
        if button.on_hover_text(about).clicked() {
            wishes.push(wish);
        }
    }
}
