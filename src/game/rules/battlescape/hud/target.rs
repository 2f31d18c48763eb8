//! What is aimed at, or the enemy pointed at: what is known of it, and what the tool in hand would do.

use bevy::prelude::*;

use crate::battle::unit::UnitId;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::odds;
use crate::game::kit::panels::{Aside, WIDTH};
use crate::game::kit::piece::{Ask, Column, Face, Ink, Piece, Pieces, button, faint, say};
use crate::game::kit::theme::icon::Icon;
use crate::game::kit::{Kept, title};
use crate::game::rules::battlescape::input::{Selection, fire};
use crate::game::rules::battlescape::look;
use crate::game::shell::session::Moment;
use crate::game::table::input::Hover;
use crate::rules::battlescape::attack::Impossible;
use crate::rules::battlescape::content::FireMode;
use crate::rules::battlescape::event::Mark;
use crate::rules::battlescape::order::Refusal;
use crate::rules::battlescape::panel::inspect::status;
use crate::rules::battlescape::panel::preview::{Damage, Odds, Preview, preview};
use crate::rules::battlescape::panel::tool::{self, Tool};
use crate::rules::battlescape::panel::words::armor_text;
use crate::rules::battlescape::side_view::SideView;

/// What bears on a preview: the moment, who does what how, and to what.
type Aimed = (Moment, UnitId, Tool, Option<FireMode>, Mark);

/// Works out what the tool in hand would do, when something changed.
pub(super) fn renew(world: &mut World) {
    let selection = world.resource::<Selection>();
    let (tool, mode) = (selection.tool, selection.mode);
    if let (Some(unit), Some(mark)) = (selection.unit, mark(world)) {
        let aimed = (Moment::of(world), unit, tool, mode, mark);
        Kept::renew(world, aimed, |world| {
            preview(look(world), unit, tool, mode, mark)
        });
    }
}

/// Returns what the panel is about: the enemy pointed at, else what is aimed at in the own phase.
pub fn mark(world: &World) -> Option<Mark> {
    let view = look(world);
    let selection = world.resource::<Selection>();
    let tile = world.resource::<Hover>().tile;
    let pointed = tile.and_then(|tile| tool::mark_at(view, selection.tool, tile));
    let is_foe = |mark: &Mark| match mark {
        Mark::Unit(id) => selection.tool != Tool::Weapon || view.unit_side(*id) != view.side(),
        Mark::Hex(_) => selection.tool != Tool::Weapon,
    };
    let is_own_phase = view.turn().active == view.side();
    let aimed = selection.target.filter(|_| is_own_phase);
    let mark = pointed.filter(is_foe).or(aimed)?;
    match mark {
        Mark::Unit(id) => view.is_visible(id).then_some(mark),
        Mark::Hex(_) => Some(mark),
    }
}

/// Returns what is known of it, what the tool would do, and the button that does it.
pub(super) fn aside(world: &World, mark: Mark) -> Aside {
    let (view, selection) = (look(world), world.resource::<Selection>());
    let mut aside = Aside::default();
    if let Mark::Unit(target) = mark {
        aside.head = known(view, target);
    }
    let preview = Kept::<Aimed, Preview>::of(world);
    // While others act there is nothing to do to it.
    let is_own_phase = view.turn().active == view.side();
    if let Some(preview) = preview.filter(|_| is_own_phase && selection.unit.is_some()) {
        aside.body = effect(view, selection.tool, mark, preview);
        if preview.order.is_some() {
            let is_aimed = selection.target == Some(mark);
            aside.foot = trigger(selection.tool, preview, is_aimed);
        }
    }
    aside
}

/// Returns why what is aimed at cannot be done, if it cannot.
pub(super) fn refusal(world: &World) -> Option<String> {
    world.resource::<Selection>().target?;
    let preview = Kept::<Aimed, Preview>::of(world)?;
    preview.refusal.as_ref().map(ToString::to_string)
}

/// Returns what is known of a unit.
fn known(view: SideView, target: UnitId) -> Pieces {
    let is_own = view.unit_side(target) == view.side();
    let name = say(view.name(target)).strong().size(16.0);
    let weapon = faint(view.weapon(target).name.as_str());
    let mut known = Pieces::default();
    known.line([name.ink(Ink::good_if(is_own)).into(), weapon.into()]);
    known.health(view.unit(target).health, "HP");
    let armor = view.armor(target);
    let mut about = armor_text(armor);
    let status = status(view, target);
    if !status.is_empty() {
        about.push_str(&format!(" · {}", status.join(", ")));
    }
    known.add(faint(about).about(view.kind(target).description.as_str()));
    known
}

/// Returns what a tool would do to a mark.
fn effect(view: SideView, tool: Tool, mark: Mark, preview: &Preview) -> Pieces {
    let mut effect = Pieces::default();
    match &preview.odds {
        Some(Ok(odds)) => effect.extend(chances(odds)),
        Some(Err(refusal)) => {
            effect.add(say(refusal.to_string()).ink(Ink::Bad));
            if let Refusal::Weapon(Impossible::ShortMagazine { .. }) = refusal {
                let reload = button(Face::Plain, "Reload", Ask::Key(KeyAction::RELOAD));
                effect.line([reload.key(Some(KeyAction::RELOAD)).into()]);
            }
        }
        None => {}
    }
    if let (Tool::Cast(ability), Mark::Unit(_)) = (tool, mark) {
        effect.add(say(&view.rulebook().content().ability(ability).description));
    }
    if let Some(chance) = preview.resisted {
        let text = chance.map_or("has no mind to affect".into(), |chance| {
            format!("{chance}%")
        });
        effect.add(say(text).size(27.0).strong().ink(Ink::Accent));
    }
    // What is refused strikes nobody.
    let struck = preview.struck.iter();
    for one in struck.filter(|_| !matches!(preview.odds, Some(Err(_)))) {
        let name = view.name(one.unit);
        let place = match one.ring {
            0 => "at the center".to_owned(),
            1 => "1 hex from the center".to_owned(),
            ring => format!("{ring} hexes from the center"),
        };
        let harm = one.harm.map(|harm| format!(": about {harm} HP"));
        let text = format!("{name}, {place}{}", harm.unwrap_or_default());
        let words = match one.is_friend {
            true => say(format!("hits a friend: {text}")).ink(Ink::Bad),
            false => say(format!("hits {text}")),
        };
        effect.marked(Icon::Grenade, words.size(12.5));
    }
    for one in &preview.ricochets {
        let (name, chance) = (view.name(one.unit), one.permille);
        let text = format!(
            "a miss may ricochet into {name}: {}.{}% per round",
            chance / 10,
            chance % 10
        );
        let ink = if one.is_friend { Ink::Bad } else { Ink::Faint };
        effect.add(say(text).ink(ink).size(12.5));
    }
    effect
}

/// Returns the button that uses the tool, once something is aimed at.
fn trigger(tool: Tool, preview: &Preview, is_aimed: bool) -> Pieces {
    let mut foot = Pieces::default();
    if !is_aimed {
        match (&preview.refusal, &preview.odds) {
            (None, _) => foot.add(faint("Click to aim")),
            // It is said already in place of the odds.
            (Some(_), Some(Err(_))) => {}
            (Some(refusal), _) => foot.add(say(refusal.to_string()).ink(Ink::Bad).size(12.5)),
        }
        return foot;
    }
    let verb = match tool {
        Tool::Weapon | Tool::Ground => "Fire",
        Tool::Throw(_) | Tool::Toss(_) => "Throw",
        Tool::Lay(_) => "Lay the mine",
        Tool::Use(_) | Tool::Cast(_) => "Use",
    };
    let fire = button(Face::Large(WIDTH as u16), verb, Ask::act(fire));
    let fire = fire.key(Some(KeyAction::ACT)).ink(Ink::Accent);
    foot.add(fire.barred(preview.refusal.as_ref()));
    if let (Some(refusal), Some(Ok(_)) | None) = (&preview.refusal, &preview.odds) {
        foot.add(say(refusal.to_string()).ink(Ink::Bad).size(12.5));
    }
    foot
}

/// Returns the chance to hit, its parts, damage and the chance to kill.
fn chances(odds: &Odds) -> Vec<Piece> {
    let mut told = Pieces::default();
    let rounds = match odds.rounds {
        1 => "to hit".to_owned(),
        rounds => format!("to hit with each of {rounds} rounds"),
    };
    let chance = say(format!("{}%", odds.chance)).size(27.0).strong();
    let how = say(format!("{} · {rounds}", title(odds.mode)));
    told.line([chance.ink(Ink::Accent).into(), how.into()]);
    let critical = (odds.critical).map_or(String::new(), |chance| format!(" · critical {chance}%"));
    told.add(faint(format!("{} TU{critical}", odds.tu)));
    let parts = odds
        .parts
        .iter()
        .map(|(name, value)| (name.as_str(), i32::from(*value)));
    told.extend(odds::parts(parts, odds.raw, odds.chance));
    if let Some(damage) = &odds.damage {
        told.separate();
        told.line(harm(damage));
        told.0.push(Piece::Chart(60.0, columns(damage)));
    }
    told.0
}

/// Says what a hit does, and how likely the target falls.
fn harm(damage: &Damage) -> Vec<Piece> {
    let (least, most) = damage.per_hit;
    let (mean, kill) = (damage.expected_thousandths, damage.kill / 10);
    let text = format!(
        "damage {least}–{most} · average {}.{} · no\u{a0}damage\u{a0}{}%",
        mean / 1000,
        mean % 1000 / 100,
        damage.columns.first().copied().unwrap_or(0) / 10
    );
    let ink = if kill >= 50 { Ink::Good } else { Ink::Text };
    let falls = say(format!("{kill}%")).ink(ink).strong();
    // The sign and its chance come first, since a line that is full breaks between two words of it.
    let mut told: Vec<Piece> = vec![
        Piece::Icon(Icon::Skull, ink),
        falls.about("Chance to kill or knock out").into(),
        say(text).size(12.5).into(),
    ];
    if damage.burn > 0 {
        told.push(faint(format!("burns {}%", damage.burn / 10)).into());
    }
    told
}

/// Returns the damage of the whole attack as columns, from nothing up to what it takes to fall.
fn columns(damage: &Damage) -> Vec<Column> {
    let most = damage.columns.len().saturating_sub(1);
    let step = [1, 2, 5, 10, 20, 50]
        .into_iter()
        .find(|step| most / step < 9);
    let step = step.unwrap_or(100);
    let column = |(dealt, &share): (usize, &u32)| {
        let (ink, falls) = match dealt {
            0 => (Ink::Faint, ""),
            _ if dealt >= usize::from(damage.falls_at) => (Ink::Bad, ", fatal"),
            _ => (Ink::Accent, ""),
        };
        // The last label needs room.
        let is_tick = dealt == most || dealt % step == 0 && dealt + step / 2 < most;
        Column {
            share,
            ink,
            label: if is_tick {
                dealt.to_string()
            } else {
                String::new()
            },
            about: format!("{dealt} HP{falls}: {}.{}%", share / 10, share % 10),
        }
    };
    damage.columns.iter().enumerate().map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::grid::TileId;
    use crate::battle::phase::Turn;
    use crate::battle::unit::Side;
    use crate::game::kit::testing::{shipped, window};
    use crate::rules::battlescape::Battlescape;

    #[test]
    fn what_is_aimed_at_is_shown_in_the_own_phase_alone() {
        let mission = shipped("first_contact").build(1).expect("it is sound");
        let mut world = window::<Battlescape>(&mission, 1);
        let aimed = Mark::Hex(TileId(0));
        world.insert_resource(Selection {
            tool: Tool::Ground,
            target: Some(aimed),
            ..Selection::default()
        });
        for (active, shown) in [
            (Side(0), Some(aimed)),
            (Side(1), None),
            (Side(0), Some(aimed)),
        ] {
            world.resource_mut::<Turn>().active = active;
            assert_eq!(mark(&world), shown, "{active:?}");
        }
    }
}
