//! Panels to ask for: what the unit sees and could shoot, what is known of a hex, what a computer
//! would do.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, vec2};

use super::Wish;
use crate::{
    battle::{grid::TileId, unit::UnitId},
    game::{
        kit::{
            Ask, Kept, WIDTH, key_of,
            keys::KeyAction,
            panel, show_card,
            theme::{SAND, faint, widget},
        },
        rules::battlescape::{hud::look, input::Selection},
        shell::session::Moment,
        table::{board_view::Marks, input::Hover},
    },
    rules::battlescape::{
        ai,
        attack::mode_name,
        panel::{danger::danger, inspect},
        side_view::{Scanned, SideView},
        tell,
    },
};

/// Which of the panels are open, and which maps are laid over the board.
#[derive(Resource, Clone, Debug, Default)]
pub struct Insight {
    /// What the chosen unit sees.
    pub scan: bool,
    /// What a computer would do in the player's place.
    pub advice: bool,
    /// Where enemies could fire at.
    pub danger: bool,
    /// What is known of the hex pointed at.
    pub inspect: bool,
    /// Hex that lines of sight are drawn from.
    pub sight_from: Option<TileId>,
    /// The moment the danger map is for.
    danger_of: Option<Moment>,
}

impl Insight {
    /// Forgets what it shows of a battle; which panels are open stays.
    pub fn forget(&mut self) {
        (self.sight_from, self.danger_of) = (None, None);
    }

    /// Closes one panel; whether there was one.
    pub fn close(&mut self) -> bool {
        for open in [
            &mut self.scan,
            &mut self.advice,
            &mut self.inspect,
            &mut self.danger,
        ] {
            if std::mem::take(open) {
                return true;
            }
        }
        self.sight_from.take().is_some()
    }
}

/// Shows the panels that are open.
pub fn show(world: &World, context: &egui::Context, wishes: &mut Vec<Wish>) {
    let insight = world.resource::<Insight>();
    if insight.scan {
        scan(world, context, wishes);
    }
    if insight.advice {
        advice(world, context);
    }
}

/// The lines of the advice, kept for the moment they are for.
type Advice = Kept<Moment, Vec<String>>;

/// What a unit sees, kept for the moment.
type Scan = Kept<(Moment, UnitId), Vec<Scanned>>;

fn scan(world: &World, context: &egui::Context, wishes: &mut Vec<Wish>) {
    let view = look(world);
    let Some(unit) = world.resource::<Selection>().unit else {
        return;
    };
    panel(context, "scan", Align2::LEFT_TOP, vec2(204.0, 56.0), |ui| {
        ui.set_width(420.0);
        let key = key_of(world, KeyAction::SCAN);
        widget::heading(ui, &format!("{} sees [{key}]", view.name(unit)));
        let found = Scan::of(world).map_or(&[][..], Vec::as_slice);
        if found.is_empty() {
            ui.label(faint("no enemy"));
        }
        egui::Grid::new("scan")
            .num_columns(3)
            .striped(true)
            .show(ui, |ui| {
                for one in found {
                    let name = RichText::new(view.name(one.enemy)).strong();
                    if ui.link(name).clicked() {
                        wishes.push(Ask::Look(view.unit(one.enemy).tile).into());
                    }
                    ui.label(faint(format!("{} hexes", one.distance)));
                    let shots: Vec<_> = (one.shots.iter())
                        .map(|(mode, chance)| format!("{} {chance}%", mode_name(*mode)))
                        .collect();
                    ui.label(match shots.is_empty() {
                        true => faint("no shot now"),
                        false => RichText::new(shots.join("   ")).color(SAND),
                    });
                    ui.end_row();
                }
            });
    });
}

/// Works out anew what is open, when something happened.
pub fn advise(world: &mut World) {
    let now = Moment::of(world);
    let insight = world.resource::<Insight>();
    let wants_danger = insight.danger.then_some(now);
    if insight.danger_of != wants_danger {
        let danger = match wants_danger {
            Some(_) => (danger(look(world)).into_iter())
                .map(|(tile, count)| (tile, count.min(3)))
                .collect(),
            None => Vec::new(),
        };
        world.resource_mut::<Marks>().danger = danger;
        world.resource_mut::<Insight>().danger_of = wants_danger;
    }
    let Insight { scan, advice, .. } = *world.resource::<Insight>();
    if let Some(unit) = world.resource::<Selection>().unit.filter(|_| scan) {
        Scan::renew(world, (now, unit), |world| look(world).scan(unit));
    }
    if advice {
        Advice::renew(world, now, thought);
    }
}

/// Returns what a computer would do, in lines.
fn thought(world: &World) -> Vec<String> {
    let view: SideView = look(world);
    let mut lines = Vec::new();
    if view.turn().active == view.side() && view.verdict().0.is_none() {
        let decision = ai::explain(view);
        lines.push(tell::order(world, &decision.order));
        let mut others = decision.alternatives;
        others.sort_by_key(|one| std::cmp::Reverse(one.points));
        lines.extend(others.iter().take(12).map(|one| {
            let text = tell::order(world, &one.order);
            let act = text.split_once(": ").map_or(text.as_str(), |(_, act)| act);
            format!("{:>5}  {act} ({})", one.points, one.purpose)
        }));
    }
    lines
}

fn advice(world: &World, context: &egui::Context) {
    let below = if world.resource::<Insight>().scan {
        240.0
    } else {
        56.0
    };
    panel(
        context,
        "advice",
        Align2::LEFT_TOP,
        vec2(204.0, below),
        |ui| {
            ui.set_width(420.0);
            let key = key_of(world, KeyAction::ADVICE);
            widget::heading(ui, &format!("What a computer would do [{key}]"));
            let lines = Advice::of(world).map_or(&[][..], Vec::as_slice);
            let Some((first, others)) = lines.split_first() else {
                ui.label(faint("it is not your turn"));
                return;
            };
            ui.label(RichText::new(first).strong().color(SAND));
            for line in others {
                ui.label(RichText::new(line).monospace().size(12.0));
            }
        },
    );
}

/// Whether the card of the hex pointed at is wanted.
pub fn has_card(world: &World) -> bool {
    world.resource::<Insight>().inspect && world.resource::<Hover>().tile.is_some()
}

/// Shows everything that is known of the hex pointed at and who stands there.
pub fn card(world: &World, most: f32, ui: &mut egui::Ui) {
    let view = look(world);
    let Some(tile) = world.resource::<Hover>().tile else {
        return;
    };
    egui::ScrollArea::vertical()
        .id_salt("card")
        .max_height(most)
        .min_scrolled_height(most)
        .show(ui, |ui| {
            ui.set_width(WIDTH - 8.0);
            widget::heading(ui, "Inspection");
            if let Some(unit) = view.unit_at(tile) {
                show_card(ui, "unit card", &inspect::unit(view, unit));
                ui.separator();
            }
            show_card(ui, "hex card", &inspect::hex(view, tile));
        });
}
