//! Settings: figures of the content that a plan varies, such as `weapons.assault_rifle.damage=d22`.
//!
//! A key names a content file, in lists the definition, then the field. Values are RON; dice and other
//! text need no quotes. `a,b,c` are several values, `10..20:2` a range with a step, and `default`
//! leaves the figure as it is.
//!
//! **Invariant:** what is laid over a mission goes through the machinery of content packs and mission
//! rules, so a setting can say nothing that a pack could not.

mod lay;

pub use self::lay::{check_key, lay_over};

/// Leaves a figure as the content says.
pub const DEFAULT: &str = "default";
/// Most values of one setting.
const MOST_VALUES: usize = 1000;

/// A figure and the values it takes in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureSetting {
    /// Its key.
    pub key: String,
    /// Its values as they were written, ranges spelled out.
    pub values: Vec<String>,
}

/// Why a setting makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// Not of the form KEY=VALUE.
    #[error("{0:?} is not a setting; expected KEY=VALUE, such as weapons.assault_rifle.damage=d22")]
    Form(String),
    /// The key names nothing.
    #[error("{key}: {why}")]
    Key {
        /// The key.
        key: String,
        /// The part that is wrong, what it should be, and what may have been meant.
        why: String,
    },
    /// A value that is none.
    #[error("{key}: {why}")]
    Value {
        /// The key.
        key: String,
        /// What is wrong.
        why: String,
    },
}

impl FigureSetting {
    /// Reads `KEY=VALUE`.
    ///
    /// # Errors
    /// Text of another form, and values that are no list or range.
    pub fn parse(text: &str) -> Result<Self, SettingError> {
        match text.split_once('=') {
            Some((key, values)) if !key.trim().is_empty() && !values.trim().is_empty() => {
                Self::new(key.trim(), values.trim())
            }
            _ => Err(SettingError::Form(text.to_owned())),
        }
    }

    /// Takes a key and its values.
    ///
    /// # Errors
    /// Values that are no list or range, or given twice.
    pub fn new(key: &str, values: &str) -> Result<Self, SettingError> {
        let wrong = |why: String| SettingError::Value {
            key: key.to_owned(),
            why,
        };
        // What is set is named in tables, where control characters would forge lines.
        if let Some(strange) = key.chars().chain(values.chars()).find(|c| c.is_control()) {
            let strange = strange.escape_default();
            return Err(wrong(format!("contains the control character {strange}")));
        }
        let mut found: Vec<String> = Vec::new();
        for item in items(values) {
            for value in spell_out(item).map_err(wrong)? {
                if found.contains(&value) {
                    return Err(wrong(format!("{value} is given twice")));
                }
                found.push(value);
            }
        }
        if found.len() > MOST_VALUES {
            let count = found.len();
            return Err(wrong(format!("at most {MOST_VALUES} values, not {count}")));
        }
        Ok(Self {
            key: key.to_owned(),
            values: found,
        })
    }
}

/// Splits at commas that stand in no brackets or quotes.
fn items(text: &str) -> Vec<&str> {
    let (mut depth, mut is_quoted, mut start) = (0_usize, false, 0);
    let mut found = Vec::new();
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => is_quoted = !is_quoted,
            '(' | '[' | '{' if !is_quoted => depth += 1,
            ')' | ']' | '}' if !is_quoted => depth = depth.saturating_sub(1),
            ',' if !is_quoted && depth == 0 => {
                found.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(text[start..].trim());
    found
}

/// Lists the values of `value` or `first..last:step`; ends may share a beginning, as in `d18..d24`.
fn spell_out(item: &str) -> Result<Vec<String>, String> {
    if item.is_empty() {
        return Err("a value is missing between commas".into());
    }
    let Some((first, rest)) = item.split_once("..") else {
        return Ok(vec![item.to_owned()]);
    };
    let (last, step) = rest.split_once(':').unwrap_or((rest, "1"));
    let form = || format!("{item:?} is not a range; expected FIRST..LAST or FIRST..LAST:STEP");
    let (start, low) = split_number(first.trim()).ok_or_else(form)?;
    let (end, high) = split_number(last.trim().trim_start_matches('=')).ok_or_else(form)?;
    let step: i64 = step.trim().parse().map_err(|_| form())?;
    if start != end {
        return Err(format!(
            "{item:?}: both ends of a range must have the same prefix"
        ));
    }
    if step < 1 || low > high {
        return Err(format!(
            "{item:?} is empty; the step must be at least 1 and the last value no smaller than the first"
        ));
    }
    if (high - low) / step >= MOST_VALUES as i64 {
        return Err(format!("{item:?} has more than {MOST_VALUES} values"));
    }
    let values = (low..=high).step_by(usize::try_from(step).map_err(|_| form())?);
    Ok(values.map(|value| format!("{start}{value}")).collect())
}

/// Splits what stands before the number a text ends with from the number.
fn split_number(text: &str) -> Option<(&str, i64)> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let at = match digits {
        "-" | "+" => 0,
        _ => digits.len(),
    };
    let (start, number) = text.split_at(at);
    Some((
        start,
        number
            .parse()
            .ok()
            .filter(|number: &i64| number.abs() < 1 << 32)?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn values(text: &str, expected: &[&str]) {
        let setting = FigureSetting::parse(&format!("k={text}")).unwrap();
        assert_eq!(setting.values, expected);
    }

    #[test]
    fn lists_and_ranges_are_spelled_out() {
        values("d22", &["d22"]);
        values("50,60, 70", &["50", "60", "70"]);
        values("10..20:5", &["10", "15", "20"]);
        values("10..14:3", &["10", "13"]);
        values("-10..10:10", &["-10", "0", "10"]);
        values("d18..d20", &["d18", "d19", "d20"]);
        values("2d9..2d11:2,default", &["2d9", "2d11", "default"]);
        values("[Snap, Aimed],[Snap]", &["[Snap, Aimed]", "[Snap]"]);
    }

    #[test]
    fn what_is_no_list_or_range_is_told() {
        for (text, expected) in [
            ("damage", "is not a setting"),
            ("k=", "is not a setting"),
            ("k=1,,2", "a value is missing"),
            ("k=1..x", "is not a range"),
            ("k=1..5:0", "is empty"),
            ("k=5..1", "is empty"),
            ("k=1..99999999", "more than 1000 values"),
            ("k=d1..2d3", "have the same prefix"),
            ("k=5,1..6", "5 is given twice"),
            ("k=\"a\nb\"", "contains the control character \\n"),
        ] {
            let error = FigureSetting::parse(text).expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
