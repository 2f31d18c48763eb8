//! Reads maps and tilesets of Tiled as XML: `.tmx` and `.tsx`.
//!
//! **Invariant:** no entity is defined and no other file is opened; time and memory stay in proportion to
//! the size of the text.

use roxmltree::{Document, Error, Node, ParsingOptions};

use super::source::{
    Cells, Corner, LayerSource, ObjectSource, Properties, Source, TileSource, TilesetSource,
};
use super::{MAX_DEPTH, MAX_HEXES};

/// Most elements and texts of a file: some for each hex of the largest board.
const MAX_NODES: u32 = 4 * MAX_HEXES as u32;
/// Most attributes of an element. Reading them takes time in proportion to the square of their number.
const MAX_ATTRIBUTES: usize = 256;

/// Reads a map.
pub(super) fn map(text: &str) -> Result<Source, String> {
    with_root(text, "map", |root| {
        let mut map = Source {
            kind: "map".into(),
            orientation: named(root, "orientation"),
            staggeraxis: named(root, "staggeraxis"),
            staggerindex: named(root, "staggerindex"),
            infinite: flag(root, "infinite")?.unwrap_or(false),
            width: number(root, "width")?.unwrap_or(0),
            height: number(root, "height")?.unwrap_or(0),
            tilewidth: number(root, "tilewidth")?.unwrap_or(0),
            tileheight: number(root, "tileheight")?.unwrap_or(0),
            hexsidelength: number(root, "hexsidelength")?.unwrap_or(0),
            properties: properties(root),
            ..Source::default()
        };
        for element in elements(root, "tileset") {
            map.tilesets.push(tileset_of(element)?);
        }
        map.layers = layers(root, 0)?;
        Ok(map)
    })
}

/// Reads a tileset that has a file of its own.
pub(super) fn tileset(text: &str) -> Result<TilesetSource, String> {
    with_root(text, "tileset", tileset_of)
}

/// Parses a document whose outer element has a name.
fn with_root<T>(
    text: &str,
    name: &str,
    read: impl FnOnce(Node) -> Result<T, String>,
) -> Result<T, String> {
    let attributes = text.split('<').map(|part| part.matches('=').count()).max();
    if attributes > Some(MAX_ATTRIBUTES) {
        return Err(format!(
            "an element has more than {MAX_ATTRIBUTES} attributes"
        ));
    }
    let options = ParsingOptions {
        nodes_limit: MAX_NODES,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options).map_err(|error| match error {
        Error::DtdDetected => "has a document type definition, which is not allowed".into(),
        Error::NodesLimitReached => format!("has more than {MAX_NODES} elements"),
        error => format!("is not valid XML: {error}"),
    })?;
    let root = document.root_element();
    match root.tag_name().name() {
        found if found == name => read(root),
        found => Err(format!("has <{found}> where <{name}> belongs")),
    }
}

fn elements<'a, 'i: 'a>(
    node: Node<'a, 'i>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children()
        .filter(move |child| child.has_tag_name(name))
}

fn named(node: Node, attribute: &str) -> String {
    node.attribute(attribute).unwrap_or_default().to_owned()
}

/// Returns the class of something, which versions of Tiled name differently.
fn class(node: Node) -> String {
    let class = node.attribute("class").or(node.attribute("type"));
    class.unwrap_or_default().to_owned()
}

/// Reads a whole number.
fn number(node: Node, attribute: &str) -> Result<Option<u32>, String> {
    let text = node.attribute(attribute);
    let read = |text: &str| {
        let number = text.parse();
        number.map_err(|_| wrong(node, attribute, text, "a whole number"))
    };
    text.map(read).transpose()
}

/// Reads 0 or 1.
fn flag(node: Node, attribute: &str) -> Result<Option<bool>, String> {
    let read = |text: &str| match text {
        "0" | "false" => Ok(false),
        "1" | "true" => Ok(true),
        _ => Err(wrong(node, attribute, text, "0 or 1")),
    };
    node.attribute(attribute).map(read).transpose()
}

/// Reads a number of pixels; 0 if there is none.
fn pixels(node: Node, attribute: &str) -> Result<f64, String> {
    let text = node.attribute(attribute).unwrap_or("0");
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| wrong(node, attribute, text, "a number"))
}

fn wrong(node: Node, attribute: &str, text: &str, expected: &str) -> String {
    let place = node.document().text_pos_at(node.range().start);
    let tag = node.tag_name().name();
    let text: String = text.chars().take(40).collect();
    format!("{attribute} of <{tag}> at {place} is {text:?}, not {expected}")
}

fn properties(node: Node) -> Properties {
    let list = elements(node, "properties").flat_map(|list| elements(list, "property"));
    let entry = |property: Node| {
        // Values of several lines are written between the tags.
        let value = property.attribute("value").or(property.text());
        (
            named(property, "name"),
            value.unwrap_or_default().to_owned(),
        )
    };
    list.map(entry).collect()
}

fn tileset_of(node: Node) -> Result<TilesetSource, String> {
    let mut tileset = TilesetSource {
        firstgid: number(node, "firstgid")?.unwrap_or(0),
        source: node.attribute("source").map(str::to_owned),
        name: named(node, "name"),
        tilecount: number(node, "tilecount")?,
        ..TilesetSource::default()
    };
    for tile in elements(node, "tile") {
        let image = elements(tile, "image").next();
        tileset.tiles.push(TileSource {
            id: number(tile, "id")?.unwrap_or(0),
            class: class(tile),
            image: image.map_or(String::new(), |image| named(image, "source")),
            properties: properties(tile),
        });
    }
    Ok(tileset)
}

/// Reads the layers of a map or group, in order.
fn layers(node: Node, depth: usize) -> Result<Vec<LayerSource>, String> {
    if depth > MAX_DEPTH {
        return Err(format!(
            "layer groups are nested more than {MAX_DEPTH} deep"
        ));
    }
    let mut found = Vec::new();
    for child in node.children() {
        let kind = match child.tag_name().name() {
            "layer" => "tilelayer",
            kind @ ("objectgroup" | "group") => kind,
            _ => continue,
        };
        let mut layer = LayerSource {
            kind: kind.into(),
            name: named(child, "name"),
            visible: flag(child, "visible")?.unwrap_or(true),
            width: number(child, "width")?.unwrap_or(0),
            height: number(child, "height")?.unwrap_or(0),
            ..LayerSource::default()
        };
        match kind {
            "group" => layer.layers = layers(child, depth + 1)?,
            "objectgroup" => {
                for object in elements(child, "object") {
                    layer.objects.push(object_of(object)?);
                }
            }
            _ => read_data(child, &mut layer)?,
        }
        found.push(layer);
    }
    Ok(found)
}

fn read_data(node: Node, layer: &mut LayerSource) -> Result<(), String> {
    let Some(data) = elements(node, "data").next() else {
        return Ok(());
    };
    layer.encoding = named(data, "encoding");
    layer.compression = named(data, "compression");
    if elements(data, "chunk").next().is_some() {
        layer.chunks = Some(serde::de::IgnoredAny);
    }
    layer.data = match layer.encoding.as_str() {
        // One element for each tile.
        "" => {
            let tiles = elements(data, "tile").map(|tile| number(tile, "gid"));
            let numbers: Result<Vec<_>, _> = tiles
                .map(|gid| gid.map(Option::unwrap_or_default))
                .collect();
            Cells::Numbers(numbers?)
        }
        _ => Cells::Text(data.text().unwrap_or_default().to_owned()),
    };
    Ok(())
}

fn object_of(node: Node) -> Result<ObjectSource, String> {
    let corners = |name| {
        let shape = elements(node, name).next();
        let points = shape.and_then(|shape| shape.attribute("points"));
        points.unwrap_or_default().split_whitespace().map(corner)
    };
    Ok(ObjectSource {
        name: named(node, "name"),
        class: class(node),
        x: pixels(node, "x")?,
        y: pixels(node, "y")?,
        width: pixels(node, "width")?,
        height: pixels(node, "height")?,
        gid: number(node, "gid")?,
        ellipse: elements(node, "ellipse").next().is_some(),
        polygon: corners("polygon").collect::<Result<_, _>>()?,
        polyline: corners("polyline").collect::<Result<_, _>>()?,
        properties: properties(node),
    })
}

/// Reads a corner, two numbers with a comma between.
fn corner(text: &str) -> Result<Corner, String> {
    let read = || {
        let (x, y) = text.split_once(',')?;
        let (x, y): (f64, f64) = (x.parse().ok()?, y.parse().ok()?);
        (x.is_finite() && y.is_finite()).then_some(Corner { x, y })
    };
    read().ok_or_else(|| {
        let text: String = text.chars().take(40).collect();
        format!("{text:?} is not a corner of a polygon")
    })
}
