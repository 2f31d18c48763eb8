//! Measures how much work painting a picture is.
//!
//! **Invariant:** goes through a picture as the painter does, so that all that is painted is measured.

use resvg::usvg::filter::{Filter, Kind};
use resvg::usvg::{ClipPath, Group, ImageKind, Mask, Node, Paint, Path, Pattern, Tree};
use tiny_skia::{NonZeroRect, Rect, Transform};

/// Most pixels painted, over and over included.
const MAX_PIXELS: f64 = 120e6;
/// Most dashes of lines.
const MAX_DASHES: f64 = 20_000.0;
/// Widest blur, pixels.
const MAX_BLUR: f32 = 64.0;
/// How many times as wide and high as the picture a layer of the painter may be.
const LAYER: f64 = 5.0;

/// Checks that painting a picture takes little work: with so many pixels for a unit of it, on a square with
/// sides of so many pixels.
///
/// # Errors
/// What takes too much.
pub(super) fn check(drawing: &Tree, scale: f32, side: u32) -> Result<(), String> {
    let mut work = Work {
        side: f64::from(side),
        pixels: 0.0,
        dashes: 0.0,
    };
    work.group(drawing.root(), Transform::from_scale(scale, scale))
}

struct Work {
    /// Width and height of what is painted on, pixels.
    side: f64,
    pixels: f64,
    dashes: f64,
}

impl Work {
    fn group(&mut self, group: &Group, transform: Transform) -> Result<(), String> {
        let transform = transform.pre_concat(group.transform());
        if group.should_isolate() {
            let layer = self.layer(group.layer_bounding_box(), transform);
            self.paint(2.0 * layer)?;
            for filter in group.filters() {
                self.filter(filter, transform)?;
            }
            if let Some(clip) = group.clip_path() {
                self.clip(clip, transform, layer)?;
            }
            if let Some(mask) = group.mask() {
                self.mask(mask, transform, layer)?;
            }
        }
        group.children().iter().try_for_each(|node| match node {
            Node::Group(group) => self.group(group, transform),
            Node::Path(path) => self.path(path, transform),
            Node::Image(image) => {
                self.paint(2.0 * self.side * self.side)?;
                match image.kind() {
                    ImageKind::SVG(drawing) => self.group(drawing.root(), transform),
                    _ => Ok(()),
                }
            }
            Node::Text(text) => self.group(text.flattened(), transform),
        })
    }

    fn path(&mut self, path: &Path, transform: Transform) -> Result<(), String> {
        let covered = self.covered(path.stroke_bounding_box(), transform, 1.0);
        self.paint(covered + path.data().len() as f64)?;
        let stroke = path.stroke();
        if let Some(dashes) = stroke.and_then(|stroke| stroke.dasharray()) {
            let sum: f64 = dashes.iter().map(|&dash| f64::from(dash)).sum();
            self.dashes +=
                length(path) / sum.max(f64::from(f32::MIN_POSITIVE)) * dashes.len() as f64;
            if self.dashes.is_nan() || self.dashes > MAX_DASHES {
                return Err(format!(
                    "it has too many dashes; at most {MAX_DASHES} are allowed"
                ));
            }
        }
        let paints = [
            path.fill().map(|fill| fill.paint()),
            stroke.map(|stroke| stroke.paint()),
        ];
        paints
            .into_iter()
            .flatten()
            .try_for_each(|paint| match paint {
                Paint::Pattern(pattern) => self.pattern(pattern, transform),
                _ => Ok(()),
            })
    }

    fn pattern(&mut self, pattern: &Pattern, transform: Transform) -> Result<(), String> {
        let (across, down) = transform.pre_concat(pattern.transform()).get_scale();
        let width = f64::from(pattern.rect().width() * across);
        let height = f64::from(pattern.rect().height() * down);
        self.paint(width * height)?;
        // What is in it is painted on the tile, which may be larger than the picture.
        let side = self.side;
        self.side = side.max(width).max(height);
        let within = self.group(pattern.root(), Transform::from_scale(across, down));
        self.side = side;
        within
    }

    fn clip(&mut self, clip: &ClipPath, transform: Transform, layer: f64) -> Result<(), String> {
        self.paint(3.0 * layer)?;
        if let Some(outer) = clip.clip_path() {
            self.clip(outer, transform, layer)?;
        }
        self.group(clip.root(), transform.pre_concat(clip.transform()))
    }

    fn mask(&mut self, mask: &Mask, transform: Transform, layer: f64) -> Result<(), String> {
        self.paint(4.0 * layer)?;
        if let Some(outer) = mask.mask() {
            self.mask(outer, transform, layer)?;
        }
        self.group(mask.root(), transform)
    }

    fn filter(&mut self, filter: &Filter, transform: Transform) -> Result<(), String> {
        let layer = self.layer(filter.rect(), transform);
        let (across, down) = transform.get_scale();
        for primitive in filter.primitives() {
            match primitive.kind() {
                Kind::GaussianBlur(blur) => {
                    let widest =
                        (blur.std_dev_x().get() * across).max(blur.std_dev_y().get() * down);
                    if widest.is_nan() || widest > MAX_BLUR {
                        return Err(format!(
                            "a blur is too wide; at most a third of the picture is allowed ({widest} pixels)"
                        ));
                    }
                }
                Kind::Blend(_)
                | Kind::ColorMatrix(_)
                | Kind::ComponentTransfer(_)
                | Kind::Composite(_)
                | Kind::Flood(_)
                | Kind::Merge(_) => {}
                _ => return Err("a filter of it is not painted; leave it out".to_owned()),
            }
            self.paint(8.0 * layer)?;
        }
        Ok(())
    }

    /// Returns the pixels of a layer that holds a part of the picture.
    fn layer(&self, part: NonZeroRect, transform: Transform) -> f64 {
        self.covered(part.to_rect(), transform, LAYER)
    }

    /// Returns how many pixels a part of the picture covers, as far as they are painted: on so many times the
    /// width and height of the picture.
    fn covered(&self, part: Rect, transform: Transform, times: f64) -> f64 {
        let most = self.side * times;
        let Some(part) = part.transform(transform) else {
            return most * most;
        };
        let side = |length: f32| (f64::from(length) + 4.0).clamp(0.0, most);
        side(part.width()) * side(part.height())
    }

    fn paint(&mut self, pixels: f64) -> Result<(), String> {
        self.pixels += pixels;
        match self.pixels <= MAX_PIXELS {
            true => Ok(()),
            false => Err(format!(
                "painting it takes too many pixels; at most {} million are allowed, with all that is \
                 painted over",
                MAX_PIXELS / 1e6
            )),
        }
    }
}

/// Returns a length that a path is not longer than.
fn length(path: &Path) -> f64 {
    let points = path.data().points();
    let steps = points
        .windows(2)
        .map(|ends| f64::from(ends[0].distance(ends[1])));
    // A path may close itself.
    2.0 * steps.sum::<f64>()
}
