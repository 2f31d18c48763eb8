//! When which scene is shown: one after another, but walks in view overlap.
//!
//! **Invariant:** whatever is no walk begins when nothing else is on show; scenes begin in their order.

use std::collections::VecDeque;

use bevy::prelude::*;

use super::scene::Scene;
use crate::battle::unit::UnitId;

/// Seconds, at normal speed, from the start of a walk to that of the next unit's.
const BETWEEN_WALKS: f32 = 0.16;

/// Who acts scenes out.
pub(super) trait Stage {
    /// Whether a place is seen well enough for the camera to stay where it is.
    fn rests_on(&self, place: Vec2) -> bool;
    /// Has the camera go to a scene; whether the scene is to wait for it.
    fn waits_for(&mut self, place: Vec2) -> bool;
    fn begin(&mut self, scene: &Scene);
    /// Goes on with a scene: how much of it has passed by now, and how much in this step, as shares.
    fn progress(&mut self, scene: &Scene, passed: f32, step: f32);
    /// Ends a scene, before the next that is seen.
    fn finish(&mut self, scene: &Scene, next: Option<&Scene>);
}

/// A scene on show, or the steps of a walk.
struct Act {
    /// The first is on show.
    scenes: VecDeque<Scene>,
    /// Whether the first has begun.
    has_begun: bool,
    /// Seconds of the first that have passed, at normal speed.
    elapsed: f32,
    /// Seconds since it is on show, at normal speed.
    age: f32,
    /// Who walks, if walks of others may begin meanwhile.
    stroller: Option<UnitId>,
    /// Grows from act to act.
    number: u32,
}

/// Scenes still to be shown, and those on show.
#[derive(Default)]
pub(super) struct Timeline {
    waiting: VecDeque<Scene>,
    acts: Vec<Act>,
    begun: u32,
    /// The act that last told what is seen: those before it tell what is out of date by now.
    looked: u32,
}

impl Timeline {
    /// Whether everything was shown.
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.acts.is_empty()
    }

    /// Whether there is room for what happens next: nothing waits, and no walk has only just begun.
    pub(super) fn has_room(&self) -> bool {
        self.waiting.is_empty() && self.acts.iter().all(Act::lets_others_walk)
    }

    pub(super) fn extend(&mut self, scenes: impl IntoIterator<Item = Scene>) {
        self.waiting.extend(scenes);
    }

    /// Has one scene begin, or all on show go on for so many seconds; returns those that are left for what
    /// comes then.
    pub(super) fn step(&mut self, left: f32, stage: &mut impl Stage) -> Option<f32> {
        if let Some(act) = self.acts.iter_mut().find(|act| !act.has_begun) {
            (act.has_begun, act.elapsed) = (true, 0.0);
            let number = act.number;
            if let Some(scene) = act.scenes.front() {
                show(scene, number, &mut self.looked, stage);
            }
            return Some(left);
        }
        if self.admit(stage) {
            return Some(left);
        }
        let rest = self
            .acts
            .iter()
            .map(|act| act.length(&self.waiting) - act.elapsed);
        let until_next = self.acts.iter().map(|act| BETWEEN_WALKS - act.age);
        let step = rest
            .chain(until_next.filter(|&seconds| seconds > 0.0005))
            .fold(left, f32::min);
        if self.acts.is_empty() {
            return None;
        }
        for mut act in std::mem::take(&mut self.acts) {
            act.progress(step, &self.waiting, &mut self.looked, stage);
            if !act.scenes.is_empty() {
                self.acts.push(act);
            }
        }
        (left > step).then_some(left - step)
    }

    /// Puts what waits first on show, if it may begin now.
    fn admit(&mut self, stage: &mut impl Stage) -> bool {
        let Some(scene) = self.waiting.front() else {
            return false;
        };
        let is_alone = self.acts.is_empty();
        if scene.is_silent() {
            // What is read of a walk comes after it.
            let may_be_told = is_alone || !matches!(scene, Scene::Read);
            if may_be_told && let Some(scene) = self.waiting.pop_front() {
                show(&scene, self.begun, &mut self.looked, stage);
            }
            return may_be_told;
        }
        let steps = self.steps_in_view(stage);
        let walker = scene.walker().filter(|_| steps > 0);
        let may_join = |act: &Act| act.lets_others_walk() && act.stroller != walker;
        let joins = walker.is_some() && self.acts.iter().all(may_join);
        if !is_alone && !joins {
            return false;
        }
        if walker.is_none() && scene.place().is_some_and(|place| stage.waits_for(place)) {
            return false;
        }
        self.begun += 1;
        self.acts.push(Act {
            scenes: self.waiting.drain(..steps.max(1)).collect(),
            has_begun: false,
            elapsed: 0.0,
            age: 0.0,
            stroller: walker,
            number: self.begun,
        });
        true
    }

    /// Returns how many of the scenes that wait are one unit's walk, if the camera need not follow it.
    fn steps_in_view(&self, stage: &impl Stage) -> usize {
        let walker = self.waiting.front().and_then(Scene::walker);
        let (mut steps, mut in_view) = (0, true);
        for (at, scene) in self.waiting.iter().enumerate() {
            match scene {
                Scene::Walk(walk) if Some(walk.unit) == walker => {
                    steps = at + 1;
                    in_view &= stage.rests_on(walk.to);
                }
                Scene::Read => break,
                _ if scene.is_silent() => {}
                _ => break,
            }
        }
        if in_view { steps } else { 0 }
    }
}

impl Act {
    fn lets_others_walk(&self) -> bool {
        self.stroller.is_some() && self.age > BETWEEN_WALKS - 0.0005
    }

    /// Seconds of the scene on show, at normal speed.
    fn length(&self, waiting: &VecDeque<Scene>) -> f32 {
        let Some(scene) = self.scenes.front() else {
            return 0.0;
        };
        scene.seconds(self.next(waiting)).max(0.0001)
    }

    /// Returns the scene after the one on show that is seen on the board.
    fn next<'a>(&'a self, waiting: &'a VecDeque<Scene>) -> Option<&'a Scene> {
        let then = self.scenes.iter().skip(1).chain(waiting);
        then.into_iter().find(|scene| !scene.is_silent())
    }

    fn progress(
        &mut self,
        step: f32,
        waiting: &VecDeque<Scene>,
        looked: &mut u32,
        stage: &mut impl Stage,
    ) {
        let length = self.length(waiting);
        self.elapsed += step;
        self.age += step;
        if let Some(scene) = self.scenes.front() {
            stage.progress(scene, self.elapsed / length, step / length);
            if self.elapsed < length - 0.0005 {
                return;
            }
            stage.finish(scene, self.next(waiting));
        }
        self.scenes.pop_front();
        self.has_begun = false;
        while let Some(scene) = self.scenes.pop_front_if(|scene| scene.is_silent()) {
            show(&scene, self.number, looked, stage);
        }
    }
}

/// Begins a scene of an act, unless it tells of a sight that is out of date.
fn show(scene: &Scene, act: u32, looked: &mut u32, stage: &mut impl Stage) {
    if matches!(scene, Scene::Sight(_)) && std::mem::replace(looked, act.max(*looked)) > act {
        return;
    }
    stage.begin(scene);
}

/// Shows scenes to nobody, with everything in view, and counts the seconds.
#[cfg(test)]
#[derive(Default)]
pub struct Clock {
    timeline: Timeline,
    /// Seconds since it began.
    pub seconds: f32,
}

#[cfg(test)]
impl Clock {
    /// Shows scenes at a pace until there is room for what happens next.
    pub fn show(&mut self, scenes: Vec<Scene>, pace: f32) {
        self.timeline.extend(scenes);
        while !self.timeline.has_room() && !self.timeline.is_empty() {
            self.frame(pace);
        }
    }

    /// Shows what is left.
    pub fn finish(&mut self, pace: f32) {
        while !self.timeline.is_empty() {
            self.frame(pace);
        }
    }

    fn frame(&mut self, pace: f32) {
        const FRAME: f32 = 1.0 / 60.0;
        let mut left = Some(FRAME * pace);
        while let Some(now) = left {
            left = self.timeline.step(now, &mut tests::Stills::default());
        }
        self.seconds += FRAME;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::table::playback::{Tone, Walk};

    /// A stage of which places left of a line are in view; it notes what happens.
    #[derive(Default)]
    pub(super) struct Stills {
        told: Vec<String>,
        /// Where the view ends, world units; 0 for nowhere.
        edge: f32,
    }

    impl Stage for Stills {
        fn rests_on(&self, place: Vec2) -> bool {
            self.edge == 0.0 || place.x < self.edge
        }

        fn waits_for(&mut self, _: Vec2) -> bool {
            false
        }

        fn begin(&mut self, scene: &Scene) {
            self.told.push(match scene {
                Scene::Walk(walk) => format!("{} to {}", walk.unit.0, walk.to.x),
                Scene::Note { text, .. } => text.clone(),
                Scene::Sight(tiles) => format!("sees {}", tiles.len()),
                Scene::Read => "read".to_owned(),
                _ => "something".to_owned(),
            });
        }

        fn progress(&mut self, _: &Scene, passed: f32, step: f32) {
            assert!((0.0..1.01).contains(&passed) && step <= passed + 0.0001);
        }

        fn finish(&mut self, scene: &Scene, next: Option<&Scene>) {
            if let Some(unit) = scene.walker()
                && next.and_then(Scene::walker) != Some(unit)
            {
                self.told.push(format!("{} stops", unit.0));
            }
        }
    }

    fn step(unit: u16, to: f32) -> Scene {
        Scene::Walk(Walk {
            unit: UnitId(unit),
            from: Vec2::new(to - 1.0, 0.0),
            to: Vec2::new(to, 0.0),
            angle: 0.0,
            seconds: 0.3,
            ground: None,
            is_appearing: false,
            is_vanishing: false,
            look: None,
        })
    }

    fn note(text: &str) -> Scene {
        let (at, text, tone) = (Vec2::ZERO, text.to_owned(), Tone::Bad);
        Scene::Note { at, text, tone }
    }

    fn sees(hexes: u32) -> Scene {
        Scene::Sight((0..hexes).map(crate::battle::grid::TileId).collect())
    }

    /// Shows scenes with a view that ends somewhere; returns what happened, in order.
    fn shown(scenes: Vec<Scene>, edge: f32) -> String {
        let (mut timeline, told) = (Timeline::default(), Vec::new());
        let mut stage = Stills { told, edge };
        timeline.extend(scenes);
        while !timeline.is_empty() {
            let mut left = Some(0.05);
            while let Some(now) = left {
                left = timeline.step(now, &mut stage);
            }
        }
        stage.told.join(", ")
    }

    #[test]
    fn walks_overlap_and_whatever_else_waits_for_them() {
        let scenes = vec![
            step(1, 1.0),
            step(1, 2.0),
            step(2, 1.0),
            note("hit"),
            step(3, 1.0),
        ];
        assert_eq!(
            shown(scenes, 0.0),
            "1 to 1, 2 to 1, 1 to 2, 2 stops, 1 stops, hit, 3 to 1, 3 stops"
        );
    }

    #[test]
    fn the_log_is_read_after_the_walk_it_tells_of_and_the_same_unit_walks_on_by_itself() {
        let scenes = vec![step(1, 1.0), Scene::Read, step(1, 2.0), step(2, 1.0)];
        let read = "1 to 1, read, 1 to 2, 2 to 1, 1 stops, 2 stops";
        assert_eq!(shown(scenes, 0.0), read);
    }

    #[test]
    fn walks_that_the_camera_follows_are_shown_one_by_one() {
        let scenes = vec![step(1, 1.0), step(1, 2.0), step(2, 1.0), step(2, 3.0)];
        assert_eq!(
            shown(scenes, 1.5),
            "1 to 1, 1 to 2, 1 stops, 2 to 1, 2 to 3, 2 stops"
        );
    }

    #[test]
    fn a_sight_that_is_out_of_date_is_not_shown() {
        let scenes = vec![
            step(1, 1.0),
            sees(1),
            step(1, 2.0),
            sees(2),
            step(2, 1.0),
            sees(3),
        ];
        // The first unit's first sight comes after that of the second, which holds it.
        let told = "1 to 1, sees 2, 2 to 1, sees 3, 1 to 2, 2 stops, 1 stops";
        assert_eq!(shown(scenes, 0.0), told);
    }
}
