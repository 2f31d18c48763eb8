//! Checks single cards: fields that mean nothing, effects without a target, and dead ends.
//!
//! **Invariant:** a card that passes does something when it is played, committed or held, and ends.

use crate::content::problem::Place;
use crate::content::reader::Reader;
use crate::content::tree::Node;
use crate::rules::casket::content::verify::{DIE, check_table, place};
use crate::rules::casket::content::{Aim, Area, Band, Card, Effect, Kind, Trait, Trigger, Who};

/// Notes what a card says that no battle could do.
pub(super) fn check(node: &Node, card: &Card, reader: &mut Reader) {
    let mut found = Vec::new();
    check_kind(card, &mut found);
    check_attack(card, &mut found);
    check_reaction(card, &mut found);
    check_lists(card, &mut found);
    check_single(card, &mut found);
    if is_endless(card) {
        let message =
            "a free card that draws would draw itself forever; give it a cost in SP, Heat or cards";
        found.push(("effects", message));
    }
    // One sentence for each field is enough.
    let mut told: Vec<(Place, &str)> = Vec::new();
    for (field, message) in found {
        let at = place(node, field);
        if !told.contains(&(at, message)) {
            let key = &card.key;
            reader.problem(at, format!("{message}: cards.{key:?}"));
            told.push((at, message));
        }
    }
    for (field, effects) in lists(card) {
        for effect in effects {
            if let Effect::Roll(rows) = effect {
                check_table(node, field, rows, Some(DIE), reader);
            }
        }
    }
}

/// What is wrong, with the field that says it.
type Found = Vec<(&'static str, &'static str)>;

fn lists(card: &Card) -> [(&'static str, &Vec<Effect>); 4] {
    [
        ("first", &card.first),
        ("on_hit", &card.on_hit),
        ("effects", &card.effects),
        ("after", &card.after),
    ]
}

/// Notes what does not go with the kind of the card.
fn check_kind(card: &Card, found: &mut Found) {
    let mut wrong = |is_wrong: bool, field, message| {
        if is_wrong {
            found.push((field, message));
        }
    };
    let holds = matches!(card.kind, Kind::Passive | Kind::Damage);
    let is_reaction = card.kind == Kind::Reactive;
    wrong(is_reaction && card.sp > 0, "sp", "a reaction costs no SP");
    wrong(holds && card.sp > 0, "sp", "it is never played");
    wrong(holds && card.heat > 0, "heat", "it is never played");
    wrong(holds && card.taint > 0, "taint", "it is never played");
    wrong(
        card.kind == Kind::Damage && card.universal,
        "universal",
        "damage cards come only from damage",
    );
    wrong(
        (card.kind == Kind::Damage) != card.wound.is_some(),
        "wound",
        "only damage cards have a `wound`, and all of them need one",
    );
    wrong(
        holds == card.traits.is_empty(),
        "traits",
        "only passive cards and damage cards have traits, and all of them need some",
    );
    let acts = lists(card).iter().any(|(_, effects)| !effects.is_empty());
    wrong(
        holds && acts,
        "effects",
        "it is never played, so it can only have traits",
    );
    let is_idle = card.effects.is_empty() && card.first.is_empty();
    wrong(
        card.kind == Kind::Utility && is_idle,
        "effects",
        "the card does nothing",
    );
    wrong(
        card.kind != Kind::Utility && card.aim != Aim::Own,
        "aim",
        "only utility cards are aimed at allies",
    );
    wrong(
        card.universal && card.copies > 1,
        "copies",
        "every deck has exactly one of each universal card",
    );
}

/// Notes what only attacks have, or only some of them.
fn check_attack(card: &Card, found: &mut Found) {
    let mut wrong = |is_wrong: bool, field, message| {
        if is_wrong {
            found.push((field, message));
        }
    };
    let is_attack = card.is_attack();
    wrong(
        is_attack != card.damage.is_some(),
        "damage",
        "only attacks have damage, and all of them need it",
    );
    let only = "only attacks have this";
    wrong(!is_attack && card.range != Band::Adjacent, "range", only);
    wrong(!is_attack && card.area != Area::Single, "area", only);
    wrong(!is_attack && card.hits > 1, "hits", only);
    wrong(!is_attack && card.pierces > 0, "pierces", only);
    wrong(!is_attack && card.pierces_all, "pierces_all", only);
    wrong(!is_attack && card.ignores_cover, "ignores_cover", only);
    wrong(!is_attack && card.indirect, "indirect", only);
    wrong(!is_attack && card.spares_allies, "spares_allies", only);
    let is_melee = card.kind == Kind::Melee;
    wrong(
        is_melee && card.range != Band::Adjacent,
        "range",
        "melee attacks reach 1 hex",
    );
    wrong(
        card.kind == Kind::Ranged && card.range == Band::Adjacent,
        "range",
        "ranged attacks need a range above 1 hex",
    );
    let rolls = matches!(card.kind, Kind::Ranged | Kind::Spell);
    let unrolled = "only ranged cards and spells roll to hit";
    wrong(!rolls && card.hits_on.is_some(), "hits_on", unrolled);
    wrong(
        !rolls && card.ignores_distance,
        "ignores_distance",
        unrolled,
    );
    wrong(!rolls && card.steady, "steady", unrolled);
    wrong(
        card.kind != Kind::Spell && card.rolls,
        "rolls",
        "only spells can choose whether to roll",
    );
    wrong(
        card.split && card.hits < 2,
        "split",
        "a single attack cannot be split",
    );
    wrong(
        card.split && card.area != Area::Single,
        "split",
        "an area hits everything in it",
    );
    wrong(
        card.edge.is_some() && card.area != Area::Blast,
        "edge",
        "only a blast has a different damage at its edge",
    );
    wrong(
        card.spares_allies && card.area == Area::Single,
        "spares_allies",
        "only areas can spare allies",
    );
}

/// Notes reactions that answer nothing, and answers that do not fit what they answer.
fn check_reaction(card: &Card, found: &mut Found) {
    if card.kind != Kind::Reactive {
        if card.trigger != Trigger::Attack {
            found.push(("trigger", "only reactions have a trigger"));
        }
        return;
    }
    if !card.effects.iter().any(is_reaction) {
        let message = "a reaction must reduce, evade, counter, absorb or cool";
        found.push(("effects", message));
    }
    if !card.first.is_empty() {
        found.push(("first", "only attacks and utility cards can have `first`"));
    }
    for effect in &card.effects {
        let message = match (effect, card.trigger) {
            (Effect::CoolInstead(_), trigger) if trigger != Trigger::Heat => {
                "only a reaction to Heat cools: `trigger: Heat`"
            }
            (Effect::Reduce(_) | Effect::Evade(_) | Effect::Counter(_), Trigger::Heat) => {
                "a gain of Heat is not an attack"
            }
            (Effect::Evade(_), Trigger::Melee) => "melee attacks do not roll to hit",
            (Effect::Counter(_), trigger) if trigger != Trigger::Melee => {
                "only melee attacks are countered: `trigger: Melee`"
            }
            _ => continue,
        };
        found.push(("effects", message));
    }
}

/// Notes effects that stand where they cannot happen, or that have no target.
fn check_lists(card: &Card, found: &mut Found) {
    let has_target = card.is_attack() || card.aim != Aim::Own;
    for (field, effects) in lists(card) {
        for effect in effects.iter().flat_map(Effect::all) {
            if effect.who() == Some(Who::Target) && !has_target {
                found.push((field, "an effect is for a target, and the card has none"));
            }
            let strikes = matches!(
                effect,
                Effect::Push(_) | Effect::Second(_) | Effect::Splash(_)
            );
            if strikes && card.kind != Kind::Melee {
                found.push((
                    field,
                    "only melee attacks push, splash or strike a second foe",
                ));
            }
            let is_lost = field == "effects" && !is_reaction(effect);
            if is_lost && card.kind == Kind::Reactive {
                found.push((field, "other effects of a reaction belong in `after`"));
            }
            let is_answer = is_reaction(effect) && !matches!(effect, Effect::Give(..));
            if is_answer && card.kind != Kind::Reactive {
                found.push((field, "only reactions do this"));
            }
        }
        if field == "after" && !effects.is_empty() && card.kind != Kind::Reactive {
            found.push((field, "only reactions have costs afterwards"));
        }
        if field == "on_hit" && !effects.is_empty() && !card.is_attack() {
            found.push((field, "only attacks hit"));
        }
    }
}

/// Notes what is chosen when the card is played, and can be chosen once: its path, its facing, its repair.
fn check_single(card: &Card, found: &mut Found) {
    let choices: [fn(&Effect) -> bool; 3] = [
        |effect| matches!(effect, Effect::Move(_)),
        |effect| matches!(effect, Effect::Turn(_)),
        |effect| matches!(effect, Effect::Repair(..)),
    ];
    for is_choice in choices {
        let mut count = 0;
        for (field, effects) in lists(card) {
            for effect in effects {
                let is_rolled = !is_choice(effect) && effect.all().any(is_choice);
                if is_rolled {
                    let message = "moves, turns and repairs are chosen before the die is rolled";
                    found.push((field, message));
                }
                count += usize::from(is_choice(effect));
                if is_choice(effect) && count > 1 {
                    found.push((field, "a card moves, turns and repairs at most once"));
                }
            }
        }
    }
}

/// Whether playing it costs nothing and leaves more cards in hand, so that it would go on for ever.
fn is_endless(card: &Card) -> bool {
    let draws = |effect: &Effect| matches!(effect, Effect::Draw(Who::Own | Who::Target, _));
    let pays = |effect: &Effect| {
        matches!(
            effect,
            Effect::DiscardHand
                | Effect::DiscardRandom(Who::Own, _)
                | Effect::Heat(Who::Own, _)
                | Effect::Harm(Who::Own, ..)
                | Effect::Taint(Who::Own, _)
        )
    };
    let is_free = card.sp == 0 && card.heat == 0;
    // What a table does is not certain, so it pays for nothing.
    let mut lists = lists(card).into_iter();
    let has_paid = lists.any(|(_, effects)| effects.iter().any(pays));
    card.is_played() && is_free && !has_paid && card.all_effects().any(draws)
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
