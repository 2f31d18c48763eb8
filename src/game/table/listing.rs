//! Lists as text, of which drawings, effects and sounds are read: `= NAME` begins a section, `#` a comment.
//!
//! **Invariant:** they are shipped with the program, and read by its tests; what is wrong in them panics.

/// Lists the lines, each with the section it stands in.
pub fn lines(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut section = "";
    text.lines().filter_map(move |line| {
        if let Some(name) = line.strip_prefix("= ") {
            section = name;
            return None;
        }
        let is_told = !line.is_empty() && !line.starts_with("# ") && line != "#";
        is_told.then_some((section, line))
    })
}

/// Lists the words `key=value`.
pub fn pairs(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split(' ').filter_map(|word| word.split_once('='))
}

/// Reads a figure.
pub fn figure(text: &str) -> f32 {
    text.parse().expect("it is a figure")
}

/// Reads figures with commas between them.
pub fn figures<const N: usize>(text: &str) -> [f32; N] {
    let mut figures = text.split(',').map(figure);
    std::array::from_fn(|_| figures.next().expect("there are enough figures"))
}

/// Reads `low~high`, or both as one figure.
pub fn span(text: &str) -> [f32; 2] {
    let (low, high) = text.split_once('~').unwrap_or((text, text));
    [figure(low), figure(high)]
}
