//! The rules of scripts in plain English: what a rule does, and why it was passed over.
//!
//! **Invariant:** no word of a script's file is shown, except tags and flags, which missions name.

use crate::rules::party::content::{Action, Condition, PartyContent, Place, Target};

/// Returns what a condition asks of a character, or the opposite of it: "sees no enemy".
pub(super) fn condition(content: &PartyContent, condition: &Condition, holds: bool) -> String {
    let either = |yes: &str, no: &str| if holds { yes } else { no }.to_owned();
    match condition {
        Condition::Aware => either("knows of an enemy", "knows of no enemy"),
        Condition::SeesEnemy => either("sees an enemy", "sees no enemy"),
        Condition::KnowsPosition => either(
            "remembers where an enemy was",
            "remembers no place of an enemy",
        ),
        Condition::SelfHpUnder(percent) => match holds {
            true => format!("has less than {percent}% of its hit points"),
            false => format!("has {percent}% of its hit points or more"),
        },
        Condition::AllyHpUnder(percent, range) => {
            let who = either("an ally", "no ally");
            let hexes = crate::rules::kit::words::hexes((*range).into());
            format!("{who} within {hexes} has less than {percent}% of its hit points")
        }
        Condition::ApAtLeast(ap) => {
            let has = either("has at least", "has less than");
            format!("{has} {ap} AP")
        }
        Condition::CanCast(spell) => {
            let can = either("can", "cannot");
            format!("{can} cast {}", content.spell(*spell).name)
        }
        Condition::Flag(flag) => {
            let is = either("is", "is not");
            format!("{is} marked \"{flag}\"")
        }
        Condition::Not(inner) => self::condition(content, inner, !holds),
        Condition::AnyOf(inner) => {
            let each = inner.iter().map(|one| self::condition(content, one, holds));
            let link = either(" or ", " and ");
            each.collect::<Vec<_>>().join(&link)
        }
    }
}

/// Returns what an action does: "attack the nearest enemy".
pub(super) fn action(content: &PartyContent, action: &Action) -> String {
    match action {
        Action::Attack(at) => format!("attack {}", target(at)),
        Action::Cast(spell, at) => {
            format!("cast {} on {}", content.spell(*spell).name, target(at))
        }
        Action::MoveTo(Place::LastKnown) => "go where an enemy was last seen".to_owned(),
        Action::MoveTo(Place::CombatStart) => "go back to where it stood before combat".to_owned(),
        Action::Flee => "flee from the nearest enemy".to_owned(),
        Action::AlertAllies => "alert allies".to_owned(),
        Action::Pass => "rest".to_owned(),
    }
}

fn target(target: &Target) -> String {
    match target {
        Target::Current => "the enemy it attacked last".to_owned(),
        Target::Nearest => "the nearest enemy".to_owned(),
        Target::Weakest => "the enemy with the fewest hit points".to_owned(),
        Target::WithTag(tag) => format!("the nearest {tag}"),
        Target::Hurt => "the nearest wounded enemy".to_owned(),
        Target::HurtAlly => "the most wounded ally".to_owned(),
        Target::Own => "itself".to_owned(),
        Target::FirstOf(targets) => {
            let each: Vec<_> = targets.iter().map(self::target).collect();
            each.join(", or else ")
        }
        Target::Apart(1, inner) => format!("{} with no friend beside it", self::target(inner)),
        Target::Apart(hexes, inner) => {
            format!(
                "{} with no friend within {hexes} hexes",
                self::target(inner)
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content;

    #[test]
    fn no_rule_of_the_shipped_scripts_is_told_in_words_of_files() {
        let catalog = content::load_default().expect("it is shipped");
        let content = catalog.part::<PartyContent>();
        let mut told = Vec::new();
        for rule in content.scripts.iter().flat_map(|script| &script.combat) {
            told.push(action(content, &rule.act));
            for one in &rule.when {
                told.extend([true, false].map(|holds| condition(content, one, holds)));
            }
        }
        assert!(told.len() > 50, "{told:?}");
        for line in &told {
            let is_word_of_files = line.split_whitespace().any(|word| {
                let mut letters = word.chars();
                letters.next();
                letters.any(char::is_uppercase) && word != "AP"
            });
            assert!(!is_word_of_files && !line.contains(['_', '(']), "{line}");
        }
    }

    #[test]
    fn what_does_not_hold_is_told_as_it_is() {
        let catalog = content::load_default().expect("it is shipped");
        let content = catalog.part::<PartyContent>();
        let fails = |one: Condition| condition(content, &one, false);
        let not = |one: Condition| Condition::Not(Box::new(one));
        assert_eq!(fails(Condition::SeesEnemy), "sees no enemy");
        assert_eq!(fails(not(Condition::SeesEnemy)), "sees an enemy");
        let any = Condition::AnyOf(vec![
            not(Condition::KnowsPosition),
            Condition::Flag("search".to_owned()),
        ]);
        assert_eq!(
            fails(any),
            "remembers where an enemy was and is not marked \"search\""
        );
        assert_eq!(
            fails(Condition::AllyHpUnder(75, 1)),
            "no ally within 1 hex has less than 75% of its hit points"
        );
    }
}
