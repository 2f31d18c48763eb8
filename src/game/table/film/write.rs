//! Writes pictures as PNG, and several of them as an animated one, of which every frame holds only what
//! changed.

use std::io;

use png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, Encoder, EncodingError};
use tiny_skia::Pixmap;

/// What changed from one picture to the next.
struct Frame {
    /// Left, top, width and height, pixels.
    area: [u32; 4],
    /// Red, green and blue of each.
    pixels: Vec<u8>,
    milliseconds: u16,
}

/// Pictures shown one after the other.
pub struct Film {
    size: (u32, u32),
    last: Vec<u8>,
    frames: Vec<Frame>,
}

impl Film {
    /// Begins one of so many pixels, width and height.
    pub fn new(size: (u32, u32)) -> Self {
        Self {
            size,
            last: Vec::new(),
            frames: Vec::new(),
        }
    }

    /// Shows a picture for so long; the last one goes on if it is the same.
    ///
    /// # Panics
    /// If the picture has another size.
    pub fn show(&mut self, picture: &Pixmap, milliseconds: u16) {
        assert_eq!((picture.width(), picture.height()), self.size);
        let now = opaque(picture);
        let (width, height) = self.size;
        let area = match self.last.is_empty() {
            true => Some([0, 0, width, height]),
            false => changed(&self.last, &now, width as usize),
        };
        match (area, self.frames.last_mut()) {
            (None, Some(frame)) => {
                frame.milliseconds = frame.milliseconds.saturating_add(milliseconds);
            }
            (None, None) => {}
            (Some(area), _) => self.frames.push(Frame {
                area,
                pixels: cut(&now, width as usize, area),
                milliseconds,
            }),
        }
        self.last = now;
    }

    /// Writes it as an animated PNG that goes round for ever.
    ///
    /// # Errors
    /// Why it could not be written.
    pub fn write(&self, to: impl io::Write) -> Result<(), EncodingError> {
        let mut encoder = encoder(to, self.size);
        let count = u32::try_from(self.frames.len()).unwrap_or(u32::MAX);
        encoder.set_animated(count, 0)?;
        encoder.set_blend_op(BlendOp::Source)?;
        encoder.set_dispose_op(DisposeOp::None)?;
        let mut writer = encoder.write_header()?;
        for frame in &self.frames {
            let [left, top, width, height] = frame.area;
            writer.reset_frame_position()?;
            writer.set_frame_dimension(width, height)?;
            writer.set_frame_position(left, top)?;
            writer.set_frame_delay(frame.milliseconds, 1000)?;
            writer.write_image_data(&frame.pixels)?;
        }
        writer.finish()
    }
}

/// Writes a picture so wide and high, red, green and blue of each pixel, as PNG.
///
/// # Errors
/// Why it could not be written.
pub fn write_pixels(
    size: (u32, u32),
    pixels: &[u8],
    to: impl io::Write,
) -> Result<(), EncodingError> {
    let mut writer = encoder(to, size).write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()
}

fn encoder<'a, W: io::Write>(to: W, (width, height): (u32, u32)) -> Encoder<'a, W> {
    let mut encoder = Encoder::new(to, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    encoder
}

/// Lists red, green and blue of a picture without holes.
pub fn opaque(picture: &Pixmap) -> Vec<u8> {
    let pixels = picture.data().chunks_exact(4);
    pixels
        .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]])
        .collect()
}

/// Returns the rectangle in which two pictures differ: left, top, width and height.
fn changed(before: &[u8], now: &[u8], width: usize) -> Option<[u32; 4]> {
    let row = width * 3;
    let (mut left, mut right, mut rows) = (width, 0, None);
    for (y, (old, new)) in before
        .chunks_exact(row)
        .zip(now.chunks_exact(row))
        .enumerate()
    {
        let differs = |pixel: &usize| old[pixel * 3..][..3] != new[pixel * 3..][..3];
        let Some(first) = (0..width).find(differs) else {
            continue;
        };
        let last = (0..width).rev().find(differs).unwrap_or(first);
        (left, right) = (left.min(first), right.max(last));
        let (top, _) = rows.unwrap_or((y, y));
        rows = Some((top, y));
    }
    let (top, bottom) = rows?;
    let area = [left, top, right + 1 - left, bottom + 1 - top];
    Some(area.map(|value| value as u32))
}

fn cut(pixels: &[u8], across: usize, [left, top, width, height]: [u32; 4]) -> Vec<u8> {
    let [left, top, width, height] = [left, top, width, height].map(|value| value as usize);
    let rows = pixels.chunks_exact(across * 3).skip(top).take(height);
    rows.flat_map(|row| &row[left * 3..(left + width) * 3])
        .copied()
        .collect()
}

#[cfg(test)]
mod tests {
    use png::Decoder;
    use tiny_skia::Color;

    use super::*;

    fn plain(color: [u8; 3]) -> Pixmap {
        let mut picture = Pixmap::new(20, 10).expect("the size is not zero");
        let [red, green, blue] = color;
        picture.fill(Color::from_rgba8(red, green, blue, 255));
        picture
    }

    #[test]
    fn a_film_holds_what_changed_and_shows_the_rest_longer() {
        let mut film = Film::new((20, 10));
        let first = plain([10, 20, 30]);
        let mut second = first.clone();
        second.data_mut()[(4 * 20 + 7) * 4] = 200;
        second.data_mut()[(6 * 20 + 3) * 4] = 200;
        for picture in [&first, &first, &second] {
            film.show(picture, 100);
        }
        assert_eq!(film.frames.len(), 2);
        let mut file = Vec::new();
        film.write(&mut file)
            .unwrap_or_else(|error| panic!("{error}"));
        let mut reader = (Decoder::new(io::Cursor::new(file)).read_info()).expect("it is one");
        let mut pixels = vec![0; 20 * 10 * 3];
        let mut frames = Vec::new();
        for _ in 0..2 {
            reader.next_frame(&mut pixels).expect("there is another");
            let frame = reader.info().frame_control.expect("it is animated");
            frames.push((
                [frame.x_offset, frame.y_offset, frame.width, frame.height],
                frame.delay_num,
            ));
        }
        assert_eq!(frames, [([0, 0, 20, 10], 200), ([3, 4, 5, 3], 100)]);
        assert_eq!(
            pixels[4 * 3],
            200,
            "the second one holds its rectangle alone"
        );
    }

    #[test]
    fn a_picture_is_read_as_it_was_written() {
        let mut file = Vec::new();
        let picture = plain([1, 2, 3]);
        write_pixels((20, 10), &opaque(&picture), &mut file)
            .unwrap_or_else(|error| panic!("{error}"));
        let mut reader = (Decoder::new(io::Cursor::new(file)).read_info()).expect("it is one");
        let mut pixels = vec![0; 20 * 10 * 3];
        reader.next_frame(&mut pixels).expect("it is whole");
        assert!(pixels.chunks(3).all(|pixel| pixel == [1, 2, 3]));
    }
}
