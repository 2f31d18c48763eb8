//! Which missions are listed, and in what order.

use std::cmp::Reverse;

use crate::game::shell::session::{Brief, Listed};
use crate::mission::RuleSet;

/// Turns up to which a mission is short.
pub const SHORT: u16 = 15;

/// What the list is sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sorting {
    /// As it is meant to be played.
    #[default]
    Usual,
    Name,
    /// The largest board first.
    Size,
    /// The longest first; without a last turn it is longest.
    Length,
}

impl Sorting {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Usual, Self::Name, Self::Size, Self::Length];

    /// Names it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Usual => "suggested",
            Self::Name => "name",
            Self::Size => "largest board",
            Self::Length => "longest",
        }
    }
}

/// What of all missions is listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Of these rules alone.
    pub rules: Option<RuleSet>,
    /// With all of these words in name, briefing or file.
    pub search: String,
    /// Of few turns alone.
    pub is_short: bool,
    /// For two people alone.
    pub for_two: bool,
    /// The player's own alone.
    pub own: bool,
    pub sorting: Sorting,
}

impl Filter {
    /// Returns the places of the missions to list, in their order.
    pub fn apply(&self, listed: &[Listed]) -> Vec<usize> {
        let words: Vec<_> = (self.search.split_whitespace())
            .map(str::to_lowercase)
            .collect();
        let mut places: Vec<_> = (0..listed.len())
            .filter(|&place| self.admits(&listed[place], &words))
            .collect();
        let brief = |place: usize| listed[place].mission.as_ref().ok();
        let size = |brief: &Brief| brief.size.map(u32::from).iter().product::<u32>();
        match self.sorting {
            // What is searched for is likelier meant as a name than as a word of a briefing.
            Sorting::Usual if !words.is_empty() => places.sort_by_key(|&place| {
                !brief(place).is_some_and(|brief| self.finds(&brief.name, &words))
            }),
            Sorting::Usual => {}
            // What cannot be read has no name, size or length: it comes last.
            Sorting::Name => {
                places.sort_by_key(|&place| brief(place).map_or((true, ""), |b| (false, &b.name)));
            }
            Sorting::Size => places.sort_by_key(|&place| Reverse(brief(place).map(size))),
            Sorting::Length => places.sort_by_key(|&place| {
                Reverse(brief(place).map(|brief| brief.turns.unwrap_or(u16::MAX)))
            }),
        }
        places
    }

    /// Returns how many missions of some rules, or of all, would be listed besides what else is asked for.
    pub fn count(&self, listed: &[Listed], rules: Option<RuleSet>) -> usize {
        let of = Self {
            rules,
            ..self.clone()
        };
        let is_counted = |&place: &usize| rules.is_none() || listed[place].mission.is_ok();
        of.apply(listed).into_iter().filter(is_counted).count()
    }

    fn admits(&self, entry: &Listed, words: &[String]) -> bool {
        let Ok(brief) = &entry.mission else {
            // A mistake must not hide behind a filter.
            return words.is_empty() || self.finds(&entry.file.to_string_lossy(), words);
        };
        let file = entry.file.file_stem().unwrap_or_default().to_string_lossy();
        let text = format!("{} {} {file}", brief.name, brief.briefing);
        self.rules.is_none_or(|rules| rules == brief.rules)
            && (!self.is_short || brief.turns.is_some_and(|turns| turns <= SHORT))
            && (!self.for_two || brief.people > 1)
            && (!self.own || entry.is_own)
            && self.finds(&text, words)
    }

    fn finds(&self, text: &str, words: &[String]) -> bool {
        let text = text.to_lowercase();
        words.iter().all(|word| text.contains(word))
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn entry(
        name: &str,
        size: [u16; 2],
        turns: Option<u16>,
        people: usize,
        is_own: bool,
    ) -> Listed {
        let brief = Brief {
            name: name.to_owned(),
            briefing: format!("Hold the bridge of {name}."),
            rules: RuleSet::all()[usize::from(name.starts_with('O'))],
            size,
            turns,
            people,
            drawn_anew: false,
        };
        Listed {
            file: PathBuf::from(format!("{}.ron", name.to_lowercase())),
            is_guided: false,
            is_own,
            pack: None,
            mission: Ok(brief),
        }
    }

    fn listed() -> Vec<Listed> {
        let broken = Listed {
            file: PathBuf::from("broken.ron"),
            is_guided: false,
            is_own: true,
            pack: None,
            mission: Err("3:4: something".to_owned()),
        };
        vec![
            entry("Vigil", [20, 30], Some(12), 1, false),
            entry("Anvil", [40, 30], None, 2, false),
            entry("Ore", [7, 8], Some(40), 1, true),
            broken,
        ]
    }

    #[test]
    fn filters_narrow_the_list_and_never_hide_a_mistake() {
        let all = listed();
        let places = |filter: Filter| filter.apply(&all);
        let usual = Filter::default();
        assert_eq!(places(usual.clone()), [0, 1, 2, 3]);
        let rules = Some(RuleSet::all()[1]);
        assert_eq!(
            places(Filter {
                rules,
                ..usual.clone()
            }),
            [2, 3]
        );
        assert_eq!(
            places(Filter {
                is_short: true,
                ..usual.clone()
            }),
            [0, 3]
        );
        assert_eq!(
            places(Filter {
                for_two: true,
                ..usual.clone()
            }),
            [1, 3]
        );
        assert_eq!(places(Filter { own: true, ..usual }), [2, 3]);
    }

    #[test]
    fn a_search_finds_all_its_words_in_any_case() {
        let mut all = listed();
        let first = all[0].mission.as_mut().expect("it can be read");
        first.briefing += " Ore is on board.";
        let found = |search: &str| {
            let filter = Filter {
                search: search.to_owned(),
                ..Filter::default()
            };
            filter.apply(&all)
        };
        assert_eq!(found("BRIDGE vig"), [0]);
        assert_eq!(found("bridge"), [0, 1, 2]);
        assert_eq!(found("broken"), [3]);
        assert_eq!(found("ore"), [2, 0], "names come before briefings");
        assert!(found("tower").is_empty());
    }

    #[test]
    fn counts_go_by_the_search_and_the_other_filters() {
        let all = listed();
        let rules = RuleSet::all();
        let counts = |filter: &Filter| {
            [None, Some(rules[0]), Some(rules[1])].map(|rules| filter.count(&all, rules))
        };
        let mut filter = Filter::default();
        assert_eq!(
            counts(&filter),
            [4, 2, 1],
            "a mistake counts among all alone"
        );
        filter.rules = Some(rules[1]);
        assert_eq!(counts(&filter), [4, 2, 1], "whichever rules are chosen");
        filter.search = "vigil".to_owned();
        assert_eq!(counts(&filter), [1, 1, 0]);
    }

    #[test]
    fn the_list_is_sorted_with_mistakes_last() {
        let all = listed();
        let sorted = |sorting| {
            Filter {
                sorting,
                ..Filter::default()
            }
            .apply(&all)
        };
        assert_eq!(sorted(Sorting::Name), [1, 2, 0, 3]);
        assert_eq!(sorted(Sorting::Size), [1, 0, 2, 3]);
        assert_eq!(sorted(Sorting::Length), [1, 2, 0, 3]);
    }
}
