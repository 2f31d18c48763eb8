//! Pips: small signs of what a unit is doing and what was done to it.
//!
//! **Invariant:** each has a shape of its own; color only helps.

use tiny_skia::{Pixmap, Transform};

use super::sketch::{At, Sketch};

/// Width and height of a pip's picture in pixels.
pub const PIP: u32 = 64;
/// Pips in a row of their sheet.
const COLUMNS: u32 = 4;

/// What a pip tells, in the order of urgency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pip {
    /// Out of its senses: two Z.
    Unconscious,
    /// Loses a turn to stun: a star.
    Stunned,
    /// Does not obey for fear: an exclamation mark.
    Panicking,
    /// Obeys somebody else: rings.
    Controlled,
    /// Burns: a flame.
    Burning,
    /// Poisoned: a drop.
    Poisoned,
    /// Pinned down: chevrons downwards.
    Suppressed,
    /// Hardly stands: a broken heart.
    Critical,
    /// Hurt: a cross.
    Wounded,
    /// Watches for movement: an eye.
    Watching,
    /// Will suppress: three rounds.
    SuppressionReady,
    /// Behind full cover: a full shield.
    FullCover,
    /// Behind half cover: a half-filled shield.
    HalfCover,
    /// Lies prone: an arrow to the ground.
    Prone,
    /// Ran, and is unsteady: chevrons forward.
    Ran,
    /// Has done all it will: a tick.
    Done,
}

impl Pip {
    /// All pips, the most urgent first.
    pub const ALL: [Self; 16] = [
        Self::Unconscious,
        Self::Stunned,
        Self::Panicking,
        Self::Controlled,
        Self::Burning,
        Self::Poisoned,
        Self::Suppressed,
        Self::Critical,
        Self::Wounded,
        Self::Watching,
        Self::SuppressionReady,
        Self::FullCover,
        Self::HalfCover,
        Self::Prone,
        Self::Ran,
        Self::Done,
    ];

    /// Returns the corner of its picture on the sheet, pixels.
    pub fn cell(self) -> (u32, u32) {
        let index = self as u32;
        (index % COLUMNS * PIP, index / COLUMNS * PIP)
    }

    fn color(self) -> u32 {
        match self {
            Self::Unconscious | Self::Done => 0xB4_BAC2,
            Self::Stunned | Self::Watching => 0xFF_DE6E,
            Self::Panicking | Self::Suppressed => 0xFF_9A4A,
            Self::Controlled => 0xD0_92FF,
            Self::Burning => 0xFF_7A3A,
            Self::Poisoned => 0x9C_DC4A,
            Self::Critical | Self::Wounded => 0xFF_6A5C,
            Self::SuppressionReady => 0xFF_C25A,
            Self::FullCover | Self::HalfCover | Self::Prone => 0x8A_D0F2,
            Self::Ran => 0xE8_E0C8,
        }
    }

    fn sketch(self) -> Sketch {
        let mut sketch = Sketch::default();
        sketch.oval((16.0, 16.0), (13.0, 13.0), 0x1C_222A);
        self.of_mind(&mut sketch);
        self.of_harm(&mut sketch);
        self.of_readiness(&mut sketch);
        self.of_movement(&mut sketch);
        sketch
    }

    /// Draws what a mind suffers.
    fn of_mind(self, sketch: &mut Sketch) {
        let color = self.color();
        let mut mark = |points: &[At], width: f32| sketch.mark(points, width, color);
        match self {
            Self::Unconscious => {
                mark(&[(9.0, 13.0), (15.0, 13.0), (9.0, 22.0), (15.0, 22.0)], 2.6);
                mark(&[(18.0, 8.0), (23.0, 8.0), (18.0, 15.0), (23.0, 15.0)], 2.2);
            }
            Self::Stunned => {
                let star: Vec<_> = (0..10)
                    .map(|i| {
                        let radius = if i % 2 == 0 { 10.5 } else { 4.4 };
                        let angle = (36.0 * i as f32 - 90.0).to_radians();
                        (16.0 + radius * angle.cos(), 16.5 + radius * angle.sin())
                    })
                    .collect();
                sketch.patch(&star, color);
            }
            Self::Panicking => {
                mark(&[(16.0, 7.0), (16.0, 17.5)], 4.4);
                mark(&[(16.0, 23.4), (16.0, 23.8)], 4.4);
            }
            Self::Controlled => {
                sketch.spot((16.0, 16.0), (10.0, 10.0), color);
                sketch.spot((16.0, 16.0), (7.2, 7.2), 0x1C_222A);
                sketch.spot((16.0, 16.0), (4.4, 4.4), color);
            }
            _ => {}
        }
    }

    /// Draws what a body suffers.
    fn of_harm(self, sketch: &mut Sketch) {
        let color = self.color();
        let mut mark = |points: &[At], width: f32| sketch.mark(points, width, color);
        match self {
            Self::Burning => {
                sketch.patch(
                    &[
                        (16.0, 5.0),
                        (21.5, 12.0),
                        (23.5, 17.5),
                        (22.0, 23.0),
                        (16.0, 26.0),
                        (10.0, 23.0),
                        (8.5, 17.0),
                        (11.5, 12.5),
                        (13.5, 15.0),
                    ],
                    color,
                );
                sketch.patch(
                    &[(16.0, 16.0), (19.0, 20.5), (16.0, 24.0), (13.0, 20.5)],
                    0xFF_E08A,
                );
            }
            Self::Poisoned => {
                sketch.patch(&[(16.0, 5.5), (22.0, 15.0), (10.0, 15.0)], color);
                sketch.spot((16.0, 18.0), (7.0, 7.4), color);
                sketch.spot((13.6, 19.0), (1.8, 2.4), 0xF0_FFD0);
            }
            Self::Suppressed => {
                mark(&[(9.0, 9.0), (16.0, 14.5), (23.0, 9.0)], 3.4);
                mark(&[(9.0, 17.0), (16.0, 22.5), (23.0, 17.0)], 3.4);
            }
            Self::Critical => {
                sketch.spot((12.0, 13.0), (5.2, 5.2), color);
                sketch.spot((20.0, 13.0), (5.2, 5.2), color);
                sketch.patch(&[(7.4, 15.4), (24.6, 15.4), (16.0, 25.5)], color);
                let crack = [(16.0, 7.0), (13.5, 13.0), (18.5, 16.5), (15.5, 25.0)];
                sketch.mark(&crack, 2.4, 0x1C_222A);
            }
            Self::Wounded => {
                mark(&[(16.0, 8.5), (16.0, 23.5)], 5.0);
                mark(&[(8.5, 16.0), (23.5, 16.0)], 5.0);
            }
            _ => {}
        }
    }

    /// Draws what a unit is ready for.
    fn of_readiness(self, sketch: &mut Sketch) {
        let color = self.color();
        match self {
            Self::Watching => {
                sketch.patch(
                    &[
                        (5.0, 16.0),
                        (10.0, 11.0),
                        (16.0, 9.4),
                        (22.0, 11.0),
                        (27.0, 16.0),
                        (22.0, 21.0),
                        (16.0, 22.6),
                        (10.0, 21.0),
                    ],
                    color,
                );
                sketch.spot((16.0, 16.0), (4.6, 4.6), 0x1C_222A);
                sketch.spot((16.0, 16.0), (1.8, 1.8), color);
            }
            Self::SuppressionReady => {
                for x in [9.5, 16.0, 22.5] {
                    sketch.mark(&[(x, 12.0), (x, 22.0)], 4.4, color);
                    sketch.patch(&[(x - 2.2, 12.0), (x, 6.5), (x + 2.2, 12.0)], color);
                }
            }
            Self::FullCover | Self::HalfCover => {
                let shield = [
                    (8.0, 8.0),
                    (16.0, 6.0),
                    (24.0, 8.0),
                    (24.0, 16.0),
                    (21.0, 22.0),
                    (16.0, 26.0),
                    (11.0, 22.0),
                    (8.0, 16.0),
                ];
                sketch.patch(&shield, color);
                if self == Self::HalfCover {
                    let right = [
                        (16.0, 8.4),
                        (21.8, 9.8),
                        (21.8, 16.0),
                        (19.4, 20.6),
                        (16.0, 23.4),
                    ];
                    sketch.patch(&right, 0x1C_222A);
                }
            }
            _ => {}
        }
    }

    /// Draws how a unit has moved.
    fn of_movement(self, sketch: &mut Sketch) {
        let color = self.color();
        let mut mark = |points: &[At], width: f32| sketch.mark(points, width, color);
        match self {
            Self::Prone => {
                mark(&[(7.5, 24.0), (24.5, 24.0)], 3.2);
                mark(&[(16.0, 7.0), (16.0, 18.0)], 3.2);
                mark(&[(10.5, 13.5), (16.0, 19.0), (21.5, 13.5)], 3.2);
            }
            Self::Ran => {
                mark(&[(9.0, 9.5), (15.0, 16.0), (9.0, 22.5)], 3.2);
                mark(&[(17.0, 9.5), (23.0, 16.0), (17.0, 22.5)], 3.2);
            }
            Self::Done => mark(&[(8.5, 16.5), (14.0, 22.0), (24.0, 10.5)], 3.8),
            _ => {}
        }
    }
}

/// Paints all pips side by side.
pub fn pip_sheet() -> Pixmap {
    let rows = u32::try_from(Pip::ALL.len())
        .expect("few pips")
        .div_ceil(COLUMNS);
    let mut sheet = Pixmap::new(COLUMNS * PIP, rows * PIP).expect("the size is not zero");
    let scale = PIP as f32 / 32.0;
    for pip in Pip::ALL {
        let (x, y) = pip.cell();
        let place = Transform::from_scale(scale, scale).post_translate(x as f32, y as f32);
        pip.sketch().paint(&mut sheet, place);
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pip_has_a_shape_of_its_own() {
        let sheet = pip_sheet();
        // What is lighter than the badge it lies on.
        let shape = |pip: Pip| -> Vec<bool> {
            let (left, top) = pip.cell();
            (0..PIP * PIP)
                .map(|i| sheet.pixel(left + i % PIP, top + i / PIP))
                .map(|pixel| pixel.is_some_and(|pixel| pixel.red().max(pixel.green()) > 90))
                .collect()
        };
        for (i, one) in Pip::ALL.into_iter().enumerate() {
            for two in &Pip::ALL[..i] {
                let (a, b) = (shape(one), shape(*two));
                let pixels = a.iter().zip(&b).filter(|(a, b)| a != b).count();
                assert!(pixels > 80, "{one:?} and {two:?} differ in {pixels} pixels");
            }
        }
    }
}
