//! Judges the pictures of packs: only those that take little work to paint are painted.
//!
//! A picture is judged in three steps, each of which makes the next one safe: [`outline`] counts its elements
//! and all that they refer to, [`work`] measures what was built from them, and then it is painted once.
//!
//! **Invariant:** a picture is judged on a thread of its own with a stack of its own, so that a fault in the
//! painter is an answer, not the end of the program. **Invariant:** limits count work, not time: a picture is
//! judged the same on every machine.

mod outline;
mod work;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::thread;

use tiny_skia::{Pixmap, Transform};

use super::drawing::{Shown, read_shown};
use super::token::TOKEN;
use crate::content::picture::JUDGING;

/// Largest picture, bytes.
const MAX_BYTES: usize = 512 << 10;
/// Smallest and largest side of a picture, units of its own.
const SIDES: (f32, f32) = (1.0, 10_000.0);
/// How many times as long as the other side a side may be.
const MAX_RATIO: f32 = 4.0;
/// Stack of the thread that judges, bytes; what the deepest picture needs, many times over.
const STACK: usize = 32 << 20;
/// Text of the pictures whose answers are remembered, bytes.
const MAX_REMEMBERED: usize = 16 << 20;

/// Answers by the text of the picture, and the bytes of those texts.
static ANSWERS: Mutex<(usize, BTreeMap<String, Result<(), String>>)> =
    Mutex::new((0, BTreeMap::new()));

/// Checks whether a picture of a pack can be painted with little work.
///
/// # Errors
/// Why not, in words.
pub(super) fn judge(svg: &str) -> Result<(), String> {
    if svg.len() > MAX_BYTES {
        let (size, most) = (svg.len() >> 10, MAX_BYTES >> 10);
        return Err(format!("it has {size} KiB; at most {most} KiB are allowed"));
    }
    let known = || ANSWERS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(answer) = known().1.get(svg) {
        return answer.clone();
    }
    let answer = apart(|| look(svg));
    let (bytes, answers) = &mut *known();
    if *bytes + svg.len() > MAX_REMEMBERED {
        *bytes = 0;
        answers.clear();
    }
    *bytes += svg.len();
    answers.insert(svg.to_owned(), answer.clone());
    answer
}

/// Works on a thread of its own and waits for it; a panic there is an error.
fn apart(work: impl FnOnce() -> Result<(), String> + Send) -> Result<(), String> {
    thread::scope(|scope| {
        let thread = thread::Builder::new()
            .name(JUDGING.to_owned())
            .stack_size(STACK);
        let begun = thread.spawn_scoped(scope, work);
        let begun = begun.map_err(|error| format!("it cannot be looked at: {error}"))?;
        let ended = begun.join();
        ended.unwrap_or_else(|_| Err("the painter fails on it".to_owned()))
    })
}

fn look(svg: &str) -> Result<(), String> {
    outline::check(svg)?;
    let drawing = read_shown(svg, Shown::All).map_err(|error| error.to_string())?;
    let (width, height) = (drawing.size().width(), drawing.size().height());
    let (least, most) = SIDES;
    let is_sized = [width, height]
        .iter()
        .all(|side| (least..=most).contains(side));
    if !is_sized || width > MAX_RATIO * height || height > MAX_RATIO * width {
        return Err(format!(
            "it is {width} wide and {height} high; both have to be {least} to {most}, and one at most \
             {MAX_RATIO} times the other"
        ));
    }
    let scale = TOKEN as f32 / width.max(height);
    work::check(&drawing, scale, TOKEN)?;
    let scale = Transform::from_scale(scale, scale);
    let mut painted = Pixmap::new(TOKEN, TOKEN).ok_or("it has no size")?;
    resvg::render(&drawing, scale, &mut painted.as_mut());
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    /// Longest time that judging a picture may take on a busy machine, built for tests.
    const PATIENCE: Duration = Duration::from_secs(10);

    fn svg(size: &str, inner: &str) -> String {
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' \
             viewBox='0 0 {size}'>{inner}</svg>"
        )
    }

    #[track_caller]
    fn check_refused(text: &str, why: &str) {
        let begun = Instant::now();
        let answer = judge(text);
        assert!(
            answer.as_ref().is_err_and(|told| told.contains(why)),
            "{why}: {answer:?}"
        );
        assert!(begun.elapsed() < PATIENCE, "{why}: {:?}", begun.elapsed());
        assert_eq!(judge(text), answer, "the answer is remembered");
    }

    /// A chain of elements of a kind, each painted with the next, so many times.
    fn chain(count: usize, kind: &str, by: &str, times: usize) -> String {
        let link = |number: usize| {
            let next = number + 1;
            let paths = format!("<path d='M0 0L9 9L0 9Z' {by}='url(#m{next})'/>").repeat(times);
            format!("<{kind} id='m{number}' width='10' height='10'>{paths}</{kind}>")
        };
        let links: String = (0..count).map(link).collect();
        svg(
            "144 144",
            &format!("{links}<rect width='99' height='99' {by}='url(#m0)'/>"),
        )
    }

    #[test]
    fn sizes_are_bounded() {
        for size in ["1000 1", "1 1000", "0.1 0.1", "1e9 1e9"] {
            check_refused(&svg(size, "<rect width='9' height='9'/>"), "wide and");
        }
        assert_eq!(judge(&svg("40 10", "<rect width='9' height='9'/>")), Ok(()));
        let long = format!("<!--{}-->", " ".repeat(MAX_BYTES));
        check_refused(&svg("9 9", &long), "KiB");
    }

    #[test]
    fn chains_and_fans_of_references_are_refused_before_they_are_built() {
        check_refused(&chain(900, "pattern", "fill", 1), "deep");
        check_refused(&chain(900, "mask", "mask", 1), "deep");
        check_refused(&chain(900, "clipPath", "clip-path", 1), "deep");
        for (kind, by) in [
            ("pattern", "fill"),
            ("pattern", "stroke"),
            ("mask", "mask"),
            ("clipPath", "clip-path"),
        ] {
            check_refused(&chain(14, kind, by, 3), "elements");
            let styled = chain(14, kind, "style", 3).replace("'url(", &format!("'{by} : url("));
            check_refused(&styled, "elements");
        }
        let deep = "<g>".repeat(2000) + &"</g>".repeat(2000);
        check_refused(&svg("9 9", &deep), "deep");
        let fan = (0..20).map(|number| {
            let next = format!("<use xlink:href='#u{}'/>", number + 1).repeat(3);
            format!("<g id='u{number}'>{next}</g>")
        });
        let fan: String = fan.collect();
        check_refused(&svg("9 9", &fan), "elements");
        let circle = "<g id='a'><use xlink:href='#b'/></g><g id='b'><use xlink:href='#a'/></g>";
        check_refused(&svg("9 9", circle), "itself");
        // What groups hand on to what is in them counts for each.
        let pattern = "<circle r='1'/>".repeat(300);
        let painted = "<path d='M0 0L9 9L0 9Z'/>".repeat(300);
        let handed = format!(
            "<pattern id='p' width='9' height='9'>{pattern}</pattern><g fill='url(#p)'>{painted}</g>"
        );
        check_refused(&svg("9 9", &handed), "elements");
        let long = format!("<path id='p' d='M0 0{}'/>", "L9 9L0 9".repeat(9000));
        let used = long + &"<use xlink:href='#p'/>".repeat(500);
        check_refused(&svg("9 9", &used), "elements");
        let sheet = "<style>path { fill: url(#p) }</style><pattern id='p'/>";
        check_refused(&svg("9 9", sheet), "style sheet");
    }

    #[test]
    fn filters_that_take_long_or_panic_are_refused() {
        for filter in [
            "<feOffset dx='1e30'/>",
            "<feMorphology operator='dilate' radius='5000'/>",
            "<feTurbulence numOctaves='2147483647' baseFrequency='1'/>",
            "<feConvolveMatrix order='3' kernelMatrix='1 1 1 1 1 1 1 1 1'/>",
            "<feTile/>",
            "<feImage href='#f'/>",
        ] {
            let text = format!(
                "<filter id='f'>{filter}</filter><g filter='url(#f)'><rect width='9' height='9'/></g>"
            );
            check_refused(&svg("9 9", &text), "is not painted");
        }
        let blurred = |by: &str| {
            let text = format!("<rect width='90' height='90' style='filter: blur({by})'/>");
            svg("144 144", &text)
        };
        check_refused(&blurred("1e9px"), "blur");
        assert_eq!(judge(&blurred("2px")), Ok(()));
        let dropped = blurred("2px").replace("blur(2px)", "drop-shadow(1e30px 2px)");
        check_refused(&dropped, "is not painted");
    }

    #[test]
    fn what_takes_much_work_to_paint_is_refused() {
        let dashed = "<path d='M0 0L1e6 9' stroke='red' stroke-dasharray='0.001'/>";
        check_refused(&svg("9 9", dashed), "dashes");
        let tile = "<pattern id='p' width='1e5' height='1e5' patternUnits='userSpaceOnUse'>\
                    <circle r='9'/></pattern><rect width='9' height='9' fill='url(#p)'/>";
        check_refused(&svg("9 9", tile), "pixels");
        let layers =
            "<g opacity='0.5'><rect width='9' height='9'/><rect width='5' height='9'/></g>";
        check_refused(&svg("9 9", &layers.repeat(1500)), "pixels");
    }

    #[test]
    fn what_is_within_the_limits_is_painted() {
        let text = chain(3, "mask", "mask", 2).replace(
            "</svg>",
            "<path d='M0 0L99 9' stroke='red' stroke-dasharray='4 2'/></svg>",
        );
        assert_eq!(judge(&text), Ok(()));
        let gradients = "<linearGradient id='a'><stop offset='0' stop-color='red'/></linearGradient>\
                         <linearGradient id='b' xlink:href='#a'/>\
                         <style>.b { fill: url(#b) }</style><rect class='b' width='9' height='9'/>";
        assert_eq!(judge(&svg("9 9", gradients)), Ok(()));
    }

    #[test]
    fn a_panic_is_an_answer() {
        let answer = apart(|| panic!("as the painter may"));
        assert_eq!(answer, Err("the painter fails on it".to_owned()));
    }
}
