//! What a computer would order in the player's place, and why.
//!
//! **Invariant:** it is asked by what the player's side knows. One that looks ahead thinks a little in each frame.

use std::time::Instant;

use bevy::prelude::*;

use super::key_of;
use super::keys::KeyAction;
use super::overlay::{self, Stroke, color};
use super::panels::{Floating, Place};
use super::piece::{Ink, Piece, Pieces, faint, say};
use crate::battle::ahead::{look_ahead_bit_by_bit, looks_ahead};
use crate::battle::grid::TileId;
use crate::game::rules::playable::{Playable, own_side, rules};
use crate::game::shell::session::Moment;
use crate::game::table::board_view::BoardView;
use crate::game::table::camera::Rig;
use crate::game::table::input::{InputSystems, is_players};
use crate::game::table::palette::Meaning;
use crate::game::table::playback::time_to_think;
use crate::playing::{Foresight, Weighed, foresee, side_names};
use crate::with_rules;

/// Most of what was weighed that is shown.
const MOST: usize = 12;
/// Most options of a veteran that are shown.
const OPTIONS: usize = 6;
/// Height of a window that its head, a hint above it and the bar take, and the least height of what is scrolled, points.
const OTHERS: f32 = 210.0;
const LEAST: f32 = 160.0;
/// Height of a hand of cards above the bar's place, points.
const HAND: f32 = 170.0;
/// Where it begins at the right, points.
const BELOW_MAP: f32 = 140.0;
/// Width of the panel, points.
const WIDTH: f32 = 420.0;

/// Whether the panel is open, and what it shows.
#[derive(Resource, Debug, Default)]
pub struct Advising {
    /// Whether it is open.
    pub is_open: bool,
    /// What is shown, and the moment and kind of player it is for.
    found: Option<(Moment, bool, Counsel)>,
    /// Hexes that the advised order goes to.
    hexes: Vec<TileId>,
}

/// Marks on the board where the advised order goes to.
pub(super) fn plugin(app: &mut App) {
    let marks = overlay::follow(hexes, |world| {
        let (board, color) = (world.resource::<BoardView>(), color(world, Meaning::Aim));
        let outline = |tile| Stroke::outline(board.center(tile), color);
        hexes(world).into_iter().map(outline).collect()
    });
    app.init_resource::<Advising>()
        .add_systems(Update, marks.in_set(InputSystems::Draw));
}

/// Lists the hexes that are marked.
fn hexes(world: &World) -> Vec<TileId> {
    let advising = world.resource::<Advising>();
    let is_shown = advising.is_open && is_players(world);
    if is_shown {
        advising.hexes.clone()
    } else {
        Vec::new()
    }
}

/// What a computer would order.
#[derive(Clone, Debug, PartialEq)]
enum Counsel {
    /// It is not for the player to order.
    NotDue,
    /// It is thought about.
    Thinking,
    /// By what is seen now: the order, and what it was chosen from.
    Quick(String, Vec<Weighed>),
    /// By what was thought ahead, and the names of the sides.
    Veteran(Foresight, Vec<String>),
}

/// Opens or closes the panel.
pub fn toggle(world: &mut World) {
    let mut advising = world.get_resource_or_init::<Advising>();
    advising.is_open = !advising.is_open;
}

/// Closes the panel; whether it was open.
pub fn close(world: &mut World) -> bool {
    let advising = world.get_resource_mut::<Advising>();
    advising.is_some_and(|mut advising| std::mem::take(&mut advising.is_open))
}

/// Works out anew what is shown, if the panel is open and something changed.
pub fn renew<R: Playable>(world: &mut World) {
    let advising = world.get_resource::<Advising>();
    if !advising.is_some_and(|advising| advising.is_open) {
        return;
    }
    let side = own_side(world);
    let is_ahead = looks_ahead::<R>(world, side);
    let now = (Moment::of(world), is_ahead);
    let found = &world.resource::<Advising>().found;
    let known = found
        .as_ref()
        .filter(|(moment, is_ahead, _)| (*moment, *is_ahead) == now);
    if known.is_some_and(|(.., counsel)| *counsel != Counsel::Thinking) {
        return;
    }
    let (counsel, hexes) = match (R::owes(world, side), is_ahead) {
        (false, _) => (Counsel::NotDue, Vec::new()),
        (true, false) => quick::<R>(world),
        (true, true) => veteran::<R>(world),
    };
    let mut advising = world.resource_mut::<Advising>();
    advising.found = Some((now.0, now.1, counsel));
    advising.hexes = hexes;
}

/// Returns what a quick computer would order, and the hexes that the order goes to.
fn quick<R: Playable>(world: &World) -> (Counsel, Vec<TileId>) {
    let advice = R::advise(world, own_side(world));
    let hexes = R::hexes(world, &advice.order);
    (Counsel::Quick(advice.told, advice.weighed), hexes)
}

/// Does the same for a veteran, who may not be done thinking yet.
fn veteran<R: Playable>(world: &mut World) -> (Counsel, Vec<TileId>) {
    let side = own_side(world);
    let until = time_to_think(world);
    let ahead = loop {
        match look_ahead_bit_by_bit::<R>(world, side) {
            Some(ahead) => break ahead,
            None if Instant::now() >= until => return (Counsel::Thinking, Vec::new()),
            None => {}
        }
    };
    // Where there is no choice, nothing was thought.
    match ahead.battles {
        0 => quick::<R>(world),
        _ => {
            let hexes = R::hexes(world, &ahead.order);
            let foresight = foresee::<R>(world, side, &ahead);
            (Counsel::Veteran(foresight, side_names(world)), hexes)
        }
    }
}

/// Returns the panel at a place, if it is open.
pub fn panel(world: &World, place: Place) -> Option<Floating> {
    let advising = world.get_resource::<Advising>()?;
    let below = match place {
        Place::Left(below) => below,
        // Below the minimap.
        _ => BELOW_MAP,
    };
    advising.is_open.then(|| Floating {
        name: "advice",
        place,
        width: WIDTH,
        pieces: {
            let key = key_of(world, KeyAction::ADVICE);
            let hand = if with_rules!(rules(world), R => R::HAS_HAND) {
                HAND
            } else {
                0.0
            };
            let room = world.resource::<Rig>().points().y - below - OTHERS - hand;
            let mut all = Pieces::default();
            all.heading(format!("Computer's advice [{key}]"));
            all.add(Piece::Scroll(room.max(LEAST), pieces(advising)));
            all
        },
    })
}

fn pieces(advising: &Advising) -> Pieces {
    let mut pieces = Pieces::default();
    match advising.found.as_ref().map(|(.., counsel)| counsel) {
        None | Some(Counsel::Thinking) => pieces.add(faint("Thinking ahead …")),
        Some(Counsel::NotDue) => pieces.add(faint("It is not your turn")),
        Some(Counsel::Quick(order, weighed)) => {
            pieces.add(say(order).strong().ink(Ink::Accent));
            if !weighed.is_empty() {
                pieces.add(faint("Options, with more points for better ones:"));
            }
            let subject = order.split_once(": ").map(|(subject, _)| subject);
            for one in weighed.iter().take(MOST) {
                // The unit is named above.
                let act = one.order.split_once(": ");
                let act = act.filter(|(unit, _)| Some(*unit) == subject);
                let act = act.map_or(one.order.as_str(), |(_, act)| act);
                let text = format!("{:>5}  {act} ({})", one.points, one.purpose);
                pieces.add(say(text).monospace().size(12.5));
            }
        }
        Some(Counsel::Veteran(foresight, names)) => ahead(&mut pieces, foresight, names),
    }
    pieces
}

/// Adds what was thought ahead.
fn ahead(pieces: &mut Pieces, foresight: &Foresight, names: &[String]) {
    pieces.add(say(&foresight.choice).strong().ink(Ink::Accent));
    let battles = foresight.battles;
    let told = faint(format!(
        "After {battles} imagined battles (1000 is won, -1000 lost):"
    ));
    let about = "How the side stands in them on average: 1000 is won, -1000 is lost";
    pieces.add(told.about(about));
    for (option, points) in foresight.options.iter().take(OPTIONS) {
        let text = format!("{points:>+5}  {option}");
        pieces.add(say(text).monospace().size(12.5).about(about));
    }
    if foresight.expected.is_empty() {
        return;
    }
    pieces.separate();
    pieces.add(faint("What it expects:"));
    for (side, order) in &foresight.expected {
        let name = names.get(side.index()).map_or("", String::as_str);
        pieces.line([faint(name).into(), say(order).size(13.0).into()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::mode::Skill;
    use crate::game::Start;
    use crate::game::shell::settings::Settings;
    use crate::game::shell::wander::{blind, go_on, open};
    use crate::playing::Game;

    /// Lists where the order goes that is advised now.
    fn advised(world: &World) -> Vec<TileId> {
        with_rules!(rules(world), R => {
            let advice = R::advise(world, own_side(world));
            R::hexes(world, &advice.order)
        })
    }

    #[test]
    fn hexes_are_marked_while_advice_for_them_is_open() {
        let mut app = blind(Start::Title);
        go_on(&mut app, 3);
        app.world_mut().resource_mut::<Settings>().computers = Skill::Quick;
        for mission in ["first_contact", "party_first_blood", "casket_first_duel"] {
            open(&mut app, mission);
            for _ in 0..400 {
                if is_players(app.world()) && !advised(app.world()).is_empty() {
                    break;
                }
                app.update();
            }
            assert_eq!(hexes(app.world()), [], "{mission}");
            toggle(app.world_mut());
            // Panels are drawn, and advice is sought, once what opens a battle was shown.
            for _ in 0..400 {
                app.update();
                if !hexes(app.world()).is_empty() {
                    break;
                }
            }
            let wanted = advised(app.world());
            assert!(
                !wanted.is_empty(),
                "{mission}: the first order goes somewhere"
            );
            let advising = app.world().resource::<Advising>();
            assert_eq!(hexes(app.world()), wanted, "{mission}: {advising:?}");
            assert!(close(app.world_mut()));
            assert_eq!(hexes(app.world()), [], "{mission}");
        }
    }
}
