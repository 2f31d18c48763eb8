//! The chosen unit and everything it can do: weapon, moves, things, abilities.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, vec2};

use crate::{
    battle::{order::UndoStack, phase::Phase, unit::UnitId},
    content::battlescape::Gait,
    game::{
        hud::{Ask, look, panel, status, title},
        input::{self, Hover, is_players},
        playback::Playback,
        session::Selection,
        theme::{self, BAD, FAINT, SAND, TIME, faint},
        tool::Tool,
    },
    rules::battlescape::{
        Battlescape,
        attack::{self, mode_name},
        gear::Carried,
        order::Order,
        side_view::SideView,
    },
};

/// One button of the action bar.
struct Action {
    label: String,
    key: &'static str,
    order: Order,
}

pub(super) fn actions(world: &World, context: &egui::Context, asks: &mut Vec<Ask>) {
    let view = look(world);
    let selection = world.resource::<Selection>();
    let Some(id) = selection
        .unit
        .filter(|&id| view.own_on_board().any(|own| own == id))
    else {
        return;
    };
    let is_players = is_players(
        world.resource::<State<Phase>>(),
        world.resource::<Playback>(),
    );
    let state = view.unit(id);
    let tu = &view.figures().tu;
    let weapon = view.weapon(id);
    let list = [
        Action {
            label: format!("Take cover · {}", tu.take_cover),
            key: "C",
            order: Order::TakeCover(id, None, input::cover_side(world, view, id)),
        },
        Action {
            label: format!("Prone · {}", tu.go_prone),
            key: "P",
            order: Order::GoProne(id),
        },
        Action {
            label: format!("Slip away · {}", tu.disengage),
            key: "E",
            order: input::way_out(view, id),
        },
        Action {
            label: format!("Stand · {}", tu.stand),
            key: "T",
            order: Order::Stand(id),
        },
        Action {
            label: format!("Reload · {}", tu.reload),
            key: "R",
            order: Order::Reload(id),
        },
        Action {
            label: format!("Watch · {}", tu.ready),
            key: "V",
            order: Order::Ready(id),
        },
        Action {
            label: format!("Pin down · {}", tu.ready_suppression),
            key: "B",
            order: Order::ReadySuppression(id),
        },
        Action {
            label: format!("Door · {}", tu.door),
            key: "O",
            order: Order::Door(id, input::door_side(view, id)),
        },
        Action {
            label: format!("Interact · {}", tu.interact),
            key: "I",
            order: input::interaction(view, id),
        },
        Action {
            label: format!("Leave · {}", tu.leave),
            key: "L",
            order: Order::Leave(id),
        },
        Action {
            label: "End unit".into(),
            key: "X",
            order: Order::EndUnit(id),
        },
        Action {
            label: "End turn".into(),
            key: "N",
            order: Order::EndTurn,
        },
    ];
    panel(
        context,
        "actions",
        Align2::LEFT_BOTTOM,
        vec2(8.0, -8.0),
        |ui| {
            // The target panel stands beside it.
            ui.set_max_width(context.content_rect().width() - 356.0);
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(view.name(id)).strong().size(17.0));
                ui.label(faint(view.kind(id).name.as_str()));
                let armor = view.armor(id);
                ui.label(faint(format!("armor {} {:?}", armor.rating, armor.class)));
                ui.separator();
                ui.label(&weapon.name);
                if weapon.magazine > 0 {
                    let rounds = state.arms.rounds;
                    let color = if rounds == 0 { BAD } else { theme::TEXT };
                    let text = format!("{rounds} / {}", state.arms.spare);
                    ui.label(RichText::new(text).color(color))
                        .on_hover_text("rounds in the weapon / carried");
                }
                ui.separator();
                ui.label(
                    RichText::new(format!("{} TU", state.tu.now))
                        .color(TIME)
                        .strong(),
                );
                let text = status(view, id);
                if !text.is_empty() {
                    ui.label(RichText::new(text).color(SAND));
                }
            });
            ui.horizontal_wrapped(|ui| {
            for (i, mode) in attack::modes(weapon).enumerate() {
                let Some(cost) = view.mode_cost(id, mode) else { continue };
                let rounds = match cost.rounds {
                    1 => String::new(),
                    rounds => format!(" ×{rounds}"),
                };
                let text = format!("{}{rounds} · {} [{}]", title(mode_name(mode)), cost.tu, i + 1);
                let is_on = selection.mode == Some(mode);
                let can_pay = cost.tu <= state.tu.now;
                let color = if can_pay { theme::TEXT } else { FAINT };
                let button = egui::Button::new(RichText::new(text).color(color)).selected(is_on);
                let response = ui.add(button);
                let response = match can_pay {
                    true => response.on_hover_text("Mode of the next attack: click an enemy to aim"),
                    false => response
                        .on_hover_text(format!("needs {} TU, has {}", cost.tu, state.tu.now)),
                };
                if response.clicked() {
                    asks.push(Ask::Mode(mode));
                }
            }
            let ground = egui::Button::new("At a hex [K]").selected(selection.tool == Tool::Ground);
            let text = "Fire at terrain, or blindly at whoever may stand there";
            if ui.add(ground).on_hover_text(text).clicked() {
                asks.push(Ask::Tool(Tool::Ground));
            }
            ui.separator();
            let gait = input::gait(world, view, id);
            let button = egui::Button::new(format!("{} [G]", gait_name(gait)));
            let response = ui.add_enabled(gait != Gait::Crawl, button);
            if response.on_hover_text(gait_text(gait)).clicked() {
                asks.push(Ask::Gait);
            }
            let depth = world.resource::<UndoStack<Battlescape>>().depth();
            let undo = ui.add_enabled(depth > 0 && is_players, egui::Button::new("Undo [U]"));
            let undo = undo.on_disabled_hover_text(
                "nothing to take back: the last order rolled dice, revealed something, or ended a turn",
            );
            if undo.clicked() {
                asks.push(Ask::Undo);
            }
        });
            ui.horizontal_wrapped(|ui| {
                for Action { label, key, order } in list {
                    let refusal = view.check(&order).err();
                    let is_possible = is_players && refusal.is_none();
                    let is_end = matches!(order, Order::EndTurn);
                    let mut text = RichText::new(format!("{label} [{key}]"));
                    if is_end {
                        text = text.color(SAND).strong();
                    }
                    let response = ui.add_enabled(is_possible, egui::Button::new(text));
                    let why = match refusal {
                        Some(refusal) => refusal.to_string(),
                        None => "another side is acting".into(),
                    };
                    if response.on_disabled_hover_text(why).clicked() {
                        asks.push(Ask::Give(order));
                    }
                }
            });
            belongings(view, id, is_players, selection.tool, ui, asks);
            gifts(view, id, selection.tool, ui, asks);
            let hint = hint(world);
            ui.label(faint(hint));
        },
    );
}

/// What the unit carries, and what lies at its feet.
fn belongings(
    view: SideView,
    id: UnitId,
    is_players: bool,
    tool: Tool,
    ui: &mut egui::Ui,
    asks: &mut Vec<Ask>,
) {
    let state = view.unit(id);
    let content = view.rulebook().content();
    let name = |thing: Carried| match thing {
        Carried::Item { item, charges } => format!("{} ×{charges}", content.item(item).name),
        Carried::Weapon { weapon, .. } => content.weapon(weapon).name.clone(),
    };
    let here: Vec<_> = view.litter(state.tile).collect();
    if here.is_empty() && state.pack.slots.iter().all(Option::is_none) {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for (slot, thing) in (0..).zip(state.pack.slots) {
            let Some(thing) = thing else { continue };
            let is_on = [
                Tool::Throw(slot),
                Tool::Lay(slot),
                Tool::Use(slot),
                Tool::Toss(slot),
            ]
            .contains(&tool);
            let primed = if state.pack.primed == Some(slot) {
                ", primed"
            } else {
                ""
            };
            let text = format!("{}{primed} [Shift+{}]", name(thing), slot + 1);
            let about = match thing {
                Carried::Item { item, .. } => content.item(item).description.clone(),
                Carried::Weapon { rounds, spare, .. } => {
                    format!("{rounds} rounds, {spare} carried; a click takes it in hand")
                }
            };
            let button = ui
                .add_enabled(is_players, egui::Button::new(text).selected(is_on))
                .on_hover_text(format!("{about}\nRight click: prime, toss, drop"));
            if button.clicked() {
                asks.push(Ask::Slot(slot));
            }
            button.context_menu(|ui| {
                let orders = [
                    ("Prime", Order::Prime(id, slot)),
                    ("Drop", Order::Drop(id, slot)),
                ];
                for (label, order) in orders {
                    let refusal = view.check(&order).err();
                    let choice = ui.add_enabled(refusal.is_none(), egui::Button::new(label));
                    let why = refusal.map_or(String::new(), |refusal| refusal.to_string());
                    if choice.on_disabled_hover_text(why).clicked() {
                        asks.push(Ask::Give(order));
                        ui.close();
                    }
                }
                if ui.button("Toss").clicked() {
                    asks.push(Ask::Tool(Tool::Toss(slot)));
                    ui.close();
                }
            });
        }
        for (number, thing) in (0..).zip(here) {
            let order = Order::PickUp(id, number);
            let refusal = view.check(&order).err();
            let button =
                egui::Button::new(RichText::new(format!("Pick up {}", name(thing))).color(SAND));
            let response = ui.add_enabled(is_players && refusal.is_none(), button);
            let why = refusal.map_or(String::new(), |refusal| refusal.to_string());
            if response.on_disabled_hover_text(why).clicked() {
                asks.push(Ask::Give(order));
            }
        }
    });
}

/// The unit's abilities.
fn gifts(view: SideView, id: UnitId, tool: Tool, ui: &mut egui::Ui, asks: &mut Vec<Ask>) {
    let abilities = &view.kind(id).abilities;
    if abilities.is_empty() {
        return;
    }
    let state = view.unit(id);
    ui.horizontal_wrapped(|ui| {
        for (key, &which) in (1..).zip(abilities) {
            let ability = view.rulebook().content().ability(which);
            let text = format!(
                "{} · {} TU {} energy [F{key}]",
                ability.name, ability.tu, ability.energy
            );
            let can_pay = ability.tu <= state.tu.now && ability.energy <= state.energy.now;
            let color = if can_pay { theme::TEXT } else { FAINT };
            let button = egui::Button::new(RichText::new(text).color(color))
                .selected(tool == Tool::Cast(which));
            if ui.add(button).on_hover_text(&ability.description).clicked() {
                asks.push(Ask::Tool(Tool::Cast(which)));
            }
        }
    });
}

fn gait_name(gait: Gait) -> &'static str {
    match gait {
        Gait::Walk | Gait::Disengage => "Walk",
        Gait::Run => "Run",
        Gait::Crouch => "Sneak",
        Gait::Crawl => "Crawl",
    }
}

fn gait_text(gait: Gait) -> &'static str {
    match gait {
        Gait::Walk | Gait::Disengage => "Upright: what the ground costs",
        Gait::Run => {
            "Two hexes or more at one price over all but the roughest ground; harder to hit, \
             but it spoils the aim and is heard farther"
        }
        Gait::Crouch => "Dearer, and heard half as far",
        Gait::Crawl => "On the belly; stand up to walk",
    }
}

/// Says what a click would do.
fn hint(world: &World) -> String {
    let view = look(world);
    let hover = world.resource::<Hover>();
    let selection = world.resource::<Selection>();
    if selection.target.is_some() || selection.tool != Tool::Weapon {
        return selection.tool.hint().into();
    }
    if !view.deployment().is_empty() {
        return "Place your units: choose one, then click a marked hex · the first other order begins \
                the battle"
            .into();
    }
    let Some(tile) = hover.tile else {
        return "Click a hex to walk, an enemy to aim · right click turns · wheel zooms, WASD pans"
            .into();
    };
    let terrain = match view.layers().is_known(tile) {
        true => view
            .rulebook()
            .0
            .terrain(view.layers().terrain(tile))
            .name
            .clone(),
        false => "unseen ground".into(),
    };
    let cost: u16 = hover.path.iter().map(|(_, tu)| tu).sum();
    let level = match view.layers().elevation(tile) {
        0 => String::new(),
        level => format!(", level {level}"),
    };
    let mut text = format!("{terrain}{level}");
    if let Some((_, object)) = view.objects().find(|(at, _)| *at == tile) {
        text.push_str(&format!(" · {}", object.name));
    }
    if cost > 0 {
        let verb = selection
            .unit
            .map_or("walk", |id| match input::gait(world, view, id) {
                Gait::Walk | Gait::Disengage => "walk",
                Gait::Run => "run",
                Gait::Crouch => "sneak",
                Gait::Crawl => "crawl",
            });
        text.push_str(&format!(" · {verb} for {cost} TU"));
    }
    if hover.watchers > 0 {
        text.push_str(&format!(
            " · WARNING: {} watching enemies on the way",
            hover.watchers
        ));
    }
    text
}
