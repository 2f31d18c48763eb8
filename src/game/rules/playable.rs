//! What a rule set brings to the window, and which one is played.
//!
//! **Invariant:** what all battles share names no rule set: it asks that of the session's mission, by
//! [`with_rules!`](crate::with_rules).

use std::path::PathBuf;

use bevy::prelude::*;
use tiny_skia::Pixmap;

use crate::battle::board::Board;
use crate::battle::fingerprint::stable_hash;
use crate::battle::grid::{Direction, Grid, TileId};
use crate::battle::knowledge::Knowledge;
use crate::battle::order::Pending;
use crate::battle::rules::Rules;
use crate::battle::step::HumanSides;
use crate::battle::unit::{Position, Roster, Side, Title, UnitId, part, units_on_board};
use crate::content::Catalog;
use crate::game::Screen;
use crate::game::kit::keys::{Entry, KeyAction};
use crate::game::kit::panels::Panels;
use crate::game::kit::piece::{Ask, Pieces};
use crate::game::kit::{lower, side_names, standard};
use crate::game::shell::session::Session;
use crate::game::shell::smoke::Act;
use crate::game::table::board_view::viewer;
use crate::game::table::playback::{OnShow, Scene};
use crate::game::table::unit_view::{Figure, Look};
use crate::mission::{Mission, MissionSource, RuleSet};
use crate::playing::{Chapter, Game, Setting};

/// A line of the log, and the hex it is about.
pub type Line = (String, Option<TileId>);

/// What a side is told of an order.
#[derive(Default)]
pub struct Account {
    /// What cards, bars and fog show until scenes change it, where scenes do.
    pub before: Option<OnShow>,
    /// What it is shown.
    pub scenes: Vec<Scene>,
    /// What it reads.
    pub lines: Vec<Line>,
    /// What it will want to look back at.
    pub recap: Option<Recap>,
}

/// Tells a side of an order, event by event as it lands.
pub trait Teller<E>: Sized + Send + Sync + 'static {
    /// Begins before the first event.
    fn begin(world: &World, side: Side) -> Self;

    /// Tells of an event that has landed.
    fn tell(&mut self, world: &World, event: &E, told: &mut Account);

    /// Tells what is left to be told once the order is carried out.
    fn end(self, world: &World, told: &mut Account);
}

/// A turn in short, as a side saw it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recap {
    /// Its outcome.
    pub text: String,
    /// What units of others were seen to do.
    pub seen: Vec<SeenActions>,
}

/// What a unit was seen to do in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenActions {
    /// The unit.
    pub unit: UnitId,
    /// Hexes it was seen on, in order; between two that do not touch it was out of sight.
    pub path: Vec<TileId>,
    /// What it did, in words.
    pub text: String,
}

/// Why a mission failed that could be played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Why, for whoever has to choose.
    pub why: String,
    /// What playing on would be like.
    pub playing_on: &'static str,
}

impl Failure {
    /// Tells of a mission that failed since its last turn, if there is one, is over.
    pub fn by_time(limit: Option<u16>) -> Self {
        let last = limit.map_or(String::new(), |limit| {
            format!(": turn {limit} was the last")
        });
        Self {
            why: format!("Time is up{last}"),
            playing_on: "The battle continues without a turn limit",
        }
    }
}

/// Something that the chosen unit can do.
#[derive(Clone, Debug)]
pub struct MenuLine {
    /// What.
    pub name: String,
    /// Why it cannot be done now.
    pub refusal: Option<String>,
    /// Does it.
    pub click: Ask,
}

/// What the list of missions shows of one.
#[derive(Clone, Debug, Default)]
pub struct Poster {
    /// Hexes on which the first side begins.
    pub starts: Vec<TileId>,
    /// Hexes from which units leave the map.
    pub exits: Vec<TileId>,
    /// Whether it is night.
    pub is_night: bool,
    /// Units by side, in words.
    pub units: Vec<Vec<String>>,
    /// Changed rules: what each is for, usual value, value now, in words.
    pub differences: Vec<(String, String, String)>,
    /// Why the squad cannot be set up, if that is so.
    pub fixed: Option<&'static str>,
}

/// A rule set whose battles are played in the window.
pub trait Playable: Game {
    /// What keys do in these battles alone.
    const ACTIONS: &'static [Entry] = &[];
    /// Who tells a side of an order; [`EventLog`](standard::EventLog) where no event is secret and nothing
    /// moves.
    type Teller: Teller<Self::Event>;

    /// What its battles are called, in the plural.
    const CALLED: &'static str = Self::NAME;
    /// What they are like, in a line.
    const ABOUT: &'static str = "";
    /// The sign of the rule set: a drawing of `assets/art/emblems`, by name.
    const EMBLEM: &'static str = "Plain";
    /// What a turn is called.
    const TURN: &'static str = "turn";

    /// Whether as much of the board is shown when a battle begins as still fills the window, not only the
    /// surroundings of the first unit.
    const SHOWS_ALL: bool = true;
    /// Percent of the window that the board covers when a battle begins, unless that shows all of it.
    const OPENING_SHARE: u8 = 70;
    /// Whether a hand of cards lies along the lower edge, so that the board fills the window behind it.
    const HAS_HAND: bool = false;
    /// How much of a window the board covers at least when a battle begins, percent; the scripted run checks it
    /// where the whole board is shown.
    const LEAST_BOARD: usize = 60;
    /// Returns how much panels cover that stay at the right of the window, beside the minimap, points.
    fn beside(_: &World) -> f32 {
        0.0
    }

    /// Switches of its own in the settings: name there, and what is on.
    const SWITCHES: &'static [(&'static str, &'static str)] = &[];
    /// How to play, in short, as help lists it: paragraphs, each below a line such as `# Clock: A turn`
    /// that names its icon and what it is about.
    const BASICS: &'static str = "\
# Clock: A turn\nChoose an order with the buttons below the board. The log shows the result.\n";
    /// What the buttons of the pointer do.
    const POINTER: &'static str =
        "Mouse: left click selects; the wheel zooms; drag with the middle button to scroll.";
    /// What keys do that do something else in battles of other rules.
    const KEYS: &'static [(KeyAction, &'static str)] = &[];

    /// Writes how much health is lost or regained; as a rule health is counted in whole points.
    fn points(health: u32) -> String {
        health.to_string()
    }

    /// Forgets what was chosen, since another battle begins or another person looks.
    fn forget(world: &mut World) {
        standard::forget(world);
    }

    /// Returns the unit the player has chosen.
    fn chosen(world: &World) -> Option<UnitId> {
        standard::chosen(world)
    }

    /// Chooses a unit.
    fn choose(world: &mut World, unit: UnitId) {
        world.insert_resource(standard::Chosen(Some(unit)));
    }

    /// Returns whose person has to sit at the screen although the rules wait for another side.
    fn seat(_: &World) -> Option<Side> {
        None
    }

    /// Returns what a player who gave an order is to be told besides.
    fn remark(_: &World, _: Side, _: &[Self::Event]) -> Option<String> {
        None
    }

    /// Lists every unit the player's side may see, and those it remembers.
    fn looks(world: &World) -> Vec<(UnitId, TileId, Direction, Look)> {
        standard::looks::<Self>(world)
    }

    /// Lists hexes that an order of the player's side goes to, to mark them where a computer advises it.
    fn hexes(_: &World, _: &Self::Order) -> Vec<TileId> {
        Vec::new()
    }

    /// Returns a number for all that looks depend on besides the battle.
    fn choice(world: &World) -> u64 {
        stable_hash(&Self::chosen(world))
    }

    /// Whether it is night, and the hexes from which how far there is light.
    fn lights(_: &World) -> (bool, Vec<(TileId, u8)>) {
        (false, Vec::new())
    }

    /// Writes down for a save what the player plans and has not confirmed; nothing if that is nothing.
    fn draft(_: &World) -> Option<String> {
        None
    }

    /// Takes up what the player planned when the battle was saved.
    ///
    /// # Errors
    /// Why it does not fit the battle.
    fn take_up_draft(_: &mut World, _: &str) -> Result<(), String> {
        Ok(())
    }

    /// What leads to the screen on which the player changes the units of a mission, and what is changed there.
    const SET_UP: [&'static str; 2] = ["Squad …", "Names, weapons and items"];
    /// What leads to the same screen from the title, without a mission, if anything does.
    const WORKSHOP: Option<&'static str> = None;

    /// Opens the screen on which the player changes the units of a mission, if there is one.
    fn open_set_up(_: &mut World, _file: PathBuf, _seed: Option<u64>, _difficulty: u16) {}

    /// Opens the screen that [`WORKSHOP`](Self::WORKSHOP) leads to.
    fn open_workshop(_: &mut World) {}

    /// Lists what the scripted run does in battles of these rules.
    fn acts() -> Vec<Act> {
        Vec::new()
    }

    /// Does what only this rule set does for a key.
    fn perform(_: &mut World, _: KeyAction) {}

    /// Goes one step back in what is chosen; whether there was one.
    fn back(world: &mut World) -> bool {
        let was_chosen = Self::chosen(world).is_some();
        Self::forget(world);
        was_chosen
    }

    /// Says what side 0 has to do.
    fn objective(world: &World) -> String {
        world.resource::<Setting>().mission.name.clone()
    }

    /// Says how a battle that is counted in points stands, for the side that looks; nothing where none are counted.
    fn score(_: &World) -> Option<String> {
        None
    }

    /// Says what the side that looks has to do: every other side has to stop side 0.
    fn task(world: &World) -> String {
        let objective = Self::objective(world);
        if own_side(world) == Side::FIRST {
            return objective;
        }
        let first = side_names(world).swap_remove(0);
        format!("Stop {first}: they must {}", lower(&objective))
    }

    /// Returns the order that plays on after the mission failed, if there is such.
    fn play_on() -> Option<Self::Order> {
        None
    }

    /// Says why the mission failed that could be played on.
    fn failure(world: &World) -> Failure {
        Failure::by_time(world.resource::<Setting>().mission.turn_limit)
    }

    /// Returns the order that takes changed files over, if there is such.
    fn renewal(_: Box<MissionSource>) -> Option<Self::Order> {
        None
    }

    /// Works out anew what panels show, where something changed.
    fn renew(_: &mut World) {}

    /// Returns what stands in the panels over a battle, as the player's side knows it.
    fn panels(world: &World) -> Panels {
        standard::panels::<Self>(world)
    }

    /// Lists everything the chosen unit can do, below a heading; nothing if there is no such list.
    fn everything(_: &World) -> Option<(String, Vec<MenuLine>)> {
        None
    }

    /// Returns the figure of an own unit, alive or dead, for the end of the battle.
    fn portrait(world: &World, unit: UnitId) -> Option<Figure> {
        Some(standard::portrait(world, unit))
    }

    /// Returns the losses of an own unit for the end screen, in rule sets where they say more than kills and damage.
    fn toll(_: &World, _: UnitId) -> Option<String> {
        None
    }

    /// Returns what else decided a battle, sentence by sentence.
    fn account(_: &World) -> Vec<String> {
        Vec::new()
    }

    /// Returns what stands above the outcome if the program does not know who won.
    fn undecided(_: &World) -> Option<&'static str> {
        None
    }

    /// Returns the outcome of a battle, besides what every rule set shows of it.
    fn show_debrief(_: &Self::Debrief, _: Side) -> Pieces {
        Pieces::default()
    }

    /// Writes the encyclopedia of the definitions in force; `shipped` are those without a mission's
    /// changes.
    fn chapters(_catalog: &Catalog, _shipped: &Catalog) -> Vec<Chapter> {
        Vec::new()
    }

    /// Returns what the token of a kind of unit shows in the board editor; units are told apart by their
    /// post (see [`Outline`](crate::mission::edit::Outline)) and the key of their kind.
    fn figure(_catalog: &Catalog, _post: usize, _kind: &str) -> Option<Figure> {
        None
    }

    /// Paints what a card of the encyclopedia is about, by the definition's sort and key; nothing where there
    /// is no picture of it.
    fn picture(_catalog: &Catalog, _sort: &str, _key: &str) -> Option<Pixmap> {
        None
    }

    /// Returns what the list of missions shows of one.
    fn poster(_mission: &Mission, _shipped: &Catalog) -> Poster {
        Poster {
            fixed: Some("units are set by the mission"),
            ..Poster::default()
        }
    }
}

/// The rules whose units are changed on [`Screen::SetUp`].
#[derive(Resource, Default)]
pub struct SettingUp(Option<RuleSet>);

impl SettingUp {
    /// Shows the screen on which units of these rules are changed.
    pub fn open<R: Playable>(world: &mut World) {
        world.insert_resource(Self(Some(RuleSet::of::<R>())));
        world.resource_mut::<NextState<Screen>>().set(Screen::SetUp);
    }
}

/// Whether units of these rules are changed.
pub fn is_set_up<R: Playable>(setting_up: Res<SettingUp>) -> bool {
    setting_up.0 == Some(RuleSet::of::<R>())
}

/// Says what a key does in battles of these rules.
pub fn key_text<R: Playable>(action: KeyAction) -> &'static str {
    let own = R::KEYS.iter().find(|(other, _)| *other == action);
    own.map_or_else(|| action.text(), |(_, text)| text)
}

/// Whether a battle of these rules is played, or was last.
pub fn is_played<R: Playable>(session: Res<Session>) -> bool {
    session.rules == RuleSet::of::<R>()
}

/// Returns the rules of the battle that is played, or was last.
pub fn rules(world: &World) -> RuleSet {
    world.resource::<Session>().rules
}

/// Whether a side owes an order by the rules that are played.
pub fn owes(world: &World, side: Side) -> bool {
    crate::with_rules!(rules(world), R => R::owes(world, side))
}

/// Returns the side that looks.
pub fn own_side(world: &World) -> Side {
    viewer(world.resource::<HumanSides>())
}

/// Returns the name of a unit.
pub fn name(world: &World, unit: UnitId) -> &str {
    &part::<Title>(world, unit).0
}

/// Returns where a unit stands, or stood last.
pub fn place_of(world: &World, unit: UnitId) -> TileId {
    part::<Position>(world, unit).0
}

/// Lists the units on a hex that the player's side sees, whoever came last first.
fn seen_at(world: &World, tile: TileId) -> impl Iterator<Item = UnitId> {
    let side = own_side(world);
    let known = world.resource::<Knowledge>().of(side);
    let roster = world.resource::<Roster>();
    let there = world.resource::<Board>().occupants(tile);
    there.filter(move |&unit| roster.side(unit) == side || known.sees_unit(unit))
}

/// Returns the unit on a hex that the player's side sees.
pub fn unit_at(world: &World, tile: TileId) -> Option<UnitId> {
    seen_at(world, tile).next()
}

/// Lists the units on a hex that the player's side sees, by id: several where units may share one.
pub fn units_at(world: &World, tile: TileId) -> Vec<UnitId> {
    let mut seen: Vec<_> = seen_at(world, tile).collect();
    seen.sort_unstable();
    seen
}

/// Returns the first unit of the player's side on the board.
pub fn first_own(world: &World) -> Option<UnitId> {
    units_on_board(world, own_side(world)).next()
}

/// Returns layout and size of the battle's board.
pub fn grid(world: &World) -> Grid {
    world.resource::<Board>().grid
}

/// Returns where a unit's steps end; `None` if they leave the board.
pub fn end_of(world: &World, unit: UnitId, steps: &[Direction]) -> Option<TileId> {
    let grid = grid(world);
    let mut steps = steps.iter();
    steps.try_fold(place_of(world, unit), |at, &step| grid.neighbor(at, step))
}

/// Whether an order could be given by a side now.
pub fn would_pass<R: Rules>(world: &World, side: Side, order: &R::Order) -> bool {
    checked::<R>(world, side, order).is_ok()
}

/// Checks an order of a side, which may be the answer to what it is asked.
///
/// # Errors
/// Why the rules refuse it.
pub fn checked<R: Rules>(world: &World, side: Side, order: &R::Order) -> Result<(), R::Refusal> {
    let waiting = world.get_resource::<Pending<R>>();
    let waiting = waiting.and_then(|pending| pending.0.as_ref());
    R::begin(world, side, order, waiting).map(drop)
}
