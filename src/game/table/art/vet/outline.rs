//! Counts the elements of a picture with all that they refer to, before anything is built from them.
//!
//! **Invariant:** what is counted is never less than what is built: every reference counts, whether or not
//! it is followed.

use std::collections::BTreeMap;

use resvg::usvg::roxmltree::{Document, Node, ParsingOptions};

/// Most elements and texts of a file.
const MAX_NODES: u32 = 50_000;
/// Most elements with all repeated, each weighed by its text.
const MAX_ELEMENTS: u64 = 20_000;
/// Bytes of an element that weigh as much as an element.
const WEIGHT: u64 = 64;
/// Deepest nesting of elements, references included.
const MAX_DEPTH: usize = 48;
/// Most bytes of style sheets times elements that they may apply to.
const MAX_STYLING: u64 = 20_000_000;
/// Elements that are never painted.
const REFUSED: [&str; 9] = [
    "marker",
    "feConvolveMatrix",
    "feDiffuseLighting",
    "feDisplacementMap",
    "feImage",
    "feMorphology",
    "feSpecularLighting",
    "feTile",
    "feTurbulence",
];

/// How much there is in an element.
#[derive(Clone, Copy)]
struct Extent {
    /// Elements in it, itself and all repeated included.
    count: u64,
    /// Levels in it, itself included.
    levels: usize,
}

/// Checks that what would be built from a picture is little.
///
/// # Errors
/// What is too much, or that it cannot be read.
pub(super) fn check(svg: &str) -> Result<(), String> {
    let options = ParsingOptions {
        allow_dtd: true,
        nodes_limit: MAX_NODES,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(svg, options);
    let document = document.map_err(|error| error.to_string())?;
    let elements = || document.descendants().filter(Node::is_element);
    if let Some(refused) = elements().find(|node| REFUSED.contains(&node.tag_name().name())) {
        let name = refused.tag_name().name();
        return Err(format!("<{name}> is not painted; leave it out"));
    }
    let by_id: BTreeMap<_, _> = elements()
        .filter_map(|node| Some((node.attribute("id")?, node)))
        .collect();
    let mut counter = Counter {
        by_id,
        known: BTreeMap::new(),
    };
    let all = counter.extent(document.root_element(), 1)?;
    let sheets = || elements().filter(|node| node.tag_name().name() == "style");
    let texts = || sheets().flat_map(|sheet| sheet.children().filter_map(|node| node.text()));
    let bytes: usize = texts().map(str::len).sum();
    if bytes as u64 * all.count > MAX_STYLING {
        return Err(format!("its style sheets are too long: {bytes} bytes"));
    }
    for id in texts().flat_map(urls) {
        if counter.by_id.get(id).is_some_and(|node| !is_plain(*node)) {
            return Err(format!(
                "its style sheet refers to {id:?}; only gradients and filters may be referred to there"
            ));
        }
    }
    Ok(())
}

/// Whether an element has nothing in it that is painted again and again.
fn is_plain(node: Node) -> bool {
    let name = node.tag_name().name();
    ["linearGradient", "radialGradient", "filter"].contains(&name)
}

struct Counter<'a> {
    by_id: BTreeMap<&'a str, Node<'a, 'a>>,
    /// Elements that were counted, by number; those with `None` are being counted.
    known: BTreeMap<usize, Option<Extent>>,
}

impl<'a> Counter<'a> {
    /// Counts what is in an element, which is so many levels down.
    fn extent(&mut self, node: Node<'a, 'a>, depth: usize) -> Result<Extent, String> {
        let too_deep = || format!("it is nested too deep; at most {MAX_DEPTH} levels are allowed");
        if depth > MAX_DEPTH {
            return Err(too_deep());
        }
        let id = node.id().get_usize();
        match self.known.get(&id) {
            Some(Some(known)) if depth + known.levels > MAX_DEPTH + 1 => return Err(too_deep()),
            Some(Some(known)) => return Ok(*known),
            Some(None) => return Err("something in it refers to itself".to_owned()),
            None => {}
        }
        self.known.insert(id, None);
        let bytes: usize = node
            .attributes()
            .map(|attribute| attribute.value().len())
            .sum();
        let mut count = 1 + bytes as u64 / WEIGHT;
        let mut levels = 0;
        for child in node.children().filter(Node::is_element) {
            let within = self.extent(child, depth + 1)?;
            count = count.saturating_add(within.count);
            levels = levels.max(within.levels);
        }
        // What is in the element is painted with these, each by itself.
        let mut times = 1;
        for (name, named) in references(node) {
            let Some(&target) = self.by_id.get(named) else {
                continue;
            };
            let other = self.extent(target, depth + 1)?;
            levels = levels.max(other.levels);
            match is_handed_on(name) && !is_plain(target) {
                true => times += other.count,
                false => count = count.saturating_add(other.count),
            }
        }
        let count = count.saturating_mul(times);
        if count > MAX_ELEMENTS {
            return Err(format!(
                "it has more than {MAX_ELEMENTS} elements, with all that is repeated and by their size"
            ));
        }
        let extent = Extent {
            count,
            levels: levels + 1,
        };
        self.known.insert(id, Some(extent));
        Ok(extent)
    }
}

/// Whether what is in an element takes over an attribute.
fn is_handed_on(attribute: &str) -> bool {
    ["fill", "stroke"].contains(&attribute)
}

/// Lists what an element refers to: by which attribute, and the id.
fn references<'a>(node: Node<'a, 'a>) -> Vec<(&'a str, &'a str)> {
    let mut found = Vec::new();
    for attribute in node.attributes() {
        let (name, value) = (attribute.name(), attribute.value());
        match name {
            "href" => found.extend(value.trim().strip_prefix('#').map(|id| (name, id))),
            "style" => {
                for declared in value.split(';') {
                    let (name, value) = declared.split_once(':').unwrap_or(("", declared));
                    // A comment may stand before a name.
                    let name = name.rsplit("*/").next().unwrap_or(name).trim();
                    found.extend(urls(value).map(|id| (name, id)));
                }
            }
            _ => found.extend(urls(value).map(|id| (name, id))),
        }
    }
    found
}

/// Lists the ids that a text refers to as `url(#id)`.
fn urls(text: &str) -> impl Iterator<Item = &str> {
    let after = text.split("url(").skip(1);
    after.filter_map(|after| {
        let start = after.trim_start_matches([' ', '\t', '\n', '\r', '\'', '"']);
        let id = start.strip_prefix('#')?;
        id.split(['\'', '"', ')']).next().map(str::trim_end)
    })
}
