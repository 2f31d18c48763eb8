//! What happened, shown one thing after another: the queue of scenes and the pace of the battle.
//!
//! **Invariant:** decides nothing; only what the player's side saw is shown.

mod act;
mod effects;
mod flight;
mod ground;
mod particle;
mod scene;
mod tally;
mod text;

use std::collections::VecDeque;

use bevy::prelude::*;

pub use self::{
    ground::Ground,
    scene::{Burst, End, Flesh, Fumes, Scene, Shot, Tone, Walk},
    tally::{Figure, Figures, Lookout, Tallies, Tally, Whereabouts},
};
use crate::{
    battle::{
        journal::{Journal, replay},
        order::Opening,
        phase::Phase,
        step::{HumanSides, OrderDone, Showing, step},
        unit::Side,
        watch::Watcher,
    },
    game::{
        AtBattle, Menu, PutAway, Screen,
        kit::CombatLog,
        rules::playable::{Playable, rules},
        shell::{
            session::Session,
            settings::Settings,
            watching::{self, Watching},
        },
        table::{
            board_view::{BoardView, viewer},
            sound::Cue,
        },
    },
    mission::Mission,
    save::{JournalError, JournalFile},
    with_rules,
};

/// Scenes still to be shown.
#[derive(Resource)]
pub struct Playback {
    scenes: VecDeque<Scene>,
    /// Seconds of the scene on show that have passed, at normal speed.
    elapsed: f32,
    started: bool,
    /// Whether what flies and floats is to go, too.
    is_swept: bool,
    /// Speed factor.
    pub speed: f32,
    /// Banner on show.
    pub banner: Option<String>,
    /// What the player is told once everything was shown.
    remark: Option<String>,
    /// The step of the turn that is on show.
    pub stage: Option<&'static str>,
}

impl Default for Playback {
    fn default() -> Self {
        Self {
            scenes: VecDeque::new(),
            elapsed: 0.0,
            started: false,
            is_swept: false,
            speed: 1.0,
            banner: None,
            remark: None,
            stage: None,
        }
    }
}

impl Playback {
    /// Whether everything was shown.
    pub fn is_empty(&self) -> bool {
        self.scenes.is_empty()
    }

    /// Forgets what was still to be shown.
    pub fn clear(&mut self) {
        self.scenes.clear();
        self.elapsed = 0.0;
        self.started = false;
        self.is_swept = true;
        self.banner = None;
        self.stage = None;
    }
}

/// The systems that take steps of the battle and show them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlaybackSystems;

/// Adds playback and the steps of the battle.
pub fn plugin(app: &mut App) {
    app.init_resource::<Playback>()
        .init_resource::<Tallies>()
        .add_plugins(particle::plugin)
        .add_systems(
            Update,
            (
                (
                    adopt_speed.run_if(resource_changed::<Settings>),
                    advance,
                    queue,
                    act::play,
                )
                    .chain()
                    .run_if(in_state(Screen::Battle)),
                // What is in the air when the battle ends comes down.
                (flight::fly, particle::drift, text::float)
                    .chain()
                    .run_if(in_state(AtBattle)),
            )
                .chain()
                .in_set(PlaybackSystems)
                .run_if(in_state(Menu::None)),
        )
        .add_systems(PutAway, put_away);
}

fn put_away(world: &mut World) {
    *world.resource_mut::<Tallies>() = Tallies::default();
    let mut playback = world.resource_mut::<Playback>();
    playback.clear();
    playback.remark = None;
    act::sweep(world);
}

fn adopt_speed(settings: Res<Settings>, mut playback: ResMut<Playback>) {
    playback.speed = f32::from(settings.animation_percent) / 100.0;
}

/// Most steps of the battle in one frame while nothing of them can be seen.
const MAX_STEPS: usize = 40;

/// Takes steps of the battle while nothing is left to show.
fn advance(world: &mut World) {
    if world.contains_resource::<Watching>() {
        world.resource_mut::<Showing>().0 = true;
        watching::advance(world);
        return queue(world);
    }
    for _ in 0..MAX_STEPS {
        let is_showing = !world.resource::<Playback>().is_empty();
        world.resource_mut::<Showing>().0 = is_showing;
        if is_showing {
            return;
        }
        with_rules!(rules(world), R => R::take_stock(world));
        step(world);
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

/// Queues what orders led to.
fn queue(world: &mut World) {
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
                let is_own = side == own && !world.contains_resource::<Watching>();
                if is_own {
                    world.write_message(Cue::Confirm);
                }
                show::<R>(world, own, &events);
                if is_own {
                    let remark = R::remark(world, own, &events);
                    world.resource_mut::<Playback>().remark = remark;
                }
            }
        }
    }
}

/// Queues what happened by itself before the first order.
pub fn queue_opening<R: Playable>(world: &mut World) {
    let own = viewer(world.resource::<HumanSides>());
    let events = world.resource::<Opening<R>>().0.clone();
    show::<R>(world, own, &events);
}

/// Writes events down for everybody at this screen and queues their scenes for the side that looks.
fn show<R: Playable>(world: &mut World, own: Side, events: &[R::Event]) {
    let orders = world.resource::<Journal<R>>().entries.len();
    tell_others::<R>(world, own, orders, events);
    let mut told = R::tell(world, own, events);
    let mut log = world.resource_mut::<CombatLog>();
    // What scenes tell one by one is read as they are shown.
    let waits = told.scenes.iter().any(|one| matches!(one, Scene::Read));
    for (line, place) in told.lines {
        log.push(own, line, place, orders);
        if waits {
            log.hold_back();
        }
    }
    log.keep(own, orders, told.recap);
    scene::rewind_health(&mut told.scenes);
    world.resource_mut::<Playback>().scenes.extend(told.scenes);
}

/// Writes down what other people at this screen see of it, for when they sit down.
fn tell_others<R: Playable>(world: &mut World, own: Side, orders: usize, events: &[R::Event]) {
    if world.contains_resource::<Watching>() {
        return;
    }
    let others = world.resource::<HumanSides>().0.clone();
    for side in others.into_iter().filter(|&side| side != own) {
        let told = R::tell(world, side, events);
        let mut log = world.resource_mut::<CombatLog>();
        for (line, place) in told.lines {
            log.push(side, line, place, orders);
        }
        log.keep(side, orders, told.recap);
    }
}

/// Plays a journal in a world of its own, so far, and writes the logs of some sides.
///
/// # Errors
/// The first order that is refused or leads elsewhere.
pub fn log_of<R: Playable>(
    journal: &JournalFile<R>,
    mission: &Mission,
    until: usize,
    sides: &[Side],
) -> Result<CombatLog, JournalError> {
    let mut world = World::new();
    world.insert_resource(BoardView {
        grid: mission.board.grid,
    });
    R::set_up(&mut world, mission, journal.seed);
    let mut scribe = Scribe::<R> {
        sides: sides.to_vec(),
        events: world.resource::<Opening<R>>().0.clone(),
        orders: 0,
        log: CombatLog::default(),
    };
    scribe.write(&world);
    let entries = &journal.entries[..until.min(journal.entries.len())];
    replay::<R>(&mut world, entries, &mut scribe).map_err(JournalError::Diverges)?;
    Ok(scribe.log)
}

/// Writes the logs of some sides, order by order.
struct Scribe<R: Playable> {
    sides: Vec<Side>,
    /// What happened since it last wrote.
    events: Vec<R::Event>,
    orders: usize,
    log: CombatLog,
}

impl<R: Playable> Watcher<R> for Scribe<R> {
    fn after(&mut self, _: &World, event: &R::Event) {
        self.events.push(event.clone());
    }

    fn ordered(&mut self, world: &World, _: Side) {
        self.orders += 1;
        self.write(world);
    }
}

impl<R: Playable> Scribe<R> {
    fn write(&mut self, world: &World) {
        for &side in &self.sides {
            let told = R::tell(world, side, &self.events);
            for (line, place) in told.lines {
                self.log.push(side, line, place, self.orders);
            }
            self.log.keep(side, self.orders, told.recap);
        }
        self.events.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rules::sample::{self, Sampled};

    #[test]
    fn the_log_of_a_journal_tells_each_side_what_it_saw() {
        let (source, mission, mut world) = sample::skirmish();
        sample::play(&mut world, usize::MAX, |_, _| {});
        let journal = JournalFile::<Sampled>::collect(&world, source, sample::SEED, false);
        let read = |until, side| {
            let log = log_of(&journal, &mission, until, &[Side(side)]);
            log.unwrap_or_else(|error| panic!("{error}"))
        };
        assert_eq!(read(0, 0).len(), 0);
        let (own, enemy) = (read(usize::MAX, 0), read(usize::MAX, 1));
        assert!(own.len() > 30 && enemy.len() > 30);
        assert!(read(journal.entries.len() / 2, 0).len() < own.len());
        assert!(
            own.texts().ne(enemy.texts()),
            "the sides see different things"
        );
    }
}
