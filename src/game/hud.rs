//! Panels over the battle: top bar, squad cards, unit and actions, attack preview, inspection, log.
//!
//! **Invariant:** panels read through the player's view; buttons give orders like keys do.

use bevy::{ecs::world::World, prelude::*};
use bevy_egui::{
    EguiContext, EguiPrimaryContextPass, PrimaryEguiContext,
    egui::{self, Align2, Color32, RichText, vec2},
};

use crate::{
    battle::{
        board::Board, grid::TileId, order::UndoStack, phase::Phase, step::HumanSides, unit::UnitId,
    },
    content::{
        battlescape::{FireMode, Gait},
        terrain::Cover,
    },
    game::{
        Menu, Screen,
        board_view::viewer,
        input::{self, Hover, give, is_players},
        playback::Playback,
        session::{Request, Selection, Session},
        theme::{self, BAD, FAINT, GOOD, SAND, TIME, bar, faint, frame},
    },
    mission::Objective,
    rules::battlescape::{
        Battlescape,
        attack::{self, CERTAIN, Forecast, mode_name},
        nerve::{Stunned, is_conscious},
        order::Order,
        side_view::SideView,
        soldier::{Condition, Suppression},
    },
};

/// Lines of the combat log, the newest last, each with the hex it is about.
#[derive(Resource, Default)]
pub struct CombatLog {
    lines: Vec<LogLine>,
}

/// What happened, in words.
struct LogLine {
    text: String,
    /// How often in a row.
    times: usize,
    /// The hex it is about.
    place: Option<TileId>,
    /// Orders given by then.
    orders: usize,
}

impl CombatLog {
    /// Adds a line that so many orders led to; the same again only counts up.
    pub fn push(&mut self, text: String, place: Option<TileId>, orders: usize) {
        if let Some(last) = self.lines.last_mut().filter(|last| last.text == text) {
            last.times += 1;
            (last.place, last.orders) = (place, orders);
            return;
        }
        self.lines.push(LogLine {
            text,
            times: 1,
            place,
            orders,
        });
        let surplus = self.lines.len().saturating_sub(400);
        self.lines.drain(..surplus);
    }

    /// Forgets what came of orders that were taken back: all but the first so many.
    pub fn take_back(&mut self, orders: usize) {
        self.lines.retain(|line| line.orders <= orders);
    }
}

/// Adds the panels.
pub fn plugin(app: &mut App) {
    app.init_resource::<CombatLog>().add_systems(
        EguiPrimaryContextPass,
        draw.run_if(in_state(Screen::Battle).and_then(in_state(Menu::None))),
    );
}

/// Returns the egui context of the window.
pub fn context(world: &mut World) -> Option<egui::Context> {
    let mut contexts = world.query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>();
    contexts
        .single_mut(world)
        .ok()
        .map(|mut context| context.get_mut().clone())
}

/// Shows a panel held to a corner or side of the window.
pub fn panel<R>(
    context: &egui::Context,
    name: &str,
    anchor: Align2,
    offset: egui::Vec2,
    contents: impl FnOnce(&mut egui::Ui) -> R,
) -> R {
    egui::Area::new(egui::Id::new(name))
        .anchor(anchor, offset)
        .show(context, |ui| frame().show(ui, contents).inner)
        .inner
}

/// What a click in the panels asks for.
enum Ask {
    Give(Order),
    Select(UnitId),
    Mode(FireMode),
    Gait,
    Look(TileId),
    Fire,
    Undo,
    Pause,
    Skip,
    Speed(f32),
}

fn draw(world: &mut World) {
    if world.get_resource::<Board>().is_none() {
        return;
    }
    let Some(context) = context(world) else {
        return;
    };
    // Keys belong to the battle here: Tab must not walk through the buttons, nor Enter press them.
    context.memory_mut(|memory| {
        if let Some(focused) = memory.focused() {
            memory.surrender_focus(focused);
        }
    });
    let mut asks = Vec::new();
    top_bar(world, &context, &mut asks);
    squad(world, &context, &mut asks);
    log(world, &context, &mut asks);
    actions(world, &context, &mut asks);
    preview(world, &context, &mut asks);
    banner(world, &context);
    notice(world, &context);
    for ask in asks {
        match ask {
            Ask::Give(order) => give(world, order),
            Ask::Select(id) => {
                let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
                let tile = view.unit(id).tile;
                let mut selection = world.resource_mut::<Selection>();
                selection.unit = Some(id);
                selection.target = None;
                input::look_at(world, tile);
            }
            Ask::Mode(mode) => world.resource_mut::<Selection>().mode = Some(mode),
            Ask::Gait => input::next_gait(world),
            Ask::Look(tile) => input::look_at(world, tile),
            Ask::Fire => input::fire(world),
            Ask::Undo => world.resource_mut::<Session>().request = Some(Request::Undo),
            Ask::Pause => world.resource_mut::<NextState<Menu>>().set(Menu::Pause),
            Ask::Skip => world.resource_mut::<Playback>().clear(),
            Ask::Speed(speed) => world.resource_mut::<Playback>().speed = speed,
        }
    }
}

fn look(world: &World) -> SideView<'_> {
    SideView::new(world, viewer(world.resource::<HumanSides>()))
}

/// Says what side 0 has to do.
pub fn objective_text(view: SideView, sides: &[String]) -> String {
    match view.objective() {
        Objective::Eliminate { side } => {
            let name = sides.get(side.index()).map_or("the enemy", String::as_str);
            format!("Eliminate all {name}")
        }
        Objective::Reach { units, .. } => format!("Bring {units} to the marked hexes"),
        Objective::Escape { units, .. } => format!("Get {units} off the map at the exits"),
        Objective::Hold { turns, .. } => {
            format!("Hold the marked hexes: {} of {turns} turns", view.held())
        }
    }
}

/// Returns the names of the sides.
pub fn side_names(world: &World) -> Vec<String> {
    let mission = world.resource::<Session>().mission.as_ref();
    mission.map_or(Vec::new(), |mission| {
        mission.sides.iter().map(|side| side.name.clone()).collect()
    })
}

fn top_bar(world: &World, context: &egui::Context, asks: &mut Vec<Ask>) {
    let view = look(world);
    let names = side_names(world);
    let turn = view.turn();
    let playback = world.resource::<Playback>();
    let phase = match world.resource::<State<Phase>>().get() {
        Phase::Player if playback.is_empty() => ("Your phase", GOOD),
        Phase::Player => ("Your phase", FAINT),
        Phase::Resolution => ("Resolution", SAND),
        Phase::Over => ("Over", SAND),
        _ => ("Enemy phase", BAD),
    };
    panel(context, "top", Align2::CENTER_TOP, vec2(0.0, 8.0), |ui| {
        ui.horizontal(|ui| {
            let limit = view
                .turn_limit()
                .map_or(String::new(), |limit| format!(" / {limit}"));
            ui.label(
                RichText::new(format!("Turn {}{limit}", turn.number))
                    .strong()
                    .size(17.0),
            );
            ui.separator();
            ui.label(RichText::new(phase.0).color(phase.1).strong().size(17.0));
            ui.separator();
            ui.label(objective_text(view, &names));
            ui.separator();
            if ui
                .button("Skip [Space]")
                .on_hover_text("Show the rest at once")
                .clicked()
            {
                asks.push(Ask::Skip);
            }
            for speed in [0.5, 1.0, 2.0, 4.0] {
                let is_on = (playback.speed - speed).abs() < 0.01;
                if ui.selectable_label(is_on, format!("×{speed}")).clicked() {
                    asks.push(Ask::Speed(speed));
                }
            }
            if ui.button("Menu [Esc]").clicked() {
                asks.push(Ask::Pause);
            }
        });
    });
}

fn squad(world: &World, context: &egui::Context, asks: &mut Vec<Ask>) {
    let view = look(world);
    let chosen = world.resource::<Selection>().unit;
    let per_turn = view.figures().tu.per_turn;
    panel(context, "squad", Align2::LEFT_TOP, vec2(8.0, 64.0), |ui| {
        ui.set_width(186.0);
        ui.label(RichText::new("SQUAD").color(SAND).size(12.0));
        for id in view.own() {
            let is_here = view.own_on_board().any(|own| own == id);
            let state = view.unit(id);
            let is_chosen = chosen == Some(id);
            let fill = if is_chosen {
                Color32::from_rgb(52, 50, 38)
            } else {
                Color32::from_rgb(25, 30, 38)
            };
            let card = egui::Frame::new()
                .fill(fill)
                .corner_radius(5)
                .inner_margin(6);
            let response = card.show(ui, |ui| {
                ui.set_width(172.0);
                ui.horizontal(|ui| {
                    ui.label(RichText::new(view.name(id)).strong());
                    ui.label(faint(view.kind(id).name.as_str()));
                });
                if !is_here {
                    let is_dead = state.health.now == 0;
                    let (text, color) = if is_dead {
                        ("killed", BAD)
                    } else {
                        ("got away", GOOD)
                    };
                    ui.label(RichText::new(text).color(color));
                    return;
                }
                let health = state.health;
                let share = f32::from(health.now) / f32::from(health.max.max(1));
                let color = theme::health_color(health.now, health.max);
                bar(
                    ui,
                    172.0,
                    share,
                    color,
                    &format!("{} / {} HP", health.now, health.max),
                );
                let share = f32::from(state.tu.now) / f32::from(per_turn + 50);
                let tu = match state.tu.now.checked_sub(per_turn) {
                    Some(carried @ 1..) => format!("{per_turn} + {carried} TU"),
                    _ => format!("{} TU", state.tu.now),
                };
                bar(ui, 172.0, share, TIME, &tu);
                let energy = state.energy;
                if energy.max > 0 {
                    let share = f32::from(energy.now) / f32::from(energy.max);
                    let text = format!("{} / {} energy", energy.now, energy.max);
                    bar(ui, 172.0, share, theme::ENERGY, &text);
                }
                if view.kind(id).bravery.is_some() && state.nerve.morale < 100 {
                    let share = f32::from(state.nerve.morale) / 100.0;
                    let text = format!("{} morale", state.nerve.morale);
                    bar(ui, 172.0, share, theme::MORALE, &text);
                }
                let status = status(view, id);
                if !status.is_empty() {
                    ui.label(RichText::new(status).color(SAND).size(12.0));
                }
            });
            if is_here && response.response.interact(egui::Sense::click()).clicked() {
                asks.push(Ask::Select(id));
            }
        }
        ui.label(faint("Tab: next unit   F: next target"));
    });
}

/// Names what is special about a unit's state.
fn status(view: SideView, id: UnitId) -> String {
    let state = view.unit(id);
    let mut parts = Vec::new();
    match Condition::of(state.health, view.figures()) {
        Condition::Fit => {}
        Condition::Wounded => parts.push("wounded"),
        Condition::Critical => parts.push("critical"),
    }
    match state.stance.0 {
        Cover::None => {}
        Cover::Half => parts.push("half cover"),
        Cover::Full => parts.push("full cover"),
    }
    if state.footing.prone {
        parts.push("prone");
    }
    if state.footing.ran {
        parts.push("running");
    }
    if state.readiness.ready {
        parts.push("watching");
    }
    if state.readiness.suppression != Suppression::No {
        parts.push("suppression ready");
    }
    if !is_conscious(state.health, state.shock) {
        parts.push("unconscious");
    } else if state.shock.stunned != Stunned::No {
        parts.push("stunned");
    }
    if state.nerve.suppressed > 0 {
        parts.push("suppressed");
    }
    if state.nerve.panic.is_some() {
        parts.push("panicking");
    }
    if state.burning.0.is_some() {
        parts.push("burning");
    }
    if state.ended.0 {
        parts.push("done");
    }
    parts.join(", ")
}

fn log(world: &World, context: &egui::Context, asks: &mut Vec<Ask>) {
    let lines = &world.resource::<CombatLog>().lines;
    panel(context, "log", Align2::RIGHT_TOP, vec2(-8.0, 64.0), |ui| {
        ui.set_width(300.0);
        ui.label(RichText::new("LOG").color(SAND).size(12.0));
        egui::ScrollArea::vertical()
            .max_height(250.0)
            .stick_to_bottom(true)
            .show(ui, |ui| {
                ui.set_width(296.0);
                ui.set_min_height(120.0);
                for line in lines {
                    let text = match line.times {
                        1 => line.text.clone(),
                        times => format!("{} (×{times})", line.text),
                    };
                    let text = RichText::new(text).size(12.5);
                    let label = egui::Label::new(text).wrap().sense(egui::Sense::click());
                    if let (true, Some(tile)) = (ui.add(label).clicked(), line.place) {
                        asks.push(Ask::Look(tile));
                    }
                }
            });
    });
}

/// One button of the action bar.
struct Action {
    label: String,
    key: &'static str,
    order: Order,
}

fn actions(world: &World, context: &egui::Context, asks: &mut Vec<Ask>) {
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
            ui.horizontal(|ui| {
                ui.label(RichText::new(view.name(id)).strong().size(17.0));
                ui.label(faint(view.kind(id).name.as_str()));
                let armor = view.armor(id);
                ui.label(faint(format!("armor {} {:?}", armor.rating, armor.class)));
                ui.separator();
                ui.label(&weapon.name);
                if weapon.magazine > 0 {
                    let rounds = state.arms.rounds;
                    let color = if rounds == 0 { BAD } else { theme::TEXT };
                    ui.label(RichText::new(format!("{rounds} / {}", weapon.magazine)).color(color));
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
            ui.horizontal(|ui| {
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
            ui.horizontal(|ui| {
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
            let hint = hint(world);
            ui.label(faint(hint));
        },
    );
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

fn title(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}

/// Says what a click would do.
fn hint(world: &World) -> String {
    let view = look(world);
    let hover = world.resource::<Hover>();
    let selection = world.resource::<Selection>();
    if selection.target.is_some() {
        return "Enter or a second click fires · Esc lowers the weapon".into();
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

/// The forecast of the attack on the enemy aimed at or pointed at, or what is known of it.
fn preview(world: &World, context: &egui::Context, asks: &mut Vec<Ask>) {
    let view = look(world);
    let selection = world.resource::<Selection>();
    let pointed = world
        .resource::<Hover>()
        .tile
        .and_then(|tile| view.unit_at(tile));
    let pointed = pointed.filter(|&id| view.unit_side(id) != view.side());
    let Some(target) = pointed
        .or(selection.target)
        .filter(|&id| view.is_visible(id))
    else {
        return;
    };
    panel(
        context,
        "preview",
        Align2::RIGHT_BOTTOM,
        vec2(-8.0, -8.0),
        |ui| {
            ui.set_width(300.0);
            let state = view.unit(target);
            ui.horizontal(|ui| {
                ui.label(
                    RichText::new(view.name(target))
                        .strong()
                        .size(17.0)
                        .color(BAD),
                );
                ui.label(faint(view.weapon(target).name.as_str()));
            });
            let share = f32::from(state.health.now) / f32::from(state.health.max.max(1));
            let color = theme::health_color(state.health.now, state.health.max);
            let label = format!("{} / {} HP", state.health.now, state.health.max);
            bar(ui, 296.0, share, color, &label);
            let armor = view.armor(target);
            let mut about = format!("armor {} {:?}", armor.rating, armor.class);
            let status = status(view, target);
            if !status.is_empty() {
                about.push_str(&format!(" · {status}"));
            }
            ui.label(faint(about));
            ui.label(faint(view.kind(target).description.as_str()));
            let (Some(unit), Some(mode)) = (selection.unit, selection.mode) else {
                return;
            };
            ui.separator();
            let from = view.unit(unit).tile;
            match view.forecast(unit, from, target, mode) {
                Ok(forecast) => odds(ui, mode, &forecast),
                Err(refusal) => {
                    ui.label(RichText::new(refusal.to_string()).color(BAD));
                }
            }
            if selection.target == Some(target) {
                let order = Order::Attack(unit, target, mode);
                let refusal = view.check(&order).err();
                let button = egui::Button::new(RichText::new("Fire [Enter]").strong().color(SAND));
                let response = ui.add_enabled(refusal.is_none(), button);
                let why = refusal.map_or(String::new(), |refusal| refusal.to_string());
                if response.on_disabled_hover_text(why).clicked() {
                    asks.push(Ask::Fire);
                }
            } else {
                ui.label(faint("Click to aim"));
            }
        },
    );
}

/// Shows chance, its parts, damage and the chance to kill.
fn odds(ui: &mut egui::Ui, mode: FireMode, forecast: &Forecast) {
    let attack = &forecast.attack;
    let percent = |parts: u32| u64::from(parts) * 100 / u64::from(CERTAIN);
    ui.horizontal(|ui| {
        let chance = format!("{}%", attack.aim.chance);
        ui.label(RichText::new(chance).size(27.0).strong().color(SAND));
        ui.vertical(|ui| {
            let rounds = match attack.cost.rounds {
                1 => "to hit".to_owned(),
                rounds => format!("to hit with each of {rounds} rounds"),
            };
            ui.label(format!("{} · {rounds}", title(mode_name(mode))));
            ui.label(faint(format!("critical {}%", attack.impact.crit_chance)));
        });
    });
    egui::Grid::new("modifiers")
        .num_columns(2)
        .spacing(vec2(24.0, 1.0))
        .show(ui, |ui| {
            for (name, value) in attack.aim.modifiers() {
                ui.label(RichText::new(name.to_string()).size(12.5));
                let color = if value < 0 { BAD } else { GOOD };
                ui.label(RichText::new(format!("{value:+}")).color(color).size(12.5));
                ui.end_row();
            }
        });
    ui.separator();
    let (least, most) = forecast.per_hit;
    let mean = forecast.mean_thousandths();
    ui.label(format!("A hit takes {least} to {most} HP"));
    ui.horizontal(|ui| {
        ui.label(format!("Expected {}.{}", mean / 1000, mean % 1000 / 100));
        let kill = percent(forecast.kill);
        let color = if kill >= 50 { GOOD } else { theme::TEXT };
        ui.label(
            RichText::new(format!("kills {kill}%"))
                .color(color)
                .strong(),
        );
        if forecast.burn > 0 {
            ui.label(format!("burns {}%", percent(forecast.burn)));
        }
    });
    histogram(ui, forecast);
}

/// Draws the damage distribution of the whole attack as columns.
fn histogram(ui: &mut egui::Ui, forecast: &Forecast) {
    let bins = forecast.total.bins();
    let (rect, _) = ui.allocate_exact_size(vec2(296.0, 46.0), egui::Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 3.0, Color32::from_rgb(8, 10, 13));
    // The miss would dwarf the rest; its share is what the chance to hit tells.
    let hits = bins.get(1..).unwrap_or_default();
    let most = hits.iter().copied().max().unwrap_or(1).max(1);
    let width = rect.width() / hits.len().max(1) as f32;
    for (i, &bin) in hits.iter().enumerate() {
        let height = (rect.height() - 4.0) * bin as f32 / most as f32;
        let left = rect.left() + i as f32 * width;
        let is_kill = i + 1 == hits.len();
        let color = if is_kill { BAD } else { SAND };
        let column = egui::Rect::from_min_max(
            egui::pos2(left, rect.bottom() - height - 1.0),
            egui::pos2(left + (width - 0.5).max(0.8), rect.bottom() - 1.0),
        );
        painter.rect_filled(column, 0.0, color);
    }
}

fn banner(world: &World, context: &egui::Context) {
    let Some(text) = &world.resource::<Playback>().banner else {
        return;
    };
    egui::Area::new(egui::Id::new("banner"))
        .anchor(Align2::CENTER_CENTER, vec2(0.0, -150.0))
        .interactable(false)
        .show(context, |ui| {
            frame().inner_margin(18).show(ui, |ui| {
                ui.label(RichText::new(text).size(34.0).strong().color(SAND));
            });
        });
}

/// Shows the last notice above the action bar.
pub fn notice(world: &World, context: &egui::Context) {
    let Some((text, is_bad)) = &world.resource::<Session>().notice else {
        return;
    };
    egui::Area::new(egui::Id::new("notice"))
        .anchor(Align2::CENTER_BOTTOM, vec2(0.0, -176.0))
        .interactable(false)
        .show(context, |ui| {
            frame().show(ui, |ui| {
                ui.set_max_width(760.0);
                let color = if *is_bad { BAD } else { GOOD };
                ui.label(RichText::new(text).color(color));
            });
        });
}
