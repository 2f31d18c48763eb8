//! What the task at work of a plan does next.
//!
//! **Invariant:** knows neither what tasks are nor what events are.

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
