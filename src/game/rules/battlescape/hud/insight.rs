//! Panels to ask for: what the unit sees and could shoot, what is known of a hex.

use bevy::prelude::*;

use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::panels::{Floating, Place};
use crate::game::kit::piece::{Ask, Ink, Piece, Pieces, Words, faint, say};
use crate::game::kit::{Kept, key_of};
use crate::game::rules::battlescape::input::Selection;
use crate::game::rules::battlescape::look;
use crate::game::shell::session::Moment;
use crate::game::table::board_view::Marks;
use crate::rules::battlescape::attack::mode_name;
use crate::rules::battlescape::panel::danger::danger;
use crate::rules::battlescape::panel::inspect;
use crate::rules::battlescape::side_view::{Scanned, SideView};

/// Which of the panels are open, and which maps are laid over the board.
#[derive(Resource, Clone, Debug, Default)]
pub struct Insight {
    /// What the chosen unit sees.
    pub scan: bool,
    /// Where enemies could fire at.
    pub danger: bool,
    /// What is known of the hex pointed at.
    pub inspect: bool,
    /// Hex that lines of sight are drawn from.
    pub sight_from: Option<TileId>,
    /// The moment the danger map is for.
    danger_of: Option<Moment>,
}

impl Insight {
    /// Forgets what it shows of a battle; which panels are open stays.
    pub fn forget(&mut self) {
        (self.sight_from, self.danger_of) = (None, None);
    }

    /// Closes one panel; whether there was one.
    pub fn close(&mut self) -> bool {
        for open in [&mut self.scan, &mut self.inspect, &mut self.danger] {
            if std::mem::take(open) {
                return true;
            }
        }
        self.sight_from.take().is_some()
    }
}

/// What a unit sees, kept for the moment.
type Scan = Kept<(Moment, UnitId), Vec<Scanned>>;

/// Returns the panels that are open.
pub(super) fn floating(world: &World) -> Vec<Floating> {
    let insight = world.resource::<Insight>();
    // What was kept while it was open does not hold once it is closed.
    let scan = insight.scan.then(|| scan(world)).flatten();
    let scan = scan.map(|pieces| Floating {
        name: "scan",
        place: Place::Left(56.0),
        width: 420.0,
        pieces,
    });
    scan.into_iter().collect()
}

/// Returns whom the chosen unit sees and could shoot.
fn scan(world: &World) -> Option<Pieces> {
    let (view, unit) = (look(world), world.resource::<Selection>().unit?);
    let mut pieces = Pieces::default();
    let key = key_of(world, KeyAction::SCAN);
    pieces.heading(format!("{} sees [{key}]", view.name(unit)));
    let found = Scan::of(world).map_or(&[][..], Vec::as_slice);
    if found.is_empty() {
        pieces.add(faint("no enemies in sight"));
    }
    pieces.0.push(Piece::Table {
        name: "scan",
        heads: Vec::new(),
        rows: found.iter().map(|one| scanned(view, one)).collect(),
    });
    Some(pieces)
}

fn scanned(view: SideView, one: &Scanned) -> Vec<Words> {
    let shots = one.shots.iter();
    let shots = shots.map(|(mode, chance)| format!("{} {chance}%", mode_name(*mode)));
    let shots = shots.collect::<Vec<_>>().join("   ");
    let place = Ask::Look(view.unit(one.enemy).tile);
    vec![
        say(view.name(one.enemy)).strong().link(place),
        faint(format!("{} hexes", one.distance)),
        match shots.is_empty() {
            true => faint("no shot"),
            false => say(shots).ink(Ink::Accent),
        },
    ]
}

/// Works out anew what is open, when something happened.
pub(super) fn advise(world: &mut World) {
    let now = Moment::of(world);
    let insight = world.resource::<Insight>();
    let wants_danger = insight.danger.then_some(now);
    if insight.danger_of != wants_danger {
        let danger = match wants_danger {
            Some(_) => (danger(look(world)).into_iter())
                .map(|(tile, count)| (tile, count.min(3)))
                .collect(),
            None => Vec::new(),
        };
        world.resource_mut::<Marks>().danger = danger;
        world.resource_mut::<Insight>().danger_of = wants_danger;
    }
    let scan = world.resource::<Insight>().scan;
    if let Some(unit) = world.resource::<Selection>().unit.filter(|_| scan) {
        Scan::renew(world, (now, unit), |world| look(world).scan(unit));
    }
}

/// Returns everything that is known of a hex and who stands there.
pub(super) fn card(world: &World, tile: TileId) -> Pieces {
    let view = look(world);
    let mut pieces = Pieces::default();
    pieces.heading("Inspection");
    if let Some(unit) = view.unit_at(tile) {
        pieces.facts("unit card", inspect::unit(view, unit));
        pieces.separate();
    }
    pieces.facts("hex card", inspect::hex(view, tile));
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::order::submit;
    use crate::battle::phase::Verdict;
    use crate::battle::rules::Rules;
    use crate::battle::unit::Side;
    use crate::game::kit::testing::{OWN, shipped, window};
    use crate::game::rules::battlescape::input::{choose, forget};
    use crate::rules::battlescape::Battlescape;

    #[test]
    fn enemies_that_were_looked_at_once_may_go_out_of_sight() {
        let mission = shipped("skirmish_6v8").build(3).expect("it is sound");
        let mut world = window::<Battlescape>(&mission, 3);
        world.init_resource::<Insight>();
        forget(&mut world);
        let (mut looked, mut gone) = (0, 0);
        while world.resource::<Verdict>().0.is_none() {
            let unit = look(&world).own_on_board().next();
            if let Some(unit) = unit {
                choose(&mut world, unit);
            }
            // The panel is opened for a moment.
            world.resource_mut::<Insight>().scan = true;
            advise(&mut world);
            looked += usize::from(!floating(&world).is_empty());
            world.resource_mut::<Insight>().scan = false;
            let before: Vec<_> = look(&world).enemies().collect();
            let sides = [OWN, Side(1)].into_iter();
            let side = sides.filter(|&side| Battlescape::owes(&world, side));
            let side = side
                .min()
                .expect("a battle without an ending waits for a side");
            let order = Battlescape::decide(&mut world, side);
            submit::<Battlescape>(&mut world, side, order).expect("it was decided");
            let is_gone = |&enemy: &UnitId| !look(&world).is_visible(enemy);
            gone += before.iter().filter(|enemy| is_gone(enemy)).count();
            assert!(floating(&world).is_empty());
        }
        assert!(looked > 20 && gone > 5, "{looked} looks, {gone} gone");
    }
}
