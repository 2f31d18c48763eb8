//! Reads `party.ron`: definitions by key, figures, and what they refer to.
//!
//! **Invariant:** all mistakes are told with their places; content is handed out only without any.

use crate::content::decode::decode;
use crate::content::pack;
use crate::content::reader::{Fields, Reader};
use crate::content::tree::{self, Node, Value};
use crate::rules::party::content::{
    Armor, Damage, Effect, Figures, Item, PartyContent, Script, Spell, Template, Trap, Weapon,
};

/// Reads the content of the party.
pub(super) fn read(node: &Node, reader: &mut Reader) -> Option<PartyContent> {
    let before = reader.problems.len();
    let mut fields = reader.fields(node, "party")?;
    let figures = fields.need(reader, "figures");
    let figures: Option<Figures> = figures.and_then(|node| decode(node, reader));
    for (list, kind) in [
        ("effects", Effect::WHAT),
        ("spells", Spell::WHAT),
        ("weapons", Weapon::WHAT),
        ("armor", Armor::WHAT),
        ("items", Item::WHAT),
        ("scripts", Script::WHAT),
    ] {
        reader.know(kind, &fields.keys(list));
    }
    let content = PartyContent {
        effects: fields.list(reader, "effects", Effect::read),
        spells: fields.list(reader, "spells", Spell::read),
        weapons: fields.list(reader, "weapons", Weapon::read),
        armor: fields.list(reader, "armor", Armor::read),
        items: fields.list(reader, "items", Item::read),
        traps: fields.list(reader, "traps", Trap::read),
        scripts: fields.list(reader, "scripts", Script::read),
        characters: fields.list(reader, "characters", Template::read),
        figures: figures?,
        source: node.to_ron().into(),
    };
    if reader.problems.len() == before {
        check(&mut fields, &content, reader);
    }
    fields.done(reader);
    (reader.problems.len() == before).then_some(content)
}

/// Lays figures and definitions of a mission, such as `(weapons: {"knife": (bonus: 1)})`, over those of the
/// content; new definitions come last.
///
/// Returns the content that holds then; problems are noted where they are caused.
pub(super) fn overlay(
    content: &PartyContent,
    overrides: &Node,
    reader: &mut Reader,
) -> Option<PartyContent> {
    let base = tree::parse("", &content.source).expect("text written by the same library parses");
    let over = pack::overlay(base, overrides, reader)?;
    read(&over, reader)
}

/// Notes what no battle could be played by.
fn check(fields: &mut Fields, content: &PartyContent, reader: &mut Reader) {
    let figures = &content.figures;
    if figures.least_chance > figures.most_chance {
        let place = fields
            .get("figures")
            .map_or(fields.place, |node| node.place);
        reader.problem(place, "least_chance is above most_chance");
    }
    if let Some(Value::Map(entries)) = fields.get("weapons").map(|node| &node.value) {
        for ((_, node), weapon) in entries.iter().zip(&content.weapons) {
            if let Damage::Range(low, high) = weapon.damage
                && low > high
            {
                let message = format!("no weapon can do {low} at least and {high} at most");
                reader.problem(node.field("damage").unwrap_or(node).place, message);
            }
        }
    }
    let Some(Value::Map(entries)) = fields.get("characters").map(|node| &node.value) else {
        return;
    };
    for ((_, node), template) in entries.iter().zip(&content.characters) {
        let highest = template.skills.highest();
        if highest > figures.max_skill {
            let message = format!(
                "this character has a skill of {highest}, above the max_skill of {}",
                figures.max_skill
            );
            reader.problem(node.place, message);
        }
        if content.script(template.script).combat.is_empty() {
            let key = &content.script(template.script).key;
            reader.problem(
                node.place,
                format!("script {key:?} has no rules for combat"),
            );
        }
        figures.check_quick(node.place, template.quick.len(), reader);
        content.check_worn(node.place, &template.armor, reader);
    }
}
