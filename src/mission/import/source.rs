//! What a map file of Tiled says, before anything of it is checked; JSON is read straight into it.
//!
//! **Invariant:** plain data: what the format of JSON and that of XML have in common.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

/// Properties that an author gave something, by name.
pub(super) type Properties = BTreeMap<String, String>;

/// A map.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Source {
    #[serde(rename = "type")]
    pub kind: String,
    pub orientation: String,
    pub staggeraxis: String,
    pub staggerindex: String,
    pub infinite: bool,
    pub width: u32,
    pub height: u32,
    pub tilewidth: u32,
    pub tileheight: u32,
    pub hexsidelength: u32,
    #[serde(deserialize_with = "properties")]
    pub properties: Properties,
    pub tilesets: Vec<TilesetSource>,
    pub layers: Vec<LayerSource>,
}

/// A tileset in a map, or in a file of its own, which `source` names.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct TilesetSource {
    pub firstgid: u32,
    pub source: Option<String>,
    pub name: String,
    pub tilecount: Option<u32>,
    #[serde(deserialize_with = "tiles")]
    pub tiles: Vec<TileSource>,
    /// Properties of tiles by number, in files of old versions.
    pub tileproperties: BTreeMap<u32, OldProperties>,
}

/// Properties of a tile in files of old versions.
#[derive(Debug, Default, Deserialize)]
pub(super) struct OldProperties(#[serde(deserialize_with = "properties")] pub Properties);

/// A tile that the tileset describes.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct TileSource {
    pub id: u32,
    #[serde(rename = "type", alias = "class")]
    pub class: String,
    pub image: String,
    #[serde(deserialize_with = "properties")]
    pub properties: Properties,
}

/// A layer of any kind: `tilelayer`, `objectgroup`, `imagelayer`, or a `group` of layers.
#[derive(Debug, Deserialize)]
#[serde(default)]
pub(super) struct LayerSource {
    #[serde(rename = "type")]
    pub kind: String,
    pub name: String,
    pub visible: bool,
    pub width: u32,
    pub height: u32,
    pub encoding: String,
    pub compression: String,
    pub data: Cells,
    pub chunks: Option<IgnoredAny>,
    pub objects: Vec<ObjectSource>,
    pub layers: Vec<Self>,
}

impl Default for LayerSource {
    fn default() -> Self {
        Self {
            kind: String::new(),
            name: String::new(),
            visible: true,
            width: 0,
            height: 0,
            encoding: String::new(),
            compression: String::new(),
            data: Cells::default(),
            chunks: None,
            objects: Vec::new(),
            layers: Vec::new(),
        }
    }
}

/// The tiles of a layer: their numbers, or text that holds them.
#[derive(Debug)]
pub(super) enum Cells {
    Numbers(Vec<u32>),
    Text(String),
}

impl Default for Cells {
    fn default() -> Self {
        Self::Numbers(Vec::new())
    }
}

/// Something that lies on the map, in pixels from its upper left corner.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ObjectSource {
    pub name: String,
    #[serde(rename = "type", alias = "class")]
    pub class: String,
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
    pub gid: Option<u32>,
    pub ellipse: bool,
    pub polygon: Vec<Corner>,
    pub polyline: Vec<Corner>,
    #[serde(deserialize_with = "properties")]
    pub properties: Properties,
}

/// A corner of a polygon, from the place of its object.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Corner {
    pub x: f64,
    pub y: f64,
}

/// Reads properties as JSON has them: a list, or entries by name in files of old versions. Values that are
/// no text are kept as they are written.
fn properties<'de, D: Deserializer<'de>>(input: D) -> Result<Properties, D::Error> {
    #[derive(Deserialize)]
    struct Property {
        name: String,
        value: Box<RawValue>,
    }
    fn text(value: &RawValue) -> String {
        let text = serde_json::from_str::<String>(value.get());
        text.unwrap_or_else(|_| value.get().to_owned())
    }
    struct AnyProperties;
    impl<'de> Visitor<'de> for AnyProperties {
        type Value = Properties;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("properties")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Properties, A::Error> {
            let mut properties = Properties::new();
            while let Some(Property { name, value }) = list.next_element()? {
                properties.insert(name, text(&value));
            }
            Ok(properties)
        }

        fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Properties, A::Error> {
            let mut properties = Properties::new();
            while let Some((name, value)) = entries.next_entry::<String, Box<RawValue>>()? {
                properties.insert(name, text(&value));
            }
            Ok(properties)
        }
    }
    input.deserialize_any(AnyProperties)
}

/// Reads tiles as JSON has them: a list, or entries by number in files of old versions.
fn tiles<'de, D: Deserializer<'de>>(input: D) -> Result<Vec<TileSource>, D::Error> {
    struct AnyTiles;
    impl<'de> Visitor<'de> for AnyTiles {
        type Value = Vec<TileSource>;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("tiles")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut tiles = Vec::new();
            while let Some(tile) = list.next_element()? {
                tiles.push(tile);
            }
            Ok(tiles)
        }

        fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
            let mut tiles = Vec::new();
            while let Some((id, tile)) = entries.next_entry::<u32, TileSource>()? {
                tiles.push(TileSource { id, ..tile });
            }
            Ok(tiles)
        }
    }
    input.deserialize_any(AnyTiles)
}

impl<'de> Deserialize<'de> for Cells {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct AnyCells;
        impl<'de> Visitor<'de> for AnyCells {
            type Value = Cells;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("numbers of tiles, or text that holds them")
            }

            fn visit_str<E>(self, text: &str) -> Result<Cells, E> {
                Ok(Cells::Text(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Cells, A::Error> {
                let mut numbers = Vec::new();
                while let Some(number) = list.next_element()? {
                    numbers.push(number);
                }
                Ok(Cells::Numbers(numbers))
            }
        }
        input.deserialize_any(AnyCells)
    }
}
