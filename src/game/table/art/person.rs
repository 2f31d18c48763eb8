//! People: what tells one figure from another of its kind.
//!
//! Of the children of a group with the class `varied` in a drawing one is shown, chosen by who is drawn and
//! the id of the group; of those in one with the class `dealt` that whose turn it is by number. What is
//! `#00rrrr` takes the skin color of who is drawn, what is `#rrrr00` that of the hair.
//!
//! **Invariant:** the same name and number look alike always and everywhere.

use std::borrow::Cow;
use std::ops::Range;

use resvg::usvg::roxmltree::{Document, Node};

use crate::battle::fingerprint::stable_hash;

/// Skin colors as `0xRRGGBB`; the first one is nobody's in particular.
const SKINS: [u32; 6] = [
    0xD8_A988, 0xE3_B48F, 0xC0_8560, 0x96_633F, 0x6B_4630, 0xD9_A066,
];
/// Hair colors as `0xRRGGBB`.
const HAIRS: [u32; 6] = [
    0x6A_452A, 0x2A_2422, 0x4A_3020, 0xB9_8B4A, 0x9A_3A1C, 0x8E_8C88,
];

/// Who is drawn; nobody in particular by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Person {
    /// What its name comes to; 0 for nobody in particular.
    name: u64,
    /// Its number among its like, from 1; 0 if it has none.
    number: u8,
}

impl Person {
    /// Returns who has a name, and a number from 1 if not 0.
    pub fn new(name: &str, number: u8) -> Self {
        Self {
            name: stable_hash(&name).max(1),
            number,
        }
    }

    /// Returns the index of what it has of some choices.
    fn choice(self, of: &str, choices: usize) -> usize {
        if self.name == 0 || choices == 0 {
            return 0;
        }
        (stable_hash(&(self.name, of)) % choices as u64) as usize
    }

    /// Returns the index of what it has where choices are dealt in turn.
    fn turn(self, of: &str, choices: usize) -> usize {
        match usize::from(self.number).checked_sub(1) {
            Some(number) => number % choices.max(1),
            None => self.choice(of, choices),
        }
    }

    /// Returns the colors of skin and hair.
    pub(super) fn colors(self) -> [u32; 2] {
        [("skin color", SKINS), ("hair color", HAIRS)]
            .map(|(of, colors)| colors[self.choice(of, colors.len())])
    }
}

/// Whether a drawing shows different people differently.
pub(super) fn varies(svg: &str) -> bool {
    svg.contains("class=\"varied\"") || svg.contains("class=\"dealt\"") || svg.contains("heads/")
}

/// Leaves out of a drawing what a person does not have.
pub(super) fn of_person(svg: &str, person: Person) -> Cow<'_, str> {
    // What is no drawing is told by who reads it.
    let Ok(document) = Document::parse(svg) else {
        return svg.into();
    };
    let groups = document.descendants();
    let left_out = groups.flat_map(|group| left_out(group, person));
    let (mut kept, mut from) = (String::new(), 0);
    for range in left_out {
        // What lies in something that is left out is left out with it.
        if range.start >= from {
            kept.push_str(&svg[from..range.start]);
            from = range.end;
        }
    }
    match from {
        0 => svg.into(),
        _ => (kept + &svg[from..]).into(),
    }
}

/// Lists where the children of a group stand that a person does not have.
fn left_out(group: Node, person: Person) -> Vec<Range<usize>> {
    let children: Vec<_> = group.children().filter(Node::is_element).collect();
    let id = group.attribute("id").unwrap_or_default();
    let shown = match group.attribute("class") {
        Some("varied") => person.choice(id, children.len()),
        Some("dealt") => person.turn(id, children.len()),
        _ => return Vec::new(),
    };
    let others = children.into_iter().enumerate();
    let others = others.filter(|(at, _)| *at != shown);
    others.map(|(_, child)| child.range()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SVG: &str = "<svg><g class=\"varied\" id=\"a\"><b/>-<c><g class=\"dealt\"><d/><e/></g></c></g>\
                       <g class=\"dealt\" id=\"f\"><h/><i/><j/></g></svg>";

    #[test]
    fn one_of_each_group_is_left_by_name_or_in_turn() {
        let nobody = of_person(SVG, Person::default());
        assert!(
            nobody.contains("<b/>") && !nobody.contains("<c>"),
            "{nobody}"
        );
        assert!(
            nobody.contains("<h/>") && !nobody.contains("<i/>"),
            "{nobody}"
        );
        let (mut heads, mut seen) = (Vec::new(), 0);
        for (number, name) in (1..=3).zip(["Vega", "Okafor", "Brandt"]) {
            let one = of_person(SVG, Person::new(name, number));
            assert_eq!(one, of_person(SVG, Person::new(name, number)));
            heads.extend(
                ["<h/>", "<i/>", "<j/>"]
                    .into_iter()
                    .filter(|head| one.contains(head)),
            );
            seen += usize::from(one.contains("<d/>")) + usize::from(one.contains("<e/>"));
            assert!(one.contains("<b/>") != one.contains("<c>"), "{one}");
        }
        assert_eq!(heads, ["<h/>", "<i/>", "<j/>"]);
        assert!(seen <= 3, "one of an inner group");
    }

    #[test]
    fn names_spread_over_the_choices() {
        let names = (0..60).map(|number| Person::new(&format!("Trooper {number}"), 0));
        let chosen: Vec<_> = names.map(|person| person.choice("jaw", 3)).collect();
        for jaw in 0..3 {
            let count = chosen.iter().filter(|&&other| other == jaw).count();
            assert!(count > 10, "{jaw}: {count} of 60");
        }
    }

    #[test]
    fn what_varies_not_or_is_no_drawing_is_left_alone() {
        for svg in ["", "<svg>", "<svg><g id='a'><b/><c/></g></svg>"] {
            assert_eq!(of_person(svg, Person::new("Vega", 2)), svg);
        }
    }
}
