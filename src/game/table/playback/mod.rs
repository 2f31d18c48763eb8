//! What happened, shown one thing after another: the queue of scenes and the pace of the battle.
//!
//! **Invariant:** decides nothing; only what the player's side saw is shown.

mod act;
mod cast;
mod effects;
mod flight;
mod ground;
mod on_show;
mod particle;
mod report;
mod scene;
mod spray;
mod text;
mod thinking;
mod timeline;

use std::time::Instant;

use bevy::prelude::*;

pub use self::ground::Ground;
pub use self::on_show::{Figure, Figures, Lookout, OnShow, UnitOnShow, Whereabouts};
pub use self::report::{Reporter, Reports, log_of, report_opening};
pub use self::scene::{Burst, End, Flesh, Fumes, Scene, Shot, Tone, Walk};
pub use self::thinking::{Thinking, until as time_to_think};
#[cfg(test)]
pub use self::timeline::Clock;
use self::timeline::Timeline;
use crate::battle::ahead::{looks_ahead, ponder};
use crate::battle::board::Board;
use crate::battle::map::{MapId, Maps};
use crate::battle::phase::Phase;
use crate::battle::rollout::first_owing;
use crate::battle::step::{HumanSides, OrderDone, Showing, step};
use crate::game::kit::CombatLog;
use crate::game::kit::cards::motion::CardsInFlight;
use crate::game::rules::playable::{Playable, rules};
use crate::game::shell::opponents;
use crate::game::shell::session::Session;
use crate::game::shell::settings::Settings;
use crate::game::shell::watching::{self, Watching};
use crate::game::table::board_view::{BoardView, Marks, viewer};
use crate::game::table::input::Hover;
use crate::game::table::sound::Cue;
use crate::game::{AtBattle, Menu, PutAway, Screen};
use crate::with_rules;

/// Scenes still to be shown.
#[derive(Resource)]
pub struct Playback {
    timeline: Timeline,
    /// Whether what flies and floats is to go, too.
    is_swept: bool,
    /// Speed factor.
    pub speed: f32,
    /// Whether a held key has it go faster still.
    pub hurries: bool,
    /// Orders of others shown since the own side's last one.
    in_a_row: u16,
    /// The map on show.
    map: MapId,
    /// Banner on show.
    pub banner: Option<String>,
    /// Cards on show that are on their way.
    pub cards: Option<CardsInFlight>,
    /// What the player is told once everything was shown.
    remark: Option<String>,
    /// The step of the turn that is on show.
    pub stage: Option<&'static str>,
}

impl Default for Playback {
    fn default() -> Self {
        Self {
            timeline: Timeline::default(),
            is_swept: false,
            speed: 1.0,
            hurries: false,
            in_a_row: 0,
            map: MapId::FIRST,
            banner: None,
            cards: None,
            remark: None,
            stage: None,
        }
    }
}

/// The speed from which on cards are not seen to move.
const NO_CARDS: f32 = 4.0;
/// How many times faster it goes while somebody hurries.
const HURRY: f32 = 4.0;

/// Returns how many times faster it goes after so many orders of others in a row: whoever only watches wants
/// to be on turn again.
pub fn impatience(in_a_row: u16) -> f32 {
    1.0 + 0.05 * f32::from(in_a_row.min(25))
}

impl Playback {
    /// Returns how fast it goes now.
    fn pace(&self) -> f32 {
        let hurry = if self.hurries { HURRY } else { 1.0 };
        self.speed * hurry * impatience(self.in_a_row)
    }

    /// Whether everything was shown.
    pub fn is_empty(&self) -> bool {
        self.timeline.is_empty()
    }

    /// Has scenes shown after those that wait; from a speed on cards are not seen to move.
    fn extend(&mut self, mut scenes: Vec<Scene>) {
        if self.speed >= NO_CARDS {
            scenes.retain(|scene| !matches!(scene, Scene::Cards(_)));
        }
        self.timeline.extend(scenes);
    }

    /// Forgets what was still to be shown.
    pub fn clear(&mut self) {
        self.timeline = Timeline::default();
        self.is_swept = true;
        self.in_a_row = 0;
        self.banner = None;
        self.cards = None;
        self.stage = None;
    }
}

/// The systems that take steps of the battle and show them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlaybackSystems;

/// Adds playback and the steps of the battle, which are exclusive since rules may touch all of it.
pub fn plugin(app: &mut App) {
    app.init_resource::<Playback>()
        .init_resource::<Reports>()
        .init_resource::<OnShow>()
        .init_resource::<Thinking>()
        .add_message::<text::Said>()
        .add_plugins(particle::plugin)
        .add_systems(
            Update,
            (
                (
                    adopt_speed.run_if(resource_changed::<Settings>),
                    opponents::seat,
                    advance,
                    thinking::follow,
                    follow_map,
                    queue,
                    act::sweep,
                    act::rest,
                    act::play.run_if(|playback: Res<Playback>| !playback.is_empty()),
                )
                    .chain()
                    .run_if(in_state(Screen::Battle)),
                // What is in the air when the battle ends comes down.
                (flight::fly, text::say, particle::drift, text::float)
                    .chain()
                    .run_if(in_state(AtBattle)),
            )
                .chain()
                .in_set(PlaybackSystems)
                .run_if(in_state(Menu::None)),
        )
        // Whatever changed on other screens is not seen as a change on this one.
        .add_systems(OnEnter(Screen::Battle), adopt_speed)
        .add_systems(PutAway, (put_away, act::sweep).chain());
}

fn put_away(
    mut on_show: ResMut<OnShow>,
    mut reports: ResMut<Reports>,
    mut playback: ResMut<Playback>,
    mut thinking: ResMut<Thinking>,
) {
    *on_show = OnShow::default();
    reports.0.clear();
    playback.clear();
    playback.remark = None;
    *thinking = Thinking::default();
}

fn adopt_speed(settings: Res<Settings>, mut playback: ResMut<Playback>) {
    playback.speed = f32::from(settings.animation_percent) / 100.0;
}

/// Most steps of the battle in one frame while nothing of them can be seen.
const MAX_STEPS: usize = 40;

/// Has a computer think about its next order until then, if it looks ahead; returns whether it may be asked for it.
fn is_decided<R: Playable>(world: &mut World, until: Instant) -> bool {
    if *world.resource::<State<Phase>>().get() != Phase::Ai {
        return true;
    }
    let next = first_owing::<R>(world);
    let Some(side) = next.filter(|&side| looks_ahead::<R>(world, side)) else {
        return true;
    };
    while !ponder::<R>(world, side) {
        if Instant::now() >= until {
            return false;
        }
    }
    true
}

/// Takes steps of the battle while nothing is left to show.
fn advance(world: &mut World) {
    if world.contains_resource::<Watching>() {
        world.resource_mut::<Showing>().0 = true;
        watching::advance(world);
        return queue(world);
    }
    let until = thinking::until(world);
    for _ in 0..MAX_STEPS {
        let has_room = world.resource::<Playback>().timeline.has_room();
        world.resource_mut::<Showing>().0 = !has_room;
        if !has_room {
            return;
        }
        if !with_rules!(rules(world), R => is_decided::<R>(world, until)) {
            break;
        }
        with_rules!(rules(world), R => report::reported::<R>(world, step));
        queue(world);
        let phase = *world.resource::<State<Phase>>().get();
        if matches!(phase, Phase::Player | Phase::Over) {
            break;
        }
    }
    let is_over = *world.resource::<State<Phase>>().get() == Phase::Over;
    if is_over && world.resource::<Playback>().is_empty() {
        world.resource_mut::<NextState<Screen>>().set(Screen::End);
    }
}

/// Has the views begin anew when another map is in play: what was still to be shown of the one before is not,
/// and nobody points at its hexes any more.
pub fn follow_map(world: &mut World) {
    let now = world.get_resource::<Maps>().map_or(MapId::FIRST, Maps::now);
    let mut playback = world.resource_mut::<Playback>();
    if std::mem::replace(&mut playback.map, now) == now {
        return;
    }
    playback.clear();
    world.resource_mut::<Session>().generation += 1;
    world.resource_mut::<CombatLog>().forget_places();
    world.insert_resource(Hover::default());
    world.insert_resource(Marks::default());
    // What follows in this frame asks where hexes are.
    if let Some(board) = world.get_resource::<Board>() {
        let grid = board.grid;
        world.resource_mut::<BoardView>().grid = grid;
    }
}

/// Queues what orders led to.
fn queue(world: &mut World) {
    show_reports(world);
    with_rules!(rules(world), R => queue_by::<R>(world));
}

fn queue_by<R: Playable>(world: &mut World) {
    let done: Vec<_> = world
        .resource_mut::<Messages<OrderDone<R>>>()
        .drain()
        .collect();
    for done in done {
        match done {
            OrderDone::Refused { refusal, .. } => {
                world.resource_mut::<Session>().notice = Some((refusal.to_string(), true));
                world.write_message(Cue::Refuse);
            }
            OrderDone::Events { side, events, .. } => {
                let own = viewer(world.resource::<HumanSides>());
                if world.contains_resource::<Watching>() {
                    continue;
                }
                let mut playback = world.resource_mut::<Playback>();
                if side != own && !playback.is_empty() {
                    playback.in_a_row = playback.in_a_row.saturating_add(1);
                }
                if side == own {
                    playback.in_a_row = 0;
                    world.write_message(Cue::Confirm);
                    let remark = R::remark(world, own, &events);
                    world.resource_mut::<Playback>().remark = remark;
                }
            }
        }
    }
}

/// Writes reports down and queues the scenes of the side that looks.
fn show_reports(world: &mut World) {
    let own = viewer(world.resource::<HumanSides>());
    let reports = std::mem::take(&mut world.resource_mut::<Reports>().0);
    for mut report in reports {
        let is_own = report.side() == own;
        let scenes = std::mem::take(&mut report.told.scenes);
        // What scenes tell one by one is read as they are shown.
        let waits = is_own && scenes.iter().any(|one| matches!(one, Scene::Read));
        report.write(&mut world.resource_mut::<CombatLog>(), waits);
        if is_own {
            if let Some(before) = report.told.before.take() {
                world.insert_resource(before);
            }
            world.resource_mut::<Playback>().extend(scenes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::kit::cards::motion::{CardMotion, Spot};

    #[test]
    fn cards_are_seen_to_move_but_not_at_high_speed() {
        for (speed, is_shown) in [(0.5, true), (2.0, true), (4.0, false), (8.0, false)] {
            let mut playback = Playback {
                speed,
                ..Playback::default()
            };
            let motion = CardMotion {
                face: None,
                from: Spot::Hand,
                to: Spot::Board,
                seconds: 0.3,
            };
            playback.extend(vec![Scene::Cards(vec![motion])]);
            assert_eq!(playback.is_empty(), !is_shown, "speed {speed}");
        }
    }
}
