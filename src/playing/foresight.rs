//! What a computer that looked ahead chose from, and what it expects, in words.
//!
//! **Invariant:** orders are described in the battle that the side imagines, and units unknown to it are not named.
//! Two battles that differ only in what the side does not know read the same.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use bevy::prelude::World;

use crate::battle::ahead::{Ahead, Candidate, retrace};
use crate::battle::unit::{Roster, Side, Title, part};
use crate::playing::{Game, Setting};

/// Longest order that is told in full, characters.
const SHORT: usize = 80;

/// What a computer that looked ahead chose from, and what it expects, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foresight {
    /// The order that it chose.
    pub choice: String,
    /// Battles that it imagined; 0 if there was nothing to think about.
    pub battles: u64,
    /// All that it chose from, the chosen one first: what it is, and how the side stood at the end on average, from -1000
    /// (lost) to 1000 ([`WON`](crate::battle::ahead::WON)).
    pub options: Vec<(String, i64)>,
    /// What it expects to be ordered, the chosen order first, and by whom.
    pub expected: Vec<(Side, String)>,
}

/// Most options that a line names.
const NAMED: usize = 4;

impl Foresight {
    /// Returns the options as one line, so many at the most.
    pub fn options_line(&self) -> String {
        let options = self.options.iter().take(NAMED);
        let named: Vec<_> = options
            .map(|(option, points)| format!("{option} ({points:+})"))
            .collect();
        let more = match self.options.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!("; {more} more"),
        };
        format!("{}{more}", named.join("; "))
    }

    /// Returns what is expected as one line; sides go by these names.
    pub fn expected_line(&self, names: &[String]) -> String {
        let mut last = None;
        let told = self.expected.iter().map(|(side, order)| {
            let name = names.get(side.index()).map_or("", String::as_str);
            match last.replace(side) == Some(side) {
                true => order.clone(),
                false => format!("{name}: {order}"),
            }
        });
        told.collect::<Vec<_>>().join(" | ")
    }
}

/// Says what a side that looked ahead chose from and expects. The battle is the one in which it looked ahead.
pub fn foresee<R: Game>(world: &mut World, side: Side, ahead: &Ahead<R>) -> Foresight {
    let unknown = Unknown::of::<R>(world, side);
    let options = ahead.weighed.iter();
    let options = options.map(|(option, points)| (told::<R>(world, option), *points));
    let options = options.collect();
    let choice = R::tell_order(world, &ahead.order);
    let mut expected = Vec::new();
    if ahead.battles > 0 {
        expected = retrace(world, side, ahead, |twin, who, order| {
            let order = R::tell_briefly(twin, side, order);
            let told = match (unknown.is_in(&order), who == side) {
                (false, _) => cut(&order),
                (true, true) => "deals with what comes into sight".into(),
                (true, false) => "something out of sight".into(),
            };
            (who, told)
        });
        // Of several steps of a unit in a row the last one tells where it goes.
        expected.reverse();
        expected.dedup_by(|before, after| before.0 == after.0 && stem(&before.1) == stem(&after.1));
        expected.reverse();
    }
    Foresight {
        choice,
        battles: ahead.battles,
        options,
        expected,
    }
}

/// Returns the names of the sides in the mission that is played.
pub fn side_names(world: &World) -> Vec<String> {
    let sides = &world.resource::<Setting>().mission.sides;
    sides.iter().map(|side| side.name.clone()).collect()
}

/// Says an option: the order, and how the side goes on if not as usual; of plans, how it goes on alone.
fn told<R: Game>(world: &World, option: &Candidate<R>) -> String {
    let manner = usize::from(option.then.0).checked_sub(1);
    let then = manner.and_then(|at| R::MANNERS.get(at));
    let then = then.map(|manner| manner.to_lowercase());
    let order = R::tell_order(world, &option.order);
    // A plan is known by the manner it comes from.
    let is_plan = order.contains("; ") || order.chars().count() > SHORT;
    match then {
        Some(then) if is_plan => then,
        Some(then) => format!("{order}, then {then}"),
        None if is_plan => "as usual".into(),
        None => order,
    }
}

/// Returns what an order is without the place at its end.
fn stem(order: &str) -> &str {
    let place = order
        .strip_suffix(')')
        .and_then(|rest| rest.rsplit_once('('));
    place.map_or(order, |(stem, _)| stem)
}

/// Cuts a long order off after a part of it.
fn cut(order: &str) -> String {
    let Some((end, _)) = order.char_indices().nth(SHORT) else {
        return order.to_owned();
    };
    let shown = &order[..end];
    let whole = [";", ","].into_iter().find_map(|sign| {
        let (whole, _) = shown.rsplit_once(&format!("{sign} "))?;
        Some(format!("{whole}{sign} …"))
    });
    whole.unwrap_or_else(|| format!("{} …", shown.trim_end()))
}

/// Names of all units, the longest first, as one may begin as another does, and whether a side does not know any that
/// is called so.
struct Unknown(Vec<(String, bool)>);

impl Unknown {
    fn of<R: Game>(world: &World, side: Side) -> Self {
        let roster = world.resource::<Roster>();
        let mut names = BTreeMap::new();
        for id in roster.ids() {
            let name = part::<Title>(world, id).0.clone();
            *names.entry(name).or_insert(true) &= !R::knows_name(world, side, id);
        }
        Self::among(names)
    }

    fn among(names: impl IntoIterator<Item = (String, bool)>) -> Self {
        let names = names.into_iter().filter(|(name, _)| !name.is_empty());
        let mut names: Vec<_> = names.collect();
        names.sort_by_key(|(name, _)| Reverse(name.len()));
        Self(names)
    }

    /// Whether one that is not known is named in a text.
    fn is_in(&self, text: &str) -> bool {
        let mut rest = text.to_owned();
        self.0.iter().any(|(name, is_unknown)| {
            let is_named = rest.contains(name.as_str());
            if is_named {
                rest = rest.replace(name.as_str(), "");
            }
            is_named && *is_unknown
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_that_are_not_known_are_found_by_their_whole_names() {
        let names = [
            ("Sectoid", true),
            ("Sectoid 1", false),
            ("Sectoid 12", true),
            ("Vega", false),
        ];
        let unknown = Unknown::among(names.map(|(name, is_unknown)| (name.to_owned(), is_unknown)));
        assert!(unknown.is_in("Vega: snap shot at Sectoid 12"));
        assert!(!unknown.is_in("Vega: snap shot at Sectoid 1"));
        assert!(unknown.is_in("Sectoid: run to (1, 2)"));
    }

    #[test]
    fn steps_in_a_row_differ_by_their_place_alone() {
        let [one, other] = ["Magpie: move to (9, 4)", "Magpie: move to (8, 5)"].map(stem);
        assert_eq!(one, other);
        assert_ne!(stem("Crow: move to (9, 4)"), one);
        assert_eq!(stem("end the turn"), "end the turn");
    }

    #[test]
    fn long_orders_end_after_a_part() {
        let order = "Vega: attack after moving to (3, 2); ".repeat(4);
        let found = cut(&order);
        assert_eq!(
            found,
            "Vega: attack after moving to (3, 2); Vega: attack after moving to (3, 2); …"
        );
        assert_eq!(cut("Home: rearm"), "Home: rearm");
        let way = format!("1 Inf: move {}", ["north"; 20].join(", "));
        let found = cut(&way);
        assert!(found.ends_with("north, …"), "{found}");
    }

    #[test]
    fn sides_are_named_where_they_change() {
        let foresight = Foresight {
            choice: "rest".into(),
            battles: 3,
            options: vec![("rest".into(), 12), ("run".into(), -40)],
            expected: [(0, "rest"), (0, "walk"), (1, "strike")]
                .map(|(side, order)| (Side(side), order.to_owned()))
                .into(),
        };
        let names = ["Party", "Bandits"].map(str::to_owned);
        let line = foresight.expected_line(&names);
        assert_eq!(line, "Party: rest | walk | Bandits: strike");
        assert_eq!(foresight.options_line(), "rest (+12); run (-40)");
    }
}
