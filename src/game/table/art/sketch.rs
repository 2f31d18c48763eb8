//! A figure as a list of shapes, painted with one dark outline around all of them.
//!
//! **Invariant:** y goes downwards; the light comes from above.

use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform,
};

use super::paint::{fading, outline, paint, polygon, radiating, rgba, shade};

/// A place on the canvas.
pub(super) type At = (f32, f32);

/// Around every figure, so that it stands out on any ground.
const OUTLINE: u32 = 0x0A_0C10;
/// Width of the outline.
const RIM: f32 = 2.4;

struct Part {
    path: Path,
    is_filled: bool,
    width: f32,
    color: u32,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Part of the outline, lit from above.
    Solid,
    /// Drawn flat on what is there, so opaque, with corners of a kind.
    Detail(f32, LineJoin),
    /// Light, fading from its middle over this radius.
    Glow(At, f32),
}

/// Shapes from back to front.
#[derive(Default)]
pub(super) struct Sketch(Vec<Part>);

impl Sketch {
    fn add(&mut self, path: Option<Path>, is_filled: bool, width: f32, color: u32, kind: Kind) {
        self.0.extend(path.map(|path| Part {
            path,
            is_filled,
            width,
            color,
            kind,
        }));
    }

    /// Adds a limb: a thick line with round ends.
    pub(super) fn limb(&mut self, points: &[At], width: f32, color: u32) {
        self.add(
            outline(points.iter().copied(), false),
            false,
            width,
            color,
            Kind::Solid,
        );
    }

    /// Adds a closed shape with corners rounded by so much.
    pub(super) fn body(&mut self, points: &[At], round: f32, color: u32) {
        self.add(polygon(points), true, round, color, Kind::Solid);
    }

    /// Adds an ellipse.
    pub(super) fn oval(&mut self, at: At, radii: At, color: u32) {
        self.add(ellipse(at, radii), true, 0.0, color, Kind::Solid);
    }

    /// Adds a closed shape of curves: where it starts, then a bend and an end for each.
    pub(super) fn bent(&mut self, points: &[At], color: u32) {
        self.add(curves(points), true, 0.0, color, Kind::Solid);
    }

    /// Adds a line on top of what is there, without an outline.
    pub(super) fn mark(&mut self, points: &[At], width: f32, color: u32, alpha: f32) {
        let kind = Kind::Detail(alpha, LineJoin::Round);
        self.add(
            outline(points.iter().copied(), false),
            false,
            width,
            color,
            kind,
        );
    }

    /// Adds a line with sharp corners on top of what is there.
    pub(super) fn line(
        &mut self,
        points: &[At],
        width: f32,
        color: u32,
        alpha: f32,
        is_closed: bool,
    ) {
        let kind = Kind::Detail(alpha, LineJoin::Miter);
        self.add(
            outline(points.iter().copied(), is_closed),
            false,
            width,
            color,
            kind,
        );
    }

    /// Adds a flat ellipse on top of what is there.
    pub(super) fn spot(&mut self, at: At, radii: At, color: u32, alpha: f32) {
        let kind = Kind::Detail(alpha, LineJoin::Round);
        self.add(ellipse(at, radii), true, 0.0, color, kind);
    }

    /// Adds a flat shape on top of what is there.
    pub(super) fn patch(&mut self, points: &[At], color: u32, alpha: f32) {
        let kind = Kind::Detail(alpha, LineJoin::Round);
        self.add(polygon(points), true, 0.0, color, kind);
    }

    /// Adds light.
    pub(super) fn glow(&mut self, at: At, radius: f32, color: u32) {
        let path = ellipse(at, (radius, radius));
        self.add(path, true, 0.0, color, Kind::Glow(at, radius));
    }

    /// Paints the shapes: the outline of all first, then one after another.
    pub(super) fn paint(&self, picture: &mut Pixmap, shift: Transform) {
        let outline = paint(rgba(OUTLINE, 0.96));
        for part in self.0.iter().filter(|part| part.kind == Kind::Solid) {
            part.stroke(picture, &outline, part.width + 2.0 * RIM, shift);
        }
        for part in &self.0 {
            match part.kind {
                Kind::Solid => {
                    let contour = paint(rgba(shade(part.color, 0.42), 1.0));
                    part.stroke(picture, &contour, part.width + 1.5, shift);
                    part.draw(picture, &part.lit(), shift);
                }
                Kind::Detail(alpha, _) => {
                    part.draw(picture, &paint(rgba(part.color, alpha)), shift);
                }
                Kind::Glow(at, radius) => {
                    part.draw(picture, &light(at, radius, part.color), shift);
                }
            }
        }
    }
}

impl Part {
    fn stroke(&self, picture: &mut Pixmap, paint: &Paint, width: f32, shift: Transform) {
        let line_join = match self.kind {
            Kind::Detail(_, join) => join,
            Kind::Solid | Kind::Glow(..) => LineJoin::Round,
        };
        let stroke = Stroke {
            width,
            line_cap: LineCap::Round,
            line_join,
            ..Stroke::default()
        };
        picture.stroke_path(&self.path, paint, &stroke, shift, None);
    }

    fn draw(&self, picture: &mut Pixmap, paint: &Paint, shift: Transform) {
        if self.is_filled {
            picture.fill_path(&self.path, paint, FillRule::Winding, shift, None);
        }
        if self.width > 0.0 {
            self.stroke(picture, paint, self.width, shift);
        }
    }

    /// Lighter above, darker below.
    fn lit(&self) -> Paint<'static> {
        let bounds = self.path.bounds();
        let half = self.width / 2.0;
        let stops = [(0.0, 1.24), (0.45, 1.0), (1.0, 0.66)]
            .map(|(at, light)| (at, rgba(shade(self.color, light), 1.0)));
        let (top, bottom) = (bounds.top() - half, bounds.bottom() + half + 0.1);
        fading((bounds.left(), top), (bounds.left(), bottom), &stops)
    }
}

/// Paint that fades from the middle outwards.
fn light(at: At, radius: f32, color: u32) -> Paint<'static> {
    let stops = [(0.0, 0.9), (0.3, 0.55), (0.65, 0.18), (1.0, 0.0)];
    radiating(
        at,
        radius,
        &stops.map(|(at, alpha)| (at, rgba(color, alpha))),
    )
}

fn ellipse((x, y): At, (rx, ry): At) -> Option<Path> {
    let bounds = Rect::from_xywh(x - rx, y - ry, rx * 2.0, ry * 2.0)?;
    PathBuilder::from_oval(bounds)
}

fn curves(points: &[At]) -> Option<Path> {
    let (from, bends) = points.split_first()?;
    let mut builder = PathBuilder::new();
    builder.move_to(from.0, from.1);
    for pair in bends.chunks_exact(2) {
        let (bend, end) = (pair[0], pair[1]);
        builder.quad_to(bend.0, bend.1, end.0, end.1);
    }
    builder.close();
    builder.finish()
}
