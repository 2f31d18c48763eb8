//! The chosen unit and everything it can do: weapon, moves, things, abilities.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, vec2};

use super::Wish;
use crate::{
    battle::{order::UndoStack, unit::UnitId},
    game::{
        Menu,
        kit::{
            Ask, WIDTH, key_of,
            keys::KeyAction,
            panel,
            theme::{self, BAD, SAND, TEXT, TIME, faint, icon::Icon, widget::IconButton},
            title,
        },
        rules::battlescape::{
            hud::{
                look,
                repertoire::{Repertoire, chosen, repertoire},
            },
            input::{self, Ahead, Selection},
            keys::{self, ABILITIES, SLOTS},
        },
        table::input::is_players,
    },
    rules::battlescape::{
        Battlescape,
        attack::mode_name,
        content::{FireMode, Gait},
        panel::{
            choice::{Act, Choice},
            inspect::status,
            tool::{Begin, Tool},
        },
        side_view::SideView,
    },
};

/// What the rows of the bar need.
struct Bar<'w> {
    world: &'w World,
    view: SideView<'w>,
    id: UnitId,
    selection: &'w Selection,
    can: &'w Repertoire,
    is_players: bool,
}

/// Shows the action bar; returns its height in points.
pub fn actions(world: &World, context: &egui::Context, wishes: &mut Vec<Wish>) -> f32 {
    let view = look(world);
    let selection = world.resource::<Selection>();
    let (Some(id), Some(can)) = (chosen(world), repertoire(world)) else {
        return 0.0;
    };
    let bar = Bar {
        world,
        view,
        id,
        selection,
        can,
        is_players: is_players(world),
    };
    panel(
        context,
        "actions",
        Align2::LEFT_BOTTOM,
        vec2(6.0, -6.0),
        |ui| {
            // The column at the right stands beside it.
            ui.set_width(context.content_rect().width() - WIDTH - 64.0);
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            ui.horizontal(|ui| {
                bar.summary(ui);
                // Always in the same place, whatever the unit can do.
                let right = egui::Layout::right_to_left(egui::Align::Center);
                ui.with_layout(right, |ui| {
                    bar.all(ui, wishes);
                    bar.end(ui, wishes);
                });
            });
            ui.horizontal_wrapped(|ui| bar.modes(ui, wishes));
            ui.horizontal_wrapped(|ui| bar.acts(ui, wishes));
            ui.horizontal_wrapped(|ui| {
                bar.things(ui, wishes);
                bar.abilities(ui, wishes);
            });
            ui.label(faint(hint(world)));
            ui.min_rect().height() + 26.0
        },
    )
}

impl Bar<'_> {
    fn key(&self, action: KeyAction) -> String {
        key_of(self.world, action)
    }

    /// Says why nothing can be ordered now.
    fn not_now(&self) -> Option<String> {
        (!self.is_players).then(|| "another side is acting".to_owned())
    }

    fn summary(&self, ui: &mut egui::Ui) {
        let (view, id) = (self.view, self.id);
        let state = view.unit(id);
        let weapon = view.weapon(id);
        ui.label(RichText::new(view.name(id)).strong().size(16.0));
        ui.label(faint(view.kind(id).name.as_str()));
        let armor = view.armor(id);
        ui.label(faint(format!("armor {} {:?}", armor.rating, armor.class)));
        ui.separator();
        ui.label(&weapon.name);
        if weapon.magazine > 0 {
            let rounds = state.arms.rounds;
            let color = if rounds == 0 { BAD } else { TEXT };
            let text = format!("{rounds} / {}", state.arms.spare);
            ui.label(RichText::new(text).color(color))
                .on_hover_text("rounds in the weapon / carried");
        }
        ui.separator();
        let per_turn = view.figures().tu.per_turn;
        let text = match state.tu.now.checked_sub(per_turn) {
            Some(carried @ 1..) => format!("{per_turn} + {carried} TU"),
            _ => format!("{} TU", state.tu.now),
        };
        ui.label(RichText::new(text).color(TIME).strong())
            .on_hover_text("time units: this turn's, and those carried over from the last");
        let status = status(view, id);
        if !status.is_empty() {
            ui.label(RichText::new(status.join(", ")).color(SAND));
        }
    }

    fn modes(&self, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
        const KEYS: [KeyAction; 5] = [
            KeyAction::MODE_1,
            KeyAction::MODE_2,
            KeyAction::MODE_3,
            KeyAction::MODE_4,
            KeyAction::MODE_5,
        ];
        for (action, mode) in KEYS.into_iter().zip(&self.can.modes) {
            let rounds = match mode.rounds {
                1 => String::new(),
                rounds => format!(" ×{rounds}"),
            };
            let name = format!("{}{rounds}", title(mode.name));
            let chance = mode
                .chance
                .map_or(String::new(), |chance| format!("{chance}% · "));
            let response = IconButton {
                icon: mode_icon(mode.mode),
                name: &name,
                below: format!("{chance}{} TU · {}", mode.tu, self.key(action)),
                is_open: true,
                is_on: self.selection.mode == Some(mode.mode),
                color: if mode.refusal.is_some() {
                    theme::FAINT
                } else {
                    TEXT
                },
            }
            .show(ui);
            let about = match &mode.refusal {
                Some(refusal) => refusal.to_string(),
                None => "Mode of the next attack; click an enemy to aim".into(),
            };
            if response.on_hover_text(about).clicked() {
                wishes.push(Wish::Mode(mode.mode));
            }
        }
        let response = IconButton {
            icon: Icon::Ground,
            name: "At a hex",
            below: self.key(KeyAction::AT_HEX),
            is_open: true,
            is_on: self.selection.tool == Tool::Ground,
            color: TEXT,
        }
        .show(ui);
        let text = "Fire at terrain, or blindly at whoever may stand there";
        if response.on_hover_text(text).clicked() {
            wishes.push(Wish::Tool(Tool::Ground));
        }
        ui.separator();
        let gait = input::gait(self.world, self.view, self.id);
        let response = IconButton {
            icon: gait_icon(gait),
            name: gait_name(gait),
            below: self.key(KeyAction::GAIT),
            is_open: gait != Gait::Crawl,
            is_on: gait == Gait::Run || gait == Gait::Crouch,
            color: TEXT,
        }
        .show(ui);
        if response.on_hover_text(gait_text(gait)).clicked() {
            wishes.push(Ask::Key(KeyAction::GAIT).into());
        }
        let reserve = self.selection.reserve;
        let name = reserve.map_or("Keep no TU".into(), |mode| {
            format!("Keep {}", mode_name(mode))
        });
        let kept = input::reserved_tu(self.world, self.view, self.id);
        let response = IconButton {
            icon: Icon::Reserve,
            name: &name,
            below: match reserve {
                Some(_) => format!("{kept} TU · {}", self.key(KeyAction::RESERVE)),
                None => self.key(KeyAction::RESERVE),
            },
            is_open: true,
            is_on: reserve.is_some(),
            color: TEXT,
        }
        .show(ui);
        let text = "Keeps TU back for this shot: only hexes are marked from which it can still be \
                    fired, and going farther wishes first";
        if response.on_hover_text(text).clicked() {
            wishes.push(Ask::Key(KeyAction::RESERVE).into());
        }
        let undo = self.world.resource::<UndoStack<Battlescape>>();
        let why = self.not_now().or_else(|| undo.locked().map(str::to_owned));
        let response = IconButton {
            icon: Icon::Undo,
            name: "Undo",
            below: self.key(KeyAction::UNDO),
            is_open: why.is_none(),
            is_on: false,
            color: TEXT,
        }
        .show(ui);
        let about = why.unwrap_or_else(|| "Takes the last order back".into());
        if response.on_hover_text(about).clicked() {
            wishes.push(Ask::Key(KeyAction::UNDO).into());
        }
    }

    fn acts(&self, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
        let others = self.can.choices.iter();
        for choice in others.filter(|choice| choice.act != Act::EndTurn) {
            self.act(choice, ui, wishes);
        }
    }

    /// The turn's end.
    fn end(&self, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
        let all = self.can.choices.iter();
        for choice in all.filter(|choice| choice.act == Act::EndTurn) {
            self.act(choice, ui, wishes);
        }
    }

    /// The list of everything.
    fn all(&self, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
        let response = IconButton {
            icon: Icon::List,
            name: "All",
            below: self.key(KeyAction::EVERYTHING),
            is_open: self.is_players,
            is_on: false,
            color: TEXT,
        }
        .show(ui);
        if response
            .on_hover_text("Everything this unit can do, and why not")
            .clicked()
        {
            wishes.push(Ask::Menu(Menu::Everything).into());
        }
    }

    fn act(&self, choice: &Choice, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
        let why = (self.not_now()).or_else(|| choice.refusal.as_ref().map(ToString::to_string));
        let key = self.key(keys::deed_of(choice.act));
        let is_end = choice.act == Act::EndTurn;
        let response = IconButton {
            icon: act_icon(choice.act),
            name: choice.name,
            below: match choice.tu {
                Some(tu) => format!("{tu} TU · {key}"),
                None => key,
            },
            is_open: why.is_none(),
            is_on: false,
            color: if is_end { SAND } else { TEXT },
        }
        .show(ui);
        let about = match why {
            Some(why) => format!("{}\n\nNot now: {why}", choice.about),
            None => choice.about.into(),
        };
        if response.on_hover_text(about).clicked() {
            wishes.push(match choice.act {
                Act::EndTurn => Ask::Key(KeyAction::END_TURN).into(),
                _ => Wish::Give(choice.order.clone()),
            });
        }
    }

    /// What the unit carries, and what lies at its feet.
    fn things(&self, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
        let tool = self.selection.tool;
        for slot in &self.can.slots {
            let number = slot.slot;
            let is_on = [
                Tool::Throw(number),
                Tool::Lay(number),
                Tool::Use(number),
                Tool::Toss(number),
            ]
            .contains(&tool);
            let charges = slot
                .charges
                .map_or(String::new(), |left| format!(" ×{left}"));
            let primed = if slot.primed { ", primed" } else { "" };
            let name = format!("{}{charges}{primed}", slot.name);
            let why = (self.not_now()).or_else(|| slot.refusal.as_ref().map(ToString::to_string));
            let key = SLOTS
                .get(usize::from(number))
                .map(|&action| self.key(action));
            let response = IconButton {
                icon: match slot.begin {
                    Some(Begin::Aim(Tool::Throw(_))) => Icon::Grenade,
                    Some(Begin::Aim(Tool::Lay(_))) => Icon::Mine,
                    Some(Begin::Aim(Tool::Use(_))) => Icon::Medikit,
                    _ if slot.charges.is_none() => Icon::Gun,
                    _ => Icon::Box,
                },
                name: &name,
                below: key.unwrap_or_default(),
                is_open: self.is_players,
                is_on,
                color: if why.is_some() { theme::FAINT } else { TEXT },
            }
            .show(ui);
            let why = why.map_or(String::new(), |why| format!("\n\nNot now: {why}"));
            let response = response.on_hover_text(format!(
                "{}{why}\nRight click: prime, toss, drop",
                slot.about
            ));
            if response.clicked() {
                wishes.push(Wish::Slot(number));
            }
            response.context_menu(|ui| {
                for (label, order, refusal) in &slot.more {
                    let choice = ui.add_enabled(refusal.is_none(), egui::Button::new(*label));
                    let why =
                        (refusal.as_ref()).map_or(String::new(), |refusal| refusal.to_string());
                    if choice.on_disabled_hover_text(why).clicked() {
                        wishes.push(Wish::Give(order.clone()));
                        ui.close();
                    }
                }
                if ui.button("Toss").clicked() {
                    wishes.push(Wish::Tool(Tool::Toss(number)));
                    ui.close();
                }
            });
        }
        for (name, order, refusal) in &self.can.pick_ups {
            let why = (self.not_now()).or_else(|| refusal.as_ref().map(ToString::to_string));
            let response = IconButton {
                icon: Icon::Box,
                name: &format!("Pick up {name}"),
                below: self.key(KeyAction::PICK_UP),
                is_open: why.is_none(),
                is_on: false,
                color: SAND,
            }
            .show(ui);
            let about = why.unwrap_or_else(|| "It lies at the unit's feet".into());
            if response.on_hover_text(about).clicked() {
                wishes.push(Wish::Give(order.clone()));
            }
        }
    }

    fn abilities(&self, ui: &mut egui::Ui, wishes: &mut Vec<Wish>) {
        for (number, ability) in self.can.abilities.iter().enumerate() {
            let key = ABILITIES.get(number).map(|&action| self.key(action));
            let response = IconButton {
                icon: Icon::Star,
                name: &ability.name,
                below: format!(
                    "{} TU, {} energy · {}",
                    ability.tu,
                    ability.energy,
                    key.unwrap_or_default()
                ),
                is_open: self.is_players,
                is_on: self.selection.tool == Tool::Cast(ability.ability),
                color: if ability.refusal.is_some() {
                    theme::FAINT
                } else {
                    TEXT
                },
            }
            .show(ui);
            let about = match &ability.refusal {
                Some(why) => format!("{}\n\nNot now: {why}", ability.about),
                None => ability.about.clone(),
            };
            if response.on_hover_text(about).clicked() {
                wishes.push(Wish::Tool(Tool::Cast(ability.ability)));
            }
        }
    }
}

fn mode_icon(mode: FireMode) -> Icon {
    match mode {
        FireMode::Snap => Icon::Single,
        FireMode::Aimed => Icon::Aimed,
        FireMode::Headshot => Icon::Head,
        FireMode::Burst => Icon::Burst,
        FireMode::Auto => Icon::Auto,
        FireMode::Strike => Icon::Blade,
    }
}

/// Returns the icon of a button of the action bar.
pub fn act_icon(act: Act) -> Icon {
    match act {
        Act::TakeCover => Icon::TakeCover,
        Act::Prone => Icon::Prone,
        Act::Stand => Icon::Stand,
        Act::Disengage => Icon::Disengage,
        Act::Reload => Icon::Reload,
        Act::Watch => Icon::Watch,
        Act::PinDown => Icon::PinDown,
        Act::Door => Icon::Door,
        Act::Interact => Icon::Interact,
        Act::Leave => Icon::Leave,
        Act::EndUnit => Icon::EndUnit,
        Act::EndTurn => Icon::EndTurn,
    }
}

fn gait_icon(gait: Gait) -> Icon {
    match gait {
        Gait::Walk | Gait::Disengage => Icon::Walk,
        Gait::Run => Icon::Run,
        Gait::Crouch => Icon::Sneak,
        Gait::Crawl => Icon::Crawl,
    }
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
    let ahead = world.resource::<Ahead>();
    let selection = world.resource::<Selection>();
    if selection.target.is_some() || selection.tool != Tool::Weapon {
        return selection.tool.hint().into();
    }
    if !view.deployment().is_empty() {
        return "Place your units: choose one, then click a marked hex · the first other order begins \
                the battle"
            .into();
    }
    let Some(outlook) = ahead.outlook.as_ref().filter(|outlook| outlook.cost() > 0) else {
        return "Click a hex to walk, an enemy to aim · right click turns · wheel zooms".into();
    };
    let verb = selection
        .unit
        .map_or("walk", |id| match input::gait(world, view, id) {
            Gait::Walk | Gait::Disengage => "walk",
            Gait::Run => "run",
            Gait::Crouch => "sneak",
            Gait::Crawl => "crawl",
        });
    let mut text = format!("Click to {verb} there for {} TU", outlook.cost());
    match outlook.watchers() {
        0 => {}
        1 => text.push_str(" · WARNING: a watching enemy could fire on the way"),
        count => text.push_str(&format!(
            " · WARNING: {count} watching enemies could fire on the way"
        )),
    }
    text
}
