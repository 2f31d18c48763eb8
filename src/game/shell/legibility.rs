//! Whether the words on the screen can be read: the smoke run looks at every picture it takes. Words over words
//! fail it, and so do words that are cut off, small or pale, but for panels that fade in.
//!
//! **Invariant:** what counts is what was painted, shape by shape from back to front, and the picture of it:
//! nothing here knows a panel. A line that something opaque was painted over is not on show.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::egui::epaint::{ClippedShape, TextShape};
use bevy_egui::egui::{Color32, Pos2, Rect as Area, Shape};
use bevy_egui::{EguiFullOutput, EguiPostUpdateSet};

use crate::game::Options;
use crate::game::kit::theme;

/// What the panels painted in this frame.
#[derive(Resource, Default)]
pub struct Painted {
    shapes: Vec<ClippedShape>,
    /// Pixels of a point.
    pixels_per_point: f32,
    /// How opaque each line was.
    opacities: Vec<u8>,
    /// Whether they are as in the frame before: no panel fades in or out.
    pub is_steady: bool,
}

/// Keeps what is painted, for the smoke run.
pub fn plugin(app: &mut App) {
    app.init_resource::<Painted>().add_systems(
        PostUpdate,
        keep.after(EguiPostUpdateSet::EndPass)
            .before(EguiPostUpdateSet::ProcessOutput)
            .run_if(|options: Res<Options>| options.smoke.is_some()),
    );
}

fn keep(outputs: Query<&EguiFullOutput>, mut painted: ResMut<Painted>) {
    let mut outputs = outputs.iter().filter_map(|output| output.0.as_ref());
    if let Some(output) = outputs.next() {
        painted.shapes.clone_from(&output.shapes);
        painted.pixels_per_point = output.pixels_per_point;
        let opacities: Vec<u8> = (painted.lines().lines.iter())
            .map(|line| line.color.a())
            .collect();
        painted.is_steady = painted.opacities == opacities;
        painted.opacities = opacities;
    }
}

impl Painted {
    /// Returns the lines on show, back to front.
    pub fn lines(&self) -> Lines {
        let mut lines = Lines {
            lines: Vec::new(),
            pixels_per_point: self.pixels_per_point,
        };
        let mut plates = Vec::new();
        for ClippedShape { clip_rect, shape } in &self.shapes {
            lines.read(shape, *clip_rect, &mut plates);
        }
        lines.lines.retain(|line| !line.is_covered_by(&plates));
        lines.drop_shadows();
        lines
    }
}

/// Something opaque: the number of lines below it, and where it is, points.
type Plate = (usize, Area);

/// Lines of text on show, back to front.
pub struct Lines {
    lines: Vec<Line>,
    pixels_per_point: f32,
}

/// A stretch of one color in a line of text.
struct Line {
    /// The whole text that it is part of.
    text: String,
    /// Number of lines below it.
    below: usize,
    /// Where its letters are, and how much of that is shown, points.
    letters: Area,
    shown: Area,
    /// Color of the letters, as painted: its alpha is multiplied in.
    color: Color32,
    /// Size of the letters, points.
    size: f32,
    /// Whether the text ends in an ellipsis for want of room.
    is_elided: bool,
}

impl Line {
    /// Whether it fades in or out, so that it is pale only for a moment.
    fn is_fading(&self) -> bool {
        let opacity = f32::from(self.color.a()) / 255.0;
        !STEADY.iter().any(|kept| (kept - opacity).abs() < 0.01)
    }

    fn is_covered_by(&self, plates: &[Plate]) -> bool {
        (plates.iter())
            .any(|(below, plate)| *below > self.below && overlap(*plate, self.shown).is_some())
    }
}

/// How far letters may reach into others or beyond their panel, points: edges are smoothed.
const SLACK: f32 = 1.5;
/// How far a shadow is from its letters at most, points.
const SHADOW: f32 = 2.5;
/// How opaque that is which hides what is below.
const OPAQUE: u8 = 200;
/// Size of the smallest letters that can be read, pixels.
const LEAST_SIZE: f32 = 11.0;
/// Size from which on letters count as large (WCAG 2.2), and their least contrast.
const LARGE: f32 = 24.0;
const LARGE_CONTRAST: f32 = 3.0;
/// How opaque words are that do not fade: all of them, those that are disabled, those of cards that are barred.
const STEADY: [f32; 3] = [1.0, theme::DISABLED_ALPHA, theme::BARRED];
/// How far the channels of a color are off those of letters at most that belong to them.
const LETTERS: u8 = 24;

fn overlap(one: Area, other: Area) -> Option<Area> {
    let both = one.intersect(other);
    (both.width() > SLACK && both.height() > SLACK).then_some(both)
}

impl Lines {
    fn read(&mut self, shape: &Shape, clip: Area, plates: &mut Vec<Plate>) {
        match shape {
            Shape::Vec(shapes) => {
                for shape in shapes {
                    self.read(shape, clip, plates);
                }
            }
            Shape::Rect(plate) if plate.fill.a() >= OPAQUE => {
                plates.push((self.lines.len(), plate.rect.intersect(clip)));
            }
            Shape::Text(text) if text.angle == 0.0 => self.read_text(text, clip),
            _ => {}
        }
    }

    fn read_text(&mut self, text: &TextShape, clip: Area) {
        let below = self.lines.len();
        let size = (text.galley.job.sections.iter()).map(|section| section.format.font_id.size);
        let size = size.fold(f32::INFINITY, f32::min);
        for row in &text.galley.rows {
            let visuals = &row.row.visuals;
            let offset = text.pos.to_vec2() + row.pos.to_vec2();
            let letters = &visuals.mesh.vertices[visuals.glyph_vertex_range.clone()];
            for letters in letters.chunk_by(|one, next| one.color == next.color) {
                let corners = letters.iter().map(|vertex| vertex.pos + offset);
                let area = Area::from_points(&corners.collect::<Vec<Pos2>>());
                let shown = area.intersect(clip);
                let is_shown = shown.width() > SLACK && shown.height() > area.height() / 2.0;
                let color = text.override_text_color.unwrap_or(letters[0].color);
                let color = match color {
                    Color32::PLACEHOLDER => text.fallback_color,
                    color => color,
                };
                if is_shown && color.a() > 0 && text.opacity_factor > 0.0 {
                    self.lines.push(Line {
                        text: text.galley.text().to_owned(),
                        below,
                        letters: area,
                        shown,
                        color: color.gamma_multiply(text.opacity_factor),
                        size,
                        is_elided: text.galley.elided,
                    });
                }
            }
        }
    }

    /// Drops letters that are the shadow or the outline of the same letters above them.
    fn drop_shadows(&mut self) {
        let is_shadow = |at: usize| {
            let below = &self.lines[at];
            self.lines[at + 1..].iter().any(|above| {
                let off = above.letters.min - below.letters.min;
                above.text == below.text && off.length() <= SHADOW
            })
        };
        let mut shadows: Vec<_> = (0..self.lines.len()).map(is_shadow).collect();
        self.lines.retain(|_| !shadows.remove(0));
    }

    /// Lists lines that lie over others, are cut off or small.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = self.overlaps();
        for line in &self.lines {
            let text = &line.text;
            let is_cut = line.shown.width() < line.letters.width() - SLACK;
            if is_cut || line.is_elided {
                faults.push(format!("{text:?} is cut off at {:?}", line.shown));
            }
            let size = line.size * self.pixels_per_point;
            if size < LEAST_SIZE - 0.01 {
                faults.push(format!("{text:?} is {size} px small"));
            }
        }
        faults.sort();
        faults.dedup();
        faults
    }

    /// Lists lines that are pale in a picture of them.
    pub fn pale(&self, picture: &Image) -> Vec<String> {
        let mut faults = Vec::new();
        for line in self.lines.iter().filter(|line| !line.is_fading()) {
            let text = &line.text;
            let size = line.size * self.pixels_per_point;
            if let Some(ground) = self.ground(line, picture) {
                let contrast = theme::contrast(ground.blend(line.color), ground);
                let least = if size < LARGE {
                    theme::CONTRAST
                } else {
                    LARGE_CONTRAST
                };
                if contrast < least - 0.05 {
                    let at = line.shown.min;
                    faults.push(format!(
                        "{text:?} has a contrast of {contrast:.1} at {at:?}"
                    ));
                }
            }
        }
        faults.sort();
        faults.dedup();
        faults
    }

    /// Lists lines that lie over others.
    fn overlaps(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (index, line) in self.lines.iter().enumerate() {
            // Rows and colors of one text, and its own shadow, belong together.
            let others = self.lines[..index].iter();
            let others =
                others.filter(|other| other.below != line.below && other.text != line.text);
            for other in others {
                if let Some(both) = overlap(line.shown, other.shown) {
                    let (text, other) = (&line.text, &other.text);
                    faults.push(format!("{text:?} lies over {other:?} at {both:?}"));
                }
            }
        }
        faults
    }

    /// Returns the commonest color where a line is: what its letters stand on.
    fn ground(&self, line: &Line, picture: &Image) -> Option<Color32> {
        let pixel = |points: f32| (points * self.pixels_per_point).max(0.0) as u32;
        // A little more than the letters, which may fill their rectangle: a dash does.
        let around = line.shown.expand(2.0);
        let (min, max) = (around.min, around.max);
        let rows = pixel(min.y)..pixel(max.y).min(picture.height());
        let columns = pixel(min.x)..pixel(max.x).min(picture.width());
        // Grounds are shaded a little: colors count together that look the same.
        let mut alike = BTreeMap::<[u8; 3], Vec<Color32>>::new();
        for (x, y) in rows.flat_map(|y| columns.clone().map(move |x| (x, y))) {
            let [red, green, blue, _] = picture.get_color_at(x, y).ok()?.to_srgba().to_u8_array();
            let color = Color32::from_rgb(red, green, blue);
            alike
                .entry([red / 4, green / 4, blue / 4])
                .or_default()
                .push(color);
        }
        // Over a mixed ground the letters themselves may be what is commonest.
        let all: usize = alike.values().map(Vec::len).sum();
        let is_letters = |colors: &Vec<Color32>| is_near(colors[0], line.color);
        let of_letters: usize = alike
            .values()
            .filter(|colors| is_letters(colors))
            .map(Vec::len)
            .sum();
        if line.color.a() == u8::MAX && of_letters * 3 < all * 2 {
            alike.retain(|_, colors| !is_letters(colors));
        }
        let common = alike.into_values().max_by_key(Vec::len)?;
        common.get(common.len() / 2).copied()
    }
}

fn is_near(one: Color32, other: Color32) -> bool {
    let [red, green, blue, _] = one.to_array();
    let channels = [red, green, blue].into_iter().zip(other.to_array());
    channels
        .into_iter()
        .all(|(one, other)| one.abs_diff(other) <= LETTERS)
}

#[cfg(test)]
mod tests {
    use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
    use bevy_egui::egui::{self, Align2, FontId, pos2, vec2};

    use super::*;

    const GROUND: Color32 = Color32::from_rgb(16, 20, 28);

    /// Lists what cannot be read of what is painted on a dark picture.
    fn faults(paint: impl Fn(&egui::Painter)) -> Vec<String> {
        let context = egui::Context::default();
        let mut output = egui::FullOutput::default();
        // Fonts come with the second pass.
        for _ in 0..2 {
            output = context.run_ui(egui::RawInput::default(), |ui| {
                paint(&ui.ctx().debug_painter());
            });
        }
        let painted = Painted {
            shapes: output.shapes,
            pixels_per_point: 1.0,
            ..Painted::default()
        };
        let size = Extent3d {
            width: 400,
            height: 200,
            ..default()
        };
        let picture = Image::new_fill(
            size,
            TextureDimension::D2,
            &GROUND.to_array(),
            TextureFormat::Rgba8UnormSrgb,
            default(),
        );
        let lines = painted.lines();
        let mut faults = lines.faults();
        faults.extend(lines.pale(&picture));
        faults
    }

    fn write(painter: &egui::Painter, at: Pos2, text: &str, size: f32, color: Color32) {
        painter.text(
            at,
            Align2::LEFT_TOP,
            text,
            FontId::proportional(size),
            color,
        );
    }

    #[test]
    fn what_cannot_be_read_is_found() {
        let light = Color32::from_gray(220);
        let one = |text: &'static str, size: f32, color: Color32| {
            faults(move |painter| write(painter, pos2(20.0, 20.0), text, size, color))
        };
        assert_eq!(one("plain", 14.0, light), [""; 0]);
        assert!(one("tiny", 10.0, light)[0].contains("10 px small"));
        let pale = Color32::from_gray(100);
        assert!(one("pale", 14.0, pale)[0].contains("contrast of 3."));
        assert_eq!(
            one("large", 30.0, pale),
            [""; 0],
            "large letters may be paler"
        );
        let faded = |opacity: f32, color: Color32| {
            faults(move |painter| {
                let mut painter = painter.clone();
                painter.multiply_opacity(opacity);
                write(&painter, pos2(20.0, 20.0), "faded", 14.0, color);
            })
        };
        let disabled = faded(theme::DISABLED_ALPHA, Color32::from_gray(130));
        assert!(disabled[0].contains("contrast"), "{disabled:?}");
        assert_eq!(faded(theme::DISABLED_ALPHA, light), [""; 0]);
        assert_eq!(faded(0.3, light), [""; 0], "it fades in");
        let cut = faults(|painter| {
            let half = Area::from_min_size(pos2(20.0, 0.0), vec2(30.0, 100.0));
            write(
                &painter.with_clip_rect(half),
                pos2(20.0, 20.0),
                "cut at the edge",
                14.0,
                light,
            );
        });
        assert!(cut[0].contains("cut off"), "{cut:?}");
    }

    #[test]
    fn words_over_words_are_found_unless_a_panel_is_between() {
        let light = Color32::from_gray(220);
        let both = |panel: bool| {
            faults(move |painter| {
                write(painter, pos2(20.0, 20.0), "below", 14.0, light);
                if panel {
                    let area = Area::from_min_size(pos2(0.0, 0.0), vec2(200.0, 100.0));
                    painter.rect_filled(area, 0.0, GROUND);
                }
                write(painter, pos2(30.0, 24.0), "above", 14.0, light);
            })
        };
        assert!(both(false)[0].contains("\"above\" lies over \"below\""));
        assert_eq!(both(true), [""; 0]);
    }
}
