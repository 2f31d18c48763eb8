//! What the battlescape's panels show, worked out without a window.
//!
//! The window draws these and nothing else, so that what is shown can be held against the rules by
//! tests: a button is enabled exactly if [`SideView::check`](super::side_view::SideView::check)
//! passes its order, and shown odds are the [`Forecast`](super::attack::Forecast) of the fight.
//!
//! **Invariant:** everything here looks through a [`SideView`](super::side_view::SideView) and
//! changes nothing.

pub mod book;
pub mod choice;
pub mod danger;
pub mod fitted;
pub mod inspect;
pub mod outlook;
pub mod preview;
pub mod sightline;
pub mod tool;
pub mod words;
