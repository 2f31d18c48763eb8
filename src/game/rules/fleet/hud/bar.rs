//! The chosen unit and what it can be ordered; the carrier with its hangar; and what is laid over the
//! board.

use bevy::prelude::*;

use super::hangar;
use crate::{
    battle::unit::UnitId,
    game::{
        kit::{
            keys::KeyAction,
            overlays::Overlays,
            piece::{Ask, Button, Face, Ink, Piece, Pieces, button, faint, say},
            theme::icon::Icon,
        },
        rules::{
            fleet::{
                assessment::Assessment,
                draft::{Draft, is_carrier, is_docked, is_planning},
                edits::{clear_all, has_queue},
                input::SWITCHES,
                on_show,
            },
            playable::{name, own_side},
        },
    },
    rules::fleet::{forces::Forces, order::SidePlan, panel::way, queue, siege},
};

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
    let mut first = if is_carrier {
        bar.carrier()
    } else {
        bar.ship()
    };
    first.right(bar.confirm().map(Piece::from).into_iter().collect());
    lines.line(first.0);
    lines.line(match is_carrier {
        true => bar.helm(),
        false => bar.actions(),
    });
    if has_queue(&bar.forces) {
        lines.line(hangar::queue(&bar).0);
    }
    if is_carrier || is_docked(world, unit) {
        lines.line(hangar::berths(&bar).0);
    }
    lines.line(bar.overlays().0);
    Some(lines)
}

impl Bar<'_> {
    /// Says why nothing can be planned now.
    pub fn not_now(&self) -> Option<&'static str> {
        (!self.is_planning).then_some("the turn resolves")
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
            let about = format!("attackers it shoots down each turn, of {weak} hull or less");
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
        told.add(match has_queue(forces) {
            true => say(format!("speed {}", queue::speed(forces, self.unit)))
                .about("faster ships move first"),
            false => say(format!("SPD {}", forces.speed(self.unit))),
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
        told.add(faint(format!("moves {}", forces.moves(self.unit))));
        if self.is_planning {
            told.add(faint(format!("morale {}", now.morale)));
        }
        told
    }

    /// Confirms, takes back, fills in.
    fn confirm(&self) -> [Button; 3] {
        let refusal = self.world.resource::<Assessment>().refusal.as_ref();
        let is_unchanged = (!self.draft.is_changed()).then_some("nothing was changed yet");
        [
            self.order(Icon::EndTurn, "Confirm all", KeyAction::END_TURN)
                .barred(refusal)
                .ink(Ink::Accent)
                .about("Looks all plans over; a second time seals them, and the turn resolves"),
            self.order(Icon::Undo, "Undo", KeyAction::UNDO)
                .barred(is_unchanged)
                .about("Takes the last change of the plan back"),
            self.order(Icon::List, "Fill in", KeyAction::FILL_IN)
                .about("Has the computer fill in all plans; change what you like"),
        ]
    }

    /// Returns what can be laid over the board.
    fn overlays(&self) -> Pieces {
        let overlays = self.world.resource::<Overlays>();
        let mut line = Pieces(vec![faint("Show").into()]);
        line.extend(overlays.buttons(&SWITCHES).map(Piece::from));
        if self.is_planning && self.draft.plan != SidePlan::default() {
            line.separate();
            line.add(button(Face::Small, "clear all plans", Ask::act(clear_all)));
        }
        line
    }
}
