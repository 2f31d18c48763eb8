//! The board as it is looked at: ground, fog, tokens, camera, playback and sound.

/// Declares an enum with the list of its variants, in their order.
macro_rules! listed {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$about:meta])* $variant:ident,)* }) => {
        $(#[$meta])*
        pub enum $name {
            $($(#[$about])* $variant,)*
        }

        impl $name {
            /// All of them, in their order.
            pub const ALL: [Self; [$(stringify!($variant)),*].len()] = [$(Self::$variant),*];
        }
    };
}

pub mod art;
pub mod board_view;
pub mod camera;
pub mod film;
pub mod input;
mod listing;
pub mod palette;
pub mod playback;
pub mod sound;
pub mod unit_view;
