//! Battles of squads in the window: what their events, tokens, keys and pages are.
//!
//! **Invariant:** everything is looked at through the player's [`SideView`].

mod actions;
mod aim;
mod debrief;
mod everything;
mod eyes;
mod hud;
mod input;
mod keys;
mod looks;
mod markers;
#[cfg(test)]
pub mod sample;
pub mod setup;
mod smoke;
mod tell;

use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};

use self::tell::{Teller, place};
use crate::{
    battle::{
        fingerprint::stable_hash,
        grid::{Direction, TileId},
        journal::Journal,
        step::HumanSides,
        unit::{Side, UnitId},
    },
    content::Catalog,
    game::{
        Menu, Screen,
        kit::{
            PanelSystems,
            keys::{Entry, KeyAction},
            theme::icon::Icon,
        },
        rules::{
            battlescape::input::Selection,
            playable::{Failure, Playable, Poster, Told},
        },
        shell::smoke::Act,
        table::{
            board_view::viewer,
            playback::Scene,
            unit_view::{Figure, Look},
        },
    },
    mission::{Mission, MissionSource},
    playing::{Chapter, Game},
    rules::battlescape::{
        Battlescape,
        content::BattlescapeContent,
        event::Event,
        log::Log,
        objective::{self, Loss},
        order::Order,
        panel::book::{chapters, differences},
        scenario::Scenario,
        side_view::SideView,
    },
};

/// Adds battles of squads.
pub fn plugin(app: &mut App) {
    app.init_resource::<setup::SetUp>()
        .add_plugins((markers::plugin, input::plugin, hud::plugin))
        .add_systems(
            EguiPrimaryContextPass,
            (
                setup::show
                    .run_if(in_state(Screen::SetUp))
                    .run_if(in_state(Menu::None)),
                everything::show.run_if(in_state(Menu::Everything)),
            )
                .in_set(PanelSystems),
        );
}

impl Playable for Battlescape {
    const ACTIONS: &'static [Entry] = actions::ACTIONS;
    const SHOWS_ALL: bool = false;
    const BASICS: &'static [(Icon, &'static str, &'static str)] = &[
        (
            Icon::Clock,
            "Time units",
            "Everything costs time units (TU). A unit gets new ones each turn and carries some of what it \
         did not spend over to the next.",
        ),
        (
            Icon::Walk,
            "Moving",
            "Choose a unit, point at a marked hex: the path shows TU step by step, the panel at the right \
         tells what standing there would be like. Click to go; Shift and click to go by way of a hex. \
         Paths go around fire, gas and falls you know of where the TU allow it, and say so where they do \
         not. A move ends where an enemy comes into sight.",
        ),
        (
            Icon::Crosshair,
            "Shooting",
            "Click an enemy to aim: chance, every modifier, damage and the chance to kill are shown, and \
         they are exactly what the dice will be. Choose the mode of fire, click again to fire.",
        ),
        (
            Icon::HalfShield,
            "Cover",
            "Shots that cross an obstacle next to their target are harder. Shields at the hex pointed at \
         show the covered sides, a struck-out shield a side open to an enemy. Take cover to crouch \
         behind it.",
        ),
        (
            Icon::Watch,
            "Watching",
            "A unit that watches keeps TU to fire at enemies that move in its sight. Steps into an enemy's \
         watch are marked on the path.",
        ),
        (
            Icon::Eye,
            "Fog",
            "Black ground was never seen, hatched ground is remembered. Outlines show where an enemy was \
         last seen, rings where something was heard.",
        ),
        (
            Icon::Run,
            "Gaits",
            "Walk, run or sneak: running is quick and loud, sneaking slow and quiet. Lying down makes a \
         unit a small target.",
        ),
        (
            Icon::Undo,
            "Taking back",
            "An order that rolled no dice and revealed nothing can be taken back.",
        ),
        (
            Icon::EndTurn,
            "The turn",
            "When all have acted, end the turn. The other side acts, then fires, wounds and morale are \
         resolved.",
        ),
    ];
    const POINTER: &'static str = "Mouse: left click chooses, walks, aims, fires; with Shift it sets a \
                                   way point; right click takes that back, or turns; the wheel zooms; the \
                                   middle button drags the view.";
    const KEYS: &'static [(KeyAction, &'static str)] = &[
        (
            KeyAction::ACT,
            "walk, aim, fire: what a click on the cursor does",
        ),
        (
            KeyAction::BACK,
            "lower the weapon, take a way point back, close a panel, menu",
        ),
    ];

    fn forget(world: &mut World) {
        *world.resource_mut::<Selection>() = Selection::default();
    }

    fn chosen(world: &World) -> Option<UnitId> {
        let view = look(world);
        let chosen = world.resource::<Selection>().unit;
        chosen.filter(|&id| view.own().any(|own| own == id))
    }

    fn choose(world: &mut World, unit: UnitId) {
        world.resource_mut::<Selection>().unit = Some(unit);
    }

    fn tell(world: &World, side: Side, events: &[Event]) -> Told {
        let mut teller = Teller::new(events);
        let mut told = Told::default();
        let mut unread = 0;
        for (at, event) in events.iter().enumerate() {
            let (scenes, lines) = teller.tell(world, side, event);
            told.scenes.extend(scenes);
            unread += lines.len();
            let place = place(world, event);
            told.lines
                .extend(lines.into_iter().map(|line| (line, place)));
            // The rounds of a burst are in the air together: they are read when the last has landed.
            let is_shot = |event: Option<&Event>| matches!(event, Some(Event::Shot { .. }));
            if !is_shot(Some(event)) || !is_shot(events.get(at + 1)) {
                let read = std::iter::repeat_n(Scene::Read, std::mem::take(&mut unread));
                told.scenes.extend(read);
            }
        }
        told
    }

    fn remark(world: &World, side: Side, events: &[Event]) -> Option<String> {
        stop(world, side, events)
    }

    fn looks(world: &World) -> Vec<(UnitId, TileId, Direction, Look)> {
        looks::looks(world)
    }

    fn choice(world: &World) -> u64 {
        let selection = world.resource::<Selection>();
        stable_hash(&(selection.unit, selection.target))
    }

    fn lights(world: &World) -> (bool, Vec<(TileId, u8)>) {
        let view = look(world);
        let lights = view.lights().map(|light| (light.tile, light.radius));
        (view.is_night(), lights.collect())
    }

    fn open_set_up(world: &mut World, file: PathBuf, seed: Option<u64>, difficulty: u16) {
        setup::open(world, file, seed, difficulty);
    }

    fn acts() -> Vec<Act> {
        smoke::acts()
    }

    fn perform(world: &mut World, action: KeyAction) {
        keys::perform(world, action);
    }

    fn back(world: &mut World) -> bool {
        keys::back(world)
    }

    fn objective(world: &World) -> String {
        Log::new(world).objective()
    }

    fn play_on() -> Order {
        Order::PlayOn
    }

    fn failure(world: &World) -> Failure {
        let limit = look(world).turn_limit();
        match objective::loss(world) {
            Some(loss) => Failure {
                why: Log::new(world).loss(loss),
                playing_on: match loss {
                    Loss::Turns { .. } => "The squad fights on without a last turn",
                    _ => "The squad fights on, though the mission can no longer be won",
                },
            },
            None => Failure::by_time(limit),
        }
    }

    fn renewal(source: Box<MissionSource>) -> Order {
        Order::Renew(source)
    }

    fn show_debrief(ui: &mut egui::Ui, debrief: &<Self as Game>::Debrief, side: Side) {
        debrief::show(ui, debrief, side);
    }

    fn chapters(catalog: &Catalog, shipped: &Catalog) -> Vec<Chapter> {
        chapters(catalog, &shipped.part::<BattlescapeContent>().figures)
    }

    fn figure(catalog: &Catalog, _: usize, kind: &str) -> Option<Figure> {
        looks::figure(catalog.part::<BattlescapeContent>(), kind)
    }

    fn poster(mission: &Mission, shipped: &Catalog) -> Poster {
        let scenario = Scenario::of(mission);
        let content = mission.catalog.part::<BattlescapeContent>();
        let own = scenario.squads.first().into_iter().flatten();
        let starts = own.map(|unit| unit.tile);
        let starts = starts.chain(scenario.deployment.iter().copied()).collect();
        let units = scenario.squads.iter().map(|squad| {
            let told = squad.iter().map(|unit| {
                let kind = &content.unit(unit.kind).name;
                let weapon = &content.weapon(unit.weapon).name;
                format!("{}: {kind}, {weapon}", unit.name)
            });
            told.collect()
        });
        Poster {
            starts,
            exits: scenario.exits.to_vec(),
            is_night: scenario.night,
            units: units.collect(),
            differences: differences(
                &content.figures,
                &shipped.part::<BattlescapeContent>().figures,
            ),
            fixed: None,
        }
    }
}

fn look(world: &World) -> SideView<'_> {
    SideView::new(world, viewer(world.resource::<HumanSides>()))
}

/// Says why a walk ended before its goal, if somebody came into sight.
fn stop(world: &World, own: Side, events: &[Event]) -> Option<String> {
    let entry = world.resource::<Journal<Battlescape>>().entries.last()?;
    let Order::Move(walker, _, way) = &entry.order else {
        return None;
    };
    let steps = (events.iter())
        .filter(|event| matches!(event, Event::Stepped { unit, .. } if unit == walker))
        .count();
    if steps >= way.len() {
        return None;
    }
    let view = SideView::new(world, own);
    let seen: Vec<_> = (events.iter())
        .filter_map(|event| match event {
            Event::Spotted { side, unit, .. } if *side == own => Some(view.name(*unit)),
            _ => None,
        })
        .collect();
    let name = view.name(*walker);
    (!seen.is_empty()).then(|| format!("{name} stops: {} in sight", seen.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rules::battlescape::sample;

    #[test]
    fn a_shot_is_read_once_it_was_seen_with_its_dice_in_a_line_of_their_own() {
        let (_, _, mut world) = sample::skirmish();
        let mut shots = 0;
        sample::play(&mut world, usize::MAX, |world, events| {
            let told = Battlescape::tell(world, Side(0), events);
            let (mut seen, mut read, mut outcomes) = (0, 0, 0);
            for scene in &told.scenes {
                match scene {
                    Scene::Shot(_) => seen += 1,
                    Scene::Read => {
                        let line = &told.lines[read].0;
                        read += 1;
                        if ["A miss", "A hit", "A critical", "Blocked"]
                            .iter()
                            .any(|start| line.starts_with(start))
                        {
                            outcomes += 1;
                            assert!(outcomes <= seen, "{line} is read before it was seen");
                            let dice = &told.lines[read].0;
                            assert!(dice.starts_with("  rolled "), "{line}: {dice}");
                        }
                    }
                    _ => {}
                }
            }
            assert_eq!(read, told.lines.len(), "{:?}", told.lines);
            assert_eq!(outcomes, seen, "{:?}", told.lines);
            shots += seen;
        });
        assert!(shots > 20, "{shots} shots");
    }
}
