//! The board as it is looked at: ground, fog, tokens, camera, playback and sound.

pub mod art;
pub mod board_view;
pub mod camera;
pub mod input;
pub mod palette;
pub mod playback;
pub mod sound;
pub mod unit_view;
