//! What a line of play is expected to do, in words.
//!
//! **Invariant:** says what was weighed, by the same figures.

use crate::rules::casket::duel::Duel;
use crate::rules::casket::planner::spread::Spread;
use crate::rules::casket::planner::worth::Outlook;

/// Says what a line of play is expected to do.
pub(super) fn line(look: &Outlook, duel: &Duel, spreads: &[Spread]) -> String {
    let mut words = Vec::new();
    for spread in spreads {
        let name = duel.name(spread.unit);
        let lost = tenths(spread.mean());
        let what = match duel.is_casket(spread.unit) {
            true if lost == "1" => "card",
            true => "cards",
            false => "HP",
        };
        if spread.mean() > 0 {
            words.push(format!("{name} loses {lost} {what}"));
        }
        let gone = look.gone(duel, spread);
        if gone > 0 {
            words.push(format!("{}% to disable {name}", (gone + 5) / 10));
        }
    }
    let machine = duel.get(look.unit);
    if !machine.is_up() {
        words.push("is lost".into());
        return words.join(", ");
    }
    if duel.is_casket(look.unit) {
        let (spent, safe) = (machine.body().spent, duel.safe_sp(look.unit));
        words.push(format!("{spent} SP, {safe} safe"));
        if spent > safe {
            let modifier = duel.backfire_modifier(look.unit);
            let harms = (1..=6).filter(|roll| {
                let row = duel.backfire_row(look.unit, roll + modifier);
                row.is_some_and(|row| harms(duel, look, row))
            });
            words.push(match harms.count() {
                0 => "Backfire: no damage".to_owned(),
                rolls => format!("Backfire: damage on {rolls} of 6"),
            });
        }
        words.push(format!("Heat {}", machine.body().heat));
    }
    let danger = look.danger(duel, spreads);
    if danger > 0 {
        words.push(format!("may lose {}", tenths(danger.unsigned_abs())));
    }
    words.join(", ")
}

/// Whether a row of a Backfire table does damage.
fn harms(duel: &Duel, look: &Outlook, row: u8) -> bool {
    use crate::rules::casket::content::Effect;
    let effects = duel.backfire_effects(look.unit, row).iter();
    effects
        .flat_map(Effect::all)
        .any(|effect| matches!(effect, Effect::Harm(..)))
}

/// Writes hundredths with one decimal.
fn tenths(hundredths: u64) -> String {
    let tenths = (hundredths + 5) / 10;
    match tenths % 10 {
        0 => format!("{}", tenths / 10),
        rest => format!("{}.{rest}", tenths / 10),
    }
}
