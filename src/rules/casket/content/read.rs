//! Reads `casket.ron`: definitions by key, figures, and what they refer to.
//!
//! **Invariant:** all mistakes are reported with their places; content is handed out only without any.

use crate::content::decode::decode;
use crate::content::pack;
use crate::content::reader::{Fields, Reader};
use crate::content::terrain::Terrain;
use crate::content::tree::{self, Node};
use crate::rules::casket::content::{
    Card, CasketContent, Class, Deck, Equipment, Figures, Ground, Monster, Objective, Race, verify,
};

/// Reads the content of the casket.
pub(super) fn read(
    node: &Node,
    terrains: &[Terrain],
    reader: &mut Reader,
) -> Option<CasketContent> {
    let before = reader.problems.len();
    let mut fields = reader.fields(node, "casket")?;
    let figures = fields.need(reader, "figures");
    let figures: Option<Figures> = figures.and_then(|node| decode(node, reader));
    for (list, kind) in [
        ("cards", Card::WHAT),
        ("equipment", Equipment::WHAT),
        ("classes", Class::WHAT),
        ("races", Race::WHAT),
    ] {
        reader.know(kind, &fields.keys(list));
    }
    let content = CasketContent {
        cards: fields.list(reader, "cards", Card::read),
        equipment: fields.list(reader, "equipment", Equipment::read),
        classes: fields.list(reader, "classes", Class::read),
        races: fields.list(reader, "races", Race::read),
        decks: fields.list(reader, "decks", Deck::read),
        monsters: fields.list(reader, "monsters", Monster::read),
        objectives: fields.list(reader, "objectives", Objective::read),
        grounds: grounds(&mut fields, terrains, reader),
        figures: figures.unwrap_or_default(),
        source: node.to_ron().into(),
    };
    if reader.problems.len() == before {
        verify::check(&mut fields, &content, reader);
    }
    fields.done(reader);
    (reader.problems.len() == before).then_some(content)
}

/// Lays figures and definitions of a mission over those of the content; new definitions come last.
///
/// Returns the content that holds then; problems are noted where they are caused.
pub(super) fn overlay(
    content: &CasketContent,
    terrains: &[Terrain],
    overrides: &Node,
    reader: &mut Reader,
) -> Option<CasketContent> {
    let base = tree::parse("", &content.source).expect("text written by the same library parses");
    let over = pack::overlay(base, overrides, reader)?;
    read(&over, terrains, reader)
}

/// Reads what terrain kinds mean; those without an entry are plain, or walls if they cannot be entered.
fn grounds(fields: &mut Fields, terrains: &[Terrain], reader: &mut Reader) -> Vec<Ground> {
    let usual = terrains.iter().map(|terrain| Ground {
        wall: terrain.move_percent.is_none(),
        ..Ground::default()
    });
    let mut grounds: Vec<_> = usual.collect();
    let Some(node) = fields.need(reader, "grounds") else {
        return grounds;
    };
    let expected = "grounds by terrain, such as {\"mud\": (difficult: true)}";
    for (key, node) in reader.entries(node, expected).unwrap_or_default() {
        let terrain = reader.definition(key, "terrain", terrains);
        if let Some((terrain, ground)) = terrain.zip(ground(node, terrains, reader)) {
            grounds[usize::from(terrain.0)] = ground;
        }
    }
    grounds
}

fn ground(node: &Node, terrains: &[Terrain], reader: &mut Reader) -> Option<Ground> {
    let mut fields = reader.fields(node, "ground")?;
    let difficult = fields.flag(reader, "difficult");
    let wall = fields.flag(reader, "wall");
    let cover = fields.flag(reader, "cover");
    let water = fields.flag(reader, "water");
    let ice = fields.flag(reader, "ice");
    let level = fields.int_or(reader, "level", 0..=5_u8, 0);
    let hp = fields.maybe("hp", |node| reader.int(node, "hp", 1..=200_u8));
    let becomes = match hp {
        Some(Some(_)) => fields
            .definition(reader, "becomes", "terrain", terrains)
            .map(Some),
        _ => Some(None),
    };
    fields.done(reader);
    Some(Ground {
        difficult: difficult?,
        wall: wall?,
        cover: cover?,
        level: level?,
        water: water?,
        ice: ice?,
        breaks: hp?.zip(becomes?),
    })
}
