//! Foreign text made fit to be printed: text of files, their names, and names inside them.
//!
//! **Invariant:** plain text stays in its line and steers no terminal.

use std::path::Path;

/// Returns a text that stays in its line and steers no terminal: control characters, line breaks and
/// marks that turn the direction of writing are shown as `�`.
pub fn plain(text: &str) -> String {
    without(text, steers)
}

/// Does the same as [`plain`] for a text of several lines; line breaks and tabs stay.
pub fn plain_lines(text: &str) -> String {
    without(text, |letter| {
        !matches!(letter, '\n' | '\t') && steers(letter)
    })
}

/// Returns the possessive of a name: `Squad's`, `Sectoids'`.
pub fn possessive(name: &str) -> String {
    match name.ends_with('s') {
        true => format!("{name}'"),
        false => format!("{name}'s"),
    }
}

/// Returns a text with a capital at its beginning.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Returns the form of a verb that goes with a name: `Squad spots`, `Sectoids spot`. A name in s is read as a plural,
/// unless it ends in ss, us or is, as in `Axis`.
pub fn verb<'a>(name: &str, one: &'a str, many: &'a str) -> &'a str {
    let is_singular = ["ss", "us", "is"].iter().any(|end| name.ends_with(end));
    match name.ends_with('s') && !is_singular {
        true => many,
        false => one,
    }
}

/// Returns a path as it can be printed.
pub fn shown(path: &Path) -> String {
    plain(&path.to_string_lossy())
}

/// Returns JSON of the same meaning that steers no terminal.
pub fn plain_json(json: String) -> String {
    if !json.contains(steers) {
        return json;
    }
    let mut plain = String::with_capacity(json.len());
    for letter in json.chars() {
        match steers(letter) {
            // JSON has such letters only inside of strings, and all of them fit into four digits.
            true => plain.push_str(&format!("\\u{:04x}", u32::from(letter))),
            false => plain.push(letter),
        }
    }
    plain
}

/// Whether a letter steers a terminal or the direction of writing, or breaks a line.
pub fn steers(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

fn without(text: &str, is_left_out: impl Fn(char) -> bool) -> String {
    let shown = text.chars().map(|letter| match is_left_out(letter) {
        true => char::REPLACEMENT_CHARACTER,
        false => letter,
    });
    shown.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_s_take_an_apostrophe_alone() {
        assert_eq!(possessive("Squad"), "Squad's");
        assert_eq!(possessive("Sectoids"), "Sectoids'");
    }

    #[test]
    fn names_in_the_plural_take_the_verb_of_many() {
        for (name, form) in [
            ("Squad", "spots"),
            ("Sectoids", "spot"),
            ("3rd Borderers", "spot"),
            ("Holding Force", "spots"),
            ("Axis", "spots"),
            ("Spartacus", "spots"),
            ("Fortress", "spots"),
        ] {
            assert_eq!(verb(name, "spots", "spot"), form, "{name}");
        }
    }

    #[test]
    fn nothing_steers_a_terminal() {
        let name = "Bob\u{1b}[2J\nSquad wins\u{9b}1m\u{202e}x\u{2028}";
        assert_eq!(plain(name), "Bob�[2J�Squad wins�1m�x�");
        let text = "a\u{1b}[31m\u{9b}2J\r\n\u{202e}b\u{7f}";
        assert_eq!(plain(text), "a�[31m�2J���b�");
        assert_eq!(plain_lines(text), "a�[31m�2J�\n�b�");
        assert_eq!(plain("Ödmarshäuser 林"), "Ödmarshäuser 林");
        assert_eq!(shown(Path::new("a\nb.ron")), "a�b.ron");
    }

    #[test]
    fn plain_json_means_the_same() {
        let text = "a\u{9b}2J \u{200f}b\n";
        let json = plain_json(serde_json::to_string(text).expect("text is plain data"));
        assert!(!json.contains(steers), "{json}");
        assert_eq!(
            serde_json::from_str::<String>(&json).expect("it is JSON"),
            text
        );
    }
}
