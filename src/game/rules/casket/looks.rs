//! What the tokens of machines show.
//!
//! **Invariant:** made of what the player's side knows of each machine, nothing else.

use bevy::prelude::*;
use tiny_skia::Pixmap;

use super::grip::Grip;
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{UnitId, part};
use crate::game::kit::looks::numbered;
use crate::game::kit::standard;
use crate::game::rules::playable::name;
use crate::game::table::art::{self, Arms, CardKind, Drawing, Pip};
use crate::game::table::palette::Palette;
use crate::game::table::unit_view::{Figure, Look};
use crate::rules::casket::content::{CasketContent, EquipmentId, Kind};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::machine::{Build, Part, State};
use crate::rules::casket::{Casket, setup};

/// Lists every machine on the board.
pub(super) fn looks(world: &World) -> Vec<(UnitId, TileId, Direction, Look)> {
    let target = Grip::of(world).target();
    let looks = standard::looks::<Casket>(world).into_iter();
    looks
        .map(|(id, tile, facing, look)| {
            let mut look = of_machine(world, id, look);
            look.is_aimed_at = target == Some(id);
            (id, tile, facing, look)
        })
        .collect()
}

/// Adds to a look what is seen of a machine.
pub(super) fn of_machine(world: &World, id: UnitId, look: Look) -> Look {
    let duel = Duel::of(world);
    let body = duel.get(id).body();
    let is_worn = |state: State| {
        let parts = [Part::RightArm, Part::LeftArm, Part::Chassis, Part::Legs];
        duel.is_casket(id) && parts.iter().any(|&part| duel.state(id, part) >= state)
    };
    let told = [
        (
            Pip::Burning,
            body.heat >= duel.content.figures.heat.boil_over,
        ),
        (Pip::Critical, is_worn(State::Disabled)),
        (
            Pip::Wounded,
            is_worn(State::Degraded) && !is_worn(State::Disabled),
        ),
    ];
    let pips = told.into_iter().filter(|(_, holds)| *holds);
    Look {
        figure: figure_of(setup::content(world), part::<Build>(world, id)),
        number: numbered(name(world, id)).unwrap_or(0),
        pips: pips.map(|(pip, _)| pip).collect(),
        ..look
    }
}

/// Returns the figure of what a unit is.
pub(super) fn figure_of(content: &CasketContent, build: &Build) -> Figure {
    let (drawing, arms) = match build {
        Build::Casket { class, mounted, .. } => {
            let class = content.class(*class);
            let held = |arm: Part| {
                let piece = mounted.iter().find(|(_, other)| *other == Some(arm));
                piece.and_then(|(piece, _)| content.piece(*piece).held)
            };
            let arms = Arms {
                right: held(Part::RightArm),
                left: held(Part::LeftArm),
            };
            (
                Drawing::of_machine(class.picture.as_ref(), class.machine),
                arms,
            )
        }
        Build::Monster(monster) => {
            let kind = content.monster(*monster);
            let drawing = Drawing::of_machine(kind.picture.as_ref(), kind.machine);
            (drawing, Arms::default())
        }
        Build::Objective(objective) => {
            let kind = content.objective(*objective);
            let drawing = Drawing::of_machine(kind.picture.as_ref(), kind.machine);
            (drawing, Arms::default())
        }
    };
    Figure::Machine { drawing, arms }
}

/// Returns the figure of a deck, monster or objective by its key.
pub(super) fn figure(content: &CasketContent, kind: &str) -> Option<Figure> {
    let deck = content.deck_named(kind).map(|id| {
        let deck = content.deck(id);
        Build::Casket {
            class: deck.class,
            race: deck.race,
            mounted: deck.mounted(content),
        }
    });
    let monster = || content.monster_named(kind).map(Build::Monster);
    let objective = || content.objective_named(kind).map(Build::Objective);
    let build = deck.or_else(monster).or_else(objective)?;
    Some(figure_of(content, &build))
}

/// Returns the kind of a card in the words of pictures.
pub(super) fn card_kind(kind: Kind) -> CardKind {
    match kind {
        Kind::Melee => CardKind::Melee,
        Kind::Ranged => CardKind::Ranged,
        Kind::Spell => CardKind::Spell,
        Kind::Utility => CardKind::Utility,
        Kind::Reactive => CardKind::Reactive,
        Kind::Passive => CardKind::Passive,
        Kind::Damage => CardKind::Damage,
    }
}

/// Paints what a definition is about, by its sort and key.
pub(super) fn picture(content: &CasketContent, sort: &str, key: &str) -> Option<Pixmap> {
    let color = Palette::Normal.color(art::Relation::Own.meaning());
    match sort {
        "card" => {
            let card = content.card(content.card_named(key)?);
            Some(art::card_picture(key, card_kind(card.kind), 1.4))
        }
        "equipment" => {
            let piece: EquipmentId = content.piece_named(key)?;
            let held = content.piece(piece).held?;
            Some(art::held_picture(held, color))
        }
        "class" => {
            let class = content.class_named(key)?;
            let class = content.class(class);
            let drawing = Drawing::of_machine(class.picture.as_ref(), class.machine);
            let arms = Arms::default();
            Some(Figure::Machine { drawing, arms }.portrait(color))
        }
        "deck" | "monster" | "objective" => {
            figure(content, key).map(|figure| figure.portrait(color))
        }
        _ => None,
    }
}
