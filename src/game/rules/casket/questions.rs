//! Questions to the player: reactions, losses, and orders that pass the Red Line.
//!
//! **Invariant:** an answer is an order of the rules; what it would leave comes from the rules.

use bevy::prelude::*;

use super::grip::{Grip, asked};
use super::hud::KEYS;
use super::input::{back, give, order};
use super::odds;
use super::{asking, faces};
use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::game::kit::cards::prompt::{Choice as Answer, Prompt};
use crate::game::kit::piece::{Ask, Ink, Words, faint, say};
use crate::game::table::input::is_players;
use crate::rules::casket::duel::Duel;
use crate::rules::casket::legal;
use crate::rules::casket::order::{Choice, Order, Threat};

/// Returns what the player is asked, if anything.
pub(super) fn prompt(world: &World, duel: &Duel) -> Option<Prompt> {
    if !is_players(world) {
        return None;
    }
    let grip = Grip::of(world);
    let prompt = match (asked(world), &grip.risk) {
        (Some(choice), _) if asking::is_unasked(world, duel, &choice) => return None,
        (Some(choice), _) => of_choice(world, duel, &choice, &grip),
        (None, Some(risky)) => risk(duel, duel.progress.acting?, risky),
        (None, None) => repair(duel, &grip)?,
    };
    // The keys of the hand are for its cards.
    let keys: &[_] = if prompt.picks { &[] } else { &KEYS };
    Some(prompt.keyed(keys))
}

fn answer(label: impl Into<String>, order: Order) -> Answer {
    Answer {
        label: label.into(),
        leaves: Vec::new(),
        card: None,
        key: None,
        refusal: None,
        ask: Ask::act(move |world| give(world, order.clone())),
    }
}

fn of_choice(world: &World, duel: &Duel, choice: &Choice, grip: &Grip) -> Prompt {
    match choice {
        Choice::React(unit, threat) => react(duel, *unit, threat),
        Choice::Guard(target, guards) => guard(duel, *target, guards),
        Choice::Lose(unit, points) => lose(duel, *unit, *points, grip),
        Choice::BoilOver(unit) => boil_over(duel, *unit),
        Choice::Keep(unit, count) => keep(duel, *unit, *count, grip),
        // The cards that a casket is steered to play are shown.
        Choice::Steer(unit) => steer(&Duel::of(world), *unit),
    }
}

/// Asks for a reaction.
fn react(duel: &Duel, unit: UnitId, threat: &Threat) -> Prompt {
    let lines = match threat {
        Threat::Attack(blow) => {
            let card = &duel.card(blow.card).name;
            let whom = duel.name(unit);
            let attacks = format!("{} attacks {whom} with {card}", duel.name(blow.attacker));
            let mut lines = vec![say(attacks)];
            lines.extend(odds::sums(duel, blow).into_iter().map(faint));
            lines
        }
        Threat::Heat(points) => vec![say(format!("{} gains {points} Heat", duel.name(unit)))],
    };
    let leaves = |no| {
        let text = odds::after_reaction(duel, unit, threat, no);
        match text.contains("disabled") {
            true => say(text).ink(Ink::Bad).size(12.5),
            false => faint(text),
        }
    };
    let reactions = duel.reactions(unit, threat).into_iter().map(|no| {
        let physical = duel.get(unit).piles().get(no);
        let never = Ask::act(move |world| asking::Unasked::toggle(world, physical.card));
        let never = faint("Never ask for this card")
            .link(never)
            .about("For this battle. Click the card in your hand to be asked again");
        Answer {
            leaves: vec![leaves(Some(no)), never],
            card: Some(faces::of(duel, unit, physical)),
            ..answer("React", Order::React(Some(no)))
        }
    });
    let reactions: Vec<_> = reactions.collect();
    let label = match reactions.is_empty() {
        true => "No card in hand answers this: go on",
        false => "No reaction",
    };
    let none = Answer {
        leaves: vec![leaves(None)],
        ..answer(label, Order::React(None))
    };
    let choices: Vec<_> = reactions.into_iter().chain([none]).collect();
    let last = choices.len() - 1;
    Prompt {
        title: "React?".to_owned(),
        lines,
        choices,
        default: last,
        cancel: Some(last),
        about: match threat {
            Threat::Attack(blow) => tiles(duel, &[unit, blow.attacker]),
            Threat::Heat(_) => tiles(duel, &[unit]),
        },
        picks: false,
    }
}

fn guard(duel: &Duel, target: UnitId, guards: &[UnitId]) -> Prompt {
    let takes = guards.iter().map(|&guard| {
        let label = format!("{} takes it", duel.name(guard));
        answer(label, Order::Guard(Some(guard)))
    });
    let none = answer(
        format!("{} takes it", duel.name(target)),
        Order::Guard(None),
    );
    let choices: Vec<_> = takes.chain([none]).collect();
    let last = choices.len() - 1;
    Prompt {
        title: format!("Take the attack on {}?", duel.name(target)),
        lines: Vec::new(),
        choices,
        default: last,
        cancel: Some(last),
        about: tiles(duel, &[&[target][..], guards].concat()),
        picks: false,
    }
}

/// Asks which cards are lost: those that are picked, the rest from the deck.
fn lose(duel: &Duel, unit: UnitId, points: u16, grip: &Grip) -> Prompt {
    let picked = grip.picked.len();
    let piles = duel.get(unit).piles();
    let rest = usize::from(points).saturating_sub(picked);
    let refusal = match () {
        () if picked > points.into() => Some(format!("up to {points} cards are lost")),
        () if rest > piles.deck.len() => Some(format!("pick {} more", rest - piles.deck.len())),
        () => None,
    };
    let leaves = vec![
        faint(format!(
            "hand {}, then {}",
            piles.hand.len(),
            piles.hand.len() - picked.min(piles.hand.len())
        )),
        faint(format!(
            "deck {}, then {}",
            piles.deck.len(),
            piles.deck.len().saturating_sub(rest)
        )),
    ];
    let order = Order::Lose(grip.picked.clone());
    Prompt {
        title: format!(
            "{} loses {points} {}",
            duel.name(unit),
            cards(points.into())
        ),
        lines: vec![faint(
            "Choose cards of your hand to lose; the rest are lost from the deck, unseen",
        )],
        choices: vec![Answer {
            leaves,
            refusal,
            ..answer(
                format!("Lose {picked} from the hand, {rest} from the deck"),
                order,
            )
        }],
        default: 0,
        cancel: None,
        about: tiles(duel, &[unit]),
        picks: true,
    }
}

/// Returns the hexes of units, which stay in sight.
fn tiles(duel: &Duel, units: &[UnitId]) -> Vec<TileId> {
    units.iter().map(|&unit| duel.get(unit).tile()).collect()
}

fn cards(count: usize) -> &'static str {
    if count == 1 { "card" } else { "cards" }
}

fn boil_over(duel: &Duel, unit: UnitId) -> Prompt {
    let damage = duel.content.figures.heat.boil_damage;
    let heat = duel.get(unit).body().heat;
    Prompt {
        title: format!("{} boils over", duel.name(unit)),
        lines: vec![say(format!("Heat {heat}")).ink(Ink::Bad)],
        choices: vec![
            Answer {
                leaves: vec![faint("Heat 0; no cards and no steps this turn")],
                ..answer("Skip the turn", Order::BoilOver { skip: true })
            },
            Answer {
                leaves: vec![faint(format!(
                    "{damage} damage to the chassis; the Heat stays"
                ))],
                ..answer("Go on", Order::BoilOver { skip: false })
            },
        ],
        default: 0,
        cancel: None,
        about: tiles(duel, &[unit]),
        picks: false,
    }
}

fn keep(duel: &Duel, unit: UnitId, count: u8, grip: &Grip) -> Prompt {
    let picked = grip.picked.len();
    let refusal = (picked != usize::from(count)).then(|| format!("pick {count}, not {picked}"));
    Prompt {
        title: format!(
            "{} discards {count} {}",
            duel.name(unit),
            cards(count.into())
        ),
        lines: vec![faint("Hand too large: choose the cards to discard")],
        choices: vec![Answer {
            refusal,
            ..answer("Discard", Order::Discard(grip.picked.clone()))
        }],
        default: 0,
        cancel: None,
        about: tiles(duel, &[unit]),
        picks: true,
    }
}

/// Asks what a casket of the enemy does that is steered: a step, a turn, or a card with its first aim.
fn steer(duel: &Duel, unit: UnitId) -> Prompt {
    let mut choices: Vec<Answer> = Vec::new();
    let mut sources = Vec::new();
    for one in legal::of_unit(duel, unit) {
        let (label, card) = match &one {
            Order::Play(source, _) if sources.contains(source) => continue,
            Order::Play(source, _) => {
                sources.push(*source);
                let physical = duel.card_of(unit, *source);
                let face = physical.map(|physical| faces::of(duel, unit, physical));
                ("Play".to_owned(), face)
            }
            Order::Step(_) if choices.len() > 8 => continue,
            Order::Step(direction) => (format!("Step {}", direction.number()), None),
            Order::Turn(facing) => (format!("Turn to {}", facing.number()), None),
            Order::Pass => ("Pass".to_owned(), None),
            _ => continue,
        };
        choices.push(Answer {
            card,
            ..answer(label, Order::Steer(Box::new(one)))
        });
    }
    let last = choices.len().saturating_sub(1);
    Prompt {
        title: format!(
            "{} is out of control: choose its next action",
            duel.name(unit)
        ),
        lines: Vec::new(),
        choices,
        default: last,
        cancel: None,
        about: tiles(duel, &[unit]),
        picks: false,
    }
}

/// Asks whether an order passes the Red Line.
fn risk(duel: &Duel, unit: UnitId, risky: &Order) -> Prompt {
    let target: Vec<_> = match risky {
        Order::Play(_, aiming) => aiming.target.into_iter().collect(),
        _ => Vec::new(),
    };
    let (spent, heat) = odds::leads_to(duel, unit, risky);
    let more = heat.saturating_sub(duel.get(unit).body().heat);
    let mut lines: Vec<Words> = vec![
        say(format!("{spent} SP spent, {} are safe", duel.safe_sp(unit))).ink(Ink::Bad),
        faint("When the turn ends, one of these is rolled:"),
    ];
    let rows = odds::backfire(duel, unit, more);
    lines.extend(
        rows.into_iter()
            .map(|(count, text)| say(format!("{count} of 6: {text}"))),
    );
    if heat >= duel.content.figures.heat.boil_over {
        lines.push(say("The next turn begins with a Boil-Over").ink(Ink::Bad));
    }
    let one = risky.clone();
    let go = Answer {
        ask: Ask::act(move |world| order(world, one.clone())),
        ..answer("Confirm", risky.clone())
    };
    let take_back = Answer {
        ask: Ask::act(|world| {
            back(world);
        }),
        ..answer("Cancel", risky.clone())
    };
    Prompt {
        title: "Past the Red Line".to_owned(),
        lines,
        choices: vec![go, take_back],
        default: 0,
        cancel: Some(1),
        about: tiles(duel, &[&[unit][..], &target[..]].concat()),
        picks: false,
    }
}

/// Asks which damage card a card deletes.
fn repair(duel: &Duel, grip: &Grip) -> Option<Prompt> {
    if grip.source.is_none() || grip.asks(duel) != super::grip::Asks::Repair {
        return None;
    }
    let unit = duel.progress.acting?;
    let choices: Vec<_> = grip
        .aims
        .iter()
        .filter_map(|aiming| {
            let no = *aiming.repair.first()?;
            let mended = aiming.target.unwrap_or(unit);
            let one = Order::Play(grip.source?, aiming.clone());
            let given = one.clone();
            Some(Answer {
                card: Some(faces::of(duel, mended, duel.get(mended).piles().get(no))),
                ask: Ask::act(move |world| order(world, given.clone())),
                ..answer("Delete it", one)
            })
        })
        .collect();
    (!choices.is_empty()).then(|| Prompt {
        title: "Delete which damage card?".to_owned(),
        lines: Vec::new(),
        choices,
        default: 0,
        cancel: None,
        about: tiles(duel, &[unit]),
        picks: false,
    })
}
