//! Units of vectors: their decks, and the state that they are given.

use bevy::prelude::World;

use super::{Begins, Scene};
use crate::battle::order::Pending;
use crate::battle::state::UnitParts;
use crate::battle::unit::{Health, UnitId};
use crate::content::definition::{Definition, Entry};
use crate::content::tree::{Node, Value};
use crate::rules::casket::Casket;
use crate::rules::casket::content::{CardId, CasketContent, Kind, Trait};
use crate::rules::casket::duel::Machine;
use crate::rules::casket::machine::{
    Build, CardNo, Frame, Lasting, Part, Physical, Piles, UnitState, Until,
};
use crate::rules::casket::progress::Progress;
use crate::rules::kit::dense::Copies;
use crate::vectors::{draft, set_field};

/// Fields of a unit that make its deck.
const DECK: [&str; 5] = ["class", "race", "right", "left", "relics"];

/// Fields of a unit that are its state, not the mission's.
const STATE: [&str; 16] = [
    "heat",
    "taint",
    "damage",
    "issued",
    "hand",
    "deck",
    "discard",
    "spent",
    "traits",
    "moved",
    "attacked",
    "hexes",
    "reshuffles",
    "used",
    "strike",
    "hp_left",
];

/// How long traits last that vectors give.
const UNTIL: [(&str, Until); 6] = [
    ("Turn", Until::Turn),
    ("OwnTurn", Until::OwnTurn),
    ("NextTurn", Until::NextTurn),
    ("Round", Until::Rounds(1)),
    ("NextRound", Until::Rounds(2)),
    ("Battle", Until::Battle),
];

/// Returns a unit as a mission has it; one without a deck is given a new one.
pub(super) fn of_mission(node: &Node, decks: &mut Vec<String>) -> Node {
    let mut unit = node.clone();
    let Value::Struct(_, fields) = &mut unit.value else {
        return unit;
    };
    fields.retain(|field| {
        let name = field.name.as_str();
        !STATE.contains(&name) && !DECK.contains(&name)
    });
    if node.field("kind").is_some() {
        return unit;
    }
    let text = |name: &str, usual: &str| {
        let given = node.field(name).map(Node::to_ron);
        given.unwrap_or_else(|| usual.to_owned())
    };
    let arm = |name: &str| {
        let given = node.field(name).map(Node::to_ron);
        given.map_or("None".to_owned(), |key| format!("Some({key})"))
    };
    let key = format!("vector_{}", decks.len());
    decks.push(format!(
        r#""{key}": (name: "Vector", description: "Of a vector.", class: {}, race: {}, right: {}, left: {}, relics: {},
            starter: true)"#,
        text("class", r#""scout""#),
        text("race", r#""plain""#),
        arm("right"),
        arm("left"),
        text("relics", "[]"),
    ));
    set_field(&mut unit, "kind", draft(&format!("{key:?}"), node.place));
    unit
}

/// Writes what the mission of a vector adds to the content: its decks, and a race without traits.
pub(super) fn rules(decks: &[String]) -> String {
    format!(
        r#"Casket(races: {{"plain": (name: "Plain", description: "Without traits.")}}, decks: {{{}}})"#,
        decks.join(", ")
    )
}

/// Gives all units the state that they begin in, and has the first of them act, or the one that is named.
pub(super) fn give(scene: &mut Scene, units: &[Node], acting: Option<&Node>) -> Option<()> {
    let catalog = scene.catalog.clone();
    let content = catalog.part::<CasketContent>();
    content.make_known(scene.reader);
    for (id, node) in (0..).map(UnitId).zip(units) {
        let mut state = UnitState::read(&scene.world, id);
        state.body = body(scene, node, content)?;
        let build = crate::battle::unit::part::<Build>(&scene.world, id).clone();
        if let Build::Casket { mounted, .. } = &build {
            state.piles = piles(scene, node, (content, mounted), &state.piles)?;
            state.health = Health {
                now: state.piles.life() as u16,
                max: (state.piles.cards.len() - state.piles.deleted.len()) as u16,
            };
        }
        if let Some(node) = node.field("hp_left") {
            state.health.now = scene.reader.int(node, "hit points", 0..=500_u16)?;
        }
        state.insert(&mut scene.world, id);
    }
    let first = match acting {
        Some(node) => scene.unit(node)?,
        None => UnitId(0),
    };
    let acts = |id: &UnitId| crate::battle::unit::part::<Build>(&scene.world, *id).acts();
    let others = (0..units.len() as u16).map(UnitId);
    let order = others.filter(|id| *id != first).filter(acts).collect();
    let mut progress = scene.world.resource_mut::<Progress>();
    progress.acting = Some(first);
    progress.order = order;
    scene.world.resource_mut::<Pending<Casket>>().0 = None;
    Copies::<Machine>::set_up(&mut scene.world);
    Some(())
}

/// Puts a battle back before what begins: no turn, or no round.
pub(super) fn rewind(world: &mut World, begins: Begins) {
    let mut progress = world.resource_mut::<Progress>();
    match begins {
        Begins::Round => {
            progress.acting = None;
            progress.in_round = false;
            progress.order.clear();
        }
        Begins::Turn => {
            let first = progress.acting.take();
            progress.order.splice(0..0, first);
        }
        Begins::RoundEnd => {
            progress.acting = None;
            progress.order.clear();
        }
        Begins::Backfire | Begins::Draw => {}
    }
}

/// Reads what battles change of a unit besides its cards.
fn body(scene: &mut Scene, node: &Node, content: &CasketContent) -> Option<Frame> {
    let reader = &mut *scene.reader;
    let mut body = Frame::default();
    for (name, figure) in [
        ("heat", &mut body.heat),
        ("taint", &mut body.taint),
        ("spent", &mut body.spent),
        ("hexes", &mut body.hexes),
        ("reshuffles", &mut body.reshuffles),
        ("used", &mut body.used),
    ] {
        if let Some(node) = node.field(name) {
            *figure = reader.int(node, name, 0..=200_u8)?;
        }
    }
    for (name, flag) in [("moved", &mut body.moved), ("attacked", &mut body.attacked)] {
        if let Some(node) = node.field(name) {
            *flag = reader.bool(node, name)?;
        }
    }
    for name in ["damage", "issued"] {
        let Some(node) = node.field(name) else {
            continue;
        };
        for (key, node) in reader.entries(node, "components, such as {Legs: 3}")? {
            let part = reader.choice(key, "component", Part::CHOICES)?;
            let points = reader.int(node, name, 0..=200_u8)?;
            let wear = &mut body.parts[part.index()];
            match name {
                "damage" => wear.damage = points.into(),
                _ => wear.issued = points,
            }
        }
    }
    if let Some(node) = node.field("strike") {
        body.strike = Some(reader.definition(node, "card", &content.cards)?);
    }
    for node in node.field("traits").map_or(&[][..], Node::items) {
        let (given, until) = match &node.value {
            Value::Tuple(None, parts) if parts.len() == 2 => {
                let until = reader.choice(&parts[1], "span", &UNTIL)?;
                (&parts[0], until)
            }
            _ => (node, Until::Battle),
        };
        let given = Trait::read(given, reader, "trait", ())?;
        body.lasting.push(Lasting { given, until });
    }
    Some(body)
}

/// Cards of a casket that are laid on piles by name.
struct Table<'c> {
    content: &'c CasketContent,
    mounted: &'c [(crate::rules::casket::content::EquipmentId, Option<Part>)],
    cards: Vec<Physical>,
    laid: Vec<bool>,
}

impl Table<'_> {
    /// Takes a card that lies nowhere yet, or adds one.
    fn take(&mut self, card: CardId, part: Option<Part>) -> CardNo {
        let is_it =
            |physical: &Physical| physical.card == card && (part.is_none() || physical.arm == part);
        let found = (0..self.cards.len()).find(|&at| !self.laid[at] && is_it(&self.cards[at]));
        let at = found.unwrap_or_else(|| {
            let brings = |piece| self.content.piece(piece).cards.contains(&card);
            let mounted = self.mounted.iter().find(|(piece, _)| brings(*piece));
            let usual = match self.content.card(card).wound {
                Some((limb, _)) => [Part::RightArm, Part::Chassis, Part::Legs]
                    .into_iter()
                    .find(|part| part.limb() == limb),
                None => mounted.and_then(|(_, arm)| *arm),
            };
            let arm = part.or(usual);
            self.cards.push(Physical { card, arm });
            self.laid.push(false);
            self.cards.len() - 1
        });
        self.laid[at] = true;
        CardNo(at as u8)
    }

    /// Takes so many cards, reactions only if there is nothing else.
    fn fill(&mut self, count: usize) -> Vec<CardNo> {
        let rank = |physical: &Physical| match self.content.card(physical.card).kind {
            Kind::Utility => 0,
            Kind::Reactive => 2,
            _ => 1,
        };
        let mut free: Vec<_> = (0..self.cards.len()).filter(|&at| !self.laid[at]).collect();
        free.sort_by_key(|&at| rank(&self.cards[at]));
        free.truncate(count);
        free.iter().for_each(|&at| self.laid[at] = true);
        free.into_iter().map(|at| CardNo(at as u8)).collect()
    }
}

/// Lays the cards of a unit on piles, each a list from the top or a count; the rest is the deck, unless that is
/// given, too.
fn piles(
    scene: &mut Scene,
    node: &Node,
    (content, mounted): (
        &CasketContent,
        &[(crate::rules::casket::content::EquipmentId, Option<Part>)],
    ),
    before: &Piles,
) -> Option<Piles> {
    let cards = before.cards.clone();
    let mut table = Table {
        content,
        mounted,
        laid: vec![false; cards.len()],
        cards,
    };
    let mut piles = [const { Vec::new() }; 3];
    let given = ["hand", "deck", "discard"].map(|name| node.field(name));
    // What is named is taken first, so that counts do not take it.
    for (pile, node) in piles.iter_mut().zip(given) {
        let Some(node) = node.filter(|node| !matches!(node.value, Value::Int(_))) else {
            continue;
        };
        for node in scene.reader.list(node, "cards") {
            let (key, part) = match &node.value {
                Value::Tuple(None, parts) if parts.len() == 2 => {
                    let part = scene.reader.choice(&parts[1], "component", Part::CHOICES)?;
                    (&parts[0], Some(part))
                }
                _ => (node, None),
            };
            let card = scene.reader.definition(key, "card", &content.cards)?;
            pile.push(table.take(card, part));
        }
    }
    for (pile, node) in piles.iter_mut().zip(given) {
        if let Some(node) = node.filter(|node| matches!(node.value, Value::Int(_))) {
            let count = scene.reader.int(node, "cards", 0..=60_u8)?;
            *pile = table.fill(count.into());
        }
    }
    let [hand, mut deck, mut discard] = piles;
    let left = (0..table.cards.len()).filter(|&at| !table.laid[at]);
    let left: Vec<_> = left.map(|at| CardNo(at as u8)).collect();
    let deleted = match given[1] {
        Some(_) => left,
        None => {
            deck = left;
            Vec::new()
        }
    };
    deck.reverse();
    discard.reverse();
    Some(Piles {
        cards: table.cards,
        hand,
        deck,
        discard,
        deleted,
        ..Piles::default()
    })
}

/// Returns the keys of cards of a casket, as files write lists.
pub(super) fn keys(content: &CasketContent, piles: &Piles, cards: &[CardNo]) -> String {
    let keys = cards
        .iter()
        .map(|no| content.card(piles.get(*no).card).key());
    format!("{:?}", keys.collect::<Vec<_>>())
}
