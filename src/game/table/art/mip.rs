//! Images with smaller copies of themselves, so that they stay clean from far away.
//!
//! **Invariant:** where nothing is painted the color is that of what is near, so that no edge darkens.

use bevy::asset::RenderAssetUsages;
use bevy::image::Image;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat, TextureUsages};
use tiny_skia::Pixmap;

/// Smallest copy, so that pictures of a sheet do not run into each other.
const SMALLEST: u32 = 8;

/// One copy, premultiplied.
struct Level {
    width: u32,
    height: u32,
    pixels: Vec<[f32; 4]>,
}

impl Level {
    fn of(picture: &Pixmap) -> Self {
        let pixels = picture.pixels().iter();
        Self {
            width: picture.width(),
            height: picture.height(),
            pixels: pixels
                .map(|pixel| {
                    [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()].map(f32::from)
                })
                .collect(),
        }
    }

    fn at(&self, x: u32, y: u32) -> [f32; 4] {
        let (x, y) = (x.min(self.width - 1), y.min(self.height - 1));
        self.pixels[(y * self.width + x) as usize]
    }

    fn halved(&self) -> Self {
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (2 * x, 2 * y)));
        let pixels = places
            .map(|(x, y)| {
                let four = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
                let four = four.map(|(x, y)| self.at(x, y));
                std::array::from_fn(|i| four.iter().map(|pixel| pixel[i]).sum::<f32>() / 4.0)
            })
            .collect();
        Self {
            width,
            height,
            pixels,
        }
    }

    /// Straight alpha; what is clear takes its color from the next smaller copy.
    fn bytes(&self, smaller: Option<(&Self, &[u8])>) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.pixels.len() * 4);
        for (index, pixel) in (0..).zip(&self.pixels) {
            let [red, green, blue, alpha] = *pixel;
            if alpha < 0.5 {
                let (x, y) = (index % self.width / 2, index / self.width / 2);
                let near = smaller.map_or([128, 128, 128], |(level, bytes)| {
                    let (x, y) = (x.min(level.width - 1), y.min(level.height - 1));
                    let at = ((y * level.width + x) * 4) as usize;
                    [bytes[at], bytes[at + 1], bytes[at + 2]]
                });
                bytes.extend(near);
                bytes.push(0);
            } else {
                let straight = [red, green, blue].map(|channel| (channel * 255.0 / alpha) as u8);
                bytes.extend(straight);
                bytes.push(alpha.round() as u8);
            }
        }
        bytes
    }
}

/// Makes a Bevy image of a picture, with smaller copies of it.
pub fn image_with_copies(picture: &Pixmap) -> Image {
    let mut levels = vec![Level::of(picture)];
    while let Some(last) = levels.last()
        && last.width.min(last.height) / 2 >= SMALLEST
    {
        levels.push(last.halved());
    }
    let mut copies: Vec<Vec<u8>> = Vec::new();
    for (index, level) in levels.iter().enumerate().rev() {
        let smaller = levels.get(index + 1).zip(copies.last());
        copies.push(level.bytes(smaller.map(|(level, bytes)| (level, bytes.as_slice()))));
    }
    copies.reverse();
    let extent = Extent3d {
        width: picture.width(),
        height: picture.height(),
        depth_or_array_layers: 1,
    };
    let (format, usage) = (
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    );
    let mut image = Image::new_uninit(extent, TextureDimension::D2, format, usage);
    image.texture_descriptor.mip_level_count = u32::try_from(copies.len()).expect("few copies");
    image.texture_descriptor.usage = TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST;
    image.data = Some(copies.concat());
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_halve_and_clear_pixels_take_the_color_beside_them() {
        let mut picture = Pixmap::new(32, 32).expect("the size is not zero");
        let red = tiny_skia::ColorU8::from_rgba(200, 40, 0, 255).premultiply();
        for y in 0..32 {
            for x in 0..15 {
                picture.pixels_mut()[y * 32 + x] = red;
            }
        }
        let image = image_with_copies(&picture);
        let data = image.data.expect("it holds its pixels");
        assert_eq!(image.texture_descriptor.mip_level_count, 3);
        assert_eq!(data.len(), (32 * 32 + 16 * 16 + 8 * 8) * 4);
        assert_eq!(
            data[15 * 4..16 * 4],
            [200, 40, 0, 0],
            "clear, but red beside red"
        );
        assert_eq!(data[..4], [200, 40, 0, 255]);
    }
}
