//! Looking back at steps of combat segments: what the log told of each, beside what is still known of it, and
//! the report of a whole segment as text.
//!
//! **Invariant:** made of lines that the player's side was told, and of what it knows; changes no battle.

use bevy::prelude::*;

use super::desk::{Desk, known};
use super::fire::chances;
use super::guns::table;
use super::hud::RAIL;
use super::sheet::{Act, Sheet, act, cell, hex, small};
use super::{assign, results};
use crate::battle::grid::TileId;
use crate::battle::unit::Side;
use crate::game::kit::CombatLog;
use crate::game::kit::piece::{Ask, Ink, Pieces, say};
use crate::game::rules::playable::own_side;
use crate::game::shell::session::Session;
use crate::game::shell::share;
use crate::rules::operations::field::Field;
use crate::rules::operations::progress::Step;

/// A line of the log, and the hex it is about.
pub(super) type Told = (String, Option<TileId>);

/// Steps on the rail.
pub(super) const STEPS: usize = RAIL.len();
/// The place of some steps on the rail, from 0.
const CONTACTS: usize = 0;
const APPLIED: usize = 9;
const ASSAULTS: usize = 10;
const END: usize = 11;

/// What the log tells of a combat segment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Segment {
    /// Stage, half and cycle in which it took place, in words.
    pub heading: Vec<String>,
    /// What was told in each step of the rail.
    pub steps: [Vec<Told>; STEPS],
}

impl Segment {
    /// Whether anything was told of a step.
    pub(super) fn tells(&self, at: usize) -> bool {
        self.steps.get(at).is_some_and(|lines| !lines.is_empty())
    }

    /// Whether the combat is over.
    pub(super) fn is_over(&self) -> bool {
        self.tells(END)
    }

    /// Returns what was told of all assaults.
    pub(super) fn assaults(&self) -> &[Told] {
        &self.steps[ASSAULTS]
    }

    /// Returns what anti-armor fire destroyed.
    pub(super) fn applied(&self) -> &[Told] {
        &self.steps[APPLIED]
    }

    /// Returns what was told of the assault that began last.
    pub(super) fn last_assault(&self) -> &[Told] {
        let lines = &self.steps[ASSAULTS];
        let begins =
            |(text, _): &Told| text.starts_with("Assault on ") || text.starts_with("Probe of ");
        let from = lines.iter().rposition(begins);
        from.map_or(&[], |from| &lines[from..])
    }

    /// Writes it down for people, step by step.
    fn text(&self) -> String {
        let mut text = String::new();
        for (at, lines) in self.steps.iter().enumerate() {
            let (number, about, _) = RAIL[at];
            if lines.is_empty() {
                continue;
            }
            text += &format!("\nC{number} {about}\n");
            for (line, _) in lines {
                text += &format!("  {}\n", line.trim_start());
            }
        }
        text
    }
}

/// Finds the combat segments in lines of the log, in their order.
fn segments_in(lines: impl IntoIterator<Item = Told>) -> Vec<Segment> {
    let mut found: Vec<Segment> = Vec::new();
    let mut heading: [Option<String>; 3] = [None, None, None];
    // The place on the rail while lines are those of the segment.
    let mut now = None;
    for (text, place) in lines {
        if text.starts_with("Combat: ") {
            let heading = heading.iter().flatten().cloned().collect();
            found.push(Segment {
                heading,
                ..Segment::default()
            });
            now = Some(CONTACTS);
        } else if let (Some(_), Some(at)) = (now, begun(&text)) {
            now = Some(at);
            continue;
        }
        let is_over = text == "Combat is over";
        if let (Some(at), Some(segment)) = (now, found.last_mut()) {
            let at = match () {
                () if is_over => END,
                () if text.starts_with("Armor destroyed") => APPLIED,
                () => at,
            };
            segment.steps[at].push((text, place));
            if is_over {
                now = None;
            } else if now == Some(CONTACTS) {
                // Guns are placed next, without a line that says so.
                now = Some(1);
            }
        } else if text.starts_with("Stage ") && !text.ends_with("is over") {
            heading = [Some(text), None, None];
        } else if text.starts_with("First half") || text.starts_with("Second half") {
            (heading[1], heading[2]) = (Some(text), None);
        } else if text.starts_with("Second cycle") {
            heading[2] = Some(text);
        }
    }
    found
}

/// Returns the place on the rail of a step that a line of the log begins.
fn begun(text: &str) -> Option<usize> {
    RAIL.iter().position(|(.., step)| {
        step.is_some_and(|step| {
            step != Step::Position && text.eq_ignore_ascii_case(&step.to_string())
        })
    })
}

/// Returns what the player's side was told of all combat segments of the battle, in their order.
fn segments(world: &World) -> Vec<Segment> {
    let log = world.get_resource::<CombatLog>();
    log.map_or(Vec::new(), |log| segments_in(log.told(own_side(world))))
}

/// Returns what the player's side was told of the last combat segment.
pub(super) fn segment(world: &World) -> Option<Segment> {
    segments(world).pop()
}

/// Returns the place of the segment that is looked back at, and how many there are; nothing before the first.
fn looked_at(world: &World) -> Option<(usize, usize)> {
    let count = segments(world).len();
    let ago = Desk::of(world).ago;
    Some((count.checked_sub(1)?.saturating_sub(ago), count))
}

/// Returns the segment that is looked back at: the last one unless the player chose another.
pub(super) fn looked_segment(world: &World) -> Option<Segment> {
    let (at, _) = looked_at(world)?;
    segments(world).into_iter().nth(at)
}

/// Looks back at a segment, by its place.
fn look_at_segment(world: &mut World, at: usize) {
    let last = segments(world).len().saturating_sub(1);
    Desk::turn_to(world, |desk| desk.ago = last.saturating_sub(at));
}

/// Lists the steps on the rail that can be looked back at: those with lines in the log.
fn places(world: &World) -> Vec<u8> {
    let segment = looked_segment(world).unwrap_or_default();
    let told = (0..STEPS as u8).filter(|&at| segment.tells(usize::from(at)));
    told.collect()
}

/// Looks so many steps back, or on; beyond the last at the present step again.
pub(super) fn turn(world: &mut World, by: isize) {
    let places = places(world);
    let at = match Desk::of(world).look {
        Some(now) => places.iter().position(|&place| place == now),
        None => Some(places.len()),
    };
    let next = at.unwrap_or(places.len()).saturating_add_signed(by);
    let first = places.first().copied();
    let look = places.get(next).copied();
    let why = match (first, by < 0) {
        (None, _) => Some("No combat so far"),
        (_, true) if at == Some(0) => Some("This is the first step"),
        _ => None,
    };
    match why {
        Some(why) => crate::game::kit::cursor::refuse(world, why),
        None => look_at(world, look),
    }
}

/// Opens new results of anti-armor fire: the step itself asks the player for nothing.
pub(super) fn open_news(world: &mut World) {
    if !known(world).progress.step.is_combat() {
        return;
    }
    let told = segment(world).map_or(0, |segment| segment.applied().len());
    let desk = Desk::of(world);
    if told == desk.told {
        return;
    }
    Desk::turn_to(world, |desk| {
        if told > desk.told {
            (desk.look, desk.is_news) = (Some(APPLIED as u8), true);
        }
        desk.told = told;
    });
}

/// Looks at a step, or at the present one again, which is one of the last segment.
pub(super) fn look_at(world: &mut World, look: Option<u8>) {
    Desk::turn_to(world, |desk| {
        (desk.look, desk.is_news) = (look, false);
        if look.is_none() {
            desk.ago = 0;
        }
    });
}

/// Looks at the whole report, or at the present step again.
pub(super) fn toggle_report(world: &mut World) {
    let is_told = segment(world).is_some();
    if !is_told {
        return crate::game::kit::cursor::refuse(world, "No combat so far");
    }
    let look = match Desk::of(world).look {
        Some(_) => None,
        None => Some(WHOLE),
    };
    look_at(world, look);
}

/// The place that stands for the whole segment.
pub(super) const WHOLE: u8 = STEPS as u8;

/// Returns the sheet of what is looked back at, if something is.
pub(super) fn sheet(world: &World, field: &Field, desk: &Desk) -> Option<Sheet> {
    let look = desk.look?;
    let segment = looked_segment(world)?;
    let side = own_side(world);
    let at = usize::from(look);
    if desk.is_news && at == APPLIED {
        return Some(applied_sheet(&segment));
    }
    let mut sheet = Sheet {
        hint: "This step is over; nothing can be changed here.".into(),
        ..Sheet::default()
    };
    match RAIL.get(at) {
        None => {
            sheet.title = "Report of the combat".into();
            sheet.hint = segment.heading.join(". ");
            sheet.body.extend(all_reports(world).0);
            for (at, (number, about, _)) in
                RAIL.iter().enumerate().filter(|(at, _)| segment.tells(*at))
            {
                let heading = format!("C{number} {about}");
                sheet
                    .body
                    .add(say(heading).strong().size(13.0).ink(Ink::Accent));
                sheet.body.extend(lines(&segment.steps[at]).0);
            }
            sheet.body.extend(balance(field).0);
        }
        Some((number, about, step)) => {
            sheet.title = format!("Looking back at C{number}");
            sheet.body.add(say(*about).strong().size(13.0));
            let is_running = field.progress.step.is_combat() && desk.ago == 0;
            if is_running {
                sheet.body.extend(shown(field, desk, side, *step, at).0);
            }
            sheet.body.extend(lines(&segment.steps[at]).0);
        }
    }
    sheet
        .acts
        .push(act("Return", "Returns to the current step", |world| {
            look_at(world, None);
        }));
    sheet.acts.push(saving());
    turning(world, &mut sheet);
    if look != WHOLE {
        sheet
            .acts
            .push(act("Previous step", "Shows the previous step", |world| {
                turn(world, -1);
            }));
        sheet
            .acts
            .push(act("Next step", "Shows the next step", |world| {
                turn(world, 1);
            }));
        sheet
            .acts
            .push(act("Whole report", "Lists all steps", |world| {
                look_at(world, Some(WHOLE));
            }));
    }
    Some(sheet)
}

/// Lists the reports of the battle, the one on show marked, if there are several; a click shows one.
fn all_reports(world: &World) -> Pieces {
    let mut pieces = Pieces::default();
    let (Some((shown, _)), segments) = (looked_at(world), segments(world)) else {
        return pieces;
    };
    if segments.len() < 2 {
        return pieces;
    }
    for (at, segment) in segments.iter().enumerate() {
        let heading = match segment.heading.is_empty() {
            true => "Combat".to_owned(),
            false => segment.heading.join(", "),
        };
        let text = format!("{}. {heading}", at + 1);
        let words = match at == shown {
            true => say(format!("» {text}")).strong().ink(Ink::Accent),
            false => say(text).link(Ask::act(move |world| look_at_segment(world, at))),
        };
        pieces.add(words.size(12.5));
    }
    pieces.separate();
    pieces
}

/// Adds the buttons that turn to earlier and later segments, if there are several.
fn turning(world: &World, sheet: &mut Sheet) {
    let Some((at, count)) = looked_at(world).filter(|(_, count)| *count > 1) else {
        return;
    };
    for (name, about, to, why) in [
        (
            "Earlier combat",
            "Shows the combat before this one",
            at.saturating_sub(1),
            (at == 0).then_some("this is the first combat"),
        ),
        (
            "Later combat",
            "Shows the combat after this one",
            at + 1,
            (at + 1 == count).then_some("this is the last combat"),
        ),
    ] {
        let button = act(name, about, move |world| look_at_segment(world, to));
        sheet.acts.push(button.barred(why));
    }
}

/// Returns the button that saves the report.
fn saving() -> Act {
    let about = "Writes the report of the whole combat to a file";
    act("Save as text", about, save)
}

/// Returns the sheet of anti-armor fire that was just applied (C10).
fn applied_sheet(segment: &Segment) -> Sheet {
    let mut sheet = Sheet {
        title: "C10 Anti-armor results".into(),
        hint: "All anti-armor fire is applied together. These points are destroyed.".into(),
        body: lines(segment.applied()),
        ..Sheet::default()
    };
    sheet
        .acts
        .push(act("Continue", "Goes on to the assaults", |world| {
            look_at(world, None);
        }));
    sheet.acts.push(saving());
    sheet
}

/// Returns lines of the log; a click shows the hex of one.
pub(super) fn lines(told: &[Told]) -> Pieces {
    let lines = told.iter().map(|(text, place)| {
        let words = say(text.trim_start()).size(12.5);
        match place {
            Some(tile) => words.link(Ask::Look(*tile)),
            None => words,
        }
        .into()
    });
    lines.collect()
}

/// Returns what is still known of a step beside the log.
fn shown(field: &Field, desk: &Desk, side: Side, step: Option<Step>, at: usize) -> Pieces {
    let mut pieces = Pieces::default();
    match step {
        None if at == CONTACTS => {
            let contacts = field.progress.contacts.iter();
            let rows = contacts.map(|(&tile, &is_duty)| {
                let word = if is_duty {
                    "duty to attack"
                } else {
                    "may be attacked"
                };
                vec![cell(hex(field, tile)), small(word)]
            });
            pieces.add(table("looked contacts", &["Enemy hex", ""], rows.collect()));
        }
        Some(Step::Planning) => pieces.add(planned(field, side)),
        Some(Step::Barrage | Step::Results) => pieces.extend(results::done(field, side).0),
        Some(Step::Assign) => {
            let mut past = desk.clone();
            past.draft.roles.clone_from(&field.progress.roles);
            let units = assign::fighters(field, side).into_iter();
            let rows = units.map(|id| {
                let (text, ink) = assign::role_words(field, &past, id);
                vec![
                    cell(field.name(id)),
                    small(hex(field, field.get(id).tile())),
                    small(text).ink(ink),
                ]
            });
            pieces.add(table(
                "looked roles",
                &["Unit", "Hex", "Role"],
                rows.collect(),
            ));
        }
        _ => {}
    }
    pieces
}

/// Returns the own plans that were carried out.
fn planned(field: &Field, side: Side) -> crate::game::kit::piece::Piece {
    let own = field
        .progress
        .fires
        .iter()
        .filter(|fires| fires.side == side);
    let rows = own.flat_map(|fires| {
        let target = field.progress.targets.get(fires.plan.target.index());
        let barrages = fires.plan.barrages.iter();
        barrages.filter_map(move |units| {
            let target = target?;
            let names: Vec<_> = units.iter().map(|&id| field.name(id)).collect();
            let points = field.barrage_points(units);
            let (row, odds) = chances(field, target, points);
            Some(vec![
                cell(target.name.as_str()),
                small(hex(field, target.tile)),
                small(names.join(", ")),
                small(format!("{points} pts, {row}")).about(odds),
            ])
        })
    });
    table(
        "looked plans",
        &["Target", "Hex", "Guns", ""],
        rows.collect(),
    )
}

/// Returns points and losses of both sides so far.
fn balance(field: &Field) -> Pieces {
    let mut pieces = Pieces::default();
    pieces.separate();
    pieces.add(small(losses(field).join("; ")));
    pieces
}

/// Says what both sides lost in the whole battle.
fn losses(field: &Field) -> Vec<String> {
    let tallies = field.progress.tallies.iter().enumerate();
    let words = tallies.map(|(at, tally)| {
        let side = field.scenario.attacker.index() == at;
        let who = if side { "Attacker" } else { "Defender" };
        format!(
            "{who} lost {} TOE of {}, {} of them captured",
            tally.destroyed + tally.captured,
            tally.start,
            tally.captured
        )
    });
    words.collect()
}

/// Writes the report of the combat segment that is looked at as text.
pub(super) fn text(world: &World) -> Option<String> {
    let segment = looked_segment(world)?;
    let field = known(world);
    let mission = world.resource::<Session>().mission.as_ref();
    let name = mission.map_or("Operations", |mission| mission.name.as_str());
    let names = crate::game::kit::side_names(world);
    let reader = names
        .get(own_side(world).index())
        .cloned()
        .unwrap_or_default();
    let mut text = format!("{name}: report of a combat segment, as {reader} saw it\n");
    for line in &segment.heading {
        text += &format!("{line}\n");
    }
    text += &segment.text();
    let (attacker, defender) = field.points();
    text += &format!("\nVictory points now: attacker {attacker}, defender {defender}\n");
    for line in losses(&field) {
        text += &format!("{line}\n");
    }
    Some(text)
}

/// Saves the report as a file of text, and says where.
pub(super) fn save(world: &mut World) {
    let Some(text) = text(world) else {
        return crate::game::kit::cursor::refuse(world, "No combat so far");
    };
    share::save_text(world, "report", &text);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lines: &[&str]) -> Vec<Told> {
        lines
            .iter()
            .map(|line| ((*line).to_owned(), None))
            .collect()
    }

    #[test]
    fn lines_of_the_last_segment_are_sorted_by_the_steps_of_the_rail() {
        let lines = told(&[
            "Stage 1: Axis first",
            "First half: Axis",
            "Movement",
            "Combat: 1 enemy hex in contact",
            "Combat is over",
            "Second half: Commonwealth",
            "1 Inf moves to (8, 6) for 2 CP",
            "Combat: 2 enemy hexes in contact",
            "Guns placed: 9 Field Art Forward",
            "Firing",
            "Barrage plans",
            "Barrage",
            "9 Field Art barrage Nr1 Inf (8, 5): no effect",
            "Barrage results",
            "Anti-armor",
            "5 Tank fire at armor at (9, 3): 4 damage",
            "Armor destroyed: 1 TOE of Axis tank",
            "Close assault",
            "Assault on (8, 5): 8 against 8",
            "Attacker rolled 1 and 2: loses 20%",
            "Combat is over",
            "Movement",
            "2 Inf moves to (8, 7) for 2 CP",
        ]);
        let mut segments = segments_in(lines);
        assert_eq!(segments.len(), 2);
        assert_eq!(
            segments[0].heading,
            ["Stage 1: Axis first", "First half: Axis"]
        );
        let segment = segments.pop().expect("there was combat");
        assert_eq!(
            segment.heading,
            ["Stage 1: Axis first", "Second half: Commonwealth"]
        );
        let counts: Vec<_> = segment.steps.iter().map(Vec::len).collect();
        assert_eq!(counts, [1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 2, 1]);
        assert_eq!(segment.last_assault().len(), 2);
        let text = segment.text();
        assert!(text.contains("C10 ") && !text.contains("C7 "), "{text}");
        assert!(segments_in(told(&["Movement"])).is_empty());
    }
}
