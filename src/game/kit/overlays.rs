//! What is laid over the board on demand, each by the key that switches it.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::keys::KeyAction;
use super::piece::{Ask, Button, Face, button};

/// The overlays that are on.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Overlays(BTreeSet<KeyAction>);

/// A switch of an overlay: its key, its name, and what it shows.
pub type Switch = (KeyAction, &'static str, &'static str);

impl Overlays {
    pub fn is_on(&self, action: KeyAction) -> bool {
        self.0.contains(&action)
    }

    /// Lays one over the board, or takes it away.
    pub fn toggle(&mut self, action: KeyAction) {
        if !self.0.remove(&action) {
            self.0.insert(action);
        }
    }

    /// Takes all away; whether there was one.
    pub fn clear(&mut self) -> bool {
        !std::mem::take(&mut self.0).is_empty()
    }

    /// Returns the buttons that switch them.
    pub fn buttons(&self, switches: &[Switch]) -> impl Iterator<Item = Button> {
        switches.iter().map(|&(action, name, about)| {
            let switch = button(Face::Switch, name, Ask::Key(action));
            switch.on_if(self.is_on(action)).about(about)
        })
    }
}
