//! The deck builder: for the caskets that people play in a mission, or for later from the title.
//!
//! **Invariant:** only [`Workshop::grant`] changes a deck; a mission begins with legal decks alone.

mod columns;
mod screen;
mod shelf;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use self::shelf::Saved;
use crate::content::{Catalog, ContentText, assets_folder};
use crate::game::kit::PanelSystems;
use crate::game::rules::playable::{SettingUp, is_set_up};
use crate::game::shell::menus::{Question, ask};
use crate::game::shell::session::{Request, Session, read_mission};
use crate::game::{Menu, Screen};
use crate::mission::{Fitting, Mission, MissionSource};
use crate::rules::casket::Casket;
use crate::rules::casket::content::{CardId, CasketContent, ClassId, Deck, EquipmentId, RaceId};
use crate::rules::casket::machine::Part;
use crate::rules::casket::scenario::Scenario;
use crate::rules::casket::workshop::Bench;

/// Adds the screen.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        screen::show
            .run_if(in_state(Screen::SetUp))
            .run_if(in_state(Menu::None))
            .run_if(is_set_up::<Casket>)
            .in_set(PanelSystems),
    );
}

/// The decks that are being built.
#[derive(Resource)]
pub(super) struct Workshop {
    catalog: Arc<Catalog>,
    /// The mission that begins with the decks, if one does.
    commission: Option<Commission>,
    seats: Vec<Seat>,
    /// The seat on show.
    at: usize,
    shelf: Vec<Saved>,
    /// Why the last change was not made.
    refusal: Option<String>,
    /// Whether the screen was just opened.
    is_fresh: bool,
}

/// A mission that begins with decks.
struct Commission {
    source: MissionSource,
    name: String,
    seed: Option<u64>,
}

/// A casket and its deck.
struct Seat {
    /// The number of its side, and its place there.
    place: (u8, usize),
    /// What it is called.
    name: String,
    bench: Bench,
    /// The deck that the mission gives it, or the bench began with.
    written: Deck,
    /// The file that its deck was saved to or loaded from.
    file: Option<PathBuf>,
}

/// What a click or key asks for.
#[derive(Clone, Debug, PartialEq)]
enum Wish {
    Back,
    Begin,
    Save,
    Undo,
    AsWritten,
    Empty,
    Seat(usize),
    Rename(String),
    Class(ClassId),
    Race(RaceId),
    Arm(Part, Option<EquipmentId>),
    Relic(EquipmentId),
    Add(CardId),
    Remove(CardId),
    /// Puts a deck of the content on the bench.
    Start(Deck),
    /// Puts a saved deck on the bench.
    Load(usize),
    Delete(usize),
}

/// Opens the builder for the caskets that people play in a mission.
pub(super) fn open(world: &mut World, file: &Path, seed: Option<u64>, difficulty: u16) {
    let session = world.resource::<Session>();
    let read = read_mission(file, &session.packs, seed.unwrap_or(0), difficulty);
    let is_hot_seat = session.wants_hot_seat;
    match read {
        Ok((source, mission)) => {
            let workshop = Workshop::of_mission(source, &mission, seed, is_hot_seat);
            world.insert_resource(workshop);
            SettingUp::open::<Casket>(world);
        }
        Err(error) => world.resource_mut::<Session>().notice = Some((error, true)),
    }
}

/// Opens the builder for decks that are saved for later.
pub(super) fn open_for_later(world: &mut World) {
    let packs = world.resource::<Session>().packs.clone();
    let catalog = assets_folder().and_then(|folder| {
        let content = ContentText::read(&folder.join("content"));
        let content = content.and_then(|content| content.with_packs(&packs));
        let catalog = content.and_then(|content| content.catalog("content"));
        catalog.map_err(|problems| problems.to_string())
    });
    match catalog {
        Ok(catalog) => {
            world.insert_resource(Workshop::for_later(Arc::new(catalog)));
            SettingUp::open::<Casket>(world);
        }
        Err(error) => world.resource_mut::<Session>().notice = Some((error, true)),
    }
}

impl Workshop {
    fn content(&self) -> &CasketContent {
        self.catalog.part()
    }

    /// Seats the caskets of a mission that people play.
    fn of_mission(
        source: MissionSource,
        mission: &Mission,
        seed: Option<u64>,
        is_hot_seat: bool,
    ) -> Self {
        let content = mission.catalog.part::<CasketContent>();
        let people = mission.people();
        let units = &mission.asked::<Scenario>().units;
        let mut seats = Vec::new();
        for (side, setup) in (0..).zip(&mission.sides) {
            let is_played = people.iter().any(|one| one.0 == side);
            if !is_played && (!is_hot_seat || setup.neutral) {
                continue;
            }
            let own = units.iter().filter(|unit| unit.side.0 == side);
            for (place, unit) in own.enumerate() {
                let Some(deck) = content.deck_named(&unit.kind) else {
                    continue;
                };
                let name = match people.len() > 1 || is_hot_seat {
                    true => format!("{}: {}", setup.name, unit.name),
                    false => unit.name.clone(),
                };
                seats.push(Seat::new((side, place), name, content.deck(deck).clone()));
            }
        }
        let commission = Commission {
            source,
            name: mission.name.clone(),
            seed,
        };
        Self::new(mission.catalog.clone(), Some(commission), seats)
    }

    /// Seats one casket of no mission, with the first deck of the content.
    fn for_later(catalog: Arc<Catalog>) -> Self {
        let content = catalog.part::<CasketContent>();
        let deck = content.decks.first().cloned();
        let deck = deck.unwrap_or_else(|| Bench::empty().deck().clone());
        let seats = vec![Seat::new((0, 0), String::new(), deck)];
        Self::new(catalog, None, seats)
    }

    fn new(catalog: Arc<Catalog>, commission: Option<Commission>, seats: Vec<Seat>) -> Self {
        let shelf = shelf::list(catalog.part());
        Self {
            catalog,
            commission,
            seats,
            at: 0,
            shelf,
            refusal: None,
            is_fresh: true,
        }
    }

    /// Reads the saved decks.
    fn look(&mut self) {
        self.shelf = shelf::list(self.content());
    }

    fn seat(&self) -> Option<&Seat> {
        self.seats.get(self.at)
    }

    /// Returns why the mission cannot begin.
    fn obstacle(&self) -> Option<String> {
        let faulty = self
            .seats
            .iter()
            .find(|seat| !seat.faults(self.content()).is_empty());
        faulty.map(|seat| format!("the deck of {} is not legal", seat.name))
    }

    /// Returns the mission with the decks that were changed.
    fn fitted(&self) -> Option<(MissionSource, Option<u64>)> {
        let commission = self.commission.as_ref()?;
        let mut source = commission.source.clone();
        let changed = self.seats.iter().filter(|seat| seat.is_changed());
        let content = self.content();
        source.squad = changed
            .map(|seat| Fitting {
                side: seat.place.0,
                unit: seat.place.1,
                deck: Some(seat.bench.deck().to_text(content)),
                ..Fitting::default()
            })
            .collect();
        Some((source, commission.seed))
    }

    /// Does to the decks what was asked for; returns what is left to be done by the window.
    fn grant(&mut self, wish: Wish) -> Option<Wish> {
        let catalog = self.catalog.clone();
        let content = catalog.part::<CasketContent>();
        self.refusal = None;
        let loaded = match wish {
            Wish::Load(at) => self.shelf.get(at).cloned(),
            _ => None,
        };
        let seat = self.seats.get_mut(self.at)?;
        let bench = &mut seat.bench;
        let changed = match wish {
            Wish::Undo => {
                bench.undo();
                Ok(())
            }
            Wish::AsWritten => {
                bench.replace(content, seat.written.clone());
                Ok(())
            }
            Wish::Empty => {
                seat.file = None;
                bench.replace(content, Bench::empty().deck().clone());
                Ok(())
            }
            Wish::Rename(name) => {
                bench.rename(&name);
                Ok(())
            }
            Wish::Class(class) => {
                bench.set_class(content, class);
                Ok(())
            }
            Wish::Race(race) => {
                bench.set_race(content, race);
                Ok(())
            }
            Wish::Arm(arm, piece) => {
                bench.set_arm(content, arm, piece);
                Ok(())
            }
            Wish::Relic(relic) => {
                bench.toggle_relic(content, relic);
                Ok(())
            }
            Wish::Add(card) => bench.add(content, card),
            Wish::Remove(card) => bench.remove(content, card),
            Wish::Start(deck) => {
                seat.file = None;
                bench.replace(content, deck);
                Ok(())
            }
            Wish::Load(_) => match loaded {
                Some(Saved {
                    file,
                    deck: Ok(deck),
                }) => {
                    seat.file = Some(file);
                    bench.replace(content, deck);
                    Ok(())
                }
                Some(Saved { deck: Err(why), .. }) => Err(why),
                None => Ok(()),
            },
            Wish::Seat(at) => {
                self.at = at.min(self.seats.len() - 1);
                Ok(())
            }
            Wish::Back | Wish::Begin | Wish::Save | Wish::Delete(_) => return Some(wish),
        };
        self.refusal = changed.err();
        None
    }

    /// Saves the deck on show to a file.
    ///
    /// # Errors
    /// Why it is not saved.
    fn save(&mut self, file: &Path) -> Result<(), String> {
        let catalog = self.catalog.clone();
        if let Some(seat) = self.seats.get_mut(self.at) {
            shelf::write(file, seat.bench.deck(), catalog.part())?;
            seat.file = Some(file.to_owned());
        }
        self.look();
        Ok(())
    }
}

impl Seat {
    fn new(place: (u8, usize), name: String, deck: Deck) -> Self {
        Self {
            place,
            name,
            bench: Bench::new(deck.clone()),
            written: deck,
            file: None,
        }
    }

    fn is_changed(&self) -> bool {
        *self.bench.deck() != self.written
    }

    /// Lists what is wrong with its deck.
    fn faults(&self, content: &CasketContent) -> Vec<String> {
        let deck = self.bench.deck();
        let mut faults: Vec<_> = (deck.faults(content).into_iter())
            .map(|fault| fault.text)
            .collect();
        if deck.name.trim().is_empty() {
            faults.insert(0, "a deck needs a name".to_owned());
        }
        faults
    }
}

/// Does what the decks themselves do not: files, and the way to the battle or back.
fn serve(world: &mut World, workshop: &mut Workshop, wish: Wish) {
    match wish {
        Wish::Back => {
            let home = match workshop.commission.is_some() {
                true => Screen::Missions,
                false => Screen::Title,
            };
            world.resource_mut::<NextState<Screen>>().set(home);
        }
        Wish::Begin if workshop.obstacle().is_none() => {
            if let Some((source, seed)) = workshop.fitted() {
                let source = Box::new(source);
                world.resource_mut::<Session>().request = Some(Request::Begin { source, seed });
            }
        }
        Wish::Save => save(world, workshop),
        Wish::Delete(at) => {
            if let Some(saved) = workshop.shelf.get(at) {
                let (name, file) = (saved.name(), saved.file.clone());
                let text = format!("Delete the deck {name}? It cannot be brought back.");
                let delete = move |world: &mut World| {
                    let deleted = shelf::delete(&file).map(|()| "deck deleted".to_owned());
                    report(world, deleted);
                };
                ask(world, Question::before_loss(text, "Delete", delete));
            }
        }
        _ => {}
    }
}

/// Saves the deck on show, after a question where another deck has its file.
fn save(world: &mut World, workshop: &mut Workshop) {
    let Some(seat) = workshop.seat() else { return };
    let name = seat.bench.deck().name.clone();
    let file = match shelf::file_for(&name) {
        Ok(file) => file,
        Err(error) => return report(world, Err(error)),
    };
    if file.exists() && seat.file.as_ref() != Some(&file) {
        let text = format!("A deck is already saved as {name}. Overwrite it?");
        let overwrite = move |world: &mut World| {
            let Some(mut workshop) = world.remove_resource::<Workshop>() else {
                return;
            };
            let saved = workshop.save(&file);
            world.insert_resource(workshop);
            report(world, saved.map(|()| "deck saved".to_owned()));
        };
        return ask(world, Question::before_loss(text, "Overwrite", overwrite));
    }
    let saved = workshop.save(&file);
    report(
        world,
        saved.map(|()| format!("saved as {}", file.display())),
    );
}

/// Shows what came of something, and reads the saved decks again.
fn report(world: &mut World, result: Result<String, String>) {
    let is_bad = result.is_err();
    let (Ok(text) | Err(text)) = result;
    world.resource_mut::<Session>().notice = Some((text, is_bad));
    if let Some(mut workshop) = world.get_resource_mut::<Workshop>() {
        workshop.look();
    }
}
