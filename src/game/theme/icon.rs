//! Icons of the interface: lines and shapes, drawn where they stand.
//!
//! **Invariant:** an icon is told by its shape; its color is that of the text beside it.

use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, vec2};

/// A picture on a button or before a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Icon {
    TakeCover,
    Prone,
    Stand,
    Disengage,
    Reload,
    Watch,
    PinDown,
    Door,
    Interact,
    Leave,
    EndUnit,
    EndTurn,
    Undo,
    Single,
    Aimed,
    Head,
    Burst,
    Auto,
    Blade,
    Ground,
    Walk,
    Run,
    Sneak,
    Crawl,
    Grenade,
    Mine,
    Medikit,
    Box,
    Gun,
    Star,
    HalfShield,
    FullShield,
    OpenShield,
    Eye,
    Crosshair,
    Clock,
    Book,
    Help,
    Menu,
    Save,
    List,
    Reserve,
    Skull,
    Play,
    Pause,
    StepBack,
    StepForward,
    ToStart,
    ToEnd,
    Speaker,
    Light,
}

/// Draws an icon in a square.
pub fn draw(painter: &Painter, rect: Rect, icon: Icon, color: Color32) {
    let side = rect.width().min(rect.height());
    let at = |x: f32, y: f32| rect.center() + vec2((x - 0.5) * side, (y - 0.5) * side);
    let thin = Stroke::new((side * 0.085).max(1.2), color);
    let line = |points: &[(f32, f32)]| {
        let points: Vec<Pos2> = points.iter().map(|&(x, y)| at(x, y)).collect();
        painter.add(Shape::line(points, thin));
    };
    let fill = |points: &[(f32, f32)]| {
        let points: Vec<Pos2> = points.iter().map(|&(x, y)| at(x, y)).collect();
        painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
    };
    let ring = |x: f32, y: f32, radius: f32| {
        painter.circle_stroke(at(x, y), radius * side, thin);
    };
    let dot = |x: f32, y: f32, radius: f32| {
        painter.circle_filled(at(x, y), radius * side, color);
    };
    let shield = [
        (0.5, 0.08),
        (0.86, 0.22),
        (0.82, 0.58),
        (0.5, 0.92),
        (0.18, 0.58),
        (0.14, 0.22),
        (0.5, 0.08),
    ];
    match icon {
        Icon::TakeCover => {
            line(&[(0.1, 0.9), (0.1, 0.45), (0.45, 0.45), (0.45, 0.9)]);
            dot(0.68, 0.42, 0.12);
            line(&[(0.68, 0.55), (0.6, 0.72), (0.85, 0.72), (0.85, 0.92)]);
        }
        Icon::Prone => {
            dot(0.2, 0.62, 0.12);
            line(&[(0.32, 0.68), (0.92, 0.74)]);
            line(&[(0.05, 0.88), (0.95, 0.88)]);
        }
        Icon::Stand => {
            dot(0.5, 0.18, 0.12);
            line(&[(0.5, 0.32), (0.5, 0.62)]);
            line(&[(0.32, 0.94), (0.5, 0.62), (0.68, 0.94)]);
            line(&[(0.28, 0.44), (0.72, 0.44)]);
        }
        Icon::Disengage => {
            line(&[(0.86, 0.5), (0.2, 0.5)]);
            line(&[(0.42, 0.26), (0.16, 0.5), (0.42, 0.74)]);
            line(&[(0.92, 0.2), (0.92, 0.8)]);
        }
        Icon::Reload => {
            line(&[(0.3, 0.3), (0.3, 0.9), (0.7, 0.9), (0.7, 0.3)]);
            line(&[(0.3, 0.52), (0.7, 0.52)]);
            line(&[(0.3, 0.7), (0.7, 0.7)]);
            line(&[(0.34, 0.24), (0.5, 0.06), (0.66, 0.24)]);
        }
        Icon::Watch | Icon::Eye => {
            line(&[
                (0.05, 0.5),
                (0.28, 0.27),
                (0.5, 0.2),
                (0.72, 0.27),
                (0.95, 0.5),
                (0.72, 0.73),
                (0.5, 0.8),
                (0.28, 0.73),
                (0.05, 0.5),
            ]);
            if icon == Icon::Watch {
                ring(0.5, 0.5, 0.15);
                line(&[(0.5, 0.3), (0.5, 0.7)]);
                line(&[(0.3, 0.5), (0.7, 0.5)]);
            } else {
                dot(0.5, 0.5, 0.15);
            }
        }
        Icon::PinDown => {
            line(&[(0.12, 0.2), (0.5, 0.5), (0.12, 0.8)]);
            line(&[(0.42, 0.2), (0.8, 0.5), (0.42, 0.8)]);
            line(&[(0.92, 0.1), (0.92, 0.9)]);
        }
        Icon::Door => {
            line(&[(0.25, 0.92), (0.25, 0.08), (0.75, 0.08), (0.75, 0.92)]);
            line(&[(0.1, 0.92), (0.9, 0.92)]);
            dot(0.62, 0.52, 0.07);
        }
        Icon::Interact => {
            ring(0.5, 0.5, 0.36);
            line(&[(0.5, 0.3), (0.5, 0.7)]);
            line(&[(0.3, 0.5), (0.7, 0.5)]);
        }
        Icon::Leave => {
            line(&[(0.55, 0.1), (0.12, 0.1), (0.12, 0.9), (0.55, 0.9)]);
            line(&[(0.36, 0.5), (0.92, 0.5)]);
            line(&[(0.7, 0.28), (0.93, 0.5), (0.7, 0.72)]);
        }
        Icon::EndUnit => {
            line(&[(0.12, 0.55), (0.4, 0.8), (0.9, 0.2)]);
        }
        Icon::EndTurn => {
            line(&[(0.12, 0.18), (0.45, 0.5), (0.12, 0.82)]);
            line(&[(0.45, 0.18), (0.78, 0.5), (0.45, 0.82)]);
            line(&[(0.9, 0.15), (0.9, 0.85)]);
        }
        Icon::Undo => {
            line(&[
                (0.2, 0.34),
                (0.65, 0.34),
                (0.85, 0.54),
                (0.65, 0.8),
                (0.3, 0.8),
            ]);
            line(&[(0.4, 0.12), (0.18, 0.34), (0.4, 0.56)]);
        }
        Icon::Single => {
            fill(&[
                (0.42, 0.4),
                (0.5, 0.2),
                (0.58, 0.4),
                (0.58, 0.8),
                (0.42, 0.8),
            ]);
        }
        Icon::Aimed | Icon::Crosshair => {
            ring(0.5, 0.5, 0.3);
            for (from, to) in [
                ((0.5, 0.02), (0.5, 0.32)),
                ((0.5, 0.68), (0.5, 0.98)),
                ((0.02, 0.5), (0.32, 0.5)),
                ((0.68, 0.5), (0.98, 0.5)),
            ] {
                line(&[from, to]);
            }
            if icon == Icon::Aimed {
                dot(0.5, 0.5, 0.07);
            }
        }
        Icon::Head => {
            ring(0.5, 0.42, 0.28);
            line(&[(0.2, 0.95), (0.32, 0.76), (0.68, 0.76), (0.8, 0.95)]);
            dot(0.5, 0.42, 0.08);
        }
        Icon::Burst | Icon::Auto => {
            let places: &[f32] = match icon {
                Icon::Burst => &[0.2, 0.5, 0.8],
                _ => &[0.12, 0.31, 0.5, 0.69, 0.88],
            };
            for &x in places {
                fill(&[
                    (x - 0.07, 0.42),
                    (x, 0.2),
                    (x + 0.07, 0.42),
                    (x + 0.07, 0.8),
                    (x - 0.07, 0.8),
                ]);
            }
        }
        Icon::Blade => {
            line(&[(0.9, 0.1), (0.35, 0.65)]);
            line(&[(0.22, 0.52), (0.48, 0.78)]);
            line(&[(0.3, 0.7), (0.1, 0.9)]);
        }
        Icon::Ground => {
            line(&[
                (0.5, 0.06),
                (0.9, 0.28),
                (0.9, 0.72),
                (0.5, 0.94),
                (0.1, 0.72),
                (0.1, 0.28),
                (0.5, 0.06),
            ]);
            dot(0.5, 0.5, 0.1);
        }
        Icon::Walk => {
            dot(0.52, 0.14, 0.11);
            line(&[(0.5, 0.28), (0.5, 0.6)]);
            line(&[(0.34, 0.95), (0.5, 0.6), (0.64, 0.95)]);
            line(&[(0.36, 0.52), (0.5, 0.34), (0.66, 0.5)]);
        }
        Icon::Run => {
            dot(0.66, 0.14, 0.11);
            line(&[(0.6, 0.28), (0.45, 0.58), (0.66, 0.7), (0.6, 0.95)]);
            line(&[(0.45, 0.58), (0.3, 0.78), (0.08, 0.78)]);
            line(&[
                (0.3, 0.46),
                (0.36, 0.32),
                (0.6, 0.28),
                (0.74, 0.48),
                (0.92, 0.44),
            ]);
        }
        Icon::Sneak => {
            dot(0.6, 0.36, 0.11);
            line(&[(0.52, 0.48), (0.34, 0.66), (0.6, 0.72), (0.56, 0.95)]);
            line(&[(0.34, 0.66), (0.24, 0.95)]);
            line(&[(0.52, 0.5), (0.8, 0.62)]);
        }
        Icon::Crawl => {
            dot(0.8, 0.58, 0.11);
            line(&[(0.68, 0.66), (0.3, 0.72), (0.1, 0.62)]);
            line(&[(0.6, 0.68), (0.68, 0.86)]);
            line(&[(0.3, 0.72), (0.2, 0.88)]);
        }
        Icon::Grenade => {
            ring(0.46, 0.62, 0.28);
            line(&[(0.46, 0.34), (0.46, 0.2), (0.72, 0.2), (0.84, 0.42)]);
        }
        Icon::Mine => {
            line(&[
                (0.1, 0.8),
                (0.24, 0.52),
                (0.76, 0.52),
                (0.9, 0.8),
                (0.1, 0.8),
            ]);
            line(&[(0.5, 0.52), (0.5, 0.28)]);
            dot(0.5, 0.24, 0.08);
        }
        Icon::Medikit => {
            line(&[
                (0.1, 0.25),
                (0.9, 0.25),
                (0.9, 0.88),
                (0.1, 0.88),
                (0.1, 0.25),
            ]);
            line(&[(0.5, 0.38), (0.5, 0.76)]);
            line(&[(0.31, 0.57), (0.69, 0.57)]);
        }
        Icon::Box => {
            line(&[
                (0.12, 0.3),
                (0.88, 0.3),
                (0.88, 0.88),
                (0.12, 0.88),
                (0.12, 0.3),
            ]);
            line(&[(0.12, 0.3), (0.28, 0.12), (0.72, 0.12), (0.88, 0.3)]);
        }
        Icon::Gun => {
            line(&[(0.06, 0.4), (0.94, 0.4)]);
            line(&[(0.94, 0.3), (0.94, 0.4)]);
            line(&[(0.12, 0.42), (0.06, 0.7), (0.24, 0.7), (0.32, 0.42)]);
            line(&[(0.48, 0.42), (0.52, 0.66), (0.62, 0.66), (0.62, 0.42)]);
        }
        Icon::Star => {
            let points: Vec<_> = (0..=10)
                .map(|i| {
                    let angle = (i as f32 * 36.0 - 90.0).to_radians();
                    let radius = if i % 2 == 0 { 0.45 } else { 0.19 };
                    (0.5 + radius * angle.cos(), 0.52 + radius * angle.sin())
                })
                .collect();
            line(&points);
        }
        Icon::OpenShield => {
            line(&shield);
            line(&[(0.2, 0.9), (0.8, 0.1)]);
        }
        Icon::HalfShield => {
            fill(&[(0.5, 0.08), (0.14, 0.22), (0.18, 0.58), (0.5, 0.92)]);
            line(&shield);
        }
        Icon::FullShield => fill(&shield[..6]),
        Icon::Clock => {
            ring(0.5, 0.5, 0.4);
            line(&[(0.5, 0.25), (0.5, 0.5), (0.68, 0.6)]);
        }
        Icon::Book => {
            line(&[
                (0.5, 0.2),
                (0.1, 0.12),
                (0.1, 0.8),
                (0.5, 0.9),
                (0.9, 0.8),
                (0.9, 0.12),
                (0.5, 0.2),
            ]);
            line(&[(0.5, 0.2), (0.5, 0.9)]);
        }
        Icon::Help => {
            line(&[
                (0.3, 0.32),
                (0.36, 0.14),
                (0.6, 0.12),
                (0.7, 0.3),
                (0.5, 0.5),
                (0.5, 0.66),
            ]);
            dot(0.5, 0.86, 0.07);
        }
        Icon::Menu | Icon::List => {
            for y in [0.22, 0.5, 0.78] {
                line(&[(0.12, y), (0.88, y)]);
            }
        }
        Icon::Save => {
            line(&[
                (0.12, 0.12),
                (0.74, 0.12),
                (0.88, 0.26),
                (0.88, 0.88),
                (0.12, 0.88),
                (0.12, 0.12),
            ]);
            line(&[(0.3, 0.12), (0.3, 0.36), (0.66, 0.36), (0.66, 0.12)]);
            line(&[(0.28, 0.88), (0.28, 0.56), (0.72, 0.56), (0.72, 0.88)]);
        }
        Icon::Reserve => {
            ring(0.5, 0.5, 0.4);
            line(&[(0.5, 0.28), (0.5, 0.5)]);
            line(&[(0.3, 0.7), (0.7, 0.7)]);
        }
        Icon::Skull => {
            ring(0.5, 0.42, 0.32);
            dot(0.38, 0.42, 0.08);
            dot(0.62, 0.42, 0.08);
            line(&[(0.38, 0.74), (0.38, 0.92), (0.62, 0.92), (0.62, 0.74)]);
        }
        Icon::Play => fill(&[(0.25, 0.12), (0.85, 0.5), (0.25, 0.88)]),
        Icon::Pause => {
            fill(&[(0.25, 0.12), (0.42, 0.12), (0.42, 0.88), (0.25, 0.88)]);
            fill(&[(0.58, 0.12), (0.75, 0.12), (0.75, 0.88), (0.58, 0.88)]);
        }
        Icon::StepBack => {
            fill(&[(0.75, 0.12), (0.75, 0.88), (0.3, 0.5)]);
            line(&[(0.22, 0.12), (0.22, 0.88)]);
        }
        Icon::StepForward => {
            fill(&[(0.25, 0.12), (0.7, 0.5), (0.25, 0.88)]);
            line(&[(0.78, 0.12), (0.78, 0.88)]);
        }
        Icon::ToStart => {
            fill(&[(0.5, 0.15), (0.5, 0.85), (0.18, 0.5)]);
            fill(&[(0.9, 0.15), (0.9, 0.85), (0.56, 0.5)]);
            line(&[(0.1, 0.12), (0.1, 0.88)]);
        }
        Icon::ToEnd => {
            fill(&[(0.1, 0.15), (0.44, 0.5), (0.1, 0.85)]);
            fill(&[(0.5, 0.15), (0.82, 0.5), (0.5, 0.85)]);
            line(&[(0.9, 0.12), (0.9, 0.88)]);
        }
        Icon::Speaker => {
            fill(&[
                (0.1, 0.36),
                (0.28, 0.36),
                (0.5, 0.14),
                (0.5, 0.86),
                (0.28, 0.64),
                (0.1, 0.64),
            ]);
            line(&[(0.64, 0.34), (0.72, 0.5), (0.64, 0.66)]);
            line(&[(0.78, 0.22), (0.9, 0.5), (0.78, 0.78)]);
        }
        Icon::Light => {
            ring(0.5, 0.5, 0.18);
            for i in 0..8 {
                let angle = (i as f32 * 45.0).to_radians();
                let (x, y) = (angle.cos(), angle.sin());
                line(&[
                    (0.5 + 0.28 * x, 0.5 + 0.28 * y),
                    (0.5 + 0.44 * x, 0.5 + 0.44 * y),
                ]);
            }
        }
    }
}
