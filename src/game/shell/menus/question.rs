//! Questions before something that cannot be taken back.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Key, RichText, vec2};

use crate::game::{
    kit::{
        context, panel,
        theme::{SAND, faint},
    },
    shell::{
        menus::{Menus, close_all, close_menu, veil},
        session::{Request, Session},
    },
};

/// A question of a rule set.
#[derive(Clone, Debug)]
pub struct Own {
    /// What is asked.
    pub text: String,
    /// The answer that goes on.
    pub yes: &'static str,
    /// The answer that does not.
    pub no: &'static str,
    /// Goes on.
    pub on_yes: fn(&mut World),
    /// Does what the other answer says.
    pub on_no: fn(&mut World),
}

/// What is asked.
#[derive(Clone, Debug)]
pub enum Question {
    /// What a rule set asks.
    Own(Own),
    /// Leaves the battle.
    Abort,
    /// Starts the battle again.
    Restart,
    /// Writes over a save.
    Overwrite(PathBuf),
    /// Deletes a save.
    Delete(PathBuf),
    /// Leaves the program.
    Quit,
}

impl Question {
    /// Says what is asked, and names the answers.
    fn text(&self) -> (String, &'static str, &'static str) {
        let name = |file: &PathBuf| {
            file.file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned()
        };
        match self {
            Self::Own(own) => (own.text.clone(), own.yes, own.no),
            Self::Abort => (
                "Leave this battle? What was not saved is lost; the last turn's autosave is kept."
                    .into(),
                "Abort mission",
                "Stay",
            ),
            Self::Restart => (
                "Start this battle again from its beginning, with the same seed?".into(),
                "Start again",
                "Stay",
            ),
            Self::Overwrite(file) => (
                format!("A save named {} exists. Write over it?", name(file)),
                "Write over it",
                "Keep it",
            ),
            Self::Delete(file) => (
                format!("Delete the save {}? It cannot be brought back.", name(file)),
                "Delete",
                "Keep it",
            ),
            Self::Quit => ("Leave Hexscape?".into(), "Quit", "Stay"),
        }
    }
}

pub(super) fn show(world: &mut World) {
    let (Some(context), Some(question)) =
        (context(world), world.resource::<Menus>().question.clone())
    else {
        return;
    };
    veil(&context, 150);
    let (text, yes, no) = question.text();
    let is_fresh = world.resource::<Menus>().is_fresh;
    let mut answer = None;
    let center = Align2::CENTER_CENTER;
    panel(&context, "question", center, vec2(0.0, -40.0), |ui| {
        ui.set_width(400.0);
        ui.label(RichText::new(text).size(17.0));
        ui.add_space(10.0);
        ui.horizontal(|ui| {
            let strong = RichText::new(yes).color(SAND).strong();
            let response = ui.button(strong);
            if is_fresh {
                response.request_focus();
            }
            if response.clicked() {
                answer = Some(true);
            }
            if ui.button(no).clicked() {
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
    match answer {
        Some(true) => obey(world, question),
        Some(false) => {
            close_menu(world);
            if let Question::Own(own) = question {
                (own.on_no)(world);
            }
        }
        None => {}
    }
}

fn obey(world: &mut World, question: Question) {
    match question {
        Question::Own(own) => {
            close_menu(world);
            (own.on_yes)(world);
        }
        Question::Abort => {
            close_all(world);
            world.resource_mut::<Session>().request = Some(Request::Leave);
        }
        Question::Restart => {
            close_all(world);
            let again = Request::Again { new_seed: false };
            world.resource_mut::<Session>().request = Some(again);
        }
        Question::Overwrite(file) => {
            close_menu(world);
            world.resource_mut::<Session>().request = Some(Request::Save(file));
        }
        Question::Delete(file) => {
            close_menu(world);
            let notice = match std::fs::remove_file(&file) {
                Ok(()) => ("deleted".to_owned(), false),
                Err(error) => (format!("{}: cannot delete: {error}", file.display()), true),
            };
            world.resource_mut::<Session>().notice = Some(notice);
        }
        Question::Quit => {
            world.write_message(AppExit::Success);
        }
    }
}
