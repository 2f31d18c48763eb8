//! Rule sets: each implements the seam of `battle` for its own units and orders, and [`Game`] for all
//! that plays its battles.
//!
//! **Invariant:** a rule set is chosen here and nowhere else, by [`with_rules!`](crate::with_rules).

pub mod battlescape;
mod card;
pub mod fleet;
mod game;
mod setting;

pub use card::{Card, Chapter};
pub use game::{Advice, Game, Weighed};
pub use setting::Setting;

/// Does something with the rules of a [`RuleSet`](crate::mission::RuleSet):
/// `with_rules!(mission.rules, R => play::<R>())`.
///
/// # Panics
/// If the rule set is not in this list.
#[macro_export]
macro_rules! with_rules {
    ($set:expr, $rules:ident => $body:expr) => {
        $crate::with_rules!(
            @list $set, $rules => $body,
            $crate::rules::battlescape::Battlescape,
            $crate::rules::fleet::Fleet,
        )
    };
    (@list $set:expr, $rules:ident => $body:expr, $($listed:ty),* $(,)?) => {
        match $set.name() {
            $(<$listed as $crate::battle::rules::Rules>::NAME => {
                type $rules = $listed;
                $body
            })*
            other => panic!("the rule set {other} is not listed"),
        }
    };
}
