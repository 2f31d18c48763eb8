//! The bar that shows how far a run of the laboratory is.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hexscape::battle::unit::Side;
use hexscape::chronicle::record::BattleRecord;
use hexscape::lab::case::Run;
use hexscape::lab::words::of_them;
use hexscape::plain::plain;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

/// Counts battles and shows them; on anything but a terminal it only counts.
pub(super) struct Progress {
    bar: ProgressBar,
    /// Name of the first side, if all cases have the same.
    first: String,
    battles: AtomicU64,
    orders: AtomicU64,
    won: AtomicU64,
    open: AtomicU64,
}

impl Progress {
    /// Begins a bar for so many battles.
    pub(super) fn new(run: &Run, battles: u64) -> Self {
        let style = "{bar:40} {pos}/{len} battles, {rate} per second, {eta} left{msg}";
        let style = ProgressStyle::with_template(style).expect("the template is fixed");
        let style = style.with_key("rate", |state: &ProgressState, out: &mut dyn Write| {
            // A bar has nowhere to tell that it cannot be written.
            let _ = write!(out, "{:.0}", state.per_sec());
        });
        let mut names = run
            .cases
            .iter()
            .filter_map(|case| case.vocabulary.sides.first());
        let first = names.next().map(|name| plain(name)).unwrap_or_default();
        let is_same = names.all(|name| plain(name) == first);
        Self {
            bar: ProgressBar::new(battles).with_style(style),
            first: if is_same { first } else { "first side".into() },
            battles: AtomicU64::new(0),
            orders: AtomicU64::new(0),
            won: AtomicU64::new(0),
            open: AtomicU64::new(0),
        }
    }

    /// Counts a battle.
    pub(super) fn note(&self, battle: &BattleRecord) {
        let count = |counter: &AtomicU64, number: u64| {
            counter.fetch_add(number, Ordering::Relaxed) + number
        };
        let battles = count(&self.battles, 1);
        count(&self.orders, battle.orders.into());
        count(&self.open, u64::from(battle.outcome.is_none()));
        let won = count(&self.won, u64::from(battle.winner == Some(Side(0))));
        self.bar.inc(1);
        if battles.is_multiple_of(20) {
            let percent = won * 100 / battles;
            self.bar
                .set_message(format!(", {} wins {percent}%", self.first));
        }
    }

    /// Ends the bar; returns what it came to.
    pub(super) fn finish(&self, elapsed: Duration, jobs: usize) -> String {
        self.bar.finish_and_clear();
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let (battles, orders, open) = (get(&self.battles), get(&self.orders), get(&self.open));
        let seconds = elapsed.as_secs_f64().max(0.001);
        let mut told = format!(
            "{battles} battles in {seconds:.1} s: {:.0} battles and {:.0} orders per second with {}",
            battles as f64 / seconds,
            orders as f64 / seconds,
            of_them(jobs as u64, "job")
        );
        if open > 0 {
            told.push_str(&format!("; {open} reached no outcome"));
        }
        told
    }
}
