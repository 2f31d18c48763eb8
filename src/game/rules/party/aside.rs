//! What is known of the unit under the pointer, and what a click there would do.
//!
//! **Invariant:** writes down what was worked out ahead; reckons nothing.

use bevy::prelude::*;

use super::ahead::Ahead;
use super::cards::effects;
use super::input::{Hand, is_aimed};
use super::trip;
use crate::battle::unit::{Health, UnitId, Units, part};
use crate::game::kit::key_of;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::odds::{self, percent, summary};
use crate::game::kit::panels::Aside;
use crate::game::kit::piece::{Column, Ink, Piece, Pieces, faint, say};
use crate::game::kit::standard::chosen;
use crate::game::rules::playable::{name, own_side, unit_at};
use crate::game::shell::settings::Settings;
use crate::game::table::input::Hover;
use crate::rules::party::attack::{Fighter, Forecast, Source, permille};
use crate::rules::party::character::{POINT, Sheet};
use crate::rules::party::content::SpellId;
use crate::rules::party::log::{points, whole};
use crate::rules::party::setup;

/// Returns what is known of the unit under the pointer, and what a click would do.
pub(super) fn aside(world: &World) -> Aside {
    let mut aside = Aside::default();
    let tile = world.resource::<Hover>().tile;
    let pointed = tile.and_then(|tile| unit_at(world, tile));
    if let Some(unit) = pointed {
        aside.head = known(world, unit);
    }
    if let Some(tile) = tile {
        aside.body = trip::aside(world, tile, pointed);
    }
    let Some(ahead) = Ahead::of(world) else {
        return aside;
    };
    let spell = world.resource::<Hand>().spell;
    aside.body = match (&ahead.forecast, ahead.target, spell.zip(chosen(world))) {
        (Some(forecast), Some(target), _) => foreseen(forecast, part::<Health>(world, target).now),
        (None, Some(_), Some((spell, id))) => promised(world, id, spell),
        _ => aside.body,
    };
    match &ahead.orders {
        Some(Err(why)) if ahead.target.is_some() => aside.body.add(say(why).ink(Ink::Bad)),
        Some(Ok(_)) if ahead.target.is_some() => {
            let (cost, left) = ahead.ap;
            let words = format!("{cost} AP in total, {left} left");
            aside.body.add(say(words).ink(Ink::Time).strong());
            let again = tile.filter(|_| world.resource::<Settings>().confirm);
            if let Some(tile) = again {
                let key = key_of(world, KeyAction::ACT);
                aside.body.add(match is_aimed(world, tile) {
                    false => faint(format!("Click [{key}] to aim, once more to carry it out")),
                    true => say(format!("Aimed: click again [{key}]")).ink(Ink::Accent),
                });
            }
        }
        _ => {}
    }
    aside
}

/// Returns what a spell rolls and leaves behind.
fn promised(world: &World, id: UnitId, spell: SpellId) -> Pieces {
    let content = setup::content(world);
    let rank = part::<Sheet>(world, id).spells.of(spell).unwrap_or(1);
    let spell = content.spell(spell);
    let mut told = Pieces::default();
    told.add(faint(spell.description.as_str()));
    for (sides, what, ink) in [
        (spell.harm, "damage, ignores armor", Ink::Bad),
        (spell.mend, "healed", Ink::Good),
    ] {
        if let 1.. = sides {
            let (least, most) = (rank, u16::from(rank) * u16::from(sides));
            told.add(say(format!("{least} to {most} HP {what} ({rank}d{sides})")).ink(ink));
        }
    }
    if let Some(effect) = spell.effect.map(|effect| content.effect(effect)) {
        let text = format!("{} for {} turns", effect.name, spell.turns);
        told.add(say(text).ink(Ink::Accent).about(&effect.description));
    }
    told
}

/// Adds a bar of hit points, in whole ones.
pub(super) fn health_bar(pieces: &mut Pieces, health: Health) {
    let [now, max] = [health.now, health.max].map(whole);
    let label = format!("{now}/{max} HP");
    pieces.bar(health.now, health.max, Ink::of_health(health), label);
}

/// Writes hit points to the hundredth, where they are not whole ones.
pub(super) fn exact(health: Health) -> Option<String> {
    let Health { now, max } = health;
    let is_whole = [now, max].iter().all(|points| points % POINT == 0);
    (!is_whole).then(|| format!("{} of {} hit points", points(now), points(max)))
}

/// Returns what is known of a character in sight.
fn known(world: &World, unit: UnitId) -> Pieces {
    let content = setup::content(world);
    let kind = part::<Sheet>(world, unit).kind(content);
    let fighter = Fighter::of(world, unit);
    let mut known = Pieces::default();
    let is_own = Units::of(world).side(unit) == own_side(world);
    let title = say(name(world, unit))
        .strong()
        .size(16.0)
        .ink(Ink::good_if(is_own));
    known.line([
        title.into(),
        faint(kind.name.as_str()).about(&kind.description).into(),
    ]);
    let health = *part::<Health>(world, unit);
    health_bar(&mut known, health);
    if let Some(exact) = exact(health) {
        known.add(faint(exact));
    }
    let weapon = fighter
        .weapon(content)
        .map_or("unarmed", |weapon| &weapon.name);
    let mut about = format!("{weapon} · armor {}%", fighter.armor(content));
    let effects = effects(world, unit);
    if !effects.is_empty() {
        about += &format!(" · {effects}");
    }
    known.add(faint(about));
    known
}

/// Returns what an attack on somebody with so many hit points, hundredths, would come to: the chance with its
/// parts, damage, and the chance to kill.
fn foreseen(forecast: &Forecast, health: u16) -> Pieces {
    let attack = &forecast.odds;
    let mut told = Pieces::default();
    let chance = say(format!("{}%", attack.chance))
        .size(27.0)
        .strong()
        .ink(Ink::Accent);
    told.line([
        chance.into(),
        say(format!("to hit · {} AP", forecast.cost)).into(),
    ]);
    let to_hit = attack.to_hit.parts.iter();
    let mut parts: Vec<_> = to_hit
        .map(|(source, percent)| (source.to_string(), *percent))
        .collect();
    if attack.facing != 0 {
        parts.push((attack.arc.to_string(), attack.facing));
    }
    let parry = attack.parry.parts.iter();
    parts.extend(parry.map(|(source, percent)| (defense(source), -percent)));
    let sum = parts.iter().map(|(_, percent)| percent).sum();
    told.extend(odds::parts(parts, sum, attack.chance));
    told.separate();
    let miss = forecast.damage.first().filter(|(damage, _)| *damage == 0);
    let miss = percent(miss.map_or(0, |&(_, share)| permille(share)), 1000);
    let average = points(forecast.expected() as u16);
    let text = format!("average {average} HP · no damage {miss}");
    let kills = forecast.kill_permille();
    told.0
        .push(summary(Ink::Good, text, [kills, 1000], "chance to kill"));
    let columns = forecast.damage.iter().map(|&(damage, share)| Column {
        share: permille(share).into(),
        ink: match damage {
            0 => Ink::Faint,
            _ if damage >= health => Ink::Bad,
            _ => Ink::Accent,
        },
        label: points(damage),
        about: format!("{} HP: {}", points(damage), percent(permille(share), 1000)),
    });
    told.0.push(Piece::Chart(46.0, columns.collect()));
    told
}

/// Names what lowers a chance to hit, of the target's.
fn defense(source: &Source) -> String {
    match source {
        Source::Weapon(skill) => format!("target parries ({})", skill.key()),
        Source::Dodge => "target dodges".into(),
        source => format!("target: {source}"),
    }
}
