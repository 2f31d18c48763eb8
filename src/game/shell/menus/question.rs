//! Questions before something that cannot be taken back.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Key, RichText, vec2};

use crate::game::kit::piece::Ask;
use crate::game::kit::theme::{SAND, faint};
use crate::game::kit::{context, panel};
use crate::game::shell::menus::{Menus, close_all, close_menu, veil};
use crate::game::shell::session::{Request, Session};
use crate::save::SaveKind;

/// A question.
#[derive(Clone, Debug)]
pub struct Question {
    /// What is asked.
    pub text: String,
    /// The answer that goes on.
    pub yes: &'static str,
    /// The answer that does not.
    pub no: &'static str,
    /// Goes on.
    pub on_yes: Ask,
    /// Does what the other answer says.
    pub on_no: Ask,
}

impl Question {
    /// Makes one whose other answer leaves all as it is.
    fn new(
        text: impl Into<String>,
        yes: &'static str,
        no: &'static str,
        on_yes: impl Fn(&mut World) + Send + Sync + 'static,
    ) -> Self {
        Self {
            text: text.into(),
            yes,
            no,
            on_yes: Ask::act(on_yes),
            on_no: Ask::act(|_| {}),
        }
    }

    /// Asks before the battle is left.
    pub fn abort() -> Self {
        let text = "Leave this battle? It is saved first, and Continue takes it up again.";
        Self::new(text, "Abort mission", "Stay", |world| {
            close_all(world);
            world.resource_mut::<Session>().request = Some(Request::Leave);
        })
    }

    /// Asks before the battle is started again.
    pub fn restart() -> Self {
        let text = "Start this battle again from its beginning, with the same seed? The battle so far \
                    is saved.";
        Self::new(text, "Start again", "Stay", |world| {
            close_all(world);
            let again = Request::Again { new_seed: false };
            world.resource_mut::<Session>().request = Some(again);
        })
    }

    /// Asks before a save is replaced.
    pub fn overwrite(file: PathBuf, kind: SaveKind) -> Self {
        let text = format!("{} already exists. Overwrite this save?", name(&file));
        Self::new(text, "Overwrite", "Keep it", move |world| {
            let file = file.clone();
            world.resource_mut::<Session>().request = Some(Request::Save { file, kind });
        })
    }

    /// Asks before a save is deleted.
    pub fn delete(file: PathBuf) -> Self {
        let name = name(&file);
        let text = format!("Delete the save {name}? It cannot be brought back.");
        Self::new(text, "Delete", "Keep it", move |world| {
            let notice = match std::fs::remove_file(&file) {
                Ok(()) => ("deleted".to_owned(), false),
                Err(error) => (format!("{}: cannot delete: {error}", file.display()), true),
            };
            world.resource_mut::<Session>().notice = Some(notice);
        })
    }

    /// Asks before the program is left.
    pub fn quit() -> Self {
        Self::new("Leave Hexscape?", "Quit", "Stay", |world| {
            world.write_message(AppExit::Success);
        })
    }
}

/// Returns the name of a save.
fn name(file: &Path) -> Cow<'_, str> {
    file.file_stem().unwrap_or_default().to_string_lossy()
}

pub(super) fn show(world: &mut World) {
    let (Some(context), Some(question)) =
        (context(world), world.resource::<Menus>().question.clone())
    else {
        return;
    };
    veil(&context, 150);
    let is_fresh = world.resource::<Menus>().is_fresh;
    let mut answer = None;
    let center = Align2::CENTER_CENTER;
    panel(&context, "question", center, vec2(0.0, -40.0), |ui| {
        ui.set_width(400.0);
        ui.label(RichText::new(&question.text).size(17.0));
        ui.add_space(10.0);
        ui.horizontal(|ui| {
            let strong = RichText::new(question.yes).color(SAND).strong();
            let response = ui.button(strong);
            if is_fresh {
                response.request_focus();
            }
            if response.clicked() {
                answer = Some(true);
            }
            if ui.button(question.no).clicked() {
                answer = Some(false);
            }
            ui.label(faint("Enter / Esc"));
        });
    });
    // The key that opened the question does not answer it.
    if !is_fresh && context.input(|input| input.key_pressed(Key::Enter)) && answer.is_none() {
        let focused = context.memory(egui::Memory::focused);
        if focused.is_none() {
            answer = Some(true);
        }
    }
    world.resource_mut::<Menus>().is_fresh = false;
    if let Some(is_yes) = answer {
        close_menu(world);
        let act = if is_yes {
            question.on_yes
        } else {
            question.on_no
        };
        act.perform(world);
    }
}
