//! The hex pointed at: ground, and what standing there would be like.

use bevy::prelude::*;

use super::Insight;
use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::content::terrain::Cover;
use crate::game::kit::piece::{Ink, Piece, Pieces, faint, say};
use crate::game::kit::theme::icon::Icon;
use crate::game::rules::battlescape::input::{Ahead, Selection};
use crate::game::rules::battlescape::look;
use crate::rules::battlescape::attack::mode_name;
use crate::rules::battlescape::panel::inspect;
use crate::rules::battlescape::panel::outlook::{Outcome, Outlook, WayStep};
use crate::rules::battlescape::panel::sightline::sight_between;
use crate::rules::battlescape::panel::words::{buys, harm_text};
use crate::rules::battlescape::side_view::SideView;

/// Returns what is known of a hex, and what standing there would be like.
pub(super) fn pieces(world: &World, tile: TileId) -> Pieces {
    let view = look(world);
    let mut pieces = ground(view, tile);
    if let Some(from) = world.resource::<Insight>().sight_from {
        pieces.extend(sight_line(view, from, tile).0);
    }
    let chosen = world.resource::<Selection>().unit;
    if let (Some(outlook), Some(id)) = (&Ahead::of(world).outlook, chosen) {
        pieces.separate();
        let head = if outlook.way.is_empty() {
            "here"
        } else {
            "there"
        };
        pieces.heading(format!("{} {head}", view.name(id)));
        pieces.extend(standing_there(view, outlook).0);
        pieces.extend(enemies(view, outlook).0);
    }
    pieces
}

/// Returns the ground of a hex in short.
fn ground(view: SideView, tile: TileId) -> Pieces {
    let card = inspect::hex(view, tile);
    let (column, row) = view.grid().to_offset(tile);
    let brief: Vec<_> = (card.facts.iter())
        .filter(|(name, _)| !matches!(name.as_str(), "place" | "sight"))
        .map(|(name, value)| match name.as_str() {
            "cost to enter" if value == "impassable" => value.clone(),
            "cost to enter" => format!("{value} to enter"),
            _ => format!("{name} {value}"),
        })
        .collect();
    let title = say(&card.title).strong().size(15.0);
    let mut pieces = Pieces::default();
    pieces.line([title.into(), faint(format!("({column}, {row})")).into()]);
    if !brief.is_empty() {
        pieces.add(faint(brief.join(" · ")));
    }
    pieces
}

/// Tells of the line of sight between two hexes.
fn sight_line(view: SideView, from: TileId, to: TileId) -> Pieces {
    let answer = sight_between(view, from, to);
    let mut pieces = Pieces::default();
    pieces.separate();
    pieces.heading("Line of sight");
    pieces.marked(
        Icon::Eye,
        match &answer.blocker {
            None => say("open").ink(Ink::Good),
            Some(blocker) => say(format!("blocked by {blocker}")).ink(Ink::Bad),
        },
    );
    let (column, row) = view.grid().to_offset(from);
    let mut more = vec![format!("{} hexes from ({column}, {row})", answer.distance)];
    if answer.line.trees > 0 {
        more.push(format!("{} trees or bushes in the way", answer.line.trees));
    }
    if answer.line.smoke > 0 {
        more.push(format!("{} hexes of smoke", answer.line.smoke));
    }
    match answer.cover {
        Cover::None => {}
        Cover::Half => more.push("half cover at the far end".into()),
        Cover::Full => more.push("full cover at the far end".into()),
    }
    if answer.is_guess {
        more.push("partly over unexplored ground".into());
    }
    pieces.add(faint(more.join(" · ")));
    pieces
}

/// Says what is left to spend there, and what the ground gives and takes.
fn standing_there(view: SideView, outlook: &Outlook) -> Pieces {
    let mut pieces = Pieces::default();
    let left = say(format!("{} TU left", outlook.tu_left)).ink(Ink::Time);
    let buys = faint(buys(outlook));
    pieces.line([
        Piece::Icon(Icon::Clock, Ink::Time),
        left.into(),
        buys.into(),
    ]);
    pieces.line(cover(outlook));
    if let Some(text) = harm_text(outlook) {
        pieces.marked(Icon::Skull, say(text).ink(Ink::Bad).strong().size(12.5));
    }
    for text in watches(&outlook.way, |enemy| view.name(enemy)) {
        pieces.marked(Icon::Watch, say(text).ink(Ink::Bad).size(12.5));
    }
    pieces
}

/// Says which parts of a way enemies watch: steps that the same ones watch in one line. The board tells the
/// chance at each step.
fn watches<'a>(way: &[WayStep], name: impl Fn(UnitId) -> &'a str) -> Vec<String> {
    let names =
        |step: &WayStep| -> Vec<_> { step.watchers.iter().map(|(enemy, _)| *enemy).collect() };
    let runs = way.chunk_by(|one, other| names(one) == names(other));
    let lines = runs.map(|run| {
        let at = range(run.iter().map(|step| step.sum.into()), "");
        let shots = names(&run[0])
            .into_iter()
            .enumerate()
            .map(|(place, enemy)| {
                let shots = run.iter().map(|step| &step.watchers[place].1);
                let chance = range(shots.clone().map(|shot| shot.chance.into()), "%");
                let damage = range(shots.map(Outcome::expected), "");
                format!("{} ({chance}, about {damage} HP)", name(enemy))
            });
        let shots: Vec<_> = shots.collect();
        let text = format!("at {at} TU, overwatch: {}", shots.join(", "));
        (!shots.is_empty()).then_some(text)
    });
    lines.flatten().collect()
}

/// Says from where to where numbers of a unit go.
fn range(numbers: impl Iterator<Item = u32> + Clone, unit: &str) -> String {
    let least = numbers.clone().min().unwrap_or_default();
    let most = numbers.max().unwrap_or_default();
    match least == most {
        true => format!("{most}{unit}"),
        false => format!("{least}{unit} to {most}{unit}"),
    }
}

/// Says which cover there is.
fn cover(outlook: &Outlook) -> Vec<Piece> {
    let kinds = [
        (Cover::Full, Icon::FullShield, "full cover"),
        (Cover::Half, Icon::HalfShield, "half cover"),
    ];
    let mut told: Vec<Piece> = Vec::new();
    for (kind, icon, name) in kinds {
        let count = outlook.cover.iter().filter(|&&one| one == kind).count();
        let sides = match count {
            0 => continue,
            1 => "1 side".to_owned(),
            _ => format!("{count} sides"),
        };
        told.push(Piece::Icon(icon, Ink::Good));
        told.push(faint(format!("{name} on {sides}")).into());
    }
    if told.is_empty() {
        told.push(Piece::Icon(Icon::OpenShield, Ink::Faint));
        told.push(faint("no cover").into());
    }
    told
}

/// Enemies that are told one by one; the board shows the others.
const MOST_TOLD: usize = 3;

/// Says whom one could shoot there, and who could shoot back.
fn enemies(view: SideView, outlook: &Outlook) -> Pieces {
    let mut pieces = Pieces::default();
    for one in outlook.prospects.iter().take(MOST_TOLD) {
        let shots = one.shots.iter().map(|(shot, can_pay)| {
            let ink = if *can_pay { Ink::Text } else { Ink::Faint };
            let text = format!("{} {}%", mode_name(shot.mode), shot.chance);
            let text = say(text).ink(ink).size(12.5);
            Piece::from(text.about(in_full(shot)))
        });
        let name = say(view.name(one.enemy)).size(12.5).strong();
        let distance = faint(format!("{} hexes", one.distance));
        let first = [
            Piece::Icon(Icon::Crosshair, Ink::Accent),
            name.into(),
            distance.into(),
        ];
        pieces.line(first.into_iter().chain(shots));
    }
    pieces.extend(others(outlook.prospects.len(), "target").0);
    let worst = outlook.worst();
    for (one, shot) in worst.iter().take(MOST_TOLD) {
        let (icon, cover, ink) = match one.cover {
            Cover::None => (Icon::OpenShield, "no cover", Ink::Bad),
            Cover::Half => (Icon::HalfShield, "half cover", Ink::Accent),
            Cover::Full => (Icon::FullShield, "full cover", Ink::Good),
        };
        let name = view.name(one.enemy);
        let text = say(format!("{name}: {}, {cover}", in_short(shot)));
        let text = text.ink(ink).size(12.5);
        pieces.marked(icon, text.about(in_full(shot)));
    }
    pieces.extend(others(worst.len(), "threat").0);
    let seen_by = outlook.exposed.len() - worst.len();
    if seen_by > 0 {
        let text = format!("also seen by {seen_by} out of range");
        pieces.marked(Icon::Eye, faint(text));
    }
    pieces
}

/// Says how many more there are than are told one by one.
fn others(count: usize, who: &str) -> Pieces {
    let mut pieces = Pieces::default();
    if let Some(more @ 1..) = count.checked_sub(MOST_TOLD) {
        pieces.add(faint(format!(
            "and {more} more {who}{}",
            if more == 1 { "" } else { "s" }
        )));
    }
    pieces
}

/// Describes the outcome of an attack in short: chance and expected damage.
fn in_short(shot: &Outcome) -> String {
    format!("{}%, about {} HP", shot.chance, shot.expected())
}

/// Describes the outcome of an attack in full.
fn in_full(shot: &Outcome) -> String {
    let (expected, kill) = (shot.expected_thousandths, shot.kill);
    format!(
        "{} {}% · average {}.{} HP · kill {}.{}%",
        mode_name(shot.mode),
        shot.chance,
        expected / 1000,
        expected % 1000 / 100,
        kill / 10,
        kill % 10,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::battlescape::content::FireMode;
    use crate::rules::battlescape::ground::EntryHarm;

    /// Returns a step of a way after so many TU, watched by one enemy with such a chance.
    fn step(sum: u16, watch: Option<(u16, u8)>) -> WayStep {
        let shot = |chance: u8| Outcome {
            mode: FireMode::Snap,
            chance,
            expected_thousandths: u32::from(chance) * 100,
            kill: 0,
        };
        let watchers = watch.map(|(enemy, chance)| (UnitId(enemy), shot(chance)));
        WayStep {
            tile: TileId(0),
            tu: 4,
            sum,
            watchers: watchers.into_iter().collect(),
            harm: EntryHarm::default(),
        }
    }

    #[test]
    fn steps_that_the_same_enemy_watches_stand_in_one_line() {
        let way = [
            step(4, Some((1, 15))),
            step(8, Some((1, 35))),
            step(12, Some((1, 25))),
            step(16, None),
            step(20, Some((1, 5))),
            step(24, Some((2, 5))),
        ];
        let lines = watches(&way, |enemy| if enemy == UnitId(1) { "Ivo" } else { "Kai" });
        let expected = [
            "at 4 to 12 TU, overwatch: Ivo (15% to 35%, about 2 to 4 HP)",
            "at 20 TU, overwatch: Ivo (5%, about 1 HP)",
            "at 24 TU, overwatch: Kai (5%, about 1 HP)",
        ];
        assert_eq!(lines, expected);
    }
}
