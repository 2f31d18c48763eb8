//! The chosen unit and everything it can do: weapon, moves, things, abilities.
//!
//! **Invariant:** judged again when the battle, the choice or the aim changed, not every frame.

use bevy::prelude::*;

use crate::battle::grid::TileId;
use crate::battle::order::UndoStack;
use crate::battle::unit::UnitId;
use crate::game::Menu;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::piece::{Ask, Button, Face, Ink, Piece, Pieces, button, faint, say};
use crate::game::kit::theme::icon::Icon;
use crate::game::kit::{Kept, title};
use crate::game::rules::battlescape::everything::{order, tool};
use crate::game::rules::battlescape::input::{self, Ahead, Plans, Selection, chosen, use_slot};
use crate::game::rules::battlescape::keys::{self, ABILITIES, MODES, SLOTS};
use crate::game::rules::battlescape::look;
use crate::game::shell::session::Moment;
use crate::game::table::input::is_players;
use crate::rules::battlescape::Battlescape;
use crate::rules::battlescape::attack::mode_name;
use crate::rules::battlescape::content::{FireMode, Gait};
use crate::rules::battlescape::event::Mark;
use crate::rules::battlescape::order::{Order, Refusal};
use crate::rules::battlescape::panel::choice::{
    self, AbilityChoice, Act, Choice, ModeChoice, SlotChoice,
};
use crate::rules::battlescape::panel::inspect::status;
use crate::rules::battlescape::panel::tool::{Begin, Tool};
use crate::rules::battlescape::panel::words::{armor_text, tu_text};
use crate::rules::battlescape::side_view::SideView;

/// What a unit can do.
struct UnitChoices {
    /// Actions.
    choices: Vec<Choice>,
    /// Modes of its weapon against what is aimed at.
    modes: Vec<ModeChoice>,
    /// What it carries.
    slots: Vec<SlotChoice>,
    /// What lies at its feet: name, order to pick it up, and why not now.
    pick_ups: Vec<(String, Order, Option<Refusal>)>,
    /// Its abilities.
    abilities: Vec<AbilityChoice>,
}

/// What bears on it: the moment, the unit, the hex cover is wanted against, what its weapon is aimed at.
type Basis = (Moment, UnitId, Option<TileId>, Option<Mark>);

/// Follows the battle, the choice and the aim.
pub(super) fn renew(world: &mut World) {
    let Some(unit) = chosen(world) else { return };
    let selection = world.resource::<Selection>();
    let towards = keys::towards(world, look(world));
    let target = match selection.tool {
        Tool::Weapon | Tool::Ground => selection.target,
        _ => None,
    };
    let basis: Basis = (Moment::of(world), unit, towards, target);
    Kept::renew(world, basis, |world| {
        let view = look(world);
        UnitChoices {
            choices: choice::choices(view, unit, towards),
            modes: choice::modes(view, unit, target),
            slots: choice::slots(view, unit),
            pick_ups: choice::pick_ups(view, unit),
            abilities: choice::abilities(view, unit),
        }
    });
}

/// What the lines of the bar need.
struct Bar<'w> {
    world: &'w World,
    view: SideView<'w>,
    id: UnitId,
    selection: &'w Selection,
    can: &'w UnitChoices,
    is_players: bool,
}

/// Returns the chosen unit and what it can do, line by line.
pub(super) fn bar(world: &World) -> Option<Pieces> {
    let bar = Bar {
        world,
        view: look(world),
        id: chosen(world)?,
        selection: world.resource::<Selection>(),
        can: Kept::<Basis, UnitChoices>::of(world)?,
        is_players: is_players(world),
    };
    let mut lines = Pieces::default();
    let mut first = bar.summary();
    // Much that is said of a unit leaves less room.
    first.right(Pieces(vec![faint(hint(world)).cut().into()]));
    lines.line(first.0);
    let mut second: Vec<Piece> = bar.places().map(Piece::from).collect();
    // Always in the same place, whatever the unit can do; the last first.
    let end = bar.act(Act::EndTurn).into_iter();
    let last = [bar.all()].into_iter().chain(end).chain([bar.undo()]);
    let last = last.chain(bar.walk_plans());
    second.push(Piece::Right(last.map(Piece::from).collect()));
    lines.line(second);
    Some(lines)
}

/// Widths of the places of the bar, points: stance, watch, magazine, what is here, and three things.
const PLACES: [f32; 7] = [98.0, 84.0, 84.0, 84.0, 130.0, 130.0, 130.0];
/// Width of modes of fire, points: as many as there can be, and a shot at a hex, take as much room.
const MODE: f32 = 124.0;
/// What can be done because of what is beside or below the unit; the first that can be is offered.
const HERE: [Act; 4] = [Act::Interact, Act::Leave, Act::Door, Act::Disengage];

impl Bar<'_> {
    /// Says why nothing can be ordered now.
    fn not_now(&self) -> Option<&'static str> {
        (!self.is_players).then_some("another side is acting")
    }

    /// Returns what the places of the bar hold: how to fire once something is aimed at, else what is done most.
    /// What cannot be done now keeps its place and says why not; the list of everything has the rest.
    fn places(&self) -> impl Iterator<Item = Button> {
        let is_aiming = self.selection.is_to_fire();
        let (buttons, widths): (Vec<Button>, &[f32]) = match is_aiming {
            true => (
                self.modes().chain([self.at_a_hex()]).collect(),
                &[MODE; MODES.len() + 1],
            ),
            false => {
                let own = [self.stance(), self.act(Act::Watch), self.act(Act::Reload)];
                let own = own.into_iter().chain([self.here()]).flatten();
                (own.chain(self.at_hand()).collect(), &PLACES)
            }
        };
        let places = buttons.into_iter().zip(widths);
        // The last place makes room while walks are planned.
        let count = widths.len() - usize::from(self.planned() > 0 && !is_aiming);
        places
            .take(count)
            .map(|(button, &width)| button.wide(width))
    }

    /// Stands up, where it does not stand, or takes cover.
    fn stance(&self) -> Option<Button> {
        let stand = self.act(Act::Stand).filter(Button::is_allowed);
        stand.or_else(|| self.act(Act::TakeCover))
    }

    /// Does something with what is beside or below the unit.
    fn here(&self) -> Option<Button> {
        let acts = HERE.into_iter().filter_map(|act| self.act(act));
        let mut all = self.pick_ups().chain(acts);
        let allowed = all.find(Button::is_allowed);
        allowed.or_else(|| self.act(Act::Door))
    }

    /// Returns the first three things it carries, each where its slot is. A free place offers what else the unit
    /// can do, the last place first, so that the others stay where they are once a thing is used up.
    fn at_hand(&self) -> impl Iterator<Item = Button> {
        let others = self.abilities().chain([self.gait()]);
        let mut others = others.chain(self.act(Act::Prone)).chain([self.reserve()]);
        let mut places: Vec<Option<Button>> = (0..3)
            .map(|place| {
                let is_there =
                    |slot: &&SlotChoice| slot.slot == place || place == 2 && slot.slot > 2;
                self.can
                    .slots
                    .iter()
                    .find(is_there)
                    .map(|slot| self.thing(slot))
            })
            .collect();
        for place in places.iter_mut().rev() {
            *place = place.take().or_else(|| others.next());
        }
        places.into_iter().flatten()
    }

    /// Says who is chosen, and how that unit is.
    fn summary(&self) -> Pieces {
        let (view, id) = (self.view, self.id);
        let (state, weapon, armor) = (view.unit(id), view.weapon(id), view.armor(id));
        let mut told = Pieces::default();
        told.add(say(view.name(id)).strong().size(16.0));
        told.add(faint(view.kind(id).name.as_str()));
        told.add(faint(format!("· {}", armor_text(armor))));
        told.separate();
        told.add(say(&weapon.name));
        if weapon.magazine > 0 {
            let rounds = state.arms.rounds;
            let ink = if rounds == 0 { Ink::Bad } else { Ink::Text };
            let text = format!("{rounds} / {}", state.arms.spare);
            let about = "rounds loaded / carried";
            told.add(say(text).ink(ink).about(about));
        }
        told.separate();
        let about = "time units: this turn's, and those carried over from last turn";
        told.add(say(tu_text(view, id)).ink(Ink::Time).strong().about(about));
        let status = status(view, id);
        if !status.is_empty() {
            told.add(say(status.join(", ")).ink(Ink::Accent));
        }
        told
    }

    /// Returns the modes of the weapon.
    fn modes(&self) -> impl Iterator<Item = Button> {
        let modes = MODES.into_iter().zip(&self.can.modes);
        modes.map(|(action, mode)| self.mode(action, mode))
    }

    fn mode(&self, action: KeyAction, choice: &ModeChoice) -> Button {
        let rounds = match choice.rounds {
            1 => String::new(),
            rounds => format!(" ×{rounds}"),
        };
        let chance = (choice.chance).map_or(String::new(), |chance| format!("{chance}% · "));
        let (icon, mode) = (mode_icon(choice.mode), choice.mode);
        let choose = Ask::act(move |world| {
            world.resource_mut::<Selection>().mode = Some(mode);
        });
        let name = format!("{}{rounds}", title(choice.name));
        button(Face::Picture(icon), name, choose)
            .cost(format!("{chance}{} TU", choice.tu))
            .key(Some(action))
            .barred(choice.refusal.as_ref())
            .open_if(true)
            .on_if(self.selection.mode == Some(mode))
            .about("Fire mode of the next attack; click an enemy to aim")
    }

    fn at_a_hex(&self) -> Button {
        button(
            Face::Picture(Icon::Ground),
            "Target hex",
            tool(Tool::Ground),
        )
        .key(Some(KeyAction::AT_HEX))
        .on_if(self.selection.tool == Tool::Ground)
        .about("Fire at terrain, or at a hex where an unseen enemy may be")
    }

    /// Returns how the unit moves.
    fn gait(&self) -> Button {
        let gait = input::gait(self.world, self.view, self.id);
        let (icon, name, about) = gait_words(gait);
        button(Face::Picture(icon), name, Ask::Key(KeyAction::GAIT))
            .barred((gait == Gait::Crawl).then_some("prone units can only crawl"))
            .on_if(matches!(gait, Gait::Run | Gait::Crouch))
            .about(about)
    }

    /// Returns for which shot TU are kept back.
    fn reserve(&self) -> Button {
        let reserve = self.selection.reserve;
        let kept = input::reserved_tu(self.world, self.view, self.id);
        let name = reserve.map_or("Reserve: none".into(), |mode| {
            format!("Reserve: {}", mode_name(mode))
        });
        let cost = reserve.map_or(String::new(), |_| format!("{kept} TU"));
        button(
            Face::Picture(Icon::Reserve),
            name,
            Ask::Key(KeyAction::RESERVE),
        )
        .cost(cost)
        .on_if(reserve.is_some())
        .about(
            "Reserves TU for this shot: only hexes from which you can still fire it are marked; going farther asks first",
        )
    }

    fn undo(&self) -> Button {
        let undo = self.world.resource::<UndoStack<Battlescape>>();
        button(Face::Picture(Icon::Undo), "Undo", Ask::Key(KeyAction::UNDO))
            .barred(self.not_now())
            .barred(undo.locked().filter(|_| self.planned() == 0))
            .about("Undo the last planned walk, or the last order")
    }

    /// Counts the walks that are planned.
    fn planned(&self) -> usize {
        self.world.resource::<Plans>().walks().len()
    }

    /// Has everybody walk as planned; modes of fire take the room.
    fn walk_plans(&self) -> Option<Button> {
        let name = match self.planned() {
            0 => return None,
            _ if self.selection.is_to_fire() => return None,
            1 => "Walk there".to_owned(),
            planned => format!("Walk all {planned}"),
        };
        let walk = Ask::Key(KeyAction::WALK_PLANS);
        let walk = button(Face::Picture(Icon::Walk), name, walk).ink(Ink::Accent);
        let about =
            "Moves one unit after another, until one is stopped or an enemy comes into sight";
        Some(walk.barred(self.not_now()).about(about))
    }

    /// Returns one of the actions.
    fn act(&self, act: Act) -> Option<Button> {
        let choice = self.can.choices.iter().find(|choice| choice.act == act)?;
        let (action, icon) = keys::button_of(act);
        let button = button(Face::Picture(icon), choice.name, Ask::Key(action))
            .cost(choice.tu.map_or(String::new(), |tu| format!("{tu} TU")))
            .barred(self.not_now())
            .barred(choice.refusal.as_ref())
            .ink(if act == Act::EndTurn {
                Ink::Accent
            } else {
                Ink::Text
            })
            .about(choice.about);
        Some(button)
    }

    /// Returns the way to the list of everything.
    fn all(&self) -> Button {
        button(
            Face::Picture(Icon::List),
            "All",
            Ask::Menu(Menu::Everything),
        )
        .key(Some(KeyAction::EVERYTHING))
        .barred(self.not_now())
        .about("All actions of this unit, and why some are unavailable")
    }

    fn thing(&self, slot: &SlotChoice) -> Button {
        let number = slot.slot;
        let icon = match slot.begin {
            Some(Begin::Aim(Tool::Throw(_))) => Icon::Grenade,
            Some(Begin::Aim(Tool::Lay(_))) => Icon::Mine,
            Some(Begin::Aim(Tool::Use(_))) => Icon::Medikit,
            _ if slot.charges.is_none() => Icon::Gun,
            _ => Icon::Box,
        };
        let tools = [
            Tool::Throw(number),
            Tool::Lay(number),
            Tool::Use(number),
            Tool::Toss(number),
        ];
        let charges = (slot.charges).map_or(String::new(), |left| format!(" ×{left}"));
        let primed = if slot.primed { ", primed" } else { "" };
        let name = format!("{}{charges}{primed}", slot.name);
        let click = Ask::act(move |world| use_slot(world, number));
        let mut thing = button(Face::Picture(icon), name, click)
            .key(SLOTS.get(usize::from(number)).copied())
            .barred(self.not_now())
            .barred(slot.refusal.as_ref())
            .open_if(self.is_players)
            .on_if(tools.contains(&self.selection.tool))
            .about(format!("{}\nRight click: prime, toss, drop", slot.about));
        for (name, given, refusal) in &slot.more {
            let why = refusal.as_ref().map(ToString::to_string);
            thing.more.push(((*name).into(), why, order(given.clone())));
        }
        let toss = tool(Tool::Toss(number));
        thing.more.push(("Toss".into(), None, toss));
        thing
    }

    /// Returns what lies at the unit's feet.
    fn pick_ups(&self) -> impl Iterator<Item = Button> {
        self.can.pick_ups.iter().map(|(name, pick_up, refusal)| {
            let (face, name) = (Face::Picture(Icon::Box), format!("Pick up {name}"));
            button(face, name, order(pick_up.clone()))
                .key(Some(KeyAction::PICK_UP))
                .barred(self.not_now())
                .barred(refusal.as_ref())
                .ink(Ink::Accent)
                .about("On the ground at the unit's feet")
        })
    }

    fn abilities(&self) -> impl Iterator<Item = Button> {
        self.can
            .abilities
            .iter()
            .enumerate()
            .map(|(number, ability)| {
                let cast = Tool::Cast(ability.ability);
                button(Face::Picture(Icon::Star), &ability.name, tool(cast))
                    .cost(format!("{} TU", ability.tu))
                    .key(ABILITIES.get(number).copied())
                    .barred(self.not_now())
                    .barred(ability.refusal.as_ref())
                    .open_if(self.is_players)
                    .on_if(self.selection.tool == cast)
                    .about(format!(
                        "{}\nCosts {} energy",
                        ability.about, ability.energy
                    ))
            })
    }
}

fn mode_icon(mode: FireMode) -> Icon {
    match mode {
        FireMode::Snap => Icon::Single,
        FireMode::Aimed => Icon::Aimed,
        FireMode::Headshot => Icon::Head,
        FireMode::Burst => Icon::Burst,
        FireMode::Auto => Icon::Auto,
        FireMode::Strike => Icon::Blade,
    }
}

/// Returns the icon of a gait, its name, and what it is like.
fn gait_words(gait: Gait) -> (Icon, &'static str, &'static str) {
    match gait {
        Gait::Walk | Gait::Disengage => (Icon::Walk, "Walk", "Walk upright at the normal cost"),
        Gait::Run => (
            Icon::Run,
            "Run",
            "At least two hexes, at the same cost on all but the roughest ground; harder to hit, but less accurate and louder",
        ),
        Gait::Crouch => (
            Icon::Sneak,
            "Sneak",
            "Costs more TU, but is heard only half as far",
        ),
        Gait::Crawl => (Icon::Crawl, "Crawl", "Crawl while prone; stand up to walk"),
    }
}

/// Says what a click would do.
fn hint(world: &World) -> String {
    let (view, selection) = (look(world), world.resource::<Selection>());
    if !is_players(world) {
        return String::new();
    }
    if selection.target.is_some() || selection.tool != Tool::Weapon {
        return match super::target::refusal(world) {
            Some(why) => format!("{} · Esc cancels", title(&why)),
            None => selection.tool.hint().into(),
        };
    }
    if !view.deployment().is_empty() {
        return "Place your units: select one, then click a marked hex · any other order starts the battle"
            .into();
    }
    let outlook = Ahead::of(world).outlook.as_ref();
    let Some(outlook) = outlook.filter(|outlook| outlook.cost() > 0) else {
        return "Click a hex to walk, an enemy to aim · right click turns · wheel zooms".into();
    };
    let gait = (selection.unit).map_or(Gait::Walk, |id| input::gait(world, view, id));
    let verb = gait_words(gait).1.to_lowercase();
    let mut text = format!("Click to {verb} there for {} TU", outlook.cost());
    match outlook.watchers() {
        0 => text.push_str(" · Ctrl+click plans it"),
        1 => text.push_str(" · WARNING: a watching enemy could fire on the way"),
        count => text.push_str(&format!(
            " · WARNING: {count} watching enemies could fire on the way"
        )),
    }
    text
}
