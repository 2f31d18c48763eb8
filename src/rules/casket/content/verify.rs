//! Checks what cards, decks and the rest say together.
//!
//! **Invariant:** notes problems with the place that causes them.

use crate::content::problem::Place;
use crate::content::reader::{Fields, Reader};
use crate::content::tree::{Node, Value};
use crate::rules::casket::content::{
    Aim, Area, Band, Card, CasketContent, Effect, Kind, Trait, Who,
};

/// Notes what could not be played.
pub(super) fn check(fields: &mut Fields, content: &mut CasketContent, reader: &mut Reader) {
    for ((_, node), card) in entries(fields, "cards").iter().zip(&content.cards) {
        check_card(node, card, reader);
    }
    for ((_, node), deck) in entries(fields, "decks").iter().zip(&content.decks) {
        for fault in deck.faults(content) {
            reader.problem(place(node, fault.field), fault.text);
        }
    }
    for ((_, node), class) in entries(fields, "classes").iter().zip(&content.classes) {
        let rows = class.backfire.iter().map(|row| row.up_to);
        if class.backfire.is_empty() || !rows.is_sorted() {
            let message = "a Backfire table needs rows that rise";
            reader.problem(place(node, "backfire"), message);
        }
        if class.least_cards > class.most_cards {
            reader.problem(
                place(node, "least_cards"),
                "least_cards is above most_cards",
            );
        }
    }
    for ((_, node), monster) in entries(fields, "monsters").iter().zip(&content.monsters) {
        if monster.attacks.is_empty() {
            reader.problem(place(node, "attacks"), "a monster needs an attack");
        }
        for strike in &monster.attacks {
            let card = content.card(strike.card);
            if !card.is_attack() {
                let message = format!("{:?} is no attack", card.key);
                reader.problem(place(node, "attacks"), message);
            }
        }
    }
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

fn check_figures(fields: &mut Fields, content: &CasketContent, reader: &mut Reader) {
    let figures = &content.figures;
    let at = fields
        .get("figures")
        .map_or(fields.place, |node| node.place);
    let bands = &figures.to_hit;
    if !(bands.close_to <= bands.medium_to && bands.medium_to <= bands.long_to) {
        reader.problem(at, "the bands close_to, medium_to and long_to do not rise");
    }
    for (name, levels) in [
        ("parts.from", &figures.parts.from[..]),
        ("parts.cards", &figures.parts.cards[..]),
        ("heat.levels", &figures.heat.levels[..]),
        ("taint.levels", &figures.taint.levels[..]),
    ] {
        if !levels.is_sorted() {
            reader.problem(at, format!("{name} does not rise"));
        }
    }
}

/// Notes what a card says that no battle could do.
fn check_card(node: &Node, card: &Card, reader: &mut Reader) {
    let mut wrong = |field: &str, message: &str| reader.problem(place(node, field), message);
    match card.kind {
        Kind::Reactive if card.sp > 0 => wrong("sp", "a reaction costs no SP"),
        Kind::Passive | Kind::Damage if card.sp > 0 => wrong("sp", "it is never played"),
        _ => {}
    }
    if card.is_attack() != card.damage.is_some() {
        wrong("damage", "attacks have damage, and nothing else has");
    }
    if card.kind == Kind::Melee && card.range != Band::Adjacent {
        wrong("range", "melee attacks reach 1 hex");
    }
    if card.kind == Kind::Ranged && card.range == Band::Adjacent {
        wrong("range", "ranged attacks reach beyond 1 hex");
    }
    if (card.kind == Kind::Damage) != card.wound.is_some() {
        wrong("wound", "damage cards have a `wound`, and nothing else has");
    }
    let holds = matches!(card.kind, Kind::Passive | Kind::Damage);
    if holds == card.traits.is_empty() {
        let message = "passive cards and damage cards have traits, and nothing else has";
        wrong("traits", message);
    }
    if card.split && card.hits < 2 {
        wrong("split", "a single attack cannot be split");
    }
    if card.edge.is_some() && card.area != Area::Blast {
        wrong("edge", "only a blast has another damage at its edge");
    }
    let acts = !card.effects.is_empty() || !card.first.is_empty();
    if card.kind == Kind::Utility && !acts {
        wrong("effects", "the card does nothing");
    }
    if card.kind == Kind::Reactive && !card.effects.iter().any(is_reaction) {
        wrong(
            "effects",
            "a reaction reduces, evades, counters, absorbs or cools",
        );
    }
    let has_target = card.is_attack() || card.aim != Aim::Own;
    for (field, effects) in [
        ("first", &card.first),
        ("on_hit", &card.on_hit),
        ("effects", &card.effects),
        ("after", &card.after),
    ] {
        for effect in effects.iter().flat_map(Effect::all) {
            if effect.who() == Some(Who::Target) && !has_target {
                wrong(field, "an effect is for a target, and the card has none");
            }
            let needs = matches!(
                effect,
                Effect::Push(_) | Effect::Second(_) | Effect::Splash(_)
            );
            if needs && card.kind != Kind::Melee {
                wrong(
                    field,
                    "only melee attacks push, splash or strike a second foe",
                );
            }
            if is_reaction(effect) && card.kind != Kind::Reactive && !is_gift(effect) {
                wrong(field, "only reactions do this");
            }
        }
        if field == "after" && !effects.is_empty() && card.kind != Kind::Reactive {
            wrong(field, "only reactions have costs afterwards");
        }
        if field == "on_hit" && !effects.is_empty() && !card.is_attack() {
            wrong(field, "only attacks hit");
        }
    }
}

fn is_gift(effect: &Effect) -> bool {
    matches!(effect, Effect::Give(..))
}

fn is_reaction(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Reduce(_)
            | Effect::Evade(_)
            | Effect::Counter(_)
            | Effect::CoolInstead(_)
            | Effect::Give(Who::Own, Trait::Absorb(_) | Trait::Defence(_), _)
    )
}
