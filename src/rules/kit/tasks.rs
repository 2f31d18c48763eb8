//! The stack of tasks that a plan carries out: what interrupts others goes on top of them.
//!
//! **Invariant:** written, hashed and compared as the bare list of tasks, the next one last, so that saves and
//! fingerprints of plans are those of the list.

use serde::{Deserialize, Serialize};

/// What a plan still has to do.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tasks<T>(Vec<T>);

/// What a task does next.
pub enum TaskStep<E, T> {
    /// Happens; the task goes on.
    Event(E),
    /// Happens; the task is done.
    Last(E),
    /// Happens; another task takes its place.
    Then(E, T),
    /// Happens; another task comes first.
    Over(E, T),
    /// Other tasks take its place.
    Instead(Vec<T>),
    /// Another task comes first.
    First(T),
    /// Nothing happens; the task goes on.
    Again,
    /// The task is done.
    Done,
}

impl<T> Default for Tasks<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Tasks<T> {
    /// Stacks tasks that are done in this order.
    pub fn of(tasks: impl IntoIterator<Item = T>) -> Self {
        let mut stack = Self::default();
        stack.first(tasks);
        stack
    }

    /// Puts a task before all others.
    pub fn push(&mut self, task: T) {
        self.0.push(task);
    }

    /// Puts tasks before all others, in the order in which they are done.
    pub fn first(&mut self, tasks: impl IntoIterator<Item = T>) {
        let at = self.0.len();
        self.0.extend(tasks);
        self.0[at..].reverse();
    }

    /// Takes the next task off the stack.
    pub fn take(&mut self) -> Option<T> {
        self.0.pop()
    }

    /// Returns the task at work.
    pub fn current(&mut self) -> Option<&mut T> {
        self.0.last_mut()
    }

    /// Returns the task that is next.
    pub fn top(&self) -> Option<&T> {
        self.0.last()
    }

    /// Drops all tasks but those that pass.
    pub fn retain(&mut self, keeps: impl FnMut(&T) -> bool) {
        self.0.retain(keeps);
    }

    /// Asks the task at work what it does next, until an event happens; returns nothing once all are done.
    ///
    /// For plans whose tasks stay on the stack while they work; others [`take`](Self::take) them.
    pub fn run<E>(&mut self, mut next: impl FnMut(&mut T) -> TaskStep<E, T>) -> Option<E> {
        while let Some(task) = self.0.last_mut() {
            let happened = match next(task) {
                TaskStep::Event(event) => Some(event),
                TaskStep::Last(event) => {
                    self.0.pop();
                    Some(event)
                }
                TaskStep::Then(event, other) => {
                    *task = other;
                    Some(event)
                }
                TaskStep::Over(event, other) => {
                    self.0.push(other);
                    Some(event)
                }
                TaskStep::Instead(tasks) => {
                    self.0.pop();
                    self.first(tasks);
                    None
                }
                TaskStep::First(other) => {
                    self.0.push(other);
                    None
                }
                TaskStep::Again => None,
                TaskStep::Done => {
                    self.0.pop();
                    None
                }
            };
            if happened.is_some() {
                return happened;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{DefaultHasher, Hash, Hasher};

    use super::*;

    fn hash_of(value: &impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        value.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn tasks_are_done_in_order_and_interruptions_before_them() {
        let mut tasks = Tasks::of([1, 2]);
        tasks.push(0);
        tasks.first([-3, -2, -1]);
        tasks.retain(|&task| task != -2);
        assert_eq!(tasks.current(), Some(&mut -3));
        let all: Vec<_> = std::iter::from_fn(|| tasks.take()).collect();
        assert_eq!(all, [-3, -1, 0, 1, 2]);
    }

    #[test]
    fn a_stack_is_written_and_hashed_as_the_list_of_its_tasks() {
        let (stack, list) = (Tasks::of([1, 2, 3]), vec![3, 2, 1]);
        assert_eq!(hash_of(&stack), hash_of(&list));
        let written = ron::to_string(&stack).expect("it is written");
        assert_eq!(written, ron::to_string(&list).expect("it is written"));
        assert_eq!(ron::from_str(&written), Ok(stack));
    }

    #[test]
    fn each_answer_of_a_task_leaves_what_it_says() {
        for (answer, happened, left) in [
            (TaskStep::Event('e'), Some('e'), vec![1, 2]),
            (TaskStep::Last('l'), Some('l'), vec![2]),
            (TaskStep::Then('t', 5), Some('t'), vec![5, 2]),
            (TaskStep::Over('o', 5), Some('o'), vec![5, 1, 2]),
            (TaskStep::Instead(vec![5, 6]), Some('.'), vec![6, 2]),
            (TaskStep::First(5), Some('.'), vec![1, 2]),
            (TaskStep::Again, Some('.'), vec![2]),
            (TaskStep::Done, Some('.'), Vec::new()),
        ] {
            let (mut tasks, mut answer) = (Tasks::of([1, 2]), Some(answer));
            let event = tasks.run(|_| answer.take().unwrap_or(TaskStep::Last('.')));
            assert_eq!((event, tasks), (happened, Tasks::of(left)));
        }
        assert_eq!(Tasks::<u8>::default().run(|_| TaskStep::Last('.')), None);
    }
}
