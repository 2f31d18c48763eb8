//! Checks what cards, decks and the rest say together.
//!
//! **Invariant:** notes problems with the place that causes them; what passes can be played to its end.

mod cards;

use crate::content::problem::Place;
use crate::content::reader::{Fields, Reader};
use crate::content::tree::{Node, Value};
use crate::rules::casket::content::{CardId, CasketContent, Effect, Kind, Row, Who};

/// Notes what could not be played.
pub(super) fn check(fields: &mut Fields, content: &CasketContent, reader: &mut Reader) {
    for ((_, node), card) in entries(fields, "cards").iter().zip(&content.cards) {
        cards::check(node, card, reader);
    }
    check_equipment(fields, content, reader);
    for ((_, node), class) in entries(fields, "classes").iter().zip(&content.classes) {
        check_table(node, "backfire", &class.backfire, None, reader);
        check_backfire(node, &class.backfire, reader);
        if class.least_cards > class.most_cards {
            let key = &class.key;
            let message =
                format!("classes.{key:?}.least_cards is above classes.{key:?}.most_cards");
            reader.problem(place(node, "least_cards"), message);
        }
    }
    for ((_, node), race) in entries(fields, "races").iter().zip(&content.races) {
        for card in race.abilities.iter().map(|&id| content.card(id)) {
            if !card.is_played() {
                let message = format!("{:?} is never played, so it cannot be an ability", card.key);
                reader.problem(place(node, "abilities"), message);
            }
        }
    }
    for ((_, node), deck) in entries(fields, "decks").iter().zip(&content.decks) {
        deck.note_faults(node, content, reader);
    }
    for ((_, node), monster) in entries(fields, "monsters").iter().zip(&content.monsters) {
        if monster.attacks.is_empty() {
            reader.problem(place(node, "attacks"), "a monster needs an attack");
        }
        for card in monster.attacks.iter().map(|one| content.card(one.card)) {
            if !card.is_attack() {
                let message = format!("{:?} is not an attack", card.key);
                reader.problem(place(node, "attacks"), message);
            }
        }
    }
    check_keys(fields, reader);
    check_sources(fields, content, reader);
    check_figures(fields, content, reader);
}

fn entries<'n>(fields: &mut Fields<'n>, list: &'static str) -> &'n [(Node, Node)] {
    match fields.get(list).map(|node| &node.value) {
        Some(Value::Map(entries)) => entries,
        _ => &[],
    }
}

fn place(node: &Node, field: &str) -> Place {
    node.field(field).unwrap_or(node).place
}

/// Notes keys that a deck, a monster or an objective shares with another: a mission's `kind` names any of them.
fn check_keys(fields: &mut Fields, reader: &mut Reader) {
    let lists = [
        ("decks", "a deck"),
        ("monsters", "a monster"),
        ("objectives", "an objective"),
    ];
    let mut known: Vec<(&str, &str)> = Vec::new();
    for (list, what) in lists {
        for (key, _) in entries(fields, list) {
            let Some(text) = key.as_text() else { continue };
            match known.iter().find(|(other, _)| *other == text) {
                Some((_, first)) if *first != what => {
                    let message = format!("{text:?} is already the key of {first}");
                    reader.problem(key.place, message);
                }
                _ => known.push((text, what)),
            }
        }
    }
}

/// Notes equipment that brings what no deck can hold, or something twice.
fn check_equipment(fields: &mut Fields, content: &CasketContent, reader: &mut Reader) {
    let pieces = entries(fields, "equipment").iter();
    for ((_, node), piece) in pieces.zip(&content.equipment) {
        let list = node.field("cards");
        let nodes = list.map_or(&[][..], Node::items);
        for (at, &id) in piece.cards.iter().enumerate() {
            let card = content.card(id);
            let key = &card.key;
            let message = match () {
                () if card.universal => {
                    format!("every deck already has {key:?}; equipment must not list it")
                }
                () if card.kind == Kind::Damage => format!("{key:?} is a damage card"),
                () if piece.cards[..at].contains(&id) => {
                    format!("{key:?} is listed twice; a card has `copies: 2`")
                }
                () => continue,
            };
            let place = nodes.get(at).map_or(node.place, |node| node.place);
            reader.problem(place, message);
        }
    }
}

/// Notes cards that nobody ever has: those that no equipment, race or monster brings.
fn check_sources(fields: &mut Fields, content: &CasketContent, reader: &mut Reader) {
    let is_brought = |id: CardId| {
        content.source_of(id).is_some()
            || content
                .races
                .iter()
                .any(|race| race.abilities.contains(&id))
            || is_monsters(content, id)
    };
    let cards = (0..).map(CardId).zip(&content.cards);
    for ((_, node), (id, card)) in entries(fields, "cards").iter().zip(cards) {
        let is_everywhere = card.universal || card.kind == Kind::Damage;
        if !is_everywhere && !is_brought(id) {
            let message = format!(
                "no deck can have the card {:?}: no equipment, race or monster lists it, and it is not universal",
                card.key
            );
            reader.doubt(node.place, message);
        }
    }
}

fn is_monsters(content: &CasketContent, id: CardId) -> bool {
    let mut monsters = content.monsters.iter();
    monsters.any(|monster| monster.attacks.iter().any(|strike| strike.card == id))
}

/// Notes a table whose rows do not rise, or that ends before the highest number, where there is one.
fn check_table(node: &Node, field: &str, rows: &[Row], to: Option<u8>, reader: &mut Reader) {
    let numbers: Vec<_> = rows.iter().map(|row| row.up_to).collect();
    let at = place(node, field);
    if numbers.is_empty() || !numbers.windows(2).all(|pair| pair[0] < pair[1]) {
        let message = "a table needs rows whose `up_to` rises, those of cards and classes alike";
        reader.problem(at, message);
    } else if let Some((last, to)) = numbers.last().zip(to).filter(|(last, to)| *last != to) {
        let message =
            format!("die tables of cards and classes must end at {to}, this one ends at {last}");
        reader.problem(at, message);
    }
    for effect in rows.iter().flat_map(|row| &row.effects) {
        if let Effect::Roll(rows) = effect {
            check_table(node, field, rows, Some(DIE), reader);
        }
    }
}

/// Sides of the die that an effect rolls.
const DIE: u8 = 6;

/// Notes effects of a Backfire that need a choice or a target: it has neither.
fn check_backfire(node: &Node, rows: &[Row], reader: &mut Reader) {
    let effects = rows.iter().flat_map(|row| &row.effects);
    for effect in effects.flat_map(Effect::all) {
        let is_chosen = matches!(
            effect,
            Effect::Move(_)
                | Effect::Turn(_)
                | Effect::Repair(..)
                | Effect::Push(_)
                | Effect::Second(_)
                | Effect::Splash(_)
                | Effect::Reduce(_)
                | Effect::Evade(_)
                | Effect::Counter(_)
                | Effect::CoolInstead(_)
        );
        if is_chosen || effect.who() == Some(Who::Target) {
            let message = "a Backfire has no target and no choices: it cannot do this";
            reader.problem(place(node, "backfire"), message);
        }
    }
}

/// Notes levels that do not rise.
fn check_figures(fields: &mut Fields, content: &CasketContent, reader: &mut Reader) {
    let figures = &content.figures;
    let node = fields.get("figures");
    let whole = fields.place;
    let place = |path: [&str; 2]| {
        let at = node.map(|node| node.field(path[0]).unwrap_or(node));
        let at = at.map(|node| node.field(path[1]).unwrap_or(node));
        at.map_or(whole, |node| node.place)
    };
    let bands = &figures.to_hit;
    if !(bands.close_to <= bands.medium_to && bands.medium_to <= bands.long_to) {
        let message = "the bands do not rise: to_hit.close_to to_hit.medium_to to_hit.long_to";
        reader.problem(place(["to_hit", ""]), message);
    }
    for (path, levels) in [
        (["parts", "from"], &figures.parts.from[..]),
        (["parts", "cards"], &figures.parts.cards[..]),
        (["heat", "levels"], &figures.heat.levels[..]),
        (["taint", "levels"], &figures.taint.levels[..]),
    ] {
        if !levels.is_sorted() {
            reader.problem(place(path), format!("{} does not rise", path.join(".")));
        }
    }
}
