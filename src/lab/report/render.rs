//! Templates: what is written of findings, as text or HTML, and the words that numbers have there.
//!
//! **Invariant:** templates are part of the program, so that one that fails is a mistake in it. What
//! they print is escaped unless it was written by a template.

use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value};
use minijinja::{AutoEscape, Environment, UndefinedBehavior, context};

use super::scale::place;
use super::table::{Table, WIDTH, wrapped};
use crate::lab::stats::Estimate;
use crate::lab::words;
use crate::plain::plain;

/// What a template writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Lines of text for a terminal.
    Text,
    /// A page for a browser.
    Html,
}

/// All templates.
const TEMPLATES: [(&str, &str); 8] = [
    ("against.txt", include_str!("templates/against.txt.jinja")),
    ("explain.txt", include_str!("templates/explain.txt.jinja")),
    ("findings.txt", include_str!("templates/findings.txt.jinja")),
    ("page", include_str!("templates/page.jinja")),
    ("page.css", include_str!("templates/page.css")),
    ("page.js", include_str!("templates/page.js")),
    ("plots", include_str!("templates/plots.jinja")),
    ("tables", include_str!("templates/tables.jinja")),
];

/// Fills a template.
pub(super) fn render(form: Form, name: &str, of: Value) -> String {
    let environment = environment(form);
    let template = environment.get_template(name);
    let written = template.and_then(|template| template.render(of));
    written.expect("templates are filled with what they ask for")
}

fn environment(form: Form) -> Environment<'static> {
    let mut environment = Environment::new();
    let mut syntax = SyntaxConfig::builder();
    syntax.trim_blocks(true).lstrip_blocks(true);
    syntax.keep_trailing_newline(true);
    environment.set_syntax(syntax.build().expect("it is the usual syntax"));
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(move |_| match form {
        Form::Text => AutoEscape::Custom("plain".into()),
        Form::Html => AutoEscape::Html,
    });
    if form == Form::Text {
        environment.set_formatter(|out, _, value| match value.is_safe() {
            true => Ok(write!(out, "{value}")?),
            false => Ok(out.write_str(&plain(&value.to_string()))?),
        });
    }
    environment.add_function("table", move |heads: Vec<String>| {
        Value::from_object(Table::new(form == Form::Text, &heads))
    });
    add_words(&mut environment);
    for (name, source) in TEMPLATES {
        let added = environment.add_template(name, source);
        added.expect("templates are part of the program");
    }
    environment
}

/// Adds the words of numbers; those that do not apply are dashes.
fn add_words(environment: &mut Environment) {
    environment.add_filter("count", |number: u64| words::count(number));
    environment.add_filter("of_them", |number: u64, noun: String| {
        words::of_them(number, &noun)
    });
    environment.add_filter("share", |of: Value| of_number(&of, words::share));
    environment.add_filter("chance", |of: Value| of_number(&of, words::chance));
    environment.add_filter("fixed", |of: Value, decimals: usize| {
        of_number(&of, |number| words::fixed(number, decimals))
    });
    environment.add_filter("signed", |of: Value, decimals: usize| {
        of_number(&of, |number| words::signed(number, decimals))
    });
    environment.add_filter("figure", |of: Value, unit: String| {
        of_number(&of, |number| words::figure(number, &unit))
    });
    environment.add_filter("percent", |of: Given| of_estimate(of, words::percent));
    environment.add_filter("points", |of: Given| of_estimate(of, words::points));
    environment.add_filter("number", |of: Given| of_estimate(of, words::number));
    environment.add_filter("measured", |of: Given, unit: String| {
        of_estimate(of, |estimate| words::measured(estimate, &unit))
    });
    environment.add_filter("gap", |of: Given, unit: String| {
        of_estimate(of, |estimate| words::gap(estimate, &unit))
    });
    environment.add_filter("unit", |unit: String| words::unit(&unit).to_owned());
    environment.add_filter("real", words::real);
    environment.add_filter("wrapped", |text: String, indent: String| {
        Value::from_safe_string(wrapped(&text, WIDTH, &indent))
    });
    environment.add_filter("along", along);
}

/// An estimate that may not apply.
type Given = Serde<Option<Estimate>>;

fn of_estimate(of: Given, words: impl Fn(&Estimate) -> String) -> String {
    of.0.as_ref().map_or_else(dash, words)
}

/// Formats a number, or the value of an estimate.
fn of_number(of: &Value, words: impl Fn(f64) -> String) -> String {
    let number = f64::try_from(of.clone()).ok();
    let value = || f64::try_from(of.get_attr("value").ok()?).ok();
    number.or_else(value).map_or_else(dash, words)
}

fn dash() -> String {
    "–".to_owned()
}

/// Returns where an estimate stands on a line from 0 to 1, or from -1 to 1, in percent of its length.
fn along(of: Serde<Estimate>, is_rate: bool) -> Value {
    let at = |share: f64| match is_rate {
        true => (100.0 * share).clamp(0.0, 100.0),
        false => (50.0 + 50.0 * share).clamp(0.0, 100.0),
    };
    let [value, low, high] = [of.value, of.low, of.high].map(at);
    context! { value => place(value), low => place(low), width => place(high - low) }
}
