//! The chosen unit and what it can be ordered; the carrier with its hangar; and what is laid over the
//! board.

use bevy::prelude::*;

use super::hangar;
use crate::battle::phase::Turn;
use crate::battle::unit::{Health, UnitId};
use crate::game::kit::keys::KeyAction;
use crate::game::kit::overlays::Overlays;
use crate::game::kit::piece::{Ask, Button, Face, Ink, Piece, Pieces, button, faint, say};
use crate::game::kit::theme::icon::Icon;
use crate::game::rules::fleet::assessment::Assessment;
use crate::game::rules::fleet::draft::{Draft, Tool, is_carrier, is_docked, is_planning};
use crate::game::rules::fleet::edits::clear_all;
use crate::game::rules::fleet::input::SWITCHES;
use crate::game::rules::fleet::on_show;
use crate::game::rules::playable::{name, own_side};
use crate::rules::fleet::forces::Forces;
use crate::rules::fleet::hangar::rearmed;
use crate::rules::fleet::order::{Action, CarrierAction, SidePlan};
use crate::rules::fleet::panel::way;
use crate::rules::fleet::{queue, siege, tell};

/// What the lines of the bar need.
pub(super) struct Bar<'w> {
    pub world: &'w World,
    pub unit: UnitId,
    pub forces: Forces<'w>,
    pub draft: &'w Draft,
    pub is_planning: bool,
}

/// Returns the chosen unit and what it can be ordered, line by line.
pub(super) fn lines(world: &World) -> Option<Pieces> {
    let draft = world.resource::<Draft>();
    let unit = draft.chosen?;
    let (mut forces, _) = way::planned(world, own_side(world), &draft.plan);
    let now = on_show::unit(world, unit);
    let vessel = &mut forces[unit];
    (vessel.now.hull, vessel.now.ammo) = (now.health, now.ammo);
    vessel.now.gun.remaining = now.wait;
    let bar = Bar {
        world,
        unit,
        forces,
        draft,
        is_planning: is_planning(world),
    };
    let is_carrier = is_carrier(world, unit);
    let mut lines = Pieces::default();
    // What comes and goes stands above what stays where it is.
    if bar.forces.has_queue() {
        lines.line(hangar::queue(&bar).0);
    }
    if is_carrier || is_docked(world, unit) {
        lines.line(hangar::berths(&bar).0);
    }
    let mut first = if is_carrier {
        bar.carrier()
    } else {
        bar.ship()
    };
    first.right(bar.overlays());
    lines.line(first.0);
    let mut second = match is_carrier {
        true => bar.helm(),
        false => bar.actions(),
    };
    let confirm = bar.confirm().map(Piece::from).into_iter().collect();
    second.push(Piece::Right(confirm));
    lines.line(second);
    Some(lines)
}

impl Bar<'_> {
    /// Says why nothing can be planned now.
    pub fn not_now(&self) -> Option<&'static str> {
        (!self.is_planning).then_some("the turn is resolving")
    }

    /// Returns a button that orders something while plans are made.
    pub fn order(&self, icon: Icon, name: &str, action: KeyAction) -> Button {
        button(Face::Picture(icon), name, Ask::Key(action)).barred(self.not_now())
    }

    /// Says how the carrier is.
    fn carrier(&self) -> Pieces {
        let mut told = self.title();
        if let Some(kind) = self.forces.carrier_kind(self.unit) {
            let hull = self.forces[self.unit].now.hull;
            let weak = siege::point_defense_hull(&self.forces, self.unit);
            let about = format!("attackers it shoots down each turn, up to {weak} hull");
            told.add(faint(kind.name.as_str()).about(&kind.description));
            told.separate();
            told.add(say(format!("hull {} / {}", hull.now, hull.max)));
            told.add(say(format!("ATK {} · DEF {}", kind.attack, kind.defense)));
            told.add(faint(format!("point defense {}", kind.point_defense)).about(about));
        }
        told
    }

    fn title(&self) -> Pieces {
        let name = say(name(self.world, self.unit)).strong().size(16.0);
        Pieces(vec![name.into()])
    }

    /// Says how a ship is, and what it fights with.
    fn ship(&self) -> Pieces {
        let (mut told, forces) = (self.title(), &self.forces);
        let Some(kind) = forces.ship_type(self.unit) else {
            return told;
        };
        told.add(faint(kind.name.as_str()).about(&kind.description));
        told.separate();
        let figures = on_show::unit_figures(self.world, forces, self.unit);
        for (name, figure) in [("ATK", figures.attack), ("DEF", figures.defense)] {
            let words = say(format!("{name} {}", figure.total)).strong();
            told.add(words.ink(Ink::Time).about(figure.parts));
        }
        told.add(match forces.has_queue() {
            true => say(format!("speed {}", queue::speed(forces, self.unit)))
                .about("faster ships move first"),
            false => say(format!("SPD {}", forces.speed(self.unit)))
                .about("speed: faster ships move first and usually fire first"),
        });
        told.separate();
        let now = forces[self.unit].now;
        let weapon = forces.weapon(self.unit);
        let ready = match now.gun.remaining {
            0 => "ready".to_owned(),
            turns => format!("ready in {turns}"),
        };
        let shots = match now.ammo {
            1 => "1 shot".to_owned(),
            ammo => format!("{ammo} shots"),
        };
        let ink = if now.ammo == 0 { Ink::Bad } else { Ink::Text };
        let words = say(format!("{}: {shots}, {ready}", weapon.name)).ink(ink);
        told.add(words.about(format!("range {} hexes", weapon.range)));
        let moves = forces.moves(self.unit);
        let about = format!("hexes it can move per turn: {moves}");
        told.add(faint(format!("moves {moves}")).about(about));
        if self.is_planning {
            told.add(
                faint(format!("morale {}", now.morale)).about(
                    "pilot morale, 0 to 100: high morale gives bonuses, low morale penalties",
                ),
            );
        }
        told
    }

    /// Confirms, takes back, fills in.
    fn confirm(&self) -> [Button; 3] {
        let refusal = Assessment::now(self.world).refusal.as_ref();
        let is_unchanged = (!self.draft.is_changed()).then_some("no changes yet");
        [
            self.order(Icon::EndTurn, "Confirm all", KeyAction::END_TURN)
                .barred(refusal)
                .ink(Ink::Accent)
                .about("Reviews all plans; press it again to confirm them and resolve the turn"),
            self.order(Icon::Undo, "Undo", KeyAction::UNDO)
                .barred(is_unchanged)
                .about("Undo the last change of the plan"),
            self.order(Icon::List, "Fill in", KeyAction::FILL_IN)
                .about("The computer plans for units without orders; press it again to have it plan for all"),
        ]
    }

    /// Returns what can be laid over the board.
    fn overlays(&self) -> Pieces {
        let overlays = self.world.resource::<Overlays>();
        let mut line: Vec<Piece> = overlays.buttons(&SWITCHES).map(Piece::from).collect();
        if self.is_planning && self.draft.plan != SidePlan::default() {
            line.push(Piece::Separator);
            line.push(button(Face::Small, "clear all plans", Ask::act(clear_all)).into());
        }
        // They stand at the right end, the last first.
        line.into_iter().rev().collect()
    }

    /// Returns what a ship can be ordered.
    fn actions(&self) -> Vec<Piece> {
        let is_unordered = !self.draft.is_ordered(self.unit);
        let about = "Clear the ship's orders (or right-click it)";
        let [attack, defend, land] = self.stances();
        let orders = [
            attack,
            defend,
            land,
            self.fire(),
            self.clear(about, is_unordered),
        ];
        let orders = orders.into_iter().chain(self.deploy());
        orders.map(Piece::from).collect()
    }

    /// Returns a button that orders a ship something.
    fn ship_order(&self, icon: Icon, name: &str, action: KeyAction) -> Button {
        let is_docked = is_docked(self.world, self.unit) && !self.draft.is_launched(self.unit);
        let docked = is_docked.then_some("docked; launch it first");
        self.order(icon, name, action).barred(docked)
    }

    fn stances(&self) -> [Button; 3] {
        let order = self.draft.order(self.unit);
        let is_on = |action: Action| order.queue.is_empty() && order.action == action;
        let figures = &self.forces.content.figures.actions;
        let aim = match self.forces.options.single_occupancy {
            true => "it fires at the nearest enemy in arc and range",
            false => "ships on the same hex fight, each against the slowest enemy there",
        };
        let is_dry = self.forces[self.unit].now.ammo == 0;
        let attack = self.ship_order(Icon::Crosshair, "Attack", KeyAction::SHIP_ATTACK);
        let defend = self.ship_order(Icon::FullShield, "Defend", KeyAction::SHIP_DEFEND);
        let land = self.ship_order(Icon::Door, "Land", KeyAction::SHIP_LAND);
        [
            attack
                .barred(is_dry.then_some("no shots left"))
                .on_if(is_on(Action::Attack))
                .about(format!(
                    "ATK {:+}, DEF {:+}; moves, fires, and intercepts enemies that enter its hex. Click an enemy to target it; {aim}",
                    figures.attack.attack, figures.attack.defense
                )),
            defend.on_if(is_on(Action::Defend)).about(format!(
                "ATK {:+}, DEF {:+}; holds, fires and intercepts; a Frigate lends fire control",
                figures.defend.attack, figures.defend.defense
            )),
            land.barred(self.no_home())
                .on_if(is_on(Action::Land))
                .about("Moves next to the carrier and docks for repairs and rearming"),
        ]
    }

    /// Has a ship fire, or hold its fire.
    fn fire(&self) -> Button {
        let order = self.draft.order(self.unit);
        let fires = order.stance().fire || order.queue.iter().any(|slot| slot.fire);
        let name = if fires { "Fires" } else { "Saves ammo" };
        let single = self.forces.options.single_occupancy;
        let about = match (single, self.forces.has_queue()) {
            (false, _) => {
                "Whether it fires at an adjacent carrier. Ships on the same hex as an enemy always fight"
            }
            (true, true) => {
                "Whether it fires with its last maneuver; the icons next to the maneuvers set each one. A shot without a target is still spent"
            }
            (true, false) => {
                "Whether it fires at the nearest enemy in arc and range after all ships have moved. A shot without a target is still spent"
            }
        };
        let fire = self.ship_order(Icon::Gun, name, KeyAction::SHIP_FIRE);
        fire.wide(100.0).on_if(fires).about(about)
    }

    /// Says why a ship can land nowhere.
    fn no_home(&self) -> Option<&'static str> {
        let docks = (self.forces.ship_type(self.unit)).is_some_and(|kind| kind.docks());
        let has_home = self.forces.carrier_of(own_side(self.world)).is_some();
        match (docks, has_home) {
            (false, _) => Some("this ship type cannot dock"),
            (true, false) => Some("no carrier"),
            (true, true) => None,
        }
    }

    /// Clears what the unit is ordered.
    fn clear(&self, about: &str, is_unordered: bool) -> Button {
        self.order(Icon::EndUnit, "Clear", KeyAction::SHIP_CLEAR)
            .barred(is_unordered.then_some("no orders"))
            .about(about)
    }

    /// Has the unit begin elsewhere, where that is possible.
    fn deploy(&self) -> Option<Button> {
        let is_first = self.world.resource::<Turn>().number == 1;
        let zone = &self.forces.side(own_side(self.world)).zone;
        let is_possible = is_first && !zone.is_empty() && !is_docked(self.world, self.unit);
        is_possible.then(|| {
            self.order(Icon::Ground, "Change start", KeyAction::DEPLOY)
                .on_if(self.draft.tool == Tool::Deploy)
                .about(
                    "In the first turn a unit can start on another hex of the marked zone; right click turns it",
                )
        })
    }

    /// Returns what the carrier can be ordered.
    fn helm(&self) -> Vec<Piece> {
        let now = &self.draft.plan.carrier;
        let told = match (now, self.forces.moves(self.unit)) {
            (Some(action), _) => tell::helm(self.world, action),
            (None, 0) => "cannot move".into(),
            (None, _) if self.forces.has_queue() => "click a hex to fly toward it".into(),
            (None, moves) => format!("click a marked hex to move (up to {moves})"),
        };
        let is_unordered = !self.draft.is_ordered(self.unit) && now.is_none();
        let about = "Cancel the carrier's action; without one its guns can fire";
        let orders = [self.repair(), self.rearm(), self.clear(about, is_unordered)];
        let orders = orders.into_iter().chain(self.deploy());
        orders
            .map(Piece::from)
            .chain([faint(told).into()])
            .collect()
    }

    fn repair(&self) -> Button {
        let Health { now: hull, max } = self.forces[self.unit].now.hull;
        let amount = self.forces.content.figures.carrier.repair;
        let is_on = self.draft.plan.carrier == Some(CarrierAction::Repair(None));
        self.order(Icon::Medikit, "Self-repair", KeyAction::REPAIR)
            .barred((hull == max).then_some("hull undamaged"))
            .on_if(is_on)
            .about(format!(
                "Restores {amount} hull of the carrier; it takes no other action"
            ))
    }

    fn rearm(&self) -> Button {
        let lacking = rearmed(&self.forces, own_side(self.world));
        let is_full = lacking.is_empty();
        self.order(Icon::Reload, "Rearm", KeyAction::REARM)
            .barred(is_full.then_some("all docked ships have full ammunition"))
            .on_if(self.draft.plan.carrier == Some(CarrierAction::Rearm))
            .about("Refills the ammunition of docked ships")
    }
}
