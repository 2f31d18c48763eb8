//! Icons of the interface: lines and shapes, drawn where they stand.
//!
//! **Invariant:** an icon is told by its shape; its color is that of the text beside it.

use std::sync::LazyLock;

use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, vec2};

/// Declares icons, each with its marks in percent of a square from the top left: `L` draws a line through
/// points, `F` fills them, `D` draws a dot and `R` a ring around a point, with a radius.
macro_rules! icons {
    ($($name:ident $marks:literal;)*) => {
        /// A picture on a button or before a line.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Icon {
            $($name,)*
        }

        impl Icon {
            /// Returns the icon of a name.
            pub fn named(name: &str) -> Option<Self> {
                match name {
                    $(stringify!($name) => Some(Self::$name),)*
                    _ => None,
                }
            }
        }

        /// Marks of all icons, in their order.
        const MARKS: &[&str] = &[$($marks,)*];
    };
}

icons! {
    TakeCover "L 10 90 10 45 45 45 45 90, D 68 42 12, L 68 55 60 72 85 72 85 92";
    Prone "D 20 62 12, L 32 68 92 74, L 5 88 95 88";
    Stand "D 50 18 12, L 50 32 50 62, L 32 94 50 62 68 94, L 28 44 72 44";
    Disengage "L 86 50 20 50, L 42 26 16 50 42 74, L 92 20 92 80";
    Reload "L 30 30 30 90 70 90 70 30, L 30 52 70 52, L 30 70 70 70, L 34 24 50 6 66 24";
    Watch "L 5 50 28 27 50 20 72 27 95 50 72 73 50 80 28 73 5 50, R 50 50 15, L 50 30 50 70, L 30 50 70 50";
    PinDown "L 12 20 50 50 12 80, L 42 20 80 50 42 80, L 92 10 92 90";
    Door "L 25 92 25 8 75 8 75 92, L 10 92 90 92, D 62 52 7";
    Interact "R 50 50 36, L 50 30 50 70, L 30 50 70 50";
    Leave "L 55 10 12 10 12 90 55 90, L 36 50 92 50, L 70 28 93 50 70 72";
    EndUnit "L 12 55 40 80 90 20";
    EndTurn "L 12 18 45 50 12 82, L 45 18 78 50 45 82, L 90 15 90 85";
    Undo "L 20 34 65 34 85 54 65 80 30 80, L 40 12 18 34 40 56";
    Single "F 42 40 50 20 58 40 58 80 42 80";
    Aimed "R 50 50 30, L 50 2 50 32, L 50 68 50 98, L 2 50 32 50, L 68 50 98 50, D 50 50 7";
    Head "R 50 42 28, L 20 95 32 76 68 76 80 95, D 50 42 8";
    Burst "F 13 42 20 20 27 42 27 80 13 80, F 43 42 50 20 57 42 57 80 43 80, F 73 42 80 20 87 42 87 80 73 80";
    Auto "F 5 42 12 20 19 42 19 80 5 80, F 24 42 31 20 38 42 38 80 24 80, F 43 42 50 20 57 42 57 80 43 80, F 62 42 69 20 76 42 76 80 62 80, F 81 42 88 20 95 42 95 80 81 80";
    Blade "L 90 10 35 65, L 22 52 48 78, L 30 70 10 90";
    Ground "L 50 6 90 28 90 72 50 94 10 72 10 28 50 6, D 50 50 10";
    Walk "D 52 14 11, L 50 28 50 60, L 34 95 50 60 64 95, L 36 52 50 34 66 50";
    Run "D 66 14 11, L 60 28 45 58 66 70 60 95, L 45 58 30 78 8 78, L 30 46 36 32 60 28 74 48 92 44";
    Sneak "D 60 36 11, L 52 48 34 66 60 72 56 95, L 34 66 24 95, L 52 50 80 62";
    Crawl "D 80 58 11, L 68 66 30 72 10 62, L 60 68 68 86, L 30 72 20 88";
    Grenade "R 46 62 28, L 46 34 46 20 72 20 84 42";
    Mine "L 10 80 24 52 76 52 90 80 10 80, L 50 52 50 28, D 50 24 8";
    Medikit "L 10 25 90 25 90 88 10 88 10 25, L 50 38 50 76, L 31 57 69 57";
    Box "L 12 30 88 30 88 88 12 88 12 30, L 12 30 28 12 72 12 88 30";
    Gun "L 6 40 94 40, L 94 30 94 40, L 12 42 6 70 24 70 32 42, L 48 42 52 66 62 66 62 42";
    Star "L 50 7 61 37 93 38 68 58 76 88 50 71 24 88 32 58 7 38 39 37 50 7";
    HalfShield "F 50 8 14 22 18 58 50 92, L 50 8 86 22 82 58 50 92 18 58 14 22 50 8";
    FullShield "F 50 8 86 22 82 58 50 92 18 58 14 22";
    OpenShield "L 50 8 86 22 82 58 50 92 18 58 14 22 50 8, L 20 90 80 10";
    Eye "L 5 50 28 27 50 20 72 27 95 50 72 73 50 80 28 73 5 50, D 50 50 15";
    Crosshair "R 50 50 30, L 50 2 50 32, L 50 68 50 98, L 2 50 32 50, L 68 50 98 50";
    Clock "R 50 50 40, L 50 25 50 50 68 60";
    Book "L 50 20 10 12 10 80 50 90 90 80 90 12 50 20, L 50 20 50 90";
    Help "L 30 32 36 14 60 12 70 30 50 50 50 66, D 50 86 7";
    Menu "L 12 22 88 22, L 12 50 88 50, L 12 78 88 78";
    Save "L 12 12 74 12 88 26 88 88 12 88 12 12, L 30 12 30 36 66 36 66 12, L 28 88 28 56 72 56 72 88";
    List "L 12 22 88 22, L 12 50 88 50, L 12 78 88 78";
    Reserve "R 50 50 40, L 50 28 50 50, L 30 70 70 70";
    Skull "R 50 42 32, D 38 42 8, D 62 42 8, L 38 74 38 92 62 92 62 74";
    Play "F 25 12 85 50 25 88";
    Pause "F 25 12 42 12 42 88 25 88, F 58 12 75 12 75 88 58 88";
    StepBack "F 75 12 75 88 30 50, L 22 12 22 88";
    StepForward "F 25 12 70 50 25 88, L 78 12 78 88";
    ToStart "F 50 15 50 85 18 50, F 90 15 90 85 56 50, L 10 12 10 88";
    ToEnd "F 10 15 44 50 10 85, F 50 15 82 50 50 85, L 90 12 90 88";
}

/// A mark of an icon: its kind and its figures.
type Mark = (char, Vec<f32>);

/// Marks of all icons, read.
static READ: LazyLock<Vec<Vec<Mark>>> = LazyLock::new(|| {
    let mark = |text: &str| {
        let (kind, figures) = text.trim().split_at(1);
        let figures = figures.split_whitespace();
        let figures = figures.map(|figure| figure.parse::<f32>().expect("a figure") / 100.0);
        (
            kind.chars().next().expect("it is not empty"),
            figures.collect(),
        )
    };
    let icons = MARKS.iter();
    icons
        .map(|marks| marks.split(',').map(mark).collect())
        .collect()
});

/// Draws an icon in a square.
pub fn draw(painter: &Painter, rect: Rect, icon: Icon, color: Color32) {
    let side = rect.width().min(rect.height());
    let thin = Stroke::new((side * 0.085).max(1.2), color);
    let at = |x: f32, y: f32| rect.center() + vec2((x - 0.5) * side, (y - 0.5) * side);
    for (kind, figures) in &READ[icon as usize] {
        let points = || -> Vec<Pos2> {
            let pairs = figures.chunks_exact(2);
            pairs.map(|point| at(point[0], point[1])).collect()
        };
        painter.add(match (kind, &figures[..]) {
            ('L', _) => Shape::line(points(), thin),
            ('F', _) => Shape::convex_polygon(points(), color, Stroke::NONE),
            ('D', &[x, y, radius]) => Shape::circle_filled(at(x, y), radius * side, color),
            ('R', &[x, y, radius]) => Shape::circle_stroke(at(x, y), radius * side, thin),
            _ => Shape::Noop,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_icon_is_made_of_marks_that_are_known() {
        for marks in READ.iter() {
            for (kind, figures) in marks {
                let is_whole = match kind {
                    'L' | 'F' => figures.len() >= 4 && figures.len().is_multiple_of(2),
                    'D' | 'R' => figures.len() == 3,
                    _ => false,
                };
                assert!(is_whole, "{kind} {figures:?}");
                assert!(figures.iter().all(|one| (0.0..=1.0).contains(one)));
            }
        }
    }
}
