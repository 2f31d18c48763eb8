//! Numbers of tiles out of the text that holds them: CSV, or Base64, compressed or not.
//!
//! **Invariant:** never more numbers than asked for are made, whatever a text unpacks to.

use miniz_oxide::inflate::{decompress_to_vec_with_limit, decompress_to_vec_zlib_with_limit};

use super::source::{Cells, LayerSource};

/// Bits of a number that mirror or turn its tile.
const TURNS: u32 = 0xF000_0000;

/// Returns the numbers of a layer's tiles, row by row, without the bits that turn them.
pub(super) fn numbers(layer: LayerSource, count: usize) -> Result<Vec<u32>, String> {
    let mut numbers = match (layer.data, layer.encoding.as_str()) {
        (Cells::Numbers(numbers), _) => numbers,
        (Cells::Text(text), "csv") => csv(&text)?,
        (Cells::Text(text), "base64") => {
            let bytes = base64(&text)?;
            packed(&unpacked(bytes, &layer.compression, 4 * count)?)?
        }
        (Cells::Text(_), other) => {
            return Err(format!("its encoding {other:?} is unknown"));
        }
    };
    if numbers.len() != count {
        return Err(format!(
            "it has {} tiles, but the map has {count} hexes",
            numbers.len()
        ));
    }
    numbers.iter_mut().for_each(|number| *number &= !TURNS);
    Ok(numbers)
}

fn csv(text: &str) -> Result<Vec<u32>, String> {
    let read = |cell: &str| {
        cell.parse().map_err(|_| {
            let cell: String = cell.chars().take(40).collect();
            format!("{cell:?} is not the number of a tile")
        })
    };
    text.split(',').map(|cell| read(cell.trim())).collect()
}

/// Decodes Base64; white space is left out.
fn base64(text: &str) -> Result<Vec<u8>, String> {
    let digit = |byte: u8| {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return Err("its data is not Base64".to_owned()),
        };
        Ok(u32::from(digit))
    };
    let bytes: Vec<u8> = (text.bytes())
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect();
    let filled = bytes.len().is_multiple_of(4);
    let ends = bytes.iter().rev().take_while(|byte| **byte == b'=').count();
    let digits = &bytes[..bytes.len() - ends];
    if !filled || ends > 2 {
        return Err("its data is truncated: Base64 comes in groups of four".into());
    }
    let mut decoded = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    for group in digits.chunks(4) {
        let mut bits = 0;
        for byte in group {
            bits = bits << 6 | digit(*byte)?;
        }
        bits <<= 6 * (4 - group.len());
        decoded.extend_from_slice(&bits.to_be_bytes()[1..group.len()]);
    }
    Ok(decoded)
}

/// Returns at most so many bytes that were compressed, and one more if there are more.
fn unpacked(bytes: Vec<u8>, compression: &str, most: usize) -> Result<Vec<u8>, String> {
    let unsound = |name: &str| format!("its data is not valid {name}, or too large for the map");
    match compression {
        "" => Ok(bytes),
        "zlib" => {
            let unpacked = decompress_to_vec_zlib_with_limit(&bytes, most);
            unpacked.map_err(|_| unsound("zlib"))
        }
        "gzip" => {
            let body = gzip_body(&bytes).ok_or_else(|| unsound("gzip"))?;
            decompress_to_vec_with_limit(body, most).map_err(|_| unsound("gzip"))
        }
        "zstd" => Err(
            "it is compressed with Zstandard, which is not read: set the tile layer format to CSV in \
             the properties of the map, and save it again"
                .into(),
        ),
        other => Err(format!("its compression {other:?} is unknown")),
    }
}

/// Returns what follows the header of gzip.
fn gzip_body(bytes: &[u8]) -> Option<&[u8]> {
    // Parts that a header may have.
    const CHECKSUM: u8 = 2;
    const EXTRA: u8 = 4;
    const NAME: u8 = 8;
    const COMMENT: u8 = 16;
    let (header, mut rest) = bytes.split_at_checked(10)?;
    let [0x1F, 0x8B, 8, parts, ..] = *header else {
        return None;
    };
    if parts & EXTRA != 0 {
        let length = u16::from_le_bytes(rest.get(..2)?.try_into().ok()?);
        rest = rest.get(2 + usize::from(length)..)?;
    }
    for part in [NAME, COMMENT] {
        if parts & part != 0 {
            let end = rest.iter().position(|byte| *byte == 0)?;
            rest = &rest[end + 1..];
        }
    }
    if parts & CHECKSUM != 0 {
        rest = rest.get(2..)?;
    }
    Some(rest)
}

/// Returns numbers of four bytes, the lowest first.
fn packed(bytes: &[u8]) -> Result<Vec<u32>, String> {
    let (groups, []) = bytes.as_chunks() else {
        return Err(format!("its data of {} bytes is truncated", bytes.len()));
    };
    Ok(groups.iter().copied().map(u32::from_le_bytes).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tiles 1, 2, 3, 4, 0 and 1, packed in every way that is read.
    const PACKED: [(&str, &str); 3] = [
        ("", "AQAAAAIAAAADAAAABAAAAAAAAAABAAAA"),
        ("zlib", "eJxjZGBgYAJiZiBmYYAARiAGAAC8AAw="),
        ("gzip", "H4sIAAAAAAAC/2NkYGBgAmJmIGZhgABGIAYAYzFYehgAAAA="),
    ];

    fn layer(encoding: &str, compression: &str, text: &str) -> LayerSource {
        LayerSource {
            encoding: encoding.into(),
            compression: compression.into(),
            data: Cells::Text(text.into()),
            ..LayerSource::default()
        }
    }

    #[test]
    fn tiles_are_the_same_however_they_are_packed() {
        let expected = vec![1, 2, 3, 4, 0, 1];
        for (compression, text) in PACKED {
            let spaced = format!("\n   {text}\n  ");
            let found = numbers(layer("base64", compression, &spaced), 6);
            assert_eq!(found.as_ref(), Ok(&expected), "{compression}");
        }
        let found = numbers(layer("csv", "", "\n1,2,3,\n4,0,1\n"), 6);
        assert_eq!(found, Ok(expected));
    }

    #[test]
    fn bits_that_turn_a_tile_are_no_part_of_its_number() {
        let turned = (28..32).map(|bit| (7_u32 | 1 << bit).to_string());
        let text = turned.collect::<Vec<_>>().join(",");
        assert_eq!(numbers(layer("csv", "", &text), 4), Ok(vec![7; 4]));
    }

    #[test]
    fn every_cut_and_every_wrong_byte_of_packed_tiles_is_an_error_or_tiles() {
        for (compression, text) in PACKED {
            for end in 0..text.len() {
                let cut = numbers(layer("base64", compression, &text[..end]), 6);
                // Only the checksum behind the data may be missing.
                let is_whole = cut == Ok(vec![1, 2, 3, 4, 0, 1]);
                assert!(cut.is_err() || (is_whole && compression == "gzip"), "{end}");
            }
            for at in 0..text.len() {
                for byte in ['A', 'z', '/', '=', '-', 'é'] {
                    let mut wrong = text.to_owned();
                    wrong.replace_range(at..=at, byte.encode_utf8(&mut [0; 4]));
                    let _ = numbers(layer("base64", compression, &wrong), 6);
                }
            }
        }
    }

    #[test]
    fn what_unpacks_to_more_than_the_map_has_is_refused() {
        for (compression, text) in PACKED {
            assert!(numbers(layer("base64", compression, text), 5).is_err());
        }
    }

    #[test]
    fn what_is_not_read_is_named() {
        for (encoding, compression, why) in [
            ("base64", "zstd", "Zstandard"),
            ("base64", "lz4", "\"lz4\" is unknown"),
            ("hex", "", "\"hex\" is unknown"),
        ] {
            let told = numbers(layer(encoding, compression, "AAAA"), 1);
            assert!(told.is_err_and(|told| told.contains(why)), "{why}");
        }
    }
}
