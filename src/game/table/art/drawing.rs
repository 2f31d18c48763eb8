//! Drawings: SVG files, colored and painted as pixels.
//!
//! Purple in a file, `#800080`, is a color that whoever draws it gives; lighter and darker purples,
//! `#rr00rr`, are its lights and shades. A group whose id is one of [`POSES`] is shown in that pose alone,
//! what has one of [`CLASSES`] only where that is asked for. An `<image>` shows what it names of `heads`, what
//! a machine holds where its address ends in one of [`PLACES`], and is the place of a weapon otherwise. How
//! people differ is said in `person`.
//!
//! **Invariant:** a drawing reads no file but those of the game, and one that cannot be read is an error,
//! never a panic.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fmt::Write;
use std::sync::LazyLock;

use include_dir::{Dir, File, include_dir};
use resvg::usvg::{Error, ImageHrefResolver, ImageKind, Options, Tree};
use tiny_skia::{Pixmap, Transform};

use super::paint::shade;
use super::person::{Person, of_person, varies};
use super::vet;
use crate::content::picture::{Judge, Picture};

static FILES: Dir = include_dir!("$CARGO_MANIFEST_DIR/assets/art");

/// Ids of groups of which one is shown.
pub(super) const POSES: [&str; 9] = [
    "stand", "step-0", "step-1", "step-2", "step-3", "kneel", "prone", "down", PORTRAIT,
];
/// Id of the group that shows head and shoulders.
pub(super) const PORTRAIT: &str = "portrait";
/// Classes of what is shown only where it is asked for: how a weapon is held, and what it fires.
const CLASSES: [&str; 8] = [
    "gun", "bare", "claws", "blade", "pole", "bow", "bullet", "energy",
];
/// Ends of the addresses of images that show what a machine holds: in its right arm, its left one, and both.
const PLACES: [&str; 3] = ["#right", "#left", "#both"];

/// How a drawing is to look.
#[derive(Clone, Copy, Default)]
pub(super) struct Style<'a> {
    /// What purple turns into, as `0xRRGGBB`.
    pub tint: u32,
    /// The pose shown.
    pub pose: &'a str,
    /// The classes shown.
    pub classes: &'a [&'a str],
    /// The drawing of the weapon, colored.
    pub weapon: Option<&'a str>,
    /// The drawings of what is held at each of [`PLACES`].
    pub held: [Option<&'a str>; PLACES.len()],
    /// Who is drawn, where people differ.
    pub person: Option<Person>,
}

/// Which poses and classes of a drawing are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// Those of the style.
    ByStyle,
    /// All at once: no style shows more.
    All,
}

/// Returns the text of a drawing of `assets/art`, by folder and name.
pub(super) fn shipped(folder: &str, name: &str) -> &'static str {
    let text = found(folder, name);
    text.unwrap_or_else(|| panic!("there is no drawing {folder}/{name}"))
}

/// Returns the text of a drawing of `assets/art`, by folder and name, if there is one.
pub(super) fn found(folder: &str, name: &str) -> Option<&'static str> {
    let file = FILES.get_file(format!("{folder}/{name}.svg"));
    file.and_then(File::contents_utf8)
}

/// Whether there is a drawing of `assets/art`, by folder and name.
pub fn has_picture(folder: &str, name: &str) -> bool {
    FILES.contains(format!("{folder}/{name}.svg"))
}

/// Whether a drawing of `assets/art/units` shows different people differently; asked for each unit and frame.
pub(super) fn is_varied(unit: &str) -> bool {
    static VARIED: LazyLock<BTreeSet<&OsStr>> = LazyLock::new(|| {
        let units = FILES.get_dir("units").map(Dir::files);
        let is_varied = |file: &&File| file.contents_utf8().is_some_and(varies);
        let varied = units.into_iter().flatten().filter(is_varied);
        varied.filter_map(|file| file.path().file_stem()).collect()
    });
    VARIED.contains(OsStr::new(unit))
}

/// Paints a shipped drawing, by folder and name, with so many pixels for a unit of it.
pub fn picture(folder: &str, name: &str, scale: f32, tint: u32) -> Pixmap {
    let style = Style {
        tint,
        ..Style::default()
    };
    painted(shipped(folder, name), scale, style)
}

/// Paints the picture of a pack, so many pixels high: who stands there, in a color.
///
/// # Errors
/// Why it cannot be drawn.
pub fn pack_picture(picture: &Picture, height: u32, tint: u32) -> Result<Pixmap, String> {
    picture.verdict()?;
    let style = Style {
        tint,
        pose: "stand",
        ..Style::default()
    };
    let drawing = read(picture.svg(), style).map_err(|error| error.to_string())?;
    let scale = height as f32 / drawing.size().height();
    let width = (drawing.size().width() * scale).ceil() as u32;
    let mut painted = Pixmap::new(width, height).ok_or("it has no size")?;
    let scale = Transform::from_scale(scale, scale);
    resvg::render(&drawing, scale, &mut painted.as_mut());
    Ok(painted)
}

/// Paints a drawing that is known to be one.
pub(super) fn painted(svg: &str, scale: f32, style: Style) -> Pixmap {
    let drawing = read(svg, style).expect("every shipped drawing is read by a test");
    let size = drawing.size().to_int_size().scale_by(scale);
    let size = size.expect("the size is not zero");
    let mut picture = Pixmap::new(size.width(), size.height()).expect("the size is not zero");
    let scale = Transform::from_scale(scale, scale);
    resvg::render(&drawing, scale, &mut picture.as_mut());
    picture
}

/// Reads a drawing.
///
/// # Errors
/// Why it is none.
pub(super) fn read(svg: &str, style: Style) -> Result<Tree, Error> {
    read_as(svg, style, Shown::ByStyle)
}

/// Reads a drawing for nobody in particular, who may hold a weapon.
///
/// # Errors
/// Why it is none.
pub(super) fn read_shown(svg: &str, what: Shown) -> Result<Tree, Error> {
    let style = Style {
        weapon: Some(shipped("weapons", "Heavy")),
        held: [Some(shipped("arms", "GreatShield")); PLACES.len()],
        ..Style::default()
    };
    read_as(svg, style, what)
}

fn read_as(svg: &str, style: Style, what: Shown) -> Result<Tree, Error> {
    let shown = shown(style, what);
    let nested = shown.clone();
    let options = Options {
        style_sheet: Some(shown),
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(move |href, _| {
                let options = Options {
                    style_sheet: Some(nested.clone()),
                    ..no_images()
                };
                let place = PLACES.iter().position(|place| href.ends_with(place));
                let image = match (head(href), place) {
                    (Some(head), _) => of_style(head, style),
                    (None, Some(place)) => of_style(style.held[place]?, style),
                    (None, None) => style.weapon?.into(),
                };
                let image = Tree::from_str(&image, &options);
                image.ok().map(ImageKind::SVG)
            }),
        },
        ..Options::default()
    };
    Tree::from_str(&of_style(svg, style), &options)
}

/// Returns the text of the head that an image names, if it names one.
fn head(href: &str) -> Option<&'static str> {
    let (_, file) = href.rsplit_once("heads/")?;
    FILES.get_file(format!("heads/{file}"))?.contents_utf8()
}

/// Returns a drawing in the colors of a style, and as the person is that is drawn.
fn of_style(svg: &str, style: Style) -> Cow<'static, str> {
    let svg = style
        .person
        .map_or(svg.into(), |person| of_person(svg, person));
    tinted(&svg, style.tint, style.person.map(Person::colors)).into()
}

fn judge(svg: &str) -> Result<(), String> {
    vet::judge(svg)?;
    match hrefs(svg).find(|href| href.contains("heads/") && head(href).is_none()) {
        Some(unknown) => Err(format!("the game has no head {unknown:?}")),
        None => Ok(()),
    }
}

/// Lists what a drawing refers to.
fn hrefs(svg: &str) -> impl Iterator<Item = &str> {
    let after = svg.split("href=\"").skip(1);
    after.filter_map(|after| after.split('"').next())
}

inventory::submit! { Judge(judge) }

/// Options with which no other file is read.
fn no_images() -> Options<'static> {
    Options {
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    }
}

/// Writes the style sheet that shows one pose and some classes, or all. Of important rules the first holds.
fn shown(style: Style, what: Shown) -> String {
    let is_all = what == Shown::All;
    let poses = POSES.map(|pose| (format!("#{pose}"), is_all || pose == style.pose));
    let is_shown = |class: &str| is_all || style.classes.contains(&class);
    let classes = CLASSES.map(|class| (format!(".{class}"), is_shown(class)));
    let mut rules: Vec<_> = poses.into_iter().chain(classes).collect();
    rules.sort_by_key(|(_, is_shown)| !is_shown);
    let rules = rules.into_iter().map(|(what, is_shown)| {
        let display = if is_shown { "inline" } else { "none" };
        format!("{what} {{ display: {display} !important }}\n")
    });
    rules.collect()
}

/// Replaces the purples of a drawing by the lights and shades of a color, and likewise what stands for
/// skin and hair where there are colors for them.
pub(super) fn tinted(svg: &str, tint: u32, person: Option<[u32; 2]>) -> String {
    let mut parts = svg.split('#');
    let mut colored = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match keyed(part, tint, person) {
            Some(color) => {
                write!(colored, "#{color:06x}{}", &part[6..]).expect("texts take all");
            }
            None => colored.extend(["#", part]),
        }
    }
    colored
}

/// Returns the color that the key a text begins with stands for; `80` in a key is the color itself.
fn keyed(text: &str, tint: u32, person: Option<[u32; 2]>) -> Option<u32> {
    let key = u32::from_str_radix(text.get(..6)?, 16).ok()?;
    let [_, red, green, blue] = key.to_be_bytes();
    let [skin, hair] = person.map_or([None; 2], |colors| colors.map(Some));
    let (color, light) = match (red, green, blue) {
        (light, 0, other) if light == other => (Some(tint), light),
        (0, light, other) if light == other => (skin, light),
        (light, other, 0) if light == other => (hair, light),
        _ => return None,
    };
    color.map(|color| shade(color, f32::from(light) / 128.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_drawing() {
        let folders = FILES.dirs().flat_map(Dir::files);
        let is_drawing = |file: &&File| file.path().extension().is_some_and(|end| end == "svg");
        let files = folders.chain(FILES.files()).filter(is_drawing);
        let mut count = 0;
        for file in files {
            let (path, text) = (file.path().display(), file.contents_utf8());
            let drawing = read(text.expect("it is text"), Style::default());
            assert!(drawing.is_ok(), "{path}: {drawing:?}");
            count += 1;
        }
        assert!(count > 150, "{count}");
    }

    #[test]
    fn keys_turn_into_lights_and_shades_of_side_skin_and_hair() {
        let svg = "a #800080 b #400040 c #ff00ff d #800081 e url(#stand) #";
        let blue = "a #2040a0 b #102050 c #3f7fff d #800081 e url(#stand) #";
        assert_eq!(tinted(svg, 0x20_40A0, None), blue);
        let svg = "#000000 #008080 #404000 #004041";
        assert_eq!(tinted(svg, 0x20_40A0, None), svg);
        let colors = Some([0xD8_A988, 0x60_4020]);
        assert_eq!(
            tinted(svg, 0x20_40A0, colors),
            "#000000 #d8a988 #302010 #004041"
        );
    }

    #[test]
    fn every_head_that_a_drawing_names_is_there() {
        let units = FILES.get_dir("units").expect("units are drawn").files();
        let texts: Vec<_> = units.filter_map(File::contents_utf8).collect();
        let named = texts.iter().flat_map(|text| hrefs(text));
        assert!(named.filter(|href| head(href).is_some()).count() > 20);
        for text in texts {
            assert_eq!(judge(text), Ok(()));
        }
        let none = shipped("units", "Soldier").replace("Bandana", "Crown");
        assert!(judge(&none).is_err_and(|why| why.contains("Crown")));
    }

    #[test]
    fn what_is_no_drawing_is_an_error() {
        for svg in ["", "<svg>", "knight", "<html/>", "<svg xmlns='x'/>"] {
            assert!(read(svg, Style::default()).is_err(), "{svg:?}");
        }
    }

    #[test]
    fn torn_and_garbled_drawings_are_errors_or_painted_but_never_panic() {
        let svg = shipped("units", "Drone");
        let style = Style {
            pose: "stand",
            ..Style::default()
        };
        for at in (0..svg.len()).step_by(41) {
            let (before, after) = svg.split_at(at);
            let torn = after.get(9..).unwrap_or_default();
            for text in [
                before.to_owned(),
                format!("{before}{torn}"),
                format!("{before}9e9 -{torn}"),
            ] {
                if let Ok(drawing) = read(&text, style) {
                    let mut picture = Pixmap::new(24, 24).expect("the size is not zero");
                    let small = Transform::from_scale(1.0 / 6.0, 1.0 / 6.0);
                    resvg::render(&drawing, small, &mut picture.as_mut());
                }
            }
        }
    }
}
