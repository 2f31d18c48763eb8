//! Panels of the party: cards, the bar of what the chosen character can do, its inventory, and what is known
//! of whoever is pointed at.
//!
//! **Invariant:** buttons give orders like keys do, and say why the rules refuse them.

use bevy::prelude::*;

use super::aside::aside;
use super::cards::{cards, effects};
use super::input::{Hand, SPELLS, take_up};
use super::lead::{ending, leads_party};
use super::pack::pack;
use super::trip;
use crate::battle::phase::Turn;
use crate::battle::rules::Rules;
use crate::battle::step::HumanSides;
use crate::battle::unit::{UnitId, Units, part};
use crate::game::Menu;
use crate::game::kit::guide;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::panels::{Floating, Panels, Place, turn_words};
use crate::game::kit::piece::{Ask, Button, Face, Ink, Piece, Pieces, Words, button, faint, say};
use crate::game::kit::standard::{self, chosen};
use crate::game::kit::theme::icon::Icon;
use crate::game::kit::{side_names, with_keys};
use crate::game::rules::playable::{self, Playable, checked, name, own_side};
use crate::game::table::input::is_players;
use crate::plain::possessive;
use crate::playing::Setting;
use crate::rules::party::attack::Fighter;
use crate::rules::party::character::{Gear, Purse, Sheet};
use crate::rules::party::content::SpellId;
use crate::rules::party::order::{Order, Refusal};
use crate::rules::party::progress::{PARTY, Progress, can_act, is_hunted, party, searchers};
use crate::rules::party::scenario::{Goal, Map};
use crate::rules::party::{Party, delve, setup};

/// Returns what stands in the panels.
pub(super) fn panels(world: &World) -> Panels {
    let limit = world.resource::<Setting>().mission.turn_limit;
    let missing = objective(world).1.filter(|_| own_side(world) == PARTY);
    // Beside what is told of whoever is pointed at.
    let guide = guide::panel::<Party>(world).map(|guide| Floating {
        place: Place::Top(60.0),
        ..guide
    });
    Panels {
        top: vec![
            turn_words(world.resource::<Turn>().number, limit),
            stage(world),
            say(Party::task(world)).cut(),
        ],
        top_more: missing.into_iter().collect(),
        heading: if leads_party(world) {
            "Party"
        } else {
            "Characters"
        },
        units: cards(world),
        bar: chosen(world).map(|id| bar(world, id)).unwrap_or_default(),
        aside: aside(world),
        floating: guide
            .into_iter()
            .chain(pack(world))
            .chain(trip::question(world))
            .collect(),
        ..Panels::default()
    }
}

/// Says whether there is combat, whose phase it is, and how many calm turns there were.
fn stage(world: &World) -> Words {
    let progress = world.resource::<Progress>();
    let is_own = Party::owes(world, own_side(world));
    // Two people at one screen read whose it is.
    let seats = world.resource::<HumanSides>().0.len();
    let whose = match is_own {
        true if seats > 1 => {
            let names = side_names(world);
            format!("{} turn", possessive(&names[own_side(world).index()]))
        }
        true => "your turn".into(),
        false => "other characters act".into(),
    };
    if !progress.fights() {
        let place = trip::place(world).unwrap_or("Exploring");
        return say(place).ink(Ink::Good).strong().about(whose);
    }
    let turns = setup::content(world).figures.auto_end_turns;
    let is_calm = setup::map(world) == Map::Local && !is_hunted(world);
    let calm = match is_calm {
        true => format!(" · calm turns {} of {turns}", progress.calm),
        false => String::new(),
    };
    let about = "Combat ends automatically after this many turns with no enemy in sight";
    let ink = if is_own { Ink::Accent } else { Ink::Bad };
    let place = trip::place(world).map_or(String::new(), |place| format!("{place} · "));
    say(format!("{place}Combat: {whose}{calm}"))
        .ink(ink)
        .strong()
        .about(about)
}

/// Says what has to be done, and who is not yet where all have to be.
pub(super) fn objective(world: &World) -> (String, Option<String>) {
    let goal = &setup::scenario(world).goal;
    let (escape, gate) = (setup::escape(world), setup::gate(world));
    let travels = setup::journey(world).is_some();
    let fights = world.resource::<Progress>().fights();
    if party(world).next().is_none() && travels {
        return ("Complete the journey".into(), None);
    }
    let (text, zone) = match (goal, setup::map(world), setup::goal(world)) {
        (_, Map::Overland, Some(zone)) => ("Travel to the marked hexes", zone),
        (Goal::Reach(_), _, Some(zone)) => ("Bring everyone to the flags, out of combat", zone),
        (_, Map::Local, _) if !gate.is_empty() => ("Bring everyone to the gate to leave", gate),
        (_, Map::Combat, _) if travels && !fights => {
            ("Won: bring everyone to the marked hexes", escape)
        }
        (_, Map::Combat, _) if travels && refusal(world, &Order::EndCombat).is_none() => {
            ("No enemy in sight: end combat", &[][..])
        }
        (Goal::Reach(_), ..) => ("Defeat all enemies, or flee", escape),
        (Goal::DefeatAll, ..) => ("Defeat all enemies", escape),
        (Goal::Escape, ..) => ("Bring everyone to the marked hexes", escape),
    };
    let units = Units::of(world);
    let is_there = |id: UnitId| units.seat(id).is_some_and(|tile| zone.contains(&tile));
    let missing: Vec<_> = party(world)
        .filter(|&id| !is_there(id))
        .map(|id| name(world, id))
        .collect();
    let all = party(world).count();
    let there = all - missing.len();
    let as_one = setup::map(world) == Map::Overland;
    if as_one || zone.is_empty() || (*goal == Goal::DefeatAll && there == 0) {
        return (text.to_owned(), None);
    }
    let missing = (!missing.is_empty()).then(|| format!("missing: {}", missing.join(", ")));
    (format!("{text} ({there} of {all})"), missing)
}

/// Says why an order is refused, if it is.
pub(super) fn refusal(world: &World, order: &Order) -> Option<String> {
    if !is_players(world) {
        return Some("other characters are acting".into());
    }
    let checked = checked::<Party>(world, own_side(world), order);
    checked.err().map(|why| why.to_string())
}

/// Lists the characters that could still strike.
pub(super) fn idle(world: &World) -> Vec<UnitId> {
    let content = setup::content(world);
    let can_strike = |&id: &UnitId| {
        let cost = Fighter::of(world, id).attack_cost(content);
        can_act(world, id) && part::<Purse>(world, id).ap >= cost
    };
    let fights = world.resource::<Progress>().fights() && is_hunted(world);
    // Others act one by one, each as long as its player likes.
    let asks = fights && leads_party(world);
    party(world).filter(|id| asks && can_strike(id)).collect()
}

/// Says who will come looking once combat ends.
fn who_searches(world: &World) -> String {
    let names: Vec<_> = searchers(world).map(|(foe, _)| name(world, foe)).collect();
    match names.is_empty() {
        true => "Ends combat and your turn. No known enemy will search for you".into(),
        false => format!(
            "Ends combat and your turn. These will search where they last saw you: {}",
            names.join(", ")
        ),
    }
}

/// Returns a button that gives an order.
fn order(world: &World, icon: Icon, name: &str, key: KeyAction, order: &Order) -> Button {
    button(Face::Picture(icon), name, Ask::Key(key)).barred(refusal(world, order))
}

/// Returns the weapon in hand, as something to act with.
fn weapon(world: &World, id: UnitId) -> Button {
    let content = setup::content(world);
    let fighter = Fighter::of(world, id);
    let (needs, has) = (fighter.attack_cost(content), part::<Purse>(world, id).ap);
    let name = fighter
        .weapon(content)
        .map_or("Bare hands", |weapon| &weapon.name);
    let icon = if fighter.is_ranged(content) {
        Icon::Crosshair
    } else {
        Icon::Blade
    };
    let lacks = needs > has;
    let poor = lacks.then(|| Refusal::NoAp {
        name: playable::name(world, id).to_owned(),
        needs: needs.into(),
        has,
    });
    let fights = world.resource::<Progress>().fights();
    button(Face::Picture(icon), name, Ask::Key(KeyAction::BLADE))
        .cost(format!("{needs} AP"))
        .barred((!fights).then_some(Refusal::NoCombat))
        .barred(poor)
        .on_if(world.resource::<Hand>().spell.is_none())
        .about("Click an enemy to attack; with a melee weapon the character walks up to it first")
}

/// Returns a spell or perk that can be taken up, and why it cannot be cast at anybody.
fn spell(world: &World, id: UnitId, spell: SpellId, key: Option<KeyAction>) -> Button {
    let figures = setup::content(world).spell(spell);
    let checked = checked::<Party>(world, own_side(world), &Order::Cast(id, spell, id));
    let why = checked.err().filter(|why| {
        matches!(
            why,
            Refusal::NoAp { .. }
                | Refusal::NoMana { .. }
                | Refusal::Asleep { .. }
                | Refusal::NotNow
        )
    });
    let mana = if figures.mp > 0 {
        format!(" · {} mana", figures.mp)
    } else {
        String::new()
    };
    let range = match figures.range {
        range if figures.area > 0 => {
            format!("{range} hexes, hits everyone within {}", figures.area)
        }
        range => format!("{range} hexes"),
    };
    button(
        Face::Picture(Icon::Star),
        figures.name.as_str(),
        Ask::act(move |world| take_up(world, spell)),
    )
    .cost(format!("{} AP{mana}", figures.ap))
    .key(key)
    .barred(why)
    .on_if(world.resource::<Hand>().spell == Some(spell))
    .about(format!("{}\nRange: {range}", figures.description))
}

/// Opens the inventory.
fn inventory(world: &World, id: UnitId) -> Button {
    let fights = world.resource::<Progress>().fights();
    let is_open = part::<Purse>(world, id).opened || !fights;
    let fee = setup::content(world).figures.costs.inventory;
    let why = refusal(world, &Order::Open(id)).filter(|_| !is_open);
    button(
        Face::Picture(Icon::Box),
        "Inventory",
        Ask::Key(KeyAction::PACK),
    )
    .cost(if is_open {
        "free".to_owned()
    } else {
        format!("{fee} AP")
    })
    .barred(why)
    .on_if(world.resource::<Hand>().shows_pack)
    .about("In combat, opening it costs AP once per turn; changes inside are free")
}

/// Shuts the open door in reach: a click on it walks through.
fn close_door(world: &World, id: UnitId) -> Option<Button> {
    let shut = delve::shut(world, id)?;
    let (name, cost) = ("Close door", setup::content(world).figures.costs.object);
    let door = order(world, Icon::Door, name, KeyAction::CLOSE_DOOR, &shut);
    let door = door.about("A closed door blocks sight and movement");
    Some(door.cost(format!("{cost} AP")))
}

/// Returns the chosen character and what it can do.
fn bar(world: &World, id: UnitId) -> Pieces {
    let content = setup::content(world);
    let (sheet, gear) = (part::<Sheet>(world, id), part::<Gear>(world, id));
    let mut first = Pieces::default();
    first.add(say(name(world, id)).strong().size(16.0));
    let kind = sheet.kind(content);
    first.add(faint(kind.name.as_str()).about(&kind.description));
    first.separate();
    let ap = part::<Purse>(world, id).ap;
    first.add(say(format!("{ap} AP")).ink(Ink::Time).strong());
    let worn = gear
        .worn
        .iter()
        .map(|&piece| content.piece(piece).name.to_lowercase());
    let worn = worn.collect::<Vec<_>>().join(", ");
    let armor = Fighter::of(world, id).armor(content);
    first.add(faint(format!("armor {armor}%")).about(worn));
    let effects = effects(world, id);
    if !effects.is_empty() {
        first.add(say(effects).ink(Ink::Accent));
    }
    // Much that is said of a unit leaves less room.
    let ends = is_players(world) && refusal(world, &Order::EndCombat).is_none();
    let hint = match ends {
        true => say(hint(world)).ink(Ink::Accent),
        false => faint(hint(world)),
    };
    first.right(Pieces(vec![hint.cut().into()]));
    let fights = world.resource::<Progress>().fights();
    let spells = sheet.spells.spells().zip(SPELLS).take(3);
    let spells = spells.map(|(one, key)| spell(world, id, one, Some(key)));
    let travels = setup::map(world) == Map::Overland;
    let weapon = (!travels).then(|| weapon(world, id));
    let left = trip::passage_button(world).into_iter().chain(weapon);
    let left = left.chain(spells).chain([inventory(world, id)]);
    let left = left.chain(close_door(world, id));
    let mut second: Vec<Piece> = left.map(Piece::from).collect();
    let combat = match fights {
        true => {
            let end = order(
                world,
                Icon::Leave,
                "End combat",
                KeyAction::COMBAT,
                &Order::EndCombat,
            );
            let stands_out = if end.is_allowed() {
                Ink::Accent
            } else {
                Ink::Text
            };
            end.ink(stands_out).about(who_searches(world))
        }
        false => order(
            world,
            Icon::Watch,
            "Start combat",
            KeyAction::COMBAT,
            &Order::Fight,
        ),
    };
    let undo = standard::undo::<Party>(world);
    let ending = ending(world);
    // Others act one after another.
    let label = match ending {
        Order::Rest(_) => "Next one",
        _ => "End turn",
    };
    let end = order(world, Icon::EndTurn, label, KeyAction::END_TURN, &ending);
    let all = button(
        Face::Picture(Icon::List),
        "All",
        Ask::Menu(Menu::Everything),
    );
    let all = all
        .key(Some(KeyAction::PARTY_LIST))
        .about("All actions of this character, and why some are unavailable");
    // The last stands first at the right end.
    let right = [all, end.ink(Ink::Accent), undo].into_iter();
    let combat = (!travels && leads_party(world)).then_some(combat);
    let right = right.chain(combat);
    second.push(Piece::Right(right.map(Piece::from).collect()));
    let mut lines = Pieces::default();
    lines.line(first.0);
    lines.line(second);
    lines
}

/// Says what to do next.
fn hint(world: &World) -> String {
    if !is_players(world) {
        // What is shown may be an own order.
        return match Party::owes(world, own_side(world)) {
            true => "playing back …".into(),
            false => "other characters act".into(),
        };
    }
    if let Some(spell) = world.resource::<Hand>().spell {
        let name = &setup::content(world).spell(spell).name;
        let keys = with_keys(
            world,
            "or select one with {Foe} and press {Act}; {Back} cancels",
        );
        return format!("{name}: click a target, {keys}");
    }
    match world.resource::<Progress>().fights() {
        _ if setup::map(world) == Map::Overland => {
            "Click a hex to travel there, one hex per turn".into()
        }
        true if refusal(world, &Order::EndCombat).is_none() => {
            with_keys(world, "No enemies in sight: press {Combat} to end combat")
        }
        true => "Click a hex to walk, an enemy to attack".into(),
        false => "Click a hex to move the party; Shift+click moves one character".into(),
    }
}
