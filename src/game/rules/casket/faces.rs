//! Cards as they are read: made from their definitions, with what they cost now.
//!
//! **Invariant:** the text on a card is that of the rules; a card that cannot be played says why.

use crate::battle::unit::UnitId;
use crate::game::kit::cards::face::{CardFace, CardState};
use crate::game::kit::piece::Ink;
use crate::game::table::art;
use crate::rules::casket::content::{Card, CasketContent, Kind, text};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::legal;
use crate::rules::casket::machine::{CardNo, Physical};
use crate::rules::casket::order::{Order, Source};

/// Returns the face of a card, as it is printed.
pub(super) fn printed(content: &CasketContent, card: &Card) -> CardFace {
    let cost = match card.is_played() {
        true => card.sp.to_string(),
        false => String::new(),
    };
    CardFace {
        name: card.name.clone(),
        cost,
        kind: (text::kind(card.kind).to_owned(), color(card.kind)),
        art: art_of(card),
        range: text::range(card).unwrap_or_default().to_owned(),
        damage: card
            .damage
            .map_or_else(String::new, |damage| damage.to_string()),
        heat: match card.heat {
            0 => String::new(),
            heat => format!("+{heat}"),
        },
        text: text::effects(content, card),
        badge: (card.kind == Kind::Damage).then(|| ("Damage".to_owned(), Ink::Bad)),
        ..CardFace::default()
    }
}

/// Returns the drawing of a card; abilities and attacks of monsters without one have the sign of their kind.
fn art_of(card: &Card) -> String {
    match art::has_picture("cards", &card.key) {
        true => format!("cards/{}", card.key),
        false => format!("icons/{:?}", card.kind),
    }
}

/// Returns the face of a physical card of a unit, with what it costs now.
pub(super) fn of(duel: &Duel, unit: UnitId, physical: Physical) -> CardFace {
    let card = duel.card(physical.card);
    let mut face = printed(duel.content, card);
    if card.is_played() {
        face.cost = duel.card_cost(unit, physical).to_string();
    }
    if let Some(part) = physical.arm.filter(|_| card.kind == Kind::Damage) {
        face.badge = Some((format!("Damage: {part}"), Ink::Bad));
    }
    face
}

/// Returns the faces of cards of a unit.
pub(super) fn all(duel: &Duel, unit: UnitId, cards: &[CardNo]) -> Vec<CardFace> {
    let piles = duel.get(unit).piles();
    let face = |no: &CardNo| of(duel, unit, piles.get(*no));
    cards.iter().map(face).collect()
}

/// Returns the face of a card that could be played now, or why not.
pub(super) fn playable(duel: &Duel, unit: UnitId, source: Source) -> Option<CardFace> {
    let physical = duel.card_of(unit, source)?;
    let mut face = of(duel, unit, physical);
    let checked = duel
        .check_card(unit, source)
        .err()
        .map(|why| why.to_string());
    let cost = duel.card_cost(unit, physical);
    let left = duel.sp_left(unit);
    // What works by itself is not refused: it is never played.
    let is_passive = duel.card(physical.card).kind == Kind::Passive;
    let passive = is_passive.then(|| "Works in hand, deck and discard".to_owned());
    let poor = (cost > left).then(|| format!("needs {cost} SP, has {left}"));
    let lone = || (!has_target(duel, unit, source)).then(|| "no target in range".to_owned());
    face.state = match (passive, checked.or(poor).or_else(lone)) {
        (Some(when), _) => CardState::Waiting(when),
        (None, Some(why)) => CardState::Barred(why),
        (None, None) => CardState::Playable,
    };
    Some(face)
}

/// Whether an attack can be aimed at something from here.
fn has_target(duel: &Duel, unit: UnitId, source: Source) -> bool {
    let card = duel.card_of(unit, source);
    let card = card.map(|physical| duel.card(physical.card));
    if !card.is_some_and(Card::is_attack) {
        return true;
    }
    let mut aimings = legal::aimings(duel, unit, source).into_iter();
    aimings.any(|aiming| duel.check(unit, &Order::Play(source, aiming)).is_ok())
}

/// Says on a reaction in hand whether its player is asked for it, and how to change that.
pub(super) fn reaction(face: &mut CardFace, is_unasked: bool) {
    let text = match is_unasked {
        true => "Never asks; click to be asked",
        false => "Asks when it matters; click to stop",
    };
    face.state = CardState::Waiting(text.to_owned());
    if is_unasked {
        face.badge = Some(("Not asked".to_owned(), Ink::Worn));
    }
}

/// Returns the color of a kind of card.
fn color(kind: Kind) -> [u8; 3] {
    match kind {
        Kind::Melee => [178, 84, 62],
        Kind::Ranged => [92, 124, 66],
        Kind::Spell => [134, 84, 156],
        Kind::Utility => [70, 112, 140],
        Kind::Reactive => [176, 138, 58],
        Kind::Passive => [118, 118, 118],
        Kind::Damage => [96, 40, 40],
    }
}
