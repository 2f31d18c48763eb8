//! What is read on cards: made from their effects, so that text and rule cannot differ (§9).
//!
//! **Invariant:** says every effect and every field of a card that changes what it does, and nothing else.

use crate::plain::capital;
use crate::rules::casket::content::{
    Aim, Area, Band, Card, CasketContent, Effect, Kind, Move, Row, Span, Spot, Trait, Trigger, Who,
};

/// Returns all that a card does, a sentence each.
pub fn lines(content: &CasketContent, card: &Card) -> Vec<String> {
    let heat = (card.heat > 0).then(|| format!("Heat +{}.", card.heat));
    effects(content, card).into_iter().chain(heat).collect()
}

/// Returns what a card does but for its Heat, which cards show as a figure, a sentence each.
pub fn effects(content: &CasketContent, card: &Card) -> Vec<String> {
    let mut lines = Vec::new();
    if card.taint > 0 {
        lines.push(format!("Needs Taint {}.", card.taint));
    }
    if card.kind == Kind::Reactive {
        lines.push(trigger(card.trigger).to_owned());
    }
    lines.extend(
        card.first
            .iter()
            .map(|one| format!("First: {}", effect(content, card, one))),
    );
    lines.extend(attack(card));
    let on_hit = card.on_hit.iter();
    lines.extend(on_hit.map(|one| format!("On a hit: {}", effect(content, card, one))));
    lines.extend(card.effects.iter().map(|one| effect(content, card, one)));
    lines.extend(
        card.after
            .iter()
            .map(|one| format!("Afterwards: {}", effect(content, card, one))),
    );
    let bearer = match card.kind {
        Kind::Damage => "While in hand: ",
        _ => "",
    };
    lines.extend(
        card.traits
            .iter()
            .map(|one| format!("{bearer}{}", given(content, *one))),
    );
    lines.into_iter().map(|line| capital(&line)).collect()
}

/// Returns the band of an attack in a word.
pub fn range(card: &Card) -> Option<&'static str> {
    card.is_attack().then_some(match (card.kind, card.range) {
        (Kind::Melee, _) => "Melee",
        (_, Band::Adjacent) => "Adjacent",
        (_, Band::Close) => "Close",
        (_, Band::Medium) => "Medium",
        (_, Band::Long) => "Long",
    })
}

/// Returns a kind of card in a word.
pub fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Melee => "Melee",
        Kind::Ranged => "Ranged",
        Kind::Spell => "Spell",
        Kind::Utility => "Utility",
        Kind::Reactive => "Reaction",
        Kind::Passive => "Passive",
        Kind::Damage => "Damage",
    }
}

fn trigger(trigger: Trigger) -> &'static str {
    match trigger {
        Trigger::Attack => "Against an attack.",
        Trigger::Melee => "Against a melee attack.",
        Trigger::Ranged => "Against a ranged attack.",
        Trigger::Heat => "When you gain Heat.",
    }
}

fn attack(card: &Card) -> Vec<String> {
    let mut lines = Vec::new();
    if !card.is_attack() {
        return lines;
    }
    let whom = if card.spares_allies { "foes" } else { "others" };
    match card.area {
        Area::Single => {}
        Area::Cone => lines.push(format!(
            "Hits all {whom} in the three hexes in front of you."
        )),
        Area::Line(hexes) => lines.push(format!("Hits all {whom} in a line of {hexes} hexes.")),
        Area::Blast => {
            let edge = card.edge.map(|damage| format!(", {damage} around it"));
            let edge = edge.unwrap_or_default();
            lines.push(format!("Hits a hex and all {whom} around it{edge}."));
        }
        Area::Ring(hexes) => lines.push(format!("Hits all {whom} within {hexes} hexes.")),
    }
    if card.hits > 1 {
        let split = if card.split {
            ", at one or two targets"
        } else {
            ""
        };
        lines.push(format!("{} separate hits{split}.", card.hits));
    }
    if card.pierces_all {
        lines.push("Ignores all Defence.".to_owned());
    } else if card.pierces > 0 {
        lines.push(format!("Ignores {} Defence.", card.pierces));
    }
    if card.ignores_cover {
        lines.push("Ignores cover.".to_owned());
    }
    if let Some(needed) = card.hits_on {
        lines.push(format!("Hits on {needed}+."));
    }
    if card.ignores_distance {
        lines.push("Distance does not matter.".to_owned());
    }
    if card.indirect {
        lines.push("Needs no line of sight.".to_owned());
    }
    if card.steady {
        lines.push("Called shots without penalty.".to_owned());
    }
    if card.rolls {
        lines.push("Rolls to hit.".to_owned());
    }
    lines
}

fn effect(content: &CasketContent, card: &Card, one: &Effect) -> String {
    let target = match card.aim {
        Aim::Own => "the target",
        Aim::Ally => "an adjacent ally",
        Aim::OwnOrAlly => "you or an adjacent ally",
    };
    let who = |who: Who| match who {
        Who::Own => "you",
        Who::Target => target,
        Who::Allies => "each adjacent ally",
        Who::Foes => "each adjacent foe",
    };
    let subject = |whom: Who| match whom {
        Who::Own => String::new(),
        _ => format!("{}: ", who(whom)),
    };
    match one {
        Effect::Heat(whom, points) => format!("{}Heat +{points}.", subject(*whom)),
        Effect::Cool(whom, dice, points) => {
            format!("{}Heat −{}.", subject(*whom), rolled(*dice, *points))
        }
        Effect::Vent(whom) => format!("{}lose all Heat.", subject(*whom)),
        Effect::Taint(whom, points) => format!("{}Taint +{points}.", subject(*whom)),
        Effect::Draw(whom, cards) => format!("{}draw {}.", subject(*whom), count(*cards, "card")),
        Effect::DiscardHand => "Discard your hand.".to_owned(),
        Effect::DiscardRandom(whom, cards) => {
            format!(
                "{}discard {} at random.",
                subject(*whom),
                count(*cards, "card")
            )
        }
        Effect::Repair(whom, cards) => format!(
            "{}delete {} from the discard pile.",
            subject(*whom),
            count(*cards, "damage card")
        ),
        Effect::Give(whom, one, span) => {
            let text = given(content, *one);
            let text = text.trim_end_matches('.');
            format!("{}{text} {}.", subject(*whom), spanned(*span)).replace(" .", ".")
        }
        Effect::Harm(whom, points, spot) => {
            let spot = spot_of(*spot);
            format!(
                "{}take {points} damage{spot}, ignoring Defence.",
                subject(*whom)
            )
        }
        Effect::Move(step) => moved(step),
        Effect::Turn(3) => "Turn to any facing.".to_owned(),
        Effect::Turn(sixths) => format!("Turn by up to {}°.", u16::from(*sixths) * 60),
        Effect::Spin(sixths) => match sixths {
            1 | 2 => format!("You are turned right by {}°.", u16::from(*sixths) * 60),
            3 => "You are turned around.".to_owned(),
            _ => format!("You are turned left by {}°.", (6 - u16::from(*sixths)) * 60),
        },
        Effect::Teleport(dice) => {
            format!("Jump {} hexes in a random direction.", rolled(*dice, 0))
        }
        Effect::Push(hexes) => format!("Push the target {}.", count(*hexes, "hex")),
        Effect::Second(damage) => format!("A second adjacent foe takes {damage}."),
        Effect::Splash(damage) => format!("{damage} to everyone else adjacent to the target."),
        Effect::Reduce(points) => format!("Reduce the damage by {points}."),
        Effect::Evade(points) => format!("The attacker's rolls to hit get −{points}."),
        Effect::Counter(damage) => format!("Strike back first, for {damage}."),
        Effect::CoolInstead(points) => format!("Lose {points} Heat instead."),
        Effect::Roll(rows) => table(content, card, rows),
    }
}

fn table(content: &CasketContent, card: &Card, rows: &[Row]) -> String {
    let mut from = 1;
    let mut told = Vec::new();
    for row in rows {
        let numbers = match row.up_to {
            up_to if up_to == from => format!("{from}"),
            up_to => format!("{from}–{up_to}"),
        };
        from = row.up_to + 1;
        let effects: Vec<_> = row
            .effects
            .iter()
            .map(|one| effect(content, card, one))
            .collect();
        if !effects.is_empty() {
            told.push(format!("{numbers}: {}", effects.join(" ")));
        }
    }
    format!("Roll a die. {}", told.join(" "))
}

/// Returns what the rows of a Backfire table do, with the numbers of each.
pub fn backfire(content: &CasketContent, rows: &[Row]) -> Vec<(String, String)> {
    let card = Card::default();
    let mut from: Option<u16> = None;
    let last = rows.len().saturating_sub(1);
    let mut told = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let numbers = match from {
            None => format!("up to {}", row.up_to),
            Some(from) if at == last => format!("{from}+"),
            Some(from) if u16::from(row.up_to) == from => format!("{from}"),
            Some(from) => format!("{from}–{}", row.up_to),
        };
        from = Some(u16::from(row.up_to) + 1);
        let effects = row.effects.iter().map(|one| effect(content, &card, one));
        let effects: Vec<_> = effects.map(|line| capital(&line)).collect();
        told.push((numbers, effects.join(" ")));
    }
    told
}

/// Returns what a trait says, as a sentence.
pub fn given(content: &CasketContent, one: Trait) -> String {
    match one {
        Trait::Defence(points) => format!("Defence {}.", signed(points)),
        Trait::Shield(points) => format!("Shield {}.", signed(points)),
        Trait::Damage(points) => format!("Damage {} with attacks.", signed(points)),
        Trait::DamagePerReshuffle(points) => {
            format!("Damage {} for each reshuffle of your deck.", signed(points))
        }
        Trait::HalfDamage => "Attacks do half damage.".to_owned(),
        Trait::DoubleNextAttack => "Your next attack does double damage.".to_owned(),
        Trait::NextDamage(piece, points) => format!(
            "Damage {} with your next attack with the {}.",
            signed(points),
            content.piece(piece).name
        ),
        Trait::DamageTaken(points) => format!("Damage taken {}.", signed(points)),
        Trait::Absorb(points) => format!("Ignores the next {points} damage."),
        Trait::ToHit(points) => format!("Rolls to hit {}.", signed(points)),
        Trait::CardCost(points) => format!("Cards cost {} SP.", signed(points)),
        Trait::AllCost(points) => format!("Everything costs {} SP.", signed(points)),
        Trait::MovementCost(points) => format!("Movement costs {} SP.", signed(points)),
        Trait::HeatPerTurn(points) => format!("Heat {} each turn.", signed(points)),
        Trait::ShorterMoves(hexes) => {
            format!("Movement cards move {hexes} hexes less.").replace("1 hexes", "1 hex")
        }
        Trait::HexesPerTurn(hexes) => {
            format!("Moves at most {hexes} hexes a turn.").replace("1 hexes", "1 hex")
        }
        Trait::Safe(points) => format!("Safe SP {}.", signed(points)),
        Trait::Hand(cards) => format!("Hand {}.", signed(cards)),
        Trait::MagicResistance => "Spells roll to hit it.".to_owned(),
        Trait::NoMovement => "Cannot move.".to_owned(),
        Trait::NoTurning => "Cannot turn.".to_owned(),
        Trait::NoAttacks => "Cannot attack.".to_owned(),
        Trait::NoSupport => "Cannot play support cards.".to_owned(),
        Trait::VentOrHarm(points) => {
            format!("The first action that does not lower Heat costs {points} damage.")
        }
        Trait::Guard => "May take one attack on an adjacent ally.".to_owned(),
        Trait::Steered => "A foe chooses the first action.".to_owned(),
        Trait::MustAttack => "Must attack while it can.".to_owned(),
        Trait::Mends => "Each round, removes a damage card from its discard pile.".to_owned(),
        Trait::Braced(points) => format!("Defence {} until it moves.", signed(points)),
    }
}

fn spanned(span: Span) -> &'static str {
    match span {
        Span::Turn => "this turn",
        Span::OwnTurn => "until your next turn",
        Span::NextTurn => "during your next turn",
        Span::Round => "to the end of the round",
        Span::NextRound => "to the end of the next round",
        Span::Battle => "",
    }
}

fn spot_of(spot: Spot) -> &'static str {
    match spot {
        Spot::RightArm => " to the right arm",
        Spot::LeftArm => " to the left arm",
        Spot::Chassis => " to the chassis",
        Spot::Legs => " to the legs",
        Spot::Nowhere => "",
    }
}

fn moved(step: &Move) -> String {
    let verb = if step.flies { "Fly" } else { "Move" };
    let straight = match (step.forward, step.straight) {
        (true, _) => " forward",
        (false, true) => " straight on",
        (false, false) => "",
    };
    let ground = match step.ignores_difficult {
        true => ", ignoring difficult ground",
        false => "",
    };
    let most = count(step.most, "hex");
    format!("{verb} up to {most}{straight}{ground}.")
}

fn count(count: u8, word: &str) -> String {
    match (count, word) {
        (1, _) => format!("1 {word}"),
        (_, "hex") => format!("{count} hexes"),
        _ => format!("{count} {word}s"),
    }
}

fn rolled(dice: u8, points: u8) -> String {
    match (dice, points) {
        (0, points) => points.to_string(),
        (1, 0) => "d3".to_owned(),
        (dice, 0) => format!("{dice}d3"),
        (1, points) => format!("(d3 + {points})"),
        (dice, points) => format!("({dice}d3 + {points})"),
    }
}

fn signed(points: i16) -> String {
    match points {
        0.. => format!("+{points}"),
        _ => format!("−{}", -points),
    }
}
