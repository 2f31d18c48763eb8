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
    /// Whether the keyboard goes on at once: not where the answer loses something.
    pub is_yes_usual: bool,
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
            is_yes_usual: true,
            no,
            on_yes: Ask::act(on_yes),
            on_no: Ask::act(|_| {}),
        }
    }

    /// Focuses the answer that changes nothing, unless the player chose another.
    fn with_care(self) -> Self {
        Self {
            is_yes_usual: false,
            ..self
        }
    }

    /// Asks before the battle is left.
    pub fn abort() -> Self {
        let text = "Leave this battle? It is saved first; Continue resumes it.";
        Self::new(text, "Save and leave", "Stay", |world| {
            close_all(world);
            world.resource_mut::<Session>().request = Some(Request::Leave);
        })
    }

    /// Asks before the battle is started again.
    pub fn restart() -> Self {
        let text = "Restart this battle with the same seed? The current battle is saved first.";
        Self::new(text, "Restart", "Stay", |world| {
            close_all(world);
            let again = Request::Again { new_seed: false };
            world.resource_mut::<Session>().request = Some(again);
        })
        .with_care()
    }

    /// Asks before a save is replaced.
    pub fn overwrite(file: PathBuf, kind: SaveKind) -> Self {
        let text = format!("{} already exists. Overwrite this save?", name(&file));
        Self::new(text, "Overwrite", "Cancel", move |world| {
            let file = file.clone();
            world.resource_mut::<Session>().request = Some(Request::Save { file, kind });
        })
        .with_care()
    }

    /// Asks before a save is deleted.
    pub fn delete(file: PathBuf) -> Self {
        let name = name(&file);
        let text = format!("Delete the save {name}? This cannot be undone.");
        Self::new(text, "Delete", "Cancel", move |world| {
            let notice = match std::fs::remove_file(&file) {
                Ok(()) => ("deleted".to_owned(), false),
                Err(error) => (format!("{}: cannot delete: {error}", file.display()), true),
            };
            world.resource_mut::<Session>().notice = Some(notice);
        })
        .with_care()
    }

    /// Asks before something is done that loses something.
    pub fn before_loss(
        text: impl Into<String>,
        yes: &'static str,
        on_yes: impl Fn(&mut World) + Send + Sync + 'static,
    ) -> Self {
        Self::new(text, yes, "Keep it", on_yes).with_care()
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
    let center = Align2::CENTER_CENTER;
    let answer = panel(&context, "question", center, vec2(0.0, -40.0), |ui| {
        ui.set_width(400.0);
        answer(ui, &question, is_fresh)
    });
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

/// Shows a question with its answers; returns whether it was answered with yes.
fn answer(ui: &mut egui::Ui, question: &Question, is_fresh: bool) -> Option<bool> {
    let mut answer = None;
    ui.label(RichText::new(&question.text).size(17.0));
    ui.add_space(10.0);
    ui.horizontal(|ui| {
        for (name, is_yes) in [(question.yes, true), (question.no, false)] {
            let is_usual = is_yes == question.is_yes_usual;
            let text = match is_usual {
                true => RichText::new(name).color(SAND).strong(),
                false => RichText::new(name),
            };
            let response = ui.button(text);
            if is_fresh && is_usual {
                response.request_focus();
            }
            if response.clicked() {
                answer = Some(is_yes);
            }
        }
        ui.label(faint("Enter / Esc"));
    });
    // The key that opened the question does not answer it.
    let is_entered = !is_fresh && ui.input(|input| input.key_pressed(Key::Enter));
    let has_focus = ui.memory(|memory| memory.focused().is_some());
    answer.or((is_entered && !has_focus).then_some(question.is_yes_usual))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks, and presses Enter in the next frame; returns the answer.
    fn entered(question: &Question) -> Option<bool> {
        let context = egui::Context::default();
        let mut answered = None;
        for is_fresh in [true, false] {
            let mut input = egui::RawInput::default();
            let enter = egui::Event::Key {
                key: Key::Enter,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers: egui::Modifiers::default(),
            };
            input.events.extend((!is_fresh).then_some(enter));
            let mut output = context.run_ui(input, |ui| {
                answered = answered.or(answer(ui, question, is_fresh));
            });
            output.textures_delta.clear();
        }
        answered
    }

    #[test]
    fn enter_loses_neither_a_battle_nor_a_save() {
        let save = PathBuf::from("ford.hexsave");
        for careful in [
            Question::restart(),
            Question::overwrite(save.clone(), SaveKind::Named),
            Question::delete(save),
        ] {
            assert_eq!(entered(&careful), Some(false), "{}", careful.text);
        }
        for usual in [Question::abort(), Question::quit()] {
            assert_eq!(entered(&usual), Some(true), "{}", usual.text);
        }
    }
}
